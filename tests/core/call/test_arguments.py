"""One parser reads the arguments of all public functions; help and signatures come from the same data."""

from __future__ import annotations

import doctest
import inspect
import pickle
from typing import Any

import numpy as np
import pytest

import ocean
from ocean._src.core.call.arguments import make_signature
from ocean._src.core.call.callables import function, public

EYE = make_signature("eye(rows [,columns [,index]] [,dtype] [,device]) -> tensor", None, {"columns": "int", "index": "int"})
SUM = make_signature(
    "sum(A [,axes [,keepdims] [,B]])", None, {"axes": "int or list", "keepdims": "bool", "B": "tensor"}, {"axis": "axes"}
)
GEMM = make_signature(
    "gemm(alpha, A [,transA], B [,transB] [,beta, C])",
    None,
    {"transA": "str", "transB": "str", "beta": "number", "C": "tensor"},
)
RANGE = make_signature("arange([start,] stop [,step] [,dtype])", None, dict.fromkeys(("start", "stop", "step"), "number"))
T = ocean.zeros([2])
D, C = ocean.int8, ocean.cpu


@pytest.mark.parametrize(
    ("signature", "args", "named", "wanted"),
    [
        (EYE, (3,), {}, [3, None, None, None, None]),
        (EYE, (3, D), {}, [3, None, None, D, None]),
        (EYE, (3, C, 4, D, 1), {}, [3, 4, 1, D, C]),
        (EYE, (3, None, D), {}, [3, None, None, D, None]),
        (EYE, (), {"rows": 3, "index": 2, "dtype": None}, [3, None, 2, None, None]),
        (EYE, (3, np.int8(4), ocean.int16(5)), {}, [3, 4, 5, None, None]),
        (EYE, (None,), {}, [None] * 5),
        (SUM, (T, 0, True, T), {}, [T, 0, True, T]),
        (SUM, (T, [0], T, False), {}, [T, [0], False, T]),
        (SUM, (T, None, True), {}, [T, None, True, None]),
        (SUM, (T,), {"axis": 1, "keepdims": False}, [T, 1, False, None]),
        (GEMM, (2, T, "T", T), {}, [2, T, "T", T, None, None, None]),
        (GEMM, (2, T, T, "T"), {}, [2, T, None, T, "T", None, None]),
        (GEMM, (2, T, T, 3, T), {}, [2, T, None, T, None, 3, T]),
        (GEMM, (T, T), {"alpha": 2}, [2, T, None, T, None, None, None]),
        (RANGE, (5,), {}, [None, 5, None, None]),
        (RANGE, (1, 5), {}, [1, 5, None, None]),
        (RANGE, (1, 5, 2, D), {}, [1, 5, 2, D]),
        (RANGE, (5, D), {}, [None, 5, None, D]),
        (RANGE, (5, None), {}, [None, 5, None, None]),
        (RANGE, (1,), {"stop": 5}, [1, 5, None, None]),
    ],
)
def test_what_is_read(signature: Any, args: tuple[Any, ...], named: dict[str, Any], wanted: list[Any]) -> None:
    found = signature.parse(*args, **named)
    assert len(found) == len(wanted)
    assert all(got is value or (type(value) is int and got == value and type(got) is int) or got == [0] == value
               for got, value in zip(found, wanted, strict=True)), found  # fmt: skip


@pytest.mark.parametrize(
    ("signature", "args", "named", "message"),
    [
        (EYE, (), {}, r"^eye\(\) is missing the argument rows: eye\(rows \[,columns \[,index\]\] \[,dtype\] \[,device\]\)$"),
        (EYE, (3, 2.5), {}, r"^eye\(\): unexpected argument 2.5; expected columns \(int\), index \(int\), dtype"),
        (EYE, (3, True), {}, "unexpected argument True"),
        (EYE, (3, D, D), {}, "unexpected argument <dtype 'int8'>"),
        (EYE, (3, D, C, 1, 2, 3), {}, "unexpected argument 3; expected no more"),
        (EYE, (3,), {"colums": 4}, r"^eye\(\) got an unexpected keyword argument 'colums'; it takes eye\(rows"),
        (EYE, (3,), {"columns": "x"}, r"^eye\(\): columns must be int, got 'x'$"),
        (EYE, (3, 4), {"columns": 4}, "two values for 'columns'"),
        (SUM, (T, True), {}, r"unexpected argument True; expected axes \(int or list\), keepdims \(bool, after axes\)"),
        (SUM, (T, T), {}, "unexpected argument"),
        (SUM, (T,), {"axis": 0, "axes": 1}, "two values for 'axes'"),
        (RANGE, ("x",), {}, r"^arange\(\): stop must be number, got 'x'$"),
        (RANGE, (D,), {}, "stop must be number"),
    ],
)
def test_what_is_refused(signature: Any, args: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    with pytest.raises(ocean.OceanTypeError, match=message):
        signature.parse(*args, **named)


def test_a_public_function() -> None:
    @public("half(value [,places=3] [,device]) -> float", places="int")
    def half(value: float, places: int | None, device: ocean.device | None) -> float:
        """half of a number."""
        return round(value / 2, places or 3)

    assert isinstance(half, function) and half(3) == 1.5 == half(places=1, value=3)
    assert half.__name__ == "half" and half.__doc__ == "half(value [,places=3] [,device]): half of a number."
    assert str(inspect.signature(half)) == "(value, places=3, device=None)"
    assert half.takes.returns == "float" and "half" in repr(half)


def test_methods() -> None:
    tensor = ocean.ones([2])
    assert tensor.clone(device=None).asPython() == [1, 1] == ocean.tensor.clone(tensor, ocean.cpu).asPython()
    assert str(inspect.signature(tensor.clone)) == "(device=None)"
    for make in (lambda: ocean.tensor.clone(5), lambda: ocean.tensor.clone(), lambda: ocean.storage.clone(tensor)):
        with pytest.raises(TypeError, match="self"):
            make()


def test_functions_are_pickled_by_name() -> None:
    for each in (ocean.eye, ocean.asTensor, ocean.ensure, ocean.tensor.clone):
        assert pickle.loads(pickle.dumps(each)) is each


def source_of(value: Any) -> str:
    """The docstring in the source; tests/help/test_docstrings.py runs the examples that functions get besides."""
    return (value.said() if hasattr(value, "said") else value.__doc__) or ""


def public_objects() -> dict[str, Any]:
    found = {f"ocean.{name}": getattr(ocean, name) for name in dir(ocean) if not name.startswith("_")}
    for module in (ocean.fft, ocean.linalg):
        found.update({f"{module.__name__}.{name}": getattr(module, name) for name in module.__all__})
    for cls in (ocean.tensor, ocean.storage, ocean.scalar, ocean.dtype, ocean.device, ocean.index):
        found.update({f"{cls.__name__}.{name}": each for name, each in vars(cls).items() if not name.startswith("_")})
    return {name: each for name, each in found.items() if ">>>" in source_of(each)}


@pytest.mark.host_only("examples show the cpu")
@pytest.mark.parametrize("name", sorted(public_objects()))
def test_examples_run_as_printed(name: str) -> None:
    if name == "ocean.dask":
        pytest.importorskip("dask")
    test = doctest.DocTestParser().get_doctest(source_of(public_objects()[name]), {"ocean": ocean}, name, None, 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.REPORT_NDIFF).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.host_only("no tensors")
def test_no_arguments_at_all() -> None:
    """Where optional arguments come before required ones, none is not read as one too few."""
    for _ in range(100):
        with pytest.raises(TypeError, match="is missing the argument"):
            ocean.allInRange()

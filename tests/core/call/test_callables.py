"""Public functions: their classes, and functions in two halves, a compiled one and one of Python for all arguments."""

from __future__ import annotations

import ast
import importlib
import inspect
import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ocean
import ocean.numpy as np
from ocean._src.core.call.callables import fast_path, function, fusion, method, pair, ufunc
from ocean._src.core.functions import array_create, array_products, array_views

pytestmark = pytest.mark.host_only("no tensors")

MODULES = (array_create, array_products, array_views)


def members() -> dict[str, function]:
    """The public functions and methods that have a fast path."""
    spaces: dict[str, Any] = {"np": vars(np), "ndarray": vars(np.ndarray)}
    found = {f"{space}.{name}": each for space, names in spaces.items() for name, each in names.items()}
    return {name: each for name, each in found.items() if isinstance(each, function) and each.fast is not None}


def spaces() -> dict[str, Any]:
    """The public modules, and the classes with public methods."""
    modules = [ocean, ocean.linalg, ocean.fft, ocean.random, np, np.linalg, np.fft, np.random]
    classes = [ocean.tensor, ocean.rtensor, np.ndarray, np.random.Generator]
    return {each.__name__: each for each in modules + classes}


@pytest.mark.parametrize("space", spaces())
def test_there_are_four_classes(space: str) -> None:
    """Functions that are no plain functions of Python or Cython are objects of these classes, and know their names."""
    owner = spaces()[space]
    for name in vars(owner):
        each = vars(owner)[name]
        if name.startswith("_") or isinstance(each, type) or type(each).__module__.partition(".")[0] != "ocean":
            continue
        if callable(each) and not isinstance(each, (ocean.dtype, ocean.device)):
            assert type(each) is (
                method if isinstance(owner, type) else ufunc if isinstance(each, ufunc) else function
            ), name
            assert pickle.loads(pickle.dumps(each)) is each and each.__doc__ and inspect.signature(each), name
    assert set(function.__subclasses__()) == {method, ufunc} and method.__subclasses__() == [fusion]
    assert not ufunc.__subclasses__() and not fusion.__subclasses__()


def test_objects_come_from_ocean_only() -> None:
    for cls in (function, method, ufunc, fusion):
        with pytest.raises(TypeError, match="cannot create"):
            cls()


def test_reductions_are_no_ufuncs() -> None:
    assert isinstance(np.add, np.ufunc) and not isinstance(np.sum, np.ufunc)
    assert np.add.reduce([1, 2]) == 3 and not hasattr(np.sum, "reduce")


def test_fused_functions() -> None:
    @ocean.fuse
    def twice(x: Any) -> Any:
        """Two of it."""
        return x + x

    class Doubling:
        run = ocean.fuse(lambda self, x: x + x)

    assert (
        type(twice) is fusion
        and twice.__doc__ == "Two of it."
        and str(inspect.signature(twice)) == "(x: 'Any') -> 'Any'"
    )
    assert twice.__name__ == "twice" and twice.__wrapped__(2) == 4 == twice(ocean.double(2)) == Doubling().run(
        ocean.double(2)
    )


def test_each_fast_path_has_a_function() -> None:
    compiled = {id(each) for module in MODULES for each in vars(module).values() if isinstance(each, fast_path)}
    assert compiled == {id(each.fast) for each in members().values()} and len(compiled) > 40


@pytest.mark.parametrize("name", sorted(members()))
def test_all_is_said_by_the_function_of_python(name: str) -> None:
    function = members()[name]
    first = ["self"] if isinstance(function, method) else names_of(function.general)[:1]
    assert names_of(function) == first + names_of(function.general)[1:] + ["like"] * (function.asked == 3)
    assert function.said() == function.general.__doc__ and function.__doc__
    assert function.__name__ in function.__qualname__ and function.__module__ == "ocean.numpy"
    assert pickle.loads(pickle.dumps(function)) is function
    assert isinstance(function, method) == name.startswith("ndarray")


def names_of(function: Any) -> list[str]:
    return [*inspect.signature(function).parameters]


@pytest.mark.parametrize("name", sorted(members()))
def test_wrong_arguments_are_told_by_python(name: str) -> None:
    function = members()[name]
    needed = [each for each in inspect.signature(function).parameters.values() if each.default is each.empty]
    given = [np.ones(2)] * len([each for each in needed if each.kind is not each.VAR_KEYWORD])
    with pytest.raises(TypeError, match=rf"{function.__name__}.*nonsense"):
        function(*given, nonsense=1)
    if all(each.kind is not each.VAR_POSITIONAL for each in inspect.signature(function).parameters.values()):
        with pytest.raises(TypeError, match="positional argument"):
            function(*[np.ones(2)] * 20)


def test_arguments_by_position_and_by_name() -> None:
    assert np.zeros(2, "i2").dtype == np.zeros(dtype="i2", shape=2).dtype == np.int16
    assert np.full(2, 3.0, order="C", dtype=None).tolist() == [3, 3] == np.full(fill_value=3.0, shape=(2,)).tolist()
    name = "".join(["dty", "pe"])  # another object than the name in the signature
    assert np.zeros(2, **{name: np.int8}).dtype == np.int8
    a = np.arange(6)
    assert a.reshape(2, 3).shape == a.reshape((2, 3)).shape == a.reshape(2, 3, order="C").shape == (2, 3)
    assert np.arange(stop=5, start=2).tolist() == [2, 3, 4]
    for wrong in (lambda: np.zeros(), lambda: np.zeros(2, shape=2), lambda: np.inner(a=1, b=2), lambda: np.dot(a)):
        with pytest.raises(TypeError, match="argument"):
            wrong()


def test_functions_do_not_bind_and_methods_do() -> None:
    class Maker:
        zeros, sort, total = np.zeros, np.sort, np.ndarray.reshape

    assert Maker().zeros((2,)).tolist() == [0, 0] == Maker().sort(np.zeros(2)).tolist()
    with pytest.raises(TypeError, match="is a method of ndarray"):
        Maker().total(2)
    assert np.arange(4).reshape.__self__.tolist() == [0, 1, 2, 3]
    assert np.ndarray.dot is not np.dot and np.arange(3).dot([1, 1, 1]) == 3


def test_the_halves_have_the_same_arguments() -> None:
    with pytest.raises(TypeError, match="its fast path"):

        @pair(array_create.zeros)
        def zeros(shape: Any, order: Any = "C") -> Any:
            """Others."""

    @pair(array_create.nonzero)
    def nonzero(a: Any, **named: Any) -> Any:
        """Others by name come to the function of Python."""
        return named

    assert nonzero(np.ones(1), other=3) == {"other": 3} and len(nonzero(np.ones(1))) == 1


def test_each_half_is_called_when_it_should_be() -> None:
    calls = []

    @pair(array_create.diag)
    def diag(v: Any, k: int = 0) -> Any:
        """A function that writes down its calls."""
        calls.append((v, k))
        return NotImplemented

    assert np.asarray(diag(np.ones(1))).tolist() == [[1]] and not calls
    assert diag([1], k=2) is NotImplemented and calls == [([1], 2)]


def test_stubs_have_no_second_signature() -> None:
    """What has a fast path is described once, where its function is."""
    for module in MODULES:
        compiled = Path(str(module.__file__))
        stub = ast.parse(compiled.with_name(compiled.name.partition(".")[0] + ".pyi").read_text())
        functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        assert not functions & {name for name, each in vars(module).items() if isinstance(each, fast_path)}


def test_routines_have_halves() -> None:
    """Public functions of tensors whose compiled body leaves arguments to Python."""
    assert ocean.arange(1.5, 4).asPython() == [1.5, 2.5, 3.5] and ocean.arange(3).asPython() == [0, 1, 2]
    assert ocean.linspace(0, 1j, 2).asPython() == [0, 1j]
    assert ocean.asTensor(iter([1, 2])).asPython() == [1, 2]
    assert ocean.ensure(3, ocean.float).dtype is ocean.float and ocean.cast(3, ocean.half).dtype is ocean.half
    module = importlib.import_module("ocean._src.tensor.ranges")
    assert isinstance(module, ModuleType) and module.arange is ocean.arange

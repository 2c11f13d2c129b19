"""Programs as data, and the errors that wrong ones give."""

from __future__ import annotations

import doctest

import pytest

from ocean._src.kernels import Arithmetic, Format, Program, Step, dtypes, program
from ocean._src.kernels.llvm.compiler import compile_kernel
from ocean._src.ops.writer import trace

pytestmark = pytest.mark.host_only("the kernels of the host")

ADD = Program(("float", "float"), (Step("add", "float", (0, 1)),), (2,))
F, D, B = Format("float"), Format("double"), Format("int8")


@pytest.mark.parametrize("module", [dtypes, program])
def test_examples(module) -> None:
    assert doctest.testmod(module).failed == 0


def test_equal_programs_are_one_key() -> None:
    again = Program(("float", "float"), (Step("add", "float", (0, 1)),), (2,))
    assert again == ADD and hash(again) == hash(ADD) and again is not ADD
    assert Program(("float", "float"), (Step("add", "float", (0, 1)),), (2,), ("sum",)) != ADD


def test_constants_that_python_holds_equal_are_different_programs() -> None:
    values = [0.0, -0.0, 0, False, 1, True, 1.0, 1 + 0j]
    programs = {Program((), (Step("const", "double", (value,)),), (0,)) for value in values}
    assert len(programs) == len(values)
    nan = [Program((), (Step("const", "double", (float("nan"),)),), (0,)) for _ in range(2)]
    assert nan[0] == nan[1]


def test_printing() -> None:
    assert str(trace(lambda x, y: (2 * x - y) ** 2, "float", "float", reduction="sum")).splitlines() == [
        "v0: float",
        "v1: float",
        "v2 = const float 2",
        "v3 = scale float v2 v0",
        "v4 = subtract float v3 v1",
        "v5 = square float v4",
        "sum v5",
    ]


def test_dtypes_of_values() -> None:
    assert trace(lambda x: x.cast("cdouble") < 1, "int8").dtypes() == ("int8", "cdouble", "cdouble", "bool")


def test_compiled_once() -> None:
    formats = (Format("float"),) * 3
    again = Program(ADD.inputs, ADD.steps, ADD.outputs)
    assert compile_kernel(ADD, formats) is compile_kernel(again, formats)


@pytest.mark.parametrize(
    ("program", "formats", "error", "words"),
    [
        (ADD, (F, F), ValueError, "do not have the dtypes"),
        (ADD, (F, F, D), ValueError, "do not have the dtypes"),
        (ADD, (Format("real"), F, F), ValueError, "no such operand"),
        (ADD, (Format("float", False, "x"), F, F), ValueError, "no such operand"),
        (ADD, (Format("float", False, "uniform"), F, F), ValueError, "cannot be stored into one"),
        (ADD, (F, Format("float", False, "nontemporal"), F), ValueError, "never read"),
        (Program(("float",), (), (0,), ("none",)), (F, F), LookupError, "reduction .* 'none'"),
        (Program(("float",), (), (0,), ("sum",)), (Format("float", False, "nontemporal"), F), ValueError, "never read"),
        (Program(("float",), (), (1,)), (F, F), ValueError, "not a value"),
        (Program(("float",), (Step("add", "float", (0, 1)),), (1,)), (F, F), ValueError, "not computed"),
        (Program(("float",), (Step("cast", "real", (0,)),), (1,)), (F, F), ValueError, "no dtype 'real'"),
        (Program(("float",), (Step("nothing", "float", (0,)),), (1,)), (F, F), LookupError, "'nothing'"),
        (Program(("int8",), (Step("divide", "int8", (0, 0)),), (1,)), (B, B), TypeError, "div for int8"),
        (Program(("int8",), (Step("const", "int8", (1j,)),), (1,)), (B, B), TypeError, "not a constant"),
        (Program(("float", "double"), (Step("add", "float", (0, 1)),), (2,)), (F, F, D), TypeError, "float and double"),
    ],
)
def test_errors(program: Program, formats: tuple[Format, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        compile_kernel(program, formats)


def test_complex_is_never_guessed(rows, monkeypatch) -> None:
    monkeypatch.setitem(rows, "probe", Arithmetic(lambda b, x: x))
    with pytest.raises(TypeError, match="probe is not defined for cfloat"):
        compile_kernel(Program(("cfloat",), (Step("probe", "cfloat", (0,)),), (1,)), (Format("cfloat"),) * 2)

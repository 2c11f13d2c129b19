"""Programs written with the rules of the table: what one step after the other gives in tensors, in one pass."""

from __future__ import annotations

import doctest
import operator
from itertools import product
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, dtype_id, memory, sample

import ocean
from ocean._src.core.objects.dtypes import INT64
from ocean._src.core.objects.tensor import call_operation, make_operation
from ocean._src.ops import writer
from ocean._src.ops.dispatch import plan_program, run_program
from ocean._src.ops.table import OPERATORS, ROWS
from ocean._src.ops.writer import Writer, trace


def test_examples() -> None:
    assert doctest.testmod(writer).failed == 0


def bits(tensor: Any) -> tuple[Any, bytes]:
    return tensor.dtype, memory(tensor.clone().storage).tobytes()


def formula(x: Any, y: Any, call: Any) -> Any:
    return call("subtract", call("scale", call("add", x, y), call("add", x, 3)), call("scale", y, 0.5))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_fused_programs_have_the_bits_of_eager_calls(kind: ocean.dtype) -> None:
    for other in (ocean.bool, ocean.uint8, ocean.int64, ocean.half, ocean.float, ocean.cfloat):
        a, b = sample("wild", kind, seed=1).tensor, sample("unaligned", other, seed=2).tensor
        eager = formula(a, b, lambda name, x, y: getattr(ocean, name)(x, y))
        program = trace(lambda x, y: formula(x, y, lambda name, u, v: u.row(name, v)), kind, other)
        assert bits(run_program(program, [a, b])) == bits(eager)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.arity <= 2 and row.public])
def test_every_row(name: str) -> None:
    for kinds in product((ocean.int16, ocean.half, ocean.double), repeat=ROWS[name].arity):
        operands = [sample("contiguous", kind, seed=k).tensor for k, kind in enumerate(kinds)]
        try:
            eager = getattr(ocean, name)(*operands)
        except ocean.OceanError as error:
            with pytest.raises(type(error)):
                trace(lambda *values, name=name: values[0].row(name, *values[1:]), *kinds)
            continue
        program = trace(lambda *values, name=name: values[0].row(name, *values[1:]), *kinds)
        assert bits(run_program(program, operands)) == bits(eager), kinds


def test_operators_are_those_of_the_rows() -> None:
    for row in (each for each in ROWS.values() if each.operator):
        function, kinds = OPERATORS[row.operator], ["int32"] * row.arity
        assert trace(function, *kinds) == trace(lambda x, *y, name=row.name: x.row(name, *y), *kinds)
        if row.arity == 2 and row.operator not in ("<", "<=", "==", "!=", ">", ">="):
            step = trace(lambda x, f=function: f(3, x), "int32").steps[-1]
            assert step.name == row.name and step.args[0] == 1
    assert trace(operator.mul, "half", "half") == trace(operator.matmul, "half", "half")


def test_numbers_take_their_dtype_beside_a_value() -> None:
    def given(value: Any, kind: str) -> str:
        return trace(lambda x: x + value, kind).dtypes()[-1]

    assert [given(2, kind) for kind in ("int8", "half", "bool", "cfloat")] == ["int8", "half", "uint8", "cfloat"]
    for value, kind in product((True, 7, 300, 1.5, 2j), DTYPES):
        assert given(value, kind.spelling) == (ocean.zeros([1], kind) + value).dtype.spelling


def test_equal_steps_are_one_value_and_unused_ones_are_left_out() -> None:
    w = Writer(("float", "int8"))
    x, n = w.inputs
    assert x + n is x + n and w.constant(0.0, "float") is not w.constant(-0.0, "float")
    unused = x / 7  # noqa: F841
    assert str(w.program((x + n) * (x + n))).splitlines() == [
        "v0: float",
        "v1: int8",
        "v2 = cast float v1",
        "v3 = add float v0 v2",
        "v4 = scale float v3 v3",
        "store v4",
    ]


def test_halves_are_rounded_where_they_are_used() -> None:
    assert [step.name for step in trace(lambda x: x + x, "half").steps] == ["add"]
    assert [step.name for step in trace(lambda x: (x + x) * x, "half").steps] == ["add", "cast", "scale"]
    assert [step.name for step in trace(lambda x: (x + x).cast("float"), "half").steps] == ["add", "cast", "cast"]


def test_a_value_has_no_truth() -> None:
    w = Writer(("float",))
    with pytest.raises(TypeError, match="no truth"):
        bool(w.inputs[0] == w.inputs[0])
    assert len({*w.inputs, *w.inputs}) == 1


@pytest.mark.parametrize("size", [(), (1,), (13,), (5, 7), (3, 70, 2)])
def test_the_index_of_elements(size: tuple[int, ...]) -> None:
    """It counts through the axes of the result in column-major order, whatever its strides are."""
    w = Writer(("int64",))
    long = w.index()
    for _ in range(60):  # so that the kernel has no narrow loop
        long = (long.row("absolute") + w.inputs[0]).row("negative").row("negative") - w.inputs[0]
    for value in (w.index(), long):
        program = w.program(value)
        operation = make_operation(
            "test", 1, lambda inputs, result, _, program=program: plan_program(program, inputs, INT64, result)
        )
        wanted = np.arange(int(np.prod(size))).reshape(size, order="F")
        dense = ocean.zeros(list(size), ocean.int64)
        larger = ocean.zeros([2 * n for n in size], ocean.int64)
        flipped = larger[tuple(slice(None, None, -2) for _ in size)] if size else dense
        turned = ocean.zeros(list(size[::-1]), ocean.int64).reverseAxes()
        for result in (dense, turned, flipped):
            call_operation(operation, (ocean.int64(3),), result)
            assert np.array_equal(ocean.cpu(result).to_numpy(), wanted)

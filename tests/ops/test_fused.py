"""Programs of many operations, and of operations that end in a reduction: one pass, no temporary, the same bits."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, TARGETS, close, dtype_id, memory, read, same, sample, surroundings
from oracles import arithmetic, cast, rounded

import ocean
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.tensor import run_plan
from ocean._src.kernels.jobs import Elementwise, Reduce, planned
from ocean._src.ops.writer import trace

AXES = [axes for count in range(4) for axes in combinations(range(3), count)]


def polynomial(a: Any, b: Any, c: Any) -> Any:
    two, three = (a.writer.constant(value, a.dtype) for value in (2, 3))
    return two * a + three * b * c - a / b


def in_numpy(kind: ocean.dtype, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """The same steps, each rounded as its result in a tensor would be."""
    wide = {ocean.half: ocean.float, ocean.chalf: ocean.cfloat}.get(kind, kind)
    a, b, c = (cast(each, kind, wide) for each in (a, b, c))
    two, three = (cast(np.full(a.shape, value), ocean.int64, wide) for value in (2, 3))

    def apply(name: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return cast(rounded(arithmetic(name, x, y, wide), kind), kind, wide)

    result = apply("add", apply("scale", two, a), apply("scale", apply("scale", three, b), c))
    return rounded(apply("subtract", result, apply("divide", a, b)), kind)


def elementwise(program: Any, result: description, inputs: list[description]) -> Any:
    return planned(Elementwise((result, *inputs), program))


def reduction(program: Any, result: description, inputs: list[description], axes: Any) -> Any:
    return planned(Reduce((result, *inputs), program, axes))


def run(plan: Any, *operands: Any) -> None:
    """Run a plan and see that it takes no memory on the host."""
    used = ocean.cpu.usedBytes
    ocean.cpu.peakBytes = 0
    run_plan(plan, operands)
    assert not plan.result.device.host or ocean.cpu.peakBytes == used == ocean.cpu.usedBytes


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_polynomial(kind: ocean.dtype) -> None:
    program = trace(polynomial, *[kind.spelling] * 3)
    names = list(LAYOUTS)
    for k, into in enumerate([*TARGETS, *TARGETS]):
        size = (5, 3, 2) if k % 2 else (61,)
        operands, arrays = zip(
            *(sample(names[(k + 5 * j) % len(names)], kind, size, j, special=False) for j in range(3)), strict=True
        )
        result, _ = sample(into, kind, size, 9)
        around = surroundings(result)
        plan = elementwise(program, result._layout, [each._layout for each in operands])
        run(plan, result, *operands)
        wanted = in_numpy(kind, *arrays)
        if kind.iscomplex:
            a, b, c = (np.abs(each).astype(float) for each in arrays)
            close(read(result), wanted, kind, 2 * a + 3 * b * c + np.abs(wanted).astype(float) + a / b)
        else:
            same(read(result), wanted)
        np.testing.assert_array_equal(surroundings(result), around)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_programs_of_mixed_dtypes(kind: ocean.dtype) -> None:
    """Casts of operands and results are steps like others."""
    for other in DTYPES:
        program = trace(lambda x, y: (x.cast("double") - y.cast("double")).cast("float"), kind.spelling, other.spelling)
        a, x = sample("wild", kind, seed=1, special=False)
        b, y = sample("unaligned", other, seed=2, special=False)
        result = ocean.tensor([5, 3, 2])
        run(elementwise(program, result._layout, [a._layout, b._layout]), result, a, b)
        double = ocean.double
        same(read(result), cast(cast(x, kind, double) - cast(y, other, double), double, ocean.float))


def test_scalars_and_repeated_operands() -> None:
    a, x = sample("strided", ocean.float, (40,), special=False)
    program = trace(lambda x, s: (x + s) * (x - s), "float", "float")
    scalar = ocean.float(1.5)
    spread = make_description(ocean.float, (), "F", ocean.cpu).broadcast((40,))[1]
    result = ocean.tensor([40])
    run(elementwise(program, result._layout, [a._layout, spread]), result, a, scalar)
    wanted = (x + np.float32(1.5)) * (x - np.float32(1.5))
    same(read(result), wanted)
    run(elementwise(program, a._layout, [a._layout, spread]), a, a, scalar)
    same(read(a), wanted)


def test_many_operands() -> None:
    count = 20
    tensors = [ocean.full([100], k, ocean.int32) for k in range(count)]
    program = trace(lambda *each: sum(each[1:], each[0]), *["int32"] * count)
    result = ocean.tensor([100], ocean.int32)
    run(elementwise(program, result._layout, [each._layout for each in tensors]), result, *tensors)
    assert set(result.asPython()) == {sum(range(count))}


# --- Reductions --------------------------------------------------------------------------------------------------


def squares(kind: ocean.dtype) -> Any:
    """sum((x - y)**2), integers and booleans in int64."""
    if kind.isfloat:
        return trace(lambda x, y: (x - y) ** 2, kind.spelling, kind.spelling, reduction="sum"), kind
    wide = trace(lambda x, y: (x.cast("int64") - y.cast("int64")) ** 2, kind.spelling, kind.spelling, reduction="sum")
    return wide, ocean.int64


def sum_of_squares(kind: ocean.dtype, x: np.ndarray, y: np.ndarray, axes: tuple[int, ...]) -> tuple[Any, Any]:
    """The sums and the sums of magnitudes, without much rounding."""
    if kind.isfloat:
        wide = np.complex128 if kind.iscomplex else np.float64
        difference = x.astype(wide) - y.astype(wide)
    else:
        difference = x.astype(np.int64) - y.astype(np.int64)
    with np.errstate(over="ignore"):
        square = difference * difference
        return square.sum(axes), np.abs(square).astype(float).sum(axes)


def kept(size: tuple[int, ...], axes: tuple[int, ...]) -> list[int]:
    return [n for axis, n in enumerate(size) if axis not in axes]


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_sums_of_squares(kind: ocean.dtype) -> None:
    program, computing = squares(kind)
    names = list(LAYOUTS)
    for k, axes in enumerate([*AXES, *AXES]):
        size = (5, 3, 2) if k < len(AXES) else (33, 1, 45)
        a, x = sample(names[(k + kind.code) % len(names)], kind, size, 1, special=False)
        b, y = sample(names[(k * 5 + 2) % len(names)], kind, size, 2, special=False)
        result = ocean.tensor(kept(size, axes), computing)
        plan = reduction(program, result._layout, [a._layout, b._layout], axes)
        run_plan(plan, [result, a, b])
        wanted, scale = sum_of_squares(kind, x, y, axes)
        near(read(result), wanted, scale, computing)


def near(got: np.ndarray, wanted: Any, scale: Any, kind: ocean.dtype) -> None:
    """Sums that were computed in a dtype: integers exactly, others up to a few roundings of all that was added."""
    if not kind.isfloat:
        np.testing.assert_array_equal(got.real, wanted)
        return
    with np.errstate(over="ignore", invalid="ignore"):
        finite = np.isfinite(rounded(np.asarray(wanted), kind))
        assert (np.abs(got - wanted)[finite] <= 20 * float(kind.basetype.eps) * np.asarray(scale)[finite] + 1e-6).all()


@pytest.mark.parametrize("kind", [ocean.int8, ocean.uint32, ocean.half, ocean.double, ocean.chalf], ids=dtype_id)
def test_reductions_into_any_result(kind: ocean.dtype) -> None:
    program, computing = squares(kind)
    a, x = sample("wild", kind, seed=1, special=False)
    b, y = sample("negative", kind, seed=2, special=False)
    wanted, scale = sum_of_squares(kind, x, y, (1,))
    for into in TARGETS:
        for other in (computing, ocean.cdouble):
            result, _ = sample(into, other, (5, 2), 9)
            around = surroundings(result)
            run_plan(reduction(program, result._layout, [a._layout, b._layout], (1,)), [result, a, b])
            near(read(result), wanted, scale, computing)
            np.testing.assert_array_equal(surroundings(result), around)


@pytest.mark.parametrize("size", [(0,), (3, 0), (0, 4), (2, 0, 3)])
def test_reductions_of_nothing_are_zero(size: tuple[int, ...]) -> None:
    program, _ = squares(ocean.float)
    tensor = ocean.tensor(list(size), ocean.float)
    for axes in (tuple(range(len(size))), (0,), (len(size) - 1,)):
        result = ocean.full(kept(size, axes), 7, ocean.float)
        run_plan(reduction(program, result._layout, [tensor._layout] * 2, axes), [result, tensor, tensor])
        assert not read(result).any()


def test_sums_are_accurate() -> None:
    """Pairwise: the error does not grow with the number of elements; halves are summed in float."""
    many = np.full(1_000_000, 0.1, np.float32)
    total = ocean.tensor([])
    tensor = ocean.asTensor(many, ocean.getDefaultDevice())
    run_plan(reduction(trace(lambda x: x, "float", reduction="sum"), total._layout, [tensor._layout], (0,)),
             [total, tensor])  # fmt: skip
    assert abs(float(total) / (float(np.float32(0.1)) * 1e6) - 1) < 1e-6
    halves, total = ocean.ones([40_000], ocean.half), ocean.tensor([])
    run_plan(reduction(trace(lambda x: x, "half", reduction="sum"), total._layout, [halves._layout], (0,)),
             [total, halves])  # fmt: skip
    assert float(total) == 40_000


# --- Threads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ocean.int16, ocean.half, ocean.float, ocean.double, ocean.cfloat], ids=dtype_id)
def test_the_same_bits_for_any_number_of_threads(kind: ocean.dtype) -> None:
    random = np.random.default_rng(1)
    size = (131, 97, 41)
    x, y = (random.standard_normal(size).astype(np.float32) * 50 for _ in range(2))
    a, b = (ocean.asTensor(each, ocean.getDefaultDevice()) for each in (x, y))
    a, b = kind(a), kind(b.flipAxis(0))
    program, computing = squares(kind)
    fused = trace(polynomial, *[kind.spelling] * 3)
    for first, second in (
        (a, b),
        (a.permuteAxes([1, 2, 0]), b.permuteAxes([1, 2, 0])),
        (a.reverseAxes().clone(), b.reverseAxes()),
    ):
        seen: dict[Any, set[bytes]] = {}
        for threads in (1, 2, 3, 8):
            ocean.setNumThreads(threads)
            for axes in ((), (0,), (1,), (2,), (0, 2), (0, 1, 2)):
                result = ocean.tensor(kept(first.size, axes), computing)
                if axes:
                    plan = reduction(program, result._layout, [first._layout, second._layout], axes)
                    run_plan(plan, [result, first, second])
                else:
                    result = ocean.tensor(list(first.size), kind)
                    plan = elementwise(fused, result._layout, [each._layout for each in (first, second, first)])
                    run_plan(plan, [result, first, second, first])
                seen.setdefault(axes, set()).add(memory(result.storage).tobytes())
        assert all(len(each) == 1 for each in seen.values())


@pytest.mark.host_only("the allocator of the host")
@pytest.mark.parametrize("threads", [1, 3])
def test_large_operations_need_no_temporary(threads: int) -> None:
    ocean.setNumThreads(threads)
    size = [400, 300]
    native, swapped = ocean.ones(size, ocean.double), ocean.ones(size, ocean.double)
    swapped.byteswap()
    half, small, turned = (
        ocean.ones(size, ocean.half),
        ocean.ones(size, ocean.int8),
        ocean.ones(size[::-1], ocean.float).T,
    )
    result = ocean.tensor(size, ocean.cfloat)
    operands = [native, swapped, half, small, turned]
    for first in operands:
        for second in operands:
            ocean.add(first, second, result)
            used = ocean.cpu.usedBytes
            ocean.cpu.peakBytes = 0
            ocean.add(first, second, result)
            result.copy(first)
            assert ocean.cpu.peakBytes == used
            new = first + second
            assert ocean.cpu.peakBytes == ocean.cpu.usedBytes  # nothing but the result
            del new
    total = ocean.tensor([], ocean.double)
    program = trace(lambda x: x, "double", reduction="sum")
    plan = reduction(program, total._layout, [swapped._layout], (0, 1))
    ocean.cpu.peakBytes = 0
    used = ocean.cpu.usedBytes
    run_plan(plan, [total, swapped])
    assert ocean.cpu.peakBytes <= used + 64 and float(total) == 120_000

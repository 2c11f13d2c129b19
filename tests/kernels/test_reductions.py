"""Sums along rows and across rows, against exact sums."""

from __future__ import annotations

import math

import numpy as np
import pytest
from layouts import to_bfloat16

from ocean._src.kernels import REDUCTIONS, Format, Program, Step
from ocean._src.kernels.dtypes import DTYPES, PARTS, part
from ocean._src.kernels.program import of_one_number
from ocean._src.ops.writer import trace

pytestmark = pytest.mark.host_only("the kernels of the host")

ACCUMULATORS = {"half": "float", "bfloat16": "float", "chalf": "cfloat", "bool": "int64"}
FLOATING = ("half", "float", "double", "bfloat16")
ROWS = 3


def exact(values: np.ndarray) -> complex | int:
    """The sum without rounding on the way."""
    if values.dtype.kind == "c":
        return complex(math.fsum(values.real.tolist()), math.fsum(values.imag.tolist()))
    return math.fsum(values.tolist()) if values.dtype.kind == "f" else sum(int(value) for value in values)


def numbers(lab, dtype: str, count: int) -> np.ndarray:
    random = np.random.default_rng(count)
    if dtype in PARTS or part(dtype) in FLOATING:
        values = random.standard_normal((2, ROWS, count)) * 10.0 ** random.integers(-2, 3, (2, ROWS, count))
        return (values[0] + 1j * values[1] if dtype in PARTS else values[0]).astype(lab.numpy[dtype])
    return lab.values(dtype, ROWS, count)


def rounded(dtype: str, values: np.ndarray) -> np.ndarray:
    """The values after a visit to memory."""
    if dtype == "chalf":
        return (values.real.astype(np.float16) + 1j * values.imag.astype(np.float16)).astype(np.complex64)
    return to_bfloat16(values) if dtype == "bfloat16" else values


def close(got: np.ndarray, wanted: list, dtype: str, size: float) -> None:
    if "int" in dtype:
        modulus = 2**64
        assert [int(value) % modulus for value in got] == [value % modulus for value in wanted]
    else:
        assert np.abs(got - np.array(wanted)).max() <= size * {"float": 1e-6, "double": 1e-15}[part(dtype)]


@pytest.mark.parametrize("count", [0, 1, 5, 64, 203])
@pytest.mark.parametrize("dtype", DTYPES)
def test_sum_along_rows(lab, dtype: str, count: int) -> None:
    accumulator = ACCUMULATORS.get(dtype, "int64" if "int" in dtype else dtype)
    steps = (Step("cast", accumulator, (0,)),)
    values = rounded(dtype, numbers(lab, dtype, max(count, 1)))
    for swapped, access in ((False, "contiguous"), (True, "strided")):
        given = lab.Operand(values, Format(dtype, swapped, access), step=-2)
        total = lab.Operand(np.full((1, 1), 5), Format(accumulator, False, "uniform"))
        lab.run(Program((dtype,), steps, (1,), ("sum",)), [total, given], count, ROWS)
        summed = values[:, :count].ravel()
        summed = np.append(summed, np.array(5, summed.dtype if summed.dtype != bool else int))
        close(total.read()[0], [exact(summed)], accumulator, np.abs(values).astype(float).sum())


@pytest.mark.parametrize("dtype", DTYPES)
def test_sum_across_rows(lab, dtype: str) -> None:
    count = 85
    accumulator = ACCUMULATORS.get(dtype, "int64" if "int" in dtype else dtype)
    values = rounded(dtype, numbers(lab, dtype, count))
    for swapped, access in ((False, "contiguous"), (True, "strided")):
        given = lab.Operand(values, Format(dtype, swapped, access))
        total = lab.Operand(np.zeros((1, count)), Format(accumulator, False, access))
        total.strides = (total.strides[0], 0)
        lab.run(Program((dtype,), (), (0,), ("sum",)), [total, given], count, ROWS)
        close(total.read()[0], [exact(column) for column in values.T], accumulator, np.abs(values).astype(float).sum())


@pytest.mark.parametrize("rows", [2, 3, 5, 8])
@pytest.mark.parametrize("dtype", DTYPES)
def test_sum_of_rows_at_once(lab, dtype: str, rows: int) -> None:
    """Whether rows are apart or their elements follow each other: all are folded and stored, whatever was there."""
    count = 85
    accumulator = ACCUMULATORS.get(dtype, "int64" if "int" in dtype else dtype)
    values = np.tile(rounded(dtype, numbers(lab, dtype, count)), (4, 1))[:rows]
    for swapped, access, step, row in (
        (False, "contiguous", 1, None), (True, "contiguous", 1, None), (True, "strided", -3, None),
        (False, "tuples", rows, 1), (True, "tuples", rows, 1),
    ):  # fmt: skip
        layout = Format(dtype, swapped, "strided" if access == "tuples" else access)
        given = lab.Operand(values, layout, step, row)
        given.format = Format(dtype, swapped, access, rows)
        total = lab.Operand(np.ones((1, count)), Format(accumulator))
        program = Program((dtype,), (Step("cast", accumulator, (0,)),), (1,), ("sum",))
        lab.run(program, [total, given], count, 1)
        close(total.read()[0], [exact(column) for column in values.T], accumulator, np.abs(values).astype(float).sum())


@pytest.mark.parametrize("access", ["contiguous", "strided", "uniform"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_fused_sum_of_squares(lab, dtype: str, access: str) -> None:
    floating = part(dtype) in FLOATING
    computing = dtype if floating else "int64"
    accumulator = ACCUMULATORS.get(computing, computing)
    program = trace(
        lambda x, y: ((x.cast(computing) - y.cast(computing)) ** 2).cast(accumulator), dtype, dtype, reduction="sum"
    )
    count = 101
    x, y = np.random.default_rng(0).integers(0, 2 if dtype == "bool" else 9, (2, ROWS, count))
    made = [lab.Operand(np.zeros((1, 1)), Format(accumulator, False, "uniform"))]
    made += [lab.Operand(x, Format(dtype, False, "contiguous")), lab.Operand(y, Format(dtype, True, access))]
    lab.run(program, made, count, ROWS)
    y = y[:, :1] if access == "uniform" else y
    close(made[0].read()[0], [((x - y) ** 2).sum().tolist()], accumulator, 1e4)


def test_several_accumulators_at_once(lab) -> None:
    x, y = np.random.default_rng(0).integers(-9, 9, (2, ROWS, 75)).astype(float)
    program = trace(lambda x, y: (x + y, x * y, x.cast("cfloat")), "double", "double", reduction="sum")
    made = [lab.Operand(np.ones((1, 1)), Format("double", False, "uniform"))]
    made += [lab.Operand(np.ones((ROWS, 75)), Format("double", False, "contiguous"))]
    made += [lab.Operand(np.ones((1, 1)), Format("cfloat", False, "uniform"))]
    made += [lab.Operand(values, Format("double")) for values in (x, y)]
    lab.run(program, made, 75, ROWS)
    np.testing.assert_array_equal(made[0].read()[0], [(x + y).sum() + 1])
    np.testing.assert_array_equal(made[1].read(), x * y + 1)
    np.testing.assert_array_equal(made[2].read()[0], [x.sum() + 1])


@pytest.mark.parametrize("dtype", ["int16", "uint64", *FLOATING])
def test_any_fold_can_be_registered(lab, monkeypatch, dtype: str) -> None:
    lowest = -np.inf if dtype in FLOATING else np.iinfo(lab.numpy[dtype]).min
    row = of_one_number(lambda dtype: lowest, lambda b, total, x: b.maximum(total, x))
    monkeypatch.setitem(REDUCTIONS, "probe", row)
    values = np.nan_to_num(lab.values(dtype, ROWS, 90), nan=1) if dtype == "half" else numbers(lab, dtype, 90)
    values = rounded(dtype, values)
    made = [lab.Operand(np.zeros((1, 1)), Format(dtype, False, "uniform")), lab.Operand(values, Format(dtype))]
    lab.run(Program((dtype,), (), (0,), ("probe",)), made, 90, ROWS)
    np.testing.assert_array_equal(made[0].read()[0], [max(values.max(), 0)])


def test_order_of_addition_is_fixed(lab) -> None:
    """The same bits for the same row, wherever it lies."""
    values = np.random.default_rng(0).standard_normal((1, 1000))
    totals = []
    for offset in (0, 1, 8, 32):
        made = [lab.Operand(np.zeros((1, 1)), Format("double", False, "uniform"))]
        made += [lab.Operand(values, Format("double"), offset=offset)]
        lab.run(Program(("double",), (), (0,), ("sum",)), made, 1000, 1)
        totals.append(made[0].read()[0, 0])
    assert len(set(totals)) == 1

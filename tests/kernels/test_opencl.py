"""OpenCL kernels against those of the host: the same jobs, the same bytes.

Jobs are recorded on a device of the tests (see opencl.py), and then many of them are built as one program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id, read, sample

import ocean
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.tensor import SOME as SOME_AXES
from ocean._src.core.objects.tensor import call_operation, call_scalar, make_empty, run_plan
from ocean._src.kernels import Program, Step
from ocean._src.kernels.jobs import Elementwise, Reduce
from ocean._src.ops import dispatch, reductions
from ocean._src.ops.table import ROWS
from ocean._src.ops.writer import trace

pytest.importorskip("pyopencl")
import opencl
from opencl import GPU_LIKE, HOST_LIKE, Record, Runner, Traits

from ocean._src.kernels.opencl import builder, work_of

pytestmark = pytest.mark.host_only("its own devices")
both_traits = pytest.mark.parametrize("traits", [HOST_LIKE, GPU_LIKE], ids=["host-like", "gpu-like"])

LIBRARY = re.compile(r"\b(sin|cos|tan|asin|acos|atan|atan2|cbrt|hypot|pow|erf)\(")
"""Functions that are the library's: those of OpenCL are others than those of the host."""


@pytest.fixture(autouse=True)
def rows() -> None:
    """The real ones, not those of the other tests here."""


@pytest.fixture(scope="module")
def runner() -> Runner:
    return Runner()


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    recorder = opencl.recorder()
    monkeypatch.setattr(layouts, "device", recorder)
    yield recorder
    recorder.forget()


def named(name: str) -> ocean.dtype:
    return next(kind for kind in DTYPES if kind.spelling == name)


def parts_of(content: bytes, kind: ocean.dtype, swapped: bool) -> np.ndarray:
    """The parts of floating-point numbers in memory."""
    real = np.dtype({2: np.float16, 4: np.float32, 8: np.float64}[kind.basetype.size])
    return np.frombuffer(content, real.newbyteorder(">") if swapped else real).astype(real)


def ulps(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """How many numbers are between numbers; NaN to NaN is 0."""
    integer = np.dtype(f"i{x.itemsize}")

    def ordered(numbers: np.ndarray) -> np.ndarray:
        bits = numbers.view(integer).astype(np.longdouble)
        return np.where(bits < 0, -(bits + 2.0 ** (8 * x.itemsize - 1)), bits)

    return np.where(np.isnan(x) & np.isnan(y), 0, np.abs(ordered(x) - ordered(y)))


def check(runner: Runner, records: list[Record], traits: Traits, loose: float = 0, together: int = 60) -> None:
    """Do what was recorded, and compare: bit for bit, or up to some ulp where the library is called or numbers are
    rounded in another order."""
    assert records
    for record, after in zip(records, opencl.done(runner, records, traits, together), strict=True):
        texts = {launch.kernel.text for launch in work_of(record.job, traits).launches}
        program = record.job.program
        bound = loose if program.inexact() or any(map(LIBRARY.search, texts)) else 0
        kinds = {each[0]: kind for each, kind in zip(record.operands, record.job.operands, strict=True)}
        for key, before in record.before.items():
            wanted, got, kind = record.after.get(key, before), after[key], kinds[key]
            if got == wanted:
                continue
            assert kind.dtype.isfloat, f"{program}\n{wanted!r}\n{got!r}"
            x, y = (parts_of(each, kind.dtype, bool(kind.swapped)) for each in (wanted, got))
            worst = ulps(x, y)
            k = int(np.argmax(worst))
            assert worst[k] <= bound, f"{program}\n{record.job.operands}: {y[k]!r}, expected {x[k]!r} ({k})"


# --- Elementwise -------------------------------------------------------------------------------------------------

INTEGERS = ["bool", "uint8", "int16", "int64"]
SOME = ["add", "scale", "divide", "sqrt", "exp", "less", "round", "sign", "fmax", "where", "mod"]
"""Rows for dtypes that are computed as others are, except where they are loaded and stored."""


def call_rows(kind: ocean.dtype, names: list[str]) -> None:
    operands = [sample("contiguous", kind, (67,), seed).tensor for seed in range(3)]
    for name in names:
        try:
            call_operation(dispatch.OPERATIONS[name], tuple(operands[: ROWS[name].arity]))
        except ocean.OceanError:  # not for this dtype
            continue


def computed_in(name: str, kind: ocean.dtype) -> bool:
    """Whether a row that users name computes in the dtype of its operands."""
    row = ROWS[name]
    try:
        return row.public and row.types((kind,) * row.arity).computing is kind
    except ocean.OceanError:
        return False


@pytest.mark.parametrize("name", ["float", "double"])
def test_rows_of_real_numbers(name: str, device: Any, runner: Runner) -> None:
    call_rows(named(name), [each for each in dispatch.OPERATIONS if each in ROWS and ROWS[each].public])
    check(runner, device.records, HOST_LIKE, loose=8)


def test_rows_of_complex_numbers(device: Any, runner: Runner) -> None:
    call_rows(ocean.cdouble, [*SOME, "absolute", "sin", "arctan", "log", "tanh", "conj", "isnan", "equal"])
    check(runner, device.records, HOST_LIKE, loose=8)


@pytest.mark.parametrize("name", INTEGERS)
def test_rows_of_integers(name: str, device: Any, runner: Runner) -> None:
    call_rows(named(name), [each for each in dispatch.OPERATIONS if each in ROWS and computed_in(each, named(name))])
    check(runner, device.records, HOST_LIKE)


@pytest.mark.parametrize("name", ["half", "chalf", "cfloat"])
def test_rows_of_dtypes_that_are_computed_as_others(name: str, device: Any, runner: Runner) -> None:
    call_rows(named(name), SOME)
    check(runner, device.records, HOST_LIKE, loose=1)


@pytest.mark.parametrize("name", ["double", "half", "cfloat"])
def test_rows_with_scalars(name: str, device: Any, runner: Runner) -> None:
    call_rows(named(name), SOME)
    check(runner, device.records, GPU_LIKE, loose=4)


def test_power_of_complex_numbers(device: Any, runner: Runner) -> None:
    x, y = (sample("contiguous", ocean.cdouble, (40,), seed, False).tensor for seed in (1, 2))
    call_operation(dispatch.OPERATIONS["power"], (x, y))
    (record,) = device.records
    (after,) = opencl.done(runner, device.records, HOST_LIKE)
    key = record.operands[0][0]
    got, wanted = (np.frombuffer(each[key], complex) for each in (after, record.after))
    np.testing.assert_allclose(got, wanted, 1e-11)


@both_traits
def test_casts_between_all_dtypes_into_several_results(traits: Traits, device: Any, runner: Runner) -> None:
    for kind in DTYPES:
        source = sample("contiguous", kind, (61,), 1).tensor
        steps = tuple(Step("cast", each.spelling, (0,)) for each in DTYPES)
        program = Program((kind.spelling,), steps, tuple(range(1, 1 + len(steps))))
        results = [make_description(each, (61,), "F", device) for each in DTYPES]
        plan = device.plan(Elementwise((*results, source._layout), program))
        run_plan(plan, [*(make_empty(each) for each in results), source])
    check(runner, device.records, traits)


@both_traits
def test_halves_and_what_rounds_to_them(traits: Traits, device: Any, runner: Runner) -> None:
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    exact = halves.astype(np.float32)
    exact = exact[np.isfinite(exact)]
    steps = [np.nextafter(exact, np.float32(side)) for side in (np.inf, -np.inf)]
    between = ((exact[:-1].astype(float) + exact[1:]) / 2).astype(np.float32)
    floats = np.concatenate([exact, *steps, between, np.float32([np.inf, -np.inf, np.nan, 1e-40, 65520])])
    for swapped in (False, True):
        source = layouts.place(halves, ocean.half, [2], swapped=swapped).tensor
        ocean.float(source)
        source = layouts.place(floats, ocean.float, [4]).tensor
        target = layouts.place(np.zeros(floats.shape, np.float16), ocean.half, [2], swapped=swapped).tensor
        target.copy(source)
    check(runner, device.records, traits)


@both_traits
@pytest.mark.parametrize("kind", [ocean.double, ocean.half, ocean.cfloat, ocean.int16, ocean.bool], ids=dtype_id)
def test_layouts(kind: ocean.dtype, traits: Traits, device: Any, runner: Runner) -> None:
    for number, name in enumerate(LAYOUTS):
        if name in ("unaligned", "wild"):
            continue
        x, y = sample(name, kind, (37, 6, 2), 1).tensor, sample(list(LAYOUTS)[-number], kind, (37, 6, 2), 2).tensor
        if list(LAYOUTS)[-number] in ("unaligned", "wild"):
            y = x
        for target in ("contiguous", TARGETS[number % 4], "row_major"):
            ocean.add(x, y, sample(target, kind, (37, 6, 2), 3).tensor)
        ocean.add(x, kind(1))
        ocean.add(x, sample("contiguous", kind, (37,), 4).tensor)
    check(runner, device.records, traits)


@both_traits
def test_sizes_from_nothing_to_many(traits: Traits, device: Any, runner: Runner) -> None:
    for size in (
        (0,),
        (1,),
        (7,),
        (8,),
        (9,),
        (100_003,),
        (3, 1),
        (1, 5),
        (5, 0),
        (3, 20_000),
        (20_000, 3),
        (300, 301),
    ):
        x, y = (sample("contiguous", ocean.float, size, seed, False).tensor for seed in (1, 2))
        ocean.add(x, y)
        ocean.add(x, sample("row_major", ocean.float, size, 2, False).tensor)
    check(runner, device.records, traits)


@both_traits
def test_results_that_repeat_an_element(traits: Traits, device: Any, runner: Runner) -> None:
    source, result = (sample("zero_stride", ocean.double, (30, 4), seed).tensor for seed in (1, 2))
    ocean.negative(source, result)
    check(runner, device.records, traits)


@both_traits
def test_elements_where_values_say(traits: Traits, device: Any, runner: Runner) -> None:
    """Steps that load: an operand as a base, and offsets in bytes."""
    for kind in (ocean.double, ocean.half, ocean.cfloat, ocean.bool):
        base = sample("contiguous", kind, (50,), 1).tensor
        size = kind.size
        offsets = np.random.default_rng(1).integers(0, 50, (9, 5)) * size
        places = layouts.place(offsets, ocean.int64, [8, 72]).tensor
        steps = (Step("load", kind.spelling, (0, 1)), Step("negative", kind.spelling, (2,)))
        program = Program((kind.spelling, "int64"), steps, (3,))
        operands = [
            make_description(kind, (9, 5), "F", device),
            make_description(kind, (9, 5), (0, 0), device),
            places._layout,
        ]
        plan = device.plan(Elementwise(tuple(operands), program))
        run_plan(plan, [make_empty(operands[0]), base.slice(0, 0, 1).reshape([]), places])
    check(runner, device.records, traits)


def test_tiny_numbers_beside_large_ones(device: Any, runner: Runner) -> None:
    random = np.random.default_rng(2)
    for kind in (ocean.float, ocean.double):
        values = np.exp(random.uniform(-20, 40, 4000)).astype(layouts.NUMPY[kind]) * random.choice([-1, 1], 4000)
        x = layouts.place(values.astype(layouts.NUMPY[kind]), kind, [kind.size]).tensor
        for name in ("sin", "cos", "tan"):
            call_operation(dispatch.OPERATIONS[name], (x,))
    check(runner, device.records, HOST_LIKE, loose=8)


# --- Reductions --------------------------------------------------------------------------------------------------

EXACT = ["any", "nnz", "minimum", "argmax", "ptp"]
SHAPES = [
    ("contiguous", (40_000,), 0), ("contiguous", (37,), 0), ("contiguous", (0,), 0), ("contiguous", (3, 1000), 1),
    ("contiguous", (3, 1000), 2), ("contiguous", (130, 40), 1), ("contiguous", (130, 40), 2), ("negative", (13, 17, 5), 5),
    ("row_major", (13, 17, 5), 2), ("strided", (50, 30), 0), ("zero_stride", (50, 30), 0),
    ("inner_zero_stride", (50, 30), 1), ("contiguous", (5, 0, 3), 2), ("contiguous", (5, 1, 3), 2),
    ("contiguous", (0, 4), 2), ("overlapping", (20, 20), 1), ("contiguous", (2000, 90), 2), ("contiguous", (2, 70_000), 2),
    ("byteswapped", (50, 30), 2),
]  # fmt: skip
"""Layouts, sizes, and the bits of the axes that are reduced, 0 for all."""


def reduce_rows(kind: ocean.dtype, names: list[str]) -> None:
    for number, (name, size, axes) in enumerate(SHAPES):
        special = sample(name, kind, size, number).tensor
        benign = special
        if name == "contiguous" and kind.isfloat:  # where the order of additions matters, numbers of one magnitude
            values = 1 + np.abs(np.tanh(read(sample(name, kind, size, number, False).tensor)))
            benign = layouts.place(values, kind, layouts.fortran(size, kind.size)).tensor
        for each in names:
            source = special if each in EXACT else benign
            try:
                reduced(reductions.OPERATIONS[each], source, axes)
            except ocean.OceanError:  # empty
                continue


def reduced(operation: Any, source: ocean.tensor, axes: int, *others: Any) -> None:
    if axes:
        call_operation(operation, (source, *others), None, axes | SOME_AXES)
    else:
        call_scalar(operation, source, *others)


@pytest.mark.parametrize("name", ["double", "half", "int32", "bool", "cfloat"])
def test_reductions(name: str, device: Any, runner: Runner) -> None:
    reduce_rows(named(name), [*EXACT, "sum", "mean", "var"] if name == "double" else ["minimum", "argmax", "sum"])
    check(runner, [each for each in device.records if comparable(each)], HOST_LIKE, loose=1000)


@pytest.mark.parametrize("name", ["double", "bool"])
def test_reductions_with_scalars(name: str, device: Any, runner: Runner) -> None:
    reduce_rows(named(name), ["any", "argmax", "sum"])
    check(runner, [each for each in device.records if comparable(each)], GPU_LIKE, loose=1000)


def comparable(record: Record) -> bool:
    """Sums of numbers of both signs and many magnitudes differ with their order."""
    source = record.job.operands[1]
    return not (record.job.program.inexact() and isinstance(record.job, Reduce) and not contiguous(source))


def contiguous(source: Any) -> bool:
    return source.strides == tuple(layouts.fortran(source.size, source.dtype.size))


@both_traits
def test_reductions_with_parameters_and_several_results(traits: Traits, device: Any, runner: Runner) -> None:
    x = layouts.place(1 + np.random.default_rng(3).random((60, 41)), ocean.double, [8, 480]).tensor
    for axes in (0, 1, 2):
        reduced(reductions.WITH_PARAMETER["var"], x, axes, ocean.double(1))
        reduced(reductions.WITH_PARAMETER["norm"], x, axes, ocean.double(2.5))
        reductions.reduce_together(["sum", "minimum", "argmax"], x, (axes - 1,) if axes else None)
    check(runner, device.records, traits, loose=100)


def test_programs_that_end_in_reductions(device: Any, runner: Runner) -> None:
    x, y = (layouts.place(np.random.default_rng(k).random(5000), ocean.double, [8]).tensor for k in (1, 2))
    program = trace(lambda x, y: (x - y) ** 2, "double", "double", reduction="sum")
    assert isinstance(reductions.reduce_program(program, [x, y]), ocean.scalar)
    check(runner, device.records, HOST_LIKE, loose=64)


@both_traits
def test_sums_are_the_same_every_time(traits: Traits, device: Any, runner: Runner) -> None:
    x = layouts.place(np.random.default_rng(4).standard_normal(300_001), ocean.float, [4]).tensor
    call_scalar(reductions.OPERATIONS["sum"], x)
    (record,) = device.records
    results = {opencl.done(runner, [record], traits)[0][record.operands[0][0]] for _ in range(5)}
    assert len(results) == 1
    (got,) = np.frombuffer(results.pop(), np.float32)
    values = read(x).astype(float)
    assert abs(got - values.sum()) <= 2.0**-24 * np.abs(values).sum() * 1e-2


# --- Texts -------------------------------------------------------------------------------------------------------


def test_literals_are_exact() -> None:
    assert builder.literal("double", 0.1) == "(0x1.999999999999ap-4)"
    assert builder.literal("float", 0.1) == "(0x1.99999a0000000p-4f)"
    assert builder.literal("float", 1e300) == "as_float(0x7F800000U)"
    assert builder.literal("double", -0.0) == "(-0x0.0p+0)"
    assert builder.literal("int64", -(2**63)) == "((long)(-9223372036854775807L - 1))"
    assert builder.literal("uint8", -1) == "((uchar)255UL)"
    assert builder.literal("bool", True) == "1"


def test_devices_without_doubles_are_told(device: Any) -> None:
    traits = Traits(host_like=False, units=4, width=0, local=64, fp64=False)
    for kind in (ocean.float, ocean.half, ocean.chalf, ocean.int64):
        made = make_description(kind, (10,), "F", device)
        job = Elementwise(
            (made, made, made), trace(lambda x, y: x + 1.5 * y if x.dtype.isfloat else x + y, *[kind.spelling] * 2)
        )
        (launch,) = work_of(job, traits).launches
        assert "double" not in launch.kernel.text
    made = make_description(ocean.double, (10,), "F", device)
    with pytest.raises(ocean.OceanTypeError, match="cl_khr_fp64"):
        work_of(Elementwise((made, made), trace(lambda x: x, "double")), traits)


def test_one_text_serves_all_sizes_and_strides(device: Any) -> None:
    texts = set()
    for size, order in (((10,), "F"), ((1000, 1000), "F"), ((30, 40, 5), "C"), ((), "F")):
        made = make_description(ocean.double, size, order, device)
        other = make_description(ocean.double, size, "F", device)
        job = Elementwise((made, other, other), trace(lambda x, y: x + y, "double", "double"))
        texts |= {launch.kernel.text for launch in work_of(job, HOST_LIKE).launches}
    assert len(texts) == 1

"""Casts between all dtypes, against the rules written out in Python integers and in NumPy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from layouts import to_bfloat16

from ocean._src.kernels import Format, Program, Step
from ocean._src.kernels.dtypes import DTYPES, PARTS, limits, part

pytestmark = pytest.mark.host_only("the kernels of the host")

INTEGERS = [dtype for dtype in DTYPES if "int" in dtype]
ROWS, COUNT = 2, 77


def wrap(value: int, dtype: str) -> int:
    low, high = limits(dtype)
    return (value - low) % (high - low + 1) + low


def floating_to_integer(value: float, dtype: str) -> int:
    """Truncate; out of range is what x86 gives for 32 or 64 bits, then wrapped."""
    if dtype == "uint64" and 0 <= value < 2.0**64:
        return int(value)
    wide = "int64" if dtype in ("int64", "uint32", "uint64") else "int32"
    low, high = limits(wide)
    if not np.isfinite(value) or not low <= int(value) <= high:
        return wrap(low, dtype)
    return wrap(int(value), dtype)


def expected(values: np.ndarray, source: str, target: str, numpy: dict[str, type]) -> np.ndarray:
    if target == "bool":
        return values != 0
    if source in PARTS and target not in PARTS:
        values = values.real
    if target in INTEGERS and values.dtype.kind == "f":
        flat = [floating_to_integer(float(value), target) for value in values.flat]
        return np.array(flat, numpy[target]).reshape(values.shape)
    if target == "bfloat16":
        return to_bfloat16(values)
    with np.errstate(over="ignore", invalid="ignore"):
        if part(target) == "half":
            if values.dtype.kind == "c":
                halves = [to_half(values.real), to_half(values.imag)]
                result = np.empty(values.shape, np.complex64)
                result.real, result.imag = halves
                return result
            halves = to_half(values)
            return halves.astype(np.complex64) if target == "chalf" else halves
        return values.astype(numpy[target])


def to_half(values: np.ndarray) -> np.ndarray:
    """NumPy rounds double to half once; integers are exact in double wherever half is finite."""
    return values.astype(np.float64).astype(np.float16)


def same(got: np.ndarray, wanted: np.ndarray) -> None:
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted)
    if got.dtype.kind in "fc":
        for one, other in ((got.real, wanted.real), (got.imag, wanted.imag)):
            numbers = ~np.isnan(one)
            np.testing.assert_array_equal(np.signbit(one[numbers]), np.signbit(other[numbers]))


SWAPS = list(itertools.product((False, True), repeat=2))
ACCESSES = list(itertools.product(("contiguous", "strided", "nontemporal"), ("contiguous", "strided", "uniform")))


@pytest.mark.parametrize("target", DTYPES)
@pytest.mark.parametrize("source", DTYPES)
def test_cast(lab, source: str, target: str) -> None:
    # Each pair sees each byte order; the accesses take turns, so that each source and each target sees them all.
    turn = DTYPES.index(source) * 4 + DTYPES.index(target) * 5
    program = Program((source,), (Step("cast", target, (0,)),), (1,))
    for number, (swapped_in, swapped_out) in enumerate(SWAPS):
        to, fro = ACCESSES[(turn + number) % len(ACCESSES)]
        values = lab.values(source, ROWS, COUNT)
        if fro == "uniform":
            values = values[:, number::4][:, :1].repeat(COUNT, 1)
        given = lab.Operand(values, Format(source, swapped_in, fro), step=-2 if number % 2 else 3)
        result = lab.Operand(np.zeros((ROWS, COUNT)), Format(target, swapped_out, to), step=2)
        lab.run(program, [result, given], COUNT, ROWS)
        same(result.read(), expected(values, source, target, lab.numpy))


@pytest.mark.parametrize("dtype", DTYPES)
def test_copy_keeps_every_bit(lab, dtype: str) -> None:
    values = lab.values(dtype, 1, 200)
    given = lab.Operand(values, Format(dtype))
    result = lab.Operand(np.zeros((1, 200)), Format(dtype))
    lab.run(Program((dtype,), (), (0,)), [result, given], 200, 1)
    np.testing.assert_array_equal(result.raw(), given.raw())


def all_halves() -> np.ndarray:
    return np.arange(65536, dtype=np.uint16).view(np.float16).reshape(1, -1)


@pytest.mark.parametrize("native", [True, False])
def test_every_half_to_float_and_back(lab, native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with_half_arithmetic(native, monkeypatch)
    halves = all_halves()
    given = lab.Operand(halves, Format("half"))
    result = lab.Operand(np.zeros(halves.shape), Format("float"))
    lab.run(Program(("half",), (Step("cast", "float", (0,)),), (1,)), [result, given], 65536, 1)
    same(result.read(), halves.astype(np.float32))
    back = lab.Operand(np.zeros(halves.shape), Format("half"))
    lab.run(Program(("float",), (Step("cast", "half", (0,)),), (1,)), [back, result], 65536, 1)
    same(back.read(), halves)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("source", ["float", "double"])
def test_rounding_to_half_around_every_tie(lab, source: str, native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with_half_arithmetic(native, monkeypatch)
    kind = lab.numpy[source]
    halves = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(kind)
    following = np.append(halves[1:], kind(65536))
    ties = (halves + following) / 2
    values = np.concatenate([ties, np.nextafter(ties, kind(0)), np.nextafter(ties, kind(np.inf))])
    values = np.concatenate([values, -values])[None]
    given = lab.Operand(values, Format(source))
    result = lab.Operand(np.zeros(values.shape), Format("half"))
    lab.run(Program((source,), (Step("cast", "half", (0,)),), (1,)), [result, given], values.size, 1)
    with np.errstate(over="ignore"):
        same(result.read(), values.astype(np.float16))


@pytest.mark.parametrize("source", ["float", "double"])
def test_rounding_to_bfloat16_around_every_tie(lab, source: str) -> None:
    """Of subnormal numbers, too, which are subnormal as floats."""
    kind = lab.numpy[source]
    upper = np.arange(0x7F80, dtype=np.uint32) << 16
    ties = (upper | 0x8000).view(np.float32).astype(kind)
    values = np.concatenate([upper.view(np.float32).astype(kind), ties, [kind(np.nan), kind(np.inf)]])
    values = np.concatenate([values, np.nextafter(ties, kind(0)), np.nextafter(ties, kind(np.inf))])
    values = np.concatenate([values, -values])[None]
    given = lab.Operand(values, Format(source))
    result = lab.Operand(np.zeros(values.shape), Format("bfloat16"))
    lab.run(Program((source,), (Step("cast", "bfloat16", (0,)),), (1,)), [result, given], values.size, 1)
    same(result.read(), to_bfloat16(values))


@pytest.mark.parametrize("source", ["int32", "uint32", "int64", "uint64"])
def test_integers_are_rounded_to_bfloat16_once(lab, source: str) -> None:
    """Next to the ties, where rounding to float or double first would lose what decides."""
    low, high = limits(source)
    ties = [tail * (head << shift - 8) for shift in range(8, 64) for head in (257, 259, 383, 511) for tail in (1, -1)]
    values = sorted({tie + step for tie in ties for step in (-1, 0, 1) if low <= tie + step <= high} | {low, high})
    given = lab.Operand(np.array([values], lab.numpy[source]), Format(source))
    result = lab.Operand(np.zeros((1, len(values))), Format("bfloat16"))
    lab.run(Program((source,), (Step("cast", "bfloat16", (0,)),), (1,)), [result, given], len(values), 1)
    same(result.read(), to_bfloat16(np.array([values], lab.numpy[source])))


def with_half_arithmetic(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the conversion instructions of the machine, or integer arithmetic."""
    from ocean._src.kernels.llvm import compiler, machine

    target = machine.target()
    if native and not target.half:
        pytest.skip("this machine has no instructions for half")
    monkeypatch.setattr(machine, "target", lambda: target._replace(half=native))
    monkeypatch.setattr(compiler, "_kernels", {})


def test_any_nonzero_byte_is_true_and_true_is_one(lab) -> None:
    given = lab.Operand(np.zeros((1, 256)), Format("bool"))
    given.buffer[given.bytes[0, :, 0]] = np.arange(256)
    result = lab.Operand(np.zeros((1, 256)), Format("bool"))
    lab.run(Program(("bool",), (), (0,)), [result, given], 256, 1)
    assert result.raw().ravel().tolist() == [0] + [1] * 255


@pytest.mark.parametrize(
    ("value", "dtype", "wanted"),
    [(300.0, "uint8", 44), (-1.5, "uint8", 255), (np.nan, "uint8", 0), (-300.0, "int8", -44), (1e30, "uint32", 0),
     (-1.0, "uint64", 2**64 - 1), (np.nan, "uint64", 2**63), (1e30, "int64", -(2**63)), (2.0**63, "uint64", 2**63)],
)  # fmt: skip
def test_out_of_range(lab, value: float, dtype: str, wanted: int) -> None:
    assert floating_to_integer(value, dtype) == wanted
    given = lab.Operand(np.full((1, 9), value), Format("double"))
    result = lab.Operand(np.zeros((1, 9)), Format(dtype))
    lab.run(Program(("double",), (Step("cast", dtype, (0,)),), (1,)), [result, given], 9, 1)
    assert result.read().tolist() == [[wanted] * 9]

"""Operands in every layout, and a way to run a kernel on them, for tests that compare with NumPy.

Logical values are NumPy arrays of shape (rows, elements); NumPy has neither complex-half nor
bfloat16, so their values are complex64 and float32.
"""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from layouts import to_bfloat16

from ocean._src.kernels import ARITHMETIC, Arithmetic, Format, Program
from ocean._src.kernels import complex as parts
from ocean._src.kernels.dtypes import SIZES
from ocean._src.kernels.llvm.compiler import Kernel, compile_kernel

NUMPY = {
    "bool": np.bool_, "half": np.float16, "float": np.float32, "double": np.float64,
    "bfloat16": np.float32, "chalf": np.complex64, "cfloat": np.complex64, "cdouble": np.complex128,
    **{name: np.dtype(name).type for name in SIZES if "int" in name},
}  # fmt: skip

TEST_ROWS = {
    "add": Arithmetic(lambda b, x, y: b.add(x, y), complex=parts.add),
    "subtract": Arithmetic(lambda b, x, y: b.sub(x, y), boolean=lambda b, x, y: b.xor(x, y), complex=parts.sub),
    "scale": Arithmetic(lambda b, x, y: b.mul(x, y), complex=parts.mul),
    "divide": Arithmetic(lambda b, x, y: b.div(x, y), complex=parts.div),
    "square": Arithmetic(lambda b, x: b.mul(x, x), complex=lambda b, x: parts.mul(b, x, x)),
    "equal": Arithmetic(lambda b, x, y: b.eq(x, y), complex=parts.eq, result=lambda dtype: "bool"),
    "less": Arithmetic(lambda b, x, y: b.lt(x, y), complex=parts.lt, result=lambda dtype: "bool"),
    "fill": Arithmetic(lambda b, x: x, complex=lambda b, x: x),
}


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[str, Arithmetic]:
    """A few rows under the names that expressions use, whatever the packages above have registered."""
    for name, row in TEST_ROWS.items():
        monkeypatch.setitem(ARITHMETIC, name, row)
    return ARITHMETIC


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def private_cache(session_cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never the cache of the user who runs the tests, and no pack: the rows above are not those that it was made from."""
    monkeypatch.setenv("OCEAN_PACK", "off")
    monkeypatch.delenv("OCEAN_CACHE", raising=False)
    monkeypatch.setenv("OCEAN_CACHE_DIR", session_cache)


def encode(values: np.ndarray, dtype: str, swapped: bool) -> np.ndarray:
    """The bytes of each value: an array of one more dimension."""
    if dtype == "chalf":
        values = np.stack([values.real, values.imag], -1).astype(np.float16)
    elif dtype == "bfloat16":
        values = (to_bfloat16(values).view(np.uint32) >> 16).astype(np.uint16)[..., None]
    else:
        values = values.astype(NUMPY[dtype], copy=True)[..., None]
    values = np.ascontiguousarray(values)
    if swapped:
        values = values.byteswap()
    return values.view(np.uint8).reshape(*values.shape[:2], SIZES[dtype])


def decode(raw: np.ndarray, dtype: str, swapped: bool) -> np.ndarray:
    raw = np.ascontiguousarray(raw)
    if dtype == "chalf":
        pairs = raw.view(np.float16)
        pairs = (pairs.byteswap() if swapped else pairs).astype(np.float32)
        return pairs.view(np.complex64)[..., 0]
    if dtype == "bfloat16":
        upper = raw.view(np.uint16)[..., 0]
        return ((upper.byteswap() if swapped else upper).astype(np.uint32) << 16).view(np.float32)
    values = raw.view(NUMPY[dtype])[..., 0]
    return values.byteswap() if swapped else values


class Operand:
    """Values laid out in a buffer of their own, surrounded by bytes that must not change.

    `offset` makes them unaligned; negative `step` or `row` (in elements) make them go backwards in memory. A
    broadcast operand takes the first value of each row.
    """

    def __init__(
        self, values: np.ndarray, format: Format, step: int = 3, row: int | None = None, offset: int = 1
    ) -> None:
        self.format, (rows, count) = format, values.shape
        size = SIZES[format.dtype]
        inner = {"contiguous": size, "nontemporal": size, "uniform": 0, "strided": step * size}[format.access]
        if row is None:
            row = max(1, count * abs(inner) // size) + 8
        if format.access == "nontemporal":
            offset, row = 0, -(-row // 64) * 64
        outer = row * size
        self.strides = (inner, outer)
        low = min(0, (count - 1) * inner) + min(0, (rows - 1) * outer)
        high = max(0, (count - 1) * inner) + max(0, (rows - 1) * outer) + size
        self.buffer = np.full(high - low + 256, 0xA5, np.uint8)
        start = -low + 64
        start += -(self.buffer.ctypes.data + start) % 64 + offset
        self.pointer = self.buffer.ctypes.data + start
        columns = 1 if format.access == "uniform" else count
        place = start + np.arange(rows)[:, None] * outer + np.arange(columns)[None] * inner
        self.bytes = place[..., None] + np.arange(size)
        self.buffer[self.bytes] = encode(values, format.dtype, format.swapped)[:, :columns]
        self.before = self.buffer.copy()

    def read(self) -> np.ndarray:
        return decode(self.buffer[self.bytes], self.format.dtype, self.format.swapped)

    def raw(self) -> np.ndarray:
        return self.buffer[self.bytes]

    def surroundings_untouched(self) -> bool:
        changed = self.buffer != self.before
        changed[self.bytes] = False
        return not changed.any()


def call_at(address: int, pointers: np.ndarray, strides: np.ndarray, n0: int, n1: int) -> None:
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(address)
    given = pointers.copy(), strides.copy()
    function(pointers.ctypes.data, strides.ctypes.data, n0, n1)
    assert (pointers == given[0]).all() and (strides == given[1]).all()


def places(operands: list[Operand]) -> tuple[np.ndarray, np.ndarray]:
    """Pointers and strides as kernels take them."""
    return (
        np.array([operand.pointer for operand in operands], np.uintp),
        np.array([operand.strides for operand in operands], np.int64),
    )


def call(kernel: Kernel, operands: list[Operand], n0: int, n1: int) -> None:
    """Call a kernel; what does not fill its vectors row by row in a scratch buffer, as the core does."""
    pointers, strides = places(operands)
    rest = n0 % kernel.whole
    if n0 != rest or not rest:
        call_at(kernel.address, pointers, strides, n0 - rest, n1)
    size, outputs = 16 * kernel.whole, len(kernel.program.outputs)
    for j in range(n1 if rest else 0):
        scratch = np.zeros(len(operands) * size + 64, np.uint8)
        pointers = (
            scratch.ctypes.data + -scratch.ctypes.data % 64 + np.arange(len(operands), dtype=np.uintp) * np.uintp(size)
        )
        inner = np.array([[SIZES[operand.format.dtype], 0] for operand in operands], np.int64)
        moves = []
        for k, operand in enumerate(operands):
            start = operand.pointer + (n0 - rest) * operand.strides[0] + j * operand.strides[1]
            if operand.format.access == "uniform":
                pointers[k] = start
                continue
            for i in range(rest):
                moves.append(
                    (k, int(pointers[k]) + i * int(inner[k, 0]), start + i * operand.strides[0], int(inner[k, 0]))
                )
        for k, inside, outside, count in moves:
            if k >= outputs:
                ctypes.memmove(inside, outside, count)
        call_at(kernel.address, pointers, inner, kernel.whole, 1)
        for k, inside, outside, count in moves:
            if k < outputs:
                ctypes.memmove(outside, inside, count)


class Laboratory:
    """What tests need, in one fixture."""

    Operand = Operand
    call = staticmethod(call)
    call_at = staticmethod(call_at)
    places = staticmethod(places)
    numpy = NUMPY

    @staticmethod
    def run(program: Program, operands: list[Operand], n0: int, n1: int) -> None:
        """Run a program on operands, outputs first, and check that it wrote nothing else."""
        kernel = compile_kernel(program, tuple(operand.format for operand in operands))
        for operand in operands:
            operand.before = operand.buffer.copy()
        call(kernel, operands, n0, n1)
        for number, operand in enumerate(operands):
            assert operand.surroundings_untouched()
            if number >= len(program.outputs) and operand not in operands[: len(program.outputs)]:
                assert (operand.buffer == operand.before).all()

    @staticmethod
    def values(dtype: str, rows: int, count: int, seed: int = 0) -> np.ndarray:
        """Values of a dtype: the special ones first, then random ones of many magnitudes."""
        random = np.random.default_rng([seed, *dtype.encode()])
        kind = np.dtype(NUMPY[dtype])
        if dtype == "bool":
            return random.integers(0, 2, (rows, count)).astype(bool)
        if kind.kind in "iu":
            limits = np.iinfo(kind)
            values = random.integers(limits.min, limits.max, (rows, count), kind, endpoint=True)
            values >>= random.integers(0, limits.bits, values.shape).astype(kind)
            special = [0, 1, 2, limits.min, limits.max, limits.max // 2, limits.max - 1]
            values.flat[: len(special)] = special
            return values
        real = np.float16 if dtype in ("half", "chalf") else np.float64 if "double" in dtype else np.float32
        with np.errstate(over="ignore"):
            numbers = random.standard_normal((2, rows * count)) * 10.0 ** random.integers(-6, 12, (2, rows * count))
            numbers = numbers.astype(real)
            special = np.array(
                [0.0, -0.0, 1, -1, 1.5, -1.5, 2.5, 255.5, 256, 300, -300, 65504, 65519, 65520, 65536, 2047.5, 2049,
                 2051, 1 + 2.0**-11, 1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-11 - 2.0**-40, 2.0**-24, 2.0**-25,
                 2.0**-25 * (1 + 2.0**-40), 3 * 2.0**-26, 2.0**-14, 2.0**-14 * (1 - 2.0**-11), 1e-40, 5e-324,
                 2.0**31, -(2.0**31), 2.0**31 - 1, -(2.0**31) - 1, 2.0**32, 2.0**32 - 1, 2.0**53, 2.0**63, -(2.0**63),
                 2.0**64, 1.5 * 2.0**63, 2.0**64 * (1 - 2.0**-24), 1e30, -1e30, np.inf, -np.inf, np.nan]
            ).astype(real)  # fmt: skip
        numbers[0, : len(special)] = special[: rows * count]
        numbers[1, 3 : 3 + len(special)] = special[: rows * count - 3]
        numbers = numbers.reshape(2, rows, count)
        if kind.kind == "f":
            return to_bfloat16(numbers[0]) if dtype == "bfloat16" else numbers[0]
        values = np.empty((rows, count), kind)
        values.real, values.imag = numbers
        return values


@pytest.fixture
def lab() -> type[Laboratory]:
    return Laboratory

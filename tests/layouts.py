"""Tensors of every dtype in every layout, and their values as NumPy sees them: the material of all tests.

A sample is put into memory byte by byte with NumPy and read back the same way, so that no test trusts the library
to make its own material. NumPy has neither complex-half nor bfloat16: their values are complex64 and float32 that fit
them.

Samples are made on `device`, which the fixture in conftest.py sets; bytes go there and come back by the device's own
`write` and `read`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

import ocean
from ocean._src.core.objects.tensor import memory_of

device: ocean.device = ocean.cpu
DTYPES = [
    ocean.bool, ocean.uint8, ocean.uint16, ocean.uint32, ocean.uint64, ocean.int8, ocean.int16, ocean.int32,
    ocean.int64, ocean.half, ocean.float, ocean.double, ocean.chalf, ocean.cfloat, ocean.cdouble,
    ocean.bfloat16,
]  # fmt: skip
NUMPY = {
    ocean.bool: np.dtype(bool), ocean.half: np.dtype(np.float16), ocean.float: np.dtype(np.float32),
    ocean.double: np.dtype(np.float64), ocean.chalf: np.dtype(np.complex64), ocean.cfloat: np.dtype(np.complex64),
    ocean.cdouble: np.dtype(np.complex128), ocean.bfloat16: np.dtype(np.float32),
    **{each: np.dtype(each.name) for each in DTYPES if "int" in each.name},
}  # fmt: skip


BEYOND = (ocean.chalf, ocean.bfloat16)
"""The dtypes that NumPy has not."""


def to_bfloat16(array: Any) -> np.ndarray:
    """The nearest numbers of bfloat16, ties to even, as float32. Numbers of 64 bits are exact in long double."""
    with np.errstate(all="ignore"):
        exact = np.asarray(array).astype(np.longdouble)
        exponent = np.maximum(
            np.frexp(exact)[1], -125
        )  # subnormal numbers have the last bit of the smallest normal one
        return np.ldexp(np.rint(np.ldexp(exact, 8 - exponent)), exponent - 8).astype(np.float32)


def finfo(kind: ocean.dtype) -> Any:
    """The limits of a floating dtype, or of the parts of a complex one."""
    return ml_dtypes.finfo(ml_dtypes.bfloat16 if kind is ocean.bfloat16 else NUMPY[kind.basetype])


def dtype_id(kind: Any) -> str:
    """How a dtype is called in the names of tests."""
    return kind.spelling if isinstance(kind, ocean.dtype) else str(kind)


def values(kind: ocean.dtype, size: tuple[int, ...], seed: int = 0, special: bool = True) -> np.ndarray:
    """Values of many magnitudes, with the special ones of the dtype among them unless they are not wanted."""
    random = np.random.default_rng([seed, kind.code, *size])
    count, numpy = math.prod(size), NUMPY[kind]
    if kind is ocean.bool:
        return random.integers(0, 2, size).astype(bool)
    if numpy.kind in "iu":
        limits = np.iinfo(numpy)
        flat = random.integers(limits.min, limits.max, count, numpy, endpoint=True)
        flat >>= random.integers(0, limits.bits, count).astype(numpy)
        edges = [0, 1, limits.min, limits.max, limits.max // 2, limits.max - 1, 2, 3, 127, 7]
        flat[: len(edges)] = np.array(edges, numpy)[:count] if special else flat[: len(edges)]
        return random.permutation(flat).reshape(size)
    real = np.float32 if kind is ocean.bfloat16 else {2: np.float16, 4: np.float32, 8: np.float64}[kind.basetype.size]
    spread = 8 if special else 2
    flat = random.standard_normal((2, count)) * 10.0 ** random.integers(-spread // 2, spread // 2, (2, count))
    with np.errstate(over="ignore"):
        flat = flat.astype(real)
    if special:
        edges = [0.0, -0.0, 1, -1.5, np.inf, -np.inf, np.nan, 255.5, 300, -300, 65504, 2.0**-24, 2049]
        for part in flat:
            part[: len(edges)] = np.array(edges, real)[:count]
            part[:] = random.permutation(part)
    if kind is ocean.bfloat16:
        return to_bfloat16(flat[0]).reshape(size)
    if not kind.iscomplex:
        return flat[0].reshape(size)
    result = np.empty(count, numpy)
    result.real, result.imag = flat
    return result.reshape(size)


def to_bytes(array: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """The bytes of each element in native order: one more dimension."""
    if kind is ocean.bfloat16:
        return np.ascontiguousarray(to_bfloat16(array)[..., None]).view(np.uint8)[..., 2:]  # the upper half of a float
    array = np.asarray(array, NUMPY[kind])
    if kind is ocean.chalf:
        with np.errstate(over="ignore"):
            array = np.stack([array.real, array.imag], -1).astype(np.float16)
    else:
        array = array[..., None]
    array = np.ascontiguousarray(array)
    return array.view(np.uint8).reshape(*array.shape[:-1], kind.size)


def from_bytes(raw: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    raw = np.ascontiguousarray(raw)
    if kind is ocean.chalf:
        return raw.view(np.float16).astype(np.float32).view(np.complex64)[..., 0]
    if kind is ocean.bfloat16:
        return (raw.view(np.uint16)[..., 0].astype(np.uint32) << 16).view(np.float32)
    if kind is ocean.bool:
        return raw[..., 0] != 0
    return raw.view(NUMPY[kind])[..., 0]


def swapped_bytes(raw: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """The bytes of elements in the other byte order; the parts of a complex number swap on their own."""
    part = kind.basetype.size
    return raw.reshape(*raw.shape[:-1], -1, part)[..., ::-1].reshape(raw.shape)


def memory(storage: ocean.storage) -> np.ndarray:
    """A copy of the bytes of a storage."""
    content = bytearray(storage.size)
    storage.device.read(memory_of(ocean.tensor(storage, 0, [0])), 0, content)
    return np.frombuffer(content, np.uint8)


def set_memory(storage: ocean.storage, content: Any) -> None:
    """Set the bytes of a storage to one number, or to as many as there are."""
    raw = np.broadcast_to(np.asarray(content, np.uint8), storage.size)
    storage.device.write(memory_of(ocean.tensor(storage, 0, [0])), 0, raw.tobytes())


def positions(tensor: ocean.tensor) -> np.ndarray:
    """The places of the bytes of each element in the storage: one more dimension than the tensor."""
    place = np.full(tensor.size, tensor.offset, np.int64)
    for axis, (length, stride) in enumerate(zip(tensor.size, tensor.strides, strict=True)):
        place += (np.arange(length) * stride).reshape([-1 if each == axis else 1 for each in range(tensor.ndims)])
    return place[..., None] + np.arange(tensor.elemsize)


def read(tensor: ocean.tensor) -> np.ndarray:
    """The values of a tensor, read from its memory by NumPy."""
    if tensor.nelem == 0:
        return np.zeros(tensor.size, NUMPY[tensor.dtype])
    raw = memory(tensor.storage)[positions(tensor)]
    return from_bytes(swapped_bytes(raw, tensor.dtype) if tensor.byteswapped else raw, tensor.dtype)


def surroundings(tensor: ocean.tensor) -> np.ndarray:
    """The bytes of the storage that belong to no element."""
    content = memory(tensor.storage)
    content[positions(tensor)] = 0
    return content


class Sample(NamedTuple):
    tensor: ocean.tensor
    values: np.ndarray


def place(
    array: np.ndarray,
    kind: ocean.dtype,
    strides: list[int],
    margin: int = 0,
    swapped: bool = False,
    swapped_storage: bool = False,
) -> Sample:
    """Values in new storage at the given strides, `margin` bytes from both ends; the gaps are filled with 0xA5.

    Where the device needs aligned data, strides and margin are larger; where it has no byteswap, nothing is swapped.
    """
    if device.requiresAlignedData and any(each % kind.alignment for each in (margin, *strides)):
        strides, margin = [each * kind.alignment for each in strides], margin * kind.alignment
    swapped, swapped_storage = (each and device.supportsByteswap for each in (swapped, swapped_storage))
    reach = [(n - 1) * stride for n, stride in zip(array.shape, strides, strict=True)] if array.size else []
    low, high = sum(min(0, each) for each in reach), sum(max(0, each) for each in reach)
    storage = ocean.storage(high - low + (kind.size if array.size else 0) + 2 * margin, ocean.uint8, device)
    storage.dtype = kind
    storage.byteswapped = swapped_storage
    tensor = ocean.tensor(storage, margin - low, list(array.shape), strides, 1, kind)
    tensor.byteswapped = swapped
    content = np.full(storage.size, 0xA5, np.uint8)
    raw = to_bytes(array, kind)
    if array.size:
        content[positions(tensor)] = swapped_bytes(raw, kind) if tensor.byteswapped else raw
    set_memory(storage, content)
    return Sample(tensor, array)


def fortran(size: tuple[int, ...], unit: int, gap: int = 1) -> list[int]:
    """Column-major strides in which the elements of each dimension are `gap` times as far apart as they need to be."""
    strides, step = [], unit
    for length in size:
        step *= gap
        strides.append(step)
        step *= max(1, length)
    return strides


def contiguous(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    return place(values(kind, size, seed, special), kind, fortran(size, kind.size))


def row_major(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    return place(values(kind, size, seed, special), kind, fortran(size[::-1], kind.size)[::-1])


def strided(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    return place(values(kind, size, seed, special), kind, fortran(size, kind.size, 2), margin=kind.size)


def negative(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    return place(values(kind, size, seed, special), kind, [-stride for stride in fortran(size, kind.size)])


def zero_stride(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """The last dimension repeats one element (the only one, when there is one dimension)."""
    few = values(kind, (*size[:-1], 1), seed, special)
    return place(np.broadcast_to(few, size), kind, [*fortran(size[:-1], kind.size), 0])


def inner_zero_stride(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """The first dimension repeats one element."""
    few = values(kind, (1, *size[1:]), seed, special)
    return place(np.broadcast_to(few, size), kind, [0, *fortran(size[1:], kind.size)])


def byteswapped(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    return place(values(kind, size, seed, special), kind, fortran(size, kind.size), swapped=True)


def byteswapped_storage(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """The storage is byteswapped, and the tensor with it."""
    array = values(kind, size, seed, special)
    return place(array, kind, fortran(size, kind.size, 2), swapped=True, swapped_storage=True)


def native_on_byteswapped(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """The storage says that it is byteswapped, and the tensor relative to it swapped again: native elements."""
    array = values(kind, size, seed, special)
    return place(array, kind, fortran(size, kind.size), swapped=False, swapped_storage=True)


def unaligned(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """Elements at odd addresses, one byte too far apart."""
    return place(values(kind, size, seed, special), kind, fortran(size, kind.size + 1), margin=1)


def wild(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """Unaligned, byteswapped, backwards along every second dimension, and in row-major order."""
    strides = fortran(size[::-1], kind.size + 1)[::-1]
    turned = [-stride if axis % 2 else stride for axis, stride in enumerate(strides)]
    return place(values(kind, size, seed, special), kind, turned, margin=3, swapped=True)


def overlapping(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> Sample:
    """Each step along any dimension moves by one element: most elements share their bytes with others."""
    reach = sum(size) - len(size) + 1
    line = values(kind, (max(1, reach),), seed, special)
    index = sum(np.ix_(*(np.arange(length) for length in size))) if size else np.array(0)
    return place(line[index], kind, [kind.size] * len(size))


LAYOUTS: dict[str, Callable[[ocean.dtype, tuple[int, ...], int, bool], Sample]] = {
    each.__name__: each
    for each in (
        contiguous, row_major, strided, negative, zero_stride, inner_zero_stride, byteswapped, byteswapped_storage,
        native_on_byteswapped, unaligned, wild, overlapping,
    )
}  # fmt: skip
REPEATING = {"zero_stride", "inner_zero_stride", "overlapping"}
TARGETS = [name for name in LAYOUTS if name not in REPEATING]
"""The layouts in which every element has its own bytes, so that results can be written to them."""
SIZE = (5, 3, 2)


def sample(layout: str, kind: ocean.dtype, size: tuple[int, ...] = SIZE, seed: int = 0, special: bool = True) -> Sample:
    """A tensor of a dtype in a layout, and its values."""
    if not size and layout in REPEATING:
        layout = "contiguous"
    result = LAYOUTS[layout](kind, size, seed, special)
    if kind is ocean.chalf:
        result = Sample(result.tensor, read(result.tensor))
    return result


def same(got: np.ndarray, wanted: np.ndarray) -> None:
    """Equal elements, NaN to NaN, and signs of zeros."""
    assert got.shape == wanted.shape
    np.testing.assert_array_equal(got, wanted)
    if got.dtype.kind == "f":
        sure = ~np.isnan(wanted)
        assert (np.signbit(got) == np.signbit(wanted))[sure].all()


def same_there(got: Any, wanted: np.ndarray) -> None:
    """A tensor on the device of the test, with equal elements."""
    assert got.device is device and got.size == wanted.shape
    np.testing.assert_array_equal(read(got), wanted)


def on_device(values: Any) -> ocean.tensor:
    """A tensor of any values on the device of the test."""
    return device(ocean.asTensor(values))


def close(got: np.ndarray, wanted: np.ndarray, kind: ocean.dtype, scale: Any = 0) -> None:
    """Equal up to a few roundings of the dtype, relative to the larger of the value and `scale`."""
    assert got.shape == wanted.shape
    if not kind.isfloat:
        np.testing.assert_array_equal(got, wanted)
        return
    finite = np.isfinite(wanted)
    np.testing.assert_array_equal(got[~finite], wanted[~finite])
    got, wanted, scale = got[finite], wanted[finite], np.broadcast_to(scale, finite.shape)[finite]
    unit = float(kind.basetype.eps)
    tiny = 2 * float(finfo(kind).smallest_subnormal)
    bound = 8 * unit * np.maximum(np.abs(wanted).astype(float), scale) + 4 * tiny
    assert (np.abs(got.astype(complex) - wanted.astype(complex)) <= bound).all()


# the layouts that DLPack can say without a copy
SHARED = (
    "contiguous",
    "row_major",
    "strided",
    "zero_stride",
    "inner_zero_stride",
    "native_on_byteswapped",
    "overlapping",
)

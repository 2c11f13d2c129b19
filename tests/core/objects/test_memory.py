"""Storage, streams, devices and the allocator below them."""

from __future__ import annotations

import copy
import ctypes
import gc
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, memory, sample, set_memory

import ocean

BIG = 5 << 20


# --- Storage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_storage_properties(kind: ocean.dtype) -> None:
    storage = ocean.storage(6, kind, ocean.cpu)
    assert (storage.size, storage.nelem, storage.capacity, storage.elemsize) == (6 * kind.size, 6, 6, kind.size)
    assert storage.device is ocean.cpu and storage.dtype is kind and storage.owner and not storage.readonly
    assert not storage.byteswapped and storage.refcount == 1 and storage.isAligned() and storage.ptr % 64 == 0
    assert storage.stream == ocean.cpu.defaultStream
    assert storage.footer == f"<storage.{kind.name} of size 6 on cpu>"
    storage.zero()
    assert not memory(storage).any() and storage.asPython() == [0] * 6
    assert str(storage).endswith(storage.footer)


def test_storage_arguments_in_any_order() -> None:
    line = ocean.cpu.createStream()
    assert ocean.storage().nelem == 0 and ocean.storage().dtype is ocean.float
    for storage in (
        ocean.storage(5, ocean.int8, ocean.cpu, line),
        ocean.storage(5, ocean.cpu, line, ocean.int8),
        ocean.storage(size=5, dtype=ocean.int8, stream=line),
        ocean.storage(np.int64(5), ocean.int8, line),
        ocean.storage([5], ocean.int8, line),
    ):
        assert storage.nelem == 5 and storage.dtype is ocean.int8 and storage.stream == line
    ocean.setDefaultDType(ocean.int16)
    assert ocean.storage(3).dtype is ocean.int16


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ocean.storage(-1), "storage size must be nonnegative, got -1"),
        (lambda: ocean.storage(1.5), r"storage\(\): unexpected argument 1.5; expected size \(int or list\)"),
        (lambda: ocean.storage("a"), "unexpected argument 'a'"),
        (lambda: ocean.storage(1 << 64), "The storage size 18446744073709551616 does not fit 64 bits"),
        (lambda: ocean.storage(3, size=4), "two values for 'size'"),
        (lambda: ocean.storage(3, ocean.int8, ocean.int8), "unexpected argument <dtype 'int8'>"),
        (lambda: ocean.storage(3, colour=4), "unexpected keyword argument 'colour'"),
        (lambda: ocean.storage(3, dtype=4), "dtype must be dtype, got 4"),
        (lambda: ocean.storage(1 << 62, ocean.double), "not enough memory for 4611686018427387904 elements of 8 bytes"),
    ],
)
def test_impossible_storage(make: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        make()


def test_setting_the_dtype_reads_the_same_bytes_differently() -> None:
    storage = ocean.storage(3, ocean.cfloat)
    storage.asTensor().fill(1 + 2j)
    tensor = ocean.tensor(storage)
    storage.dtype = ocean.float
    assert storage.asPython() == [1, 2] * 3 and tensor.asPython() == [1 + 2j] * 3
    storage.dtype = None
    assert storage.nelem == 24 and storage.footer == f"<raw storage of size 24 on {storage.device.name}>"
    assert storage.asPython() == memory(storage).tolist()
    storage.dtype = ocean.double
    assert storage.nelem == 3
    storage = ocean.storage(7, ocean.int8)
    storage.dtype = ocean.int16
    assert (storage.nelem, storage.size) == (3, 7)
    with pytest.raises(TypeError):
        storage.dtype = "f"


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_storage_byteswap_moves_the_bytes_and_takes_all_tensors_along(kind: ocean.dtype) -> None:
    tensor, values = sample("contiguous", kind, (4,), special=False)
    before = memory(tensor.storage).copy()
    storage = tensor.storage
    storage.byteswap()
    assert storage.byteswapped and tensor.byteswapped == (kind.size > 1)
    part = kind.basetype.size
    np.testing.assert_array_equal(memory(storage), before.reshape(-1, part)[:, ::-1].ravel())
    np.testing.assert_array_equal(np.array(storage.asPython(), values.dtype), values)
    np.testing.assert_array_equal(np.array(tensor.asPython(), values.dtype), values)
    clone = storage.clone()
    assert clone.byteswapped and clone.asPython() == storage.asPython()
    storage.byteswap()
    np.testing.assert_array_equal(memory(storage), before)
    storage.byteswapped = True  # moves nothing
    np.testing.assert_array_equal(memory(storage), before)


def test_storage_copy_casts() -> None:
    source = ocean.asTensor([1, 2, 300]).storage
    target = ocean.storage(3, ocean.uint8)
    target.copy(source)
    assert target.asPython() == [1, 2, 44]
    raw = ocean.storage(24, ocean.uint8)
    raw.dtype = None
    raw.copy(source)
    assert memory(raw).tobytes() == memory(source).tobytes()
    for bad, message in (
        (ocean.storage(2, ocean.uint8), "Expected storage with 3 elements, got 2"),
        ([1, 2, 3], "takes storage, got list"),
    ):
        with pytest.raises(ocean.OceanError, match=message):
            target.copy(bad)
    with pytest.raises(ocean.OceanError, match="Expected storage of 24 bytes, got 3"):
        raw.copy(target)
    target.readonly = True
    for action in (lambda: target.copy(source), target.zero, target.byteswap):
        with pytest.raises(ocean.OceanError, match="storage is read-only"):
            action()
    assert target.asPython() == [1, 2, 44]


def test_storage_comparison_is_by_memory() -> None:
    first, second = ocean.asTensor([1, 2]), ocean.asTensor([1, 2])
    assert first.storage == first.storage and not first.storage != first.storage
    assert first.storage != second.storage and first.storage != 5 and hash(first.storage) == hash(first.storage)
    assert first.storage.obj == first.storage.obj != second.storage.obj
    assert copy.deepcopy(first.storage) != first.storage and copy.copy(first.storage) == first.storage


def test_storage_dealloc() -> None:
    tensor = ocean.arange(5)
    storage = tensor.storage
    storage.dealloc()
    assert storage.size == 0 and storage.readonly and tensor.asPython() == [0, 1, 2, 3, 4]


def test_storage_is_a_buffer() -> None:
    storage = ocean.asTensor([1, 2, 3], ocean.int16).storage
    view = memoryview(storage)
    assert (view.format, view.nbytes, view.readonly) == ("B", 6, False)
    view[0] = 7
    assert storage.asPython() == [7, 2, 3]
    storage.readonly = True
    assert memoryview(storage).readonly
    with pytest.raises((BufferError, TypeError, ValueError)):
        ctypes.c_char.from_buffer(storage)


@pytest.mark.host_only("buffers")
def test_memory_outlives_its_tensor() -> None:
    view = memoryview(ocean.arange(1000).storage)
    gc.collect()
    ocean.zeros([1000], ocean.int64)
    assert np.frombuffer(view, np.int64).tolist() == list(range(1000))


# --- Streams -----------------------------------------------------------------------------------------------------


def test_streams() -> None:
    here = ocean.getDefaultDevice()
    stream, other = ocean.stream(here), here.createStream()
    assert stream.device is here and stream != other and stream == stream and stream.refcount == 1
    assert repr(stream).startswith("<stream 0x") and repr(stream).endswith(f" on {here.name}>")
    stream.sync()
    tensor = ocean.tensor([3], stream)
    assert tensor.storage.stream == stream == tensor.stream and hash(tensor.stream) == hash(stream)
    assert stream.refcount == 2
    del tensor
    assert stream.refcount == 1
    assert ocean.stream().device is here


def test_the_default_stream() -> None:
    here = ocean.getDefaultDevice()
    stream = here.createStream()
    here.defaultStream = stream
    assert ocean.tensor([]).storage.stream == stream and ocean.zeros([2]).stream == stream
    here.defaultStream = None
    assert here.defaultStream is None
    assert ocean.tensor([]).stream != ocean.tensor([]).stream
    with pytest.raises(TypeError):
        here.defaultStream = 5
    with pytest.raises(ocean.OceanError, match="unexpected argument 5"):
        ocean.stream(5)


# --- The allocator -----------------------------------------------------------------------------------------------


@pytest.mark.host_only("the allocator of the host")
@pytest.mark.parametrize("nbytes", [0, 1, 63, 64, 65, 4096, 4097, 100_000, BIG, 3 * BIG + 1])
def test_blocks_are_aligned(nbytes: int) -> None:
    blocks = [ocean.storage(nbytes, ocean.uint8) for _ in range(3)]
    assert all(block.ptr % 64 == 0 for block in blocks)
    assert len({block.ptr for block in blocks}) == 3


@pytest.mark.host_only("the allocator of the host")
@pytest.mark.parametrize("nbytes", [1, 200, 5000, BIG])
def test_freed_blocks_are_reused(nbytes: int) -> None:
    ocean.cpu.emptyCache()
    block = ocean.storage(nbytes, ocean.uint8)
    address = block.ptr
    del block
    kept = ocean.cpu.cachedBytes
    assert kept >= nbytes
    again = ocean.storage(nbytes, ocean.uint8)
    assert again.ptr == address and ocean.cpu.cachedBytes < kept
    del again
    ocean.cpu.emptyCache()
    assert ocean.cpu.cachedBytes == 0


@pytest.mark.host_only("the allocator of the host")
def test_the_cache_has_a_limit() -> None:
    ocean.cpu.emptyCache()
    ocean.cpu.cacheLimit = BIG
    blocks = [ocean.storage(1 << 20, ocean.uint8) for _ in range(20)] + [ocean.storage(100) for _ in range(100)]
    blocks.append(ocean.storage(4 * BIG, ocean.uint8))
    blocks.clear()
    assert 0 < ocean.cpu.cachedBytes <= BIG
    ocean.cpu.cacheLimit = 1000
    assert ocean.cpu.cachedBytes <= 1000
    ocean.cpu.cacheLimit = 0
    del blocks
    ocean.storage(100)
    assert ocean.cpu.cachedBytes == 0 and ocean.cpu.cacheLimit == 0


@pytest.mark.host_only("the allocator of the host")
def test_many_blocks_of_middling_sizes() -> None:
    blocks = [ocean.storage(5000 + 4096 * k, ocean.uint8) for k in range(200)]
    for k, block in enumerate(blocks):
        set_memory(block, k % 251)
    assert all((memory(block) == k % 251).all() for k, block in enumerate(blocks))
    used = ocean.cpu.usedBytes
    blocks.clear()
    assert ocean.cpu.usedBytes < used


@pytest.mark.host_only("the allocator of the host")
def test_used_and_peak_bytes() -> None:
    used = ocean.cpu.usedBytes
    ocean.cpu.peakBytes = 0
    assert ocean.cpu.peakBytes == used
    block = ocean.storage(BIG, ocean.uint8)
    assert ocean.cpu.usedBytes >= used + BIG and ocean.cpu.peakBytes == ocean.cpu.usedBytes
    del block
    assert ocean.cpu.usedBytes == used and ocean.cpu.peakBytes >= used + BIG


@pytest.mark.parametrize("nbytes", [1 << 60, (1 << 63) - 1, 1 << 47])
def test_no_room(nbytes: int) -> None:
    gc.collect()
    tensor = ocean.arange(10)
    used = ocean.cpu.usedBytes
    for action in (
        lambda: ocean.storage(nbytes, ocean.uint8),
        lambda: ocean.zeros([nbytes], ocean.int8),
        lambda: ocean.tensor([nbytes], ocean.bool),
        lambda: tensor.slice(0, 0).broadcastTo([nbytes >> 3]).replicate(),
        lambda: ocean.asTensor(1, ocean.int8).broadcastTo([nbytes]) + ocean.int8(1),
    ):
        with pytest.raises(MemoryError, match=str(nbytes)[:6]) as caught:
            action()
        assert isinstance(caught.value, ocean.OceanError) and "bytes" in str(caught.value)
        assert ocean.cpu.usedBytes == used
    assert (tensor + 1).asPython() == list(range(1, 11))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_leaks(layout: str) -> None:
    def work() -> None:
        tensor, _ = sample(layout, ocean.float, special=False)
        other, _ = sample(layout, ocean.int16, special=False)
        for _ in range(3):
            (tensor + other @ 2 - tensor / 3).clone().reshape(tensor.nelem).asPython()
            ocean.double(tensor).byteswap()
            str(tensor), tensor.T, tensor.replicate().detach()
        for fails in (
            lambda: tensor + ocean.zeros([7]),
            lambda: tensor.reshape(4, 4),
            lambda: tensor.copy(ocean.zeros([9, 9])),
            lambda: ocean.add(tensor, other, ocean.zeros([2])),
            lambda: ocean.zeros([1 << 58]),
            lambda: tensor.fill("x"),
            lambda: ocean.asTensor([[1, 2], [3]]),
            lambda: ocean.asTensor([tensor, "x"]),
        ):
            with pytest.raises((ocean.OceanError, TypeError)):
                fails()

    work()
    gc.collect()
    used = ocean.cpu.usedBytes
    for _ in range(20):
        work()
    gc.collect()
    assert ocean.cpu.usedBytes == used


# --- Devices -----------------------------------------------------------------------------------------------------


def test_settings_are_checked() -> None:
    for name, value, message in (
        ("bufferCount", -1, "bufferCount of device cpu must be nonnegative and less than 2147483648, got -1"),
        ("bufferCount", 1 << 31, "got 2147483648"),
        ("bufferCount", 1.5, "must be an integer, got 1.5"),
        ("bufferCount", True, "must be an integer, got True"),
        ("maxBufferSize", -1, "must be nonnegative"),
        ("maxBufferSize", "1", "must be an integer, got '1'"),
        ("cacheLimit", -1, "must be nonnegative"),
        ("cacheLimit", None, "must be an integer, got None"),
        ("peakBytes", 5, "peakBytes can only be set to 0, got 5"),
    ):
        before = getattr(ocean.cpu, name)
        with pytest.raises(ocean.OceanError, match=message):
            setattr(ocean.cpu, name, value)
        assert getattr(ocean.cpu, name) == before or name == "peakBytes"


def test_instances_come_only_from_their_factories() -> None:
    wanted = {ocean.device: "argument name", ocean.deviceCPU: "cannot create", ocean.dtype: "one argument, a name"}
    for cls, message in wanted.items():
        with pytest.raises(TypeError, match=message):
            cls()
        with pytest.raises(TypeError):
            object.__new__(cls)
    for cls in (ocean.tensor, ocean.storage, ocean.stream, ocean.scalar):
        with pytest.raises(TypeError):
            object.__new__(cls)
        assert isinstance(cls.__new__(cls), cls)


def test_setters_say_what_they_take() -> None:
    storage, stream = ocean.storage(4, ocean.int8), ocean.cpu.defaultStream
    with pytest.raises(ocean.OceanError, match="^The dtype of storage must be a dtype or None, got 5$"):
        storage.dtype = 5
    with pytest.raises(ocean.OceanError, match="^The default stream must be a stream or None, got str$"):
        ocean.cpu.defaultStream = "x"
    assert storage.dtype is ocean.int8 and ocean.cpu.defaultStream == stream


SIZES_IN_TURN = """
import ocean
large, other = 40 << 20, 28 << 20
for turn in range(4):
    for nbytes in (large, other):
        block = ocean.storage(nbytes, ocean.uint8)
        print((ocean.cpu.usedBytes + ocean.cpu.cachedBytes) // (4 << 20), end=" ")
        del block
"""


@pytest.mark.host_only("the allocator of the host")
def test_freed_blocks_add_to_the_peak_only_if_their_sizes_come_back() -> None:
    """In a process of its own, as what was in use at most counts. Units of 4 MB."""
    found = subprocess.run([sys.executable, "-c", SIZES_IN_TURN], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert found.split() == ["10", "7", "10", "17", "17", "17", "17", "17"]

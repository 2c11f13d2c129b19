"""copy.copy, copy.deepcopy and pickle of tensors, storage, scalars, dtypes and devices."""

from __future__ import annotations

import copy
import gc
import io
import multiprocessing
import pickle
import subprocess
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, memory, read, same, sample, set_memory

import ocean

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def out_of_band(value: Any) -> tuple[bytes, list[pickle.PickleBuffer]]:
    buffers: list[pickle.PickleBuffer] = []
    return pickle.dumps(value, protocol=5, buffer_callback=buffers.append), buffers


def test_copy_shares_the_elements() -> None:
    tensor = ocean.asTensor([1, 2, 3])
    other = copy.copy(tensor)
    assert other.storage == tensor.storage and other.obj != tensor.obj
    other.fill(5)
    assert tensor.asPython() == [5, 5, 5]
    storage = copy.copy(tensor.storage)
    assert storage == tensor.storage
    raw = ocean.storage(3, ocean.int16)
    raw.dtype = None
    assert copy.copy(raw) == raw


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_deep_copies_and_pickles_of_tensors(layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    stream, buffers = out_of_band(tensor)
    results = [copy.deepcopy(tensor), pickle.loads(stream, buffers=[bytearray(each.raw()) for each in buffers])]
    results += [pickle.loads(pickle.dumps(tensor, protocol)) for protocol in PROTOCOLS]
    for result in results:
        assert result.dtype is kind and result.size == tensor.size and result.byteswapped == tensor.byteswapped
        assert not result.readonly and result.storage != tensor.storage and result.device is tensor.device
        same(read(result), wanted)
    if "zero_stride" in layout:
        assert [each == 0 for each in results[1].strides] == [each == 0 for each in tensor.strides]
    tensor.readonly = True
    results = [copy.deepcopy(tensor), *(pickle.loads(pickle.dumps(tensor, protocol)) for protocol in PROTOCOLS)]
    if tensor.device.host:
        results.append(pickle.loads(stream, buffers=[bytes(each.raw()) for each in buffers]))
    for result in results:
        assert result.readonly
        same(read(result), wanted)


@pytest.mark.host_only("memory shared with buffers")
@pytest.mark.parametrize("layout", ["contiguous", "row_major", "negative", "byteswapped"])
def test_out_of_band_buffers_are_one_and_not_copied(layout: str) -> None:
    tensor, wanted = sample(layout, ocean.double)
    stream, buffers = out_of_band(tensor)
    assert len(buffers) == 1 and len(stream) < 600
    raw = buffers[0].raw()
    assert raw.nbytes == tensor.nelem * 8 and np.frombuffer(raw, np.uint8).ctypes.data == tensor.storage.ptr
    result = pickle.loads(stream, buffers=buffers)
    assert result.ptr == tensor.ptr and result.strides == tensor.strides and not result.storage.owner
    same(read(result), wanted)
    tensor.readonly = True
    assert out_of_band(tensor)[1][0].raw().readonly


def test_a_view_takes_its_own_elements_only() -> None:
    base = ocean.zeros([1000, 1000])
    assert len(pickle.dumps(base.slice(1, 3, 2), 5)) < 10_000 and len(pickle.dumps(base.slice(0, 3, 2), 5)) < 10_000
    assert len(pickle.dumps(ocean.ones([1]).broadcastTo([1, 1 << 40]), 5)) < 1000
    first, second = pickle.loads(pickle.dumps([base, base.T]))
    assert first.storage != second.storage
    first, second = pickle.loads(pickle.dumps([base, base]))
    assert first is second
    first, second = copy.deepcopy([base, base])
    assert first is second


@pytest.mark.parametrize("size", [(), (0,), (3, 0), (2,) * 8], ids=str)
def test_sizes(size: tuple[int, ...]) -> None:
    tensor, wanted = sample("contiguous", ocean.int16, size)
    for protocol in PROTOCOLS:
        result = pickle.loads(pickle.dumps(tensor, protocol))
        assert result.size == size
        same(read(result), wanted)


@pytest.mark.parametrize("kind", [*DTYPES, None], ids=dtype_id)
def test_storage(kind: ocean.dtype | None) -> None:
    storage = ocean.storage(32, ocean.uint8)
    set_memory(storage, range(32))
    storage.dtype = kind
    for swapped in (False, True):
        for readonly in (False, True):
            storage.byteswapped, storage.readonly = swapped, readonly
            stream, buffers = out_of_band(storage)
            assert len(buffers) == 1 and buffers[0].raw().readonly == readonly
            results = [copy.deepcopy(storage), pickle.loads(stream, buffers=buffers)]
            assert results[1].ptr == storage.ptr or not storage.device.host
            results += [pickle.loads(pickle.dumps(storage, protocol)) for protocol in PROTOCOLS]
            for result in results:
                assert type(result) is ocean.storage and result != storage
                assert (result.dtype, result.byteswapped, result.readonly) == (kind, swapped, readonly)
                assert memory(result).tolist() == list(range(32))


def test_scalars_dtypes_and_devices() -> None:
    for kind in DTYPES:
        number = kind(1)
        for result in (
            copy.copy(number),
            copy.deepcopy(number),
            *(pickle.loads(pickle.dumps(number, p)) for p in PROTOCOLS),
        ):
            assert result == number and result.dtype is kind
        for result in (copy.copy(kind), copy.deepcopy(kind), *(pickle.loads(pickle.dumps(kind, p)) for p in PROTOCOLS)):
            assert result is kind
    for protocol in PROTOCOLS:
        assert pickle.loads(pickle.dumps(ocean.cpu, protocol)) is ocean.cpu
    assert copy.copy(ocean.cpu) is ocean.cpu is copy.deepcopy(ocean.cpu)


def test_pickles_that_do_not_fit_are_refused() -> None:
    function, (_, desc, readonly) = ocean.zeros([4]).__reduce_ex__(5)
    with pytest.raises(ocean.OceanValueError, match="of a storage of 8 bytes"):
        function(b"12345678", desc, readonly)
    function, (_, kind, *rest) = ocean.zeros([4]).storage.__reduce_ex__(5)
    with pytest.raises(ocean.OceanValueError, match="5 bytes are not a whole number of elements of dtype float"):
        function(b"12345", kind, *rest)


def test_nothing_leaks() -> None:
    gc.collect()
    before = ocean.cpu.usedBytes
    for _ in range(50):
        tensor = ocean.arange(1000)
        stream, buffers = out_of_band([tensor, tensor.storage, tensor.flipAxis(0)])
        tensor.dealloc()
        ocean.ones([1000], ocean.int64)
        first, storage, third = pickle.loads(stream, buffers=buffers)
        del buffers
        assert ocean.sum(first) == 499500 == ocean.sum(third) and storage.nelem == 1000
    del tensor, first, storage, third
    gc.collect()
    assert ocean.cpu.usedBytes == before


def test_files_of_pickles() -> None:
    file = io.BytesIO()
    pickle.dump({"a": ocean.arange(3), "b": ocean.ones([2])}, file)
    file.seek(0)
    result = pickle.load(file)
    assert result["a"].asPython() == [0, 1, 2] and result["b"].dtype is ocean.float


def test_other_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(abs, [ocean.asTensor([-1, 2])])[0].asPython() == [1, 2]


PLACES = ["ocean", "ocean.linalg", "ocean.fft", "ocean.numpy", "ocean.numpy.linalg", "ocean.numpy.fft"]


def public_functions() -> dict[str, Any]:
    """Functions, methods and classes by where they are found."""
    homes: list[Any] = [*map(import_module, PLACES), ocean.tensor, import_module("ocean.numpy").ndarray]
    found = {f"{home.__name__}.{name}": getattr(home, name, None) for home in homes for name in dir(home) if name[0] != "_"}
    return {name: each for name, each in found.items() if callable(each) and not isinstance(each, ModuleType)}


@pytest.mark.host_only("functions have no device")
def test_functions_are_found_by_other_processes() -> None:
    """Pickles name them, and a process that has imported nothing finds them: each is the first that it reads."""
    pickles = {}
    for name, function in public_functions().items():
        pickles[name] = pickle.dumps(function)
        assert pickle.loads(pickles[name]) == function, name
    functions = {name: pickles[name] for name in ("ocean.numpy.add", "ocean.numpy.cumsum", "ocean.numpy.linalg.inv", "ocean.sum")}
    code = "import pickle, sys; assert pickle.loads(bytes.fromhex(sys.argv[1])).__name__ == sys.argv[2]"
    for name, given in functions.items():
        command = [sys.executable, "-c", code, given.hex(), name.rpartition(".")[2]]
        assert subprocess.run(command, capture_output=True, text=True).stderr == ""

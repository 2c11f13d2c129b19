"""DLPack capsules: what they say, who frees them, and what is refused."""

from __future__ import annotations

import ctypes
import gc
from typing import Any

import numpy as np
import pytest
from layouts import BEYOND, DTYPES, LAYOUTS, NUMPY, SHARED, dtype_id, read, same, sample

import ocean

pytestmark = pytest.mark.host_only("memory shared through DLPack is the host's; the other devices refuse, see test_mirror.py")

READ_ONLY, COPIED = 1, 2
CODES = {"b": 6, "u": 1, "i": 0, "f": 2, "c": 5, "V": 4}

capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
capsule_name = ctypes.pythonapi.PyCapsule_GetName
capsule_name.restype, capsule_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", Tensor),
    ]  # fmt: skip


class Old(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def content(capsule: Any) -> Any:
    name = capsule_name(capsule)
    return (Versioned if name == b"dltensor_versioned" else Old).from_address(capsule_pointer(capsule, name))


class Foreign:
    """A producer that counts how often it is told to let go."""

    def __init__(self, values: np.ndarray, old: bool = False, **changes: Any) -> None:
        self.values, self.freed, self.name = values, 0, b"dltensor" if old else b"dltensor_versioned"
        self.deleter = DELETER(self.let_go)
        self.shape = (ctypes.c_int64 * 10)(*values.shape)
        self.strides = (ctypes.c_int64 * 10)(*(each // values.itemsize for each in values.strides))
        self.managed = Old() if old else Versioned(1, 0, None, None, 0)
        self.managed.deleter = ctypes.cast(self.deleter, ctypes.c_void_p)
        tensor = self.managed.tensor
        tensor.data, tensor.device_type, tensor.ndim = values.ctypes.data, 1, values.ndim
        tensor.code, tensor.bits, tensor.lanes = CODES[values.dtype.kind], values.itemsize * 8, 1
        tensor.shape, tensor.strides = self.shape, self.strides
        for name, value in changes.items():
            setattr(self.managed if hasattr(type(self.managed), name) else tensor, name, value)

    def let_go(self, managed: int) -> None:
        self.freed += 1

    def __dlpack__(self, **options: Any) -> Any:
        return new_capsule(ctypes.addressof(self.managed), self.name, None)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


# --- Out ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_capsules_say(layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    assert tensor.__dlpack_device__() == (1, 0)
    if layout not in SHARED and not (kind.size == 1 and layout.startswith("byteswapped")) and layout != "unaligned":
        for options in ({}, {"max_version": (1, 0)}, {"copy": False}):
            with pytest.raises(BufferError, match=r"cannot be shared through DLPack: .*copy=True"):
                tensor.__dlpack__(**options)
    elif layout != "unaligned":
        capsule = tensor.__dlpack__(max_version=(1, 0))
        assert capsule_name(capsule) == b"dltensor_versioned"
        found = content(capsule)
        assert (found.major, found.minor, found.flags) == (1, 0, 0)
        check(found.tensor, tensor)
        assert found.tensor.data == tensor.ptr
        old = tensor.__dlpack__()
        assert capsule_name(old) == b"dltensor" == capsule_name(tensor.__dlpack__(max_version=(0, 8)))
        check(content(old).tensor, tensor)
    capsule = tensor.__dlpack__(max_version=(1, 1), copy=True)
    assert content(capsule).flags == COPIED and content(capsule).tensor.data != tensor.ptr
    copy = ocean.fromDLPack(capsule)
    assert copy.dtype is kind
    same(read(copy), wanted)


def check(found: Tensor, tensor: ocean.tensor) -> None:
    kind = "c" if tensor.dtype.iscomplex else "V" if tensor.dtype is ocean.bfloat16 else NUMPY[tensor.dtype].kind
    assert (found.device_type, found.device_id, found.ndim) == (1, 0, tensor.ndims)
    assert (found.code, found.bits, found.lanes, found.byte_offset) == (CODES[kind], 8 * tensor.elemsize, 1, 0)
    assert tuple(found.shape[: found.ndim]) == tensor.size
    assert tuple(each * tensor.elemsize for each in found.strides[: found.ndim]) == tensor.strides


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("byteswapped", "DLPack has no byte order, and the tensor is byteswapped"),
        ("unaligned", "DLPack counts strides in elements of 8 bytes, and stride 0 is 9 bytes"),
        ("negative", "consumers do not agree on negative strides, and stride 0 is -8 bytes"),
    ],
)
def test_the_reason_is_said(layout: str, reason: str) -> None:
    with pytest.raises(ocean.OceanBufferError, match=reason):
        sample(layout, ocean.double).tensor.__dlpack__(max_version=(1, 0))


def test_unaligned_elements() -> None:
    storage = ocean.storage(25, ocean.int8)
    with pytest.raises(BufferError, match="needs aligned elements"):
        ocean.tensor(storage, 1, [3], [8], 1, ocean.double).__dlpack__()
    assert ocean.tensor(storage, 4, [2], [8], 1, ocean.cfloat).__dlpack__() is not None


def test_read_only() -> None:
    tensor = ocean.zeros([3])
    tensor.readonly = True
    assert content(tensor.__dlpack__(max_version=(1, 0))).flags == READ_ONLY
    with pytest.raises(BufferError, match=r"cannot say that the tensor is read-only \(ask with max_version=\(1, 0\)\)"):
        tensor.__dlpack__()
    assert not np.from_dlpack(tensor).flags.writeable
    assert ocean.fromDLPack(tensor).readonly and not ocean.fromDLPack(tensor, copy=True).readonly
    assert content(tensor.__dlpack__(max_version=(1, 0), copy=True)).flags == COPIED


def test_streams_and_devices() -> None:
    tensor = ocean.zeros([3])
    assert tensor.__dlpack__(stream=None, dl_device=(1, 0)) is not None
    with pytest.raises(ValueError, match="expected None, got 3"):
        tensor.__dlpack__(stream=3)
    with pytest.raises(BufferError, match=r"cannot go to DLPack device \(2, 0\)"):
        tensor.__dlpack__(dl_device=(2, 0))


@pytest.mark.parametrize("options", [{}, {"max_version": (1, 0)}, {"max_version": (1, 0), "copy": True}], ids=str)
def test_capsules_that_nobody_uses_are_freed(options: dict[str, Any]) -> None:
    gc.collect()
    before = ocean.cpu.usedBytes
    tensor = ocean.zeros([1000])
    count = tensor.storage.refcount
    capsules = [tensor.__dlpack__(**options) for _ in range(100)]
    assert tensor.storage.refcount == count + (0 if options.get("copy") else 100)
    del capsules
    assert tensor.storage.refcount == count
    del tensor
    assert ocean.cpu.usedBytes == before


def test_a_capsule_keeps_the_memory() -> None:
    tensor = ocean.arange(1000)
    capsule = tensor.__dlpack__()
    tensor.dealloc()
    ocean.ones([1000], ocean.int64)
    assert ocean.fromDLPack(capsule).asPython() == list(range(1000))


def test_consumers_may_let_go_without_the_interpreter_lock() -> None:
    tensor = ocean.zeros([10])
    count = tensor.storage.refcount
    for options in ({}, {"max_version": (1, 0)}):
        capsule = tensor.__dlpack__(**options)
        name = capsule_name(capsule)
        pointer, found = capsule_pointer(capsule, name), content(capsule)
        ctypes.pythonapi.PyCapsule_SetName(ctypes.py_object(capsule), ctypes.c_char_p(b"used_by_a_test"))
        assert tensor.storage.refcount == count + 1
        DELETER(found.deleter)(pointer)  # ctypes gives the lock away around the call
        assert tensor.storage.refcount == count


@pytest.mark.parametrize("kind", [kind for kind in DTYPES if kind not in BEYOND], ids=dtype_id)
def test_numpy_takes_them(kind: ocean.dtype) -> None:
    for layout in SHARED:
        tensor, wanted = sample(layout, kind)
        array = np.from_dlpack(tensor)
        assert array.__array_interface__["data"][0] == tensor.ptr and array.dtype == NUMPY[kind]
        same(array, wanted)


# --- In ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("kind", [kind for kind in DTYPES if kind is not ocean.chalf], ids=dtype_id)
def test_every_dtype_comes_in(kind: ocean.dtype, old: bool) -> None:
    source, wanted = sample("contiguous", kind)
    foreign = Foreign(np.asarray(source), old)
    for take in (ocean.fromDLPack, ocean.asTensor):
        tensor = take(foreign)
        assert tensor.dtype is kind and tensor.ptr == source.ptr and tensor.readonly == old
        same(read(tensor), wanted)
        count = foreign.freed
        del tensor
        assert foreign.freed == count + 1
    assert ocean.fromDLPack(foreign, copy=True).storage.owner and foreign.freed == 3


def test_operands() -> None:
    foreign = Foreign(np.arange(3.0))
    tensor = ocean.asTensor([1, 2, 3])
    assert (tensor + foreign).asPython() == [1, 3, 5] == (foreign + tensor).asPython()
    tensor += ocean.int64(foreign)
    assert (
        tensor.asPython() == [1, 3, 5] and ocean.sum(foreign) == 3 and ocean.asTensor([foreign, foreign]).size == (3, 2)
    )
    gc.collect()
    assert foreign.freed == 6


def test_a_capsule_is_used_once() -> None:
    foreign = Foreign(np.arange(3.0))
    capsule = foreign.__dlpack__()
    tensor = ocean.fromDLPack(capsule)
    assert capsule_name(capsule) == b"used_dltensor_versioned"
    with pytest.raises(ocean.OceanValueError, match="has been consumed already"):
        ocean.fromDLPack(capsule)
    assert tensor.asPython() == [0, 1, 2] and foreign.freed == 0
    own = ocean.zeros([2]).__dlpack__()
    ocean.fromDLPack(own)
    with pytest.raises(ValueError, match="has been consumed already"):
        ocean.fromDLPack(own)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (
            {"device_type": 2, "device_id": 1},
            BufferError,
            "on device cuda 1, whose memory Ocean cannot use; copy it to the cpu",
        ),
        ({"device_type": 99}, BufferError, "on device type 99 0"),
        ({"major": 2}, BufferError, r"DLPack version 2\.0 is newer than 1"),
        ({"lanes": 4}, TypeError, "elements of type float64 with 4 lanes"),
        ({"code": 4, "bits": 32}, TypeError, "elements of type bfloat32"),
        ({"code": 0, "bits": 4}, TypeError, "elements of type int4"),
        ({"code": 77}, TypeError, "elements of type code 7764"),
        ({"ndim": 65}, ValueError, "has 65"),
        ({"ndim": -1}, ValueError, "has -1"),
        ({"data": None}, BufferError, "has no data"),
        ({"shape": None}, BufferError, "has no shape"),
    ],
    ids=str,
)
def test_what_cannot_come_in_is_refused_and_freed(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    foreign = Foreign(np.arange(3.0), **changes)
    with pytest.raises(error, match=message) as caught:
        ocean.fromDLPack(foreign)
    assert isinstance(caught.value, ocean.OceanError)
    assert foreign.freed == 1


@pytest.mark.parametrize("numbers", [(-1, 1), (1 << 62, 8), (3, 1 << 61), (1 << 40, 1 << 30)], ids=str)
def test_impossible_sizes(numbers: tuple[int, int]) -> None:
    foreign = Foreign(np.arange(3.0))
    foreign.shape[0], foreign.strides[0] = numbers
    with pytest.raises(ValueError):
        ocean.fromDLPack(foreign)
    assert foreign.freed == 1


def test_missing_strides_mean_row_major_and_offsets_count() -> None:
    foreign = Foreign(np.arange(12.0).reshape(3, 4), strides=None)
    assert ocean.fromDLPack(foreign).asPython("R") == foreign.values.tolist()
    moved = Foreign(np.arange(6.0)[:4], byte_offset=16)
    assert ocean.fromDLPack(moved).asPython() == [2, 3, 4, 5]
    empty = Foreign(np.zeros((0, 3)), data=None)
    assert ocean.fromDLPack(empty).size == (0, 3)
    assert ocean.fromDLPack(Foreign(np.array(5.0))).asScalar() == 5
    assert ocean.fromDLPack(Foreign(np.arange(3.0), device_type=3)).asPython() == [0, 1, 2]


def test_objects_that_are_not_tensors() -> None:
    for value in (3, None, "text", object(), [1, 2]):
        with pytest.raises(TypeError, match="Expected a DLPack capsule, got"):
            ocean.fromDLPack(value)
    with pytest.raises(TypeError, match="got a capsule 'other'"):
        ocean.fromDLPack(new_capsule(ctypes.addressof(Versioned()), b"other", None))
    with pytest.raises(TypeError, match="expected a device, got 3"):
        ocean.fromDLPack(np.zeros(3), 3)
    with pytest.raises(TypeError, match="copy must be True, False or None, got 3"):
        ocean.fromDLPack(np.zeros(3), copy=3)

    class Refusing:
        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("not today")

    with pytest.raises(ocean.OceanBufferError, match="The Refusing does not share its memory: not today"):
        ocean.asTensor(Refusing())


def test_producers_without_versions() -> None:
    class Simple:
        def __init__(self) -> None:
            self.inside = Foreign(np.arange(3.0), True)

        def __dlpack__(self) -> Any:
            return self.inside.__dlpack__()

    simple = Simple()
    tensor = ocean.asTensor(simple)
    assert tensor.readonly and tensor.asPython() == [0, 1, 2]
    del tensor
    assert simple.inside.freed == 1


def test_devices_and_copies() -> None:
    array = np.arange(3.0)
    assert ocean.fromDLPack(array).ptr == array.ctypes.data == ocean.fromDLPack(array, ocean.cpu, False).ptr
    assert ocean.fromDLPack(array, device=ocean.cpu, copy=True).ptr != array.ctypes.data
    tensor = ocean.arange(3)
    assert ocean.fromDLPack(tensor).ptr == tensor.ptr

"""NumPy arrays and scalars, in and out, through every road that NumPy has."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from layouts import BEYOND, DTYPES, LAYOUTS, NUMPY, dtype_id, read, same, sample

import ocean
from ocean._src.exchange import numpy as exchange

pytestmark = pytest.mark.host_only("memory shared with NumPy is the host's")

KINDS = [kind for kind in DTYPES if kind not in BEYOND]


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_out_and_in_again_on_the_same_memory(layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    if kind is ocean.chalf and tensor.byteswapped:
        pytest.skip("has a test of its own")
    for array in (tensor.convertTo("numpy"), np.asarray(tensor), tensor.__array__()):
        assert array.__array_interface__["data"][0] == tensor.ptr
        back = ocean.asTensor(array)
        assert back.dtype is kind and back.size == tensor.size and back.strides == tensor.strides
        assert back.ptr == tensor.ptr and back.byteswapped == tensor.byteswapped and not back.readonly
        same(read(back), wanted)
        assert not back.storage.owner
    deep = tensor.convertTo("numpy", True)
    assert not np.shares_memory(deep, tensor.convertTo("numpy"))
    same(read(ocean.asTensor(deep)), wanted)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_array_method_with_dtype_and_copy(kind: ocean.dtype) -> None:
    tensor, wanted = sample("contiguous", kind, special=False)
    shared = tensor.__array__(copy=False)
    assert shared.__array_interface__["data"][0] == tensor.ptr
    for copied in (tensor.__array__(copy=True), np.array(tensor, copy=True), np.array(tensor)):
        assert not np.shares_memory(copied, shared) and copied.dtype == shared.dtype
    assert np.shares_memory(np.asarray(tensor, copy=False), shared)
    assert tensor.__array__(shared.dtype, copy=False).dtype == shared.dtype
    if kind not in (ocean.cdouble, ocean.chalf):
        converted = np.asarray(tensor, np.complex128)
        np.testing.assert_array_equal(converted, wanted.astype(np.complex128))
        assert tensor.__array__(np.complex128).dtype == np.complex128
        with pytest.raises(ValueError, match="needs a copy"):
            tensor.__array__(np.complex128, copy=False)
        with pytest.raises(ValueError):
            np.asarray(tensor, np.complex128, copy=False)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_array_interface(layout: str) -> None:
    for kind in KINDS:
        tensor, wanted = sample(layout, kind)

        class Only:
            """Shows nothing but the interface."""

            __array_interface__ = tensor.__array_interface__

        assert tensor.__array_interface__["data"] == (tensor.ptr, False)
        same(np.asarray(Only()).astype(NUMPY[kind]), wanted)
        assert np.asarray(Only()).dtype.isnative != tensor.byteswapped or tensor.elemsize == 1
    assert not any(hasattr(ocean.zeros([2], kind), "__array_interface__") for kind in BEYOND)


def test_read_only_stays_read_only() -> None:
    for kind in DTYPES:
        tensor = ocean.zeros([3], kind)
        tensor.readonly = True
        for array in (tensor.convertTo("numpy"), np.asarray(tensor)):
            assert not array.flags.writeable
            assert ocean.asTensor(array).readonly
        assert tensor.convertTo("numpy", True).flags.writeable


def test_complex_half_without_the_type_of_ml_dtypes(monkeypatch: pytest.MonkeyPatch) -> None:
    for layout in LAYOUTS:
        tensor, wanted = sample(layout, ocean.chalf)
        with monkeypatch.context() as patch:
            patch.setattr(exchange, "of_ml_dtypes", lambda kind: None)
            pairs = tensor.convertTo("numpy")
            assert pairs.shape == (2, *tensor.size) and pairs.dtype.newbyteorder("=") == np.float16
            same(pairs[0].astype(np.float32), wanted.real)
            same(pairs[1].astype(np.float32), wanted.imag)
            assert ocean.chalf(1 + 2j).__array__().dtype == np.complex64
            assert ocean.zeros([0, 3], ocean.chalf).convertTo("numpy").shape == (2, 0, 3)


def test_complex_half_with_ml_dtypes() -> None:
    if not hasattr(ml_dtypes, "complex32"):
        pytest.skip("this version of ml_dtypes has no complex32")
    source = np.array([[1 + 2j, 3], [4, -5j]], ml_dtypes.complex32)
    for array in (source, source[::-1], source.T):
        tensor = ocean.asTensor(array)
        assert tensor.dtype is ocean.chalf and tensor.ptr == array.__array_interface__["data"][0]
        assert tensor.asPython("R") == array.astype(complex).tolist()
        assert np.asarray(tensor).dtype == array.dtype
    assert (
        ocean.dtype(ml_dtypes.complex32) is ocean.chalf and ocean.zeros([2], ml_dtypes.complex32).dtype is ocean.chalf
    )
    assert ocean.asTensor(source[0, 0]).dtype is ocean.chalf and (ocean.zeros([2]) + source[0]).dtype is ocean.cfloat
    assert np.asarray(ocean.chalf(1 + 2j)).dtype == source.dtype
    # the two packages do not agree on swapped bytes, so that these are copied
    swapped = source.astype(source.dtype.newbyteorder())
    assert ocean.asTensor(swapped).asPython("R") == swapped.astype(complex).tolist()
    for layout in ("byteswapped", "byteswapped_storage", "wild"):
        tensor, wanted = sample(layout, ocean.chalf)
        array = tensor.convertTo("numpy")
        assert array.dtype == source.dtype and array.dtype.isnative
        same(array.astype(np.complex64), wanted)
        with pytest.raises(ValueError, match="only by copying"):
            tensor.__array__(copy=False)


def test_bfloat16_with_ml_dtypes() -> None:
    kind = np.dtype(ml_dtypes.bfloat16)
    source = np.array([[1.5, -0.0, np.inf], [2**-133, 3e38, np.nan]], kind)
    swapped = source.astype(kind.newbyteorder())
    for array in (source, source[::-1], source.T, swapped):
        tensor = ocean.asTensor(array)
        assert tensor.dtype is ocean.bfloat16 and tensor.ptr == array.__array_interface__["data"][0]
        assert tensor.byteswapped == (not array.dtype.isnative)
        same(read(tensor), array.astype(np.float32))
        back = np.asarray(tensor)
        assert back.dtype == array.dtype and np.shares_memory(back, array)
    assert np.dtype(ocean.bfloat16) == kind and ocean.dtype(kind) is ocean.dtype(ml_dtypes.bfloat16) is ocean.bfloat16
    assert ocean.dtype("bfloat16") is ocean.bfloat16 and ocean.bfloat16 == ml_dtypes.bfloat16
    scalar = ocean.ensure(source[0, 0])
    assert scalar.dtype is ocean.bfloat16 and scalar == 1.5 and np.asarray(scalar).dtype == kind
    assert (ocean.ones([2], ocean.half) + source[0, 0]).dtype is ocean.float
    assert (source[0] + ocean.ones([3], ocean.bfloat16)).dtype is ocean.bfloat16


def test_bfloat16_without_ml_dtypes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "of_ml_dtypes", lambda kind: None)
    tensor, wanted = sample("wild", ocean.bfloat16)
    with pytest.raises(
        ocean.OceanTypeError, match=r"NumPy has no bfloat16; install ml_dtypes, .* cast to ocean\.float"
    ):
        tensor.convertTo("numpy")
    assert np.asarray(tensor).dtype == np.float32 == np.asarray(ocean.bfloat16(1.5)).dtype
    same(np.asarray(tensor), wanted)


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="NumPy does not ask before 2.4")
def test_dtypes_are_dtypes_for_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in KINDS:
        assert np.dtype(kind) == NUMPY[kind] and np.zeros(2, kind).astype(kind).dtype == NUMPY[kind]
    assert np.promote_types(ocean.half, ocean.int16) == np.float32
    monkeypatch.setattr(exchange, "of_ml_dtypes", lambda kind: None)
    with pytest.raises(TypeError):
        np.dtype(ocean.chalf)


def test_scalars_become_arrays_without_dimensions() -> None:
    for kind in KINDS:
        array = np.asarray(kind(1))
        assert array.shape == () and array.dtype == NUMPY[kind] and array == 1
    assert np.asarray(ocean.int8(3), float).dtype == float and float(np.asarray(ocean.int8(3))) == 3
    with pytest.raises(ValueError, match="only by copying"):
        np.asarray(ocean.int8(3), copy=False)


def test_subclasses() -> None:
    class Special(np.ndarray):
        pass

    assert ocean.asTensor(np.ones((2, 2)).view(Special)).size == (2, 2)
    with pytest.raises(TypeError, match=r"Tensors have no mask; use the array's filled\(\)"):
        ocean.asTensor(np.ma.masked_array([1, 2], [True, False]))
    with pytest.raises(TypeError, match="There is no dtype for NumPy arrays of float8_e5m2"):
        ocean.asTensor(np.zeros(2, ml_dtypes.float8_e5m2))


def test_memory_map_of_numpy(tmp_path: Any) -> None:
    source = np.memmap(tmp_path / "file", np.float32, "w+", shape=(3, 4))
    tensor = ocean.asTensor(source)
    tensor.fill(7)
    source.flush()
    assert np.fromfile(tmp_path / "file", np.float32).tolist() == [7] * 12


def test_the_array_keeps_the_memory_whatever_becomes_of_the_tensor() -> None:
    for kind in (ocean.int64, ocean.chalf):
        tensor = ocean.cast(ocean.arange(1000), kind)
        array, wanted = tensor.convertTo("numpy"), tensor.asPython()
        tensor.dealloc()
        gc.collect()
        ocean.ones([1000], kind)
        assert array.tolist() == wanted


def test_detach_after_sharing() -> None:
    tensor = ocean.arange(4)
    array = tensor.convertTo("numpy")
    tensor.detach()
    tensor.fill(9)
    assert array.tolist() == [0, 1, 2, 3]


def test_nothing_leaks() -> None:
    gc.collect()
    before = ocean.cpu.usedBytes
    for kind in (ocean.double, ocean.chalf):
        for _ in range(200):
            tensor = ocean.zeros([100], kind)
            arrays = [tensor.convertTo("numpy"), tensor.convertTo("numpy", True), np.asarray(tensor), np.array(tensor)]
            tensors = [ocean.asTensor(each) for each in arrays]
    del tensor, arrays, tensors
    gc.collect()
    assert ocean.cpu.usedBytes == before


def test_numpy_is_imported_only_when_it_is_used() -> None:
    code = (
        "import sys, ocean\n"
        "assert 'numpy' not in sys.modules\n"
        "assert ocean.getExportTypes() == [] == ocean.getImportTypes()\n"
        "assert ocean.asTensor(memoryview(b'abc')).asPython() == [97, 98, 99]\n"
        "assert memoryview(ocean.zeros([2])).tolist() == [0, 0] and 'numpy' not in sys.modules\n"
        "import ocean_numpy\n"
        "assert ocean.getExportTypes() == ['numpy'] == ocean.getImportTypes()\n"
        "import pyOceanNumpy\n"
        "assert ocean.getExportTypes() == ['numpy'] == ocean.getImportTypes()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

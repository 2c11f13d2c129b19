"""NumPy arrays, buffers and array protocols: in without a copy in every layout, and out the same way."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import weakref
from array import array
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import BEYOND, DTYPES, LAYOUTS, NUMPY, dtype_id, read, same, sample, values

import ocean
import ocean_numpy  # noqa: F401  (registers 'numpy')

KINDS = [kind for kind in DTYPES if kind not in BEYOND]


def arrays(kind: ocean.dtype) -> dict[str, np.ndarray]:
    """One array for each layout that NumPy has."""
    base = values(kind, (6, 4, 5))
    swapped = base.astype(NUMPY[kind].newbyteorder())
    raw = np.zeros(base.nbytes + 1, np.uint8)
    unaligned = raw[1:].view(NUMPY[kind]).reshape(base.shape)
    unaligned[:] = base
    readonly = base.copy()
    readonly.flags.writeable = False
    return {
        "contiguous": base, "fortran": np.asfortranarray(base), "strided": base[::2, :, 1::3],
        "reversed": base[::-1, :, ::-2], "transposed": base.transpose(2, 0, 1), "byteswapped": swapped[:, ::-1],
        "unaligned": unaligned[1:], "read-only": readonly, "broadcast": np.broadcast_to(base[:, :1], (6, 4, 5)),
        "scalar": np.array(base[0, 0, 0]), "empty": base[:, 2:2],
        "swapped scalar": np.array(swapped[0, 0, 0], swapped.dtype),
        "windows": np.lib.stride_tricks.sliding_window_view(base.ravel(), 5),
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_numpy_arrays_come_in_without_a_copy(kind: ocean.dtype) -> None:
    for name, source in arrays(kind).items():
        tensor = ocean.asTensor(source)
        assert tensor.dtype is kind and tensor.size == source.shape, name
        assert tensor.byteswapped == (not source.dtype.isnative), name
        assert tensor.readonly == (not source.flags.writeable), name
        assert not tensor.storage.owner
        same(read(tensor), source.astype(NUMPY[kind]))
        if source.size:
            assert tensor.strides == source.strides and tensor.ptr == source.__array_interface__["data"][0], name
        if source.size and source.flags.writeable:
            tensor.fill(1)
            assert (source == 1).all(), name


@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_numpy_arrays_go_there_and_back(kind: ocean.dtype) -> None:
    for name, source in arrays(kind).items():
        back = ocean.asTensor(source).convertTo("numpy")
        assert back.dtype == source.dtype and back.shape == source.shape, name
        assert source.size == 0 or np.shares_memory(back, source), name
        assert source.size == 0 or back.strides == source.strides or 1 in source.shape, name
        assert back.flags.writeable == source.flags.writeable or source.size == 0, name
        deep = ocean.asTensor(source).convertTo("numpy", True)
        assert not np.shares_memory(deep, source) and deep.flags.writeable
        np.testing.assert_array_equal(deep, source)


@pytest.mark.host_only("memory shared with NumPy")
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_tensors_go_out_without_a_copy(layout: str, kind: ocean.dtype) -> None:
    if kind is ocean.chalf:
        pytest.importorskip("ml_dtypes", minversion="0.6")  # the first with complex32; without it: see below
    tensor, wanted = sample(layout, kind)
    result = tensor.convertTo("numpy")
    if kind is ocean.chalf:  # ml_dtypes exchanges the parts when it swaps bytes: only then there is a copy
        assert result.dtype.name == "complex32" and result.shape == tensor.size
        assert (result.__array_interface__["data"][0] == tensor.ptr) == (not tensor.byteswapped)
        same(result.astype(np.complex64), wanted)
        return
    assert result.strides == tensor.strides and result.dtype.isnative == (not tensor.byteswapped)
    assert result.__array_interface__["data"][0] == tensor.ptr
    np.testing.assert_array_equal(result.astype(NUMPY[kind]), wanted)
    assert result.flags.writeable
    tensor.readonly = True
    assert not tensor.convertTo("numpy").flags.writeable and tensor.convertTo("numpy", True).flags.writeable
    assert tensor.convertTo(typename="numpy", deepcopy=True).base is not result.base


def test_complex_half_goes_out_as_pairs_or_as_the_type_of_ml_dtypes() -> None:
    tensor = ocean.asTensor([[1 + 2j, 3 + 4j]], ocean.chalf)
    for result in (tensor.convertTo("numpy"), tensor.convertTo("numpy", True)):
        if result.dtype == np.float16:
            assert (
                result.shape == (2, 2, 1) and result[0, :, 0].tolist() == [1, 3] and result[1, :, 0].tolist() == [2, 4]
            )
        else:
            assert result.dtype.name == "complex32" and result[:, 0].tolist() == [1 + 2j, 3 + 4j]
            assert (
                ocean.asTensor(result).dtype is ocean.chalf and ocean.asTensor(result).asPython() == tensor.asPython()
            )


@pytest.mark.host_only("memory shared with NumPy")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_complex_half_goes_out_as_pairs_without_ml_dtypes(layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ocean._src.exchange.numpy.of_ml_dtypes", lambda kind: None)
    tensor, wanted = sample(layout, ocean.chalf)
    result = tensor.convertTo("numpy")
    assert result.__array_interface__["data"][0] == tensor.ptr and result.shape == (2, *tensor.size)
    assert result.dtype.newbyteorder("=") == np.float16 and result.dtype.isnative == (not tensor.byteswapped)
    same(result[0].astype(np.float32), wanted.real)
    same(result[1].astype(np.float32), wanted.imag)


def test_memory_lives_as_long_as_somebody_uses_it() -> None:
    class Owned(np.ndarray):
        pass

    source = np.arange(1000.0).view(Owned)
    alive = weakref.ref(source)
    tensor = ocean.asTensor(source)
    view = tensor.slice(0, 500, 3).convertTo("numpy")
    del source, tensor
    gc.collect()
    ocean.zeros([1000])
    assert view.tolist() == [500, 501, 502] and alive() is not None
    del view
    gc.collect()
    assert alive() is None
    result = ocean.arange(1000).convertTo("numpy")
    gc.collect()
    ocean.ones([1000], ocean.int64)
    assert result.tolist() == list(range(1000))


def test_read_only_memory_stays_read_only() -> None:
    source = np.arange(3)
    source.flags.writeable = False
    tensor = ocean.asTensor(source)
    for action in (lambda: tensor.fill(1), lambda: setattr(tensor, "readonly", False), tensor.storage.zero):
        with pytest.raises(ValueError, match="read-only"):
            action()
    with pytest.raises(ValueError, match="The owner of this memory made it read-only"):
        tensor.storage.readonly = False
    assert tensor.footer.endswith("(read-only)>")
    assert not tensor.clone().readonly
    tensor.detach()
    tensor.fill(1)
    assert source.tolist() == [0, 1, 2]


@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_numpy_scalars_are_strong(kind: ocean.dtype) -> None:
    for value in values(kind, (8,)):
        scalar = ocean.ensure(value)
        assert type(scalar) is ocean.scalar and scalar.dtype is kind
        np.testing.assert_equal(scalar.asPython(), value.item())
        assert ocean.asTensor(value).dtype is kind
    one = NUMPY[kind].type(1)
    assert (ocean.ones([2], ocean.int8) + one).dtype is (ocean.ones([2], ocean.int8) + ocean.ones([1], kind)).dtype
    assert (one + ocean.ones([2], ocean.int8)).dtype is (ocean.ones([2], ocean.int8) + ocean.ones([1], kind)).dtype


def test_arithmetic_with_numpy_arrays_gives_tensors() -> None:
    tensor, source = ocean.arange(3, ocean.float), np.arange(3, dtype=np.int8)
    for result in (tensor + source, source + tensor, source - tensor, source @ tensor, source / (tensor + 1)):
        assert type(result) is ocean.tensor and result.dtype is ocean.float
    assert (source == tensor).asPython() == [True] * 3 and (source < tensor).asPython() == [False] * 3
    target = ocean.zeros([3])
    target += source
    assert target.asPython() == [0, 1, 2]
    ocean.add(source, source, target)
    assert target.asPython() == [0, 2, 4]


@pytest.mark.parametrize(
    "source",
    [
        np.array([1, "a", None], object), np.array(["ab", "c"]), np.array([b"ab"]), np.array(["2020-01-01"], "M8[D]"),
        np.array([1], "m8[s]"), np.zeros(2, [("x", int), ("y", float)]), np.zeros(2, np.longdouble),
        np.array("text"), np.zeros(3, "V3"),
    ],
    ids=lambda source: str(source.dtype),
)  # fmt: skip
def test_arrays_of_other_things_are_refused(source: np.ndarray) -> None:
    target = ocean.ones([2])
    for action in (
        lambda: ocean.asTensor(source), lambda: target + source, lambda: target.copy(source),
        lambda: ocean.float(source),
        lambda: ocean.asTensor([source, source]), lambda: ocean.add(source, 1), lambda: target.__iadd__(source),
    ):  # fmt: skip
        with pytest.raises(
            TypeError, match=r"There is no dtype for NumPy arrays of|A must be a tensor, a number or like"
        ):
            action()
    assert target.asPython() == [1, 1]
    if source.dtype.kind in "USMm" and source.ndim:
        with pytest.raises(TypeError, match="There is no dtype for NumPy"):
            ocean.asTensor(source[0])


def test_more_than_64_dimensions_are_refused() -> None:
    assert ocean.asTensor(np.zeros([1] * 64)).ndims == 64
    with pytest.raises(ValueError, match=r"exceeded \(64\)"):
        ocean.asTensor([np.zeros([1] * 64)])


def test_equal_types_with_other_names() -> None:
    for code, kind in (
        ("q", ocean.int64),
        ("l", ocean.int64),
        ("Q", ocean.uint64),
        ("L", ocean.uint64),
        ("p", ocean.int64),
    ):
        assert ocean.asTensor(np.zeros(2, code)).dtype is kind
        assert ocean.asTensor(np.zeros(2, np.dtype(code).newbyteorder())).dtype is kind


# --- Buffers -----------------------------------------------------------------------------------------------------

CODES = {
    "b": ocean.int8, "B": ocean.uint8, "h": ocean.int16, "H": ocean.uint16, "i": ocean.int32, "I": ocean.uint32,
    "l": ocean.int64, "L": ocean.uint64, "q": ocean.int64, "Q": ocean.uint64, "f": ocean.float, "d": ocean.double,
}  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_arrays_of_the_standard_library(code: str) -> None:
    source = array(code, [1, 2, 3])
    for tensor in (ocean.asTensor(source), ocean.asTensor(memoryview(source))):
        assert tensor.dtype is CODES[code] and tensor.asPython() == [1, 2, 3] and not tensor.readonly
        tensor.fill(7)
        assert source.tolist() == [7, 7, 7]
        with pytest.raises(BufferError):
            source.append(1)
        source[:] = array(code, [1, 2, 3])
        del tensor
    gc.collect()
    source.append(4)
    assert (ocean.ones([4]) + source).asPython() == [2, 3, 4, 5]


def test_memoryviews() -> None:
    source = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    view = ocean.asTensor(memoryview(source[:, ::-1, ::2]))
    assert view.size == (2, 3, 2) and view.strides == (24, -8, 4)
    np.testing.assert_array_equal(read(view), source[:, ::-1, ::2])
    readonly = ocean.asTensor(memoryview(b"abc"))
    assert readonly.readonly and readonly.asPython() == [97, 98, 99] and readonly.dtype is ocean.uint8
    assert not ocean.asTensor(bytearray(b"abc")).readonly
    assert ocean.asTensor(memoryview(np.float64(5))).asScalar() == 5
    assert ocean.asTensor((ctypes.c_float * 3)(1, 2, 3)).dtype is ocean.float
    assert ocean.asTensor(ocean.arange(3, ocean.int8).storage).asPython() == [0, 1, 2]
    for bad in (memoryview(b"abc").cast("c"), (ctypes.c_longdouble * 2)(), memoryview(np.zeros(2, "i4,f4"))):
        with pytest.raises(TypeError, match="There is no dtype for buffer elements of format"):
            ocean.asTensor(bad)
    released = memoryview(b"abc")
    released.release()
    with pytest.raises(ValueError, match="released"):
        ocean.asTensor(released)
    for text in (b"abc", "abc"):
        with pytest.raises(TypeError, match="Invalid data type for data parameter"):
            ocean.asTensor(text)


class WithInterface:
    def __init__(self, source: np.ndarray) -> None:
        self.source = source
        self.__array_interface__ = source.__array_interface__


class WithArray:
    def __init__(self, source: np.ndarray) -> None:
        self.source = source

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.source


@pytest.mark.parametrize("wrap", [WithInterface, WithArray])
def test_array_protocols(wrap: Any) -> None:
    for kind in KINDS:
        source = values(kind, (4, 3))[::-1, ::2]
        tensor = ocean.asTensor(wrap(source))
        assert tensor.dtype is kind
        same(read(tensor), source)
        tensor.fill(1)
        assert (source == 1).all()
    assert (ocean.ones([2]) + wrap(np.array([1, 2]))).asPython() == [2, 3]
    assert ocean.asTensor([wrap(np.array([1, 2])), [3, 4]]).size == (2, 2)
    with pytest.raises(TypeError, match="There is no dtype for NumPy arrays of object"):
        ocean.asTensor(wrap(np.array([None])))


@given(
    st.sampled_from(KINDS),
    st.lists(st.integers(0, 4), max_size=5),
    st.lists(st.integers(-2, 3), min_size=5, max_size=5),
)
@settings(max_examples=150)
def test_any_strided_array(kind: ocean.dtype, size: list[int], steps: list[int]) -> None:
    base = np.zeros([6] * len(size), NUMPY[kind])
    base.ravel()[:] = np.resize(values(kind, (50,)), base.size)
    view = base
    for axis, (length, step) in enumerate(zip(size, steps, strict=False)):
        index = slice(None, length) if step == 0 else slice(None, None, step)
        view = view[(slice(None),) * axis + (index,)]
    tensor = ocean.asTensor(view)
    same(read(tensor), view)
    back = tensor.convertTo("numpy")
    np.testing.assert_array_equal(back, view)
    assert view.size == 0 or np.shares_memory(back, base)


# --- The registry ------------------------------------------------------------------------------------------------


def test_types_are_registered_on_import() -> None:
    assert "numpy" in ocean.getImportTypes() and "numpy" in ocean.getExportTypes()
    with pytest.raises(ValueError, match=r"The type 'abacus' is not registered; known types: .*'numpy'"):
        ocean.zeros([2]).convertTo("abacus")
    for stranger in (None, 5, ocean.zeros([2]), []):
        with pytest.raises(TypeError, match=r"^convertTo\(\): the name of a type must be a string, got "):
            ocean.zeros([2]).convertTo(stranger)
    code = """
import ocean
assert ocean.getExportTypes() == [] == ocean.getImportTypes()
assert ocean.ones([2]).convertTo("numpy").tolist() == [1, 1] and ocean.getExportTypes() == ["numpy"]
import numpy
assert ocean.asTensor(numpy.arange(3)).asPython() == [0, 1, 2]
import pyOceanNumpy, ocean_numpy
assert ocean.getExportTypes() == ["numpy"]
assert ocean.zeros([2]).convertTo("numpy").tolist() == [0, 0]
import pyOcean_cpu, pyOcean_core
assert pyOcean_cpu.tensor is ocean.tensor and pyOcean_core.cpu is ocean.cpu and pyOcean_cpu.float is ocean.float
"""
    subprocess.run([sys.executable, "-c", code], check=True)

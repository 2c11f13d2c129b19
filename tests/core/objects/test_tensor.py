"""The tensor object: constructors, properties, identity, read-only and self-overlapping tensors, the table of plans."""

from __future__ import annotations

import copy
import ctypes
import gc
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, SIZE, dtype_id, memory, read, same, sample, values

import ocean
from ocean._src.core.objects.tensor import run_plan

# --- Constructors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_new_tensors(kind: ocean.dtype) -> None:
    here = ocean.getDefaultDevice()
    tensor = ocean.tensor([3, 5], kind, here)
    assert tensor.footer == f"<tensor.{kind.name} of size 3x5 on {here.name}>"
    assert tensor.size == (3, 5) and tensor.strides == (kind.size, 3 * kind.size) and tensor.offset == 0
    assert tensor.ndims == 2 and tensor.nelem == 15 and tensor.elemsize == kind.size and tensor.dtype is kind
    assert tensor.device is here and tensor.storage.nelem == 15 and tensor.ptr == tensor.storage.ptr
    assert ocean.tensor([3, 5], "C", kind).strides == (5 * kind.size, kind.size)
    assert ocean.tensor([3, 5, 2], "R", kind).strides == (5 * kind.size, kind.size, 15 * kind.size)
    assert ocean.tensor([3, 5], [1, 4], kind).strides == (kind.size, 4 * kind.size)
    assert ocean.tensor([3, 5], [40, 1], 8, kind).strides == (320, 8)
    backwards = ocean.tensor([3, 5], [-1, 3], kind)
    assert backwards.strides == (-kind.size, 3 * kind.size) and backwards.offset == 2 * kind.size
    assert backwards.storage.size == 15 * kind.size
    scalar = ocean.tensor([], kind)
    assert scalar.isScalar() and scalar.nelem == 1 and scalar.footer == f"<scalar.{kind.name} on {here.name}>"
    assert ocean.tensor(3, kind).size == (3,) and ocean.tensor(kind).size == ()


def test_sizes_come_in_many_forms() -> None:
    for size in ([2, 3], (2, 3), np.array([2, 3]), range(2, 4), iter([2, 3]), [ocean.int8(2), np.int16(3)]):
        assert ocean.tensor(size).size == (2, 3)
    assert ocean.tensor(size=[2, 3], strides="C", dtype=ocean.int8).strides == (3, 1)
    assert ocean.tensor([2], 5, ocean.int8).strides == (5,)
    assert ocean.tensor([2] * 8).ndims == 8


def test_defaults() -> None:
    ocean.setDefaultDType(ocean.int16)
    assert ocean.tensor([2]).dtype is ocean.int16
    ocean.setDefaultDType(None)
    with pytest.raises(ocean.OceanError, match="No dtype is given and there is no default dtype"):
        ocean.tensor([2])
    ocean.int8.setDefault()
    ocean.setDefaultDevice(None)
    with pytest.raises(ocean.OceanError, match="No device is given and there is no default device"):
        ocean.tensor([2])
    assert ocean.tensor([2], ocean.cpu).dtype is ocean.int8


def test_tensors_on_storage() -> None:
    storage = ocean.arange(12, ocean.int16).storage
    numbers = np.arange(12)
    assert ocean.tensor(storage).asPython() == numbers.tolist()
    assert ocean.tensor(storage, 2).asPython() == numbers[2:].tolist()
    for args, shape, strides, offset in (
        ((0, [3, 4]), (3, 4), (2, 6), 0),
        ((0, [3, 4], [4, 1]), (3, 4), (8, 2), 0),
        ((2, [3, 3]), (3, 3), (2, 6), 2),
        ((0, [4, 5], [1, 2]), (4, 5), (2, 4), 0),
        ((11, [12], [-1]), (12,), (-2,), 11),
        ((5, [3, 2], [0, 0]), (3, 2), (0, 0), 5),
        ((2, [2, 2], "C"), (2, 2), (4, 2), 2),
        ((12, [0, 5]), (0, 5), (2, 2), 12),
    ):
        tensor = ocean.tensor(storage, *args)
        assert tensor.size == shape and tensor.storage == storage and tensor.offset == 2 * offset
        np.testing.assert_array_equal(
            read(tensor), np.lib.stride_tricks.as_strided(numbers.astype(np.int16)[offset:], shape, strides)
        )
    bytewise = ocean.tensor(storage, 3, [2], [5], 1, ocean.int32)
    assert bytewise.offset == 3 and bytewise.strides == (5,) and not bytewise.isAligned()
    assert ocean.tensor(storage=storage, offset=1, size=[2], dtype=ocean.int8).offset == 1
    storage.dtype = None
    assert ocean.tensor(storage).dtype is ocean.float
    assert ocean.tensor(storage, ocean.int8).size == (24,)


BAD_STORAGE = [
    ((-1,), "The offset -2 is outside a storage of 8 bytes"),
    ((5,), "The offset 10 is outside a storage of 8 bytes"),
    ((0, [5]), "The tensor reaches bytes 0 to 10 of a storage of 8 bytes"),
    ((1, [4]), "The tensor reaches bytes 2 to 10"),
    ((0, [2], [-1]), "The tensor reaches bytes -2 to 2"),
    ((0, [2], [4]), "The tensor reaches bytes 0 to 10"),
    ((1 << 62, [1]), "is outside a storage of 8 bytes"),
    ((1 << 70, [1]), "The offset .* does not fit 64 bits"),
    ((0, [2], [1 << 62]), "exceeds 64 bit|exceeds 64-bit"),
    ((0, [2], [-(1 << 63)], 1), "exceeds 64-bit addresses"),
    ((0, [1 << 62, 4], [0, 1 << 61], 1), "exceeds 64-bit addresses"),
    ((0, [3, 3], [1]), "Expected 2 strides to match the size, got 1"),
    ((0, [-2]), "must be nonnegative"),
    ((0.5,), "Expected an integer offset, got 0.5"),
    ((0, "ab"), "Expected an integer size, got 'ab'"),
    ((0, [2], "Q"), "Expected order 'F', 'C' or 'R', got 'Q'"),
    ((0, [2], [1], "u"), "Expected an integer unit size, got 'u'"),
    ((0, [2], [1], 1, 7), "unexpected argument 7"),
    ((0, [2], ocean.cpu), "unexpected argument <device 'cpu'>"),
]


@pytest.mark.parametrize(("args", "message"), BAD_STORAGE)
def test_tensors_stay_inside_their_storage(args: Any, message: str) -> None:
    storage = ocean.asTensor([1, 2, 3, 4], ocean.int16).storage
    with pytest.raises(ocean.OceanError, match=message):
        ocean.tensor(storage, *args)
    assert storage.refcount == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ocean.tensor([-1]), "must be nonnegative"),
        (lambda: ocean.tensor([1] * 65), r"exceeded \(64\)"),
        (lambda: ocean.tensor([1 << 40, 1 << 40]), "exceeds 64-bit addresses"),
        (lambda: ocean.tensor(2.5), "Expected an integer size, got 2.5"),
        (lambda: ocean.tensor("ab"), "Expected an integer size, got 'ab'"),
        (lambda: ocean.tensor([2], {}), "Expected 1 strides"),
        (lambda: ocean.tensor([2], 2.5), "strides must be integers or one of 'F', 'C', 'R', got 2.5"),
        (lambda: ocean.tensor([2], [1], 1, ocean.int8, 5), "unexpected argument 5"),
        (lambda: ocean.tensor([2], ocean.int8, ocean.half), "unexpected argument <dtype 'half'>"),
        (lambda: ocean.tensor([2], size=[3]), "got two values for 'size'"),
        (lambda: ocean.tensor([2], colour=1), "unexpected keyword argument 'colour'"),
        (lambda: ocean.tensor([2], [1], 1, 1), "unexpected argument 1"),
    ],
)
def test_impossible_tensors(make: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        make()


def test_unaligned_tensors_make_raw_storage() -> None:
    tensor = ocean.tensor([2], [3], ocean.int8.size, ocean.int16)
    tensor.storage.zero()
    tensor.copy([10000, 20000])
    assert tensor.strides == (3,) and not tensor.isAligned() and tensor.storage.dtype is None
    assert memory(tensor.storage).tolist() == [0x10, 0x27, 0, 0x20, 0x4E]


@pytest.mark.host_only("addresses")
def test_ctypes_can_write_through_the_pointer() -> None:
    tensor = ocean.tensor([3, 4])
    pointer = ctypes.cast(tensor.ptr, ctypes.POINTER(ctypes.c_float))
    for i in range(12):
        pointer[i] = i
    assert tensor.asPython("C") == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]
    assert tensor.slice(1, 2).ptr == tensor.ptr + 24


# --- Queries -----------------------------------------------------------------------------------------------------

QUERIES = {  # contiguous, linear, fortran, overlapping
    "contiguous": (True, True, True, False),
    "row_major": (True, False, False, False),
    "strided": (False, False, False, False),
    "negative": (True, True, False, False),
    "zero_stride": (False, False, False, False),
    "inner_zero_stride": (False, False, False, False),
    "byteswapped": (True, True, True, False),
    "byteswapped_storage": (False, False, False, False),
    "native_on_byteswapped": (True, True, True, False),
    "unaligned": (False, True, False, False),
    "wild": (False, False, False, False),
    "overlapping": (False, False, False, True),
}


@pytest.mark.every_layout
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_queries(kind: ocean.dtype, layout: str) -> None:
    tensor, wanted = sample(layout, kind)
    got = (tensor.isContiguous(), tensor.isLinear(), tensor.isFortran(), tensor.isSelfOverlapping())
    assert got == QUERIES[layout]
    assert ocean.checkSelfOverlap(tensor) == got[3]
    assert not tensor.isEmpty() and not tensor.isScalar()
    assert tensor.isReal() != tensor.isComplex() and tensor.isComplex() == kind.iscomplex
    assert tensor.isAligned() == (kind.size == 1 or layout not in ("unaligned", "wild"))
    assert tensor.byteswapped == (kind.size > 1 and layout in ("byteswapped", "byteswapped_storage", "wild"))
    assert not tensor.readonly and tensor.refcount == 1
    assert tensor.size == SIZE and len(tensor) == SIZE[0]
    same(read(tensor), wanted)
    text = str(tensor)
    assert text.endswith(tensor.footer) and ("byteswapped" in tensor.footer) == tensor.byteswapped


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_empty_and_scalar_tensors(kind: ocean.dtype) -> None:
    for size in ([0], [2, 0], [0, 3, 2]):
        empty = ocean.tensor(size, kind)
        assert empty.isEmpty() and empty.isContiguous() and empty.isFortran() and empty.isLinear() and empty.isAligned()
        assert not empty.isSelfOverlapping() and "empty" in empty.footer and str(empty) == empty.footer
        assert read(empty).shape == tuple(size)
    scalar, wanted = sample("contiguous", kind, ())
    assert scalar.isScalar() and not scalar.isEmpty() and scalar.isFortran() and scalar.isLinear()
    same(read(scalar), wanted)
    with pytest.raises(TypeError, match="no length"):
        len(scalar)


def test_overlap_of_two() -> None:
    base = ocean.zeros([10])
    assert ocean.checkOverlap(base, base.slice(0, 3, 2)) and not ocean.checkOverlap(base, ocean.zeros([10]))
    assert not ocean.checkOverlap(base.slice(0, 0, 5), base.slice(0, 5, 5))
    pairs = ocean.zeros([5], ocean.cfloat)
    assert not ocean.checkOverlap(pairs.real, pairs.imag) and ocean.checkOverlap(pairs, pairs.imag)
    for bad in ((base, 5), ([1], base)):
        with pytest.raises(TypeError, match=r"checkOverlap\(\) takes two tensors, got (int|list)"):
            ocean.checkOverlap(*bad)
    with pytest.raises(TypeError, match=r"checkSelfOverlap\(\) takes a tensor, or a size"):
        ocean.checkSelfOverlap(5)


def test_properties_that_cannot_be_set() -> None:
    tensor = ocean.zeros([2, 3])
    for name in ("size", "strides", "nelem", "dtype", "device", "offset", "storage", "ptr", "obj", "T", "footer"):
        with pytest.raises(AttributeError):
            setattr(tensor, name, 1)
    with pytest.raises(AttributeError):
        tensor.colour = 1


# --- Identity ----------------------------------------------------------------------------------------------------


def test_references_as_documented() -> None:
    t = ocean.tensor([2, 3], ocean.float)
    assert (t.refcount, t.storage.refcount) == (1, 2)
    s = t.asContiguous()
    assert s is not t and s.obj == t.obj and t.refcount == s.refcount == 2
    r = t.swapAxes(0, 1)
    assert r.obj != t.obj and r.refcount == 1 and r.storage.obj == t.storage.obj
    t.flipAxis(0, True)
    assert t.strides == (-4, 8) and t.obj != s.obj and s.strides == (4, 8) and t.refcount == s.refcount == 1
    del s
    gc.collect()
    assert t.refcount == 1


def test_siblings_share_what_they_are_until_one_is_changed() -> None:
    first = ocean.asTensor([1, 2, 3], ocean.int16)
    siblings = [first.asContiguous() for _ in range(3)]
    assert first.refcount == 4
    first.byteswap()
    assert all(each.byteswapped and each.asPython() == [1, 2, 3] for each in siblings)
    siblings[0].byteswapped = False
    assert not first.byteswapped and first.asPython() == [256, 512, 768]
    siblings[1].dealloc()
    assert first.refcount == 3 and siblings[1].refcount == 1
    siblings[2].reshape(3, 1, True)
    assert first.size == (3,) and siblings[2].size == (3, 1) and first.refcount == 2


def test_detach() -> None:
    t = ocean.asTensor([1, 2, 3], ocean.float)
    s = ocean.float(t)
    assert s.storage == t.storage
    s.detach()
    assert s.storage != t.storage and s.asPython() == t.asPython()
    address = t.ptr
    t.detach()
    assert t.ptr == address
    array = np.arange(3)
    b = ocean.asTensor(array)
    assert not b.storage.owner
    b.detach()
    assert b.storage.owner and b.asPython() == [0, 1, 2]
    twin = b.asContiguous()
    twin.detach()
    assert twin.obj != b.obj and twin.storage != b.storage and twin.refcount == b.refcount == 1


def test_dealloc() -> None:
    gc.collect()
    used = ocean.cpu.usedBytes
    a = ocean.zeros([1000, 4])
    assert ocean.cpu.usedBytes > used or not a.device.host
    a.dealloc()
    assert str(a) == "<empty tensor.int8 of size 0 on cpu (read-only)>" and a.readonly and a.isEmpty()
    assert ocean.cpu.usedBytes - used <= 64
    a.dealloc()
    assert (a + 1).isEmpty()


def test_copies() -> None:
    a = ocean.asTensor([1, 2, 3])
    b = a.shallowCopy()
    assert a.obj != b.obj and a.storage.obj == b.storage.obj
    assert copy.copy(a).storage == a.storage and copy.deepcopy(a).storage != a.storage
    assert copy.deepcopy(a).asPython() == [1, 2, 3]
    a.obj  # noqa: B018
    for _ in range(3):
        c = copy.copy(a)
        del c
    assert a.refcount == 1


# --- Read-only tensors and self-overlapping destinations ------------------------------------------------------------

CHANGES: dict[str, Any] = {
    "fill": lambda t: t.fill(1),
    "zero": lambda t: t.zero(),
    "copy": lambda t: t.copy(np.arange(t.nelem).reshape(t.size)),
    "fillNaN": lambda t: t.fillNaN(1),
    "byteswap": lambda t: t.byteswap(),
    "+=": lambda t: t.__iadd__(1),
    "-=": lambda t: t.__isub__(1),
    "*=": lambda t: t.__imul__(2),
    "/=": lambda t: t.__itruediv__(2),
    "add": lambda t: ocean.add(np.arange(t.nelem).reshape(t.size), 1, t),
}


@pytest.mark.parametrize("change", CHANGES)
def test_read_only_tensors_refuse_to_be_changed(change: str) -> None:
    tensor = ocean.asTensor([[1, 2, 3], [4, 5, 6]], ocean.int16)
    before = memory(tensor.storage).copy()
    tensor.readonly = True
    assert tensor.readonly and tensor.footer.endswith("(read-only)>") and not tensor.storage.readonly
    for view in (tensor, tensor.T, tensor.slice(0, 1), tensor.reshape(6), tensor.flipAxis(0)):
        assert view.readonly
        with pytest.raises(ValueError, match="read-only"):
            CHANGES[change](view)
    tensor.readonly = False
    tensor.storage.readonly = True
    with pytest.raises(ValueError, match="read-only"):
        CHANGES[change](tensor)
    with pytest.raises(ValueError, match="storage is read-only"):
        tensor.readonly = False
    assert not tensor.byteswapped
    np.testing.assert_array_equal(memory(tensor.storage), before)
    tensor.storage.readonly = False
    CHANGES[change](tensor)


@pytest.mark.every_layout
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", [ocean.int16, ocean.float, ocean.cdouble], ids=dtype_id)
def test_self_overlapping_tensors_refuse_to_be_changed(kind: ocean.dtype, change: str) -> None:
    tensor, wanted = sample("overlapping", kind, special=False)
    with pytest.raises(ValueError, match="overlaps itself"):
        CHANGES[change](tensor)
    same(read(tensor), wanted)


def test_trivial_overlap_takes_what_repeats_in_the_same_way() -> None:
    a = ocean.arange(3, ocean.double).broadcastTo([3, 5])
    b = ocean.asTensor(2, ocean.double).broadcastTo([3, 5])
    a.fill(3)
    assert a.storage.asPython() == [3, 3, 3]
    a.copy(b)
    assert a.storage.asPython() == [2, 2, 2]
    a.copy([7, 8, 9])
    assert a.storage.asPython() == [7, 8, 9]
    with pytest.raises(
        RuntimeError, match="Zero-stride dimensions in destination tensor must be matched by the source"
    ):
        b.copy(a)
    assert b.storage.asPython() == [2]
    a += 1
    assert a.storage.asPython() == [8, 9, 10]
    ocean.add(a, b, a)
    assert a.storage.asPython() == [10, 11, 12]
    with pytest.raises(RuntimeError, match="Zero-stride"):
        a += ocean.ones([3, 5])
    assert a.storage.asPython() == [10, 11, 12]


# --- Many descriptions and plans ------------------------------------------------------------------------------------


def test_twenty_thousand_sizes_in_one_process() -> None:
    """The tables of plans and descriptions are bounded, and nothing is forgotten wrongly."""
    base = ocean.arange(30_000, ocean.int32)
    numbers = np.arange(30_000, dtype=np.int32)
    one = base + 1
    for n in range(1, 22_000):
        result = base.slice(0, n % 7, n) + one.slice(0, 0, n)
        if n % 997 == 0:
            np.testing.assert_array_equal(read(result), numbers[n % 7 : n % 7 + n] + numbers[1 : n + 1])
        else:
            assert result.size == (n,)
    assert (base.slice(0, 0, 5) + 1).asPython() == [1, 2, 3, 4, 5]


def test_run_plan_checks_its_operands() -> None:
    from ocean._src.kernels.jobs import Elementwise, planned
    from ocean._src.ops.writer import trace

    a, b = ocean.ones([4]), ocean.zeros([4])
    plan = planned(Elementwise((b._layout, a._layout), trace(lambda x: x + 1, "float")))
    run_plan(plan, [b, a])
    assert b.asPython() == [2, 2, 2, 2]
    for operands, message in (([b], "Expected 2 operands, got 1"), ([b, 5], "Expected tensors and scalars, got int")):
        with pytest.raises(ocean.OceanError, match=message):
            run_plan(plan, operands)


def test_values_of_every_layout_come_back() -> None:
    for layout in LAYOUTS:
        for kind in DTYPES:
            tensor, wanted = sample(layout, kind, (2, 3))
            np.testing.assert_array_equal(np.array(tensor.asPython("C"), wanted.dtype), wanted)
    assert values(ocean.half, (4,)).dtype == np.float16

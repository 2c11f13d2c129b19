"""Casting and copying between all dtypes and layouts, filling, byte order, and Python values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, NUMPY, TARGETS, dtype_id, memory, read, same, sample, set_memory, surroundings
from oracles import cast

import ocean

# --- All pairs of dtypes, all layouts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("source", DTYPES, ids=dtype_id)
def test_casts(source: ocean.dtype, target: ocean.dtype) -> None:
    """Every pair of dtypes, through a few pairs of layouts that differ from pair to pair so that all occur."""
    names = list(LAYOUTS)
    for step, size in enumerate(((5, 3, 2), (70,), (5, 3, 2), (3, 20))):
        at = source.code * 15 + target.code + 5 * step
        given, values = sample(names[at % len(names)], source, size, seed=step)
        wanted = cast(values, source, target)
        into, _ = sample(TARGETS[(at // 7 + step) % len(TARGETS)], target, size, seed=9)
        around = surroundings(into)
        into.copy(given)
        same(read(into), wanted)
        np.testing.assert_array_equal(surroundings(into), around)
        same(read(given), values)
    same(read(target(given)), wanted)


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_copies_between_all_layouts(layout: str, to: str) -> None:
    for kind, other in ((ocean.int16, ocean.int16), (ocean.cfloat, ocean.cfloat), (ocean.half, ocean.double)):
        for size in ((5, 3, 2), (37, 41), (1, 6), (0, 3), ()):
            given, values = sample(layout, kind, size)
            into, _ = sample(to, other, size, seed=9)
            around = surroundings(into) if into.nelem else None
            into.copy(given)
            same(read(into), cast(values, kind, other))
            if around is not None:
                np.testing.assert_array_equal(surroundings(into), around)


def test_casts_to_integers_have_one_value_for_what_does_not_fit() -> None:
    odd = ocean.asTensor([math.nan, math.inf, -math.inf, 1e20, -1.5, 300.0, -300.0])
    for kind, wanted in (
        (ocean.int8, [0, 0, 0, 0, -1, 44, -44]),
        (ocean.uint8, [0, 0, 0, 0, 255, 44, 212]),
        (ocean.int16, [0, 0, 0, 0, -1, 300, -300]),
        (ocean.int32, [-(2**31)] * 4 + [-1, 300, -300]),
        (ocean.uint32, [0, 0, 0, 0, 2**32 - 1, 300, 2**32 - 300]),
        (ocean.int64, [-(2**63)] * 4 + [-1, 300, -300]),
        (ocean.uint64, [2**63] * 4 + [2**64 - 1, 300, 2**64 - 300]),
        (ocean.bool, [True] * 7),
    ):
        assert kind(odd).asPython() == wanted
        assert [kind(each).asPython() for each in odd.asPython()] == wanted
    assert ocean.half([70000.0, -70000.0, 65519.0, 1e-8]).asPython() == [math.inf, -math.inf, 65504, 0]
    assert ocean.int8([1.9, -1.9, 300, -300]).asPython() == [1, -1, 44, -44]
    assert ocean.uint64([2.0**63, 1.5 * 2.0**63, 2.0**64]).asPython() == [2**63, 3 * 2**62, 2**63]


def test_booleans_are_true_whatever_byte_they_have() -> None:
    odd = ocean.asTensor(np.array([2, 0, 255, 1], np.uint8).view(bool))
    assert odd.asPython() == [True, False, True, True] and ocean.int8(odd).asPython() == [1, 0, 1, 1]
    assert (odd + ocean.int8([1, 1, 1, 1])).asPython() == [2, 1, 2, 2]
    assert memory(odd.replicate().storage).tolist() == [1, 0, 1, 1]
    assert odd.slice(0, 0).asScalar().asPython() is True and (odd == True).asPython() == [True, False, True, True]  # noqa: E712


# --- Overlap of source and destination -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_copies_onto_oneself(kind: ocean.dtype) -> None:
    """However source and destination overlap, the result is as if the source had been copied first."""
    for source, target in (
        (lambda t: t, lambda t: t),
        (lambda t: t.slice(0, 0, 9), lambda t: t.slice(0, 3, 9)),
        (lambda t: t.slice(0, 3, 9), lambda t: t.slice(0, 0, 9)),
        (lambda t: t.flipAxis(0), lambda t: t),
        (lambda t: t.reshape(3, 4), lambda t: t.reshape(4, 3).T),
        (lambda t: t.slice(0, 5), lambda t: t),
        (lambda t: t.slice(0, 0, 3), lambda t: t.reshape(3, 4)),
    ):
        tensor, values = sample("contiguous", kind, (12,))
        before = ocean.asTensor(tensor, True)
        target(tensor).copy(source(tensor))
        target(before).copy(source(ocean.asTensor(before, True)))
        same(read(tensor), read(before))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_overlapping_copies_with_casts(kind: ocean.dtype) -> None:
    for other in DTYPES:
        storage = ocean.storage(256, ocean.uint8)
        set_memory(storage, np.random.default_rng(kind.code).integers(0, 256, 256))
        source = ocean.tensor(storage, 3, [5], [other.size], 1, other)
        target = ocean.tensor(storage, 17, [5], [-kind.size if kind.size < 4 else kind.size], 1, kind)
        wanted = cast(read(source), other, kind)
        around = surroundings(target)
        target.copy(source)
        np.testing.assert_array_equal(read(target), wanted)
        np.testing.assert_array_equal(surroundings(target), around)


# --- Filling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", TARGETS)
def test_fill_and_zero(layout: str, kind: ocean.dtype) -> None:
    tensor, _ = sample(layout, kind)
    around = surroundings(tensor)
    for value, strong in (
        (3, ocean.int64), (1.5, ocean.double), (2 + 1j, ocean.cdouble), (True, ocean.bool), (ocean.int8(-2), ocean.int8),
        (np.float32(2.5), ocean.float), (ocean.asTensor([7], ocean.uint8), ocean.uint8), ([5], ocean.int64),
    ):  # fmt: skip
        tensor.fill(value)
        plain = value.asPython() if isinstance(value, (ocean.scalar, ocean.tensor)) else value
        wanted = cast(np.array(plain[0] if isinstance(plain, list) else plain, NUMPY[strong]), strong, kind)
        same(read(tensor), np.full(tensor.size, wanted))
    tensor.zero()
    same(read(tensor), np.zeros(tensor.size, NUMPY[kind]))
    np.testing.assert_array_equal(surroundings(tensor), around)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", TARGETS)
def test_fill_nan(layout: str, kind: ocean.dtype) -> None:
    for value in (3, 2.5, ocean.int8(1), math.inf, 1j):
        tensor, values = sample(layout, kind)
        tensor.fillNaN(value)
        plain = value.asPython() if isinstance(value, ocean.scalar) else value
        strong = {int: ocean.int64, float: ocean.double, complex: ocean.cdouble}[type(plain)]
        if kind.isfloat:
            values = np.where(np.isnan(values), cast(np.array(plain), strong, kind), values)
        same(read(tensor), values)


def test_filling_with_what_is_not_a_number() -> None:
    tensor = ocean.ones([3])
    for bad, message in (
        ("x", r"value must be .* got 'x'"), (None, r"value must be .* got None"), ([1, 2], "single number"),
        (ocean.zeros([2]), "single number"), (ocean.zeros([0]), "single number"), (10**400, "does not fit"),
        (10**5000, "The integer of 16610 bits does not fit"),
    ):  # fmt: skip
        for method in (tensor.fill, tensor.fillNaN):
            with pytest.raises(ocean.OceanError, match=message):
                method(bad)
    assert tensor.asPython() == [1, 1, 1]


# --- copy --------------------------------------------------------------------------------------------------------


def test_copy_broadcasts_and_converts() -> None:
    target = ocean.zeros([3, 2])
    target.copy([1, 2, 3])
    assert target.asPython() == [[1, 2, 3]] * 2
    target.copy(np.array([[1], [2], [3]], np.int8))
    assert target.asPython() == [[1, 2, 3]] * 2
    target.copy(7)
    target.copy(ocean.asTensor([[1], [2]]))
    assert target.asPython() == [[1, 1, 1], [2, 2, 2]]
    target.copy(range(6))
    assert target.asPython() == [[0, 1, 2], [3, 4, 5]]
    target.copy(ocean.int8(3))
    assert target.asPython() == [[3, 3, 3]] * 2
    target.copy(ocean.arange(6, ocean.int8).storage)
    assert target.asPython() == [[0, 1, 2], [3, 4, 5]]
    scalar = ocean.tensor([], ocean.int8)
    scalar.copy([5])
    assert scalar.asScalar() == 5


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (ocean.zeros([2, 2]), "Cannot copy a tensor of size 2x2 to one of size 3x2"),
        (ocean.zeros([2]), "Cannot copy a tensor of size 2 to one of size 3x2"),
        (ocean.zeros([3, 2, 2]), "Cannot copy a tensor of size 3x2x2 to one of size 3x2"),
        (ocean.zeros([0]), "Cannot copy a tensor of size 0"),
        ("abc", r"copy\(\): src must be .* got 'abc'"),
        ([[1, 2, 3], [4]], "Incompatible size"),
        (np.array(["a"]), "There is no dtype for NumPy arrays of"),
    ],
)
def test_impossible_copies_change_nothing(source: Any, message: str) -> None:
    target = ocean.ones([3, 2])
    with pytest.raises(ocean.OceanError, match=message):
        target.copy(source)
    assert target.asPython() == [[1, 1, 1]] * 2
    with pytest.raises(ocean.OceanError, match=r"to one of size scalar"):
        ocean.tensor([]).copy([1, 2])


def test_copy_without_automatic_broadcasting() -> None:
    ocean.setAutoBroadcast(False)
    assert not ocean.getAutoBroadcast()
    target = ocean.zeros([3, 4])
    with pytest.raises(
        RuntimeError, match="Tensor size mismatch .automatic broadcasting of tensor dimensions is disabled"
    ):
        target.copy([1, 2, 3])
    target.copy(3)
    target.copy(range(12))
    assert target.asPython()[3] == [9, 10, 11]


# --- clone, replicate --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_clone_and_replicate(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    for clone in (tensor.clone(), tensor.clone(ocean.getDefaultDevice()), tensor.clone(device=None)):
        same(read(clone), values)
        assert clone.storage != tensor.storage and clone.byteswapped == tensor.byteswapped and clone.dtype is kind
        zero = [stride == 0 for stride in tensor.strides]
        assert [stride == 0 for stride in clone.strides] == zero
        assert clone.storage.size == math.prod(n for n, z in zip(tensor.size, zero, strict=True) if not z) * kind.size
    replica = tensor.replicate()
    same(read(replica), values)
    assert replica.isFortran() and not replica.byteswapped and replica.storage != tensor.storage
    for name in ("clone", "replicate"):
        with pytest.raises(TypeError, match=rf"{name}\(\): unexpected argument 'gpu'; expected device"):
            getattr(tensor, name)("gpu")


def test_documented_clone_of_zero_strides() -> None:
    t = ocean.tensor([3, 4], [1, 0], ocean.float)
    t.copy([1, 2, 3])
    assert t.storage.asPython() == [1, 2, 3] and t.strides == (4, 0)
    assert t.clone().strides == (4, 0) and t.clone().storage.asPython() == [1, 2, 3]
    assert t.replicate().strides == (4, 12) and t.replicate().storage.nelem == 12


# --- ensure, cast, calls ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
def test_ensure_tensors(target: ocean.dtype) -> None:
    for kind in DTYPES:
        tensor = ocean.ones([2, 3], kind)
        result = ocean.ensure(tensor, target)
        assert result.dtype is target and result.obj != tensor.obj
        assert (result.storage == tensor.storage) == (kind is target)
        assert ocean.cast(tensor, target).dtype is target and target(tensor).dtype is target
        assert ocean.ensure(tensor, ocean.getDefaultDevice()).storage == tensor.storage == ocean.getDefaultDevice()(tensor).storage
        assert ocean.ensure(tensor, target, ocean.getDefaultDevice(), True) is None
        assert tensor.dtype is target and tensor.size == (2, 3)
        assert target(tensor, True) is None and ocean.ensure(tensor, inplace=True) is None


def test_ensure_storage() -> None:
    tensor = ocean.asTensor([1, 2, 3], ocean.chalf)
    storage = tensor.storage
    assert ocean.ensure(storage, ocean.chalf) == storage == ocean.cpu(storage)
    other = ocean.int16(storage)
    assert other != storage and other.asPython() == [1, 2, 3] and other.dtype is ocean.int16
    assert ocean.ensure(storage, ocean.int16, ocean.cpu, True) is None
    assert storage.dtype is ocean.int16 and tensor.dtype is ocean.chalf and tensor.asPython() == [1, 2, 3]
    storage.dtype = None
    with pytest.raises(TypeError, match="Raw storage has no dtype to cast from"):
        ocean.float(storage)


def test_ensure_scalars_and_numbers() -> None:
    scalar = ocean.uint8(9)
    assert ocean.ensure(scalar, ocean.int8, True) is None and scalar.dtype is ocean.int8 and scalar == 9
    for value in (5, 0, True, 2.5, 1j, np.int8(0), np.float32(1.5), ocean.half(0)):
        result = ocean.ensure(value, ocean.cfloat)
        assert type(result) is ocean.scalar and result.dtype is ocean.cfloat and result == value
        assert ocean.ensure(value, ocean.cpu).isScalar() and ocean.cpu(value).asScalar() == value
        assert type(ocean.ensure(value)) is ocean.scalar
    assert ocean.ensure(2**63).dtype is ocean.uint64 and ocean.ensure(2**64 - 1) == 2**64 - 1
    assert ocean.ensure(2**70, ocean.double) == 2.0**70
    for value in (2**64, -(2**63) - 1, 10**400, -(10**5000)):
        for kinds in ((), (ocean.int8,), (ocean.uint64,)):
            with pytest.raises(ocean.OceanError, match="The integer .* does not fit"):
                ocean.ensure(value, *kinds)
    assert ocean.ensure(5).dtype is ocean.int64 and ocean.ensure(np.int8(5)).dtype is ocean.int8
    with pytest.raises(RuntimeError, match="In-place ensure device does not apply to scalar objects"):
        ocean.ensure(scalar, ocean.cpu, True)
    for value in (5, [1, 2], np.zeros(2)):
        with pytest.raises(TypeError, match="In-place ensure applies to tensors, storage and scalars, not to"):
            ocean.ensure(value, ocean.int8, True)


def test_calling_dtypes_and_devices() -> None:
    assert ocean.half([[1, 2, 3], [4, 5, 6.0]], "R").size == (2, 3)
    assert ocean.float([1, 2]).dtype is ocean.float and ocean.cpu([1, 2, 3]).dtype is ocean.int64
    assert ocean.int8(ocean.float(5.6)) == 5 and ocean.float(np.arange(3)).asPython() == [0, 1, 2]
    for action, message in (
        (lambda: ocean.float([1], 5), "unexpected argument 5"),
        (lambda: ocean.cpu([1], 5), "unexpected argument 5"),
        (lambda: ocean.ensure([1], 5), "unexpected argument 5"),
        (lambda: ocean.cast([1], True), "unexpected argument True"),
        (lambda: ocean.float("1"), "Invalid data type"),
        (lambda: ocean.float(), "missing the argument obj"),
    ):
        with pytest.raises(TypeError, match=message):
            action()


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_casts_keep_dense_layouts(kind: ocean.dtype) -> None:
    tensor, values = sample("row_major", kind, special=False)
    result = ocean.cdouble(tensor)
    assert tensor.size == result.size and not result.isFortran() and result.isContiguous()
    same(read(result), cast(values, kind, ocean.cdouble))
    repeating, values = sample("zero_stride", kind, special=False)
    result = ocean.double(repeating)
    same(read(result), cast(values, kind, ocean.double))


# --- Byte order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", TARGETS)
def test_byteswap(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    before, was, around = memory(tensor.storage).copy(), tensor.byteswapped, surroundings(tensor)
    assert tensor.byteswap() is None
    assert tensor.byteswapped == (not was and kind.size > 1)
    same(read(tensor), values)
    np.testing.assert_array_equal(surroundings(tensor), around)
    tensor.byteswap()
    np.testing.assert_array_equal(memory(tensor.storage), before)
    tensor.byteswapped = not was
    np.testing.assert_array_equal(memory(tensor.storage), before)
    assert tensor.byteswapped == (not was and kind.size > 1)


def test_byteswap_of_repeating_elements_swaps_them_once() -> None:
    tensor = ocean.asTensor([1, 2], ocean.int16).broadcastTo([2, 5])
    tensor.byteswap()
    assert tensor.storage.byteswapped is False and tensor.asPython() == [[1, 2]] * 5
    assert memory(tensor.storage).tolist() == [0, 1, 0, 2]


# --- Values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_python_values(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    np.testing.assert_array_equal(np.array(tensor.asPython(), values.dtype), values.T)
    np.testing.assert_array_equal(np.array(tensor.asPython("C"), values.dtype), values)
    np.testing.assert_array_equal(np.array(tensor.asPython("R"), values.dtype), values.swapaxes(0, 1).T)
    flat = tensor.flatten().asPython()
    assert type(flat[0]) is {"b": bool, "i": int, "u": int, "f": float, "c": complex}[NUMPY[kind].kind]
    for index in (0, 17, 29):
        at = tuple(int(k) for k in np.unravel_index(index, tensor.size))
        single = tensor
        for axis, k in enumerate(at):
            single = single.slice(axis, k)
        scalar = single.asScalar()
        assert scalar.dtype is kind
        np.testing.assert_equal(scalar.asPython(), values[at].item())
        np.testing.assert_equal(complex(single), complex(values[at]))


def test_python_values_of_few_elements() -> None:
    assert ocean.asTensor(7, ocean.float).asPython() == 7.0 and ocean.asTensor([]).asPython() == []
    assert ocean.zeros([0, 2]).asPython() == [[], []] and ocean.zeros([2, 0]).asPython() == []
    assert ocean.zeros([1] * 8).asPython() == [[[[[[[[0.0]]]]]]]]
    with pytest.raises(ValueError, match="Expected mode 'F', 'C' or 'R', got 'X'"):
        ocean.zeros([2]).asPython("X")


def test_conversion_to_python_scalars() -> None:
    a = ocean.asTensor([[1 + 2j]], ocean.chalf)
    assert bool(a) is True and int(a) == 1 and float(a) == 1.0 and complex(a) == 1 + 2j
    assert not ocean.zeros([1])
    for convert, message in (
        (bool, r"Cannot convert non-scalar tensors to Boolean \(use any or all instead\)"),
        (int, "Cannot convert non-scalar tensors to integer"),
        (float, "Cannot convert non-scalar tensors to float"),
        (complex, "Cannot convert non-scalar tensors to complex"),
    ):
        for size in ([3], [0]):
            with pytest.raises(RuntimeError, match=message):
                convert(ocean.zeros(size))
    with pytest.raises(ValueError, match="Only tensors with a single element are scalars; this one has 3 elements"):
        ocean.zeros([3]).asScalar()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_as_contiguous(layout: str) -> None:
    for kind in (ocean.int8, ocean.cfloat):
        tensor, values = sample(layout, kind)
        for order in "FCfc":
            result = tensor.asContiguous(order)
            same(read(result), values)
            there = tensor.isFortran() if order in "Ff" else tensor.reverseAxes().isFortran()
            assert (result.obj == tensor.obj) == there
            assert result.isFortran() if order in "Ff" else result.reverseAxes().isFortran()
    with pytest.raises(ValueError, match="Expected type 'F' or 'C', got 'R'"):
        tensor.asContiguous("R")


def test_sync_does_nothing_on_the_cpu() -> None:
    tensor = ocean.ones([3])
    assert tensor.sync() is None and tensor.storage.sync() is None and tensor.stream.sync() is None

"""Rules of the interface that the documents leave open, each with its examples: see docs/casting.md and the functions."""

from __future__ import annotations

import copy
import doctest
import itertools
import json
import numbers
import os
import pickle
import random
import subprocess
import sys
import threading
import tracemalloc
import warnings
from collections.abc import Callable
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, read, same, sample

import ocean
from ocean._src.core.call.warn import SHOWN

EXAMPLES = {
    "order R of a flat list gives a row": """
    >>> ocean.asTensor([4,5,6,7],'R',ocean.int16)
    (:,:)
       4   5   6   7
    <tensor.int16 of size 1x4 on cpu>
    >>> ocean.asTensor([3.5,-1],'r') + ocean.asTensor([10,20,30])
    (:,:)
       13.5    9.0
       23.5   19.0
       33.5   29.0
    <tensor.double of size 3x2 on cpu>
    >>> ocean.asTensor([7,8],'r').asPython()
    [[7], [8]]
    """,
    "extremes of complex elements that all contain NaN": """
    >>> ocean.maximum([complex(ocean.nan,2), complex(5,ocean.nan)])
    nan + 2j
    >>> ocean.minimum([complex(5,ocean.nan), complex(ocean.nan,2)])
    5 + nanj
    >>> ocean.maximum(ocean.asTensor([[complex(ocean.nan,2),complex(5,ocean.nan)],[1,2]]),0)
       nan + 2j      2 + 0j
    <tensor.complex-double of size 2 on cpu>
    """,
    "the parts of a scalar can be assigned": """
    >>> a = ocean.int16(4); a.imag = 2; (a, a.dtype)
    (4 + 2j, <dtype 'complex-double'>)
    >>> b = ocean.half(1.5); b.imag = ocean.half(-2); (b, b.dtype)
    (1.5 - 2.0j, <dtype 'complex-half'>)
    >>> c = ocean.cfloat(1+1j); c.real = ocean.half(3); (c, c.dtype)
    (3 + 1j, <dtype 'complex-float'>)
    """,
    "lists with one entry are like scalars": """
    >>> ocean.full([2],[2.5])
       2.5   2.5
    <tensor.double of size 2 on cpu>
    >>> ocean.arange([1],[4])
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """,
    "overlap of sizes and strides": """
    >>> ocean.checkSelfOverlap([4],[2],3), ocean.checkSelfOverlap([4],[2],2)
    (True, False)
    >>> ocean.checkSelfOverlap([5,7],[3,5]), ocean.checkSelfOverlap([3,3],[-2,4],2)
    (False, True)
    >>> ocean.checkOverlap([3],[4],0,4,[3],[4],11,4), ocean.checkOverlap([3],[4],0,ocean.int16,[3],[4],2,ocean.int16)
    (True, False)
    """,
    "scalar is a constructor": """
    >>> ocean.scalar(4.5).dtype, ocean.scalar(2.7, ocean.int8), ocean.scalar([9])
    (<dtype 'double'>, 2, 9)
    >>> ocean.scalar(ocean.int16), ocean.scalar().dtype
    (0, <dtype 'float'>)
    """,
    "negation of a bool scalar": """
    >>> -ocean.bool(True), (-ocean.bool(True)).dtype
    (-1, <dtype 'int16'>)
    >>> ocean.setScalarCastMode(0); -ocean.bool(True)
    False
    """,
    "copies between a vector and a tensor of as many elements": """
    >>> b = ocean.zeros([4]); b.copy([[1,2],[3,4]]); b
       1   2   3   4
    <tensor.float of size 4 on cpu>
    >>> b = ocean.zeros([2,3]); b.copy(ocean.arange(6)); b
    (:,:)
       0   2   4
       1   3   5
    <tensor.float of size 2x3 on cpu>
    >>> b = ocean.zeros([6]); b[1:5] = [[1,2],[3,4]]; b
       0   1   2   3   4   0
    <tensor.float of size 6 on cpu>
    """,
    "cast always copies": """
    >>> a = ocean.asTensor([4,5]); x = ocean.cast(a, a.dtype); x.storage.obj == a.storage.obj
    False
    >>> s = a.storage; y = ocean.cast(s, s.dtype); (y is s, y.obj == s.obj)
    (False, False)
    """,
    "an index of integers is a view": """
    >>> ocean.index[3].isView(), ocean.index[3,None].isView(), ocean.index[[1,2]].isView()
    (True, True, False)
    """,
    "byte order of indexed copies": """
    >>> A = ocean.asTensor([5,6,7],ocean.int16); A.byteswap(); A[[2,0]]
       7   5
    <tensor.int16 of size 2 on cpu (byteswapped)>
    """,
    "merge into a destination with zero strides": """
    >>> a = ocean.asTensor([4,5],ocean.float).T.broadcastTo([3,2])
    >>> ocean.merge(a.split(0,[1,2]),0,a); a
    (:,:)
       4   5
       4   5
       4   5
    <tensor.float of size 3x2 on cpu>
    """,
    "what dealloc leaves behind": """
    >>> a = ocean.zeros([2]); a.dealloc(); (a.readonly, a.storage.readonly, a.storage.dtype)
    (True, True, <dtype 'int8'>)
    """,
    "bound ranges as printed": """
    >>> ocean.index[2:6].bind([9])
    <tensor index [Steps(2,1,4)]>
    >>> ocean.index[-3:,::-2,:].bind([9,9,4])
    <tensor index [Steps(6,1,3),Steps(8,-2,5),:]>
    >>> ocean.index[1:4:1]
    <tensor index [1:4]>
    """,
}


@pytest.mark.host_only("prints where tensors are")
@pytest.mark.parametrize("text", EXAMPLES.values(), ids=[name.replace(" ", "-") for name in EXAMPLES])
def test_examples(text: str) -> None:
    found: list[str] = []
    case = doctest.DocTestParser().get_doctest(text, {"ocean": ocean}, "rule", None, 0)
    failures, _ = doctest.DocTestRunner(verbose=False).run(case, out=found.append)
    assert not failures, "".join(found)


def put(data: Any, *args: Any) -> ocean.tensor:
    """A tensor of values on the device that is tested."""
    return ocean.asTensor(data, *args, layouts.device)


# --- Rows and scalars --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [list, tuple, iter, lambda data: (each for each in data), lambda data: [np.float32(each) for each in data]],
    ids=["list", "tuple", "iterator", "generator", "typed"],
)
@pytest.mark.parametrize("order", ["R", "r"])
def test_a_flat_list_by_row_is_a_row(order: str, make: Callable[[Any], Any]) -> None:
    for data in ([1.0, 2.0, 3.0], [2.0], []):
        wanted = ocean.asTensor(make(data), layouts.device).T
        result = ocean.asTensor(make(data), order, layouts.device)
        assert result.size == wanted.size == ((1, len(data)) if len(data) != 1 else ())
        assert result.dtype is wanted.dtype and result.device is wanted.device is layouts.device
        same(read(result), read(wanted))
        padded = ocean.asTensor(make(data), 7, order, layouts.device)
        assert padded.size == wanted.size
        same(read(padded), read(wanted).astype(read(padded).dtype))
        cast = ocean.asTensor(make(data), order, ocean.int8, layouts.device)
        assert cast.size == wanted.size and cast.dtype is ocean.int8
        assert ocean.int8(make(data), order).size == wanted.size
    for plain in ("C", "F", "c", "f"):
        assert ocean.asTensor(make([1.0, 2.0]), plain).size == (2,)
    assert ocean.asTensor(range(4), order).size == (1, 4)
    assert ocean.asTensor(3, order).size == () and ocean.asTensor([[1, 2, 3], [4, 5, 6]], order).size == (2, 3)


@pytest.mark.parametrize("kind", [ocean.chalf, ocean.cfloat, ocean.cdouble], ids=dtype_id)
def test_extremes_of_complex_nan(kind: ocean.dtype) -> None:
    values = [complex(np.nan, 2), complex(5, np.nan), complex(np.nan, np.nan), complex(-1, np.nan)]
    for order in itertools.permutations(values):
        for count in (1, 2, 3, 4):
            tensor = put(list(order[:count]), kind)
            for function in (ocean.minimum, ocean.maximum):
                same_parts(np.array(function(tensor).asPython()), np.array(order[0]))
                assert complex(function(put([*order[:count], 3 - 1j], kind))) == 3 - 1j
    assert np.isnan(float(ocean.maximumAbs(put(values, kind)))) and np.isnan(float(ocean.minimumAbs(put(values, kind))))


def mostly_nan(kind: ocean.dtype, size: tuple[int, ...], seed: int, special: bool) -> np.ndarray:
    """Complex numbers; most have NaN in one part or both."""
    random = np.random.default_rng(seed)
    parts = random.integers(-9, 10, (2, *size)).astype(np.float32)
    parts[random.random(parts.shape) < 0.75] = np.nan
    result = np.empty(size, np.complex128 if kind is ocean.cdouble else np.complex64)
    result.real, result.imag = parts
    return result


def same_parts(got: np.ndarray, wanted: np.ndarray) -> None:
    same(got.real, wanted.real)
    same(got.imag, wanted.imag)


@pytest.mark.parametrize("kind", [ocean.chalf, ocean.cfloat, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_extremes_of_complex_nan_along_axes(layout: str, kind: ocean.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "values", mostly_nan)
    tensor = sample(layout, kind, (5, 3, 4)).tensor
    held = read(tensor)
    for axes in ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]):
        kept = [axis for axis in range(3) if axis not in axes]
        slices = np.transpose(held, [*kept, *reversed(axes)])  # in column-major order inside a slice
        for function, pick in ((ocean.minimum, min), (ocean.maximum, max)):
            wanted = np.empty(slices.shape[: len(kept)], held.dtype)
            for place in np.ndindex(*wanted.shape):
                flat = slices[place].reshape(-1)
                numbers = [number for number in flat if not np.isnan(number)]
                wanted[place] = pick(numbers, key=lambda z: (z.real, z.imag)) if numbers else flat[0]
            same_parts(read(function(tensor, axes)), wanted)
            if not kept:
                same_parts(np.array(function(tensor).asPython()), wanted)


def test_many_complex_nan() -> None:
    for count in (100, 5000, 300_000):
        array = np.full(count, complex(np.nan, 1))
        array[0] = complex(3, np.nan)
        for function in (ocean.minimum, ocean.maximum):
            same_parts(np.array(function(put(array)).asPython()), array[0])
            array[-1] = 1 + 1j
            assert complex(function(put(array))) == 1 + 1j
            array[-1] = complex(np.nan, 1)


@pytest.mark.host_only("scalars are on the host")
def test_parts_of_scalars_can_be_assigned() -> None:
    for kind in DTYPES:
        for value, counts_as in (
            (2, ocean.double), (True, ocean.double), (2.5, ocean.double), (np.float32(2), ocean.float),
            (np.int8(3), ocean.double), (ocean.half(2), ocean.half), (ocean.uint8(2), ocean.double),
        ):  # fmt: skip
            for part in ("real", "imag"):
                s = kind(1)
                other = s
                before = (s.real.asPython(), s.imag.asPython())
                setattr(s, part, value)
                wanted = ocean.asTensor([0], kind.basetype) + ocean.asTensor([0], counts_as)
                assert s.dtype.iscomplex and s.dtype.basetype is (
                    wanted.dtype if wanted.dtype.isfloat else ocean.double
                ), (kind, value)
                assert other is s and other.dtype is s.dtype
                after = (float(value), before[1]) if part == "real" else (before[0], float(value))
                assert s.asPython() == complex(*after)
    s = ocean.double(1)
    with pytest.raises(TypeError, match="Cannot assign a complex scalar to the real part"):
        s.real = 1j
    with pytest.raises(TypeError, match="Cannot assign a complex scalar to the imaginary part"):
        s.imag = ocean.cfloat(1)
    for value in ("x", None, [1, 2], ocean.zeros([2]), {}):
        with pytest.raises(TypeError):
            s.imag = value
    assert s.dtype is ocean.double and s.asPython() == 1
    with pytest.raises((TypeError, AttributeError, NotImplementedError)):
        del s.real


@pytest.mark.host_only("scalars are on the host")
def test_scalars_are_not_shared() -> None:
    """Assigning to a part changes the scalar: nobody else may hold it."""
    s = ocean.double(3)
    made = [
        +s, ocean.double(s), ocean.cast(s), ocean.cast(s, ocean.double), ocean.ensure(s, ocean.double), s.real,
        ocean.scalar(s), ocean.asTensor(s).asScalar(), ocean.true, ocean.bool(True), ocean.int8.max, ocean.sum([1.0, 2]),
    ]  # fmt: skip
    t = ocean.full([2], s)
    for each in made:
        value = each.asPython()
        before = ocean.bool(True).asPython(), ocean.int8.max.asPython(), t.asPython()
        if each is not ocean.true:
            each.imag = 5
        assert s.asPython() == 3.0 and s.dtype is ocean.double, value
        assert (ocean.bool(True).asPython(), ocean.int8.max.asPython(), t.asPython()) == before
    for each in (copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
        each.imag = 1
        assert s.asPython() == 3.0
    A = ocean.asTensor([1.0, 2.0])
    A[0].imag = 4
    assert A.asPython() == [1.0, 2.0]


@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: (x,), lambda x: [[x]], lambda x: ([(x,)],)])
def test_one_entry_is_like_a_scalar(wrap: Callable[[Any], Any]) -> None:
    for value, kind in (
        (2, ocean.int64), (2.5, ocean.double), (1j, ocean.cdouble), (True, ocean.bool), (ocean.int8(3), ocean.int8),
        (np.float32(2), ocean.float), (put([[4]], ocean.int16), ocean.int16),
    ):  # fmt: skip
        result = ocean.full([2], wrap(value))
        assert result.dtype is kind and result.asPython() == ocean.full([2], value).asPython()
        assert ocean.fullLike(result, wrap(value)).asPython() == result.asPython()
        assert ocean.scalar(wrap(value)).dtype is kind and ocean.scalar(wrap(value)) == ocean.scalar(value)
        result.fill(wrap(value))
        result.fillNaN(wrap(value))
    assert ocean.arange(wrap(1), wrap(7), wrap(2)).asPython() == [1, 3, 5]
    assert ocean.arange(wrap(3)).asPython() == [0, 1, 2]
    assert ocean.linspace(wrap(0), wrap(1), 3).asPython() == [0, 0.5, 1]
    for bad in ([], [1, 2], [[1, 2]], [[]], ["x"], [None]):
        for call in (
            lambda bad=bad: ocean.full([2], wrap(bad)),
            lambda bad=bad: ocean.fullLike([1, 2], wrap(bad)),
            lambda bad=bad: ocean.arange(wrap(bad), 3),
            lambda bad=bad: ocean.linspace(wrap(bad), 3),
            lambda bad=bad: ocean.scalar(wrap(bad)),
        ):
            with pytest.raises((TypeError, ValueError)):
                call()
    deep: list[Any] = []
    deep.append(deep)
    with pytest.raises((TypeError, ValueError)):
        ocean.full([2], deep)


# --- Overlaps ----------------------------------------------------------------------------------------------------


def covered(size: list[int], strides: list[int], offset: int, elemsize: int, once: bool) -> set[int] | None:
    """All bytes of the elements; None if one belongs to two (`once`: dimensions of stride zero are passed once)."""
    found: set[int] = set()
    counts = [1 if stride == 0 and n and once else n for n, stride in zip(size, strides, strict=True)]
    for place in itertools.product(*map(range, counts)):
        start = offset + sum(i * stride for i, stride in zip(place, strides, strict=True))
        mine = set(range(start, start + elemsize))
        if once and found & mine:
            return None
        found |= mine
    return found


@pytest.mark.host_only("no tensors")
def test_overlap_of_sizes_and_strides() -> None:
    rng = random.Random(1)
    for _ in range(300):
        shapes = []
        for _ in range(2):
            ndims = rng.randrange(4)
            size = [rng.randrange(0, 5) if rng.random() < 0.3 else rng.randrange(1, 6) for _ in range(ndims)]
            strides = [rng.randrange(-12, 13) for _ in range(ndims)]
            shapes.append((size, strides, rng.randrange(-20, 21), rng.choice([1, 2, 3, 4, 8])))
        (size, strides, offset, elemsize), other = shapes
        assert ocean.checkSelfOverlap(size, strides, elemsize) is (
            covered(size, strides, offset, elemsize, True) is None
        ), shapes[0]
        one, two = (covered(*each, False) or set() for each in shapes)
        assert ocean.checkOverlap(*shapes[0], *other) is bool(one & two), shapes
    assert ocean.checkSelfOverlap([4], [2], ocean.int32) and not ocean.checkSelfOverlap((4,), (4,), ocean.int32)
    assert not ocean.checkSelfOverlap([4, 1], [1, 0]) and not ocean.checkSelfOverlap([], [])
    assert ocean.checkSelfOverlap(3, 1, 2) and not ocean.checkSelfOverlap(ocean.asTensor([2, 2]), [1, 2])
    large = 2**62
    assert not ocean.checkSelfOverlap([2, 2], [large, -large // 2], 8)
    for call in (
        lambda: ocean.checkSelfOverlap([2, 3], [1]),
        lambda: ocean.checkOverlap([2], [1, 2], 0, 1, [2], [1], 0, 1),
        lambda: ocean.checkOverlap([2], [1], 0, 1, [2], [], 0, 1),
    ):
        with pytest.raises(ValueError, match="Mismatch in size and stride lengths"):
            call()
    for bad in (
        lambda: ocean.checkSelfOverlap([2]),
        lambda: ocean.checkSelfOverlap([2], [1], "x"),
        lambda: ocean.checkSelfOverlap([2], [1], 0),
        lambda: ocean.checkSelfOverlap([-2], [1]),
        lambda: ocean.checkSelfOverlap(["x"], [1]),
        lambda: ocean.checkOverlap([3], [4], 0, 4, [3], [4], 11),
        lambda: ocean.checkOverlap([3], [4]),
        lambda: ocean.checkSelfOverlap([2**70], [1]),
    ):
        with pytest.raises((TypeError, ValueError)):
            bad()


@pytest.mark.host_only("no tensors")
def test_overlap_is_exact_for_hard_strides() -> None:
    """No budget decides: these have many near misses."""
    size, strides = [30, 30, 30, 30, 30], [9973 * 2, 10007 * 2, 10009 * 2, 10037 * 2, 10039 * 2]
    assert not ocean.checkOverlap(size, strides, 0, 1, size, strides, 1, 1)  # odd against even
    assert ocean.checkOverlap(size, strides, 0, 2, size, strides, 1, 1)
    rng = np.random.default_rng(0)
    for _ in range(20):
        n = [int(x) for x in rng.integers(2, 9, 4)]
        s = [int(x) for x in rng.integers(50, 5000, 4)]
        places = np.add.outer(np.add.outer(np.arange(n[0]) * s[0], np.arange(n[1]) * s[1]),
                              np.add.outer(np.arange(n[2]) * s[2], np.arange(n[3]) * s[3])).ravel()  # fmt: skip
        places.sort()
        for elemsize in (1, 2, 4, 8):
            assert ocean.checkSelfOverlap(n, s, elemsize) is bool((np.diff(places) < elemsize).any())


def test_zero_strides_are_no_self_overlap() -> None:
    a = put([1.0, 2.0, 3.0])
    assert not a.broadcastTo([3, 4]).isSelfOverlapping() and not ocean.checkSelfOverlap(a.broadcastTo([3, 4]))
    overlapping = ocean.tensor(a.storage, 0, [2, 2], [8, 8], 1)
    assert overlapping.isSelfOverlapping() and ocean.checkSelfOverlap(overlapping)
    assert overlapping.broadcastTo([2, 2, 5]).isSelfOverlapping()


# --- Scalars -----------------------------------------------------------------------------------------------------


def test_scalar_constructor() -> None:
    for kind in DTYPES:
        assert ocean.scalar(kind).dtype is kind and ocean.scalar(kind) == 0
        assert ocean.scalar(1, kind).dtype is kind and ocean.scalar(1, kind) == 1
        assert isinstance(ocean.scalar(kind(1)), ocean.scalar) and ocean.scalar(kind(1)).dtype is kind
    ocean.setDefaultDType(ocean.int16)
    assert ocean.scalar().dtype is ocean.int16 and ocean.scalar(None).dtype is ocean.int16
    s = ocean.double(2)
    assert ocean.scalar(s) is not s and ocean.scalar(put([[4.5]])) == 4.5
    for bad in ((put([1, 2]),), ("x",), ([1, 2],), ([],), (1, 2), (1, ocean.int8, 3)):
        with pytest.raises(TypeError):
            ocean.scalar(*bad)
    assert isinstance(s, ocean.scalar)


@pytest.mark.host_only("scalars are on the host")
def test_negation_of_bool_scalars() -> None:
    for mode in (1, 2):
        ocean.setScalarCastMode(mode)
        for value in (True, False):
            for result in (-ocean.bool(value), ocean.negative(ocean.bool(value)), ocean.negative(value)):
                assert result.dtype is ocean.int16 and result.asPython() == -int(value)
    ocean.setScalarCastMode(0)
    for value in (True, False):
        for result in (-ocean.bool(value), ocean.negative(ocean.bool(value)), ocean.negative(value)):
            assert result.dtype is ocean.bool and result.asPython() is (not value)


def test_negation_of_bool_tensors_stays_logical() -> None:
    result = -put([True, False])
    assert result.dtype is ocean.bool and result.asPython() == [False, True]


# --- Copies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("broadcasting", [True, False])
def test_copies_of_as_many_elements(broadcasting: bool) -> None:
    ocean.setAutoBroadcast(broadcasting)
    source = np.arange(24).reshape(2, 3, 4)
    flat = source.reshape(-1, order="F")
    for order in ("F", "C"):
        vector, cube = ocean.zeros([24]), ocean.tensor([2, 3, 4], order, ocean.float)
        vector.copy(put(source))
        same(read(vector), flat.astype(np.float32))
        cube.copy(put(flat))
        same(read(cube), source.astype(np.float32))
        vector.zero()
        cube.zero()
        vector[...] = put(source)
        same(read(vector), flat.astype(np.float32))
        cube[...] = put(flat)
        same(read(cube), source.astype(np.float32))
        cube.zero()
        cube[:, ::-1] = put(flat)
        same(read(cube)[:, ::-1], source.astype(np.float32))
        cube[ocean.index[:, 1:]] = put(np.arange(16))
    row = ocean.zeros([1, 6])
    row.copy(put([[1, 2], [3, 4], [5, 6]]).reshape(6))
    assert row.reshape(6).asPython() == [1, 2, 3, 4, 5, 6]
    matrix = ocean.zeros([2, 3])
    for bad in (ocean.zeros([3, 2]), ocean.zeros([1, 6]), ocean.zeros([6, 1])):
        with pytest.raises(ValueError):
            matrix.copy(bad)
        with pytest.raises(ValueError):
            matrix[...] = bad
    with pytest.raises(ValueError):
        matrix[[0, 1]] = ocean.zeros([3, 2])
    six = ocean.zeros([6])
    with pytest.raises(ValueError):
        six[[0, 1, 2, 3]] = put([[1, 2], [3, 4]])
    with pytest.raises(ValueError):
        six[put([True, True, True, True, False, False])] = put([[1, 2], [3, 4]])


def test_overlapping_copies_are_as_of_clones() -> None:
    for kind in (ocean.int8, ocean.double):
        base = put(list(range(12)), kind)
        wanted = read(base)
        view = base.reshape(3, 4).T  # 4x3 on the same memory
        expected = read(view).reshape(-1, order="F")
        base.copy(view)
        same(read(base), expected)
        base = put(list(range(12)), kind)
        view = base.reshape(3, 4).T
        view[...] = base
        same(read(view), wanted.reshape((4, 3), order="F"))
        base = put(list(range(12)), kind)
        base[1:9] = base[2:10].reshape(2, 4).T
        expected = wanted.copy()
        expected[1:9] = wanted[2:10].reshape((2, 4), order="F").T.reshape(-1, order="F")
        same(read(base), expected)


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", [ocean.bool, ocean.int16, ocean.half, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_cast_always_copies(layout: str, kind: ocean.dtype) -> None:
    source = sample(layout, kind)
    for result in (
        ocean.cast(source.tensor), ocean.cast(source.tensor, kind), ocean.cast(source.tensor, kind, layouts.device),
    ):  # fmt: skip
        assert result.storage.obj != source.tensor.storage.obj and not result.readonly
        assert result.byteswapped == source.tensor.byteswapped and result.dtype is kind
        for n, before, after in zip(source.tensor.size, source.tensor.strides, result.strides, strict=True):
            assert (before == 0) == (after == 0) or n <= 1
        same(read(result), read(source.tensor))
    locked = source.tensor.shallowCopy()
    locked.readonly = True
    assert not ocean.cast(locked).readonly and not ocean.cast(locked, ocean.double).readonly


def test_cast_copies_storage_and_scalars() -> None:
    s = put([4, 5], ocean.int16).storage
    for result in (ocean.cast(s), ocean.cast(s, ocean.int16), ocean.cast(s, ocean.double), ocean.cast(s, s.device)):
        assert result != s and result.asPython() == [4, 5]
    s.readonly = True
    assert not ocean.cast(s).readonly
    assert ocean.ensure(s, ocean.int16) == s
    number = ocean.int8(3)
    assert ocean.cast(number) is not number and ocean.cast(number).dtype is ocean.int8
    moved = ocean.cast(number, layouts.device)
    assert isinstance(moved, ocean.tensor) and moved.device is layouts.device
    assert ocean.cast([1, 2], ocean.int8).asPython() == [1, 2]
    array = np.arange(3)
    ocean.cast(array).fill(9)
    assert array.tolist() == [0, 1, 2]


# --- Index objects -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [slice(1j, None), slice("a"), slice(None, None, []), slice([1], 3), slice(1.5, 3)])
def test_bounds_of_ranges_are_integers(part: slice) -> None:
    with pytest.raises(TypeError) as plain:
        put([1, 2, 3])[part]
    for make in (lambda: ocean.index[part], lambda: ocean.index(part), lambda: ocean.index[0].append(part)):
        with pytest.raises(TypeError) as made:
            make()
        assert str(made.value) == str(plain.value)


def test_index_objects_are_checked_when_made() -> None:
    for make in (lambda: ocean.index[::0], lambda: ocean.index[0].append(slice(None, None, 0))):
        with pytest.raises(ValueError, match="step of a range must not be zero"):
            make()
    for part, message in (
        (slice(2**63, None), "Start index out of range"),
        (slice(-(2**63) - 1, None), "Start index out of range"),
        (slice(None, 2**63), "Stop index out of range"),
        (slice(None, None, -(2**64)), "Step size out of range"),
    ):
        for make in (lambda part=part: ocean.index[part], lambda part=part: ocean.index[0].append(part)):
            with pytest.raises(IndexError, match=message):
                make()
    ocean.index[-(2**63) : 2**63 - 1]
    for part in (2**63, -(2**63) - 1, [2**63], np.array([2**63], np.uint64), put([1, 2**64 - 1], ocean.uint64)):
        for make in (lambda part=part: ocean.index[part], lambda part=part: ocean.index[0].append(part)):
            with pytest.raises(IndexError):
                make()
    assert repr(ocean.index[np.array([1, 2], np.uint64)]) == "<tensor index [Indices(1D)]>"


def test_views() -> None:
    for key, scalar, view in (
        (ocean.index[3], True, True), (ocean.index[3, 0], True, True), (ocean.index[1:2], False, True),
        (ocean.index[...], False, True), (ocean.index[None], False, True), (ocean.index[[1]], False, False),
        (ocean.index[[True, False]], False, False), (ocean.index[3, [1]], False, False),
    ):  # fmt: skip
        assert (key.isScalar(), key.isView()) == (scalar, view), key
    assert ocean.index[3].bind([5]).isView() and ocean.index[3].bind([5], [8]).isScalar()
    assert not ocean.index[[1]].bind([5], [8]).isView()


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", [ocean.int8, ocean.int16, ocean.double, ocean.chalf, ocean.cdouble], ids=dtype_id)
def test_byte_order_of_indexed_copies(kind: ocean.dtype) -> None:
    for swap_storage in (False, True):
        values = np.arange(12).reshape(3, 4)
        A = put(values.T.tolist(), kind)
        if swap_storage:
            A.storage.byteswap()
        else:
            A.byteswap()
        mask = read(A).real % 2 == 0
        idx = ocean.index[[1, 0], :].bind(A.size, A.strides)
        for key, wanted in (
            (([1, 0],), read(A)[[1, 0]]), ((slice(None), [3, 1]), read(A)[:, [3, 1]]),
            ((put(mask),), read(A).T[mask.T]), ((idx,), read(A)[[1, 0]]), (([2], [0, 1]), read(A)[[2]][:, [0, 1]]),
        ):  # fmt: skip
            result = A[key if len(key) > 1 else key[0]]
            assert result.byteswapped == A.byteswapped == (kind.size > 1), key
            same(read(result), wanted)
        vector = A.reshape(12)
        assert vector.storage == A.storage
        result = vector[[5, 1]]
        assert result.byteswapped == A.byteswapped
        same(read(result), read(vector)[[5, 1]])
        assert vector[put([5, 1])].byteswapped == A.byteswapped
        assert vector.take([5, 1]).byteswapped == A.byteswapped
        assert not (result + result).byteswapped
        A[[0, 2]] = A[[2, 0]]
        same(read(A), values[[2, 1, 0]].astype(read(A).dtype))


def test_bound_ranges_as_printed() -> None:
    for key, size, text in (
        (ocean.index[2:6], [9], "Steps(2,1,4)"), (ocean.index[:], [9], ":"), (ocean.index[...], [9, 2], ":,:"),
        (ocean.index[0:9], [9], "Steps(0,1,9)"), (ocean.index[::1], [9], "Steps(0,1,9)"),
        (ocean.index[20:], [9], "Steps(9,1,0)"), (ocean.index[-20:2], [9], "Steps(0,1,2)"),
        (ocean.index[::-1], [4], "Steps(3,-1,4)"), (ocean.index[1], [4, 3], "1,:"),
        (ocean.index[1:, None, 2], [4, 3], "Steps(1,1,3),None,2"),
    ):  # fmt: skip
        assert repr(key.bind(size)) == f"<tensor index [{text}]>"
        assert repr(key.bind(size).bind(size)) == repr(key.bind(size))
    for key, text in (
        (ocean.index[1:4:1], "[1:4]"), (ocean.index[::1], "[:]"), (ocean.index[::2], "[::2]"),
        (ocean.index[-1:0:-1], "[-1:0:-1]"),
    ):  # fmt: skip
        assert repr(key) == f"<tensor index {text}>"
    assert repr(ocean.index()) == "<empty tensor index []>"
    empty = ocean.index[1]
    empty.clear()
    assert repr(empty) == "<empty tensor index []>"


# --- Reductions, merge, dealloc ----------------------------------------------------------------------------------


def test_empty_lists_of_axes_are_refused() -> None:
    from ocean._src.tensor.reduce import FUNCTIONS

    A = put([[1.0, 2], [3, 4]])
    for function in (*FUNCTIONS.values(), ocean.norm, ocean.normNaN):
        for axes in ([], ()):
            for call in (
                lambda function=function, axes=axes: function(A, axes=axes),
                lambda function=function, axes=axes: function(A, axes=axes, keepdims=True),
            ):
                with pytest.raises(ValueError, match="Reduction axes list cannot be empty"):
                    call()
    for axes in ([], ()):
        with pytest.raises(ValueError, match="Reduction axes list cannot be empty"):
            ocean.sum([[1, 2], [3, 4]], axes)
        with pytest.raises(ValueError, match="Reduction axes list cannot be empty"):
            ocean.norm(A, 2, axes)
        with pytest.raises(ValueError, match="Reduction axes list cannot be empty"):
            ocean.sum(put(3), axes)


MATCHED = "Zero-stride dimensions in destination tensor must be matched by the source tensor"
IDENTICAL = "Input slices must share identical data when the result tensor has zero stride along the merge axis"


def test_merge_into_zero_strides() -> None:
    # (a) another axis
    column = put([4.0, 5.0, 6.0]).broadcastTo([3, 2])
    with pytest.raises(ValueError, match=MATCHED):
        ocean.merge([ocean.ones([1, 2]), column.slice(0, 1, 2)], 0, column)
    result = ocean.zeros([3]).broadcastTo([3, 2])
    ocean.merge([put([7.0]).broadcastTo([1, 2]), put([8.0, 9.0]).broadcastTo([2, 2])], 0, result)
    assert result.asPython() == [[7, 8, 9], [7, 8, 9]]
    assert column.asPython() == [[4, 5, 6]] * 2
    # (b) the merge axis
    row = put([4.0, 5.0]).T.broadcastTo([3, 2])
    source = put([1.0, 2.0]).T.broadcastTo([3, 2])
    for pieces in (source.split(0, [1, 2]), source.split(0, [0, 3]), [source], source.split(0, 3)):
        row.fill(0)
        ocean.merge(pieces, 0, row)
        assert row.asPython() == [[1, 1, 1], [2, 2, 2]]
    clone = source.clone()
    other = put([1.0, 2.0]).T
    for pieces in (
        [source.slice(0, 0, 1), clone.slice(0, 1, 2)],
        [other, other, ocean.ones([1, 2])],
        [source.slice(0, 0, 1), ocean.ones([2, 2])],
        [other, ocean.int8(other).broadcastTo([2, 2])],
    ):
        with pytest.raises(ValueError, match=IDENTICAL):
            ocean.merge(pieces, 0, row)
    ocean.merge([other, other, other], 0, row)
    assert row.asPython() == [[1, 1, 1], [2, 2, 2]]
    # both, and a scalar everywhere
    both = put(3.0).broadcastTo([2, 3])
    ocean.merge([put(5.0).broadcastTo([2, 3]).slice(1, 0, 1), put(5.0).broadcastTo([2, 2])][:1] * 3, 1, both)
    assert both.asPython() == [[5, 5]] * 3
    with pytest.raises(ValueError, match=MATCHED):
        ocean.merge([put([1.0, 2.0]), put([1.0, 2.0]), put([1.0, 2.0])], 1, both)
    # real overlaps stay refused
    overlapping = ocean.tensor(ocean.zeros([8]).storage, 0, [3, 3], [4, 4], 1, ocean.float)
    with pytest.raises(ValueError, match="overlaps itself"):
        ocean.merge([ocean.ones([1, 3]), ocean.ones([2, 3])], 0, overlapping)


def test_dealloc() -> None:
    a = ocean.zeros([2])
    a.dealloc()
    assert a.readonly and a.storage.readonly and a.storage.dtype is ocean.int8 and a.dtype is ocean.int8
    with pytest.raises(ValueError):
        a.readonly = False
    assert a.readonly
    for kind in (ocean.double, ocean.bool):
        s = ocean.storage(3, kind)
        s.dealloc()
        assert s.dtype is ocean.int8 and s.readonly and s.nelem == 0 and s.device is ocean.cpu


# --- Beside the rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [each for each in DTYPES if each.isnumber and not each.isfloat], ids=dtype_id)
def test_powers_of_python_integers(kind: ocean.dtype) -> None:
    exponents = put([0, 1, 2, 5], kind)
    for result in (300**exponents, ocean.power(300, exponents)):
        assert result.dtype is ocean.int64 and result.asPython() == [1, 300, 90000, 300**5]
    assert ((-3) ** exponents).asPython() == [1, -3, 9, -243]
    assert (2.0**exponents).dtype.isfloat and (kind(2) ** exponents).dtype is kind
    assert (exponents**2).dtype is kind
    target = ocean.zeros([4], ocean.double)
    ocean.power(300, exponents, target)
    assert target.asPython() == [1, 300, 90000, 300**5]


@pytest.mark.host_only("scalars are on the host")
def test_counts_stay_counts() -> None:
    mask = ocean.asTensor([True] * 7 + [False])
    for operate in (
        lambda n: n / 3, lambda n: n // 2, lambda n: n * 2, lambda n: n + 1, lambda n: n % 3, lambda n: 20 - n,
        lambda n: n**2, lambda n: ocean.add(n, 5), lambda n: n & 3, lambda n: ocean.max(n, 9), lambda n: 100 / n,
    ):  # fmt: skip
        one, other = operate(ocean.sum(mask)), operate(ocean.sum(mask, [0]))
        assert one.dtype is other.dtype is ocean.uint64 and one.asPython() == other.asPython()
    assert (ocean.sum(mask) - 8).asPython() == (ocean.sum(mask, [0]) - 8).asPython() == 2**64 - 1
    assert (ocean.uint64(5) + (-1)).dtype is ocean.double and (ocean.uint64(5) + 1.5).dtype is ocean.double
    assert (ocean.uint64(5) + ocean.int64(1)).dtype is ocean.double
    assert (ocean.uint64(5) + 2**63).asPython() == 2**63 + 5


@pytest.mark.host_only("printed")
def test_display_precision() -> None:
    third = 1 / 3
    s, t = ocean.double(third), ocean.asTensor([third, 2.5])
    assert ocean.getDisplayPrecision() == 5 and repr(s) == "0.33333" and "0.33333   2.50000" in repr(t)
    assert f"{s:.12g}" == f"{third:.12g}" and float(s) == s.asPython() == third and f"{s}" == "0.33333"
    ocean.setDisplayPrecision(9)
    assert ocean.getDisplayPrecision() == 9 and "0.333333333   2.500000000" in repr(t)
    assert repr(s) == "0.333333333" and "0.333333333" in repr(ocean.asTensor(third))
    assert "0.333333333" in repr(t.storage) and repr(ocean.asTensor([1234567.5])).startswith("   1234567.5\n")
    assert repr(ocean.cdouble(third + 1j)) == "0.333333333 + 1.000000000j"
    assert "0.333333333" in repr(ocean.full([200, 200], third))
    ocean.setDisplayPrecision()
    assert ocean.getDisplayPrecision() == 5 and repr(s) == "0.33333"
    ocean.setDisplayPrecision(2)
    assert repr(s) == "0.33" and repr(ocean.asTensor([1, 2])) == "   1   2\n<tensor.int64 of size 2 on cpu>"
    for bad in (0, -1, 18, 2.5, "3", True):
        with pytest.raises(ValueError, match="Expected a display precision of 1 to 17"):
            ocean.setDisplayPrecision(bad)
    assert ocean.getDisplayPrecision() == 2


def test_names_that_other_packages_ask_for() -> None:
    for kind in DTYPES:
        assert isinstance(kind(1), numbers.Number)
        t = ocean.zeros([2, 3], kind)
        assert t.shape == (2, 3) and t.ndim == 2 and t.itemsize == kind.size and t.nbytes == 6 * kind.size
        if kind is not ocean.chalf:
            array = t.to_numpy()
            assert isinstance(array, np.ndarray) and array.shape == (2, 3) and array.dtype.itemsize == kind.size
        if not kind.iscomplex:
            assert json.loads(json.dumps(t.asPython())) == [[0, 0]] * 3
            assert json.loads(json.dumps(kind(1).asPython())) == 1
    assert ocean.asTensor([1]).broadcastTo([1, 2**50]).nbytes == 2**53 and ocean.asTensor(3).shape == ()
    t = ocean.zeros([3], ocean.cpu)
    t.to_numpy()[0] = 7
    assert t.asPython() == [7, 0, 0]


BLAS = """
import ocean
from ocean._src.core.host.linalg.matmul import find_blas, threads_of_blas
if find_blas() and threads_of_blas():
    A = ocean.ones([200, 200])
    A * A
    assert ocean.getNumThreads() == {threads} and threads_of_blas() == 1, threads_of_blas()
    for count in (2, 1, 64):
        ocean.setNumThreads(count)
        assert ocean.getNumThreads() == count
        assert 1 <= threads_of_blas() <= count
    ocean.setNumThreads(1)
    assert threads_of_blas() == 1
"""


@pytest.mark.host_only("processes of their own")
@pytest.mark.parametrize(("variable", "threads"), [("OCEAN_NUM_THREADS", 1), ("OPENBLAS_NUM_THREADS", None)])
def test_blas_is_bound_by_the_number_of_threads(variable: str, threads: int | None) -> None:
    code = BLAS.format(threads="ocean.getNumThreads()" if threads is None else threads)
    subprocess.run([sys.executable, "-c", code], env={**os.environ, variable: "1"}, check=True, timeout=120)


# --- What use has shown ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [ocean.concatenate, ocean.stack, lambda values: ocean.merge(values, 0)])
@pytest.mark.parametrize(
    "endless",
    [lambda: itertools.repeat(ocean.zeros([1])), itertools.count, lambda: range(10**15), lambda: itertools.cycle([[1]])],
)
def test_endless_iterables_of_tensors_are_refused(endless: Callable[[], Any], function: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="perhaps without end"):
        function(endless())
    assert function(iter([[1, 2], [3, 4]])).nelem == 4


def test_long_ranges_are_refused_before_they_take_memory() -> None:
    A = put(list(range(10)))
    for key in (range(10**9), range(10**12), range(2**70), range(-(10**9), 10)):
        for picks in (lambda key=key: A[key], lambda key=key: A[key,], lambda key=key: A.reshape(2, 5)[..., key]):
            tracemalloc.start()
            with pytest.raises(IndexError, match="exceed size"):
                picks()
            with pytest.raises(IndexError, match="exceed size"):
                A[key] = 3
            assert tracemalloc.get_traced_memory()[1] < 1e6
            tracemalloc.stop()
    assert A[range(-10, 10)].nelem == 20 and A[range(8, 2, -3)].asPython() == [8, 5]
    with pytest.raises(IndexError, match="exceeds size"):
        A[range(11)]


@pytest.mark.parametrize("length", [10**9, 10**12, 2**70])
def test_long_ranges_as_operands_and_index_objects_are_refused(length: int) -> None:
    A, long = put(list(range(10))), range(length)
    mask = A > 2
    for use in (
        lambda: ocean.index[long], lambda: ocean.index(1, long), lambda: ocean.index[1].append(long), lambda: A[[long]],
        lambda: ocean.index[[long]], lambda: A + long, lambda: long * A, lambda: ocean.add(A, long), lambda: A.copy(long),
        lambda: ocean.take(A, long), lambda: ocean.put(A, long, 1), lambda: ocean.sum(long), lambda: A + [long, long],
        lambda: ocean.repeat(A, long), lambda: A.fill(long), lambda: ocean.concatenate([A, long]),
        lambda: ocean.lazy(A) + long, lambda: ocean.where(mask, long, A), lambda: A == long, lambda: ocean.diag(long),
    ):  # fmt: skip
        tracemalloc.start()
        with pytest.raises(ValueError, match="range of more than .* with ocean.arange"):
            use()
        assert tracemalloc.get_traced_memory()[1] < 1e6
        tracemalloc.stop()
    assert ocean.index[range(3)].bind(10).outputSize == (3,) and (A + range(10)).asPython() == list(range(0, 20, 2))


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_huge_shifts_and_powers_warn(mode: int) -> None:
    ocean.setWarningMode(mode)
    for make in (lambda: ocean.int64(5), lambda: put([5, 6])):
        for operate in (
            lambda x: x >> 200, lambda x: x << 128, lambda x: x << -129, lambda x: x**40000, lambda x: x**-32769,
            lambda x: ocean.bitshiftRight(x, 200), lambda x: ocean.power(x, 40000),
        ):  # fmt: skip
            SHOWN.clear()
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                operate(make())
                operate(make())
            assert len(caught) == mode and all("does not fit int" in str(each.message) for each in caught)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for x in (ocean.int64(5), put([5, 6])):
            for fits in (x >> 127, x << -128, x**32767, x**-32768):
                assert fits.dtype is ocean.int64
        assert ocean.double(2) ** 40000 == ocean.inf
        ocean.asTensor([2.0]) ** 40000
        if mode:
            SHOWN.clear()
            with pytest.raises(RuntimeWarning, match="second operand of power does not fit int16"):
                ocean.int64(3) ** 40000


@pytest.mark.parametrize("kind", [ocean.cfloat, ocean.cdouble, ocean.chalf], ids=dtype_id)
def test_division_of_large_complex_numbers(kind: ocean.dtype) -> None:
    large = {4: 1e4, 8: 3e38, 16: 1.7e308}[kind.size]
    for x, y, wanted in (
        (complex(large, large), complex(large, large), 1), (complex(large, large), 1 + 1j, large),
        (complex(large, -large), 2, complex(large / 2, -large / 2)), (1, complex(large, large), (0.5 - 0.5j) / large),
        (complex(0, large), complex(0, large), 1), (complex(large, large), complex(0, large), 1 - 1j),
        (complex(large, 0), complex(large, large), 0.5 - 0.5j), (1 + 2j, 3 - 4j, (1 + 2j) / (3 - 4j)),
    ):  # fmt: skip
        for got in (complex(kind(x) / kind(y)), (put([x], kind) / put([y], kind)).asPython()[0]):
            assert abs(got - wanted) <= 4 * float(kind.basetype.eps) * abs(wanted) + float(kind.basetype.eps) ** 3


def test_arguments_of_many_kinds() -> None:
    A = put([[1, 2], [3, 4]])
    for axes in (np.array([0, 1]), (0, 1), [0, 1], range(2)):
        assert ocean.sum(A, axes).asPython() == 10
    assert ocean.roll([1, 2, 3], 1).asPython() == [3, 1, 2] and ocean.take([5, 6, 7], [2, 0]).asPython() == [7, 5]
    assert ocean.repeat([1, 2], 2).asPython() == [1, 1, 2, 2] and ocean.tile([1, 2], [2]).asPython() == [1, 2, 1, 2]
    assert ocean.roll(np.arange(3), 1).asPython() == [2, 0, 1] and ocean.take(range(5, 8), [1]).asPython() == [6]
    with pytest.raises(TypeError, match="put"):
        ocean.put([1, 2], [0], [3])
    array = np.arange(3)
    ocean.put(array, [0], [7])
    assert array.tolist() == [7, 1, 2]
    with pytest.raises(TypeError, match="Beside uint64 a negative number is a double; int64"):
        put([2**64 - 1], ocean.uint64) & -1
    assert (put([2**64 - 1], ocean.uint64) & ocean.int64(-1)).asPython() == [2**64 - 1]
    assert (put([200, 3], ocean.uint8) & put([-1, 1], ocean.int8)).dtype is ocean.uint8
    assert (put([-1, 1], ocean.int8) & put([200, 3], ocean.uint8)).dtype is ocean.int8
    for name, words in (("bitshiftLeft", "int8"), ("bitshiftRight", "int8"), ("power", "int16"), ("bitwiseAnd", "A's")):
        assert words in getattr(ocean, name).__doc__


def test_printing_while_another_thread_reshapes() -> None:
    A = put(list(range(24)))
    stop = threading.Event()

    def reshape() -> None:
        while not stop.is_set():
            A.reshape([4, 6], True)
            A.reshape([24], True)

    thread = threading.Thread(target=reshape)
    thread.start()
    try:
        for _ in range(100):
            assert repr(A).endswith((f"size 24 on {A.device.name}>", f"size 4x6 on {A.device.name}>"))
    finally:
        stop.set()
        thread.join()


LIMITED = """
import ocean
from ocean._src.core.host.linalg.matmul import find_blas, threads_of_blas
assert ocean.getNumThreads() == 3
A = ocean.ones([200, 200])
A * A
with ocean.threads(1) as outer, ocean.threads(2):
    assert outer.count == 1 and ocean.getNumThreads() == 3
    if find_blas() and threads_of_blas():
        assert threads_of_blas() <= 2
assert float(ocean.sum(A)) == 40000
try:
    with ocean.threads(1):
        raise KeyError
except KeyError:
    pass
for wrong in (0, 65, "two"):
    try:
        ocean.threads(wrong)
    except (ValueError, TypeError):
        continue
    raise AssertionError(wrong)
"""


@pytest.mark.host_only
def test_threads_are_limited_by_the_environment_and_for_a_block() -> None:
    environment = {**os.environ, "OMP_NUM_THREADS": "3"}
    environment.pop("OCEAN_NUM_THREADS", None)
    done = subprocess.run([sys.executable, "-c", LIMITED], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

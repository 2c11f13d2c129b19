"""Tensor descriptions: what they say, how they compose, and the tensors that are made from them and seen through them."""

from __future__ import annotations

import copy
import math
import pickle
from types import SimpleNamespace
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, dtype_id, same, sample

import ocean
from ocean._src.core.objects.rtensor import rtensor
from ocean.descriptions import (
    BasicTensorDescription,
    BroadcastTensorDescription,
    ComplexTensorViewDescription,
    FlattenTensorDescription,
    Layout,
    PadTensorDescription,
    PermuteTensorDescription,
    SimpleTensorViewDescription,
    SliceTensorDescription,
)

every_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every_layout = pytest.mark.parametrize("layout", LAYOUTS)
shapes = st.lists(st.integers(0, 4), max_size=4).map(tuple)
filled_shapes = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


def read(view: Any) -> Any:
    """The values of a view, which is an r-tensor if its elements are computed."""
    return layouts.read(view.eval() if isinstance(view, rtensor) else view)


def numbered(size: tuple[int, ...], kind: ocean.dtype = ocean.int64) -> tuple[ocean.tensor, np.ndarray]:
    """A tensor whose elements are 1, 2, ... in column-major order."""
    values = np.arange(1, math.prod(size) + 1).reshape(size, order="F")
    return layouts.device(ocean.asTensor(values, kind)).reshape(size), values


# --- Basic descriptions ------------------------------------------------------------------------------------------


@every_dtype
def test_attributes(kind: ocean.dtype) -> None:
    d = BasicTensorDescription(kind, (5, 3, 2))
    assert (d.dtype, d.rank, d.shape, d.read_only, d.layout, d.allocated) == (kind, 3, (5, 3, 2), False, None, None)
    assert BasicTensorDescription(kind, 4, None, True).read_only
    assert BasicTensorDescription("double", 4).dtype is ocean.double  # type: ignore[arg-type]
    assert BasicTensorDescription(kind, ()).rank == 0 and d.device is layouts.device
    row, column = BasicTensorDescription(kind, [5, 3, 2], "C"), BasicTensorDescription(kind, [5, 3, 2], "F")
    assert row.layout == Layout((6, 2, 1), 0) and column.layout == Layout((1, 5, 15), 0)
    assert BasicTensorDescription(kind, (5, 3, 2), "R").layout == Layout((3, 1, 15))


def test_layouts_are_given_by_objects() -> None:
    d = BasicTensorDescription(ocean.float, (3, 2), SimpleNamespace(strides=[-1, 3], offset=4))
    assert d.layout == Layout((-1, 3), 4) and d.linearIndex((2, 1)) == 5
    t = ocean.tensor(d)
    assert t.strides == (-4, 12) and t.offset == 16 and t.description == d
    unaligned = BasicTensorDescription(ocean.float, (3,), Layout((5,), 1, unitsize=1))
    if layouts.device.requiresAlignedData:
        return
    assert unaligned.layout == Layout((5,), 1, 1) and ocean.tensor(unaligned).strides == (5,)
    assert repr(unaligned.layout) == "Layout((5,), offset=1, unitsize=1)"


def test_room_and_alignment() -> None:
    d = BasicTensorDescription(ocean.float, (5, 3, 2), "F", allocated=(8, 3, 4))
    assert d.layout == Layout((1, 8, 24)) and d.allocated == (8, 3, 4)
    t = ocean.tensor(d)
    assert t.strides == (4, 32, 96) and t.storage.size == 4 * 8 * 3 * 4 and t.size == (5, 3, 2)
    assert BasicTensorDescription(ocean.float, (5, 3, 2), "C", allocated=(5, 4, 3)).layout == Layout((12, 3, 1))
    for kind in DTYPES:
        for order, axis in (("F", 0), ("C", 2), ("R", 1)):
            d = BasicTensorDescription(kind, (5, 3, 2), order, alignment=64)
            assert d.allocated is not None and d.layout is not None
            assert d.allocated[axis] * kind.size % 64 == 0
            assert all(a == n for k, (a, n) in enumerate(zip(d.allocated, d.shape, strict=True)) if k != axis)
            t = ocean.tensor(d)
            assert all(stride % 64 == 0 for k, stride in enumerate(t.strides) if k != axis)
            assert t.strides[axis] == kind.size
            assert layouts.device is not ocean.cpu or t.ptr % 64 == 0
    d = BasicTensorDescription(ocean.float, (5, 3), alignment=16)
    assert d.layout is None and d.alignment == 16 and d.withLayout("F").layout == Layout((1, 8))
    assert d.withLayout("C").allocated == (5, 4) and d.withLayout("C", alignment=64).allocated == (5, 16)
    assert BasicTensorDescription(ocean.float, (5, 3)).withLayout("F", allocated=(6, 3)).layout == Layout((1, 6))
    assert BasicTensorDescription(ocean.float, (5, 3), "F").withLayout(None).layout is None
    assert BasicTensorDescription(ocean.float, (5, 3), Layout((16, 1)), alignment=64).alignment == 64


def test_errors_of_basic_descriptions() -> None:
    make = BasicTensorDescription
    for bad, error, text in (
        (lambda: make("text", (3,)), TypeError, "must be a dtype, got 'text'"),  # type: ignore[arg-type]
        (lambda: make(ocean.float, (3,), device=3), TypeError, "must be a device"),
        (lambda: make(ocean.float, (3,), device="x"), ValueError, "There is no device 'x'"),  # type: ignore[arg-type]
        (lambda: make(ocean.float, (-3,)), ValueError, "must be nonnegative"),
        (lambda: make(ocean.float, (2.5,)), TypeError, "Expected an integer shape"),  # type: ignore[arg-type]
        (lambda: make(ocean.float, [1] * 65), ValueError, "at most 64"),
        (lambda: make(ocean.float, (1 << 40, 1 << 40)), ValueError, "exceeds 64-bit addresses"),
        (lambda: make(ocean.float, (3,), "X"), ValueError, "Expected order"),
        (lambda: make(ocean.float, (3,), 5), TypeError, "A layout must be 'F', 'C', an object"),  # type: ignore[arg-type]
        (lambda: make(ocean.float, (3,), ocean.zeros([3])), TypeError, "strides in bytes"),
        (lambda: make(ocean.float, (3,), Layout((1, 2))), ValueError, "Expected 1 strides"),
        (lambda: make(ocean.float, (3,), Layout((-1,))), ValueError, "reach outside of any storage"),
        (lambda: make(ocean.float, (3,), Layout((1,), 1 << 62)), ValueError, "reach outside of any storage"),
        (lambda: make(ocean.float, (3,), Layout((1,), 1 << 70)), ValueError, "does not fit 64 bits"),
        (lambda: make(ocean.float, (3,), allocated=(2,)), ValueError, r"at least the shape \(3,\), got \(2,\)"),
        (lambda: make(ocean.float, (3,), allocated=(3, 3)), ValueError, "at least the shape"),
        (lambda: make(ocean.float, (3,), alignment=48), ValueError, "power of two from 1 to 64 bytes, got 48"),
        (lambda: make(ocean.float, (3,), alignment=128), ValueError, "power of two"),
        (lambda: make(ocean.float, (3, 3), Layout((1, 3)), alignment=16), ValueError, "are not aligned to 16 bytes"),
        (lambda: make(ocean.float, (3,)).linearIndex((0,)), ValueError, "The layout is open"),
        (lambda: make(ocean.float, (3,), "F").linearIndex((3,)), IndexError, "outside the shape"),
        (lambda: make(ocean.float, (3,), "F").linearIndex((0, 0)), IndexError, "outside the shape"),
    ):  # fmt: skip
        with pytest.raises(error, match=text):
            bad()


@every_dtype
@every_layout
def test_tensors_have_descriptions(layout: str, kind: ocean.dtype) -> None:
    for size in ((5, 3, 2), (), (0, 2)):
        t = sample(layout, kind, size).tensor
        d = t.description
        assert type(d) is BasicTensorDescription and d.dtype is kind and d.shape == size and not d.read_only
        assert d.device is t.device and d.byteswapped == t.byteswapped and d._layout is t._layout
        unit = (d.layout.unitsize or kind.size) if d.layout else 0
        assert d.layout and tuple(stride * unit for stride in d.layout.strides) == t.strides
        assert d.layout.offset * unit == t.offset
        again = ocean.tensor(d)
        assert again._layout is t._layout and again.offset == t.offset and again.description == d
        t.readonly = True
        assert t.description.read_only and t.description != d and not ocean.tensor(t.description).readonly


@given(st.sampled_from(DTYPES), shapes, st.sampled_from([None, "F", "C", "R"]))
def test_a_tensor_from_a_description_has_it(kind: ocean.dtype, shape: tuple[int, ...], order: str | None) -> None:
    d = BasicTensorDescription(kind, shape, order)
    t = ocean.tensor(d)
    assert t.size == shape and t.dtype is kind and t.device is layouts.device
    assert t.description == d.withLayout(order or "F") and t.storage.size == t.nelem * kind.size


def test_a_tensor_from_a_description_elsewhere() -> None:
    d = BasicTensorDescription(ocean.float, (3, 2), "C")
    assert ocean.tensor(d, ocean.cpu).device is ocean.cpu and ocean.tensor(d, device=ocean.cpu).strides == (8, 4)
    line = ocean.stream(ocean.cpu)
    assert ocean.tensor(d, line).stream == line
    for bad in (ocean.int8, "C", 5):
        with pytest.raises(TypeError, match="beside a description only device and stream"):
            ocean.tensor(d, bad)


@given(filled_shapes, st.data())
def test_permuting_strides_shape_size_and_index_keeps_the_linear_index(shape: tuple[int, ...], data: st.DataObject) -> None:
    room = tuple(n + data.draw(st.integers(0, 2)) for n in shape)
    d = BasicTensorDescription(ocean.double, shape, data.draw(st.sampled_from(["F", "C"])), allocated=room)
    order = tuple(data.draw(st.permutations(range(len(shape)))))
    index = tuple(data.draw(st.integers(0, n - 1)) for n in shape)

    def turned(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[axis] for axis in order)

    p = PermuteTensorDescription(d, order)
    assert d.layout and d.allocated
    assert (p.shape, p.allocated, p.layout) == (turned(shape), turned(d.allocated), Layout(turned(d.layout.strides)))
    assert p.linearIndex(turned(index)) == d.linearIndex(index)
    assert BasicTensorDescription(ocean.double, turned(shape), p.layout).linearIndex(turned(index)) == d.linearIndex(index)


# --- Simple views ------------------------------------------------------------------------------------------------


def draw_view(data: st.DataObject, d: BasicTensorDescription, values: np.ndarray) -> tuple[Any, np.ndarray]:
    """A random view of a description, and of the values of what it describes."""
    shape = d.shape
    kind = data.draw(st.sampled_from(["permute", "slice", "broadcast", "flatten", "pad", "simple"]))
    if kind == "permute":
        order = tuple(data.draw(st.permutations(range(d.rank))))
        return PermuteTensorDescription(d, order), values.transpose(order)
    if kind == "slice":
        key: list[Any] = []
        parts: list[Any] = []
        for n in shape:
            part = data.draw(st.one_of(st.slices(n), st.integers(-n, n - 1) if n else st.nothing(), st.just(":")))
            parts.append(part)
            key.append(slice(None) if part == ":" else part)
        return SliceTensorDescription(d, tuple(parts)), values[tuple(key)]
    if kind == "broadcast":
        wanted = [n for n in shape if n != 1]
        for _ in range(data.draw(st.integers(0, 6 - len(wanted)))):
            wanted.insert(data.draw(st.integers(0, len(wanted))), 1)
        return BroadcastTensorDescription(d, wanted), values.reshape(wanted, order="F")
    if kind == "flatten" and shape:
        first = data.draw(st.integers(0, d.rank - 1))
        last = data.draw(st.integers(first, d.rank))
        nested = (*shape[:first], shape[first:last], *shape[last:])
        flat = (*shape[:first], math.prod(shape[first:last]), *shape[last:])
        if data.draw(st.booleans()):
            return FlattenTensorDescription(d, nested, order="C"), values.reshape(flat)
        return FlattenTensorDescription(d, nested), values.reshape(flat, order="F")
    if kind == "pad" and shape:
        before, after = ([data.draw(st.integers(0, 2)) for _ in shape] for _ in range(2))
        return PadTensorDescription(d, before, after), np.pad(values, list(zip(before, after, strict=True)))
    if kind == "simple" and shape:
        turn = data.draw(st.integers(0, 3))
        n = shape[0]
        view = SimpleTensorViewDescription(d, shape, lambda i: ((i[0] + turn) % max(n, 1), *i[1:]))
        return view, np.roll(values, -turn, 0)
    return d, values


@given(st.data())
def test_views_compose(data: st.DataObject) -> None:
    """A chain of views, on an open layout and on that of a tensor in any layout, has NumPy's values."""
    kind, layout = data.draw(st.sampled_from(DTYPES)), data.draw(st.sampled_from(list(LAYOUTS)))
    size = data.draw(st.sampled_from([(5, 3, 2), (4, 1, 2), (), (3, 0, 2), (2, 2)]))
    t, values = sample(layout, kind, size)
    bare = BasicTensorDescription(kind, size)
    for start in (bare, t.description):
        d: Any = start
        wanted = values
        try:
            for _ in range(data.draw(st.integers(1, 4))):
                d, wanted = draw_view(data, d, wanted)
        except ValueError as error:
            assert start is not bare and "cannot be flattened" in str(error)
            continue
        assert d.shape == wanted.shape and d.dtype is kind and d.rank == wanted.ndim
        assert pickle.loads(pickle.dumps(d)) == d if not has_functions(d) else copy.deepcopy(d) == d
        try:
            seen = d.view(t)
        except ValueError as error:
            assert d.layout is None and "cannot be flattened" in str(error)
            continue
        same(read(seen), np.ascontiguousarray(wanted).reshape(wanted.shape))
        assert seen.readonly == d.read_only
        if d.layout is not None:
            assert seen.storage == t.storage and seen.description == BasicTensorDescription(
                kind, d.shape, d.layout, device=t.device, byteswapped=t.byteswapped
            )


def has_functions(d: Any) -> bool:
    while isinstance(d, SimpleTensorViewDescription):
        if type(d) is SimpleTensorViewDescription:
            return True
        d = d.base_tensor
    return False


@given(st.data())
def test_tensors_are_allocated_through_views(data: st.DataObject) -> None:
    d: Any = BasicTensorDescription(ocean.int16, (3, 2, 4), data.draw(st.sampled_from([None, "F", "C"])))
    values = np.zeros((3, 2, 4))
    try:
        for _ in range(3):
            d, values = draw_view(data, d, values)
        t = ocean.tensor(d)
    except ValueError as error:
        assert "cannot be flattened" in str(error)
        return
    assert t.size == d.shape and not t.readonly
    if d.layout is not None:
        assert t.description.layout == d.layout


def test_the_documents_examples() -> None:
    base = BasicTensorDescription(ocean.float, (2, 3, 5))
    assert PermuteTensorDescription(base, (1, 2, 0)).shape == (3, 5, 2)
    images = BasicTensorDescription(ocean.float, (32, 32, 128), "F")
    flat = FlattenTensorDescription(images, ((32, 32), 128))
    assert flat.shape == (1024, 128) and flat.flattened == ((32, 32), 128) and flat.layout == Layout((1, 1024))
    assert flat.base_tensor is images and isinstance(flat, BasicTensorDescription)


def test_flattening_row_major_layouts() -> None:
    base = BasicTensorDescription(ocean.double, (4, 3, 2), "C")
    flat = FlattenTensorDescription(base, ((4, 3), 2), order="C")
    assert flat.layout == Layout((2, 1)) and flat.order == "C" and flat.flattened == ((4, 3), 2)
    assert FlattenTensorDescription(base, ((4, 3, 2),), "C").layout == Layout((1,))
    t = ocean.tensor(base)
    values = np.arange(24.0).reshape(4, 3, 2)
    t[...] = ocean.asTensor(values)
    np.testing.assert_array_equal(read(flat.view(t)), values.reshape(12, 2))
    with pytest.raises(ValueError, match="the first one must be the fastest"):
        FlattenTensorDescription(base, ((4, 3), 2))
    with pytest.raises(ValueError, match="the last one must be the fastest"):
        FlattenTensorDescription(base.withLayout("F"), ((4, 3), 2), order="C")
    with pytest.raises(ValueError, match='is "F" or "C"'):
        FlattenTensorDescription(base, ((4, 3), 2), order="R")
    later = FlattenTensorDescription(BasicTensorDescription(ocean.double, (4, 3, 2)), ((4, 3), 2), order="C")
    assert later.layout is None and later.withLayout("C") == flat and later != FlattenTensorDescription(
        BasicTensorDescription(ocean.double, (4, 3, 2)), ((4, 3), 2)
    )
    padded = PadTensorDescription(base, (1, 0, 0), (0, 0, 0))
    found = FlattenTensorDescription(padded, ((5, 3), 2), order="C").view(t)
    wanted = np.pad(values, [(1, 0), (0, 0), (0, 0)]).reshape(15, 2)
    np.testing.assert_array_equal(read(found), wanted)


def test_flattening_says_when_strides_do_not_allow_it() -> None:
    t, values = numbered((4, 3, 2))
    turned = PermuteTensorDescription(t, (1, 0, 2))
    with pytest.raises(ValueError, match=r"cannot be flattened to \(\(3, 4\), 2\) without a copy"):
        FlattenTensorDescription(turned, ((3, 4), 2))
    assert FlattenTensorDescription(PermuteTensorDescription(t, (2, 0, 1)), (2, (4, 3))).layout == Layout((12, 1))
    later = FlattenTensorDescription(PermuteTensorDescription(BasicTensorDescription(ocean.int64, (4, 3, 2)), (1, 0, 2)),
                                     ((3, 4), 2))  # fmt: skip
    assert later.layout is None and later.shape == (12, 2)
    with pytest.raises(ValueError, match="cannot be flattened"):
        later.view(t)
    with pytest.raises(ValueError, match="cannot be flattened"):
        later.withLayout("F")
    fitting = later.withLayout(Layout((3, 1, 12)))
    assert fitting.layout == Layout((1, 12))
    source = ocean.tensor(fitting.base_tensor.base_tensor)  # type: ignore[attr-defined]
    source.copy(t)
    same(read(fitting.view(source)), values.transpose(1, 0, 2).reshape((12, 2), order="F"))
    with pytest.raises(ValueError, match=r"does not match a tensor of shape \(4, 3, 2\)"):
        FlattenTensorDescription(t, ((3, 4), 2))


def test_slices_and_lengths() -> None:
    t, values = numbered((5, 3, 2))
    whole = SliceTensorDescription(t, (":", ":", ":"))
    assert whole.shape == (5, 3, 2) and whole.layout == t.description.layout
    part = SliceTensorDescription(t, (slice(3, 0, -1), -1, ":"))
    assert part.shape == (3, 2) and part.slices == (slice(3, 0, -1), -1, slice(None))
    same(read(part.view(t)), values[3:0:-1, -1, :])
    assert part.layout == Layout((-1, 15), 13) and part.linearIndex((2, 1)) == 26
    assert SliceTensorDescription(t, (slice(-(2**70), 2**63, 2**63), 0, 0)).shape == (1,)
    part.view(t)[0, 0] = 100
    assert t[3, 2, 0] == 100
    for bad, error, text in (
        ((1, 2), ValueError, "Expected 3 slices or indices"),
        ((5, 0, 0), IndexError, "The index 5 is outside dimension 0 of length 5; ':' keeps the whole dimension"),
        ((6, 0, 0), IndexError, "The index 6 is outside dimension 0 of length 5"),
        ((0, -4, 0), IndexError, "The index -4 is outside dimension 0 of length 3"),
        (("a", 0, 0), TypeError, "Expected an integer index"),
        ((slice(0, 2, 0), 0, 0), ValueError, "must not be zero"),
        ((slice(0.5), 0, 0), TypeError, "bound of a slice"),
    ):
        with pytest.raises(error, match=text):
            SliceTensorDescription(t, bad)


def test_errors_of_views() -> None:
    d = BasicTensorDescription(ocean.float, (4, 3))
    for bad, error, text in (
        (lambda: PermuteTensorDescription(d, (0, 0)), ValueError, "not a permutation"),
        (lambda: PermuteTensorDescription(d, (0,)), ValueError, "not a permutation"),
        (lambda: PermuteTensorDescription([1, 2], (0,)), TypeError, "a description or a tensor as its base, got list"),  # type: ignore[arg-type]
        (lambda: BroadcastTensorDescription(d, (3, 4)), ValueError, "does not match a tensor of shape"),
        (lambda: BroadcastTensorDescription(d, (4, 3, 2)), ValueError, "does not match"),
        (lambda: BroadcastTensorDescription(d, (4, 3, *[1] * 63)), ValueError, "at most 64"),
        (lambda: FlattenTensorDescription(d, (((4,), 3),)), TypeError, "Expected an integer"),
        (lambda: PadTensorDescription(d, (1,), (1, 1)), ValueError, "for each of 2 dimensions"),
        (lambda: PadTensorDescription(d, (1, -1), (1, 1)), ValueError, "nonnegative padding"),
        (lambda: PadTensorDescription(d, (1 << 62, 0), (1 << 62, 0)), ValueError, "64"),
        (lambda: SimpleTensorViewDescription(d, (3,), 5), TypeError, "must be a function"),  # type: ignore[arg-type]
        (lambda: d.view(ocean.zeros([4, 4])), ValueError, "Expected a tensor of dtype float and size 4x3, got float and 4x4"),
        (lambda: d.view(ocean.zeros([4, 3], ocean.int8)), ValueError, "got int8"),
        (lambda: d.view(), TypeError, r"view\(\) takes 1 tensors here, got 0"),
        (lambda: d.view([1]), TypeError, r"view\(\) takes tensors, got list"),  # type: ignore[arg-type]
        (lambda: d.withLayout("F").view(ocean.tensor([4, 3], "C")), ValueError, r"strides \(4, 16\) in bytes, got \(12, 4\)"),
    ):  # fmt: skip
        with pytest.raises(error, match=text):
            bad()


def test_read_only_descriptions_give_read_only_views() -> None:
    t = ocean.zeros([3])
    assert BasicTensorDescription(ocean.float, (3,), None, True).view(t).readonly and not t.readonly
    assert not t.description.view(t).readonly
    pad = PadTensorDescription(t, (1,), (1,))
    assert pad.read_only and pad.layout is None and pad.view(t).readonly
    assert PermuteTensorDescription(pad, (0,)).read_only and not ocean.tensor(pad).readonly


# --- Padding and complex views -----------------------------------------------------------------------------------


@every_dtype
@every_layout
def test_padding(layout: str, kind: ocean.dtype) -> None:
    t, values = sample(layout, kind)
    d = PadTensorDescription(t, (1, 0, 2), (0, 3, 1))
    assert (d.shape, d.pre_padding, d.post_padding) == ((6, 6, 5), (1, 0, 2), (0, 3, 1))
    same(read(d.view(t)), np.pad(values, ((1, 0), (0, 3), (2, 1))))
    assert not (d.view(t).eval().byteswapped or d.byteswapped or ocean.tensor(d).byteswapped)


@every_dtype
def test_complex_views_join_tensors(kind: ocean.dtype) -> None:
    a, first = sample("row_major", kind, (4, 3))
    b, second = sample("strided", kind, (4, 2), seed=1)
    join = ComplexTensorViewDescription(
        (4, 5), [a, b], [lambda i: i, lambda i: (i[0], i[1] - 3)], lambda i: i[1] >= 3
    )
    assert join.dtype is kind and join.read_only and join.layout is None and join.rank == 2
    same(read(join.view(a, b)), np.concatenate([first, second], 1))
    turned = PermuteTensorDescription(join, (1, 0))
    same(read(turned.view(a, b)), np.concatenate([first, second], 1).T)
    both = ComplexTensorViewDescription((5,), [join, a], [lambda i: (0, i[0]), lambda i: (0, 0)], lambda i: i[0] % 2)
    wanted = np.concatenate([first, second], 1)[0]
    wanted[1::2] = first[0, 0]
    same(read(both.view(a, b, a)), wanted)
    assert both.bases == (join, a.description) and len(both.translations) == 2


def test_complex_views_pad_and_block() -> None:
    t, values = numbered((3, 2), ocean.float)
    zero = layouts.device(ocean.asTensor(ocean.float(0)))
    padded = ComplexTensorViewDescription(
        (5, 4), [t, zero], [lambda i: (i[0] - 1, i[1] - 1), lambda i: ()],
        lambda i: (i[0] < 1) | (i[0] > 3) | (i[1] < 1) | (i[1] > 2),
    )  # fmt: skip
    same(read(padded.view(t, zero)), np.pad(values, 1).astype(np.float32))
    blocks = ComplexTensorViewDescription(
        (6, 4), [t] * 4, [lambda i: (i[0] % 3, i[1] % 2)] * 4, lambda i: i[0] // 3 + i[1] // 2 @ 2
    )
    same(read(blocks.view(t, t + 10, t + 20, t + 30)),
         np.block([[values, values + 20], [values + 10, values + 30]]).astype(np.float32))  # fmt: skip
    mixed = ComplexTensorViewDescription((2,), [ocean.arange(3), ocean.zeros([1])], [lambda i: i[0], lambda i: 0],
                                         lambda i: 0)  # fmt: skip
    assert mixed.dtype is (ocean.arange(3) + ocean.zeros([3])).dtype
    point = ComplexTensorViewDescription((), [t], [lambda i: (2, 1)], lambda i: 0)
    assert point.view(t).asScalar() == 6 and point.view(t).size == ()
    none = ComplexTensorViewDescription((0, 3), [t], [lambda i: (i[0], i[1])], lambda i: 0)
    assert none.view(t).size == (0, 3)


def test_computed_views_are_fused() -> None:
    """Padding, joining and translated indices are r-tensors: nothing is stored, and what follows is one pass."""
    t, values = numbered((4, 3), ocean.double)
    pad = PadTensorDescription(t, (1, 2), (0, 1))
    view = pad.view(t)
    assert isinstance(view, rtensor) and view.size == (5, 6)
    wanted = np.pad(values, ((1, 0), (2, 1)))
    same(read(view[1:, ::-1] + 1), wanted[1:, ::-1] + 1)
    same(read(view[[3, 0, 3]].T), wanted[[3, 0, 3]].T)
    same(read(view.reshape(30)), wanted.reshape(30, order="F"))
    assert ocean.sum(view @ view).asPython() == (wanted * wanted).sum() and view[4, 2].asPython() == wanted[4, 2]
    same(read(ocean.sum(view, 0)), wanted.sum(0))
    t[1, 1] = 50  # is seen, as in every r-tensor
    assert view[2, 3].asPython() == 50
    same(read(pickle.loads(pickle.dumps(view))), read(view))
    t[...] = pad.view(t)[:4, 2:5]  # the destination is what is read
    assert t[0].asPython() == [0, 0, 0] and t[2, 1].asPython() == 50

    @ocean.fuse
    def smoothed(x: Any) -> Any:
        wide = PadTensorDescription(x.description, (1, 0), (1, 0)).view(x)
        return (wide[:-2] + wide[1:-1] + wide[2:]) / 3

    x, values = numbered((5, 2), ocean.double)
    wide = np.pad(values, ((1, 1), (0, 0)))
    same(read(smoothed(x)), (wide[:-2] + wide[1:-1] + wide[2:]) / 3)
    assert "1 pass" in str(smoothed.explain(x))


def test_even_translations_are_strided_views() -> None:
    t, values = numbered((4, 6), ocean.float)
    view = SimpleTensorViewDescription(t, (2, 3), lambda i: (3 - i[0], i[1] @ 2)).view(t)
    assert isinstance(view, ocean.tensor) and view.readonly and view.storage == t.storage
    same(read(view), values[:1:-1, ::2].astype(np.float32))
    assert isinstance(SimpleTensorViewDescription(t, (5,), lambda i: (i[0] % 4, 0)).view(t), rtensor)


def test_errors_of_complex_views() -> None:
    t = layouts.device(ocean.asTensor([1.0, 2.0]))
    make = ComplexTensorViewDescription
    for bad, error, text in (
        (lambda: make((2,), [], [], lambda i: 0), ValueError, "as many translations as bases"),
        (lambda: make((2,), t, [lambda i: i], lambda i: 0), TypeError, "The bases of a complex view must be a list"),  # type: ignore[arg-type]
        (lambda: make((2,), [t], lambda i: i, lambda i: 0), TypeError, "The translations of a complex view must be a list"),  # type: ignore[arg-type]
        (lambda: make((2,), [t], [], lambda i: 0), ValueError, "as many translations as bases"),
        (lambda: make((2,), [t], [3], lambda i: 0), TypeError, "must be functions"),  # type: ignore[list-item]
        (lambda: make((2,), [t], [lambda i: i], 0), TypeError, "must be functions"),  # type: ignore[arg-type]
        (lambda: make((2,), [t], [lambda i: i], lambda i: 0).withLayout("F"), ValueError, "has no layout"),
        (lambda: make((2,), [t], [lambda i: i], lambda i: 1).view(t), IndexError, "numbers outside 0 to 0"),
        (lambda: make((3,), [t], [lambda i: i], lambda i: 0).view(t), IndexError, "outside dimension 0 of length 2"),
        (lambda: make((2,), [t], [lambda i: -1], lambda i: 0).view(t), IndexError, "leads outside dimension 0"),
        (lambda: make((2,), [t], [lambda i: (0, 0)], lambda i: 0).view(t), ValueError, "gives 2 indices for a tensor with 1"),
        (lambda: make((2,), [t], [lambda i: 0.5], lambda i: 0).view(t), TypeError, "Expected integers from translation 0"),
        (lambda: make((2,), [t], [lambda i: i], lambda i: ocean.arange(3)).view(t), ValueError, "select gave a tensor of size 3"),
        (lambda: make((2,), [t], [lambda i: i], lambda i: 0).view(t, t), TypeError, "takes 1 tensors here, got 2"),
    ):  # fmt: skip
        with pytest.raises(error, match=text):
            bad()


# --- Equality, pickling, text ------------------------------------------------------------------------------------


def identity(i: Any) -> Any:
    return i


def first(i: Any) -> int:
    return 0


def test_equality_hashes_and_pickles() -> None:
    def every() -> list[BasicTensorDescription]:
        base = BasicTensorDescription(ocean.float, (4, 3), "F")
        return [
            base,
            BasicTensorDescription(ocean.float, (4, 3)),
            BasicTensorDescription(ocean.float, (4, 3), "C"),
            BasicTensorDescription(ocean.double, (4, 3), "F"),
            BasicTensorDescription(ocean.float, (4, 3), "F", True),
            BasicTensorDescription(ocean.float, (4, 3), Layout((1, 4), 3)),
            BasicTensorDescription(ocean.float, (4, 3), "F", allocated=(5, 3)),
            BasicTensorDescription(ocean.float, (4, 3), allocated=(5, 3)),
            BasicTensorDescription(ocean.float, (4, 3), alignment=32),
            BasicTensorDescription(ocean.float, (4, 3), "F", alignment=64),
            PermuteTensorDescription(base, (1, 0)),
            PermuteTensorDescription(base, (0, 1)),
            SliceTensorDescription(base, (slice(1, 3), ":")),
            SliceTensorDescription(base, (slice(1, 4), ":")),
            FlattenTensorDescription(base, ((4, 3),)),
            FlattenTensorDescription(BasicTensorDescription(ocean.float, (4, 3)), ((4, 3),), "C"),
            BroadcastTensorDescription(base, (4, 1, 3)),
            PadTensorDescription(base, (1, 1), (0, 2)),
            SimpleTensorViewDescription(base, (4, 3), identity),
            ComplexTensorViewDescription((4, 3), [base], [identity], first),
        ]

    ones, others = every(), every()
    for k, one in enumerate(ones):
        assert [one == other for other in others] == [k == j for j in range(len(others))]
        assert hash(one) == hash(others[k]) and one != 3
        assert copy.copy(one) == one == copy.deepcopy(one)
        for protocol in range(6):
            again = pickle.loads(pickle.dumps(one, protocol))
            assert again == one and repr(again) == repr(one) and again.allocated == one.allocated
    assert len(set(ones + others)) == len(ones)


@pytest.mark.host_only("the cpu is not named")
def test_text_makes_the_description_again() -> None:
    from ocean import descriptions

    names = {"ocean": ocean, **vars(descriptions)}
    for d in (
        BasicTensorDescription(ocean.float, (4, 3)),
        BasicTensorDescription(ocean.cdouble, (4, 3), "C", True, allocated=(4, 5)),
        BasicTensorDescription(ocean.int8, (), alignment=8),
        BasicTensorDescription(ocean.int16, (2,), "F", byteswapped=True),
        PadTensorDescription(SliceTensorDescription(ocean.zeros([4, 3]), (slice(None, None, -1), ":")), (1, 1), (0, 2)),
        FlattenTensorDescription(ocean.zeros([4, 3, 2]), ((4, 3), 2)),
        FlattenTensorDescription(BasicTensorDescription(ocean.float, (4, 3, 2), "C"), ((4, 3), 2), order="C"),
    ):
        assert eval(repr(d), names) == d
    assert repr(BasicTensorDescription(ocean.float, (2,), "F")) == "BasicTensorDescription(ocean.float, (2,), Layout((1,), offset=0))"

"""Index objects: how they are made, shown, bound in stages and used; bound or not, they pick the same elements."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index.keys import SIZES, is_scalar, is_view, key_of, keys, positions
from layouts import LAYOUTS, read, same, sample

import ocean
from ocean._src.core.host.indexing import indexing as kinds
from ocean._src.core.host.indexing.indexing import elements_in, put_elements, restored_element


@given(st.data())
@settings(max_examples=150)
def test_an_index_picks_what_its_key_picks_at_every_stage(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    tensor, values = sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.int32, size)
    parts = data.draw(keys(size))
    places = positions(size, parts)
    wanted = values.reshape(-1, order="F")[places]
    index = ocean.index[key_of(parts)] if parts else ocean.index()
    by_size = index.bind(size)
    by_strides = index.bind(size, tensor.strides)
    in_stages = by_size.clone()
    in_stages.bind(tensor.size, tensor.strides, True)
    for each in (index, index.clone(), by_size, by_strides, in_stages, by_size.bind(size), by_strides.bind(size)):
        result = tensor[each]
        got = read(result) if isinstance(result, ocean.tensor) else np.array(result.asPython())
        np.testing.assert_array_equal(got, wanted)
        if not is_view(parts):
            assert not each.isView() and not each.isScalar()
    if len(by_size) and any(part.meaning is not None for part in parts):
        bound = len(size) > 0
        assert by_size.isBound() == (bound, False) and by_strides.isBound() == (bound, bound)
        if bound:
            assert by_size.inputSize == by_strides.inputSize == size
            assert by_size.outputSize == by_strides.outputSize == places.shape
            assert by_strides.strides == tensor.strides and by_size.strides is None
            assert by_size.isScalar() == is_scalar(size, parts)


@given(st.data())
@settings(max_examples=60)
def test_assignment_by_bound_indices(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    parts = data.draw(keys(size, new=False))
    index = ocean.index[key_of(parts)] if parts else ocean.index()
    wanted = ocean.zeros(size, ocean.int16)
    wanted[key_of(parts) if parts else ()] = 3
    for each in (index, index.bind(size), index.bind(size, wanted.strides)):
        tensor = ocean.zeros(size, ocean.int16)
        tensor[each] = 3
        same(read(tensor), read(wanted))


MASK = np.ones((2, 3), bool)


@pytest.mark.parametrize(
    ("index", "text"),
    [
        (ocean.index[1, :, None, ..., [1, 2], [True, False], 2:5, ::2, -1],
         "[1,:,None,...,Indices(1D),Mask(1D),2:5,::2,-1]"),
        (ocean.index[:], "[:]"),
        (ocean.index[1:], "[1:]"),
        (ocean.index[:-2], "[:-2]"),
        (ocean.index[1:9:3], "[1:9:3]"),
        (ocean.index[::-1], "[::-1]"),
        (ocean.index[::1], "[:]"),
        (ocean.index([1, 2, 3], [True, False]), "[Indices(1D),Mask(1D)]"),
        (ocean.index(slice(2, 4), None), "[2:4,None]"),
        (ocean.index[[[0, 0], [1, 2]]], "[Indices(2D)]"),
        (ocean.index[np.ones((2, 3, 4), bool)], "[Mask(3D)]"),
        (ocean.index[ocean.index[1, :], ocean.index[...]], "[1,:,...]"),
        (ocean.index[..., -1].bind([3, 6]), "[:,5]"),
        (ocean.index[1].bind([4, 6]), "[1,:]"),
        (ocean.index[-3:, ::2, ::-1].bind([5, 5, 5]), "[Steps(2,1,3),Steps(0,2,3),Steps(4,-1,5)]"),
        (ocean.index[3::-1, 3:0:-1, 2:2].bind([5, 5, 5]), "[Steps(3,-1,4),Steps(3,-1,3),Steps(2,1,0)]"),
        (ocean.index[MASK, [0]].bind([2, 3, 4]), "[Indices(2D),Indices(1D)]"),
        (ocean.index[MASK, [0]].bind([2, 3, 4], [1, 2, 6]), "[Offsets(2D),Offsets(1D)]"),
    ],
)  # fmt: skip
def test_the_printed_form(index: ocean.index, text: str) -> None:
    assert repr(index) == str(index) == f"<tensor index {text}>"


def test_binding_in_stages() -> None:
    index = ocean.index[[True, False, False, True]]
    assert repr(index.bind(4)) == "<tensor index [Indices(1D)]>"
    assert repr(index.bind(4, ocean.double.size)) == "<tensor index [Offsets(1D)]>"
    assert repr(index) == "<tensor index [Mask(1D)]>"
    assert index.bind(4, True) is None and repr(index) == "<tensor index [Indices(1D)]>"
    assert index.bind(size=[4], strides=[8], inplace=True) is None and repr(index) == "<tensor index [Offsets(1D)]>"
    assert ocean.arange(4, ocean.double)[index].asPython() == [0, 3]
    assert index.bind(4, np.int64(8)).isBound() == (True, True)
    assert index.bind(ocean.asTensor([4])).isBound() == (True, True)


def test_properties_before_and_after_binding() -> None:
    index = ocean.index[-1, None, :, None]
    assert index.inputSize is index.outputSize is index.strides is None
    assert index.isBound() == (False, False) and index.nelem == len(index) == 4
    index.bind([4, 6], True)
    assert (index.inputSize, index.outputSize, index.strides) == ((4, 6), (1, 6, 1), None)
    assert index.isBound() == (True, False) and index.isView() and not index.isScalar()
    index.bind([4, 6], [4, 16], True)
    assert index.strides == (4, 16) and index.isBound() == (True, True)
    assert ocean.index[1, 2].isScalar() and ocean.index[1, 2].isView()
    assert not ocean.index[1, ...].isScalar() and ocean.index[1, ...].isView()
    assert not ocean.index[[1]].isView() and not ocean.index().isScalar()
    # as long as an index is not bound, it is taken to name every dimension
    assert ocean.index[[True, False, True]].inputSize == (3,) and ocean.index[[True, False, True]].outputSize == (2,)
    assert ocean.index[[1, 2], 3, None].outputSize == (2, 1) and ocean.index[[1, 2]].inputSize is None
    assert ocean.index().isBound() == (False, False) and ocean.index().inputSize is None


def test_changing_an_index() -> None:
    index = ocean.index[1]
    twin = index.clone()
    index.append(ocean.index[:, None])
    index.append([True, False])
    index.append(3)
    assert repr(index) == "<tensor index [1,:,None,Mask(1D),3]>" and index.nelem == 5
    assert repr(twin) == "<tensor index [1]>"
    index.clear()
    assert index.nelem == 0 and repr(index) == "<empty tensor index []>"
    assert ocean.zeros([2, 3])[index].size == (2, 3)
    for duplicate in (copy.copy, copy.deepcopy):
        assert repr(duplicate(twin)) == "<tensor index [1]>"


def test_tensors_in_an_index_are_its_own() -> None:
    places, mask = ocean.asTensor([1, 2, 3]), ocean.asTensor([True, False, True])
    array = np.array([0, 1])
    index = ocean.index[places], ocean.index[mask], ocean.index[array]
    places.fill(0)
    mask.fill(False)
    array[:] = 2
    tensor = ocean.arange(4)
    assert tensor[index[0]].asPython() == [1, 2, 3] and tensor[:3][index[1]].asPython() == [0, 2]
    assert tensor[index[2]].asPython() == [0, 1]
    inner = ocean.index[[1, 2]]
    outer = ocean.index[inner, :]
    inner.clear()
    assert ocean.arange(8).reshape(4, 2)[outer].asPython() == [[1, 2], [5, 6]]


def test_nested_indices() -> None:
    tensor = ocean.arange(24).reshape(4, 6)
    row = ocean.index[1]
    assert tensor[ocean.index[row, :]].asPython() == tensor[row, :].asPython() == tensor[1].asPython()
    assert tensor[row, ocean.index[[0, 5]]].asPython() == [1, 21]
    assert tensor[ocean.index[..., ocean.index[ocean.index[2]]]].asPython() == [8, 9, 10, 11]


@pytest.mark.parametrize(
    ("index", "size", "kind", "message"),
    [
        (ocean.index[:].bind(5), [6], ocean.float, "Mismatch in size at dimension 0 (expected 5 got 6)"),
        (ocean.index[:].bind(5, 2), [5], ocean.bool, "Mismatch in strides at dimension 0 (expected 2 got 1)"),
        (ocean.index[0, [0]].bind([2, 3]), [2, 4], ocean.float, "Mismatch in size at dimension 1 (expected 3 got 4)"),
        (ocean.index[MASK].bind([2, 3]), [2, 4], ocean.float, "Mismatch in size at dimension 1 (expected 3 got 4)"),
        (ocean.index[[0]].bind([2, 3]), [2], ocean.float, "Mismatch in number of dimensions (expected 2 got 1)"),
        (ocean.index[[0]].bind(2), [2, 3], ocean.float, "Mismatch in number of dimensions (expected 1 got 2)"),
    ],
)  # fmt: skip
def test_bound_indices_refuse_other_tensors(index: ocean.index, size: Any, kind: ocean.dtype, message: str) -> None:
    tensor = ocean.zeros(size, kind)
    with pytest.raises(RuntimeError) as reading:
        tensor[index]
    with pytest.raises(RuntimeError) as writing:
        tensor[index] = 1
    assert str(reading.value) == str(writing.value) == message
    assert not read(tensor).any()


@pytest.mark.parametrize(
    ("index", "args", "message"),
    [
        (ocean.index[5], (3,), "Scalar tensor index (5) exceeds size (3) at dimension 0"),
        (ocean.index[0, [0, 7]], ([2, 3],), "Tensor index (7) exceeds size (3) at dimension 1"),
        (ocean.index[0, [0, -7]], ([2, 3], [4, 8]), "Tensor index (-7) exceeds size (3) at dimension 1"),
        (ocean.index[[True, False]], (3,), "Size mismatch at dimension 0 (expected 2 got 3)"),
        (ocean.index[0, 0], (3,), "Number of index dimensions (2) exceeds the tensor dimension (1)"),
        (ocean.index[..., 0, ...], ([3, 4],), "The ellipsis (...) can appear at most once in an index"),
        (ocean.index[:].bind(4), (5,), "Mismatch in size at dimension 0 (expected 4 got 5)"),
        (ocean.index[:].bind(4, 8), (4, 4), "Mismatch in strides at dimension 0 (expected 8 got 4)"),
        (ocean.index[:].bind(4), ([4, 5],), "Mismatch in number of dimensions (expected 1 got 2)"),
        (ocean.index[:], (-1,), "The tensor dimension values must be nonnegative"),
        (ocean.index[:], ([3, 4], 8), "Expected 2 strides to match the size, got 1"),
        (ocean.index[:], (3.5,), "Expected an integer size, got 3.5"),
        (ocean.index[:], (3, "x"), "unexpected argument 'x'"),
        (ocean.index[:], (None,), "bind() needs a size"),
    ],
)
def test_bad_bindings(index: ocean.index, args: Any, message: str) -> None:
    before = repr(index)
    with pytest.raises(ocean.OceanError) as raised:
        index.bind(*args, inplace=True)
    assert message in str(raised.value)
    assert repr(index) == before


def test_unsigned_indices_beyond_63_bits_are_refused() -> None:
    with pytest.raises(IndexError, match=f"Tensor index \\({2**64 - 1}\\) does not fit 64 bits"):
        ocean.index[np.array([2**64 - 1], np.uint64)]


def test_devices() -> None:
    index = ocean.index[[1, 2], [True, False]]
    assert index.setDevice(ocean.cpu, True) is None
    for moved in (index.setDevice(ocean.cpu), index.setDevice(device=ocean.cpu), ocean.cpu(index)):
        assert repr(moved) == repr(index) and moved is not index
    assert ocean.cpu(index, True) is None
    assert ocean.cpu([1, 2]).asPython() == [1, 2] and ocean.cpu(ocean.arange(3)).size == (3,)


# --- What an index holds is its own, and checked -----------------------------------------------------------------

OFFSETS = ocean.index[[0, 3]].bind(4, 8)
INDICES = ocean.index[[[0, 1], [1, 2]]]
SOUND = [
    OFFSETS, INDICES, INDICES.bind([4, 5]), INDICES.bind([4, 5], [8, -32]), ocean.index[np.array([1, 2], np.uint64)],
    ocean.index[MASK], ocean.index[MASK].bind([2, 3]), ocean.index[MASK].bind([2, 3], [4, 8]), ocean.index[np.array(True)],
    ocean.index[1, -2:, None, ...], ocean.index[1, -2:, None].bind([3, 4], [8, 0]), ocean.index[[]].bind(0, 8),
]  # fmt: skip


@pytest.mark.parametrize("index", SOUND, ids=repr)
@pytest.mark.parametrize("protocol", [2, 5])
def test_pickles(index: ocean.index, protocol: int) -> None:
    restored = pickle.loads(pickle.dumps(index, protocol))
    assert repr(restored) == repr(index)
    assert (restored.inputSize, restored.outputSize, restored.strides) == (
        index.inputSize,
        index.outputSize,
        index.strides,
    )
    if index is OFFSETS:
        assert ocean.arange(4)[restored].asPython() == [0, 3]


def test_the_elements_of_an_index_are_out_of_reach() -> None:
    index = ocean.index[[0, 1]].bind(4, 8)
    assert not hasattr(index, "elements")
    with pytest.raises(AttributeError):
        index.elements = [None]  # type: ignore[attr-defined]
    (each,) = elements_in(index)
    assert not hasattr(each, "value")
    each.__reduce__()[1][2][0] = 10**9
    each.on(ocean.cpu).__reduce__()[1][2][0] = 10**9
    assert ocean.arange(4)[index].asPython() == [0, 1]
    for wrong in ([None], [3], [index]):
        with pytest.raises(TypeError, match="Expected the elements of an index"):
            put_elements(index, wrong)  # type: ignore[arg-type]
    assert ocean.arange(4)[index].asPython() == [0, 1]


def test_a_restored_index_does_not_share_its_memory() -> None:
    buffers: list[pickle.PickleBuffer] = []
    parts = elements_in(OFFSETS)[0].__reduce__()[1]
    data = pickle.dumps(parts[2], 5, buffer_callback=buffers.append)
    memory = bytearray(buffers[0].raw())
    value = pickle.loads(data, buffers=[memory])
    restored = put_elements(ocean.index(), [restored_element(*parts[:2], value, *parts[3:])])
    memory[:8] = (1 << 40).to_bytes(8, "little")
    assert ocean.arange(4)[restored].asPython() == [0, 3]


VECTOR = ocean.asTensor([0, 8])


@pytest.mark.parametrize(
    "parts",
    [
        (kinds.SCALAR, 1, None, None, None, False),
        (kinds.SCALAR, 1, VECTOR, None, None, False),
        (kinds.SCALAR, 0, 1, None, None, False),
        (kinds.SCALAR, 2, 1, None, None, False),
        (kinds.RANGE, 1, None, None, None, False),
        (kinds.RANGE, 1, slice("a"), None, None, False),
        (kinds.RANGE, 1, slice(1, 2, 0), None, None, False),
        (kinds.RANGE, 9, slice(1), None, None, False),
        (kinds.NEW, 1, None, None, None, False),
        (kinds.ELLIPSIS, -1, None, None, None, False),
        (kinds.INDICES, 1, None, None, None, False),
        (kinds.INDICES, 2, VECTOR, None, None, False),
        (kinds.INDICES, 65, ocean.zeros([65, 1], ocean.int64), None, None, False),
        (kinds.INDICES, 1, ocean.zeros(2, ocean.double), None, None, False),
        (kinds.INDICES, 1, ocean.zeros(2, ocean.int32), None, None, False),
        (kinds.MASK, 1, VECTOR, None, None, False),
        (kinds.MASK, 2, ocean.zeros(2, ocean.bool), None, None, False),
        (kinds.OFFSETS, 1, VECTOR, None, None, False),
        (kinds.OFFSETS, 1, VECTOR, (2,), None, False),
        (kinds.OFFSETS, 1, VECTOR, None, (8,), False),
        (kinds.OFFSETS, 1, VECTOR, (1,), (8,), False),
        (kinds.OFFSETS, 1, VECTOR, (0,), (8,), False),
        (kinds.OFFSETS, 1, VECTOR, (2,), (-8,), False),
        (kinds.OFFSETS, 1, VECTOR, (5,), (0,), False),
        (kinds.OFFSETS, 1, VECTOR, (5,), (6,), False),
        (kinds.OFFSETS, 2, VECTOR, (5,), (8,), False),
        (kinds.OFFSETS, 1, VECTOR, (2**40,), (2**40,), False),
        (kinds.OFFSETS, 1, ocean.asTensor([2**40]), (2,), (8,), False),
        (kinds.OFFSETS, 1, VECTOR, (-5,), (8,), False),
        (kinds.OFFSETS, 65, VECTOR, (2,) * 65, (8,) * 65, False),
        (7, 1, VECTOR, None, None, False),
        (-1, 1, 1, None, None, False),
    ],
)  # fmt: skip
def test_damaged_elements_are_refused(parts: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        restored_element(*parts)


def test_sizes_and_strides_beyond_64_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="exceeds 64-bit addresses"):
        ocean.index[[2**62]].bind([2**62 + 1], [2**62])

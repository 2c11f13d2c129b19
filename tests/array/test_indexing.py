"""Indexing by NumPy's rules: views, lists that are broadcast together, masks, and where the picked axes go."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from array_samples import agree, host, on_device, outcome
from hypothesis import given
from hypothesis import strategies as st

import ocean.numpy as np

SHAPE = (3, 4, 5)
VALUES = numpy.arange(60.0).reshape(SHAPE)
MASK = VALUES % 3 == 0
KEYS: list[Any] = [
    0, -1, (1, 2), (1, 2, 3), slice(1, None), (slice(None), 1), (..., 2), None, (None, 0, ..., None), (), ...,
    (slice(None, None, -1), slice(0, 4, 2)), slice(5, 2), (0, slice(10, 20)), [0, 2], [[0, 1], [2, 0]], ([0, 1], [1, 2]),
    ([0, 1], 1), ([0, 1], slice(None), [1, 2]), (slice(None), [0, 1], [1, 2]), (0, slice(None), [1, 2]),
    (slice(None), [[0], [1]], [1, 2, 3]), (..., [0, 4]), ([0], ..., [1]), ([0, 1], None, [1, 2]), (None, [0, 1]),
    (slice(1), None, [0, 1], [2, 3]), MASK, MASK[:, :, 0], (MASK[:, 0, 0], 1), (slice(None), MASK[0]), (MASK[:, 0, 0], [1]),
    ([True, False, True],), True, False, (True, 1), (..., numpy.array(True)), numpy.int64(1), (numpy.int8(-1), [1, 2]),
    [], ([], slice(None), 0), numpy.array(2), (numpy.array(1), slice(None)), numpy.zeros((0, 3), int),
    (numpy.uint8([1, 2]), 0), ([-1, -2], -1), range(2), (slice(None), -1, [3, 1]), numpy.zeros((2, 2, 2), int),
]  # fmt: skip
KEYS += [(slice(None), [1, 0, -1, 2]), (slice(None, None, -1), slice(5, -9, -2), numpy.array([4, 0])), ([2, 0], slice(1, 9)),
         (..., [1, -2], slice(1, None, 2)), (numpy.array([1, 1]), ..., slice(4, 0, -1)), (slice(1), ..., [0, 3, 3])]  # fmt: skip
BAD: list[Any] = [3, (0, 4), (0, 0, 0, 0), (..., ...), 1.5, "a", [0, 3], ([0, 1], [4, 0]), ([0, 1], [0, 1, 2]),
                  numpy.ones(4, bool), numpy.ones((3, 3), bool), [1.5], {},
                  ([], 4), ([False] * 3, -5), (slice(None), [], 9)]  # fmt: skip


def ours(key: Any) -> Any:
    """The same key with arrays on the device of the test."""
    if isinstance(key, tuple):
        return tuple(map(ours, key))
    return on_device(key) if isinstance(key, numpy.ndarray) else key


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_reading(key: Any) -> None:
    want = VALUES[key]
    agree(on_device(VALUES)[ours(key)], want)
    agree(on_device(VALUES.T)[::-1].T[:, :, ::-1][ours(key)], VALUES[:, :, ::-1].T[::-1].T[key])


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_writing(key: Any) -> None:
    a, want = on_device(VALUES.copy()), VALUES.copy()
    a[ours(key)], want[key] = -1, -1
    agree(a, want)
    many = -numpy.arange(float(want[key].size)).reshape(want[key].shape)
    picked = want.copy()
    picked[...] = numpy.arange(60).reshape(SHAPE)
    picked = picked[key]
    if len(numpy.unique(picked)) == picked.size:  # which of several values stays is not said
        a[ours(key)], want[key] = on_device(many), many
        agree(a, want)
        if many.ndim:
            a[ours(key)], want[key] = on_device(many[-1:]), many[-1:]
            agree(a, want)


@pytest.mark.parametrize("key", BAD, ids=repr)
def test_errors(key: Any) -> None:
    a = on_device(VALUES)
    with pytest.raises(IndexError):
        a[ours(key)]
    with pytest.raises(IndexError):
        a[ours(key)] = 0
    agree(a, VALUES)


@pytest.mark.host_only("the text")
def test_errors_name_the_axis() -> None:
    a = np.zeros((3, 4))
    with pytest.raises(IndexError, match="index 7 is out of bounds for axis 1 with size 4"):
        a[0, 7]
    with pytest.raises(IndexError, match="index 7 is out of bounds for axis 1 with size 4"):
        a[[0, 1], [1, 7]]
    with pytest.raises(ValueError, match=r"could not broadcast input array from shape \(2,\) into shape \(4,\)"):
        a[0] = [1, 2]
    with pytest.raises(OverflowError):
        np.zeros(3, "uint8")[0] = 300


def test_views_share_memory() -> None:
    a = on_device(VALUES.copy())
    view = a[1, ::2]
    view[...] = 0
    want = VALUES.copy()
    want[1, ::2] = 0
    agree(a, want)
    copy = a[[0, 1]]
    copy[...] = 5
    agree(a, want)


def test_elements_and_rows() -> None:
    a = on_device(VALUES)
    assert a[1, 2, 3].shape == () and a[1, 2, 3].item() == 33.0 and type(a[1, 2, 3]) is np.ndarray
    assert [row.shape for row in a] == [(4, 5)] * 3
    agree(list(a)[2], VALUES[2])
    with pytest.raises(TypeError):
        iter(a[0, 0, 0])
    assert len(a) == 3 and 33.0 in a and -1 not in a


@pytest.mark.parametrize("order", ["=", ">"])
def test_an_element_is_a_value(order: str) -> None:
    a = on_device(numpy.array([3.0, 1.0, 2.0], f"{order}f8"))
    a[0], a[1] = a[1], a[0]
    agree(a, numpy.array([1.0, 3.0, 2.0], a.dtype))  # other devices copy to native order
    part, last, flat = a[numpy.int64(1)], a[2], a.reshape(3, 1).ravel("F")[1]
    part -= 5
    flat -= 5
    a[2] = 9
    assert (part.item(), last.item(), a[1].item()) == (-2.0, 2.0, 3.0)
    view = a[1, ...]
    view -= 1
    assert a[1].item() == 2.0


def test_elements_are_integer_keys() -> None:
    """Elements stand for NumPy's numbers: as keys they are integers, also among slices and lists."""
    places, numbers = on_device(numpy.arange(5)), numpy.arange(5)
    for ours, theirs in [
        (places[1], numbers[1]), ((places[1], places[-2]), (1, 3)), ((slice(None), places[2]), (slice(None), 2)),
        ((places[1], [0, 2]), (1, [0, 2])), ((..., places[4], None), (..., 4, None)), ((numbers[2], places[0], 1), (2, 0, 1)),
    ]:  # fmt: skip
        a, want = on_device(VALUES.copy()), VALUES.copy()
        agree(a[ours], want[theirs])
        a[ours] = -1.0
        want[theirs] = -1.0
        agree(a, want)
    a = np.asarray(VALUES.copy(), device="cpu")
    a[np.asarray(numbers, device="cpu")[1]][...] = 0  # a view
    assert a[1].sum() == 0
    for key in (places[4], (0, places[4]), -places[4]):
        with pytest.raises(IndexError, match="out of bounds"):
            a[key]
    with pytest.raises(IndexError):
        a[on_device(VALUES)[0, 0, 1]]


def test_one_list_for_each_axis() -> None:
    draw = numpy.random.default_rng(3)
    key = tuple(draw.integers(-n, n, 30) for n in SHAPE)
    for a in (VALUES, VALUES[::-1], VALUES.transpose(2, 1, 0)):
        here = key if a.shape == SHAPE else key[::-1]
        agree(on_device(a)[tuple(map(on_device, here))], a[here])
        for place in range(3):
            wrong = [each.copy() for each in here]
            wrong[place][7] = a.shape[place]
            with pytest.raises(IndexError, match=f"index {a.shape[place]} is out of bounds for axis {place}"):
                on_device(a)[tuple(map(on_device, wrong))]


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "u1", "?", "c16"])
def test_elements_can_be_assigned(kind: str) -> None:
    n = numpy.arange(4).astype(kind)
    a, want = on_device(n.copy()), n.copy()
    values = [*n, *numpy.arange(3.0), *numpy.arange(2, dtype="i2"), numpy.float64(2), numpy.uint8(1)]
    for value in values:
        a[1] = value
        want[1] = value
        agree(a, want)
    for other in ("f8", "i8", "?", kind):
        elements = on_device(numpy.arange(4).astype(other))
        for k in range(4):
            a[0] = elements[k]
            want[0] = numpy.arange(4).astype(other)[k]
            agree(a, want)
            assert elements[k].item() == numpy.arange(4).astype(other)[k]


parts = st.one_of(
    st.integers(-3, 2), st.slices(3), st.just(None), st.lists(st.integers(-3, 2), min_size=1, max_size=3),
    st.just(numpy.array([[0], [1]])), st.just(numpy.array([True, False, True])),
)  # fmt: skip


@given(st.lists(parts, max_size=4), st.integers(0, 5))
def test_any_key(key: list[Any], place: int) -> None:
    if place < len(key):
        key = [*key[:place], ..., *key[place:]]
    values = numpy.arange(27).reshape(3, 3, 3)
    want = outcome(values.__getitem__, tuple(key))
    got = outcome(on_device(values).__getitem__, ours(tuple(key)))
    if isinstance(want, type):
        assert want is got
        return
    if isinstance(got, type):
        assert want.ndim > 8 or len([each for each in key if each is None]) > 2
        return
    agree(got, want)
    if numpy.unique(want).size == want.size:
        target, other = values.copy(), on_device(values.copy())
        target[tuple(key)] = want[..., ::-1] if want.ndim else want
        other[ours(tuple(key))] = on_device(numpy.ascontiguousarray(want[..., ::-1])) if want.ndim else on_device(want)
        numpy.testing.assert_array_equal(host(other), target)


@pytest.mark.parametrize("kind", ["int64", "uint8", ">i4"])
def test_lists_of_numpy(kind: str) -> None:
    """NumPy's vectors of integers are lists of indices as ours are."""
    for picks in (numpy.array([1, 0, 2], kind), numpy.array([], kind), numpy.array([2, 0], kind)[::-1]):
        for key in (picks, (slice(None), picks), (slice(None, None, -1), picks, slice(1, 3)), (..., picks)):
            found, wanted = on_device(VALUES), VALUES.copy()
            agree(found[key], wanted[key])
            found[key], wanted[key] = 7, 7
            agree(found, wanted)
    with pytest.raises(IndexError):
        on_device(VALUES)[numpy.array([3], kind)]


KINDS_OF_KEYS = ("rows", "mask", "table", "turned table")


@pytest.mark.parametrize("kind", KINDS_OF_KEYS)
def test_masks_and_tables_of_all_shapes(kind: str) -> None:
    """The keys that compiled code reads: a mask of all elements or of rows, and one array of indices."""
    draw = numpy.random.default_rng(KINDS_OF_KEYS.index(kind))
    for _ in range(60):
        shape = tuple(draw.integers(0, 5, draw.integers(1, 4)).tolist())
        values = (100 * draw.random(shape)).astype(draw.choice(["float64", "int16", "complex128", "uint8"]))
        if kind in ("rows", "mask"):
            key: Any = draw.random(shape if kind == "mask" else shape[:1]) < 0.5
        else:
            wrong = int(draw.random() < 0.1)
            key = draw.integers(-shape[0], max(1, shape[0] + wrong), (3, 2)).astype(draw.choice(["int8", "int64"]))
        turned = kind == "turned table"

        def at(of: Any, to_array: Any, values: Any = values, key: Any = key, turned: bool = turned) -> Any:
            array, where = to_array(values.copy())[::-1], to_array(key)
            where = where.T if turned else where
            return (array[where] if of is None else array.__setitem__(where, of)), array

        wanted = outcome(lambda: at(None, numpy.array)[0])
        alike(outcome(lambda: at(None, on_device)[0]), wanted)
        if isinstance(wanted, type):
            continue
        line = numpy.asarray(wanted).ravel()
        for value in (5, line[:1], line, numpy.arange(line.size + 1).astype(values.dtype)):
            mine = value if isinstance(value, int) else on_device(value)
            if isinstance(value, int) or kind in ("rows", "mask"):
                theirs = outcome(lambda value=value: at(value, numpy.array)[1])
                alike(outcome(lambda mine=mine: at(mine, on_device)[1]), theirs)


def alike(got: Any, wanted: Any) -> None:
    """The same values, or errors of one kind."""
    if isinstance(wanted, type):
        assert got is wanted
    else:
        agree(got, wanted)


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("length", [255, 256, 257, 1000])
def test_masks_with_long_runs(dtype: str, length: int) -> None:
    """Blocks of a mask that are true or false as a whole have a path of their own."""
    plain = (numpy.arange(3 * length) % 120).astype(dtype).reshape(3, length)
    masks = [numpy.zeros((3, length), bool), numpy.ones((3, length), bool)]
    for edge in (1, 15, 16, 17, 240, 254, length - 1):
        masks += [numpy.arange(length) < edge, numpy.arange(length) >= edge, numpy.arange(length) == edge]
        masks += [numpy.arange(length) != edge]
    for mask in masks:
        mask = numpy.broadcast_to(mask, (3, length))
        for part in (slice(None), slice(None, None, 2)):
            a, m = np.array(plain)[:, part], np.array(mask)[:, part]
            wanted, chosen = plain[:, part].copy(), mask[:, part]
            assert a[m].tolist() == wanted[chosen].tolist()
            a[m] = 7
            wanted[chosen] = 7
            assert a.tolist() == wanted.tolist()
            values = (numpy.arange(chosen.sum()) % 100).astype(dtype)
            a[m] = np.array(values)
            wanted[chosen] = values
            assert a.tolist() == wanted.tolist()
            assert [each.tolist() for each in np.nonzero(m)] == [each.tolist() for each in numpy.nonzero(chosen)]

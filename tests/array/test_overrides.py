"""Subclasses of arrays, and objects with NumPy's protocols: the same programs with both libraries."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest

import ocean.numpy

pytestmark = pytest.mark.host_only("the rules of classes")
BOTH = pytest.mark.parametrize("np", [numpy, ocean.numpy], ids=["numpy", "ocean"])


def tagged(np: Any) -> Any:
    """A subclass that hands a tag on."""

    class Tagged(np.ndarray):  # type: ignore[misc,name-defined,no-any-unimported]
        def __new__(cls, values: Any, tag: str = "") -> Any:
            made = np.asarray(values).view(cls)
            made.tag = tag
            return made

        def __array_finalize__(self, source: Any) -> None:
            self.tag = getattr(source, "tag", "none")

    return Tagged


CALLS = {
    "sum of two": lambda np, t: t + t,
    "number first": lambda np, t: 2 * t,
    "plain array first": lambda np, t: np.ones((2, 3)) + t,
    "comparison": lambda np, t: t < 3,
    "negative": lambda np, t: -t,
    "product": lambda np, t: t @ t.T,
    "function": lambda np, t: np.sqrt(t),
    "without subclasses": lambda np, t: np.add(t, 1, subok=False),
    "into a plain array": lambda np, t: np.add(t, 1, out=np.zeros((2, 3))),
    "row": lambda np, t: t[0],
    "slices": lambda np, t: t[:, 1:],
    "mask": lambda np, t: t[t > 2],
    "indices": lambda np, t: t[[1, 0]],
    "ellipsis": lambda np, t: t[0, 0, ...],
    "transposed": lambda np, t: t.T,
    "real": lambda np, t: t.real,
    "reshaped": lambda np, t: t.reshape(3, 2),
    "reshaped by a function": lambda np, t: np.reshape(t, (3, 2)),
    "reduced": lambda np, t: t.sum(axis=0),
    "reduced by a function": lambda np, t: np.mean(t, axis=1),
    "copied": lambda np, t: t.copy(),
    "copied by copy": lambda np, t: copy.copy(t),
    "pickled": lambda np, t: t.astype("f4"),
    "concatenated": lambda np, t: np.concatenate([t, t]),
    "rolled": lambda np, t: np.roll(t, 1),
    "as an array": lambda np, t: np.asarray(t),
    "as any array": lambda np, t: np.asanyarray(t),
    "new with subclasses": lambda np, t: np.array(t, subok=True),
    "new": lambda np, t: np.array(t),
    "like it": lambda np, t: np.zeros_like(t),
    "inverse": lambda np, t: np.linalg.inv(t[:, :2]),
    "view as an array": lambda np, t: t.view(np.ndarray),
    "iterated": lambda np, t: next(iter(t)),
    "in place": lambda np, t: t.__iadd__(1),
    "accumulated": lambda np, t: np.add.accumulate(t),
    "reduced by a method of a function": lambda np, t: np.multiply.reduce(t),
}


@pytest.mark.parametrize("name", CALLS)
def test_results_keep_their_class(name: str) -> None:
    results = []
    for np in (numpy, ocean.numpy):
        found = CALLS[name](np, tagged(np)(np.asarray([[1.0, 2, 4], [4, 5, 6]]), "x"))
        results.append((type(found).__name__, getattr(found, "tag", None), found.shape, numpy.asarray(found).tolist()))
    assert results[0] == results[1]


@BOTH
def test_new_arrays_of_a_class(np: Any) -> None:
    cls = tagged(np)
    made = np.ndarray.__new__(cls, (2, 2), "i4")
    assert type(made) is cls and made.tag == "none" and made.dtype == np.int32 and isinstance(made, np.ndarray)
    values = np.arange(6.0)
    view = values.view(cls)
    view[0] = 7
    assert values[0] == 7 and type(view.base if np is numpy else values) is np.ndarray


def test_pickles_have_the_class_and_its_attributes() -> None:
    global Kept
    Kept = tagged(ocean.numpy)
    Kept.__name__ = Kept.__qualname__ = "Kept"
    for protocol in (2, 5):
        found = pickle.loads(pickle.dumps(Kept([1, 2], "x"), protocol))
        assert type(found) is Kept and found.tag == "x" and found.tolist() == [1, 2]
    assert type(copy.deepcopy(Kept([1, 2], "x"))) is Kept


@BOTH
def test_array_wrap_gets_the_function_and_its_operands(np: Any) -> None:
    seen: list[Any] = []

    class Wrapping(np.ndarray):  # type: ignore[misc,name-defined,no-any-unimported]
        def __array_wrap__(self, result: Any, context: Any = None, return_scalar: bool = False) -> str:
            seen.append((context[0] if context else None, return_scalar))
            return "wrapped"

    a = np.ones(2).view(Wrapping)
    assert np.add(a, 1) == np.add.reduce(a) == "wrapped"
    assert seen[0] == (np.add, False) and seen[1][1]


@BOTH
def test_the_highest_priority_decides(np: Any) -> None:
    class Low(np.ndarray):  # type: ignore[misc,name-defined,no-any-unimported]
        __array_priority__ = 1

    class High(np.ndarray):  # type: ignore[misc,name-defined,no-any-unimported]
        __array_priority__ = 2

    low, high = np.ones(2).view(Low), np.ones(2).view(High)
    assert type(low + high) is type(high + low) is type(np.add(low, high)) is High
    assert type(np.ones(2) + low) is Low


@BOTH
def test_objects_with_a_higher_priority_do_operators(np: Any) -> None:
    class Other:
        __array_priority__ = 10

        def __radd__(self, other: Any) -> str:
            return "added"

        def __rmatmul__(self, other: Any) -> str:
            return "multiplied"

        def __eq__(self, other: object) -> Any:
            return "equal"

    assert np.ones(2) + Other() == "added" and np.ones((2, 2)) @ Other() == "multiplied"
    assert (np.ones(2) == Other()) == "equal"


@BOTH
def test_array_ufunc_is_asked(np: Any) -> None:
    class Other:
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            return ufunc.__name__, method, len(inputs), sorted(options)

    other, a = Other(), np.ones(3)
    assert a + other == other.__array_ufunc__(np.add, "__call__", 1, 2) == np.add(a, other)
    assert np.add.reduce(other, 0) == ("add", "reduce", 1, ["axis"])
    assert np.add.outer(a, other) == ("add", "outer", 2, [])
    assert np.add(a, a, out=other) == ("add", "__call__", 2, ["out"])

    class Refusing:
        __array_ufunc__ = None

        def __radd__(self, other: Any) -> str:
            return "added"

    assert a + Refusing() == "added"
    with pytest.raises(TypeError):
        np.add(a, Refusing())


@BOTH
def test_array_function_is_asked(np: Any) -> None:
    class Other:
        def __array_function__(self, function: Any, types: Any, args: Any, named: Any) -> Any:
            return NotImplemented if function is np.median else (function, Other in types, len(args), sorted(named))

    other = Other()
    assert np.concatenate([np.ones(2), other], axis=0) == (np.concatenate, True, 1, ["axis"])
    assert np.sort(other) == (np.sort, True, 1, [])
    assert np.linalg.inv(other) == (np.linalg.inv, True, 1, [])
    with pytest.raises(TypeError, match="no implementation"):
        np.median(other)


@BOTH
def test_like_says_what_is_made(np: Any) -> None:
    class Other:
        def __array_function__(self, function: Any, types: Any, args: Any, named: Any) -> Any:
            return function, args, named

    for name, args in (("zeros", (3,)), ("array", ([1],)), ("arange", (3,)), ("fromiter", ([1], int))):
        function = getattr(np, name)
        assert function(*args, like=Other()) == (function, args, {})
        assert type(function(*args, like=np.ones(2))) is np.ndarray
        with pytest.raises(TypeError):
            function(*args, like=1)


@BOTH
def test_ndmax_limits_the_axes(np: Any) -> None:
    assert np.array([[1, 2]], ndmax=2).shape == (1, 2)
    for named in ({"ndmax": -1}, {"ndmax": 0}, {"ndmax": 65}, {"ndmax": 1, "ndmin": 2}):
        with pytest.raises(ValueError):
            np.array([1], **named)
    with pytest.raises(ValueError):
        np.array([[1, 2], [3, 4]], ndmax=1)


class Sequence:
    """A sequence by `__len__` and `__getitem__` alone."""

    def __init__(self, *items: Any) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, place: int) -> Any:
        return self.items[place]


@BOTH
def test_texts_and_objects_become_numbers(np: Any) -> None:
    assert np.array(["1.5", "2"], dtype=float).tolist() == [1.5, 2.0] and np.array("3", dtype=int).item() == 3
    assert np.array([Decimal("0.25"), Fraction(1, 2)], dtype=float).tolist() == [0.25, 0.5]
    assert np.array(Sequence(1, 2)).tolist() == [1, 2]
    assert np.array([Sequence(1, 2), Sequence(3, 4)]).tolist() == [[1, 2], [3, 4]]


@BOTH
def test_numbers_of_numpy_must_fit_integers(np: Any) -> None:
    a = np.zeros(2, "i4")
    for value, error in ((numpy.float64("nan"), ValueError), (numpy.uint64(2**63), OverflowError)):
        with pytest.raises(error):
            a[0] = value
        with pytest.raises(error):
            np.array([value], dtype="i4")
    with pytest.raises(ZeroDivisionError):
        np.arange(0, 10, 0)


def test_elements_have_methods_of_numbers() -> None:
    a = ocean.numpy.asarray([1.5, 2.0])
    assert not a[0].is_integer() and a[1].is_integer() and a[0].as_integer_ratio() == (3, 2)
    assert ocean.numpy.asarray([7])[0].bit_count() == 3
    with pytest.raises(TypeError):
        a.is_integer()


def test_moving_means_of_arrays_are_those_of_windows() -> None:
    a = numpy.random.default_rng(3).normal(size=(3, 40, 2))
    windows = numpy.lib.stride_tricks.sliding_window_view(a, 5, axis=1)
    found = ocean.numpy.moving_mean(ocean.numpy.asarray(a), 1, 5)
    numpy.testing.assert_allclose(numpy.asarray(found), windows.mean(-1), rtol=1e-13, atol=1e-14)
    weights = [1.0, 2.0, 4.0, 2.0, 1.0]
    found = ocean.numpy.moving_average(ocean.numpy.asarray(a), -2, weights, 3)
    wanted = numpy.average(windows, axis=-1, weights=numpy.broadcast_to(weights, windows.shape))[:, ::3]
    numpy.testing.assert_allclose(numpy.asarray(found), wanted, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("function", [numpy.i0, numpy.unwrap, numpy.trim_zeros], ids=lambda each: each.__name__)
def test_functions_of_numpy_take_subclasses(function: Any) -> None:
    """Also those that NumPy computes."""
    values = [0.5, 2.0, 7.0]
    found = numpy.asarray(function(tagged(ocean.numpy)(values)))
    numpy.testing.assert_allclose(found, function(numpy.array(values)))

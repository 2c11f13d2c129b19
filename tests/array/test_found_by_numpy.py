"""Small differences that NumPy's own tests have found: the same code with NumPy and with `ocean.numpy`."""

from __future__ import annotations

import warnings
from typing import Any

import numpy
import pytest

import ocean.numpy

SAME = """
np.arange(6, dtype='>f8').tobytes()
np.arange(6, dtype='>i4').reshape(2, 3).tobytes('F')
np.arange(0, 1e-300, 1e300)
np.arange(0, 1e-300, -1e300)
np.arange(0, -1e-300, -1e300)
np.zeros_like(np.ones((2, 3), order='F'), order='A', shape=(4, 5)).strides
np.zeros_like(np.ones((2, 3), order='F'), order='K', shape=(4, 5)).strides
np.ones_like(np.ones((2, 3, 4)).swapaxes(0, 1), shape=(5, 6, 7)).strides
np.empty_like(np.ones((2, 3)), order='K', shape=(4, 5)).strides
np.random.default_rng(0).random((1,) * 9).shape
np.random.default_rng(0).normal(np.zeros((1,) * 9), 1.0, (1,) * 8 + (2,)).shape
np.arange(9).reshape(3, 3).flat[[True, 1]]
np.add([1, 2], 3, out=...)
np.zeros_like(np.ones(2), int, 'C', False)
np.full_like(np.ones(2), 3, subok=False)
np.concatenate([np.ones(2), np.ones(2)], dtype='>f8').dtype.str
np.stack([np.ones(2), np.ones(2)], dtype='>f8', casting='safe').dtype.str
""".strip().splitlines()
RAISES = """
np.ones(3).to_device('cpu', stream=1) : ValueError
np.ones((2, 3)).reshape((True, -1)) : TypeError
np.ones(3)[[slice(None)]] : IndexError
np.ones(3)[((Ellipsis, Ellipsis),)] : IndexError
np.ones(3).flat[[True, False, True]] : IndexError
np.ones(3).flat.__setitem__((), 1) : IndexError
np.ones(3).flat.__delitem__(1) : TypeError
np.array(np.ones(3), '>f8', copy=False) : ValueError
np.dot(np.ones((2, 3)), np.ones((3, 2)), np.empty((2, 4))[:, ::2]) : ValueError
np.dot(np.ones((2, 3)), np.ones((3, 2)), np.empty((2, 3))) : ValueError
np.sort(np.ones(3), kind='stable', stable=True) : ValueError
np.putmask(a=np.ones(3), mask=[1, 1, 0], values=[2]) : TypeError
np.eye(3).resize(refcheck='hi') : TypeError
np.astype([1, 2], float) : TypeError
np.lexsort((np.array(1),), axis=10) : ValueError
np.fromstring('1 2') : ValueError
np.negative(1, out=(...,)) : TypeError
np.add.at(np.ones(3), [1]) : ValueError
np.clip(np.ones(2), 0, 1, casting=None) : TypeError
np.add(np.ones(2, '>f4'), 1, casting='no') : TypeError
np.concatenate([np.ones(2)], dtype='>f8', casting='no') : TypeError
np.ones(3).__array_function__(np.reshape, (np.ndarray,), np.ones(3), {}) : TypeError
""".strip().splitlines()
DELETED = ("shape", "strides", "dtype", "real", "imag", "flat")


def of(code: str, np: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return eval(code, {"np": np})


@pytest.mark.parametrize("code", SAME)
def test_the_same(code: str) -> None:
    found, expected = of(code, ocean.numpy), of(code, numpy)
    if isinstance(expected, numpy.ndarray):
        assert found.dtype == expected.dtype
        assert found.tolist() == expected.tolist()
    else:
        assert found == expected


@pytest.mark.parametrize("row", RAISES)
def test_the_same_error(row: str) -> None:
    code, _, kind = row.partition(" : ")
    for np in (numpy, ocean.numpy):
        with pytest.raises(getattr(__builtins__, kind, None) or __builtins__[kind]):  # type: ignore[index]
            of(code, np)


@pytest.mark.parametrize("name", DELETED)
def test_attributes_cannot_be_deleted(name: str) -> None:
    for np in (numpy, ocean.numpy):
        with pytest.raises(AttributeError):
            delattr(np.ones(2), name)


def test_dtype_and_strides_can_be_set() -> None:
    for np in (numpy, ocean.numpy):
        a = np.arange(4, dtype="f4")
        a.dtype = "u2"
        assert (a.shape, a.dtype) == ((8,), numpy.dtype("u2"))
        assert a.tolist() == numpy.arange(4, dtype="f4").view("u2").tolist()
        b = np.arange(10)[4:8]
        with pytest.warns(DeprecationWarning):
            b.strides = (-8,)
        assert b.tolist() == [4, 3, 2, 1]
        with pytest.raises(ValueError), pytest.warns(DeprecationWarning):
            b.strides = (-16,)


def test_discarded_imaginary_parts_warn() -> None:
    Warned = numpy.exceptions.ComplexWarning
    for np in (numpy, ocean.numpy):
        a, z = np.zeros(3), np.array([1j, 2, 3])
        with pytest.warns(Warned):
            a[:] = z
        with pytest.warns(Warned):
            z.astype(float)
        with pytest.warns(Warned):
            a[[0, 1]] = z[:2]
        with pytest.warns(Warned):
            a[np.array([True, False, True])] = z[:2]
        assert a.tolist() == [0, 2, 2]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert z.astype(bool).all()
            z.astype("c8")


def test_bools_as_keys_of_flat_are_deprecated() -> None:
    for np in (numpy, ocean.numpy):
        with pytest.warns(DeprecationWarning):
            assert np.arange(3).flat[True] == 0
        with pytest.warns(DeprecationWarning):
            assert np.arange(3).flat[[1.0, 2.0]].tolist() == [1, 2]


@pytest.mark.host_only("NumPy's arrays are on the host")
def test_flat_as_an_array() -> None:
    for np in (numpy, ocean.numpy):
        a = np.arange(20.0).reshape(4, 5)
        whole, part = a.flat.__array__(), a[::2, ::2].flat.__array__()
        assert whole.flags.writeable
        assert not part.flags.writeable
        whole[0] = 7
        assert a[0, 0] == 7
        assert part.tolist() == [0, 2, 4, 10, 12, 14]


def test_tolerances_that_are_not_finite_warn() -> None:
    for np in (numpy, ocean.numpy):
        with pytest.warns(RuntimeWarning):
            np.isclose([1.0], [1.0], atol=float("inf"))


def test_errstate_counts_what_is_set_inside() -> None:
    np = ocean.numpy
    with np.errstate(divide="raise"):
        np.seterr(all="ignore")
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        np.divide(np.ones(2), 0)
    assert numpy.isinf((np.ones(2) / 0).tolist()).all()


def test_places_have_no_class_of_their_own() -> None:
    class Mine(ocean.numpy.ndarray):
        def squeeze(self) -> Any:
            return super().squeeze()

    a = ocean.numpy.arange(5).view(Mine)
    assert type(a.searchsorted([1, 2])) is ocean.numpy.ndarray
    assert type(a.nonzero()[0]) is ocean.numpy.ndarray
    assert ocean.numpy.squeeze(a, axis=None).shape == (5,)
    with pytest.raises(TypeError):
        ocean.numpy.squeeze(a, axis=0)


def test_arguments_of_overridden_functions_are_counted() -> None:
    class Mine:
        def __array_ufunc__(self, called: Any, how: str, *given: Any, **named: Any) -> Any:
            return named

    a = Mine()
    for np in (numpy, ocean.numpy):
        assert np.multiply(a, a, "out") == {"out": ("out",)}
        assert np.negative(1, where=a) == {"where": a}
        for wrong, kind in (
            (lambda np=np: np.multiply(a), TypeError),
            (lambda np=np: np.multiply(a, a, a, a), TypeError),
            (lambda np=np: np.multiply(a, 1, answer=42), TypeError),
            (lambda np=np: np.multiply(a, a, out=("one", "two")), ValueError),
            (lambda np=np: np.multiply.reduce(a, out=("one", "two")), ValueError),
            (lambda np=np: np.multiply.outer(a), TypeError),
        ):
            with pytest.raises(kind):
                wrong()

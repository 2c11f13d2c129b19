"""Arrays of every dtype, and what NumPy says about the same values."""

from __future__ import annotations

import warnings
from typing import Any

import layouts
import numpy

import ocean
import ocean.numpy as np

KINDS = [each for each in layouts.DTYPES if each not in layouts.BEYOND]
SPECIAL = {
    "b": [True, False, True, False],
    "f": [1.5, -0.5, numpy.nan, numpy.inf],
    "c": [1.5 + 1j, -0.5, numpy.nan, 2 - 2j],
}


def special(kind: ocean.dtype) -> Any:
    """Four values of a dtype, with limits and NaN among them."""
    numpy_kind = layouts.NUMPY[kind]
    if numpy_kind.kind in "iu":
        limits = numpy.iinfo(numpy_kind)
        return numpy.array([3, -2 if limits.min else 2, limits.min, limits.max], numpy_kind)
    return numpy.array(SPECIAL[numpy_kind.kind], numpy_kind)


def on_device(values: Any) -> np.ndarray:
    """The array of NumPy's values on the device of the test."""
    return np.asarray(values, device=layouts.device)


def sample(*shape: int, kind: str = "float64") -> Any:
    """The array 0, 1, 2, ... of a shape on the device of the test."""
    return on_device(numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape).astype(kind))


def host(value: Any) -> Any:
    """The values of an array as NumPy's, complex half in complex64."""
    assert type(value) is np.ndarray, f"not an array: {value!r}"
    tensor = ocean.asTensor(value)
    return layouts.read(tensor)


def agree(got: Any, want: Any, tolerance: float | None = None) -> None:
    """Compare shape, dtype and values."""
    values = host(got)
    want = numpy.asarray(want)
    assert got.shape == want.shape, (got.shape, want.shape)
    if got.dtype != ocean.chalf:  # which NumPy has not
        assert got.dtype == want.dtype, (got.dtype, want.dtype)
    if want.dtype.kind in "fc":
        width = want.dtype.itemsize // (2 if want.dtype.kind == "c" else 1)
        width = 2 if got.dtype == ocean.chalf else width
        tolerance = {2: 2e-3, 4: 2e-6, 8: 1e-13}[width] if tolerance is None else tolerance
        if want.dtype.kind == "c":  # which part of an infinite number is NaN differs between libraries
            numpy.testing.assert_array_equal(numpy.isfinite(values), numpy.isfinite(want))
            values, want = (numpy.where(numpy.isfinite(each), each, 0) for each in (values, want))
        numpy.testing.assert_allclose(values, want, rtol=tolerance, atol=tolerance)
    else:
        numpy.testing.assert_array_equal(values, want)


def outcome(function: Any, *args: Any) -> Any:
    """What a function gives, or the kind of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args)
        except (TypeError, ValueError, OverflowError, IndexError) as error:
            return next(kind for kind in (TypeError, OverflowError, IndexError, ValueError) if isinstance(error, kind))


def same(ours: Any, theirs: Any, *args: Any, tolerance: float | None = None) -> None:
    """Whether our function does on arrays what NumPy's does on the same values: result or kind of error."""
    want = outcome(theirs, *args)
    got = outcome(ours, *(on_device(each) if isinstance(each, numpy.ndarray) else each for each in args))
    if isinstance(want, type) or isinstance(got, type):
        assert want is got, (want, got)
    else:
        agree(got, want, tolerance)

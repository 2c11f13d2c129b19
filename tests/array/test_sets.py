"""Distinct elements and sets of arrays, with NaN as NumPy has it."""

from __future__ import annotations

import itertools
from typing import Any

import layouts
import numpy
import pytest
from array_samples import host

import ocean.numpy as np

NAN = numpy.nan
SETS = [
    *(numpy.array(each, kind)
      for each in ([], [NAN], [1, NAN, 2, NAN, 1, 2, NAN], [3, 1, 2], [1, NAN, -0.0, 0.0, numpy.inf, -numpy.inf, 2])
      for kind in ("f2", "f4", "f8", "c8")),
    numpy.array([1, complex(NAN, 1), complex(1, NAN), 2, 1, complex(NAN, 1), complex(NAN, NAN)]),
    numpy.array([3, 1, 2, 3]), numpy.array([3, 200], "u1"), numpy.array([True, False, True]),
]  # fmt: skip


def agree_sets(call: Any, *values: Any) -> None:
    """The same arrays, with NaN in the same places: of complex ones NumPy keeps any."""
    got, want = call(np, *(np.asarray(each, device=layouts.device) for each in values)), call(numpy, *values)
    pairs = zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]
    for one, other in pairs:
        found = host(one)
        assert found.dtype == other.dtype
        numpy.testing.assert_array_equal(numpy.isnan(found), numpy.isnan(other))
        numpy.testing.assert_array_equal(found[~numpy.isnan(found)], other[~numpy.isnan(other)])


def test_distinct_elements_and_nan() -> None:
    rows = numpy.array([[1, NAN, 1], [1, NAN, 1], [2, NAN, NAN], [1, 2, 3], [1, 2, 3]])
    for equal in (True, False):
        for flags in itertools.product((False, True), repeat=3):
            named = dict(zip(("return_index", "return_inverse", "return_counts"), flags, strict=True)) | {"equal_nan": equal}
            for values in SETS:
                agree_sets(lambda n, x, named=named: n.unique(x, **named), values)
                agree_sets(lambda n, x, named=named: n.unique(x, axis=0, **named), values)
            for values, axis in itertools.product((rows, rows.astype("c16"), rows.astype("f4")), (0, 1)):
                agree_sets(lambda n, x, named=named, axis=axis: n.unique(x, axis=axis, **named), values)
    for values in (*SETS, rows):
        for name in ("unique_all", "unique_counts", "unique_inverse"):
            agree_sets(lambda n, x, name=name: tuple(getattr(n, name)(x)), values)


@pytest.mark.parametrize("name", ["setxor1d", "setdiff1d", "union1d", "intersect1d", "isin"])
def test_sets_with_nan(name: str) -> None:
    for first, second in itertools.product(SETS, repeat=2):
        agree_sets(lambda n, x, y: getattr(n, name)(x, y), first, second)
        if name == "intersect1d":
            agree_sets(lambda n, x, y: n.intersect1d(x, y, return_indices=True), first, second)
        if name == "isin":
            agree_sets(lambda n, x, y: n.isin(x, y, invert=True), first, second)

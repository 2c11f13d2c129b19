"""Views in another order, against NumPy: all dtypes and layouts; and functions of lazy operands."""

from __future__ import annotations

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, on_device, read, same_there, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every = pytest.mark.parametrize("layout", LAYOUTS)


@kinds
@every
def test_views(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (4, 3, 2))
    views = []
    for axes in (None, 0, -1, (0, 2), [1]):
        views.append(
            (ocean.flip(each.tensor, axes), np.flip(each.values, tuple(axes) if isinstance(axes, list) else axes))
        )
    for k in range(-1, 5):
        for axes in ((0, 1), (1, 0), (-1, 0)):
            views.append((ocean.rot90(each.tensor, k, axes), np.rot90(each.values, k, axes)))
    for start, end in ((0, -1), (-1, 0), ((0, 1), (1, 2)), ([2, 0], [0, 1]), (1, 1)):
        views.append((ocean.moveaxis(each.tensor, start, end), np.moveaxis(each.values, start, end)))
    for got, wanted in views:
        same_there(got, wanted)
        assert got.storage == each.tensor.storage


def test_methods_and_errors_of_views() -> None:
    a = ocean.arange(6).reshape(2, 3)
    assert a.flip().asPython() == ocean.flip(a).asPython() and a.rot90().size == (3, 2)
    assert a.moveaxis(0, 1).size == (3, 2)
    for call, error, words in (
        (lambda: a.flip(2), IndexError, "axis|Axis"),
        (lambda: a.flip([0, 0]), ValueError, "occurs twice"),
        (lambda: a.flip([0, -2]), ValueError, "occurs twice"),
        (lambda: a.rot90(1, [0]), ValueError, "expected two axes"),
        (lambda: a.rot90(1, [0, -2]), ValueError, "occurs twice"),
        (lambda: a.rot90(0.5), TypeError, "integer"),
        (lambda: a.moveaxis([0, 1], 0), ValueError, "as many sources as destinations, got 2 and 1"),
        (lambda: a.moveaxis([0, 0], [0, 1]), ValueError, "occurs twice"),
        (lambda: ocean.rot90([1, 2]), IndexError, "axis|Axis"),
    ):
        with pytest.raises(error, match=words):
            call()


def test_lazy_operands() -> None:
    a = on_device(np.arange(6.0).reshape(2, 3))
    lazy = ocean.lazy(a) + 1
    for function in (ocean.tril, ocean.flip, ocean.trace, lambda x: ocean.pad(x, 1), lambda x: ocean.vstack([x, a]),
                     lambda x: ocean.outer(x, x), lambda x: ocean.rot90(x), lambda x: ocean.kron(x, a)):  # fmt: skip
        got, wanted = function(lazy), function(a + 1)
        got = got.eval() if not isinstance(got, (ocean.tensor, ocean.scalar)) else got
        if isinstance(wanted, ocean.scalar):
            assert got == wanted
        else:
            same_there(got, read(wanted))

"""Reductions as methods of tensors and r-tensors: they are the functions."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES

import ocean
from ocean._src.tensor.reduce import METHODS


@pytest.mark.parametrize("title", METHODS)
@pytest.mark.parametrize("kind", DTYPES, ids=layouts.dtype_id)
def test_methods_are_the_functions(title: str, kind: ocean.dtype) -> None:
    t = layouts.sample("strided", kind, special=False).tensor
    function, method = getattr(ocean, METHODS[title]), getattr(t, title)
    for arguments in ((), (0,), (-1, True), ([0, 2],), ((1,), True)):
        same(method(*arguments), function(t, *arguments))
        same(getattr(ocean.lazy(t), title)(*arguments), function(t, *arguments))
    same(method(axis=1, keepdims=True), function(t, 1, True))
    result = ocean.tensor([5, 2], function(t).dtype, layouts.device)
    assert method(1, result) is None
    same(result, function(t, 1))


def same(got: object, wanted: object) -> None:
    assert type(got) is type(wanted)
    np.testing.assert_array_equal(np.asarray(ocean.cpu(got).asPython()), np.asarray(ocean.cpu(wanted).asPython()))


FURTHER: dict[str, tuple[Any, ...]] = {
    "diff": (2, 0), "diff2": (0,), "gradient": (0.5, 0), "moving_mean": (0, 2), "moving_average": (0, [1, 2]),
    "average": (0,), "cov": (), "corrcoef": (), "histogram": (3,), "digitize": ([1, 3],), "bincount": (),
    "isin": ([1, 3],), "intersect1d": ([1, 3],), "union1d": ([1, 9],), "setdiff1d": ([1, 3],), "argwhere": (),
    "flatnonzero": (), "pad": (1, "edge"), "tril": (1,), "triu": (), "outer": ([1, 2],),
    "kron": (ocean.asTensor([[1, 2]]),), "cross": (ocean.ones([3, 2]),), "vsplit": (3,), "hsplit": (2,),
}  # fmt: skip


@pytest.mark.parametrize("name", FURTHER)
def test_functions_of_one_tensor_are_methods(name: str) -> None:
    """Of tensors and of r-tensors."""
    t = ocean.asTensor([[1, 4, 2], [3, 0, 3]], layouts.device)
    arguments = [layouts.device(each) if isinstance(each, ocean.tensor) else each for each in FURTHER[name]]
    wanted = getattr(ocean, name)(t, *arguments)
    for found in (getattr(t, name)(*arguments), getattr(ocean.lazy(t), name)(*arguments)):
        several = (each if isinstance(each, (list, tuple)) else [each] for each in (found, wanted))
        for got, expected in zip(*several, strict=True):
            same(got.eval() if isinstance(got, ocean.rtensor) else got, expected)


def test_norms() -> None:
    t = layouts.sample("wild", ocean.double, special=False).tensor
    for arguments in ((), (1,), (3, 0), (ocean.inf, [0, 1], True)):
        same(t.norm(*arguments), ocean.norm(t, *arguments))
        assert ocean.allclose(ocean.lazy(t).norm(*arguments), ocean.norm(t, *arguments))


def test_degrees_of_freedom() -> None:
    t = ocean.asTensor([1.0, 2.0, 4.0])
    assert t.var(ddof=1) == ocean.var(t, ddof=1) and t.stdev(0, ddof=1).asScalar() == ocean.stdev(t, ddof=1)
    assert ocean.lazy(t).var(ddof=1) == ocean.var(t, ddof=1)


def test_expressions_are_reduced_without_being_stored() -> None:
    a = ocean.asTensor([1.0, 2.0, 4.0])
    assert (2 * ocean.lazy(a)).sum() == 14

    @ocean.fuse
    def standardized(x: ocean.tensor) -> ocean.tensor:
        return (x - x.mean()) / x.stdev()

    wanted = (a - ocean.mean(a)) / ocean.stdev(a)
    assert ocean.allclose(standardized(a), wanted)


@pytest.mark.host_only("the objects themselves")
def test_the_objects() -> None:
    method = ocean.tensor.sum
    assert pickle.loads(pickle.dumps(method)) is method
    assert method.__name__ == "sum" and method.__qualname__ == "tensor.sum" and "tensor.sum" in repr(method)
    assert method.__doc__.startswith("sum([axes [,keepdims] [,B]])\n\nThe sum.\n\nParameters\n")
    assert list(inspect.signature(method).parameters) == ["self", "axes", "keepdims", "B"]
    assert ocean.asTensor([1, 2]).sum.__self__.nelem == 2


def test_errors() -> None:
    t = ocean.zeros([2, 3])
    with pytest.raises(ocean.OceanIndexError):
        t.sum(2)
    with pytest.raises(ocean.OceanValueError, match=r"occurs twice"):
        t.mean([0, 0])
    with pytest.raises(ocean.OceanValueError, match=r"cannot be empty"):
        t.max([])
    with pytest.raises(ocean.OceanTypeError, match="Expected an integer axis, got 'x'"):
        t.sum("x")


@pytest.mark.host_only("NumPy's functions")
def test_functions_of_numpy_take_the_values_of_r_tensors() -> None:
    r = 2 * ocean.lazy(ocean.asTensor([1.0, 2.0, 4.0]))
    assert np.sum(r) == 14 and np.mean(r) == 14 / 3 and np.max(r) == 8 and np.var(r, ddof=1) > 0 and np.argmax(r) == 2
    np.testing.assert_array_equal(np.concatenate([r, r]), [2, 4, 8, 2, 4, 8])
    np.testing.assert_array_equal(np.cumsum(r), [2, 6, 14])

"""Elementwise functions of arrays: bounds of dtypes, cube roots, and operators of single elements."""

from __future__ import annotations

import operator as o

import layouts
import numpy
import pytest
from array_samples import agree, host, on_device, outcome, sample

import ocean.numpy as np


def test_bounds_beyond_a_dtype_limit_nothing() -> None:
    a, signed = sample(4, kind="uint8"), sample(3, kind="int8")
    for found, wanted in (
        (np.clip(a, -5, 1000), [0, 1, 2, 3]), (a.clip(max=1000), [0, 1, 2, 3]), (a.clip(-5, 2), [0, 1, 2, 2]), (a.clip(1, 10**30), [1, 1, 2, 3]),
        (np.clip(signed, -129, 1), [0, 1, 1]), (np.clip(signed, min=-(10**30)), [0, 1, 2]),
    ):  # fmt: skip
        assert found.tolist() == wanted and found.dtype.itemsize == 1
    given = np.zeros_like(a)
    assert np.clip(a, -1, 256, out=given) is given and given.tolist() == [0, 1, 2, 3]
    flags, floats = sample(2, kind="bool"), sample(2)
    assert flags.clip(out=floats) is floats and floats.tolist() == [0, 1] and flags.clip().tolist() == [False, True]
    with pytest.raises(ValueError, match="broadcast"):
        flags.clip(out=sample(3))
    for refused in (lambda: a.clip(300, 1000), lambda: np.clip(a, -5, -1), lambda: np.add(a, 300), lambda: np.maximum(a, -1)):
        with pytest.raises(OverflowError, match="out of bounds for uint8"):
            refused()


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_cube_roots(kind: str) -> None:
    """Within one unit in the last place of the true root, and exact at cubes."""
    values = numpy.concatenate([numpy.arange(1, 31) ** 3, numpy.logspace(-4, 4, 999)]).astype(kind)
    found, exact = host(np.cbrt(np.asarray(values, device=layouts.device))), numpy.cbrt(values.astype("longdouble"))
    assert (found[:30] == numpy.arange(1, 31)).all() or kind == "float16"
    assert (abs(found - exact) <= abs(numpy.spacing(exact.astype(kind)).astype("longdouble"))).all()
    special = numpy.array([0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, -8], kind)
    roots = host(np.cbrt(np.asarray(special, device=layouts.device)))
    numpy.testing.assert_array_equal(roots, [0.0, 0, numpy.inf, -numpy.inf, numpy.nan, -2])
    assert numpy.signbit(roots[1])


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "i4", "i2", "i1", "u1", "u4", "u8", "?", "c16"])
def test_operators_of_elements(kind: str) -> None:
    """Numbers without memory are computed at once, with the results of kernels."""
    n = numpy.array([3, -7, 0, 1 << 62, -(1 << 62), 77, 100]).astype(kind)
    ours = [*on_device(n)]
    theirs = [*n]
    others = [2, -3, 0, 2.5, 0.1, numpy.float64(1.5), numpy.float32(0.1), 1 << 53, (1 << 53) + 1, 300, True, 1e300]
    for op in (o.lt, o.le, o.eq, o.ne, o.gt, o.ge, o.add, o.sub, o.mul, o.truediv):
        for x, y in zip(ours, theirs, strict=True):
            for z, w in [*zip(ours, theirs, strict=True), *((each, each) for each in others)]:
                for got, want in ((outcome(op, x, z), outcome(op, y, w)), (outcome(op, z, x), outcome(op, w, y))):
                    if isinstance(want, type):
                        assert isinstance(got, type), (op, x, z, got)
                    else:
                        agree(got, numpy.asarray(want), 1e-6 if kind == "f4" else None)
    if kind not in ("?", "c16"):
        for x, y in zip(ours, theirs, strict=True):
            agree(-x, numpy.asarray(outcome(o.neg, y)))
            agree(abs(x), numpy.asarray(outcome(abs, y)))
            for step in (o.iadd, o.isub, o.imul):
                agree(step(+x, 3), numpy.asarray(outcome(step, y, 3)))
    x = on_device(n)[0]
    x += x
    assert (x.item(), ours[0].item()) == ((theirs[0] + theirs[0]).item(), theirs[0].item())
    if kind[0] in "iu":
        with pytest.raises(TypeError):
            x /= 2

"""Views and copies of arrays, in every order: what NumPy gives, and what shares memory."""

from __future__ import annotations

import math
from typing import Any

import layouts
import numpy
import pytest
from array_samples import host, sample

import ocean.numpy as np


def test_views() -> None:
    a = sample(2, 3, 4)
    for view in (
        np.flip(a), np.rot90(a), np.moveaxis(a, 0, 2), np.swapaxes(a, 0, 1), np.expand_dims(a, 0), np.split(a, 3, 1)[1],
        np.unstack(a, axis=2)[1], np.diagonal(a), np.diag(a[0]), np.atleast_3d(a), np.permute_dims(a, (1, 0, 2)), np.broadcast_to(a, (2, 2, 3, 4)),
    ):  # fmt: skip
        assert np.shares_memory(view, a) and np.may_share_memory(view, a)
    for copy in (np.roll(a, 1), np.sort(a), np.concatenate([a]), np.tile(a, 1), np.take(a, [0]), a.flatten()):
        assert not np.shares_memory(copy, a)


ARRANGED: dict[str, Any] = {
    "vector": lambda x: x(6), "strided": lambda x: x(12)[::2], "reversed": lambda x: x(6)[::-1], "one": lambda x: x(1), "number": lambda x: x(1)[0],
    "empty": lambda x: x(0, 3), "rows": lambda x: x(3, 4), "columns": lambda x: x(4, 3).T, "every other": lambda x: x(4, 6)[:, ::2],
    "few rows": lambda x: x(4, 6)[::2], "backwards": lambda x: x(3, 4)[::-1, ::-1], "mirrored": lambda x: x(3, 4)[:, ::-1], "box": lambda x: x(2, 3, 4),
    "turned": lambda x: x(2, 3, 4).T, "permuted": lambda x: x(2, 3, 4).transpose(1, 0, 2), "rolled": lambda x: x(2, 3, 4).transpose(2, 0, 1)[:, ::-1],
    "row": lambda x: x(1, 3), "column": lambda x: x(3, 1), "stripe": lambda x: x(1, 6)[:, ::2], "first": lambda x: x(2, 3)[:1],
}  # fmt: skip
ORDERS = """
x.ravel() | x.ravel('A') | x.ravel('K') | np.ravel(x, 'K') | np.ravel(x) | np.ravel(x, None) | x.ravel('c') | x.ravel('X') | x.ravel(1)
x.flatten() | x.flatten('F') | x.flatten('A') | x.flatten('K') | x.flatten(None) | x.flatten('f') | x.flatten('X') | x.tobytes() | x.tobytes('F') | x.tobytes('A')
x.tobytes(None) | x.tobytes('X') | x.reshape(-1) | x.reshape(-1, order='A') | x.reshape(x.shape, order='A') | x.reshape(-1, order=None) | x.reshape(-1, order='K')
x.reshape((x.size // 3, 3) if x.size % 3 == 0 else (x.size, 1), order='A') | x.reshape(-1, order='X') | x.copy() | x.copy('F') | x.copy('A') | x.copy('K')
x.copy(None) | np.copy(x) | np.copy(x, 'F') | np.copy(x, None) | np.copy(x, 'X') | x.copy('X')
x.astype('f8', order=None) | x.astype('f8', order='X') | x.astype('f8', 'C', copy=False) | x.astype('f8', 'F', copy=False) | x.astype('f8', 'A', copy=False)
x.astype('f4') | x.astype('f4', 'C') | x.astype('f4', 'F') | x.astype('f4', 'A') | x.astype('f4', None) | x.astype('f4', 'X') | x.astype('f4', order=3) | x.astype('f8', 'f')
np.array(x, order='A') | np.array(x, order='X') | np.array(x, copy=None, order='F') | np.asarray(x, order='A') | np.asarray(x, 'f4', 'A') | np.asarray(x, order=None)
np.asarray(x, 'f4') | np.asfortranarray(x) | np.ascontiguousarray(x) | np.zeros_like(x, order='X') | np.zeros_like(x, order='A') | np.ones_like(x, order=None) | np.zeros(3, order=1)
np.require(x, requirements='C') | np.require(x, requirements=['F']) | np.require(x, 'f4', ['F', 'W']) | np.require(x, requirements=['C', 'F']) | np.zeros((2, 3), order='A')
np.eye(3, order=None) | np.eye(3, order='A') | np.add(x, 1, order='C') | np.add(x, 1, order='F') | np.add(x, x, order='A') | np.add(x, 1, order='X') | np.negative(x, order='F')
np.einsum('...,...->...', x, x, order='F') | np.einsum('...,...->...', x, x, order='A') | np.einsum('...,...->...', x, x, order='X') | np.einsum('...->...', x)
x.squeeze() | x.T | np.moveaxis(x, 0, -1) | np.swapaxes(x, 0, -1) | np.rollaxis(x, -1) | np.atleast_1d(x) | np.atleast_2d(x) | np.atleast_3d(x) | np.expand_dims(x, 0)
np.broadcast_to(x, x.shape) | np.broadcast_arrays(x, x)[0] | x.diagonal() | np.diagonal(x, 1) | np.diag(x) | np.linalg.diagonal(x) | x.real | np.real(x) | x.conj() | np.conj(x)
np.split(x, 1)[0] | np.array_split(x, 2)[0] | np.rot90(x) | np.rot90(x, 0) | np.flip(x) | np.trim_zeros(x) | np.nan_to_num(x) | np.nan_to_num(x, copy=False)
np.nan_to_num(x.diagonal(), copy=False) | np.meshgrid(x, copy=False)[0] | np.meshgrid(x, x, copy=False, sparse=True)[1] | np.diff(x, 0) | np.ix_(x)[0] | x.view() | x[...] | x[:1]
np.ravel_multi_index((1, 2), (3, 4), order=None) | np.ravel_multi_index((1, 2), (3, 4), order='f') | np.ravel_multi_index((1, 2), (3, 4), order='A')
np.ravel_multi_index((1, 2), (3, 4), order='X') | np.unravel_index(5, (3, 4), None) | np.unravel_index(5, (3, 4), 'c') | np.unravel_index(5, (3, 4), 'A') | np.unravel_index(5, (3, 4), 'X')
np.require(np.broadcast_to(x, (2,) + x.shape), requirements='W') | np.broadcast_to(x, (2,) + x.shape).ravel() | np.broadcast_to(x, (2,) + x.shape).ravel('K')
np.broadcast_to(x, x.shape).ravel() | np.broadcast_to(x, x.shape + (2,) if not x.ndim else x.shape).flatten('K')
"""


def arranged(np: Any, call: str, name: str) -> Any:
    """What a call gives: values, shape and dtype, whether it shares memory and can be written to, and its order."""

    def numbers(*shape: int) -> Any:
        found = numpy.arange(float(math.prod(shape))).reshape(shape)
        return found if np is numpy else np.array(found, device=layouts.device)

    x = ARRANGED[name](numbers)
    x = np.asarray(x)
    try:
        found = eval(call, {"np": np, "x": x})
    except Exception as error:
        return error
    if isinstance(found, bytes):
        return found
    if isinstance(found, tuple):
        return [int(each) for each in found]
    values = found if np is numpy else host(found)
    facts = [numpy.shape(values), values.dtype, values.tolist()]
    if numpy.ndim(values) and values.size > 1:
        facts += [bool(np.shares_memory(found, x)), found.flags.writeable]
        if min(found.shape) > 1:
            facts += [found.flags.c_contiguous, found.flags.f_contiguous]
    return facts


@pytest.mark.parametrize("name", ARRANGED)
def test_orders_and_views_as_numpy(name: str) -> None:
    for call in (each.strip() for line in ORDERS.strip().splitlines() for each in line.split("|")):
        found, wanted = arranged(np, call, name), arranged(numpy, call, name)
        assert isinstance(found, type(wanted)) if isinstance(wanted, Exception) else found == wanted, call


def test_what_ravel_gives_is_not_written_through() -> None:
    a = np.arange(6.0)
    a[::2].ravel()[:] = -1
    a[::-1].ravel("A")[:] = -1
    a.reshape(2, 3).T.ravel()[:] = -1
    assert a.tolist() == [0, 1, 2, 3, 4, 5]
    b = np.broadcast_to(np.arange(3), (2, 3)).ravel()
    b[0] = 7
    assert b.tolist() == [7, 1, 2, 0, 1, 2]
    m = sample(3, 3)
    m.T.ravel("K")[:] = 1
    assert host(m).all()
    np.fill_diagonal(m, 5)
    np.einsum("ii->i", m)[1] = 6
    assert np.diagonal(m).tolist() == [5, 6, 5]
    with pytest.raises(ValueError, match="read-only"):
        m.diagonal()[0] = 1


def test_arrays_without_memory() -> None:
    """NumPy gets values that live as long as its array, though those of a lazy array or a mapped view are new."""
    a = np.asarray(numpy.arange(24.0).reshape(2, 3, 4), device="cpu")
    for made in (lambda: a.ravel("F"), lambda: a.lazy() + 1):
        found = numpy.asarray(made())
        wanted = found.copy()
        for _ in range(5):
            np.zeros(24)
        assert (found == wanted).all()

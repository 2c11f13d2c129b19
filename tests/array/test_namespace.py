"""Calls of functions of `ocean.numpy`, each compared with what the same text gives with NumPy: values, dtypes, shapes.

In the calls `a` has shape (2, 3, 4), `m` (4, 3), `v` and `w` 6 elements, `s` is sorted, `i` are indices, `t` a mask.
"""

from __future__ import annotations

import warnings
from typing import Any

import layouts
import numpy
import pytest

import ocean.numpy as np

KINDS = ("bool", "uint8", "int16", "int64", "float16", "float32", "float64", "complex64")
FEW = ("uint8", "int64", "float32", "complex128")
ROUGH = {"float16": 4e-3, "complex64": 2e-5, "float32": 2e-5}
SHAPES = {"a": (2, 3, 4), "m": (4, 3), "v": (6,), "w": (6,), "s": (6,)}

MANIPULATION = """
np.concatenate([a, a]) | np.concatenate([a, a], axis=2) | np.concatenate([a, v], axis=None) | np.concat((v, w))
np.concatenate([v, m[:, 0]], dtype="complex128") | np.stack([m, m]) | np.stack([m, m * 1.5], axis=-1)
np.stack((v, w), 1) | np.vstack([v, w]) | np.vstack([m, m]) | np.hstack([v, w, 3]) | np.hstack([m, m])
np.dstack([v, w]) | np.dstack([m, m]) | np.column_stack([v, w]) | np.column_stack([m, m[:, 0]])
np.block([[m, m], [m, m]]) | np.block([v, w]) | np.append(v, 1) | np.append(m, m, axis=1) | np.append(m, [[1, 2, 3]], 0)
np.split(v, 3) | np.split(v, [1, 4]) | np.split(m, 2) | np.array_split(v, 4) | np.array_split(m, 2, axis=1)
np.vsplit(m, 2) | np.hsplit(m, 3) | np.hsplit(v, 2) | np.dsplit(a, 2) | np.unstack(a) | np.unstack(a, axis=-1)
np.insert(v, 2, 5) | np.insert(v, [1, 3], [7, 8]) | np.insert(m, 1, 9, axis=0) | np.insert(m, [0, 2], [[1], [2], [3], [4]], axis=1)
np.insert(m, 1, [1, 2, 3], axis=0) | np.insert(v, slice(1, 3), 4) | np.insert(v, -1, 1) | np.insert(m, 1, 3)
np.insert(m, [1], [1, 2, 3], axis=0) | np.insert(m, [1], [1, 2, 3], axis=1) | np.insert(v, [3, 0, 3], 7) | np.insert(m, [2, 0], 7, axis=1) | np.insert(v, 6, w)
np.delete(v, 2) | np.delete(v, [0, -1]) | np.delete(m, 1, 0) | np.delete(m, slice(0, 2), axis=0) | np.delete(v, t) | np.delete(m, 4)
np.resize(v, (3, 5)) | np.resize(m, 4) | np.trim_zeros(v * 0) | np.trim_zeros(np.concatenate([v * 0, v, v * 0]))
np.trim_zeros(v, "f") | np.pad(m, 1) | np.pad(m, (1, 2), "edge") | np.pad(m, ((1, 0), (2, 3)), "reflect")
np.pad(v, (7, 9), "wrap") | np.pad(v, 3, "symmetric") | np.pad(m, ((0, 1), (1, 0)), constant_values=1) | np.pad(v, 2, "mean")
np.pad(m, ((1, 1), (2, 0)), constant_values=((1, 2), (3, 4))) | np.pad(v, (2, 3), "linear_ramp") | np.pad(m, {1: (1, 2)})
np.flip(a) | np.flip(a, 1) | np.flip(a, (0, 2)) | np.flipud(m) | np.fliplr(m) | np.rot90(m) | np.rot90(m, 2) | np.rot90(m, -1)
np.rot90(a, 3, (1, 2)) | np.roll(v, 2) | np.roll(m, 4) | np.roll(a, (1, -1), axis=(0, 2)) | np.roll(m, 1, axis=1) | np.roll(a, 1, (0, 1))
np.repeat(v, 2) | np.repeat(m, 2, axis=0) | np.repeat(m, [1, 0, 2], axis=1) | np.repeat(m, 3) | a.repeat(2, -1) | np.repeat(5, 3)
np.tile(v, 2) | np.tile(m, (2, 1)) | np.tile(m, (2, 1, 2)) | np.tile(a, 2) | np.moveaxis(a, 0, -1) | np.moveaxis(a, (0, 1), (2, 0))
np.rollaxis(a, 2) | np.rollaxis(a, 0, 2) | np.swapaxes(a, 0, 2) | np.expand_dims(m, 1) | np.expand_dims(m, (0, -1))
np.squeeze(m[None]) | np.squeeze(m[None, :, None], axis=2) | np.permute_dims(a, (2, 0, 1)) | np.matrix_transpose(a)
np.atleast_1d(v, v[0]) | np.atleast_2d(v) | np.atleast_3d(v) | np.atleast_3d(m) | np.broadcast_to(v, (2, 6)) | np.broadcast_to(m, (5, 4, 3))
np.broadcast_arrays(m, m[0]) | np.broadcast_shapes((4, 1), (3,), ()) | np.ravel(a) | np.ravel(a, "F") | np.reshape(a, (4, -1))
"""

SEARCHING = """
np.sort(v) | np.sort(a) | np.sort(a, axis=0) | np.sort(a, axis=None) | np.argsort(v, stable=True) | np.argsort(a, axis=1, stable=True)
np.partition(v, 2)[2] | np.sort(np.partition(m, 1, axis=0)[:2], axis=0) | np.lexsort((v, w)) | np.lexsort((m, m), axis=0)
np.searchsorted(s, v) | np.searchsorted(s, 2) | np.searchsorted(s, v, side="right") | np.searchsorted(v, w, sorter=np.argsort(v))
np.searchsorted(s, m) | s.searchsorted(w) | np.unique(a) | np.unique(m, return_index=True, return_inverse=True, return_counts=True)
np.unique(m % 2, axis=0) | np.unique(m, axis=1, return_counts=True) | np.unique_counts(v) | np.unique_inverse(m) | np.sort(np.unique_values(a))
np.unique_all(m) | np.isin(a, v) | np.isin(m, [1, 2], invert=True) | np.union1d(v, w) | np.intersect1d(v, w)
np.intersect1d(v, w, return_indices=True) | np.setdiff1d(v, w) | np.setxor1d(v, w) | np.nonzero(a) | np.nonzero(v) | a.nonzero()
np.argwhere(a) | np.flatnonzero(m) | np.where(t, v, w) | np.where(m) | np.extract(t, v) | np.count_nonzero(a, axis=1)
np.digitize(v, [1, 3, 5]) | np.digitize(m, [5, 3, 1]) | np.digitize(v, [1, 3, 5], right=True) | np.argmax(a, axis=1) | np.argmin(a)
np.bincount(i) | np.bincount(i, minlength=9) | np.bincount(i, weights=w) | np.histogram(v) | np.histogram(m, 4) | np.histogram(v, [0, 2, 5])
np.histogram(v, 3, range=(1, 6)) | np.histogram(v, 4, density=True) | np.histogram(v, 3, weights=w) | np.histogram(v, bins="auto")
np.histogram_bin_edges(v, 5) | np.histogram2d(v, w, 3) | np.histogram2d(v, w, [2, 3], [[0, 4], [0, 8]])
"""

PICKING = """
np.take(v, i) | np.take(a, [[0, 1], [2, 0]], axis=1) | np.take(m, 3) | np.take(v, [7, -9], mode="wrap") | np.take(v, [7, -9], mode="clip")
v.take([1, 2]) | np.take_along_axis(m, np.argsort(m, axis=0, stable=True), axis=0) | np.take_along_axis(a, a.argsort(stable=True)[..., :1], -1)
np.compress(t, v) | np.compress([0, 1, 1], m, axis=1) | v.compress(t) | np.choose([0, 1, 1, 0, 0, 1], [v, w]) | np.choose([[2]], [v, w], mode="wrap")
np.select([v > 3, v < 2], [v, w], 9) | np.select([t], [w]) | np.piecewise(v, [v < 2, v >= 2], [0, lambda x: x + x])
np.piecewise(v, [v < 2, v > 4], [1, 2, 3]) | np.unravel_index([5, 11], (4, 3)) | np.unravel_index([5, 11], (4, 3), order="F")
np.ravel_multi_index(([1, 3], [2, 0]), (4, 3)) | np.ravel_multi_index(([1, 5], [2, 0]), (4, 3), mode="clip", order="F")
m[np.ix_([0, 2], [1, 2])] | m[np.ix_([True, False, True, True], [0])] | np.diag_indices(3) | np.tril_indices(4, -1) | np.triu_indices(3, 1, 5)
np.tril_indices_from(m) | np.triu_indices_from(m) | np.indices((2, 3)) | np.indices((2, 3), sparse=True) | np.mask_indices(3, np.triu)
np.apply_along_axis(lambda x: x[:2], 1, a) | np.apply_along_axis(lambda x: x.max(), 0, m) | np.apply_over_axes(np.sum, a, [0, 2])
changed(v, lambda x: x.put([0, -1], [3, 1])) | changed(v, lambda x: np.put(x, [0, 2, 4], 1)) | changed(m, lambda x: np.put(x, [9, 2], [1, 2]))
changed(v, lambda x: np.putmask(x, t, w)) | changed(v, lambda x: np.place(x, t, [1, 2])) | changed(a, lambda x: np.put(x, range(9), w[:2])) | changed(v, lambda x: np.place(x, t, w)) | changed(m, lambda x: np.fill_diagonal(x, 1))
changed(m, lambda x: np.put_along_axis(x, np.argmax(x, axis=1, keepdims=True), 1, axis=1)) | changed(v, lambda x: x.sort())
changed(a, lambda x: x.sort(axis=1)) | changed(v, lambda x: np.copyto(x, w, where=t)) | changed(a, lambda x: np.place(x, x == x, [1]))
np.r_[v, 1, w] | np.r_[1:4, 0, 5.5] | np.r_["0,2", v, w] | np.c_[v, w] | np.r_[0:1:5j] | np.mgrid[0:2, 1:4] | np.ogrid[0:2, 0:1:3j] | v[np.s_[1:4]]
np.fromfunction(lambda x, y: x * 10 + y, (2, 3)) | np.fromiter(range(4), "int16") | np.frombuffer(b"abcd", "uint8")
"""

STATISTICS = """
np.median(v) | np.median(a, axis=1) | np.median(a, axis=(0, 2), keepdims=True) | np.percentile(a, 30) | np.percentile(v, [10, 50, 90])
np.percentile(a, [[20, 40]], axis=-1) | np.quantile(v, 0.3) | np.quantile(a, [0.25, 0.5], axis=0, keepdims=True) | np.quantile(v, 0.4, method="nearest")
np.quantile(v, [0.1, 0.6], method="hazen") | np.average(v) | np.average(v, weights=w + 1) | np.average(m, axis=0, weights=[1, 2, 3, 4])
np.average(m, axis=1, weights=[1, 2, 3], returned=True) | np.cov(m) | np.cov(v, w) | np.cov(m, rowvar=False, bias=True) | np.corrcoef(m + 0.25)
np.cov(m, fweights=[1, 2, 1], aweights=[1, 2, 3]) | np.corrcoef(v, w)
np.nansum(a) | np.nansum(a, axis=1) | np.nanprod(v) | np.nanmean(a, axis=0) | np.nanmax(a, axis=1) | np.nanmin(v) | np.nanstd(a) | np.nanvar(a, axis=2, ddof=1)
np.nanmedian(m, axis=0) | np.nanpercentile(v, 40) | np.nanquantile(m, [0.2, 0.7], axis=1) | np.nanargmax(a) | np.nanargmin(m, axis=0)
np.nancumsum(a, axis=1) | np.nancumprod(v) | np.nan_to_num(v) | np.nan_to_num(m, nan=1, posinf=2, neginf=3)
np.cumsum(a) | np.cumsum(a, axis=1) | np.cumsum(v, dtype="float64") | np.cumprod(m, axis=0) | v.cumsum() | a.cumprod(-1) | np.cumulative_sum(v)
np.cumulative_sum(a, axis=1, include_initial=True) | np.cumulative_prod(m, axis=0, include_initial=True) | np.diff(v) | np.diff(a, 2) | np.diff(m, axis=0)
np.diff(v, prepend=0) | np.diff(m, prepend=m[:, :1], append=m) | np.ediff1d(v) | np.ediff1d(m, to_begin=m[0, 0], to_end=m[0]) | np.gradient(v) | np.gradient(m)
np.gradient(v, 2.0) | np.gradient(v, [0.0, 1, 3, 4, 6, 7]) | np.gradient(a, axis=1) | np.gradient(v, edge_order=2) | np.trapezoid(v) | np.trapezoid(m, dx=2, axis=0)
np.trapezoid(v, s) | np.convolve(v, w[:3]) | np.convolve(v, w[:2], "same") | np.correlate(v, w[:3], "full") | np.convolve(v[:2], w) | np.correlate(v[:2], w, "same") | np.correlate(v, w[::-2]) | np.interp([0.5, 2.5], [0, 1, 2, 3], [5, 6, 8, 9])
np.unwrap(v) | np.unwrap(m * 1.5, axis=0) | np.i0(v) | np.sinc(v) | np.real_if_close(v) | np.polyval(v, w) | np.polyfit([0, 1, 2, 3], [1, 3, 2, 5], 1)
np.isreal(v) | np.iscomplex(v) | np.modf(v) | np.frexp(v) | np.ldexp(v, 3) | np.ldexp(m, np.array([-1, 2**40, -2**63]))
"""

PRODUCTS = """
np.dot(v, w) | np.dot(m, m.T) | np.dot(a, m) | np.dot(a, a.transpose(0, 2, 1)) | np.dot(v, v[0]) | v.dot(w) | np.inner(v, w) | np.inner(a, m.T) | np.vdot(v, w)
np.vecdot(m, m) | np.vecdot(a, a, axis=1) | np.vecdot(m, m[0]) | np.outer(v, w) | np.tensordot(a, m, 1) | np.tensordot(a, a, ([0, 1], [0, 1])) | np.tensordot(m, m)
np.tensordot(v, w, 0) | np.kron(m, v[:2]) | np.kron(m, m) | np.kron(a, m) | np.cross(m, m[::-1]) | np.cross(m[:, :2], m) | np.cross(m[:3].T, m[1:].T, axis=0)
np.einsum("ij->ji", m) | np.einsum("ij->", m) | np.einsum("ii->i", m[:3]) | np.einsum("ii", m[:3]) | np.einsum("ij,kj->ik", m, m) | np.einsum("ij,kj", m, m)
np.einsum("ijk,kl->ijl", a, m) | np.einsum("i,i", v, w) | np.einsum("i,j->ij", v, w) | np.einsum("...k,kl->...l", a, m) | np.einsum("ij,ij->j", m, m)
np.einsum("ijk,ijk->ik", a, a) | np.einsum("ij,jk,kl->il", m, m.T, m) | np.einsum(m, [0, 1], m, [2, 1], [0, 2]) | np.einsum("...ij->...ji", a) | np.einsum("i...,i...->...", m, m)
np.einsum("ij,kl,j->ik", m, m, m[0], optimize=True) | np.einsum("ij,k->k", m, v) | np.einsum("bij,bjk->bik", a, np.swapaxes(a, 1, 2))
np.matmul(a, m) | np.trace(m) | np.trace(a, 1, 1, 2) | m.trace() | np.diagonal(a, 0, 0, 1) | np.diagonal(m, -1) | np.diag(v) | np.diag(m) | np.diag(v, -2) | np.diagflat(m, 1)
np.tri(3, 4, 1) | np.tril(m) | np.tril(a, -1) | np.triu(m, 1) | np.triu(a) | np.triu(v) | np.vander(v[:3]) | np.vander(v, 3, increasing=True) | np.meshgrid(v, w) | np.meshgrid(v, w, m, indexing="ij")
np.matvec(a, m[:, 0]) | np.vecmat(m[:, 0], m) | np.meshgrid(v, w, sparse=True) | np.logspace(0, 2, 5) | np.geomspace(1, 1000, 4) | np.geomspace(-1, -16, 5)
"""


def calls(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split(" | ")]


def sample(name: str, kind: str, special: bool) -> Any:
    """A NumPy array for a name in the calls."""
    numbers = numpy.random.default_rng(sum(map(ord, name)))
    values = numbers.integers(0, 7, SHAPES[name]).astype("float64")
    if kind.startswith("complex"):
        values = values + 1j * numbers.integers(0, 3, SHAPES[name])
    elif kind.startswith(("float", "int")) and name != "s":
        values = values - 2
    if special:
        flat = values.reshape(-1)
        flat[1], flat[3], flat[4] = numpy.nan, -0.0, numpy.inf
    if name == "s":
        values = numpy.sort(values)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return values.astype(kind)


def changed(value: Any, change: Any) -> Any:
    result = value.copy()
    change(result)
    return result


def scope(kind: str, special: bool, strided: bool, ours: bool) -> dict[str, Any]:
    values: dict[str, Any] = {name: sample(name, kind, special and name in "avm") for name in SHAPES}
    values["i"], values["t"] = numpy.array([3, 1, 0, 1, 5, 2]), numpy.array([True, False, True, True, False, False])
    for name, value in values.items():
        if strided and name in SHAPES:  # every second element backwards, of a column-major array
            large = numpy.zeros([2 * n for n in value.shape], kind, order="F")
            large[tuple([slice(None, None, 2)] * value.ndim)] = value[tuple([slice(None, None, -1)] * value.ndim)]
            backwards = tuple(slice(-2, None, -2) if n else slice(None) for n in value.shape)
            if ours:
                values[name] = np.asarray(large, device=layouts.device)[backwards]
            else:
                values[name] = large[backwards]
        elif ours:
            values[name] = np.asarray(value, device=layouts.device)
    return {**values, "np": np if ours else numpy, "changed": changed}


def evaluated(call: str, kind: str, special: bool, strided: bool, ours: bool) -> Any:
    """What a call gives, or an error."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return eval(call, scope(kind, special, strided, ours))
        except Exception as error:
            return error


def compare(found: Any, wanted: Any, call: str, kind: str) -> None:
    if isinstance(wanted, Exception):
        assert isinstance(found, Exception), f"NumPy: {wanted!r}, here: {found!r}"
        assert not isinstance(found, (AttributeError, NameError, AssertionError)), found
        return
    assert not isinstance(found, Exception), repr(found)
    if isinstance(wanted, (list, tuple)) and not isinstance(wanted, numpy.generic):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            compare(one, other, call, kind)
        return
    if not isinstance(found, np.ndarray):
        assert found == wanted
        return
    assert found.device is layouts.device
    wanted = numpy.asarray(wanted)
    values = numpy.asarray(found.to_device("cpu"))
    assert values.shape == wanted.shape, (values, wanted)
    assert values.dtype == wanted.dtype, (values.dtype, wanted.dtype)
    tolerance = max(ROUGH.get(str(wanted.dtype), 1e-12), ROUGH.get(kind, 0) if "float" in str(wanted.dtype) else 0)
    numpy.testing.assert_allclose(values, wanted, tolerance, tolerance, err_msg=call)


REFUSED = {"np.histogram": "complex", "np.ediff1d(m": "bool"}
"""Calls that begin so are refused here for a kind of dtype, where NumPy computes with parts of the numbers."""
PLAIN = ("np.dot(v, v[0])", "np.gradient(v, [")
"""Calls that begin so are not compared with NaN and infinities: NumPy's formula loses some, or finds others."""


def check(call: str, infinite: bool = True) -> None:
    """Compare a call, of complex infinities too unless their products differ: Ocean's keep the infinity, as C's do."""
    for kind in KINDS:
        for special in (False, True) if kind in ("float32", "float64", "complex64") else (False,):
            for strided in (False, True) if kind in FEW and not special else (False,):
                if special and (call.startswith(PLAIN) or (kind == "complex64" and not infinite)):
                    continue
                wanted = evaluated(call, kind, special, strided, False)
                if any(call.startswith(each) and kind.startswith(refused) for each, refused in REFUSED.items()):
                    wanted = TypeError()
                found = evaluated(call, kind, special, strided, True)
                try:
                    compare(found, wanted, call, kind)
                except AssertionError as error:
                    raise AssertionError(f"{call} of {kind}, special={special}, strided={strided}: {error}") from None


@pytest.mark.parametrize("call", calls(MANIPULATION))
def test_manipulation(call: str) -> None:
    check(call)


@pytest.mark.parametrize("call", calls(SEARCHING))
def test_searching(call: str) -> None:
    check(call)


@pytest.mark.parametrize("call", calls(PICKING))
def test_picking(call: str) -> None:
    check(call)


@pytest.mark.parametrize("call", calls(STATISTICS))
def test_statistics(call: str) -> None:
    check(call, False)


@pytest.mark.parametrize("call", calls(PRODUCTS))
def test_products(call: str) -> None:
    check(call, False)

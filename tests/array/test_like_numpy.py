"""Calls that do what NumPy does in all respects: values, dtypes, shapes, errors, what shares memory with what, and what is
written to operands. The calls of `python -m tests fuzz` that once did something else are here."""

from __future__ import annotations

import re

import numpy
import numpy_cases
import pytest

import ocean.numpy as np

pytestmark = pytest.mark.host_only("memory is compared with NumPy's")

OPERANDS = {
    "a": "numpy.array([[1, 0, 3], [2, 1, 4]], KIND)", "v": "numpy.array([3, 1, 2, 0], KIND)", "z": "numpy.array(0, KIND)",
    "n": "numpy.array(2, KIND)", "g": "every_second(numpy.array([3, 1, 2], KIND))", "r": "backwards(numpy.array([3, 1, 2], KIND))",
    "f": "columns_first(numpy.array([[1, 0, 3], [2, 1, 4]], KIND))", "s": "numpy.array([[4, 1], [1, 3]], KIND)",
    "e": "numpy.zeros((0, 2), KIND)", "i": "numpy.array([1, 0, 1, 0])", "m": "numpy.array([True, False, True, True])",
    "w": "numpy.array([[True, False, True], [False, True, True]])", "x": "numpy.array([5, 6], 'float32')",
}  # fmt: skip

CALLS = """
a.conj() | a.conjugate() | n.conj() | np.ravel(g) | g.ravel() | r.ravel() | r.ravel('F') | r.ravel('K') | a.ravel() | f.ravel()
a.T.ravel() | g.reshape(-1) | np.asfortranarray(n) | np.asfortranarray(2.0) | np.ascontiguousarray(n) | np.argwhere(z) | np.argwhere(n) | np.argwhere(0)
np.median(a, axis=()) | np.nanvar(a, where=w) | np.nanstd(a, where=w) | np.nanvar(a, axis=0, where=w) | np.nanmean(a, where=w)
np.union1d(v, 2) | np.union1d(v, 2.5) | np.union1d(2, 1) | np.intersect1d(v, [1, 2], return_indices=True) | np.intersect1d(v, [1, 2])
np.choose(i, [v, 1]) | np.choose(i, [1, v]) | np.choose(i, [v, 0.5]) | np.choose(i, [x[0], 2.0]) | i.choose([v, 3])
np.sort_complex(v) | np.diag(v) | np.linalg.solve(s, x) | np.linalg.solve(x[:1, None], v[:1]) | np.linalg.lstsq(s, x)
np.linalg.multi_dot([s, s > 1, s > 3]) | np.linalg.multi_dot([s > 1, s > 3, s]) | np.linalg.multi_dot([s > 1, s > 3, s, s > 2])
np.put(g, [0, 1], [7, 8]) or g | np.put(r, [2, 0], 9) or r | np.place(g, m[:3], [4, 5]) or g | g.put([1], 4) or g
np.put(f, [0, 5], [7, 8]) or f | np.putmask(r, m[:3], 5) or r | np.put(f.T, [0, 5], 8) or f
np.sum(v, where=[[True] * 4]) | np.prod(a[:1], where=w) | np.all(v, where=[m]) | np.any(a, where=[w]) | np.max(v, initial=0, where=[m])
np.mean(v, where=[m]) | np.nanmean(v, where=[m]) | np.nanvar(v, where=[m]) | np.var(a, where=[w]) | np.add.reduce(v, where=[m]) | np.min(v, initial=9, where=m)
np.where(n) | np.where(3) | np.expand_dims(a, None) | a.sort(axis=None) | np.ediff1d(v, to_end=[1.5]) | np.ediff1d(v, 1j) | np.ediff1d(v, to_begin=x)
np.place(v, [True], [1]) or v | np.place(v, [m], [1, 2]) or v | np.put(e, [0], 1) or e | np.put(e, [], 1) or e | a.item() | n.item() | e.item()
np.matmul(n, a) | np.matmul(a, 2) | operator.imatmul(s, x[:, None] + [0.5, 1j])
operator.imatmul(s, s > 1) | operator.imatmul(s, [[0.5, 1], [2, 3]]) | v.astype(v.dtype, order='F', copy=False) | a.astype(a.dtype, order='F', copy=False)
np.logical_or(v, 300) | np.logical_and(-1, v) | np.logical_xor(v, 2**63) | np.logical_and(v, 0) | np.linspace(v, 2.0, 3, dtype='bool') | np.linspace(v, 2.5, 3, dtype='int16')
np.fft.irfft(e, 3, axis=0) | np.fft.hfft(e[:, :0], 4, axis=0).shape | np.fft.fft(e, 2, axis=0) | np.fft.rfft(e.real, 3, axis=0) | np.size(a, axis=()) | np.size(a, (0, -1)) | np.size(a, 1)
np.mod(2, True, dtype=v.dtype) | np.add(300, 1, dtype=v.dtype) | np.add(1, 2.5, dtype=v.dtype) | np.power(v, [-1, 2, 1, 0], casting='unsafe') | np.power(2, -2, casting='safe')
np.isclose(v - 1, -1) | np.isclose(-1, v - 1) | np.isclose(v + 44, 300) | np.allclose(v[3:] - 1, -1) | np.isclose(v, 3) | np.isclose(v, True)
np.power(-1, i, dtype='int16') | np.power(-1, numpy.array([2], 'uint64'), dtype='int16') | np.apply_over_axes(np.sum, a, numpy.int64(1)) | np.require(odd(numpy.arange(3)), requirements='A') | np.exp(v, dtype='float64', casting='no')
np.logical_or(v, numpy.array([3, 0, 2, 0], '>i4'), casting='no') | np.logical_and(v, i, casting='no') | np.logical_xor(v, v.astype('>c16'), casting='equiv') | np.logical_not(numpy.array([3, 0], '>i4'), casting='no') | np.logical_or(v, m, casting='safe') | np.logical_and(numpy.array([3, 0], '>u4'), -0.0, casting='no') | np.logical_or(v, m, dtype='bool', casting='no') | np.logical_not(v, dtype='bool', casting='safe') | np.logical_not(v, dtype='int8', casting='safe')
np.nanmax(-v, initial=True) | np.nansum(v, initial=True) | np.nanprod(v, initial=True) | np.nanmin(v + 2, initial=True) | np.nanmean(v, where=m)
np.power(v, [-1, 2, 1, 0], dtype=v.dtype) | np.power(i, -i, dtype='int16') | np.piecewise(s, [m[:2]], [3, 4]) | np.piecewise(a, [w], [3]) | np.piecewise(a, [m[:3]], [3]) | np.piecewise(a, [w[:1]], [1, 2]) | np.piecewise(v, m, [5, np.negative])
np.linalg.cross(a, a[::-1]) | np.cross(a, a[::-1]) | np.linalg.cross(a > 1, a > 2) | np.add.accumulate(a, None) | np.add.accumulate(v, None) | repr(np.tile(v, 5)) | repr(np.tile(v, 17)) | repr(np.tile(a, 8) / 2) | repr(np.arange(25) + v[0]) | repr(e)
np.clip(m, dtype='float64') | np.lexsort((1.0, 0.5), axis=40) | np.lexsort((1.0, 0.5), axis=-1) | np.clip(v, dtype='complex128') | np.clip(v, 300, float('nan')) | np.clip(v, 300, 2.5) | np.clip(v, 2.5, -300) | np.clip(v, 2**63, 0.5) | np.clip(v, 300, 5) | np.clip(v, float('nan'), 300) | np.clip(v, 1, 300) | v.clip(-300, 1.5)
np.concatenate([1, v], axis=None) | np.concatenate([v, 2.5, a], axis=None) | np.concatenate([1j, v], axis=None) | np.concatenate([v, 1], axis=None, casting='no') | np.concatenate([True, n], axis=None) | np.concatenate([v, [1]], axis=None)
np.sum(n, out=x, where=True, initial=2) | np.max(a, axis=0, out=f, initial=1) | np.prod(v, out=f, initial=2) | np.add.reduce(a, out=f, initial=2, where=False) | np.min(v, out=f, initial=2, where=m) | np.sum(a, axis=0, out=f, initial=1)
np.var(n, out=x, where=True) | np.mean(n, out=x, where=numpy.array(True)) | np.std(n, out=x, where=numpy.array(True)) | np.var(a, axis=0, out=f, where=w) | np.mean(a, 1, out=x, where=w) is None
np.result_type('uint16', 'int16', v) | np.concatenate([v, numpy.zeros(1, 'u2'), numpy.zeros(1, 'i2')]) | np.concatenate([numpy.zeros(1, 'u1'), numpy.zeros(1, 'i1'), v]) | np.clip(numpy.zeros(1, 'u2'), numpy.zeros(1, 'i2'), v)
np.float_power(v, 0.3) | np.float_power(-2**63, v) | np.float_power(0.3, a) | np.float_power(v, 0.5 + 0.3j)
np.hypot(m[:2], 2**63, out=x) | np.hypot(m, 2**63) | np.hypot(m, 300) | np.arctan2(m, 2**63) | np.divide(m, 2**63)
np.pad(n, (1, 2), mode='mean') | np.pad(3, (0, 1), mode='maximum') | np.pad(n, 1, mode='linear_ramp') | np.pad(v, (1, 2), mode='mean')
np.partition(e, 5) | np.partition(e, 5, axis=0) | np.argpartition(e, 5) | np.argpartition(e, -3, axis=None) | e.partition(3) or e | np.partition(e, 0.5)
np.repeat(e, [], axis=0) | np.repeat([], []) | np.ix_(e[:, 0], []) | np.ix_([], v) | np.linalg.norm(e, np.inf) | np.linalg.norm(e, 2) | np.linalg.vector_norm(e, axis=0, ord=np.inf)
np.isin([2**63 - 1, -1, 5], numpy.array([2**63, 5, 2**64 - 1], 'uint64')) | np.isin(numpy.array([2**63, 5, 2**64 - 1], 'uint64'), [2**63 - 1, -1, 5], invert=True) | np.isin(v, numpy.array([2, 2**63], 'uint64')) | np.isin(numpy.array([2, 2**63], 'uint64'), v)
np.emath.sqrt(-v) | np.emath.log(-x.astype(v.dtype)) | np.emath.arccos(v)
np.linalg.vector_norm([2.5, complex(float('inf'), float('nan'))], ord=np.inf) | np.linalg.vector_norm([2.5, complex(1, float('nan'))], ord=np.inf)
np.pad(v, 1, constant_values=300) | np.pad(e, 1, constant_values=300) | np.pad(v, 1, constant_values=-1) | np.pad(v, 1, constant_values=2.5) | np.pad(n, 1, constant_values=300) | np.average(n, axis=0, weights=n) | np.average(a, axis=1, weights=a)
"""
CASES = [each.strip() for line in CALLS.strip().splitlines() for each in line.split(" | ")]


@pytest.mark.parametrize("call", CASES)
def test_call(call: str) -> None:
    operands = {name: text for name, text in OPERANDS.items() if re.search(rf"\b{name}\b", call)}
    for kind in numpy_cases.KINDS:
        case = numpy_cases.Case(call, (), "", {name: text.replace("KIND", repr(numpy.dtype(kind).name)) for name, text in operands.items()})
        assert numpy_cases.check(case) is None, f"{numpy_cases.check(case)}\n{case.program()}"


def test_put_along_axis_writes_to_the_flat_array() -> None:
    """NumPy refuses that of arrays whose elements do not follow each other."""
    for layout in (numpy_cases.every_second, numpy_cases.backwards, numpy_cases.columns_first, numpy_cases.odd):
        values = layout(numpy.arange(6.0).reshape(2, 3))
        np.put_along_axis(np.asarray(values), numpy.array([0, 4]), 9.0, axis=None)
        assert values.tolist() == [[9, 1, 2], [3, 9, 5]]

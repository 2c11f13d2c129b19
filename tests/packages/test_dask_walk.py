"""Every function of Dask's array API that takes NumPy's chunks: same values, and the class of chunks is kept.

`CALLS` says how functions are called that need more than an array; `NOT_CALLED` and `NUMPYS` give the reasons for the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ocean.numpy as onp

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
pytestmark = pytest.mark.host_only("chunks travel between processes on the host")

SOURCE = np.random.default_rng(1)
V = SOURCE.standard_normal((12, 10))
S = V[:10] @ V[:10].T + 10 * np.eye(10)
NAMES = sorted(
    name
    for name in dir(da)
    if not name.startswith("_") and callable(getattr(da, name)) and not isinstance(getattr(da, name), type)
)

CALLS = {
    "allclose": "f(d, d)", "append": "f(d, d, axis=0)", "apply_along_axis": "f(lambda x: x.sum(), 1, d, shape=(), dtype='f8')",
    "apply_over_axes": "f(da_sum, d, [0])", "arange": "f(10, chunks=3)", "arctan2": "f(d, d + 2)", "argtopk": "f(d[0], 3)",
    "array": "f(d)", "asanyarray": "f(d)", "asarray": "f(d)", "average": "f(d, axis=0, weights=d * d)",
    "bincount": "f((abs(d[0]) * 3).astype(int), minlength=9)", "bitwise_and": "f(i, 3)", "bitwise_or": "f(i, 3)",
    "bitwise_xor": "f(i, 3)", "bitwise_not": "f(i)", "invert": "f(i)", "left_shift": "f(i, 2)", "right_shift": "f(i, 1)",
    "blockwise": "f(lambda x: x + 1, 'ij', d, 'ij', dtype='f8')", "broadcast_to": "f(d, (3, 12, 10))", "choose": "f(d > 0, [d, -d])",
    "clip": "f(d, -1, 1)", "coarsen": "f(np.sum, d, {0: 2})", "compress": "f([True, False, True], d, axis=0)",
    "concatenate": "f([d, d])", "copysign": "f(d, -1.0)", "cov": "f(d)", "cumprod": "f(d, axis=0)", "cumsum": "f(d, axis=1)",
    "nancumprod": "f(d, axis=0)", "nancumsum": "f(d, axis=0)", "delete": "f(d, 2, axis=0)", "digitize": "f(d, np.array([-1.0, 0, 1]))",
    "divide": "f(d, 3.0)", "divmod": "f(d, 0.5)", "dot": "f(d, d.T)", "dstack": "f([d, d])", "hstack": "f([d, d])", "vstack": "f([d, d])",
    "einsum": "f('ij,kj->ik', d, d)", "equal": "f(d, d)", "expand_dims": "f(d, 1)", "extract": "f(d > 0, d)",
    "float_power": "f(abs(d), 1.5)", "floor_divide": "f(d, 0.5)", "fmax": "f(d, 0)", "fmin": "f(d, 0)", "fmod": "f(d, 0.5)",
    "full_like": "f(d, 2.5)", "greater": "f(d, 0)", "greater_equal": "f(d, 0)", "histogram": "f(d, bins=5, range=(-2, 2))",
    "hypot": "f(d, d)", "in1d": "f(i[0], [1, 2])", "insert": "f(d, 2, 5.0, axis=0)", "isclose": "f(d, d + 1e-12)", "isin": "f(i, [1, 2])",
    "ldexp": "f(d, 2)", "less": "f(d, 0)", "less_equal": "f(d, 0)", "linspace": "f(0, 1, 7, chunks=3)", "logaddexp": "f(d, d)",
    "logaddexp2": "f(d, d)", "logical_and": "f(d > 0, d < 1)", "logical_or": "f(d > 0, d < 1)", "logical_xor": "f(d > 0, d < 1)",
    "map_blocks": "f(lambda x: x * 2, d, dtype='f8')", "map_overlap": "f(lambda x: x + 1, d, depth=1, boundary='reflect', dtype='f8')",
    "matmul": "f(d, d.T)", "maximum": "f(d, 0)", "minimum": "f(d, 0)", "median": "f(d, axis=0)",
    "mod": "f(d, 0.5)", "moment": "f(d, 2)", "moveaxis": "f(d, 0, 1)", "multiply": "f(d, d)", "nanpercentile": "f(d, 30, axis=0)",
    "nanquantile": "f(d, 0.3, axis=0)", "quantile": "f(d, 0.3, axis=0)", "nextafter": "f(d, 1.0)", "not_equal": "f(d, d)",
    "outer": "f(d[0], d[1])", "overlap": "", "pad": "f(d, 2, mode='edge')", "percentile": "f(d[0], [25, 50])",
    "piecewise": "f(d, [d > 0], [1.0, -1.0])", "power": "f(abs(d), 2.5)", "ravel_multi_index": "", "reduction": "f(d, part, part, axis=0, dtype='f8')",
    "remainder": "f(d, 0.5)", "repeat": "f(d, 2, axis=0)", "reshape": "f(d, (-1,))", "roll": "f(d, 3, axis=0)", "rollaxis": "f(d, 1)",
    "searchsorted": "f(sorted_line, d[0])", "select": "f([d > 0, d < -1], [d, -d])", "stack": "f([d, d])", "subtract": "f(d, 1.0)",
    "add": "f(d, 1.0)", "swapaxes": "f(d, 0, 1)", "take": "f(d, [1, 2], axis=0)", "tensordot": "f(d, d, axes=([1], [1]))", "tile": "f(d, 2)",
    "topk": "f(d[0], 3)", "transpose": "f(d)", "true_divide": "f(d, 3.0)", "tri": "f(4, chunks=2)", "vdot": "f(d[0], d[1])",
    "where": "f(d > 0, d, 0)", "eye": "f(5, chunks=3)", "full": "f((3, 4), 2.5, chunks=2)", "ones": "f((3, 4), chunks=2)", "zeros": "f((3, 4), chunks=2)",
    "indices": "f((3, 4), chunks=2)", "fromfunction": "f(lambda a, b: a + b, shape=(3, 4), chunks=2, dtype='f8')", "unify_chunks": "",
    "gradient": "f(d, axis=0)", "diag": "f(d[0])", "histogram2d": "f(d[0], d[1], bins=4, range=((-2, 2), (-2, 2)))",
    "histogramdd": "f(d[:, :2].rechunk((6, 2)), bins=(3, 4), range=((-2, 2), (-2, 2)))", "union1d": "f(i[0], i[1])",
}  # fmt: skip

NOT_CALLED = {
    "compiled by Numba, where that is installed, for a minute": "nanmedian",
    "about chunks and graphs, not values": "as_gufunc apply_gufunc asarray_safe compute gufunc broadcast_arrays from_array from_delayed "
    "from_npy_stack from_tiledb from_zarr normalize_chunks optimize register_chunk_type store to_hdf5 to_npy_stack to_tiledb "
    "to_zarr from_dask_array rechunk result_type shape ndim iscomplexobj meta_from_array overlap unify_chunks "
    "ravel_multi_index unravel_index frompyfunc isnat empty empty_like shuffle block",
}
CREATES = [
    "arange",
    "eye",
    "full",
    "indices",
    "linspace",
    "ones",
    "tri",
    "zeros",
    "fromfunction",
    "tril_indices",
    "triu_indices",
    "diag",
]
"""Functions that take no array: Dask makes NumPy's chunks, unless `array.backend` says "ocean"."""
NUMPYS = {
    "Dask makes the indices with NumPy": "argwhere flatnonzero nonzero tril_indices_from triu_indices_from",
    "Dask calls pandas.isnull": "isnull notnull",
    "Dask counts with numpy.histogramdd": "histogram2d histogramdd",
    "the edges are NumPy's": "histogram",
}
"""Functions whose results are NumPy's arrays, with the reason."""
CALLABLE = {"cumsum", "cumprod", "nancumsum", "nancumprod"} if callable(onp.ones(1)) else set()
"""Dask takes a tuple that begins with something callable for a task; arrays can be called."""
SKIPPED = {name for names in NOT_CALLED.values() for name in names.split()}
KEPT = {name for names in NUMPYS.values() for name in names.split()}


def part(x: Any, axis: Any, keepdims: bool) -> Any:
    return x.sum(axis=axis, keepdims=keepdims)


def answer(name: str, as_chunk: Any) -> Any:
    def chunked(x: Any) -> Any:
        return da.from_array(as_chunk(x), chunks=tuple(-(-n // 2) for n in x.shape), asarray=False)

    names = {"f": getattr(da, name), "d": chunked(V), "i": chunked((V * 3).astype(int)), "np": np, "part": part,
             "da_sum": da.sum, "sorted_line": chunked(np.sort(V[:, 0]))}  # fmt: skip
    found = eval(CALLS.get(name) or "f(d)", names)
    return dask.compute(found, scheduler="sync")[0]


def compare(name: str, got: Any, wanted: Any) -> None:
    if isinstance(wanted, (list, tuple)):
        assert len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            compare(name, one, other)
    elif isinstance(wanted, (np.ndarray, np.generic)):
        assert np.asarray(got).dtype == wanted.dtype
        np.testing.assert_allclose(np.asarray(got), wanted, 1e-10, 1e-12)
        if name not in CREATES:
            assert isinstance(got, (np.ndarray, onp.ndarray) if name in KEPT else onp.ndarray), type(got)
    else:
        assert got == wanted


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [each for each in NAMES if each not in SKIPPED])
def test_same_values_and_chunks(name: str) -> None:
    try:
        wanted = answer(name, np.asarray)
    except (TypeError, ValueError, NotImplementedError, AttributeError, IndexError) as error:
        if name in CALLS:
            raise
        pytest.skip(f"{name}(array) is no call for NumPy's chunks either: {type(error).__name__}")
    if name in CALLABLE:
        pytest.skip("arrays can be called, and Dask takes a tuple with one for a task")
    compare(name, answer(name, onp.asarray), wanted)


def test_the_lists_are_about_functions_of_dask() -> None:
    assert len(NAMES) > 200 and set(NAMES) >= KEPT
    assert len([name for name in CALLS if name in NAMES]) > 110

"""Tensors as columns, tables and indices of pandas, and tables as tensors."""

from __future__ import annotations

import numpy as np
import pytest

import ocean
import ocean.numpy as onp

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.host_only("pandas computes on the host")


@pytest.mark.parametrize("kind", ["bool", "uint8", "int16", "int64", "half", "float", "double", "cdouble"])
def test_series(kind: str) -> None:
    tensor = ocean.asTensor([1, 0, 3], getattr(ocean, kind))
    series = pd.Series(tensor)
    assert series.dtype == tensor.to_numpy().dtype and series.tolist() == tensor.asPython()
    assert ocean.asTensor(series).asPython() == tensor.asPython()


def test_frames_have_the_rows_of_the_tensor() -> None:
    tensor = ocean.asTensor([[1.0, 2, 3], [4, 5, 6]], "R")
    frame = pd.DataFrame(tensor, columns=["a", "b", "c"])
    assert frame.shape == (2, 3) and frame["b"].tolist() == [2, 5]
    back = ocean.asTensor(frame)
    assert back.size == (2, 3) and back.asPython("R") == [[1, 2, 3], [4, 5, 6]]
    assert pd.DataFrame(tensor.T).shape == (3, 2)


def test_columns_indices_and_arithmetic() -> None:
    x, i = ocean.asTensor([1.5, 2.5, 3.5]), ocean.asTensor([2, 0, 1], ocean.int16)
    frame = pd.DataFrame({"x": x, "i": i})
    frame["y"] = ocean.lazy(x) + 1
    assert frame["y"].tolist() == [2.5, 3.5, 4.5] and frame["i"].dtype == np.int16
    assert pd.Series(x, index=i)[0] == 2.5 and pd.Series(x).iloc[i].tolist() == [3.5, 1.5, 2.5]
    assert (pd.Series([1.0, 2, 3]) + x).tolist() == [2.5, 4.5, 6.5]
    assert pd.Series([1.5, 9]).isin(x).tolist() == [True, False] and not pd.isna(x).any()
    assert pd.Series([1.0, 2, 3]).where(x > 2).isna().tolist() == [True, False, False]


def test_arrays() -> None:
    a = onp.asarray([[1.0, 2, 3], [4, 5, 6]])
    frame = pd.DataFrame(a, columns=["a", "b", "c"])
    assert frame.shape == (2, 3) and frame["b"].tolist() == [2, 5] and onp.asarray(frame).tolist() == a.tolist()
    frame["d"] = a[:, 0] * 2
    assert frame["d"].tolist() == [2, 8] and pd.Series(a[0]).dtype == np.float64
    assert (pd.Series([1.0, 2, 3]) + a[0]).tolist() == [2, 4, 6] and type(np.add(pd.Series([1.0]), a[0, :1])) is pd.Series


@pytest.mark.parametrize("kind", ["int64", "float32", "float64", "complex128"])
def test_membership(kind: str) -> None:
    """pandas takes elements one by one, and those without a hash for absent ones."""
    values = np.array([1, 0, 5]).astype(kind)
    a = onp.asarray(values)
    for container in (pd.Series([1, 9, 5]), pd.Series([1.0, 9, 5]), pd.Index([1, 9, 5]), pd.DataFrame({"a": [1, 9, 5]})):
        for ours, theirs in ((a, values), (list(a), list(values)), ([a[0], a.max()], [values[0], values.max()])):
            np.testing.assert_array_equal(np.asarray(container.isin(ours)), np.asarray(container.isin(theirs)))
    frame = pd.DataFrame({"a": [1, 9, 5]})
    assert frame.query("a in @a").equals(frame.query("a in @values"))
    assert pd.Series({each: 7 for each in values.tolist()}).get(a[0].item()) == 7


def test_arrays_as_keys_and_columns() -> None:
    """pandas takes arrays for its own arrays on NumPy's, so that masks are masks."""
    series, frame = pd.Series([5.0, 6, 7]), pd.DataFrame({"x": [1.0, 2, 3], "y": [4.0, 5, 6]})
    places, mask = onp.asarray([2, 0]), onp.asarray([True, False, True])
    for key, wanted in ((places, [7, 5]), (mask, [5, 7])):
        assert series.iloc[key].tolist() == wanted == series.loc[key].tolist() and frame.iloc[key].shape == (2, 2)
    assert series[mask].tolist() == [5, 7] and frame[mask].index.tolist() == [0, 2] and frame.loc[mask, "y"].tolist() == [4, 6]
    assert series.where(mask, 0).tolist() == [5, 0, 7] and series.mask(mask, 0).tolist() == [0, 6, 0]
    assert frame.where(onp.asarray(frame) > 2, 0).values.tolist() == [[0, 4], [0, 5], [3, 6]]
    frame = frame.assign(z=onp.asarray([7, 8, 9]))
    frame.loc[mask.to_numpy(), "x"], frame.iloc[places.to_numpy(), 1] = onp.asarray([10.0, 30]), 0
    assert frame["z"].tolist() == [7, 8, 9] and frame["x"].tolist() == [10, 2, 30] and frame["y"].tolist() == [0, 5, 0]
    assert pd.cut(onp.asarray([1.0, 5]), onp.asarray([0.0, 2, 6])).codes.tolist() == [0, 1]
    assert frame.groupby(onp.asarray([0, 1, 0]).to_numpy())["x"].sum().tolist() == [40, 2]
    assert pd.Series(onp.asarray([1.0, np.nan, 3])).fillna(0).tolist() == [1, 0, 3]
    assert pd.Series([*onp.asarray([2.0, 1, 2])]).tolist() == [2, 1, 2]
    assert pd.unique(onp.asarray([2, 1, 2])).tolist() == [2, 1]
    frame.loc[mask.to_numpy(), "x"], frame.iloc[places.to_numpy(), 1] = onp.asarray([1.0, 3]), onp.asarray([4, 5])
    assert frame["x"].tolist() == [1, 2, 3] and frame["y"].tolist() == [5, 5, 4]
    assert not callable(mask) and mask._typ == "npy_extension" and mask[0]._typ is None  # type: ignore[attr-defined]

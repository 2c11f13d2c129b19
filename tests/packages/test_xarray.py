"""xarray's DataArray on arrays: they stay arrays in arithmetic, reductions, alignment and indexing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ocean.numpy as onp

xr = pytest.importorskip("xarray", "2024.11")
pytestmark = pytest.mark.host_only("labels are on the host")

VALUES = np.arange(12.0).reshape(3, 4)
VALUES[0, 1] = np.nan
CALLS = """
    a + 1; a + b; n + a; a * a.mean("x"); np.sin(a); np.add(a, n); -a; abs(a); a > 3; a.clip(1, 5); a.round(1); a.astype("float32")
    a.sum("x"); a.mean(); a.std("y"); a.var("x", ddof=1); a.max("y"); a.min(); a.prod("x"); a.count("x"); a.all("x"); a.any("y")
    a.median("x", skipna=False); a.quantile(0.5, "x"); a.argmax("y", skipna=False); a.cumsum("y"); a.diff("x"); xr.dot(a, a, dim="y")
    a.isel(x=1); a.isel(y=[0, 2]); a.sel(x=20, y=slice(1, 2)); a.sel(x=[10, 30]); a.where(a > 3, 0.0); xr.where(a > 1, a, 0)
    a.fillna(0); a.isnull(); a.dropna("y"); a.transpose(); a.roll(x=1); a.sortby("x", ascending=False); a.stack(z=("x", "y"))
    a.expand_dims("k"); a.squeeze(); xr.concat([a, a], "x"); xr.align(a, b)[0]; a.groupby("x").mean(); a.coarsen(y=2).mean()
    a.shift(x=1); a.reindex(x=[10, 40]); a.pad(x=1); a.where(a > 2); a.rolling(y=2).mean(); xr.align(b, a, join="outer")[0]
    a.idxmax("y"); xr.corr(a, a, "x"); a.weighted(xr.ones_like(a)).mean(); a.fillna(0).astype(int).shift(x=1)
    a.shift(x=1, fill_value=0.0); a.reindex(x=[10, 40], fill_value=-1.0); a.pad(x=1, constant_values=0.0)
    a.differentiate("y"); a.integrate("y"); xr.apply_ufunc(np.exp, a); xr.zeros_like(a); xr.full_like(a, 2); a.copy(deep=True)
    a.polyfit("x", 1).polyfit_coefficients; a.interp(y=1.5); a.to_dataset().sum("x").q
"""  # fmt: skip


def labelled(values: Any) -> Any:
    return xr.DataArray(values, dims=("x", "y"), coords={"x": [10, 20, 30], "y": [0, 1, 2, 3]}, name="q")


@pytest.mark.parametrize("call", [each.strip() for each in CALLS.replace("\n", ";").split(";") if each.strip()])
def test_what_it_gives_is_what_it_gives_for_numpy(call: str) -> None:
    found = []
    for values in (onp.asarray(VALUES), VALUES):
        a = labelled(values)
        found.append(eval(call, {"xr": xr, "np": np, "a": a, "b": a[1:], "n": VALUES}))
    got, wanted = found
    assert got.dims == wanted.dims
    assert type(got.data) is onp.ndarray or "interp" in call or "polyfit" in call
    assert np.asarray(got.data).dtype == wanted.dtype
    np.testing.assert_allclose(np.asarray(got.data), wanted.data)


def test_assignment_text_and_tables() -> None:
    a = labelled(onp.asarray(VALUES.copy()))
    a[{"x": 0}] = 5.0
    a.loc[{"x": 30, "y": 1}] = 7.0
    assert a.data[0].tolist() == [5, 5, 5, 5] and a.data[2, 1] == 7
    assert "array" in repr(a) and "<div" in a._repr_html_()
    assert a.to_pandas().shape == (3, 4) and a.equals(a.as_numpy()) and type(a.values) is np.ndarray


def test_plots() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    drawn = labelled(onp.asarray(VALUES)).plot()
    np.testing.assert_allclose(drawn.get_array(), VALUES)
    plt.close("all")
    (line,) = labelled(onp.asarray(VALUES)).isel(x=1).plot()
    assert line.get_ydata().tolist() == VALUES[1].tolist()
    plt.close("all")


def test_what_xarray_cannot_do_with_arrays_of_the_standard() -> None:
    a = labelled(onp.asarray(VALUES))
    with pytest.raises(TypeError, match="Vectorized"):
        a.isel(x=xr.DataArray([0, 1], dims="k"), y=xr.DataArray([1, 2], dims="k"))

"""Dimensions of xarray's DataArrays are axes; axes are kept in files and pickles."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import layouts
import numpy as np
import pytest

import ocean
import ocean.numpy
from ocean import OceanError, OceanTypeError, OceanValueError


@pytest.fixture
def xarray() -> Any:
    return pytest.importorskip("xarray")


def data(xarray: Any) -> Any:
    return xarray.DataArray(
        np.arange(6.0).reshape(2, 3), dims=("row", "column"),
        coords={"row": [10, 20], "label": ("column", ["a", "b", "c"]), "when": 7},
    )  # fmt: skip


@pytest.mark.host_only("DataArrays are on the host")
def test_dimensions_are_axes_and_back(xarray: Any) -> None:
    array = data(xarray)
    t = ocean.asTensor(array)
    assert repr(t.axes) == "(row:2, column:3)"
    assert np.shares_memory(t.to_numpy(), array.data)
    back = t.convertTo("xarray")
    assert back.dims == ("row", "column") and not back.coords
    assert np.shares_memory(back.data, array.data)
    assert not np.shares_memory(t.convertTo("xarray", True).data, array.data)
    np.testing.assert_array_equal(back, array)
    assert ocean.asTensor(array.isel(row=0, column=1)).axes is None
    inside = ocean.asTensor(xarray.DataArray(ocean.numpy.asarray(array.data), dims=array.dims))
    assert inside.axes == t.axes and ocean.sum(inside) == 15
    assert ocean.toXarray([1, 2]).dims == ("dim_0",)


@pytest.mark.host_only("DataArrays are on the host")
def test_coordinates_are_a_dict(xarray: Any) -> None:
    array = data(xarray)
    t, coordinates = ocean.fromXarray(array)
    assert set(coordinates) == {"row", "label", "when"}
    assert coordinates["label"][0] == ("column",) and list(coordinates["label"][1]) == ["a", "b", "c"]
    xarray.testing.assert_identical(ocean.toXarray(t, coordinates), array)
    with pytest.raises(OceanTypeError, match="expected an xarray.DataArray"):
        ocean.fromXarray([1, 2])


@pytest.mark.host_only("DataArrays are on the host")
def test_dimensions_of_one_name_match(xarray: Any) -> None:
    array = data(xarray)
    other = array.transpose("column", "row").drop_vars(["row", "label", "when"])
    wanted = array.drop_vars(["row", "label", "when"])
    total = ocean.asTensor(array) + ocean.asTensor(other)
    xarray.testing.assert_equal(total.convertTo("xarray"), wanted + other)
    assert ocean.asTensor(array[:, :2]).axes[1].axisClass is ocean.asTensor(array).axes[1].axisClass


@pytest.mark.host_only("DataArrays are on the host")
def test_names_that_xarray_cannot_have(xarray: Any) -> None:
    with pytest.raises(OceanValueError, match="Two axes are called H"):
        ocean.zeros([ocean.axis(2, "H"), ocean.axis(3, "H")]).convertTo("xarray")
    with pytest.raises(OceanValueError, match="renameAxis gives it a name"):
        ocean.toXarray(ocean.zeros([ocean.axis(2)]))


def with_axes() -> ocean.tensor:
    H, W = ocean.axis(2, "H", ocean.axisClass("height")), ocean.axis(3)
    N = ocean.axis(2, "ñ") - 1
    return ocean.asTensor(np.arange(12.0).reshape(2, 3, 2), axes=[H, W, N], device=layouts.device)


def test_pickles_keep_axes() -> None:
    t = with_axes()
    again = pickle.loads(pickle.dumps(t))
    assert again.axes == t.axes
    np.testing.assert_array_equal(again.to_numpy(), t.to_numpy())


def test_safetensors_keep_axes(tmp_path: Path) -> None:
    t = with_axes()
    H, W = ocean.axis(2, "H"), ocean.axis(3, "W")
    product = ocean.ones([H, W], ocean.cdouble).reshape(((H, W),))
    file = tmp_path / "a.safetensors"
    ocean.save(file, {"t": t, "plain": t.withoutAxes(), "product": product})
    found = ocean.load(file)
    assert found["t"].axes == t.axes and found["plain"].axes is None and found["product"].axes == product.axes
    assert found["product"].reshape((H, W)).axes == (H, W)
    np.testing.assert_array_equal(found["t"].to_numpy(), t.to_numpy())


@pytest.mark.host_only("files")
@pytest.mark.parametrize(
    "damage",
    [
        lambda axes: axes["t"].pop(),
        lambda axes: axes["t"][0].pop("key"),
        lambda axes: axes["t"][0].update(length=5),
        lambda axes: axes["t"][0].update(length=-1),
        lambda axes: axes["t"][0].update(length=1 << 70),
        lambda axes: axes["t"][0].update(name=3),
        lambda axes: axes["t"][0].update(key="xyz"),
        lambda axes: axes["t"][0].update(parts=4),
        lambda axes: axes.update(t=axes["t"][:1] * 3),
        lambda axes: axes.update(t=7),
    ],
)
def test_damaged_axes_are_errors(tmp_path: Path, damage: Any) -> None:
    file = tmp_path / "a.safetensors"
    ocean.save(file, {"t": with_axes()})
    content = file.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    axes = json.loads(header["__metadata__"]["ocean.axes"])
    damage(axes)
    header["__metadata__"]["ocean.axes"] = json.dumps(axes)
    text = json.dumps(header).encode()
    file.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + length :])
    with pytest.raises(OceanError, match="axes"):
        ocean.load(file)

"""xarray's DataArrays: their dimensions become axes. Coordinates are a dict beside the tensor."""

from __future__ import annotations

import sys

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.objects.axes import axis, axis_of, class_of, name_of
from ocean._src.core.objects.tensor import relabelled, tensor

Coordinates = dict[str, tuple[tuple[str, ...], Any]]


def is_data_array(kind: type) -> bool:
    """Whether a type is xarray's DataArray; does not import xarray."""
    xarray = sys.modules.get("xarray")
    return xarray is not None and issubclass(kind, xarray.DataArray)


def dimension(name: str, length: int) -> axis:
    """The axis of a dimension: the same one for the same name and length, in every process."""
    from hashlib import blake2b

    key = blake2b(name.encode(), digest_size=16, person=b"xarray").digest()
    return axis_of(class_of(key, name), key, name, length, 0)


def from_data_array(array: Any) -> tensor:
    """The tensor on the memory of a DataArray, with an axis for each dimension."""
    plain = tensor_of(array.data)
    axes = tuple(dimension(str(name), n) for name, n in zip(array.dims, plain.size, strict=True))
    return relabelled(plain, axes) if axes else plain


def fromXarray(array: Any) -> tuple[tensor, Coordinates]:
    """fromXarray(array): the tensor of an xarray.DataArray, with its dimensions as axes, and a dict of its coordinates.

    The dict has the dimensions and values of each coordinate by name, as `toXarray` and xarray take them. `asTensor`
    gives the tensor alone. Dimensions of one name and length are one axis, and those of one name are of one class.
    """
    if not is_data_array(type(array)):
        raise OceanTypeError(f"fromXarray(): expected an xarray.DataArray, got {shown(array)}")
    coordinates = {
        str(name): (tuple(map(str, values.dims)), values.to_numpy()) for name, values in array.coords.items()
    }
    return tensor_of(array), coordinates


def toXarray(A: Any, coordinates: Coordinates | None = None) -> Any:
    """toXarray(A [,coordinates]): an xarray.DataArray on the memory of a tensor, with the names of axes as dimensions.

    The coordinates are a dict as `fromXarray` gives it, or anything that xarray takes. `convertTo("xarray")` is the
    same without them.
    """
    return data_array(tensor_of(A), False, coordinates)


def data_array(source: tensor, deepcopy: bool = False, coordinates: Any = None) -> Any:
    import xarray

    from .numpy import to_numpy

    names = [name_of(each) for each in source.axes or ()]
    if any(each.name is None and each.axisClass.name is None for each in source.axes or ()):
        raise OceanValueError(
            "An axis without a name has no dimension in xarray; renameAxis gives it a name, and withoutAxes drops axes"
        )
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise OceanValueError(
            f"Two axes are called {twice}, but dimensions of xarray have one name each: renameAxis"
        )
    return xarray.DataArray(to_numpy(source, deepcopy), coordinates, names or None)

"""How large arrays begin: .npy files, raw files, memory maps, and what other packages read by parts."""

from __future__ import annotations

import os

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.objects.array import array

from . import counting, elementwise, products, quantiles, reductions, results, scans, sorting, views  # noqa: F401
from .large import FUNCTIONS, large, np
from .sources import FileArray, Held, Opened, open_npy, writing

__all__ = ["asLarge", "large", "open", "openRaw"]


def open(path: Any, mode: str = "r") -> large:
    """Open the array of a .npy file, to be computed by blocks.

    Parameters
    ----------
    path : str or path
        The file.
    mode : {"r", "r+"}, optional
        Whether the elements can be assigned as well.

    Returns
    -------
    large array
        Nothing is read before it is needed.

    Examples
    --------
    >>> import os, tempfile
    >>> import ocean.numpy as np
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "a.npy")
    >>> np.save(path, np.ones((2, 3)))
    >>> a = ocean.files.open(path)
    >>> a
    <large array of float64, 2x3: 48 bytes, computed by blocks>
    >>> float((a + 1).sum())
    12.0
    >>> folder.cleanup()
    """
    return open_npy(path, writing(mode, "open"))


def openRaw(path: Any, dtype: Any, shape: Any, offset: int = 0, order: str = "C", mode: str = "r") -> large:
    """Open the elements of a file without a header, to be computed by blocks.

    Parameters
    ----------
    path : str or path
        The file.
    dtype : dtype
        The dtype, in any byte order.
    shape : int or tuple of int
        The shape.
    offset : int, optional
        The bytes before the first element.
    order : {"C", "F"}, optional
        Row-major or column-major.
    mode : {"r", "r+"}, optional
        Whether the elements can be assigned as well.

    Returns
    -------
    large array
        Nothing is read before it is needed.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "sensor.raw")
    >>> numpy.arange(6).astype(">f4").tofile(path)
    >>> ocean.files.openRaw(path, ">f4", (2, 3)).sum(axis=1)
    array([ 3., 12.], dtype=float32)
    >>> folder.cleanup()
    """
    size = (int(shape),) if not isinstance(shape, (tuple, list)) else tuple(int(each) for each in shape)
    if min(size, default=0) < 0 or offset < 0:
        raise OceanValueError(f"openRaw(): a shape of {size} at offset {offset} is not possible")
    if order not in ("C", "F"):
        raise OceanValueError(f'openRaw(): the order is "C" or "F", got {order!r}')
    opened = Opened(os.fsdecode(path), writing(mode, "openRaw"))
    if order == "C":
        return FileArray(opened, int(offset), size, dtype)
    return FUNCTIONS["transpose"](FileArray(opened, int(offset), size[::-1], dtype))  # type: ignore[no-any-return]


def asLarge(source: Any) -> large:
    """An array that is computed by blocks, from what there is.

    Parameters
    ----------
    source : object
        A `numpy.memmap`, an array in memory, a Zarr array, or a variable of h5py, netCDF4 and the like, which has a
        shape and a dtype and gives NumPy's arrays for slices.

    Returns
    -------
    large array
        Nothing is copied. Of a map that is contiguous the file is read, not the map.

    Examples
    --------
    >>> import ocean.numpy as np
    >>> a = ocean.files.asLarge(np.arange(6).reshape(2, 3))
    >>> (a * a).sum(axis=0)
    array([ 9, 17, 29])
    """
    if isinstance(source, large):
        return source
    if type(source) is array:
        return Held(source)
    if isinstance(source, numpy.memmap):
        return of_memmap(source)
    if type(source).__module__.partition(".")[0] == "zarr":
        from .zarr import of_zarr

        return of_zarr(source)
    if isinstance(source, numpy.ndarray) or not hasattr(source, "dtype") or not hasattr(source, "shape"):
        return Held(np().asarray(source))
    if not hasattr(source, "__getitem__"):
        raise OceanTypeError(f"asLarge(): {type(source).__name__} gives no parts of itself for slices")
    return Held(source, str(getattr(source, "name", "")))


def of_memmap(source: Any) -> large:
    """The file behind a map, if the map is all of it from an offset on; else the map itself."""
    base = source
    while isinstance(base.base, numpy.memmap):
        base = base.base
    contiguous = source.flags.c_contiguous or source.flags.f_contiguous
    if (
        source.filename is None
        or not contiguous
        or not isinstance(source.dtype.str, str)
        or source.dtype.kind not in "biufc"
    ):
        return Held(np().asarray(source))
    moved = source.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    source.flush()
    order = "C" if source.flags.c_contiguous else "F"
    return openRaw(source.filename, source.dtype, source.shape, int(base.offset) + moved, order)

"""Zarr: arrays in Zarr stores as large arrays, and results written into them by chunks."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any

from .blocks import Region, block_shape, elements_at_once, loop, regions
from .elementwise import wrapped
from .large import large, np
from .sources import Held, writing


class ZarrArray(large):
    """An array in a Zarr store."""

    def __init__(self, source: Any, writable: bool = False) -> None:
        self.source = source
        dtype = np().dtype(source.dtype)
        self.setup(tuple(source.shape), dtype, (), 2 * dtype.itemsize)
        self.chunks = tuple(max(1, int(each)) for each in (getattr(source, "shards", None) or source.chunks))
        self.writes = writable  # type: ignore[misc]

    def told(self) -> tuple[Any, ...]:
        return (str(self.source.store_path), self.shape, str(self.dtype))

    def read(self, region: Region) -> Any:
        try:
            return np().asarray(self.source[region] if self.ndim else self.source[...])
        except Exception as error:
            place = ", ".join(f"{each.start}:{each.stop}" for each in region)
            error.add_note(f"while [{place}] was read from the Zarr array at {self.source.store_path}")
            raise

    def write(self, region: Region, values: Any) -> None:
        self.source[region] = values.to_numpy()


def of_zarr(source: Any, writable: bool = True) -> large:
    if not hasattr(source, "chunks"):
        raise OceanTypeError(f"expected a Zarr array, got {type(source).__name__}; groups have arrays by their names")
    return ZarrArray(source, writable and not source.read_only)


def zarr() -> Any:
    try:
        return import_module("zarr")
    except ImportError as error:
        raise ImportError("openZarr() and saveZarr() need the package zarr: pip install zarr") from error


def openZarr(store: Any, path: str | None = None, mode: str = "r") -> large:
    """Open an array in a Zarr store, to be computed by blocks of whole chunks.

    Parameters
    ----------
    store : str, path or store
        Where it is; anything that `zarr.open_array` takes.
    path : str, optional
        The place of the array in the store.
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
    >>> place = os.path.join(folder.name, "a.zarr")
    >>> ocean.files.saveZarr(place, np.ones((4, 6)), chunks=(2, 3))  # doctest: +SKIP
    >>> ocean.files.openZarr(place).sum(axis=0)  # doctest: +SKIP
    array([4., 4., 4., 4., 4., 4.])
    >>> folder.cleanup()
    """
    written = writing(mode, "openZarr")
    return of_zarr(zarr().open_array(store, path=path or "", mode=mode), written)


def saveZarr(store: Any, a: Any, chunks: Any = None, path: str | None = None, **options: Any) -> None:
    """Compute a large array by blocks of whole chunks and write it into a new Zarr array.

    Parameters
    ----------
    store : str, path or store
        Where it goes; anything that `zarr.create_array` takes. There must be no array yet.
    a : large array or array_like
        What to write.
    chunks : tuple of int, optional
        The shape of the chunks; else blocks of some 8 MB.
    path : str, optional
        The place of the array in the store.
    **options : object
        More for `zarr.create_array`: compressors, attributes.

    Examples
    --------
    >>> import os, tempfile
    >>> import ocean.numpy as np
    >>> folder = tempfile.TemporaryDirectory()
    >>> place = os.path.join(folder.name, "a.zarr")
    >>> ocean.files.saveZarr(place, np.arange(6.0), chunks=(4,))  # doctest: +SKIP
    >>> folder.cleanup()
    """
    node = wrapped(a)
    if not isinstance(node, large):
        node = Held(np().asarray(node))
    if chunks is None:
        count = max(1, (8 << 20) // node.itemsize)
        chunks = block_shape(node.shape, count, node.order, node.chunks)
    chunks = tuple(max(1, int(each)) for each in chunks)
    shards = options.get("shards")
    whole = tuple(map(int, shards)) if isinstance(shards, (tuple, list)) else chunks
    held = math.prod(whole) * node.itemsize
    block = block_shape(node.shape, elements_at_once(node.cost, 3 * node.itemsize), node.order, whole)
    if any(n < c and n < length for n, c, length in zip(block, whole, node.shape, strict=True)):
        raise OceanValueError(
            f"saveZarr(): a chunk of {held:,} bytes and what computes it do not fit into the bound; smaller chunks do"
        )
    with new_array(store, path, shape=node.shape, dtype=node.dtype, chunks=chunks, **options) as target:
        out = ZarrArray(target, True)
        places = regions(node.shape, block, node.order)
        for region, values in loop(places, node.settled, "writing", node.size, node.itemsize):
            out.write(region, values)
            del values


@contextmanager
def new_array(store: Any, path: str | None, **options: Any) -> Iterator[Any]:
    """A new Zarr array that has its name when all is written: as a new folder it is called `.part` before. After an
    error nothing is left of it, or a note says so."""
    place = ""
    if isinstance(store, (str, os.PathLike)) and "://" not in os.fsdecode(store):
        place = os.path.join(os.fsdecode(store), path or "").rstrip(os.sep)
    if not place or place.endswith(".zip") or (os.path.exists(place) and os.listdir(place)):
        target, aside = zarr().create_array(store, name=path, **options), False
    else:
        shutil.rmtree(place + ".part", ignore_errors=True)  # of a program that was killed
        target = zarr().create_array(store if path else place + ".part", name=path and path + ".part", **options)
        aside = True
    try:
        yield target
        if aside:
            os.rename(place + ".part", place)
    except BaseException as error:
        if aside or target.path:
            import_module("zarr.core.sync").sync(target.store_path.delete_dir())
        else:
            error.add_note(f"the Zarr array at {target.store_path} is not complete")
        raise

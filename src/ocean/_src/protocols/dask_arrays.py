"""Dask arrays with chunks of ours: reductions by partial results, and random numbers that no chunks change. Dask itself
is imported by the first call."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import partial as bound
from math import prod

import numpy

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.scale import partial as parts
from ocean._src.scale.large import np  # loads what arrays have: a worker may know nothing of them yet

REDUCTIONS = ("sum", "prod", "mean", "var", "std", "min", "max", "nansum", "nanprod", "nanmean", "nanvar", "nanstd")


def flat(found: Any) -> Iterator[parts.partial]:
    if isinstance(found, (list, tuple)):
        for each in found:
            yield from flat(each)
    else:
        yield found


def chunk(x: Any, axis: Any, keepdims: bool, *, kind: str, dtype: Any, **options: Any) -> parts.partial:
    return parts.of(kind, np().asarray(x), axis, dtype, **options)


def combine(found: Any, axis: Any, keepdims: bool) -> parts.partial:
    return parts.merge(*flat(found))


def aggregate(found: Any, axis: Any, keepdims: bool, *, ddof: float) -> Any:
    return parts.finish(parts.merge(*flat(found)), ddof, keepdims)


def partial_functions(kind: str, dtype: Any = None, ddof: float = 0, **options: Any) -> dict[str, Any]:
    """What Dask calls on chunks, on partial results, and for the result."""
    return {"chunk": bound(chunk, kind=kind, dtype=dtype, **options), "aggregate": bound(aggregate, ddof=ddof),
            "combine": combine}  # fmt: skip


def reduction(kind: str, a: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None, ddof: float = 0,
              split_every: Any = None) -> Any:  # fmt: skip
    """A reduction of a Dask array by partial results.

    Parameters
    ----------
    kind : str
        The reduction: ``"sum"``, ``"mean"``, ``"var"`` and the like.
    a : dask.array.Array
        The array.
    axis : int or tuple of int, optional
        The axes to reduce; all by default.
    keepdims : bool, optional
        Whether the reduced axes stay, with length 1.
    dtype : dtype, optional
        The dtype of the result.
    ddof : float, optional
        What is subtracted from the count in variances and standard deviations.
    split_every : int, optional
        How many partial results are merged at once.

    Returns
    -------
    dask.array.Array
        Not computed yet. It is what one machine gives for all data, up to the last digit, for any chunks.

    Examples
    --------
    >>> import dask.array as da
    >>> d = da.arange(6, chunks=2)
    >>> float(ocean.dask.reduction("var", d, ddof=1).compute(scheduler="sync"))
    3.5
    """
    import dask.array as da

    if kind not in REDUCTIONS:
        raise OceanTypeError(f"reduction(): expected one of {', '.join(REDUCTIONS)}, got {kind!r}")
    found = parts.result_dtype(kind, numpy_dtype(a.dtype), dtype)
    return da.reduction(
        a,
        **partial_functions(kind, dtype, ddof),
        axis=axis,
        keepdims=keepdims,
        dtype=found,
        split_every=split_every,
        concatenate=False,
        meta=np().empty((0,) * a.ndim, found),
        name=f"ocean-{kind}",
    )


def numpy_dtype(dtype: Any) -> Any:
    return numpy.dtype(dtype)


def devicePerWorker(devices: Sequence[str] | None = None) -> Any:
    """A plugin that gives each worker of a Dask cluster a device of its own.

    Workers take the devices in turn, by the numbers in their names, and create arrays there. Arrays that come from the
    devices of other workers are put there, too. Each worker needs a process of its own.

    Parameters
    ----------
    devices : sequence of str, optional
        The names of the devices; all OpenCL devices of a worker's machine by default.

    Returns
    -------
    distributed.WorkerPlugin
        What `client.register_plugin` takes.

    Examples
    --------
    >>> plugin = ocean.dask.devicePerWorker(["gpu0", "gpu1"])
    >>> plugin.name
    'ocean-device'
    """
    from .dask_devices import DevicePerWorker

    return DevicePerWorker(devices)


# --- Random numbers ------------------------------------------------------------------------------------------------

DRAWN = {"uniform": "float64", "normal": "float64", "exponential": "float64", "integers": "int64"}


def drawn(
    name: str, state: Any, shape: tuple[int, ...], args: tuple[Any, ...], dtype: str, block_info: Any = None
) -> Any:
    """The random numbers of a chunk: those of its places in the whole array."""
    ocean = namespace("ocean")
    place = block_info[None]["array-location"]
    source = ocean.random.generator(0)
    source.state = state
    whole = getattr(source, name)(list(reversed(shape)), *args, dtype=getattr(ocean, NAMES[dtype]), lazy=True)
    # tensors are column-major: the reversed axes make rows of an array neighbours in the order of the numbers
    part = whole[tuple(slice(start, stop) for start, stop in reversed(place))].eval()
    return np().asarray(part).transpose()


NAMES = {"float64": "double", "float32": "float", "int64": "int64", "int32": "int32"}


class generator:
    """Random Dask arrays whose numbers depend on the seed and on their places only.

    Arrays with the same seed, shape and order of calls have the same numbers, whatever their chunks.

    Parameters
    ----------
    seed : int
        The seed.

    Examples
    --------
    >>> import ocean.numpy as np
    >>> one = ocean.dask.generator(7).normal((4, 6), chunks=(2, 3)).compute(scheduler="sync")
    >>> other = ocean.dask.generator(7).normal((4, 6), chunks=(4, 1)).compute(scheduler="sync")
    >>> bool(np.all(one == other))
    True
    """

    def __init__(self, seed: int) -> None:
        self.source = namespace("ocean").random.generator(operator.index(seed))

    def draw(self, name: str, size: Any, chunks: Any, dtype: Any, *args: Any) -> Any:
        """A Dask array of random numbers."""
        import dask.array as da

        shape = (int(size),) if not isinstance(size, (tuple, list)) else tuple(int(each) for each in size)
        kind = str(numpy.dtype(dtype or DRAWN[name]))
        if kind not in NAMES or (name == "integers") != (numpy.dtype(kind).kind == "i"):
            raise OceanTypeError(f"{name}(): the dtype cannot be {kind}")
        state = self.source.state
        getattr(self.source, name)([prod(shape)], *args, dtype=getattr(namespace("ocean"), NAMES[kind]), lazy=True)
        pieces = da.core.normalize_chunks(chunks, shape, dtype=numpy.dtype(kind))
        if not shape:
            return da.from_array(drawn(name, state, (), args, kind, {None: {"array-location": []}}), asarray=False)
        meta = np().empty((0,) * len(shape), kind)
        return da.map_blocks(drawn, name, state, shape, args, kind, chunks=pieces, dtype=numpy.dtype(kind), meta=meta)

    def uniform(self, size: Any, low: float = 0.0, high: float = 1.0, chunks: Any = "auto", dtype: Any = None) -> Any:
        """Numbers from `low` to below `high`."""
        return self.draw("uniform", size, chunks, dtype, low, high)

    def normal(self, size: Any, mean: float = 0.0, stdev: float = 1.0, chunks: Any = "auto", dtype: Any = None) -> Any:
        """Normally distributed numbers."""
        return self.draw("normal", size, chunks, dtype, mean, stdev)

    def exponential(self, size: Any, scale: float = 1.0, chunks: Any = "auto", dtype: Any = None) -> Any:
        """Exponentially distributed numbers."""
        return self.draw("exponential", size, chunks, dtype, scale)

    def integers(self, size: Any, low: int, high: int, chunks: Any = "auto", dtype: Any = None) -> Any:
        """Integers from `low` to below `high`."""
        return self.draw("integers", size, chunks, dtype, low, high)

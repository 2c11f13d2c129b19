"""Dask arrays with chunks of ours: reductions, random numbers for any chunks, devices of workers; calls need Dask.

>>> import ocean.dask
>>> x = ocean.dask.generator(1).uniform((1000, 4), chunks=(300, 4))
>>> ocean.dask.reduction("mean", x, axis=0).compute(scheduler="sync").shape
(4,)
"""

from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.protocols.dask_arrays import devicePerWorker, generator, reduction

__all__ = ["devicePerWorker", "generator", "reduction"]

_publish_in(__name__, globals())

"""Arrays in files and stores that may be larger than memory, computed block by block.

>>> import os, tempfile
>>> import ocean.numpy as np
>>> folder = tempfile.TemporaryDirectory()
>>> path = os.path.join(folder.name, "a.npy")
>>> np.save(path, np.arange(12.0).reshape(3, 4))
>>> a = ocean.files.open(path)
>>> with ocean.memory("100MB"):
...     ocean.files.save(os.path.join(folder.name, "z.npy"), (a - a.mean(axis=0)) / a.std(axis=0))
>>> np.load(os.path.join(folder.name, "z.npy"))[:, 0]
array([-1.22474487,  0.        ,  1.22474487])
>>> folder.cleanup()
"""

from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.scale.entry import asLarge, large, open, openRaw
from ocean._src.scale.results import create, save
from ocean._src.scale.zarr import openZarr, saveZarr

__all__ = ["asLarge", "create", "large", "open", "openRaw", "openZarr", "save", "saveZarr"]

_publish_in(__name__, globals())

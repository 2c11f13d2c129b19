"""The format of .npy files: the names of NumPy's module, and functions that write and read arrays."""

from ocean._src.array.files import read_array as read_array
from ocean._src.array.files import write_array as write_array
from ocean._src.base.hints import Any as _Any


def __getattr__(name: str) -> _Any:
    import numpy.lib.format as _theirs

    return getattr(_theirs, name)

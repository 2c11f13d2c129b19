"""The class of files with several arrays, which `np.load` gives."""

from ocean._src.array.files import Archive as NpzFile

__all__ = ["NpzFile"]

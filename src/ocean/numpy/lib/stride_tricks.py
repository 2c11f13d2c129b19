"""Views by strides, of windows and of repeated elements."""

from ocean._src.array import overrides as _overrides
from ocean._src.array.broadcast import broadcast_arrays as broadcast_arrays
from ocean._src.array.broadcast import broadcast_shapes as broadcast_shapes
from ocean._src.array.broadcast import broadcast_to as broadcast_to
from ocean._src.array.stride_tricks import as_strided as as_strided
from ocean._src.array.stride_tricks import sliding_window_view as sliding_window_view

_overrides.ask(globals())

__all__ = ["as_strided", "broadcast_arrays", "broadcast_shapes", "broadcast_to", "sliding_window_view"]

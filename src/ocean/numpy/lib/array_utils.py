"""Where an array lies in memory, and axes counted from the front."""

from ocean._src.array.stride_tricks import byte_bounds as byte_bounds
from ocean._src.array.unwrap import own_axes as normalize_axis_tuple
from ocean._src.array.unwrap import own_axis as normalize_axis_index

__all__ = ["byte_bounds", "normalize_axis_index", "normalize_axis_tuple"]

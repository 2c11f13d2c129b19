"""What packages take from `numpy.lib`: `stride_tricks`, `array_utils`, `format` and `npyio`."""

from types import SimpleNamespace as _SimpleNamespace

from ocean._src.array.broadcast import broadcast_arrays as _broadcast_arrays
from ocean._src.array.broadcast import broadcast_shapes as _broadcast_shapes
from ocean._src.array.broadcast import broadcast_to as _broadcast_to
from ocean._src.array.files import Archive as _Archive
from ocean._src.array.files import NumpyFormat as _NumpyFormat
from ocean._src.array.stride_tricks import as_strided as _as_strided
from ocean._src.array.stride_tricks import byte_bounds as _byte_bounds
from ocean._src.array.stride_tricks import sliding_window_view as _sliding_window_view
from ocean._src.array.unwrap import own_axes as _own_axes
from ocean._src.array.unwrap import own_axis as _own_axis

stride_tricks = _SimpleNamespace(
    as_strided=_as_strided,
    broadcast_arrays=_broadcast_arrays,
    broadcast_shapes=_broadcast_shapes,
    broadcast_to=_broadcast_to,
    sliding_window_view=_sliding_window_view,
)
format = _NumpyFormat("format", "The format of .npy files: NumPy's functions, on the memory of arrays.")
npyio = _SimpleNamespace(NpzFile=_Archive)
array_utils = _SimpleNamespace(byte_bounds=_byte_bounds, normalize_axis_index=_own_axis, normalize_axis_tuple=_own_axes)

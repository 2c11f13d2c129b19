"""What packages take from `numpy.lib`: `stride_tricks.sliding_window_view`."""

from types import SimpleNamespace as _SimpleNamespace

from ocean._src.array.windows import sliding_window_view as _sliding_window_view

stride_tricks = _SimpleNamespace(sliding_window_view=_sliding_window_view)

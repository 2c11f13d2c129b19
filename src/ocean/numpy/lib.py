"""What packages take from `numpy.lib`: `stride_tricks.sliding_window_view`."""

from types import SimpleNamespace as _SimpleNamespace

from ocean._src.array.stride_tricks import sliding_window_view as _sliding_window_view


class _StrideTricks(_SimpleNamespace):
    def __getattr__(self, name: str) -> object:
        text = f"ocean.numpy.lib.stride_tricks has no attribute '{name}'"
        if name == "as_strided":
            text += ": strides that leave the storage are left out; sliding_window_view and slices make views"
        raise AttributeError(text, name=name, obj=self)


stride_tricks = _StrideTricks(sliding_window_view=_sliding_window_view)

"""What packages take from `numpy.lib`: `stride_tricks`, `array_utils`, `format` and `npyio`."""

from . import array_utils as array_utils
from . import format as format
from . import npyio as npyio
from . import stride_tricks as stride_tricks

__all__ = ["array_utils", "format", "npyio", "stride_tricks"]

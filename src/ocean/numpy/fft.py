"""Fourier transforms of arrays, as in NumPy and the array API standard.

>>> import ocean.numpy as np
>>> np.fft.fft([1.0, 0.0, 0.0, 0.0])
array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
"""

from ocean._src.array.linalg import ARRAYS as _ARRAYS
from ocean._src.array.overrides import ask as _ask
from ocean._src.base.errors import unknown_name as _unknown
from ocean._src.base.hints import Any as _Any
from ocean._src.core.call.callables import document as _document
from ocean._src.linalg.fft import block as _block
from ocean._src.linalg.fft import frequencies as _frequencies
from ocean._src.linalg.fft import line as _line
from ocean._src.linalg.fft import shift as _shift
from ocean.fft import __all__ as __all__

fft = _line(_ARRAYS, "fft")
ifft = _line(_ARRAYS, "ifft")
rfft = _line(_ARRAYS, "rfft")
irfft = _line(_ARRAYS, "irfft")
hfft = _line(_ARRAYS, "hfft")
ihfft = _line(_ARRAYS, "ihfft")

fftn = _block(_ARRAYS, "fftn")
ifftn = _block(_ARRAYS, "ifftn")
rfftn = _block(_ARRAYS, "rfftn")
irfftn = _block(_ARRAYS, "irfftn")
fft2 = _block(_ARRAYS, "fft2")
ifft2 = _block(_ARRAYS, "ifft2")
rfft2 = _block(_ARRAYS, "rfft2")
irfft2 = _block(_ARRAYS, "irfft2")

fftshift = _shift(_ARRAYS, "fftshift")
ifftshift = _shift(_ARRAYS, "ifftshift")

fftfreq = _frequencies(_ARRAYS, "fftfreq")
rfftfreq = _frequencies(_ARRAYS, "rfftfreq")

_ask(globals())
_document(__name__, globals())


def __getattr__(name: str) -> _Any:
    raise _unknown(__name__, name)

"""Fourier transforms of tensors, along the first axis unless another is named.

>>> ocean.fft.fft([1.0,2.0,3.0,4.0])
   10 + 0j    -2 + 2j    -2 + 0j    -2 - 2j
<tensor.complex-double of size 4 on cpu>
"""

from ocean._src.base.errors import unknown_name as _unknown
from ocean._src.base.hints import Any as _Any
from ocean._src.core.call.callables import document as _document
from ocean._src.linalg.conventions import TENSORS as _TENSORS
from ocean._src.linalg.fft import block as _block
from ocean._src.linalg.fft import frequencies as _frequencies
from ocean._src.linalg.fft import line as _line
from ocean._src.linalg.fft import shift as _shift

fft = _line(_TENSORS, "fft")
ifft = _line(_TENSORS, "ifft")
rfft = _line(_TENSORS, "rfft")
irfft = _line(_TENSORS, "irfft")
hfft = _line(_TENSORS, "hfft")
ihfft = _line(_TENSORS, "ihfft")

fftn = _block(_TENSORS, "fftn")
ifftn = _block(_TENSORS, "ifftn")
rfftn = _block(_TENSORS, "rfftn")
irfftn = _block(_TENSORS, "irfftn")
fft2 = _block(_TENSORS, "fft2")
ifft2 = _block(_TENSORS, "ifft2")
rfft2 = _block(_TENSORS, "rfft2")
irfft2 = _block(_TENSORS, "irfft2")

fftshift = _shift(_TENSORS, "fftshift")
ifftshift = _shift(_TENSORS, "ifftshift")

fftfreq = _frequencies(_TENSORS, "fftfreq")
rfftfreq = _frequencies(_TENSORS, "rfftfreq")

_document(__name__, globals())


def __getattr__(name: str) -> _Any:
    raise _unknown(__name__, name)


__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

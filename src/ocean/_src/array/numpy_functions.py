"""Functions of `ocean.numpy` that are NumPy's, directly or through the fallback: loaded with NumPy on first use."""

from __future__ import annotations

import numpy as _numpy

from ocean._src.base.hints import Any as _Any

from .numpy_fallback import host as _host
from .numpy_fallback import through as _through

AxisError = _numpy.exceptions.AxisError
base_repr = _numpy.base_repr
binary_repr = _numpy.binary_repr
get_printoptions = _numpy.get_printoptions
geterr = _numpy.geterr
geterrcall = _numpy.geterrcall
mintypecode = _numpy.mintypecode
ndindex = _numpy.ndindex
printoptions = _numpy.printoptions
set_printoptions = _numpy.set_printoptions
seterrcall = _numpy.seterrcall
poly1d = _numpy.poly1d
typecodes = _numpy.typecodes
typename = _numpy.typename

bartlett = _through("bartlett")
blackman = _through("blackman")
hamming = _through("hamming")
hanning = _through("hanning")
histogramdd = _through("histogramdd", "drop")
i0 = _through("i0", "along")
kaiser = _through("kaiser")
packbits = _through("packbits", "refuse")
poly = _through("poly", "refuse")
polyadd = _through("polyadd", "refuse")
polyder = _through("polyder", "refuse")
polydiv = _through("polydiv", "refuse")
polyfit = _through("polyfit", "refuse")
polyint = _through("polyint", "refuse")
polymul = _through("polymul", "refuse")
polysub = _through("polysub", "refuse")
roots = _through("roots", "refuse")
spacing = _through("spacing", "along")
unpackbits = _through("unpackbits", "refuse")


def broadcast(*arrays: _Any) -> _numpy.broadcast:
    """NumPy's object for arrays that are broadcast together: its shape, and an iterator over elements, on the host."""
    return _numpy.broadcast(*_host(arrays))

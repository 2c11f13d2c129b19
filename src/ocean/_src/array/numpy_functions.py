"""Functions of `ocean.numpy` that are NumPy's, directly or through the fallback: loaded with NumPy on first use."""

from __future__ import annotations

import numpy as _numpy

from ocean._src.axes.table import give_array_rules as _give_rules

from .numpy_fallback import through as _through

base_repr = _numpy.base_repr
binary_repr = _numpy.binary_repr
errstate = _numpy.errstate
get_printoptions = _numpy.get_printoptions
geterr = _numpy.geterr
ndindex = _numpy.ndindex
printoptions = _numpy.printoptions
set_printoptions = _numpy.set_printoptions
seterr = _numpy.seterr

bartlett = _through("bartlett")
blackman = _through("blackman")
hamming = _through("hamming")
hanning = _through("hanning")
histogramdd = _through("histogramdd")
i0 = _through("i0")
kaiser = _through("kaiser")
packbits = _through("packbits")
poly = _through("poly")
polyadd = _through("polyadd")
polyder = _through("polyder")
polydiv = _through("polydiv")
polyfit = _through("polyfit")
polyint = _through("polyint")
polymul = _through("polymul")
polysub = _through("polysub")
roots = _through("roots")
spacing = _through("spacing")
unpackbits = _through("unpackbits")

_named = {**globals(), "__name__": "ocean.numpy"}
_give_rules(_named)
globals().update((name, each) for name, each in _named.items() if not name.startswith("_"))

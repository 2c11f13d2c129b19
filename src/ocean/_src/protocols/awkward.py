"""Awkward Array: `awkward.from_numpy` and `awkward.Array` take arrays for NumPy's, on the same memory."""

from __future__ import annotations

from awkward._nplikes import dispatch
from awkward._nplikes.numpy import Numpy

from ocean._src.core.objects.array import array

dispatch._type_to_nplike[array] = Numpy.instance()

"""The error of an axis out of range, a class of both NumPy and Ocean."""

from __future__ import annotations

import numpy

from ocean._src.base.errors import OceanIndexError, OceanValueError


class AxisError(numpy.exceptions.AxisError, OceanValueError, OceanIndexError):
    """An axis is out of range."""

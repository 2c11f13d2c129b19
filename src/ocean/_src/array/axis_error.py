"""The error that an axis is out of range, which is NumPy's and Ocean's."""

from __future__ import annotations

import numpy

from ocean._src.base.errors import OceanIndexError, OceanValueError


class AxisError(numpy.exceptions.AxisError, OceanValueError, OceanIndexError):
    """An axis is out of range."""

"""The error of linear algebra, a class of both NumPy and Ocean."""

from __future__ import annotations

import numpy as np

from ocean._src.base.errors import OceanValueError


class LinAlgError(OceanValueError, np.linalg.LinAlgError):
    """Matrices have the wrong size, are singular or not positive definite, or an iteration does not converge."""


LinAlgError.__module__ = "ocean.linalg"

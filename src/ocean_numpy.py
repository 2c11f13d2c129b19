"""The NumPy plug-in under its other name."""

import pyOceanNumpy  # noqa: F401

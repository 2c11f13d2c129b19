"""The NumPy plug-in: importing it lists 'numpy' among the types that tensors come from and convert to."""

from ocean._src.exchange.registry import EXPORT_TYPES as _EXPORT_TYPES
from ocean._src.exchange.registry import use_built_in as _use_built_in

if "numpy" not in _EXPORT_TYPES:
    _use_built_in("numpy")

"""The NumPy plug-in: importing it registers 'numpy' for `tensor.convertTo`."""

from ocean.exchange.numpy import numpy_scalar as _scalar
from ocean.exchange.numpy import numpy_tensor as _tensor
from ocean.exchange.numpy import to_numpy as _export
from ocean.exchange.registry import register as _register

_register("numpy", _tensor, _scalar, _export)

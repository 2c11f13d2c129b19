"""The tensor of gtensor, spelled as its document spells it, over the same memory as arrays.

>>> from ocean.gtensor import slice_type, tensor
>>> t = tensor[float]([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
>>> t(1, slice_type(1, -1))
[(2){6,7}]
"""

from ocean._src.array.gtensor import config, exec_pol, multithreading, slice_type, tensor
from ocean._src.base.classes import publish_in as _publish_in

__all__ = ["config", "exec_pol", "multithreading", "slice_type", "tensor"]

_publish_in(__name__, globals())

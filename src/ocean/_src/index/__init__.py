"""Indexing: what may stand between the brackets of tensors and storage, and index objects that remember it.

The hot path (`core/indexing`) reads keys and moves elements; this room converts what users put into keys and values.
"""

from ocean._src.core import indexing
from ocean._src.ops.dispatch import OPERATIONS

from . import protocols
from .convert import part_as_tensor, value_for
from .objects import index

indexing.install(OPERATIONS["copy"], index, part_as_tensor, value_for)

__all__ = ["index", "protocols"]

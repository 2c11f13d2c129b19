"""Indexing: what may stand between the brackets of tensors and storage, and index objects that remember it.

The hot path (`core/indexing`) reads keys and moves elements; this package converts keys and values.
"""

from . import protocols
from .convert import part_as_tensor, value_for
from .objects import index
from .pick import offsets, places, plan_pick

HOOKS = {"key": part_as_tensor, "value": value_for, "pick": plan_pick, "places": places, "offsets": offsets}

__all__ = ["HOOKS", "index", "protocols"]

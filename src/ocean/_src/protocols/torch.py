"""PyTorch: `torch.asarray` of arrays and tensors, whose bytes it would take for numbers of its default dtype."""

from __future__ import annotations

from functools import wraps

import torch
from torch.utils.dlpack import from_dlpack

from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.tensor import tensor

theirs = torch.asarray


@wraps(theirs)
def asarray(obj: Any, *given: Any, **options: Any) -> Any:
    return theirs(from_dlpack(obj) if isinstance(obj, (array, tensor)) else obj, *given, **options)


torch.asarray = asarray

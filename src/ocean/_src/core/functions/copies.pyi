"""Copying and casting tensors."""

from typing import Any

from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import tensor

def cast(*args: Any, **named: Any) -> Any: ...
def ensure(*args: Any, **named: Any) -> Any: ...
def converted(source: tensor, kind: dtype | None, where: device | None, deep: bool = False) -> tensor: ...

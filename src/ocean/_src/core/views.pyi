"""The methods of tensor that give views; `core/tensor.pyi` shows them as methods."""

from collections.abc import Callable
from typing import Any

from ocean._src.core.tensor import tensor

VIEWS: tuple[Callable[..., Any], ...]
PARTS: tuple[Callable[[tensor], tensor], ...]


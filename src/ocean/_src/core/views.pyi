"""The methods of tensor that give views; `core/tensor.pyi` shows them as methods."""

from collections.abc import Callable
from typing import Any

VIEWS: tuple[Callable[..., Any], ...]


"""The methods of tensor that give views; `core/objects/tensor.pyi` shows them as methods."""

from collections.abc import Callable, Iterable
from typing import Any

def ravel(self: Any, order: str = "F") -> Any:
    """All elements as a vector in column-major ("F") or row-major ("C") order, always a view."""

def flip_along(self: Any, axes: Iterable[int] | None = None) -> Any:
    """A view that runs along dimensions in the other direction, or along all of them. Their numbers are not checked."""

def reshape(self: Any, *size: Any, inplace: bool | None = False) -> Any: ...

VIEWS: tuple[Callable[..., Any], ...]

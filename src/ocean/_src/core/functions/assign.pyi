"""Assignment, evaluation, resizing and traversal of tensors; `core/objects/tensor.pyi` shows them as methods."""

from collections.abc import Iterator

from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.tensor import tensor

class traversal:
    """The elements of a tensor one after another, in column-major ("F") or row-major ("C") order."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[scalar]: ...
    def __reversed__(self) -> Iterator[scalar]: ...

def is_whole(self: tensor) -> bool: ...

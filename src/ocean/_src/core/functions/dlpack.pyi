"""DLPack capsules in both directions. A capsule owns its structure until a consumer takes it and renames it."""

from typing import Any

from ocean._src.core.objects.tensor import tensor

HOST: tuple[int, int]
DEVICE_NAMES: dict[int, str]
CODE_NAMES: dict[int, str]

class borrowed:
    """A structure that was taken from a capsule; it is deleted with this object."""

def obstacle(source: tensor) -> str | None:
    """The reason why DLPack cannot describe a tensor, or None."""

def new_capsule(source: tensor, versioned: bool, copied: bool) -> Any:
    """A capsule on the memory of a tensor that DLPack can describe; the old kind has no read-only flag."""

def tensor_from_capsule(capsule: Any) -> tensor:
    """A tensor on the memory of a DLPack capsule, which this consumes."""

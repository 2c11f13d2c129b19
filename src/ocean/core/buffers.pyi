"""Reading Python's buffer protocol: what a buffer looks like, kept open as long as somebody uses its memory."""

from typing import Any, Final

class held_buffer:
    """An open buffer: its address, shape, strides and format. It is released when this object goes away."""

    shape: Final[tuple[int, ...]]
    strides: Final[tuple[int, ...]]
    format: Final[str]
    @property
    def address(self) -> int: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def readonly(self) -> bool: ...
    @property
    def owner(self) -> Any:
        """The object whose memory it is."""

def describe_buffer(value: Any) -> held_buffer | None:
    """The open buffer of an object, or None when it has no (direct) buffer."""

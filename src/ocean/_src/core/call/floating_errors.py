"""The floating-point errors that a program asks for, by `np.errstate` and `np.seterr`; no others are checked."""

from __future__ import annotations

from contextvars import ContextVar

KINDS = ("divide", "over", "under", "invalid")
"""The kinds of errors, in the order of their bits, as in NumPy."""

HEEDED: ContextVar[int] = ContextVar("heeded floating-point errors", default=0)
"""The bits of the kinds that the program has set to anything but "ignore", in this thread and context."""


def watching() -> bool:
    """Whether the program asked for any kind."""
    return HEEDED.get() != 0

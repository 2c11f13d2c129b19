"""Errors: every failure of Ocean's own is an OceanError, and also the class that Python's habit expects."""


class OceanError(RuntimeError):
    """Base of all errors that Ocean raises."""


class OceanTypeError(OceanError, TypeError):
    """An argument has the wrong type."""


class OceanValueError(OceanError, ValueError):
    """An argument has the right type and an impossible value."""


class OceanIndexError(OceanError, IndexError):
    """An index or axis is out of range."""


class OceanMemoryError(OceanError, MemoryError):
    """There is no room for a block of memory; nothing has changed."""


class OceanBufferError(OceanError, BufferError):
    """Memory cannot be shared in the requested way."""

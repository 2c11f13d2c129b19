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
    """There is not enough memory; nothing has changed."""


class OceanBufferError(OceanError, BufferError):
    """Memory cannot be shared in the requested way."""


def integer_text(value: object) -> str:
    """An integer for a message; Python refuses to write out very long ones."""
    bits = value.bit_length() if isinstance(value, int) else 0
    return f"of {bits} bits" if bits > 256 else str(value)


for _error in (OceanError, OceanTypeError, OceanValueError, OceanIndexError, OceanMemoryError, OceanBufferError):
    _error.__module__ = "ocean"  # shown, and pickled, under the name that users know

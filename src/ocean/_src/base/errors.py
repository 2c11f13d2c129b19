"""Errors: each one is an OceanError, and also the built-in class that Python's conventions suggest."""

from __future__ import annotations

import reprlib
import sys

from ocean._src.base.hints import Any, TypeVar

Error = TypeVar("Error", bound=Exception)


class OceanError(RuntimeError):
    """Base of all errors that Ocean raises."""


class OceanTypeError(OceanError, TypeError):
    """An argument has the wrong type."""


class OceanValueError(OceanError, ValueError):
    """An argument has the right type and an impossible value."""


class OceanOverflowError(OceanValueError, OverflowError):
    """A number is out of the range of a dtype."""


class OceanElementError(OceanValueError, OceanTypeError):
    """An element of an array is set to a sequence: NumPy raises one or the other."""


class OceanZeroDivisionError(OceanValueError, ZeroDivisionError):
    """A step of zero."""


class OceanIndexError(OceanError, IndexError):
    """An index or axis is out of range."""


class OceanMemoryError(OceanError, MemoryError):
    """There is not enough memory; nothing has changed."""


class OceanBufferError(OceanError, BufferError):
    """Memory cannot be shared in the requested way."""


CHANGED = "a tensor that it changes"
"""What stops the trace of a function that changes one of its arguments, or something that has views."""


class Untraceable(BaseException):
    """A traced function needs something that may change from call to call. This is not an Exception, so that the
    function itself does not catch it."""

    def __init__(self, what: str, memory: object = None) -> None:
        super().__init__(what)
        self.what, self.memory = what, memory


def integer_text(value: object) -> str:
    """An integer for a message; Python refuses to print very long ones."""
    bits = value.bit_length() if isinstance(value, int) else 0
    return f"of {bits} bits" if bits > 256 else str(value)


def out_of_bounds(value: object, dtype: str) -> OceanOverflowError:
    """The error of a Python integer that a dtype does not hold, in NumPy's words."""
    return OceanOverflowError(f"Python integer {integer_text(value)} out of bounds for {dtype}")


class _Shortener(reprlib.Repr):
    """`repr`, shortened to one line."""

    def __init__(self) -> None:
        super().__init__()
        self.maxother, self.maxstring = 80, 60

    def repr1(self, x: Any, level: int) -> str:
        try:
            footer, shape = getattr(x, "footer", None), getattr(x, "shape", None)
        except Exception:  # foreign objects may raise anything
            footer = shape = None
        if isinstance(footer, str) and type(x).__module__ == "ocean":
            return footer
        if isinstance(shape, tuple) and shape:
            return f"{type(x).__name__} of size {'x'.join(map(str, shape))}"
        return " ".join(super().repr1(x, level).split())

    def repr_slice(self, x: slice, level: int) -> str:
        return f"slice({', '.join(self.repr1(each, level - 1) for each in (x.start, x.stop, x.step))})"

    def repr_int(self, x: int, level: int) -> str:
        return f"an integer {text}" if (text := integer_text(x)).startswith("of") else text


shown = _Shortener().repr
"""A value for a message: a tensor as its footer; long values are truncated."""


def noted(error: Error, note: str) -> Error:
    """Add a note to an error whose text is fixed by the documents."""
    error.add_note(note)
    return error


for _error in (
    OceanError, OceanTypeError, OceanValueError, OceanIndexError, OceanOverflowError, OceanElementError,
    OceanMemoryError, OceanBufferError,
):  # fmt: skip
    _error.__module__ = "ocean"  # shown and pickled under the public name


def unknown_name(module: str, name: str) -> AttributeError:
    """The error for a name that a module does not have, with one that looks like it."""
    text = f"module '{module}' has no attribute '{name}'"
    place: Any = sys.modules[module]
    if name.startswith("_"):
        return AttributeError(text, name=name, obj=place)
    import difflib

    near = difflib.get_close_matches(name, dir(place), 1, 0.75)
    # with the object, Python adds a guess when it prints an uncaught error
    return AttributeError(f"{text}; did you mean '{near[0]}'?" if near else text, name=name, obj=None)


def no_text(a: Any, b: Any) -> Any:
    """The result of `a * b` that nobody knows: NotImplemented, but an error for text, which Python would repeat."""
    if isinstance(a, (str, bytes)) or isinstance(b, (str, bytes)):
        names = [f"{type(each).__module__}.{type(each).__name__}".removeprefix("builtins.") for each in (a, b)]
        raise OceanTypeError(f"unsupported operand types for *: '{names[0]}' and '{names[1]}'")
    return NotImplemented

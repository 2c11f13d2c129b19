"""How arrays print, by NumPy's options, and NumPy's functions for it."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled

from .numpy_fallback import host
from .unwrap import as_array

__all__ = ["array2string", "array_repr", "array_str", "format_float_positional", "format_float_scientific"]


def array_repr(arr: Any, max_line_width: int | None = None, precision: int | None = None,
               suppress_small: bool | None = None) -> str:  # fmt: skip
    """The text that `repr` gives, with other options."""
    with numpy.printoptions(**options(max_line_width, precision, suppress_small)):
        return repr(as_array(arr))


def array_str(a: Any, max_line_width: int | None = None, precision: int | None = None,
              suppress_small: bool | None = None) -> str:  # fmt: skip
    """The text that `str` gives, with other options."""
    with numpy.printoptions(**options(max_line_width, precision, suppress_small)):
        return str(as_array(a))


def options(width: int | None, precision: int | None, suppress: bool | None) -> dict[str, Any]:
    given = {"linewidth": width, "precision": precision, "suppress": suppress}
    return {name: value for name, value in given.items() if value is not None}


def array2string(a: Any, *given: Any, **named: Any) -> str:
    """The elements as text, with NumPy's options."""
    return numpy.array2string(host(as_array(a)), *given, **named)


@ruled("refuse")
def format_float_positional(x: Any, *given: Any, **named: Any) -> str:
    """A number as text without an exponent, with NumPy's options."""
    return numpy.format_float_positional(number(x), *given, **named)


@ruled("refuse")
def format_float_scientific(x: Any, *given: Any, **named: Any) -> str:
    """A number as text with an exponent, with NumPy's options."""
    return numpy.format_float_scientific(number(x), *given, **named)


def number(x: Any) -> Any:
    """A number as one of NumPy, whose dtype determines the number of digits."""
    return x if isinstance(x, (int, float)) else host(as_array(x))[()]

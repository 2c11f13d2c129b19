"""Arrays that must have a dtype, an order, flags, or finite elements."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array

from .create import asarray
from .ufuncs import UFUNCS

__all__ = ["asarray_chkfinite", "require"]


@ruled("along")
def require(a: Any, dtype: Any = None, requirements: Any = None) -> array:
    """An array with a dtype and with what is required: an order ("C" or "F"), that it can be written to ("W"), that
    memory is its own ("O"), that elements are aligned ("A")."""
    names = set()
    for each in [requirements] if isinstance(requirements, str) else requirements or []:
        if each.upper() not in REQUIREMENTS:
            raise OceanValueError(f"require(): requirements are {', '.join(REQUIREMENTS)}, got {shown(each)}")
        names.add(REQUIREMENTS[each.upper()])
    if {"C", "F"} <= names:
        raise OceanValueError("require(): an order is C or F, not both")
    found = asarray(a, dtype, next((each for each in "CF" if each in names), None))
    flags = found.flags
    if (
        ("W" in names and not flags.writeable)
        or ("O" in names and found.base is not None)
        or ("A" in names and not flags.aligned)
    ):
        found = found.copy("A")
    return found


REQUIREMENTS = {
    name: short for short, names in {
        "C": "C C_CONTIGUOUS CONTIGUOUS", "F": "F F_CONTIGUOUS FORTRAN", "A": "A ALIGNED", "W": "W WRITEABLE",
        "O": "O OWNDATA", "E": "E ENSUREARRAY",
    }.items() for name in names.split()
}  # fmt: skip
"""The requirements of `require`, by all names."""


@ruled("refuse")
def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> array:
    """An array from anything like one, in which no element may be NaN or infinite."""
    found = asarray(a, dtype, order)
    if found._dtype.isfloat and not bool(UFUNCS["isfinite"](found).all()):
        raise OceanValueError("array must not contain infs or NaNs")
    return found

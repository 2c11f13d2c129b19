"""The argument `out`: results that are written into arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.ops.numpy_rows import can_cast_kinds, check_cast

from .ufuncs import out_of


def given_to(out: Any, result: array, name: str, casting: str = "same_kind", read: bool = False) -> array:
    """A result, or the array `out` after the result was written into it, cast by a rule. `read`: NumPy reads `out`,
    too, which must be a safe cast to the dtype of the result."""
    target = out_of(name, out)
    if target is None:
        return result
    if read and not can_cast_kinds(target._dtype, result._dtype, "safe"):
        raise OceanTypeError(
            f"{name}(): Cannot cast array data from {target._dtype.name}, the dtype of out, to {result._dtype.name} "
            "according to the rule 'safe'"
        )
    if target.shape != result.shape:
        raise OceanValueError(f"{name}(): out has shape {target.shape}, expected {result.shape}")
    check_cast(name, result._dtype, target._dtype, casting)
    target[...] = result
    return target

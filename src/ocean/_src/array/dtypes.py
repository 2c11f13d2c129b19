"""Dtypes of arrays, which are NumPy's: promotion, casting and limits, also for the dtypes that NumPy has no rules
for, and the queries of the array API standard."""

from __future__ import annotations

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import asking, ruled
from ocean._src.core.call.operands import import_scalar
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import (
    BOOL,
    DOUBLE,
    DTYPE_LIST,
    HALF,
    array_dtype,
    common,
    computing_of,
    dtype,
    find_array_dtype,
    scalar,
)
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.numpy_rows import can_cast_kinds

from .numpy_fallback import host
from .unwrap import NUMBERS, as_array, operand, read_dtype

__all__ = [
    "astype", "can_cast", "common_type", "finfo", "isdtype", "issubdtype", "min_scalar_type", "promote_types",
    "result_type",
]  # fmt: skip

BEYOND = {row.numpy: each for each, row in zip(DTYPE_LIST, TABLE, strict=True) if not row.letter}
"""The dtypes that NumPy has no rules for, by their names in ml_dtypes."""
STRANGE = frozenset(BEYOND.values())


def beyond(name: str) -> Any:
    """The type of numbers that NumPy lacks, by name: that of ml_dtypes, or Ocean's dtype if it has none."""
    found = array_dtype(BEYOND[name])
    return found.type if isinstance(found, numpy.dtype) else found


def beyond_numpy(value: Any) -> dtype | None:
    """The dtype that a dtype stands for if NumPy has no rules for it, else None."""
    found = find_array_dtype(value)
    return found if found in STRANGE else None


def plain(value: Any) -> Any:
    """The dtype of an array or tensor; anything else unchanged."""
    return value.dtype if isinstance(value, (array, tensor, rtensor, scalar)) else value


def promote_types(type1: Any, type2: Any) -> Any:
    """The smallest dtype that holds two others."""
    if beyond_numpy(type1) is None and beyond_numpy(type2) is None:
        return numpy.promote_types(type1, type2)
    return array_dtype(common(read_dtype(type1) or DOUBLE, read_dtype(type2) or DOUBLE))


@asking
def result_type(*arrays_and_dtypes: Any) -> Any:
    """The dtype that an operation on arrays, dtypes and Python numbers gives."""
    given = [plain(each) for each in arrays_and_dtypes]
    if all(beyond_numpy(each) is None for each in given):
        return numpy.result_type(*given)
    return array_dtype(result_kind(*given))


def result_kind(*given: Any) -> dtype:
    """The same as one of our dtypes, without NumPy."""
    if all(type(each) is array for each in given):
        return common(*(each._dtype for each in given))
    strong = [each._dtype if type(each) is array else dtype_of(each) for each in given if type(each) not in NUMBERS]
    weak = [each for each in given if type(each) in NUMBERS]
    if not strong:
        strong = [dtype_of(weak.pop(0))]
    kind = common(*strong)
    return common(kind, *(weak_dtype(each, kind) for each in weak))


def dtype_of(value: Any) -> dtype:
    if type(value) in NUMBERS:
        from .ufuncs import own_number

        return own_number(value).dtype
    number = import_scalar(value)
    if number is not None:
        found: dtype = number.dtype
        return found
    if isinstance(value, (str, type, dtype)) or type(value).__module__.split(".")[0] == "numpy":
        try:
            return read_dtype(value) or BOOL
        except OceanTypeError:
            pass
    given = operand(value)
    if given is NotImplemented:
        raise OceanTypeError(f"There is no dtype for {value!r}")
    result: dtype = given.dtype
    return result


def can_cast(from_: Any, to: Any, casting: str = "safe") -> bool:
    """Whether a dtype can be cast to another: by a rule, or without losing values."""
    from_ = plain(from_)
    if beyond_numpy(from_) is None and beyond_numpy(to) is None:
        return bool(numpy.can_cast(from_, to, casting))  # type: ignore[arg-type]
    wanted = read_dtype(to)
    assert wanted is not None
    return can_cast_kinds(dtype_of(from_), wanted, casting)


@ruled("refuse")
def common_type(*arrays: Any) -> Any:
    """The type of floating or complex numbers that holds the elements of all arrays; integers count as float64."""
    kinds = [as_array(each)._dtype for each in arrays]
    if BOOL in kinds:
        raise OceanTypeError("common_type(): an array of bool has no numbers")
    found = array_dtype(common(*(each if each.isfloat else DOUBLE for each in kinds)) if kinds else HALF)
    return found.type if isinstance(found, numpy.dtype) else found


@ruled("refuse")
def min_scalar_type(a: Any, /) -> Any:
    """The smallest dtype that holds a number; that of an array with axes."""
    if type(a) in NUMBERS:
        return numpy.min_scalar_type(a)
    found = as_array(a)
    return found.dtype if found.ndim or not found._dtype.isnumber else numpy.min_scalar_type(host(found)[()])


class Limits(type):
    """The class of `finfo`: its instances are those of NumPy's class, and of that of ml_dtypes."""

    def __call__(cls, dtype: Any) -> Any:
        kind = beyond_numpy(plain(dtype))
        if kind is None:
            return numpy.finfo(plain(dtype))
        from ml_dtypes import finfo as limits

        return limits(array_dtype(kind))  # type: ignore[no-untyped-call]

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, numpy.finfo)

    def __getitem__(cls, kind: Any) -> Any:
        return numpy.finfo[kind]


class finfo(metaclass=Limits):
    """The limits of a floating dtype: NumPy's `finfo`, or that of ml_dtypes for what NumPy lacks."""


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether a dtype is another one, or of a kind such as "integral"; of any of them if a tuple is given."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, each) for each in kind)
    found = find_array_dtype(dtype) if not isinstance(dtype, str) else None
    if found is not None and not isinstance(kind, str) and find_array_dtype(kind) is not None:
        return found is find_array_dtype(kind)
    return bool(numpy.isdtype(dtype if found is None else array_dtype(computing_of(found)), kind))


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether a dtype is another one, or of a kind such as `np.floating`."""
    kind = beyond_numpy(arg1)
    if kind is None:
        return bool(numpy.issubdtype(arg1, arg2))
    other = find_array_dtype(arg2)
    return bool(numpy.issubdtype(array_dtype(computing_of(kind)), arg2)) if other is None else other is kind


@asking
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> array:
    """A copy with another dtype; without `copy`, the array itself where the dtype is the same."""
    if isinstance(x, (list, tuple, int, float, complex)) and not hasattr(x, "dtype"):
        raise OceanTypeError(f"astype() takes an array, got {type(x).__name__}")
    result: array = as_array(x).astype(dtype, copy=copy, device=device)
    return result

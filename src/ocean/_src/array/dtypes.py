"""Dtypes by NumPy's conventions: promotion, casting, limits, and the queries of the array API standard."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, ClassVar

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import import_scalar
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, HALF, common, dtype, scalar
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.ops.numpy_rows import can_cast_kinds

from .numpy_fallback import host
from .unwrap import NUMBERS, as_array, operand, read_dtype

__all__ = [
    "astype", "can_cast", "common_type", "complexfloating", "finfo", "floating", "generic", "iinfo", "inexact",
    "integer", "isdtype", "issubdtype", "min_scalar_type", "number", "promote_types", "result_type", "signedinteger",
    "unsignedinteger",
]  # fmt: skip


def promote_types(type1: Any, type2: Any) -> dtype:
    """The smallest dtype that holds two others."""
    first, second = read_dtype(type1), read_dtype(type2)
    if first is None or second is None:
        raise OceanTypeError("promote_types() takes two dtypes")
    return common(first, second)


def result_type(*arrays_and_dtypes: Any) -> dtype:
    """The dtype that an operation on arrays, dtypes and Python numbers gives."""
    if not arrays_and_dtypes:
        raise OceanValueError("result_type() needs at least one array or dtype")
    if all(type(each) is array for each in arrays_and_dtypes):
        return common(*(each.dtype for each in arrays_and_dtypes))
    strong: list[dtype] = []
    weak = []
    for each in arrays_and_dtypes:
        if type(each) in NUMBERS:
            weak.append(each)
        elif type(each) is array or isinstance(each, scalar):
            strong.append(each.dtype)
        else:
            strong.append(dtype_of(each))
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
    if type(from_) in NUMBERS:
        raise OceanTypeError("can_cast() takes dtypes and arrays, not Python numbers")
    wanted = read_dtype(to)
    assert wanted is not None
    return can_cast_kinds(dtype_of(from_), wanted, casting)


@ruled("refuse")
def common_type(*arrays: Any) -> dtype:
    """The floating or complex dtype that holds the elements of all arrays; integers count as double."""
    kinds = [as_array(each).dtype for each in arrays]
    if BOOL in kinds:
        raise OceanTypeError("common_type(): an array of bool has no numbers")
    return common(*(each if each.isfloat else DOUBLE for each in kinds)) if kinds else HALF


@ruled("refuse")
def min_scalar_type(a: Any, /) -> dtype:
    """The smallest dtype that holds a number; that of an array with axes."""
    if type(a) in NUMBERS and (kind := numpy.min_scalar_type(a)) in smallest():
        return smallest()[kind]
    found = as_array(a)
    if found.ndim or not found.dtype.isnumber:
        return found.dtype
    return dtype_of(numpy.min_scalar_type(found.item() if type(a) in NUMBERS else host(found)[()]))


@cache
def smallest() -> dict[Any, dtype]:
    """The dtypes of NumPy that hold Python's numbers."""
    codes = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
    return {numpy.dtype(each): dtype_of(each) for each in codes}


class finfo:
    """The limits of a floating dtype."""

    KNOWN: ClassVar[dict[dtype, finfo]] = {}

    def __new__(cls, type: Any) -> finfo:
        kind = type.dtype if isinstance(type, array) else read_dtype(type)
        if kind is None or not kind.isfloat:
            raise OceanValueError(f"finfo() takes a floating dtype, got {type!r}")
        found = cls.KNOWN.get(kind)
        if found is None:
            found = cls.KNOWN[kind] = super().__new__(cls)
            found.describe(kind.basetype)
        return found

    def describe(self, base: dtype) -> None:
        digits, exponents = TABLE[base.code].digits, TABLE[base.code].exponent
        self.dtype = base
        self.bits = base.nbits
        self.nmant, self.nexp = digits, exponents
        self.eps = 2.0**-digits
        self.epsneg = 2.0 ** (-digits - 1)
        self.max = base.max.asPython()
        self.min = -self.max
        self.minexp = 2 - 2 ** (exponents - 1)
        self.maxexp = 2 ** (exponents - 1)
        self.smallest_normal = self.tiny = 2.0**self.minexp
        self.smallest_subnormal = 2.0 ** (self.minexp - digits)
        self.precision = int(digits * math.log10(2))
        self.resolution = 10.0**-self.precision

    def __repr__(self) -> str:
        return f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, dtype={self.dtype.name})"


class iinfo:
    """The limits of an integer dtype."""

    def __init__(self, type: Any) -> None:
        kind = type.dtype if isinstance(type, array) else read_dtype(type)
        if kind is None or kind.isfloat or kind is BOOL:
            raise OceanValueError(f"iinfo() takes an integer dtype, got {type!r}")
        self.dtype, self.bits, self.kind = kind, kind.nbits, kind.kind
        self.min, self.max = kind.min.asPython(), kind.max.asPython()

    def __repr__(self) -> str:
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype.name})"


KINDS = {
    "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
    "complex floating": "c", "numeric": "iufc",
}  # fmt: skip


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether a dtype is another one, or of a kind such as "integral"; of any of them if a tuple is given."""
    found = read_dtype(dtype)
    if found is None:
        raise OceanTypeError("isdtype() takes a dtype")
    if isinstance(kind, tuple):
        return any(isdtype(found, each) for each in kind)
    if isinstance(kind, str):
        if kind not in KINDS:
            raise OceanValueError(f"The kinds of dtypes are {', '.join(map(repr, KINDS))}, got {kind!r}")
        return found.kind in KINDS[kind]
    return found is read_dtype(kind)


def astype(x: array, dtype: Any, /, *, copy: bool = True, device: Any = None) -> array:
    """A copy with another dtype; without `copy`, the array itself where the dtype is the same."""
    result: array = x.astype(dtype, copy=copy, device=device)
    return result


# --- Kinds of dtypes ---------------------------------------------------------------------------------------------


class generic:
    """Any number."""

    kinds = "biufc"


class number(generic):
    """Any number but bool."""

    kinds = "iufc"


class integer(number):
    """Integers."""

    kinds = "iu"


class signedinteger(integer):
    """Integers with a sign."""

    kinds = "i"


class unsignedinteger(integer):
    """Integers without a sign."""

    kinds = "u"


class inexact(number):
    """Floating and complex numbers."""

    kinds = "fc"


class floating(inexact):
    """Real floating numbers."""

    kinds = "f"


class complexfloating(inexact):
    """Complex numbers."""

    kinds = "c"


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether a dtype is another one, or of a kind such as `np.floating`."""
    own = arg1 if isinstance(arg1, type) and issubclass(arg1, generic) else None
    if isinstance(arg2, type) and issubclass(arg2, generic):
        if own is not None:
            return issubclass(own, arg2)
        kind = read_dtype(arg1)
        return kind is not None and kind.kind in arg2.kinds
    return own is None and read_dtype(arg1) is read_dtype(arg2)

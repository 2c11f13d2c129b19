"""Methods of arrays over the functions in the other files, and small functions of no other subject."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.later import numpy
from ocean._src.core.functions import array_create, array_products
from ocean._src.core.functions.array_products import matmul
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import CDOUBLE, CFLOAT, INT64, UINT64, scalar
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.numpy_rows import floating_for

from . import manipulation, others, products, searching, statistics
from . import take_put as picking
from . import twodim as matrices
from .create import asarray, zeros_like
from .files import tofile as write_elements
from .files import values_of
from .numpy_fallback import computed
from .ufuncs import UFUNCS, call
from .unwrap import arrays_together, as_array, inner, read_dtype

# --- Methods -----------------------------------------------------------------------------------------------------


@method(array)
def sort(self: array, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    """Put the elements along an axis in order, in place."""
    if axis is None:
        raise OceanTypeError("sort() of an array goes along an axis, got None; np.sort() takes it")
    self[...] = searching.sort(self, axis, kind, order)


@method(array)
def partition(self: array, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
    """Put elements number kth along an axis in their place."""
    self[...] = searching.partition(self, kth, axis, kind, order)


@method(array)
def round(self: array, decimals: int = 0, out: Any = None) -> array:
    """The nearest number with so many decimals; halves to even."""
    return others.round(self, decimals, out)


@method(array)
def nonzero(self: array) -> tuple[array, ...]:
    """The indices of the elements that are not zero, one array for each axis."""
    return array_create.nonzero(self)


@method(array)
def compress(self: array, condition: Any, axis: int | None = None, out: Any = None) -> array:
    """The places along an axis where a condition holds."""
    return picking.compress(condition, self, axis, out)


@method(array)
def __round__(self: array, ndigits: int | None = None) -> array:
    return others.round(self, ndigits or 0)


@method(array)
def tofile(self: array, fid: Any, sep: str = "", format: str = "%s") -> None:
    """Write the elements in row-major order into a file, as bytes or as text."""
    write_elements(values_of(self), fid, sep, format)


METHODS = {
    "argsort": searching.argsort, "argpartition": searching.argpartition, "topk": searching.topk,
    "cumsum": statistics.cumsum, "cumprod": statistics.cumprod, "trace": matrices.trace, "dot": array_products.dot,
    "searchsorted": searching.searchsorted, "take": picking.take, "put": picking.put,
    "choose": picking.choose, "repeat": manipulation.repeat, "median": statistics.median,
}  # fmt: skip
"""Functions that are methods as they are."""
attach(array, **METHODS)


# --- Other functions ---------------------------------------------------------------------------------------------


def isreal(x: Any) -> array:
    """Whether the imaginary part of each element is zero."""
    return as_array(x).imag == 0


def iscomplex(x: Any) -> array:
    """Whether the imaginary part of each element is not zero."""
    return as_array(x).imag != 0


def real_if_close(a: Any, tol: float = 100) -> array:
    """The real parts, if all imaginary parts are close to zero; else the array itself."""
    source = as_array(a)
    if not source.dtype.iscomplex:
        return source
    if tol > 1:
        tol *= float(numpy.finfo({2: "f2", 4: "f4", 8: "f8"}[source.dtype.basetype.size]).eps)
    return source.real if bool((call("absolute", (source.imag,)) < tol).all()) else source


def isscalar(element: Any) -> bool:
    """Whether a value is a number or text, no array."""
    return isinstance(element, scalar) or bool(numpy.isscalar(element))


def iterable(y: Any) -> bool:
    """Whether a value can be iterated over."""
    return bool(as_array(y).ndim) if isinstance(y, array) else bool(numpy.iterable(y))


def array_equiv(a1: Any, a2: Any) -> bool:
    """Whether two arrays have equal elements after broadcasting."""
    try:
        first, second = manipulation.broadcast_arrays(a1, a2)
    except OceanValueError:
        return False
    return bool((first == second).all())


def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays have bytes in common."""
    first, second = (inner(each) for each in (a, b))
    return first.device is second.device and bool(core.share_bytes(first, second))


def may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays have bytes in common; the answer is exact."""
    return shares_memory(a, b)


def isfortran(a: Any) -> bool:
    """Whether an array is column-major and not row-major."""
    found = inner(a)
    return found.ndims > 1 and not in_order(found) and in_order(found.reverseAxes())


def in_order(source: tensor) -> bool:
    return bool(layout.layout_is_fortran(source._layout))


def require(a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None) -> array:
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
"""What `require` may ask for, by all names."""


def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> array:
    """An array from anything like one, in which no element may be NaN or infinite."""
    found = asarray(a, dtype, order)
    if found.dtype.isfloat and not bool(UFUNCS["isfinite"](found).all()):
        raise OceanValueError("array must not contain infs or NaNs")
    return found


def sort_complex(a: Any) -> array:
    """The elements as complex numbers in order: by the real part, then by the imaginary part."""
    found = searching.sort(a)
    if found.dtype.iscomplex:
        return found
    return found.astype(CFLOAT if found.dtype.size <= 2 and found.dtype.kind in "iu" else CDOUBLE)


def polyval(p: Any, x: Any) -> array:
    """The values of a polynomial, with the coefficient of the highest power first."""
    coefficients, points = arrays_together(p, x)
    result = zeros_like(points)
    for each in coefficients:
        result = result * points + each
    return result


def modf(x: Any) -> tuple[array, array]:
    """The fractional and the whole part of each number."""
    source = as_array(x)
    if source.dtype.iscomplex:
        raise OceanTypeError("ufunc 'modf' not supported for complex numbers")
    source = source.astype(floating_for(source.dtype), copy=False)
    whole = UFUNCS["trunc"](source)
    part = UFUNCS["copysign"](call("where", (UFUNCS["isinf"](source), 0.0, source - whole)), source)
    return part, UFUNCS["copysign"](whole, source)


def sinc(x: Any) -> array:
    """sin(pi x) / (pi x), and 1 where x is zero."""
    source = as_array(x)
    if not source.dtype.iscomplex:
        return call("sinc", (source,))
    angle = math.pi * call("where", (source == 0, 1e-20, source))
    return call("sin", (angle,)) / angle


def frexp(x: Any) -> tuple[array, array]:
    """Mantissas and exponents of two: x = mantissa * 2**exponent."""
    return call("mantissa", (x,)), call("exponent", (x,))


def ldexp(x1: Any, x2: Any) -> array:
    """x1 * 2**x2."""
    if type(x1) is array and not x1.dtype.iscomplex:
        if type(x2) is int and abs(x2) < 1 << 31:
            return call("ldexp", (x1, INT64(x2)))
        if type(x2) is array and not x2.dtype.isfloat and x2.dtype is not UINT64:
            return call("ldexp", (x1, x2))
    result: array = computed("ldexp", x1, x2)
    return result


# --- More products -----------------------------------------------------------------------------------------------


def matvec(x1: Any, x2: Any, /) -> array:
    """The products of matrices with vectors."""
    matrices, vectors = as_array(x1), as_array(x2)
    if vectors.ndim == 1 and matrices.ndim == 2:
        return matmul(matrices, vectors)
    return matmul(matrices, vectors[..., None])[..., 0]


def vecmat(x1: Any, x2: Any, /) -> array:
    """The products of vectors, conjugate, with matrices."""
    vectors, matrices = products.conjugate(as_array(x1)), as_array(x2)
    if vectors.ndim == 1 and matrices.ndim == 2:
        return matmul(vectors, matrices)
    return matmul(vectors[..., None, :], matrices)[..., 0, :]


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


# --- Iteration ---------------------------------------------------------------------------------------------------

class ndenumerate:
    """Goes over the indices and elements of an array, in row-major order."""

    def __init__(self, arr: Any) -> None:
        self.source = as_array(arr)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        for place in numpy.ndindex(*self.source.shape):
            yield place, self.source[place]


# --- What takes longer in products, computed by NumPy ----------------------------------------------------------------


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    return computed("convolve", a, v, mode)


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    return computed("correlate", a, v, mode)


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    return computed("interp", x, xp, fp, left, right, period)


array_products.set_general(convolve=convolve, correlate=correlate, interp=interp)

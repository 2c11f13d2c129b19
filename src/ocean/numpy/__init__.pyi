"""NumPy's conventions on Ocean's engine."""

# Made by tools/make_stub.py; do not edit.

import builtins
from typing import Any

from ocean._src.array.by_function import reduce_binary as reduce_binary
from ocean._src.array.by_function import reduce_range as reduce_range
from ocean._src.array.by_function import slide as slide
from ocean._src.array.by_function import transform as transform
from ocean._src.array.create import arange as arange
from ocean._src.array.create import asanyarray as asanyarray
from ocean._src.array.create import asarray as asarray
from ocean._src.array.create import ascontiguousarray as ascontiguousarray
from ocean._src.array.create import asfortranarray as asfortranarray
from ocean._src.array.create import empty as empty
from ocean._src.array.create import empty_like as empty_like
from ocean._src.array.create import eye as eye
from ocean._src.array.create import from_dlpack as from_dlpack
from ocean._src.array.create import full as full
from ocean._src.array.create import full_like as full_like
from ocean._src.array.create import identity as identity
from ocean._src.array.create import linspace as linspace
from ocean._src.array.create import ones as ones
from ocean._src.array.create import ones_like as ones_like
from ocean._src.array.create import zeros as zeros
from ocean._src.array.create import zeros_like as zeros_like
from ocean._src.array.kinds import astype as astype
from ocean._src.array.kinds import can_cast as can_cast
from ocean._src.array.kinds import finfo as finfo
from ocean._src.array.kinds import iinfo as iinfo
from ocean._src.array.kinds import isdtype as isdtype
from ocean._src.array.kinds import promote_types as promote_types
from ocean._src.array.kinds import result_type as result_type
from ocean._src.array.others import allclose as allclose
from ocean._src.array.others import angle as angle
from ocean._src.array.others import array_equal as array_equal
from ocean._src.array.others import clip as clip
from ocean._src.array.others import copy as copy
from ocean._src.array.others import copyto as copyto
from ocean._src.array.others import divmod as divmod
from ocean._src.array.others import imag as imag
from ocean._src.array.others import isclose as isclose
from ocean._src.array.others import iscomplexobj as iscomplexobj
from ocean._src.array.others import isrealobj as isrealobj
from ocean._src.array.others import lazy as lazy
from ocean._src.array.others import ndim as ndim
from ocean._src.array.others import ravel as ravel
from ocean._src.array.others import real as real
from ocean._src.array.others import reshape as reshape
from ocean._src.array.others import round as round
from ocean._src.array.others import shape as shape
from ocean._src.array.others import size as size
from ocean._src.array.others import transpose as transpose
from ocean._src.array.others import where as where
from ocean._src.array.product import matmul as matmul
from ocean._src.core.array import array as array
from ocean._src.core.array import ufunc as ufunc
from ocean._src.core.dtypes import dtype as dtype
from ocean.numpy import fft as fft
from ocean.numpy import linalg as linalg
from ocean._src.core.dtypes import dtype as DType

__array_api_version__: str
abs: ufunc
absolute: ufunc
acos: ufunc
acosh: ufunc
add: ufunc
arccos: ufunc
arccosh: ufunc
arcsin: ufunc
arcsinh: ufunc
arctan: ufunc
arctan2: ufunc
arctanh: ufunc
around = round
asin: ufunc
asinh: ufunc
atan: ufunc
atan2: ufunc
atanh: ufunc
bitwise_and: ufunc
bitwise_count: ufunc
bitwise_invert: ufunc
bitwise_left_shift: ufunc
bitwise_not: ufunc
bitwise_or: ufunc
bitwise_right_shift: ufunc
bitwise_xor: ufunc
bool: DType
bool_: DType
byte: DType
cbrt: ufunc
cdouble: DType
ceil: ufunc
complex128: DType
complex32: DType
complex64: DType
conj: ufunc
conjugate: ufunc
copysign: ufunc
cos: ufunc
cosh: ufunc
csingle: DType
deg2rad: ufunc
degrees: ufunc
divide: ufunc
double: DType
e: builtins.float
equal: ufunc
euler_gamma: builtins.float
exp: ufunc
exp2: ufunc
expm1: ufunc
fabs: ufunc
fix: ufunc
float16: DType
float32: DType
float64: DType
float_power: ufunc
floor: ufunc
floor_divide: ufunc
fmax: ufunc
fmin: ufunc
fmod: ufunc
gcd: ufunc
greater: ufunc
greater_equal: ufunc
half: DType
heaviside: ufunc
hypot: ufunc
inf: builtins.float
int16: DType
int32: DType
int64: DType
int8: DType
int_: DType
intc: DType
intp: DType
invert: ufunc
isfinite: ufunc
isinf: ufunc
isnan: ufunc
isneginf: ufunc
isposinf: ufunc
lcm: ufunc
left_shift: ufunc
less: ufunc
less_equal: ufunc
log: ufunc
log10: ufunc
log1p: ufunc
log2: ufunc
logaddexp: ufunc
logical_and: ufunc
logical_not: ufunc
logical_or: ufunc
logical_xor: ufunc
long: DType
longlong: DType
maximum: ufunc
minimum: ufunc
mod: ufunc
multiply: ufunc
nan: builtins.float
ndarray = array
negative: ufunc
newaxis: None
nextafter: ufunc
not_equal: ufunc
pi: builtins.float
positive: ufunc
pow: ufunc
power: ufunc
rad2deg: ufunc
radians: ufunc
reciprocal: ufunc
remainder: ufunc
right_shift: ufunc
rint: ufunc
short: DType
sign: ufunc
signbit: ufunc
sin: ufunc
sinc: ufunc
single: DType
sinh: ufunc
sqrt: ufunc
square: ufunc
subtract: ufunc
tan: ufunc
tanh: ufunc
true_divide: ufunc
trunc: ufunc
ubyte: DType
uint: DType
uint16: DType
uint32: DType
uint64: DType
uint8: DType
uintc: DType
uintp: DType
ulong: DType
ulonglong: DType
ushort: DType

def all(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> array:
    """Whether no element is zero."""
def amax(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The largest element, of all or along axes; NaN if any is."""
def amin(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The smallest element, of all or along axes; NaN if any is."""
def any(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> array:
    """Whether any element is not zero."""
def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: builtins.bool = False) -> array:
    """The index of the first largest element, or of the first NaN: in the flat array, or along an axis."""
def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: builtins.bool = False) -> array:
    """The index of the first smallest element, or of the first NaN: in the flat array, or along an axis."""
def count_nonzero(a: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> array:
    """The number of elements that are not zero."""
def max(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The largest element, of all or along axes; NaN if any is."""
def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> array:
    """The arithmetic mean, of no elements NaN; that of integers is a double."""
def min(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The smallest element, of all or along axes; NaN if any is."""
def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The product of all elements, or along axes; integers are multiplied in 64 bits."""
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False) -> array:
    """The largest element minus the smallest."""
def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: builtins.float = 0, keepdims: builtins.bool = False, *, correction: builtins.float | None = None) -> array:
    """The square root of the variance."""
def sum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> array:
    """The sum of all elements, or along axes; integers are summed in 64 bits."""
def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: builtins.float = 0, keepdims: builtins.bool = False, *, correction: builtins.float | None = None) -> array:
    """The mean of squared distances from the mean; the sum is divided by the count less ddof (or correction)."""

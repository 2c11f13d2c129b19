"""Ocean: column-major strided tensors of 15 dtypes on many devices, with kernels compiled on demand."""

# Made by tools/make_stub.py; do not edit.

import builtins
from collections.abc import Sequence
from typing import Any

from ocean._src.combine import concatenate as concatenate
from ocean._src.combine import find as find
from ocean._src.combine import merge as merge
from ocean._src.combine import nonzero as nonzero
from ocean._src.combine import put as put
from ocean._src.combine import repeat as repeat
from ocean._src.combine import roll as roll
from ocean._src.combine import stack as stack
from ocean._src.combine import take as take
from ocean._src.combine import tile as tile
from ocean._src.core.create import arange as arange
from ocean._src.core.create import asTensor as asTensor
from ocean._src.core.create import cast as cast
from ocean._src.core.create import diag as diag
from ocean._src.core.create import ensure as ensure
from ocean._src.core.create import eye as eye
from ocean._src.core.create import full as full
from ocean._src.core.create import fullLike as fullLike
from ocean._src.core.create import linspace as linspace
from ocean._src.core.create import ones as ones
from ocean._src.core.create import onesLike as onesLike
from ocean._src.core.create import tensorLike as tensorLike
from ocean._src.core.create import zeros as zeros
from ocean._src.core.create import zerosLike as zerosLike
from ocean._src.core.dtypes import dtype as dtype
from ocean._src.core.dtypes import scalar as scalar
from ocean._src.core.errors import OceanBufferError as OceanBufferError
from ocean._src.core.errors import OceanError as OceanError
from ocean._src.core.errors import OceanIndexError as OceanIndexError
from ocean._src.core.errors import OceanMemoryError as OceanMemoryError
from ocean._src.core.errors import OceanTypeError as OceanTypeError
from ocean._src.core.errors import OceanValueError as OceanValueError
from ocean._src.core.memory import cpu as cpu
from ocean._src.core.memory import device as device
from ocean._src.core.memory import deviceCPU as deviceCPU
from ocean._src.core.memory import storage as storage
from ocean._src.core.memory import stream as stream
from ocean._src.core.settings import getAutoBroadcast as getAutoBroadcast
from ocean._src.core.settings import getAutoTypecast as getAutoTypecast
from ocean._src.core.settings import getDefaultDType as getDefaultDType
from ocean._src.core.settings import getDefaultDevice as getDefaultDevice
from ocean._src.core.settings import getDefaultMathMode as getDefaultMathMode
from ocean._src.core.settings import getDisplayWidth as getDisplayWidth
from ocean._src.core.settings import getScalarCastMode as getScalarCastMode
from ocean._src.core.settings import getWarningMode as getWarningMode
from ocean._src.core.settings import setAutoBroadcast as setAutoBroadcast
from ocean._src.core.settings import setAutoTypecast as setAutoTypecast
from ocean._src.core.settings import setDefaultDType as setDefaultDType
from ocean._src.core.settings import setDefaultDevice as setDefaultDevice
from ocean._src.core.settings import setDefaultMathMode as setDefaultMathMode
from ocean._src.core.settings import setDisplayWidth as setDisplayWidth
from ocean._src.core.settings import setScalarCastMode as setScalarCastMode
from ocean._src.core.settings import setWarningMode as setWarningMode
from ocean._src.core.tensor import getNumThreads as getNumThreads
from ocean._src.core.tensor import setNumThreads as setNumThreads
from ocean._src.core.tensor import tensor as tensor
from ocean._src.devices import devices as devices
from ocean._src.devices import getBufferCount as getBufferCount
from ocean._src.devices import getMaxBufferSize as getMaxBufferSize
from ocean._src.devices import setBufferCount as setBufferCount
from ocean._src.devices import setMaxBufferSize as setMaxBufferSize
from ocean._src.elementwise import allclose as allclose
from ocean._src.elementwise import isclose as isclose
from ocean._src.exchange.dlpack import fromDLPack as fromDLPack
from ocean._src.exchange.files import load as load
from ocean._src.exchange.files import save as save
from ocean._src.exchange.registry import getExportTypes as getExportTypes
from ocean._src.exchange.registry import getImportTypes as getImportTypes
from ocean._src.exchange.registry import registerType as registerType
from ocean._src.index import index as index
from ocean._src.product import gemm as gemm
from ocean._src.product import multiply as multiply
from ocean._src.reduce import allGE as allGE
from ocean._src.reduce import allGT as allGT
from ocean._src.reduce import allInRange as allInRange
from ocean._src.reduce import allLE as allLE
from ocean._src.reduce import allLT as allLT
from ocean._src.reduce import norm as norm
from ocean._src.reduce import normNaN as normNaN
from ocean._src.shape import checkOverlap as checkOverlap
from ocean._src.shape import checkSelfOverlap as checkSelfOverlap

Operand = Any
Axes = int | Sequence[int] | None

bool: dtype
uint8: dtype
uint16: dtype
uint32: dtype
uint64: dtype
int8: dtype
int16: dtype
int32: dtype
int64: dtype
half: dtype
float: dtype
double: dtype
chalf: dtype
cfloat: dtype
cdouble: dtype
inf: builtins.float
nan: builtins.float
pi: builtins.float
e: builtins.float
true: scalar
false: scalar
gpu: list[device]
__version__: str

def absolute(A: Operand, B: tensor | None = None) -> Any:
    """absolute(A [,B]): The absolute value; a real number for complex ones."""

def add(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """add(A, B [,C]): Elementwise addition."""

def angle(A: Operand, B: tensor | None = None) -> Any:
    """angle(A [,B]): The angle of a complex number; 0 or pi for real ones."""

def arccos(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """arccos(A [,mode] [,B]): The inverse cosine."""

def arccosh(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """arccosh(A [,mode] [,B]): The inverse hyperbolic cosine."""

def arcsin(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """arcsin(A [,mode] [,B]): The inverse sine."""

def arcsinh(A: Operand, B: tensor | None = None) -> Any:
    """arcsinh(A [,B]): The inverse hyperbolic sine."""

def arctan(A: Operand, B: tensor | None = None) -> Any:
    """arctan(A [,B]): The inverse tangent."""

def arctan2(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """arctan2(A, B [,C]): The angle of the point with the coordinates B and A."""

def arctanh(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """arctanh(A [,mode] [,B]): The inverse hyperbolic tangent."""

def bitshiftLeft(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """bitshiftLeft(A, B [,C]): Shift the bits of A left by B (right where B is negative). B is cast to int8: 200 means -56."""

def bitshiftRight(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """bitshiftRight(A, B [,C]): Shift the bits of A right by B (left where B is negative). B is cast to int8: 200 means -56."""

def bitwiseAnd(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """bitwiseAnd(A, B [,C]): Bitwise AND, in the dtype with more bits, or A's."""

def bitwiseNot(A: Operand, B: tensor | None = None) -> Any:
    """bitwiseNot(A [,B]): Bitwise NOT."""

def bitwiseOr(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """bitwiseOr(A, B [,C]): Bitwise OR, in the dtype with more bits, or A's."""

def bitwiseXor(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """bitwiseXor(A, B [,C]): Bitwise XOR, in the dtype with more bits, or A's."""

def cbrt(A: Operand, B: tensor | None = None) -> Any:
    """cbrt(A [,B]): The cube root; complex: the one with the smallest angle."""

def ceil(A: Operand, B: tensor | None = None) -> Any:
    """ceil(A [,B]): Round up; complex: each part."""

def clip(A: Operand, B: Operand, C: Operand, D: tensor | None = None) -> Any:
    """clip(A, B, C [,D]): A limited to the range from B to C; NaN stays NaN."""

def conj(A: Operand, B: tensor | None = None) -> Any:
    """conj(A [,B]): The complex conjugate."""

def copysign(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """copysign(A, B [,C]): The magnitude of A with the sign of B."""

def cos(A: Operand, B: tensor | None = None) -> Any:
    """cos(A [,B]): The cosine."""

def cosh(A: Operand, B: tensor | None = None) -> Any:
    """cosh(A [,B]): The hyperbolic cosine."""

def deg2rad(A: Operand, B: tensor | None = None) -> Any:
    """deg2rad(A [,B]): Degrees as radians."""

def divide(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """divide(A, B [,C]): Elementwise division; integers round down, and integer division by zero gives 0."""

def equal(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """equal(A, B [,C]): Whether elements are equal."""

def erf(A: Operand, B: tensor | None = None) -> Any:
    """erf(A [,B]): The error function."""

def exp(A: Operand, B: tensor | None = None) -> Any:
    """exp(A [,B]): e to the power x."""

def exp10(A: Operand, B: tensor | None = None) -> Any:
    """exp10(A [,B]): 10 to the power x."""

def exp2(A: Operand, B: tensor | None = None) -> Any:
    """exp2(A [,B]): 2 to the power x."""

def expm1(A: Operand, B: tensor | None = None) -> Any:
    """expm1(A [,B]): e to the power x, minus 1; accurate close to 0."""

def fabs(A: Operand, B: tensor | None = None) -> Any:
    """fabs(A [,B]): The absolute value, in the dtype of A also for complex numbers."""

def floor(A: Operand, B: tensor | None = None) -> Any:
    """floor(A [,B]): Round down; complex: each part."""

def floorDivide(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """floorDivide(A, B [,C]): Elementwise division rounded down."""

def fmax(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """fmax(A, B [,C]): The larger of two elements; a number rather than NaN."""

def fmin(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """fmin(A, B [,C]): The smaller of two elements; a number rather than NaN."""

def fmod(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """fmod(A, B [,C]): The remainder with the sign of A; integers modulo 0 give 0."""

def gamma(A: Operand, B: tensor | None = None) -> Any:
    """gamma(A [,B]): The gamma function; NaN at negative integers."""

def gcd(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """gcd(A, B [,C]): The greatest common divisor."""

def greater(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """greater(A, B [,C]): Whether elements are greater; complex numbers by real part, then by imaginary part."""

def greaterEqual(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """greaterEqual(A, B [,C]): Whether elements are greater or equal; complex numbers as in `greater`."""

def heaviside(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """heaviside(A, B [,C]): 0 where A < 0, B where A = 0, 1 where A > 0."""

def hypot(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """hypot(A, B [,C]): sqrt(A*A + B*B) without overflow on the way."""

def isfinite(A: Operand, B: tensor | None = None) -> Any:
    """isfinite(A [,B]): Whether elements (complex: both parts) are finite."""

def isinf(A: Operand, B: tensor | None = None) -> Any:
    """isinf(A [,B]): Whether elements (complex: any part) are infinite."""

def isnan(A: Operand, B: tensor | None = None) -> Any:
    """isnan(A [,B]): Whether elements (complex: any part) are NaN."""

def isneginf(A: Operand, B: tensor | None = None) -> Any:
    """isneginf(A [,B]): Whether elements are negative infinity."""

def isposinf(A: Operand, B: tensor | None = None) -> Any:
    """isposinf(A [,B]): Whether elements are positive infinity."""

def lcm(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """lcm(A, B [,C]): The least common multiple."""

def less(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """less(A, B [,C]): Whether elements are less; complex numbers by real part, then by imaginary part."""

def lessEqual(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """lessEqual(A, B [,C]): Whether elements are less or equal; complex numbers as in `less`."""

def lgamma(A: Operand, B: tensor | None = None) -> Any:
    """lgamma(A [,B]): The logarithm of the magnitude of the gamma function."""

def log(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """log(A [,mode] [,B]): The natural logarithm."""

def log10(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """log10(A [,mode] [,B]): The logarithm to base 10."""

def log1p(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """log1p(A [,mode] [,B]): The natural logarithm of 1 + x; accurate close to 0."""

def log2(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """log2(A [,mode] [,B]): The logarithm to base 2."""

def logaddexp(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """logaddexp(A, B [,C]): ln(exp(A) + exp(B)), without overflow on the way."""

def logicalAnd(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """logicalAnd(A, B [,C]): Logical AND."""

def logicalNot(A: Operand, B: tensor | None = None) -> Any:
    """logicalNot(A [,B]): Logical NOT."""

def logicalOr(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """logicalOr(A, B [,C]): Logical OR."""

def logicalXor(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """logicalXor(A, B [,C]): Logical XOR."""

def max(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """max(A, B [,C]): The larger of two elements; NaN if either is."""

def min(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """min(A, B [,C]): The smaller of two elements; NaN if either is."""

def mod(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """mod(A, B [,C]): The remainder with the sign of B; integers modulo 0 give 0."""

def negative(A: Operand, B: tensor | None = None) -> Any:
    """negative(A [,B]): -x; logical negation for bool."""

def nextafter(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """nextafter(A, B [,C]): The next number of the dtype after A on the way to B."""

def notEqual(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """notEqual(A, B [,C]): Whether elements differ."""

def power(A: Operand, B: Operand, mode: str | tensor | None = None, C: tensor | None = None) -> Any:
    """power(A, B [,mode] [,C]): A to the power B; integers with wrapping, their negative powers rounded towards zero, and B cast to int16."""

def rad2deg(A: Operand, B: tensor | None = None) -> Any:
    """rad2deg(A [,B]): Radians as degrees."""

def reciprocal(A: Operand, B: tensor | None = None) -> Any:
    """reciprocal(A [,B]): 1/x; integers round towards zero, and 1/0 gives 0."""

def round(A: Operand, B: tensor | None = None) -> Any:
    """round(A [,B]): Round to the nearest integer, halves away from zero; complex: each part."""

def scale(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """scale(A, B [,C]): Elementwise multiplication."""

def sign(A: Operand, B: tensor | None = None) -> Any:
    """sign(A [,B]): -1, 0 or 1; NaN for NaN; complex: of the real part, or the imaginary one where that is 0."""

def sin(A: Operand, B: tensor | None = None) -> Any:
    """sin(A [,B]): The sine."""

def sinc(A: Operand, B: tensor | None = None) -> Any:
    """sinc(A [,B]): sin(pi x) / (pi x), and 1 at 0."""

def sinh(A: Operand, B: tensor | None = None) -> Any:
    """sinh(A [,B]): The hyperbolic sine."""

def sqrt(A: Operand, mode: str | tensor | None = None, B: tensor | None = None) -> Any:
    """sqrt(A [,mode] [,B]): The square root."""

def square(A: Operand, B: tensor | None = None) -> Any:
    """square(A [,B]): x*x."""

def subtract(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """subtract(A, B [,C]): Elementwise subtraction (bool: exclusive or)."""

def tan(A: Operand, B: tensor | None = None) -> Any:
    """tan(A [,B]): The tangent."""

def tanh(A: Operand, B: tensor | None = None) -> Any:
    """tanh(A [,B]): The hyperbolic tangent."""

def trueDivide(A: Operand, B: Operand, C: tensor | None = None) -> Any:
    """trueDivide(A, B [,C]): Elementwise division; integers round towards zero, and by zero give 0."""

def trunc(A: Operand, B: tensor | None = None) -> Any:
    """trunc(A [,B]): Round towards zero; complex: each part."""

def where(A: Operand, B: Operand = ..., C: Operand = ..., D: tensor | None = None) -> Any:
    """where(A): the same as `find`; where(A, B, C [,D]): B where the condition A holds, else C."""

def all(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """all(A [,axes [,keepdims] [,B]]): Whether no element is zero."""

def allFinite(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """allFinite(A [,axes [,keepdims] [,B]]): Whether no element is infinite or NaN."""

def any(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """any(A [,axes [,keepdims] [,B]]): Whether any element is not zero."""

def anyInf(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """anyInf(A [,axes [,keepdims] [,B]]): Whether any element is infinite."""

def anyNaN(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """anyNaN(A [,axes [,keepdims] [,B]]): Whether any element is NaN."""

def argmax(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """argmax(A [,axes [,keepdims] [,B]]): The index of the first largest element that is not NaN."""

def argmin(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """argmin(A [,axes [,keepdims] [,B]]): The index of the first smallest element that is not NaN."""

def maximum(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """maximum(A [,axes [,keepdims] [,B]]): The largest element that is not NaN."""

def maximumAbs(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """maximumAbs(A [,axes [,keepdims] [,B]]): The largest absolute value that is not NaN."""

def mean(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """mean(A [,axes [,keepdims] [,B]]): The arithmetic mean."""

def minimum(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """minimum(A [,axes [,keepdims] [,B]]): The smallest element that is not NaN."""

def minimumAbs(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """minimumAbs(A [,axes [,keepdims] [,B]]): The smallest absolute value that is not NaN."""

def nnz(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """nnz(A [,axes [,keepdims] [,B]]): The number of elements that are not zero (NaN counts)."""

def nnzNaN(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """nnzNaN(A [,axes [,keepdims] [,B]]): The number of elements that are neither zero nor NaN."""

def norm1(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """norm1(A [,axes [,keepdims] [,B]]): The sum of absolute values."""

def norm2(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """norm2(A [,axes [,keepdims] [,B]]): The square root of the sum of squared absolute values."""

def normInf(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """normInf(A [,axes [,keepdims] [,B]]): The largest absolute value that is not NaN."""

def prod(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """prod(A [,axes [,keepdims] [,B]]): The product."""

def prodNaN(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """prodNaN(A [,axes [,keepdims] [,B]]): The product without NaN elements."""

def ptp(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """ptp(A [,axes [,keepdims] [,B]]): The largest element minus the smallest (peak to peak) without NaN elements."""

def stdev(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None, *, ddof: builtins.float = 0) -> Any:
    """stdev(A [,axes [,keepdims] [,B]] [,ddof]): The square root of the variance."""

def sum(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """sum(A [,axes [,keepdims] [,B]]): The sum."""

def sumAbs(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """sumAbs(A [,axes [,keepdims] [,B]]): The sum of absolute values."""

def sumAbsNaN(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """sumAbsNaN(A [,axes [,keepdims] [,B]]): The sum of absolute values without NaN elements."""

def sumNaN(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None) -> Any:
    """sumNaN(A [,axes [,keepdims] [,B]]): The sum without NaN elements."""

def var(A: Operand, axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None, *, ddof: builtins.float = 0) -> Any:
    """var(A [,axes [,keepdims] [,B]] [,ddof]): The mean of squared distances from the mean; divided by the count less ddof."""

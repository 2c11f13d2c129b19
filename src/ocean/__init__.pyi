"""Ocean: column-major strided tensors, with kernels compiled on demand."""

# Made by tools/make_stub.py; do not edit.

import builtins
from collections.abc import Sequence
from typing import Any, SupportsIndex

from ocean import descriptions as descriptions
from ocean._src.axes.labels import dot as dot
from ocean._src.base.errors import OceanBufferError as OceanBufferError
from ocean._src.base.errors import OceanElementError as OceanElementError
from ocean._src.base.errors import OceanError as OceanError
from ocean._src.base.errors import OceanIndexError as OceanIndexError
from ocean._src.base.errors import OceanMemoryError as OceanMemoryError
from ocean._src.base.errors import OceanOverflowError as OceanOverflowError
from ocean._src.base.errors import OceanTypeError as OceanTypeError
from ocean._src.base.errors import OceanValueError as OceanValueError
from ocean._src.core.call.settings import getAutoBroadcast as getAutoBroadcast
from ocean._src.core.call.settings import getAutoTypecast as getAutoTypecast
from ocean._src.core.call.settings import getDefaultDType as getDefaultDType
from ocean._src.core.call.settings import getDefaultDevice as getDefaultDevice
from ocean._src.core.call.settings import getDefaultMathMode as getDefaultMathMode
from ocean._src.core.call.settings import getDeferring as getDeferring
from ocean._src.core.call.settings import getDisplayPrecision as getDisplayPrecision
from ocean._src.core.call.settings import getDisplayWidth as getDisplayWidth
from ocean._src.core.call.settings import getScalarCastMode as getScalarCastMode
from ocean._src.core.call.settings import getStrictAxes as getStrictAxes
from ocean._src.core.call.settings import getWarningMode as getWarningMode
from ocean._src.core.call.settings import setAutoBroadcast as setAutoBroadcast
from ocean._src.core.call.settings import setAutoTypecast as setAutoTypecast
from ocean._src.core.call.settings import setDefaultDType as setDefaultDType
from ocean._src.core.call.settings import setDefaultDevice as setDefaultDevice
from ocean._src.core.call.settings import setDefaultMathMode as setDefaultMathMode
from ocean._src.core.call.settings import setDeferring as setDeferring
from ocean._src.core.call.settings import setDisplayPrecision as setDisplayPrecision
from ocean._src.core.call.settings import setDisplayWidth as setDisplayWidth
from ocean._src.core.call.settings import setScalarCastMode as setScalarCastMode
from ocean._src.core.call.settings import setStrictAxes as setStrictAxes
from ocean._src.core.call.settings import setWarningMode as setWarningMode
from ocean._src.core.objects.axes import axis as axis
from ocean._src.core.objects.axes import axisClass as axisClass
from ocean._src.core.objects.dtypes import dtype as dtype
from ocean._src.core.objects.dtypes import scalar as scalar
from ocean._src.core.objects.memory import cpu as cpu
from ocean._src.core.objects.memory import device as device
from ocean._src.core.objects.memory import deviceCPU as deviceCPU
from ocean._src.core.objects.memory import storage as storage
from ocean._src.core.objects.memory import stream as stream
from ocean._src.core.objects.rtensor import rtensor as rtensor
from ocean._src.core.objects.tensor import getNumThreads as getNumThreads
from ocean._src.core.objects.tensor import setNumThreads as setNumThreads
from ocean._src.core.objects.tensor import tensor as tensor
from ocean._src.exchange.dlpack import fromDLPack as fromDLPack
from ocean._src.exchange.files import save as save
from ocean._src.exchange.registry import getExportTypes as getExportTypes
from ocean._src.exchange.registry import getImportTypes as getImportTypes
from ocean._src.exchange.registry import registerType as registerType
from ocean._src.exchange.xarray import fromXarray as fromXarray
from ocean._src.exchange.xarray import toXarray as toXarray
from ocean._src.index import index as index
from ocean._src.lazy.rtensor import constant as constant
from ocean._src.lazy.rtensor import indices as indices
from ocean._src.tensor.devices import devices as devices
from ocean._src.tensor.devices import getBufferCount as getBufferCount
from ocean._src.tensor.devices import getMaxBufferSize as getMaxBufferSize
from ocean._src.tensor.elementwise import allclose as allclose
from ocean._src.tensor.elementwise import isclose as isclose
from ocean._src.tensor.join import concatenate as concatenate
from ocean._src.tensor.join import dstack as dstack
from ocean._src.tensor.join import hstack as hstack
from ocean._src.tensor.join import stack as stack
from ocean._src.tensor.join import vstack as vstack
from ocean._src.tensor.products import kron as kron
from ocean._src.tensor.products import outer as outer
from ocean._src.tensor.rearrange import flip as flip
from ocean._src.tensor.rearrange import moveaxis as moveaxis
from ocean._src.tensor.rearrange import roll as roll
from ocean._src.tensor.rearrange import rot90 as rot90
from ocean._src.tensor.reduce import allGE as allGE
from ocean._src.tensor.reduce import allGT as allGT
from ocean._src.tensor.reduce import allLE as allLE
from ocean._src.tensor.reduce import allLT as allLT
from ocean._src.tensor.repeat import repeat as repeat
from ocean._src.tensor.repeat import tile as tile
from ocean._src.tensor.searching import argwhere as argwhere
from ocean._src.tensor.searching import find as find
from ocean._src.tensor.searching import flatnonzero as flatnonzero
from ocean._src.tensor.searching import nonzero as nonzero
from ocean._src.tensor.sets import intersect1d as intersect1d
from ocean._src.tensor.sets import setdiff1d as setdiff1d
from ocean._src.tensor.sets import union1d as union1d
from ocean._src.tensor.shape import checkOverlap as checkOverlap
from ocean._src.tensor.shape import checkSelfOverlap as checkSelfOverlap
from ocean._src.tensor.sorting import lexsort as lexsort
from ocean._src.tensor.split import hsplit as hsplit
from ocean._src.tensor.split import vsplit as vsplit
from ocean._src.tensor.take import put as put
from ocean._src.tensor.take import put_along_axis as put_along_axis
from ocean._src.tensor.take import take as take
from ocean._src.tensor.take import take_along_axis as take_along_axis
from ocean._src.tensor.twodim import meshgrid as meshgrid
from ocean import random as random
from ocean import fft as fft
from ocean import linalg as linalg
from ocean._src.devices.device import deviceGPU as deviceGPU
from ocean._src.lazy.fuse import fuse as fuse
from ocean._src.convolution.api import convolution as convolution
from ocean._src.convolution.api import convolutionGradData as convolutionGradData
from ocean._src.convolution.api import convolutionGradFilters as convolutionGradFilters

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
bfloat16: dtype
inf: builtins.float
nan: builtins.float
pi: builtins.float
e: builtins.float
true: scalar
false: scalar
gpu: list[deviceGPU]
__version__: str

def absolute(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """absolute(A [,B]): The absolute value; a real number for complex ones."""

def add(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """add(A, B [,C]): Elementwise addition."""

def all(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """all(A [,axes [,keepdims] [,B]]): Whether no element is zero."""

def allFinite(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """allFinite(A [,axes [,keepdims] [,B]]): Whether no element is infinite or NaN."""

def allInRange(A: Any, lower: Any, *arguments: Any, lowerInclusive: builtins.bool | None = ..., upper: Any = ..., upperInclusive: builtins.bool | None = ...) -> builtins.bool:
    """allInRange(A, lower [,lowerInclusive=True], upper [,upperInclusive=True]): whether all elements are between two bounds.

    A bound of None is always satisfied; NaN elements do not count.
    """

def angle(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """angle(A [,B]): The angle of a complex number; 0 or pi for real ones."""

def any(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """any(A [,axes [,keepdims] [,B]]): Whether any element is not zero."""

def anyInf(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """anyInf(A [,axes [,keepdims] [,B]]): Whether any element is infinite."""

def anyNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """anyNaN(A [,axes [,keepdims] [,B]]): Whether any element is NaN."""

def arange(*arguments: Any, start: Any = ..., stop: Any = ..., step: Any = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """arange([start,] stop [,step] [,dtype] [,device]): start, start + step, ... below stop.

    >>> ocean.arange(5, 0, -2)
       5   3   1
    <tensor.int64 of size 3 on cpu>
    """

def arccos(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arccos(A [,mode] [,B]): The inverse cosine."""

def arccosh(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arccosh(A [,mode] [,B]): The inverse hyperbolic cosine."""

def arcsin(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arcsin(A [,mode] [,B]): The inverse sine."""

def arcsinh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """arcsinh(A [,B]): The inverse hyperbolic sine."""

def arctan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """arctan(A [,B]): The inverse tangent."""

def arctan2(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """arctan2(A, B [,C]): The angle of the point with the coordinates B and A."""

def arctanh(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arctanh(A [,mode] [,B]): The inverse hyperbolic tangent."""

def argmax(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """argmax(A [,axes [,keepdims] [,B]]): The index of the first largest element that is not NaN."""

def argmin(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """argmin(A [,axes [,keepdims] [,B]]): The index of the first smallest element that is not NaN."""

def argpartition(A: Any, kth: SupportsIndex | Sequence[int], *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """argpartition(A, kth [,axis=0] [,B]): the places of the elements along an axis in the order of a partition.

    That number `kth` is the place of the element that would be there after sorting.

    >>> ocean.argpartition([4,3,1,2,5], 2)[2]
    1
    """

def argsort(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., descending: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """argsort(A [,axis=0] [,descending] [,B]): the places of the elements along an axis in the order of `sort`.

    >>> ocean.argsort([3,1,2])
       1   2   0
    <tensor.int64 of size 3 on cpu>
    """

def asTensor(data: Any, *options: Any, scalar: Any = ..., order: str | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ..., deepcopy: builtins.bool | None = ..., axes: Sequence[Any] | axis | None = ...) -> tensor:
    """asTensor(data [,scalar] [,order] [,dtype] [,device] [,deepcopy] [,axes]): a tensor from anything that is like one.

    The innermost lists are the first dimension; order 'R' reads lists by row (a flat list is one row), 'C' reverses all
    dimensions. With a scalar, missing entries take its value. Axes are given to the dimensions of the tensor.

    >>> ocean.asTensor([[1,2,3],[4,5,6]], "R")
    (:,:)
       1   2   3
       4   5   6
    <tensor.int64 of size 2x3 on cpu>
    """

def average(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., weights: Any = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """average(A [,axes [,keepdims]] [,weights] [,B]): the mean in which each element has a weight: sum(weights @ A) / sum(weights), over axes or everything.

    The weights are as many as the elements, or as many as there are along the axes. Integers give double.

    >>> ocean.average([1.0,2.0,6.0], weights=[2,1,1])
    2.5
    """

def bincount(A: Any, *options: Any, weights: Any = ..., minlength: SupportsIndex | None = ...) -> tensor:
    """bincount(A [,weights] [,minlength=0]): how often each number from 0 on occurs.

    The result has at least `minlength` entries, and as many as the largest element asks for; with weights, it has the sums
    of the weights of equal elements.

    >>> ocean.bincount([0,1,1,3])
       1   2   0   1
    <tensor.int64 of size 4 on cpu>
    """

def bitshiftLeft(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitshiftLeft(A, B [,C]): Shift the bits of A left by B (right where B is negative). B is cast to int8: 200 means -56."""

def bitshiftRight(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitshiftRight(A, B [,C]): Shift the bits of A right by B (left where B is negative). B is cast to int8: 200 means -56."""

def bitwiseAnd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseAnd(A, B [,C]): Bitwise AND, in the dtype with more bits, or A's."""

def bitwiseNot(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """bitwiseNot(A [,B]): Bitwise NOT."""

def bitwiseOr(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseOr(A, B [,C]): Bitwise OR, in the dtype with more bits, or A's."""

def bitwiseXor(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseXor(A, B [,C]): Bitwise XOR, in the dtype with more bits, or A's."""

def block(tensors: Any, *options: str | None, order: str | None = ...) -> tensor:
    """block(tensors [,order]): A tensor from nested lists of tensors: the innermost lists are joined along axis 0, those around them along axis
    1, and so on, as lists of numbers are. Order "R" reads rows: innermost along axis 1, the next along axis 0.

    >>> A, B = ocean.ones([2,2], ocean.int8), ocean.zeros([1,2], ocean.int8)
    >>> ocean.block([[A,B],[B,A]])
    (:,:)
       1   1   0   0
       1   1   1   1
       0   0   1   1
    <tensor.int8 of size 3x4 on cpu>
    """

def cast(obj: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> Any:
    """cast(obj [,dtype] [,device]): a copy of the object with the given dtype and device, which shares no memory with it."""

def cbrt(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cbrt(A [,B]): The cube root; complex: the one with the smallest angle."""

def ceil(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """ceil(A [,B]): Round up; complex: each part."""

def clip(A: Any, B: Any, C: Any, *options: tensor | None, D: tensor | None = ...) -> Any:
    """clip(A, B, C [,D]): A limited to the range from B to C; NaN stays NaN."""

def conj(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """conj(A [,B]): The complex conjugate."""

def copysign(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """copysign(A, B [,C]): The magnitude of A with the sign of B."""

def corrcoef(A: Any, *options: tensor | SupportsIndex | axis | None, y: tensor | None = ..., axis: SupportsIndex | axis | None = ...) -> Any:
    """corrcoef(A [,y] [,axis=0]): the correlation coefficients of variables: each column of A is one, observed along axis 0. See `cov`.

    >>> ocean.corrcoef(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
       1.00000   0.97073
       0.97073   1.00000
    <tensor.double of size 2x2 on cpu>
    """

def cos(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cos(A [,B]): The cosine."""

def cosh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cosh(A [,B]): The hyperbolic cosine."""

def count_nonzero(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnz(A [,axes [,keepdims] [,B]]): The number of elements that are not zero (NaN counts)."""

def cov(A: Any, *options: Any, y: tensor | None = ..., axis: SupportsIndex | axis | None = ..., ddof: Any = ...) -> Any:
    """cov(A [,y] [,axis=0] [,ddof=1]): the covariances of variables: each column of A is one, observed along axis 0; of a vector its variance.

    The columns of y, or y itself, are further variables. The sums of products are divided by the number of observations
    less `ddof`.

    >>> ocean.cov(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
        1.0    3.5
        3.5   13.0
    <tensor.double of size 2x2 on cpu>
    """

def cross(A: Any, B: Any, *options: SupportsIndex | axis | None, axis: SupportsIndex | axis | None = ...) -> tensor:
    """cross(A, B [,axis]): The cross products of vectors of three elements along an axis (0).

    >>> ocean.cross([1,0,0], [0,1,0])
       0   0   1
    <tensor.int64 of size 3 on cpu>
    """

def cummax(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cummax(A [,axis] [,reverse] [,B]): the largest element so far that is not NaN along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def cummin(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cummin(A [,axis] [,reverse] [,B]): the smallest element so far that is not NaN along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def cumprod(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumprod(A [,axis] [,reverse] [,B]): cumulative products along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def cumprodNaN(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumprodNaN(A [,axis] [,reverse] [,B]): cumulative products without NaN elements along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def cumsum(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumsum(A [,axis] [,reverse] [,B]): cumulative sums along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def cumsumNaN(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumsumNaN(A [,axis] [,reverse] [,B]): cumulative sums without NaN elements along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """

def deg2rad(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """deg2rad(A [,B]): Degrees as radians."""

def diag(value: Any, *options: SupportsIndex | dtype | type[Any] | str | device | None, index: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """diag(value [,index] [,dtype] [,device]): a square matrix with a vector on a diagonal.

    >>> ocean.diag([1,2], -1)
    (:,:)
       0   0   0
       1   0   0
       0   2   0
    <tensor.int64 of size 3x3 on cpu>
    """

def diff(A: Any, *options: SupportsIndex | axis | tensor | None, n: SupportsIndex | None = ..., axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """diff(A [,n=1 [,axis=0]] [,B]): differences of neighbours along an axis, n times: elements are one fewer each time.

    >>> ocean.diff([1,4,9,16])
       3   5   7
    <tensor.int64 of size 3 on cpu>
    >>> ocean.diff([1,4,9,16], 2)
       2   2
    <tensor.int64 of size 2 on cpu>
    """

def diff2(A: Any, *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """diff2(A [,axis=0] [,B]): differences of differences along an axis."""

def digitize(A: Any, bins: Any, *options: builtins.bool | None, right: builtins.bool | None = ...) -> Any:
    """digitize(A, bins [,right]): the number of the bin of each element: k where `bins[k-1] <= x < bins[k]`, 0 below and len(bins) above all.

    The edges are sorted up or down; with `right` the bins have their right edges: `bins[k-1] < x <= bins[k]`.

    >>> ocean.digitize([0.5,2,3], [1,2,3])
       0   2   3
    <tensor.int64 of size 3 on cpu>
    """

def divide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """divide(A, B [,C]): Elementwise division; integers round down, and integer division by zero gives 0."""

def divmod(A: Any, B: Any) -> tuple[tensor, tensor]:
    """divmod(A, B): The quotients rounded down and the remainders with the sign of B, as `floorDivide` and `mod` give them.

    >>> q, r = ocean.divmod([7,-7], 2)
    >>> q.asPython(), r.asPython()
    ([3, -4], [1, 1])
    """

def ensure(obj: Any, *options: dtype | type[Any] | str | device | builtins.bool | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ..., inplace: builtins.bool | None = ...) -> Any:
    """ensure(obj [,dtype] [,device] [,inplace]): the object with the given dtype and device.

    In place, the object itself is changed; otherwise the result shares memory with it whenever nothing must change.

    >>> ocean.ensure([1,2,3], ocean.int8)
       1   2   3
    <tensor.int8 of size 3 on cpu>
    """

def equal(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """equal(A, B [,C]): Whether elements are equal."""

def erf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """erf(A [,B]): The error function."""

def exp(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp(A [,B]): e to the power x."""

def exp10(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp10(A [,B]): 10 to the power x."""

def exp2(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp2(A [,B]): 2 to the power x."""

def expm1(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """expm1(A [,B]): e to the power x, minus 1; accurate close to 0."""

def eye(rows: Any, *options: SupportsIndex | axis | dtype | type[Any] | str | device | None, columns: SupportsIndex | axis | None = ..., index: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """eye(rows [,columns [,index]] [,dtype] [,device]): ones on a diagonal.

    >>> ocean.eye(2, 3, 1)
    (:,:)
       0   1   0
       0   0   1
    <tensor.float of size 2x3 on cpu>
    """

def fabs(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """fabs(A [,B]): The absolute value, in the dtype of A also for complex numbers."""

def fdim(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fdim(A, B [,C]): A - B where A is larger, else 0; NaN if either is."""

def floor(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """floor(A [,B]): Round down; complex: each part."""

def floorDivide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """floorDivide(A, B [,C]): Elementwise division rounded down."""

def fma(A: Any, B: Any, C: Any, *options: tensor | None, D: tensor | None = ...) -> Any:
    """fma(A, B, C [,D]): A*B + C, of floating numbers rounded once (half: in float)."""

def fmax(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmax(A, B [,C]): The larger of two elements; a number rather than NaN."""

def fmin(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmin(A, B [,C]): The smaller of two elements; a number rather than NaN."""

def fmod(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmod(A, B [,C]): The remainder with the sign of A; integers modulo 0 give 0."""

def frexp(A: Any) -> tuple[tensor, tensor]:
    """frexp(A): Mantissas, from 1/2 to below 1 without the sign, and exponents (int32): A is mantissa times 2 ** exponent.

    0, infinities and NaN are their own mantissas, with exponent 0.

    >>> m, e = ocean.frexp([8.0,-0.75])
    >>> m.asPython(), e.asPython()
    ([0.5, -0.75], [4, 0])
    """

def full(size: Any, value: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """full(size, value [,dtype] [,device]): a tensor filled with a value, of the value's dtype unless given.

    >>> ocean.full([3], ocean.int16(3))
       3   3   3
    <tensor.int16 of size 3 on cpu>
    """

def fullLike(source: Any, value: Any) -> tensor:
    """fullLike(source, value): a tensor filled with a value, with the size, dtype and device of another."""

def gamma(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """gamma(A [,B]): The gamma function; NaN at negative integers."""

def gcd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """gcd(A, B [,C]): The greatest common divisor."""

def gemm(alpha: Any, A: Any, *arguments: Any, transA: str | None = ..., B: Any = ..., transB: str | None = ..., beta: Any = ..., C: tensor | None = ...) -> Any:
    """gemm(alpha, A [,transA='N'], B [,transB='N'] [,beta=0, C]): alpha op(A) op(B) + beta C, into C when it is given.

    >>> a = ocean.asTensor([1,2,3], ocean.float)
    >>> ocean.gemm(2, a, 'T', a)
       28
    <tensor.float of size 1 on cpu>
    """

def gradient(A: Any, *options: Any, spacing: Any = ..., axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """gradient(A [,spacing=1 [,axis=0]] [,B]): the gradient along an axis: central differences inside, one-sided ones at both ends.

    The spacing is a number, or the coordinates of the elements, which may be uneven: quadratic functions then have an
    exact gradient inside. Integers give double.

    >>> ocean.gradient([1.0,2.0,4.0,7.0])
       1.0   1.5   2.5   3.0
    <tensor.double of size 4 on cpu>
    >>> ocean.gradient([0.0,1.0,9.0,16.0], [0.0,1.0,3.0,4.0])
       1   2   6   7
    <tensor.double of size 4 on cpu>
    """

def greater(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """greater(A, B [,C]): Whether elements are greater; complex numbers by real part, then by imaginary part."""

def greaterEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """greaterEqual(A, B [,C]): Whether elements are greater or equal; complex numbers as in `greater`."""

def heaviside(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """heaviside(A, B [,C]): 0 where A < 0, B where A = 0, 1 where A > 0."""

def histogram(A: Any, *options: Any, bins: Any = ..., range: Sequence[Any] | None = ..., weights: Any = ..., density: builtins.bool | None = ...) -> tuple[tensor, tensor]:
    """histogram(A [,bins=10] [,range] [,weights] [,density]): how many elements are in each bin, and the edges of the bins.

    `bins` is a number of bins of equal width between the smallest and the largest element (or over a `range`), or their
    edges. The last bin has its right edge too. With weights their sums are given, with `density` the integral is 1.

    >>> ocean.histogram([1,2,2,5], 2)
    (   3   1
    <tensor.int64 of size 2 on cpu>,    1   3   5
    <tensor.double of size 3 on cpu>)
    """

def histogram2d(x: Any, y: Any, *options: Any, bins: Any = ..., range: Sequence[Any] | None = ..., weights: Any = ..., density: builtins.bool | None = ...) -> tuple[tensor, tensor, tensor]:
    """histogram2d(x, y [,bins=10] [,range] [,weights] [,density]): how many points (x, y) are in each cell of a grid, with x along the first axis, and the edges of both axes.

    `bins` and `range` are one for both axes, or a pair of them; edges for both axes are a list of two lists.
    """

def hypot(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """hypot(A, B [,C]): sqrt(A*A + B*B) without overflow on the way."""

def isfinite(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isfinite(A [,B]): Whether elements (complex: both parts) are finite."""

def isin(A: Any, B: Any, *options: builtins.bool | None, invert: builtins.bool | None = ...) -> Any:
    """isin(A, B [,invert]): whether each element of A is among those of B; NaN is equal to nothing.

    >>> ocean.isin([1,2,3], [2,4])
       False    True   False
    <tensor.bool of size 3 on cpu>
    """

def isinf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isinf(A [,B]): Whether elements (complex: any part) are infinite."""

def isnan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isnan(A [,B]): Whether elements (complex: any part) are NaN."""

def isneginf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isneginf(A [,B]): Whether elements are negative infinity."""

def isposinf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isposinf(A [,B]): Whether elements are positive infinity."""

def lazy(x: Any, *options: builtins.bool | None, strict: builtins.bool | None = ...) -> rtensor:
    """lazy(x [,strict=False]): the r-tensor of a tensor: operations on it are written down.

    Evaluating (`eval`, assignment, a reduction) then runs all of them in one pass, without temporaries. Elements of x that
    change before that are seen. With `strict`, half precision is rounded after each operation.

    >>> a = ocean.asTensor([1.0,2.0,3.0])
    >>> r = ocean.lazy(a) @ a + 1
    >>> r
        2    5   10
    <tensor.double of size 3 on cpu (lazy)>
    >>> ocean.sum(r)
    17
    """

def lcm(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """lcm(A, B [,C]): The least common multiple."""

def ldexp(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """ldexp(A, B [,C]): A times 2 to the power of B, which is cast to int32."""

def less(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """less(A, B [,C]): Whether elements are less; complex numbers by real part, then by imaginary part."""

def lessEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """lessEqual(A, B [,C]): Whether elements are less or equal; complex numbers as in `less`."""

def lgamma(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """lgamma(A [,B]): The logarithm of the magnitude of the gamma function."""

def linspace(start: Any, stop: Any, *options: SupportsIndex | axis | builtins.bool | dtype | type[Any] | str | device | None, num: SupportsIndex | axis | None = ..., endpoint: builtins.bool | None = ..., spacing: builtins.bool | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> Any:
    """linspace(start, stop [,num] [,endpoint [,spacing]] [,dtype] [,device]): num equally spaced points, or those along an axis.

    With `spacing` the result is the pair (points, step size).

    >>> ocean.linspace(0, 10, 5)
        0.0    2.5    5.0    7.5   10.0
    <tensor.double of size 5 on cpu>
    """

def load(path: Any, *options: builtins.bool | device | None, mmap: builtins.bool | None = ..., device: device | None = ...) -> Any:
    """load(path [,mmap] [,device]): the tensor of a .npy file, or the dict of tensors of a .npz or .safetensors file.

    With mmap=True nothing is read: the tensors are read-only, on storage that is the file itself.
    """

def log(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log(A [,mode] [,B]): The natural logarithm."""

def log10(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log10(A [,mode] [,B]): The logarithm to base 10."""

def log1p(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log1p(A [,mode] [,B]): The natural logarithm of 1 + x; accurate close to 0."""

def log2(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log2(A [,mode] [,B]): The logarithm to base 2."""

def logaddexp(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logaddexp(A, B [,C]): ln(exp(A) + exp(B)), without overflow on the way."""

def logaddexp2(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logaddexp2(A, B [,C]): log2(2**A + 2**B), without overflow on the way."""

def logicalAnd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalAnd(A, B [,C]): Logical AND."""

def logicalNot(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """logicalNot(A [,B]): Logical NOT."""

def logicalOr(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalOr(A, B [,C]): Logical OR."""

def logicalXor(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalXor(A, B [,C]): Logical XOR."""

def max(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """max(A, B [,C]): The larger of two elements; NaN if either is."""

def maximum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """maximum(A [,axes [,keepdims] [,B]]): The largest element that is not NaN."""

def maximumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """maximumAbs(A [,axes [,keepdims] [,B]]): The largest absolute value that is not NaN."""

def mean(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """mean(A [,axes [,keepdims] [,B]]): The arithmetic mean."""

def meanNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """meanNaN(A [,axes [,keepdims] [,B]]): The arithmetic mean without NaN elements."""

def median(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """median(A [,axes [,keepdims] [,B]]): the median; NaN if there is a NaN.

    Of an even number of elements it is the mean of the two in the middle. Integers give double.

    >>> ocean.median([4,1,3,2])
    2.5
    """

def medianNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """medianNaN(A [,axes [,keepdims] [,B]]): the median, NaN left out.

    Of an even number of elements it is the mean of the two in the middle. Integers give double.

    >>> ocean.median([4,1,3,2])
    2.5
    """

def merge(tensors: Any, axis: Any, *options: tensor | dtype | type[Any] | str | device | None, result: tensor | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor | None:
    """merge(tensors, axis [,result] [,dtype] [,device]): tensors one after another along an axis, into a result or a new tensor.

    A new result takes the dtype and the device of the tensors where they agree, else the default ones. Missing
    dimensions on the right count as size one.

    >>> ocean.merge([[1,2],[3]], 0)
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """

def min(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """min(A, B [,C]): The smaller of two elements; NaN if either is."""

def minimum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """minimum(A [,axes [,keepdims] [,B]]): The smallest element that is not NaN."""

def minimumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """minimumAbs(A [,axes [,keepdims] [,B]]): The smallest absolute value that is not NaN."""

def mod(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """mod(A, B [,C]): The remainder with the sign of B; integers modulo 0 give 0."""

def modf(A: Any) -> tuple[tensor, tensor]:
    """modf(A): The fractional and the integral parts, both with the sign of A.

    >>> f, w = ocean.modf([2.5,-1.25])
    >>> f.asPython(), w.asPython()
    ([0.5, -0.25], [2.0, -1.0])
    """

def moving_average(A: Any, axis: SupportsIndex | axis, weights: Any, *options: SupportsIndex | tensor | None, step: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """moving_average(A, axis, weights [,step=1] [,B]): the average, with weights, of each window of as many elements along an axis; windows begin a step apart.

    The weights need not sum to one. Integers give double.

    >>> ocean.moving_average([1.0,2.0,6.0,7.0], 0, [1,2,1])
       2.75   5.25
    <tensor.double of size 2 on cpu>
    """

def moving_mean(A: Any, axis: SupportsIndex | axis, window: SupportsIndex, *options: SupportsIndex | tensor | None, step: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """moving_mean(A, axis, window [,step=1] [,B]): the mean of each window along an axis; windows begin a step apart. Integers give double.

    >>> ocean.moving_mean([1.0,2.0,6.0,7.0], 0, 2)
       1.5   4.0   6.5
    <tensor.double of size 3 on cpu>
    """

def multiply(A: Any, *arguments: Any, transA: str | None = ..., B: Any = ..., transB: str | None = ..., C: tensor | None = ...) -> Any:
    """multiply(A [,transA='N'], B [,transB='N'] [,C]): the product op(A) op(B) of collections of matrices.

    The first two dimensions are the matrices, the others are broadcast; a vector is a column, and a single element
    scales. 'T' takes the transpose and 'C' the conjugate transpose.

    >>> a = ocean.asTensor([1,2,3])
    >>> ocean.multiply(a, a, 'T')
    (:,:)
       1   2   3
       2   4   6
       3   6   9
    <tensor.int64 of size 3x3 on cpu>
    """

def nan_to_num(A: Any, *options: Any, nan: Any = ..., posinf: Any = ..., neginf: Any = ..., B: tensor | None = ...) -> Any:
    """nan_to_num(A [,nan [,posinf [,neginf]]] [,B]): NaN replaced by a number (0), and infinities by numbers (the largest and the smallest of the dtype).

    >>> ocean.nan_to_num([ocean.nan,1.5,ocean.inf], posinf=99)
        0.0    1.5   99.0
    <tensor.double of size 3 on cpu>
    """

def negative(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """negative(A [,B]): -x; logical negation for bool."""

def nextafter(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """nextafter(A, B [,C]): The next number of the dtype after A on the way to B."""

def nnz(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnz(A [,axes [,keepdims] [,B]]): The number of elements that are not zero (NaN counts)."""

def nnzNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnzNaN(A [,axes [,keepdims] [,B]]): The number of elements that are neither zero nor NaN."""

def norm(A: Any, *options: Any, p: Any = ..., axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm(A [,p=2 [,axes [,keepdims] [,B]]]): the p-norm."""

def norm1(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm1(A [,axes [,keepdims] [,B]]): The sum of absolute values."""

def norm2(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm2(A [,axes [,keepdims] [,B]]): The square root of the sum of squared absolute values."""

def normInf(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """normInf(A [,axes [,keepdims] [,B]]): The largest absolute value that is not NaN."""

def normNaN(A: Any, *options: Any, p: Any = ..., axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """normNaN(A [,p=2 [,axes [,keepdims] [,B]]]): the p-norm with NaN as zero."""

def notEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """notEqual(A, B [,C]): Whether elements differ."""

def ones(size: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """ones(size [,dtype] [,device]): a tensor of ones."""

def onesLike(source: Any) -> tensor:
    """onesLike(source): a tensor of ones with the size, dtype and device of another."""

def pad(A: Any, widths: Any, *options: Any, mode: str | None = ..., value: Any = ...) -> tensor:
    """pad(A, widths [,mode] [,value]): A tensor with additional elements before and after it along each axis.

    The widths are one number, a pair (before, after), or such a pair for each axis. The modes are "constant" (a value,
    0), "edge" (the outermost elements), "reflect" (mirrored at them), "symmetric" (mirrored behind them) and "wrap"
    (from the other side).

    >>> ocean.pad([1,2,3], (2,3), "reflect")
       3   2   1   2   3   2   1   2
    <tensor.int64 of size 8 on cpu>
    """

def partition(A: Any, kth: SupportsIndex | Sequence[int], *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """partition(A, kth [,axis=0] [,B]): a copy with element number `kth` along an axis in its place.

    It is the one that would be there after sorting; those before it are not larger, and those after it not smaller.

    `kth` may be several numbers; negative ones count from the end.

    >>> ocean.partition([4,3,1,2,5], 2)[2]
    3
    """

def power(A: Any, B: Any, *options: str | tensor | None, mode: str | None = ..., C: tensor | None = ...) -> Any:
    """power(A, B [,mode] [,C]): A to the power B; integers with wrapping, their negative powers rounded towards zero, and B cast to int16."""

def prod(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """prod(A [,axes [,keepdims] [,B]]): The product."""

def prodNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """prodNaN(A [,axes [,keepdims] [,B]]): The product without NaN elements."""

def ptp(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """ptp(A [,axes [,keepdims] [,B]]): The largest element minus the smallest (peak to peak) without NaN elements."""

def quantile(A: Any, q: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., method: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """quantile(A, q [,axes [,keepdims] [,B]] [,method='linear']): the elements below which the parts `q` (between 0 and 1) of all elements are.

    Several quantiles at once are the last axis of the result. `method` says what is between two elements:
    inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
    median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
    element (closest_observation, higher, inverted_cdf, lower, nearest).

    >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
       2   3
    <tensor.double of size 2 on cpu>
    """

def quantileNaN(A: Any, q: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., method: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """quantileNaN(A, q [,axes [,keepdims] [,B]] [,method='linear']): the elements below which the parts `q` (between 0 and 1) of all elements are, NaN left out.

    Several quantiles at once are the last axis of the result. `method` says what is between two elements:
    inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
    median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
    element (closest_observation, higher, inverted_cdf, lower, nearest).

    >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
       2   3
    <tensor.double of size 2 on cpu>
    """

def rad2deg(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """rad2deg(A [,B]): Radians as degrees."""

def reciprocal(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """reciprocal(A [,B]): 1/x; integers round towards zero, and 1/0 gives 0."""

def reduce_binary(A: Any, f: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., initial: Any = ..., B: tensor | None = ..., order: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """reduce_binary(A, f [,axes [,keepdims] [,initial] [,B]] [,order]): the elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c).

    Without an initial number the first element is it; without axes all elements are folded, into a scalar. The order is
    column-major, with order "C" row-major. A function that is made of Ocean's operations is traced once and runs
    compiled; others are called for each element.

    >>> ocean.reduce_binary([1.0,2.0,3.0], lambda total, x: 10 * total + x)
    123
    >>> ocean.reduce_binary([[1,2],[3,4]], lambda total, x: total - x, 0, initial=10)
       7   3
    <tensor.int64 of size 2 on cpu>
    """

def reduce_range(A: Any, f: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., order: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """reduce_range(A, f [,axes [,keepdims] [,B]] [,order]): what a function of a vector gives for each range along axes; without axes for all elements, as a scalar.

    Ranges run through their axes in column-major order, with order "C" in row-major order. A function that is made of
    Ocean's operations is traced once, as `ocean.fuse` does, and runs over all ranges at once; others are called for
    each range.

    >>> M = ocean.asTensor([[3.0,1.0,2.0],[4.0,8.0,6.0]])
    >>> ocean.reduce_range(M, lambda x: ocean.maximum(x) - x[0], 0)
       0   4
    <tensor.double of size 2 on cpu>
    """

def remainder(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """remainder(A, B [,C]): The same as `mod`: the remainder with the sign of B."""

def round(A: Any, *options: SupportsIndex | tensor | None, digits: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """round(A [,digits] [,B]): Round to a number of decimal digits after the point (0), halves away from zero; complex: each part.

    A negative number of digits rounds before the point: -2 rounds to hundreds.

    >>> ocean.round([2.345,-1250.0], 2).asPython(), ocean.round([1249,1250,-1250], -2).asPython()
    ([2.35, -1250.0], [1200, 1300, -1300])
    """

def scale(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """scale(A, B [,C]): Elementwise multiplication."""

def searchsorted(A: Any, B: Any, *options: Any, side: str | None = ..., sorter: Any = ...) -> Any:
    """searchsorted(A, B [,side='left'] [,sorter]): where values would be inserted in a sorted vector to keep it sorted.

    `side` says whether before ("left") or after ("right") equal elements; `sorter` are the places that sort A.

    >>> ocean.searchsorted([1,2,2,3], [2,0])
       1   0
    <tensor.int64 of size 2 on cpu>
    """

def setBufferCount(*arguments: Any, device: device | str | None = ..., count: SupportsIndex | None = ...) -> None:
    """setBufferCount([device,] count): how many temporary buffers a device, all devices of a type, or all devices may keep."""

def setMaxBufferSize(*arguments: Any, device: device | str | None = ..., size: SupportsIndex | None = ...) -> None:
    """setMaxBufferSize([device,] size): limit the size in bytes of the temporary buffers of a device, a type of devices, or all; 0 is no limit."""

def sign(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sign(A [,B]): -1, 0 or 1; NaN for NaN; complex: of the real part, or the imaginary one where that is 0."""

def signbit(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """signbit(A [,B]): Whether elements have a minus sign, also -0.0 and NaN."""

def sin(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sin(A [,B]): The sine."""

def sinc(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sinc(A [,B]): sin(pi x) / (pi x), and 1 at 0."""

def sinh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sinh(A [,B]): The hyperbolic sine."""

def slide(A: Any, f: Any, axis: SupportsIndex | axis, window: SupportsIndex, *options: SupportsIndex | dtype | type[Any] | str | tensor | None, step: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., B: tensor | None = ...) -> Any:
    """slide(A, f, axis, window [,step=1] [,dtype] [,B]): what a function of a vector gives for each window along an axis; windows begin a step apart.

    A function that is made of Ocean's operations is traced once, as `ocean.fuse` does, and runs over all windows at
    once, without a copy of them; others are called for each window. A function of two arguments is called with each
    line along the axis, and with the line of the result, of a dtype, into which it writes as many values as there are
    windows.

    >>> ocean.slide([1.0,2.0,4.0,8.0], ocean.mean, 0, 2)
       1.5   3.0   6.0
    <tensor.double of size 3 on cpu>
    """

def sort(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., descending: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """sort(A [,axis=0] [,descending] [,B]): the elements along an axis in order, the smallest first.

    Equal elements stay in their order, NaN is last, descending too; complex numbers are ordered by their real parts, then
    by their imaginary parts.

    >>> ocean.sort([3,1,2])
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """

def sqrt(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """sqrt(A [,mode] [,B]): The square root."""

def square(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """square(A [,B]): x*x."""

def stdev(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """stdev(A [,axes [,keepdims] [,B]] [,ddof=0]): The square root of the variance."""

def stdevNaN(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """stdevNaN(A [,axes [,keepdims] [,B]] [,ddof=0]): The square root of the variance without NaN elements."""

def subtract(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """subtract(A, B [,C]): Elementwise subtraction (bool: exclusive or)."""

def sum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sum(A [,axes [,keepdims] [,B]]): The sum."""

def sumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumAbs(A [,axes [,keepdims] [,B]]): The sum of absolute values."""

def sumAbsNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumAbsNaN(A [,axes [,keepdims] [,B]]): The sum of absolute values without NaN elements."""

def sumNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumNaN(A [,axes [,keepdims] [,B]]): The sum without NaN elements."""

def sumSquares(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumSquares(A [,axes [,keepdims] [,B]]): The sum of squared absolute values."""

def tan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """tan(A [,B]): The tangent."""

def tanh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """tanh(A [,B]): The hyperbolic tangent."""

def tensorLike(source: Any) -> tensor:
    """tensorLike(source): a new tensor with the size, dtype and device of another, not set to anything."""

def topk(A: Any, k: SupportsIndex, *options: SupportsIndex | axis | builtins.bool | None, axis: SupportsIndex | axis | None = ..., largest: builtins.bool | None = ...) -> tuple[tensor, tensor]:
    """topk(A, k [,axis=0] [,largest]): the `k` largest elements along an axis, the largest first, and their places.

    `largest=False` gives the smallest. The first of equal elements comes first, and NaN last.

    >>> ocean.topk([4,1,5,3], 2)
    (   5   4
    <tensor.int64 of size 2 on cpu>,    2   0
    <tensor.int64 of size 2 on cpu>)
    """

def trace(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> Any:
    """trace(A [,k]): The sum along diagonal k (0) of a matrix, or of each matrix of a tensor.

    >>> ocean.trace([[1,2],[3,4]])
    5
    """

def transform(A: Any, f: Any, axis: SupportsIndex | axis) -> Any:
    """transform(A, f, axis): change each line along an axis in place: to what a function of it gives, or as the function changes it.

    A function that is made of Ocean's operations and gives the new line is traced once, as `ocean.fuse` does, and runs
    over all lines at once. Others are called for each line, which they may change; if one raises an error nothing is
    changed.

    >>> M = ocean.asTensor([[1.0,2.0,5.0],[4.0,8.0,4.0]])
    >>> ocean.transform(M, lambda x: x / ocean.sum(x), 0)
    >>> M
    (:,:)
       0.125   0.250
       0.250   0.500
       0.625   0.250
    <tensor.double of size 3x2 on cpu>
    """

def tril(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> tensor:
    """tril(A [,k]): The lower triangles of matrices, zero above diagonal k (0); diagonals above the main one have positive numbers.

    >>> ocean.tril(ocean.ones([2,3], ocean.int8))
    (:,:)
       1   0   0
       1   1   0
    <tensor.int8 of size 2x3 on cpu>
    """

def triu(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> tensor:
    """triu(A [,k]): The upper triangles of matrices, zero below diagonal k (0)."""

def trueDivide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """trueDivide(A, B [,C]): Elementwise division; integers round towards zero, and by zero give 0."""

def trunc(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """trunc(A [,B]): Round towards zero; complex: each part."""

def unique(A: Any, *options: SupportsIndex | axis | builtins.bool | None, axis: SupportsIndex | axis | None = ..., index: builtins.bool | None = ..., inverse: builtins.bool | None = ..., counts: builtins.bool | None = ..., return_index: builtins.bool | None = ..., return_inverse: builtins.bool | None = ..., return_counts: builtins.bool | None = ...) -> Any:
    """unique(A [,axis] [,index] [,inverse] [,counts]): the distinct elements in their order, or with an axis the distinct slices along it; NaN counts as one element.

    On demand also, as a tuple: the `index` of the first occurrence of each, the `inverse`, which gives for each element
    of A where it is in the result, and the `counts`.

    >>> ocean.unique([3,1,3,2], counts=True)
    (   1   2   3
    <tensor.int64 of size 3 on cpu>,    1   1   2
    <tensor.int64 of size 3 on cpu>)
    """

def var(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """var(A [,axes [,keepdims] [,B]] [,ddof=0]): The mean of squared distances from the mean; divided by the count less ddof."""

def varNaN(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """varNaN(A [,axes [,keepdims] [,B]] [,ddof=0]): The variance without NaN elements; divided by their count less ddof."""

def where(A: Any, *options: Any, B: Any = ..., C: Any = ..., D: tensor | None = ..., condition: Any | None = ...) -> Any:
    """where(A [,B, C] [,D]): B where the condition A holds, else C; without them the same as `find`."""

def zeros(size: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """zeros(size [,dtype] [,device]): a tensor of zeros.

    >>> ocean.zeros([2,3])
    (:,:)
       0   0   0
       0   0   0
    <tensor.float of size 2x3 on cpu>
    """

def zerosLike(source: Any) -> tensor:
    """zerosLike(source): a tensor of zeros with the size, dtype and device of another."""

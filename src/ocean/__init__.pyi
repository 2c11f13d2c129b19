"""Ocean: column-major strided tensors, with kernels compiled on demand."""

# Made by tools/make_stub.py; do not edit.

import builtins
from collections.abc import Sequence
from typing import Any, SupportsIndex

from ocean import descriptions as descriptions
from ocean._src.axes.labels import axes as axes
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
from ocean._src.core.objects.tensor import threads as threads
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
from ocean._src.tensor.take import scatterAdd as scatterAdd
from ocean._src.tensor.take import take as take
from ocean._src.tensor.take import take_along_axis as take_along_axis
from ocean._src.tensor.twodim import meshgrid as meshgrid
from ocean import fft as fft
from ocean import linalg as linalg
from ocean._src.devices.device import deviceGPU as deviceGPU
from ocean._src.lazy.fuse import fuse as fuse
from ocean._src.convolution.api import convolution as convolution
from ocean._src.convolution.api import convolutionGradData as convolutionGradData
from ocean._src.convolution.api import convolutionGradFilters as convolutionGradFilters
from ocean._src.gradients.api import checkpoint as checkpoint
from ocean._src.gradients.api import custom_jvp as custom_jvp
from ocean._src.gradients.api import custom_vjp as custom_vjp
from ocean._src.gradients.api import elementwise_grad as elementwise_grad
from ocean._src.gradients.api import grad as grad
from ocean._src.gradients.api import hessian as hessian
from ocean._src.gradients.api import hvp as hvp
from ocean._src.gradients.api import jacobian as jacobian
from ocean._src.gradients.api import jvp as jvp
from ocean._src.gradients.api import stop_gradient as stop_gradient
from ocean._src.gradients.api import value_and_grad as value_and_grad
from ocean._src.gradients.api import vjp as vjp
from ocean import random as random
from ocean import testing as testing
from ocean import files as files
from ocean import partial as partial
from ocean import dask as dask
from ocean._src.scale.budget import memory as memory

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
    """absolute(A [,B])

    The absolute value; a real number for complex ones.

    The result has the dtype of A if that is bool, an integer dtype or a real floating dtype, and is
    half for complex-half, and is float for complex-float, and is double for complex-double.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: abs(A).
    numpy.absolute of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.absolute(ocean.asTensor([-1.5, 2.0]))
       1.5   2.0
    <tensor.double of size 2 on cpu>
    """

def add(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """add(A, B [,C])

    Elementwise addition.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A + B.
    numpy.add of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.add(ocean.asTensor([7, -7]), 2)
        9  -5
    <tensor.int64 of size 2 on cpu>
    """

def all(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """all(A [,axes [,keepdims] [,B]])

    Whether no element is zero.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.all(A, 0)
       True   True
    <tensor.bool of size 2 on cpu>
    """

def allFinite(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """allFinite(A [,axes [,keepdims] [,B]])

    Whether no element is infinite or NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.allFinite(A, 0)
       True   True
    <tensor.bool of size 2 on cpu>
    """

def allInRange(A: Any, lower: Any, *arguments: Any, lowerInclusive: builtins.bool | None = ..., upper: Any = ..., upperInclusive: builtins.bool | None = ...) -> builtins.bool:
    """allInRange(A, lower [,lowerInclusive=True], upper [,upperInclusive=True])

    Whether all elements are between two bounds.

    A bound of None is always satisfied; NaN elements do not count.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    lower : number
        The lower bound.
    lowerInclusive : bool, optional
        Whether the lower bound itself is in the range.
    upper : number, optional
        The upper bound.
    upperInclusive : bool, optional
        Whether the upper bound itself is in the range.

    Returns
    -------
    bool
        Whether all are.

    Examples
    --------
    >>> ocean.allInRange(ocean.asTensor([1, 2, 3]), 1, 3)
    True
    """

def angle(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """angle(A [,B])

    The angle of a complex number; 0 or pi for real ones.

    The result has the dtype of A if that is a real floating dtype, and is double for bool, an integer
    dtype or complex-double, and is half for complex-half, and is float for complex-float.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.angle of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.angle(ocean.asTensor([1, 1j]))
       0.0000   1.5708
    <tensor.double of size 2 on cpu>
    """

def any(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """any(A [,axes [,keepdims] [,B]])

    Whether any element is not zero.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.any(A, 0)
       True   True
    <tensor.bool of size 2 on cpu>
    """

def anyInf(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """anyInf(A [,axes [,keepdims] [,B]])

    Whether any element is infinite.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.anyInf(A, 0)
       False   False
    <tensor.bool of size 2 on cpu>
    """

def anyNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """anyNaN(A [,axes [,keepdims] [,B]])

    Whether any element is NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.anyNaN(A, 0)
       False    True
    <tensor.bool of size 2 on cpu>
    """

def arange(*arguments: Any, start: Any = ..., stop: Any = ..., step: Any = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """arange([start,] stop [,step] [,dtype] [,device])

    Start, start + step, ... below stop.

    >>> ocean.arange(5, 0, -2)
       5   3   1
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    start : number, optional
        The first number.
    stop : number, optional
        The end of the interval.
    step : number, optional
        The distance between numbers.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        The numbers, int64 if all arguments are integers.

    Examples
    --------
    >>> ocean.arange(2, 10, 3)
       2   5   8
    <tensor.int64 of size 3 on cpu>
    """

def arccos(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arccos(A [,mode] [,B])

    The inverse cosine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be in [-1,1]: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arccos of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arccos(ocean.asTensor([0.0, 0.5]))
       1.5708   1.0472
    <tensor.double of size 2 on cpu>
    """

def arccosh(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arccosh(A [,mode] [,B])

    The inverse hyperbolic cosine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be at least 1: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arccosh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arccosh(ocean.asTensor([1.0, 2.0]))
       0.00000   1.31696
    <tensor.double of size 2 on cpu>
    """

def arcsin(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arcsin(A [,mode] [,B])

    The inverse sine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be in [-1,1]: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arcsin of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arcsin(ocean.asTensor([0.0, 0.5]))
       0.0000   0.5236
    <tensor.double of size 2 on cpu>
    """

def arcsinh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """arcsinh(A [,B])

    The inverse hyperbolic sine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arcsinh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arcsinh(ocean.asTensor([0.0, 0.5]))
       0.00000   0.48121
    <tensor.double of size 2 on cpu>
    """

def arctan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """arctan(A [,B])

    The inverse tangent.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arctan of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arctan(ocean.asTensor([0.0, 0.5]))
       0.00000   0.46365
    <tensor.double of size 2 on cpu>
    """

def arctan2(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """arctan2(A, B [,C])

    The angle of the point with the coordinates B and A.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arctan2 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arctan2(ocean.asTensor([1.0, -1.0]), 1.0)
        0.7854  -0.7854
    <tensor.double of size 2 on cpu>
    """

def arctanh(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """arctanh(A [,mode] [,B])

    The inverse hyperbolic tangent.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be in [-1,1]: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.arctanh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.arctanh(ocean.asTensor([0.0, 0.5]))
       0.00000   0.54931
    <tensor.double of size 2 on cpu>
    """

def argmax(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """argmax(A [,axes [,keepdims] [,B]])

    The index of the first largest element that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.argmax(A, 0)
       1   0
    <tensor.int64 of size 2 on cpu>
    """

def argmin(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """argmin(A [,axes [,keepdims] [,B]])

    The index of the first smallest element that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.argmin(A, 0)
       0   1
    <tensor.int64 of size 2 on cpu>
    """

def argpartition(A: Any, kth: SupportsIndex | Sequence[int], *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """argpartition(A, kth [,axis=0] [,B])

    The places of the elements along an axis in the order of a partition.

    That number `kth` is the place of the element that would be there after sorting.

    >>> ocean.argpartition([4,3,1,2,5], 2)[2]
    1

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    kth : int or sequence of int
        The places that get the right element.
    axis : int or axis, optional
        The axis to work along.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        Indices along the axis, int64.

    Examples
    --------
    >>> ocean.argpartition(ocean.asTensor([3, 1, 2]), 0)[0]
    1
    """

def argsort(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., descending: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """argsort(A [,axis=0] [,descending] [,B])

    The places of the elements along an axis in the order of `sort`.

    >>> ocean.argsort([3,1,2])
       1   2   0
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    descending : bool, optional
        Whether the largest elements come first.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        Indices along the axis, int64.

    Examples
    --------
    >>> ocean.argsort(ocean.asTensor([3, 1, 2]))
       1   2   0
    <tensor.int64 of size 3 on cpu>
    """

def asTensor(data: Any, *options: Any, scalar: Any = ..., order: str | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ..., deepcopy: builtins.bool | None = ..., axes: Sequence[Any] | axis | None = ...) -> tensor:
    """asTensor(data [,scalar] [,order] [,dtype] [,device] [,deepcopy] [,axes])

    A tensor from anything that is like one.

    The innermost lists are the first dimension; order 'R' reads lists by row (a flat list is one row), 'C' reverses all
    dimensions. With a scalar, missing entries take its value. Axes are given to the dimensions of the tensor.

    >>> ocean.asTensor([[1,2,3],[4,5,6]], "R")
    (:,:)
       1   2   3
       4   5   6
    <tensor.int64 of size 2x3 on cpu>

    Parameters
    ----------
    data : object
        A tensor, list, array, or other object that is like a tensor.
    scalar : number, optional
        What fills ragged lists.
    order : {"F", "C"}, optional
        The order of elements in memory, or in nested lists ("R" reads rows).
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.
    deepcopy : bool, optional
        Whether the result shares no memory with `data`.
    axes : sequence of axis, optional
        The axes of the result.

    Returns
    -------
    tensor
        The tensor; it shares memory with `data` if that is possible.

    Examples
    --------
    >>> ocean.asTensor([[1, 2, 3], [4, 5, 6]])
    (:,:)
       1   4
       2   5
       3   6
    <tensor.int64 of size 3x2 on cpu>
    >>> ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R").size
    (2, 3)
    """

def average(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., weights: Any = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """average(A [,axes [,keepdims]] [,weights] [,B])

    The mean in which each element has a weight: sum(weights @ A) / sum(weights), over axes or everything.

    The weights are as many as the elements, or as many as there are along the axes. Integers give double.

    >>> ocean.average([1.0,2.0,6.0], weights=[2,1,1])
    2.5

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    weights : tensor_like, optional
        The weight of each element.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        The weighted means.

    Examples
    --------
    >>> ocean.average(ocean.asTensor([1.0, 2.0, 3.0]), weights=[3, 1, 0])
    1.25
    """

def bincount(A: Any, *options: Any, weights: Any = ..., minlength: SupportsIndex | None = ...) -> tensor:
    """bincount(A [,weights] [,minlength=0])

    How often each number from 0 on occurs.

    The result has at least `minlength` entries, and as many as the largest element asks for; with weights, it has the sums
    of the weights of equal elements.

    >>> ocean.bincount([0,1,1,3])
       1   2   0   1
    <tensor.int64 of size 4 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    weights : tensor_like, optional
        The weight of each element.
    minlength : int, optional
        The least length of the result.

    Returns
    -------
    tensor
        The count of each integer from 0 on, or sums of weights.

    Examples
    --------
    >>> ocean.bincount(ocean.asTensor([0, 2, 2, 5]))
       1   0   2   0   0   1
    <tensor.int64 of size 6 on cpu>
    """

def bitshiftLeft(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitshiftLeft(A, B [,C])

    Shift the bits of A left by B (right where B is negative). B is cast to int8: 200 means -56.

    The result has the dtype of the operands. There is none for a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A << B.
    numpy.left_shift of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitshiftLeft(ocean.asTensor([1, 3]), 2)
        4   12
    <tensor.int64 of size 2 on cpu>
    """

def bitshiftRight(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitshiftRight(A, B [,C])

    Shift the bits of A right by B (left where B is negative). B is cast to int8: 200 means -56.

    The result has the dtype of the operands. There is none for a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A >> B.
    numpy.right_shift of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitshiftRight(ocean.asTensor([4, 12]), 2)
       1   3
    <tensor.int64 of size 2 on cpu>
    """

def bitwiseAnd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseAnd(A, B [,C])

    Bitwise AND, in the dtype with more bits, or A's.

    The result has the dtype of the operands. There is none for a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A & B.
    numpy.bitwise_and of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitwiseAnd(ocean.asTensor([6, 12]), 10)
       2   8
    <tensor.int64 of size 2 on cpu>
    """

def bitwiseNot(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """bitwiseNot(A [,B])

    Bitwise NOT.

    The result has the dtype of A. There is none for a real floating dtype or a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: ~A.
    numpy.invert of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitwiseNot(ocean.asTensor([0, 5]))
       -1  -6
    <tensor.int64 of size 2 on cpu>
    """

def bitwiseOr(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseOr(A, B [,C])

    Bitwise OR, in the dtype with more bits, or A's.

    The result has the dtype of the operands. There is none for a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A | B.
    numpy.bitwise_or of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitwiseOr(ocean.asTensor([6, 12]), 1)
        7   13
    <tensor.int64 of size 2 on cpu>
    """

def bitwiseXor(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """bitwiseXor(A, B [,C])

    Bitwise XOR, in the dtype with more bits, or A's.

    The result has the dtype of the operands. There is none for a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A ^ B.
    numpy.bitwise_xor of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.bitwiseXor(ocean.asTensor([6, 12]), 10)
       12    6
    <tensor.int64 of size 2 on cpu>
    """

def block(tensors: Any, *options: str | None, order: str | None = ...) -> tensor:
    """block(tensors [,order])

    A tensor from nested lists of tensors: the innermost lists are joined along axis 0, those around them along axis
    1, and so on, as lists of numbers are. Order "R" reads rows: innermost along axis 1, the next along axis 0.

    >>> A, B = ocean.ones([2,2], ocean.int8), ocean.zeros([1,2], ocean.int8)
    >>> ocean.block([[A,B],[B,A]])
    (:,:)
       1   1   0   0
       1   1   1   1
       0   0   1   1
    <tensor.int8 of size 3x4 on cpu>

    Parameters
    ----------
    tensors : nested lists of tensor_like
        The parts.
    order : {"F", "C"}, optional
        The order of elements in memory, or in nested lists ("R" reads rows).

    Returns
    -------
    tensor
        The joined tensor.

    Examples
    --------
    >>> ocean.block([[ocean.ones([2]), ocean.zeros([1])]]).size
    (3, 1)
    """

def cast(obj: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> Any:
    """cast(obj [,dtype] [,device])

    A copy of the object with the given dtype and device, which shares no memory with it.

    Parameters
    ----------
    obj : object
        A tensor, storage, scalar or number.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    object
        A copy.

    Examples
    --------
    >>> ocean.cast(ocean.asTensor([1.7, -1.7]), ocean.int8)
        1  -1
    <tensor.int8 of size 2 on cpu>
    """

def cbrt(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cbrt(A [,B])

    The cube root; complex: the one with the smallest angle.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.cbrt of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.cbrt(ocean.asTensor([8.0, -27.0]))
        2  -3
    <tensor.double of size 2 on cpu>
    """

def ceil(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """ceil(A [,B])

    Round up; complex: each part.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.ceil of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.ceil(ocean.asTensor([-1.5, 1.5]))
       -1   2
    <tensor.double of size 2 on cpu>
    """

def clip(A: Any, B: Any, C: Any, *options: tensor | None, D: tensor | None = ...) -> Any:
    """clip(A, B, C [,D])

    A limited to the range from B to C; NaN stays NaN.

    The result has the dtype of the operands. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    D, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.clip of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor_like
        The third operand.
    D : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.clip(ocean.asTensor([-1, 5, 12]), 0, 10)
        0    5   10
    <tensor.int64 of size 3 on cpu>
    """

def conj(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """conj(A [,B])

    The complex conjugate.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.conjugate of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.conj(ocean.asTensor([1 + 2j]))
       1 - 2j
    <tensor.complex-double of size 1 on cpu>
    """

def copysign(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """copysign(A, B [,C])

    The magnitude of A with the sign of B.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.copysign of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.copysign(ocean.asTensor([1.0, 2.0]), -1)
       -1  -2
    <tensor.double of size 2 on cpu>
    """

def corrcoef(A: Any, *options: tensor | SupportsIndex | axis | None, y: tensor | None = ..., axis: SupportsIndex | axis | None = ...) -> Any:
    """corrcoef(A [,y] [,axis=0])

    The correlation coefficients of variables: each column of A is one, observed along axis 0. See `cov`.

    >>> ocean.corrcoef(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
       1.00000   0.97073
       0.97073   1.00000
    <tensor.double of size 2x2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    y : tensor_like, optional
        The second operand.
    axis : int or axis, optional
        The axis to work along.

    Returns
    -------
    tensor
        The matrix of correlation coefficients.

    Examples
    --------
    >>> ocean.corrcoef(ocean.asTensor([[1.0, 2.0, 3.0], [2.0, 4.0, 7.0]]))
    (:,:)
       1.0000   0.9934
       0.9934   1.0000
    <tensor.double of size 2x2 on cpu>
    """

def cos(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cos(A [,B])

    The cosine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.cos of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.cos(ocean.asTensor([0.0, 0.5]))
       1.00000   0.87758
    <tensor.double of size 2 on cpu>
    """

def cosh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """cosh(A [,B])

    The hyperbolic cosine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.cosh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.cosh(ocean.asTensor([0.0, 0.5]))
       1.00000   1.12763
    <tensor.double of size 2 on cpu>
    """

def count_nonzero(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnz(A [,axes [,keepdims] [,B]])

    The number of elements that are not zero (NaN counts).

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.nnz(A, 0)
       2   2
    <tensor.uint64 of size 2 on cpu>
    """

def cov(A: Any, *options: Any, y: tensor | None = ..., axis: SupportsIndex | axis | None = ..., ddof: Any = ...) -> Any:
    """cov(A [,y] [,axis=0] [,ddof=1])

    The covariances of variables: each column of A is one, observed along axis 0; of a vector its variance.

    The columns of y, or y itself, are further variables. The sums of products are divided by the number of observations
    less `ddof`.

    >>> ocean.cov(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
        1.0    3.5
        3.5   13.0
    <tensor.double of size 2x2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    y : tensor_like, optional
        The second operand.
    axis : int or axis, optional
        The axis to work along.
    ddof : int, optional
        The divisor is the count minus this.

    Returns
    -------
    tensor or scalar
        The matrix of covariances.

    Examples
    --------
    >>> ocean.cov(ocean.asTensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    (:,:)
        1  -1
       -1   1
    <tensor.double of size 2x2 on cpu>
    """

def cross(A: Any, B: Any, *options: SupportsIndex | axis | None, axis: SupportsIndex | axis | None = ...) -> tensor:
    """cross(A, B [,axis])

    The cross products of vectors of three elements along an axis (0).

    >>> ocean.cross([1,0,0], [0,1,0])
       0   0   1
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    axis : int or axis, optional
        The axis to work along.

    Returns
    -------
    tensor
        The cross products.

    Examples
    --------
    >>> ocean.cross(ocean.asTensor([1, 0, 0]), ocean.asTensor([0, 1, 0]))
       0   0   1
    <tensor.int64 of size 3 on cpu>
    """

def cummax(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cummax(A [,axis] [,reverse] [,B])

    The largest element so far that is not NaN along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cummax(ocean.asTensor([3, 1, 4, 1]), 0)
       3   3   4   4
    <tensor.int64 of size 4 on cpu>
    """

def cummin(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cummin(A [,axis] [,reverse] [,B])

    The smallest element so far that is not NaN along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cummin(ocean.asTensor([3, 1, 4, 1]), 0)
       3   1   1   1
    <tensor.int64 of size 4 on cpu>
    """

def cumprod(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumprod(A [,axis] [,reverse] [,B])

    Cumulative products along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cumprod(ocean.asTensor([3, 1, 4, 1]), 0)
        3    3   12   12
    <tensor.int64 of size 4 on cpu>
    """

def cumprodNaN(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumprodNaN(A [,axis] [,reverse] [,B])

    Cumulative products without NaN elements along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cumprodNaN(ocean.asTensor([2.0, ocean.nan, 3.0]), 0)
       2   2   6
    <tensor.double of size 3 on cpu>
    """

def cumsum(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumsum(A [,axis] [,reverse] [,B])

    Cumulative sums along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cumsum(ocean.asTensor([3, 1, 4, 1]), 0)
       3   4   8   9
    <tensor.int64 of size 4 on cpu>
    """

def cumsumNaN(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., reverse: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """cumsumNaN(A [,axis] [,reverse] [,B])

    Cumulative sums without NaN elements along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    reverse : bool, optional
        Whether to begin at the end of the axis.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The results up to each element.

    Examples
    --------
    >>> ocean.cumsumNaN(ocean.asTensor([2.0, ocean.nan, 3.0]), 0)
       2   2   5
    <tensor.double of size 3 on cpu>
    """

def deg2rad(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """deg2rad(A [,B])

    Degrees as radians.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.deg2rad of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.deg2rad(ocean.asTensor([0.0, 180.0]))
       0.00000   3.14159
    <tensor.double of size 2 on cpu>
    """

def diag(value: Any, *options: SupportsIndex | dtype | type[Any] | str | device | None, index: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """diag(value [,index] [,dtype] [,device])

    A square matrix with a vector on a diagonal.

    >>> ocean.diag([1,2], -1)
    (:,:)
       0   0   0
       1   0   0
       0   2   0
    <tensor.int64 of size 3x3 on cpu>

    Parameters
    ----------
    value : tensor_like
        The elements of the diagonal.
    index : int, optional
        The number of the diagonal; positive ones are above the main one.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        A square matrix.

    Examples
    --------
    >>> ocean.diag([1, 2])
    (:,:)
       1   0
       0   2
    <tensor.int64 of size 2x2 on cpu>
    """

def diff(A: Any, *options: SupportsIndex | axis | tensor | None, n: SupportsIndex | None = ..., axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """diff(A [,n=1 [,axis=0]] [,B])

    Differences of neighbours along an axis, n times: elements are one fewer each time.

    >>> ocean.diff([1,4,9,16])
       3   5   7
    <tensor.int64 of size 3 on cpu>
    >>> ocean.diff([1,4,9,16], 2)
       2   2
    <tensor.int64 of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    n : int, optional
        How many times to take differences.
    axis : int or axis, optional
        The axis to work along.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The differences; the axis is shorter by n.

    Examples
    --------
    >>> ocean.diff(ocean.asTensor([1, 4, 9, 16]))
       3   5   7
    <tensor.int64 of size 3 on cpu>
    """

def diff2(A: Any, *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """diff2(A [,axis=0] [,B])

    Differences of differences along an axis.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The second differences.

    Examples
    --------
    >>> ocean.diff2(ocean.asTensor([1, 4, 9, 16]))
       2   2
    <tensor.int64 of size 2 on cpu>
    """

def digitize(A: Any, bins: Any, *options: builtins.bool | None, right: builtins.bool | None = ...) -> Any:
    """digitize(A, bins [,right])

    The number of the bin of each element: k where `bins[k-1] <= x < bins[k]`, 0 below and len(bins) above all.

    The edges are sorted up or down; with `right` the bins have their right edges: `bins[k-1] < x <= bins[k]`.

    >>> ocean.digitize([0.5,2,3], [1,2,3])
       0   2   3
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    bins : tensor_like
        The edges of the bins.
    right : bool, optional
        Whether the right edge belongs to a bin.

    Returns
    -------
    tensor
        The number of the bin of each element.

    Examples
    --------
    >>> ocean.digitize(ocean.asTensor([0.2, 6.4, 3.0]), [0, 1, 2.5, 4, 10])
       1   4   3
    <tensor.int64 of size 3 on cpu>
    """

def divide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """divide(A, B [,C])

    Elementwise division; integers round down, and integer division by zero gives 0.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A / B.
    numpy.divide of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.divide(ocean.asTensor([7, -7]), 2)
        3  -4
    <tensor.int64 of size 2 on cpu>
    """

def divmod(A: Any, B: Any) -> tuple[tensor, tensor]:
    """divmod(A, B)

    The quotients rounded down and the remainders with the sign of B, as `floorDivide` and `mod` give them.

    >>> q, r = ocean.divmod([7,-7], 2)
    >>> q.asPython(), r.asPython()
    ([3, -4], [1, 1])

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.

    Returns
    -------
    tuple of tensor
        The quotients, and the remainders.

    Examples
    --------
    >>> ocean.divmod(ocean.asTensor([7, -7]), 2)[0]
        3  -4
    <tensor.int64 of size 2 on cpu>
    """

def ensure(obj: Any, *options: dtype | type[Any] | str | device | builtins.bool | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ..., inplace: builtins.bool | None = ...) -> Any:
    """ensure(obj [,dtype] [,device] [,inplace])

    The object with the given dtype and device.

    In place, the object itself is changed; otherwise the result shares memory with it whenever nothing must change.

    >>> ocean.ensure([1,2,3], ocean.int8)
       1   2   3
    <tensor.int8 of size 3 on cpu>

    Parameters
    ----------
    obj : object
        A tensor, storage, scalar or number.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.
    inplace : bool, optional
        Whether to change the object itself.

    Returns
    -------
    object
        The object itself if it fits, else a copy.

    Examples
    --------
    >>> ocean.ensure(ocean.asTensor([1, 2]), ocean.double)
       1   2
    <tensor.double of size 2 on cpu>
    """

def equal(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """equal(A, B [,C])

    Whether elements are equal.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A == B.
    numpy.equal of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.equal(ocean.asTensor([1, 2]), [1, 3])
        True   False
    <tensor.bool of size 2 on cpu>
    """

def erf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """erf(A [,B])

    The error function.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.erf(ocean.asTensor([0.0, 0.5]))
       0.0000   0.5205
    <tensor.double of size 2 on cpu>
    """

def exp(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp(A [,B])

    E to the power x.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.exp of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.exp(ocean.asTensor([0.0, 0.5]))
       1.00000   1.64872
    <tensor.double of size 2 on cpu>
    """

def exp10(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp10(A [,B])

    10 to the power x.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.exp10(ocean.asTensor([0.0, 2.0]))
         1   100
    <tensor.double of size 2 on cpu>
    """

def exp2(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """exp2(A [,B])

    2 to the power x.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.exp2 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.exp2(ocean.asTensor([0.0, 0.5]))
       1.00000   1.41421
    <tensor.double of size 2 on cpu>
    """

def expm1(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """expm1(A [,B])

    E to the power x, minus 1; accurate close to 0.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.expm1 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.expm1(ocean.asTensor([0.0, 0.5]))
       0.00000   0.64872
    <tensor.double of size 2 on cpu>
    """

def eye(rows: Any, *options: SupportsIndex | axis | dtype | type[Any] | str | device | None, columns: SupportsIndex | axis | None = ..., index: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """eye(rows [,columns [,index]] [,dtype] [,device])

    Ones on a diagonal.

    >>> ocean.eye(2, 3, 1)
    (:,:)
       0   1   0
       0   0   1
    <tensor.float of size 2x3 on cpu>

    Parameters
    ----------
    rows : int
        The number of rows.
    columns : int, optional
        The number of columns.
    index : int, optional
        The number of the diagonal; positive ones are above the main one.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        Ones on a diagonal.

    Examples
    --------
    >>> ocean.eye(2, 3, 1, ocean.int8)
    (:,:)
       0   1   0
       0   0   1
    <tensor.int8 of size 2x3 on cpu>
    """

def fabs(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """fabs(A [,B])

    The absolute value, in the dtype of A also for complex numbers.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.fabs of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fabs(ocean.asTensor([-1.5, 2.0]))
       1.5   2.0
    <tensor.double of size 2 on cpu>
    """

def fdim(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fdim(A, B [,C])

    A - B where A is larger, else 0; NaN if either is.

    The result has the dtype of the operands. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fdim(ocean.asTensor([7, -7]), 2)
       5   0
    <tensor.int64 of size 2 on cpu>
    """

def floor(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """floor(A [,B])

    Round down; complex: each part.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.floor of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.floor(ocean.asTensor([-1.5, 1.5]))
       -2   1
    <tensor.double of size 2 on cpu>
    """

def floorDivide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """floorDivide(A, B [,C])

    Elementwise division rounded down.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A // B.
    numpy.floor_divide of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.floorDivide(ocean.asTensor([7, -7]), 2)
        3  -4
    <tensor.int64 of size 2 on cpu>
    """

def fma(A: Any, B: Any, C: Any, *options: tensor | None, D: tensor | None = ...) -> Any:
    """fma(A, B, C [,D])

    A*B + C, of floating numbers rounded once (half: in float).

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    D, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor_like
        The third operand.
    D : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fma(ocean.asTensor([1.0, 2.0]), 3.0, 0.5)
       3.5   6.5
    <tensor.double of size 2 on cpu>
    """

def fmax(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmax(A, B [,C])

    The larger of two elements; a number rather than NaN.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.fmax of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fmax(ocean.asTensor([1.0, ocean.nan]), 0.5)
       1.0   0.5
    <tensor.double of size 2 on cpu>
    """

def fmin(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmin(A, B [,C])

    The smaller of two elements; a number rather than NaN.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.fmin of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fmin(ocean.asTensor([1.0, ocean.nan]), 0.5)
       0.5   0.5
    <tensor.double of size 2 on cpu>
    """

def fmod(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """fmod(A, B [,C])

    The remainder with the sign of A; integers modulo 0 give 0.

    The result has the dtype of the operands. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.fmod of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.fmod(ocean.asTensor([7, -7]), 2)
        1  -1
    <tensor.int64 of size 2 on cpu>
    """

def frexp(A: Any) -> tuple[tensor, tensor]:
    """frexp(A)

    Mantissas, from 1/2 to below 1 without the sign, and exponents (int32): A is mantissa times 2 ** exponent.

    0, infinities and NaN are their own mantissas, with exponent 0.

    >>> m, e = ocean.frexp([8.0,-0.75])
    >>> m.asPython(), e.asPython()
    ([0.5, -0.75], [4, 0])

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.

    Returns
    -------
    tuple of tensor
        Mantissas and exponents.

    Examples
    --------
    >>> ocean.frexp(ocean.asTensor([1.0, 3.0]))[0]
       0.50   0.75
    <tensor.double of size 2 on cpu>
    """

def full(size: Any, value: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """full(size, value [,dtype] [,device])

    A tensor filled with a value, of the value's dtype unless given.

    >>> ocean.full([3], ocean.int16(3))
       3   3   3
    <tensor.int16 of size 3 on cpu>

    Parameters
    ----------
    size : int, axis or sequence
        The size of the result.
    value : number
        The value.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        A tensor of one value.

    Examples
    --------
    >>> ocean.full([2, 2], 7)
    (:,:)
       7   7
       7   7
    <tensor.int64 of size 2x2 on cpu>
    """

def fullLike(source: Any, value: Any) -> tensor:
    """fullLike(source, value)

    A tensor filled with a value, with the size, dtype and device of another.

    Parameters
    ----------
    source : tensor
        The tensor whose size, dtype and device are taken.
    value : number
        The value.

    Returns
    -------
    tensor
        A tensor of one value.

    Examples
    --------
    >>> ocean.fullLike(ocean.zeros([3]), 9)
       9   9   9
    <tensor.float of size 3 on cpu>
    """

def gamma(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """gamma(A [,B])

    The gamma function; NaN at negative integers.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.gamma(ocean.asTensor([1.0, 5.0]))
        1   24
    <tensor.double of size 2 on cpu>
    """

def gcd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """gcd(A, B [,C])

    The greatest common divisor.

    The result has the dtype of the operands. There is none for bool, a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.gcd of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.gcd(ocean.asTensor([12, 18]), 8)
       4   2
    <tensor.int64 of size 2 on cpu>
    """

def gemm(alpha: Any, A: Any, *arguments: Any, transA: str | None = ..., B: Any = ..., transB: str | None = ..., beta: Any = ..., C: tensor | None = ...) -> Any:
    """gemm(alpha, A [,transA='N'], B [,transB='N'] [,beta=0, C])

    Alpha op(A) op(B) + beta C, into C when it is given.

    >>> a = ocean.asTensor([1,2,3], ocean.float)
    >>> ocean.gemm(2, a, 'T', a)
       28
    <tensor.float of size 1 on cpu>

    Parameters
    ----------
    alpha : number
        The factor of the product.
    A : tensor_like
        The operand: a tensor, number, list or array.
    transA : {"N", "T", "C"}, optional
        Whether to take the transpose or the conjugate transpose of the first operand.
    B : tensor_like, optional
        The second operand.
    transB : {"N", "T", "C"}, optional
        Whether to take the transpose or the conjugate transpose of the second operand.
    beta : number, optional
        The factor of `C`.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The result, or None if `C` is given.

    Examples
    --------
    >>> ocean.gemm(2, ocean.eye(2), ocean.ones([2, 2]))
    (:,:)
       2   2
       2   2
    <tensor.float of size 2x2 on cpu>
    """

def gradient(A: Any, *options: Any, spacing: Any = ..., axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """gradient(A [,spacing=1 [,axis=0]] [,B])

    The gradient along an axis: central differences inside, one-sided ones at both ends.

    The spacing is a number, or the coordinates of the elements, which may be uneven: quadratic functions then have an
    exact gradient inside. Integers give double.

    >>> ocean.gradient([1.0,2.0,4.0,7.0])
       1.0   1.5   2.5   3.0
    <tensor.double of size 4 on cpu>
    >>> ocean.gradient([0.0,1.0,9.0,16.0], [0.0,1.0,3.0,4.0])
       1   2   6   7
    <tensor.double of size 4 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    spacing : number or sequence, optional
        The distance between points, or their coordinates.
    axis : int or axis, optional
        The axis to work along.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or tuple of tensor
        The derivatives.

    Examples
    --------
    >>> ocean.gradient(ocean.asTensor([1.0, 4.0, 9.0, 16.0]))
       3   4   6   7
    <tensor.double of size 4 on cpu>
    """

def greater(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """greater(A, B [,C])

    Whether elements are greater; complex numbers by real part, then by imaginary part.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A > B.
    numpy.greater of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.greater(ocean.asTensor([7, -7]), 2)
        True   False
    <tensor.bool of size 2 on cpu>
    """

def greaterEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """greaterEqual(A, B [,C])

    Whether elements are greater or equal; complex numbers as in `greater`.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A >= B.
    numpy.greater_equal of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.greaterEqual(ocean.asTensor([7, -7]), 2)
        True   False
    <tensor.bool of size 2 on cpu>
    """

def heaviside(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """heaviside(A, B [,C])

    0 where A < 0, B where A = 0, 1 where A > 0.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.heaviside of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.heaviside(ocean.asTensor([-1.0, 0.0, 2.0]), 0.5)
       0.0   0.5   1.0
    <tensor.double of size 3 on cpu>
    """

def histogram(A: Any, *options: Any, bins: Any = ..., range: Sequence[Any] | None = ..., weights: Any = ..., density: builtins.bool | None = ...) -> tuple[tensor, tensor]:
    """histogram(A [,bins=10] [,range] [,weights] [,density])

    How many elements are in each bin, and the edges of the bins.

    `bins` is a number of bins of equal width between the smallest and the largest element (or over a `range`), or their
    edges. The last bin has its right edge too. With weights their sums are given, with `density` the integral is 1.

    >>> ocean.histogram([1,2,2,5], 2)
    (   3   1
    <tensor.int64 of size 2 on cpu>,    1   3   5
    <tensor.double of size 3 on cpu>)

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    bins : int or tensor_like, optional
        How many bins, or their edges.
    range : pair of numbers, optional
        The lower and the upper end of the bins; by default the smallest and the largest element.
    weights : tensor_like, optional
        The weight of each element.
    density : bool, optional
        Whether to divide by the total and the widths of the bins, so that the integral is 1.

    Returns
    -------
    tuple of tensor
        The counts, and the edges of the bins.

    Examples
    --------
    >>> counts, edges = ocean.histogram(ocean.asTensor([1, 2, 1, 4]), [0, 2, 3, 5])
    >>> counts
       2   1   1
    <tensor.int64 of size 3 on cpu>
    """

def histogram2d(x: Any, y: Any, *options: Any, bins: Any = ..., range: Sequence[Any] | None = ..., weights: Any = ..., density: builtins.bool | None = ...) -> tuple[tensor, tensor, tensor]:
    """histogram2d(x, y [,bins=10] [,range] [,weights] [,density])

    How many points (x, y) are in each cell of a grid, with x along the first axis, and the edges of both axes.

    `bins` and `range` are one for both axes, or a pair of them; edges for both axes are a list of two lists.

    Parameters
    ----------
    x : tensor_like
        The operand.
    y : tensor_like
        The second operand.
    bins : int or tensor_like, optional
        How many bins, or their edges.
    range : pair of numbers, optional
        The lower and the upper end of the bins; by default the smallest and the largest element.
    weights : tensor_like, optional
        The weight of each element.
    density : bool, optional
        Whether to divide by the total and the widths of the bins, so that the integral is 1.

    Returns
    -------
    tuple of tensor
        The counts, and the edges along x and y.

    Examples
    --------
    >>> ocean.histogram2d(ocean.asTensor([1, 2, 2]), ocean.asTensor([1, 1, 3]), 2)[0]
    (:,:)
       1   0
       1   1
    <tensor.int64 of size 2x2 on cpu>
    """

def hypot(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """hypot(A, B [,C])

    Sqrt(A*A + B*B) without overflow on the way.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.hypot of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.hypot(ocean.asTensor([3.0, 5.0]), [4.0, 12.0])
        5   13
    <tensor.double of size 2 on cpu>
    """

def isfinite(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isfinite(A [,B])

    Whether elements (complex: both parts) are finite.

    The result is bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.isfinite of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.isfinite(ocean.asTensor([1.0, ocean.inf]))
        True   False
    <tensor.bool of size 2 on cpu>
    """

def isin(A: Any, B: Any, *options: builtins.bool | None, invert: builtins.bool | None = ...) -> Any:
    """isin(A, B [,invert])

    Whether each element of A is among those of B; NaN is equal to nothing.

    >>> ocean.isin([1,2,3], [2,4])
       False    True   False
    <tensor.bool of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    invert : bool, optional
        Whether to exchange True and False.

    Returns
    -------
    tensor
        True where an element is among those of B.

    Examples
    --------
    >>> ocean.isin(ocean.asTensor([1, 2, 5]), [2, 5])
       False    True    True
    <tensor.bool of size 3 on cpu>
    """

def isinf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isinf(A [,B])

    Whether elements (complex: any part) are infinite.

    The result is bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.isinf of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.isinf(ocean.asTensor([1.0, ocean.inf]))
       False    True
    <tensor.bool of size 2 on cpu>
    """

def isnan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isnan(A [,B])

    Whether elements (complex: any part) are NaN.

    The result is bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.isnan of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.isnan(ocean.asTensor([1.0, ocean.nan]))
       False    True
    <tensor.bool of size 2 on cpu>
    """

def isneginf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isneginf(A [,B])

    Whether elements are negative infinity.

    The result is bool. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.isneginf of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.isneginf(ocean.asTensor([-1.0, ocean.inf]))
       False   False
    <tensor.bool of size 2 on cpu>
    """

def isposinf(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """isposinf(A [,B])

    Whether elements are positive infinity.

    The result is bool. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.isposinf of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.isposinf(ocean.asTensor([1.0, ocean.inf]))
       False    True
    <tensor.bool of size 2 on cpu>
    """

def lazy(x: Any, *options: builtins.bool | None, strict: builtins.bool | None = ...) -> rtensor:
    """lazy(x [,strict=False])

    The r-tensor of a tensor, which records operations.

    Evaluating (`eval`, assignment, a reduction) then runs all of them in one pass, without temporaries. Elements of x that
    change before that are seen. With `strict`, half precision is rounded after each operation.

    >>> a = ocean.asTensor([1.0,2.0,3.0])
    >>> r = ocean.lazy(a) @ a + 1
    >>> r
        2    5   10
    <tensor.double of size 3 on cpu (lazy)>
    >>> ocean.sum(r)
    17

    Parameters
    ----------
    x : tensor_like
        The operand.
    strict : bool, optional
        Raise an error if something cannot be fused.

    Returns
    -------
    rtensor
        A lazy tensor.

    Examples
    --------
    >>> x = ocean.arange(4, ocean.double)
    >>> ocean.sum(ocean.square(ocean.lazy(x)))
    14
    """

def lcm(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """lcm(A, B [,C])

    The least common multiple.

    The result has the dtype of the operands. There is none for bool, a real floating dtype or a complex
    dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.lcm of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.lcm(ocean.asTensor([4, 6]), 10)
       20   30
    <tensor.int64 of size 2 on cpu>
    """

def ldexp(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """ldexp(A, B [,C])

    A times 2 to the power of B, which is cast to int32.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.ldexp of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.ldexp(ocean.asTensor([1.0, 1.5]), [3, 1])
       8   3
    <tensor.double of size 2 on cpu>
    """

def less(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """less(A, B [,C])

    Whether elements are less; complex numbers by real part, then by imaginary part.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A < B.
    numpy.less of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.less(ocean.asTensor([7, -7]), 2)
       False    True
    <tensor.bool of size 2 on cpu>
    """

def lessEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """lessEqual(A, B [,C])

    Whether elements are less or equal; complex numbers as in `less`.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A <= B.
    numpy.less_equal of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.lessEqual(ocean.asTensor([7, -7]), 2)
       False    True
    <tensor.bool of size 2 on cpu>
    """

def lgamma(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """lgamma(A [,B])

    The logarithm of the magnitude of the gamma function.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.lgamma(ocean.asTensor([1.0, 5.0]))
       0.00000   3.17805
    <tensor.double of size 2 on cpu>
    """

def linspace(start: Any, stop: Any, *options: SupportsIndex | axis | builtins.bool | dtype | type[Any] | str | device | None, num: SupportsIndex | axis | None = ..., endpoint: builtins.bool | None = ..., spacing: builtins.bool | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> Any:
    """linspace(start, stop [,num] [,endpoint [,spacing]] [,dtype] [,device])

    Num equally spaced points, or those along an axis.

    With `spacing` the result is the pair (points, step size).

    >>> ocean.linspace(0, 10, 5)
        0.0    2.5    5.0    7.5   10.0
    <tensor.double of size 5 on cpu>

    Parameters
    ----------
    start : number
        The first number.
    stop : number
        The end of the interval.
    num : int, optional
        How many numbers.
    endpoint : bool, optional
        Whether `stop` is the last number.
    spacing : bool, optional
        Whether to give the distance between numbers, as well.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        Evenly spaced numbers.

    Examples
    --------
    >>> ocean.linspace(0, 1, 5)
       0.00   0.25   0.50   0.75   1.00
    <tensor.double of size 5 on cpu>
    """

def load(path: Any, *options: builtins.bool | device | None, mmap: builtins.bool | None = ..., device: device | None = ...) -> Any:
    """load(path [,mmap] [,device])

    The tensor of a .npy file, or the dict of tensors of a .npz or .safetensors file.

    With mmap=True nothing is read: the tensors are read-only, on storage that is the file itself.

    Parameters
    ----------
    path : str or path
        The name of the file.
    mmap : bool, optional
        Whether to map the file instead of reading it.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor or dict
        The contents of the file.

    Examples
    --------
    >>> ocean.save("numbers.npy", ocean.arange(3))
    >>> ocean.load("numbers.npy")
       0   1   2
    <tensor.int64 of size 3 on cpu>
    """

def log(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log(A [,mode] [,B])

    The natural logarithm.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be nonnegative: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.log of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.log(ocean.asTensor([1.0, 2.0]))
       0.00000   0.69315
    <tensor.double of size 2 on cpu>
    """

def log10(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log10(A [,mode] [,B])

    The logarithm to base 10.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be nonnegative: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.log10 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.log10(ocean.asTensor([0.0, 0.5]))
           -inf  -0.30103
    <tensor.double of size 2 on cpu>
    """

def log1p(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log1p(A [,mode] [,B])

    The natural logarithm of 1 + x; accurate close to 0.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be at least -1: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.log1p of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.log1p(ocean.asTensor([0.0, 0.5]))
       0.00000   0.40547
    <tensor.double of size 2 on cpu>
    """

def log2(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """log2(A [,mode] [,B])

    The logarithm to base 2.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be nonnegative: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.log2 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.log2(ocean.asTensor([0.0, 0.5]))
       -inf    -1
    <tensor.double of size 2 on cpu>
    """

def logaddexp(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logaddexp(A, B [,C])

    Ln(exp(A) + exp(B)), without overflow on the way.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logaddexp of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logaddexp(ocean.asTensor([0.0, 1000.0]), [0.0, 1000.0])
          0.69315   1000.69315
    <tensor.double of size 2 on cpu>
    """

def logaddexp2(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logaddexp2(A, B [,C])

    Log2(2**A + 2**B), without overflow on the way.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logaddexp2 of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logaddexp2(ocean.asTensor([0.0, 1000.0]), [0.0, 1000.0])
          1   1001
    <tensor.double of size 2 on cpu>
    """

def logicalAnd(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalAnd(A, B [,C])

    Logical AND.

    The result is bool.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logical_and of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logicalAnd(ocean.asTensor([True, False]), True)
        True   False
    <tensor.bool of size 2 on cpu>
    """

def logicalNot(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """logicalNot(A [,B])

    Logical NOT.

    The result is bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logical_not of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logicalNot(ocean.asTensor([0, 3]))
        True   False
    <tensor.bool of size 2 on cpu>
    """

def logicalOr(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalOr(A, B [,C])

    Logical OR.

    The result is bool.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logical_or of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logicalOr(ocean.asTensor([True, False]), False)
        True   False
    <tensor.bool of size 2 on cpu>
    """

def logicalXor(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """logicalXor(A, B [,C])

    Logical XOR.

    The result is bool.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.logical_xor of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.logicalXor(ocean.asTensor([True, False]), True)
       False    True
    <tensor.bool of size 2 on cpu>
    """

def max(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """max(A, B [,C])

    The larger of two elements; NaN if either is.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.maximum of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.max(ocean.asTensor([7, -7]), 2)
       7   2
    <tensor.int64 of size 2 on cpu>
    """

def maximum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """maximum(A [,axes [,keepdims] [,B]])

    The largest element that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.maximum(A, 0)
       5   7
    <tensor.int64 of size 2 on cpu>
    """

def maximumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """maximumAbs(A [,axes [,keepdims] [,B]])

    The largest absolute value that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.maximumAbs(A, 0)
       5   7
    <tensor.uint64 of size 2 on cpu>
    """

def mean(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """mean(A [,axes [,keepdims] [,B]])

    The arithmetic mean.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.mean(A, 0)
       3.0   4.5
    <tensor.double of size 2 on cpu>
    """

def meanNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """meanNaN(A [,axes [,keepdims] [,B]])

    The arithmetic mean without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.meanNaN(A, 0)
       3   2
    <tensor.double of size 2 on cpu>
    """

def median(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """median(A [,axes [,keepdims] [,B]])

    The median; NaN if there is a NaN.

    Of an even number of elements it is the mean of the two in the middle. Integers give double.

    >>> ocean.median([4,1,3,2])
    2.5

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        The medians.

    Examples
    --------
    >>> ocean.median(ocean.asTensor([[1, 3, 5], [9, 4, 5]]), 0)
       3   5
    <tensor.double of size 2 on cpu>
    """

def medianNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """medianNaN(A [,axes [,keepdims] [,B]])

    The median, NaN left out.

    Of an even number of elements it is the mean of the two in the middle. Integers give double.

    >>> ocean.median([4,1,3,2])
    2.5

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        The medians.

    Examples
    --------
    >>> ocean.medianNaN(ocean.asTensor([1.0, ocean.nan, 3.0]))
    2
    """

def merge(tensors: Any, axis: Any, *options: tensor | dtype | type[Any] | str | device | None, result: tensor | None = ..., dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor | None:
    """merge(tensors, axis [,result] [,dtype] [,device])

    Tensors one after another along an axis, into a result or a new tensor.

    A new result takes the dtype and the device of the tensors where they agree, else the default ones. Missing
    dimensions on the right count as size one.

    >>> ocean.merge([[1,2],[3]], 0)
       1   2   3
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    tensors : sequence of tensor_like
        The parts.
    axis : int or axis
        The axis to work along.
    result : tensor, optional
        Takes the result.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        The joined tensor, or the given result.

    Examples
    --------
    >>> ocean.merge([ocean.asTensor([1, 2]), ocean.asTensor([3])], 0)
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """

def min(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """min(A, B [,C])

    The smaller of two elements; NaN if either is.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.minimum of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.min(ocean.asTensor([7, -7]), 2)
        2  -7
    <tensor.int64 of size 2 on cpu>
    """

def minimum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """minimum(A [,axes [,keepdims] [,B]])

    The smallest element that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.minimum(A, 0)
       1   2
    <tensor.int64 of size 2 on cpu>
    """

def minimumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """minimumAbs(A [,axes [,keepdims] [,B]])

    The smallest absolute value that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.minimumAbs(A, 0)
       1   2
    <tensor.uint64 of size 2 on cpu>
    """

def mod(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """mod(A, B [,C])

    The remainder with the sign of B; integers modulo 0 give 0.

    The result has the dtype of the operands. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A % B.
    numpy.remainder of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.mod(ocean.asTensor([7, -7]), 2)
       1   1
    <tensor.int64 of size 2 on cpu>
    """

def modf(A: Any) -> tuple[tensor, tensor]:
    """modf(A)

    The fractional and the integral parts, both with the sign of A.

    >>> f, w = ocean.modf([2.5,-1.25])
    >>> f.asPython(), w.asPython()
    ([0.5, -0.25], [2.0, -1.0])

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.

    Returns
    -------
    tuple of tensor
        The fractional and the integral parts.

    Examples
    --------
    >>> ocean.modf(ocean.asTensor([1.5, -2.25]))[0]
        0.50  -0.25
    <tensor.double of size 2 on cpu>
    """

def moving_average(A: Any, axis: SupportsIndex | axis, weights: Any, *options: SupportsIndex | tensor | None, step: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """moving_average(A, axis, weights [,step=1] [,B])

    The average, with weights, of each window of as many elements along an axis; windows begin a step apart.

    The weights need not sum to one. Integers give double.

    >>> ocean.moving_average([1.0,2.0,6.0,7.0], 0, [1,2,1])
       2.75   5.25
    <tensor.double of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis
        The axis to work along.
    weights : tensor_like
        The weight of each element.
    step : int, optional
        The distance between windows.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        An average for each window.

    Examples
    --------
    >>> ocean.moving_average(ocean.asTensor([1.0, 2.0, 4.0, 8.0]), 0, [1, 1])
       1.5   3.0   6.0
    <tensor.double of size 3 on cpu>
    """

def moving_mean(A: Any, axis: SupportsIndex | axis, window: SupportsIndex, *options: SupportsIndex | tensor | None, step: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """moving_mean(A, axis, window [,step=1] [,B])

    The mean of each window along an axis; windows begin a step apart. Integers give double.

    >>> ocean.moving_mean([1.0,2.0,6.0,7.0], 0, 2)
       1.5   4.0   6.5
    <tensor.double of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis
        The axis to work along.
    window : int
        The length of a window.
    step : int, optional
        The distance between windows.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        A mean for each window.

    Examples
    --------
    >>> ocean.moving_mean(ocean.asTensor([1, 2, 4, 8]), 0, 2)
       1.5   3.0   6.0
    <tensor.double of size 3 on cpu>
    """

def multiply(A: Any, *arguments: Any, transA: str | None = ..., B: Any = ..., transB: str | None = ..., C: tensor | None = ...) -> Any:
    """multiply(A [,transA='N'], B [,transB='N'] [,C])

    The product op(A) op(B) of collections of matrices.

    The first two dimensions are the matrices, the others are broadcast; a vector is a column, and a single element
    scales. 'T' takes the transpose and 'C' the conjugate transpose.

    >>> a = ocean.asTensor([1,2,3])
    >>> ocean.multiply(a, a, 'T')
    (:,:)
       1   2   3
       2   4   6
       3   6   9
    <tensor.int64 of size 3x3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    transA : {"N", "T", "C"}, optional
        Whether to take the transpose or the conjugate transpose of the first operand.
    B : tensor_like, optional
        The second operand.
    transB : {"N", "T", "C"}, optional
        Whether to take the transpose or the conjugate transpose of the second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The matrix products.

    Examples
    --------
    >>> ocean.multiply(ocean.eye(2), ocean.asTensor([3.0, 4.0]))
       3   4
    <tensor.double of size 2 on cpu>
    """

def nan_to_num(A: Any, *options: Any, nan: Any = ..., posinf: Any = ..., neginf: Any = ..., B: tensor | None = ...) -> Any:
    """nan_to_num(A [,nan [,posinf [,neginf]]] [,B])

    NaN replaced by a number (0), and infinities by numbers (the largest and the smallest of the dtype).

    >>> ocean.nan_to_num([ocean.nan,1.5,ocean.inf], posinf=99)
        0.0    1.5   99.0
    <tensor.double of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    nan : number, optional
        In the place of NaN.
    posinf : number, optional
        In the place of positive infinity.
    neginf : number, optional
        In the place of negative infinity.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The elements with NaN and infinities replaced.

    Examples
    --------
    >>> ocean.nan_to_num(ocean.asTensor([ocean.nan, 1.0]), 9)
       9   1
    <tensor.double of size 2 on cpu>
    """

def negative(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """negative(A [,B])

    -x; logical negation for bool.

    The result has the dtype of A if that is bool, int8, int16, int32, int64, a real floating dtype or a
    complex dtype, and is int16 for uint8, and is int32 for uint16, and is int64 for uint32, and is
    double for uint64.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: -A.
    numpy.negative of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.negative(ocean.asTensor([1, -2]))
       -1   2
    <tensor.int64 of size 2 on cpu>
    """

def nextafter(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """nextafter(A, B [,C])

    The next number of the dtype after A on the way to B.

    The result has the dtype of the operands if that is a real floating dtype, and is double for bool or
    an integer dtype. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.nextafter of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.nextafter(ocean.asTensor([1.0, 2.0]), 3.0)
       1   2
    <tensor.double of size 2 on cpu>
    """

def nnz(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnz(A [,axes [,keepdims] [,B]])

    The number of elements that are not zero (NaN counts).

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.nnz(A, 0)
       2   2
    <tensor.uint64 of size 2 on cpu>
    """

def nnzNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """nnzNaN(A [,axes [,keepdims] [,B]])

    The number of elements that are neither zero nor NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.nnzNaN(A, 0)
       2   1
    <tensor.uint64 of size 2 on cpu>
    """

def norm(A: Any, *options: Any, p: Any = ..., axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm(A [,p=2 [,axes [,keepdims] [,B]]])

    The p-norm.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    p : number, optional
        The order of the norm.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        The norms.

    Examples
    --------
    >>> ocean.norm(ocean.asTensor([3.0, 4.0])), ocean.norm(ocean.asTensor([3.0, 4.0]), 1)
    (5, 7)
    """

def norm1(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm1(A [,axes [,keepdims] [,B]])

    The sum of absolute values.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.norm1(A, 0)
       6   9
    <tensor.uint64 of size 2 on cpu>
    """

def norm2(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """norm2(A [,axes [,keepdims] [,B]])

    The square root of the sum of squared absolute values.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.norm2(A, 0)
       5.09902   7.28011
    <tensor.double of size 2 on cpu>
    """

def normInf(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """normInf(A [,axes [,keepdims] [,B]])

    The largest absolute value that is not NaN.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.normInf(A, 0)
       5   7
    <tensor.uint64 of size 2 on cpu>
    """

def normNaN(A: Any, *options: Any, p: Any = ..., axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """normNaN(A [,p=2 [,axes [,keepdims] [,B]]])

    The p-norm with NaN as zero.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    p : number, optional
        The order of the norm.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        The norms.

    Examples
    --------
    >>> ocean.normNaN(ocean.asTensor([3.0, ocean.nan, 4.0]))
    5
    """

def notEqual(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """notEqual(A, B [,C])

    Whether elements differ.

    The result is bool.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A != B.
    numpy.not_equal of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.notEqual(ocean.asTensor([1, 2]), [1, 3])
       False    True
    <tensor.bool of size 2 on cpu>
    """

def ones(size: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """ones(size [,dtype] [,device])

    A tensor of ones.

    Parameters
    ----------
    size : int, axis or sequence
        The size of the result.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        A tensor of ones.

    Examples
    --------
    >>> ocean.ones([2, 3], ocean.int8)
    (:,:)
       1   1   1
       1   1   1
    <tensor.int8 of size 2x3 on cpu>
    """

def onesLike(source: Any) -> tensor:
    """onesLike(source)

    A tensor of ones with the size, dtype and device of another.

    Parameters
    ----------
    source : tensor
        The tensor whose size, dtype and device are taken.

    Returns
    -------
    tensor
        A tensor of ones.

    Examples
    --------
    >>> ocean.onesLike(ocean.zeros([3]))
       1   1   1
    <tensor.float of size 3 on cpu>
    """

def pad(A: Any, widths: Any, *options: Any, mode: str | None = ..., value: Any = ...) -> tensor:
    """pad(A, widths [,mode] [,value])

    A tensor with additional elements before and after it along each axis.

    The widths are one number, a pair (before, after), or such a pair for each axis. The modes are "constant" (a value,
    0), "edge" (the outermost elements), "reflect" (mirrored at them), "symmetric" (mirrored behind them) and "wrap"
    (from the other side).

    >>> ocean.pad([1,2,3], (2,3), "reflect")
       3   2   1   2   3   2   1   2
    <tensor.int64 of size 8 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    widths : int or sequence
        How many elements to add before and after each axis.
    mode : str, optional
        What the new elements are: "constant", "edge", "reflect", "symmetric", "wrap" and others of NumPy's.
    value : number, optional
        The value.

    Returns
    -------
    tensor
        The padded tensor.

    Examples
    --------
    >>> ocean.pad(ocean.asTensor([1, 2]), 1)
       0   1   2   0
    <tensor.int64 of size 4 on cpu>
    """

def partition(A: Any, kth: SupportsIndex | Sequence[int], *options: SupportsIndex | axis | tensor | None, axis: SupportsIndex | axis | None = ..., B: tensor | None = ...) -> Any:
    """partition(A, kth [,axis=0] [,B])

    A copy with element number `kth` along an axis in its place.

    It is the one that would be there after sorting; those before it are not larger, and those after it not smaller.

    `kth` may be several numbers; negative ones count from the end.

    >>> ocean.partition([4,3,1,2,5], 2)[2]
    3

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    kth : int or sequence of int
        The places that get the right element.
    axis : int or axis, optional
        The axis to work along.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        A copy in which element `kth` is in its sorted place.

    Examples
    --------
    >>> ocean.partition(ocean.asTensor([3, 1, 2]), 1)[1]
    2
    """

def power(A: Any, B: Any, *options: str | tensor | None, mode: str | None = ..., C: tensor | None = ...) -> Any:
    """power(A, B [,mode] [,C])

    A to the power B; integers with wrapping, their negative powers rounded towards zero, and B cast to int16.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    Real elements must be nonnegative: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A ** B.
    numpy.power of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.power(ocean.asTensor([2, 3]), 2)
       4   9
    <tensor.int64 of size 2 on cpu>
    """

def prod(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """prod(A [,axes [,keepdims] [,B]])

    The product.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.prod(A, 0)
        5   14
    <tensor.int64 of size 2 on cpu>
    """

def prodNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """prodNaN(A [,axes [,keepdims] [,B]])

    The product without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.prodNaN(A, 0)
       5   2
    <tensor.double of size 2 on cpu>
    """

def ptp(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """ptp(A [,axes [,keepdims] [,B]])

    The largest element minus the smallest (peak to peak) without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.ptp(A, 0)
       4   5
    <tensor.int64 of size 2 on cpu>
    """

def quantile(A: Any, q: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., method: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """quantile(A, q [,axes [,keepdims] [,B]] [,method='linear'])

    The elements below which the parts `q` (between 0 and 1) of all elements are.

    Several quantiles at once are the last axis of the result. `method` says what is between two elements:
    inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
    median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
    element (closest_observation, higher, inverted_cdf, lower, nearest).

    >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
       2   3
    <tensor.double of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    q : number or sequence
        Which quantiles, from 0 to 1.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    method : str, optional
        How to interpolate between elements, as NumPy names it.

    Returns
    -------
    scalar or tensor
        The quantiles.

    Examples
    --------
    >>> ocean.quantile(ocean.asTensor([1.0, 2.0, 3.0, 4.0]), 0.25)
    1.75
    """

def quantileNaN(A: Any, q: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., method: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """quantileNaN(A, q [,axes [,keepdims] [,B]] [,method='linear'])

    The elements below which the parts `q` (between 0 and 1) of all elements are, NaN left out.

    Several quantiles at once are the last axis of the result. `method` says what is between two elements:
    inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
    median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
    element (closest_observation, higher, inverted_cdf, lower, nearest).

    >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
       2   3
    <tensor.double of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    q : number or sequence
        Which quantiles, from 0 to 1.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    method : str, optional
        How to interpolate between elements, as NumPy names it.

    Returns
    -------
    scalar or tensor
        The quantiles.

    Examples
    --------
    >>> ocean.quantileNaN(ocean.asTensor([1.0, ocean.nan, 3.0]), 0.5)
    2
    """

def rad2deg(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """rad2deg(A [,B])

    Radians as degrees.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.rad2deg of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.rad2deg(ocean.asTensor([0.0, 1.0]))
        0.00000   57.29578
    <tensor.double of size 2 on cpu>
    """

def reciprocal(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """reciprocal(A [,B])

    1/x; integers round towards zero, and 1/0 gives 0.

    The result has the dtype of A. There is none for bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.reciprocal of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.reciprocal(ocean.asTensor([2.0, 4.0]))
       0.50   0.25
    <tensor.double of size 2 on cpu>
    """

def reduce_binary(A: Any, f: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., initial: Any = ..., B: tensor | None = ..., order: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """reduce_binary(A, f [,axes [,keepdims] [,initial] [,B]] [,order])

    The elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c).

    Without an initial number the first element is it; without axes all elements are folded, into a scalar. The order is
    column-major, with order "C" row-major. A function that is made of Ocean's operations is traced once and runs
    compiled; others are called for each element.

    >>> ocean.reduce_binary([1.0,2.0,3.0], lambda total, x: 10 * total + x)
    123
    >>> ocean.reduce_binary([[1,2],[3,4]], lambda total, x: total - x, 0, initial=10)
       7   3
    <tensor.int64 of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    f : callable
        The function.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the fold starts with.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    order : {"F", "C"}, optional
        The order of elements in memory, or in nested lists ("R" reads rows).

    Returns
    -------
    scalar or tensor
        The folded elements.

    Examples
    --------
    >>> ocean.reduce_binary(ocean.asTensor([1, 2, 3]), lambda total, x: 10 * total + x)
    123
    """

def reduce_range(A: Any, f: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | str | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., order: str | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """reduce_range(A, f [,axes [,keepdims] [,B]] [,order])

    What a function of a vector gives for each range along axes; without axes for all elements, as a scalar.

    Ranges run through their axes in column-major order, with order "C" in row-major order. A function that is made of
    Ocean's operations is traced once, as `ocean.fuse` does, and runs over all ranges at once; others are called for
    each range.

    >>> M = ocean.asTensor([[3.0,1.0,2.0],[4.0,8.0,6.0]])
    >>> ocean.reduce_range(M, lambda x: ocean.maximum(x) - x[0], 0)
       0   4
    <tensor.double of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    f : callable
        The function.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    order : {"F", "C"}, optional
        The order of elements in memory, or in nested lists ("R" reads rows).

    Returns
    -------
    scalar or tensor
        What the function gives for each range.

    Examples
    --------
    >>> ocean.reduce_range(ocean.asTensor([[1.0, 5.0], [7.0, 2.0]]), lambda v: v[0] - v[1], 0)
       -4   5
    <tensor.double of size 2 on cpu>
    """

def remainder(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """remainder(A, B [,C])

    The same as `mod`: the remainder with the sign of B.

    The result has the dtype of the operands. There is none for a complex dtype.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.remainder(ocean.asTensor([7, -7]), 2)
       1   1
    <tensor.int64 of size 2 on cpu>
    """

def round(A: Any, *options: SupportsIndex | tensor | None, digits: SupportsIndex | None = ..., B: tensor | None = ...) -> Any:
    """round(A [,digits] [,B])

    Round to a number of decimal digits after the point (0), halves away from zero; complex: each part.

    A negative number of digits rounds before the point: -2 rounds to hundreds.

    >>> ocean.round([2.345,-1250.0], 2).asPython(), ocean.round([1249,1250,-1250], -2).asPython()
    ([2.35, -1250.0], [1200, 1300, -1300])

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    digits : int, optional
        The number of digits after the point.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The rounded elements.

    Examples
    --------
    >>> ocean.round(ocean.asTensor([0.5, 1.25, -2.5]))
        1   1  -3
    <tensor.double of size 3 on cpu>
    """

def scale(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """scale(A, B [,C])

    Elementwise multiplication.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A @ B.
    numpy.multiply of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.scale(ocean.asTensor([7, -7]), 2)
        14  -14
    <tensor.int64 of size 2 on cpu>
    """

def searchsorted(A: Any, B: Any, *options: Any, side: str | None = ..., sorter: Any = ...) -> Any:
    """searchsorted(A, B [,side='left'] [,sorter])

    Where values would be inserted in a sorted vector to keep it sorted.

    `side` says whether before ("left") or after ("right") equal elements; `sorter` are the places that sort A.

    >>> ocean.searchsorted([1,2,2,3], [2,0])
       1   0
    <tensor.int64 of size 2 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    side : {"left", "right"}, optional
        On which side of equal elements to insert.
    sorter : tensor_like, optional
        Indices that sort the first operand.

    Returns
    -------
    tensor or scalar
        The indices where the values would be inserted.

    Examples
    --------
    >>> ocean.searchsorted(ocean.asTensor([1, 3, 5]), ocean.asTensor([0, 3, 9]))
       0   1   3
    <tensor.int64 of size 3 on cpu>
    """

def setBufferCount(*arguments: Any, device: device | str | None = ..., count: SupportsIndex | None = ...) -> None:
    """setBufferCount([device,] count)

    How many temporary buffers a device, all devices of a type, or all devices may keep.

    Parameters
    ----------
    device : device, optional
        Where the result is; by default where the operands are.
    count : int, optional
        The number.

    Returns
    -------
    None
        The setting is changed.

    Examples
    --------
    >>> ocean.setBufferCount(ocean.cpu, ocean.getBufferCount(ocean.cpu))
    """

def setMaxBufferSize(*arguments: Any, device: device | str | None = ..., size: SupportsIndex | None = ...) -> None:
    """setMaxBufferSize([device,] size)

    Limit the size in bytes of the temporary buffers of a device, a type of devices, or all; 0 is no limit.

    Parameters
    ----------
    device : device, optional
        Where the result is; by default where the operands are.
    size : int, optional
        The size in bytes.

    Returns
    -------
    None
        The setting is changed.

    Examples
    --------
    >>> ocean.setMaxBufferSize(ocean.cpu, ocean.getMaxBufferSize(ocean.cpu))
    """

def sign(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sign(A [,B])

    -1, 0 or 1; NaN for NaN; complex: of the real part, or the imaginary one where that is 0.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.sign of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.sign(ocean.asTensor([-2, 0, 3]))
       -1   0   1
    <tensor.int64 of size 3 on cpu>
    """

def signbit(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """signbit(A [,B])

    Whether elements have a minus sign, also -0.0 and NaN.

    The result is bool. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.signbit of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.signbit(ocean.asTensor([-2.0, 3.0]))
        True   False
    <tensor.bool of size 2 on cpu>
    """

def sin(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sin(A [,B])

    The sine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.sin of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.sin(ocean.asTensor([0.0, 0.5]))
       0.00000   0.47943
    <tensor.double of size 2 on cpu>
    """

def sinc(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sinc(A [,B])

    Sin(pi x) / (pi x), and 1 at 0.

    The result has the dtype of A if that is a real floating dtype, and is double for bool or an integer
    dtype. There is none for a complex dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.sinc of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.sinc(ocean.asTensor([0.0, 0.5]))
       1.00000   0.63662
    <tensor.double of size 2 on cpu>
    """

def sinh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """sinh(A [,B])

    The hyperbolic sine.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.sinh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.sinh(ocean.asTensor([0.0, 0.5]))
       0.0000   0.5211
    <tensor.double of size 2 on cpu>
    """

def slide(A: Any, f: Any, axis: SupportsIndex | axis, window: SupportsIndex, *options: SupportsIndex | dtype | type[Any] | str | tensor | None, step: SupportsIndex | None = ..., dtype: dtype | type[Any] | str | None = ..., B: tensor | None = ...) -> Any:
    """slide(A, f, axis, window [,step=1] [,dtype] [,B])

    What a function of a vector gives for each window along an axis; windows begin a step apart.

    A function that is made of Ocean's operations is traced once, as `ocean.fuse` does, and runs over all windows at
    once, without a copy of them; others are called for each window. A function of two arguments is called with each
    line along the axis, and with the line of the result, of a dtype, into which it writes as many values as there are
    windows.

    >>> ocean.slide([1.0,2.0,4.0,8.0], ocean.mean, 0, 2)
       1.5   3.0   6.0
    <tensor.double of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    f : callable
        The function.
    axis : int or axis
        The axis to work along.
    window : int
        The length of a window.
    step : int, optional
        The distance between windows.
    dtype : dtype, optional
        The dtype of the result.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        What the function gives for each window.

    Examples
    --------
    >>> ocean.slide(ocean.asTensor([1.0, 2.0, 4.0, 7.0]), ocean.maximum, 0, 2)
       2   4   7
    <tensor.double of size 3 on cpu>
    """

def sort(A: Any, *options: SupportsIndex | axis | builtins.bool | tensor | None, axis: SupportsIndex | axis | None = ..., descending: builtins.bool | None = ..., B: tensor | None = ...) -> Any:
    """sort(A [,axis=0] [,descending] [,B])

    The elements along an axis in order, the smallest first.

    Equal elements stay in their order, NaN is last, descending too; complex numbers are ordered by their real parts, then
    by their imaginary parts.

    >>> ocean.sort([3,1,2])
       1   2   3
    <tensor.int64 of size 3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    descending : bool, optional
        Whether the largest elements come first.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The sorted elements.

    Examples
    --------
    >>> ocean.sort(ocean.asTensor([3, 1, 2]))
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """

def sqrt(A: Any, *options: str | tensor | None, mode: str | None = ..., B: tensor | None = ...) -> Any:
    """sqrt(A [,mode] [,B])

    The square root.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    Real elements must be nonnegative: mode '-' does not check that, 'w' warns, 'e' raises an error, 'c'
    computes with complex numbers; unless given, it is that of `setDefaultMathMode`.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.sqrt of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    mode : {"-", "w", "e", "c"}, optional
        What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.sqrt(ocean.asTensor([0.0, 0.5]))
       0.00000   0.70711
    <tensor.double of size 2 on cpu>
    """

def square(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """square(A [,B])

    X*x.

    The result has the dtype of A. There is none for bool.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.square of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.square(ocean.asTensor([3, -4]))
        9   16
    <tensor.int64 of size 2 on cpu>
    """

def stdev(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """stdev(A [,axes [,keepdims] [,B]] [,ddof=0])

    The square root of the variance.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    ddof : int, optional
        The divisor is the count minus this.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.stdev(A, 0)
       2.0   2.5
    <tensor.double of size 2 on cpu>
    """

def stdevNaN(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """stdevNaN(A [,axes [,keepdims] [,B]] [,ddof=0])

    The square root of the variance without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    ddof : int, optional
        The divisor is the count minus this.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.stdevNaN(A, 0)
       2   0
    <tensor.double of size 2 on cpu>
    """

def subtract(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """subtract(A, B [,C])

    Elementwise subtraction (bool: exclusive or).

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    The operator: A - B.
    numpy.subtract of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.subtract(ocean.asTensor([7, -7]), 2)
        5  -9
    <tensor.int64 of size 2 on cpu>
    """

def sum(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sum(A [,axes [,keepdims] [,B]])

    The sum.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.sum(A, 0)
       6   9
    <tensor.int64 of size 2 on cpu>
    """

def sumAbs(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumAbs(A [,axes [,keepdims] [,B]])

    The sum of absolute values.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.sumAbs(A, 0)
       6   9
    <tensor.uint64 of size 2 on cpu>
    """

def sumAbsNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumAbsNaN(A [,axes [,keepdims] [,B]])

    The sum of absolute values without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.sumAbsNaN(A, 0)
       6   2
    <tensor.double of size 2 on cpu>
    """

def sumNaN(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumNaN(A [,axes [,keepdims] [,B]])

    The sum without NaN elements.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.sumNaN(A, 0)
       6   2
    <tensor.double of size 2 on cpu>
    """

def sumSquares(A: Any, *options: SupportsIndex | Sequence[int] | axis | Sequence[axis] | builtins.bool | tensor | None, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """sumSquares(A [,axes [,keepdims] [,B]])

    The sum of squared absolute values.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.sumSquares(A, 0)
       26   53
    <tensor.int64 of size 2 on cpu>
    """

def tan(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """tan(A [,B])

    The tangent.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.tan of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.tan(ocean.asTensor([0.0, 0.5]))
       0.0000   0.5463
    <tensor.double of size 2 on cpu>
    """

def tanh(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """tanh(A [,B])

    The hyperbolic tangent.

    The result has the dtype of A if that is a real floating dtype or a complex dtype, and is double for
    bool or an integer dtype.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.tanh of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.tanh(ocean.asTensor([0.0, 0.5]))
       0.00000   0.46212
    <tensor.double of size 2 on cpu>
    """

def tensorLike(source: Any) -> tensor:
    """tensorLike(source)

    A new tensor with the size, dtype and device of another, not set to anything.

    Parameters
    ----------
    source : tensor
        The tensor whose size, dtype and device are taken.

    Returns
    -------
    tensor
        A tensor with any values.

    Examples
    --------
    >>> ocean.tensorLike(ocean.zeros([2, 3])).size
    (2, 3)
    """

def topk(A: Any, k: SupportsIndex, *options: SupportsIndex | axis | builtins.bool | None, axis: SupportsIndex | axis | None = ..., largest: builtins.bool | None = ...) -> tuple[tensor, tensor]:
    """topk(A, k [,axis=0] [,largest])

    The `k` largest elements along an axis, the largest first, and their places.

    `largest=False` gives the smallest. The first of equal elements comes first, and NaN last.

    >>> ocean.topk([4,1,5,3], 2)
    (   5   4
    <tensor.int64 of size 2 on cpu>,    2   0
    <tensor.int64 of size 2 on cpu>)

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    k : int
        How many.
    axis : int or axis, optional
        The axis to work along.
    largest : bool, optional
        Whether to give the largest elements, not the smallest.

    Returns
    -------
    tuple of tensor
        The largest elements, and their indices.

    Examples
    --------
    >>> values, places = ocean.topk(ocean.asTensor([3, 1, 2]), 2)
    >>> values
       3   2
    <tensor.int64 of size 2 on cpu>
    """

def trace(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> Any:
    """trace(A [,k])

    The sum along diagonal k (0) of a matrix, or of each matrix of a tensor.

    >>> ocean.trace([[1,2],[3,4]])
    5

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    k : int, optional
        The number of the diagonal; positive ones are above the main one.

    Returns
    -------
    scalar or tensor
        The sums.

    Examples
    --------
    >>> ocean.trace(ocean.asTensor([[1, 2], [3, 4]]))
    5
    """

def transform(A: Any, f: Any, axis: SupportsIndex | axis) -> Any:
    """transform(A, f, axis)

    Change each line along an axis in place: to what a function of it gives, or as the function changes it.

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

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    f : callable
        The function.
    axis : int or axis
        The axis to work along.

    Returns
    -------
    None
        The tensor is changed.

    Examples
    --------
    >>> a = ocean.asTensor([[3, 1], [2, 9]])
    >>> ocean.transform(a, ocean.sort, 0)
    >>> a
    (:,:)
       1   2
       3   9
    <tensor.int64 of size 2x2 on cpu>
    """

def tril(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> tensor:
    """tril(A [,k])

    The lower triangles of matrices, zero above diagonal k (0); diagonals above the main one have positive numbers.

    >>> ocean.tril(ocean.ones([2,3], ocean.int8))
    (:,:)
       1   0   0
       1   1   0
    <tensor.int8 of size 2x3 on cpu>

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    k : int, optional
        The number of the diagonal; positive ones are above the main one.

    Returns
    -------
    tensor
        The lower triangles.

    Examples
    --------
    >>> ocean.tril(ocean.asTensor([[1, 2], [3, 4]], "R"))
    (:,:)
       1   0
       3   4
    <tensor.int64 of size 2x2 on cpu>
    """

def triu(A: Any, *options: SupportsIndex | None, k: SupportsIndex | None = ...) -> tensor:
    """triu(A [,k])

    The upper triangles of matrices, zero below diagonal k (0).

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    k : int, optional
        The number of the diagonal; positive ones are above the main one.

    Returns
    -------
    tensor
        The upper triangles.

    Examples
    --------
    >>> ocean.triu(ocean.asTensor([[1, 2], [3, 4]], "R"))
    (:,:)
       1   2
       0   4
    <tensor.int64 of size 2x2 on cpu>
    """

def trueDivide(A: Any, B: Any, *options: tensor | None, C: tensor | None = ...) -> Any:
    """trueDivide(A, B [,C])

    Elementwise division; integers round towards zero, and by zero give 0.

    The result has the dtype of the operands.
    Operands of different dtypes are cast to their common dtype; their sizes are broadcast.
    C, if given, takes the result, cast to its dtype; a real one discards imaginary parts.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like
        The second operand.
    C : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.trueDivide(ocean.asTensor([7, -7]), 2)
        3  -3
    <tensor.int64 of size 2 on cpu>
    """

def trunc(A: Any, *options: tensor | None, B: tensor | None = ...) -> Any:
    """trunc(A [,B])

    Round towards zero; complex: each part.

    The result has the dtype of A.
    B, if given, takes the result, cast to its dtype; a real one discards imaginary parts.
    numpy.trunc of tensors does the same.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor or scalar
        The result for each element.

    Examples
    --------
    >>> ocean.trunc(ocean.asTensor([-1.5, 1.5]))
       -1   1
    <tensor.double of size 2 on cpu>
    """

def unique(A: Any, *options: SupportsIndex | axis | builtins.bool | None, axis: SupportsIndex | axis | None = ..., index: builtins.bool | None = ..., inverse: builtins.bool | None = ..., counts: builtins.bool | None = ..., return_index: builtins.bool | None = ..., return_inverse: builtins.bool | None = ..., return_counts: builtins.bool | None = ...) -> Any:
    """unique(A [,axis] [,index] [,inverse] [,counts])

    The distinct elements in their order, or with an axis the distinct slices along it; NaN counts as one element.

    On demand also, as a tuple: the `index` of the first occurrence of each, the `inverse`, which gives for each element
    of A where it is in the result, and the `counts`.

    >>> ocean.unique([3,1,3,2], counts=True)
    (   1   2   3
    <tensor.int64 of size 3 on cpu>,    1   1   2
    <tensor.int64 of size 3 on cpu>)

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axis : int or axis, optional
        The axis to work along.
    index : bool, optional
        Whether to give the index of the first of each, as well.
    inverse : bool, optional
        Whether to give indices that make the operand from the result, as well.
    counts : bool, optional
        Whether to give the count of each, as well.

    Returns
    -------
    tensor or tuple of tensor
        The distinct elements, and what else is asked for.

    Examples
    --------
    >>> ocean.unique(ocean.asTensor([3, 1, 3]))
       1   3
    <tensor.int64 of size 2 on cpu>
    """

def var(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """var(A [,axes [,keepdims] [,B]] [,ddof=0])

    The mean of squared distances from the mean; divided by the count less ddof.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    ddof : int, optional
        The divisor is the count minus this.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1, 5], [7, 2]])
    >>> ocean.var(A, 0)
       4.00   6.25
    <tensor.double of size 2 on cpu>
    """

def varNaN(A: Any, *options: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ..., keepdims: builtins.bool | None = ..., B: tensor | None = ..., ddof: Any = ..., axis: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = ...) -> Any:
    """varNaN(A [,axes [,keepdims] [,B]] [,ddof=0])

    The variance without NaN elements; divided by their count less ddof.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    axes : int, axis or sequence, optional
        The axes to work along; by default all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    B : tensor, optional
        Takes the result, which is cast to its dtype.
    ddof : int, optional
        The divisor is the count minus this.

    Returns
    -------
    scalar or tensor
        A scalar for all elements; with axes, a tensor without them.

    Examples
    --------
    >>> A = ocean.asTensor([[1.0, 5.0], [ocean.nan, 2.0]])
    >>> ocean.varNaN(A, 0)
       4   0
    <tensor.double of size 2 on cpu>
    """

def where(A: Any, *options: Any, B: Any = ..., C: Any = ..., D: tensor | None = ..., condition: Any | None = ...) -> Any:
    """where(A [,B, C] [,D])

    B where the condition A holds, else C; without them the same as `find`.

    Parameters
    ----------
    A : tensor_like
        The operand: a tensor, number, list or array.
    B : tensor_like, optional
        The second operand.
    C : tensor_like, optional
        The third operand.
    D : tensor, optional
        Takes the result, which is cast to its dtype.

    Returns
    -------
    tensor
        The chosen elements, or the indices of those that are not zero.

    Examples
    --------
    >>> a = ocean.asTensor([1, -2, 3])
    >>> ocean.where(a > 0, a, 0)
       1   0   3
    <tensor.int64 of size 3 on cpu>
    """

def zeros(size: Any, *options: dtype | type[Any] | str | device | None, dtype: dtype | type[Any] | str | None = ..., device: device | None = ...) -> tensor:
    """zeros(size [,dtype] [,device])

    A tensor of zeros.

    >>> ocean.zeros([2,3])
    (:,:)
       0   0   0
       0   0   0
    <tensor.float of size 2x3 on cpu>

    Parameters
    ----------
    size : int, axis or sequence
        The size of the result.
    dtype : dtype, optional
        The dtype of the result.
    device : device, optional
        Where the result is; by default where the operands are.

    Returns
    -------
    tensor
        A tensor of zeros.

    Examples
    --------
    >>> ocean.zeros([2, 3])
    (:,:)
       0   0   0
       0   0   0
    <tensor.float of size 2x3 on cpu>
    """

def zerosLike(source: Any) -> tensor:
    """zerosLike(source)

    A tensor of zeros with the size, dtype and device of another.

    Parameters
    ----------
    source : tensor
        The tensor whose size, dtype and device are taken.

    Returns
    -------
    tensor
        A tensor of zeros.

    Examples
    --------
    >>> ocean.zerosLike(ocean.ones([3]))
       0   0   0
    <tensor.float of size 3 on cpu>
    """

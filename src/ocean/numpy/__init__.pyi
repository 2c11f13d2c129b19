"""NumPy's conventions on Ocean's engine."""

# Made by tools/make_stub.py; do not edit.

import builtins
from typing import Any

from ocean._src.array.apply import reduce_binary as reduce_binary
from ocean._src.array.apply import reduce_range as reduce_range
from ocean._src.array.apply import slide as slide
from ocean._src.array.apply import transform as transform
from ocean._src.array.axes import convolution as convolution
from ocean._src.array.axes import convolutionGradData as convolutionGradData
from ocean._src.array.axes import convolutionGradFilters as convolutionGradFilters
from ocean._src.array.broadcast import broadcast_arrays as broadcast_arrays
from ocean._src.array.broadcast import broadcast_shapes as broadcast_shapes
from ocean._src.array.broadcast import broadcast_to as broadcast_to
from ocean._src.array.choose import choose as choose
from ocean._src.array.choose import piecewise as piecewise
from ocean._src.array.choose import select as select
from ocean._src.array.copies import copy as copy
from ocean._src.array.copies import copyto as copyto
from ocean._src.array.create import arange as arange
from ocean._src.array.create import asanyarray as asanyarray
from ocean._src.array.create import asarray as asarray
from ocean._src.array.create import ascontiguousarray as ascontiguousarray
from ocean._src.array.create import asfortranarray as asfortranarray
from ocean._src.array.create import empty as empty
from ocean._src.array.create import empty_like as empty_like
from ocean._src.array.create import eye as eye
from ocean._src.array.create import from_dlpack as from_dlpack
from ocean._src.array.create import frombuffer as frombuffer
from ocean._src.array.create import fromiter as fromiter
from ocean._src.array.create import full as full
from ocean._src.array.create import full_like as full_like
from ocean._src.array.create import identity as identity
from ocean._src.array.create import linspace as linspace
from ocean._src.array.create import ones as ones
from ocean._src.array.create import ones_like as ones_like
from ocean._src.array.create import zeros as zeros
from ocean._src.array.create import zeros_like as zeros_like
from ocean._src.array.create import new_array as _array
from ocean._src.array.cumulative import cumprod as cumprod
from ocean._src.array.cumulative import cumsum as cumsum
from ocean._src.array.cumulative import cumulative_prod as cumulative_prod
from ocean._src.array.cumulative import cumulative_sum as cumulative_sum
from ocean._src.array.dtypes import astype as astype
from ocean._src.array.dtypes import can_cast as can_cast
from ocean._src.array.dtypes import common_type as common_type
from ocean._src.array.dtypes import finfo as finfo
from ocean._src.array.dtypes import isdtype as isdtype
from ocean._src.array.dtypes import issubdtype as issubdtype
from ocean._src.array.dtypes import min_scalar_type as min_scalar_type
from ocean._src.array.dtypes import promote_types as promote_types
from ocean._src.array.dtypes import result_type as result_type
from ocean._src.array.elementwise import angle as angle
from ocean._src.array.elementwise import clip as clip
from ocean._src.array.elementwise import divmod as divmod
from ocean._src.array.elementwise import frexp as frexp
from ocean._src.array.elementwise import imag as imag
from ocean._src.array.elementwise import ldexp as ldexp
from ocean._src.array.elementwise import modf as modf
from ocean._src.array.elementwise import real as real
from ocean._src.array.elementwise import real_if_close as real_if_close
from ocean._src.array.elementwise import round as round
from ocean._src.array.elementwise import sinc as sinc
from ocean._src.array.elementwise import where as where
from ocean._src.array.files import fromfile as fromfile
from ocean._src.array.files import fromstring as fromstring
from ocean._src.array.files import genfromtxt as genfromtxt
from ocean._src.array.files import load as load
from ocean._src.array.files import loadtxt as loadtxt
from ocean._src.array.files import save as save
from ocean._src.array.files import savetxt as savetxt
from ocean._src.array.files import savez as savez
from ocean._src.array.files import savez_compressed as savez_compressed
from ocean._src.array.fused import constant as constant
from ocean._src.array.fused import fuse as fuse
from ocean._src.array.indices import diag_indices as diag_indices
from ocean._src.array.indices import diag_indices_from as diag_indices_from
from ocean._src.array.indices import indices as indices
from ocean._src.array.indices import ix_ as ix_
from ocean._src.array.indices import mask_indices as mask_indices
from ocean._src.array.indices import ndenumerate as ndenumerate
from ocean._src.array.indices import ravel_multi_index as ravel_multi_index
from ocean._src.array.indices import tril_indices as tril_indices
from ocean._src.array.indices import tril_indices_from as tril_indices_from
from ocean._src.array.indices import triu_indices as triu_indices
from ocean._src.array.indices import triu_indices_from as triu_indices_from
from ocean._src.array.indices import unravel_index as unravel_index
from ocean._src.array.join import append as append
from ocean._src.array.join import block as block
from ocean._src.array.join import column_stack as column_stack
from ocean._src.array.join import concatenate as concatenate
from ocean._src.array.join import dstack as dstack
from ocean._src.array.join import hstack as hstack
from ocean._src.array.join import stack as stack
from ocean._src.array.join import vstack as vstack
from ocean._src.array.matmul import matmul as matmul
from ocean._src.array.methods import lazy as lazy
from ocean._src.array.namespace_info import __array_namespace_info__ as __array_namespace_info__
from ocean._src.array.numpy_fallback import convolve as convolve
from ocean._src.array.numpy_fallback import correlate as correlate
from ocean._src.array.numpy_fallback import interp as interp
from ocean._src.array.products import conjugate as conjugate
from ocean._src.array.products import cross as cross
from ocean._src.array.products import dot as dot
from ocean._src.array.products import einsum as einsum
from ocean._src.array.products import einsum_path as einsum_path
from ocean._src.array.products import inner as inner
from ocean._src.array.products import kron as kron
from ocean._src.array.products import matvec as matvec
from ocean._src.array.products import outer as outer
from ocean._src.array.products import tensordot as tensordot
from ocean._src.array.products import vdot as vdot
from ocean._src.array.products import vecdot as vecdot
from ocean._src.array.products import vecmat as vecmat
from ocean._src.array.quantiles import median as median
from ocean._src.array.quantiles import nanmedian as nanmedian
from ocean._src.array.quantiles import nanpercentile as nanpercentile
from ocean._src.array.quantiles import nanquantile as nanquantile
from ocean._src.array.quantiles import percentile as percentile
from ocean._src.array.quantiles import quantile as quantile
from ocean._src.array.rearrange import flip as flip
from ocean._src.array.rearrange import fliplr as fliplr
from ocean._src.array.rearrange import flipud as flipud
from ocean._src.array.rearrange import roll as roll
from ocean._src.array.rearrange import rot90 as rot90
from ocean._src.array.repeat import repeat as repeat
from ocean._src.array.repeat import resize as resize
from ocean._src.array.repeat import tile as tile
from ocean._src.array.searching import argwhere as argwhere
from ocean._src.array.searching import flatnonzero as flatnonzero
from ocean._src.array.searching import nonzero as nonzero
from ocean._src.array.searching import searchsorted as searchsorted
from ocean._src.array.shape import atleast_1d as atleast_1d
from ocean._src.array.shape import atleast_2d as atleast_2d
from ocean._src.array.shape import atleast_3d as atleast_3d
from ocean._src.array.shape import expand_dims as expand_dims
from ocean._src.array.shape import matrix_transpose as matrix_transpose
from ocean._src.array.shape import moveaxis as moveaxis
from ocean._src.array.shape import ndim as ndim
from ocean._src.array.shape import permute_dims as permute_dims
from ocean._src.array.shape import ravel as ravel
from ocean._src.array.shape import reshape as reshape
from ocean._src.array.shape import rollaxis as rollaxis
from ocean._src.array.shape import shape as shape
from ocean._src.array.shape import size as size
from ocean._src.array.shape import squeeze as squeeze
from ocean._src.array.shape import swapaxes as swapaxes
from ocean._src.array.shape import transpose as transpose
from ocean._src.array.sorting import argpartition as argpartition
from ocean._src.array.sorting import argsort as argsort
from ocean._src.array.sorting import lexsort as lexsort
from ocean._src.array.sorting import partition as partition
from ocean._src.array.sorting import sort as sort
from ocean._src.array.sorting import sort_complex as sort_complex
from ocean._src.array.sorting import topk as topk
from ocean._src.array.split import array_split as array_split
from ocean._src.array.split import dsplit as dsplit
from ocean._src.array.split import hsplit as hsplit
from ocean._src.array.split import split as split
from ocean._src.array.split import unstack as unstack
from ocean._src.array.split import vsplit as vsplit
from ocean._src.array.take_put import compress as compress
from ocean._src.array.take_put import extract as extract
from ocean._src.array.take_put import fill_diagonal as fill_diagonal
from ocean._src.array.take_put import place as place
from ocean._src.array.take_put import put as put
from ocean._src.array.take_put import put_along_axis as put_along_axis
from ocean._src.array.take_put import putmask as putmask
from ocean._src.array.take_put import take as take
from ocean._src.array.take_put import take_along_axis as take_along_axis
from ocean._src.array.twodim import diag as diag
from ocean._src.array.twodim import diagflat as diagflat
from ocean._src.array.twodim import diagonal as diagonal
from ocean._src.array.twodim import geomspace as geomspace
from ocean._src.array.twodim import logspace as logspace
from ocean._src.array.twodim import meshgrid as meshgrid
from ocean._src.array.twodim import trace as trace
from ocean._src.array.twodim import tri as tri
from ocean._src.array.twodim import tril as tril
from ocean._src.array.twodim import triu as triu
from ocean._src.array.twodim import vander as vander
from ocean._src.core.call.callables import ufunc as ufunc
from ocean._src.core.objects.array import array as _ndarray
from ocean._src.array.averages import average as average
from ocean._src.array.averages import corrcoef as corrcoef
from ocean._src.array.averages import cov as cov
from ocean._src.array.averages import moving_average as moving_average
from ocean._src.array.averages import moving_mean as moving_mean
from ocean._src.array.differences import diff as diff
from ocean._src.array.differences import ediff1d as ediff1d
from ocean._src.array.differences import gradient as gradient
from ocean._src.array.differences import trapezoid as trapezoid
from ocean._src.array.differences import unwrap as unwrap
from ocean._src.array.functional import apply_along_axis as apply_along_axis
from ocean._src.array.functional import apply_over_axes as apply_over_axes
from ocean._src.array.functional import fromfunction as fromfunction
from ocean._src.array.functional import frompyfunc as frompyfunc
from ocean._src.array.functional import vectorize as vectorize
from ocean._src.array.histograms import bincount as bincount
from ocean._src.array.histograms import digitize as digitize
from ocean._src.array.histograms import histogram as histogram
from ocean._src.array.histograms import histogram2d as histogram2d
from ocean._src.array.histograms import histogram_bin_edges as histogram_bin_edges
from ocean._src.array.index_tricks import c_ as c_
from ocean._src.array.index_tricks import index_exp as index_exp
from ocean._src.array.index_tricks import mgrid as mgrid
from ocean._src.array.index_tricks import ogrid as ogrid
from ocean._src.array.index_tricks import r_ as r_
from ocean._src.array.index_tricks import s_ as s_
from ocean._src.array.insert_delete import delete as delete
from ocean._src.array.insert_delete import insert as insert
from ocean._src.array.insert_delete import trim_zeros as trim_zeros
from ocean._src.array.logic import allclose as allclose
from ocean._src.array.logic import array_equal as array_equal
from ocean._src.array.logic import array_equiv as array_equiv
from ocean._src.array.logic import isclose as isclose
from ocean._src.array.logic import iscomplex as iscomplex
from ocean._src.array.logic import iscomplexobj as iscomplexobj
from ocean._src.array.logic import isfortran as isfortran
from ocean._src.array.logic import isreal as isreal
from ocean._src.array.logic import isrealobj as isrealobj
from ocean._src.array.logic import isscalar as isscalar
from ocean._src.array.logic import iterable as iterable
from ocean._src.array.logic import may_share_memory as may_share_memory
from ocean._src.array.logic import shares_memory as shares_memory
from ocean._src.array.nan_functions import nan_to_num as nan_to_num
from ocean._src.array.nan_functions import nanargmax as nanargmax
from ocean._src.array.nan_functions import nanargmin as nanargmin
from ocean._src.array.nan_functions import nancumprod as nancumprod
from ocean._src.array.nan_functions import nancumsum as nancumsum
from ocean._src.array.nan_functions import nanmax as nanmax
from ocean._src.array.nan_functions import nanmean as nanmean
from ocean._src.array.nan_functions import nanmin as nanmin
from ocean._src.array.nan_functions import nanprod as nanprod
from ocean._src.array.nan_functions import nanstd as nanstd
from ocean._src.array.nan_functions import nansum as nansum
from ocean._src.array.nan_functions import nanvar as nanvar
from ocean._src.array.pad import pad as pad
from ocean._src.array.polynomials import polyval as polyval
from ocean._src.array.print_options import array2string as array2string
from ocean._src.array.print_options import array_repr as array_repr
from ocean._src.array.print_options import array_str as array_str
from ocean._src.array.print_options import format_float_positional as format_float_positional
from ocean._src.array.print_options import format_float_scientific as format_float_scientific
from ocean._src.array.require import asarray_chkfinite as asarray_chkfinite
from ocean._src.array.require import require as require
from ocean._src.array.sets import in1d as in1d
from ocean._src.array.sets import intersect1d as intersect1d
from ocean._src.array.sets import isin as isin
from ocean._src.array.sets import setdiff1d as setdiff1d
from ocean._src.array.sets import setxor1d as setxor1d
from ocean._src.array.sets import union1d as union1d
from ocean._src.array.sets import unique as unique
from ocean._src.array.sets import unique_all as unique_all
from ocean._src.array.sets import unique_counts as unique_counts
from ocean._src.array.sets import unique_inverse as unique_inverse
from ocean._src.array.sets import unique_values as unique_values
from ocean._src.array.numpy_functions import AxisError as AxisError
from ocean._src.array.numpy_functions import base_repr as base_repr
from ocean._src.array.numpy_functions import binary_repr as binary_repr
from ocean._src.array.numpy_functions import broadcast as broadcast
from ocean._src.array.numpy_functions import get_printoptions as get_printoptions
from ocean._src.array.numpy_functions import geterr as geterr
from ocean._src.array.numpy_functions import geterrcall as geterrcall
from ocean._src.array.numpy_functions import mintypecode as mintypecode
from ocean._src.array.numpy_functions import ndindex as ndindex
from ocean._src.array.numpy_functions import poly1d as poly1d
from ocean._src.array.numpy_functions import printoptions as printoptions
from ocean._src.array.numpy_functions import typecodes as typecodes
from ocean._src.array.numpy_functions import typename as typename
from ocean._src.array.numpy_functions import set_printoptions as set_printoptions
from ocean._src.array.numpy_functions import seterrcall as seterrcall
from ocean._src.array.numpy_functions import bartlett as bartlett
from ocean._src.array.numpy_functions import blackman as blackman
from ocean._src.array.numpy_functions import hamming as hamming
from ocean._src.array.numpy_functions import hanning as hanning
from ocean._src.array.numpy_functions import histogramdd as histogramdd
from ocean._src.array.numpy_functions import i0 as i0
from ocean._src.array.numpy_functions import kaiser as kaiser
from ocean._src.array.numpy_functions import packbits as packbits
from ocean._src.array.numpy_functions import poly as poly
from ocean._src.array.numpy_functions import polyadd as polyadd
from ocean._src.array.numpy_functions import polyder as polyder
from ocean._src.array.numpy_functions import polydiv as polydiv
from ocean._src.array.numpy_functions import polyfit as polyfit
from ocean._src.array.numpy_functions import polyint as polyint
from ocean._src.array.numpy_functions import polymul as polymul
from ocean._src.array.numpy_functions import polysub as polysub
from ocean._src.array.numpy_functions import roots as roots
from ocean._src.array.numpy_functions import spacing as spacing
from ocean._src.array.numpy_functions import unpackbits as unpackbits
from ocean._src.array.floating_errors import errstate as errstate
from ocean._src.array.floating_errors import seterr as seterr
from numpy import dtype as dtype
from numpy import iinfo as iinfo
from numpy import True_ as True_
from numpy import False_ as False_
from numpy import __version__ as __version__
from numpy import generic as generic
from numpy import number as number
from numpy import integer as integer
from numpy import signedinteger as signedinteger
from numpy import unsignedinteger as unsignedinteger
from numpy import inexact as inexact
from numpy import floating as floating
from numpy import complexfloating as complexfloating
from numpy import bool as bool
from numpy import bool_ as bool_
from numpy import int8 as int8
from numpy import byte as byte
from numpy import uint8 as uint8
from numpy import ubyte as ubyte
from numpy import int16 as int16
from numpy import short as short
from numpy import uint16 as uint16
from numpy import ushort as ushort
from numpy import int32 as int32
from numpy import intc as intc
from numpy import uint32 as uint32
from numpy import uintc as uintc
from numpy import int64 as int64
from numpy import int_ as int_
from numpy import intp as intp
from numpy import long as long
from numpy import longlong as longlong
from numpy import uint64 as uint64
from numpy import uint as uint
from numpy import uintp as uintp
from numpy import ulong as ulong
from numpy import ulonglong as ulonglong
from numpy import float16 as float16
from numpy import half as half
from numpy import float32 as float32
from numpy import single as single
from numpy import float64 as float64
from numpy import double as double
from numpy import complex64 as complex64
from numpy import csingle as csingle
from numpy import complex128 as complex128
from numpy import cdouble as cdouble
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
from ocean.numpy import emath as emath
from ocean.numpy import exceptions as exceptions
from ocean.numpy import fft as fft
from ocean.numpy import lib as lib
from ocean.numpy import linalg as linalg
from ocean.numpy import polynomial as polynomial
from ocean.numpy import random as random
from ocean.numpy import testing as testing

array = _array
ndarray = _ndarray
complex32: Any
bfloat16: Any
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
cbrt: ufunc
ceil: ufunc
concat = concatenate
conj: ufunc
copysign: ufunc
cos: ufunc
cosh: ufunc
deg2rad: ufunc
degrees: ufunc
divide: ufunc
e: builtins.float
equal: ufunc
euler_gamma: builtins.float
exp: ufunc
exp2: ufunc
expm1: ufunc
fabs: ufunc
fix: ufunc
float_power: ufunc
floor: ufunc
floor_divide: ufunc
fmax: ufunc
fmin: ufunc
fmod: ufunc
gcd: ufunc
greater: ufunc
greater_equal: ufunc
heaviside: ufunc
hypot: ufunc
inf: builtins.float
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
little_endian: builtins.bool
log: ufunc
log10: ufunc
log1p: ufunc
log2: ufunc
logaddexp: ufunc
logaddexp2: ufunc
logical_and: ufunc
logical_not: ufunc
logical_or: ufunc
logical_xor: ufunc
maximum: ufunc
minimum: ufunc
mod: ufunc
multiply: ufunc
nan: builtins.float
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
row_stack = vstack
sign: ufunc
signbit: ufunc
sin: ufunc
sinh: ufunc
sqrt: ufunc
square: ufunc
subtract: ufunc
tan: ufunc
tanh: ufunc
true_divide: ufunc
trunc: ufunc

def all(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> ndarray:
    """Whether no element is zero.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        True where no element is zero.

    Examples
    --------
    >>> np.all([[True, False], [True, True]], axis=1)
    array([False,  True])
    """
def amax(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The largest element, of all or along axes; NaN if any is.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The largest elements.

    Examples
    --------
    >>> np.max([[1, 5], [7, 2]], axis=1)
    array([5, 7])
    """
def amin(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The smallest element, of all or along axes; NaN if any is.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The smallest elements.

    Examples
    --------
    >>> np.min([[1, 5], [7, 2]], axis=1)
    array([1, 2])
    """
def any(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> ndarray:
    """Whether any element is not zero.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        True where an element is not zero.

    Examples
    --------
    >>> np.any([[0, 0], [0, 3]], axis=1)
    array([False,  True])
    """
def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: builtins.bool = False) -> ndarray:
    """The index of the first largest element, or of the first NaN: in the flat array, or along an axis.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.

    Returns
    -------
    array
        The indices of the first largest elements.

    Examples
    --------
    >>> np.argmax([[1, 5, 3], [7, 2, 7]], axis=1)
    array([1, 0])
    """
def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: builtins.bool = False) -> ndarray:
    """The index of the first smallest element, or of the first NaN: in the flat array, or along an axis.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.

    Returns
    -------
    array
        The indices of the first smallest elements.

    Examples
    --------
    >>> np.argmin([[1, 5, 3], [7, 2, 7]], axis=1)
    array([0, 1])
    """
def count_nonzero(a: Any, axis: Any = None, *, keepdims: builtins.bool = False) -> ndarray:
    """The number of elements that are not zero.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    keepdims : bool, optional
        Whether these axes stay, with length 1.

    Returns
    -------
    array
        The counts.

    Examples
    --------
    >>> np.count_nonzero([[0, 1], [2, 3]], axis=1)
    array([1, 2])
    """
def max(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The largest element, of all or along axes; NaN if any is.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The largest elements.

    Examples
    --------
    >>> np.max([[1, 5], [7, 2]], axis=1)
    array([5, 7])
    """
def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, *, where: Any = True) -> ndarray:
    """The arithmetic mean, of no elements NaN; that of integers is a double.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The means.

    Examples
    --------
    >>> np.mean([[1, 2], [3, 4]], axis=0)
    array([2., 3.])
    """
def min(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The smallest element, of all or along axes; NaN if any is.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The smallest elements.

    Examples
    --------
    >>> np.min([[1, 5], [7, 2]], axis=1)
    array([1, 2])
    """
def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The product of all elements, or along axes; integers are multiplied in 64 bits.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The products.

    Examples
    --------
    >>> np.prod([[1, 2], [3, 4]], axis=1)
    array([ 2, 12])
    """
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: builtins.bool = False) -> ndarray:
    """The largest element minus the smallest.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.

    Returns
    -------
    array
        The largest minus the smallest element.

    Examples
    --------
    >>> np.ptp([[1, 5], [7, 2]], axis=1)
    array([4, 5])
    """
def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: builtins.float = 0, keepdims: builtins.bool = False, *, where: Any = True, mean: Any = None, correction: builtins.float | None = None) -> ndarray:
    """The square root of the variance.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    ddof : int, optional
        The divisor is the count minus this.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The means, if they are known.
    correction : int, optional
        Another name of `ddof`.

    Returns
    -------
    array
        The standard deviations.

    Examples
    --------
    >>> np.std([1, 2, 3, 4])
    array(1.118033988749895)
    """
def stdev(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: builtins.float = 0, keepdims: builtins.bool = False, *, where: Any = True, mean: Any = None, correction: builtins.float | None = None) -> ndarray:
    """The square root of the variance.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    ddof : int, optional
        The divisor is the count minus this.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The means, if they are known.
    correction : int, optional
        Another name of `ddof`.

    Returns
    -------
    array
        The standard deviations.

    Examples
    --------
    >>> np.std([1, 2, 3, 4])
    array(1.118033988749895)
    """
def sum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: builtins.bool = False, initial: Any = None, where: Any = True) -> ndarray:
    """The sum of all elements, or along axes; integers are summed in 64 bits.

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    initial : number, optional
        What the reduction starts with.
    where : array_like of bool, optional
        Which elements count.

    Returns
    -------
    array
        The sums.

    Examples
    --------
    >>> np.sum([[1, 2], [3, 4]], axis=0)
    array([4, 6])
    """
def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: builtins.float = 0, keepdims: builtins.bool = False, *, where: Any = True, mean: Any = None, correction: builtins.float | None = None) -> ndarray:
    """The mean of squared distances from the mean; the sum is divided by the count less ddof (or correction).

    Parameters
    ----------
    a : array_like
        The operand.
    axis : int or tuple of int, optional
        The axis to work along; None means all elements.
    dtype : dtype, optional
        The dtype to compute in, which the result has.
    out : array, optional
        Takes the result.
    ddof : int, optional
        The divisor is the count minus this.
    keepdims : bool, optional
        Whether these axes stay, with length 1.
    where : array_like of bool, optional
        Which elements count.
    mean : array_like, optional
        The means, if they are known.
    correction : int, optional
        Another name of `ddof`.

    Returns
    -------
    array
        The variances.

    Examples
    --------
    >>> np.var([1, 2, 3, 4], correction=1)
    array(1.6666666666666667)
    """

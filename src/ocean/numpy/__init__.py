"""NumPy's conventions on Ocean's engine: arrays are row-major, operators elementwise, broadcasting from the last axis.

>>> import ocean.numpy as np
>>> a = np.arange(6).reshape(2, 3)
>>> a * a
array([[ 0,  1,  4],
       [ 9, 16, 25]])
>>> np.mean(a, axis=0)
array([1.5, 2.5, 3.5])
"""

import math as _math
import sys as _sys

from ocean._src.array import assign as _assign
from ocean._src.array import deferring as _deferring
from ocean._src.array import dtypes as _dtypes
from ocean._src.array import flags as _flags
from ocean._src.array import function_methods as _function_methods
from ocean._src.array import left_out as _missing
from ocean._src.array import methods as _methods
from ocean._src.array import ndarray_views as _members
from ocean._src.array import overrides as _overrides
from ocean._src.array import reduce as _reduce
from ocean._src.array import ufunc_methods as _ufuncs
from ocean._src.array import ufuncs as _functions
from ocean._src.array.apply import *
from ocean._src.array.axes import *
from ocean._src.array.broadcast import *
from ocean._src.array.choose import *
from ocean._src.array.copies import *
from ocean._src.array.create import *
from ocean._src.array.create import new_array as array
from ocean._src.array.cumulative import *
from ocean._src.array.dtypes import *
from ocean._src.array.elementwise import *
from ocean._src.array.files import *
from ocean._src.array.fused import *
from ocean._src.array.indices import *
from ocean._src.array.join import *
from ocean._src.array.matmul import *
from ocean._src.array.methods import *
from ocean._src.array.namespace_info import __array_namespace_info__
from ocean._src.array.numpy_fallback import *
from ocean._src.array.products import *
from ocean._src.array.quantiles import *
from ocean._src.array.rearrange import *
from ocean._src.array.repeat import *
from ocean._src.array.searching import *
from ocean._src.array.shape import *
from ocean._src.array.sorting import *
from ocean._src.array.split import *
from ocean._src.array.take_put import *
from ocean._src.array.twodim import *
from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.base.hints import Any as _Any
from ocean._src.base.later import named as _named
from ocean._src.core.call.callables import document as _document
from ocean._src.core.call.callables import ufunc
from ocean._src.core.call.namespace import open_names as _open_names
from ocean._src.core.objects.array import array as ndarray
from ocean._src.help import elsewhere as _elsewhere
from ocean._src.protocols import arrays as _protocols

around = round
concat = concatenate
row_stack = vstack
newaxis = None
inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
euler_gamma = 0.5772156649015329

little_endian = _sys.byteorder == "little"

# the elementwise functions and the reductions; `__init__.pyi` names them for editors and type checkers
globals().update(_functions.UFUNCS)
globals().update(_reduce.REDUCERS)
_publish_in(__name__, globals())
_overrides.ask(globals())
_overrides.ask_in(ndarray)
_overrides.ask_in(ufunc)
_document(__name__, globals())

__array_api_version__ = "2025.12"


_MODULES = ("emath", "exceptions", "fft", "lib", "linalg", "polynomial", "random", "testing")
"""Those that are loaded when they are asked for."""
_PARTS = {
    "averages": "average corrcoef cov moving_average moving_mean",
    "differences": "diff ediff1d gradient trapezoid unwrap",
    "functional": "apply_along_axis apply_over_axes fromfunction frompyfunc vectorize",
    "histograms": "bincount digitize histogram histogram2d histogram_bin_edges",
    "index_tricks": "c_ index_exp mgrid ogrid r_ s_",
    "insert_delete": "delete insert trim_zeros",
    "logic": (
        "allclose array_equal array_equiv isclose iscomplex iscomplexobj isfortran isreal isrealobj isscalar "
        "iterable may_share_memory shares_memory"
    ),
    "nan_functions": (
        "nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmin nanprod nanstd nansum nanvar"
    ),
    "pad": "pad",
    "polynomials": "polyval",
    "print_options": "array2string array_repr array_str format_float_positional format_float_scientific",
    "require": "asarray_chkfinite require",
    "sets": (
        "in1d intersect1d isin setdiff1d setxor1d union1d unique unique_all unique_counts unique_inverse unique_values"
    ),
}
"""The functions of files in `array` that are loaded when one of them is asked for."""
_LATER = {name: f"ocean._src.array.{part}" for part, names in _PARTS.items() for name in names.split()} | dict.fromkeys(
    (
        "AxisError", "base_repr", "binary_repr", "broadcast", "get_printoptions", "geterr", "geterrcall", "mintypecode",
        "ndindex", "poly1d", "printoptions", "typecodes", "typename",
        "set_printoptions", "seterrcall", "bartlett", "blackman", "hamming", "hanning", "histogramdd", "i0", "kaiser",
        "packbits", "poly", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul", "polysub", "roots",
        "spacing", "unpackbits",
    ),
    "ocean._src.array.numpy_functions",
) | dict.fromkeys(("errstate", "seterr"), "ocean._src.array.floating_errors") | dict.fromkeys(
    (
        "dtype", "iinfo", "True_", "False_", "__version__", "generic", "number", "integer",
        "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating", "bool", "bool_", "int8", "byte",
        "uint8", "ubyte", "int16", "short", "uint16", "ushort", "int32", "intc", "uint32", "uintc", "int64", "int_",
        "intp", "long", "longlong", "uint64", "uint", "uintp", "ulong", "ulonglong", "float16", "half", "float32",
        "single", "float64", "double", "complex64", "csingle", "complex128", "cdouble",
    ),
    "numpy",
) | dict.fromkeys(
    (
        "checkpoint", "custom_jvp", "custom_vjp", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp",
        "stop_gradient", "value_and_grad", "vjp",
    ),
    "ocean._src.gradients.api",
)  # fmt: skip
"""Names that are looked up in their modules when they are asked for."""
__all__ = sorted(
    {name for name in globals() if not name.startswith("_")} | {*_LATER, *_dtypes.BEYOND} - {"__version__"}
)


def __getattr__(name: str) -> _Any:
    if name in _MODULES:
        return _named(__name__, name, f"{__name__}.{name}")
    if name in _LATER:
        found = _named(__name__, name, _LATER[name])
        if _LATER[name].rpartition(".")[2] in _PARTS:
            _overrides.ask(globals(), [name])
        _document(__name__, globals())
        return globals().get(name, found)
    if name in _dtypes.BEYOND:
        return _dtypes.beyond(name)
    raise _missing.unknown("ocean.numpy", name)


def __dir__() -> list[str]:
    names = {*globals(), *_MODULES, *_LATER, *_dtypes.BEYOND}
    return sorted(name for name in names if not name.startswith("_") or name.startswith("__array"))


_elsewhere.install(ndarray, _elsewhere.ARRAY_METHODS)
_open_names(_sys.modules[__name__])

"""Ocean: column-major strided tensors, with kernels compiled on demand.

>>> import ocean
>>> a = ocean.asTensor([[1,2,3],[4,5,6]], "R")
>>> a + 0.5
(:,:)
   1.5   2.5   3.5
   4.5   5.5   6.5
<tensor.double of size 2x3 on cpu>
"""

import math as _math
import sys as _sys

from ocean import descriptions
from ocean._src.axes.apply import apply as _apply_rule
from ocean._src.axes.labels import HOOKS as _AXIS_HOOKS
from ocean._src.axes.labels import axes, dot
from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.base.errors import (
    OceanBufferError,
    OceanElementError,
    OceanError,
    OceanIndexError,
    OceanMemoryError,
    OceanOverflowError,
    OceanTypeError,
    OceanValueError,
)
from ocean._src.base.later import later as _later
from ocean._src.base.later import named as _named
from ocean._src.core.call.callables import document as _document
from ocean._src.core.call.callables import set_documents as _set_documents
from ocean._src.core.call.callables import set_rules as _set_rules
from ocean._src.core.call.namespace import open_namespace as _open_namespace
from ocean._src.core.call.operands import operand as _operand
from ocean._src.core.call.settings import (
    getAutoBroadcast,
    getAutoTypecast,
    getDefaultDevice,
    getDefaultDType,
    getDefaultMathMode,
    getDeferring,
    getDisplayPrecision,
    getDisplayWidth,
    getScalarCastMode,
    getStrictAxes,
    getWarningMode,
    setAutoBroadcast,
    setAutoTypecast,
    setDefaultDevice,
    setDefaultDType,
    setDefaultMathMode,
    setDeferring,
    setDisplayPrecision,
    setDisplayWidth,
    setScalarCastMode,
    setStrictAxes,
    setWarningMode,
)
from ocean._src.core.call.settings import settings as _settings
from ocean._src.core.call.warn import warn as _warn
from ocean._src.core.functions.create import (
    diag,
    eye,
    full,
    fullLike,
    ones,
    onesLike,
    tensorLike,
    zeros,
    zerosLike,
)
from ocean._src.core.host.sorting.searching import bincount, searchsorted
from ocean._src.core.host.sorting.sorting import argpartition, argsort, partition, sort, topk
from ocean._src.core.objects.axes import axis, axisClass
from ocean._src.core.objects.dtypes import DTYPE_LIST as _DTYPE_LIST
from ocean._src.core.objects.dtypes import dtype, scalar
from ocean._src.core.objects.memory import cpu, device, deviceCPU, storage, stream
from ocean._src.core.objects.rtensor import lazy, rtensor
from ocean._src.core.objects.tensor import getNumThreads, setNumThreads, tensor, threads
from ocean._src.core.objects.tensor import install as _install
from ocean._src.exchange.dlpack import fromDLPack
from ocean._src.exchange.files import load, save
from ocean._src.exchange.registry import getExportTypes, getImportTypes, registerType
from ocean._src.exchange.xarray import fromXarray, toXarray
from ocean._src.help.elsewhere import install as _install_names
from ocean._src.help.elsewhere import missing as _missing
from ocean._src.help.subjects import text as _contents
from ocean._src.index import HOOKS as _INDEX_HOOKS
from ocean._src.index import index
from ocean._src.lazy.apply import reduce_binary, reduce_range, slide, transform
from ocean._src.lazy.rtensor import HOOKS as _LAZY_HOOKS
from ocean._src.lazy.rtensor import constant, indices
from ocean._src.ops.dispatch import OPERATIONS as _OPERATIONS
from ocean._src.ops.table import ROWS as _ROWS
from ocean._src.protocols import tensors as _protocols
from ocean._src.protocols import threadpools as _threadpools
from ocean._src.statistics.averages import average, corrcoef, cov, moving_average, moving_mean
from ocean._src.statistics.histograms import digitize, histogram, histogram2d
from ocean._src.statistics.quantiles import median, medianNaN, quantile, quantileNaN
from ocean._src.tensor import convert as _convert
from ocean._src.tensor.create import asTensor, cast, ensure
from ocean._src.tensor.cumulative import CUMULATIVE as _CUMULATIVE
from ocean._src.tensor.cumulative import diff, diff2, gradient
from ocean._src.tensor.devices import devices, getBufferCount, getMaxBufferSize, setBufferCount, setMaxBufferSize
from ocean._src.tensor.devices import find_gpu as _find_gpu
from ocean._src.tensor.elementwise import FUNCTIONS as _FUNCTIONS
from ocean._src.tensor.elementwise import allclose, isclose
from ocean._src.tensor.elementwise import general as _general
from ocean._src.tensor.elementwise import numbers_outside as _numbers_outside
from ocean._src.tensor.join import block, concatenate, dstack, hstack, merge, stack, vstack
from ocean._src.tensor.multi_result import divmod, frexp, modf, nan_to_num
from ocean._src.tensor.multiply import gemm, multiply
from ocean._src.tensor.pad import pad
from ocean._src.tensor.products import cross, kron, outer
from ocean._src.tensor.ranges import arange, linspace
from ocean._src.tensor.rearrange import flip, moveaxis, roll, rot90
from ocean._src.tensor.reduce import FUNCTIONS as _REDUCTIONS
from ocean._src.tensor.reduce import allGE, allGT, allInRange, allLE, allLT, norm, normNaN
from ocean._src.tensor.repeat import repeat, tile
from ocean._src.tensor.searching import argwhere, find, flatnonzero, nonzero
from ocean._src.tensor.searching import where as _where
from ocean._src.tensor.sets import intersect1d, isin, setdiff1d, union1d, unique
from ocean._src.tensor.shape import checkOverlap, checkSelfOverlap
from ocean._src.tensor.sorting import lexsort
from ocean._src.tensor.split import hsplit, vsplit
from ocean._src.tensor.take import put, put_along_axis, scatterAdd, take, take_along_axis
from ocean._src.tensor.twodim import meshgrid, trace, tril, triu
from ocean._src.text import show as _show

_docstrings = _later("ocean._src.help.docstrings")
_dtypes = {each.spelling: each for each in _DTYPE_LIST}
globals().update(_dtypes)

inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
true, false = _dtypes["bool"](True), _dtypes["bool"](False)

# the functions that come from rows of the operation table; `__init__.pyi` names them for editors and type checkers
globals().update(_FUNCTIONS)
globals().update(_REDUCTIONS)
globals().update(_CUMULATIVE)
count_nonzero = _REDUCTIONS["nnz"]
where = _where  # with one argument: find

_install(
    _OPERATIONS,
    {_row.operator: _row.name for _row in _ROWS.values() if _row.operator},
    operand=_operand,
    general=_general,
    outside=_numbers_outside,
    settings=_settings,
    warn=_warn,
    **_INDEX_HOOKS,
    **_LAZY_HOOKS,
    **_AXIS_HOOKS,
)
_set_rules(_apply_rule)
_set_documents(lambda function, text: _docstrings.complete(function, text))
_install_names()
_threadpools.install()

_publish_in(__name__, globals())
_document(__name__, globals())

_LATER = {
    "fft": "ocean.fft", "linalg": "ocean.linalg", "gpu": "ocean._src.tensor.devices",
    "deviceGPU": "ocean._src.devices.device", "fuse": "ocean._src.lazy.fuse",
    **dict.fromkeys(("convolution", "convolutionGradData", "convolutionGradFilters"), "ocean._src.convolution.api"),
    **dict.fromkeys(
        ("checkpoint", "custom_jvp", "custom_vjp", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp",
         "stop_gradient", "value_and_grad", "vjp"), "ocean._src.gradients.api",
    ),
    "random": "ocean.random", "testing": "ocean.testing", "files": "ocean.files",
    "partial": "ocean.partial", "dask": "ocean.dask", "memory": "ocean._src.scale.budget",
}  # fmt: skip
"""Names that are looked up in their modules when they are asked for: few programs need these."""

_names = {*globals(), *_LATER} - {"dask", "fft", "files", "gpu", "linalg", "partial", "testing"}  # modules
__all__ = sorted(name for name in _names if not name.startswith("_"))


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def __getattr__(name: str) -> object:
    if name == "gpu":
        return _find_gpu()  # the devices of OpenCL are searched for when they are asked for
    if name not in _LATER:
        return _missing(name)
    found = _named(__name__, name, _LATER[name])
    _document(__name__, globals())
    return globals().get(name, found)


__version__ = "0.1.0"

_open_namespace(
    _sys.modules[__name__], lambda text: _contents(text, (name for name in __dir__() if not name.startswith("_")))
)

"""Ocean: column-major strided tensors of 15 dtypes on many devices, with kernels compiled on demand.

>>> import ocean
>>> a = ocean.asTensor([[1,2,3],[4,5,6]], "R")
>>> a + 0.5
(:,:)
   1.5   2.5   3.5
   4.5   5.5   6.5
<tensor.double of size 2x3 on cpu>
"""

import math as _math

from ocean.combine import concatenate, find, merge, nonzero, put, repeat, roll, stack, take, tile
from ocean.combine import where as _where
from ocean.convert import cast, ensure
from ocean.core.dtypes import DTYPE_LIST as _DTYPE_LIST
from ocean.core.dtypes import dtype, scalar
from ocean.core.errors import (
    OceanBufferError,
    OceanError,
    OceanIndexError,
    OceanMemoryError,
    OceanTypeError,
    OceanValueError,
)
from ocean.core.memory import cpu, device, deviceCPU, storage, stream
from ocean.core.settings import (
    getAutoBroadcast,
    getAutoTypecast,
    getDefaultDevice,
    getDefaultDType,
    getDefaultMathMode,
    getDisplayWidth,
    getScalarCastMode,
    getWarningMode,
    setAutoBroadcast,
    setAutoTypecast,
    setDefaultDevice,
    setDefaultDType,
    setDefaultMathMode,
    setDisplayWidth,
    setScalarCastMode,
    setWarningMode,
)
from ocean.core.tensor import getNumThreads, setNumThreads, tensor
from ocean.core.tensor import install as _install
from ocean.create import (
    arange,
    asTensor,
    diag,
    eye,
    full,
    fullLike,
    linspace,
    ones,
    onesLike,
    tensorLike,
    zeros,
    zerosLike,
)
from ocean.create import (
    operand as _operand,
)
from ocean.devices import devices, getBufferCount, getMaxBufferSize, setBufferCount, setMaxBufferSize
from ocean.elementwise import FUNCTIONS as _FUNCTIONS
from ocean.elementwise import allclose, isclose
from ocean.elementwise import general as _general
from ocean.exchange import protocols as _protocols
from ocean.exchange.dlpack import fromDLPack
from ocean.exchange.files import load, save
from ocean.exchange.registry import getExportTypes, getImportTypes, registerType
from ocean.index import index
from ocean.ops.dispatch import OPERATIONS as _OPERATIONS
from ocean.product import gemm, multiply
from ocean.product import star as _star
from ocean.reduce import FUNCTIONS as _REDUCTIONS
from ocean.reduce import allGE, allGT, allInRange, allLE, allLT, norm, normNaN
from ocean.shape import checkOverlap, checkSelfOverlap
from ocean.shape import reshape as _reshape
from ocean.text import show as _show

(bool, uint8, uint16, uint32, uint64, int8, int16, int32, int64,
 half, float, double, chalf, cfloat, cdouble) = _DTYPE_LIST  # fmt: skip

inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
gpu: list[device] = []
true, false = bool(True), bool(False)

# the functions that come from rows of the operation table; `__init__.pyi` names them for editors and type checkers
globals().update(_FUNCTIONS)
globals().update(_REDUCTIONS)
where = _where  # with one argument: find

_install(_OPERATIONS, operand=_operand, reshape=_reshape, general=_general, multiply=_star)

__version__ = "0.1.0"

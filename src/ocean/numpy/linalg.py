"""Linear algebra of arrays, as in NumPy and the array API standard.

>>> import ocean.numpy as np
>>> np.linalg.solve([[2.0, 1.0], [0.0, 3.0]], [4.0, 6.0])
array([1., 2.])
"""

import sys as _sys

from ocean._src.array.linalg import ARRAYS as _ARRAYS
from ocean._src.array.linalg import (
    cross,
    diagonal,
    lstsq,
    matmul,
    matrix_norm,
    matrix_power,
    matrix_transpose,
    multi_dot,
    norm,
    outer,
    qr,
    tensordot,
    tensorinv,
    tensorsolve,
    trace,
    vecdot,
    vector_norm,
)
from ocean._src.array.overrides import ask as _ask
from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.base.errors import unknown_name as _unknown
from ocean._src.base.hints import TYPE_CHECKING as _TYPE_CHECKING
from ocean._src.base.hints import Any as _Any
from ocean._src.base.later import named as _named
from ocean._src.core.call.callables import document as _document
from ocean._src.core.call.namespace import open_names as _open_names
from ocean._src.linalg import lapack as _lapack
from ocean._src.linalg.conventions import of as _of
from ocean._src.linalg.lapack import (
    EighResult,
    EigResult,
    LstsqResult,
    QRResult,
    RawQRResult,
    SlogdetResult,
    SVDResult,
)

solve = _of(_ARRAYS, _lapack.solve)
cholesky = _of(_ARRAYS, _lapack.cholesky)
svd = _of(_ARRAYS, _lapack.svd)
svdvals = _of(_ARRAYS, _lapack.svdvals)
eigh = _of(_ARRAYS, _lapack.eigh)
eigvalsh = _of(_ARRAYS, _lapack.eigvalsh)
eig = _of(_ARRAYS, _lapack.eig)
eigvals = _of(_ARRAYS, _lapack.eigvals)
inv = _of(_ARRAYS, _lapack.inv)
det = _of(_ARRAYS, _lapack.det)
slogdet = _of(_ARRAYS, _lapack.slogdet)
pinv = _of(_ARRAYS, _lapack.pinv)
matrix_rank = _of(_ARRAYS, _lapack.matrix_rank)
cond = _of(_ARRAYS, _lapack.cond)
expm = _of(_ARRAYS, _lapack.expm)

if _TYPE_CHECKING:
    from ocean._src.linalg.errors import LinAlgError

_publish_in(__name__, globals())
_ask(globals())
_document(__name__, globals())

def __getattr__(name: str) -> _Any:
    if name == "LinAlgError":  # it is NumPy's as well, which is loaded for it
        return _named(__name__, name, "ocean._src.linalg.errors")
    raise _unknown(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), "LinAlgError"})


_open_names(_sys.modules[__name__])


__all__ = [
    "EigResult",
    "EighResult",
    "LinAlgError",
    "LstsqResult",
    "QRResult",
    "RawQRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "expm",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]

"""Linear algebra of tensors: matrices are in the first two dimensions, and the others number them.

>>> A = ocean.asTensor([[2.0,0.0],[1.0,3.0]])
>>> ocean.linalg.solve(A, [4.0,6.0])
   1   2
<tensor.double of size 2 on cpu>
"""

import sys as _sys

from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.base.errors import unknown_name as _unknown
from ocean._src.base.hints import TYPE_CHECKING as _TYPE_CHECKING
from ocean._src.base.hints import Any as _Any
from ocean._src.base.later import named as _named
from ocean._src.core.call.callables import document as _document
from ocean._src.core.call.namespace import open_names as _open_names
from ocean._src.linalg import lapack as _lapack
from ocean._src.linalg.conventions import TENSORS as _TENSORS
from ocean._src.linalg.conventions import of as _of
from ocean._src.linalg.lapack import EighResult, EigResult, LstsqResult, QRResult, SlogdetResult, SVDResult
from ocean._src.linalg.norms import matrix_norm, norm, svdvals, vector_norm
from ocean._src.linalg.products import (
    cross,
    diagonal,
    inv,
    matmul,
    matrix_power,
    matrix_transpose,
    multi_dot,
    outer,
    tensordot,
    trace,
    vecdot,
)

solve = _of(_TENSORS, _lapack.solve)
cholesky = _of(_TENSORS, _lapack.cholesky)
qr = _of(_TENSORS, _lapack.qr)
svd = _of(_TENSORS, _lapack.svd)
eigh = _of(_TENSORS, _lapack.eigh)
eigvalsh = _of(_TENSORS, _lapack.eigvalsh)
eig = _of(_TENSORS, _lapack.eig)
eigvals = _of(_TENSORS, _lapack.eigvals)
det = _of(_TENSORS, _lapack.det)
slogdet = _of(_TENSORS, _lapack.slogdet)
pinv = _of(_TENSORS, _lapack.pinv)
lstsq = _of(_TENSORS, _lapack.lstsq)
matrix_rank = _of(_TENSORS, _lapack.matrix_rank)
cond = _of(_TENSORS, _lapack.cond)
expm = _of(_TENSORS, _lapack.expm)

if _TYPE_CHECKING:
    from ocean._src.linalg.errors import LinAlgError

_publish_in(__name__, globals())
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
    "trace",
    "vecdot",
    "vector_norm",
]

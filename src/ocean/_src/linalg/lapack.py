"""Solvers and decompositions by NumPy's LAPACK, for NumPy arrays with matrices in the last two dimensions.

The dtype of results does not depend on values. `of` in `conventions.py` makes the public functions from these.
"""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import later
from ocean._src.base.later import numpy as np
from ocean._src.base.records import NamedTuple
from ocean._src.core.host.linalg import lapack as compiled
from ocean._src.core.objects.tensor import tensor

from .conventions import gives
from .expm import exponential

LAPACK = later("numpy.linalg")
direct = later("ocean._src.linalg.numpy_lapack")  # loads NumPy


class EighResult(NamedTuple):
    """Eigenvalues and eigenvectors of Hermitian matrices."""

    eigenvalues: Any
    eigenvectors: Any


class EigResult(NamedTuple):
    """Eigenvalues and eigenvectors of matrices."""

    eigenvalues: Any
    eigenvectors: Any


class QRResult(NamedTuple):
    """Matrices with orthonormal columns, and upper triangles."""

    Q: Any
    R: Any


class RawQRResult(NamedTuple):
    """What LAPACK gives for Q and R: reflectors and R in one matrix, transposed, and the factors of the reflectors."""

    h: Any
    tau: Any


class SlogdetResult(NamedTuple):
    """Signs of determinants, and logarithms of their absolute values."""

    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    """Left singular vectors, singular values, and right singular vectors as rows."""

    U: Any
    S: Any
    Vh: Any


class LstsqResult(NamedTuple):
    """Solutions of least squares, sums of squared residuals, ranks and singular values."""

    solution: Any
    residuals: Any
    rank: Any
    singular_values: Any


for _result in (EighResult, EigResult, QRResult, SlogdetResult, SVDResult, LstsqResult):
    _result.__module__ = "ocean.linalg"
RawQRResult.__module__ = "ocean.numpy.linalg"  # tensors have no such mode


def check_matrices(x: Any, square: bool = False) -> None:
    if x.ndim < 2:
        raise LAPACK.LinAlgError("expected matrices, which have two dimensions or more")
    if square and x.shape[-1] != x.shape[-2]:
        raise LAPACK.LinAlgError("expected square matrices")


def check_name(function: str, what: str, value: Any, names: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in names:
        expected = ", ".join(map(repr, names[:-1]))
        raise OceanValueError(f"{function}(): {what} must be {expected} or {names[-1]!r}, got {shown(value)}")


# --- Solving -----------------------------------------------------------------------------------------------------


@gives("B", "solutions", fast_path=compiled.solve)
def solve(x1: Any, x2: Any, /) -> Any:
    """The solutions of A X = B for square matrices A: x1 are the matrices A, x2 the matrices B or one vector."""
    check_matrices(x1, square=True)
    if x2.ndim == 0 or x2.shape[-2 if x2.ndim > 1 else 0] != x1.shape[-1]:
        raise LAPACK.LinAlgError("the right hand sides must have as many rows as the matrices")
    return LAPACK.solve(x1, x2)


@gives("M", "inverse", fast_path=compiled.inv)
def inv(x: Any, /) -> Any:
    """The inverses of square matrices."""
    check_matrices(x, square=True)
    return LAPACK.inv(x)


@gives("M", "inverse")
def pinv(x: Any, /, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The pseudo-inverses of matrices (Moore and Penrose).

    Singular values of at most `rtol` (or `rcond`, its other name) times the largest one count as zero; unless it is
    given, the larger of the numbers of rows and columns times the eps of the dtype.
    """
    check_matrices(x, square=hermitian)
    limit = np.asarray(rtol if rcond is None else rcond)
    found = direct.called("svd_s", x.conj()) if x.size and not hermitian else None
    if found is None:
        return LAPACK.pinv(x, rtol=limit, hermitian=hermitian)
    left, values, right = found  # the following lines equal NumPy's, bit by bit
    large = values > limit[..., None] * values.max(-1, keepdims=True)
    np.divide(1, values, where=large, out=values)
    values[~large] = 0
    return right.swapaxes(-1, -2) @ (values[..., None] * left.swapaxes(-1, -2))


def least_squares_of_vector(a: tensor, b: tensor, turned: bool) -> LstsqResult | None:
    found = compiled.lstsq(a, b, turned)
    return None if found is None else LstsqResult(*found)


@gives("BVVV", "solutions", fast_path=least_squares_of_vector)
def lstsq(x1: Any, x2: Any, /, rcond: Any = None, *, rtol: Any = None) -> LstsqResult:
    """The solutions X of least squares: those of least norm for which the sum of squares of B - A X is least.

    x1 are the matrices A, x2 the matrices B or one vector. Singular values of at most `rtol` times the largest one
    count as zero, as in `pinv`. The residuals are the sums of squares in each column, whatever the rank is.
    """
    check_matrices(x1)
    rows, columns = x1.shape[-2:]
    if x2.ndim == 0 or x2.shape[-2 if x2.ndim > 1 else 0] != rows:
        raise LAPACK.LinAlgError("the right hand sides must have as many rows as the matrices")
    sides = x2 if x2.ndim > 1 else x2[:, None]
    count, least = sides.shape[-1], min(rows, columns)
    if least and count and sides.ndim == x1.ndim == 2:
        limit = rtol if rcond is None else rcond
        limit = limit if type(limit) is float else float(np.broadcast_to(limit, ()))
        found = direct.called("lstsq", x1, sides, limit) or LAPACK.lstsq(x1, sides, rcond=limit)
        return least_squares(x1, x2, sides, found[0], np.array(found[2], np.int64), found[3])
    outer, kind = np.broadcast_shapes(x1.shape[:-2], sides.shape[:-2]), x1.dtype.newbyteorder("=")
    solution = np.zeros((*outer, columns, count), kind)
    rank, values = np.zeros(outer, np.int64), np.zeros((*outer, least), kind.type(0).real.dtype)
    left, right = np.broadcast_to(x1, (*outer, rows, columns)), np.broadcast_to(sides, (*outer, rows, count))
    limits = np.broadcast_to(rtol if rcond is None else rcond, outer)
    if least:
        for place in np.ndindex(outer):
            found = LAPACK.lstsq(left[place], right[place], rcond=float(limits[place]))
            solution[place], _, rank[place], values[place] = found
    return least_squares(left, x2, right, solution, rank, values)


def least_squares(left: Any, x2: Any, right: Any, solution: Any, rank: Any, values: Any) -> LstsqResult:
    distance = right - left @ solution
    squares = distance * distance if distance.dtype.kind == "f" else distance.real**2 + distance.imag**2
    residuals = np.add.reduce(squares, -2)
    if x2.ndim == 1:
        solution, residuals = solution[..., 0], residuals[..., 0]
    return LstsqResult(solution, residuals, rank, values)


# --- Numbers of matrices -----------------------------------------------------------------------------------------


@gives("V", "numbers", fast_path=compiled.det)
def det(x: Any, /) -> Any:
    """The determinants of square matrices."""
    check_matrices(x, square=True)
    return LAPACK.det(x)


def signs_and_logarithms(x: Any, turned: bool) -> SlogdetResult | None:
    found = compiled.slogdet(x, turned)
    return None if found is None else SlogdetResult(*found)


@gives("VV", "numbers", fast_path=signs_and_logarithms)
def slogdet(x: Any, /) -> SlogdetResult:
    """The signs of determinants and the logarithms of their absolute values, which do not overflow."""
    check_matrices(x, square=True)
    return SlogdetResult(*LAPACK.slogdet(x))


@gives("V", "numbers")
def matrix_rank(x: Any, /, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The numbers of singular values that are larger than `rtol` times the largest one, as in `pinv`, or than `tol`.

    A vector that is not zero has rank 1."""
    if x.ndim < 2:  # NumPy's rank of a vector or a number
        return np.asarray(int(x.any()))
    check_matrices(x, square=hermitian)
    values = singular_values(x, hermitian)
    if values.shape[-1] == 0:
        return np.zeros(x.shape[:-2], np.int64)
    limit = np.multiply(rtol, values.max(-1)) if tol is None else np.asarray(tol)
    return np.asarray((values > limit[..., None]).sum(-1))


def singular_values(x: Any, hermitian: bool = False) -> Any:
    if hermitian:
        return np.abs(LAPACK.eigvalsh(x))
    found = direct.called("svd", x)
    return LAPACK.svdvals(x) if found is None else found


@gives("V", "numbers")
def cond(x: Any, /, p: Any = None) -> Any:
    """The condition numbers of matrices: the ratio of the largest and the least singular value, or for another norm (1,
    -1, 2, -2, inf, -inf, "fro", "nuc") the product of the norms of a square matrix and of its inverse."""
    check_matrices(x, square=p not in (None, 2, -2))
    check_order("cond", p)
    if 0 in x.shape[-2:]:
        raise LAPACK.LinAlgError("matrices without elements have no condition number")
    return LAPACK.cond(x, p)


def check_order(function: str, ord: Any) -> None:
    """Check the order of a matrix norm."""
    known = ord is None or (isinstance(ord, str) and ord in ("fro", "nuc"))
    if not known and not (isinstance(ord, (int, float)) and abs(ord) in (1, 2, np.inf)):
        raise OceanValueError(
            f"{function}(): the norm of a matrix must be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, got {shown(ord)}"
        )


# --- Decomposing -------------------------------------------------------------------------------------------------


@gives("M", "same", fast_path=compiled.cholesky)
def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The lower triangles L with L Lᴴ = A, or the upper ones U with Uᴴ U = A, of positive definite matrices A.

    Only the lower (upper) triangle of a matrix is read.
    """
    check_matrices(x, square=True)
    return LAPACK.cholesky(x, upper=bool(upper))


def reduced_qr(a: tensor, turned: bool) -> QRResult | None:
    found = compiled.qr(a, turned)
    return None if found is None else QRResult(*found)


@gives("MM", "triangles", fast_path=reduced_qr)
def qr(x: Any, /, mode: str = "reduced") -> Any:
    """Matrices Q with orthonormal columns and upper triangles R with Q R = A.

    With mode "complete" Q is square; with mode "r" only R is computed.
    """
    check_matrices(x)
    check_name("qr", "mode", mode, ("reduced", "complete", "r"))
    found = direct.qr(x, mode)
    if found is None:
        found = LAPACK.qr(x, mode)
    return found if mode == "r" else QRResult(*found)


@gives("MV", "triangles")
def raw_qr(x: Any, /) -> RawQRResult:
    """Q and R as LAPACK gives them: reflectors and R in one matrix, transposed, and the factors of the reflectors."""
    check_matrices(x)
    return RawQRResult(*LAPACK.qr(x, "raw"))


@gives("MVM", "singular_vectors", alone="V")
def svd(x: Any, /, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """The singular value decompositions U S Vh of matrices, with the largest singular values first.

    Unless `full_matrices`, U and Vh have only the vectors that belong to singular values; unless `compute_uv`, there
    are only the singular values. Of Hermitian matrices these come from eigenvalues.
    """
    check_matrices(x, square=hermitian)
    found = None if hermitian else direct.called(("svd_f" if full_matrices else "svd_s") if compute_uv else "svd", x)
    if found is None:
        found = LAPACK.svd(x, bool(full_matrices), bool(compute_uv), hermitian)
    return SVDResult(*found) if compute_uv else found


@gives("V", "singular_values")
def svdvals(x: Any, /) -> Any:
    """The singular values of matrices, the largest first."""
    check_matrices(x)
    return singular_values(x)


@gives("VM", "eigenvectors")
def eigh(x: Any, /, UPLO: str = "L") -> EighResult:
    """The eigenvalues of Hermitian matrices, which are real, in ascending order, and their eigenvectors as columns.

    Only the lower (UPLO="L") or upper ("U") triangle of a matrix is read.
    """
    check_matrices(x, square=True)
    UPLO = UPLO.upper() if isinstance(UPLO, str) else UPLO
    check_name("eigh", "UPLO", UPLO, ("L", "U"))
    found = direct.called("eigh_lo" if UPLO == "L" else "eigh_up", x)
    return EighResult(*LAPACK.eigh(x, UPLO) if found is None else found)


@gives("V", "eigenvalues", fast_path=compiled.eigvalsh)
def eigvalsh(x: Any, /, UPLO: str = "L") -> Any:
    """The eigenvalues of Hermitian matrices in ascending order."""
    check_matrices(x, square=True)
    UPLO = UPLO.upper() if isinstance(UPLO, str) else UPLO
    check_name("eigvalsh", "UPLO", UPLO, ("L", "U"))
    found = direct.called("eigvalsh_lo" if UPLO == "L" else "eigvalsh_up", x)
    return LAPACK.eigvalsh(x, UPLO) if found is None else found


def complex_of(x: Any) -> Any:
    """As complex numbers: NumPy returns real ones if all happen to be real."""
    return x if x.dtype.kind == "c" else x.astype(np.complex64 if x.dtype == np.float32 else np.complex128)


@gives("VM", "eigenvectors")
def eig(x: Any, /) -> EigResult:
    """The eigenvalues of square matrices and their eigenvectors as columns; both are complex always."""
    check_matrices(x, square=True)
    found = direct.called("eig", x) if np.isfinite(x).all() else None
    return EigResult(*map(complex_of, LAPACK.eig(x) if found is None else found))


@gives("V", "eigenvalues")
def eigvals(x: Any, /) -> Any:
    """The eigenvalues of square matrices; they are complex always."""
    check_matrices(x, square=True)
    found = direct.called("eigvals", x) if np.isfinite(x).all() else None
    return complex_of(LAPACK.eigvals(x) if found is None else found)


# --- Functions of matrices ---------------------------------------------------------------------------------------


@gives("M", "exponential")
def expm(x: Any, /) -> Any:
    """The exponentials of square matrices, I + A + A²/2! + A³/3! + …"""
    check_matrices(x, square=True)
    return exponential(x)

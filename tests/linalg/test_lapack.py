"""Linear algebra against NumPy, whose matrices are in the last two dimensions, and by its laws."""

from __future__ import annotations

import inspect
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import NUMPY, TARGETS, dtype_id, read, sample

import ocean
from ocean import linalg

KINDS = [
    ocean.bool, ocean.uint8, ocean.int16, ocean.half, ocean.float, ocean.double, ocean.chalf, ocean.cfloat,
    ocean.cdouble,
]  # fmt: skip
SHAPES = [
    "contiguous", "row_major", "strided", "negative", "zero_stride", "byteswapped", "unaligned", "wild", "overlapping",
]  # fmt: skip
HALVES = {np.dtype(np.float32): ocean.half, np.dtype(np.complex64): ocean.chalf}


def put(values: Any, kind: ocean.dtype | None = None) -> ocean.tensor:
    """Values on the device of the tests; arrays keep the order of their dimensions."""
    found = ocean.asTensor(np.asarray(values))
    return layouts.device(found if kind is None else kind(found))


def turned(array: np.ndarray) -> np.ndarray:
    """What NumPy works on: matrices in the last two dimensions, the others mirrored."""
    return array if array.ndim < 3 else array.transpose(*range(array.ndim - 1, 1, -1), 0, 1)


def back(array: Any, matrix: bool) -> np.ndarray:
    array = np.asarray(array)
    if not matrix or array.ndim < 3:
        return array if matrix else array.T
    return array.transpose(array.ndim - 2, array.ndim - 1, *range(array.ndim - 3, -1, -1))


def computed(values: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """The values in the dtype that linear algebra computes in."""
    if not kind.isfloat:
        return values.astype(np.float64)
    return values.astype({ocean.half: np.float32, ocean.chalf: np.complex64}.get(kind, NUMPY[kind]))


def compare(got: Any, wanted: Any, kind: ocean.dtype, matrix: bool) -> None:
    """The same size, dtype and device, and values up to rounding."""
    wanted = back(wanted, matrix)
    halves = kind.basetype is ocean.half
    dtype = HALVES.get(wanted.dtype) if halves else None
    assert got.dtype is (dtype or next(each for each in NUMPY if NUMPY[each] == wanted.dtype and each is not ocean.chalf))
    if isinstance(got, ocean.tensor):
        assert got.size == wanted.shape and got.device is layouts.device and not got.byteswapped
        values = read(got)
    else:
        assert isinstance(got, ocean.scalar) and wanted.shape == ()
        values = np.asarray(got.asPython())
    eps = 2e-3 if halves else 1e-4 if wanted.dtype in (np.float32, np.complex64) else 1e-9
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
    with np.errstate(over="ignore"):
        wanted = wanted.astype(np.float16) if halves and wanted.dtype == np.float32 else wanted
    np.testing.assert_allclose(values, wanted, rtol=eps, atol=eps * scale)


def regular(layout: str, kind: ocean.dtype, size: tuple[int, ...], hermitian: bool = False) -> tuple[ocean.tensor, np.ndarray]:
    """A tensor of matrices that are far from singular, or positive definite."""
    random = np.random.default_rng(len(size))
    values = random.integers(0, 3, size).astype(np.complex128 if kind.iscomplex else np.float64)
    if kind.iscomplex:
        values += 1j * random.integers(0, 3, size)
    if hermitian:
        values = values + values.swapaxes(0, 1).conj()
    ones = np.eye(size[0]).reshape(size[0], size[0], *(1,) * (len(size) - 2))
    values = ones if kind is ocean.bool else values + ones * 4 * size[0]
    values = np.broadcast_to(values, size)
    tensor = sample(layout, kind, size).tensor
    tensor.copy(put(values, kind))
    return tensor, computed(read(tensor), kind)


# --- Dtypes and layouts --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("layout", SHAPES)
@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_functions_of_any_matrices(kind: ocean.dtype, layout: str) -> None:
    tensor, values = sample(layout, kind, (4, 3, 2), special=False)
    array = turned(computed(values, kind))
    wanted = np.linalg.svd(array, full_matrices=False)
    found = linalg.svd(tensor, full_matrices=False)
    assert isinstance(found, linalg.SVDResult) and found.U.size == (4, 3, 2) and found.Vh.size == (3, 3, 2)
    compare(found.S, wanted[1], kind, False)
    compare(linalg.svdvals(tensor), wanted[1], kind, False)
    compare(linalg.svd(tensor).U, np.linalg.svd(array).U, kind, True)
    q, r = linalg.qr(tensor)
    for one, other in zip((q, r), np.linalg.qr(array), strict=True):
        compare(one, other, kind, True)
    complete = linalg.qr(tensor, mode="complete")
    assert isinstance(complete, linalg.QRResult) and complete.Q.size == (4, 4, 2) and complete.R.size == (4, 3, 2)
    compare(linalg.qr(tensor, "r"), np.linalg.qr(array, "r"), kind, True)
    eps = float(kind.basetype.eps if kind.isfloat else ocean.double.eps)
    compare(linalg.matrix_rank(tensor), np.linalg.matrix_rank(array, rtol=4 * eps), ocean.double, False)
    compare(linalg.pinv(tensor, rtol=1e-2), np.linalg.pinv(array, rtol=1e-2), kind, True)


@pytest.mark.parametrize("layout", TARGETS)
@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_functions_of_square_matrices(kind: ocean.dtype, layout: str) -> None:
    for size in ((3, 3), (3, 3, 2)):
        tensor, values = regular(layout, kind, size)
        array = turned(values)
        compare(linalg.inv(tensor), np.linalg.inv(array), kind, True)
        compare(linalg.solve(tensor, tensor), np.linalg.solve(array, array), kind, True)
        compare(linalg.det(tensor), np.linalg.det(array), kind, False)
        found = linalg.slogdet(tensor)
        assert isinstance(found, linalg.SlogdetResult)
        for one, other in zip(found, np.linalg.slogdet(array), strict=True):
            compare(one, other, kind, False)
        one = linalg.eigvals(tensor)
        assert one.dtype.iscomplex and one.size == size[1:]
        wanted = np.linalg.eigvals(array)
        compare(one, wanted.astype(np.result_type(wanted.dtype, np.complex64)), kind, False)
        tensor, values = regular(layout, kind, size, hermitian=True)
        array = turned(values)
        compare(linalg.cholesky(tensor), np.linalg.cholesky(array), kind, True)
        compare(linalg.cholesky(tensor, upper=True), np.linalg.cholesky(array, upper=True), kind, True)
        found = linalg.eigh(tensor)
        assert isinstance(found, linalg.EighResult)
        compare(found.eigenvalues, np.linalg.eigh(array)[0], kind, False)
        compare(linalg.eigvalsh(tensor, UPLO="U"), np.linalg.eigvalsh(array, "U"), kind, False)


def test_what_is_not_a_tensor_and_what_is_read_only() -> None:
    A = put([[2.0, 1.0], [0.0, 4.0]])
    A.readonly = True
    for given in (A, [[2, 0], [1, 4]], np.array([[2.0, 1.0], [0.0, 4.0]]), ocean.lazy(A) @ 1.0):
        got = linalg.inv(given)
        np.testing.assert_allclose(np.asarray(got.asPython("C")), [[0.5, -0.125], [0, 0.25]])
    assert linalg.det(3 * ocean.eye(2)) == 9
    assert not linalg.inv(A).readonly


def test_mixed_dtypes() -> None:
    A, b = put([[2.0, 1.0], [0.0, 4.0]]), put([1, 2])
    assert linalg.solve(A, b).dtype is ocean.double
    assert linalg.solve(ocean.float(A), ocean.half(b)).dtype is ocean.float
    assert linalg.solve(ocean.half(A), ocean.half(b)).dtype is ocean.half
    assert linalg.solve(ocean.float(A), ocean.cdouble(b)).dtype is ocean.cdouble
    ocean.setAutoTypecast(False)
    with pytest.raises(ocean.OceanTypeError, match="mismatch"):
        linalg.solve(A, b)


# --- Laws --------------------------------------------------------------------------------------------------------


def near(one: Any, other: Any, eps: float = 1e-9) -> None:
    np.testing.assert_allclose(read(one), read(other) if isinstance(other, ocean.tensor) else other, rtol=eps, atol=eps)


@pytest.mark.parametrize("kind", [ocean.double, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
def test_laws(kind: ocean.dtype, batch: tuple[int, ...]) -> None:
    A, _ = sample("contiguous", kind, (4, 4, *batch), special=False)
    one = linalg.matrix_power(A, 0)
    near(A * linalg.inv(A), one, 1e-6)
    B, _ = sample("wild", kind, (4, 2, *batch), 1, False)
    near(A * linalg.solve(A, B), B, 1e-6)
    if batch:
        single = linalg.solve(A, B[:, :, 0] if batch == (3,) else B[:, :, 0, 0])
        assert single.size == (4, 2, *batch)
    wide, _ = sample("strided", kind, (3, 5, *batch), 2, False)
    for full in (True, False):
        U, S, Vh = linalg.svd(wide, full_matrices=full)
        middle = ocean.zeros([U.size[1], Vh.size[0], *batch], ocean.double, layouts.device)
        middle.diag().copy(S)
        near(U * middle * Vh, wide)
        near(ocean.multiply(U, "C", U), linalg.matrix_power(put(np.zeros((U.size[1],) * 2 + batch)), 0))
    Q, R = linalg.qr(wide)
    near(Q * R, wide)
    assert ocean.all(ocean.tril(R, -1) == 0)
    symmetric = A + ocean.conj(linalg.matrix_transpose(A))
    values, vectors = linalg.eigh(symmetric)
    near(symmetric * vectors, vectors @ values.unsqueeze(0), 1e-7)
    values, vectors = linalg.eig(A)
    near(A * vectors, vectors @ values.unsqueeze(0), 1e-7)
    positive = ocean.multiply(A, "C", A) + one
    L = linalg.cholesky(positive)
    near(ocean.multiply(L, L, "C"), positive)
    upper = linalg.cholesky(positive, upper=True)
    near(ocean.multiply(upper, "C", upper), positive)
    sign, logabs = linalg.slogdet(A)
    np.testing.assert_allclose(np.asarray((sign @ ocean.exp(logabs)).asPython()), np.asarray(linalg.det(A).asPython()))
    near(wide * linalg.pinv(wide) * wide, wide)


@pytest.mark.parametrize("kind", [ocean.double, ocean.cfloat], ids=dtype_id)
def test_least_squares(kind: ocean.dtype) -> None:
    A, a = sample("wild", kind, (5, 3, 2), special=False)
    B, b = sample("negative", kind, (5, 2, 2), 1, False)
    eps = 1e-9 if kind is ocean.double else 1e-3
    found = linalg.lstsq(A, B)
    assert isinstance(found, linalg.LstsqResult) and found.rank.asPython() == [3, 3]
    for k in range(2):
        x, residuals, _, values = np.linalg.lstsq(a[:, :, k], b[:, :, k], rcond=None)
        near(found.solution[:, :, k], x, eps)
        np.testing.assert_allclose(read(found.residuals)[:, k], residuals, rtol=eps)
        near(found.singular_values[:, k], values, eps)
    one = linalg.lstsq(A[:, :, 0], B[:, 0, 0])
    assert one.solution.size == (3,) and isinstance(one.residuals, ocean.scalar) and one.rank == 3
    deficient = linalg.lstsq(put(np.ones((3, 2))), put([1.0, 2.0, 6.0]))
    assert deficient.rank == 1 and float(deficient.residuals) == pytest.approx(14)
    np.testing.assert_allclose(read(deficient.solution), [1.5, 1.5])
    empty = linalg.lstsq(put(np.ones((0, 2))), put(np.ones(0)))
    assert empty.solution.asPython() == [0, 0] and empty.rank == 0


def test_ranks_and_conditions() -> None:
    A = np.diag([4.0, 2.0, 1e-5])
    stack = put(np.stack([A, A * [1, 0, 0], 0 * A], 2))
    assert linalg.matrix_rank(stack).asPython() == [3, 1, 0]
    assert linalg.matrix_rank(stack, rtol=1e-4).asPython() == [2, 1, 0]
    assert linalg.matrix_rank(stack, rtol=put([1e-8, 1e-8, 1e-8])).asPython() == [3, 1, 0]
    assert linalg.matrix_rank(stack, rtol=[1e-4, 1e-8, 1e-8]).asPython() == [2, 1, 0]
    assert linalg.matrix_rank(stack, 3.0).asPython() == [1, 1, 0]
    assert linalg.matrix_rank(stack, hermitian=True).asPython() == [3, 1, 0]
    assert linalg.matrix_rank(put(A, ocean.half)) == 2  # by the eps of half
    assert linalg.matrix_rank(put(A)) == 3 and linalg.matrix_rank(put(np.zeros((0, 3)))) == 0
    for p in (None, 1, -1, 2, -2, math.inf, -math.inf, "fro", "nuc"):
        got = linalg.cond(stack[:, :, 0], p)
        assert float(got) == pytest.approx(np.linalg.cond(A, p))
    assert linalg.cond(stack).asPython()[1] > 1e300


# --- Exponentials ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ocean.int8, ocean.half, ocean.float, ocean.double, ocean.chalf, ocean.cdouble], ids=dtype_id)
def test_exponentials(kind: ocean.dtype) -> None:
    size = (4, 4, 6)
    scales = put([0.0, 1e-3, 0.02, 0.1, 0.3, 1.0])
    A = kind(sample("strided", ocean.cdouble if kind.iscomplex else ocean.double, size, special=False).tensor @ scales.reshape(1, 1, 6))
    values = computed(read(A), kind)
    got = linalg.expm(A)
    assert got.size == size and got.dtype is (kind if kind.isfloat else ocean.double) and got.device is layouts.device
    eps = {2: 2e-3, 4: 1e-6}.get(got.dtype.basetype.size, 1e-12)
    for k in range(6):
        # many squarings of Taylor's series, in more digits than a double has
        x = values[:, :, k].astype(np.clongdouble) / 2**20
        total = term = np.eye(4, dtype=np.clongdouble)
        for n in range(1, 12):
            term = term @ x / n
            total = total + term
        for _ in range(20):
            total = total @ total
        found = read(got)[:, :, k]
        bound = 10 * eps * np.abs(total).max()
        with np.errstate(invalid="ignore"):
            assert (np.abs(found - total) <= bound).all() or (kind.basetype is ocean.half and not np.isfinite(found).all())
        assert np.array_equal(read(linalg.expm(A[:, :, k])), found, equal_nan=True)  # by itself, the same bits


def test_exponentials_of_special_matrices() -> None:
    nilpotent = np.diag(np.ones(5), 1)
    wanted = sum(np.linalg.matrix_power(nilpotent, k) / math.factorial(k) for k in range(6))
    np.testing.assert_allclose(read(linalg.expm(put(nilpotent))), wanted, rtol=1e-14, atol=1e-17)
    for large in (1e3, 1e200, 1e308):
        assert read(linalg.expm(put([[0, large], [0, 0]]))).tolist() == [[1, large], [0, 1]]
    np.testing.assert_allclose(read(linalg.expm(put([[1, 1e6], [0, -1.0]]))), [[math.e, 1e6 * math.sinh(1)], [0, 1 / math.e]])
    angle = read(linalg.expm(put([[0, -3.0], [3.0, 0]])))
    np.testing.assert_allclose(angle, [[math.cos(3), -math.sin(3)], [math.sin(3), math.cos(3)]], rtol=1e-14)
    assert read(linalg.expm(put(np.diag([1000.0, 0.0])))).tolist() == [[math.inf, 0], [0, 1]]
    assert np.isnan(read(linalg.expm(put([[math.nan, 0], [0, 1.0]])))).all()
    np.testing.assert_allclose(read(linalg.expm(put(np.full((2, 2), 1e-300)))), [[1, 1e-300], [1e-300, 1]], rtol=1e-15)
    for size in ((0, 0), (0, 0, 3), (2, 2, 0)):
        assert linalg.expm(put(np.zeros(size))).size == size


@pytest.mark.host_only("SciPy's")
def test_exponentials_as_scipy_has_them() -> None:
    scipy = pytest.importorskip("scipy.linalg")
    random = np.random.default_rng(1)
    for n in (2, 5, 20):
        for scale in (1e-6, 1e-2, 0.3, 1.0, 4.0):
            A = random.standard_normal((n, n)) * scale
            wanted = scipy.expm(A)
            np.testing.assert_allclose(linalg.expm(A).to_numpy(), wanted, rtol=1e-9, atol=1e-11 * np.abs(wanted).max())


# --- Norms -------------------------------------------------------------------------------------------------------

ORDERS = (0, 1, 2, 3, -1, 0.5, math.inf, -math.inf)


@pytest.mark.parametrize("kind", [ocean.int8, ocean.half, ocean.float, ocean.double, ocean.cfloat], ids=dtype_id)
def test_norms(kind: ocean.dtype) -> None:
    tensor, values = sample("wild", kind, (3, 4, 2), special=False)
    values = computed(values, kind)
    for ord in ORDERS:
        for axis in (None, 0, 1, -1, (0, 2), (2, 1, 0)):
            for keepdims in (False, True):
                with np.errstate(divide="ignore"):
                    wanted = np.linalg.vector_norm(values, axis=axis, keepdims=keepdims, ord=ord)
                compare(linalg.vector_norm(tensor, axis=axis, keepdims=keepdims, ord=ord), mirrored(wanted), kind, False)
    for order in ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf):
        wanted = np.linalg.norm(values, order, (0, 1))
        compare(linalg.matrix_norm(tensor, ord=order), mirrored(wanted), kind, False)
        wanted = wanted.reshape(1, 1, 2)
        compare(linalg.matrix_norm(tensor, keepdims=True, ord=order), mirrored(wanted), kind, False)
        compare(linalg.norm(tensor[:, :, 0], order), np.linalg.norm(values[:, :, 0], order), kind, False)
        wanted = np.linalg.norm(values, order, (2, 0), keepdims=True)
        compare(linalg.norm(tensor, order, (2, 0), True), mirrored(wanted), kind, False)
    compare(linalg.norm(tensor), np.linalg.norm(values), kind, False)
    compare(linalg.norm(tensor, axis=1), mirrored(np.linalg.norm(values, axis=1)), kind, False)


def mirrored(array: Any) -> np.ndarray:
    """What `compare` turns back."""
    return np.asarray(array).T


def test_norms_with_nan_and_in_traces() -> None:
    tensor = put([[1.0, math.nan, -3.0], [2.0, 5.0, -7.0]]).T
    for order in ORDERS[1:]:
        found = linalg.vector_norm(tensor, axis=0, ord=order).asPython()
        assert math.isnan(found[0]) and not math.isnan(found[1]) and math.isnan(linalg.vector_norm(tensor, ord=order))
    assert math.isnan(linalg.matrix_norm(tensor, ord=1)) and math.isnan(linalg.matrix_norm(tensor, ord=-math.inf))
    plain = put([[1.0, 4.0], [2.0, 5.0]])
    for function in (linalg.norm, lambda x: linalg.vector_norm(x, axis=0, ord=math.inf), lambda x: linalg.matmul(x, x),
                     linalg.trace, lambda x: linalg.vecdot(x, x), lambda x: linalg.tensordot(x, x, 1)):  # fmt: skip
        eager, fused = function(plain), ocean.fuse(function)(plain)
        assert np.array_equal(np.asarray(eager.asPython()), np.asarray(fused.asPython()))


# --- Products and parts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ocean.int16, ocean.half, ocean.double, ocean.cdouble], ids=dtype_id)
def test_products(kind: ocean.dtype) -> None:
    random = np.random.default_rng(3)

    def both(*size: int) -> tuple[ocean.tensor, np.ndarray]:
        values = random.integers(-3, 4, size) + (1j * random.integers(-3, 4, size) if kind.iscomplex else 0)
        return put(values, kind), values

    for left, right in (((3, 4), (4, 2)), ((3, 4, 2), (4, 5, 2)), ((3, 4, 2), (4, 5)), ((4,), (4, 2)), ((3, 4), (4,)), ((4,), (4,))):
        (A, a), (B, b) = both(*left), both(*right)
        wanted = np.matmul(turned(a), turned(b))
        wanted = wanted.T if 1 in (a.ndim, b.ndim) else back(wanted, True)
        found = linalg.matmul(A, B)
        assert found.dtype is kind and np.array_equal(np.asarray(found.asPython("C") if wanted.ndim else found.asPython()), wanted)
    (A, a), (B, b) = both(2, 3, 4), both(4, 3, 2)
    for axes in (0, 1, ((0, 1), (2, 1)), ((2,), (0,)), ((-1, 0), (0, -1)), ((0, 1, 2), (2, 1, 0)), ([], [])):
        wanted = np.tensordot(a, b, axes)
        found = linalg.tensordot(A, B, axes=axes)
        assert np.array_equal(np.asarray(found.asPython("C") if wanted.ndim else found.asPython()), wanted)
    (A, a), (B, b) = both(3, 2, 4), both(3, 2)
    wanted = (a.conj() * b[:, :, None]).sum(0)
    assert np.array_equal(np.asarray(linalg.vecdot(A, B).asPython("C")), wanted)
    assert np.array_equal(np.asarray(linalg.vecdot(A, B, axis=1).asPython("C")), (a.conj() * b[:, :, None]).sum(1))
    chain = [both(*size) for size in ((2, 7), (7, 3), (3, 6), (6, 2))]
    wanted = np.linalg.multi_dot([each for _, each in chain])
    assert np.array_equal(np.asarray(linalg.multi_dot([each for each, _ in chain]).asPython("C")), wanted) or kind is ocean.half
    v, w = both(2), both(2)
    found = linalg.multi_dot([v[0], *(each for each, _ in chain), w[0]])
    if kind is not ocean.half:
        assert found.asPython() == v[1] @ wanted @ w[1]
    (A, a), (B, b) = both(3, 2), both(3)
    assert np.array_equal(np.asarray(linalg.cross(A, B.unsqueeze(1)).asPython("C")), np.cross(a, b[:, None], axis=0))
    assert np.array_equal(np.asarray(linalg.outer(v[0], B).asPython("C")), np.outer(v[1], b))


def test_powers_and_parts() -> None:
    A = put([[1, 1], [1, 0]], ocean.int32)
    assert linalg.matrix_power(A, 20).asPython() == [[10946, 6765], [6765, 4181]]
    assert linalg.matrix_power(A, 1).asPython() == A.asPython() and linalg.matrix_power(A, 1).storage != A.storage
    one = linalg.matrix_power(ocean.half(A), 0)
    assert one.dtype is ocean.half and one.asPython() == [[1, 0], [0, 1]] and one.device is layouts.device
    near(linalg.matrix_power(A, -3), np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), -3))
    stack = put(np.arange(24.0).reshape(3, 4, 2))
    values = read(stack)
    assert linalg.matrix_transpose(stack).size == (4, 3, 2)
    assert linalg.diagonal(stack, offset=1).asPython() == [np.diagonal(values[:, :, k], 1).tolist() for k in range(2)]
    assert linalg.trace(stack, offset=-1).asPython() == np.trace(values, -1).tolist()
    assert linalg.trace(put([[100, 0], [0, 100]], ocean.int8)) == 200
    assert linalg.trace(put([[1, 0], [0, 2]]), dtype=ocean.float).dtype is ocean.float
    assert linalg.trace(stack, offset=9).asPython() == [0, 0]


# --- No elements, and errors ---------------------------------------------------------------------------------------


def test_matrices_without_elements() -> None:
    none, empty = put(np.zeros((0, 0))), put(np.zeros((2, 2, 0)))
    assert linalg.inv(none).size == (0, 0) and linalg.det(none) == 1 and linalg.det(empty).size == (0,)
    assert linalg.solve(none, put(np.zeros((0, 3)))).size == (0, 3) and linalg.inv(empty).size == (2, 2, 0)
    assert linalg.eigvalsh(none).size == (0,) and linalg.svdvals(put(np.zeros((0, 3)))).size == (0,)
    assert linalg.svd(put(np.zeros((0, 3)))).Vh.size == (3, 3) and linalg.qr(put(np.zeros((3, 0)))).Q.size == (3, 0)
    assert linalg.matmul(put(np.zeros((2, 0))), put(np.zeros((0, 3)))).asPython() == [[0, 0]] * 3
    assert linalg.norm(none) == 0 and linalg.trace(none) == 0 and linalg.matrix_power(none, 3).size == (0, 0)


ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "singular": (lambda: linalg.inv(put(np.ones((3, 3)))), linalg.LinAlgError, r"inv\(\): singular matrix; got size 3x3"),
    "one of many": (lambda: linalg.solve(put(np.zeros((2, 2, 4))), [1.0, 2.0]), linalg.LinAlgError, "2x2x4 and 2"),
    "not square": (lambda: linalg.det(put(np.ones((3, 2, 5)))), linalg.LinAlgError, r"det\(\): expected square .* 3x2x5"),
    "a vector": (lambda: linalg.qr(put([1.0, 2.0])), linalg.LinAlgError, r"qr\(\): expected matrices.* got size 2"),
    "a number": (lambda: linalg.expm(3.0), linalg.LinAlgError, "expected matrices"),
    "not positive": (lambda: linalg.cholesky(put(-np.eye(2))), linalg.LinAlgError, "not positive definite; got size 2x2"),
    "rows": (lambda: linalg.solve(put(np.eye(3)), put(np.ones((2, 3)))), linalg.LinAlgError, "rows .* 3x3 and 2x3"),
    "batches": (lambda: linalg.solve(put(np.ones((2, 2, 3))), put(np.ones((2, 2, 4)))), ValueError, "3 and 4"),
    "no convergence": (lambda: linalg.svd(put(np.full((2, 2), np.nan))), linalg.LinAlgError, "SVD did not converge"),
    "not finite": (lambda: linalg.eig(put(np.full((2, 2), np.inf))), linalg.LinAlgError, "infs or NaNs; got size 2x2"),
    "mode": (lambda: linalg.qr(put(np.eye(2)), mode="full"), ValueError, "mode must be 'reduced', 'complete' or 'r', got 'full'"),
    "UPLO": (lambda: linalg.eigh(put(np.eye(2)), UPLO="x"), ValueError, "UPLO must be 'L' or 'U'"),
    "order": (lambda: linalg.matrix_norm(put(np.eye(2)), ord=3), ValueError, "norm of a matrix must be 'fro'.* got 3"),
    "order of a vector": (lambda: linalg.vector_norm(put([1.0]), ord="fro"), ValueError, "must be a real number, got 'fro'"),
    "too many": (lambda: linalg.norm(put(np.ones((2, 2, 2))), 1), linalg.LinAlgError, "2x2x2. Say along which axis"),
    "product": (lambda: linalg.matmul(put(np.ones((2, 3))), put([1.0, 2.0])), linalg.LinAlgError, "2x3 by size 2"),
    "dot": (lambda: linalg.vecdot([1, 2], [1, 2, 3]), ValueError, "one length along axis 0, got size 2 and 3"),
    "axes": (lambda: linalg.tensordot(put(np.ones((2, 3))), put(np.ones((2, 3))), 1), ValueError, r"\[1\] of size 2x3"),
    "chain": (lambda: linalg.multi_dot([put(np.eye(2))]), ValueError, "at least two matrices, got 1"),
    "power": (lambda: linalg.matrix_power(put(np.ones((2, 3))), 2), linalg.LinAlgError, "square matrices; got size 2x3"),
    "singular power": (lambda: linalg.matrix_power(put(np.ones((2, 2))), -1), linalg.LinAlgError, "singular"),
    "condition": (lambda: linalg.cond(put(np.ones((0, 0)))), linalg.LinAlgError, "without elements"),
    "a word": (lambda: linalg.inv("matrix"), TypeError, r"inv\(\): x must be a tensor"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    call, kind, text = ERRORS[name]
    with pytest.raises(kind, match=text) as caught:
        call()
    assert isinstance(caught.value, ocean.OceanError)
    if kind is linalg.LinAlgError:
        assert isinstance(caught.value, np.linalg.LinAlgError) and isinstance(caught.value, ValueError)


# --- The module --------------------------------------------------------------------------------------------------


@pytest.mark.host_only("names")
def test_the_module_has_what_the_standard_has() -> None:
    strict = pytest.importorskip("array_api_strict")
    for name in (*strict.linalg.__all__, "eig", "eigvals"):
        wanted = inspect.signature(inspect.unwrap(getattr(strict.linalg, name))).parameters
        found = inspect.signature(getattr(linalg, name)).parameters
        assert set(wanted) <= set(found) and next(iter(wanted)) == next(iter(found)), name
    for name in linalg.__all__:
        value = getattr(linalg, name)
        assert value.__doc__ and value.__module__ in ("ocean", "ocean.linalg", *(f"ocean._src.linalg.{m}" for m in ("norms", "products")))


@pytest.mark.host_only("processes of their own")
def test_modules_load_when_asked_for() -> None:
    code = (
        "import sys, ocean; loaded = lambda: {'ocean.linalg', 'ocean.fft', 'ocean._src.linalg'} & set(sys.modules);"
        "assert not loaded() and {'linalg', 'fft'} <= set(dir(ocean)); ocean.linalg.inv; ocean.fft.fft;"
        "assert len(loaded()) == 3 and 'scipy' not in sys.modules; from ocean import fft, linalg; import ocean.linalg"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

"""`ocean.numpy.linalg` and `ocean.numpy.fft` against NumPy's own: the same shapes, dtypes and values."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import layouts
import numpy as np
import pytest

import ocean
import ocean.numpy as xp
from ocean._src.core.host.linalg.matmul import names_in_blas
from ocean._src.linalg import numpy_lapack as direct

KINDS = ["int32", "float16", "float32", "float64", "complex64", "complex128"]
RANDOM = np.random.default_rng(5)


def values(kind: str, *shape: int) -> np.ndarray:
    """Small numbers, far from making matrices singular."""
    found = RANDOM.integers(-4, 5, shape).astype(kind)
    if found.dtype.kind == "c":
        found += 1j * RANDOM.integers(-4, 5, shape).astype(found.real.dtype)
    if len(shape) > 1 and shape[-1] == shape[-2]:
        found += (12 * np.eye(shape[-1])).astype(kind)
    return found


def hermitian(kind: str, *shape: int) -> np.ndarray:
    found = values(kind, *shape)
    return found + found.conj().swapaxes(-1, -2)


def put(array: Any) -> Any:
    return xp.asarray(array, device=layouts.device)


def wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32) if array.dtype == np.float16 else array


def compare(got: Any, wanted: Any, half: bool = False, kind: Any = None) -> None:
    """An array of NumPy's shape and dtype on the device of the tests; halves are computed in float32 here."""
    wanted = np.asarray(wanted)
    wanted = wanted if kind is None else wanted.astype(kind)
    assert type(got) is xp.ndarray and got.shape == wanted.shape and got.device is layouts.device
    eps = 1e-4 if wanted.dtype in (np.float32, np.complex64, np.float16) else 1e-9
    if half and wanted.dtype == np.float32:
        assert got.dtype == ocean.half
        eps = 4e-3
    elif half and wanted.dtype == np.complex64:
        assert got.dtype == ocean.chalf
        got, eps = xp.astype(got, xp.complex64), 4e-3
    else:
        assert got.dtype.newbyteorder("=") == wanted.dtype
    found = np.asarray(got.to_device(ocean.cpu))
    np.testing.assert_allclose(found, wanted, rtol=eps, atol=eps * np.abs(wanted).max(initial=0))


OF_ONE: dict[str, Callable[[Any, Any], Any]] = {
    "inv": lambda m, x: m.inv(x),
    "det": lambda m, x: m.det(x),
    "slogdet": lambda m, x: m.slogdet(x),
    "qr": lambda m, x: m.qr(x),
    "qr complete": lambda m, x: m.qr(x[..., :2], mode="complete"),
    "qr r": lambda m, x: m.qr(x, "r"),
    "svd": lambda m, x: m.svd(x[..., :2]),
    "svd thin": lambda m, x: m.svd(x[..., :2], full_matrices=False),
    "svd values": lambda m, x: m.svd(x, compute_uv=False),
    "svdvals": lambda m, x: m.svdvals(x),
    "pinv": lambda m, x: m.pinv(x[..., :2]),
    "pinv rcond": lambda m, x: m.pinv(x, 0.5),
    "pinv rtol": lambda m, x: m.pinv(x, rtol=0.5),
    "matrix_rank": lambda m, x: m.matrix_rank(x),
    "matrix_rank tol": lambda m, x: m.matrix_rank(x, 10.0),
    "cond": lambda m, x: m.cond(x),
    "cond 1": lambda m, x: m.cond(x, 1),
    "matrix_power": lambda m, x: m.matrix_power(x, 3),
    "matrix_power -2": lambda m, x: m.matrix_power(x, -2),
    "matrix_norm": lambda m, x: m.matrix_norm(x),
    **{f"matrix_norm {k}": lambda m, x, k=k: m.matrix_norm(x, ord=k, keepdims=True) for k in (1, -1, 2, -2, math.inf, -math.inf, "nuc")},
    **{f"vector_norm {k}": lambda m, x, k=k: m.vector_norm(x, axis=-1, ord=k) for k in (0, 1, 2, 3, math.inf, -math.inf)},
    "vector_norm axes": lambda m, x: m.vector_norm(x, axis=(0, 1), keepdims=True),
    "vector_norm all": lambda m, x: m.vector_norm(x),
    "norm": lambda m, x: m.norm(x),
    "norm axis": lambda m, x: m.norm(x, axis=0),
    "norm axes": lambda m, x: m.norm(x, 1, (0, 1), True),
    "norm turned": lambda m, x: m.norm(x, math.inf, (1, 0)),
    "trace": lambda m, x: m.trace(x, offset=1),
    "diagonal": lambda m, x: m.diagonal(x, offset=-1),
    "matrix_transpose": lambda m, x: m.matrix_transpose(x),
    "solve": lambda m, x: m.solve(x, x[..., :2]),
    "solve vector": lambda m, x: m.solve(x, x[..., 0] if x.ndim == 2 else x[0, :, 0]),
    "vecdot": lambda m, x: m.vecdot(x, x[..., ::-1]),
    "vecdot axis": lambda m, x: m.vecdot(x, x, axis=0),
    "tensordot": lambda m, x: m.tensordot(x, x if x.ndim == 2 else x[0], axes=1),
    "tensordot 2": lambda m, x: m.tensordot(x, x, axes=((-2, -1), (-1, -2))),
    "matmul": lambda m, x: m.matmul(x, x),
    "outer": lambda m, x: m.outer(x[..., 0, :] if x.ndim == 2 else x[0, 0], x[..., 1, :2] if x.ndim == 2 else x[0, 1, :2]),
    "cross": lambda m, x: m.cross(x, x[..., ::-1]),
    "multi_dot": lambda m, x: m.multi_dot([x[..., 0], x, x[:, :2]] if x.ndim == 2 else [x[0, 0], x[0], x[1], x[0, 1]]),
}  # fmt: skip
OF_HERMITIAN: dict[str, Callable[[Any, Any], Any]] = {
    "cholesky": lambda m, x: m.cholesky(x),
    "cholesky upper": lambda m, x: m.cholesky(x, upper=True),
    "eigh values": lambda m, x: m.eigh(x)[0],
    "eigvalsh": lambda m, x: m.eigvalsh(x, "U"),
}
EXACT = ("trace", "diagonal", "matrix_transpose", "vecdot", "tensordot", "matmul", "outer", "cross", "multi_dot")
"""What is computed in the dtype itself."""


@pytest.mark.parametrize("name", [*OF_ONE, *OF_HERMITIAN])
@pytest.mark.parametrize("kind", KINDS)
def test_linalg(kind: str, name: str) -> None:
    function = OF_ONE.get(name) or OF_HERMITIAN[name]
    half = kind == "float16"
    for shape in ((3, 3), (2, 3, 3)):
        given = values(kind, *shape) if name in OF_ONE else hermitian(kind, *shape)
        exact = name.split()[0] in EXACT or (name == "matrix_power" and not half)
        wanted = function(np.linalg, given if exact else wide(given))
        for array in (put(given), put(np.asfortranarray(given)), put(given[::-1])[::-1], put(given.astype(given.dtype.newbyteorder()))):
            got = function(xp.linalg, array)
            if isinstance(wanted, tuple):
                assert type(got)._fields and type(got).__name__ == type(wanted).__name__
                for one, other in zip(got, wanted, strict=True):
                    compare(one, other, half)
            else:
                compare(got, wanted, half and not exact)


@pytest.mark.parametrize("kind", KINDS)
def test_eig_is_complex_always(kind: str) -> None:
    given = values(kind, 2, 3, 3)
    large = np.complex64 if kind in ("float16", "float32", "complex64") else np.complex128
    compare(xp.linalg.eigvals(put(given)), np.linalg.eigvals(wide(given)), kind == "float16", large)
    found = xp.linalg.eig(put(given))
    if kind != "float16":
        w, v = (np.asarray(each.to_device(ocean.cpu)) for each in found)
        np.testing.assert_allclose(given @ v, v * w[:, None, :], atol=1e-4)


def test_least_squares_as_in_numpy() -> None:
    a, b = values("float64", 5, 3), values("float64", 5, 2)
    for one, other in ((a, b), (a, b[:, 0]), (a[:2], b[:2]), (np.ones((4, 2)), b[:4])):
        found, wanted = xp.linalg.lstsq(put(one), put(other), rcond=None), np.linalg.lstsq(one, other, rcond=None)
        compare(found[0], wanted[0])
        compare(found[1], wanted[1])
        assert int(found[2]) == wanted[2]
        compare(found[3], wanted[3])
    stack = xp.linalg.lstsq(put(np.stack([a, a])), put(b))
    assert stack.solution.shape == (2, 3, 2) and stack.residuals.shape == (2, 2) and stack.rank.shape == (2,)


def test_exponentials() -> None:
    given = values("float64", 2, 3, 3) / 20
    total = term = np.broadcast_to(np.eye(3), (2, 3, 3))
    for k in range(1, 30):
        term = term @ given / k
        total = total + term
    compare(xp.linalg.expm(put(given)), total)


LINES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
BLOCKS = ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2")


@pytest.mark.parametrize("name", [*LINES, *BLOCKS])
@pytest.mark.parametrize("kind", KINDS)
def test_fft(kind: str, name: str) -> None:
    given = values(kind, 3, 4, 5)
    if given.dtype.kind == "c" and name in ("rfft", "rfft2", "rfftn", "ihfft"):
        with pytest.raises(TypeError, match="expected real elements"):
            getattr(xp.fft, name)(put(given))
        return
    half = kind == "float16"
    calls: list[dict[str, Any]] = [{}, {"norm": "ortho"}]
    if name in LINES:
        calls += [{"n": 7}, {"axis": 0, "n": 2}, {"axis": -2, "norm": "forward"}]
    else:
        calls += [{"axes": (0, 2)}, {"axes": (2, 0), "s": (4, 6)}, {"axes": (1, 2), "s": (2, 8), "norm": "forward"}]
    for options in calls:
        compare(getattr(xp.fft, name)(put(given), **options), getattr(np.fft, name)(wide(given), **options), half)
    if name.endswith("n"):
        compare(getattr(xp.fft, name)(put(given), s=(4, 6)), getattr(np.fft, name)(wide(given), s=(4, 6), axes=(1, 2)), half)


def test_frequencies_and_shifts() -> None:
    for n in (4, 5):
        compare(xp.fft.fftfreq(n, d=0.5, device=layouts.device), np.fft.fftfreq(n, 0.5))
        compare(xp.fft.rfftfreq(n, d=0.5, dtype=xp.float32), np.fft.rfftfreq(n, 0.5), kind=np.float32)
    given = values("int32", 3, 4, 5)
    for axes in (None, 0, -1, (0, 2)):
        compare(xp.fft.fftshift(put(given), axes=axes), np.fft.fftshift(given, axes))
        compare(xp.fft.ifftshift(put(given), axes=axes), np.fft.ifftshift(given, axes))


def test_lists_lazy_arrays_and_arrays_of_others() -> None:
    wanted = np.linalg.inv([[2.0, 1.0], [0.0, 4.0]])
    for given in ([[2.0, 1.0], [0.0, 4.0]], np.array([[2.0, 1.0], [0.0, 4.0]]), xp.lazy(put([[2.0, 1.0], [0.0, 4.0]])) * 1.0):
        np.testing.assert_allclose(np.asarray(xp.linalg.inv(given).to_device(ocean.cpu)), wanted)
    tensor = ocean.asTensor([[2.0, 0.0], [1.0, 4.0]])  # columns; shape equals size
    np.testing.assert_allclose(np.asarray(xp.linalg.inv(tensor).to_device(ocean.cpu)), wanted)


ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "singular": (lambda: xp.linalg.inv(xp.ones((2, 3, 3))), xp.linalg.LinAlgError, r"singular matrix; got shape \(2, 3, 3\)"),
    "not square": (lambda: xp.linalg.det(xp.ones((5, 3, 2))), xp.linalg.LinAlgError, r"square matrices; got shape \(5, 3, 2\)"),
    "rows": (lambda: xp.linalg.solve(xp.eye(3), xp.ones((2, 3))), xp.linalg.LinAlgError, r"\(3, 3\) and \(2, 3\)"),
    "batches": (lambda: xp.linalg.solve(xp.ones((2, 3, 3)), xp.ones((4, 3, 3))), ValueError, "broadcast"),
    "vector": (lambda: xp.linalg.trace(xp.ones(3)), xp.linalg.LinAlgError, r"expected matrices; got shape \(3,\)"),
    "axis": (lambda: xp.fft.fft(xp.ones(3), axis=1), IndexError, "axis 1 is out of bounds"),
    "points": (lambda: xp.fft.fft(xp.ones(3), 0), ValueError, r"got 0 for shape \(3,\)"),
    "outer": (lambda: xp.linalg.outer(xp.ones((2, 2)), xp.ones(2)), ValueError, "expected vectors"),
    "cross": (lambda: xp.linalg.cross(xp.ones((2, 3)), xp.ones(3), axis=0), ValueError, "from the end"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    call, kind, text = ERRORS[name]
    with pytest.raises(kind, match=text) as caught:
        call()
    assert isinstance(caught.value, ocean.OceanError)
    if kind is xp.linalg.LinAlgError:
        assert isinstance(caught.value, np.linalg.LinAlgError)


@pytest.mark.host_only("names")
@pytest.mark.parametrize("module", ["linalg", "fft"])
def test_the_modules_have_what_the_standard_has(module: str) -> None:
    strict = pytest.importorskip("array_api_strict")
    theirs, ours = getattr(strict, module), getattr(xp, module)
    assert module in dir(xp)
    for name in (*theirs.__all__, *(("eig", "eigvals") if module == "linalg" else ())):
        wanted = inspect.signature(inspect.unwrap(getattr(theirs, name))).parameters
        found = inspect.signature(getattr(ours, name)).parameters
        assert set(wanted) <= set(found), name
        for each in wanted.values():
            assert found[each.name].default == each.default, (name, each.name)
    for name in ours.__all__:
        assert getattr(ours, name).__doc__


# --- Straight to LAPACK and FFT ----------------------------------------------------------------------------------


@pytest.mark.host_only("functions of the host")
@pytest.mark.parametrize("kind", KINDS[2:])
def test_straight(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes straight to LAPACK gives what NumPy's functions give, from any strides."""
    matrices = hermitian(kind, 2, 3, 4, 4) + (30 * np.eye(4)).astype(kind)
    raw = np.zeros(matrices.nbytes + 1, np.uint8)
    odd = raw[1:].view(matrices.dtype).reshape(matrices.shape)  # unaligned
    odd[...] = matrices
    for given in (matrices, matrices.transpose(1, 0, 3, 2), matrices[::-1, :, ::-1, ::-1], matrices[0, 0], odd):
        source = put(given)
        calls: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
            (function, (source,)) for function in (xp.linalg.inv, xp.linalg.det, xp.linalg.cholesky)
        ] + [(xp.linalg.solve, (source, source.mT))]
        for function, args in calls:
            compare(function(*args), getattr(np.linalg, function.__name__)(*map(np.asarray, args)))
        for got, wanted in zip(xp.linalg.slogdet(source), np.linalg.slogdet(given), strict=True):
            compare(got, wanted)
    if names_in_blas() is not None and names_in_blas()[1] == b"scipy_":
        with monkeypatch.context() as patch:  # NumPy's own functions are not called
            for name in ("inv", "det", "solve", "cholesky", "slogdet"):
                patch.delattr(np.linalg, name)
            xp.linalg.inv(source), xp.linalg.det(source), xp.linalg.solve(source, source), xp.linalg.slogdet(source)


@pytest.mark.host_only("functions of the host")
def test_determinants_that_nearly_overflow() -> None:
    compare(xp.linalg.det(put(np.diag([1e200, 1e200, 1e-200, 1e-200, -3.0]))), -3.0)
    compare(xp.linalg.det(put(np.diag([1e-200, 1e-200, 1e200j, 1e200, -3.0]))), -3j)
    assert xp.linalg.det(put(np.diag([1e200, 1e200]))) == np.inf
    assert xp.linalg.det(put(np.zeros((3, 3)))) == 0
    assert np.isnan(xp.linalg.det(put(np.full((2, 2), np.nan))))


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
@pytest.mark.parametrize("kind", ["float32", "float64", "complex64"])
def test_straight_transforms(name: str, kind: str) -> None:
    """All points along the last axis, the shortest way, of one line and of several."""
    if name == "rfft" and kind == "complex64":
        return
    for given in (values(kind, 7), values(kind, 3, 5, 8), values(kind, 1), values(kind, 5, 8).T):
        if name != "irfft" or given.shape[-1] > 1:
            compare(getattr(xp.fft, name)(put(given)), getattr(np.fft, name)(given))


@pytest.mark.host_only("functions of the host")
@pytest.mark.parametrize("kind", ["float64", ">f8", "complex128"])
def test_compiled_decompositions(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy's compiled functions give the same bits as its public ones, and are left for these when they refuse."""
    linalg: Any = xp.linalg
    calls: list[Callable[[Any], Any]] = [
        linalg.eigh, linalg.eigvalsh, linalg.eig, linalg.eigvals, linalg.svd, linalg.svdvals, linalg.qr,
        lambda x: linalg.eigh(x, UPLO="U"), lambda x: linalg.svd(x, full_matrices=False), linalg.matrix_rank,
        lambda x: linalg.svd(x, compute_uv=False), lambda x: linalg.svd(x, hermitian=True), linalg.pinv,
        lambda x: linalg.pinv(x[..., :2]), lambda x: linalg.pinv(x, rcond=0.9),
        lambda x: linalg.qr(x, mode="r"), lambda x: linalg.qr(x[..., :2], mode="complete"),
        lambda x: linalg.qr(x[..., :2, :]), lambda x: linalg.svd(x[..., :2]), lambda x: linalg.lstsq(x[..., :2], x),
    ]  # fmt: skip
    sources = [values(kind, 4, 4), hermitian(kind, 2, 5, 5), values(kind, 3, 3)[::-1].T, values(kind, 0, 3, 3)]
    for source in sources:
        given = put(source)
        for call in calls:
            found = call(given)
            with monkeypatch.context() as patch:
                patch.setattr(direct, "FUNCTIONS", {})
                wanted = call(given)
            assert type(found) is type(wanted)
            for one, other in zip(*((x if isinstance(x, tuple) else (x,)) for x in (found, wanted)), strict=True):
                assert one.dtype == other.dtype and one.shape == other.shape
                assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
    if "svd_f" in direct.FUNCTIONS:
        with monkeypatch.context() as patch:  # NumPy's own functions are not called
            for name in ("eigh", "svd", "svdvals", "qr", "eig"):
                patch.delattr(np.linalg, name)
            for each in (linalg.eigh, linalg.svd, linalg.svdvals, linalg.qr, linalg.eig):
                each(put(sources[0]))
    missing = values(kind, 4, 4)
    missing[0] = np.nan
    with np.errstate(all="raise"):
        with pytest.raises(linalg.LinAlgError, match=r"svd\(\): SVD did not converge"):
            linalg.svd(put(missing))
        with pytest.raises(linalg.LinAlgError, match="must not contain infs or NaNs"):
            linalg.eig(put(missing))
        assert np.geterr()["divide"] == "raise"
        linalg.svd(put(np.full((3, 3), 1e-310)))  # underflow is no error


@pytest.mark.host_only("other devices go through NumPy")
@pytest.mark.parametrize("layout", ["rows", "columns", "gaps", "wider", "short of rank"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (2, 2), (9, 3), (3, 9), (40, 17), (150, 130)])
def test_what_goes_straight_has_the_bits_of_numpy(shape: tuple[int, int], layout: str) -> None:
    """One matrix of doubles does not need NumPy; with an option, it goes there."""
    rows, columns = shape
    x, side = RANDOM.standard_normal(shape), RANDOM.standard_normal(rows)
    if layout == "columns":
        x = np.asfortranarray(x)
    elif layout == "gaps":
        x, side = RANDOM.standard_normal((2 * rows, 2 * columns))[::2, ::-2], RANDOM.standard_normal(2 * rows)[::-2]
    elif layout == "wider":
        x = RANDOM.standard_normal((rows, columns + 3))[:, 1 : columns + 1]
    elif layout == "short of rank" and columns > 1:
        x[:, -1] = x[:, 0]
    square = x @ x.T
    for linalg, given in (xp.linalg, xp.asarray), (ocean.linalg, ocean.asTensor):
        pairs = [(linalg.eigvalsh(given(square)), linalg.eigvalsh(given(square), "L"))]
        pairs += zip(linalg.qr(given(x)), linalg.qr(given(x), mode="reduced"), strict=True)
        tolerance = max(shape) * 2.0**-52
        pairs += zip(linalg.lstsq(given(x), given(side)), linalg.lstsq(given(x), given(side), rtol=tolerance), strict=True)
        for mine, theirs in pairs:
            mine, theirs = np.asarray(mine), np.asarray(theirs)
            assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
            assert mine.tobytes() == theirs.tobytes()
    np.testing.assert_array_equal(np.asarray(xp.linalg.eigvalsh(xp.asarray(square))), np.linalg.eigvalsh(square))
    for mine, theirs in zip(xp.linalg.qr(xp.asarray(x)), np.linalg.qr(x), strict=True):
        np.testing.assert_array_equal(np.asarray(mine), theirs)

"""Linear algebra with axes: a matrix with the axes K and F-1 takes F to K, on both faces."""

from __future__ import annotations

from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np
from ocean import OceanValueError

H, W, N = ocean.axis(3, "H"), ocean.axis(4, "W"), ocean.axis(2, "N")
K, F = ocean.axis(3, "K"), ocean.axis(3, "F")


def random(*axes: ocean.axis, seed: int = 0) -> Any:
    size = [each.length for each in axes]
    return ocean.asTensor(numpy.random.default_rng(seed).random(size), axes=axes, device=layouts.device)


def values(t: Any) -> numpy.ndarray:
    return numpy.asarray(t.to_numpy())


def close(first: Any, second: Any) -> None:
    """The same elements along the same axes, in the same order."""
    assert first.axes == second.axes
    numpy.testing.assert_allclose(values(first), values(second), atol=1e-12)


def test_an_inverse_takes_back() -> None:
    a, many = random(K, F - 1), random(K, F - 1, N, seed=1)
    identity = ocean.eye(K, dtype=ocean.double)
    for inverse in (ocean.linalg.inv(a), ocean.linalg.pinv(a), ocean.linalg.matrix_power(a, -1)):
        assert inverse.axes == (F, K - 1)
        for product in (ocean.dot(a, inverse), a * inverse):
            close(ocean.cpu(product), ocean.cpu(identity))
        assert ocean.dot(inverse, a).axes == (F, F - 1) and ocean.linalg.inv(inverse).axes == a.axes
    assert ocean.linalg.inv(many).axes == (F, K - 1, N) and ocean.linalg.det(many).axes == (N,)
    assert ocean.linalg.pinv(random(H, W)).axes == (W + 1, H - 1)
    b, c = np.asarray(a), np.asarray(many).transpose(N, K, F - 1)
    assert np.linalg.inv(b).axes == (F, K - 1) and np.linalg.inv(c).axes == (N, F, K - 1)
    close(np.dot(b, np.linalg.inv(b)), np.asarray(identity))


def test_equations() -> None:
    a, side, sides = random(K, F - 1), random(K, seed=1), random(K, W, seed=2)
    for right, axes in ((side, (F,)), (sides, (F, W))):
        found = ocean.linalg.solve(a, right)
        assert found.axes == axes == ocean.dot(ocean.linalg.inv(a), right).axes
        close(ocean.dot(a, found), right)
        arrays = np.asarray(a), np.asarray(right)
        close(np.dot(arrays[0], np.linalg.solve(*arrays)), arrays[1])
        assert ocean.linalg.lstsq(a, right).solution.axes == axes == np.linalg.lstsq(*arrays).solution.axes
    assert ocean.linalg.solve(a, [1.0, 2, 3]).axes == (F,)
    assert ocean.linalg.lstsq(random(K, N), sides).residuals.axes == (W,)
    for bad, words in (
        (lambda: ocean.linalg.solve(a, random(H)), "differ in class"),
        (lambda: ocean.linalg.solve(a, random(K, W).withoutAxes()), "withAxes"),
        (lambda: ocean.linalg.solve(a.withoutAxes(), side), "withoutAxes"),
    ):
        with pytest.raises(OceanValueError, match=words):
            bad()


def test_factors_meet_along_an_axis() -> None:
    for axes in ((H, W), (W, H), (K, F - 1)):
        t = random(*axes)
        a = np.asarray(t)
        for full in (False, True):
            left, singular, right = ocean.linalg.svd(t, full)
            if not full or t.size[0] == t.size[1]:
                close((left @ singular) * right, t)
                u, s, v = np.linalg.svd(a, full_matrices=full)
                close((u * s) @ v, a)
        for mode in ("reduced", "complete"):
            q, r = ocean.linalg.qr(t, mode)
            close(q * r, t)
            q, r = np.linalg.qr(a, mode)
            close(np.dot(q, r), a)
    lower = random(H, H - 1)
    symmetric = ocean.dot(lower, lower.permuteAxes([1, 0]).withAxes(H, H - 1))
    eigenvalues, vectors = ocean.linalg.eigh(symmetric)
    close(symmetric * vectors, vectors @ eigenvalues)
    assert ocean.linalg.cholesky(symmetric).axes == ocean.linalg.expm(symmetric).axes == (H, H - 1)
    assert ocean.linalg.matrix_power(symmetric, 3).axes == (H, H - 1)
    for bad in (lambda: ocean.linalg.expm(random(K, F - 1)), lambda: ocean.linalg.matrix_power(random(K, F - 1), 2)):
        with pytest.raises(OceanValueError, match="differ in class"):
            bad()


PRODUCTS: dict[str, tuple[Any, tuple[ocean.axis, ...] | None, str]] = {
    "einsum": (lambda a, b: np.einsum("ij,jk->ik", a, b), (H, N), "hw,wn->hn"),
    "einsum of dots": (lambda a, b: np.einsum("...j,jk->k...", a, b), (N, H), "hw,wn->nh"),
    "einsum by lists": (lambda a, b: np.einsum(a, [0, 1], b, [1, 2]), (H, N), "hw,wn->hn"),
    "einsum of a list": (lambda a, b: np.einsum("ij,j->i", a, [1, 1, 1, 1]), (H,), "hw,wn->h"),
    "tensordot": (lambda a, b: np.tensordot(a, b, 1), (H, N), "hw,wn->hn"),
    "tensordot by an axis": (lambda a, b: np.tensordot(a, b, W), (H, N), "hw,wn->hn"),
    "tensordot by axes": (lambda a, b: np.tensordot(b, a, ([W], [W])), (N, H), "hw,wn->nh"),
    "tensordot of tensors": (lambda a, b: np.asarray(ocean.linalg.tensordot(ocean.asTensor(a), ocean.asTensor(b), W)), (H, N), "hw,wn->hn"),
    "inner": (lambda a, b: np.inner(a, b.mT), (H, N), "hw,wn->hn"),
    "multi_dot": (lambda a, b: np.linalg.multi_dot([a, b]), (H, N), "hw,wn->hn"),
    "vecdot": (lambda a, b: np.vecdot(a, b, axis=W), (H, N), "hw,wn->hn"),
    "vdot": (lambda a, b: np.vdot(a, a.transpose(W, H)), None, ""),
    "outer": (lambda a, b: np.outer(a[:, 0], b[0]), (H, N), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_have_the_axes_of_their_letters(name: str) -> None:
    make, axes, letters = PRODUCTS[name]
    a, b = np.asarray(random(H, W)), np.asarray(random(W, N, seed=1))
    found = make(a, b)
    assert found.axes == axes
    ones = {"einsum of a list": numpy.ones((4, 2)) / 2}.get(name, values(b))
    wanted = {"vdot": (values(a) ** 2).sum(), "outer": numpy.outer(values(a)[:, 0], values(b)[0])}.get(name)
    numpy.testing.assert_allclose(values(found), numpy.einsum(letters, values(a), ones) if letters else wanted)


def test_products_that_would_have_an_axis_twice_say_what_to_do() -> None:
    a, v = np.asarray(random(H, W)), np.asarray(random(H))
    for make in (lambda x, y: np.einsum("ij,kj->ik", x, y), lambda x, y: np.tensordot(x, y, ([1], [1])),
                 lambda x, y: x @ y.mT, lambda x, y: np.outer(x[:, 0], y[:, 0])):  # fmt: skip
        with pytest.raises(OceanValueError, match=r"H:3.*twice"):
            make(a, a)
        assert make(a, a.T).axes == (H, H - 1)
    numpy.testing.assert_allclose(values(a @ a.T.mT), values(a) @ values(a).T)
    assert np.outer(v, v.T).axes == np.dot(v, v.T).axes == (H, H - 1)
    t = ocean.asTensor(a)
    numpy.testing.assert_allclose(values(t * t.T.swapAxes(0, 1)), values(t) @ values(t).T)
    assert (t * t.T.swapAxes(0, 1)).axes == (H, H - 1)
    with pytest.raises(OceanValueError, match="W:4 and Z:4 go together, which differ in class"):
        np.einsum("ij,jk->ik", a, np.ones([ocean.axis(4, "Z"), N]))
    with pytest.raises(OceanValueError, match="withAxes"):
        np.einsum("ij,jk->ik", a, numpy.ones((4, 2)))

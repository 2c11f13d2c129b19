"""Fused gradients: `fuse` around `grad`, and `grad` of fused functions."""

from __future__ import annotations

from typing import Any

import pytest

import ocean
import ocean.numpy as np


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def softmax_loss(w: Any) -> Any:
    z = w * np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    z = z - np.max(z, axis=1, keepdims=True)
    return np.mean(np.log(np.sum(np.exp(z), axis=1)) - z[:, 0])


def layers(w: Any) -> Any:
    return np.sum(np.tanh(np.matmul(w.reshape(2, 3), np.ones((3, 4)))) ** 2)


def variance(w: Any) -> Any:
    return np.var(w) + np.sum(np.maximum(w, 0.5)) + np.std(w) + np.sum(np.abs(w)) + np.sum(w.T[::-1] * 2)


def assigned(w: Any) -> Any:
    b = np.zeros(4)
    b[1:3] = w[:2] * 3
    return np.sum(b * b)


FUNCTIONS = [(rosenbrock, 5), (softmax_loss, 3), (layers, 6), (variance, 6), (assigned, 3)]


@pytest.mark.parametrize("f, count", FUNCTIONS)
def test_fuse_of_grad(f: Any, count: int) -> None:
    x = np.linspace(0.2, 1.3, count)
    expected = np.grad(f)(x)
    fused = np.fuse(np.grad(f))
    for _ in range(3):
        assert np.allclose(fused(x), expected)
    assert np.allclose(fused(x + 1), np.grad(f)(x + 1))


def test_value_and_grad_share_passes() -> None:
    both = np.fuse(np.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    x = np.linspace(0, 1, 50)
    value, gradient = both(x)
    assert float(value) == pytest.approx(float((np.sin(x) * x).sum()))
    assert np.allclose(gradient, np.cos(x) * x + np.sin(x))


@pytest.mark.host_only("explain tells bytes of the host")
def test_cheap_values_are_computed_again() -> None:
    shown = str(np.fuse(np.grad(lambda x: np.sum(np.sin(x) * x))).explain(np.ones(1000)))
    assert "1 pass, no temporaries" in shown and "writes 8 kB" in shown


def test_grad_of_fused_functions() -> None:
    @np.fuse
    def f(x: Any) -> Any:
        return np.sum(np.sin(x) * x)

    x = np.linspace(0, 1, 5)
    f(x)
    assert np.allclose(np.grad(f)(x), np.cos(x) * x + np.sin(x))
    assert np.allclose(np.fuse(np.grad(f))(x), np.cos(x) * x + np.sin(x))


def test_other_modes() -> None:
    x = np.linspace(0.1, 1, 4)
    moved = np.fuse(lambda x, t: np.jvp(lambda x: np.sin(x) * x, (x,), (t,))[1])
    assert np.allclose(moved(x, x), (np.cos(x) * x + np.sin(x)) * x)
    twice = np.fuse(lambda x, t: np.hvp(lambda x: np.sum(x**3), (x,), (t,)))
    assert np.allclose(twice(x, x), 6 * x * x)


def test_lazy_tensors_and_arrays() -> None:
    t = ocean.asTensor([1.0, 2.0, 3.0])
    fused = ocean.fuse(ocean.grad(lambda x: ocean.sum(ocean.sin(x) @ x)))
    assert ocean.allclose(fused(t), ocean.cos(t) @ t + ocean.sin(t))
    found = np.grad(lambda x: (x * x).sum())(np.lazy(np.array([1.0, 2.0])))
    assert found.tolist() == [2, 4]

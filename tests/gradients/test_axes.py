"""Gradients of functions that know axes: convolutions to second order, `dot`, views by axes."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

N, C, K = ocean.axis(2, "N"), ocean.axis(3, "C"), ocean.axis(2, "K")
H, W, R, S = ocean.axis(5, "H"), ocean.axis(4, "W"), ocean.axis(3, "R"), ocean.axis(2, "S")


def drawn(*axes: Any) -> Any:
    lengths = [each.length for each in axes]
    return np.array(numpy.random.default_rng(sum(lengths)).standard_normal(lengths).tolist()).withAxes(*axes)


@pytest.mark.parametrize(
    "settings", [{}, {"strides": 2, "padding": 1}, {"dilation": {H: 2, W: 1}}, {"padding": "same"}]
)
def test_convolution(settings: Any) -> None:
    x, f = drawn(N, C, H, W), drawn(K, C, R, S)
    over = {H: R, W: S}
    ocean.testing.check_grads(lambda x, f: np.convolution(x, f, over, **settings), (x, f), order=2, atol=1e-4)
    tensors = tuple(ocean.asTensor(each.withoutAxes()).withAxes(*each.axes) for each in (x, f))
    ocean.testing.check_grads(lambda x, f: ocean.convolution(x, f, over, **settings), tensors, order=2, atol=1e-4)


def test_the_gradient_has_the_axes_of_the_argument() -> None:
    x, f = drawn(N, C, H, W), drawn(K, C, R, S)
    found = np.grad(lambda x: np.sum(np.maximum(np.convolution(x, f, {H: R, W: S}), 0)))(x)
    assert found.axes == x.axes
    assert np.grad(lambda f: np.sum(np.convolution(x, f, {H: R, W: S})))(f).axes == f.axes


def test_dot() -> None:
    A, B, D = ocean.axis(2, "A"), ocean.axis(3, "B"), ocean.axis(4, "D")
    x = ocean.asTensor(numpy.arange(6.0).reshape(2, 3)).withAxes(A, B - 1)
    y = ocean.asTensor(numpy.arange(12.0).reshape(4, 3)).withAxes(D, B)
    ocean.testing.check_grads(lambda x, y: ocean.dot(x, y), (x, y), order=2, atol=1e-4)
    found = ocean.grad(lambda y: ocean.sum(ocean.dot(x, y)))(y)
    assert found.axes == y.axes


def test_operators_align() -> None:
    x, y = drawn(H, W), drawn(W, H)
    ocean.testing.check_grads(lambda x, y: x * y, (x, y), order=2, atol=1e-4)
    ocean.testing.check_grads(lambda x: np.sum(x * y, axis=H) ** 2, (x,), order=2, atol=1e-4)
    ocean.testing.check_grads(lambda x: np.mean(np.exp(x), axis=W), (x,), order=2, atol=1e-4)
    found = np.grad(lambda x: (x * y).sum())(x)
    assert found.axes == x.axes

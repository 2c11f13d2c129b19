"""Gradients on every device: nothing goes to the host on the way but what functions bring there."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np


def where(x: Any) -> Any:
    return np.sum(np.where(x > 1, np.sin(x), x**2) * np.exp(-x))


def network(x: Any) -> Any:
    w = np.array([[1.0, 2.0], [0.5, -1.0], [0.25, 3.0]])
    return np.mean(np.logaddexp(0, x @ w) - (x @ w)[:, :1])


def assigned(x: Any) -> Any:
    y = np.zeros((2, 3))
    y[0] = x[1] * 2
    y[1, 1:] = x[0, :2]
    y += x
    return np.sum(y * y) + np.sum(x[[1, 0, 1]] ** 3) + np.sum(np.sort(x, axis=1)[:, 0])


def statistics(x: Any) -> Any:
    return np.var(x) + np.max(x) + np.linalg.norm(x) + np.prod(x[0]) + np.sum(np.cumsum(x, axis=1) ** 2)


@pytest.mark.parametrize("f", [where, network, assigned, statistics])
def test_the_gradient_is_on_the_device(f: Any) -> None:
    values = numpy.linspace(0.3, 2.1, 6).reshape(2, 3)
    x = np.array(values.tolist())
    value, found = np.value_and_grad(f)(x)
    assert found.device is x.device and value.device is x.device
    step = 1e-5
    for i in range(2):
        for k in range(3):
            moved = [values.copy(), values.copy()]
            moved[0][i, k] += step
            moved[1][i, k] -= step
            expected = (float(f(np.array(moved[0].tolist()))) - float(f(np.array(moved[1].tolist())))) / (2 * step)
            assert float(found[i, k]) == pytest.approx(expected, abs=1e-6)


def test_a_device_within_the_function() -> None:
    x = np.array([1.0, 2.0])
    found = np.grad(lambda x: np.sum(x.to_device("cpu") ** 2))(x)
    assert found.device is x.device and found.tolist() == [2, 4]
    t = ocean.ensure(ocean.asTensor([1.0, 2.0]), ocean.getDefaultDevice() or ocean.cpu)
    assert ocean.grad(lambda t: ocean.sum(ocean.cpu(t) @ t))(t).device is t.device

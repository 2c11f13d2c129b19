"""Tensors in matplotlib's own functions: what is drawn is what NumPy's arrays of the same values draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import layouts
import numpy as np
import pytest

import ocean
import ocean.numpy as onp

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")

t = [1.0, 4.0, 2.0]
M = [[0.0, 1.0, 5.0], [3.0, 4.0, 2.0]]

CALLS: dict[str, Callable[..., Any]] = {
    "plot": lambda ax, t, M: ax.plot(t),
    "plot over": lambda ax, t, M: ax.plot(t, t, "o"),
    "plot columns": lambda ax, t, M: ax.plot(M),
    "plot by name": lambda ax, t, M: ax.plot("x", "y", "", data={"x": t, "y": t}),
    "semilogy": lambda ax, t, M: ax.semilogy(t),
    "step": lambda ax, t, M: ax.step(t, t),
    "stem": lambda ax, t, M: ax.stem(t),
    "imshow": lambda ax, t, M: ax.imshow(M),
    "matshow": lambda ax, t, M: ax.matshow(M),
    "pcolormesh": lambda ax, t, M: ax.pcolormesh(M),
    "contourf": lambda ax, t, M: ax.contourf(M),
    "hist": lambda ax, t, M: ax.hist(t, bins=3),
    "hist of columns": lambda ax, t, M: ax.hist(M, bins=3),
    "hist2d": lambda ax, t, M: ax.hist2d(t, t, bins=2),
    "boxplot": lambda ax, t, M: ax.boxplot(t),
    "boxplot of columns": lambda ax, t, M: ax.boxplot(M),
    "violinplot": lambda ax, t, M: ax.violinplot(M),
    "scatter": lambda ax, t, M: ax.scatter(t, t, c=t, s=t),
    "bar": lambda ax, t, M: ax.bar(t, t),
    "errorbar": lambda ax, t, M: ax.errorbar(t, t, yerr=t),
    "fill_between": lambda ax, t, M: ax.fill_between(t, t, 1),
    "stackplot": lambda ax, t, M: ax.stackplot(t, M),
    "quiver": lambda ax, t, M: ax.quiver(t, t, t, t),
    "hlines": lambda ax, t, M: ax.hlines(t, 0, t),
    "limits and ticks": lambda ax, t, M: (ax.set_xlim(t[0], t[1]), ax.set_xticks(t), ax.axhline(t[2])),
}


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def pixels(call: Callable[..., Any], t: Any, M: Any) -> np.ndarray:
    figure, ax = plt.subplots(figsize=(2, 2), dpi=40)
    call(ax, t, M)
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba()).copy()


@pytest.mark.host_only("matplotlib draws on the host")
@pytest.mark.parametrize("name", CALLS)
def test_what_is_drawn(name: str) -> None:
    if name == "stackplot" and np.lib.NumpyVersion(np.__version__) < "2.4.0":
        pytest.skip("NumPy does not know dtypes of others")
    wanted = pixels(CALLS[name], np.array(t), np.array(M))
    given = ocean.asTensor(t), ocean.asTensor(M, "R")
    assert given[1].size == (2, 3)
    np.testing.assert_array_equal(pixels(CALLS[name], *given), wanted)
    np.testing.assert_array_equal(pixels(CALLS[name], onp.asarray(t), onp.asarray(M)), wanted)
    if name == "plot":
        np.testing.assert_array_equal(pixels(CALLS[name], ocean.lazy(given[0]), None), wanted)


def test_nothing_is_transposed() -> None:
    tensor = ocean.asTensor(M, "R", layouts.device)
    ax = plt.subplots()[1]
    np.testing.assert_array_equal(ax.imshow(tensor).get_array(), M)
    lines = ax.plot(tensor)
    assert [line.get_ydata().tolist() for line in lines] == np.transpose(M).tolist()
    np.testing.assert_array_equal(ax.hist(tensor, bins=2)[0], ax.hist(np.array(M), bins=2)[0])


@pytest.mark.parametrize("kind", ["uint8", "int16", "half", "float", "double"])
def test_dtypes(kind: str) -> None:
    tensor = ocean.asTensor([[0, 1, 0], [1, 0, 1]], "R", getattr(ocean, kind), layouts.device)
    ax = plt.subplots()[1]
    ax.imshow(tensor)
    (line,) = ax.plot(tensor[0])
    ax.figure.canvas.draw()
    assert line.get_ydata().tolist() == [0, 1, 0]
    colours = ocean.asTensor(np.arange(18).reshape(2, 3, 3), ocean.uint8, layouts.device)
    np.testing.assert_array_equal(ax.imshow(colours).get_array(), np.arange(18).reshape(2, 3, 3))

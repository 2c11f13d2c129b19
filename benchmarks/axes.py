"""`python -m benchmarks axes`: tensors with axes. Small calls beside the same without (`plain`), operands in another
order, convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np

from .measure import Library, module
from .rows import Inputs, Row, Statement, random, row


def libraries(known: dict[str, Library]) -> dict[str, Library]:
    """Ocean's tensors without axes, and xarray if it is there, besides the other libraries."""
    found = {"ocean": known["ocean"], "plain": known["ocean"], "numpy": known["numpy"]}
    if "torch" in known:
        found["torch"] = known["torch"]
    if xarray := module("xarray"):
        found["xarray"] = Library({"xarray": xarray}, xarray.__version__, lambda array: array.copy(), np.asarray)
    return found


def images(channels: int, batch: int, side: int = 56) -> Inputs:
    """Images and filters in the order of PyTorch, batch x channels x height x width and outputs x channels x 3 x 3, and
    the gradient of the result."""
    return lambda: {
        "a": random(batch, channels, side, side).astype("f") + 1,
        "f": random(channels, channels, 3, 3).astype("f"),
        "g": random(batch, channels, side, side)[::-1].astype("f") + 1,
    }


NAMED = """
N, C, K, H, W, R, S = (ocean.axis(n) for n in (a.size[0], a.size[1], f.size[0], a.size[2], a.size[3], 3, 3))
a, f, g = a.withAxes(N, C, H, W), f.withAxes(K, C, R, S), g.withAxes(N, K, H, W)
"""
FIRST = f"{NAMED}a = a.permuteAxes([C, W, H, N]).copy('F')"
"""With channels nearest in memory: the order of Ocean."""

CONVOLUTION: dict[str, Statement] = {
    "ocean": (NAMED, "ocean.convolution(a, f, {H: R, W: S}, padding=1)"),
    "torch": "torch.nn.functional.conv2d(a, f, padding=1)",
}
CHANNELS_LAST: dict[str, Statement] = {
    "ocean": (FIRST, "ocean.convolution(a, f, {H: R, W: S}, padding=1)"),
    "torch": (
        "a, f = (each.contiguous(memory_format=torch.channels_last) for each in (a, f))",
        "torch.nn.functional.conv2d(a, f, padding=1)",
    ),
}
"""The order in memory in which PyTorch is faster on some processors."""
BY_SCIPY: Statement = (
    "from scipy.signal import correlate; a = np.pad(a, ((0, 0), (0, 0), (1, 1), (1, 1)))",
    "np.stack([np.stack([correlate(x, k, 'valid') for k in f]) for x in a])",
)
BACKWARD = "torch.ops.aten.convolution_backward(g, a, f, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, "
OF_DATA: dict[str, Statement] = {
    "ocean": (NAMED, "ocean.convolutionGradData(g, f, {H: R, W: S}, padding=1, axes=a.axes)"),
    "torch": BACKWARD + "[True, False, False])[0]",
}
OF_FILTERS: dict[str, Statement] = {
    "ocean": (NAMED, "ocean.convolutionGradFilters(a, g, {H: R, W: S}, padding=1, axes=f.axes)"),
    "torch": BACKWARD + "[False, True, False])[1]",
}
IN_A_LINE: dict[str, Statement] = {
    "ocean": (
        "W, S = ocean.axis(12), ocean.axis(3); a, f = a.withAxes(W), f.withAxes(S)",
        "ocean.convolution(a, f, {W: S})",
    ),
    "torch": ("a, f = a[None, None], f[None, None]", "torch.nn.functional.conv1d(a, f)"),
}

SMALL = "H, W = ocean.axis(3, 'H'), ocean.axis(4, 'W'); a, b = a.withAxes(H, W), b.withAxes(H, W); t = b.swapAxes(0, 1)"
SMALL_CALLS: dict[str, tuple[str, str]] = {
    "a + b": ("a + b", "a + b"),
    "a + b in another order": ("a + t", "a + b"),
    "a + 1.5": ("a + 1.5", "a + 1.5"),
    "exp(a)": ("ocean.exp(a)", "ocean.exp(a)"),
    "a > b": ("a > b", "a > b"),
    "sum(a)": ("ocean.sum(a)", "ocean.sum(a)"),
    "sum(a, W)": ("ocean.sum(a, W)", "ocean.sum(a, 1)"),
    "a.mean(H)": ("a.mean(H)", "a.mean(0)"),
    "a.slice(H, 0, 2)": ("a.slice(H, 0, 2)", "a.slice(0, 0, 2)"),
    "a[:, 1:3]": ("a[:, 1:3]", "a[:, 1:3]"),
    "a.permuteAxes([W, H])": ("a.permuteAxes([W, H])", "a.permuteAxes([1, 0])"),
    "a.flipAxis(W)": ("a.flipAxis(W)", "a.flipAxis(1)"),
}
"""With axes, and without."""

ARRAYS = "import ocean.numpy as onp; a, b = onp.asarray(a), onp.asarray(b)"
NAMED_ARRAYS = f"{SMALL}; {ARRAYS}; t = b.transpose(1, 0)"
ARRAY_CALLS: dict[str, tuple[str, str]] = {
    "a + b": ("a + b", "a + b"),
    "a + b in another order": ("a + t", "a + b"),
    "exp(a)": ("onp.exp(a)", "onp.exp(a)"),
    "a.sum(W)": ("a.sum(W)", "a.sum(1)"),
    "sum(a, axis=H)": ("onp.sum(a, axis=H)", "onp.sum(a, axis=0)"),
    "a[:, 1:3]": ("a[:, 1:3]", "a[:, 1:3]"),
    "a.transpose(1, 0)": ("a.transpose(1, 0)", "a.transpose(1, 0)"),
}
"""The same for arrays."""

BOXES = "H, W, N = (ocean.axis(100, name) for name in 'HWN'); a, b = a.withAxes(H, W, N), b.withAxes(N, H, W)"
ALIGNED = "a, b = xarray.DataArray(a, dims=['h', 'w', 'n']), xarray.DataArray(b, dims=['n', 'h', 'w'])"


def boxes() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(100, 100, 100), "b": random(100, 100, 100) + 1}


def small() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(3, 4), "b": random(3, 4)[::-1].copy()}


ROWS: list[Row] = [
    *(
        row(f"{name}, 3x4 doubles", 1 / 1.3, small, ocean=(SMALL, named), plain=plain)
        for name, (named, plain) in SMALL_CALLS.items()
    ),
    *(
        row(f"{name}, arrays of 3x4", 1 / 1.3, small, ocean=(NAMED_ARRAYS, named), plain=(ARRAYS, plain))
        for name, (named, plain) in ARRAY_CALLS.items()
    ),
    row(
        "HWN + NHW, 1e6 doubles", 2.0, boxes,
        ocean=(BOXES, "a + b"), numpy="a + b.transpose(1, 2, 0)", xarray=(ALIGNED, "a + b"),
    ),
    row("convolution 3x3, 64 to 64, batch 8", 0.5, images(64, 8), **CONVOLUTION),
    row("convolution 64 to 64, channels nearest", 0.5, images(64, 8), **CHANNELS_LAST),
    row("convolution 3x3, 4 to 4, batch 2", 0.5, images(4, 2), **CONVOLUTION, numpy=BY_SCIPY),
    row("convolution 4 to 4, channels nearest", 0.5, images(4, 2), **CHANNELS_LAST),
    row("convolution 4 to 4, 512x512, batch 2", 0.5, images(4, 2, 512), **CONVOLUTION),
    row("convolution 4 to 4, 8x8, batch 1", 0.5, images(4, 1, 8), **CONVOLUTION),
    row(
        "convolution of 12 with 3 floats", 0.5,
        lambda: {"a": random(12).astype("f") + 1, "f": random(3).astype("f") + 1}, **IN_A_LINE,
    ),
    row("gradient of data, 64 to 64, batch 8", 0.5, images(64, 8), **OF_DATA),
    row("gradient of filters, 64 to 64, batch 8", 0.5, images(64, 8), **OF_FILTERS),
    row("gradient of data, 4 to 4, batch 2", 0.5, images(4, 2), **OF_DATA),
    row("gradient of filters, 4 to 4, batch 2", 0.5, images(4, 2), **OF_FILTERS),
]

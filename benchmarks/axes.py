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


def images(channels: int, batch: int) -> Inputs:
    """Images and filters in the order of PyTorch: batch x channels x height x width, outputs x channels x 3 x 3."""
    return lambda: {
        "a": random(batch, channels, 56, 56).astype("f"),
        "f": random(channels, channels, 3, 3).astype("f"),
    }


NAMED = """
N, C, K, H, W, R, S = (ocean.axis(n) for n in (a.size[0], a.size[1], f.size[0], 56, 56, 3, 3))
a, f = a.withAxes(N, C, H, W).permuteAxes([C, W, H, N]).clone(), f.withAxes(K, C, R, S)
"""
"""Axes, and the order in memory of Ocean: the first one is contiguous."""

CONVOLUTION: dict[str, Statement] = {
    "ocean": (NAMED, "ocean.convolution(a, f, {H: R, W: S}, padding=1)"),
    "torch": "torch.nn.functional.conv2d(a, f, padding=1)",
}
CHANNELS_LAST: Statement = (
    "a, f = (each.contiguous(memory_format=torch.channels_last) for each in (a, f))",
    "torch.nn.functional.conv2d(a, f, padding=1)",
)
"""The order in memory in which PyTorch is faster on some processors."""
BY_SCIPY: Statement = (
    "from scipy.signal import correlate; a = np.pad(a, ((0, 0), (0, 0), (1, 1), (1, 1)))",
    "np.stack([np.stack([correlate(x, k, 'valid') for k in f]) for x in a])",
)

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
    row(
        "convolution 64 to 64, channels last", 0.5, images(64, 8),
        ocean=CONVOLUTION["ocean"], torch=CHANNELS_LAST,
    ),
    row("convolution 3x3, 4 to 4, SciPy", 1.0, images(4, 2), ocean=CONVOLUTION["ocean"], numpy=BY_SCIPY),
    row(
        "convolution 4 to 4, channels last", 0.5, images(4, 2), ocean=CONVOLUTION["ocean"], torch=CHANNELS_LAST
    ),
]

"""`python -m benchmarks axes`: convolutions of tensors with axes."""

from __future__ import annotations

from .rows import Inputs, Row, Statement, random, row


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
BY_SCIPY: Statement = (
    "from scipy.signal import correlate; a = np.pad(a, ((0, 0), (0, 0), (1, 1), (1, 1)))",
    "np.stack([np.stack([correlate(x, k, 'valid') for k in f]) for x in a])",
)

ROWS: list[Row] = [
    row("convolution 3x3, 64 to 64, batch 8", 0.5, images(64, 8), **CONVOLUTION),
    row("convolution 3x3, 4 to 4, SciPy", 1.0, images(4, 2), ocean=CONVOLUTION["ocean"], numpy=BY_SCIPY),
    row("convolution 3x3, 4 to 4, PyTorch", 0.2, images(4, 2), **CONVOLUTION),
]

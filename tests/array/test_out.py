"""Results that are written into arrays."""

from __future__ import annotations

from typing import Any

import layouts
import numpy
import pytest
from array_samples import host, sample

import ocean.numpy as np


@pytest.mark.parametrize(
    "call",
    [
        "np.concatenate([a, a], out=out)", "np.take(a, [0, 1, 0, 1], axis=0, out=out)", "np.cumsum(np.tile(a, (2, 1)), axis=0, out=out)",
        "np.dot(np.ones((4, 2)), a, out=out)", "np.einsum('ij,jk->ik', np.ones((4, 2)), a, out=out)", "np.outer([1.0, 2, 3, 4], a[0], out=out)",
        "np.compress([1, 1, 1, 1], np.tile(a, (2, 1)), axis=0, out=out)", "np.median(np.stack([a, a, a, a]), axis=1, out=out)",
        "np.nansum(np.stack([np.tile(a, (2, 1))] * 2), axis=0, out=out)", "np.stack([a[0], a[1], a[0], a[1]], out=out)",
    ],
)  # fmt: skip
def test_given_results(call: str) -> None:
    ours: dict[str, Any] = {"np": np, "a": sample(2, 3), "out": np.zeros((4, 3), device=layouts.device)}
    theirs: dict[str, Any] = {"np": numpy, "a": numpy.arange(6.0).reshape(2, 3), "out": numpy.zeros((4, 3))}
    result = eval(call, ours)
    eval(call, theirs)
    assert result is ours["out"]
    assert numpy.allclose(host(ours["out"]), theirs["out"])
    ours["out"] = np.zeros((5, 5), device=layouts.device)
    with pytest.raises((ValueError, TypeError)):
        eval(call, ours)

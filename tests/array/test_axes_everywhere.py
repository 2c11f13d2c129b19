"""No function of `ocean.numpy` loses axes silently: a walk over all of them, each with every set of arguments that it
takes without axes. With axes it gives the same elements, with axes that have the right lengths, or an error that says how
to go on."""

from __future__ import annotations

import types
import warnings
from pathlib import Path
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np
from ocean import OceanError

pytestmark = pytest.mark.host_only("what functions make of axes is decided before anything runs")

H, W, N = ocean.axis(3, "H"), ocean.axis(4, "W"), ocean.axis(2, "N")


class Case:
    """The same arrays with axes and without."""

    def __init__(self, labelled: bool) -> None:
        values = numpy.arange(12.0).reshape(3, 4) % 7 + 1
        self.labelled = labelled
        self.x, self.y = self.made(values, H, W), self.made((values * 2 + 1) % 9 + 0.5, H, W)
        self.v, self.c = self.made(values[:, 0], H), self.made(numpy.arange(24.0).reshape(3, 4, 2), H, W, N)
        self.i, self.b = self.made(values.astype(int), H, W), self.made(values > 3, H, W)
        self.h, self.w = (H, W) if labelled else (0, 1)

    def made(self, values: Any, *axes: ocean.axis) -> Any:
        return np.array(values).withAxes(*axes) if self.labelled else np.array(values)

    def all(self) -> list[Any]:
        """The arguments: a function may have changed them."""
        return [self.x, self.y, self.v, self.c, self.i, self.b]


CALLS: dict[str, Any] = {
    "x": lambda f, c: f(c.x), "v": lambda f, c: f(c.v), "c": lambda f, c: f(c.c), "i": lambda f, c: f(c.i),
    "x, y": lambda f, c: f(c.x, c.y), "i, i": lambda f, c: f(c.i, c.i), "b, x": lambda f, c: f(c.b, c.x),
    "b, x, y": lambda f, c: f(c.b, c.x, c.y), "x, b, y": lambda f, c: f(c.x, c.b, c.y), "v, v": lambda f, c: f(c.v, c.v),
    "axis": lambda f, c: f(c.x, axis=c.w), "first axis": lambda f, c: f(c.i, axis=c.h), "axis 1": lambda f, c: f(c.c, axis=1),
    "axes": lambda f, c: f(c.c, axis=(c.h, c.w)), "keepdims": lambda f, c: f(c.x, axis=c.w, keepdims=True),
    "1": lambda f, c: f(c.x, 1), "2": lambda f, c: f(c.x, 2, axis=c.w), "v, 2": lambda f, c: f(c.v, 2),
    "list": lambda f, c: f([c.x, c.y]), "list along": lambda f, c: f([c.x, c.y], axis=c.w), "lists": lambda f, c: f([c.b], [c.x]),
    "places": lambda f, c: f(c.x, [1, 2, 0]), "places along": lambda f, c: f(c.x, [1, 2, 0], axis=c.w),
    "q": lambda f, c: f(c.x, 0.3, axis=c.w), "qs": lambda f, c: f(c.x, [0.3, 0.5], axis=c.w),
    "x, x along": lambda f, c: f(c.x, c.x, axis=c.w), "shape": lambda f, c: f(c.x, (3, 4)), "flat": lambda f, c: f(c.x, (12,)),
    "function": lambda f, c: f(c.x, np.mean, c.w), "windows": lambda f, c: f(c.x, np.mean, c.w, 2),
    "lines": lambda f, c: f(lambda line: line.sum(), c.w, c.x), "insert": lambda f, c: f(c.x, 1, 9.0, c.w),
    "put": lambda f, c: f(c.x, [1], [5.0]), "fill": lambda f, c: f(c.x, fill_value=3.0), "dtype": lambda f, c: f(c.x, "float32"),
    "where": lambda f, c: f(c.x, where=c.b), "choices": lambda f, c: f([c.b, c.b], [c.x, c.y]),
    "subscripts": lambda f, c: f("ij->ji", c.x), "move": lambda f, c: f(c.c, c.w, 0), "order": lambda f, c: f(c.x, (c.w, c.h)),
    "swap": lambda f, c: f(c.c, c.h, c.w), "size": lambda f, c: f(size=[H, W] if c.labelled else (3, 4)),
}  # fmt: skip
"""Arguments."""

DROPS = set(["argwhere", "flatnonzero", "nonzero", "where", "unique", "unique_all", "unique_counts", "unique_inverse", "unique_values", "cov", "corrcoef", "histogram", "histogram2d", "histogramdd", "histogram_bin_edges", "in1d", "intersect1d", "union1d", "setdiff1d", "setxor1d", "lexsort", "searchsorted", "from_dlpack", "frombuffer", "fromiter", "array.withoutAxes", "array.data", "array.move", "array.nonzero", "array.searchsorted", "assign", "array.assign"])  # fmt: skip
"""What gives other dimensions, which have no axes."""

NOT_LIKE_NUMPY = set(["transpose", "permute_dims", "array.transpose", "empty", "empty_like", "array.empty", "identity", "spacing"])
"""The transpose of an array with axes turns their offsets; new elements, and those where a condition does not hold, are not set to
anything."""

LEFT_OUT = set(["load", "seterr", "seterrcall", "geterrcall", "fromfile", "printoptions", "set_printoptions", "save", "savez", "savez_compressed", "savetxt", "array.tofile", "array.show", "array.swap"])  # fmt: skip

OTHER_LENGTHS = set(["append", "array_split", "delete", "diff", "ediff1d", "hsplit", "slide", "split", "take", "topk", "array.topk", "insert", "array.slide", "array.take", "fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.hfft", "fft.ihfft", "fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn", "fft.rfft2", "fft.irfft2", "fft.fft2", "fft.ifft2", "pad", "repeat", "array.repeat"])  # fmt: skip
"""What gives a dimension another length, which may be that of another axis."""


def functions() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for prefix, space in (("", np), ("fft.", np.fft), ("linalg.", np.linalg), ("random.", np.random), ("lib.", np.lib.stride_tricks)):
        for name in dir(space):
            value = getattr(space, name)
            if name.startswith("_") or not callable(value) or isinstance(value, (type, types.ModuleType, ocean.dtype)):
                continue
            found[prefix + name] = seeded(value) if prefix == "random." else value
    for name, value in vars(np.ndarray).items():
        if not name.startswith("_") and type(value).__name__ not in ("getset_descriptor", "property"):
            found[f"array.{name}"] = method(name)
    return {name: value for name, value in found.items() if name not in LEFT_OUT}


def seeded(function: Any) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        np.random.seed(3)
        return function(*args, **named)

    return call


def method(name: str) -> Any:
    return lambda first, *args, **named: getattr(first, name)(*args, **named)


def flat(result: Any) -> list[Any]:
    return [one for each in result for one in flat(each)] if isinstance(result, (list, tuple)) else [result]


WORDS = ("withoutAxes", "withAxes", "W:4", "H:3", "axis", "axes", "stack()", "precision")


@pytest.mark.parametrize("name", functions())
def test_functions(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # dump() writes a file
    function = functions()[name]
    for arguments, call in CALLS.items():
        plain, labelled = Case(False), Case(True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                expected = flat(call(function, plain))
            except Exception:
                continue  # it does not take such arguments
            try:
                found = flat(call(function, labelled))
            except (OceanError, TypeError) as error:  # also of an axis in the place of a number
                assert any(word in str(error) for word in WORDS), f"{name}({arguments}): {error}"
                continue
        if name in NOT_LIKE_NUMPY:
            continue
        assert len(found) == len(expected)
        for one, other in zip([*found, *labelled.all()], [*expected, *plain.all()], strict=True):
            check(f"{name}({arguments})", name, one, other)


def check(what: str, name: str, found: Any, expected: Any) -> None:
    assert type(found) is type(expected), what
    if not isinstance(found, np.ndarray):
        return
    assert found.shape == expected.shape and found.dtype is expected.dtype, what
    numpy.testing.assert_array_equal(found.to_numpy(), expected.to_numpy(), what)
    assert found.axes is not None or not found.ndim or name in DROPS, f"{what} loses axes"
    for axis in found.axes or ():
        for known in (H, W, N):
            if axis.axisClass is known.axisClass and axis.length in (3, 4, 2):
                fits = axis.length == known.length or name in OTHER_LENGTHS
                assert fits, f"{what} gives {axis} to another dimension"

"""`python -m benchmarks shapes`: calls whose sizes change, each size used once, beside NumPy and PyTorch.

The other tables repeat one call. Here a call meets a thousand sizes, one after another: vectors of k elements from 100
to 1,099, or p x q parts of a matrix with about as many elements. `ocean` is the time of a call in the first pass over
these sizes, `again` in the second. Slices like `x[:k]` are part of what is measured, for all libraries. A few other
sizes come first, so that kernels are there. What other rows have left in tables of plans is forgotten before.
"""

from __future__ import annotations

import gc
import json
import random as randomness
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import geometric_mean, median
from time import perf_counter
from typing import Any

import numpy as np

from .arrays import library as library_of_arrays
from .measure import Library, as_array, gives_nothing
from .rows import Row, Statement, random

SIZES, FEW_SIZES, TURN, WARM = 1_000, 200, 50, 8
"""Sizes of a row, and of a quick one; sizes that a library takes in its turn; other sizes before."""
GOAL = 1.8
"""The geometric mean of all ratios to NumPy that we want to reach."""
SIDE, LONGEST, WIDTH = 64, 2_300, 42
INPUTS = """x, y: doubles; z: positive ones; o: with NaN; d: in order; h: floats; n: integers; u: integers below 50;
i: indices; m: flags; w: 7 doubles; M, N, S: symmetric matrices; B, C: collections of matrices (D, E for tensors);
X, Y, A, R: x, y, M, N with axes; k: from 100 to 1,099; p, q: from 5 to 63"""

Array = np.ndarray[Any, Any]
Sizes = Sequence[tuple[int, int, int]]


@dataclass(frozen=True)
class ShapesRow(Row):
    """A row of one of the two faces."""

    face: str = "arrays"


def inputs() -> dict[str, Array]:
    x, square = random(LONGEST), random(SIDE, SIDE)
    draw = np.random.default_rng(8)
    matrices, others = random(SIDE, SIDE, 4), random(SIDE, 4, 3)
    return {
        "x": x, "y": x[::-1] + 0.25, "z": np.abs(x) + 0.5, "o": np.where(x > 1, np.nan, x), "d": np.sort(x),
        "h": x.astype("f4"), "n": draw.integers(-1000, 1000, LONGEST), "u": draw.integers(0, 50, LONGEST),
        "i": draw.integers(0, 90, LONGEST), "m": x > 0, "w": random(7),
        "M": square + square.T, "N": square @ square.T, "S": square @ square.T + SIDE * np.eye(SIDE),
        "B": matrices, "C": others, "D": matrices.transpose(1, 2, 0).copy(), "E": others.transpose(1, 2, 0).copy(),
        "c": np.zeros(LONGEST),
    }  # fmt: skip


FUSED = "three = {}(lambda a, b: (a * 2.0 + b) / 3.0)"
ONCE = {
    "arrays": f"import numpy; g = np.random.default_rng(7); {FUSED.format('np.fuse')}",
    "tensors": f"import numpy; g = ocean.random.generator(7); {FUSED.format('ocean.fuse')}; "
    f"W, T = ocean.axis({LONGEST}, 'W'), ocean.axis(7, 'T'); X, Y, w = x.withAxes(W), y.withAxes(W), w.withAxes(T); "
    f"P, Q = ocean.axis({SIDE}, 'P'), ocean.axis({SIDE}, 'Q'); "
    "A, R = M.withAxes(P, Q), N.withAxes(P, Q).swapAxes(0, 1)",
    "numpy": f"numpy = np; g = np.random.default_rng(7); {FUSED.format('')}",
    "torch": f"import numpy; {FUSED.format('')}",
}
"""What each library runs before."""
ROWS: list[ShapesRow] = []


def call(name: str, arrays: str | None, tensors: str | None = "", torch: str | None = "", unset: bool = False,
         numpy: str = "") -> None:  # fmt: skip
    """A row for each face. Tensors and PyTorch have the same words where none are given; None: they cannot do it."""
    words = {"arrays": arrays, "tensors": arrays if tensors == "" else tensors}
    others = {"numpy": numpy or arrays or "", "torch": arrays if torch == "" else torch}
    peers: dict[str, Statement] = {each: (ONCE[each], text) for each, text in others.items() if text}
    for face, text in words.items():
        if text:
            statements = {"ocean": (ONCE[face], text), **peers}
            ROWS.append(ShapesRow(f"{name}, {face}", 1.0, inputs, statements, unset, face))


def function(name: str, *arguments: str, tensors: str = "", torch: str | None = "") -> None:
    """A function of the same name in all libraries, if not said otherwise."""
    given = ", ".join(arguments)
    peer = f"torch.{torch or name}({given})" if torch is not None else None
    call(f"{name}({', '.join(each.partition('[')[0] for each in arguments)})", f"np.{name}({given})",
         f"ocean.{tensors or name}({given})", peer)  # fmt: skip


# --- Elementwise -----------------------------------------------------------------------------------------------------

call("x + y", "x[:k] + y[:k]")
call("x * y", "x[:k] * y[:k]", "x[:k] @ y[:k]")
call("x / z", "x[:k] / z[:k]")
call("x * 2.0", "x[:k] * 2.0")
call("1.5 - x", "1.5 - x[:k]")
call("x ** 2", "x[:k] ** 2")
call("-x", "-x[:k]")
call("n + x", "n[:k] + x[:k]")
call("h + h", "h[:k] + h[k:2*k]")
call("n // 7", "n[:k] // 7")
function("exp", "x[:k]")
function("sqrt", "z[:k]")
function("sin", "x[:k]")
call("abs(x)", "abs(x[:k])")
function("isnan", "o[:k]")
function("maximum", "x[:k]", "y[:k]", tensors="max")
call("x < y", "x[:k] < y[:k]")
call("x > 0.5", "x[:k] > 0.5")
call("(x > 0.5) & m", "(x[:k] > 0.5) & m[:k]")
call("where(x > 0.5, x, 0.0)", "np.where(x[:k] > 0.5, x[:k], 0.0)", "ocean.where(x[:k] > 0.5, x[:k], 0.0)",
     "torch.where(x[:k] > 0.5, x[:k], 0.0)")  # fmt: skip
call("where(m, x, y)", "np.where(m[:k], x[:k], y[:k])", "ocean.where(m[:k], x[:k], y[:k])",
     "torch.where(m[:k], x[:k], y[:k])")  # fmt: skip
call("clip(x, -1, 1)", "np.clip(x[:k], -1.0, 1.0)", "ocean.clip(x[:k], -1.0, 1.0)", "torch.clip(x[:k], -1.0, 1.0)")
call("x += y", "x[:k] += y[:k]")
call("x += 1", "x[:k] += 1")
call("x *= 1.0", "x[:k] *= 1.0")
call("add(x, y, out)", "_ = np.add(x[:k], y[:k], out=c[:k])", "_ = ocean.add(x[:k], y[:k], c[:k])",
     "_ = torch.add(x[:k], y[:k], out=c[:k])")  # fmt: skip

# --- Casts, copies, assignment -------------------------------------------------------------------------------------

call("astype float", "x[:k].astype('f4')", "ocean.float(x[:k])", "x[:k].float()")
call("astype int64", "x[:k].astype('i8')", "ocean.int64(x[:k])", "x[:k].long()")
call("astype bool", "n[:k].astype('?')", "ocean.bool(n[:k])", "n[:k].bool()")
call("copy", "x[:k].copy()", "x[:k].clone()", "x[:k].clone()")
call("copy reversed", "x[:k][::-1].copy()", "x[:k][::-1].asContiguous()", "x[:k].flip(0)")
call("copy strided", "x[:2*k:2].copy()", "x[:2*k:2].asContiguous()", "x[:2*k:2].contiguous()")
call("copy transposed", "M[:p, :q].T.copy()", "M[:p, :q].T.asContiguous()", "M[:p, :q].T.contiguous()")
call("copy into", "_ = np.copyto(c[:k], x[:k])", "_ = c[:k].copy(x[:k])", "_ = c[:k].copy_(x[:k])")
call("x[:k] = y", "x[:k] = y[k:2*k]")
call("x[:k] = 0.5", "x[:k] = 0.5")
call("x[::2] = y", "x[:2*k:2] = y[:k]")
call("x[::-1] = y", "x[:k][::-1] = y[:k]", torch=None)
call("zeros(k)", "np.zeros(k)", "ocean.zeros([k], ocean.double)", "torch.zeros(k, dtype=torch.float64)")
call("arange(k)", "np.arange(k)", "ocean.arange(k)", "torch.arange(k)")

# --- Reductions ------------------------------------------------------------------------------------------------------

for _name, _tensors, _torch in (
    ("sum", "sum", "x[:k].sum()"), ("mean", "mean", "x[:k].mean()"), ("var", "var", "x[:k].var(correction=0)"),
    ("std", "stdev", "x[:k].std(correction=0)"), ("min", "minimum", "x[:k].min()"), ("max", "maximum", "x[:k].max()"),
    ("argmax", "argmax", "x[:k].argmax()"), ("argmin", "argmin", "x[:k].argmin()"),
):  # fmt: skip
    call(f"{_name} of x", f"x[:k].{_name}()", f"ocean.{_tensors}(x[:k])", _torch)
call("prod of z", "(z[:k]).prod()", "ocean.prod(z[:k])", "z[:k].prod()", unset=True)
call("any of m", "m[:k].any()", "ocean.any(m[:k])", "m[:k].any()")
call("all of m", "m[:k].all()", "ocean.all(m[:k])", "m[:k].all()")
call("(x > 2).any()", "(x[:k] > 2).any()", "ocean.any(x[:k] > 2)", "(x[:k] > 2).any()")
call("count_nonzero of m", "np.count_nonzero(m[:k])", "ocean.nnz(m[:k])", "torch.count_nonzero(m[:k])")
call("ptp of x", "np.ptp(x[:k])", "ocean.ptp(x[:k])", None)
call("norm of x", "np.linalg.norm(x[:k])", "ocean.norm(x[:k])", "torch.linalg.vector_norm(x[:k])")
call("nansum of o", "np.nansum(o[:k])", "ocean.sumNaN(o[:k])", "torch.nansum(o[:k])")
call("sum of n", "n[:k].sum()", "ocean.sum(n[:k])", "n[:k].sum()")
call("sum of h", "h[:k].sum()", "ocean.sum(h[:k])", "h[:k].sum()")
for _name, _tensors, _torch in (
    ("sum", "sum", ".sum({})"), ("mean", "mean", ".mean({})"), ("max", "maximum", ".amax({})"),
    ("argmax", "argmax", ".argmax({})"),
):  # fmt: skip
    for _axis in (0, 1):  # tensors are column-major: the same axis in memory is the other one
        call(f"{_name} over axis {_axis}", f"M[:p, :q].{_name}({_axis})", f"ocean.{_tensors}(M[:q, :p], {1 - _axis})",
             f"M[:p, :q]{_torch.format(_axis)}")  # fmt: skip
call("var over axis 0", "M[:p, :q].var(0)", "ocean.var(M[:q, :p], 1)", "M[:p, :q].var(0, correction=0)")
call("std over axis 1", "M[:p, :q].std(1)", "ocean.stdev(M[:q, :p], 0)", "M[:p, :q].std(1, correction=0)")
call("any over axis 0", "(M[:p, :q] > 2).any(0)", "ocean.any(M[:q, :p] > 2, 1)")
call("min over axis 1, kept", "M[:p, :q].min(1, keepdims=True)", "ocean.minimum(M[:q, :p], 0, True)",
     "M[:p, :q].amin(1, keepdim=True)")  # fmt: skip
call("sum over axes 0 and 2", "B[:p, :q].sum((0, 2))", "ocean.sum(D[:q, :, :p], [1, 2])", "B[:p, :q].sum((0, 2))")
call("sum of all axes", "M[:p, :q].sum()", "ocean.sum(M[:p, :q])", "M[:p, :q].sum()")

# --- Scans, products -------------------------------------------------------------------------------------------------

call("cumsum", "np.cumsum(x[:k])", "ocean.cumsum(x[:k])", "torch.cumsum(x[:k], 0)")
call("cumprod", "np.cumprod(x[:k])", "ocean.cumprod(x[:k])", "torch.cumprod(x[:k], 0)")
call("cumsum over axis 1", "np.cumsum(M[:p, :q], 1)", "ocean.cumsum(M[:q, :p], 0)", "torch.cumsum(M[:p, :q], 1)")
call("x @ y", "x[:k] @ y[:k]", "x[:k].T * y[:k]", "x[:k] @ y[:k]")
call("matrix @ vector", "M[:p, :q] @ x[:q]", "M[:p, :q] * x[:q]", "M[:p, :q] @ x[:q]")
call("vector @ matrix", "x[:p] @ M[:p, :q]", "x[:p].T * M[:p, :q]", "x[:p] @ M[:p, :q]")
call("matrix @ matrix", "M[:p, :q] @ N[:q, :p]", "M[:p, :q] * N[:q, :p]", "M[:p, :q] @ N[:q, :p]")
call("integers @ integers", "n[:k] @ u[:k]", "n[:k].T * u[:k]", "n[:k] @ u[:k]")
call("batched @", "B[:p, :q] @ C[:p]", "D[:q, :, :p] * E[:, :, :p]", "B[:p, :q] @ C[:p]")
call("outer", "np.outer(x[:p], y[:q])", "ocean.outer(x[:p], y[:q])", "torch.outer(x[:p], y[:q])")
call("einsum ij,ij->i", "np.einsum('ij,ij->i', M[:p, :q], N[:p, :q])", None,
     "torch.einsum('ij,ij->i', M[:p, :q], N[:p, :q])")  # fmt: skip
call("einsum ij,jk->ik", "np.einsum('ij,jk->ik', M[:p, :q], N[:q, :p])", None,
     "torch.einsum('ij,jk->ik', M[:p, :q], N[:q, :p])")  # fmt: skip
call("solve", "np.linalg.solve(S[:p, :p], M[:p, :q])", "ocean.linalg.solve(S[:p, :p], M[:p, :q])",
     "torch.linalg.solve(S[:p, :p], M[:p, :q])")  # fmt: skip

# --- Picks and masks, joins ------------------------------------------------------------------------------------------

call("x[i]", "x[i[:k]]")
call("x[:k][i]", "x[:k][i[:k]]")
call("x[m]", "x[:k][m[:k]]")
call("M[i]", "M[:, :q][i[:p] % 8]", "M[:q][:, i[:p] % 8]", "M[:, :q][i[:p] % 8]")
call("x[m] = 0.5", "x[:k][m[:k]] = 0.5")
call("x[i] = y", "x[i[:k]] = y[:k]", unset=True)
call("nonzero", "np.nonzero(m[:k])[0]", "ocean.find(m[:k])", "m[:k].nonzero()")
call("a = x[x > 0.5]; (a * 2 + 1) / 3", "a = x[:k][x[:k] > 0.5]; (a * 2 + 1) / 3")
call("a = M[m]; sqrt(a * a + 1)", "a = M[:p, :q][M[:p, :q] > 0]; np.sqrt(a * a + 1)",
     "a = M[:p, :q][M[:p, :q] > 0]; ocean.sqrt(a @ a + 1)",
     "a = M[:p, :q][M[:p, :q] > 0]; torch.sqrt(a * a + 1)")  # fmt: skip
call("a = x[m]; (a - a.mean()).sum()", "a = x[:k][m[:k]]; (a - a.mean()).sum()", unset=True)
call("concatenate", "np.concatenate([x[:k], y[:k]])", "ocean.concatenate([x[:k], y[:k]])", "torch.cat([x[:k], y[:k]])")
call("stack", "np.stack([x[:k], y[:k]])", "ocean.stack([x[:k], y[:k]])", "torch.stack([x[:k], y[:k]])")

# --- Sorting, searching, sliding --------------------------------------------------------------------------------------

call("sort", "np.sort(x[:k])", "ocean.sort(x[:k])", "torch.sort(x[:k])[0]")
call("argsort", "np.argsort(x[:k])", "ocean.argsort(x[:k])", "torch.argsort(x[:k])")
call("searchsorted", "np.searchsorted(d[:k], y[:k])", "ocean.searchsorted(d[:k], y[:k])",
     "torch.searchsorted(d[:k], y[:k])")  # fmt: skip
call("unique", "np.unique(u[:k])", "ocean.unique(u[:k])", "torch.unique(u[:k])")
call("median", "np.median(x[:k])", "ocean.median(x[:k])", "torch.quantile(x[:k], 0.5)")
call("percentile", "np.percentile(x[:k], 30)", "ocean.quantile(x[:k], 0.3)", "torch.quantile(x[:k], 0.3)")
call("histogram", "np.histogram(x[:k], 10)[0]", "ocean.histogram(x[:k], 10)[0]", "torch.histc(x[:k], 10)")
call("bincount", "np.bincount(u[:k])", "ocean.bincount(u[:k])", "torch.bincount(u[:k])")
call("convolve", "np.convolve(x[:k], w[::-1], 'valid')", "ocean.convolution(X[:k], w, {W: T})",
     "torch.nn.functional.conv1d(x[None, None, :k], w[None, None])")  # fmt: skip
call("diff", "np.diff(x[:k])", "ocean.diff(x[:k])", "torch.diff(x[:k])")
call("flip(x) + x", "np.flip(x[:k]) + x[:k]", "ocean.flip(x[:k], 0) + x[:k]", "torch.flip(x[:k], (0,)) + x[:k]")
call("roll(x, 3) + x", "np.roll(x[:k], 3) + x[:k]", "ocean.roll(x[:k], 3) + x[:k]", "torch.roll(x[:k], 3) + x[:k]")

# --- Draws, transforms, text ---------------------------------------------------------------------------------------

call("uniform draws", "g.random(k)", "g.uniform([k], ocean.double)", "torch.rand(k, dtype=torch.float64)", unset=True)
call("normal draws", "g.standard_normal(k)", "g.normal([k], ocean.double)",
     "torch.randn(k, dtype=torch.float64)", unset=True)  # fmt: skip
call("integer draws", "g.integers(0, 100, k)", "g.integers([k], 100)", "torch.randint(100, (k,))", unset=True)
call("fft", "np.fft.fft(x[:k])", "ocean.fft.fft(x[:k])", "torch.fft.fft(x[:k])")
call("rfft", "np.fft.rfft(x[:k])", "ocean.fft.rfft(x[:k])", "torch.fft.rfft(x[:k])")
call("repr", "repr(u[:k])", "repr(u[:k])", unset=True)
call("tolist", "x[:k].tolist()", "x[:k].asPython()", "x[:k].tolist()")

# --- Axes, lazy expressions, fused functions -------------------------------------------------------------------------

call("x + y with axes", None, "X[:k] + Y[:k]", "x[:k] + y[:k]", numpy="x[:k] + y[:k]")
call("matrices in another order, axes", None, "A[:p, :q] + R[:q, :p]", "M[:p, :q] + N[:q, :p].T",
     numpy="M[:p, :q] + N[:q, :p].T")  # fmt: skip
call("sum over an axis by name", None, "a = A[:p, :q]; ocean.sum(a, a.axes[0])", "M[:q, :p].sum(1)",
     numpy="M[:q, :p].sum(1)")  # fmt: skip
call("lazy (x * 2 + y) / 3", "((np.lazy(x[:k]) * 2.0 + y[:k]) / 3.0).eval()",
     "((ocean.lazy(x[:k]) * 2.0 + y[:k]) / 3.0).eval()", "(x[:k] * 2.0 + y[:k]) / 3.0",
     numpy="(x[:k] * 2.0 + y[:k]) / 3.0")  # fmt: skip
call("lazy sum((x - y)**2)", "np.sum((np.lazy(x[:k]) - y[:k]) ** 2)", "ocean.sum((ocean.lazy(x[:k]) - y[:k]) ** 2)",
     "((x[:k] - y[:k]) ** 2).sum()", numpy="((x[:k] - y[:k]) ** 2).sum()")  # fmt: skip
call("fused (x * 2 + y) / 3", "three(x[:k], y[:k])")

# --- Parts of matrices that grow in both directions ------------------------------------------------------------------

call("M + N", "M[:p, :q] + N[:p, :q]")
call("M * 2.0", "M[:p, :q] * 2.0")
call("M + row", "M[:p, :q] + x[:q]", "M[:q, :p] + x[:q]", "M[:p, :q] + x[:q]")
call("M + column", "M[:p, :q] + x[:p, None]", "M[:q, :p] + x[None, :p]", "M[:p, :q] + x[:p, None]")
call("M + M.T", "M[:p, :q] + N[:q, :p].T")
call("exp(M)", "np.exp(M[:p, :q])", "ocean.exp(M[:p, :q])", "torch.exp(M[:p, :q])")
call("M -= N", "M[:p, :q] -= N[:p, :q]")
call("M[:p, :q] = N", "M[:p, :q] = N[:p, :q]")
call("M[:p, :q] = N.T", "M[:p, :q] = N[:q, :p].T")
call("M > 0", "M[:p, :q] > 0")
call("where(M > 0, M, 0)", "np.where(M[:p, :q] > 0, M[:p, :q], 0.0)", "ocean.where(M[:p, :q] > 0, M[:p, :q], 0.0)",
     "torch.where(M[:p, :q] > 0, M[:p, :q], 0.0)")  # fmt: skip
call("M.copy()", "M[:p, :q].copy()", "M[:p, :q].clone()", "M[:p, :q].clone()")
call("M.astype", "M[:p, :q].astype('f4')", "ocean.float(M[:p, :q])", "M[:p, :q].float()")
call("concatenate matrices", "np.concatenate([M[:p, :q], N[:p, :q]])", "ocean.concatenate([M[:p, :q], N[:p, :q]])",
     "torch.cat([M[:p, :q], N[:p, :q]])")  # fmt: skip
call("centred rows", "M[:p, :q] - M[:p, :q].mean(1, keepdims=True)", "M[:q, :p] - ocean.mean(M[:q, :p], 0, True)",
     "M[:p, :q] - M[:p, :q].mean(1, keepdim=True)", unset=True)  # fmt: skip


# --- Measuring -------------------------------------------------------------------------------------------------------


def libraries(known: dict[str, Library]) -> dict[str, Library]:
    """The columns of the table."""
    found = {"ocean": known["ocean"], "again": known["ocean"], "numpy": known["numpy"]}
    return {**found, "torch": known["torch"]} if "torch" in known else found


def sizes(count: int) -> tuple[Sizes, Sizes]:
    """(k, p, q) in random order, without any k or (p, q) twice; and a few others to come before."""
    shuffle = randomness.Random(5).shuffle
    lengths = list(range(100, 100 + SIZES))
    pairs = [(p, q) for p in range(5, SIDE) for q in range(5, SIDE) if 100 <= p * q < 1100]
    shuffle(lengths)
    shuffle(pairs)
    found = [(k, *pair) for k, pair in zip(lengths, pairs, strict=False)][:count]
    others = [(99 - each, *pair) for each, pair in enumerate(pairs[SIZES : SIZES + WARM])]
    return found, others


class Runner:
    """One library at work on one row."""

    def __init__(self, library: Library, given: dict[str, Array], statement: Statement, warm: Sizes) -> None:
        once, self.statement = statement if isinstance(statement, tuple) else ("", statement)
        names: dict[str, Any] = {**library.names, **{name: library.take(array) for name, array in given.items()}}
        exec(once, names)
        names["now"] = perf_counter
        lines = f"def run(sizes):\n start = now()\n for k, p, q in sizes:\n  {self.statement}\n return now() - start\n"
        exec(compile(lines, self.statement, "exec"), names)
        self.run: Callable[[Iterable[tuple[int, int, int]]], float] = names["run"]
        for k, p, q in warm:
            names |= {"k": k, "p": p, "q": q}
            exec(self.statement if gives_nothing(self.statement) else f"result = {self.statement}", names)
        # a statement that gives nothing leaves its result in one of these
        values = as_array(names.get("result", [names[name] for name in "xMc"]), library.give)
        self.precise = values.dtype.itemsize >= 8
        self.total = complex(np.sum(values, dtype=np.complex128)) if values.dtype.kind != "U" else 0j


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage collection, as `timeit` has it, and no warnings of fused functions about many traces."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            yield
    finally:
        if collecting:
            gc.enable()


def measure(row: Row, columns: dict[str, Library], quick: bool) -> dict[str, float]:
    """Seconds of a call in the first pass over the sizes, and of Ocean's in a second one (`again`).

    The libraries take turns of some sizes each. What counts is the turn in the middle, when all are put in order.
    """
    from ocean._src.core.objects.tensor import forget_plans

    found, warm = sizes(FEW_SIZES if quick else SIZES)
    ocean = library_of_arrays() if isinstance(row, ShapesRow) and row.face == "arrays" else columns["ocean"]
    given = row.inputs()
    forget_plans()  # those of other rows, which had the same sizes
    runners = {
        name: Runner(ocean if name == "ocean" else columns[name], given, row.statements[name], warm)
        for name in columns
        if name in row.statements
    }
    ours = runners["ocean"]
    for name, each in runners.items():
        tolerance = 1e-6 if ours.precise and each.precise else 1e-2
        if not row.unset and not np.isclose(each.total, ours.total, rtol=tolerance, atol=1e-6):
            raise AssertionError(f"{row.name}: {name} has a sum of {each.total}, ocean {ours.total}")
    turns = [found[first : first + TURN] for first in range(0, len(found), TURN)]
    times: dict[str, list[float]] = {name: [] for name in runners}
    with undisturbed():
        for turn in turns:
            for name, each in runners.items():
                times[name].append(each.run(turn) / len(turn))
        times["again"] = [ours.run(turn) / len(turn) for turn in turns]
    return {name: median(each) for name, each in times.items()}


def result_of(row: Row, times: dict[str, float]) -> dict[str, Any]:
    ratios = {name: times[name] / times["ocean"] for name in ("numpy", "torch") if name in times}
    return {
        "name": row.name,
        "seconds": times,
        "best_peer": "numpy",
        "ratio": ratios["numpy"],
        "ratios": ratios,
        "target": row.target,
        "met": ratios["numpy"] >= row.target,
    }


def print_summary(results: list[dict[str, Any]], targets: bool) -> None:
    print("ratio: the time of NumPy / Ocean's, of PyTorch / Ocean's; both in the first pass")
    for name in ("numpy", "torch"):
        if ratios := [each["ratios"][name] for each in results if name in each["ratios"]]:
            faster = sum(ratio >= 1 for ratio in ratios)
            mean = geometric_mean(ratios)
            print(f"{name}: Ocean is faster in {faster} of {len(ratios)} rows; geometric mean of the ratios {mean:.2f}")
    known = geometric_mean(each["seconds"]["ocean"] / each["seconds"]["again"] for each in results)
    print(f"geometric mean of first pass / second pass: {known:.2f}")
    if targets:
        print(f"{sum(each['met'] for each in results)} of {len(results)} rows reach their target")
        print(f"target of the geometric mean: {GOAL}")
    print()


# --- Sizes that are new beside sizes that are known ------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """Calls with operands that are made before: some new ones, used once each, and a few known ones."""

    name: str
    make: Callable[[int], Any]
    most: float
    absolute: bool = False


KNOWN = 16
"""Different sizes that come before, so that the operation is known."""
REPEATED = 6
"""Calls after which a size is known."""


def twelve(count: int) -> Any:
    """Sums of 12 doubles in two dimensions, of four sizes and many strides."""
    import ocean

    room = ocean.zeros([12 * (count + 32)], ocean.double)
    pairs = []
    for number in range(count + KNOWN):
        rows, columns = ((3, 4), (4, 3), (2, 6), (6, 2))[number % 4]
        strides = [8, 8 * (rows + number // 4)]
        pairs.append(tuple(ocean.tensor(room.storage, at, [rows, columns], strides, 1) for at in (0, 800)))
    return (lambda a, b: a + b), pairs[KNOWN:], pairs[:KNOWN]


def slices(x: Any, count: int) -> tuple[list[Any], list[Any]]:
    """Pairs of new and of known lengths."""
    known = range(100, 100 + SIZES, SIZES // KNOWN)
    lengths = [k for k, _, _ in sizes(count)[0] if k not in known]
    new, old = ([(x[:k], x[k : 2 * k]) for k in each] for each in (lengths, known))
    return new, old


def fused(count: int) -> Any:
    import ocean

    return ocean.fuse(lambda a, b: (a * 2.0 + b) / 3.0), *slices(ocean.zeros([LONGEST], ocean.double), count)


def on_device(count: int) -> Any:
    import ocean

    def add(a: Any, b: Any) -> None:
        (a + b).sync()

    try:
        new, known = slices(ocean.gpu[0](ocean.zeros([LONGEST], ocean.double)), count)
        add(*known[0])
    except (IndexError, ocean.OceanError):
        return None  # there is none, or its driver builds no programs
    return add, new, known


LIMITS = {
    each.name: each
    for each in (
        Limit("a + b of 12, new / known", twelve, 1.3),
        Limit("fused (a * 2 + b) / 3, new - known", fused, 3e-6, absolute=True),
        Limit("a + b on gpu0, new / known", on_device, 1.5),
    )
}


def new_and_known(limit: Limit, quick: bool) -> dict[str, Any] | None:
    """Times of new sizes beside those of known ones, which take turns; None if there is no device for it."""
    made = limit.make(FEW_SIZES if quick else SIZES)
    if made is None:
        return None
    act, new, known = made
    turns: dict[str, list[float]] = {"new": [], "known": []}
    with undisturbed():
        for each in known * 20:
            act(*each)
        for first in range(0, len(new), TURN):
            some = new[first : first + TURN]
            for a, b in some:  # another operation, so that the operands are in the caches
                a - b
            for name in ("new", "known"):
                start = perf_counter()
                for each in some:
                    act(*each)
                turns[name].append((perf_counter() - start) / len(some))
                for each in some * REPEATED:
                    act(*each)
    times = {name: median(each) for name, each in turns.items()}
    found = times["new"] - times["known"] if limit.absolute else times["new"] / times["known"]
    return {"name": limit.name, "seconds": times, "found": found, "limit": limit.most, "absolute": limit.absolute}


def in_a_process(limit: Limit, quick: bool) -> dict[str, Any] | None:
    """The same in a process of its own, in which no other library has an LLVM."""
    command = [sys.executable, "-m", __name__, limit.name, *(["--quick"] if quick else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] | None = json.loads(done.stdout)
    return found


def print_limit(line: dict[str, Any], targets: bool, seconds: Callable[[float], str]) -> None:
    show = seconds if line["absolute"] else "{:.2f}".format
    times = "".join(f"{seconds(line['seconds'][name]):>10}" for name in ("new", "known"))
    mark = "" if line["found"] <= line["limit"] else "  missed"
    limit = f"   at most {show(line['limit'])}{mark}" if targets else ""
    found = show(line["found"]) if line["found"] > 0 or not line["absolute"] else "none"
    print(f"{line['name']:<{WIDTH}}{times}{found:>10}{limit}".rstrip(), flush=True)


def print_header(columns: dict[str, Library], targets: bool) -> None:
    names = "".join(f"{name:>10}" for name in columns)
    others = "".join(f"{'/ ' + name:>9}" for name in columns if name in ("numpy", "torch"))
    print(f"{INPUTS}\n\n{'each size once':<{WIDTH}}{names}{others}{'target' if targets else '':>8}".rstrip())


def print_row(
    result: dict[str, Any], columns: dict[str, Library], targets: bool, seconds: Callable[[float | None], str]
) -> None:
    times = "".join(f"{seconds(result['seconds'].get(name)):>10}" for name in columns)
    ratios = [result["ratios"].get(name) for name in columns if name in ("numpy", "torch")]
    shown = "".join(f"{'-' if ratio is None else f'{ratio:.2f}':>9}" for ratio in ratios)
    target = f"{result['target']:>8.1f}  {'' if result['met'] else 'missed'}" if targets else ""
    print(f"{result['name']:<{WIDTH}}{times}{shown}{target}".rstrip(), flush=True)


if __name__ == "__main__":
    print(json.dumps(new_and_known(LIMITS[sys.argv[1]], "--quick" in sys.argv)))

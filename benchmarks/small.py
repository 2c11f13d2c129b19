"""`python -m benchmarks small`: everyday calls on a 4x3 matrix and a vector of 12, where overhead is everything.

Each row is named after Ocean's expression; the peers get the fastest spelling that people use for the same result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .rows import Row, Statement, random

PEERS = ("ocean", "numpy", "torch")
GOAL = 1.8
"""The geometric mean of all ratios that we want to reach."""

ONCE = {
    "ocean": "import numpy; s, r, n = ocean.double(2.5), ocean.double(1.5), ocean.int64(7)",
    "numpy": "numpy = np; s, r, n = np.float64(2.5), np.float64(1.5), np.int64(7)",
    "torch": "import numpy; f8 = torch.float64; s, r, n = torch.tensor(2.5, dtype=f8), torch.tensor(1.5, dtype=f8), "
    "torch.tensor(7)",
}
"""What each library runs before a statement: scalars of its own."""
COMMON = (
    "; numbers = [0.5 * k for k in range(12)]; nested = [numbers[:3], numbers[3:6], numbers[6:9], numbers[9:]]"
    "; array = numpy.arange(12.0)"
)
INPUTS = """M, N: 4x3 doubles; m, f: 4x3 flags; A: 3x4; k: 4x1; Q: 4x1x3; c: 4x3, written to; v, w: 12; x: 3; u: 1,000
p: the integers 2, 0, 1; s, r, n: scalars 2.5, 1.5 and (integer) 7; numbers, nested: lists of 12 and 4x3 floats;
array: a NumPy array of 12"""


def inputs() -> dict[str, np.ndarray[Any, Any]]:
    vector = random(12)
    matrix, other = vector.reshape(4, 3), vector[::-1].reshape(4, 3).copy()
    return {
        "M": matrix, "N": other, "m": matrix > 0, "f": other > 0, "A": random(3, 4), "k": random(4, 1),
        "Q": random(4, 1, 3), "c": np.zeros((4, 3)), "v": vector, "w": vector[::-1].copy(),
        "x": random(3), "u": random(1000), "p": np.array([2, 0, 1]),
    }  # fmt: skip


def row(ocean: str, numpy: str | None = "", torch: str | None = "", target: float = 1.0, unset: bool = False) -> Row:
    """A row named after Ocean's expression. A peer that is not given has the same; None: it cannot do it."""
    numpy = ocean if numpy == "" else numpy
    given = {"ocean": ocean, "numpy": numpy, "torch": numpy if torch == "" else torch}
    statements: dict[str, Statement] = {
        name: (ONCE[name] + COMMON, words) for name, words in given.items() if words is not None
    }
    return Row(ocean, target, inputs, statements, unset)


CREATION = [
    row("ocean.tensor([4, 3])", "np.empty((4, 3), np.float32)", "torch.empty(4, 3)", unset=True),
    row("ocean.zeros([4, 3])", "np.zeros((4, 3), np.float32)", "torch.zeros(4, 3)"),
    row("ocean.zeros([12], ocean.double)", "np.zeros(12)", "torch.zeros(12, dtype=torch.float64)"),
    row("ocean.ones([4, 3])", "np.ones((4, 3), np.float32)", "torch.ones(4, 3)"),
    row("ocean.full([4, 3], 2.5)", "np.full((4, 3), 2.5)", "torch.full((4, 3), 2.5, dtype=torch.float64)"),
    row("ocean.zerosLike(M)", "np.zeros_like(M)", "torch.zeros_like(M)"),
    row("ocean.eye(4)", "np.eye(4, dtype=np.float32)", "torch.eye(4)"),
    row("ocean.diag(x)", "np.diag(x)", "torch.diag(x)"),
    row("ocean.arange(12)", "np.arange(12)", "torch.arange(12)"),
    row("ocean.arange(2, 24, 2)", "np.arange(2, 24, 2)", "torch.arange(2, 24, 2)"),
    row("ocean.linspace(0, 1, 12)", "np.linspace(0, 1, 12)", "torch.linspace(0, 1, 12, dtype=torch.float64)"),
    row("ocean.asTensor(numbers)", "np.array(numbers)", "torch.tensor(numbers, dtype=torch.float64)"),
    row("ocean.asTensor(nested)", "np.array(nested)", "torch.tensor(nested, dtype=torch.float64)"),
    row("ocean.asTensor(array)", None, "torch.from_numpy(array)"),
]

COPIES = [
    row("M.clone()", "M.copy()", "M.clone()"),
    row("c.copy(M)", "np.copyto(c, M)", "c.copy_(M)"),
    row("c.fill(2.5)", torch="c.fill_(2.5)"),
    row("ocean.float(M)", "M.astype(np.float32)", "M.float()"),
    row("ocean.double(M)", "M.astype(np.float64, copy=False)", "M.double()"),
    row("ocean.int64(v)", "v.astype(np.int64)", "v.long()"),
    row("M.asContiguous()", "np.ascontiguousarray(M)", "M.contiguous()"),
    row("v.asPython()", "v.tolist()"),
    row("M.asPython()", "M.tolist()"),
]

VIEWS = [
    row("M.size", "M.shape"),
    row("M.nelem", "M.size", "M.numel()"),
    row("M.dtype is ocean.double", "M.dtype == np.float64", "M.dtype is torch.float64"),
    row("len(M)"),
    row("M.T"),
    row("M.reshape(3, 4)"),
    row("M.flatten()", "M.ravel()", "M.flatten()"),
    row("M.swapAxes(0, 1)", "M.swapaxes(0, 1)", "M.swapaxes(0, 1)"),
    row("M.permuteAxes([1, 0])", "M.transpose(1, 0)", "M.permute(1, 0)"),
    row("Q.squeeze()"),
    row("Q.squeeze(1)"),
    row("M.unsqueeze(1)", "M[:, None]", "M.unsqueeze(1)"),
    row("M.flipud()", "M[::-1]", "M.flipud()"),
    row("M.slice(0, 1, 2)", "M[1:3]", "M.narrow(0, 1, 2)"),
    row("M.diag()", "M.diagonal()"),
    row("k.broadcastTo([4, 3])", "np.broadcast_to(k, (4, 3))", "k.expand(4, 3)"),
    row("M.split(0, 2)", "np.split(M, 2)", "M.chunk(2)"),
]

COMBINATION = [
    row("ocean.concatenate([M, N])", "np.concatenate([M, N])", "torch.cat([M, N])"),
    row("ocean.stack([v, w])", "np.stack([v, w])", "torch.stack([v, w])"),
    row("M.tile([2, 1])", "np.tile(M, (2, 1))", "M.repeat(2, 1)"),
    row("ocean.where(m, M, N)", "np.where(m, M, N)", "torch.where(m, M, N)"),
    row("ocean.where(m, M, 0.0)", "np.where(m, M, 0.0)", "torch.where(m, M, 0.0)"),
    row("ocean.clip(M, -1.0, 1.0)", "M.clip(-1.0, 1.0)"),
    row("ocean.find(m)", "np.nonzero(m)", "m.nonzero()"),
]

INDEXING = [
    row("v[3]"),
    row("M[1, 2]"),
    row("M[1]"),
    row("M[:, 1]"),
    row("M[1:3]"),
    row("v[2:9]"),
    row("v[p]"),
    row("M[p]"),
    row("M[m]"),
    row("v[[2, 0, 1]]"),
    row("c[1, 2] = 3"),
    row("c[1] = 0.5"),
    row("c[:, 1] = 0.5"),
    row("c[1] = x"),
    row("c[m] = 0.5"),
    row("c[p] = 0.5"),
    row("for row in M: pass"),
    row("sum(u)", target=0.9),
    row("sorted(u)", target=0.9),
]

OPERATORS = [
    row("M + N"),
    row("M - 1.5"),
    row("2 - M"),
    row("M @ N", "M * N"),
    row("M * 2"),
    row("M / N"),
    row("v ** 2"),
    row("-M"),
    row("abs(M)"),
    row("M + k"),
    row("M + s"),
    row("M < N"),
    row("M == 0.5"),
    row("m & f"),
    row("~m"),
    row("c += N"),
    row("c -= 0.5"),
    row("c @= M", "c *= M"),
    row("v + numbers", torch=None),
    row("v + array", torch="v + torch.from_numpy(array)"),
    row("M * x", "M @ x"),
    row("M * A", "M @ A"),
    row("ocean.multiply(M, x)", "M @ x"),
    row("v.T * w", "v @ w"),
]

FUNCTIONS = [
    row("ocean.add(M, N, c)", "np.add(M, N, c)", "torch.add(M, N, out=c)"),
    row("ocean.exp(v)", "np.exp(v)", "torch.exp(v)"),
    row("ocean.max(M, N)", "np.maximum(M, N)", "torch.maximum(M, N)"),
    row("ocean.isnan(v)", "np.isnan(v)", "torch.isnan(v)"),
    row("ocean.isclose(v, w)", "np.isclose(v, w)", "torch.isclose(v, w)"),
]

REDUCTIONS = [
    row("ocean.sum(M)", "M.sum()"),
    row("ocean.sum(M, 0)", "M.sum(0)"),
    row("ocean.sum(M, 1)", "M.sum(1)"),
    row("ocean.sum(M, 1, True)", "M.sum(1, keepdims=True)"),
    row("ocean.prod(v)", "v.prod()"),
    row("ocean.maximum(M)", "M.max()"),
    row("ocean.maximum(M, 1)", "M.max(1)", "M.amax(1)"),
    row("ocean.all(m)", "m.all()"),
    row("ocean.all(m, 0)", "m.all(0)"),
    row("ocean.nnz(m)", "np.count_nonzero(m)", "torch.count_nonzero(m)"),
    row("ocean.mean(M)", "M.mean()"),
    row("ocean.mean(M, 1)", "M.mean(1)"),
    row("ocean.var(M)", "M.var()", "M.var(correction=0)"),
    row("ocean.stdev(M, 1, ddof=1)", "M.std(1, ddof=1)", "M.std(1)"),
    row("ocean.argmax(v)", "v.argmax()"),
    row("ocean.argmin(M, 1)", "M.argmin(1)"),
    row("ocean.ptp(v)", "np.ptp(v)", "v.max() - v.min()"),
    row("ocean.norm(v)", "np.linalg.norm(v)", "torch.linalg.vector_norm(v)"),
]

SCALARS = [
    row("s + r"),
    row("s * 2"),
    row("1.5 - s"),
    row("s / r"),
    row("n + 1"),
    row("n // 2"),
    row("-s"),
    row("s < r"),
    row("s == 2.5"),
    row("ocean.sqrt(2.0)", "np.sqrt(2.0)", "torch.sqrt(torch.tensor(2.0, dtype=torch.float64))"),
    row("ocean.sin(s)", "np.sin(s)", "torch.sin(s)"),
    row("float(s)"),
]

ROWS = [
    *CREATION, *COPIES, *VIEWS, *COMBINATION, *INDEXING, *OPERATORS, *FUNCTIONS, *REDUCTIONS, *SCALARS,
]  # fmt: skip


def expressions(each: Row) -> str:
    """What every library was given, as printed below a row."""
    return "   ".join(f"{name}: {words[1]}" for name, words in each.statements.items())

"""Rows for products of matrices. The elements are small integers in every dtype, so that all sums are exact."""

from __future__ import annotations

import numpy as np

from .rows import ROW_MAJOR, Inputs, Row, Statement, row

# Ocean numbers matrices by the last dimension, the others by the first one.
BY_FIRST = "a, b = ({}(x.transpose(2, 0, 1)) for x in (a, b))"
PRODUCT: dict[str, Statement] = {
    "numpy": "a @ b",
    "torch": "a @ b",
    "jax": ("f = jax.jit(lambda a, b: a @ b)", "f(a, b).block_until_ready()"),
}
COLLECTION: dict[str, Statement] = {
    "ocean": "a * b",
    "numpy": (BY_FIRST.format("np.ascontiguousarray"), "a @ b"),
    "torch": ("a, b = (x.permute(2, 0, 1).contiguous() for x in (a, b))", "torch.bmm(a, b)"),
    "jax": (f"{BY_FIRST.format('')}; f = jax.jit(lambda a, b: a @ b)", "f(a, b).block_until_ready()"),
}
COLUMN_MAJOR: dict[str, Statement] = {
    "numpy": ("a = np.asfortranarray(a)", "a @ b"),
    "torch": ("a = a.t().contiguous().t()", "a @ b"),
    "jax": PRODUCT["jax"],
}


def pair(kind: str, first: tuple[int, ...], second: tuple[int, ...] | None = None) -> Inputs:
    random = np.random.default_rng(7)
    sizes = {"a": first, "b": second or first}
    return lambda: {name: random.integers(0, 2, size).astype(kind) for name, size in sizes.items()}


ROWS: list[Row] = [
    row("matmul 1024, float32", 0.97, pair("f4", (1024, 1024)), ocean="a * b", **PRODUCT),
    row("matmul 1024, float64", 0.97, pair("f8", (1024, 1024)), ocean="a * b", **PRODUCT),
    row("matmul 512, int64", 5.0, pair("i8", (512, 512)), ocean="a * b", **PRODUCT),
    row("matmul 512, int32", 5.0, pair("i4", (512, 512)), ocean="a * b", **PRODUCT),
    row("matmul 512, float16", 20.0, pair("f2", (512, 512)), ocean="a * b", **PRODUCT),
    row("10,000 products of 4x4 doubles", 1.5, pair("f8", (4, 4, 10_000)), **COLLECTION),
    row("1,000 products of 32x32 floats", 1.0, pair("f4", (32, 32, 1_000)), **COLLECTION),
    row("4x4 times 4x4 doubles", 1.0, pair("f8", (4, 4)), ocean="a * b", **PRODUCT),
    *(
        row(
            f"{n}x{n} times vector, {kind}{', row-major' if once else ''}", 1.0, pair(code, (n, n), (n,)),
            ocean=(once, "a * b"), **(PRODUCT if once else COLUMN_MAJOR),
        )
        for n in (8, 32, 64, 128, 256, 1000)
        for kind, code in (("float64", "f8"), ("int64", "i8"))
        for once in ("", ROW_MAJOR)
    ),
    *(
        row(f"v.T * v, {n:,} float64", 1.0, pair("f8", (n,)), ocean="a.T * b", **PRODUCT)
        for n in (8, 100, 1_000, 10_000, 1_000_000)
    ),
]  # fmt: skip

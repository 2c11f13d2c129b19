"""`python -m benchmarks families`: sorting, searching, statistics, cumulative and sliding operations, random numbers.

Each family is a list of rows in the order of its table; every row has a sibling on 12 elements, for the call overhead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .draws import DRAWS
from .rows import Inputs, Row, Statement, random, row

MILLION = 1_000_000
FEW = 12
Array = np.ndarray[Any, Any]


def jitted(expression: str, arguments: str = "a") -> Statement:
    return f"f = jax.jit(lambda {arguments}: {expression})", f"jax.block_until_ready(f({arguments}))"


def both(name: str, target: float, inputs: Callable[[int], Inputs], count: int, **statements: Statement) -> list[Row]:
    """A row on many elements, and the same on a few."""
    title = "1e6" if count == MILLION else f"{count:,}"
    return [
        row(f"{name}, {title}", target, inputs(count), **statements),
        row(f"{name}, {FEW}", 1.0, inputs(FEW), **statements),
    ]


# --- Sorting ---------------------------------------------------------------------------------------------------------


def integers(kind: str, count: int) -> Array:
    limits = np.iinfo(kind)
    return np.random.default_rng(7).integers(limits.min, limits.max, count, kind, endpoint=True)


def material(kind: str) -> Callable[[int], Inputs]:
    """Random elements of a kind; integers are of all sizes."""
    if np.dtype(kind).kind == "f":
        return lambda count: lambda: {"a": random(count).astype(kind)}
    return lambda count: lambda: {"a": integers(kind, count)}


def sort_statements(kind: str, stable: str = "") -> dict[str, Statement]:
    """NumPy in the faster `kind`; PyTorch does not sort uint16."""
    found: dict[str, Statement] = {
        "ocean": "ocean.sort(a)", "numpy": f"np.sort(a{stable})", "torch": "torch.sort(a)[0]",
        "jax": jitted("jax.numpy.sort(a)"),
    }  # fmt: skip
    if kind == "u2":
        del found["torch"]
    return found


SORTING: list[Row] = []
for _kind, _name, _target, _stable in (
    ("f8", "doubles", 1.2, ""), ("f4", "floats", 1.2, ""), ("i4", "int32", 1.2, ""), ("i8", "int64", 1.2, ""),
    ("u2", "uint16", 2.5, ", kind='stable'"), ("i1", "int8", 5, ", kind='stable'"), ("f2", "half", 5, ""),
):  # fmt: skip
    SORTING += both(f"sort {_name}", _target, material(_kind), MILLION, **sort_statements(_kind, _stable))
SORTING += [
    row(
        f"sort along axis {axis}, 1000x1000", 1.3, lambda: {"a": random(1000, 1000)},
        ocean=f"ocean.sort(a, {axis})", numpy=f"np.sort(a, {1 - axis})", torch=f"torch.sort(a, {1 - axis})[0]",
        jax=jitted(f"jax.numpy.sort(a, {1 - axis})"),
    )
    for axis in (0, 1)
]  # fmt: skip
for _kind, _name in (("f8", "doubles"), ("i8", "int64")):
    SORTING += both(
        f"argsort {_name}", 2, material(_kind), MILLION, ocean="ocean.argsort(a)", numpy="np.argsort(a)",
        torch="torch.argsort(a)", jax=jitted("jax.numpy.argsort(a)"),
    )  # fmt: skip

ROWS = [*SORTING, *DRAWS]

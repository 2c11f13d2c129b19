"""`python -m benchmarks families`: sorting, searching, statistics, cumulative and sliding operations, random numbers.

Each family is a list of rows in the order of its table; every row has a sibling on 12 elements, for the call overhead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    title = {MILLION: "1e6", 10 * MILLION: "1e7"}.get(count, f"{count:,}")
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
for _name, _target, _statements in (
    ("median", 1.5, {"ocean": "ocean.median(a)", "numpy": "np.median(a)", "torch": "torch.quantile(a, 0.5)",
                     "jax": jitted("jax.numpy.median(a)")}),
    ("quantile", 1.5, {"ocean": "ocean.quantile(a, 0.3)", "numpy": "np.quantile(a, 0.3)",
                       "torch": "torch.quantile(a, 0.3)", "jax": jitted("jax.numpy.quantile(a, 0.3)")}),
    ("partition", 1.5, {"ocean": "ocean.partition(a, 5)", "numpy": "np.partition(a, 5)",
                        "jax": jitted("jax.numpy.partition(a, 5)")}),
    ("argpartition", 1.5, {"ocean": "ocean.argpartition(a, 5)", "numpy": "np.argpartition(a, 5)"}),
):  # fmt: skip
    SORTING += both(f"{_name} doubles", _target, material("f8"), MILLION, **_statements)
for _k, _count in ((100, MILLION), (5, FEW)):
    SORTING.append(
        row(
            f"topk {_k} doubles, {'1e6' if _count == MILLION else _count}", 1.5 if _count == MILLION else 1.0,
            material("f8")(_count), ocean=f"ocean.topk(a, {_k})[0]",
            numpy=f"np.sort(np.partition(a, {_count - _k})[-{_k}:])", torch=f"torch.topk(a, {_k})[0]",
            jax=jitted(f"jax.lax.top_k(a, {_k})[0]"),
        )
    )  # fmt: skip


# --- Searching and counting ------------------------------------------------------------------------------------------


def numbers(kind: str, distinct: int) -> Callable[[int], Inputs]:
    values = np.random.default_rng(7).integers(0, 1 << 40, distinct)
    return lambda count: lambda: {"a": values[np.random.default_rng(8).integers(0, distinct, count)].astype(kind)}


def small_numbers(count: int) -> Inputs:
    return lambda: {"a": np.random.default_rng(7).integers(0, 1000, count)}


def sorted_and_values(count: int) -> Inputs:
    return lambda: {"a": np.sort(random(count)), "b": random(count)[::-1].copy()}


SEARCHING = [
    *both(
        "histogram doubles, 100 bins", 4, material("f8"), MILLION, ocean="ocean.histogram(a, 100)[0]",
        numpy="np.histogram(a, 100)[0]", torch="torch.histc(a, 100)", jax=jitted("jax.numpy.histogram(a, 100)[0]"),
    ),
    *both(
        "bincount", 2, small_numbers, MILLION, ocean="ocean.bincount(a)", numpy="np.bincount(a)",
        torch="torch.bincount(a)", jax=jitted("jax.numpy.bincount(a, length=1000)"),
    ),
    *both(
        "searchsorted doubles", 1.5, sorted_and_values, MILLION, ocean="ocean.searchsorted(a, b)",
        numpy="np.searchsorted(a, b)", torch="torch.searchsorted(a, b)",
        jax=jitted("jax.numpy.searchsorted(a, b)", "a, b"),
    ),
]  # fmt: skip
for _kind, _name in (("i8", "int64"), ("f8", "doubles")):
    for _distinct in (1_000, MILLION):
        SEARCHING += both(
            f"unique {_name}, {'1e3' if _distinct == 1_000 else '1e6'} distinct", 1.5, numbers(_kind, _distinct),
            MILLION, ocean="ocean.unique(a)", numpy="np.unique(a)", torch="torch.unique(a)",
        )  # fmt: skip

# --- Cumulative, statistics --------------------------------------------------------------------------------------


def along(function: str, torch: str, axis: int) -> dict[str, Statement]:
    """A function along an axis of a matrix; Ocean's are column-major, so that the same axis is the other one there."""
    other = 1 - axis
    return {
        "ocean": f"ocean.{function}(a, {axis})", "numpy": f"np.{NUMPY.get(function, function)}(a, {other})",
        "torch": f"torch.{torch}(a, {other})", "jax": jitted(f"jax.numpy.{NUMPY.get(function, function)}(a, {other})"),
    }  # fmt: skip


def matrix_row(function: str, target: float, axis: int, **statements: Statement) -> Row:
    """A row along an axis of a matrix; its sum is not the same for all, because they take different axes."""
    inputs: Inputs = lambda: {"a": random(3000, 3000)}  # noqa: E731
    return replace(row(f"{function} along axis {axis}, 3000x3000", target, inputs, **statements), unset=True)


def of_all(function: str, torch: str) -> dict[str, Statement]:
    return {
        "ocean": f"ocean.{function}(a)", "numpy": f"np.{NUMPY.get(function, function)}(a)",
        "torch": f"torch.{torch}", "jax": jitted(f"jax.numpy.{NUMPY.get(function, function)}(a)"),
    }  # fmt: skip


NUMPY = {"stdev": "std"}
TORCH = {"stdev": "std(a, correction=0)", "var": "var(a, correction=0)"}
REDUCED = (("mean", 0.95), ("var", 1.3), ("stdev", 1.3))
MANY = 10_000_000

CUMULATIVE = both("cumsum doubles", 1.5, material("f8"), MANY, **of_all("cumsum", "cumsum(a, 0)"))
CUMULATIVE += [matrix_row("cumsum", 1.5, axis, **along("cumsum", "cumsum", axis)) for axis in (0, 1)]
STATISTICS: list[Row] = []
for _kind, _name in (("f4", "floats"), ("f8", "doubles")):
    for _function, _target in REDUCED:
        _torch = TORCH.get(_function, f"{_function}(a)")
        STATISTICS += both(f"{_function} {_name}", _target, material(_kind), MANY, **of_all(_function, _torch))
for _function, _target in REDUCED:
    STATISTICS += [
        matrix_row(
            _function, _target, axis,
            **{
                **along(_function, _function, axis),
                "torch": f"torch.{TORCH.get(_function, f'{_function}(a)').replace('(a', f'(a, {1 - axis}')}",
            },
        )
        for axis in (0, 1)
    ]  # fmt: skip
STATISTICS += both("argmax floats", 1.2, material("f4"), MANY, **of_all("argmax", "argmax(a)"))
STATISTICS += [matrix_row("argmax", 1.2, axis, **along("argmax", "argmax", axis)) for axis in (0, 1)]

# --- Sliding -----------------------------------------------------------------------------------------------------

WINDOWS = "np.lib.stride_tricks.sliding_window_view(a, {})"
SLIDING = [
    *both(
        "moving average (window 7)", 2, material("f8"), MILLION,
        ocean=("f = lambda w: ocean.sum(w) / 7", "ocean.slide(a, f, 0, 7)"),
        numpy=("k = np.full(7, 1 / 7)", "np.convolve(a, k, 'valid')"),
        torch="torch.nn.functional.avg_pool1d(a[None, None], 7, 1)",
        jax=("k = jax.numpy.full(7, 1 / 7); f = jax.jit(lambda a: jax.numpy.convolve(a, k, 'valid'))",
             "f(a).block_until_ready()"),
    ),
    *both(
        "moving median (window 5)", 2, material("f8"), MILLION,
        ocean=("f = lambda w: ocean.median(w)", "ocean.slide(a, f, 0, 5)"),
        numpy=f"np.median({WINDOWS.format(5)}, -1)",
        torch="a.unfold(0, 5, 1).median(1)[0]",
        jax=("f = jax.jit(lambda a: jax.numpy.median(jax.numpy.stack([a[k:len(a) - 4 + k] for k in range(5)]), 0))",
             "f(a).block_until_ready()"),
    ),
]  # fmt: skip

ROWS = [*SORTING, *SEARCHING, *CUMULATIVE, *STATISTICS, *SLIDING, *DRAWS]

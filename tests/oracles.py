"""What operations should give, computed with NumPy: casts, promotion and the arithmetic of the 16 dtypes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from layouts import DTYPES, NUMPY, to_bfloat16

import ocean

FACTS = json.loads((Path(__file__).parent / "data" / "promotion.json").read_text())
BY_NAME = {each.name: each for each in DTYPES}


def common(first: ocean.dtype, second: ocean.dtype) -> ocean.dtype:
    """The dtype of a + b, from the table of measured facts."""
    return BY_NAME[FACTS["a+b"][first.spelling][second.spelling]]


def to_integer(real: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """A floating number to an integer: truncated; what is out of range of int32 (int64 for wide types) is its smallest
    value, wrapped to the target."""
    real = real.astype(np.float64)
    through = np.int32 if kind.size < 4 or kind is ocean.int32 else np.int64
    limits = np.iinfo(through)
    with np.errstate(invalid="ignore"):
        inside = (real > limits.min - (1.0 if through is np.int32 else 0)) & (
            real < float(limits.max) + (1.0 if through is np.int32 else 0)
        )
        if through is np.int64:
            inside |= real == limits.min
        result = np.where(inside, real, limits.min).astype(through)
        if kind is ocean.uint64:
            upper = (real >= 2.0**63) & (real < 2.0**64)
            return np.where(upper, np.where(upper, real, 0).astype(np.uint64), result.astype(np.uint64))
    return result.astype(NUMPY[kind])


def cast(array: np.ndarray, source: ocean.dtype, target: ocean.dtype) -> np.ndarray:
    """Values of one dtype as values of another."""
    if target is source:
        return array
    if target is ocean.bool:
        return array != 0
    if not target.iscomplex and source.iscomplex:
        array = array.real
    if not target.isfloat:
        return to_integer(array, target) if array.dtype.kind == "f" else array.astype(NUMPY[target])
    if target is ocean.bfloat16:
        return to_bfloat16(array)
    with np.errstate(over="ignore", invalid="ignore"):
        if target is ocean.chalf:
            return rounded(
                array.astype(np.complex128 if array.dtype.itemsize > 8 else np.complex64)
                if array.dtype.kind == "c"
                else array,
                target,
            )
        return array.astype(NUMPY[target])


def rounded(array: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """Values as they are after a visit to memory."""
    if kind is ocean.bfloat16:
        return to_bfloat16(array)
    with np.errstate(over="ignore", invalid="ignore"):
        if kind is ocean.chalf:
            result = np.empty(array.shape, np.complex64)
            result.real, result.imag = array.real.astype(np.float16), np.imag(array).astype(np.float16)
            return result
        return array.astype(NUMPY[kind])


def floor_divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Integers round down; division by zero gives 0, and the smallest value by -1 wraps to itself."""
    with np.errstate(all="ignore"):
        return np.where(y == 0, 0, x // np.where(y == 0, 1, y)).astype(x.dtype)


def arithmetic(name: str, x: np.ndarray, y: np.ndarray, kind: ocean.dtype) -> np.ndarray:
    """Two arrays of one dtype, combined in it."""
    if kind is ocean.bool:
        return {"add": x | y, "subtract": x ^ y, "scale": x & y, "divide": x & y}[name]
    if name == "divide" and not kind.isfloat:
        return floor_divide(x, y)
    function = {"add": np.add, "subtract": np.subtract, "scale": np.multiply, "divide": np.divide}[name]
    with np.errstate(all="ignore"):
        return rounded(function(x, y), kind)


def compare(name: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Complex numbers compare by real part, then by imaginary part; nothing compares with NaN but `!=`."""
    if x.dtype.kind == "c":
        ordered = ~(np.isnan(x) | np.isnan(y))
        less = ordered & ((x.real < y.real) | ((x.real == y.real) & (x.imag < y.imag)))
        equal = x == y
    else:
        ordered = x == x
        less, equal = x < y, x == y
        ordered = ~(np.not_equal(x, x) | np.not_equal(y, y))
    return {
        "equal": equal, "notEqual": ~equal, "less": less, "lessEqual": less | (equal & ordered),
        "greater": ordered & ~less & ~equal, "greaterEqual": ordered & ~less,
    }[name]  # fmt: skip

"""The derivatives of rows: a column of the operation table, in a file of its own because only gradients load it.

A derivative is written with the functions of `ocean.numpy`, which are the same rows. So it has derivatives itself, is
computed on the device of the operands, and is fused like anything else. `tests/gradients/test_table.py` fails on a
public row that has neither a derivative nor a reason to have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.hints import Any

Partial = Callable[..., Any]

PARTIALS: dict[str, tuple[Partial, ...]] = {}
"""For each operand of a row: partial(np, y, *operands), what its change is multiplied by. y is the result."""

PULLS: dict[str, Callable[..., Any]] = {}
"""Rows of one operand that are not differentiable as functions of a complex number: pull(np, g, y, x)."""

CONSTANT = "It is constant between its steps, so that its derivative is zero."
TRUTH = "Its result is true or false."
INTEGERS = "It is for integers."
RANDOM = "It draws random numbers."

ZERO: dict[str, str] = {
    **dict.fromkeys(("floor", "ceil", "trunc", "round", "numpy nearest", "sign", "heaviside", "floorDivide", "exponent",
                     "whole", "roundAfter", "roundBefore"), CONSTANT),
    **dict.fromkeys(("equal", "notEqual", "less", "lessEqual", "greater", "greaterEqual", "logicalAnd", "logicalOr",
                     "logicalXor", "logicalNot", "isinf", "isnan", "isfinite", "isposinf", "isneginf",
                     "signbit"), TRUTH),
    **dict.fromkeys(("bitwiseAnd", "bitwiseOr", "bitwiseXor", "bitwiseNot", "numpy bitwise_count", "bitshiftLeft",
                     "bitshiftRight", "gcd", "lcm", "numpy short power"), INTEGERS),
}  # fmt: skip
"""Rows whose derivative is zero, with the reason."""


def partials(name: str, *each: Partial) -> None:
    PARTIALS[name] = each


def one(np: Any, y: Any, *operands: Any) -> Any:
    return 1


def minus_one(np: Any, y: Any, *operands: Any) -> Any:
    return -1


# --- Sums, products, quotients -------------------------------------------------------------------------------------

partials("copy", one)
partials("numpy positive", one)
partials("negative", minus_one)
partials("add", one, one)
partials("subtract", one, minus_one)
partials("scale", lambda np, y, a, b: b, lambda np, y, a, b: a)
for _name in ("divide", "trueDivide"):
    partials(_name, lambda np, y, a, b: 1 / b, lambda np, y, a, b: -y / b)
partials("reciprocal", lambda np, y, x: -y * y)
partials("square", lambda np, y, x: 2 * x)
partials("cube", lambda np, y, x: 3 * x * x)
partials("fma", lambda np, y, a, b, c: b, lambda np, y, a, b, c: a, one)
partials("mod", one, lambda np, y, a, b: -np.floor_divide(a, b))
partials("fmod", one, lambda np, y, a, b: -np.trunc(a / b))
partials("remainder", one, lambda np, y, a, b: -np.rint(a / b))
partials("fdim", lambda np, y, a, b: where_float(np, a > b, y), lambda np, y, a, b: -where_float(np, a > b, y))
partials("ldexp", lambda np, y, a, b: np.exp2(np.asarray(b).astype(y.dtype)), lambda np, y, a, b: y * math.log(2))
partials("fraction", one)
partials("mantissa", lambda np, y, x: np.where(x == 0, 1, y / np.where(x == 0, 1, x)))


def where_float(np: Any, condition: Any, like: Any) -> Any:
    """1 and 0 in the dtype of the result."""
    return condition.astype(like.dtype)


# --- Magnitudes and choices ------------------------------------------------------------------------------------------

partials("fabs", lambda np, y, x: np.sign(x))
PULLS["absolute"] = lambda np, g, y, x: (
    g * np.sign(x) if not np.iscomplexobj(x) else g * np.conj(x) / np.where(y == 0, 1, y)
)
PULLS["conj"] = lambda np, g, y, x: np.conj(g)
PULLS["angle"] = lambda np, g, y, x: (
    g * 0 if not np.iscomplexobj(x) else g * (-1j) * np.conj(x) / (np.real(x) ** 2 + np.imag(x) ** 2)
)
PULLS["squaredAbs"] = lambda np, g, y, x: 2 * g * np.conj(x)
PULLS["realPart"] = lambda np, g, y, x: g
PULLS["imagPart"] = lambda np, g, y, x: g * (-1j) if np.iscomplexobj(x) else g * 0
partials("copysign", lambda np, y, a, b: np.where(a == 0, 0, np.copysign(1.0, a) * np.copysign(1.0, b)),
         lambda np, y, a, b: 0)  # fmt: skip
partials("nextafter", one, lambda np, y, a, b: 0)


def shared(np: Any, mine: Any, other: Any, y: Any) -> Any:
    """1 where an operand is the result, one half where both are, so that ties are shared; NaN counts as itself."""
    own = (mine == y) | (np.isnan(mine) & np.isnan(y))
    both = own & ((other == y) | (np.isnan(other) & np.isnan(y)))
    return own.astype(y.dtype) - 0.5 * both.astype(y.dtype)


for _name in ("min", "max", "fmin", "fmax"):
    partials(_name, lambda np, y, a, b: shared(np, a, b, y), lambda np, y, a, b: shared(np, b, a, y))
partials("where", lambda np, y, c, a, b: 0, lambda np, y, c, a, b: (np.asarray(c) != 0).astype(y.dtype),
         lambda np, y, c, a, b: (np.asarray(c) == 0).astype(y.dtype))  # fmt: skip
partials(
    "clip",
    lambda np, y, x, low, high: ((x >= low) & (x <= high)).astype(y.dtype),
    lambda np, y, x, low, high: ((x < low) & (np.asarray(low) <= high)).astype(y.dtype),
    lambda np, y, x, low, high: ((x > high) | (np.asarray(low) > high)).astype(y.dtype),
)
partials("fillNaN", lambda np, y, x, v: (~np.isnan(x)).astype(y.dtype), lambda np, y, x, v: np.isnan(x).astype(y.dtype))
partials(
    "replaceNonfinite",
    lambda np, y, x, *values: np.isfinite(x).astype(y.dtype),
    lambda np, y, x, *values: np.isnan(x).astype(y.dtype),
    lambda np, y, x, *values: np.isposinf(x).astype(y.dtype),
    lambda np, y, x, *values: np.isneginf(x).astype(y.dtype),
)
partials("hypot", lambda np, y, a, b: np.where(y == 0, 0, a / np.where(y == 0, 1, y)),
         lambda np, y, a, b: np.where(y == 0, 0, b / np.where(y == 0, 1, y)))  # fmt: skip
partials("divideReal", lambda np, y, a, b: 1 / b, lambda np, y, a, b: -y / b)


# --- Powers, exponentials, logarithms --------------------------------------------------------------------------------


def power_by_base(np: Any, y: Any, x: Any, p: Any) -> Any:
    """p x^(p - 1); zero for p = 0, also at x = 0."""
    if isinstance(p, (int, float, complex)):
        return 0 if p == 0 else p * (1 if p == 1 else x if p == 2 else x ** (p - 1))
    p = p if np.iscomplexobj(p) or np.iscomplexobj(x) else np.asarray(p) * 1.0
    return np.where(p == 0, 0, p * np.power(x, np.where(p == 0, 1, p - 1)))


def power_by_exponent(np: Any, y: Any, x: Any, p: Any) -> Any:
    """y log x; zero for x = 0 if the power is."""
    x = np.asarray(x)
    none = (x == 0) & (np.real(p) >= 0)
    return np.where(none, 0, y * np.log(np.where(none, 1, x)))


partials("power", power_by_base, power_by_exponent)
partials("numpy float_power", power_by_base, power_by_exponent)
partials("sqrt", lambda np, y, x: 0.5 / y)
partials("root", lambda np, y, x: 0.5 / y)
partials("cbrt", lambda np, y, x: 1 / (3 * y * y))
partials("exp", lambda np, y, x: y)
partials("exp2", lambda np, y, x: y * math.log(2))
partials("exp10", lambda np, y, x: y * math.log(10))
partials("expm1", lambda np, y, x: y + 1)
partials("log", lambda np, y, x: 1 / x)
partials("log2", lambda np, y, x: 1 / (x * math.log(2)))
partials("log10", lambda np, y, x: 1 / (x * math.log(10)))
partials("log1p", lambda np, y, x: 1 / (1 + x))


def share_of_sum(np: Any, y: Any, mine: Any) -> Any:
    """exp(x - y) without infinity minus infinity."""
    return np.exp(mine - np.where(np.isfinite(y), y, 0))


partials("logaddexp", lambda np, y, a, b: share_of_sum(np, y, a), lambda np, y, a, b: share_of_sum(np, y, b))
partials("logaddexp2", lambda np, y, a, b: share_of_sum(np, y * math.log(2), a * math.log(2)),
         lambda np, y, a, b: share_of_sum(np, y * math.log(2), b * math.log(2)))  # fmt: skip


# --- Trigonometry and special functions ----------------------------------------------------------------------------

partials("sin", lambda np, y, x: np.cos(x))
partials("cos", lambda np, y, x: -np.sin(x))
partials("tan", lambda np, y, x: 1 + y * y)
partials("arcsin", lambda np, y, x: 1 / np.sqrt(1 - x * x))
partials("arccos", lambda np, y, x: -1 / np.sqrt(1 - x * x))
partials("arctan", lambda np, y, x: 1 / (1 + x * x))
partials("sinh", lambda np, y, x: np.cosh(x))
partials("cosh", lambda np, y, x: np.sinh(x))
partials("tanh", lambda np, y, x: 1 - y * y)
partials("arcsinh", lambda np, y, x: 1 / np.sqrt(1 + x * x))
partials("arccosh", lambda np, y, x: 1 / (np.sqrt(x - 1) * np.sqrt(x + 1)))
partials("arctanh", lambda np, y, x: 1 / (1 - x * x))
partials("deg2rad", lambda np, y, x: math.pi / 180)
partials("rad2deg", lambda np, y, x: 180 / math.pi)
partials("arctan2", lambda np, y, a, b: b / (a * a + b * b), lambda np, y, a, b: -a / (a * a + b * b))
partials("erf", lambda np, y, x: 2 / math.sqrt(math.pi) * np.exp(-x * x))
partials("gamma", lambda np, y, x: y * digamma(np, x))
partials("lgamma", lambda np, y, x: digamma(np, x))


def sinc_derivative(np: Any, y: Any, x: Any) -> Any:
    """(cos(pi x) - sinc(x)) / x, and its series where that loses digits."""
    t = math.pi * x
    small = np.abs(t) < 0.5
    s, square = np.where(small, t, 0), np.where(small, t * t, 0)
    series: Any = 0.0
    for k in range(11, 0, -1):  # the sum of (-1)^k 2k t^(2k-1) / (2k+1)!
        series = series * square + (-1) ** k * 2 * k / math.factorial(2 * k + 1)
    away = np.where(small, 1, x)
    return np.where(small, math.pi * s * series, (np.cos(math.pi * away) - np.sinc(away)) / away)


partials("sinc", sinc_derivative)


def digamma(np: Any, x: Any) -> Any:
    """The derivative of log gamma: the recurrence up to 8, then a series; reflected for negative numbers."""
    negative = x < 0.5
    z = np.where(negative, 1 - x, x)
    total: Any = 0.0
    for _ in range(8):
        step = z < 8
        total = total - np.where(step, 1 / np.where(step, z, 1), 0)
        z = np.where(step, z + 1, z)
    w = 1 / (z * z)
    series = w * (1 / 12 - w * (1 / 120 - w * (1 / 252 - w * (1 / 240 - w * (1 / 132 - w * (691 / 32760 - w / 12))))))
    value = total + np.log(z) - 0.5 / z - series
    mirrored = np.where(negative, x, 0.25)
    return np.where(negative, value - math.pi / np.tan(math.pi * mirrored), value)

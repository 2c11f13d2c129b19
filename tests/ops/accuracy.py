"""How far results may be from the truth, in units in the last place, and how far they are.

`python -m tests.ops.accuracy [points]` prints both. The bounds stand in one table, which the tests enforce and
`docs/accuracy.md` shows. The truth comes from mpmath, with enough digits. A unit in the last place is that of the exact
result; for complex numbers, of each part.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import mpmath as mp
import numpy as np

import ocean
import ocean_numpy  # noqa: F401  tensors from NumPy arrays

Array = np.ndarray[Any, Any]
LIBRARY = 4.0
"""What the functions of the C library may be wrong by; its vector versions promise this."""


class Bound(NamedTuple):
    """Units in the last place for float, double, and the parts of complex-float and complex-double (None: no such)."""

    float: float
    double: float
    cfloat: float | None = None
    cdouble: float | None = None


BOUNDS = {
    "sqrt": Bound(0.5, 0.5, 1, 2.5),
    "cbrt": Bound(1, 1, 1, 6),
    "sin": Bound(LIBRARY, LIBRARY, 1, 6),
    "cos": Bound(LIBRARY, LIBRARY, 1, 6),
    "tan": Bound(LIBRARY, LIBRARY, 1, 8),
    "sinh": Bound(2.5, 2.5, 1, 6),
    "cosh": Bound(2.5, 2.5, 1, 6),
    "tanh": Bound(3, 3, 1, 8),
    "arcsin": Bound(LIBRARY, LIBRARY, 1, 6),
    "arccos": Bound(LIBRARY, LIBRARY, 1, 6),
    "arctan": Bound(LIBRARY, LIBRARY, 1, 6),
    "arcsinh": Bound(2.5, 2.5, 1, 6),
    "arccosh": Bound(3, 3, 1, 6),
    "arctanh": Bound(3, 3, 1, 6),
    "exp": Bound(1.5, 1.5, 1, 6),
    "exp2": Bound(1.5, 1.5, 1, 6),
    "exp10": Bound(2, 2, 1, 6),
    "expm1": Bound(2.5, 2.5, 1, 6),
    "log": Bound(1.5, 1, 1, 4),
    "log2": Bound(2, 1, 1, 4),
    "log10": Bound(2.5, 1, 1, 4),
    "log1p": Bound(2, 2, 1, 4),
    "sinc": Bound(2.5, 2.5),
    "erf": Bound(3.5, LIBRARY),
    "gamma": Bound(1, LIBRARY),
    "lgamma": Bound(1, 3),
    "deg2rad": Bound(1.5, 1.5),
    "rad2deg": Bound(1.5, 1.5),
    "angle": Bound(0.5, 0.5, LIBRARY, LIBRARY),
    "arctan2": Bound(LIBRARY, LIBRARY),
    "logaddexp": Bound(3, 3),
}

TRUTH: dict[str, Callable[..., Any]] = {
    "sqrt": mp.sqrt,
    "cbrt": lambda z: mp.sign(z) * mp.cbrt(abs(z)) if isinstance(z, mp.mpf) else mp.exp(mp.log(z) / 3),
    **{name: getattr(mp, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "erf", "gamma")},
    **{f"arc{name}": getattr(mp, f"a{name}") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "exp2": lambda z: mp.power(2, z),
    "exp10": lambda z: mp.power(10, z),
    "expm1": lambda z: mp.expm1(z) if isinstance(z, mp.mpf) else mp.exp(z) - 1,
    "log2": lambda z: mp.log(z) / mp.log(2),
    "log10": lambda z: mp.log(z) / mp.log(10),
    "log1p": lambda z: mp.log1p(z) if isinstance(z, mp.mpf) else mp.log(1 + z),
    "sinc": lambda x: mp.sinpi(x) / (mp.pi * x) if x else mp.mpf(1),
    "lgamma": lambda x: mp.loggamma(x).real if x > 0 else mp.log(abs(mp.gamma(x))),
    "deg2rad": lambda x: x * mp.pi / 180,
    "rad2deg": lambda x: x * 180 / mp.pi,
    "angle": lambda z: mp.arg(z),
    "arctan2": mp.atan2,
    "logaddexp": lambda x, y: mp.log(mp.exp(x) + mp.exp(y)),
}
DOMAINS: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("sqrt", "log", "log2", "log10"), (0, math.inf)),
    **dict.fromkeys(("arcsin", "arccos", "arctanh"), (-1, 1)),
    "arccosh": (1, math.inf),
    "log1p": (-1, math.inf),
    "gamma": (-180, 180),
    "lgamma": (-200, math.inf),
    "logaddexp": (-1000, 1000),
}
BINARY = ("arctan2", "logaddexp")


def scale_of(name: str, exact: Any, args: tuple[Any, ...]) -> Any:
    """The number whose last place counts: the result, except where the function has zeros that no rounded argument
    can come close to."""
    if name == "lgamma" and args[0] < 0:
        return max(abs(exact), mp.mpf(1))
    if name == "logaddexp":
        return max(abs(exact), *(abs(each) for each in args))
    return exact


# --- Points ------------------------------------------------------------------------------------------------------


def real_points(real: type[np.floating[Any]], count: int, seed: int) -> Array:
    """Numbers of all magnitudes, and more of them where functions are interesting."""
    random, info = np.random.default_rng(seed), np.finfo(real)
    signs = random.choice([-1, 1], count)
    lowest, highest = (math.log(float(each)) for each in (info.smallest_subnormal, info.max))
    groups = [
        random.standard_normal(count),
        random.uniform(-1, 1, count),
        random.uniform(-20, 20, count),
        random.uniform(-1, 1, count) * highest,
        random.uniform(-1, 1, count) * 1e5,
        signs * np.exp(random.uniform(lowest, highest * 0.999, count)),
        *(point + random.standard_normal(count) * 10.0 ** random.uniform(-7, -1, count) for point in (-1, 1, 2)),
        random.standard_normal(count) * 10.0 ** random.uniform(-8, 0, count),
        random.integers(-1000, 1000, count) * (np.pi / 4),
        signs * random.integers(1, 40, count) + random.standard_normal(count) * 1e-4,
    ]
    return np.concatenate(groups).astype(real)


def complex_points(real: type[np.floating[Any]], count: int, seed: int) -> Array:
    """Numbers of many magnitudes, and more of them close to the unit circle, to 0, -1, 1 and i, and to the axes."""
    random = np.random.default_rng(seed)

    def pairs(scale: float = 1, spread: float = 0) -> Array:
        parts = random.standard_normal((2, count)) * scale * 10.0 ** random.uniform(-spread, spread, (2, count))
        return parts[0] + 1j * parts[1]

    circle = np.exp(1j * random.uniform(-np.pi, np.pi, count))
    groups = [
        pairs(),
        pairs(10),
        pairs(1, 6),
        circle * (1 + random.standard_normal(count) * 1e-5),
        circle - 1,
        *(point + pairs(1e-4) for point in (0, 1, -1, 1j, -1j)),
        random.uniform(-3, 3, count) + 1j * random.standard_normal(count) * 1e-7,
        random.standard_normal(count) * 1e-7 + 1j * random.uniform(-3, 3, count),
    ]
    return np.concatenate(groups).astype(np.result_type(real, np.complex64))


def points(name: str, kind: ocean.dtype, count: int, seed: int = 0) -> tuple[Array, ...]:
    """Arguments of a function, within its domain."""
    real = {ocean.float: np.float32, ocean.double: np.float64}[kind.basetype]
    if kind.iscomplex:
        z = complex_points(real, count, seed)
        grows = name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "expm1")
        return (z[(abs(z.real) < 80) & (abs(z.imag) < 1000)],) if grows else (z,)
    low, high = DOMAINS.get(name, (-math.inf, math.inf))
    args = tuple(real_points(real, count, seed + k) for k in range(2 if name in BINARY else 1))
    inside = np.logical_and.reduce([(each >= low) & (each <= high) for each in args])
    if name in ("gamma", "lgamma"):
        inside &= (args[0] > 0) | (args[0] != np.round(args[0]))
    if name in ("log", "log2", "log10", "arctan2"):
        inside &= np.logical_and.reduce([each != 0 for each in args])
    if name in ("arctanh", "log1p"):
        inside &= (abs(args[0]) != 1) | (args[0] == (1 if name == "log1p" else 0))
    return tuple(each[inside] for each in args)


# --- Measuring ---------------------------------------------------------------------------------------------------


def in_units(got: float, exact: Any, scale: Any, info: Any) -> float:
    """The error of a result in units of the last place of `scale`."""
    if abs(exact) >= mp.ldexp(1, int(info.maxexp)) * (1 - mp.ldexp(1, -int(info.nmant) - 2)):
        return 0.0 if math.isinf(got) and (got > 0) == (exact > 0) else math.inf
    if not math.isfinite(got):
        return math.inf
    exponent = max(mp.frexp(scale)[1] if scale else -(10**6), int(info.minexp) + 1)
    return float(abs(mp.mpf(got) - exact) * mp.ldexp(1, 1 + int(info.nmant) - exponent))


def errors(name: str, args: tuple[Array, ...]) -> Iterator[float]:
    """The error of each result (complex: of its worse part)."""
    result = getattr(ocean, name)(*(ocean.asTensor(each.copy()) for each in args)).convertTo("numpy")
    info = np.finfo(args[0].dtype)
    with mp.workprec(400 if args[0].dtype.kind == "c" else 160):
        for got, *given in zip(result.tolist(), *(each.tolist() for each in args), strict=True):
            exact_args = tuple(mp.mpmathify(each) for each in given)
            exact = TRUTH[name](*exact_args)
            if result.dtype.kind != "c":
                yield in_units(got, mp.re(exact), scale_of(name, mp.re(exact), exact_args), info)
                continue
            # the real part of expm1 has zeros all over the plane: there the larger part counts
            larger = max(abs(exact.real), abs(exact.imag)) if name == "expm1" else None
            yield max(
                in_units(got.real, exact.real, larger or exact.real, info),
                in_units(got.imag, exact.imag, larger or exact.imag, info),
            )


def measure(name: str, kind: ocean.dtype, count: int, seed: int = 0) -> float:
    return max(errors(name, points(name, kind, count, seed)))


def table(count: int) -> Iterator[str]:
    """The bounds, and what is measured, as lines of a Markdown table."""
    yield "| function | float | double | complex-float | complex-double |"
    yield "|---|---|---|---|---|"
    for name, bound in BOUNDS.items():
        cells = []
        for spelling, limit in bound._asdict().items():
            kind = getattr(ocean, spelling)
            cells.append("" if limit is None else f"{limit:g} ({measure(name, kind, count):.2f})")
        yield f"| `{name}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(line, flush=True)

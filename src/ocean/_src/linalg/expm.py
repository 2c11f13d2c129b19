"""The exponential of matrices, by scaling and squaring with Padé approximants.

A. H. Al-Mohy and N. J. Higham, A new scaling and squaring algorithm for the matrix exponential, SIAM J. Matrix Anal.
Appl. 31 (2009). The matrices of a batch are computed together. Each one has its own degree and scaling, by its own
norms, so that no result depends on the other matrices.
"""

from __future__ import annotations

from math import comb, factorial, prod

from ocean._src.base.hints import Any
from ocean._src.base.later import numpy as np

BOUNDS = {3: 1.495585217958292e-2, 5: 2.539398330063230e-1, 7: 9.504178996162932e-1, 9: 2.097847961257068, 13: 4.25}
"""The norms up to which the Padé approximant of a degree is exact to one rounding error of double."""
ROOM = 8
"""Matrices are divided by a power of two until their norms are below 2 ** ROOM, so that their powers do not
overflow."""


def exponential(x: Any) -> Any:
    """The exponentials of the matrices in the last two dimensions, computed in double; NaN for matrices that are not
    finite."""
    size, kind = x.shape[-1], np.complex128 if x.dtype.kind == "c" else np.float64
    matrices = np.array(x, kind).reshape(prod(x.shape[:-2]), size, size)
    result = np.zeros_like(matrices)
    with np.errstate(all="ignore"):
        finite = np.isfinite(matrices).all((1, 2))
        result[~finite] = np.nan
        diagonal = finite & ((matrices == 0) | np.eye(size, dtype=bool)).all((1, 2))
        along = np.arange(size)
        for place in np.flatnonzero(diagonal):  # here 0 times infinity would be NaN
            result[place, along, along] = np.exp(matrices[place, along, along])
        others = finite & ~diagonal
        if others.any():
            result[others] = scaled_and_squared(matrices[others])
        return result.reshape(x.shape).astype(x.dtype, copy=False)


def scaled_and_squared(matrices: Any) -> Any:
    """The exponentials of matrices that are finite and not diagonal."""
    size = matrices.shape[-1]
    times = np.maximum(0, np.frexp(np.abs(matrices).max((1, 2)))[1] + size.bit_length() - ROOM)
    matrices = halved(matrices, times)
    result, left = np.empty_like(matrices), np.arange(len(matrices))
    two = matrices @ matrices
    four = two @ two
    six = four @ two
    root4, root6 = norm(four) ** (1 / 4), norm(six) ** (1 / 6)

    def compute(degree: int, those: Any, scaling: Any) -> None:
        """Compute the results of `those` matrices."""
        given = [halved(each[those], scaling * k) for k, each in ((1, matrices), (2, two), (4, four), (6, six))]
        result[those] = approximant(degree, *given)
        times[those] += scaling

    sizes = np.maximum(root4, root6)
    for degree in (3, 5, 7, 9):
        if degree == 7:
            root8 = norm(four[left] @ four[left]) ** (1 / 8)
            sizes[left] = np.maximum(root6[left], root8)
        fits = (sizes[left] <= BOUNDS[degree]) & (extra(matrices[left], degree) == 0)
        compute(degree, left[fits], np.zeros(fits.sum(), int))
        left = left[~fits]
        if not left.size:
            break
    else:
        root8, root10 = norm(four[left] @ four[left]) ** (1 / 8), norm(four[left] @ six[left]) ** (1 / 10)
        least = np.minimum(sizes[left], np.maximum(root8, root10))
        scaling = np.maximum(0, np.ceil(np.log2(least / BOUNDS[13]))).astype(int)
        scaling += extra(halved(matrices[left], scaling), 13)
        compute(13, left, scaling)
    for turn in range(int(times.max())):
        again = np.flatnonzero(times > turn)
        result[again] = result[again] @ result[again]
    return result


def norm(matrices: Any) -> Any:
    """The largest sum of the absolute values of a column."""
    return np.abs(matrices).sum(1).max(1)


def halved(matrices: Any, times: Any) -> Any:
    """Divide matrices by powers of two, which is exact."""
    whole, rest = times // 2, times - times // 2  # in two steps, because some powers are out of the range of double
    return matrices * np.ldexp(1.0, -whole)[:, None, None] * np.ldexp(1.0, -rest)[:, None, None]


def extra(matrices: Any, degree: int) -> Any:
    """The count of further halvings that the first term beyond the approximant needs."""
    power = 2 * degree + 1
    absolute = np.abs(matrices)
    row = np.ones((len(matrices), 1, matrices.shape[-1]))
    for _ in range(power):
        row = row @ absolute
    share = row.max((1, 2)) / norm(matrices) / (comb(2 * degree, degree) * factorial(power))
    return np.maximum(0, np.ceil(np.log2(share * 2.0**53) / (2 * degree))).astype(int)


def approximant(degree: int, matrices: Any, two: Any, four: Any, six: Any) -> Any:
    """The quotient of two polynomials that differ in the signs of odd powers; even powers are given."""
    b = [float(comb(degree, k) * factorial(2 * degree - k) // factorial(degree)) for k in range(degree + 1)]
    powers = [np.eye(matrices.shape[-1]), two, four, six]
    if degree == 9:
        powers.append(four @ four)

    def polynomial(first: int) -> Any:
        """The sum of every other term from `first` on, divided by the power of the first."""
        terms = [b[first + 2 * k] * power for k, power in enumerate(powers) if first + 2 * k <= degree]
        if degree == 13:
            terms.append(six @ sum(b[first + 6 + 2 * k] * powers[k] for k in (1, 2, 3)))
        return sum(terms)

    odd, even = matrices @ polynomial(1), polynomial(0)
    return np.linalg.solve(even - odd, even + odd)

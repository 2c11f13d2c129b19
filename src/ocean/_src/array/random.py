"""Random arrays by NumPy's names: `default_rng`, the methods of `Generator`, and the older functions.

The numbers are those of `ocean.random` (Philox), not NumPy's: a seed gives the same ones on every device. Without a
size the result is a Python number.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy

from ocean._src.axis_rules import GENERATORS, give_array_methods_rules
from ocean._src.core.array import array
from ocean._src.core.copies import converted
from ocean._src.core.dtypes import BOOL, DOUBLE, INT64, UINT8
from ocean._src.core.errors import OceanTypeError, OceanValueError
from ocean._src.core.operands import maybe_scalar
from ocean._src.core.random import generator
from ocean._src.core.tensor import tensor
from ocean._src.random import default

from . import create, reduce
from .axes import drawn_with
from .face import as_array, default_device, inner, read_device, read_dtype, read_shape, wrap
from .functions import UFUNCS, call
from .manipulation import along, broadcast_shapes, moveaxis, own_axis
from .picking import take_along_axis
from .searching import argsort
from .through import back, host


def number(value: Any) -> bool:
    return maybe_scalar(value) is not None if type(value) is not array else False


class Generator:
    """Random numbers with a state of their own: `default_rng(seed)` makes one."""

    def __init__(self, bit_generator: Any = None) -> None:
        self.source: generator = bit_generator if isinstance(bit_generator, generator) else generator(bit_generator)

    @property
    def bit_generator(self) -> generator:
        """The generator of `ocean.random` that draws."""
        return self.source

    def spawn(self, n_children: int) -> list[Generator]:
        """So many generators that are independent of this one and of each other."""
        return [Generator(each) for each in self.source.spawn(n_children)]

    def __repr__(self) -> str:
        return f"Generator({self.source!r})"

    # how everything is drawn

    def draw(self, name: str, size: Any, parameters: tuple[Any, ...], kind: Any = None, device: Any = None) -> Any:
        """Draw by a distribution of `ocean.random`; the size is that of the parameters unless it is given."""
        given = [each if number(each) else as_array(each) for each in parameters]
        axes, plain = drawn_with(size, given)
        if axes is not None:
            return self.draw(name, [each.length for each in axes], tuple(plain), kind, device).withAxes(axes)
        shapes = [each.shape for each in given if type(each) is array]
        shape = broadcast_shapes(*shapes) if size is None else read_shape(size)
        if size is not None and shapes and broadcast_shapes(shape, *shapes) != shape:
            raise OceanValueError("Output size is not compatible with broadcast dimensions of inputs.")
        values = [inner(each) if type(each) is array else each for each in given]
        options: dict[str, Any] = {} if kind is None else {"dtype": kind}
        home = next((each.device for each in given if type(each) is array), None)
        options["device"] = read_device(device) or home or default_device()
        found = getattr(self.source, name)(list(shape[::-1]), *values, **options)
        result = wrap(found if isinstance(found, tensor) else inner(found))
        return result.item() if size is None and not shapes else result

    def from_uniform(self, formula: Callable[[array], array], size: Any, *parameters: Any) -> Any:
        """Draw by a formula of numbers that are uniform between 0 and 1, without 0."""
        axes, _ = drawn_with(size, parameters)
        if axes is not None:
            lengths = [each.length for each in reversed(axes)]
            plain = 1.0 - wrap(self.source.uniform(lengths, dtype=DOUBLE, device=default_device()))
            return formula(plain.withAxes(axes))
        shapes = [as_array(each).shape for each in parameters if not number(each)]
        shape = broadcast_shapes(*shapes) if size is None else read_shape(size)
        uniform = 1.0 - wrap(self.source.uniform(list(shape[::-1]), dtype=DOUBLE, device=default_device()))
        result = formula(uniform)
        return result.item() if size is None and not shapes else result

    # numbers

    def random(self, size: Any = None, dtype: Any = DOUBLE, out: Any = None, *, device: Any = None) -> Any:
        """Numbers from 0 to below 1."""
        return put(self.draw("uniform", shape_for(size, out), (), read_dtype(dtype), device), out)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Numbers from low to below high."""
        return self.draw("uniform", size, (low, high), DOUBLE, device)

    def standard_normal(self, size: Any = None, dtype: Any = DOUBLE, out: Any = None, *, device: Any = None) -> Any:
        """Normally distributed numbers with mean 0 and standard deviation 1."""
        return put(self.draw("normal", shape_for(size, out), (), read_dtype(dtype), device), out)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Normally distributed numbers with a mean and a standard deviation."""
        return self.draw("normal", size, (loc, scale), DOUBLE, device)

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Any:
        """Numbers whose logarithms are normally distributed."""
        found = self.normal(mean, sigma, size)
        return math.exp(found) if isinstance(found, float) else UFUNCS["exp"](found)

    def exponential(self, scale: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Exponentially distributed numbers with a mean."""
        return self.draw("exponential", size, (scale,), DOUBLE, device)

    def standard_exponential(self, size: Any = None, dtype: Any = DOUBLE, method: str = "zig", out: Any = None) -> Any:
        """Exponentially distributed numbers with mean 1."""
        return put(self.draw("exponential", shape_for(size, out), (), read_dtype(dtype)), out)

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the gamma distribution."""
        return self.draw("gamma", size, (shape, scale), DOUBLE)

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = DOUBLE, out: Any = None) -> Any:
        """Numbers of the gamma distribution with scale 1."""
        return put(self.draw("gamma", shape_for(size, out), (shape,), read_dtype(dtype)), out)

    def chisquare(self, df: Any, size: Any = None) -> Any:
        """Numbers of the chi-square distribution."""
        half = df / 2 if number(df) else as_array(df) / 2
        return self.draw("gamma", size, (half, 2.0), DOUBLE)

    def beta(self, a: Any, b: Any, size: Any = None) -> Any:
        """Numbers of the beta distribution."""
        return self.draw("beta", size, (a, b), DOUBLE)

    def poisson(self, lam: Any = 1.0, size: Any = None) -> Any:
        """Counts of the Poisson distribution."""
        return self.draw("poisson", size, (lam,), INT64)

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """How many of n trials succeed that do so with probability p."""
        return self.draw("binomial", size, (n, p), INT64)

    def negative_binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """How many trials fail before n succeed."""
        scale = (1 - p) / p if number(p) else (1 - as_array(p)) / as_array(p)
        return self.poisson(self.gamma(n, scale, size), None)

    def standard_t(self, df: Any, size: Any = None) -> Any:
        """Numbers of Student's t distribution."""
        above, below = self.standard_normal(shape_of(size, df)), self.chisquare(df, size)
        ratio = below / df
        return above / (math.sqrt(ratio) if isinstance(ratio, float) else UFUNCS["sqrt"](ratio))

    def f(self, dfnum: Any, dfden: Any, size: Any = None) -> Any:
        """Numbers of Fisher's distribution."""
        above, below = self.chisquare(dfnum, shape_of(size, dfnum, dfden)), self.chisquare(
            dfden, shape_of(size, dfnum, dfden))  # fmt: skip
        return (above / dfnum) / (below / dfden)

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Laplace distribution."""

        def formula(u: array) -> array:
            low = UFUNCS["log"](2.0 * u)
            high = -UFUNCS["log"](2.0 * (1.0 - u) + 2.0**-54)
            result: array = loc + scale * call("where", (u < 0.5, low, high))
            return result

        return self.from_uniform(formula, size, loc, scale)

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the logistic distribution."""
        return self.from_uniform(
            lambda u: loc + scale * (UFUNCS["log"](u) - UFUNCS["log"](1.0 - u + 2.0**-54)), size, loc, scale
        )

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Gumbel distribution."""
        return self.from_uniform(
            lambda u: loc - scale * UFUNCS["log"](-UFUNCS["log"](u) + 2.0**-60), size, loc, scale
        )

    def rayleigh(self, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Rayleigh distribution."""
        return self.from_uniform(lambda u: scale * UFUNCS["sqrt"](-2.0 * UFUNCS["log"](u)), size, scale)

    def weibull(self, a: Any, size: Any = None) -> Any:
        """Numbers of the Weibull distribution."""
        return self.from_uniform(lambda u: UFUNCS["power"](-UFUNCS["log"](u), 1.0 / a), size, a)

    def pareto(self, a: Any, size: Any = None) -> Any:
        """Numbers of the Pareto distribution, less 1."""
        return self.from_uniform(lambda u: UFUNCS["power"](u, -1.0 / a) - 1.0, size, a)

    def power(self, a: Any, size: Any = None) -> Any:
        """Numbers between 0 and 1 whose density is a power."""
        return self.from_uniform(lambda u: UFUNCS["power"](u, 1.0 / a), size, a)

    def standard_cauchy(self, size: Any = None) -> Any:
        """Numbers of the Cauchy distribution."""
        return self.from_uniform(lambda u: UFUNCS["tan"](math.pi * (u - 0.5)), size)

    def geometric(self, p: Any, size: Any = None) -> Any:
        """How many trials there are up to the first that succeeds."""
        below = math.log1p(-p) if number(p) and p < 1 else UFUNCS["log1p"](-as_array(p))

        def formula(u: array) -> array:
            found: array = UFUNCS["maximum"](UFUNCS["ceil"](UFUNCS["log"](u) / below), 1.0).astype(INT64)
            return found

        return self.from_uniform(formula, size, p)

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None) -> Any:
        """Numbers with a density that rises and falls linearly."""

        def formula(u: array) -> array:
            width, cut = right - left, (mode - left) / (right - left)
            rising = left + UFUNCS["sqrt"](u * width * (mode - left))
            falling = right - UFUNCS["sqrt"]((1.0 - u) * width * (right - mode))
            return call("where", (u < cut, rising, falling))

        return self.from_uniform(formula, size, left, mode, right)

    def dirichlet(self, alpha: Any, size: Any = None) -> array:
        """Numbers that add up to 1 along the last axis."""
        weights = as_array(alpha)
        shape = (() if size is None else read_shape(size)) + weights.shape
        drawn = self.gamma(weights, 1.0, shape)
        return drawn / reduce.sum(drawn, -1, None, None, True)  # type: ignore[no-any-return]

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = "warn", tol: float = 1e-8,
                            *, method: str = "svd") -> array:  # fmt: skip
        """Normally distributed vectors with a mean and covariances."""
        center, spread = as_array(mean), numpy.asarray(host(cov), float)
        u, s, _ = numpy.linalg.svd(spread)
        factor = back(u * numpy.sqrt(s), center.device)
        shape = () if size is None else read_shape(size)
        drawn = self.normal(0.0, 1.0, (*shape, center.size))
        result: array = center + drawn.to_device(center.device) @ factor.T
        return result

    def multinomial(self, n: int, pvals: Any, size: Any = None) -> array:
        """How often each of several outcomes occurs in n trials."""
        chances = [float(each) for each in as_array(pvals).tolist()]
        shape = () if size is None else read_shape(size)
        result = create.zeros((*shape, len(chances)), INT64)
        left, rest = create.full(shape, n, INT64), 1.0
        for k, each in enumerate(chances[:-1]):
            part = min(max(each / rest, 0.0), 1.0) if rest > 0 else 0.0
            drawn = as_array(self.binomial(left, part, shape))
            result[..., k] = drawn
            left, rest = left - drawn, rest - each
        result[..., -1] = left
        return result

    # integers and choices

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = INT64, endpoint: bool = False, *,
                 device: Any = None) -> Any:  # fmt: skip
        """Integers from low to below high, or up to it with `endpoint`; from 0 if only one limit is given."""
        kind = read_dtype(dtype)
        if high is None:
            low, high = 0, low
        low, high = (each if type(each) is int else whole(each) for each in (low, high))
        if endpoint:
            high = high + 1
        return self.draw("integers", size, (low, high), kind, device)

    def bytes(self, length: int) -> builtins.bytes:
        """Random bytes."""
        found: array = self.draw("integers", (length,), (0, 256), UINT8)
        return found.tobytes()

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True) -> Any:  # fmt: skip
        """Places along an axis, or integers below a number, chosen at random with probabilities p."""
        options: dict[str, Any] = {} if p is None else {"p": converted(inner(p), DOUBLE, None)}
        shape = () if size is None else read_shape(size)
        count = a if isinstance(a, int) else as_array(a).shape[own_axis(axis, as_array(a).ndim)]
        found = self.source.choice(int(count), [math.prod(shape)], bool(replace), **options)
        places = wrap(found).reshape(shape)
        if isinstance(a, int):
            return places.item() if size is None else places
        source = as_array(a)
        picked = source[along(own_axis(axis, source.ndim), places)]
        return picked.item() if size is None and not picked.ndim else picked

    def permutation(self, x: Any, axis: int = 0) -> array:
        """The integers below a number in random order, or a copy with the places along an axis in random order."""
        if isinstance(x, int):
            return wrap(self.source.permutation(x))
        source = as_array(x)
        place = own_axis(axis, source.ndim)
        return source[along(place, wrap(self.source.permutation(source.shape[place])))]

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Put the places along an axis in random order, in place."""
        if type(x) is not array:
            raise OceanTypeError(f"shuffle() changes an array, not a {type(x).__name__}; permutation() gives a copy")
        x[...] = self.permutation(x, axis)

    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> array:
        """A copy in which the elements along an axis, each line by itself, are in random order; all without an axis."""
        source = as_array(x)
        if axis is None:
            result = self.permutation(source.ravel()).reshape(source.shape)
        else:
            last = moveaxis(source, axis, -1)
            order = argsort(self.random(last.shape, device=source.device), -1)
            result = moveaxis(take_along_axis(last, order, -1), -1, axis)
        return put(result, out)  # type: ignore[no-any-return]


def whole(value: Any) -> Any:
    found = as_array(value)
    if found.dtype.isfloat:
        raise OceanTypeError("integers() takes integers as limits")
    found = found.astype(INT64) if found.dtype is BOOL else found
    return found.item() if not found.ndim else found


def shape_for(size: Any, out: Any) -> Any:
    return as_array(out).shape if size is None and out is not None else size


def shape_of(size: Any, *parameters: Any) -> Any:
    """The size, or that of parameters; None if all are numbers."""
    shapes = [as_array(each).shape for each in parameters if not number(each)]
    return size if size is not None or not shapes else broadcast_shapes(*shapes)


def put(result: Any, out: Any) -> Any:
    if out is None:
        return result
    out[...] = result
    return out


def default_rng(seed: Any = None) -> Generator:
    """A generator from a seed, or from one that is different each time."""
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, (list, tuple)):
        seed = sum(int(each) << 32 * k for k, each in enumerate(seed))
    return Generator(seed)


# --- The older functions -----------------------------------------------------------------------------------------

give_array_methods_rules(Generator)
GENERATORS.append(Generator)
state = Generator(default)
"""What the functions draw on: the default generator of `ocean.random`."""


def seed(seed: Any = None) -> None:
    """Start anew from a seed."""
    default.seed(seed)


def rand(*shape: int) -> Any:
    """Numbers from 0 to below 1."""
    return state.random(shape or None)


def randn(*shape: int) -> Any:
    """Normally distributed numbers."""
    return state.standard_normal(shape or None)


def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = INT64) -> Any:
    """Integers from low to below high."""
    return state.integers(low, high, size, dtype)


def random_sample(size: Any = None) -> Any:
    """Numbers from 0 to below 1."""
    return state.random(size)


random = state.random
ranf = sample = random_sample
uniform = state.uniform
normal = state.normal
standard_normal = state.standard_normal
lognormal = state.lognormal
exponential = state.exponential
standard_exponential = state.standard_exponential
gamma = state.gamma
standard_gamma = state.standard_gamma
chisquare = state.chisquare
beta = state.beta
poisson = state.poisson
binomial = state.binomial
negative_binomial = state.negative_binomial
standard_t = state.standard_t
f = state.f
laplace = state.laplace
logistic = state.logistic
gumbel = state.gumbel
rayleigh = state.rayleigh
weibull = state.weibull
pareto = state.pareto
power = state.power
standard_cauchy = state.standard_cauchy
geometric = state.geometric
triangular = state.triangular
dirichlet = state.dirichlet
multivariate_normal = state.multivariate_normal
multinomial = state.multinomial
choice = state.choice
permutation = state.permutation
shuffle = state.shuffle
bytes = state.bytes

"""Random arrays by NumPy's names: `default_rng`, the methods of `Generator`, and the older functions.

The numbers are those of `ocean.random` (Philox), not NumPy's: a seed gives the same ones on every device. Without a
size the result is a Python number.
"""

from __future__ import annotations

import builtins
import math
import warnings
from collections.abc import Callable, Iterable, MutableSequence

from ocean._src.axes.rules import GENERATORS
from ocean._src.base.errors import OceanElementError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.base.later import numpy
from ocean._src.core.call.arguments import anybody_says
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import maybe_scalar
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.random import draw_array, generator
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import FEW_DIMS
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT64, UINT8, UINT64
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.numpy_rows import can_cast_kinds
from ocean._src.statistics.random import default

from . import create, reduce
from .axes import drawn_with
from .broadcast import broadcast_shapes, broadcast_to
from .numpy_fallback import back, host
from .shape import moveaxis
from .sorting import argsort
from .take_put import take_along_axis
from .ufuncs import UFUNCS, call
from .unwrap import (
    along,
    as_array,
    default_device,
    device_of,
    inner,
    own_axis,
    read_device,
    read_dtype,
    read_shape,
    wrap,
)

AT_ONCE = 1 << 18
"""The number of values that NumPy draws at once."""

DOMAINS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "positive": (lambda value: value <= 0, "must be positive"),
    "nonnegative": (lambda value: (value < 0) | UFUNCS["signbit"](value), "must be nonnegative"),
    "chance": (lambda value: ~((value > 0) & (value <= 1)), "must be above 0 and at most 1"),
    "share": (lambda value: ~((value >= 0) & (value <= 1)), "must be from 0 to 1"),
}
"""The conditions that parameters must not meet, and their messages. NaN is refused as a probability only."""


def need(function: str, domain: str, **parameters: Any) -> None:
    """Refuse parameters outside the domain of a distribution; all elements of arrays count."""
    outside, text = DOMAINS[domain]
    for name, value in parameters.items():
        found = as_array(value)
        if found._dtype.iscomplex:
            raise OceanTypeError(f"{function}(): {name} must be real, got {found._dtype.name}")
        if bool(reduce.FUNCTIONS["any"](outside(found))):
            raise OceanValueError(f"{function}(): {name} {text}, got {shown(value)}")


def refuse_minus_zero(function: str, value: Any) -> None:
    """Refuse -0.0 for a parameter that must not be negative, as NumPy does; `draw` checks the others."""
    if type(value) is float and value == 0 and math.copysign(1, value) < 0:
        raise OceanValueError(f"{function}(): a parameter must be nonnegative, got {value}")


def number(value: Any) -> bool:
    return maybe_scalar(value) is not None if type(value) is not array else False


class Generator:
    """Random numbers with a state of their own, on a device of their own or the default one: `default_rng(seed)` makes
    one."""

    def __init__(self, bit_generator: Any = None, device: Any = None) -> None:
        self.source: generator = bit_generator if isinstance(bit_generator, generator) else generator(bit_generator)
        self.device = read_device(device)

    @property
    def bit_generator(self) -> generator:
        """The generator of `ocean.random` that draws."""
        return self.source

    def spawn(self, n_children: int) -> list[Generator]:
        """A list of `n_children` generators that are independent of this one and of each other."""
        return [Generator(each, self.device) for each in self.source.spawn(n_children)]

    def __repr__(self) -> str:
        return f"Generator({self.source!r})"

    # how everything is drawn

    def _place(self, parameters: Iterable[Any] = ()) -> device:
        """The device of the draw: that of the arrays among the parameters, else that of the generator."""
        return device_of(parameters) or self.device or default_device()

    def _taken(self, *parameters: Any) -> list[Any]:
        """Parameters as numbers, or as arrays on the device of the draw."""
        where = self._place(parameters)
        return [each if number(each) else wrap(converted(inner(each), None, where)) for each in parameters]

    def draw(self, name: str, size: Any, parameters: tuple[Any, ...], kind: Any = None, device: Any = None) -> Any:
        """Draw from a distribution of `ocean.random`; the default size is that of the parameters."""
        if device is None:
            try:
                quick = draw_array(self.source, name, size, parameters, kind, self.device)
            except OceanValueError:
                check_lengths(size)
                raise
            if quick is not None:
                return quick
        if anybody_says(parameters):
            parameters = of_subclasses(parameters)
        kind = read_dtype(kind)
        where = read_device(device) or self._place(parameters)
        given = self._taken(*parameters)
        axes, plain = drawn_with(size, given)
        if axes is not None:
            return self.draw(name, [each.length for each in axes], tuple(plain), kind, device).withAxes(axes)
        shape, shapes = drawn_shape(size, given)
        check_lengths(shape)
        if len(shape) > FEW_DIMS:
            spread = tuple(broadcast_to(each, shape).ravel() if getattr(each, "ndim", 0) else each for each in given)
            return self.draw(name, math.prod(shape), spread, kind, where).reshape(shape)
        values = [inner(each) if type(each) is array else each for each in given]
        options: dict[str, Any] = {} if kind is None else {"dtype": kind}
        options["device"] = where
        found = getattr(self.source, name)(list(shape[::-1]), *values, **options)
        result = wrap(found if isinstance(found, tensor) else inner(found))
        return result.item() if size is None and not shapes else result

    def from_uniform(self, formula: Callable[..., array], size: Any, *parameters: Any) -> Any:
        """Draw by a formula of numbers that are uniform between 0 and 1, without 0, and of the parameters."""
        axes, _ = drawn_with(size, parameters)
        where = self._place(parameters)
        given = self._taken(*parameters)
        if axes is not None:
            lengths = [each.length for each in reversed(axes)]
            plain = 1.0 - wrap(self.source.uniform(lengths, dtype=DOUBLE, device=where))
            return formula(plain.withAxes(axes), *given)
        shape, shapes = drawn_shape(size, given)
        uniform = 1.0 - wrap(self.source.uniform(list(shape[::-1]), dtype=DOUBLE, device=where))
        result = formula(uniform, *given)
        return result.item() if size is None and not shapes else result

    def drawn_by_numpy(self, name: str, size: Any, *parameters: Any, legacy: bool = False, **named: Any) -> Any:
        """Draw on the host with NumPy's generator, from a seed that is drawn here."""
        axes, plain = drawn_with(size, parameters)
        if axes is not None:
            lengths = [each.length for each in axes]
            return self.drawn_by_numpy(name, lengths, *plain, legacy=legacy, **named).withAxes(axes)
        parameters = of_subclasses(parameters)
        where = self._place(parameters)
        words = self.source.integers([4], 0, 1 << 32, device=cpu).asPython()
        bits = numpy.random.Philox(key=[words[0] << 32 | words[1], words[2] << 32 | words[3]])
        source = numpy.random.RandomState(bits) if legacy else numpy.random.Generator(bits)
        shape = size if size is None else read_shape(size)
        draw = getattr(source, name)
        count = 0 if shape is None else math.prod(shape)
        if count > AT_ONCE and not named and all(type(each) in (int, float) for each in parameters):
            # the same numbers in parts, so that Ctrl-C works between them
            parts = [draw(*parameters, size=min(AT_ONCE, count - k)) for k in range(0, count, AT_ONCE)]
            return back(numpy.concatenate(parts).reshape(shape), where)
        return back(draw(*host(parameters), size=shape, **named), where)

    # numbers

    def random(self, size: Any = None, dtype: Any = DOUBLE, out: Any = None, *, device: Any = None) -> Any:
        """Numbers from 0 to below 1."""
        if out is None:
            return self.draw("uniform", size, (), dtype, device)
        return drawn_into(self.draw("uniform", shape_for(size, out, dtype), (), dtype, device), out)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Numbers from low to below high."""
        return self.draw("uniform", size, (low, high), DOUBLE, device)

    def standard_normal(self, size: Any = None, dtype: Any = DOUBLE, out: Any = None, *, device: Any = None) -> Any:
        """Normally distributed numbers with mean 0 and standard deviation 1."""
        if out is None:
            return self.draw("normal", size, (), dtype, device)
        return drawn_into(self.draw("normal", shape_for(size, out, dtype), (), dtype, device), out)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Normally distributed numbers with a mean and a standard deviation."""
        refuse_minus_zero("normal", scale)
        return self.draw("normal", size, (loc, scale), DOUBLE, device)

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Any:
        """Numbers whose logarithms are normally distributed."""
        found = self.normal(mean, sigma, size)
        return math.exp(found) if isinstance(found, float) else UFUNCS["exp"](found)

    def exponential(self, scale: Any = 1.0, size: Any = None, *, device: Any = None) -> Any:
        """Exponentially distributed numbers with a mean."""
        refuse_minus_zero("exponential", scale)
        return self.draw("exponential", size, (scale,), DOUBLE, device)

    def standard_exponential(self, size: Any = None, dtype: Any = DOUBLE, method: str = "zig", out: Any = None) -> Any:
        """Exponentially distributed numbers with mean 1."""
        return drawn_into(self.draw("exponential", shape_for(size, out, dtype), (), read_dtype(dtype)), out)

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the gamma distribution."""
        refuse_minus_zero("gamma", shape)
        refuse_minus_zero("gamma", scale)
        return self.draw("gamma", size, (shape, scale), DOUBLE)

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = DOUBLE, out: Any = None) -> Any:
        """Numbers of the gamma distribution with scale 1."""
        refuse_minus_zero("standard_gamma", shape)
        if type(out) is array and not out.flags.c_contiguous:
            raise OceanValueError("standard_gamma(): out must be C-contiguous")
        return drawn_into(self.draw("gamma", shape_for(size, out, dtype), (shape,), read_dtype(dtype)), out)

    def chisquare(self, df: Any, size: Any = None) -> Any:
        """Numbers of the chi-square distribution."""
        need("chisquare", "positive", df=df)
        (df,) = self._taken(df)
        return self.draw("gamma", size, (df / 2, 2.0), DOUBLE)

    def beta(self, a: Any, b: Any, size: Any = None) -> Any:
        """Numbers of the beta distribution."""
        return self.draw("beta", size, (a, b), DOUBLE)

    def poisson(self, lam: Any = 1.0, size: Any = None) -> Any:
        """Counts of the Poisson distribution."""
        return self.draw("poisson", size, (lam,), INT64)

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """How many of n trials succeed that do so with probability p."""
        return self.draw("binomial", size, (int(n) if type(n) is float else n, p), INT64)

    def negative_binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """How many trials fail before n succeed."""
        need("negative_binomial", "positive", n=n)
        need("negative_binomial", "chance", p=p)
        n, p = self._taken(n, p)
        return self.poisson(self.gamma(n, (1 - p) / p, size), None)

    @ruled("refuse", binds=True)
    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None) -> Any:
        """Numbers of the noncentral chi-square distribution: sums of squares of normal numbers with other means."""
        need("noncentral_chisquare", "positive", df=df)
        need("noncentral_chisquare", "nonnegative", nonc=nonc)
        df, nonc = self._taken(df, nonc)
        extra = self.draw("poisson", shape_of(size, df, nonc), (nonc / 2,), INT64, self._place([df, nonc]))
        return self.chisquare(2 * extra + df)

    @ruled("refuse", binds=True)
    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None) -> Any:
        """Numbers of Fisher's distribution whose numerator is noncentral."""
        need("noncentral_f", "positive", dfnum=dfnum, dfden=dfden)
        need("noncentral_f", "nonnegative", nonc=nonc)
        dfnum, dfden, nonc = self._taken(dfnum, dfden, nonc)
        if number(nonc) and nonc != nonc:
            return self.draw("uniform", shape_of(size, dfnum, dfden), (), DOUBLE) * nonc
        shape, where = shape_of(size, dfnum, dfden, nonc), self._place([dfnum, dfden, nonc])
        extra = self.draw("poisson", shape, (nonc / 2,), INT64, where)
        below = self.draw("gamma", shape, (dfden / 2, 2.0), DOUBLE, where)
        return (self.chisquare(2 * extra + dfnum) / dfnum) / (below / dfden)

    @ruled("refuse", binds=True)
    def wald(self, mean: Any, scale: Any, size: Any = None) -> Any:
        """Numbers of the inverse Gaussian distribution: when a motion with a drift reaches a place."""
        need("wald", "positive", mean=mean, scale=scale)

        def formula(u: array, mean: Any, scale: Any) -> array:
            square = UFUNCS["square"](as_array(self.draw("normal", u.shape, (), DOUBLE, u.device)))
            share = 2.0 / (1.0 + UFUNCS["sqrt"](1.0 + 4.0 * scale / (mean * square)))
            least = mean * (1.0 - share)  # the smaller root of two
            return call("where", (u * (mean + least) <= mean, least, mean * (mean / least)))

        return self.from_uniform(formula, size, mean, scale)

    @ruled("refuse", binds=True)
    def vonmises(self, mu: Any, kappa: Any, size: Any = None) -> Any:
        """Angles around a mean; the larger kappa is, the closer they are."""
        return self.drawn_by_numpy("vonmises", size, mu, kappa)

    @ruled("refuse", binds=True)
    def zipf(self, a: Any, size: Any = None) -> Any:
        """Ranks with probabilities proportional to rank ** -a."""
        return self.drawn_by_numpy("zipf", size, a)

    @ruled("refuse", binds=True)
    def logseries(self, p: Any, size: Any = None) -> Any:
        """Counts of the logarithmic distribution."""
        return self.drawn_by_numpy("logseries", size, p)

    @ruled("refuse", binds=True)
    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None) -> Any:
        """How many of a sample are good that is drawn without replacement."""
        return self.drawn_by_numpy("hypergeometric", size, ngood, nbad, nsample)

    @ruled("refuse", binds=True)
    def multivariate_hypergeometric(
        self, colors: Any, nsample: int, size: Any = None, method: str = "marginals"
    ) -> array:
        """How many of each kind are in a sample that is drawn without replacement."""
        return self.drawn_by_numpy("multivariate_hypergeometric", size, colors, nsample, method=method)  # type: ignore[no-any-return]

    @ruled("refuse", binds=True)
    def standard_t(self, df: Any, size: Any = None) -> Any:
        """Numbers of Student's t distribution."""
        need("standard_t", "positive", df=df)
        (df,) = self._taken(df)
        above = self.standard_normal(shape_of(size, df), device=self._place([df]))
        ratio = self.chisquare(df, size) / df
        return above / (math.sqrt(ratio) if isinstance(ratio, float) else UFUNCS["sqrt"](ratio))

    @ruled("refuse", binds=True)
    def f(self, dfnum: Any, dfden: Any, size: Any = None) -> Any:
        """Numbers of Fisher's distribution."""
        need("f", "positive", dfnum=dfnum, dfden=dfden)
        dfnum, dfden = self._taken(dfnum, dfden)
        shape, where = shape_of(size, dfnum, dfden), self._place([dfnum, dfden])
        above, below = (self.draw("gamma", shape, (each / 2, 2.0), DOUBLE, where) for each in (dfnum, dfden))
        return (above / dfnum) / (below / dfden)

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Laplace distribution."""
        need("laplace", "nonnegative", scale=scale)

        def formula(u: array, loc: Any, scale: Any) -> array:
            low = UFUNCS["log"](2.0 * u)
            high = -UFUNCS["log"](2.0 * (1.0 - u) + 2.0**-54)
            result: array = loc + scale * call("where", (u < 0.5, low, high))
            return result

        return self.from_uniform(formula, size, loc, scale)

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the logistic distribution."""
        need("logistic", "nonnegative", scale=scale)

        def formula(u: array, loc: Any, scale: Any) -> array:
            found: array = loc + scale * (UFUNCS["log"](u) - UFUNCS["log"](1.0 - u + 2.0**-54))
            return found

        return self.from_uniform(formula, size, loc, scale)

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Gumbel distribution."""
        need("gumbel", "nonnegative", scale=scale)

        def formula(u: array, loc: Any, scale: Any) -> array:
            found: array = loc - scale * UFUNCS["log"](-UFUNCS["log"](u) + 2.0**-60)
            return found

        return self.from_uniform(formula, size, loc, scale)

    def rayleigh(self, scale: Any = 1.0, size: Any = None) -> Any:
        """Numbers of the Rayleigh distribution."""
        need("rayleigh", "nonnegative", scale=scale)
        return self.from_uniform(lambda u, scale: scale * UFUNCS["sqrt"](-2.0 * UFUNCS["log"](u)), size, scale)

    def weibull(self, a: Any, size: Any = None) -> Any:
        """Numbers of the Weibull distribution."""
        need("weibull", "nonnegative", a=a)

        def formula(u: array, a: Any) -> array:
            shape = as_array(a, u)
            found = UFUNCS["power"](-UFUNCS["log"](u), 1.0 / shape)
            return call("where", (shape == 0, 0.0, found))

        return self.from_uniform(formula, size, a)

    def pareto(self, a: Any, size: Any = None) -> Any:
        """Numbers of the Pareto distribution, less 1."""
        need("pareto", "positive", a=a)
        return self.from_uniform(lambda u, a: UFUNCS["power"](u, -1.0 / a) - 1.0, size, a)

    def power(self, a: Any, size: Any = None) -> Any:
        """Numbers between 0 and 1 whose density is a power."""
        need("power", "positive", a=a)
        return self.from_uniform(lambda u, a: UFUNCS["power"](u, 1.0 / a), size, a)

    def standard_cauchy(self, size: Any = None) -> Any:
        """Numbers of the Cauchy distribution."""
        return self.from_uniform(lambda u: UFUNCS["tan"](math.pi * (u - 0.5)), size)

    def geometric(self, p: Any, size: Any = None) -> Any:
        """How many trials there are up to the first that succeeds."""
        need("geometric", "chance", p=p)

        def formula(u: array, p: Any) -> array:
            below = UFUNCS["log1p"](-as_array(p, u))
            found: array = UFUNCS["maximum"](UFUNCS["ceil"](UFUNCS["log"](u) / below), 1.0)
            return call("where", (found < 2.0**63, found.astype(INT64), (1 << 63) - 1))

        return self.from_uniform(formula, size, p)

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None) -> Any:
        """Numbers with a density that rises and falls linearly."""
        first, middle, last = self._taken(left, mode, right)
        wrong = {"left > mode": first > middle, "mode > right": middle > last, "left == right": first == last}
        for text, holds in wrong.items():
            if bool(reduce.FUNCTIONS["any"](as_array(holds))):
                raise OceanValueError(f"triangular(): {text}, got {shown(left)}, {shown(mode)} and {shown(right)}")

        def formula(u: array, left: Any, mode: Any, right: Any) -> array:
            width, cut = right - left, (mode - left) / (right - left)
            rising = left + UFUNCS["sqrt"](u * width * (mode - left))
            falling = right - UFUNCS["sqrt"]((1.0 - u) * width * (right - mode))
            return call("where", (u < cut, rising, falling))

        return self.from_uniform(formula, size, left, mode, right)

    @ruled("refuse", binds=True)
    def dirichlet(self, alpha: Any, size: Any = None) -> array:
        """Numbers that add up to 1 along the last axis."""
        need("dirichlet", "nonnegative", alpha=alpha)
        (weights,) = self._taken(as_array(alpha) if number(alpha) else alpha)
        if not weights.ndim:
            raise OceanTypeError(f"dirichlet(): alpha must be a vector, got {shown(alpha)}")
        if weights.ndim > 1:
            raise OceanValueError(f"dirichlet(): alpha must be a vector, got an array of shape {weights.shape}")
        shape = (() if size is None else read_shape(size)) + weights.shape
        listed = weights.tolist()
        if max(listed, default=1) < 0.1:
            return self._broken_sticks(listed, shape, weights.device)
        drawn = self.gamma(weights, 1.0, shape)
        return drawn / reduce.FUNCTIONS["sum"](drawn, -1, None, None, True)  # type: ignore[no-any-return]

    def _broken_sticks(self, weights: list[float], shape: tuple[int, ...], where: device) -> array:
        """Dirichlet's numbers from those of the beta distribution: small weights make ratios of gamma's 0 / 0."""
        result = create.zeros(shape, DOUBLE, device=where)
        left = create.ones(shape[:-1], DOUBLE, device=where)
        for k, weight in enumerate(weights):
            others = math.fsum(weights[k + 1 :])
            if weight:
                share: Any = self.draw("beta", shape[:-1], (weight, others), DOUBLE, where) if others else 1.0
                result[..., k] = left * share
                left = left * (1.0 - share)
        return result

    @ruled("refuse", binds=True)
    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = "warn", tol: float = 1e-8,
                            *, method: str = "svd") -> array:  # fmt: skip
        """Normally distributed vectors with a mean and covariances."""
        where = self._place([mean, cov])
        center, spread = wrap(converted(inner(mean), None, where)), numpy.asarray(host(cov))
        if center._dtype.iscomplex or spread.dtype.kind == "c":
            raise OceanTypeError("multivariate_normal(): mean and cov must not be complex")
        if center.ndim != 1:
            raise OceanValueError(f"multivariate_normal(): mean must be a vector, got shape {center.shape}")
        if spread.shape != center.shape * 2:
            raise OceanValueError(
                f"multivariate_normal(): cov must have shape {center.shape * 2}, got {spread.shape}"
            )
        factor = back(factor_of(spread.astype(float), check_valid, tol, method), center.device)
        shape = () if size is None else read_shape(size)
        result: array = center + self.normal(0.0, 1.0, (*shape, center.size), device=where) @ factor.T
        return result

    @ruled("refuse", binds=True)
    def multinomial(self, n: Any, pvals: Any, size: Any = None) -> array:
        """How often each of several outcomes occurs in n trials; the outcomes are along the last axis of `pvals`."""
        (chances,) = self._taken(as_array(pvals) if number(pvals) else pvals)
        chances = as_array(chances).astype(DOUBLE, copy=False)  # before the sum is checked
        if not chances.ndim or not chances.shape[-1]:
            raise OceanValueError(f"multinomial(): pvals must be probabilities along an axis, got {shown(pvals)}")
        need("multinomial", "share", pvals=chances)
        most = reduce.FUNCTIONS["sum"](chances[..., :-1], -1)
        if bool(reduce.FUNCTIONS["any"](most > 1 + 1e-12)):
            raise OceanValueError(f"multinomial(): sum(pvals[:-1]) must be at most 1, got {shown(pvals)}")
        need("multinomial", "nonnegative", n=n)
        trials, where = whole(n), self._place([n, pvals])
        outer = broadcast_shapes(as_array(trials).shape, chances.shape[:-1])
        shape = outer if size is None else read_shape(size)
        if broadcast_shapes(shape, outer) != shape:
            raise OceanValueError(f"multinomial(): size {shape} is not that of n and pvals, {outer}")
        result = create.zeros((*shape, chances.shape[-1]), INT64, device=where)
        left = create.full(shape, 0, INT64, device=where) + trials
        rest = create.ones(chances.shape[:-1], DOUBLE, device=where)
        for k in range(chances.shape[-1] - 1):
            part = chances[..., k] / call("where", (rest > 0, rest, 1.0))
            drawn = as_array(self.binomial(left, UFUNCS["minimum"](part, 1.0), shape))
            result[..., k] = drawn
            left, rest = left - drawn, rest - chances[..., k]
        result[..., -1] = left
        return result

    # integers and choices

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = INT64, endpoint: bool = False, *,
                 device: Any = None) -> Any:  # fmt: skip
        """Integers from low to below high, or up to it with `endpoint`; from 0 if only one limit is given."""
        if high is None:
            low, high = 0, low
        if type(low) is int and type(high) is int:
            most = high + 1 if endpoint else high
            dtype = dtype if dtype is INT64 else native("integers", dtype)
            try:
                return self.draw("integers", size, (low, most), dtype, device)
            except (OceanValueError, OverflowError):
                return self._integers(low, high, size, dtype, endpoint, device)
        kind = native("integers", dtype)
        try:
            limits = [each if type(each) is int else whole(each) for each in self._taken(low, high)]
            if kind is not UINT64 and not any(type(each) is array and each._dtype is UINT64 for each in limits):
                return self.draw("integers", size, (limits[0], limits[1] + 1 if endpoint else limits[1]), kind, device)
        except (OceanValueError, OverflowError):
            pass  # NumPy draws what is at the ends of 64 bits, and raises for other limits
        return self.drawn_by_numpy("integers", size, low, high, dtype=host(kind), endpoint=endpoint)

    def _integers(self, low: int, high: int, size: Any, dtype: Any, endpoint: bool, device: Any) -> Any:
        """No integers, and those up to the end of 64 bits; else the error."""
        most, kind = high + 1 if endpoint else high, read_dtype(dtype)
        if size is not None and not math.prod(read_shape(size)):
            return create.empty(size, kind, device=read_device(device) or self._place())
        if kind is not UINT64 or most != 1 << 64 or not 0 <= low < most:
            raise OceanValueError(f"integers(): the range from {low} to below {most} is empty, or outside of the dtype")
        if low:
            return self.draw("integers", size, (0, most - low), UINT64, device) + low
        above, below = (self.draw("integers", size, (0, 1 << 32), UINT64, device) for _ in range(2))
        return above << 32 | below

    def bytes(self, length: int) -> builtins.bytes:
        """Random bytes."""
        found: array = self.draw("integers", (length,), (0, 256), UINT8)
        return found.tobytes()

    @ruled("refuse", binds=True)
    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True) -> Any:  # fmt: skip
        """Places along an axis, or integers below a number, chosen at random with probabilities p."""
        options: dict[str, Any] = {} if p is None else {"p": probabilities(p)}
        shape = () if size is None else read_shape(size)
        if min(shape, default=0) < 0:
            raise OceanValueError(f"choice(): negative dimensions are not allowed, got {shown(size)}")
        a = unbox_integer(a)
        count = a if isinstance(a, int) else as_array(a).shape[own_axis(axis, as_array(a).ndim)]
        found = self.source.choice(int(count), [math.prod(shape)], bool(replace), **options)
        places = wrap(found).reshape(shape).to_device(self._place([a]))
        if isinstance(a, int):
            return places.item() if size is None else places
        (source,) = self._taken(a)
        picked = source[along(own_axis(axis, source.ndim), places)]
        return picked.item() if size is None and not picked.ndim else picked

    @ruled("along(axis)", binds=True)
    def permutation(self, x: Any, axis: int = 0) -> array:
        """The integers below a number in random order, or a copy with the places along an axis in random order."""
        x = unbox_integer(x)
        if isinstance(x, int):
            found: array = wrap(self.source.permutation(x)).to_device(self._place())
            return found
        (source,) = self._taken(as_array(x))
        place = own_axis(axis, source.ndim)
        return source[along(place, wrap(self.source.permutation(source.shape[place])))]  # type: ignore[no-any-return]

    @ruled("along(axis)", binds=True)
    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Put the places along an axis in random order, in place."""
        if isinstance(x, MutableSequence):
            if axis:
                raise NotImplementedError("Axis argument is only supported on ndarray objects")
            x[:] = [x[place] for place in self.permutation(len(x)).tolist()]
            return
        if not isinstance(x, array) and hasattr(x, "__setitem__") and not hasattr(x, "__array__"):
            warnings.warn(
                f"you are shuffling a '{type(x).__name__}' object which is not a subclass of 'Sequence'; `shuffle` is "
                "not guaranteed to behave correctly.", UserWarning, stacklevel=2,
            )  # fmt: skip
            values = [x[place] for place in range(len(x))]
            for place, source in enumerate(self.permutation(len(x)).tolist()):
                x[place] = values[source]
            return
        if type(x) is not array:
            raise OceanTypeError(f"shuffle() changes arrays and lists, not {type(x).__name__}; permutation() copies")
        if not x.ndim:
            raise OceanTypeError("shuffle(): a 0-d array has no order")
        x[...] = self.permutation(x, axis)

    @ruled("along(axis)", binds=True)
    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> array:
        """A copy in which the elements along an axis, each line by itself, are in random order; all without an axis."""
        (source,) = self._taken(as_array(x))
        if not source.ndim:
            raise OceanTypeError("permuted(): a 0-d array has no order")
        if out is not None:
            check_out("permuted", out, source.shape, source._dtype, "safe")
        if axis is None:
            result = self.permutation(source.ravel()).reshape(source.shape)
        else:
            last = moveaxis(source, axis, -1)
            order = argsort(self.random(last.shape, device=source.device), -1)
            result = moveaxis(take_along_axis(last, order, -1), -1, axis)
        return drawn_into(result, out)  # type: ignore[no-any-return]


def of_subclasses(parameters: tuple[Any, ...]) -> tuple[Any, ...]:
    """Parameters in which 0-d arrays of subclasses are the numbers that they say."""
    return tuple(
        (int(each) if each._dtype.kind in "iu" else float(each))
        if isinstance(each, array) and type(each) is not array and not each.ndim and each._dtype.kind in "iuf"
        else each
        for each in parameters
    )


def probabilities(p: Any) -> tensor:
    """Probabilities in double; those of a shorter dtype add up to 1 as closely as it can tell."""
    found = as_array(p)
    if found._dtype.isfloat and found._dtype is not DOUBLE and found._dtype.kind == "f":
        wide = found.astype(DOUBLE)
        total = float(reduce.FUNCTIONS["sum"](wide))
        if abs(total - 1) < math.sqrt(found._dtype.eps):
            return inner(wide / total)
    return converted(inner(found), DOUBLE, None)


def whole(value: Any) -> Any:
    found = as_array(value)
    if found._dtype.isfloat:
        raise OceanTypeError("integers() takes integers as limits")
    found = found.astype(INT64) if found._dtype is BOOL else found
    return found.item() if not found.ndim else found


def shape_for(size: Any, out: Any, dtype: Any) -> Any:
    """The size, or that of the array `out`, which must agree in size and dtype."""
    if out is None:
        return size
    shape = as_array(out).shape if size is None else read_shape(size)
    check_out("random", out, shape, read_dtype(dtype), "no")
    return shape


def native(function: str, kind: Any) -> Any:
    """A dtype, which must have the byte order of the machine."""
    if getattr(kind, "isnative", True) is False or (isinstance(kind, str) and kind.startswith(">")):
        raise OceanValueError(f"{function}(): dtype must have the byte order of the machine, got {shown(kind)}")
    return read_dtype(kind)


def check_out(function: str, out: Any, shape: tuple[int, ...], kind: Any, casting: str) -> None:
    if type(out) is not array:
        raise OceanElementError(f"{function}(): out must be an array, got {type(out).__name__}")
    if out.shape != shape:
        raise OceanValueError(f"{function}(): out must have shape {shape}, got {out.shape}")
    if not can_cast_kinds(kind, out._dtype, casting):
        raise OceanTypeError(f"{function}(): out must have dtype {kind.name}, got {out._dtype.name}")


def drawn_shape(size: Any, given: list[Any]) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """The shape of what is drawn, and the shapes of the arrays among the parameters."""
    shapes = [each.shape for each in given if type(each) is array]
    shape = broadcast_shapes(*shapes) if size is None else read_shape(size)
    if size is not None and shapes and broadcast_shapes(shape, *shapes) != shape:
        raise OceanValueError(
            f"Output size is not compatible with broadcast dimensions of inputs: {shape} is given, and the parameters "
            f"have shapes {', '.join(map(str, shapes))}"
        )
    return shape, shapes


def factor_of(cov: Any, check_valid: str, tol: float, method: str) -> Any:
    """A matrix that gives normal numbers these covariances."""
    if method not in ("eigh", "svd", "cholesky"):
        raise OceanValueError(f"method must be one of 'eigh', 'svd', 'cholesky', got {shown(method)}")
    if check_valid not in ("warn", "raise", "ignore"):
        raise OceanValueError(f"check_valid must equal 'warn', 'raise', or 'ignore', got {shown(check_valid)}")
    if method == "cholesky":
        return numpy.linalg.cholesky(cov)
    u, s, v = numpy.linalg.svd(cov)
    if check_valid != "ignore" and not numpy.allclose((v.T * s) @ v, cov, rtol=tol, atol=tol):
        if check_valid == "raise":
            raise OceanValueError("covariance is not symmetric positive-semidefinite.")
        warnings.warn("covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=3)
    return u * numpy.sqrt(s)


def shape_of(size: Any, *parameters: Any) -> Any:
    """The size, or that of parameters; None if all are numbers."""
    shapes = [as_array(each).shape for each in parameters if not number(each)]
    return size if size is not None or not shapes else broadcast_shapes(*shapes)


def check_lengths(size: Any) -> None:
    shape = tuple(size) if isinstance(size, (list, tuple)) else (size,)
    if any(isinstance(each, int) and each < 0 for each in shape):
        raise OceanValueError(f"negative dimensions are not allowed, got shape {shape}")


def drawn_into(result: Any, out: Any) -> Any:
    if out is None:
        return result
    out[...] = result
    return out


def default_rng(seed: Any = None, *, device: Any = None) -> Generator:
    """A generator from a seed, or from one that is different each time; it draws on a device, or on the default one."""
    if isinstance(seed, Generator):
        return seed if device is None else Generator(seed.source, device)
    return Generator(one_seed(seed), device)


def one_seed(seed: Any) -> Any:
    """A number from a seed that is several."""
    if type(seed) is int or seed is None:
        return seed
    if isinstance(seed, (range, array, tensor, numpy.ndarray)) and not hasattr(seed, "random_raw"):
        seed = as_array(seed).ravel().tolist() if not isinstance(seed, range) else list(seed)
        seed = seed[0] if len(seed) == 1 else seed
    if isinstance(seed, (list, tuple)):
        if not all(hasattr(each, "__index__") for each in seed):
            raise OceanTypeError(f"The seed must be integers, got {shown(seed)}")
        if any(each < 0 for each in seed):
            raise OceanValueError(f"The seed must be nonnegative integers, got {shown(seed)}")
        seed = sum(int(each) << 32 * k for k, each in enumerate(seed))
    return seed


# --- The older functions -----------------------------------------------------------------------------------------

GENERATORS.append(Generator)
state = Generator(default)
"""The generator of the functions: the default one of `ocean.random`."""


def seed(seed: Any = None) -> None:
    """Start anew from a seed."""
    default.seed(one_seed(seed))


def rand(*shape: int) -> Any:
    """Numbers from 0 to below 1."""
    return state.random(shape or None)


def randn(*shape: int) -> Any:
    """Normally distributed numbers."""
    return state.standard_normal(shape or None)


def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = INT64) -> Any:
    """Integers from low to below high."""
    return state.integers(low, high, size, dtype)


@ruled("refuse")
def choice(a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
    """Elements of a vector, or integers below a number, chosen at random with probabilities p."""
    if as_array(a).ndim > 1:
        raise OceanValueError("a must be 1-dimensional")
    return state.choice(a, size, replace, p)


@ruled("refuse")
def multinomial(n: Any, pvals: Any, size: Any = None) -> array:
    """How often each of several outcomes occurs in n trials."""
    if as_array(pvals).ndim > 1:
        raise OceanValueError(f"multinomial(): pvals must have one axis, got shape {as_array(pvals).shape}")
    return state.multinomial(n, pvals, size)


@ruled("refuse")
def hypergeometric(ngood: Any, nbad: Any, nsample: Any, size: Any = None) -> Any:
    """How many of a sample are good that is drawn without replacement; of populations of any size."""
    return state.drawn_by_numpy("hypergeometric", size, ngood, nbad, nsample, legacy=True)


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
noncentral_chisquare = state.noncentral_chisquare
beta = state.beta
poisson = state.poisson
binomial = state.binomial
negative_binomial = state.negative_binomial
standard_t = state.standard_t
f = state.f
noncentral_f = state.noncentral_f
laplace = state.laplace
logistic = state.logistic
gumbel = state.gumbel
rayleigh = state.rayleigh
weibull = state.weibull
pareto = state.pareto
power = state.power
standard_cauchy = state.standard_cauchy
wald = state.wald
vonmises = state.vonmises
zipf = state.zipf
logseries = state.logseries
multivariate_hypergeometric = state.multivariate_hypergeometric
geometric = state.geometric
triangular = state.triangular
dirichlet = state.dirichlet
multivariate_normal = state.multivariate_normal
permutation = state.permutation
shuffle = state.shuffle
bytes = state.bytes

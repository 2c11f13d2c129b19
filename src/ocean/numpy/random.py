"""Random arrays by NumPy's names, over `ocean.random`.

>>> import ocean.numpy as np
>>> rng = np.random.default_rng(1)
>>> rng.integers(10, size=(2, 3)).shape
(2, 3)
"""

from ocean._src.array.left_out import unknown as _unknown
from ocean._src.array.random import (
    Generator as Generator,
)
from ocean._src.array.random import (
    beta as beta,
)
from ocean._src.array.random import (
    binomial as binomial,
)
from ocean._src.array.random import (
    bytes as bytes,
)
from ocean._src.array.random import (
    chisquare as chisquare,
)
from ocean._src.array.random import (
    choice as choice,
)
from ocean._src.array.random import (
    default_rng as default_rng,
)
from ocean._src.array.random import (
    dirichlet as dirichlet,
)
from ocean._src.array.random import (
    exponential as exponential,
)
from ocean._src.array.random import (
    f as f,
)
from ocean._src.array.random import (
    gamma as gamma,
)
from ocean._src.array.random import (
    geometric as geometric,
)
from ocean._src.array.random import (
    gumbel as gumbel,
)
from ocean._src.array.random import (
    hypergeometric as hypergeometric,
)
from ocean._src.array.random import (
    laplace as laplace,
)
from ocean._src.array.random import (
    logistic as logistic,
)
from ocean._src.array.random import (
    lognormal as lognormal,
)
from ocean._src.array.random import (
    logseries as logseries,
)
from ocean._src.array.random import (
    multinomial as multinomial,
)
from ocean._src.array.random import (
    multivariate_hypergeometric as multivariate_hypergeometric,
)
from ocean._src.array.random import (
    multivariate_normal as multivariate_normal,
)
from ocean._src.array.random import (
    negative_binomial as negative_binomial,
)
from ocean._src.array.random import (
    noncentral_chisquare as noncentral_chisquare,
)
from ocean._src.array.random import (
    noncentral_f as noncentral_f,
)
from ocean._src.array.random import (
    normal as normal,
)
from ocean._src.array.random import (
    pareto as pareto,
)
from ocean._src.array.random import (
    permutation as permutation,
)
from ocean._src.array.random import (
    poisson as poisson,
)
from ocean._src.array.random import (
    power as power,
)
from ocean._src.array.random import (
    rand as rand,
)
from ocean._src.array.random import (
    randint as randint,
)
from ocean._src.array.random import (
    randn as randn,
)
from ocean._src.array.random import (
    random as random,
)
from ocean._src.array.random import (
    random_sample as random_sample,
)
from ocean._src.array.random import (
    ranf as ranf,
)
from ocean._src.array.random import (
    rayleigh as rayleigh,
)
from ocean._src.array.random import (
    sample as sample,
)
from ocean._src.array.random import (
    seed as seed,
)
from ocean._src.array.random import (
    shuffle as shuffle,
)
from ocean._src.array.random import (
    standard_cauchy as standard_cauchy,
)
from ocean._src.array.random import (
    standard_exponential as standard_exponential,
)
from ocean._src.array.random import (
    standard_gamma as standard_gamma,
)
from ocean._src.array.random import (
    standard_normal as standard_normal,
)
from ocean._src.array.random import (
    standard_t as standard_t,
)
from ocean._src.array.random import (
    triangular as triangular,
)
from ocean._src.array.random import (
    uniform as uniform,
)
from ocean._src.array.random import (
    vonmises as vonmises,
)
from ocean._src.array.random import (
    wald as wald,
)
from ocean._src.array.random import (
    weibull as weibull,
)
from ocean._src.array.random import (
    zipf as zipf,
)
from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.base.hints import Any as _Any

_publish_in(__name__, globals())
_publish_in(__name__, vars(Generator))


def __getattr__(name: str) -> _Any:
    raise _unknown(__name__, name)

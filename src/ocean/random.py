"""Random numbers: generators, and functions that draw on a default one.

>>> ocean.random.seed(1)
>>> ocean.random.integers([2,3], 10).size
(2, 3)
"""

from ocean._src.base.errors import unknown_name as _unknown
from ocean._src.base.hints import Any as _Any
from ocean._src.core.host.random import generator as generator
from ocean._src.statistics.random import default

seed = default.seed
spawn = default.spawn
uniform = default.uniform
normal = default.normal
exponential = default.exponential
integers = default.integers
bernoulli = default.bernoulli
gamma = default.gamma
beta = default.beta
poisson = default.poisson
binomial = default.binomial
choice = default.choice
permutation = default.permutation
shuffle = default.shuffle


def __getattr__(name: str) -> _Any:
    raise _unknown(__name__, name)

"""Partial results of reductions, for engines that compute by parts: make, merge, finish.

>>> parts = [ocean.partial.std(part) for part in ([1.0, 2.0], [3.0], [4.0, 5.0, 6.0])]
>>> float(ocean.partial.merge(*parts).finish(ddof=1)) == float(__import__("statistics").stdev([1, 2, 3, 4, 5, 6]))
True
"""

from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.scale.partial import MAKERS as _MAKERS
from ocean._src.scale.partial import finish, merge, partial  # noqa: F401

globals().update(_MAKERS)
__all__ = sorted(["finish", "merge", "partial", *_MAKERS])

_publish_in(__name__, globals())

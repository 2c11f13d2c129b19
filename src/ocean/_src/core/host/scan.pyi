from collections.abc import Callable, Sequence
from typing import Any, Final

from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.tensor import family, plan

STEP: Final[int]
START: Final[int]
TOTAL: Final[int]
MERGE: Final[int]
AHEAD: Final[int]
FINISH: Final[int]
"""The kernels of a scan, as scan.h names them."""
EXTRA_REVERSE: Final[int]
EXTRA_AXIS: Final[int]
"""Bits of `extra` of a scan: it runs backwards; the axis."""

class scan_plan(plan):
    """Repeats a step along lines on the host."""

    @property
    def chunked(self) -> bool:
        """Whether lines are cut into chunks."""

class scan_family(family):
    """A step for operands of certain dtypes, along axes of any length."""

    def plan(self, operands: tuple[description, ...], axes: Sequence[int], reverse: bool) -> scan_plan:
        """The plan of a scan along axes, the first one innermost. Operands are the descriptions of the result and of
        the inputs, which have one size."""

def make_scan_family(
    programs: Sequence[int],
    compile: Callable[[int, int, int], tuple[Any, int]],
    operands: Sequence[dtype],
    gives: dtype,
    kind: dtype,
    initial: Any,
    folds: bool,
) -> scan_family: ...

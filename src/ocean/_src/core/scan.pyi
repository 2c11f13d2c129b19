from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ocean._src.core.description import description
from ocean._src.core.dtypes import dtype
from ocean._src.core.tensor import plan

LANES: Final[int]
CHUNK: Final[int]
"""Chunks of a line that are done together, and elements of each."""

class scan_plan(plan):
    """A step that is repeated along lines on the host."""

    kernels: Final[dict[str, Any]]
    @property
    def chunked(self) -> bool:
        """Whether lines are cut into chunks."""

def make_scan_plan(
    operands: tuple[description, ...],
    kernels: Mapping[str, Any],
    kind: dtype,
    initial: Any,
    shifts: Sequence[int],
    side: tuple[int, Sequence[int]],
    loops: Iterable[tuple[int, Sequence[int]]],
    along: Iterable[tuple[int, Sequence[int]]],
    folds: bool,
    chunked: bool,
    most: int,
) -> scan_plan: ...

"""Convolutions of real numbers on the host: how a filter moves over memory, and the kernels that follow it."""

from collections.abc import Sequence
from typing import Any

from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.tensor import tensor

Dimension = tuple[int, int, int]

class sliding:
    """The plan of a convolution for one set of descriptions: its pieces, and the description of the result."""

    @property
    def input(self) -> description: ...
    @property
    def filters(self) -> description: ...
    @property
    def result(self) -> description: ...

class resizing:
    """The plans of a convolution for all lengths of the axes that the filters move over."""

def use_instructions(level: int) -> None: ...
def make_sliding(
    input: description,
    filters: description,
    result: description,
    pieces: Sequence[tuple[Sequence[tuple[int, ...]], Sequence[Dimension], Sequence[Dimension], int, int]],
    cleared: bool = False,
    in_chunks: bool = False,
) -> sliding | None: ...
def make_resizing(
    input: description,
    filters: description,
    moves: Sequence[tuple[int, ...]],
    channels: tuple[Sequence[int], Sequence[int]],
    others: Sequence[int],
    outputs: Sequence[int],
    order: Sequence[int],
    same: bool,
) -> resizing | None: ...
def sizes_key(key: tuple[Any, ...]) -> tuple[Any, ...]: ...
def key_of(name: str, first: tensor, second: tensor, settings: tuple[Any, ...]) -> tuple[Any, ...] | None: ...
def recalled(
    calls: dict[Any, Any], name: str, first: Any, second: Any, settings: tuple[Any, ...]
) -> tensor | None: ...
def readable(source: tensor, kind: dtype) -> tensor: ...
def slide(self: sliding, input: tensor, filters: tensor) -> tensor: ...

"""Convolutions of real numbers on the host: how a filter moves over memory, and the kernels that follow it."""

from collections.abc import Sequence

from ocean._src.core.description import description
from ocean._src.core.dtypes import dtype
from ocean._src.core.tensor import tensor

class sliding:
    """A filter that slides over an input with certain descriptions, and the description of the result."""

    @property
    def input(self) -> description: ...
    @property
    def filters(self) -> description: ...
    @property
    def result(self) -> description: ...

def use_instructions(level: int) -> None: ...
def make_sliding(
    input: description,
    filters: description,
    result: description,
    moves: Sequence[tuple[int, ...]],
    channels: Sequence[tuple[int, int, int]],
    outputs: Sequence[tuple[int, int, int]],
) -> sliding: ...
def readable(source: tensor, kind: dtype) -> tensor: ...
def slide(self: sliding, input: tensor, filters: tensor) -> tensor: ...

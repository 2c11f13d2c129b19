"""Indexing: keys are read into elements, and elements select places of tensors."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from ocean._src.core.objects.description import description
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import plan, tensor

L = TypeVar("L", bound=element_list)

SCALAR: int
RANGE: int
INDICES: int
MASK: int
NEW: int
ELLIPSIS: int
OFFSETS: int

class element:
    """One part of an index: its kind, how many dimensions it takes, and an integer, slice or tensor."""

    kind: Final[int]
    dims: Final[int]
    plain: Final[Any]
    shape: Final[tuple[int, ...] | None]
    unsigned: Final[bool]
    size: Final[tuple[int, ...] | None]
    strides: Final[tuple[int, ...] | None]

    def count(self) -> int:
        """How many places a tensor picks."""

    def on(self, where: device) -> element:
        """The same element with its tensor on a device."""

class element_list:
    """What `ocean.index` is built on: elements that only the functions here read and replace."""

def elements_in(self: element_list) -> tuple[element, ...]:
    """The elements of an index."""

def put_elements(self: L, elements: Iterable[element]) -> L:
    """Replace the elements of an index; the index."""

def whole_range() -> element:
    """The element `:`."""

def bound_element(each: element, size: tuple[int, ...], strides: tuple[int, ...] | None, place: int) -> element:
    """The element for dimensions of the given size, and strides unless they are None; the first one is `place`."""

def offsets_element(dims: int, offsets: tensor, distinct: bool) -> element:
    """An element with offsets that a device has found in dimensions of a tensor; `distinct`: none occurs twice."""

def restored_element(
    kind: int, dims: int, value: Any, size: tuple[int, ...] | None, strides: tuple[int, ...] | None, unsigned: bool
) -> element:
    """An element from its parts, which may come from a damaged pickle: nothing is taken for granted."""

def read_key(key: Any, own: bool = False) -> list[element]:
    """The elements of a key; with `own` no tensor in them is shared with anyone."""

class row_iterator:
    """Iterates over the first dimension of a tensor."""

    def __iter__(self) -> row_iterator: ...
    def __next__(self) -> Any: ...

def iterate(self: tensor) -> Iterator[Any]:
    """Iterate over the first dimension: scalars of a vector, views of anything larger."""

def iterate_reversed(self: tensor) -> Iterator[Any]:
    """Iterate over the first dimension from its end."""

def find(mask: tensor) -> tensor:
    """The coordinates of the true elements of a bool tensor: int64, a column for each in column-major order."""

def key_by_axes(axes: Any, ndims: int, key: dict[Any, Any]) -> tuple[Any, ...]:
    """A key that says for axes what to take along them, as one by position."""

def count_true(mask: tensor) -> int:
    """The number of true elements of a bool tensor."""

def unravel(flat: tensor, size: Sequence[int]) -> tensor:
    """Positions in column-major order (negative ones from the end) as columns of coordinates."""

def places_repeated(counts: tensor) -> tensor:
    """Each place of a vector of counts, repeated by its count."""

class pick_plan(plan):
    """Elements moved on the host between strided dimensions and dimensions with lists of byte offsets."""

def make_pick(
    operands: tuple[description, ...],
    size: tuple[int, ...],
    strides: tuple[int, ...],
    lists: tuple[bool, ...],
    scatter: bool,
) -> plan:
    """`size` and, for the operand with the lists, `strides` of the axes; `lists`: whether an axis has a list."""

class scatter_add_plan(plan):
    """Values added on the host to elements at indices along an axis."""

def make_scatter_add(operands: tuple[description, ...], axis: int) -> plan:
    """A plan for a target, values that have its size but for their number along the axis, and a vector of int64."""

def scatter_add(target: tensor, axis: int, values: tensor, indices: tensor) -> None:
    """Add values to the elements of a tensor at indices along an axis. All have native byte order, one device, and
    one dtype, in which the processor computes; the target shares no memory with the others."""

"""Descriptions of views: a base, and a view of it.

The core derives the layout of a strided view from that of its base. Padding and views defined by functions are not
strided: they have no layout, and their elements are computed.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import TYPE_CHECKING, Any, NoReturn, SupportsIndex
from ocean._src.core.objects.description import description, integer, integers, make_description
from ocean._src.core.objects.dtypes import common
from ocean._src.core.objects.memory import device, stream
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import inner_description, make_view, tensor
from ocean._src.lazy.rtensor import reshaped

from .basic import BasicTensorDescription, HasStrides
from .computed import Index, padded, picked, seen

if TYPE_CHECKING:
    from ocean._src.core.objects.description import Integers

Device = device
CoreDescription = description


# --- Simple views ------------------------------------------------------------------------------------------------


class SimpleTensorViewDescription(BasicTensorDescription):
    """A view of one tensor: y[i] = x[translation(i)].

    `translation` takes the index as a tuple of tensors, one for each dimension of the view, and gives a tuple of
    tensors or integers, one for each dimension of the base. Its elements are computed, unless the translation goes
    through the base evenly. The classes below are the views that are strided, and padding.
    """

    __slots__ = ("_base", "_given")

    _base: BasicTensorDescription
    _given: tuple[Any, ...]

    def __init__(
        self, base: BasicTensorDescription | tensor, shape: Integers, translation: Callable[[Index], Any]
    ) -> None:
        if not callable(translation):
            raise OceanTypeError(f"A translation must be a function, got {shown(translation)}")
        self._computed(base, integers(shape, "shape"), translation)
        self._given = (self.shape, translation)

    @property
    def base_tensor(self) -> BasicTensorDescription:
        """The description of the viewed tensor."""
        return self._base

    @property
    def translation(self) -> Callable[[Index], Any]:
        """From an index of the view to one of the base."""
        found: Callable[[Index], Any] = self._given[1]
        return found

    def _computed(self, base: Any, shape: tuple[int, ...], *given: Any) -> None:
        """Initialise a view whose elements are computed: it has no layout, and is read-only."""
        self._base, self._given = as_description(base), given
        if self._base.axes is not None:
            raise OceanValueError("Elements that are computed have no axes; describe a tensor without: withoutAxes()")
        self._core = make_description(self._base.dtype, shape, "F", self._base.device)
        self._offset, self._open, self._read_only = 0, True, True
        self._allocated = self._alignment = None

    def _strided(self, base: Any, *given: Any) -> None:
        """Initialise a strided view, with the layout that `_derive` gives."""
        self._base, self._given = as_description(base), given
        step, desc = self._derive(self._known())
        self._open, self._read_only = self._base._open, self._base._read_only
        # a column-major description of the same size stands in for an open layout
        if self._open:
            desc = make_description(desc.dtype, desc.size, "F", desc.device, desc.swapped, 1, desc.axes)
        self._core = desc
        self._offset = 0 if self._open else self._base._offset + step
        self._allocated = self._alignment = None

    def _known(self) -> CoreDescription:
        """The description of the base; one of the same size stands in for an open layout."""
        return self._base._core

    def _derive(self, desc: CoreDescription) -> tuple[int, CoreDescription]:
        """The offset in bytes and the description of the view of a strided tensor."""
        raise NotImplementedError

    def withLayout(
        self,
        layout: HasStrides | str | None,
        *,
        allocated: Integers | None = None,
        alignment: SupportsIndex | None = None,
    ) -> BasicTensorDescription:
        """The same view of the base with another layout."""
        return type(self)(self._base.withLayout(layout, allocated=allocated, alignment=alignment), *self._given)

    def _inputs(self) -> int:
        return self._base._inputs()

    def _applied(self, tensors: Iterator[tensor | rtensor]) -> tensor | rtensor:
        return self._seen(self._base._applied(tensors))

    def _seen(self, base: tensor | rtensor) -> tensor | rtensor:
        """The view of a private tensor object, or of a computed one."""
        if type(self) is SimpleTensorViewDescription:
            found: tensor | rtensor = picked(self.shape, self.dtype, [base], [self.translation], lambda i: 0)
            return found
        if isinstance(base, rtensor):
            return seen(base, self._derive)
        offset, desc = self._derive(inner_description(base))
        return make_view(base, offset, desc)

    def _allocate(self, where: Device | None, line: stream | None) -> tensor:
        if type(self) in COMPUTED:
            return super()._allocate(where, line)
        found = self._seen(self._base._allocate(where, line))
        assert isinstance(found, tensor), "a strided view of a tensor"
        return found

    def _key(self) -> tuple[Any, ...]:
        return (self._base, *self._given)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._base, *self._given)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, (self._base, *self._given)))})"


def as_description(base: Any) -> BasicTensorDescription:
    if isinstance(base, tensor):
        return base.description
    if not isinstance(base, BasicTensorDescription):
        raise OceanTypeError(f"A view needs a description or a tensor as its base, got {type(base).__name__}")
    return base


def no_match(what: str, given: Any, shape: tuple[int, ...]) -> NoReturn:
    raise OceanValueError(f"{what} {given} does not match a tensor of shape {shape}")


class BroadcastTensorDescription(SimpleTensorViewDescription):
    """A view with more, or fewer, dimensions of length one.

    Without these, `broadcast_shape` is the shape of the base.
    """

    __slots__ = ()

    def __init__(self, base: BasicTensorDescription | tensor, broadcast_shape: Integers) -> None:
        self._strided(base, integers(broadcast_shape, "broadcast shape"))

    @property
    def broadcast_shape(self) -> tuple[int, ...]:
        """The shape of the view, with 1s denoting broadcast dimensions."""
        return self.shape

    def _derive(self, desc: CoreDescription) -> tuple[int, CoreDescription]:
        (shape,) = self._given
        found = None
        if [n for n in shape if n != 1] == [n for n in desc.size if n != 1]:
            found = desc.reshape(shape)
        if found is None:
            no_match("The broadcast shape", shape, desc.size)
        return found


class FlattenTensorDescription(SimpleTensorViewDescription):
    """A view in which several dimensions are one: `((32, 32), 128)` flattens the first two of a base (32, 32, 128).

    The first of them is the fastest, as everywhere in Ocean, or the last one with order "C", for layouts like "C".
    Where the strides of the base do not allow it, it is an error.
    """

    __slots__ = ()

    def __init__(self, base: BasicTensorDescription | tensor, shape: Iterable[Any], order: str = "F") -> None:
        if order not in ("F", "C"):
            raise OceanValueError(f'The order of flattened dimensions is "F" or "C", got {shown(order)}')
        given = tuple(shape) if isinstance(shape, Iterable) else (shape,)
        nested = tuple(
            integers(each, "flattened length") if isinstance(each, (tuple, list)) else integer(each, "length")
            for each in given
        )
        self._strided(base, nested, *(["C"] if order == "C" else []))

    @property
    def order(self) -> str:
        """ "F" if the first of the dimensions that are flattened is the fastest, "C" if the last one is."""
        return "C" if len(self._given) > 1 else "F"

    @property
    def flattened(self) -> tuple[int | tuple[int, ...], ...]:
        """The shape, where sub-tuples are the dimensions that are flattened."""
        found: tuple[int | tuple[int, ...], ...] = self._given[0]
        return found

    def _seen(self, base: tensor | rtensor) -> tensor | rtensor:
        if not isinstance(base, rtensor):
            return super()._seen(base)
        if self.order == "C":
            base = seen(base, lambda desc: desc.permute(self._turned()))
        return reshaped(base, self.shape)

    def _groups(self) -> list[tuple[int, ...]]:
        return [each if isinstance(each, tuple) else (each,) for each in self._given[0]]

    def _known(self) -> CoreDescription:
        desc = self._base._core
        if not self._base._open or self.order == "F":
            return desc
        return make_description(desc.dtype, desc.size, "C", desc.device, desc.swapped, 1, desc.axes)

    def _turned(self) -> list[int]:
        """The dimensions of the base, those of each group in reverse order."""
        found: list[int] = []
        for group in self._groups():
            found += reversed(range(len(found), len(found) + len(group)))
        return found

    def _derive(self, desc: CoreDescription) -> tuple[int, CoreDescription]:
        groups = self._groups()
        if tuple(n for group in groups for n in group) != desc.size:
            no_match("The flattened shape", self._given[0], desc.size)
        source = desc.permute(self._turned())[1] if self.order == "C" else desc
        found = source.reshape([math.prod(group) for group in groups])
        if found is None:
            fastest = "last" if self.order == "C" else "first"
            raise OceanValueError(
                f"The dimensions of shape {desc.size} with strides {desc.strides} in bytes cannot be flattened to "
                f"{self._given[0]} without a copy: the {fastest} one must be the fastest"
            )
        return found


class PermuteTensorDescription(SimpleTensorViewDescription):
    """A view with the dimensions in another order: dimension k of the view is dimension permutation[k] of the base."""

    __slots__ = ()

    def __init__(self, base: BasicTensorDescription | tensor, permutation: Integers) -> None:
        order = integers(permutation, "permutation")
        self._strided(base, order)
        room = self._base.allocated
        self._allocated = None if room is None else tuple(room[axis] for axis in order)

    @property
    def permutation(self) -> tuple[int, ...]:
        """The dimensions of the base in the view."""
        found: tuple[int, ...] = self._given[0]
        return found

    def _derive(self, desc: CoreDescription) -> tuple[int, CoreDescription]:
        return desc.permute(self._given[0])


class SliceTensorDescription(SimpleTensorViewDescription):
    """A view of a part: for each dimension of the base a slice, an index, or ":" for the whole of it.

    An index selects one place and drops the dimension. The axis of a dimension keeps the whole of it, like ":".
    """

    __slots__ = ()

    def __init__(self, base: BasicTensorDescription | tensor, slices: Any) -> None:
        given = tuple(slices) if isinstance(slices, (tuple, list)) else (slices,)
        axes = as_description(base).axes or ()
        named = [slice(None) if axes[k : k + 1] == (each,) else each for k, each in enumerate(given)]
        self._strided(base, tuple(checked_part(each) for each in named))

    @property
    def slices(self) -> tuple[slice | int, ...]:
        """What is taken of each dimension of the base."""
        found: tuple[slice | int, ...] = self._given[0]
        return found

    def _derive(self, desc: CoreDescription) -> tuple[int, CoreDescription]:
        if len(self._given[0]) != desc.ndims:
            raise OceanValueError(
                f"Expected {desc.ndims} slices or indices for a tensor of shape {desc.size}, got {len(self._given[0])}"
            )
        offset, axis = 0, 0
        for part in self._given[0]:
            n, dropped = desc.size[axis], False
            if isinstance(part, slice):
                start, stop, step = part.indices(n)
                count = len(range(start, stop, step))
            elif -n <= part < n:
                start, count, step, dropped = part % n, 1, 1, True
            else:
                hint = "; ':' keeps the whole dimension" if part == n else ""
                raise OceanIndexError(f"The index {part} is outside dimension {axis} of length {n}{hint}")
            move, desc = desc.slice_axis(axis, start if count else 0, count, step)
            offset += move
            if dropped:
                desc = desc.squeeze(axis)[1]
            axis += not dropped
        return offset, desc

    def _key(self) -> tuple[Any, ...]:
        parts = ((each.start, each.stop, each.step) if isinstance(each, slice) else each for each in self._given[0])
        return (self._base, *parts)


def checked_part(part: Any) -> slice | int:
    """A slice of integers, or an integer; ":" is the whole."""
    if isinstance(part, str) and part == ":":
        return slice(None)
    if not isinstance(part, slice):
        return integer(part, "index")
    found = slice(*map(checked_bound, (part.start, part.stop, part.step)))
    if found.step == 0:
        raise OceanValueError(f"The step of a slice must not be zero, got {found}")
    return found


def checked_bound(value: Any) -> int | None:
    """A bound of a slice; numbers beyond 64 bits are clipped, like for lists."""
    if isinstance(value, int):
        return max(-sys.maxsize, min(value, sys.maxsize))
    return None if value is None else integer(value, "bound of a slice")


class PadTensorDescription(SimpleTensorViewDescription):
    """A view with zeros before and after each dimension. Its elements are computed."""

    __slots__ = ()

    def __init__(self, base: BasicTensorDescription | tensor, pre_padding: Integers, post_padding: Integers) -> None:
        base = as_description(base)
        pre, post = integers(pre_padding, "padding"), integers(post_padding, "padding")
        for given in (pre, post):
            if len(given) != base.rank or any(n < 0 for n in given):
                raise OceanValueError(
                    f"Expected nonnegative padding for each of {base.rank} dimensions, got {given}"
                )
        shape = tuple(sum(each) for each in zip(pre, base.shape, post, strict=True))
        self._computed(base, integers(shape, "padded length"), pre, post)

    @property
    def pre_padding(self) -> tuple[int, ...]:
        """The number of zeros before each dimension."""
        found: tuple[int, ...] = self._given[0]
        return found

    @property
    def post_padding(self) -> tuple[int, ...]:
        """The number of zeros after each dimension."""
        found: tuple[int, ...] = self._given[1]
        return found

    def _seen(self, base: tensor | rtensor) -> rtensor:
        return padded(base, self.shape, self.pre_padding)


COMPUTED = (SimpleTensorViewDescription, PadTensorDescription)
"""The simple views that are not strided."""


# --- Complex views -----------------------------------------------------------------------------------------------


class ComplexTensorViewDescription(BasicTensorDescription):
    """A view of several tensors: y[i] = bases[s][translations[s](i)], where s = select(i).

    The functions take the index as a tuple of tensors, one for each dimension of the view. `select` gives a tensor of
    integers or booleans, or an integer; a translation as in `SimpleTensorViewDescription`; only the selected
    places count. The dtype is the common one of the bases. Its elements are computed.
    """

    __slots__ = ("_bases", "_select", "_translations")

    _bases: tuple[BasicTensorDescription, ...]
    _translations: tuple[Callable[[Index], Any], ...]
    _select: Callable[[Index], Any]

    def __init__(
        self,
        shape: Integers,
        bases: Sequence[BasicTensorDescription | tensor],
        translations: Sequence[Callable[[Index], Any]],
        select: Callable[[Index], Any],
    ) -> None:
        for name, given in (("bases", bases), ("translations", translations)):
            if not isinstance(given, (list, tuple)):
                raise OceanTypeError(f"The {name} of a complex view must be a list, got {shown(given)}")
        self._bases = tuple(as_description(each) for each in bases)
        self._translations, self._select = tuple(translations), select
        if not self._bases or len(self._bases) != len(self._translations):
            raise OceanValueError(
                f"Expected as many translations as bases, and at least one; got {len(self._translations)} and "
                f"{len(self._bases)}"
            )
        for each in (*self._translations, select):
            if not callable(each):
                raise OceanTypeError(f"Translations and the selection must be functions, got {shown(each)}")
        super().__init__(
            common(*(each.dtype for each in self._bases)), shape, None, True, device=self._bases[0].device
        )

    @property
    def bases(self) -> tuple[BasicTensorDescription, ...]:
        """The descriptions of the viewed tensors."""
        return self._bases

    @property
    def translations(self) -> tuple[Callable[[Index], Any], ...]:
        """For each base, from an index of the view to one of the base."""
        return self._translations

    @property
    def select(self) -> Callable[[Index], Any]:
        """From an index of the view to the number of a base."""
        return self._select

    def withLayout(self, layout: Any, *, allocated: Any = None, alignment: Any = None) -> NoReturn:
        """An error: a complex view has no layout."""
        raise OceanValueError("A complex view has no layout; complete the descriptions of its bases")

    def _inputs(self) -> int:
        return sum(each._inputs() for each in self._bases)

    def _applied(self, tensors: Iterator[tensor | rtensor]) -> tensor | rtensor:
        bases = [each._applied(tensors) for each in self._bases]
        found: tensor | rtensor = picked(self.shape, self.dtype, bases, self._translations, self._select)
        return found

    def _key(self) -> tuple[Any, ...]:
        return (self.shape, self._bases, self._translations, self._select)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._key()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._key()))})"

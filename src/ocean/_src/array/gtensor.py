"""The tensor of document 004, gtensor's: its constructors, calls and names, over the memory of an array.

Braces become lists, and a shape or a slice in braces becomes a tuple; `a(1) = 7` is `a(1).assign(7)`, and `b = a`,
which gives b the shape of a, `b.assign(a, resize=True)`. `np.asarray(t)` is an array with the same elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any, ClassVar
from ocean._src.core.call.operands import SCALAR_TYPES, TENSOR_TYPES
from ocean._src.core.functions.assign import is_whole
from ocean._src.core.objects.array import array as ndarray
from ocean._src.core.objects.array import inner_field, view_field
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor as inner_tensor

from . import assign as assigning
from .create import asarray, empty, full, new_array
from .gather_views import mapped_at
from .ufuncs import UFUNCS
from .unwrap import inner, read_shape, wrap

CLASSES: dict[tuple[Any, str], type[tensor]] = {}


class config:
    """The orders of elements: row-major and column-major."""

    c_order = "C"
    f_order = "F"


class exec_pol:
    """How many threads take part: `exec_pol(4)`, or `exec_pol[4]` as the document writes it."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def __class_getitem__(cls, threads: int) -> exec_pol:
        return cls(threads)


class multithreading:
    """Execution policies."""

    exec_pol = exec_pol


def slice_type(*limits: Any) -> slice:
    """`slice_type(start, stop, step)`: each may be None or missing; an empty list counts as missing."""
    if len(limits) > 3:
        raise OceanValueError(f"A slice is at most (start, stop, step), got {limits!r}")
    given = [None if isinstance(each, (list, tuple)) and not each else each for each in limits]
    return slice(*given, *[None] * (3 - len(given)))


def key_of(value: Any) -> Any:
    """An index, slice or mask of a call, in the form that arrays take."""
    if isinstance(value, tensor):
        return value.array
    return slice_type(*value) if isinstance(value, tuple) else value


class iterator:
    """A place among the elements of a tensor, in an order, forwards or backwards; iteration goes on to the end."""

    def __init__(self, elements: Any, place: int, backwards: bool = False) -> None:
        self.elements, self.place, self.backwards = elements, place, backwards

    def __iter__(self) -> iterator:
        return iterator(self.elements, self.place, self.backwards)

    def __next__(self) -> Any:
        if not 0 <= self.place < len(self.elements):
            raise StopIteration
        found = self[0]
        self.place += 1
        return found

    def __getitem__(self, step: int) -> Any:
        at = self.place + step
        if not 0 <= at < len(self.elements):
            raise OceanIndexError(f"There is no element {at}, only {len(self.elements)}")
        return self.elements[len(self.elements) - 1 - at if self.backwards else at].item()

    def __add__(self, step: int) -> iterator:
        return iterator(self.elements, self.place + step, self.backwards)

    def __sub__(self, other: Any) -> Any:
        return self.place - other.place if isinstance(other, iterator) else self + -other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iterator) and (self.place, self.backwards) == (other.place, other.backwards)

    __hash__ = None  # type: ignore[assignment]

    def until(self, last: iterator) -> list[Any]:
        """The elements from here to another place."""
        return [self[k] for k in range(last.place - self.place)]


class traverse_order_adapter:
    """The elements of a tensor in an order, with iterators."""

    def __init__(self, source: ndarray, order: str) -> None:
        self.elements = source.ravel(order)

    def begin(self) -> iterator:
        """The place of the first element."""
        return iterator(self.elements, 0)

    def end(self) -> iterator:
        """The place behind the last element."""
        return iterator(self.elements, len(self.elements))

    def rbegin(self) -> iterator:
        """The place of the last element, to go backwards."""
        return iterator(self.elements, 0, True)

    def rend(self) -> iterator:
        """The place before the first element."""
        return iterator(self.elements, len(self.elements), True)

    def __iter__(self) -> Iterator[Any]:
        return self.begin()

    def __reversed__(self) -> Iterator[Any]:
        return self.rbegin()

    def __len__(self) -> int:
        return len(self.elements)


class tensor:
    """A tensor as document 004 writes it, on the memory of an array.

    `tensor[dtype]` and `tensor[dtype, order]` are classes with a dtype and an order of elements, "C" or "F". They are
    called with nothing (no elements), a number, nested lists, a tuple (a shape), a shape and a number, or a shape and
    elements, which may be two iterators. An array, or a tensor, is taken as it is: both have the same elements.

    >>> from ocean.gtensor import tensor
    >>> t = tensor[float]([[1, 2, 3], [4, 5, 6]])
    >>> t(1).assign(7)
    >>> t
    [(2,3){{1,2,3},{7,7,7}}]
    >>> tensor[float]((2, 3), 4).size()
    6
    """

    value_type: ClassVar[Any] = None
    order: ClassVar[str] = config.c_order
    slice_type = staticmethod(slice_type)
    array: ndarray

    def __init_subclass__(cls) -> None:
        TENSOR_TYPES[cls], SCALAR_TYPES[cls] = as_inner, None

    def __class_getitem__(cls, parameters: Any) -> type[tensor]:
        kind, order = parameters if isinstance(parameters, tuple) else (parameters, config.c_order)
        if order not in ("C", "F"):
            raise OceanValueError(f"tensor[dtype, order]: the order is config.c_order or config.f_order, got {order!r}")
        key = empty(0, kind).dtype, order
        if key not in CLASSES:
            names = {"value_type": key[0], "order": order, "__doc__": tensor.__doc__, "__module__": "ocean.gtensor"}
            CLASSES[key] = type(f"tensor[{key[0]}, {order!r}]", (tensor,), names)
        return CLASSES[key]

    def __init__(self, *given: Any) -> None:
        kind, order = self.value_type, self.order
        first = given[0] if given else ()
        if len(given) > 3 or (len(given) > 1 and isinstance(first, (ndarray, tensor))):
            raise OceanTypeError("tensor() takes a value, a tensor, or a shape with a value or elements")
        if not given:
            self.array = empty(0, kind, order)
        elif len(given) == 1:
            if isinstance(first, tensor):
                first = first.array
            if isinstance(first, ndarray):
                self.array = first if kind in (None, first.dtype) else first.astype(kind)
            elif isinstance(first, tuple):
                self.array = empty(first, kind, order)
            else:
                self.array = new_array(first, kind, order=order)
        elif len(given) == 2 and not hasattr(given[1], "__iter__"):
            self.array = full(read_shape(first), given[1], kind, order)
        else:
            values = given[1].until(given[2]) if len(given) == 3 else [*given[1]]
            shape = read_shape(first)
            if len(values) != prod(shape):
                raise OceanValueError(f"tensor(): {len(values)} elements do not fill the shape {tuple(shape)}")
            self.array = new_array(asarray(values, kind).reshape(shape, order=order), order=order)

    # assignment, copies

    def assign(self, value: Any, resize: bool = False) -> None:
        """Set all elements to a value that is broadcast to the shape; with `resize`, take shape and elements of it."""
        assigning.assign(self.array, plain(value), resize)

    def move(self) -> tensor:
        """A tensor with the elements of this one, which becomes empty."""
        return view(assigning.move(self.array))

    def swap(self, other: tensor) -> None:
        """Exchange the elements of two tensors; nothing is copied."""
        if not isinstance(other, tensor):
            raise OceanTypeError(f"swap() takes a tensor, got {type(other).__name__}")
        self.array, other.array = other.array, self.array

    def copy(self, how: Any = None) -> tensor:
        """A copy of the elements in an order; with an execution policy, its threads compute a view of an expression."""
        if isinstance(how, exec_pol):
            return view(new_array(self.array.eval(threads=how.threads)))
        return view(self.array.copy(how or self.order))

    def eval(self, policy: Any = None) -> tensor:
        """The elements of a view in a tensor of their own; the tensor itself if it is no view."""
        found = self.array.eval(threads=None if policy is None else policy.threads)
        return self if found is self.array else view(found)

    def resize(self, *shape: Any) -> None:
        """Change the shape and keep the elements; new ones are zero."""
        self.array.resize(*shape)

    def flatten(self, order: str = config.c_order) -> tensor:
        """A copy along one axis."""
        return view(self.array.flatten(order))

    # queries

    def dim(self) -> int:
        """The number of axes."""
        return int(self.array.ndim)

    def size(self) -> int:
        """The number of elements."""
        return int(self.array.size)

    def empty(self) -> bool:
        """Whether there are no elements."""
        return self.size() == 0

    def shape(self) -> tuple[int, ...]:
        """The length along each axis."""
        found: tuple[int, ...] = self.array.shape
        return found

    def strides(self) -> tuple[int, ...]:
        """The distance in elements between neighbours along each axis."""
        found: tuple[int, ...] = self.array.layout.strides
        return found

    def data(self) -> ndarray:
        """The elements as they lie in memory; not of views."""
        found = view_field(self.array)
        if not isinstance(found, inner_tensor) or not is_whole(found):
            raise OceanValueError("A view has no data of its own; evaluate it first: eval().data()")
        return wrap(found.data())

    # traversal

    def traverse_order_adapter(self, order: str) -> traverse_order_adapter:
        """The elements in row-major ("C") or column-major ("F") order."""
        return traverse_order_adapter(self.array, order)

    def begin(self) -> iterator:
        """The place of the first element, in the order of the class."""
        return self.traverse_order_adapter(self.order).begin()

    def end(self) -> iterator:
        """The place behind the last element."""
        return self.traverse_order_adapter(self.order).end()

    def rbegin(self) -> iterator:
        """The place of the last element, to go backwards."""
        return self.traverse_order_adapter(self.order).rbegin()

    def rend(self) -> iterator:
        """The place before the first element."""
        return self.traverse_order_adapter(self.order).rend()

    def __iter__(self) -> Iterator[Any]:
        return self.begin()

    def __reversed__(self) -> Iterator[Any]:
        return self.rbegin()

    # views

    def reshape(self, *shape: Any) -> tensor:
        """A view in another shape: a list, or numbers, and an order of the elements behind them."""
        order = config.c_order
        if shape and isinstance(shape[-1], str):
            *shape, order = shape  # type: ignore[assignment]
        lengths = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape
        return view(self.array.reshape(tuple(lengths), order=order))

    def ravel(self, order: str = config.c_order) -> tensor:
        """A view along one axis."""
        return view(self.array.ravel(order))

    def transpose(self, *axes: Any) -> tensor:
        """A view with the axes in another order, the reverse one unless it is given."""
        return view(self.array.transpose(*axes))

    def __call__(self, *key: Any) -> tensor:
        """A view: t(1, slice_type(1, -1)), t([(), (None, None, 2)]), or of the elements at indices and of a mask."""
        if len(key) == 1 and isinstance(key[0], list) and all(isinstance(each, (slice, tuple)) for each in key[0]):
            key = tuple(key[0])
        found = tuple(key_of(each) for each in key)
        if all(isinstance(each, (int, slice)) and not isinstance(each, bool) for each in found):
            return view(self.array[(*found, Ellipsis)])
        return view(mapped_at(self.array, found))

    # shortcuts

    def reduce_range(self, function: Any, *arguments: Any, **named: Any) -> tensor:
        """Reduce along axes by a function of a range of elements, which it gets as an array."""
        return view(self.array.reduce_range(function, *arguments, **named))

    def reduce_binary(self, function: Any, *arguments: Any, **named: Any) -> tensor:
        """Reduce along axes by a function of two values."""
        return view(self.array.reduce_binary(function, *arguments, **named))

    def slide(self, function: Any, *arguments: Any, **named: Any) -> tensor:
        """The results of a function of each window along an axis."""
        return view(self.array.slide(function, *arguments, **named))

    def transform(self, function: Any, axis: int) -> None:
        """Change the elements along an axis in place by a function."""
        self.array.transform(function, axis)

    def sort(self, axis: int = -1) -> None:
        """Sort the elements along an axis in place."""
        self.array.sort(axis)

    def nonzero(self) -> tuple[tensor, ...]:
        """The places of what is not zero, for each axis."""
        return tuple(view(each) for each in computed(self).nonzero())

    # numbers, text

    def __bool__(self) -> bool:
        return bool(self.array)

    def __int__(self) -> int:
        return int(self.array)

    def __float__(self) -> float:
        return float(self.array)

    def __len__(self) -> int:
        return self.size()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        found: Any = computed(self)
        return found.__array__(dtype, copy=copy)

    def __repr__(self) -> str:
        shape = ",".join(str(each) for each in self.shape())
        text = braces(computed(self).tolist())
        return f"[({shape}){text if self.shape() else '{' + text + '}'}]" if self.size() else f"[({shape}){{}}]"

    __hash__ = None  # type: ignore[assignment]


def braces(value: Any) -> str:
    """Nested lists as the document prints them: six digits, no spaces."""
    if isinstance(value, list):
        return "{" + ",".join(map(braces, value)) + "}"
    if isinstance(value, complex):
        return f"({value.real:g},{value.imag:g})"
    return f"{value:g}" if isinstance(value, float) else str(int(value))


def view(found: Any) -> tensor:
    """The tensor of an array."""
    return tensor(found)


def plain(value: Any) -> Any:
    """The array of a tensor; anything else as it is."""
    return value.array if isinstance(value, tensor) else value


def computed(source: tensor) -> ndarray:
    """The array of a tensor; values, if it is a view of an expression or of elements at indices."""
    found = view_field(source.array)
    return source.array if isinstance(found, inner_tensor) else wrap(inner(source.array))


def expression(source: tensor) -> Any:
    """The array of a tensor as an operand of an expression, which is computed when somebody looks."""
    found = source.array
    return found if isinstance(view_field(found), rtensor) else found.lazy()


def operator(name: str, swapped: bool = False, single: bool = False) -> Any:
    function = UFUNCS[name]

    def unary(self: tensor) -> tensor:
        return view(function(expression(self)))

    def binary(self: tensor, other: Any) -> Any:
        if not isinstance(other, (tensor, ndarray, int, float, complex)):
            return NotImplemented
        mine, theirs = expression(self), expression(other) if isinstance(other, tensor) else other
        return view(function(theirs, mine) if swapped else function(mine, theirs))

    return unary if single else binary


def in_place(name: str) -> Any:
    function = UFUNCS[name]

    def change(self: tensor, other: Any) -> tensor:
        self.array[...] = function(computed(self), computed(other) if isinstance(other, tensor) else other)
        return self

    return change


def shortcut(name: str) -> Any:
    def reduce(self: tensor, *arguments: Any, **named: Any) -> tensor:
        return view(getattr(computed(self), name)(*arguments, **named))

    reduce.__name__, reduce.__doc__ = name, getattr(ndarray, name).__doc__
    return reduce


OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "mod": "remainder", "and": "bitwise_and",
    "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift", "rshift": "right_shift",
}  # fmt: skip
COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
}  # fmt: skip
for _short, _name in OPERATORS.items():
    setattr(tensor, f"__{_short}__", operator(_name))
    setattr(tensor, f"__r{_short}__", operator(_name, swapped=True))
    setattr(tensor, f"__i{_short}__", in_place(_name))
for _short, _name in COMPARISONS.items():
    setattr(tensor, f"__{_short}__", operator(_name))
    setattr(tensor, _name, operator(_name))
    getattr(tensor, _name).__doc__ = UFUNCS[_name].said()
for _short, _name in {"neg": "negative", "pos": "positive", "invert": "invert"}.items():
    setattr(tensor, f"__{_short}__", operator(_name, single=True))
for _name in ("all", "any", "min", "max", "sum", "prod", "cumsum", "cumprod", "mean", "var", "stdev", "median", "ptp",
              "argsort", "argmin", "argmax"):  # fmt: skip
    setattr(tensor, _name, shortcut(_name))


def as_inner(value: tensor) -> inner_tensor:
    """The tensor of Ocean on the same memory."""
    found: inner_tensor = inner_field(computed(value)).reverseAxes()
    return found


TENSOR_TYPES[tensor], SCALAR_TYPES[tensor] = as_inner, None

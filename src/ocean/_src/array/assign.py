"""Members of arrays that NumPy does not have: assignment, evaluation, resizing, layout, traversal, and mapped views."""

from __future__ import annotations

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_views
from ocean._src.core.functions.assign import is_whole, traversal
from ocean._src.core.objects.array import array, inner_field, replace_inner, view_field
from ocean._src.core.objects.tensor import at_most, tensor

from .create import copied
from .gather_views import Mapped, mapped_at
from .unwrap import check_order, inner, new_inner, read_shape, wrap

# --- Assignment --------------------------------------------------------------------------------------------------


@method(array)
def assign(self: array, value: Any, resize: bool = False) -> None:
    """Set all elements to a value that is broadcast to the shape. With `resize` the array takes the shape of the value
    instead, in new storage; dtype and device stay, and other arrays keep the former storage.

    Parameters
    ----------
    value : array_like
        What the elements become; cast to the dtype.
    resize : bool, optional
        Whether the array takes the shape of the value.

    Examples
    --------
    >>> a = np.zeros((2, 2))
    >>> a.assign([1, 2])
    >>> a
    array([[1., 2.],
           [1., 2.]])
    """
    if not resize:
        self[...] = value
        return
    found = owned(self, "assign(..., resize=True)")
    source = inner(value)
    result = wrap(new_inner(found.dtype, source.size[::-1], found.device))
    result[...] = value
    replace_inner(self, inner_field(result))


def owned(self: array, name: str) -> tensor:
    """The inner tensor of an array that can be replaced: not of lazy arrays and mapped views."""
    found = view_field(self)
    if not isinstance(found, tensor):
        raise OceanTypeError(f"{name} needs an array that is neither lazy nor a mapped view; evaluate it first: eval()")
    if found.readonly:
        raise OceanValueError(f"{name}: the array is read-only")
    return found


@method(array)
def move(self: array) -> array:
    """A new array with the elements of this one, which becomes empty.

    Returns
    -------
    array
        An array with the memory of this one.

    Examples
    --------
    >>> a = np.array([1, 2])
    >>> b = a.move()
    >>> a.size, b
    (0, array([1, 2]))
    """
    found = view_field(self)
    replace_inner(self, new_inner(found.dtype, (0,), found.device))
    return wrap(found)


@method(array)
def swap(self: array, other: array) -> None:
    """Exchange the shape, dtype, device and elements of two arrays. Nothing is copied.

    Parameters
    ----------
    other : array
        The other array.

    Examples
    --------
    >>> a, b = np.array([1, 2]), np.array([[3.5]])
    >>> a.swap(b)
    >>> a, b
    (array([[3.5]]), array([1, 2]))
    """
    if type(other) is not array:
        raise OceanTypeError(f"swap() takes an array, got {type(other).__name__}")
    mine, theirs = view_field(self), view_field(other)
    replace_inner(self, theirs)
    replace_inner(other, mine)


@method(array)
@ruled("refuse")
def resize(self: array, *new_shape: Any, refcheck: bool = True) -> None:
    """Change the shape in place and keep the elements in row-major order; new ones are zero.

    The storage is new: other arrays keep the former storage, and its elements.
    """
    if not isinstance(refcheck, (bool, int)):
        raise OceanTypeError(f"resize(): refcheck must be a bool, got {shown(refcheck)}")
    if not new_shape or new_shape == (None,):
        return
    size = read_shape(new_shape[0] if len(new_shape) == 1 else new_shape)[::-1]
    result = owned(self, "resize()").reverseAxes().reverseAxes()  # another object for the same elements
    result.resize(size)
    replace_inner(self, result)


# --- Evaluation --------------------------------------------------------------------------------------------------


@pair(array_views.eval, array)
def eval(self: array, threads: int | None = None) -> array:
    """The array itself; the values of a lazy array; a copy of a view (a slice, a transpose, a mapped view).

    At most `threads` threads take part.
    """
    found = view_field(self)
    if isinstance(found, tensor):
        if is_whole(found):
            return self
        return wrap(at_most(threads, copied, found, "C"))
    return wrap(at_most(threads, found.values if isinstance(found, Mapped) else found.eval))


# --- Queries -----------------------------------------------------------------------------------------------------


class Layout:
    """The layout of an array in memory."""

    def __init__(self, found: tensor) -> None:
        self._found = found

    @property
    def strides(self) -> tuple[int, ...]:
        """The distance in elements between neighbours along each axis."""
        return tuple(self._elements(each) for each in reversed(self._found.strides))

    @property
    def offset(self) -> int:
        """The offset of the first element in the storage, in elements."""
        return self._elements(self._found.offset)

    @property
    def order(self) -> str | None:
        """"C" if the elements are contiguous in row-major order, "F" if in column-major order, else None."""
        reverse = self._found.reverseAxes()
        return "C" if self._found.isFortran() else "F" if reverse.isFortran() else None

    def _elements(self, nbytes: int) -> int:
        count, rest = divmod(nbytes, self._found.dtype.size)
        if rest:
            raise OceanValueError(f"{nbytes} bytes are no whole number of elements; see strides of the array")
        return count

    def __repr__(self) -> str:
        return f"<layout with strides {self.strides}, offset {self.offset}>"


def layout_of(self: array) -> Layout:
    """Strides and offset in elements, and the order."""
    found = view_field(self)
    if not isinstance(found, tensor):
        raise OceanTypeError("A lazy array or a mapped view has no layout; evaluate it first: eval()")
    return Layout(found)


attach(array, layout=property(layout_of))


# --- Traversal ---------------------------------------------------------------------------------------------------


@method(array)
def traverse(self: array, order: str = "C") -> traversal:
    """The elements one after another, in row-major ("C") or column-major ("F") order; `reversed` turns it around.

    Parameters
    ----------
    order : {"C", "F"}, optional
        Which axis runs fastest: the last or the first.

    Returns
    -------
    traversal
        An iterator, which also has a length.

    Examples
    --------
    >>> [int(each) for each in np.array([[1, 2], [3, 4]]).traverse("F")]
    [1, 3, 2, 4]
    """
    found: traversal = inner(self).reverseAxes().traverse(check_order(order, allowed="CF"))
    return found


# --- Mapped views ------------------------------------------------------------------------------------------------


@method(array)
@ruled("refuse")
def map(self: array, *indices: Any) -> array:
    """The elements of `a[indices]`, with indices and masks, as a view that can be assigned to.

    >>> a = np.array([1, 2, 3, 4])
    >>> a.map([3, 0])[...] = 0
    >>> a
    array([0, 2, 3, 0])
    """
    return mapped_at(self, indices)

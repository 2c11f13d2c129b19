"""Arrays with axes: reshaping to axes, keys and assignment by axes, products that contract axes, convolutions.

The inner tensor of an array has the array's axes in reverse order. Functions here reverse their arguments, call a
function of tensors, and wrap the result: an operation on arrays gives the axes that it gives on tensors.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.axes.labels import contracted_axes, field_of, flatten, into_mask, labelled, lined_up, placed, summed
from ocean._src.axes.labels import reshape as reshape_of_tensors
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import later
from ocean._src.core.call.callables import asking
from ocean._src.core.call.operands import scalar_tensor, tensor_of
from ocean._src.core.call.settings import settings
from ocean._src.core.host.indexing.indexing import key_by_axes
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.axes import axes_text, axis, compound, is_axis, lengths, read_axes, resized
from ocean._src.core.objects.dtypes import BOOL
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.axes import (
    Axes,
    batch_axes,
    check_twice,
    difference,
    holds_axes,
    into_target,
    no_implicit,
    same_kind,
)

from .indexing import BY_AXES, expanded, parts_of, taken
from .unwrap import as_array, inner, wrap

__all__ = ["convolution", "convolutionGradData", "convolutionGradFilters"]

convolutions = later("ocean._src.convolution.api")  # few programs need them

# --- Shapes ------------------------------------------------------------------------------------------------------


def turned(size: Any) -> Any:
    """Axes, and tuples of them, in reverse order."""
    if isinstance(size, (list, tuple)):
        return tuple(turned(each) for each in reversed(size))
    return size


def only_axes(shape: Any) -> bool:
    return all(map(only_axes, shape)) if isinstance(shape, (list, tuple)) else is_axis(shape)


def reshape(self: array, shape: Any) -> array:
    """Reshape to axes; those of a tuple are flattened in row-major order."""
    if self.axes is not None and not only_axes(shape):
        raise OceanValueError(
            f"An array with axes ({axes_text(self.axes)}) can only be reshaped to its axes, several of them in a "
            "tuple; ravel() makes one of all, and withoutAxes() gives an array that has none"
        )
    size = turned(shape) if isinstance(shape, (list, tuple)) else (shape,)
    return wrap(reshape_of_tensors(field_of(self), size, True))


def ravel(self: array, order: str) -> array:
    """All elements along the product of all axes."""
    return wrap(flatten(field_of(self), "C" if order == "F" else "F" if order == "C" else order, True))


def broadcast_to(a: Any, axes: Axes) -> array:
    """A view with exactly these axes, broadcast along those that the array lacks."""
    return wrap(field_of(as_array(a)).broadcastTo(axes[::-1]))


def with_axes(a: array, axes: Axes | None) -> array:
    """A view of the array with axes, or without."""
    found: array = labelled(a, axes)
    return found


# --- Keys --------------------------------------------------------------------------------------------------------


def with_masks(self: array, key: Any) -> tuple[array, Any]:
    """An array and a key without axes; a mask is permuted to the dimensions that have its axes."""
    if isinstance(key, dict):
        found = key_by_axes(self.axes, self.ndim, key)
        key = found if isinstance(found, tuple) else (found,)
    parts = list(key) if isinstance(key, tuple) else [key]
    for number, each in enumerate(parts):
        if is_axis(each):
            raise OceanTypeError(f"Expected indices, got the axis {each}; a[{{{each.name}: index}}] picks along it")
        if not isinstance(each, array) or each.axes is None:
            continue
        parts[number] = labelled(each, None)
        if each._dtype is not BOOL:
            continue
        places = into_mask(each.axes, self.axes or ())
        if len(parts) == 1:  # permuted to the order of the array
            order = sorted(places)
            mask = parts[0].transpose([places.index(place) for place in order])
            if order == list(range(order[0], order[0] + len(order))):
                return self, (*[slice(None)] * order[0], mask)
            return self.transpose(*order, *(place for place in range(self.ndim) if place not in order)), mask
        before = [one for one in parts[:number] if one is not None]
        here = sum(map(taken, parts_of(tuple(before))))
        if Ellipsis in [one for one in before if one is Ellipsis] or places != list(range(here, here + len(places))):
            raise OceanIndexError(
                f"A mask with the axes {axes_text(each.axes)} lies over other axes of {axes_text(self.axes)} "
                "than its place in the key says; withoutAxes() makes it one by position"
            )
    return self, tuple(parts)


def picked_axes(self: array, parts: list[Any]) -> Axes:
    """The axes of the result of a key with lists or masks, in array order; lengths may differ."""
    if self.axes is None:
        raise OceanIndexError("The array has no axes, so that a key cannot name them; withAxes gives it some")
    place = before = 0
    found: list[axis] = []
    lists: list[axis] = []
    scalars: list[int] = []
    whole = expanded(parts, self.ndim)
    for number, each in enumerate(whole):
        if isinstance(each, (tensor, int)):
            scalars.append(number)
        if isinstance(each, tensor):
            count = taken(each)
            if lists or (each.dtype is not BOOL and each.ndims != 1) or not count:
                raise OceanIndexError(
                    "Several lists of indices, or one of several dimensions, give dimensions that have no axes; "
                    "withoutAxes() gives an array that has none"
                )
            mine = self.axes[place : place + count]
            lists.append(mine[0] if count == 1 else compound(mine[::-1], "&", 0, True))
            before = len(found)
        elif each is None:
            raise OceanValueError(
                "A new dimension would have no axis: broadcast_to(a, axes) adds axes, and withoutAxes() gives an array "
                "that has none"
            )
        elif isinstance(each, slice):
            found.append(self.axes[place])
        place += taken(each)
    adjacent = scalars == list(range(scalars[0], scalars[-1] + 1))
    front = before if adjacent else 0
    return (*found[:front], *lists, *found[front:])


def getitem(self: array, key: Any) -> array:
    """The elements of a key in an array with axes."""
    self, key = with_masks(self, key)
    parts = parts_of(key)
    if not any(isinstance(each, tensor) for each in parts):
        found = view_field(self)
        if isinstance(found, rtensor):
            return lazy_view(self, parts)
        return self[tuple(parts)]
    axes = picked_axes(self, parts)
    result = labelled(self, None)[key]
    return with_axes(result, tuple(resized(each, n) for each, n in zip(axes, result.shape, strict=True)))


def lazy_view(self: array, parts: list[Any]) -> array:
    picked = labelled(wrap(tensor_of(0).broadcastTo(self.shape[::-1])), self.axes)[tuple(parts)]
    return with_axes(labelled(self, None)[tuple(parts)], picked.axes)


def setitem(self: array, key: Any, value: Any) -> None:
    """Assign to the elements of a key in an array with axes, or of a mask with axes."""
    self, key = with_masks(self, key)
    parts = parts_of(key)
    if not any(isinstance(each, tensor) for each in parts):
        self[tuple(parts)] = value
        return
    if isinstance(value, array) and value.axes is not None and self.axes is not None:
        value = value_for(self, parts, value)
    labelled(self, None)[key] = value


def value_for(self: array, parts: list[Any], value: array) -> array:
    """A value without axes, permuted to the axes of the result of a key."""
    picked = [
        next((resized(each, mine.length) for mine in value.axes or () if same_kind(mine, each)), each)
        for each in picked_axes(self, parts)
    ]
    found: array = placed(value, into_target(value.axes or (), tuple(picked)), len(picked))
    return found


def beside(source: tensor, target: tensor) -> tensor:
    """A tensor without axes in the size of a destination, which must have all of its axes."""
    axes = target.axes or ()
    places = into_target(source.axes or (), axes, True)
    if settings.strict_axes and len(places) < len(axes):
        raise no_implicit(source, [each for k, each in enumerate(axes) if k not in places], -1)
    found: tensor = placed(source, places, target.ndims).broadcastTo(target.size)
    return found


BY_AXES.update(getitem=getitem, setitem=setitem)


# --- Products ----------------------------------------------------------------------------------------------------


def dot(x: Any, y: Any) -> array:
    """`ocean.dot` of arrays: sums of products over the axes of x and those of y whose offset is one higher."""
    a, b = (as_array(each) for each in (x, y))
    axes, pairs, first, second = contracted_axes(a, b)
    above, below = a.ndim - 1, b.ndim - 1
    result = summed(
        labelled(field_of(b), None), labelled(field_of(a), None),
        sorted((below - other, above - one) for one, other in pairs),
        [below - k for k in reversed(second)], [above - k for k in reversed(first)],
    )  # fmt: skip
    if not isinstance(result, (tensor, rtensor)):
        result = scalar_tensor(result)
    return with_axes(wrap(result), axes)


def product_axes(a: Any, b: Any) -> Axes:
    """The axes of a product of matrices by position: those that number matrices, then those of rows and columns. A
    vector has neither."""
    if b.axes is None and b.ndim == 1:
        return a.axes[:-1]  # type: ignore[no-any-return]
    if a.axes is None and a.ndim == 1:
        return (*b.axes[:-2], *(b.axes[-1:] if b.ndim > 1 else ()))
    for each in (a, b):
        if each.axes is None:
            raise OceanValueError(
                f"matmul(): an operand of shape {each.shape} has no axes for dimensions of the result; give it axes by "
                "withAxes, or use withoutAxes"
            )
    across, down = a.axes[-1], b.axes[-min(2, b.ndim)]
    if across.axisClass is not down.axisClass or across.length != down.length:
        raise OceanValueError(
            f"matmul() contracts the axes {across} and {down}, which differ in {difference(across, down)}; A * B "
            "multiplies elements, and np.dot(A, B) contracts axes of A with those of B whose offset is one higher"
        )
    many = [each for each in batch_axes("matmul", a.axes[:-2][::-1], b.axes[:-2][::-1]) if each is not None]
    found: Axes = (*many[::-1], *a.axes[-2:-1], *(b.axes[-1:] if b.ndim > 1 else ()))
    check_twice("matmul", found)
    return found


# --- Random numbers ----------------------------------------------------------------------------------------------


def drawn_with(size: Any, parameters: Sequence[Any]) -> tuple[Axes | None, list[Any]]:
    """The axes of random numbers, from their size or their parameters (None without axes), and the parameters without
    axes."""
    if not holds_axes(size) and not any(isinstance(each, array) and each.axes is not None for each in parameters):
        return None, list(parameters)
    given = []
    if size is not None:
        given_size = lengths(size)
        whole = wrap(tensor_of(0).broadcastTo([given_size] if isinstance(given_size, int) else given_size[::-1]))
        given.append(whole if not holds_axes(size) else labelled(whole, read_axes(size)))
    values, axes = lined_up([*given, *parameters])
    if size is not None and len(axes) > len(given[0].shape):
        raise OceanValueError(f"The parameters have the axes {axes_text(axes)}, which are not those of the size")
    return axes, values[len(given) :]


# --- Convolutions ------------------------------------------------------------------------------------------------


def seen(value: Any) -> Any:
    """A tensor with the dimensions of an array."""
    return inner(value).reverseAxes() if isinstance(value, array) else value


@asking
def convolution(
    input: Any, filters: Any, over: Any, strides: Any = 1, padding: Any = 0, dilation: Any = 1, axes: Any = None
) -> array:
    """`ocean.convolution` of arrays with axes: filters move over some axes, and products are summed over others.

    >>> H, R = ocean.axis(5, "H"), ocean.axis(2, "R")
    >>> np.convolution(np.arange(5).withAxes(H), np.ones([R]), over={H: R})
    array([1., 3., 5., 7.], axes=(H:4,))
    """
    found = convolutions.convolution(seen(input), seen(filters), over, strides, padding, dilation, axes)
    return wrap(found.reverseAxes())


@asking
def convolutionGradData(
    gradient: Any, filters: Any, over: Any, strides: Any = 1, padding: Any = 0, dilation: Any = 1, axes: Any = None
) -> array:
    """`ocean.convolutionGradData` of arrays: the gradient of the input of a convolution, which has some axes.

    >>> H, R = ocean.axis(4, "H"), ocean.axis(2, "R")
    >>> f, g = np.array([-1, 1]).withAxes(R), np.ones([ocean.axis(3)])
    >>> np.convolutionGradData(g, f, over={H: R}, axes=[H])
    array([-1.,  0.,  0.,  1.], axes=(H:4,))
    """
    found = convolutions.convolutionGradData(seen(gradient), seen(filters), over, strides, padding, dilation, axes)
    return wrap(found.reverseAxes())


@asking
def convolutionGradFilters(
    input: Any, gradient: Any, over: Any, strides: Any = 1, padding: Any = 0, dilation: Any = 1, axes: Any = None
) -> array:
    """`ocean.convolutionGradFilters` of arrays: the gradient of the filters of a convolution, which have some axes.

    >>> H, R = ocean.axis(4, "H"), ocean.axis(2, "R")
    >>> x, g = np.array([1, 2, 4, 8]).withAxes(H), np.ones([ocean.axis(3)])
    >>> np.convolutionGradFilters(x, g, over={H: R}, axes=[R])
    array([ 7., 14.], axes=(R:2,))
    """
    found = convolutions.convolutionGradFilters(seen(input), seen(gradient), over, strides, padding, dilation, axes)
    return wrap(found.reverseAxes())

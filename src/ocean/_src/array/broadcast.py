"""Broadcasting of shapes and arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_views as compiled
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.axes import MAX_DIMS, read_axes
from ocean._src.core.objects.description import broadcasts
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.tensor import inner_description, make_view
from ocean._src.ops.axes import holds_axes

from .axes import broadcast_to as in_axes
from .unwrap import arrays_together, inner, is_lazy, read_shape, wrap

__all__ = ["broadcast_arrays", "broadcast_shapes", "broadcast_to"]


def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """The shape that arrays of several shapes are broadcast to."""
    sizes = [read_shape(each)[::-1] for each in shapes]
    if any(n < 0 for each in sizes for n in each):
        raise OceanValueError("A shape has lengths of at least 0")
    size = find_common_size(dict.fromkeys(sizes)) if sizes else ()
    if size is None:
        text = " ".join(str(tuple(each[::-1])) for each in sizes)
        raise OceanValueError(f"shape mismatch: objects cannot be broadcast to a single shape: {text}")
    return tuple(size[::-1])


@pair(compiled.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> array:
    """A read-only view of a larger shape, or of axes, in which elements are repeated."""
    if holds_axes(shape):
        return in_axes(array, read_axes(shape) or ())
    size = read_shape(shape)[::-1]
    source = inner_field(array) if is_lazy(array) else inner(array)
    if len(size) > MAX_DIMS:
        raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {len(size)}")
    if not broadcasts(source.size, size):
        raise OceanValueError(
            f"operands could not be broadcast together with remapped shapes: {source.size[::-1]} and {size[::-1]}"
        )
    if is_lazy(array):
        return wrap(source.broadcastTo(size))
    result = make_view(source, 0, inner_description(source)) if source.size == size else source.broadcastTo(size)
    result.readonly = True
    return wrap(result)


@ruled("elementwise")
def broadcast_arrays(*arrays: Any, subok: bool = False) -> tuple[array, ...]:
    """Views of arrays in the shape that they are broadcast to."""
    found = arrays_together(*arrays)
    shape = broadcast_shapes(*(each.shape for each in found))
    return tuple(each if each.shape == shape else broadcast_to(each, shape) for each in found)

"""Windows of arrays, as views by strides."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import asking
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import integers, make_description
from ocean._src.core.objects.tensor import inner_description, make_view, on_storage, tensor
from ocean._src.ops.axes import no_rule

from .unwrap import axis_of, inner, wrap


@asking
def as_strided(
    x: Any, shape: Any = None, strides: Any = None, subok: bool = False, writeable: bool = True, *,
    check_bounds: bool | None = None,
) -> array:  # fmt: skip
    """A view of a shape with strides in bytes; it must not leave the storage of the array, `check_bounds` or not."""
    if isinstance(x, (array, tensor)) and x.axes is not None:
        raise no_rule("as_strided")
    source = inner(x)
    size = source.size if shape is None else integers(shape, "shape")[::-1]
    steps = source.strides if strides is None else integers(strides, "strides")[::-1]
    if len(size) != len(steps):
        raise OceanValueError(f"as_strided(): mismatch in length of strides and shape: {len(steps)} and {len(size)}")
    desc = make_description(source.dtype, size, steps, source.device, inner_description(source).swapped)
    result = on_storage(source.storage, source.offset, desc)  # refuses what is outside
    result.readonly = not writeable or source.readonly
    return wrap(result)


def byte_bounds(a: Any) -> tuple[int, int]:
    """The address of the first byte of an array, and that behind the last."""
    source = inner(a)
    if not source.nelem:
        return source.ptr, source.ptr
    ends = [(n - 1) * step for n, step in zip(source.size, source.strides, strict=True)]
    low, high = (sum(step for step in ends if (step < 0) == below) for below in (True, False))
    return source.ptr + low, source.ptr + high + source.elemsize


@asking
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> array:
    """All windows of a shape along axes, as a view with the axes of the windows behind those of their places; it can be
    written only if `writeable` says so."""
    if isinstance(x, (array, tensor)) and x.axes is not None:
        raise no_rule("sliding_window_view")
    source = inner(x)
    window = integers(window_shape, "window_shape")
    ndim = source.ndims
    axes = range(ndim) if axis is None else integers(axis, "axis")
    if len(window) != len(axes):
        raise OceanValueError(f"window_shape has {len(window)} lengths, and there are {len(axes)} axes")
    size, strides = list(source.size), list(inner_description(source).strides)
    inside: list[tuple[int, int]] = []
    for length, each in zip(window, axes, strict=True):
        place = axis_of(each, ndim)
        if length < 0 or length > size[place]:
            raise OceanValueError(f"A window of {length} does not fit {size[place]} elements along axis {each}")
        size[place] -= length - 1
        inside.insert(0, (length, strides[place]))
    desc = make_description(
        source.dtype, [*(n for n, _ in inside), *size], [*(s for _, s in inside), *strides], source.device,
        inner_description(source).swapped,
    )  # fmt: skip
    result = make_view(source, 0, desc)
    result.readonly = not writeable or source.readonly
    return wrap(result)

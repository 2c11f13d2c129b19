"""Windows of arrays, as views by strides."""

from __future__ import annotations

from typing import Any

from ocean._src.base.errors import OceanValueError
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import integers, make_description
from ocean._src.core.objects.tensor import inner_description, make_view, tensor
from ocean._src.ops.axes import no_rule

from .unwrap import axis_of, inner, wrap


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

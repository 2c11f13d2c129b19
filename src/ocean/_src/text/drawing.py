"""Tables and pictures of tensors and r-tensors, loaded when something is drawn."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.settings import settings
from ocean._src.core.objects.axes import axes_text
from ocean._src.core.objects.dtypes import computing_of
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.exchange.numpy import TO_NUMPY, to_numpy

from .drawable import DRAWABLES, Drawable, kind_name
from .html import table
from .layout import drawn
from .picture import Picture, format_of, image, saved


def drawable(source: tensor | rtensor) -> Drawable:
    notes = [f"on {source.device.name}"]
    if isinstance(source, rtensor):
        notes.append("lazy")
    else:
        notes += ["byteswapped"] * source.byteswapped + ["read-only"] * source.readonly
    return Drawable(
        f"tensor.{source.dtype.name}", source.size, kind_name(source.dtype), tuple(notes),
        tuple(range(min(source.ndims, 2))), tuple(range(2, source.ndims)), lambda part: on_host(source, part),
        names_of(source.axes), f"size {axes_text(source.axes)}" if source.axes else "",
        source.explain if isinstance(source, rtensor) and source.trace is None else None,
    )  # fmt: skip


def names_of(axes: Any) -> tuple[str, ...]:
    """The names of axes, without their lengths."""
    return tuple(repr(each).rpartition(":")[0] for each in axes or ())


# a copy: another thread may reshape it meanwhile
DRAWABLES[tensor] = lambda self: (drawable(source := self.shallowCopy()), source)
DRAWABLES[rtensor] = lambda self: (drawable(self), self)


def on_host(source: Any, part: tuple[slice, ...]) -> Any:
    """A part of a tensor as a NumPy array on the host, in native byte order."""
    source = source.withoutAxes()
    if part:
        source = source[part]
    if isinstance(source, rtensor):
        source = source.eval()
    source = cpu(source)
    values = to_numpy(source if source.dtype in TO_NUMPY else computing_of(source.dtype)(source))
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))


def table_of(self: Any) -> str | None:
    view, source = DRAWABLES[type(self)](self)
    return None if isinstance(source, rtensor) and source.trace is not None else table(view, settings.display_precision)


def picture_of(self: Any, file: Any, kind: str, format: str | None, scale: Any, limits: Any) -> Picture:
    chosen = format_of(kind, format, file)
    view, source = DRAWABLES[type(self)](self)
    if kind == "image":
        return saved(image(view, scale, limits, chosen), file)
    for name, value in (("scale", scale), ("range", limits)):
        if value is not None:
            raise OceanValueError(f"show(): {name} is for images, and not for kind={shown(kind)}")
    if isinstance(source, rtensor):
        raise OceanTypeError("show(): an r-tensor has no layout, because it has no storage; evaluate it first: eval()")
    return saved(drawn(view, source), file)

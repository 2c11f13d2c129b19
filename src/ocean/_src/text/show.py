"""The text, HTML and pictures of tensors, storage and scalars: their values are copied to the host and formatted."""

from __future__ import annotations

from itertools import product

from ocean._src.base.classes import attach
from ocean._src.base.hints import TYPE_CHECKING, Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.settings import settings
from ocean._src.core.objects.axes import axes_text, axis
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.memory import cpu, storage
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor, unlabelled
from ocean._src.tensor.create import new

from .drawable import kind_name
from .format import footer, format_scalar, format_storage, format_tensor, summarize

if TYPE_CHECKING:
    from .picture import Picture


def tensor_footer(self: tensor) -> str:
    return footer(
        "tensor", self.dtype.name, self.axes or self.size, self.device.name, byteswapped=self.byteswapped,
        readonly=self.readonly,
    )  # fmt: skip


def storage_footer(self: storage) -> str:
    name = None if self.dtype is None else self.dtype.name
    return footer("storage", name, self.nelem, self.device.name, byteswapped=self.byteswapped, readonly=self.readonly)


def corners(self: Any, kept: tuple[list[int], ...]) -> tensor:
    """A small tensor of the first and last elements along each dimension."""
    result = new(self.dtype, [len(each) for each in kept], cpu)
    spans = []
    for indices, length in zip(kept, self.size, strict=True):
        if len(indices) == length:
            spans.append([(0, 0, length)])
        else:
            half = len(indices) // 2
            spans.append([(0, 0, half), (half, length - (len(indices) - half), len(indices) - half)])
    for block in product(*spans):
        source, target = self, result
        for k, (place, start, length) in enumerate(block):
            source, target = source.slice(k, start, length), target.slice(k, place, length)
        target.copy(source)
    return result


def tensor_text(self: tensor) -> str:
    self = self.shallowCopy()  # another thread may reshape the tensor meanwhile
    last, self = tensor_footer(self), unlabelled(self)
    kept = summarize(self.size)
    if kept is None:
        return format_tensor(
            self.flatten().asPython(), self.size, kind_name(self.dtype), last, settings.display_width,
            digits=settings.display_precision,
        )  # fmt: skip
    small = corners(self, kept)
    elided = tuple(len(indices) < length for indices, length in zip(kept, self.size, strict=True))
    values = small.flatten().asPython()
    return format_tensor(
        values, small.size, kind_name(self.dtype), last, settings.display_width, elided,
        settings.display_precision,
    )  # fmt: skip


def storage_text(self: storage) -> str:
    vector = self.asTensor()
    kept = summarize(vector.size)
    shown = vector if kept is None else corners(vector, kept)
    values: list[Any] = shown.flatten().asPython()
    return format_storage(
        values, kind_name(self.dtype), storage_footer(self), settings.display_width, kept is not None,
        settings.display_precision,
    )  # fmt: skip


def scalar_text(self: scalar) -> str:
    return format_scalar(self.asPython(), kind_name(self.dtype), settings.display_precision)


# --- In notebooks, and as pictures -------------------------------------------------------------------------------


def html(self: Any) -> str | None:
    """A small table, which notebooks show: all of a small tensor, the corners of a large one."""
    from .drawing import table_of

    return table_of(self)


@ruled("drop")
def show(
    self: Any,
    file: Any = None,
    *,
    kind: str = "image",
    format: str | None = None,
    scale: int | None = None,
    range: Any = None,
) -> Picture:
    """A picture, which notebooks show and `save(name)` writes: the elements, or where they lie (kind="layout").

    A matrix is drawn in levels of grey from its smallest element to its largest, with blue for negative and red for
    positive ones where there are negative ones; a tensor whose third and last size is 3 or 4 in its colours. `range`
    is (low, high), `scale` the number of pixels for an element, `format` "png" or "svg", and `file` a name or an open
    file.
    """
    from .drawing import picture_of

    return picture_of(self, file, kind, format, scale, range)


attach(
    tensor,
    footer=property(tensor_footer, doc="The last line of the printed tensor: dtype, size, device, status."),
    __repr__=tensor_text,
    __str__=tensor_text,
    _repr_html_=html,
    show=show,
)
attach(rtensor, _repr_html_=html, show=show)


def axis_html(self: axis) -> str:
    """What an axis is, as a table."""
    from .html import facts

    related = [("offset", self.offset)] if self.offset else []
    kind = self.axisClass.name if self.axisClass.name is not None else "without a name"
    parts = [("product of", axes_text(self.parts))] if self.parts else []
    return facts(f"axis {self!r}", [("length", self.length), ("class", kind), *related, *parts])


attach(axis, _repr_html_=axis_html)
attach(
    storage,
    footer=property(storage_footer, doc="The last line of the printed storage."),
    __repr__=storage_text,
    __str__=storage_text,
)
attach(scalar, __repr__=scalar_text, __str__=scalar_text)

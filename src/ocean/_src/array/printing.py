"""The text of arrays: like NumPy's, with the device if that is not the cpu. Only elements that are shown are
fetched."""

from __future__ import annotations

import reprlib
import sys

from ocean._src.base.classes import attach
from ocean._src.base.dtype_table import TABLE
from ocean._src.base.hints import Any
from ocean._src.base.later import later, numpy
from ocean._src.core.objects.array import array, inner_field, make_array
from ocean._src.core.objects.dtypes import BOOL, CDOUBLE, DOUBLE, DTYPE_LIST, INT64, array_dtype, computing_of
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor, unlabelled
from ocean._src.text.drawable import DRAWABLES, Drawable
from ocean._src.text.show import html, show

from . import printing_plain as plain_text
from .unwrap import inner

exchange = later("ocean._src.exchange.numpy")  # with NumPy

NAMES = {each: row.numpy for each, row in zip(DTYPE_LIST, TABLE, strict=True)}
"""NumPy's names of dtypes."""
DIGITS = 8
"""The digits that NumPy prints by default."""
SILENT = (BOOL, INT64, DOUBLE, CDOUBLE)


def host_values(source: tensor) -> Any:
    """The elements of an inner tensor as a NumPy array with the axes of the array; in the computing dtype if NumPy does
    not have the dtype."""
    source = source.eval() if isinstance(source, rtensor) else source
    source = source if source.device.host else source.clone(cpu)
    if source.dtype not in exchange.TO_NUMPY:
        source = computing_of(source.dtype)(source)
    values = exchange.to_numpy(source.reverseAxes())
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))


def corners(source: tensor, edge: int) -> tensor:
    """The corners of a large tensor that are shown, and one more place along each long axis for the omitted ones."""
    for axis, length in enumerate(source.size):
        if length > 2 * edge + 1:
            picks = [*range(edge + 1), *range(length - edge, length)]
            source = source[(*[slice(None)] * axis, picks)]
    return source


PLAIN = {"threshold": plain_text.THRESHOLD, "edgeitems": plain_text.EDGE, "linewidth": plain_text.WIDTH}


def text_of(source: Any, options: Any, **layout: Any) -> str:
    """The elements that are shown, by NumPy's options."""
    large = source.nelem > options["threshold"]
    source = corners(source, options["edgeitems"]) if large else source
    if options is PLAIN:
        found = source.eval() if isinstance(source, rtensor) else source
        return plain_text.written(make_array(found).tolist(), found.ndims, large, **layout)
    if large:
        layout["threshold"] = 0
    return str(numpy.array2string(host_values(source), **layout))


def is_long(source: Any, options: Any) -> bool:
    """Whether elements are left out, so that the shape is said; versions of NumPy before 2.2 did not say it."""
    return source.nelem > options["threshold"] and not options.get("legacy")


def text(self: array, long: bool) -> str:
    source = inner_field(self)
    lazy = isinstance(source, rtensor)
    if lazy and source.trace is not None:
        return f"array(shape={self.shape}, dtype={NAMES[source.dtype]}, traced)"
    kind = source.dtype
    plain = "numpy" not in sys.modules and (not kind.isfloat or kind is DOUBLE)
    options: Any = PLAIN if plain else numpy.get_printoptions()
    if long and options.get("override_repr") is not None:
        return str(options["override_repr"](self))
    if not long:
        if source.ndims or lazy:
            return text_of(source, options, separator=" ")
        return str(make_array(source).item()) if plain else str(host_values(source)[()])
    notes = []
    if (not source.nelem and source.size != (0,)) or is_long(source, options):
        notes.append(f"shape={source.size[::-1]}")
    if isinstance(source, tensor) and source.byteswapped:
        notes.append(f"dtype='{array_dtype(kind, True).str}'")
    elif kind not in SILENT or not source.nelem:
        notes.append(f"dtype={NAMES[kind]}")
    if not source.device.host:
        notes.append(f"device='{source.device.name}'")
    if self.axes is not None:
        notes.append(f"axes={self.axes}")
    if lazy:
        notes.append("lazy")
    name = "array" if type(self) is array else type(self).__name__
    body = text_of(source, options, separator=", ", prefix=f"{name}(", suffix=")") if source.nelem else "[]"
    if not source.ndims and kind.isfloat and options.get("precision", DIGITS) == DIGITS and not lazy:
        value = make_array(source).item()
        if value == value and complex(body.replace(" ", "")) != value:  # a number reads back as the same number
            body = (str(value) if plain else str(host_values(source)[()])).strip("()")
    if not notes:
        return f"{name}({body})"
    before, after = f"{name}({body},", f"{', '.join(notes)})"
    fits = len(before) - before.rfind("\n") + len(after) <= options["linewidth"]
    new_line = "\n" + " " * len(f"{name}(")
    return f"{before}{' ' if fits else new_line}{after}"


def viewed(self: array) -> tuple[Drawable, tensor]:
    """The data to draw an array, whose last two axes are matrices."""
    from ocean._src.text.drawing import drawable, names_of

    axes, found = self.axes, inner_field(self)
    source = (found.withoutAxes() if isinstance(found, rtensor) else unlabelled(inner(self))).reverseAxes()
    ndim = source.ndims
    extent = f"shape ({', '.join(map(repr, axes))}{',' * (ndim == 1)})" if axes else f"shape {self.shape}"
    return drawable(source)._replace(
        name=f"array.{NAMES[source.dtype]}",
        matrix=tuple(range(max(0, ndim - 2), ndim)),
        outer=tuple(reversed(range(ndim - 2))),
        extent=extent,
        axes=names_of(axes),
        graph=self.explain if isinstance(found, rtensor) and found.trace is None else None,
    ), source


DRAWABLES[array] = viewed
attach(array, _repr_html_=html, show=show)


# --- The standard library ----------------------------------------------------------------------------------------

if not hasattr(reprlib.Repr, "_lookup"):  # Python before 3.11.8 and 3.12.2 takes any class named array for array.array
    _standard = reprlib.Repr.repr_array

    def _repr_array(self: Any, x: Any, level: int) -> str:
        return self.repr_instance(x, level) if type(x) is array else _standard(self, x, level)

    reprlib.Repr.repr_array = _repr_array  # type: ignore[method-assign]

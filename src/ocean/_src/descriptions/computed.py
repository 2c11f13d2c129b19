"""Views that are not strided: padding, and views defined by functions of the index.

They are r-tensors that gather their elements, at offsets computed from the index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.create import full, zeros
from ocean._src.core.objects.description import broadcasts, make_description, size_text
from ocean._src.core.objects.dtypes import INT64, dtype, new_scalar
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.rtensor import lazy_tensor, operands_of, rtensor
from ocean._src.core.objects.tensor import inner_description, make_view, tensor
from ocean._src.lazy.rtensor import cast, constant, indices_on, loaded, mapped
from ocean._src.tensor.elementwise import FUNCTIONS
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

Index = tuple[rtensor, ...]
"""The argument of index functions: for each dimension of the view, an r-tensor with the index of every element along
it."""


def stored(base: tensor | rtensor) -> tuple[tensor, Any]:
    """A tensor with the elements of a base, and its trace."""
    if isinstance(base, tensor):
        return base, None
    if base.trace is None:
        return base.eval(), None
    (operand,) = operands_of(base.trace.stored(base))
    return operand, base.trace


def padded(base: tensor | rtensor, size: tuple[int, ...], before: tuple[int, ...]) -> rtensor:
    """A tensor padded with zeros."""
    source, trace = stored(base)
    if source.nelem == 0:
        return constant(size, 0, source.dtype, source.device)
    inside, offsets = constant(size, True, device=source.device), constant(size, 0, INT64, source.device)
    for axis, (start, length) in enumerate(zip(before, source.size, strict=True)):
        if size[axis] == length:
            offsets = offsets + indices_on(size, axis, source.device) @ source.strides[axis]
            continue
        index = indices_on(size, axis, source.device) - start
        inside = inside & (index >= 0) & (index < length)
        offsets = offsets + FUNCTIONS["fmin"](FUNCTIONS["fmax"](index, 0), length - 1) @ source.strides[axis]
    chosen: rtensor = FUNCTIONS["where"](inside, loaded(source, offsets, trace), new_scalar(source.dtype, 0))
    return chosen


def picked(
    size: tuple[int, ...],
    kind: dtype,
    bases: Sequence[tensor | rtensor],
    translations: Sequence[Callable[[Index], Any]],
    select: Callable[[Index], Any],
) -> Any:
    """Gather the elements that a selection and translations of indices name, on the device of the first base. The
    result is a strided view if all elements are of one base and evenly spaced."""
    sources = [stored(each) for each in bases]
    where = sources[0][0].device
    index = tuple(indices_on(size, axis, where) for axis in range(len(size)))
    given = select(index)
    chosen = index_tensor(given, size, where, "select")
    if REDUCTIONS["any"]((chosen < 0) | (chosen > len(sources) - 1)):
        raise OceanIndexError(f"The selection gives numbers outside 0 to {len(sources) - 1}")
    result: Any = None
    for number, ((source, trace), translate) in enumerate(zip(sources, translations, strict=True)):
        mask = chosen == number
        if not REDUCTIONS["any"](mask):
            continue
        offsets = offsets_of(number, source, translate, index, mask)
        if REDUCTIONS["all"](mask):
            view = strided(source, offsets, index)
            if view is not None and kind is source.dtype:
                return view if trace is None else lazy_tensor(view, trace.strict, trace)
        value = cast(loaded(source, offsets, trace), kind, where)
        result = value if result is None else FUNCTIONS["where"](mask, value, result)
    return lazy_tensor(zeros(size, kind, where)) if result is None else result


def offsets_of(
    number: int, source: tensor, translate: Callable[[Index], Any], index: Index, mask: rtensor
) -> rtensor:
    """The byte offsets of the elements that a translation names, relative to the first element of a source."""
    given = translate(index)
    parts = given if isinstance(given, (tuple, list)) else (given,)
    if len(parts) != source.ndims:
        raise OceanValueError(
            f"Translation {number} gives {len(parts)} indices for a tensor with {source.ndims} dimensions"
        )
    offsets = constant(mask.size, 0, INT64, source.device)
    for axis, (part, length) in enumerate(zip(parts, source.size, strict=True)):
        wanted = index_tensor(part, mask.size, source.device, f"translation {number}")
        if REDUCTIONS["any"](mask & ((wanted < 0) | (wanted >= length))):
            raise OceanIndexError(f"Translation {number} leads outside dimension {axis} of length {length}")
        offsets = offsets + FUNCTIONS["where"](mask, wanted, 0) @ source.strides[axis]
    return offsets


def strided(source: tensor, offsets: rtensor, index: Index) -> tensor | None:
    """The strided view of elements at offsets, if these are evenly spaced along each dimension."""
    first = (0,) * len(index)
    start = int(offsets[first]) if index else int(offsets)
    line, strides = constant(offsets.size, start, INT64, source.device), []
    for axis, each in enumerate(index):
        step = 0
        if offsets.size[axis] > 1:
            step = int(offsets[(*first[:axis], 1, *first[axis + 1 :])]) - start
        strides.append(step)
        line = line + each @ step
    if REDUCTIONS["any"](line != offsets):
        return None
    inner = inner_description(source)
    return make_view(source, start, make_description(inner.dtype, offsets.size, strides, inner.device, inner.swapped))


def index_tensor(value: Any, size: tuple[int, ...], where: device, what: str) -> rtensor:
    """The result of an index function, as int64 with the size of the view."""
    found = value if isinstance(value, rtensor) else tensor_of(value)
    if found.dtype.isfloat or found.dtype.iscomplex:
        raise OceanTypeError(f"Expected integers from {what}, got {found.dtype.name}")
    if not broadcasts(found.size, size):
        raise OceanValueError(f"{what} gave a tensor of size {size_text(found.size)}, expected {size_text(size)}")
    wide = lazy_tensor(converted(found, INT64, where)) if isinstance(found, tensor) else cast(found, INT64, None)
    return wide if wide.size == size else wide + full([], 0, INT64, where).broadcastTo(size)


def seen(base: rtensor, derive: Callable[[Any], tuple[int, Any]]) -> rtensor:
    """The strided view of a computed base."""
    return mapped(base, lambda each: make_view(each, *derive(inner_description(each))))

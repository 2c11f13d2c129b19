"""Functions that fused functions run between passes: linear algebra, transforms, sorting, convolutions, lookups.

Such a function gets stored values. What it gives is found by a call with other values, of the same sizes: sizes and
dtypes of its results do not depend on values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocean._src.base.hints import Any
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions import create
from ocean._src.core.objects.array import array, inner_field, make_array
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.memory import call_outside_trace
from ocean._src.core.objects.recorded import set_recorder
from ocean._src.core.objects.rtensor import lazy_tensor, rtensor
from ocean._src.core.objects.tensor import make_empty, tensor

WORDS = """
inv solve tensorsolve tensorinv det slogdet cholesky eig eigvals eigh eigvalsh svd svdvals qr pinv expm lstsq
matrix_rank cond matrix_power multi_dot fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn
irfftn fftshift ifftshift sort argsort partition argpartition topk lexsort searchsorted cumsum cumprod nancumsum
nancumprod cumsumNaN cumprodNaN cummax cummin cumulative_sum cumulative_prod quantile nanquantile percentile
nanpercentile quantileNaN nanmedian medianNaN unwrap vander convolve correlate convolution convolutionGradData
convolutionGradFilters concatenate merge stack vstack hstack dstack column_stack roll tril triu repeat tile trace
diagonal diag diagflat take take_along_axis interp kron cross pad
"""
NAMES = frozenset(WORDS.split())
"""Functions that become fusion barriers, of both faces."""


class Named:
    """Tells functions by their names."""

    def __contains__(self, function: Any) -> bool:
        name = function.__name__
        return name in NAMES and not (name.startswith("cum") and function.__module__ == "ocean")  # traced as they are


def install() -> None:
    set_recorder(barriers=Named(), barrier=called)


class Place:
    """Where an argument of a call, or a part of one, comes from: the number of a source, its face and its axes."""

    def __init__(self, number: int, value: Any) -> None:
        self.number, self.is_array, self.axes = number, type(value) is array, value.axes


def called(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return barrier(function.__name__, function, args, named)


def barrier(name: str, function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a function gives in a trace; NotImplemented if no argument belongs to one."""
    sources: list[rtensor] = []
    if not any(in_trace(each) for each in (*args, *named.values())):
        return NotImplemented
    places = [opened(each, sources) for each in args]
    options = {key: opened(each, sources) for key, each in named.items()}
    trace: Any = next(each.trace for each in sources if each.trace is not None)
    if any(named.get(each) is not None for each in ("out", "B")):
        trace.refuse("writing into a given result")

    def run(values: Sequence[tensor]) -> Any:
        return function(
            *(filled(each, values) for each in places), **{key: filled(each, values) for key, each in options.items()}
        )

    try:
        example = call_outside_trace(run, ([plain_values(each, False) for each in sources],), {})
    except Exception:  # integers are indices, or matrices that zeros make singular
        example = call_outside_trace(run, ([plain_values(each, True) for each in sources],), {})
    results: list[Any] = []
    outline = results_in(example, results)
    gives = [
        (make_description(each.dtype, each.size, "F", each.device), number)
        for each, number in (
            (tensor_in(each), isinstance(each, (scalar, bool, int, float, complex))) for each in results
        )
    ]

    def stored(*values: tensor) -> list[tensor]:
        found: list[Any] = []
        results_in(run(values), found)
        return [tensor_in(each) for each in found]

    made = trace.call_several(name, [bare(each) for each in sources], gives, stored)
    for k, (found, was) in enumerate(zip(made, results, strict=True)):
        made[k] = make_array(found) if type(was) is array else found
        axes = getattr(was, "axes", None)
        made[k] = made[k] if axes is None else made[k].withAxes(*axes)
    return outline(made)


def in_trace(value: Any) -> bool:
    """Whether a value, or one in a list or tuple, is what a traced function computes."""
    if isinstance(value, (list, tuple)):
        return any(in_trace(each) for each in value)
    found = inner_field(value) if type(value) is array else value
    return isinstance(found, rtensor) and found.trace is not None


def opened(value: Any, sources: list[rtensor]) -> Any:
    """An argument with places for its tensors and arrays, which are added to the sources."""
    if isinstance(value, (list, tuple)):
        made = [opened(each, sources) for each in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    if not isinstance(value, (array, tensor, rtensor)):
        return value
    found = inner_field(value) if type(value) is array else value
    if not isinstance(found, rtensor):
        found = tensor_of(found)
    sources.append(found if isinstance(found, rtensor) else lazy_tensor(found))
    return Place(len(sources) - 1, value)


def bare(source: rtensor) -> rtensor:
    return source if source.axes is None else source.withoutAxes()


def filled(value: Any, tensors: Sequence[tensor]) -> Any:
    """The argument with tensors in its places."""
    if isinstance(value, (list, tuple)):
        made = [filled(each, tensors) for each in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    if type(value) is not Place:
        return value
    given: Any = tensors[value.number]
    given = make_array(given) if value.is_array else given
    return given if value.axes is None else given.withAxes(*value.axes)


def plain_values(source: rtensor, whole: bool) -> tensor:
    """Values of the size and dtype of a source for which functions are defined: identity matrices and ones; of integers
    zeros, unless they are matrices, too."""
    kind, size = source.dtype, source.size
    made = make_empty(make_description(kind, size, "F", source.device))
    made[...] = 1 if kind.isfloat and len(size) < 2 else 0
    if (kind.isfloat or whole) and len(size) > 1:
        steps = create.eye(size[0], size[1], 0, kind, source.device)
        made[...] = steps.reshape((size[0], size[1], *(1,) * (len(size) - 2)))
    return made


def results_in(value: Any, into: list[Any]) -> Callable[[list[Any]], Any]:
    """Collect the tensors, arrays and numbers of a result; returns what builds a result from others."""
    if isinstance(value, (list, tuple)):
        parts = [results_in(each, into) for each in value]
        if hasattr(value, "_fields"):
            return lambda made: type(value)(*[each(made) for each in parts])
        return lambda made: type(value)([each(made) for each in parts])
    place = len(into)
    into.append(value)
    return lambda made: made[place]


def tensor_in(value: Any) -> tensor:
    """A result as a tensor without axes."""
    found = inner_field(value) if type(value) is array else value
    found = tensor_of(found)
    return found if found.axes is None else found.withoutAxes()

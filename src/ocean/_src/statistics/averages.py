"""Weighted averages, moving averages and covariances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import as_scalar, tensor_of
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import checked_axis, make_description, size_text
from ocean._src.core.objects.dtypes import DOUBLE, FLOAT, common, dtype
from ocean._src.core.objects.rtensor import lazy_tensor, rtensor
from ocean._src.core.objects.tensor import inner_description, item, make_empty, make_view, tensor
from ocean._src.lazy.apply import as_operand, check_windows, known, slide_by_hand, slide_traced, windows_of, written
from ocean._src.lazy.rtensor import cast, mapped
from ocean._src.tensor.cumulative import CUMULATIVE
from ocean._src.tensor.elementwise import FUNCTIONS
from ocean._src.tensor.join import concatenate
from ocean._src.tensor.products import FEW
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS
from ocean._src.tensor.reduce import as_tensor, reduced_axes


def averaged(kind: dtype) -> dtype:
    """The dtype of averages."""
    return kind if kind.isfloat else DOUBLE


# --- Weighted averages -------------------------------------------------------------------------------------------


@public(
    "average(A [,axes [,keepdims]] [,weights] [,B])", aliases={"axis": "axes"}, axes="integers", keepdims="bool",
    weights="list, tensor or iterable", B="tensor", methods=(tensor, rtensor), rule="reduced(axes)",
)  # fmt: skip
def average(A: Any, axes: Any, keepdims: bool | None, weights: Any, B: tensor | None) -> Any:
    """the mean in which each element has a weight: sum(weights @ A) / sum(weights), over axes or everything.

    The weights are as many as the elements, or as many as there are along the axes. Integers give double.

    >>> ocean.average([1.0,2.0,6.0], weights=[2,1,1])
    2.5
    """
    if weights is None:
        return REDUCTIONS["mean"].general(A, axes, keepdims, B)
    source = as_tensor("average", A)
    weights = source.device(tensor_of(weights))
    if weights.size != source.size:
        along = () if axes is None else reduced_axes(axes, source.ndims)
        if weights.size != tuple(source.size[axis] for axis in along):
            one = f"{size_text([source.size[axis] for axis in along])} or " if along else ""
            expected = f"{one}{size_text(source.size)}"
            raise OceanValueError(f"average(): expected weights of size {expected}, got {size_text(weights.size)}")
        weights = along_axes(weights, along, source.size)
    kind = averaged(common(source.dtype, weights.dtype))
    total, whole = weighted_sums(source, weights, axes, keepdims, common(kind, DOUBLE), common(weights.dtype, DOUBLE))
    found = total / whole
    result = cast(found, kind, None) if isinstance(found, rtensor) else kind(found)
    return result if B is None else written("average", tensor_of(result), B)


def along_axes(weights: tensor, axes: Sequence[int], size: tuple[int, ...]) -> tensor:
    """Weights that have a dimension for each of some axes, repeated along the others."""
    order = sorted(range(len(axes)), key=lambda k: axes[k])
    line = weights.permuteAxes(order).reshape([n if k in axes else 1 for k, n in enumerate(size)])
    return line.broadcastTo(size)


def weighted_sums(source: Any, weights: Any, axes: Any, keepdims: bool | None, kind: dtype, weighing: dtype) -> Any:
    """The sum of elements times their weights, computed in a dtype, and the sum of the weights, in another one."""
    if source.nelem < FEW and isinstance(source, tensor):
        x, w = converted(source, kind, None), converted(tensor_of(weights), weighing, None)
    else:
        x = cast(source if isinstance(source, rtensor) else lazy_tensor(source), kind, None)
        w = cast(lazy_tensor(weights), weighing, None)
    total = REDUCTIONS["sum"]
    return total(x @ w, axes, keepdims), total(w, axes, keepdims)


# --- Moving averages ---------------------------------------------------------------------------------------------

DIRECT = 16
"""Longer windows that overlap much are summed in parts."""


@public(
    "moving_mean(A, axis, window [,step=1] [,B])", axis="int", window="int", step="int", B="tensor",
    methods=(tensor, rtensor), rule="along(axis)",
)  # fmt: skip
def moving_mean(A: Any, axis: int, window: int, step: int | None, B: tensor | None) -> Any:
    """the mean of each window along an axis; windows begin a step apart. Integers give double.

    >>> ocean.moving_mean([1.0,2.0,6.0,7.0], 0, 2)
       1.5   4.0   6.5
    <tensor.double of size 3 on cpu>
    """
    source = A if type(A) is tensor else as_tensor("moving_mean", A)
    step = 1 if step is None else step
    axis = checked_axis(axis, source.ndims)
    check_windows("moving_mean", source.size[axis], axis, window, step)
    if window <= DIRECT or window < 8 * step or source.ndims == MAX_DIMS or isinstance(source, rtensor):
        mean = REDUCTIONS["mean"]
        result = known("moving_mean", mean).run(slide_traced, slide_by_hand, source, axis, window, step)
    else:
        result = means_in_parts(source, axis, window, step)
    return result if B is None else written("moving_mean", result, B)


def means_in_parts(source: tensor, axis: int, window: int, step: int) -> tensor:
    """Means of long windows. The line is split into blocks as long as a window, so that a window is the end of one
    block and the beginning of the next. Its sum is a suffix sum plus a prefix sum; nothing is ever subtracted."""
    length = source.size[axis]
    blocks, rest = divmod(length, window)
    wide = lazy_tensor(source)
    wide = cast(wide, common(source.dtype, DOUBLE), None)
    ends = CUMULATIVE["cumsum"](in_blocks(wide, axis, window, blocks), axis, True)
    starts = CUMULATIVE["cumsum"](in_blocks(wide, axis, window, blocks), axis)
    kind = averaged(source.dtype)
    size = (*source.size[:axis], blocks * window, *source.size[axis + 1 :])
    result = make_empty(make_description(kind, size, "F", source.device))
    target = blocks_of(result, axis, window, blocks)

    def part(given: tensor, first: int, count: int, block: int, number: int) -> tensor:
        return given.slice(axis, first, count).slice(axis + 1, block, number)

    def write(first: int, count: int, block: int, number: int, *parts: tensor) -> None:
        if count and number:
            total = lazy_tensor(part(ends, first, count, block, number))
            for each in parts:
                total = total + each
            (total / float(window)).into(part(target, first, count, block, number))

    write(0, 1, 0, blocks)
    write(1, window - 1, 0, blocks - 1, part(starts, 0, window - 1, 1, blocks - 1))
    if rest:
        over = CUMULATIVE["cumsum"](wide.slice(axis, blocks * window, rest), axis)
        write(1, rest, blocks - 1, 1, over.unsqueeze(axis + 1))
    found: tensor = result[(slice(None),) * axis + (slice(0, length - window + 1, step),)].asContiguous()
    return found


def in_blocks(source: rtensor, axis: int, window: int, blocks: int) -> rtensor:
    return mapped(source.slice(axis, 0, window * blocks), lambda each: blocks_of(each, axis, window, blocks))


def blocks_of(source: tensor, axis: int, window: int, blocks: int) -> tensor:
    """A view with an axis split in two: within a block, and across blocks."""
    size, strides = list(source.size), list(source.strides)
    size[axis : axis + 1], strides[axis : axis + 1] = [window, blocks], [strides[axis], strides[axis] * window]
    desc = inner_description(source)
    return make_view(source, 0, make_description(desc.dtype, size, strides, desc.device, desc.swapped))


@cache
def fused_weights() -> Any:
    from ocean._src.lazy.fuse import fuse

    return fuse(weighted)


def weighted(x: Any, weights: Any, axis: int, step: int) -> Any:
    """`moving_average` as a trace."""
    kind = averaged(common(x.dtype, weights.dtype))
    windows = mapped(as_operand(x), lambda each: windows_of(each, axis, weights.size[0], step))
    weights = cast(weights, common(weights.dtype, DOUBLE), None)
    terms = cast(windows, common(kind, DOUBLE), None) @ weights
    from ocean._src.lazy.vmap import unrolled

    total = unrolled("sum", terms, (0,))
    if total is None:
        total = REDUCTIONS["sum"](terms, 0)
    return cast(total / REDUCTIONS["sum"](weights), kind, None)


@public(
    "moving_average(A, axis, weights [,step=1] [,B])", axis="int", step="int", B="tensor",
    methods=(tensor, rtensor), rule="first(axis)",
)  # fmt: skip
def moving_average(A: Any, axis: int, weights: Any, step: int | None, B: tensor | None) -> Any:
    """the average, with weights, of each window of as many elements along an axis; windows begin a step apart.

    The weights need not sum to one. Integers give double.

    >>> ocean.moving_average([1.0,2.0,6.0,7.0], 0, [1,2,1])
       2.75   5.25
    <tensor.double of size 2 on cpu>
    """
    source = A if type(A) is tensor else as_tensor("moving_average", A)
    weights = weights if type(weights) is tensor else tensor_of(weights)
    if weights.ndims != 1:
        raise OceanValueError(
            f"moving_average(): expected a vector of weights, got a tensor of size {size_text(weights.size)}"
        )
    step = 1 if step is None else step
    axis = checked_axis(axis, source.ndims)
    check_windows("moving_average", source.size[axis], axis, weights.nelem, step)
    result = fused_weights()(source, weights, axis, step)
    return result if B is None else written("moving_average", result, B)


# --- Covariances -------------------------------------------------------------------------------------------------


def covariances(name: str, A: Any, y: Any, axis: int | None, ddof: Any) -> tensor:
    """The covariances of variables, which are observed along an axis, in the dtype of the computation."""
    observed = [as_observed(name, each, axis) for each in (A, y) if each is not None]
    if len(observed) == 2 and observed[0].size[0] != observed[1].size[0]:
        counts = " and ".join(str(each.size[0]) for each in observed)
        raise OceanValueError(f"{name}(): expected as many observations of A as of y, got {counts}")
    x = observed[0] if len(observed) == 1 else concatenate(observed, 1)
    less = 1 if ddof is None else as_scalar(ddof, name).asPython()
    if isinstance(less, complex):
        raise OceanTypeError(f"{name}(): ddof must be a real number, got {shown(ddof)}")
    if x.size[0] == 0:
        raise OceanValueError(f"{name}(): there are no observations along axis {axis or 0}")
    x = common(x.dtype, FLOAT if x.dtype.isfloat else DOUBLE)(x)
    degrees = max(x.size[0] - less, 0)
    found: tensor = FUNCTIONS["divide"](products_of_deviations(x), float(degrees))
    return found


def products_of_deviations(x: tensor, weights: tensor | None = None, turned: bool = False) -> tensor:
    """The sums of products of deviations from means: variables are columns, and observations may have weights. `turned`
    is for arrays, in which variables are rows: the conjugate factor is on the left."""
    total = REDUCTIONS["sum"]
    if weights is not None:
        deviations = x - total(x @ weights, 0, True) / total(weights)
    else:
        deviations = x - REDUCTIONS["mean"](x, 0, True) if x.size[0] else x  # of no elements there is no mean
    others = deviations if weights is None else deviations @ weights
    others = FUNCTIONS["conj"](others) if x.dtype.iscomplex else others
    found: tensor = others.T * deviations if turned else deviations.T * others
    return found


def as_observed(name: str, given: Any, axis: int | None) -> tensor:
    """Observations as rows, variables as columns."""
    source = tensor_of(as_tensor(name, given))
    if source.ndims == 1:
        checked_axis(axis or 0, 1)
        return source.reshape(source.nelem, 1)
    if source.ndims != 2:
        raise OceanValueError(f"{name}(): expected a vector or a matrix, got a tensor of size {size_text(source.size)}")
    return source if checked_axis(axis or 0, 2) == 0 else source.T if source.size[0] > 1 else source.reverseAxes()


def as_asked(found: tensor, kind: dtype) -> Any:
    """A scalar for one variable, a matrix for several."""
    found = averaged(kind)(found)
    return item(found) if found.nelem == 1 else found


@public("cov(A [,y] [,axis=0] [,ddof=1])", y="tensor", axis="int", ddof="number", methods=(tensor,), rule="drop(axis)")
def cov(A: Any, y: Any, axis: int | None, ddof: Any) -> Any:
    """the covariances of variables: each column of A is one, observed along axis 0; of a vector its variance.

    The columns of y, or y itself, are further variables. The sums of products are divided by the number of observations
    less `ddof`.

    >>> ocean.cov(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
        1.0    3.5
        3.5   13.0
    <tensor.double of size 2x2 on cpu>
    """
    return as_asked(covariances("cov", A, y, axis, ddof), kind_of(A, y))


@public("corrcoef(A [,y] [,axis=0])", y="tensor", axis="int", methods=(tensor,), rule="drop(axis)")
def corrcoef(A: Any, y: Any, axis: int | None) -> Any:
    """the correlation coefficients of variables: each column of A is one, observed along axis 0. See `cov`.

    >>> ocean.corrcoef(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
    (:,:)
       1.00000   0.97073
       0.97073   1.00000
    <tensor.double of size 2x2 on cpu>
    """
    found = covariances("corrcoef", A, y, axis, None)
    return as_asked(normalized(found), kind_of(A, y))


def normalized(found: tensor) -> tensor:
    """Correlation coefficients from covariances: what rounding lifts above 1 is 1."""
    deviations = FUNCTIONS["sqrt"](found.diag().real)
    result: tensor = found / deviations / deviations.T
    for part in (result.real, result.imag) if result.dtype.iscomplex else (result,):
        part.assign(FUNCTIONS["clip"](part, -1, 1))
    return result


def kind_of(A: Any, y: Any) -> dtype:
    kinds = [as_tensor("cov", each).dtype for each in (A, y) if each is not None]
    return kinds[0] if len(kinds) == 1 else common(*kinds)

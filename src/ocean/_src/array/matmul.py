"""Products of arrays: `@` and `matmul`. A @ B is the product of the inner tensors of B and A."""

from __future__ import annotations

from ocean._src.axes.labels import labelled
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair
from ocean._src.core.functions import array_products
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.description import integers, make_description
from ocean._src.core.objects.dtypes import common, dtype
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import call_operation, clear, make_empty, tensor
from ocean._src.lazy.rtensor import cast
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.numpy_rows import check_cast
from ocean._src.tensor.products import matrix_product

from .axes import product_axes
from .broadcast import broadcast_to
from .out import given_to
from .reduce import folded_over
from .shape import moveaxis
from .ufuncs import apply_order, check_faces, lazily, out_of
from .unwrap import arrays_together, axis_error, check_order, inner, operand, operands_together, read_dtype, wrap

__all__ = ["matmul"]


CORES = {"matmul": (2, 2, 2), "matvec": (2, 1, 1), "vecmat": (1, 2, 1), "vecdot": (1, 1, 0)}
"""The numbers of axes that a product reads of each operand, and gives."""


def with_options(function: Any, given: tuple[Any, ...], out: Any, options: dict[str, Any]) -> array:
    """A product with options of NumPy's: `axes`, `axis`, `keepdims`, `dtype`, `casting`, `order`."""
    name = function.__name__
    axes, axis, keepdims = (options.pop(each, None) for each in ("axes", "axis", "keepdims"))
    if keepdims is not None and not isinstance(keepdims, bool):
        raise OceanTypeError(f"{name}(): keepdims must be a boolean, got {shown(keepdims)}")
    kind, casting = read_dtype(options.pop("dtype", None)), options.pop("casting", "same_kind")
    order = check_order(options.pop("order", "K"), "K")
    for each in options.keys() - {"subok", "signature", "sig"}:
        raise OceanTypeError(f"{name}() got an unexpected keyword argument {each!r}")
    for signature in filter(None, (options.get("signature"), options.get("sig"))):
        parts = signature if isinstance(signature, tuple) else signature.replace("->", "")
        kind = read_dtype(parts[-1])
    if axis is not None and axes is not None:
        raise OceanTypeError(f"{name}(): cannot specify both 'axis' and 'axes'")
    if name != "vecdot" and (axis is not None or keepdims):
        raise OceanTypeError(f"{name}() does not support {'axis' if axis is not None else 'keepdims'}")
    operands = arrays_together(*given)
    cores = [min(core, max(each.ndim, 1)) for core, each in zip(CORES[name], operands, strict=False)]
    cores.append(sum(cores) - 2 if name == "matmul" else CORES[name][2])
    if axis is not None:
        axes = [axis, axis, axis] if keepdims else [axis, axis]
    if keepdims:
        cores[2] = 1
    places = read_core_axes(name, axes, cores, bool(keepdims))
    if kind is not None:
        operands = [wrap(in_dtype(name, inner(each), kind, casting)) for each in operands]
    if places is not None:
        operands = [moved_last(each, place) for each, place in zip(operands, places, strict=False)]
    found = function(*operands)
    if keepdims:
        found = found[..., None]
    if places is not None and places[2]:
        found = moveaxis(found, tuple(range(-len(places[2]), 0)), places[2])
    found = found if kind is None else found.astype(kind, copy=False)
    target = out_of(name, out)
    if target is not None and target.shape != found.shape:
        core = 0 if places is not None else cores[2]
        if target.shape[target.ndim - core :] != found.shape[found.ndim - core :]:
            raise OceanValueError(f"{name}(): the result has shape {found.shape}, and out has {target.shape}")
        found = broadcast_to(found, target.shape)
    return apply_order(found, order, operands) if out is None else given_to(out, found, name, casting)


def moved_last(source: array, places: tuple[int, ...]) -> array:
    return moveaxis(source, places, tuple(range(-len(places), 0))) if places else source


def read_core_axes(name: str, axes: Any, cores: list[int], keepdims: bool) -> list[tuple[int, ...]] | None:
    """The axes of the operands and of the result that a product is about; None for the last ones."""
    if axes is None:
        return None
    if isinstance(axes, list) and len(axes) == 2 and keepdims:
        axes = [*axes, (-1,)]
    if not isinstance(axes, list):
        raise OceanTypeError(f"{name}(): axes should be a list, got {shown(axes)}")
    if len(axes) != 3 and not (len(axes) == 2 and not cores[2]):
        raise OceanValueError(f"{name}(): axes should be a list with an entry for all 3 inputs and outputs, got {axes}")
    found = []
    for entry, core in zip((*axes, ())[:3], cores, strict=True):
        if core == 1 and not isinstance(entry, (tuple, list)) and hasattr(entry, "__index__"):
            entry = (entry,)
        wrong = f"{name}(): an entry of axes must be a tuple of {core} integers, got {entry}"
        if not isinstance(entry, tuple) and core == 1:
            raise OceanTypeError(wrong)
        if not isinstance(entry, tuple) or len(entry) != core:
            raise axis_error(wrong)
        found.append(tuple(integers(entry, "axes")) if entry else ())
    return found


@pair(array_products.matmul)
def matmul(x1: Any, x2: Any, /, out: Any = None, *, dtype: Any = None, **options: Any) -> array:
    """The matrix product; a vector on the left is a row, one on the right a column, and more axes number matrices.

    `axes` has tuples of the axes of both operands and of the result that are those of matrices, instead of the last."""
    if options:
        return with_options(matmul, (x1, x2), out, {**options, "dtype": dtype})
    target = out_of("matmul", out)
    a, b = (matrix(each) for each in operands_together((x1, x2)))
    if a.axes is not None or b.axes is not None:
        return with_axes(wrap(a), wrap(b), target, dtype)
    kind = read_dtype(dtype)
    if kind is not None:
        a, b = (in_dtype("matmul", each, kind) for each in (a, b))
    result = product(a, b)
    if target is None:
        return wrap(result)
    check_cast("matmul", result.dtype, target._dtype)
    made = wrap(result)
    core = min(a.ndims, 2) + min(b.ndims, 2) - 2
    if made.shape != target.shape:
        if target.shape[target.ndim - core :] != made.shape[made.ndim - core :]:
            raise OceanValueError(f"matmul(): out has shape {target.shape}, expected {made.shape}")
        made = broadcast_to(made, target.shape)  # as many products as there are in `out`
    target[...] = made
    return target


def with_axes(a: array, b: array, target: array | None, dtype: Any) -> array:
    """The product by position of matrices with axes."""
    axes = product_axes(a, b)
    result: array = labelled(matmul(labelled(a, None), labelled(b, None), dtype=dtype), axes)
    if target is None:
        return result
    check_cast("matmul", result._dtype, target._dtype)
    target[...] = result
    return target


def matrix(found: Any) -> Any:
    if not isinstance(found, (tensor, rtensor)) or not found.ndims:
        raise OceanValueError("matmul() takes arrays with at least one axis; numbers are multiplied with *")
    return found


def in_dtype(name: str, source: Any, kind: dtype, casting: str = "same_kind") -> Any:
    """An operand in the given dtype, in which the product is computed."""
    check_cast(name, source.dtype, kind, casting, "input")
    return as_kind(source, kind)


def as_kind(source: Any, kind: Any) -> Any:
    return cast(source, kind, None) if isinstance(source, rtensor) else converted(source, kind, None)


def product(a: Any, b: Any) -> Any:
    """The inner tensor of a product, from inner tensors; a collection has its matrices in the first two dimensions. A
    product of lazy vectors is a lazy sum; in a trace it is recorded; other lazy operands are evaluated."""
    kind = common(a.dtype, b.dtype)
    trace = next((each.trace for each in (a, b) if isinstance(each, rtensor) and each.trace is not None), None)
    lazy = any(isinstance(each, rtensor) for each in (a, b))
    if lazy and a.ndims == b.ndims == 1 and a.size == b.size and a.nelem and kind.isfloat:
        return folded_over("sum", lazily("multiply", [a, b]), (0,), False, 0)
    if trace is None:
        a, b = (each.eval() if isinstance(each, rtensor) else each for each in (a, b))
    column = b.ndims == 1
    if a.size[0] != b.size[0 if column else 1]:
        raise OceanValueError(
            f"matmul(): the last axis of {a.size[::-1]} and the {'' if column else 'second last '}axis of "
            f"{b.size[::-1]} have different lengths"
        )

    def multiply(right: Any, left: Any) -> Any:
        if not left.nelem or not right.nelem:
            return empty_product(left, right, kind)
        left, right = as_kind(left, kind), as_kind(right, kind)
        return call_operation(OPERATIONS["multiply"], (right, left)) if trace is None else trace.product(right, left)

    return matrix_product(b, a, multiply)


def empty_product(left: tensor, right: tensor, kind: Any) -> tensor:
    """A product without elements to sum: zeros."""
    many = find_common_size({left.size[2:]: None, right.size[2:]: None})
    if many is None:
        raise OceanValueError(f"matmul(): {left.size[::-1]} and {right.size[::-1]} cannot be broadcast")
    result = make_empty(make_description(kind, (right.size[0], left.size[1], *many), "F", left.device))
    clear(result)
    return result


def operator(a: Any, b: Any) -> Any:
    """`@`."""
    check_faces((a, b))
    if any(operand(each) is NotImplemented for each in (a, b)):
        return NotImplemented
    return matmul(a, b)

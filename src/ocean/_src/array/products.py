"""Products of arrays beside `matmul`: dot, inner, outer, tensordot, kron, cross, einsum. All are elementwise or matrix
products, so that they run where these run."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.base.errors import OceanError, OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_products
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import integers
from ocean._src.core.objects.dtypes import BOOL, common, dtype
from ocean._src.ops.numpy_rows import check_cast
from ocean._src.ops.subscripts import as_matmul, parsed
from ocean._src.tensor.products import contracted, crossed, vector_products
from ocean._src.tensor.products import kron as kron_of_tensors
from ocean._src.tensor.products import outer as outer_of_tensors
from ocean._src.tensor.rearrange import moved

from . import axes, reduce
from .broadcast import broadcast_to
from .matmul import as_kind, matmul, with_options
from .methods import diagonal_view
from .numpy_fallback import host
from .out import given_to
from .shape import moveaxis, permute_dims
from .ufuncs import UFUNCS, apply_order, call, out_of
from .unwrap import arrays_together, as_array, axis_of, check_order, own_axis, read_dtype, wrap, wrapped
from .unwrap import inner as open_array

__all__ = [
    "conjugate", "cross", "dot", "einsum", "einsum_path", "inner", "kron", "matvec", "outer", "tensordot", "vdot",
    "vecdot", "vecmat",
]  # fmt: skip


@pair(array_products.dot)
def dot(a: Any, b: Any, out: Any = None) -> array:
    """The product over the last axis of the first and the second last of the second; with numbers, elementwise.

    Of arrays with axes it is `ocean.dot`: axes of the first are contracted with those of the second whose offset is one
    higher.
    """
    first, second = arrays_together(a, b)
    kind = common(first._dtype, second._dtype)
    if type(out) is array:
        check_dot_out(out, kind, first, second)
    if first.axes is not None or second.axes is not None:
        return given_to(out, axes.dot(first, second), "dot")
    if not first.ndim or not second.ndim:
        return given_to(out, call("multiply", (first, second)), "dot")
    if second.ndim <= 2:
        return given_to(out, matmul(first, second), "dot")
    return given_to(out, tensordot(first, second, ((-1,), (-2,))), "dot")


def check_dot_out(out: array, kind: dtype, first: array, second: array) -> None:
    """Refuse an `out` that is not as the result would be, which NumPy does in `dot` only."""
    if out._dtype is not kind:
        raise OceanValueError(f"dot(): out must have dtype {kind.name}, got {out._dtype.name}")
    if first.axes is not None or second.axes is not None:
        return
    if first.ndim and second.ndim:
        shape = first.shape[:-1] + second.shape[:-2] + (second.shape[-1:] if second.ndim > 1 else ())
    else:
        shape = first.shape or second.shape
    if out.shape != shape or not out.flags.c_contiguous:
        raise OceanValueError(f"dot(): out must be row-major without gaps and of shape {shape}, got {out.shape}")


@pair(array_products.inner, rule="inner")
def inner(a: Any, b: Any, /) -> array:
    """The products over the last axes of both; with numbers, elementwise."""
    first, second = arrays_together(a, b)
    if not first.ndim or not second.ndim:
        return call("multiply", (first, second))
    return tensordot(first, second, ((-1,), (-1,)))


@pair(array_products.vdot, rule="vdot")
def vdot(a: Any, b: Any, /) -> array:
    """The sum of products of all elements, the first ones conjugate."""
    first, second = (each.ravel() for each in arrays_together(a, b))
    if first.size != second.size:
        raise OceanValueError("cannot reshape array: vdot() takes arrays with equally many elements")
    return matmul(conjugate(first), second)


def conjugate(a: array) -> array:
    return call("conjugate", (a,)) if a._dtype.iscomplex else a


@pair(array_products.vecdot, rule="vecdot(axis)")
def vecdot(x1: Any, x2: Any, /, out: Any = None, *, axis: Any = -1, **options: Any) -> array:
    """The sums of products of vectors along an axis of both, the first ones conjugate."""
    if options or out is not None:
        if axis is None:
            raise OceanTypeError("vecdot(): axis must be an integer, got None")
        if axis != -1 or options.get("axes") is None:
            options["axis"] = axis
        return with_options(vecdot, (x1, x2), out, options)
    first, second = arrays_together(x1, x2)
    if not first.ndim or not second.ndim:
        raise OceanValueError("vecdot() takes arrays with at least one axis")
    own = [own_axis(axis, each.ndim) for each in (first, second)]
    if first.shape[own[0]] != second.shape[own[1]]:
        raise OceanValueError(f"vecdot(): the vectors have {first.shape[own[0]]} and {second.shape[own[1]]} elements")
    kind = common(first._dtype, second._dtype)
    left, right = (inner_field(moveaxis(each, k, -1)) for each, k in zip((first, second), own, strict=True))
    found = vector_products(as_kind(left, kind), as_kind(right, kind), 0)
    return wrapped(kind(found) if found.dtype is not kind else found, first.device)


@pair(array_products.outer, rule="outer")
def outer(a: Any, b: Any, out: Any = None) -> array:
    """The products of each element of the first with each of the second, flat."""
    first, second = arrays_together(a, b)
    return given_to(out, wrap(outer_of_tensors(inner_field(second), inner_field(first))), "outer")


@ruled("tensordot(axes)")
def tensordot(a: Any, b: Any, axes: Any = 2) -> array:
    """The products over axes of both: the last `axes` ones of the first with the first of the second, or given ones."""
    first, second = arrays_together(a, b)
    axes = unbox_integer(axes)
    if isinstance(axes, int):
        if axes < 0 or axes > min(first.ndim, second.ndim):
            raise OceanValueError(f"tensordot(): {axes} axes of arrays with {first.ndim} and {second.ndim}")
        mine, theirs = list(range(axes)), list(range(second.ndim - axes, second.ndim))
    else:
        given = [[each] if isinstance(each, int) else list(each) for each in map(unbox_integer, axes)]
        if len(given) != 2 or len(given[0]) != len(given[1]):
            raise OceanValueError("shape-mismatch for sum: as many axes of both are needed")
        mine, theirs = ([axis_of(k, each.ndim) for k in one] for one, each in zip(given, (first, second), strict=True))
    left, right = inner_field(second), inner_field(first)
    if any(left.size[k] != right.size[d] for k, d in zip(theirs, mine, strict=True)):
        raise OceanValueError("shape-mismatch for sum")
    return wrap(contracted(left, right, theirs, mine))


@ruled("refuse")
def kron(a: Any, b: Any) -> array:
    """The Kronecker product: each element of the first times the second, in blocks."""
    first, second = arrays_together(a, b)
    return wrap(kron_of_tensors(inner_field(first), inner_field(second)))


@ruled("along(axisa, axisb, axisc, axis)")
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> array:
    """The cross products of vectors of three elements (of two: with a third that is zero, or the third of these)."""
    if axis is not None:
        axisa = axisb = axisc = axis
    first, second = arrays_together(a, b)
    if first._dtype is second._dtype is BOOL:
        raise OceanTypeError("cross() subtracts, which bool does not")
    given = (first, axisa), (second, axisb)
    left, right = (moved(open_array(each), (axis_of(k, each.ndim),), (0,)) for each, k in given)
    if any(each.size[0] not in (2, 3) for each in (left, right)):
        raise OceanValueError("incompatible dimensions for cross product (dimension must be 2 or 3)")
    found = crossed(left, right, 0)
    if left.size[0] == right.size[0] == 2:
        return wrap(found)
    return wrap(moved(found, (0,), (axis_of(axisc, found.ndims),)))


# --- einsum ------------------------------------------------------------------------------------------------------


class Term:
    """An operand with a label for each axis."""

    def __init__(self, value: array, labels: Sequence[Any]) -> None:
        self.value, self.labels = value, list(labels)

    def without_twins(self) -> None:
        """Take diagonals along labels that occur twice."""
        if len(set(self.labels)) == len(self.labels):
            return
        for label in dict.fromkeys(self.labels):
            while self.labels.count(label) > 1:
                first = self.labels.index(label)
                second = self.labels.index(label, first + 1)
                n, m = self.value.shape[first], self.value.shape[second]
                if n != m:
                    raise OceanValueError(f"einsum(): label {label!r} has lengths {n} and {m} in one operand")
                self.value = diagonal_view(self.value, 0, first, second)
                self.labels = [each for k, each in enumerate(self.labels) if k not in (first, second)] + [label]

    def summed(self, needed: set[Any], kind: dtype) -> None:
        """Sum over labels that nothing else needs."""
        gone = tuple(k for k, each in enumerate(self.labels) if each not in needed)
        if gone:
            self.value = total(self.value, gone, kind)
            self.labels = [each for k, each in enumerate(self.labels) if k not in gone]

    def arranged(self, labels: Sequence[Any]) -> array:
        """The value with its axes in the order of labels."""
        if labels == self.labels:
            return self.value
        return permute_dims(self.value, [self.labels.index(each) for each in labels]) if labels else self.value


def total(value: array, axes: tuple[int, ...], kind: dtype) -> array:
    if kind is BOOL:
        return reduce.FUNCTIONS["any"](value, axes)
    return reduce.FUNCTIONS["sum"](value, axes, kind).astype(kind, copy=False)


@pair(array_products.einsum, rule="einsum")
def einsum(*operands: Any, out: Any = None, dtype: Any = None, order: Any = "K", casting: str = "safe",
           optimize: Any = False) -> array:  # fmt: skip
    """Sums of products by Einstein's convention: `einsum("ij,jk->ik", a, b)`. Operands are combined by matrix products,
    two at a time, those first that give the smallest intermediate results."""
    arrays, labels, result = parsed(operands, arrays_together)
    check_path(optimize, len(arrays))
    if len(arrays) == 2 and type(operands[0]) is str and out is dtype is None and order == "K" and casting == "safe":
        left, right = arrays
        turns = as_matmul(operands[0], (left.ndim, right.ndim))
        remember(operands[0], labels, result, turns)
        if turns is not None and left._dtype is right._dtype:
            left, right = left.T if turns[0] else left, right.T if turns[1] else right
            if left.shape[1] == right.shape[0]:
                return matmul(left, right)
    order = check_order(order, "K")
    target = out_of("einsum", out)
    beside = arrays if target is None else [*arrays, target]
    kind = read_dtype(dtype) or common(*(each._dtype for each in beside))
    for k, each in enumerate(arrays):
        check_cast("einsum", each._dtype, kind, casting, f"operand {k}")
    terms = []
    lengths: dict[Any, int] = {}
    for value, given in zip(arrays, labels, strict=True):
        for label, length in zip(given, value.shape, strict=True):
            known = lengths.get(label, 1)
            if known != length and known != 1 and length != 1:
                raise OceanValueError(
                    f"operands could not be broadcast together: label {label!r} has lengths {known} and {length}"
                )
            lengths[label] = max(known, length) if known and length else 0
    for value, given in zip(arrays, labels, strict=True):
        term = Term(value if value._dtype is kind else value.astype(kind), given)  # any byte order: it may be a view
        term.without_twins()
        ones = [k for k, (each, n) in enumerate(zip(term.labels, term.value.shape, strict=True))
                if n == 1 and lengths[each] != 1]  # fmt: skip
        if ones:  # broadcast along these
            term.value = term.value.squeeze(tuple(ones))
            term.labels = [each for k, each in enumerate(term.labels) if k not in ones]
        terms.append(term)
    while len(terms) > 1:
        first, second = best_pair(terms, lengths, result)
        others = [each for each in terms if each is not first and each is not second]
        needed = set(result).union(*(each.labels for each in others))
        terms = [*others, combined(first, second, needed, kind)]
    term = terms[0]
    term.summed(set(result), kind)
    missing = [each for each in result if each not in term.labels]
    if missing:
        shape = [lengths[each] for each in missing]
        term = Term(broadcast_to(term.value, (*shape, *term.value.shape)).copy(), [*missing, *term.labels])
    value = term.arranged(result)
    if len(arrays) > 1 and order != "K":
        value = apply_order(value, order, arrays)
    return given_to(out, value, "einsum", casting)


def remember(text: str, labels: Sequence[Sequence[Any]], result: Sequence[Any], turns: Any) -> None:
    """Tell compiled code the meaning of a text without ellipsis: a matrix product, or sums of products of elements of
    two arrays of one shape."""
    first, second = map(list, labels)
    if "." in text:
        return
    if turns is not None:
        array_products.remember_einsum(text, turns)
    elif first == second and len(set(first)) == len(first) and [each for each in first if each in result] == result:
        gone = tuple(k for k, each in enumerate(first) if each not in result)
        if gone:
            array_products.remember_einsum(text, [len(first), gone])


def check_path(optimize: Any, count: int) -> None:
    """The order in which operands are combined, which is found here, is one that NumPy would take."""
    if optimize is None or isinstance(optimize, bool):
        return
    if isinstance(optimize, str):
        if count > 2 and optimize not in ("greedy", "optimal"):
            raise KeyError(f"einsum(): optimize must be True, False, 'greedy', 'optimal' or a path, got {optimize!r}")
        return
    if isinstance(optimize, (list, tuple)) and len(optimize) and optimize[0] == "einsum_path":
        left = count
        for step in optimize[1:]:
            places = integers(step, "step of the path")
            if not places or len(set(places)) != len(places) or not all(0 <= each < left for each in places):
                raise OceanIndexError(f"einsum(): the path names the operands {step}, and {left} are left")
            left -= len(places) - 1
        if left != 1:
            raise OceanError(f"Invalid einsum_path is specified: {left - 1} more operands has to be contracted.")
        return
    pair = isinstance(optimize, (list, tuple)) and len(optimize) == 2
    if not pair or not isinstance(optimize[0], str) or not isinstance(optimize[1], (int, float)):
        raise OceanTypeError(
            "einsum(): Did not understand the path: expected True, False, 'greedy', 'optimal', one of them and a "
            f"limit, or a list that begins with 'einsum_path', got {shown(optimize)}"
        )


def best_pair(terms: list[Term], lengths: dict[Any, int], result: Sequence[Any]) -> tuple[Term, Term]:
    """The two operands whose product is smallest, minus their own sizes."""
    if len(terms) == 2:
        return terms[0], terms[1]
    best: tuple[float, Term, Term] | None = None
    for k, first in enumerate(terms):
        for second in terms[k + 1 :]:
            others = set(result).union(*(each.labels for each in terms if each is not first and each is not second))
            labels = set(first.labels) | set(second.labels)
            kept = math.prod(lengths[each] for each in labels & others)
            cost = kept - math.prod(first.value.shape) - math.prod(second.value.shape)
            if best is None or cost < best[0]:
                best = cost, first, second
    assert best is not None
    return best[1], best[2]


def combined(first: Term, second: Term, needed: set[Any], kind: dtype) -> Term:
    """The product of two operands, summed over labels that are not needed."""
    first.summed(needed | set(second.labels), kind)
    second.summed(needed | set(first.labels), kind)
    shared = [each for each in first.labels if each in second.labels]
    batch, gone = [each for each in shared if each in needed], [each for each in shared if each not in needed]
    rows, columns = ([each for each in one.labels if each not in shared] for one in (first, second))
    size = dict(zip(first.labels, first.value.shape, strict=True)) | dict(
        zip(second.labels, second.value.shape, strict=True)
    )
    counts = [math.prod(size[each] for each in group) for group in (batch, rows, gone, columns)]
    shape = [size[each] for each in (*batch, *rows, *columns)]
    outer = counts[:1] if batch else []  # a single matrix has no number
    left = first.arranged([*batch, *rows, *gone]).reshape(*outer, counts[1], counts[2])
    if not gone:
        right = second.arranged([*batch, *columns]).reshape(*outer, 1, counts[3])
        value = UFUNCS["multiply"](left, right)
    else:
        right = second.arranged([*batch, *gone, *columns]).reshape(*outer, counts[2], counts[3])
        value = matmul(left, right)
    if len(shape) > MAX_DIMS:
        raise OceanValueError(
            f"einsum(): an intermediate result has {len(shape)} axes, and arrays have at most {MAX_DIMS}"
        )
    return Term(value.reshape(shape), [*batch, *rows, *columns])


@ruled("drop")
def einsum_path(*operands: Any, optimize: Any = "greedy") -> tuple[list[Any], str]:
    """The order in which NumPy would combine the operands of `einsum`, for programs that ask."""
    path: tuple[list[Any], str] = numpy.einsum_path(*host(operands), optimize=optimize)
    return path


# --- Matrices with vectors ---------------------------------------------------------------------------------------


@ruled("matvec")
def matvec(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> array:
    """The products of matrices with vectors."""
    if options or out is not None:
        return with_options(matvec, (x1, x2), out, options)
    matrices, vectors = as_array(x1), as_array(x2)
    if vectors.ndim == 1 and matrices.ndim == 2:
        return matmul(matrices, vectors)
    return matmul(matrices, vectors[..., None])[..., 0]


@ruled("vecmat")
def vecmat(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> array:
    """The products of vectors, conjugate, with matrices."""
    if options or out is not None:
        return with_options(vecmat, (x1, x2), out, options)
    vectors, matrices = conjugate(as_array(x1)), as_array(x2)
    if vectors.ndim == 1 and matrices.ndim == 2:
        return matmul(vectors, matrices)
    return matmul(vectors[..., None, :], matrices)[..., 0, :]

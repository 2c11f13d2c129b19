"""Multiplication of collections of matrices: `A * B`, `multiply` and `gemm`.

The first two dimensions of a tensor are a matrix and the others number the matrices; a vector is one column. Here
arguments are sorted, sizes and dtypes settled, and the loops over the collection joined; `core/matmul` does the work.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ocean.core import description as layout
from ocean.core import matmul
from ocean.core import tensor as core
from ocean.core.description import description
from ocean.core.dtypes import common, dtype, new_scalar, scalar, weak_dtype
from ocean.core.errors import OceanTypeError, OceanValueError
from ocean.core.settings import settings
from ocean.core.tensor import tensor
from ocean.create import converted, python_dtype, to_operand

from .calls import general as call_row
from .dispatch import OPERATIONS, broadcast_size, check_types, shown
from .table import CFLOAT, CHALF, FLOAT, HALF

WORKING = {HALF: FLOAT, CHALF: CFLOAT}
"""The dtypes in which products of others are accumulated."""

TRANSPOSED, CONJUGATED = 1, 2
TRANS = {"N": 0, "n": 0, "T": TRANSPOSED, "t": TRANSPOSED,
         "C": TRANSPOSED | CONJUGATED, "c": TRANSPOSED | CONJUGATED}  # fmt: skip
FORMS = {
    "multiply": ("A", "transA", "B", "transB", "C"),
    "gemm": ("alpha", "A", "transA", "B", "transB", "beta", "C"),
}


class Axis(NamedTuple):
    """A dimension: its length, and the stride in bytes."""

    length: int
    stride: int


# --- Arguments ---------------------------------------------------------------------------------------------------


def gemm(*args: Any, **named: Any) -> Any:
    """gemm(alpha, A, [transA='N',] B [,transB='N'] [,beta=0, C]): alpha op(A) op(B) + beta C, into C when it is given.

    >>> a = ocean.asTensor([1,2,3], ocean.float)
    >>> ocean.gemm(2, a, 'T', a)
       28
    <tensor.float of size 1 on cpu>
    """
    return general("gemm", args, named)


def sort_arguments(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """The value of each argument; transA and transB are strings, by which they are known."""
    form = FORMS[name]
    for each in named:
        if each not in form:
            raise OceanTypeError(f"{name}() got an unexpected keyword argument '{each}'; expected {', '.join(form)}")
    values = dict(named)
    rest = list(args)
    for slot in form:
        if slot not in values and rest and isinstance(rest[0], str) == slot.startswith("trans"):
            values[slot] = rest.pop(0)
    if rest:
        raise OceanTypeError(f"{name}(): unexpected argument {rest[0]!r}; the arguments are {', '.join(form)}")
    for slot in form:
        if slot in ("alpha", "A", "B") and values.get(slot) is None:
            raise OceanTypeError(f"{name}() is missing the argument {slot}; the arguments are {', '.join(form)}")
    if name == "gemm" and values.get("C") is None and values.get("beta") is not None:
        if not isinstance(values["beta"], tensor) or "beta" in named:
            raise OceanTypeError(f"gemm(): beta is {values['beta']!r}, but there is no tensor C that it could scale")
        values["C"] = values.pop("beta")
    if values.get("C") is not None and not isinstance(values["C"], tensor):
        raise OceanTypeError(f"{name}(): C must be a tensor, got {type(values['C']).__name__}")
    return values


def read_trans(name: str, argument: str, value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, str):
        raise OceanTypeError(f"{name}(): {argument} must be 'N', 'T' or 'C', got {value!r}")
    if value not in TRANS:
        raise OceanValueError(f"{name}(): {argument} must be 'N', 'T' or 'C', got {value!r}")
    return TRANS[value]


def factor(name: str, argument: str, value: Any) -> Any:
    """alpha or beta: a number, or a tensor whose matrices are single elements."""
    value = None if value is None else to_operand(value)
    if not isinstance(value, tensor):
        return value
    if any(n != 1 for n in value.size[:2]):
        raise OceanValueError(
            f"{name}(): {argument} has size {shown(value.size)}, expected a number or a tensor of size 1x1x..."
        )
    return core.item(value) if value.ndims <= 2 else value


def kind_beside(value: Any, reference: dtype) -> dtype:
    """The dtype of an operand; that of a Python number depends on the tensor beside it."""
    return value.dtype if isinstance(value, (tensor, scalar)) else weak_dtype(value, reference)


def is_zero(value: Any) -> bool:
    return value is None or (not isinstance(value, tensor) and plain(value) == 0)


def plain(value: Any) -> Any:
    return value.asPython() if isinstance(value, scalar) else value


def general(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """`multiply` or `gemm` with any arguments."""
    values = sort_arguments(name, args, named)
    trans_a = read_trans(name, "transA", values.get("transA"))
    trans_b = read_trans(name, "transB", values.get("transB"))
    a, b, c = to_operand(values["A"]), to_operand(values["B"]), values.get("C")
    alpha, beta = factor(name, "alpha", values.get("alpha")), factor(name, "beta", values.get("beta"))
    beta = None if is_zero(beta) else beta
    tensors = [each for each in (a, b) if isinstance(each, tensor)]
    reference = tensors[0].dtype if tensors else python_dtype(plain(a))
    kinds = [kind_beside(each, reference) for each in (a, b, alpha) if each is not None]
    if beta is not None:
        kinds += [c.dtype, kind_beside(beta, c.dtype)]
    kind = common(*kinds)
    if len(tensors) == 2 and b.device is not a.device:
        b = converted(b, None, a.device)
    if not scales(a, trans_a, b, trans_b):
        flags = trans_a | trans_b << 2
        if not isinstance(alpha, tensor) and not isinstance(beta, tensor):
            return into_device(name, a, b, c, flags, kind, alpha, beta)
        result = matmul.run_product(a, b, None, flags, kind, None, None, name)
    else:
        check_types(tuple(each.dtype for each in tensors), (kind,) * len(tensors))
        left, right = scaled_operand(a, trans_a, kind), scaled_operand(b, trans_b, kind)
        result = call_row("scale", left, right)
    return combine(name, result, alpha, beta, c, kind)


def into_device(
    name: str, a: tensor, b: tensor, c: tensor | None, flags: int, kind: dtype, alpha: Any, beta: Any
) -> Any:
    """The product on the device of A, into C wherever that is."""
    there = c if c is None or c.device is a.device else converted(c, None, a.device)
    result = matmul.run_product(a, b, there, flags, kind, plain(alpha), plain(beta), name)
    if c is not None and there is not c:
        core.call(OPERATIONS["copy"], (there,), c)
    return result


# --- Scaling, and what is added afterwards ------------------------------------------------------------------------


def is_single(value: Any) -> bool:
    """Whether the matrices of an operand are single elements."""
    return not isinstance(value, tensor) or all(n == 1 for n in value.size[:2])


def scales(a: Any, trans_a: int, b: Any, trans_b: int) -> bool:
    """Whether one operand only scales the other: it has single elements where matrices would not match."""
    if not isinstance(a, tensor) or not isinstance(b, tensor) or not a.ndims or not b.ndims:
        return True
    across, down = axes_of(a.description, trans_a)[1].length, axes_of(b.description, trans_b)[0].length
    return across != down and (is_single(a) or is_single(b))


def scaled_operand(value: Any, trans: int, kind: dtype) -> Any:
    """op(A) for elementwise multiplication."""
    if not isinstance(value, tensor):
        number = new_scalar(kind, plain(value))
        return number.conj() if trans & CONJUGATED and kind.iscomplex else number
    result = converted(value, kind, None)
    if trans & CONJUGATED and kind.iscomplex:
        result = core.call(OPERATIONS["conj"], (result,))
    if is_single(result) and result.ndims <= 2:
        return core.view(result, 0, layout.squeeze(core.inner_description(result)))
    if trans and result.ndims:
        result = result.T if result.ndims == 1 else result.swapAxes(0, 1)
    return result


def combine(name: str, product: Any, alpha: Any, beta: Any, c: tensor | None, kind: dtype) -> Any:
    """alpha times a product, plus beta C, where alpha or beta differ between the matrices or the product only scales."""
    if alpha is not None:
        product = call_row("scale", product, in_kind(alpha, kind))
        if is_zero(alpha):
            product.zero()
    if c is None:
        return product
    if not isinstance(product, tensor):
        product = product.asTensor()
    size = broadcast_size((product.description, beta.description)) if isinstance(beta, tensor) else product.size
    check_destination(name, c.description, size)
    if c.readonly:
        raise OceanValueError(f"{name}(): the destination tensor C is read-only, expected one that can be written")
    product = product.reshape(product.size[: c.ndims])
    if beta is None:
        return core.call(OPERATIONS["copy"], (product,), c)
    kept = converted(c, kind, product.device, True)
    if isinstance(beta, tensor):
        beta = converted(beta, kind, product.device)
        clear_unkept(kept, beta)
    kept = core.call(OPERATIONS["scale"], (kept, in_kind(beta, kind)))
    return core.call(OPERATIONS["add"], (product, kept), c)


def in_kind(value: Any, kind: dtype) -> Any:
    return converted(value, kind, None) if isinstance(value, tensor) else new_scalar(kind, plain(value))


def clear_unkept(kept: tensor, beta: tensor) -> None:
    """Zero the matrices of C whose beta is zero: what they hold, even NaN, must not count."""
    for position in itertools.product(*map(range, beta.size)):
        if core.item(element(beta, position)).asPython() == 0:
            part = kept
            for axis, index in enumerate(position):
                if beta.size[axis] > 1 and axis < part.ndims:
                    part = part.slice(axis, index)
            part.zero()


def element(source: tensor, position: tuple[int, ...]) -> tensor:
    for axis, index in enumerate(position):
        source = source.slice(axis, index)
    return source


# --- Planning ----------------------------------------------------------------------------------------------------


def axes_of(desc: description, trans: int = 0) -> list[Axis]:
    """The dimensions of a collection of matrices: at least two, the first two exchanged if transposed."""
    axes = [Axis(n, s) for n, s in zip(desc.size, desc.strides, strict=True)]
    axes += [Axis(1, 0)] * (2 - len(axes))
    return [axes[1], axes[0], *axes[2:]] if trans & TRANSPOSED else axes


def spread(axes: list[Axis], size: list[int]) -> list[Axis]:
    """Dimensions from the third on, repeated where the result has more."""
    axes = axes[2:] + [Axis(1, 0)] * (len(size) + 2 - len(axes))
    return [axis if axis.length == n else Axis(n, 0) for axis, n in zip(axes, size, strict=True)]


def common_matrices(name: str, a: description, b: description) -> list[int]:
    """The sizes from the third dimension on, to which both operands are broadcast."""
    result = [1] * max(a.ndims - 2, b.ndims - 2, 0)
    for size in (a.size[2:], b.size[2:]):
        for axis, length in enumerate(size):
            if length != 1 and result[axis] not in (1, length):
                raise OceanValueError(
                    f"{name}(): tensors A of size {shown(a.size)} and B of size {shown(b.size)} have "
                    f"incompatible sizes from the third dimension on, expected equal ones or 1"
                )
            result[axis] = length if length != 1 else result[axis]
    return result


def check_destination(name: str, c: description, size: tuple[int, ...]) -> list[int]:
    """Check that C has room for a product; returns the sizes of C from the third dimension on."""
    wanted = [*size, *[1] * (max(c.ndims, 2) - len(size))]
    given = [*c.size, *[1] * (len(wanted) - c.ndims)]
    if given[:2] != wanted[:2] or any(n not in (1, m) for n, m in zip(wanted[2:], given[2:], strict=True)):
        raise OceanValueError(f"{name}(): the destination tensor C has size {shown(c.size)}, expected {shown(size)}")
    if given != wanted and not settings.auto_broadcast:
        raise OceanValueError("Tensor size mismatch (automatic broadcasting of tensor dimensions is disabled)")
    if layout.overlap_kind(c):
        raise OceanValueError(
            f"{name}(): the destination tensor C of size {shown(c.size)} and strides {c.strides} overlaps itself in "
            f"memory, expected elements with bytes of their own; clone it first"
        )
    return given[2:]


def usable(desc: description, kind: dtype) -> bool:
    """Whether the kernels can read or write a tensor where it is."""
    return desc.dtype is kind and not desc.swapped and layout.layout_is_aligned(desc, 0)


def joined(loops: list[list[int]], matrix: dict[str, list[int]]) -> list[tuple[int, tuple[int, ...]]]:
    """Loops over the collection, without those that can be part of others or of the matrices themselves.

    A loop is [length, stride of A, of B, of C]; `matrix` has the rows [m, a, c] and columns [n, b, c] of a product.
    """
    result: list[list[int]] = []
    for loop in loops:
        length, a, b, c = loop
        rows, columns = matrix["rows"], matrix["columns"]
        if length == 1:
            continue
        if not result and a == 0 and (columns[0] == 1 or (b == columns[0] * columns[1] and c == columns[0] * columns[2])):
            matrix["columns"] = [length, b, c] if columns[0] == 1 else [columns[0] * length, *columns[1:]]
        elif not result and b == 0 and (rows[0] == 1 or (a == rows[0] * rows[1] and c == rows[0] * rows[2])):
            matrix["rows"] = [length, a, c] if rows[0] == 1 else [rows[0] * length, *rows[1:]]
        elif result and all(step == result[-1][0] * inner for step, inner in zip(loop[1:], result[-1][1:], strict=True)):
            result[-1][0] *= length
        else:
            result.append(list(loop))
    return [(length, tuple(steps)) for length, *steps in result]


def plan(a: description, b: description, c: description | None, flags: int, kind: dtype, name: str) -> matmul.product:
    """The product of tensors with these descriptions, computed in a dtype, into C or a new tensor."""
    trans_a, trans_b = flags & 3, flags >> 2
    for each in (a, b) if c is None else (a, b, c):
        if not each.device.host:
            raise OceanTypeError(f"{name}(): products are not available on device {each.device.name}")
    check_types((a.dtype, b.dtype), (kind, kind))
    working = WORKING.get(kind, kind)
    first = None if usable(a, working) else layout.make(working, a.size, "F", a.device)
    second = None if usable(b, working) else layout.make(working, b.size, "F", b.device)
    from_a, from_b = axes_of(first or a, trans_a), axes_of(second or b, trans_b)
    if from_a[1].length != from_b[0].length:
        raise OceanValueError("Tensor A and B matrix sizes are incompatible")
    matrices = common_matrices(name, a, b)
    m, k, n = from_a[0].length, from_a[1].length, from_b[1].length
    vector = b.ndims == 1 and not trans_b and not matrices
    result = layout.make(kind, (m,) if vector else (m, n, *matrices), "F", a.device)
    if c is not None:
        matrices = check_destination(name, c, (m, n, *matrices))
    relaxed = any(max(each.ndims, 2) < 2 + len(matrices) or list(each.size[2:]) != matrices for each in (a, b))
    if relaxed and not settings.auto_broadcast:
        raise OceanValueError(
            "Mismatch in tensor dimensions (automatic broadcasting of tensor dimensions is disabled)"
        )
    target = result if c is None else c
    inner = None if usable(target, working) else layout.make(working, target.size, "F", a.device)
    into = axes_of(inner or target)
    loops = [
        [n, *(axis.stride for axis in axes)]
        for n, *axes in zip(
            matrices, spread(from_a, matrices), spread(from_b, matrices), spread(into, matrices), strict=True
        )
    ]
    matrix = {"rows": [m, from_a[0].stride, into[0].stride], "columns": [n, from_b[1].stride, into[1].stride]}
    outer = joined(loops, matrix) if target.nelem else []
    (m, a0, c0), (n, b1, c1) = matrix["rows"], matrix["columns"]
    conjugated = (trans_a >> 1 | trans_b & CONJUGATED) if working.iscomplex else 0
    return matmul.make_product(
        working.code,
        (m, n, k),
        ((a0, from_a[1].stride), (from_b[0].stride, b1), (c0, c1)),
        outer,
        conjugated,
        result,
        first,
        second,
        inner,
        relaxed or a.dtype is not kind or b.dtype is not kind,
    )


matmul.install(plan, general, OPERATIONS["copy"])
multiply = matmul.multiply
star = matmul.star

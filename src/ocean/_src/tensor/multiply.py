"""Multiplication of collections of matrices: `A * B`, `multiply` and `gemm`.

This file reads arguments; `ops/multiply` plans products.
"""

from __future__ import annotations

import itertools

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import beside, lazy_operand, to_operand
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.description import size_text
from ocean._src.core.objects.dtypes import common, computing_of, dtype, new_scalar, scalar
from ocean._src.core.objects.tensor import call_operation, inner_description, item, make_view, tensor
from ocean._src.ops.dispatch import OPERATIONS, broadcast_size, check_types
from ocean._src.ops.multiply import (
    ACCUMULATES,
    CONJUGATED,
    FACTORS,
    KIND,
    TRANSPOSED,
    check_destination,
    scaled,
    scales,
)

TRANS = {"N": 0, "n": 0, "T": TRANSPOSED, "t": TRANSPOSED,
         "C": TRANSPOSED | CONJUGATED, "c": TRANSPOSED | CONJUGATED}  # fmt: skip
KINDS: dict[str, Any] = {"A": "operand", "transA": "str", "B": "operand", "transB": "str", "C": "tensor"}


@public("multiply(A [,transA='N'], B [,transB='N'] [,C])", **KINDS)
def multiply(A: Any, transA: str | None, B: Any, transB: str | None, C: tensor | None) -> Any:
    """the product op(A) op(B) of collections of matrices.

    The first two dimensions are the matrices, the others are broadcast; a vector is a column, and a single element
    scales. 'T' takes the transpose and 'C' the conjugate transpose.

    >>> a = ocean.asTensor([1,2,3])
    >>> ocean.multiply(a, a, 'T')
    (:,:)
       1   2   3
       2   4   6
       3   6   9
    <tensor.int64 of size 3x3 on cpu>
    """
    if type(A) is tensor and type(B) is tensor and transA is None and transB is None:
        return call_operation(OPERATIONS["multiply"], (A, B), C)
    lazy = [lazy_operand(each) for each in (A, B)]
    if C is None and any(each is not None and each.trace is not None for each in lazy):
        first, second = (given if each is None else each for given, each in zip((A, B), lazy, strict=True))
        return turned("multiply", "transA", first, transA) * turned("multiply", "transB", second, transB)
    return general("multiply", None, A, transA, B, transB, None, C)


def turned(function: str, name: str, value: Any, how: str | None) -> Any:
    """op(A) of a traced value."""
    flags = read_trans(function, name, how)
    value = value.T if flags & TRANSPOSED else value
    return value.conj() if flags & CONJUGATED else value


@public("gemm(alpha, A [,transA='N'], B [,transB='N'] [,beta=0, C])", alpha="operand", beta="operand", **KINDS)
def gemm(alpha: Any, A: Any, transA: str | None, B: Any, transB: str | None, beta: Any, C: tensor | None) -> Any:
    """alpha op(A) op(B) + beta C, into C when it is given.

    >>> a = ocean.asTensor([1,2,3], ocean.float)
    >>> ocean.gemm(2, a, 'T', a)
       28
    <tensor.float of size 1 on cpu>
    """
    if beta is not None and C is None:
        raise OceanTypeError(f"gemm(): beta is {shown(beta)}, but there is no tensor C that it could scale")
    return general("gemm", alpha, A, transA, B, transB, beta, C)


def read_trans(name: str, argument: str, value: Any) -> int:
    if value is None:
        return 0
    if value not in TRANS:
        raise OceanValueError(f"{name}(): {argument} must be 'N', 'T' or 'C', got {shown(value)}")
    return TRANS[value]


def factor(name: str, argument: str, value: Any) -> Any:
    """alpha or beta: a number, or a tensor whose matrices are single elements."""
    value = None if value is None else to_operand(value)
    if not isinstance(value, tensor):
        return value
    if any(n != 1 for n in value.size[:2]):
        raise OceanValueError(
            f"{name}(): {argument} has size {size_text(value.size)}, expected a number or a tensor of size 1x1x..."
        )
    return item(value) if value.ndims <= 2 else value


def is_zero(value: Any) -> bool:
    return value is None or (not isinstance(value, tensor) and python_number(value) == 0)


def python_number(value: Any) -> Any:
    return value.asPython() if isinstance(value, scalar) else value


def general(
    name: str, alpha: Any, A: Any, transA: str | None, B: Any, transB: str | None, beta: Any, c: tensor | None
) -> Any:
    """`multiply` or `gemm`; alpha and beta may be None."""
    trans_a, trans_b = read_trans(name, "transA", transA), read_trans(name, "transB", transB)
    a, b = to_operand(A), to_operand(B)
    simple, flags = alpha is None and beta is None, trans_a | trans_b << 2
    if simple and isinstance(a, tensor) and isinstance(b, tensor):
        return call_operation(OPERATIONS["multiply"], (a, b), c, flags)
    alpha, beta = factor(name, "alpha", alpha), factor(name, "beta", beta)
    beta = None if is_zero(beta) else beta
    tensors = [each for each in (a, b) if isinstance(each, tensor)]
    reference = common(*(each.dtype for each in tensors)) if tensors else None
    kind = common(*(beside(each, reference).dtype for each in (a, b, alpha) if each is not None))
    if c is not None and beta is not None:
        meeting = common(kind, c.dtype)
        kind = common(meeting, beside(beta, meeting).dtype)
    if len(tensors) == 2 and not scales(a._layout, b._layout, flags | FACTORS):
        if not isinstance(alpha, tensor) and not isinstance(beta, tensor):
            working = computing_of(kind)
            numbers = 1 if alpha is None else python_number(alpha), python_number(beta or 0)
            factors = [new_scalar(working, each) for each in numbers]
            flags |= FACTORS | kind.code << KIND | (0 if beta is None else ACCUMULATES)
            return call_operation(OPERATIONS["gemm"], (a, b, *factors), c, flags)
        sides = converted(a, kind, None), converted(b, kind, None)
        product = call_operation(OPERATIONS["multiply"], sides, None, flags)
    else:
        check_types(tuple(each.dtype for each in tensors), (kind,) * len(tensors))
        operands = scaled_operand(a, trans_a, kind), scaled_operand(b, trans_b, kind)
        if simple and c is not None:
            size = broadcast_size(tuple(each._layout for each in operands if isinstance(each, tensor)))
            check_destination(name, c._layout, size)
            if len(size) <= c.ndims and not c.readonly:
                return call_operation(OPERATIONS["scale"], operands, c)
        product = call_operation(OPERATIONS["scale"], operands)
    return combine(name, product, alpha, beta, c, kind)


# --- Scaling, and what is added afterwards ------------------------------------------------------------------------


def scaled_operand(value: Any, trans: int, kind: dtype) -> Any:
    """op(A) for elementwise multiplication."""
    if not isinstance(value, tensor):
        number = python_number(value)
        return new_scalar(kind, number.conjugate() if trans & CONJUGATED else number)
    result = converted(value, kind, None)
    if trans & CONJUGATED and kind.iscomplex:
        result = call_operation(OPERATIONS["conj"], (result,))
    return make_view(result, 0, scaled(inner_description(result), trans))


def combine(name: str, product: Any, alpha: Any, beta: Any, c: tensor | None, kind: dtype) -> Any:
    """alpha times a product plus beta C, if the factors differ between matrices or the product was elementwise."""
    if alpha is not None:
        product = call_operation(OPERATIONS["scale"], (product, in_kind(alpha, kind)))
        if is_zero(alpha) and isinstance(product, tensor):
            product.zero()
    if c is None:
        return product
    if not isinstance(product, tensor):
        product = product.asTensor()
    size = broadcast_size((product._layout, beta._layout)) if isinstance(beta, tensor) else product.size
    check_destination(name, c._layout, size)
    if c.readonly:
        raise OceanValueError(f"{name}(): the destination tensor C is read-only, expected one that can be written")
    product = product.reshape(product.size[: c.ndims])
    if beta is None:
        return call_operation(OPERATIONS["copy"], (product,), c)
    kept = converted(c, kind, product.device, True)
    if isinstance(beta, tensor):
        beta = converted(beta, kind, product.device)
        clear_unkept(kept, beta)
    kept = call_operation(OPERATIONS["scale"], (kept, in_kind(beta, kind)))
    return call_operation(OPERATIONS["add"], (product, kept), c)


def in_kind(value: Any, kind: dtype) -> Any:
    return converted(value, kind, None) if isinstance(value, tensor) else new_scalar(kind, python_number(value))


def clear_unkept(kept: tensor, beta: tensor) -> None:
    """Zero the matrices of C whose beta is zero, because their elements must not count, even NaN."""
    for position in itertools.product(*map(range, beta.size)):
        if item(element(beta, position)).asPython() == 0:
            part = kept
            for axis, index in enumerate(position):
                if beta.size[axis] > 1 and axis < part.ndims:
                    part = part.slice(axis, index)
            part.zero()


def element(source: tensor, position: tuple[int, ...]) -> tensor:
    for axis, index in enumerate(position):
        source = source.slice(axis, index)
    return source

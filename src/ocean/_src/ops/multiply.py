"""Planning products of collections of matrices: sizes and dtypes are chosen, and loops over the collection coalesced.

The first two dimensions of a tensor are a matrix and the others number the matrices; a vector is one column. On the
host, `core/host/linalg/matmul` runs the plans; it reads and writes any strides in place.
"""

from __future__ import annotations

from functools import cache

from ocean._src.base.errors import OceanValueError
from ocean._src.base.records import NamedTuple, replaced
from ocean._src.core.call.settings import need_broadcast, settings
from ocean._src.core.host.linalg import matmul
from ocean._src.core.objects.axes import FEW_DIMS
from ocean._src.core.objects.description import (
    broadcasts,
    common_size,
    description,
    layout_is_aligned,
    make_description,
    overlap_kind,
    size_text,
)
from ocean._src.core.objects.dtypes import DTYPE_LIST, HALF, common, computing_of, dtype
from ocean._src.core.objects.tensor import OTHERWISE, make_nested_plan, make_operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels import jobs
from ocean._src.kernels.jobs import Job, planned
from ocean._src.kernels.llvm.host import HOST_PLANS

from .dispatch import OPERATIONS, broadcast_size, check_types, plan_program
from .writer import Writer

TRANSPOSED, CONJUGATED, FACTORS, ACCUMULATES, KIND = 1, 2, 16, 32, 8
"""Flags of a product: op(A), op(B) two bits higher; FACTORS: there are alpha and beta; ACCUMULATES: beta is not zero.
With factors, the bits from KIND on are the code of the dtype in which products and factors meet."""

OUTER = 1 << 14
"""Outer products of at least this number of elements are elementwise products."""


class Axis(NamedTuple):
    """A dimension: its length, and the stride in bytes."""

    length: int
    stride: int


class Loop(NamedTuple):
    """A dimension that operands and result walk together: its length, and the stride of each in bytes."""

    length: int
    a: int
    b: int
    c: int


def axes_of(desc: description, trans: int = 0) -> list[Axis]:
    """The dimensions of a collection of matrices: at least two, the first two exchanged if transposed."""
    axes = [Axis(n, s) for n, s in zip(desc.size, desc.strides, strict=True)]
    axes += [Axis(1, 0)] * (2 - len(axes))
    return [axes[1], axes[0], *axes[2:]] if trans & TRANSPOSED else axes


def spread(axes: list[Axis], size: list[int]) -> list[Axis]:
    """Dimensions from the third on, broadcast to those of the result."""
    axes = axes[2:] + [Axis(1, 0)] * (len(size) + 2 - len(axes))
    return [axis if axis.length == n else Axis(n, 0) for axis, n in zip(axes, size, strict=True)]


def common_matrices(name: str, a: description, b: description) -> list[int]:
    """The sizes from the third dimension on, to which both operands are broadcast."""
    result = common_size((a.size[2:], b.size[2:]))
    if result is None:
        raise OceanValueError(
            f"{name}(): tensors A of size {size_text(a.size)} and B of size {size_text(b.size)} have "
            f"incompatible sizes from the third dimension on, expected equal ones or 1"
        )
    return list(result)


def misfit(name: str, a: description, b: description, flags: int) -> str:
    """The message that two tensors have no product."""
    words = {TRANSPOSED: " transposed", TRANSPOSED | CONJUGATED: " conjugate-transposed"}
    first = size_text(a.size) + words.get(flags & 3, "")
    second = size_text(b.size) + words.get(flags >> 2 & 3, "")
    if name == "multiply":
        return f"* multiplies matrices: {first} times {second} does not fit; @ multiplies elements"
    return f"{name}() multiplies matrices: {first} times {second} does not fit"


def check_destination(name: str, c: description, size: tuple[int, ...]) -> list[int]:
    """Check that a product fits C; returns the sizes of C from the third dimension on."""
    wanted = [*size, *[1] * (max(c.ndims, 2) - len(size))]
    given = [*c.size, *[1] * (len(wanted) - c.ndims)]
    if given[:2] != wanted[:2] or not broadcasts(wanted[2:], given[2:]):
        raise OceanValueError(
            f"{name}(): the destination tensor C has size {size_text(c.size)}, expected {size_text(size)}"
        )
    if given != wanted:
        need_broadcast(size, c.size)
    if overlap_kind(c):
        raise OceanValueError(
            f"{name}(): the destination tensor C of size {size_text(c.size)} and strides {c.strides} overlaps itself "
            f"in memory; clone it first"
        )
    return given[2:]


def usable(desc: description, kind: dtype) -> bool:
    """Whether kernels can read or write a tensor in place."""
    return desc.dtype is kind and not desc.swapped and layout_is_aligned(desc, 0)


def working_dtype(a: description, b: description, c: description | None, flags: int, kind: dtype) -> dtype:
    """The dtype in which a product is computed. There is a kernel for a matrix of halves times a vector."""
    if kind is HALF and not flags & FACTORS and matmul.multiplies_halves():
        vector = axes_of(a, flags)[0].length == 1 or axes_of(b, flags >> 2)[1].length == 1
        if vector and all(each is None or each.ndims <= 2 for each in (a, b, c)):
            return kind
    return computing_of(kind)


def follows(outer: Loop, inner: Loop) -> bool:
    """Whether two loops can be coalesced."""
    return all(far == inner.length * near for far, near in zip(outer[1:], inner[1:], strict=True))


def extended(inner: Loop, outer: Loop) -> Loop:
    return outer if inner.length == 1 else inner._replace(length=inner.length * outer.length)


def joined(rows: Loop, columns: Loop, loops: list[Loop]) -> tuple[Loop, Loop, list[Loop]]:
    """Rows, columns and loops over the collection, with loops coalesced. A loop along which A is the same becomes more
    columns of one product, and one along which B is the same more rows."""
    outer: list[Loop] = []
    for loop in loops:
        if loop.length == 1:
            continue
        if not outer and loop.a == 0 and (columns.length == 1 or follows(loop, columns)):
            columns = extended(columns, loop)
        elif not outer and loop.b == 0 and (rows.length == 1 or follows(loop, rows)):
            rows = extended(rows, loop)
        elif outer and follows(loop, outer[-1]):
            outer[-1] = extended(outer[-1], loop)
        else:
            outer.append(loop)
    return rows, columns, outer


class Product(Job):
    """alpha op(A) op(B) + beta C. The operands are C, A, B, and alpha and beta if the flags say so; A and B meet in
    `kind`, and `working` is the dtype of the computation."""

    flags: int
    kind: dtype
    working: dtype

    def planned_in_few(self) -> Plan:
        c, a, b, *factors = self.operands
        lengths = [*c.size[2:]]
        spreads = [spread(axes_of(each), lengths) for each in (c, a, b)]
        still = (0,) * len(factors)
        loops = jobs.coalesced(
            [jobs.Loop(n, (*(each[d].stride for each in spreads), *still)) for d, n in enumerate(lengths)]
        )
        loops.sort(key=lambda loop: abs(loop.strides[0]))
        inner, outer = loops[: FEW_DIMS - 2], loops[FEW_DIMS - 2 :]
        operands = []
        for k, each in enumerate((c, a, b)):
            matrix = axes_of(each)[:2]
            size = [*(axis.length for axis in matrix), *(loop.length for loop in inner)]
            strides = [*(axis.stride for axis in matrix), *(loop.strides[k] for loop in inner)]
            operands.append(make_description(each.dtype, size, strides, each.device, each.swapped))
        made = planned(replaced(self, operands=(*operands, *factors)))
        return make_nested_plan(made, self.operands, outer)


def plan_on_host(job: Product) -> Plan:
    c, a, b, *_ = job.operands

    def copied(each: description) -> description | None:
        return None if usable(each, job.working) else make_description(job.working, each.size, "F", each.device)

    return family(job.working).plan(job.operands, job.flags, copied(a), copied(b), copied(c))


HOST_PLANS[Product] = plan_on_host


@cache
def family(kind: dtype) -> matmul.product_family:
    """The family of all products that the host computes in a dtype."""
    return matmul.make_product_family(kind)


def scales(a: description, b: description, flags: int) -> bool:
    """Whether a product is elementwise: the matrices do not match and those of one operand are single elements, or it
    is a large outer product, which memory bandwidth limits."""
    if not a.ndims or not b.ndims:
        return True
    (rows, across, *_), (down, columns, *_) = axes_of(a, flags), axes_of(b, flags >> 2)
    if across.length != down.length:
        return is_single(a) or is_single(b)
    large = rows.length * columns.length > OUTER
    return not flags & FACTORS and across.length == 1 and large and settings.auto_broadcast


def is_single(desc: description) -> bool:
    """Whether the matrices of an operand are single elements."""
    return all(n == 1 for n in desc.size[:2])


def scaled(desc: description, trans: int) -> description:
    """op(A) for elementwise multiplication; conjugation is a step of the program."""
    if is_single(desc) and desc.ndims <= 2:
        return desc.squeeze()[1]
    if not trans & TRANSPOSED:
        return desc
    return (desc.transpose() if desc.ndims == 1 else desc.swap_axes(0, 1))[1]


def plan_scaling(name: str, a: description, b: description, c: description | None, flags: int) -> Plan:
    dtypes = (a.dtype, b.dtype)
    kind = common(*dtypes)
    check_types(dtypes, (kind, kind))
    operands = scaled(a, flags), scaled(b, flags >> 2)
    if c is not None:
        size = broadcast_size(operands)
        check_destination(name, c, size)
        for axis in range(c.ndims, len(size)):
            c = c.unsqueeze(axis)[1]
    w = Writer(dtypes)
    x, y = (
        value.row("conj") if trans & CONJUGATED and value.dtype.iscomplex else value
        for value, trans in zip(w.inputs, (flags, flags >> 2), strict=True)
    )
    program = w.program(x.row("scale", y).cast(kind if c is None else c.dtype))
    return plan_program(program, operands, kind, c)


def plan(name: str, inputs: tuple[description, ...], c: description | None, flags: int) -> Plan:
    """The product of tensors with these descriptions, into C or a new tensor."""
    a, b, *factors = inputs
    if scales(a, b, flags):
        return plan_scaling(name, a, b, c, flags)
    kind = DTYPE_LIST[flags >> KIND] if flags & FACTORS else common(a.dtype, b.dtype)
    check_types((a.dtype, b.dtype), (kind, kind))
    working = working_dtype(a, b, c, flags, kind)
    rows, across = axes_of(a, flags)[:2]
    down, columns = axes_of(b, flags >> 2)[:2]
    if across.length != down.length:
        raise OceanValueError(f"Tensor A and B matrix sizes are incompatible; {misfit(name, a, b, flags)}")
    matrices = common_matrices(name, a, b)
    size = (rows.length, columns.length, *matrices)
    if c is not None:
        matrices = check_destination(name, c, size)
    repeated = any(max(each.ndims, 2) < 2 + len(matrices) or list(each.size[2:]) != matrices for each in (a, b))
    if repeated:
        need_broadcast(a.size, b.size, problem="Mismatch in tensor dimensions")
    if c is None:
        vector = b.ndims == 1 and not flags >> 2 & 3 and not matrices
        c = make_description(kind, size[:1] if vector else size, "F", a.device)
    return planned(Product((c, a, b, *factors), flags, kind, working))


OPERATIONS["multiply"] = make_operation(
    "multiply", 2, lambda inputs, result, flags: plan("multiply", inputs, result, flags), elementwise=False,
    axes="product", fits=OTHERWISE,
)
OPERATIONS["gemm"] = make_operation(
    "gemm", 4, lambda inputs, result, flags: plan("gemm", inputs, result, flags), elementwise=False, accumulates=True,
    axes="product", fits=OTHERWISE,
)

"""Shape functions: views made by the description algebra; in-place forms replace what the Python object stands for."""

from __future__ import annotations

from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.arguments import attach, method, sort
from ocean._src.core.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.core.tensor import tensor
from ocean._src.create import new
from ocean._src.ops.dispatch import OPERATIONS


def settle(self: tensor, result: tensor, inplace: bool) -> tensor | None:
    """Return a result, or let the tensor become it."""
    if inplace is not True:
        if inplace is not False:
            raise OceanTypeError(f"inplace must be True or False, got {inplace!r}")
        return result
    core.replace(self, result)
    return None


def viewed(self: tensor, desc: layout.description, inplace: bool, offset: int = 0) -> tensor | None:
    return settle(self, core.view(self, offset, desc), inplace)


def contiguous_copy(source: tensor, order: str = "F") -> tensor:
    """A new native tensor with the same elements in a given order."""
    result = core.empty(layout.make(source.dtype, source.size, order, source.device))
    core.call(OPERATIONS["copy"], (source,), result)
    return result


def reshape(self: tensor, size: tuple[Any, ...], inplace: bool) -> tensor | None:
    """What `tensor.reshape` does when the view is not remembered."""
    if not isinstance(inplace, bool):
        raise OceanTypeError(f"reshape(): inplace must be True or False, got {inplace!r}")
    if size and isinstance(size[-1], bool):
        inplace, size = size[-1], size[:-1]
    if not size:
        raise OceanTypeError("reshape() needs a size")
    shape = layout.integers(size[0], "size") if len(size) == 1 else layout.integers(size, "size")
    desc = layout.reshape(core.inner_description(self), shape)
    if desc is not None:
        return viewed(self, desc, inplace)
    copy = contiguous_copy(self)
    desc = layout.reshape(core.inner_description(copy), shape)
    assert desc is not None
    return settle(self, core.view(copy, 0, desc), inplace)


@method(tensor)
def reshapeLike(self: tensor, src: Any, inplace: bool = False) -> tensor | None:
    """Reshape to the size of another tensor."""
    if not hasattr(src, "size") or not isinstance(src.size, tuple):
        from ocean._src.create import asTensor

        src = asTensor(src)
    return reshape(self, (src.size,), inplace)


@method(tensor)
def transpose(self: tensor, inplace: bool = False) -> tensor | None:
    """The transpose, a view: the first two dimensions exchanged.

    >>> ocean.asTensor([1,2,3]).transpose()
    (:,:)
       1   2   3
    <tensor.int64 of size 1x3 on cpu>
    """
    return viewed(self, layout.transpose(core.inner_description(self)), inplace)


@method(tensor)
def ctranspose(self: tensor, inplace: bool = False) -> tensor | None:
    """The conjugate transpose: a conjugated copy for complex dtypes, else a view."""
    source = core.call(OPERATIONS["conj"], (self,)) if self.dtype.iscomplex else self
    return settle(self, core.view(source, 0, layout.transpose(core.inner_description(source))), inplace)


attach(tensor, H=property(lambda self: ctranspose(self), doc="The conjugate transpose."))


@method(tensor)
def broadcastTo(self: tensor, size: Any, *options: Any, **named: Any) -> tensor | None:
    """broadcastTo(size [,mode] [,inplace]): repeat along new dimensions and dimensions of size one.

    New dimensions are on the right (mode 0) or on the left (mode 1).
    """
    mode, inplace = sort("broadcastTo", options, named, mode=int, inplace=bool)
    desc = layout.broadcast(core.inner_description(self), size, mode_number(mode))
    return viewed(self, desc, bool(inplace))


def mode_number(mode: int | None) -> int:
    if mode not in (None, 0, 1):
        raise OceanValueError(f"Expected broadcast mode 0 (pad on the right) or 1 (pad on the left), got {mode}")
    return mode or 0


@method(tensor)
def broadcastLike(self: tensor, src: Any, *options: Any, **named: Any) -> tensor | None:
    """broadcastLike(tensor [,mode] [,inplace]): broadcast to the size of another tensor."""
    if not isinstance(src, tensor):
        from ocean._src.create import asTensor

        src = asTensor(src)
    return broadcastTo(self, src.size, *options, **named)


@method(tensor)
def squeeze(self: tensor, *options: Any, **named: Any) -> tensor | None:
    """squeeze([axis] [,inplace]): without one dimension of size one, or without all of them."""
    axis, inplace = sort("squeeze", options, named, axis=int, inplace=bool)
    return viewed(self, layout.squeeze(core.inner_description(self), axis), bool(inplace))


@method(tensor)
def unsqueeze(self: tensor, axis: int, inplace: bool = False) -> tensor | None:
    """Insert a dimension of size one."""
    return viewed(self, layout.unsqueeze(core.inner_description(self), axis), inplace)


@method(tensor)
def flatten(self: tensor, *options: Any, **named: Any) -> tensor | None:
    """flatten([type] [,inplace]): all elements as a vector, a view if possible.

    In order 'F' (column-major), 'C' (row-major), 'A' (column-major if the tensor is, else row-major) or 'K'
    (row-major if the tensor is, else column-major).
    """
    kind, inplace = sort("flatten", options, named, type=str, inplace=bool)
    kind = (kind or "F").upper()
    desc = core.inner_description(self)
    if kind == "A":
        kind = "F" if layout.layout_is_fortran(desc) else "C"
    elif kind == "K":
        kind = "C" if layout.layout_is_c(desc) else "F"
    if kind not in ("F", "C"):
        raise OceanValueError(f"Expected type 'F', 'C', 'A' or 'K', got {kind!r}")
    source = self if kind == "F" else core.view(self, 0, layout.reverse(desc))
    result = reshape(source, ((self.nelem,),), False)
    assert result is not None
    return settle(self, result, bool(inplace))


@method(tensor)
def flipAxis(self: tensor, axis: int, inplace: bool = False) -> tensor | None:
    """Run along an axis in the other direction, a view."""
    offset, desc = layout.flip(core.inner_description(self), axis)
    return viewed(self, desc, inplace, offset)


@method(tensor)
def flipud(self: tensor, inplace: bool = False) -> tensor | None:
    """Flip axis 0."""
    if self.ndims < 1:
        raise OceanValueError("flipud() needs at least one dimension")
    return flipAxis(self, 0, inplace)


@method(tensor)
def fliplr(self: tensor, inplace: bool = False) -> tensor | None:
    """Flip axis 1 (axis 0 of a vector)."""
    if self.ndims < 1:
        raise OceanValueError("fliplr() needs at least one dimension")
    return flipAxis(self, min(1, self.ndims - 1), inplace)


@method(tensor)
def reverseAxes(self: tensor, inplace: bool = False) -> tensor | None:
    """Reverse the order of the dimensions, a view."""
    return viewed(self, layout.reverse(core.inner_description(self)), inplace)


@method(tensor)
def reverseAxes2(self: tensor, inplace: bool = False) -> tensor | None:
    """Reverse the order of the dimensions, then exchange the first two of the result."""
    return viewed(self, layout.reverse2(core.inner_description(self)), inplace)


@method(tensor)
def permuteAxes(self: tensor, order: Any, inplace: bool = False) -> tensor | None:
    """Dimension k of the result is dimension order[k]."""
    return viewed(self, layout.permute(core.inner_description(self), order), inplace)


@method(tensor)
def diag(self: tensor, index: int = 0) -> tensor:
    """A view of a diagonal of the first two dimensions: index > 0 is above the main one, < 0 below it."""
    offset, desc = layout.diagonal(core.inner_description(self), index)
    return core.view(self, offset, desc)


def part(self: tensor, which: int) -> tensor:
    if self.dtype.iscomplex:
        offset, desc = layout.part(core.inner_description(self), which)
        return core.view(self, offset, desc)
    if which == 0:
        return core.view(self, 0, core.inner_description(self))
    zero = new(self.dtype, (), self.device)
    zero.zero()
    result = core.view(zero, 0, layout.broadcast(core.inner_description(zero), self.size))
    result.readonly = True
    return result


attach(
    tensor,
    real=property(lambda self: part(self, 0), doc="A view of the real parts."),
    imag=property(
        lambda self: part(self, 1), doc="A view of the imaginary parts; a read-only tensor of zeros for real dtypes."
    ),
)


# --- Queries -----------------------------------------------------------------------------------------------------


@method(tensor)
def isEmpty(self: tensor) -> bool:
    """Whether there are no elements."""
    return self.nelem == 0


@method(tensor)
def isScalar(self: tensor) -> bool:
    """Whether there are no dimensions (and so one element)."""
    return self.ndims == 0


@method(tensor)
def isReal(self: tensor) -> bool:
    """Whether the dtype is not complex."""
    return not self.dtype.iscomplex


@method(tensor)
def isComplex(self: tensor) -> bool:
    """Whether the dtype is complex."""
    return bool(self.dtype.iscomplex)


@method(tensor)
def isContiguous(self: tensor) -> bool:
    """Whether the elements fill a block of memory without gaps, in any order of the dimensions."""
    return bool(layout.layout_is_dense(self.description))


@method(tensor)
def isLinear(self: tensor) -> bool:
    """Whether the elements in column-major order are at equal distances in memory."""
    return bool(layout.layout_is_linear(self.description))


@method(tensor)
def isFortran(self: tensor) -> bool:
    """Whether the elements are in column-major order without gaps."""
    return bool(layout.layout_is_fortran(self.description))


@method(tensor)
def isAligned(self: tensor) -> bool:
    """Whether every element is at a multiple of its size in memory."""
    return bool(layout.layout_is_aligned(self.description, self.ptr))


@method(tensor)
def isSelfOverlapping(self: tensor) -> bool:
    """Whether two elements share memory."""
    return layout.overlap_kind(self.description) != 0


def checkSelfOverlap(A: tensor) -> bool:
    """Whether two elements of a tensor share memory."""
    if not isinstance(A, tensor):
        raise OceanTypeError(f"checkSelfOverlap() takes a tensor, got {type(A).__name__}")
    return isSelfOverlapping(A)


def checkOverlap(A: tensor, B: tensor) -> bool:
    """Whether two tensors share memory."""
    for each in (A, B):
        if not isinstance(each, tensor):
            raise OceanTypeError(f"checkOverlap() takes two tensors, got {type(each).__name__}")
    if A.device is not B.device:
        return False
    return bool(layout.overlap(A.description, A.ptr, B.description, B.ptr))


__all__ = ["OceanError", "checkOverlap", "checkSelfOverlap"]

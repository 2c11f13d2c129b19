"""Shape functions: the views of `core.views` as methods, and what is said about the layout of a tensor."""

from __future__ import annotations

from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core import views
from ocean._src.core.classes import attach, method
from ocean._src.core.create import asTensor
from ocean._src.core.errors import OceanTypeError
from ocean._src.core.tensor import tensor
from ocean._src.ops.dispatch import OPERATIONS

method(tensor)(views.reshape)
method(tensor)(views.ravel)


def give_views(cls: type) -> None:
    """Give a class of lazy tensors the methods of tensors that are views: each calls `view(name, args, named)`."""
    for name in (*(each.__name__ for each in views.VIEWS), "real", "imag"):

        def viewed(self: Any, *args: Any, _name: str = name, **named: Any) -> Any:
            return self.view(_name, args, named)

        viewed.__doc__ = getattr(tensor, name).__doc__
        attach(cls, **{name: property(viewed) if name in ("real", "imag") else viewed})


@method(tensor)
def reshapeLike(self: Any, src: Any, inplace: bool = False) -> tensor | None:
    """Reshape to the size of another tensor."""
    result: tensor | None = self.reshape(size_of(src), inplace=inplace)
    return result


@method(tensor)
def broadcastLike(self: Any, src: Any, mode: Any = None, inplace: Any = None) -> tensor | None:
    """broadcastLike(tensor [,mode] [,inplace]): broadcast to the size of another tensor."""
    result: tensor | None = self.broadcastTo(size_of(src), mode, inplace)
    return result


def size_of(value: Any) -> tuple[int, ...]:
    """The size of a tensor, or of anything like one."""
    if not isinstance(value, tensor) and not isinstance(getattr(value, "size", None), tuple):
        value = asTensor(value)
    size: tuple[int, ...] = value.size
    return size


@method(tensor)
def ctranspose(self: Any, inplace: bool = False) -> tensor | None:
    """The conjugate transpose: a conjugated copy for complex dtypes, else a view."""
    source = core.call(OPERATIONS["conj"], (self,)) if self.dtype.iscomplex else self
    result: tensor | None = source.transpose(inplace)
    if result is None and source is not self:
        core.replace(self, source)
    return result


attach(tensor, H=property(ctranspose, doc="The conjugate transpose."))


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
    return bool(layout.layout_is_dense(self._layout))


@method(tensor)
def isLinear(self: tensor) -> bool:
    """Whether the elements in column-major order are at equal distances in memory."""
    return bool(layout.layout_is_linear(self._layout))


@method(tensor)
def isFortran(self: tensor) -> bool:
    """Whether the elements are in column-major order without gaps."""
    return bool(layout.layout_is_fortran(self._layout))


@method(tensor)
def isAligned(self: tensor) -> bool:
    """Whether every element is at a multiple of its size in memory."""
    return bool(layout.layout_is_aligned(self._layout, self.ptr))


@method(tensor)
def isSelfOverlapping(self: tensor) -> bool:
    """Whether two elements share memory."""
    return layout.overlap_kind(self._layout) != 0


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
    return core.overlapping_bytes(A, B)

"""Shape functions: views as methods (core/functions/views.pyx), and queries of the layout of a tensor."""

from __future__ import annotations

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.functions import views
from ocean._src.core.functions.create import asTensor
from ocean._src.core.objects import overlap
from ocean._src.core.objects.description import (
    integer,
    integers,
    layout_is_aligned,
    layout_is_dense,
    layout_is_fortran,
    layout_is_linear,
    overlap_kind,
)
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import call_operation, share_bytes, tensor
from ocean._src.core.objects.tensor import replace_tensor as replace_memory
from ocean._src.ops.dispatch import OPERATIONS

method(tensor)(views.reshape)
method(tensor)(views.ravel)


def give_views(cls: type) -> None:
    """Give a class of lazy tensors the view methods of tensors: each calls `view(name, args, named)`."""
    for name in (*(each.__name__ for each in views.VIEWS), "ravel", "ctranspose", "real", "imag"):

        def viewed(self: Any, *args: Any, _name: str = name, **named: Any) -> Any:
            return self.view(_name, args, named)

        viewed.__doc__ = getattr(tensor, name).__doc__
        attach(cls, **{name: property(viewed) if name in ("real", "imag") else viewed})


@method(tensor, rtensor)
def reshapeLike(self: Any, src: Any, inplace: bool = False) -> tensor | None:
    """Reshape to the size of another tensor.

    Parameters
    ----------
    src : tensor_like
        What has the size.
    inplace : bool, optional
        Whether this tensor becomes the result.

    Returns
    -------
    tensor
        A view or a copy; None with `inplace`.

    Examples
    --------
    >>> ocean.arange(6).reshapeLike(ocean.zeros([2,3]))
    (:,:)
       0   2   4
       1   3   5
    <tensor.int64 of size 2x3 on cpu>
    """
    result: tensor | None = self.reshape(size_of(src), inplace=inplace)
    return result


@method(tensor, rtensor)
def broadcastLike(self: Any, src: Any, mode: Any = None, inplace: Any = None) -> tensor | None:
    """Broadcast to the size of another tensor, or to its axes.

    Parameters
    ----------
    src : tensor_like
        What has the size, or the axes.
    mode : {0, 1}, optional
        Where new dimensions are added: on the right (0) or on the left (1).
    inplace : bool, optional
        Whether this tensor becomes the view.

    Returns
    -------
    tensor
        A view; None with `inplace`.

    Examples
    --------
    >>> ocean.asTensor([1,2]).broadcastLike(ocean.zeros([2,3]))
    (:,:)
       1   1   1
       2   2   2
    <tensor.int64 of size 2x3 on cpu>
    """
    axes = src.axes if mode is None and isinstance(src, (tensor, rtensor)) else None  # a mode goes by position
    result: tensor | None = self.broadcastTo(axes or size_of(src), mode, inplace)
    return result


def size_of(value: Any) -> tuple[int, ...]:
    """The size of a tensor, or of anything like one."""
    if not isinstance(value, tensor) and not isinstance(getattr(value, "size", None), tuple):
        value = asTensor(value)
    size: tuple[int, ...] = value.size
    return size


@method(tensor)
def ctranspose(self: Any, inplace: bool = False) -> tensor | None:
    """The conjugate transpose: a conjugated copy for complex dtypes, else a view.

    Parameters
    ----------
    inplace : bool, optional
        Whether this tensor becomes the result.

    Returns
    -------
    tensor
        The transpose; None with `inplace`.

    Examples
    --------
    >>> ocean.asTensor([[1+2j,3], [4,5j]]).ctranspose()
    (:,:)
       1 - 2j    3 + 0j
       4 + 0j    0 - 5j
    <tensor.complex-double of size 2x2 on cpu>
    """
    source = call_operation(OPERATIONS["conj"], (self,)) if self.dtype.iscomplex else self
    result: tensor | None = source.transpose(inplace)
    if result is None and source is not self:
        replace_memory(self, source)
    return result


attach(tensor, H=property(ctranspose, doc="The conjugate transpose."))


# --- Queries -----------------------------------------------------------------------------------------------------


@method(tensor)
def isEmpty(self: tensor) -> bool:
    """Whether there are no elements.

    Returns
    -------
    bool
        True if a size is zero.

    Examples
    --------
    >>> ocean.zeros([3,0]).isEmpty()
    True
    """
    return self.nelem == 0


@method(tensor)
def isScalar(self: tensor) -> bool:
    """Whether there are no dimensions (and so one element).

    Returns
    -------
    bool
        False for a vector of one element.

    Examples
    --------
    >>> ocean.asTensor(5).isScalar(), ocean.asTensor([5]).isScalar()
    (True, False)
    """
    return self.ndims == 0


@method(tensor)
def isReal(self: tensor) -> bool:
    """Whether the dtype is not complex.

    Returns
    -------
    bool
        True for integers, too.

    Examples
    --------
    >>> ocean.zeros([3], ocean.int32).isReal()
    True
    """
    return not self.dtype.iscomplex


@method(tensor)
def isComplex(self: tensor) -> bool:
    """Whether the dtype is complex.

    Returns
    -------
    bool
        True for complex32, cfloat and cdouble.

    Examples
    --------
    >>> ocean.zeros([3], ocean.cdouble).isComplex()
    True
    """
    return bool(self.dtype.iscomplex)


@method(tensor)
def isContiguous(self: tensor) -> bool:
    """Whether the elements fill a block of memory without gaps, in any order of the dimensions.

    Returns
    -------
    bool
        True for a transposed matrix, False for every other element of a vector.

    Examples
    --------
    >>> t = ocean.arange(6)
    >>> t.reshape(2,3).T.isContiguous(), t[::2].isContiguous()
    (True, False)
    """
    return bool(layout_is_dense(self._layout))


@method(tensor)
def isLinear(self: tensor) -> bool:
    """Whether the elements in column-major order are at equal distances in memory.

    Returns
    -------
    bool
        Whether one stride leads through all elements.

    Examples
    --------
    >>> t = ocean.arange(6)
    >>> t[::2].isLinear(), t.reshape(2,3).T.isLinear()
    (True, False)
    """
    return bool(layout_is_linear(self._layout))


@method(tensor)
def isFortran(self: tensor) -> bool:
    """Whether the elements are in column-major order without gaps.

    Returns
    -------
    bool
        The order in which tensors are made.

    Examples
    --------
    >>> t = ocean.zeros([2,3])
    >>> t.isFortran(), t.T.isFortran()
    (True, False)
    """
    return bool(layout_is_fortran(self._layout))


@method(tensor)
def isAligned(self: tensor) -> bool:
    """Whether every element is at a multiple of its size in memory.

    Returns
    -------
    bool
        False for elements at odd addresses, as in packed records.

    Examples
    --------
    >>> ocean.zeros([3]).isAligned()
    True
    """
    return bool(layout_is_aligned(self._layout, self.ptr))


@method(tensor)
def isSelfOverlapping(self: tensor) -> bool:
    """Whether two elements share memory; that strides of zero repeat elements does not count.

    Returns
    -------
    bool
        True for windows that share elements.

    Examples
    --------
    >>> ocean.zeros([2]).isSelfOverlapping()
    False
    """
    return overlap_kind(self._layout) == 2


def checkSelfOverlap(A: Any, *arguments: Any) -> bool:
    """checkSelfOverlap(A) or checkSelfOverlap(size, strides [,elemsize=1 | dtype]): whether two elements of a tensor
    share memory, or would with this size, these strides and elements of that many bytes. Strides of zero do not count.

    >>> ocean.checkSelfOverlap([4], [2], 3), ocean.checkSelfOverlap([4], [2], 2)
    (True, False)
    """
    if isinstance(A, tensor) and not arguments:
        return isSelfOverlapping(A)
    if not 1 <= len(arguments) <= 2:
        raise OceanTypeError("checkSelfOverlap() takes a tensor, or a size, strides and an element size")
    size, strides = read_layout(A, arguments[0])
    elemsize = read_elemsize(arguments[1]) if len(arguments) > 1 else 1
    return 0 not in size and overlap.overlaps_itself(overlap.terms_of(size, strides), elemsize, overlap.EXACT)


def checkOverlap(A: Any, B: Any, *arguments: Any) -> bool:
    """checkOverlap(A, B) or checkOverlap(size1, strides1, offset1, elemsize1 | dtype1, size2, strides2, offset2,
    elemsize2 | dtype2): whether two tensors share memory, or elements would that are laid out like this, in bytes.

    >>> ocean.checkOverlap([3], [4], 0, 4, [3], [4], 11, 4)
    True
    """
    if not arguments:
        for each in (A, B):
            if not isinstance(each, tensor):
                raise OceanTypeError(f"checkOverlap() takes two tensors, got {type(each).__name__}")
        return A.device is B.device and share_bytes(A, B)
    if len(arguments) != 6:
        raise OceanTypeError(
            "checkOverlap() takes two tensors, or two times a size, strides, an offset and an element size; "
            f"got {2 + len(arguments)} arguments"
        )
    given = (A, B, *arguments)
    sides = []
    for size, strides, offset, elemsize in (given[:4], given[4:]):
        lengths, steps = read_layout(size, strides)
        place = integer(offset, "offset")
        sides.append((lengths, steps, place + overlap.lowest(lengths, steps), read_elemsize(elemsize)))
    (size1, strides1, start1, elemsize1), (size2, strides2, start2, elemsize2) = sides
    if 0 in size1 or 0 in size2:
        return False
    terms1, terms2 = overlap.terms_of(size1, strides1), overlap.terms_of(size2, strides2)
    return overlap.overlap_between(start1 - start2, terms1, elemsize1, terms2, elemsize2, overlap.EXACT)


def read_layout(size: Any, strides: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A size, and a stride for each dimension."""
    lengths, steps = integers(size, "size"), integers(strides, "strides")
    if len(lengths) != len(steps):
        raise OceanValueError("Mismatch in size and stride lengths")
    if any(length < 0 for length in lengths):
        raise OceanValueError(f"The size must be nonnegative, got {list(lengths)}")
    return lengths, steps


def read_elemsize(value: Any) -> int:
    """The number of bytes of an element: given, or that of a dtype."""
    size = value.size if isinstance(value, dtype) else integer(value, "element size")
    if size < 1:
        raise OceanValueError(f"The element size must be positive, got {size}")
    return size

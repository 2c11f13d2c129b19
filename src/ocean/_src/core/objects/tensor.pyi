"""The tensor object, and the path that every call takes: operands, plan (remembered by description), launch."""

# Made by tools/make_stub.py from tools/types; do not edit.

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, SupportsIndex, overload

from ocean._src.core.call.callables import function
from ocean._src.core.functions.assign import traversal
from ocean._src.core.objects.axes import axis
from ocean._src.core.objects.description import Integers, description
from ocean._src.core.objects.dtypes import Number, dtype, scalar
from ocean._src.core.objects.memory import device, memory, storage, stream
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.descriptions import BasicTensorDescription
from ocean._src.text.picture import Picture

# Inside the class these names are properties.
DType = dtype
Device = device
Stream = stream
Storage = storage
Description = description
Sizes = Integers | axis | Iterable[axis]

Operand = Any
"""A tensor, scalar or number, or anything that `ocean.asTensor` takes."""

class tensor:
    """A tensor: a description of size, strides and dtype over a storage.

    `tensor(size [,strides [,unitsize]] [,dtype] [,device] [,stream])` makes a tensor with new storage whose contents
    are not set; `tensor(storage [,offset [,size [,strides [,unitsize]]]] [,dtype])` reads existing storage.
    """

    __array_priority__: float

    @overload
    def __new__(cls, size: Sizes = ..., /, *options: DType | Device | Stream) -> tensor: ...
    @overload
    def __new__(cls, description: BasicTensorDescription, /, *options: Device | Stream) -> tensor: ...
    @overload
    def __new__(cls, size: Sizes, strides: Integers | str, /, *options: DType | Device | Stream) -> tensor: ...
    @overload
    def __new__(
        cls, size: Sizes, strides: Integers | str, unitsize: SupportsIndex, /, *options: DType | Device | Stream
    ) -> tensor: ...
    @overload
    def __new__(
        cls,
        size: Sizes | None = None,
        strides: Integers | str | None = None,
        unitsize: SupportsIndex | None = None,
        dtype: DType | None = None,
        device: Device | None = None,
        stream: Stream | None = None,
    ) -> tensor: ...
    @overload
    def __new__(cls, storage: Storage, dtype: DType, /) -> tensor: ...
    @overload
    def __new__(cls, storage: Storage, offset: SupportsIndex, dtype: DType, /) -> tensor: ...
    @overload
    def __new__(cls, storage: Storage, offset: SupportsIndex, size: Sizes, dtype: DType, /) -> tensor: ...
    @overload
    def __new__(
        cls, storage: Storage, offset: SupportsIndex, size: Sizes, strides: Integers | str, dtype: DType, /
    ) -> tensor: ...
    @overload
    def __new__(
        cls,
        storage: Storage,
        offset: SupportsIndex | None = None,
        size: Sizes | None = None,
        strides: Integers | str | None = None,
        unitsize: SupportsIndex | None = None,
        dtype: DType | None = None,
    ) -> tensor: ...

    # what it is

    @property
    def size(self) -> tuple[int, ...]:
        """The size along each dimension."""
    @property
    def strides(self) -> tuple[int, ...]:
        """The distance in bytes between neighbours along each dimension."""
    @property
    def ndims(self) -> int: ...
    @property
    def nelem(self) -> int:
        """The number of elements."""
    @property
    def axes(self) -> tuple[axis, ...] | None:
        """The axes of the dimensions, a tuple; None if they have none."""
    @property
    def dtype(self) -> dtype: ...
    @property
    def device(self) -> device: ...
    @property
    def elemsize(self) -> int:
        """The size of an element in bytes."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The size along each dimension."""
    @property
    def ndim(self) -> int:
        """The number of dimensions."""
    @property
    def itemsize(self) -> int:
        """The size of an element in bytes."""
    @property
    def nbytes(self) -> int:
        """The size of all elements in bytes, with those that strides of zero repeat."""
    @property
    def offset(self) -> int:
        """Where the element 0 is in the storage, in bytes."""
    @property
    def storage(self) -> storage: ...
    @property
    def stream(self) -> stream: ...
    @property
    def ptr(self) -> int:
        """The address of element 0, as an integer."""
    @property
    def _layout(self) -> Description:
        """Size, strides, dtype, byte order (as it is in memory now) and device, as one immutable object."""
    @property
    def obj(self) -> int:
        """The identity of the underlying tensor, as an integer."""
    @property
    def refcount(self) -> int:
        """The number of Python objects for the same underlying tensor."""
    @property
    def readonly(self) -> bool:
        """Whether the tensor refuses to be changed; can be set, except on memory that others made read-only."""
    @readonly.setter
    def readonly(self, value: bool) -> None: ...
    @property
    def byteswapped(self) -> bool:
        """Whether the elements are in the other byte order than the machine's; setting it moves no data."""
    @byteswapped.setter
    def byteswapped(self, value: bool) -> None: ...

    # views

    @property
    def T(self) -> tensor:
        """The transpose, a view: the first two dimensions exchanged; a vector becomes a row."""
    @property
    def H(self) -> tensor:
        """The conjugate transpose."""
    @property
    def real(self) -> tensor:
        """A view of the real parts."""
    @property
    def imag(self) -> tensor:
        """A view of the imaginary parts; a read-only tensor of zeros for real dtypes."""
    @overload
    def reshape(self, size: Iterable[SupportsIndex], inplace: Literal[True], /) -> None: ...  # type: ignore[overload-overlap]
    @overload
    def reshape(self, *size: Sizes | Iterable[Any], inplace: Literal[True]) -> None: ...
    @overload
    def reshape(self, *size: Sizes | Iterable[Any], inplace: Literal[False] = False) -> tensor:
        """The same elements in column-major order with another size: a view if possible, else a copy.

        One size may be -1: it follows from the number of elements.

        Parameters
        ----------
        *size : int or sequence of int
            The size; one may be -1.
        inplace : bool, optional
            Whether this tensor becomes the result.

        Returns
        -------
        tensor
            A view or a copy; None with `inplace`.

        Examples
        --------
        >>> ocean.arange(6).reshape(2, -1)
        (:,:)
           0   2   4
           1   3   5
        <tensor.int64 of size 2x3 on cpu>
        """
    @overload
    def broadcastTo(self, size: Sizes, inplace: Literal[True], /) -> None: ...  # type: ignore[overload-overlap]
    @overload
    def broadcastTo(self, size: Sizes, mode: int = 0, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def broadcastTo(self, size: Sizes, mode: int, inplace: Literal[True]) -> None: ...
    @overload
    def broadcastTo(self, size: Sizes, *, inplace: Literal[True]) -> None:
        """broadcastTo(size [,mode] [,inplace])

        A view that repeats along new dimensions and dimensions of size one.

        New dimensions are on the right (mode 0) or on the left (mode 1).

        Parameters
        ----------
        size : int, axis or sequence
            The size of the result.
        mode : {"-", "w", "e", "c"}, optional
            What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.asTensor([1,2]).broadcastTo([2,3])
        (:,:)
           1   1   1
           2   2   2
        <tensor.int64 of size 2x3 on cpu>
        """
    @overload
    def broadcastLike(self, src: Operand, inplace: Literal[True], /) -> None: ...
    @overload
    def broadcastLike(self, src: Operand, mode: int = 0, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def broadcastLike(self, src: Operand, mode: int, inplace: Literal[True]) -> None: ...
    @overload
    def broadcastLike(self, src: Operand, *, inplace: Literal[True]) -> None:
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
    @overload
    def squeeze(self, inplace: Literal[True], /) -> None: ...  # type: ignore[overload-overlap]
    @overload
    def squeeze(self, axis: SupportsIndex | axis | None = None, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def squeeze(self, axis: SupportsIndex | axis, inplace: Literal[True]) -> None: ...
    @overload
    def squeeze(self, *, inplace: Literal[True]) -> None:
        """squeeze([axis] [,inplace])

        A view without one dimension of size one, or without all of them.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([1,3,1]).squeeze().size
        (3,)
        """
    @overload
    def flatten(self, type: str = "F", inplace: Literal[False] = False) -> tensor: ...
    @overload
    def flatten(self, type: str, inplace: Literal[True]) -> None: ...
    @overload
    def flatten(self, inplace: Literal[True]) -> None:
        """flatten([type] [,inplace])

        All elements as a vector, a view if possible.

        In order 'F' (column-major), 'C' (row-major), 'A' (column-major if the tensor is, else row-major) or 'K' (row-major if
        the tensor is, else column-major).

        Parameters
        ----------
        type : {"F", "C", "A", "K"}, optional
            The order in which elements are read.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A vector; None with `inplace`.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).flatten()
           1   2   3   4
        <tensor.int64 of size 4 on cpu>
        """
    def ravel(self, order: str = "F") -> Any:
        """All elements as a vector in column-major ("F") or row-major ("C") order: a view if possible, else lazy.

        Parameters
        ----------
        order : {"F", "C"}, optional
            Which dimension runs fastest: the first or the last.

        Returns
        -------
        tensor
            A vector.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).ravel("C")
           1   3   2   4
        <tensor.int64 of size 4 on cpu (lazy)>
        """

    # apart and together

    def split(self, axis: SupportsIndex | axis, *options: Any, **named: Any) -> list[tensor]:
        """split(axis [,parts] [,sizes] [,devices] [,detach])

        A number of parts, parts of given sizes, or one for each of several devices.

        Views of parts that are as even as possible, or of the given sizes; on devices, one part for each of them.
        `detach` makes copies.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        parts : int or sequence of int, optional
            The number of parts, or their sizes.
        sizes : sequence of int, optional
            The length of each part.
        devices : sequence of device, optional
            Where the parts are, one for each device.
        detach : bool, optional
            Whether the parts are copies.

        Examples
        --------
        >>> [part.size for part in ocean.zeros([5,6]).split(0, 3)]
        [(2, 6), (2, 6), (1, 6)]
        """
    def tile(self, counts: Integers) -> tensor:
        """The tensor repeated as a whole, the given number of times along each dimension.

        Parameters
        ----------
        counts : int or sequence of int
            How many times.

        Returns
        -------
        tensor
            The repeated tensor.

        See Also
        --------
        ocean.tile : The function.

        Examples
        --------
        >>> ocean.asTensor([1,2]).tile([2,3])
        (:,:)
           1   1   1
           2   2   2
           1   1   1
           2   2   2
        <tensor.int64 of size 4x3 on cpu>
        """
    def take(self, indices: Operand, axis: SupportsIndex | axis | None = None) -> tensor:
        """The places of an axis that a list of indices names; no axis: of all elements, in column-major order.

        Parameters
        ----------
        indices : tensor_like of int
            The indices.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The elements at the indices.

        See Also
        --------
        ocean.take : The function.

        Examples
        --------
        >>> ocean.arange(6).reshape(2,3).take([4,-1])
           4   5
        <tensor.int64 of size 2 on cpu>
        """
    def repeat(self, counts: Operand, axis: SupportsIndex | axis | None = None) -> tensor:
        """Each place along an axis repeated, the same number of times or as many as a list says; no axis: as a vector.

        Parameters
        ----------
        counts : int or sequence of int
            How many times.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The tensor with elements repeated.

        See Also
        --------
        ocean.repeat : The function.

        Examples
        --------
        >>> ocean.asTensor([1,2,3]).repeat([2,0,1])
           1   1   3
        <tensor.int64 of size 3 on cpu>
        """
    def roll(self, shift: Integers, axis: Integers | axis | Iterable[axis] | None = None) -> tensor:
        """The elements shifted cyclically along an axis; without an axis, as a vector in column-major order.

        Parameters
        ----------
        shift : int or sequence of int
            By how many places.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The shifted tensor.

        See Also
        --------
        ocean.roll : The function.

        Examples
        --------
        >>> ocean.arange(5).roll(2)
           3   4   0   1   2
        <tensor.int64 of size 5 on cpu>
        """

    # copies and values

    @overload
    def copy(self, *, threads: SupportsIndex | None = None) -> tensor: ...
    @overload
    def copy(self, src: Literal["F", "C", "R"], threads: SupportsIndex | None = None) -> tensor: ...
    @overload
    def copy(self, src: Operand) -> None:
        """copy([src] [,threads])

        Copy the elements of another tensor into this one, casting and broadcasting.

        Between a vector and a tensor of as many elements, these are copied in column-major order. Without a source it is a deep
        copy, in column-major order and native byte order; `copy("C")` makes it row-major, and `copy("R")` by rows of each
        matrix. At most `threads` threads take part in it.

        Parameters
        ----------
        src : tensor_like, optional
            The elements to copy; without it, the method makes a copy of the tensor.
        threads : int, optional
            The greatest number of threads that take part.

        Returns
        -------
        tensor or None
            A copy; None if elements of another tensor are copied.

        Examples
        --------
        >>> t = ocean.zeros([2], ocean.int32)
        >>> t.copy([5,6])
        >>> t
           5   6
        <tensor.int32 of size 2 on cpu>
        """
    def swap(self, other: tensor) -> None:
        """Exchange the size, dtype, device and storage of two tensors. No element is copied.

        Parameters
        ----------
        other : tensor
            The other tensor.

        Examples
        --------
        >>> s, t = ocean.asTensor([1,2]), ocean.asTensor([3.5])
        >>> s.swap(t)
        >>> s
           3.5
        <tensor.double of size 1 on cpu>
        """
    def resize(self, *size: Integers) -> None:
        """Change the size and keep the elements in column-major order; new ones are zero.

        The storage is new: other tensors keep the former storage, and its elements.

        Parameters
        ----------
        *size : int or sequence of int
            The new size.

        Examples
        --------
        >>> t = ocean.asTensor([1,2,3])
        >>> t.resize(2, 2)
        >>> t
        (:,:)
           1   3
           2   0
        <tensor.int64 of size 2x2 on cpu>
        """
    def data(self) -> tensor:
        """The elements as they are in storage, as a vector on the same storage; not for views (see `eval`).

        Returns
        -------
        tensor
            A vector.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).data()
           1   2   3   4
        <tensor.int64 of size 4 on cpu>
        """
    def traverse(self, order: str = "F") -> traversal:
        """The elements one after another, in column-major ("F") or row-major ("C") order; `reversed` turns it around.

        Each is read when its turn comes; elements on another device than the host are fetched when the iteration begins.

        Parameters
        ----------
        order : {"F", "C"}, optional
            Which dimension runs fastest: the first or the last.

        Returns
        -------
        traversal
            An iterator, which also has a length.

        Examples
        --------
        >>> t = ocean.asTensor([[1,2,3],[4,5,6]], "R")
        >>> [int(x) for x in t.traverse("C")], [int(x) for x in reversed(t.traverse("F"))]
        ([1, 2, 3, 4, 5, 6], [6, 3, 5, 2, 4, 1])
        """
    def conj(self) -> tensor:
        """The complex conjugate.

        Returns
        -------
        tensor
            The conjugates; of real numbers the tensor itself.

        Examples
        --------
        >>> ocean.asTensor([1+2j,3-1j]).conj()
           1 - 2j    3 + 1j
        <tensor.complex-double of size 2 on cpu>
        """

    # Python

    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __reversed__(self) -> Iterator[Any]: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __contains__(self, value: Any) -> bool: ...
    def __copy__(self) -> tensor: ...
    def __deepcopy__(self, memo: Any) -> tensor: ...

    # operators

    def __add__(self, other: Operand) -> tensor: ...
    def __radd__(self, other: Operand) -> tensor: ...
    def __iadd__(self, other: Operand) -> tensor: ...
    def __sub__(self, other: Operand) -> tensor: ...
    def __rsub__(self, other: Operand) -> tensor: ...
    def __isub__(self, other: Operand) -> tensor: ...
    def __mul__(self, other: Operand) -> tensor: ...
    def __rmul__(self, other: Operand) -> tensor: ...
    def __imul__(self, other: Operand) -> tensor: ...
    def __matmul__(self, other: Operand) -> tensor: ...
    def __rmatmul__(self, other: Operand) -> tensor: ...
    def __imatmul__(self, other: Operand) -> tensor: ...
    def __truediv__(self, other: Operand) -> tensor: ...
    def __rtruediv__(self, other: Operand) -> tensor: ...
    def __itruediv__(self, other: Operand) -> tensor: ...
    def __floordiv__(self, other: Operand) -> tensor: ...
    def __rfloordiv__(self, other: Operand) -> tensor: ...
    def __ifloordiv__(self, other: Operand) -> tensor: ...
    def __mod__(self, other: Operand) -> tensor: ...
    def __rmod__(self, other: Operand) -> tensor: ...
    def __imod__(self, other: Operand) -> tensor: ...
    def __pow__(self, other: Operand) -> tensor: ...
    def __rpow__(self, other: Operand) -> tensor: ...
    def __ipow__(self, other: Operand) -> tensor: ...
    def __and__(self, other: Operand) -> tensor: ...
    def __rand__(self, other: Operand) -> tensor: ...
    def __iand__(self, other: Operand) -> tensor: ...
    def __or__(self, other: Operand) -> tensor: ...
    def __ror__(self, other: Operand) -> tensor: ...
    def __ior__(self, other: Operand) -> tensor: ...
    def __xor__(self, other: Operand) -> tensor: ...
    def __rxor__(self, other: Operand) -> tensor: ...
    def __ixor__(self, other: Operand) -> tensor: ...
    def __lshift__(self, other: Operand) -> tensor: ...
    def __rlshift__(self, other: Operand) -> tensor: ...
    def __ilshift__(self, other: Operand) -> tensor: ...
    def __rshift__(self, other: Operand) -> tensor: ...
    def __rrshift__(self, other: Operand) -> tensor: ...
    def __irshift__(self, other: Operand) -> tensor: ...
    def __neg__(self) -> tensor: ...
    def __pos__(self) -> tensor: ...
    def __abs__(self) -> tensor: ...
    def __invert__(self) -> tensor: ...
    def __eq__(self, other: Operand) -> tensor: ...  # type: ignore[override]
    def __ne__(self, other: Operand) -> tensor: ...  # type: ignore[override]
    def __lt__(self, other: Operand) -> tensor: ...
    def __le__(self, other: Operand) -> tensor: ...
    def __gt__(self, other: Operand) -> tensor: ...
    def __ge__(self, other: Operand) -> tensor: ...
    __hash__: None  # type: ignore[assignment]

    # attached by other modules

    @property
    def description(self) -> BasicTensorDescription:
        """Size, strides and offset in elements, dtype, byte order and device: an `ocean.descriptions` object."""
    @overload
    def transpose(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def transpose(self, inplace: Literal[True]) -> None:
        """transpose([inplace])

        The transpose, a view: the first two dimensions exchanged.

        Parameters
        ----------
        inplace : bool, optional
            Whether to change the object itself.

        Examples
        --------
        >>> ocean.asTensor([1,2,3]).transpose()
        (:,:)
           1   2   3
        <tensor.int64 of size 1x3 on cpu>
        """
    @overload
    def swapAxes(self, axis1: SupportsIndex | axis, axis2: SupportsIndex | axis, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def swapAxes(self, axis1: SupportsIndex | axis, axis2: SupportsIndex | axis, inplace: Literal[True]) -> None:
        """swapAxes(axis1, axis2 [,inplace])

        A view with two dimensions exchanged.

        Parameters
        ----------
        axis1 : int or axis
            The first dimension.
        axis2 : int or axis
            The dimension to exchange it with.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([2,3,4]).swapAxes(0, 2).size
        (4, 3, 2)
        """
    @overload
    def permuteAxes(self, order: Iterable[SupportsIndex | axis], inplace: Literal[False] = False) -> tensor: ...
    @overload
    def permuteAxes(self, order: Iterable[SupportsIndex | axis], inplace: Literal[True]) -> None:
        """permuteAxes(order [,inplace])

        A view: dimension k of the result is dimension order[k].

        Parameters
        ----------
        order : {"F", "C"}
            The order of elements in memory, or in nested lists ("R" reads rows).
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([2,3,4]).permuteAxes([2,0,1]).size
        (4, 2, 3)
        """
    @overload
    def reverseAxes(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def reverseAxes(self, inplace: Literal[True]) -> None:
        """reverseAxes([inplace])

        A view with the dimensions in reverse order.

        Parameters
        ----------
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([2,3,4]).reverseAxes().size
        (4, 3, 2)
        """
    @overload
    def reverseAxes2(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def reverseAxes2(self, inplace: Literal[True]) -> None:
        """reverseAxes2([inplace])

        A view with the dimensions in reverse order, and then the first two exchanged.

        Parameters
        ----------
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([2,3,4]).reverseAxes2().size
        (3, 4, 2)
        """
    @overload
    def flipAxis(self, axis: SupportsIndex | axis, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def flipAxis(self, axis: SupportsIndex | axis, inplace: Literal[True]) -> None:
        """flipAxis(axis [,inplace])

        A view that runs along an axis in the other direction.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.asTensor([1,2,3]).flipAxis(0)
           3   2   1
        <tensor.int64 of size 3 on cpu>
        """
    @overload
    def flipud(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def flipud(self, inplace: Literal[True]) -> None:
        """flipud([inplace])

        A view with axis 0 flipped.

        Parameters
        ----------
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).flipud()
        (:,:)
           2   4
           1   3
        <tensor.int64 of size 2x2 on cpu>
        """
    @overload
    def fliplr(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def fliplr(self, inplace: Literal[True]) -> None:
        """fliplr([inplace])

        A view with axis 1 flipped (axis 0 of a vector).

        Parameters
        ----------
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).fliplr()
        (:,:)
           3   1
           4   2
        <tensor.int64 of size 2x2 on cpu>
        """
    def slice(self, axis: SupportsIndex | axis, offset: SupportsIndex, size: SupportsIndex | None = None) -> tensor:
        """slice(axis, offset [,size])

        A view of `size` elements (one unless given) along an axis, beginning at `offset`.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        offset : int
            The number of the diagonal; positive ones are above the main one.
        size : int, axis or sequence, optional
            The size of the result.

        Returns
        -------
        tensor
            A view.

        Examples
        --------
        >>> ocean.asTensor([1,2,3,4]).slice(0, 1, 2)
           2   3
        <tensor.int64 of size 2 on cpu>
        """
    def diag(self, index: SupportsIndex | None = None) -> tensor:
        """diag([index])

        A view of a diagonal of the first two dimensions: index > 0 is above the main one, < 0 below it.

        Parameters
        ----------
        index : int, optional
            The number of the diagonal; positive ones are above the main one.

        Returns
        -------
        tensor
            A square matrix.

        See Also
        --------
        ocean.diag : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).diag()
           1   4
        <tensor.int64 of size 2 on cpu>
        """
    @overload
    def unsqueeze(self, axis: SupportsIndex | axis, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def unsqueeze(self, axis: SupportsIndex | axis, inplace: Literal[True]) -> None:
        """unsqueeze(axis [,inplace])

        A view with one more dimension of size one.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        inplace : bool, optional
            Whether to change the object itself.

        Returns
        -------
        tensor
            A view; None with `inplace`.

        Examples
        --------
        >>> ocean.zeros([2,3]).unsqueeze(1).size
        (2, 1, 3)
        """
    def assign(self, src: Any, resize: bool | None = None) -> None:
        """assign(src [,resize])

        Set the elements to those of a tensor, a number or anything like one.

        The source is broadcast to the size of this tensor. With `resize`, this tensor takes the size of the source instead, in
        new storage; dtype, byte order and device stay, and other tensors keep the former storage.

        Parameters
        ----------
        src : tensor_like
            The new elements; they are broadcast to the size of the tensor.
        resize : bool, optional
            Whether the tensor takes the size of the source, in new storage.

        Returns
        -------
        None
            The tensor itself changes.

        Examples
        --------
        >>> t = ocean.zeros([3], ocean.int32)
        >>> t.assign([1,2,3])
        >>> t
           1   2   3
        <tensor.int32 of size 3 on cpu>
        """
    def eval(self, threads: SupportsIndex | None = None) -> tensor:
        """eval([threads])

        The tensor itself; a copy in storage of its own if it is a view.

        A tensor is a view unless its elements are the whole of its storage, in the order for which that was made: slices and
        transposes are views. At most `threads` threads take part.

        Parameters
        ----------
        threads : int, optional
            The greatest number of threads that take part.

        Returns
        -------
        tensor
            The tensor itself, or a copy; the values of an r-tensor.

        Examples
        --------
        >>> r = ocean.asTensor([1,2,3]).lazy() * 2
        >>> r.eval()
           2   4   6
        <tensor.int64 of size 3 on cpu>
        """
    def clone(self, device: Device | None = None) -> tensor:
        """clone([device])

        A deep copy that keeps strides of zero, and the byte order unless the device changes.

        Parameters
        ----------
        device : device, optional
            Where the result is; by default where the operands are.

        Returns
        -------
        tensor
            The copy.

        Examples
        --------
        >>> t = ocean.asTensor([1,2]).broadcastTo([2,3])
        >>> t.strides, t.clone().strides
        ((8, 0), (8, 0))
        """
    def replicate(self, device: Device | None = None) -> tensor:
        """replicate([device])

        A deep copy in column-major order and native byte order, with all repeated elements written out.

        Parameters
        ----------
        device : device, optional
            Where the result is; by default where the operands are.

        Returns
        -------
        tensor
            The copy.

        Examples
        --------
        >>> t = ocean.asTensor([1,2]).broadcastTo([2,3])
        >>> t.strides, t.replicate().strides
        ((8, 0), (8, 16))
        """
    def fill(self, value: Any) -> None:
        """fill(value)

        Set all elements to a value.

        Parameters
        ----------
        value : number
            The value.

        Returns
        -------
        None
            The tensor itself changes.

        Examples
        --------
        >>> t = ocean.zeros([3], ocean.int32)
        >>> t.fill(7)
        >>> t
           7   7   7
        <tensor.int32 of size 3 on cpu>
        """
    def zero(self) -> None:
        """zero()

        Set all elements to zero.

        Returns
        -------
        None
            The tensor itself changes.

        Examples
        --------
        >>> t = ocean.asTensor([1,2,3])
        >>> t.zero()
        >>> t
           0   0   0
        <tensor.int64 of size 3 on cpu>
        """
    def asPython(self, mode: str = "F") -> Any:
        """asPython([mode='F'])

        Nested lists: the innermost ones are columns (mode 'F'), rows (mode 'R'), or the last dimension (mode 'C').

        Parameters
        ----------
        mode : {"-", "w", "e", "c"}, optional
            What to do outside the domain: ignore, warn, raise an error, or go on in complex numbers.

        Returns
        -------
        list or number
            The elements as Python's numbers.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).asPython()
        [[1, 2], [3, 4]]
        >>> ocean.asTensor([[1,2], [3,4]]).asPython("C")
        [[1, 3], [2, 4]]
        """
    def asContiguous(self, type: str = "F") -> tensor:
        """asContiguous([type='F'])

        The tensor in column-major ('F') or row-major ('C') order; itself if it is already.

        Parameters
        ----------
        type : {"F", "C"}, optional
            Column-major or row-major order.

        Returns
        -------
        tensor
            The tensor itself if it has that order already, else a copy.

        Examples
        --------
        >>> t = ocean.arange(10)[::2]
        >>> t.isContiguous(), t.asContiguous().isContiguous()
        (False, True)
        """
    def norm(self, p: Any = 2, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """norm([p=2 [,axes [,keepdims] [,B]]])

        The p-norm.

        Parameters
        ----------
        p : number, optional
            The order of the norm.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            The norms.

        See Also
        --------
        ocean.norm : The function.

        Examples
        --------
        >>> ocean.asTensor([3,4]).norm()
        5
        """
    def any(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """any([axes [,keepdims] [,B]])

        Whether any element is not zero.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.any : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,0], [0,0]]).any(0)
            True   False
        <tensor.bool of size 2 on cpu>
        """
    def all(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """all([axes [,keepdims] [,B]])

        Whether no element is zero.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.all : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,0], [2,3]]).all(0)
           False    True
        <tensor.bool of size 2 on cpu>
        """
    def count_nonzero(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """count_nonzero([axes [,keepdims] [,B]])

        The number of elements that are not zero (NaN counts).

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Examples
        --------
        >>> ocean.asTensor([[1,0], [2,3]]).count_nonzero(0)
           1   2
        <tensor.uint64 of size 2 on cpu>
        """
    def sum(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """sum([axes [,keepdims] [,B]])

        The sum.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.sum : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).sum(0)
           3   7
        <tensor.int64 of size 2 on cpu>
        """
    def sumNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """sumNaN([axes [,keepdims] [,B]])

        The sum without NaN elements.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.sumNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([1,ocean.nan,3]).sumNaN()
        4
        """
    def sumSquares(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """sumSquares([axes [,keepdims] [,B]])

        The sum of squared absolute values.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.sumSquares : The function.

        Examples
        --------
        >>> ocean.asTensor([3,4]).sumSquares()
        25
        """
    def prod(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """prod([axes [,keepdims] [,B]])

        The product.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.prod : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).prod(0)
            2   12
        <tensor.int64 of size 2 on cpu>
        """
    def prodNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """prodNaN([axes [,keepdims] [,B]])

        The product without NaN elements.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.prodNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([2,ocean.nan,3]).prodNaN()
        6
        """
    def minimum(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """minimum([axes [,keepdims] [,B]])

        The smallest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.minimum : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,5], [7,2]]).minimum()
        1
        """
    def min(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """min([axes [,keepdims] [,B]])

        The smallest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor or scalar
            The result for each element.

        See Also
        --------
        ocean.min : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,5], [7,2]]).min(0)
           1   2
        <tensor.int64 of size 2 on cpu>
        """
    def maximum(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """maximum([axes [,keepdims] [,B]])

        The largest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.maximum : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,5], [7,2]]).maximum()
        7
        """
    def max(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """max([axes [,keepdims] [,B]])

        The largest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor or scalar
            The result for each element.

        See Also
        --------
        ocean.max : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,5], [7,2]]).max(0)
           5   7
        <tensor.int64 of size 2 on cpu>
        """
    def argmin(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """argmin([axes [,keepdims] [,B]])

        The index of the first smallest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.argmin : The function.

        Examples
        --------
        >>> ocean.asTensor([4,9,7]).argmin(0)
        0
        <scalar.int64 on cpu>
        """
    def argmax(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """argmax([axes [,keepdims] [,B]])

        The index of the first largest element that is not NaN.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.argmax : The function.

        Examples
        --------
        >>> ocean.asTensor([4,9,7]).argmax(0)
        1
        <scalar.int64 on cpu>
        """
    def ptp(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """ptp([axes [,keepdims] [,B]])

        The largest element minus the smallest (peak to peak) without NaN elements.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.ptp : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,5], [10,2]]).ptp(0)
           4   8
        <tensor.int64 of size 2 on cpu>
        """
    def mean(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """mean([axes [,keepdims] [,B]])

        The arithmetic mean.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.mean : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,6]]).mean(0)
           1.5   4.5
        <tensor.double of size 2 on cpu>
        """
    def var(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, ddof: Any = 0) -> Any:
        """var([axes [,keepdims] [,B]] [,ddof=0])

        The mean of squared distances from the mean; divided by the count less ddof.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        ddof : int, optional
            The divisor is the count minus this.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.var : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,3], [2,8]]).var(0)
           1   9
        <tensor.double of size 2 on cpu>
        """
    def stdev(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, ddof: Any = 0) -> Any:
        """stdev([axes [,keepdims] [,B]] [,ddof=0])

        The square root of the variance.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        ddof : int, optional
            The divisor is the count minus this.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.stdev : The function.

        Examples
        --------
        >>> ocean.asTensor([1,3,5,7]).stdev(ddof=1)
        2.58199
        """
    def meanNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """meanNaN([axes [,keepdims] [,B]])

        The arithmetic mean without NaN elements.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.meanNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([1,ocean.nan,3]).meanNaN()
        2
        """
    def varNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, ddof: Any = 0) -> Any:
        """varNaN([axes [,keepdims] [,B]] [,ddof=0])

        The variance without NaN elements; divided by their count less ddof.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        ddof : int, optional
            The divisor is the count minus this.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.varNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([1,ocean.nan,3]).varNaN()
        1
        """
    def stdevNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, ddof: Any = 0) -> Any:
        """stdevNaN([axes [,keepdims] [,B]] [,ddof=0])

        The square root of the variance without NaN elements.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        ddof : int, optional
            The divisor is the count minus this.

        Returns
        -------
        scalar or tensor
            A scalar for all elements; with axes, a tensor without them.

        See Also
        --------
        ocean.stdevNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([1,ocean.nan,3]).stdevNaN()
        1
        """
    @overload
    def reshapeLike(self, src: Any, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def reshapeLike(self, src: Any, inplace: Literal[True]) -> None:
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
    @overload
    def ctranspose(self, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def ctranspose(self, inplace: Literal[True]) -> None:
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
    def isEmpty(self) -> bool:
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
    def isScalar(self) -> bool:
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
    def isReal(self) -> bool:
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
    def isComplex(self) -> bool:
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
    def isContiguous(self) -> bool:
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
    def isLinear(self) -> bool:
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
    def isFortran(self) -> bool:
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
    def isAligned(self) -> bool:
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
    def isSelfOverlapping(self) -> bool:
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
    @property
    def footer(self) -> str:
        """The last line of the printed tensor: dtype, size, device, status."""
    def show(self, file: Any = None, *, kind: str = 'image', format: str | None = None, scale: int | None = None, range: Any = None) -> Picture:
        """A picture, which notebooks show and `save(name)` writes: the elements, or where they lie (kind="layout").

        A matrix is drawn in levels of grey from its smallest element to its largest, with blue for negative and red for
        positive ones where there are negative ones; a tensor whose third and last size is 3 or 4 in its colours. `range`
        is (low, high), `scale` the number of pixels for an element, `format` "png" or "svg", and `file` a name or an open
        file.

        Parameters
        ----------
        file : str or file, optional
            Where to write the picture.
        kind : {"image", "layout"}, optional
            The elements, or where they are in memory.
        format : {"png", "svg"}, optional
            The format of the picture.
        scale : int, optional
            The number of pixels for an element.
        range : pair of numbers, optional
            The lower and the upper end of the bins; by default the smallest and the largest element.

        Returns
        -------
        Picture
            What notebooks show, and what `save` writes.

        Examples
        --------
        >>> ocean.arange(12).reshape(3,4).show(scale=8)
        <picture of 32x24 pixels (png); save(name) writes it>
        """
    def lazy(self, strict: bool = False) -> rtensor:
        """The r-tensor of this tensor; see `ocean.lazy`.

        Parameters
        ----------
        strict : bool, optional
            Raise an error if something cannot be fused.

        Returns
        -------
        rtensor
            It records operations.

        Examples
        --------
        >>> (ocean.asTensor([1,2,3]).lazy() * 2).eval()
           2   4   6
        <tensor.int64 of size 3 on cpu>
        """
    def withAxes(self, *axes: Any) -> Any:
        """A view whose dimensions have axes, which must have their lengths.

        Parameters
        ----------
        *axes : axis
            An axis for each dimension.

        Returns
        -------
        tensor or array
            A view.

        Examples
        --------
        >>> H, W = ocean.axis(2, "H"), ocean.axis(3, "W")
        >>> ocean.zeros([2,3]).withAxes(H, W)
        (:,:)
           0   0   0
           0   0   0
        <tensor.float of size H:2 x W:3 on cpu>
        """
    def withoutAxes(self) -> Any:
        """A view whose dimensions have no axes.

        Returns
        -------
        tensor or array
            A view.

        Examples
        --------
        >>> H = ocean.axis(2, "H")
        >>> ocean.zeros([H]).withoutAxes().axes is None
        True
        """
    def renameAxis(self, which: Any, name: str | None) -> Any:
        """A view in which an axis has another name; its class stays, so that it matches as before.

        Parameters
        ----------
        which : axis, int or str
            The axis, its number or its name.
        name : str or None
            The new name.

        Returns
        -------
        tensor or array
            A view.

        Examples
        --------
        >>> H = ocean.axis(2, "H")
        >>> ocean.zeros([H]).renameAxis(H, "rows").axes
        (rows:2,)
        """
    def sort(self, axis: SupportsIndex | axis = 0, descending: bool | None = None) -> None:
        """sort([axis=0] [,descending])

        Sort the elements along an axis in place, as `ocean.sort` does.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        descending : bool, optional
            Whether the largest elements come first.

        Returns
        -------
        None
            The tensor itself changes.

        See Also
        --------
        ocean.sort : The function.

        Examples
        --------
        >>> t = ocean.asTensor([3,1,2])
        >>> t.sort()
        >>> t
           1   2   3
        <tensor.int64 of size 3 on cpu>
        """
    def argsort(self, axis: SupportsIndex | axis = 0, descending: bool | None = None, B: tensor | None = None) -> Any:
        """argsort([axis=0] [,descending] [,B])

        The places of the elements along an axis in the order of `sort`.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        descending : bool, optional
            Whether the largest elements come first.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            Indices along the axis, int64.

        See Also
        --------
        ocean.argsort : The function.

        Examples
        --------
        >>> ocean.argsort([3,1,2])
           1   2   0
        <tensor.int64 of size 3 on cpu>
        """
    def partition(self, kth: SupportsIndex | Sequence[int], axis: SupportsIndex | axis = 0) -> None:
        """partition(kth [,axis=0])

        Partition the elements along an axis in place, as `ocean.partition`.

        Parameters
        ----------
        kth : int or sequence of int
            The places that get the right element.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        None
            The tensor itself changes.

        See Also
        --------
        ocean.partition : The function.

        Examples
        --------
        >>> t = ocean.asTensor([40,10,30,20])
        >>> t.partition(1)
        >>> t[1]
        20
        """
    def argpartition(self, kth: SupportsIndex | Sequence[int], axis: SupportsIndex | axis = 0, B: tensor | None = None) -> Any:
        """argpartition(kth [,axis=0] [,B])

        The places of the elements along an axis in the order of a partition.

        That number `kth` is the place of the element that would be there after sorting.

        Parameters
        ----------
        kth : int or sequence of int
            The places that get the right element.
        axis : int or axis, optional
            The axis to work along.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            Indices along the axis, int64.

        See Also
        --------
        ocean.argpartition : The function.

        Examples
        --------
        >>> ocean.argpartition([4,3,1,2,5], 2)[2]
        1
        """
    def topk(self, k: SupportsIndex, axis: SupportsIndex | axis = 0, largest: bool | None = None) -> tuple[tensor, tensor]:
        """topk(k [,axis=0] [,largest])

        The `k` largest elements along an axis, the largest first, and their places.

        `largest=False` gives the smallest. The first of equal elements comes first, and NaN last.

        Parameters
        ----------
        k : int
            How many.
        axis : int or axis, optional
            The axis to work along.
        largest : bool, optional
            Whether to give the largest elements, not the smallest.

        Returns
        -------
        tuple of tensor
            The largest elements, and their indices.

        See Also
        --------
        ocean.topk : The function.

        Examples
        --------
        >>> ocean.topk([4,1,5,3], 2)
        (   5   4
        <tensor.int64 of size 2 on cpu>,    2   0
        <tensor.int64 of size 2 on cpu>)
        """
    def searchsorted(self, B: Any, side: str = "left", sorter: Any = None) -> Any:
        """searchsorted(B [,side='left'] [,sorter])

        Where values would be inserted in a sorted vector to keep it sorted.

        `side` says whether before ("left") or after ("right") equal elements; `sorter` are the places that sort A.

        Parameters
        ----------
        B : tensor_like
            The second operand.
        side : {"left", "right"}, optional
            On which side of equal elements to insert.
        sorter : tensor_like, optional
            Indices that sort the first operand.

        Returns
        -------
        tensor or scalar
            The indices where the values would be inserted.

        See Also
        --------
        ocean.searchsorted : The function.

        Examples
        --------
        >>> ocean.searchsorted([1,2,2,3], [2,0])
           1   0
        <tensor.int64 of size 2 on cpu>
        """
    def bincount(self, weights: Any = None, minlength: SupportsIndex = 0) -> tensor:
        """bincount([weights] [,minlength=0])

        How often each number from 0 on occurs.

        The result has at least `minlength` entries, and as many as the largest element asks for; with weights, it has the sums
        of the weights of equal elements.

        Parameters
        ----------
        weights : tensor_like, optional
            The weight of each element.
        minlength : int, optional
            The least length of the result.

        Returns
        -------
        tensor
            The count of each integer from 0 on, or sums of weights.

        See Also
        --------
        ocean.bincount : The function.

        Examples
        --------
        >>> ocean.bincount([0,1,1,3])
           1   2   0   1
        <tensor.int64 of size 4 on cpu>
        """
    def fillNaN(self, value: Any) -> None:
        """Set the elements that are NaN to a value.

        Parameters
        ----------
        value : number
            What NaN becomes.

        Examples
        --------
        >>> t = ocean.asTensor([1,ocean.nan,3])
        >>> t.fillNaN(0)
        >>> t
           1   0   3
        <tensor.double of size 3 on cpu>
        """
    def shallowCopy(self) -> tensor:
        """Another tensor on the same storage.

        Returns
        -------
        tensor
            A tensor that sees every change of this one.

        Examples
        --------
        >>> t = ocean.asTensor([1,2])
        >>> t.shallowCopy()[0] = 9
        >>> t
           9   2
        <tensor.int64 of size 2 on cpu>
        """
    def sync(self) -> None:
        """Wait until all work on the tensor is done.

        Examples
        --------
        >>> t = ocean.zeros([2])
        >>> t.sync()
        """
    def detach(self) -> None:
        """Make sure that no other tensor or object shares this tensor's storage.

        Examples
        --------
        >>> t = ocean.asTensor([1,2,3])
        >>> part = t[:2]
        >>> part.detach()
        >>> part[0] = 9
        >>> t
           1   2   3
        <tensor.int64 of size 3 on cpu>
        """
    def dealloc(self) -> None:
        """Let go of the storage now; the tensor becomes an empty, read-only one.

        Examples
        --------
        >>> t = ocean.zeros([3])
        >>> t.dealloc()
        >>> t.nelem
        0
        """
    def byteswap(self) -> None:
        """Swap the bytes of all elements where they are, and the byte-order status with them.

        Examples
        --------
        >>> t = ocean.asTensor([1,2])
        >>> t.byteswap()
        >>> t.byteswapped, t
        (True,    1   2
        <tensor.int64 of size 2 on cpu (byteswapped)>)
        """
    def asScalar(self) -> scalar:
        """The only element as a scalar.

        Returns
        -------
        scalar
            The element, with the dtype of the tensor.

        Examples
        --------
        >>> ocean.asTensor([2.5]).asScalar()
        2.5
        """
    def reduce_range(self, f: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, order: str | None = None) -> Any:
        """reduce_range(f [,axes [,keepdims] [,B]] [,order])

        What a function of a vector gives for each range along axes; without axes for all elements, as a scalar.

        Ranges run through their axes in column-major order, with order "C" in row-major order. A function that is made of
        Ocean's operations is traced once, as `ocean.fuse` does, and runs over all ranges at once; others are called for
        each range.

        Parameters
        ----------
        f : callable
            The function.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        order : {"F", "C"}, optional
            The order of elements in memory, or in nested lists ("R" reads rows).

        Returns
        -------
        scalar or tensor
            What the function gives for each range.

        See Also
        --------
        ocean.reduce_range : The function.

        Examples
        --------
        >>> M = ocean.asTensor([[3.0,1.0,2.0],[4.0,8.0,6.0]])
        >>> ocean.reduce_range(M, lambda x: ocean.maximum(x) - x[0], 0)
           0   4
        <tensor.double of size 2 on cpu>
        """
    def slide(self, f: Any, axis: SupportsIndex | axis, window: SupportsIndex, step: SupportsIndex = 1, dtype: DType | type[Any] | str | None = None, B: tensor | None = None) -> Any:
        """slide(f, axis, window [,step=1] [,dtype] [,B])

        What a function of a vector gives for each window along an axis; windows begin a step apart.

        A function that is made of Ocean's operations is traced once, as `ocean.fuse` does, and runs over all windows at
        once, without a copy of them; others are called for each window. A function of two arguments is called with each
        line along the axis, and with the line of the result, of a dtype, into which it writes as many values as there are
        windows.

        Parameters
        ----------
        f : callable
            The function.
        axis : int or axis
            The axis to work along.
        window : int
            The length of a window.
        step : int, optional
            The distance between windows.
        dtype : dtype, optional
            The dtype of the result.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            What the function gives for each window.

        See Also
        --------
        ocean.slide : The function.

        Examples
        --------
        >>> ocean.slide([1.0,2.0,4.0,8.0], ocean.mean, 0, 2)
           1.5   3.0   6.0
        <tensor.double of size 3 on cpu>
        """
    def transform(self, f: Any, axis: SupportsIndex | axis) -> Any:
        """transform(f, axis)

        Change each line along an axis in place: to what a function of it gives, or as the function changes it.

        A function that is made of Ocean's operations and gives the new line is traced once, as `ocean.fuse` does, and runs
        over all lines at once. Others are called for each line, which they may change; if one raises an error nothing is
        changed.

        Parameters
        ----------
        f : callable
            The function.
        axis : int or axis
            The axis to work along.

        Returns
        -------
        None
            The tensor is changed.

        See Also
        --------
        ocean.transform : The function.

        Examples
        --------
        >>> M = ocean.asTensor([[1.0,2.0,5.0],[4.0,8.0,4.0]])
        >>> ocean.transform(M, lambda x: x / ocean.sum(x), 0)
        >>> M
        (:,:)
           0.125   0.250
           0.250   0.500
           0.625   0.250
        <tensor.double of size 3x2 on cpu>
        """
    def reduce_binary(self, f: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, initial: Any = None, B: tensor | None = None, order: str | None = None) -> Any:
        """reduce_binary(f [,axes [,keepdims] [,initial] [,B]] [,order])

        The elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c).

        Without an initial number the first element is it; without axes all elements are folded, into a scalar. The order is
        column-major, with order "C" row-major. A function that is made of Ocean's operations is traced once and runs
        compiled; others are called for each element.

        Parameters
        ----------
        f : callable
            The function.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the fold starts with.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        order : {"F", "C"}, optional
            The order of elements in memory, or in nested lists ("R" reads rows).

        Returns
        -------
        scalar or tensor
            The folded elements.

        See Also
        --------
        ocean.reduce_binary : The function.

        Examples
        --------
        >>> ocean.reduce_binary([1.0,2.0,3.0], lambda total, x: 10 * total + x)
        123
        >>> ocean.reduce_binary([[1,2],[3,4]], lambda total, x: total - x, 0, initial=10)
           7   3
        <tensor.int64 of size 2 on cpu>
        """
    def convertTo(self, typename: str, deepcopy: bool = False) -> Any:
        """The tensor as another package's type, on the same memory if that is possible.

        'numpy', 'torch', 'jax', 'dlpack' and 'python' always work; see `ocean.registerType` for others.

        Parameters
        ----------
        typename : str
            The name of the type.
        deepcopy : bool, optional
            Whether it is a copy in any case.

        Returns
        -------
        object
            The tensor of that package.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).convertTo("python")
        [[1, 2], [3, 4]]
        """
    def to_numpy(self) -> Any:
        """The tensor as a NumPy array, on the same memory if that is possible.

        Returns
        -------
        numpy.ndarray
            An array of the same shape.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).to_numpy()
        array([[1, 3],
               [2, 4]])
        """
    def cumsum(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cumsum([axis] [,reverse] [,B])

        Cumulative sums along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cumsum : The function.

        Examples
        --------
        >>> ocean.asTensor([1,2,3,4]).cumsum(reverse=True)
           10    9    7    4
        <tensor.int64 of size 4 on cpu>
        """
    def cumprod(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cumprod([axis] [,reverse] [,B])

        Cumulative products along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cumprod : The function.

        Examples
        --------
        >>> ocean.asTensor([1,2,3,4]).cumprod()
            1    2    6   24
        <tensor.int64 of size 4 on cpu>
        """
    def cummax(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cummax([axis] [,reverse] [,B])

        The largest element so far that is not NaN along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cummax : The function.

        Examples
        --------
        >>> ocean.asTensor([1,3,2,5]).cummax()
           1   3   3   5
        <tensor.int64 of size 4 on cpu>
        """
    def cummin(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cummin([axis] [,reverse] [,B])

        The smallest element so far that is not NaN along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cummin : The function.

        Examples
        --------
        >>> ocean.asTensor([4,3,5,1]).cummin()
           4   3   3   1
        <tensor.int64 of size 4 on cpu>
        """
    def cumsumNaN(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cumsumNaN([axis] [,reverse] [,B])

        Cumulative sums without NaN elements along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cumsumNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([2,ocean.nan,3]).cumsumNaN()
           2   2   5
        <tensor.double of size 3 on cpu>
        """
    def cumprodNaN(self, axis: SupportsIndex | axis | None = None, reverse: bool | None = None, B: tensor | None = None) -> Any:
        """cumprodNaN([axis] [,reverse] [,B])

        Cumulative products without NaN elements along an axis, with `reverse` from its end.

        Without an axis it runs through all elements in column-major order and gives a vector.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        reverse : bool, optional
            Whether to begin at the end of the axis.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The results up to each element.

        See Also
        --------
        ocean.cumprodNaN : The function.

        Examples
        --------
        >>> ocean.asTensor([2,ocean.nan,3]).cumprodNaN()
           2   2   6
        <tensor.double of size 3 on cpu>
        """
    def diff(self, n: SupportsIndex = 1, axis: SupportsIndex | axis = 0, B: tensor | None = None) -> Any:
        """diff([n=1 [,axis=0]] [,B])

        Differences of neighbours along an axis, n times: elements are one fewer each time.

        Parameters
        ----------
        n : int, optional
            How many times to take differences.
        axis : int or axis, optional
            The axis to work along.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The differences; the axis is shorter by n.

        See Also
        --------
        ocean.diff : The function.

        Examples
        --------
        >>> ocean.diff([1,4,9,16])
           3   5   7
        <tensor.int64 of size 3 on cpu>
        >>> ocean.diff([1,4,9,16], 2)
           2   2
        <tensor.int64 of size 2 on cpu>
        """
    def diff2(self, axis: SupportsIndex | axis = 0, B: tensor | None = None) -> Any:
        """diff2([axis=0] [,B])

        Differences of differences along an axis.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            The second differences.

        See Also
        --------
        ocean.diff2 : The function.

        Examples
        --------
        >>> ocean.asTensor([1,4,9,16,25]).diff2()
           2   2   2
        <tensor.int64 of size 3 on cpu>
        """
    def gradient(self, spacing: Any = 1, axis: SupportsIndex | axis = 0, B: tensor | None = None) -> Any:
        """gradient([spacing=1 [,axis=0]] [,B])

        The gradient along an axis: central differences inside, one-sided ones at both ends.

        The spacing is a number, or the coordinates of the elements, which may be uneven: quadratic functions then have an
        exact gradient inside. Integers give double.

        Parameters
        ----------
        spacing : number or sequence, optional
            The distance between points, or their coordinates.
        axis : int or axis, optional
            The axis to work along.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor or tuple of tensor
            The derivatives.

        See Also
        --------
        ocean.gradient : The function.

        Examples
        --------
        >>> ocean.gradient([1.0,2.0,4.0,7.0])
           1.0   1.5   2.5   3.0
        <tensor.double of size 4 on cpu>
        >>> ocean.gradient([0.0,1.0,9.0,16.0], [0.0,1.0,3.0,4.0])
           1   2   6   7
        <tensor.double of size 4 on cpu>
        """
    def flip(self, axes: Any = None) -> Any:
        """A view with the order of elements reversed along an axis or several; without one, along all.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.

        Returns
        -------
        tensor
            A view.

        See Also
        --------
        ocean.flip : The function.

        Examples
        --------
        >>> ocean.flip([1,2,3])
           3   2   1
        <tensor.int64 of size 3 on cpu>
        """
    def rot90(self, k: int = 1, axes: Any = (0, 1)) -> Any:
        """A view of a tensor turned k times by 90 degrees, from the first of two axes to the second.

        Parameters
        ----------
        k : int, optional
            How many times to turn.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.

        Returns
        -------
        tensor
            A view.

        See Also
        --------
        ocean.rot90 : The function.

        Examples
        --------
        >>> ocean.rot90(ocean.asTensor([[1,2],[3,4]], "R"))
        (:,:)
           2   4
           1   3
        <tensor.int64 of size 2x2 on cpu>
        """
    def moveaxis(self, source: Any, destination: Any) -> Any:
        """A view in which axes are moved to other places; the others keep their order.

        Parameters
        ----------
        source : int, axis or sequence
            The axes to move.
        destination : int, axis or sequence
            Their new places.

        Returns
        -------
        tensor
            A view.

        See Also
        --------
        ocean.moveaxis : The function.

        Examples
        --------
        >>> ocean.moveaxis(ocean.zeros([2,3,4]), 0, -1).size
        (3, 4, 2)
        """
    def outer(self, B: Any) -> tensor:
        """The products of each element of A with each of B, as vectors: a matrix of size A.nelem by B.nelem.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        B : tensor_like
            The second operand.

        Returns
        -------
        tensor
            All products of two elements.

        See Also
        --------
        ocean.outer : The function.

        Examples
        --------
        >>> ocean.outer([1,2,3], [10,20])
        (:,:)
           10   20
           20   40
           30   60
        <tensor.int64 of size 3x2 on cpu>
        """
    def kron(self, B: Any) -> tensor:
        """The Kronecker product: each element of A times B, in blocks.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        B : tensor_like
            The second operand.

        Returns
        -------
        tensor
            The Kronecker product.

        See Also
        --------
        ocean.kron : The function.

        Examples
        --------
        >>> ocean.kron(ocean.eye(2, ocean.int8), ocean.ones([1,2], ocean.int8))
        (:,:)
           1   1   0   0
           0   0   1   1
        <tensor.int8 of size 2x4 on cpu>
        """
    def cross(self, B: Any, axis: SupportsIndex | axis | None = None) -> tensor:
        """cross(B [,axis])

        The cross products of vectors of three elements along an axis (0).

        Parameters
        ----------
        B : tensor_like
            The second operand.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The cross products.

        See Also
        --------
        ocean.cross : The function.

        Examples
        --------
        >>> ocean.cross([1,0,0], [0,1,0])
           0   0   1
        <tensor.int64 of size 3 on cpu>
        """
    def average(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, weights: Any = None, B: tensor | None = None) -> Any:
        """average([axes [,keepdims]] [,weights] [,B])

        The mean in which each element has a weight: sum(weights @ A) / sum(weights), over axes or everything.

        The weights are as many as the elements, or as many as there are along the axes. Integers give double.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        weights : tensor_like, optional
            The weight of each element.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            The weighted means.

        See Also
        --------
        ocean.average : The function.

        Examples
        --------
        >>> ocean.average([1.0,2.0,6.0], weights=[2,1,1])
        2.5
        """
    def moving_mean(self, axis: SupportsIndex | axis, window: SupportsIndex, step: SupportsIndex = 1, B: tensor | None = None) -> Any:
        """moving_mean(axis, window [,step=1] [,B])

        The mean of each window along an axis; windows begin a step apart. Integers give double.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        window : int
            The length of a window.
        step : int, optional
            The distance between windows.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            A mean for each window.

        See Also
        --------
        ocean.moving_mean : The function.

        Examples
        --------
        >>> ocean.moving_mean([1.0,2.0,6.0,7.0], 0, 2)
           1.5   4.0   6.5
        <tensor.double of size 3 on cpu>
        """
    def moving_average(self, axis: SupportsIndex | axis, weights: Any, step: SupportsIndex = 1, B: tensor | None = None) -> Any:
        """moving_average(axis, weights [,step=1] [,B])

        The average, with weights, of each window of as many elements along an axis; windows begin a step apart.

        The weights need not sum to one. Integers give double.

        Parameters
        ----------
        axis : int or axis
            The axis to work along.
        weights : tensor_like
            The weight of each element.
        step : int, optional
            The distance between windows.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        tensor
            An average for each window.

        See Also
        --------
        ocean.moving_average : The function.

        Examples
        --------
        >>> ocean.moving_average([1.0,2.0,6.0,7.0], 0, [1,2,1])
           2.75   5.25
        <tensor.double of size 2 on cpu>
        """
    def cov(self, y: tensor | None = None, axis: SupportsIndex | axis = 0, ddof: Any = 1) -> Any:
        """cov([y] [,axis=0] [,ddof=1])

        The covariances of variables: each column of A is one, observed along axis 0; of a vector its variance.

        The columns of y, or y itself, are further variables. The sums of products are divided by the number of observations
        less `ddof`.

        Parameters
        ----------
        y : tensor_like, optional
            The second operand.
        axis : int or axis, optional
            The axis to work along.
        ddof : int, optional
            The divisor is the count minus this.

        Returns
        -------
        tensor or scalar
            The matrix of covariances.

        See Also
        --------
        ocean.cov : The function.

        Examples
        --------
        >>> ocean.cov(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
        (:,:)
            1.0    3.5
            3.5   13.0
        <tensor.double of size 2x2 on cpu>
        """
    def corrcoef(self, y: tensor | None = None, axis: SupportsIndex | axis = 0) -> Any:
        """corrcoef([y] [,axis=0])

        The correlation coefficients of variables: each column of A is one, observed along axis 0. See `cov`.

        Parameters
        ----------
        y : tensor_like, optional
            The second operand.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The matrix of correlation coefficients.

        See Also
        --------
        ocean.corrcoef : The function.

        Examples
        --------
        >>> ocean.corrcoef(ocean.asTensor([[1.0,2.0,3.0],[2.0,4.0,9.0]]))
        (:,:)
           1.00000   0.97073
           0.97073   1.00000
        <tensor.double of size 2x2 on cpu>
        """
    def histogram(self, bins: Any = 10, range: Sequence[Any] | None = None, weights: Any = None, density: bool | None = None) -> tuple[tensor, tensor]:
        """histogram([bins=10] [,range] [,weights] [,density])

        How many elements are in each bin, and the edges of the bins.

        `bins` is a number of bins of equal width between the smallest and the largest element (or over a `range`), or their
        edges. The last bin has its right edge too. With weights their sums are given, with `density` the integral is 1.

        Parameters
        ----------
        bins : int or tensor_like, optional
            How many bins, or their edges.
        range : pair of numbers, optional
            The lower and the upper end of the bins; by default the smallest and the largest element.
        weights : tensor_like, optional
            The weight of each element.
        density : bool, optional
            Whether to divide by the total and the widths of the bins, so that the integral is 1.

        Returns
        -------
        tuple of tensor
            The counts, and the edges of the bins.

        See Also
        --------
        ocean.histogram : The function.

        Examples
        --------
        >>> ocean.histogram([1,2,2,5], 2)
        (   3   1
        <tensor.int64 of size 2 on cpu>,    1   3   5
        <tensor.double of size 3 on cpu>)
        """
    def digitize(self, bins: Any, right: bool | None = None) -> Any:
        """digitize(bins [,right])

        The number of the bin of each element: k where `bins[k-1] <= x < bins[k]`, 0 below and len(bins) above all.

        The edges are sorted up or down; with `right` the bins have their right edges: `bins[k-1] < x <= bins[k]`.

        Parameters
        ----------
        bins : tensor_like
            The edges of the bins.
        right : bool, optional
            Whether the right edge belongs to a bin.

        Returns
        -------
        tensor
            The number of the bin of each element.

        See Also
        --------
        ocean.digitize : The function.

        Examples
        --------
        >>> ocean.digitize([0.5,2,3], [1,2,3])
           0   2   3
        <tensor.int64 of size 3 on cpu>
        """
    def median(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """median([axes [,keepdims] [,B]])

        The median; NaN if there is a NaN.

        Of an even number of elements it is the mean of the two in the middle. Integers give double.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            The medians.

        See Also
        --------
        ocean.median : The function.

        Examples
        --------
        >>> ocean.median([4,1,3,2])
        2.5
        """
    def medianNaN(self, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None) -> Any:
        """medianNaN([axes [,keepdims] [,B]])

        The median, NaN left out.

        Of an even number of elements it is the mean of the two in the middle. Integers give double.

        Parameters
        ----------
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.

        Returns
        -------
        scalar or tensor
            The medians.

        See Also
        --------
        ocean.medianNaN : The function.

        Examples
        --------
        >>> ocean.median([4,1,3,2])
        2.5
        """
    def quantile(self, q: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, method: str = "linear") -> Any:
        """quantile(q [,axes [,keepdims] [,B]] [,method='linear'])

        The elements below which the parts `q` (between 0 and 1) of all elements are.

        Several quantiles at once are the last axis of the result. `method` says what is between two elements:
        inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
        median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
        element (closest_observation, higher, inverted_cdf, lower, nearest).

        Parameters
        ----------
        q : number or sequence
            Which quantiles, from 0 to 1.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        method : str, optional
            How to interpolate between elements, as NumPy names it.

        Returns
        -------
        scalar or tensor
            The quantiles.

        See Also
        --------
        ocean.quantile : The function.

        Examples
        --------
        >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
           2   3
        <tensor.double of size 2 on cpu>
        """
    def quantileNaN(self, q: Any, axes: SupportsIndex | Sequence[int] | axis | Sequence[axis] | None = None, keepdims: bool | None = None, B: tensor | None = None, method: str = "linear") -> Any:
        """quantileNaN(q [,axes [,keepdims] [,B]] [,method='linear'])

        The elements below which the parts `q` (between 0 and 1) of all elements are, NaN left out.

        Several quantiles at once are the last axis of the result. `method` says what is between two elements:
        inverted_cdf, averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, linear,
        median_unbiased, normal_unbiased, lower, higher, midpoint, nearest. Integers give double, except by the methods that choose an
        element (closest_observation, higher, inverted_cdf, lower, nearest).

        Parameters
        ----------
        q : number or sequence
            Which quantiles, from 0 to 1.
        axes : int, axis or sequence, optional
            The axes to work along; by default all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        B : tensor, optional
            Takes the result, which is cast to its dtype.
        method : str, optional
            How to interpolate between elements, as NumPy names it.

        Returns
        -------
        scalar or tensor
            The quantiles.

        See Also
        --------
        ocean.quantileNaN : The function.

        Examples
        --------
        >>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
           2   3
        <tensor.double of size 2 on cpu>
        """
    def pad(self, widths: Any, mode: str | None = None, value: Any = None) -> tensor:
        """pad(widths [,mode] [,value])

        A tensor with additional elements before and after it along each axis.

        The widths are one number, a pair (before, after), or such a pair for each axis. The modes are "constant" (a value,
        0), "edge" (the outermost elements), "reflect" (mirrored at them), "symmetric" (mirrored behind them) and "wrap"
        (from the other side).

        Parameters
        ----------
        widths : int or sequence
            How many elements to add before and after each axis.
        mode : str, optional
            What the new elements are: "constant", "edge", "reflect", "symmetric", "wrap" and others of NumPy's.
        value : number, optional
            The value.

        Returns
        -------
        tensor
            The padded tensor.

        See Also
        --------
        ocean.pad : The function.

        Examples
        --------
        >>> ocean.pad([1,2,3], (2,3), "reflect")
           3   2   1   2   3   2   1   2
        <tensor.int64 of size 8 on cpu>
        """
    def tril(self, k: SupportsIndex | None = None) -> tensor:
        """tril([k])

        The lower triangles of matrices, zero above diagonal k (0); diagonals above the main one have positive numbers.

        Parameters
        ----------
        k : int, optional
            The number of the diagonal; positive ones are above the main one.

        Returns
        -------
        tensor
            The lower triangles.

        See Also
        --------
        ocean.tril : The function.

        Examples
        --------
        >>> ocean.tril(ocean.ones([2,3], ocean.int8))
        (:,:)
           1   0   0
           1   1   0
        <tensor.int8 of size 2x3 on cpu>
        """
    def triu(self, k: SupportsIndex | None = None) -> tensor:
        """triu([k])

        The upper triangles of matrices, zero below diagonal k (0).

        Parameters
        ----------
        k : int, optional
            The number of the diagonal; positive ones are above the main one.

        Returns
        -------
        tensor
            The upper triangles.

        See Also
        --------
        ocean.triu : The function.

        Examples
        --------
        >>> ocean.asTensor([[1,2], [3,4]]).triu()
        (:,:)
           1   3
           0   4
        <tensor.int64 of size 2x2 on cpu>
        """
    def put(self, indices: Any, values: Any) -> None:
        """Set elements by their position in column-major order; of several values for one element the last stays.

        Parameters
        ----------
        indices : tensor_like of int
            The indices.
        values : tensor_like
            The new values.

        Returns
        -------
        None
            The tensor itself changes.

        See Also
        --------
        ocean.put : The function.

        Examples
        --------
        >>> t = ocean.asTensor([10,20,30])
        >>> t.put([0,2], [1,3])
        >>> t
            1   20    3
        <tensor.int64 of size 3 on cpu>
        """
    def take_along_axis(self, indices: Any, axis: Any = 0) -> tensor:
        """The elements that a tensor of indices names along an axis, at their place along the others. The results of
        `argsort`, and of `argmax` with keepdims, are such indices.

        Parameters
        ----------
        indices : tensor_like of int
            The indices.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        tensor
            The elements at the indices.

        See Also
        --------
        ocean.take_along_axis : The function.

        Examples
        --------
        >>> A = ocean.asTensor([[3,1,2],[9,7,8]])
        >>> ocean.take_along_axis(A, [[1,2,0],[0,0,0]], 0)
        (:,:)
           1   9
           2   9
           3   9
        <tensor.int64 of size 3x2 on cpu>
        """
    def put_along_axis(self, indices: Any, values: Any, axis: Any = 0) -> None:
        """Set the elements that a tensor of indices names along an axis; the values are broadcast to the size of the
        indices. Of several values for one element the last stays.

        Parameters
        ----------
        indices : tensor_like of int
            The indices.
        values : tensor_like
            The new values.
        axis : int or axis, optional
            The axis to work along.

        Returns
        -------
        None
            The tensor itself changes.

        See Also
        --------
        ocean.put_along_axis : The function.

        Examples
        --------
        >>> t = ocean.asTensor([[1,5], [7,2]])
        >>> t.put_along_axis(t.argmax(0).reshape(1,2), 0)
        >>> t
        (:,:)
           1   0
           0   2
        <tensor.int64 of size 2x2 on cpu>
        """
    def scatterAdd(self, key: Any, values: Any) -> None:
        """Add values to the elements at a key, once for each time that the key names them: `t[key] += values` adds once
        only. The values of an element are added in their order, so that the bits are the same for any number of threads.

        Parameters
        ----------
        key : index
            The key, as in `t[key]`.
        values : tensor_like
            What is added.

        Returns
        -------
        None
            The tensor itself changes.

        See Also
        --------
        ocean.scatterAdd : The function.

        Examples
        --------
        >>> a = ocean.zeros([3])
        >>> a.scatterAdd([0, 2, 2], [1, 2, 3])
        >>> a
           1   0   5
        <tensor.float of size 3 on cpu>
        """
    def find(self) -> tensor:
        """The indices of the nonzero elements, a column for each: int64, of size ndims by their number.

        Parameters
        ----------
        tensor : tensor_like
            The operand.

        Returns
        -------
        tensor
            A column of indices for each element that is not zero.

        See Also
        --------
        ocean.find : The function.

        Examples
        --------
        >>> ocean.find([[True,False],[False,True]])
        (:,:)
           0   1
           0   1
        <tensor.int64 of size 2x2 on cpu>
        """
    def nonzero(self) -> tensor:
        """The same as `find`: `i, j = nonzero(A)` unpacks its rows, and `A[nonzero(A)]` picks the elements.

        Parameters
        ----------
        tensor : tensor_like
            The operand.

        Returns
        -------
        tensor
            A column of indices for each element that is not zero.

        See Also
        --------
        ocean.nonzero : The function.

        Examples
        --------
        >>> i, j = ocean.asTensor([[0,5], [6,0]]).nonzero()
        >>> i, j
        (   1   0
        <tensor.int64 of size 2 on cpu>,    0   1
        <tensor.int64 of size 2 on cpu>)
        """
    def argwhere(self) -> tensor:
        """The indices of the nonzero elements, a row for each in column-major order: the transpose of `find`.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.

        Returns
        -------
        tensor
            A row of indices for each element that is not zero.

        See Also
        --------
        ocean.argwhere : The function.

        Examples
        --------
        >>> ocean.argwhere([[0,1],[1,0]])
        (:,:)
           1   0
           0   1
        <tensor.int64 of size 2x2 on cpu>
        """
    def flatnonzero(self) -> tensor:
        """The positions of the nonzero elements, which count all elements in column-major order.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.

        Returns
        -------
        tensor
            Positions in column-major order.

        See Also
        --------
        ocean.flatnonzero : The function.

        Examples
        --------
        >>> ocean.flatnonzero([[0,1],[1,0]])
           1   2
        <tensor.int64 of size 2 on cpu>
        """
    def unique(self, axis: SupportsIndex | axis | None = None, index: bool | None = None, inverse: bool | None = None, counts: bool | None = None) -> Any:
        """unique([axis] [,index] [,inverse] [,counts])

        The distinct elements in their order, or with an axis the distinct slices along it; NaN counts as one element.

        On demand also, as a tuple: the `index` of the first occurrence of each, the `inverse`, which gives for each element
        of A where it is in the result, and the `counts`.

        Parameters
        ----------
        axis : int or axis, optional
            The axis to work along.
        index : bool, optional
            Whether to give the index of the first of each, as well.
        inverse : bool, optional
            Whether to give indices that make the operand from the result, as well.
        counts : bool, optional
            Whether to give the count of each, as well.

        Returns
        -------
        tensor or tuple of tensor
            The distinct elements, and what else is asked for.

        See Also
        --------
        ocean.unique : The function.

        Examples
        --------
        >>> ocean.unique([3,1,3,2], counts=True)
        (   1   2   3
        <tensor.int64 of size 3 on cpu>,    1   1   2
        <tensor.int64 of size 3 on cpu>)
        """
    def isin(self, B: Any, invert: bool | None = None) -> Any:
        """isin(B [,invert])

        Whether each element of A is among those of B; NaN is equal to nothing.

        Parameters
        ----------
        B : tensor_like
            The second operand.
        invert : bool, optional
            Whether to exchange True and False.

        Returns
        -------
        tensor
            True where an element is among those of B.

        See Also
        --------
        ocean.isin : The function.

        Examples
        --------
        >>> ocean.isin([1,2,3], [2,4])
           False    True   False
        <tensor.bool of size 3 on cpu>
        """
    def intersect1d(self, B: Any) -> tensor:
        """The distinct elements that both have, in their order.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        B : tensor_like
            The second operand.

        Returns
        -------
        tensor
            The distinct elements that both have, sorted.

        See Also
        --------
        ocean.intersect1d : The function.

        Examples
        --------
        >>> ocean.intersect1d([3,1,2,3], [3,2,5])
           2   3
        <tensor.int64 of size 2 on cpu>
        """
    def union1d(self, B: Any) -> tensor:
        """The distinct elements of both, in their order.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        B : tensor_like
            The second operand.

        Returns
        -------
        tensor
            The distinct elements of both, sorted.

        See Also
        --------
        ocean.union1d : The function.

        Examples
        --------
        >>> ocean.asTensor([3,1]).union1d([2,3])
           1   2   3
        <tensor.int64 of size 3 on cpu>
        """
    def setdiff1d(self, B: Any) -> tensor:
        """The distinct elements of A that are not among those of B, in their order.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        B : tensor_like
            The second operand.

        Returns
        -------
        tensor
            The distinct elements of A that are not in B, sorted.

        See Also
        --------
        ocean.setdiff1d : The function.

        Examples
        --------
        >>> ocean.asTensor([3,1,2]).setdiff1d([2])
           1   3
        <tensor.int64 of size 2 on cpu>
        """
    def vsplit(self, parts: Any) -> list[tensor]:
        """Views of parts below each other, as `t.split(0, parts)`: a number of parts, or their sizes.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        parts : int or sequence of int
            The number of parts, or their sizes.

        Returns
        -------
        list of tensor
            Views.

        See Also
        --------
        ocean.vsplit : The function.

        Examples
        --------
        >>> [each.size for each in ocean.vsplit(ocean.zeros([5,2]), [1,4])]
        [(1, 2), (4, 2)]
        """
    def hsplit(self, parts: Any) -> list[tensor]:
        """Views of parts beside each other, as `t.split(1, parts)`; a vector is one column.

        Parameters
        ----------
        A : tensor_like
            The operand: a tensor, number, list or array.
        parts : int or sequence of int
            The number of parts, or their sizes.

        Returns
        -------
        list of tensor
            Views.

        See Also
        --------
        ocean.hsplit : The function.

        Examples
        --------
        >>> left, right = ocean.asTensor([[1,2], [3,4], [5,6], [7,8]]).hsplit(2)
        >>> right
        (:,:)
           5   7
           6   8
        <tensor.int64 of size 2x2 on cpu>
        """

class operation:
    """An operation: a name, a number of operands, and a planner."""

    name: Final[str]
    arity: Final[int]
    @property
    def axes(self) -> str | None: ...
    fits: Final[int]
    weak: Final[int]
    outside: operation | None

class plan:
    """How an operation runs on operands with certain descriptions; subclasses run it."""

    result: Final[description]
    operands: Final[tuple[description, ...]]
    family: Final[family | None]

class family:
    """A program for operands of certain dtypes, and its kernels."""

    program: Final[Any]

class loop_family(family):
    """The family of an elementwise program."""

    def plan(self, operands: Sequence[description]) -> elementwise_plan:
        """The plan for operands of one size: the results, which have equal strides, then the inputs."""

class fold_family(family):
    """The family of a program that ends in reductions."""

    def plan(
        self,
        operands: tuple[description, ...],
        inputs: Sequence[description],
        axes: Sequence[int],
        order: Sequence[int],
        packs: Sequence[tuple[int, plan]],
    ) -> reduction_plan:
        """The plan for operands: the results, which have the kept dimensions only, then the inputs, which have one
        size. The loops run over `inputs`: the same, or the copies made by `packs`, (number of the input, plan). `axes`
        are reduced; `order` has the dimensions, the fastest first, in which elements are folded.
        """

class finishing:
    """Makes a result of a reduction: a family, and the sources of its inputs. Sources are the numbers of accumulators,
    then the count of elements that each of them folds, then the inputs of the reduction.
    """

class elementwise_plan(plan):
    """A kernel over loops on the host."""

    kernel: Final[Any]
    results: Final[int]
    @property
    def loops(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The loops as ((length, strides), ...) from the innermost on, for tests and for people."""
    @property
    def tiled(self) -> bool: ...

class reduction_plan(plan):
    """A fold over loops on the host, and the loops that make the results from the accumulators."""

    kernel: Final[Any]
    results: Final[int]
    packs: Final[list[tuple[int, plan]] | None]
    @property
    def finished(self) -> bool:
        """Whether the results are made from accumulators."""

class device_plan(plan):
    """A plan that a device other than the host runs. `work` is the device's own object."""

    device: Final[device]
    work: Final[Any]

Planner = Callable[..., plan]

def make_view(base: tensor, offset: int, desc: description) -> tensor:
    """A tensor on the same storage, `offset` bytes further, with another description (relative byte order kept)."""

def inner_description(self: tensor) -> description:
    """The description with the byte order relative to the storage, as views need it."""

def make_empty(desc: description, line: stream | None = None, storage_dtype: dtype | None = None) -> tensor:
    """A new tensor with new storage, whose contents are not set."""

def on_storage(where: storage, offset: int, desc: description, locked: bool = False) -> tensor:
    """A tensor on existing storage; every element must be inside it. The byte order is relative to the storage."""

def on_memory(mem: memory, offset: int, desc: description, locked: bool = False) -> tensor:
    """A tensor on a block of memory; every element must be inside it."""

def replace_tensor(self: tensor, other: tensor) -> None:
    """Give a Python object the tensor of another."""

def memory_of(self: tensor) -> memory: ...
def is_unique(self: tensor) -> bool:
    """Whether this object alone uses its storage, and Ocean owns it."""

def item(self: tensor) -> scalar:
    """The only element of a tensor as a scalar."""

def read_bytes(self: tensor) -> memoryview:
    """The elements of a column-major native tensor on the host as a bytes-like object (no copy)."""

def clear(self: tensor) -> None:
    """Set all bytes from the first to the last of a dense tensor to zero."""

def clear_storage(self: storage) -> None:
    """Set all bytes to zero."""

def copy_storage(target: storage, source: storage) -> None:
    """Copy the bytes of a storage to another of the same size, on any devices."""

def fill_range(self: tensor, start: float, step: float) -> None:
    """Set a contiguous int64 or double vector on the host to start, start + step, ..."""

def settings_changed(checking: bool, broadcasting: bool) -> None:
    """Called when settings change on which plans depend; `checking`: the default math mode checks domains,
    `broadcasting`: operands of different sizes are broadcast.
    """

def set_profile(hook: Callable[[str, int, float], Any] | None) -> Any:
    """Call hook(name, bytes, seconds) after each launch, with the bytes that its operands and its result have; None
    ends it.
    """

def set_checks(before: Callable[..., Any] | None, after: Callable[..., Any] | None) -> None:
    """Call before(name, operation, inputs, result, extra) before each launch and, if it gives something, after(that,
    result) after it; None ends it. Operations are not deferred meanwhile.
    """

def unwatched(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function whose launches are not watched."""

def set_lazy(cls: type | None) -> None:
    """Set the class of lazy tensors, or None. Calls with a lazy operand end in one of these:

    - `cls.call(name, args, named)`: the function or reduction of that name, with at least one lazy argument;
    - `lazy.into(tensor)`: write the values into a tensor (assignment, copies, in-place operators);
    - `lazy.cast(dtype, device)`: a cast; None keeps the dtype or the device;
    - `lazy.view(name, args, named)`: the view of the method of tensors with this name;
    - `lazy.eval()`: a tensor, for everything else.
    """

def set_defaults(kind: dtype | None, where: device | None) -> None:
    """Set the default dtype and device of new tensors; None: they must be given."""

def is_lazy(value: Any) -> bool:
    """Whether a value is a lazy tensor."""

def install(operations: dict[str, operation], operators: dict[str, str], **hooks: Any) -> None:
    """Called once, with all operations, the operation's name of each operator, and functions for compiled code:

    operand(value): a tensor or number from anything like one, or NotImplemented;
    general(name, *args): a row with any arguments; outside(name, numbers, mode): a row on numbers outside its domain;
    warn(message): show a warning; settings: the settings; index: the class of index objects;
    key(part): a part of a key as a tensor; value(value, size, reorders): a tensor that fits the size, or a number;
    pick: the plan that picks elements on a device;
    line_up(rule, name, planner, inputs, result, extra): the plan for operands with axes;
    lined_up(source, target): two tensors without axes, whose dimensions correspond by their axes.
    """

def make_operation(
    name: str,
    arity: int,
    planner: Planner,
    checked: bool = False,
    elementwise: bool = True,
    accumulates: bool = False,
    constants: Sequence[float] = (),
    conditions: int = 0,
    numbers: int = 0,
    axes: str | None = None,
    fits: int = 0,
    ordered: bool = False,
    doubled: bool = False,
    dense: bool = False,
) -> operation:
    """planner(inputs: tuple of descriptions, result: description or None, extra: int) -> plan.

    `extra` is what the plan depends on besides descriptions (the axes of a reduction, the flags of a product).
    `checked`: it has a domain. `elementwise`: the result may be one of the inputs. `accumulates`: it reads the result.
    `constants`: Python numbers for which there is another plan if the last operand is one of them. `extra` is then its
    place among them, from 1 on, and REAL if it is a float. Beside tensors it is not among the inputs. `conditions`: the
    number of leading operands that do not count for the dtype of Python numbers. `numbers`: 0, a Python number takes
    the common dtype of the first tensor and the smallest dtype that holds it; 1, it takes the common dtype of all
    others or the default one of its kind, as in NumPy; 2, the same for comparisons; 3 and 4, the same for operations
    that compute in floating numbers, or in double if all operands are integers; 5, the same for operations that always
    compute in double. The settings of tensors do not count for an operation with NumPy's numbers. `axes`: the rule of
    `ops/axes` for operands with axes; by default "elementwise" if it is that, or "rows" with NumPy's numbers: its
    operands are the tensors of arrays. `fits`: plans for operands of the same dtypes and byte orders differ in their
    loops only, which are fitted to sizes without the planner: ELEMENTS, operands are broadcast together; AXES, they are
    reduced over the axes in `extra`; EVERYTHING, over all of them. `ordered`: computed values are folded in the memory
    order in which they would be stored. `doubled`: operands are given twice, the second time for their first element
    along the axes. `dense`: new results are column-major, whatever the operands are.
    """

def make_device_plan(where: device, operands: tuple[description, ...], work: Any) -> device_plan:
    """A plan that `where.launch(plan, operands)` runs; operands are (memory, offset), or the bytes of a number."""

def relabelled(self: tensor, axes: Sequence[axis] | None) -> tensor:
    """The same elements with other axes (None: without any), a view."""

def unlabelled(self: tensor) -> tensor:
    """The same elements without axes."""

def with_result(self: plan, result: description) -> plan:
    """The plan with another description of new results, which has additional dimensions of length one."""

Compile = Callable[[int, int, int], tuple[Any, int]]

def make_loop_family(
    program: Any, compile: Compile, outputs: Sequence[dtype], inputs: Sequence[dtype], indexed: bool, cost: int
) -> loop_family:
    """The family of an elementwise program. `outputs` and `inputs` are dtypes; `cost` is the time of an element
    relative to an addition. `compile(moves, swaps, kind)` gives a kernel, and any number.
    """

REAL: int
"""`extra` of a plan for a constant: it is a float."""
KEEPDIMS: int
SOME: int
BACKWARDS: int
"""`extra` of a reduction over some axes, beside what `extra_over` gives: whether they are kept with length one; that there
are axes at all; whether a sequential fold runs through them from the last one. 0 is a reduction over everything."""

def extra_over(axes: Iterable[int]) -> int:
    """`extra` of a reduction over axes."""

def axes_in(extra: int, ndims: int) -> tuple[int, ...]:
    """The axes in `extra` of a reduction of `ndims` dimensions."""

class nested_plan(plan):
    """A plan that is run again and again, with its operands moved along further loops."""

    inner: Final[plan]

class packed_plan(plan):
    """A plan that runs on copies of operands."""

    inner: Final[plan]
    packs: Final[list[tuple[int, plan]]]
    unpacks: Final[list[tuple[int, plan]]]

def make_nested_plan(
    inner: plan, operands: tuple[description, ...], loops: Sequence[tuple[int, tuple[int, ...]]]
) -> nested_plan:
    """The plan of operands for which `inner` is run along loops: (length, strides of the operands), the fastest
    first.
    """

def make_packed_plan(
    inner: plan, operands: tuple[description, ...], packs: list[tuple[int, plan]], unpacks: list[tuple[int, plan]]
) -> packed_plan:
    """The plan of operands that are copied for `inner`: (number of an input, its plan), and back: (number of a result,
    its plan). Copies are dense.
    """

STREAMS: int
"""Places at which the kernels of reductions read at once."""

ELEMENTS: int
AXES: int
EVERYTHING: int
OTHERWISE: int
"""How plans are fitted to sizes without the planner: `fits` of `make_operation`."""
NONTEMPORAL_KERNEL: int
"""A kind of kernel of a loop family: it stores past the caches."""
KEPT_KERNEL: int
STREAMS_KERNEL: int
ABREAST_KERNEL: int
ROWS_SHIFT: int
"""Kinds of kernels of a fold family: the innermost loop is kept; it reads a long row in several streams; it folds
several rows at once. From a bit on: how many rows it folds into one."""

def make_fold_family(
    program: Any,
    compile: Compile,
    inputs: Sequence[dtype],
    sources: Sequence[int],
    first: int,
    indexed: bool,
    numbers: Sequence[dtype],
    initial: Sequence[Number],
    merge: Any,
    chain: int,
    idempotent: bool,
    steps: int,
    wanders: bool,
    finishes: Sequence[tuple[loop_family, Sequence[int], bool]],
    outputs: Sequence[dtype],
    parameters: int,
) -> fold_family:
    """The family of a program that ends in reductions.

    `inputs` are the dtypes of the inputs of the plan; the last `parameters` of them are scalars. `sources` has the
    input of the plan for each input of the program, and `first` the one that is read at its first element along the
    axes (-1: none). `numbers` are the dtypes of the numbers of accumulators, `initial` their identity elements, and
    `merge` the kernel that merges two of them. `chain` is the number of elements that a lane folds before it is merged;
    `idempotent`: elements may be folded twice. `finishes` are (family, sources, whether the result is the only number)
    for each of the results, which have the dtypes `outputs`. `compile(moves, swaps, kind)` gives a kernel and its
    vector width.
    """

def fold_few_rows(most: int) -> int:
    """Set the number of reduced rows that are folded at once, and return the former one. For tests."""

def when_plans_are_forgotten(function: Callable[[], None]) -> None:
    """Call a function whenever plans are dropped: it drops the families."""

def forget_plans() -> None:
    """Drop all cached plans and families, because the kernels have changed.

    The tables are emptied at once, without Python allocations: the garbage collector could run finalizers, and other
    threads, that use the tables.
    """

def numpy_dtype(value: Any, reference: dtype) -> dtype:
    """The dtype of a Python number beside arrays of a common dtype."""

def numpy_scalar(value: Any, reference: dtype, numbers: int = 1) -> scalar:
    """A Python number as the scalar that an operation reads beside arrays of a common dtype."""

def share_bytes(first: tensor, second: tensor) -> bool:
    """Whether two tensors share bytes."""

def run_plan(p: plan, operands: Iterable[tensor | scalar]) -> None:
    """Run a plan on tensors and scalars: the result, then the inputs. For devices that run plans of another device, and
    for tests.

    The caller ensures that the result does not overlap the inputs.
    """

def call_operation(op: operation, inputs: tuple[Any, ...], out: tensor | None = None, extra: int = 0) -> Any:
    """Run an operation on tensors, scalars and Python numbers; returns the result, or None when `out` is given."""

def call_scalar(op: operation, *inputs: Any) -> scalar:
    """Run an operation whose result is a single element, as a scalar."""

def call_numbers(op: operation, numbers: tuple[Any, ...], mode: str | None = None) -> scalar:
    """Run an operation on scalars and Python numbers only, by the rules of scalars; gives a scalar."""

def set_cast_mode(mode: int) -> None:
    """Set the scalar cast mode."""

def launch_by(self: Callable[..., Any], op: operation, elementwise: bool) -> function:
    """Let a public function launch an operation where its arguments are simple: one operand or several, element by
    element, or one that is reduced.
    """

def function_named(name: str) -> function:
    """The public function of a row."""

def setNumThreads(count: int) -> None:
    """Set the number of threads of large operations (1 to 64). It also limits BLAS, which other packages may share.

    Parameters
    ----------
    count : int
        The number of threads.

    Examples
    --------
    >>> ocean.setNumThreads(ocean.getNumThreads())
    """

def when_threads_change(function: Callable[[int], None]) -> None:
    """Call a function with the number of threads whenever it is set."""

def placeholder(desc: description) -> tensor:
    """A tensor without memory that stands for another one; it must not be read."""

def generation() -> int:
    """The number of the settings that plans depend on."""

def plan_of(op: operation, inputs: tuple[description, ...], extra: int = 0) -> plan:
    """The plan of an operation for operands with these descriptions, into a new result."""

class threads:
    """threads(count): `with ocean.threads(1):` limits the threads of the operations that this thread calls.

    Other threads of the program keep theirs. BLAS is limited for the whole process meanwhile. The values of results do
    not depend on the number of threads.

    >>> with ocean.threads(1):
    ...     print(ocean.sum(ocean.ones([3])))
    3
    """

def at_most(threads: SupportsIndex | None, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function with at most `threads` threads for the work of this thread. None: the number that is set."""

def getNumThreads() -> int:
    """The number of threads of large operations, also of BLAS.

    Returns
    -------
    int
        The number of threads.

    Examples
    --------
    >>> ocean.getNumThreads() >= 1
    True
    """

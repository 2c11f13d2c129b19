"""The class `array` of `ocean.numpy`: NumPy's conventions over the tensors of the core."""

# Made by tools/make_stub.py from tools/types; do not edit.

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy

from ocean._src.array.assign import Layout
from ocean._src.array.ndarray_views import Flat
from ocean._src.core.functions.assign import traversal
from ocean._src.core.objects.axes import axis
from ocean._src.core.objects.dtypes import dtype as DType
from ocean._src.core.objects.memory import device as Device
from ocean._src.core.objects.tensor import operation
from ocean._src.lazy.explain import Explanation
from ocean._src.text.picture import Picture

class array:
    """An array with NumPy's conventions: row-major, elementwise operators, broadcasting from the last axis.

    `array(object, dtype=None, *, copy=True, order='K', ndmin=0, device=None)` makes one from nested lists, numbers,
    NumPy arrays and everything else that is like an array.
    """

    __array_priority__: ClassVar[float]
    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis; can be set where no copy is needed."""
    @shape.setter
    def shape(self, value: Any) -> None: ...
    @property
    def size(self) -> int:
        """The number of elements."""
    @property
    def ndim(self) -> int:
        """The number of axes."""
    @property
    def axes(self) -> tuple[axis, ...] | None:
        """What each dimension means, a tuple of `ocean.axis`; None if they have no axes."""
    @property
    def strides(self) -> tuple[int, ...]:
        """The distance in bytes between neighbours along each axis."""
    @property
    def dtype(self) -> numpy.dtype[Any]:
        """NumPy's dtype of the elements, in their byte order."""
    @property
    def _dtype(self) -> DType:
        """Ocean's dtype of the elements, for the modules above."""
    @property
    def device(self) -> Device: ...
    @property
    def itemsize(self) -> int:
        """The size of an element in bytes."""
    @property
    def nbytes(self) -> int:
        """The size of all elements in bytes."""
    @property
    def T(self) -> array:
        """The transpose: a view with the axes in reverse order. Where dimensions have axes, their order stays, and
        every offset k becomes -1 - k.
        """
    @property
    def mT(self) -> array:
        """The transposed matrices: a view with the last two axes exchanged."""
    @property
    def real(self) -> array:
        """A view of the real parts; the array itself if it has no others."""
    @real.setter
    def real(self, value: Any) -> None: ...
    @property
    def imag(self) -> array:
        """A view of the imaginary parts; read-only zeros for real dtypes."""
    @imag.setter
    def imag(self, value: Any) -> None: ...
    def __new__(
        cls,
        object: Any = (),
        dtype: Any = None,
        *,
        copy: bool | None = True,
        order: Any = "K",
        subok: bool = False,
        ndmin: int = 0,
        device: Any = None,
        like: Any = None,
        shape: Any = None,
        value: Any = None,
        elements: Any = None,
    ) -> array: ...
    def __getitem__(self, key: Any) -> array: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[array]: ...
    def __contains__(self, value: Any) -> bool: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def item(self, *index: Any) -> Any:
        """The only element, or the element at an index, as a Python number.

        Parameters
        ----------
        *index : int or tuple of int, optional
            Which element: one position in row-major order, or an index for each axis.

        Returns
        -------
        number
            The element as a Python number.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).item(1, 0)
        3
        """
    def reshape(self, *shape: Any, order: Any = "C", copy: bool | None = None) -> array:
        """The same elements, in row-major order, with another shape: a view if possible, else a copy.

        One length may be -1. With order="F" elements are read and placed in column-major order.

        Parameters
        ----------
        *shape : int
            The new shape; one length may be -1.
        order : {"C", "F", "A"}, optional
            The order in which elements are read.
        copy : bool, optional
            Whether to copy: always, never, or if needed (None).

        Returns
        -------
        array
            The elements in another shape, a view if possible.

        See Also
        --------
        ocean.numpy.reshape : The function.

        Examples
        --------
        >>> np.arange(6).reshape(2, -1)
        array([[0, 1, 2],
               [3, 4, 5]])
        """
    def ravel(self, order: Any = "C") -> array:
        """All elements along one axis: a view if they follow each other in memory, else a copy.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}, optional
            The order in which elements are read.

        Returns
        -------
        array
            The elements along one axis, a view if possible.

        See Also
        --------
        ocean.numpy.ravel : The function.

        Examples
        --------
        >>> a = np.array([[1, 2], [3, 4]])
        >>> a.ravel()[3] = 0
        >>> a
        array([[1, 2],
               [3, 0]])
        """
    def transpose(self, *axes: Any) -> array:
        """A view with the axes in another order, or reversed.

        Parameters
        ----------
        *axes : int or axis
            The order of the axes; without any, it is reversed.

        Returns
        -------
        array
            A view with the axes in another order.

        See Also
        --------
        ocean.numpy.transpose : The function.

        Examples
        --------
        >>> np.ones((2, 3, 4)).transpose(2, 0, 1).shape
        (4, 2, 3)
        """
    def copy(self, order: Any = "C") -> array:
        """A copy in row-major order, or another one.

        Parameters
        ----------
        order : {"K", "A", "C", "F"}, optional
            The order of elements in memory.

        Returns
        -------
        array
            A new array.

        See Also
        --------
        ocean.numpy.copy : The function.

        Examples
        --------
        >>> a = np.array([1, 2, 3])
        >>> b = a.copy()
        >>> b[0] = 9
        >>> a
        array([1, 2, 3])
        """
    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers; a number if there are no axes.

        Returns
        -------
        list or number
            The elements.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
    def astype(
        self,
        dtype: Any,
        order: Any = "K",
        casting: str = "unsafe",
        subok: bool = True,
        copy: bool = True,
        *,
        device: Any = None,
    ) -> array:
        """A copy with another dtype; without `copy`, the array itself where the dtype is the same.

        Parameters
        ----------
        dtype : dtype
            The dtype to compute in, which the result has.
        order : {"K", "A", "C", "F"}, optional
            The order of elements in memory.
        casting : str, optional
            Which casts are allowed: "no", "equiv", "safe", "same_kind" or "unsafe".
        subok : bool, optional
            Accepted as in NumPy.
        copy : bool, optional
            Whether to copy: always, never, or if needed (None).
        device : device or str, optional
            Where the result is.

        Returns
        -------
        array
            The array with another dtype.

        See Also
        --------
        ocean.numpy.astype : The function.

        Examples
        --------
        >>> np.array([1.7, -1.7]).astype(int)
        array([ 1, -1])
        """
    def squeeze(self, axis: Any = None) -> array:
        """A view without axes of length one.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.

        Returns
        -------
        array
            A view without axes of length 1.

        See Also
        --------
        ocean.numpy.squeeze : The function.

        Examples
        --------
        >>> np.ones((1, 3, 1)).squeeze().shape
        (3,)
        """
    def swapaxes(self, axis1: Any, axis2: Any) -> array:
        """A view with two axes exchanged.

        Parameters
        ----------
        axis1 : int
            The first of the two axes.
        axis2 : int
            The second of the two axes.

        Returns
        -------
        array
            A view with two axes exchanged.

        See Also
        --------
        ocean.numpy.swapaxes : The function.

        Examples
        --------
        >>> np.ones((2, 3, 4)).swapaxes(0, 2).shape
        (4, 3, 2)
        """
    def flatten(self, order: Any = "C") -> array:
        """A copy of all elements along one axis.

        Parameters
        ----------
        order : {"K", "A", "C", "F"}, optional
            The order of elements in memory.

        Returns
        -------
        array
            A vector with memory of its own.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).flatten("F")
        array([1, 3, 2, 4])
        """
    def tobytes(self, order: Any = "C") -> bytes:
        """The bytes of all elements in row-major order, as they are in the byte order of the dtype.

        Parameters
        ----------
        order : {"K", "A", "C", "F"}, optional
            The order of elements in memory.

        Returns
        -------
        bytes
            The bytes, copied.

        Examples
        --------
        >>> np.array([1, 256], dtype=">i2").tobytes()
        b'\x00\x01\x01\x00'
        """
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> array:
        """A view of a diagonal, as the last axis, that cannot be written to.

        Parameters
        ----------
        offset : int, optional
            The number of the diagonal; positive ones are above the main one.
        axis1 : int, optional
            The first of the two axes.
        axis2 : int, optional
            The second of the two axes.

        Returns
        -------
        array
            A view of the diagonal.

        See Also
        --------
        ocean.numpy.diagonal : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).diagonal()
        array([1, 4])
        """
    def __add__(self, other: Any) -> array: ...
    def __radd__(self, other: Any) -> array: ...
    def __iadd__(self, other: Any) -> array: ...
    def __sub__(self, other: Any) -> array: ...
    def __rsub__(self, other: Any) -> array: ...
    def __isub__(self, other: Any) -> array: ...
    def __mul__(self, other: Any) -> array: ...
    def __rmul__(self, other: Any) -> array: ...
    def __imul__(self, other: Any) -> array: ...
    def __matmul__(self, other: Any) -> array: ...
    def __rmatmul__(self, other: Any) -> array: ...
    def __imatmul__(self, other: Any) -> array: ...
    def __truediv__(self, other: Any) -> array: ...
    def __rtruediv__(self, other: Any) -> array: ...
    def __itruediv__(self, other: Any) -> array: ...
    def __floordiv__(self, other: Any) -> array: ...
    def __rfloordiv__(self, other: Any) -> array: ...
    def __ifloordiv__(self, other: Any) -> array: ...
    def __mod__(self, other: Any) -> array: ...
    def __rmod__(self, other: Any) -> array: ...
    def __imod__(self, other: Any) -> array: ...
    def __pow__(self, other: Any) -> array: ...
    def __rpow__(self, other: Any) -> array: ...
    def __ipow__(self, other: Any) -> array: ...
    def __and__(self, other: Any) -> array: ...
    def __rand__(self, other: Any) -> array: ...
    def __iand__(self, other: Any) -> array: ...
    def __or__(self, other: Any) -> array: ...
    def __ror__(self, other: Any) -> array: ...
    def __ior__(self, other: Any) -> array: ...
    def __xor__(self, other: Any) -> array: ...
    def __rxor__(self, other: Any) -> array: ...
    def __ixor__(self, other: Any) -> array: ...
    def __lshift__(self, other: Any) -> array: ...
    def __rlshift__(self, other: Any) -> array: ...
    def __ilshift__(self, other: Any) -> array: ...
    def __rshift__(self, other: Any) -> array: ...
    def __rrshift__(self, other: Any) -> array: ...
    def __irshift__(self, other: Any) -> array: ...
    def __divmod__(self, other: Any) -> tuple[array, array]: ...
    def __neg__(self) -> array: ...
    def __pos__(self) -> array: ...
    def __abs__(self) -> array: ...
    def __invert__(self) -> array: ...
    def __lt__(self, other: Any) -> array: ...
    def __le__(self, other: Any) -> array: ...
    def __eq__(self, other: Any) -> array: ...  # type: ignore[override]
    def __ne__(self, other: Any) -> array: ...  # type: ignore[override]
    def __gt__(self, other: Any) -> array: ...
    def __ge__(self, other: Any) -> array: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def byteswap(self, inplace: bool = False) -> array:
        """The elements with their bytes in reverse order, in a copy or where they are; the dtype stays the same.

        Parameters
        ----------
        inplace : bool, optional
            Whether to swap the bytes of this array, and not of a copy.

        Returns
        -------
        array
            The swapped elements; the array itself with `inplace`.

        Examples
        --------
        >>> np.array([1, 256], dtype="i2").byteswap()
        array([256,   1], dtype=int16)
        """

    # attached by other modules

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
    def show(self, file: Any = None, *, kind: str = 'image', format: str | None = None, scale: int | None = None, range: Any = None) -> Picture:
        """A picture, which notebooks show and `save(name)` writes: the elements, or where they lie (kind="layout").

        A matrix is drawn in levels of grey from its smallest element to its largest, with blue for negative and red for
        positive ones where there are negative ones; a tensor whose third and last size is 3 or 4 in its colours. `range`
        is (low, high), `scale` the number of pixels for an element, `format` "png" or "svg", and `file` a name or an open
        file.

        Parameters
        ----------
        file : str, path or file, optional
            The file.
        kind : str, optional
            The algorithm, as in NumPy; all are stable where NumPy's are.
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
        >>> np.arange(12).reshape(3, 4).show(scale=8)
        <picture of 32x24 pixels (png); save(name) writes it>
        """
    def assign(self, value: Any, resize: bool = False) -> None:
        """Set all elements to a value that is broadcast to the shape. With `resize` the array takes the shape of the value
        instead, in new storage; dtype and device stay, and other arrays keep the former storage.

        Parameters
        ----------
        value : array_like
            What the elements become; cast to the dtype.
        resize : bool, optional
            Whether the array takes the shape of the value.

        Examples
        --------
        >>> a = np.zeros((2, 2))
        >>> a.assign([1, 2])
        >>> a
        array([[1., 2.],
               [1., 2.]])
        """
    def move(self) -> array:
        """A new array with the elements of this one, which becomes empty.

        Returns
        -------
        array
            An array with the memory of this one.

        Examples
        --------
        >>> a = np.array([1, 2])
        >>> b = a.move()
        >>> a.size, b
        (0, array([1, 2]))
        """
    def swap(self, other: array) -> None:
        """Exchange the shape, dtype, device and elements of two arrays. Nothing is copied.

        Parameters
        ----------
        other : array
            The other array.

        Examples
        --------
        >>> a, b = np.array([1, 2]), np.array([[3.5]])
        >>> a.swap(b)
        >>> a, b
        (array([[3.5]]), array([1, 2]))
        """
    def resize(self, *new_shape: Any, refcheck: bool = True) -> None:
        """Change the shape in place and keep the elements in row-major order; new ones are zero.

        The storage is new: other arrays keep the former storage, and its elements.

        Parameters
        ----------
        *new_shape : int
            The new shape.
        refcheck : bool, optional
            Ignored; NumPy's option.

        Returns
        -------
        None
            The array itself changes.

        See Also
        --------
        ocean.numpy.resize : The function.

        Examples
        --------
        >>> a = np.array([1, 2, 3])
        >>> a.resize(2, 2)
        >>> a
        array([[1, 2],
               [3, 0]])
        """
    def eval(self, threads: int | None = None) -> array:
        """The array itself; the values of a lazy array; a copy of a view (a slice, a transpose, a mapped view).

        At most `threads` threads take part.

        Parameters
        ----------
        threads : int, optional
            The greatest number of threads that take part.

        Returns
        -------
        array
            The array itself, the values of a lazy array, or a copy.

        Examples
        --------
        >>> a = np.array([1.0, 2.0]).lazy()
        >>> (a * 2 + 1).eval()
        array([3., 5.])
        """
    @property
    def layout(self) -> Layout:
        """Strides and offset in elements, and the order."""
    def traverse(self, order: str = 'C') -> traversal:
        """The elements one after another, in row-major ("C") or column-major ("F") order; `reversed` turns it around.

        Parameters
        ----------
        order : {"C", "F"}, optional
            Which axis runs fastest: the last or the first.

        Returns
        -------
        traversal
            An iterator, which also has a length.

        Examples
        --------
        >>> [int(each) for each in np.array([[1, 2], [3, 4]]).traverse("F")]
        [1, 3, 2, 4]
        """
    def map(self, *indices: Any) -> array:
        """The elements of `a[indices]`, with indices and masks, as a view that can be assigned to.

        Parameters
        ----------
        *indices : array_like
            The places to read, one argument for each axis.

        Examples
        --------
        >>> a = np.array([1, 2, 3, 4])
        >>> a.map([3, 0])[...] = 0
        >>> a
        array([0, 2, 3, 0])
        """
    @property
    def flags(self) -> Any:
        """What NumPy's arrays say of their memory: row-major, column-major, writeable, aligned."""
    def explain(self) -> Explanation:
        """What evaluating a lazy array, or one whose operations are deferred, does: programs, loops (the last axis first),
        bytes moved and temporaries.

        Returns
        -------
        Explanation
            Text for `print`, and a graph in notebooks.

        Examples
        --------
        >>> a = np.array([1.0, 2.0]).lazy()
        >>> str((a * 2 + 1).explain()).splitlines()[0]
        'lazy array: 1 pass, no temporaries'
        """
    def to_device(self, device: Any, /, *, stream: Any = None) -> array:
        """The array on a device: itself if it is there, else a copy.

        Parameters
        ----------
        device : device or str
            The device or its name.
        stream : None, optional
            Only None is known.

        Returns
        -------
        array
            The array, or its copy.

        Examples
        --------
        >>> np.array([1, 2]).to_device("cpu")
        array([1, 2])
        """
    def fill(self, value: Any) -> array:
        """Set all elements to a value.

        Parameters
        ----------
        value : number
            The value, cast to the dtype.

        Examples
        --------
        >>> a = np.zeros(3)
        >>> a.fill(7)
        >>> a
        array([7., 7., 7.])
        """
    def conj(self, /, out: Any = None) -> array:
        """The complex conjugate; of real numbers the array itself.

        Parameters
        ----------
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The conjugates.

        Examples
        --------
        >>> np.array([1 + 2j, 3 - 1j]).conj()
        array([1.-2.j, 3.+1.j])
        """
    def conjugate(self, /, out: Any = None) -> array:
        """The complex conjugate; of real numbers the array itself.

        Parameters
        ----------
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The conjugates.

        Examples
        --------
        >>> np.array([1 + 2j, 3 - 1j]).conj()
        array([1.-2.j, 3.+1.j])
        """
    def clip(self, min: Any = None, max: Any = None, out: Any = None, **options: Any) -> array:
        """The elements limited to a range; None is no limit.

        Parameters
        ----------
        min : array_like, optional
            The lower limit.
        max : array_like, optional
            The upper limit.
        out : array, optional
            Takes the result.
        **options : object
            Further options of ufuncs: `dtype`, `casting`, `order`, `where` and others.

        Returns
        -------
        array
            The limited elements.

        See Also
        --------
        ocean.numpy.clip : The function.

        Examples
        --------
        >>> np.array([-3, 5, 12]).clip(0, 10)
        array([ 0,  5, 10])
        """
    def is_integer(self, /) -> bool:
        """Whether the number of a 0-d array is a whole one.

        Returns
        -------
        bool
            True for 3.0, False for 3.5.

        Examples
        --------
        >>> np.array(3.0).is_integer()
        True
        """
    def as_integer_ratio(self, /) -> tuple[int, int]:
        """The number of a 0-d array as a ratio of two integers; the second one is positive.

        Returns
        -------
        tuple of int
            Numerator and denominator.

        Examples
        --------
        >>> np.array(0.75).as_integer_ratio()
        (3, 4)
        """
    def bit_count(self, /) -> int:
        """The number of ones in the absolute value of the integer of a 0-d array.

        Returns
        -------
        int
            The number of ones.

        Examples
        --------
        >>> np.array(-7).bit_count()
        3
        """
    def lazy(self, strict: bool = False) -> array:
        """A lazy array, which records operations; `eval` computes them in one pass.

        Parameters
        ----------
        strict : bool, optional
            Raise an error if something cannot be fused.

        Returns
        -------
        array
            A lazy array; its operations run in one pass.

        See Also
        --------
        ocean.numpy.lazy : The function.

        Examples
        --------
        >>> a = np.array([1.0, 4.0]).lazy()
        >>> np.sqrt(a * 4).eval()
        array([2., 4.])
        """
    def to_numpy(self, /) -> Any:
        """A NumPy array, on the same memory if that is possible; from other devices a copy.

        Returns
        -------
        numpy.ndarray
            The same elements.

        Examples
        --------
        >>> np.array([1, 2]).to_numpy().__class__
        <class 'numpy.ndarray'>
        """
    def any(self, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
        """Whether any element is not zero.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            True where an element is not zero.

        See Also
        --------
        ocean.numpy.any : The function.

        Examples
        --------
        >>> np.array([[1, 0], [0, 0]]).any(axis=1)
        array([ True, False])
        """
    def all(self, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
        """Whether no element is zero.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            True where no element is zero.

        See Also
        --------
        ocean.numpy.all : The function.

        Examples
        --------
        >>> np.array([[1, 0], [2, 3]]).all(axis=0)
        array([ True, False])
        """
    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> array:
        """The sum of all elements, or along axes; integers are summed in 64 bits.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the reduction starts with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            The sums.

        See Also
        --------
        ocean.numpy.sum : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).sum(axis=1)
        array([3, 7])
        """
    def prod(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> array:
        """The product of all elements, or along axes; integers are multiplied in 64 bits.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the reduction starts with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            The products.

        See Also
        --------
        ocean.numpy.prod : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).prod(axis=0)
        array([3, 8])
        """
    def min(self, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> array:
        """The smallest element, of all or along axes; NaN if any is.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the reduction starts with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            The smallest elements.

        See Also
        --------
        ocean.numpy.min : The function.

        Examples
        --------
        >>> np.array([[3, 9], [8, 1]]).min(axis=1, keepdims=True)
        array([[3],
               [1]])
        """
    def max(self, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> array:
        """The largest element, of all or along axes; NaN if any is.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the reduction starts with.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            The largest elements.

        See Also
        --------
        ocean.numpy.max : The function.

        Examples
        --------
        >>> np.array([[3, 9], [8, 1]]).max(axis=0)
        array([8, 9])
        """
    def argmin(self, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
        """The index of the first smallest element, or of the first NaN: in the flat array, or along an axis.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.

        Returns
        -------
        array
            The indices of the first smallest elements.

        See Also
        --------
        ocean.numpy.argmin : The function.

        Examples
        --------
        >>> np.array([[3, 9, 4], [8, 1, 8]]).argmin(axis=0)
        array([0, 1, 0])
        """
    def argmax(self, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
        """The index of the first largest element, or of the first NaN: in the flat array, or along an axis.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.

        Returns
        -------
        array
            The indices of the first largest elements.

        See Also
        --------
        ocean.numpy.argmax : The function.

        Examples
        --------
        >>> np.array([[3, 9, 4], [8, 1, 8]]).argmax(axis=1)
        array([1, 0])
        """
    def ptp(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> array:
        """The largest element minus the smallest.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.

        Returns
        -------
        array
            The largest minus the smallest element.

        See Also
        --------
        ocean.numpy.ptp : The function.

        Examples
        --------
        >>> np.array([[1, 5], [10, 2]]).ptp(axis=1)
        array([4, 8])
        """
    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
        """The arithmetic mean, of no elements NaN; that of integers is a double.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.

        Returns
        -------
        array
            The means.

        See Also
        --------
        ocean.numpy.mean : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 6]]).mean(axis=1)
        array([1.5, 4.5])
        """
    def var(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, mean: Any = None, correction: float | None = None) -> array:
        """The mean of squared distances from the mean; the sum is divided by the count less ddof (or correction).

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        ddof : int, optional
            The divisor is the count minus this.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.
        mean : array_like, optional
            The means, if they are known.
        correction : int, optional
            Another name of `ddof`.

        Returns
        -------
        array
            The variances.

        See Also
        --------
        ocean.numpy.var : The function.

        Examples
        --------
        >>> np.array([[1.0, 3.0], [2.0, 8.0]]).var(axis=1)
        array([1., 9.])
        """
    def std(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, mean: Any = None, correction: float | None = None) -> array:
        """The square root of the variance.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        ddof : int, optional
            The divisor is the count minus this.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.
        mean : array_like, optional
            The means, if they are known.
        correction : int, optional
            Another name of `ddof`.

        Returns
        -------
        array
            The standard deviations.

        See Also
        --------
        ocean.numpy.std : The function.

        Examples
        --------
        >>> np.array([1.0, 3.0, 5.0, 7.0]).std(ddof=1).round(3)
        array(2.582)
        """
    def stdev(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, mean: Any = None, correction: float | None = None) -> array:
        """The square root of the variance.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.
        ddof : int, optional
            The divisor is the count minus this.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        where : array_like of bool, optional
            Which elements count.
        mean : array_like, optional
            The means, if they are known.
        correction : int, optional
            Another name of `ddof`.

        Returns
        -------
        array
            The standard deviations.

        Examples
        --------
        >>> np.array([[1.0, 3.0], [2.0, 8.0]]).stdev(axis=1)
        array([1., 3.])
        """
    def sort(self, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
        """Put the elements along an axis in order, in place.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        kind : str, optional
            The algorithm, as in NumPy; all are stable where NumPy's are.
        order : None, optional
            For NumPy's structured arrays, which Ocean does not have.
        stable : bool, optional
            Whether equal elements keep their order; they always do.

        Returns
        -------
        None
            The array itself changes.

        See Also
        --------
        ocean.numpy.sort : The function.

        Examples
        --------
        >>> a = np.array([[3, 1], [2, 4]])
        >>> a.sort(axis=0)
        >>> a
        array([[2, 1],
               [3, 4]])
        """
    def partition(self, kth: Any, axis: int = -1, kind: str = 'introselect', order: Any = None) -> None:
        """Put elements number kth along an axis in their place.

        Parameters
        ----------
        kth : int or sequence of int
            The places that get the right element.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        kind : str, optional
            The algorithm, as in NumPy; all are stable where NumPy's are.
        order : None, optional
            For NumPy's structured arrays, which Ocean does not have.

        Returns
        -------
        array
            A copy in which element kth is in its sorted place.

        See Also
        --------
        ocean.numpy.partition : The function.

        Examples
        --------
        >>> a = np.array([40, 10, 30, 20])
        >>> a.partition(1)
        >>> a[1]
        array(20)
        """
    def round(self, decimals: int = 0, out: Any = None) -> array:
        """The nearest number with a number of decimals; halves to even.

        Parameters
        ----------
        decimals : int, optional
            The number of digits after the point.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The rounded elements; halves go to the even number.

        See Also
        --------
        ocean.numpy.round : The function.

        Examples
        --------
        >>> np.array([1.25, 1.35]).round(1)
        array([1.2, 1.4])
        """
    def nonzero(self) -> tuple[array, ...]:
        """The indices of the elements that are not zero, one array for each axis.

        Returns
        -------
        tuple of array
            The indices along each axis.

        See Also
        --------
        ocean.numpy.nonzero : The function.

        Examples
        --------
        >>> np.array([[0, 5], [6, 0]]).nonzero()
        (array([0, 1]), array([1, 0]))
        """
    def compress(self, condition: Any, axis: int | None = None, out: Any = None) -> array:
        """The places along an axis where a condition holds.

        Parameters
        ----------
        condition : array_like of bool
            Where to choose.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The selected slices.

        See Also
        --------
        ocean.numpy.compress : The function.

        Examples
        --------
        >>> np.array([[1, 2, 3], [4, 5, 6]]).compress([True, False, True], axis=1)
        array([[1, 3],
               [4, 6]])
        """
    def tofile(self, /, fid: Any, sep: str = '', format: str = '%s') -> None:
        """Write the elements in row-major order into a file, as bytes or as text.

        Parameters
        ----------
        fid : str, path or file
            The file or its name.
        sep : str, optional
            What stands between elements as text; an empty string means bytes.
        format : str, optional
            How an element becomes text.

        Examples
        --------
        >>> np.array([1, 2], dtype=">i2").tofile("two.raw")
        >>> np.fromfile("two.raw", dtype=">i2")
        array([1, 2], dtype='>i2')
        """
    def choose(self, *choices: Any, out: Any = None, mode: str = 'raise') -> array:
        """The elements of the array that each index names, of those in a list or given one by one.

        Parameters
        ----------
        *choices : array_like
            The arrays to choose from.
        out : array, optional
            Takes the result.
        mode : {"raise", "wrap", "clip"}, optional
            What to do with indices out of range.

        Returns
        -------
        array
            The chosen elements.

        See Also
        --------
        ocean.numpy.choose : The function.

        Examples
        --------
        >>> np.array([0, 1, 0]).choose([1, 2, 3], [10, 20, 30])
        array([ 1, 20,  3])
        """
    def argsort(self, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = None) -> array:
        """The places of elements along an axis in the order of `sort`; equal ones stay in their order.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        kind : str, optional
            The algorithm, as in NumPy; all are stable where NumPy's are.
        order : None, optional
            For NumPy's structured arrays, which Ocean does not have.
        descending : bool, optional
            Whether the largest elements come first.
        stable : bool, optional
            Whether equal elements keep their order; they always do.

        Returns
        -------
        array
            Indices that sort along the axis.

        See Also
        --------
        ocean.numpy.argsort : The function.

        Examples
        --------
        >>> np.array([40, 10, 30, 20]).argsort()
        array([1, 3, 2, 0])
        """
    def argpartition(self, kth: Any, axis: Any = -1, kind: str = 'introselect', order: Any = None) -> array:
        """The places of elements along an axis in the order of a partition.

        Parameters
        ----------
        kth : int or sequence of int
            The places that get the right element.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        kind : str, optional
            The algorithm, as in NumPy; all are stable where NumPy's are.
        order : None, optional
            For NumPy's structured arrays, which Ocean does not have.

        Returns
        -------
        array
            Indices in the order of a partition.

        See Also
        --------
        ocean.numpy.argpartition : The function.

        Examples
        --------
        >>> a = np.array([40, 10, 30, 20])
        >>> a[a.argpartition(2)[2]]
        array(30)
        """
    def topk(self, k: int, axis: Any = -1, largest: bool = True) -> tuple[array, array]:
        """The k largest (or smallest) elements along an axis, the largest (smallest) first, and their places.

        Parameters
        ----------
        k : int
            How many.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        largest : bool, optional
            Whether to give the largest elements, not the smallest.

        Returns
        -------
        tuple of array
            The largest elements, and their indices.

        See Also
        --------
        ocean.numpy.topk : The function.

        Examples
        --------
        >>> values, places = np.array([30, 10, 40, 20]).topk(2)
        >>> values, places
        (array([40, 30]), array([2, 0]))
        """
    def cumsum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
        """Running sums along an axis; of the flat array without one.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The sums up to each element.

        See Also
        --------
        ocean.numpy.cumsum : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).cumsum(axis=0)
        array([[1, 2],
               [4, 6]])
        """
    def cumprod(self, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
        """Running products along an axis; of the flat array without one.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The products up to each element.

        See Also
        --------
        ocean.numpy.cumprod : The function.

        Examples
        --------
        >>> np.array([1, 2, 3, 4]).cumprod()
        array([ 1,  2,  6, 24])
        """
    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> array:
        """The sum along a diagonal.

        Parameters
        ----------
        offset : int, optional
            The number of the diagonal; positive ones are above the main one.
        axis1 : int, optional
            The first of the two axes.
        axis2 : int, optional
            The second of the two axes.
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The sum along the diagonal.

        See Also
        --------
        ocean.numpy.trace : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).trace()
        array(5)
        """
    def dot(self, b: Any, out: Any = None) -> array:
        """The product over the last axis of the first and the second last of the second; with numbers, elementwise.

        Of arrays with axes it is `ocean.dot`: axes of the first are contracted with those of the second whose offset is one
        higher.

        Parameters
        ----------
        b : array_like
            The second operand.
        out : array, optional
            Takes the result.

        Returns
        -------
        array
            The product.

        See Also
        --------
        ocean.numpy.dot : The function.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).dot([1, 1])
        array([3, 7])
        """
    def searchsorted(self, v: Any, side: str = 'left', sorter: Any = None) -> array:
        """Where values would be inserted in a sorted vector to keep it sorted: before or after equal elements.

        Parameters
        ----------
        v : array_like
            The values to insert.
        side : {"left", "right"}, optional
            On which side of equal elements to insert.
        sorter : array_like, optional
            Indices that sort the first operand.

        Returns
        -------
        array
            The indices where the values would be inserted.

        See Also
        --------
        ocean.numpy.searchsorted : The function.

        Examples
        --------
        >>> np.array([10, 20, 30]).searchsorted([20, 25])
        array([1, 2])
        """
    def take(self, indices: Any, axis: int | None = None, out: Any = None, mode: str = 'raise') -> array:
        """The places along an axis that an array of indices names; of the flat array without an axis.

        Parameters
        ----------
        indices : array_like of int
            The indices.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        mode : {"raise", "wrap", "clip"}, optional
            What to do with indices out of range.

        Returns
        -------
        array
            The elements at the indices.

        See Also
        --------
        ocean.numpy.take : The function.

        Examples
        --------
        >>> np.array([[1, 2, 3], [4, 5, 6]]).take([0, -1], axis=1)
        array([[1, 3],
               [4, 6]])
        """
    def put(self, ind: Any, v: Any, mode: str = 'raise') -> None:
        """Set elements by their position in the flat array; values are repeated as often as needed.

        Parameters
        ----------
        ind : array_like of int
            The indices.
        v : array_like
            The new values.
        mode : {"raise", "wrap", "clip"}, optional
            What to do with indices out of range.

        Returns
        -------
        None
            `a` is changed.

        See Also
        --------
        ocean.numpy.put : The function.

        Examples
        --------
        >>> a = np.array([10, 20, 30])
        >>> a.put([0, 2], [-1, -3])
        >>> a
        array([-1, 20, -3])
        """
    def repeat(self, repeats: Any, axis: int | None = None) -> array:
        """Each place along an axis repeated, the same number of times or as many as a list says; flat without an axis.

        Parameters
        ----------
        repeats : int or array_like of int
            How many times.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.

        Returns
        -------
        array
            The array with elements repeated.

        See Also
        --------
        ocean.numpy.repeat : The function.

        Examples
        --------
        >>> np.array([1, 2, 3]).repeat([2, 0, 1])
        array([1, 1, 3])
        """
    def median(self, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> array:
        """The element in the middle, or the mean of the two in the middle; NaN if any is.

        Parameters
        ----------
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        out : array, optional
            Takes the result.
        overwrite_input : bool, optional
            Accepted as in NumPy; the input is not changed.
        keepdims : bool, optional
            Whether these axes stay, with length 1.

        Returns
        -------
        array
            The medians.

        See Also
        --------
        ocean.numpy.median : The function.

        Examples
        --------
        >>> np.array([[3, 1, 2], [9, 7, 8]]).median(axis=1)
        array([2., 8.])
        """
    @property
    def flat(self) -> Flat:
        """The elements in row-major order: to go over, to take, and to assign, repeated if there are too few values."""
    def view(self, dtype: Any = None, type: Any = None) -> array:
        """A view of the same memory, whose bytes are read as another dtype if one is given.

        Where elements get another size, so does the last axis, along which the elements must be neighbours. Bytes without a
        meaning ("V8") are NumPy's array on the same memory.

        Parameters
        ----------
        dtype : dtype, optional
            The dtype to compute in, which the result has.
        type : type, optional
            A class of arrays.

        Returns
        -------
        array
            The same memory.

        Examples
        --------
        >>> np.array([1.0, -2.0], dtype="f4").view("i4")
        array([ 1065353216, -1073741824], dtype=int32)
        """
    @property
    def base(self) -> array | None:
        """None if the array is all of its memory, else an array on all of it."""
    @property
    def data(self) -> Any:
        """The memory of the elements on the host, as a buffer: `memoryview(a)` is one, too."""
    def setflags(self, write: bool | None = None, align: bool | None = None, uic: bool | None = None) -> None:
        """Set whether elements can be written.

        Parameters
        ----------
        write : bool, optional
            Whether elements may be set.
        align : bool, optional
            Ignored; NumPy's option.
        uic : bool, optional
            Ignored; NumPy's option.

        Returns
        -------
        None
            The array itself changes.

        Examples
        --------
        >>> a = np.array([1, 2, 3])
        >>> a.setflags(write=False)
        >>> a.flags.writeable
        False
        """
    @property
    def ctypes(self) -> Any:
        """Address, shape and strides for ctypes, as NumPy's arrays have them; on the host."""
    def dumps(self) -> bytes:
        """The pickle of the array.

        Returns
        -------
        bytes
            What `pickle.loads` reads.

        Examples
        --------
        >>> import pickle
        >>> pickle.loads(np.array([1, 2]).dumps())
        array([1, 2])
        """
    def dump(self, file: Any) -> None:
        """Write the pickle of the array into a file, or a file of that name.

        Parameters
        ----------
        file : str, path or file
            The file.

        Returns
        -------
        None
            The file is written.

        Examples
        --------
        >>> import pickle
        >>> np.array([1, 2]).dump("a.pickle")
        >>> with open("a.pickle", "rb") as file:
        ...     pickle.load(file)
        array([1, 2])
        """
    def reduce_range(self, function: Any, axis: Any = None, keepdims: bool = False, order: Any = 'C') -> array:
        """What a function of a one-dimensional array gives for each range along axes; without axes for all elements.

        Ranges run through their axes in row-major order, with order "F" in column-major order. A function that is made of
        functions of this package is traced once, as `fuse` does; others are called for each range.

        Parameters
        ----------
        function : callable
            The function.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        order : {"C", "F"}, optional
            The order in which elements are read.

        Returns
        -------
        array
            What the function gives for each range.

        See Also
        --------
        ocean.numpy.reduce_range : The function.

        Examples
        --------
        >>> np.array([[1.0, 2.0, 6.0], [4.0, 5.0, 6.0]]).reduce_range(lambda row: row[-1] - row[0], axis=1)
        array([5., 2.])
        """
    def reduce_binary(self, function: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, order: Any = 'C') -> array:
        """The elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c).

        Parameters
        ----------
        function : callable
            The function.
        axis : int or tuple of int, optional
            The axis to work along; None means all elements.
        keepdims : bool, optional
            Whether these axes stay, with length 1.
        initial : number, optional
            What the fold starts with.
        order : {"C", "F"}, optional
            The order in which elements are read.

        Returns
        -------
        array
            The folded elements.

        See Also
        --------
        ocean.numpy.reduce_binary : The function.

        Examples
        --------
        >>> np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).reduce_binary(lambda a, b: a / 2 + b, axis=1)
        array([4.25, 9.5 ])
        """
    def slide(self, function: Any, axis: int, window: int, step: int = 1, dtype: Any = None) -> array:
        """What a function of a one-dimensional array gives for each window along an axis; windows begin a step apart.

        Parameters
        ----------
        function : callable
            The function.
        axis : int or tuple of int
            The axis to work along; None means all elements.
        window : int
            The length of a window.
        step : int, optional
            The distance between windows.
        dtype : dtype, optional
            The dtype to compute in, which the result has.

        Returns
        -------
        array
            What the function gives for each window.

        See Also
        --------
        ocean.numpy.slide : The function.

        Examples
        --------
        >>> np.array([1.0, 2.0, 4.0, 8.0]).slide(lambda window: window.sum(), 0, 2)
        array([ 3.,  6., 12.])
        """
    def transform(self, function: Any, axis: int) -> None:
        """Change each line along an axis in place: to what a function of it gives, or as the function changes it.

        Parameters
        ----------
        function : callable
            The function.
        axis : int or tuple of int
            The axis to work along; None means all elements.

        Returns
        -------
        None
            The array is changed.

        See Also
        --------
        ocean.numpy.transform : The function.

        Examples
        --------
        >>> a = np.array([[1.0, 3.0], [2.0, 8.0]])
        >>> a.transform(lambda row: row / row.sum(), 1)
        >>> a
        array([[0.25, 0.75],
               [0.2 , 0.8 ]])
        """

def install(operators: dict[str, operation], **hooks: Callable[..., Any]) -> None:
    """Called once, with the operation of each operator, and the fallbacks that compiled code calls:

    inner(value): the reversed tensor of anything like an array; elements(value, dtype): the reversed tensor of a list
    whose numbers must fit a dtype; operate(name, a, b): an operator with any operands; power(a, b): `**`;
    into(name, a, b): an in-place operator; matmul(a, b): `@`; getitem(a, key), setitem(a, key, value): any key;
    reshaped(a, shape): reshape an array with axes; beside(source, target): a tensor without axes, permuted to the axes
    of another; text(a): repr; kept(a, result): a result in the class of a, a Python subclass; row(a, key): `a[key]` of
    one.
    """

def as_array(value: Any) -> array:
    """Convert anything to an array; an array is returned unchanged."""

def plain_array(self: array) -> array:
    """An array on the same elements, of the class itself for one of a subclass."""

def make_instance(cls: type, source: array) -> Any:
    """An instance of a subclass on the elements of an array."""

def make_array(inner: Any) -> array:
    """The array of a tensor with reversed dimensions, or of an r-tensor."""

def inner_field(self: array) -> Any:
    """The tensor with reversed dimensions of an array; the r-tensor of a lazy array; the read-only values of a gather
    view.
    """

def simple_power(exponent: Any) -> str | None:
    """The function that NumPy calls for `**` of a complex number and a constant, which differs from the power at zeros
    and infinities; None if NumPy calls the power.
    """

def view_field(self: array) -> Any:
    """The tensor, r-tensor or mapped view of an array: all of them have views."""

def replace_inner(self: array, inner: Any) -> None:
    """Give an array another tensor."""

def store(self: array, value: Any) -> None:
    """Store a value, cast and broadcast, in an array."""

def pending_expression(self: array) -> Any:
    """The r-tensor of the pending result of an array; None if the array has its elements."""

def become_recorded(self: array, state: Any) -> None:
    """Turn an array into a recorded one in place: elements that depend on a differentiated argument were assigned to
    it. All names of the array then stand for the recorded one. Both classes have the same fields.
    """

def become_array(self: Any, value: array) -> None:
    """Turn a recorded array back into an array with the elements of another one."""

def writes_to(self: array) -> int:
    """How often the memory of an array was written; -1 if it has none, or others can write to it without asking."""

def same_memory(a: array, b: array) -> bool:
    """Whether two arrays are views of one memory."""

def sharers(self: array) -> int:
    """The number of tensors and storage objects that use the memory of an array."""

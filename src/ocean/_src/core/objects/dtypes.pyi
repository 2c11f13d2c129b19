"""The dtypes, how they combine, and typed scalars."""

# Made by tools/make_stub.py from tools/types; do not edit.

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, overload

from ocean._src.core.objects.memory import device, storage
from ocean._src.core.objects.tensor import tensor

Instance = TypeVar("Instance")
Number = bool | int | float | complex

class dtype:
    """A data type: call it to cast. Use the instances such as `ocean.double`; there are no others."""

    def __new__(cls, value: Any) -> DType: ...
    code: Final[int]
    name: Final[str]
    spelling: Final[str]
    size: Final[int]
    nbits: Final[int]
    alignment: Final[int]
    isnumber: Final[bool]
    isinteger: Final[bool]
    issigned: Final[bool]
    isfloat: Final[bool]
    iscomplex: Final[bool]
    @property
    def itemsize(self) -> int:
        """The size of an element in bytes."""
    @property
    def kind(self) -> str:
        """NumPy's letter for bool, unsigned and signed integers, floating and complex numbers."""
    @property
    def dtype(self) -> Any:
        """The dtype of NumPy; by this name NumPy finds it."""
    @property
    def basetype(self) -> DType:
        """The dtype of the real part."""
    @property
    def min(self) -> scalar:
        """The smallest value as a scalar (for complex types the smallest real part)."""
    @property
    def max(self) -> scalar:
        """The largest value as a scalar (for complex types the largest real part)."""
    @property
    def eps(self) -> scalar:
        """The distance between 1 and the next larger value."""
    names: None
    fields: None
    hasobject: bool
    @overload
    def __call__(self, obj: tensor | storage | scalar, inplace: Literal[True]) -> None: ...
    @overload
    def __call__(self, obj: tensor, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def __call__(self, obj: storage, inplace: Literal[False] = False) -> storage: ...
    @overload
    def __call__(self, obj: scalar | Number, inplace: Literal[False] = False) -> scalar: ...
    @overload
    def __call__(self, obj: Any, order: str) -> tensor: ...
    @overload
    def __call__(self, obj: Any, *options: Any, **named: Any) -> Any:
        """dtype(obj [,order] [,inplace]): an object cast to the dtype; with an order, a tensor of values."""

    # attached by other modules

    @property
    def type(self) -> Any:
        """NumPy's type of a number of this dtype, as `numpy.dtype.type` is: packages make numbers by it."""
    @property
    def char(self) -> str:
        """NumPy's letter for it."""
    @property
    def str(self) -> str:
        """NumPy's text for it, with the byte order of the machine and the number of bytes: '<f8'."""
    def setDefault(self) -> None:
        """Make this the default dtype."""

class scalar:
    """A single typed number: `ocean.int8(3)`, or `scalar([value] [,dtype])`."""

    def __new__(cls, value: Any = ..., dtype: DType | None = ...) -> scalar: ...
    @property
    def dtype(self) -> dtype: ...
    @property
    def elemsize(self) -> int:
        """Size in bytes."""
    @property
    def real(self) -> scalar:
        """The real part, a new scalar. Setting it makes the scalar complex."""
    @real.setter
    def real(self, value: Any) -> None: ...
    @property
    def imag(self) -> scalar:
        """The imaginary part, a new scalar; zero for real dtypes. Setting it makes the scalar complex."""
    @imag.setter
    def imag(self, value: Any) -> None: ...
    def asPython(self) -> Any:
        """The value as a Python bool, int, float or complex."""
    def __bool__(self) -> bool: ...
    def __complex__(self) -> complex: ...
    def __float__(self) -> float: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __format__(self, specification: str) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __ne__(self, other: object) -> bool: ...
    def __lt__(self, other: scalar | Number) -> bool: ...
    def __le__(self, other: scalar | Number) -> bool: ...
    def __gt__(self, other: scalar | Number) -> bool: ...
    def __ge__(self, other: scalar | Number) -> bool: ...
    def __add__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __rmatmul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __floordiv__(self, other: Any) -> Any: ...
    def __rfloordiv__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __and__(self, other: Any) -> Any: ...
    def __rand__(self, other: Any) -> Any: ...
    def __or__(self, other: Any) -> Any: ...
    def __ror__(self, other: Any) -> Any: ...
    def __xor__(self, other: Any) -> Any: ...
    def __rxor__(self, other: Any) -> Any: ...
    def __lshift__(self, other: Any) -> Any: ...
    def __rlshift__(self, other: Any) -> Any: ...
    def __rshift__(self, other: Any) -> Any: ...
    def __rrshift__(self, other: Any) -> Any: ...
    def __neg__(self) -> Any: ...
    def __pos__(self) -> Any: ...
    def __abs__(self) -> Any: ...
    def __invert__(self) -> Any: ...
    def __floor__(self) -> int: ...
    def __ceil__(self) -> int: ...
    def __trunc__(self) -> int: ...
    def __round__(self, ndigits: int | None = None) -> Any: ...
    def __divmod__(self, other: Any) -> tuple[Any, Any]: ...
    def __rdivmod__(self, other: Any) -> tuple[Any, Any]: ...

    # attached by other modules

    def asTensor(self, device: device | None = None) -> tensor:
        """asTensor([device])

        The scalar as a tensor without dimensions.

        Parameters
        ----------
        device : device, optional
            Where the result is; by default where the operands are.

        Returns
        -------
        tensor
            The tensor; it shares memory with `data` if that is possible.

        See Also
        --------
        ocean.asTensor : The function.
        """

DType = dtype
BOOL: dtype
UINT8: dtype
UINT16: dtype
UINT32: dtype
UINT64: dtype
INT8: dtype
INT16: dtype
INT32: dtype
INT64: dtype
HALF: dtype
FLOAT: dtype
DOUBLE: dtype
CHALF: dtype
CFLOAT: dtype
CDOUBLE: dtype
BFLOAT16: dtype
DTYPE_LIST: tuple[dtype, ...]

def find_dtype(value: Any) -> dtype | None:
    """The dtype that a name, a type of Python's numbers, or a dtype or scalar type of NumPy's stands for; else None."""

def find_array_dtype(value: Any) -> dtype | None:
    """`find_dtype` by NumPy's names and codes: "float" has 64 bits there. None for dtypes in the other byte order."""

def array_dtype(kind: dtype, swapped: bool = False) -> Any:
    """The dtype of arrays with elements of one of ours, in a byte order: NumPy's. The first call loads NumPy."""

def set_array_maker(function: Callable[..., Any]) -> None:
    """Called once: `function(dtype, value)` is the result of a call of a dtype that NumPy lacks."""

def set_numpy_dtypes(function: Callable[[Any], DType | None], back: Callable[[DType], Any]) -> None:
    """Called once: `function` gives the dtype for one of NumPy's dtypes or scalar types, None for anything else; `back`
    gives NumPy's dtype for one of ours, None if NumPy and ml_dtypes lack it.
    """

def complex_of(kind: dtype) -> dtype:
    """The dtype of complex numbers with parts of a floating dtype, or with parts that hold it."""

def computing_of(kind: dtype) -> dtype:
    """The dtype in which kernels compute: itself, except for storage-only dtypes."""

def floating_of(kind: dtype) -> dtype:
    """The smallest floating type that holds every value of a type (integers of 64 bits: double, the closest)."""

def common(first: dtype, *others: dtype) -> dtype:
    """The smallest dtype that holds the values of all the given ones (64-bit integers with floats give double)."""

def python_dtype(value: Number) -> dtype:
    """The dtype that a Python number has by itself."""

def weak_dtype(value: Number, reference: dtype) -> dtype:
    """The dtype that a Python number takes in an operation with a tensor of the reference dtype."""

def new_scalar(kind: dtype, value: scalar | Number) -> scalar:
    """A scalar of the dtype from a Python number or another scalar, cast as the kernels cast."""

def set_scalar(self: scalar, kind: dtype) -> None:
    """Change a scalar's dtype in place, casting its value."""

SYMBOLS: tuple[str, ...]
"""Python's operators in the order of their codes."""

def set_mixing(value: bool) -> None:
    """Set whether dtypes are cast automatically."""

def publish(cls: type, name: str, factory: Callable[..., Any] | None = None) -> None:
    """Give a compiled class its public name, the function that makes its instances, and a place for more methods.

    Compiled classes cannot inherit from Python mixins, so the packages above add their methods to the class by
    assignment: one class, no subclass to allocate on every call, and each method in the file of its subject.
    Instances come only from the factory, so that no half-made object reaches compiled code.
    """

def set_factory(cls: type[Instance], factory: Callable[..., Instance]) -> None:
    """Set the function that makes the instances of a published class."""

def set_subclass_factory(cls: type, maker: Callable[..., Any]) -> None:
    """Set the function maker(subclass, ...) that makes the instances of Python subclasses of a published class."""

def instance(cls: type, base: type) -> Any:
    """An instance of a published class, or of a Python subclass of it, with no fields set."""

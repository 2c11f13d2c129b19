"""Protocol methods of tensors and scalars; the modules beside this one do the work.

Code that needs NumPy is imported when NumPy calls, so that Ocean starts without it.
"""

from __future__ import annotations

from numbers import Number

from ocean._src.array.unwrap import is_other_order, read_dtype
from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any, cast
from ocean._src.base.later import later
from ocean._src.core.objects.dtypes import DOUBLE, dtype, scalar, set_factory
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.exchange import copies, dlpack  # noqa: F401  they add methods of their own
from ocean._src.exchange.registry import BUILT_IN, EXPORT_TYPES, use_built_in

numpy_exchange = later("ocean._src.exchange.numpy")  # with NumPy


@method(tensor)
def convertTo(self: tensor, typename: str, deepcopy: bool = False) -> Any:
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
    if not isinstance(typename, str):
        raise OceanTypeError(f"convertTo(): the name of a type must be a string, got {type(typename).__name__}")
    export = EXPORT_TYPES.get(typename)
    if export is None:
        if typename not in BUILT_IN:
            known = ", ".join(map(repr, {**EXPORT_TYPES, **dict.fromkeys(BUILT_IN)}))
            raise OceanValueError(f"The type {shown(typename)} is not registered; known types: {known}")
        export = use_built_in(typename)
    return export(self, bool(deepcopy))


@method(tensor)
def to_numpy(self: tensor) -> Any:
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
    return self.convertTo("numpy")


@method(tensor)
def __array__(self: tensor, dtype: Any = None, *, copy: bool | None = None) -> Any:
    """The tensor as a NumPy array; a copy when `copy` is True, or when the dtype has to change."""
    return numpy_exchange.as_array(self, dtype, copy)


def _scalar_array(self: scalar, dtype: Any = None, *, copy: bool | None = None) -> Any:
    """The scalar as a NumPy array without dimensions."""
    return numpy_exchange.scalar_as_array(self, dtype, copy)


def _array_interface(self: tensor) -> dict[str, Any]:
    """NumPy's description of the memory (version 3). It is valid as long as the tensor keeps its storage."""
    if self.dtype not in numpy_exchange.TO_NUMPY:
        name = self.dtype.name.replace("-", " ")
        raise AttributeError(f"__array_interface__ has no way to say {name}; use convertTo('numpy')")
    if not self.device.host:
        raise AttributeError(f"__array_interface__ is for memory of the host, and the tensor is on {self.device.name}")
    return cast("dict[str, Any]", numpy_exchange.interface(self))


def _array_wrap(self: Any, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """What NumPy's elementwise functions do with their results."""
    use_functions()
    return self.__array_wrap__(array, context, return_scalar)


def _array_function(self: Any, function: Any, types: Any, args: Any, options: Any) -> Any:
    """NumPy's other functions of a tensor."""
    use_functions()
    return self.__array_function__(function, types, args, options)


def use_functions() -> None:
    """Replace these methods by the real ones: from now on NumPy calls them directly."""
    from .numpy_on_arrays import call_tensor_function
    from .numpy_on_tensors import array_wrap, scalar_wrap

    for kind, wrap in ((tensor, array_wrap), (rtensor, array_wrap), (scalar, scalar_wrap)):
        setattr(kind, "__array_wrap__", wrap)  # noqa: B010
        setattr(kind, "__array_function__", call_tensor_function)  # noqa: B010


def _numpy_dtype(self: dtype) -> Any:
    """NumPy's dtype for it, which NumPy asks for where it expects one of its own: `np.zeros(3, ocean.float)`."""
    kind = numpy_exchange.dtype_for(self)
    if kind is None:
        name = self.name.replace("-", " ")
        raise AttributeError(f"NumPy has no {name}; an installed ml_dtypes of version 0.6 gives it one")
    return kind


def _scalar_type(self: dtype) -> Any:
    """NumPy's type of a number of this dtype, as `numpy.dtype.type` is: packages make numbers by it."""
    return _numpy_dtype(self).type


def _char(self: dtype) -> str:
    """NumPy's letter for it."""
    return str(_numpy_dtype(self).char)


def _str(self: dtype) -> str:
    """NumPy's text for it, with the byte order of the machine and the number of bytes: '<f8'."""
    return str(_numpy_dtype(self).str)


def dtype_named(*given: Any) -> dtype:
    """The dtype that a name, a dtype or scalar type of NumPy's, or a type of Python's numbers stands for."""
    if len(given) != 1:
        raise OceanTypeError(f"dtype() takes one argument, a name or a type, got {len(given)}: dtype(name)")
    (value,) = given
    if isinstance(value, str) and value == "float":
        raise OceanTypeError("dtype(): 'float' has 32 bits in ocean and 64 bits in NumPy; say 'float32' or 'float64'")
    if is_other_order(value):
        raise OceanTypeError(f"dtype(): the byte order belongs to tensors, not to dtypes, got {shown(value)}")
    return DOUBLE if value is None else cast("dtype", read_dtype(value))


attach(
    dtype,
    __numpy_dtype__=property(_numpy_dtype),
    type=property(_scalar_type),
    char=property(_char),
    str=property(_str),
    names=None,
    fields=None,
    hasobject=False,
)
set_factory(dtype, dtype_named)
for _kind in (tensor, rtensor, scalar):
    attach(_kind, __array_wrap__=_array_wrap, __array_function__=_array_function)
attach(scalar, __array__=_scalar_array)
attach(tensor, __array_interface__=property(_array_interface))
Number.register(scalar)

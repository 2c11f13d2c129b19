"""Protocol methods of arrays: `__array_namespace__`, and NumPy's functions on arrays.

The code behind NumPy's functions is loaded when NumPy calls, so that Ocean starts without NumPy.
"""

from __future__ import annotations

from importlib import import_module

from ocean._src.array import overrides
from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.imports import when_imported
from ocean._src.base.later import later, namespace, numpy
from ocean._src.base.numpy_private import part
from ocean._src.core.call.callables import function
from ocean._src.core.functions import numpy_api
from ocean._src.core.functions.array_functions import make_array_ufunc
from ocean._src.core.objects.array import array

numpy_on_arrays = later("ocean._src.protocols.numpy_on_arrays")  # with NumPy
dask = later("ocean._src.protocols.dask")  # with Dask

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


@method(array)
def __array_namespace__(self: array, /, *, api_version: str | None = None) -> Any:
    """The functions of the array API standard."""
    if api_version is not None and api_version not in VERSIONS:
        raise OceanValueError(f"The array API standard {api_version!r} is not implemented; newest: {VERSIONS[-1]}")
    return namespace("ocean.numpy")


def array_ufunc(self: array, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's elementwise functions of arrays, and operators of NumPy's arrays with them; those of `ocean.numpy`."""
    if isinstance(ufunc, function):
        return overrides.own_ufunc(self, ufunc, method, *inputs, **options)
    return numpy_on_arrays.call_ufunc(self, ufunc, method, *inputs, **options)


attach(array, __array_ufunc__=make_array_ufunc(array_ufunc))


@method(array)
def __array_function__(self: array, /, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """NumPy's other functions of arrays; those of `ocean.numpy`."""
    if isinstance(func, function):
        return overrides.own_function(self, func, types, args, kwargs)
    return numpy_on_arrays.call_function(self, func, types, args, kwargs)


@method(array)
def __dask_tokenize__(self: array, /) -> Any:
    """What identifies the values, for Dask."""
    return dask.token(self)


def pandas_kind(self: array) -> str | None:
    """What pandas takes an array for: one of its own arrays on NumPy's, whose values `to_numpy` gives.

    pandas takes only objects of its classes and of NumPy's for masks, and asks by this attribute for its own. 0-d
    arrays are numbers.
    """
    return "npy_extension" if self.ndim else None


attach(array, _typ=property(pandas_kind))


# --- Packages that have lists of classes ----------------------------------------------------------------------------


def guard_arguments() -> None:
    """Have compiled packages that convert by NumPy's C functions, as f2py, write to copies."""
    table = part("numpy._core._multiarray_umath._ARRAY_API")
    if table is not None:
        numpy_api.guard_arguments(table)


when_imported("numpy", guard_arguments)
when_imported("einops._backends", lambda: import_module("ocean._src.protocols.einops"))
when_imported("numba.extending", lambda: import_module("ocean._src.protocols.numba"))
when_imported("dask.sizeof", lambda: import_module("ocean._src.protocols.dask_sizes").know_sizes())
when_imported("dask.array", lambda: import_module("ocean._src.protocols.dask").register())
when_imported("distributed.protocol", lambda: import_module("ocean._src.protocols.dask_frames"))
when_imported("torch", lambda: import_module("ocean._src.protocols.torch"))
when_imported("awkward._nplikes.dispatch", lambda: import_module("ocean._src.protocols.awkward"))
when_imported("sklearn.base", lambda: import_module("ocean._src.protocols.sklearn").install())
when_imported("zarr", lambda: import_module("ocean._src.protocols.zarr"))


# --- JAX and Arrow --------------------------------------------------------------------------------------------------


@method(array)
def __jax_array__(self: array, /) -> Any:
    """JAX's array of the values."""
    return import_module("jax.numpy").asarray(numpy.asarray(self))


@method(array)
def __arrow_array__(self: array, /, type: Any = None) -> Any:
    """pyarrow's array of the values; rows are lists of a fixed length."""
    arrow = import_module("pyarrow")
    if not self.ndim:
        raise OceanTypeError("A 0-d array is a number, not an array of Arrow")
    found = arrow.array(numpy.asarray(self).reshape(-1))
    for length in self.shape[:0:-1]:
        found = arrow.FixedSizeListArray.from_arrays(found, length)
    return found if type is None else found.cast(type)


@method(array)
def __arrow_c_array__(self: array, /, requested_schema: Any = None) -> Any:
    """The values by Arrow's interface in C, for polars and others."""
    return self.__arrow_array__().__arrow_c_array__(requested_schema)  # type: ignore[attr-defined]

"""The fallbacks of `asTensor`, `ensure` and `cast`: any objects and iterables."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import completes
from ocean._src.core.call.operands import maybe_scalar, scalar_tensor, set_foreign, tensor_of
from ocean._src.core.functions import copies, create
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array, inner_field, make_array
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import dtype, new_scalar, scalar, set_scalar
from ocean._src.core.objects.memory import device, replace_memory, storage
from ocean._src.core.objects.tensor import make_empty, replace_tensor, tensor
from ocean._src.exchange.registry import foreign_scalar, foreign_tensor
from ocean._src.tensor.nested import from_values, operand_from_values


def new(kind: dtype, size: Any, where: device) -> tensor:
    """A new column-major tensor."""
    return make_empty(make_description(kind, size, "F", where))


@completes(create.asTensor)
def asTensor(
    data: Any, padding: Any, order: str | None, kind: dtype | None, where: device | None, deepcopy: Any, axes: Any
) -> tensor:
    """A tensor from nested iterables of anything."""
    found = from_values(data, padding, order, kind, where)
    return found if axes is None else found.withAxes(axes)


@completes(copies.ensure)
def ensure(obj: Any, kind: dtype | None, where: device | None, inplace: bool | None) -> Any:
    """`ensure` of anything but a tensor, and in place."""
    return ensured(obj, kind, where, inplace is True, False)


@completes(copies.cast)
def cast(obj: Any, kind: dtype | None, where: device | None) -> Any:
    """Anything but a tensor."""
    return ensured(obj, kind, where, False, True)


def ensured(obj: Any, kind: dtype | None, where: device | None, inplace: bool, deep: bool) -> Any:
    """An object converted to a dtype and a device; `deep` always copies."""
    if isinstance(obj, tensor):
        if kind not in (None, obj.dtype) or where not in (None, obj.device):
            replace_tensor(obj, converted(obj, kind, where))
        return None
    if isinstance(obj, storage):
        result = converted_storage(obj, kind, where, deep)
        if inplace:
            replace_memory(obj, result)
            return None
        return result
    if inplace:
        if not isinstance(obj, scalar):
            message = f"In-place ensure applies to tensors, storage and scalars, not to {type(obj).__name__}"
            raise OceanTypeError(message)
        if where is not None:
            raise OceanTypeError("In-place ensure device does not apply to scalar objects")
        set_scalar(obj, kind or obj.dtype)
        return None
    if type(obj) is array:
        inner = inner_field(obj)
        return make_array(converted(inner, kind, where, deep) if isinstance(inner, tensor) else inner.cast(kind, where))
    if type(obj) in (bool, int, float, complex) and kind is not None:
        number: scalar | None = new_scalar(kind, obj)  # of any size that the dtype holds
    else:
        number = maybe_scalar(obj)
    if number is None:
        return converted(tensor_of(obj), kind, where, deep)
    cast = new_scalar(kind or number.dtype, number)
    return cast if where is None else converted(scalar_tensor(cast), None, where)


def converted_storage(source: storage, kind: dtype | None, where: device | None, deep: bool) -> storage:
    if kind in (None, source.dtype) and where in (None, source.device):
        return source.clone() if deep else source
    if source.dtype is None:
        raise OceanTypeError("Raw storage has no dtype to cast from; set its dtype first")
    return converted(source.asTensor(), kind, where).storage


set_foreign(foreign_tensor, foreign_scalar, operand_from_values)

"""Lazy arrays: fused functions, constants and indices, and explanations of evaluation."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import TYPE_CHECKING, Any
from ocean._src.core.objects.array import array, inner_field, pending_expression
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.lazy.rtensor import cast, indices_on
from ocean._src.lazy.rtensor import constant as constant_of_tensors

from .unwrap import axis_of, default_device, read_device, read_dtype, read_shape, wrap

if TYPE_CHECKING:
    from ocean._src.lazy.explain import Explanation

__all__ = ["constant", "fuse"]


def fuse(function: Callable[..., Any] | None = None, *, static: Any = (), strict: bool = False) -> Any:
    """fuse(function), or @np.fuse(static=names, strict=True): run what a function does in as few passes as possible.

    It is `ocean.fuse`, which takes arrays too, for NumPy's arrays and lists as well: these become arrays.

    >>> @np.fuse
    ... def standardize(x):
    ...     return (x - np.mean(x)) / np.std(x)
    >>> standardize([1.0, 2.0, 3.0])
    array([-1.22474487,  0.        ,  1.22474487])
    """
    from ocean._src.lazy.fuse import fused_with

    return fused_with(function, static, strict, True)


def constant(shape: Any, value: Any, dtype: Any = None, device: Any = None) -> array:
    """A lazy array that is the same everywhere; it stores one number."""
    size = (shape,) if hasattr(shape, "__index__") else read_shape(shape)
    return wrap(constant_of_tensors(size[::-1], value, read_dtype(dtype), read_device(device) or default_device()))


def indices_along(shape: tuple[int, ...], axis: int, kind: Any) -> array:
    """The indices along an axis of a shape, lazily."""
    found = indices_on(shape[::-1], axis_of(axis, len(shape)), default_device())
    return wrap(cast(found, kind, None))


@method(array)
def explain(self: array) -> Explanation:
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
    from dataclasses import replace

    waiting = pending_expression(self)
    found = inner_field(self) if waiting is None else waiting
    if not isinstance(found, rtensor):
        raise OceanTypeError("explain() is for lazy arrays and deferred operations; this array has its elements")
    shown: Explanation = found.explain()
    return replace(shown, title="lazy array" if waiting is None else "deferred array")

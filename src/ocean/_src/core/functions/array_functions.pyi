"""The functions of `ocean.numpy` that are one operation."""

from typing import Any

from ocean._src.core.call.callables import function, method, ufunc
from ocean._src.core.objects.tensor import operation

NATIVE: dict[Any, Any]

def make_ufunc(op: operation, general: Any, name: str, guarded: bool = False) -> ufunc: ...
def make_ufunc_method(op: operation, general: Any, name: str) -> method: ...
def make_array_ufunc(general: Any) -> method: ...
def make_reduction(
    op: operation,
    general: Any,
    name: str,
    rule: str | None = None,
    ahead: int = 2,
    several: bool = True,
) -> function: ...

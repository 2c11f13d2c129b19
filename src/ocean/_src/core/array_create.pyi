"""Making arrays the short way."""

from typing import Any

from ocean._src.core.array import array

def set_general(**functions: Any) -> None: ...
def empty(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array: ...
def zeros(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array: ...
def ones(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array: ...
def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array: ...
def empty_like(prototype: Any, dtype: Any = None, order: Any = "K", *, shape: Any = None, device: Any = None) -> array: ...
def zeros_like(a: Any, dtype: Any = None, order: Any = "K", *, shape: Any = None, device: Any = None) -> array: ...
def ones_like(a: Any, dtype: Any = None, order: Any = "K", *, shape: Any = None, device: Any = None) -> array: ...
def new_array(
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
    axes: Any = None,
) -> array: ...
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
    axes: Any = None,
) -> array: ...
def arange(
    start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, *, device: Any = None, like: Any = None
) -> array: ...
def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any: ...
def eye(
    N: int, M: int | None = None, k: int = 0, dtype: Any = None, order: Any = "C", *, device: Any = None
) -> array: ...
def ascontiguousarray(a: Any, dtype: Any = None) -> array: ...
def copyto(dst: array, src: Any, casting: str = "same_kind", where: Any = True) -> None: ...
def diag(v: Any, k: int = 0) -> array: ...
def concatenate(
    arrays: Any, /, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind"
) -> array: ...
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> array: ...
def nonzero(a: Any) -> tuple[array, ...]: ...

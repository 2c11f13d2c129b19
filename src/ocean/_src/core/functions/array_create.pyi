"""Fast paths of functions that make arrays."""

from typing import Any

from ocean._src.core.call.callables import fast_path
from ocean._src.core.objects.array import array as ndarray
from ocean._src.core.objects.tensor import tensor

empty: fast_path
zeros: fast_path
ones: fast_path
full: fast_path
empty_like: fast_path
zeros_like: fast_path
ones_like: fast_path
full_like: fast_path
array: fast_path
asarray: fast_path
arange: fast_path
linspace: fast_path
eye: fast_path
ascontiguousarray: fast_path
copyto: fast_path
diag: fast_path
concatenate: fast_path
stack: fast_path
nonzero: fast_path

def quick_join(arrays: Any, axis: Any) -> ndarray | None: ...
def quick_rows(values: Any, kind: Any, where: Any) -> tensor | None: ...

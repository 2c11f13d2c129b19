"""Fast paths of the methods of arrays."""

from typing import Any

from ocean._src.core.call.callables import fast_path
from ocean._src.core.objects.array import array

reshape: fast_path
ravel: fast_path
flatten: fast_path
tobytes: fast_path
broadcast_to: fast_path
transpose: fast_path
swapaxes: fast_path
squeeze: fast_path
diagonal: fast_path
copy: fast_path
astype: fast_path
lazy: fast_path
eval: fast_path

def fill(self: array, value: Any) -> None: ...
def tolist(self: array) -> Any: ...
def reshaped_size(shape: Any, self: array) -> tuple[int, ...]: ...

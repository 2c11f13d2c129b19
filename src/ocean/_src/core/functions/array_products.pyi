"""Fast paths of products of arrays."""

from typing import Any

from ocean._src.core.call.callables import fast_path

matmul: fast_path
dot: fast_path
inner: fast_path
vdot: fast_path
vecdot: fast_path
outer: fast_path
diff: fast_path
bincount: fast_path
sort: fast_path
argsort: fast_path
einsum: fast_path
convolve: fast_path
correlate: fast_path
interp: fast_path

def remember_einsum(text: str, way: Any) -> None: ...

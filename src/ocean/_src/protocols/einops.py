"""einops: its backend for arrays, which is that of NumPy with the functions of `ocean.numpy`."""

from __future__ import annotations

from einops import _backends

from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.objects.array import array


class Backend(_backends.NumpyBackend):  # type: ignore[misc]
    """einops looks for the classes of backends when it meets a class of tensors for the first time."""

    framework_name = "ocean.numpy"

    def __init__(self) -> None:
        self.np = namespace("ocean.numpy")

    def is_appropriate_type(self, tensor: Any) -> bool:
        """Whether a tensor is an array."""
        return isinstance(tensor, array)

    def from_numpy(self, x: Any) -> Any:
        """The array on the memory of NumPy's."""
        return self.np.asarray(x)

    def to_numpy(self, x: Any) -> Any:
        """NumPy's array on the memory of an array."""
        return x.to_numpy()

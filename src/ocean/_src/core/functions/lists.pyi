"""Nested lists of Python numbers: read into tensors, and made from them."""

from typing import Any

from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.tensor import tensor

def numbers_in(data: Any, kind: dtype | None = None, checked: bool = False) -> tensor | None: ...
def check_number(value: Any, kind: dtype) -> int: ...

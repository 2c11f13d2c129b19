"""Products of collections of matrices: plans that are remembered by description, and what runs them."""

from collections.abc import Callable, Sequence
from typing import Any

from ocean._src.core.description import description
from ocean._src.core.dtypes import dtype
from ocean._src.core.tensor import operation, tensor

class product:
    """How operands with certain descriptions are multiplied."""

    @property
    def result(self) -> description: ...
    @property
    def first(self) -> description | None: ...
    @property
    def second(self) -> description | None: ...
    @property
    def inner(self) -> description | None: ...
    @property
    def method(self) -> str: ...
    @property
    def matrices(self) -> int: ...

def make_product(
    code: int,
    sizes: tuple[int, int, int],
    strides: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
    loops: Sequence[tuple[int, int, int, int]],
    conjugated: int,
    result: description,
    first: description | None,
    second: description | None,
    inner: description | None,
    relaxed: bool,
) -> product: ...
def multiplies_halves() -> bool: ...
def find_blas() -> bool: ...
def choose(blas: bool = True, instructions: bool = True) -> None: ...
def forget_products() -> None: ...
def install(
    planner: Callable[[description, description, description | None, int, dtype, str], product],
    general: Callable[[str, tuple[Any, ...], dict[str, Any]], Any],
    copy: operation,
) -> None: ...
def run_product(
    a: tensor, b: tensor, out: tensor | None, flags: int, kind: dtype, alpha: Any, beta: Any, name: str
) -> tensor | None: ...
def star(a: Any, b: Any) -> Any: ...
def multiply(*args: Any, **named: Any) -> Any: ...

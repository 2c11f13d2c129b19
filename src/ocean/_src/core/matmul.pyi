"""Products of collections of matrices: plans that are remembered by description, and what runs them."""

from collections.abc import Sequence

from ocean._src.core.description import description
from ocean._src.core.tensor import plan

class product(plan):
    """alpha op(A) op(B) + beta C on the host."""

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
    operands: tuple[description, ...],
    code: int,
    sizes: tuple[int, int, int],
    strides: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
    loops: Sequence[tuple[int, int, int, int]],
    conjugated: int,
    first: description | None,
    second: description | None,
    inner: description | None,
    accumulates: bool,
) -> product: ...
def multiplies_halves() -> bool: ...
def find_blas() -> bool: ...
def limit_blas(threads: int) -> None: ...
def threads_of_blas() -> int: ...
def choose(blas: bool = True, instructions: bool = True) -> None: ...

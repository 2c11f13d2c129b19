"""The functions of `ocean.numpy` that are one operation."""

from typing import Any

from ocean._src.core.objects.array import array
from ocean._src.core.objects.tensor import operation

class ufunc:
    """An elementwise function of arrays. Arrays and numbers go straight to the plan, the rest to Python."""

    @property
    def op(self) -> operation: ...
    @property
    def general(self) -> Any: ...
    @property
    def title(self) -> str: ...
    @property
    def nin(self) -> int:
        """The number of operands."""
    @property
    def nout(self) -> int:
        """The number of results."""
    @property
    def nargs(self) -> int:
        """The number of operands and results."""
    @property
    def identity(self) -> Any:
        """What changes nothing as an operand, or None."""
    signature: None
    def __call__(self, *args: Any, **named: Any) -> array: ...
    def reduce(
        self,
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
    ) -> array:
        """What the function gives from element to element along an axis, or several: `np.add.reduce` is the sum."""
    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> array:
        """The results of `reduce` so far, at each place along an axis."""
    def reduceat(self, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> array:
        """`reduce` of the parts of an axis that begin at indices."""
    def outer(self, A: Any, B: Any, /, **options: Any) -> array:
        """The function of each element of one array with each of another."""
    def at(self, a: Any, indices: Any, b: Any = None, /) -> None:
        """The function in place at indices, as often as each of them is there."""

class reducer(ufunc):
    """A reduction of arrays: `f(a, axis=None, ...)`. An array goes straight to the plan, with axes and `keepdims`."""

class ufunc_method(ufunc):
    """An elementwise function as a method of arrays."""

class reducer_method(reducer):
    """A reduction as a method of arrays."""

def make_ufunc(op: operation, general: Any, title: str, guarded: bool = False) -> ufunc: ...
def make_ufunc_method(op: operation, general: Any, title: str) -> ufunc_method: ...
def make_reducer(op: operation, general: Any, title: str, ahead: int = 2, several: bool = True) -> reducer: ...
def make_reducer_method(op: operation, general: Any, title: str, several: bool = True) -> reducer_method: ...
def function_named(name: str) -> ufunc: ...

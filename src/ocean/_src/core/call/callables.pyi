"""Public functions: the classes of these objects, and what makes them."""

from collections.abc import Callable
from typing import Any, TypeVar

from ocean._src.core.call.arguments import signature
from ocean._src.core.call.guards import guards
from ocean._src.core.objects.array import array

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])

class fast_path:
    @property
    def names(self) -> tuple[str, ...]: ...

class function:
    @property
    def rule(self) -> str | None: ...
    __name__: str
    __qualname__: str
    __wrapped__: Callable[..., Any]
    @property
    def general(self) -> Callable[..., Any]: ...
    @property
    def takes(self) -> signature: ...
    @property
    def fast(self) -> fast_path | None: ...
    @property
    def op(self) -> Any: ...
    asked: int
    def said(self) -> str | None: ...
    def as_method(self, cls: type, name: str) -> method: ...
    def __call__(self, *args: Any, **named: Any) -> Any: ...

class method(function): ...

def set_override(override: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]) -> None:
    """Set override(function, args, named), which is called if an argument of a function of arrays has a say."""

def asking(python: Function) -> Function:
    """A Python function that lets arguments with a say answer."""

class ufunc(function):
    """An elementwise function of arrays: a fast path for arrays and numbers, and a fallback in Python."""

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

class fusion(method):
    traces: dict[Any, list[guards]]
    owner: Any
    whole: int
    exact: bool
    writes: bool
    def compile(self, *args: Any, **named: Any) -> None: ...
    def describe(self, *args: Any, **named: Any) -> Any: ...
    def explain(self, *args: Any, **named: Any) -> Any: ...

def public(
    text: str,
    cls: type | None = None,
    under: str | None = None,
    aliases: dict[str, str] | None = None,
    methods: tuple[type, ...] = (),
    rule: str | None = None,
    **kinds: str,
) -> Callable[[Callable[..., Result]], Callable[..., Result]]: ...
def pair(
    compiled_half: fast_path, owner: type | None = None, name: str | None = None, rule: str | None = None
) -> Callable[[Function], Function]: ...
def ruled(rule: str, name: str | None = None, binds: bool = False) -> Callable[[Function], Function]: ...
def set_rules(apply: Callable[..., Any]) -> None: ...
def set_documents(complete: Callable[[Any, str | None], str | None]) -> None: ...
def document(module: str, names: dict[str, Any]) -> None: ...
def completes(self: Callable[..., Any]) -> Callable[[Function], Function]: ...

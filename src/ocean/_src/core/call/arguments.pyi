"""Arguments: the signature of a public function is data, and one parser reads them all."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")
KINDS: dict[str, int]

class signature:
    name: str
    text: str
    returns: str
    names: tuple[str, ...]
    aliases: dict[str, str]
    defaults: dict[str, Any]
    @property
    def parameters(self) -> inspect.Signature: ...
    def parse(self, *args: Any, **named: Any) -> list[Any]: ...
    def kind(self, name: str) -> str: ...
    def is_required(self, name: str) -> bool: ...

class guarded:
    rule: Callable[..., Any]
    __name__: str
    def __call__(self, *args: Any, **named: Any) -> Any: ...

class routine:
    takes: signature
    rule: Callable[..., Any] | None
    def __call__(self, *args: Any, **named: Any) -> Any: ...

def set_tensor_class(cls: type) -> None: ...
def make_signature(
    text: str, cls: type | None = None, kinds: dict[str, str] | None = None, aliases: dict[str, str] | None = None
) -> signature: ...
def public(
    text: str, cls: type | None = None, under: str | None = None, aliases: dict[str, str] | None = None,
    methods: tuple[type, ...] = (), **kinds: str
) -> Callable[[Callable[..., Result]], Callable[..., Result]]: ...
def guard(function: Any, rule: Callable[..., Any], name: str | None = None) -> Any: ...
def listed(*values: Any) -> list[Any]: ...

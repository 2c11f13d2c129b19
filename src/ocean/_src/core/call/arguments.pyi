"""Arguments: the signature of a public function is data, and one parser reads them all."""

import inspect
from collections.abc import Callable
from typing import Any

from ocean._src.core.objects.memory import device

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

def set_tensor_class(cls: type) -> None: ...
def make_signature(
    text: str, cls: type | None = None, kinds: dict[str, str] | None = None, aliases: dict[str, str] | None = None
) -> signature: ...

HAVE_SAY: dict[type, bool]

def set_say(decide: Callable[[type], bool]) -> None:
    """Set decide(cls): whether objects of a class have a say in what functions and operators of arrays give."""

def anybody_says(values: tuple[Any, ...]) -> bool:
    """Whether one of these objects has a say."""

def set_devices(function: Callable[[], tuple[device, ...]]) -> None: ...
def device_by_name(name: str) -> device: ...

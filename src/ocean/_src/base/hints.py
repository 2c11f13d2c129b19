"""Names of `typing` for annotations, which nobody evaluates: to import `typing` takes a tenth of `import ocean`."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any as Any
    from typing import BinaryIO as BinaryIO
    from typing import ClassVar as ClassVar
    from typing import NoReturn as NoReturn
    from typing import ParamSpec as ParamSpec
    from typing import Protocol as Protocol
    from typing import SupportsIndex as SupportsIndex
    from typing import TypeVar as TypeVar
    from typing import cast as cast
    from typing import dataclass_transform as dataclass_transform
else:

    class Hint(type):
        """A class of which a type checker reads more than Python does."""

        def __getitem__(cls, parameters):
            return cls

    class Any(metaclass=Hint):
        """Anything."""

        __module__ = "builtins"  # signatures show the name alone

    class Protocol(metaclass=Hint):
        """Classes with the same methods."""

    BinaryIO = ClassVar = NoReturn = SupportsIndex = Any

    def TypeVar(name, **kinds):
        """A type that is the same wherever its name stands."""
        return Any

    ParamSpec = TypeVar

    def cast(kind, value):
        """The value, of which the writer knows more than a type checker."""
        return value

    def dataclass_transform(**given):
        """A decorator that changes nothing: it tells type checkers that a class takes its fields as arguments."""
        return lambda cls: cls

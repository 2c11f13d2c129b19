"""Records: immutable objects with named fields, compared and hashed by value; and named tuples.

They work like dataclasses and `typing.NamedTuple`. Importing those and creating some dozens of classes would take a
fifth of `import ocean`, because `typing` compiles each annotation.
"""

from __future__ import annotations

from collections import namedtuple

from ocean._src.base.hints import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

Kind = TypeVar("Kind", bound="Record")


@dataclass_transform(frozen_default=True)
class Record:
    """The fields of a subclass are its annotations, after those of its base, with their defaults."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        own = [name for name in vars(cls).get("__annotations__", {}) if not name.startswith("_")]
        cls._fields = (*cls._fields, *own)
        cls._defaults = {**cls._defaults, **{name: vars(cls)[name] for name in own if name in vars(cls)}}

    def __init__(self, *given: Any, **named: Any) -> None:
        fields = self._fields
        values = {**self._defaults, **dict(zip(fields, given, strict=False)), **named}
        if len(given) > len(fields) or len(values) != len(fields) or not named.keys().isdisjoint(fields[: len(given)]):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}")
        self.__dict__.update((name, values[name]) for name in fields)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"A {type(self).__name__} does not change")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"


def replaced(record: Kind, **named: Any) -> Kind:
    """A copy of a record with some fields replaced."""
    return type(record)(**{name: getattr(record, name) for name in record._fields} | named)


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class Named(type):
        """A metaclass for named tuples: the fields are the annotations, with their defaults."""

        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, space)
            fields = space["__annotations__"]
            defaults = [space.pop(each) for each in fields if each in space]
            made = namedtuple(name, fields, defaults=defaults, module=space["__module__"])
            for key, value in space.items():
                if key not in ("__module__", "__dict__", "__weakref__"):
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=Named):
        """`typing.NamedTuple`, faster to create."""

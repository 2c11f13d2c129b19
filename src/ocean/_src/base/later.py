"""Modules that are loaded when something in them is first used, so that `import ocean` takes little time.

`later(name)` stands for a module inside the package: it is imported when one of its names is looked up. `named` is for
the `__getattr__` of public modules, whose tables say where the names are that they do not have yet. Python's own lock
of a module lets other threads wait until it is whole.
"""

from __future__ import annotations

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING, Any

from ocean._src.base.classes import publish_in


class later:
    """A module that is loaded when one of its names is looked up. From then on the modules of the package that hold
    this object have the module itself in its place, so that nothing is slower than with an import."""

    def __init__(self, name: str) -> None:
        self.__name__ = name
        self.module: Any = None

    def __getattr__(self, name: str) -> Any:
        if self.module is None:
            self.module = import_module(self.__name__)
            for each in [found for key, found in list(modules.items()) if key.startswith("ocean.")]:
                for own in [key for key, value in list(vars(each).items()) if value is self]:
                    setattr(each, own, self.module)
        return getattr(self.module, name)

    def __repr__(self) -> str:
        return f"<module {self.__name__!r}, loaded when it is needed>"


class written:
    """The functions of a module that write arithmetic. Kernels of the pack have been written already: the module is
    loaded when one of the functions is first called."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        module = self.__name__

        def write(*operands: Any, **named: Any) -> Any:
            return getattr(import_module(module), name)(*operands, **named)

        return write


def named(public: str, name: str, module: str) -> Any:
    """A name of a public module that another module has; it is found in the public one from then on."""
    found = import_module(module)
    if module != f"{public}.{name}":
        found = getattr(found, name)
        publish_in(public, {name: found})
        setattr(modules[public], name, found)
    return found


def namespace(name: str) -> Any:
    """A public module. It lies above all rooms, so that none of them imports it; where a name comes as text (pickles,
    NumPy's protocols, `__array_namespace__`), it is looked up there."""
    return modules.get(name) or import_module(name)


if TYPE_CHECKING:
    import numpy as numpy
else:
    numpy = later("numpy")  # which takes as long to import as all of Ocean

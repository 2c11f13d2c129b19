"""Lazy imports: modules that are loaded on first use, so that `import ocean` is fast.

`later(name)` stands for a module inside the package: it is imported when one of its names is looked up. `named` is
for the `__getattr__` of public modules, whose tables say which modules have the names that are not loaded yet.
Python's import lock makes other threads wait until a module is complete.
"""

from __future__ import annotations

from importlib import import_module
from sys import modules

from ocean._src.base.classes import publish_in
from ocean._src.base.hints import TYPE_CHECKING, Any


class later:
    """A module that is loaded when one of its names is looked up. Modules of the package that hold this object then get
    the module itself in its place, so that later calls are as fast as with an import."""

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
    """The functions of a module that write arithmetic. Kernels in the pack do not need them, so the module is loaded
    when one of the functions is first called."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        module = self.__name__

        def write(*operands: Any, **named: Any) -> Any:
            return getattr(import_module(module), name)(*operands, **named)

        return write


def named(public: str, name: str, module: str) -> Any:
    """Look up a public name in the module that defines it, and store it in the public module."""
    found = import_module(module)
    if module != f"{public}.{name}":
        found = getattr(found, name)
        publish_in(public, {name: found})
        setattr(modules[public], name, found)
    return found


def namespace(name: str) -> Any:
    """A public module. It is above all rooms, so none of them imports it. Names that come as text (pickles, NumPy's
    protocols, `__array_namespace__`) are looked up in it."""
    return modules.get(name) or import_module(name)


if TYPE_CHECKING:
    import numpy as numpy
else:
    numpy = later("numpy")  # NumPy takes as long to import as all of Ocean

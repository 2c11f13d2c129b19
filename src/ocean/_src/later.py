"""Modules that are loaded when something in them is first used, so that `import ocean` takes little time.

`later(name)` stands for a module: it is imported when one of its names is looked up. Python's own lock of that module
lets other threads wait until it is whole, and the names are looked up in it each time, so that none is ever stale.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class later:
    """A module that is not loaded yet."""

    def __init__(self, name: str) -> None:
        self.__name__ = name
        self.module: Any = None

    def __getattr__(self, name: str) -> Any:
        if self.module is None:
            self.module = import_module(self.__name__)
        return getattr(self.module, name)

    def __repr__(self) -> str:
        return f"<module {self.__name__!r}, loaded when it is needed>"


if TYPE_CHECKING:
    import numpy as numpy
else:
    numpy = later("numpy")  # which takes as long to import as all of Ocean

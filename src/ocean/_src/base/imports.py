"""Hooks on the import of other packages: those that keep a registry of array classes get ours when they load."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from ocean._src.base.hints import Any

WAITING: dict[str, Callable[[], object]] = {}


class Finder:
    """An import hook: it leaves the search to the other finders, and calls back when an awaited module has run."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in WAITING:
            return None
        then = WAITING.pop(name)  # the other finders search
        try:
            found = find_spec(name)
        finally:
            WAITING[name] = then  # a search is no import yet
        loader: Any = None if found is None else found.loader
        if loader is None or not hasattr(loader, "exec_module"):
            return found
        run = loader.exec_module

        def run_and_call(module: ModuleType) -> None:
            del loader.exec_module  # the class has it again
            run(module)
            waiting = WAITING.pop(name, None)
            if not WAITING and Finder in sys.meta_path:
                sys.meta_path.remove(Finder)
            try:
                if waiting is not None:
                    waiting()
            except (ImportError, AttributeError) as error:  # of another version; it works without
                warnings.warn(f"Ocean's arrays are not known to {name}: {error}", RuntimeWarning, stacklevel=2)

        loader.exec_module = run_and_call
        return found


def when_imported(name: str, then: Callable[[], object]) -> None:
    """Call a function when a module has been imported: now, if it has been."""
    if name in sys.modules:
        then()
        return
    WAITING[name] = then
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)

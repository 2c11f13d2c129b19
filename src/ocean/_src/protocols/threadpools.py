"""threadpoolctl: `threadpool_limits` and `threadpool_info` know Ocean's threads.

threadpoolctl finds libraries by their file names and calls a controller for each. Ours is registered when both packages
are imported, whichever comes first.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from ocean._src.base.hints import Any
from ocean._src.core.objects import tensor as compiled
from ocean._src.core.objects.tensor import getNumThreads, setNumThreads

NAME = "threadpoolctl"


def register(module: Any) -> None:
    """Add the controller of Ocean's threads."""

    class OceanController(module.LibController):  # type: ignore[misc]
        user_api = "ocean"
        internal_api = "ocean"
        filename_prefixes = ("tensor.cpython",)
        check_symbols = ("PyInit_tensor",)

        def is_ours(self) -> bool:
            return bool(self.filepath == compiled.__file__)

        def get_num_threads(self) -> int | None:
            return int(getNumThreads()) if self.is_ours() else None

        def set_num_threads(self, num_threads: int) -> None:
            if self.is_ours():
                setNumThreads(max(1, int(num_threads)))

        def get_version(self) -> None:
            return None

    module.register(OceanController)


class Waiting:
    """Registers the controller when threadpoolctl is imported after Ocean, and is gone then."""

    def __init__(self) -> None:
        self.loader: Any = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != NAME:
            return None
        finders: list[Any] = sys.meta_path
        if self in finders:
            finders.remove(self)
        found = PathFinder.find_spec(name, path, target)
        if found is not None and found.loader is not None:
            itself: Any = self
            self.loader, found.loader = found.loader, itself
        return found

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        register(module)


def install() -> None:
    """Register now, or when threadpoolctl is imported."""
    module = sys.modules.get(NAME)
    if module is not None:
        register(module)
    else:
        waiting: Any = Waiting()  # without the base classes, whose module loads many others
        sys.meta_path.insert(0, waiting)

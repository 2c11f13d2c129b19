"""What NumPy's own tests import in the place of NumPy: `ocean.numpy`, with NumPy's assertions about values.

`numpy_face.linalg` is `ocean.numpy.linalg`, and so on. Modules that are NumPy's inside (`numpy._core.umath`) have the names
of `ocean.numpy` too, and of NumPy where it has none. Tests are collected with NumPy itself, because the tables of test
modules have objects and texts in them; then functions and arrays in them become ours. A public name that `ocean.numpy` does
not have is an AttributeError when a test runs.
"""

from __future__ import annotations

import importlib
import sys
from functools import wraps
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import Any

import numpy

import ocean.numpy
from ocean._src.array.numpy_fallback import host

NAME = __name__
collecting = False
lent: dict[int, tuple[Face, str, Any]] = {}
"""What tests took from NumPy while they were collected, by identity: the module and the name."""


def internal(path: str) -> bool:
    """Names that users of NumPy do not know."""
    return any(part.startswith("_") for part in path.split("."))


class Drawn:
    """`numpy.random.RandomState`, which draws the data of tests, as arrays of ours."""

    def __init__(self, *seed: Any) -> None:
        self.state = numpy.random.RandomState(*seed)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.state, name)
        if name == "shuffle" or not callable(method):
            return method

        def draw(*given: Any, **named: Any) -> Any:
            result = method(*given, **named)
            return ocean.numpy.asarray(result) if isinstance(result, numpy.ndarray) else result

        return draw


def seed_of(seed: Any = None) -> Any:
    """In the place of a bit generator: its seed."""
    return seed


def generator(seed: Any = None) -> Any:
    return ocean.numpy.random.default_rng(seed)


BITS = ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")
STAND_INS = {"random": {"RandomState": Drawn, "Generator": generator} | dict.fromkeys(BITS, seed_of)}
"""Names that `ocean.numpy` does not have and tests need for what they are not about."""


INSIDE = (ocean.numpy.lib.stride_tricks, ocean.numpy.lib.array_utils)
"""Where NumPy's internal modules have public names that `ocean.numpy` has in a module."""


class Face(ModuleType):
    """One module of NumPy as its tests see it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._path = name.partition(".")[2]
        self._theirs = importlib.import_module(f"numpy.{self._path}" if self._path else "numpy")
        self._ours = ocean.numpy if internal(self._path) else part_of_ours(self._path)
        self.__path__: list[str] = []
        self.__file__ = self._theirs.__file__

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """Tests look for ufuncs here."""
        return vars(self._theirs)

    def __getattr__(self, name: str) -> Any:
        if name in ("_theirs", "_ours", "_path"):
            raise AttributeError(name)
        theirs = getattr(self._theirs, name, None)
        if isinstance(theirs, ModuleType) and theirs.__name__.startswith("numpy."):
            return importlib.import_module(f"{NAME}.{theirs.__name__.partition('.')[2]}")
        if self._path.startswith("testing") or self._path == "ma.testutils":
            return assertion(name, theirs)
        if name in STAND_INS.get(self._path, ()):
            return STAND_INS[self._path][name]
        if name == "__all__":
            return self._theirs.__all__
        if collecting and hasattr(self._theirs, name):
            lent[id(theirs)] = (self, name, theirs)
            return theirs
        for place in (self._ours, *(INSIDE if internal(self._path) else ())):
            if place is not None and hasattr(place, name):
                return getattr(place, name)
        if hasattr(self._theirs, name) and (internal(self._path) or internal(name)):
            return theirs
        if self._ours is None:
            getattr(ocean.numpy, self._path.partition(".")[0])  # says why `ma` and others are not there
        return getattr(self._ours, name)  # with the error of ours


def part_of_ours(path: str) -> Any:
    """`ocean.numpy.linalg`, or None; `lib.stride_tricks` is no module here."""
    found: Any = ocean.numpy
    for part in filter(None, path.removesuffix(".mtrand").split(".")):
        found = getattr(found, part, None)
    return found


def assertion(name: str, theirs: Any) -> Any:
    """NumPy's, about the values that arrays have. Texts of errors are ours."""
    if name == "assert_raises_regex":
        return without_text
    if name in ("assert_", "assert_raises", "assert_warns") or not isinstance(theirs, FunctionType):
        return theirs
    return of_values(theirs) if name.startswith("assert") else theirs


def of_values(theirs: Any) -> Any:
    """An assertion of NumPy's about values of ours."""

    @wraps(theirs)
    def checked(*given: Any, **named: Any) -> Any:
        if theirs is numpy.testing.assert_equal and is_number_type(*given[:2]):
            return None
        return theirs(*map(as_theirs, given), **{key: as_theirs(each) for key, each in named.items()})

    return checked


def is_number_type(actual: Any, desired: Any) -> bool:
    """Whether a test wants the type of a number: elements and full reductions are 0-d arrays (docs/numpy.md)."""
    kind = desired.type if isinstance(desired, numpy.dtype) else desired
    return actual is ocean.numpy.ndarray and isinstance(kind, type) and issubclass(kind, numpy.generic)


def as_theirs(value: Any) -> Any:
    """Arrays as NumPy's, and 0-d arrays as its numbers, also in lists and tuples."""
    if isinstance(value, ocean.numpy.ndarray):
        found = host(value.view(ocean.numpy.ndarray) if type(value) is not ocean.numpy.ndarray else value)
        return found if found.ndim or type(found) is not numpy.ndarray else found[()]
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(map(as_theirs, value))
    if type(value) in (list, tuple):
        return type(value)(map(as_theirs, value))
    if type(value) is dict:
        return {key: as_theirs(each) for key, each in value.items()}
    if hasattr(type(value), "__array__") and not isinstance(value, (numpy.ndarray, numpy.generic)):
        return as_theirs(value.__array__())
    return host(value)


def without_text(kind: Any, _: str, *given: Any, **named: Any) -> Any:
    return numpy.testing.assert_raises(kind, *given, **named)


class Finder(MetaPathFinder, Loader):
    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self, is_package=True) if fullname.startswith(f"{NAME}.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return Face(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def ours(value: Any, module: str, seen: set[int]) -> Any:
    """What was made while a test module was collected, with functions and arrays of `ocean.numpy` in it."""
    if type(value) is float and value != value:  # a key of tables, by identity
        return ocean.numpy.nan
    if id(value) in lent and not (isinstance(value, type) and issubclass(value, (numpy.generic, numpy.dtype))):
        place, name, _ = lent[id(value)]
        try:
            return getattr(place, name)
        except AttributeError:
            return missing(place, name) if isinstance(value, FunctionType) else value
    if isinstance(value, type) and value.__module__ == module and issubclass(value, numpy.ndarray):
        return derived(value)
    if isinstance(value, FunctionType) and value.__module__ == module and value.__defaults__:
        value.__defaults__ = tuple(ours(each, module, seen) for each in value.__defaults__)
        return value
    if isinstance(value, numpy.ufunc):
        return getattr(ocean.numpy, value.__name__, value)
    if type(value) is numpy.ndarray and value.dtype.kind in "biufc" and value.dtype.char not in "gG":
        try:
            return ocean.numpy.asarray(value)
        except (TypeError, ValueError):
            return value
    if type(value) in (list, tuple):
        return type(value)(ours(each, module, seen) for each in value)
    if type(value) is dict:
        return {ours(key, module, seen): ours(each, module, seen) for key, each in value.items()}
    if id(value) not in seen and (value.__module__ if isinstance(value, type) else type(value).__module__) == module:
        seen.add(id(value))
        for name, each in list(getattr(value, "__dict__", {}).items()):
            if not name.startswith("__") and not isinstance(each, (property, staticmethod, classmethod)):
                changed = ours(each, module, seen)
                if changed is not each:
                    setattr(value, name, changed)
    return value


def derived(theirs: type) -> type:
    """A class of a test module that is derived from NumPy's arrays, derived from ours."""
    if theirs not in rebuilt:
        members = {name: each for name, each in vars(theirs).items() if name not in ("__dict__", "__weakref__")}
        bases = tuple(
            ocean.numpy.ndarray if each is numpy.ndarray else derived(each) if issubclass(each, numpy.ndarray) else each
            for each in theirs.__bases__
        )
        rebuilt[theirs] = made = type(theirs.__name__, bases, members)
        for each in members.values():
            function = getattr(each, "__func__", getattr(each, "fget", each))
            if isinstance(function, FunctionType):
                for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                    if name == "__class__":
                        cell.cell_contents = made  # super() without arguments
    return rebuilt[theirs]


rebuilt: dict[type, type] = {}


def give_back(module: ModuleType, seen: set[int]) -> None:
    namespace = vars(module)
    for name, value in list(namespace.items()):
        if not name.startswith("__"):
            namespace[name] = ours(value, module.__name__, seen)


def missing(place: Any, name: str) -> Any:
    def call(*_: Any, **__: Any) -> Any:
        return getattr(place, name)  # with the error of ours

    return call


face = Face(NAME)
face.testing_tools = sys.modules[__name__]
sys.meta_path.insert(0, Finder())
sys.modules[NAME] = face

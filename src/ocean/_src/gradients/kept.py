"""Kept gradients: a differentiated function that is called often with small arguments is traced, as `fuse` does it.

What is kept runs only as long as all values from outside are what they were (`lazy/guards.py`). A function that cannot
be traced, or that may do anything else than compute its result, is recorded anew in each call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType

from ocean._src.base.errors import Untraceable
from ocean._src.base.hints import Any
from ocean._src.core.call import fused
from ocean._src.core.call.floating_errors import watching
from ocean._src.core.call.guards import guards, read_guards
from ocean._src.core.objects.array import array
from ocean._src.core.objects.tensor import tensor
from ocean._src.lazy.fuse import Called, Fused, lazy_in
from ocean._src.lazy.guards import Walk

from .tape import LEVELS, np

FIRST = 8
"""Calls of a gradient before it is traced; four times as many for each further trace, which takes milliseconds."""
MOST_BYTES = 1 << 16
"""Arguments up to which calls are short enough for recording to matter."""
MOST_CALLS = 1000
"""Noted calls of a function that is traced: kernels of more would take long to compile."""
SIMPLE = frozenset((array, tensor, float, int, bool, str, type(None)))
PURE = frozenset((
    "__future__", "_abc", "_collections", "_collections_abc", "_functools", "_operator", "abc", "builtins", "cmath",
    "collections", "contextlib", "copy", "dataclasses", "decimal", "enum", "fractions", "functools", "itertools",
    "math", "numbers", "numpy", "ocean", "operator", "re", "statistics", "string", "types", "typing",
))  # fmt: skip
"""Modules whose functions do nothing but compute."""
MISSING = object()
"""What comes if a call has to be recorded."""


class Kept:
    """A differentiated function `eager`, and its traces; `chosen` are the positions by which it is differentiated."""

    __slots__ = ("calls", "chosen", "eager", "off", "traced")

    def __init__(self, eager: Callable[..., Any], chosen: tuple[int, ...]) -> None:
        self.eager, self.chosen = eager, chosen
        self.calls, self.off = 0, False
        self.traced: Any = None  # a fused function

    def call(self, args: tuple[Any, ...]) -> Any:
        """The result; MISSING if the call has to be recorded."""
        if self.off or LEVELS.running:
            return MISSING
        self.calls += 1
        if self.calls <= FIRST:
            return MISSING
        size = 0
        for each in args:
            if type(each) not in SIMPLE:
                return MISSING
            if type(each) is array or type(each) is tensor:
                size += each.nbytes
        if size > MOST_BYTES:
            return MISSING
        if self.traced is None:
            eager = self.eager
            self.traced = KeptTraces(lambda *args: eager(*args), self).compiled
        for k in self.chosen:
            if -len(args) <= k < len(args) and type(args[k]) is float:
                given = list(args)
                given[k] = np().array(args[k])
                args = tuple(given)
        return self.traced(*args)


def keeps(eager: Callable[..., Any], argnums: Any) -> Callable[..., Any]:
    """A differentiated function that is traced when it has been called often."""
    kept = Kept(eager, (argnums,) if isinstance(argnums, int) else tuple(argnums))

    def made(*args: Any, **named: Any) -> Any:
        if not named:
            found = kept.call(args)
            if found is not MISSING:
                return found
        return eager(*args, **named)

    return made


class KeptTraces(Fused):
    """The traces of a kept gradient: a call that none of them fits is recorded, or traced after enough calls."""

    def __init__(self, function: Callable[..., Any], kept: Kept) -> None:
        super().__init__(function, frozenset(), False)
        self.quiet, self.kept = True, kept

    def call(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        traced = any(lazy_in(each) is not None for each in args)
        if traced or watching() or self.kept.off or self.kept.calls < FIRST * 4**self.made:
            return MISSING
        made, arguments, outside = self.traced(list(args), (), set())
        if made is fused.EAGER:
            self.kept.off = True
            self.compiled.traces.clear()
            return MISSING
        return fused.run_trace(made, arguments, outside)

    def trace(self, call: Called, whole: set[int]) -> Any:
        LEVELS.most = MOST_CALLS
        try:
            return super().trace(call, whole)
        except Exception as error:  # the recorded call says what is wrong, if anything is
            raise Untraceable(str(error)) from error
        finally:
            LEVELS.most = 0

    def allow(self, walk: Walk) -> None:
        """Refuse functions that may do anything else than compute their result: a trace would not do it."""
        if walk.effects:
            raise Untraceable(walk.effects)
        if any(step[3] == "foreign" for step in walk.steps):
            raise Untraceable("arrays of other packages")
        for value in walk.found[len(walk.roots) :]:
            what = impure(value)
            if what:
                raise Untraceable(what)

    def is_deferred(self, given: list[Any], walk: Walk | None, call: Called | None, stop: BaseException) -> bool:
        """A gradient that cannot be traced is recorded."""
        return False

    def again(self, made: guards, roots: list[Any], values: Any) -> None:
        """Refuse functions that have changed a value from outside."""
        now = read_guards(made, roots)
        if now is None or now[0] != values[0]:
            raise Untraceable("what it changes outside")


def impure(value: Any) -> str:
    """The name of a function or object that may do something else than compute; empty for others."""
    kind = type(value)
    if kind is BuiltinFunctionType:
        owner = value.__self__
        module = owner.__name__ if isinstance(owner, ModuleType) else value.__module__ or ""
        return "" if module.partition(".")[0] in PURE else f"{module}.{value.__name__}"
    if isinstance(value, ModuleType):
        module = value.__name__
    elif kind is FunctionType or isinstance(value, type):
        module = value.__module__
    else:
        module = kind.__module__
    if not isinstance(module, str):
        return ""
    top = module.partition(".")[0]
    return module if top in sys.stdlib_module_names and top not in PURE else ""

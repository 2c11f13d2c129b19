"""Traces: records of what a function does with r-tensors.

A trace identifies its arguments by tensors without memory. Reductions and products are fusion barriers: their
results are stored, and later passes read them.
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from types import FrameType, ModuleType

from ocean._src.base.errors import CHANGED, OceanTypeError, OceanValueError, Untraceable
from ocean._src.base.hints import Any
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.dtypes import INT64, UINT64, dtype, new_scalar, scalar
from ocean._src.core.objects.memory import begin_trace, end_trace
from ocean._src.core.objects.rtensor import (
    expression,
    lazy_tensor,
    leaf,
    make_rtensor,
    operands_of,
    rtensor,
    whole_number,
)
from ocean._src.core.objects.tensor import KEEPDIMS, axes_in, memory_of, placeholder, plan_of, tensor
from ocean._src.lazy import barriers
from ocean._src.ops import reductions
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.expressions import opened

DISCREET = tuple(
    f"ocean/_src/{name}.py"
    for name in (
        "lazy/trace", "lazy/passes", "lazy/fuse", "lazy/explain", "ops/expressions", "ops/reductions", "array/ufuncs",
    )
)
REDUCING = "ocean/_src/array/reduce.py"
"""A file of functions that ask for sizes but whose operations do not depend on them, except for lengths of zero and
one. Of the file that reduces, this holds for one function only."""

PACKAGE, PYTHON = str(Path(__file__).parents[1]), str(Path(copy.__file__).parent)


MANY_OPERANDS = 8
"""A value with more operands is stored before a part of it is taken."""


@dataclass
class Parts:
    """A value of which parts were taken, the number of their elements, and its stored values, once they are."""

    source: rtensor
    count: int = 0
    stored: rtensor | None = None


@dataclass(eq=False)
class Pending:
    """A fusion barrier: a reduction, a product, a function of stored values, or values that are stored."""

    kind: str
    sources: tuple[rtensor, ...]
    holder: tensor
    level: int
    name: str = ""
    parameters: tuple[scalar, ...] = ()
    extra: int = 0
    function: Callable[[tensor], tensor] | None = None
    batched: bool = False  # the function also accepts values with more dimensions behind its own
    several: list[tensor] | None = None  # all results of its function, which this is one of


class Trace:
    """The record of what a function does with r-tensors."""

    def __init__(self, function: Callable[..., Any], strict: bool) -> None:
        self.function, self.strict = function, strict
        self.arguments: dict[int, int] = {}  # memory of a placeholder tensor -> position of the argument
        self.numbers: dict[int, int] = {}  # placeholder scalar -> position of the argument
        self.pending: dict[int, Pending] = {}  # by the memory of the result, in the order of creation
        self.kept: list[Any] = []  # keeps objects alive that are identified by id()
        self.refused = ""  # what the function asked for and cannot have
        self.outside: dict[int, tuple[int, int]] = {}  # memory of a tensor from outside -> position, offset
        self.views: dict[int, rtensor] = {}  # values that are views of others or have views, by identity
        self.stores_parts = False  # whether `whole_of` stores; a function of many ranges would store for all of them
        self.parts: dict[int, Parts] = {}  # values of which parts were taken, by identity
        self.equal: dict[Any, scalar] = {}  # numbers of the function, by dtype and bytes
        self.sized = ""  # where the function asked for a size, which its operations may depend on

    def size_read(self) -> None:
        """Record that the function, or one of ours that may pass it on, asked for a size."""
        code = sys._getframe(1).f_code
        reducing = code.co_filename.endswith(REDUCING) and code.co_name in ("reduce", "<genexpr>")
        if not self.sized and not reducing and not code.co_filename.endswith(DISCREET):
            frame, _ = of_user()
            self.sized = f"{frame.f_code.co_filename}, line {frame.f_lineno}"

    # placeholders for arguments

    def argument(self, place: int, desc: description) -> rtensor:
        holder = self.hold(desc)
        self.arguments[id(memory_of(holder))] = place
        return lazy_tensor(holder, self.strict, self)

    def number(self, place: int, kind: dtype, weak: dtype | None) -> rtensor:
        """A scalar, or (with `weak`) a Python number that adapts to a dtype."""
        holder = new_scalar(kind, 0)
        self.kept.append(holder)
        self.numbers[id(holder)] = place
        code = 0 if weak is None else weak.code
        return make_rtensor(leaf(kind, self.strict), (holder,), (), self, True, code)

    def whole(self, place: int, value: int) -> rtensor:
        """A Python integer of the same class as `value` (see `fused.class_of`): it has the same dtype everywhere."""
        kind = INT64 if value < 1 << 63 else UINT64
        holder = new_scalar(kind, 0)
        self.kept.append(holder)
        self.numbers[id(holder)] = place
        return whole_number(leaf(kind, self.strict), holder, self, value)

    def hold(self, desc: description) -> tensor:
        holder = placeholder(desc)
        self.kept.append(holder)
        self.kept.append(memory_of(holder))
        return holder

    # fusion barriers

    def reduce(self, name: str, source: rtensor, parameters: tuple[scalar, ...], extra: int, result: Any) -> rtensor:
        if result is not None:
            self.refuse("writing into a given result")
        axes = axes_in(extra, source.ndims)
        reductions.check_elements(name, source.size, axes if extra else None)
        size = reductions.kept_size(source.size, axes, bool(extra & KEEPDIMS)) if extra else ()
        kind = reductions.dtype_of(name, source.dtype, len(parameters))
        holder = self.hold(make_description(kind, size, "F", source.device))
        return self.later(Pending("reduce", (source,), holder, 0, name, parameters, extra), not extra)

    def product(self, a: Any, b: Any) -> rtensor:
        factors = tuple(self.stored(each if isinstance(each, rtensor) else lazy_tensor(each)) for each in (a, b))
        where = factors[0].device  # the others are copied to the first one's device
        shapes = tuple(described(each).on_device(where) for each in factors)
        holder = self.hold(plan_of(OPERATIONS["multiply"], shapes).result)
        return self.later(Pending("product", factors, holder, 0))

    def call(
        self,
        name: str,
        source: rtensor,
        gives: description,
        function: Callable[[tensor], tensor],
        batched: bool = False,
    ) -> rtensor:
        """A barrier that calls a function of the stored values; the result has the size and dtype of `gives`."""
        pending = Pending("call", (self.stored(source),), self.hold(gives), 0, name)
        pending.function, pending.batched = function, batched
        return self.later(pending)

    def call_several(
        self,
        name: str,
        sources: Sequence[rtensor],
        gives: Sequence[tuple[description, bool]],
        function: Callable[..., Any],
    ) -> list[rtensor]:
        """A barrier that calls a function of stored values; `gives` are its results, and whether they are numbers."""
        found = tuple(self.stored(each) for each in sources)
        holders = [self.hold(each) for each, _ in gives]
        made = []
        for holder, (_, number) in zip(holders, gives, strict=True):
            pending = Pending("call", found, holder, 0, name, function=function, several=holders)
            made.append(self.later(pending, number))
        return made

    def stored(self, source: rtensor) -> rtensor:
        """The stored values of an r-tensor; a single operand is stored already."""
        if source.expression.name == "" and isinstance(operands_of(source)[0], tensor):
            return source
        holder = self.hold(make_description(source.dtype, source.size, "F", source.device))
        return self.later(Pending("store", (source,), holder, 0))

    def whole_of(self, source: rtensor, count: int) -> rtensor:
        """What a part with a number of elements is taken of: the value itself, whose elements the part computes. If all
        parts have more elements than the value, or if an element needs many operands, it is stored once."""
        operands = sum(not isinstance(each, scalar) for each in operands_of(source))
        if only_chooses(source.expression) or not operands or not self.stores_parts:
            return source
        found = self.parts.setdefault(id(source), Parts(source))
        found.count += count
        if found.stored is None and (operands > MANY_OPERANDS or found.count > prod(source.size)):
            found.stored = self.stored(source)
        return source if found.stored is None else found.stored

    def later(self, pending: Pending, number: bool = False) -> rtensor:
        pending.level = 1 + max((self.level(each) for each in pending.sources), default=0)
        self.pending[id(memory_of(pending.holder))] = pending
        return lazy_tensor(pending.holder, self.strict, self, number)

    def level(self, source: rtensor) -> int:
        return max((self.pending[key].level for key in self.waits_for(source)), default=0)

    def waits_for(self, source: rtensor) -> set[int]:
        keys = {id(memory_of(each)) for each in opened(operands_of(source)) if isinstance(each, tensor)}
        return keys & self.pending.keys()

    def view(self, source: rtensor, made: Any) -> Any:
        """Record that a value is a view of another, and return it."""
        for each in (source, made):
            self.views[id(each)] = each
        return made

    def change(self, target: rtensor) -> None:
        """Stop the trace if a change of a value would show elsewhere: in an argument, or in views. A temporary without
        views can be replaced by another."""
        if target.expression.name == "" or id(target) in self.views:
            raise Untraceable(CHANGED)

    def refuse(self, what: str) -> None:
        """Raise the error that says what cannot be traced, which function needs it, and where that is called."""
        frame, name = of_user()
        self.refused = what
        needed = f", which {name}() needs," if is_public(name) else ""
        raise OceanTypeError(
            f"{what}{needed} asked for at {frame.f_code.co_filename}, line {frame.f_lineno}, while "
            f"{self.title} is traced by ocean.fuse, when there are none: "
            "a fused function cannot look at values. Use ocean.where to choose between values, functions of ocean that "
            "are elementwise, views, reductions or products, or make the argument static"
        )

    @property
    def title(self) -> str:
        """The name of the function."""
        return str(getattr(self.function, "__qualname__", self.function))

    def called(self, args: Sequence[Any], named: dict[str, Any]) -> Any:
        """Call the function; errors of this package name the line where they happened."""
        try:
            barriers.install()
            with tracing():
                result = self.function(*args, **named)
                if self.refused:  # the function caught the error and continued without the values
                    raise Untraceable(self.refused)
                return result
        except (OceanTypeError, OceanValueError) as error:
            text, place = str(error), error.__traceback__
            if "is traced by ocean.fuse" in text:
                raise
            lines = []
            while place is not None:
                if not of_others(place.tb_frame.f_code.co_filename):
                    lines.append(f"{place.tb_frame.f_code.co_filename}, line {place.tb_lineno}")
                place = place.tb_next
            where = lines[-1] if lines else "an unknown line"
            raise type(error)(
                f"{text} (at {where}, while {self.title} is traced by ocean.fuse, when values are not known)"
            ) from error


def of_user() -> tuple[FrameType, str]:
    """The innermost frame of user code, and the name of the function that it calls."""
    frame, name = sys._getframe(1), ""
    while frame.f_back is not None and of_others(frame.f_code.co_filename):
        name, frame = frame.f_code.co_name.rstrip("_"), frame.f_back
    return frame, name if is_public(name) else called_in(frame)


def called_in(frame: FrameType) -> str:
    """The name of the function that a frame calls: compiled functions and closures have no frame of that name."""
    import dis

    found = ""
    for each in dis.get_instructions(frame.f_code):
        if each.offset >= frame.f_lasti:
            break
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD"):
            text = str(each.argval)
            found = text if is_public(text) and text not in ("numpy", "linalg", "fft", "random") else found
    return found


@contextmanager
def tracing() -> Iterator[None]:
    """While a function is traced, reading or writing memory from outside stops the trace. So do clocks, chance and
    files that functions of Python or NumPy ask for it; a profile notices that, unless somebody has another."""
    former, stopped = begin_trace(), None
    found: list[str] = []
    profiled = not former and sys.getprofile() is None
    if profiled:
        sys.setprofile(functools.partial(note_changing, found))
    try:
        yield
    finally:
        if profiled:
            sys.setprofile(None)
        stopped = end_trace(former)
        if stopped is not None and not former:
            raise stopped  # also if the function, or NumPy, caught it
        if found:
            raise Untraceable(found[0])


CLOCKS = {"time", "_random", "random", "posix", "nt", "_socket", "select", "_posixsubprocess"}
"""Modules of compiled functions that ask a clock, chance or the system."""
OPENING = ("open", "read", "now", "today", "utcnow")
"""How functions of files and dates begin that do."""
IN_MEMORY = {"StringIO", "BytesIO"}
SAME_EACH_TIME = {"fspath", "_path_normpath", "_path_splitroot", "getpid"}


def note_changing(found: list[str], frame: FrameType, event: str, function: Any) -> None:
    """Note a function that gives something else each time, if Python or NumPy call it for the user: compiled ones, and
    those of `random` that keep a number for the next call."""
    if event == "call" and frame.f_code.co_name == "gauss" and frame.f_globals.get("__name__") == "random":
        owner, name = frame.f_locals.get("self"), "gauss"
    elif event == "c_call":
        owner, name = getattr(function, "__self__", None), str(getattr(function, "__name__", ""))
    else:
        return
    named = owner if isinstance(owner, (ModuleType, type)) else type(owner)
    module = str(named.__name__ if named is owner and isinstance(owner, ModuleType) else named.__module__)
    if name in SAME_EACH_TIME or not (
        module in CLOCKS
        or (module in ("io", "_io", "datetime") and name.startswith(OPENING) and named.__name__ not in IN_MEMORY)
    ):
        return
    where: FrameType | None = frame
    while where is not None:
        file = where.f_code.co_filename
        if file.startswith(("<frozen importlib", PACKAGE, "src/ocean")) or where.f_code.co_name == "__del__":
            return  # a module that is imported, this package, or something that ends meanwhile
        if not (file.startswith("<frozen ") or of_others(file)):
            if where is not frame:  # the names in the user's own code were looked at before (guards.py)
                found.append(f"what {module.lstrip('_')}.{name}() gives")
            return
        where = where.f_back


def only_chooses(what: Any) -> bool:
    """Whether an expression takes elements as they are, as views of descriptions do: storing them would be a copy."""
    if not isinstance(what, expression) or what.name in ("", "load"):
        return True  # a number, an operand, or an element at a computed place
    return what.name == "where" and all(only_chooses(part) for part, _ in what.parts[1:])


def of_others(filename: str) -> bool:
    """Whether a file is not the user's: files of this package, NumPy and Python act on behalf of their callers."""
    numpy = sys.modules.get("numpy")
    folders = [PACKAGE, "src/ocean", *([] if numpy is None else [str(Path(str(numpy.__file__)).parent)])]
    python = filename.startswith(PYTHON) and "-packages" not in filename
    return python or filename.startswith(tuple(folders))


def described(source: rtensor) -> description:
    """The description of an r-tensor's only operand."""
    (operand,) = operands_of(source)
    found: description = operand._layout
    return found


def is_public(name: str) -> bool:
    """Whether the name of a function that user code called is a public one."""
    modules = ("", ".linalg", ".fft", ".random")
    spaces = (sys.modules.get(f"{face}{each}") for face in ("ocean", "ocean.numpy") for each in modules)
    return bool(name) and not name.startswith("_") and any(name in dir(space) for space in spaces if space is not None)

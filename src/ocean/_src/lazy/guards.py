"""What a function depends on from outside: names, closures, attributes and items, found by walking from the function.

The walk reads the code of the function and of every function that it may call, and follows the names and attributes
that they mention. It finds too much rather than too little: a value that changes without need costs a trace, one that
is missed would give old results. What cannot be compared on each call (an iterator, a clock) stops the trace.
"""

from __future__ import annotations

import functools
import operator
import sys
from array import array as array_of_numbers
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from contextvars import ContextVar
from numbers import Number
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from weakref import ReferenceType

from ocean._src.base.errors import Untraceable, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import fusion
from ocean._src.core.call.guards import ABSENT, PLAIN, guards, make_guards
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import memory_of, tensor
from ocean._src.lazy.trace import of_others

MOST = 4096
"""Values that are compared on each call."""

CHANGING = {
    "time", "random", "_random", "secrets", "uuid", "posix", "nt", "os", "genericpath", "pathlib", "glob", "shutil",
    "io", "_io", "tempfile", "subprocess", "socket", "threading", "multiprocessing", "urllib", "http", "select",
}  # fmt: skip
"""Modules whose functions and objects ask a clock, chance, files, the system or other threads."""

ASKED = {"now", "today", "utcnow"}
"""Methods of dates that ask a clock, and what NumPy's dates are made from for that."""

READING = {"loadtxt", "genfromtxt", "load", "fromfile", "memmap", "open_memmap"}
"""NumPy's functions that read files."""

EVERYTHING = {"getattr", "vars", "dir", "__dict__", "attrgetter", "methodcaller", "__getattribute__", "getattr_static"}
"""Names of what looks up attributes that no code mentions."""

HIDDEN = {"globals", "eval", "exec", "open", "input", "__import__"}
"""Builtin functions that look at what no guard can see."""

ASKING = {"isinstance", "issubclass", "type", "__class__", "str", "repr", "format", "hasattr", "getattr", "id"}
"""Names of what looks at the type or the text of a value."""

COLLECTING = {"append", "appendleft", "extend", "add", "update", "clear"}
"""Methods that change a container and give nothing."""

BYTES = (bytearray, memoryview, array_of_numbers)
MOST_BYTES = 1 << 14
"""Memory of other packages is compared as a whole, up to this size."""

ACTING = {
    "print", "delattr", "breakpoint", "exit", "quit", "warn", "errstate", "seed", "save", "savez", "savetxt", "tofile",
    "dump", "write", "writelines", "showwarning", "savez_compressed",
}  # fmt: skip
"""Functions and methods that do something else than compute; so do those whose names begin with "set"."""

CHANGING_METHODS = {
    "fill", "put", "copyto", "place", "putmask", "put_along_axis", "fill_diagonal", "at", "shuffle", "assign",
    "scatterAdd",
}  # fmt: skip
"""Functions and methods that change an array."""

OPAQUE = (BuiltinFunctionType, MethodWrapperType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType,
          rtensor)  # fmt: skip


class Names:
    """What code mentions: globals, attributes, and modules that it imports itself."""

    def __init__(self, code: CodeType) -> None:
        self.globals: set[str] = set()
        self.free: set[str] = set()
        self.attributes: set[str] = set()
        self.modules: set[str] = set()
        self.asks = False  # whether it may look at the type or the text of a value
        self.prints = False
        self.writes = False  # whether it may change an array
        self.effects = ""  # what it may do besides computing its result
        self.read(code)

    def read(self, code: CodeType) -> None:
        import dis  # not needed before something is fused

        instructions = list(dis.get_instructions(code))
        for each, after in zip(instructions, [*instructions[1:], None], strict=True):
            name = each.argval
            self.prints = self.prints or name == "print"
            self.effects = self.effects or effect_of(each, after, code)
            self.writes = self.writes or may_change(each)
            self.asks = self.asks or each.opname.startswith(("FORMAT_", "MATCH_")) or name in ASKING
            if after is not None and after.opname in ("LOAD_METHOD", "LOAD_ATTR") and after.argval in COLLECTING:
                continue  # something is added to it, and nothing is read from it
            if each.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL"):
                self.globals.add(name)
            elif each.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE", "LOAD_FROM_DICT_OR_DEREF"):
                self.free.add(name)
            elif each.opname == "IMPORT_NAME":
                self.modules.add(name)
            elif isinstance(name, str) and any(word in each.opname for word in ("ATTR", "METHOD", "IMPORT_FROM")):
                self.attributes.add(name)
        self.attributes |= ASKED.intersection(each for each in code.co_consts if isinstance(each, str))
        for part in code.co_consts:
            if isinstance(part, CodeType):
                self.read(part)
            elif isinstance(part, tuple) and "out" in part:  # the names of arguments: a given result
                self.writes = True


def may_change(instruction: Any) -> bool:
    """Whether an instruction may change an array: an assignment to elements, an in-place operator, or a function
    that changes its argument."""
    given = instruction.argval
    return (
        instruction.opname == "STORE_SUBSCR"
        or (instruction.opname == "BINARY_OP" and instruction.argrepr.endswith("="))
        or (isinstance(given, str) and given in CHANGING_METHODS)
    )


def effect_of(instruction: Any, after: Any, code: CodeType) -> str:
    """What an instruction may do that people see outside of the function; empty if it does nothing of that kind."""
    name, how = instruction.argval, instruction.opname
    if after is not None and after.opname in ("LOAD_METHOD", "LOAD_ATTR") and after.argval in COLLECTING:
        own = how.startswith("LOAD_FAST") or name in code.co_cellvars
        return "" if own else f"what it adds to with {after.argval}()"
    if how in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"):
        return f"what it assigns to {name}"
    if how in ("STORE_DEREF", "DELETE_DEREF") and name in code.co_freevars:
        return f"what it assigns to {name}"
    if how.startswith(("YIELD_", "SEND", "GET_AWAITABLE")):
        return "what it yields"
    if isinstance(name, str) and (name in ACTING or name.startswith("set")) and how.startswith(("LOAD_", "IMPORT_")):
        return f"{name}()"
    return ""


@functools.lru_cache(maxsize=1024)
def names_in(code: CodeType) -> Names:
    return Names(code)


class Walk:
    """Finds the guards of some roots: the traced function, and arguments that are neither tensors nor numbers."""

    def __init__(self, roots: list[Any], labels: list[str], fixed: tuple[int, ...] = ()) -> None:
        """`fixed`: the places of roots that are the same objects each time the guards are read."""
        self.roots, self.names, self.fixed, self.attributes = roots, labels, fixed, set[str]()
        self.asks = False  # whether a function may look at the type or the text of an argument
        self.prints = False  # whether people see how often it is traced
        self.writes = False  # whether a function may change an array
        self.effects = ""  # what a function may do besides computing its result
        while True:  # until no code is found that mentions further attributes
            known = len(self.attributes)
            self.steps: list[tuple[Any, ...]] = []
            self.labels: list[str] = []
            self.seen: dict[int, int] = {}  # objects that are compared by identity
            self.tensors: dict[int, int] = {}  # tensors and arrays, by identity -> the number of the value
            self.found: list[Any] = list(roots)
            self.before: list[Callable[[], None]] = []  # each puts something back as it was
            self.path: list[Any] = []
            for place, label in enumerate(labels):
                self.visit("root", -1, place, roots[place], label)
            if len(self.attributes) == known:
                break
        self.pin()

    def made(self) -> guards:
        return make_guards(self.steps, self.labels, self.roots, self.fixed)

    def operands(self) -> list[Any]:
        """The tensors and arrays that are operands, in their order."""
        roots = len(self.roots)
        return [self.found[number] for number in self.tensors.values() if self.steps[number - roots][3] != "alias"]

    def restore(self) -> None:
        """Undo what a function has changed outside: the trace in which it did so is given up."""
        for each in self.before:
            each()

    def leak(self, trace: Any) -> str | None:
        """How the place is called at which a function has stored something of its trace."""
        for number, value in enumerate(self.found[len(self.roots) :]):
            inside = view_field(value) if isinstance(value, array) else value
            if isinstance(inside, rtensor) and inside.trace is trace:
                return self.labels[number]
        return None

    def label_of(self, memory: Any) -> str | None:
        """How the tensor with some memory is called."""
        for number in self.tensors.values():
            value = self.found[number]
            if memory_of(inner_field(value) if isinstance(value, array) else value) is memory:
                return self.labels[number - len(self.roots)]
        return None

    def state(self) -> dict[str, str]:
        """The values in a few words each, by what they are called."""
        texts = {}
        for number, (label, step) in enumerate(zip(self.labels, self.steps, strict=True), len(self.roots)):
            if step[3] in ("value", "pinned", "same", "equal", "shown", "code", "foreign"):
                texts[label] = shown(self.found[number])
        return texts

    def add(self, how: str, parent: int, name: Any, role: str, expected: Any, value: Any, label: str) -> int:
        if len(self.steps) >= MOST:
            raise Untraceable(f"more than {MOST} values from outside, {label} among them")
        self.steps.append((how, parent, name, role, expected))
        self.labels.append(label)
        self.found.append(value)
        return len(self.found) - 1

    def pin(self) -> None:
        """Different tensors that share memory are told apart by where they are, not only by what they look like."""
        memories: dict[int, list[int]] = {}
        for number in self.tensors.values():
            value = self.found[number]
            inside = inner_field(value) if isinstance(value, array) else value
            memories.setdefault(id(memory_of(inside)), []).append(number)
        self.pinned = any(len(numbers) > 1 for numbers in memories.values())
        for numbers in memories.values():
            if len(numbers) > 1:
                for number in numbers:
                    how, parent, name, _, expected = self.steps[number - len(self.roots)]
                    self.steps[number - len(self.roots)] = (how, parent, name, "pinned", expected)

    # values

    def visit(self, how: str, parent: int, name: Any, value: Any, label: str) -> None:
        """Add a value, and what is reached from it."""

        def add(role: str, expected: Any = None) -> int:
            return self.add(how, parent, name, role, expected, value, label)

        if isinstance(value, tensor) or (type(value) is array and isinstance(view_field(value), tensor)):
            first = self.tensors.get(id(value))
            number = add("value") if first is None else add("alias", first)
            self.tensors.setdefault(id(value), number)
        elif type(value) in PLAIN:
            add("value")
        elif isinstance(value, (list, tuple, dict, Set, deque)):
            self.contents(add("kind", type(value)), value, label)
        elif type(value) is FunctionType:
            module = value.__module__ if isinstance(value.__module__, str) else ""
            if changes(module) or asks_settings(value) or (module.startswith("numpy.") and value.__name__ in READING):
                raise Untraceable(f"what {label} gives")
            defaults = value.__defaults__ is not None, value.__kwdefaults__ is not None
            self.function(add("code", (value.__code__, value.__globals__, *defaults)), value, label)
        elif type(value) is MethodType:
            number = add("kind", MethodType)
            self.visit("attribute", number, "__func__", value.__func__, label)
            self.visit("attribute", number, "__self__", value.__self__, f"{label}'s object")
        elif isinstance(value, Number):  # of NumPy, or a fraction
            add("shown", type(value))
        elif isinstance(value, (rtensor, array)):
            number = add("same", value)
            if not of_ocean(type(value)) and id(value) not in self.seen:  # a subclass, with attributes of its own
                self.seen[id(value)] = number
                self.instance(number, value, label)
        elif is_array(value) or isinstance(value, BYTES):
            if (value.nbytes if hasattr(value, "nbytes") else memoryview(value).nbytes) > MOST_BYTES:
                raise Untraceable(f"{label}, whose elements other packages may change")
            if getattr(getattr(value, "dtype", None), "hasobject", False):
                raise Untraceable(f"the objects in {label}")
            number = add("foreign", value)
            if vars_of(value) and id(value) not in self.seen:  # as the mask of a masked array
                self.seen[id(value)] = number
                self.instance(number, value, label)
        else:
            number = add("same", value)
            if id(value) not in self.seen:
                self.seen[id(value)] = number
                self.inside(number, value, label)

    def contents(self, number: int, value: Any, label: str) -> None:
        """The items of a container, which may be another object with the same ones."""
        if any(each is value for each in self.path):
            return
        self.path.append(value)
        self.before += put_back(value)
        if isinstance(value, Mapping):
            self.add("keys", number, None, "equal", tuple(value), tuple(value), label)
            items: Any = value.items()
        elif isinstance(value, Set):
            self.add("set", number, None, "equal", frozenset(value), frozenset(value), label)
            items = ()
        else:
            self.add("length", number, None, "equal", len(value), len(value), label)
            items = enumerate(value)
        for key, each in items:
            self.visit("item", number, key, each, f"{label}[{key!r}]")
        if type(value) not in (list, tuple, dict, set, frozenset):
            self.instance(number, value, label)
        self.path.pop()

    def function(self, number: int, value: FunctionType, label: str) -> None:
        if any(each is value for each in self.path):
            return
        self.path.append(value)
        for how, given in (("defaults", value.__defaults__), ("keywords", value.__kwdefaults__)):
            if given is not None:
                self.visit(how, number, None, given, f"the defaults of {value.__qualname__}")
        for place, (cell, name) in enumerate(zip(value.__closure__ or (), value.__code__.co_freevars, strict=True)):
            try:
                inside = cell.cell_contents
            except ValueError:
                inside = ABSENT
            if name not in names_in(value.__code__).free:
                continue
            if inside is not ABSENT:
                self.before.append(functools.partial(setattr, cell, "cell_contents", inside))
            self.visit("cell", number, place, inside, f"the variable {name!r} of {value.__qualname__}")
        if not of_others(value.__code__.co_filename):
            self.code(number, value)
            for name in self.named(vars(value)):
                self.visit("attribute", number, name, vars(value)[name], f"{label}.{name}")
        self.path.pop()

    def code(self, number: int, value: FunctionType) -> None:
        """What the code of a function looks up by name."""
        names, known = names_in(value.__code__), value.__globals__
        self.attributes |= names.attributes
        self.asks = self.asks or names.asks
        self.prints = self.prints or names.prints
        self.writes = self.writes or names.writes
        self.effects = self.effects or names.effects
        if not names.globals.isdisjoint(EVERYTHING) or not names.attributes.isdisjoint(EVERYTHING):
            self.attributes.add("*")
        builtin = sys.modules["builtins"].__dict__
        for name in sorted(names.globals):
            if name in HIDDEN and name not in known:
                raise Untraceable(f"what {name}() gives")
            if name in known:
                self.before.append(functools.partial(known.__setitem__, name, known[name]))
            found = known[name] if name in known else builtin.get(name, ABSENT)
            self.visit("global", number, name, found, f"the global {name!r}")
        for name in sorted(names.modules):
            for part in {name, name.partition(".")[0]} & sys.modules.keys():
                self.visit("fixed", number, sys.modules[part], sys.modules[part], part)

    def inside(self, number: int, value: Any, label: str) -> None:
        """What is reached from an object that is compared by identity."""
        kind = type(value)
        if isinstance(value, ModuleType):
            names = self.named(vars(value)) if is_own(value) else self.attributes & vars(value).keys()
            if is_own(value) and "__getattr__" in vars(value):  # it is asked for names that are not there
                names.add("__getattr__")
            for name in sorted(names):
                self.visit("module", number, name, vars(value)[name], f"{value.__name__}.{name}")
        elif isinstance(value, fusion):
            self.visit("attribute", number, "__wrapped__", value.__wrapped__, label)
        elif isinstance(value, BuiltinFunctionType):
            owner = getattr(value, "__self__", None)
            of_module = isinstance(owner, ModuleType)
            module = owner.__name__ if isinstance(owner, ModuleType) else module_of(type(owner))
            if changes(module) or is_unknown(value) or asks_settings(value) or value.__name__ in ASKED:
                raise Untraceable(f"what {label} gives")
            if not of_module and owner is not None and not isinstance(owner, type):  # a method of an object
                self.visit("attribute", number, "__self__", owner, f"{label}'s object")
        elif isinstance(value, MethodWrapperType):
            self.visit("attribute", number, "__self__", value.__self__, f"{label}'s object")
        elif isinstance(value, type):
            if asks_clock(value, self.attributes):
                raise Untraceable(f"what {label} gives")
            if not is_library(value):
                self.members(number, value)
        elif hasattr(kind, "cache_info"):  # of functools
            raise Untraceable(f"what {label} has remembered")
        elif isinstance(value, (operator.attrgetter, operator.methodcaller)):
            self.attributes.add("*")
        elif (
            any(module_of(base) == "_ctypes" for base in kind.__mro__)
            or is_unknown(value)
            or (of_ocean(kind) and asks_settings(value))
        ):
            raise Untraceable(f"what {label} gives")
        elif isinstance(value, OPAQUE) or of_ocean(kind) or module_of(kind) == "logging":
            pass
        elif isinstance(value, functools.partial):
            for name in ("func", "args", "keywords"):
                self.visit("attribute", number, name, getattr(value, name), label)
        elif isinstance(value, (property, staticmethod, classmethod, functools.cached_property)):
            for name in ("fget", "__func__", "func"):
                if getattr(value, name, None) is not None:
                    self.visit("attribute", number, name, getattr(value, name), label)
        elif isinstance(value, (Iterator, ContextVar, ReferenceType)) or changes(module_of(kind)):
            raise Untraceable(f"what {label} gives next")
        elif isinstance(value, Mapping):
            self.contents(number, value, label)
        else:
            self.instance(number, value, label)

    def instance(self, number: int, value: Any, label: str) -> None:
        """The attributes that code mentions of an object, and its class."""
        inside, kind = vars_of(value), type(value)
        if inside is not None:
            where = self.add("attribute", number, "__dict__", "kind", dict, inside, label)
            self.before += put_back(inside)
            # an attribute that comes or goes may hide one of the class, or come out behind it
            self.add("keys", where, None, "equal", tuple(inside), tuple(inside), f"the attributes of {label}")
            # methods of Python's own classes use attributes that no code here mentions
            known = any(base is not object and is_library(base) for base in kind.__mro__)
            for name in sorted(inside if known else self.named(inside), key=str):
                self.visit("item", where, name, inside[name], f"{label}.{name}")
        if is_library(kind):
            return
        for base in kind.__mro__:
            for name in sorted(self.named(vars(base))):
                if isinstance(vars(base)[name], MemberDescriptorType):  # a slot
                    self.visit("attribute", number, name, getattr(value, name, ABSENT), f"{label}.{name}")
        self.visit("type", number, None, kind, f"the class {kind.__qualname__}")

    def members(self, number: int, kind: type) -> None:
        """The methods and constants that code mentions of a class, its own or inherited, and its special methods."""
        parents = kind.__bases__
        self.add("attribute", number, "__bases__", "equal", parents, parents, f"the parents of {kind.__qualname__}")
        found: dict[str, Any] = {}
        for base in kind.__mro__:
            for name, each in {} if is_library(base) else vars(base).items():
                found.setdefault(name, each)
        for base in kind.__bases__:  # super() asks them
            if not is_library(base):
                self.visit("fixed", number, base, base, f"the class {base.__qualname__}")
        methods = FunctionType, classmethod, staticmethod
        special = {name for name, each in vars(kind).items() if name.startswith("__") and isinstance(each, methods)}
        for name in sorted(self.named(found) | special):
            self.visit("member", number, name, found[name], f"{kind.__qualname__}.{name}")
        if type(kind) is not type and not is_library(type(kind)):
            self.visit("type", number, None, type(kind), f"the class {type(kind).__qualname__}")

    def named(self, space: Mapping[str, Any]) -> set[str]:
        """The names of a namespace that code mentions."""
        if "*" in self.attributes:
            return {name for name in space if isinstance(name, str) and not name.startswith("__")}
        return self.attributes & space.keys()


def of_ocean(kind: type) -> bool:
    return module_of(kind).partition(".")[0] == "ocean"


def module_of(kind: type) -> str:
    """The module of a class; classes of this package may have a property of that name."""
    found = kind.__module__
    return found if isinstance(found, str) else "ocean"


def vars_of(value: Any) -> dict[str, Any] | None:
    """The attributes of an object, if it has a dictionary of them."""
    inside = getattr(value, "__dict__", None)
    return inside if isinstance(inside, dict) else None


def is_unknown(value: Any) -> bool:
    """Whether a value is a function, or an object that can be called, which other packages have compiled: nobody knows
    what it asks. Those that NumPy makes of Python's functions (`frompyfunc`) are the same."""
    kind = type(value)
    if module_of(kind).partition(".")[0] == "numpy" and hasattr(value, "types"):
        return bool(value.types) and set("".join(value.types)) <= set("O->")
    called = next((vars(base)["__call__"] for base in kind.__mro__ if "__call__" in vars(base)), None)
    if kind is not BuiltinFunctionType and not isinstance(called, WrapperDescriptorType):
        return False
    owner = value.__self__ if kind is BuiltinFunctionType else None
    module = (
        owner.__name__ if isinstance(owner, ModuleType) else
        getattr(value, "__module__", None) if owner is None else
        module_of(owner if isinstance(owner, type) else type(owner))
    )  # fmt: skip
    top = str(module or "builtins").partition(".")[0]
    return top not in ("ocean", "numpy") and top not in sys.stdlib_module_names


def asks_settings(value: Any) -> bool:
    """Whether a function of Python, of NumPy or of this package gives what is set elsewhere, as `getcontext` and
    `geterr` do."""
    name, module = str(getattr(value, "__name__", "")), str(getattr(value, "__module__", None) or "")
    top = module.partition(".")[0]
    known = top in ("ocean", "numpy") or top in sys.stdlib_module_names
    return known and name.startswith("get") and name not in ("get", "getattr", "getitem")


def asks_clock(kind: type, names: set[str]) -> bool:
    """Whether a class of dates may be asked for the time, by one of some names."""
    if kind.__name__ == "datetime64":
        return not names.isdisjoint(ASKED)
    found = (getattr(kind, name, None) for name in ASKED & names)
    return any(each is not None and not isinstance(each, (FunctionType, MethodType, property)) for each in found)


def is_library(kind: type) -> bool:
    """Whether a class belongs to Python, to NumPy or to this package."""
    top = module_of(kind).partition(".")[0]
    if top in ("ocean", "numpy"):
        return True
    file = getattr(sys.modules.get(module_of(kind)), "__file__", None)
    return top in sys.stdlib_module_names and (file is None or of_others(file))


def put_back(value: Any) -> list[Callable[[], None]]:
    """What gives a container the items that it has now."""
    if isinstance(value, dict):
        held = dict(value)

        def again() -> None:
            if list(map(id, value.values())) != list(map(id, held.values())) or list(value) != list(held):
                value.clear()
                value.update(held)

        return [again]
    if isinstance(value, set):
        members = set(value)

        def gather() -> None:
            if value != members:
                value.clear()
                value.update(members)

        return [gather]
    if isinstance(value, (list, deque)):
        items = list(value)

        def refill() -> None:
            if list(map(id, value)) != list(map(id, items)):
                value.clear()
                value.extend(items)

        return [refill]
    return []


def is_own(module: ModuleType) -> bool:
    """Whether a module is the user's, and not part of an installed package."""
    file = vars(module).get("__file__") or ""
    top = module.__name__.partition(".")[0]
    return top not in ("ocean", "numpy") and top not in sys.stdlib_module_names and "-packages" not in file


def is_array(value: Any) -> bool:
    """Whether a value is an array of another package, whose memory a trace shares."""
    kind = type(value)
    return (hasattr(kind, "__array_interface__") or hasattr(kind, "__dlpack__")) and hasattr(kind, "shape")


def changes(module: str) -> bool:
    """Whether the functions of a module give something else each time."""
    return module.partition(".")[0] in CHANGING or module.startswith("numpy.random")

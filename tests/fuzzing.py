"""A program that throws random arguments at the whole public interface; `test_fuzz` runs it in a process of its own.

    python fuzzing.py <group>[@mirror] <log file> [<examples for each target> [<seed>]]

With `@mirror` tensors and storage are on the mirror devices, some of them on the host.
Before each call its arguments go to the log file, so that a crash can be repeated. Memory is limited, settings are
put back after each call, and objects are made anew for each call, so that no call sees what another one did.
"""

from __future__ import annotations

import copy
import faulthandler
import math
import operator
import os
import pickle
import random
import resource
import sys
import warnings
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import layouts
import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, sample
from mirror import mirrors, strict

import ocean
import ocean_numpy  # noqa: F401  (registers 'numpy')
from ocean._src.core.call.settings import settings as ocean_settings

ALLOWED = (
    ocean.OceanError, TypeError, ValueError, IndexError, OverflowError, MemoryError, BufferError, AttributeError,
    pickle.PicklingError,
)  # fmt: skip
MEMORY = 3 << 30
SECONDS = 60

# --- Arguments ---------------------------------------------------------------------------------------------------

LARGE = [sign * (1 << k) + d for k in (32, 33, 40, 59, 60, 61, 62, 63, 64, 70) for sign in (1, -1) for d in (-1, 0, 1)]
INTEGERS = st.integers(-3, 9) | st.sampled_from(LARGE) | st.just(10**400)
NUMBERS = st.one_of(
    st.integers(-3, 9), INTEGERS, st.booleans(), st.sampled_from([0.5, -1.5, 1e-300, 1e300, 70000.0, math.nan, math.inf]),
    st.sampled_from([1j, complex(math.nan, 1), 1e300 + 1j]),
)  # fmt: skip
WORDS = st.sampled_from(
    ["F", "C", "R", "A", "K", "x", "", "numpy", "CPU", "-", "w", "e", "c", "N", "T", "ä\0", "float", "result", "0.5"]
)
SIZES = st.lists(st.integers(0, 4), max_size=3) | st.lists(INTEGERS, max_size=9)


HOMES = [ocean.cpu]
WHERE = st.integers(0, 11).map(lambda k: HOMES[k % len(HOMES)])


def odd_tensor(
    layout: str, kind: ocean.dtype, size: tuple[int, ...], readonly: bool, where: ocean.device
) -> ocean.tensor:
    layouts.device = where
    tensor = sample(layout, kind, size).tensor
    tensor.readonly = readonly
    return tensor


def odd_storage(
    kind: ocean.dtype | None, count: int, readonly: bool, swapped: bool, where: ocean.device
) -> ocean.storage:
    storage = ocean.storage(count, ocean.int16, where)
    storage.zero()
    storage.dtype, storage.readonly, storage.byteswapped = kind, readonly, swapped and where.supportsByteswap
    return storage


TENSOR_SIZES = [
    (),
    (0,),
    (1,),
    (3,),
    (4,),
    (2, 3),
    (3, 2),
    (3, 3),
    (1, 3),
    (3, 1),
    (2, 0, 3),
    (2, 3, 2),
    (1,) * 8,
    (300,),
]
TENSORS = st.builds(
    odd_tensor, st.sampled_from(list(LAYOUTS)), st.sampled_from(DTYPES), st.sampled_from(TENSOR_SIZES),
    st.sampled_from([False] * 7 + [True]), WHERE,
)  # fmt: skip
STORAGE = st.builds(
    odd_storage, st.sampled_from([None, *DTYPES]), st.sampled_from([0, 1, 7, 16]), st.booleans(), st.booleans(), WHERE
)
SCALARS = st.builds(
    lambda kind, value: kind(value), st.sampled_from(DTYPES), st.sampled_from([0, 1, -1, 2.5, 3, 1j, math.nan])
)
ARRAYS = st.sampled_from(
    [
        lambda: np.arange(3), lambda: np.arange(6.0).reshape(2, 3)[:, ::-1], lambda: np.zeros((2, 3), ">c8"),
        lambda: np.array([True, False, True]), lambda: np.array(5, np.float16), lambda: np.zeros((1,) * 9),
        lambda: np.array(["a", "b"]), lambda: np.array([None, 1], object), lambda: np.array(["2020-01-01"], "M8[D]"),
        lambda: np.zeros(0), lambda: np.broadcast_to(np.int8(1), (3,)), lambda: np.zeros(2, "i4,f4"),
        lambda: np.float32(1.5), lambda: np.int64(2), lambda: np.uint8(200), lambda: np.str_("x"), lambda: np.bool_(True),
    ]
).map(lambda make: make())  # fmt: skip
STRANGERS = st.sampled_from(
    [
        lambda: None, lambda: object(), dict, lambda: {"a": 1}, lambda: {1, 2}, lambda: b"abc", lambda: bytearray(8),
        lambda: array("d", [1, 2, 3]), lambda: memoryview(b"abcd"), lambda: range(4), lambda: iter([1, 2, 3]),
        lambda: slice(None), lambda: slice(-1, None, -2), lambda: slice(0, 1 << 70, 1 << 65), lambda: ..., lambda: int,
        lambda: ocean.float, lambda: print, lambda: NotImplemented, lambda: (lambda: 3), lambda: memoryview(bytearray(0)),
        lambda: type("Liar", (), {"__index__": lambda self: "x", "__len__": lambda self: -1, "__iter__": lambda self: 3})(),
        lambda: type("Array", (), {"__array__": lambda self, *a, **k: 5})(),
        lambda: type("Interface", (), {"__array_interface__": {"shape": (3,), "typestr": "<f8", "version": 3}})(),
    ]
).map(lambda make: make())  # fmt: skip
PLACES = st.one_of(
    st.sampled_from(DTYPES), WHERE, WHERE.map(lambda where: where.createStream()), st.just(list(ocean.devices()))
)
LEAVES = st.one_of(NUMBERS, NUMBERS, WORDS, SIZES, TENSORS, TENSORS, STORAGE, SCALARS, ARRAYS, STRANGERS, PLACES)
NESTED = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple), max_leaves=6
)
ANYTHING = LEAVES | LEAVES | NESTED
NAMES = [
    "size", "strides", "unitsize", "dtype", "device", "stream", "storage", "offset", "inplace", "axis", "axes", "mode",
    "order", "scalar", "deepcopy", "index", "columns", "num", "endpoint", "spacing", "start", "stop", "step", "type",
    "typename", "keepdims", "result", "colour",
]  # fmt: skip
LIKELY = st.one_of(
    TENSORS,
    TENSORS,
    st.integers(-2, 4),
    st.booleans(),
    NUMBERS,
    SCALARS,
    ARRAYS,
    st.lists(st.integers(0, 3), max_size=3),
)
ARGUMENTS = st.one_of(
    st.lists(ANYTHING, max_size=4),
    st.lists(LIKELY, min_size=1, max_size=1),
    st.lists(LIKELY, min_size=2, max_size=2),
    st.tuples(LIKELY, LIKELY, TENSORS).map(list),
    st.tuples(SIZES, NUMBERS | PLACES, PLACES).map(list),
    st.tuples(STORAGE, INTEGERS, SIZES, SIZES | WORDS, INTEGERS).map(list),
    st.tuples(TENSORS, WORDS | PLACES | SIZES).map(list),
)
NAMED = st.one_of(*[st.just({})] * 4, st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=2))

# --- Targets -----------------------------------------------------------------------------------------------------

INSTANCES: dict[str, st.SearchStrategy[Any]] = {
    "tensor": TENSORS,
    "storage": STORAGE,
    "scalar": SCALARS,
    "dtype": st.sampled_from(DTYPES),
    "device": st.just(ocean.cpu),
    "stream": st.builds(ocean.cpu.createStream),
}
if hasattr(ocean, "index"):
    INSTANCES["index"] = st.builds(
        lambda args: ocean.index(*args), st.lists(st.integers(-3, 3) | st.just([0, 1]), max_size=3)
    )
OPERATORS: dict[str, Callable[..., Any]] = {
    name: getattr(operator, name)
    for name in (
        "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift",
        "iadd", "isub", "imul", "imatmul", "itruediv", "ifloordiv", "imod", "ipow", "iand", "ior", "ixor", "ilshift",
        "irshift", "eq", "ne", "lt", "le", "gt", "ge", "getitem", "contains", "setitem", "delitem", "neg", "pos", "invert",
        "abs", "index", "length_hint",
    )
}  # fmt: skip
BUILTINS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (bool, int, float, complex, len, repr, str, hash, dir, format, round, divmod, memoryview, copy.copy, copy.deepcopy)
} | {"pickle": lambda value: pickle.loads(pickle.dumps(value)), "asarray": np.asarray, "list": lambda value: list(value)[:0],
     "reflected": lambda value, other: other + value, "sizeof": sys.getsizeof, "reversed": lambda value: list(reversed(value))[:0],
     "ctypes": lambda value: np.frombuffer(value, np.uint8)}  # fmt: skip


def functions() -> Iterator[str]:
    """The public functions of the module, its classes, and what can be called in it."""
    for name in dir(ocean):
        value = getattr(ocean, name)
        if name.startswith("_") or not callable(value):
            continue
        if isinstance(value, type) and issubclass(value, BaseException):
            continue
        yield name


def members(kind: str) -> Iterator[tuple[str, str]]:
    """Methods to call, properties to read and to set, of a class."""
    cls = type(ocean.cpu) if kind == "device" else getattr(ocean, kind)
    for name in dir(cls):
        if not name.startswith("_"):
            yield "call", name
            yield "set", name
    for name in OPERATORS:
        yield "operator", name
    for name in BUILTINS:
        yield "builtin", name


def targets(group: str) -> Iterator[tuple[str, st.SearchStrategy[Any], Callable[..., Any]]]:
    """Names, strategies for (self, arguments, named arguments), and what to do with them."""
    if group.startswith("functions"):
        part, parts = int(group[-2]), int(group[-1])  # functions13: the first of three parts
        for k, name in enumerate(functions()):
            if k % parts == part - 1:
                yield (
                    name,
                    st.tuples(st.none(), ARGUMENTS, NAMED),
                    lambda _, args, named, name=name: getattr(ocean, name)(*args, **named),
                )
        return
    own = INSTANCES[group]
    for kind, name in members(group):
        if kind == "call":
            yield (
                f"{group}.{name}()",
                st.tuples(own, ARGUMENTS, NAMED),
                lambda self, args, named, name=name: call(self, name, args, named),
            )
        elif kind == "set":
            yield (
                f"{group}.{name} =",
                st.tuples(own, ANYTHING, st.just({})),
                lambda self, value, _, name=name: setattr(self, name, value),
            )
        else:
            table = OPERATORS if kind == "operator" else BUILTINS
            count = {"setitem": 2}.get(name, 1)
            unary = ("neg", "pos", "invert", "abs", "index", "length_hint")
            if (kind == "operator" and name not in unary) or name in ("reflected", "divmod", "format", "round"):
                extra = st.lists(ANYTHING, min_size=count, max_size=count)
            else:
                extra = st.just([])
            yield (
                f"{name}({group})",
                st.tuples(own, extra, st.just({})),
                lambda self, args, _, function=table[name]: function(self, *args),
            )


def call(self: Any, name: str, args: list[Any], named: dict[str, Any]) -> Any:
    value = getattr(self, name)
    return value(*args, **named) if callable(value) else value


# --- Running -----------------------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    """Enough to make the argument again."""
    try:
        if isinstance(value, ocean.tensor):
            return f"<{value._layout!r} offset {value.offset} of {value.storage.size} bytes, readonly {value.readonly}>"
        if isinstance(value, ocean.storage):
            return f"<storage {value.dtype} {value.size} bytes, readonly {value.readonly}, swapped {value.byteswapped}>"
        if isinstance(value, ocean.scalar):
            return f"ocean.{value.dtype.spelling}({value.asPython()!r})"
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(map(shown, value)) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key}: {shown(each)}" for key, each in value.items()) + "}"
        return repr(value)[:200]
    except Exception as error:
        return f"<{type(value).__name__}: {error!r}>"


def sound(value: Any) -> None:
    """A tensor is inside its storage, and can be shown."""
    if isinstance(value, ocean.tensor):
        seen = value._layout
        if seen.nelem:
            assert value.offset + seen.low >= 0 and value.offset + seen.high <= value.storage.size
        if seen.nelem < 1 << 20:
            assert str(value).endswith(value.footer)
    elif isinstance(value, ocean.storage):
        assert str(value).endswith(value.footer)
    elif isinstance(value, (list, tuple)):
        for each in value[:5]:
            sound(each)


def restore(before: dict[str, Any], threads: int) -> None:
    vars(ocean_settings).update(before)
    ocean.setDefaultMathMode("-")
    ocean.setAutoTypecast(True)
    ocean.setAutoBroadcast(True)
    if ocean.getNumThreads() != threads:
        ocean.setNumThreads(threads)
    ocean.cpu.cacheLimit, ocean.cpu.bufferCount, ocean.cpu.maxBufferSize = 1 << 28, 3, 0


def attack(
    name: str, strategy: st.SearchStrategy[Any], act: Callable[..., Any], log: int, examples: int, number: int
) -> None:
    before, threads, stream = dict(vars(ocean_settings)), ocean.getNumThreads(), ocean.cpu.defaultStream

    @seed(number)
    @settings(
        max_examples=examples, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def test(case: Any) -> None:
        self, args, named = case
        line = f"{name}: {shown(self)} {shown(args)} {shown(named)}".encode(errors="replace")
        os.pwrite(log, line[:8000].ljust(8000), 0)
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            sound(act(self, args, named))
        except ALLOWED:
            pass
        finally:
            faulthandler.cancel_dump_traceback_later()
            restore(before, threads)
            ocean.cpu.defaultStream = stream
        sound(self)
        sound(args)

    test()
    assert (ocean.arange(3) + 1).asPython() == [1, 2, 3]


def main() -> None:
    group, _, mirrored = sys.argv[1].partition("@")
    HOMES[:] = [*mirrors, mirrors[0], strict, ocean.cpu] if mirrored else HOMES
    log = os.open(sys.argv[2], os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    examples = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    number = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    faulthandler.enable()
    warnings.simplefilter("ignore")
    random.seed(number)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    failures = 0
    for name, strategy, act in targets(group):
        try:
            attack(name, strategy, act, log, examples, number)
        except Exception as error:
            failures += 1
            case = os.pread(log, 8000, 0).decode(errors="replace").strip()
            print(f"{type(error).__name__}: {str(error)[:300]}\n    after {case}", flush=True)
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()

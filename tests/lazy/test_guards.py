"""Fused functions never use old values: whatever a trace depends on from outside is compared on each call, is an operand,
or keeps the function from being traced. Every case calls the fused function beside the plain one, with the same changes
in between."""

from __future__ import annotations

import array
import collections
import contextvars
import ctypes
import datetime
import decimal
import email.utils
import functools
import gc
import inspect
import itertools
import linecache
import logging
import operator
import os
import queue
import random
import re
import secrets
import statistics
import subprocess
import sys
import textwrap
import time
import tokenize
import types
import uuid
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import layouts
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threading_tools import together

import ocean
import ocean.numpy as onp

OUTSIDE: Any = None
"""A global that the functions below read."""
NUMBER: Any = 1
SETTINGS: Any = {}


def vector(*numbers: float) -> Any:
    return layouts.device(ocean.asTensor([*map(float, numbers)]))


def read(value: Any) -> Any:
    return layouts.read(ocean.asTensor(value))


def same(got: Any, wanted: Any) -> None:
    if isinstance(wanted, (tuple, list)):
        assert len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            same(one, other)
    elif isinstance(wanted, (ocean.tensor, onp.ndarray)):
        assert type(got) is type(wanted) and got.dtype is wanted.dtype
        numpy.testing.assert_array_equal(read(got), read(wanted))
    else:
        assert got == wanted


def check(function: Callable[..., Any], changes: Any, *args: Any, fuse: Any = ocean.fuse) -> Any:
    """Call a fused function, and the function itself, before and after each change."""
    fused = fuse(function)
    for change in (lambda: None, *changes):
        change()
        for _ in range(2):
            same(fused(*args), function(*args))
    return fused


def rebind(**named: Any) -> Callable[[], None]:
    return lambda: globals().update(named)


@pytest.fixture(autouse=True)
def names(on_device: None) -> Iterator[None]:
    rebind(OUTSIDE=vector(1, 2, 3), NUMBER=1, SETTINGS={"scale": 2.0, "shift": vector(1, 1, 1)})()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


# --- Where values come from --------------------------------------------------------------------------------------


def test_globals_that_are_bound_again() -> None:
    changes = [
        rebind(OUTSIDE=vector(10, 20, 30)), rebind(OUTSIDE=vector(5)), rebind(OUTSIDE=ocean.int8([1, 2, 3])),
        rebind(OUTSIDE=3.5), rebind(OUTSIDE=3), rebind(OUTSIDE=ocean.int8(3)), rebind(OUTSIDE=-0.0), rebind(OUTSIDE=0.0),
        rebind(OUTSIDE=numpy.array([1.0, 2.0, 3.0])), rebind(OUTSIDE=[4.0, 5.0, 6.0]), rebind(OUTSIDE=vector(1, 2, 3)),
    ]  # fmt: skip
    check(lambda x: x + OUTSIDE, changes, vector(1, 1, 1))
    check(lambda x: ocean.copysign(x, OUTSIDE), [rebind(OUTSIDE=-0.0), rebind(OUTSIDE=0.0)], vector(1, 1, 1))


def test_a_tensor_like_the_one_before_needs_no_new_trace() -> None:
    """A training loop binds its weights again in each step."""
    fused = check(lambda x: ocean.sum(x @ OUTSIDE), [rebind(OUTSIDE=vector(k, k, 1)) for k in range(20)], vector(1, 2, 3))
    assert fused.owner.made == 1


def test_elements_that_change_in_place() -> None:
    def set_one() -> None:
        OUTSIDE[0] = 100.0

    check(lambda x: x + OUTSIDE, [set_one, lambda: OUTSIDE.fill(7.0)], vector(1, 1, 1))
    check(lambda x: x + OUTSIDE * 2, [set_one, lambda: OUTSIDE.fill(8.0)], vector(1, 1, 1))
    check(lambda x: x @ float(OUTSIDE[0]), [set_one, lambda: OUTSIDE.fill(9.0)], vector(1, 1, 1))
    check(lambda x: x + 1 if OUTSIDE[0] > 50 else x, [set_one, lambda: OUTSIDE.fill(1.0)], vector(1, 1, 1))


LOOKS: dict[str, Callable[[Any], Any]] = {
    "operator": lambda x: x + (OUTSIDE - 1),
    "reduction": lambda x: x + ocean.sum(OUTSIDE),
    "product": lambda x: x + ocean.sum(OUTSIDE.T * OUTSIDE),
    "cast": lambda x: x + ocean.float(OUTSIDE),
    "clone": lambda x: x + OUTSIDE.clone(),
    "sort": lambda x: x + ocean.sort(OUTSIDE),
    "argsort": lambda x: x + ocean.argsort(OUTSIDE),
    "median": lambda x: x + ocean.median(OUTSIDE),
    "topk": lambda x: x + ocean.topk(OUTSIDE, 1)[0],
    "unique": lambda x: x + ocean.sum(ocean.unique(OUTSIDE)),
    "search": lambda x: x + ocean.searchsorted(OUTSIDE, 2.5),
    "histogram": lambda x: x + ocean.histogram(OUTSIDE, 3)[0],
    "cumulative": lambda x: x + ocean.cumsum(OUTSIDE, 0),
    "element": lambda x: x + OUTSIDE[1],
    "list": lambda x: x + OUTSIDE[[2, 1, 0]],
    "mask": lambda x: x + ocean.sum(OUTSIDE[OUTSIDE > 1.5]),
    "joined": lambda x: x + ocean.concatenate([OUTSIDE, OUTSIDE], 0)[3:],
    "loop": lambda x: x + sum(float(each) for each in OUTSIDE),
    "python": lambda x: x + OUTSIDE.asPython()[0],
    "numpy": lambda x: x + float(numpy.asarray(OUTSIDE.asContiguous() if layouts.device is ocean.cpu else ocean.cpu(OUTSIDE))[0]),
    "text": lambda x: x + len(str(OUTSIDE)),
    "interp": lambda x: x + float(onp.interp(1.5, onp.asarray([0.0, 1.0, 2.0], device=layouts.device), onp.asarray(OUTSIDE))),
    "convolve": lambda x: x + ocean.asTensor(onp.convolve(onp.asarray(OUTSIDE), onp.asarray(OUTSIDE), "same")),
    "fft": lambda x: x + ocean.fft.fft(OUTSIDE).real,
    "slide": lambda x: x + ocean.sum(ocean.slide(OUTSIDE, lambda w: ocean.sum(w), 0, 2)),
    "nested": lambda x: x + PLUS_ONE(OUTSIDE),
    "where": lambda x: ocean.where(OUTSIDE > 2, x, x + 5),
}
PLUS_ONE = ocean.fuse(lambda t: t + 1)


@pytest.mark.parametrize("name", LOOKS)
def test_whatever_looks_at_elements_from_outside(name: str) -> None:
    def set_two() -> None:
        OUTSIDE[1] = 1000.0

    check(LOOKS[name], [set_two, rebind(OUTSIDE=vector(3, 4, 5))], vector(1, 1, 1))


def test_closures() -> None:
    inside, scale = vector(1, 2, 3), 2.0

    def change() -> None:
        nonlocal inside, scale
        inside, scale = inside + 1, scale * 3

    check(lambda x: x @ scale + inside, [change, change], vector(1, 1, 1))


def test_attributes() -> None:
    class Model:
        shared = vector(1, 1, 1)
        __slots__ = ("__dict__", "bias")

        def __init__(self) -> None:
            self.k, self.deep, self.bias = vector(2, 2, 2), types.SimpleNamespace(w=vector(1, 2, 3), n=1), 1.0

        @property
        def twice(self) -> Any:
            return self.k + self.k

        @ocean.fuse
        def __call__(self, x: Any) -> Any:
            return x @ self.k + self.deep.w @ self.deep.n + self.shared + self.bias

        @ocean.fuse
        def through(self, x: Any) -> Any:
            return x + self.twice + self.helper(x)

        def helper(self, x: Any) -> Any:
            return x @ self.k

        @ocean.fuse
        def by_name(self, x: Any) -> Any:
            return x + getattr(self, "k")  # noqa: B009

    model, x = Model(), vector(1, 1, 1)

    def wanted() -> list[Any]:
        return [
            x @ model.k + model.deep.w @ model.deep.n + model.shared + model.bias,
            x + model.twice + model.helper(x), x + model.k,
        ]  # fmt: skip

    def change(**named: Any) -> Callable[[], None]:
        return lambda: [setattr(model, name, value) for name, value in named.items()] and None

    for step in (
        lambda: None, change(k=vector(5, 5, 5)), change(bias=7.0), lambda: setattr(model.deep, "w", vector(9, 9, 9)),
        lambda: setattr(model.deep, "n", 4), lambda: setattr(Model, "shared", vector(8, 8, 8)),
        change(shared=vector(6, 6, 6)), change(deep=types.SimpleNamespace(w=x, n=2.5)),
        lambda: setattr(Model, "helper", lambda self, x: x - self.k), lambda: model.k.fill(4.0),
        lambda: setattr(Model, "twice", 12.0), lambda: delattr(model, "shared"),
    ):  # fmt: skip
        step()
        for _ in range(2):
            same([model(x), model.through(x), model.by_name(x)], wanted())
    other = Model()
    same([other(x), model(x)], [x @ other.k + other.deep.w + other.shared + other.bias, wanted()[0]])


def test_items_of_containers() -> None:
    def put(key: str, value: Any) -> Callable[[], None]:
        return lambda: SETTINGS.__setitem__(key, value)

    changes = [
        put("scale", 3.0), put("shift", vector(4, 4, 4)), put("more", vector(1, 0, 0)),
        rebind(SETTINGS={"scale": 9.0, "shift": vector(2, 2, 2)}), lambda: SETTINGS["shift"].fill(5.0),
        rebind(SETTINGS={"scale": 1, "shift": 1}),
    ]  # fmt: skip
    check(lambda x: x @ SETTINGS["scale"] + SETTINGS["shift"], changes, vector(1, 1, 1))
    check(lambda x: sum(SETTINGS.values(), x), changes, vector(1, 1, 1))
    weights = [vector(1, 2, 3), [vector(1, 1, 1), (vector(2, 2, 2),)]]

    def layered(x: Any) -> Any:
        return x + weights[0] + weights[1][0] + weights[1][1][0] + len(weights)

    check(layered, [
        lambda: weights.__setitem__(0, vector(7, 7, 7)), lambda: weights[1].__setitem__(1, (vector(3, 3, 3), 2)),
        lambda: weights.append(1),
    ], vector(1, 1, 1))  # fmt: skip


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass(frozen=True)
class Frozen:
    w: Any
    n: int


def test_objects_of_other_kinds() -> None:
    part = functools.partial(lambda a, b: a + b, b=vector(1, 2, 3))
    holder: dict[str, Any] = {"pair": Pair(vector(1, 2, 3), 2.0), "frozen": Frozen(vector(1, 1, 1), 2), "part": part}

    def function(x: Any) -> Any:
        pair, frozen = holder["pair"], holder["frozen"]
        return holder["part"](x @ pair.a @ pair.b + frozen.w @ frozen.n)

    check(function, [
        lambda: holder.__setitem__("pair", Pair(vector(3, 3, 3), 1.0)),
        lambda: holder.__setitem__("frozen", Frozen(vector(1, 1, 1), 5)),
        lambda: holder.__setitem__("part", functools.partial(lambda a, b: a - b, b=vector(1, 2, 3))),
        lambda: holder["part"].keywords.__setitem__("b", vector(8, 8, 8)),
    ], vector(1, 1, 1))  # fmt: skip


def helper(x: Any, by: Any = None) -> Any:
    return x + OUTSIDE if by is None else x @ by


def test_functions_that_are_called() -> None:
    def of(change: Any) -> Callable[[], None]:
        return lambda: setattr(helper, "__defaults__", (change,))

    try:
        check(lambda x: helper(x), [rebind(OUTSIDE=vector(4, 5, 6)), of(3.0), of(vector(1, 2, 3)), of(None)], vector(1, 1, 1))
    finally:
        helper.__defaults__ = (None,)
    rebind(NUMBER=lambda x: x + 1)()
    check(lambda x: NUMBER(x), [rebind(NUMBER=lambda x: x @ 2), rebind(NUMBER=ocean.exp)], vector(1, 1, 1))


def test_defaults_of_the_function_itself() -> None:
    def function(x: Any, y: Any = 2.0, *, z: Any = vector(1, 1, 1)) -> Any:  # noqa: B008
        return x @ y + z

    check(function, [
        lambda: setattr(function, "__kwdefaults__", {"z": vector(5, 5, 5)}), lambda: function.__kwdefaults__.update(z=3.0),
    ], vector(1, 1, 1))  # fmt: skip


def test_names_of_modules() -> None:
    module = types.ModuleType("settings_of_mine")
    module.rate = 0.5  # type: ignore[attr-defined]
    module.weights = vector(1, 2, 3)  # type: ignore[attr-defined]
    rebind(NUMBER=module)()
    check(lambda x: x @ NUMBER.rate + NUMBER.weights, [
        lambda: setattr(module, "rate", 2.5), lambda: setattr(module, "weights", vector(3, 2, 1)),
    ], vector(1, 1, 1))  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        check(lambda x: ocean.exp(x), [lambda: patch.setattr(ocean, "exp", ocean.sin)], vector(1, 1, 1))


def test_settings() -> None:
    x = vector(1, 1, 1)

    def made(x: Any) -> Any:
        return x, ocean.zeros([2])

    check(made, [lambda: ocean.setDefaultDType(ocean.int8), lambda: ocean.setDefaultDType(ocean.double)], x)
    fused = check(lambda x: ocean.sqrt(x - 2), [], x)
    ocean.setDefaultMathMode("e")
    with pytest.raises(ValueError, match="nonnegative"):
        fused(x)


def test_containers_as_arguments() -> None:
    function = ocean.fuse(lambda parameters, x: x @ parameters["w"] + sum(parameters["rest"]))
    for step in range(5):
        parameters = {"w": vector(step, 1, 2), "rest": (vector(1, 1, step), 2.0)}
        same(function(parameters, vector(1, 1, 1)), parameters["w"] + sum(parameters["rest"]))
    assert function.owner.made == 1
    norm = ocean.fuse(lambda pair: ocean.sum(pair[0] @ pair[1]))  # nothing but what is in the tuple
    for step in range(3):
        assert norm((vector(step, 1, 2), vector(1, 1, 1))) == step + 3
    assert norm.owner.made == 1


def test_functions_as_arguments() -> None:
    apply = ocean.fuse(lambda function, x: function(x))
    for step in range(5):
        w = vector(step, 1, 2)
        same(apply(lambda x: x + w, vector(1, 1, 1)), w + 1)  # noqa: B023  called at once
    assert apply.owner.made == 1
    same(apply(ocean.negative, vector(1, 2, 3)), vector(-1, -2, -3))
    same(apply(lambda x: x @ 2, vector(1, 2, 3)), vector(2, 4, 6))


def test_tensors_that_share_memory() -> None:
    whole = vector(1, 2, 3, 4, 5, 6)
    views = {"a": whole[:3], "b": whole[3:]}

    def move(a: slice, b: slice) -> Callable[[], None]:
        return lambda: views.update(a=whole[a], b=whole[b])

    changes = [move(slice(3, 6), slice(0, 3)), move(slice(1, 4), slice(1, 4)), lambda: whole.fill(3.0)]
    check(lambda x: x + views["a"] @ 10 + views["b"], changes, vector(1, 1, 1))
    one = vector(1, 2, 3)
    twice = {"a": one, "b": one}
    check(lambda x: x + twice["a"] @ 10 + twice["b"], [
        lambda: twice.update(a=vector(4, 5, 6)), lambda: twice.update(b=vector(7, 8, 9)),
        lambda: twice.update(a=one, b=one),
    ], vector(1, 1, 1))  # fmt: skip
    # a view of what is outside, and the argument itself
    check(lambda x: x + OUTSIDE[::-1], [rebind(OUTSIDE=vector(3, 1, 2))], vector(1, 1, 1))
    function = ocean.fuse(lambda x: x @ OUTSIDE)
    for _ in range(3):
        same(function(OUTSIDE), OUTSIDE @ OUTSIDE)
        OUTSIDE[0] = OUTSIDE[0] + 1


def test_tensors_that_change_their_layout() -> None:
    changes = [
        lambda: OUTSIDE.byteswap() if ocean.cpu is layouts.device else None, rebind(OUTSIDE=vector(1, 9, 2, 9, 3, 9)[::2]),
        rebind(OUTSIDE=vector(3, 2, 1)[::-1]),
    ]  # fmt: skip
    check(lambda x: x + OUTSIDE, changes, vector(1, 1, 1))


def test_arrays_too() -> None:
    rebind(OUTSIDE=onp.asarray([1.0, 2.0, 3.0]))()

    def put() -> None:
        OUTSIDE[1] = 50.0

    x = onp.asarray([1.0, 1.0, 1.0])
    for function in (
        lambda x: x * OUTSIDE, lambda x: x + OUTSIDE * 2, lambda x: x + OUTSIDE[0], lambda x: x + OUTSIDE.max(),
        lambda x: x + onp.sort(OUTSIDE), lambda x: x[None] @ onp.stack([OUTSIDE, OUTSIDE]).T,
    ):  # fmt: skip
        check(function, [put, rebind(OUTSIDE=onp.asarray([7.0, 8.0, 9.0]))], x, fuse=onp.fuse)
        rebind(OUTSIDE=onp.asarray([1.0, 2.0, 3.0]))()


def test_numpy_arrays() -> None:
    given = numpy.array([1.0, 2.0, 3.0])
    rebind(OUTSIDE=given)()

    def put() -> None:
        OUTSIDE[1] = 50.0

    for function in (lambda x: x + OUTSIDE, lambda x: x + float(OUTSIDE.sum()), lambda x: x + numpy.exp(OUTSIDE)):
        check(function, [put, rebind(OUTSIDE=given * 2)], vector(1, 1, 1))
        rebind(OUTSIDE=given)()
    for large in (numpy.ones(100_000), numpy.ones((3, 40_000))):  # these are not compared on each call
        rebind(OUTSIDE=large)()

        def put_last(large: Any = large) -> None:
            large.flat[-1] += 1

        fused = check(lambda x: x + float(OUTSIDE.sum()), [put_last, put_last], vector(1, 1, 1))
        with pytest.raises(TypeError, match="cannot be fused"):
            fused.explain(vector(1, 1, 1))


def test_other_mutable_things() -> None:
    table, line = bytearray(b"abc"), collections.deque([1.0, 2.0])
    numbers, variable, waiting = array.array("d", [1.0, 2.0]), contextvars.ContextVar("variable", default=1.0), queue.Queue()
    for step in range(50):
        waiting.put(step)
    check(lambda x: x + table[0], [lambda: table.__setitem__(0, 7)], vector(1, 1, 1))
    check(lambda x: x + line[0], [lambda: line.appendleft(7.0), lambda: line.__setitem__(0, 9.0)], vector(1, 1, 1))
    check(lambda x: x + numbers[0], [lambda: numbers.__setitem__(0, 7.0)], vector(1, 1, 1))
    check(lambda x: x + variable.get(), [lambda: variable.set(7.0) and None], vector(1, 1, 1))
    taken = ocean.fuse(lambda x: x @ waiting.get())
    assert [float(taken(vector(1))[0]) for _ in range(4)] == [0, 1, 2, 3]


# --- What cannot be compared -------------------------------------------------------------------------------------


def test_random_numbers_are_drawn_each_time_in_the_same_order() -> None:
    def noisy(x: Any) -> Any:
        return x + ocean.random.uniform([3]) @ ocean.random.normal([3])

    x = vector(1, 1, 1)
    ocean.random.seed(3)
    wanted = [noisy(x) for _ in range(4)]
    ocean.random.seed(3)
    fused = ocean.fuse(noisy)
    same([fused(x) for _ in range(4)], wanted)
    generator = ocean.random.generator(5)
    own = ocean.fuse(lambda x: x + generator.uniform([3]))
    got = [read(own(x)).tolist() for _ in range(3)]
    again = ocean.random.generator(5)
    assert got == [read(x + again.uniform([3])).tolist() for _ in range(3)]
    rng = onp.random.default_rng(1)
    drawn = [read(onp.fuse(lambda x: x + rng.random(3))(onp.ones(3))).tolist() for _ in range(3)]
    assert len({tuple(each) for each in drawn}) == 3


@pytest.mark.parametrize("name", ["random", "method", "clock", "iterator", "numpy", "file", "globals"])
def test_what_is_different_each_time_is_not_traced(name: str) -> None:
    numbers, source = itertools.count(), random.Random(1)
    generator = numpy.random.default_rng(1)
    functions: dict[str, Callable[[Any], Any]] = {
        "random": lambda x: x + random.random(), "method": lambda x: x + source.random(),
        "clock": lambda x: x + time.perf_counter(), "iterator": lambda x: x + next(numbers),
        "numpy": lambda x: x + generator.random(), "file": lambda x: x + (open(__file__).fileno() >= 0) + next(numbers),  # noqa: SIM115
        "globals": lambda x: x + globals()["NUMBER"],
    }  # fmt: skip
    fused, found = ocean.fuse(functions[name]), set()
    for step in range(3):
        rebind(NUMBER=step)()
        found.add(tuple(read(fused(vector(1, 1, 1))).tolist()))
    assert len(found) == 3


def test_writing_outside_happens_in_every_call() -> None:
    log = vector(0, 0, 0)

    def function(x: Any) -> Any:
        log[0] = log[0] + 1
        return x + 1

    fused = ocean.fuse(function)
    for _ in range(3):
        same(fused(vector(1, 1, 1)), vector(2, 2, 2))
    assert log[0] == 3
    whole = ocean.fuse(lambda x: log.fill(5.0) or x + 1)
    whole(vector(1, 1, 1))
    log.fill(0.0)
    whole(vector(1, 1, 1))
    assert log[1] == 5


def test_counters_of_the_function_itself() -> None:
    counter = types.SimpleNamespace(n=0)

    def function(x: Any) -> Any:
        counter.n += 1
        return x @ counter.n

    fused = ocean.fuse(function)
    assert [float(fused(vector(1))[0]) for _ in range(4)] == [1, 2, 3, 4]

    def with_integer(x: Any, n: int) -> Any:
        counter.n += 1
        return x @ n @ counter.n if n < 9 else x + float(OUTSIDE[0])

    counter.n, fused = 0, ocean.fuse(with_integer)
    assert [float(fused(vector(1), n)[0]) for n in (2, 3, 9, 9, 2)] == [2, 6, 2, 2, 10] and counter.n == 5


def test_warnings_say_what_and_where() -> None:
    ocean.setWarningMode(2)
    function = ocean.fuse(lambda x: x + OUTSIDE * 2)
    with pytest.warns(RuntimeWarning, match=r"without being fused: it uses the elements .*: the global 'OUTSIDE' \(at .*test_guards"):
        function(vector(1, 1, 1))
    with pytest.raises(TypeError, match="cannot be fused"):
        function.explain(vector(1, 1, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function(vector(1, 1, 1))  # once is enough


def test_many_traces_warn_once_and_say_what_changed() -> None:
    ocean.setWarningMode(2)
    function = ocean.fuse(lambda x, how: x if how == "none" else x + len(how))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for step in range(12):
            function(vector(1), "a" * step)
    told = [str(each.message) for each in caught]
    assert len(told) == 1 and "traced 9 times" in told[0] and "the argument 'how' was 'aaaaaaa' and is 'aaaaaaaa' now" in told[0]
    closure = 0.0
    function = ocean.fuse(lambda x: x @ closure)
    with pytest.warns(RuntimeWarning, match="the variable 'closure' of .* was 7.5 and is 8.5"):
        for step in range(12):
            closure = step + 0.5
            function(vector(1))


# --- Found by readers of the page ---------------------------------------------------------------------------------


def test_indices_from_outside() -> None:
    for key in (ocean.asTensor([1, 2]), ocean.asTensor([True, False, True]), onp.asarray([1, 2])):
        rebind(OUTSIDE=key)()

        def put() -> None:
            OUTSIDE[0] = 0

        def take(x: Any) -> Any:
            return x[OUTSIDE]

        other = key.clone() if isinstance(key, ocean.tensor) else key.copy()
        x = vector(1, 2, 3) if isinstance(key, ocean.tensor) else onp.asarray([1.0, 2.0, 3.0])
        check(take, [put, rebind(OUTSIDE=other)], x, fuse=ocean.fuse if isinstance(key, ocean.tensor) else onp.fuse)


def test_parents_of_classes() -> None:
    class Base:
        k = 2.0

        def f(self, x: Any) -> Any:
            return x @ NUMBER + self.k

        @property
        def w(self) -> Any:
            return OUTSIDE

    class Child(Base):
        def f(self, x: Any) -> Any:
            return super().f(x) + super().w

        @property
        def w(self) -> Any:
            return 0

    rebind(NUMBER=2.0)()
    check(Child().f, [
        rebind(NUMBER=5.0), lambda: setattr(Base, "k", 7.0), rebind(OUTSIDE=vector(4, 5, 6)),
        lambda: setattr(Base, "f", lambda self, x: x - self.k),
    ], vector(1, 1, 1))  # fmt: skip


def test_names_that_are_computed() -> None:
    module, name = types.ModuleType("more_settings_of_mine"), "rate"
    module.rate = 2.0  # type: ignore[attr-defined]
    for function in (
        lambda x: x @ getattr(module, name), lambda x: x @ vars(module)["rate"], lambda x: x @ module.__dict__[name],
        lambda x: x @ operator.attrgetter("rate")(module),
    ):  # fmt: skip
        module.rate = 2.0  # type: ignore[attr-defined]
        check(function, [lambda: setattr(module, "rate", 9.0)], vector(1, 1, 1))


def test_clocks_files_and_caches(tmp_path: Any) -> None:
    place = tmp_path / "number.txt"
    place.write_text("1")
    for function in (
        lambda x: x @ float(place.read_text()), lambda x: x @ os.path.getsize(place), lambda x: x @ float(numpy.loadtxt(place)),
        lambda x: x @ len(os.listdir(tmp_path)),
    ):  # fmt: skip
        place.write_text("1")
        check(function, [lambda: place.write_text("25") and None, lambda: (tmp_path / f"{len(os.listdir(tmp_path))}").touch()], vector(1, 1, 1))
    for changing in (
        lambda x: x @ datetime.datetime.now().timestamp(), lambda x: x @ uuid.uuid4().int, lambda x: x @ secrets.randbelow(1 << 40),
        lambda x: x @ int.from_bytes(os.urandom(6), "big"),
    ):  # fmt: skip
        fused = ocean.fuse(changing)
        assert float(fused(vector(1))[0]) != float(fused(vector(1))[0])

    @functools.lru_cache
    def remembered(n: float) -> Any:
        return n * NUMBER

    rebind(NUMBER=2.0)()
    check(lambda x: x @ remembered(1.0), [rebind(NUMBER=5.0), remembered.cache_clear], vector(1, 1, 1))


def test_errors_that_the_function_catches() -> None:
    def function(x: Any) -> Any:
        try:
            return x @ float(x[0])
        except Exception:
            return x @ -1

    check(function, [], vector(3, 2, 1))


def test_types_and_texts_of_numbers() -> None:
    for function in (
        lambda x, p: x @ 2 if isinstance(p, float) else x @ 3, lambda x, p: x @ len(f"{p}"), lambda x, p: x @ len(str(p)),
        lambda x, p: (x + 1, f"rate={p}"), lambda x, p: x @ 2 if type(p) is float else x,
    ):  # fmt: skip
        fused = ocean.fuse(function)
        for p in (0.5, 0.25, 2, 1.5, 2j, True):
            same(fused(vector(1, 2, 3), p), function(vector(1, 2, 3), p))


def test_results_that_are_stored() -> None:
    holder, table = types.SimpleNamespace(last=None, mean=vector(0, 0, 0)), {"last": vector(0, 0, 0)}

    def stores(x: Any) -> Any:
        holder.last = x @ 2
        return holder.last + 1

    def puts(x: Any) -> Any:
        table["last"] = table["last"] + x
        return table["last"] @ 2

    def moves(x: Any) -> Any:
        holder.mean += 0.5 @ x
        return x - holder.mean

    for function in (stores, puts, moves):
        holder.mean, table["last"] = vector(0, 0, 0), vector(0, 0, 0)
        wanted = [function(vector(k, 1, 2)) for k in range(4)]
        kept = [holder.last, holder.mean, table["last"]]
        holder.mean, table["last"] = vector(0, 0, 0), vector(0, 0, 0)
        fused = ocean.fuse(function)
        same([fused(vector(k, 1, 2)) for k in range(4)], wanted)
        same([holder.last, holder.mean, table["last"]], kept)


# --- Integers ----------------------------------------------------------------------------------------------------

WHOLE: list[Callable[[Any, Any], Any]] = [
    lambda x, n: x + n, lambda x, n: n - x, lambda x, n: x @ n + n, lambda x, n: ocean.maximum(x, n),
    lambda x, n: x // n if isinstance(n, int) and n else x, lambda x, n: x > n, lambda x, n: x ** n if 0 <= n < 9 else x,
    lambda x, n: x + 2 * n, lambda x, n: x + n // 3, lambda x, n: ocean.where(x > n, x, n), lambda x, n: (x + 1, n),
    lambda x, n: x[n % 3], lambda x, n: sum([x] * (abs(n) % 4), x), lambda x, n: ocean.sum(x @ n), lambda x, n: x - f"{n}".count("1"),
    lambda x, n: ocean.bitwiseAnd(x, n) if not x.dtype.isfloat else x, lambda x, n: ocean.int8(x) + n, lambda x, n: x / n if n else x,
]  # fmt: skip
INTEGERS = [0, 1, 2, 3, -1, 100, 127, 128, -128, -129, 200, 255, 256, 2048, 2049, -2048, -2049, 32767, 32768, -32768, -32769,
            65535, 65536, 1 << 24, (1 << 24) + 1, -(1 << 24) - 1, (1 << 31) - 1, 1 << 31, -(1 << 31), -(1 << 31) - 1,
            (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, 1 << 63, -(1 << 63), (1 << 64) - 1]  # fmt: skip


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except (TypeError, ValueError, OverflowError, IndexError) as error:
        return re.sub(r" \(at .*", "", str(error))


@pytest.mark.parametrize("number", range(len(WHOLE)))
@pytest.mark.parametrize("kind", [ocean.uint8, ocean.int16, ocean.int64, ocean.half, ocean.double], ids=lambda each: each.name)
def test_integers_are_operands(kind: Any, number: int) -> None:
    """Every integer has the dtype and the value that it has without fuse, whatever came before it."""
    function, x = WHOLE[number], kind(vector(1, 2, 3))
    fused = ocean.fuse(function, strict=True)
    for n in INTEGERS:
        same(outcome(fused, x, n), outcome(function, x, n))


@pytest.mark.parametrize("kind", ["u1", "i2", "i8", "f4", "f8"])
def test_integers_are_operands_beside_arrays(kind: str) -> None:
    x = onp.asarray(numpy.array([1, 2, 3], kind))
    for function in (
        lambda x, n: x + n, lambda x, n: x * n - n, lambda x, n: onp.maximum(x, n), lambda x, n: x > n, lambda x, n: x ** n,
        lambda x, n: onp.where(x > 1, x, n), lambda x, n: x[n % 3], lambda x, n: onp.full(n % 5, 2.0) + x.sum(),
        lambda x, n: x / (n or 1), lambda x, n: 2 * n + x,
    ):  # fmt: skip
        fused = onp.fuse(function, strict=True)
        for n in INTEGERS:
            wanted, got = outcome(function, x, n), outcome(fused, x, n)
            same(got, wanted)


def test_integers_need_few_traces() -> None:
    function, x = ocean.fuse(lambda x, n, axis: ocean.sum(ocean.exp(x) @ n, axis)), layouts.device(ocean.ones([3, 4]))
    for n in range(300):
        numpy.testing.assert_allclose(read(function(x, n, n % 2)), read(ocean.sum(ocean.exp(x) @ n, n % 2)))
    assert function.owner.made <= 8  # integers are exact up to 127, 255, 256 and 2048 in the dtypes that there are, with each axis


# --- Functions without a decorator --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["reduce_range", "slide", "transform", "reduce_binary"])
def test_functions_that_are_given_away(how: str) -> None:
    x = vector(1, 2, 3, 4)
    rebind(NUMBER=2.0, OUTSIDE=vector(1, 2), SETTINGS={"w": 3.0})()
    holder = types.SimpleNamespace(k=1.0)

    def run() -> Any:
        if how == "reduce_range":
            return ocean.reduce_range(x, lambda r: ocean.sum(r) @ NUMBER + holder.k + SETTINGS["w"])
        if how == "slide":
            return ocean.slide(x, lambda w: ocean.sum(w @ OUTSIDE) @ NUMBER + holder.k + SETTINGS["w"], 0, 2)
        if how == "transform":
            y = x.clone()
            ocean.transform(y, lambda r: r @ NUMBER + holder.k + SETTINGS["w"], 0)
            return y
        return ocean.reduce_binary(x, lambda a, b: a + b @ NUMBER + holder.k + SETTINGS["w"])

    def wanted() -> Any:
        number, k, w, v = NUMBER, holder.k, SETTINGS["w"], read(x)
        if how == "reduce_range":
            return v.sum() * number + k + w
        if how == "slide":
            o = read(OUTSIDE)
            return [(v[i:i + 2] * o).sum() * number + k + w for i in range(3)]
        if how == "transform":
            return v * number + k + w
        return functools.reduce(lambda a, b: a + b * number + k + w, v)

    for step in (
        lambda: None, rebind(NUMBER=5.0), lambda: setattr(holder, "k", 4.0), lambda: SETTINGS.update(w=1.0),
        lambda: OUTSIDE.fill(3.0), rebind(OUTSIDE=vector(5, 6)), rebind(SETTINGS={"w": 9.0}), lambda: x.fill(2.0),
    ):  # fmt: skip
        step()
        for _ in range(2):
            numpy.testing.assert_allclose(read(run()) if how in ("slide", "transform") else float(run()), wanted())


# --- All of it at random ------------------------------------------------------------------------------------------

VALUES = st.sampled_from([0.5, -0.0, 0.0, 3, 300, True, "tensor", "other", "half", "list", "numpy"])


@given(st.lists(st.tuples(st.sampled_from(["global", "attribute", "item", "cell", "place"]), VALUES), max_size=8))
def test_changes_at_random(steps: list[tuple[str, Any]]) -> None:
    holder, table, cell, x = types.SimpleNamespace(v=1.0), {"v": 1.0}, 1.0, vector(1, 2, 3)
    rebind(OUTSIDE=1.0)()

    def function(x: Any) -> Any:
        return ((x + OUTSIDE) @ holder.v + table["v"]) - cell

    fused = ocean.fuse(function)
    made = {
        "tensor": lambda: vector(1, 2, 3), "other": lambda: vector(4), "half": lambda: ocean.half([1, 2, 3]),
        "list": lambda: [1.0, 2.0, 3.0], "numpy": lambda: numpy.array([2.0, 3.0, 4.0]),
    }  # fmt: skip
    for where, value in steps:
        new = made[value]() if isinstance(value, str) else value
        if where == "global":
            rebind(OUTSIDE=new)()
        elif where == "attribute":
            holder.v = new
        elif where == "item":
            table["v"] = new
        elif where == "cell":
            cell = new
        elif isinstance(holder.v, ocean.tensor):
            holder.v.fill(11)
        same(fused(x), function(x))


@pytest.mark.host_only("threads share the library")
def test_threads_with_values_of_their_own() -> None:
    """A trace in one thread does not see what another one computes."""
    wrong: list[Any] = []

    def work(seed: int) -> None:
        w = vector(seed, seed, seed)
        function = ocean.fuse(lambda x: x + w)
        for step in range(30):
            w = vector(seed + step, 1, 2)
            if (function(vector(1, 1, 1)) != w + 1).any() or function.owner.made > 1:
                wrong.append(seed)

    together(*(functools.partial(work, seed) for seed in range(8)))
    assert not wrong


@pytest.mark.host_only("starts a process")
def test_a_training_loop_learns() -> None:
    code = textwrap.dedent("""
        import ocean
        w = ocean.asTensor([0.0, 0.0])
        X = ocean.asTensor([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]], "R")
        y = ocean.asTensor([5.0, 5.0, 2.0])

        @ocean.fuse
        def gradient():
            return X.T * (X * w - y)

        @ocean.fuse
        def step(g):
            return w - 0.05 @ g

        for _ in range(500):
            w = step(gradient())
        print(*(round(float(each), 3) for each in w))
    """)
    found = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    assert found.stdout.split() == ["1.0", "2.0"], found.stderr


def test_objects_that_look_things_up_themselves() -> None:
    known = {"k": 1.0}

    class Asking:
        def __getattr__(self, name: str) -> Any:
            return known[name]

    class Counted(collections.UserDict[str, float]):
        pass

    def swap(k: float) -> Callable[[], None]:
        return lambda: known.update(k=k)

    module = types.ModuleType("settings_that_are_asked_for")
    module.__getattr__ = lambda name: known[name]  # type: ignore[method-assign]
    counted = Counted(k=1.0)
    get, item = known.get, [1.0].__getitem__
    vector_of = numpy.frompyfunc(lambda x: x * known["k"], 1, 1)
    number, place = ctypes.c_double(1.0), (ctypes.c_double * 2)(1.0)
    asking = Asking()
    changes = [swap(2.0), swap(3.0), swap(5.0)]
    for function in (
        lambda x: x @ get("k"), lambda x: x @ known.__getitem__("k"), lambda x: x @ vector_of(2.0), lambda x: x @ asking.k,
        lambda x: x @ module.k,
    ):  # fmt: skip
        check(function, [swap(1.0), *changes], vector(1, 1, 1))
    assert item(0) == 1
    check(lambda x: x @ counted["k"], [functools.partial(counted.__setitem__, "k", k) for k in (2.0, 3.0)], vector(1, 1, 1))
    check(lambda x: x @ number.value, [functools.partial(setattr, number, "value", k) for k in (2.0, 3.0)], vector(1, 1, 1))
    check(lambda x: x @ place[0], [functools.partial(place.__setitem__, 0, k) for k in (2.0, 3.0)], vector(1, 1, 1))


def test_attributes_by_computed_names_that_change_twice() -> None:
    class Model:
        k = 1.0

    model, getter = Model(), operator.attrgetter("k")
    changes = [functools.partial(setattr, model, "k", k) for k in (2.0, 3.0, 4.0)]
    for function in (
        lambda x: x @ getter(model), lambda x: x @ object.__getattribute__(model, "k"),
        lambda x: x @ inspect.getattr_static(model, "k"),
    ):  # fmt: skip
        model.k = 1.0
        check(function, changes, vector(1, 1, 1))


def test_classes_that_get_other_parents_or_attributes() -> None:
    class One:
        k = 1.0

    class Two:
        k = 2.0

    class Child(One):
        pass

    child = Child()
    changes = [
        lambda: setattr(Child, "__bases__", (Two,)), lambda: setattr(Child, "k", 3.0), lambda: setattr(Child, "k", 4.0),
    ]  # fmt: skip
    for function in (lambda x: x @ child.k, lambda x: x @ Child.k):
        Child.__bases__ = (One,)
        check(function, changes, vector(1, 1, 1))
        del Child.k  # type: ignore[attr-defined]


def test_settings_of_other_modules() -> None:
    for read_it, write in (
        (lambda: decimal.getcontext().prec, lambda n: setattr(decimal.getcontext(), "prec", n)),
        (lambda: gc.get_threshold()[0], lambda n: gc.set_threshold(n)),
        (lambda: numpy.get_printoptions()["precision"], lambda n: numpy.set_printoptions(precision=n)),
        (lambda: onp.get_printoptions()["precision"], lambda n: onp.set_printoptions(precision=n)),
    ):  # fmt: skip
        former = read_it()
        try:
            check(lambda x, asked=read_it: x @ float(asked()), [functools.partial(write, former + k) for k in (1, 2)], vector(1, 1, 1))
        finally:
            write(former)


def test_settings_of_floating_point_errors() -> None:
    fused = onp.fuse(lambda x: x * (2 if onp.geterr()["over"] == "raise" else 1))
    assert fused(onp.ones(1))[0] == 1
    with onp.errstate(over="raise"):
        assert fused(onp.ones(1))[0] == 2
    assert fused(onp.ones(1))[0] == 1


@pytest.mark.parametrize("name", ["message", "record", "normal", "alias", "child"])
def test_clocks_and_chance_that_python_asks_for_the_function(name: str) -> None:
    now, normal = datetime.datetime.now, statistics.NormalDist()

    class Moment(datetime.datetime):
        pass

    functions: dict[str, Callable[[Any], Any]] = {
        "message": lambda x: x @ hash(email.utils.make_msgid()), "normal": lambda x: x @ normal.samples(1)[0],
        "record": lambda x: x @ logging.LogRecord("", 1, "", 1, "", (), None).created, "alias": lambda x: x @ now().timestamp(),
        "child": lambda x: x @ Moment.now().timestamp(),
    }  # fmt: skip
    fused = ocean.fuse(functions[name])
    assert float(fused(vector(1))[0]) != float(fused(vector(1))[0])


def test_dates_of_numpy_that_are_now() -> None:
    ocean.setWarningMode(2)
    fused = ocean.fuse(lambda x: x @ float(numpy.datetime64("now").astype("i8")))
    with pytest.warns(RuntimeWarning, match="datetime64"):
        fused(vector(1))


def tokenize_text(place: str) -> str:
    with tokenize.open(place) as stream:
        return stream.read()


def test_files_that_libraries_read(tmp_path: Any) -> None:
    place, raw = str(tmp_path / "number.txt"), str(tmp_path / "number.bin")

    def write(number: float) -> None:
        with open(place, "w") as stream:
            stream.write(str(number))
        numpy.array([number]).tofile(raw)
        linecache.clearcache()

    for function in (
        lambda x: x @ float(onp.loadtxt(place)), lambda x: x @ float(onp.genfromtxt(place)), lambda x: x @ float(onp.fromfile(raw)[0]),
        lambda x: x @ float(linecache.getline(place, 1)), lambda x: x @ float(tokenize_text(place)),
    ):  # fmt: skip
        write(1.0)
        check(function, [functools.partial(write, 2.0), functools.partial(write, 3.0)], vector(1, 1, 1))


@pytest.mark.host_only("NumPy's arrays are on the host")
def test_arrays_of_objects_and_masked_arrays() -> None:
    objects = numpy.array([1.0, None], object)
    masked = numpy.ma.array([1.0, 2.0], mask=[False, False])
    check(lambda x: x @ objects[0], [functools.partial(objects.__setitem__, 0, float(k)) for k in range(2, 9)], vector(1, 1, 1))
    check(lambda x: x @ float(masked.sum()), [lambda: setattr(masked, "mask", [True, False])], vector(1, 1, 1))


def test_attributes_of_subclasses_of_arrays() -> None:
    class Scaled(onp.ndarray):  # type: ignore[misc]
        k = 1.0

        def times(self) -> float:
            return 2 * self.k

    scaled = onp.ones(2).view(Scaled)
    x = onp.ones(3)
    changes = [functools.partial(setattr, scaled, "k", k) for k in (2.0, 3.0)]
    for function in (lambda x: x * scaled.k, lambda x: x * scaled.times()):
        check(function, changes, x, fuse=onp.fuse)


def test_compiled_functions_of_other_packages() -> None:
    torch = pytest.importorskip("torch")
    wrapt = pytest.importorskip("wrapt")
    fused = ocean.fuse(lambda x: x @ torch.rand(1).item())
    assert float(fused(vector(1))[0]) != float(fused(vector(1))[0])
    times = [1.0]

    @wrapt.decorator
    def scaled(function: Any, instance: Any, args: Any, named: Any) -> Any:
        return function(*args) @ times[0]

    @scaled
    def moved(x: Any) -> Any:
        return x + 1

    check(lambda x: moved(x), [functools.partial(times.__setitem__, 0, k) for k in (2.0, 3.0)], vector(1, 1, 1))

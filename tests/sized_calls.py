"""Calls of one class that follow each other with other sizes: what they give, what NumPy gives, and the same in a process
that knows no plan.

A call is data, from which its operands, the call and its result follow. A family is some calls that differ in sizes
alone: the operation, dtypes, byte orders, the number of dimensions and how operands lie are the same.

    python sized_calls.py device < pickled calls > pickled results

does calls in a process of its own, each after all plans are forgotten.
"""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import layouts
import numpy as np
from layouts import BEYOND, DTYPES, LAYOUTS, NUMPY, TARGETS, Sample, place, read, sample, surroundings, to_bytes
from mirror import mirrors
from ops.test_elementwise import COMPLEX_ROUNDED, ORACLES, agree, expected
from oracles import cast
from tensor.test_reduce import near, oracle, result_dtype, size_of_sum

import ocean
import ocean.numpy as onp
from ocean._src.core.objects.tensor import call_operation, forget_plans
from ocean._src.ops.dispatch import OPERATIONS, typing_of
from ocean._src.ops.table import ROWS
from ocean._src.tensor.reduce import FUNCTIONS

Array = np.ndarray[Any, Any]
BY_NAME = {each.name: each for each in DTYPES}
DEVICES = {"cpu": ocean.cpu, "mirror0": mirrors[0]}
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 40, 63, 65, 100, 127, 129, 257, 1000]
MOST = 3000
"""Elements of an operand."""


class Scattered(NamedTuple):
    """How an operand lies, for any size: which dimension is how near in memory, gaps between elements, directions, which
    dimensions repeat one element, bytes too many, and the byte order."""

    order: tuple[int, ...]
    gaps: tuple[int, ...]
    signs: tuple[int, ...]
    repeated: tuple[bool, ...]
    odd: int
    swapped: bool


class Call(NamedTuple):
    """`thin`: dimensions in which each operand has length one and is broadcast."""

    kind: str
    name: str
    dtypes: tuple[str, ...]
    forms: tuple[str | Scattered, ...]
    thin: tuple[tuple[bool, ...], ...]
    axes: tuple[int, ...]
    seed: int
    size: tuple[int, ...]


class Given(NamedTuple):
    """What a call works on; `wanted` compares a result with NumPy's."""

    act: Callable[[], Any]
    wanted: Callable[[Any], None]


# --- Operands ---------------------------------------------------------------------------------------------------------


def operand(call: Call, k: int, special: bool = True, small: bool = False) -> Sample:
    """An operand of a call. With `small` its values are integers of few digits, whose sums are exact in all dtypes."""
    form, kind = call.forms[k], BY_NAME[call.dtypes[k]]
    size = tuple(1 if thin else n for n, thin in zip(call.size, call.thin[k], strict=True))
    if isinstance(form, str) and not small:
        return sample(form, kind, size, call.seed + k, special)
    if isinstance(form, str):
        form = plain(form, len(size))
    few = tuple(min(1, n) if again else n for n, again in zip(size, form.repeated, strict=True))
    numbers = digits(kind, few, call.seed + k) if small else layouts.values(kind, few, call.seed + k, special)
    strides, step = [0] * len(size), kind.size + form.odd
    for d in form.order:
        if not form.repeated[d]:
            step *= form.gaps[d]
            strides[d] = form.signs[d] * step
            step *= max(1, size[d])
    made = place(np.broadcast_to(numbers, size), kind, strides, form.odd, form.swapped)
    return Sample(made.tensor, read(made.tensor)) if kind in BEYOND else made


def plain(name: str, rank: int) -> Scattered:
    """One of the layouts of all tests, as something that lies like it."""
    order = tuple(range(rank))
    return Scattered(
        order[::-1] if name in ("row_major", "wild") else order,
        (2 if name == "strided" else 1,) * rank,
        tuple(-1 if name == "negative" or (name == "wild" and d % 2) else 1 for d in order),
        tuple((name, d) in (("zero_stride", rank - 1), ("inner_zero_stride", 0)) for d in order),
        int(name in ("unaligned", "wild")),
        name in ("byteswapped", "wild"),
    )


def digits(kind: ocean.dtype, size: tuple[int, ...], seed: int) -> Array:
    numbers = np.random.default_rng([seed, *size]).integers(-4, 5, size)
    return (numbers % 2 if kind is ocean.bool else abs(numbers) if kind.name.startswith("u") else numbers).astype(NUMPY[kind])


def random_form(pick: random.Random, rank: int, target: bool = False) -> str | Scattered:
    if pick.random() < 0.4:
        return pick.choice(TARGETS if target else list(LAYOUTS))
    order = list(range(rank))
    if pick.random() < 0.6:
        pick.shuffle(order)
    repeats = 0.0 if target else pick.choice([0, 0, 0.3])
    return Scattered(
        tuple(order),
        tuple(pick.choice([1, 1, 1, 2, 3]) for _ in order),
        tuple(pick.choice([1, 1, 1, -1]) for _ in order),
        tuple(pick.random() < repeats for _ in order),
        pick.choice([0, 0, 0, 1]),
        pick.random() < 0.2,
    )


def random_size(pick: random.Random, rank: int) -> tuple[int, ...]:
    """Lengths of all kinds, not too many elements, none in few cases."""
    size, left = [], MOST
    for _ in range(rank):
        length = 0 if pick.random() < 0.02 else pick.choice([each for each in LENGTHS if each <= max(1, left)])
        size.append(length)
        left //= max(1, length)
    pick.shuffle(size)
    return tuple(size)


# --- Kinds of calls ---------------------------------------------------------------------------------------------------


def elementwise(call: Call) -> Given:
    """A row, into a new tensor (with as many forms as operands) or into a given one, whose gaps stay as they are."""
    row, kinds = ROWS[call.name], tuple(BY_NAME[each] for each in call.dtypes[: ROWS[call.name].arity])
    result = typing_of(row, kinds).result
    special = not (call.name in COMPLEX_ROUNDED and result.isfloat)  # infinities have many answers there
    given = [operand(call, k, special) for k in range(row.arity)]
    operands = tuple(each.tensor for each in given)

    def act() -> Any:
        if len(call.forms) == row.arity:
            return call_operation(OPERATIONS[call.name], operands)
        out = operand(call._replace(dtypes=(*call.dtypes[: row.arity], result.name)), row.arity).tensor
        around = surroundings(out) if out.nelem else None
        call_operation(OPERATIONS[call.name], operands, out)
        assert around is None or (surroundings(out) == around).all()
        return out

    def wanted(got: Any) -> None:
        values, kind = expected(call.name, [each.values for each in given], kinds)
        if call.name not in ("power", "floorDivide") or not kind.iscomplex:
            agree(call.name, read(got), np.broadcast_to(values, got.size), kind)

    return Given(act, wanted)


def casting(call: Call) -> Given:
    """A cast, by a new tensor or by a copy into a given one."""
    given, (source, target) = operand(call, 0), (BY_NAME[each] for each in call.dtypes)

    def act() -> Any:
        if call.name == "cast":
            return ocean.cast(given.tensor, target)
        out = operand(call, 1).tensor
        around = surroundings(out) if out.nelem else None
        if call.name == "copy":
            out.copy(given.tensor)
        else:
            out[...] = given.tensor
        assert around is None or (surroundings(out) == around).all()
        return out

    def wanted(got: Any) -> None:
        values = np.broadcast_to(cast(given.values, source, target), got.size)
        np.testing.assert_array_equal(read(got), values)

    return Given(act, wanted)


def reduction(call: Call) -> Given:
    kind, name = BY_NAME[call.dtypes[0]], call.name
    exact = not kind.isfloat or not name.startswith(("prod", "mean", "var", "stdev", "ptp"))
    given = operand(call, 0, special=exact)

    keepdims = call.seed % 2 == 0

    def act() -> Any:
        return FUNCTIONS[name](given.tensor, list(call.axes), keepdims)

    def wanted(got: Any) -> None:
        result, kept = result_dtype(name, kind), tuple(1 if d in call.axes else n for d, n in enumerate(call.size))
        if result.isfloat and name.startswith(("prod", "ptp")):
            assert got.dtype is result  # numbers that are infinite on the way have many answers
            return
        with np.errstate(all="ignore"):
            answer = np.asarray(oracle(name, given.values, kind, call.axes)).reshape(got.size)
            scale = np.asarray(size_of_sum(name, given.values, call.axes))
            if name.startswith(("var", "stdev")):
                largest = np.abs(given.values.astype(complex)).max()
                scale = largest**2 if name.startswith("var") else largest
        scale = 8 * scale  # NumPy adds up along outer dimensions one after the other
        near(whole(read(got)), whole(answer), result, scale.reshape(got.size) if np.ndim(scale) else scale)
        assert got.size == (kept if keepdims else tuple(n for d, n in enumerate(call.size) if d not in call.axes))

    return Given(act, wanted)


def whole(values: Array) -> Array:
    """Complex numbers with a part that is NaN, as one kind of NaN: which one comes out is not said."""
    return np.where(np.isnan(values), complex(np.nan, np.nan), values).astype(values.dtype) if values.dtype.kind == "c" else values


def written(target: Any, key: Any, value: Any) -> Any:
    target[key] = value
    return target


def added(target: Any, value: Any) -> Any:
    target += value
    return target


Template = Callable[[Any, Any, Any, int], Any]
ARRAYS: dict[str, Template] = {
    "a + b": lambda np, a, b, d: a + b,
    "a - 2": lambda np, a, b, d: a - 2,
    "3 * a": lambda np, a, b, d: 3 * a,
    "a * b": lambda np, a, b, d: a * b,
    "a > 1": lambda np, a, b, d: a > 1,
    "a == b": lambda np, a, b, d: a == b,
    "where": lambda np, a, b, d: np.where(a > b, a, b),
    "where number": lambda np, a, b, d: np.where(a > 1, a, 0),
    "clip": lambda np, a, b, d: np.clip(a, 1, 3),
    "abs": lambda np, a, b, d: abs(a),
    "maximum": lambda np, a, b, d: np.maximum(a, b),
    "astype": lambda np, a, b, d: a.astype("f4"),
    "copy": lambda np, a, b, d: a.copy(),
    "copy transposed": lambda np, a, b, d: a.T.copy(),
    "ravel": lambda np, a, b, d: a.ravel(),
    "+=": lambda np, a, b, d: added(a.copy(), b),
    "+= 1": lambda np, a, b, d: added(a.copy(), 1),
    "mask": lambda np, a, b, d: a[a > 1],
    "mask, three operations": lambda np, a, b, d: (a[a > 1] * 2 + 1) - 3,
    "mask = number": lambda np, a, b, d: written(a.copy(), a > 1, 1),
    "slice = array": lambda np, a, b, d: written(a.copy(), (..., slice(None, None, 2)), b[..., ::2]),
    "reversed = array": lambda np, a, b, d: written(a.copy(), (..., slice(None, None, -1)), b),
    "list": lambda np, a, b, d: a[[0, -1, 0]],
    "sum": lambda np, a, b, d: a.sum(),
    "sum of an axis": lambda np, a, b, d: a.sum(d),
    "sum, kept": lambda np, a, b, d: a.sum(d, keepdims=True),
    "sum of some axes": lambda np, a, b, d: a.sum(tuple(range(d + 1))),
    "mean": lambda np, a, b, d: a.mean(d),
    "var": lambda np, a, b, d: a.var(d),
    "max": lambda np, a, b, d: a.max(d),
    "argmax": lambda np, a, b, d: a.argmax(d),
    "argmin": lambda np, a, b, d: a.argmin(),
    "any": lambda np, a, b, d: (a > 2).any(d),
    "all": lambda np, a, b, d: (a > -3).all(),
    "count_nonzero": lambda np, a, b, d: np.count_nonzero(a, axis=d),
    "ptp": lambda np, a, b, d: np.ptp(a + 0, d),
    "prod": lambda np, a, b, d: np.prod(np.where(a > 0, 1, -1), d),
    "nansum": lambda np, a, b, d: np.nansum(a, d),
    "cumsum": lambda np, a, b, d: np.cumsum(a, d),
    "cumsum of all": lambda np, a, b, d: np.cumsum(a),
    "diff": lambda np, a, b, d: np.diff(a, axis=d),
    "flip": lambda np, a, b, d: np.flip(a) + b,
    "roll": lambda np, a, b, d: np.roll(a, 2, d) + b,
    "concatenate": lambda np, a, b, d: np.concatenate([a, b], d),
    "stack": lambda np, a, b, d: np.stack([a, b], d),
    "sort": lambda np, a, b, d: np.sort(a, d),
    "argsort": lambda np, a, b, d: np.argsort(a, d, kind="stable"),
    "unique": lambda np, a, b, d: np.unique(a),
    "median": lambda np, a, b, d: np.median(a, d),
    "percentile": lambda np, a, b, d: np.percentile(a, 30),
    "searchsorted": lambda np, a, b, d: np.searchsorted(np.sort(a.ravel()), b.ravel()),
    "repeat": lambda np, a, b, d: np.repeat(a, 2, d),
    "broadcast": lambda np, a, b, d: np.broadcast_to(a, (3, *a.shape)) + 1,
    "outer": lambda np, a, b, d: np.outer(a.ravel()[:40], b.ravel()[:50]),
    "convolve": lambda np, a, b, d: np.convolve(a.ravel(), b.ravel()[:7]),
    "dot": lambda np, a, b, d: a.ravel() @ b.ravel(),
    "rows @ rows": lambda np, a, b, d: a.reshape(-1, a.shape[-1]) @ b.reshape(-1, a.shape[-1])[:9].T,
    "collection @": lambda np, a, b, d: a[..., None, :] @ b[..., :, None],
    "matrix @ vector": lambda np, a, b, d: a @ b.ravel()[: a.shape[-1]],
    "einsum": lambda np, a, b, d: np.einsum("...i,...i->...", a, b),
    "exp": lambda np, a, b, d: np.exp(a),
    "sqrt": lambda np, a, b, d: np.sqrt(abs(a)),
    "std": lambda np, a, b, d: a.std(),
    "norm": lambda np, a, b, d: np.linalg.norm(a.ravel()),
    "fft": lambda np, a, b, d: np.fft.fft(a, axis=d),
    "histogram": lambda np, a, b, d: np.histogram(a, 7, (-5, 5))[0],
    "text": lambda np, a, b, d: str(a.tolist()),
}  # fmt: skip
"""Calls of `ocean.numpy`, which NumPy does as well; `d` is an axis."""


def array_call(call: Call) -> Given:
    given = [operand(call, k, small=True) for k in range(2)]
    operands = [onp.asarray(each.tensor) for each in given]
    act = ARRAYS[call.name]
    axis = call.axes[0] if call.axes else 0

    def wanted(got: Any) -> None:
        answer = act(np, *(each.values for each in given), axis)
        if isinstance(answer, str):
            assert got == answer
            return
        values, answer = on_host(got), np.asarray(answer)
        if call.name.startswith("cumsum") and answer.dtype == np.float16:  # NumPy rounds each sum, until they stand still
            answer = act(np, *(each.values.astype(float) for each in given), axis).astype(np.float16)
        assert values.shape == answer.shape and values.dtype.newbyteorder("=") == answer.dtype.newbyteorder("=")
        if answer.dtype.kind in "fc":
            unit = 64 * float(np.finfo(answer.dtype).eps)
            largest = max(1.0, float(np.max(abs(answer.astype(complex)), initial=0, where=np.isfinite(answer))))
            np.testing.assert_allclose(values, answer, unit, unit * largest)
        else:
            np.testing.assert_array_equal(values, answer)

    return Given(lambda: act(onp, *operands, axis), wanted)


def on_host(value: Any) -> Array:
    return np.asarray(value.to_device(ocean.cpu)) if isinstance(value, onp.ndarray) else np.asarray(value)


def of_columns(values: Array, mask: Array) -> Array:
    """Elements where a mask is true, in the order of tensors."""
    return values.T[mask.T]


TENSORS: dict[str, tuple[Callable[[Any, Any, int], Any], Callable[[Array, Array, int], Any]]] = {
    "a + 2": (lambda a, b, d: a + 2, lambda a, b, d: a + 2),
    "3 - a": (lambda a, b, d: 3 - a, lambda a, b, d: 3 - a),
    "a ** 2": (lambda a, b, d: a**2, lambda a, b, d: a**2),
    "a > 1": (lambda a, b, d: a > 1, lambda a, b, d: a > 1),
    "+=": (lambda a, b, d: added(a.copy("F"), b), lambda a, b, d: added(a.copy(), b)),
    "cumsum": (lambda a, b, d: ocean.cumsum(a, d), lambda a, b, d: np.cumsum(a, d)),
    "cumprod": (lambda a, b, d: ocean.cumprod(ocean.sign(a), d), lambda a, b, d: np.cumprod(np.sign(a), d)),
    "cummax": (lambda a, b, d: ocean.cummax(a, d), lambda a, b, d: np.maximum.accumulate(a, d)),
    "sort": (lambda a, b, d: ocean.sort(a, d), lambda a, b, d: np.sort(a, d)),
    "median": (lambda a, b, d: ocean.median(a, d), lambda a, b, d: np.median(a, d)),
    "unique": (lambda a, b, d: ocean.unique(a), lambda a, b, d: np.unique(a)),
    "concatenate": (lambda a, b, d: ocean.concatenate([a, b], d), lambda a, b, d: np.concatenate([a, b], d)),
    "diff": (lambda a, b, d: ocean.diff(a, axis=d), lambda a, b, d: np.diff(a, axis=d)),
    "flip": (lambda a, b, d: ocean.flip(a, d) + b, lambda a, b, d: np.flip(a, d) + b),
    "roll": (lambda a, b, d: ocean.roll(a, 2, d) + b, lambda a, b, d: np.roll(a, 2, d) + b),
    "mask": (lambda a, b, d: a[b > 1], lambda a, b, d: of_columns(a, b > 1)),
    "mask, three operations": (lambda a, b, d: (a[b > 1] + 1) * 2 - 3, lambda a, b, d: (of_columns(a, b > 1) + 1) * 2 - 3),
    "mask = number": (lambda a, b, d: written(a.copy("F"), b > 1, 1), lambda a, b, d: written(a.copy(), b > 1, 1)),
    "mask = elements": (
        lambda a, b, d: written(a.copy("F"), b > 1, b[b > 1]), lambda a, b, d: np.where(b > 1, b, a).astype(a.dtype)
    ),
    "list": (lambda a, b, d: a[[0, -1, 0]], lambda a, b, d: a[[0, -1, 0]]),
    "slice = tensor": (
        lambda a, b, d: written(a.copy("F"), slice(None, None, 2), b[::2]),
        lambda a, b, d: written(a.copy(), slice(None, None, 2), b[::2]),
    ),
    "reversed = tensor": (
        lambda a, b, d: written(a.copy("F"), slice(None, None, -1), b),
        lambda a, b, d: written(a.copy(), slice(None, None, -1), b),
    ),
    "transposed copy": (lambda a, b, d: a.swapAxes(0, d).asContiguous(), lambda a, b, d: a.swapaxes(0, d)),
    "row-major copy": (lambda a, b, d: a.copy("C"), lambda a, b, d: a),
    "sum": (lambda a, b, d: ocean.sum(a), lambda a, b, d: a.sum()),
    "argmin": (lambda a, b, d: ocean.argmin(a, d), lambda a, b, d: a.argmin(d)),
    "dot": (
        lambda a, b, d: a.flatten().T * b.flatten(), lambda a, b, d: np.array([a.ravel("F") @ b.ravel("F")])
    ),
    "product": (
        lambda a, b, d: a.reshape(a.size[0], -1) * b.reshape(a.size[0], -1).swapAxes(0, 1),
        lambda a, b, d: a.reshape(len(a), -1, order="F") @ b.reshape(len(a), -1, order="F").T,
    ),
    "with axes": (lambda a, b, d: aligned(a, b), lambda a, b, d: a + b),
}  # fmt: skip
"""Calls of tensors, and what NumPy does instead."""


def aligned(a: Any, b: Any) -> Any:
    """Operands with axes in different orders."""
    axes = [ocean.axis(n) for n in a.size]
    return (a.withAxes(*axes) + b.withAxes(*axes).permuteAxes(axes[::-1])).withoutAxes()


def tensor_call(call: Call) -> Given:
    given, (act, instead) = [operand(call, k, small=True) for k in range(2)], TENSORS[call.name]
    axis = call.axes[0]

    def wanted(got: Any) -> None:
        answer = np.asarray(instead(*(each.values for each in given), axis))
        values = read(got) if isinstance(got, ocean.tensor) else np.asarray(got.asPython())
        if call.name in ("product", "dot"):  # a vector may be a matrix of one column
            values, answer = values.reshape(-1), answer.reshape(-1, order="C")
        np.testing.assert_array_equal(values, answer)
        assert values.shape == answer.shape

    return Given(lambda: act(*(each.tensor for each in given), axis), wanted)


# --- Fused functions and lazy expressions --------------------------------------------------------------------------


def polynomial(a: Any, b: Any) -> Any:
    return (a * 2 + b) - 3


def squares(a: Any, b: Any) -> Any:
    return ocean.sum((a - b) ** 2, 0)


def centred(a: Any, b: Any) -> Any:
    return a - ocean.maximum(b, 0, True)


def by_its_length(a: Any, b: Any) -> Any:
    """A size decides what is done."""
    return a + b if a.size[0] > 16 else a - b


def times_its_length(a: Any, b: Any) -> Any:
    """A size is a number of the expression."""
    return a * (a.nelem % 7) + b


def halves(a: Any, b: Any) -> Any:
    """A size decides what is seen."""
    middle = a.size[0] // 2
    return a[:middle] + b[middle : 2 * middle]


def neighbours(a: Any, b: Any) -> Any:
    return a[1:] - b[:-1]


STEPS: dict[str, Callable[[Any, Any], Any]] = {
    each.__name__: each for each in (polynomial, squares, centred, by_its_length, times_its_length, halves, neighbours)
}
FUSED = {name: ocean.fuse(function) for name, function in STEPS.items()}
LAZY = ("polynomial", "squares", "by_its_length", "times_its_length", "neighbours")


def fused_call(call: Call) -> Given:
    """A function of a few steps, fused or of r-tensors: what its steps give one by one."""
    a, b = (operand(call, k, small=True).tensor for k in range(2))
    lazily, name = call.name.startswith("lazy "), call.name.removeprefix("lazy ")

    def act() -> Any:
        if not lazily:
            return FUSED[name](a, b)
        result = STEPS[name](ocean.lazy(a), b)
        return result.eval() if isinstance(result, ocean.rtensor) else result

    def wanted(got: Any) -> None:
        answer = STEPS[name](a, b)
        assert got.dtype is answer.dtype and got.size == answer.size
        np.testing.assert_array_equal(read(got), read(answer))

    return Given(act, wanted)


KINDS: dict[str, Callable[[Call], Given]] = {
    "elementwise": elementwise, "casting": casting, "reduction": reduction, "array": array_call, "tensor": tensor_call,
    "fused": fused_call,
}  # fmt: skip


# --- Families ---------------------------------------------------------------------------------------------------------


def random_family(pick: random.Random, count: int, kind: str = "") -> list[Call]:
    """Some calls that differ in their sizes."""
    kind = kind or pick.choice(["elementwise", "elementwise", "casting", "reduction", "reduction", "array", "array", "tensor", "fused"])
    rank = pick.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8])
    kinds, name, operands, target = [pick.choice(DTYPES).name for _ in range(3)], "", 2, False
    if kind == "elementwise":
        name = pick.choice(sorted(ORACLES))
        operands = ROWS[name].arity
        target = pick.random() < 0.4
    elif kind == "casting":
        name = pick.choice(["cast", "copy", "assign"])
        operands, target = 1, True
    elif kind == "reduction":
        name, operands, rank = pick.choice(sorted(FUNCTIONS)), 1, max(1, rank)
    elif kind == "array":
        name, rank = pick.choice(sorted(ARRAYS)), max(1, rank)
        none = (*BEYOND, ocean.half) if name == "fft" else BEYOND  # NumPy has no transform of halves in halves
        kinds = [pick.choice([each for each in DTYPES if each not in none]).name] * 2
        if pick.random() < 0.2:
            kinds = pick.sample(["int32", "double", "float", "uint8", "int64"], 2)
    elif kind == "tensor":
        name, rank = pick.choice(sorted(TENSORS)), max(1, rank)
        kinds = [pick.choice(["int32", "double", "float", "int64"])] * 2
    else:
        name, rank = pick.choice([*STEPS, *(f"lazy {each}" for each in LAZY)]), max(1, rank)
        kinds = pick.choices(["int32", "double", "float", "int64", "int16"], k=2)
    forms = [random_form(pick, rank) for _ in range(operands)]
    if target:
        forms.append(random_form(pick, rank, target=True))
    spread = pick.choice([0, 0, 0.3]) if kind in ("elementwise", "fused") and operands > 1 and not name.endswith(("halves", "neighbours")) else 0
    thin = [tuple(k < operands and k > 0 and pick.random() < spread for _ in range(rank)) for k in range(len(forms))]
    if kind == "casting":
        thin[0] = tuple(pick.random() < pick.choice([0, 0.2]) and name != "cast" for _ in range(rank))
    axes = tuple(sorted(pick.sample(range(rank), pick.randint(1, rank)))) if rank else ()
    if kind in ("array", "tensor"):
        axes = (pick.randrange(rank),)
    if kind == "casting":
        kinds = kinds[:2]
    call = Call(kind, name, tuple(kinds), tuple(forms), tuple(thin), axes, pick.randrange(1 << 20), ())
    return [call._replace(size=random_size(pick, rank)) for _ in range(count)]


# --- Doing calls ------------------------------------------------------------------------------------------------------


def frozen(value: Any) -> Any:
    """A result as data: dtype, size and bytes."""
    if isinstance(value, ocean.tensor):
        return value.dtype.name, tuple(value.size), to_bytes(read(value), value.dtype).tobytes()
    if isinstance(value, ocean.scalar):
        return value.dtype.name, str(value.asPython())
    if isinstance(value, str):
        return value
    array = on_host(value)
    return array.dtype.str, array.shape, array.tobytes()


REFUSALS = (ocean.OceanError, TypeError, ValueError, IndexError, ZeroDivisionError)


def do(call: Call, compared: bool = True) -> Any:
    """What a call gives, or which error; with `compared` it is what NumPy gives."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            given = KINDS[call.kind](call)
            result = given.act()
        except REFUSALS as error:
            return "error", type(error).__name__, str(error)
        if compared and 0 not in call.size:  # some of NumPy's functions have no answer for nothing
            given.wanted(result)
        return frozen(result)


def refused(results: Iterable[Any]) -> float:
    """The part of calls that ended in an error."""
    found = [isinstance(each, tuple) and each[:1] == ("error",) for each in results]
    return sum(found) / max(1, len(found))


def elsewhere(calls: list[Call], where: str) -> list[Any]:
    """Results of a process of its own, in which nothing is known when a call begins."""
    here = Path(__file__)
    path = os.pathsep.join([str(here.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, str(here), where], input=pickle.dumps(calls), capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-4000:]
    results: list[Any] = pickle.loads(done.stdout)
    return results


def main(where: str) -> None:
    layouts.device = DEVICES[where]
    ocean.setDefaultDevice(layouts.device)
    results = []
    for call in pickle.loads(sys.stdin.buffer.read()):
        forget_plans()
        FUSED.update({name: ocean.fuse(function) for name, function in STEPS.items()})
        results.append(do(call, compared=False))
    sys.stdout.buffer.write(pickle.dumps(results))


if __name__ == "__main__":
    import sized_calls  # calls are of its classes

    sized_calls.main(sys.argv[1])

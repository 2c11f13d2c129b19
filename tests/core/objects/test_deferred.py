"""Deferred operations: one pass for an expression, and never other values than without deferring."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threading_tools import together

import ocean
import ocean.numpy as np
from ocean._src.core.call.settings import deferred_from
from ocean._src.core.objects.deferred import deferring, passes, set_deferring

pytestmark = [pytest.mark.host_only, pytest.mark.filterwarnings("ignore::SyntaxWarning")]

MODES = {"never": (0, 0), "steps": (1, 1 << 60), "fused": (1, 0)}


@pytest.fixture(autouse=True)
def kept_mode() -> Iterator[None]:
    before = deferring()
    set_deferring(*MODES["fused"])
    yield
    set_deferring(before)


def passes_of(run: Callable[[], Any]) -> int:
    before = passes()[0]
    kept = run()
    del kept
    return passes()[0] - before


def bits(a: Any) -> tuple[Any, ...]:
    if not hasattr(a, "shape"):
        return type(a), a
    strides = [stride for stride, length in zip(a.strides, a.shape, strict=True) if length > 1]
    if a.dtype in (np.float32, np.float64, np.complex128):
        a = a.copy()
        for part in (a.real, a.imag) if a.dtype == np.complex128 else (a,):
            part[np.isnan(part)] = np.nan  # of either sign: no operation promises one
    return a.shape, strides, str(a.dtype), a.tobytes()


X = np.linspace(-2, 3, 1000)
Y = np.sqrt(np.arange(1000) + 1.0)
PLAIN_X, PLAIN_Y = numpy.array(X.tolist()), numpy.array(Y.tolist())  # without a word to others about their memory


# --- Passes ------------------------------------------------------------------------------------------------------


def test_an_expression_is_one_pass() -> None:
    def run() -> Any:
        r = (X * 2.5 + Y * Y - 3) / (abs(X) + 1.7)
        assert r.shape == (1000,) and r.dtype == np.float64 and r.ndim == 1 and len(r) == 1000 and r.size == 1000
        assert passes() == before  # asking for these computes nothing
        return r.tolist()

    before = passes()
    assert passes_of(run) == 1


PEAKS = """
import numpy, ocean, ocean.numpy as np
from ocean._src.core.objects.deferred import set_deferring
set_deferring(1, 1 << 60)
x, y = np.linspace(0.0, 1.0, 100_000), np.linspace(1.0, 2.0, 100_000)
def peak(run):
    used, ocean.cpu.peakBytes = ocean.cpu.usedBytes, 0
    run()
    return round((ocean.cpu.peakBytes - used) / x.nbytes)
def named():
    first = x + y
    second = first * 3
    assert second[0] == 3 and first[0] == 1
print(peak(lambda: ((x + y) * 3 + 0.5)[0]), peak(lambda: ((x + y) * (x - y))[0]), peak(named))
found = (x + y) * 3 + 0.5
assert found.tolist() == ((numpy.array(x.tolist()) + numpy.array(y.tolist())) * 3 + 0.5).tolist()
"""


def test_operations_one_by_one_store_in_temporaries() -> None:
    """In a process of its own: only a program with one thread does."""
    found = subprocess.run([sys.executable, "-c", PEAKS], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert found.split() == ["1", "2", "2"]


def test_outer_operations_of_short_vectors_are_deferred() -> None:
    set_deferring(16384, 0)
    column, row = np.linspace(0.0, 1.0, 300)[:, None], np.linspace(1.0, 2.0, 200)
    before = passes()
    sums, largest, small = column - row, np.maximum(column, row), column[:20] + row[:20]
    assert passes() == before and sums.shape == largest.shape == (300, 200)
    assert passes_of(lambda: ((column - row) ** 2 + 1.5).tolist()) == 1
    a, b = numpy.array(column.tolist()), numpy.array(row.tolist())
    for found, wanted in ((sums, a - b), (largest, numpy.maximum(a, b)), (small, a[:20] + b[:20])):
        numpy.testing.assert_array_equal(numpy.asarray(found), wanted)
    with pytest.raises(ValueError, match="broadcast|match"):
        np.linspace(0.0, 1.0, 300) - row


def test_what_nobody_wants_is_never_computed() -> None:
    def run() -> None:
        for _ in range(1000):
            X * Y + 1

    assert passes_of(run) == 0


def test_a_named_result_is_computed_once() -> None:
    def run() -> Any:
        t = X * Y
        u, v = t + 1, t - 1
        return u.tolist(), v.tolist(), t.tolist()

    assert passes_of(run) == 3


def test_a_change_of_an_operand_computes_the_expression_in_one_pass() -> None:
    a, b = np.linspace(0, 1, 1000), np.linspace(2, 3, 1000)
    want = (a * 2.5 + b * b - 3).tolist()

    def run() -> None:
        r = a * 2.5 + b * b - 3
        a[0] = 7.0
        assert r.tolist() == want

    assert passes_of(run) == 1


def test_assignment_takes_the_expression() -> None:
    out = np.zeros(1000)

    def fused() -> None:
        out[...] = X * Y + 1

    def rows() -> None:
        out[1:-1] = X[2:] * Y[:-2] + 1

    def held() -> Any:
        value = X * Y + 1
        out[...] = value
        out[...] = 0
        return value

    assert passes_of(fused) == 1
    assert numpy.array_equal(numpy.asarray(out), PLAIN_X * PLAIN_Y + 1)
    assert passes_of(rows) == 1
    assert bits(held()) == bits(np.asarray(X) * Y + 1)


def test_what_is_assigned_and_held_elsewhere_keeps_its_values() -> None:
    """A value that anything but the stack holds is not consumed by the assignment."""
    out, kept = np.zeros(1000), []

    def hold(value: Any) -> Any:
        kept.append(value)
        return value

    out[...] = hold(X * Y + 2)
    out[...] = kept.append(X * Y + 3) or kept[-1]
    a = b = X * Y + 4
    out[...] = a
    other = np.zeros(1000)
    other[...] = out[...] = X * Y + 5
    out[...] = 0
    want = PLAIN_X * PLAIN_Y
    for k, each in enumerate((*kept, b, other), 2):
        assert numpy.array_equal(numpy.asarray(each), want + k)


def test_reductions_take_the_expression() -> None:
    for name in ("sum", "mean", "max", "min", "prod", "any", "all", "var", "std", "argmax"):
        eager = getattr(X * Y + 1, name)
        set_deferring(0)
        want = getattr(X * Y + 1, name)()
        set_deferring(*MODES["fused"])
        getattr(np, name)(X * Y + 1)
        assert passes_of(lambda name=name: getattr(X * Y + 1, name)()) == 0  # no pass of their own
        assert passes_of(lambda name=name: getattr(np, name)(X * Y + 1)) == 0
        assert bits(getattr(X * Y + 1, name)()) == bits(eager()) == bits(want)


def test_a_named_result_is_not_reduced_twice() -> None:
    def run() -> Any:
        t = X * Y + 1
        return t.sum(), t.max(), t.mean()

    assert passes_of(run) == 1


def test_in_place_operators_take_the_expression() -> None:
    a = np.ones(1000)

    def run() -> None:
        nonlocal a
        a += X * Y - 1
        a *= 2 * X

    assert passes_of(run) <= 3  # two, if there are no other threads
    x, y = PLAIN_X, PLAIN_Y
    assert numpy.array_equal(numpy.asarray(a), (1 + (x * y - 1)) * (2 * x))
    b, value = np.ones(1000), X + Y
    b += value
    b += value * 2
    value += b
    assert numpy.array_equal(numpy.asarray(value), x + y + (1 + (x + y) + (x + y) * 2))
    whole = np.ones(1000, int)
    with pytest.raises(TypeError):
        whole += X * Y
    assert (whole == 1).all()


def test_three_operands() -> None:
    def run() -> Any:
        return (np.where(X > 0, X * 2, -0.75) + np.clip(Y, 3, 5) + np.clip(X, 0.1, 0.9)).tolist()

    assert passes_of(run) == 1
    x, y = PLAIN_X, PLAIN_Y
    assert run() == (numpy.where(x > 0, x * 2, -0.75) + numpy.clip(y, 3, 5) + numpy.clip(x, 0.1, 0.9)).tolist()
    for low, high in ((0.25, 0.75), (-0.3, 0.3), (1, 2), (0.7, 0.7)):
        assert np.clip(X, low, high).tolist() == numpy.clip(x, low, high).tolist()


def test_explain() -> None:
    shown = str((X * 2.5 + Y * Y).explain())
    assert shown.startswith("deferred array: 1 pass, no temporaries")
    with pytest.raises(TypeError, match="deferred operations"):
        np.zeros(3).explain()


def test_overlapping_assignment() -> None:
    a = np.arange(1000.0)
    a[1:] = a[:-1] * 2 + a[1:]
    want = numpy.arange(1000.0)
    want[1:] = want[:-1] * 2 + want[1:]
    assert numpy.array_equal(numpy.asarray(a), want)


# --- Memory that changes -------------------------------------------------------------------------------------------


def changes() -> list[Callable[[Any], Any]]:
    """Everything that writes to an array."""

    def put_item(a: Any) -> None:
        a[3] = 7

    def by_mask(a: Any) -> None:
        a[a > 0] = 5

    def by_list(a: Any) -> None:
        a[[1, 2]] = 9

    def by_rows(a: Any) -> None:
        a[::2] = a[1::2]

    def in_place(a: Any) -> None:
        a += 1

    def through_view(a: Any) -> None:
        a[10:][5] = 3

    def through_buffer(a: Any) -> None:
        numpy.asarray(a)[4] = 11

    def through_tensor(a: Any) -> None:
        ocean.asTensor(a).fill(2)

    def byteswap(a: Any) -> None:
        a.byteswap(inplace=True)

    return [
        put_item, by_mask, by_list, by_rows, in_place, through_view, through_buffer, through_tensor, byteswap,
        lambda a: a.fill(4),
        lambda a: a.sort(),
        lambda a: a.partition(5),
        lambda a: np.add(a, 1, out=a),
        lambda a: np.exp(X, out=a),
        lambda a: np.cumsum(X, out=a),
        lambda a: np.sum(np.ones((3, 1000)), axis=0, out=a),
        lambda a: np.dot(np.ones((1000, 2)), np.ones(2), out=a),
        lambda a: np.matmul(np.ones((1000, 2)), np.ones(2), out=a),
        lambda a: np.take(X, np.arange(1000), out=a),
        lambda a: np.copyto(a, X),
        lambda a: np.put(a, [1, 2], 3),
        lambda a: np.place(a, a > 1, [0.5]),
        lambda a: np.putmask(a, a > 1, 2),
        lambda a: np.fill_diagonal(a.reshape(10, 100), 2),
        lambda a: np.add.at(a, [1, 1, 2], 1),
        lambda a: np.random.default_rng(1).random(out=a),
        lambda a: np.random.shuffle(a),
        lambda a: np.clip(a, 0, 1, out=a),
        lambda a: np.round(a, 1, out=a),
        lambda a: np.where(X > 0, 1.0, 2.0).__array__() is None or np.copyto(a, 3, where=X > 0),
        lambda a: np.concatenate([X[:500], Y[:500]], out=a),
        lambda a: np.stack([X], out=a.reshape(1, 1000)),
        lambda a: np.nan_to_num(a, copy=False),
        lambda a: np.flip(a).sort(),
        lambda a: a.view(np.uint8).fill(0),
        lambda a: setattr(a, "real", 5),
        lambda a: a.flat.__setitem__(3, 8),
        lambda a: np.fft.fft(a).real.copy() is None or a.__setitem__(slice(None), 1),
        lambda a: np.linalg.norm(a) is None or a.itemset(3) if hasattr(a, "itemset") else a.__setitem__(0, 1),
        lambda a: np.einsum("i,i->i", X, Y, out=a),
        lambda a: np.multiply.outer(X[:10], Y[:100], out=a.reshape(10, 100)),
        lambda a: np.maximum.accumulate(X, out=a),
        lambda a: np.median(np.ones((3, 1000)), axis=0, out=a),
        lambda a: np.choose(np.zeros(1000, int), [X, Y], out=a),
        lambda a: np.compress(X > -9, X, out=a),
        lambda a: memoryview(numpy.asarray(a)).cast("B").__setitem__(0, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(len(changes())))
@pytest.mark.parametrize("mode", ["steps", "fused"])
def test_readers_are_computed_before_a_change(number: int, mode: str) -> None:
    set_deferring(*MODES[mode])
    a = np.linspace(2, -1, 1000)
    a[7] = np.nan
    a[0]
    before = a.tobytes()
    one, two = a + 1, (a * 2 + Y) * 3
    want = numpy.frombuffer(before) + 1, (numpy.frombuffer(before) * 2 + PLAIN_Y) * 3
    try:
        changes()[number](a)
    except (TypeError, AttributeError, ValueError) as error:
        pytest.fail(f"the call itself is wrong: {error}")
    assert a.tobytes() != before, "nothing was written"
    assert numpy.array_equal(numpy.asarray(one), want[0], equal_nan=True)
    assert numpy.array_equal(numpy.asarray(two), want[1], equal_nan=True)


def test_memory_that_others_write_is_not_deferred() -> None:
    ours = np.arange(1000.0)
    theirs = numpy.asarray(ours)
    result = ours + 1
    theirs[...] = 0
    assert result[5] == 6
    mine = numpy.arange(1000.0)
    shared = np.asarray(mine)
    result = shared + 1
    mine[...] = 0
    assert result[5] == 6


def test_memory_is_deferred_again_when_others_let_go() -> None:
    a = np.arange(1000.0)
    theirs = memoryview(ocean.asTensor(a))
    assert passes_of(lambda: (a * 2).tolist()) == 0
    del theirs
    assert passes_of(lambda: (a * 2).tolist()) == 1


def test_a_change_of_a_pending_result() -> None:
    t = X * 2
    u = t + 1
    t += 5
    v = t - 1
    t[...] = 0
    want = PLAIN_X * 2
    assert numpy.array_equal(numpy.asarray(u), want + 1) and numpy.array_equal(numpy.asarray(v), want + 5 - 1)


def test_results_do_not_keep_much_memory() -> None:
    """Operands that nobody else holds are kept up to a limit."""
    ocean.cpu.emptyCache()
    before = ocean.cpu.usedBytes
    kept = []
    for _ in range(100):
        total = np.ones(1_000_000)
        for _ in range(4):
            total = total + np.ones(1_000_000)
        kept.append(total)
    assert ocean.cpu.usedBytes - before < 100 * 8e6 + 3e8
    assert all(float(each[5]) == 5 for each in kept)
    large = np.zeros(8_000_000)
    part = large[:20_000] * 2
    held = ocean.cpu.usedBytes
    del large
    assert ocean.cpu.usedBytes <= held - 6e7 and part[3] == 0


def test_an_address_that_is_given_away() -> None:
    import ctypes

    a = np.ones(1000)
    address = a.ctypes.data
    result = a * 2
    ctypes.memset(address, 0, 8)
    assert result[0] == 2


# --- Errors, settings, threads -------------------------------------------------------------------------------------


def test_errors_come_at_the_call() -> None:
    with pytest.raises(ValueError, match="shape|size|broadcast"):
        np.zeros(1000) + np.zeros(999)
    with pytest.raises(OverflowError):
        np.zeros(1000, np.uint8) + 300
    with pytest.raises(TypeError):
        np.zeros(1000) + "a"
    with pytest.raises(TypeError):
        np.zeros(1000) & 1


def test_it_can_be_switched_off() -> None:
    ocean.setDeferring(False)
    assert not ocean.getDeferring() and deferring() == 0
    assert passes_of(lambda: X + 1) == 0
    ocean.setDeferring(True)
    assert ocean.getDeferring() and deferring() > 0


@pytest.mark.parametrize(
    ("text", "elements"),
    [("", 16384), ("on", 16384), ("OFF", 0), ("0", 0), ("no", 0), ("false", 0), ("true", 16384), ("1", 1)],
)
def test_the_environment(text: str, elements: int) -> None:
    assert deferred_from(text) == elements


@pytest.mark.parametrize("text", ["never", "-1", "1.5"])
def test_the_environment_is_checked(text: str) -> None:
    with pytest.raises(ValueError, match="OCEAN_DEFER is on, off or a number of elements"):
        deferred_from(text)


def test_long_expressions() -> None:
    total, want = X, PLAIN_X.copy()
    for k in range(200):
        total = total * 0.999 + k * 0.37
        want = want * 0.999 + k * 0.37
    assert numpy.array_equal(numpy.asarray(total), want)


def test_many_pending_results() -> None:
    """The oldest are computed, and deferring goes on."""
    held = [X * k for k in range(600)]
    before = passes()[0]
    assert 0 < before
    assert passes_of(lambda: (X * 2 + Y * 3 - 1).tolist()) <= 6  # one, and some of the oldest
    assert held[5][1] == X[1] * 5
    kept = [X * k + Y for k in range(1000)]
    assert all(numpy.array_equal(numpy.asarray(each), PLAIN_X * k + PLAIN_Y)
               for k, each in enumerate(kept))  # fmt: skip


def test_fused_functions_and_pending_results() -> None:
    weights = X * 2 + 1

    @np.fuse
    def f(a: Any) -> Any:
        return a * weights + 1

    want = PLAIN_Y * (PLAIN_X * 2 + 1) + 1
    assert numpy.allclose(numpy.asarray(f(Y * 1)), want)
    weights = X * 0 + 2
    assert numpy.allclose(numpy.asarray(f(Y)), PLAIN_Y * 2 + 1)


def test_threads() -> None:
    a = np.linspace(0, 1, 100_000)
    a[0]
    want = (numpy.linspace(0, 1, 100_000) * 2 + 1) / 3
    wrong = []

    def read(results: list[Any]) -> None:
        for each in results:
            if not numpy.array_equal(numpy.asarray(each), want):
                wrong.append(each)

    for _ in range(20):
        b = a.copy()
        results = [(b * 2 + 1) / 3 for _ in range(8)]
        together(*[partial(read, results)] * 4, partial(b.fill, 0))
    assert not wrong


def test_threads_that_write_what_others_read() -> None:
    """A thread computes a result whose operands another thread has merged, and then changes their memory."""
    count = 20_000
    shared = [np.linspace(0, 1, count) * k for k in range(1, 5)]
    wrong: list[Any] = []

    def work(seed: int) -> None:
        r = random.Random(seed)
        want = numpy.linspace(0, 1, count)
        for _ in range(40):
            a, b = np.linspace(0, 1, count), r.choice(shared)
            kept = [a * k + b * 0 for k in range(r.randrange(1, 12))]
            a[r.randrange(count)] = r.random()
            a += kept[0] * 2
            if r.random() < 0.3:
                shared[r.randrange(4)] = kept[-1] * 1
            wrong.extend(k for k, each in enumerate(kept) if not numpy.array_equal(each.__array__(), want * k))

    together(*(partial(work, seed) for seed in range(8)))
    assert not wrong


def test_pending_results_in_cycles_and_generators() -> None:
    class Holder:
        pass

    def steps() -> Iterator[Any]:
        a = np.arange(100.0)
        a[0]
        for k in range(5):
            yield a * k + 1
            a += 1

    values = list(steps())
    holder: Any = Holder()
    holder.me, holder.value = holder, values[0] * 2
    del holder
    gc.collect()
    assert [float(each[2]) for each in values] == [1.0, 4.0, 9.0, 16.0, 25.0]


# --- Random programs -----------------------------------------------------------------------------------------------

KINDS = ["float64", "int64", "float32", "complex128", "bool", "uint8"]


def statement(r: random.Random, count: int) -> str:
    """A statement over v[0] ... v[count - 1], in which it may make a new variable."""

    def any_of() -> str:
        return f"v[{r.randrange(count)}]"

    def small() -> str:
        name = any_of()
        return r.choice(
            [name, name, name, f"{name}[::-1]", f"{name}[1:]", f"{name}.T", f"{name}[:, 1:2]", "2", "0.37", "3.5"]
        )

    def expression(depth: int) -> str:
        if depth == 0:
            return small()
        form = r.choice(["{} + {}", "{} * {}", "{} - {}", "np.maximum({}, {})", "np.sqrt(abs({}))", "-({})", "({}) > ({})",
                         "np.where(({}) > 1, {}, 1.5)", "np.where({}, {}, {})", "np.clip({}, 1, 2.3)", "abs({})", "np.exp(-abs({}))", "({}) ** 2", "{} / {}"])  # fmt: skip
        parts = [f"({expression(r.randrange(depth))})" for _ in range(form.count("{}"))]
        return form.format(*parts)

    kind = r.randrange(12)
    if kind < 5:
        return f"v.append({expression(3)})"
    if kind == 5:
        return f"{any_of()}[...] = {expression(2)}"
    if kind == 6:
        return f"{any_of()}[1:] = ({expression(2)})[:-1]"
    if kind == 7:
        return f"v[{r.randrange(count)}] {r.choice(['+', '-', '*'])}= {expression(2)}"
    if kind == 8:
        return f"v.append({any_of()}[:, ::-1]); v[-1][0] = {expression(1)}"
    if kind == 9:
        return f"{any_of()}[0, 0] = 3"
    if kind == 10:
        return f"v[{r.randrange(count)}] = {expression(2)}"
    reduction = r.choice(["sum", "max", "any", "mean"])
    return f"v.append(({expression(2)}).{reduction}({r.choice(['', '0', '1'])}))"


def execute(lines: list[str], mode: str) -> list[tuple[Any, ...]]:
    set_deferring(*MODES[mode])
    v = [(np.arange(12).reshape(3, 4) * 1.25 - 4).astype(kind) for kind in KINDS]
    for each in v:
        each[0]
    for line in lines:
        try:
            exec(compile(line, "line", "exec", dont_inherit=True), {"np": np, "v": v})
        except (ValueError, TypeError, ArithmeticError, IndexError, AttributeError):
            continue
    return [bits(each) for each in v]


@given(st.integers(0, 10**9))
def test_random_programs(seed: int) -> None:
    r = random.Random(seed)
    lines: list[str] = []
    for _ in range(r.randrange(4, 14)):
        lines.append(statement(r, len(KINDS)))
    want = execute(lines, "never")
    for mode in ("steps", "fused"):
        got = execute(lines, mode)
        assert got == want, (mode, lines)

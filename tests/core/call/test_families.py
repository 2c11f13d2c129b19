"""Sizes that change from call to call: results are those of a first call, whatever was called before.

OCEAN_TEST_SIZES=20 takes twenty times as many random calls, and 100,000 sizes in one process several times over.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import layouts
import numpy as np
import pytest
import sized_calls
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import dtype_id, place, read
from mirror import Mirror
from sized_calls import FUSED, STEPS, do, elsewhere, frozen, random_family, refused
from threading_tools import together

import ocean
import ocean.numpy as onp
from ocean._src.core.objects.memory import make_device
from ocean._src.core.objects.tensor import forget_plans

TIMES = int(os.environ.get("OCEAN_TEST_SIZES", "1"))


def device_name() -> str:
    return next(name for name, each in sized_calls.DEVICES.items() if each is layouts.device)


def families(seed: int, count: int, sizes: int) -> list[list[sized_calls.Call]]:
    return [random_family(random.Random(f"{seed}/{number}"), sizes) for number in range(count)]


# --- Random calls ---------------------------------------------------------------------------------------------------


@pytest.mark.every_layout
@settings(max_examples=60 * TIMES)
@given(st.randoms(use_true_random=False))
def test_calls_of_one_class_give_what_numpy_gives(pick: random.Random) -> None:
    for call in random_family(pick, 4):
        do(call)


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", sized_calls.KINDS)
def test_seeded_calls_give_what_numpy_gives(kind: str) -> None:
    """Always the same calls; few of them are refused."""
    results = [
        do(call) for number in range(80 * TIMES) for call in random_family(random.Random(f"{kind}/{number}"), 4, kind)
    ]
    assert refused(results) < 0.2


@pytest.mark.every_layout
def test_the_same_bits_where_nothing_is_known() -> None:
    """Calls that follow each other give the bits of a process in which each of them is the first one of its class."""
    calls = [call for family in families(7, 150 * TIMES, 4) for call in family]
    here = [do(call, compared=False) for call in calls]
    again = [do(call, compared=False) for call in reversed(calls)][::-1]
    there = elsewhere(calls, device_name())
    for call, first, second, fresh in zip(calls, here, again, there, strict=True):
        assert first == fresh and second == fresh, call


@pytest.mark.every_layout
def test_the_same_bits_in_a_fresh_process() -> None:
    """The same for a process that does one call and nothing else."""
    for family in families(8, 3, 4):
        results = [do(call, compared=False) for call in family]
        assert elsewhere(family[-1:], device_name()) == results[-1:], family[-1]


@pytest.mark.every_layout
def test_calls_of_several_classes_in_turn() -> None:
    """Programs in which classes alternate and each call has a size of its own."""
    pick = random.Random(9)
    for _ in range(20 * TIMES):
        some = [random_family(pick, 6) for _ in range(4)]
        order = [(k, number) for number in range(6) for k in range(4)]
        results = {(k, number): do(some[k][number]) for k, number in order}
        for k, number in pick.sample(order, 6):
            forget_plans()
            assert do(some[k][number], compared=False) == results[k, number], some[k][number]


# --- Fused functions that look at sizes --------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*has been traced")
@pytest.mark.parametrize("name", STEPS)
def test_fused_functions_follow_the_sizes_they_read(name: str) -> None:
    """A size that decides something decides it for each call, up and down."""
    base = place(np.arange(200.0) % 13, ocean.double, [8]).tensor
    for k in (40, 16, 17, 15, 2, 40, 18, 3, 100, 16, 17):
        a, b = base[:k], base[k : 2 * k]
        np.testing.assert_array_equal(read(FUSED[name](a, b)), read(STEPS[name](a, b)))


@pytest.mark.filterwarnings("ignore:.*has been traced")
def test_fused_functions_of_operands_that_are_one_are_broadcast_or_share_a_size() -> None:
    wide = place(np.arange(300.0).reshape(20, 15), ocean.double, [8, 160]).tensor
    fused = ocean.fuse(lambda a, b: (a + b) * 2 - a)
    for rows, columns in ((4, 5), (1, 5), (4, 1), (1, 1), (5, 4), (20, 15), (4, 4), (1, 15)):
        a = wide[:rows, :columns]
        for b in (a, wide[:1, :columns], wide[:rows, :1], wide[:1, :1], wide[: rows or 1, :columns]):
            np.testing.assert_array_equal(read(fused(a, b)), read((a + b) * 2 - a))


# --- Where something begins -------------------------------------------------------------------------------------------

TILE, TILED, FEW_ROWS, CUT = 32, 16, 8, 256
UNLOCKED, PIECE, STREAMED_READS, STREAMED = 8192, 16384, 1 << 18, 32 << 20


def around(*edges: int) -> list[int]:
    """Just below, at and above; from the largest to the smallest and back, so that a class is known both ways."""
    found = sorted({edge + d for edge in edges for d in (-1, 0, 1) if edge + d >= 0})
    return [*found[::-1], *found[1:]]


def numbers(kind: Any, *size: int) -> np.ndarray:
    """Small integers, whose sums are exact."""
    count = int(np.prod(size))
    return (np.arange(count) * 7 % 11 % (2 if kind == "?" else 99)).astype(kind).reshape(size)


EDGES: dict[str, tuple[list[int], Callable[[Any, np.ndarray, int], Any]]] = {
    "add": (around(1, UNLOCKED, PIECE, 2 * PIECE, STREAMED_READS), lambda np, a, k: a[:k] + a[-k:] if k else a[:0] + a[:0]),
    "number": (around(1, UNLOCKED, PIECE), lambda np, a, k: a[:k] * 3),
    "backwards": (around(1, UNLOCKED, PIECE), lambda np, a, k: a[:k][::-1] + a[:k]),
    "strided": (around(1, UNLOCKED, PIECE), lambda np, a, k: a[: 2 * k : 2] - a[:k]),
    "exp": (around(PIECE // 16, PIECE // 8, PIECE // 4, UNLOCKED, PIECE), lambda np, a, k: np.exp(a[:k])),
    "cast": (around(UNLOCKED, PIECE), lambda np, a, k: a[:k].astype("f4")),
    "copy": (around(UNLOCKED, PIECE), lambda np, a, k: a[: 3 * k : 3].copy()),
    "sum": (around(1, 64, 512, UNLOCKED, PIECE, STREAMED_READS), lambda np, a, k: a[:k].sum()),
    "sum backwards": (around(UNLOCKED, PIECE, STREAMED_READS), lambda np, a, k: a[:k][::-1].sum()),
    "var": (around(2, 64, UNLOCKED, PIECE, STREAMED_READS), lambda np, a, k: a[:k].var()),
    "argmax": (around(2, 512, UNLOCKED, PIECE, STREAMED_READS), lambda np, a, k: a[:k].argmax()),
    "any": (around(UNLOCKED, PIECE, STREAMED_READS), lambda np, a, k: (a[:k] > 10).any()),
    "cumsum": (around(CUT, UNLOCKED, PIECE), lambda np, a, k: np.cumsum(a[:k])),
    "dot": (around(1, 16, UNLOCKED, PIECE), lambda np, a, k: a[:k] @ a[1 : k + 1]),
    "mask": (around(128, 2048, UNLOCKED, PIECE), lambda np, a, k: a[:k][a[:k] > 5] * 2 + 1),
    "few rows": (around(FEW_ROWS), lambda np, a, k: a[: 300 * k].reshape(k, 300).sum(0)),
    "few elements": (around(FEW_ROWS), lambda np, a, k: a[: 300 * k].reshape(300, k).max(1)),
    "few, in the middle": (around(FEW_ROWS), lambda np, a, k: a[: 60 * k].reshape(5, k, 12).sum(1)),
    "rows abreast": (around(256), lambda np, a, k: a[: 1030 * k].reshape(1030, k).sum(1)),
    "long rows": (around(4), lambda np, a, k: a[: 70000 * k].reshape(k, 70000).max(1)),
    "transposed": (around(TILED, TILE, 2 * TILE), lambda np, a, k: a[: k * k].reshape(k, k).T + a[: k * k].reshape(k, k)),
    "transposed, few columns": (around(TILED, TILE), lambda np, a, k: a[: 40 * k].reshape(40, k).T.copy()),
    "transposed, few rows": (around(TILED, TILE), lambda np, a, k: a[: 40 * k].reshape(k, 40).T.copy()),
    "tiles for threads": (around(4 * TILE, 129), lambda np, a, k: a[: 130 * k].reshape(130, k).T + 1),
    "three dimensions": (around(TILED, TILE), lambda np, a, k: a[: 3 * k * k].reshape(3, k, k).transpose(2, 0, 1).copy()),
    "picked": (around(TILE, 128), lambda np, a, k: a[: k * k].reshape(k, k)[::-1][[*range(k)]]),
    "products": (around(4, 8, 16, 32), lambda np, a, k: a[: k * k].reshape(k, k) @ a[: k * (k + 1)].reshape(k, k + 1)),
}  # fmt: skip


@pytest.mark.every_layout
@pytest.mark.parametrize("name", EDGES)
def test_where_something_begins(name: str) -> None:
    """Tiles, threads, streams, few rows and vectors: what NumPy gives."""
    sizes, act = EDGES[name]
    for kind in (
        ("i8", "f8", "f4", "i1") if name not in ("var", "exp", "mask", "number", "rows abreast") else ("f8", "i4")
    ):
        values = numbers(kind, 360_000)
        array = onp.asarray(values, device=layouts.device)
        small = kind == "i1" and name in (
            "dot",
            "products",
            "number",
            "cumsum",
            "strided",
        )  # out of range, in other dtypes
        for k in sizes if not small else sizes[:2]:
            got = act(onp, array, k)
            host = sized_calls.on_host(got)
            with np.errstate(all="ignore"):
                wanted = np.asarray(act(np, values, k))
            assert host.shape == wanted.shape and host.dtype == wanted.dtype
            if name in ("var", "exp"):
                np.testing.assert_allclose(host, wanted, 1e-12)
            else:
                np.testing.assert_array_equal(host, wanted, f"{name} of {k} {kind}")


@pytest.mark.every_layout
@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_bits_where_something_begins(name: str, kind: str) -> None:
    """Numbers that round: sizes that follow each other give the bits of first calls, whichever came before."""
    sizes, act = EDGES[name]
    array = onp.asarray(np.random.default_rng(5).standard_normal(360_000).astype(kind), device=layouts.device)
    forget_plans()
    found = [frozen(act(onp, array, k)) for k in (sizes if kind == "f4" else sizes[::-1])]
    for k, known in zip(sizes if kind == "f4" else sizes[::-1], found, strict=True):
        forget_plans()
        assert frozen(act(onp, array, k)) == known, f"{name} of {k}"


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", ["?", "i1", "u2", "i4", "f2", "f4", "f8", "c8", "c16"])
def test_remainders_of_vectors(kind: str) -> None:
    """All lengths of a few vectors, contiguous and not, in an order in which no length follows its neighbour."""
    values = numbers(kind, 600)
    array = onp.asarray(values, device=layouts.device)
    order = sorted(range(140), key=lambda k: k * 37 % 140)
    calls: list[Callable[[Any, Any, int], Any]] = [
        lambda np, a, k: a[:k] + a[k : 2 * k],
        lambda np, a, k: a[1 : k + 1].sum(),
        lambda np, a, k: a[: 3 * k : 3].copy(),
        lambda np, a, k: a[:k][::-1] + a[: 2 * k : 2],
        lambda np, a, k: a[: 4 * k].reshape(4, k).sum(0),
        lambda np, a, k: a[: 3 * k].reshape(k, 3).sum(1),
        lambda np, a, k: a[:k].astype("c16"),
    ]
    for act in calls:
        for k in order:
            np.testing.assert_array_equal(sized_calls.on_host(act(onp, array, k)), act(np, values, k))


@pytest.mark.host_only("results beyond the caches, which other devices copy")
@pytest.mark.parametrize("kind", ["i1", "f8"])
def test_results_beyond_the_caches(kind: str) -> None:
    """Stores that go past the caches begin at 32 MB: vectors, whole lines of a matrix, and rows that are no whole lines."""
    count, one = STREAMED // np.dtype(kind).itemsize, np.dtype(kind).type(1)
    values = numbers(kind, count + count // 8)
    array = onp.asarray(values)
    for k in (count + 1, count, count - 1):
        np.testing.assert_array_equal(np.asarray(array[:k] + array[:k]), values[:k] + values[:k])
        np.testing.assert_array_equal(np.asarray(array[1 : k + 1] + one), values[1 : k + 1] + one)
    for columns in (1024, 1000):
        rows, step = count // columns, columns + 64
        wide = values[: values.size - values.size % step].reshape(-1, step)[:, :columns]
        for n in (rows + 1, rows, rows - 1):
            np.testing.assert_array_equal(np.asarray(onp.asarray(wide[:n]) + one), wide[:n] + one)


# --- Nothing, one, and very many elements --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", layouts.DTYPES, ids=dtype_id)
def test_empty_and_single_elements_between_others(kind: ocean.dtype) -> None:
    sizes = [(3, 4), (0, 4), (1, 4), (3, 0), (3, 1), (1, 1), (0, 0), (4, 3), (1, 4), (0, 4), (3, 4)]
    room = place(layouts.values(kind, (8, 8), special=False), kind, layouts.fortran((8, 8), kind.size)).tensor
    for rows, columns in sizes:
        a = room[:rows, :columns]
        values = read(a)
        np.testing.assert_array_equal(read(a.clone()), values)
        np.testing.assert_array_equal(read(a == a), values == values)
        np.testing.assert_array_equal(read(a.swapAxes(0, 1).asContiguous()), values.T)
        assert ocean.sum(a, 0).size == (columns,) and ocean.sum(a, 1).size == (rows,)
        assert ocean.nnz(a).asPython() == np.count_nonzero(values)
        if rows and columns:
            np.testing.assert_array_equal(
                read(ocean.max(a, a[:1, :1])), read(ocean.max(a, a[:1, :1].broadcastTo(a.size)))
            )


PERIOD = 1 << 24
BEYOND = (1 << 31) + 5 * mmap.PAGESIZE


@pytest.fixture(scope="module")
def very_long() -> Iterator[np.ndarray]:
    """More than 2**31 bytes: each stretch of 16 MB is the same memory, and the end has pages of its own."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    try:
        file = os.memfd_create("period")
    except (AttributeError, OSError):
        pytest.skip("there is no memory that can be mapped many times")
    os.ftruncate(file, PERIOD)
    read_write, shared, fixed, own = (
        mmap.PROT_READ | mmap.PROT_WRITE,
        mmap.MAP_SHARED,
        0x10,
        mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,
    )
    start = libc.mmap(None, BEYOND, read_write, own | 0x4000, -1, 0)  # 0x4000: memory is taken when it is written
    if start in (None, ctypes.c_void_p(-1).value):
        pytest.skip("there are not enough addresses")
    for at in range(0, 1 << 31, PERIOD):
        assert libc.mmap(start + at, PERIOD, read_write, shared | fixed, file, 0) == start + at
    os.close(file)
    array = np.frombuffer((ctypes.c_int8 * BEYOND).from_address(start), np.int8)
    array[:PERIOD] = 1
    array[1 << 31 :] = 2
    array[-3] = 5
    yield array
    del array
    libc.munmap(start, BEYOND)


@pytest.mark.host_only("memory that other devices would copy")
def test_lengths_above_two_to_the_31(very_long: np.ndarray) -> None:
    a, rest = ocean.asTensor(very_long), BEYOND - (1 << 31)
    x = onp.asarray(very_long)
    few = [each(a[:40]) for each in (ocean.sum, ocean.maximum, ocean.argmax, ocean.nnz)]  # the classes are known
    assert [each.asPython() for each in few] == [40, 1, 0, 40]
    assert ocean.sum(a).asPython() == (1 << 31) + 2 * rest + 3
    assert ocean.maximum(a).asPython() == 5 and ocean.argmax(a).asPython() == BEYOND - 3
    assert ocean.nnz(a).asPython() == BEYOND
    assert a[BEYOND - 3].asPython() == 5 and (a[-5:] + 1).asPython() == [3, 3, 6, 3, 3]
    assert (a[:: 1 << 28] + 1).asPython() == [2] * 8 + [3]
    assert (a[::-1][:4] + 1).asPython() == [3, 3, 6, 3]
    assert int(x[::-1][:: 1 << 20].sum()) == int(very_long[::-1][:: 1 << 20].sum())
    tail = x[(1 << 31) - 40 :]
    assert int((tail + tail).sum()) == 2 * (40 + 2 * rest + 3)
    wide = a.reshape(2, BEYOND // 2)
    assert wide[1, BEYOND // 2 - 2].asPython() == 5
    assert ocean.sum(wide, 1).asPython() == [(1 << 30) + rest, (1 << 30) + rest + 3]
    ocean.min(a, 4, a)  # in place: what is the same memory may be written many times
    assert (a[0].asPython(), a[BEYOND - 3].asPython()) == (1, 4) and ocean.maximum(a).asPython() == 4
    a[(1 << 31) + 1 :: 2] = 7
    assert a[-4:].asPython() == [2, 7, 2, 7]
    a[...] = 3
    assert ocean.sum(a[::-1]).asPython() == 3 * BEYOND


@pytest.mark.host_only("tensors without memory of their own")
def test_broadcast_lengths_above_two_to_the_31() -> None:
    """One element that is repeated: loops of more than 2**31 steps, in one dimension and in two."""
    one = ocean.full([1], 3, ocean.int8)
    for count in (100, (1 << 31) - 1, 1 << 31, (1 << 31) + 1):
        many = one.broadcastTo([count])
        assert many.nelem == count and ocean.maximum(many).asPython() == 3
        assert (many[count - 2 :] + 1).asPython() == [4, 4]
    line = ocean.arange(3, ocean.int8)
    wide = line.unsqueeze(1).broadcastTo([3, 1 << 30])
    assert wide.nelem == 3 << 30 and ocean.maximum(wide, 1).asPython() == [0, 1, 2]


# --- Threads -------------------------------------------------------------------------------------------------------


@pytest.mark.host_only("threads of the host")
def test_the_same_bits_for_any_number_of_threads() -> None:
    """Sizes around those where threads begin, with classes that one number of threads made known to the other."""
    values = np.random.default_rng(3).standard_normal(360_000)
    array = onp.asarray(values)
    found: dict[tuple[str, int], list[Any]] = {}
    for threads in (1, 2, 1, 3, 2):
        ocean.setNumThreads(threads)
        for name, (sizes, act) in EDGES.items():
            for k in sizes[:: -1 if threads == 2 else 1]:
                found.setdefault((name, k), []).append(frozen(act(onp, array, k)))
    for (name, k), results in found.items():
        assert all(each == results[0] for each in results), f"{name} of {k}"


@pytest.mark.filterwarnings("ignore:.*has been traced")
@pytest.mark.host_only("threads of Python")
def test_eight_threads_use_new_sizes_at_once() -> None:
    """Each has sizes of its own and some that others have; all classes are new when they begin."""
    values = np.arange(4000.0) % 17
    matrix = values[:3600].reshape(60, 60)
    x, M = onp.asarray(values), onp.asarray(matrix)
    fused = ocean.fuse(lambda a, b: (a * 2.0 + b) - 3.0)
    t = ocean.asTensor(values)
    forget_plans()

    def worker(number: int) -> Callable[[], None]:
        def run() -> None:
            pick = random.Random(number)
            for _ in range(150 * TIMES):
                k, p, q = pick.randrange(1, 1500), pick.randrange(1, 60), pick.randrange(1, 60)
                part, box = values[:k], matrix[:p, :q]
                np.testing.assert_array_equal(np.asarray(x[:k] + x[k : 2 * k]), part + values[k : 2 * k])
                assert float(x[:k].sum()) == part.sum() and int(x[:k].argmax()) == part.argmax()
                np.testing.assert_array_equal(np.asarray(M[:p, :q] + M[:q, :p].T), box + matrix[:q, :p].T)
                np.testing.assert_array_equal(np.asarray(M[:p, :q].sum(1)), box.sum(1))
                np.testing.assert_array_equal(np.asarray(x[:k][x[:k] > 8] * 2), part[part > 8] * 2)
                np.testing.assert_array_equal(np.asarray(np.cumsum(x[:k])), np.cumsum(part))
                np.testing.assert_array_equal(np.asarray(x[:p] @ M[:p, :q]), values[:p] @ box)
                if k % 5 == 0:
                    np.testing.assert_array_equal(
                        np.asarray(fused(t[:k], t[k : 2 * k])), part * 2 + values[k : 2 * k] - 3
                    )
                if k % 50 == 0:
                    forget_plans()

        return run

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        together(*(worker(number) for number in range(8)))
    finally:
        sys.setswitchinterval(interval)


# --- Memory ----------------------------------------------------------------------------------------------------------

MANY_SIZES = """
import random, statistics, sys, time, warnings
import ocean
import ocean.numpy as np

count, fusions = map(int, sys.argv[1:])
warnings.simplefilter("ignore")
x = np.arange(100_000.0)
t = ocean.arange(100_000, ocean.double)
mask = x % 3 > 1
f = ocean.fuse(lambda a, b: (a * 2.0 + b) / 3.0)
calls = [
    lambda a, k: a + a, lambda a, k: a * 2.0, lambda a, k: a.sum(), lambda a, k: a.copy(), lambda a, k: np.exp(a),
    lambda a, k: np.cumsum(a), lambda a, k: a.argmax(), lambda a, k: a > 5, lambda a, k: a.astype("f4"), lambda a, k: a @ a,
    lambda a, k: a[mask[:k]] + 1,
]
sizes = [(k, step) for k in range(1, 2001) for step in range(1, 51)]
random.Random(1).shuffle(sizes)


def resident():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


early, late, first = [0.0] * 1000, [0.0] * 1000, 0
for number in range(count):
    k, step = sizes[number % len(sizes)]
    a = x[: k * step : step]
    start = time.perf_counter()
    calls[number % len(calls)](a, k)
    taken = time.perf_counter() - start
    if 1000 <= number < 2000:
        early[number - 1000] = taken
    elif number >= count - 1000:
        late[number - count] = taken
    if number < fusions:
        f(t[:k], t[k : 2 * k])
    if number + 1 == 10_000:
        first = resident()
print(resident() - first, statistics.median(early), statistics.median(late))
"""


@pytest.mark.host_only("a process of its own")
def test_many_sizes_take_no_memory() -> None:
    """100,000 descriptions in one process: memory does not grow after the first 10,000, and calls take no longer.

    The ordinary run takes 100,000 calls and a few traces; with OCEAN_TEST_SIZES there are more of both.
    """
    if not os.path.exists("/proc/self/status"):
        pytest.skip("there is nothing that tells how much memory a process has")
    count, fusions = 100_000 * min(TIMES, 5), 1_000 if TIMES == 1 else 20_000
    done = subprocess.run(
        [sys.executable, "-c", MANY_SIZES, str(count), str(fusions)], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-4000:]
    grown, early, late = map(float, done.stdout.split())
    assert grown <= 5 * 1024, f"{grown:.0f} kB more"
    assert late <= 2 * early, f"{late * 1e6:.1f} instead of {early * 1e6:.1f} microseconds"


# --- Memory that is shared ------------------------------------------------------------------------------------------


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", ["i1", "i4", "f8"])
def test_results_that_share_memory_with_operands(kind: str) -> None:
    """Parts of one vector, or of one matrix, as operands and as result: what NumPy gives, which copies where it must."""
    pick = random.Random(f"shared {kind}")

    def part(count: int) -> slice:
        step = pick.choice([1, 1, 2, 3, -1, -2])
        first = pick.randrange(200 - abs(step) * (count - 1))
        last = first + abs(step) * (count - 1)
        return slice(first, last + 1, step) if step > 0 else slice(last, first - 1 if first else None, step)

    for _ in range(150 * TIMES):
        values = numbers(kind, 200)
        array = onp.asarray(values.copy(), device=layouts.device)
        count = pick.randint(1, 66)
        x, y, z = part(count), part(count), part(count)
        match pick.randrange(4):
            case 0:
                values[z] = values[x] + values[y]
                onp.add(array[x], array[y], out=array[z])
            case 1:
                values[z] += values[x].copy()
                array[z] += array[x]
            case 2:
                values[z] = values[x].copy()
                array[z] = array[x]
            case _:
                side = pick.randint(2, 14)
                square, box = (each[: side * side].reshape(side, side) for each in (values, array))
                square[...] = square.T.copy()
                box[...] = box.T
        np.testing.assert_array_equal(sized_calls.on_host(array), values)


def test_draws_of_other_sizes() -> None:
    """A generator gives what it gives where no other size was drawn before."""
    draws: list[Callable[[Any, int], Any]] = [
        lambda g, k: g.uniform([k], ocean.double), lambda g, k: g.normal([k], ocean.float),
        lambda g, k: g.integers([k], 100), lambda g, k: g.uniform([k, 3], ocean.float),
    ]  # fmt: skip
    for draw in draws:
        found = {k: frozen(draw(ocean.random.generator(k), k)) for k in around(1, 16, 128, 2048)}
        for k, known in found.items():
            forget_plans()
            assert frozen(draw(ocean.random.generator(k), k)) == known


@pytest.mark.host_only("about the arithmetic of sizes")
def test_sizes_that_exceed_64_bits_together() -> None:
    """Each operand has an address, but what they are broadcast to has none: also where the class of the call is known."""
    for rows, columns in ((3, 4), (5, 6)):
        assert ocean.allclose(ocean.ones([rows, 1]), ocean.ones([1, columns]))
    tall = ocean.ones([1]).broadcastTo([3 * 10**9, 1])
    wide = ocean.ones([1]).broadcastTo([1, 5 * 10**9])
    for call in (ocean.allclose, ocean.add, lambda a, b: ocean.sum(ocean.lazy(a) + b)):
        with pytest.raises(ocean.OceanValueError, match="exceeds 64-bit addresses"):
            call(tall, wide)


@pytest.mark.host_only("it makes a device of its own")
def test_a_plan_is_held_while_it_runs() -> None:
    """The table of plans drops them one by one, also while one of them runs: in calls inside it, or in other threads."""
    counts: list[int] = []

    class Forgetful(Mirror):
        def launch(self, plan: Any, operands: list[Any]) -> None:
            if len(counts) % 6 == 5:  # by then it comes from the table
                forget_plans()
            counts.append(sys.getrefcount(plan))
            super().launch(plan, operands)

    device = make_device(Forgetful, "Forgetful", "forgetful0", 0, False)
    a = ocean.ones([3], ocean.double, device)
    for _ in range(12):
        assert (a + a).asPython() == [2, 2, 2]
    assert min(counts) > 2, "this name, the argument of getrefcount, and the call"


@pytest.mark.host_only("it starts a process")
def test_plans_are_dropped_while_threads_run_them() -> None:
    code = """
import threading
import ocean
from ocean._src.core.objects.memory import make_device
from ocean._src.core.objects.tensor import forget_plans

a = ocean.ones([40_000, 10], ocean.double)
wrong, done = [], []

def work():
    for _ in range(100):
        c = a + a
        if c[39_999, 9] != 2 or ocean.sum(c[::4, :]) != 200_000:
            wrong.append(c)
    done.append(True)

def forget():
    while len(done) < 2:
        forget_plans()
        for n in range(1, 40):
            x = ocean.ones([n % 7 + 1, n], ocean.float)
            x + x, x * x.T

threads = [threading.Thread(target=each) for each in (work, work, forget)]
for each in threads:
    each.start()
for each in threads:
    each.join()
assert len(done) == 2 and not wrong
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

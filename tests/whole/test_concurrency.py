"""Several Python threads at once, and processes that come from a fork."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, read, sample
from oracles import cast
from threading_tools import together

import ocean

pytestmark = pytest.mark.host_only("threads of the host")


def test_threads_share_the_library() -> None:
    """Large and small work, new and known kernels, views, allocation, printing: all at the same time."""
    ocean.setNumThreads(2)

    def large() -> None:
        x = np.random.default_rng(1).standard_normal(200_000)
        a = ocean.asTensor(x)
        for _ in range(15):
            np.testing.assert_array_equal(read(a + a @ 2.0), x + x * 2)

    def kernels(seed: int) -> Callable[[], None]:
        def run() -> None:
            kinds = np.random.default_rng(seed).permutation(np.array(DTYPES, object))
            for k, kind in enumerate(kinds):
                other = kinds[(k + 3) % 16]
                tensor, values = sample(list(LAYOUTS)[(k + seed) % 12], kind)
                np.testing.assert_array_equal(read(other(tensor)), cast(values, kind, other))
                assert str(tensor).endswith(tensor.footer)

        return run

    def small() -> None:
        a = ocean.arange(10)
        for n in range(1500):
            b = (a + n).reshape(2, 5).T.slice(0, n % 5)
            first = 2 * (n % 5) + n
            assert b.asPython() == [[first], [first + 1]] and b.storage.refcount == 2

    def sizes() -> None:
        base = ocean.zeros([3000], ocean.int8)
        for n in range(3000):
            assert (base.slice(0, 0, n) + 1).size == (n,)

    together(large, large, kernels(1), kernels(2), small, small, sizes)


def test_many_threads_on_one_tensor() -> None:
    shared = ocean.arange(50_000, ocean.double)
    wanted = np.arange(50_000.0) * 3

    def work() -> None:
        for _ in range(20):
            twin = shared.asContiguous()
            np.testing.assert_array_equal(read(twin + shared @ 2), wanted)
            twin.reshape(250, 200, True)
            assert twin.size == (250, 200)

    together(*[work] * 4)
    assert shared.size == (50_000,) and shared.refcount == 1


def test_memory_that_is_let_go_while_it_is_used() -> None:
    """A tensor may be given other memory while a kernel reads the former: values are then old or new, never lost."""
    ocean.setNumThreads(2)
    tensor, stop = ocean.ones([300_000]), threading.Event()

    def compute() -> None:
        try:
            for _ in range(40):
                result = tensor + 1 if tensor.nelem else tensor
                assert result.nelem in (0, 300_000)
        finally:
            stop.set()

    def replace() -> None:
        while not stop.is_set():
            tensor.dealloc()
            ocean.cpu.emptyCache()
            ocean._src.core.objects.tensor.replace_tensor(tensor, ocean.ones([300_000]))

    together(compute, replace)


def test_the_number_of_threads_can_change_at_any_time() -> None:
    x = np.random.default_rng(2).standard_normal(150_000)
    a, stop = ocean.asTensor(x), threading.Event()

    def change() -> None:
        k = 0
        while not stop.is_set():
            ocean.setNumThreads(1 + k % 5)
            k += 1

    def compute() -> None:
        try:
            for _ in range(60):
                np.testing.assert_array_equal(read(a + a), x + x)
        finally:
            stop.set()

    together(change, compute)


FORK = """
import os, sys
import numpy as np
import ocean

ocean.setNumThreads(3)
x = np.arange(300_000.0)
a = ocean.asTensor(x)

def check(kind):
    assert ((a + a).convertTo("numpy") == x + x).all()
    assert (kind(a.flipAxis(0)).T.storage.nelem) == 300_000     # a kernel that is perhaps new
    assert ((a @ 3 - a).convertTo("numpy") == 2 * x).all()
    assert str(a).endswith(a.footer)

import ocean_numpy
check(ocean.float)
"""


@pytest.mark.parametrize(
    "code",
    [
        """
children = []
for kind in (ocean.float, ocean.half, ocean.cdouble):
    child = os.fork()
    if not child:
        try:
            check(kind)
            grandchild = os.fork()
            if not grandchild:
                check(ocean.uint16)
                os._exit(0)
            assert os.waitpid(grandchild, 0)[1] == 0
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    children.append(child)
check(ocean.int16)
assert all(os.waitpid(child, 0)[1] == 0 for child in children)
""",
        """
import threading, multiprocessing
busy = threading.Event()
def work():
    while not busy.is_set():
        check(ocean.double)
thread = threading.Thread(target=work)
thread.start()
try:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        pool.map(check, [ocean.float, ocean.int8, ocean.chalf, ocean.uint64], chunksize=1)
finally:
    busy.set()
    thread.join()
check(ocean.int32)
""",
    ],
    ids=["fork", "multiprocessing"],
)
def test_children_of_a_fork_work(code: str) -> None:
    result = subprocess.run([sys.executable, "-c", FORK + code], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("face", ["ocean.random.integers([4], 1 << 62).asPython()", "np.random.randint(0, 1 << 62, 4).tolist()"])
@pytest.mark.parametrize(
    "before", ["", "{face}", "ocean.random.seed()", "np.random.seed(5)", "ocean.random.seed(5)", "g.state = (5, 0, 0, 0)"]
)
def test_random_numbers_after_a_fork(face: str, before: str) -> None:
    """Without a seed, children draw other numbers than the parent and each other; with one, what the parent would."""
    code = f"""
import multiprocessing, os, warnings
import ocean, ocean.numpy as np
from ocean._src.statistics.random import default as g
warnings.simplefilter("ignore")
def draw(_=None):
    return {face}
{before.format(face=face)}
def forked():
    end, start = os.pipe()
    if not os.fork():
        os.write(start, repr(draw()).encode())
        os._exit(0)
    os.wait()
    return eval(os.read(end, 1000))
found = [forked(), forked()]
with multiprocessing.get_context("fork").Pool(1) as pool:
    found += pool.map(draw, [0])
found.append(draw())
print(len({{str(each) for each in found}}))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert result.stdout.strip() == ("1" if "5" in before else "4"), result.stdout + result.stderr


@pytest.mark.parametrize("first", ["", "import numpy", "import ocean.numpy"])
@pytest.mark.parametrize("name", ["ocean", "ocean.numpy", "pyOcean_cpu", "ocean_numpy", "ocean._src.core.objects.tensor"])
def test_a_subinterpreter_leaves_the_main_one_alone(name: str, first: str) -> None:
    """An import in a subinterpreter is refused before anything is loaded that only one interpreter can have."""
    code = f"""
import sys
{first}
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
program = '''
import sys
sys.path = %r
try:
    import {name}
except ImportError as error:
    assert "was imported in a subinterpreter" in str(error), error
else:
    raise AssertionError("imported")
assert not [each for each in sys.modules if each.startswith("ocean._src.core.")]
''' % (sys.path,)
for _ in range(2):
    other = interpreters.create()
    failed = interpreters.run_string(other, program)
    assert failed is None, failed
    interpreters.destroy(other)
import {name}, ocean, ocean.numpy as np
assert (ocean.ones([3]) + 1).asPython() == [2, 2, 2] and (np.arange(3) * 2).tolist() == [0, 2, 4]
print("works")
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert result.stdout.strip() == "works", result.stdout + result.stderr


def test_spawned_processes_exchange_what_can_be_pickled(tmp_path: Path) -> None:
    code = """
import multiprocessing, ocean

def child(kind, device, scalar):
    assert kind is ocean.half and device is ocean.cpu and scalar == 3
    return (ocean.ones([3], kind) + scalar).asPython()

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.starmap(child, [(ocean.half, ocean.cpu, ocean.int8(3))]) == [[4, 4, 4]]
"""
    script = tmp_path / "spawned.py"
    script.write_text(code)
    result = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


FINALIZERS = """
import gc, ocean
from ocean._src.core.objects.tensor import forget_plans

base, made = ocean.zeros([6000], ocean.int8), 0

def plan(length):
    assert (base.slice(0, 0, length) + 1).size == (length,)

class Cycle:
    def __init__(self):
        self.itself = self

    def __del__(self):
        global made
        made += 1
        plan(5000 + made)

for _ in range(3):
    forget_plans()
    gc.disable()
    for length in range(4090):          # the table is emptied when it has 4096
        plan(length)
    cycles = [Cycle() for _ in range(3)]
    gc.collect(0)                       # they are older than what is looked at first
    cycles.clear()
    gc.set_threshold(1000, 0, 0)
    gc.enable()
    for length in range(4090, 4110):
        plan(length)
gc.collect()
assert made == 9
"""


def test_finalizers_may_make_plans_while_the_table_of_plans_is_emptied() -> None:
    """As may other threads, which run where a finalizer does."""
    result = subprocess.run([sys.executable, "-c", FINALIZERS], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


def test_exceptions_in_one_thread_leave_the_others_alone() -> None:
    def fails() -> None:
        for _ in range(300):
            with pytest.raises(ocean.OceanError):
                ocean.ones([3]) + ocean.ones([4])

    def works() -> None:
        for n in range(300):
            assert (ocean.ones([3]) + n).asPython() == [n + 1.0] * 3

    workers: list[Any] = [fails, works]
    together(*workers * 2)


def test_tensors_that_are_taken_apart_while_they_are_used() -> None:
    """Nothing crashes, and nothing is written where it does not belong; see disturbance.py."""
    script = Path(__file__).parents[1] / "disturbance.py"
    result = subprocess.run([sys.executable, str(script), "6"], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_tensor_is_shown_as_it_was_while_another_thread_reshapes_it() -> None:
    tensor, stop = ocean.arange(12), threading.Event()
    texts = {str(tensor.reshape(*size)) for size in ((12,), (3, 4), (2, 3, 2))}

    def show() -> None:
        try:
            for _ in range(300):
                assert str(tensor) in texts
        finally:
            stop.set()

    def reshape() -> None:
        while not stop.is_set():
            for size in ((3, 4), (2, 3, 2), (12,)):
                tensor.reshape(list(size), True)

    together(show, reshape)

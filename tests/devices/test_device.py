"""OpenCL devices: how they are found, streams, memory, transfers, and what goes wrong."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ocean
import ocean.numpy as onp
from ocean._src.core.devices import opencl
from ocean._src.core.objects.memory import stream_of
from ocean._src.core.objects.tensor import call_operation, forget_plans, memory_of
from ocean._src.devices import find, programs, tune
from ocean._src.devices import matmul as product
from ocean._src.devices.device import deviceGPU
from ocean._src.kernels.jobs import Reduce
from ocean._src.kernels.opencl.work import Kernel, Launch, Traits, Work
from ocean._src.ops import gather as pick
from ocean._src.ops import reductions
from ocean._src.ops.writer import trace

pytestmark = pytest.mark.host_only("names its devices itself")


@pytest.fixture
def gpu() -> deviceGPU:
    if not ocean.gpu:
        pytest.skip("there is no OpenCL device")
    return ocean.gpu[0]


def run(code: str, **environment: str) -> str:
    """What a new process prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


# --- Finding devices ---------------------------------------------------------------------------------------------


def test_devices_are_searched_for_when_they_are_asked_for() -> None:
    code = "import sys, ocean; a = ocean.zeros([3]) + 1; print('pyopencl' in sys.modules); ocean.gpu; print(len(ocean.devices()))"
    searched, count = run(code, POCL_DEVICES="pthread pthread").split()
    assert searched == "False" and int(count) == 1 + len(ocean.gpu)


@pytest.mark.parametrize(
    "code",
    [
        "import pyOcean_gpu; print(pyOcean_gpu.gpu)",
        "import ocean; from ocean._src.core.objects.memory import find_device; print(find_device('gpu0'))",
        "import pyOcean_core as o; print(o.devices()); import pyOcean_gpu; print(o.gpu, o.devices())",
    ],
)
def test_modules(code: str) -> None:
    assert "gpu0" in run(code)


@pytest.mark.parametrize(("choice", "found"), [("off", "[]"), ("all", None)])
def test_choice(choice: str, found: str | None) -> None:
    text = run("import ocean; print(ocean.gpu)", OCEAN_GPU=choice)
    assert text == found if found else "gpu0" in text


def test_wrong_choice() -> None:
    code = "import ocean\ntry: ocean.gpu\nexcept ValueError as error: print(error)"
    assert run(code, OCEAN_GPU="yes") == "OCEAN_GPU must be off, real or all, got 'yes'"


def test_properties(gpu: deviceGPU) -> None:
    assert isinstance(gpu, ocean.device) and isinstance(gpu, ocean.deviceGPU) and not isinstance(gpu, ocean.deviceCPU)
    assert (gpu.type, gpu.name, gpu.index) == ("GPU", "gpu0", 0) and pickle.loads(pickle.dumps(gpu)) is gpu
    assert gpu.requiresAlignedData and not gpu.supportsByteswap
    assert gpu.version == f"{gpu.major}.{gpu.minor}" and gpu.major >= 1
    assert 0 < gpu.freeMem <= gpu.totalGlobalMem and gpu.multiProcessorCount >= 1 and gpu.warpSize >= 1
    assert len(gpu.maxThreadsDim) == len(gpu.maxGridSize) == 3 and gpu.maxThreadsPerBlock >= 1
    for name in ("sharedMemPerBlock", "regsPerBlock", "memPitch", "totalConstMem", "pciBusID", "pciDeviceID"):
        assert isinstance(getattr(gpu, name), int)
    for name in ("deviceOverlap", "kernelExecTimeoutEnabled", "integrated", "canMapHostMemory", "concurrentKernels"):
        assert isinstance(getattr(gpu, name), bool)
    assert isinstance(gpu.clockRate, float) and gpu.deviceName in gpu.info and "Peer devices:" in gpu.info
    with pytest.raises(AttributeError):
        gpu.freeMem = 1
    if len(ocean.gpu) > 1:
        assert ocean.gpu[1] in gpu.peers and gpu in ocean.gpu[1].peers


def test_devices_by_name(gpu: deviceGPU) -> None:
    assert ocean.device("gpu0") is ocean.device("GPU0") is ocean.device(gpu) is gpu
    assert ocean.device("cpu") is ocean.cpu and ocean.device(gpu.deviceName[3:].upper()) is gpu
    with pytest.raises(ocean.OceanValueError, match=r"no device named 'gpu77'; found: cpu, .*gpu0 \(.*\)"):
        ocean.device("gpu77")
    with pytest.raises(ocean.OceanTypeError, match="name must be str or device"):
        ocean.device(0)
    ocean.setBufferCount("GPU", 5)
    assert all(each.bufferCount == 5 for each in ocean.gpu) and ocean.cpu.bufferCount == 3


# --- Streams -----------------------------------------------------------------------------------------------------


def held(tensor: ocean.tensor) -> Any:
    """An event of the user that the next work on a tensor's stream waits for."""
    where = tensor.device
    event = where.cl.UserEvent(where.context)
    where.queues.line(stream_of(tensor.storage.stream)).waits[0] = opencl.event_at(event.int_ptr)
    return event


def let_go(where: deviceGPU, event: Any) -> None:
    event.set_status(where.cl.command_execution_status.COMPLETE)


def test_a_stream_waits_while_another_completes(gpu: deviceGPU) -> None:
    a, b = ocean.zeros([5], ocean.int32, gpu), ocean.zeros([5], ocean.int32, gpu)
    a += 1  # builds the program
    a.sync()
    event = held(a)
    a += 1  # returns at once
    b += 1
    b.sync()
    line = gpu.queues.line(stream_of(a.storage.stream))
    assert not all(each.done for each in line.events())
    assert b.asPython() == [1] * 5
    let_go(gpu, event)
    a.sync()
    assert a.asPython() == [2] * 5


def test_work_across_streams_waits(gpu: deviceGPU) -> None:
    """b is computed from a, which is not ready; a changes afterwards; neither call waits for the host."""
    a, b = ocean.zeros([5], ocean.int32, gpu), ocean.zeros([5], ocean.int32, gpu)
    event = held(a)
    a += 3
    ocean.add(b, a, b)
    a += 4
    let_go(gpu, event)
    assert b.asPython() == [3] * 5 and a.asPython() == [7] * 5


def test_devices_wait_for_each_other(gpu: deviceGPU) -> None:
    if len(ocean.gpu) < 2:
        pytest.skip("there is one device")
    a = ocean.zeros([5], ocean.int32, gpu)
    event = held(a)
    a += 3
    b = ocean.gpu[1](a)
    a += 1
    let_go(gpu, event)
    assert b.asPython() == [3] * 5 and a.asPython() == [4] * 5


def test_memory_is_used_again_after_its_work(gpu: deviceGPU) -> None:
    """A tensor dies while work on it is waiting: its bytes go to another tensor, on another stream, which waits."""
    a = ocean.full([1000], 7, ocean.int32, gpu)
    kept = ocean.zeros([1000], ocean.int32, gpu)
    event = held(a)
    ocean.add(kept, a, kept)
    del a
    b = ocean.zeros([1000], ocean.int32, gpu)
    let_go(gpu, event)
    assert kept.asPython() == [7] * 1000 and b.asPython() == [0] * 1000


def test_readers_do_not_wait_for_each_other(gpu: deviceGPU) -> None:
    """Two streams read what a third has; a change there waits for both of them."""
    a, b, c = (ocean.full([5], k, ocean.int32, gpu) for k in (1, 2, 3))
    c.sync()
    event = held(a)
    a += c
    b += c
    b.sync()
    assert b.asPython() == [5] * 5
    c += 10
    b += c  # waits for the change, which waits for a
    let_go(gpu, event)
    assert a.asPython() == [4] * 5 and b.asPython() == [18] * 5 and c.asPython() == [13] * 5


def test_many_streams_read_one(gpu: deviceGPU) -> None:
    """A stream knows the pending work of any number of others, and forgets what is done."""
    a = ocean.zeros([5], ocean.int32, gpu)
    line = gpu.queues.line(stream_of(a.storage.stream))
    readers = [ocean.zeros([5], ocean.int32, gpu) for _ in range(100)]
    for each in readers:
        each += a
        each.sync()
    assert len(line.waits) <= 40
    events = [held(each) for each in readers]
    for each in readers:
        each += a
    a += 1
    for event in reversed(events):
        let_go(gpu, event)
    assert a.asPython() == [1] * 5 and all(each.asPython() == [0] * 5 for each in readers)


def test_many_transfers_wait(gpu: deviceGPU) -> None:
    """More staging buffers than are kept may be read by transfers that wait; none is used for another one."""
    source = ocean.zeros([1000], ocean.int32)
    targets = [ocean.zeros([1000], ocean.int32, gpu) for _ in range(10)]
    events = [held(each) for each in targets]
    for k, each in enumerate(targets):
        source.fill(k)
        each.copy(source)
    for event in events:
        let_go(gpu, event)
    assert [each.asPython() for each in targets] == [[k] * 1000 for k in range(10)]


def test_bytes_of_the_host_are_taken_at_once(gpu: deviceGPU) -> None:
    source = ocean.asTensor(list(range(1000)), ocean.int32)
    target = ocean.zeros([1000], ocean.int32, gpu)
    event = held(target)
    target.copy(source)
    source.fill(0)
    del source
    let_go(gpu, event)
    assert target.asPython() == list(range(1000))


def test_default_stream(gpu: deviceGPU) -> None:
    a, b = ocean.zeros([2], gpu), ocean.zeros([2], gpu)
    assert a.storage.stream != b.storage.stream and (a + b).storage.stream == a.storage.stream
    gpu.defaultStream = gpu.createStream()
    assert ocean.zeros([2], gpu).storage.stream == ocean.zeros([2], gpu).storage.stream == gpu.defaultStream
    with pytest.raises(ValueError, match="must be on device gpu0"):
        gpu.defaultStream = ocean.stream(ocean.cpu)
    with pytest.raises(ValueError, match="stream is on device cpu, expected gpu0"):
        ocean.tensor([3], gpu, ocean.stream(ocean.cpu))
    line = ocean.stream(gpu)
    assert ocean.tensor([3], line).storage.stream == line


def test_queues_come_from_a_pool(gpu: deviceGPU) -> None:
    def work() -> None:
        (ocean.zeros([3], ocean.int32, gpu) + 1).sync()

    work()
    gc.collect()
    assert gpu.usedBytes >= 0  # what was dropped is counted now
    before = len(gpu.queues.lines.idle)
    for _ in range(5):
        work()
    assert before and len(gpu.queues.lines.idle) <= before + 1


THREADS = """
import threading, ocean
a, wrong = ocean.asTensor(list(range(100)), ocean.int64, ocean.gpu[0]), []

def work(k):
    for _ in range(20):
        if (a + k).asPython() != [n + k for n in range(100)]:
            wrong.append(k)

threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
assert not wrong, wrong
"""


def test_threads(gpu: deviceGPU) -> None:
    """In fresh processes, where all threads make and keep the first plan at once."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


# --- Memory and transfers ----------------------------------------------------------------------------------------


def test_blocks_are_kept_and_used_again(gpu: deviceGPU) -> None:
    gc.collect()
    gpu.emptyCache()
    used = gpu.usedBytes
    a = ocean.tensor([1000], ocean.double, gpu)
    assert gpu.usedBytes == used + opencl.rounded(8000) and gpu.cachedBytes == 0
    assert gpu.freeMem == gpu.totalGlobalMem - gpu.usedBytes
    del a
    assert gpu.usedBytes == used and gpu.cachedBytes == opencl.rounded(8000)
    a = ocean.tensor([1000], ocean.double, gpu)
    assert gpu.cachedBytes == 0
    del a
    gpu.emptyCache()
    assert gpu.cachedBytes == 0 and gpu.peakBytes >= used


@pytest.mark.parametrize("nbytes", [0, 1, 255, 256, 257, 1000, 4097, 10**6, 10**9 + 1])
def test_rounding(nbytes: int) -> None:
    size = opencl.rounded(nbytes)
    assert nbytes <= size <= max(256, nbytes + max(255, nbytes // 4)) and opencl.rounded(size) == size


def test_running_out_of_memory(gpu: deviceGPU, monkeypatch: pytest.MonkeyPatch) -> None:
    a = ocean.tensor([1000], ocean.double, gpu)
    del a
    kept = ocean.zeros([10], gpu)
    monkeypatch.setattr(gpu.queues.blocks, "total", gpu.queues.blocks.used + 20000)
    assert gpu.cachedBytes
    with pytest.raises(ocean.OceanMemoryError, match=r"not enough memory for 80000 bytes on device gpu0: \d+ of \d+"):
        ocean.tensor([10000], ocean.double, gpu)
    assert gpu.cachedBytes == 0 and kept.asPython() == [0] * 10
    ocean.tensor([2000], ocean.double, gpu)
    with pytest.raises(ocean.OceanMemoryError, match="device gpu0"):
        ocean.tensor([1 << 58], ocean.double, gpu)
    monkeypatch.undo()
    with pytest.raises(ocean.OceanMemoryError, match="one block has at most"):
        ocean.tensor([gpu.queues.blocks.largest + 1], ocean.int8, gpu)


def test_running_out_of_memory_for_partial_results(gpu: deviceGPU, monkeypatch: pytest.MonkeyPatch) -> None:
    a = ocean.ones([1000, 1000], ocean.float, gpu)
    gpu.emptyCache()
    monkeypatch.setattr(gpu.queues.blocks, "total", gpu.usedBytes + 300)
    with pytest.raises(ocean.OceanMemoryError, match=r"not enough memory for \d+ bytes on device gpu0: \d+ of \d+"):
        ocean.sum(a)
    monkeypatch.undo()
    assert ocean.sum(a) == 1000000


def test_blocks_are_dropped_at_any_moment(gpu: deviceGPU) -> None:
    """Threads drop tensors while others allocate; nothing is lost from the account."""
    gc.collect()
    used = gpu.usedBytes

    def work() -> None:
        for n in range(200):
            ocean.tensor([64 * (1 + n % 5)], ocean.double, gpu)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert gpu.usedBytes == used


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("limit", [0, 100, 1 << 20])
def test_staging_buffers(gpu: deviceGPU, count: int, limit: int) -> None:
    gpu.bufferCount, gpu.maxBufferSize = count, limit
    a = np.arange(1000, dtype=np.int32)
    tensors = [ocean.asTensor(a + k, gpu) for k in range(5)]
    assert all((each.to_numpy() == a + k).all() for k, each in enumerate(tensors))
    assert len(gpu.queues.staging) <= max(count, 3)


def test_copies_that_overlap(gpu: deviceGPU) -> None:
    a = ocean.asTensor(list(range(10)), ocean.int32, gpu)
    a[1:] = a[:-1]
    assert a.asPython() == [0, *range(9)]
    b = ocean.asTensor(list(range(10)), ocean.int32, gpu).storage
    memory = memory_of(b.asTensor())
    gpu.copy(memory, 4, memory, 0, 20)
    assert b.asTensor().asPython() == [0, 0, 1, 2, 3, 4, 6, 7, 8, 9]


def test_dlpack(gpu: deviceGPU) -> None:
    a = ocean.asTensor([[1, 2, 3], [4, 5, 6]], ocean.int32, gpu)
    assert a.__dlpack_device__() == (4, 0)
    view = a[1:, :]
    lent = ocean.fromDLPack(view)
    assert lent.device is gpu and lent.asPython() == view.asPython() and lent.size == view.size
    lent += 10
    lent.sync()
    assert a.asPython() == [[1, 12, 13], [4, 15, 16]]
    copied = ocean.fromDLPack(a, copy=True)
    copied.fill(0)
    assert a.asPython() != copied.asPython()
    assert ocean.fromDLPack(a, ocean.cpu).device is ocean.cpu
    assert np.from_dlpack(a, device="cpu").tolist() == a.to_numpy().tolist()
    del a, view
    gc.collect()
    assert lent.asPython() == [[12, 13], [15, 16]]
    with pytest.raises((BufferError, RuntimeError), match="device"):
        np.from_dlpack(lent)
    with pytest.raises(ValueError, match="no DLPack stream"):
        lent.__dlpack__(stream=1)


def test_dlpack_consumers_that_refuse_the_device(gpu: deviceGPU) -> None:
    """PyTorch frees what a capsule holds when it refuses a device, and the capsule once more: nothing is freed twice, and
    nothing stays."""
    pytest.importorskip("torch")
    code = """
import gc, warnings
import numpy as np, ocean, ocean.numpy as onp, torch
warnings.simplefilter("ignore")
gpu = ocean.gpu[0]
ways = [
    lambda x, **named: torch.from_dlpack(x), lambda x, **named: np.from_dlpack(x), lambda x, **named: ocean.fromDLPack(x),
    lambda x, **named: torch.utils.dlpack.from_dlpack(x.__dlpack__(**named)), lambda x, **named: x.__dlpack__(**named),
    lambda x, **named: torch.from_dlpack(x, device="cpu"), lambda x, **named: torch.from_dlpack(x, device="cpu", copy=True),
    lambda x, **named: np.from_dlpack(x, device="cpu"), lambda x, **named: np.from_dlpack(x, device="cpu", copy=True),
    lambda x, **named: np.from_dlpack(x, copy=False), lambda x, **named: ocean.fromDLPack(x.__dlpack__(**named)),
]
def twice(x, **named):
    capsule = x.__dlpack__(**named)
    for take in (ocean.fromDLPack, ocean.fromDLPack, torch.utils.dlpack.from_dlpack):
        try:
            take(capsule)
        except (RuntimeError, BufferError, ValueError, TypeError):
            pass
    try:
        torch.utils.dlpack.from_dlpack(capsule)
    finally:
        return ocean.fromDLPack(x.__dlpack__(**named))
ways.append(twice)
def first_refused(x, **named):
    capsule = x.__dlpack__(**named)
    try:
        torch.utils.dlpack.from_dlpack(capsule)
    except RuntimeError:
        pass
    del x
    gc.collect()
    return capsule                      # refused, and still there
ways.append(first_refused)
shared = refused = 0
for _ in range(3):
    for make in (lambda: gpu(ocean.arange(5)), lambda: onp.asarray(onp.arange(6.0).reshape(2, 3), device=gpu)[:, 1:]):
        for way in ways:
            for named in ({}, {"max_version": (1, 0)}, {"max_version": (1, 2)}, {"max_version": (0, 8)}):
                x = make()
                try:
                    got = way(x, **named)
                    shared += 1
                except (RuntimeError, BufferError, ValueError, TypeError):
                    refused += 1
                    got = None
                del x                   # what was taken lives on
                if hasattr(got, "tolist") or hasattr(got, "asPython"):
                    values = got.tolist() if hasattr(got, "tolist") else got.asPython()
                    assert values in ([0, 1, 2, 3, 4], [[1, 2], [4, 5]], [[1, 4], [2, 5]]), values
                del got
    gc.collect()
    if _ == 0:
        before = gpu.usedBytes
assert gpu.usedBytes == before, (gpu.usedBytes, before)
for stream in (1, -1, 0, "x"):
    try:
        gpu(ocean.arange(3)).__dlpack__(stream=stream)
        raise SystemExit("a stream was taken")
    except ValueError:
        pass
print(shared > 100 and refused > 100, gpu(ocean.arange(3)).convertTo("torch").tolist())
"""
    assert run(code) == "True [0, 1, 2]"


# --- What goes wrong ---------------------------------------------------------------------------------------------


def test_a_program_that_cannot_be_built(gpu: deviceGPU) -> None:
    with pytest.raises(ocean.OceanError, match=r"Device gpu0 cannot build a program:\n(.|\n)*error") as error:
        gpu.programs.kernel("__kernel void wrong() { this is not C; }", "wrong")
    assert len(str(error.value).splitlines()) <= 45


def test_a_driver_that_kept_a_broken_program(gpu: deviceGPU) -> None:
    """PoCL keeps half of a program when a process ends while it builds one: it is built once more."""
    text = "__kernel void whole(__global uchar *p) { p[0] = 1; }"
    gpu.programs.built[text] = gpu.programs.program("__kernel void other(__global uchar *p) { p[0] = 1; }")
    assert gpu.programs.kernel(text, "whole").function_name == "whole"


@pytest.fixture
def replaced(gpu: deviceGPU) -> Iterator[Callable[[str, Any, list[int]], list[Any]]]:
    """Let a function of the driver give some codes instead of doing anything, and then do what it does."""
    plain = find.addresses_in(gpu.cl)
    kept = []

    def replace(name: str, kind: Any, codes: list[int]) -> list[Any]:
        real, calls = kind(plain(name)), []

        def called(*args: Any) -> int:
            calls.append(args)
            return codes[len(calls) - 1] if len(calls) <= len(codes) else real(*args)

        kept.append(kind(called))
        address = ctypes.cast(kept[-1], ctypes.c_void_p).value or 0
        opencl.use_functions(lambda each: address if each == name else plain(each))
        return calls

    yield replace
    opencl.use_functions(plain)


POINTER = ctypes.c_void_p
LAUNCH = ctypes.CFUNCTYPE(
    ctypes.c_int, POINTER, POINTER, ctypes.c_uint, POINTER, POINTER, POINTER, ctypes.c_uint, POINTER, POINTER
)
OUT_OF_RESOURCES, NO_MEMORY = -5, -4


def test_a_device_that_fails(gpu: deviceGPU, replaced: Any) -> None:
    a, b = ocean.zeros([3], gpu), ocean.zeros([3], gpu)
    event = held(b)
    b += 1
    replaced("clEnqueueNDRangeKernel", LAUNCH, [OUT_OF_RESOURCES])
    with pytest.raises(ocean.OceanError, match="Device gpu0 failed: clEnqueueNDRangeKernel failed: OUT_OF_RESOURCES"):
        a + b
    let_go(gpu, event)
    assert (a + b).asPython() == [1, 1, 1]


def test_memory_that_is_found_late(gpu: deviceGPU, replaced: Any) -> None:
    """Where a driver finds no memory for a launch, what is kept for reuse is given back and it is tried again."""
    a = ocean.zeros([3], gpu)
    ocean.tensor([1000], gpu)
    assert gpu.cachedBytes
    calls = replaced("clEnqueueNDRangeKernel", LAUNCH, [NO_MEMORY])
    assert (a + 1).asPython() == [1, 1, 1] and len(calls) == 2
    replaced("clEnqueueNDRangeKernel", LAUNCH, [NO_MEMORY] * 2)
    with pytest.raises(ocean.OceanMemoryError, match=r"gpu0 ran out of memory: \d+ of \d+ bytes .*ALLOCATION_FAILURE"):
        a + 1
    assert (a + 1).asPython() == [1, 1, 1]


def test_work_that_fails(gpu: deviceGPU) -> None:
    """What goes wrong while work is done is told to whoever waits for it or comes after it, and to nobody else."""
    a, b = ocean.zeros([3], ocean.int32, gpu), ocean.zeros([3], ocean.int32, gpu)
    event = held(a)
    a += 1
    event.set_status(-1)
    with pytest.raises(ocean.OceanError, match="Device gpu0 failed: clWaitForEvents failed: EXEC_STATUS_ERROR"):
        a.sync()
    for use in (lambda a: a + 1, lambda a: b + a, lambda a: a.asPython()):
        with pytest.raises(ocean.OceanError, match="Device gpu0 failed: Work that was queued before failed: "):
            use(a)
    del a
    assert all((ocean.zeros([3], ocean.int32, gpu) + b + 1).asPython() == [1, 1, 1] for _ in range(5))


def test_after_a_fork(gpu: deviceGPU) -> None:
    code = """
import ocean, os, sys, warnings
warnings.simplefilter("ignore")
a = ocean.zeros([3], ocean.gpu[0]); a.sync()
child = os.fork()
if child == 0:
    try:
        a + 1
    except ocean.OceanError as error:
        sys.stdout.write(str(error)); sys.stdout.flush()
    os._exit(3)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 3
assert (a + 1).asPython() == [1, 1, 1]
"""
    assert "Device gpu0 cannot be used after a fork" in run(code)


def test_programs_are_kept_on_disk(gpu: deviceGPU, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("OCEAN_CACHE_DIR", str(tmp_path))
    text = "__kernel void kept(__global int *p) { p[0] = 1; }"
    ours = programs.Programs(gpu.cl, gpu.context, gpu.opencl, gpu.name, gpu.lock)
    kept: list[tuple[bytes, Any]] = []
    ours.keep = lambda *pair: kept.append(pair)  # type: ignore[method-assign]
    ours.kernel(text, "kept")
    (ours.unstored,) = [kept[:]]
    ours.store(0)
    (entry,) = (tmp_path / "kernels").iterdir()
    again = programs.Programs(gpu.cl, gpu.context, gpu.opencl, gpu.name, gpu.lock)
    monkeypatch.setattr(programs.Programs, "build", None)
    again.kernel(text, "kept")
    entry.write_bytes(b"damaged")
    monkeypatch.undo()
    monkeypatch.setenv("OCEAN_CACHE_DIR", str(tmp_path))
    third = programs.Programs(gpu.cl, gpu.context, gpu.opencl, gpu.name, gpu.lock)
    third.keep = lambda *pair: kept.append(pair)  # type: ignore[method-assign]
    third.kernel(text, "kept")
    assert len(kept) == 2


def test_a_process_that_ends_at_once_keeps_its_program(gpu: deviceGPU, tmp_path: Any) -> None:
    code = """
import sys, ocean
from ocean._src.devices.programs import Programs
if sys.argv[1:]:
    Programs.build = None
kernel = ocean.gpu[0].programs.kernel("__kernel void quick(__global int *p) { p[0] = 7; }", "quick")
print(kernel.function_name)
"""
    for _ in range(2):
        assert run(code, OCEAN_CACHE_DIR=str(tmp_path)) == "quick"
        code = code.replace("if sys.argv[1:]", "if True")


def test_tuning(gpu: deviceGPU, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OCEAN_CACHE_DIR", str(tmp_path))
    before = gpu.traits
    try:
        found = gpu.tune(1000, 1)
        assert len(found["seconds"]) > 1 and gpu.traits.width == found["width"] and gpu.traits.local == found["local"]
        chosen = gpu.traits
        tune.use(gpu, before)
        assert tune.remembered(gpu) == chosen
    finally:
        tune.use(gpu, before)


# --- Masks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host_like", [True, False])
@pytest.mark.parametrize("kind", [ocean.int8, ocean.half, ocean.double, ocean.cdouble], ids=lambda kind: kind.name)
def test_masks_become_places_on_the_device(
    gpu: deviceGPU, kind: ocean.dtype, host_like: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pick, "SHORT", 0)
    monkeypatch.setattr(gpu, "traits", Traits(host_like, 2, 32 if host_like else 4, 1 if host_like else 16, True))
    monkeypatch.setattr(gpu, "plans", {})
    pick.plan_places.cache_clear()
    read: list[int] = []
    plain = deviceGPU.read

    def watched(self: deviceGPU, source: Any, offset: int, into: Any) -> None:
        read.append(memoryview(into).nbytes)
        plain(self, source, offset, into)

    rng = np.random.default_rng(3)
    for size in ((5,), (3000,), (70, 50), (13, 7, 11)):
        for share in (0.0, 0.02, 0.5, 1.0):
            x = kind(ocean.asTensor(rng.integers(0, 100, size)))
            mask = ocean.asTensor(rng.random(size) < share)
            for turn in ((lambda t: t), (lambda t: t.flipAxis(0)), (lambda t: t.T if t.ndims == 2 else t)):
                here, where, there, on = turn(x), turn(mask), turn(gpu(x)), turn(gpu(mask))
                with monkeypatch.context() as patch:
                    patch.setattr(deviceGPU, "read", watched)
                    picked = there[on]
                    there[on] = picked + picked
                    there[on] += 1
                    if len(size) == 1:
                        there[ocean.index[on]] = 3
                assert ocean.cpu(picked).asPython() == here[where].asPython() and picked.device is gpu
                changed = here.clone()
                changed[where] = 3 if len(size) == 1 else 2 * changed[where] + 1
                assert ocean.cpu(there).asPython() == changed.asPython()
                gpu(x).copy(x)
    assert set(read) == {8}, "only the number of elements is read"
    pick.plan_places.cache_clear()


@pytest.mark.parametrize("host_like", [True, False])
def test_lists_become_offsets_on_the_device(gpu: deviceGPU, host_like: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of indices and masks over some axes, beside the host, which reads flags and numbers of elements only."""
    monkeypatch.setattr(pick, "SHORT", 0)
    monkeypatch.setattr(gpu, "traits", Traits(host_like, 2, 32 if host_like else 4, 1 if host_like else 16, True))
    monkeypatch.setattr(gpu, "plans", {})
    for each in (pick.plan_places, pick.plan_offsets, pick.plan_pick):
        each.cache_clear()
    rng = np.random.default_rng(4)
    x = ocean.asTensor(rng.integers(0, 10**6, (40, 50, 6)), ocean.int32)
    up = ocean.asTensor(np.sort(rng.permutation(40)[:25]) - 40)
    any_order = ocean.asTensor(rng.integers(-50, 50, 2000))
    mask = ocean.asTensor(rng.random(50) < 0.3)
    square = ocean.asTensor(rng.random((40, 50)) < 0.1)
    columns = ocean.asTensor(np.array([rng.integers(-40, 40, 3000), rng.integers(-50, 50, 3000)]))
    keys: list[tuple[Any, ...]] = [
        (up,), (..., any_order, slice(1, 5)), (slice(None, None, -2), mask, 3), (square, slice(2, 4)), (columns, ...),
        (up, mask), (up, any_order, slice(None)), (ocean.int16(up), slice(3), [0, 5]), (2, mask[::-1], None, 1),
    ]  # fmt: skip
    read: list[int] = []
    plain = deviceGPU.read

    def watched(self: deviceGPU, source: Any, offset: int, into: Any) -> None:
        read.append(memoryview(into).nbytes)
        plain(self, source, offset, into)

    for turn in ((lambda t: t), (lambda t: t.flipAxis(1))):
        for key in keys:
            there = tuple(gpu(each) if isinstance(each, ocean.tensor) else each for each in key)
            here, on = turn(x.clone()), turn(gpu(x))
            with monkeypatch.context() as patch:
                patch.setattr(deviceGPU, "read", watched)
                picked = on[there]
            assert ocean.cpu(picked).asPython() == here[key].asPython() and picked.size == here[key].size
            if None not in key:
                value = ocean.arange(picked.nelem).reshape(picked.size)
                here[key], on[there] = value, gpu(value)
                assert ocean.cpu(on).asPython() == here.asPython()
    assert set(read) <= {8, 16}, "only numbers of elements and flags are read"
    for wrong in (40, -41):
        index = gpu(up.clone())
        index[7] = wrong
        with pytest.raises(ocean.OceanIndexError, match=rf"index \({wrong}\) exceeds size \(40\) at dimension 0"):
            gpu(x)[index]
    for each in (pick.plan_places, pick.plan_offsets, pick.plan_pick):
        each.cache_clear()


def test_masks_that_do_not_fit(gpu: deviceGPU) -> None:
    x, mask = ocean.zeros([2000], gpu), ocean.ones([2001], ocean.bool, gpu)
    with pytest.raises(ocean.OceanIndexError, match="Size mismatch at dimension 0"):
        x[mask]
    wide = ocean.zeros([1], gpu).broadcastTo([2000])
    mask = ocean.ones([2000], ocean.bool, gpu)
    with pytest.raises(ocean.OceanValueError):
        wide[mask] = ocean.arange(2000)
    wide[mask] = 5
    assert wide[0] == 5
    with pytest.raises(ocean.OceanError):
        x[mask] = ocean.ones([3], gpu)


# --- Products ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ocean.float, ocean.int8, ocean.cdouble], ids=lambda kind: kind.name)
def test_tiles_of_products(gpu: deviceGPU, kind: ocean.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel of GPUs, with small tiles: PoCL takes half a minute for those of 64 x 64."""
    for name, value in {"TILE": 8, "DEEP": 4, "SIDE": 4}.items():
        monkeypatch.setattr(product, name, value)
    product.product_text.cache_clear()
    traits = gpu.traits
    monkeypatch.setattr(gpu, "traits", Traits(False, traits.units, 4, 16, traits.fp64))
    gpu.plans.clear()
    try:
        rng = np.random.default_rng(1)
        a = ocean.asTensor(rng.integers(-9, 9, (17, 13)), kind)
        b = ocean.asTensor(rng.integers(-9, 9, (13, 11)), kind)
        for x, y in ((a, b), (b.T, a.T)):
            assert ocean.cpu(gpu(x) * gpu(y)).asPython() == (x * y).asPython()
    finally:
        product.product_text.cache_clear()
        gpu.plans.clear()


@pytest.mark.parametrize("kind", [ocean.cfloat, ocean.cdouble])
def test_products_of_complex_numbers_with_any_strides(gpu: deviceGPU, kind: ocean.dtype) -> None:
    """The distance of elements may be any multiple of that of their parts."""
    part = kind.size // 2
    numbers = np.random.default_rng(1).normal(size=(2, 4, 4)).view("c16")
    a, b = (kind(ocean.asTensor(each.copy())) for each in numbers)  # 4 x 2, and b.T is 2 x 4
    places = ocean.zeros([3 * 8 + 1], kind.basetype)

    def apart(storage: ocean.storage) -> ocean.tensor:
        return ocean.tensor(storage, part, [4, 2], [3 * part, 12 * part], 1, kind)

    apart(places.storage).copy(a)
    moved = apart(gpu(places).storage)
    wanted = a.to_numpy() @ b.to_numpy().T
    for got in (moved * gpu(b).T, ocean.multiply(gpu(b), moved, "T").T):
        assert np.allclose(ocean.cpu(got).to_numpy(), wanted, rtol=1e-5)


@pytest.mark.parametrize("width", [16, 32, 64])
@pytest.mark.parametrize("kind", [ocean.float, ocean.double, ocean.cdouble, ocean.int8], ids=lambda kind: kind.name)
def test_products_with_vectors_of_any_length(gpu: deviceGPU, kind: ocean.dtype, width: int) -> None:
    """PoCL cannot compile its own fma and vstore of vectors that are longer than registers; an abort is seen here."""
    code = f"""
import ocean
from dataclasses import replace
from ocean._src.devices import tune
gpu = ocean.gpu[0]
tune.use(gpu, replace(gpu.traits, width={width}))
a = ocean.arange(0, 60, 1, ocean.{kind.spelling}).reshape(20, 3)
assert ocean.cpu(gpu(a) * gpu(a).T).asPython() == (a * a.T).asPython()
print("same")
"""
    assert run(code) == "same"


FUNCTIONS_OF_VECTORS = [
    "sqrt",
    "exp",
    "log1p",
    "sin",
    "cos",
    "tan",
    "arcsinh",
    "erf",
    "cbrt",
    "arctan2",
    "hypot",
    "power",
]


@pytest.mark.parametrize("width", [16, 32, 64])
@pytest.mark.parametrize("kind", [ocean.float, ocean.double], ids=lambda kind: kind.name)
def test_functions_of_vectors_of_any_length(gpu: deviceGPU, kind: ocean.dtype, width: int) -> None:
    """PoCL's functions of vectors that are longer than its registers abort or give anything."""
    code = f"""
import numpy as np, ocean
from dataclasses import replace
from ocean._src.devices import tune
gpu = ocean.gpu[0]
tune.use(gpu, replace(gpu.traits, width={width}))
x = ocean.linspace(0.1, 3, 37, ocean.{kind.spelling})
for name in {FUNCTIONS_OF_VECTORS[width // 32 :: 3]}:
    function = getattr(ocean, name)
    given = (x, x + 1) if name in ("arctan2", "hypot", "power") else (x,)
    got, wanted = ocean.cpu(function(*map(gpu, given))), function(*given)
    np.testing.assert_allclose(got.to_numpy(), wanted.to_numpy(), 1e-6 if x.dtype is ocean.float else 1e-14)
got = ocean.stdev(0.97 * ocean.exp(ocean.lazy(gpu(x))))     # a number of the program beside numbers of the reduction
np.testing.assert_allclose(float(got), float(ocean.stdev(0.97 * ocean.exp(x))), 1e-6)
print("near")
"""
    assert run(code) == "near"


def test_contract() -> None:
    """A launch names its operands, and packs offsets and numbers for its kernel."""
    launch = Launch(Kernel("", "k"), (0, -1), (8, 16), (2, b"\1"), (3,), 1, 1)
    packed = launch.arguments([100, 0, 0], [None, None, b"\7"])
    assert packed == np.array([108, 16, 7, 0, 1, 0], np.int64).tobytes()
    assert Work((launch,)).scratch == ()


@pytest.mark.parametrize("name", ["sin", "tan", "sinh", "arcsin", "arctan", "sqrt", "expm1", "log1p"])
def test_signs_of_zeros(gpu: deviceGPU, name: str) -> None:
    x = gpu(ocean.asTensor([-0.0, 0.0, 1.0, -0.0] * 8, ocean.float))
    got = getattr(ocean, name)(x).asPython()
    assert np.signbit(got).tolist() == [True, False, False, True] * 8


def test_one_job_gives_results_that_look_different(gpu: deviceGPU) -> None:
    t, axis = ocean.zeros([3, 4, 2], ocean.double, gpu), ocean.axis(4, "W")
    for _ in range(2):
        assert ocean.sum(t, 1).size == (3, 2) and ocean.sum(t, 1, True).size == (3, 1, 2)
        assert (t + t).axes is None
        named = t.withAxes(ocean.axis(3, "H"), axis, ocean.axis(2, "N"))
        assert (named + named).axes == named.axes and ocean.sum(named, axis, True).size == (3, 1, 2)


# --- Sizes that change -------------------------------------------------------------------------------------------


@pytest.fixture(params=[True, False], ids=["host-like", "gpu-like"])
def some_traits(gpu: deviceGPU, request: pytest.FixtureRequest) -> Iterator[Traits]:
    """What a device is planned for."""
    before = gpu.traits
    tune.use(gpu, Traits(request.param, 2, 32 if request.param else 4, 1 if request.param else 16, True))
    yield gpu.traits
    tune.use(gpu, before)


@pytest.fixture
def planned(gpu: deviceGPU, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The jobs for which a planner asks the device."""
    jobs: list[Any] = []
    plain = deviceGPU.plan

    def plan(self: deviceGPU, job: Any) -> Any:
        jobs.append(job)
        return plain(self, job)

    monkeypatch.setattr(deviceGPU, "plan", plan)
    return jobs


def some_view(pick: random.Random, size: tuple[int, ...], repeats: bool) -> tuple[int, list[int]]:
    """Where a view of a size lies among doubles: its first element, and strides in bytes."""
    order, strides, step, start = list(range(len(size))), [0] * len(size), 1, 0
    if pick.random() < 0.5:
        pick.shuffle(order)
    for d in order:
        if not (repeats and pick.random() < 0.1):
            step *= pick.choice([1, 1, 1, 2])
            strides[d] = step * pick.choice([1, 1, 1, -1])
            start += max(0, -strides[d] * (size[d] - 1))
            step *= size[d]
    return 8 * (start + pick.randrange(100)), [8 * each for each in strides]


SIZED: dict[str, Callable[..., Any]] = {
    "a + b": lambda a, b, out: a + b,
    "a * 2.5": lambda a, b, out: a * 2.5,
    "add": lambda a, b, out: ocean.add(a, b, out),
    "copy": lambda a, b, out: out.copy(a),
    "fill": lambda a, b, out: out.fill(1.5),
    "+=": lambda a, b, out: out.__iadd__(b),
    "<": lambda a, b, out: a < b,
}


ROOM = 30_000


def sized_calls(name: str) -> list[Any]:
    """The sizes and layouts of two operands (the second may be broadcast) and of a result."""
    pick, calls = random.Random(name), []
    for _ in range(60):
        size = tuple(pick.choice([1, 2, 3, 5, 16, 17, 40]) for _ in range(pick.randrange(4)))
        if not size or math.prod(size) > 2500:
            size = (pick.choice([0, 1, 7, 8, 9, 1000, 4097, 10_000]),)
        sizes = size, tuple(1 if pick.random() < 0.1 else n for n in size), size
        calls.append([(each, *some_view(pick, each, k < 2)) for k, each in enumerate(sizes)])
    return calls


def done(name: str, call: Any, where: ocean.device) -> Any:
    """The result of a call, and everything in the memory of the given result."""
    rooms = [where(ocean.arange(ROOM, ocean.double)) for _ in call]
    given = [
        ocean.tensor(room.storage, offset, size, strides, 1)
        for room, (size, offset, strides) in zip(rooms, call, strict=True)
    ]
    result = SIZED[name](*given)
    return None if result is None else ocean.cpu(result).asPython(), ocean.cpu(rooms[2]).asPython()


@pytest.mark.parametrize("name", SIZED)
def test_new_sizes_give_what_fresh_plans_give(
    gpu: deviceGPU, planned: list[Any], name: str, some_traits: Traits
) -> None:
    """The same bits as on the host, and as with plans that a planner has just made."""
    calls = sized_calls(name)
    forget_plans()
    results = [done(name, call, gpu) for call in calls[:30]]  # also those that make a result dense, to bring it here
    planned.clear()
    built = dict(gpu.programs.built)
    results += [done(name, call, gpu) for call in calls[30:]]
    assert not planned and built == gpu.programs.built
    for call, result in zip(calls, results, strict=True):
        forget_plans()
        assert done(name, call, gpu) == result == done(name, call, ocean.cpu), call
    assert len(planned) >= len(calls) and built == gpu.programs.built


SQUARES = trace(lambda x: x * x, "double", reduction="sum")
REDUCED: dict[str, Callable[..., Any]] = {
    "sum": ocean.sum,
    "maximum": ocean.maximum,
    "any": ocean.any,
    "var": ocean.var,
    "mean": ocean.mean,
    "norm": lambda a, axes, keepdims: ocean.norm(a, 3.5, axes, keepdims),
    "argmax": lambda a, axes, keepdims: onp.argmax(onp.asarray(a), axes[0]),
    "r-tensor": lambda a, axes, keepdims: ocean.sum((ocean.lazy(a) - 1.5) ** 2, axes, keepdims),
    "var of r-tensor": lambda a, axes, keepdims: ocean.var(ocean.lazy(a) * 0.3, axes, keepdims),
    "program": lambda a, axes, keepdims: call_operation(reductions.program_operation(SQUARES), (a,)),
}


def reduced(name: str, call: Any, where: ocean.device) -> Any:
    """What a reduction gives, and how that lies."""
    size, offset, strides, axes, keepdims = call
    room = where(ocean.arange(100_000, ocean.double))
    result = REDUCED[name](ocean.tensor(room.storage, offset, size, strides, 1), list(axes), keepdims)
    if isinstance(result, onp.ndarray):
        return result.tolist()
    if not isinstance(result, ocean.tensor):
        return result.asPython()
    return result.size, result.strides, ocean.cpu(result).asPython()


@pytest.mark.parametrize("name", REDUCED)
def test_reductions_of_new_sizes_give_what_fresh_plans_give(
    gpu: deviceGPU, planned: list[Any], name: str, some_traits: Traits
) -> None:
    pick, calls = random.Random(name), []
    lengths = {1: [1, 7, 8, 9, 65, 1000, 4097, 40_000], 2: [1, 2, 3, 16, 17, 33, 130], 3: [1, 2, 3, 5, 16]}
    for number in range(90):
        rank = number % 3 + 1
        size = tuple(pick.choice(lengths[rank]) for _ in range(rank))
        axes = tuple(sorted(pick.sample(range(rank), 1 if name == "argmax" else pick.randint(1, rank))))
        calls.append((size, *some_view(pick, size, True), axes, pick.random() < 0.3))
    forget_plans()
    results = [reduced(name, call, gpu) for call in calls]
    again, exact = list(planned), name in ("sum", "maximum", "any", "argmax")
    for call, result in zip(calls, results, strict=True):
        forget_plans()
        assert reduced(name, call, gpu) == result, call
        assert not exact or reduced(name, call, ocean.cpu) == result, call
    fresh = [job for job in planned[len(again) :] if isinstance(job, Reduce)]
    assert len([job for job in again if isinstance(job, Reduce)]) < len(fresh) // 2


def test_new_sizes_need_no_planner(gpu: deviceGPU, planned: list[Any]) -> None:
    """Neither do numbers, results that are given, axes, nor arrays."""
    x, y = (ocean.arange(2000, ocean.double, gpu) for _ in range(2))
    a = onp.asarray(ocean.cpu(x)).to_device(gpu.name)
    width = ocean.axis(3, "W")

    def act(k: int) -> list[Any]:
        named = ocean.tensor(x.storage, 0, [k, 3]).withAxes(ocean.axis(k, "H"), width)
        x[:k].copy(y[k : 2 * k])
        x[:k] = 3
        x[k : 2 * k] += 1
        return [x[:k] + y[:k], 2 * x[:k], ocean.sqrt(x[:k]), named + named, a[:k] * a[k : 2 * k], a[:k] > 4]

    for k in (10, 11):
        act(k)
    built = dict(gpu.programs.built)
    planned.clear()
    for k in range(12, 300):
        assert [len(each) for each in act(k)[:3]] == [k] * 3
    assert not planned and built == gpu.programs.built


def test_tables_live_until_their_kernel_has_run(gpu: deviceGPU) -> None:
    x = ocean.ones([3000], ocean.double, gpu)
    x[:9] + x[:9]
    event = held(x)
    results = [x[:k] + x[k : 2 * k] for k in range(100, 1000, 3)]
    let_go(gpu, event)
    for each in results:
        assert each.asPython() == [2.0] * len(each)


SPECIALISED = """
import ocean
gpu = ocean.gpu[0]
x = gpu(ocean.zeros([400_000], ocean.double))
for k in [*range(1, 40), 4095, 4096, 4097, 10_000, 100_001, 400_000]:
    x[:k] + 1
    ocean.tensor(x.storage, 0, [k], [0], 1) + x[:k]
for m, n in ((2, 3), (16, 16), (100, 70), (500, 600), (16, 25_000), (25_000, 16)):
    a = x[: m * n].reshape([m, n])
    ocean.tensor([n, m], ocean.double, gpu).copy(a.T)
    ocean.sum(a, 0), ocean.sum(a, 1), ocean.sum(a)
ocean.sum(ocean.tensor(x.storage, 0, [4096, 70_000], [0, 8], 1), 0).sync()
x.sync()
"""


def test_sizes_make_no_machine_code(gpu: deviceGPU, tmp_path: Any) -> None:
    """PoCL compiles a kernel for each size of work groups, and once more for grids of 65,535 items and more."""
    if "PoCL" not in gpu.platform and "Portable" not in gpu.platform:
        pytest.skip("only PoCL keeps what it compiles where one can look")
    run(SPECIALISED, POCL_CACHE_DIR=str(tmp_path), OCEAN_CACHE="off")
    made = [path.name for path in tmp_path.rglob("*-*-*") if path.is_dir()]
    assert len(made) > 3 and set(made) <= {"1-1-1-goffs0-smallgrid", "0-0-0"}

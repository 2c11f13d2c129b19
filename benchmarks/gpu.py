"""`python -m benchmarks gpu`: the first OpenCL device beside our own CPU engine and `pyopencl.array`.

The device is the first of `ocean.gpu`, which is the software device where there is no other; ratios to the CPU engine
say something about kernels only there. `python -m benchmarks gpu roofline` prints what each kernel reads, writes and
computes, from which follows how long a device takes that is limited by nothing else. `driver` is a launch of an empty
kernel without arguments: no library is faster than that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

LARGE, SMALL, SIDE = 10_000_000, 10, 512
SECONDS = 1.5
"""For each row."""

Call = Callable[[], Any]


class Row(NamedTuple):
    """What is measured: the device, what it is compared with, and the ratio to reach; None: it is shown beside."""

    name: str
    ours: Call
    others: dict[str, tuple[Call, float | None]]


def best(calls: dict[str, Call], seconds: float = SECONDS) -> dict[str, float]:
    """The shortest time of each; they take turns, so that whatever disturbs the machine disturbs all alike."""
    times = dict.fromkeys(calls, float("inf"))
    for call in calls.values():
        call()
    end = perf_counter() + seconds
    while perf_counter() < end:
        for name, call in calls.items():
            start = perf_counter()
            call()
            times[name] = min(times[name], perf_counter() - start)
    return times


def rows(ocean: Any, where: Any) -> list[Row]:
    import pyopencl as cl
    import pyopencl.array
    import pyopencl.clmath

    queue = cl.CommandQueue(where.context, where.opencl)
    values = np.random.default_rng(7).uniform(0.5, 1.5, LARGE)

    def tensors(number: int) -> list[Any]:
        made = [ocean.tensor([number], ocean.double) for _ in range(4)]
        for each in made:
            each.copy(values[:number])
        return made

    def waiting(call: Call, result: Any) -> Call:
        def run() -> None:
            call()
            result.sync()

        return run

    def finished(call: Call) -> Call:
        def run() -> None:
            call()
            queue.finish()

        return run

    here = tensors(LARGE)
    there = [where(each) for each in here]
    arrays = [cl.array.to_device(queue, values) for _ in range(4)]
    found = []

    def row(name: str, call: Callable[..., Any], least: float, array: Callable[..., Any] | None = None) -> None:
        others: dict[str, tuple[Call, float | None]] = {"cpu": (lambda: call(*here), least)}
        if array is not None:
            others["pyopencl"] = finished(lambda: array(*arrays)), 1.5
        found.append(Row(name, waiting(lambda: call(*there), there[3]), others))

    def polynomial(a: Any, b: Any, c: Any, d: Any) -> None:
        x = ocean.lazy(a)
        d[...] = 2 * x + 3 * (ocean.lazy(b) @ c) - x / b

    row("a + b, 1e7 doubles", lambda a, b, c, d: ocean.add(a, b, d), 0.6, lambda a, b, c, d: a + b)
    row("copy, 1e7 doubles", lambda a, b, c, d: d.copy(a), 0.6)
    row("2a + 3bc - a/b, 1e7 doubles", polynomial, 0.6, lambda a, b, c, d: 2 * a + 3 * b * c - a / b)
    row("sum, 1e7 doubles", lambda a, b, c, d: ocean.sum(a), 0.6)
    for name in ("exp", "log", "sin", "tanh", "erf"):
        ours = getattr(ocean, name)
        theirs = getattr(cl.clmath, name)
        row(f"{name}, 1e7 doubles", lambda a, b, c, d, f=ours: f(a, d), 0.1, lambda a, b, c, d, f=theirs: f(a))

    x, y = (where(each) for each in tensors(SMALL)[:2])
    u, v = (cl.array.to_device(queue, values[:SMALL]) for _ in range(2))
    nothing = cl.Kernel(cl.Program(where.context, "__kernel void nothing(void) {}").build(), "nothing")

    def launched() -> None:
        cl.enqueue_nd_range_kernel(queue, nothing, (1,), (1,))

    found += [
        Row("a + b, 10 doubles, the call", lambda: x + y, {"pyopencl": (lambda: u + v, 3), "driver": (launched, None)}),
        Row(
            "a + b, 10 doubles, and waiting", lambda: (x + y).sync(),
            {"pyopencl": (finished(lambda: u + v), None), "driver": (finished(launched), None)},
        ),
    ]  # fmt: skip
    found.append(product(ocean, where, queue))
    return found


NAIVE = """__kernel void naive(__global const float *a, __global const float *b, __global float *c, int n) {
  const int i = get_global_id(0), j = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[i + k * n] * b[k + j * n];
  c[i + j * n] = sum;
}"""


def product(ocean: Any, where: Any, queue: Any) -> Row:
    """A product of matrices, beside the kernel with one work item for each element."""
    import pyopencl as cl

    matrix = np.random.default_rng(7).random((SIDE, SIDE), np.float32)
    a, b, c = (where(ocean.asTensor(np.asfortranarray(matrix))) for _ in range(3))
    kernel = cl.Kernel(cl.Program(where.context, NAIVE).build(), "naive")
    buffers = [
        cl.Buffer(where.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=matrix) for _ in range(3)
    ]

    def naive() -> None:
        kernel(queue, (SIDE, SIDE), None, *buffers, np.int32(SIDE))
        queue.finish()

    def ours() -> None:
        ocean.gemm(1, a, b, 0, c)
        c.sync()

    return Row(f"{SIDE}x{SIDE} product of floats", ours, {"naive": (naive, 5)})


FROM_DISK = """
import sys, time, ocean
where = ocean.gpu[0]
a = ocean.zeros([100], ocean.double, where)
a.sync()
start = time.perf_counter()
b = a + a
print(time.perf_counter() - start)
b.sync()
time.sleep(float(sys.argv[1]))
"""


def from_disk() -> float:
    """Seconds until a program of another process is ready, from our cache alone."""
    with tempfile.TemporaryDirectory() as place:
        seconds = 0.0
        for number, patience in enumerate(("4", "0", "0")):
            pocl = os.path.join(place, f"pocl{number}")
            os.mkdir(pocl)
            given = {**os.environ, "OCEAN_CACHE_DIR": os.path.join(place, "ocean"), "POCL_CACHE_DIR": pocl}
            shown = subprocess.run(
                [sys.executable, "-c", FROM_DISK, patience], env=given, capture_output=True, text=True, check=True
            )
            seconds = float(shown.stdout) if number < 2 else min(seconds, float(shown.stdout))
    return seconds


class Estimate(NamedTuple):
    """What a kernel does for each element."""

    name: str
    read: int
    written: int
    operations: int


def estimates() -> list[Estimate]:
    """What kernels do, counted in their text: casts of bits are free, everything else is one operation."""
    from ocean._src.kernels import dtypes
    from ocean._src.kernels.builder import Complex, Value
    from ocean._src.kernels.opencl.builder import OpenCLBuilder
    from ocean._src.kernels.program import Program, build
    from ocean._src.ops.writer import trace

    def estimate(name: str, program: Program) -> Estimate:
        b = OpenCLBuilder(1, count())
        parts = [Value(dtypes.kind(each), f"x{k}", True) for k, each in enumerate(program.inputs)]
        inputs = [
            Complex(part, part._replace(text=part.text + "i")) if kind in dtypes.PARTS else part
            for part, kind in zip(parts, program.inputs, strict=True)
        ]
        outputs = iter(build(b, program, inputs))
        for each in program.folds():
            taken = tuple(next(outputs) for _ in each.values)
            each.row.fold(b, taken * (len(each.numbers) // len(taken)), taken)
        operations = sum(" = as_" not in line for line in b.inside)
        written = 0 if program.reductions else dtypes.SIZES[program.dtypes()[program.outputs[0]]]
        return Estimate(name, sum(dtypes.SIZES[each] for each in program.inputs), written, operations)

    def of_row(name: str, kind: str, arity: int = 1) -> Estimate:
        return estimate(f"{name}, {kind}", trace(lambda *values: values[0].row(name, *values[1:]), *[kind] * arity))

    return [
        estimate("copy, double", trace(lambda x: x, "double")),
        of_row("add", "double", 2),
        of_row("add", "float", 2),
        of_row("scale", "cfloat", 2),
        estimate("2a + 3bc - a/b, double", trace(lambda a, b, c: 2 * a + 3 * (b @ c) - a / b, *["double"] * 3)),
        estimate("sum, double", trace(lambda x: x, "double", reduction="sum")),
        estimate("sum((x - y)**2), double", trace(lambda x, y: (x - y) ** 2, *["double"] * 2, reduction="sum")),
        *(of_row(name, kind) for kind in ("float", "double") for name in ("sqrt", "exp", "log", "tanh", "gamma")),
    ]


def print_roofline(bandwidth: float = 500e9, peak: float = 5e12) -> None:
    """The table of `docs/gpu.md`: what limits each kernel on a device with this bandwidth and this many operations in a
    second, and how long 1e7 elements take then."""
    print(f"| kernel | bytes read | written | operations | 1e7 elements at {bandwidth / 1e9:.0f} GB/s | limited by |")
    print("|---|---|---|---|---|---|")
    for name, read, written, operations in estimates():
        memory, arithmetic = (read + written) * LARGE / bandwidth, operations * LARGE / peak
        limit = "memory" if memory >= arithmetic else "arithmetic"
        print(f"| {name} | {read} | {written} | {operations} | {max(memory, arithmetic) * 1e3:.2f} ms | {limit} |")


def shown(seconds: float) -> str:
    return f"{seconds * 1e3:.3f} ms" if seconds >= 1e-4 else f"{seconds * 1e6:.2f} us"


def main(words: Sequence[str]) -> None:
    if words[:1] == ["roofline"]:
        print_roofline()
        return
    import ocean

    if not ocean.gpu:
        sys.exit("There is no OpenCL device: install the extra `gpu`")
    where = ocean.gpu[0]
    print(f"{where.name}: {where.opencl.name} ({'software' if where.emulated else 'hardware'})\n")
    print(f"{'best of many':<36}{'device':>12}{'other':>23}{'ratio':>8}{'target':>8}")
    for name, ours, others in rows(ocean, where):
        if words and not any(word.lower() in name.lower() for word in words):
            continue
        times = best({"": ours, **{other: call for other, (call, _) in others.items()}})
        for other, (_, least) in others.items():
            ratio = times[other] / times[""]
            goal = "" if least is None else f"{least:>8}{'' if ratio >= least else '  missed'}"
            ours, theirs = (f"{shown(times[each]):>12}" for each in ("", other))
            print(f"{name:<36}{ours}{other:>11}{theirs}{ratio:>8.2f}{goal}", flush=True)
    if not words or any(word in "program from disk" for word in words):
        print(f"{'a program from disk':<36}{from_disk() * 1e3:>9.3f} ms{'at most 20 ms':>23}")

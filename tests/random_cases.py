"""Random cases; each one follows from a seed and its number alone: `python -m tests fuzz --cases N [--seed S]`.

A case compares the library with NumPy (functions, dtypes, layouts, byte orders, devices), or gives it hostile
arguments, damaged files or damaged pickles. Cases run in a process of their own, so that a crash is a failed case too.
"""

from __future__ import annotations

import argparse
import faulthandler
import math
import os
import pickle
import random
import resource
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import layouts
import numpy as np
import numpy_calls
import random_programs
import sized_calls
from fuzzing import ALLOWED, INSTANCES, MEMORY, SECONDS, attack, sound, targets
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from index.keys import SIZES, key_of, keys, positions
from layouts import DTYPES, LAYOUTS, NUMPY, TARGETS, place, read, sample, surroundings
from mirror import mirrors, strict
from numpy_cases import numpy_call
from ops.test_elementwise import COMPLEX_ROUNDED, ORACLES, agree, expected
from oracles import cast
from tensor.test_reduce import near, oracle, result_dtype, size_of_sum

import ocean
import ocean.numpy as onp
from ocean._src.core.objects.tensor import call_operation, forget_plans
from ocean._src.devices.programs import Programs
from ocean._src.ops.dispatch import OPERATIONS, typing_of
from ocean._src.ops.table import ROWS
from ocean._src.tensor.reduce import FUNCTIONS

ON_GPU = bool(os.environ.get("OCEAN_FUZZ_GPU"))
DEVICES = [ocean.cpu, *ocean.gpu] if ON_GPU else [ocean.cpu, ocean.cpu, ocean.cpu, mirrors[0], strict]
OTHERS = [each for each in DEVICES if each is not ocean.cpu]
SHAPES = [(), (1,), (3,), (0,), (17,), (5, 3), (5, 3, 2), (2, 0, 3), (130,), (3, 1, 4, 2)]
GROUPS = ["functions11", *INSTANCES]


def on_host(tensor: ocean.tensor) -> ocean.tensor:
    return tensor if tensor.device is ocean.cpu else ocean.cpu(tensor)


def elementwise(pick: random.Random) -> None:
    """A row, into a new tensor or a given one, whose gaps stay as they are."""
    name = pick.choice(sorted(ORACLES))
    kinds = tuple(pick.choice(DTYPES) for _ in range(ROWS[name].arity))
    try:
        result = typing_of(ROWS[name], kinds).result
        size, where = pick.choice(SHAPES), pick.choice(DEVICES)
        plain = name in COMPLEX_ROUNDED and result.isfloat  # infinities have many answers there
        given = [sample(pick.choice(list(LAYOUTS)), kind, size, pick.randrange(1 << 20), not plain) for kind in kinds]
        wanted, kind = expected(name, [each.values for each in given], kinds)
    except (ocean.OceanTypeError, TypeError, KeyError):
        return  # not defined for these dtypes
    operands = tuple(where(each.tensor) for each in given)
    if pick.random() < 0.5 or where is not ocean.cpu:
        out = call_operation(OPERATIONS[name], operands)
        assert out.dtype is result is kind
    else:
        out = place(np.zeros(size), kind, list(sample(pick.choice(TARGETS), kind, size).tensor.strides), 16).tensor
        around = surroundings(out) if out.nelem else None
        call_operation(OPERATIONS[name], operands, out)
        assert around is None or (surroundings(out) == around).all()
    # errors of complex powers grow with the exponent (tests/ops/accuracy.py measures them), and those of quotients are
    # as large as a step of their floor
    if name not in ("power", "floorDivide") or not kind.iscomplex:
        agree(name, read(on_host(out)), wanted, kind)


def expression(pick: random.Random) -> None:
    """A lazy expression of exact operations, on the cpu and on another device: the same bits."""
    size = pick.choice([(3,), (17,), (5, 3), (4, 3, 2), (130,), ()])
    kinds = [pick.choice([kind for kind in DTYPES if kind is not ocean.bool]) for _ in range(3)]
    given = [sample(pick.choice(list(LAYOUTS)), kind, size, pick.randrange(1 << 20), special=False) for kind in kinds]
    names = ["add", "subtract", "scale", "min", "max", "negative", "absolute"]
    steps = [(pick.choice(names), pick.randrange(99), pick.randrange(99)) for _ in range(pick.randint(1, 6))]

    def evaluated(where: ocean.device) -> Any:
        values: list[Any] = [ocean.lazy(where(each.tensor)) for each in given]
        for name, first, second in steps:
            operands = [values[first % len(values)], values[second % len(values)]][: ROWS[name].arity]
            if name == "absolute" and operands[0].dtype.iscomplex:
                continue  # a root, which devices compute in their own ways
            try:
                values.append(getattr(ocean, name)(*operands) if name != "scale" else operands[0] @ operands[1])
            except (ocean.OceanTypeError, TypeError):
                continue  # not defined for these dtypes
        return read(on_host(values[-1].eval()))

    np.testing.assert_array_equal(evaluated(pick.choice(DEVICES)), evaluated(ocean.cpu))


def casting(pick: random.Random) -> None:
    source, target = pick.choice(DTYPES), pick.choice(DTYPES)
    given = sample(pick.choice(list(LAYOUTS)), source, pick.choice(SHAPES), pick.randrange(1 << 20))
    got = on_host(target(pick.choice(DEVICES)(given.tensor)))
    np.testing.assert_array_equal(read(got), cast(given.values, source, target))


def reduction(pick: random.Random) -> None:
    name, kind = pick.choice(sorted(FUNCTIONS)), pick.choice(DTYPES)
    size = pick.choice([(5,), (1,), (40,), (5, 3), (4, 3, 2)])
    exact = not kind.isfloat or not name.startswith(("prod", "mean", "var", "stdev"))
    given = sample(pick.choice(list(LAYOUTS)), kind, size, pick.randrange(1 << 20), special=exact)
    axes = tuple(sorted(pick.sample(range(len(size)), pick.randint(1, len(size)))))
    try:
        result = result_dtype(name, kind)
    except KeyError:
        return  # not defined for this dtype
    with np.errstate(all="ignore"):
        wanted = np.asarray(oracle(name, given.values, kind, axes))
    got = on_host(FUNCTIONS[name](pick.choice(DEVICES)(given.tensor), list(axes)))
    scale = size_of_sum(name, given.values, axes)
    if kind.isfloat and name.startswith(("prod", "var", "stdev", "ptp")):
        scale = np.inf  # conditioned as the numbers happen to be: dtype and size are compared
    near(read(got), wanted, result, scale)


def indexing(pick: random.Random) -> None:
    """A key, plain and as an index object, bound and not, read and written."""
    layout, kind, where = pick.choice(list(LAYOUTS)), pick.choice(DTYPES), pick.choice(DEVICES)
    number = pick.randrange(1 << 30)

    @seed(number)
    @settings(
        max_examples=2, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def test(data: st.DataObject) -> None:
        size = data.draw(SIZES)
        tensor, values = sample(layout, kind, size, number)
        parts = data.draw(keys(size))
        wanted = values.reshape(-1, order="F")[positions(size, parts)]
        index = ocean.index[key_of(parts)] if parts else ocean.index()
        key: Any = key_of(parts) if parts else ()
        tensor = where(tensor)
        for each in (key, index, index.bind(size), index.bind(size, tensor.strides)):
            got = tensor[each]
            got = read(on_host(got)) if isinstance(got, ocean.tensor) else np.array(got.asPython(), NUMPY[kind])
            np.testing.assert_array_equal(got, wanted)

    test()


def laid_out(pick: random.Random, values: Any) -> Any:
    """The same values in memory in some order, with gaps, backwards, or in the other byte order."""
    if not values.ndim:
        return values
    wide = np.repeat(values, 2, axis=-1)
    return pick.choice(
        [values, np.asfortranarray(values), wide[..., ::2], values[::-1].copy()[::-1], values.astype(values.dtype.newbyteorder())]
    )


FIXED = {"m", "j", "indices"}
"""Operands of NumPy's calls that are masks and indices."""
OTHERWISE = {"max(N,initial=9)", "setxor1d(i,j)", "clip(A,-1,None)", "sum(A,axis=0,out=w)", "argsort(A)", "argsort(A,axis=0)"}
"""Calls that some dtypes make ours do otherwise than NumPy: bool beside numbers, uint64 beside negative ones, in which dtype
is summed; and the order of equal elements."""
ROUNDED = ("linalg.", "percentile", "quantile", "nanpercentile", "nanquantile", "poly", "roots")
"""Functions whose errors grow with the values, or that are computed in the dtype of the array."""


def array_function(pick: random.Random) -> None:
    """One of NumPy's functions on arrays of some dtype and layout: what NumPy gives."""
    call, kinds = pick.choice(numpy_calls.CALLS), pick.choices("?bBhHiIlLefdFD", k=2)
    given = {}
    with np.errstate(all="ignore"):
        for name, values in numpy_calls.operands().items():
            given[name] = laid_out(pick, values if name in FIXED else values.astype(pick.choice([values.dtype, *kinds])))
    halves = call.startswith("fft.") and "e" in kinds  # complex half, which NumPy has not
    if not numpy_calls.known(call) or halves or call in OTHERWISE or call.startswith(ROUNDED):
        return
    if numpy_calls.name_of(call) in numpy_calls.ANY_ORDER:
        return
    try:
        wanted = numpy_calls.evaluate(call, {name: each.copy(order="K") for name, each in given.items()})
    except Exception:
        return  # not defined for these dtypes
    where = pick.choice(DEVICES)
    if where.requiresAlignedData:
        where = ocean.cpu  # which takes every layout
    try:
        got = numpy_calls.evaluate(call, {name: onp.asarray(each, device=where) for name, each in given.items()})
    except ocean.OceanTypeError:
        return  # dtypes that are not taken, or an array that has to be on the host
    given_array = "out=np." in call  # which comes back
    numpy_calls.compare(got, wanted, *((np.ndarray, np.asarray) if given_array else (onp.ndarray, on_numpy)), own=True)


def on_numpy(value: Any) -> Any:
    return np.asarray(value.to_device(ocean.cpu))


def hostile(pick: random.Random) -> None:
    """Any arguments for anything that is public: errors, and no crash."""
    name, strategy, act = pick.choice(list(targets(pick.choice(GROUPS))))
    with tempfile.TemporaryFile() as log:
        attack(name, strategy, act, log.fileno(), 5, pick.randrange(1 << 30))


def damaged(pick: random.Random, content: bytes) -> bytes:
    """Some bytes changed, cut or inserted."""
    data = bytearray(content)
    for _ in range(pick.randint(1, 4)):
        spot = pick.randrange(len(data) + 1) if pick.random() < 0.5 else pick.randrange(min(200, len(data)) + 1)
        match pick.randrange(4):
            case 0:
                data[spot : spot + 1] = bytes([pick.randrange(256)])
            case 1:
                del data[spot : spot + pick.choice([1, 8, 100])]
            case 2:
                data[spot:spot] = pick.randbytes(pick.choice([1, 8]))
            case _:
                data[spot : spot + 8] = pick.choice([0, 1, 1 << 31, 1 << 62, (1 << 64) - 1]).to_bytes(8, "little")
    return bytes(data)


def any_tensor(pick: random.Random) -> ocean.tensor:
    return sample(pick.choice(list(LAYOUTS)), pick.choice(DTYPES), pick.choice(SHAPES), pick.randrange(1 << 20)).tensor


def damaged_file(pick: random.Random) -> None:
    suffix = pick.choice([".npy", ".npz", ".safetensors"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        ocean.save(path, any_tensor(pick) if suffix == ".npy" else {"a": any_tensor(pick), "b": any_tensor(pick)})
        path.write_bytes(damaged(pick, path.read_bytes()))
        try:
            found = ocean.load(path, mmap=pick.random() < 0.3)
        except (ocean.OceanError, MemoryError):
            return
        for each in found.values() if isinstance(found, dict) else [found]:
            sound(each)


def damaged_pickle(pick: random.Random) -> None:
    """A damaged pickle may be anything, but what comes out of it is whole.

    (Python itself may complain of "exported buffers" where a damaged length is beyond memory.)
    """
    length = pick.randint(1, 6)
    tensor = ocean.arange(length)
    key = pick.choice([[0, -1], [True] * length, slice(1, None), 0])
    index = ocean.index[key]
    if pick.random() < 0.7:
        index = index.bind(length, *([8] if pick.random() < 0.7 else []))
    given = pick.choice([index, index, any_tensor(pick), ocean.double, ocean.int8(3), any_tensor(pick).storage])
    content = damaged(pick, pickle.dumps(given, pick.choice([2, 4, 5])))
    try:
        found = pickle.loads(content)
    except Exception:  # whatever the unpickler says
        return
    try:
        sound(found)
        if isinstance(found, ocean.index):
            repr(found)
            sound(tensor[found])
            tensor[found] = 1
    except ALLOWED:
        pass


def program(pick: random.Random) -> None:
    """Several steps as r-tensors or in a fused function."""
    random_programs.program(pick, pick.choice(OTHERS or DEVICES))


def sizes(pick: random.Random) -> None:
    """Calls of one class with other sizes, one after the other: what NumPy gives, and the bits of first calls."""
    layouts.device = pick.choice([each for each in DEVICES if not each.requiresAlignedData])
    try:
        calls = sized_calls.random_family(pick, 5)
        known = [sized_calls.do(call) for call in calls]
        for call, result in zip(calls, known, strict=True):
            forget_plans()
            assert sized_calls.do(call, compared=False) == result, call
    finally:
        layouts.device = ocean.cpu


FAMILIES: list[Callable[[random.Random], None]] = [
    elementwise, elementwise, elementwise, expression, casting, reduction, reduction, indexing, indexing, array_function,
    array_function, numpy_call, numpy_call, hostile, damaged_file, damaged_pickle, program, sizes,
]  # fmt: skip


KINDS = {each.__name__: each for each in FAMILIES}


def run_case(number: int, start: int, kind: str = "") -> None:
    """The case of a number; all that it does follows from the seed and the number (and the kind, if one is chosen)."""
    pick = random.Random(f"{start}/{number}")
    (KINDS[kind] if kind else pick.choice(FAMILIES))(pick)


# --- Running -----------------------------------------------------------------------------------------------------


def work(start: int, first: int, last: int, log: int, kind: str, until: float) -> int:
    """Run cases until a time; the number of the one that is running is in the log file."""
    faulthandler.enable()
    warnings.simplefilter("ignore")
    if "libasan" not in os.environ.get("LD_PRELOAD", "") and not ON_GPU:  # these need more addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    setattr(Programs, "keep", lambda *_: None)  # noqa: B010  making binaries would take as long as all cases
    failures = 0
    for number in range(first, last):
        if time.time() > until:
            print(f"the time is over after {number} cases", flush=True)
            break
        os.pwrite(log, b"%20d" % number, 0)
        faulthandler.dump_traceback_later(int(os.environ.get("OCEAN_FUZZ_SECONDS", SECONDS)), exit=True)
        try:
            run_case(number, start, kind)
        except Exception:
            failures += 1
            report(start, number, kind, traceback.format_exc(limit=-6))
        finally:
            faulthandler.cancel_dump_traceback_later()
    os.pwrite(log, b"%20d" % last, 0)
    return 1 if failures else 0


def report(start: int, number: int, kind: str, why: str) -> None:
    chosen = (f" --kind {kind}" if kind else "") + (" --gpu" if ON_GPU or "--gpu" in sys.argv else "")
    command = f"python -m tests fuzz --seed {start} --case {number}{chosen}"
    print(f"case {number} of seed {start} failed; alone: {command}\n{why}", flush=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="how many")
    parser.add_argument("--minutes", type=float, help="as many cases as there is time for")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same seed makes the same cases")
    parser.add_argument("--case", type=int, help="this case alone")
    parser.add_argument("--kind", choices=sorted(KINDS), default="", help="only cases of this kind")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="what a case may take; more on a busy machine")
    parser.add_argument("--gpu", action="store_true", help="on OpenCL devices instead of the mirror devices")
    options = parser.parse_args(arguments)
    environment = os.environ | {"OCEAN_FUZZ_SECONDS": str(options.seconds)}
    environment |= {"OCEAN_FUZZ_GPU": "1"} if options.gpu else {}
    first, last = (0, options.cases) if options.case is None else (options.case, options.case + 1)
    until = math.inf
    if options.minutes is not None:
        last, until = sys.maxsize, time.time() + 60 * options.minutes
    print(f"cases {first} {'on' if options.minutes else f'to {last - 1}'} of seed {options.seed}", flush=True)
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "case"
        while first < last:
            numbers = [str(options.seed), str(first), str(last)]
            command = [sys.executable, __file__, *numbers, str(log), options.kind, str(until)]
            done = subprocess.run(command, cwd=folder, env=environment)
            reached = int(log.read_text() or first) if log.exists() else first
            status |= done.returncode != 0
            if reached == last:
                break
            report(options.seed, reached, options.kind, f"the process ended with status {done.returncode}")
            first = reached + 1
    print("FAILED" if status else "All cases passed.")
    return int(status)


if __name__ == "__main__":
    seed_given, first_case, end = map(int, sys.argv[1:4])
    log_file = os.open(sys.argv[4], os.O_RDWR | os.O_CREAT)
    sys.exit(work(seed_given, first_case, end, log_file, sys.argv[5], float(sys.argv[6])))

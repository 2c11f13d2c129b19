"""Eight threads on shared tensors: three take them apart, three compute with them, two watch tensors of their own.

Operations may fail, because a tensor may be anything by the time they read it; but nothing crashes, and what nobody
shares is never written to. A program of its own, because a crash ends the process: `python disturbance.py seconds`.
"""

from __future__ import annotations

import contextlib
import faulthandler
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threading_tools import together

import ocean
from ocean._src.core.objects.tensor import replace_tensor
from ocean.descriptions import PadTensorDescription

SIDE = 900
KINDS = (ocean.double, ocean.float, ocean.int64, ocean.int16, ocean.cfloat)
FRESH: dict[str, Callable[[], ocean.tensor]] = {
    "A": lambda: ocean.full([SIDE, SIDE], 1.5),
    "B": lambda: ocean.full([SIDE, SIDE], 0.5),
    "C": lambda: ocean.zeros([SIDE, SIDE], ocean.double),
    "v": lambda: ocean.arange(SIDE * SIDE, ocean.double),
    "w": lambda: ocean.zeros([SIDE * SIDE], ocean.double),
    "mask": lambda: ocean.full([SIDE, SIDE], True),
    "places": lambda: ocean.arange(0, SIDE * SIDE, 3),
}
SHARED: Any = type("Shared", (), {name: make() for name, make in FRESH.items()})
UNSHARED = 3.25


def reshape(tensor: ocean.tensor) -> None:
    tensor.reshape(*((SIDE * SIDE,) if tensor.ndims == 2 else (SIDE, SIDE)), inplace=True)


DISTURBANCES: list[Callable[[ocean.tensor], Any]] = [
    lambda t: t.dealloc(),
    lambda t: t.detach(),
    reshape,
    lambda t: random.choice(KINDS)(t, True),
    lambda t: t.byteswap(),
    lambda t: t.transpose(True),
    lambda t: t.resize(SIDE, SIDE),
    lambda t: t.assign(t.T, resize=True),
    lambda t: t.swap(t.T),
    lambda t: ocean.cpu.emptyCache(),
]


def assign(tensor: ocean.tensor, key: Any, value: Any) -> None:
    tensor[key] = value


def add_in_place(tensor: ocean.tensor, other: ocean.tensor) -> None:
    tensor += other


OPERATIONS: list[Callable[[Any], Any]] = [
    lambda s: s.A + s.B,
    lambda s: s.v @ 2.0 - s.w,
    lambda s: ocean.add(s.A, s.B, s.C),
    lambda s: add_in_place(s.w, s.v),
    lambda s: ocean.exp(s.v),
    lambda s: ocean.where(s.mask, s.A, s.B),
    lambda s: ocean.where(s.mask, s.A, s.B, s.C),
    lambda s: s.A < s.B,
    lambda s: ocean.sum(s.A),
    lambda s: ocean.sum(s.A, 0),
    lambda s: ocean.maximum(s.B, 1, True),
    lambda s: ocean.sum(s.A, 1, s.w[:SIDE]),
    lambda s: ocean.norm(s.v),
    lambda s: ocean.allclose(s.A, s.A),  # with B, which may be a row beside a column, it would take minutes
    lambda s: s.A * s.B,
    lambda s: ocean.multiply(s.A, s.B, s.C),
    lambda s: ocean.gemm(2.0, s.A, s.B, 0.5, s.C),
    lambda s: s.A * s.w[:SIDE],
    lambda s: s.A[s.mask],
    lambda s: s.v[s.places],
    lambda s: s.A[2:800, ::3] + 1,
    lambda s: s.A[5, 7],
    lambda s: assign(s.C, s.mask, 0.5),
    lambda s: assign(s.C, s.mask, s.A[s.mask]),
    lambda s: assign(s.w, s.places, 2.0),
    lambda s: assign(s.w, slice(10, 5000), s.v[10:5000]),
    lambda s: assign(s.C, (slice(None), 3), s.w[:SIDE]),
    lambda s: s.C.copy(s.A),
    lambda s: s.C.copy(s.A.T),
    lambda s: s.w.fill(1.0),
    lambda s: s.A.clone(),
    lambda s: s.C.assign(s.A),
    lambda s: s.A.copy("C", threads=2),
    lambda s: s.A.T.eval(threads=1),
    lambda s: s.A.description.view(s.A),
    lambda s: PadTensorDescription(s.v, (1,), (1,)).view(s.v),
    lambda s: [each for each, _ in zip(reversed(s.A.traverse("C")), range(20), strict=False)],
    lambda s: s.A.T.asContiguous(),
    lambda s: ocean.float(s.A),
    lambda s: ocean.concatenate([s.A, s.B]),
    lambda s: ocean.stack([s.v, s.w]),
    lambda s: ocean.find(s.mask),
    lambda s: np.asarray(s.A).sum(),
    lambda s: s.A.asPython() if s.A.nelem < 100 else s.v[:50].asPython(),
    lambda s: str(s.A),
    lambda s: [ocean.sum(row) for row, _ in zip(s.A, range(20), strict=False)],
]


def main(seconds: float) -> None:
    end, done, refused = time.monotonic() + seconds, 0, 0

    def disturb() -> None:
        chosen = random.Random(1)
        while time.monotonic() < end:
            name = chosen.choice(list(FRESH))
            with contextlib.suppress(ocean.OceanError):
                chosen.choice(DISTURBANCES)(getattr(SHARED, name))
            time.sleep(chosen.choice((0, 0.0005, 0.005)))
            if chosen.random() < 0.6:
                replace_tensor(getattr(SHARED, name), FRESH[name]())

    def compute() -> None:
        nonlocal done, refused
        while time.monotonic() < end:
            for operation in random.sample(OPERATIONS, len(OPERATIONS)):
                try:
                    operation(SHARED)
                    done += 1
                except ocean.OceanError:
                    refused += 1

    def watch() -> None:
        while time.monotonic() < end:
            own = [ocean.full([SIDE, SIDE], UNSHARED) for _ in range(4)]
            time.sleep(0.002)
            for each in own:
                assert ocean.allInRange(each, UNSHARED, UNSHARED), "a tensor that nobody shares has changed"

    for operation in OPERATIONS:  # undisturbed, none is refused
        operation(SHARED)
    together(*[disturb] * 3, *[compute] * 3, *[watch] * 2)
    print(f"{done} operations done, {refused} refused")


if __name__ == "__main__":
    faulthandler.enable()
    sys.setswitchinterval(1e-4)
    main(float(sys.argv[1]))

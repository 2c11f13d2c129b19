"""Cubed with `ocean.numpy` as its backend: right results, and memory below Cubed's own projection."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cubed")
pytestmark = pytest.mark.host_only("a process of its own")

PROGRAM = """
import os, sys
os.environ["CUBED_BACKEND_ARRAY_API_MODULE"] = "ocean.numpy"
import numpy, cubed, cubed.array_api as xp, ocean, ocean.numpy as np
from cubed.runtime.executors.local import SingleThreadedExecutor

V = numpy.random.default_rng(1).random((400, 300))
spec = cubed.Spec(work_dir=sys.argv[1], allowed_mem="200MB", reserved_mem="0")
a = cubed.from_array(V, chunks=(100, 100), spec=spec)
for made, wanted in (
    (xp.sum(a, axis=0), V.sum(0)), (xp.mean(a, axis=1), V.mean(1)), (xp.std(a), V.std()), (xp.max(a, axis=1), V.max(1)),
    (xp.exp(a) * 2 + 1, numpy.exp(V) * 2 + 1), (xp.matmul(a, xp.permute_dims(a, (1, 0))), V @ V.T),
    (xp.argmax(a, axis=1), V.argmax(1)), (xp.where(a > 0.5, a, 0 * a), numpy.where(V > 0.5, V, 0)),
    (xp.cumulative_sum(a, axis=0), V.cumsum(0)), (xp.concat([a, a]), numpy.concatenate([V, V])), (a.T, V.T),
):
    found = made.compute()
    assert type(found) is np.ndarray, type(found)
    numpy.testing.assert_allclose(numpy.asarray(found), wanted, 1e-10)


def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))


# chunks of 8 MB: the peak of a plan with one task at a time stays below what Cubed projects for a task
with ocean.memory("64MB"):
    big = cubed.random.random((8000, 1000), chunks=(1000, 1000), spec=spec)
    plan = xp.mean(xp.exp(big) * 2 + big, axis=0)
    plan.compute(executor=SingleThreadedExecutor())  # code is compiled and loaded before
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    before = status("VmRSS")
    projected = plan.plan().max_projected_mem
    xp.mean(xp.exp(big) * 2 + big, axis=0).compute(executor=SingleThreadedExecutor())
    print(status("VmHWM") - before, projected)
"""


def test_results_and_peak_memory(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    grown, projected = map(int, done.stdout.split())
    assert 0 < projected < 200_000_000
    assert grown <= projected

"""threadpoolctl, joblib and multiprocessing: Ocean uses as many threads as it is told."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("threadpoolctl")
pytestmark = pytest.mark.host_only("processes of their own")

LIMITS = """
{first}
{second}
import ocean.numpy as np
from threadpoolctl import threadpool_info, threadpool_limits
ocean.setNumThreads(2)
found = [each for each in threadpool_info() if each["user_api"] == "ocean"]
assert [each["num_threads"] for each in found] == [2], found
with threadpool_limits(1):
    assert ocean.getNumThreads() == 1
    assert float(np.ones(100_000).sum()) == 100_000
assert ocean.getNumThreads() == 2
with threadpool_limits(1, user_api="ocean"):
    assert ocean.getNumThreads() == 1
with threadpool_limits(1, user_api="blas"):
    assert ocean.getNumThreads() == 2
"""


@pytest.mark.parametrize("order", [("import ocean", "import threadpoolctl"), ("import threadpoolctl", "import ocean")])
def test_limits_of_threadpoolctl(order: tuple[str, str]) -> None:
    program = LIMITS.format(first=order[0], second=order[1])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


JOBLIB = """
import os
for name in ("OMP_NUM_THREADS", "OCEAN_NUM_THREADS"):
    os.environ.pop(name, None)
import joblib

def count(k):
    import ocean
    return ocean.getNumThreads()

cores = len(os.sched_getaffinity(0))
found = joblib.Parallel(n_jobs=2)(joblib.delayed(count)(k) for k in range(4))
assert max(found) <= max(1, cores // 2), found
"""


def test_workers_of_joblib_have_their_share() -> None:
    pytest.importorskip("joblib")
    done = subprocess.run([sys.executable, "-c", JOBLIB], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

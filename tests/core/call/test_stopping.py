"""Ctrl-C ends long work soon: the signal comes from a timer, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.host_only("signals reach work on the host")

SOON = 5.0
"""Seconds; without a load it takes a tenth of one. The work itself takes longer than that."""

PROGRAM = """
import os, signal, threading, time
import ocean, ocean.numpy as np
rng = np.random.default_rng(0)
def send():
    global sent
    time.sleep(0.3)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
{setup}
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=send, daemon=True).start()
try:
    while True:
        {statement}
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
assert (np.arange(1e6) + 1).sum() == 500000500000 and rng.gamma(2.0, size=3).shape == (3,)
"""

CASES = {
    "gamma": ("", "rng.gamma(2.5, size=40_000_000)"),
    "poisson": ("", "rng.poisson(30, size=40_000_000)"),
    "beta": ("", "rng.beta(2, 3, size=40_000_000)"),
    "normal": ("", "rng.normal(size=100_000_000)"),
    "zipf": ("", "rng.zipf(2.5, size=40_000_000)"),
    "permutation": ("", "rng.permutation(50_000_000)"),
    "isin": ("a, b = rng.integers(0, 1 << 40, 8_000_000), rng.integers(0, 1 << 40, 8_000_000)", "np.isin(a, b)"),
    "searchsorted": ("a, b = np.arange(2e7), rng.random(20_000_000) * 2e7", "np.searchsorted(a, b)"),
    "histogram": ("a = rng.random(50_000_000)", "np.histogram(a, 1000)"),
    "integer product": ("a = np.ones((3000, 3000), 'int64')", "a @ a"),
    "product": ("a = np.ones((6000, 6000), 'float32')", "a @ a"),
    "products": ("a = np.ones((20000, 64, 64))", "np.linalg.matrix_power(a, 9)"),
    "convolution": (
        "N, C, K, H, W, R, S = [ocean.axis(n) for n in (64, 64, 64, 112, 112, 3, 3)]\n"
        "x, f = ocean.ones([N, C, H, W]), ocean.ones([K, C, R, S])", "ocean.convolution(x, f, {H: R, W: S})"),
    "elements": ("a = np.ones(50_000_000)", "np.sin(np.exp(a)) ** 1.5"),
    "reduction": ("a = np.ones(50_000_000)", "np.prod(np.lazy(a) ** 1.5)"),
    "running sums": ("a = np.ones(50_000_000)", "np.cumsum(a)"),
    "masks": ("a = np.ones(100_000_000); m = a > 0", "a[m]"),
    "picking": ("a, i = np.ones(50_000_000), rng.integers(0, 50_000_000, 20_000_000)", "a[i]"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_long_work_is_left_soon(name: str) -> None:
    setup, statement = CASES[name]
    program = PROGRAM.format(setup=setup, statement=statement)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < SOON

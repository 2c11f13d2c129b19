"""The part of NumPy's own tests that passes, without those that take long: `python -m tests numpy --quick`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from numpy_suite import runner

pytestmark = pytest.mark.host_only("a process of its own")

PARTS = (
    ["_core/test_multiarray"],
    ["_core/test_umath", "_core/test_ufunc", "_core/test_dtype", "_core/test_numeric", "_core/test_regression"],
    ["_core/test_einsum", "_core/test_indexing", "_core/test_item_selection", "_core/test_nep50_promotions",
     "_core/test_scalarmath", "_core/test_shape_base", "_core/test_umath_complex", "_core/test_half", "fft", "random"],
    ["lib", "linalg"],
)  # fmt: skip


@pytest.mark.parametrize("modules", PARTS, ids=lambda each: each[0])
def test_what_passed_passes(modules: list[str]) -> None:
    """A failure names NumPy's test; `python -m tests numpy module -k name --show` runs it alone."""
    known = runner.FAILING.read_text().partition("\n")[0].rpartition(" ")[2]
    if numpy.__version__.split(".")[:2] != known.split(".")[:2]:
        pytest.skip(f"the part is one of NumPy {known}")
    command = [sys.executable, "-m", "tests", "numpy", "--quick", "-n", "1", *modules]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, errors="replace")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "NOT COLLECTED"))]
    assert done.returncode == 0, "\n".join(failed) or done.stdout[-4000:] + done.stderr[-4000:]
    assert " passed" in done.stdout, done.stdout[-4000:]

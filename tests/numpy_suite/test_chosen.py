"""The part of NumPy's own tests that passes: `python -m tests numpy --quick`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from numpy_suite import runner

pytestmark = pytest.mark.host_only("a process of its own")

MODULES = runner.chosen_modules()
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_what_passed_passes(part: int) -> None:
    """A failure names NumPy's test; `python -m tests numpy module -k name --show` runs it alone."""
    known = runner.CHOSEN.read_text().partition("\n")[0].rpartition(" ")[2]
    if numpy.__version__.split(".")[:2] != known.split(".")[:2]:
        pytest.skip(f"the part is one of NumPy {known}")
    command = [sys.executable, "-m", "tests", "numpy", "--quick", "-n", "1", *MODULES[part::PARTS]]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, errors="replace")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "NOT COLLECTED"))]
    assert done.returncode == 0, "\n".join(failed) or done.stdout[-4000:] + done.stderr[-4000:]
    assert " passed" in done.stdout, done.stdout[-4000:]

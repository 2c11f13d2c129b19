"""The bound is kept: the growth of the peak resident memory of a process of its own (VmHWM, with the pages of files)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from peak_programs import PROGRAMS

pytestmark = pytest.mark.host_only("a process of its own")

LIMIT = 12_000_000
BYTES = 60_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("large")


@pytest.mark.skipif(not os.path.exists("/proc/self/clear_refs"), reason="the peak cannot be reset here")
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_peak_memory_stays_below_the_bound(name: str, folder: Path) -> None:
    program = Path(__file__).parents[1] / "peak_programs.py"
    command = [sys.executable, str(program), name, str(BYTES), str(LIMIT), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    grown, check = done.stdout.split()
    assert float(check) == float(check)
    assert int(grown) <= LIMIT, f"{name}: {int(grown):,} bytes"

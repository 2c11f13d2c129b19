"""SciPy's functions on arrays, with its support of the array API standard switched on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("scipy", "1.15")
pytestmark = pytest.mark.host_only("SciPy computes on the host")


def test_functions_give_what_they_give_for_numpy() -> None:
    script = Path(__file__).with_name("scipy_calls.py")
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "SCIPY_ARRAY_API": "1"}, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert [each for each in lines if not each.startswith("ok ")] == [] and done.returncode == 0, done.stderr[-2000:]
    native = sum(each.endswith(" ocean.numpy") for each in lines)
    assert len(lines) > 150 and native > 110  # the others give NumPy's arrays, which is SciPy's choice

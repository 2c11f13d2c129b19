"""scikit-learn's estimators and metrics on arrays, by its dispatch on the array API standard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn", "1.6")
pytestmark = pytest.mark.host_only("SciPy, which scikit-learn calls, computes on the host")


def test_estimators_and_metrics() -> None:
    script = Path(__file__).with_name("sklearn_calls.py")
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "SCIPY_ARRAY_API": "1"}, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert [each for each in lines if not each.startswith("ok ")] == [] and done.returncode == 0, done.stderr[-2000:]
    assert len(lines) > 30 and sum(each.endswith(" ocean.numpy") for each in lines) > 20

"""`python -m ocean profile`: passes by the lines that wanted their values."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host_only

SCRIPT = """
import sys
import ocean.numpy as np

a = np.linspace(0, 1, 100_000)
b = a * 2 + 1
c = b.copy()
print(float((a * a).sum()), sys.argv[1])
sys.exit(3)
"""


def profile(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ocean", "profile", *words, str(path), "given"], capture_output=True, text=True
    )


def test_passes_by_line(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(SCRIPT)
    found = profile(script)
    assert found.returncode == 3 and found.stdout.endswith("given\n"), found.stderr
    lines = dict(re.findall(r"program\.py:(\d+): (.*)", found.stderr))
    assert set(lines) >= {"7", "8"} and "6" not in lines  # the values of b were wanted in line 7
    assert "add" in lines["7"] and "sum" in lines["8"]
    assert re.search(r"\d ms in \d+ passes, of", found.stderr)


def test_most_and_errors(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(SCRIPT)
    assert "--most shows them" in profile(script, "--most", "1").stderr
    missing = profile(tmp_path / "nothing.py")
    assert missing.returncode == 2 and "there is no file" in missing.stderr
    script.write_text("import ocean.numpy as np\n1 / 0\n")
    assert "ZeroDivisionError" in profile(script).stderr

"""Files that tools make from the sources are current: the stubs, the map, the table of names and the codes of dtypes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host_only("it reads files")

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.mark.parametrize("name", ["make_dtypes", "make_map", "make_names", "make_stub"])
def test_made_files_are_current(name: str) -> None:
    assert subprocess.run([sys.executable, str(TOOLS / f"{name}.py"), "--check"]).returncode == 0


def test_a_file_that_is_not_current_is_noticed_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    from made import finish

    texts = {tmp_path / "new": "text", tmp_path / "old": "text"}
    (tmp_path / "old").write_text("other")
    monkeypatch.setattr(sys, "argv", ["make", "--check"])
    assert finish(texts) == 1 and not (tmp_path / "new").exists()
    monkeypatch.setattr(sys, "argv", ["make"])
    assert finish(texts) == 0 and all(each.read_text() == "text" for each in texts)
    monkeypatch.setattr(sys, "argv", ["make", "--check"])
    assert finish(texts) == 0

"""The tutorials as notebooks: current, valid, and their cells show what the files say when a kernel runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host_only("the documents show the cpu")

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_they_are_current() -> None:
    assert subprocess.run([sys.executable, str(ROOT / "tools" / "make_notebooks.py"), "--check"]).returncode == 0
    assert len(NOTEBOOKS) >= 3


def test_pages_link_to_them() -> None:
    for path in NOTEBOOKS:
        page = (ROOT / "docs" / f"{path.stem}.md").read_text(encoding="utf-8")
        assert f"](notebooks/{path.name})" in page


def shown(cell: Any) -> str:
    """What a cell shows as text, without white space: notebooks break lines of tuples at other places."""
    text = ""
    for output in cell["outputs"]:
        assert output["output_type"] != "error", "\n".join(output.get("traceback", ()))
        if output["output_type"] != "stream":
            text += "".join(output["data"]["text/plain"])
        elif output["name"] == "stdout":
            text += "".join(output["text"])
    return "".join(text.split())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_show_what_the_files_say(path: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    wanted = json.loads(path.read_text(encoding="utf-8"))
    book = nbformat.reads(json.dumps(wanted), 4)
    nbformat.validate(book)
    nbclient.NotebookClient(
        book, timeout=600, startup_timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    cells = [
        (one, other) for one, other in zip(wanted["cells"], book["cells"], strict=True) if one["cell_type"] == "code"
    ]
    assert len(cells) >= 8
    for one, other in cells:
        assert shown(other) == shown(one), "".join(one["source"])

"""Makes docs/notebooks: the tutorials as Jupyter notebooks, with the outputs that their transcripts show."""

from __future__ import annotations

import ast
import base64
import doctest
import json
import re
import sys
from pathlib import Path
from typing import Any

from made import finish

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = ("tutorial-numpy", "tutorial-matlab", "tutorial-models")
TRANSCRIPT = re.compile(r"^```pycon\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[([^]]*)\]\((pictures/[^)]+)\)")
KINDS = {".png": "image/png", ".svg": "image/svg+xml"}
THIS = re.compile(r"^This page is also \[a notebook\].*\n\n?", re.MULTILINE)


def notebook(page: str) -> dict[str, Any]:
    """The notebook of a page of Markdown: its text, and a cell for each step of its transcripts."""
    text = THIS.sub("", (DOCS / f"{page}.md").read_text(encoding="utf-8"))
    cells: list[dict[str, Any]] = []
    for place, part in enumerate(TRANSCRIPT.split(text)):
        if place % 2:
            cells += steps(part)
        elif part.strip():
            cells.append(words(part.strip()))
    for number, cell in enumerate(cells):
        cell["id"] = f"{page}-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def words(text: str) -> dict[str, Any]:
    """A cell of text, with its pictures inside, so that the file can be moved."""
    pictures = {}
    for _, name in PICTURE.findall(text):
        path = DOCS / name
        pictures[path.name] = {KINDS[path.suffix]: base64.b64encode(path.read_bytes()).decode()}
    text = PICTURE.sub(lambda found: f"![{found[1]}](attachment:{Path(found[2]).name})", text)
    text = re.sub(r"\]\(([\w-]+\.md)", r"](../\1", text)
    cell = {"cell_type": "markdown", "metadata": {}, "source": lines(text)}
    return cell | {"attachments": pictures} if pictures else cell


def steps(transcript: str) -> list[dict[str, Any]]:
    """The cells of a transcript: each ends where something is shown."""
    cells, source = [], ""
    for example in doctest.DocTestParser().get_examples(transcript):
        source += example.source
        if example.want:
            cells.append(code(source, example.want))
            source = ""
    return cells + ([code(source, "")] if source else [])


def code(source: str, shown: str) -> dict[str, Any]:
    outputs: list[dict[str, Any]] = []
    if shown:
        last = ast.parse(source).body[-1]
        printed = isinstance(last, ast.Expr) and ast.unparse(last).startswith("print(")
        if printed:
            outputs = [{"name": "stdout", "output_type": "stream", "text": lines(shown)}]
        else:
            data = {"text/plain": lines(shown.rstrip("\n"))}
            outputs = [{"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}]
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": outputs}
    return cell | {"source": lines(source.rstrip("\n"))}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    folder = DOCS / "notebooks"
    folder.mkdir(exist_ok=True)
    sys.exit(finish({folder / f"{page}.ipynb": json.dumps(notebook(page), indent=1) + "\n" for page in PAGES}))

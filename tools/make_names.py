"""Write the table of names in docs/operations.md from the rows: `python tools/make_names.py` (tests check that it is
current)."""

from __future__ import annotations

import sys
from pathlib import Path

import ocean  # noqa: F401  fills the table
from ocean._src.ops.reductions import ROWS as REDUCTIONS
from ocean._src.ops.table import ROWS

DOCUMENT = Path(__file__).parents[1] / "docs" / "operations.md"
HEAD = "| Ocean | operator | NumPy | array API |\n|---|---|---|---|\n"


def quoted(name: str) -> str:
    return f"`{name}`".replace("|", "\\|") if name else ""


def table() -> str:
    """A line for each public function that has an operator, or a name elsewhere that is not its own."""
    lines = []
    for name, operator, numpy, standard in (
        *((name, row.operator, row.numpy, row.array_api) for name, row in ROWS.items() if row.public),
        *((name, "", row.numpy, row.array_api) for name, row in REDUCTIONS.items() if row.numpy),
    ):
        if operator or {numpy, standard} - {name, ""}:
            lines.append(f"| {' | '.join(map(quoted, (name, operator, numpy, standard)))} |\n")
    return HEAD + "".join(lines)


def texts() -> dict[Path, str]:
    """The page, with a current table."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start = text.index(HEAD)
    end = text.index("\n\n", start) + 1
    return {DOCUMENT: text[:start] + table() + text[end:]}


if __name__ == "__main__":
    from made import finish

    sys.exit(finish(texts()))

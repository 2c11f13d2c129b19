"""Write the map of docs/architecture.md from the sources: the picture of the floors, and a line for every file.

`python tools/make_map.py` writes it; with `--check` it only says whether the page is current. A room says what it is in
the docstring of its `__init__.py`, a file in its first sentence. FLOORS is the order: a room may import from rooms on
lower floors and from its own, and tests/whole/test_map.py holds it to that.
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "ocean"
DOCUMENT = ROOT / "docs" / "architecture.md"
HEAD, END = "<!-- The map: made by tools/make_map.py -->\n", "<!-- The end of the map -->\n"
SUFFIXES = (".py", ".pyx", ".pxi", ".h")

FLOORS = (
    ("_src/commands",),
    (".", "numpy"),
    ("_src/gradients",),
    ("_src/protocols",),
    ("_src/scale",),
    ("_src/array",),
    ("_src/descriptions", "_src/convolution", "_src/linalg"),
    ("_src/statistics",),
    ("_src/axes",),
    ("_src/lazy",),
    ("_src/index", "_src/text", "_src/help"),
    ("_src/tensor",),
    ("_src/exchange",),
    ("_src/devices",),
    ("_src/ops",),
    ("_src/kernels/llvm", "_src/kernels/opencl"),
    ("_src/kernels",),
    ("_src/core",),
    ("_src/base",),
)
"""The rooms from the top floor to the bottom. A room below another one has the same floor unless it is named here."""
PUBLIC = {".": "The public modules: `ocean` and its parts.", "numpy": "The public module `ocean.numpy` and its parts."}


def floor_of(path: Path) -> int:
    """The floor of a source, counted from the bottom."""
    place = path.relative_to(SOURCES)
    folders = [each.as_posix() for each in place.parents]
    if place.as_posix() == "__main__.py":
        return len(FLOORS) - 1
    named = {room: len(FLOORS) - 1 - k for k, rooms in enumerate(FLOORS) for room in rooms}
    return next(named[each] for each in folders if each in named and (each != "." or len(folders) == 1))


def first_sentence(path: Path) -> str:
    """What a file says of itself, up to the first full stop."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        said = ast.get_docstring(ast.parse(text)) or ""
    elif path.suffix == ".pyx":
        found = re.search(r'"""(.*?)"""', text, re.DOTALL)
        said = found[1] if found else ""
    elif path.suffix == ".h":
        said = text.removeprefix("/*").split("*/")[0]
    else:
        comment = itertools.takewhile(lambda line: line.startswith("#"), text.splitlines())
        said = " ".join(each.removeprefix("#") for each in comment)
    said = " ".join(re.split(r"\n\s*\n", said.strip())[0].split()).replace("|", "\\|")
    said = re.sub(r"^Part of \w+\.pyx, which (?:imports|names) everything (?:that is )?used here\. ", "", said)
    return re.split(r"(?<=\w)\. (?=[A-Z`])", said)[0].removesuffix(".")


def sources() -> list[Path]:
    return sorted(each for each in SOURCES.rglob("*") if each.suffix in SUFFIXES and each.name != "__init__.py")


def picture() -> str:
    """The floors, the rooms on them, and what they are."""
    lines = []
    for rooms in FLOORS:
        for room in rooms:
            name = {".": "ocean", "numpy": "ocean.numpy"}.get(room, room.removeprefix("_src/") + "/")
            said = PUBLIC.get(room) or first_sentence(SOURCES / room / "__init__.py")
            lines.append(f"  {name:<18}{said}")
        lines.append("")
    width = max(map(len, lines))
    body = "\n".join(each or "─" * width for each in lines[:-1])
    return f"```text\n{body}\n```\n"


def shown(room: str) -> str:
    """A room by its folder: that of public names begins with the package."""
    return "ocean" if room == "." else f"ocean/{room}" if room.split("/")[0] == "numpy" else room


def table() -> str:
    """A line for every file, room by room, from the top floor to the bottom."""
    rooms: dict[Path, list[Path]] = {}
    for each in sources():
        rooms.setdefault(each.parent, []).append(each)
    lines = ["| room | file | what it is |\n|---|---|---|\n"]
    for folder in sorted(rooms, key=lambda each: (-floor_of(each / "x.py"), each.relative_to(SOURCES).as_posix())):
        name = folder.relative_to(SOURCES).as_posix().removeprefix("_src/")
        for k, path in enumerate(rooms[folder]):
            room = "" if k else f"`{shown(name)}`"
            lines.append(f"| {room} | `{path.name}` | {first_sentence(path)} |\n")
    return "".join(lines)


def texts() -> dict[Path, str]:
    """The page, with a current map."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start, end = text.index(HEAD) + len(HEAD), text.index(END)
    return {DOCUMENT: f"{text[:start]}\n{picture()}\n{table()}\n{text[end:]}"}


if __name__ == "__main__":
    from made import finish

    sys.exit(finish(texts()))

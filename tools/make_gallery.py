"""Draw the pictures of the gallery by the programs in docs/gallery.md: `python tools/make_gallery.py`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "gallery.md"
PICTURES = PAGE.parent / "pictures" / "gallery"
ENTRY = re.compile(r"```python\n((?:(?!```).)*?)```\n\n!\[([^]]+)\]\(pictures/gallery/(\w+)\.png\)", re.DOTALL)


def programs() -> Iterator[tuple[str, str]]:
    """The name of each picture, and its program."""
    for found in ENTRY.finditer(PAGE.read_text(encoding="utf-8")):
        yield found[3], found[1]


def drawn(program: str) -> Any:
    """The picture that a program makes."""
    import ocean
    import ocean.numpy as np

    names: dict[str, Any] = {"ocean": ocean, "np": np}
    exec(program, names)
    return names["picture"].show(scale=2)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, program in programs():
        if sys.argv[1:] in ([], [name]):
            drawn(program).save(str(PICTURES / f"{name}.png"))
            print(name)

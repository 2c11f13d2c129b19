"""Write made files, or check them: the last step of the tools `make_*.py`."""

from __future__ import annotations

import sys
from pathlib import Path


def finish(texts: dict[Path, str]) -> int:
    """Write each text to its file; with `--check`, name the files that are not current, and give 1 if there is one."""
    stale = [each for each, text in texts.items() if not each.exists() or each.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for each in stale:
            print(f"{each} is not current: run python {sys.argv[0]}", file=sys.stderr)
        return int(bool(stale))
    for each in stale:
        each.write_text(texts[each], encoding="utf-8")
    return 0

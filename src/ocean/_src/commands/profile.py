"""`python -m ocean profile script.py`: which lines of a program ran which passes, with their times and bytes."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from ocean._src.core.objects.tensor import set_profile

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep
"""Where Ocean's own files are: a pass belongs to the innermost line outside of it."""


@dataclass
class Line:
    """The passes of a line."""

    passes: int = 0
    seconds: float = 0.0
    nbytes: int = 0
    names: Counter[str] = field(default_factory=Counter)


class Profile:
    """Passes by file and line."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, int], Line] = {}

    def add(self, name: str, nbytes: int, seconds: float) -> None:
        """Add a pass to the line that wanted its values."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
            frame = frame.f_back
        line = self.lines.setdefault((frame.f_code.co_filename, frame.f_lineno), Line())
        line.passes += 1
        line.seconds += seconds
        line.nbytes += nbytes
        line.names[name.replace("numpy ", "")] += 1

    def report(self, total: float, most: int) -> list[str]:
        """A table, the slowest line first."""
        rows = sorted(self.lines.items(), key=lambda each: -each[1].seconds)
        inside = sum(line.seconds for _, line in rows)
        lines = [f"{'ms':>9}{'passes':>9}{'MB':>10}  line: what ran there, most often first"]
        for (file, number), line in rows[:most]:
            where = f"{os.path.basename(file)}:{number}"
            names = ", ".join(
                name if count == 1 else f"{count} x {name}" for name, count in line.names.most_common(4)
            ) + (", …" if len(line.names) > 4 else "")
            lines.append(f"{line.seconds * 1e3:>9.2f}{line.passes:>9}{line.nbytes / 1e6:>10.1f}  {where}: {names}")
        if len(rows) > most:
            lines.append(f"and {len(rows) - most} more; --most shows them")
        lines.append(
            f"{inside * 1e3:.1f} ms in {sum(line.passes for _, line in rows)} passes, of {total * 1e3:.1f} ms in all. "
            "A line ran a pass when it wanted the values; operations of lines before it may be part of that pass."
        )
        return lines


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ocean profile",
        description="Run a script, and tell which lines ran which passes over memory: elementwise operations (those of "
        "one pass together), reductions, products and copies. Sorting, indexing, FFT and LAPACK are not passes.",
    )
    parser.add_argument("--most", type=int, default=20, help="the number of lines to show (20)")
    parser.add_argument("script", help="the script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    options = parser.parse_args(words)
    if not os.path.exists(options.script):
        parser.error(f"there is no file {options.script}")
    sys.argv = [options.script, *options.arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(options.script)))
    profile = Profile()
    start = time.perf_counter()
    set_profile(profile.add)
    status = 0
    try:
        runpy.run_path(options.script, run_name="__main__")
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
    finally:
        set_profile(None)
        print("\n".join(profile.report(time.perf_counter() - start, options.most)), file=sys.stderr)
    return status

"""A progress bar on the terminal, for work of more than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType

PATIENCE = 1.0
WIDTH = 24


class Progress:
    """Call `advance` with the bytes done; the bar appears after a second and is erased at the end."""

    def __init__(self, task: str, total: int) -> None:
        self.task, self.total, self.done = task, total, 0
        self.start = self.shown = time.monotonic()
        self.visible = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.visible:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def advance(self, count: int) -> None:
        self.done += count
        now = time.monotonic()
        if now - self.start < PATIENCE or now - self.shown < 0.1 or sys.stderr is None or not sys.stderr.isatty():
            return
        self.shown, self.visible = now, True
        part = self.done / max(1, self.total)
        full = round(part * WIDTH)
        amount = f"{self.done / 1e6:,.0f} of {self.total / 1e6:,.0f} MB"
        bar = "█" * full + "░" * (WIDTH - full)
        print(f"\r{self.task} {bar} {part:4.0%}  {amount}\x1b[K", end="", file=sys.stderr, flush=True)

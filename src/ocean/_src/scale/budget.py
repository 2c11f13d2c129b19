"""The bound on the memory of what is computed by blocks: `with ocean.memory("500MB"):`."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar, Token
from dataclasses import dataclass
from functools import cache

from ocean._src.base.errors import OceanMemoryError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.objects.memory import cpu

UNITS = {
    "": 1,
    "k": 10**3,
    "m": 10**6,
    "g": 10**9,
    "t": 10**12,
    "ki": 1 << 10,
    "mi": 1 << 20,
    "gi": 1 << 30,
    "ti": 1 << 40,
}
M_MMAP_THRESHOLD = -3
LEAST = 1 << 20
"""The smallest bound: blocks of less than some 100 kB would be all overhead."""


@dataclass(frozen=True)
class Budget:
    """A bound in bytes, the folder of temporary files, and whether progress is shown."""

    bytes: int
    folder: str | None = None
    progress: bool = True

    def part(self, divisor: int) -> Budget:
        """The bound of what runs inside of another computation by blocks."""
        return Budget(max(self.bytes // divisor, LEAST // 8), self.folder, False)


CURRENT: ContextVar[Budget | None] = ContextVar("ocean.memory", default=None)


def size_of(limit: Any) -> int:
    """A number of bytes, from an integer or from a text such as "500MB" or "2 GiB"."""
    if isinstance(limit, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*", limit.lower())
        if found is None or found[2] == "i":
            raise OceanValueError(f'memory(): expected a size such as "500MB" or "2GiB", got {shown(limit)}')
        return int(float(found[1]) * UNITS[found[2]])
    if isinstance(limit, bool) or not hasattr(type(limit), "__index__"):
        raise OceanTypeError(f'memory(): expected bytes or a text such as "500MB", got {type(limit).__name__}')
    return int(limit)


class memory:
    """The memory that computations by blocks may take, within a block of code.

    Large arrays (`ocean.files.open`, `openZarr`, `asLarge`) are computed block by block. What the blocks, their
    intermediate results and the cache of freed blocks take together stays below the bound. Arrays that were in
    memory before, and compiled code, are not counted.

    Parameters
    ----------
    limit : int or str
        The bound: bytes, or a text such as ``"500MB"`` or ``"2GiB"``; at least 1 MiB.
    folder : str, optional
        Where temporary files go, which only `sort` needs; else where Python's `tempfile` puts them.
    progress : bool, optional
        Whether work of more than a second shows a bar on the terminal.

    Examples
    --------
    >>> import ocean.numpy as np
    >>> a = ocean.files.asLarge(np.arange(1_000_000.0))
    >>> with ocean.memory("1MiB"):
    ...     float((a * 2).mean())
    999999.0
    """

    def __init__(self, limit: Any, folder: str | None = None, progress: bool = True) -> None:
        bound = size_of(limit)
        if bound < LEAST:
            raise OceanValueError(f"memory(): the bound is at least {LEAST} bytes, got {bound}")
        self.budget = Budget(bound, None if folder is None else os.fspath(folder), progress)
        self.entered: list[tuple[Token[Budget | None], int]] = []

    def __enter__(self) -> memory:
        give_back_at_once()
        self.entered.append((CURRENT.set(self.budget), cpu.cacheLimit))
        cpu.cacheLimit = min(cpu.cacheLimit, self.budget.bytes * 3 // 8)
        return self

    def __exit__(self, *_: object) -> None:
        token, limit = self.entered.pop()
        CURRENT.reset(token)
        cpu.cacheLimit = limit

    def __repr__(self) -> str:
        return f"ocean.memory({self.budget.bytes})"


@cache
def give_back_at_once() -> None:
    """Let the C library map blocks of a megabyte and more one by one. Else it learns to take blocks of up to 32 MB from
    its heap, where freed ones stay among others, and a program has several times the memory that it uses."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 1 << 20)


def available() -> int:
    """The memory that is free, as the system says it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            found = next((int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable")), 0)
    except OSError:
        found = 0
    try:  # a container has a limit of its own
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            limit = file.read().strip()
        with open("/sys/fs/cgroup/memory.current", encoding="ascii") as file:
            used = int(file.read())
        if limit != "max":
            found = min(found or int(limit), max(0, int(limit) - used))
    except (OSError, ValueError):
        pass
    return found or 1 << 30


def current() -> Budget:
    """The bound that holds here; without `ocean.memory`, a quarter of the free memory."""
    return CURRENT.get() or Budget(max(available() // 4, LEAST))


@contextmanager
def inside(divisor: int) -> Iterator[None]:
    """What runs in the block has a part of the bound: it is called for blocks of another computation."""
    token = CURRENT.set(current().part(divisor))
    try:
        yield
    finally:
        CURRENT.reset(token)


def check_fits(count: int, what: str, advice: str) -> None:
    """An error if a result takes more than half of the bound."""
    bound = current().bytes
    if count > bound // 2:
        raise OceanMemoryError(f"{what} takes {count:,} bytes, more than half of the bound of {bound:,}; {advice}")

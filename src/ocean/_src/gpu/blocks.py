"""The allocator of a device: freed blocks are kept and used again.

A block is freed while work on it may still be queued. Everything that touches it is ordered by the line of its memory
(see `lines`), so that the same line may use it at once, and another one waits for the events of that line.

Blocks are dropped by any thread at any moment, also by the garbage collector amid an allocation: what is dropped is put
into a queue, and counted when somebody who holds the device's lock looks.
"""

from __future__ import annotations

from collections import deque
from typing import Any
from weakref import ref

from ocean._src.core.errors import OceanMemoryError

from .lines import Line, Lines

SMALLEST = 256


def rounded(nbytes: int) -> int:
    """The size of the block for so many bytes: at most an eighth more.

    >>> rounded(1), rounded(1000), rounded(10**6)
    (256, 1024, 1048576)
    """
    if nbytes <= SMALLEST:
        return SMALLEST
    step = max(SMALLEST, 1 << (nbytes - 1).bit_length() - 3)
    return -(-nbytes // step) * step


class Block:
    """Bytes on a device, given back when nobody uses them any more."""

    __slots__ = ("blocks", "buffer", "line", "size")

    def __init__(self, blocks: Blocks, buffer: Any, size: int, line: Line) -> None:
        self.blocks, self.buffer, self.size, self.line = blocks, buffer, size, line

    def __del__(self) -> None:
        self.blocks.dropped.append((self.buffer, self.size, self.line))


class Blocks:
    """The blocks of a device."""

    def __init__(self, cl: Any, context: Any, lines: Lines, name: str, total: int, largest: int) -> None:
        self.cl, self.context, self.lines, self.name = cl, context, lines, name
        self.total, self.largest = total, largest
        self.used = self.kept = self.peak = 0
        self.dropped: deque[tuple[Any, int, Line]] = deque()
        self.free: dict[int, list[tuple[Any, ref[Line], list[Any]]]] = {}

    def take(self, nbytes: int, line: Line) -> Block:
        """A block that the work of a line may use."""
        if self.dropped:
            self.collect()
        size = rounded(nbytes)
        free = self.free.get(size)
        if free:
            k = len(free) - 1
            while k and free[k][1]() is not line:  # one of the same line needs no waiting; otherwise the oldest one
                k -= 1
            buffer, former, events = free.pop(k)
            self.kept -= size
            if former() is not line:
                line.waits |= {-id(event): event for event in events if not self.lines.done([event])}
        else:
            buffer = self.new(nbytes, size)
        self.used += size
        self.peak = max(self.peak, self.used)
        return Block(self, buffer, size, line)

    def new(self, nbytes: int, size: int) -> Any:
        if self.used + self.kept + size > self.total:
            self.trim()
        if size > self.largest or self.used + size > self.total:
            raise self.full(nbytes)
        try:
            return self.cl.Buffer(self.context, self.cl.mem_flags.READ_WRITE, size)
        except self.cl.MemoryError:
            self.trim()
        try:
            return self.cl.Buffer(self.context, self.cl.mem_flags.READ_WRITE, size)
        except self.cl.MemoryError:
            raise self.full(nbytes) from None

    def full(self, nbytes: int) -> OceanMemoryError:
        limit = f"; one block has at most {self.largest}" if rounded(nbytes) > self.largest else ""
        return OceanMemoryError(
            f"There is not enough memory for {nbytes} bytes on device {self.name}: {self.used} of {self.total} bytes "
            f"are in use{limit}"
        )

    def collect(self) -> None:
        """Keep the blocks that were dropped."""
        while self.dropped:
            buffer, size, line = self.dropped.popleft()
            self.used -= size
            self.kept += size
            self.free.setdefault(size, []).append((buffer, ref(line), line.events()))

    def trim(self) -> None:
        """Give all free blocks back to the driver, which keeps those that are still being used."""
        self.collect()
        self.free.clear()
        self.kept = 0

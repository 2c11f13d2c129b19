"""Blocks of large arrays: how an array is cut, and the loop over its blocks, which reads one ahead."""

from __future__ import annotations

import contextvars
import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product

from ocean._src.base.hints import Any
from ocean._src.exchange.progress import Progress

from .budget import current

Region = tuple[slice, ...]
"""The place of a block: a start and a stop for each axis."""


def whole(shape: tuple[int, ...]) -> Region:
    return tuple(slice(0, each) for each in shape)


def lengths(region: Region) -> tuple[int, ...]:
    return tuple(each.stop - each.start for each in region)


def block_shape(
    shape: tuple[int, ...], count: int, order: tuple[int, ...], chunks: tuple[int, ...], kept: Iterable[int] = ()
) -> tuple[int, ...]:
    """The shape of blocks of at most `count` elements. They grow from the fastest axis (the last in `order`) to the
    slowest, by whole chunks of what they are read from; the axes `kept` are never cut."""
    kept = set(kept)
    result = [n if k in kept else min(c, n) for k, (n, c) in enumerate(zip(shape, chunks, strict=True))]
    for axis in order:  # the chunk itself may be too large: it is cut along the slow axes first
        others = math.prod(each for k, each in enumerate(result) if k != axis)
        if axis not in kept and others * result[axis] > count:
            result[axis] = max(1, count // max(1, others))
    for axis in reversed(order):
        if axis in kept:
            continue
        others = math.prod(each for k, each in enumerate(result) if k != axis)
        room = min(shape[axis], count // max(1, others))
        if room > result[axis]:
            whole_chunks = room - room % chunks[axis] if room < shape[axis] and room >= chunks[axis] else room
            result[axis] = max(result[axis], whole_chunks)
        if result[axis] < shape[axis]:
            break
    return tuple(result)


def regions(shape: tuple[int, ...], block: tuple[int, ...], order: tuple[int, ...]) -> Iterator[Region]:
    """The blocks of an array, the slowest axis of `order` outermost."""
    if 0 in shape:
        return
    starts = [range(0, shape[axis], max(1, block[axis])) for axis in order]
    for found in product(*starts):
        region = [slice(0, 0)] * len(shape)
        for axis, start in zip(order, found, strict=True):
            region[axis] = slice(start, min(start + block[axis], shape[axis]))
        yield tuple(region)


def elements_at_once(cost: int, kept: int) -> int:
    """The elements of a block, if computing one takes `cost` bytes for each, and the loop holds on to `kept` bytes of a
    finished block for each while the next is computed."""
    return max(1, current().bytes // 2 // max(1, cost + kept))


def loop(
    places: Iterable[Region], read: Callable[[Region], Any], task: str, total: int, itemsize: int
) -> Iterator[tuple[Region, Any]]:
    """The blocks at some places, in this order, with a bar on the terminal. One thread computes the next block while
    the caller works on the last one."""
    budget = current()
    line = iter(places)
    with Progress(task, total * itemsize) as progress, ThreadPoolExecutor(1, "ocean-blocks") as pool:
        place = next(line, None)
        ahead = None if place is None else pool.submit(contextvars.copy_context().run, read, place)
        while place is not None and ahead is not None:
            found = ahead.result()
            following = next(line, None)
            ahead = None if following is None else pool.submit(contextvars.copy_context().run, read, following)
            yield place, found
            if budget.progress:
                progress.advance(math.prod(lengths(place)) * itemsize)
            place, found = following, None

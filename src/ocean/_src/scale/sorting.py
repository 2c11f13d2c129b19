"""Sorting of large arrays: along an axis that fits into memory by blocks, else by sorted runs in a temporary file."""

from __future__ import annotations

import os
import tempfile

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any

from .blocks import loop
from .budget import current
from .large import FUNCTIONS, axis_of, large, np, refuse
from .sources import FileArray, new_file
from .views import ravel

SAMPLES = 1 << 14
"""Elements that are looked at to cut the runs into parts of about the same size."""


def temporary(shape: tuple[int, ...], dtype: Any) -> FileArray:
    """An array in a file without a name, which is gone with it."""
    folder = tempfile.mkdtemp(prefix="ocean-", dir=current().folder)
    path = os.path.join(folder, "sorted")
    try:
        opened = new_file(path, max(1, dtype.itemsize * max(1, _count(shape))))
    except BaseException:
        os.rmdir(folder)
        raise
    os.unlink(path)
    os.rmdir(folder)
    return FileArray(opened, 0, shape, dtype)


def _count(shape: tuple[int, ...]) -> int:
    result = 1
    for each in shape:
        result *= each
    return result


class Temporary(FileArray):
    """A temporary file, which has no place in a token."""


def sort(a: large, axis: Any = -1, kind: Any = None, order: Any = None, **options: Any) -> large:
    """`numpy.sort`: the result lies in a temporary file."""
    options.pop("stable", None)
    refuse({"order": order, **options}, "sort")
    if axis is None:
        a, axis = ravel(a), 0
    k = axis_of(axis, a.ndim)
    if a.size == 0:
        return a
    per = a.cost + 4 * a.itemsize
    if a.shape[k] * per <= current().bytes // 4:
        result = temporary(a.shape, a.dtype)
        for region, values in a.blocks("sorting", 3 * a.itemsize, (k,)):
            result.write(region, np().sort(values, axis=k))
            del values
        return result
    if a.ndim > 1:
        return sorted_lines(a, k)
    return sorted_vector(a)


def sorted_lines(a: large, k: int) -> large:
    """The lines along a long axis, one by one."""
    moved = FUNCTIONS["moveaxis"](a, k, -1)
    result = temporary(moved.shape, a.dtype)
    from itertools import product

    for place in product(*(range(n) for n in moved.shape[:-1])):
        line = sorted_vector(moved[place])
        region = tuple(slice(each, each + 1) for each in place)
        for part, values in line.blocks("sorting", line.itemsize):
            result.write((*region, *part), values.reshape((*(1 for _ in place), -1)))
    return FUNCTIONS["moveaxis"](result, -1, k)  # type: ignore[no-any-return]


def sorted_vector(a: large) -> large:
    """Sorted runs in one file, merged by values into another: a part of every run, sorted together."""
    n = np()
    runs, samples = temporary(a.shape, a.dtype), []
    block = a.block(a.itemsize * 4)
    starts = list(range(0, a.shape[0], block[0]))
    wanted = max(2, SAMPLES // len(starts))
    for region, values in loop(
        ((slice(s, min(s + block[0], a.shape[0])),) for s in starts), a.settled, "sorting runs", a.size, a.itemsize
    ):
        found = n.sort(values)
        runs.write(region, found)
        step = max(1, found.shape[0] // wanted)
        samples.append(found[::step].copy())
        del values, found
    # parts of at most a fifth of the bound, if the samples are right by a factor of two
    limit = max(1024, current().bytes // (10 * a.itemsize))
    count = max(1, -(-2 * a.shape[0] // limit))
    all_samples = n.sort(n.concatenate(samples))
    edges = all_samples[:: max(1, all_samples.shape[0] // count)][1:]
    edges = n.unique(edges)
    if edges.dtype.kind in "fc":
        edges = edges[~n.isnan(edges)]
    ends = [min(s + block[0], a.shape[0]) for s in starts]
    here = list(starts)
    result, written = temporary(a.shape, a.dtype), 0
    for k in range(edges.shape[0] + 1):
        edge = edges[k] if k < edges.shape[0] else None
        cut = (
            list(ends)
            if edge is None
            else [found_in(runs, s, e, edge, "left") for s, e in zip(here, ends, strict=True)]
        )
        written = merge_part(runs, here, cut, result, written, limit, edge if edge is not None else None)
        here = cut
        if edge is None:
            break
        after = [found_in(runs, s, e, edge, "right") for s, e in zip(here, ends, strict=True)]
        written = copy_equal(edge, sum(after) - sum(here), result, written)
        here = after
    return result


def found_in(runs: FileArray, start: int, stop: int, value: Any, side: str) -> int:
    """Where a value belongs in a sorted part of a file, by bisection that reads little."""
    n = np()
    while stop - start > 4096:
        middle = (start + stop) // 2
        element = runs.read((slice(middle, middle + 1),))
        before = int(n.searchsorted(element, value, side)) if element.shape[0] else 0
        if before:
            start = middle + 1
        else:
            stop = middle
    return start + int(n.searchsorted(runs.read((slice(start, stop),)), value, side))


def merge_part(
    runs: FileArray, starts: list[int], stops: list[int], result: FileArray, written: int, limit: int, edge: Any
) -> int:
    """Sort what lies between two edges of all runs together and write it."""
    n = np()
    total = sum(stops) - sum(starts)
    if not total:
        return written
    if total > limit:  # the samples missed a crowd: cut once more, by the median of the middles
        middles = n.sort(
            n.concatenate(
                [
                    runs.read((slice((s + e) // 2, (s + e) // 2 + 1),))
                    for s, e in zip(starts, stops, strict=True)
                    if e > s
                ]
            )
        )
        pivot = middles[middles.shape[0] // 2]
        left = [found_in(runs, s, e, pivot, "left") for s, e in zip(starts, stops, strict=True)]
        right = [found_in(runs, s, e, pivot, "right") for s, e in zip(starts, stops, strict=True)]
        written = merge_part(runs, starts, left, result, written, limit, edge)
        written = copy_equal(pivot, sum(right) - sum(left), result, written)
        return merge_part(runs, right, stops, result, written, limit, edge)
    parts = [runs.read((slice(s, e),)) for s, e in zip(starts, stops, strict=True) if e > s]
    joined = n.concatenate(parts)
    del parts
    result.write((slice(written, written + total),), n.sort(joined))
    return written + total


def copy_equal(value: Any, count: int, result: FileArray, written: int) -> int:
    """Write a value many times."""
    step = 1 << 16
    for start in range(0, count, step):
        part = min(step, count - start)
        result.write((slice(written + start, written + start + part),), np().full((part,), value, result.dtype))
    return written + count


def argsort(*args: Any, **named: Any) -> Any:
    raise OceanTypeError("argsort() is not computed by blocks; sort() is")


FUNCTIONS["sort"] = sort

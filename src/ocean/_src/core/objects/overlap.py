"""Whether strided elements share bytes: a bounded search for a solution of a linear inequality in integers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

Terms = list[tuple[int, int]]
"""Positive strides, each with the number of places along it."""


EXACT = 1 << 60
"""An unlimited budget."""


def terms_of(size: Sequence[int], strides: Sequence[int]) -> Terms:
    """The absolute strides of dimensions longer than one, with their lengths."""
    return [(abs(stride), count) for count, stride in zip(size, strides, strict=True) if count > 1 and stride]


def lowest(size: Sequence[int], strides: Sequence[int]) -> int:
    """The offset of the lowest element from the first."""
    return sum(min(stride, 0) * (count - 1) for count, stride in zip(size, strides, strict=True))


def overlaps_itself(terms: Terms, size: int, budget: int = 200_000) -> bool:
    """Whether two elements of `size` bytes share one."""
    reach = size
    for stride, count in sorted(terms):
        if stride < reach:
            break
        reach += stride * (count - 1)
    else:
        return False
    # if each stride exceeds the reach of all smaller ones there is no overlap; else search for a small difference
    start = -sum(stride * (count - 1) for stride, count in terms)
    differences = [(stride, 2 * count - 1) for stride, count in terms]
    return meets(start, differences, size, size, [count - 1 for _, count in terms], budget)


def overlap_between(
    distance: int, first: Terms, first_size: int, second: Terms, second_size: int, budget: int = 20_000
) -> bool:
    """Whether two sets of elements share a byte; `distance` is from the second set's lowest byte to the first's."""
    counts: dict[int, int] = {}
    for stride, count in (*first, *second):
        counts[stride] = counts.get(stride, 1) + count - 1
    distance -= sum(stride * (count - 1) for stride, count in second)  # second - x is (second's extent - x) + rest
    return meets(distance, list(counts.items()), first_size, second_size, None, budget)


def meets(start: int, terms: Terms, below: int, above: int, avoid: list[int] | None, budget: int) -> bool:
    """Whether -below < start + sum(stride * x) < above has a solution 0 <= x < count other than `avoid`.

    Searches from the largest stride to the smallest. The reach of the smaller strides, and their greatest common
    divisor, leave few choices for each. The search starts in the middle, where most solutions are. When the budget is
    used up the answer is yes, which is safe: callers refuse or copy.
    """
    order = sorted(range(len(terms)), key=lambda k: -terms[k][0])
    strides = [terms[k][0] for k in order]
    counts = [terms[k][1] for k in order]
    point = None if avoid is None else [avoid[k] for k in order]
    reach = [0] * (len(order) + 1)
    step = [0] * (len(order) + 1)
    for k in range(len(order) - 1, -1, -1):
        reach[k] = reach[k + 1] + strides[k] * (counts[k] - 1)
        step[k] = gcd(strides[k], step[k + 1])
    pending = [iter([(start, True)])]  # for each stride that was chosen, the sums that are left to try
    while pending:
        found = next(pending[-1], None)
        if found is None:
            pending.pop()
            continue
        value, same = found
        budget -= 1
        if budget < 0:
            return True
        k = len(pending) - 1
        if k < len(strides):
            if not above <= value % step[k] <= step[k] - below:
                skip = None if point is None else point[k]
                pending.append(choices(value, same, strides[k], counts[k], reach[k + 1], below, above, skip))
        elif -below < value < above and not (same and point is not None):
            return True
    return False


def choices(
    value: int, same: bool, stride: int, count: int, rest: int, below: int, above: int, avoid: int | None
) -> Iterator[tuple[int, bool]]:
    """The sums that stay within reach, each with whether it still is the point to avoid."""
    first = max(0, -(-(-below + 1 - value - rest) // stride))
    last = min(count - 1, (above - 1 - value) // stride)
    middle = (first + last) // 2
    for x in (*range(middle, first - 1, -1), *range(middle + 1, last + 1)):
        yield value + stride * x, same and x == avoid

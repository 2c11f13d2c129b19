"""Scans on the CPU: the kernels of each step. core/host/scan.h vectorises across lines and splits them into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ocean._src.core.host import scan as host_scan
from ocean._src.core.objects.description import description
from ocean._src.core.objects.tensor import plan, when_plans_are_forgotten
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Constant, Program

from .compiler import Kernel, compile_kernel
from .plans import moving, spellings

Programs = tuple[tuple[str, Program], ...]

NAMES = {"step": host_scan.STEP, "start": host_scan.START, "total": host_scan.TOTAL, "merge": host_scan.MERGE,
         "ahead": host_scan.AHEAD, "finish": host_scan.FINISH}  # fmt: skip


def scan(
    operands: Sequence[description],
    programs: Programs,
    kind: str,
    initial: Constant,
    axes: tuple[int, ...],
    reverse: bool,
    folds: bool,
) -> plan:
    """The plan of a scan along axes. If it folds, its result has length one along them."""
    # compare the number by its text, because 0.0 == -0.0 in Python
    return family(programs, spellings(operands), kind, Number(initial), folds).plan(tuple(operands), axes, reverse)


class Number:
    """A number that equals another one only if its text does."""

    def __init__(self, value: Constant) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@lru_cache(maxsize=1024)
def family(
    programs: Programs, kinds: tuple[str, ...], kind: str, initial: Number, folds: bool
) -> host_scan.scan_family:
    """The common part of all plans of a scan, for operands of these dtypes."""
    named = {NAMES[name]: program for name, program in programs}

    def compile(moves: int, swaps: int, which: int) -> tuple[Kernel, int]:
        formats, acc = moving(kinds, moves, swaps), Format(kind)
        stores = [] if folds or which == host_scan.TOTAL else formats[:1]
        given = {
            host_scan.STEP: [acc, *stores, acc, *formats[1:]],
            host_scan.START: [acc, *stores, *formats[1:]],
            host_scan.TOTAL: [acc, acc, *formats[1:]],
            host_scan.MERGE: [acc] * 4,
            host_scan.AHEAD: [acc, *stores, acc, acc, *formats[1:]],
            host_scan.FINISH: [formats[0], acc],
        }
        return compile_kernel(named[which], tuple(given[which]), True), 1

    by_name = dtypes.BY_NAME
    return host_scan.make_scan_family(
        list(named), compile, [by_name[each] for each in kinds], by_name[kinds[0]], by_name[kind], initial.value, folds
    )


when_plans_are_forgotten(family.cache_clear)

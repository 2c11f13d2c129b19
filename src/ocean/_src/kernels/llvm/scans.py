"""Scans on the CPU: the kernels of each step. core/host/scan.h says which lines go side by side, and cuts them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ocean._src.core.host import scan as core
from ocean._src.core.objects.description import description
from ocean._src.core.objects.tensor import plan, when_plans_are_forgotten
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Constant, Program

from .compiler import Kernel, compile_kernel
from .plans import moving, spellings

Programs = tuple[tuple[str, Program], ...]

NAMES = {"step": core.STEP, "start": core.START, "total": core.TOTAL, "merge": core.MERGE, "ahead": core.AHEAD,
         "finish": core.FINISH}  # fmt: skip


def scan(
    operands: Sequence[description],
    programs: Programs,
    kind: str,
    initial: Constant,
    axes: tuple[int, ...],
    reverse: bool,
    folds: bool,
) -> plan:
    """The plan of a scan along axes; the result of one that folds has length one along these."""
    # the number is compared by its text, because Python holds 0.0 == -0.0
    return family(programs, spellings(operands), kind, Number(initial), folds).plan(tuple(operands), axes, reverse)


class Number:
    """A number that differs from others if its text does."""

    def __init__(self, value: Constant) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@lru_cache(maxsize=1024)
def family(programs: Programs, kinds: tuple[str, ...], kind: str, initial: Number, folds: bool) -> core.scan_family:
    """What plans of a scan have in common, for operands of some dtypes."""
    named = {NAMES[name]: program for name, program in programs}

    def compile(moves: int, swaps: int, which: int) -> tuple[Kernel, int]:
        formats, acc = moving(kinds, moves, swaps), Format(kind)
        stores = [] if folds or which == core.TOTAL else formats[:1]
        given = {
            core.STEP: [acc, *stores, acc, *formats[1:]],
            core.START: [acc, *stores, *formats[1:]],
            core.TOTAL: [acc, acc, *formats[1:]],
            core.MERGE: [acc] * 4,
            core.AHEAD: [acc, *stores, acc, acc, *formats[1:]],
            core.FINISH: [formats[0], acc],
        }
        return compile_kernel(named[which], tuple(given[which]), True), 1

    by_name = dtypes.BY_NAME
    return core.make_scan_family(
        list(named), compile, [by_name[each] for each in kinds], by_name[kinds[0]], by_name[kind], initial.value, folds
    )


when_plans_are_forgotten(family.cache_clear)

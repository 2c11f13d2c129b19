"""The vector width of kernels. Plans need it as well, also for kernels from the pack, whose text is not written."""

from __future__ import annotations

from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program


def takes_turns(program: Program) -> bool:
    """Whether all reductions have a short form, and their result does not depend on how many elements it folds."""
    return bool(program.reductions) and all(each.short and not each.row.rounds for each in program.folds())


def vector_width(program: Program, formats: tuple[Format, ...]) -> int:
    """The count of elements per iteration of the wide loop: 64 bytes of the widest kind in the program.

    That is two registers of common machines. Sums need four registers to hide the latency of additions, and complex
    numbers take two registers each.
    """
    given = program.dtypes()
    inexact = program.inexact()
    # The order of additions, and so the bits, must depend only on the values that are added, not on how they are
    # computed.
    numbers = program.outputs if inexact else range(len(given))
    values = {given[number] for number in numbers if not is_index(program, number)}
    if program.reductions and all(each.short for each in program.folds()):  # everything else happens once per row
        involved = values.union(*(each.short.accumulators for each in program.folds() if each.short))
    else:
        involved = values.union(program.accumulators() if inexact else (format.dtype for format in formats))
    widest = max(dtypes.SIZES[dtypes.kind(dtype)] for dtype in involved)
    size = 64
    if program.reductions:
        size *= 2
    if not involved.isdisjoint(dtypes.PARTS):
        size //= 2
    in_memory = formats[:-1] if program.indexed() else formats
    # Strided elements are loaded one by one: wide vectors gain little.
    strided = any(format.access == "strided" for format in in_memory)
    most = 4 if strided and not inexact else 128 if takes_turns(program) else 32
    return min(size // widest, most)


def is_index(program: Program, number: int) -> bool:
    return number >= len(program.inputs) and program.steps[number - len(program.inputs)].name == "index"

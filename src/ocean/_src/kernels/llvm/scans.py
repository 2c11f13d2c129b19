"""Plans of scans on the CPU: which lines go side by side, and when a line is cut into chunks; see core/scan.h."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from ocean._src.core import scan as core
from ocean._src.core.description import description
from ocean._src.core.tensor import plan
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.plans import Loop, abs_sum, access, forward, in_memory_order, merged
from ocean._src.kernels.program import Constant, Program

from .compiler import Kernel, compile_kernel

# lines of as many chunks' elements are cut if there are not so many of them; shorter ones if nothing is side by side
LONG, MANY = core.LANES * core.CHUNK, 64
CUT, FEW = 256, 8
# lines that are as far apart meet in the same places of the caches
CONFLICT = 4096


def scan(
    operands: Sequence[description],
    programs: Mapping[str, Program],
    kind: str,
    initial: Constant,
    axes: tuple[int, ...],
    reverse: bool,
    folds: bool,
) -> plan:
    """The plan of a scan along axes; the result of one that folds has length one along these."""
    result, size = operands[0], operands[1].size
    strides = [[0 if n == 1 else s for n, s in zip(each.size, each.strides, strict=True)] for each in operands]
    along = [Loop(size[d], [each[d] for each in strides]) for d in axes if size[d] != 1]
    along = along or [Loop(1, [0] * len(operands))]
    kept = [Loop(n, [each[d] for each in strides]) for d, n in enumerate(size) if d not in axes and n != 1]
    shifts = forward(kept, len(operands))
    if reverse:
        for loop in along:
            shifts = [shift + (loop.length - 1) * stride for shift, stride in zip(shifts, loop.strides, strict=True)]
            loop.strides = [-stride for stride in loop.strides]
    along, kept = merged(along), merged(in_memory_order(kept))
    length, lines = along[0].length, prod(loop.length for loop in kept)
    side = min(kept, key=lambda loop: abs_sum(loop.strides), default=None)
    crowded = side is None or side.length < FEW or any(s and s % CONFLICT == 0 for s in side.strides)
    worth = (length >= LONG and lines < MANY) or (length >= CUT and crowded)
    chunked = worth and "ahead" in programs and len(along) == 1
    if side is None or chunked:
        side = Loop(1, [0] * len(operands))
    else:
        kept.remove(side)
    steps = [stride * core.LANES for stride in along[0].strides] if chunked else side.strides
    alone = side.length == 1 and not chunked
    formats = [
        Format(each.dtype.spelling, bool(each.swapped), "contiguous" if alone else access(each.dtype, step))
        for each, step in zip(operands, steps, strict=True)
    ]
    apart = max(abs(s) for s in side.strides)
    most = 1 << 16 if apart <= 32 else max(core.LANES, 8192 // max(1, length))
    names = ("step", "total", "merge", "ahead") if chunked else ("step", "start", "finish")
    kernels = {name: kernel(name, programs[name], kind, formats, folds) for name in names if name in programs}
    return core.make_scan_plan(
        (result, *operands[1:]), kernels, dtypes.BY_NAME[kind], initial, shifts, (side.length, side.strides),
        [(loop.length, loop.strides) for loop in kept], [(loop.length, loop.strides) for loop in along],
        folds, chunked, most,
    )  # fmt: skip


def kernel(name: str, program: Program, kind: str, formats: list[Format], folds: bool) -> Kernel:
    acc = Format(kind)
    stores = [] if folds or name == "total" else formats[:1]
    given = {
        "step": [acc, *stores, acc, *formats[1:]],
        "start": [acc, *stores, *formats[1:]],
        "total": [acc, acc, *formats[1:]],
        "merge": [acc] * 4,
        "ahead": [acc, *stores, acc, acc, *formats[1:]],
        "finish": [formats[0], acc],
    }
    return compile_kernel(program, tuple(given[name]), True)

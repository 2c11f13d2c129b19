"""The text of a kernel: the loops of a program that stores its outputs (`folds.py` writes reductions).

Long kernels omit the scalar remainder loop, because LLVM would need longer; the caller then pads the remainder to a
full vector.
"""

from __future__ import annotations

from itertools import count

from ocean._src.kernels import dtypes
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import ACCESSES, Format
from ocean._src.kernels.program import Program, check

from .builder import LLVMBuilder
from .folds import fold_text
from .frame import ATTRIBUTES, Loop, bulk, rows_begin, rows_end, wide_part
from .machine import Target
from .memory import copy, store
from .widths import vector_width

LONG = 80
"""If the wide loop has more lines, the narrow loop is omitted, unless the program has `load` steps."""
HEAVY = 250
"""If the wide loop has more instructions, it uses shorter vectors: there is enough parallelism without long ones."""


def kernel_text(
    program: Program, formats: tuple[Format, ...], target: Target, any_length: bool = False
) -> tuple[str, int]:
    """LLVM IR of the kernel that runs `program` on operands in `formats` (outputs first), and the number that n0 must
    be a multiple of: 1, or the vector width if the narrow loop is omitted. With `any_length`, it is never omitted."""
    _check(program, formats)
    width = vector_width(program, formats)
    return (
        (fold_text(program, formats, width, target), 1)
        if program.reductions
        else _text(program, formats, width, target, any_length)
    )


class _Stores(Loop):
    """The inner loop of a program that stores its outputs."""

    def __init__(self, name: str, b: LLVMBuilder, program: Program, formats: tuple[Format, ...]) -> None:
        super().__init__(name, b, program, formats)
        if (source := _copied(program, formats)) is not None:
            copy(b, *self.places[source], *self.places[0])
            return
        given = program.dtypes()
        for place, number, value in zip(self.places, program.outputs, self.outputs(), strict=False):
            if given[number] != place[0].dtype:
                value = cast(b, value, given[number], place[0].dtype)
            store(b, *place, value)


def _text(
    program: Program, formats: tuple[Format, ...], width: int, target: Target, any_length: bool
) -> tuple[str, int]:
    names = count()
    wide = _Stores("wide", LLVMBuilder(width, names, target), program, formats) if width > 1 else None
    omits = not any_length and _copied(program, formats) is None and not program.bases()
    if wide and len(wide.b.inside) > LONG and omits:
        wide = _not_too_heavy(wide)
        return _whole_text(wide), wide.b.width
    narrow = _Stores("narrow", LLVMBuilder(1, names, target), program, formats)
    vectors = ["  br label %narrow_start"]
    if wide:
        vectors = wide_part(wide.b.before, wide.lines("0", "%bulk", "wide_end", []))
    lines = [
        *(narrow.b.declarations | (wide.b.declarations if wide else {})),
        *rows_begin(formats, bulk(width, formats)),
        *vectors,
        "narrow_start:",
        f"  %begin = phi i64 [0, %row]{', [%bulk, %wide_end]' if wide else ''}",
        *narrow.b.before,
        "  br label %narrow",
        *narrow.lines("%begin", "%n0", "row_end", []),
        "row_end:",
        *rows_end(formats, target, []),
    ]
    return "\n".join(lines) + ATTRIBUTES, 1


def _not_too_heavy(wide: _Stores) -> _Stores:
    """Halve the vectors of the wide loop while it has too many instructions."""
    b, width = wide.b, wide.b.width
    while b.registers() > 1 and b.weight() > HEAVY:
        b.width //= 2
    if b.width == width:
        return wide
    return _Stores("wide", LLVMBuilder(b.width, b.names, b.target), wide.program, wide.formats)


def _whole_text(wide: _Stores) -> str:
    """A kernel without a narrow loop: n0 must be a multiple of the width."""
    formats, target = wide.formats, wide.b.target
    lines = [
        *wide.b.declarations,
        *rows_begin(formats, []),
        "  br label %wide_start",
        "wide_start:",
        *wide.b.before,
        "  br label %wide",
        *wide.lines("0", "%n0", "row_end", []),
        "row_end:",
        *rows_end(formats, target, []),
    ]
    return "\n".join(lines) + ATTRIBUTES


def _copied(program: Program, formats: tuple[Format, ...]) -> int | None:
    """The operand that a program copies bit by bit, or None if it does more."""
    if len(program.outputs) != 1 or program.steps:
        return None
    source = 1 + program.outputs[0]
    same = formats[0].dtype == formats[source].dtype != "bool"
    return source if same and formats[source].access != "uniform" else None


def _check(program: Program, formats: tuple[Format, ...]) -> None:
    check(program)
    count = len(program.accumulators()) if program.reductions else len(program.outputs)
    outputs, inputs = formats[:count], formats[count : count + len(program.inputs)]
    for format in formats:
        if format.dtype not in dtypes.SIZES or format.access not in ACCESSES:
            raise ValueError(f"there is no such operand: {format}")
    if tuple(format.dtype for format in inputs) != tuple(program.inputs):
        raise ValueError(f"operands {inputs} do not have the dtypes {program.inputs} of the inputs of the program")
    if len(formats) != count + len(program.inputs) + program.indexed():
        raise ValueError(f"operands {formats} are not those of\n{program}")
    if any(format.access == "nontemporal" for format in (formats if program.reductions else inputs)):
        raise ValueError("only what is written and never read can have access 'nontemporal'")
    if not program.reductions and any(format.access in ("streams", "tuples") or format.rows > 1 for format in formats):
        raise ValueError("only operands of reductions can have access 'streams' or 'tuples', or several rows")
    if not program.reductions and any(format.access == "uniform" for format in outputs):
        raise ValueError("many elements cannot be stored into one: an output has access 'uniform'")

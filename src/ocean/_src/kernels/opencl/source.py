"""The text around kernels: shared functions, arguments, and names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from ocean._src.base.errors import OceanTypeError
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program

from .work import Traits

PREAMBLE = """#pragma OPENCL FP_CONTRACT OFF
#undef ocean_min
#define ocean_min(x, y) ((x) < (y) ? (x) : (y))
"""
"""The beginning of every text. ocean_min is a macro, because PoCL would call the built-in function."""
DOUBLES = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
LONG_LINES = 150
"""If a loop has more lines, it uses shorter vectors: there is enough parallelism without long ones."""


def name_of(*what: object) -> str:
    """A name from a digest of what is computed."""
    return "k" + blake2b(repr(what).encode(), digest_size=8).hexdigest()


def key_of(program: Program) -> tuple[object, ...]:
    """What the text of a program depends on."""
    return program.inputs, program.steps, program.outputs, program.reductions


def guarded(name: str, text: str) -> str:
    """Text with an include guard."""
    return f"#ifndef {name}_\n#define {name}_\n{text}\n#endif\n"


def source(name: str, functions: dict[str, str], kernels: Sequence[str]) -> str:
    """A whole source: functions by name, and the kernels that use them."""
    text = "".join(guarded(*each) for each in functions.items()) + guarded(name, "\n".join(kernels))
    return PREAMBLE + (DOUBLES if uses_double(text) else "") + text


def uses_double(text: str) -> bool:
    return re.search(r"\b(as_|convert_)?double\d*\b", text) is not None


def checked(text: str, traits: Traits) -> str:
    """The text; an error if the device lacks something that it uses."""
    if not traits.fp64 and uses_double(text):
        raise OceanTypeError(
            "This needs numbers of double precision, which the device does not have (OpenCL's cl_khr_fp64)"
        )
    return text


def kernel(name: str, suffix: str, formats: Sequence[Format], lines: Sequence[str]) -> str:
    """The text of a kernel for operands in these formats; operands with access "uniform" are numbers."""
    pointers = [k for k, each in enumerate(formats) if each.access != "uniform"]
    parameters = [f"__global uchar *p{k}" for k in pointers]
    return "\n".join(
        [
            f"typedef struct {{ {words(formats)} }} {name}_{suffix}_args;",
            f"__kernel void {name}_{suffix}({', '.join(parameters)}, __constant long *loops,"
            f" const {name}_{suffix}_args a) {{",
            *(f"p{k} += a.at[{place}];" for place, k in enumerate(pointers)),
            *lines,
            "}",
        ]
    )


def words(formats: Sequence[Format]) -> str:
    """The members of the struct in the last argument."""
    numbers = sum(each.access == "uniform" for each in formats)
    return f"long at[{len(formats) - numbers}];" + (f" ulong numbers[{2 * numbers}];" if numbers else "")


def vector_bytes(traits: Traits, registers: int) -> int:
    """The size in bytes of vectors that fill `registers` registers; 0 if scalars are as fast."""
    return registers * traits.width if traits.width >= 16 else 0


def width_for(dtype_names: set[str], size: int) -> int:
    """The count of elements in vectors of `size` bytes, for all of these dtypes; at most OpenCL's 16."""
    widest = max(dtypes.SIZES[dtypes.kind(each)] for each in dtype_names)
    most = 8 if not dtype_names.isdisjoint(dtypes.PARTS) else 16
    return max(1, min(size // widest // (2 if most == 8 else 1), most))


def enter_rows(table: str, dims: str, row: str, moving: Sequence[int], pointer: str) -> list[str]:
    """Go to a row: `table` has, for each of `dims` loops, its length and one stride per moving operand; the pointers of
    these operands are advanced. The indices are kept for `next_row`."""
    size = 1 + len(moving)
    return [
        f"long {table}_at[8];",
        f"for (long d = 0, rest = {row}; d < {dims}; d++) {{",
        f"__constant long *loop = {table} + d * {size};",
        f"{table}_at[d] = rest % loop[0];",
        "rest /= loop[0];",
        *(f"{pointer}{k} += {table}_at[d] * loop[{1 + place}];" for place, k in enumerate(moving)),
        "}",
    ]


def next_row(table: str, dims: str, moving: Sequence[int], pointer: str) -> list[str]:
    """Advance from a row to the next one, and from the last one to the first."""
    size = 1 + len(moving)
    return [
        f"for (long d = 0; d < {dims}; d++) {{",
        f"__constant long *loop = {table} + d * {size};",
        *(f"{pointer}{k} += loop[{1 + place}];" for place, k in enumerate(moving)),
        f"if (++{table}_at[d] < loop[0]) break;",
        f"{table}_at[d] = 0;",
        *(f"{pointer}{k} -= loop[0] * loop[{1 + place}];" for place, k in enumerate(moving)),
        "}",
    ]

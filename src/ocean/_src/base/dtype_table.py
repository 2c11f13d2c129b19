"""The table of dtypes, from which everything that is known about one of them comes.

A dtype is told apart by what stands in its row, and never by its place in the table or by its spelling. The objects
(`core/objects/dtypes.pyx`) read the rows; compiled code reads `core/objects/dtypes.h` and `dtype_codes.pxi`, which
`python tools/make_dtypes.py` writes from them. It imports nothing of Ocean, so that the tool can run before a build.
"""

from collections import namedtuple

Row = namedtuple(
    "Row", "spelling name numpy group size bits real complex computing digits exponent letter npy safetensors dlpack"
)
"""
| column | what it is |
|---|---|
| `spelling` | the name in `ocean`, and in programs of kernels |
| `name` | what is shown to users |
| `numpy` | the name in `ocean.numpy` |
| `group` | `boolean`, `unsigned`, `signed`, `floating` or `complex` |
| `size`, `bits` | of an element: bytes in memory, and bits |
| `real` | the dtype of a part of a number: itself, but for complex numbers |
| `complex` | the dtype of complex numbers that have such parts, or hold them; none for integers |
| `computing` | the dtype in which kernels compute: itself, but for those that are only stored |
| `digits`, `exponent` | of floating-point numbers: the bits of the fraction and of the exponent (of a part) |
| `letter` | the format that buffers have for it in the `struct` module's language; none if there is none |
| `npy` | the code in .npy files, behind the byte order; none for pairs of numbers |
| `safetensors` | the name in .safetensors files; none for what is written as pairs |
| `dlpack` | the code of its kind in DLPack |
"""


def _integer(group: str, bits: int, letter: str) -> Row:
    kind = "u" if group == "unsigned" else "i"
    name = f"{kind.strip('i')}int{bits}"
    return Row(
        name, name, name, group, bits // 8, bits, name, "", name, 0, 0, letter,
        f"{kind}{bits // 8}", f"{kind.upper()}{bits}", int(kind == "u"),
    )  # fmt: skip


def _floating(spelling: str, numpy: str, partner: str, computing: str, digits: int, exponent: int, letter: str) -> Row:
    bits = 1 + exponent + digits
    return Row(
        spelling, spelling, numpy, "floating", bits // 8, bits, spelling, partner, computing, digits, exponent, letter,
        f"f{bits // 8}", f"F{bits}", 2,
    )  # fmt: skip


def _complex(real: Row, computing: str, safetensors: str = "") -> Row:
    """The dtype of numbers with two parts."""
    spelling = f"c{real.spelling}"
    letter, npy = (f"Z{real.letter}", f"c{2 * real.size}") if computing == spelling else ("", "")
    return Row(
        spelling, f"complex-{real.name}", f"complex{2 * real.bits}", "complex", 2 * real.size, 2 * real.bits,
        real.spelling, spelling, computing, real.digits, real.exponent, letter, npy, safetensors, 5,
    )  # fmt: skip


_half = _floating("half", "float16", "chalf", "float", 10, 5, "e")
_float = _floating("float", "float32", "cfloat", "float", 23, 8, "f")
_double = _floating("double", "float64", "cdouble", "double", 52, 11, "d")
_bfloat16 = _floating("bfloat16", "bfloat16", "cfloat", "float", 7, 8, "")._replace(
    npy="V2", safetensors="BF16", dlpack=4
)

TABLE: tuple[Row, ...] = (
    Row("bool", "bool", "bool", "boolean", 1, 1, "bool", "", "bool", 0, 0, "?", "b1", "BOOL", 6),
    *(_integer("unsigned", bits, letter) for bits, letter in zip((8, 16, 32, 64), "BHIQ", strict=True)),
    *(_integer("signed", bits, letter) for bits, letter in zip((8, 16, 32, 64), "bhiq", strict=True)),
    _half,
    _float,
    _double,
    _complex(_half, "cfloat"),
    _complex(_float, "cfloat", "C64"),
    _complex(_double, "cdouble"),
    _bfloat16,
)

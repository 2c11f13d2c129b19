"""The dtypes of kernels: their names, sizes, and the registers that hold them.

A *dtype* is what lies in memory; a *kind* is what a scalar register holds. Short floats (half) are computed as float,
and a complex number is a pair of registers, so there are fewer kinds than dtypes.
"""

from ocean._src.base.dtype_table import TABLE
from ocean._src.core.objects.dtypes import DTYPE_LIST

SIZES = {each.spelling: each.size for each in DTYPE_LIST}

BY_NAME = {each.spelling: each for each in DTYPE_LIST}
"""From a name to the dtype of tensors."""

DTYPES = tuple(SIZES)

PARTS = {each.spelling: each.basetype.spelling for each in DTYPE_LIST if each.iscomplex}
"""From a complex dtype to the dtype of its two parts."""

COMPUTING: dict[str, str] = {row.spelling: row.computing for row in TABLE}
"""From a dtype to the one in which it is computed: itself, but for those that are only stored."""

SHORT = {row.spelling: row for row in TABLE if row.group == "floating" and row.computing != row.spelling}
"""The floating dtypes of 16 bits that are only stored, and computed as float."""

IEEE_HALVES = {name for name, row in SHORT.items() if (row.digits, row.exponent) == (10, 5)}
"""Those that machines and OpenCL have instructions for, under the name `half`."""

CLASSES: dict[str, str] = {
    row.spelling: row.group for row in TABLE if row.group != "complex" and row.computing == row.spelling
}
"""From a kind to the class of kinds that share their instructions: boolean, unsigned, signed or floating."""

KINDS: tuple[str, ...] = tuple(CLASSES)


def is_boolean(dtype: str) -> bool:
    return CLASSES.get(dtype) == "boolean"


def is_integer(kind: str) -> bool:
    return CLASSES.get(kind) in ("signed", "unsigned")


def is_unsigned(kind: str) -> bool:
    return CLASSES.get(kind) == "unsigned"


def part(dtype: str) -> str:
    """The dtype of one part of a number: itself for a real dtype.

    >>> part("cfloat"), part("int8")
    ('float', 'int8')
    """
    return PARTS.get(dtype, dtype)


def kind(dtype: str) -> str:
    """The kind of the register (for complex, of the two registers) that holds a dtype.

    >>> kind("chalf"), kind("uint16")
    ('float', 'uint16')
    """
    return COMPUTING[PARTS.get(dtype, dtype)]


def bits(name: str) -> int:
    return 8 * SIZES[name]


def limits(integer: str) -> tuple[int, int]:
    """
    >>> limits("int8"), limits("uint8")
    ((-128, 127), (0, 255))
    """
    width = bits(integer)
    return (-(1 << width - 1), (1 << width - 1) - 1) if CLASSES[integer] == "signed" else (0, (1 << width) - 1)

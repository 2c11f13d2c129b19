"""The dtypes of kernels: their names, sizes, and the registers that hold them.

A *dtype* is the format in memory; a *kind* is the type of a scalar register. Half is computed in float, and a
complex number is a pair of registers, so fifteen dtypes have eleven kinds.
"""

from ocean._src.core.objects.dtypes import DTYPE_LIST

SIZES = {each.spelling: each.size for each in DTYPE_LIST}

BY_NAME = {each.spelling: each for each in DTYPE_LIST}
"""From a name to the dtype of tensors."""

DTYPES = tuple(SIZES)

PARTS = {each.spelling: each.basetype.spelling for each in DTYPE_LIST if each.iscomplex}
"""From a complex dtype to the dtype of its two parts."""

CLASSES = {
    "bool": "boolean",
    **dict.fromkeys(("int8", "int16", "int32", "int64"), "signed"),
    **dict.fromkeys(("uint8", "uint16", "uint32", "uint64"), "unsigned"),
    **dict.fromkeys(("float", "double"), "floating"),
}
"""From a kind to the class of kinds that share their instructions."""

KINDS: tuple[str, ...] = tuple(CLASSES)


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
    real = PARTS.get(dtype, dtype)
    return "float" if real == "half" else real


def bits(name: str) -> int:
    return 8 * SIZES[name]


def limits(integer: str) -> tuple[int, int]:
    """
    >>> limits("int8"), limits("uint8")
    ((-128, 127), (0, 255))
    """
    width = bits(integer)
    return (-(1 << width - 1), (1 << width - 1) - 1) if CLASSES[integer] == "signed" else (0, (1 << width) - 1)

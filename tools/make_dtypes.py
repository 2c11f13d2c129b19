"""Write what compiled code knows about dtypes, from the table: `core/objects/dtypes.h`, and their names for Cython.

python tools/make_dtypes.py [--check]
"""

import runpy
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "ocean" / "_src"
OBJECTS = SOURCE / "core" / "objects"
NOTE = "made by tools/make_dtypes.py from base/dtype_table.py"

FLAGS = ("is_integer", "is_signed", "is_float", "is_complex")
FIELDS = ("size", "bits", *FLAGS, "real_code", "complex_code", "computing_code", "digits", "exponent", "dlpack")


def texts() -> dict[Path, str]:
    """The files, and what is to stand in them."""
    rows = runpy.run_path(str(SOURCE / "base" / "dtype_table.py"))["TABLE"]
    names = [row.spelling.upper() for row in rows]
    shorts = [row.spelling.upper() for row in rows if row.group == "floating" and row.computing != row.spelling]
    codes = "".join(f"    DTYPE_{name},\n" for name in names)
    header = f"""/* The dtypes for compiled code: {NOTE}. */
#ifndef OCEAN_DTYPES_H
#define OCEAN_DTYPES_H

enum {{
{codes}    DTYPES
}};

/* The traits of dtypes. Codes are only names: their order has no meaning. */
typedef struct {{
    const char *spelling;
    unsigned char size, bits;                                   /* of an element: bytes and bits */
    unsigned char is_integer, is_signed, is_float, is_complex;  /* complex numbers are float and signed, too */
    unsigned char real_code, complex_code, computing_code;      /* its partners; itself if it has none */
    unsigned char digits, exponent;                             /* bits of the fraction and exponent of a part */
    unsigned char dlpack;                                       /* the code of its kind in DLPack */
}} dtype_traits;

/* Storage-only floating dtypes of 16 bits: their cases in a switch, and whether a dtype is one of them. */
#define SHORT_CASES {" ".join(f"case DTYPE_{name}:" for name in shorts)}
#define IS_SHORT(code) ({" || ".join(f"(code) == DTYPE_{name}" for name in shorts)})

__attribute__((unused)) static const dtype_traits DTYPE_TRAITS[DTYPES] = {{
{"".join(f"    [DTYPE_{row.spelling.upper()}] = {{{traits(row)}}},{chr(10)}" for row in rows)}}};
#endif
"""
    listed = "".join(f'        {name} "DTYPE_{name}"\n' for name in names)
    fields = "".join(f"        unsigned char {name}\n" for name in FIELDS)
    cython = f"""# The names of dtypes.h for Cython: {NOTE}.

cdef extern from "dtypes.h":
    enum:
{listed}        DTYPES
    ctypedef struct dtype_traits:
        const char* spelling
{fields}    const dtype_traits TRAITS "DTYPE_TRAITS"[DTYPES]
"""
    return {OBJECTS / "dtypes.h": header, OBJECTS / "dtype_codes.pxi": cython}


def traits(row) -> str:  # type: ignore[no-untyped-def]  # a row of a module that is run, and not imported
    """The initializer of a row, in the order of FIELDS."""
    is_float = row.group in ("floating", "complex")
    flags = row.group in ("unsigned", "signed"), is_float or row.group == "signed", is_float, row.group == "complex"
    partners = (f"DTYPE_{(name or row.spelling).upper()}" for name in (row.real, row.complex, row.computing))
    numbers = row.digits, row.exponent, row.dlpack
    values = (f'"{row.spelling}"', row.size, row.bits, *map(int, flags), *partners, *numbers)
    return ", ".join(map(str, values))


if __name__ == "__main__":
    from made import finish

    sys.exit(finish(texts()))

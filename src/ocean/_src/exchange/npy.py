"""The .npy format: a short header with dtype, byte order, element order and shape, then the elements.

A grammar parses the header, which is never evaluated. Nothing is allocated before the size of the file is compared
with the header.
"""

from __future__ import annotations

import re
from io import BytesIO

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.errors import OceanError, OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.description import description, layout_is_c, make_description
from ocean._src.core.objects.dtypes import CHALF, DTYPE_LIST, dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor

from .elements import Source, damaged, pieces, write_pieces
from .progress import Progress

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 10_000
ALIGNMENT = 64
CODES = {row.npy: each for row, each in zip(TABLE, DTYPE_LIST, strict=True) if row.npy}
BY_DTYPE = {kind: code for code, kind in CODES.items()}

NUMBER = r"\d{1,20}L?"
SHAPE = rf"\(\s*\)|\(\s*{NUMBER}\s*,\s*\)|\(\s*{NUMBER}(?:\s*,\s*{NUMBER})+\s*,?\s*\)"
PAIR = re.compile(r"\[\s*\(\s*'real'\s*,\s*'([<>])f2'\s*\)\s*,\s*\(\s*'imag'\s*,\s*'\1f2'\s*\)\s*\]")
ENTRY = re.compile(
    rf"""\s* (['"]) (?P<key>descr|fortran_order|shape) \1 \s* : \s*
    (?P<value> '[^']{{0,64}}' | "[^"]{{0,64}}" | True | False | {SHAPE} | \[[^\[\]]*\] ) \s* (?P<end>,\s*\}}|\}}|,)""",
    re.VERBOSE,
)


def write_header(desc: description, fortran: bool) -> bytes:
    """Everything before the elements; its length is a multiple of 64 bytes."""
    order = "|" if desc.dtype.size == 1 else ">" if desc.swapped else "<"
    if desc.dtype is CHALF:
        descr = f"[('real', '{order}f2'), ('imag', '{order}f2')]"
    else:
        descr = f"'{order}{BY_DTYPE[desc.dtype]}'"
    text = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {desc.size}, }}"
    text += " " * (-(len(MAGIC) + 4 + len(text) + 1) % ALIGNMENT) + "\n"
    return MAGIC + b"\x01\x00" + len(text).to_bytes(2, "little") + text.encode("ascii")


def read_header(read: Any, name: str) -> tuple[description, int]:
    """The description of the tensor in a file, and the offset of its elements; `read(n)` gives the next n bytes."""
    start = read(8)
    if len(start) < 8 or start[:6] != MAGIC:
        raise damaged(name, "it does not begin as a .npy file")
    major, width = start[6], 2 if start[6] == 1 else 4
    if major not in (1, 2, 3):
        raise damaged(name, f"version {major}.{start[7]} of the format is not known")
    length = int.from_bytes(read(width), "little")
    if length > LONGEST_HEADER:
        raise damaged(name, f"its header claims {length} bytes, more than any tensor's")
    header = read(length)
    if len(header) < length:
        raise damaged(name, "it ends inside the header")
    return described(header.decode("latin-1"), name), 8 + width + length


def described(text: str, name: str) -> description:
    """The description in a header."""
    values = entries(text, name)
    kind, swapped = kind_of(values["descr"], name)
    if values["fortran_order"] not in ("True", "False") or not values["shape"].startswith("("):
        raise damaged(name, "its header has values of the wrong kind")
    shape = tuple(int(each) for each in re.findall(r"\d+", values["shape"]))
    try:
        return make_description(kind, shape, "F" if values["fortran_order"] == "True" else "C", cpu, swapped)
    except OceanError as error:
        raise damaged(name, f"its shape is not possible: {error}") from None


def entries(text: str, name: str) -> dict[str, str]:
    text = text.strip()
    values: dict[str, str] = {}
    place, open_ = 1, text.startswith("{")
    while open_:
        entry = ENTRY.match(text, place)
        if entry is None or entry["key"] in values:
            break
        values[entry["key"]] = entry["value"]
        place, open_ = entry.end(), entry["end"] == ","
    if len(values) != 3 or open_ or place != len(text):
        raise damaged(name, f"its header is not that of an array: {text[:80]!r}")
    return values


def kind_of(descr: str, name: str) -> tuple[dtype, bool]:
    """The dtype and whether it is byteswapped."""
    pair = PAIR.fullmatch(descr)
    if pair:
        return CHALF, pair[1] == ">"
    order, code = descr[1:2], descr[2:-1]
    known = CODES.get(code)
    if descr[0] == "[" or order not in ("<", ">", "|", "=") or known is None or (order == "|" and code[0] == "V"):
        if code[:1] == "O":
            raise OceanTypeError(f"{name} holds pickled Python objects, which are never loaded")
        raise OceanTypeError(f"{name}: there is no dtype for arrays of {descr[:80]}")
    return known, order == ">" and known.size > 1


# --- Whole files -------------------------------------------------------------------------------------------------


def order_of(source: tensor) -> str:
    """The order in which a tensor is written: C if it is row-major, else F."""
    return "C" if layout_is_c(source._layout) else "F"


def write(file: Any, source: tensor, progress: Progress, order: str | None = None) -> None:
    """Write header and elements."""
    order = order or order_of(source)
    file.write(write_header(source._layout, order == "F"))
    write_pieces(file, pieces(source, order, source.byteswapped), progress)


def read(source: Source) -> tensor:
    """The tensor of a whole file."""
    desc, start = read_header(BytesIO(source.bytes_at(0, LONGEST_HEADER + 12)).read, source.name)
    check_length(source.name, desc, source.size - start)
    return source.tensor_at(desc, start)


def check_length(name: str, desc: description, found: int) -> None:
    expected = desc.nelem * desc.dtype.size
    if found != expected:
        raise damaged(name, f"it has {found} bytes of elements, where its header promises {expected}")

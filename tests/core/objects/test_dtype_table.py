"""What is known of dtypes comes from one table: nothing else tells them apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ocean._src.base.dtype_table import TABLE
from ocean._src.core.objects.dtypes import DTYPE_LIST, common, complex_of, computing_of, floating_of

pytestmark = pytest.mark.host_only("no tensors")

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "src" / "ocean"
NAMES = "|".join(row.spelling.upper() for row in TABLE)

COMPILED = re.compile(
    rf"""[<>%]=?\s*(?:DTYPE_)?(?:{NAMES})\b(?!_|\s*\[|\()        # code >= HALF
    | (?<!\w)(?:DTYPE_)?(?:{NAMES})\s*(?:[<>%+]|-(?!>))          # BOOL < code, CHALF - HALF
    | [+-]\s*(?:DTYPE_)?(?:{NAMES})\b                            # weak - HALF
    | \bcode\s*(?:[<>]=?|[!=]=)\s*[1-9] | \d\s*[<>]=?\s*[\w.>()-]*\bcode\b(?!s)     # code == 10, 0 < code
    | \bcode\s*[+-]=?\s*3\b                                      # code + 3
    """,
    re.VERBOSE,
)
"""Codes that are compared by their order, computed with, or numbers."""

SPELLED = re.compile(
    r"""(?:kind|dtype|spelling|given|\bname)\.(?:startswith|endswith)\(\(?["'](?:u|c|b|int|uint|float|complex|half|double)["']
    | ["'](?:u?int|float|complex|half|double)["']\s+(?:not\s+)?in\s+(?:kind|dtype|spelling|name|each\.)
    | (?:spelling|dtype|kind)\[(?:0|:1|:2|:3)\]\s*[!=]=
    | \.code\s*[<>](?![<>])
    """,
    re.VERBOSE,
)
"""Dtypes that are told apart by how they are spelled, or by their codes in Python."""


def places(pattern: re.Pattern[str], *endings: str) -> list[str]:
    """The lines of sources that match, without comments and texts of documentation."""
    found = []
    for path in sorted(each for ending in endings for each in SOURCES.rglob(f"*.{ending}")):
        if path.name in ("dtypes.h", "dtype_codes.pxi", "matmul_kernels.h"):  # HALF is half of a vector in the last one
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r"\s#.*|/\*.*?\*/|>>> .*", "", line)
            if pattern.search(code):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    return found


def test_codes_have_no_order() -> None:
    assert places(COMPILED, "pyx", "pxi", "pxd", "h") == []


def test_spellings_say_nothing() -> None:
    assert places(SPELLED, "py", "pyx", "pxi") == []


@pytest.mark.parametrize(
    "line",
    [
        "if code >= HALF:", "0 < found.desc.dtype.code < HALF", "BOOL < kind.code < HALF", "kind_of(self.code - CHALF)",
        "HALF + (weak - HALF) % 3", "if (w->code >= 13)", "return code == 10 ? 0 : 1;", "code += 3", "code >= DTYPE_CHALF",
        "UINT64 < code", "elif kind.code < INT8:",
    ],
)  # fmt: skip
def test_an_order_of_codes_is_found(line: str) -> None:
    assert COMPILED.search(line)


@pytest.mark.parametrize(
    "line",
    [
        "if code == HALF:", "cdef dtype kind = kind_of(INT64)", "case DTYPE_UINT8: case DTYPE_BOOL: return k;",
        "code = INT8 if small <= 127 else INT16", "<HALF*>data", "int code = w->code;", "kind->code != DTYPE_HALF",
    ],
)  # fmt: skip
def test_a_comparison_with_a_name_is_none(line: str) -> None:
    assert not COMPILED.search(line.replace("<HALF*>data", ""))


@pytest.mark.parametrize(
    "line", ['kind.startswith("c")', 'x.kind.startswith("uint")', '"int" in kind', '"int" not in dtype', "a.code < 3"]
)
def test_a_test_by_spelling_is_found(line: str) -> None:
    assert SPELLED.search(line)


def test_partners() -> None:
    for kind, row in zip(DTYPE_LIST, TABLE, strict=True):
        by_name = {each.spelling: each for each in DTYPE_LIST}
        assert kind.basetype is by_name[row.real] and computing_of(kind) is by_name[row.computing]
        assert complex_of(kind) is (by_name[row.complex] if row.complex else None)
        assert floating_of(kind).isfloat and common(kind, floating_of(kind)) is floating_of(kind)
        assert kind.isinteger == (row.group in ("signed", "unsigned")) and kind.nbits == row.bits
        if kind.isfloat:
            assert complex_of(kind).iscomplex and common(kind, complex_of(kind)) is complex_of(kind)
            assert float(kind.eps) == 2.0**-row.digits and float(kind.max) == -float(kind.min)

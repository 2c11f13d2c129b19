"""The printed form: transcripts of the original package as data, the corners they leave open, and properties."""

import doctest
import math
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ocean._src.text import format as module
from ocean._src.text.format import footer, format_scalar, format_storage, format_tensor, summarize

inf, nan = math.inf, math.nan


def half(value: float) -> float:
    return struct.unpack("e", struct.pack("e", value))[0]


def single(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


# Vectors and the line they print.
FLOATS = [
    ([0.1, 0.25, 1 / 3], "   0.10000   0.25000   0.33333"),
    ([1 / 3], "   0.33333"),
    ([1e5, 1.5], "   1.0e+5   1.5e+0"),
    ([123456.789, 0.001], "   1.23457e+5   1.00000e-3"),
    ([1e-20, 1, 1e20], "   1e-20   1e+00   1e+20"),
    ([1e6, 2e6], "   1e+6   2e+6"),
    ([99999.0, 100000.0], "   9.9999e+4   1.0000e+5"),
    ([1e5, 2e5, 3e5], "   1e+5   2e+5   3e+5"),
    ([123456.0, 1.0], "   1.23456e+5   1.00000e+0"),
    ([0.00001, 1], "   1e-5   1e+0"),
    ([nan, 1.5, -inf], "    nan   1.5  -inf"),
    ([nan, 1, -inf], "    nan     1  -inf"),
    ([inf, -inf, nan], "    inf  -inf   nan"),
    ([-inf, nan], "   -inf   nan"),
    ([-1.5, 2.25], "   -1.50   2.25"),
    ([half(1.0), half(2.5), half(100.125)], "     1.000     2.500   100.125"),
    ([single(0.1), single(0.2), single(0.3)], "   0.1   0.2   0.3"),
    ([-0.0, 0.0], "   0   0"),
    ([1e300, 1e-300], "   1e+300   1e-300"),
    ([3.14159265, 2.71828182], "   3.14159   2.71828"),
    ([1.00001, 2], "   1.00001   2.00000"),
    ([1.000001, 2], "   1   2"),
    ([12345.678, 1], "   12345.678       1.000"),
    ([1234.5678, 1], "   1234.5678      1.0000"),
    ([100.00000000000001, 0.1], "   100.0     0.1"),
    ([-20.0, -10.0, 0.0, 10.0, 20.0], "   -20  -10    0   10   20"),
    ([-1.0, 2.0, -3.0, 4.0, -5.0, 6.0], "   -1   2  -3   4  -5   6"),
    ([1, 0.5, -1 / 3], "    1.00000   0.50000  -0.33333"),
    ([6.5, 7.5, 8.5, 9.5, 10.5], "    6.5    7.5    8.5    9.5   10.5"),
    ([inf, 3.0, 4.0, inf], "   inf     3     4   inf"),
    ([28 ** (1 / 3), 72 ** (1 / 3), nan], "   3.03659   4.16017       nan"),
]

COMPLEX = [
    ([1 + 2j, -3.5 - 4j], "    1.0 + 2.0j   -3.5 - 4.0j"),
    ([1e10 + 1j, 1j], "   1e+10 + 1e+00j    0e+00 + 1e+00j"),
    ([complex(nan, nan), 1], "   nan + nanj      1 +   0j"),
    ([1 + 2j] * 3, "   1 + 2j    1 + 2j    1 + 2j"),
    ([1 + 2j, 3 - 4j], "   1 + 2j    3 - 4j"),
    ([1.23 + 4.56j, -1.23 - 4.56j], "    1.23 + 4.56j   -1.23 - 4.56j"),
    ([1, -1, 0], "    1 + 0j   -1 + 0j    0 + 0j"),
    ([complex(1, -0.0)], "   1 + 0j"),
    ([(1 + 2j) ** -1], "   0.2 - 0.4j"),
    ([(1 + 2j) ** (3 - 2j)], "   -14.40586 + 101.33690j"),
    ([complex(-5.55112e-17, 1.0471975511965976)], "   -5.55112e-17 + 1.04720e+00j"),
    ([complex(nan, 0), 12 + 4j], "   nan + 0j     12 + 4j"),
    ([3, 12 + 4j], "    3 + 0j    12 + 4j"),
    ([2, 60 + 80j], "    2 +  0j    60 + 80j"),
    (
        [1 + 2j, 1.25 + 1.75j, 1.5 + 1.5j, 1.75 + 1.25j, 2 + 1j],
        "   1.00 + 2.00j    1.25 + 1.75j    1.50 + 1.50j    1.75 + 1.25j    2.00 + 1.00j",
    ),
]

INTEGERS = [
    ([-1, -2, -30], "    -1   -2  -30"),
    ([1, 2, -30], "     1    2  -30"),
    ([0, -1, -2, -3, -4, -5], "    0  -1  -2  -3  -4  -5"),
    ([64, -64], "    64  -64"),
    ([1, -1, 44, -44], "     1   -1   44  -44"),
    ([-(2**31)] * 4, "   -2147483648  -2147483648  -2147483648  -2147483648"),
    ([2**63 - 1, 1], "   9223372036854775807                     1"),
    ([255, 0, 1], "   255     0     1"),
    (
        list(range(40)),
        "    0    1    2    3    4    5    6    7    8    9   10   11"
        "   12   13   14   15   16   17   18   19   20   21   22   23\n"
        "   24   25   26   27   28   29   30   31   32   33   34   35   36   37   38   39",
    ),
]

BOOLEANS = [
    ([True, False], "    True   False"),
    ([True, True], "   True   True"),
    ([False, True, True], "   False    True    True"),
]

VECTORS = [
    pytest.param(values, kind, text, id=text.strip()[:40])
    for kind, cases in [("float", FLOATS), ("complex", COMPLEX), ("integer", INTEGERS), ("bool", BOOLEANS)]
    for values, text in cases
]

# Values in column-major order, size, kind and printed lines.
TENSORS = [
    ([1.5, 1000.25, -2, 3], (2, 2), "float", ["(:,:)", "      1.50     -2.00", "   1000.25      3.00"]),
    ([2, 3, -3, -1, nan, 2], (2, 3), "float", ["(:,:)", "     2    -3   nan", "     3    -1     2"]),
    ([False] * 4, (2, 2), "bool", ["(:,:)", "   False   False", "   False   False"]),
    ([True, False, True, True], (1, 4), "bool", ["(:,:)", "    True   False    True    True"]),
    ([0.0] * 6, (3, 2), "float", ["(:,:)", "   0   0", "   0   0", "   0   0"]),
    ([2, 1], (2, 1), "float", ["(:,:)", "   2", "   1"]),
    (
        [-1 - 2j, -2 - 4j, -3 - 6j, 0, 0, 0, 1 + 2j, 2 + 4j, 3 + 6j],
        (3, 3),
        "complex",
        ["(:,:)", "   -1 - 2j    0 + 0j    1 + 2j", "   -2 - 4j    0 + 0j    2 + 4j", "   -3 - 6j    0 + 0j    3 + 6j"],
    ),
    (
        [99 - 2j, 98 - 4j, 97 - 6j, 100, 100, 100, 101 + 2j, 102 + 4j, 103 + 6j],
        (3, 3),
        "complex",
        [
            "(:,:)",
            "    99 - 2j    100 + 0j    101 + 2j",
            "    98 - 4j    100 + 0j    102 + 4j",
            "    97 - 6j    100 + 0j    103 + 6j",
        ],
    ),
    (
        [1, 2, nan, 3 + 4j, 4, 5],
        (3, 2),
        "complex",
        ["(:,:)", "     1 + 0j      3 + 4j", "     2 + 0j      4 + 0j", "   nan + 0j      5 + 0j"],
    ),
    (
        list(range(24)),
        (2, 3, 2, 2),
        "integer",
        [
            *["(:,:,0,0)", "    0    2    4", "    1    3    5", ""],
            *["(:,:,1,0)", "    6    8   10", "    7    9   11", ""],
            *["(:,:,0,1)", "   12   14   16", "   13   15   17", ""],
            *["(:,:,1,1)", "   18   20   22", "   19   21   23"],
        ],
    ),
    (
        list(range(60)),
        (2, 30),
        "integer",
        [
            "(0,:)",
            "    0    2    4    6    8   10   12   14   16   18   20   22"
            "   24   26   28   30   32   34   36   38   40   42   44   46",
            "   48   50   52   54   56   58",
            "",
            "(1,:)",
            "    1    3    5    7    9   11   13   15   17   19   21   23"
            "   25   27   29   31   33   35   37   39   41   43   45   47",
            "   49   51   53   55   57   59",
        ],
    ),
]

SCALARS = [
    (3, "integer", "3"),
    (-5, "integer", "-5"),
    (2**64 - 1, "integer", "18446744073709551615"),
    (True, "bool", "True"),
    (1 / 3, "float", "0.33333"),
    (single(1 / 3), "float", "0.33333"),
    (1e-7, "float", "1e-7"),
    (1e-15, "float", "1e-15"),
    (1.0561e-15, "float", "1.0561e-15"),
    (123456789.0, "float", "1.23457e+8"),
    (1234567.5, "float", "1.23457e+6"),
    (half(0.1), "float", "0.09998"),
    (single(0.1), "float", "0.1"),
    (single(1e20), "float", "1e+20"),
    (55**0.5, "float", "7.4162"),
    (3, "float", "3"),
    (nan, "float", "nan"),
    (inf, "float", "inf"),
    (-inf, "float", "-inf"),
    (2.0**-10, "float", "0.00098"),
    (2.0**-23, "float", "1.19209e-7"),
    (2.0**-52, "float", "2.22045e-16"),
    (-65504.0, "float", "-65504"),
    (-(2 - 2**-23) * 2.0**127, "float", "-3.40282e+38"),
    ((2 - 2**-52) * 2.0**1023, "float", "1.79769e+308"),
    (1 + 2j, "complex", "1 + 2j"),
    (0.1 + 0.2j, "complex", "0.1 + 0.2j"),
    (0.1 - 0.25j, "complex", "0.10 - 0.25j"),
    (complex(nan, 1), "complex", "nan + 1j"),
    (complex(-0.0, math.pi), "complex", "0.00000 + 3.14159j"),
    (complex(0, -inf), "complex", "0 - infj"),
    (2.0**-10 + 0j, "complex", "0.00098 + 0.00000j"),
    (2.0**-23 + 0j, "complex", "1.19209e-7 + 0.00000e+0j"),
    (2.0**-52 + 0j, "complex", "2.22045e-16 + 0.00000e+00j"),
    (6.91787e-310j, "complex", "0.00000e+000 + 6.91787e-310j"),
]

FOOTERS = [
    (("tensor", "float", (3, 4), "cpu"), {}, "<tensor.float of size 3x4 on cpu>"),
    (("tensor", "int64", (), "cpu"), {}, "<scalar.int64 on cpu>"),
    (("tensor", "complex-half", (), "gpu0"), {}, "<scalar.complex-half on gpu0>"),
    (("tensor", "int8", (0,), "cpu"), {"readonly": True}, "<empty tensor.int8 of size 0 on cpu (read-only)>"),
    (("tensor", "float", (3, 0), "cpu"), {}, "<empty tensor.float of size 3x0 on cpu>"),
    (("tensor", "half", (4,), "cpu"), {"byteswapped": True}, "<tensor.half of size 4 on cpu (byteswapped)>"),
    (
        ("tensor", "half", (4,), "cpu"),
        {"byteswapped": True, "readonly": True},
        "<tensor.half of size 4 on cpu (byteswapped, read-only)>",
    ),
    (("storage", "complex-float", 3, "cpu"), {}, "<storage.complex-float of size 3 on cpu>"),
    (("storage", "float", 0, "cpu"), {}, "<empty storage.float of size 0 on cpu>"),
    (("storage", None, 6, "cpu"), {}, "<raw storage of size 6 on cpu>"),
    (("storage", None, 0, "cpu"), {}, "<empty raw storage of size 0 on cpu>"),
]


@pytest.mark.parametrize(("values", "kind", "text"), VECTORS)
def test_vector(values, kind, text):
    assert format_tensor(values, (len(values),), kind, "<footer>") == f"{text}\n<footer>"
    assert format_storage(values, kind, "<footer>") == f"{text}\n<footer>"


@pytest.mark.parametrize(("values", "size", "kind", "lines"), TENSORS)
def test_tensor(values, size, kind, lines):
    assert format_tensor(values, size, kind, "<footer>").split("\n") == [*lines, "<footer>"]


@pytest.mark.parametrize(("value", "kind", "text"), SCALARS)
def test_scalar(value, kind, text):
    assert format_scalar(value, kind) == text
    assert format_tensor([value], (), kind, "<footer>") == f"{text}\n<footer>"


@pytest.mark.parametrize(("arguments", "flags", "text"), FOOTERS)
def test_footer(arguments, flags, text):
    assert footer(*arguments, **flags) == text


def test_long_vector_folds_at_the_display_width():
    lines = format_tensor([i / 7 for i in range(100)], (100,), "float", "<footer>").split("\n")
    assert len(lines) == 11
    assert lines[0] == (
        "    0.00000    0.14286    0.28571    0.42857    0.57143    0.71429    0.85714    1.00000    1.14286    1.28571"
    )
    assert lines[9] == (
        "   12.85714   13.00000   13.14286   13.28571   13.42857   13.57143   13.71429   13.85714   14.00000   14.14286"
    )


def test_line_that_fills_the_display_exactly():
    assert [len(line) for line in format_storage([1.5] * 30, "float", "").split("\n")] == [120, 60, 0]


def test_raw_storage():
    assert format_storage([10, 255], "raw", "<footer>") == "   0A   FF\n<footer>"
    assert format_storage(b"\n\n", "raw", "<footer>") == "   0A   0A\n<footer>"


@pytest.mark.parametrize("size", [(0,), (0, 3), (3, 0), (2, 3, 0), (0, 0)])
def test_empty(size):
    assert format_tensor([], size, "float", "<footer>") == "<footer>"
    assert format_storage([], "float", "<footer>") == "<footer>"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([nan, nan], "   nan   nan"),
        ([inf, inf], "   inf   inf"),
        ([-inf, -inf], "   -inf  -inf"),
        ([nan, 0.0], "   nan     0"),
        ([nan, inf, 1e-9], "    nan    inf   1e-9"),
        ([5e-324], "   4.94066e-324"),
        ([-5e-324, 1.0], "   -4.94066e-324   1.00000e+000"),
        ([0.0, 1e100], "   0e+000   1e+100"),
        ([0.0001, 0.00025], "   0.00010   0.00025"),
        ([single(0.0001)], "   0.0001"),
        ([single(0.00001)], "   1e-5"),
        ([99999.99], "   99999.99"),
        ([99999.999999], "   1e+5"),
        ([-99999.0], "   -99999"),
    ],
)
def test_number_format_in_the_corners(values, text):
    assert format_storage(values, "float", "") == f"{text}\n"


def test_number_of_digits():
    assert format_scalar(1 / 3, "float", 2) == "0.33"
    assert format_scalar(123.0, "float", 2) == "1.23e+2"
    assert format_scalar(1234.56, "float", 1) == "1.2e+3"
    assert format_scalar(1 / 3, "float", 10) == "0.3333333333"


def test_eight_dimensions():
    lines = format_tensor(list(range(256)), (2,) * 8, "integer", "<footer>").split("\n")
    assert lines[:3] == ["(:,:,0,0,0,0,0,0)", "     0     2", "     1     3"]
    assert lines[4] == "(:,:,1,0,0,0,0,0)"
    assert lines[-4:] == ["(:,:,1,1,1,1,1,1)", "   252   254", "   253   255", "<footer>"]


def test_wide_rows_in_three_dimensions():
    assert format_tensor(list(range(8)), (2, 2, 2), "integer", "<footer>", width=6).split("\n\n") == [
        "(0,:,0)\n   0\n   2",
        "(1,:,0)\n   1\n   3",
        "(0,:,1)\n   4\n   6",
        "(1,:,1)\n   5\n   7\n<footer>",
    ]


@pytest.mark.parametrize("width", [-1, 0, 1, 5, 9])
def test_display_with_room_for_at_most_one_number(width):
    assert format_tensor([100, -200, 300], (3,), "integer", "<footer>", width).split("\n") == [
        "    100",
        "   -200",
        "    300",
        "<footer>",
    ]
    assert format_tensor([100, -200], (2, 1), "integer", "<footer>", width) == "(:,:)\n    100\n   -200\n<footer>"


def test_folding_counts_the_sign_in_the_first_column():
    values = [-1] * 5
    assert format_storage(values, "integer", "", width=13) == "   -1  -1  -1\n   -1  -1\n"
    assert format_storage(values, "integer", "", width=12) == "   -1  -1\n   -1  -1\n   -1\n"


def test_unknown_kind():
    with pytest.raises(ValueError, match="'octonion'"):
        format_scalar(1, "octonion")


@pytest.mark.parametrize(
    ("size", "kept"),
    [
        ((), None),
        ((10000,), None),
        ((100, 100), None),
        ((10001,), ([0, 1, 2, 9998, 9999, 10000],)),
        ((2, 10000), ([0, 1], [0, 1, 2, 9997, 9998, 9999])),
        ((7, 8, 1000), ([*range(7)], [0, 1, 2, 5, 6, 7], [0, 1, 2, 997, 998, 999])),
        ((10,) * 8, ([0, 9],) * 8),
    ],
)
def test_summarize(size, kept):
    assert summarize(size) == kept


def test_summarize_settings():
    assert summarize((10,), limit=5, edge=1) == ([0, 9],)
    assert summarize((10,), limit=1, edge=3) == ([0, 9],)


def test_elided_vector():
    text = format_tensor([0, 1, 2, 97, 98, 99], (6,), "integer", "<footer>", elided=(True,))
    assert text == "    0    1    2   ...   97   98   99\n<footer>"
    assert format_storage([0, 1, 8, 9], "integer", "<footer>", elided=True) == "   0   1   ...   8   9\n<footer>"
    assert format_storage([0, 1, 8, 9], "integer", "", width=9, elided=True) == "   0   1\n   ...\n   8   9\n"


def test_elided_matrix():
    values = [0, 1, 8, 9, 10, 11, 18, 19]
    text = format_tensor(values, (4, 2), "integer", "", elided=(True, False))
    assert text == "(:,:)\n    0   10\n    1   11\n   ...\n    8   18\n    9   19\n"
    text = format_tensor(values, (2, 4), "integer", "", elided=(False, True))
    assert text == "(:,:)\n    0    8   ...   10   18\n    1    9   ...   11   19\n"
    text = format_tensor(values, (2, 4), "integer", "", width=16, elided=(True, True))
    assert text == "(0,:)\n    0    8   ...\n   10   18\n\n...\n\n(-1,:)\n    1    9   ...\n   11   19\n"


@pytest.mark.parametrize(
    ("size", "elided", "labels"),
    [
        ((2, 4), (False, True), "0,0 1,0 0,1 1,1 ... 0,-2 1,-2 0,-1 1,-1"),
        ((4, 1), (True, False), "0,0 1,0 ... -2,0 -1,0"),
        ((2, 2), (True, True), "0,0 ... -1,0 ... 0,-1 ... -1,-1"),
    ],
)
def test_elided_blocks(size, elided, labels):
    text = format_tensor([0] * math.prod(size), (1, 1, *size), "integer", "", elided=(False, False, *elided))
    first_lines = [block.split("\n")[0] for block in text.split("\n\n")]
    assert first_lines == [label if label == "..." else f"(:,:,{label})" for label in labels.split()]


ELEMENTS = {
    "bool": (st.booleans(), r"True|False"),
    "integer": (st.integers(-(2**63), 2**64 - 1) | st.integers(-20, 20), r"-?\d+"),
    "float": (st.floats() | st.floats(width=16), r"-?(?:\d[\d.]*(?:e[+-]\d+)?|inf)|nan"),
    "complex": (st.complex_numbers() | st.complex_numbers(max_magnitude=100), r"\S+ [+-] +\S+j"),
    "raw": (st.integers(0, 255), r"[0-9A-F]{2}"),
}


@st.composite
def tensors(draw):
    kind = draw(st.sampled_from(sorted(ELEMENTS)))
    size = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    size[-1] *= draw(st.sampled_from([1, 1, 9]))
    count = math.prod(size)
    values = draw(st.lists(ELEMENTS[kind][0], min_size=min(count, 6), max_size=min(count, 6)))
    return (values * count)[:count], tuple(size), kind


@given(tensors(), st.integers(0, 130))
def test_every_element_is_printed_and_fits(tensor, width):
    values, size, kind = tensor
    *lines, last = format_tensor(values, size, kind, "<footer>", width).split("\n")
    assert last == "<footer>"
    lines = [line for line in lines if line and line[0] != "("]
    assert sum(len(re.findall(ELEMENTS[kind][1], line)) for line in lines) == len(values)
    longest_alone = max(map(len, format_storage(values, kind, "", width=0).split("\n")))
    assert all(len(line) <= max(width, longest_alone) for line in lines)
    assert all(line.startswith("   ") and line[-1] != " " for line in lines)


@given(tensors())
def test_signs_and_decimals_line_up(tensor):
    values, size, kind = tensor
    *lines, _ = format_tensor(values, size, kind, "", width=10**6).split("\n")
    assert len({len(line) for line in lines if line and line[0] != "("}) == 1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_scalar_is_the_number_to_five_decimals(value):
    text = format_scalar(value, "float")
    assert float(text) == pytest.approx(value, rel=1e-5 if "e" in text else 0, abs=0 if "e" in text else 0.500001e-5)


@given(st.lists(st.integers(0, 10**5), max_size=8).map(tuple), st.integers(0, 10**4), st.integers(1, 5))
def test_summary_keeps_both_ends(size, limit, edge):
    kept = summarize(size, limit, edge)
    if kept is None:
        assert math.prod(size) <= limit
        return
    assert math.prod(size) > limit
    for indices, count in zip(kept, size, strict=True):
        assert indices == sorted(set(indices))
        assert indices[0] == 0 and indices[-1] == count - 1
        assert len(indices) == count or len(indices) % 2 == 0


def test_ten_thousand_numbers():
    values = [complex(i / 7, -i * 1e-9) for i in range(10000)]
    lines = format_tensor(values, (100, 100), "complex", "<footer>").splitlines()
    assert lines[-1] == "<footer>" and sum(line.count("j") for line in lines) == 10000


def test_examples_in_docstrings():
    assert doctest.testmod(module).failed == 0

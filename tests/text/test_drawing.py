"""Tables and pictures of tensors: what they show, what they fetch, and what they refuse."""

from __future__ import annotations

import base64
import io
import re
import struct
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, sample

import ocean
import ocean.numpy as onp
from ocean._src.text.drawable import Drawable
from ocean._src.text.drawing import drawable
from ocean._src.text.html import table
from ocean._src.text.picture import LARGEST, NAN, SIGNED, Picture, encoded, image

host_only = pytest.mark.host_only("the same on every device")


def rows(values: Any, *options: Any) -> ocean.tensor:
    return ocean.asTensor(values, "R", *options, layouts.device)


# --- Tables ------------------------------------------------------------------------------------------------------


class Cells(HTMLParser):
    """The cells of a table by rows, if its elements are nested and closed as they should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.caption = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            self.caption += data
        else:
            assert self.open[-1] in ("td", "th")
            self.rows[-1][-1] += data


def cells(value: Any) -> Cells:
    return Cells(value._repr_html_())


def test_a_small_tensor_is_shown_whole() -> None:
    found = cells(rows([[1, 2, 3], [4, 5, 6]], ocean.int16))
    assert found.caption == f"tensor.int16 size 2x3, on {layouts.device.name}"
    assert found.rows == [["", "0", "1", "2"], ["0", "1", "2", "3"], ["1", "4", "5", "6"]]
    assert cells(ocean.asTensor([1.5, 2])).rows == [["", "0", "1"], ["", "1.5", "2.0"]]
    assert cells(ocean.asTensor(2.5)).rows == [["2.5"]] and cells(ocean.zeros([0, 3])).rows == []


def test_the_corners_of_a_large_tensor() -> None:
    found = cells(ocean.arange(2000).reshape(40, 50))
    assert found.rows[0] == ["", "0", "1", "2", "3", "…", "46", "47", "48", "49"] and len(found.rows) == 10
    assert found.rows[1] == ["0", "0", "40", "80", "120", "…", "1840", "1880", "1920", "1960"]
    assert set(found.rows[5]) == {"⋮"} and found.rows[-1][0] == "39" and found.rows[-1][-1] == "1999"
    assert len(ocean.zeros([10000, 10000], ocean.int8)._repr_html_()) < 5000


def test_pages_are_named_by_their_indices() -> None:
    found = cells(ocean.arange(12).reshape(2, 2, 3))
    assert [row[0] for row in found.rows if len(row) == 1] == ["(:,:,0)", "(:,:,1)", "(:,:,2)"]
    assert found.rows[2:4] == [["0", "0", "2"], ["1", "1", "3"]]
    found = cells(ocean.arange(120).reshape(1, 1, 5, 4, 6))
    labels = [row[0] for row in found.rows if len(row) == 1]
    assert labels == ["(:,:,0,0,0)", "(:,:,1,0,0)", "⋮", "(:,:,3,3,5)", "(:,:,4,3,5)"]
    assert [row[1] for row in found.rows[1:] if len(row) == 2] == ["0", "1", "118", "119"]
    found = cells(onp.arange(12).reshape(3, 2, 2))
    assert found.caption.startswith("array.int64 shape (3, 2, 2), on ")
    assert found.rows[1:4] == [["(0,:,:)"], ["0", "0", "1"], ["1", "2", "3"]]


def test_named_axes_are_named() -> None:
    H, W, N = ocean.axes(H=2, W=3, N=2)
    found = cells(ocean.arange(12).reshape(H, W, N))
    assert found.caption.startswith("tensor.int64 size H:2 x W:3 x N:2, on ")
    assert found.rows[0] == ["H \\ W", "0", "1", "2"] and found.rows[1] == ["N = 0"] and found.rows[4] == ["N = 1"]
    assert found.rows[2] == ["0", "0", "2", "4"]
    found = cells(onp.arange(12).reshape(2, 2, 3).withAxes(N, H, W))
    assert found.caption.startswith("array.int64 shape (N:2, H:2, W:3), on ")
    assert found.rows[0] == ["H \\ W", "0", "1", "2"] and found.rows[1] == ["N = 0"]
    assert cells(onp.arange(3)).caption.startswith("array.int64 shape (3,), on ")
    hostile = cells(ocean.zeros([ocean.axis(2, "<script>"), ocean.axis(2, "&")]))
    assert hostile.rows[0][0] == "<script> \\ &", "escaped, and read back by the parser"


@host_only
def test_axes_descriptions_and_explanations() -> None:
    H, W = ocean.axes(H=2, W=3)
    assert cells(H).caption == "axis H:2" and cells(H).rows == [["length", "2"], ["class", "H"]]
    assert ["offset", "-1"] in cells(H - 1).rows
    flat = ocean.zeros([H, W]).flatten().axes
    assert flat is not None and ["product of", "H:2 x W:3"] in cells(flat[0]).rows
    found = cells(ocean.zeros([H, W]).description)
    assert found.caption == "TensorDescription" and ["layout", "strides (1, 2), offset 0"] in found.rows
    assert ["axes", "H:2 x W:3"] in found.rows and ["read-only", "no"] in found.rows
    for lazy in (ocean.lazy(ocean.ones([2, 3])) * 2 + 1, onp.lazy(onp.ones((2, 3))) * 2 + 1):
        text = lazy._repr_html_()
        assert "<table" in text and "<details>" in text and "1 pass, no temporaries" in text
        drawn = ElementTree.fromstring(re.findall("<svg.*</svg>", text)[0])
        words = [each.text for each in drawn.iter() if each.tag.endswith("text")]
        assert "operand0" in words and "result" in words and "currentColor" in text


@host_only
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_values_look_as_in_print(kind: ocean.dtype) -> None:
    for layout in LAYOUTS:
        tensor, _ = sample(layout, kind)
        if tensor.ndims != 2 or max(tensor.size) > 10:
            continue
        shown = [value for row in cells(tensor).rows[1:] for value in row[1:]]
        spaced = re.sub(r" ([+-]) +", r"\1", "\n".join(str(tensor).splitlines()[1:-1]))
        assert [re.sub(r" ([+-]) +", r"\1", value) for value in shown] == spaced.split()
        assert ("byteswapped" in cells(tensor).caption) == tensor.byteswapped


@host_only
def test_lazy_tensors() -> None:
    lazy = ocean.lazy(ocean.ones([2, 2])) + 1
    table = Cells(lazy._repr_html_().partition("<details>")[0].removeprefix("<div>"))
    assert table.caption == "tensor.float size 2x2, on cpu, lazy" and table.rows[1] == ["0", "2", "2"]
    seen = []

    @ocean.fuse
    def traced(x: Any) -> Any:
        seen.append(x._repr_html_())
        return x + 1

    traced(ocean.ones([2]))
    assert seen == [None]


@host_only
def test_only_what_is_shown_is_fetched_and_text_is_escaped() -> None:
    fetched = []

    def fetch(part: tuple[slice, ...]) -> Any:
        fetched.append(np.prod([len(range(*each.indices(10**6))) for each in part]))
        return np.zeros([len(range(*each.indices(10**6))) for each in part])

    text = table(Drawable("<b>&", (10**6, 10**6, 10**6), "float", ("<script>",), (0, 1), (2,), fetch), 5)
    assert len(fetched) == 16 and sum(fetched) == 4 * 64
    assert "<script>" not in text and Cells(text).caption == "<b>& size 1000000x1000000x1000000, <script>"


# --- Images --------------------------------------------------------------------------------------------------------


def decoded(data: bytes) -> np.ndarray:
    """The pixels of a PNG without filters, with every check that a reader makes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert depth == 8 and rest == [0, 0, 0]
    channels = {0: 1, 2: 3, 6: 4}[colour]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    assert not rows[:, 0].any()
    pixels = rows[:, 1:].reshape(height, width, channels)
    return pixels[:, :, 0] if channels == 1 else pixels


def pixels(value: Any, **options: Any) -> list[Any]:
    found: list[Any] = decoded(value.show(scale=1, **options).data).tolist()
    return found


def test_grey_levels() -> None:
    assert pixels(rows([[0, 5, 10], [10, 5, 0]])) == [[0, 128, 255], [255, 128, 0]]
    assert pixels(rows([[2, 4], [4, 3]], ocean.uint8)) == [[0, 255], [255, 128]]
    assert pixels(rows([[True, False]])) == [[255, 0]] and pixels(ocean.asTensor([[False]])) == [[0]]
    assert pixels(ocean.full([1, 2], 7)) == [[128, 128]]
    assert pixels(rows([[0.0, 1, 2, 8]], ocean.half), range=(0, 2)) == [[0, 128, 255, 255]]
    assert pixels(rows([[0, 2**64 - 1]], ocean.uint64)) == [[0, 255]]
    assert pixels(onp.asarray([[0, 1, 2]])) == [[0, 128, 255]]
    assert pixels(ocean.lazy(rows([[0, 1, 2]])) + 1) == [[0, 128, 255]]


def test_signs_are_colours() -> None:
    (row,) = pixels(rows([[-2.0, 0, 1, 2]]))
    assert row == [SIGNED[0].tolist(), SIGNED[255].tolist(), SIGNED[255 + 128].tolist(), SIGNED[510].tolist()]
    blue, white, red = (SIGNED[k].astype(int) for k in (0, 255, 510))
    assert blue[2] > blue[0] + 60 and red[0] > red[2] + 60 and white.min() > 240
    assert pixels(rows([[-1, 1]]), range=(0, 1)) == [[0, 255]]
    assert pixels(rows([[-1, 1]], ocean.int8), range=(-4, 2))[0][1] == SIGNED[255 + 64].tolist()


def test_colours_are_equally_light_on_both_sides() -> None:
    def light(colour: np.ndarray) -> float:
        return float((colour.astype(float) / 255) ** 2.2 @ [0.2126, 0.7152, 0.0722])

    levels = [light(each) for each in SIGNED]
    assert all(first <= second + 2e-3 for first, second in zip(levels[:256], levels[1:256], strict=False))
    assert all(abs(levels[255 - k] - levels[255 + k]) < 0.06 for k in range(256))


def test_what_is_no_finite_number() -> None:
    inf, nan = ocean.inf, ocean.nan
    grey = pixels(rows([[0.0, 1, 2, inf, nan]]))
    assert grey == [[[0] * 3, [128] * 3, [255] * 3, [255] * 3, list(NAN)]]
    (row,) = pixels(rows([[-1.0, -inf, inf, nan]]))
    assert row == [SIGNED[0].tolist(), SIGNED[0].tolist(), SIGNED[510].tolist(), list(NAN)]
    assert pixels(rows([[nan, nan]])) == [[list(NAN)] * 2]
    assert pixels(rows([[inf, 0]])) == [[255, 128]]


@pytest.mark.parametrize("kind", [ocean.chalf, ocean.cfloat, ocean.cdouble], ids=dtype_id)
def test_complex_numbers(kind: ocean.dtype) -> None:
    (row,) = pixels(rows([[0, 1, 1j, -1, -1j, 0.5, complex(ocean.nan, 0)]], kind))
    assert row[0] == [0, 0, 0] and row[-1] == list(NAN)
    assert len({tuple(each) for each in row}) == 7 and sum(row[5]) < sum(row[1])


def colours(values: Any, kind: Any = None) -> ocean.tensor:
    return ocean.asTensor(np.array(values, kind), layouts.device)


def test_colours() -> None:
    assert pixels(colours([[[0, 1, 0.5], [2, -1, 0]]])) == [[[0, 255, 128], [255, 0, 0]]]
    assert pixels(colours([[[1, 2, 3, 255]]], np.uint8)) == [[[1, 2, 3, 255]]]
    assert pixels(colours([[[65535, 0, 257]]], np.uint16)) == [[[255, 0, 1]]]
    assert pixels(colours([[[1, 2, 3]]]), range=(1, 3)) == [[[0, 128, 255]]]
    assert pixels(colours([[[1, ocean.nan, 0.5, 0]]])) == [[[*NAN, 255]]]
    assert pixels(colours([[[True, False, True]]])) == [[[255, 0, 255]]]


@host_only
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout: str) -> None:
    for kind in (ocean.uint8, ocean.half, ocean.double):
        tensor, wanted = sample(layout, kind, special=False)
        if tensor.ndims == 2 and tensor.nelem:
            assert pixels(tensor) == pixels(ocean.asTensor(np.ascontiguousarray(wanted)))


@host_only
def test_scale_and_size() -> None:
    tensor = rows([[0, 1, 2], [3, 4, 5]])
    small, large = tensor.show(scale=1), tensor.show(scale=3)
    np.testing.assert_array_equal(decoded(large.data), decoded(small.data).repeat(3, 0).repeat(3, 1))
    assert (large.width, large.height) == (9, 6) and tensor.show().width == 3 * 64
    wide = ocean.arange(2 * (LARGEST + 1)).reshape(2, LARGEST + 1).show()
    assert (wide.width, wide.height) == (LARGEST // 2 + 1, 2)
    fetched = []

    def fetch(part: tuple[slice, ...]) -> Any:
        fetched.append(part)
        return np.zeros((2, 2))

    image(Drawable("", (10**7, 10**4), "float", (), (0, 1), (), fetch), None, None, "png")
    assert [each.step for each in fetched[0]] == [-(-(10**7) // LARGEST), 5]


@host_only
def test_formats_and_files(tmp_path: Path) -> None:
    tensor = rows([[0, 1], [2, 3]])
    picture = tensor.show()
    assert picture._repr_png_() == picture.data and picture._repr_svg_() is None and "128x128" in repr(picture)
    drawing = tensor.show(format="svg")
    assert drawing._repr_png_() is None and drawing._repr_svg_() == drawing.data.decode()
    (inside,) = ElementTree.fromstring(drawing.svg())
    assert base64.b64decode(inside.attrib["href"].partition(",")[2]) == picture.data
    for name in ("a.png", "a.SVG"):
        assert tensor.show(tmp_path / name).format == name[2:].lower()
        picture.save(str(tmp_path / f"b{name}"))
        assert (tmp_path / name).read_bytes() == (tmp_path / f"b{name}").read_bytes()
    opened = io.BytesIO()
    tensor.show(opened, format="png")
    assert opened.getvalue() == picture.data
    for channels in (1, 3, 4):
        values = np.arange(6 * channels, dtype=np.uint8).reshape(2, 3, channels)
        values = values[:, :, 0] if channels == 1 else values
        np.testing.assert_array_equal(decoded(encoded(values)), values)


@host_only
def test_pillow_reads_the_pictures(tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    for values in ([[0, 5, 9]], [[-1, 0, 2]]):
        picture = rows(values).show(scale=1)
        np.testing.assert_array_equal(np.asarray(pillow.open(io.BytesIO(picture.data))), decoded(picture.data))


M = ocean.ones([2, 2])


@host_only
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ocean.ones([3]).show(), "a picture has two dimensions, or a third of size 3 or 4 for colours, got size 3"),
        (lambda: ocean.ones([3, 3, 5]).show(), "got size 3x3x5"),
        (lambda: ocean.asTensor(1.0).show(), "a picture has two dimensions"),
        (lambda: ocean.zeros([0, 3]).show(), "there is nothing to see of size 0x3"),
        (lambda: ocean.zeros([2, 2, 3], ocean.cfloat).show(), "colours are real numbers"),
        (lambda: M.show(kind="plot"), "kind is 'image' or 'layout', got 'plot'"),
        (lambda: M.show(format="gif"), "the format of kind='image' is png or svg, got 'gif'"),
        (lambda: M.show(kind="layout", format="png"), "the format of kind='layout' is svg, got 'png'"),
        (lambda: M.show("picture.gif"), "ends in .png or .svg, got 'picture.gif'"),
        (lambda: M.show(3), "a name or an open file, not int"),
        (lambda: M.show(kind="layout", scale=2), "scale is for images"),
        (lambda: M.show(kind="layout", range=(0, 1)), "range is for images"),
        (lambda: M.show(kind="layout").png(), "drawn as SVG"),
        (lambda: M.show(scale=0), "scale is a positive number of pixels for an element, got 0"),
        (lambda: M.show(scale=1.5), "scale is a positive number"),
        (lambda: M.show(scale=10**6), "a picture of 2000000x2000000 pixels is too large"),
        (lambda: M.show(range=3), r"range is \(low, high\), got 3"),
        (lambda: M.show(range=(1, 1)), "range goes from a number to a larger one"),
        (lambda: M.show(range=(0, ocean.inf)), "range goes from a number to a larger one"),
        (lambda: ocean.lazy(M).show(kind="layout"), "an r-tensor has no layout"),
    ],
)
def test_errors(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ocean.OceanError, match=words):
        call()


# --- Layouts -------------------------------------------------------------------------------------------------------


def drawing(value: Any) -> tuple[list[str], list[tuple[str, int, int]], list[str]]:
    """The words above, the cells of the tensor (label, column, row), and the boxes of the memory."""
    picture = value.show(kind="layout")
    assert isinstance(picture, Picture)
    children = list(ElementTree.fromstring(picture.svg()))[1:]
    texts = [each.text or "" for each in children if each.tag.endswith("text")]
    words, rest = texts[:3], texts[3:]
    middle = rest.index("memory, with the byte at which each element begins")
    labels = [
        (each.text or "", int(each.attrib["x"]), int(each.attrib["y"]))
        for each in children
        if each.tag.endswith("text") and each.attrib["text-anchor"] == "middle"
    ][:middle]
    across, down = sorted({x for _, x, _ in labels}), sorted({y for *_, y in labels})
    return words, [(label, across.index(x), down.index(y)) for label, x, y in labels], rest[middle + 1 :]


def test_the_layout_of_a_matrix() -> None:
    words, tensor, memory = drawing(ocean.float(ocean.arange(6).reshape(2, 3)))
    assert words[0] == f"tensor.float of size 2x3 on {layouts.device.name}"
    assert words[1] == "strides (4, 8) bytes, offset 0 of a storage of 24 bytes" and "4 bytes for an element" in words[2]
    assert sorted(tensor) == [("0,0", 0, 0), ("0,1", 1, 0), ("0,2", 2, 0), ("1,0", 0, 1), ("1,1", 1, 1), ("1,2", 2, 1)]
    assert memory == ["0,0", "0", "1,0", "4", "0,1", "8", "1,1", "12", "0,2", "16", "1,2", "20"]


@host_only
def test_gaps_sharing_and_overlaps() -> None:
    t = ocean.int16(ocean.arange(10))
    assert drawing(t[::-3])[2] == ["3", "0", "+4", "2", "6", "+4", "1", "12", "+4", "0", "18"] + [
        "grey: bytes that belong to no element drawn"
    ]
    assert drawing(ocean.ones([2]).broadcastTo([2, 3]))[2][:2] == ["0,0 x3", "0"]
    overlapping = ocean.tensor(t.storage, 0, [3], [1], 1)
    assert drawing(overlapping)[2][:4] == ["0", "0", "!1", "1"]
    assert "1 byte for an element" in drawing(ocean.zeros([2], ocean.bool))[0]
    swapped = ocean.ones([2])
    native = drawing(swapped)[0][2]
    swapped.byteswap()
    assert drawing(swapped)[0][2] != native and "byteswapped" in drawing(swapped)[0][0]


@host_only
def test_large_and_empty_layouts() -> None:
    words, tensor, _ = drawing(ocean.zeros([100, 100, 3]))
    assert words[0].endswith("(its first 8x8x1)") and len(tensor) == 64
    assert drawing(ocean.zeros([0, 2]))[1:] == ([], []) and drawing(ocean.asTensor(1.0))[2] == ["", "0"]
    assert len(drawing(ocean.zeros([2] * 6))[1]) == 64
    _, cells_of_array, memory = drawing(onp.zeros((2, 1, 2)))
    assert [label for label, *_ in cells_of_array] == ["0,0,0", "0,0,1", "1,0,0", "1,0,1"] == memory[::2]
    assert [column for _, column, _ in cells_of_array] == [0, 1, 2, 3]


@host_only
def test_it_is_loaded_when_it_is_used() -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [
            sys.executable, "-c",
            "import sys, ocean\nassert not {'ocean._src.text.drawing', 'ocean._src.text.html', 'numpy'} & set(sys.modules)",
        ],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_looked() -> None:
    view = drawable(ocean.zeros([2, 3, 4], ocean.half))
    assert view.size == (2, 3, 4) and view.matrix == (0, 1) and view.outer == (2,) and view.kind == "float"
    assert view.fetch((slice(0, 1), slice(0, 3), slice(1, 2))).shape == (1, 3, 1)


# --- In a browser ------------------------------------------------------------------------------------------------


@host_only
def test_tables_can_be_read_in_light_and_in_dark(tmp_path: Path) -> None:
    import browser

    if browser.program() is None:
        pytest.skip("there is no browser here (on Debian: apt-get install chromium)")
    H, W = ocean.axes(H=2, W=3)
    lazy = onp.lazy(onp.ones((2, 3))) * 2
    shown = [ocean.ones([H, W]), onp.ones((2, 2)), lazy, H, ocean.ones([H, W]).description, lazy.explain()]
    body = "".join(each._repr_html_() for each in shown).replace("<details>", "<details open>")
    style = "body{color:#222;background:#fff}@media(prefers-color-scheme:dark){body{color:#ddd;background:#111}}"
    (tmp_path / "page.html").write_text(f'<meta charset="utf-8"><style>{style}</style>{body}', encoding="utf-8")
    text = "[...document.querySelectorAll('td, caption, pre')].map(each => getComputedStyle(each).color)"
    drawn = "[...document.querySelectorAll('svg text')].map(each => getComputedStyle(each).fill)"
    with browser.browser(tmp_path / "profile") as look:
        for scheme, colour in (("light", "rgb(34, 34, 34)"), ("dark", "rgb(221, 221, 221)")):
            look.prefer(scheme)
            look.open((tmp_path / "page.html").as_uri())
            assert set(look.ask(text)) == {colour} and set(look.ask(drawn)) == {colour}
            assert look.ask("document.documentElement.scrollWidth <= window.innerWidth")
            assert look.ask("Math.min(...[...document.querySelectorAll('table, svg')].map(each => each.clientHeight))") > 10
            assert look.errors == []

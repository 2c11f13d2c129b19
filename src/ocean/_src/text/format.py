"""Formatting of tensors, storage and scalars as text, from plain Python numbers.

All elements of a tensor share one format, so that columns line up. Numbers become texts with the same count of
decimals, texts become lines that fit the display, and lines become one block for each matrix (or row) of the tensor.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import isfinite, prod

from ocean._src.base.hints import Any, cast
from ocean._src.base.records import NamedTuple

DIGITS = 5  # decimals shown at most by default; numbers of 10**5 and more, or below 10**-4, take an exponent
MARGIN = "   "
ELLIPSIS = "..."


def format_tensor(
    values: Sequence[complex],
    size: tuple[int, ...],
    kind: str,
    footer: str,
    width: int = 120,
    elided: tuple[bool, ...] = (),
    digits: int = DIGITS,
) -> str:
    """The text of a tensor, closed by its footer; numbers have at most `digits` decimals.

    The values come in column-major order; the kind is bool, integer, float, complex, or raw for bytes in hexadecimal.
    A dimension marked in `elided` was shortened to its first and last indices, equally many of each (see `summarize`),
    and `size` counts only these. Indices behind the gap are labelled from the end: -1 is the last one.

    >>> print(format_tensor([1, 2, -3, 4], (2, 2), "integer", "<tensor.int8 of size 2x2 on cpu>"))
    (:,:)
        1  -3
        2   4
    <tensor.int8 of size 2x2 on cpu>
    """
    if 0 in size:
        return footer
    if not size:
        return f"{format_scalar(values[0], kind, digits)}\n{footer}"
    # For each dimension the index after its gap, or 0 if it is complete.
    gaps = [count // 2 if gap else 0 for count, gap in zip(size, elided or [False] * len(size), strict=True)]
    column = _column(values, kind, digits)
    blocks = _matrices(column, size, gaps, width) if len(size) > 1 else [_fold(column, column.texts, gaps[0], width)]
    return "\n\n".join(blocks) + "\n" + footer


def format_storage(
    values: Sequence[complex], kind: str, footer: str, width: int = 120, elided: bool = False, digits: int = DIGITS
) -> str:
    """The text of a storage, which looks like that of a one-dimensional tensor."""
    return format_tensor(values, (len(values),), kind, footer, width, (elided,), digits)


def format_scalar(value: complex, kind: str, digits: int = DIGITS) -> str:
    """The text of one number, with at most `digits` (one or more) decimals.

    >>> format_scalar(1 / 3, "float"), format_scalar(123456789, "float"), format_scalar(0.1 - 0.25j, "complex")
    ('0.33333', '1.23457e+8', '0.10 - 0.25j')
    """
    return number_texts([value], kind, digits)[0]


def footer(
    what: str,
    dtype_name: str | None,
    size: tuple[Any, ...] | int,
    device: str,
    *,
    byteswapped: bool = False,
    readonly: bool = False,
    lazy: bool = False,
) -> str:
    """The line that says what was printed; `what` is tensor or storage, and only raw storage has no dtype.

    >>> footer("tensor", "float", (3, 4), "cpu", readonly=True)
    '<tensor.float of size 3x4 on cpu (read-only)>'
    """
    sizes = (size,) if isinstance(size, int) else size
    axes = [each for each in sizes if not isinstance(each, int)]
    sizes = tuple(getattr(each, "length", each) for each in sizes)
    name = f"{what if sizes else 'scalar'}.{dtype_name}" if dtype_name else f"raw {what}"
    empty = "empty " if 0 in sizes else ""
    extent = f" of size {' x '.join(map(repr, axes)) if axes else 'x'.join(map(str, sizes))}" if sizes else ""
    flags = ", ".join(["byteswapped"] * byteswapped + ["read-only"] * readonly + ["lazy"] * lazy)
    return f"<{empty}{name}{extent} on {device}{f' ({flags})' if flags else ''}>"


def summarize(size: tuple[int, ...], limit: int = 10000, edge: int = 3) -> tuple[list[int], ...] | None:
    """The indices to print along each dimension of a tensor of more than `limit` elements, None for smaller ones.

    >>> summarize((1000, 200, 2))
    ([0, 1, 2, 997, 998, 999], [0, 1, 2, 197, 198, 199], [0, 1])
    """
    if prod(size) <= limit:
        return None
    # A gap instead of a single index saves nothing. With many dimensions, even the edges can be too many to print.
    while edge > 1 and prod(count if count <= 2 * edge + 1 else 2 * edge for count in size) > limit:
        edge -= 1
    return tuple(
        list(range(count)) if count <= 2 * edge + 1 else [*range(edge), *range(count - edge, count)] for count in size
    )


class _Column(NamedTuple):
    """The texts of all elements, with the width of an element at the start of a line and of the next ones."""

    texts: list[str]
    first: int
    next: int


def _column(values: Sequence[complex], kind: str, digits: int) -> _Column:
    texts = number_texts(values, kind, digits)
    longest = max(map(len, texts))
    unsigned = max(len(text.lstrip("-")) for text in texts)
    # A minus sign may reach into the space between columns, but not into the left margin. Complex numbers contain
    # spaces, so they get one more space between them.
    space = len(MARGIN) + (kind == "complex")
    return _Column(texts, len(MARGIN) + longest, space + unsigned)


def number_texts(values: Sequence[complex], kind: str, digits: int) -> list[str]:
    if kind == "bool":
        return [str(bool(value)) for value in values]
    if kind == "integer":
        return [str(value) for value in values]
    if kind == "raw":
        return [f"{cast(int, value):02X}" for value in values]
    if kind == "float":
        return _real_texts(cast(Sequence[float], values), digits)
    if kind == "complex":
        parts = _real_texts([part for value in values for part in (value.real, value.imag)], digits)
        wide = max(len(part.lstrip("-")) for part in parts[1::2])
        return [
            f"{real} - {imag[1:].rjust(wide)}j" if imag[0] == "-" else f"{real} + {imag.rjust(wide)}j"
            for real, imag in zip(parts[::2], parts[1::2], strict=True)
        ]
    raise ValueError(f"Unknown kind of elements '{kind}' (expected bool, integer, float, complex or raw)")


def _real_texts(values: Sequence[float], digits: int) -> list[str]:
    """Texts with the same count of decimals: the fewest that show every value to `digits` decimals. If one value needs
    an exponent, all get one."""
    # Adding zero turns -0.0 into 0.0.
    if not _needs_exponent(values, digits):
        return _trim([f"{value + 0.0:.{digits}f}" for value in values], digits)
    parts = [f"{value + 0.0:.{digits}e}".partition("e") for value in values]
    mantissas = _trim([mantissa for mantissa, _, _ in parts], digits)
    exponents = {exponent: int(exponent) for _, _, exponent in parts if exponent}
    longest = max(len(f"{exponent:+d}") for exponent in exponents.values())
    endings = {"": ""} | {text: f"e{exponent:+0{longest}d}" for text, exponent in exponents.items()}
    return [mantissa + endings[exponent] for mantissa, (_, _, exponent) in zip(mantissas, parts, strict=True)]


def _needs_exponent(values: Sequence[float], digits: int) -> bool:
    magnitudes = [abs(value) for value in values if value and isfinite(value)]
    if not magnitudes:
        return False
    # Decide after rounding, so that 0.0001 looks the same in single and in double precision.
    smallest = f"{min(magnitudes):.{digits}e}"
    return round(max(magnitudes), digits) >= 10**digits or int(smallest.partition("e")[2]) <= -digits


def _trim(texts: list[str], digits: int) -> list[str]:
    """Remove the trailing zeros that all numbers share; infinities and NaN have no decimals."""
    needed = max((len(text.rstrip("0")) - text.index(".") - 1 for text in texts if "." in text), default=0)
    if needed == digits:
        return texts
    surplus = digits - needed + (needed == 0)  # without decimals, remove the point as well
    return [text[:-surplus] if "." in text else text for text in texts]


def _fold(column: _Column, texts: list[str], gap: int, width: int) -> str:
    """Wrap elements to lines that fit the display; an element that is too long gets its own line."""
    lines: list[str] = []
    line = texts[0].rjust(column.first)
    limit = width - column.next
    for number, text in enumerate(texts[1:], 1):
        if number == gap:
            if len(line) + len(MARGIN + ELLIPSIS) > width:
                lines.append(line)
                line = ""
            line += MARGIN + ELLIPSIS
        if len(line) > limit:
            lines.append(line)
            line = text.rjust(column.first)
        else:
            line += text.rjust(column.next)
    return "\n".join([*lines, line])


def _matrices(column: _Column, size: tuple[int, ...], gaps: list[int], width: int) -> Iterator[str]:
    """One labelled block for each matrix of the first two dimensions, or for each row when rows exceed the display."""
    rows, columns = size[:2]
    length = column.first + (columns - 1) * column.next + (len(MARGIN + ELLIPSIS) if gaps[1] else 0)
    by_row = columns > 1 and length > width
    outer = [*([0] if by_row else []), *range(2, len(size))]  # the dimensions that number the blocks
    for number, position in enumerate(product(*(range(size[axis]) for axis in reversed(outer)))):
        index = dict(zip(outer, reversed(position), strict=True))
        if _follows_gap(index, gaps):
            yield ELLIPSIS
        labels = [_label(index[axis], size[axis], gaps[axis]) if axis in index else ":" for axis in range(len(size))]
        lines = [f"({','.join(labels)})"]
        page = number // rows if by_row else number
        for row in [index[0]] if by_row else range(rows):
            if not by_row and row and row == gaps[0]:
                lines.append(MARGIN + ELLIPSIS)
            start = page * rows * columns
            texts = column.texts[start + row : start + rows * columns : rows]
            lines.append(_fold(column, texts, gaps[1], width))
        yield "\n".join(lines)


def _follows_gap(index: dict[int, int], gaps: list[int]) -> bool:
    """Whether this is the first block after a gap: one dimension has just crossed it, and all faster ones are at 0."""
    for axis, at in index.items():
        if at:
            return at == gaps[axis]
    return False


def _label(index: int, count: int, gap: int) -> str:
    return str(index - count if gap and index >= gap else index)

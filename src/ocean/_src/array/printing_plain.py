"""The text of arrays of bool, integers and double by NumPy's default options, if NumPy is not loaded.

If it is loaded, NumPy's own functions make the text, because its options may have been changed.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, isfinite, isnan

from ocean._src.base.hints import Any

THRESHOLD, EDGE, WIDTH, DIGITS = 1000, 3, 75, 8


def written(values: Any, ndim: int, large: bool, separator: str, prefix: str = "", suffix: str = "") -> str:
    """The text of nested lists; only both ends of large ones."""

    def kept(rows: list[Any]) -> list[Any]:
        return [*rows[:EDGE], None, *rows[-EDGE:]] if large and len(rows) > 2 * EDGE else rows

    def elements(part: Any, left: int) -> list[Any]:
        return [part] if not left else [x for each in kept(part) if each is not None for x in elements(each, left - 1)]

    def lines(part: Any, left: int, indent: str, width: int) -> str:
        if not left:
            return word(part)
        if left > 1:
            below = (DOTS if each is None else lines(each, left - 1, indent + " ", width - 1) for each in kept(part))
            return f"[{(separator.rstrip() + LINE * (left - 1) + indent).join(below)}]"
        text, line, rows = "", indent, kept(part)
        for place, each in enumerate(rows):
            next_word = DOTS if each is None else word(each)
            if len(indent) < len(line) and len(line) + len(next_word) > width - 1:
                text, line = f"{text}{line.rstrip()}\n", indent
            line += next_word + (separator if place < len(rows) - 1 else "")
        return f"[{(text + line)[len(indent) :]}]"

    found = elements(values, ndim)
    if not found:
        return "[]"
    word = of_kind(found, ndim)
    return lines(values, ndim, " " * (1 + len(prefix)), WIDTH - len(suffix))


DOTS, LINE = "...", "\n"


def of_kind(values: list[Any], ndim: int) -> Callable[[Any], str]:
    """The function that formats an element, in the width of the widest."""
    if type(values[0]) is float:
        return of_floats(values)
    widest = 5 if type(values[0]) is bool and ndim else max(len(str(each)) for each in values)
    return lambda value: str(value).rjust(widest)


def of_floats(values: list[float]) -> Callable[[float], str]:
    finite = [each for each in values if isfinite(each)]
    sizes = [abs(each) for each in finite if each]
    exponents = bool(sizes) and (max(sizes) >= 1e8 or min(sizes) < 1e-4 or max(sizes) / min(sizes) > 1000)
    parts = with_exponent if exponents else positional
    found = [parts(each) for each in finite]
    before, behind = (max((len(each[k]) for each in found), default=0) for k in (0, 1))
    exponent = max((len(each[2]) for each in found), default=0) - 1  # without its sign
    width = behind + 1 + (exponent + 2 if exponents else 0)
    if len(finite) < len(values):
        before = max(before, 3 - width, 3 + (-float("inf") in values) - width)

    def word(value: float) -> str:
        if not isfinite(value):
            return ("nan" if isnan(value) else "inf" if value > 0 else "-inf").rjust(before + width)
        if exponents:
            number, _, power = f"{value:#.{behind}e}".partition("e")
            return f"{number}e{power[0]}{power[1:].zfill(exponent)}".rjust(before + width)
        whole, fraction, _ = positional(value)
        return f"{whole.rjust(before)}.{fraction.ljust(behind)}"

    return word


def signed(value: float, text: str) -> str:
    return f"-{text}" if copysign(1, value) < 0 else text


def positional(value: float) -> tuple[str, str, str]:
    """The digits before and after the point: the shortest that identify the number, but at most eight."""
    whole, _, fraction = repr(abs(value)).partition(".")
    if len(fraction) > DIGITS:
        whole, _, fraction = f"{abs(value):.{DIGITS}f}".partition(".")
    return signed(value, whole), fraction.rstrip("0"), ""


def with_exponent(value: float) -> tuple[str, str, str]:
    """`positional` with an exponent, the last part."""
    number, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = number.partition(".")
    digits = (whole + fraction).lstrip("0").rstrip("0")
    exponent = int(power or 0) + len(whole) - 1
    if not whole.strip("0"):
        exponent -= len(fraction) - len(fraction.lstrip("0")) + 1 if value else 0
    if len(digits) > DIGITS + 1:
        number, _, power = f"{abs(value):.{DIGITS}e}".partition("e")
        digits, exponent = number.replace(".", "").rstrip("0"), int(power)
    return signed(value, digits[:1] or "0"), digits[1:], f"{exponent:+03d}"

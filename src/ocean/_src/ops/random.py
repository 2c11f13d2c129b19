"""Rows of random numbers: Philox 4x32-10 written over the builder, and the distributions made from its words.

Philox maps a key and a counter to four words of 32 bits. An element is a function of its index. A counter gives one or
more values. The values of LANES counters form a block: first the first value of each, then the second, and so on. So a
kernel that makes all values of a counter stores them as vectors, and a kernel that needs a single element computes its
counter and takes one value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.later import written
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, DTYPE_LIST, INT64, UINT64, dtype
from ocean._src.kernels.builder import Builder, Value
from ocean._src.kernels.dtypes import SHORT

from .table import Types, Typing, as_first, gives_bool, row

exponentials = written("ocean._src.ops.exponentials")
LANES = 64
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
INCREMENTS = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
WORD = (1 << 32) - 1

Words = Sequence[Value]
"""Words in the lower halves of 64-bit integers; the upper halves may have any bits."""


def integer(b: Builder, value: int) -> Value:
    return b.const("uint64", value)


def lower(b: Builder, x: Value) -> Value:
    return b.and_(x, integer(b, WORD))


def upper(b: Builder, x: Value) -> Value:
    return b.shr(x, integer(b, 32))


def philox(b: Builder, key: Value, position: Value, stream: Value, counter: Value) -> Words:
    """The words of the counter (position + counter, stream)."""
    place = b.add(position, counter)
    c0, c1, c2, c3 = place, upper(b, place), stream, upper(b, stream)
    k0, k1 = lower(b, key), upper(b, key)
    for turn in range(ROUNDS):
        if turn:
            k0, k1 = (lower(b, b.add(k, integer(b, more))) for k, more in zip((k0, k1), INCREMENTS, strict=True))
        first, second = (b.mul(lower(b, c), integer(b, m)) for c, m in zip((c0, c2), MULTIPLIERS, strict=True))
        c0, c1, c2, c3 = (
            b.xor(upper(b, second), b.xor(c1, k0)), second,
            b.xor(upper(b, first), b.xor(c3, k1)), first,
        )  # fmt: skip
    return c0, c1, c2, c3


# --- From words to numbers ---------------------------------------------------------------------------------------


def word(b: Builder, words: Words) -> Value:
    """A word as an integer of 32 bits."""
    return b.to_integer("uint32", words[0])


def long_word(b: Builder, words: Words) -> Value:
    """Two words as an integer of 64 bits."""
    return b.or_(lower(b, words[0]), b.shl(words[1], integer(b, 32)))


def fraction_of_53(b: Builder, x: Value) -> Value:
    """An integer below 2**53 times 2**-53. Its halves become the last bits of two doubles, and constants are
    subtracted, because common machines convert vectors of 64-bit integers one by one."""
    low = b.bitcast("double", b.or_(lower(b, x), integer(b, 0x3FE << 52)))  # 2**-1 + x * 2**-53
    high = b.bitcast("double", b.or_(upper(b, x), integer(b, 0x41E << 52)))  # 2**31 + x * 2**-21
    return b.add(b.sub(high, b.const("double", 2.0**31 + 0.5)), low)


def fraction(b: Builder, words: Words, kind: str, digits: int) -> Value:
    """A number in [0, 1) with `digits` binary digits."""
    if kind == "double":
        return fraction_of_53(b, b.shr(long_word(b, words), integer(b, 11)))
    high = b.shr(word(b, words), b.const("uint32", 32 - digits))
    return b.mul(b.to_floating(kind, b.to_integer("int32", high)), b.const(kind, 2.0**-digits))


def positive_fraction(b: Builder, words: Words, kind: str) -> Value:
    """A number in (0, 1]."""
    if kind == "double":
        return b.add(fraction(b, words, kind, 53), b.const(kind, 2.0**-54))
    return b.fma(b.to_floating(kind, word(b, words)), b.const(kind, 2.0**-32), b.const(kind, 2.0**-33))


DIGITS = {row.spelling: row.digits + 1 for row in TABLE if row.group == "floating"}
"""The number of random bits in a number below 1."""


def uniform(dtype: str) -> Callable[..., list[Value]]:
    def values(b: Builder, words: Words, low: Value, high: Value) -> list[Value]:
        x = b.add(low, b.mul(b.sub(high, low), fraction(b, words, low.kind, DIGITS[dtype])))
        if dtype in SHORT:
            x = b.from_bits(dtype, b.to_bits(dtype, x))
        return [b.select(b.lt(x, high), x, low)]  # it may have been rounded up

    return values


def unit(kind: str, digits: int) -> Callable[..., list[Value]]:
    """`uniform` from 0 to 1, without parameters."""
    return lambda b, words: [fraction(b, words, kind, digits)]


def minus_log(b: Builder, x: Value) -> Value:
    """-ln(x) of a number in (0, 1]."""
    return b.neg(exponentials.natural(b, exponentials.logarithm(b, x, normal=True)))


def exponential(b: Builder, words: Words, scale: Value) -> list[Value]:
    value = minus_log(b, positive_fraction(b, words, scale.kind))
    return [b.mul(scale, b.abs(value))]  # never -0


def series(first: int, terms: int) -> tuple[float, ...]:
    """Taylor's series of sin(x) / f (first = 1) or cos(x) (first = 0) for x = pi / 2 * f, in f * f."""
    powers = [first + 2 * k for k in range(terms)]
    return tuple((-1) ** k * (math.pi / 2) ** n / math.factorial(n) for k, n in enumerate(powers))


# where |f| <= 1/2, the next term is below the precision
SINE = {"float": series(1, 5), "double": series(1, 8)}
COSINE = {"float": series(0, 6), "double": series(0, 9)}


def sine_and_cosine(b: Builder, turns: Value) -> tuple[Value, Value]:
    """sin and cos of 2 pi times a number from 0 to 1."""
    kind = turns.kind
    quarters = b.mul(turns, b.const(kind, 4))
    near = b.round_even(quarters)
    f = b.sub(quarters, near)
    square = b.mul(f, f)
    sine = b.mul(f, exponentials.polynomial(b, square, SINE[kind]))
    cosine = exponentials.polynomial(b, square, COSINE[kind])
    whole = b.to_integer("int32", near)
    if kind == "double":
        whole = b.to_integer("int64", whole)
    one, two = (b.const(whole.kind, n) for n in (1, 2))
    turned = b.ne(b.and_(whole, one), b.const(whole.kind, 0))
    below = b.ne(b.and_(whole, two), b.const(whole.kind, 0))
    left = b.ne(b.and_(b.add(whole, one), two), b.const(whole.kind, 0))
    up, along = b.select(turned, cosine, sine), b.select(turned, sine, cosine)
    return b.select(below, b.neg(up), up), b.select(left, b.neg(along), along)


def normal(b: Builder, words: Words, mean: Value, stdev: Value) -> list[Value]:
    """Two normal numbers from two uniform ones (Box and Muller)."""
    kind, half = mean.kind, len(words) // 2
    twice = b.mul(b.const(kind, 2), b.abs(minus_log(b, positive_fraction(b, words[:half], kind))))
    radius = b.mul(stdev, b.sqrt(twice))
    sine, cosine = sine_and_cosine(b, fraction(b, words[half:], kind, DIGITS[kind]))
    return [b.add(mean, b.mul(radius, cosine)), b.add(mean, b.mul(radius, sine))]


def bernoulli(b: Builder, words: Words, p: Value) -> list[Value]:
    return [b.lt(fraction(b, words, "double", 53), p)]


def high_product(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """The upper and lower 64 bits of a product."""
    x0, x1, y0, y1 = lower(b, x), upper(b, x), lower(b, y), upper(b, y)
    low, middle, other = b.mul(x0, y0), b.mul(x1, y0), b.mul(x0, y1)
    carried = b.add(b.add(upper(b, low), lower(b, middle)), lower(b, other))
    high = b.add(b.add(b.mul(x1, y1), b.add(upper(b, middle), upper(b, other))), upper(b, carried))
    return high, b.or_(lower(b, low), b.shl(carried, integer(b, 32)))


def integers(b: Builder, words: Words, low: Value, span: Value) -> list[Value]:
    """low + (64 random bits times span) / 2**64, for a span below 2**32. The probabilities of values differ by at most
    one part in 2**32."""
    span = lower(b, span)
    first, second = (b.mul(lower(b, each), span) for each in words)
    return [b.add(low, upper(b, b.add(second, upper(b, first))))]


def long_integers(b: Builder, words: Words, low: Value, span: Value) -> list[Value]:
    """`integers` with 128 random bits, for any span."""
    high, least = high_product(b, long_word(b, words[2:]), span)
    total = b.add(least, high_product(b, long_word(b, words[:2]), span)[0])
    carry = b.to_integer("uint64", b.lt(total, least))
    return [b.add(low, b.add(high, carry))]


def words_of_32(b: Builder, words: Words, low: Value, span: Value) -> list[Value]:
    """All integers of 32 bits."""
    return [b.add(low, lower(b, words[0]))]


def words_of_64(b: Builder, words: Words, low: Value, span: Value) -> list[Value]:
    """All integers of 64 bits."""
    return [b.add(low, long_word(b, words))]


# --- Rows --------------------------------------------------------------------------------------------------------


class Distribution(NamedTuple):
    """`values(b, words, *parameters)` makes `number` values of the dtype `result` from `words` words."""

    values: Callable[..., list[Value]]
    words: int
    number: int
    parameters: tuple[dtype, ...]
    result: dtype

    @property
    def per_counter(self) -> int:
        """The number of values from one counter."""
        return 4 // self.words * self.number


DISTRIBUTIONS: dict[str, Distribution] = {
    f"{name} {kind.spelling}": Distribution(
        function, number * (2 if kind is DOUBLE else 1), number, (kind,) * parameters, kind
    )
    for kind in DTYPE_LIST if kind.isfloat and not kind.iscomplex
    for name, function, number, parameters in (
        ("unit", unit("double" if kind is DOUBLE else "float", DIGITS[kind.spelling]), 1, 0),
        ("uniform", uniform(kind.spelling), 1, 2), ("normal", normal, 2, 2), ("exponential", exponential, 1, 1),
    )
} | {
    "bernoulli": Distribution(bernoulli, 2, 1, (DOUBLE,), BOOL),
    "integers": Distribution(integers, 2, 1, (UINT64, UINT64), UINT64),
    "long integers": Distribution(long_integers, 4, 1, (UINT64, UINT64), UINT64),
    "words": Distribution(words_of_32, 1, 1, (UINT64, UINT64), UINT64),
    "long words": Distribution(words_of_64, 2, 1, (UINT64, UINT64), UINT64),
}  # fmt: skip

WHERE = (UINT64, UINT64, UINT64)
"""The key, the position and the stream."""


def fixed(*operands: dtype, result: dtype) -> Types:
    """A typing rule with fixed dtypes. It computes in the dtype of the result, unless that is bool."""
    computing = operands[-1] if result is BOOL else result
    return lambda dtypes: Typing(operands, computing, result, tuple(range(len(operands))))


def chosen(b: Builder, which: Value, options: Sequence[Value]) -> Value:
    """The option with the number `which`."""
    result = options[0]
    for number, option in enumerate(options[1:], 1):
        result = b.select(b.eq(which, integer(b, number)), option, result)
    return result


def counter_of(b: Builder, index: Value, per_counter: int) -> tuple[Value, Value]:
    """The counter of an element, and which of its values the element is."""
    index = b.to_integer("uint64", index)
    shift = (LANES * per_counter).bit_length() - 1
    block = b.shr(index, integer(b, shift))
    lane = b.and_(index, integer(b, LANES - 1))
    which = b.and_(b.shr(index, integer(b, LANES.bit_length() - 1)), integer(b, per_counter - 1))
    return b.or_(b.shl(block, integer(b, LANES.bit_length() - 1)), lane), which


def element(given: Distribution) -> Callable[..., Value]:
    """A single element, by its index."""

    def one(b: Builder, key: Value, position: Value, stream: Value, index: Value, *parameters: Value) -> Value:
        counter, which = counter_of(b, index, given.per_counter)
        words = philox(b, key, position, stream, counter)
        groups = [words[start : start + given.words] for start in range(0, 4, given.words)]
        group = b.shr(which, integer(b, given.number.bit_length() - 1))
        taken = [chosen(b, group, each) for each in zip(*groups, strict=True)]
        of_group = b.and_(which, integer(b, given.number - 1))
        return chosen(b, of_group, given.values(b, taken, *parameters))

    return one


def group(given: Distribution, number: int) -> Callable[..., list[Value]]:
    """All values of a group of words of a counter."""
    start = number * given.words
    return lambda b, words, *parameters: given.values(b, words[start : start + given.words], *parameters)


row(
    "philox",
    4,
    fixed(*WHERE, INT64, result=UINT64),
    public=False,
    integer=lambda b, key, position, stream, index: philox(b, key, position, stream, b.to_integer("uint64", index)),
)

for _name, _given in DISTRIBUTIONS.items():
    _gives = gives_bool if _given.result is BOOL else None
    row(
        _name, 4 + len(_given.parameters), fixed(*WHERE, INT64, *_given.parameters, result=_given.result),
        public=False, real=element(_given), result=_gives, cost=40,
    )  # fmt: skip
    for _number in range(4 // _given.words):
        row(
            f"{_name} {_number}", 1 + len(_given.parameters),
            fixed(UINT64, *_given.parameters, result=_given.result), public=False,
            real=group(_given, _number), result=_gives,
        )  # fmt: skip


def pick(number: int) -> Callable[..., Value]:
    return lambda b, values: values[number]


for _number in range(2):
    row(f"value {_number}", 1, as_first, public=False, real=pick(_number))

"""Every elementwise row of `ops/arithmetic.py` against NumPy or exact Python arithmetic: all dtypes, layouts, results.

An oracle gets its operands in the dtype in which the row computes (half as float, as the kernels do) and gives the
result before it is rounded to the dtype that the facts name.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from layouts import (
    DTYPES,
    LAYOUTS,
    NUMPY,
    TARGETS,
    Sample,
    dtype_id,
    memory,
    on_device,
    place,
    read,
    sample,
    surroundings,
)
from oracles import BY_NAME, FACTS, cast, common, compare, floor_divide, rounded

import ocean
from ocean._src.core.objects.tensor import call_operation
from ocean._src.kernels import ARITHMETIC
from ocean._src.ops.dispatch import OPERATIONS, typing_of
from ocean._src.ops.table import ROWS

DATA = json.loads((Path(__file__).parents[1] / "data" / "operations.json").read_text())
BY_SPELLING = {each.spelling: each for each in DTYPES}
INTEGERS = [kind for kind in DTYPES if kind.isnumber and not kind.isfloat]
REALS = [ocean.half, ocean.float, ocean.double]
COMPLEX = [ocean.chalf, ocean.cfloat, ocean.cdouble]
Array = np.ndarray

# --- Typing ------------------------------------------------------------------------------------------------------


def in_common(kinds: tuple[ocean.dtype, ...]) -> tuple[ocean.dtype, ...]:
    kind = kinds[0]
    for other in kinds[1:]:
        kind = common(kind, other)
    return (kind,) * len(kinds)


def wider(kinds: tuple[ocean.dtype, ...]) -> tuple[ocean.dtype, ...]:
    return (kinds[0] if kinds[0].nbits >= kinds[1].nbits else kinds[1],) * 2


def floating(kinds: tuple[ocean.dtype, ...]) -> tuple[ocean.dtype, ...]:
    kind = in_common(kinds)[0]
    return (kind if kind.isfloat else ocean.double,) * len(kinds)


def power_operands(kinds: tuple[ocean.dtype, ...]) -> tuple[ocean.dtype, ...]:
    return in_common(kinds) if any(kind.isfloat for kind in kinds) else (kinds[0], ocean.int16)


def signed(kinds: tuple[ocean.dtype, ...]) -> tuple[ocean.dtype, ...]:
    return (BY_NAME[fact("unary", "negative", kinds)],)


OPERANDS: dict[str, Callable[..., tuple[ocean.dtype, ...]]] = {
    "power": power_operands, "negative": signed,
    "where": lambda kinds: (ocean.bool, *in_common(kinds[1:])),
    **dict.fromkeys(("bitwiseAnd", "bitwiseOr", "bitwiseXor"), wider),
    **dict.fromkeys(("bitshiftLeft", "bitshiftRight"), lambda kinds: (kinds[0], ocean.int8)),
    **dict.fromkeys(("logicalAnd", "logicalOr", "logicalXor", "logicalNot"), lambda kinds: (ocean.bool,) * len(kinds)),
    **dict.fromkeys(("hypot", "copysign", "heaviside"), floating),
}  # fmt: skip
"""What the operands are cast to: the common dtype, unless named here."""

COMPARISONS = ("equal", "notEqual", "less", "lessEqual", "greater", "greaterEqual")
PROMOTING = ("add", "subtract", "scale", "divide", "trueDivide", "floorDivide", "min", "max", "fmin", "fmax")
FACTS_OF = {"bitwiseOr": "bitwiseAnd", "bitwiseXor": "bitwiseAnd", "bitshiftRight": "bitshiftLeft"}
"""The facts were measured for one operation of each family."""


def fact(table: str, name: str, kinds: tuple[ocean.dtype, ...]) -> str:
    row = DATA[table][name]
    place = DATA["dtypes"].index(kinds[-1].spelling)
    return row[kinds[0].spelling][place] if table == "binary" else row[place]


def measured(name: str, kinds: tuple[ocean.dtype, ...]) -> str:
    """The name of the result's dtype, or the message of the error, for one or two operands."""
    if name in DATA["unary"]:
        return fact("unary", name, kinds)
    if name in PROMOTING:
        return FACTS["a+b"][kinds[0].spelling][kinds[1].spelling]
    if name in COMPARISONS or name.startswith("logical"):
        return "bool"
    text = fact("binary", FACTS_OF.get(name, name), kinds)
    if name in FACTS_OF:
        text = text.replace("AND", name.removeprefix("bitwise").upper()).replace("left", "right")
    return text


FACTUAL = [name for name in ROWS if name in {*DATA["unary"], *DATA["binary"], *PROMOTING, *COMPARISONS, *FACTS_OF}
           or name.startswith("logical")]  # fmt: skip


@pytest.mark.parametrize("name", FACTUAL)
def test_result_dtypes_and_refusals(name: str) -> None:
    row = ROWS[name]
    pairs = [(first, second) for first in DTYPES for second in DTYPES] if row.arity == 2 else [(k,) for k in DTYPES]
    for kinds in pairs:
        wanted = measured(name, kinds)
        if wanted in BY_NAME:
            assert typing_of(row, kinds).result.name == wanted, kinds
        else:
            with pytest.raises(ocean.OceanTypeError) as caught:
                typing_of(row, kinds)
            assert str(caught.value) == wanted, kinds


# --- Oracles -----------------------------------------------------------------------------------------------------


def wrapped(numbers: Any, kind: np.dtype) -> Array:
    """Python integers (an array of objects) modulo the width of a dtype."""
    bits, numbers = 8 * kind.itemsize, np.asarray(numbers, object)
    low = 1 << (bits - 1) if kind.kind == "i" else 0
    return (
        np.array([(int(each) + low) % (1 << bits) - low for each in numbers.ravel()], object)
        .astype(kind)
        .reshape(numbers.shape)
    )


def exactly(function: Callable[..., int]) -> Callable[..., Array]:
    """An oracle that computes every element with Python's integers."""
    table = np.frompyfunc(function, 2, 1)
    return lambda x, y: wrapped(table(x.astype(object), y.astype(object)), x.dtype)


def true_divide(x: int, y: int) -> int:
    return 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def integer_power(x: Array, y: Array) -> Array:
    modulus = 1 << (8 * x.dtype.itemsize)

    def power(base: int, exponent: int) -> int:
        if exponent >= 0:
            return pow(base, exponent, modulus)
        return {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)

    return exactly(power)(x, y)


def shift(x: int, y: int) -> int:
    return x << y if y >= 0 else x >> -y


def half_away(x: Array) -> Array:
    whole = np.trunc(x)
    with np.errstate(invalid="ignore"):
        return np.copysign(np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1, x), whole), x).astype(x.dtype)


def complex_product(x: Array, y: Array) -> Array:
    """Without fused multiplications, which NumPy uses on some machines."""
    return joined(x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real)


def joined(re: Array, im: Array) -> Array:
    result = np.empty(re.shape, np.result_type(re.dtype, np.complex64))
    result.real, result.imag = re, im
    return result


def parts(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    return lambda x: joined(function(x.real), function(x.imag))


def complex_sign(x: Array) -> Array:
    return joined(np.where(x.real == 0, np.sign(x.imag), np.sign(x.real)), np.zeros_like(x.real))


def extreme(name: str, relation: str) -> Callable[[Array, Array], Array]:
    """Of complex numbers, in lexicographic order; where one is NaN, that one or (f...) the other."""

    def choose(x: Array, y: Array) -> Array:
        numbers = np.where(compare(relation, x, y), x, y)
        if name.startswith("f"):
            return np.where(np.isnan(y), x, np.where(np.isnan(x), y, numbers))  # of two, the first
        return np.where(np.isnan(x), x, np.where(np.isnan(y), y, numbers))

    return choose


def relation(name: str) -> Callable[[Array, Array], Array]:
    return lambda x, y: compare(name, x, y)


def identity(x: Array) -> Array:
    return x


def constant(value: bool) -> Callable[[Array], Array]:
    return lambda x: np.full(x.shape, value)


def clip(x: Array, low: Array, high: Array) -> Array:
    return np.minimum(np.maximum(x, low), high)


class Oracle:
    """What a row gives for bool, integers, real and complex numbers; None where it is not defined."""

    def __init__(self, boolean: Any = None, integer: Any = None, real: Any = None, complex: Any = None) -> None:
        self.functions = {"b": boolean, "i": integer, "u": integer, "f": real, "c": complex}

    def __call__(self, kind: ocean.dtype) -> Any:
        return self.functions[NUMPY[kind].kind]


def first(x: Array, y: Array) -> Array:
    return x


def fill_nan(x: Array, y: Array) -> Array:
    return np.where(np.isnan(x), y, x)


def false(x: Array, y: Array) -> Array:
    return np.zeros(x.shape, bool)


ORACLES = {
    "copy": Oracle(identity, identity, identity, identity),
    "add": Oracle(np.logical_or, np.add, np.add, np.add),
    "subtract": Oracle(np.logical_xor, np.subtract, np.subtract, np.subtract),
    "scale": Oracle(np.logical_and, np.multiply, np.multiply, complex_product),
    "divide": Oracle(np.logical_and, floor_divide, np.divide, np.divide),
    "trueDivide": Oracle(np.logical_and, exactly(true_divide), np.divide, np.divide),
    "floorDivide": Oracle(np.logical_and, floor_divide, np.floor_divide, lambda x, y: parts(np.floor)(x / y)),
    "mod": Oracle(false, exactly(lambda x, y: x % y if y else 0), np.mod),
    "fmod": Oracle(false, exactly(lambda x, y: x - y * true_divide(x, y) if y else 0), np.fmod),
    "reciprocal": Oracle(None, lambda x: exactly(true_divide)(np.ones_like(x), x), np.reciprocal, lambda x: 1 / x),
    "conj": Oracle(identity, identity, identity, np.conj),
    "negative": Oracle(np.logical_not, np.negative, np.negative, np.negative),
    "fabs": Oracle(identity, np.abs, np.abs, lambda x: joined(np.abs(x), np.zeros_like(x.real))),
    "absolute": Oracle(identity, np.abs, np.abs, np.abs),
    "sign": Oracle(identity, np.sign, np.sign, complex_sign),
    "ceil": Oracle(identity, identity, np.ceil, parts(np.ceil)),
    "floor": Oracle(identity, identity, np.floor, parts(np.floor)),
    "trunc": Oracle(identity, identity, np.trunc, parts(np.trunc)),
    "round": Oracle(identity, identity, half_away, parts(half_away)),
    "power": Oracle(lambda x, y: x | (y == 0), integer_power, np.power, np.power),
    "square": Oracle(None, np.square, np.square, lambda x: complex_product(x, x)),
    "min": Oracle(np.logical_and, np.minimum, np.minimum, extreme("min", "lessEqual")),
    "max": Oracle(np.logical_or, np.maximum, np.maximum, extreme("max", "greaterEqual")),
    "fmin": Oracle(np.logical_and, np.minimum, np.fmin, extreme("fmin", "lessEqual")),
    "fmax": Oracle(np.logical_or, np.maximum, np.fmax, extreme("fmax", "greaterEqual")),
    "bitwiseAnd": Oracle(np.bitwise_and, np.bitwise_and),
    "bitwiseOr": Oracle(np.bitwise_or, np.bitwise_or),
    "bitwiseXor": Oracle(np.bitwise_xor, np.bitwise_xor),
    "bitwiseNot": Oracle(np.logical_not, np.invert),
    "bitshiftLeft": Oracle(lambda x, y: x & (y == 0), exactly(shift)),
    "bitshiftRight": Oracle(lambda x, y: x & (y == 0), exactly(lambda x, y: shift(x, -y))),
    "logicalAnd": Oracle(np.logical_and),
    "logicalOr": Oracle(np.logical_or),
    "logicalXor": Oracle(np.logical_xor),
    "logicalNot": Oracle(np.logical_not),
    **{name: Oracle(relation(name), relation(name), relation(name), relation(name)) for name in COMPARISONS},
    "isinf": Oracle(constant(False), constant(False), np.isinf, np.isinf),
    "isnan": Oracle(constant(False), constant(False), np.isnan, np.isnan),
    "isfinite": Oracle(constant(True), constant(True), np.isfinite, np.isfinite),
    "isposinf": Oracle(constant(False), constant(False), np.isposinf),
    "isneginf": Oracle(constant(False), constant(False), np.isneginf),
    "fillNaN": Oracle(first, first, fill_nan, fill_nan),
    "where": Oracle(np.where, np.where, np.where, np.where),
    "clip": Oracle(lambda x, y, z: (x | y) & z, clip, clip),
    "hypot": Oracle(None, None, np.hypot),
    "copysign": Oracle(None, None, np.copysign),
    "heaviside": Oracle(None, None, np.heaviside),
}  # fmt: skip

ROUNDED = {"power", "hypot"}
"""Rows whose results may be off by a few units in the last place for real numbers."""
COMPLEX_ROUNDED = {"divide", "trueDivide", "reciprocal", "power", "fabs", "absolute"}
"""... and for complex numbers."""
ANY_ZERO = {"min", "max", "fmin", "fmax", "clip", "copy"}
"""Rows that may give either of two zeros of different sign."""


def test_there_is_an_oracle_for_every_row() -> None:
    mine = set()
    elsewhere = {"cube", "root", "remainder"}  # in test_powers and test_pieces
    for name, row in ARITHMETIC.items():
        functions = [each for each in (row.real, row.integer, row.boolean) if each is not None]
        if name.startswith("numpy "):  # rows of ocean.numpy, which has tests of its own
            continue
        if (
            name in ROWS
            and name not in elsewhere
            and functions
            and functions[0].__module__ == "ocean._src.ops.arithmetic"
        ):
            mine.add(name)
    assert mine == set(ORACLES)


def result_of(name: str, kinds: tuple[ocean.dtype, ...], computing: ocean.dtype) -> ocean.dtype:
    if ROWS[name].arity < 3 and name in FACTUAL:
        return BY_NAME[measured(name, kinds)]
    return computing


def registers(array: Array, kind: ocean.dtype) -> Array:
    return array.astype(np.float32) if kind is ocean.half else array


def expected(name: str, arrays: list[Array], kinds: tuple[ocean.dtype, ...]) -> tuple[Array, ocean.dtype]:
    """The result of a row and its dtype."""
    wanted = OPERANDS.get(name, in_common)(kinds)
    if name == "fillNaN":
        wanted = (kinds[0], kinds[0])
    computing = wanted[1] if name == "where" else wanted[0]
    given = [registers(cast(a, k, w), w) for a, k, w in zip(arrays, kinds, wanted, strict=True)]
    with np.errstate(all="ignore"):
        values = ORACLES[name](computing)(*given)
    result = result_of(name, kinds, computing)
    return (values if result is ocean.bool else rounded(values, result)), result


def agree(name: str, got: Array, wanted: Array, kind: ocean.dtype) -> None:
    assert got.shape == wanted.shape and got.dtype == wanted.dtype
    real = kind.isfloat and not kind.iscomplex
    if (name in ROUNDED and real) or (
        name in COMPLEX_ROUNDED and kind.isfloat and (kind.iscomplex or name == "absolute")
    ):
        unit = float(kind.basetype.eps)
        sure = np.isfinite(wanted) & np.isfinite(got)
        np.testing.assert_array_equal(np.isnan(got), np.isnan(wanted))
        np.testing.assert_array_equal(np.abs(got[~sure]), np.abs(wanted[~sure]))
        tiny = {2: 2.0**-24, 4: 2.0**-149, 8: 2.0**-1074}[kind.basetype.size]
        bound = 4 * unit * np.abs(wanted[sure]).astype(float) + 4 * tiny
        assert (np.abs(got[sure].astype(complex) - wanted[sure]) <= bound).all()
        return
    np.testing.assert_array_equal(got, wanted)
    if real and name not in ANY_ZERO:
        sure = ~np.isnan(wanted)
        np.testing.assert_array_equal(np.signbit(got[sure]), np.signbit(wanted[sure]))


def call(name: str, *args: Any) -> Any:
    """A row as users call it, also those that have no public function."""
    if ROWS[name].public:
        return getattr(ocean, name)(*args)
    arity = ROWS[name].arity
    return call_operation(OPERATIONS[name], args[:arity], args[arity] if len(args) > arity else None)


def computing_dtype(name: str, kind: ocean.dtype) -> ocean.dtype:
    """In which dtype a row computes when all operands have one dtype."""
    return OPERANDS.get(name, in_common)((kind,) * ROWS[name].arity)[1 if name == "where" else 0]


CASES = [
    (name, kind)
    for name, oracle in ORACLES.items()
    for kind in DTYPES
    if oracle(computing_dtype(name, kind)) is not None
]


# --- Special values ----------------------------------------------------------------------------------------------


def edges(kind: ocean.dtype) -> Array:
    """The values where arithmetic goes wrong."""
    numpy = NUMPY[kind]
    if kind is ocean.bool:
        return np.array([False, True])
    if numpy.kind in "iu":
        limits = np.iinfo(numpy)
        near = [-9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 31, 63, 64, 100, 127, limits.max // 2]
        return np.array(
            [*(n for n in near if n >= limits.min), limits.min, limits.min + 1, limits.max, limits.max - 1], numpy
        )
    real = np.finfo({2: np.float16, 4: np.float32, 8: np.float64}[kind.basetype.size])
    if not kind.iscomplex:
        few = [
            0,
            0.5,
            1,
            1.5,
            2,
            2.5,
            3,
            7.25,
            np.inf,
            real.max,
            real.tiny,
            real.smallest_subnormal,
            1 / 3,
            2049,
            1 - real.epsneg,
        ]
        return np.array([*few, *(-each for each in few), np.nan], numpy)
    few = [0.0, -0.0, 1, -1.5, 3, np.inf, -np.inf, np.nan]
    grid = np.empty((len(few), len(few)), numpy)
    grid.real, grid.imag = np.meshgrid(few, few)
    return grid.ravel()


def finite(kind: ocean.dtype) -> Array:
    """Complex numbers without special parts: quotients and powers of infinities are a matter of taste."""
    few = [0.0, 1, -1.5, 3, -0.25, 100]
    grid = np.empty((len(few), len(few)), NUMPY[kind])
    grid.real, grid.imag = np.meshgrid(few, few)
    return grid.ravel()


@pytest.mark.parametrize(("name", "kind"), CASES, ids=dtype_id)
def test_special_values(name: str, kind: ocean.dtype) -> None:
    """All combinations of special values."""
    line = edges(kind)
    if kind.iscomplex and name in ("divide", "trueDivide", "floorDivide", "reciprocal", "power"):
        line = finite(kind)
    if ROWS[name].arity == 3:
        line = line[::3] if len(line) > 20 else line
    arrays = [each.ravel() for each in np.meshgrid(*[line] * ROWS[name].arity)]
    if kind.iscomplex and name in ("divide", "trueDivide", "floorDivide", "reciprocal"):
        sure = arrays[-1] != 0
        if name == "floorDivide":  # quotients far enough from integers for any order of rounding, or integers
            quotient = arrays[0].astype(complex) / np.where(sure, arrays[1], 1)
            for part in (quotient.real, quotient.imag):
                away = np.abs(part - np.round(part))
                sure &= (away > 1e-2) | (part == 0)
        arrays = [each[sure] for each in arrays]
    if kind.iscomplex and name == "power":
        sure = (np.abs(arrays[1]) < 3.5) & (arrays[0] != 0)
        arrays = [each[sure] for each in arrays]
    kinds = (kind,) * len(arrays)
    if name in ("bitshiftLeft", "bitshiftRight") and kind.size > 1:
        kinds = (kind, ocean.int8)
        arrays = [each.ravel() for each in np.meshgrid(line, edges(ocean.int8))]
    samples = [place(each, k, [k.size]) for each, k in zip(arrays, kinds, strict=True)]
    wanted, result = expected(name, [read(each.tensor) for each in samples], kinds)
    got = call(name, *(each.tensor for each in samples))
    assert got.dtype is result
    if kind.iscomplex and name == "power":
        np.testing.assert_allclose(read(got), wanted, rtol=30 * float(kind.basetype.eps), atol=float(kind.basetype.eps))
    else:
        agree(name, read(got), wanted, result)


# --- Layouts and results -----------------------------------------------------------------------------------------


def turn(number: int, options: list[Any]) -> Any:
    return options[number % len(options)]


def other_dtype(kind: ocean.dtype, number: int) -> ocean.dtype:
    options = [each for each in DTYPES if each is not kind]
    return turn(number, options)


def operand_sample(name: str, layout: str, kind: ocean.dtype, seed: int) -> Sample:
    """Complex quotients and powers of special values are compared elsewhere."""
    plain = kind.iscomplex and name in ("divide", "trueDivide", "floorDivide", "reciprocal", "power")
    return sample(layout, kind, seed=seed, special=not plain)


def loosely(name: str, got: Array, wanted: Array, kind: ocean.dtype) -> None:
    if name == "power" and kind.iscomplex:
        scale = 2e3 * float(kind.basetype.eps)
        with np.errstate(all="ignore"):
            sure = np.isfinite(wanted) & np.isfinite(got) & (np.abs(wanted) < 1e4) & (np.abs(wanted) > 1e-4)
        np.testing.assert_allclose(got[sure], wanted[sure], rtol=scale)
    elif name == "floorDivide" and kind.iscomplex:
        with np.errstate(all="ignore"):
            sure = np.isfinite(wanted) & (np.abs(wanted) < 100)
            off = np.abs(got - wanted)[sure]
        assert (off <= 1.5).all() and (off > 0).mean() < 0.1 + 0.3 * (kind is ocean.chalf)
    else:
        agree(name, got, wanted, kind)


@pytest.mark.parametrize(("name", "kind"), CASES, ids=dtype_id)
def test_layouts_and_results(name: str, kind: ocean.dtype) -> None:
    """Operands in changing layouts, with and without a result, which has the dtype or another one, in any layout."""
    arity, number = ROWS[name].arity, list(ROWS).index(name) * len(DTYPES) + kind.code
    names = list(LAYOUTS)
    for step in range(3):
        mine = [turn(7 * number + 5 * step + 3 * k, names) for k in range(arity)]
        kinds = [kind] * arity
        if name.startswith("bitshift"):
            kinds[1] = ocean.int8
        samples = [
            operand_sample(name, layout, each, step + k)
            for k, (layout, each) in enumerate(zip(mine, kinds, strict=True))
        ]
        wanted, result = expected(name, [each.values for each in samples], tuple(kinds))
        tensors = [each.tensor for each in samples]
        if step == 0:
            got = call(name, *tensors)
            assert got.dtype is result and got.size == wanted.shape
            loosely(name, read(got), wanted, result)
            continue
        stored = result if step == 1 else other_dtype(result, number)
        target = sample(turn(number + step, TARGETS), stored, seed=9).tensor
        around = surroundings(target)
        assert call(name, *tensors, target) is None
        if stored is not result and name in ROUNDED | COMPLEX_ROUNDED | {"floorDivide"} and result.isfloat:
            wanted = read(call(name, *tensors))  # compared above; here only the cast
        if stored is result:
            loosely(name, read(target), wanted, result)
        else:
            np.testing.assert_array_equal(read(target), cast(wanted, result, stored))
        np.testing.assert_array_equal(surroundings(target), around)


@pytest.mark.parametrize("name", ORACLES)
def test_results_that_share_memory_with_operands(name: str) -> None:
    """The result is an operand itself, or lies one element further, backwards, or in the other byte order over it."""
    arity = ROWS[name].arity
    kind = next(k for n, k in reversed(CASES) if n == name and not k.iscomplex)
    count = 37
    for shift_by, step in ((0, 1), (1, 1), (-1, 1), (0, -1), (0, 0)):
        array = sample("contiguous", kind, (count + 2,), seed=3).values
        base = place(array, kind, [kind.size]).tensor
        given = base[1 : count + 1]
        others = [sample("contiguous", ocean.int8 if name.startswith("bitshift") else kind, (count,), seed=4 + k)
                  for k in range(arity - 1)]  # fmt: skip
        kinds = (kind, *(each.tensor.dtype for each in others))
        wanted, result = expected(name, [array[1:-1], *(each.values for each in others)], kinds)
        if step == 0:  # the other byte order, at the same place
            target = base[1 : count + 1]
            target.byteswapped = True
        elif step < 0:
            target = base[count:0:-1]
        else:
            target = base[1 + shift_by : count + 1 + shift_by]
        if name in ROUNDED:  # compared with NumPy elsewhere
            wanted = read(call(name, place(array[1:-1], kind, [kind.size]).tensor, *(each.tensor for each in others)))
        call(name, given, *(each.tensor for each in others), target)
        np.testing.assert_array_equal(read(target), cast(wanted, result, kind))


@pytest.mark.parametrize("name", ["add", "less", "where", "absolute"])
def test_results_of_another_width_over_an_operand(name: str) -> None:
    """A narrow result over a wide operand, and a wide one over a narrow operand."""
    for kind, stored in ((ocean.double, ocean.int8), (ocean.int8, ocean.double), (ocean.cdouble, ocean.float)):
        storage = ocean.storage(640, ocean.uint8)
        storage.zero()
        operand = ocean.tensor(storage, 64, [16], [kind.size], 1, kind)
        operand.copy(ocean.arange(16))
        arrays = [read(operand).copy() for _ in range(ROWS[name].arity)]
        wanted, result = expected(name, arrays, (kind,) * len(arrays))
        target = ocean.tensor(storage, 60, [16], [stored.size], 1, stored)
        call(name, *[operand] * len(arrays), target)
        np.testing.assert_array_equal(read(target), cast(wanted, result, stored))


MIXED = [name for name in ORACLES if ROWS[name].arity == 2 and name not in ("fillNaN", "copy")]


@pytest.mark.parametrize("name", MIXED)
def test_mixed_dtypes(name: str) -> None:
    """A share of all pairs of dtypes for each row; together the rows see all of them."""
    for number in range(MIXED.index(name), len(DTYPES) ** 2, 23):
        kinds = (DTYPES[number // len(DTYPES)], DTYPES[number % len(DTYPES)])
        try:
            operands = typing_of(ROWS[name], kinds).operands
        except ocean.OceanTypeError:
            continue
        samples = [
            operand_sample(name, turn(number + k, ["contiguous", "wild", "strided"]), each, k)
            for k, each in enumerate(kinds)
        ]
        if operands[0].iscomplex:
            samples = [sample("contiguous", each, seed=k, special=False) for k, each in enumerate(kinds)]
        wanted, result = expected(name, [each.values for each in samples], kinds)
        got = call(name, *(each.tensor for each in samples))
        assert got.dtype is result, kinds
        loosely(name, read(got), wanted, result)


def test_broadcasting_pads_on_the_right() -> None:
    first, second = sample("strided", ocean.int16, (3, 1, 2)), sample("contiguous", ocean.int32, (3, 4))
    got = first.tensor + second.tensor
    assert got.size == (3, 4, 2)
    np.testing.assert_array_equal(read(got), first.values.astype(np.int32) + second.values[..., None])
    target = ocean.tensor([3, 4, 2, 2], ocean.int32)
    ocean.subtract(first.tensor, second.tensor, target)
    np.testing.assert_array_equal(read(target), np.repeat((first.values - second.values[..., None])[..., None], 2, -1))
    scalar = ocean.asTensor(3)
    assert (scalar + scalar).size == () and (scalar + first.tensor).size == (3, 1, 2)
    assert (ocean.zeros([0, 3]) + ocean.ones([1, 3])).size == (0, 3)
    assert (ocean.zeros([3]) + ocean.zeros([3, 0])).size == (3, 0)


# --- Operators and forms of operands -----------------------------------------------------------------------------

OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add, "subtract": operator.sub, "scale": operator.matmul, "divide": operator.truediv,
    "floorDivide": operator.floordiv, "mod": operator.mod, "power": operator.pow, "bitwiseAnd": operator.and_,
    "bitwiseOr": operator.or_, "bitwiseXor": operator.xor, "bitshiftLeft": operator.lshift,
    "bitshiftRight": operator.rshift, "equal": operator.eq, "notEqual": operator.ne, "less": operator.lt,
    "lessEqual": operator.le, "greater": operator.gt, "greaterEqual": operator.ge,
}  # fmt: skip
INPLACE: dict[str, Callable[..., Any]] = {
    "add": operator.iadd, "subtract": operator.isub, "scale": operator.imul, "divide": operator.itruediv,
    "floorDivide": operator.ifloordiv, "mod": operator.imod, "power": operator.ipow, "bitwiseAnd": operator.iand,
    "bitwiseOr": operator.ior, "bitwiseXor": operator.ixor, "bitshiftLeft": operator.ilshift,
    "bitshiftRight": operator.irshift,
}  # fmt: skip
LINE = [1, -2, 3, 4]


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name: str) -> None:
    """Tensors, scalars, Python numbers, lists, NumPy arrays and scalars on either side."""
    function, row = OPERATORS[name], getattr(ocean, name)
    tensor = ocean.asTensor(LINE, ocean.int32)
    for other in (
        ocean.asTensor([2, 2, 1, 3]), [2, 2, 1, 3], (2, 2, 1, 3), np.array([2, 2, 1, 3]), np.array([2, 2, 1, 3], ">i2"),
        range(1, 5), 2, True, ocean.int8(2), ocean.uint64(2), np.int16(2), ocean.asTensor(2), np.array(2), [2],
    ):  # fmt: skip
        for pair in ((tensor, other), (other, tensor)):
            got, wanted = function(*pair), row(*pair)
            assert got.dtype is wanted.dtype and got.size == wanted.size == (4,)
            assert got.asPython() == wanted.asPython()
    if not name.startswith("bit"):
        for other in (1.5, ocean.half(1.5), np.float32(1.5), [0.5, 1.0, 2.0, 1.5], np.float64(2.5)):
            for pair in ((tensor, other), (other, tensor)):
                np.testing.assert_array_equal(read(function(*pair)), read(row(*pair)))


@pytest.mark.parametrize("name", INPLACE)
def test_inplace_operators(name: str) -> None:
    """The tensor keeps its dtype, storage and identity; the computation is the one of the operator, then cast."""
    for kind in (ocean.int16, ocean.uint8, ocean.double, ocean.bool):
        if kind.isfloat and name.startswith("bit"):
            continue
        for other in (
            [3, 1, 2, 2],
            2,
            ocean.asTensor([1, 2, 2, 3], ocean.int8),
            ocean.int64(2),
            np.array([1, 1, 2, 2]),
            True,
        ):
            tensor = ocean.asTensor([5, 7, 100, 1], kind)
            before, wanted = tensor.ptr, kind(OPERATORS[name](tensor.clone(), other))
            same = INPLACE[name](tensor, other)
            assert same is tensor and tensor.ptr == before and tensor.dtype is kind
            assert tensor.asPython() == wanted.asPython()
    tensor = ocean.asTensor([5, 7, 100, 1], ocean.int16)
    tensor @= 3
    assert tensor.asPython() == [15, 21, 300, 3]


@pytest.mark.parametrize("kind", INTEGERS, ids=dtype_id)
def test_integer_division_is_exact(kind: ocean.dtype) -> None:
    """Kernels multiply by a reciprocal in floating point: quotients at, above and below integers, of all magnitudes."""
    limits, draw = np.iinfo(NUMPY[kind]), np.random.default_rng(3)
    whole = [sign * (1 << bit) + near for bit in range(limits.bits) for near in (-1, 0, 1) for sign in (1, -1)]
    edges = np.array([n for n in {*whole, limits.min, limits.max, limits.max // 3} if limits.min <= n <= limits.max],
                     limits.dtype)  # fmt: skip
    divisors = edges[(edges != 0) & (edges.astype(object) != -1)]
    with np.errstate(over="ignore"):
        quotients = draw.integers(limits.min, limits.max, len(divisors), limits.dtype) // divisors
        near = [quotients * divisors + limits.dtype.type(rest) for rest in (0, 1, limits.max, limits.max - 1)]
    values = np.concatenate([edges, *near])
    rows, columns = np.repeat(values, len(divisors)), np.tile(divisors, len(values))
    x, y = on_device(rows), on_device(columns)
    assert np.array_equal(read(x // y), rows // columns)
    assert np.array_equal(read(ocean.mod(x, y)), rows % columns)
    assert np.array_equal(read(ocean.fmod(x, y)), np.fmod(rows, columns))
    for divisor in divisors[:: max(1, len(divisors) // 25)]:  # one for all elements
        assert np.array_equal(read(x // kind(int(divisor))), rows // divisor)
        assert np.array_equal(read(ocean.mod(x, kind(int(divisor)))), rows % divisor)


def test_unary_operators() -> None:
    tensor = ocean.asTensor([1, -2, 3], ocean.int8)
    assert (-tensor).asPython() == [-1, 2, -3] and (~tensor).asPython() == [-2, 1, -4]
    assert abs(tensor).asPython() == [1, 2, 3]
    same = +tensor
    assert same.asPython() == [1, -2, 3] and same.storage == tensor.storage
    assert (-ocean.asTensor([3], ocean.uint8)).dtype is ocean.int16
    assert abs(ocean.asTensor([3 - 4j])).asPython() == [5.0]
    assert ocean.asTensor([1 + 2j]).conj().asPython() == [1 - 2j]


def test_numpy_leaves_operators_to_tensors() -> None:
    array, tensor = np.array([1.0, 2.0]), ocean.asTensor([3, 4])
    for function in OPERATORS.values():
        if function in (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift):
            continue
        assert isinstance(function(array, tensor), ocean.tensor)
        assert isinstance(function(np.float64(2), tensor), ocean.tensor)


WEAK = {"0": 0, "1": 1, "-1": -1, "127": 127, "200": 200, "-129": -129, "65535": 65535, "16777217": 16777217,
        "2**31": 2**31, "2**53": 2**53, "0.5": 0.5, "70000.0": 70000.0, "1e39": 1e39, "1j": 1j, "70000j": 70000j,
        "True": True}  # fmt: skip


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_python_numbers_beside_tensors(kind: ocean.dtype) -> None:
    """The value chooses the smallest dtype that fits, on either side and in functions; zero is not negative."""
    tensor = ocean.asTensor([1, 0], kind)
    for text, number in WEAK.items():
        wanted = FACTS["tensor+python scalar"][kind.spelling][text]
        if text == "0":
            wanted = FACTS["tensor+python scalar"][kind.spelling]["1"]
        assert (tensor + number).dtype.name == wanted, text
        assert (number + tensor).dtype.name == wanted, text
        assert ocean.max(tensor, number).dtype.name == wanted, text
    assert (ocean.asTensor([1], ocean.int64) + (2**63 - 1)).dtype is ocean.int64


FORMS = ["negative", "absolute", "floor", "isnan", "conj", "sign"]


@pytest.mark.parametrize("name", FORMS)
def test_unary_functions_take_anything_like_a_tensor(name: str) -> None:
    function = getattr(ocean, name)
    wanted = function(ocean.asTensor([1.5, -2.5])).asPython()
    for given in (
        [1.5, -2.5],
        (1.5, -2.5),
        np.array([1.5, -2.5]),
        np.array([1.5, -2.5], ">f8"),
        [np.float64(1.5), -2.5],
    ):
        assert function(given).asPython() == wanted
        target = ocean.tensor([2], function(given).dtype)
        assert function(given, target) is None and target.asPython() == wanted
        assert function(A=given, B=target) is None
    assert isinstance(function(1.5), ocean.scalar) and isinstance(function(ocean.half(1.5)), ocean.scalar)
    target = ocean.tensor([3], ocean.double)
    function(1.5, target)
    assert target.asPython() == [float(function(1.5))] * 3


# --- Choice and closeness ----------------------------------------------------------------------------------------


def test_where_and_clip_with_python_numbers() -> None:
    numbers = ocean.asTensor([1, -5, 9], ocean.int8)
    chosen = ocean.where(numbers > 0, numbers, 0)
    assert chosen.dtype is ocean.int8 and chosen.asPython() == [1, 0, 9]
    assert ocean.where(numbers > 0, 1, 0).dtype is ocean.int64
    assert ocean.where(numbers > 0, 1.5, numbers).dtype is ocean.half
    assert ocean.where(True, 2, 3.5) == 2 and ocean.where([0, 2.5], 1, 2).asPython() == [2, 1]
    assert ocean.where([True, False], [1], [[2], [3]]).size == (2, 2)
    target = ocean.tensor([3], ocean.float)
    assert ocean.where(numbers > 0, numbers, -1, target) is None and target.asPython() == [1, -1, 9]
    target.fill(0)
    assert ocean.where(A=numbers > 0, B=numbers, C=-1, D=target) is None and target.asPython() == [1, -1, 9]
    assert ocean.clip(numbers, 0, 5).asPython() == [1, 0, 5] and ocean.clip(numbers, 0, 5).dtype is ocean.int8
    assert ocean.clip([0.5, 7], 1, 2).asPython() == [1, 2]
    assert np.isnan(ocean.clip([np.nan], 1, 2).asPython()[0])
    assert ocean.clip(numbers, [0, -9, 10], [1, 1, 20]).asPython() == [1, -5, 10]
    assert ocean.clip(5, 1, 3) == 3


SPECIAL = [0.0, -0.0, 1.0, 1 + 1e-6, 1 + 1e-4, 1e-9, -1e-9, 1e300, np.inf, -np.inf, np.nan, 5.0]


@pytest.mark.parametrize("equal_nan", [False, True])
@pytest.mark.parametrize("kind", [ocean.double, ocean.float, ocean.int8, ocean.uint64, ocean.cdouble], ids=dtype_id)
def test_isclose(kind: ocean.dtype, equal_nan: bool) -> None:
    line = np.array(SPECIAL) if kind.isfloat else np.array([0, 1, 2, 100, 127])
    with np.errstate(over="ignore"):
        first, second = (each.ravel().astype(NUMPY[kind]) for each in np.meshgrid(line, line))
    if kind.iscomplex:
        second = second + 1e-7j
    for tolerances in ({}, {"rtol": 0, "atol": 1e-5}, {"rtol": 0.5}, {"atol": 0, "rtol": 1e-3}):
        with np.errstate(all="ignore"):
            wanted = np.isclose(
                first.astype(complex if kind.iscomplex else float), second, **tolerances, equal_nan=equal_nan
            )
        got = ocean.isclose(first, second, **tolerances, equal_nan=equal_nan)
        assert got.dtype is ocean.bool
        np.testing.assert_array_equal(read(got), wanted)
        assert ocean.allclose(first, second, **tolerances, equal_nan=equal_nan) is bool(wanted.all())
        near = first[wanted]
        assert ocean.allclose(near, second[wanted], **tolerances, equal_nan=equal_nan) is True


def test_isclose_takes_all_forms() -> None:
    assert ocean.isclose(1, 1 + 1e-9) == True and isinstance(ocean.isclose(1.0, 2.0), ocean.scalar)  # noqa: E712
    assert ocean.isclose([1, 2], 1).asPython() == [True, False]
    assert ocean.isclose(ocean.asTensor([2**62, 0]), 0).asPython() == [False, True]
    assert ocean.isclose([1, 2], [[1], [2]]).size == (2, 2)
    assert ocean.allclose(ocean.asTensor([250], ocean.uint8), ocean.asTensor([-6], ocean.int8)) is False
    assert ocean.allclose([], []) is True
    with pytest.raises(ocean.OceanError, match="rtol"):
        ocean.isclose([1], [1], "x")


# --- Bad input ---------------------------------------------------------------------------------------------------

BAD = [
    (lambda: ocean.zeros([2, 3]) + ocean.zeros([3, 2]), "^Incompatible sizes in broadcast: 2x3 and 3x2$"),
    (lambda: ocean.zeros([2]) + ocean.zeros([3, 2]), "^Incompatible sizes in broadcast: 2 and 3x2; .*its transpose t.T is a row of size 1x2$"),
    (lambda: ocean.add([1, 2]), r"^add\(\) is missing the argument B: add\(A, B \[,C\]\)$"),
    (lambda: ocean.negative(), r"^negative\(\) is missing the argument A: negative\(A \[,B\]\)$"),
    (lambda: ocean.add([1], [2], "w"), r"^add\(\): unexpected argument 'w'; expected C \(tensor\)$"),
    (lambda: ocean.add([1], [2], [0]), r"^add\(\): unexpected argument \[0\]; expected C \(tensor\)"),
    (lambda: ocean.power([1], [2], 3), r"unexpected argument 3; expected mode \(str\), C \(tensor\)"),
    (lambda: ocean.add([1], [2], D=3), r"^add\(\) got an unexpected keyword argument 'D'; it takes add\(A, B \[,C\]\)$"),
    (lambda: ocean.add([1], [2], C=3), r"^add\(\): C must be tensor, got 3$"),
    (lambda: ocean.add([1], [2], ocean.zeros([1]), C=ocean.zeros([1])), r"^add\(\) got two values for 'C'"),
    (lambda: ocean.add(None, [2]), "^add\\(\\): A must be a tensor, a number or like a tensor, got None$"),
    (lambda: ocean.add([1], "abc"), "^add\\(\\): B must be a tensor, a number or like a tensor, got 'abc'$"),
    (lambda: ocean.add([1], {1: 2}), "^add\\(\\): B must be"),
    (lambda: ocean.power([1.0], [2.0], "x"), r"^power\(\): expected math mode '-', 'w', 'e' or 'c', got 'x'$"),
    (lambda: ocean.power([1.0], [2.0], mode=3), r"^power\(\): mode must be str, got 3$"),
    (lambda: ocean.asTensor([1 + 1j]) % 2, '^Tensor "mod" is not defined for complex data$'),
    (lambda: ocean.fmod([1], 2j), '^Tensor "fmod" is not defined for complex data$'),
    (lambda: ocean.asTensor([1.5]) & 1, '^Tensor "bitwise AND" is only supported on integer types$'),
    (lambda: ocean.asTensor([1]) | 1.5, '^Tensor "bitwise OR" is only supported on integer types$'),
    (lambda: ~ocean.asTensor([1.5]), "^The bitwise NOT function is not available for type double on CPU$"),
    (lambda: ocean.asTensor([1.5]) << 1, '^Tensor "bitshift left" is only supported on integer input$'),
    (lambda: ocean.square([True]), "^The square function is not available for type bool on CPU$"),
    (lambda: ocean.isposinf([1j]), "^The isposinf function is not available for type complex-double on CPU$"),
    (lambda: ocean.clip([1j], 0, 1), '^Tensor "clip" is not defined for complex data$'),
    (lambda: ocean.asTensor([1]) + (1 << 64), "does not fit any integer type"),
    (lambda: ocean.zeros([2]) + object(), "unsupported operand"),
    (lambda: pow(ocean.asTensor([2]), 2, 3), "modulo"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_operands(number: int) -> None:
    action, message = BAD[number]
    with pytest.raises((ocean.OceanError, TypeError), match=message):
        action()


def test_bad_destinations_stay_as_they_are() -> None:
    given = ocean.asTensor([1.0, 2.0, 3.0])

    def refused(target: ocean.tensor, message: str, other: Any = 1) -> None:
        before = memory_of(target)
        for action in (lambda: ocean.add(given, other, target), lambda: ocean.where([True], given, other, target)):
            with pytest.raises(ocean.OceanError, match=message):
                action()
        np.testing.assert_array_equal(memory_of(target), before)

    locked = ocean.zeros([3])
    locked.readonly = True
    refused(locked, "^The destination tensor is read-only$")
    with pytest.raises(ocean.OceanError, match="The destination tensor is read-only"):
        locked += 1
    refused(ocean.zeros([2]), "^The destination tensor has size 2, expected 3$")
    refused(ocean.zeros([]), "^The destination tensor has size scalar, expected 3$")
    refused(ocean.zeros([3]), "^The destination tensor has size 3, expected 3x2$", ocean.ones([3, 2]))
    refused(ocean.zeros([1]), "^The destination tensor has size 1, expected 3$")
    refused(
        ocean.tensor(ocean.zeros([4]).storage, 0, [3, 2], [1, 1]),
        "^The destination tensor overlaps itself",
        ocean.ones([3, 2]),
    )
    zero = ocean.tensor(ocean.zeros([4]).storage, 0, [3], [0])
    refused(zero, "^Zero-stride dimensions in destination tensor must be matched by the source tensor$")
    ocean.add(ocean.asTensor([2.0]), 1, zero)
    assert zero.asPython() == [3, 3, 3]


def memory_of(tensor: ocean.tensor) -> Array:
    return memory(tensor.storage)


def test_errors_of_dtype_leave_the_destination() -> None:
    target = ocean.asTensor([7, 8])
    for action in (
        lambda: ocean.mod([1j, 2j], 2, target), lambda: ocean.bitwiseAnd([1.5, 2.5], 1, target),
        lambda: ocean.power([-1.0, 2.0], 0.5, "e", target), lambda: ocean.power([-1.0, 2.0], 0.5, "q", target),
        lambda: ocean.add([1, 2, 3], [1, 2], target),
    ):  # fmt: skip
        with pytest.raises(ocean.OceanError):
            action()
        assert target.asPython() == [7, 8]
    with pytest.raises(ocean.OceanError):
        target %= 2j
    assert target.asPython() == [7, 8]


@pytest.mark.parametrize(("expression", "text"), DATA["values"], ids=lambda each: each[:40])
def test_measured_values(expression: str, text: str) -> None:
    try:
        got = str(eval(expression, {"ocean": ocean, "nan": ocean.nan, "inf": ocean.inf}))
    except ocean.OceanError as problem:
        got = f"RuntimeError: {problem}"
    got = got.replace(f" on {ocean.getDefaultDevice().name}>", " on cpu>")
    assert got == text or (text.startswith("RuntimeError: ") and got.startswith(f"{text}: "))  # and the sizes

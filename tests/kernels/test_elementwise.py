"""Arithmetic of every dtype in every layout, one operation or several at a time, against NumPy."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest
from layouts import to_bfloat16

from ocean._src.kernels import Arithmetic, Format, Program, Step
from ocean._src.kernels.dtypes import DTYPES, PARTS, kind, part
from ocean._src.kernels.llvm.compiler import compile_kernel
from ocean._src.ops.writer import trace

pytestmark = pytest.mark.host_only("the kernels of the host")

NUMBERS = [dtype for dtype in DTYPES if dtype != "bool"]
FLOATING = ["half", "float", "double", "bfloat16", *PARTS]
ROWS, COUNT = 3, 85

LAYOUTS = {
    "contiguous": [Format("", False, "contiguous")] * 4,
    "strided": [Format("", False, "strided")] * 4,
    "swapped": [Format("", True, "contiguous")] * 4,
    "swapped strided": [Format("", True, "strided")] * 4,
    "streamed": [
        Format("", False, "nontemporal"),
        Format(""),
        Format("", True, "strided"),
        Format("", False, "uniform"),
    ],
    "mixed": [
        Format("", True, "strided"),
        Format("", False, "uniform"),
        Format("", True, "uniform"),
        Format("", False, "strided"),
    ],
    "uniform": [Format("", False, "contiguous")] + [Format("", True, "uniform")] * 3,
}


def operands(lab, layout: str, dtypes: list[str], values: list[np.ndarray], result: str) -> list:
    formats = LAYOUTS[layout]
    made = [lab.Operand(np.zeros((ROWS, COUNT)), formats[0]._replace(dtype=result), step=2)]
    for k, (dtype, value, format) in enumerate(zip(dtypes, values, formats[1:], strict=False)):
        row = -COUNT * 4 if k == 1 and format.access == "strided" else None
        made.append(lab.Operand(value, format._replace(dtype=dtype), step=(2, -1, 3)[k], row=row, offset=k))
    return made


def seen(operand, value: np.ndarray) -> np.ndarray:
    """The values as a kernel sees them: a broadcast operand repeats the first of each row."""
    return value[:, :1].repeat(COUNT, 1) if operand.format.access == "uniform" else value


def registers(dtype: str, values: np.ndarray) -> np.ndarray:
    """Values in the precision in which a dtype is computed."""
    return values.astype(np.complex64 if dtype == "chalf" else np.float32 if dtype == "half" else values.dtype)


def stored(dtype: str, values: np.ndarray) -> np.ndarray:
    if dtype == "bfloat16":
        return to_bfloat16(values)
    if part(dtype) != "half":
        return values
    with np.errstate(over="ignore"):
        if dtype == "half":
            return values.astype(np.float16)
        pairs = np.stack([values.real, values.imag], -1).astype(np.float16).astype(np.float32)
        return pairs.view(np.complex64)[..., 0]


def complex_product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Without fused multiplications, which NumPy uses on some machines."""
    result = np.empty(x.shape, x.dtype)
    result.real = x.real * y.real - x.imag * y.imag
    result.imag = x.real * y.imag + x.imag * y.real
    return result


def product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return complex_product(x, y) if x.dtype.kind == "c" else x * y


REFERENCE = {
    "add": np.add,
    "subtract": lambda x, y: x ^ y if x.dtype == bool else x - y,
    "scale": product,
    "equal": np.equal,
    "less": np.less,
}


@pytest.mark.parametrize("name", REFERENCE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_operations_exactly(lab, dtype: str, name: str) -> None:
    x, y = lab.values(dtype, ROWS, COUNT, 1), lab.values(dtype, ROWS, COUNT, 2)
    y.flat[::3] = x.flat[::3]
    result = "bool" if name in ("equal", "less") else dtype
    program = Program((dtype, dtype), (Step(name, dtype, (0, 1)),), (2,))
    for layout in ("contiguous", "swapped strided"):
        made = operands(lab, layout, [dtype, dtype], [x, y], result)
        lab.run(program, made, COUNT, ROWS)
        with np.errstate(all="ignore"):
            wanted = REFERENCE[name](registers(dtype, x), registers(dtype, y))
        np.testing.assert_array_equal(made[0].read(), stored(result, wanted))


@pytest.mark.parametrize("dtype", FLOATING)
def test_division(lab, dtype: str) -> None:
    x, y = lab.values(dtype, ROWS, COUNT, 1), lab.values(dtype, ROWS, COUNT, 2)
    program = Program((dtype, dtype), (Step("divide", dtype, (0, 1)),), (2,))
    made = operands(lab, "contiguous", [dtype, dtype], [x, y], dtype)
    lab.run(program, made, COUNT, ROWS)
    with np.errstate(all="ignore"):
        wanted = stored(dtype, registers(dtype, x) / registers(dtype, y))
    got = made[0].read()
    if dtype not in PARTS:
        np.testing.assert_array_equal(got, wanted)
        return
    # NumPy multiplies by a reciprocal, which overflows where the quotient does not, so only moderate numbers compare.
    with np.errstate(all="ignore"):
        large, small = (function(abs(y.real), abs(y.imag)) for function in (np.maximum, np.minimum))
        moderate = (large > 1e-3) & (large < 1e6) & (small < 1e6) & (abs(x) < 1e6) & np.isfinite(wanted)
    tolerance = {"chalf": 2e-3, "cfloat": 1e-5, "cdouble": 1e-13}[dtype]
    assert moderate.sum() > 20
    assert (abs(got[moderate] - wanted[moderate]) <= tolerance * abs(wanted[moderate]) + 1e-7).all()


@pytest.mark.parametrize("dtype", ["cfloat", "cdouble"])
def test_complex_division_does_not_overflow_on_the_way(lab, dtype: str) -> None:
    real = np.float32 if dtype == "cfloat" else np.float64
    large, small = np.finfo(real).max / 2, np.finfo(real).tiny * 4
    x = np.array([[large + large * 1j, small + small * 1j, large * 1j, 3 + 4j] * 3], lab.numpy[dtype])
    program = Program((dtype, dtype), (Step("divide", dtype, (0, 1)),), (2,))
    made = [lab.Operand(x, Format(dtype)) for _ in range(3)]
    lab.run(program, made, x.size, 1)
    np.testing.assert_allclose(made[0].read(), np.ones(x.shape))


def test_complex_division_by_zero_is_as_in_numpy(lab) -> None:
    x = np.array([[1 + 2j, -1 + 0j, 0j, complex("inf+1j"), complex("nan+1j"), 1j, -3 - 4j, 2 + 0j, 5j]])
    y = np.array([[0j, 0j, 0j, 0j, 0j, complex(-0.0, 0.0), complex(0.0, -0.0), -0j, 0j]])
    made = [lab.Operand(values, Format("cdouble")) for values in (x, x, y)]
    lab.run(Program(("cdouble",) * 2, (Step("divide", "cdouble", (0, 1)),), (2,)), made, x.size, 1)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(made[0].read(), x / y)


def first_formula(a, b, c):
    return 2 * a + 3 * b * c - a / b


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_fused_formula(lab, dtype: str, layout: str) -> None:
    computing = dtype if dtype in FLOATING else "double"
    program = trace(lambda *inputs: first_formula(*(each.cast(computing) for each in inputs)), *[dtype] * 3)
    small = np.random.default_rng(0).integers(1, 9, (3, ROWS, COUNT))
    values = [each.astype(lab.numpy[dtype]) for each in small]
    made = operands(lab, layout, [dtype] * 3, values, computing)
    lab.run(program, made, COUNT, ROWS)
    a, b, c = (seen(operand, value) for operand, value in zip(made[1:], values, strict=True))
    a, b, c = (registers(computing, each.astype(lab.numpy[computing])) for each in (a, b, c))
    tolerance = {"half": 4e-3, "bfloat16": 3e-2, "float": 1e-6, "double": 1e-15}[part(computing)]
    np.testing.assert_allclose(made[0].read(), stored(computing, first_formula(a, b, c)), rtol=tolerance)


@pytest.mark.parametrize("dtype", ["uint8", "half", "double", "cfloat"])
def test_every_split_of_the_loop_gives_the_same_bits(lab, dtype: str) -> None:
    computing = dtype if dtype in FLOATING else "float"
    program = trace(lambda *inputs: first_formula(*(each.cast(computing) for each in inputs)), *[dtype] * 3)
    values = [lab.values(dtype, 1, COUNT, seed) for seed in range(3)]
    made = [lab.Operand(np.zeros((1, COUNT)), Format(computing))]
    made += [lab.Operand(value, Format(dtype), offset=0) for value in values]
    lab.run(program, made, COUNT, 1)
    whole = made[0].raw().copy()
    for n0, n1 in ((1, COUNT), (5, COUNT // 5), (COUNT // 5, 5)):
        for operand in made:
            operand.strides = (operand.strides[0], operand.strides[0] * n0)
        made[0].buffer[made[0].bytes] = 0
        lab.run(program, made, n0, n1)
        np.testing.assert_array_equal(made[0].raw(), whole)


@pytest.mark.parametrize(
    ("name", "dtype"), [("exp", "double"), ("expf", "float"), ("sinf", "half"), ("fmod", "double")]
)
def test_library_calls_do_not_depend_on_the_place_in_the_row(lab, rows, monkeypatch, name: str, dtype: str) -> None:
    arity = 2 if name == "fmod" else 1
    monkeypatch.setitem(rows, "probe", Arithmetic(lambda b, *args: b.call(name, kind(dtype), *args)))
    program = Program((dtype,) * arity, (Step("probe", dtype, tuple(range(arity))),), (arity,))
    values = [lab.values(dtype, 1, COUNT, seed) for seed in range(arity)]
    results = []
    for access, step in (("contiguous", 1), ("strided", 1), ("strided", -2)):
        made = [lab.Operand(each, Format(dtype, False, access), step=step) for each in (values[0], *values)]
        lab.run(program, made, COUNT, 1)
        results.append(made[0].raw())
        made[0].buffer[made[0].bytes] = 0
        for operand in made:
            operand.strides = (0, operand.strides[0])
        lab.run(program, made, 1, COUNT)
        results.append(made[0].raw())
    for other in results[1:]:
        np.testing.assert_array_equal(results[0], other)


@pytest.mark.parametrize("layout", ["contiguous", "strided", "swapped"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_in_place(lab, dtype: str, layout: str) -> None:
    format = LAYOUTS[layout][0]._replace(dtype=dtype)
    x, y = lab.values(dtype, ROWS, COUNT, 1), lab.values(dtype, ROWS, COUNT, 2)
    program = Program((dtype, dtype), (Step("add", dtype, (0, 1)),), (2,))
    apart = [lab.Operand(values, format) for values in (x, x, y)]
    lab.run(program, apart, COUNT, ROWS)
    left, right = lab.Operand(x, format), lab.Operand(y, format)
    lab.run(program, [left, left, right], COUNT, ROWS)
    np.testing.assert_array_equal(left.raw(), apart[0].raw())
    same, other = lab.Operand(x, format), lab.Operand(x, format)
    lab.run(program, [same, same, same], COUNT, ROWS)
    lab.run(program, [other, lab.Operand(x, format), lab.Operand(x, format)], COUNT, ROWS)
    np.testing.assert_array_equal(same.raw(), other.raw())


@pytest.mark.parametrize("offset", [0, 1, 3, 4, 8, 63])
@pytest.mark.parametrize("access", ["contiguous", "nontemporal"])
def test_any_address(lab, access: str, offset: int) -> None:
    values = lab.values("double", 1, 100)
    given = lab.Operand(values, Format("double"), offset=offset)
    result = lab.Operand(np.zeros((1, 101)), Format("double", False, access))
    result.pointer += offset % 8
    compiled = compile_kernel(Program(("double",), (), (0,)), (result.format, given.format))
    lab.call(compiled, [result, given], 100, 1)
    np.testing.assert_array_equal(
        result.buffer[result.bytes[0].ravel()][offset % 8 :][:800], given.buffer[given.bytes[0].ravel()]
    )


@pytest.mark.parametrize(("n0", "n1"), [(0, 0), (0, 5), (5, 0), (1, 1), (7, 1), (8, 1), (9, 2), (16, 3), (64, 1)])
@pytest.mark.parametrize("access", ["contiguous", "strided", "nontemporal"])
def test_lengths(lab, access: str, n0: int, n1: int) -> None:
    values = lab.values("float", 4, 70)
    given = lab.Operand(values, Format("float", False, "contiguous" if access == "nontemporal" else access))
    result = lab.Operand(np.full((4, 70), 7), Format("float", False, access))
    lab.run(Program(("float",), (), (0,)), [result, given], n0, n1)
    wanted = np.full((4, 70), 7, np.float32)
    wanted[:n1, :n0] = values[:n1, :n0]
    np.testing.assert_array_equal(result.read(), wanted)


def test_nothing_is_read_when_there_are_no_elements(lab) -> None:
    kernel = compile_kernel(Program(("float",), (), (0,)), (Format("float"), Format("float", False, "uniform")))
    operand = lab.Operand(np.zeros((1, 1)), Format("float"))
    operand.pointer = 0
    lab.call(kernel, [operand, operand], 0, 3)
    lab.call(kernel, [operand, operand], 3, 0)


def test_several_outputs(lab) -> None:
    x, y = lab.values("int32", ROWS, COUNT, 1), lab.values("int32", ROWS, COUNT, 2)
    program = trace(lambda x, y: (x + y, x - y, x.row("less", y)), "int32", "int32")
    made = [lab.Operand(np.zeros((ROWS, COUNT)), Format(dtype)) for dtype in ("int32", "int32", "bool")]
    made += [lab.Operand(values, Format("int32")) for values in (x, y)]
    lab.run(program, made, COUNT, ROWS)
    for got, function in zip(made, (operator.add, operator.sub, operator.lt), strict=False):
        np.testing.assert_array_equal(got.read(), function(x, y))


@pytest.mark.parametrize("dtype", DTYPES)
def test_fill(lab, dtype: str) -> None:
    value = 1.7 - 2.9j if dtype in PARTS else 1.7 if dtype in FLOATING else 300
    result = lab.Operand(np.zeros((ROWS, COUNT)), Format(dtype, True))
    lab.run(Program((), (Step("const", dtype, (value,)),), (0,)), [result], COUNT, ROWS)
    wanted = stored(dtype, np.array(value).astype(lab.numpy[dtype]))
    np.testing.assert_array_equal(result.read(), np.full((ROWS, COUNT), wanted))


def test_an_output_is_cast_to_its_format(lab) -> None:
    given = lab.Operand(np.array([[1.5, -2.5, 300]]), Format("double"))
    result = lab.Operand(np.zeros((1, 3)), Format("uint8"))
    lab.run(Program(("double",), (), (0,)), [result, given], 3, 1)
    assert result.read().tolist() == [[1, 254, 44]]


PRIMITIVES = {
    "neg": (lambda b, x: b.neg(x), np.negative, "signed floating"),
    "abs": (lambda b, x: b.abs(x), np.abs, "signed unsigned floating"),
    "not": (lambda b, x: b.not_(x), np.invert, "boolean signed unsigned"),
    "sqrt": (lambda b, x: b.sqrt(x), np.sqrt, "floating"),
    "floor": (lambda b, x: b.floor(x), np.floor, "floating"),
    "ceil": (lambda b, x: b.ceil(x), np.ceil, "floating"),
    "trunc": (lambda b, x: b.trunc(x), np.trunc, "floating"),
    "round_even": (lambda b, x: b.round_even(x), np.rint, "floating"),
    "isnan": (lambda b, x: b.isnan(x), np.isnan, "signed floating"),
    "and": (lambda b, x, y: b.and_(x, y), np.bitwise_and, "boolean signed unsigned"),
    "or": (lambda b, x, y: b.or_(x, y), np.bitwise_or, "boolean signed unsigned"),
    "xor": (lambda b, x, y: b.xor(x, y), np.bitwise_xor, "boolean signed unsigned"),
    "ne": (lambda b, x, y: b.ne(x, y), np.not_equal, "boolean signed unsigned floating"),
    "le": (lambda b, x, y: b.le(x, y), np.less_equal, "boolean signed unsigned floating"),
    "gt": (lambda b, x, y: b.gt(x, y), np.greater, "boolean signed unsigned floating"),
    "ge": (lambda b, x, y: b.ge(x, y), np.greater_equal, "boolean signed unsigned floating"),
    "copysign": (lambda b, x, y: b.copysign(x, y), np.copysign, "floating"),
    "min": (lambda b, x, y: b.min(x, y), np.fmin, "boolean signed unsigned floating"),
    "max": (lambda b, x, y: b.max(x, y), np.fmax, "boolean signed unsigned floating"),
    "minimum": (lambda b, x, y: b.minimum(x, y), np.minimum, "boolean signed unsigned floating"),
    "maximum": (lambda b, x, y: b.maximum(x, y), np.maximum, "boolean signed unsigned floating"),
}

SAMPLES = {"boolean": ["bool"], "signed": ["int8", "int64"], "unsigned": ["uint16", "uint32"],
           "floating": ["half", "float", "double", "bfloat16"]}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "dtype"),
    [(name, dtype) for name, row in PRIMITIVES.items() for each in row[2].split() for dtype in SAMPLES[each]],
)
def test_primitives(lab, rows, monkeypatch, name: str, dtype: str) -> None:
    function, reference, _ = PRIMITIVES[name]
    monkeypatch.setitem(rows, "probe " + name, Arithmetic(function, result=lambda dtype: result))
    values = [lab.values(dtype, 1, COUNT, seed) for seed in range(2)][: getattr(reference, "nin", 1)]
    with np.errstate(all="ignore"):
        wanted = reference(*(registers(dtype, each) for each in values))
    result = "bool" if wanted.dtype == bool else dtype
    count = len(values)
    program = Program((dtype,) * count, (Step("probe " + name, dtype, tuple(range(count))),), (count,))
    made = [lab.Operand(np.zeros((1, COUNT)), Format(result)), *(lab.Operand(each, Format(dtype)) for each in values)]
    lab.run(program, made, COUNT, 1)
    np.testing.assert_array_equal(made[0].read(), stored(result, wanted))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "int64"])
def test_integer_division_and_shifts(lab, rows, monkeypatch, dtype: str) -> None:
    x = lab.values(dtype, 1, COUNT, 1)
    y = np.maximum(lab.values(dtype, 1, COUNT, 2), 1)
    shift = y % (8 * x.dtype.itemsize)
    results = {
        "idiv": np.array([int(abs(int(p)) // int(q)) * (1 if p > 0 else -1) for p, q in zip(x[0], y[0], strict=True)]),
        "irem": np.fmod(x, y)[0],
        "shl": np.left_shift(x, shift)[0],
        "shr": np.right_shift(x, shift)[0],
    }
    for name, wanted in results.items():
        monkeypatch.setitem(rows, "probe " + name, Arithmetic(lambda b, x, y, name=name: getattr(b, name)(x, y)))
        second = shift if name.startswith("sh") else y
        made = [lab.Operand(values, Format(dtype)) for values in (x, x, second)]
        lab.run(Program((dtype,) * 2, (Step("probe " + name, dtype, (0, 1)),), (2,)), made, COUNT, 1)
        np.testing.assert_array_equal(made[0].read()[0], wanted.astype(x.dtype))


@pytest.mark.parametrize("access", ["contiguous", "strided", "uniform"])
def test_library_calls(lab, rows, monkeypatch, access: str) -> None:
    monkeypatch.setitem(rows, "probe atan2", Arithmetic(lambda b, x, y: b.call("atan2", "double", x, y)))
    x, y = np.random.default_rng(0).standard_normal((2, 1, COUNT))
    formats = [Format("double"), Format("double", False, access), Format("double", True, access)]
    made = [lab.Operand(values, format) for values, format in zip((x, x, y), formats, strict=True)]
    lab.run(Program(("double",) * 2, (Step("probe atan2", "double", (0, 1)),), (2,)), made, COUNT, 1)
    wanted = [math.atan2(*pair) for pair in zip(seen(made[1], x)[0], seen(made[2], y)[0], strict=True)]
    np.testing.assert_allclose(made[0].read()[0], wanted, rtol=1e-15)


def test_fused_multiplication_only_when_asked_for(lab, rows, monkeypatch) -> None:
    monkeypatch.setitem(rows, "probe fma", Arithmetic(lambda b, x: b.fma(x, x, b.neg(b.mul(x, x)))))
    monkeypatch.setitem(rows, "probe apart", Arithmetic(lambda b, x: b.sub(b.mul(x, x), b.mul(x, x))))
    x = np.random.default_rng(0).standard_normal((1, COUNT))
    for name, wanted in (("probe fma", True), ("probe apart", False)):
        made = [lab.Operand(x, Format("double")), lab.Operand(x, Format("double"))]
        lab.run(Program(("double",), (Step(name, "double", (0,)),), (1,)), made, COUNT, 1)
        assert made[0].read().any() == wanted


def test_kinds_of_registers() -> None:
    assert [kind(dtype) for dtype in ("half", "bfloat16", "chalf", "cdouble", "uint8")] == [
        "float",
        "float",
        "float",
        "double",
        "uint8",
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["int8", "uint64", *FLOATING])
def test_long_arithmetic_is_written_once(lab, rows, monkeypatch, dtype: str, layout: str) -> None:
    """Kernels without a narrow loop give the bits that the kernels of every step give, for all lengths of rows."""

    def several(b, x, y):
        for _ in range(100):
            x = add(b, x, y)
        return x

    add = rows["add"].function(dtype)
    monkeypatch.setitem(rows, "several", Arithmetic(several, complex=several))
    long = Program((dtype, dtype), (Step("several", dtype, (0, 1)),), (2,))
    values = [lab.values(dtype, ROWS, COUNT, seed) for seed in (1, 2)]
    for count in (1, 2, 7, COUNT):
        made = operands(lab, layout, [dtype] * 2, values, dtype)
        result, x, y = made
        kernel = compile_kernel(long, tuple(operand.format for operand in made))
        assert (kernel.whole > 1) == any(
            each.format.access != "uniform" for each in (x, y)
        )  # else it is done once per row
        lab.run(long, made, count, ROWS)
        expected = registers(dtype, seen(x, values[0]))
        with np.errstate(all="ignore"):
            for _ in range(100):
                expected = expected + registers(dtype, seen(y, values[1]))
            expected = stored(dtype, expected.astype(lab.numpy[dtype]))
        np.testing.assert_array_equal(result.read()[:, :count], expected[:, :count])

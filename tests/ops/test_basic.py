"""Addition, subtraction, elementwise multiplication, division and comparison, for all dtypes, layouts and results."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from layouts import (
    DTYPES,
    LAYOUTS,
    NUMPY,
    TARGETS,
    close,
    dtype_id,
    read,
    same,
    sample,
    set_memory,
    surroundings,
)
from oracles import arithmetic, cast, common, compare

import ocean

OPERATORS = {"add": operator.add, "subtract": operator.sub, "scale": operator.matmul, "divide": operator.truediv}
INPLACE = {"add": operator.iadd, "subtract": operator.isub, "scale": operator.imul, "divide": operator.itruediv}
COMPARISONS = {
    "equal": operator.eq, "notEqual": operator.ne, "less": operator.lt, "lessEqual": operator.le,
    "greater": operator.gt, "greaterEqual": operator.ge,
}  # fmt: skip


def expected(name: str, x: np.ndarray, kind: ocean.dtype, y: np.ndarray, other: ocean.dtype) -> np.ndarray:
    computing = common(kind, other)
    return arithmetic(name, cast(x, kind, computing), cast(y, other, computing), computing)


def check(got: np.ndarray, wanted: np.ndarray, name: str, kind: ocean.dtype, x: np.ndarray, y: np.ndarray) -> None:
    """Exact, except that the products of complex numbers may round in another order."""
    if kind.iscomplex and name in ("scale", "divide"):
        with np.errstate(all="ignore"):
            scale = np.abs(x).astype(float) * np.abs(y).astype(float) if name == "scale" else np.abs(wanted)
        close(got, wanted, kind, scale)
    else:
        same(got, wanted)


def tame(kind: ocean.dtype, name: str) -> bool:
    """Whether to use special values: with complex products, infinities differ between libraries."""
    return not (kind.iscomplex and name in ("scale", "divide"))


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_every_layout(kind: ocean.dtype, name: str) -> None:
    names = list(LAYOUTS)
    for k, layout in enumerate(names):
        other = names[(k * 5 + 1 + kind.code) % len(names)]
        for size in ((5, 3, 2), (67,)):
            a, x = sample(layout, kind, size, 1, tame(kind, name))
            b, y = sample(other, kind, size, 2, tame(kind, name))
            result = OPERATORS[name](a, b)
            assert result.dtype is kind and result.size == size and not result.byteswapped
            assert result.isContiguous() and result.storage.owner
            check(read(result), arithmetic(name, x, y, kind), name, kind, x, y)
            same(read(a), x)
            same(read(b), y)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_every_pair_of_dtypes(kind: ocean.dtype, name: str) -> None:
    for other in DTYPES:
        computing = common(kind, other)
        a, x = sample("contiguous", kind, (41,), 1, tame(computing, name))
        b, y = sample("contiguous", other, (41,), 2, tame(computing, name))
        result = OPERATORS[name](a, b)
        assert result.dtype is computing
        check(read(result), expected(name, x, kind, y, other), name, computing, x, y)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_results_of_every_dtype_and_layout(kind: ocean.dtype) -> None:
    """The result never decides in which dtype is computed; it is cast at the end."""
    for k, other in enumerate(DTYPES):
        name = list(OPERATORS)[(k + kind.code) % 4]
        a, x = sample("contiguous", kind, seed=1, special=tame(kind, name))
        b, y = sample("strided", kind, seed=2, special=tame(kind, name))
        if kind.iscomplex and name in ("scale", "divide"):
            name = "add"
        wanted = cast(arithmetic(name, x, y, kind), kind, other)
        for layout in (TARGETS[k % len(TARGETS)], TARGETS[(k + 4) % len(TARGETS)]):
            into, _ = sample(layout, other, seed=3)
            around, start = surroundings(into), into.ptr
            assert getattr(ocean, name)(a, b, into) is None
            same(read(into), wanted)
            np.testing.assert_array_equal(surroundings(into), around)
            assert into.ptr == start and into.dtype is other


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_in_place(kind: ocean.dtype, name: str) -> None:
    for layout in TARGETS:
        for other in (kind, ocean.int8, ocean.cfloat):
            special = tame(common(kind, other), name)
            a, x = sample(layout, kind, seed=1, special=special)
            b, y = sample("row_major", other, seed=2, special=special)
            computing, around, before = common(kind, other), surroundings(a), a.obj
            result = INPLACE[name](a, b)
            assert result is a and a.obj == before
            wanted = expected(name, x, kind, y, other)
            if computing.iscomplex and name in ("scale", "divide") and kind is not computing:
                continue  # a real number from a rounded complex one: checked by the other cases
            check(read(a), cast(wanted, computing, kind), name, kind, x, y)
            np.testing.assert_array_equal(surroundings(a), around)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_results_that_overlap_the_input(kind: ocean.dtype) -> None:
    """As if the inputs had been copied before."""
    for first, second, into in (
        (lambda t: t, lambda t: t, lambda t: t),
        (lambda t: t.slice(0, 0, 9), lambda t: t.slice(0, 1, 9), lambda t: t.slice(0, 3, 9)),
        (lambda t: t.slice(0, 3, 9), lambda t: t.slice(0, 2, 9), lambda t: t.slice(0, 0, 9)),
        (lambda t: t.flipAxis(0), lambda t: t, lambda t: t),
        (lambda t: t.slice(0, 4), lambda t: t.flipAxis(0), lambda t: t),
        (lambda t: t.reshape(3, 4), lambda t: t.reshape(4, 3).T, lambda t: t.reshape(3, 4)),
        (lambda t: t.reshape(3, 4).slice(1, 2), lambda t: t.reshape(3, 4), lambda t: t.reshape(3, 4)),
    ):
        for layout in ("contiguous", "byteswapped"):
            tensor, _ = sample(layout, kind, (12,), special=False)
            copy = tensor.clone()
            wanted = first(copy) - second(copy)
            result = into(tensor)
            ocean.subtract(first(tensor), second(tensor), result)
            same(read(result), read(wanted.broadcastTo(result.size)))


@pytest.mark.parametrize("kind", [ocean.int16, ocean.float, ocean.chalf], ids=dtype_id)
def test_results_that_overlap_the_input_in_another_dtype(kind: ocean.dtype) -> None:
    for other in DTYPES:
        storage = ocean.storage(64, ocean.uint8)
        set_memory(storage, np.random.default_rng(other.code).integers(0, 100, 64))
        source = ocean.tensor(storage, 0, [4], None, 1, kind)
        target = ocean.tensor(storage, 2, [3], None, 1, other)
        part = source.slice(0, 0, 3)
        wanted = cast(arithmetic("add", read(part), read(part), kind), kind, other)
        ocean.add(part, part, target)
        np.testing.assert_array_equal(read(target), wanted)


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_comparison(kind: ocean.dtype, name: str) -> None:
    names = list(LAYOUTS)
    for k, layout in enumerate(names):
        a, x = sample(layout, kind, seed=1)
        b, y = sample(names[(k * 7 + 3) % len(names)], kind, seed=2)
        y = np.where(np.arange(y.size).reshape(y.shape) % 3 == 0, x, y)
        if names[(k * 7 + 3) % len(names)] in TARGETS:
            b.copy(y.astype(np.complex128) if kind.iscomplex else y)
        else:
            y = read(b)
        result = COMPARISONS[name](a, b)
        assert result.dtype is ocean.bool
        np.testing.assert_array_equal(read(result), compare(name, x, y))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_comparison_of_every_pair_of_dtypes(kind: ocean.dtype) -> None:
    for k, other in enumerate(DTYPES):
        computing = common(kind, other)
        a, x = sample("contiguous", kind, (41,), 1)
        b, y = sample("contiguous", other, (41,), 2)
        for name in (list(COMPARISONS)[(k + kind.code) % 6], "less"):
            result = COMPARISONS[name](a, b)
            np.testing.assert_array_equal(
                read(result), compare(name, cast(x, kind, computing), cast(y, other, computing))
            )


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_python_numbers(kind: ocean.dtype) -> None:
    tensor, x = sample("contiguous", kind, special=False)
    for value in (2, -3, 0, True, 1.5, 2j, 300, 70000.0, 2**40):
        for name in OPERATORS:
            right = OPERATORS[name](tensor, value)
            computing = right.dtype
            number = np.array(value)
            strong = {"b": ocean.bool, "i": ocean.int64, "f": ocean.double, "c": ocean.cdouble}[number.dtype.kind]
            y = cast(np.full(x.shape, number), strong, computing)
            wide = cast(x, kind, computing)
            check(read(right), arithmetic(name, wide, y, computing), name, computing, wide, y)
            left = OPERATORS[name](value, tensor)
            assert left.dtype is computing
            if name != "divide" or not computing.iscomplex:
                check(read(left), arithmetic(name, y, wide, computing), name, computing, wide, y)


def test_broadcasting_pads_on_the_right() -> None:
    matrix, vector = ocean.zeros([3, 4]), ocean.asTensor([1, 2, 3])
    assert (matrix + vector).asPython() == [[1, 2, 3]] * 4
    assert (matrix + ocean.asTensor([1, 2, 3, 4]).T).asPython("C") == [[1, 2, 3, 4]] * 3
    assert (vector + ocean.asTensor([10, 20]).T).asPython() == [[11, 12, 13], [21, 22, 23]]
    assert (matrix + [1, 2, 3]).size == (3, 4) == ([1, 2, 3] + matrix).size
    assert (ocean.ones([0, 3]) + ocean.ones([1, 3])).size == (0, 3) and (ocean.ones([0]) + 1).size == (0,)
    assert (ocean.asTensor(1) + ocean.asTensor(2)).isScalar()
    into = ocean.zeros([3, 2, 2])
    ocean.add(vector, [[1], [2]], into)
    assert into.asPython() == [[[2, 3, 4], [3, 4, 5]]] * 2


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda t: t + ocean.zeros([2]), "Incompatible sizes in broadcast"),
        (lambda t: t + ocean.zeros([3, 4]), "Incompatible sizes in broadcast"),
        (lambda t: t + [1, 2], "Incompatible sizes in broadcast"),
        (lambda t: ocean.add(t, t, ocean.zeros([3])), "The destination tensor has size 3, expected 3x2"),
        (lambda t: ocean.add(t, t, ocean.zeros([])), "The destination tensor has size scalar, expected 3x2"),
        (lambda t: t.slice(1, 0).__iadd__(t), "The destination tensor has size 3x1, expected 3x2"),
        (lambda t: ocean.add(t), r"add"),
        (lambda t: ocean.add(t, t, 5), "add"),
        (lambda t: ocean.add(t, t, t, t), "add"),
        (lambda t: ocean.add(t, "x"), r"^add\(\): B must be a tensor, a number or like a tensor, got 'x'$"),
        (lambda t: ocean.add(None, t), r"^add\(\): A must be a tensor, a number or like a tensor, got None$"),
        (lambda t: ocean.add(t, 10**400), r"^The integer of 1329 bits does not fit dtype double$"),
        (lambda t: t + [["x"]], "Invalid data type for data parameter: str"),
    ],
)
def test_impossible_operations_change_nothing(action: Any, message: str) -> None:
    tensor = ocean.ones([3, 2])
    with pytest.raises(ocean.OceanError, match=message):
        action(tensor)
    assert tensor.asPython() == [[1, 1, 1]] * 2


def test_operators_leave_strangers_to_python() -> None:
    tensor = ocean.ones([2])
    for stranger in ("x", None, {}, object()):
        for apply in (operator.add, operator.matmul, operator.lt):
            with pytest.raises(TypeError, match="not supported between|unsupported operand"):
                apply(tensor, stranger)
        assert (tensor == stranger) is False and (tensor != stranger) is True

    class Friend:
        def __radd__(self, other: Any) -> str:
            return "friend"

    assert tensor + Friend() == "friend"
    with pytest.raises(TypeError, match="unhashable"):
        hash(tensor)


def test_integer_division() -> None:
    assert (ocean.asTensor([-7, 7, -8]) / 2).asPython() == [-4, 3, -4]
    assert (ocean.asTensor([7, -7]) / -2).asPython() == [-4, 3]
    assert (ocean.asTensor([1, -1, 0]) / 0).asPython() == [0, 0, 0]
    for kind in (ocean.int8, ocean.int16, ocean.int32, ocean.int64):
        lowest = ocean.asTensor([kind.min, kind.min, kind.max])
        assert (lowest / kind(-1)).asPython() == [kind.min, kind.min, -kind.max.asPython()]
    assert str(ocean.asTensor([1.0, -1.0, 0.0]) / 0).splitlines()[0] == "    inf  -inf   nan"
    assert (ocean.asTensor([True, False]) / True).asPython() == [True, False]


def test_typed_scalars_are_strong() -> None:
    tensor = ocean.ones([2], ocean.int8)
    assert (tensor + ocean.double(1)).dtype is ocean.double and (tensor + 1.0).dtype is ocean.half
    assert (ocean.uint16(1) + tensor).dtype is ocean.int32
    assert (tensor + [1]).dtype is ocean.int64


def test_without_automatic_casting_or_broadcasting() -> None:
    a, b = ocean.asTensor([1, 2, 3], ocean.double), ocean.asTensor([1, 2, 3], ocean.int8)
    assert (a + b).dtype is ocean.double
    ocean.setAutoTypecast(False)
    for action in (lambda: a + b, lambda: b + 0.5, lambda: b + 200, lambda: b + [1]):
        with pytest.raises(RuntimeError, match=r"Tensor data type mismatch \(automatic type casting is disabled\)"):
            action()
    assert (a + 1).asPython() == (a + 1.0).asPython() == [2, 3, 4] and (b + 1).dtype is ocean.int8
    assert (b + ocean.int8([1])).asPython() == [2, 3, 4]
    ocean.setAutoTypecast(True)
    ocean.setAutoBroadcast(False)
    assert (a + 1).asPython() == [2, 3, 4] and (a + ocean.asTensor(1)).asPython() == [2, 3, 4]
    with pytest.raises(
        RuntimeError, match=r"Mismatch in tensor dimensions \(automatic broadcasting of tensor dimensions is"
    ):
        a + [1]
    ocean.setAutoBroadcast(True)
    assert (a + [1]).asPython() == [2, 3, 4]


def test_results_lie_in_memory_as_their_operands_do() -> None:
    row = ocean.asTensor(np.zeros((50, 40), np.float32))
    assert (row + row).strides == (160, 4) and (row + 1).strides == (160, 4)
    assert (row.T + 1).strides == (4, 160) and (ocean.zeros([5, 4]) + 1).isFortran()
    assert (row + row.T.T).strides == (160, 4)
    mixed = ocean.zeros([3, 4, 5]).permuteAxes([1, 2, 0])
    assert [abs(s) for s in (mixed + mixed).strides] == list(mixed.strides)


def test_larger_work_than_one_piece() -> None:
    """Threads, blocks and pieces: every path of the loops, against NumPy."""
    random = np.random.default_rng(5)
    x, y = random.standard_normal((700, 300)), random.standard_normal((300, 700)).astype(np.float32)
    a, b = ocean.asTensor(x), ocean.asTensor(y)
    np.testing.assert_array_equal(read(a + b.T), x + y.T)
    np.testing.assert_array_equal(read(b.reverseAxes().flipAxis(0) - a), y.T[::-1] - x)
    swapped = ocean.asTensor(x.astype(">f8"))
    np.testing.assert_array_equal(read(swapped.T @ b), x.T * y)
    into = ocean.tensor([300, 700], "C", ocean.half)
    ocean.divide(swapped.T, b, into)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(read(into), (x.T / y.astype(np.float64)).astype(np.float16))
    cube = random.integers(-99, 99, (40, 50, 60)).astype(np.int8)
    c = ocean.asTensor(cube)
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)):
        np.testing.assert_array_equal(
            read(c.permuteAxes(order) + ocean.int16(1)), cube.transpose(order).astype(np.int16) + 1
        )
        target = ocean.tensor(list(cube.transpose(order).shape), ocean.cfloat)
        target.copy(c.permuteAxes(order))
        np.testing.assert_array_equal(read(target), cube.transpose(order))
    vector = random.standard_normal(1_000_003)
    np.testing.assert_array_equal(read(ocean.asTensor(vector) + vector[::-1]), vector + vector[::-1])
    assert NUMPY[ocean.double] == vector.dtype


def test_a_negative_number_beside_uint64_has_no_bits() -> None:
    bits = ocean.asTensor([1, 2], ocean.uint64)
    with pytest.raises(TypeError) as caught:
        bits & -1
    assert caught.value.__notes__ == ["Beside uint64 a negative number is a double; int64(-1) keeps its bits."]
    assert (bits & ocean.int64(-1)).asPython() == [1, 2]

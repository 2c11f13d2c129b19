"""Making tensors: filled ones, values in nested lists, diagonals and ranges."""

from __future__ import annotations

import itertools
import math
from array import array
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, NUMPY, dtype_id, read, same
from oracles import cast

import ocean
import ocean.numpy


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_zeros_ones_full(kind: ocean.dtype) -> None:
    for make, value in (
        (lambda *args, **named: ocean.zeros(*args, **named), 0),
        (lambda *args, **named: ocean.ones(*args, **named), 1),
        (lambda size, *args, **named: ocean.full(size, 100, *args, **named), 100),
    ):
        for size in ([], 3, [2, 3], (2, 0), [1] * 8):
            tensor = make(size, kind)
            shape = (size,) if isinstance(size, int) else tuple(size)
            assert tensor.dtype is kind and tensor.size == shape and tensor.isFortran()
            wanted = cast(np.full(shape, value, np.int64), ocean.int64, kind)
            same(read(tensor), wanted)
            assert make(size, ocean.cpu, kind).dtype is kind and make(size, dtype=kind, device=ocean.cpu).dtype is kind
    assert ocean.full([3], kind(1)).dtype is kind


def test_full_takes_its_dtype_from_a_typed_value() -> None:
    assert ocean.full([3], np.float32(2)).dtype is ocean.float
    assert ocean.full([3], ocean.asTensor(3, ocean.int8)).dtype is ocean.int8
    assert ocean.full([3], 1j, ocean.chalf).asPython() == [1j] * 3
    for value in ("x", None, [1, 2], {}):
        with pytest.raises(TypeError, match=r"full\(\): expected a number or scalar, got"):
            ocean.full([3], value)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_like(kind: ocean.dtype) -> None:
    source = ocean.tensor([2, 3], "C", kind)
    assert ocean.tensorLike(source).size == (2, 3) and ocean.tensorLike(source).isFortran()
    for make, value in ((ocean.zerosLike, 0), (ocean.onesLike, 1), (lambda t: ocean.fullLike(t, 2), 2)):
        result = make(source)
        assert result.dtype is kind and result.storage != source.storage
        same(read(result), cast(np.full((2, 3), value), ocean.int64, kind))
    assert ocean.zerosLike([[1, 2]]).size == (2, 1) and ocean.onesLike(np.zeros((2, 1), np.int8)).dtype is ocean.int8


def test_impossible_sizes() -> None:
    for make in (ocean.zeros, ocean.ones, lambda size: ocean.full(size, 1)):
        for size, message in (
            ([-1], "must be nonnegative"),
            ([2.5], "Expected an integer size, got 2.5"),
            ("ab", "Expected an integer size, got 'ab'"),
            ([2] * 65, r"exceeded \(64\)"),
            ([1 << 63], "does not fit 64 bits"),
            ([1 << 40] * 3, "exceeds 64-bit addresses"),
        ):
            with pytest.raises(ocean.OceanError, match=message):
                make(size)
    with pytest.raises(TypeError, match="unexpected argument 5"):
        ocean.zeros([2], 5)


# --- asTensor ----------------------------------------------------------------------------------------------------

NUMBERS = st.one_of(st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.complex_numbers(allow_nan=False))


def python_dtype(values: list[Any]) -> ocean.dtype:
    kinds = set(map(type, values))
    if complex in kinds:
        return ocean.cdouble
    if float in kinds or (any(v >= 2**63 for v in values) and any(v < 2**63 and type(v) is int for v in values)):
        return ocean.double
    if kinds == {bool}:
        return ocean.bool
    return ocean.uint64 if any(v >= 2**63 for v in values) else ocean.int64


@given(st.lists(NUMBERS, min_size=1, max_size=5))
@settings(max_examples=150)
def test_flat_lists(values: list[Any]) -> None:
    kind = python_dtype(values)
    for data in (values, tuple(values), iter(values)):
        tensor = ocean.asTensor(data)
        assert tensor.dtype is kind and tensor.size == (len(values),)
        np.testing.assert_array_equal(read(tensor), np.array(values).astype(NUMPY[kind]) if kind.isfloat else values)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=5), st.sampled_from(["F", "C", "R", "f", "c", "r", None]))
def test_nested_lists_fill_from_the_innermost_dimension(size: list[int], order: str | None) -> None:
    array = np.arange(math.prod(size)).reshape(size[::-1])  # outermost list first
    wanted = array.T
    if order in ("C", "c"):
        wanted = array
    elif order in ("R", "r"):
        wanted = wanted.swapaxes(0, 1) if len(size) > 1 else wanted[None] if len(wanted) != 1 else wanted.reshape(())
    tensors = [ocean.asTensor(array.tolist(), *([order] if order else []), kind) for kind in (ocean.int16, ocean.int64)]
    deep = [ocean.int16(number) for number in array.ravel().tolist()]  # typed scalars take the slow way
    for length in size[:-1]:
        deep = [deep[k : k + length] for k in range(0, len(deep), length)]
    tensors.append(ocean.asTensor(deep, *([order] if order else [])))
    for tensor in tensors:
        np.testing.assert_array_equal(read(tensor), wanted)
        assert tensor.isFortran() and tensor.dtype in (ocean.int16, ocean.int64)


def test_what_lists_may_contain() -> None:
    array, tensor = np.array([1, 2, 3], np.int8), ocean.asTensor([4, 5, 6], ocean.uint8)
    result = ocean.asTensor([array, tensor, [7, 8, 9], range(3), (1, 2, 3), iter([3, 2, 1]), memoryview(array)])
    assert result.dtype is ocean.int64 and result.size == (3, 7)
    assert result.asPython() == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, 1, 2], [1, 2, 3], [3, 2, 1], [1, 2, 3]]
    assert ocean.asTensor([array, tensor]).dtype is ocean.int16
    assert ocean.asTensor([ocean.int8(1), np.float32(2)]).dtype is ocean.float
    assert ocean.asTensor([np.array(5, np.int8), ocean.asTensor(6, ocean.int8), ocean.int8(7)]).asPython() == [5, 6, 7]
    assert ocean.asTensor([tensor.storage, [1, 2, 3]]).size == (3, 2)
    assert ocean.asTensor([ocean.zeros([2, 3]), ocean.ones([2, 3])]).size == (2, 3, 2)
    assert ocean.asTensor([[True, 2], [3.5, 1j]]).dtype is ocean.cdouble
    assert ocean.asTensor(x * x for x in range(3)).asPython() == [0, 1, 4]
    ocean.asTensor([tensor])  # a copy
    result = ocean.asTensor([tensor])
    result.zero()
    assert tensor.asPython() == [4, 5, 6]


def test_nothing_in_lists() -> None:
    for data, size in (([], (0,)), ([[]], (0, 1)), ([[], []], (0, 2)), (range(0), (0,)), ([[[]]], (0, 1, 1))):
        tensor = ocean.asTensor(data)
        assert tensor.size == size and tensor.dtype is ocean.bool
        assert ocean.asTensor(data, ocean.float).dtype is ocean.float
    assert ocean.asTensor([[], [1]], 7).asPython() == [[7], [1]]


def test_padding() -> None:
    assert ocean.asTensor([[1], [2, 3], [4, 5, 6]], 0).asPython() == [[1, 0, 0], [2, 3, 0], [4, 5, 6]]
    assert ocean.asTensor([[1], [2, 3]], ocean.half(1.5), ocean.float).asPython() == [[1, 1.5], [2, 3]]
    assert ocean.asTensor([[1], [2, 3]], 1.5).asPython() == [[1, 1], [2, 3]]  # the dtype is that of the data
    assert ocean.asTensor([[1], [2, 3]], np.int8(9), "R").asPython() == [[1, 2], [9, 3]]
    assert ocean.asTensor([range(5), range(3)], 0, "R", ocean.int8).asPython("R") == [[0, 1, 2, 3, 4], [0, 1, 2, 0, 0]]
    full = [ocean.full([3, 1], 1), ocean.full([2, 5], 2), ocean.full([2, 3], 3)]
    padded = ocean.asTensor(full, 0)
    assert padded.size == (3, 5, 3)
    for k, (rows, columns) in enumerate(((3, 1), (2, 5), (2, 3))):
        wanted = np.zeros((3, 5))
        wanted[:rows, :columns] = k + 1
        np.testing.assert_array_equal(read(padded)[:, :, k], wanted)
    assert ocean.asTensor([[[1, 2]], [[3], [4, 5, 6]]], -1).size == (3, 2, 2)


def nested(depth: int) -> Any:
    """A number in lists of this depth."""
    return [nested(depth - 1)] if depth else 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1, 2], [3]], "Incompatible size at dimension 2 expected 2 got 1"),
        ([[[1], [2]], [[1], [2], [3]]], "Incompatible size at dimension 2 expected 2 got 3"),
        ([[1], 2], "Incompatible number of dimensions in nested data: expected 1 got 0"),
        ([1, [2]], "Incompatible number of dimensions in nested data: expected 0 got 1"),
        ([ocean.zeros([2]), ocean.zeros([3])], "Incompatible size at dimension 0 of the tensors expected 2 got 3"),
        ([[ocean.zeros([2, 3])], [ocean.zeros([2, 4])]], "size at dimension 1 of the tensors expected 3 got 4"),
        ([[], [1]], "Incompatible size at dimension 2 expected 0 got 1"),
        ([[ocean.zeros([2])], [ocean.zeros([2])] * 2], "Incompatible size at dimension 2 expected 1 got 2"),
        ("abc", "Invalid data type for data parameter: str"),
        (["abc"], "Invalid data type for data parameter: str"),
        ([1, None], "Invalid data type for data parameter: NoneType"),
        ({"a": 1}, "Invalid data type for data parameter: dict"),
        ({1, 2}, "Invalid data type for data parameter: set"),
        (None, "Invalid data type for data parameter: NoneType"),
        (object(), "Invalid data type for data parameter: object"),
        (2**64, "The integer 18446744073709551616 does not fit 64 bits"),
        ([1, -(2**70)], "does not fit 64 bits"),
        (nested(65), r"exceeded \(64\)"),
        ([ocean.zeros([1] * 64)], r"exceeded \(64\)"),
    ],
)
def test_impossible_data(data: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        ocean.asTensor(data)


def test_data_that_contains_itself() -> None:
    loop: list[Any] = []
    loop.append(loop)
    wide: list[Any] = [1]
    wide.append(wide)
    many: list[Any] = []
    many += [many] * 100
    hidden: list[Any] = [ocean.int8(1), []]
    hidden[1].append(hidden)
    for data in (loop, wide, many, hidden, (1, loop), iter([many])):
        with pytest.raises(ValueError, match="The data contains itself"):
            ocean.asTensor(data)
    for size in (loop, [2, loop]):
        with pytest.raises(TypeError, match="Expected an integer size, got"):
            ocean.arange(6).reshape(size)
        with pytest.raises(TypeError, match="Expected an integer shape, got"):
            ocean.numpy.arange(6).reshape(size)
    deep: Any = ocean.int8(1)
    for _ in range(100):
        deep = [deep]
    with pytest.raises(ValueError, match="nested too deeply"):
        ocean.asTensor(deep)


def test_data_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocean._src.tensor.nested, "MOST_ITEMS", 1000)
    for data in (itertools.count(), [itertools.count()], itertools.repeat(1.5), (x for x in itertools.count())):
        with pytest.raises(ValueError, match="more than 1000 items and may be endless"):
            ocean.asTensor(data)
    assert ocean.asTensor(iter(range(1000))).nelem == 1000
    with pytest.raises(MemoryError):
        ocean.asTensor(range(1 << 52))
    for data in (range(5, 100000, 3), range(10, -10, -4), range(2**63, 2**63 + 2)):
        assert ocean.asTensor(data).asPython() == list(data)


def test_lists_that_change_while_they_are_read() -> None:
    class Changing:
        def __iter__(self) -> Any:
            numbers.append(4)
            return iter([1, 2, 3])

    numbers = [1, 2, 3]
    with pytest.raises(ValueError, match="Incompatible"):
        ocean.asTensor([Changing(), numbers])


def test_as_tensor_of_tensors() -> None:
    source = ocean.asTensor([[1, 2, 3], [4, 5, 6]])
    shallow = ocean.asTensor(source)
    assert shallow.storage == source.storage and shallow.obj != source.obj
    assert ocean.asTensor(source, ocean.cpu, ocean.int64).storage == source.storage
    for deep in (
        ocean.asTensor(source, True),
        ocean.asTensor(source, deepcopy=True),
        ocean.asTensor(source, ocean.int8),
    ):
        assert deep.storage != source.storage and deep.asPython() == source.asPython()
    assert ocean.asTensor(source, "C").size == (2, 3) and ocean.asTensor(source, "R").isFortran()
    assert ocean.asTensor(source.storage).asPython() == [1, 2, 3, 4, 5, 6]
    assert ocean.asTensor(source.storage).storage == source.storage
    for options, message in (((5,), "unexpected argument 5"), (("X",), "Expected order 'F', 'C' or 'R', got 'X'")):
        with pytest.raises(ocean.OceanError, match=message):
            ocean.asTensor(source, *options)


def test_as_tensor_of_numbers() -> None:
    for value, kind in (
        (True, ocean.bool), (3, ocean.int64), (2**63, ocean.uint64), (1.5, ocean.double), (1j, ocean.cdouble),
        (np.int8(3), ocean.int8), (np.float16(3), ocean.half), (np.complex64(3), ocean.cfloat), (ocean.uint16(3), ocean.uint16),
    ):  # fmt: skip
        tensor = ocean.asTensor(value)
        assert tensor.isScalar() and tensor.dtype is kind and tensor.asScalar() == value
        assert ocean.asTensor(value, ocean.cfloat, ocean.cpu).dtype is ocean.cfloat
    for wrong in (2**64, -(2**63) - 1, 10**400, -(10**5000)):
        for data in (wrong, [wrong], [1, wrong], [[1.5], [wrong]]):
            with pytest.raises(ValueError, match="The integer .* does not fit 64 bits"):
                ocean.asTensor(data)


# --- Diagonals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [-3, -1, 0, 1, 2])
def test_diag(index: int) -> None:
    for kind in DTYPES:
        tensor = ocean.diag(ocean.ones([3], kind), index)
        assert tensor.dtype is kind
        same(read(tensor), cast(np.diag([1, 1, 1], index), ocean.int64, kind))
    assert ocean.diag([1, 2], index, ocean.half, ocean.cpu).dtype is ocean.half
    assert ocean.diag([], index).size == (abs(index), abs(index))


@given(st.integers(0, 4), st.none() | st.integers(0, 4), st.none() | st.integers(-5, 5))
def test_eye(rows: int, columns: int | None, index: int | None) -> None:
    args = [each for each in (rows, columns, index) if each is not None] if columns is not None else [rows]
    shift = index or 0 if columns is not None else 0
    np.testing.assert_array_equal(read(ocean.eye(*args, ocean.int8)), np.eye(rows, columns, shift))


def test_impossible_diagonals() -> None:
    for make, message in (
        (lambda: ocean.diag([[1, 2]]), r"diag\(\) takes a vector, got a tensor with 2 dimensions"),
        (lambda: ocean.diag(5), "got a tensor with 0 dimensions"),
        (lambda: ocean.diag([1], 1.5), "unexpected argument 1.5"),
        (lambda: ocean.diag([1], 1 << 62), "exceeds 64-bit addresses"),
        (lambda: ocean.diag([1], 1 << 70), "The index .* does not fit 64 bits"),
        (lambda: ocean.eye(-1), "must be nonnegative"),
        (lambda: ocean.eye(2, -1), "must be nonnegative"),
        (lambda: ocean.eye(1.5), "Expected an integer number of rows, got 1.5"),
        (lambda: ocean.eye(2, 2, 1 << 70), "does not fit 64 bits"),
        (lambda: ocean.eye(2, 2, 2, 2), "unexpected argument 2"),
    ):
        with pytest.raises(ocean.OceanError, match=message):
            make()


# --- Ranges ------------------------------------------------------------------------------------------------------


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-7, 7).filter(bool))
def test_whole_ranges(start: int, stop: int, step: int) -> None:
    wanted = list(range(start, stop, step))
    tensor = ocean.arange(start, stop, step)
    assert tensor.dtype is ocean.int64 and tensor.asPython() == wanted
    assert ocean.arange(stop).asPython() == list(range(stop))
    assert ocean.arange(start, stop).asPython() == list(range(start, stop))
    assert ocean.arange(start, stop, step, ocean.half).asPython() == wanted


@given(st.floats(-100, 100), st.floats(-100, 100), st.floats(0.25, 10) | st.floats(-10, -0.25))
def test_ranges_of_floats(start: float, stop: float, step: float) -> None:
    tensor = ocean.arange(start, stop, step)
    wanted = np.array([start + i * step for i in range(max(0, math.ceil((stop - start) / step)))])
    assert tensor.dtype is ocean.double
    np.testing.assert_array_equal(read(tensor), wanted)


def test_ranges_of_every_dtype() -> None:
    for kind in DTYPES:
        if kind is not ocean.bool:
            same(read(ocean.arange(5, kind)), np.arange(5).astype(NUMPY[kind]))
    assert ocean.arange(2, ocean.bool).asPython() == [False, True]
    assert ocean.arange(0, 4, 0.5, ocean.int8).asPython() == [0, 0, 1, 1, 2, 2, 3, 3]
    top = 2**64 - 1
    assert ocean.arange(top - 3, top, ocean.uint64).asPython() == [top - 3, top - 2, top - 1]
    assert ocean.arange(top, 2**63, -(2**62), ocean.uint64).asPython() == [top, top - 2**62]
    assert ocean.arange(-(2**63), 2**63 - 1, 2**62).asPython() == list(range(-(2**63), 2**63 - 1, 2**62))
    assert ocean.arange(-(2**63), top, 2**62, ocean.double).asPython() == [
        float(k) for k in range(-(2**63), top, 2**62)
    ]
    assert ocean.arange(10, 20, ocean.inf).asPython() == [10] and ocean.arange(10, 20, -ocean.inf).asPython() == []
    assert ocean.arange(np.int8(3)).asPython() == [0, 1, 2] == ocean.arange(ocean.int8(3)).asPython()
    assert ocean.arange(True).asPython() == [0] and ocean.arange(5, 0).isEmpty()
    assert ocean.arange(start=1, stop=4, step=2, dtype=ocean.float).asPython() == [1, 3]
    assert ocean.arange(0, 300, 1000, ocean.uint8).asPython() == [0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: ocean.arange(200, 280, 20, ocean.uint8),
            r"The stop value \(260\) is out of range for data type uint8",
        ),
        (lambda: ocean.arange(-1, 2, ocean.uint8), r"The start value \(-1\) is out of range for data type uint8"),
        (
            lambda: ocean.arange(0, 70001, 10, ocean.half),
            r"The stop value \(70000\) is out of range for data type half",
        ),
        (lambda: ocean.arange(3, ocean.bool), r"The stop value \(2\) is out of range for data type bool"),
        (lambda: ocean.arange(2**63, 2**63 + 2), r"\(9223372036854775808\) is out of range for data type int64"),
        (lambda: ocean.arange(0.0, 1e40, 4e39, ocean.float), r"\(8.000000e\+39\) is out of range for data type float"),
        (lambda: ocean.arange(0, 5, 0), "the step must not be 0"),
        (lambda: ocean.arange(0, ocean.nan), "no value NaN"),
        (lambda: ocean.arange(0, ocean.inf), "the range from 0 to inf has no end"),
        (lambda: ocean.arange(-ocean.inf, 0), "has no end"),
        (lambda: ocean.arange(0, 1, 1e-320), "too many values from 0 to 1 in steps of 1e-320"),
        (lambda: ocean.arange(0, 1, 1e-300), "does not fit 64 bits"),
        (lambda: ocean.arange(0, 2**63 - 1), "exceeds 64-bit addresses"),
        (lambda: ocean.arange(1j), "takes real numbers"),
        (lambda: ocean.arange(), "missing the argument stop"),
        (lambda: ocean.arange("x"), "stop must be number, list or tensor, got 'x'"),
        (lambda: ocean.arange([1, 2]), "expected a number or scalar, got list"),
        (lambda: ocean.arange(1, 2, 3, 4), "unexpected argument 4"),
        (lambda: ocean.arange(1, stop=3, size=2), "unexpected keyword argument 'size'"),
        (lambda: ocean.arange(2**64), "does not fit 64 bits"),
    ],
)
def test_impossible_ranges(make: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        make()


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.integers(0, 20), st.booleans())
def test_linspace(start: float, stop: float, num: int, endpoint: bool) -> None:
    points, step = ocean.linspace(start, stop, num, endpoint, True)
    wanted = np.linspace(start, stop, num, endpoint)
    np.testing.assert_allclose(read(points), wanted, rtol=1e-14, atol=1e-9)
    if num and endpoint:
        assert points.asPython()[0] == start and (num == 1 or points.asPython()[-1] == stop)
    if num > 1:
        assert step.dtype is ocean.double and step == (stop - start) / (num - endpoint)


def test_linspace_options() -> None:
    assert ocean.linspace(0, 1).nelem == 50
    assert ocean.linspace(0, 10, 5, False).asPython() == [0, 2, 4, 6, 8]
    assert ocean.linspace(0, 1, num=np.int64(3), endpoint=True, dtype=ocean.half).asPython() == [0, 0.5, 1]
    points = ocean.linspace(1 + 2j, 2 + 1j, 5, ocean.chalf)
    assert points.dtype is ocean.chalf and points.asPython() == [1 + 2j, 1.25 + 1.75j, 1.5 + 1.5j, 1.75 + 1.25j, 2 + 1j]
    assert ocean.linspace(0, 3j, 4).dtype is ocean.cdouble and ocean.linspace(0, 3, 4, ocean.int8).asPython() == [
        0,
        1,
        2,
        3,
    ]
    for make, message in (
        (lambda: ocean.linspace(0, 1 + 70000j, ocean.chalf), r"stop.imag value \(7.000000e\+04\) is out of range for data type complex-half"),
        (lambda: ocean.linspace(0, 300, ocean.uint8), r"stop value \(3.000000e\+02\) is out of range for data type uint8"),
        (lambda: ocean.linspace(0, 1j, ocean.double), "out of range for data type double"),
        (lambda: ocean.linspace(0, 1, -1), "must be nonnegative, got -1"),
        (lambda: ocean.linspace(0, 1, 2.5), "unexpected argument 2.5"),
        (lambda: ocean.linspace("a", 1), "expected a number or scalar, got str"),
        (lambda: ocean.linspace(0, 1, 1 << 70), "does not fit 64 bits"),
    ):  # fmt: skip
        with pytest.raises(ocean.OceanError, match=message):
            make()


def test_buffers_are_tensors() -> None:
    numbers = array("d", [1, 2, 3])
    tensor = ocean.asTensor(numbers)
    tensor.fill(5)
    assert list(numbers) == [5, 5, 5]


def test_an_integer_out_of_bounds_is_named() -> None:
    for data in ([[2**63, -1], [1]], iter([2**63, -1])):
        with pytest.raises(ocean.OceanOverflowError, match="^Python integer -1 out of bounds for uint64$"):
            ocean.asTensor(data, 0, ocean.uint64)

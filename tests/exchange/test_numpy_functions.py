"""NumPy's operators and functions when they meet a tensor: Ocean computes, or says what to do instead."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, NUMPY, dtype_id, read, same, values

import ocean
from ocean._src.exchange.numpy_functions import FUNCTIONS, OPERATORS, REDUCTIONS
from ocean._src.ops.table import OPERATORS as PYTHON

BINARY = [name for name in OPERATORS if getattr(np, name).nin == 2]
UNARY = [name for name in OPERATORS if getattr(np, name).nin == 1]
WHOLE = ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "invert", "gcd", "lcm")
UFUNCS = [name for name in FUNCTIONS if isinstance(getattr(np, name), np.ufunc)]


def pair(name: str) -> tuple[np.ndarray, np.ndarray]:
    kind = np.int16 if name in WHOLE else np.float32
    return np.array([[1, 2, 3], [4, 5, 6]], kind), np.array([[2, 1, 2], [1, 2, 1]], kind)


def equal(first: Any, second: Any) -> None:
    assert type(first) is ocean.tensor is type(second) and first.dtype is second.dtype
    same(read(first), read(second))


@pytest.mark.parametrize("name", BINARY)
def test_operators_mean_what_they_mean_between_tensors(name: str) -> None:
    left, right = pair(name)
    if name == "multiply":
        right = right.T
    function = PYTHON[OPERATORS[name]]
    wanted = function(ocean.asTensor(left), ocean.asTensor(right))
    tensor = ocean.asTensor(right)
    equal(function(left, tensor), wanted)
    equal(getattr(np, name)(left, tensor), wanted)
    equal(getattr(np, name)(ocean.asTensor(left), right), wanted)
    equal(function(ocean.asTensor(left), right), wanted)
    number = left.dtype.type(2)
    equal(function(number, tensor), function(ocean.ensure(number), tensor))
    equal(getattr(np, name)(tensor, number), function(tensor, ocean.ensure(number)))


@pytest.mark.parametrize("name", UNARY)
def test_unary_operators(name: str) -> None:
    tensor = ocean.asTensor(pair(name)[0])
    equal(getattr(np, name)(tensor), PYTHON[OPERATORS[name]](tensor))


@pytest.mark.parametrize("name", UFUNCS)
def test_functions(name: str) -> None:
    ufunc, function = getattr(np, name), getattr(ocean, FUNCTIONS[name])
    left, right = pair(name)
    left = left if name in WHOLE else left / 8
    right = np.int64(right) if name == "ldexp" else right
    arguments = [left] if ufunc.nin == 1 else [left, right]
    wanted = function(*(ocean.asTensor(each) for each in arguments))
    equal(ufunc(ocean.asTensor(left), *arguments[1:]), wanted)
    if len(arguments) == 2:
        equal(ufunc(left, ocean.asTensor(right)), wanted)
    target = ocean.zeros(left.shape, wanted.dtype)
    assert ufunc(ocean.asTensor(left), *arguments[1:], out=target) is target
    equal(target, wanted)
    array = np.zeros(left.shape, NUMPY[wanted.dtype])
    assert ufunc(ocean.asTensor(left), *arguments[1:], out=array) is array
    same(array, read(wanted))


@pytest.mark.parametrize("name", ["isposinf", "isneginf", "sinc", "angle"])
def test_functions_that_numpy_wrote_in_python(name: str) -> None:
    tensor = ocean.asTensor([1.5, np.inf, -np.inf])
    equal(getattr(np, name)(tensor), getattr(ocean, FUNCTIONS[name])(tensor))


def test_options_of_functions_that_numpy_wrote_in_python() -> None:
    tensor, target = ocean.asTensor([1.5, np.inf]), ocean.zeros([2], ocean.bool)
    assert np.isposinf(tensor, out=target) is target and target.asPython() == [False, True]
    with pytest.raises(ocean.OceanTypeError, match="np.angle: the option 'deg' does not apply to tensors"):
        np.angle(tensor, deg=True)


def test_the_product_of_matrices() -> None:
    array = np.array([[1.0, 2], [3, 4]])
    tensor = ocean.asTensor(array)
    assert (array * tensor).asPython("R") == [[7, 10], [15, 22]] == (tensor * array).asPython("R")
    assert (array @ tensor).asPython("R") == [[1, 4], [9, 16]] == (tensor @ array).asPython("R")
    assert (np.float64(2) * tensor).asPython("R") == [[2, 4], [6, 8]] == (np.array(2.0) * tensor).asPython("R")


def test_in_place_operators_on_arrays() -> None:
    array = np.array([1.0, 2.0, 3.0])
    same_array = array
    tensor = ocean.asTensor([2, 2, 2])
    array += tensor
    array *= tensor
    array -= 1
    assert array is same_array and array.tolist() == [5, 7, 9]
    matrix = np.ones((2, 3))
    matrix += ocean.asTensor([1, 2])  # a vector is a column
    assert matrix.tolist() == [[2, 2, 2], [3, 3, 3]]
    matrix[:] = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R")
    assert matrix.tolist() == [[1, 2, 3], [4, 5, 6]]
    np.add(matrix, ocean.ones([2, 3]), out=matrix)
    assert matrix.tolist() == [[2, 3, 4], [5, 6, 7]]
    with pytest.raises(ValueError, match="read-only"):
        matrix.flags.writeable = False
        np.sin(ocean.ones([2, 3]), out=matrix)


def test_oceans_rules_count() -> None:
    matrix, vector = np.zeros((3, 3)), ocean.asTensor([1, 2, 3])
    assert (matrix + vector).asPython("R") == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]
    assert (np.array([7, -7]) / ocean.asTensor([2, 2])).asPython() == [3, -4]
    assert (np.array([1], np.uint8) + ocean.asTensor([1], ocean.int8)).dtype is ocean.int16
    assert (np.arange(3) == vector).asPython() == [False, False, False]
    assert np.sqrt(ocean.asTensor([4], ocean.int8)).dtype is ocean.sqrt(ocean.asTensor([4], ocean.int8)).dtype


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_scalars_of_ocean_beside_arrays(kind: ocean.dtype) -> None:
    array, number = np.arange(3, dtype=np.int8), kind(1)
    equal(array + number, ocean.asTensor(array) + number)
    equal(number + array, number + ocean.asTensor(array))
    equal(np.add(array, number), ocean.asTensor(array) + number)


@pytest.mark.parametrize("name", [name for name in REDUCTIONS if not name.startswith("arg")])
def test_reductions(name: str) -> None:
    array = values(ocean.int16, (4, 3)) // 300
    tensor, function = ocean.asTensor(array), getattr(np, name)
    ours = getattr(ocean, REDUCTIONS[name])
    result = function(tensor)
    assert type(result) is ocean.scalar and result == ours(tensor)
    equal(function(tensor, axis=0), ours(tensor, 0))
    equal(function(tensor, axis=(0, 1)), ours(tensor, [0, 1]))
    equal(function(tensor, axis=1, keepdims=True), ours(tensor, 1, True))
    equal(function(tensor, keepdims=True), ours(tensor, [0, 1], True))
    if name == "count_nonzero":  # it has no other options
        return
    target = ocean.zeros([3], ours(tensor, 0).dtype)
    assert function(tensor, axis=0, out=target) is target
    equal(target, ours(tensor, 0))
    if name != "ptp":
        with pytest.raises(TypeError, match="the option 'where' does not apply to tensors"):
            function(tensor, where=True)


def test_reductions_with_rules_of_their_own() -> None:
    array = np.array([[3.0, 1, 2], [0, 5, 4]])
    tensor = ocean.asTensor(array)
    assert np.var(tensor, ddof=1) == ocean.var(tensor, ddof=1) and np.std(tensor, 0, ddof=1).size == (3,)
    for function in (np.argmin, np.argmax):
        assert function(tensor, axis=1).asPython() == function(array, axis=1).tolist()
        assert function(tensor[0]) == function(array[0])
        with pytest.raises(ocean.OceanTypeError, match="of a matrix needs an axis"):
            function(tensor)


def test_other_functions() -> None:
    array = np.array([[1.5, -2.5], [3.5, 0.5]])
    tensor = ocean.asTensor(array)
    equal(np.where(tensor > 0, tensor, array), ocean.where(tensor > 0, tensor, tensor))
    equal(np.where(array > 0, tensor, 0), ocean.where(tensor > 0, tensor, 0))
    equal(np.clip(tensor, 0, 2), ocean.clip(tensor, 0, 2))
    equal(np.clip(tensor, min=0, max=2), ocean.clip(tensor, 0, 2))
    equal(np.round(tensor), ocean.round(tensor))
    equal(np.round(tensor, 2), ocean.round(tensor, 2))
    equal(np.copy(tensor), tensor)
    assert np.copy(tensor).ptr != tensor.ptr and np.transpose(tensor).ptr == tensor.ptr
    equal(np.transpose(tensor), tensor.T)
    equal(np.transpose(tensor, (1, 0)), tensor.T)
    equal(np.real(tensor), tensor)
    equal(np.imag(tensor), ocean.zerosLike(tensor))
    equal(np.zeros_like(tensor), ocean.zerosLike(tensor))
    equal(np.ones_like(tensor), ocean.onesLike(tensor))
    equal(np.full_like(tensor, 3), ocean.fullLike(tensor, 3))
    assert np.empty_like(tensor).size == (2, 2)
    for action in (lambda: np.clip(tensor, 0, None), lambda: np.where(tensor)):
        with pytest.raises(ocean.OceanTypeError):
            action()


def test_questions_are_answered_by_numpy(tmp_path: Any) -> None:
    array = np.array([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]])
    tensor = ocean.asTensor(array)
    assert np.shape(tensor) == (2, 3) and np.ndim(tensor) == 2 and np.size(tensor) == 6 and np.size(tensor, 0) == 2
    assert np.array_equal(tensor, array) is True and np.allclose(array, tensor) is True
    assert np.shares_memory(tensor, array) and not np.iscomplexobj(tensor)
    target = np.zeros((2, 3))
    np.copyto(target, tensor)
    assert (target == array).all()
    np.save(tmp_path / "file.npy", tensor)
    np.savez(tmp_path / "file.npz", tensor=tensor)
    assert (np.load(tmp_path / "file.npy") == array).all() and (np.load(tmp_path / "file.npz")["tensor"] == array).all()
    np.testing.assert_array_equal(tensor, array)
    np.testing.assert_allclose(array, tensor)


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda t: np.linalg.norm(t), r"np.linalg.norm does not take tensors; use ocean.linalg.norm, or tensor.convertTo"),
        (lambda t: np.fft.fft(t), r"np.fft.* does not take tensors; use ocean.fft.fft, or tensor.convertTo\('numpy'\)"),
        (lambda t: np.median(t), r"np.median does not take tensors; use"),
        (lambda t: np.linspace(t, 2), r"np.linspace does not take tensors; use ocean.linspace, or tensor.convertTo"),
        (lambda t: np.add.reduce(t), r"np.add.reduce does not take tensors; use ocean.sum, or tensor.convertTo"),
        (lambda t: np.add.accumulate(t), r"np.add.accumulate does not take tensors; use tensor.convertTo"),
        (lambda t: np.add.outer(np.ones(2), t), r"np.add.outer does not take tensors"),
        (lambda t: np.spacing(t), r"np.spacing does not take tensors"),
        (lambda t: np.spacing(t), r"np.spacing does not take tensors"),
        (lambda t: np.add(t, 1, dtype=float), "np.add: the option 'dtype' does not apply to tensors"),
        (lambda t: np.add(t, 1, where=True), "np.add: the option 'where' does not apply to tensors"),
    ],
)
def test_what_is_not_done_says_what_to_do(call: Any, advice: str) -> None:
    with pytest.raises(ocean.OceanTypeError, match=advice):
        call(ocean.ones([2, 3]))


def test_other_types_that_override_come_first() -> None:
    class Other:
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> str:
            return "other"

    assert np.add(ocean.ones([2]), Other()) == "other" == np.add(Other(), ocean.ones([2]))
    with pytest.raises(TypeError):
        np.add(ocean.ones([2]), None)


def test_cumulative_functions() -> None:
    t = ocean.asTensor([[1.0, 2.0], [3.0, ocean.nan]])
    for function in (np.cumsum, np.cumprod, np.nancumsum, np.nancumprod):
        got = function(t, axis=0)
        assert isinstance(got, ocean.tensor)
        np.testing.assert_array_equal(got.to_numpy(), function(t.to_numpy(), axis=0))
        with pytest.raises(ocean.OceanTypeError, match="needs an axis"):
            function(t)
    out = ocean.zeros([2, 2], ocean.double)
    assert np.cumsum(t, 1, out=out) is out
    np.testing.assert_array_equal(out.to_numpy(), np.cumsum(t.to_numpy(), 1))

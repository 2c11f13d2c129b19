"""NumPy's own functions on tensors mean what NumPy documents; operators keep the meaning that they have between tensors."""

from __future__ import annotations

import operator
from typing import Any

import layouts
import numpy as np
import numpy_calls
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, read, same, sample

import ocean
from ocean._src.exchange import numpy as exchange

host_only = pytest.mark.host_only("NumPy computes on the host")
WHOLE = (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift)
OPERATORS = (
    operator.add, operator.sub, operator.mul, operator.matmul, operator.truediv, operator.floordiv, operator.mod,
    operator.pow, divmod, operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, *WHOLE,
)  # fmt: skip


def equal(first: Any, second: Any) -> None:
    if isinstance(second, tuple):
        for one, other in zip(first, second, strict=True):
            equal(one, other)
        return
    assert type(first) is ocean.tensor is type(second) and first.dtype is second.dtype
    same(read(first), read(second))


# --- Functions ---------------------------------------------------------------------------------------------------


@host_only
@pytest.mark.parametrize("call", numpy_calls.CALLS)
def test_functions_give_what_numpy_gives(call: str) -> None:
    if not numpy_calls.known(call):
        pytest.skip("this version of NumPy has no such function")
    sorts = numpy_calls.name_of(call) in numpy_calls.ANY_ORDER
    array_of = np.sort if sorts else lambda tensor: tensor.to_numpy()
    numpy_calls.check(call, ocean.asTensor, ocean.tensor, array_of, near=True)


@host_only
def test_the_table_is_long_enough() -> None:
    assert len({numpy_calls.name_of(call) for call in numpy_calls.CALLS}) > 350
    assert sum(map(numpy_calls.known, numpy_calls.CALLS)) > 450


@host_only
def test_a_difference_is_found() -> None:
    for got, wanted in (
        (ocean.zeros([2], ocean.double), np.ones(2)),
        (ocean.zeros([2], ocean.float), np.zeros(2)),
        (ocean.zeros([2, 1], ocean.double), np.zeros(2)),
        (np.zeros(2), np.zeros(2)),
        ([np.zeros(2)], (np.zeros(2),)),
        (0.0, np.float64(0)),
    ):
        with pytest.raises(AssertionError):
            numpy_calls.compare(got, wanted, ocean.tensor, lambda tensor: tensor.to_numpy())


@host_only
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_and_dtypes(layout: str) -> None:
    for kind in DTYPES:
        tensor, wanted = sample(layout, kind, special=False)
        exact = tensor.to_numpy()
        for function in (np.square, np.sign, np.ravel, np.cumsum, np.isfinite):
            if (function, kind) in ((np.sign, ocean.bool), (np.cumsum, ocean.chalf)):  # NumPy has none of these
                continue
            if (function, kind) == (np.cumsum, ocean.bfloat16):  # where NumPy rounds each sum
                continue
            with np.errstate(all="ignore"):
                got = function(tensor)
                numpy_calls.compare(got, function(exact), ocean.tensor, lambda each: each.to_numpy(), near=True)
        same(read(np.flip(tensor)), np.flip(wanted))
        if kind is not ocean.chalf or not tensor.byteswapped:
            assert np.shares_memory(np.flip(tensor), exact)


@host_only
def test_views_share_memory() -> None:
    tensor = ocean.asTensor(np.arange(24.0).reshape(2, 3, 4))
    for view in (
        np.transpose(tensor), np.swapaxes(tensor, 0, 1), np.reshape(tensor, (6, 4)), np.squeeze(tensor), np.real(tensor),
        np.split(tensor, 2)[1], np.broadcast_to(tensor, (5, 2, 3, 4)), np.diagonal(tensor), np.expand_dims(tensor, 0),
        np.lib.stride_tricks.sliding_window_view(tensor, 2, axis=2), np.atleast_1d(tensor),
    ):  # fmt: skip
        assert type(view) is ocean.tensor and np.shares_memory(view, tensor)
    assert np.atleast_1d(tensor) is tensor and np.broadcast_to(tensor, (5, 2, 3, 4)).readonly
    assert not np.shares_memory(np.copy(tensor), tensor)
    tensor.readonly = True
    assert np.transpose(tensor).readonly


@host_only
def test_results_that_are_given() -> None:
    tensor, target = ocean.asTensor([[1.0, 2], [3, 4]], "R"), ocean.zeros([2], ocean.double)
    assert np.sum(tensor, axis=0, out=target) is target and target.asPython() == [4, 6]
    assert np.clip(target, 0, 5, out=target) is target and target.asPython() == [4, 5]
    array = np.zeros((2, 2))
    assert np.sqrt(tensor, out=array) is array and np.add(tensor, array, array) is array
    assert array.tolist() == [[2, 2 + 2**0.5], [3 + 3**0.5, 6]]
    for function in (np.sqrt, np.negative):
        with pytest.raises(TypeError, match="return arrays must be of ArrayType"):
            function(tensor, out=tensor)
    target.readonly = True
    with pytest.raises(ValueError, match="read-only"):
        np.sum(tensor, axis=0, out=target)
    with pytest.raises(ValueError, match="read-only"):
        np.copyto(target, 1)


@host_only
def test_what_is_no_tensor_stays_numpys() -> None:
    tensor = ocean.asTensor([1.0, 2, 3])
    for number in (np.sum(tensor), np.sqrt(ocean.asTensor(4.0)), np.max(tensor), np.dot(tensor, tensor)):
        assert type(number) is np.float64
    assert type(np.char.mod("%d", tensor)) is np.ndarray
    assert np.frompyfunc(lambda x: [x], 1, 1)(tensor).dtype == object
    assert type(np.astype(tensor, "longdouble")) is np.ndarray
    assert type(np.asarray(tensor)) is type(np.ascontiguousarray(tensor)) is np.ndarray
    with pytest.raises(ValueError, match="64"):
        np.reshape(tensor, (1,) * 64 + (3,))


@host_only
def test_numpys_rules_count() -> None:
    matrix, vector = ocean.zeros([2, 3], ocean.int8), ocean.asTensor([1, 2, 3], ocean.uint8)
    assert np.add(matrix, vector).size == (2, 3) and np.add(matrix, vector).dtype is ocean.int16
    assert np.divide(ocean.asTensor([7, -7]), 2).asPython() == [3.5, -3.5]
    assert np.multiply(ocean.ones([2, 2]), ocean.ones([2, 2])).asPython() == [[1, 1], [1, 1]]
    assert np.mean(ocean.full([1000], 200, ocean.uint8)) == 200
    assert np.round(ocean.asTensor([0.5, 1.5])).asPython() == [0, 2]


@host_only
def test_other_types_that_override_come_first() -> None:
    class Other:
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> str:
            return "other"

        def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> str:
            return "function"

    assert np.add(ocean.ones([2]), Other()) == "other" == np.add(Other(), ocean.ones([2]))
    assert np.concatenate([ocean.ones([2]), Other()]) == "function" == np.where(ocean.ones([2]), Other(), 1)


@host_only
def test_complex_half_without_the_type_of_ml_dtypes(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy's smallest complex dtype has two floats: values are copied to it."""
    monkeypatch.setattr(exchange, "of_ml_dtypes", lambda kind: None)
    tensor = ocean.asTensor([1 + 2j, 3j, 4], ocean.chalf)
    wanted = np.array([1 + 2j, 3j, 4], np.complex64)
    for function in (np.square, np.exp, np.sum, np.sort, np.flip, np.asarray):
        got = function(tensor)
        np.testing.assert_array_equal(got, function(wanted))
        assert np.result_type(got) == np.complex64
    np.copyto(tensor, 0)
    assert tensor.asPython() == [0, 0, 0]


# --- Operators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", OPERATORS)
def test_operators_mean_what_they_mean_between_tensors(function: Any) -> None:
    kind = np.int16 if function in WHOLE else np.float32
    left, right = np.array([[1, 2, 3], [4, 5, 6]], kind), np.array([[2, 1, 2], [1, 2, 1]], kind)
    right = right.T if function is operator.mul else right
    tensor, other = ocean.asTensor(right), ocean.asTensor(left)
    wanted = function(other, tensor)
    equal(function(left, tensor), wanted)
    equal(function(other, right), wanted)
    number = left.dtype.type(2)
    equal(function(number, tensor), function(ocean.ensure(number), tensor))
    equal(function(tensor, number), function(tensor, ocean.ensure(number)))


def test_the_product_of_matrices() -> None:
    array = np.array([[1.0, 2], [3, 4]])
    tensor = ocean.asTensor(array)
    assert (array * tensor).asPython("R") == [[7, 10], [15, 22]] == (tensor * array).asPython("R")
    assert (array @ tensor).asPython("R") == [[1, 4], [9, 16]] == (tensor @ array).asPython("R")
    assert (np.float64(2) * tensor).asPython("R") == [[2, 4], [6, 8]] == (np.array(2.0) * tensor).asPython("R")


def test_in_place_operators_of_arrays_give_the_name_to_a_tensor() -> None:
    array = np.array([1.0, 2.0, 3.0])
    for right in (ocean.asTensor([2, 2, 2]), ocean.lazy(ocean.asTensor([2, 2, 2])), ocean.double(2)):
        name = array
        name += right
        assert type(name) is not np.ndarray and ocean.asTensor(name).asPython() == [3, 4, 5]
        assert array.tolist() == [1, 2, 3]
    array[:] = ocean.asTensor([4, 5, 6])
    assert array.tolist() == [4, 5, 6]
    tensor = ocean.asTensor([1.0, 1, 1])
    same_tensor = tensor
    tensor += array
    assert tensor is same_tensor and tensor.asPython() == [5, 6, 7]


def test_oceans_rules_count_for_operators() -> None:
    matrix, vector = np.zeros((3, 3)), ocean.asTensor([1, 2, 3])
    assert (matrix + vector).asPython("R") == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]
    assert (np.array([7, -7]) / ocean.asTensor([2, 2])).asPython() == [3, -4]
    assert (np.array([1], np.uint8) + ocean.asTensor([1], ocean.int8)).dtype is ocean.int16
    assert (np.arange(3) == vector).asPython() == [False, False, False]


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_scalars_of_ocean_beside_arrays(kind: ocean.dtype) -> None:
    array, number = np.arange(3, dtype=np.int8), kind(1)
    equal(array + number, ocean.asTensor(array) + number)
    equal(number + array, number + ocean.asTensor(array))
    same(np.asarray(np.add(array, number)), np.add(array, np.asarray(number)))
    assert type(np.square(number)) is ocean.scalar
    assert np.square(number).dtype is kind or kind is ocean.bool
    assert type(np.where(array > 0, number, number)) is ocean.tensor


# --- r-tensors and other devices -----------------------------------------------------------------------------------


@host_only
def test_lazy_tensors_are_evaluated() -> None:
    tensor = ocean.asTensor([[1.0, 2], [3, 4]], "R")
    lazy, wanted = ocean.lazy(tensor) + 1, np.array([[2.0, 3], [4, 5]])
    for call in (
        np.sqrt, np.sort, np.transpose, lambda x: np.concatenate([x, x]), lambda x: np.add(x, x), np.linalg.inv,
        lambda x: np.multiply(wanted, x), np.linalg.svd, np.sum,
    ):  # fmt: skip
        numpy_calls.compare(call(lazy), call(wanted), ocean.tensor, lambda each: each.to_numpy(), near=True)
    assert (wanted * lazy).eval().asPython("R") == (wanted @ wanted).tolist()
    with pytest.raises(TypeError, match="ArrayType"):
        np.add(lazy, 1, out=lazy)


def test_tensors_that_are_not_on_the_host() -> None:
    """Results are where the tensors are: what Ocean has computes there, elementwise functions come back from NumPy."""
    values = np.array([[1.5, 2], [3, 5]])
    tensor, array = ocean.asTensor(values, layouts.device), np.zeros((2, 2))
    assert np.shape(tensor) == (2, 2) and np.ndim(tensor) == 2 and np.size(tensor, 0) == 2
    assert np.result_type(tensor, np.float32) == np.float64 and not np.iscomplexobj(tensor)
    assert np.shape(ocean.zeros([2], ocean.chalf)) == (2,) and np.iscomplexobj(ocean.zeros([2], ocean.cfloat))
    np.copyto(array, tensor)
    assert np.array_equal(tensor, array) is True and np.allclose(array, tensor) is True and array[0, 0] == 1.5
    for call in (
        np.sqrt, lambda x: np.add(array, x), lambda x: np.sqrt(ocean.lazy(x) if x is tensor else x), np.add.reduce, np.sum,
        lambda x: np.sum(x, axis=0), lambda x: np.concatenate([array, x]), np.std, np.transpose, np.linalg.norm, np.fft.fft,
        np.linalg.inv, np.sort, lambda x: np.where(x > 2, x, 0), np.cumsum, lambda x: np.clip(x, 2, 3), np.median,
        lambda x: np.histogram(x, 3), lambda x: np.pad(x, 1), lambda x: np.unique(x, return_counts=True), np.cov,
        lambda x: np.interp(x, [0, 5], [0, 1]), lambda x: np.einsum("ij,ij->i", x, x), np.argmax, np.round,
    ):  # fmt: skip
        got, wanted = call(tensor), call(values)
        numpy_calls.compare(got, wanted, ocean.tensor, lambda each: each.to_numpy(), near=True)
        assert all(each.device is tensor.device for each in (got if isinstance(got, tuple) else (got,)) if hasattr(each, "ndims"))
    out = ocean.zeros([2], ocean.double, layouts.device)
    assert np.sum(tensor, axis=0, out=out) is out and out.asPython() == [4.5, 7]
    np.put(tensor, [0, 3], 7)
    assert tensor.asPython("R") == [[7, 2], [3, 7]]
    np.copyto(tensor, 0)
    assert tensor.asPython() == [[0, 0], [0, 0]]
    assert np.linalg.eigvals(tensor).device is tensor.device  # by way of the host


def test_questions_are_answered_by_numpy(tmp_path: Any) -> None:
    array = np.array([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]])
    tensor = ocean.asTensor(array, layouts.device)
    np.save(tmp_path / "file.npy", tensor)
    np.savez(tmp_path / "file.npz", tensor=tensor)
    assert (np.load(tmp_path / "file.npy") == array).all() and (np.load(tmp_path / "file.npz")["tensor"] == array).all()
    np.testing.assert_array_equal(tensor, array)
    np.testing.assert_allclose(array, tensor)
    assert np.array_str(tensor) == str(array)

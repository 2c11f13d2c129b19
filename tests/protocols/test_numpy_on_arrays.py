"""NumPy's own functions on arrays mean what NumPy documents, and give arrays, natively or through NumPy."""

from __future__ import annotations

import array as standard_array
import operator as operators
import reprlib
from typing import Any

import numpy as np
import numpy_calls
import pytest

import ocean
import ocean.numpy as onp

OPERATORS = (
    operators.add, operators.sub, operators.mul, operators.truediv, operators.floordiv, operators.mod, operators.pow,
    operators.eq, operators.ne, operators.lt, operators.le, operators.gt, operators.ge,
)  # fmt: skip
host_only = pytest.mark.host_only("NumPy computes on the host")


@host_only
@pytest.mark.parametrize("call", numpy_calls.CALLS)
def test_functions_give_what_numpy_gives(call: str) -> None:
    if not numpy_calls.known(call):
        pytest.skip("this version of NumPy has no such function")
    array_of = np.asarray if numpy_calls.name_of(call) not in numpy_calls.ANY_ORDER else np.sort
    numpy_calls.check(call, onp.asarray, onp.ndarray, array_of, own=True)


@host_only
def test_what_ocean_has_is_native_and_the_rest_goes_through_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from ocean._src.protocols import numpy_on_arrays

    through: list[str] = []
    on_memory = numpy_on_arrays.on_memory

    def noted(function: Any, *others: Any) -> Any:
        through.append(function.__name__)
        return on_memory(function, *others)

    monkeypatch.setattr(numpy_on_arrays, "on_memory", noted)
    a = onp.asarray(np.arange(6.0).reshape(2, 3))
    for native in (
        np.add(a, 1), np.multiply.outer(a, a), np.add.reduce(a), np.sum(a, axis=0), np.sqrt(a, out=onp.zeros((2, 3))),
        np.reshape(a, (3, 2)), np.where(a, a, 0), np.linalg.inv(onp.asarray(np.eye(2))), np.fft.fft(a), np.zeros_like(a),
    ):  # fmt: skip
        assert type(native) is onp.ndarray
    assert through == []
    assert type(np.spacing(a)) is type(np.add.reduceat(a, [0, 1])) is type(np.isreal(a)) is onp.ndarray
    assert through == ["add"]
    assert np.add(a, np.longdouble(1)).dtype == np.longdouble and type(np.add(a, 1, subok=False)) is onp.ndarray
    assert through == ["add", "add"]


@host_only
def test_methods_of_ufuncs() -> None:
    n = np.arange(1.0, 13).reshape(3, 4)
    for text in (
        "add.reduce(a)", "add.reduce(a, axis=None)", "add.reduce(a, axis=(0, 1), keepdims=True)", "multiply.reduce(a, 1)",
        "maximum.reduce(a, axis=-1)", "minimum.reduce(a, initial=0.5)", "logical_and.reduce(a)", "subtract.reduce(a)",
        "add.reduce(a, where=a > 3)", "add.reduce(a, dtype='float32')", "add.accumulate(a)", "multiply.accumulate(a, axis=1)",
        "maximum.accumulate(a)", "add.outer(a, [1, 2])", "subtract.outer(2, a)", "hypot.outer(a, a)", "add.reduceat(a, [0, 2])",
        "add.reduceat(a, [0, 2, 1], axis=1)", "add(a, a, dtype='complex64')", "add(a, 1, casting='unsafe', dtype='int8')",
        "greater(a, 4, dtype=bool)", "modf(a)", "divmod(a, 5)", "frexp(a)", "matmul(a, a.T)",
    ):  # fmt: skip
        wanted = eval(f"np.{text}", {"np": np, "a": n})
        got = eval(f"np.{text}", {"np": np, "a": onp.asarray(n)})
        numpy_calls.compare(got, wanted, onp.ndarray, np.asarray, own=True)
    a = onp.asarray(n.copy())
    assert np.add.at(a, ([0, 0, 2], [1, 1, 3]), 10) is None
    assert a[0, 1] == 22 and a[2, 3] == 22 and a.sum() == n.sum() + 30


@host_only
def test_results_that_are_given() -> None:
    a, out = onp.asarray([1.0, 4, 9]), onp.zeros(3)
    assert np.sqrt(a, out=out) is out and out.tolist() == [1, 2, 3]
    assert np.sqrt(a, out) is out and np.add(a, 1, out=out, where=[True, False, True]) is out and out.tolist() == [2, 2, 10]
    assert np.spacing(a, out=out) is out and out[0] == 2.0**-52
    assert np.logaddexp2(a, a, out=out) is out and out.tolist() == [2, 5, 10]
    given = np.zeros(3)
    assert np.sqrt(a, out=given) is given and given.tolist() == [1, 2, 3]
    assert np.sqrt(given, out=out) is out and np.sqrt(given**2, out=(out,)) is out
    assert np.add.reduce(a, out=onp.zeros(())).item() == 14
    both = onp.zeros(3), onp.zeros(3)
    assert np.modf(a / 2, out=both) == both and both[0].tolist() == [0.5, 0, 0.5] and both[1].tolist() == [0, 2, 4]
    given += a
    assert type(given) is np.ndarray and given.tolist() == [2, 6, 12]
    with pytest.raises(TypeError, match="Cannot cast"):
        np.add(a, 1, out=onp.zeros(3, dtype="int32"))
    np.copyto(given, a)
    np.copyto(out, given, where=[True, False, False])
    assert given.tolist() == [1, 4, 9] and out[0] == 1


@host_only
def test_no_copy_on_the_way() -> None:
    a = onp.asarray(np.arange(24.0).reshape(2, 3, 4))
    for view in (np.transpose(a), np.rollaxis(a, 1), np.lib.stride_tricks.sliding_window_view(a, 2, axis=2), np.atleast_1d(a)):
        assert type(view) is onp.ndarray and np.shares_memory(view, a)
    assert np.broadcast_to(a, (5, 2, 3, 4)).shape == (5, 2, 3, 4)


@host_only
def test_operators_with_arrays_of_numpy() -> None:
    n, a = np.arange(6.0).reshape(2, 3) + 1, onp.asarray([1.0, 2, 3])
    for operator in OPERATORS:
        for one, other in ((n, a), (a, n)):
            got, wanted = operator(one, other), operator(np.asarray(one), np.asarray(other))
            numpy_calls.compare(got, wanted, onp.ndarray, np.asarray, own=True)
    assert type(n @ a) is onp.ndarray and type(np.float64(2) * a) is onp.ndarray and type(a * np.float64(2)) is onp.ndarray
    assert (np.float32(2) * onp.ones(2, dtype="float16")).dtype == onp.float32
    n *= a
    assert type(n) is np.ndarray and n[1].tolist() == [4, 10, 18]


@host_only
def test_operators_between_tensors_and_arrays_are_refused() -> None:
    t, a = ocean.asTensor(np.eye(2)), onp.ones((2, 2))
    for operator in (*OPERATORS, operators.matmul):
        for one, other in ((t, a), (a, t), (ocean.lazy(t), a), (a, ocean.lazy(t)), (t, a.lazy()), (a.lazy(), t)):
            with pytest.raises(TypeError, match=r"ocean\.asTensor\(array\) or ocean\.numpy\.asarray\(tensor\)"):
                operator(one, other)
    with pytest.raises(TypeError, match="An operator between a tensor and an array"):
        t += a
    with pytest.raises(TypeError, match="An operator between a tensor and an array"):
        a += t
    # functions say by their name which rules they follow
    assert type(np.add(t, a)) is type(np.add(a, t)) is type(onp.add(t, a)) is type(np.concatenate([t, a])) is onp.ndarray
    assert type(ocean.add(t, a)) is ocean.tensor
    t[...] = a
    assert t.asPython() == [[1, 1], [1, 1]]


@host_only
def test_other_types_that_override_come_first() -> None:
    class Other:
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> str:
            return "other"

        def __array_function__(self, *args: Any) -> str:
            return "other"

        def __radd__(self, other: Any) -> str:
            return "added"

    a = onp.ones(3)
    assert np.add(a, Other()) == np.concatenate([a, Other()]) == a + Other() == "other"
    assert onp.add(a, Other()) == onp.concatenate([a, Other()]) == "other"


@host_only
def test_what_ocean_has_no_dtype_for_stays_numpys() -> None:
    a = onp.asarray([1.0, 2])
    assert np.add(a, np.longdouble(1)).dtype == np.longdouble and np.frompyfunc(lambda x: [x], 1, 1)(a).dtype == object
    assert type(np.char.mod("%d", a)) is np.ndarray
    with pytest.raises(ValueError, match="64"):
        np.reshape(a, (1,) * 64 + (2,))


def test_arrays_elsewhere() -> None:
    device = ocean.getDefaultDevice()
    a = onp.asarray([[1.0, 2], [3, 4]], device=device)
    assert np.add(a, a).device is device and np.sum(a, axis=0).tolist() == [4, 6] and np.shape(a) == (2, 2)
    assert (np.sqrt(a) ** 2).device is device and np.array_equal(a, a)
    assert np.linalg.eig(a).eigenvalues.device is device  # by way of the host
    if not device.host:
        for function in (np.asarray, np.array, lambda a: np.add.reduceat(a, [0])):
            with pytest.raises(TypeError, match=r"to_device\('cpu'\)"):
                function(a)
    out = onp.zeros((2, 2), device=device)
    assert np.spacing(a, out=out) is out and out[0, 0] == 2.0**-52
    assert onp.spacing(a, out=out, where=onp.asarray([True, False])) is out and out[0, 1] == 2.0**-51
    assert np.asarray(a.to_device("cpu")).tolist() == [[1, 2], [3, 4]]


@host_only
def test_lazy_arrays() -> None:
    for computed in (onp.lazy(onp.ones(2)), onp.ones((2, 3)).ravel("F"), onp.ones(4).map([1, 2])):
        assert not hasattr(computed, "__array_interface__") and np.asarray(computed).tolist() == computed.tolist()
    assert np.asarray(onp.lazy(onp.ones(1000)) + 1).sum() == 2000
    a = onp.lazy(onp.asarray([1.0, 4, 9]))
    assert np.sqrt(a).eval().tolist() == [1, 2, 3] and np.spacing(a).shape == (3,) and np.sort(a)[::-1].tolist() == [9, 4, 1]


@host_only
def test_reprlib() -> None:
    for shape in ((), (0,), (2, 3), (40, 40)):
        a = onp.zeros(shape)
        assert reprlib.repr(a).startswith("array(") and "array" in reprlib.repr([a, a])
    assert reprlib.repr(standard_array.array("d", [1.0])) == "array('d', [1.0])"


@host_only
def test_flags_and_windows() -> None:
    n = np.arange(24.0).reshape(4, 6)
    for each in (n, n.T, n[::2], n[:, ::-1], n.astype(">f4"), n[:0], n[0, :1]):
        a = onp.asarray(each)
        for name in ("c_contiguous", "f_contiguous", "writeable", "aligned", "forc", "fnc"):
            assert getattr(a.flags, name) == getattr(each.flags, name), name
            assert a.flags[name.upper()] == each.flags[name.upper()]
    a = onp.asarray(n.copy())
    a.flags.writeable = False
    with pytest.raises(ValueError):
        a[0] = 1
    with pytest.raises(KeyError):
        a.flags["NOTHING"]
    for window, axis in ((2, 1), ((2, 3), None), ((2,), (0,)), ((2, 2), (1, 1)), (6, -1)):
        for each in (n, n[::-1, ::2].astype(">i2") if window != 6 else n):
            wanted = np.lib.stride_tricks.sliding_window_view(each, window, axis=axis)
            got = np.lib.stride_tricks.sliding_window_view(onp.asarray(each), window, axis=axis)
            assert type(got) is onp.ndarray and not got.flags.writeable
            np.testing.assert_array_equal(np.asarray(got), wanted)
    with pytest.raises(ValueError, match="does not fit"):
        onp.lib.stride_tricks.sliding_window_view(onp.ones(3), 4)
    assert np.gradient(onp.asarray([0.0, np.nan, 4.0]), onp.asarray([0, 1, 2]))[1] == 2


@host_only
def test_dtypes_have_types() -> None:
    assert ocean.float.type is np.float32 and ocean.bool.type is np.bool and ocean.int16.type(3) == 3


@host_only
def test_repeated_calls_of_numpy_stay_native() -> None:
    """From the second call on, a compiled table finds the function of `ocean.numpy`."""
    n = np.arange(4.0)
    a = onp.asarray(n)

    class Stranger:
        __array_ufunc__ = None

    class Other:
        def __array_ufunc__(self, *args: Any, **named: Any) -> str:
            return "other"

    for _ in range(3):
        for operand in (np.float64(2), np.float32(2), np.int8(3), np.bool(True), np.complex64(1j), n, a, 2):
            for got, want in ((np.multiply(operand, a), np.multiply(operand, np.asarray(a))), (operand + a, operand + n)):
                assert type(got) is onp.ndarray and got.dtype == np.asarray(want).dtype
                np.testing.assert_array_equal(np.asarray(got), want)
        assert type(np.sin(a)) is onp.ndarray and np.add(a, Other()) == "other"
        out = np.empty(4)
        np.add(a, 1, out=out)
        assert out.tolist() == [1, 2, 3, 4]
        assert np.add(a, np.array([1, 2, 3, 4], object)).tolist() == [1, 3, 5, 7]
        with pytest.raises(TypeError):
            np.add(a, Stranger())
        with pytest.raises(TypeError):
            np.add(a, "text")

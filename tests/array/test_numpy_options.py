"""Options of functions that NumPy has, and what it takes at the ends of its arguments: the same lines on both.

Each line is a program with `np`; what it gives, or the class of the error that it raises, is NumPy's.
"""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy
import pytest
from array_samples import host, on_device

import ocean.numpy as np

SAME = """
np.divmod(a, 2.0, out=(np.zeros((2, 3)), np.zeros((2, 3))))
np.divmod(a, 2.0, np.zeros((2, 3)), np.zeros((2, 3)))
np.divmod(i, 2, dtype=float)
np.modf(a, out=(np.zeros((2, 3)), np.zeros((2, 3))), where=a > 1)
np.modf(a, out=(a, np.zeros((2, 3))))
np.modf(a, dtype="f4")
np.frexp(a, out=(np.zeros((2, 3)), np.zeros((2, 3), "i4")))
np.frexp(a, out=np.zeros((2, 3)))
np.ldexp(a, 3, out=np.zeros((2, 3)))
np.ldexp(a, 3, dtype="f4")
np.matvec(a[:1, :1], a[0, :1], out=np.zeros((2, 3, 2)))
np.matvec(a[:1, :1], a[0, :1], out=np.zeros((2, 3, 1)))
np.vecdot(a, a, axis=None, out=np.zeros(2))
np.vecdot(a, a, out=np.zeros((4, 2)))
(np.divmod.nin, np.divmod.nout, np.divmod.nargs, np.frexp.nin, np.frexp.nout, np.matmul.nin, np.matmul.signature)
np.add(i, i, signature="dd->d")
np.add(i, i, sig="d")
np.add(i, i, signature=(None, None, np.float32))
np.add(i, 1.5, signature=("f4", "f4", None))
np.less(i, 1, signature="dd->?")
np.add(i, i, signature="dd")
np.add(a, a, signature="ii->i")
np.add(a, a, signature="ii->i", casting="unsafe")
np.add(i, i, signature="d", dtype="d")
np.add(i, i, sig="d", signature="d")
np.add(i, i, nonsense=1)
np.add(i, i, subok=False)
np.matmul(a, a, axes=[(1, 0), (0, 1), (0, 1)])
np.matmul(a, a, axes=[(0, 1), (1, 0), (1, 0)], out=np.zeros((2, 2)))
np.matmul(a, a.T, casting="no", dtype="f4")
np.matmul(i, i.T, dtype="f8", casting="safe")
np.matmul(a, a, axes=(0, 1))
np.matmul(a, a, axes=[(1, 0), (0, 1)])
np.matmul(a, a, axes=[(1, 0), (0, 1), 0])
np.matmul(a, a, axis=0)
np.vecdot(a, a, out=np.zeros(2))
np.vecdot(a, a, axis=0, keepdims=True)
np.vecdot(a, a, axes=[0, 0])
np.vecdot(a, a, axes=[0, 0], axis=0)
np.vecdot(a, a, axes=[0, 0, ()], dtype="f4")
np.matvec(a, a[0], out=np.zeros(2))
np.matvec(a, a, axes=[(1, 0), 0, 0])
np.vecmat(a[:, 0], a, out=np.zeros(3))
np.vecmat(a[:, 0], a, nonsense=1)
np.clip(i, 1, 3, casting="unsafe", out=np.zeros((2, 3), "u1"))
np.clip(a, 1, 3, out=np.zeros((2, 3), "i4"))
np.clip(a, 1, 3, dtype="f4")
np.clip(a, 1, 3, where=a > 2, out=np.ones((2, 3)))
a.clip(1, 2, casting="same_kind")
(a + 1j).conj(np.zeros((2, 3), complex))
np.fft.fft(a, out=np.zeros((2, 3), complex))
np.fft.fft(a, out=np.zeros((3, 3), complex))
np.fft.fft(a, out=np.zeros((2, 3)))
np.fft.rfft(a, n=4, axis=0, out=np.zeros((3, 3), complex))
np.fft.fftn(a, axes=(0, 1), out=np.zeros((2, 3), complex))
np.fft.fft2(a, axes=())
np.fft.rfftn(a, axes=())
np.fft.irfftn(a + 0j, s=(-1, -1), axes=(0, 1))
np.fft.irfftn(a + 0j, s=(2, None), axes=(0, 1))
np.linalg.eigvalsh(a[:, :2] @ a[:, :2].T, "l")
np.linalg.matrix_rank(a[0])
np.linalg.matrix_rank(np.zeros(3))
np.linalg.matrix_rank(a, tol=0.1, rtol=0.1)
np.linalg.pinv(a, rcond=0.1, rtol=0.1)
np.linalg.matrix_power(np.array([[0, 1], [1, 0]]), 2**100 + 1)
np.linalg.multi_dot([a, a.T, a], out=np.zeros((2, 3)))
np.linalg.multi_dot([a, a.T, a], out=np.zeros((2, 3), "f4"))
np.linalg.tensorsolve(np.zeros((0, 3, 3, 0)), np.zeros((0, 3)))
np.roll(a, 2**100 + 1)
np.roll(a, -(2**70), axis=1)
np.arange(stop=3)
np.arange()
np.arange(1, stop=None)
np.polyval(np.poly1d([1, 2]), a)
np.poly1d([1, 2, 3])(2)
np.polynomial.Polynomial([1, 2])(3)
np.broadcast(a, a[0]).shape
np.broadcast(a, np.zeros(4))
np.typecodes["Float"]
np.mintypecode(["f", "d"])
np.typename("f")
np.lib.stride_tricks.as_strided(a, (2, 2), (8, 16))
np.lib.stride_tricks.as_strided(a, (2,), (8, 16))
np.lib.array_utils.normalize_axis_tuple((0, -1), 3)
np.vectorize(lambda x, y: x + y)(a, 1)
np.vectorize(lambda x, y: x @ y, signature="(n),(n)->()")(a, a)
np.vectorize(lambda x: x * 2, otypes=[float])(i)
np.vectorize(lambda p, x: p[0] * x, excluded=[0])([2, 3], a)
np.vectorize(lambda x: x, doc="words").__doc__
np.vectorize(otypes=[float])(lambda x: x + 1)(i)
np.vectorize(3)
np.reshape(a, (3, 2), copy="no")
np.repeat(i, np.array([1, 2], "u8"), axis=0)
np.repeat(i, [True, False], axis=0)
np.unravel_index([2**62], (2**40, 2**40))
np.argsort(5)
np.ix_(range(0), [])
np.argsort(np.array(5), axis=0)
np.take(5, 0, axis=0)
np.partition(5, 0)
np.partition(np.array(5), 0, axis=0)
np.argpartition(5, 0)
np.repeat(5, 2, axis=0)
np.squeeze(np.array(5), axis=0)
np.squeeze(np.array(5), axis=-1)
np.squeeze(np.array(5), axis=1)
np.cumulative_sum(5)
np.cumulative_prod(np.array(5), include_initial=True)
np.digitize([1.0, 2.0, float("nan")], [0, 1, float("nan")])
np.digitize([1.0, 2.0], [float("nan"), 1, 0])
np.digitize([1.0, 2.0], [0, 2, 1])
np.arange(3)[np.zeros(0, bool)]
i[:, np.zeros(0, bool)]
np.arange(3)[np.zeros(2, bool)]
np.piecewise(a, [a < 1], [np.array([5.0]), 2])
np.array([2, 1, 0]).choose(np.arange(3), np.arange(3) * 10, np.arange(3) * 100)
np.array([1, 0, 1]).choose([[0, 10, 20], [1, 11, 21]])
np.trim_zeros([0, 1, 0], "")
np.trim_zeros([0, 1, 2, 0]) == [1, 2]
np.sort(i, kind="stable", stable=False)
np.argsort(i, stable=True)
np.lexsort([1, 2])
a.partition(1, axis=None)
np.random.choice([[1, 2], [3, 4]], 3)
np.frompyfunc(lambda x, y: x + y, 2, 1).reduce([1, 2, 3])
np.frompyfunc(lambda x, y: x + y, 2, 1).nin
a.copy().flags == a.copy().flags
a.flags == a.T.flags
(a.flags.fortran, a.flags.carray, a.flags.behaved, a.T.flags.farray, a.flags["CA"])
"""


def program(line: str, module: Any) -> Any:
    made = on_device if module is np else numpy.asarray
    a, i = made(numpy.arange(6.0).reshape(2, 3) + 0.25), made(numpy.arange(6).reshape(2, 3))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            found = eval(line, {"np": module, "a": a, "i": i})
    except Exception as error:
        return next(
            each for each in (TypeError, ValueError, IndexError, numpy.linalg.LinAlgError) if isinstance(error, each)
        )
    parts = found if isinstance(found, tuple) else (found,)
    if all(hasattr(each, "__array__") or isinstance(each, (int, float)) for each in parts):
        values = [host(each) if type(each) is np.ndarray else numpy.asarray(each) for each in parts]
        return [(each.dtype, each.shape, numpy.round(each + 0.0, 6).tolist()) for each in values]
    return found


@pytest.mark.parametrize("line", SAME.strip().splitlines())
def test_the_same_as_numpy(line: str) -> None:
    assert program(line, np) == program(line, numpy)


def test_strides_stay_in_the_storage() -> None:
    a = np.arange(10.0)
    assert np.lib.stride_tricks.as_strided(a[2:], (3, 2), (8, 16)).tolist() == [[2, 4], [3, 5], [4, 6]]
    for shape, strides in (((3, 40), (8, 16)), ((11,), (8,)), ((2,), (-8,))):
        with pytest.raises(ValueError, match="of a storage of 80 bytes"):
            np.lib.stride_tricks.as_strided(a, shape, strides)
    view = np.lib.stride_tricks.as_strided(a, (5,), (16,), writeable=False)
    with pytest.raises(ValueError):
        view[0] = 1


def test_objects_whose_array_is_ours() -> None:
    class Like:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
            return np.ones(3)

    assert np.asarray(Like()).tolist() == [1, 1, 1] and np.add(Like(), 1).tolist() == [2, 2, 2]


def test_functions_of_python_have_the_methods_of_ufuncs() -> None:
    plus = np.frompyfunc(lambda x, y: x + y, 2, 1)
    assert plus.outer([1, 2], [3]).tolist() == [[4], [5]] and plus.accumulate([1, 2, 3]).tolist() == [1, 3, 6]
    assert plus.reduceat(np.arange(4), [0, 2]).tolist() == [1, 5] and plus.nout == 1


def test_text_goes_into_files_of_text() -> None:
    file = io.StringIO()
    np.array([1.5, 2.0]).tofile(file, sep=",", format="%.2f")
    assert file.getvalue() == "1.50,2.00"


def test_load_takes_the_arguments_of_numpy() -> None:
    file = io.BytesIO()
    np.savez(file, x=np.arange(3), y=np.ones(2))
    file.seek(0)
    found = np.load(file, allow_pickle=True, encoding="latin1", max_header_size=20000)
    assert found.f.x.tolist() == [0, 1, 2] and found.zip.namelist() == ["x.npy", "y.npy"]
    assert "NpzFile" in repr(found) and "x, y" in repr(found)


@pytest.mark.host_only("numbers")
def test_random_numbers_at_the_ends() -> None:
    rng = np.random.default_rng(5)
    whole = rng.integers(0, 2**64, 1000, dtype="u8")
    assert whole.dtype == np.uint64 and float(whole.max()) > 1.7e19 and float(whole.min()) < 1e17
    assert 2**64 - 5 <= int(rng.integers(2**64 - 5, 2**64, dtype="u8")) < 2**64
    assert int(rng.integers(2**64 - 1, 2**64 - 1, dtype="u8", endpoint=True)) == 2**64 - 1
    assert rng.integers(0, 0, (3, 0)).shape == (3, 0)
    assert rng.integers([2**63, 1], 2**64, dtype="u8").shape == (2,)
    for low, high, kind in ((0, 2**64, "i8"), (5, 5, "i8"), (0, 257, "u1"), (-1, 2**64, "u8")):
        with pytest.raises(ValueError):
            rng.integers(low, high, dtype=kind)
    assert rng.geometric(1e-30, 3).tolist() == [2**63 - 1] * 3
    assert rng.weibull(0, 3).tolist() == [0, 0, 0] and rng.weibull(0) == 0
    assert rng.noncentral_f(1, 1, float("nan")) != 0
    counts = rng.multinomial([[3], [5]], [[0.2, 0.8, 0.0], [0.5, 0.25, 0.25]], (4, 2, 2))
    assert counts.shape == (4, 2, 2, 3) and (counts.sum(-1) == np.array([[3], [5]])).all()
    assert not counts[..., 0, 2].any()
    with pytest.raises(ValueError):
        rng.multinomial(3, [[0.5, 0.6, 0.2]])
    assert rng.dirichlet([0.0, 0.0]).tolist() == [0, 0] and rng.dirichlet([0, 0.01, 0]).tolist() == [0, 1, 0]
    shares = rng.dirichlet([0.02, 0.04, 1e-5, 0.01], 5000)
    assert numpy.allclose(host(shares.sum(-1)), 1) and abs(float(shares[:, 1].mean()) - 0.571) < 0.03
    values = [1, 2, 3, 4]
    rng.shuffle(values)
    assert sorted(values) == [1, 2, 3, 4]
    with pytest.raises(ValueError):
        rng.choice(3, (-1,), replace=False)
    assert rng.choice(3, p=np.array([0.1, 0.2, 0.7], "f2")) in (0, 1, 2)
    for seed in (range(3), np.array([1, 2]), numpy.array([1, 2]), [1, 2]):
        first, second = (np.random.default_rng(seed).integers(0, 1 << 60) for _ in range(2))
        assert first == second
    assert np.random.default_rng(np.array([7])).random() == np.random.default_rng(7).random()

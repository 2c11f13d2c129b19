"""`np.lib` and what functions of several modules do beside numbers, compared with NumPy."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from array_samples import host, sample

import ocean.numpy as np
from ocean.numpy.lib import format as npy
from ocean.numpy.lib.array_utils import byte_bounds
from ocean.numpy.lib.stride_tricks import as_strided, broadcast_arrays, broadcast_to, sliding_window_view


class Own(np.ndarray):
    """A class of arrays."""


class Least(Own):
    """A class whose mean is its first element."""

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, **_: Any) -> Any:
        return np.asarray(self)[0]


def test_files_by_their_format() -> None:
    a = sample(2, 3)
    stream = io.BytesIO()
    npy.write_array(stream, a)
    numpy.testing.assert_array_equal(numpy.load(io.BytesIO(stream.getvalue())), host(a))
    stream.seek(0)
    assert npy.read_magic(stream) == (1, 0)
    stream.seek(0)
    found = npy.read_array(stream)
    assert type(found) is np.ndarray and (found == a).all()
    with pytest.raises(ValueError, match="allow_pickle"):
        objects = io.BytesIO()
        numpy.save(objects, numpy.array([None]), allow_pickle=True)
        objects.seek(0)
        npy.read_array(objects, allow_pickle=True)


def test_archives_have_members_that_are_no_arrays() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        with archive.open("a.npy", "w") as file:
            np.save(file, sample(3))
        archive.writestr("note", b"text")
    stream.seek(0)
    with np.load(stream) as found:
        assert isinstance(found, np.lib.npyio.NpzFile) and found["note"] == b"text" and len(found["a"]) == 3
        assert dir(found.f) == ["a", "note"] and (found.f.a == sample(3)).all()
        with pytest.raises(AttributeError):
            found.f.other  # noqa: B018


def test_masked_texts_are_refused() -> None:
    with pytest.raises(TypeError, match="usemask"):
        np.genfromtxt(io.StringIO("1 2\n3 4"), usemask=True)


def test_views_keep_a_class_on_demand() -> None:
    a = np.arange(5).view(Own)
    assert type(as_strided(a, (2,), (8,))) is np.ndarray and type(sliding_window_view(a, 2)) is np.ndarray
    assert type(as_strided(a, (2,), (8,), subok=True)) is Own
    assert type(sliding_window_view(a, 2, subok=True)) is Own
    assert type(broadcast_to(a, (2, 5))) is np.ndarray and type(broadcast_to(a, (2, 5), subok=True)) is Own
    both = broadcast_arrays(a, np.ones((2, 1)), subok=True)
    assert [*map(type, both)] == [Own, np.ndarray]
    assert [*map(type, broadcast_arrays(a, np.ones((2, 1))))] == [np.ndarray] * 2
    low, high = byte_bounds(np.asarray(a))
    assert high - low == 40


def test_classes_of_results() -> None:
    a = np.array([5.0, 1.0, 3.0, 2.0])
    assert type(np.unique(a.view(Own))) is Own and type(np.nanargmax(np.eye(3).view(Own), axis=0)) is Own
    middle = np.median(a.view(Least))
    assert middle == 2 and np.median(a) == 2.5  # the first of the two in the middle
    rows = np.apply_along_axis(lambda row: row if type(row) is Own else None, 1, np.ones((2, 3)).view(Own))
    assert type(rows) is Own and rows.shape == (2, 3)
    assert type(np.apply_along_axis(lambda row: row.view(Own), 0, np.ones((2, 3)))) is Own
    doubled = np.vectorize(lambda x: 2 * x)
    assert type(doubled(a.view(Own))) is Own and type(doubled(a)) is np.ndarray


def test_vectorized_functions_have_attributes() -> None:
    calls = []
    f = np.vectorize(lambda x: calls.append(x) or x * 2)
    f.cache = True
    assert f(np.arange(3)).tolist() == [0, 2, 4] and calls == [0, 1, 2]
    with pytest.raises(ValueError, match="otypes"):
        f(np.zeros((0, 5)))
    f.otypes = "i"
    assert f(np.zeros((0, 5))).shape == (0, 5) and f.pyfunc(4) == 8


CALLS: dict[str, Callable[[Any], Any]] = {
    "eye": lambda xp: xp.eye(numpy.uint64(2), M=numpy.uint64(4), k=numpy.uint64(1)),
    "real": lambda xp: [type(xp.real(3)) is int, type(xp.imag(1j)) is float, xp.real(2 + 1j)],
    "r_": lambda xp: xp.r_[0 : 1 : numpy.complex64(5j)],
    "mgrid": lambda xp: xp.mgrid[0 : 1 : numpy.complex64(5j)],
    "diff": lambda xp: xp.diff([1, 2], n=0),
    "percentile": lambda xp: xp.percentile(xp.ones(3), 5, out=xp.zeros(1)),
    "nanstd": lambda xp: xp.nanstd(xp.array([1.5, 2, 4], "f4"), ddof=0.5),
    "nanstd of too few": lambda xp: xp.isnan(xp.nanvar(xp.array([[1.5], [2.0]]), axis=1, ddof=1)),
    "nanvar": lambda xp: xp.nanvar(xp.array([[1.5, 2, xp.nan]]), axis=1, correction=1),
    "pad": lambda xp: [xp.pad(xp.ones((2, 3), order=each), 1).flags.f_contiguous for each in "CF"],
    "pad values": lambda xp: xp.pad(xp.asarray([[1, 2, 3], [4, 5, 6]], order="F"), [(0, 1), (2, 3)], constant_values=7),
    "iscomplexobj": lambda xp: xp.iscomplexobj(type("Duck", (), {"dtype": numpy.dtype("c16")})()),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_calls(call: Callable[[Any], Any]) -> None:
    expected, found = call(numpy), call(np)
    numpy.testing.assert_array_equal(host(found) if isinstance(found, np.ndarray) else found, expected)


REFUSED: dict[str, Callable[[Any], Any]] = {
    "gradient": lambda xp: xp.gradient(xp.ones((5, 5)), xp.ones(5)),
    "isin": lambda xp: xp.isin(xp.array([1], "i2"), xp.array([-128, 127], "i1"), kind="table"),
    "correction": lambda xp: xp.nanvar(xp.ones(3), ddof=1, correction=1),
    "standard_gamma": lambda xp: xp.random.default_rng(1).standard_gamma([1.0, 2], out=xp.zeros((3, 2), order="F")),
    "multinomial": lambda xp: xp.random.multinomial(10, [[0.0, 1]]),
    "swapped": lambda xp: xp.random.default_rng(1).integers(0, 9, size=3, dtype=">i4"),
    "unsigned limits": lambda xp: xp.random.default_rng(1).integers([-(2**63)] * 2, [2**63 + 1] * 2),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED)
def test_refused(call: Callable[[Any], Any]) -> None:
    with pytest.raises((TypeError, ValueError, RuntimeError)) as expected:
        call(numpy)
    with pytest.raises(expected.type):
        call(np)


def test_pvals_are_checked_in_double() -> None:
    x = np.array([9.9e-01, 9.9e-01, *[1.0e-09] * 8], dtype=np.float32)
    with pytest.raises(ValueError, match="at most 1"):
        np.random.default_rng(1).multinomial(1, x / x.sum())


def test_older_random_functions() -> None:
    many = 2**40 - 2
    assert 0 < np.random.hypergeometric(many, many, many) < many
    with pytest.raises(ValueError, match="1000000000"):
        np.random.default_rng(1).hypergeometric(many, many, many)
    values = {0: 0, 1: 1, 2: 2}
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        np.random.default_rng(3).shuffle(values)
    assert sorted(values.values()) == [0, 1, 2] and found[0].category is UserWarning


def test_tiny_parameters_of_beta() -> None:
    tiny = float(np.finfo(float).tiny)
    x = np.random.default_rng(5).beta(tiny / 32, tiny / 96, size=2000)
    assert set(x.tolist()) == {0.0, 1.0} and 0.70 < float(x.mean()) < 0.80

"""Fourier transforms against NumPy, which counts axes as we do, and by their laws."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import dtype_id, read, sample
from linalg.test_lapack import KINDS, SHAPES, compare, computed, put

import ocean
from ocean import fft
from ocean._src.linalg import fft as fourier

LINES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
BLOCKS = ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2")


def mirrored(name: str, values: np.ndarray, lengths: Any, axes: Any, norm: str | None = None) -> np.ndarray:
    """What NumPy gives for axes in our order: the first one is halved; `compare` mirrors again."""
    return getattr(np.fft, name)(values, s=None if lengths is None else lengths[::-1], axes=axes[::-1], norm=norm).T


@pytest.mark.parametrize("layout", SHAPES)
@pytest.mark.parametrize("kind", KINDS, ids=dtype_id)
def test_dtypes_and_layouts(kind: ocean.dtype, layout: str) -> None:
    tensor, values = sample(layout, kind, (6, 3, 2), special=False)
    values = computed(values, kind)
    for name in LINES:
        if name in fourier.REAL and kind.iscomplex:
            with pytest.raises(TypeError, match=rf"{name}\(\): expected real elements, got dtype complex"):
                getattr(fft, name)(tensor)
            continue
        compare(getattr(fft, name)(tensor), getattr(np.fft, name)(values, axis=0).T, kind, False)
    compare(fft.fftn(tensor), np.fft.fftn(values).T, kind, False)
    compare(fft.irfft2(tensor), mirrored("irfft2", values, None, (0, 1)), kind, False)


@pytest.mark.parametrize("name", LINES)
def test_lengths_axes_and_norms(name: str) -> None:
    tensor, values = sample("wild", ocean.double, (4, 5, 3), special=False)
    for axis, n, norm in itertools.product((0, 1, 2, -1), (None, 1, 3, 4, 7), ("backward", "ortho", "forward", None)):
        wanted = getattr(np.fft, name)(values, n, axis, norm)
        compare(getattr(fft, name)(tensor, n=n, axis=axis, norm=norm), wanted.T, ocean.double, False)
    compare(getattr(fft, name)(tensor, 3, 1), getattr(np.fft, name)(values, 3, 1).T, ocean.double, False)


@pytest.mark.parametrize("name", BLOCKS)
def test_several_axes(name: str) -> None:
    tensor, values = sample("negative", ocean.double, (4, 5, 3), special=False)
    default = (0, 1) if name.endswith("2") else (0, 1, 2)
    function: Callable[..., Any] = getattr(fft, name)
    compare(function(tensor), mirrored(name, values, None, default), ocean.double, False)
    for axes in ((0, 1), (1, 0), (2, 1), (-1, 0)):
        for s in (None, (4, 6), (3, 2)):
            for norm in ("backward", "ortho"):
                wanted = mirrored(name, values, s, axes, norm)
                compare(function(tensor, s=s, axes=axes, norm=norm), wanted, ocean.double, False)
    own = 8 if name.startswith("irfft") else 5  # what None means along axis 1; -1 is its length
    for given, meant in ((None, own), (-1, 5)):
        wanted = mirrored(name, values, (meant, 6), (1, 2))
        compare(function(tensor, s=(given, 6), axes=(1, 2)), wanted, ocean.double, False)
    if name.endswith("n"):
        compare(function(tensor, s=(4, 6)), mirrored(name, values, (4, 6), (0, 1)), ocean.double, False)
        compare(function(tensor, axes=1), mirrored(name, values, None, (1,)), ocean.double, False)
    if name == "fftn":  # an axis that occurs twice is transformed twice
        compare(function(tensor, axes=(0, 0)), np.fft.fft(np.fft.fft(values, axis=0), axis=0).T, ocean.double, False)


def test_laws() -> None:
    x, values = sample("strided", ocean.cdouble, (6, 5, 2), special=False)
    for forth, back in ((fft.fft, fft.ifft), (fft.fftn, fft.ifftn), (fft.fft2, fft.ifft2)):
        for norm in ("backward", "ortho", "forward"):
            np.testing.assert_allclose(read(back(forth(x, norm=norm), norm=norm)), values, rtol=1e-12, atol=1e-12)
    real, values = sample("wild", ocean.double, (6, 5, 2), special=False)
    np.testing.assert_allclose(read(fft.irfft(fft.rfft(real), 6)), values, atol=1e-12)
    np.testing.assert_allclose(read(fft.irfftn(fft.rfftn(real), (6, 5, 2))), values, atol=1e-12)
    np.testing.assert_allclose(read(fft.irfft2(fft.rfft2(real), (6, 5))), values, atol=1e-12)
    np.testing.assert_allclose(read(fft.hfft(fft.ihfft(real), 6)), values, atol=1e-12)
    assert fft.rfftn(real).size == (4, 5, 2) and fft.rfft2(real, axes=(1, 0)).size == (6, 3, 2)
    half = fft.rfft(real)
    np.testing.assert_allclose(read(fft.fft(real))[:4], read(half), atol=1e-12)
    # a transform is a sum of waves
    k, n = np.arange(6)[:, None], np.arange(6)
    np.testing.assert_allclose(read(fft.fft(real[:, 0, 0])), np.exp(-2j * np.pi * k * n / 6) @ values[:, 0, 0], atol=1e-12)


def test_frequencies_and_shifts() -> None:
    for n in (1, 2, 5, 8):
        for name in ("fftfreq", "rfftfreq"):
            found = getattr(fft, name)(n, d=0.1)
            assert found.dtype is ocean.double and found.device is layouts.device
            np.testing.assert_array_equal(read(found), getattr(np.fft, name)(n, 0.1))
            assert getattr(fft, name)(n, dtype=ocean.half).dtype is ocean.half
            assert getattr(fft, name)(n, dtype="float32", device=ocean.cpu).device is ocean.cpu
    for kind in (ocean.int8, ocean.chalf):
        tensor, values = sample("wild", kind, (5, 4, 3), special=False)
        for axes in (None, 0, 1, (0, 2), (-1,)):
            for name in ("fftshift", "ifftshift"):
                found = getattr(fft, name)(tensor, axes=axes)
                assert found.dtype is kind and found.device is layouts.device
                np.testing.assert_array_equal(read(found), getattr(np.fft, name)(values, axes))
        np.testing.assert_array_equal(read(fft.ifftshift(fft.fftshift(tensor))), values)


def test_what_has_no_elements() -> None:
    assert fft.fft(put(np.zeros((4, 0)))).size == (4, 0) and fft.rfft(put(np.zeros((0, 4))), axis=1).size == (0, 3)
    assert fft.fft(put(np.zeros((0, 2))), 3).asPython() == [[0, 0, 0]] * 2


ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "no points": (lambda: fft.fft(put([1.0, 2.0]), 0), ValueError, r"fft\(\): a transform needs at least one point, got 0"),
    "minus one": (lambda: fft.fft(put([1.0, 2.0]), -1), ValueError, "got -1 for size 2"),
    "two axes": (lambda: fft.fft(put(np.ones((2, 2))), axis=(0, 1)), TypeError, "axis|integer"),
    "negative": (lambda: fft.ifft(put([1.0, 2.0]), -3), ValueError, "got -3 for size 2"),
    "nothing": (lambda: fft.fft(put([])), ValueError, "got 0 for size 0"),
    "a single point": (lambda: fft.irfft(put([1.0])), ValueError, "got 0 for size 1"),
    "axis": (lambda: fft.fft(put([1.0]), axis=1), IndexError, "Axis 1 is out of range"),
    "a number": (lambda: fft.fft(3.0), IndexError, "out of range"),
    "no axis": (lambda: fft.rfftn(put([1.0]), axes=()), IndexError, r"rfftn\(\): there is no axis to transform, got size 1"),
    "lengths": (lambda: fft.fftn(put([1.0]), s=(1, 2)), ValueError, "as many lengths as axes, got 2 and 1"),
    "norm": (lambda: fft.fft(put([1.0]), norm="max"), ValueError, "norm must be 'backward', 'ortho' or 'forward', got 'max'"),
    "fraction": (lambda: fft.fft(put([1.0]), 1.5), TypeError, "n"),
    "memory": (lambda: fft.fft(put([1.0]), 2**50), MemoryError, "not enough memory"),
    "frequency": (lambda: fft.fftfreq(0), ValueError, "at least one point, got 0"),
    "distance": (lambda: fft.fftfreq(4, d=0.0), ValueError, "d must be a real number and not zero"),
    "dtype": (lambda: fft.fftfreq(4, dtype=ocean.int8), ValueError, "expected a real floating dtype"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    call, kind, text = ERRORS[name]
    with pytest.raises(kind, match=text) as caught:
        call()
    assert isinstance(caught.value, ocean.OceanError)


@pytest.mark.host_only("threads")
@pytest.mark.parametrize("kind", [ocean.float, ocean.double, ocean.cfloat, ocean.half], ids=dtype_id)
def test_threads(kind: ocean.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    tensor, values = sample("row_major", kind, (64, 20, 2), special=False)
    monkeypatch.setattr(fourier, "MANY", 100)
    asked: list[str] = []
    scipy = fourier.scipy_fft()
    monkeypatch.setattr(fourier, "scipy_fft", lambda: asked.append("") or scipy)
    ocean.setNumThreads(2)
    for name in LINES:
        if name in fourier.REAL and kind.iscomplex:
            continue
        compare(getattr(fft, name)(tensor), getattr(np.fft, name)(computed(values, kind), axis=0).T, kind, False)
    compare(fft.fftn(tensor), np.fft.fftn(computed(values, kind)).T, kind, False)
    count = len(asked)
    assert count >= 5
    ocean.setNumThreads(1)
    fft.fft(tensor)
    assert len(asked) == count


@pytest.mark.host_only("names")
def test_the_module_has_what_the_standard_has() -> None:
    strict = pytest.importorskip("array_api_strict")
    for name in strict.fft.__all__:
        wanted = inspect.signature(inspect.unwrap(getattr(strict.fft, name))).parameters
        found = inspect.signature(getattr(fft, name)).parameters
        assert [*wanted, "out"] == list(found) or list(wanted) == list(found), name
    for name in fft.__all__:
        value = getattr(fft, name)
        assert value.__doc__ and value.__name__ == name and value.__module__ == "ocean.fft"
    assert inspect.signature(fft.fft).parameters["axis"].default == 0

"""Small things that new users meet: names of axes and devices, hints for names, and numbers that read back."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import layouts
import numpy
import pytest
from layouts import DTYPES

import ocean
import ocean.numpy as np

H, W = ocean.axes(H=3, W=4)


# --- Axes by name ------------------------------------------------------------------------------------------------


def labelled() -> tuple[Any, Any]:
    t = ocean.arange(12, device=layouts.device).reshape(H, W)
    return t, np.arange(12).reshape(3, 4).to_device(layouts.device.name).withAxes(H, W)


BY_AXIS: list[Callable[[Any, Any, Any], Any]] = [
    lambda t, a, axis: ocean.sum(t, axis), lambda t, a, axis: t.mean(axis), lambda t, a, axis: ocean.sort(t, axis=axis),
    lambda t, a, axis: ocean.cumsum(t, axis), lambda t, a, axis: ocean.quantile(t, 0.5, axis),
    lambda t, a, axis: ocean.quantile(t, 0.5, axis=axis), lambda t, a, axis: t.slice(axis, 1, 2),
    lambda t, a, axis: ocean.argmax(t, axis), lambda t, a, axis: ocean.flip(t, axis),
    lambda t, a, axis: ocean.take(t, [0, 2], axis), lambda t, a, axis: t[{axis: 1}], lambda t, a, axis: t[{axis: [1, 2]}],
    lambda t, a, axis: ocean.concatenate([t, t], axis), lambda t, a, axis: ocean.diff(t, axis=axis),
    lambda t, a, axis: ocean.norm(ocean.double(t), 2, axis=axis), lambda t, a, axis: ocean.lazy(t).sum(axis).eval(),
    lambda t, a, axis: t.renameAxis(axis, "rows"), lambda t, a, axis: np.sum(a, axis), lambda t, a, axis: a.mean(axis),
    lambda t, a, axis: np.std(a, axis=axis), lambda t, a, axis: np.sort(a, axis), lambda t, a, axis: np.cumsum(a, axis),
    lambda t, a, axis: np.median(a, axis), lambda t, a, axis: np.quantile(a, 0.5, axis), lambda t, a, axis: np.all(a, axis),
    lambda t, a, axis: np.take(a, [0, 2], axis), lambda t, a, axis: np.flip(a, axis), lambda t, a, axis: np.roll(a, 1, axis),
    lambda t, a, axis: np.diff(a, axis=axis), lambda t, a, axis: np.fft.fft(a, axis=axis), lambda t, a, axis: a[{axis: 0}],
    lambda t, a, axis: np.moveaxis(a, axis, 1), lambda t, a, axis: np.concatenate([a, a], axis),
    lambda t, a, axis: np.linalg.norm(a, axis=axis), lambda t, a, axis: a.diagonal(0, axis, 1 if axis in (H, "H") else 0),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BY_AXIS)))
def test_an_axis_may_be_given_by_its_name(number: int) -> None:
    t, a = labelled()
    for axis, name in ((H, "H"), (W, "W")):
        wanted, found = BY_AXIS[number](t, a, axis), BY_AXIS[number](t, a, name)
        assert repr(found.axes) == repr(wanted.axes) and type(found) is type(wanted)
        numpy.testing.assert_array_equal(numpy.asarray(found.to_numpy()), numpy.asarray(wanted.to_numpy()))


def test_several_axes_by_name() -> None:
    t, a = labelled()
    assert t.permuteAxes(["W", "H"]).axes == (W, H) and t.swapAxes("H", "W").axes == (W, H)
    assert np.transpose(a, ("W", "H")).axes == (W, H) and a.swapaxes("H", "W").axes == (W, H)
    assert float(ocean.mean(t, ["W", "H"])) == float(np.mean(a, axis=("H", "W"))) == 5.5
    related = ocean.zeros([H, H - 1])
    assert ocean.sum(related, "H-1").axes == (H,)
    with pytest.raises(ocean.OceanIndexError, match="There is no axis named 'W' among H:3 x H-1:3"):
        ocean.sum(related, "W")


def test_a_text_that_means_something_else_stays_one() -> None:
    lower = ocean.axis(3, "lower")
    t = ocean.asTensor([1.0, 2.0, 4.0]).withAxes(lower)
    assert float(ocean.quantile(t, 0.6, method="lower")) == 2


def test_several_axes_are_made_at_once() -> None:
    rows, columns = ocean.axes(rows=2, columns=5)
    assert (rows.name, rows.length, columns.name, columns.length) == ("rows", 2, "columns", 5)
    assert rows.axisClass is not columns.axisClass
    with pytest.raises(TypeError, match=r"axes\(\) needs lengths by name"):
        ocean.axes()
    with pytest.raises(ValueError, match="the length must be nonnegative"):
        ocean.axes(H=-1)


# --- Devices by name ---------------------------------------------------------------------------------------------


def test_a_device_may_be_given_by_its_name() -> None:
    here = layouts.device
    name = here.name
    made = [
        ocean.zeros([2], name), ocean.zeros([2], ocean.int8, name), ocean.ones([2], device=name), ocean.eye(2, device=name),
        ocean.asTensor([1], device=name), ocean.arange(3, device=name), ocean.full([2], 1, device=name),
        ocean.random.uniform([2], device=name), ocean.tensor([2], ocean.float, name), ocean.zeros([2]).clone(name),
        ocean.storage(3, ocean.float, name), ocean.stream(name), ocean.linspace(0, 1, 3, device=name),
        ocean.descriptions.BasicTensorDescription(ocean.float, (3,), device=name), np.zeros(3, device=name),
    ]  # fmt: skip
    assert all(each.device is here for each in made[:-1]) and ocean.asTensor(made[-1]).device is here
    for call in (lambda: ocean.zeros([2], device="gpu77"), lambda: np.zeros(2, device="gpu77")):
        with pytest.raises(ValueError, match="There is no device 'gpu77'; there are cpu"):
            call()
    with pytest.raises(TypeError, match=r"unexpected argument 'gpu77'; expected dtype \(dtype\), device \(device\)"):
        ocean.zeros([2], "gpu77")


# --- Hints -------------------------------------------------------------------------------------------------------

NAMES: list[tuple[Callable[[], Any], str]] = [
    (lambda: ocean.summ, "module 'ocean' has no attribute 'summ'; did you mean 'sum'?"),
    (lambda: ocean.linalg.invv, "did you mean 'inv'?"), (lambda: ocean.fft.ffft, "did you mean 'fft'?"),
    (lambda: ocean.random.normaal, "did you mean 'normal'?"), (lambda: np.linalg.invv, "did you mean 'inv'?"),
    (lambda: np.fft.ffft, "did you mean 'fft'?"), (lambda: np.random.normaal, "did you mean 'normal'?"),
    (lambda: np.lineralg, "did you mean 'linalg'?"), (lambda: ocean.relu, "use ocean.max(x, 0)"),
    (lambda: np.relu, "use np.maximum(x, 0)"), (lambda: np.ma, "use a mask"), (lambda: np.matrix, "with @ for products"),
    (lambda: np.memmap, "np.load(name, mmap_mode='r')"), (lambda: ocean.ma, "use a mask"),
    (lambda: ocean.zeros([2]).relu, "use ocean.max(t, 0)"), (lambda: ocean.zeros([2]).to, "ocean.double(t), ocean.cpu(t)"),
    (lambda: ocean.zeros([2]).cuda, "ocean.gpu[0](t)"), (lambda: np.zeros(2).to, "use a.astype(dtype), or a.to_device("),
    (lambda: np.zeros(2).cuda, "use a.to_device('gpu0')"), (lambda: np.zeros(2).relu, "use np.maximum(a, 0)"),
    (lambda: np.zeros(2).numpy, "use a.to_numpy()"), (lambda: np.zeros(2).backward, "use np.grad(f)(a)"),
]  # fmt: skip


@pytest.mark.host_only("names")
@pytest.mark.parametrize(("get", "text"), NAMES, ids=[text for _, text in NAMES])
def test_names_that_are_not_here_are_explained(get: Callable[[], Any], text: str) -> None:
    with pytest.raises(AttributeError) as caught:
        get()
    assert text in str(caught.value)


@pytest.mark.host_only("names")
def test_misspelt_members_are_suggested_by_python() -> None:
    import subprocess
    import sys

    for code in ("ocean.zeros([2]).shap", "np.zeros(2).shap"):
        run = [sys.executable, "-c", f"import ocean, ocean.numpy as np; {code}"]
        error = subprocess.run(run, capture_output=True, text=True).stderr
        assert "Did you mean: 'shape'?" in error


@pytest.mark.host_only("names")
def test_hints_are_no_members() -> None:
    a = np.zeros(2)
    assert not hasattr(a, "to") and "to" not in dir(a) and "astype" in dir(a)
    assert not hasattr(np.ndarray, "cuda")


@pytest.mark.host_only("messages")
def test_a_fused_function_names_what_it_cannot_do() -> None:
    for function, given in (
        (lambda a: ocean.find(a) + 1, ocean.ones([5])), (lambda a: ocean.unique(a) + 1, ocean.ones([5])),
        (lambda a: ocean.histogram(a, 3)[0] + 1, ocean.ones([5])),
    ):  # fmt: skip
        name = function.__code__.co_names[1]
        with pytest.raises(ocean.OceanTypeError, match=rf"which {name}\(\) needs"):
            ocean.fuse(function)(given)


@pytest.mark.host_only("messages")
def test_sizes_of_arrays_are_shapes() -> None:
    for make in (np.zeros, np.ones, np.empty, lambda shape: np.full(shape, 1)):
        with pytest.raises(ValueError, match=r"^negative dimensions are not allowed, got shape \(-1, 3\)$"):
            make((-1, 3))
    with pytest.raises(ValueError, match=r"^negative dimensions are not allowed, got shape \(-1, 3\)$"):
        np.random.rand(-1, 3)
    with pytest.raises(ValueError, match=r"An array of shape \(10000000000, 20000000000\) and dtype float64 exceeds"):
        np.zeros((10**10, 2 * 10**10))


@pytest.mark.host_only("messages")
def test_a_row_that_is_added_to_a_matrix() -> None:
    A, row = ocean.ones([3, 4]), ocean.ones([4])
    with pytest.raises(ValueError, match=r"3x4 and 4; .* its transpose t.T is a row of size 1x4$"):
        A + row
    assert (A + row.T).size == (3, 4)
    with pytest.raises(ValueError, match="broadcast: 3x4 and 5$"):
        A + ocean.ones([5])


@pytest.mark.host_only("messages")
def test_text_is_no_operand() -> None:
    for call, names in (
        (lambda: np.array([1, 2, 3]) * "a", "'ocean.numpy.ndarray' and 'str'"),
        (lambda: "a" * np.array([1, 2, 3]), "'str' and 'ocean.numpy.ndarray'"),
        (lambda: np.array([1, 2, 3]) * b"a", "'ocean.numpy.ndarray' and 'bytes'"),
        (lambda: ocean.asTensor([1, 2, 3]) * "a", "'ocean.tensor' and 'str'"),
    ):
        with pytest.raises(TypeError, match=f"unsupported operand types for \\*: {names}"):
            call()
    assert [1] * np.array(2) == np.array([2]), "a list is an operand"


@pytest.mark.host_only("files")
def test_load_advises_what_reads_other_files(tmp_path: Path) -> None:
    import ocean.numpy as np

    for name, content, ours, tensors in (
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(90), "np.asarray(PIL.Image.open(name))", "PIL.Image.open"),
        ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(90), "it is a picture", "it is a picture"),
        ("a.wav", b"RIFF\x24\0\0\0WAVEfmt ", "scipy.io.wavfile", "scipy.io.wavfile"),
        ("a.h5", b"\x89HDF\r\n\x1a\n" + bytes(90), "h5py", "h5py"),
        ("a.txt", b"1 2 3\n4 5 6\n", "np.loadtxt(name)", "numpy.loadtxt(name)"),
        ("a.raw", bytes(range(100)), "np.fromfile(name, dtype)", "numpy.memmap(name, dtype)"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        for load, words in ((np.load, ours), (ocean.load, tensors)):
            with pytest.raises(ValueError) as caught:
                load(str(path))
            assert words in str(caught.value)


# --- Numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.host_only("text")
@pytest.mark.parametrize("kind", [each for each in DTYPES if each.isfloat], ids=str)
def test_the_repr_of_a_number_reads_back(kind: ocean.dtype) -> None:
    names = {name: getattr(numpy, name) for name in ("float16", "float32", "complex64")}
    for number in (1 / 3, math.pi * 1e30, -2e-7, 0.1, 1.0, math.inf):
        if kind in (ocean.half, ocean.chalf) and abs(number) > 1e4 and math.isfinite(number):
            continue
        a = np.array(number * (1 + 1j) if kind.iscomplex and math.isfinite(number) else number).astype(kind)
        text = (
            repr(a).removeprefix("array(").partition(", dtype")[0].rstrip(")")
            if ", dtype" in repr(a)
            else repr(a)[6:-1]
        )
        value = complex(text)
        assert np.array(value if kind.iscomplex else value.real).astype(kind).item() == a.item(), (repr(a), a.item())
    assert names


@pytest.mark.host_only("text")
def test_numbers_print_the_digits_that_they_have() -> None:
    third = np.float64(1) / 3
    assert f"{third}" == str(np.array([1.0])[0] / 3) == "0.3333333333333333"
    assert repr(np.mean(np.array([1.0, 2.0, 2.0]))) == "array(1.6666666666666667)"
    assert repr(np.array([1 / 3])) == "array([0.33333333])", "as in NumPy"

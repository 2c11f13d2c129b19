"""Messages are for the person who reads them: sizes, functions and arguments are named, and tensors never printed whole."""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ocean
from ocean._src.tensor.elementwise import FUNCTIONS


def message_of(call: Callable[[], Any]) -> str:
    with pytest.raises(ocean.OceanError) as caught:
        call()
    return str(caught.value)


def zeros(*size: int) -> ocean.tensor:
    return ocean.zeros(list(size))


# --- Sizes -------------------------------------------------------------------------------------------------------

SIZES = [
    (lambda: zeros(3, 4) + zeros(2, 4), ["3x4 and 2x4"]),
    (lambda: ocean.where(zeros(2) > 0, zeros(3), zeros(5)), ["2 and 3 and 5"]),
    (lambda: zeros(3, 4) * zeros(3, 4), ["* multiplies matrices: 3x4 times 3x4 does not fit; @ multiplies elements"]),
    (lambda: ocean.multiply(zeros(3, 4), "T", zeros(4)), ["3x4 transposed times 4 does not fit"]),
    (lambda: ocean.gemm(2, zeros(3, 4), zeros(3, 4)), ["gemm() multiplies matrices", "3x4 times 3x4"]),
    (lambda: ocean.add(zeros(3, 4), 1, zeros(2, 4)), ["size 2x4, expected 3x4"]),
    (lambda: ocean.sum(zeros(3, 4), 0, zeros(3)), ["size 4, got 3"]),
    (lambda: zeros(3, 4).copy(zeros(2, 4)), ["size 2x4", "size 3x4"]),
    (lambda: zeros(3, 4).__setitem__(slice(1, 3), zeros(3, 3)), ["size 3x3", "size 2x4"]),
    (lambda: zeros(3, 4).reshape(5, 2), ["3x4 has 12 elements, 5x2 has 10"]),
    (lambda: zeros(3, 4).reshape(-1, 5), ["3x4 has 12 elements", "-1x5"]),
    (lambda: zeros(3, 4).reshape(-1, -1), ["only one size can be -1", "-1x-1"]),
    (lambda: zeros(3, 0).reshape(0, -1), ["0x-1"]),
    (lambda: zeros(3, 4).reshape(2, -3, 2), ["nonnegative, got 2x-3x2"]),
    (lambda: zeros(3, -4), ["nonnegative, got 3x-4"]),
    (lambda: ocean.asTensor([zeros(2, 3), zeros(2, 4)]), ["dimension 1 of the tensors expected 3 got 4"]),
]


@pytest.mark.parametrize(("call", "words"), SIZES, ids=[words[-1] for _, words in SIZES])
def test_sizes_are_shown(call: Callable[[], Any], words: list[str]) -> None:
    text = message_of(call)
    assert all(word in text for word in words), text


def test_below_texts_of_the_documents() -> None:
    """These are fixed to the letter; what they lack is a note, which tracebacks show."""
    ocean.setAutoBroadcast(False)
    for call, fixed, sizes in (
        (lambda: zeros(3).broadcastTo([4]), "Tensor dimensions are incompatible with broadcast dimensions", ["3", "4"]),
        (lambda: zeros(3, 4) + zeros(3), "Mismatch in tensor dimensions", ["3x4", "3"]),
        (lambda: zeros(3, 4).copy(zeros(3)), "Tensor size mismatch", ["3 and 3x4"]),
    ):
        with pytest.raises(ocean.OceanValueError, match=f"^{fixed}") as caught:
            call()
        below = "".join(traceback.format_exception_only(caught.value)).splitlines()[1]
        assert all(size in below for size in sizes)


def test_one_size_is_computed() -> None:
    x = ocean.arange(12)
    for size in ((3, -1), (-1, 4), ([3, -1],), (-1,), (2, -1, 3), (12, -1)):
        wanted = np.arange(12).reshape(*size).shape
        assert x.reshape(*size).size == wanted
        y = x.clone()
        y.reshape(*size, inplace=True)
        assert y.size == wanted
    assert zeros(0).reshape(3, -1).size == (3, 0)


# --- Functions and arguments -------------------------------------------------------------------------------------

ARGUMENTS = [
    (lambda: zeros(3).fill("x"), "fill(): value must be a tensor, a number or like a tensor, got 'x'"),
    (lambda: zeros(3).copy("x"), "copy(): src must be a tensor, a number or like a tensor, got 'x'"),
    (lambda: zeros(3).copy({"a": 1}), "copy(): src must be a tensor, a number or like a tensor, got {'a': 1}"),
    (lambda: zeros(3).fill(zeros(2, 3)), "fill(): value must be a single number, got <tensor.float of size 2x3 on"),
    (lambda: ocean.sum("x"), "sum(): A must be a tensor, a number or like a tensor, got 'x'"),
    (lambda: ocean.max(zeros(3)), "the largest element of one tensor is maximum(A [,axes])"),
    (lambda: ocean.min(zeros(3), axis=0), "the smallest element of one tensor is minimum(A [,axes])"),
]


@pytest.mark.parametrize(("call", "text"), ARGUMENTS, ids=[text for _, text in ARGUMENTS])
def test_function_and_argument_are_named(call: Callable[[], Any], text: str) -> None:
    assert text in message_of(call)


# --- Nothing is printed whole ------------------------------------------------------------------------------------

LONG = [
    lambda value: ocean.zeros(3, value),
    lambda value: ocean.zeros([value]),
    lambda value: zeros(3).flatten(value),
    lambda value: zeros(3)[1:value],
    lambda value: zeros(3).reshape(3, inplace=value),
    lambda value: ocean.setDefaultDType(value),
    lambda value: ocean.setDisplayWidth(value),
    lambda value: ocean.asTensor([1], "R", value),
    lambda value: ocean.gemm(1, zeros(1, 1), zeros(1, 1), value, "x"),
    lambda value: ocean.registerType(value),
    lambda value: ocean.norm(zeros(3), 2, value, value, value),
    lambda value: ocean.isclose(1, 1, value),
    lambda value: ocean.asTensor(zeros(3), value),
]


@pytest.mark.parametrize("call", LONG)
def test_no_message_prints_a_tensor(call: Callable[[Any], Any]) -> None:
    for value in (zeros(30, 40), [zeros(30, 40)] * 100, np.zeros((30, 40)), [0] * 100_000, "x" * 100_000):
        try:
            call(value)
        except Exception as error:  # the settings compare with `in`
            text = str(error)
            assert "   0   0" not in text and "\n" not in text and len(text) < 400
        ocean.setDefaultDType(ocean.float)


# --- The name of errors ------------------------------------------------------------------------------------------


def test_errors_have_public_names() -> None:
    with pytest.raises(ocean.OceanValueError) as caught:
        zeros(3) + zeros(4)
    shown = traceback.format_exception_only(caught.value)[-1]
    assert shown.startswith("ocean.OceanValueError: ")


# --- Warnings as errors ------------------------------------------------------------------------------------------

STRICT = """
import ocean, numpy as np
x, y = ocean.asTensor([-1.0, 4.0]), ocean.zeros([2], ocean.double)
for _ in range(2):                      # a warning that became an error was not shown
    for call in (lambda: ocean.sqrt(x, "w", y), lambda: ocean.sqrt(x, "c", y), lambda: ocean.sqrt(-1.0, "w")):
        try:
            call()
        except RuntimeWarning as warning:
            assert "nonnegative" in str(warning) or "imaginary" in str(warning)
        else:
            raise SystemExit("no warning")
assert y.asPython() == [0, 0]           # nothing was written
assert ocean.sqrt(x).asPython()[1] == 2
ocean.setWarningMode(0)
ocean.sqrt(x, "w", y)
assert y.asPython()[1] == 2
for value in (b"x", np.zeros(3), np.array(["x"]), "x", object(), np.float64(2.5)):
    for call in (lambda: ocean.zeros(3, value), lambda: x[value], lambda: x.copy(value), lambda: x.flatten(value),
                 lambda: ocean.asTensor([1], value), lambda: ocean.setDefaultMathMode(value), lambda: x == value,
                 lambda: ocean.setWarningMode(value), lambda: x.asContiguous(value), lambda: ocean.sqrt(x, value)):
        try:
            call()
        except (ocean.OceanError, TypeError, ValueError):
            pass
        ocean.setWarningMode(0), ocean.setDefaultMathMode("-")
"""


@pytest.mark.host_only("a process of its own")
def test_warnings_may_be_errors() -> None:
    done = subprocess.run([sys.executable, "-bb", "-W", "error", "-c", STRICT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda: ocean.zeros(2, 3), r"a size of several dimensions is a list: zeros\(\[2,3\]\)"),
        (lambda: ocean.full(2, 3, 1.0), r"full\(\[2,3\], value\)"),
        (lambda: ocean.tensor([1.5]), "got 1.5; asTensor makes a tensor from values"),
        (lambda: ocean.maximum(ocean.ones([2]), ocean.zeros([2])), r"is max\(A, B\)"),
        (lambda: ocean.minimum(ocean.ones([2]), ocean.zeros([2])), r"is min\(A, B\)"),
        (lambda: ocean.zeros([2, 3]) @ ocean.zeros([3, 4]), r"2x3 and 3x4; @ multiplies elements, \* multiplies matrices"),
        (lambda: ocean.zeros([2, 3]) * ocean.zeros([2, 3]), "2x3 times 2x3 does not fit; @ multiplies elements"),
        (lambda: ocean.asTensor([[1, 2], [3]]), r"expected 2 got 1: lists at depth 2 have 2 and 1 entries; with a scalar, asTensor\(data, 0\)"),
    ],
)
def test_calls_of_other_packages_get_advice(call: Callable[[], Any], advice: str) -> None:
    with pytest.raises(ocean.OceanError, match=advice):
        call()


@pytest.mark.host_only("help")
def test_help_of_rows() -> None:
    assert all("The result " in FUNCTIONS[name].__doc__ for name in FUNCTIONS if name != "round")
    text = ocean.sqrt.__doc__
    assert text.startswith("sqrt(A [,mode] [,B])\n\nThe square root.\n\n") and max(map(len, text.split("\n"))) <= 120
    for part in ("is double for\nbool or an integer dtype", "must be nonnegative", "'c'", "B, if given", "numpy.sqrt"):
        assert part in text
    assert "The result is bool.\n" in ocean.isnan.__doc__ and "The operator: A + B." in ocean.add.__doc__


@pytest.mark.host_only("help")
def test_public_functions_name_public_modules() -> None:
    import ocean.numpy as np

    for module in (ocean, np, np.linalg, np.fft, np.random):
        for name in dir(module):
            each = getattr(module, name)
            inside = str(getattr(each, "__module__", "")).startswith("ocean._src")
            assert name.startswith("_") or not (inside and getattr(each, "__name__", "") == name), (module, name)


@pytest.mark.host_only("messages")
def test_messages_name_what_was_given() -> None:
    import ocean.numpy as np
    from ocean._src.devices.device import Devices

    @ocean.fuse
    def axpy(alpha: Any, x: Any, y: Any) -> Any:
        return alpha * x + y

    a, t = np.ones((2, 3)), ocean.ones([2, 2])
    for call, words in (
        (lambda: a.transpose(0, 0), r"repeated axis: .* \(0, 0\)"),
        (lambda: ocean.asTensor([1, None]), "NoneType; expected numbers, arrays and lists of them, got None"),
        (lambda: axpy(1.0, t), r"axpy\(\): missing a required argument: 'y'; its arguments are \(alpha"),
        (lambda: ocean.slide(t, lambda x, y, z: x, 0, 2), r"slide\(\): the function is called with one argument"),
        (lambda: ocean.reduce_binary(t, lambda x: x, 0), r"reduce_binary\(\): the function is called with two"),
        (lambda: Devices()[0], r"no ocean.gpu\[0\]: there are no OpenCL devices"),
        (lambda: ocean.zeros([2, 3]) * ocean.zeros([2, 3]), r"incompatible; \* multiplies matrices"),
        (lambda: ocean.random.integers(0, 10, [3]), r"the size comes first: integers\(size, low, high\)"),
        (lambda: ocean.cpu.__enter__(), r"setDefaultDevice\(ocean.device\('cpu'\)\) makes it the default"),
        (lambda: np.zeros(3, device="gpu77"), "There is no device 'gpu77'; there are cpu"),
        (lambda: a.__setitem__(0, "x"), "made from str; expected numbers, arrays and lists of them, got 'x'"),
    ):
        with pytest.raises((TypeError, ValueError, IndexError), match=words):
            call()


@pytest.mark.host_only("messages")
def test_messages_about_axes() -> None:
    import ocean.numpy as np

    H, W = ocean.axis(2, "H"), ocean.axis(3, "W")
    t, a = ocean.ones([H, W]), np.ones([H, W])
    named = "There is no axis named 'V' among"
    for call, words in (
        (lambda: ocean.sum(t, "V"), named), (lambda: t.sort(axis="V"), named), (lambda: ocean.quantile(t, 0.5, axis="V"), named),
        (lambda: ocean.concatenate([t, t], "V"), named), (lambda: t.renameAxis("V", "W"), named),
        (lambda: np.sum(a, axis="V"), named), (lambda: a.swapaxes("H", "V"), named), (lambda: np.quantile(a, 0.5, axis="V"), named),
        (lambda: t[{"V": 1}], named), (lambda: a[{"V": 1}], named), (lambda: t[{"W": 1, W: 1}], "occurs twice in the key"),
        (lambda: ocean.sum(ocean.ones([2]), "time"), "got 'time'; an axis has a name where the dimensions have axes"),
        (lambda: np.mean(np.ones(2), "time"), "got 'time'; an axis has a name where the dimensions have axes"),
        (lambda: ocean.sum(t.renameAxis(H, "W"), "W"), "Several axes of W:2 x W:3 have the name 'W'"),
        (lambda: t.withAxes("H", "W"), r"ocean.axis\(length, 'H'\) makes one"),
        (lambda: ocean.zeros(["H"]), r"ocean.axis\(length, 'H'\) is an axis"),
        (lambda: t[{W: 9}], "at dimension 1, the axis W:3"), (lambda: t[{W: [9]}], "at dimension 1, the axis W:3"),
        (lambda: t.lazy()[{W: 9}], "the axis W:3"), (lambda: a[{W: -9}], "axis 1 with size 3, which is W:3"),
        (lambda: t.withAxes(H), "has 2 dimensions, but got 1 axis: H:2"),
        (lambda: a[..., None], r"np.broadcast_to\(a, axes\)"), (lambda: t[..., None], r"t.broadcastTo\(axes\)"),
        (lambda: t.reshape(-1), r"flatten\(\) makes one of all"), (lambda: t * t, "differ in class and length;"),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError, IndexError), match=words):
            call()


def test_multiply_is_traced() -> None:
    A, v = ocean.asTensor([[1.0, 2], [3, 4]], "R"), ocean.asTensor([1.0, 2])
    for how in ((), ("T",), ("C",)):
        fused = ocean.fuse(lambda x, y, how=how: ocean.multiply(x, *how, y) + 1)
        for other in (A, v):
            assert fused(A, other).asPython() == (ocean.multiply(A, *how, other) + 1).asPython()

"""The gradients of every case for other layouts, dtypes and sizes, and beside those of PyTorch; memory of many gradients."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy
import pytest
from gradient_samples import arguments, function_of, read_cases

import ocean
import ocean.numpy as np

EVERY = read_cases()
OF_TENSORS = [k for k, (text, _) in enumerate(EVERY) if "ocean." in text]
CASES = [each for k, each in enumerate(EVERY) if not OF_TENSORS[0] <= k <= OF_TENSORS[-1]]
NAMES = [text for text, _ in CASES]
pytestmark = pytest.mark.host_only("one device is enough for formulas; test_devices.py has others")


def weights(shape: Any, xp: Any) -> Any:
    """Numbers that tell the elements of a result apart."""
    count = 1
    for n in shape:
        count *= n
    found = numpy.cos(numpy.arange(count) + 1.0).reshape(tuple(shape))
    return np.array(found) if xp is np else xp.from_numpy(found)


def total(found: Any, xp: Any) -> Any:
    """A real number of all results."""
    if isinstance(found, (tuple, list)):
        parts = [total(each, xp) for each in found]
        return sum(parts[1:], parts[0]) if parts else 0.0
    if not hasattr(found, "shape"):
        return found
    if xp is np:
        kind = found.dtype.kind
        found = np.real(found) + 0.7 * np.imag(found) if kind == "c" else found
    elif xp.is_complex(found):
        found = xp.real(found) + 0.7 * xp.imag(found)
    return (found * weights(found.shape, xp)).sum()


def of_case(number: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    text, samples = CASES[number]
    function = function_of(text)
    return (lambda *args: total(function(*args), np)), arguments(text, samples)


@cache
def expected(number: int) -> tuple[Any, ...]:
    f, given = of_case(number)
    return tuple(np.grad(f, tuple(range(len(given))))(*given))


def is_close(a: Any, b: Any, limit: float) -> bool:
    a, b = numpy.asarray(a), numpy.asarray(b)
    return a.shape == b.shape and numpy.allclose(a, b, rtol=limit, atol=limit * max(1, numpy.abs(b).max(initial=0)))


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_layouts(number: int) -> None:
    """Gradients do not depend on how arguments lie in memory: reversed, in another order of axes, with gaps."""
    f, given = of_case(number)
    for lay in (reversed_in_memory, transposed_in_memory, with_gaps):
        found = np.grad(f, tuple(range(len(given))))(*map(lay, given))
        assert all(is_close(a, b, 1e-9) for a, b in zip(found, expected(number), strict=True))


def reversed_in_memory(x: Any) -> Any:
    return np.copy(x[::-1])[::-1] if x.ndim else x


def transposed_in_memory(x: Any) -> Any:
    return np.copy(x.T).T


def with_gaps(x: Any) -> Any:
    wide = np.zeros((*x.shape, 2), dtype=x.dtype)
    wide[..., 0] = x
    return wide[..., 0]


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_single_precision(number: int) -> None:
    """A gradient has the dtype of its argument."""
    f, given = of_case(number)
    lower = [each.astype("complex64" if each.dtype.kind == "c" else "float32") for each in given]
    found = np.grad(f, tuple(range(len(given))))(*lower)
    for a, b, x in zip(found, expected(number), lower, strict=True):
        assert a.dtype == x.dtype and is_close(a, b, 3e-3)


ROWS = [k for k, (text, samples) in enumerate(CASES) if text.count("(") == 1 and text.endswith(("(x)", "(x,y)"))]


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
@pytest.mark.parametrize("number", ROWS, ids=[NAMES[k] for k in ROWS])
def test_half_precision(number: int, kind: str) -> None:
    f, given = of_case(number)
    if "linalg" in NAMES[number] or "fft" in NAMES[number] or any(each.dtype.kind == "c" for each in given):
        pytest.skip("there is no half precision in LAPACK, transforms and complex numbers")
    lower = [each.astype(kind) for each in given]
    try:
        f(*lower)
    except (ocean.OceanTypeError, ocean.OceanValueError):
        pytest.skip("the function itself refuses half precision")
    found = np.grad(f, tuple(range(len(given))))(*lower)
    for a, b, x in zip(found, expected(number), lower, strict=True):
        assert a.dtype == x.dtype and is_close(a.astype("float64"), b, 0.2)


@pytest.mark.parametrize("number", ROWS, ids=[NAMES[k] for k in ROWS])
def test_empty_arguments(number: int) -> None:
    function, given = function_of(CASES[number][0]), arguments(*CASES[number])
    if len({each.shape for each in given}) > 1:
        pytest.skip("shapes that depend on each other")
    if CASES[number][0] == "np.median(x)":
        pytest.skip("there is no middle of nothing: the value is NaN, and the gradient an error")
    empty = [np.zeros((0, *each.shape[1:]), dtype=each.dtype) for each in given]
    try:
        function(*empty)
    except Exception:
        pytest.skip("the function itself refuses no elements")
    found = np.grad(lambda *args: total(function(*args), np), tuple(range(len(given))))(*empty)
    assert [each.shape for each in found] == [each.shape for each in empty]


# --- PyTorch ------------------------------------------------------------------------------------------------------


def in_torch(number: int) -> tuple[Callable[..., Any], list[Any]] | None:
    """The case in PyTorch, if it has the same names with the same results; else None."""
    torch = pytest.importorskip("torch")
    text, samples = CASES[number]
    given = [torch.from_numpy(numpy.asarray(each).copy()) for each in arguments(text, samples)]
    code = compile(text.replace("axis=", "dim=").replace("keepdims", "keepdim"), text, "eval")

    def run(*args: Any) -> Any:
        return eval(code, {"np": torch}, dict(zip("xyzw", args, strict=False)))

    try:
        theirs = float(total(run(*given), torch))
    except Exception:
        return None
    f, ours = of_case(number)
    return (run, given) if numpy.isclose(float(f(*ours)), theirs) else None


def torch_gradients(number: int) -> list[Any] | None:
    """The gradient, and that of a sum of its elements."""
    found = in_torch(number)
    if found is None:
        return None
    import torch

    run, given = found
    try:
        for each in given:
            each.requires_grad_()
        first = torch.autograd.grad(total(run(*given), torch), given, create_graph=True, allow_unused=True)
        if any(each is None for each in first):
            return None
        linear = not any(each.requires_grad for each in first)
        second = [None] * len(given)
        if not linear:
            second = torch.autograd.grad(total(list(first), torch), given, allow_unused=True)
    except (RuntimeError, NotImplementedError, TypeError):
        return None
    zeros = [torch.zeros_like(each) if part is None else part for each, part in zip(given, second, strict=True)]
    return [each.detach().numpy(force=True) for each in (*first, *zeros)]


@pytest.mark.parametrize("number", range(len(CASES)), ids=NAMES)
def test_beside_torch(number: int) -> None:
    theirs = torch_gradients(number)
    if theirs is None:
        pytest.skip("PyTorch has no such function, or no such gradient")
    f, given = of_case(number)
    if any(each.dtype.kind == "c" for each in given):
        theirs = theirs[: len(given)]  # the convention is conjugate, which changes what a second gradient is of
    places = tuple(range(len(given)))
    first = np.grad(f, places)(*given)
    found = [np.conj(each) for each in first]
    if len(theirs) > len(given):
        found += np.grad(lambda *args: total(list(np.grad(f, places)(*args)), np), places)(*given)
    for a, b in zip(found, theirs, strict=True):
        assert is_close(a, b, 1e-7)


def test_many_functions_are_compared_with_torch() -> None:
    pytest.importorskip("torch")
    assert sum(torch_gradients(number) is not None for number in range(len(CASES))) > 200


# --- Memory -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 10_000])
def test_many_gradients_keep_no_memory(count: int) -> None:
    """Recorded (large) and traced (small) gradients."""

    def f(x: Any) -> Any:
        y = np.zeros(4)
        y[:3] = np.sin(x[:3]) * x[1:4]
        return np.sum(y * y) if count > 3 else np.sum(x * x)

    x = np.linspace(0.1, 1.0, 4 if count == 10_000 else 20_000)
    gradient = np.grad(f)

    def run(times: int) -> None:
        for _ in range(times):
            gradient(x)

    run(50)
    gc.collect()
    objects, held = len(gc.get_objects()), ocean.cpu.cachedBytes
    run(count)
    for _ in range(count // 10):
        np.grad(f)(x)
    gc.collect()
    assert len(gc.get_objects()) < objects + 200
    assert ocean.cpu.cachedBytes <= held + (1 << 20)

"""`np.errstate` and `np.seterr`: what a program sets is heeded, and nothing else is checked."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest

import ocean.numpy as np
from ocean._src.array import floating_errors
from tests import layouts

A, WHOLE = [1.0, 0.0, -1.0], [1, 0, -1]

CASES = (
    "a / 0", "0 / a", "a / a", "np.sqrt(a)", "np.log(a)", "np.log1p(a)", "i // 0", "i % 0", "i / 0", "i // i", "np.exp(a * 1000)",
    "a * np.inf", "(a * 1e300).astype('f4')", "(a + np.nan).astype('i8')", "np.full(3, 1e308).sum()", "np.add(a, 1)",
    "np.cumsum(np.full(3, 1e308))", "np.full(3, 1e200) @ np.full(3, 1e200)", "np.divide(a, a, out=np.zeros(3), where=a != 0)",
    "np.divide(1, a, out=np.zeros(3), where=a < 2)", "np.reciprocal(i)", "a ** -1.0", "a % 0", "np.mean(a)", "a == np.nan",
    "np.arctanh(a)", "np.array(1e308) * 10", "np.array(np.inf) - np.array(np.inf)", "np.hypot(a * 1e308, 1e308)", "a + a",
    "np.exp(a * -800)", "np.array([1e-300, 1.0]) * 1e-300", "np.prod(np.full(4, 1e300))",
    "np.var(a)", "np.abs(a)", "np.maximum(a, np.nan)", "a @ a", "np.arccos(a * 2)", "-a", "np.sum(a, axis=0)", "np.square(a * 1e200)",
)  # fmt: skip


def outcome(space: Any, text: str, **modes: Any) -> str:
    names = {"np": space, "a": space.asarray(A), "i": space.asarray(WHOLE)}
    with space.errstate(**modes):
        try:
            eval(text, names)
        except FloatingPointError as error:
            return str(error)
    return "nothing"


@pytest.mark.parametrize("text", CASES)
def test_what_raises(text: str) -> None:
    for modes in (
        {"all": "raise"},
        *({"all": "ignore", kind: "raise"} for kind in ("divide", "over", "under", "invalid")),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            assert outcome(np, text, **modes) == outcome(numpy, text, **modes)


def test_nothing_set_means_nothing_checked() -> None:
    assert np.geterr() == {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
    a = np.asarray(A)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a / 0
        with np.errstate(all="ignore"):
            np.sqrt(a) / 0
        with np.errstate(invalid="raise"):
            1 / a  # "warn" is the default of divide, and nobody has set it
    assert floating_errors.ACTIVE == 0


def test_warnings_are_at_the_line_of_the_program() -> None:
    a = np.asarray(A)
    with np.errstate(divide="warn", invalid="warn"), pytest.warns(RuntimeWarning) as found:
        a / 0
    assert [str(each.message) for each in found] == [
        "divide by zero encountered in divide", "invalid value encountered in divide",
    ]  # fmt: skip
    assert all(each.filename == __file__ for each in found)


class Log:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self.lines.append(line)


def test_calls_logs_and_prints(capsys: pytest.CaptureFixture[str]) -> None:
    a, told, log = np.asarray(A), [], Log()
    with np.errstate(all="call", call=lambda *given: told.append(given)):
        a / 0
    assert told == [("divide by zero", 9), ("invalid value", 9)]
    with np.errstate(divide="log", call=log):
        a / 0
    assert log.lines == ["Warning: divide by zero encountered in divide\n"]
    with np.errstate(divide="print"):
        a / 0
    assert capsys.readouterr().out == "Warning: divide by zero encountered in divide\n"
    with np.errstate(divide="call"), pytest.raises(NameError, match="no function found"):
        a / 0
    with pytest.raises(TypeError, match="callable"):
        np.seterrcall(3)


@pytest.fixture
def kept_state() -> Iterator[None]:
    former = np.geterr()
    yield
    np.seterr(**former)
    assert floating_errors.ACTIVE == 0


def test_seterr(kept_state: None) -> None:
    a = np.asarray(A)
    former = np.seterr(divide="raise")
    with pytest.raises(FloatingPointError):
        a / 0
    with np.errstate(divide="ignore"):
        a / 0
    np.seterr(**former)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a / 0
    np.seterr(all="warn")
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        1 / a
    with pytest.raises(ValueError):
        np.seterr(divide="perhaps")


def test_results_are_the_same() -> None:
    a = np.asarray(A)
    plain = [a / 0, np.log(a), a.sum(), np.cumsum(a), a @ a, a * 2.5]
    with np.errstate(all="call", call=lambda *_: None):
        checked = [a / 0, np.log(a), a.sum(), np.cumsum(a), a @ a, a * 2.5]
        a /= 2
    for one, other in zip(plain, checked, strict=True):
        numpy.testing.assert_array_equal(one.to_numpy(), other.to_numpy())
    assert a.tolist() == [0.5, 0, -0.5]


def test_lazy_fused_and_deferred() -> None:
    a = np.asarray(A)
    root = np.fuse(lambda a: np.sqrt(a) + 1)
    root(a)
    big = np.zeros(1 << 18, device=layouts.device)
    waiting = 1 / big  # perhaps deferred, outside
    with np.errstate(all="raise", under="ignore"):
        with pytest.raises(FloatingPointError, match="sqrt"):
            root(a)
        with pytest.raises(FloatingPointError, match="divide"):
            (np.lazy(a) / a).eval()
        assert np.isinf(waiting).all()
        with pytest.raises(FloatingPointError, match="divide by zero"):
            1 / big
    assert numpy.isnan(root(a).to_numpy()).tolist() == [False, False, True]


def test_threads_and_tasks_have_their_own_state() -> None:
    a = np.asarray(A)

    def alone(_: int) -> Any:
        return (a / 0).tolist()

    with np.errstate(divide="raise"), ThreadPoolExecutor(2) as pool:
        assert len(list(pool.map(alone, range(4)))) == 4
        with pytest.raises(FloatingPointError):
            a / 0

    async def raising() -> None:
        with np.errstate(divide="raise"):
            await asyncio.sleep(0.01)
            with pytest.raises(FloatingPointError):
                a / 0

    async def plain() -> None:
        for _ in range(3):
            a / 0
            await asyncio.sleep(0.005)

    async def both() -> None:
        await asyncio.gather(raising(), plain(), raising(), plain())

    asyncio.run(both())


def test_decorators_and_nesting() -> None:
    a = np.asarray(A)

    @np.errstate(divide="raise")
    def divided() -> Any:
        return a / 0

    for _ in range(2):
        with pytest.raises(FloatingPointError):
            divided()
    a / 0
    state = np.errstate(invalid="warn")
    with state:
        pass
    with pytest.raises(TypeError, match="twice"), state:
        pass
    assert floating_errors.ACTIVE == 0

"""Gradients that are called often are traced: results are the same, and nothing that changes outside is missed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import ocean
import ocean.numpy as np
from ocean._src.gradients import kept
from ocean._src.gradients.kept import KeptTraces

CALLS = kept.FIRST + 4


@pytest.fixture(autouse=True)
def usual_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FIRST", CALLS - 4)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[KeptTraces]:
    """What has been traced since the test began."""
    found: list[KeptTraces] = []
    former = KeptTraces.__init__

    def init(self: KeptTraces, *args: Any) -> None:
        former(self, *args)
        found.append(self)

    monkeypatch.setattr(KeptTraces, "__init__", init)
    return found


def is_traced(found: list[KeptTraces]) -> bool:
    return len(found) == 1 and found[0].made > 0 and not found[0].kept.off


def often(function: Callable[..., Any], *args: Any) -> Any:
    for _ in range(CALLS):
        result = function(*args)
    return result


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def pendulum(x: Any) -> Any:
    angle, speed = x[0], x[1]
    for _ in range(10):
        speed = speed - 0.1 * np.sin(angle)
        angle = angle + 0.1 * speed
    return angle * angle + speed * speed


@pytest.mark.parametrize("f, count", [(rosenbrock, 2), (rosenbrock, 100), (pendulum, 2)])
def test_traced_gradients_are_those_of_recorded_ones(made: list[KeptTraces], f: Any, count: int) -> None:
    x = np.linspace(0.3, 1.1, count)
    gradient = np.value_and_grad(f)
    first = gradient(x)
    later = often(gradient, x)
    assert is_traced(made)
    assert type(first[0]) is type(later[0]) and type(first[1]) is type(later[1])
    assert np.array_equal(first[0], later[0]) and np.array_equal(first[1], later[1])
    assert np.array_equal(gradient(x + 1)[1], np.value_and_grad(f)(x + 1)[1])
    assert later[1] is not gradient(x)[1]


def test_numbers_and_dtypes(made: list[KeptTraces]) -> None:
    gradient = np.grad(lambda x, n, c: c * x**n)
    assert float(often(gradient, 2.0, 3, 1.5)) == 18
    assert is_traced(made)
    assert float(gradient(2.0, 2, 1.5)) == 6 and float(gradient(3.0, 3, -1.0)) == -27
    assert gradient(np.array([2.0], dtype="float32").sum(), 3, 1.5).dtype == "float32"
    with pytest.raises(ocean.OceanTypeError, match="the integer 2"):
        gradient(2, 3, 1.5)
    assert gradient(2.0, n=3, c=1.5) == 18


def test_tensors(made: list[KeptTraces]) -> None:
    gradient = ocean.grad(lambda t: ocean.sum(t * t))
    t = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]], "R")
    assert ocean.all(often(gradient, t) == gradient(t)) and isinstance(gradient(t), ocean.tensor)
    assert is_traced(made)


factor = 2.0


def test_globals(made: list[KeptTraces]) -> None:
    global factor
    gradient = np.grad(lambda x: np.sum(factor * x * x))
    x = np.array([1.0, 2.0])
    factor = 2.0
    assert often(gradient, x).tolist() == [4, 8]
    factor = 3.0
    assert gradient(x).tolist() == [6, 12]
    assert is_traced(made)


def test_closures_defaults_and_attributes() -> None:
    class Model:
        scale = 1.0
        weights: ClassVar = [1.0, 2.0]

        def loss(self, x: Any, more: Any = None) -> Any:
            return np.sum(self.weights[0] * self.scale * x * x) * inner()

    times = 1.0

    def inner() -> float:
        return times

    model, x = Model(), np.array([1.0, 2.0])
    gradient = np.grad(model.loss)
    assert often(gradient, x).tolist() == [2, 4]
    times = 2.0
    assert gradient(x).tolist() == [4, 8]
    model.scale = 10.0
    assert gradient(x).tolist() == [40, 80]
    Model.weights[0] = 0.5
    try:
        assert gradient(x).tolist() == [20, 40]
    finally:
        Model.weights[0] = 1.0
    Model.loss = lambda self, x: np.sum(x)  # type: ignore[method-assign,assignment]
    assert np.grad(model.loss)(x).tolist() == [1, 1]


def test_arrays_from_outside() -> None:
    data = np.array([1.0, 2.0, 3.0])
    gradient = np.grad(lambda x: np.sum(x * data))
    x = np.ones(3)
    assert often(gradient, x).tolist() == [1, 2, 3]
    data[0] = 7
    assert gradient(x).tolist() == [7, 2, 3]
    data = np.array([4.0, 5.0, 6.0])
    assert gradient(x).tolist() == [4, 5, 6]


@pytest.mark.host_only("NumPy's arrays are on the host")
def test_arrays_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    data = numpy.array([1.0, 2.0, 3.0])
    gradient = np.grad(lambda x: np.sum(x * data))
    x = np.ones(3)
    assert often(gradient, x).tolist() == [1, 2, 3]
    data[0] = 7
    assert gradient(x).tolist() == [7, 2, 3]


def test_results_do_not_share_memory() -> None:
    gradient = np.grad(lambda x: np.sum(x))
    x = np.ones(3)
    found = often(gradient, x)
    found[...] = 5
    assert gradient(x).tolist() == [1, 1, 1]
    value, _ = often(np.value_and_grad(lambda x: x), np.array(3.0))
    value[...] = 1
    assert float(x[0]) == 1


def test_conditions_on_values() -> None:
    gradient = np.grad(lambda x: x * x if x > 0 else -x)
    assert [float(gradient(v)) for v in [2.0] * CALLS + [-2.0, 3.0]][-3:] == [4, -1, 6]


def test_sizes_that_change() -> None:
    gradient = np.grad(rosenbrock)
    for n in range(2, 60):
        x = np.linspace(0.5, 1.5, n)
        assert np.array_equal(gradient(x), np.grad(rosenbrock)(x))


def test_effects_come_with_every_call(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[float] = []
    counts = {"calls": 0}

    class Counter:
        calls = 0

    counter, number = Counter(), 0

    def printing(x: Any) -> Any:
        print("called")
        return x * x

    def adding(x: Any) -> Any:
        seen.append(1.0)
        return x * x

    def counting(x: Any) -> Any:
        counts["calls"] += 1
        return x * x

    def setting(x: Any) -> Any:
        counter.calls += 1
        return x * x

    def outer(x: Any) -> Any:
        nonlocal number
        number += 1
        return x * x

    def aliased(x: Any) -> Any:
        mine = seen
        mine.insert(0, 2.0)
        return x * x

    members = set[int]()

    class Base:
        def __init_subclass__(cls) -> None:
            counter.calls += 1

    def gathering(x: Any) -> Any:
        mine = members
        mine |= {len(members)}
        return x * x

    def deriving(x: Any) -> Any:
        type("Derived", (Base,), {})
        return x * x

    for f in (printing, adding, counting, setting, outer, aliased, gathering):
        assert float(often(np.grad(f), 2.0)) == 4
    assert len(members) == CALLS
    often(np.grad(deriving), 2.0)
    counter.calls -= CALLS
    assert capsys.readouterr().out.count("called") == CALLS
    assert seen == [2.0] * CALLS + [1.0] * CALLS
    assert counts["calls"] == counter.calls == number == CALLS


def test_functions_that_others_have_compiled(tmp_path: Any) -> None:
    numpy, seen = pytest.importorskip("numpy"), list[float]()
    note = numpy.frompyfunc(seen.append, 1, 1)

    def noting(x: Any) -> Any:
        note(1.0)
        return x * x

    def writing(x: Any) -> Any:
        numpy.savez_compressed(tmp_path / f"{len(list(tmp_path.iterdir()))}.npz", numpy.zeros(1))
        return x * x

    def writing_again(x: Any) -> Any:
        numpy.savez_compressed(tmp_path / "same.npz", numpy.zeros(1))
        return x * x

    often(np.grad(noting), 2.0)
    assert len(seen) == CALLS
    often(np.grad(writing), 2.0)
    assert len(list(tmp_path.iterdir())) == CALLS
    gradient = np.grad(writing_again)
    often(gradient, 2.0)
    (tmp_path / "same.npz").unlink()
    gradient(2.0)
    assert (tmp_path / "same.npz").exists()


def test_draws_and_clocks() -> None:
    rng = np.random.default_rng(1)
    gradient = np.grad(lambda x: np.sum(x * rng.normal(size=3)))
    x = np.ones(3)
    found = [gradient(x).tolist() for _ in range(CALLS)]
    assert len({tuple(each) for each in found}) == CALLS


def test_arrays_from_outside_that_are_assigned_to() -> None:
    kept_here = np.zeros(2)

    def f(x: Any) -> Any:
        kept_here[...] = x * 2
        return np.sum(kept_here * x)

    gradient = np.grad(f)
    for k in range(CALLS):
        assert gradient(np.array([1.0, k])).tolist() == [4, 4 * k]
        assert kept_here.tolist() == [2, 2 * k]


def test_errors_are_those_of_recorded_calls() -> None:
    def careful(x: Any) -> Any:
        if len(x) > 2:
            raise ValueError("too long")
        return np.sum(x)

    gradient = np.grad(careful)
    often(gradient, np.ones(2))
    for _ in range(3):
        with pytest.raises(ValueError, match="too long"):
            gradient(np.ones(3))
    vector = np.grad(lambda x: x * 2)
    for _ in range(CALLS):
        with pytest.raises(ocean.OceanTypeError, match="one number"):
            vector(np.ones(2))


def test_errors_of_floating_point_are_heeded() -> None:
    gradient = np.grad(lambda x: np.sum(np.log(x)))
    often(gradient, np.ones(2))
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        gradient(np.zeros(2))


def test_within_other_gradients_and_fused_functions() -> None:
    inner = np.grad(lambda x: x**3)
    often(inner, 2.0)
    assert float(inner(2.0)) == 12
    second = np.grad(inner)
    assert float(often(second, 2.0)) == 12
    scale = 1.0
    fused = np.fuse(np.grad(lambda x: np.sum(scale * x * x)))
    assert often(fused, np.ones(2)).tolist() == [2, 2]
    scale = 3.0
    assert fused(np.ones(2)).tolist() == [6, 6]
    mapped = np.fuse(lambda x: inner(x) + 1)
    assert float(mapped(np.array(2.0))) == 13


def test_long_loops_are_recorded(made: list[KeptTraces]) -> None:
    def long(x: Any) -> Any:
        for _ in range(kept.MOST_CALLS):
            x = x * 1.001
        return x

    assert float(often(np.grad(long), 2.0)) == pytest.approx(math.exp(kept.MOST_CALLS * math.log(1.001)))
    assert not is_traced(made)


def test_large_arguments_are_recorded(made: list[KeptTraces]) -> None:
    x = np.ones(kept.MOST_BYTES)
    assert often(np.grad(lambda x: np.sum(x * x)), x).tolist() == (x * 2).tolist()
    assert not made

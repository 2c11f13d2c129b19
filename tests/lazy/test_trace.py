"""The places where a lazy tensor is asked for what it can do, shown with a class that only writes down what it is asked."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import pytest

import ocean
from ocean._src.core.functions.views import VIEWS
from ocean._src.exchange import registry
from ocean._src.tensor.shape import give_views


class Dummy:
    """A lazy tensor that knows its value; `asked` is what it was asked."""

    asked: list[Any]
    trace = None

    def __init__(self, value: Any) -> None:
        self.value = ocean.asTensor(value)
        self.size = self.value.size

    @staticmethod
    def call(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Dummy:
        Dummy.asked.append(("call", name))
        values = [each.value if isinstance(each, Dummy) else each for each in (*args, *named.values())]
        return Dummy(getattr(ocean, name)(*values[: len(args)], **dict(zip(named, values[len(args) :], strict=True))))

    def into(self, target: ocean.tensor) -> None:
        self.asked.append("into")
        target.copy(self.value)

    def cast(self, kind: ocean.dtype | None, where: ocean.device | None) -> Dummy:
        self.asked.append(("cast", kind, where))
        return Dummy(ocean.ensure(self.value, kind, where))

    def view(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Dummy:
        self.asked.append(("view", name))
        made = getattr(self.value, name)
        return Dummy(made if name in ("real", "imag") else made(*args, **named))

    def eval(self) -> ocean.tensor:
        self.asked.append("eval")
        return self.value

    def __radd__(self, other: Any) -> Dummy:
        return Dummy.call("add", (other, self), {})

    def __add__(self, other: Any) -> Dummy:
        return Dummy.call("add", (self, other), {})

    def __rmul__(self, other: Any) -> Dummy:
        return Dummy.call("multiply", (other, self), {})

    def __gt__(self, other: Any) -> Dummy:
        return Dummy.call("greater", (self, other), {})


@pytest.fixture(autouse=True)
def dummy() -> Iterator[None]:
    Dummy.asked = []
    registry.set_lazy(Dummy)
    yield
    registry.set_lazy(ocean.rtensor)
    del registry.TENSOR_TYPES[Dummy], registry.SCALAR_TYPES[Dummy]


def test_operators_yield_to_a_lazy_operand() -> None:
    t, lazy = ocean.asTensor([1, 2, 3]), Dummy([10, 20, 30])
    assert (t + lazy).value.asPython() == (lazy + t).value.asPython() == [11, 22, 33]
    assert Dummy.asked == [("call", "add")] * 2
    assert (t < lazy).value.asPython() == [True] * 3 and (2 + lazy).value.asPython() == [12, 22, 32]
    assert (ocean.int8(1) + lazy).value.asPython() == [11, 21, 31]
    assert (t.T * lazy).value.asPython() == [140]
    with pytest.raises(TypeError):
        t - lazy  # the class has no reflected subtraction


@pytest.mark.parametrize("name", ["iadd", "isub", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor", "imatmul",
                                  "imul", "ipow", "ilshift", "irshift"])  # fmt: skip
def test_in_place_operators_write_into_the_tensor(name: str) -> None:
    t, lazy = ocean.asTensor([7, 8, 9]), Dummy([2, 3, 4])
    same, wanted = t, getattr(operator, name)(t.clone(), lazy.value)
    t = getattr(operator, name)(t, lazy)
    assert t is same and t.asPython() == wanted.asPython()
    assert Dummy.asked[-1] == "into" and "eval" not in Dummy.asked


def test_functions_and_reductions_call_the_lazy_class() -> None:
    lazy = Dummy([1.0, 4.0, 9.0])
    assert ocean.sqrt(lazy).value.asPython() == [1, 2, 3]
    assert ocean.add(ocean.ones([3]), lazy).value.asPython() == [2, 5, 10]
    assert ocean.where(lazy.value > 2, lazy, 0).value.asPython() == [0, 4, 9]
    assert ocean.sum(lazy).value.asScalar() == 14
    assert ocean.maximum(lazy, 0).value.asScalar() == 9
    assert ocean.sum(A=lazy).value.asScalar() == 14
    assert {each[0] for each in Dummy.asked} == {"call"}


def test_assignment_and_copies_write_into_the_tensor() -> None:
    t, lazy = ocean.zeros([2, 3], ocean.int16), Dummy([1, 2, 3])
    t[0] = lazy
    t[1, :].copy(lazy)
    t[...] = Dummy([[1, 4], [2, 5], [3, 6]])
    assert t.asPython() == [[1, 4], [2, 5], [3, 6]] and Dummy.asked == ["into"] * 3
    t.readonly = True
    with pytest.raises(ValueError, match="read-only"):
        t[0] = lazy
    t.readonly = False
    t[[1, 0]] = Dummy([[1, 2], [1, 2], [1, 2]])  # through a list: into what goes there
    assert t.asPython() == [[2, 1]] * 3 and Dummy.asked == ["into"] * 4


def test_casts_are_steps() -> None:
    lazy = Dummy([1, 2])
    assert ocean.half(lazy).value.dtype is ocean.half and ocean.cpu(lazy).value.device is ocean.cpu
    assert ocean.cast(lazy, ocean.int8).value.dtype is ocean.int8
    assert ocean.ensure(lazy, ocean.float).value.dtype is ocean.float
    kinds = [ocean.half, None, ocean.int8, ocean.float]
    assert [each[:2] for each in Dummy.asked] == [("cast", kind) for kind in kinds]


def test_views() -> None:
    class Viewed(Dummy):
        pass

    give_views(Viewed)
    lazy = Viewed([[1, 2, 3], [4, 5, 6]])
    assert lazy.transpose().value.asPython() == lazy.value.T.asPython()
    assert lazy.slice(0, 1, 2).value.size == (2, 2) and lazy.reshape(6).value.size == (6,)
    assert Viewed(ocean.cfloat([[1, 2]])).real.value.dtype is ocean.float
    assert all(hasattr(Viewed, each.__name__) for each in VIEWS)


def test_everything_else_takes_the_value() -> None:
    lazy = Dummy([1, 2, 3])
    assert ocean.asTensor(lazy).asPython() == [1, 2, 3]
    assert ocean.asTensor([lazy, lazy]).size == (3, 2)
    assert ocean.concatenate([lazy.value, lazy]).nelem == 6
    assert ocean.arange(5)[lazy].asPython() == [1, 2, 3]
    assert ocean.multiply(lazy.value.T, lazy).asPython() == [14]
    assert set(Dummy.asked) == {"eval"}

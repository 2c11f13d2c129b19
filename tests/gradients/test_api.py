"""The public functions of gradients: arguments, containers, orders, modes, dtypes, axes and refusals."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import ocean
import ocean.numpy as np

NAMES = [
    "checkpoint", "custom_jvp", "custom_vjp", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp",
    "stop_gradient", "value_and_grad", "vjp",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_both_faces_have_them(name: str) -> None:
    assert getattr(ocean, name) is getattr(np, name)


def test_numbers_arrays_and_tensors() -> None:
    assert float(ocean.grad(lambda x: x * x)(3.0)) == 6
    assert np.grad(lambda x: (x * x).sum())(np.array([1.0, 2.0])).tolist() == [2, 4]
    found = ocean.grad(lambda x: ocean.sum(x @ x))(ocean.asTensor([1.0, 2.0]))
    assert isinstance(found, ocean.tensor) and found.asPython() == [2, 4]


def test_value_and_grad() -> None:
    value, found = np.value_and_grad(lambda x: (x**3).sum())(np.array([1.0, 2.0]))
    assert float(value) == 9 and found.tolist() == [3, 12]
    value, found = ocean.value_and_grad(lambda x: ocean.sum(x @ x))(ocean.asTensor([1.0, 2.0]))
    assert isinstance(value, ocean.scalar) and value == 5


def test_argnums_and_aux() -> None:
    def f(x: Any, y: Any, factor: float = 1.0) -> Any:
        return (x * y * factor).sum()

    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    assert np.grad(f)(x, y).tolist() == [3, 4]
    assert np.grad(f, argnums=1)(x, y, factor=2.0).tolist() == [2, 4]
    assert [each.tolist() for each in np.grad(f, argnums=(1, 0))(x, y)] == [[1, 2], [3, 4]]
    assert np.grad(f, -1)(x, y).tolist() == [1, 2]
    found, aux = np.grad(lambda x: ((x * x).sum(), {"twice": x * 2}), has_aux=True)(x)
    assert found.tolist() == [2, 4] and aux["twice"].tolist() == [2, 4] and type(aux["twice"]) is np.ndarray
    with pytest.raises(ocean.OceanValueError, match="argnums has 2"):
        np.grad(f, argnums=2)(x, y)
    with pytest.raises(ocean.OceanTypeError, match="has_aux"):
        np.grad(lambda x: x.sum(), has_aux=True)(x)


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass
class Layer:
    weights: Any
    bias: Any


@pytest.mark.parametrize("wrap, take", [
    (lambda a, b: [a, b], lambda t: (t[0], t[1])), (lambda a, b: (a, b), lambda t: (t[0], t[1])),
    (lambda a, b: {"a": a, "b": b}, lambda t: (t["a"], t["b"])), (Pair, lambda t: (t.a, t.b)),
    (Layer, lambda t: (t.weights, t.bias)), (lambda a, b: [{"x": (a,)}, b], lambda t: (t[0]["x"][0], t[1])),
])  # fmt: skip
def test_containers(wrap: Any, take: Any) -> None:
    def f(tree: Any) -> Any:
        a, b = take(tree)
        return (a * a).sum() * b

    given = wrap(np.array([1.0, 2.0]), np.array(3.0))
    found = np.grad(f)(given)
    assert type(found) is type(given)
    assert [each.tolist() for each in take(found)] == [[6, 12], 5]


def test_orders_compose() -> None:
    f: Any = np.sin
    for expected in (np.cos(0.5), -np.sin(0.5), -np.cos(0.5), np.sin(0.5)):
        f = np.grad(f)
        assert float(f(0.5)) == pytest.approx(float(expected), abs=1e-14)
    x = np.array([1.0, 2.0, 3.0])
    assert np.hessian(lambda x: (x**3).sum())(x).tolist() == [[6, 0, 0], [0, 12, 0], [0, 0, 18]]
    assert np.hvp(lambda x: (x**3).sum(), (x,), (np.ones(3),)).tolist() == [6, 12, 18]
    forward = np.jvp(lambda x: np.jvp(lambda y: y**4, (x,), (1.0,))[1], (2.0,), (1.0,))[1]
    assert float(forward) == 48
    assert float(np.grad(lambda x: np.jvp(lambda y: y**4, (x,), (1.0,))[1])(2.0)) == 48
    mixed = np.grad(lambda x: np.grad(lambda y: x * x * y**3)(2.0))(3.0)
    assert float(mixed) == 72


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
def test_jacobian(mode: str | None) -> None:
    x = np.array([1.0, 2.0])
    found = np.jacobian(lambda x: np.stack([x * x, x[::-1] * 3, x * x[0]]), mode=mode)(x)
    assert found.shape == (3, 2, 2)
    assert found.tolist() == [[[2, 0], [0, 4]], [[0, 3], [3, 0]], [[2, 0], [2, 1]]]
    t = ocean.asTensor([1.0, 2.0])
    size = ocean.jacobian(lambda x: ocean.outer(x, ocean.ones([3], ocean.double)), mode=mode)(t).size
    assert size == (2, 3, 2)
    both = np.jacobian(lambda d: d["a"] * d["b"], mode=mode)({"a": x, "b": x * 2})
    assert both["a"].tolist() == [[2, 0], [0, 4]] and both["b"].tolist() == [[1, 0], [0, 2]]


def test_vjp_and_jvp() -> None:
    x = np.array([1.0, 2.0])
    value, pull = np.vjp(lambda x, y: (x * y, x + y), x, x * 3)
    assert [each.tolist() for each in value] == [[3, 12], [4, 8]]
    assert [each.tolist() for each in pull((np.ones(2), np.zeros(2)))] == [[3, 6], [1, 2]]
    assert [each.tolist() for each in pull((np.zeros(2), np.ones(2)))] == [[1, 1], [1, 1]]
    with pytest.raises(ocean.OceanValueError, match="shape"):
        pull((np.ones(3), np.zeros(2)))
    with pytest.raises(ocean.OceanValueError, match="2 results"):
        pull(np.ones(2))
    with pytest.raises(ocean.OceanValueError, match="tangent of shape"):
        np.jvp(np.sin, (x,), (np.ones(3),))
    value, moved = np.jvp(lambda x: {"a": x * x}, (x,), (np.array([1.0, 10.0]),))
    assert moved["a"].tolist() == [2, 40]


def test_elementwise_grad() -> None:
    x = np.array([0.1, 0.2])
    assert np.allclose(np.elementwise_grad(np.sin)(x), np.cos(x))


@pytest.mark.parametrize("given, what", [(3, "the integer 3"), (True, "integer"), ("x", "got 'x'")])
def test_refused_arguments(given: Any, what: str) -> None:
    with pytest.raises(ocean.OceanTypeError, match=what):
        ocean.grad(lambda x: x)(given)


def test_refusals() -> None:
    x = np.array([1.0, 2.0])
    with pytest.raises(ocean.OceanTypeError, match="dtype int64"):
        np.grad(lambda x: x.sum())(np.arange(3))
    with pytest.raises(ocean.OceanTypeError, match=r"shape \(2,\)"):
        np.grad(lambda x: x)(x)
    with pytest.raises(ocean.OceanTypeError, match="real"):
        np.grad(lambda x: x * x)(1 + 1j)
    with pytest.raises(ocean.OceanTypeError, match="lose its gradient"):
        np.grad(lambda x: float(x.sum()))(x)
    with pytest.raises(ocean.OceanTypeError, match="unique"):
        np.grad(lambda x: np.unique(x).sum())(x)
    with pytest.raises(ocean.OceanTypeError, match="no derivative"):
        np.grad(lambda x: np.linalg.eigvals(np.outer(x, x)).sum())(x)
    with pytest.raises(ocean.OceanTypeError, match="needs a function"):
        np.grad(3)
    kept: list[Any] = []
    np.grad(lambda x: (kept.append(x * 2), x.sum())[1])(x)
    with pytest.raises(ocean.OceanValueError, match="after its function had ended"):
        kept[0] + 1


def test_stop_gradient_and_control_flow() -> None:
    assert float(np.grad(lambda x: x * np.stop_gradient(x))(3.0)) == 3
    assert float(np.grad(lambda x: x * x if x > 2 else x * 5)(3.0)) == 6
    assert float(np.grad(lambda x: x * x if x > 2 else x * 5)(1.0)) == 5

    def looped(x: Any) -> Any:
        while x < 100:
            x = x * x
        return x

    assert float(np.grad(looped)(3.0)) == 8 * 3**7


def test_numbers_of_a_gradient_of_nothing() -> None:
    assert np.grad(lambda x: 5.0)(np.array([1.0, 2.0])).tolist() == [0, 0]
    assert np.grad(lambda x: np.ones(2).sum())(np.array([1.0, 2.0])).tolist() == [0, 0]
    assert np.grad(lambda x: x.sum())(np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "complex64", "complex128"])
def test_dtypes(kind: str) -> None:
    x = np.array([1.0, 2.0, 3.0]).astype(kind)
    found = np.grad(lambda x: np.real(x * x).sum())(x)
    assert found.dtype == x.dtype and np.real(found).tolist() == [2, 4, 6]


def test_half_is_added_up_in_float() -> None:
    x = np.ones(5000, dtype="float16")
    found = np.grad(lambda s: (np.ones(5000, dtype="float16") * s).sum())(np.array(1.0, dtype="float16"))
    assert float(found) == 5000 and found.dtype == x.dtype
    both = np.grad(lambda x: (x.astype("float32") * 1.0).sum())(x)
    assert both.dtype == x.dtype


def test_complex_convention() -> None:
    """That of JAX: the gradient g of a real function f has df = Re(g dz), the conjugate of PyTorch's."""
    z = 1.0 + 2.0j
    assert complex(np.grad(lambda z: np.abs(z) ** 2)(z)) == pytest.approx(2 - 4j)
    assert complex(np.grad(np.real)(z)) == 1
    assert complex(np.grad(np.imag)(z)) == -1j
    assert complex(np.vjp(lambda z: z * z, z)[1](1.0 + 0j)[0]) == 2 + 4j
    assert complex(np.jvp(lambda z: np.conj(z), (z,), (1j,))[1]) == -1j


def test_axes_ride_along() -> None:
    rows, columns = ocean.axis(2, "rows"), ocean.axis(3, "columns")
    x = np.arange(6.0).reshape(2, 3).withAxes(rows, columns)
    y = np.array([1.0, 2.0, 3.0]).withAxes(columns)
    found = np.grad(lambda x: (x * y * x).sum())(x)
    assert found.axes == x.axes and found.tolist() == (2 * x * y).tolist()
    found = np.grad(lambda y: np.sum(x * y, axis=rows).sum())(y)
    assert found.axes == y.axes and found.tolist() == [3, 5, 7]
    t = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]]).withAxes(ocean.axis(2, "p"), ocean.axis(2, "q"))
    found = ocean.grad(lambda t: ocean.sum(t @ t))(t)
    assert found.axes == t.axes


def test_custom_rules() -> None:
    @np.custom_vjp
    def clipped(x: Any) -> Any:
        return x * 1

    clipped.defvjp(lambda x: (x * 1, None), lambda kept, g: (np.clip(g, -1, 1),))
    assert float(np.grad(lambda x: 10 * clipped(x))(2.0)) == 1
    assert float(clipped(np.array(2.0))) == 2

    @np.custom_vjp
    def product(x: Any, d: Any) -> Any:
        return {"out": x * d["k"]}

    product.defvjp(lambda x, d: ({"out": x * d["k"]}, (x, d["k"])),
                   lambda kept, g: (g["out"] * kept[1] * 100, {"k": g["out"] * kept[0]}))  # fmt: skip
    found = np.grad(lambda x, k: product(x, {"k": k})["out"], argnums=(0, 1))(2.0, 3.0)
    assert [float(each) for each in found] == [300, 2]

    @np.custom_jvp
    def doubled(x: Any) -> Any:
        return x * 1

    doubled.defjvp(lambda args, tangents: (args[0] * 1, 2 * tangents[0] * args[0]))
    assert float(np.grad(doubled)(3.0)) == 6 and float(np.jvp(doubled, (3.0,), (1.0,))[1]) == 6
    assert float(np.grad(np.grad(doubled))(3.0)) == 2
    with pytest.raises(ocean.OceanTypeError, match="defvjp"):
        np.custom_vjp(lambda x: x)(1.0)


def test_checkpoint() -> None:
    calls = []

    def f(x: Any, y: Any) -> Any:
        calls.append(1)
        return np.exp(np.sin(x) * y).sum(), {"more": y * x}

    def whole(x: Any, y: Any, function: Any) -> Any:
        value, more = function(x, y)
        return value + more["more"].sum()

    x, y = np.array([0.1, 0.2]), np.array([0.3, 0.4])
    plain = np.grad(lambda x, y: whole(x, y, f), argnums=(0, 1))(x, y)
    del calls[:]
    again = np.grad(lambda x, y: whole(x, y, np.checkpoint(f)), argnums=(0, 1))(x, y)
    assert len(calls) == 2
    assert all(np.allclose(a, b) for a, b in zip(plain, again, strict=True))
    twice = np.hessian(lambda x: np.checkpoint(lambda x: np.exp(x).sum())(x))(x)
    assert np.allclose(twice, np.diag(np.exp(x)))


@pytest.mark.host_only("it counts objects of the host")
def test_memory_does_not_grow() -> None:
    def f(x: Any) -> Any:
        y = np.zeros(3)
        y[:2] = x[1:] * x[0]
        return (np.sin(y) * y).sum() + x.dot(x)

    g, x = np.grad(f), np.array([1.0, 2.0, 3.0])
    for _ in range(50):
        g(x)
    gc.collect()
    before, blocks = len(gc.get_objects()), ocean.cpu.cachedBytes
    gc.disable()
    try:
        for _ in range(2000):
            g(x)
        grown = len(gc.get_objects()) - before
    finally:
        gc.enable()
    assert grown < 100 and ocean.cpu.cachedBytes - blocks < 1 << 20
    with pytest.raises(ZeroDivisionError):
        np.grad(lambda x: x / 0 if False else 1 // 0)(1.0)
    assert float(np.ones(3).sum()) == 3  # nothing is recorded any more
    assert type(np.zeros(3)) is np.ndarray and not hasattr(np.zeros(3), "inner")


@pytest.mark.parametrize("deferred", [False, True])
def test_large_arrays(deferred: bool) -> None:
    x = np.linspace(0, 1, 40_000)
    ocean.setDeferring(deferred)
    try:
        found = np.grad(lambda x: (np.sin(x) * x + np.exp(x)).sum())(x)
    finally:
        ocean.setDeferring(True)
    assert np.allclose(found, np.cos(x) * x + np.sin(x) + np.exp(x))


def test_check_grads_finds_errors() -> None:
    wrong: Any = np.custom_vjp(lambda x: x * x)
    wrong.defvjp(lambda x: (x * x, x), lambda x, g: (g * x,))
    with pytest.raises(ocean.OceanValueError, match="wrong"):
        ocean.testing.check_grads(wrong, (np.array([1.0, 2.0]),), order=1, modes=("reverse",))
    with pytest.raises(ocean.OceanValueError, match="forward"):
        ocean.testing.check_grads(wrong, (np.array([1.0, 2.0]),), order=1)
    second: Any = np.custom_jvp(lambda x: x**3)
    second.defjvp(lambda args, t: (args[0] ** 3, 3 * np.stop_gradient(args[0]) * args[0] * t[0]))
    with pytest.raises(ocean.OceanValueError, match="order 2"):
        ocean.testing.check_grads(second, (np.array([1.0, 2.0]),), order=2)


def test_gradients_have_memory_of_their_own() -> None:
    x, y = np.ones(3), np.ones(3)
    a, b = np.grad(lambda x, y: np.sum(x + y), (0, 1))(x, y)
    a *= 5
    assert a.tolist() == [5, 5, 5] and b.tolist() == [1, 1, 1]
    same = np.grad(lambda x: np.sum(x))(x)
    same[0] = 7
    assert same.tolist() == [7, 1, 1] and x.tolist() == [1, 1, 1]

"""Assignments, in-place operators, given results and views in differentiated functions; changes after recording."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from gradient_programs import program, run_in_torch

import ocean
import ocean.numpy as np


def embedded(A: Any) -> Any:
    B = np.zeros((3, 3))
    B[:2, :2] = A
    return (B * B).sum()


def through_a_view(A: Any) -> Any:
    B = np.zeros((3, 3))
    corner = B[:2, :2]
    row = B[1]
    corner[...] = A
    row += 2 * B[0]
    return (B * B).sum()


def by_lists(A: Any) -> Any:
    B = np.ones((3, 2))
    B[[2, 0]] = A
    B[[0, 1], [1, 0]] *= 3
    B[B > 1] = A[0, 0]
    return (B**3).sum()


def into_results(A: Any) -> Any:
    out = np.empty((2, 2))
    np.multiply(A, A, out=out)
    np.sum(out, axis=0, out=out[1])
    return (out**2).sum()


def in_place(A: Any) -> Any:
    B = A.copy()
    B += A
    B *= B
    B -= 1
    B /= A
    B **= 2
    T = B.T
    T[0] = B[1] * 2
    return B.sum()


def of_a_sum(A: Any) -> Any:
    B = np.arange(4.0).reshape(2, 2) * 2
    B[0] = A[1]
    return (B * A).sum()


def in_a_loop(A: Any) -> Any:
    x = np.zeros(5)
    x[0] = A[0, 0]
    for k in range(1, 5):
        x[k] = np.sin(x[k - 1]) * A[1, 1] + x[k - 1]
    return x.dot(x)


def with_functions(A: Any) -> Any:
    B = np.zeros((2, 2))
    np.copyto(B, A)
    np.fill_diagonal(B, A[0, 1])
    np.put(B, [1], A[1, 1] * 3)
    np.put_along_axis(B, np.array([[0], [0]]), A[:, :1] * 2, axis=1)
    np.putmask(B, np.array([[False, False], [True, False]]), A * 5)
    np.place(B, np.array([[False, False], [False, True]]), A[0] * 7)
    np.add.at(B, ([0, 0], [1, 1]), A[0])
    return (B * B).sum()


def of_parts(A: Any) -> Any:
    z = A + 1j * A.T
    z.real = A * A
    z.imag[0] = 2.0
    B = A.copy()
    B.sort()
    B.fill(3.0)
    return np.abs(z).sum() + B.sum()


def written_twice(A: Any) -> Any:
    B = np.zeros(3)
    B[[1, 1, 2]] = A.ravel()[:3] * np.array([1.0, 2.0, 3.0])
    return (B * np.array([1.0, 10.0, 100.0])).sum()


PROGRAMS = [embedded, through_a_view, by_lists, into_results, in_place, of_a_sum, in_a_loop, with_functions, of_parts,
            written_twice]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS)
def test_programs_that_write(f: Any) -> None:
    A = np.array([[1.5, 2.25], [3.125, 0.75]])
    expected = A.copy()
    ocean.testing.check_grads(f, (A,), order=2, atol=1e-4)
    assert (expected == A).all()
    assert float(np.value_and_grad(f)(A)[0]) == pytest.approx(float(f(A.copy())))


def test_the_last_write_wins() -> None:
    assert np.grad(written_twice)(np.ones((2, 2))).tolist() == [[0, 20], [300, 0]]


def test_tensors_that_are_made_inside() -> None:
    def f(x: Any) -> Any:
        B = ocean.zeros([3, 3], ocean.double)
        B[0:2, 0:2] = x
        B[2, :] = B[0, :] @ 2.0
        B += B
        column = B[:, 1]
        column @= 3
        return ocean.sum(B @ B)

    ocean.testing.check_grads(f, (ocean.asTensor([[1.0, 2.0], [3.0, 4.0]]),), order=2, atol=1e-4)


def test_arguments_stay() -> None:
    def f(x: Any, y: Any) -> Any:
        x[0] = 0
        x *= 2
        return (x * y).sum()

    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    assert [each.tolist() for each in np.grad(f, argnums=(0, 1))(x, y)] == [[0, 8], [0, 4]]
    assert x.tolist() == [1, 2]


def test_arrays_from_outside_get_the_elements() -> None:
    buffer = np.zeros(2)

    def f(x: Any) -> Any:
        buffer[:] = x * x
        return buffer.sum()

    assert np.grad(f)(np.array([1.0, 3.0])).tolist() == [2, 6]
    assert type(buffer) is np.ndarray and buffer.tolist() == [1, 9]
    buffer += 1
    assert buffer.tolist() == [2, 10]
    view = buffer[:1]
    with pytest.raises(ocean.OceanValueError, match="other views"):
        np.grad(f)(np.array([1.0, 3.0]))
    assert view.tolist() == [2]


def test_changed_after_recording() -> None:
    weights = np.array([1.0, 2.0])

    def f(x: Any) -> Any:
        y = (x * weights).sum()
        weights[0] = 5
        return y

    with pytest.raises(ocean.OceanValueError, match="'weights' of shape .* was changed after multiply had recorded it"):
        np.grad(f)(np.array([1.0, 1.0]))
    theirs = numpy.ones(2)

    def g(x: Any) -> Any:
        y = (x * np.asarray(theirs)).sum()
        theirs[0] = 5
        return y

    assert np.grad(g)(np.asarray(numpy.ones(2))).tolist() == [1, 1]  # asarray has copied them
    theirs_array = np.asarray(numpy.ones(2))

    def k(x: Any) -> Any:
        y = (x * theirs_array).sum()
        theirs_array.to_numpy()[0] = 5
        return y

    with pytest.raises(ocean.OceanValueError, match="was changed after"):
        np.grad(k)(np.asarray(numpy.ones(2)))
    x = np.array([1.0, 2.0])

    def h(y: Any) -> Any:
        found = (y * x * y).sum()
        x[0] = 7
        return found

    with pytest.raises(ocean.OceanValueError, match="'x' of shape"):
        np.grad(h)(np.array([1.0, 1.0]))
    value, pull = np.vjp(lambda x: x * weights, x)
    weights += 1
    with pytest.raises(ocean.OceanValueError, match="'weights'"):
        pull(np.ones(2))


@pytest.mark.host_only("PyTorch computes on the host")
@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int) -> None:
    """Programs with views and assignments, against the same program differentiated by PyTorch."""
    lines = program(seed)
    expected = run_in_torch(lines)
    names: dict[str, Any] = {}
    exec("def f(x):\n" + "\n".join(f"    {line}" for line in lines), {"np": np}, names)
    x = np.linspace(0.3, 1.7, 12).reshape(3, 4)
    if expected is None:
        ocean.testing.check_grads(names["f"], (x,), order=1, atol=1e-5)
        return
    value, found = np.value_and_grad(names["f"])(x)
    assert float(value) == pytest.approx(expected[0], rel=1e-9), "\n".join(lines)
    assert numpy.allclose(found.to_numpy(), expected[1], rtol=1e-7, atol=1e-9), "\n".join(lines)
    direction = numpy.random.default_rng(seed).normal(size=x.shape)
    _, moved = np.jvp(names["f"], (x,), (np.array(direction),))
    assert float(moved) == pytest.approx((expected[1] * direction).sum(), rel=1e-7, abs=1e-9), "\n".join(lines)


def test_assignments_in_loops_copy_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from ocean._src.gradients import kept, record

    monkeypatch.setattr(kept, "FIRST", 1000)
    copies: list[Any] = []
    former = record.put
    monkeypatch.setattr(record, "put", lambda *args: copies.append(args) or former(*args))

    def chain(x: Any) -> Any:
        b = np.zeros(50)
        b[0] = x[0]
        for k in range(1, 50):
            b[k] = b[k - 1] * 0.9 + x[k % 3]
        for k in range(10):
            b[k : k + 3] += x * 0.5
        return np.sum(b * b)

    ocean.testing.check_grads(chain, (np.array([0.3, -1.2, 0.8]),), order=1)
    copies.clear()
    np.grad(chain)(np.array([0.3, -1.2, 0.8]))
    assert len(copies) == 1


def test_versions_that_are_needed_stay() -> None:
    def f(x: Any) -> Any:
        b = np.zeros(3)
        b[0] = x[0]
        b[1] = x[1] * 2
        square = b * b
        tail = b[1:]
        b[0] = x[1] * 3
        tail *= b[:2]
        b[2] = np.sum(square) * x[0]
        return np.sum(square) + np.sum(b**2) + np.sum(tail)

    x = np.array([0.7, -1.3])
    ocean.testing.check_grads(f, (x,), order=2)
    other = np.grad(lambda x: np.grad(f)(x)[0])(x)
    assert np.allclose(other, np.hessian(f)(x)[0])


@pytest.mark.parametrize("forward", [False, True])
def test_assignments_copy_once_in_both_directions(forward: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from ocean._src.gradients import record

    copies, put = [], record.put

    def counted(*args: Any) -> Any:
        copies.append(1)
        return put(*args)

    def f(x: Any) -> Any:
        b = np.zeros(30)
        for k in range(0, 20, 2):
            b[k : k + 3] += x * x[1]
            b[k] = b[k + 1] * 2
        kept = b * 1
        b[::2][1:4] = x
        b[[3, 3, 4]] = x
        return b * kept

    x, direction = np.array([1.0, 2.0, 3.0]), np.array([1.0, -1.0, 0.5])
    ocean.testing.check_grads(f, (x,), order=2)
    monkeypatch.setattr(record, "put", counted)
    if forward:
        np.jvp(f, (x,), (direction,))
        assert len(copies) <= 4  # of elements and of their tangent, which are copied once more where lists are keys
    else:
        np.vjp(f, x)
        assert len(copies) <= 2

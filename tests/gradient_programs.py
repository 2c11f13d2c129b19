"""Random programs with views and assignments, which Ocean and PyTorch run and differentiate."""

from __future__ import annotations

import random
from typing import Any

import numpy

EXPRESSIONS = [
    "np.sin({a})", "{a} * {b}", "{a} + {b}", "{a} - 0.5 * {b}", "np.exp(-{a} * {a})", "np.tanh({a})", "{a} / (1 + {b} * {b})",
    "np.where({a} > {b}, {a}, 2 * {b})", "np.maximum({a}, 0.5 * {b} + 0.1)", "np.abs({a}) + {b}",
]  # fmt: skip
VIEWS = [
    ("{a}[1:]", lambda n, m: (n - 1, m)), ("{a}[:, ::2]", lambda n, m: (n, (m + 1) // 2)),
    ("{a}.T", lambda n, m: (m, n)), ("{a}[:-1]", lambda n, m: (n - 1, m)),
    ("{a}.reshape({m}, {n})", lambda n, m: (m, n)), ("{a}[:, 1:3]", lambda n, m: (n, min(m, 3) - 1)),
]  # fmt: skip
WRITES = [
    "{a}[0] = {b}[-1] * 2", "{a}[:, 0] = {b}[0, 0]", "{a} += {b}", "{a} *= 0.5", "{a}[...] = {b} * {b}", "{a} -= np.sin({b})",
    "{a}[[0, -1]] = {b}[:1] + 1", "{a}[-1] += {b}[0]",
]  # fmt: skip


def program(seed: int) -> list[str]:
    """The lines of a function of x, an array of shape (3, 4)."""
    chance = random.Random(seed)
    shapes: dict[str, tuple[int, int]] = {"x": (3, 4)}
    written: list[str] = []
    lines: list[str] = []

    def new(line: str, shape: tuple[int, int]) -> str:
        name = f"v{len(lines)}"
        lines.append(f"{name} = {line}")
        shapes[name] = shape
        return name

    written.append(new("x * 1", (3, 4)))
    if chance.random() < 0.7:
        start = new("np.zeros((3, 4))", (3, 4))
        written.append(start)
    for _ in range(chance.randint(3, 9)):
        what = chance.random()
        a = chance.choice(list(shapes))
        same = [name for name in shapes if shapes[name] == shapes[a]]
        if what < 0.4:
            made = new(chance.choice(EXPRESSIONS).format(a=a, b=chance.choice(same)), shapes[a])
            written.append(made)
        elif what < 0.65:
            a = chance.choice(written)
            text, shape = chance.choice(VIEWS)
            n, m = shapes[a]
            if n < 2 or m < 2 or ("reshape" in text and not a.startswith("v0")):
                continue
            written.append(new(text.format(a=a, n=n, m=m), shape(n, m)))
        else:
            a = chance.choice(written)
            same = [name for name in shapes if shapes[name] == shapes[a]]
            if min(shapes[a]) < 2:
                continue
            b = chance.choice(same)
            lines.append(chance.choice(WRITES).format(a=a, b=b if b == a else f"(1.0 * {b})"))
    total = " + ".join(f"({name} * {name}).sum()" for name in shapes)
    return [*lines, f"return {total}"]


class Names:
    """The functions of PyTorch under NumPy's names."""

    def __init__(self) -> None:
        import torch

        self.torch = torch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.torch, name)

    def zeros(self, shape: Any) -> Any:
        return self.torch.zeros(shape, dtype=self.torch.float64)


def run_in_torch(lines: list[str]) -> tuple[float, Any] | None:
    """The value and the gradient by PyTorch; None where it refuses to differentiate what was assigned to."""
    import torch

    given = torch.tensor(numpy.linspace(0.3, 1.7, 12).reshape(3, 4), requires_grad=True)
    names: dict[str, Any] = {}
    exec("def f(x):\n" + "\n".join(f"    {line}" for line in lines), {"np": Names()}, names)
    value = names["f"](given)
    try:
        value.backward()
    except RuntimeError:
        return None
    return float(value), given.grad.numpy()

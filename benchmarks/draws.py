"""Rows of random numbers: the same counts from each library's own generator, whose results cannot be compared."""

from __future__ import annotations

import numpy as np

from .rows import Row, Statement

MANY, MILLION, FEW = 10_000_000, 1_000_000, 12


def row(name: str, target: float, **statements: Statement) -> Row:
    before = {
        "ocean": "g = ocean.random.generator(1)", "numpy": "g = np.random.default_rng(1)", "torch": "",
        "jax": "k = jax.random.key(1)",
    }  # fmt: skip
    full = {library: (before[library], text) for library, text in statements.items() if isinstance(text, str)}
    return Row(name, target, lambda: {"a": np.zeros(1)}, full, True)


DRAWS: list[Row] = []
for _count, _title in ((MANY, "1e7"), (FEW, "12")):
    _target = 2.0 if _count == MANY else 1.0
    for _kind, _ocean, _numpy, _torch in (
        ("doubles", "double", "np.float64", "torch.float64"), ("floats", "float", "np.float32", "torch.float32"),
    ):  # fmt: skip
        for _name, _of_numpy, _of_torch in (("uniform", "random", "rand"), ("normal", "standard_normal", "randn")):
            DRAWS.append(
                row(
                    f"{_name} {_kind}, {_title}", _target,
                    ocean=f"g.{_name}([{_count}], ocean.{_ocean})",
                    numpy=f"g.{_of_numpy}({_count}, {_numpy})",
                    torch=f"torch.{_of_torch}({_count}, dtype={_torch})",
                    jax=f"jax.block_until_ready(jax.random.{_name}(k, ({_count},), jax.numpy.{_numpy[3:]}))",
                )
            )  # fmt: skip
    DRAWS.append(
        row(
            f"integers below 100, {_title}", _target,
            ocean=f"g.integers([{_count}], 100)", numpy=f"g.integers(0, 100, {_count})",
            torch=f"torch.randint(100, ({_count},))",
            jax=f"jax.block_until_ready(jax.random.randint(k, ({_count},), 0, 100))",
        )
    )  # fmt: skip
for _count, _title in ((MILLION, "1e6"), (FEW, "12")):
    DRAWS.append(
        row(
            f"permutation of {_title}", 1.2 if _count == MILLION else 1.0,
            ocean=f"g.permutation({_count})", numpy=f"g.permutation({_count})", torch=f"torch.randperm({_count})",
            jax=f"jax.block_until_ready(jax.random.permutation(k, {_count}))",
        )
    )  # fmt: skip

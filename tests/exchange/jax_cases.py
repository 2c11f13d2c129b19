"""Round trips with the real JAX; `test_frameworks.py` runs them in a process of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, read, same, sample

import ocean


@pytest.fixture(scope="module")
def jax() -> Iterator[Any]:
    jax = pytest.importorskip("jax")
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield jax
    jax.config.update("jax_enable_x64", before)


@pytest.mark.parametrize("kind", [kind for kind in DTYPES if kind is not ocean.chalf], ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_jax_out_and_in(jax: Any, layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    for other in (tensor.convertTo("jax"), tensor.convertTo("jax", True)):
        assert isinstance(other, jax.Array) and other.shape == tensor.size
        back = ocean.asTensor(other)
        assert back.dtype is kind and back.readonly
        same(read(back), wanted)


def test_jax_arrays_are_taken_everywhere(jax: Any) -> None:
    other, tensor = jax.numpy.arange(3.0), ocean.asTensor([1, 2, 3])
    for result in (tensor + other, ocean.add(tensor, other), ocean.add(other, tensor)):
        assert isinstance(result, ocean.tensor) and result.asPython() == [1, 3, 5]
    with pytest.raises(ValueError, match="read-only"):
        ocean.asTensor(other).fill(1)


def test_jax_reasons(jax: Any) -> None:
    with pytest.raises(ocean.OceanTypeError, match="JAX has no complex half"):
        ocean.zeros([2], ocean.chalf).convertTo("jax")
    jax.config.update("jax_enable_x64", False)
    try:
        with pytest.raises(ocean.OceanTypeError, match="JAX keeps dtype double only with jax_enable_x64"):
            ocean.zeros([2], ocean.double).convertTo("jax")
        assert ocean.ones([2]).convertTo("jax").sum() == 2
    finally:
        jax.config.update("jax_enable_x64", True)

"""Round trips with the real PyTorch and JAX, if they are installed."""

from __future__ import annotations

import gc
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, SHARED, dtype_id, read, same, sample

import ocean

pytestmark = pytest.mark.host_only("memory shared with other packages is the host's")

# --- PyTorch -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_torch_out_and_in(torch: Any, layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    other = tensor.convertTo("torch")
    assert isinstance(other, torch.Tensor) and tuple(other.shape) == tensor.size
    assert layout not in SHARED or other.data_ptr() == tensor.ptr
    back = ocean.asTensor(other)
    assert back.dtype is kind and back.ptr == other.data_ptr() and not back.readonly
    same(read(back), wanted)
    deep = tensor.convertTo("torch", True)
    assert deep.data_ptr() != tensor.ptr
    same(read(ocean.asTensor(deep)), wanted)


def test_torch_tensors_are_taken_everywhere(torch: Any) -> None:
    other, tensor = torch.tensor([1.0, 2.0, 3.0]), ocean.asTensor([1, 2, 3])
    for result in (tensor + other, ocean.add(tensor, other), other + tensor, ocean.add(other, tensor)):
        assert isinstance(result, ocean.tensor) and result.asPython() == [2, 4, 6] and result.dtype is ocean.double
    target = ocean.zeros([3])
    target.copy(other)
    assert target.asPython() == [1, 2, 3] and ocean.sum(other) == 6
    assert ocean.asTensor([other, other]).size == (3, 2) and (tensor + other[1]).asPython() == [3, 4, 5]
    ocean.asTensor(other).fill(9)
    assert other.tolist() == [9, 9, 9]


def test_torch_layouts_come_in(torch: Any) -> None:
    base = torch.arange(24, dtype=torch.float64).reshape(2, 3, 4)
    for view in (
        base,
        base.permute(2, 0, 1),
        base[:, ::2],
        base[1:, 1:],
        base.expand(5, 2, 3, 4),
        base.sum(),
        base[:0],
    ):
        tensor = ocean.asTensor(view)
        assert tensor.size == tuple(view.shape) and (not view.numel() or tensor.ptr == view.data_ptr())
        np.testing.assert_array_equal(read(tensor), view.numpy())


def test_torch_reasons(torch: Any) -> None:
    with pytest.raises(ocean.OceanBufferError, match="require gradient"):
        ocean.asTensor(torch.ones(2, requires_grad=True))
    with pytest.raises(ocean.OceanTypeError, match="type code 10"):  # a float of 8 bits
        ocean.asTensor(torch.ones(2, dtype=torch.float8_e4m3fn))
    tensor = ocean.zeros([3])
    tensor.readonly = True
    tensor.convertTo("torch").fill_(1)
    assert tensor.asPython() == [0, 0, 0]


def test_torch_lifetime(torch: Any) -> None:
    gc.collect()
    before = ocean.cpu.usedBytes
    for _ in range(50):
        others = [ocean.arange(1000).convertTo("torch"), torch.from_dlpack(ocean.arange(1000))]
        tensors = [ocean.asTensor(each) for each in others]
        ocean.ones([1000], ocean.int64)
        assert int(others[0].sum()) == 499500 == int(others[1].sum()) == ocean.sum(tensors[0])
    del others, tensors
    gc.collect()
    assert ocean.cpu.usedBytes == before


# --- JAX ---------------------------------------------------------------------------------------------------------


def test_jax() -> None:
    """In a process of its own: JAX starts threads, and other tests fork."""
    if importlib.util.find_spec("jax") is None:
        pytest.skip("JAX is not installed")
    cases = Path(__file__).with_name("jax_cases.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(cases)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=cases.parents[2])
    assert result.returncode == 0, result.stdout

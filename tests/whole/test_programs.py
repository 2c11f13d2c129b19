"""Whole programs of plain NumPy give NumPy's results with `ocean.numpy`: those that `python -m benchmarks programs`
measures, at their small size. So do the versions of Numba and JAX that it measures beside them, if these are installed."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import ocean.numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks import whole

pytestmark = pytest.mark.host_only("programs make their arrays on the host")

OF_ARRAYS, OF_ELEMENTS = whole.peer_names(True), whole.peer_names(False)
FUSED = [name for name in OF_ARRAYS if hasattr(whole.load(name, numpy, whole.PEERS), "FUSED")]


def same_as_numpy(name: str, take: Callable[[Any], Any], run: Callable[..., Any]) -> None:
    program = whole.load(name, numpy)
    size = program.SIZES["small"]
    theirs = program.run(**whole.given(program, size, numpy.array))
    whole.agree(name, run(**whole.given(program, size, take)), theirs)


@pytest.mark.parametrize("name", whole.names())
def test_results_are_those_of_numpy(name: str) -> None:
    same_as_numpy(name, np.array, whole.load(name, np).run)


@pytest.mark.parametrize("name", FUSED)
def test_fused_programs_have_the_results_of_numpy(name: str) -> None:
    run = whole.fused(name)
    assert run is not None
    same_as_numpy(name, np.array, run)
    same_as_numpy(name, np.array, run)  # as recorded by the first call


def test_other_results_are_told() -> None:
    with pytest.raises(RuntimeError, match="float32 of shape"):
        whole.agree("x", np.ones(3, dtype=np.float32), numpy.ones(3))
    with pytest.raises(RuntimeError, match="other values"):
        whole.agree("x", (np.ones(3),), (numpy.ones(3) * 1.001,))


@pytest.mark.parametrize("name", OF_ARRAYS + OF_ELEMENTS)
def test_peers_have_the_parameters_of_their_programs(name: str) -> None:
    """Seen in the text, so that neither Numba nor JAX is needed."""
    program = whole.load(name, numpy)
    wanted = list(inspect.signature(program.run).parameters)
    assert list(program.inputs(program.SIZES["small"], numpy.random.default_rng(7))) == wanted
    peer = whole.load(name, numpy, whole.PEERS)
    assert list(inspect.signature(peer.numba_version).parameters) in (["program"], ["program", "parallel"])
    assert all(callable(getattr(program, each)) for each in getattr(peer, "FUSED", ()))
    tree = ast.parse((whole.PEERS / f"{name}.py").read_text())
    versions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    assert [each.name for each in versions] == ["numba_version", "jax_version"][: len(versions)]
    for version in versions:
        runs = [each for each in version.body if isinstance(each, ast.FunctionDef) and each.name == "run"]
        if runs:
            assert [each.arg for each in runs[0].args.args] == wanted
        else:
            assert "program.run" in ast.unparse(version.body[-1])


def test_enough_programs_have_peers() -> None:
    assert len(OF_ARRAYS) >= 20 and set(OF_ARRAYS + OF_ELEMENTS) <= set(whole.names())


@pytest.mark.parametrize("name", OF_ARRAYS + OF_ELEMENTS)
def test_results_of_numba_are_those_of_numpy(name: str) -> None:
    pytest.importorskip("numba", reason="the extra `peers` brings Numba")
    for run in whole.with_numba(name).values():
        same_as_numpy(name, numpy.array, run)


@pytest.mark.parametrize("name", OF_ARRAYS)
def test_results_of_jax_are_those_of_numpy(name: str) -> None:
    jax = pytest.importorskip("jax", reason="the extra `peers` brings JAX")
    run = whole.with_jax(name)
    assert run is not None
    same_as_numpy(name, jax.numpy.array, run)


def test_tables_of_peers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With NumPy in the place of Numba, and without JAX."""
    monkeypatch.setattr(whole, "with_numba", lambda name: {"numba": whole.load(name, numpy).run})
    monkeypatch.setattr(whole, "module", lambda name: None if name == "jax" else numpy)
    results = whole.main_peers(["checksum", "knapsack", "softmax"], True, True, lambda text: None)
    text = capsys.readouterr().out
    assert [(each["name"], each["size"]) for each in results] == [
        (name, size) for name in ("softmax", "checksum") for size in ("medium", "large")
    ]
    for each in results:
        assert each["numpy"] > 0 and each["ratio"] == each["numba"] / min(each["ocean"], each.get("fused", np.inf))
    assert "not installed: jax" in text and "speed in" in text and "(target 1.3)" in text and "loops over" in text
    monkeypatch.setattr(whole, "module", lambda name: None)
    assert whole.main_peers(["softmax"], True, True, lambda text: None) == []
    assert "not installed: numba and jax" in capsys.readouterr().out


def test_the_peak_of_memory_counts_results_but_no_inputs() -> None:
    assert whole.resident(peak=True) >= whole.resident() > 1 << 20
    peak = whole.memory("sieve", "numpy")  # 3 MB of flags, and 1.7 MB of prime numbers
    if peak is None:
        pytest.skip("the system does not tell the peak of memory")
    assert 4e6 < peak < 30e6
    peak = whole.memory("wave", "ocean")
    assert peak is not None and peak > 2 * 700 * 700 * 8  # two of its three fields

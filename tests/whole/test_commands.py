"""The commands that people run: the tour and the benchmarks. What they measure is not judged here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host_only("processes of their own")

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help(tmp_path: Path) -> None:
    text = run("ocean", "--help", folder=tmp_path)
    assert "usage: python -m ocean" in text and "--version" in text and "docs/coming-from-numpy.md" in text
    assert run("ocean", "--version", folder=tmp_path).startswith("Ocean 0.")


def test_tour(tmp_path: Path) -> None:
    text = run("ocean", folder=tmp_path)
    assert "Device cpu" in text and "(byteswapped)" in text
    assert "TOO LARGE" not in text and text.count(" ok\n") == (5 if "gpu0" in text else 4) and "x N:5 on cpu>" in text
    assert "standardize: 2 passes, 2 temporaries of 16 kB" in text
    assert "\x1b" not in text, "colour is for terminals only"


TABLES = ("small", "fused", "arrays", "axes", "shapes", "cold", "programs", "gradients")


@pytest.mark.parametrize("table", [[], *([each] for each in TABLES)], ids=["all", *TABLES])
def test_benchmarks_name_their_rows(table: list[str]) -> None:
    names = run("benchmarks", *table, "--list", folder=ROOT).splitlines()
    assert len(names) == len(set(names)) > 10


def test_small_calls_print_what_every_library_runs() -> None:
    text = run("benchmarks", "small", "M.clone", "--quick", folder=ROOT)
    assert "ocean: M.clone()   numpy: M.copy()" in text and "geometric mean of the ratios" in text


def test_fused_functions_print_the_memory_that_they_take() -> None:
    text = run("benchmarks", "fused", "the same beside", "--quick", folder=ROOT)
    assert "memory besides operands and result" in text and "missed" not in text


def test_calls_with_other_sizes_are_compared_with_known_ones() -> None:
    text = run("benchmarks", "shapes", "x + y, tensors", "of 12", "--quick", "--targets", folder=ROOT)
    assert "geometric mean of first pass / second pass" in text and "a + b of 12, new / known" in text


def test_cold_scripts_print_what_numpy_prints() -> None:
    text = run("benchmarks", "cold", "sorting", "--quick", "--targets", folder=ROOT)
    assert "sorting" in text and "with an empty kernel cache and with a warm one" in text and "of 1 rows" in text


def test_gradients_are_compared_with_those_of_peers() -> None:
    text = run("benchmarks", "gradients", "Rosenbrock of 2", "--quick", "--targets", folder=ROOT)
    assert "Rosenbrock of 2, fused" in text and "rows reach their target" in text


@pytest.mark.skipif(
    not list((ROOT / "src" / "ocean" / "_src" / "core" / "objects").glob("tensor.*.so")),
    reason="the checkout is not built in place",
)
def test_benchmarks_compare_a_checkout_with_another_one() -> None:
    text = run("benchmarks", "against", str(ROOT), "small", "M.clone", "ocean.eye", "--quick", folder=ROOT)
    assert "M.clone()" in text and "of 2 rows are below 0.95; geometric mean" in text


def test_benchmarks_show_targets_when_asked() -> None:
    text = run("benchmarks", "T of 10x4", "--quick", "--targets", folder=ROOT)
    assert "rows reach their target" in text and "target\n" in text


def test_benchmarks_write_what_they_measure(tmp_path: Path) -> None:
    file = tmp_path / "times.json"
    text = run("benchmarks", "T of 10x4", "--quick", "--json", str(file), folder=ROOT)
    (row,) = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert row["name"] in text and "target" not in text and "missed" not in text
    assert row["ratio"] == row["seconds"][row["best_peer"]] / row["seconds"]["ocean"]

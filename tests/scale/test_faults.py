"""Faults: files that are cut short, full disks, programs that are killed. An error names the file, and nothing half
written has the final name."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

import ocean
import ocean.numpy as np

pytestmark = pytest.mark.host_only("files are read on the host")

VALUES = numpy.random.default_rng(4).standard_normal((40_000, 8))


def test_a_file_that_is_cut_short_before_and_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    numpy.save(path, VALUES)
    a = ocean.files.open(path)
    with ocean.memory("1MiB"):
        blocks = (a * 2).blocks("test")
        next(blocks)
        os.truncate(path, 1_000_000)
        with pytest.raises(ocean.OceanValueError, match=r"a\.npy is truncated: it ends at 1000000 bytes"):
            list(blocks)
        with pytest.raises(ocean.OceanValueError, match=r"a\.npy is truncated"):
            a.sum()
        with pytest.raises(ocean.OceanValueError, match=r"a\.npy is truncated: it has 1000000 bytes, where"):
            ocean.files.open(path)
        with pytest.raises(ocean.OceanValueError, match=r"a\.npy is truncated"):
            ocean.files.save(tmp_path / "z.npy", a + 1)
    assert not (tmp_path / "z.npy").exists()


FULL = """
import resource, sys, numpy, ocean
a = ocean.files.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
try:
    ocean.files.save(sys.argv[2], a + 1)
except OSError as error:
    print(error.filename, error.strerror)
"""


def test_a_full_disk(tmp_path: Path) -> None:
    numpy.save(tmp_path / "a.npy", VALUES)
    (tmp_path / "z.npy").write_bytes(b"as it was")
    command = [sys.executable, "-c", FULL, str(tmp_path / "a.npy"), str(tmp_path / "z.npy")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "z.npy.part" in done.stdout and "no room for" in done.stdout, done.stderr
    assert (tmp_path / "z.npy").read_bytes() == b"as it was"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.npy", "z.npy"]


SLOW = """
import sys, time, ocean
from ocean._src.scale import results
results.SYNC = 0.0
a = ocean.files.open(sys.argv[1])
write = results.FileArray.write
def slow(self, region, values):
    write(self, region, values)
    time.sleep(0.05)
results.FileArray.write = slow
with ocean.memory("1MiB"):
    ocean.files.save(sys.argv[2], (a - a.mean(axis=0)) * 3)
"""


def test_a_killed_program_goes_on_where_it_was(tmp_path: Path) -> None:
    path, result = tmp_path / "a.npy", tmp_path / "z.npy"
    numpy.save(path, VALUES)
    log = tmp_path / "z.npy.part.log"
    with subprocess.Popen([sys.executable, "-c", SLOW, str(path), str(result)]) as program:
        for _ in range(1200):
            if log.exists() and log.read_text().count("\n") > 3:
                break
            time.sleep(0.05)
        program.send_signal(signal.SIGKILL)
    assert not result.exists()
    lines = [json.loads(each) for each in log.read_text().splitlines(keepends=True) if each.endswith("\n")]
    done = {k for line in lines[1:] for k in line["done"]}
    assert len(done) >= 3
    seen = []
    write = ocean._src.scale.results.FileArray.write
    with pytest.MonkeyPatch.context() as patch, ocean.memory("1MiB"):
        patch.setattr(
            ocean._src.scale.results.FileArray,
            "write",
            lambda self, region, v: (seen.append(region), write(self, region, v)),
        )
        a = ocean.files.open(path)
        ocean.files.save(result, (a - a.mean(axis=0)) * 3)
    rows = lines[0]["block"][0]
    assert len(seen) == -(-VALUES.shape[0] // rows) - len(done)
    numpy.testing.assert_allclose(numpy.load(result), (VALUES - VALUES.mean(axis=0)) * 3, 1e-10, 1e-12)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.npy", "z.npy"]


def test_what_is_left_of_another_expression_or_file_is_not_taken(tmp_path: Path) -> None:
    path, result = tmp_path / "a.npy", tmp_path / "z.npy"
    numpy.save(path, VALUES)
    write = ocean._src.scale.results.FileArray.write

    def stopping(self: object, region: object, v: object) -> None:
        write(self, region, v)
        raise KeyboardInterrupt

    for change in ("expression", "file"):
        with ocean.memory("1MiB"):
            with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
                patch.setattr(ocean._src.scale.results.FileArray, "write", stopping)
                ocean.files.save(result, ocean.files.open(path) * 3)
            assert (tmp_path / "z.npy.part").exists() and not result.exists()
            factor = 3.0
            if change == "file":
                numpy.save(path, VALUES + 1)
            else:
                factor = 4.0
            ocean.files.save(result, ocean.files.open(path) * factor)
        wanted = VALUES * 4 if change == "expression" else (VALUES + 1) * 3
        numpy.testing.assert_array_equal(numpy.load(result), wanted)
        result.unlink()


def test_distinct_values_that_do_not_fit(tmp_path: Path) -> None:
    numpy.save(tmp_path / "a.npy", VALUES)
    with ocean.memory("1MiB"), pytest.raises(ocean.OceanMemoryError, match="distinct values so far"):
        np.unique(ocean.files.open(tmp_path / "a.npy"))

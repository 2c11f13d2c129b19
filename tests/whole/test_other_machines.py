"""What only x86-64 Linux has, switched off one by one: everything works without, as it must on other machines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.host_only("processes of their own")

PROGRAM = """
import math, numpy
import ocean, ocean.numpy as np
assert {condition}, "the switch does nothing"
x = np.linspace(-3, 3, 1001)
for name in ("sin", "cos", "exp", "tanh", "cbrt", "arctan", "expm1"):
    numpy.testing.assert_allclose(getattr(np, name)(x), getattr(numpy, name)(numpy.asarray(x)), rtol=1e-14, atol=1e-15)
numpy.testing.assert_allclose(np.power(np.abs(x) + 1, x), numpy.power(abs(numpy.asarray(x)) + 1, numpy.asarray(x)), rtol=1e-14)
half = np.arange(1000, dtype="f2") / 7
numpy.testing.assert_array_equal(half + half, numpy.arange(1000, dtype="f2") / 7 * 2)
swapped = numpy.arange(1000.0).astype(">f8")
numpy.testing.assert_array_equal(np.asarray(swapped) * 3, swapped * 3)
matrix = numpy.random.default_rng(1).standard_normal((60, 60))
numpy.testing.assert_allclose(np.asarray(matrix) @ np.asarray(matrix.T), matrix @ matrix.T, rtol=1e-12, atol=1e-12)
numpy.testing.assert_array_equal(np.sort(np.asarray(matrix), axis=0), numpy.sort(matrix, axis=0))
assert math.isclose(ocean.sum(ocean.square(ocean.lazy(ocean.asTensor(matrix)))), (matrix**2).sum())
assert ocean.getNumThreads() >= 1
"""

SWITCHES = {
    "affinity": ("import os; del os.sched_getaffinity", "not hasattr(os, 'sched_getaffinity')"),
    "loader": (
        "from ocean._src.kernels.llvm import loader; loader.supported = lambda: False",
        "not ocean._src.kernels.llvm.loader.supported()",
    ),
    "vector mathematics": (
        "from ocean._src.kernels.llvm import machine as m; t = m.target()._replace(vectors=False); m.target = lambda: t",
        "not ocean._src.kernels.llvm.machine.target().vectors",
    ),
    "half instructions": (
        "from ocean._src.kernels.llvm import machine as m; t = m.target()._replace(half=False); m.target = lambda: t",
        "not ocean._src.kernels.llvm.machine.target().half",
    ),
    "x86": (
        "from ocean._src.kernels.llvm import machine as m; t = m.Target(False, False, False); m.target = lambda: t",
        "not ocean._src.kernels.llvm.machine.target().x86",
    ),
    "the list of processors": (
        "from ocean._src.kernels.llvm import machine as m; m._first_processor = lambda: (); m.flags = lambda: frozenset()",
        "not ocean._src.kernels.llvm.machine.flags()",
    ),
}


@pytest.mark.parametrize("switch", SWITCHES)
def test_without(switch: str, tmp_path: Path) -> None:
    off, condition = SWITCHES[switch]
    program = f"import os\n{off}\n{PROGRAM.replace('{condition}', condition)}"
    # no pack, and a cache of its own: kernels are compiled for this machine as it pretends to be
    environment = {**os.environ, "OCEAN_PACK": "off", "OCEAN_CACHE_DIR": str(tmp_path), "OCEAN_GPU": "off"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

"""Random arguments for every public function, method, operator and setter: errors that say so, and no crash."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy_cases
import pytest

import ocean
import ocean.numpy as onp

pytestmark = pytest.mark.host_only("a process of its own, in which all devices are used")

GROUPS = [
    "functions13", "functions23", "functions33", "tensor", "storage", "scalar", "dtype", "device", "stream",
    "functions13@mirror", "functions23@mirror", "functions33@mirror", "tensor@mirror", "storage@mirror",
]  # fmt: skip
HERE = Path(__file__).parents[1]


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_crashes(group: str, tmp_path: Path) -> None:
    """Only errors of ours or of Python's habit come out, and the interpreter survives.

    OCEAN_FUZZ_EXAMPLES and OCEAN_FUZZ_SEED make the search longer, or another one.
    """
    log = tmp_path / "last-call.txt"
    examples, seed = os.environ.get("OCEAN_FUZZ_EXAMPLES", "20"), os.environ.get("OCEAN_FUZZ_SEED", "1")
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    result = subprocess.run(
        [sys.executable, str(HERE / "fuzzing.py"), group, str(log), examples, seed],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, errors="replace",
    )  # fmt: skip
    last = log.read_text(errors="replace").strip() if log.exists() else "nothing"
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr[-4000:]}\nlast call: {last}"


def test_random_cases(tmp_path: Path) -> None:
    """A few of the cases of `python -m tests fuzz`, always the same; a failure names the one to repeat."""
    command = [sys.executable, "-m", "tests", "fuzz", "--cases", "300", "--seed", "1"]
    result = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, errors="replace")
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-4000:]


@pytest.mark.parametrize("options", [["--cases", "150"], ["--cases", "15", "--gpu"]], ids=["mirror", "gpu"])
def test_random_programs(options: list[str]) -> None:
    """Lazy and fused programs on other devices, in a process of their own: an abort of a driver's compiler is seen."""
    if "--gpu" in options and not ocean.gpu:
        pytest.skip("there is no OpenCL device")
    command = [sys.executable, "-m", "tests", "fuzz", "--kind", "program", "--seed", "1", *options]
    result = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, errors="replace")
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-4000:]


def test_a_case_can_be_repeated_alone() -> None:
    command = [sys.executable, "-m", "tests", "fuzz", "--case", "299", "--seed", "1"]
    result = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.startswith("cases 299 to 299 of seed 1\n"), result.stdout


NOT_CALLED = {
    **dict.fromkeys(("checkpoint", "custom_jvp", "custom_vjp", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp", "stop_gradient",
                     "value_and_grad", "vjp"), "differentiates functions: tests/gradients"),
    **dict.fromkeys(("constant", "convolution", "convolutionGradData", "convolutionGradFilters", "fuse", "lazy", "moving_average", "moving_mean", "reduce_binary",
                     "reduce_range", "slide", "stdev", "topk", "transform", "linalg.expm"), "NumPy has none"),
    **dict.fromkeys(("fromfile", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed"), "files"),
    **dict.fromkeys(("format_float_positional", "format_float_scientific", "get_printoptions", "set_printoptions", "printoptions",
                     "geterr", "geterrcall", "seterr", "seterrcall", "finfo", "isdtype", "issubdtype", "broadcast", "mintypecode", "typename"),
                    "what NumPy computes: text, settings, names"),
    **dict.fromkeys(("linalg.eig", "linalg.eigvals"), "eigenvalues come in another order, and are always complex"),
    **dict.fromkeys(("polydiv", "polyfit", "roots"), "badly conditioned for random coefficients"),
    **dict.fromkeys(("in1d", "row_stack", "frompyfunc", "einsum_path", "may_share_memory", "linalg.tensorinv"),
                    "other names, and what the others are made of"),
}  # fmt: skip
"""Functions that no template calls, and why. Random numbers are others than NumPy's."""


def test_every_function_is_called() -> None:
    templates = "\n".join(numpy_cases.TABLE)
    for prefix, space in (("", onp), ("fft.", onp.fft), ("linalg.", onp.linalg)):
        for name in dir(space):
            value = getattr(space, name)
            if name.startswith("_") or not callable(value) or isinstance(value, (type, types.ModuleType, ocean.dtype)):
                continue
            called = re.search(rf"^{re.escape(prefix + name)}[.(]|[(]{name}[(]", templates, re.M)
            assert called or prefix + name in NOT_CALLED, f"no template calls ocean.numpy.{prefix}{name}"

"""`python -m tests`: everything that has to hold before a change is good: linting, types, tests. Failure exits with 1.

The installed package is tested, so that its compiled parts are the ones that users get; linting and types look at the
sources. Further arguments go to pytest: `python -m tests tests/index -x`, or `-n 1` for one process instead of one for
each core. Jobs of their own are `python -m tests fuzz`, `asan`, `numpy`, `packages` (docs/testing.md) and `matrix`
(RELEASING.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORES = str(os.cpu_count() or 1)
JOBS = {
    "fuzz": "random_cases",
    "asan": "sanitize",
    "numpy": "numpy_suite.runner",
    "matrix": "matrix",
    "packages": "packages.runner",
}


def commands(extra: list[str]) -> dict[str, list[str]]:
    return {
        "lint (ruff)": ["ruff", "check", "."],
        "types (mypy)": ["mypy", "--strict", "-p", "ocean"],
        "tests (pytest)": ["pytest", "-n", CORES, *extra],
    }


def main(extra: list[str]) -> int:
    failed = []
    with tempfile.TemporaryDirectory(prefix="ocean-tests-") as folder:
        # kernels are shared by the processes of this run, and with nobody else
        environment = {**os.environ, "OCEAN_CACHE_DIR": folder}
        environment.pop("OCEAN_CACHE", None)
        for name, command in commands(extra).items():
            print(f"\n=== {name}: {' '.join(command)}", flush=True)
            start = time.perf_counter()
            status = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=environment).returncode
            print(f"=== {name}: {'failed' if status else 'passed'} in {time.perf_counter() - start:.0f} s", flush=True)
            if status:
                failed.append(name)
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All checks passed.'}")
    return 1 if failed else 0


def job(name: str, arguments: list[str]) -> int:
    """A search that is not part of the checks, with options of its own."""
    sys.path.insert(0, str(ROOT / "tests"))
    return int(import_module(JOBS[name]).main(arguments))


if __name__ == "__main__":
    sys.exit(job(sys.argv[1], sys.argv[2:]) if set(sys.argv[1:2]) & set(JOBS) else main(sys.argv[1:]))

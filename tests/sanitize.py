"""`python -m tests asan`: the compiled parts with the address and undefined-behaviour sanitizers, under the tests.

A copy of the sources is built in a temporary folder, and the tests of core, index, exchange and kernels run on it in
plain interpreters, one for each core, with the sanitizer's library loaded first. What the sanitizers say goes to log
files, which must have no errors. With OCEAN_ASAN_DIR, the folder stays, and the next call builds only what has changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = "-fsanitize=address,undefined -fno-omit-frame-pointer -g -O1 -fno-var-tracking"
"""Where variables are at each instruction takes minutes to find out in the networks that sort, and nobody asks."""
TESTS = ["tests/core", "tests/index", "tests/exchange", "tests/kernels"]
WITHOUT = "not memory_error and not processes and not fork and not without_an_end and not jax"
"""Tests that limit the addresses of a process, or start processes without the library, cannot run here. The last two
take minutes with sanitizers, in code that is not ours."""


def library(name: str) -> str:
    return subprocess.run(["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True).stdout.strip()


def main(arguments: list[str]) -> int:
    """Build, run the tests (or those that are named), and show what was found."""
    kept = os.environ.get("OCEAN_ASAN_DIR")
    with nullcontext(kept) if kept else tempfile.TemporaryDirectory(prefix="ocean-asan-") as folder:
        copy, logs = Path(folder) / "ocean", Path(folder) / "logs"
        shutil.rmtree(logs, ignore_errors=True)
        logs.mkdir(parents=True)
        left_out = shutil.ignore_patterns(".*", "build", "*.so", "__pycache__")
        shutil.copytree(ROOT, copy, ignore=left_out, dirs_exist_ok=True)
        flags = {"CC": "gcc", "OCEAN_BUILD_FLAGS": FLAGS}
        build = [sys.executable, "setup.py", "build_ext", "--inplace", "-j", str(os.cpu_count())]
        made = subprocess.run(build, cwd=copy, env={**os.environ, **flags}, capture_output=True, text=True)
        if made.returncode:
            print(made.stdout[-4000:], made.stderr[-4000:])
            return 1
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy / "src"),
            # C++ exceptions of LLVM need its library before the sanitizer looks for them
            "LD_PRELOAD": f"{library('libasan.so')} {library('libstdc++.so')}",
            "ASAN_OPTIONS": f"detect_leaks=0:allocator_may_return_null=1:log_path={logs}/asan",
            "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={logs}/ubsan",
            "PYTHONMALLOC": "malloc",
            "OCEAN_CACHE_DIR": str(Path(folder) / "cache"),
            "OCEAN_TEST_DEVICES": os.environ.get("OCEAN_TEST_DEVICES", "cpu,mirror0"),  # no drivers of others
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
        command += ["-n", str(os.cpu_count())]
        done = subprocess.run([*command, *(arguments or [*TESTS, "-k", WITHOUT])], cwd=copy, env=environment)
        texts = [each.read_text(errors="replace") for each in sorted(logs.iterdir())]
        # memory that is refused, as the tests ask for, is no finding
        found = [each for each in texts if "runtime error:" in each or "ERROR: AddressSanitizer" in each]
        for each in found:
            print(each[:20_000])
        print(f"The sanitizers found {'something' if found else 'nothing'}.")
        return 1 if found or done.returncode else 0

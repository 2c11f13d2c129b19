"""`python -m tests numpy`: NumPy's own tests, those of the installed wheel, with `ocean.numpy` in the place of NumPy.

    python -m tests numpy                             # all; prints passed and failed by module, and the failures
    python -m tests numpy _core/test_numeric lib      # some modules or folders
    python -m tests numpy --quick                     # the part that the ordinary tests run: without failing.txt
    python -m tests numpy --choose                    # all, and failing.txt gets what fails or takes long
    python -m tests numpy linalg -k norm -n 1 --all   # by name, in one process, with what is left out

`numpy_face` stands for NumPy in them. `left_out.txt` names the tests that do not run, and why.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FAILING = HERE / "failing.txt"
FOLDERS = ("_core", "lib", "linalg", "fft", "random")
TOP = "numpy_tests"
"""The folder of the copies: without it, the tests of `numpy.random` would be Python's module `random`."""
LIMIT = 8 << 30
"""Bytes of addresses of a process: what asks for more gets a MemoryError."""


def rewritten(text: str) -> str:
    """A test module that imports `numpy_face` where it imported NumPy."""
    text = re.sub(r"^(\s*)import numpy(?=\s|$)(?! as )", r"\1import numpy_face as numpy", text, flags=re.M)
    text = re.sub(r"^(\s*)import numpy(\.[\w.]+)? as ", r"\1import numpy_face\2 as ", text, flags=re.M)
    text = re.sub(
        r"^(\s*)import numpy\.([\w.]+)", r"\1import numpy_face.\2; import numpy_face as numpy", text, flags=re.M
    )
    return re.sub(r"^(\s*)from numpy(\.[\w.]+)? import ", r"\1from numpy_face\2 import ", text, flags=re.M)


def copy_tests(folder: Path) -> None:
    import numpy

    source = Path(numpy.__file__).parent
    for name in FOLDERS:
        if not (source / name / "tests").is_dir():
            sys.exit(f"this NumPy came without its tests ({source / name / 'tests'}): the wheels of PyPI have them")
        shutil.copytree(
            source / name / "tests", folder / TOP / name / "tests", ignore=shutil.ignore_patterns("__init__.py", "*.so")
        )
        for file in (folder / TOP / name / "tests").glob("*.py"):
            file.write_text(rewritten(file.read_text()))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests numpy", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="such as _core/test_numeric, or lib; all")
    parser.add_argument("-k", help="tests with this in their names")
    parser.add_argument("-n", default=str(os.cpu_count() or 1), help="the number of processes")
    parser.add_argument("--quick", action="store_true", help="the part that the ordinary tests run")
    parser.add_argument("--only", help="a file of the names of tests that run, such as failing.txt")
    parser.add_argument("--all", action="store_true", help="what left_out.txt names, too")
    parser.add_argument("--choose", action="store_true", help="write failing.txt anew")
    parser.add_argument("--show", action="store_true", help="tracebacks of failures")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ocean-numpy-") as temporary:
        folder = Path(temporary)
        copy_tests(folder)
        paths = []
        for name in given.modules or FOLDERS:
            first, _, rest = name.removesuffix(".py").partition("/")
            paths.append(f"{TOP}/{first}/tests/{rest}.py" if rest else f"{TOP}/{first}/tests")
        command = [sys.executable, "-m", "pytest", "-p", "plugin", "-p", "no:cacheprovider", "-c", os.devnull]
        command += ["--rootdir", temporary, "--import-mode=importlib", "-q", "-n", given.n, "--dist", "load"]
        command += ["--max-worker-restart", "1000", f"--tb={'short' if given.show else 'no'}", "--no-header", "-rN"]
        command += ["-W", "ignore::pytest.PytestWarning"] + (["-k", given.k] if given.k else [])
        command += ["--all"] if given.all else []
        command += ["--without", str(FAILING)] if given.quick else []
        command += ["--choose", str(FAILING)] if given.choose else []
        command += ["--only", str(Path(given.only).resolve())] if given.only else []
        path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path, "NPY_AVAILABLE_MEM": "1 GB"}
        environment.setdefault("OCEAN_CACHE_DIR", str(folder / "cache"))
        return subprocess.run([*command, *paths], cwd=folder, env=environment, preexec_fn=limit).returncode


def limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))

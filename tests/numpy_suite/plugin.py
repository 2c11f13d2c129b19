"""The plugin of pytest with which NumPy's own tests run: what is left out, a limit of time for each, and the tables."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

SECONDS = 60
"""What a test may take."""
HERE = Path(__file__).parent


def face() -> Any:
    import numpy_face

    return numpy_face.testing_tools


ERROR = "error: "
"""Begins a line of `left_out.txt` that is about tests that fail with a message."""


def lines(file: Path) -> list[str]:
    return [line.strip() for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]


def names(file: Path) -> re.Pattern[str]:
    """The tests that the lines of a file name; brackets of parameters are no wildcards."""
    texts = [".*".join(map(re.escape, line.split("*"))) for line in lines(file) if not line.startswith(ERROR)]
    return re.compile(f"(?:{'|'.join(texts) or '(?!)'})(\\[.*|::.*)?\\Z", re.S)


def refusals(file: Path) -> re.Pattern[str]:
    """The messages for what Ocean does not have."""
    return re.compile("|".join(line.removeprefix(ERROR) for line in lines(file) if line.startswith(ERROR)) or "(?!)")


LEFT_OUT = HERE / "left_out.txt"
REFUSED = refusals(LEFT_OUT)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without", help="a file of the names of tests that do not run")
    parser.addoption("--only", help="a file of the names of tests that run")
    parser.addoption("--all", action="store_true", help="what is left out, too")
    parser.addoption("--choose", help="a file that gets the names of what fails or takes long")


def pytest_configure(config: pytest.Config) -> None:
    for line in ("valgrind_error", "leaks_references", "slow", "slow_pypy", "parallel_threads(n)", "iterations(n)"):
        config.addinivalue_line("markers", line)
    config.addinivalue_line("markers", "thread_unsafe(reason)")
    hypothesis.settings.register_profile(
        "suite", deadline=None, database=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
    )
    hypothesis.settings.load_profile("suite")
    os.environ["NUMPY_EXPERIMENTAL_DTYPE_API"] = "1"


def pytest_collection(session: pytest.Session) -> None:
    face().collecting = True


def pytest_collection_finish(session: pytest.Session) -> None:
    face().collecting = False
    seen: set[int] = set()
    for module in {id(each.module): each.module for each in session.items if hasattr(each, "module")}.values():
        face().give_back(module, seen)
    for item in session.items:
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        for name, value in parameters.items():
            parameters[name] = face().ours(value, item.module.__name__, seen)


@pytest.fixture(autouse=True)
def without_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of errors and warnings are ours."""
    raises, warns = pytest.raises, pytest.warns
    monkeypatch.setattr(pytest, "raises", lambda *given, match=None, **named: raises(*given, **named))
    monkeypatch.setattr(pytest, "warns", lambda *given, match=None, **named: warns(*given, **named))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = None if config.getoption("--all") else names(LEFT_OUT)
    without = names(Path(config.getoption("--without"))) if config.getoption("--without") else None
    only = names(Path(config.getoption("--only"))) if config.getoption("--only") else None

    def stays(item: pytest.Item) -> bool:
        name = short(item.nodeid)
        if item.get_closest_marker("slow") or (without and without.match(name)) or (only and not only.match(name)):
            return False
        return not (left_out and left_out.match(name))

    gone = [item for item in items if not stays(item)]
    config.hook.pytest_deselected(items=gone)
    for item in gone:
        OUT[module_of(item.nodeid)] += 1
    items[:] = [item for item in items if item not in set(gone)]


def short(nodeid: str) -> str:
    """`_core/test_numeric.py::TestResize::test_copies`"""
    return nodeid.replace("/tests/", "/").removeprefix("numpy_tests/")


def module_of(nodeid: str) -> str:
    return short(nodeid).partition("::")[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    def stop(*_: Any) -> None:
        raise TimeoutError(f"more than {SECONDS} seconds")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """A test that needs a dtype that Ocean does not have is left out."""
    report = yield
    if report.failed and call.excinfo is not None and not item.config.getoption("--all"):
        error: BaseException | None = call.excinfo.value
        while error is not None:  # the error is often the context of an assertion's
            if REFUSED.search(f"{type(error).__name__}: {error}"):
                report.outcome, report.longrepr = "skipped", (item.nodeid, 0, "left out")
                report.refused = True
                break
            error = error.__context__
    return report


DONE: dict[str, Counter[str]] = defaultdict(Counter)
OUT: Counter[str] = Counter()
FAILED: list[tuple[str, str]] = []


SECONDS_OF: dict[str, float] = defaultdict(float)
"""What tests took, by their names without parameters."""
NOT_PASSED: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    name = short(report.nodeid).partition("[")[0]
    SECONDS_OF[name] += report.duration
    if report.failed:
        NOT_PASSED.add(name)
    if report.when == "call" or report.outcome != "passed":
        module = module_of(report.nodeid)
        DONE[module]["left out" if getattr(report, "refused", False) else report.outcome] += 1
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            text = crash.message if crash else str(report.longrepr)
            FAILED.append((short(report.nodeid), " | ".join(text.strip().splitlines()[:3])[:400]))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Workers of xdist tell what was left out to the first process."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(OUT)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    OUT.update({name: n - OUT[name] for name, n in getattr(node, "workeroutput", {}).get("left_out", {}).items()})


QUICK = 0.25
"""Seconds that a test of the quick part may take, with all of its parameters."""


def choose(file: Path) -> None:
    """Write the names of tests that fail, and of those that take longer than the quick part allows."""
    import numpy

    lines = [f"# made by `python -m tests numpy --choose` with NumPy {numpy.__version__}"]
    lines += ["", "# tests that fail", *whole(NOT_PASSED)]
    long = {name for name, seconds in SECONDS_OF.items() if seconds > QUICK} - NOT_PASSED
    lines += ["", f"# tests that pass, and take more than {QUICK} seconds", *sorted(long)]
    file.write_text("\n".join(lines) + "\n")


def whole(names: set[str]) -> list[str]:
    """Names of tests, with those of classes and modules in the place of all of their tests."""
    found = set(names)
    for depth in (2, 1):
        groups: dict[str, set[str]] = defaultdict(set)
        for name in SECONDS_OF:
            groups["::".join(name.split("::")[:depth])].add(name)
        for group, tests in groups.items():
            if tests <= names and len(tests) > 1:
                found = (found - tests - {each for each in found if each.startswith(f"{group}::")}) | {group}
    return sorted(found)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    write = terminalreporter.write_line
    file = terminalreporter.config.getoption("--choose")
    if file:
        choose(Path(file))
    for name, message in sorted(FAILED):
        write(f"FAILED {name}: {message}")
    for report in terminalreporter.stats.get("error", []):
        if getattr(report, "when", None) == "collect":
            write(f"NOT COLLECTED {short(report.nodeid)}: {str(report.longrepr)[-1500:]}")
    write(f"\n{'module':44}{'passed':>8}{'failed':>8}{'skipped':>9}{'left out':>10}")
    total: Counter[str] = Counter()
    for module in sorted({*DONE, *OUT}):
        row = DONE[module] + Counter({"left out": OUT[module]})
        total += row
        write(f"{module:44}{row['passed']:8}{row['failed']:8}{row['skipped']:9}{row['left out']:10}")
    write(f"{'all':44}{total['passed']:8}{total['failed']:8}{total['skipped']:9}{total['left out']:10}")
    sys.stdout.flush()

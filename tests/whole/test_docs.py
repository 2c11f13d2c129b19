"""The documents tell the truth: every transcript in them runs as printed, and what they name exists."""

from __future__ import annotations

import doctest
import os
import pydoc
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import ocean
from ocean._src.help.subjects import GROUPS
from ocean._src.tensor.elementwise import FUNCTIONS as ELEMENTWISE
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

pytestmark = pytest.mark.host_only("the documents show the cpu")

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def transcripts(document: Path) -> list[doctest.DocTest]:
    """The fenced blocks with prompts in a document; they share variables, like one long session."""
    text, parser, names = document.read_text(encoding="utf-8"), doctest.DocTestParser(), {"__name__": "__main__"}
    blocks = []
    for block in FENCE.finditer(text):
        if ">>> " in block[1]:
            line = text.count("\n", 0, block.start(1))
            test = parser.get_doctest(block[1], names, document.name, str(document), line)
            test.globs = names  # the parser makes a copy
            blocks.append(test)
    return blocks


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_transcripts_run_as_printed(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for each in re.findall(r"^>>> import (dask|pandas|xarray|zarr)\b", document.read_text(encoding="utf-8"), re.MULTILINE):
        pytest.importorskip(each, reason=f'{each} is not installed: pip install ".[packages]"')
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    for test in transcripts(document):
        runner.run(test, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)


def test_every_prompt_is_in_a_transcript() -> None:
    for document in DOCUMENTS:
        prompts = document.read_text(encoding="utf-8").count("\n>>> ")
        assert prompts == sum(len(test.examples) for test in transcripts(document)), document.name


def test_readme_has_transcripts() -> None:
    assert sum(len(test.examples) for test in transcripts(ROOT / "README.md")) > 20


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 250


def test_the_picture_of_the_readme_shows_the_recorded_run() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_pictures.py"))
    assert (ROOT / "docs" / "pictures" / "programs.svg").read_text(encoding="utf-8") == tool["programs"]()


def test_ci_runs_the_command_in_the_readme() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    (command,) = [line for line in lines if "-m tests" in line and not line.startswith("#")]
    assert f"```sh\n{command}\n```" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_numbers_of_the_first_page_are_in_the_benchmarks() -> None:
    """What the README claims of a benchmark is not more than the recorded run of the same rows shows."""
    claims = (ROOT / "README.md").read_text(encoding="utf-8").split("## Install")[0]
    table = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    ratios = {
        match[1].strip(): float(match[2]) for match in re.finditer(r"^(.+?)  .* (\d+\.\d\d)$", table, re.MULTILINE)
    }
    found = re.findall(r"(\d+\.\d) times[^`]*?\(`python -m benchmarks ([^`]+)`\)", claims)
    assert len(found) >= 4
    (rows,) = re.findall(r"(\d+ of \d+) rows", claims)
    assert f"Ocean is the fastest in {rows} rows" in table
    for times, words in found:
        of_rows = [ratio for name, ratio in ratios.items() if words.strip('"').lower() in name.lower()]
        assert of_rows and float(times) <= 1.05 * max(of_rows), words


def test_the_readme_says_how_to_get_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\ngit clone " in text and text.index("\ngit clone ") < text.index("pip install .")


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        text = re.sub(r"`[^`\n]+`", "code", document.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_architecture_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    present = [f"/{path.relative_to(ROOT)}" for each in ("src", "tests", "tools") for path in (ROOT / each).rglob("*")]
    for name in re.findall(r"`([\w/]+\.(?:py|pyx|pxi|h))`", text):
        assert any(each.endswith(f"/{name}") for each in present), name


def test_architecture_shows_a_row_that_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(row\(.*?\n)\)\n```", text, re.DOTALL)
    assert any(
        shown in path.read_text(encoding="utf-8") for path in (ROOT / "src" / "ocean" / "_src" / "ops").glob("*.py")
    )


def test_every_function_is_listed() -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    missing = [name for name in (*ELEMENTWISE, *REDUCTIONS) if f"`{name}`" not in text]
    assert not missing


def test_help_lists_every_public_name_by_subject() -> None:
    words = " ".join(GROUPS.values()).split()
    assert len(words) == len(set(words)), "in two groups"
    text = pydoc.plain(pydoc.render_doc(ocean)).split("PACKAGE CONTENTS")[0]
    for title in ("Making tensors", "Angles", "Sums and averages", "Settings"):
        assert f"\n    {title}\n" in text
    for name, value in vars(ocean).items():
        if not name.startswith("_") and not isinstance(value, ModuleType):
            assert re.search(rf"\s{name}\s", text), name


# --- Coming from NumPy -------------------------------------------------------------------------------------------

ROWS = re.findall(
    r"^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \|$",
    (ROOT / "docs" / "coming-from-numpy.md").read_text(encoding="utf-8"), re.MULTILINE,
)  # fmt: skip
STATEMENT = re.compile(r"^(np\.(copyto|add)|C\.|torch\.add|ocean\.add)|[^=]= ")


def inputs() -> dict[str, Any]:
    random = np.random.default_rng(3).standard_normal
    return {
        "A": random((3, 4)), "B": random((3, 4)), "C": np.ones((3, 4)), "T": random((2, 3, 4)), "k": random((3, 1)),
        "v": random(3), "w": random(4), "i": np.array([7, -7, 3]), "z": random(3) + 1j * random(3),
    }  # fmt: skip


def result_of(expression: str, names: dict[str, Any]) -> Any:
    """The value of an expression, or of the variable that a statement changes."""
    if STATEMENT.search(expression):
        exec(expression, names)
        return names["A" if expression.startswith("A") else "C"]
    return eval(expression, names)


def as_arrays(value: Any) -> Any:
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (int, float, list)):
        return [as_arrays(each) for each in value]
    return None if value is None else np.asarray(value.resolve_conj() if hasattr(value, "resolve_conj") else value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2])
def test_rows_are_the_same_computation(
    row: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    ocean.save("a.npy", inputs()["A"])
    torch.save(torch.from_numpy(inputs()["A"]), "a.pt")
    found = []
    for expression, names, convert in (
        (row[0], {"np": np}, np.asarray),
        (row[1], {"torch": torch}, torch.from_numpy),
        (row[2], {"ocean": ocean}, ocean.asTensor),
    ):
        variables = {name: convert(value) for name, value in inputs().items()}
        found.append(as_arrays(result_of(expression, {**names, **variables, "array": inputs()["A"]})))
    wanted = found[0]
    if wanted is not None:
        for got in found[1:]:
            for one, other in zip(wanted, got, strict=True) if isinstance(wanted, list) else [(wanted, got)]:
                assert other.shape == one.shape
                np.testing.assert_allclose(other, one, rtol=1e-6)


def test_there_are_enough_rows() -> None:
    text = (ROOT / "docs" / "coming-from-numpy.md").read_text(encoding="utf-8")
    assert len(ROWS) >= 60 and len(re.findall(r"^\*\*", text, re.MULTILINE)) == 5


# --- Cheat sheet and troubleshooting -----------------------------------------------------------------------------

CHEATS = re.findall(
    r"^\| ([^`|]+) \| (`.*?`) \| (`.*`) \|$", (ROOT / "docs" / "cheat-sheet.md").read_text(encoding="utf-8"), re.MULTILINE
)
DIFFERENT = {"random numbers", "reshape", "sum along columns", "save", "load", "zeros", "points on a line", "a mask"}
"""Rows whose results are not the same: other random numbers, another order, other types, files."""


@pytest.mark.parametrize("row", CHEATS, ids=lambda row: row[0])
def test_cheats_do_the_same(row: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ocean.numpy as onp

    monkeypatch.chdir(tmp_path)
    a = onp.array([[3.0, -1.0, 2.0], [0.5, 4.0, -6.0]])
    H, W = ocean.axes(H=2, W=3)
    names: dict[str, Any] = {"ocean": ocean, "np": onp, "a": a, "t": ocean.asTensor(a.copy()), "H": H, "W": W}
    names |= {"s": onp.array([[2.0, 1.0], [0.0, 3.0]]), "b": onp.array([4.0, 6.0])}
    names |= {"S": ocean.asTensor(names["s"]), "B": ocean.asTensor(names["b"])}
    onp.save("a.npy", a)
    ocean.save("t.npy", names["t"])
    ours, theirs = ([eval(each, names) for each in re.findall("`(.*?)`", cell)] for cell in row[1:])
    if row[0] in DIFFERENT:
        return
    for one, other in zip(ours, theirs, strict=True):
        if isinstance(one, list):
            assert np.asarray(one).T.tolist() == other, "lists of tensors are columns"
        elif row[0] == "dtype":
            assert one.dtype == np.float32 and other.dtype is ocean.float
        else:
            np.testing.assert_allclose(np.asarray(one), np.asarray(other))


def test_the_cheat_sheet_is_one_page() -> None:
    lines = (ROOT / "docs" / "cheat-sheet.md").read_text(encoding="utf-8").splitlines()
    assert 30 <= len(CHEATS) and len(lines) < 60


ERRORS = re.findall(
    r"^\| `((?:[^`|]|\\\|)+)` \| (`+)(.+?)\2 \| (.+) \|$", (ROOT / "docs" / "errors.md").read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.fixture(scope="module")
def names_of_errors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """The names that the page about errors makes first, in a folder with its files."""
    pytest.importorskip("torch")
    folder, before = tmp_path_factory.mktemp("errors"), Path.cwd()
    (code,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "errors.md").read_text(encoding="utf-8"), re.M | re.S)
    path = folder / "first.py"  # a fused function needs its source
    path.write_text(code, encoding="utf-8")
    os.chdir(folder)
    try:
        yield runpy.run_path(str(path))
    finally:
        os.chdir(before)


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_errors_have_these_messages(row: tuple[str, ...], names_of_errors: dict[str, Any]) -> None:
    code, _, message, _ = row
    with pytest.raises(Exception) as caught:
        exec(code.replace("\\|", "|"), dict(names_of_errors))
    assert message.strip() in str(caught.value)


def test_the_page_about_errors_is_whole() -> None:
    lines = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| you wrote")]
    assert len(rows) == len(ERRORS) > 70


def test_settings_in_the_documents_exist() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    sources += "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.pyx"))
    for name in ("troubleshooting.md", "cheat-sheet.md", "faq.md"):
        for word in re.findall(r"OCEAN_[A-Z_]+", (ROOT / "docs" / name).read_text(encoding="utf-8")):
            assert f'"{word}"' in sources, word


# --- English -----------------------------------------------------------------------------------------------------

MANNER = """
    axes that know what|on any bytes where|unless they are told otherwise|of time or of chance|is missing stands above
    taken wherever a tensor|that are spelled otherwise|is itself only|all others are repeated|finds the rest of itself
    writes operations down|is found out|stands for and leaves|not taken for data|arrays without axes|functions of yours|\bof which\b|\bso many\b|the short way
    what is settled|new file without a name|speaks several of these|have no word for it|the smaller, the larger|tells of
"""


def test_phrases_that_read_as_translated_are_gone() -> None:
    phrases = re.compile("|".join(each for line in MANNER.split("\n") for each in line.strip().split("|") if each), re.I)
    folders = ("docs", "src", "tools", "benchmarks", "changes", "tests")
    kinds = {".md", ".py", ".pyx", ".pxd", ".pxi", ".h", ".pyi", ".txt"}
    files = [path for each in folders for path in (ROOT / each).rglob("*") if path.suffix in kinds]
    for path in [*files, ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        if path != Path(__file__).resolve():
            text = " ".join(path.read_text(encoding="utf-8", errors="replace").split())
            assert not (found := phrases.search(text)), f"{path}: {found and found[0]}"

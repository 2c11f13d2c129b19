"""The documents tell the truth: every transcript in them runs as printed, and what they name exists."""

from __future__ import annotations

import doctest
import pydoc
import re
import runpy
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
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
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

"""The repository as a contributor finds it: its settings, its spelling, one version."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from setuptools.config.pyprojecttoml import read_configuration

import ocean

pytestmark = pytest.mark.host_only("it reads files")

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "setup.py").exists())
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)


def test_the_repository_follows_the_guide_of_scientific_python() -> None:
    """What is left out is in pyproject.toml, with reasons."""
    done = run("repo_review", ".", "--format", "json")
    checks = json.loads(done.stdout)["checks"]
    assert [name for name, check in checks.items() if check["result"] is False] == []
    assert done.returncode == 0 and sum(check["result"] is True for check in checks.values()) > 30


def test_words_are_spelled_right() -> None:
    done = run("codespell_lib")
    assert done.returncode == 0, done.stdout


def test_the_version_is_in_one_place() -> None:
    assert "version" not in SETTINGS["project"] and SETTINGS["project"]["dynamic"] == ["version"]
    # as the build reads it
    assert read_configuration(ROOT / "pyproject.toml")["project"]["version"] == ocean.__version__


NOTES = sorted((ROOT / "changes").glob("*"))


def test_notes_of_changes_are_found_by_their_names() -> None:
    kinds = [each["directory"] for each in SETTINGS["tool"]["towncrier"]["type"]]
    name = re.compile(rf"(\+[a-z0-9-]+|\d+)\.({'|'.join(kinds)})(\.\d+)?\.md")
    assert [path.name for path in NOTES if not name.fullmatch(path.name)] == []


def test_notes_of_changes_are_sentences() -> None:
    for path in NOTES:
        text = path.read_text(encoding="utf-8")
        assert text.endswith((".\n", ".)\n")) and not text.startswith(("-", "*", "#")), path.name
        assert max(map(len, text.splitlines())) <= 120, path.name


def test_links_lead_somewhere() -> None:
    for path in (
        *(ROOT / each for each in ("CONTRIBUTING.md", "CHANGELOG.md", "RELEASING.md")),
        *NOTES,
    ):  # notes are read in the changelog
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{path.name}: {target}"


def test_the_page_for_contributors_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Twenty terms")[0]
    present = {path.name for folder in ("src", "tests", "tools", "docs") for path in (ROOT / folder).rglob("*")}
    names = re.findall(r"`?([\w/]+\.(?:py|pyi|pyx|pxd|pxi|h|json))\b", text)
    assert len(names) > 50
    assert [name for name in names if Path(name).name not in present | {"setup.py"}] == []


# --- Workflows ---------------------------------------------------------------------------------------------------

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_actions_are_pinned_to_commits() -> None:
    used = re.findall(r"uses: (.*)", "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS))
    assert len(used) > 5
    assert [each for each in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


def test_workflows_have_no_finding_of_the_linter() -> None:
    linter = Path(sys.executable).with_name("zizmor")
    if not linter.exists():
        pytest.skip("zizmor is not installed")
    command = [str(linter), "--offline", "--persona", "pedantic", ".github"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_say_the_same_versions_of_python() -> None:
    listed = re.findall(r"Python :: (3\.\d+)", " ".join(SETTINGS["project"]["classifiers"]))
    assert SETTINGS["tool"]["cibuildwheel"]["build"] == [f"cp{each.replace('.', '')}-*" for each in listed]
    assert SETTINGS["project"]["requires-python"] == f">={listed[0]}"
    (row,) = re.findall(r"^VERSIONS = (.*)$", (ROOT / "tests" / "matrix.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"[\d.]+", row) == listed
    wheels = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert f"cp31[{listed[0][-1]}-{listed[-1][-1]}]-" in wheels

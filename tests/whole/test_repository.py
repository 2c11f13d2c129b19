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
    for path in (ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *NOTES):  # notes are read in the changelog
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{path.name}: {target}"


def test_the_page_for_contributors_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Twenty terms")[0]
    present = {path.name for folder in ("src", "tests", "tools", "docs") for path in (ROOT / folder).rglob("*")}
    names = re.findall(r"`?([\w/]+\.(?:py|pyi|pyx|pxd|pxi|h|json))\b", text)
    assert len(names) > 50
    assert [name for name in names if Path(name).name not in present | {"setup.py"}] == []

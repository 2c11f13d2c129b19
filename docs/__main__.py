"""`python -m docs` builds the site in build/site/html, without network; `python -m docs serve [port]` shows it.

Sphinx reads a copy of the pages in build/site/source: the Markdown files of this folder and of the repository's root,
and reference pages, which are written here from the public names. Warnings are errors, and so are links that lead
nowhere.
"""

from __future__ import annotations

import http.server
import importlib
import inspect
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
FROM_ROOT = ("CONTRIBUTING.md", "RELEASING.md", "CHANGELOG.md")
SUBMODULES = {
    "ocean": ("linalg", "fft", "random", "files", "partial", "descriptions"),
    "ocean.numpy": ("linalg", "fft", "random", "emath", "testing"),
}


# --- Pages -------------------------------------------------------------------------------------------------------


def copy_pages(source: Path) -> None:
    """All pages in one folder, with links between them that fit."""
    shutil.rmtree(source, ignore_errors=True)
    left_out = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(ROOT / "docs", source, ignore=left_out)
    shutil.copy(ROOT / "docs" / "conf.py", source)
    for name in FROM_ROOT:
        shutil.copy(ROOT / name, source)
    for page in source.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"\]\((?:docs/|\.\./)([\w-]+\.md)", r"](\1", text)
        text = text.replace("](README.md", "](index.md")
        text = re.sub(r"\[([^]]+)\]\((?:changes|LICENSE)/?\)", r"\1", text)  # what the site does not have
        page.write_text(text, encoding="utf-8")


# --- Reference ---------------------------------------------------------------------------------------------------


def subjects(face: str) -> dict[str, list[str]]:
    """The public names of a face by subject: as in help(ocean), or by the files of array functions."""
    module = importlib.import_module(face)
    if face == "ocean":
        from ocean._src.help.subjects import with_rows

        return {title: [each for each in names if documented(module, each)] for title, names in with_rows().items()}
    found: dict[str, list[str]] = {}
    for name in dir(module):
        if not name.startswith("_") and documented(module, name):
            found.setdefault(title_of(getattr(module, name)), []).append(name)
    return dict(sorted(found.items()))


def title_of(value: object) -> str:
    """The subject of a function of arrays: the first words of the file that it is in."""
    if getattr(value, "__module__", "").startswith("numpy"):
        return OWN
    if isinstance(value, type):
        return "Classes"
    if type(value).__name__ == "ufunc":
        return "Elementwise functions"
    inner = getattr(value, "__wrapped__", value)
    module = sys.modules.get(getattr(getattr(inner, "__code__", None), "co_filename", "") and inner.__module__)
    file = Path(inner.__code__.co_filename).stem if hasattr(inner, "__code__") else ""
    if module is None or not file:
        return "Other names"
    return TITLES.get(file, file.replace("_", " ").capitalize())


OWN = "NumPy's own"
TITLES = {
    "_function_base_impl": "Window functions", "apply": "User-defined functions", "averages": "Reductions",
    "choose": "Choosing elements", "copies": "Making arrays", "create": "Making arrays",
    "cumulative": "Sums and differences along an axis", "differences": "Sums and differences along an axis",
    "elementwise": "Elementwise functions", "function_methods": "Reductions", "functional": "User-defined functions",
    "fused": "Lazy and fused functions", "index_tricks": "Indices", "insert_delete": "Inserting and deleting",
    "join": "Joining and repeating", "linalg": "Products", "matmul": "Products", "methods": "Shapes",
    "nan_functions": "Reductions without NaN", "numpy_fallback": "Computed by NumPy",
    "numpy_functions": "Computed by NumPy", "pad": "Rearranging and padding", "print_options": "Printing",
    "printing": "Printing", "quantiles": "Reductions", "rearrange": "Rearranging and padding", "reduce": "Reductions",
    "repeat": "Joining and repeating", "require": "Making arrays", "shape": "Shapes",
    "sorting": "Sorting and searching", "searching": "Sorting and searching", "split": "Splitting",
    "take_put": "Choosing elements",
    "twodim": "Matrices", "ufuncs": "Elementwise functions",
}  # fmt: skip


def documented(module: ModuleType, name: str) -> bool:
    value = getattr(module, name)
    return callable(value) and not inspect.ismodule(value) and not re.fullmatch(r"ocean(\.\w+)*", str(value))


def slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def write_reference(source: Path) -> None:
    """A page for each subject, and one for each submodule."""
    for face in SUBMODULES:
        folder = source / "reference" / face.replace(".", "-")
        folder.mkdir(parents=True)
        pages = {title: (face, names) for title, names in subjects(face).items() if names}
        for each in SUBMODULES[face]:
            module = importlib.import_module(f"{face}.{each}")
            names = [name for name in dir(module) if not name.startswith("_") and documented(module, name)]
            pages[f"{face}.{each}"] = (f"{face}.{each}", names)
        seen: dict[int, str] = {}
        for title, (owner, names) in pages.items():
            lines = [title, "=" * len(title), "", f".. currentmodule:: {owner}", ""]
            for name in names:
                lines += entry(owner, name, seen)
            (folder / f"{slug(title)}.rst").write_text("\n".join(lines) + "\n", encoding="utf-8")
        lines = [f"{face}", "=" * len(face), "", ".. toctree::", "   :maxdepth: 1", ""]
        lines += [f"   {slug(title)}" for title in pages]
        (folder / "index.rst").write_text("\n".join(lines) + "\n", encoding="utf-8")


def entry(owner: str, name: str, seen: dict[int, str]) -> list[str]:
    """A function or class; other names of it refer to the first."""
    value = getattr(importlib.import_module(owner), name)
    if id(value) in seen:
        return [f".. py:data:: {name}", "", f"   Another name of :py:obj:`~{seen[id(value)]}`.", ""]
    seen[id(value)] = f"{owner}.{name}"
    if getattr(value, "__module__", "").startswith("numpy"):
        return [f".. py:data:: {name}", "", f"   The same object as ``numpy.{name}``.", ""]
    if type(value) is type and name == "ufunc":  # instances have their own docstrings
        return [".. py:class:: ufunc", "", "   The class of elementwise functions.", ""]
    if isinstance(value, type):
        return [f".. autoclass:: {owner}.{name}", "   :members:", ""]
    return [f".. autofunction:: {owner}.{name}", ""]


# --- Commands ----------------------------------------------------------------------------------------------------


def build() -> int:
    """Build the site; 1 if there was a warning."""
    source = SITE / "source"
    copy_pages(source)
    write_reference(source)
    command = ["sphinx", "-b", "html", "-W", "--keep-going", "-q", "-d", str(SITE / "doctrees")]
    status = subprocess.run([sys.executable, "-m", *command, str(source), str(SITE / "html")], cwd=ROOT).returncode
    if not status:
        print(f"{SITE / 'html' / 'index.html'} is built.")
    return int(bool(status))


def serve(port: int) -> None:
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(SITE / "html"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/ shows {SITE / 'html'}; Ctrl-C ends it.", flush=True)
        server.serve_forever()


def main(words: list[str]) -> int:
    if words[:1] == ["serve"]:
        if not (SITE / "html" / "index.html").exists() and build():
            return 1
        serve(int(words[1]) if len(words) > 1 else 8000)
        return 0
    if words:
        print(__doc__)
        return 2
    return build()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

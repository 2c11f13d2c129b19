"""The site is built without a warning, and looks right in a browser, on wide and narrow screens, light and dark."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser import Browser, browser, program

pytestmark = pytest.mark.host_only("it builds a site")

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("sphinx", "pydata_sphinx_theme", "numpydoc", "myst_parser", "sphinx_design", "sphinx_copybutton")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, built by the command that people use; once for all processes of a run."""
    missing = [each for each in NEEDED if importlib.util.find_spec(each) is None]
    if missing:
        pytest.skip(f'the site needs {", ".join(missing)}: pip install ".[docs]"')
    folder, this = ROOT / "build" / "site", os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "built-by", "a+") as stamp:
        fcntl.flock(stamp, fcntl.LOCK_EX)
        stamp.seek(0)
        if stamp.read() != this:
            stamp.truncate(0)
            settings = {**os.environ, "OCEAN_GPU": "off"}
            done = subprocess.run(
                [sys.executable, "-m", "docs"], cwd=ROOT, env=settings, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr
            stamp.write(this)
    return folder / "html"


@pytest.fixture(scope="module")
def page(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of the site."""
    if program() is None:
        pytest.skip("there is no browser here (on Debian: apt-get install chromium)")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with browser(tmp_path_factory.mktemp("profile")) as one:
            yield one, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_public_name_is_on_a_page(site: Path) -> None:
    text = "".join(each.read_text(encoding="utf-8") for each in (site / "reference").rglob("*.html"))
    for name in (
        "ocean.sum",
        "ocean.asTensor",
        "ocean.numpy.histogram",
        "ocean.numpy.linalg.solve",
        "ocean.random.normal",
    ):
        assert f'id="{name}"' in text, name


SCREENS = {"wide": (1400, 900), "narrow": (390, 844)}
PAGES = (
    "index.html",
    "tutorial-numpy.html",
    "axes.html",
    "errors.html",
    "how-to-speed.html",
    "reference/ocean-numpy/histograms.html",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_the_screen(name: str, screen: str, scheme: str, page: tuple[Browser, str], tmp_path: Path) -> None:
    look, address = page
    look.errors.clear()
    look.prefer(scheme)
    look.open(f"{address}/{name}", *SCREENS[screen])
    look.picture(tmp_path / "seen.png")
    assert look.ask("document.querySelector('h1').offsetHeight") > 10, "the title is visible"
    assert look.ask("document.documentElement.scrollWidth <= window.innerWidth"), "nothing sticks out"
    broken = "[...document.images].filter(each => !each.complete || !each.naturalWidth).map(each => each.src)"
    assert look.ask(broken) == []
    background = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    assert (sum(look.ask(background)) < 300) == (scheme == "dark")
    assert look.errors == []


def test_the_front_page_leads_to_the_four_parts(page: tuple[Browser, str]) -> None:
    look, address = page
    look.open(f"{address}/index.html")
    links = look.ask("[...document.querySelectorAll('article a')].map(each => each.getAttribute('href'))")
    assert {"learn.html", "do.html", "look-up.html", "understand.html"} <= set(links)


def test_the_search_finds_histogram(page: tuple[Browser, str]) -> None:
    look, address = page
    look.errors.clear()
    look.open(f"{address}/search.html?q=histogram")
    found = look.wait("document.querySelectorAll('ul.search li a').length > 3 && "
                      "[...document.querySelectorAll('ul.search li a')].map(each => each.textContent)")  # fmt: skip
    assert found and any("numpy.histogram" in each for each in found), found
    assert look.errors == []

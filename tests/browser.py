"""A browser for tests: Debian's chromium without a window, spoken to in its own protocol (DevTools) through two pipes."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page. `errors` collects what its console reports as an error."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading, self.writing, self.count, self.rest = reading, writing, 0, b""
        self.errors: list[str] = []
        self.loaded = False
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = ""
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for each in ("Page", "Runtime", "Log"):
            self.send(f"{each}.enable")

    def send(self, method: str, **parameters: Any) -> Any:
        """Call a method of the browser, and wait for the answer."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if getattr(self, "session", ""):
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.count:
            self.notice(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            read = os.read(self.reading, 1 << 20)
            if not read:
                raise RuntimeError("the browser has ended")
            self.rest += read
        one, _, self.rest = self.rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(one)
        return answer

    def notice(self, event: dict[str, Any]) -> None:
        kind, told = event.get("method"), event.get("params", {})
        if kind == "Page.loadEventFired":
            self.loaded = True
        elif kind == "Runtime.exceptionThrown":
            self.errors.append(str(told["exceptionDetails"].get("exception", told)))
        elif kind == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif kind == "Runtime.consoleAPICalled" and told["type"] == "error":
            self.errors.append(str(told["args"]))

    def open(self, address: str, width: int = 1400, height: int = 900) -> None:
        """Load a page on a screen of a size."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.loaded = False
        self.send("Page.navigate", url=address)
        while not self.loaded:
            self.notice(self.receive())

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def wait(self, expression: str, seconds: float = 20) -> Any:
        """The value of an expression as soon as it is true."""
        end = time.monotonic() + seconds
        while not (found := self.ask(expression)) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def prefer(self, scheme: str) -> None:
        """Let pages see a preference for `light` or `dark`."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path: Path) -> None:
        """Write what is seen as a PNG."""
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser with a profile of its own in a folder."""
    name = program()
    assert name is not None
    there_reading, here_writing = os.pipe()
    here_reading, there_writing = os.pipe()

    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    options += ["--disable-background-networking", "--disable-extensions", f"--user-data-dir={folder}"]
    # the browser reads descriptor 3 and writes descriptor 4
    start = 'exec 5<&"$1" 6>&"$2" 3<&5 4>&6; shift 2; exec "$@"'
    ends = [str(there_reading), str(there_writing)]
    process = subprocess.Popen(
        ["bash", "-c", start, "browser", *ends, name, "--remote-debugging-pipe", *options],
        pass_fds=(there_reading, there_writing),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(there_reading)
    os.close(there_writing)
    try:
        one = Browser(here_reading, here_writing)
        yield one
        one.session = ""
        one.send("Browser.close")
    finally:
        os.close(here_reading)
        os.close(here_writing)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()

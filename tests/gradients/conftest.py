"""Every other test of gradients traces at the first call what is traced after some calls otherwise (`gradients/kept.py`)."""

from __future__ import annotations

from zlib import crc32

import pytest

from ocean._src.gradients import kept


@pytest.fixture(autouse=True)
def traced_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if crc32(request.node.nodeid.encode()) % 2:
        monkeypatch.setattr(kept, "FIRST", 0)

"""The examples of `ocean.files`, `ocean.partial` and `ocean.memory` run as printed."""

from __future__ import annotations

import doctest
import importlib

import pytest

import ocean

pytestmark = pytest.mark.host_only("the examples are on the host")


@pytest.mark.parametrize("module", ["ocean.files", "ocean.partial", "ocean"])
def test_examples(module: str) -> None:
    owner = importlib.import_module(module)
    found = [owner] if module != "ocean" else []
    found += [getattr(owner, name) for name in (owner.__all__ if module != "ocean" else ["memory"])]
    runner, count = doctest.DocTestRunner(), 0
    for each in found:
        for test in doctest.DocTestFinder(recurse=False).find(each, globs={"ocean": ocean}):
            runner.run(test)
            count += len(test.examples)
    assert runner.failures == 0 and count > 2

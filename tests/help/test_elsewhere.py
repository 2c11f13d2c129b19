"""Names of NumPy and PyTorch: asking for one says how it is spelled here, and everything else is as if nobody asked."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import ocean
from ocean._src.help import elsewhere as names

pytestmark = pytest.mark.host_only("names")


@pytest.mark.parametrize("name", names.FUNCTIONS)
def test_functions(name: str) -> None:
    assert not hasattr(ocean, name) and name not in dir(ocean)
    with pytest.raises(AttributeError, match=f"^module 'ocean' has no attribute '{name}'; ") as caught:
        getattr(ocean, name)
    assert names.FUNCTIONS[name] in str(caught.value)


@pytest.mark.parametrize("name", names.METHODS)
def test_methods(name: str) -> None:
    t = ocean.zeros([2])
    assert not hasattr(t, name) and not hasattr(ocean.tensor, name) and name not in dir(t)
    with pytest.raises(AttributeError, match=f"^'ocean.tensor' has no attribute '{name}'; ") as caught:
        getattr(t, name)
    assert names.METHODS[name] in str(caught.value)
    with pytest.raises(AttributeError):
        setattr(t, name, 1)


def test_what_is_recommended_exists() -> None:
    for text in (*names.FUNCTIONS.values(), *names.METHODS.values()):
        for found in re.findall(r"\bocean\.(\w+)", text):
            assert hasattr(ocean, found), text
        for found in re.findall(r"\bt\.(\w+)", text):
            assert hasattr(ocean.zeros([1]), found), text
        for found in re.findall(r"\bnp\.(?!memmap|linalg|random)(\w+)", text):
            assert hasattr(np, found), text


def test_the_tables_are_long_enough() -> None:
    assert len(names.FUNCTIONS) >= 70 and len(names.METHODS) >= 60


@pytest.mark.parametrize("expression", ["ocean.float64", "ocean.abs", "ocean.zeros([1]).astype", "ocean.zeros([1]).item"])
def test_python_does_not_guess(expression: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import ocean; {expression}"], capture_output=True, text=True)
    assert done.returncode == 1 and "Did you mean" not in done.stderr
    assert done.stderr.splitlines()[-1].count("ocean.") >= 1


def test_other_names_are_guessed_by_python() -> None:
    done = subprocess.run([sys.executable, "-c", "import ocean; ocean.zeross"], capture_output=True, text=True)
    assert "module 'ocean' has no attribute 'zeross'" in done.stderr and "'zeros'" in done.stderr


def test_protocols_are_unharmed() -> None:
    t = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]])
    assert ocean.all(copy.copy(t) == t) and ocean.all(copy.deepcopy(t) == t)
    assert ocean.all(pickle.loads(pickle.dumps(t)) == t) and np.asarray(t).shape == (2, 2)
    assert pickle.loads(pickle.dumps(ocean.double)) is ocean.double
    for probed in ("__wrapped__", "__path_hooks__", "__deepcopy_hook__", "_repr_markdown_"):
        assert not hasattr(ocean, probed) and not hasattr(t, probed)


def test_the_module_is_an_ordinary_module() -> None:
    assert inspect.ismodule(ocean) and repr(ocean).startswith("<module 'ocean' from")
    assert ocean.__dict__ is vars(ocean) and ocean.__name__ == "ocean" and set(dir(ocean)) == {*vars(ocean), *ocean._LATER}
    ocean.some_name = 3  # type: ignore[attr-defined]
    assert ocean.some_name == 3  # type: ignore[attr-defined]
    del ocean.some_name  # type: ignore[attr-defined]
    assert not hasattr(ocean, "some_name")
    with pytest.raises(TypeError):
        ocean.__getattribute__(3)  # type: ignore[arg-type]
    with pytest.raises(ImportError, match="cannot import name 'matmul'"):
        from ocean import matmul  # type: ignore[attr-defined]  # noqa: F401

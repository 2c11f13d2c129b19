"""Reductions take exactly NumPy's keywords, whether an argument takes the fast path or not."""

from __future__ import annotations

import inspect
from typing import Any

import numpy
import pytest

import ocean.numpy as np
from ocean._src.array.reduce import REDUCERS

pytestmark = pytest.mark.host_only("arguments")

NAMES = sorted(name for name in REDUCERS if hasattr(numpy, name))
PARAMETERS = {name: inspect.signature(getattr(numpy, name)).parameters for name in NAMES}
KEYWORDS = {"dtype": None, "out": None, "initial": None, "keepdims": True, "where": True, "ddof": 0, "axis": 0}


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
@pytest.mark.parametrize("name", NAMES)
def test_keywords_are_those_of_numpy(name: str, keyword: str) -> None:
    function, value = getattr(np, name), KEYWORDS[keyword]
    sources: list[Any] = [np.ones((2, 3)), ((1.0, 2.0),), np.ones((2, 3)).lazy()]  # a fast path takes the first
    for source in sources:
        if keyword in PARAMETERS[name]:
            function(source, **{keyword: value})
        else:
            with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
                function(source, **{keyword: value})

"""Calls of packages with arrays give what they give for NumPy's arrays, as docs/packages.md says: a part of
`python -m tests packages`."""

from __future__ import annotations

import re
from typing import Any

import numpy
import pytest
from packages import runner

pytestmark = pytest.mark.host_only("these packages compute on the host")

CHOSEN = (
    "numpy", "scipy", "scipy as it comes", "sklearn", "xarray", "pandas", "zarr", "h5py", "netCDF4", "einops", "numba",
    "pyarrow", "polars", "torch", "jax", "skimage", "shapely", "safetensors",
)  # fmt: skip


@pytest.mark.parametrize("name", CHOSEN)
def test_calls(name: str) -> None:
    found = runner.outcome(name)
    if found[0][1] == "missing":
        pytest.skip(found[0][2])
    equal, different, error = runner.counts(found)
    allowed = runner.known()[name]
    failures = [each for each in found if each[1] in ("different", "error")]
    assert equal and different <= allowed[0] and error <= allowed[1], failures
    if name == "scipy":
        native = sum(each[2].startswith("ocean") for each in found)
        assert native > 110  # the others give NumPy's arrays, which is SciPy's choice


def test_the_page_lists_each_package() -> None:
    listed, rows = runner.known(), runner.sections()
    assert set(listed) == set(rows) and set(CHOSEN) <= set(rows)
    counted = [
        int(each) for each in re.findall(r"\| (\d+) \| \d+ \| \d+ \| \d+ \|\n", runner.PAGE.read_text(encoding="utf-8"))
    ]
    assert sum(counted) >= 600 and len(counted) >= 30
    assert {name for name, (different, _) in listed.items() if different} <= {"sklearn estimators"}  # no other results


def test_rows_with_alternatives() -> None:
    assert [*runner.expanded("f({a|b}, {1|2})")] == ["f(a, 1)", "f(a, 2)", "f(b, 1)", "f(b, 2)"]
    assert [*runner.expanded("{'x': v}")] == ["{'x': v}"]


@pytest.mark.parametrize("other", [[1.0, 2.1], [1.0, 2.0, 3.0], [[1.0, 2.0]], numpy.float32([1, 2]), "text", (1.0,)])
def test_other_results_are_noticed(other: Any) -> None:
    wanted = numpy.array([1.0, 2.0])
    runner.check(wanted.copy(), wanted, 1e-9)
    with pytest.raises(AssertionError):
        runner.check(numpy.array(other) if isinstance(other, list) else other, wanted, 1e-9)

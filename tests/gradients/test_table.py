"""Every row of the operation table, and every reduction, has a derivative or a reason to have none."""

from __future__ import annotations

import pytest

from ocean._src.array.reduce import REDUCERS
from ocean._src.gradients import install as install
from ocean._src.gradients.elementwise import rule_of
from ocean._src.gradients.record import HANDLERS
from ocean._src.ops.derivatives import PARTIALS, PULLS, RANDOM, ZERO
from ocean._src.ops.table import ROWS
from ocean._src.tensor.reduce import FUNCTIONS

pytestmark = pytest.mark.host_only("it reads tables")


def is_draw(name: str) -> bool:
    words = name.split()
    return words[0] in (
        "philox",
        "unit",
        "uniform",
        "normal",
        "exponential",
        "bernoulli",
        "integers",
        "words",
        "value",
    ) or (words[0] == "long")


PRIVATE = {each.arrays for each in ROWS.values() if each.arrays != each.name} | {
    each for each in ROWS if "numpy power " in each
}
"""Rows with NumPy's rules for dtypes: the derivatives are those of the rows that they belong to."""


@pytest.mark.parametrize("name", [each for each in ROWS if not is_draw(each) and each not in PRIVATE])
def test_rows(name: str) -> None:
    rule_of(name)  # raises KeyError for a row that has neither


def test_no_row_has_both() -> None:
    assert not set(ZERO) & (set(PARTIALS) | set(PULLS)) and not set(PARTIALS) & set(PULLS)
    assert all(reason.endswith(".") for reason in (*ZERO.values(), RANDOM))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_reductions(name: str) -> None:
    assert FUNCTIONS[name] in HANDLERS


@pytest.mark.parametrize("name", sorted(REDUCERS))
def test_reductions_of_arrays(name: str) -> None:
    assert REDUCERS[name] in HANDLERS


@pytest.mark.parametrize("name", [each for each in PARTIALS if each in ROWS])
def test_as_many_derivatives_as_operands(name: str) -> None:
    assert len(PARTIALS[name]) == ROWS[name].arity

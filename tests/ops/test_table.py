"""The rows of the operation table: what each says about itself is said once, and true."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ocean
from ocean._src.ops.reductions import ROWS as REDUCTIONS
from ocean._src.ops.table import OPERATORS, ROWS, Row

pytestmark = pytest.mark.host_only("no tensors")

NAMED = [row for row in ROWS.values() if row.numpy]


@pytest.mark.parametrize("column", ["operator", "numpy", "array_api"])
def test_names_are_stated_once(column: str) -> None:
    names = Counter(getattr(row, column, "") for row in (*ROWS.values(), *REDUCTIONS.values()))
    del names[""]
    assert names and not [name for name, count in names.items() if count > 1]


def test_operators_exist() -> None:
    """`*` is the product of matrices and `+x` changes nothing: they are no rows."""
    assert {row.operator for row in ROWS.values()} - {""} == set(OPERATORS) - {"*", "+x"}


@pytest.mark.parametrize("row", NAMED, ids=lambda row: row.name)
def test_names_exist_in_numpy(row: Row) -> None:
    """NumPy's own namespace follows the array API standard."""
    function = getattr(np, row.numpy)
    assert function.__name__ == row.numpy
    if row.array_api and isinstance(function, np.ufunc):
        assert getattr(np, row.array_api) is function and function.nin == row.arity


@pytest.mark.parametrize("name", [name for name, row in REDUCTIONS.items() if row.numpy])
def test_names_of_reductions_exist_in_numpy(name: str) -> None:
    row = REDUCTIONS[name]
    assert getattr(np, row.numpy).__name__ == row.numpy and (not row.array_api or hasattr(np, row.array_api))


@pytest.mark.parametrize("row", [row for row in NAMED if row.operator], ids=lambda row: row.name)
def test_operators_are_those_of_numpy(row: Row) -> None:
    """Each operator between arrays is the function that the row names; ours and theirs differ in `*` and `@`."""
    arrays = [np.array([5, 3, 2]), np.array([1, 3, 2])][: row.arity]
    symbol = "*" if row.operator == "@" else row.operator
    if row.operator != "/":  # integers stay integers with us
        np.testing.assert_array_equal(OPERATORS[symbol](*arrays), getattr(np, row.numpy)(*arrays))
    tensors = [ocean.asTensor(array) for array in arrays]
    wanted = getattr(ocean, row.name)(*tensors)
    assert OPERATORS[row.operator](*tensors).asPython() == wanted.asPython()

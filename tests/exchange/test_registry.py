"""Foreign types: the names that Ocean knows by itself, and those that others teach it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ocean
from ocean._src.exchange import registry


class Grid:
    """A tensor type that speaks no protocol."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows


class Temperature:
    def __init__(self, degrees: float) -> None:
        self.degrees = degrees


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    before = [dict(table) for table in (registry.EXPORT_TYPES, registry._TENSOR_IMPORTS, registry._SCALAR_IMPORTS)]
    imports = list(registry.IMPORT_TYPES)
    yield
    for table, entries in zip(
        (registry.EXPORT_TYPES, registry._TENSOR_IMPORTS, registry._SCALAR_IMPORTS), before, strict=True
    ):
        table.clear()  # type: ignore[attr-defined]
        table.update(entries)  # type: ignore[attr-defined]
    registry.IMPORT_TYPES[:] = imports


def grid_tensor(value: Any) -> Any:
    return ocean.asTensor(value.rows, "R", ocean.double) if isinstance(value, Grid) else None


def grid_export(tensor: ocean.tensor, deepcopy: bool) -> Grid:
    return Grid(tensor.asPython("R"))


def degrees(value: Any) -> Any:
    return ocean.float(value.degrees) if isinstance(value, Temperature) else None


def test_registered_types_are_taken_everywhere() -> None:
    ocean.registerType("grid", grid_tensor, export=grid_export)
    ocean.registerType("temperature", import_scalar=degrees)
    assert ocean.getImportTypes()[-2:] == ["grid", "temperature"] and ocean.getExportTypes()[-1] == "grid"
    grid, matrix = Grid([[1, 2], [3, 4]]), ocean.asTensor([[1, 2], [3, 4]], "R")
    assert ocean.asTensor(grid).asPython("R") == [[1, 2], [3, 4]]
    for result in (matrix + grid, grid + matrix, ocean.add(matrix, grid), ocean.add(grid, grid)):
        assert result.asPython("R") == [[2, 4], [6, 8]] and result.dtype is ocean.double
    target = ocean.zeros([2, 2])
    target.copy(grid)
    assert target.asPython("R") == [[1, 2], [3, 4]] and ocean.sum(grid) == 10
    assert ocean.asTensor([grid, grid]).size == (2, 2, 2)
    assert matrix.convertTo("grid").rows == [[1, 2], [3, 4]]
    warm = matrix + Temperature(0.5)
    assert warm.asPython("R") == [[1.5, 2.5], [3.5, 4.5]]
    target.fill(Temperature(20))
    assert target.asPython()[0][0] == 20 and ocean.asTensor([Temperature(1), 2]).dtype is ocean.double


def test_import_functions_may_give_anything_that_is_a_tensor_already() -> None:
    for give in (np.array, lambda rows: memoryview(np.array(rows)), lambda rows: ocean.asTensor(rows, "R")):
        ocean.registerType("grid", lambda value, give=give: give(value.rows) if isinstance(value, Grid) else None)
        assert ocean.asTensor(Grid([[1, 2], [3, 4]])).asPython("R") == [[1, 2], [3, 4]]
    ocean.registerType("grid", lambda value: "text" if isinstance(value, Grid) else None)
    with pytest.raises(ocean.OceanTypeError, match="The import function of 'grid' gave str, not a tensor"):
        ocean.asTensor(Grid([]))
    ocean.registerType("temperature", import_scalar=lambda value: 3)
    with pytest.raises(ocean.OceanTypeError, match="The import function of 'temperature' gave int, not a scalar"):
        ocean.ones([2]) + Temperature(3)


def test_errors_of_import_functions_reach_the_caller() -> None:
    def broken(value: Any) -> Any:
        raise ZeroDivisionError("inside")

    ocean.registerType("grid", broken)
    with pytest.raises(ZeroDivisionError, match="inside"):
        ocean.asTensor(Grid([]))
    assert ocean.asTensor(np.arange(2)).asPython() == [0, 1] and ocean.asTensor([1, 2]).size == (2,)


def test_a_name_can_be_registered_again() -> None:
    ocean.registerType("grid", export=lambda tensor, deepcopy: 1)
    ocean.registerType("grid", export=lambda tensor, deepcopy: 2)
    assert ocean.zeros([1]).convertTo("grid") == 2
    assert ocean.getExportTypes().count("grid") == 1 and "grid" not in ocean.getImportTypes()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("numpy", grid_tensor), ValueError, "the name 'numpy' is Ocean's own"),
        (("torch", None, None, grid_export), ValueError, "the name 'torch' is Ocean's own"),
        (("grid",), TypeError, "needs at least one of import_tensor, import_scalar and export"),
        ((3, grid_tensor), TypeError, "the name must be a string, got 3"),
        (("", grid_tensor), TypeError, "the name must be a string, got ''"),
        (("grid", "text"), TypeError, "import_tensor must be a function, got 'text'"),
        (("grid", None, None, 5), TypeError, "export must be a function, got 5"),
    ],
)
def test_bad_registrations(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        ocean.registerType(*arguments)
    assert isinstance(caught.value, ocean.OceanError)


def test_own_names_are_listed_when_they_have_been_used() -> None:
    for table in (registry.EXPORT_TYPES, registry.IMPORT_TYPES):
        table.clear()  # type: ignore[attr-defined]
    tensor = ocean.asTensor([[1, 2], [3, 4]])
    assert ocean.getExportTypes() == [] == ocean.getImportTypes()
    assert tensor.convertTo("python") == [[1, 2], [3, 4]]
    assert ocean.getExportTypes() == ["python"] and ocean.getImportTypes() == []
    assert type(tensor.convertTo("dlpack")).__name__ == "PyCapsule"
    assert tensor.convertTo("numpy").tolist() == [[1, 3], [2, 4]]
    assert ocean.getExportTypes() == ["python", "dlpack", "numpy"] and ocean.getImportTypes() == ["dlpack", "numpy"]
    with pytest.raises(
        ocean.OceanValueError, match="'abc' is not registered; known types: 'python', 'dlpack', 'numpy'"
    ):
        tensor.convertTo("abc")
    assert ocean.getExportTypes() == ["python", "dlpack", "numpy"]
    ocean.getExportTypes().append("x")
    assert "x" not in ocean.getExportTypes()

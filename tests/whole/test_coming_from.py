"""docs/coming-from-others.md: both columns of each table give the same; CuPy's are run with NumPy, which it follows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np

PAGE = (Path(__file__).parents[2] / "docs" / "coming-from-others.md").read_text(encoding="utf-8")
CUPY_ONLY = ("cp.asnumpy", "x.get", "cp.fuse", "Kernel", "cp.get_", "cp.cuda")


def table(title: str) -> list[tuple[str, str]]:
    """The rows of the table below a heading."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(.*)` \| `(.*)` \|$", section, re.MULTILINE)


def run(text: str, names: dict[str, Any]) -> Any:
    """The value of an expression; of a statement, what `x` is afterwards."""
    try:
        code = compile(text, "row", "eval")
    except SyntaxError:
        exec(text, names)
        return names["x"]
    value = eval(code, names)
    return names["x"] if value is None else value


def close(got: Any, wanted: Any, tolerance: float) -> None:
    if isinstance(wanted, (tuple, dict)):
        assert got == wanted
        return
    got, wanted = (numpy.asarray(each) for each in (got, wanted))
    assert got.shape == wanted.shape
    numpy.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.host_only("both sides on the host")
@pytest.mark.parametrize(("theirs", "ours"), table("JAX"), ids=[row[0] for row in table("JAX")])
def test_jax(theirs: str, ours: str) -> None:
    jax = pytest.importorskip("jax")
    x, m = numpy.array([1.5, 0.5, 2.0], "f4"), numpy.array([[1, 2, 0], [0.5, 3, 1], [2, 0, 4]], "f4") / 4
    results = []
    for text, module, more in (
        (theirs, jax.numpy, {"jax": jax, "jnp": jax.numpy}),
        (ours, np, {"np": np, "ocean": ocean}),
    ):
        names = {**more, "x": module.array(x), "M": module.array(m), "g": lambda v: v * v + 1}
        names["f"] = lambda v, module=module: (module.sin(v) * v).sum()
        results.append(run(text, names))
    close(results[1], results[0], 1e-5)


@pytest.mark.parametrize(("theirs", "ours"), table("CuPy"), ids=[row[0] for row in table("CuPy")])
def test_cupy(theirs: str, ours: str) -> None:
    device, array = layouts.device, numpy.array([[1.0, 2.0], [0.5, 4.0]])
    if "memory_pool" in theirs and not hasattr(device, "emptyCache"):
        device = ocean.cpu  # the tests' own devices count no memory
    x = np.asarray(array, device=device)
    got = run(ours, {"np": np, "numpy": numpy, "ocean": ocean, "x": x, "array": array, "dev": device})
    if "Kernel" in theirs or "cp.fuse" in theirs:
        wanted = (array * array).sum() if "Reduction" in theirs else array * array + 1
    elif any(name in theirs for name in CUPY_ONLY):
        wanted = array if isinstance(got, numpy.ndarray) else None
    else:
        wanted = run(theirs, {"cp": numpy, "x": array, "array": array})
    if wanted is not None:
        close(got.to_device("cpu") if isinstance(got, np.ndarray) else got, wanted, 1e-12)


@pytest.mark.host_only("both sides on the host")
@pytest.mark.parametrize(("theirs", "ours"), table("xarray"), ids=[row[0] for row in table("xarray")])
def test_xarray(theirs: str, ours: str) -> None:
    xr = pytest.importorskip("xarray")
    values = numpy.random.default_rng(3).standard_normal((4, 3))
    da = xr.DataArray(values, dims=("time", "place"), coords={"place": [0, 1, 2]})
    weights = xr.DataArray(numpy.array([1.0, 0.5, 2.0]), dims="place", coords={"place": [0, 1, 2]})
    t_axis, p_axis = ocean.axis(4, "time"), ocean.axis(3, "place")
    t, w = ocean.asTensor(values, axes=[t_axis, p_axis]), ocean.asTensor(numpy.asarray(weights), axes=[p_axis])
    wanted = run(theirs, {"xr": xr, "np": numpy, "da": da, "weights": weights, "x": None})
    got = run(ours, {"ocean": ocean, "t": t, "w": w, "T": t_axis, "P": p_axis, "x": None})
    if isinstance(got, ocean.tensor):
        got = got.withoutAxes()
    close(got, wanted, 1e-12)


def test_there_are_enough_rows() -> None:
    assert min(len(table(title)) for title in ("JAX", "CuPy", "xarray")) >= 20

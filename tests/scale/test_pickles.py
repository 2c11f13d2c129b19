"""Everything that a task of another process may need can be pickled: r-tensors, generators, axes, descriptions, index
objects, and functions that name the modules."""

from __future__ import annotations

import pickle
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np
from ocean import descriptions

pytestmark = pytest.mark.host_only("pickles travel between processes on the host")

TENSOR = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]])
OBJECTS: dict[str, tuple[Any, Any]] = {
    "tensor": (TENSOR, lambda x: x),
    "r-tensor": (ocean.lazy(TENSOR) * 2 + 1, lambda x: x.eval()),
    "random r-tensor": (ocean.random.generator(1).uniform([3, 3], lazy=True), lambda x: x.eval()),
    "generator": (ocean.random.generator(3), lambda x: x.normal([4])),
    "tensor with an axis": (ocean.ones([ocean.axis(3, "x")]), lambda x: x + 1),
    "index object": (ocean.index[1:3], lambda x: ocean.arange(5)[x]),
    "mask as an index object": (ocean.index(TENSOR > 2), lambda x: TENSOR[x]),
    "dtype": (ocean.double, lambda x: ocean.ones([2], x)),
    "scalar": (ocean.double(3), lambda x: TENSOR + x),
    "ufunc": (np.add, lambda x: x(1, 2)),
    "function of arrays": (np.sum, lambda x: x(np.ones(3))),
    "function of tensors": (ocean.sum, lambda x: x(TENSOR)),
    "deferred array": (np.ones(20_000) + 1, lambda x: x),
    "partial result": (ocean.partial.var([1.0, 5.0]), lambda x: x.finish()),
    "device": (ocean.cpu, lambda x: ocean.ones([2], x)),
    "description": (descriptions.TensorDescription, lambda x: x is descriptions.TensorDescription),
}


@pytest.mark.parametrize("name", list(OBJECTS))
@pytest.mark.parametrize("module", ["pickle", "cloudpickle"])
def test_round_trips(name: str, module: str) -> None:
    pickler = pytest.importorskip(module)
    source, use = OBJECTS[name]
    data = pickler.dumps(source)
    wanted = use(source if name != "generator" else pickle.loads(pickle.dumps(source)))
    numpy.testing.assert_array_equal(numpy.asarray(use(pickler.loads(data))), numpy.asarray(wanted))


def test_functions_that_name_the_modules() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    space: dict[str, Any] = {"ocean": ocean, "np": np}
    exec("def f(x):\n    return np.sum(x) + ocean.getNumThreads() * 0 + np.linalg.norm(x)", space)
    made = cloudpickle.loads(cloudpickle.dumps(space["f"]))
    assert float(made(np.ones(4))) == 6.0
    for each in (ocean, np, np.linalg, ocean.linalg, ocean.files):
        assert cloudpickle.loads(cloudpickle.dumps(lambda found=each: found))() is each

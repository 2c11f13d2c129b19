"""array-api-compat and array-api-extra take arrays for what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ocean
import ocean.numpy as onp

compat = pytest.importorskip("array_api_compat", "1.11")


def test_what_compat_says() -> None:
    a = onp.ones((2, 3))
    assert compat.array_namespace(a, a) is onp and compat.is_array_api_obj(a)
    assert compat.device(a) is ocean.getDefaultDevice() and compat.size(a) == 6
    assert compat.to_device(a, "cpu").device is ocean.cpu and compat.to_device(a, compat.device(a)) is a
    assert compat.is_writeable_array(a) and not compat.is_numpy_array(a) and not compat.is_lazy_array(a)
    with pytest.raises(TypeError, match="Multiple namespaces"):
        compat.array_namespace(a, np.ones(3))
    with pytest.raises(TypeError):
        compat.array_namespace(ocean.zeros([2]))  # tensors have conventions of their own


EXTRA: dict[str, Callable[[Any, Any], Any]] = {
    "atleast_nd": lambda m, a: m.atleast_nd(a, ndim=3),
    "cov": lambda m, a: m.cov(a),
    "create_diagonal": lambda m, a: m.create_diagonal(a[0, :]),
    "expand_dims": lambda m, a: m.expand_dims(a, axis=(0, 2)),
    "kron": lambda m, a: m.kron(a, a),
    "nunique": lambda m, a: m.nunique(a),
    "pad": lambda m, a: m.pad(a, 1),
    "setdiff1d": lambda m, a: m.setdiff1d(a[0, :], a[1, :]),
    "sinc": lambda m, a: m.sinc(a),
    "set": lambda m, a: m.at(a)[0, 1].set(5.0, copy=True),
    "add": lambda m, a: m.at(a)[0].add(5.0, copy=True),
    "isclose": lambda m, a: m.isclose(a, a),
    "nan_to_num": lambda m, a: m.nan_to_num(a),
    "apply_where": lambda m, a: m.apply_where(a > 0, a, lambda x: x * 2, lambda x: -x),
    "lazy_apply": lambda m, a: m.lazy_apply(np.sort, a, as_numpy=True),
}


@pytest.mark.host_only("NumPy's are on the host")
@pytest.mark.parametrize("name", EXTRA)
def test_functions_of_extra(name: str) -> None:
    extra = pytest.importorskip("array_api_extra", "0.8")
    values = np.random.default_rng(2).standard_normal((3, 4))
    got, wanted = (EXTRA[name](extra, each) for each in (onp.asarray(values), values))
    assert type(got) is onp.ndarray
    np.testing.assert_allclose(np.asarray(got), wanted)

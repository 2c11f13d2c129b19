"""The derivatives of every differentiable function, against finite differences: forward and reverse, orders 1 and 2."""

from __future__ import annotations

from typing import Any

import pytest
from gradient_samples import CASES, arguments, function_of, is_tensor_case, tensors

import ocean
import ocean.numpy as np
from ocean._src.gradients import install as install
from ocean._src.gradients.record import HANDLERS


@pytest.mark.host_only("one device is enough for formulas; test_devices.py has others")
@pytest.mark.parametrize("number", range(len(CASES)), ids=[text for text, _ in CASES])
def test_finite_differences(number: int) -> None:
    text, samples = CASES[number]
    given = (tensors if is_tensor_case(number) else arguments)(text, samples)
    ocean.testing.check_grads(function_of(text), given, order=2, atol=1e-5)


@pytest.mark.host_only("it reads tables")
@pytest.mark.parametrize("module", ["ocean.numpy", "ocean"])
def test_every_function_with_a_rule_is_called(module: str) -> None:
    """A handler that no case calls fails here: by name, alone or as a method."""
    texts = " ".join(text for text, _ in CASES)
    public: Any = np if module == "ocean.numpy" else ocean
    missing = []
    for name in sorted(set(dir(public)) - WITHOUT):
        found = getattr(public, name, None)
        if name.startswith("_") or not callable(found) or isinstance(found, type) or found not in handlers():
            continue
        if name not in texts:
            missing.append(name)
    assert not missing


def handlers() -> Any:
    return HANDLERS


def words(text: str) -> set[str]:
    return set(text.split())


WITHOUT = words(
    # changes its argument: tests/tensor/test_scatter_add.py
    "scatterAdd "
    # no derivative: integers, truth, places, shapes
    "all any argmax argmin argpartition argsort argwhere allclose array_equal array_equiv bincount count_nonzero digitize "
    "equal not_equal greater greater_equal less less_equal flatnonzero histogram histogram2d histogram_bin_edges isclose "
    "isfinite isinf isnan isneginf isposinf isin in1d iscomplex iscomplexobj isreal isrealobj lexsort logical_and "
    "logical_not logical_or logical_xor nanargmax nanargmin ndim nonzero result_type searchsorted shape signbit size "
    "bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_invert invert bitwise_count bitwise_left_shift "
    "bitwise_right_shift left_shift right_shift gcd lcm ceil trunc rint fix floor_divide around floor sign heaviside "
    "zeros_like ones_like empty_like full_like shares_memory may_share_memory isfortran can_cast i0 min_scalar_type "
    "broadcast_shapes issubdtype array_repr array_str array2string isscalar geterr nextafter exponent "
    "bitwiseAnd bitwiseOr bitwiseXor bitwiseNot bitshiftLeft bitshiftRight logicalAnd logicalOr logicalXor logicalNot "
    "notEqual greaterEqual lessEqual floorDivide allFinite anyInf anyNaN nnz nnzNaN find tensorLike zerosLike onesLike "
    "allGE allGT allLE allLT allInRange "
    # other names of what has a case
    "abs acos acosh asin asinh atan atan2 atanh pow true_divide degrees radians mod conjugate amax amin concat row_stack "
    "asanyarray array asarray stdev astype "
    "convolution convolutionGradData convolutionGradFilters "
    # they assign: test_assignment.py
    "transform copyto put put_along_axis putmask place fill_diagonal fullLike ensure "
    "ascontiguousarray asfortranarray asarray_chkfinite unique unique_values"
)

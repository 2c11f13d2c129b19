"""Products of arrays by einsum, against NumPy."""

from __future__ import annotations

import numpy
import pytest
from array_samples import host, sample

import ocean
import ocean.numpy as np


@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,kj->ik", "ji,jk->ik", "ji,kj", "ij,jk->ki", "ij,jk", "ii,ij->ij", "ii,jk->ik", "...j,jk->...k"])
def test_einsum_of_matrices(text: str) -> None:
    """Products of two matrices, and what looks like them; an operand of length one is broadcast."""
    for second, other in (((3, 3), "float64"), ((3, 3), "int32"), ((1, 3), "float64"), ((3, 1), "float64"), ((2, 3), "float64")):
        first, given = sample(3, 3), sample(*second, kind=other)
        for one in (first, first.lazy()):
            try:
                wanted = numpy.einsum(text, host(first), host(given))
            except ValueError:
                with pytest.raises(ocean.OceanValueError):
                    np.einsum(text, one, given)
                continue
            numpy.testing.assert_array_equal(host(np.einsum(text, one, given)), wanted, strict=True)

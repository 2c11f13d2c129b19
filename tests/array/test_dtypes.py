"""Dtypes by NumPy's names: kinds, texts and byte orders."""

from __future__ import annotations

import numpy
import pytest
from array_samples import sample
from layouts import DTYPES, dtype_id

import ocean.numpy as np

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


def test_kinds_of_dtypes() -> None:
    kinds = ("generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating")
    for name in ("bool", "uint8", "int32", "float16", "float64", "complex64"):
        for kind in kinds:
            assert np.issubdtype(sample(1, kind=name).dtype, getattr(np, kind)) == numpy.issubdtype(name, getattr(numpy, kind))
        assert np.issubdtype(name, "int32") == numpy.issubdtype(name, "int32")
    assert np.issubdtype(np.floating, np.inexact) and not np.issubdtype(np.floating, np.integer)


@pytest.mark.host_only
def test_a_dtype_equals_every_text_that_names_it() -> None:
    codes = ["?", "i1", "u2", "i4", "<i8", "=u8", "l", "e", "f2", "f4", "f", "d", "f8", "<f8", "F", "c16", "float64", "longlong"]
    for kind in ("bool", "int8", "uint16", "int32", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"):
        own, other = np.zeros(2, kind).dtype, numpy.dtype(kind)
        assert [own == code for code in codes] == [other == code for code in codes]
        assert not any(own == text for text in (">f8", ">i4", "nosuch", "", "(", "i4,f8", "O", "S3", "M8[s]"))


@pytest.mark.host_only
def test_byte_orders_are_not_part_of_dtypes() -> None:
    assert np.asarray(numpy.arange(3, dtype=">i2")).tolist() == [0, 1, 2]

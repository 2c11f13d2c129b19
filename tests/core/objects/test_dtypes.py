"""The dtypes, how they combine, and typed scalars."""

from __future__ import annotations

import copy
import itertools
import math
import operator
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, NUMPY, dtype_id, finfo, values
from oracles import BY_NAME, FACTS, cast

import ocean
from ocean._src.core.objects.dtypes import DTYPE_LIST, common, weak_dtype

pytestmark = pytest.mark.host_only("no tensors")


def test_there_are_sixteen() -> None:
    assert len(DTYPES) == len(set(DTYPES)) == 16 and DTYPES == [*DTYPE_LIST]
    for kind in DTYPES:
        assert isinstance(kind, ocean.dtype) and getattr(ocean, kind.spelling) is kind
        assert repr(kind) == str(kind) == f"<dtype '{kind.name}'>"
        assert pickle.loads(pickle.dumps(kind)) is kind and copy.deepcopy(kind) is kind
    with pytest.raises(TypeError, match="'float' has 32 bits in ocean and 64 bits in NumPy"):
        ocean.dtype("float")
    assert ocean.dtype("float32") is ocean.float and ocean.dtype(float) is ocean.dtype(None) is ocean.double
    assert ocean.dtype(np.dtype("<i2")) is ocean.int16 and ocean.int16.char == "h"
    with pytest.raises(TypeError, match="no dtype for 'text'"):
        ocean.dtype("text")


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_properties(kind: ocean.dtype) -> None:
    for name, text in FACTS["properties"][kind.spelling].items():
        assert str(getattr(kind, name)) == text, name
    for name in ("name", "size", "nbits", "min", "eps", "isfloat"):
        with pytest.raises(AttributeError):
            setattr(kind, name, 3)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_limits(kind: ocean.dtype) -> None:
    numpy = NUMPY[kind.basetype]
    assert kind.basetype.iscomplex is False and kind.min.dtype is kind.max.dtype is kind.eps.dtype is kind
    if kind is ocean.bool:
        return
    limits = np.iinfo(numpy) if numpy.kind in "iu" else finfo(kind)
    assert kind.min.real.asPython() == limits.min and kind.max.real.asPython() == limits.max
    assert kind.eps.real.asPython() == (1 if numpy.kind in "iu" else limits.eps)


@pytest.mark.parametrize("first", DTYPES, ids=dtype_id)
def test_promotion_is_the_measured_one(first: ocean.dtype) -> None:
    for second in DTYPES:
        wanted = BY_NAME[FACTS["a+b"][first.spelling][second.spelling]]
        assert common(first, second) is wanted
        assert (ocean.zeros([2], first) + ocean.ones([2], second)).dtype is wanted


def test_common_of_many() -> None:
    assert common(ocean.int8) is ocean.int8
    assert common(ocean.int8, ocean.uint8, ocean.half) is ocean.half  # which holds both
    assert common(ocean.uint16, ocean.int16, ocean.float) is ocean.float
    for three in itertools.combinations(DTYPES, 3):
        assert len({common(*each) for each in itertools.permutations(three)}) == 1, three
    with pytest.raises(TypeError):
        common(ocean.int8, 3)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_python_numbers_are_weak(kind: ocean.dtype) -> None:
    """Their value chooses the smallest type of the fitting kind; zero is not negative, and 2**63-1 is a number."""
    tensor = ocean.ones([2], kind)
    for text, name in FACTS["tensor+python scalar"][kind.spelling].items():
        value = eval(text)
        assert common(kind, weak_dtype(value, kind)) is BY_NAME[name], text
        for result in (tensor + value, value + tensor):
            assert result.dtype is BY_NAME[name], text


def test_numbers_beyond_all_types() -> None:
    tensor = ocean.ones([2], ocean.int8)
    assert (tensor + (2**64 - 1)).dtype is ocean.double  # int8 with uint64
    assert (ocean.ones([2], ocean.uint8) + (2**64 - 1)).asPython() == [0, 0]
    for value in (2**64, -(2**63) - 1, 10**400):
        with pytest.raises(ocean.OceanError, match="does not fit"):
            tensor + value
        with pytest.raises(ocean.OceanError, match="does not fit"):
            tensor.fill(value)
    assert tensor.asPython() == [1, 1]


# --- Scalars -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
def test_scalars_cast_as_tensors_do(target: ocean.dtype) -> None:
    for source in DTYPES:
        given = values(source, (30,), seed=3)
        if source is ocean.chalf:
            given = cast(given.astype(np.complex128), ocean.cdouble, ocean.chalf)
        wanted = cast(given, source, target)
        for value, expected in zip(given.tolist(), wanted.tolist(), strict=True):
            scalar = target(source(value))
            assert scalar.dtype is target
            got = scalar.asPython()
            assert type(got) is {"b": bool, "i": int, "u": int, "f": float, "c": complex}[NUMPY[target].kind]
            np.testing.assert_equal(got, expected)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_scalar_properties_and_conversions(kind: ocean.dtype) -> None:
    scalar = kind(1)
    assert type(scalar) is ocean.scalar and scalar.elemsize == kind.size
    assert scalar.real.dtype is kind.basetype and scalar.imag.dtype is kind.basetype
    assert scalar.real == 1 and scalar.imag == 0
    assert bool(scalar) is True and int(scalar) == 1 and float(scalar) == 1.0 and complex(scalar) == 1
    assert hash(scalar) == hash(1) and scalar == 1 and scalar == kind(1) and not scalar != 1
    tensor = scalar.asTensor()
    assert tensor.isScalar() and tensor.dtype is kind and tensor.asScalar() == scalar
    assert scalar.asTensor(ocean.cpu).device is ocean.cpu
    back = pickle.loads(pickle.dumps(scalar))
    assert back == scalar and back.dtype is kind
    assert copy.copy(scalar) == scalar
    if kind.isfloat:
        with pytest.raises(TypeError, match=f"dtype {kind.name} cannot be used as an index"):
            operator.index(scalar)
    else:
        assert [5, 6][scalar] == 6
    assert f"{kind(1).real:>5}" and f"{scalar}" == str(scalar)


def test_scalars_compare() -> None:
    assert ocean.uint8(9) < 9.2 and ocean.uint8(9) == ocean.half(9) and ocean.int8(3) == 3.0
    assert ocean.chalf(1 + 2j) < ocean.chalf(1 + 3j) and ocean.cfloat(2) > 1 and 1 <= ocean.cfloat(1)
    assert ocean.float(math.nan) != ocean.float(math.nan) and not ocean.float(math.nan) == math.nan
    assert ocean.int8(3) != "3" and ocean.int8(3) != None  # noqa: E711
    with pytest.raises(TypeError):
        ocean.int8(3) < "3"  # noqa: B015
    assert ocean.uint64(2**64 - 1) > ocean.int64(-1)


@given(st.floats(width=64) | st.complex_numbers() | st.integers(-(2**63), 2**64 - 1))
def test_scalars_keep_values_that_fit(value: Any) -> None:
    kind = ocean.cdouble if isinstance(value, complex) else ocean.double if isinstance(value, float) else None
    if kind is None:
        kind = ocean.int64 if value < 2**63 else ocean.uint64
    np.testing.assert_equal(kind(value).asPython(), value)


def test_what_scalars_are_made_of() -> None:
    with pytest.raises(TypeError, match=r"scalar\(\): expected a number or scalar, got str"):
        ocean.scalar("3")
    for bad in ("3", None, {}, object()):
        with pytest.raises(ocean.OceanError, match="Invalid data type for data parameter"):
            ocean.int8(bad)
    assert ocean.true == True and ocean.false == False and ocean.true.dtype is ocean.bool  # noqa: E712


def test_large_integers_go_into_floating_scalars() -> None:
    assert ocean.double(10**30).asPython() == 1e30
    assert ocean.half(70000).asPython() == math.inf
    with pytest.raises(ocean.OceanError, match="does not fit dtype double"):
        ocean.double(10**400)
    with pytest.raises(ocean.OceanError, match="The integer 18446744073709551616 does not fit dtype int8"):
        ocean.int8(2**64)


# --- Dtypes by other names ---------------------------------------------------------------------------------------

NUMPY_NAMES = {"half": "float16", "float": "float32", "double": "float64", "cfloat": "complex64", "cdouble": "complex128"}


@pytest.mark.parametrize("kind", DTYPES, ids=lambda kind: kind.spelling)
def test_names_of_dtypes(kind: ocean.dtype) -> None:
    names: list[Any] = [kind.spelling, kind.name]
    if kind is not ocean.chalf:
        numpy = np.dtype(NUMPY_NAMES.get(kind.spelling, kind.spelling))
        names += [numpy.name, numpy, numpy.type]
    for name in names:
        assert ocean.zeros(3, name).dtype is kind and ocean.zeros(3, dtype=name).dtype is kind
        assert ocean.asTensor([[1, 2]], "R", name).size == (1, 2) and ocean.asTensor([1], name).dtype is kind
        assert ocean.tensor([2, 3], "C", name).strides == (3 * kind.size, kind.size)
        assert ocean.cast([1], name).dtype is kind and ocean.storage(3, name).dtype is kind
        ocean.setDefaultDType(name)
        assert ocean.getDefaultDType() is kind


def test_types_of_python() -> None:
    for python, kind in ((float, ocean.double), (int, ocean.int64), (complex, ocean.cdouble), (bool, ocean.bool)):
        assert ocean.zeros([2], python).dtype is kind and ocean.tensor([2], python).dtype is kind
        assert ocean.arange(1, python).dtype is kind and ocean.full([2], 1, python).dtype is kind
    assert ocean.zeros([2], np.longlong).dtype is ocean.int64
    storage = ocean.storage(8)
    storage.dtype = float
    assert storage.dtype is ocean.double


@pytest.mark.parametrize("name", ["d", "f", "i", "?", "int", "float128", "<f8", "", str, list, object, np.floating, np.str_])
def test_what_is_no_dtype(name: Any) -> None:
    """One-letter codes are orders and modes."""
    for call in (lambda: ocean.zeros(3, name), lambda: ocean.zeros(3, dtype=name), lambda: ocean.setDefaultDType(name)):
        with pytest.raises(ocean.OceanTypeError):
            call()


def test_dtypes_of_numpy_that_are_not_here() -> None:
    with pytest.raises(ocean.OceanTypeError, match=r"other byte order.*; use double, and byteswap\(\)"):
        ocean.zeros(3, np.dtype(">f8"))
    with pytest.raises(ocean.OceanTypeError, match="There is no dtype for NumPy arrays of object"):
        ocean.zeros(3, np.dtype(object))

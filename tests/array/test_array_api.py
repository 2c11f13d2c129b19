"""The array API standard, as array-api-strict has it: each function is there, takes the same arguments, and gives the
same dtypes and values, for all dtypes that the standard allows, special values among them."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import array_api_strict as strict
import layouts
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.array_api import make_strategies_namespace

import ocean.numpy as np

STANDARD = "2025.12"
NOT_FUNCTIONS = {
    "ArrayAPIStrictFlags", "Device", "ModuleType", "get_array_api_strict_flags", "reset_array_api_strict_flags",
    "set_array_api_strict_flags", "linalg", "fft",
}  # fmt: skip
NAMES = sorted(name for name in dir(strict) if not name.startswith("_") and name not in NOT_FUNCTIONS)
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATING = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
DTYPES = ("bool", *INTEGERS, *FLOATING, *COMPLEX)
KINDS = {
    "all": DTYPES, "numeric": (*INTEGERS, *FLOATING, *COMPLEX), "real numeric": (*INTEGERS, *FLOATING),
    "floating": (*FLOATING, *COMPLEX), "real": FLOATING, "integer": INTEGERS, "integer or bool": ("bool", *INTEGERS),
    "bool": ("bool",), "complex": COMPLEX,
}  # fmt: skip


@pytest.fixture(autouse=True)
def newest() -> Any:
    with warnings.catch_warnings(), strict.ArrayAPIStrictFlags(api_version=STANDARD):
        warnings.simplefilter("ignore")
        yield


@pytest.mark.host_only("no arrays")
@pytest.mark.parametrize("name", NAMES)
def test_signature(name: str) -> None:
    """What can be called with the standard's arguments can be called here with the same ones."""
    ours, theirs = getattr(np, name), getattr(strict, name)
    if not callable(theirs) or isinstance(theirs, type) or name in DTYPES:
        return
    given, wanted = (inspect.signature(each).parameters for each in (ours, theirs))
    places = [each for each in given.values() if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    for k, each in enumerate(wanted.values()):
        if each.kind is each.VAR_POSITIONAL:
            assert any(own.kind is own.VAR_POSITIONAL for own in given.values())
            return
        if each.kind is each.POSITIONAL_ONLY:
            assert k < len(places), f"{name}() takes {len(places)} positional arguments"
            continue
        assert each.name in given, f"{name}() has no argument {each.name}"
        assert given[each.name].kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)
        if each.kind is each.POSITIONAL_OR_KEYWORD:
            assert k < len(places) and places[k].name == each.name
        if each.default is not each.empty and type(each.default) in (bool, int, str, type(None)):
            assert given[each.name].default == each.default or (name, each.name) in OTHER_DEFAULTS
    known = {each.name for each in wanted.values()}
    for each in list(given.values())[len(wanted) :]:
        assert each.name in known or each.default is not each.empty or each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL)


OTHER_DEFAULTS = {("std", "correction"), ("var", "correction"), ("sort", "stable"), ("argsort", "stable")}
"""Arguments that have a second name here (None is the value of that), or that are always true: sorting is stable."""


@pytest.mark.host_only("no arrays")
def test_methods() -> None:
    """Arrays have the standard's methods and properties, with the same keywords."""
    ours, theirs = np.ones((1, 1)), strict.ones((1, 1))
    private = {"__class__", "__module__", "__doc__", "__dict__", "__weakref__", "__array__", "__buffer__", "__annotations__", "__slots__", "__static_attributes__"}
    names = [each for each in vars(type(theirs)) if each not in private and (not each.startswith("_") or each.startswith("__"))]
    assert {"__dlpack__", "__ilshift__", "__rmatmul__", "mT", "to_device"} < set(names)
    for name in names:
        assert hasattr(ours, name), name
        if callable(getattr(theirs, name)) and name not in ("__new__", "__hash__"):
            wanted = [each for each in inspect.signature(getattr(theirs, name)).parameters.values() if each.kind is each.KEYWORD_ONLY]
            given = inspect.signature(getattr(ours, name)).parameters if wanted else {}
            assert all(each.name in given for each in wanted), name


def test_constants() -> None:
    assert np.__array_api_version__ == STANDARD
    assert (np.e, np.pi, np.inf, np.newaxis) == (strict.e, strict.pi, strict.inf, None)
    assert numpy.isnan(np.nan)


# --- Values ------------------------------------------------------------------------------------------------------

UNARY = {
    "all": ["isfinite", "isinf", "isnan", "real", "imag"],
    "numeric": ["abs", "positive", "negative", "sign", "square", "conj", "round"],
    "real numeric": ["ceil", "floor", "trunc"],
    "floating": ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "log", "log10", "log1p", "log2",
                 "reciprocal", "sin", "sinh", "sqrt", "tan", "tanh"],
    "real": ["signbit"], "integer or bool": ["bitwise_invert"], "bool": ["logical_not"],
}  # fmt: skip
BINARY = {
    "all": ["equal", "not_equal"],
    "numeric": ["add", "subtract", "multiply", "pow"],
    "real numeric": ["floor_divide", "remainder", "less", "less_equal", "greater", "greater_equal", "maximum", "minimum"],
    "floating": ["divide"], "real": ["atan2", "copysign", "hypot", "logaddexp", "nextafter"],
    "integer or bool": ["bitwise_and", "bitwise_or", "bitwise_xor"],
    "integer": ["bitwise_left_shift", "bitwise_right_shift"], "bool": ["logical_and", "logical_or", "logical_xor"],
}  # fmt: skip
CALLS = {
    "all": """
        xp.all(x) xp.all(x,axis=0) xp.any(x,axis=(0,1),keepdims=True) xp.count_nonzero(x) xp.count_nonzero(x,axis=1,keepdims=True)
        xp.concat([x,x]) xp.concat([x,y],axis=1) xp.concat([x,x],axis=None) xp.expand_dims(x,axis=1) xp.expand_dims(x,axis=-1) xp.flip(x) xp.flip(x,axis=0)
        xp.flip(x,axis=(0,1)) xp.moveaxis(x,0,1) xp.permute_dims(x,(1,0)) xp.repeat(x,2) xp.repeat(x,3,axis=0) xp.roll(x,1) xp.roll(x,(1,-1),axis=(0,1))
        xp.squeeze(x[None,...],axis=0) xp.stack([x,y]) xp.stack([x,y],axis=2) xp.tile(x,(2,1,2)) xp.unstack(x) xp.unstack(x,axis=1)
        xp.broadcast_to(x,(2,3,4)) xp.broadcast_arrays(x,x[0,:]) xp.reshape(x,(4,3)) xp.reshape(x,(-1,),copy=True) xp.matrix_transpose(x)
        xp.nonzero(x) xp.where(x==y,x,y) xp.take(x,xp.asarray([1,0,2]),axis=0) xp.take(v,xp.asarray([3,1]))
        xp.take_along_axis(x,xp.asarray([[0,1],[2,0],[3,3]])) xp.tril(x) xp.tril(x,k=-1) xp.triu(x) xp.triu(x,k=1) xp.meshgrid(v,v) xp.meshgrid(v,v,indexing="ij")
        xp.asarray(x) xp.asarray(x,copy=True) xp.empty_like(x).shape xp.zeros_like(x) xp.ones_like(x) xp.full_like(x,1) xp.isin(x,y)
        x[1,...] x[:,1:3] x[...,None] x[x==x] x[::-2,1] xp.astype(x,xp.bool) xp.result_type(x,y)
        xp.isdtype(x.dtype,"numeric") xp.isdtype(x.dtype,("bool","integral")) xp.unique_counts(v) xp.unique_inverse(x) xp.diff(x) xp.diff(x,axis=0,n=2)
        """,
    "numeric": """
        xp.sum(x) xp.sum(x,axis=0) xp.sum(x,axis=(0,1),keepdims=True) xp.prod(x,axis=1) xp.cumulative_sum(v) xp.cumulative_sum(x,axis=1,include_initial=True)
        xp.cumulative_prod(x,axis=0) xp.cumulative_prod(v,include_initial=True) xp.matmul(x,xp.matrix_transpose(y)) xp.tensordot(x,y) xp.tensordot(x,y,axes=((0,),(0,)))
        xp.vecdot(x,y) xp.vecdot(x,y,axis=0) xp.diff(v,prepend=v[:1],append=v[1:2]) x+y x*y x-1 2*x x@xp.matrix_transpose(y) -x +x abs(x)
        xp.sum(x,dtype=xp.complex128) xp.prod(v,dtype=xp.complex128)
        """,
    "real numeric": """
        xp.max(x) xp.max(x,axis=1) xp.min(x,axis=0,keepdims=True) xp.argmax(x) xp.argmax(x,axis=1) xp.argmin(x,axis=0,keepdims=True) xp.sort(x) xp.sort(x,axis=0)
        xp.sort(x,descending=True) xp.argsort(x) xp.argsort(x,axis=0,descending=True) xp.searchsorted(xp.sort(v),v) xp.searchsorted(xp.sort(v),v,side="right")
        xp.searchsorted(v,v,sorter=xp.argsort(v)) xp.clip(x,min=1) xp.clip(x,1,2) xp.clip(x,max=3) xp.clip(x) x>y x<=2 x//(xp.abs(y)+1) x%(xp.abs(y)+1)
        """,
    "floating": """
        xp.mean(x,axis=0) x/y xp.mean(v) x**2 xp.astype(x,xp.complex128) xp.can_cast(x,xp.complex128) xp.can_cast(x,xp.float32)
        """,
    "real": """
        xp.mean(x) xp.std(x) xp.std(x,axis=0,correction=1) xp.var(x,axis=1,keepdims=True) xp.var(v,correction=0.5) xp.linspace(0,1,5,dtype=x.dtype)
        xp.linspace(0,1,num=4,endpoint=False,dtype=x.dtype) xp.arange(1,2,0.25,dtype=x.dtype) xp.finfo(x.dtype).eps xp.finfo(x.dtype).max xp.finfo(x.dtype).smallest_normal
        """,
    "integer": "xp.arange(5,dtype=x.dtype) xp.iinfo(x.dtype).max xp.iinfo(x.dtype).bits ~x x<<1 x>>1 x&y x|1 x^y",
    "complex": "xp.imag(x) xp.real(x) xp.conj(x) abs(x)",
    "bool": "~x x&y x|True x^y xp.eye(3) xp.eye(2,3,k=1,dtype=xp.bool) xp.zeros(3) xp.ones((2,3),dtype=xp.bool) xp.full((2,),3) xp.full((2,),True) xp.full(2,1.5)",
}  # fmt: skip
SPECIAL = [numpy.nan, numpy.inf, -numpy.inf, -0.0, 0.0, 1.0, -1.5, 2.0, 0.5, 3.0, -2.0, 7.25]
ROUGH = {"float32": 1e-5, "complex64": 1e-5, "float64": 1e-11, "complex128": 1e-11}


EITHER_ZERO = ("xp.maximum", "xp.minimum", "xp.max", "xp.min", "xp.sort", "xp.clip")
"""Functions that may give either zero where there are both."""


def values(kind: str, which: int, special: bool) -> Any:
    """Twelve numbers as a NumPy array of shape (3, 4)."""
    numbers = numpy.random.default_rng(which)
    found: Any = numbers.integers(0, 5, (3, 4)).astype("float64")
    if special:
        found = numpy.roll(numpy.array(SPECIAL), which).reshape(3, 4)
    if kind in COMPLEX:
        found = found + 1j * numbers.integers(0, 3, (3, 4))
    elif kind.startswith(("int", "float")) and not special:
        found = found - (which == 0)
    return found.astype(kind)


def result(xp: Any, call: str, kind: str, special: bool) -> Any:
    make = (lambda a: np.asarray(a, device=layouts.device)) if xp is np else (lambda a: strict.asarray(a))
    x, y = (make(values(kind, which, special)) for which in (0, 1))
    with numpy.errstate(all="ignore"):
        return eval(call, {"xp": xp, "x": x, "y": y, "v": make(values(kind, 2, special).reshape(-1)[:6])})


def compare(found: Any, wanted: Any, text: str) -> None:
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            compare(one, other, text)
    elif isinstance(wanted, strict._array_object.Array):
        assert isinstance(found, np.ndarray), text
        assert found.device is layouts.device, text
        wanted = wanted._array
        got = numpy.asarray(found.to_device("cpu"))
        assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), text
        near = ROUGH.get(str(wanted.dtype), 0)
        numpy.testing.assert_allclose(got, wanted, near, near, err_msg=text)
        if wanted.dtype.kind == "f":
            zero = wanted == 0
            assert (numpy.signbit(got) == numpy.signbit(wanted))[zero].all() or text.startswith(EITHER_ZERO), text
    elif hasattr(wanted, "_np_dtype"):
        assert found == getattr(np, str(wanted._np_dtype)), text
    else:
        assert found == wanted, text


def check(call: str, kinds: str, special_complex: bool = False) -> None:
    for kind in KINDS[kinds]:
        for special in (False, True) if kind in FLOATING or (kind in COMPLEX and special_complex) else (False,):
            text = f"{call} of {kind}, special={special}"
            try:
                wanted = result(strict, call, kind, special)
            except (TypeError, ValueError):
                continue  # the standard leaves it open
            compare(result(np, call, kind, special), wanted, text)


CASES = (
    [(f"xp.{name}(x)", kinds) for kinds, names in UNARY.items() for name in names]
    + [(f"xp.{name}(x,y)", kinds) for kinds, names in BINARY.items() for name in names]
    + [(call, kinds) for kinds, text in CALLS.items() for call in text.split()]
)


@pytest.mark.parametrize(("call", "kinds"), CASES)
def test_values(call: str, kinds: str) -> None:
    check(call, kinds)


@pytest.mark.host_only("names")
def test_every_function_is_called() -> None:
    """A function that is not in the table above is one of these."""
    elsewhere = {"from_dlpack", "broadcast_shapes", "unique_all", "unique_values", "empty", "bool", "e", "pi", "inf", "nan",
                 "newaxis", "asarray"} | set(DTYPES)  # fmt: skip
    text = " ".join(call for call, _ in CASES)
    missing = [name for name in NAMES if f"xp.{name}(" not in text and name not in elsewhere]
    assert not missing


def test_others() -> None:
    x = np.asarray([[3.0, np.nan, 3.0], [np.nan, -1.0, 3.0]], device=layouts.device)
    every = np.unique_all(x)
    assert every.counts.tolist() == [1, 3, 1, 1] and every.indices.tolist() == [4, 0, 1, 3]
    assert every.inverse_indices.shape == x.shape
    assert numpy.asarray(every.values.to_device("cpu"))[:2].tolist() == [-1.0, 3.0]
    assert np.unique_values(x).shape == (4,)
    assert np.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert np.empty((2, 3), dtype=np.int8).shape == (2, 3)
    assert np.from_dlpack(strict.asarray([1, 2])).tolist() == [1, 2]


def test_inspection() -> None:
    ours, theirs = np.__array_namespace_info__(), strict.__array_namespace_info__()
    assert set(ours.capabilities()) == set(theirs.capabilities())
    assert ours.default_device() is layouts.device and layouts.device in ours.devices()
    assert type(ours.devices()) is tuple
    assert set(ours.default_dtypes()) == set(theirs.default_dtypes())
    assert {key: value.itemsize for key, value in ours.default_dtypes().items()}["indexing"] == 8
    assert set(ours.dtypes()) == set(theirs.dtypes())
    for kind in ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"):
        assert set(ours.dtypes(kind=kind)) == set(theirs.dtypes(kind=kind))
    assert set(ours.dtypes(kind=("bool", "integral"))) == set(theirs.dtypes(kind=("bool", "integral")))
    assert ours.dtypes(device=layouts.device)["int8"] == np.int8


# --- As Hypothesis makes arrays --------------------------------------------------------------------------------------

strategies: Any = make_strategies_namespace(np, api_version="2022.12")


@pytest.mark.host_only("what is compared is on the host")
@pytest.mark.parametrize("kind", DTYPES)
@given(st.data())
def test_strategies(kind: str, data: Any) -> None:
    """Arrays from lists of any numbers of a dtype, their elements, views, masks, sets and order, as the suite has them."""
    x = data.draw(strategies.arrays(getattr(np, kind), strategies.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)))
    key = data.draw(strategies.indices(x.shape, allow_newaxis=True))
    mask = data.draw(strategies.arrays(np.bool, x.shape))
    values = numpy.asarray(x)
    numpy.testing.assert_array_equal(numpy.asarray(x[key]), values[key])
    numpy.testing.assert_array_equal(numpy.asarray(x[mask]), values[numpy.asarray(mask)])
    numpy.testing.assert_array_equal(numpy.asarray(np.from_dlpack(x)), values)
    every = np.unique_all(x)
    numpy.testing.assert_array_equal(numpy.asarray(every.values)[numpy.asarray(every.inverse_indices)], values)
    assert int(np.sum(every.counts)) == x.size and every.values.shape == every.counts.shape == every.indices.shape
    if x.ndim and kind not in ("bool", *COMPLEX):
        wanted = strict.sort(strict.asarray(values), descending=True)
        numpy.testing.assert_array_equal(numpy.asarray(np.sort(x, descending=True)), wanted._array)

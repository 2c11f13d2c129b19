"""Dtypes by NumPy's names: kinds, texts and byte orders."""

from __future__ import annotations

import itertools

import numpy
import pytest
from array_samples import sample
from layouts import DTYPES, dtype_id

import ocean
import ocean.numpy as np

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


def test_kinds_of_dtypes() -> None:
    kinds = (
        "generic",
        "number",
        "integer",
        "signedinteger",
        "unsignedinteger",
        "inexact",
        "floating",
        "complexfloating",
    )
    for name in ("bool", "uint8", "int32", "float16", "float64", "complex64"):
        for kind in kinds:
            assert np.issubdtype(sample(1, kind=name).dtype, getattr(np, kind)) == numpy.issubdtype(
                name, getattr(numpy, kind)
            )
        assert np.issubdtype(name, "int32") == numpy.issubdtype(name, "int32")
    assert np.issubdtype(np.floating, np.inexact) and not np.issubdtype(np.floating, np.integer)


@pytest.mark.host_only
def test_a_dtype_equals_every_text_that_names_it() -> None:
    codes = [
        "?",
        "i1",
        "u2",
        "i4",
        "<i8",
        "=u8",
        "l",
        "e",
        "f2",
        "f4",
        "f",
        "d",
        "f8",
        "<f8",
        "F",
        "c16",
        "float64",
        "longlong",
    ]
    for kind in (
        "bool",
        "int8",
        "uint16",
        "int32",
        "int64",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ):
        own, other = np.zeros(2, kind).dtype, numpy.dtype(kind)
        assert [own == code for code in codes] == [other == code for code in codes]
        assert not any(own == text for text in (">f8", ">i4", "nosuch", "", "(", "i4,f8", "O", "S3", "M8[s]"))


ORDERED = """
    zeros(3,K) ones((2,3),dtype=K) full(3,7,K) full(2,2.5,dtype=K) zeros_like(v,dtype=K) ones_like(w,K) full_like(w,3,dtype=K) eye(3,dtype=K)
    array([[1,2],[3,4]],K) array(v,dtype=K) asarray(v,K) asarray(w,K) asarray(s,K) asarray(s,'f8') array(s,'i2') array([s,s],K)
    ascontiguousarray(w,K) asfortranarray(w,K) frombuffer(bytes(range(32)),K) ndarray((2,2),K,buffer=bytearray(range(64))) ndarray((2,),K).dtype
    v.astype(K) w.astype(K,copy=False) s.astype(K) s.astype(K,copy=False) s.astype('f8') s.astype('f8',copy=False) s.astype('i4') w.T.astype(K)
    s.view() s.view(s.dtype) s.view('f8') s.view('>i8') s.view('u1') s.view('u1').view('>f8') s.view('u1').view('f8') v.view('>f8') v.view(K).dtype
    s[1:] s.T s.reshape(2,2) s[[0,2]]+0 s+s v.astype(s.dtype) concatenate([v,v],dtype=K,casting='unsafe')+0
    result_type(K,'f4') promote_types(K,K) can_cast(K,'f8','no') can_cast(K,'f8','equiv') fromiter([1,2],K) s.itemsize s.tolist() s.nbytes
"""


@pytest.mark.host_only("byte orders are the host's")
@pytest.mark.parametrize("code", [">f8", ">i4", ">c16", numpy.dtype(">f2")], ids=str)
@pytest.mark.parametrize("call", ORDERED.split())
def test_dtypes_in_the_other_byte_order(call: str, code: str) -> None:
    """They are NumPy's, in values, dtypes and memory."""
    found = []
    for module in (numpy, np):
        v = module.asarray(numpy.arange(4.0))
        swapped = module.asarray(numpy.arange(4).astype(">f8"))
        names = {
            "K": code,
            "v": v,
            "w": module.asarray(numpy.arange(6).reshape(2, 3).astype("u1")),
            "s": swapped,
            "bytes": bytes,
        }
        text = call if call[0] in "vsw" and call[1] in ".[+" else f"np.{call}"
        found.append(eval(text, {"np": module, **names}))
    wanted, got = found
    if not isinstance(wanted, numpy.ndarray):
        assert got == wanted
        return
    assert type(got) is np.ndarray and got.dtype == wanted.dtype and got.tolist() == wanted.tolist()
    assert numpy.asarray(got).tobytes() == wanted.tobytes()


@pytest.mark.host_only("byte orders are the host's")
def test_tensors_have_the_byte_order_and_not_their_dtypes() -> None:
    for refused in (
        lambda: ocean.dtype(">f4"),
        lambda: ocean.zeros([3], ">f4"),
        lambda: ocean.zeros([3], numpy.dtype(">f4")),
    ):
        with pytest.raises(TypeError):
            refused()
    lazy = np.ones(3).lazy() + 1
    assert np.asarray(lazy, float).tolist() == np.array(lazy, float).tolist() == [2, 2, 2] and np.asarray(lazy, "f4").dtype == "f4"
    a = np.zeros(3, ">f4")
    assert ocean.asTensor(a).byteswapped and ocean.asTensor(a).dtype is ocean.float


@pytest.mark.host_only
def test_dtypes_meet_at_once() -> None:
    codes = ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
    for three in itertools.product(codes, repeat=3):
        wanted = numpy.result_type(*three)
        assert (
            np.result_type(*three) == wanted and np.concatenate([np.zeros(1, each) for each in three]).dtype == wanted
        ), three

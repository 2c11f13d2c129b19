"""Small ways of NumPy's functions that its own tests look at: signatures, `out`, protocols, finfo."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ocean.numpy as np

LIBRARIES = [pytest.param(numpy, id="numpy"), pytest.param(np, id="ocean")]
"""What is tested of ours holds for NumPy, too."""


@pytest.mark.parametrize("lib", LIBRARIES)
def test_aliases_are_the_same_functions(lib: Any) -> None:
    for first, second in (("true_divide", "divide"), ("abs", "absolute"), ("conj", "conjugate"), ("acos", "arccos")):
        assert getattr(lib, first) is getattr(lib, second) and getattr(lib, first).__name__ == second


@pytest.mark.parametrize("lib", LIBRARIES)
def test_finfo_is_a_class(lib: Any) -> None:
    assert isinstance(lib.finfo("f4"), lib.finfo) and not isinstance(lib.iinfo("i4"), lib.finfo)
    assert lib.finfo[lib.float64].__args__ == (lib.float64,) and isinstance(lib.finfo, type)


@pytest.mark.parametrize("lib", LIBRARIES)
def test_vecdot_out_by_position(lib: Any) -> None:
    a, b = lib.arange(12).reshape(2, 3, 2), lib.arange(4).reshape(2, 1, 2) + 1
    c = lib.zeros((2, 3), dtype="i2")
    assert lib.vecdot(a, b, c) is c and c.tolist() == (a * b).sum(axis=-1).tolist()
    d = lib.zeros((2, 3, 4), dtype="i8")
    lib.vecdot(a, b, d[..., 0])
    assert d[..., 0].tolist() == c.tolist()
    assert lib.vecdot(a, b.transpose(0, 2, 1), axes=[2, 1], keepdims=True).shape == (2, 3, 1)
    with pytest.raises(TypeError):
        lib.vecdot(a, b, keepdims="true")
    for axes in ([-1, -1, -1], [-1, -1, (-1,)], [-1, (-2, -1), ()]):
        with pytest.raises(IndexError):
            lib.vecdot(a, b, axes=axes)


@pytest.mark.parametrize("lib", LIBRARIES)
def test_matmul_fills_a_larger_out(lib: Any) -> None:
    v, out = lib.arange(3), lib.zeros((2, 1), dtype=int)
    lib.matmul(v, v, out)
    assert out.tolist() == [[5], [5]]
    with pytest.raises(ValueError):
        lib.matmul(lib.eye(2), lib.eye(2), lib.zeros((2, 3)))


@pytest.mark.parametrize("lib", LIBRARIES)
def test_signatures_name_loops(lib: Any) -> None:
    a = lib.arange(3) * 0.5
    assert lib.add(a, 0.5, sig="ii->i", casting="unsafe").tolist() == [0, 0, 1]
    for kind, signature in (
        (TypeError, ("e", "d", None)), (ValueError, "%^->#"), (ValueError, b"ii-i"), (ValueError, (None, "f8")),
        (UnicodeDecodeError, b"\xff\xff->i"), (TypeError, 123.0),
    ):  # fmt: skip
        with pytest.raises(kind):
            lib.add(lib.float16(1), lib.uint64(2), signature=signature)


@pytest.mark.parametrize("lib", LIBRARIES)
def test_numbers_are_cast_by_the_rule(lib: Any) -> None:
    for options in ({"dtype": int}, {"dtype": int, "casting": "safe"}, {"dtype": "f4", "casting": "equiv"}):
        with pytest.raises(TypeError):
            lib.add(3.0, 4.0, **options)
    assert lib.add(3.0, 4.0, dtype="f4").dtype == "f4" and lib.add(1, 2, dtype="u1", casting="safe").dtype == "u1"
    assert int(lib.add(3.7, 4.7, dtype=int, casting="unsafe")) == 7


@pytest.mark.parametrize("lib", LIBRARIES)
def test_ellipsis_as_out(lib: Any) -> None:
    assert [each.tolist() for each in lib.divmod(7, 2, out=...)] == [3, 1]
    assert lib.add.reduce(lib.ones(3), out=...).shape == ()
    for call in (
        lambda: lib.add(1, 2, ...), lambda: lib.divmod(1, 2, out=(lib.empty(()), ...)),
        lambda: lib.add.reduce(1, out=(...,)),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("lib", LIBRARIES)
def test_no_identity_element(lib: Any) -> None:
    with pytest.raises(ValueError):
        lib.add.reduce([], initial=None)
    assert float(lib.add.reduce([])) == 0
    product = lib.frompyfunc(lambda a, b: a * b, nin=2, nout=1, identity=None)
    assert product.reduce(lib.ones((2, 2)), axis=(0, 1)) == 1
    with pytest.raises(ValueError):
        lib.frompyfunc(lambda a, b: a * b, nin=2, nout=1).reduce(lib.ones((2, 2)), axis=(0, 1))


@pytest.mark.parametrize("lib", LIBRARIES)
@pytest.mark.parametrize("kind", ["c8", "c16", "f4", "f8"])
def test_sums_keep_negative_zeros(lib: Any, kind: str) -> None:
    start = complex(-0.0, -0.0) if kind[0] == "c" else -0.0
    for n in (0, 1, 5, 150):
        found = lib.sum(lib.full(n, start, dtype=kind), initial=start)
        assert numpy.signbit(found.real) and (kind[0] == "f" or numpy.signbit(found.imag))
    mixed = lib.sum(lib.asarray([complex(-0.0, 2.0), complex(-0.0, 3.0)], dtype="c16"), initial=complex(-0.0, 0.0))
    assert numpy.signbit(mixed.real) and mixed == 5j


@pytest.mark.parametrize("lib", LIBRARIES)
def test_protocols_are_asked(lib: Any) -> None:
    class Index:
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
            return [k for k, each in enumerate(inputs + named.get("out", ())) if each is self]

    class Wrapped:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return numpy.zeros(1)

        def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
            return "wrapped"

    x = lib.zeros(1)
    assert lib.sin(x, out=(Index(),)) == [1] and lib.minimum(x, Wrapped()) == "wrapped"
    with pytest.raises(TypeError):
        x.__array_ufunc__(1, 2)
    with pytest.raises(TypeError):
        lib.array(1, no_such=True, like=type("Own", (), {"__array_function__": lambda *given: "own"})())

    class Bad(lib.ndarray):  # type: ignore[misc, name-defined]
        @property
        def __array_finalize__(self) -> Any:
            raise RuntimeError

    with pytest.raises(TypeError):
        lib.arange(3).view(Bad)


@pytest.mark.host_only("interfaces are of the memory of the host")
@pytest.mark.parametrize("lib", LIBRARIES)
def test_interfaces(lib: Any) -> None:
    a = lib.arange(12).reshape(3, 4)[:, :2]
    assert lib.arange(3).__array_interface__["strides"] is None and a.__array_interface__["strides"] == (32, 8)
    shape = {"__array_interface__": {**lib.array([1, 2, 3]).__array_interface__, "shape": ()}}
    assert lib.asarray(type("Own", (), shape)()).shape == ()


@pytest.mark.parametrize("lib", LIBRARIES)
def test_options_of_printing(lib: Any) -> None:
    with lib.printoptions(legacy="2.1", threshold=5):
        assert "shape" not in repr(lib.arange(10))
    with lib.printoptions(threshold=5):
        assert "shape=(10,)" in repr(lib.arange(10))
    with lib.printoptions(override_repr=lambda x: "own"):
        assert repr(lib.arange(3)) == "own"


@pytest.mark.host_only("errors are found by NumPy, on the host")
@pytest.mark.parametrize("lib", LIBRARIES)
def test_errors_of_casts(lib: Any) -> None:
    a = lib.asarray([1.0, float("nan")])
    with lib.errstate(invalid="raise"), pytest.raises(FloatingPointError):
        lib.add(a, a, dtype=lib.intp, casting="unsafe")


def test_swapped_bytes_have_no_dlpack() -> None:
    with pytest.raises(BufferError):
        np.from_dlpack(np.arange(5).astype(">i8"))

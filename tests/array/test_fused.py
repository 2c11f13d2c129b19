"""Lazy arrays and fused functions of arrays: what they compute is what eager calls on arrays compute."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from typing import Any

import layouts
import numpy
import pytest
from layouts import DTYPES, LAYOUTS, SIZE, TARGETS, dtype_id, sample

import ocean
import ocean.numpy as np
from ocean._src.core.objects.array import inner_field
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.lazy.barriers import NAMES as BARRIERS
from ocean._src.ops.numpy_rows import FUNCTIONS
from ocean._src.ops.table import ROWS

every_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
ARITY = {name: ROWS[entry.row].arity for name, entry in FUNCTIONS.items() if entry.public}
VALUE_CHECKED = ("power",)  # of integers: negative powers are refused where they are seen


def is_lazy(value: Any) -> bool:
    return type(value) is np.ndarray and isinstance(inner_field(value), rtensor)


def values_of(value: Any) -> Any:
    return layouts.read(ocean.asTensor(value))


def identical(got: Any, wanted: Any) -> None:
    """The same dtype, shape, device and bits; NaN is NaN."""
    assert type(got) is type(wanted) is np.ndarray
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    assert got.device is wanted.device
    mine, other = values_of(got), values_of(wanted)
    for part in ("real", "imag") if other.dtype.kind == "c" else ("real",):
        layouts.same(getattr(mine, part), getattr(other, part))


def outcome(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ValueError, TypeError, ArithmeticError, IndexError) as error:
        return type(error)


def agree(lazily: Callable[[], Any], eagerly: Callable[[], Any], stays: bool = True) -> None:
    """Both give the same, or the same kind of error; the lazy one is lazy if it stays so."""
    wanted, got = outcome(eagerly), outcome(lazily)
    if isinstance(wanted, type) or isinstance(got, type):
        assert got is wanted
        return
    assert is_lazy(got) == stays
    identical(got.eval(), wanted.copy())


def array_of(kind: Any, layout: str = "contiguous", seed: int = 0, size: tuple[int, ...] = SIZE) -> np.ndarray:
    """An array on a tensor of any layout."""
    return np.asarray(sample(layout, kind, size, seed).tensor)


def strict(value: Any) -> Any:
    """Lazy, and rounded after each step as eager calls are."""
    return value.lazy(strict=True)


# --- Elementwise -------------------------------------------------------------------------------------------------


@every_dtype
@pytest.mark.parametrize("name", sorted(ARITY))
def test_functions(name: str, kind: Any) -> None:
    function, a = getattr(np, name), array_of(kind)
    operands = [a, array_of(kind, seed=1)][: ARITY[name]]
    if name in VALUE_CHECKED and not kind.isfloat and kind is not ocean.bool:
        operands[1] = operands[1] & 7
    others = operands[1:]
    agree(lambda: function(strict(a), *others), lambda: function(a, *others))
    if others:
        agree(lambda: function(a, strict(others[0])), lambda: function(a, others[0]))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", [ocean.uint8, ocean.half, ocean.double, ocean.cfloat], ids=dtype_id)
def test_layouts(layout: str, kind: Any) -> None:
    a, b = array_of(kind, layout), array_of(ocean.float)
    agree(lambda: strict(a) * b + a, lambda: a * b + a)
    agree(lambda: np.sqrt(strict(a.T)) - 1, lambda: np.sqrt(a.T) - 1)
    if not kind.iscomplex:
        agree(lambda: strict(a).max(axis=0), lambda: a.max(axis=0), stays=False)
    agree(lambda: np.all(strict(a), axis=-1), lambda: np.all(a, axis=-1), stays=False)


OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
    operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge, operator.and_, operator.or_,
]  # fmt: skip
NUMBERS = [2, 3, 0.5, -1, 300, 1e300, True, 1 + 2j, 7.25, numpy.float32(2), ocean.int8(3)]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("kind", [ocean.bool, ocean.uint8, ocean.int64, ocean.half, ocean.float, ocean.cfloat],
                         ids=dtype_id)  # fmt: skip
def test_operators_and_numbers(kind: Any, number: Any) -> None:
    a = array_of(kind)
    for each in OPERATORS:
        agree(lambda each=each: each(strict(a), number), lambda each=each: each(a, number))
        if each is not operator.pow or isinstance(number, float):
            agree(lambda each=each: each(number, strict(a)), lambda each=each: each(number, a))


@every_dtype
def test_casts_and_parts(kind: Any) -> None:
    a = array_of(ocean.cdouble if kind.iscomplex else ocean.int16)
    agree(lambda: a.lazy().astype(kind), lambda: a.astype(kind))
    b = array_of(kind)
    for each in (operator.attrgetter("real"), operator.attrgetter("imag"), abs, np.conj):
        agree(lambda each=each: each(strict(b)), lambda each=each: each(b))


@pytest.mark.parametrize("kinds", [(ocean.int8, ocean.uint8), (ocean.float, ocean.int64), (ocean.int64, ocean.uint64)],
                         ids=str)  # fmt: skip
def test_promotion_and_broadcasting(kinds: Any) -> None:
    a, b = array_of(kinds[0], size=(4, 1, 3)), array_of(kinds[1], size=(5, 1))
    for each in (operator.add, operator.truediv, operator.lt, np.maximum):
        agree(lambda each=each: each(strict(a), b), lambda each=each: each(a, b))
    agree(lambda: np.where(a.lazy() > 1, b, 0.5), lambda: np.where(a > 1, b, 0.5))
    agree(lambda: np.clip(a.lazy(), 1, 5), lambda: np.clip(a, 1, 5))


# --- Views and indexing --------------------------------------------------------------------------------------------

KEYS: list[Any] = [
    0, (1, 0), (slice(None), 0), slice(None, None, -1), (Ellipsis, slice(0, 1)), (slice(None), None), [1, 0, 1],
    ([0, 1], [0, 0]), (slice(None), [0, 0, 1]), ([[0], [1]], [0, 1]), 50, [50], (0, 0, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize("layout", ["contiguous", "strided", "zero_stride"])
def test_indexing(layout: str) -> None:
    a = array_of(ocean.double, layout)
    lazy = a.lazy() * 2
    for key in KEYS:
        agree(lambda key=key: lazy[key], lambda key=key: (a * 2)[key])
    mask = a > 0
    agree(lambda: lazy[mask], lambda: (a * 2)[mask])
    agree(lambda: lazy[mask[:, 0]] if a.ndim > 1 else lazy[mask], lambda: (a * 2)[mask[:, 0]])
    agree(lambda: lazy.map([1, 0]), lambda: (a * 2)[[1, 0]])


def test_views() -> None:
    a = array_of(ocean.float)
    lazy = a.lazy() + 1
    eager = a + 1
    for view in (
        lambda x: x.T, lambda x: x.mT, lambda x: x.reshape(-1), lambda x: x.reshape(-1, order="F"),
        lambda x: x.ravel(), lambda x: x.ravel("F"), lambda x: x.transpose(), lambda x: x.swapaxes(0, -1),
        lambda x: x[None].squeeze(), lambda x: x.reshape(SIZE[0], -1), lambda x: x.reshape(-1, SIZE[0], order="F"),
    ):  # fmt: skip
        agree(lambda view=view: view(lazy), lambda view=view: view(eager))


# --- Reductions ----------------------------------------------------------------------------------------------------

REDUCTIONS = ["sum", "prod", "min", "max", "mean", "var", "std", "all", "any", "argmin", "argmax", "count_nonzero"]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("kind", [ocean.bool, ocean.int8, ocean.uint64, ocean.half, ocean.float, ocean.cdouble],
                         ids=dtype_id)  # fmt: skip
def test_reductions(name: str, kind: Any) -> None:
    a = np.asarray(layouts.device(ocean.asTensor(layouts.values(kind, SIZE, special=False), kind)))
    function = getattr(np, name)
    for named in ({}, {"axis": 0}, {"axis": -1, "keepdims": True}):
        agree(lambda named=named: function(strict(a), **named), lambda named=named: function(a, **named), False)
        agree(lambda named=named: function(strict(a.T) * 2, **named), lambda named=named: function(a.T * 2, **named),
              False)  # fmt: skip


# --- Destinations, conversions, printing --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ocean.half, ocean.double, ocean.cfloat], ids=dtype_id)
def test_destinations(kind: Any) -> None:
    a = array_of(ocean.float)
    wanted = (a * a).astype(kind)
    for layout in TARGETS:
        target = np.asarray(sample(layout, kind).tensor)
        target[...] = a.lazy() * a
        identical(target.copy(), wanted)
    given = np.zeros(SIZE, kind)
    given += a.lazy() * a
    identical(given, (np.zeros(SIZE, kind) + (a * a)).astype(kind))
    given.assign(a.lazy() * a)
    identical(given, wanted)
    given.assign(a.lazy()[0] * 2, resize=True)
    identical(given, (a[0] * 2).astype(kind))
    overlapping = np.arange(6.0)
    overlapping[1:] = overlapping.lazy()[:-1] * 10
    assert overlapping.tolist() == [0, 0, 10, 20, 30, 40]


def test_numbers_iteration_and_text() -> None:
    a = np.array([1.0, 2.0, 3.0])
    lazy = a.lazy() * 2
    assert float(lazy[1]) == 4 and bool(lazy[0] == 2) and int(lazy[2]) == 6 and lazy.sum().item() == 12
    assert [float(x) for x in lazy] == [2, 4, 6] and lazy.tolist() == [2, 4, 6] and len(lazy) == 3
    where = "" if layouts.device.host else f", device='{layouts.device.name}'"
    assert repr(lazy) == f"array([2., 4., 6.]{where}, lazy)" and str(lazy) == "[2. 4. 6.]"
    assert (lazy.shape, lazy.ndim, lazy.size, lazy.dtype, lazy.device) == ((3,), 1, 3, ocean.double, layouts.device)
    with pytest.raises(ocean.OceanTypeError, match="evaluate it first"):
        lazy[0] = 1
    with pytest.raises(ocean.OceanTypeError, match="evaluate it first"):
        lazy.real = 1
    before = lazy
    lazy += 1
    assert before.tolist() == [2, 4, 6] and lazy.tolist() == [3, 5, 7] and is_lazy(lazy)
    assert pickle.loads(pickle.dumps(lazy)).tolist() == [3, 5, 7]
    a[0] = 10
    assert lazy.tolist() == [21, 5, 7]  # elements are read when it is evaluated


def test_large_ones_are_printed_by_their_corners() -> None:
    large = np.constant((10**5, 10**6), 1.5) + np.indices((10**5, 10**6), axis=1)  # would be 800 GB
    assert repr(large).startswith("array([[1.5") and "shape=(100000, 1000000)" in repr(large)
    assert float(large[-1, -1]) == 1e6 + 0.5


def test_constants_and_indices() -> None:
    constant = np.constant((2, 3), 4, np.float32)
    assert is_lazy(constant) and (constant.shape, constant.dtype) == ((2, 3), ocean.float)
    assert constant.device is layouts.device and constant.tolist() == [[4] * 3] * 2
    for axis in (0, 1, -1):
        found = np.indices((2, 3), axis=axis)
        assert is_lazy(found) and found.tolist() == numpy.indices((2, 3))[axis].tolist()
    assert np.indices((2, 3), np.int32).tolist() == numpy.indices((2, 3)).tolist()
    assert [each.shape for each in np.indices((2, 3), sparse=True)] == [(2, 1), (1, 3)]


def test_explain() -> None:
    a = array_of(ocean.double)
    text = str((a.lazy() * 2 + a).explain())
    assert text.startswith("lazy array: 1 pass, no temporaries")
    with pytest.raises(ocean.OceanTypeError, match="for lazy arrays"):
        a.explain()


# --- Fused functions -------------------------------------------------------------------------------------------------


def standardize(x: Any) -> Any:
    return (x - np.mean(x, axis=0)) / np.std(x, axis=0, keepdims=True)


@pytest.mark.parametrize("fuse", [ocean.fuse, np.fuse])
def test_fused_functions(fuse: Any) -> None:
    calls = []

    @fuse
    def f(x: Any, y: Any, s: Any = 2.0) -> Any:
        calls.append(x)
        return {"sum": np.sum(x * y), "pair": (x * s + y, standardize(x)), "shape": x.shape, "none": None}

    x, y = array_of(ocean.float), array_of(ocean.double, seed=1)
    x, y = np.where(np.isfinite(x), x, 1), np.where(np.isfinite(y), y, 2)
    for _ in range(2):
        got = f(x, y, 3.0)
        assert got["shape"] == x.shape and got["none"] is None and got["sum"].shape == ()
        assert not any(is_lazy(each) for each in (got["sum"], *got["pair"]))
        assert got["sum"].device is layouts.device
        identical(got["pair"][0], x * 3.0 + y)
        numpy.testing.assert_allclose(values_of(got["pair"][1]), values_of(standardize(x)), rtol=1e-4, atol=1e-5)
        numpy.testing.assert_allclose(values_of(got["sum"]), values_of(np.sum(x * y)), rtol=1e-12)
    f(x, y, 4.0)
    assert [type(each) for each in calls] == [np.ndarray]
    f(y, y)
    f(x.T, y.T)
    assert len(calls) == 3


@pytest.mark.parametrize("kind", [ocean.int16, ocean.half, ocean.float, ocean.cfloat], ids=dtype_id)
def test_numbers_of_fused_functions_are_weak(kind: Any) -> None:
    a = array_of(kind, size=(3,))
    for f in (lambda x, s: x * s, lambda x, s: x + s * 2, lambda x, s: np.sqrt(s) - x, lambda x, s: x / s + 1):
        fused = np.fuse(f, strict=True)
        for number in (2.0, 0.3, 1e300, 2, 1 + 1j):
            if f(a, number).dtype.kind in "fc":
                with numpy.errstate(all="ignore"):
                    got, wanted = fused(a, number), f(a, numpy.sqrt(number) ** 2 if number == 2 else number)
                assert got.dtype is f(a, number).dtype, (number, got.dtype)
                if number != 1e300:
                    numpy.testing.assert_allclose(values_of(got), values_of(wanted), rtol=5e-3 if kind is ocean.half else 1e-5)
    strong = np.fuse(lambda x, s: x + s)(a, ocean.double(1.0))
    assert strong.dtype is (a + ocean.double(1.0)).dtype


def test_fused_functions_take_lists_and_numpy() -> None:
    f = np.fuse(lambda x, y: x + y[0])
    assert f([[1, 2], [3, 4]], numpy.array([[10, 20], [30, 40]])).tolist() == [[11, 22], [13, 24]]
    sign = np.fuse(lambda x: x if x[0] > 0 else -x)
    assert sign([1.0]).tolist() == sign(numpy.array([-1.0])).tolist() == [1]
    with pytest.raises(ocean.OceanTypeError, match="cannot look at values"):
        ocean.fuse(lambda x: x if x[0] > 0 else -x)(ocean.asTensor([1.0]))
    inside = np.fuse(lambda x: f(x, x) * 2)
    assert inside([[1, 2]]).tolist() == [[4, 8]]
    assert np.fuse(lambda x: x.T @ x)(np.array([[1.0, 2.0]])).tolist() == [[1, 2], [2, 4]]
    lazy = np.array([1.0, 2.0]).lazy()
    assert np.fuse(lambda x: x + 1)(lazy * 2).tolist() == [3, 5]


def L2(t: Any) -> Any:
    return np.sqrt(np.dot(t.T, t))


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.double], ids=dtype_id)
def test_norms_without_temporaries(kind: Any) -> None:
    v = np.asarray(layouts.values(ocean.float, (1000,), special=False)).astype(kind).to_device(layouts.device)
    wanted = numpy.linalg.norm(values_of(v).astype(float))
    for got in (L2(v.lazy()), L2((v + 0).lazy() * 1), np.fuse(L2)(v), ocean.fuse(L2)(v)):
        assert got.shape == () and got.dtype == kind
        assert abs(float(got) - wanted) < wanted * (2e-3 if kind is ocean.half else 1e-5)
    shown = np.fuse(L2).explain(v)
    assert sum(shown.temporaries) <= kind.size  # the sum


@pytest.mark.host_only
def test_norms_store_nothing() -> None:
    """What was stored on the way is kept for later once it is free."""
    v = np.linspace(0, 1, 10**6)

    def kept(norm: Any) -> int:
        ocean.cpu.emptyCache()
        float(norm())
        return ocean.cpu.cachedBytes

    assert kept(lambda: L2(v.lazy() + 1)) < 10**6 < kept(lambda: L2((v + 1)[...]))


def test_lazy_negative_powers_of_integers() -> None:
    """They are not refused, because they are not known: the results are rounded towards zero."""
    for kind in ("int8", "int64"):
        base, power = (np.array(each, kind, device=layouts.device) for each in ([0, 1, -1, -1, 5], [-1, -7, -3, -2, -7]))
        assert (np.lazy(base) ** np.lazy(power)).eval().tolist() == [0, 1, -1, 1, 0]


BOTH = {
    "mean": lambda x: ocean.mean(x),
    "beside a number": lambda x: x - ocean.mean(x),
    "before a number": lambda x: ocean.mean(x) - x,
    "over an axis": lambda x: ocean.sum(x, 0),
    "elementwise": lambda x: ocean.exp(x) * ocean.mean(x),
    "norm": lambda x: x / ocean.norm(x),
    "product": lambda x: ocean.multiply(x, "T", x),
    "rounded": lambda x: ocean.round(x, 1),
    "chosen": lambda x: np.where(x > 2, x, 0),
    "as arrays": lambda x: np.asarray(ocean.sin(x)) + np.asarray(x),
    "as tensors": lambda x: ocean.asTensor(x, ocean.float) + ocean.asTensor(np.cos(x)),
    "cast": lambda x: ocean.float(x) + 1,
    "NumPy's": lambda x: numpy.mean(x, axis=0),
    "rows": lambda x: (np.asarray(x) - np.mean(x, axis=0)) / np.std(x, axis=0),
}


@pytest.mark.parametrize("name", BOTH)
def test_functions_of_both_modules_are_traced(name: str) -> None:
    """A fused function gives what the function gives, whichever class comes and whichever module it calls."""
    values = numpy.array([[1.25, 2.5, 3.0], [4.0, 5.0, 7.0]])
    a = np.asarray(values, device=layouts.device)
    for given in (a, ocean.asTensor(a)):
        wanted = BOTH[name](given)
        for found in (ocean.fuse(BOTH[name])(given), np.fuse(BOTH[name])(given)):
            assert type(found) is type(wanted) and getattr(found, "dtype", None) is getattr(wanted, "dtype", None)
            assert numpy.allclose(values_of(np.asarray(found)), values_of(np.asarray(wanted)), rtol=1e-6)


NEEDING = """
    clip(x,0,1) zeros_like(x) stack([x,x]) roll(x,1) cumsum(x,0) sort(x,0) unique(x) median(x) concatenate([x,x]) pad(x,1) tile(x,2)
    insert(x,1,7,axis=1) argsort(x,axis=1) diff(x) nonzero(x)[0] x[x>1] repeat(x,2) searchsorted(x[0],x) digitize(x,[0,2])
    histogram(x,3)[0] partition(x,1) tril(x) cross(x,x) interp(x,[0,9],[1,2]) linalg.svd(x)[1] fft.rfft(x) where(x)[1] vstack([x,x])
"""  # fmt: skip


@pytest.mark.parametrize("call", NEEDING.split())
def test_functions_that_need_values_run_between_passes_or_deferred(call: str) -> None:
    """Of arrays. With tensors, whose operations are not deferred, they name themselves."""
    a = np.asarray(layouts.values(ocean.double, (2, 3), special=False), device=layouts.device)
    plain = eval(f"lambda x: np.{call} * 2 + 1" if not call.startswith("x") else f"lambda x: {call} * 2 + 1", {"np": np})
    call_it = np.fuse(lambda x: plain(x * 2 + 1))
    for given in (a, a[::-1], numpy.asarray(a.tolist()) + 1):
        wanted = plain(np.asarray(given, device=layouts.device) * 2 + 1)
        for _ in range(2):
            found = call_it(given)
            assert found.dtype == wanted.dtype
            numpy.testing.assert_array_equal(values_of(found), values_of(wanted))
    if call.partition("(")[0].rpartition(".")[2] in BARRIERS:
        assert "passes" in str(np.fuse(lambda x: plain(x * 2)).explain(a))
        return
    with pytest.raises(ocean.OceanTypeError, match=r"<lambda> asks for the values of an r-tensor.* at .*, line 1, so that it is not traced"):
        np.fuse(lambda x: plain(x * 2)).explain(a)


@pytest.mark.parametrize("name", ["unique", "nonzero", "histogram"])
def test_functions_that_need_values_of_tensors_name_themselves(name: str) -> None:
    a = ocean.ones([3, 2])
    with pytest.raises(ocean.OceanTypeError, match=rf"^the values of an r-tensor, which {name}\(\) needs, asked for at .*, line 1, "):
        ocean.fuse(eval(f"lambda x: ocean.{name}(x{', 3' if name == 'histogram' else ''})", {"ocean": ocean}))(a)
    with pytest.raises(ocean.OceanTypeError, match=r"^the values of an r-tensor, which float\(\) needs, asked for at"):
        ocean.fuse(lambda x: float(x[0, 0]))(a)


def test_tensors_and_arrays_are_not_mixed_in_a_trace() -> None:
    a = np.ones((2, 3), device=layouts.device)
    for call, words in (
        (lambda x: x + ocean.sin(x), "convert one of them"),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=words):
            ocean.fuse(call)(a)


def test_parts_of_computed_values_are_computed_once() -> None:
    """A value is stored if its parts have more elements than it, or if its elements need many operands."""
    a = np.asarray(layouts.values(ocean.double, (30, 40), special=False), device=layouts.device)

    def rows(x: Any, taps: int) -> Any:
        return sum(k * x[k : 30 - taps + k] for k in range(taps))

    for function, passes in (
        (lambda x: (lambda y: y[1:] - y[:-1])(x * 2 + 1), 2), (lambda x: (lambda y: y[:15] * y[15:])(x * 2 + 1), 1),
        (lambda x: (x * 2 + 1)[1:] - 3, 1), (lambda x: rows(x, 4)[:, 1:], 1), (lambda x: rows(x, 9)[:, 1:], 2),
        (lambda x: (lambda y: sum(y[:, k : k + 30] for k in range(9)))(rows(x, 9)), 2), (lambda x: x[1:] - x[:-1], 1),
    ):  # fmt: skip
        fused = np.fuse(function)
        numpy.testing.assert_array_equal(values_of(fused(a)), values_of(function(a)))
        assert len(fused.explain(a).passes) == passes


# --- Functions that change arrays --------------------------------------------------------------------------------


def stencil(a: Any, b: Any) -> None:
    b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])


def in_steps(a: Any, b: Any) -> Any:
    for k in range(4):
        fused_stencil(a, b)
        fused_stencil(b, a)
        if k == 2:
            a[0] = 5
    return a


fused_stencil = np.fuse(stencil)


def an_alias(a: Any, b: Any) -> Any:
    y = a * 2
    z = y
    y += b
    return z


def a_view(a: Any, b: Any) -> Any:
    y = a * 2
    part = y[1:]
    y += b
    return part


def of_a_view(a: Any, b: Any) -> Any:
    y = a * 2
    part = y[1:]
    part *= 3
    return y


def the_whole_as_a_view(a: Any, b: Any) -> Any:
    y = a * 2
    same = y.reshape(y.shape)
    y -= b
    return same


def an_argument(a: Any, b: Any) -> Any:
    a += b
    return a


def of_an_argument(a: Any, b: Any) -> Any:
    column = a[:, 1]
    column *= 2
    return a + b


def a_given_result(a: Any, b: Any) -> Any:
    np.multiply(a, b, out=a)
    return a


def a_new_array(a: Any, b: Any) -> Any:
    made = np.zeros_like(a)
    made[1:] = a[1:] + b[:-1]
    made[:, 0] = 7
    return made


def with_a_mask(a: Any, b: Any) -> Any:
    a[a > 0.5] = 0.5
    return a * b


def looks_at_values_and_writes(a: Any, b: Any) -> Any:
    if a.sum() > 0:
        b[...] = a
    return b


WRITERS = [
    in_steps, a_view, of_a_view, the_whole_as_a_view, an_argument, of_an_argument, a_given_result,
    a_new_array, with_a_mask, looks_at_values_and_writes,
]  # fmt: skip


@pytest.mark.host_only
@pytest.mark.parametrize("size", [5, 150])  # of a matrix: one that is small, and one whose operations are deferred
@pytest.mark.parametrize("function", [an_alias, *WRITERS], ids=lambda each: each.__name__)
def test_functions_that_change_arrays(function: Any, size: int) -> None:
    fused = np.fuse(function)
    plain = numpy.random.default_rng(size).random((2, size, size))
    for _ in range(3):
        a, b, c, d = (np.array(each) for each in (*plain, *plain))
        wanted, found = function(a, b), fused(c, d)
        assert found.tolist() == wanted.tolist() and c.tolist() == a.tolist() and d.tolist() == b.tolist()
    assert fused.writes == (function in WRITERS)


@pytest.mark.host_only
def test_a_function_that_changes_arrays_is_not_explained() -> None:
    with pytest.raises(ocean.OceanTypeError, match="an_argument changes arrays, so that it is not traced"):
        np.fuse(an_argument).explain(np.zeros(3), np.ones(3))


@pytest.mark.host_only
def test_errors_of_a_function_that_changes_arrays_are_its_own() -> None:
    def wrong(a: Any) -> Any:
        a[1:] = np.zeros(7)
        return a

    def of_another_kind(a: Any) -> Any:
        y = a.astype(int)
        y += 0.5
        return y

    with pytest.raises(ValueError, match="could not broadcast|shape"):
        np.fuse(wrong)(np.zeros(3))
    with pytest.raises(TypeError, match="Cannot cast"):
        np.fuse(of_another_kind)(np.zeros(3))


@pytest.mark.host_only
def test_a_tensor_that_is_an_argument_is_changed() -> None:
    @ocean.fuse
    def function(t: Any) -> Any:
        t += 1
        return t

    t = ocean.asTensor([1.0, 2.0])
    with pytest.warns(RuntimeWarning, match="changes a tensor"):
        assert function(t).asPython() == [2, 3]
    assert t.asPython() == [2, 3]


def test_products_and_running_sums_of_large_computed_operands() -> None:
    x, a, b = np.ones((256, 300)), np.ones((300, 200)) / 300, np.ones((200, 7)) / 200
    for layers in (lambda x, a, b: np.maximum(x @ a, 0) @ b, lambda x, a, b: (x + 1) @ (a * 2) - 1):
        given = (x, a, b)
        assert np.allclose(np.fuse(layers)(*given), layers(*given))
    long = np.arange(70_000.0)
    tensor = ocean.asTensor(long, deepcopy=True)
    assert ocean.all(ocean.fuse(lambda x: ocean.cumsum(x + 1, 0))(tensor) == ocean.cumsum(tensor + 1, 0))

"""r-tensors: what they compute is what eager calls compute, over dtypes, layouts, operands and views."""

from __future__ import annotations

import contextlib
import copy
import math
import operator
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import layouts
import mirror
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, SIZE, TARGETS, dtype_id, read, sample

import ocean
from ocean._src.core.objects.rtensor import operands_of, rtensor
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

every_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
FLOATS = [kind for kind in DTYPES if kind.isfloat]


def identical(got: Any, wanted: Any) -> None:
    """The same dtype, size and bits; NaN is NaN."""
    assert got.dtype is wanted.dtype
    if isinstance(wanted, ocean.tensor):
        assert isinstance(got, ocean.tensor) and got.size == wanted.size and got.device is wanted.device
        got, wanted = read(got), read(wanted)
    else:
        assert not isinstance(got, (ocean.tensor, rtensor))
        got, wanted = np.array(got.asPython()), np.array(wanted.asPython())
    for part in ("real", "imag") if wanted.dtype.kind == "c" else ("real",):
        layouts.same(getattr(got, part), getattr(wanted, part))


def outcome(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ValueError, TypeError, ArithmeticError) as error:
        return type(error)


def agree(lazily: Callable[[], Any], eagerly: Callable[[], Any]) -> None:
    """Both give the same, or the same kind of error."""
    wanted, got = outcome(eagerly), outcome(lazily)
    if isinstance(wanted, type):
        assert got is wanted
        return
    assert isinstance(got, rtensor) and got.size == wanted.size and got.dtype is wanted.dtype
    assert got.device is wanted.device
    identical(got.eval(), wanted.eval())


# --- Elementwise -------------------------------------------------------------------------------------------------

ROWS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": lambda x, y: x + y @ x - y,
    "divided": lambda x, y: ocean.trueDivide(x, y) + 1,
    "compared": lambda x, y: ocean.where(ocean.equal(x, y), x, ocean.negative(y)),
    "logical": lambda x, y: ocean.logicalAnd(x, ocean.logicalNot(y)),
    "selected": lambda x, y: ocean.where(ocean.isnan(x), y, ocean.absolute(x)) @ 2,
}


@every_dtype
@pytest.mark.parametrize("row", ROWS)
def test_expressions_equal_eager_calls(kind: ocean.dtype, row: str) -> None:
    """Layouts and the other dtype are sampled, so that all are used with each row and dtype in several tests."""
    number = DTYPES.index(kind) * len(ROWS) + list(ROWS).index(row)
    one, other = (list(LAYOUTS)[(number * step) % len(LAYOUTS)] for step in (1, 5))
    x = sample(one, kind, seed=number).tensor
    y = sample(other, DTYPES[(number * 7 + 3) % len(DTYPES)], seed=number + 1).tensor
    agree(lambda: ROWS[row](ocean.lazy(x, strict=True), y), lambda: ROWS[row](x, y))
    agree(lambda: ROWS[row](y, x.lazy(True)), lambda: ROWS[row](y, x))


@pytest.mark.every_layout
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", [ocean.int16, ocean.float, ocean.cdouble], ids=dtype_id)
def test_every_layout(layout: str, kind: ocean.dtype) -> None:
    x, y = sample(layout, kind).tensor, sample("strided", kind, seed=1).tensor
    agree(lambda: ocean.lazy(x) @ y + x, lambda: x @ y + x)
    agree(lambda: (ocean.lazy(x) + y)[[2, 0], :, 1], lambda: (x + y)[[2, 0], :, 1])


OPERANDS: dict[str, Any] = {
    "int": 3, "large int": 100_000, "negative": -7, "float": 0.1, "zero": -0.0, "infinite": float("inf"), "bool": True,
    "complex": 1 + 2j, "huge": 1e300, "int8": ocean.int8(3), "cfloat": ocean.cfloat(1 - 1j), "half": ocean.half(0.5),
    "list": [1, 2, 3, 4, 5], "nested": [[1.5] * 3] * 5, "array": np.arange(5, dtype=np.int16),
    "number of NumPy": np.float32(1.25), "array of floats": np.linspace(0, 1, 15).reshape(5, 3, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", OPERANDS)
@pytest.mark.parametrize("kind", [ocean.uint8, ocean.half, ocean.float, ocean.cdouble], ids=dtype_id)
def test_operands_of_every_kind(name: str, kind: ocean.dtype) -> None:
    x, other = sample("contiguous", kind, special=False).tensor, OPERANDS[name]
    operations: tuple[Any, ...] = (operator.add, operator.sub, operator.matmul, ocean.greater, ocean.add)
    for does in operations:
        agree(lambda does=does: does(x.lazy(True), other), lambda does=does: does(x, other))
        agree(lambda does=does: does(other, x.lazy(True)), lambda does=does: does(other, x))


def test_every_operator() -> None:
    x, y = ocean.asTensor([7, 8, -9]), ocean.asTensor([2, 3, 4])
    for name in ("add", "sub", "matmul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift",
                 "eq", "ne", "lt", "le", "gt", "ge"):  # fmt: skip
        does = getattr(operator, name)
        agree(lambda does=does: does(x.lazy(), y), lambda does=does: does(x, y))
        agree(lambda does=does: does(x, y.lazy()), lambda does=does: does(x, y))
        agree(lambda does=does: does(5, y.lazy()), lambda does=does: does(5, y))
    for does in (operator.neg, operator.pos, operator.invert, abs):
        agree(lambda does=does: does(x.lazy()), lambda does=does: does(x))
    r = before = x.lazy()
    r += y
    assert r is not before and r.eval().asPython() == [9, 11, -5] and before.eval().asPython() == [7, 8, -9]


@pytest.mark.parametrize("kind", [ocean.half, ocean.chalf], ids=dtype_id)
def test_halves_keep_the_precision_of_float(kind: ocean.dtype) -> None:
    x = sample("contiguous", kind, (64,), special=False).tensor
    wide = read(x).astype(complex)
    got = read(((x.lazy() + 1) @ x - x).eval())
    wanted = (wide + 1) * wide - wide
    small = np.abs(wanted) < 60000
    assert (np.abs(got - wanted) <= 2.0**-10 * np.abs(wide * wide) + 2.0**-10 * np.abs(wanted) + 2.0**-23)[small].all()


def test_signs_of_constants() -> None:
    x = ocean.asTensor([-0.0])
    for condition in (True, False):
        agree(lambda condition=condition: ocean.where(x.lazy() == 0 if condition else x != 0, x.lazy() + 0.0, x + -0.0),
              lambda condition=condition: ocean.where(x == 0 if condition else x != 0, x + 0.0, x + -0.0))  # fmt: skip


# --- Views -------------------------------------------------------------------------------------------------------

VIEWS: dict[str, Callable[[Any], Any]] = {
    "T": lambda t: t.T,
    "transposed": lambda t: t.swapAxes(0, 2),
    "permuted": lambda t: t.permuteAxes([1, 2, 0]),
    "reversed": lambda t: t.reverseAxes(),
    "flipped": lambda t: t.flipAxis(0),
    "sliced": lambda t: t.slice(0, 1, 3),
    "diagonal": lambda t: t.diag(1),
    "unsqueezed": lambda t: t.unsqueeze(1),
    "squeezed": lambda t: t[:1].squeeze(),
    "broadcast": lambda t: t.unsqueeze(3).broadcastTo([5, 3, 2, 2]),
    "flat": lambda t: t.flatten(),
    "flat in rows": lambda t: t.flatten("C"),
    "reshaped": lambda t: t.reshape(3, 10),
    "reshaped after": lambda t: t.reverseAxes().reshape(10, 3),
    "like another": lambda t: t.reshapeLike(ocean.zeros([10, 3])),
    "broadcast like another": lambda t: t[:, :1].broadcastLike(ocean.zeros([5, 4, 2])),
    "conjugate transpose": lambda t: t.ctranspose(),
    "in one row": lambda t: t.ravel("C"),
    "turned over": lambda t: ocean.flip(t, [0, 2]),
    "turned": lambda t: t.rot90(3),
    "moved": lambda t: ocean.moveaxis(t, 0, 2),
    "real": lambda t: t.real,
    "imag": lambda t: t.imag,
    "integer": lambda t: t[2],
    "range": lambda t: t[1:4, ::-1],
    "steps": lambda t: t[::2, :, 1],
    "ellipsis": lambda t: t[..., 0],
    "new": lambda t: t[None, :, 1],
    "list": lambda t: t[[4, 0, 0, -1]],
    "inner list": lambda t: t[:, [2, 1]],
    "two lists": lambda t: t[[0, 1, 4], [2, 2, 0]],
    "list and range": lambda t: t[[3, 1], 1:, 0],
    "mask": lambda t: t[[True, False, True, True, False]],
    "whole mask": lambda t: t[ocean.asTensor(np.arange(30).reshape(5, 3, 2) % 3 == 0)],
    "tensor": lambda t: t[ocean.asTensor([3, 3, 1])],
    "array": lambda t: t[np.array([1, 2])],
    "lists of lists": lambda t: t[[2, 0]][:, [1, 0]],
    "list, then flat": lambda t: t[[2, 0, 1]].flatten("C"),
    "empty list": lambda t: t[:0],
    "no mask": lambda t: t[[False] * 5],
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", [ocean.int16, ocean.half, ocean.cdouble], ids=dtype_id)
def test_views_of_expressions(view: str, kind: ocean.dtype) -> None:
    look = VIEWS[view]
    x = sample(list(LAYOUTS)[list(VIEWS).index(view) % len(LAYOUTS)], kind).tensor
    y = sample("contiguous", ocean.float, (5, 1, 2), seed=1, special=False).tensor
    agree(lambda: look(x.lazy(True)), lambda: look(x))
    assert isinstance(look(x.lazy()), rtensor)
    agree(lambda: look((x.lazy(True) + y) @ 2), lambda: look((x + y) @ 2))
    agree(lambda: look(x.lazy(True) + y) - 1, lambda: look(x + y) - 1)


@settings(max_examples=40)
@given(data=st.data())
def test_views_of_views(data: st.DataObject) -> None:
    """Any sequence of views and operations, on the expression and on the values."""
    x = sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.double, special=False).tensor
    r, t = x.lazy() + 1, x + 1
    for _ in range(data.draw(st.integers(1, 5))):
        if t.ndims == 0:
            break
        axis = data.draw(st.integers(0, t.ndims - 1))
        length = t.size[axis]
        front = (slice(None),) * axis
        choice = data.draw(st.sampled_from(["reverse", "flip", "list", "range", "flat", "rows", "twice", "added"]))
        if choice == "list" and length:
            picked = data.draw(st.lists(st.integers(-length, length - 1), max_size=4))
            look: Any = lambda u, key=(*front, picked): u[key]  # noqa: E731
        elif choice == "range":
            key = (*front, slice(*sorted(data.draw(st.tuples(st.integers(0, length), st.integers(0, length))))))
            look = lambda u, key=key: u[key]  # noqa: E731
        else:
            look = {
                "reverse": lambda u: u.reverseAxes(), "flip": lambda u, axis=axis: u.flipAxis(axis),
                "flat": lambda u: u.flatten(), "rows": lambda u: u.flatten("C"), "twice": lambda u: u @ u,
                "added": lambda u: u + u[:1], "list": lambda u: u,
            }[choice]  # fmt: skip
        agree(lambda look=look, r=r: look(r), lambda look=look, t=t: look(t))
        r, t = outcome(lambda look=look, r=r: look(r)), outcome(lambda look=look, t=t: look(t))
        if isinstance(t, type):
            break


def test_elements_are_computed_alone() -> None:
    x = ocean.asTensor(np.arange(12.0).reshape(3, 4))
    r = x.lazy() @ 2
    identical(r[1, 2], (x @ 2)[1, 2])
    identical(r[[2, 1]][0, 3], (x @ 2)[2, 3])
    assert r[-1, -1].asPython() == 22
    for key in (3, (0, 4), [5], (0, 0, 0)):
        with pytest.raises((IndexError, ValueError)):
            r[key]


def test_constants_and_indices() -> None:
    identical(ocean.constant([2, 3], 1.5).eval(), ocean.full([2, 3], 1.5))
    identical(ocean.constant([2], 3, ocean.int8).eval(), ocean.full([2], 3, ocean.int8))
    assert ocean.indices([2, 3], 1).eval().asPython() == [[0, 0], [1, 1], [2, 2]]
    assert (ocean.indices([3]) + ocean.constant([3], 1)).eval().asPython() == [1, 2, 3]


# --- Reductions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("kind", [ocean.bool, ocean.int16, ocean.half, ocean.float, ocean.double, ocean.cdouble],
                         ids=dtype_id)  # fmt: skip
def test_reductions_equal_those_of_the_values(name: str, kind: ocean.dtype) -> None:
    function = REDUCTIONS[name]
    x, y = (sample("contiguous", kind, (17, 3, 2), seed, special=False).tensor for seed in (1, 2))
    r, t = (x.lazy(True) + y) @ x, (x + y) @ x
    for axes in ((), (0,), ([1, 2],), (1, True), ([0, 2], True)):
        wanted, got = outcome(lambda axes=axes: function(t, *axes)), outcome(lambda axes=axes: function(r, *axes))
        if isinstance(wanted, type):
            assert got is wanted
        else:
            identical(got, wanted)
    gathered, picked = r[[3, 0, 16, 3]], t[[3, 0, 16, 3]]
    wanted, got = outcome(lambda: function(picked, 0)), outcome(lambda: function(gathered, 0))
    if isinstance(wanted, type):
        assert got is wanted
    else:
        identical(got, wanted)


@pytest.mark.every_layout
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", [ocean.int16, ocean.float, ocean.cdouble], ids=dtype_id)
def test_distances_of_points_in_every_layout(layout: str, kind: ocean.dtype) -> None:
    """Operands that are read many times are put in a better order first."""
    p = sample(layout, kind, (45, 12), 1, special=False).tensor
    q = sample("row_major", kind, (37, 12), 2, special=False).tensor
    wanted = ocean.sum((p[:, None, :] - q[None, :, :]) ** 2, 2)
    identical(ocean.sum((p.lazy(True)[:, None, :] - q[None, :, :]) ** 2, 2), wanted)
    identical(ocean.sum((q.lazy(True)[:, None, :] - p[None, :, :]) ** 2, 2).T.clone(), wanted)
    picked = p.lazy(True)[[4, 0, 44] * 12]
    identical(ocean.sum((picked[:, None, :] - q[None, :, :]) ** 2, 2), wanted[[4, 0, 44] * 12])


def test_reductions_with_parameters_and_results() -> None:
    x, y = (sample("contiguous", ocean.double, (40, 3), seed, special=False).tensor for seed in (1, 2))
    r, t = x.lazy() - y, x - y
    identical(ocean.var(r, 0, ddof=1), ocean.var(t, 0, ddof=1))
    identical(ocean.stdev(r, ddof=2), ocean.stdev(t, ddof=2))
    identical(ocean.norm(r, 3), ocean.norm(t, 3))
    identical(ocean.norm(r, 1.5, 0), ocean.norm(t, 1.5, 0))
    for name in ("sum", "mean", "maximum", "stdev"):
        into, wanted = ocean.zeros([3], ocean.double), ocean.zeros([3], ocean.double)
        REDUCTIONS[name](r, 0, B=into)
        REDUCTIONS[name](t, 0, B=wanted)
        identical(into, wanted)


def test_reduction_into_an_operand_that_is_found_by_offsets() -> None:
    x = ocean.asTensor(np.arange(12.0).reshape(3, 4))
    wanted = ocean.sum(x[[2, 1, 0]], 0)
    ocean.sum(x.lazy()[[2, 1, 0]], 0, B=x[1])
    identical(x[1].clone(), wanted)


def test_row_times_column_is_a_sum() -> None:
    v = sample("contiguous", ocean.double, (50,), special=False).tensor
    np.testing.assert_allclose(read(ocean.lazy(v.lazy().T * v).eval()), read(v.T * v), rtol=1e-13)
    m = sample("contiguous", ocean.double, (4, 5), special=False).tensor
    identical(ocean.lazy((m.lazy() + 0) * m.T).eval(), m * m.T)


# --- Assignment --------------------------------------------------------------------------------------------------


@every_dtype
def test_assignment_casts_into_every_layout(kind: ocean.dtype) -> None:
    layout = TARGETS[DTYPES.index(kind) % len(TARGETS)]
    x = sample("contiguous", ocean.int16, special=False, seed=3).tensor
    r, t = x.lazy() @ 2 + 1, x @ 2 + 1
    for assign in (
        lambda into, value: into.copy(value),
        lambda into, value: operator.setitem(into, ..., value),
        lambda into, value: into.assign(value),
        lambda into, value: operator.setitem(into, slice(1, 3), value[1:3]),
        lambda into, value: operator.setitem(into, [3, 1], value[:2]),
    ):
        got, wanted = (sample(layout, kind).tensor for _ in range(2))
        around = layouts.surroundings(got)
        assign(got, r)
        assign(wanted, t)
        identical(got, wanted)
        assert (layouts.surroundings(got) == around).all()


@every_dtype
def test_assignment_through_lists_and_masks(kind: ocean.dtype) -> None:
    """Values go through lists and masks as those of tensors do: cast, and in the byte order of the destination."""
    x = sample("contiguous", ocean.double, (4, 3), special=False).tensor
    mask = ocean.asTensor(np.arange(12).reshape(4, 3) % 2 == 0)
    rows: list[Any] = [True, False, True, False]
    for key, part in (([3, 1], slice(2)), ((slice(None), [2, 2, 0]), slice(None)), (mask, None), (rows, slice(2))):
        got, wanted = ocean.zeros([4, 3], kind), ocean.zeros([4, 3], kind)
        for each in (got, wanted):
            each.byteswap()
        lazy, eager = x.lazy() @ 3 - 1, x @ 3 - 1
        got[key], wanted[key] = (lazy[mask], eager[mask]) if part is None else (lazy[part], eager[part])
        identical(got, wanted)
        got[key] = got.lazy()[mask] if part is None else got.lazy()[part] + 1
        wanted[key] = wanted[mask] if part is None else wanted[part] + 1
        identical(got, wanted)
    with pytest.raises(ValueError, match="Cannot assign a tensor of size 3x3"):
        got[[0, 1]] = x.lazy()[:3]
    vector = ocean.zeros([5], kind)
    vector[[4, 0, 4]] = ocean.lazy(ocean.asTensor([1.0, 2.0, 3.0])) + 1
    assert vector.asPython() == ocean.asTensor([3, 0, 0, 0, 4], kind).asPython()


@pytest.mark.parametrize("kind", [ocean.uint8, ocean.half, ocean.cfloat], ids=dtype_id)
def test_numbers_in_choices(kind: ocean.dtype) -> None:
    """Numbers beside a condition take the dtype that the other choice says, as in eager calls."""
    x, condition = sample("contiguous", kind).tensor, sample("contiguous", ocean.bool, seed=1).tensor
    double = sample("contiguous", ocean.double, seed=2).tensor
    for number in (3, 1000, 2.5, 1j, True):
        for lazy, eager in (
            ((condition.lazy(), x, number), (condition, x, number)),
            ((condition.lazy(), number, 2), (condition, number, 2)),
            ((double.lazy() > 0, number, x), (double > 0, number, x)),
            ((True, x.lazy(), number), (True, x, number)),
            ((1, number, x.lazy()), (1, number, x)),
        ):
            agree(lambda lazy=lazy: ocean.where(*lazy), lambda eager=eager: ocean.where(*eager))


def test_in_place_operators() -> None:
    for name in ("iadd", "isub", "imatmul", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor", "ilshift"):
        x, y = ocean.asTensor([7, 8, 9]), ocean.asTensor([2, 3, 4])
        t = same = x.clone()
        t = getattr(operator, name)(t, y.lazy() + 0)
        assert t is same
        identical(t, getattr(operator, name)(x, y))


def test_overlapping_assignment() -> None:
    def fresh() -> ocean.tensor:
        return ocean.asTensor(np.arange(16.0).reshape(4, 4))

    for assign in (
        lambda a, b: operator.setitem(a, slice(1, None), b[:-1]),
        lambda a, b: operator.setitem(a, slice(None, -1), b[1:]),
        lambda a, b: operator.setitem(a, ..., b.T),
        lambda a, b: operator.setitem(a, ..., b.flipAxis(0) + b.T),
        lambda a, b: operator.setitem(a, slice(2, None), b[[3, 2]] + b[[0, 3]]),
        lambda a, b: operator.setitem(a, ..., b[[3, 2, 1, 0]]),
        lambda a, b: operator.setitem(a, (slice(None), slice(1, None)), b[:, [3, 2, 1]]),
        lambda a, b: operator.setitem(a, 1, b[:, 0]),
        lambda a, b: a.T.copy(b + 1),
    ):
        got, wanted = fresh(), fresh()
        assign(got, got.lazy())
        assign(wanted, fresh())
        identical(got, wanted)


def test_what_cannot_be_assigned() -> None:
    x = ocean.asTensor([1.0, 2.0, 3.0])
    r = x.lazy() + 1
    with pytest.raises(TypeError, match="evaluate it first"):
        r[0] = 1
    for name in ("fill", "zero", "byteswap", "dealloc"):
        with pytest.raises(TypeError, match="evaluate"):
            getattr(r, name)(1)
    assert r.readonly and not hasattr(r, "strides")
    target = x.clone()
    target.readonly = True
    for assign in (target.copy, target.assign, lambda r: operator.setitem(target, ..., r)):
        with pytest.raises(ValueError, match="read-only"):
            assign(r)
    with pytest.raises(ValueError):
        ocean.zeros([2]).copy(r)
    with pytest.raises(ValueError, match=r"overlap|Zero-stride"):
        ocean.zeros([1]).broadcastTo([3]).copy(r)
    assert target.asPython() == [1, 2, 3]


def test_whatever_changes_a_tensor_is_refused() -> None:
    """Methods of tensors are those of the values of an r-tensor, unless they change the tensor."""
    arguments = [
        (), (1,), ([2, 3],), (0, 0), ("C",), (ocean.ones([3, 2]),), ([0], 5), ([[0, 1, 0]], 5), ([[0, 1, 0]], 5, 0),
        ([0], 5.0, 0), (0, 1, True), (None, True), (True,), ([3, 2], True), (ocean.int8,),
        (ocean.asTensor([[0], [1]]), 5, 0),
    ]  # fmt: skip
    changed = {}
    for name in dir(ocean.ones([2])):
        for args in () if name.startswith("_") else arguments:
            t = ocean.asTensor([[0.0, math.nan, 3.0], [4.0, 5.0, 6.0]])
            s = t.shallowCopy()
            before, view = pickle.dumps(s), (t.size, t.strides, t.dtype, t.storage.ptr, t.byteswapped)
            with contextlib.suppress(Exception):
                getattr(t, name)(*args)
            if (t.size, t.strides, t.dtype, t.storage.ptr, t.byteswapped) != view or pickle.dumps(s) != before:
                changed[name] = args
    assert {"fill", "put", "put_along_axis", "resize", "swap", "assign", "swapAxes", "copy"} <= changed.keys()
    for name, args in changed.items():
        r = ocean.lazy(ocean.ones([3, 2])) + 1
        with pytest.raises(TypeError):
            getattr(r, name)(*args)


def test_operands_are_those_of_the_time_of_building() -> None:
    x = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]])
    r = x.lazy() + 1
    x[0, 0] = 10
    assert r.eval().asPython() == [[11, 3], [4, 5]]
    x.reshape(4, inplace=True)
    assert r.eval().asPython() == [[11, 3], [4, 5]]
    x.dealloc()
    assert r.eval().asPython() == [[11, 3], [4, 5]]
    number = ocean.double(2)
    later = ocean.asTensor([1.0]).lazy() + number
    number += 5
    assert later.eval().asPython() == [3]


# --- Settings ----------------------------------------------------------------------------------------------------


def test_math_modes_report_at_evaluation() -> None:
    x = ocean.asTensor([-1.0, 4.0])
    r = ocean.sqrt(x.lazy(), "e") + 1
    with pytest.raises(ValueError):
        r.eval()
    with pytest.raises(ValueError):
        ocean.sum(r)
    x[0] = 9
    assert r.eval().asPython() == [4, 3] and ocean.sum(r) == 7
    x[0] = -1
    ocean.setWarningMode(2)
    w = ocean.log(x.lazy(), "w")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        w.eval()
    assert len(caught) == 1
    with pytest.raises(ValueError, match="evaluate it first"):
        ocean.sqrt(x.lazy(), "c")
    ocean.setDefaultMathMode("e")
    r = ocean.sqrt(x.lazy())
    ocean.setDefaultMathMode("-")
    with pytest.raises(ValueError):
        r.eval()
    assert np.isnan(read(ocean.sqrt(x.lazy()).eval())[0])


def test_settings_are_those_of_building() -> None:
    x, y = ocean.ones([3, 1]), ocean.ones([1, 2])
    wide, mixed = x.lazy() + y, x.lazy() + ocean.ones([3, 1], ocean.int8)
    checked = ocean.sqrt(x.lazy() + y, "e")
    ocean.setAutoBroadcast(False)
    ocean.setAutoTypecast(False)
    assert wide.eval().size == (3, 2) and mixed.eval().size == (3, 1) and checked.eval().size == (3, 2)
    assert ocean.sum(wide) == 12 and ocean.sum(wide, 0).asPython() == [6, 6] and ocean.sum(checked, 0).size == (2,)
    with pytest.raises(ValueError, match="broadcast"):
        x.lazy() + y
    with pytest.raises(TypeError, match="cast"):
        x.lazy() + ocean.ones([3, 1], ocean.int8)


# --- Splitting ---------------------------------------------------------------------------------------------------


def test_many_operands() -> None:
    tensors = [ocean.full([4], float(k)) for k in range(100)]
    r: Any = tensors[0].lazy()
    for each in tensors[1:]:
        r = r + each
    wanted = float(sum(range(100)))
    assert r.eval().asPython() == [wanted] * 4 and len(operands_of(r)) == 100
    assert len(r.explain().passes) > 1 and r.explain().temporaries and "stored0" in str(r.explain())
    assert r[[3, 1]].eval().asPython() == [wanted] * 2  # each operand is found by offsets
    assert ocean.sum(r) == 4 * wanted and ocean.sum(r[[3, 1]]) == 2 * wanted and r[2] == wanted
    assert "<svg" in r.explain()._repr_svg_()


@pytest.mark.host_only("the allocator of the host")
def test_many_large_operands_are_evaluated_by_blocks() -> None:
    given = [sample("contiguous", ocean.double, (300, 500), seed, special=False).tensor for seed in range(40)]
    total, wanted = ocean.lazy(given[0]), given[0]
    for each in given[1:]:
        total, wanted = total + each, wanted + each
    identical(total.eval(), wanted)
    out = ocean.tensor(ocean.descriptions.BasicTensorDescription(ocean.float, (300, 500), "C"))
    total.into(out)
    identical(out, ocean.float(wanted))
    ocean.cpu.emptyCache()
    ocean.cpu.peakBytes = 0
    total.into(out)
    assert ocean.cpu.peakBytes - ocean.cpu.usedBytes < 1 << 20
    given[3][1:] = total[:-1]  # the destination is an operand, and must not change while blocks are read
    identical(given[3][1:].clone(), wanted[:-1].clone())


@pytest.mark.parametrize("count", range(24, 36))
def test_operands_about_the_limits(count: int) -> None:
    tensors = [ocean.full([3], float(k)) for k in range(count)]
    half = count - 8
    parts: list[Any] = []
    for some in (tensors[:half], tensors[half:]):
        part: Any = some[0].lazy()
        for each in some[1:]:
            part = part - each
        parts.append(part)
    wanted = 0.0 - sum(range(half)) + half - sum(range(half + 1, count))
    r = parts[0] + parts[1]
    assert r.eval().asPython() == [wanted] * 3
    for name in ("sum", "stdev", "minimum", "mean"):
        identical(REDUCTIONS[name](r), REDUCTIONS[name](r.eval()))
        identical(REDUCTIONS[name](r[[0, 2]], 0), REDUCTIONS[name](r.eval()[[0, 2]], 0))
    identical(ocean.norm(r, 3), ocean.norm(r.eval(), 3))


def test_many_steps() -> None:
    x = ocean.asTensor([1.0, 2.0])
    r = x.lazy()
    for k in range(2000):
        r = r + 1 if k % 2 else r - 0.5
    assert r.eval().asPython() == [501, 502] and len(r.explain().passes) > 3
    assert ocean.maximum(r) == 502
    for _ in range(100_000):
        r = -r
    del r  # a long chain goes without deep recursion


# --- As a tensor -------------------------------------------------------------------------------------------------


def test_what_it_is() -> None:
    x = ocean.asTensor(np.arange(6, dtype=np.int16).reshape(2, 3)).clone()
    r = x.lazy() + 1
    assert isinstance(r, rtensor) and len(r) == 2 and r.size == (2, 3) and r.ndims == 2 and r.nelem == 6
    assert r.dtype is ocean.int16 and r.device is x.device and ocean.lazy(r) is r and r.lazy() is r
    with pytest.raises(TypeError):
        hash(r)
    with pytest.raises(TypeError):
        len(ocean.lazy(3))
    whole = ocean.ones([2, 3])
    assert whole.eval() is whole and whole.T.eval() is not whole and isinstance(r.eval(threads=1), ocean.tensor)
    for order in ("C", "F"):
        identical(r.copy(order), x + 1)
    assert r.copy("C").strides == (6, 2) and r.copy("F").strides == (2, 4)
    assert [each.asPython() for each in r] == [each.asPython() for each in x + 1]
    assert float(ocean.lazy(2.5) + 1) == 3.5 and bool(ocean.lazy(1) - 1) is False and int(ocean.lazy(3) @ 2) == 6
    with pytest.raises((TypeError, ValueError)):
        bool(r)
    assert ocean.double(r).dtype is ocean.double and isinstance(ocean.double(r), rtensor)


def test_what_size_and_dtype_say_needs_no_values() -> None:
    names = ("shape", "ndim", "nbytes", "itemsize", "elemsize", "isEmpty", "isScalar", "isReal", "isComplex")

    def say(t: Any) -> list[Any]:
        found = [getattr(t, name) for name in names]
        return [each() if callable(each) else each for each in found]

    x = sample("contiguous", ocean.cfloat).tensor
    assert say(x.lazy() + 1) == say(x)
    assert ocean.fuse(lambda t: (say(t + 1), t.real / t.shape[0]))(x)[0] == say(x)


def test_numpy() -> None:
    x = ocean.asTensor([1.0, 2.0])
    r = x.lazy() + 1
    assert np.asarray(r).tolist() == [2, 3]
    assert np.asarray(np.add(r, 1)).tolist() == [3, 4]
    assert isinstance(np.array([1.0, 2.0]) + r, rtensor)
    assert (np.array([1.0, 2.0]) + r).eval().asPython() == [3, 5]
    assert (np.float64(1) + r).eval().asPython() == [3, 4]


def test_printing_computes_only_what_is_shown() -> None:
    x = ocean.asTensor(np.arange(6.0).reshape(2, 3))
    assert str(x.lazy() + 1) == str(x + 1).replace(">", " (lazy)>")
    large = ocean.constant([100_000, 100_000, 100], 1.5) + ocean.indices([100_000, 100_000, 100], 0)
    assert "(lazy)" in str(large) and len(str(large)) < 10_000


def test_pickling() -> None:
    x = ocean.asTensor(np.arange(6.0).reshape(2, 3))
    shared = ocean.sqrt(x.lazy() @ x + 0.25)
    for r in (x.lazy(), shared - x + shared, (x.lazy() + 100.5)[[1, 0, 1]], ocean.sqrt(x.lazy(), "e"), x.lazy(True)):
        for again in (pickle.loads(pickle.dumps(r)), copy.deepcopy(r)):
            assert isinstance(again, rtensor)
            identical(ocean.cpu(again.eval()), ocean.cpu(r.eval()))


def test_damaged_pickles() -> None:
    x = ocean.asTensor([1.0, 2.0])
    rebuild, (operands, nodes, size) = (x.lazy() + 100.5).__reduce__()
    *first, (name, _, inputs, mode, strict, parts) = nodes
    for damaged in (
        (operands, nodes, (3,)), (operands, nodes, (2,) * 100), (operands, nodes, (-1,)), (operands[:1], nodes, size),
        (operands * 2, nodes, size), ((operands[1], operands[0].lazy()), nodes, size), (operands, [], size),
        ((ocean.int8(operands[0]), operands[1]), nodes, size),
        (operands, [*first, ("nothing", _, inputs, mode, strict, parts)], size),
        (operands, [*first, (name, _, inputs, mode, strict, ((0, (5,)), (1, (1,))))], size),
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError, LookupError)):
            rebuild(*damaged).eval()
    other = rebuild(operands, [*first, (name, ocean.int8, inputs, mode, strict, parts)], size).eval()
    assert other.dtype is ocean.int8 and other.asPython() == [101, 102]


@pytest.mark.every_layout
def test_several_devices() -> None:
    x = ocean.asTensor(np.arange(6.0).reshape(3, 2), device=layouts.device)
    y = ocean.asTensor(np.arange(6.0).reshape(3, 2), device=mirror.mirrors[1])
    for one, other in ((x, y), (y, x)):
        identical((one.lazy() + other).eval(), one + other)
        identical((one.lazy() + other.lazy()[[2, 0, 1]]).eval(), one + other[[2, 0, 1]])
        identical((one.lazy()[[2, 0, 1]] - other).eval(), one[[2, 0, 1]] - other)
        identical(ocean.sum(one.lazy() + other.lazy()[[2, 0, 1]], 0), ocean.sum(one + other[[2, 0, 1]], 0))
        target = other.clone()
        target.copy(one.lazy()[[2, 1, 1]] + 1)
        identical(target, other.device(one[[2, 1, 1]] + 1))
        identical(other.device(one.lazy() + 1), other.device(one + 1))


def test_sizes_without_elements() -> None:
    x = ocean.zeros([0, 3])
    assert (x.lazy() + 1).eval().size == (0, 3) and (x.lazy() + 1).T.reshape(0).eval().size == (0,)
    assert ocean.sum(x.lazy() + 1) == 0 and (x.lazy() + 1)[:, [2, 0]].eval().size == (0, 2)
    with pytest.raises(ValueError):
        ocean.minimum(x.lazy() + 1)
    assert SIZE == (5, 3, 2)


def test_names_of_other_packages_say_what_to_use() -> None:
    lazy = ocean.lazy(ocean.ones([3]))
    with pytest.raises(AttributeError, match="ocean.clip"):
        lazy.clip  # noqa: B018
    with pytest.raises(AttributeError, match="call the dtype"):
        lazy.astype  # noqa: B018
    assert not hasattr(lazy, "numpy")

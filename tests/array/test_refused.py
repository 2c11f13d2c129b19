"""What NumPy refuses is refused, with NumPy's class of error, and what it takes gives NumPy's values.

A statement is run with `np` as NumPy and as `ocean.numpy`; what it leaves in `a`, or the value of its last expression, is
compared. Random numbers of a seed are others, so that only their errors are.
"""

from __future__ import annotations

import ast
import builtins
import math
import warnings
from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np

INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def ran(statement: str, library: Any, **names: Any) -> tuple[Any, Exception | None]:
    """What a statement gives, or the error that it raises."""
    found = {"np": library, "nan": math.nan, "inf": math.inf, **names}
    tree = ast.parse(statement)
    last = tree.body[-1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(ast.Module(tree.body[:-1], []), "<test>", "exec"), found)
            if isinstance(last, ast.Expr):
                return eval(compile(ast.Expression(last.value), "<test>", "eval"), found), None
            exec(compile(ast.Module([last], []), "<test>", "exec"), found)
            return found.get("a"), None
        except Exception as error:
            return found.get("a"), error


def kind_of(error: Exception) -> type:
    """The class of Python's or of NumPy's that an error is."""
    known = (vars(builtins).values(), vars(numpy.exceptions).values(), (numpy.linalg.LinAlgError,))
    return next(each for each in type(error).__mro__ if any(each in group for group in known))


def values(found: Any) -> Any:
    if type(found) is np.ndarray:
        assert found.device is layouts.device or found.device is ocean.cpu
        return numpy.asarray(found.to_device("cpu"))
    if isinstance(found, tuple):
        return numpy.asarray([values(each) for each in found])
    return found if isinstance(found, (type(None), type, str)) else numpy.asarray(found)


def check(statement: str, **names: Any) -> None:
    """Whether Ocean does what NumPy does."""
    wanted, refused = ran(statement, numpy, **names)
    got, error = ran(statement, np, **names)
    if refused is not None:
        assert error is not None, f"{statement}: {kind_of(refused).__name__} expected ({refused}), got {got}"
        assert isinstance(error, kind_of(refused)), f"{statement}: {kind_of(refused).__name__} expected, got {error!r}"
    elif error is not None:
        raise AssertionError(f"{statement}: {wanted} expected") from error
    else:
        one, other = values(wanted), values(got)
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None), statement
        numpy.testing.assert_array_equal(other, one, statement)


def refuses(text: str) -> None:
    """Each line is a call that raises NumPy's error."""
    for line in filter(None, map(str.strip, text.splitlines())):
        _, refused = ran(line, numpy)
        assert refused is not None, f"NumPy takes {line}"
        check(line)


def takes(text: str) -> None:
    for line in filter(None, map(str.strip, text.splitlines())):
        _, refused = ran(line, numpy)
        assert refused is None, f"NumPy refuses {line}: {refused}"
        check(line)


# --- Python numbers that become elements -----------------------------------------------------------------------------

STORING = """
    a[0] = v; a
    a[1:2] = v; a
    a[:] = v; a
    a[...] = v; a
    a[::-1] = v; a
    a[[0, 2]] = v; a
    a[np.array([2, 0])] = v; a
    a[np.array([True, False, True])] = v; a
    a[1:1] = v; a
    a[:] = [1, v, 2]; a
    a[:] = (1, v, 2); a
    a[::-2] = [v, 1]; a
    a[[0, 2]] = [1, v]; a
    a[np.array([True, False, True])] = [v, 1]; a
    a.fill(v); a
    a.flat = v; a
    a.flat[1:] = [v, 1]; a
    np.put(a, [0, 2], v); a
    np.put(a, [0, 2], [v, 1]); a
    np.put(a, [], v); a
    np.place(a, [True, False, True], v); a
    np.place(a, [True, False, True], [1, v]); a
    np.putmask(a, [True, False, True], v); a
    np.putmask(a, [1, 0, 1], [1, 2, v]); a
    np.put_along_axis(a, np.array([1]), v, 0); a
    np.put_along_axis(a, np.array([1]), [v], 0); a
    np.copyto(a, v, casting='unsafe'); a
    np.insert(a, 1, v)
    np.insert(a, 1, [v, 2])
    np.insert(a, [0, 2], v)
    np.piecewise(a, [a == 0], [v, 1])
    np.array([v, 1], a.dtype)
    np.array([[1, 2], [v, 3]], a.dtype)
    np.asarray((1, v), a.dtype)
    np.array(v, a.dtype)
    np.fromiter([v], a.dtype)
    b = np.zeros((2, 2), a.dtype); np.fill_diagonal(b, v); b
    b = np.zeros((2, 2), a.dtype); np.fill_diagonal(b, [1, v]); b
    b = np.zeros((2, 2), a.dtype).T; b[0] = [v, 1]; b
    b = np.zeros((), a.dtype); b[()] = v; b
    b = np.zeros((), a.dtype); b[...] = v; b
""".strip().splitlines()


@pytest.mark.parametrize("kind", INTEGERS)
def test_numbers_that_become_integers(kind: str) -> None:
    limits = numpy.iinfo(kind)
    outside = [int(limits.max) + 1, int(limits.min) - 1, float(limits.max) * 2.5, float(limits.min) - 1e4, *(
        math.nan, math.inf, -math.inf, 1j)]  # fmt: skip
    inside = [int(limits.max), int(limits.min), 2.7, -0.5, True]
    for line in map(str.strip, STORING):
        for value in (*outside, *inside):
            if "copyto" in line and not isinstance(value, int):
                continue  # those are cast
            check(f"a = np.zeros(3, '{kind}'); {line}", v=value)


@pytest.mark.parametrize("kind", ("float16", "float32", "float64", "complex64", "complex128", "bool"))
def test_numbers_that_become_other_elements(kind: str) -> None:
    for line in map(str.strip, STORING):
        if "copyto" in line or ("piecewise" in line and kind == "bool"):
            continue
        for value in (1j, 2.5, -3, True, math.nan):
            check(f"a = np.zeros(3, '{kind}'); {line}", v=value)


def test_nothing_is_written_before_an_error() -> None:
    for line in map(str.strip, STORING):
        if line.startswith(("a", "np.p", "np.copyto")) and "piecewise" not in line:
            found, error = ran(f"a = np.arange(3, dtype='int8'); {line.removesuffix('; a')}; a", np, v=500)
            assert isinstance(error, OverflowError) and values(found).tolist() == [0, 1, 2], line


def test_every_way_into_foreign_memory() -> None:
    """Byteswapped, strided, reversed and unaligned elements."""
    raw = numpy.zeros(40, "u1")
    for memory in (
        numpy.zeros(3, ">i2"), numpy.zeros(6, "i2")[::2], numpy.zeros(3, "i2")[::-1], raw[1:7].view("i2"), raw[9:15].view(">i2")
    ):  # fmt: skip
        a = np.asarray(memory)
        for line in ("a[0] = v", "a[:] = v", "a[:] = [1, v, 2]", "a[[0, 2]] = v", "a.flat = v", "np.put(a, [1], [v])"):
            for value in (40000, math.nan, 1j):
                _, error = ran(line, np, a=a, v=value)
                assert isinstance(error, (ValueError, TypeError, OverflowError)) and not memory.any(), (line, value)
        a[:] = [1, -2, 3]
        assert memory.tolist() == [1, -2, 3]


def test_ranges_of_small_integers() -> None:
    for kind in INTEGERS:
        low, high = int(numpy.iinfo(kind).min), int(numpy.iinfo(kind).max)
        for start, stop, step in (
            (high - 2, high + 1, 1), (high + 1, high + 3, 1), (high, high + 2, 1), (low - 1, low + 2, 1), (0.5, 4, 1), (0, 3, 0.5),
            (high + 1, high + 1, 1), (3.0, 0, -0.5), (5, 0, -2), (-1.5, 3, 0.7), (math.nan, 3, 1), (0, math.inf, 1)
        ):  # fmt: skip
            if not (math.isinf(stop) or math.isnan(start)) and abs(stop) > 1 << 63:
                continue  # NumPy's own numbers are doubles there
            check(f"np.arange({start}, {stop}, {step}, dtype='{kind}')".replace("nan", "np.nan").replace("inf", "np.inf"))
    takes("np.arange(2**63, 2**63 + 3, dtype='u8')")


def test_numbers_beside_small_integers() -> None:
    refuses("""
        np.r_[np.arange(5, dtype='i1'), 255]
        np.r_[300, np.zeros(2, 'u1')]
        np.r_[np.zeros(2, 'u1'), -1]
        np.c_[np.arange(1, dtype='i1'), 255]
        np.full(2, 300, 'u1')
        np.full_like(np.zeros(2, 'u1'), -1)
        np.full((), 300, 'u1')
        np.ediff1d(np.arange(3, dtype='u1'), to_end=300)
        np.ediff1d([1, 2, 3], to_end=np.nan)
        np.ediff1d([1, 2, 3], to_begin=1.5)
        np.ediff1d(np.arange(3, dtype='f4'), to_begin=np.array([1], 'c8'))
        np.arange(3, dtype='u1') + 300
        np.maximum(np.arange(3, dtype='u1'), -1)
        np.sum(np.zeros(2, 'u1'), initial=1j)
        np.sum(np.zeros(2, 'i4'), initial=np.nan)
        np.sum(np.zeros(2), initial=[1, 2])
        np.max(np.zeros(2, 'u1'), initial=300)
        np.max(np.zeros(2), initial=1j)
        np.nan_to_num(np.zeros(2, 'f4'), nan=1j)
        np.nan_to_num(np.array([np.nan, 1], 'c8'), nan=1j)
        np.array([1, 2**64], 'u8')
    """)
    takes("""
        np.r_[np.arange(5, dtype='i1'), 3]
        np.r_[np.arange(5, dtype='i1'), 1.5]
        np.full(2, 300.5, 'u1')
        np.full(2, [300, 1], 'u1')
        np.ediff1d(np.arange(3, dtype='i1'), to_end=300)
        np.sum(np.zeros(2, 'i4'), initial=1.5)
        np.sum(np.zeros(2, 'f4'), initial=np.array(1.5))
        np.max(np.zeros(2, 'u1'), initial=np.array(300))
        np.array([1, 2.5, 2**63 - 1], 'i8')
        np.array([np.array(300), 1], 'u1')
        np.array(range(250, 256), 'u1')
    """)


# --- One element, and more -------------------------------------------------------------------------------------------


def test_elements_are_no_sequences() -> None:
    for kind in ("uint8", "float32", "complex64"):
        for key in ("0", "-1, ", "0, ..."):
            for value in ("[1]", "[[1]]", "(1,)", "range(1)", "[]", "[1, 2]", "[np.array(1)]"):
                check(f"a = np.zeros(2, '{kind}'); a[{key}] = {value}")
        for value in ("np.array([1])", "np.array([[1]])", "np.array([])", "np.zeros(2)"):
            check(f"a = np.zeros(2, '{kind}'); a[0] = {value}")
            check(f"a = np.zeros((2, 2), '{kind}'); a[0, 1] = {value}")
            check(f"a = np.zeros((), '{kind}'); a[()] = {value}")
            check(f"a = np.zeros(2, '{kind}'); a.fill({value})")
        for value in ("[[1]]", "[[1, 2]]", "[[[1, 2]]]", "[np.array([1, 2])]", "np.array([[1, 2]])", "np.array(3)", "[3]"):
            check(f"a = np.zeros((2, 2), '{kind}'); a[0] = {value}")
            check(f"a = np.zeros(2, '{kind}'); a[:] = {value}")
            check(f"a = np.zeros(2, '{kind}'); a[...] = {value}")
            check(f"a = np.zeros(2, '{kind}'); a[np.array([True, True])] = {value}")
            check(f"a = np.zeros(2, '{kind}'); a[[0, 1]] = {value}")
        check(f"a = np.zeros((), '{kind}'); a[...] = np.array([1])")
        check(f"a = np.zeros((), '{kind}'); a[...] = [1]")
        check(f"a = np.zeros(2, '{kind}'); a.flat[0] = [1, 2]")


def test_arrays_with_axes_are_no_numbers() -> None:
    refuses("""
        int(np.array([1]))
        int(np.array([[1]]))
        float(np.array([1.5]))
        complex(np.array([1.5]))
        import math; math.sqrt(np.array([1.5]))
        [1, 2, 3][np.array([1])]
        '%d' % np.array([1])
        int(np.array([1, 2]))
        np.array([1, 2]).item()
        np.array([]).item()
        np.array([1, 2]).item(1.5)
        np.array([1, 2]).item('a')
        np.array([[1, 2]]).item(slice(1))
        np.array([[1, 2]]).item(0, 1, 2)
        np.array([[1, 2]]).item(0, 5)
    """)
    takes("""
        int(np.array(1))
        float(np.array(1.5))
        complex(np.array(1.5))
        np.array([[1.5]]).item()
        np.array([[1, 2]]).item(1)
        np.array([[1, 2]]).item((0, 1))
        np.array([1, 2]).item(-1)
    """)


# --- Masks, places and casts -----------------------------------------------------------------------------------------


def test_masks_and_conditions() -> None:
    refuses("""
        np.place(np.zeros(2), [True], 1)
        np.place(np.zeros(2), True, 1)
        np.place(np.zeros(2), [True, False, True], 1)
        np.place([1, 2, 3], [1, 0, 1], 5)
        np.put([1, 2, 3], 0, 5)
        np.putmask([1, 2, 3], [1, 0, 1], 5)
        np.putmask(np.zeros(2), [1, 0, 1], 1)
        np.copyto([1, 2, 3], 5)
        np.copyto(np.zeros(3), 2, where=np.array([1, 0, 1]))
        np.copyto(np.zeros(3), 2, where=np.array([1., 0, 1]))
        np.copyto(np.zeros(3), 2, where=np.array(1))
        np.copyto(np.zeros(3, 'i1'), 300, where=[True, False, True])
        np.negative(np.ones(2), where=np.array([1, 0]), out=np.zeros(2))
        np.add(np.ones(2), 1, where=np.array([1., 0]), out=np.zeros(2))
        np.ones(2).sum(where=np.array([1, 0]))
        np.nansum(np.ones(2), where=np.array([1, 0]))
        np.nanmean(np.ones(2), where=np.array([1, 0]))
        np.nanvar(np.ones(2), where=np.array([1, 0]))
        np.nanmax(np.ones(2), where=np.array([1, 0]), initial=0)
        np.searchsorted(np.arange(3), 1, sorter=[0, 1])
        np.searchsorted(np.arange(3), 1, sorter=[0, 1, 2, 0])
        np.searchsorted(np.arange(3), 1, sorter=[0., 1, 2])
        np.searchsorted(np.arange(3), 1, sorter=[[0, 1, 2]])
        np.searchsorted(np.arange(3), 1, sorter=5)
        np.arange(3).searchsorted(1, sorter=[0, 1])
        np.trim_zeros([0, 1, 0], 'x')
    """)
    for name in ("sum", "prod", "mean", "var", "std", "any", "all"):
        refuses(f"np.{name}(np.ones(2), where=np.array([1, 0]))")
        takes(f"np.{name}(np.ones(2), where=[1, 0])")
    for name in ("max", "min"):
        refuses(f"np.{name}(np.ones(2), where=np.array([1, 0]), initial=0)")
    takes("""
        np.nanvar(np.arange(4), where=[True, False, True, True])
        np.nanstd(np.arange(4), mean=2)
        a = np.zeros(3, 'i1'); np.copyto(a, 2, where=[1, 0, 1]); a
        a = np.zeros((2, 2)); np.place(a, [True, False, True, True], [1, 2]); a
    """)


def test_casts_into_given_arrays() -> None:
    """For all pairs of dtypes what NumPy's rules say, where they are those of Ocean."""
    kinds = ("bool", *INTEGERS, "float32", "float64", "complex64", "complex128")
    for given in kinds:
        for wanted in kinds:
            check(f"a = np.zeros(2, '{wanted}'); np.copyto(a, np.ones(2, '{given}')); a")
            check(f"a = np.zeros(2, '{wanted}'); np.putmask(a, [True, False], np.ones(1, '{given}')); a")
            check(f"a = np.zeros(2, '{wanted}'); np.place(a, [True, False], np.ones(1, '{given}')); a")
            for casting in ("no", "equiv", "safe", "same_kind", "unsafe"):
                check(f"a = np.zeros(2, '{wanted}'); np.copyto(a, np.ones(2, '{given}'), casting='{casting}'); a")
                check(f"np.absolute(np.ones(2, '{given}'), out=np.zeros(2, '{wanted}'), casting='{casting}')")
                if given != "bool":
                    check(f"np.add(np.ones(2, '{given}'), np.ones(2, '{given}'), out=np.zeros(2, '{wanted}'), "
                          f"casting='{casting}')")  # fmt: skip
                check(f"np.multiply(np.ones(2, '{given}'), np.ones(2, '{wanted}'), casting='{casting}')")


def test_results_of_other_dtypes() -> None:
    refuses("""
        np.dot(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2), 'f4'))
        np.dot(np.ones((2, 2), 'f4'), np.ones((2, 2), 'f4'), out=np.zeros((2, 2), 'f8'))
        np.dot(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2), 'i4'))
        np.dot(np.ones(2), np.ones(2), out=np.zeros((), 'f4'))
        np.ones((2, 2)).dot(np.ones((2, 2)), out=np.zeros((2, 2), 'f4'))
        np.take(np.arange(3), [0, 1], out=np.zeros(2, 'f8'))
        np.take(np.arange(3, dtype='f4'), [0, 1], out=np.zeros(2, 'f8'))
        np.take(np.arange(3, dtype='i1'), [0, 1], out=np.zeros(2, 'i8'))
        np.compress([1, 0, 1], np.arange(3), out=np.zeros(2, 'f8'))
        np.argmax(np.arange(3.), out=np.zeros((), 'f8'))
        np.nanargmax(np.arange(3.), out=np.zeros((), 'f4'))
        np.round(np.arange(3.), 1, out=np.zeros(3, 'i8'))
        np.round(np.arange(3.), out=np.zeros(3, 'i8'))
        np.clip(np.arange(3.), 0, 1, out=np.zeros(3, 'i8'))
        np.matmul(np.ones((2, 2)), np.ones((2, 2)), dtype='i4')
        np.matmul(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2), 'i4'))
        np.nanmean(np.arange(3.), dtype='i8')
        np.nanvar(np.arange(3.), dtype='i8')
        np.nanstd(np.arange(3.), dtype='i8')
        np.add(np.ones(2), 1, casting='foo')
        np.add(np.ones(2), 1, dtype='f4', casting='safe')
        np.add(np.ones(2), 1, dtype='i4')
        np.concatenate([np.ones(2), np.ones(2)], out=np.zeros(4, 'i4'))
        np.stack([np.ones(2), np.ones(2)], out=np.zeros((2, 2), 'i4'))
        np.concatenate([np.ones(2), np.ones(2)], dtype='i4')
        np.clip(np.arange(3), a_max=1)
        np.clip(np.arange(3), a_min=1)
        np.clip(np.arange(3), a_min=1, max=2)
    """)
    takes("""
        np.matmul(np.full((2, 2), 100, 'i1'), np.full((2, 2), 100, 'i1'), dtype='i4')
        np.einsum('ij,jk', np.full((2, 2), 100, 'i1'), np.full((2, 2), 100, 'i1'), dtype='i4')
        np.take(np.arange(3), [0, 1], out=np.zeros(2, 'i4'))
        np.argmax(np.arange(3.), out=np.zeros((), 'i4'))
        np.add(np.ones(2), 1.5, out=np.zeros(2, 'i4'), casting='unsafe')
        np.add(np.ones(2), 1, dtype='i4', casting='unsafe')
        np.add(np.ones(2), 1.5, where=[True, False], out=np.zeros(2, 'i4'), casting='unsafe')
    """)


def test_places_to_insert_and_delete() -> None:
    refuses("""
        np.insert(np.arange(3), 1.5, 1)
        np.insert(np.arange(3), [1.5], 1)
        np.insert(np.arange(3), np.array([1., 2.]), 1)
        np.insert(np.arange(3), np.array(1.), 1)
        np.insert(np.arange(3), [[1]], 1)
        np.insert(np.arange(3), np.array([[1, 2]]), 1)
        np.insert(np.arange(3), np.array([[True]]), 1)
        np.insert(np.arange(3), 'a', 1)
        np.insert(np.arange(3), [None], 1)
        np.insert(np.arange(3), np.array([]), 1)
        np.insert(np.arange(3), -5, 1)
        np.insert(np.arange(3), 4, 1)
        np.insert(np.arange(3), [1, 7], 1)
        np.delete(np.arange(3), 1.5)
        np.delete(np.arange(3), [1., 2.])
        np.delete(np.arange(3), np.array([]))
        np.delete(np.arange(3), [3])
        np.delete(np.arange(3), [True, False])
        np.delete(np.arange(3), -4)
    """)
    takes("""
        np.insert(np.arange(3), [], 1)
        np.insert(np.arange(3), -1, 1)
        np.insert(np.arange(3), range(2), 1)
        np.insert(np.arange(3), np.array([True, False, True]), 1)
        np.insert(np.zeros((2, 2)), [0, 1], [[1, 2], [3, 4]], axis=0)
        np.delete(np.arange(3), [])
    """)
    for name in ("partition", "argpartition"):
        for kth in ("1.5", "[1.0]", "3", "-4", "True", "[[1]]", "np.array([True])", "[]", "'a'", "[1, 5]", "np.array([[1]])"):
            refuses(f"np.{name}(np.arange(3), {kth})")
            refuses(f"np.arange(3).{name}({kth})")


def test_positions() -> None:
    refuses("""
        np.take_along_axis(np.arange(3), np.array([True]), 0)
        np.take_along_axis(np.arange(3), np.array([1.]), 0)
        np.put_along_axis(np.arange(3), np.array([True]), 1, 0)
        np.unravel_index([0], ())
        np.unravel_index([], (10, 3, 5))
        np.unravel_index(np.array([]), (10, 3, 5))
        np.ravel_multi_index(([], []), (3, 3))
        np.ravel_multi_index(([0], [0]), (3, 0), mode='clip')
        np.ravel_multi_index(([0], [0]), (3, 0), mode='wrap')
        np.ravel_multi_index(([2**40], [2**40]), (2**41, 2**41))
        np.isin([1, 2], [1], kind='quicksort')
        np.isin([1., 2], [1], kind='table')
        np.vander([1, 2], -1)
    """)
    takes("""
        np.unravel_index(0, ())
        np.unravel_index([True], (3, 3))
        np.unravel_index(np.array([], dtype=int), (10, 3, 5))
        np.ravel_multi_index((np.array([], int), np.array([], int)), (3, 3))
        np.isin([1, 2], [1], kind='table')
    """)


# --- Statistics ------------------------------------------------------------------------------------------------------


def test_degrees_of_freedom() -> None:
    for name in ("var", "std", "nanvar", "nanstd"):
        for given in ("[1, 2., 4]", "[1, 2, 4]", "np.array([1, 2, 4], 'f4')", "[[1, np.nan], [2, 3.]]"):
            for ddof in (1, 2.5, -1):
                for correction in (0, 1, 0.5):
                    refuses(f"np.{name}({given}, ddof={ddof}, correction={correction})")
                    refuses(f"np.{name}({given}, axis=0, ddof={ddof}, correction={correction})")
            refuses(f"np.{name}({given}, ddof=None)")
    for correction in (0, 1):
        for name in ("var", "std"):
            with pytest.raises(ValueError, match="simultaneously, got 1"):
                getattr(np.array([1.0, 2.0]), name)(ddof=1, correction=correction)
            takes(f"np.{name}([1., 3.], ddof=0, correction={correction})")


def test_weights_of_covariances() -> None:
    refuses("""
        np.cov([1, 2, 3], dtype=int)
        np.corrcoef([1, 2, 3], dtype=int)
        np.cov([1, 2, 3], aweights=[-1, 1, 1])
        np.cov([1, 2, 3], fweights=[-1, 1, 1])
        np.cov([1, 2, 3], fweights=[1.5, 1, 1])
        np.cov([1, 2, 3], aweights=[[1, 1, 1]])
        np.cov([1, 2, 3], fweights=[[1, 1, 1]])
        np.cov([1, 2, 3], fweights=[1, 1])
        np.cov([1, 2, 3], aweights=[1, 1])
        np.cov([1, 2, 3], fweights=[1j, 1, 1])
        np.cov([1, 2, 3], aweights=[1j, 1, 1])
        np.cov([1, 2, 3], ddof=1.5)
        np.cov([[[1, 2, 3]]])
        np.average([1, 2], weights=[1, -1])
        np.average([1, 2], weights=[1])
    """)
    takes("""
        np.cov([1, 2, 3], fweights=[1., 2, 1])
        np.cov([1, 2, 3], ddof=2.0)
    """)


# --- Einstein's sums -------------------------------------------------------------------------------------------------


def test_einsum_labels_and_paths() -> None:
    one, two, three = (", ".join(["np.ones((2, 2))"] * count) for count in (1, 2, 3))
    for labels in ("[0, 52]", "[0, -1]", "[0, 1.5]", "['a', 'b']", "'ij'", "0", "[0]", "[0, True]", "[0, 1], [1, 1]", "[0, 1], [1, 2]"):
        refuses(f"np.einsum({one}, {labels})")
    for text in ("ij->iij", "ij->ik", "ijk", "i", "i1", "i$", "ij->i->j", "ij-i", "..i", "....i", "i->i...", "ij,jk", "ij->i,"):
        refuses(f"np.einsum('{text}', {one})")
    for call in ("np.ones(2)", "1", "", "'ij'"):
        refuses(f"np.einsum({call})")
    for optimize in ("['einsum_path', (0, 2)]", "['einsum_path', (0,)]", "['einsum_path']", "[(0, 1)]", "3", "1", "0", "[]"):
        refuses(f"np.einsum('ij,ij', {two}, optimize={optimize})")
    for optimize in ("'foo'", "['einsum_path', (0, 1)]", "['einsum_path', (0, 1), (0, 3)]", "('greedy', 'a')", "'einsum_path'"):
        refuses(f"np.einsum('ij,jk,kl', {three}, optimize={optimize})")
    for optimize in ("True", "False", "'greedy'", "'optimal'", "('greedy', 100)", "['einsum_path', (0, 1), (0, 1)]", "None",
                     "['einsum_path', (0, 1, 2)]", f"np.einsum_path('ij,jk,kl', {three})[0]"):  # fmt: skip
        takes(f"np.einsum('ij,jk,kl', {three}, optimize={optimize})")
    refuses(f"""
        np.einsum('ij,jk', {two}, out=np.zeros((2, 2), 'f4'))
        np.einsum('ij,jk', {two}, dtype='i4')
        np.einsum('ij,jk', {two}, dtype='f4')
        np.einsum('ij,jk', {two}, casting='foo')
        np.einsum('ij,jk', {two}, order='Z')
        np.einsum('ij,jk', {two}, out=np.zeros((2, 3)))
        np.einsum('i,i', np.ones(2, 'f4'), np.ones(2), casting='no')
    """)
    takes(f"""
        np.einsum('ij,jk', {two}, dtype='f4', casting='same_kind')
        np.einsum('ij,jk', {two}, out=np.zeros((2, 2), 'i4'), casting='unsafe')
        np.einsum({one}, [0, 51], [51, 0])
    """)


# --- Random numbers --------------------------------------------------------------------------------------------------

BAD_PARAMETERS = """
    normal(0,-1) normal(0,[1,-1]) normal([0,1],1,size=3) normal(0,1,size=-1) lognormal(0,-1) exponential(-1) gamma(-1) gamma(1,-1)
    standard_gamma(-1) beta(-1,1) beta(1,0) beta([1,0],1) chisquare(-1) chisquare(0) chisquare([1,0]) noncentral_chisquare(-1,1)
    noncentral_chisquare(0,1) noncentral_chisquare(1,-1) noncentral_chisquare([1,0],1) f(-1,1) f(1,0) f([1,0],1) noncentral_f(0,1,1)
    noncentral_f(1,0,1) noncentral_f(1,1,-1) standard_t(0) standard_t(-1) standard_t([1,-1]) vonmises(0,-1) pareto(-1) pareto(0)
    pareto([1,0]) weibull(-1) weibull([1,-1]) power(-1) power(0) power([1,0]) laplace(0,-1) laplace(0,[1,-1]) laplace([0,1],1,size=3)
    laplace([0,1],1,size=1) gumbel(0,-1) gumbel(0,[1,-1]) logistic(0,-1) logistic(0,[1,-1]) rayleigh(-1) rayleigh([1,-1]) wald(0,1)
    wald(-1,1) wald(1,0) wald([1,0],1) triangular(2,1,3) triangular(1,4,3) triangular(1,1,1) triangular([1,2],1,3) binomial(-1,.5)
    binomial(1,-.5) binomial(1,1.5) binomial(1,np.nan) binomial([1,-1],.5) negative_binomial(0,.5) negative_binomial(-1,.5)
    negative_binomial(1,0) negative_binomial(1,1.5) negative_binomial(1,np.nan) negative_binomial([1,-1],.5) poisson(-1) poisson(np.nan)
    poisson(1e20) poisson([1,-1]) zipf(1) zipf(np.nan) zipf([2,1]) geometric(1.1) geometric(0) geometric(-.1) geometric(np.nan)
    geometric([.5,1.1]) geometric([.5,0]) logseries(1) logseries(-.1) hypergeometric(-1,1,1) hypergeometric(1,1,3)
    multinomial(-1,[.5,.5]) multinomial(1,[.5,-.5]) multinomial(1,[1.5,-.5]) multinomial(1,[np.nan,.5]) multinomial(1,[])
    multinomial(5,[.8,.5,.1]) dirichlet([1,-1]) dirichlet([[1,2]]) dirichlet(5) multivariate_normal([0,0],[[1,0]])
    multivariate_normal([[0,0]],[[1,0],[0,1]]) multivariate_normal([0,0],[1,2]) multivariate_normal([0,0],np.eye(3))
    multivariate_normal([0,0],[[1,2],[2,1]],check_valid='raise') multivariate_normal([0,0],[[1,2],[2,1]],check_valid='foo')
    choice(0) choice(-1) choice([]) choice(5,6,replace=False) choice(5,p=[.5,.5]) choice(2,p=[.5,.6]) choice(2,p=[1.5,-.5])
    choice(2,p=[np.nan,.5]) choice(3,3,replace=False,p=[.5,.5,0]) uniform(0,np.inf) uniform(np.nan,1) uniform(-1e308,1e308)
    uniform([0,0],[1,np.inf]) standard_normal(size=-1) permutation(1.5) shuffle(3) shuffle(np.array(3))
"""
GENERATOR_ONLY = """
    integers(0) integers(2,1) integers(0,300,dtype='u1') integers(-1,3,dtype='u1') integers([0,2],[1,2]) integers(0,5,dtype='f8')
    integers(0,-1,endpoint=True) integers(0,2**64) random(out=np.zeros(3,'f4')) random(3,out=np.zeros(4)) random(out=[1,2])
    standard_normal(out=np.zeros(3,'f4')) standard_exponential(out=np.zeros(3,'i4')) standard_gamma(1,out=np.zeros(3,'f4'))
    permuted(5) permuted([1,2,3],out=np.zeros(4,'i8')) permuted([1,2,3],out=np.zeros(3,'f4')) permuted([1,2,3],out=[1,2,3])
    permuted(np.arange(3.),out=np.zeros(3,'i4')) permuted([1,2,3],axis=1) multivariate_normal([0,0],np.eye(2),method='foo')
    multivariate_normal([0,0],[[1,2],[2,1]],method='cholesky') multivariate_normal([0j,0],np.eye(2))
    multivariate_normal([0,0],[[1,2],[0,1]],check_valid='raise') multivariate_hypergeometric([1,2],4)
    multivariate_hypergeometric([1,2],1,method='foo')
"""


def test_parameters_of_distributions() -> None:
    for call in BAD_PARAMETERS.split():
        refuses(f"np.random.default_rng(1).{call}")
        if ran(f"np.random.{call}", numpy)[1] is not None:  # the older functions take some more
            check(f"np.random.{call}")
    for call in GENERATOR_ONLY.split():
        refuses(f"np.random.default_rng(1).{call}")
    refuses("""
        np.random.default_rng([1.5])
        a = np.arange(3); a.flags.writeable = False; np.random.default_rng(1).shuffle(a)
        a = np.zeros(3); a.flags.writeable = False; np.random.default_rng(1).random(out=a)
    """)


def test_parameters_at_the_limits() -> None:
    rng = np.random.default_rng(3)
    for call in ("laplace(0, 0)", "weibull(1)", "geometric(1)", "negative_binomial(1, 1)", "multinomial(3, [0, 1])",
                 "triangular(1, 1, 2)", "dirichlet([1, 0])", "rayleigh(0)"):  # fmt: skip
        assert np.isfinite(np.asarray(eval(f"rng.{call}", {"rng": rng}))).all(), call
    assert rng.multivariate_normal([0, 1], np.eye(2), 5, method="cholesky").shape == (5, 2)
    with pytest.warns(RuntimeWarning, match="positive-semidefinite"):
        rng.multivariate_normal([0, 0], [[1, 2], [2, 1]])
    assert rng.permuted(np.arange(3, dtype="i4"), out=np.zeros(3, "i8")).dtype == ocean.int64

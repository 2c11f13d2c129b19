"""Assignment, evaluation, resizing and traversal."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id, read, same, sample, surroundings
from oracles import cast
from threading_tools import together

import ocean
from ocean._src.core.objects.tensor import at_most, set_lazy

every_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every_layout = pytest.mark.parametrize("layout", LAYOUTS)


# --- Assignment --------------------------------------------------------------------------------------------------


@every_dtype
@pytest.mark.parametrize("layout", TARGETS)
def test_assign_broadcasts_from_every_layout(layout: str, kind: ocean.dtype) -> None:
    for k, source_layout in enumerate(LAYOUTS):
        target, other = sample(layout, kind).tensor, DTYPES[(DTYPES.index(kind) + k) % len(DTYPES)]
        around = surroundings(target)
        for size in ((5, 3, 2), (5, 3), (1, 3), (1, 1, 2), ()):
            source, values = sample(source_layout, other, size, seed=k)
            assert target.assign(source) is None
            wanted = cast(values.reshape(*size, *[1] * (3 - len(size))), other, kind)
            same(read(target), np.broadcast_to(wanted, (5, 3, 2)))
        assert target.dtype is kind and (surroundings(target) == around).all()


def test_assign_takes_numbers_lists_and_arrays() -> None:
    t = ocean.zeros([2, 3], ocean.int16)
    t.assign(5)
    assert t.asPython("R") == [[5, 5, 5], [5, 5, 5]]
    t.assign([[7], [8], [9]])  # 1 by 3
    assert t.asPython("R") == [[7, 8, 9], [7, 8, 9]]
    t.assign([1, 2])
    assert t.asPython("R") == [[1, 1, 1], [2, 2, 2]]
    t.assign(np.array([3.0, 4.0]))
    assert t.asPython("R") == [[3, 3, 3], [4, 4, 4]]
    t.assign(ocean.double(2.5))
    assert t.asPython("R") == [[2, 2, 2], [2, 2, 2]]
    t[:, 1].assign(0)
    assert t.asPython("R") == [[2, 0, 2], [2, 0, 2]]


def test_assign_refuses_what_does_not_fit() -> None:
    t = ocean.zeros([2, 3])
    for bad, text in ((ocean.zeros([3]), "3"), (ocean.zeros([2, 4]), "2x4"), (ocean.zeros([2, 3, 2]), "2x3x2")):
        with pytest.raises(ValueError, match=f"Cannot assign a tensor of size {text} to one of size 2x3"):
            t.assign(bad)
    with pytest.raises(ValueError, match="Cannot assign a tensor of size 6 to one of size 2x3"):
        t.assign([1, 2, 3, 4, 5, 6])
    for resize in (False, True):
        with pytest.raises(TypeError):
            t.assign("three", resize)
        locked = ocean.zeros([3])
        locked.readonly = True
        with pytest.raises(ValueError, match="The destination tensor is read-only"):
            locked.assign(1, resize)
    repeated = ocean.zeros([3]).broadcastTo([3, 2])
    with pytest.raises(ValueError, match="Zero-stride dimensions in destination tensor"):
        repeated.assign(ocean.ones([3, 2]))
    ocean.setAutoBroadcast(False)
    t.assign(ocean.ones([2, 3]))
    t.assign(2)
    with pytest.raises(ValueError, match="automatic broadcasting of tensor dimensions is disabled"):
        t.assign(ocean.ones([2]))


@every_dtype
def test_assign_of_an_overlapping_view(kind: ocean.dtype) -> None:
    t, values = sample("contiguous", kind, (6, 6))
    t.assign(t.T)
    same(read(t), values.T)
    t[1:, :].assign(t[:-1, :])
    wanted = values.T.copy()
    wanted[1:] = values.T[:-1]
    same(read(t), wanted)


@every_dtype
@every_layout
def test_assign_with_resize_is_value_assignment(layout: str, kind: ocean.dtype) -> None:
    for k, source_layout in enumerate(LAYOUTS):
        target, before = sample(layout, kind)
        other = DTYPES[(DTYPES.index(kind) + k) % len(DTYPES)]
        source, values = sample(source_layout, other, (4, 2), seed=k)
        sibling, swapped = target.shallowCopy(), target.byteswapped
        assert target.assign(source, resize=True) is None
        same(read(target), cast(values, other, kind))
        assert target.dtype is kind and target.byteswapped == swapped and target.device is layouts.device
        assert target.isFortran() and not ocean.checkOverlap(target, source)
        same(read(sibling), before)
    target.assign(5, True)
    assert target.size == () and target.asScalar() == kind(5)


def test_assign_with_resize_of_itself_and_of_nothing() -> None:
    t = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R", layouts.device)
    t.assign(t.T, True)
    assert t.asPython("R") == [[1, 4], [2, 5], [3, 6]]
    t.assign([], True)
    assert t.size == (0,)


def test_assign_of_a_lazy_operand_goes_into_the_tensor() -> None:
    class Lazy:
        size = (2,)

        def into(self, target: ocean.tensor) -> None:
            target.copy([7, 8])

    set_lazy(Lazy)
    try:
        t = ocean.zeros([2])
        t.assign(Lazy())
        assert t.asPython() == [7, 8]
        t = ocean.zeros([3, 3], ocean.int8)
        t.assign(Lazy(), resize=True)
        assert t.asPython() == [7, 8] and t.dtype is ocean.int8
    finally:
        set_lazy(ocean.rtensor)


# --- Swap and resize ---------------------------------------------------------------------------------------------


def test_swap_exchanges_everything_and_copies_nothing() -> None:
    a, b = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R"), ocean.asTensor([7.0, 8.0])
    first, second = a.storage, b.storage
    b.readonly = True
    assert a.swap(b) is None
    assert a.storage == second and b.storage == first
    assert a.readonly and not b.readonly and a.asPython() == [7, 8] and b.size == (2, 3)
    b.swap(b)
    assert b.size == (2, 3) and b.refcount == 1


def test_swap_takes_the_identity_along() -> None:
    a, b = ocean.zeros([2]), ocean.ones([3])
    twin, obj, other = a.asContiguous(), a.obj, b.obj
    assert twin.obj == obj and a.refcount == 2
    a.swap(b)
    assert (a.obj, b.obj) == (other, obj) and (a.refcount, b.refcount, twin.refcount) == (1, 2, 2)
    b.byteswapped = True
    assert twin.byteswapped and not a.byteswapped
    b.swap(twin)
    assert b.obj == twin.obj == obj and b.refcount == 2
    del twin
    assert b.refcount == 1
    del a, b


def test_swap_takes_tensors_only() -> None:
    for bad in ([1], 3, None, np.zeros(3)):
        with pytest.raises(TypeError, match=r"swap\(\) takes a tensor, got"):
            ocean.zeros([3]).swap(bad)


@every_dtype
@every_layout
def test_resize_keeps_the_elements_in_order(layout: str, kind: ocean.dtype) -> None:
    for size in ((5, 3, 2), (30,), (4, 9), (2, 2), (0,), (), (3, 0, 2), (7, 1, 3, 2)):
        tensor, values = sample(layout, kind)
        sibling, swapped = tensor.shallowCopy(), tensor.byteswapped
        assert tensor.resize(size) is None
        wanted = np.zeros(int(np.prod(size)), values.dtype)
        few = min(wanted.size, values.size)
        wanted[:few] = values.reshape(-1, order="F")[:few]
        same(read(tensor), wanted.reshape(size, order="F"))
        assert tensor.dtype is kind and tensor.byteswapped == swapped and tensor.isFortran()
        assert tensor.storage != sibling.storage and tensor.storage.size == tensor.nelem * kind.size
        same(read(sibling), values)


def test_resize_forms_and_errors() -> None:
    t = ocean.arange(6)
    t.resize(2, 2)
    assert t.asPython("R") == [[0, 2], [1, 3]]
    t.resize(np.array([3]))
    assert t.asPython() == [0, 1, 2]
    t.resize(5)
    assert t.asPython() == [0, 1, 2, 0, 0]
    with pytest.raises(TypeError, match=r"resize\(\) needs a size"):
        t.resize()
    with pytest.raises(TypeError, match="Expected an integer size"):
        t.resize(2.5)
    with pytest.raises(ValueError, match="must be nonnegative"):
        t.resize(-1)
    with pytest.raises(ValueError, match="exceeds 64-bit addresses"):
        t.resize(1 << 40, 1 << 40)
    with pytest.raises(MemoryError):
        t.resize(1 << 58)
    assert t.asPython() == [0, 1, 2, 0, 0]
    t.readonly = True
    with pytest.raises(ValueError, match="read-only"):
        t.resize(3)


# --- Copies, views and evaluation --------------------------------------------------------------------------------


@every_dtype
@every_layout
def test_copies_in_every_order(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    tensor.readonly = True
    unit = kind.size
    strides = {None: [1, 5, 15], "F": [1, 5, 15], "C": [6, 2, 1], "R": [3, 1, 15], "f": [1, 5, 15], "c": [6, 2, 1]}
    for order, wanted in strides.items():
        for threads in ({}, {"threads": 1}, {"threads": 64}):
            result = tensor.copy(*([order] if order else []), **threads)
            same(read(result), values)
            assert result.strides == tuple(unit * each for each in wanted)
            assert result.storage != tensor.storage and not result.byteswapped and not result.readonly
            assert result.device is tensor.device


def test_copy_takes_any_other_argument_for_a_source() -> None:
    t = ocean.zeros([2, 3])
    assert t.copy([1, 2, 3, 4, 5, 6]) is None and t.asPython("R") == [[1, 3, 5], [2, 4, 6]]
    assert t.copy(src=7) is None and t[0, 0] == 7
    assert t.copy(src="C").strides == (12, 4)
    with pytest.raises(TypeError):
        t.copy("K")
    with pytest.raises(TypeError, match="threads"):
        t.copy(5, threads=2)
    for bad in (0, 65, 1 << 40, -1):
        with pytest.raises(ValueError, match="Expected between 1 and 64 threads"):
            t.copy(threads=bad)
    with pytest.raises(TypeError):
        t.copy("C", threads=2.5)


@every_dtype
@every_layout
def test_eval_is_the_tensor_unless_it_is_a_view(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    whole = layout in ("contiguous", "row_major", "byteswapped", "native_on_byteswapped")
    assert whole <= (tensor.offset == 0 and tensor.storage.size == 30 * kind.size)
    for threads in (None, 1, 2):
        result = tensor.eval(threads=threads)
        assert (result is tensor) == whole
        same(read(result), values)
        assert result.eval() is result
    for view in (tensor.T, tensor[1:], tensor[:2, 0], tensor.unsqueeze(0)[:, ::-1], tensor.broadcastTo([5, 3, 2, 2])):
        result = view.eval(2)
        assert result is not view and not ocean.checkOverlap(result, tensor) and result.isFortran()
        same(read(result), read(view))


def test_what_is_a_view() -> None:
    column = ocean.asTensor(np.asfortranarray(np.arange(6.0).reshape(2, 3)))
    row = column.copy("C")
    made = [
        column, row, row.clone(), row + 1, ocean.exp(row), ocean.asTensor(np.arange(6.0).reshape(2, 3)), row.eval(),
        column.T.eval(), column.reshape(3, 2), (row.lazy() + 1).eval(), row.copy("F"),
    ]  # fmt: skip
    assert all(each.eval() is each for each in made)
    views = [row.T, column.T, row[0], column[:, 1:], row.reverseAxes(), row.T.copy("C").T, row.unsqueeze(0)[0].T]
    assert not any(each.eval() is each for each in views)
    assert row.data().asPython() == [0, 1, 2, 3, 4, 5] and column.data().asPython() == [0, 3, 1, 4, 2, 5]


@every_dtype
@every_layout
def test_data_is_the_storage_in_order(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    if tensor.eval() is not tensor:
        with pytest.raises(ValueError, match="A view has no data of its own"):
            tensor.data()
        tensor = tensor.copy()
    data = tensor.data()
    assert data.size == (30,) and data.storage == tensor.storage and data.byteswapped == tensor.byteswapped
    same(read(data), values.reshape(-1, order="F" if tensor.isFortran() else "C"))
    data[0] = 1
    assert tensor[0, 0, 0] == kind(1)
    tensor.readonly = True
    assert tensor.data().readonly
    for view in (tensor.T, tensor[0], tensor[:0]):
        with pytest.raises(ValueError, match="A view has no data"):
            view.data()


@every_dtype
@every_layout
def test_ravel_is_a_view_or_lazy(layout: str, kind: ocean.dtype) -> None:
    for size in ((5, 3, 2), (4,), (), (3, 1), (0, 2)):
        tensor, values = sample(layout, kind, size)
        tensor.readonly = True
        for order in "FCfc":
            wanted = values.reshape(-1, order=order.upper())
            source = tensor if order in "Ff" else tensor.reverseAxes()
            if source.isLinear():
                result = tensor.ravel(order)
                assert result.storage == tensor.storage and result.byteswapped == tensor.byteswapped
                assert result.readonly
                same(read(result), wanted)
            else:
                lazy = tensor.ravel(order)
                assert isinstance(lazy, ocean.rtensor)
                same(read(lazy.eval()), wanted)
    assert ocean.zeros([2, 3]).ravel().size == (6,)
    for bad in ("K", "FC", 3, None):
        with pytest.raises(ValueError, match="Expected order 'F' or 'C'"):
            ocean.zeros([2]).ravel(bad)


# --- Traversal ---------------------------------------------------------------------------------------------------


@every_dtype
@every_layout
def test_traversal_in_both_orders_and_back(layout: str, kind: ocean.dtype) -> None:
    for size in ((3, 2, 2), (4,), (), (0, 2)):
        tensor, values = sample(layout, kind, size)
        for order in "FC":
            wanted = values.reshape(-1, order=order)
            way = tensor.traverse(order)
            assert len(way) == wanted.size
            for found, expected in ((list(way), wanted), (list(reversed(way)), wanted[::-1]), (list(way), wanted)):
                assert all(type(each) is ocean.scalar and each.dtype is kind for each in found)
                got = np.array([each.asPython() for each in found], values.dtype)
                same(got, expected)


def test_traversal_reads_as_it_goes() -> None:
    t = ocean.arange(6).reshape(2, 3)
    way = iter(t.traverse())
    assert [int(next(way)) for _ in range(2)] == [0, 1]
    assert way.__length_hint__() == 4
    t.resize(1)  # the iteration keeps what it began with
    assert [int(each) for each in way] == [2, 3, 4, 5]
    with pytest.raises(StopIteration):
        next(way)
    assert repr(t.traverse("c")) == "<traversal of 1 elements in order 'C'>"
    for bad in ("R", 1, None):
        with pytest.raises(ValueError, match="Expected order 'F' or 'C'"):
            t.traverse(bad)
    with pytest.raises(TypeError):
        type(way)()


@pytest.mark.host_only("reading as it goes is of the host")
def test_traversal_sees_later_writes() -> None:
    t = ocean.zeros([3])
    way = iter(t.traverse())
    t.fill(4)
    assert [float(each) for each in way] == [4, 4, 4]


# --- Threads -----------------------------------------------------------------------------------------------------


@pytest.mark.host_only("threads of the host")
def test_a_bound_on_threads_gives_the_same_bits_and_ends_with_the_call() -> None:
    ocean.setNumThreads(4)
    t, values = sample("row_major", ocean.float, (700, 600))
    for threads in (1, 2, 3, 8, None):
        same(read(t.copy(threads=threads)), values)
        same(read(t.eval(threads)), values)
        assert ocean.getNumThreads() == 4


@pytest.mark.host_only("threads of the host")
def test_a_bound_on_threads_is_kept() -> None:
    """With a bound of one, no other thread of the process works."""
    ocean.setNumThreads(4)
    t = ocean.ones([3000, 1000])
    t.T.eval()  # the pool has started

    def others() -> int:
        total = 0
        for each in os.listdir("/proc/self/task"):
            if int(each) != threading.get_native_id():
                with open(f"/proc/self/task/{each}/stat") as file:
                    total += sum(int(n) for n in file.read().rsplit(")", 1)[1].split()[11:13])
        return total

    before = others()
    for _ in range(60):
        t.T.eval(threads=1)
    assert others() - before <= 5  # hundredths of a second
    with pytest.raises(ZeroDivisionError):
        at_most(1, lambda: 1 // 0)
    assert at_most(None, lambda x: x, 3) == 3


CHANGES: list[Callable[[ocean.tensor, ocean.tensor, int], Any]] = [
    lambda a, b, n: a.swap(b),
    lambda a, b, n: a.resize(n % 90, 30),
    lambda a, b, n: a.assign(b, True),
    lambda a, b, n: a.assign(b),
    lambda a, b, n: a.eval(),
    lambda a, b, n: a.data().fill(2),
    lambda a, b, n: a.copy("C", threads=2),
    lambda a, b, n: list(a.traverse()),
    lambda a, b, n: a.ravel(),
    lambda a, b, n: a.byteswap(),
    lambda a, b, n: a.shallowCopy() + 1,
]


@pytest.mark.host_only("threads of the host")
def test_nothing_crashes_while_tensors_are_exchanged() -> None:
    shared = [ocean.arange(5000, ocean.double).reshape(50, 100), ocean.ones([7]), ocean.zeros([300, 40])]

    def change(k: int) -> Callable[[], None]:
        def run() -> None:
            for n in range(150):
                with contextlib.suppress(ValueError, IndexError):
                    CHANGES[(n + k) % len(CHANGES)](shared[(k + n) % 3], shared[(k + 2 * n + 1) % 3], n)

        return run

    together(*[change(k) for k in range(4)])

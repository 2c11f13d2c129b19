"""Products of collections of matrices: every dtype, layout, transposition and destination, compared with NumPy."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id, memory, place, read, sample, surroundings, values
from oracles import cast, common

import ocean
from ocean._src.core.host.linalg import matmul
from ocean._src.ops.multiply import plan

TRANS = ["N", "T", "C"]
each_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


@contextmanager
def kernels(**wanted):
    """Without BLAS, or with the instructions that every processor has."""
    matmul.choose(**wanted)
    try:
        yield
    finally:
        matmul.choose()


def op(array, trans, dims):
    """op(X) as NumPy stacks matrices: the matrix in the last two dimensions, the others padded on the right."""
    array = array.reshape(array.shape + (1,) * (dims - array.ndim))
    array = np.moveaxis(array, (0, 1), (-2, -1))
    array = array if trans in "Nn" else np.swapaxes(array, -1, -2)
    return array.conj() if trans in "Cc" else array


def wide(array):
    """The dtype in which the oracle computes: integers wrap at 64 bits as they do below."""
    if array.dtype.kind == "b":
        return array
    return array.astype({"i": np.int64, "u": np.uint64, "f": np.float64, "c": np.complex128}[array.dtype.kind])


def oracle(a, b, trans_a="N", trans_b="N"):
    """op(A) op(B) of values in one dtype, and the sum of the magnitudes that went into each element."""
    dims = max(2, a.ndim, b.ndim)
    x, y = op(wide(a), trans_a, dims), op(wide(b), trans_b, dims)
    product = np.moveaxis(np.matmul(x, y), (-2, -1), (0, 1))
    if product.dtype.kind not in "fc":
        return product, None
    return product, np.moveaxis(np.matmul(np.abs(x), np.abs(y)), (-2, -1), (0, 1))


def check(got, wanted, kind, scale, inner):
    """Equal for integers; for floats as close as sums of `inner` products in the accumulating dtype can be."""
    assert got.shape == wanted.shape
    if not kind.isfloat:
        np.testing.assert_array_equal(got, cast(wanted, kind, kind).astype(got.dtype))
        return
    accumulated = max(float(kind.basetype.eps) if kind.basetype.size > 2 else 1.2e-7, 0)
    bound = (
        (inner + 8) * accumulated * scale
        + 2 * float(kind.basetype.eps) * np.abs(wanted)
        + 2.0**-24 * (kind.basetype.size == 2)
    )
    assert (np.abs(wide(got) - wanted) <= bound).all()


def check_product(a, b, trans_a="N", trans_b="N"):
    """multiply(A, transA, B, transB) of two samples gives the right dtype and values."""
    kind = common(a.tensor.dtype, b.tensor.dtype)
    got = ocean.multiply(a.tensor, trans_a, b.tensor, trans_b)
    assert got.dtype is kind
    seen = ocean.float if kind is ocean.bfloat16 else kind  # integers beside bfloat16 are taken as they are
    first, second = cast(a.values, a.tensor.dtype, seen), cast(b.values, b.tensor.dtype, seen)
    wanted, scale = oracle(first, second, trans_a, trans_b)
    inner = first.shape[0] if trans_a in "TtCc" else first.shape[1] if first.ndim > 1 else 1
    check(read(got).reshape(wanted.shape), wanted, kind, scale, inner)
    return got


# --- Dtypes, layouts, transposition ---------------------------------------------------------------------------------


@each_dtype
def test_every_pair_of_dtypes(kind):
    for other in DTYPES:
        check_product(sample("contiguous", kind, (4, 3), special=False), sample("contiguous", other, (3, 5), 1, False))


@pytest.mark.parametrize("layout", LAYOUTS)
@each_dtype
def test_every_layout(kind, layout):
    names = list(LAYOUTS)
    other = names[(names.index(layout) + DTYPES.index(kind)) % len(names)]
    check_product(sample(layout, kind, (5, 3, 2), 0, False), sample(other, kind, (3, 4, 2), 1, False))
    check_product(sample(other, kind, (5, 3), 2, False), sample(layout, kind, (3, 4, 2), 3, False))
    check_product(sample(layout, kind, (7, 4), 2, False), sample(layout, kind, (4,), 3, False))


@pytest.mark.parametrize("layout", ["contiguous", "row_major", "strided", "wild"])
@pytest.mark.parametrize(("trans_a", "trans_b"), list(itertools.product(TRANS, TRANS)))
@each_dtype
def test_transposition(kind, trans_a, trans_b, layout):
    for size in ((5, 3), (6, 4, 2), (21, 25)):
        a = sample(layout, kind, size if trans_a == "N" else (size[1], size[0], *size[2:]), 0, False)
        second = (size[1], 7, *size[2:])
        b = sample(layout, kind, second if trans_b == "N" else (second[1], second[0], *second[2:]), 1, False)
        check_product(a, b, trans_a, trans_b)
        check_product(a, b, trans_a.lower(), trans_b.lower())


@pytest.mark.parametrize("blas", [True, False])
@pytest.mark.parametrize("instructions", [True, False])
@each_dtype
def test_sizes_around_the_blocks(kind, instructions, blas):
    if not blas and instructions and not kind.isfloat:
        pytest.skip("integers never go to BLAS")
    sizes = [
        (1, 1, 1), (2, 3, 2), (3, 3, 3), (4, 4, 4), (1, 9, 5), (9, 1, 5), (5, 7, 1), (8, 16, 9), (13, 5, 6),
        (17, 33, 12), (33, 65, 25), (70, 9, 300), (25, 30, 513), (131, 1, 40), (1, 131, 40), (600, 1, 9), (1, 1, 700),
        (1, 1, 20000), (70, 66, 64), (90, 5, 110),
    ]  # fmt: skip
    with kernels(blas=blas, instructions=instructions):
        for m, n, k in sizes:
            a, b = sample("contiguous", kind, (m, k), 0, False), sample("contiguous", kind, (k, n), 1, False)
            check_product(a, b)
            check_product(sample("row_major", kind, (m, k), 2, False), b)
            a, b = sample("contiguous", kind, (k, m), 2, False), sample("row_major", kind, (n, k), 2, False)
            check_product(a, b, "C", "C")


@given(
    sizes=st.tuples(*[st.integers(0, 40)] * 3), collection=st.integers(0, 3), code=st.integers(0, 14),
    layouts=st.tuples(*[st.sampled_from(sorted(LAYOUTS))] * 2), trans=st.tuples(*[st.sampled_from(TRANS)] * 2),
    seed=st.integers(0, 1000),
)  # fmt: skip
def test_any_size(sizes, collection, code, layouts, trans, seed):
    m, n, k = sizes
    more = (collection,) if collection else ()
    first = (m, k) if trans[0] == "N" else (k, m)
    second = (k, n) if trans[1] == "N" else (n, k)
    if k != 1 and ((first == (1, 1)) or (second == (1, 1))):
        return
    layouts = [each if 0 not in (m, n, k, *more) else "contiguous" for each in layouts]
    kind = DTYPES[code]
    got = check_product(
        sample(layouts[0], kind, (*first, *more), seed, False),
        sample(layouts[1], kind, (*second, *more), seed + 1, False),
        *trans,
    )
    assert got.size == (m, n, *more)


def test_bool_is_or_of_ands():
    a = ocean.asTensor(np.array([[True, True], [False, True]]))
    assert (a * a).asPython("R") == [[True, True], [False, True]]


def test_bytes_of_foreign_bools_count_as_true():
    raw = np.array([[2, 0], [0, 255]], np.uint8).view(bool)
    big = np.tile(raw, (20, 20))
    for array in (raw, big):
        got = ocean.asTensor(array) * ocean.asTensor(array)
        assert set(np.unique(read(got).view(np.uint8))) <= {0, 1}
        np.testing.assert_array_equal(read(got), (array.view(np.uint8) > 0) @ (array.view(np.uint8) > 0))


@pytest.mark.parametrize("size", [4, 100])
def test_half_accumulates_in_float(size):
    a = ocean.full([size, 4096], ocean.half(1))
    b = ocean.full([4096, size], ocean.half(1))
    assert (read(a * b) == 4096).all()  # in half, 2048 + 1 stays 2048


def test_integers_wrap():
    a = ocean.asTensor([[100, 27], [100, 100]], ocean.int8)
    wanted = np.array([[100, 100], [27, 100]], np.int8)
    np.testing.assert_array_equal(read(a * a), wanted @ wanted)


@pytest.mark.parametrize("kind", [ocean.int32, ocean.uint32], ids=dtype_id)
@pytest.mark.parametrize("sizes", [(70, 33, 51), (300, 301, 7), (16, 600, 4), (250, 256, 41)])
@pytest.mark.parametrize("limit", [3, 2**15, 2**15 + 1, 2**31])
def test_integers_that_fit_16_bits_and_others(kind, sizes, limit):
    """Blocks of numbers of 16 bits are multiplied in pairs; one number that does not fit is enough to do without."""
    m, k, n = sizes
    random = np.random.default_rng(limit)
    a, b = (random.integers(-limit, limit, size).astype(np.int32) for size in ((m, k), (k, n)))
    for extreme in (None, -(2**15), 2**15, -(2**15) - 1):
        if extreme is not None:
            a[-1, -1] = b[-1, -1] = a[m // 2, 3] = b[3, n // 2] = extreme
        wanted = (a.astype(np.int64) @ b.astype(np.int64)).astype(np.uint32)
        for x in (ocean.asTensor(a), ocean.asTensor(a.T.copy()).T):
            for y in (ocean.asTensor(b), ocean.asTensor(b.T.copy()).T):
                np.testing.assert_array_equal(read(kind(x) * kind(y)).astype(np.uint32), wanted)


@pytest.mark.parametrize("kind", [ocean.int64, ocean.uint64], ids=dtype_id)
@pytest.mark.parametrize("instructions", [True, False])
def test_long_integers_times_vectors(kind, instructions):
    """Numbers that use all 64 bits, rows of any length, in either order."""
    random = np.random.default_rng(5)
    with kernels(instructions=instructions):
        for k in (*range(1, 20), 31, 32, 33, 64, 511, 1030):
            a, b = (random.integers(-(2**63), 2**63, size) for size in ((5, k), (k,)))
            for x in (ocean.asTensor(a), ocean.asTensor(a.T.copy()).T):
                got = kind(x) * kind(ocean.asTensor(b))
                assert got.dtype is kind
                np.testing.assert_array_equal(read(got).astype(np.int64), a @ b)


@each_dtype
def test_the_same_bits_for_any_number_of_threads(kind):
    side = {8: 2550, 16: 1275}.get(kind.size, 3600)
    sizes = [((200, 150, 2), (150, 220, 2)), ((30, 20, 1100), (20, 20, 1100)), ((side, side), (side,))]
    pairs = [(ocean.full(list(a), 1, kind), ocean.full(list(b), 1, kind)) for a, b in sizes]
    for pair in pairs:
        for each in pair:
            each.copy(sample("contiguous", kind, (each.size[0],), 0, False).tensor)
    with kernels(blas=False):  # BLAS cuts its work as it likes
        results = []
        for threads in (1, 2, 3, 5):
            ocean.setNumThreads(threads)
            results.append(tuple(memory((a * b).storage).tobytes() for a, b in pairs))
        assert len(set(results)) == 1


@pytest.mark.parametrize("kind", [ocean.int8, ocean.int32, ocean.int64, ocean.double, ocean.cfloat], ids=dtype_id)
@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 1), (5, 4)])
def test_fewer_rows_and_columns_than_threads(kind, size):
    """Every part of the work is done once, also when there is no part for some threads."""
    m, n = size
    k = 1 << 20
    for collection in ((), (3,)):
        a = ocean.full([m, 2 * k, *collection], 1, kind)[:, ::-2]  # which BLAS cannot read
        b = ocean.full([k, n, *collection], 1, kind)
        for threads in (1, 2, 5):
            ocean.setNumThreads(threads)
            for beta, start in ((0, 7), (1, 5), (2, 5)):
                c = ocean.full([m, n, *collection], start, kind)
                ocean.gemm(1, a, b, beta, c)
                wanted = cast(np.array([k + beta * start]), ocean.int64, kind)[0]
                assert (read(c) == wanted).all(), (threads, beta)


def test_many_python_threads():
    a = np.random.default_rng(0).integers(-9, 9, (120, 120))
    tensors = [ocean.asTensor(a.astype(kind)).clone() for kind in ("i8", "f8", "i1")]

    def work(number):
        tensor = tensors[number % 3]
        wanted = (a @ a).astype(read(tensor).dtype)
        return all((read(tensor * tensor) == wanted).all() for _ in range(5))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(24)))


# --- Sizes ------------------------------------------------------------------------------------------------------------

SIZES = [
    ((2, 3), (3, 4), (2, 4)),
    ((2, 3), (3,), (2,)),
    ((3,), (1, 3), (3, 3)),
    ((1, 3), (3,), (1,)),
    ((2, 3), (3, 1), (2, 1)),
    ((2, 3, 4), (3, 2, 4), (2, 2, 4)),
    ((2, 3), (3, 2, 4), (2, 2, 4)),
    ((2, 3, 4), (3, 2), (2, 2, 4)),
    ((2, 3, 4), (3,), (2, 1, 4)),
    ((2, 3, 4, 1), (3, 2, 1, 5), (2, 2, 4, 5)),
    ((2, 3, 1, 5), (3, 2, 4), (2, 2, 4, 5)),
    ((2, 3, 1), (3, 2), (2, 2, 1)),
    ((3, 1, 4), (1, 3), (3, 3, 4)),
    ((2, 3), (3, 1, 4), (2, 1, 4)),
    ((1, 3, 4), (3, 5), (1, 5, 4)),
    ((1, 3, 4), (3, 5, 4), (1, 5, 4)),
    ((5,), (1,), (5,)),
    ((5,), (1, 1), (5, 1)),
    ((5,), (1, 1, 4), (5, 1, 4)),
    ((2, 2, 2, 1, 2, 1, 2, 2), (2, 3, 1, 2, 1, 2, 2, 2), (2, 3, 2, 2, 2, 2, 2, 2)),
]
SCALED = [
    ((2, 3), (1, 1, 4), (2, 3, 4)),
    ((1, 1, 4), (2, 3), (2, 3, 4)),
    ((1, 1, 4), (2, 3, 4), (2, 3, 4)),
    ((2, 3), (), (2, 3)),
    ((), (2, 3, 2), (2, 3, 2)),
    ((), (), ()),
    ((), (5,), (5,)),
    ((5,), (), (5,)),
    ((1,), (5,), (5,)),
    ((1, 1), (5,), (5,)),
    ((1, 1), (2, 3), (2, 3)),
    ((2, 3), (1,), (2, 3)),
    ((1, 5), (1,), (1, 5)),
    ((1, 1, 4), (5,), (5, 1, 4)),
]


@pytest.mark.parametrize(("first", "second", "size"), SIZES)
@pytest.mark.parametrize("layout", ["contiguous", "row_major", "negative"])
def test_sizes(first, second, size, layout):
    for kind in (ocean.double, ocean.int32, ocean.half, ocean.cfloat):
        a, b = sample(layout, kind, first, 0, False), sample(layout, kind, second, 1, False)
        assert check_product(a, b).size == (a.tensor * b.tensor).size == size


@pytest.mark.parametrize(("first", "second", "size"), SCALED)
def test_single_elements_scale(first, second, size):
    for kind in (ocean.double, ocean.int32, ocean.bool, ocean.cfloat):
        a, b = sample("contiguous", kind, first, 0, False), sample("contiguous", kind, second, 1, False)
        got = a.tensor * b.tensor
        assert (got.size, got.dtype) == (size, kind)
        dims = max(len(first), len(second))
        x, y = (each.values.reshape(each.values.shape + (1,) * (dims - each.values.ndim)) for each in (a, b))
        wanted = x & y if kind is ocean.bool else x * y
        np.testing.assert_allclose(read(got), wanted.reshape(size), rtol=1e-6)


def test_numbers_scale():
    a = ocean.ones([2, 3])
    assert (a * 2).asPython() == (2 * a).asPython() == ocean.multiply(a, 2).asPython() == [[2, 2]] * 3
    assert ocean.multiply(ocean.int8(3), a).dtype is ocean.float
    assert ocean.multiply(2, 3) == 6 and ocean.multiply(2, 3).dtype is ocean.int64
    assert ocean.gemm(2, 3, 4) == 24
    assert ocean.multiply(1 + 2j, "C", ocean.ones([2], ocean.cfloat)).asPython() == [1 - 2j] * 2
    assert ocean.multiply(2, ocean.asTensor([1, 2]), "T").size == (1, 2)
    into = ocean.ones([2, 3])
    assert ocean.gemm(2, a, 3, 10, into) is None
    assert into.asPython() == [[16, 16]] * 3
    assert ocean.gemm(2, ocean.asTensor([[ocean.nan]]), ocean.ones([2, 2]), 0, ocean.zeros([2, 2])) is None
    assert ocean.gemm(0, ocean.asTensor([ocean.nan]), ocean.ones([2])).asPython() == [0, 0]


def test_lists_and_arrays_are_operands():
    a = ocean.asTensor([[1.0, 2.0], [3.0, 4.0]])
    assert (a * [1, 1]).asPython() == [4, 6]
    assert ([[1], [1]] * a).asPython() == [[3], [7]]
    assert ocean.multiply(np.eye(2), a).asPython() == a.asPython()
    assert ocean.multiply([[1, 2], [3, 4]], [1, 1]).asPython() == [4, 6]


@pytest.mark.host_only("plans of the host")
def test_matrices_are_joined_into_larger_products():
    def shape(*sizes, order="F"):
        return [ocean.tensor(list(size), order, ocean.double)._layout for size in sizes]

    assert plan("multiply", shape((4, 5), (5, 6, 7)), None, 0).matrices == 1
    assert plan("multiply", shape((4, 5), (5, 1, 7, 3)), None, 0).matrices == 1
    assert plan("multiply", shape((1, 5, 7), (5, 6)), None, 0).matrices == 1
    assert plan("multiply", shape((4, 5, 7, 3), (5, 6, 7, 3)), None, 0).matrices == 21


@pytest.mark.host_only("plans of the host")
@pytest.mark.parametrize(
    ("sizes", "kind", "method"),
    [
        (((4, 4), (4, 4)), ocean.double, "direct"),
        (((4, 4, 100), (4, 4, 100)), ocean.cfloat, "direct"),
        (((50, 50, 100), (50, 50, 100)), ocean.float, "direct"),
        (((150, 100, 3), (100, 150, 3)), ocean.float, "packed"),
        (((64, 64), (64, 64)), ocean.int64, "packed"),
        (((300, 300), (300,)), ocean.int64, "vector"),
        (((300, 300), (300, 300)), ocean.float, "gemm"),
        (((300, 300), (300,)), ocean.cdouble, "gemv"),
        (((1, 300), (300, 300)), ocean.double, "gemv"),
        (((1, 30000), (30000,)), ocean.double, "dot"),
        (((300, 300), (300,)), ocean.half, "vector"),
    ],
)
def test_who_does_the_work(sizes, kind, method):
    first, second = (ocean.tensor(list(size), kind)._layout for size in sizes)
    found = plan("multiply", (first, second), None, 0)
    if method in ("gemm", "gemv", "dot"):
        assert found.method == method or not matmul.find_blas()
    elif kind is not ocean.half or matmul.multiplies_halves():
        assert found.method == method


@pytest.mark.host_only("plans of the host")
@pytest.mark.parametrize("kind", [ocean.float, ocean.double, ocean.cfloat, ocean.cdouble], ids=dtype_id)
def test_transposed_and_row_major_operands_are_not_copied(kind):
    for order_a, order_b, order_c, trans in itertools.product("FC", "FC", "FC", (0, 1, 4, 5)):
        a, b, c = (ocean.tensor([90, 90], order, kind)._layout for order in (order_a, order_b, order_c))
        found = plan("multiply", (a, b), c, trans)
        assert found.first is found.second is found.inner is None
        assert found.method == "gemm" or not matmul.find_blas()


def test_empty_products():
    for kind in DTYPES:
        assert (ocean.zeros([0, 3], kind) * ocean.zeros([3, 2], kind)).size == (0, 2)
        assert (ocean.zeros([2, 3], kind) * ocean.zeros([3, 0], kind)).size == (2, 0)
        assert (ocean.zeros([2, 3, 0], kind) * ocean.zeros([3, 2, 0], kind)).size == (2, 2, 0)
        nothing = ocean.tensor([2, 0], kind) * ocean.tensor([0, 3], kind)
        assert nothing.size == (2, 3) and not read(nothing).any()
        vector = ocean.tensor([2, 0], kind) * ocean.tensor([0], kind)
        assert vector.size == (2,) and not read(vector).any()
        into = ocean.ones([2, 3], kind)
        ocean.gemm(1, ocean.tensor([2, 0], kind), ocean.tensor([0, 3], kind), 1, into)
        assert (read(into) == 1).all()
        ocean.multiply(ocean.tensor([2, 0], kind), ocean.tensor([0, 3], kind), into)
        assert not read(into).any()


# --- Results ----------------------------------------------------------------------------------------------------------


def check_into(a, b, c, alpha=None, beta=None, trans_a="N", trans_b="N"):
    """C after multiply or gemm; returns whether the bytes around it are as they were."""
    before, around = c.values, surroundings(c.tensor)
    if alpha is None:
        assert ocean.multiply(a.tensor, trans_a, b.tensor, trans_b, c.tensor) is None
    else:
        assert ocean.gemm(alpha, a.tensor, trans_a, b.tensor, trans_b, beta, c.tensor) is None
    alpha, beta = 1 if alpha is None else alpha, 0 if beta is None else beta
    kinds = [a.tensor.dtype, b.tensor.dtype]
    if beta:
        kinds.append(c.tensor.dtype)
    kind = kinds[0]
    for each in kinds[1:]:
        kind = common(kind, each)
    for number in (alpha, beta):
        if isinstance(number, float):
            kind = common(kind, ocean.half)
        if isinstance(number, complex):
            kind = common(kind, ocean.chalf)
    wanted, scale = oracle(cast(a.values, a.tensor.dtype, kind), cast(b.values, b.tensor.dtype, kind), trans_a, trans_b)
    if kind is ocean.bool:
        wanted = (wanted & bool(alpha)) | (before.reshape(wanted.shape) & bool(beta))
    else:
        wanted = wanted * np.asarray(alpha).astype(wanted.dtype)
        if beta:
            kept = wide(cast(before, c.tensor.dtype, kind)).reshape(wanted.shape)
            wanted = wanted + np.asarray(beta).astype(wanted.dtype) * kept
            scale = None if scale is None else abs(alpha) * scale + abs(beta) * np.abs(kept)
        elif scale is not None:
            scale = abs(alpha) * scale
    got = read(c.tensor).reshape(wanted.shape)
    if not kind.isfloat:
        wanted = wanted.astype(cast(before, c.tensor.dtype, kind).dtype)
        np.testing.assert_array_equal(got, cast(wanted, kind, c.tensor.dtype))
    elif c.tensor.dtype.isfloat:
        if not c.tensor.dtype.iscomplex:
            wanted = wanted.real
        loose = max((kind, c.tensor.dtype), key=lambda each: float(each.basetype.eps))
        check(got, wanted, loose, scale, 40)
    else:
        assert (np.abs(got - wanted.real) <= 1 + 1e-3 * scale).all()
    np.testing.assert_array_equal(surroundings(c.tensor), around)


@pytest.mark.parametrize("layout", TARGETS)
@each_dtype
def test_destinations(kind, layout):
    for size_a, size_b, size_c in (((4, 3), (3, 5), (4, 5)), ((4, 3, 2), (3, 5, 2), (4, 5, 2)), ((6, 3), (3,), (6,)),
                                   ((1, 3), (3, 5), (1, 5)), ((30, 28), (28, 26), (30, 26))):  # fmt: skip
        a, b = sample("contiguous", kind, size_a, 0, False), sample("row_major", kind, size_b, 1, False)
        check_into(a, b, sample(layout, kind, size_c, 2, False))
        check_into(a, b, sample(layout, kind, size_c, 2, False), 1, 1)
        check_into(a, b, sample(layout, kind, size_c, 2, False), True if kind is ocean.bool else 3, 2)


@pytest.mark.parametrize("other", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("kind", [ocean.int16, ocean.half, ocean.float, ocean.cdouble, ocean.bool], ids=dtype_id)
def test_destinations_of_another_dtype(kind, other):
    if kind.isfloat and not other.isfloat:
        whole = [np.round(values(kind, size, 0, False)) for size in ((4, 3), (3, 5))]
        a, b = (place(each, kind, [kind.size, len(each) * kind.size]) for each in whole)
    else:
        a, b = sample("contiguous", kind, (4, 3), 0, False), sample("contiguous", kind, (3, 5), 1, False)
    if kind is not ocean.bool and not (kind.isfloat and not other.isfloat and not other.issigned):
        check_into(a, b, sample("strided", other, (4, 5), 2, False))
    if kind.isfloat and other.isfloat:
        check_into(a, b, sample("strided", other, (4, 5), 2, False), 2, 3)


@each_dtype
def test_destinations_that_overlap_the_operands(kind):
    for size, beta in itertools.product((6, 40), (0, 1)):
        for offset, strides in ((0, [1, size]), (0, [size, 1]), (5, [1, size]), (size * size // 2, [1, 2 * size])):
            storage = sample("contiguous", kind, (3 * size * size,), 0, False).tensor.storage
            places = (0, [1, size]), (size * size, [size, 1]), (offset, strides)
            a, b, c = (ocean.tensor(storage, start, [size, size], steps, kind.size, kind) for start, steps in places)
            (wanted, scale), before = oracle(read(a), read(b)), read(c)
            ocean.gemm(kind(1), a, b, kind(beta), c)
            if beta:
                wanted = wanted | before if kind is ocean.bool else wanted + wide(before)
            check(read(c), wanted, kind, None if scale is None else scale + np.abs(wide(before)), size)


@pytest.mark.parametrize("numbers", [(1, 0), (2, 0), (-1, 1), (2, 3), (0, 1), (0, 2), (1, 1), (3, -1)])
@each_dtype
def test_alpha_and_beta(kind, numbers):
    if kind is ocean.bool or (not kind.issigned and min(numbers) < 0):
        numbers = tuple(bool(each) if kind is ocean.bool else abs(each) for each in numbers)
    for m, n, k in ((4, 5, 3), (30, 33, 29), (40, 1, 90), (1, 40, 90), (3, 3, 600)):
        a, b = sample("contiguous", kind, (m, k), 0, False), sample("contiguous", kind, (k, n), 1, False)
        check_into(a, b, sample("contiguous", kind, (m, n), 2, False), *numbers)
        check_into(a, b, sample("row_major", kind, (m, n), 2, False), *numbers)


@pytest.mark.parametrize("blas", [True, False])
@pytest.mark.parametrize("kind", [each for each in DTYPES if each.isfloat], ids=dtype_id)
def test_fractions_and_complex_factors(kind, blas):
    numbers = [(0.5, 0.25), (-0.5, 0)] + ([(0.5 - 1j, 2j), (1j, 0), (1j, 1)] if kind.iscomplex else [])
    with kernels(blas=blas):
        for alpha, beta in numbers:
            for size in (3, 40):
                a, b, c = (sample("contiguous", kind, (size, size), seed, False) for seed in range(3))
                check_into(a, b, c, alpha, beta, "C", "T")


@pytest.mark.parametrize("kind", [each for each in DTYPES if each.isfloat], ids=dtype_id)
@pytest.mark.parametrize("size", [(4, 3, 5), (60, 50, 40), (60, 50, 1)])
def test_beta_zero_does_not_read_the_destination(kind, size):
    m, k, n = size
    a, b = sample("contiguous", kind, (m, k), 0, False), sample("contiguous", kind, (k, n), 1, False)
    for layout in ("contiguous", "row_major", "strided", "byteswapped"):
        c = sample(layout, kind, (m, n), 2)
        c.tensor.fill(ocean.nan)
        ocean.gemm(1, a.tensor, b.tensor, 0, c.tensor)
        assert np.isfinite(read(c.tensor)).all()
        c.tensor.fill(ocean.nan)
        ocean.gemm(2, a.tensor, b.tensor, -0.0, c.tensor)
        assert np.isfinite(read(c.tensor)).all()


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize("size", [3, 60])
def test_alpha_zero_does_not_read_the_operands(kind, size):
    a = ocean.full([size, size], ocean.nan, kind)
    c = ocean.ones([size, size], kind)
    ocean.gemm(0, a, a, 2, c)
    assert (read(c) == 2).all()


WHOLE = [each for each in DTYPES if each.isnumber and not each.isfloat]


@pytest.mark.parametrize("kind", WHOLE, ids=dtype_id)
def test_numbers_do_not_widen_the_common_dtype_of_all_tensors(kind):
    """Integers wrap in the dtype in which operands and results meet, and then in that of the result."""
    for other in [*WHOLE, ocean.bool]:
        meeting = common(kind, other)
        if meeting.isfloat:
            continue
        a, b = sample("contiguous", kind, (3, 4)), sample("row_major", kind, (4, 2), 1)
        for alpha, beta in ((1, 1), (3, 5), (0, 2), (7, True)):
            c = sample("strided", other, (3, 2), 2)
            total = alpha * (a.values.astype(object) @ b.values.astype(object)) + int(beta) * c.values.astype(object)
            bits = 8 * meeting.size
            total = total % (1 << bits)
            total = np.where((total >= 1 << bits - 1) & meeting.issigned, total - (1 << bits), total)
            wanted = total != 0 if other is ocean.bool else total % (1 << 8 * other.size)
            ocean.gemm(alpha, a.tensor, b.tensor, beta, c.tensor)
            assert (read(c.tensor).astype(object) % (1 << 8 * other.size) == wanted).all()
    half = 1 << 4 * kind.size
    a, mask = ocean.full([1, 2], half, kind), ocean.zeros([1, 1], ocean.bool)
    ocean.gemm(1, a, a, "T", 1, mask)
    assert mask.asPython() == [[False]]  # 2 * half**2 is 0


def test_dtype_of_the_result():
    a = ocean.ones([2, 2], ocean.float)
    assert ocean.gemm(1 + 2j, a, a).dtype is ocean.cfloat
    assert ocean.gemm(2, a, a).dtype is ocean.float
    assert ocean.gemm(ocean.double(2), a, a).dtype is ocean.double
    assert ocean.gemm(1e300, a, a).dtype is ocean.double
    small = ocean.ones([2, 2], ocean.int8)
    assert ocean.gemm(100, small, small).dtype is ocean.int8
    assert ocean.gemm(300, small, small).dtype is ocean.int16
    assert ocean.gemm(300, small, small).asPython() == [[600, 600], [600, 600]]
    assert ocean.gemm(0.5, small, small).dtype is ocean.half
    assert (small * ocean.ones([2, 2], ocean.uint8)).dtype is ocean.int16


def test_the_destination_keeps_its_precision():
    third = ocean.full([2, 2], 1 / 3, ocean.double)
    a = ocean.eye(2, ocean.float)
    ocean.gemm(0.5, a, a, 1, third)
    np.testing.assert_array_equal(read(third), np.eye(2) * 0.5 + 1 / 3)
    whole = ocean.full([2, 2], 10, ocean.int64)
    ocean.gemm(1, a, a, 0.25, whole)
    assert whole.asPython() == [[3, 2], [2, 3]]


@pytest.mark.parametrize("size_c", [(3,), (3, 1), (3, 1, 1)])
def test_vectors_into_results_with_more_dimensions(size_c):
    a, b = sample("contiguous", ocean.double, (3, 4), 0, False), sample("contiguous", ocean.double, (4,), 1, False)
    c = ocean.zeros(list(size_c), ocean.double)
    ocean.multiply(a.tensor, b.tensor, c)
    np.testing.assert_allclose(read(c).ravel(), a.values @ b.values, rtol=1e-12)


def test_products_are_repeated_into_larger_collections():
    for kind, columns in itertools.product((ocean.double, ocean.half, ocean.int64), (1, 2)):
        a, b = sample("contiguous", kind, (3, 4), 0, False), sample("contiguous", kind, (4, columns), 1, False)
        c = ocean.zeros([3, columns, 5], kind)
        ocean.multiply(a.tensor, b.tensor, c)
        wanted = np.repeat(read(a.tensor * b.tensor)[:, :, None], 5, 2)
        np.testing.assert_array_equal(read(c), wanted)
        ocean.gemm(1, a.tensor, b.tensor, 1, c)
        np.testing.assert_allclose(read(c), 2 * wanted, rtol=1e-3)


def test_factors_that_differ_between_matrices():
    a = sample("contiguous", ocean.float, (2, 3, 4), 0, False)
    b = sample("contiguous", ocean.float, (3, 2), 1, False)
    factors = np.array([1, -2, 0, 0.5], np.float32)
    alpha = ocean.asTensor(factors).reshape(1, 1, 4)
    product, _ = oracle(a.values, b.values)
    np.testing.assert_allclose(read(ocean.gemm(alpha, a.tensor, b.tensor)), product * factors, rtol=1e-5)
    assert ocean.gemm(alpha, ocean.ones([2, 3]), ocean.ones([3])).size == (2, 1, 4)
    c = sample("contiguous", ocean.float, (2, 2, 4), 2, False)
    wanted = 2 * product + factors * c.values
    ocean.gemm(2, a.tensor, b.tensor, alpha, c.tensor)
    np.testing.assert_allclose(read(c.tensor), wanted, rtol=1e-4)
    c.tensor.fill(ocean.nan)
    ocean.gemm(2, a.tensor, b.tensor, alpha, c.tensor)
    assert np.isnan(read(c.tensor)).all(axis=(0, 1)).tolist() == [True, True, False, True]
    single = ocean.asTensor([[2]])
    assert ocean.gemm(single, ocean.ones([2, 3]), ocean.ones([3])).asPython() == [6, 6]


# --- Arguments and errors ---------------------------------------------------------------------------------------------


def test_arguments_by_position_and_by_name():
    a, b = ocean.asTensor([[1, 2], [3, 4], [5, 6]]), ocean.asTensor([[1, 0], [1, 1]])
    wanted = (a.T * b).asPython()
    assert ocean.multiply(a, "T", b).asPython() == wanted
    assert ocean.multiply(a, b, transA="t").asPython() == wanted
    assert ocean.multiply(A=a, B=b, transA="C").asPython() == wanted
    assert ocean.multiply(a, "T", b, "N", None).asPython() == wanted
    assert ocean.gemm(alpha=1, A=a, transA="T", B=b, transB="n").asPython() == wanted
    c = ocean.zeros([3, 2], ocean.int64)
    for call in (
        lambda: ocean.multiply(a, "T", b, c),
        lambda: ocean.multiply(a, "T", b, "N", C=c),
        lambda: ocean.gemm(1, a, "T", b, c),
        lambda: ocean.gemm(1, a, "T", b, "N", 0, c),
        lambda: ocean.gemm(1, a, b, 0, c, transA="T"),
        lambda: ocean.gemm(1, a, "T", b, C=c),
    ):
        c.fill(7)
        assert call() is None
        assert c.asPython() == wanted


def refuses(error, words, *args, function=ocean.multiply, **named):
    """The call fails with a message that has all the words, and leaves the tensors alone."""
    tensors = [each for each in (*args, *named.values()) if isinstance(each, ocean.tensor)]
    before = [memory(each.storage).tobytes() for each in tensors]
    with pytest.raises(error) as caught:
        function(*args, **named)
    assert isinstance(caught.value, ocean.OceanError)
    for word in words:
        assert word in str(caught.value)
    assert [memory(each.storage).tobytes() for each in tensors] == before


def test_sizes_that_do_not_match():
    message = "Tensor A and B matrix sizes are incompatible"
    a, b = ocean.ones([2, 3]), ocean.ones([3])
    refuses(RuntimeError, [message], a, a)
    refuses(ValueError, [message], a, "T", b)
    refuses(ValueError, [message], b, b)
    with pytest.raises(RuntimeError, match=f"^{message}"):
        a * a
    refuses(ValueError, ["2x3x4", "3x2x5", "third"], ocean.ones([2, 3, 4]), ocean.ones([3, 2, 5]))
    refuses(ValueError, ["C", "2x2", "expected 2"], a, b, ocean.ones([2, 2]))
    refuses(ValueError, ["C", "3x2", "expected 2x2"], a, a, "T", ocean.ones([3, 2]))
    refuses(ValueError, ["C", "2x2", "expected 2x2x4"], ocean.ones([2, 3, 4]), a, "T", ocean.ones([2, 2]))
    refuses(ValueError, ["C", "3", "expected 2"], a, b, ocean.ones([3]))
    refuses(ValueError, ["C", "expected 2x3"], a, 2, ocean.ones([3, 3]))


def test_destinations_that_cannot_be_written():
    a = ocean.ones([3, 3])
    locked = ocean.zeros([3, 3])
    locked.readonly = True
    for product in (a, 2):
        refuses(ValueError, ["destination", "read-only"], a, product, locked)
        for strides in ([0, 4], [4, 4]):
            shared = ocean.tensor(ocean.zeros([9]).storage, 0, [3, 3], strides, 1, ocean.float)
            refuses(ValueError, ["C", "3x3", "overlaps itself", "clone it first"], a, product, shared)
    refuses(TypeError, ["C", "tensor", "3"], a, a, 3)
    refuses(TypeError, ["C", "tensor", "[1]"], a, a, C=[1])


def test_arguments_that_are_refused():
    a = ocean.ones([2, 2])
    refuses(ValueError, ["transA", "'N', 'T' or 'C'", "'X'"], a, "X", a)
    refuses(ValueError, ["transB", "'N', 'T' or 'C'", "''"], a, a, "")
    refuses(TypeError, ["transB", "str", "3"], a, a, transB=3)
    refuses(TypeError, ["missing", "B"], a)
    refuses(TypeError, ["missing", "A"])
    refuses(TypeError, ["unexpected", "'D'"], a, a, D=a)
    refuses(TypeError, ["unexpected", "'Q'"], a, a, "N", "Q")
    refuses(TypeError, ["unexpected"], a, a, a, a)
    refuses(TypeError, ["beta", "3", "C"], 1, a, a, 3, function=ocean.gemm)
    refuses(TypeError, ["alpha"], None, a, a, function=ocean.gemm)
    refuses(ValueError, ["alpha", "2x2", "1x1"], a, a, a, function=ocean.gemm)
    refuses(ValueError, ["beta", "2", "1x1"], 1, a, a, ocean.ones([2]), a, function=ocean.gemm)


def test_nothing_is_cast_or_broadcast_when_that_is_disabled():
    a, b, c = ocean.ones([2, 2]), ocean.ones([2, 2], ocean.int8), ocean.ones([2, 2, 3])
    scale = ocean.ones([1, 1], ocean.int8)
    a * b, a * c, a * a
    ocean.setAutoTypecast(False)
    refuses(TypeError, ["data type mismatch", "disabled"], a, b)
    with pytest.raises(TypeError, match="disabled"):
        a * b
    refuses(TypeError, ["data type mismatch", "disabled"], a, scale)
    assert (a * a).size == (2, 2)
    ocean.setAutoTypecast(True)
    ocean.setAutoBroadcast(False)
    refuses(ValueError, ["disabled"], a, c)
    with pytest.raises(ValueError, match="disabled"):
        a * c
    refuses(ValueError, ["disabled"], a, a, c)
    assert (c * c).size == (2, 2, 3)
    assert (a * b).dtype is ocean.float
    ocean.setAutoBroadcast(True)
    assert (a * c).size == (2, 2, 3)


def test_products_that_are_elementwise_and_others_follow_each_other():
    """Large outer products, and those with single elements, are elementwise: others of the same dtypes are not."""
    long, short = ocean.ones([200], ocean.int32), ocean.ones([3], ocean.int32)
    for _ in range(2):
        assert (long * long.T).size == (200, 200)
        assert (short.T * short).asPython() == [3]
        assert (ocean.ones([1], ocean.int32) * short.T).size == (1, 3)
        assert (ocean.ones([2, 3], ocean.int32) * short).asPython() == [3, 3]


def test_gemm_of_small_integers_into_bool() -> None:
    for kind in (ocean.int8, ocean.uint8, ocean.int32, ocean.double):
        a, b = kind(ocean.asTensor([[1, 2], [0, 0]], "R")), kind(ocean.asTensor([[3, 0], [4, 0]], "R"))
        into = ocean.zeros([2, 2], ocean.bool)
        ocean.gemm(1, a, b, 0, into)
        assert into.asPython("R") == [[True, False], [False, False]]

"""Between devices: operands on several of them, copies, printing, exchange, and what a device refuses."""

from __future__ import annotations

import copy
import io
import operator
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id, read, same, sample, surroundings
from mirror import Mirror, mirrors, strict
from oracles import cast

import ocean
from ocean._src.kernels.jobs import Job
from ocean._src.ops.dispatch import ROWS

pytestmark = pytest.mark.host_only("names its devices itself")
CPU, ONE, TWO = ocean.cpu, *mirrors
PLACES = [CPU, ONE, TWO, strict]
PAIRS = [(first, second) for first in PLACES for second in PLACES if first is not second]
OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.matmul, operator.truediv, operator.floordiv, operator.mod,
    operator.pow, operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift, operator.eq, operator.ne,
    operator.lt, operator.le, operator.gt, operator.ge,
]  # fmt: skip
IN_PLACE = [
    operator.iadd, operator.isub, operator.imul, operator.imatmul, operator.ifloordiv, operator.imod, operator.ipow,
    operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift,
]  # fmt: skip


def name_of(value: Any) -> str:
    if isinstance(value, ocean.device):
        return value.name
    return getattr(value, "__name__", str(value))


def pair(first: ocean.device, second: ocean.device, size: tuple[int, ...] = (4, 4)) -> tuple[ocean.tensor, ocean.tensor]:
    """Small integers, which every operator takes."""
    a = np.arange(1, 17).reshape(size)
    return ocean.asTensor(a, ocean.int32, first), ocean.asTensor(a[::-1] % 3 + 1, ocean.int32, second)


def put(layout: str, kind: ocean.dtype, where: ocean.device, **options: Any) -> layouts.Sample:
    """A sample on a device."""
    layouts.device = where
    try:
        return sample(layout, kind, **options)
    finally:
        layouts.device = CPU


# --- Operands on several devices ---------------------------------------------------------------------------------


@pytest.mark.parametrize("function", OPERATORS, ids=name_of)
@pytest.mark.parametrize(("first", "second"), PAIRS, ids=name_of)
def test_the_first_tensor_decides(first: ocean.device, second: ocean.device, function: Callable[..., Any]) -> None:
    a, b = pair(first, second)
    result, wanted = function(a, b), function(*pair(CPU, CPU))
    assert result.device is first and result.dtype is wanted.dtype and a.device is first and b.device is second
    same(read(result), read(wanted))
    for number in (2, ocean.int32(2)):
        for result in (function(b, number), function(number, b)):
            assert result.device is second
        same(read(result), read(function(number, CPU(b))))


@pytest.mark.parametrize("function", IN_PLACE, ids=name_of)
@pytest.mark.parametrize(("first", "second"), PAIRS[:6], ids=name_of)
def test_in_place(first: ocean.device, second: ocean.device, function: Callable[..., Any]) -> None:
    a, b = pair(first, second)
    wanted, other = pair(CPU, CPU)
    storage = a.storage
    result = function(a, b)
    assert result is a and a.device is first and a.storage == storage
    same(read(a), read(function(wanted, other)))


@pytest.mark.parametrize("name", sorted(ROWS))
def test_every_row_on_several_devices(name: str) -> None:
    """The inputs alternate between devices, and the destination is on each."""
    function, row = getattr(ocean, name, None), ROWS[name]
    if function is None or not callable(function):
        pytest.skip("not a public function")
    kind = ocean.int32 if name.startswith("bit") or name in ("gcd", "lcm") else ocean.double
    values = [np.array([0.25, 0.5, 0.75]) if kind is ocean.double else np.array([1, 2, 3])] * row.arity

    def operands(*places: ocean.device) -> list[ocean.tensor]:
        return [ocean.asTensor(each, kind, place) for each, place in zip(values, places, strict=False)]

    wanted = function(*operands(CPU, CPU, CPU))
    for places in ((ONE, CPU, TWO), (CPU, ONE, ONE), (TWO, ONE, CPU), (strict, strict, CPU)):
        given = operands(*places)
        result = function(*given)
        assert result.device is places[0] and result.dtype is wanted.dtype
        np.testing.assert_array_equal(read(result), read(wanted))
        for place in PLACES:
            target = ocean.zeros(list(wanted.size), wanted.dtype, place)
            assert function(*given, target) is None
            np.testing.assert_array_equal(read(target), read(wanted))


def test_devices_meet_only_when_casts_are_automatic() -> None:
    a, b = pair(ONE, CPU)
    ocean.setAutoTypecast(False)
    for action in (
        lambda: a + b, lambda: b * a, lambda: ocean.where(a > 1, a, b), lambda: operator.iadd(a, b),
        lambda: ocean.gemm(1, a, b, 1, b), lambda: a == b,
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match=r"Tensor device mismatch \(automatic type casting is disabled\)"):
            action()
    assert (a + 1).device is ONE and (a + a).device is ONE


def test_lists_and_arrays_are_on_the_cpu() -> None:
    a = ocean.asTensor([1, 2, 3], ONE)
    for other in ([1, 2, 3], np.array([1, 2, 3])):
        assert (a + other).device is ONE and (a + other).asPython() == [2, 4, 6]
    assert ([1, 2, 3] + a).device is CPU
    assert ocean.asTensor([a, [4, 5, 6]]).device is ONE and ocean.asTensor([a, TWO(a)]).device is CPU


@pytest.mark.parametrize("layout", LAYOUTS)
def test_broadcasts_of_operands_elsewhere(layout: str) -> None:
    kind = ocean.float
    for first, second in ((ONE, CPU), (CPU, ONE), (ONE, TWO)):
        a, x = put(layout, kind, first, special=False)
        b, y = put(layout, kind, second, size=(5,), seed=3, special=False)
        got = a + b
        assert got.device is first
        same(read(got), x + y.reshape(5, 1, 1))


# --- Copies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("first", "second"), [pair for pair in PAIRS if strict not in pair], ids=name_of)
def test_copies_between_devices(first: ocean.device, second: ocean.device, layout: str) -> None:
    """Casts, any strides and byte orders on both sides; only elements are written."""
    for k, target in enumerate(TARGETS):
        source, kind = DTYPES[(3 * k + len(layout)) % len(DTYPES)], DTYPES[(4 * k + 7) % len(DTYPES)]
        given, values = put(layout, source, first)
        into, _ = put(target, kind, second, seed=5)
        around = surroundings(into)
        into.copy(given)
        same(read(into), cast(values, source, kind))
        np.testing.assert_array_equal(surroundings(into), around)
        same(read(given), values)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_a_device_that_needs_aligned_native_data(kind: ocean.dtype, layout: str) -> None:
    """It is given copies of all that the others have, and refuses to have such tensors."""
    given, values = put(layout, kind, ONE)
    for there in (strict(given), given.clone(strict), given.replicate(strict)):
        assert there.device is strict and not there.byteswapped and there.isAligned()
        same(read(there), values)
    zero = [stride == 0 for stride in given.strides]
    assert [stride == 0 for stride in given.clone(strict).strides] == zero
    there = given.clone(strict)
    same(read(ONE(there)), values)


def test_what_a_device_refuses() -> None:
    storage = ocean.storage(64, ocean.uint8, strict)
    for make in (
        lambda: ocean.tensor([2], [3], ocean.int8.size, ocean.int16, strict),
        lambda: ocean.tensor(storage, 1, [2], [4], 1, ocean.int32),
        lambda: ocean.tensor(storage, 4, [2], [6], 1, ocean.int32),
        lambda: ocean.tensor(storage, 4, [2], [8], 1, ocean.cdouble),
    ):
        with pytest.raises(RuntimeError, match="^Device strict0 requires data to be aligned$"):
            make()
    assert ocean.tensor(storage, 1, [3], [5], 1, ocean.int8).size == (3,)
    tensor = ocean.ones([3], strict)
    for make in (
        tensor.byteswap, lambda: setattr(tensor, "byteswapped", True), tensor.storage.byteswap,
        lambda: setattr(tensor.storage, "byteswapped", True),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match="^Device strict0 does not support byteswapped data$"):
            make()
    assert tensor.asPython() == [1, 1, 1] and not tensor.byteswapped
    swapped = ocean.asTensor([1, 2, 300])
    swapped.storage.byteswap()
    assert swapped.byteswapped and strict(swapped).asPython() == [1, 2, 300] and strict(swapped.storage).asPython() == [1, 2, 300]
    raw = ocean.storage(4, ocean.uint8)
    raw.dtype, raw.byteswapped = None, True
    assert not raw.clone(strict).byteswapped


def test_casting_by_calling_a_device() -> None:
    a = ocean.arange(3)
    there = ONE(a)
    assert there.footer == "<tensor.int64 of size 3 on mirror0>" and ONE(there).storage == there.storage
    assert ONE(a, True) is None and a.device is ONE and a.storage.device is ONE
    assert ONE([[1, 2], [3, 4.5]]).footer == "<tensor.double of size 2x2 on mirror0>"
    assert ONE(ocean.float(1.5)).footer == "<scalar.float on mirror0>" and ONE(1.5).device is ONE
    storage = ocean.arange(4).storage
    assert ONE(storage).footer == "<storage.int64 of size 4 on mirror0>" and ONE(storage).asPython() == [0, 1, 2, 3]
    assert ONE(storage, True) is None and storage.device is ONE and storage.asPython() == [0, 1, 2, 3]
    assert ocean.ensure(a, ocean.float, TWO, True) is None and a.footer == "<tensor.float of size 3 on mirror1>"
    with pytest.raises(RuntimeError, match="In-place ensure device does not apply to scalar objects"):
        ocean.ensure(ocean.float(1), ONE, True)
    assert ocean.asTensor(a, CPU).device is CPU and ocean.float(a).storage == a.storage
    assert ocean.full([2], 3, ONE).device is ONE and ocean.fullLike(there, 7).device is ONE


def test_split_over_devices_and_merge() -> None:
    a = ocean.arange(30).reshape(5, 6)
    parts = a.split(0, mirrors)
    assert [each.footer for each in parts] == [
        "<tensor.int64 of size 3x6 on mirror0>", "<tensor.int64 of size 2x6 on mirror1>",
    ]  # fmt: skip
    for part in parts:
        part += 1
    back = ocean.merge(parts, 0)
    assert back.device is CPU  # the default device, because they are not all on one
    same(read(back), read(a) + 1)
    assert ocean.merge(parts, 0, ONE).device is ONE and ocean.merge(parts, 0, ocean.float, TWO).dtype is ocean.float
    for where in PLACES:
        result = ocean.zeros([5, 6], ocean.double, where)
        assert ocean.merge(parts, 0, result) is None
        same(read(result), read(a) + 1.0)
    own, other = ONE(a).split(1, [ONE, CPU], [2, 4])
    assert own.device is ONE and other.device is CPU and own.size == (5, 2)
    detached, _ = ONE(a).split(1, [ONE, CPU], [2, 4], True)
    shared, _ = ONE(a).split(1, [ONE, CPU], [2, 4], False)
    assert detached.storage.size == 80 and shared.storage.size == 240
    for join in (ocean.concatenate, ocean.stack):
        result = join([parts[0], CPU(parts[0]), TWO(parts[0])])
        assert result.device in PLACES
        same(read(result).reshape(-1, order="A").sum(), 3 * read(parts[0]).sum())
    same(read(ocean.concatenate([parts[1], parts[0]])), np.concatenate([read(parts[1]), read(parts[0])]))


# --- Indexing ----------------------------------------------------------------------------------------------------


def test_keys_on_other_devices() -> None:
    values = np.arange(30).reshape(5, 6)
    rows, mask = np.array([4, 0, 2]), values % 4 == 1
    for home in PLACES:
        for elsewhere in PLACES:
            a = ocean.asTensor(values.copy(), home)
            index, chosen = ocean.asTensor(rows, elsewhere), ocean.asTensor(mask, elsewhere)
            got = a[index]
            assert got.device is home
            same(read(got), values[rows])
            picked = a[chosen]
            assert picked.device is home and sorted(read(picked)) == sorted(values[mask])
            a[index] = ocean.asTensor(values[:3] + 100, elsewhere)
            a[chosen] = 7
            wanted = values.copy()
            wanted[rows] = values[:3] + 100
            wanted[mask] = 7
            same(read(a), wanted)


def test_index_objects_change_their_device() -> None:
    values = np.arange(30).reshape(5, 6)
    dix = ocean.index[ocean.asTensor([1, 3]), ocean.asTensor([True, False, True, False, True, False])]
    for where in PLACES:
        for moved in (where(dix), dix.setDevice(where)):
            for home in PLACES:
                a = ocean.asTensor(values, home)
                assert a[moved].device is home
                same(read(a[moved]), values[[1, 3]][:, ::2])
    assert dix.setDevice(ONE, True) is None and ONE(dix, True) is None
    same(read(ocean.asTensor(values)[dix]), values[[1, 3]][:, ::2])
    bound = ONE(ocean.asTensor(values))
    key = dix.bindStrides(bound) if hasattr(dix, "bindStrides") else dix
    same(read(bound[key]), values[[1, 3]][:, ::2])


# --- Streams -----------------------------------------------------------------------------------------------------


def test_results_inherit_the_stream_of_the_first_tensor() -> None:
    for where in PLACES[1:]:
        first, second = where.createStream(), where.createStream()
        a, b = ocean.tensor([2, 2], first, ocean.float), ocean.tensor([2, 2], second, ocean.float)
        a.fill(1)
        b.fill(2)
        assert a.device is where and a.stream == first
        for result in (a + b, a * b, a + 1, 1 + a, -a, ocean.sqrt(a), ocean.sum(a, 0), a[[0, 1]], a.clone(), a > b):
            assert result.stream == first
        assert (b + a).stream == second
        assert (a + CPU(b)).stream == first
        a.sync()
        a.storage.sync()
        first.sync()


def test_streams_belong_to_a_device() -> None:
    stream = ONE.createStream()
    for make in (
        lambda: ocean.tensor([2], ocean.float, CPU, stream), lambda: ocean.tensor([2], TWO, stream),
        lambda: ocean.storage(2, ocean.float, TWO, stream),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="The stream is on device mirror0, expected"):
            make()
    with pytest.raises(ValueError, match="must be on device mirror1, got a stream on mirror0"):
        TWO.defaultStream = stream
    assert ocean.tensor([2], stream).device is ONE
    ONE.defaultStream = stream
    assert ocean.zeros([2], ONE).stream == ocean.zeros([2], ONE).stream == stream
    assert ocean.zeros([2], TWO).stream != ocean.zeros([2], TWO).stream


# --- Text, files, other packages ---------------------------------------------------------------------------------


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of bytes that have been read from mirror devices."""
    counts: list[int] = []
    inner = Mirror.read

    def read_counted(self: Mirror, source: Any, offset: int, into: Any) -> None:
        counts.append(memoryview(into).nbytes)
        inner(self, source, offset, into)

    monkeypatch.setattr(Mirror, "read", read_counted)
    return counts


def test_printing_fetches_what_is_shown(fetched: list[int]) -> None:
    for make in (
        lambda: ocean.zeros([1000, 1000], ONE), lambda: ocean.zeros([1_000_000], ONE),
        lambda: ocean.zeros([1000, 2000], ONE)[::-1, ::2].T, lambda: ocean.zeros([100, 100, 100], ONE),
    ):  # fmt: skip
        tensor = make()
        fetched.clear()
        text = str(tensor)
        assert "on mirror0>" in text and 0 < sum(fetched) < 100_000
        assert text.replace("mirror0", "cpu") == str(CPU(tensor))
        fetched.clear()
        assert "on mirror0>" in str(tensor.storage) and 0 < sum(fetched) < 100_000
    fetched.clear()
    assert str(ocean.zeros([3], ONE)) and sum(fetched) <= 24
    fetched.clear()
    ocean.zeros([1000, 1000], ONE)[3, 4].asPython()
    assert sum(fetched) == 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_device_tensors_print_as_others_do(layout: str) -> None:
    for kind in DTYPES:
        here, there = put(layout, kind, CPU), put(layout, kind, ONE)
        assert str(there.tensor) == str(here.tensor).replace(" on cpu", " on mirror0")


def test_pickles_and_files(tmp_path: Path) -> None:
    for where in PLACES:
        a = ocean.asTensor(np.arange(12.0).reshape(3, 4), where)
        for each in (copy.deepcopy(a), pickle.loads(pickle.dumps(a)), pickle.loads(pickle.dumps(a.T)).T):
            assert each.device is where and each.storage != a.storage
            same(read(each), read(a))
        assert pickle.loads(pickle.dumps(where)) is where
        assert pickle.loads(pickle.dumps(a.storage)).device is where
        for name in ("file.npy", "file.npz", "file.safetensors"):
            ocean.save(tmp_path / name, a if name == "file.npy" else {"a": a})
            for place in PLACES:
                found = ocean.load(tmp_path / name, device=place)
                found = found if name == "file.npy" else found["a"]
                assert found.device is place
                same(read(found), read(a))
        found = ocean.load(tmp_path / "file.npy", True, ONE)
        assert found.device is ONE and not found.readonly


def test_other_packages_get_copies_or_a_reason() -> None:
    a = ocean.asTensor(np.arange(12.0).reshape(3, 4), ONE)
    for array in (np.asarray(a), a.convertTo("numpy"), np.array(a), a.convertTo("numpy", True)):
        same(array, np.arange(12.0).reshape(3, 4))
        array[0, 0] = 99
    assert a[0, 0] == 0 and np.asarray(a, np.float32).dtype == np.float32
    for function in (np.sqrt, np.negative):     # NumPy's own, of a copy; the result comes back
        result = function(a)
        assert result.device is ONE
        same(np.asarray(result), function(np.arange(12.0).reshape(3, 4)))
    assert np.sum(a) == 66 and np.cumsum(a, 1).device is ONE
    for action in (
        lambda: memoryview(a), lambda: memoryview(a.storage), lambda: np.frombuffer(a), lambda: io.BytesIO(a),
        a.__dlpack_device__, a.__dlpack__,
    ):  # fmt: skip
        with pytest.raises(BufferError, match="mirror0"):
            action()
    with pytest.raises(ValueError, match="copy"):
        np.asarray(a, copy=False)
    with pytest.raises(AttributeError, match="mirror0"):
        a.__array_interface__  # noqa: B018
    same(np.from_dlpack(a.clone(CPU)), read(a))
    assert a.asPython() == CPU(a).asPython() and list(a) and a.asContiguous("C").device is ONE
    assert a.convertTo("dlpack") is not None


# --- Devices -----------------------------------------------------------------------------------------------------


def test_devices_say_what_they_are() -> None:
    assert {CPU, ONE, TWO, strict} <= set(ocean.devices()) and repr(ONE) == "<device 'mirror0'>"
    assert (ONE.type, ONE.index, TWO.index) == ("Mirror", 0, 1) and "mirror0" in ONE.info
    assert strict.requiresAlignedData and not strict.supportsByteswap and ONE.supportsByteswap
    ocean.setBufferCount("mirror", 7)
    assert ONE.bufferCount == TWO.bufferCount == 7 and strict.bufferCount == CPU.bufferCount == 3
    ocean.setMaxBufferSize(ONE, 1024)
    assert ocean.getMaxBufferSize(ONE) == 1024 and ocean.getMaxBufferSize(TWO) == 0


def test_the_default_device() -> None:
    ONE.setDefault()
    assert ocean.getDefaultDevice() is ONE
    for make in (
        lambda: ocean.tensor([2]), lambda: ocean.zeros([2]), lambda: ocean.ones([2]), lambda: ocean.full([2], 3),
        lambda: ocean.arange(3), lambda: ocean.linspace(0, 1, 3), lambda: ocean.eye(2), lambda: ocean.storage(3),
        lambda: ocean.stream(),
    ):  # fmt: skip
        assert make().device is ONE
    assert ocean.asTensor([1, 2]).device is CPU and ocean.arange(3, CPU).device is CPU
    assert ocean.diag(ocean.arange(3, CPU)).device is CPU and ocean.tensorLike(ocean.zeros([2], TWO)).device is TWO


def test_there_is_no_room() -> None:
    for where in PLACES:
        for make in (lambda: ocean.zeros([1 << 60], ocean.int8, where), lambda: ocean.storage(1 << 60, where)):  # noqa: B023
            with pytest.raises(MemoryError, match=rf"bytes on device {where.name}$") as caught:
                make()
            assert isinstance(caught.value, ocean.OceanError)


def test_reductions_to_scalars_and_over_axes() -> None:
    values = np.arange(1.0, 13).reshape(3, 4)
    for where in PLACES:
        a = ocean.asTensor(values, where)
        assert isinstance(ocean.sum(a), ocean.scalar) and ocean.sum(a) == 78 and ocean.prod(a[0]) == 24
        assert ocean.norm(a) == np.linalg.norm(values) and ocean.maximum(a) == 12 and bool(ocean.all(a))
        assert ocean.sum(a, 0).device is where and ocean.sum(a, [0, 1]).device is where
        for place in PLACES:
            into = ocean.zeros([4], ocean.float, place)
            assert ocean.sum(a, 0, into) is None
            same(read(into), values.sum(0).astype(np.float32))


def test_products_with_factors_and_destinations_elsewhere() -> None:
    x, y, z = (np.arange(k, k + 9.0).reshape(3, 3) for k in (1, 4, 7))
    for first, second in PAIRS:
        a, b = ocean.asTensor(x, first), ocean.asTensor(y, second)
        assert (a * b).device is first
        same(read(a * b), x @ y)
        for place in PLACES:
            c = ocean.asTensor(z.copy(), place)
            assert ocean.gemm(2, a, b, "T", 3, c) is None and c.device is place
            same(read(c), 2 * x @ y.T + 3 * z)
            ocean.multiply(a, b, c)
            same(read(c), x @ y)
            alpha, beta = ocean.asTensor([[2.0]], second), ocean.asTensor([[3.0]], place)
            c = ocean.asTensor(z.copy(), place)
            ocean.gemm(alpha, a, b, beta, c)
            same(read(c), 2 * x @ y + 3 * z)


def test_equal_devices_share_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has been planned for one device is not planned again for an equal one."""
    asked: list[Job] = []
    inner = type(CPU).plan
    monkeypatch.setattr(type(CPU), "plan", lambda self, job: (asked.append(job), inner(self, job))[1])
    monkeypatch.setattr(Mirror, "plans", {})

    def work(where: ocean.device) -> list[Any]:
        a = ocean.asTensor(np.arange(35.0).reshape(5, 7), where)
        b = a[::-1, [3, 1, 2]]
        return [each.asPython() for each in (a.T + 3, ocean.sum(a, 1), b, b.T * b)]

    results = [work(ONE)]
    count = len(asked)
    results.append(work(TWO))
    assert count and results[0] == results[1]
    assert not [job for job in asked[count:] if any(not each.device.host for each in job.operands)]
    assert len(Mirror.plans) == len(set(Mirror.plans)) and len(asked) - count <= len(results[0])


def test_overlap_is_found_on_devices() -> None:
    for where in PLACES:
        a = ocean.arange(10, where)
        assert ocean.checkOverlap(a[2:5], a[4:7]) and not ocean.checkOverlap(a[2:5], a[5:7])
        assert not ocean.checkOverlap(a, ocean.arange(10, CPU if where is not CPU else ONE))
        a[1:] += a[:-1]
        assert a.asPython() == [0, 1, 3, 5, 7, 9, 11, 13, 15, 17]
        ocean.add(a[:-1], 1, a[1:])
        assert a.asPython() == [0, 1, 2, 4, 6, 8, 10, 12, 14, 16]


def test_raw_storage_moves_as_bytes() -> None:
    source = ocean.asTensor([1, 2, 3]).storage
    for where in PLACES:
        raw = ocean.storage(24, ocean.uint8, where)
        raw.dtype = None
        raw.copy(source)
        assert layouts.memory(raw).tobytes() == layouts.memory(source).tobytes()
        back = ocean.storage(3, ocean.int64)
        back.copy(raw)
        assert back.asPython() == [1, 2, 3]
        raw.zero()
        assert not layouts.memory(raw).any() and raw.clone(CPU).asPython() == [0] * 24

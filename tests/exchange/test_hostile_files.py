"""Files that are damaged, cut off or made to do harm: an OceanError, and no memory that the file does not justify."""

from __future__ import annotations

import io
import json
import pickle
import struct
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ocean

pytestmark = pytest.mark.host_only("files are read into memory of the host")

FUZZ = settings(
    max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)


def load(path: Path, content: bytes, name: str, mapped: bool = False) -> Any:
    """Load a file with the given content; a failure must be an OceanError, and memory must be in proportion."""
    (path / name).write_bytes(content)
    ocean.cpu.emptyCache()
    ocean.cpu.peakBytes = 0
    before = ocean.cpu.usedBytes
    try:
        return ocean.load(path / name, mmap=mapped)
    except ocean.OceanError as error:
        assert len(str(error)) < 600
        return None
    finally:
        compressed = content[:2] == b"PK"
        assert ocean.cpu.peakBytes - before <= len(content) * (1032 if compressed else 1) + (1 << 16)


def npy(header: str | bytes, data: bytes = b"", version: int = 1, length: int | None = None) -> bytes:
    text = header.encode("latin-1") if isinstance(header, str) else header
    width = 2 if version == 1 else 4
    size = (len(text) if length is None else length).to_bytes(width, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + size + text + data


def safetensors(header: Any, data: bytes = b"", length: int | None = None) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as target:
        for name, content in members.items():
            target.writestr(name, content)
    return file.getvalue()


def head(descr: str = "'<f8'", order: str = "False", shape: str = "(2,)") -> str:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


GOOD = npy(head(), bytes(16))


def test_the_makers_of_this_file_make_good_files(tmp_path: Path) -> None:
    assert load(tmp_path, GOOD, "x.npy").size == (2,)
    assert load(tmp_path, archive({"a.npy": GOOD}), "x.npz")["a"].size == (2,)
    entry = {"dtype": "F64", "shape": [2], "data_offsets": [0, 16]}
    assert load(tmp_path, safetensors({"a": entry}, bytes(16)), "x.safetensors")["a"].size == (2,)


BAD_NPY = {
    "empty": b"",
    "only magic": b"\x93NUMPY",
    "unknown version": npy(head(), bytes(16), 9),
    "version zero": b"\x93NUMPY\x00\x00" + GOOD[8:],
    "too few bytes": npy(head(), bytes(15)),
    "too many bytes": npy(head(), bytes(17)),
    "no data": npy(head()),
    "header longer than the file": npy(head(), length=60000),
    "huge header length": npy(head(), version=2, length=(1 << 32) - 1),
    "not a dict": npy("[1, 2]"),
    "an expression": npy("__import__('os').system('true')"),
    "a call in the shape": npy(head(shape="(print(1),)"), bytes(16)),
    "deep parentheses": npy("(" * 9000),
    "deep brackets": npy("{'descr': " + "[" * 9000),
    "deep minus": npy(head(shape="(" + "-" * 9000 + "1,)")),
    "long numbers": npy(head(shape="(" + "9" * 9000 + ",)")),
    "many dimensions": npy(head(shape="(" + "1," * 4000 + ")"), bytes(8)),
    "65 dimensions": npy(head(shape=f"({'1,' * 65})"), bytes(8)),
    "negative shape": npy(head(shape="(-2,)"), bytes(16)),
    "negative product": npy(head(shape="(-2, -1)"), bytes(16)),
    "overflowing shape": npy(head(shape="(4294967296, 4294967296)")),
    "shape that wraps to the size": npy(head(shape="(2305843009213693954,)"), bytes(16)),
    "huge shape": npy(head(shape="(9223372036854775807,)"), bytes(16)),
    "larger than 64 bits": npy(head(shape="(18446744073709551618,)"), bytes(16)),
    "a terabyte": npy(head(shape="(137438953472,)"), bytes(16)),
    "shape is a number": npy(head(shape="2"), bytes(16)),
    "shape is not a tuple": npy(head(shape="(2)"), bytes(16)),
    "shape of floats": npy(head(shape="(2.0,)"), bytes(16)),
    "shape of strings": npy(head(shape="('2',)"), bytes(16)),
    "order is a number": npy(head(order="1"), bytes(16)),
    "order is a string": npy(head(order="'True'"), bytes(16)),
    "objects": npy(head("'|O'"), pickle.dumps([1, 2])),
    "objects in a record": npy(head("[('a', '|O')]"), pickle.dumps([1, 2])),
    "records": npy(head("[('a', '<f4'), ('b', '<f4')]"), bytes(16)),
    "mixed pair": npy(head("[('real', '<f2'), ('imag', '>f2')]"), bytes(8)),
    "text": npy(head("'<U2'"), bytes(16)),
    "times": npy(head("'<M8[us]'"), bytes(16)),
    "unknown size": npy(head("'<f3'"), bytes(6)),
    "long double": npy(head("'<f16'"), bytes(32)),
    "no code": npy(head("'<'"), bytes(16)),
    "no descr": npy("{'fortran_order': False, 'shape': (2,), }", bytes(16)),
    "descr twice": npy("{'descr': '<f8', 'descr': '<f8', 'shape': (2,), }", bytes(16)),
    "more keys": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'x': 1, }", bytes(16)),
    "something after the dict": npy(head() + "; import os", bytes(16)),
    "zeros": npy(bytes(100), bytes(16)),
    "not text": npy(b"\xff\xfe" * 50, bytes(16)),
}


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("name", BAD_NPY)
def test_bad_npy(tmp_path: Path, name: str, mapped: bool) -> None:
    assert load(tmp_path, BAD_NPY[name], "x.npy", mapped) is None
    assert load(tmp_path, archive({"a.npy": BAD_NPY[name]}), "x.npz", mapped) is None


def test_objects_are_never_loaded(tmp_path: Path) -> None:
    class Harm:
        def __reduce__(self) -> Any:
            return (exit, (3,))

    np.save(tmp_path / "x.npy", np.array([Harm()], object), allow_pickle=True)
    with pytest.raises(ocean.OceanTypeError, match=r"x\.npy holds pickled Python objects, which are never loaded"):
        ocean.load(tmp_path / "x.npy")
    (tmp_path / "y.npy").write_bytes(pickle.dumps(Harm()))
    with pytest.raises(ocean.OceanValueError, match="does not begin as"):
        ocean.load(tmp_path / "y.npy")


def entry(kind: Any = "F64", shape: Any = (2,), offsets: Any = (0, 16), **more: Any) -> dict[str, Any]:
    return {"a": {"dtype": kind, "shape": shape, "data_offsets": offsets, **more}}


BAD_SAFETENSORS = {
    "empty": b"",
    "seven bytes": bytes(7),
    "no header": bytes(8),
    "huge header": safetensors({}, length=(1 << 64) - 1),
    "header longer than the file": safetensors({}, length=100),
    "header of most of memory": safetensors({}, length=1 << 40),
    "not JSON": safetensors(b"{nothing"),
    "a list": safetensors([1]),
    "a number": safetensors(b"3"),
    "space before": safetensors(b" {}"),
    "not UTF-8": safetensors(b'{"\xff": 1}'),
    "deep": safetensors(b'{"a":' + b"[" * 200_000),
    "deep objects": safetensors(b'{"a":' * 200_000),
    "a name twice": safetensors(
        b'{"a": {"dtype":"F64","shape":[],"data_offsets":[0,8]}, "a": {"dtype":"F64","shape":[],"data_offsets":[0,8]}}',
        bytes(8),
    ),
    "long number": safetensors(
        b'{"a": {"dtype":"F64","shape":[' + b"9" * 10000 + b'],"data_offsets":[0,16]}}', bytes(16)
    ),
    "entry is a list": safetensors({"a": []}, bytes(16)),
    "missing keys": safetensors({"a": {"dtype": "F64", "shape": [2]}}, bytes(16)),
    "more keys": safetensors(entry(more=1), bytes(16)),
    "unknown dtype": safetensors(entry("F8_E4M3", (16,)), bytes(16)),
    "dtype is a number": safetensors(entry(3), bytes(16)),
    "dtype is a list": safetensors(entry([]), bytes(16)),
    "negative shape": safetensors(entry(shape=(-2,)), bytes(16)),
    "float shape": safetensors(entry(shape=(2.0,)), bytes(16)),
    "true shape": safetensors(entry("F64", (True, 2)), bytes(16)),
    "text shape": safetensors(entry(shape="2"), bytes(16)),
    "overflowing shape": safetensors(entry(shape=(1 << 32, 1 << 32), offsets=(0, 0))),
    "shape that wraps": safetensors(entry(shape=((1 << 61) + 2,)), bytes(16)),
    "larger than 64 bits": safetensors(entry(shape=(1 << 64,)), bytes(16)),
    "65 dimensions": safetensors(entry(shape=(1,) * 64 + (2,)), bytes(16)),
    "too few bytes": safetensors(entry(), bytes(15)),
    "too many bytes": safetensors(entry(), bytes(17)),
    "offsets beyond the file": safetensors(entry(offsets=(1 << 40, (1 << 40) + 16)), bytes(16)),
    "negative offsets": safetensors(entry(offsets=(-16, 0)), bytes(16)),
    "offsets backwards": safetensors(entry(offsets=(16, 0)), bytes(16)),
    "one offset": safetensors(entry(offsets=(16,)), bytes(16)),
    "gap": safetensors(entry(offsets=(8, 24)), bytes(24)),
    "overlap": safetensors({**entry(), "b": entry(offsets=(8, 24))["a"]}, bytes(24)),
    "the same bytes": safetensors({**entry(), "b": entry()["a"]}, bytes(16)),
    "metadata is a list": safetensors({"__metadata__": [], **entry()}, bytes(16)),
    "metadata of ours is not JSON": safetensors({"__metadata__": {"ocean": "x"}, **entry()}, bytes(16)),
    "metadata of ours is deep": safetensors({"__metadata__": {"ocean": "[" * 100_000}, **entry()}, bytes(16)),
    "metadata of ours is a list": safetensors({"__metadata__": {"ocean": "[]"}, **entry()}, bytes(16)),
    "pair of an unknown dtype": safetensors({"__metadata__": {"ocean": '{"a": "x"}'}, **entry()}, bytes(16)),
    "pair of another dtype": safetensors({"__metadata__": {"ocean": '{"a": "chalf"}'}, **entry()}, bytes(16)),
    "pair without a pair": safetensors({"__metadata__": {"ocean": '{"a": "cdouble"}'}, **entry(shape=())}, bytes(16)),
}


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("name", BAD_SAFETENSORS)
def test_bad_safetensors(tmp_path: Path, name: str, mapped: bool) -> None:
    assert load(tmp_path, BAD_SAFETENSORS[name], "x.safetensors", mapped) is None


def changed(content: bytes, mark: bytes, offset: int, format: str, value: int) -> bytes:
    """An archive with a number changed at an offset from a mark."""
    result = bytearray(content)
    struct.pack_into(format, result, content.index(mark) + offset, value)
    return bytes(result)


def bad_archives() -> dict[str, bytes]:
    good = archive({"a.npy": GOOD})
    large = archive({"a.npy": npy(head(shape="(131072,)"), bytes(1 << 20))}, zipfile.ZIP_DEFLATED)
    central, local = b"PK\x01\x02", b"PK\x03\x04"
    twice = good[: good.index(central)]
    directory = good[good.index(central) : good.index(b"PK\x05\x06")]
    many = twice + directory.replace(b"a.npy", b"b.npy") * 1000
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1000, 1000, len(directory) * 1000, len(twice), 0)
    return {
        "only an end": b"PK\x05\x06" + bytes(10),
        "cut": good[:-30],
        "cut in the middle": good[: len(good) // 2],
        "not an array": archive({"a.txt": b"text"}),
        "a folder": archive({"a/": b""}),
        "wrong checksum": good.replace(bytes(16), bytes(15) + b"\x01"),
        "encrypted": changed(changed(good, central, 8, "<H", 1), local, 6, "<H", 1),
        "unknown compression": changed(changed(good, central, 10, "<H", 99), local, 8, "<H", 99),
        "lzma": archive({"a.npy": GOOD}, zipfile.ZIP_LZMA),
        "huge member": changed(good, central, 24, "<L", 0xFFFFFFF0),
        "huge compressed member": changed(good, central, 20, "<L", 0xFFFFFFF0),
        "header elsewhere": changed(good, central, 42, "<L", 0xFFFFFF),
        "bomb": changed(large, central, 24, "<L", 0xFFFFFFF0),
        "long name": changed(good, local, 26, "<H", 0xFFFF),
        "long extra field": changed(good, local, 28, "<H", 0xFFFF),
        "many names for the same bytes": many + end,
        "damaged compression": large[:60] + bytes(40) + large[100:],
    }


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("name", bad_archives())
def test_bad_archives(tmp_path: Path, name: str, mapped: bool) -> None:
    if name == "wrong checksum" and mapped:
        pytest.skip("mapped bytes are not read")
    assert load(tmp_path, bad_archives()[name], "x.npz", mapped) is None


def test_compressed_zeros_are_justified(tmp_path: Path) -> None:
    content = archive({"a.npy": npy(head(shape="(131072,)"), bytes(1 << 20))}, zipfile.ZIP_DEFLATED)
    assert len(content) < 3000 and load(tmp_path, content, "x.npz")["a"].nelem == 131072


# --- Anything ----------------------------------------------------------------------------------------------------


def good_files() -> dict[str, bytes]:
    tensors = {"a": ocean.arange(12).reshape(3, 4), "b": ocean.ones([5], ocean.chalf), "c": ocean.zeros([], ocean.int8)}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, data in {"x.npy": tensors["a"], "x.npz": tensors, "x.safetensors": tensors}.items():
            ocean.save(Path(folder) / name, data)
            files[name] = (Path(folder) / name).read_bytes()
        np.savez_compressed(Path(folder) / "y.npz", a=np.arange(50), b=np.ones((3, 2)))
        files["y.npz"] = (Path(folder) / "y.npz").read_bytes()
    return files


FILES = good_files()


def touch(result: Any) -> None:
    """Read every element: mapped tensors must be inside the file."""
    for tensor in result.values() if isinstance(result, dict) else [] if result is None else [result]:
        tensor.clone()


@FUZZ
@given(
    st.sampled_from(sorted(FILES)),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=8),
    st.booleans(),
)
def test_changed_bytes(tmp_path: Path, name: str, changes: list[tuple[float, int]], mapped: bool) -> None:
    content = bytearray(FILES[name])
    for place, value in changes:
        content[min(len(content) - 1, int(place * len(content)))] = value
    touch(load(tmp_path, bytes(content), name, mapped))


@FUZZ
@given(st.sampled_from(sorted(FILES)), st.floats(0, 1), st.floats(0, 1), st.binary(max_size=40), st.booleans())
def test_cut_and_inserted_bytes(tmp_path: Path, name: str, start: float, stop: float, new: bytes, mapped: bool) -> None:
    content = FILES[name]
    first, last = sorted((int(start * len(content)), int(stop * len(content))))
    touch(load(tmp_path, content[:first] + new + content[last:], name, mapped))


@FUZZ
@given(
    st.from_regex(
        r"\A\{('descr': '[<>|=]?[a-z]\d{0,2}'|'fortran_order': \w+|'shape': \([0-9, ()L-]*\)|, |\s|'x': 1){0,8}\}?\Z"
    ),
    st.binary(max_size=64),
    st.integers(1, 3),
    st.booleans(),
)
def test_any_header_of_npy(tmp_path: Path, header: str, data: bytes, version: int, mapped: bool) -> None:
    touch(load(tmp_path, npy(header.encode("utf-8"), data, version), "x.npy", mapped))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-4, 1 << 66)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["F64", "I8"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["dtype", "shape", "data_offsets", "__metadata__", "ocean", "a"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)
ENTRIES = st.fixed_dictionaries({
    "dtype": st.sampled_from(["F64", "I8", "F16", "BOOL", "C64", "BF16"]) | JSON,
    "shape": st.lists(st.integers(0, 5), max_size=3) | JSON,
    "data_offsets": st.lists(st.integers(0, 64), min_size=2, max_size=2) | JSON,
})  # fmt: skip


@FUZZ
@given(
    st.dictionaries(st.text(max_size=3) | st.just("__metadata__"), ENTRIES | JSON, max_size=3),
    st.binary(max_size=64),
    st.booleans(),
)
def test_any_header_of_safetensors(tmp_path: Path, header: dict[str, Any], data: bytes, mapped: bool) -> None:
    touch(load(tmp_path, safetensors(header, data), "x.safetensors", mapped))


@FUZZ
@given(st.sampled_from(["x.npy", "x.npz", "x.safetensors"]), st.binary(max_size=200), st.booleans(), st.booleans())
def test_any_bytes(tmp_path: Path, name: str, data: bytes, begins_well: bool, mapped: bool) -> None:
    start = {"x.npy": b"\x93NUMPY\x01\x00", "x.npz": b"PK\x03\x04", "x.safetensors": b""}[name] if begins_well else b""
    touch(load(tmp_path, start + data, name, mapped))

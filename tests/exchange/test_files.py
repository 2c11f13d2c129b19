"""Saving and loading: round trips with NumPy and with the safetensors package, mapped files, whole files or none."""

from __future__ import annotations

import gc
import json
import os
import signal
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, fortran, read, same, sample

import ocean
from ocean._src.exchange import elements, progress

PAIR = [("real", "f2"), ("imag", "f2")]
SUFFIXES = (".npy", ".npz", ".safetensors")


def as_numpy_reads(array: np.ndarray, kind: ocean.dtype, swapped: bool = False) -> np.ndarray:
    """What NumPy makes of a file, as the values that tests compare."""
    if kind is ocean.chalf:
        return array["real"].astype(np.float32) + 1j * array["imag"].astype(np.float32)
    if kind is ocean.bfloat16:  # elements of two bytes, whose order NumPy does not keep
        assert array.dtype == "V2"
        return array.view("<u2" if not swapped else ">u2").astype(np.uint16).view(ml_dtypes.bfloat16).astype(np.float32)
    assert array.dtype.newbyteorder("=") == NUMPY[kind]
    return array.astype(NUMPY[kind])


def parts(array: np.ndarray) -> list[np.ndarray]:
    """Real and imaginary parts, so that NaN in one does not hide the other."""
    return [array.real, array.imag] if array.dtype.kind == "c" else [array]


# --- .npy --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_npy(tmp_path: Path, layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind, special=kind is not ocean.chalf)
    path = tmp_path / "file.npy"
    ocean.save(path, tensor)
    array = np.load(path, allow_pickle=False)
    assert array.shape == tensor.size
    same(as_numpy_reads(array, kind, tensor.byteswapped), wanted)
    assert array.flags.f_contiguous == (layout != "row_major")
    for mapped in (False, True):
        result = ocean.load(path, mmap=mapped)
        assert result.dtype is kind and result.byteswapped == tensor.byteswapped and result.readonly == mapped
        assert result.storage.owner != mapped
        same(read(result), wanted)
    assert result.strides == (tensor.strides if layout == "row_major" else tuple(fortran(tensor.size, kind.size)))
    assert path.stat().st_size % 64 == tensor.nelem * kind.size % 64


@pytest.mark.parametrize("size", [(), (0,), (1,), (5,), (3, 0, 2), (1, 4), (4, 1), (2,) * 8], ids=str)
def test_sizes(tmp_path: Path, size: tuple[int, ...]) -> None:
    tensor, wanted = sample("contiguous", ocean.int32, size)
    for suffix in SUFFIXES:
        path = tmp_path / f"file{suffix}"
        ocean.save(path, tensor if suffix == ".npy" else {"x": tensor})
        for mapped in (False, True):
            result = ocean.load(path, mmap=mapped)
            result = result if suffix == ".npy" else result["x"]
            assert result.size == size
            same(read(result), wanted)
    same(np.load(tmp_path / "file.npy"), wanted)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)], ids=str)
@pytest.mark.parametrize("order", ["C", "F"])
def test_files_of_numpy(tmp_path: Path, version: tuple[int, int], order: str) -> None:
    for kind in (kind for kind in DTYPES if kind is not ocean.chalf):
        for swapped in (False, True):
            _, wanted = sample("contiguous", kind)
            given = np.dtype(ml_dtypes.bfloat16) if kind is ocean.bfloat16 else NUMPY[kind]
            array = np.asarray(wanted, given.newbyteorder() if swapped else given, order=order)
            with open(tmp_path / "file.npy", "wb") as file:
                np.lib.format.write_array(file, array, version)
            for mapped in (False, True):
                tensor = ocean.load(tmp_path / "file.npy", mapped)
                assert tensor.dtype is kind and tensor.byteswapped == (swapped and kind.size > 1)
                assert tensor.strides == array.strides
                same(read(tensor), wanted)


@pytest.mark.parametrize(
    "header",
    [
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}",
        "{'shape': (3L,), 'fortran_order': False, 'descr': '<f8', }",
        '{"descr": "=f8", "fortran_order": True, "shape": (3, 1)}  \n',
        " { 'descr' :'|f8','fortran_order':False,'shape':( 1 , 3 , ) , } \n",
    ],
)
def test_headers_of_other_writers(tmp_path: Path, header: str) -> None:
    text = header.encode()
    (tmp_path / "file.npy").write_bytes(
        b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + np.array([1.0, 2, 3]).tobytes()
    )
    assert sorted(ocean.load(tmp_path / "file.npy").flatten().asPython()) == [1, 2, 3]


@pytest.mark.host_only("the allocator of the host")
def test_column_major_tensors_are_written_without_a_copy(tmp_path: Path) -> None:
    for tensor in (ocean.zeros([100, 30]), ocean.zeros([100, 30]).T, ocean.zeros([100])):
        tensor.byteswapped = True
        ocean.cpu.peakBytes = 0
        before = ocean.cpu.usedBytes
        ocean.save(tmp_path / "file.npy", tensor)
        assert ocean.cpu.peakBytes == before
        assert (tmp_path / "file.npy").stat().st_size == 128 + tensor.nelem * 4


def test_large_strided_tensors_are_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elements, "PIECE", 64)
    monkeypatch.setattr(elements, "CHUNK", 100)
    for layout in LAYOUTS:
        for size in ((5, 3, 2), (40,), (1, 50, 2), (30, 2)):
            tensor, wanted = sample(layout, ocean.double, size)
            for suffix in SUFFIXES:
                path = tmp_path / f"file{suffix}"
                ocean.save(path, tensor if suffix == ".npy" else {"x": tensor})
                result = ocean.load(path)
                same(read(result if suffix == ".npy" else result["x"]), wanted)


# --- .npz --------------------------------------------------------------------------------------------------------


def everything() -> dict[str, tuple[ocean.tensor, np.ndarray]]:
    return {
        f"{kind.spelling} {layout}": sample(layout, kind, special=kind is not ocean.chalf)
        for kind in DTYPES
        for layout in LAYOUTS
    }


def test_npz(tmp_path: Path) -> None:
    samples = everything()
    path = tmp_path / "file.npz"
    ocean.save(path, {name: each[0] for name, each in samples.items()})
    with np.load(path, allow_pickle=False) as file:
        assert list(file) == list(samples)
        for name, (tensor, wanted) in samples.items():
            same(as_numpy_reads(file[name], tensor.dtype, tensor.byteswapped), wanted)
    assert zipfile.ZipFile(path).testzip() is None
    for mapped in (False, True):
        loaded = ocean.load(path, mmap=mapped)
        assert list(loaded) == list(samples)
        for name, (tensor, wanted) in samples.items():
            result = loaded[name]
            assert result.dtype is tensor.dtype and result.byteswapped == tensor.byteswapped
            assert result.readonly == mapped == (not result.storage.owner)
            assert result.isAligned()
            same(read(result), wanted)


def test_archives_of_numpy(tmp_path: Path) -> None:
    arrays = {"a": np.arange(12.0).reshape(3, 4), "b": np.ones((2, 3), np.int8, order="F"), "empty": np.zeros((0, 2))}
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "file.npz", **arrays)
        for mapped in (False, True):
            loaded = ocean.load(tmp_path / "file.npz", mmap=mapped)
            assert list(loaded) == list(arrays)
            for name, array in arrays.items():
                same(read(loaded[name]), array)
    np.savez(tmp_path / "file.npz", np.arange(3))
    assert list(ocean.load(tmp_path / "file.npz")) == ["arr_0"]


def test_empty_dictionaries(tmp_path: Path) -> None:
    for suffix in (".npz", ".safetensors"):
        ocean.save(tmp_path / f"file{suffix}", {})
        assert ocean.load(tmp_path / f"file{suffix}") == {} == ocean.load(tmp_path / f"file{suffix}", True)


# --- .safetensors ------------------------------------------------------------------------------------------------


def test_safetensors(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors.numpy")
    samples = everything()
    path = tmp_path / "file.safetensors"
    ocean.save(path, {name: each[0] for name, each in samples.items()})
    theirs = package.load_file(path)
    assert set(theirs) == set(samples)
    for name, (tensor, wanted) in samples.items():
        array = theirs[name]
        if tensor.dtype in (ocean.chalf, ocean.cdouble):
            assert array.shape == (*tensor.size, 2)
            same(array[..., 0].astype(wanted.real.dtype), wanted.real)
            same(array[..., 1].astype(wanted.real.dtype), wanted.imag)
        else:
            assert array.dtype == (ml_dtypes.bfloat16 if tensor.dtype is ocean.bfloat16 else NUMPY[tensor.dtype])
            same(array.astype(wanted.dtype), wanted)
    for mapped in (False, True):
        loaded = ocean.load(path, mmap=mapped)
        assert list(loaded) == list(samples)
        for name, (tensor, wanted) in samples.items():
            assert loaded[name].dtype is tensor.dtype and not loaded[name].byteswapped
            assert loaded[name].readonly == mapped and loaded[name].isAligned()
            for got, expected in zip(parts(read(loaded[name])), parts(wanted), strict=True):
                same(got, expected)


def test_files_of_the_safetensors_package(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors.numpy")
    arrays = {
        "w": np.arange(12, dtype=np.float32).reshape(3, 4),
        "b": np.ones(3, np.int8),
        "s": np.array(3.0),
        "é": np.zeros(2),
    }
    package.save_file(arrays, tmp_path / "file.safetensors", {"format": "np", "note": "something"})
    for mapped in (False, True):
        loaded = ocean.load(tmp_path / "file.safetensors", mmap=mapped)
        assert set(loaded) == set(arrays)
        for name, array in arrays.items():
            same(read(loaded[name]), array)


def test_safetensors_with_torch(tmp_path: Path) -> None:
    torch, package = pytest.importorskip("torch"), pytest.importorskip("safetensors.torch")
    path = tmp_path / "model.safetensors"
    package.save_file({"w": torch.arange(6.0).reshape(2, 3)}, path)
    assert ocean.load(path)["w"].asPython("R") == [[0, 1, 2], [3, 4, 5]]
    ocean.save(path, {"w": ocean.asTensor([[1, 2], [3, 4]], "R", ocean.half)})
    assert package.load_file(path)["w"].tolist() == [[1, 2], [3, 4]]
    package.save_file({"w": torch.tensor([1.5, -2**-133], dtype=torch.bfloat16)}, path)
    assert ocean.load(path)["w"].dtype is ocean.bfloat16 and ocean.load(path)["w"].asPython() == [1.5, -(2.0**-133)]
    ocean.save(path, {"w": ocean.asTensor([3, -0.5], ocean.bfloat16)})
    assert package.load_file(path)["w"].dtype is torch.bfloat16 and package.load_file(path)["w"].tolist() == [3, -0.5]
    package.save_file({"w": torch.ones(2, dtype=torch.float8_e5m2)}, path)
    with pytest.raises(ocean.OceanTypeError, match="tensor 'w', has elements of 'F8_E5M2', for which there is no dtype"):
        ocean.load(path)


def test_elements_without_a_meaning_are_not_bfloat16(tmp_path: Path) -> None:
    """NumPy writes arrays of ml_dtypes with the byte order of their elements, and bytes without one."""
    np.save(tmp_path / "file.npy", np.zeros(3, "V2"))
    with pytest.raises(ocean.OceanTypeError, match=r"no dtype for arrays of '\|V2'"):
        ocean.load(tmp_path / "file.npy")


def test_the_header_is_aligned_json(tmp_path: Path) -> None:
    path = tmp_path / "file.safetensors"
    ocean.save(path, {"a": ocean.zeros([3], ocean.int8), "b": ocean.zeros([2], ocean.chalf)})
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    assert (8 + length) % 64 == 0
    assert json.loads(content[8 : 8 + length]) == {
        "__metadata__": {"ocean": '{"b": "chalf"}'},
        "a": {"dtype": "I8", "shape": [3], "data_offsets": [8, 11]},
        "b": {"dtype": "F16", "shape": [2, 2], "data_offsets": [0, 8]},
    }


# --- Arguments ---------------------------------------------------------------------------------------------------


def test_paths_and_contents(tmp_path: Path) -> None:
    tensor = ocean.arange(3)
    ocean.save(str(tmp_path / "a.NPY"), tensor)
    ocean.save(tmp_path / "b.npy", np.arange(3))
    assert ocean.load(str(tmp_path / "a.NPY")).asPython() == [0, 1, 2] == ocean.load(tmp_path / "b.npy").asPython()
    ocean.save(tmp_path / "ü x.npz", {"ü/ñ": tensor, "../up": np.ones(2)})
    assert list(ocean.load(tmp_path / "ü x.npz")) == ["ü/ñ", "../up"] and not (tmp_path.parent / "up.npy").exists()
    (tmp_path / "a.NPY").rename(tmp_path / "anything")
    assert ocean.load(tmp_path / "anything").asPython() == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "data", "error", "message"),
    [
        ("file", 0, ValueError, r"the name must end in .npy or .npz or .safetensors, got '.*file'"),
        ("file.npy", {}, TypeError, "expected one tensor; for several, use a .npz or .safetensors file, got dict"),
        ("file.npy", [1, 2], TypeError, "expected one tensor; .* got list"),
        ("file.npz", ocean.ones([2]), TypeError, "a .npz file takes a dict of tensors by name, got tensor"),
        ("file.safetensors", [], TypeError, "a .safetensors file takes a dict of tensors by name, got list"),
        ("file.npz", {1: ocean.ones([2])}, TypeError, "the names of tensors must be strings, got 1"),
        ("file.npz", {"": ocean.ones([2])}, ValueError, "'' cannot be the name of a tensor"),
        ("file.npz", {"a\0b": ocean.ones([2])}, ValueError, "cannot be the name of a tensor"),
        ("file.safetensors", {"\ud800": ocean.ones([2])}, ValueError, "cannot be the name of a tensor"),
        ("file.npz", {"a" * 20_000: ocean.ones([2])}, ValueError, "'a{80}' cannot be the name of a tensor"),
        ("file.npz", {"a": "text"}, TypeError, "expected a tensor for 'a', got str"),
        ("file.safetensors", {"__metadata__": ocean.ones([2])}, ValueError, "is reserved"),
    ],
)
def test_bad_arguments(tmp_path: Path, name: str, data: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        ocean.save(tmp_path / name, data)
    assert isinstance(caught.value, ocean.OceanError) and not list(tmp_path.iterdir())


def test_bad_arguments_of_load(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ocean.load(tmp_path / "missing.npy")
    with pytest.raises(IsADirectoryError):
        ocean.load(tmp_path)
    os.mkfifo(tmp_path / "pipe.npy")
    for name in ("/dev/null", tmp_path / "pipe.npy"):
        with pytest.raises(ocean.OceanValueError, match="is not a regular file"):
            ocean.load(name)
    ocean.save(tmp_path / "file.npy", ocean.ones([2]))
    assert ocean.load(tmp_path / "file.npy", ocean.cpu, True).readonly
    with pytest.raises(TypeError, match="mmap must be bool, got 3"):
        ocean.load(tmp_path / "file.npy", mmap=3)
    with pytest.raises(FileNotFoundError):
        ocean.save(tmp_path / "missing" / "file.npy", ocean.ones([2]))


# --- Whole or not at all -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_failure_leaves_the_old_file(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"file{suffix}"
    wrap = (lambda tensor: tensor) if suffix == ".npy" else (lambda tensor: {"x": tensor})
    ocean.save(path, wrap(ocean.ones([10])))
    before = path.read_bytes()

    class Trouble(Exception):
        pass

    def advance(self: Any, count: int) -> None:
        raise Trouble

    with monkeypatch.context() as patch:
        patch.setattr(progress.Progress, "advance", advance)
        with pytest.raises(Trouble):
            ocean.save(path, wrap(ocean.zeros([20])))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            ocean.save(path, wrap(ocean.zeros([20])))
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_the_name_changes_only_after_the_bytes_are_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda file: (events.append("fsync"), fsync(file)))
    monkeypatch.setattr(os, "replace", lambda *a, **k: (events.append("replace"), replace(*a, **k)))
    ocean.save(tmp_path / "file.npy", ocean.ones([3]))
    ocean.save(tmp_path / "file.npy", ocean.ones([3]))
    assert [event for event in events if event != "replace"] == ["fsync"] * 4
    assert events[-3:] == ["fsync", "replace", "fsync"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="files without a name are Linux's")
@pytest.mark.parametrize("old", [False, True])
def test_a_killed_save_leaves_the_old_file_and_nothing_else(tmp_path: Path, old: bool) -> None:
    path = tmp_path / "file.npy"
    if old:
        ocean.save(path, ocean.ones([3]))
    program = """
import os, signal, sys, ocean
fsync = os.fsync
os.fsync = lambda file: (fsync(file), os.kill(os.getpid(), signal.SIGKILL))
ocean.save(sys.argv[1], ocean.zeros([100_000]))
"""
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == [path] * old
    if old:
        assert ocean.load(path).asPython() == [1, 1, 1]


def test_without_files_that_have_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "file.npy"
    for count in (2, 3):
        ocean.save(path, ocean.ones([count]))
        assert ocean.load(path).nelem == count and list(tmp_path.iterdir()) == [path]


def test_permissions_and_links(tmp_path: Path) -> None:
    path = tmp_path / "file.npy"
    mask = os.umask(0o027)
    try:
        ocean.save(path, ocean.ones([2]))
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    link = tmp_path / "link.npy"
    link.symlink_to(path)
    ocean.save(link, ocean.zeros([3]))
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o604
    assert ocean.load(path).asPython() == [0, 0, 0]


def test_files_can_be_saved_over_while_they_are_mapped(tmp_path: Path) -> None:
    path = tmp_path / "file.npy"
    ocean.save(path, ocean.arange(1000))
    mapped = ocean.load(path, mmap=True)
    ocean.save(path, mapped + 1)
    assert mapped.asPython() == list(range(1000)) and ocean.load(path).asPython() == list(range(1, 1001))


# --- Mapping -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_mapped_tensors(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"file{suffix}"
    ocean.save(path, ocean.arange(1000) if suffix == ".npy" else {"x": ocean.arange(1000)})
    gc.collect()
    before = ocean.cpu.usedBytes
    result = ocean.load(path, mmap=True)
    tensor = result if suffix == ".npy" else result["x"]
    assert ocean.cpu.usedBytes == before and not tensor.storage.owner and tensor.readonly
    with pytest.raises(ValueError, match="read-only"):
        tensor.fill(1)
    with pytest.raises(ValueError, match="read-only"):
        tensor.readonly = False
    assert (tensor + 1).asPython() == list(range(1, 1001)) and tensor.clone().storage.owner
    part = tensor.slice(0, 10, 2)
    del result, tensor
    gc.collect()
    assert part.asPython() == [10, 11]


def test_mapping_reads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "large.npy"
    header = b"{'descr': '<f8', 'fortran_order': True, 'shape': (134217728, 1024), }"
    with open(path, "wb") as file:  # a terabyte of holes
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        file.truncate(10 + len(header) + (1 << 40))
    tensor = ocean.load(path, mmap=True)
    assert tensor.size == (1 << 27, 1 << 10) and tensor.slice(1, 1000).slice(0, 5, 2).asPython() == [[0, 0]]


def test_file_descriptors_are_closed(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        ocean.save(tmp_path / f"file{suffix}", ocean.ones([3]) if suffix == ".npy" else {"x": ocean.ones([3])})
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        for suffix in SUFFIXES:
            for mapped in (False, True):
                ocean.load(tmp_path / f"file{suffix}", mmap=mapped)
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


# --- Progress ----------------------------------------------------------------------------------------------------


class Terminal:
    def __init__(self, interactive: bool) -> None:
        self.text, self.interactive = "", interactive

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return self.interactive


@pytest.mark.parametrize("interactive", [True, False])
def test_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interactive: bool) -> None:
    clock = iter(range(0, 100_000, 2))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    terminal = Terminal(interactive)
    monkeypatch.setattr(progress.sys, "stderr", terminal)
    ocean.save(tmp_path / "file.npz", {"x": ocean.ones([1000]), "y": ocean.ones([1000])})
    ocean.load(tmp_path / "file.npz")
    if interactive:
        assert "saving file.npz" in terminal.text and "loading file.npz" in terminal.text and " 50%" in terminal.text
        assert terminal.text.endswith("\r\x1b[K")
    else:
        assert terminal.text == ""


def test_no_progress_for_quick_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(True)
    monkeypatch.setattr(progress.sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 1000)
    ocean.save(tmp_path / "file.npy", ocean.ones([1000]))
    ocean.load(tmp_path / "file.npy")
    assert terminal.text == ""


# --- Full disks --------------------------------------------------------------------------------------------------

WRITERS = {
    "a.npy": "ocean.save(path, t)", "b.npz": "ocean.save(path, {'t': t})", "c.safetensors": "ocean.save(path, {'t': t})",
    "d.npy": "np.save(path, a)", "e.npz": "np.savez(path, a, b=a)", "f.npz": "np.savez_compressed(path, a)",
    "g.txt": "np.savetxt(path, a)", "h.gz": "np.savetxt(path, a)", "i.raw": "a.tofile(path)",
    "j.raw": "a.tofile(path, sep=' ')", "k.pickle": "a.dump(path)", "l.png": "t.show(path)",
    "m.svg": "t.show().save(path)",
}  # fmt: skip
"""All that write files, by the name of the file."""

FULL = """
import os, resource, signal, sys
import numpy
import ocean, ocean.numpy as np
values = numpy.random.default_rng(0).random((60, 60))
t, a = ocean.asTensor(values), np.asarray(values)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for path, statement, limit in CASES:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        exec(statement)
    except OSError as error:
        found = "refused"
    else:
        found = "written"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    folder = os.path.dirname(path)
    print(found, open(path, "rb").read() == b"before" if folder != "/dev" else "", *(os.listdir(folder) if folder != "/dev" else []))
"""


def run_full(*cases: tuple[Any, str, int]) -> list[str]:
    """What a process with a limit of file size says: whether an error came, whether the file is as it
    was, and what is in the folder."""
    program = f"CASES = {[(str(path), statement, limit) for path, statement, limit in cases]!r}\n{FULL}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                          env={**os.environ, "OCEAN_CACHE": "off"})  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.host_only("the file system of the host")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """Also where a limit cuts only the end: what is buffered is written when a file is closed."""
    cases, wanted = [], []
    for name, statement in WRITERS.items():
        path = tmp_path / name[0] / name
        path.parent.mkdir()
        path.write_bytes(b"before")
        path.chmod(0o640)
        limits = [0, 100, 1000, *([60 * 60 * 8 - 8] if name[2:] in ("npy", "safetensors") else [])]
        cases += [(path, statement, limit) for limit in (*limits, 1 << 20)]
        wanted += [f"refused True {name}"] * len(limits) + [f"written False {name}"]
    assert run_full(*cases) == wanted
    for path, *_ in cases:
        assert path.stat().st_size > 1000 and stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.host_only("the file system of the host")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is full")
def test_what_is_no_regular_file_is_written_to() -> None:
    statements = ("a.tofile(path)", "a.tofile(path, sep=' ')", "np.savetxt(path, a)", "a.dump(path)")
    found = run_full(*((path, each, 1 << 20) for path in ("/dev/full", "/dev/null") for each in statements))
    assert [each.strip() for each in found] == ["refused"] * 4 + ["written"] * 4
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode) and stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.host_only("the file system of the host")
def test_files_of_arrays_are_those_of_numpy(tmp_path: Path) -> None:
    import ocean.numpy as onp

    for values in (np.arange(6.0).reshape(2, 3).T, np.array([[1 + 2j]]), np.arange(3, dtype="i4"), np.zeros((0, 2)), np.array(7)):
        a, ours, theirs = onp.asarray(values), tmp_path / "ours", tmp_path / "theirs"
        for sep, format in (("", "%s"), (" ", "%s"), (", ", "%s"), (";", "")):
            a.tofile(ours, sep, format)
            values.tofile(theirs, sep, format)
            assert ours.read_bytes() == theirs.read_bytes()
        onp.save(ours, a)
        assert ours.with_suffix(".npy").exists()
        np.testing.assert_array_equal(np.load(ours.with_suffix(".npy")), values)
        if values.ndim and values.size and values.dtype.kind == "f":
            for name in ("a.txt", "a.gz", "a.bz2", "a.xz"):
                onp.savetxt(tmp_path / name, a, "%.3f", ";", header="ä", encoding="utf-8")
                np.savetxt(theirs, values, "%.3f", ";", header="ä", encoding="utf-8")
                np.testing.assert_array_equal(np.loadtxt(tmp_path / name, delimiter=";"), np.loadtxt(theirs, delimiter=";"))

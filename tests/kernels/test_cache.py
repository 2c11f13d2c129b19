"""The disk cache: nothing that happens to it changes anything but the time of the next call."""

from __future__ import annotations

import multiprocessing
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ocean._src.kernels import Format, Program, Step, cache
from ocean._src.kernels.llvm import compiler, loader, machine

pytestmark = pytest.mark.host_only("the kernels of the host")

PROGRAM = Program(("double", "double"), (Step("add", "double", (0, 1)),), (2,))
FORMATS = (Format("double"),) * 3
KEY = cache.key("a test")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OCEAN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were really compiled."""
    texts: list[str] = []
    compile_text = compiler.object_code

    def watched(text: str) -> bytes:
        texts.append(text)
        return compile_text(text)

    monkeypatch.setattr(compiler, "object_code", watched)
    return texts


def fresh_run(lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what a new process does, and check its result."""
    monkeypatch.setattr(compiler, "_kernels", {})
    x = np.arange(20.0)[None]
    made = [lab.Operand(values, Format("double")) for values in (x, x, 2 * x)]
    lab.run(PROGRAM, made, 20, 1)
    np.testing.assert_array_equal(made[0].read(), 3 * x)


def only_entry(folder: Path) -> Path:
    (entry,) = folder.iterdir()
    return entry


def test_second_process_does_not_compile(lab, folder, compilations, monkeypatch) -> None:
    for _ in range(3):
        fresh_run(lab, monkeypatch)
    assert len(compilations) == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only_entry(folder).stat().st_mode) == 0o600


DAMAGES = {
    "empty": lambda content: b"",
    "truncated header": lambda content: content[:20],
    "no payload": lambda content: content[:80],
    "truncated": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "one bit": lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
    "magic": lambda content: b"?" + content[1:],
    "another key": lambda content: content[:16] + bytes(32) + content[48:],
    "garbage": lambda content: os.urandom(5000),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_entries_are_replaced(lab, folder, compilations, monkeypatch, damage: str) -> None:
    fresh_run(lab, monkeypatch)
    entry = only_entry(folder)
    whole = entry.read_bytes()
    entry.write_bytes(DAMAGES[damage](whole))
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 2
    assert only_entry(folder).read_bytes() == whole
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 2


def test_an_entry_of_impossible_size_is_not_read(lab, folder, compilations, monkeypatch) -> None:
    fresh_run(lab, monkeypatch)
    os.truncate(only_entry(folder), 1 << 42)
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 2 and only_entry(folder).stat().st_size < 1 << 20


def test_an_entry_under_another_name_is_not_used(folder) -> None:
    cache.write(KEY, b"code")
    os.rename(folder / KEY.hex(), folder / cache.key("another").hex())
    assert cache.read(cache.key("another")) is None


@pytest.mark.skipif(not loader.supported(), reason="the loader knows x86-64 Linux only")
def test_code_that_cannot_be_loaded_is_replaced(lab, folder, compilations, monkeypatch) -> None:
    cache.write(compiler.entry_of(PROGRAM, FORMATS, False), compiler.WHOLE.pack(1) + b"\x7fELF but no code")
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 1


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_entries_others_can_write_are_not_used(folder, mode: int) -> None:
    cache.write(KEY, b"code")
    (folder / KEY.hex()).chmod(mode)
    assert cache.read(KEY) is None
    cache.write(KEY, b"code")
    assert cache.read(KEY) == b"code"


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_directory_others_can_write_is_not_used(folder, mode: int) -> None:
    cache.write(KEY, b"code")
    folder.chmod(mode)
    assert cache.read(KEY) is None
    cache.write(cache.key("another"), b"code")
    assert [entry.name for entry in folder.iterdir()] == [KEY.hex()]
    folder.chmod(0o700)
    assert cache.read(KEY) == b"code"


def test_entries_of_others_are_not_used(folder, monkeypatch) -> None:
    cache.write(KEY, b"code")
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert cache.read(KEY) is None
    monkeypatch.undo()


def test_links_are_not_followed(folder, tmp_path) -> None:
    cache.write(KEY, b"code")
    os.rename(folder / KEY.hex(), tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", folder / KEY.hex())
    assert cache.read(KEY) is None


def test_a_pipe_in_place_of_an_entry_does_not_block(folder) -> None:
    cache.write(cache.key("another"), b"code")
    os.mkfifo(folder / KEY.hex(), 0o600)
    assert cache.read(KEY) is None
    writer = os.open(folder / KEY.hex(), os.O_RDWR)
    assert cache.read(KEY) is None
    os.close(writer)


def test_deleted_at_any_moment(lab, folder, compilations, monkeypatch) -> None:
    fresh_run(lab, monkeypatch)
    only_entry(folder).unlink()
    fresh_run(lab, monkeypatch)
    only_entry(folder).unlink()
    folder.rmdir()
    folder.parent.rmdir()
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 3 and only_entry(folder)


@pytest.mark.parametrize("place", ["", "kernels"])
def test_a_file_in_place_of_the_directory(lab, tmp_path, compilations, monkeypatch, place: str) -> None:
    root = tmp_path / "cache"
    if place:
        root.mkdir()
    (root / place).write_bytes(b"not a directory") if place else root.write_bytes(b"not a directory")
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 2


def test_read_only_directory(lab, folder, compilations, monkeypatch) -> None:
    folder.mkdir(parents=True, mode=0o700)
    if os.geteuid() == 0:  # root writes everywhere, so the operating system is replaced by one that refuses

        def refuse(path, flags, *args, os_open=os.open, **keywords) -> int:
            if flags & os.O_CREAT:
                raise PermissionError("read-only")
            return os_open(path, flags, *args, **keywords)

        monkeypatch.setattr(os, "open", refuse)
    folder.chmod(0o500)
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)
    folder.chmod(0o700)
    assert len(compilations) == 2 and not list(folder.iterdir())


def test_full_disk_leaves_nothing_behind(lab, folder, compilations, monkeypatch) -> None:
    def fail(*args, **keywords) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    fresh_run(lab, monkeypatch)
    assert not list(folder.iterdir())


def test_full_device(lab, compilations, monkeypatch) -> None:
    """A file that fails when it is written."""
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no device that is always full")
    real = os.open
    monkeypatch.setattr(
        os,
        "open",
        lambda path, flags, *a, **k: (
            real("/dev/full", os.O_WRONLY) if flags & os.O_CREAT else real(path, flags, *a, **k)
        ),
    )
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 1


@pytest.mark.parametrize("word", ["off", "OFF", "0"])
def test_off(lab, folder, compilations, monkeypatch, word: str) -> None:
    monkeypatch.setenv("OCEAN_CACHE", word)
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 2 and not folder.exists()
    monkeypatch.delenv("OCEAN_CACHE")
    fresh_run(lab, monkeypatch)
    assert folder.exists()
    monkeypatch.setenv("OCEAN_CACHE", word)
    fresh_run(lab, monkeypatch)
    assert len(compilations) == 4


def test_where_it_is(monkeypatch) -> None:
    monkeypatch.setenv("OCEAN_CACHE_DIR", "/a")
    assert cache.directory() == "/a/kernels"
    monkeypatch.delenv("OCEAN_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/b")
    assert cache.directory() == "/b/ocean/kernels"
    monkeypatch.setenv("HOME", "/c")
    for relative in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert cache.directory() == "/c/.cache/ocean/kernels"


def test_the_key_depends_on_the_machine_and_the_compiler(monkeypatch) -> None:
    assert cache.key("a", "bc") != cache.key("ab", "c")
    first = machine.description()
    assert first == machine.description() and len(first) > 20


def write_often(seed: int) -> None:
    for _ in range(50):
        cache.write(KEY, bytes([seed]) * 100_000)
        content = cache.read(KEY)
        assert content is not None and len(content) == 100_000 and len(set(content)) == 1


def test_processes_write_the_same_entry(folder) -> None:
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=write_often, args=(seed,)) for seed in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert [entry.name for entry in folder.iterdir()] == [KEY.hex()]


NEW_PROCESS = """
import sys
from ocean._src.kernels import ARITHMETIC, Arithmetic, Format, Program, Step
from ocean._src.kernels.llvm.compiler import compile_kernel
ARITHMETIC["add"] = Arithmetic(lambda b, x, y: b.add(x, y))
ARITHMETIC["exp"] = Arithmetic(lambda b, x: b.call("exp", "double", x))
steps = (Step("add", "double", (0, 1)), Step("exp", "double", (2,)))
kernel = compile_kernel(Program(("double", "double"), steps, (3,)), (Format("double"),) * 3)
print(kernel.address > 0, "llvmlite" in sys.modules)
"""


def new_process() -> str:
    source = str(Path(cache.__file__).parents[3])
    path = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", NEW_PROCESS]
    return subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.skipif(not loader.supported(), reason="the loader knows x86-64 Linux only")
def test_a_warm_cache_needs_no_llvm(folder) -> None:
    assert new_process().split() == ["True", "True"]
    assert new_process().split() == ["True", "False"]


def test_without_our_loader(lab, monkeypatch) -> None:
    def refuse(code: bytes) -> int:
        raise loader.Unloadable("a test")

    monkeypatch.setattr(loader, "load", refuse)
    fresh_run(lab, monkeypatch)
    fresh_run(lab, monkeypatch)


def test_the_oldest_entries_go_where_there_are_too_many(folder, monkeypatch) -> None:
    """Those that were not used for longest; also with several processes at once, and with what killed ones left."""
    monkeypatch.setattr(cache, "_SELDOM", 1)
    keys = [cache.key(f"entry {k}") for k in range(20)]
    for k, key in enumerate(keys):
        cache.write(key, b"x" * 1000)
        os.utime(folder / key.hex(), (k + 1, k + 1))
    assert cache.read(keys[0]) == b"x" * 1000  # which is a use
    litter = folder / ".killed"
    litter.write_bytes(b"half")
    os.utime(litter, (1, 1))
    monkeypatch.setenv("OCEAN_CACHE_LIMIT", "10000")
    cache.write(cache.key("new"), b"y" * 1000)
    left = {each.name for each in folder.iterdir()}
    assert sum(each.stat().st_size for each in folder.iterdir()) <= 10000 and litter.name not in left
    assert {keys[0].hex(), keys[-1].hex(), cache.key("new").hex()} <= left and keys[1].hex() not in left
    assert cache.read(keys[1]) is None and cache.read(keys[-1]) == b"x" * 1000


def write_many(seed: int) -> None:
    for k in range(60):
        entry = cache.key(f"{seed} {k}")
        cache.write(entry, bytes([seed]) * 1000)
        content = cache.read(entry)
        assert content in (None, bytes([seed]) * 1000)  # another process may have removed it


def test_processes_shrink_the_cache_at_once(folder, monkeypatch) -> None:
    """Each looks after every write: what is left is whole and not too much, and nobody stumbles over what is gone."""
    monkeypatch.setattr(cache, "_SELDOM", 1)
    monkeypatch.setenv("OCEAN_CACHE_LIMIT", "10000")
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=write_many, args=(seed,)) for seed in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    left = list(folder.iterdir())
    assert left and sum(each.stat().st_size for each in left) <= 10000
    assert not [each.name for each in left if each.name.startswith(".")]
    assert all(len(cache.read(bytes.fromhex(each.name)) or b"") == 1000 for each in left)


def test_a_limit_of_the_number_of_entries(folder, monkeypatch) -> None:
    monkeypatch.setattr(cache, "MOST", 40)
    names = [cache.key(str(k)) for k in range(50)]
    for k, name in enumerate(names):
        cache.write(name, b"x")
        if (folder / name.hex()).exists():
            os.utime(folder / name.hex(), (1e9 + k, 1e9 + k))
    opened = os.open(folder, os.O_RDONLY)
    cache.shrink(opened, 1 << 20)
    os.close(opened)
    left = {each.name for each in folder.iterdir()}
    assert 20 <= len(left) <= 40 and left == {name.hex() for name in names[-len(left) :]}


def test_a_look_takes_a_part_of_many_files(folder, monkeypatch) -> None:
    """The sizes of some files are asked for, and after many looks the number is near the limit."""
    monkeypatch.setattr(cache, "MOST", 1600)
    monkeypatch.setattr(cache, "_MANY", 1000)
    cache.write(KEY, b"x")
    for k in range(3200):
        (folder / cache.key(str(k)).hex()).write_bytes(b"x" * 90)
    asked, stat = [], os.stat
    opened = os.open(folder, os.O_RDONLY)
    monkeypatch.setattr(os, "stat", lambda *given, **named: asked.append(given) or stat(*given, **named))
    cache.shrink(opened, 1 << 30)
    assert 100 < len(asked) < 400 and 2900 < len(os.listdir(folder)) < 3201
    for _ in range(200):
        cache.shrink(opened, 1 << 30)
    os.close(opened)
    assert 800 <= len(os.listdir(folder)) <= 1700


def test_no_look_at_the_folder_with_each_write(folder, monkeypatch) -> None:
    looks = []
    monkeypatch.setattr(cache, "shrink", lambda *_: looks.append(1))
    for k in range(200):
        cache.write(cache.key(str(k)), b"x")
    assert len(looks) < 30 and len(list(folder.iterdir())) == 200


def test_a_use_is_noted_beside_the_time_of_compiling(folder) -> None:
    cache.write(KEY, b"code")
    os.utime(folder / KEY.hex(), (1000, 1000))
    assert cache.read(KEY) == b"code"
    status = (folder / KEY.hex()).stat()
    assert status.st_mtime == 1000 and status.st_atime > 1e9

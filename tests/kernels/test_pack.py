"""The pack of everyday kernels: it gives the bits that compiling gives, or nothing at all."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import types
import warnings
from pathlib import Path

import numpy as np
import pytest

from ocean._src.commands import kernels as packed
from ocean._src.commands import packing
from ocean._src.kernels import ARITHMETIC, REDUCTIONS, Arithmetic, Format, Program, Step
from ocean._src.kernels.llvm import compiler, loader, machine, pack
from ocean._src.kernels.llvm.compiler import compile_kernel

pytestmark = [
    pytest.mark.host_only("the kernels of the host"),
    pytest.mark.skipif(not loader.supported(), reason="packs are for x86-64 Linux"),
]

ADD = Program(("double", "double"), (Step("add", "double", (0, 1)),), (2,))
FORMATS = (Format("double"),) * 3
TIMES = Program(("float", "float"), (Step("scale", "float", (0, 1)),), (2,))
WANTED: list[packing.Wanted] = [
    (ADD, FORMATS, False),
    (ADD, FORMATS, True),
    (TIMES, (Format("float"), Format("float", False, "uniform"), Format("float", False, "strided")), False),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small pack, in a process that has not looked for one yet."""
    packing.write(packing.make(WANTED, "native", 1), tmp_path / "packs" / "native.pack")
    monkeypatch.setenv("OCEAN_PACK", str(tmp_path / "packs"))
    monkeypatch.setattr(pack, "_open", {})
    monkeypatch.setattr(compiler, "_kernels", {})
    return tmp_path / "packs"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were compiled."""
    texts: list[str] = []
    compile_text = compiler.object_code

    def watched(text: str, target: object = None) -> bytes:
        texts.append(text)
        return compile_text(text, target)

    monkeypatch.setattr(compiler, "object_code", watched)
    monkeypatch.setenv("OCEAN_CACHE", "off")
    return texts


def add(lab) -> None:
    x = np.arange(20.0)[None]
    made = [lab.Operand(values, Format("double")) for values in (0 * x, x, 2 * x)]
    lab.run(ADD, made, 20, 1)
    np.testing.assert_array_equal(made[0].read(), 3 * x)


def test_packed_kernels_are_not_compiled(lab, folder, compilations) -> None:
    add(lab)
    assert compilations == []
    for program, formats, any_length in WANTED:
        kernel = compile_kernel(program, formats, any_length)
        assert (kernel.program, kernel.formats, kernel.whole) == (program, formats, 1)
    assert compilations == []
    compile_kernel(ADD, (*FORMATS[:2], Format("double", True)))
    assert len(compilations) == 1


def test_it_is_off_if_asked(lab, folder, compilations, monkeypatch) -> None:
    monkeypatch.setenv("OCEAN_PACK", "off")
    add(lab)
    assert len(compilations) == 1


def test_code_and_addresses_are_never_writable(folder) -> None:
    address = compile_kernel(ADD, FORMATS).address
    (opened,) = pack._open.values()
    assert opened is not None
    table = opened._address + opened._length
    with open("/proc/self/maps") as maps:
        found = {}
        for line in maps:
            low, high = (int(number, 16) for number in line.split()[0].split("-"))
            found |= {place: line.split()[1] for place in (address, table) if low <= place < high}
    assert found[address].startswith("r-x") and "w" not in found.get(table, "")


CLOSING = """
import os, sys
import ocean
from ocean._src.kernels.llvm import compiler, pack
ocean.zeros(3, ocean.double) + 1
opened = dict(pack._open)
os.closerange(3, 100)
ocean.zeros(3, ocean.double) + 1j, ocean.exp(ocean.ones(3, ocean.double))
assert pack._open == opened, "it is used as long as nothing is wrong with it"
"""


def test_programs_may_close_all_files() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", CLOSING], env={**os.environ, "OCEAN_PACK": ""}, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_functions_of_the_library(lab, tmp_path, rows, monkeypatch, compilations) -> None:
    monkeypatch.setitem(rows, "probe", Arithmetic(lambda b, x: b.call("cosf", "float", x)))
    monkeypatch.setitem(rows, "other", Arithmetic(lambda b, x: b.call("sinf", "float", x)))
    programs = [Program(("float",), (Step(name, "float", (0,)),), (1,)) for name in ("probe", "other")]
    wanted = [(program, (Format("float"),) * 2, False) for program in programs]
    packing.write(packing.make(wanted, "native", 1), tmp_path / "packs" / "native.pack")
    monkeypatch.setenv("OCEAN_PACK", str(tmp_path / "packs"))
    monkeypatch.setattr(pack, "_open", {})
    monkeypatch.setattr(compiler, "_kernels", {})
    compilations.clear()
    x = np.linspace(-3, 3, 50, dtype=np.float32)[None]
    for program, expected in zip(programs, (np.cos(x), np.sin(x)), strict=True):
        made = [lab.Operand(0 * x, Format("float")), lab.Operand(x, Format("float"))]
        lab.run(program, made, 50, 1)
        np.testing.assert_allclose(made[0].read(), expected, atol=1e-6)
    assert compilations == []
    # where a function is missing, its kernels are compiled
    pack._open.clear()
    compiler._kernels.clear()
    find = loader.library_address

    def lacking(name: str) -> int:
        if "cosf" in name:
            raise LookupError(name)
        return find(name)

    with monkeypatch.context() as patch:
        patch.setattr(loader, "library_address", lacking)
        assert pack.find(programs[0], wanted[0][1], False) is None
        assert pack.find(programs[1], wanted[1][1], False) is not None


# --- What is not used ----------------------------------------------------------------------------------------------

SEED = 3
DAMAGES = {
    "empty": lambda content: b"",
    "short": lambda content: content[:40],
    "truncated front": lambda content: content[:500],
    "truncated": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "front": lambda content: flipped(content, 300),
    "lengths": lambda content: flipped(content, 40),
    "digest": lambda content: flipped(content, 20),
    "index": lambda content: flipped(content, pack._FRONT.unpack_from(content)[4] + 20, 48, 3),
    "code": lambda content: flipped(content, pack._FRONT.unpack_from(content)[5] + 8, 64, 30),
    "garbage behind the magic": lambda content: content[:16] + np.random.default_rng(SEED).bytes(5000),
}  # fmt: skip


def flipped(content: bytes, place: int, step: int = 1, count: int = 1) -> bytes:
    """With a bit changed, or several in steps."""
    changed = bytearray(content)
    for each in range(place, place + step * count, step):
        changed[each] ^= 4
    return bytes(changed)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_pack_is_not_used(lab, folder, compilations, damage: str) -> None:
    path = folder / "native.pack"
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    with pytest.warns(RuntimeWarning, match=r"pack of kernels .* is damaged and not used .*kernels --make") as caught:
        add(lab)
    assert len(compilations) == 1 and len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is said once
        compile_kernel(ADD, FORMATS, True)
    assert len(compilations) == 2


@pytest.mark.parametrize("mode", [0o666, 0o622, 0o602])
def test_a_pack_that_others_can_write_is_not_used(lab, folder, compilations, mode: int) -> None:
    (folder / "native.pack").chmod(mode)
    with pytest.warns(RuntimeWarning, match="others could have written it"):
        add(lab)
    assert len(compilations) == 1


FOREIGN = {
    "another format": lambda content: b"ocean pack 0\n\0\0\0" + content[16:],
    "instructions that are not here": lambda content: changed(content, b"\nflags: ", b"\nflags: amx99 "),
    "other sources": lambda content: re.sub(rb"\nsources: \w+", b"\nsources: " + b"0" * 64, content),
    "another kind of machine": lambda content: changed(content, b"\ntext: 1", b"\ntext: 0"),
}  # fmt: skip


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    assert old in content
    return content.replace(old, new, 1)


@pytest.mark.parametrize("reason", FOREIGN)
def test_a_pack_for_others_is_not_used(lab, folder, compilations, monkeypatch, capfd, reason: str) -> None:
    """Without a warning, because nothing is wrong; who wants to know is told."""
    path = folder / "native.pack"
    if reason == "another format":
        path.write_bytes(FOREIGN[reason](path.read_bytes()))
    else:
        content = path.read_bytes()
        size, index = pack._FRONT.unpack_from(content)[3], pack._FRONT.unpack_from(content)[4]
        front = FOREIGN[reason](content[:size])
        # the front as a maker would have written it
        lines = len(front) - pack._FRONT.size - 256 * pack._BUCKET.size
        fields = list(pack._FRONT.unpack_from(front))
        moved = pack._FRONT.pack(*fields[:2], lines, len(front), *fields[4:]) + front[pack._FRONT.size :]
        moved = moved[:16] + pack.digest(moved[32:]) + moved[32:]
        assert len(moved) <= index
        path.write_bytes(moved + content[len(moved) :])
    monkeypatch.setenv("OCEAN_LOG", "kernels")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        add(lab)
    assert len(compilations) == 1
    told = capfd.readouterr().err.splitlines()
    assert reason.split(" that")[0] in told[0] and "is not used" in told[0]
    assert re.fullmatch(r"ocean: compiled in [\d.]+ ms: add double: double <- double, double", told[1])


def test_machines_that_are_changed_meanwhile(lab, folder, compilations, monkeypatch) -> None:
    """Tests do that: the text of kernels for other machines is not that of the pack."""
    compile_kernel(ADD, FORMATS)
    monkeypatch.setattr(machine, "target", lambda: machine.Target(True, False, False))
    compile_kernel(ADD, FORMATS, True)
    assert len(compilations) == 1


def test_levels(folder, monkeypatch) -> None:
    """A pack for a level is used by machines that have it, if there is none for this very machine."""
    assert set(packing.flags_for("x86-64-v2")) < set(packing.flags_for("x86-64-v3")) < set(packing.flags_for("x86-64-v4"))
    assert pack.targets_in("v2, x86-64-v3 native other") == ["x86-64-v2", "x86-64-v3", "native"]
    if set(packing.flags_for("x86-64-v3")) <= machine.flags():
        (folder / "native.pack").unlink()
        packing.write(packing.make(WANTED, "x86-64-v3", 1), folder / "x86-64-v3.pack")
        assert pack.find(*WANTED[0]) is not None
        monkeypatch.setattr(machine, "flags", lambda: frozenset(packing.flags_for("x86-64-v2")))
        pack._open.clear()
        assert pack.find(*WANTED[0]) is None


def functions_in(thing: object, seen: set[int]) -> set[types.CodeType]:
    """The code of functions that a row calls, directly or through what it closes over."""
    if id(thing) in seen:
        return set()
    seen.add(id(thing))
    if isinstance(thing, types.FunctionType):
        inside = [cell.cell_contents for cell in thing.__closure__ or ()]
        inside += [thing.__globals__.get(name) for name in thing.__code__.co_names]
        inside += list(thing.__defaults__ or ())
        if thing.__qualname__ == "written.__getattr__.<locals>.write":
            module, name = inside[:2]
            return functions_in(getattr(importlib.import_module(module), name), seen)
        return {thing.__code__}.union(*(functions_in(each, seen) for each in inside))
    if isinstance(thing, (Arithmetic, tuple, list, dict)) or type(thing).__name__ in ("Reduction", "Short"):
        values = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, (tuple, list)) else vars(thing).values()
        return set().union(*(functions_in(each, seen) for each in values))
    return set()


def test_sources_are_all_that_write_kernels() -> None:
    import ocean.numpy  # noqa: F401

    root = Path(pack.__file__).parent.parent.parent
    seen: set[int] = set()
    rows = [row for row in [*ARITHMETIC.values(), *REDUCTIONS.values()]]
    files = {Path(code.co_filename) for row in rows for code in functions_in(row, seen)}
    ours = {str(path.relative_to(root)) for path in files if path.is_relative_to(root)}
    missing = {name for name in ours - set(pack.SOURCES) if not name.startswith("core/")}
    assert len(ours) > 8 and missing == set()


# --- The everyday table ----------------------------------------------------------------------------------------------

COMPARE = """
import ctypes, random, sys
from pathlib import Path
import numpy as np
from ocean._src.commands import packing
from ocean._src.kernels.dtypes import SIZES, PARTS
from ocean._src.kernels.llvm import compiler, machine, pack
from ocean._src.kernels.llvm.loops import kernel_text

wanted = packing.rehearsed()
assert len(wanted) > 5000
chosen = random.Random(5).sample(wanted, 250)
folder = Path(sys.argv[1])
packing.write(packing.make(chosen, "native", 1), folder / "native.pack")
opened = [pack.Pack(str(folder / "native.pack"))]
installed = Path(pack.FOLDER, "native.pack")
if installed.exists():
    try:
        opened.append(pack.Pack(str(installed)))
        opened[-1].check()
    except pack.Unusable:
        opened.pop()
call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
make = np.random.default_rng(5)
ROOM = 1 << 16
for program, formats, any_length in chosen:
    text, whole = kernel_text(program, formats, machine.target(), any_length)
    addresses = [compiler.load(compiler.object_code(text))]
    for each in opened:
        found = each.find(pack.key(program, formats, any_length))
        if found is None and each.path == installed:
            continue  # few are, see below
        assert found is not None and found[1] == whole, (each.path, program, formats)
        addresses.append(found[0])
    blocks = []
    for format in formats:
        kind = format.dtype
        if kind == "bool":
            values = make.integers(0, 2, ROOM, np.uint8)
        elif "int" in kind:
            values = make.integers(0, 100, ROOM // SIZES[kind]).astype(kind)
        else:
            count = ROOM // SIZES[kind] * (2 if kind in PARTS else 1)
            values = make.standard_normal(count).astype({"half": "f2", "float": "f4", "double": "f8"}[PARTS.get(kind, kind)])
        if format.swapped:
            values = values.byteswap()
        blocks.append(values.tobytes())
    results, n0, n1 = [], 64 * max(1, whole), 1 if formats[-1].rows > 1 else 3
    for address in addresses:
        # results at multiples of 64, and room on both sides for whatever strides mean
        memory = [np.zeros(4 * ROOM + 64, np.uint8) for _ in formats]
        starts = []
        for block, room in zip(blocks, memory):
            start = -room.ctypes.data % 64 + ROOM
            room[start : start + ROOM] = np.frombuffer(block, np.uint8)
            starts.append(room.ctypes.data + start)
        strides = []
        for format in formats:
            size = SIZES[format.dtype]
            inner = {"uniform": 0, "strided": 2 * size, "streams": 256 * size}.get(format.access, size)
            strides += [inner, 0 if format.access == "uniform" else 64 * 2 * size]
        if program.indexed():  # the index is no address, but counts from 0 in steps of one
            starts[-1] = 0
            strides[-2:] = [strides[-2] // 8, 64]
        pointers = (ctypes.c_void_p * len(starts))(*starts)
        steps = (ctypes.c_int64 * len(strides))(*strides)
        call(address)(ctypes.addressof(pointers), ctypes.addressof(steps), n0, n1)
        results.append([room[-room.ctypes.data % 64 :][: 3 * ROOM].tobytes() for room in memory])
    assert all(each == results[0] for each in results), (program, formats)
if len(opened) > 1:
    keys = set(opened[1].keys())
    missing = [each for each in wanted if pack.key(*each) not in keys]
    # a few calls go on differently if results, which stand-ins for kernels leave as they are, happen to be NaN
    assert len(missing) < 50, missing[:5]
print("compared", len(chosen), "with", len(opened))
"""


def run(code: str, *words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *words], env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everyday_kernels_give_the_same_bits(tmp_path) -> None:
    text = run(COMPARE, str(tmp_path), **packing.ENVIRONMENT)
    assert text.startswith("compared 250")


SCRIPT = """
import sys
import ocean
import ocean.numpy as np
from ocean._src.kernels.llvm import compiler, pack
assert not pack._open or sys.argv[1:], "import does not look for a pack"
a = np.arange(12.0).reshape(3, 4)
b = (a - a.mean(axis=0)) / a.std(axis=0) + np.exp(-a) * 2.5
c = np.where(a > 5, a, 0.0).sum() + a.max() + (a > 2).any() + a.argmax()
d = np.arange(10) % 3 == 0
a[a > 7] = 0
a += 1
str(a), str(d), a.astype("f4"), np.cumsum(a), a.T.copy(), np.random.default_rng(1).random(9)
t = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R") + [10, 20]
ocean.sum(t, 0), ocean.exp(ocean.cast(t, ocean.double)), str(t)
"""
MAKE = """
from pathlib import Path
from ocean._src.commands import packing
wanted = [(program, formats, any_length) for _, program, formats, any_length in compiler._kernels]
packing.write(packing.make(wanted, "native", 1), Path(sys.argv[1]) / "native.pack")
"""
NO_LLVM = """
assert not any(name.partition(".")[0] == "llvmlite" for name in sys.modules), "LLVM was loaded"
print(len(compiler._kernels))
"""


def test_everyday_programs_do_not_load_llvm(tmp_path) -> None:
    """With the pack that is installed, if there is one for these sources; with one made for this program otherwise."""
    assert [run(SCRIPT + MAKE, str(tmp_path), OCEAN_PACK="off", OCEAN_CACHE="off")] == [""]
    assert int(run(SCRIPT + NO_LLVM, OCEAN_PACK=str(tmp_path), OCEAN_CACHE="off")) > 20
    try:
        installed = pack.Pack(str(Path(pack.FOLDER, "native.pack")))
        installed.check()
    except (FileNotFoundError, pack.Unusable):
        return
    assert installed.size <= packing.SIZE_LIMIT
    assert int(run(SCRIPT + NO_LLVM, OCEAN_PACK="", OCEAN_CACHE="off")) > 20


# --- The command -----------------------------------------------------------------------------------------------------


def test_the_command_lists_kernels(lab, folder, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("OCEAN_CACHE_DIR", str(tmp_path / "cache"))
    compile_kernel(ADD, FORMATS)
    assert packed.main([]) == 0
    text = capsys.readouterr().out
    assert "Pack: 3 kernels for native" in text and "\n  used\n" in text and "Cache: no kernels" in text
    compile_kernel(ADD, (*FORMATS[:2], Format("double", True)))
    assert packed.main([]) == 0
    text = capsys.readouterr().out
    assert "Cache: 1 kernel, " in text and "compiled 1 kernel:\n    add double: double <- double, swapped double" in text
    assert packed.main(["--list"]) == 0
    text = capsys.readouterr().out
    assert text.count("  add double: double <- double, double\n") == 2
    assert "  scale float: float <- uniform float, strided float\n" in text
    (folder / "native.pack").write_bytes(b"nothing")
    assert packed.main([]) == 0
    assert "not used: it is too short; python -m ocean kernels --make" in capsys.readouterr().out
    monkeypatch.setenv("OCEAN_PACK", "off")
    monkeypatch.setenv("OCEAN_CACHE", "off")
    assert packed.main([]) == 0
    assert capsys.readouterr().out.count("is off") == 2
    assert packed.main(["--make", "x86-64-v9"]) == 2

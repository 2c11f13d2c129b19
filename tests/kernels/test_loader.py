"""Object code brought into memory without LLVM."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from ocean._src.kernels import Arithmetic, Format, Program, Step
from ocean._src.kernels.llvm import compiler, loader, machine
from ocean._src.kernels.llvm.compiler import compile_kernel
from ocean._src.kernels.llvm.loops import kernel_text

pytestmark = [
    pytest.mark.host_only("the kernels of the host"),
    pytest.mark.skipif(not loader.supported(), reason="the loader knows x86-64 Linux only"),
]


@pytest.fixture
def code(rows, monkeypatch) -> bytes:
    """Object code with constants and a call."""
    monkeypatch.setitem(rows, "probe", Arithmetic(lambda b, x: b.call("cosf", "float", x)))
    steps = (Step("const", "float", (1.5,)), Step("add", "float", (0, 1)), Step("probe", "float", (2,)))
    formats = (Format("float", True), Format("float"))
    return compiler.object_code(kernel_text(Program(("float",), steps, (3,)), formats, machine.target())[0])


def test_constants_and_calls(lab, code: bytes) -> None:
    x = np.linspace(-3, 3, 50, dtype=np.float32)[None]
    made = [lab.Operand(x, Format("float", True)), lab.Operand(x, Format("float"))]
    lab.call_at(loader.load(code), *lab.places(made), 50, 1)
    np.testing.assert_allclose(made[0].read(), np.cos(x + 1.5), atol=1e-6)


@pytest.mark.parametrize("size", [0, 10, 63, 64, 200, 500])
def test_truncated(code: bytes, size: int) -> None:
    with pytest.raises(loader.Unloadable):
        loader.load(code[:size])


@pytest.mark.parametrize(("place", "value"), [(0, b"?"), (4, b"\x01"), (5, b"\x02"), (16, b"\x03"), (18, b"\xb7")])
def test_other_files(code: bytes, place: int, value: bytes) -> None:
    with pytest.raises(loader.Unloadable):
        loader.load(code[:place] + value + code[place + 1 :])


def test_no_such_function(code: bytes) -> None:
    with pytest.raises(loader.Unloadable):
        loader.load(code, "another")


@pytest.mark.parametrize("function", ["there_is_no_such_function", "data"])
def test_what_it_does_not_know(function: str) -> None:
    if function == "data":
        text = "@x = global i32 1\ndefine ptr @kernel() {\n  ret ptr @x\n}\n"
    else:
        text = f"declare void @{function}()\ndefine void @kernel() {{\n  call void @{function}()\n  ret void\n}}\n"
    with pytest.raises(loader.Unloadable):
        loader.load(compiler.object_code(text))


def test_addresses_of_functions() -> None:
    address = loader.library_address("cos")
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)(0.0) == 1.0
    with pytest.raises(LookupError):
        loader.library_address("there_is_no_such_function")


def test_code_is_never_writable(code: bytes) -> None:
    address = loader.load(code)
    with open("/proc/self/maps") as maps:
        for line in maps:
            low, high = (int(number, 16) for number in line.split()[0].split("-"))
            if low <= address < high:
                assert line.split()[1].startswith("r-x")


def test_threads_compile_each_kernel_once(lab, rows, monkeypatch) -> None:
    monkeypatch.setattr(compiler, "_kernels", {})
    monkeypatch.setitem(rows, "probe", Arithmetic(lambda b, x: b.add(x, b.const("float", 0.25))))
    programs = [Program(("float",), (Step("probe", "float", (0,)),) * (count + 1), (1 + count,)) for count in range(6)]
    found: list[list[int]] = []

    def work() -> None:
        found.append([compile_kernel(program, (Format("float"),) * 2).address for program in programs])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(addresses == found[0] for addresses in found)
    assert len(set(found[0])) == 6


@pytest.mark.parametrize("source", ["half", "chalf", "double", "uint64", "bool"])
@pytest.mark.parametrize("target", ["half", "chalf", "float", "uint8", "uint64"])
def test_the_plainest_x86_needs_no_library(lab, monkeypatch, source: str, target: str) -> None:
    """Without instructions for half, LLVM would call functions of a compiler that is not there."""
    import llvmlite.binding as llvm

    plain = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu="x86-64", features="", opt=2, reloc="pic", codemodel="small"
    )
    program = Program((source,), (Step("cast", target, (0,)),), (1,))
    values = lab.values(source, 2, 60)
    results = []
    for change in (False, True):
        if change:
            monkeypatch.setattr(compiler, "_target", lambda: plain)
            monkeypatch.setattr(machine, "target", lambda: machine.Target(True, False, False))
            monkeypatch.setattr(machine, "description", lambda: "a plain machine")
            monkeypatch.setattr(compiler, "_kernels", {})
        made = [lab.Operand(np.zeros((2, 60)), Format(target)), lab.Operand(values, Format(source, True))]
        lab.run(program, made, 60, 2)
        results.append(made[0].read())
    np.testing.assert_array_equal(*results)


LIMITED = """
import resource, sys, ocean
tensor = ocean.zeros(20, ocean.double)
if sys.argv[1] == "warm":
    tensor + 1
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + int(sys.argv[2]),) * 2)
try:
    ocean.lgamma(tensor)
except MemoryError:
    print("MemoryError")
"""


@pytest.mark.parametrize("state", ["cold", "warm"])
@pytest.mark.parametrize("room", [0, 1 << 22, 1 << 25])
def test_no_memory_to_compile_is_a_memory_error(state: str, room: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, state, str(room)], env={**os.environ, "OCEAN_CACHE": "off"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "MemoryError\n"), done.stderr

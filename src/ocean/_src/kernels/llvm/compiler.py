"""From a program and the formats of its operands to machine code, which is compiled once and cached in memory and on
disk."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import sys
import threading
from functools import cache
from time import perf_counter

from ocean._src.base.hints import Any
from ocean._src.kernels import cache as disk
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program

from . import loader, machine, pack

DEVICE = "cpu"
"""The kind of device that runs these kernels; a part of their keys."""
ABI = "2"
"""A part of the key of cached code and of packs. Raise it when the meaning of a kernel's arguments changes."""
WHOLE = struct.Struct("<I")
"""`whole` of a kernel, stored in front of its code in the cache."""
LONGEST_NAME = 200
"""The name of a kernel in its object code is cut to this length."""
LIBRARY, WORK = 1 << 28, 1 << 26
"""Bytes of address space that suffice to load LLVM, and to compile one kernel."""


class Kernel:
    """Machine code of `void kernel(char **pointers, const int64_t *strides, int64_t n0, int64_t n1)`, never freed.

    n0 must be a multiple of `whole`.
    """

    __slots__ = ("address", "formats", "program", "whole")

    def __init__(self, program: Program, formats: tuple[Format, ...], address: int, whole: int) -> None:
        self.program, self.formats, self.address, self.whole = program, formats, address, whole

    def __repr__(self) -> str:
        return f"<kernel at {self.address:#x}: {self.formats}\n{self.program}>"


_kernels: dict[tuple[str, Program, tuple[Format, ...], bool], Kernel] = {}
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # The forked child must not find LLVM in the middle of another thread's work.
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def compile_kernel(program: Program, formats: tuple[Format, ...], any_length: bool = False) -> Kernel:
    """The kernel that runs a program on operands in these formats, outputs first; compiled at most once. With
    `any_length`, n0 may be any number."""
    key = (DEVICE, program, formats, any_length)
    kernel = _kernels.get(key)
    if kernel is None:
        with _lock:
            kernel = _kernels.get(key)
            if kernel is None:
                kernel = _kernels[key] = Kernel(program, formats, *_found(program, formats, any_length))
    return kernel


def _found(program: Program, formats: tuple[Format, ...], any_length: bool) -> tuple[int, int]:
    """The address of a kernel and its `whole`: from the pack, from the cache, or compiled now."""
    packed = pack.find(program, formats, any_length)
    if packed is not None:
        return packed
    entry = entry_of(program, formats, any_length)
    stored = disk.read(entry) or b""
    if len(stored) > WHOLE.size:
        code, (whole,) = stored[WHOLE.size :], WHOLE.unpack_from(stored)
        if not loader.supported():
            return _load_with_llvm(code), whole
        # Recompile what our loader refuses: LLVM's loader would crash on a damaged file.
        with contextlib.suppress(loader.Unloadable):
            return loader.load(code), whole
    from .loops import kernel_text

    text, whole = kernel_text(program, formats, machine.target(), any_length)
    name, start = note(program, formats), perf_counter()
    code = object_code(named(text, name))
    address = load(code)
    disk.write(entry, WHOLE.pack(whole) + code)
    if pack.logged():
        print(f"ocean: compiled in {1e3 * (perf_counter() - start):.1f} ms: {name}", file=sys.stderr)
    return address, whole


def entry_of(program: Program, formats: tuple[Format, ...], any_length: bool) -> bytes:
    """The key of a kernel in the cache: everything that its code depends on. The sources that write the text stand for
    the text, so that it need not be written. If the sources cannot be read, the text itself is used."""
    try:
        written = pack.sources()
    except pack.Unusable:
        from .loops import kernel_text

        written, _ = kernel_text(program, formats, machine.target(), any_length)
    kernel = pack.key(program, formats, any_length).hex()
    return disk.key(DEVICE, ABI, machine.description(), pack.text_target(machine.target()), written, kernel)


def note(program: Program, formats: tuple[Format, ...]) -> str:
    """Describe a kernel in one line: its steps, outputs and inputs, such as "add float: float <- swapped float, uniform
    float"."""
    steps = [f"{step.name} {step.dtype}" for step in program.steps if step.name != "const"]
    outputs = len(program.accumulators()) if program.reductions else len(program.outputs)
    words = [
        " ".join(
            (
                *(() if each.access == "contiguous" else (each.access,)),
                *(("swapped",) if each.swapped else ()),
                each.dtype,
                *((f"in {each.rows} rows",) if each.rows > 1 else ()),
            )
        )
        for each in formats
    ]
    done = ", ".join((*steps, *program.reductions)) or "copy"
    return f"{done}: {', '.join(words[:outputs])} <- {', '.join(words[outputs:])}"


def named(text: str, name: str) -> str:
    """Add a name to LLVM IR. Its object code keeps the name where the source file's name usually is."""
    letters = (each if " " <= each <= "~" and each not in '"\\' else "?" for each in name[:LONGEST_NAME])
    return f'source_filename = "{"".join(letters)}"\n{text}'


def object_code(text: str, target: Any = None) -> bytes:
    """Compile LLVM IR to object code, for this machine or another target machine of LLVM. LLVM's optimisation passes do
    not run, because the text is vectorised already."""
    reserve()
    import llvmlite.binding as llvm

    target = target or _target()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(target.target_data)
    return bytes(target.emit_object(module))


def reserve() -> None:
    """Raise MemoryError if there is too little memory for LLVM, which would otherwise abort the process."""
    needed = WORK if "llvmlite.binding" in sys.modules else WORK + LIBRARY
    try:
        mmap.mmap(-1, needed).close()
    except OSError:
        raise MemoryError(f"There is not enough memory to compile a kernel: it needs {needed >> 20} MB") from None


def load(code: bytes) -> int:
    """Load fresh object code into memory with our loader; fall back to LLVM's."""
    try:
        return loader.load(code)
    except loader.Unloadable:
        return _load_with_llvm(code)


_engines: list[Any] = []


def _load_with_llvm(code: bytes) -> int:
    reserve()
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address("kernel"))


def prepare() -> None:
    """Load LLVM now, before another library loads its own copy."""
    with _lock:
        _target()


@cache
def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return target_machine(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


def target_machine(processor: str, features: str) -> Any:
    """LLVM's compiler for a processor. LLVM must be initialised."""
    import llvmlite.binding as llvm

    if machine.target().x86:
        # The byte-swapping 16-bit load keeps the other bits of its register: a false dependency.
        features += ",-movbe" if features else "-movbe"
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=processor,
        features=features,
        opt=2,
        reloc="pic",
        codemodel="small",
    )

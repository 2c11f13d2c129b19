"""Making packs: rehearses everyday calls, compiles their kernels in several processes, and writes them to one file.

`python -m ocean kernels --make` does this, and so does the build of the package, each in a separate process.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from ocean._src.base.hints import Any
from ocean._src.kernels.formats import Format
from ocean._src.kernels.llvm import compiler, loader, machine, pack
from ocean._src.kernels.program import Program

Wanted = tuple[Program, tuple[Format, ...], bool]
"""A kernel: its program, the formats of its operands, and whether rows may have `any_length`."""

LARGEST_CODE = 12 << 10
"""Larger kernels, in bytes, are left out: they are not everyday ones."""
SIZE_LIMIT = 15 << 20
PROCESSES = os.cpu_count() or 1
RETURN = "define void @kernel(ptr %pointers, ptr %strides, i64 %n0, i64 %n1) {\n  ret void\n}\n"
"""A stand-in for kernels, which does nothing."""


ASKING = {"any", "all"}
"""Reductions whose results are read: calls branch on them."""


# --- Which kernels -----------------------------------------------------------------------------------------------


def rehearsed() -> list[Wanted]:
    """The kernels that everyday calls ask for. Most calls run with a stand-in that does nothing. Kernels in ASKING are
    real, because calls depend on their results."""
    from ocean._src.commands import everyday as everyday

    with stopped_compiler() as found:
        everyday.run_samples()
        nothing = compiler.load(compiler.object_code(RETURN))

        def stand_in(program: Program, formats: tuple[Format, ...], any_length: bool) -> tuple[int, int]:
            asks = not program.steps or not ASKING.isdisjoint(program.reductions)
            return found(program, formats, any_length) if asks else (nothing, 1)

        compiler._found = stand_in
        for call in everyday.calls():
            try:
                call()
            except (TypeError, ValueError, NotImplementedError, ArithmeticError, AttributeError):
                continue  # not every function takes every dtype
    return [(program, formats, any_length) for _, program, formats, any_length in compiler._kernels]


class stopped_compiler:
    """Lets the caller replace how kernels are found, restores it at the end, and hides warnings meanwhile."""

    def __enter__(self) -> Callable[..., tuple[int, int]]:
        import warnings

        self.found = compiler._found
        self.quiet = warnings.catch_warnings()
        self.quiet.__enter__()
        warnings.simplefilter("ignore")
        return self.found

    def __exit__(self, *_: object) -> None:
        compiler._found = self.found
        self.quiet.__exit__(None, None, None)


# --- For which machines ------------------------------------------------------------------------------------------


def text_for(target: str) -> machine.Target:
    """The properties that the texts of kernels for a target depend on."""
    newer = target != "x86-64-v2"
    return machine.target() if target == "native" else machine.Target(True, newer, newer)


def flags_for(target: str) -> list[str]:
    """The processor features that kernels for a target need."""
    if target == "native":
        return sorted(machine.flags())
    levels = list(pack.LEVELS)
    return sorted(word for level in levels[levels.index(target) :] for word in pack.LEVELS[level].split())


def machine_for(target: str) -> Any:
    compiler.prepare()
    return compiler._target() if target == "native" else compiler.target_machine(target, "")


# --- Compiling ---------------------------------------------------------------------------------------------------


class Compiler:
    """Compiles kernels for a target, in each of several processes."""

    def __init__(self, target: str) -> None:
        self.target, self.text = target, text_for(target)
        self.machine: Any = None

    def __call__(self, wanted: Wanted) -> pack.Made | None:
        """Compile a kernel; None if it cannot be in a pack, or is too large."""
        from ocean._src.kernels.llvm.loops import kernel_text

        if self.machine is None:
            self.machine = machine_for(self.target)
        program, formats, any_length = wanted
        try:
            text, whole = kernel_text(program, formats, self.text, any_length)
            code = loader.link(compiler.object_code(text, self.machine))
        except (TypeError, ValueError, LookupError, RuntimeError, loader.Unloadable):
            return None  # on first use our loader refuses it as well, and LLVM's may load it
        if code.addresses or len(code.image) > LARGEST_CODE:
            return None
        return pack.Made(pack.key(program, formats, any_length), code, whole, compiler.note(program, formats))


def compiled(wanted: Sequence[Wanted], target: str, processes: int) -> Iterator[pack.Made | None]:
    """Compile kernels in several processes, in any order. The processes are forked, because planners have registered
    merging reductions in this one."""
    work = Compiler(target)
    if processes < 2:
        yield from map(work, wanted)
        return
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield from pool.imap_unordered(work, wanted, 32)


def make(wanted: Sequence[Wanted], target: str, processes: int = PROCESSES, tell: Any = None) -> bytes:
    """The bytes of a pack of kernels for a target."""
    made, shown = [], perf_counter()
    for count, each in enumerate(compiled(wanted, target, processes), 1):
        if each is not None:
            made.append(each)
        if tell is not None and (perf_counter() - shown > 2 or count == len(wanted)):
            shown = perf_counter()
            tell(f"{target}: {count} of {len(wanted)} kernels compiled")
    about = {
        "target": target,
        "flags": " ".join(flags_for(target)),
        "text": pack.text_target(text_for(target)),
        "sources": pack.sources(),
        "LLVM": llvm_version(),
    }
    return pack.written(made, about)


def llvm_version() -> str:
    import llvmlite.binding as llvm

    return ".".join(map(str, llvm.llvm_version_info))


def write(content: bytes, path: Path) -> None:
    """Write a pack atomically. Processes that use the old one keep it."""
    path.parent.mkdir(exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# --- The command -------------------------------------------------------------------------------------------------

ENVIRONMENT = {"OCEAN_PACK": "off", "OCEAN_CACHE": "off", "OCEAN_GPU": "off", "OCEAN_NUM_THREADS": "1"}
"""The environment in which packs are made."""


def start(targets: Sequence[str], folder: Path = Path(pack.FOLDER), processes: int = PROCESSES) -> int:
    """Make packs in a separate process."""
    command = [sys.executable, "-m", "ocean._src.commands.packing", "--folder", str(folder)]
    command += ["--processes", str(processes)]
    return subprocess.run([*command, *targets], env={**os.environ, **ENVIRONMENT}).returncode


def main() -> None:
    name = "python -m ocean._src.commands.packing"
    parser = argparse.ArgumentParser(prog=name, description="Make packs of everyday kernels.")
    parser.add_argument("targets", nargs="*", help=f"any of {', '.join(pack.TARGETS)}; native if there is none")
    parser.add_argument("--folder", type=Path, default=Path(pack.FOLDER))
    parser.add_argument("--processes", type=int, default=PROCESSES)
    options = parser.parse_args()
    if not loader.supported():
        sys.exit("Packs of kernels are for x86-64 Linux only; kernels are compiled when they are first needed.")

    def tell(text: str) -> None:
        print(f"pack: {perf_counter() - begin:4.0f} s  {text}", flush=True)

    begin = perf_counter()
    tell("rehearsing everyday calls")
    wanted = rehearsed()
    for target in pack.targets_in(" ".join(options.targets)) or ["native"]:
        content = make(wanted, target, options.processes, tell)
        path = options.folder / f"{target}{pack.ENDING}"
        if len(content) > SIZE_LIMIT:
            sys.exit(f"The pack has {len(content) / 2**20:.1f} MB, more than {SIZE_LIMIT >> 20}: shorten everyday.py.")
        write(content, path)
        tell(f"{path}: {len(content) / 2**20:.1f} MB")


if __name__ == "__main__":
    main()

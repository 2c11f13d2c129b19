"""Facts about this machine, found without importing LLVM, which is slow to import."""

from __future__ import annotations

import os
import sys
from functools import cache

from ocean._src.base.records import NamedTuple

from .loader import library_address


class Target(NamedTuple):
    """The properties of a machine that the text of a kernel depends on."""

    x86: bool
    half: bool
    """Whether half conversions are instructions. Otherwise LLVM would call a library that is not there."""
    vectors: bool
    """Whether the C library may have mathematical functions on 256-bit vectors."""

    def vector_function(self, name: str, kind: str, arguments: int) -> tuple[str, int] | None:
        """The name and the number of lanes of the vector version of a function of the C library."""
        return _vector_function(name, 8 if kind == "float" else 4, arguments) if self.vectors else None


@cache
def target() -> Target:
    x86, found = _architecture() in ("x86_64", "AMD64"), flags()
    half = "f16c" in found if x86 else _architecture() in ("aarch64", "arm64")
    return Target(x86, half, sys.platform == "linux" and x86 and {"avx2", "fma"} <= found)


@cache
def _vector_function(name: str, lanes: int, arguments: int) -> tuple[str, int] | None:
    # glibc's libmvec follows the vector ABI of x86: "d" for AVX2, "N" for no mask, one "v" per argument
    symbol = f"_ZGVdN{lanes}{'v' * arguments}_{name}"
    try:
        library_address(symbol)
    except LookupError:
        return None
    return symbol, lanes


@cache
def description() -> str:
    """A text that changes whenever the same LLVM IR could compile to different machine code."""
    return "\n".join((sys.platform, _architecture(), _processor(), _compiler(), _library()))


def _library() -> str:
    """The version of the C library, whose functions kernels call."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        return ""


def _architecture() -> str:
    return os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")


_LASTING = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags", "CPU ", "Features")


@cache
def _first_processor() -> tuple[str, ...]:
    """The constant facts about the first processor, as Linux lists them; empty on other systems."""
    lines = []
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if not line.strip():
                    break
                if line.startswith(_LASTING):
                    lines.append(line.strip())
    except OSError:
        pass
    return tuple(lines)


@cache
def flags() -> frozenset[str]:
    """The features of this x86 processor, by Linux's names."""
    return frozenset(
        word for line in _first_processor() if line.startswith("flags") for word in line.partition(":")[2].split()
    )


def _processor() -> str:
    if lines := _first_processor():
        return "\n".join(lines)
    import llvmlite.binding as llvm

    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def _compiler() -> str:
    """The version of llvmlite, which brings its own LLVM."""
    import importlib.util

    spec = importlib.util.find_spec("llvmlite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        try:
            with open(os.path.join(folder, "_version.py")) as file:
                return file.read()
        except OSError:
            continue
    # Reading package metadata is correct everywhere, but its import alone takes 30 ms.
    from importlib.metadata import version

    return version("llvmlite")

"""A workaround for PoCL on processors newer than its LLVM.

PoCL asks its LLVM for the name of the processor. If this LLVM does not know the processor, it answers "generic", a
name that its own compiler refuses, so that no program can be built. Such a device gets the name of an older
processor with the same instructions. The name is a field in the driver's record of the device. The search for the
field uses reads that cannot fault, and nothing is written unless exactly one field holds that name.
"""

from __future__ import annotations

import ctypes
import os
import struct

from ocean._src.base.hints import Any

UNKNOWN = b"generic\0"
RECORD = 1024
"""The size in bytes of a record; records of several devices follow each other. PoCL 3.0 has the name at byte 640."""
OLDER: tuple[tuple[set[str], bytes], ...] = (
    ({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}, b"skylake-avx512"),
    ({"avx2", "bmi2", "fma"}, b"haswell"),
    (set(), b"x86-64"),
)
"""Instruction sets, and a processor that has them and that every LLVM knows."""


def name_processor(device: Any) -> None:
    """Give a PoCL device the name of a processor that its compiler knows."""
    try:
        with open("/proc/cpuinfo") as info:
            flags = next((line.split(":")[1].split() for line in info if line.startswith("flags")), None)
        memory = os.open("/proc/self/mem", os.O_RDONLY)
    except OSError:
        return
    if flags is None:  # another architecture, where "generic" is a valid processor
        os.close(memory)
        return
    try:
        record = os.pread(memory, RECORD, device.int_ptr)
        fields = [place for place in range(0, len(record) - 7, 8) if text_at(memory, record, place) == UNKNOWN]
    except OSError:
        return
    finally:
        os.close(memory)
    if len(fields) == 1:
        libc = ctypes.CDLL(None)
        libc.strdup.restype = ctypes.c_void_p
        name = next(name for needed, name in OLDER if needed.issubset(flags))
        ctypes.c_void_p.from_address(device.int_ptr + fields[0]).value = libc.strdup(name)


def text_at(memory: int, record: bytes, place: int) -> bytes:
    """The first bytes that a field of a record points to; empty if it points nowhere."""
    (address,) = struct.unpack_from("<Q", record, place)
    try:
        return os.pread(memory, len(UNKNOWN), address) if 1 << 16 < address < 1 << 47 else b""
    except OSError:
        return b""

"""A loader of x86-64 object code, so that cached kernels run without importing LLVM.

The object file of a kernel has a few sections that refer to each other by relative addresses. The loader copies them
next to each other, fills in the distances, and makes the pages executable. Functions of the C library are too far
away for that and are called through a table of jumps at the end. Anything unexpected raises `Unloadable`, and the
caller falls back to LLVM.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
from functools import cache

from ocean._src.base.records import NamedTuple


class Unloadable(Exception):
    """The loader does not understand this object code, or does not support this machine."""


_FILE_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QIIq")

_IDENTITY = b"\x7fELF\x02\x01\x01"
_RELOCATABLE, _X86_64 = 1, 62
_PROGRAM_BITS, _SYMBOL_TABLE, _RELOCATIONS = 1, 2, 4
_WRITABLE, _ALLOCATED = 1, 2
_FILE = 4  # the type of the symbol that has the name of the source file

# R_X86_64_64 holds an absolute address; PC32, PLT32 and PC64 hold a distance from their own position.
_ADDRESS, _ABSOLUTE = 1, struct.Struct("<Q")
_RELATIVE = {2: struct.Struct("<i"), 4: struct.Struct("<i"), 24: struct.Struct("<q")}

JUMP = b"\xff\x25\x00\x00\x00\x00"  # jmp *0(%rip): jump to the address that follows
_JUMP_SIZE = 16


class _Section(NamedTuple):
    kind: int
    flags: int
    content: bytes
    link: int
    target: int
    alignment: int


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int


def supported() -> bool:
    return sys.platform == "linux" and os.uname().machine == "x86_64" and struct.calcsize("P") == 8


def load(code: bytes, name: str = "kernel") -> int:
    """Copy object code into executable memory, which is never freed, and return the address of function `name`."""
    if not supported():
        raise Unloadable("the loader knows x86-64 Linux only")
    try:
        return _load(code, name)
    except (struct.error, LookupError, ValueError, OSError, StopIteration) as error:
        raise Unloadable(f"{type(error).__name__}: {error}") from error


def _load(code: bytes, name: str) -> int:
    linked = link(code, name)
    image = linked.image
    for function, place in linked.jumps.items():
        struct.pack_into("<Q", image, place + len(JUMP), library_address(function))
    memory = _Pages(len(image))
    for place, target in linked.addresses:
        _ABSOLUTE.pack_into(image, place, memory.address + target)
    memory.seal(image)
    return memory.address + linked.entry


class Linked(NamedTuple):
    """Object code with its sections next to each other, and the distances between them filled in."""

    image: bytearray
    entry: int
    """The offset of the function."""
    jumps: dict[str, int]
    """The functions of the C library that are called, and the offset of the jump to each: the jump instruction, with
    zero distance, and behind it room for the address."""
    addresses: list[tuple[int, int]]
    """Offsets where an absolute address must be filled in, and the offset that it points to."""


def link(code: bytes, name: str = "kernel") -> Linked:
    """Lay out the function `name` of object code, independently of its final address."""
    sections = _sections(code)
    symbols = _symbols(code, sections)
    image, offsets = bytearray(), {}
    for number, section in enumerate(sections):
        if not section.flags & _ALLOCATED or not section.content:
            continue
        if section.kind != _PROGRAM_BITS or section.flags & _WRITABLE:
            raise Unloadable("a section is not plain code or constants")
        image += bytes(-len(image) % max(section.alignment, 1))
        offsets[number] = len(image)
        image += section.content

    relocations = [
        (offsets[section.target] + place, symbols[symbol], kind, addend)
        for section in sections
        if section.kind == _RELOCATIONS and section.target in offsets
        for place, kind, symbol, addend in _RELOCATION.iter_unpack(section.content)
    ]
    jumps: dict[str, int] = {}
    image += bytes(-len(image) % _JUMP_SIZE)
    for _, symbol, _, _ in relocations:
        if symbol.section == 0 and symbol.name not in jumps:
            jumps[symbol.name] = len(image)
            image += JUMP.ljust(_JUMP_SIZE, b"\0")

    addresses = []
    for place, symbol, kind, addend in relocations:
        target = offsets[symbol.section] + symbol.value if symbol.section else jumps[symbol.name]
        if kind in _RELATIVE:
            _RELATIVE[kind].pack_into(image, place, target + addend - place)
        elif kind == _ADDRESS:
            addresses.append((place, target + addend))
        else:
            raise Unloadable(f"a relocation is of kind {kind}")
    entry = next(symbol for symbol in symbols if symbol.name == name and symbol.section)
    return Linked(image, offsets[entry.section] + entry.value, jumps, addresses)


def _sections(code: bytes) -> list[_Section]:
    identity, kind, machine, _, _, _, start, _, _, _, _, size, count, _ = _FILE_HEADER.unpack_from(code)
    if not identity.startswith(_IDENTITY) or (kind, machine, size) != (_RELOCATABLE, _X86_64, _SECTION_HEADER.size):
        raise Unloadable("this is not x86-64 object code")
    sections = []
    for number in range(count):
        _, kind, flags, _, place, size, link, target, alignment, _ = _SECTION_HEADER.unpack_from(
            code, start + number * _SECTION_HEADER.size
        )
        content = code[place : place + size]
        if flags & _ALLOCATED and len(content) != size:
            raise Unloadable("a section ends behind the end of the file")
        sections.append(_Section(kind, flags, content, link, target, alignment))
    return sections


def _symbols(code: bytes, sections: list[_Section]) -> list[_Symbol]:
    table = next(section for section in sections if section.kind == _SYMBOL_TABLE)
    names = sections[table.link].content
    return [
        _Symbol(names[name : names.index(b"\0", name)].decode("ascii"), section, value)
        for name, _, _, section, value, _ in _SYMBOL.iter_unpack(table.content)
    ]


def source_name(code: bytes) -> str:
    """The name of the source in object code, or "" if there is none."""
    try:
        sections = _sections(code)
        table = next(section for section in sections if section.kind == _SYMBOL_TABLE)
        names = sections[table.link].content
        for name, kind, *_ in _SYMBOL.iter_unpack(table.content):
            if kind & 15 == _FILE:
                return names[name : names.index(b"\0", name)].decode("ascii")
    except (struct.error, LookupError, ValueError, StopIteration) as error:
        raise Unloadable(f"{type(error).__name__}: {error}") from error
    return ""


class _Pages:
    """Pages that are written once, then executed: never writable and executable at the same time."""

    def __init__(self, size: int) -> None:
        self.size = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
        access, kind = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self.address = int(_libc().mmap(None, self.size, access, kind, -1, 0) or 0)
        if self.address in (0, _FAILED):
            raise MemoryError("There is no memory for the code of a kernel")

    def seal(self, image: bytearray) -> None:
        ctypes.memmove(self.address, bytes(image), len(image))
        if _libc().mprotect(self.address, self.size, mmap.PROT_READ | mmap.PROT_EXEC):
            raise OSError(ctypes.get_errno(), "memory cannot be made executable")


def map_code(file: int, start: int, length: int, table: int) -> int:
    """Map code from a file, readable and executable, with room for a table of addresses behind it; never unmapped."""
    room = -(-table // mmap.PAGESIZE) * mmap.PAGESIZE
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    address = int(_libc().mmap(None, length + room, mmap.PROT_READ, private, -1, 0) or 0)
    if address in (0, _FAILED):
        raise MemoryError("There is no memory for the code of kernels")
    access, kind = mmap.PROT_READ | mmap.PROT_EXEC, mmap.MAP_PRIVATE | _FIXED
    if length and int(_libc().mmap(address, length, access, kind, file, start) or 0) != address:
        raise OSError(ctypes.get_errno(), "its code cannot be mapped")
    return address


def fill(table: int, size: int, addresses: dict[int, int]) -> None:
    """Enter addresses into a table, which is writable only meanwhile. Code that uses other entries may run at the same
    time."""
    length = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    if _libc().mprotect(table, length, mmap.PROT_READ | mmap.PROT_WRITE):
        raise OSError(ctypes.get_errno(), "its table of functions cannot be written")
    for place, address in addresses.items():
        ctypes.c_uint64.from_address(table + 8 * place).value = address
    if _libc().mprotect(table, length, mmap.PROT_READ):
        raise OSError(ctypes.get_errno(), "its table of functions cannot be closed")


_FAILED = 2**64 - 1
_FIXED = 0x10  # MAP_FIXED of Linux, which has no name in Python


@cache
def _libc() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [
        ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long,
    ]  # fmt: skip
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return library


@cache
def library_address(name: str) -> int:
    """The address of a function of the C library or of its mathematics libraries."""
    for library in (None, "libm.so.6", "libmvec.so.1"):
        try:
            # global, so that LLVM's loader finds the function as well
            function = getattr(ctypes.CDLL(library, ctypes.RTLD_GLOBAL), name)
        except (OSError, AttributeError):
            continue
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)
    raise LookupError(f"there is no function {name} in the C library")

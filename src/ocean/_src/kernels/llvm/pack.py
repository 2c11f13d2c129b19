"""The pack: kernels that were compiled when the package was built, in one file that is memory-mapped.

    front       magic, digest, lengths; lines about what the kernels were made for; a table of buckets with digests
    index       entries, sorted by key: a bucket for each first byte of a key
    code        the kernels, each at a multiple of 64, starting at a page boundary
    notes       descriptions of the kernels, for people, compressed

A kernel is found by a digest of its program and formats, without its text. Only what is needed is read: the front is
checked by digest when the pack is opened, a bucket when it is first searched, a kernel when it is first used. The code
is position-independent and mapped from the file, readable and executable, never writable. Functions of the C library
are called through a table of addresses behind the code, filled in when a kernel needs them.

A broken pack only costs time: kernels are then compiled, just like kernels that it does not contain.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
import warnings
from _blake2 import blake2b  # hashlib would load OpenSSL, which is slow
from collections.abc import Iterable, Iterator
from functools import cache

from ocean._src.base.records import NamedTuple
from ocean._src.kernels import cache as disk
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program

from . import loader, machine

MAGIC = b"ocean pack 1\n\0\0\0"
_FRONT = struct.Struct("<16s16sIIQQQQ")
"""Magic, digest of the remaining front, lengths of the lines and of the front, offsets of index, code and notes, length
of the file."""
_BUCKET = struct.Struct("<II16s")
"""First entry, count of entries, digest of these."""
_ENTRY = struct.Struct("<16s16sIIIHH")
"""Key, digest of the code, offset in the code, length, offset of the function in it, `whole`, and the number of the
line with the functions that it calls."""
_BUCKETS = 256
ALIGNMENT = 64
_LARGEST_FRONT = 1 << 16

KERNELS = os.path.dirname(os.path.dirname(__file__))
FOLDER = os.path.join(KERNELS, "packs")
ENDING = ".pack"
LEVELS = {
    "x86-64-v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
    "x86-64-v2": "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3",
}
"""The levels of x86-64, best first, and Linux's names of the instructions that each one adds."""
TARGETS = ("native", *LEVELS)
"""The targets of packs: this machine, or all machines with a level."""

SOURCES = (
    "base/dtype_table.py", "kernels/builder.py", "kernels/casts.py", "kernels/complex.py", "kernels/dtypes.py",
    "kernels/formats.py", "kernels/short.py", "kernels/program.py", "kernels/llvm/builder.py",
    "kernels/llvm/compiler.py", "kernels/llvm/folds.py", "kernels/llvm/frame.py", "kernels/llvm/loops.py",
    "kernels/llvm/machine.py", "kernels/llvm/memory.py", "kernels/llvm/pack.py", "kernels/llvm/widths.py",
    "ops/arithmetic.py",
    "ops/complexmath.py", "ops/exponentials.py", "ops/mathematics.py", "ops/float_parts.py", "ops/random.py",
    "ops/reductions.py", "ops/special.py", "ops/table.py", "lazy/rtensor.py",
)  # fmt: skip
"""The files that the text of kernels depends on, besides programs and formats. A pack made from other versions of them
is not used."""


class Unusable(Exception):
    """The pack is not for this machine or these sources."""


class Damaged(Exception):
    """The pack is incomplete or changed, or others could have written it."""


# --- Keys --------------------------------------------------------------------------------------------------------


def digest(content: bytes) -> bytes:
    return bytes(blake2b(content, digest_size=16).digest())


def key(program: Program, formats: Iterable[Format], any_length: bool) -> bytes:
    """The key of a kernel in a pack."""
    words = [f"{dtype} {swapped:d} {access} {rows}" for dtype, swapped, access, rows in formats]
    return digest("\n".join((program._key, *words, "any_length" if any_length else "")).encode())


@cache
def sources() -> str:
    """A digest of the sources that write kernels, read when first needed."""
    found = disk.sha256()
    for name in SOURCES:
        try:
            with open(os.path.join(os.path.dirname(KERNELS), name), "rb") as file:
                found.update(file.read())
        except OSError:
            raise Unusable(f"the source {name} is not there to be compared") from None
    return str(found.hexdigest())


# --- Writing -----------------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """A kernel that goes into a pack."""

    key: bytes
    code: loader.Linked
    whole: int
    note: str
    """What it does, in one line."""


def written(kernels: Iterable[Made], about: dict[str, str]) -> bytes:
    """The bytes of a pack, with lines that say what it was made for."""
    import zlib

    made = sorted({each.key: each for each in kernels}.values())
    functions: dict[str, int] = {}
    calls: dict[tuple[str, ...], int] = {(): 0}
    code, entries = bytearray(), []
    places = []
    for each in made:
        code += bytes(-len(code) % ALIGNMENT)
        places.append(len(code))
        code += each.code.image
    code += bytes(-len(code) % mmap.PAGESIZE)
    for each, place in zip(made, places, strict=True):
        assert not each.code.addresses, "kernels in a pack are position-independent"
        for function, jump in each.code.jumps.items():
            slot = len(code) + 8 * functions.setdefault(function, len(functions))
            struct.pack_into("<i", code, place + jump + 2, slot - (place + jump + len(loader.JUMP)))
        line = calls.setdefault(tuple(sorted(each.code.jumps)), len(calls))
        image = bytes(code[place : place + len(each.code.image)])
        entries.append(
            _ENTRY.pack(each.key, digest(image), place, len(image), each.code.entry, each.whole, line)
        )
    buckets, first = bytearray(), 0
    for number in range(_BUCKETS):
        last = first
        while last < len(made) and made[last].key[0] == number:
            last += 1
        buckets += _BUCKET.pack(first, last - first, digest(b"".join(entries[first:last])))
        first = last
    facts = {**about, "kernels": str(len(made)), "functions": " ".join(functions)}
    lines = [f"{name}: {value}" for name, value in facts.items()]
    lines += [f"calls: {' '.join(names)}" for names in calls]
    text = "\n".join(lines).encode()
    notes = zlib.compress("\n".join(each.note for each in made).encode(), 9)
    front = _FRONT.size + len(text) + len(buckets)
    index = front + -front % 64
    start = index + len(entries) * _ENTRY.size
    start += -start % mmap.PAGESIZE
    end = start + len(code)
    body = _FRONT.pack(MAGIC, bytes(16), len(text), front, index, start, end, end + len(notes)) + text + bytes(buckets)
    if len(body) > _LARGEST_FRONT:
        raise ValueError("A pack calls too many functions for its front")
    content = bytearray(MAGIC + digest(body[32:]) + body[32:])
    for part, place in ((b"".join(entries), index), (code, start), (notes, end)):
        content += bytes(place - len(content))
        content += part
    return bytes(content)


# --- Reading -----------------------------------------------------------------------------------------------------


class Pack:
    """An open pack with a checked front. It is mapped and keeps no file open, because programs may close all files."""

    def __init__(self, path: str) -> None:
        self.path = path
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            self._read_front(file)
            self._content = mmap.mmap(file, self.size, mmap.MAP_PRIVATE, mmap.PROT_READ)
            self._functions = {name: place for place, name in enumerate(self.facts["functions"].split())}
            self._length = self._end - self._code
            self._address = loader.map_code(file, self._code, self._length, 8 * len(self._functions))
        finally:
            os.close(file)
        self._buckets: dict[int, bytes] = {}
        self._filled: set[str] = set()

    def _read_front(self, file: int) -> None:
        status = os.fstat(file)
        if not _as_safe_as_the_package(status):
            raise Damaged("others could have written it")
        content = os.pread(file, _LARGEST_FRONT, 0)
        if len(content) < _FRONT.size:
            raise Damaged("it is too short")
        magic, check, lines, front, self._index, self._code, self._end, size = _FRONT.unpack_from(content)
        if magic != MAGIC:
            raise Unusable("it has another format")
        if front > len(content) or digest(content[32:front]) != check:
            raise Damaged("its front is not what was written")
        if size != status.st_size:
            raise Damaged(f"it has {status.st_size} bytes instead of {size}")
        self.size = size
        self.facts: dict[str, str] = {}
        self._calls: list[list[str]] = []
        for line in content[_FRONT.size : _FRONT.size + lines].decode().split("\n"):
            name, _, value = line.partition(": ")
            if name == "calls":
                self._calls.append(value.split())
            else:
                self.facts[name] = value
        self._table = content[_FRONT.size + lines : front]

    def check(self) -> None:
        """Raise `Unusable` if this machine cannot run the kernels, or would write other ones."""
        if not loader.supported():
            raise Unusable("packs are for x86-64 Linux only")
        if missing := set(self.facts["flags"].split()) - machine.flags():
            raise Unusable(f"it needs instructions that are not here: {' '.join(sorted(missing))}")
        self.check_text()
        if self.facts["sources"] != sources():
            raise Unusable("it was made from other sources; python -m ocean kernels --make makes it anew")

    def check_text(self) -> None:
        """Raise `Unusable` if this process would write the texts of kernels differently."""
        if self.facts["text"] != text_target(machine.target()):
            raise Unusable("its kernels are written for another kind of machine")

    def find(self, name: bytes) -> tuple[int, int] | None:
        """The address and `whole` of the kernel with a key, or None."""
        entry = self._entry(name)
        if entry is None:
            return None
        check, place, length, start, whole, line = entry
        address = self._address + place
        if place + length > self._length or digest(ctypes.string_at(address, length)) != check:
            raise Damaged("a kernel is not what was written")
        if not self._fill(self._calls[line]):
            return None
        return address + start, whole

    def keys(self) -> Iterator[bytes]:
        """The keys of all kernels."""
        for number in range(_BUCKETS):
            bucket = self._bucket(number)
            for place in range(0, len(bucket), _ENTRY.size):
                yield bucket[place : place + 16]

    def notes(self) -> list[str]:
        """Descriptions of the kernels, one line each."""
        import zlib

        try:
            return zlib.decompress(self._content[self._end : self.size]).decode().split("\n")
        except zlib.error:
            raise Damaged("the list of its kernels is not what was written") from None

    def _bucket(self, number: int) -> bytes:
        first, count, check = _BUCKET.unpack_from(self._table, number * _BUCKET.size)
        place = self._index + first * _ENTRY.size
        content = self._content[place : place + count * _ENTRY.size]
        if digest(content) != check:
            raise Damaged("its index is not what was written")
        return content

    def _entry(self, name: bytes) -> tuple[bytes, int, int, int, int, int] | None:
        bucket = self._buckets.get(name[0])
        if bucket is None:
            bucket = self._buckets[name[0]] = self._bucket(name[0])
        place = bucket.find(name)
        while place > 0 and place % _ENTRY.size:
            place = bucket.find(name, place + 1)
        return _ENTRY.unpack_from(bucket, place)[1:] if place >= 0 else None

    def _fill(self, names: list[str]) -> bool:
        """Enter the addresses of functions; return whether all of them exist."""
        missing = [name for name in names if name not in self._filled]
        if missing:
            try:
                found = {self._functions[name]: loader.library_address(name) for name in missing}
            except LookupError:
                return False
            loader.fill(self._address + self._length, 8 * len(self._functions), found)
            self._filled.update(missing)
        return True


def text_target(target: machine.Target) -> str:
    return " ".join(str(int(each)) for each in target)


def _as_safe_as_the_package(status: os.stat_result) -> bool:
    """Whether only those can write the pack who can write the package, whose Python code runs anyway."""
    own = os.stat(__file__)
    same = status.st_uid in (own.st_uid, os.geteuid(), 0)
    return same and not status.st_mode & 0o022 & ~own.st_mode and (
        not status.st_mode & 0o020 or status.st_gid == own.st_gid
    )


# --- The pack of this process --------------------------------------------------------------------------------------


_open: dict[str, Pack | None] = {}
"""By the value of OCEAN_PACK."""
_ERRORS = (OSError, ValueError, LookupError, struct.error)
"""What reading a damaged file may raise."""


def find(program: Program, formats: tuple[Format, ...], any_length: bool) -> tuple[int, int] | None:
    """The address and `whole` of a kernel in the pack, or None. Only one thread at a time may call this."""
    wanted = os.environ.get("OCEAN_PACK", "")
    if wanted not in _open:
        _open[wanted] = _open_first(wanted)
    pack = _open[wanted]
    if pack is None:
        return None
    try:
        pack.check_text()
        return pack.find(key(program, formats, any_length))
    except (Unusable, MemoryError):
        return None
    except (Damaged, *_ERRORS) as error:
        _open[wanted] = None
        _warn(pack.path, error)
        return None


def _open_first(wanted: str) -> Pack | None:
    for path in candidates(wanted):
        try:
            pack = Pack(path)
            pack.check()
        except Unusable as error:
            if logged():
                print(f"ocean: the pack {path} is not used: {error}", file=sys.stderr)
        except (FileNotFoundError, NotADirectoryError, MemoryError):
            continue
        except (Damaged, *_ERRORS) as error:
            _warn(path, error)
        else:
            return pack
    return None


def candidates(wanted: str) -> list[str]:
    """The files that may be packs, best first, by the value of OCEAN_PACK: `off`, a folder, or targets."""
    if wanted.lower() in ("off", "0", "no", "false"):
        return []
    if os.path.isabs(wanted):
        return [os.path.join(wanted, f"{each}{ENDING}") for each in TARGETS]
    return [os.path.join(FOLDER, f"{each}{ENDING}") for each in targets_in(wanted) or TARGETS]


def targets_in(words: str) -> list[str]:
    """The targets that a text names; `v3` is short for `x86-64-v3`. Other words are ignored."""
    given = [word if word in TARGETS else f"x86-64-{word}" for word in words.replace(",", " ").split()]
    return [word for word in given if word in TARGETS]


def logged() -> bool:
    """Whether OCEAN_LOG asks for messages about kernels."""
    return "kernels" in os.environ.get("OCEAN_LOG", "").replace(",", " ").split()


def _warn(path: str, error: Exception) -> None:
    warnings.warn(
        f"The pack of kernels {path} is damaged and not used ({str(error) or type(error).__name__}): kernels are "
        "compiled when they are first needed. python -m ocean kernels --make makes a new one.",
        RuntimeWarning,
        stacklevel=2,
    )

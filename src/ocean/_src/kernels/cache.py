"""The disk cache of machine code: a kernel is compiled once per machine, not once per process.

A broken cache (missing, damaged, read-only, full, owned by another user) only costs time. An entry is used only if
it is provably ours and complete, and an entry that cannot be written is skipped.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress

try:
    from _sha256 import sha256 as sha256  # the same function without OpenSSL, which is slow to load
except ImportError:  # later versions of Python
    from hashlib import sha256 as sha256

MAGIC = b"ocean kernel 1\n\0"
_HEADER = len(MAGIC) + 32 + 32
_LARGEST = 1 << 26
"""Larger entries are not read: no kernel comes close."""
LIMIT = 256 << 20
"""The limit of the total size in bytes, unless OCEAN_CACHE_LIMIT sets another one."""
MOST = 1 << 14
"""The limit of the number of entries."""
_MANY = 1 << 11
"""Of more files than this, a look at their sizes takes a sixteenth: names are digests, so that any will do."""
_SELDOM = 64
"""One in this many writes checks the total size."""
_DAY = 86400.0
"""Record the time of use at most once in this many seconds."""


def limit() -> int:
    """The limit of the total size in bytes; reads the environment on every call."""
    chosen = os.environ.get("OCEAN_CACHE_LIMIT", "")
    return int(chosen) if chosen.isdigit() else LIMIT


def directory() -> str | None:
    """The folder of the entries, or None if the cache is off; reads the environment on every call."""
    if os.environ.get("OCEAN_CACHE", "").lower() in ("off", "0", "no", "false") or not hasattr(os, "getuid"):
        return None
    if chosen := os.environ.get("OCEAN_CACHE_DIR"):
        return os.path.join(chosen, "kernels")
    root = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(root):
        root = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(root, "ocean", "kernels") if os.path.isabs(root) else None


def key(*description: str) -> bytes:
    """The name of an entry: a digest of everything that its machine code depends on."""
    return bytes(sha256("\0".join(description).encode()).digest())


def read(entry: bytes, used: bool = True) -> bytes | None:
    """The machine code stored under a key, or None. Pass `used=False` to inspect an entry without renewing it."""
    try:
        folder = _open_directory(create=False)
        if folder is None:
            return None
        try:
            file = os.open(entry.hex(), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=folder)
        finally:
            os.close(folder)
        with open(file, "rb") as stream:
            status = os.fstat(file)
            if not _trusted(status) or not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
                return None
            content = stream.read(_LARGEST)
            if used and (now := time.time()) - _used(status) > _DAY:
                os.utime(file, (now, status.st_mtime))
    except OSError:
        return None
    payload = content[_HEADER:]
    return payload if payload and content[:_HEADER] == _header(entry, payload) else None


def write(entry: bytes, payload: bytes) -> None:
    """Store machine code under a key, completely or not at all."""
    try:
        folder = _open_directory(create=True)
        if folder is None:
            return
        temporary = f".{entry.hex()}.{os.urandom(8).hex()}"
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            file = os.open(temporary, flags, 0o600, dir_fd=folder)
            try:
                with open(file, "wb") as stream:
                    stream.write(_header(entry, payload) + payload)
                os.replace(temporary, entry.hex(), src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                os.unlink(temporary, dir_fd=folder)
                raise
            if os.urandom(1)[0] % _SELDOM == 0:
                shrink(folder, limit())
        finally:
            os.close(folder)
    except OSError:
        return


def shrink(folder: int, most: int) -> None:
    """Remove the least recently used entries until their number and their total size are below the limits, and
    temporary files that killed processes left. Other processes may do the same at the same time."""
    found = []
    names, count = os.listdir(folder), MOST
    if len(names) > _MANY:
        digit = f"{os.urandom(1)[0] % 16:x}"
        names = [name for name in names if name.lstrip(".").startswith(digit)]
        most, count = most // 16, count // 16
    for name in names:
        with suppress(FileNotFoundError):
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            found.append((_used(status), status.st_size, name))
    total, old = sum(size for _, size, _ in found), time.time() - _DAY
    if total > most or len(found) > count:
        most, count = most * 3 // 4, count * 3 // 4
    left = len(found)
    for used, size, name in sorted(found):
        if total > most or left > count or (name.startswith(".") and used < old):
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
            total, left = total - size, left - 1


def _header(entry: bytes, payload: bytes) -> bytes:
    return MAGIC + entry + bytes(sha256(payload).digest())


def _used(status: os.stat_result) -> float:
    """When an entry was last used. Uses are recorded in the access time; the modification time stays the time of
    compilation."""
    return max(status.st_atime, status.st_mtime)


def _trusted(status: os.stat_result) -> bool:
    """Ours, and not writable by anybody else."""
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _open_directory(create: bool) -> int | None:
    """A file descriptor of the cache folder. Files are opened relative to it, so nobody can swap the folder after the
    check."""
    path = directory()
    if path is None:
        return None
    if create and not os.path.isdir(path):
        missing = [path]  # parents are created private as well
        while (parent := os.path.dirname(missing[-1])) != missing[-1] and parent and not os.path.exists(parent):
            missing.append(parent)
        for each in reversed(missing):
            with suppress(FileExistsError):
                os.mkdir(each, 0o700)
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    if _trusted(os.fstat(folder)):
        return folder
    os.close(folder)
    return None

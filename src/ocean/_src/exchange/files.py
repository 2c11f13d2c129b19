"""Saving and loading: .npy, .npz and .safetensors files, written atomically, and never with pickles.

Files are not trusted: before memory is allocated, the header is compared with the count of bytes in the file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any, BinaryIO
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import import_tensor
from ocean._src.core.objects import memory
from ocean._src.core.objects.tensor import tensor

from .elements import Source, damaged, reader_of
from .progress import Progress

FORMATS = (".npy", ".npz", ".safetensors")
BEGINNINGS = {b"\x93NUMPY": ".npy", b"PK\x03\x04": ".npz", b"PK\x05\x06": ".npz"}
Path = str | os.PathLike[str]
LONGEST_NAME = 10_000


def save(path: Path, data: Any) -> None:
    """save(path, tensor or dict): write a tensor to a .npy file, or tensors by name to a .npz or .safetensors file.

    The file is there completely or not at all: until the last byte is on the disk, the path keeps what it had.
    """
    name = os.fsdecode(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in FORMATS:
        raise OceanValueError(f"save(): the name must end in {' or '.join(FORMATS)}, got {name!r}")
    if suffix == ".npy":
        contents: Any = as_tensor(data, "one tensor; for several, use a .npz or .safetensors file")
        tensors = [contents]
    else:
        if not isinstance(data, dict):
            raise OceanTypeError(f"save(): a {suffix} file takes a dict of tensors by name, got {type(data).__name__}")
        for key in data:
            if not isinstance(key, str):
                raise OceanTypeError(f"save(): the names of tensors must be strings, got {shown(key)}")
            if not can_be_name(key):
                raise OceanValueError(f"save(): {key[:80]!r} cannot be the name of a tensor in a file")
        contents = {key: as_tensor(value, f"a tensor for {key!r}") for key, value in data.items()}
        tensors = list(contents.values())
    total = sum(each.nelem * each.elemsize for each in tensors)
    with replacing(name) as file, Progress(f"saving {os.path.basename(name)}", total) as progress:
        format_module(suffix).write(file, contents, progress)


def format_module(suffix: str) -> Any:
    """The module that reads and writes a format, imported on first use."""
    return import_module(f"ocean._src.exchange{suffix}")


def can_be_name(key: str) -> bool:
    try:
        return 0 < len(key.encode()) <= LONGEST_NAME and "\0" not in key
    except UnicodeEncodeError:
        return False


def as_tensor(value: Any, expected: str) -> tensor:
    found = value if isinstance(value, tensor) else import_tensor(value)
    if found is None:
        raise OceanTypeError(f"save(): expected {expected}, got {type(value).__name__}")
    return found


@contextmanager
def written(file: Any, ending: str = "") -> Iterator[Any]:
    """A file to write to: an open file itself, or a new file that replaces the one of that name when all is written. A
    missing suffix is appended to the name."""
    if hasattr(file, "write"):
        yield file
        return
    name = os.fsdecode(file)
    with replacing(name if name.endswith(ending) else name + ending) as stream:
        yield stream


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """A new file that replaces the one at a path when all is written; an error leaves no trace. Pipes, devices and
    other special files are written in place."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(place)
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "There is no such folder to write a file to", folder)
    temporary = f".ocean-{os.urandom(8).hex()}.tmp"
    there = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        file, named = new_file(there, temporary)
        with open(file, "wb") as stream:
            yield stream
            stream.flush()
            with suppress(FileNotFoundError):
                os.fchmod(file, stat.S_IMODE(os.stat(name, dir_fd=there).st_mode))
            os.fsync(file)
            if named or not give_name(file, there, name):
                if not named:
                    give_name(file, there, temporary)
                os.replace(temporary, name, src_dir_fd=there, dst_dir_fd=there)
        os.fsync(there)  # make the new name durable
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=there)
        raise
    finally:
        os.close(there)


def new_file(folder: int, name: str) -> tuple[int, bool]:
    """A new file, and whether it has a name. It has none if the system allows that, so that a killed process leaves
    nothing."""
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):
            file = os.open(".", os.O_WRONLY | os.O_TMPFILE | os.O_CLOEXEC, 0o666, dir_fd=folder)
            if os.path.exists(f"/proc/self/fd/{file}"):  # `give_name` needs this
                return file, False
            os.close(file)
    return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666, dir_fd=folder), True


def give_name(file: int, folder: int, name: str) -> bool:
    """Name an unnamed file; False if the name is taken."""
    try:
        os.link(f"/proc/self/fd/{file}", name, src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:
        return False
    return True


@public("load(path [,mmap] [,device])", mmap="bool")
def load(path: Path, mmap: bool | None, device: memory.device | None) -> Any:
    """the tensor of a .npy file, or the dict of tensors of a .npz or .safetensors file.

    With mmap=True nothing is read: the tensors are read-only, on storage that is the file itself.
    """
    memory.refuse_trace("a file")
    name = os.fsdecode(path)
    with open(name, "rb", opener=open_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OceanValueError(f"load(): {name!r} is not a regular file")
        source = Source(file, os.path.basename(name), bool(mmap))
        with source.progress:
            result = format_module(format_of(source, name)).read(source)
    if device is None:
        return result
    if isinstance(result, dict):
        return {key: device(each) for key, each in result.items()}
    return device(result)


def open_without_waiting(name: str, flags: int) -> int:
    """Do not block on a pipe without a writer, and do not adopt a terminal as our controlling one."""
    return os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY)


def format_of(source: Source, name: str) -> str:
    """The format of a file, by its first bytes; .safetensors files begin with a number, so their suffix decides."""
    head = source.bytes_at(0, 16)
    for beginning, suffix in BEGINNINGS.items():
        if head.startswith(beginning):
            return suffix
    if name.lower().endswith(".safetensors"):
        return ".safetensors"
    raise damaged(
        source.name, "it does not begin as a .npy or .npz file, and is not named .safetensors; "
        f"{reader_of(head, 'ocean')}"
    )  # fmt: skip

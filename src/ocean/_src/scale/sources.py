"""Large arrays over files: .npy files and raw ones, read and written at their places without a map.

A map of a file that another program cuts short ends the process that touches the missing part (SIGBUS). Reads and
writes at places do not: they come back short, and the error names the file.
"""

from __future__ import annotations

import contextlib
import math
import os
import weakref
from itertools import product

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import CHALF
from ocean._src.exchange import npy
from ocean._src.exchange.numpy import exact_dtype

from .blocks import Region, lengths
from .budget import current
from .large import large, np

SPAN = 4 << 20
"""Bytes of whole rows that are read at once for a part of their columns, at most; and a 16th of the bound."""
RUN = 16 << 10
"""Runs of at least this number of bytes are read one by one."""


class Opened:
    """An open file, closed with the last array over it."""

    def __init__(self, path: str, writable: bool) -> None:
        self.path = os.path.abspath(path)
        self.file = os.open(self.path, (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC)
        self.writable = writable
        weakref.finalize(self, os.close, self.file)

    def read_at(self, view: memoryview, place: int) -> None:
        """Fill memory from a place."""
        done = 0
        while done < len(view):
            try:
                count = os.preadv(self.file, [view[done:]], place + done)
            except OSError as error:
                raise OSError(
                    error.errno, f"{error.strerror}, while bytes from {place + done} were read", self.path
                ) from error
            if count == 0:
                raise OceanValueError(
                    f"{self.path} is truncated: it ends at {os.fstat(self.file).st_size} bytes, where "
                    f"{place + len(view)} are needed"
                )
            done += count

    def write_at(self, view: memoryview, place: int) -> None:
        """Write memory to a place."""
        done = 0
        while done < len(view):
            try:
                done += os.pwrite(self.file, view[done:], place + done)
            except OSError as error:
                raise OSError(
                    error.errno, f"{error.strerror}, while bytes from {place + done} were written", self.path
                ) from error

    def needs(self, count: int) -> None:
        """An error if the file is shorter than it should be."""
        found = os.fstat(self.file).st_size
        if found < count:
            raise OceanValueError(f"{self.path} is truncated: it has {found} bytes, where {count} are needed")


def bytes_of(values: Any) -> memoryview:
    """The memory of a row-major array."""
    return memoryview(values.reshape(-1).view("u1"))


def blank(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array in memory to read into."""
    return np().empty(shape, dtype)


class FileArray(large):
    """A row-major array at an offset of a file."""

    def __init__(self, opened: Opened, offset: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.opened, self.offset = opened, offset
        self.setup(tuple(shape), np().dtype(dtype), (), np().dtype(dtype).itemsize)
        opened.needs(offset + self.nbytes)
        self.writes = opened.writable  # type: ignore[misc]

    def told(self) -> tuple[Any, ...]:
        found = os.fstat(self.opened.file)
        return (
            self.opened.path,
            found.st_size,
            found.st_mtime_ns,
            found.st_ino,
            self.offset,
            self.shape,
            str(self.dtype),
        )

    def reshaped(self, shape: tuple[int, ...]) -> large:
        return FileArray(self.opened, self.offset, shape, self.dtype)

    def places(self, region: Region) -> tuple[int, int, list[int]]:
        """The length of a run in elements, the axis that it ends in, and where runs begin."""
        size = lengths(region)
        cut = len(size)
        while cut and size[cut - 1] == self.shape[cut - 1]:
            cut -= 1
        cut = max(0, cut - 1)  # the axis whose part is still one run
        inner = math.prod(self.shape[cut + 1 :])
        steps = [math.prod(self.shape[k + 1 :]) for k in range(cut)]
        first = region[cut].start * inner if size else 0
        starts = [
            first + sum(k * step for k, step in zip(found, steps, strict=True))
            for found in product(*(range(each.start, each.stop) for each in region[:cut]))
        ]
        return math.prod(size[cut:]), cut, starts

    def read(self, region: Region) -> Any:
        size = lengths(region)
        result = blank(size, self.dtype)
        if 0 in size:
            return result
        itemsize = self.itemsize
        if self.ndim > 1 and self.is_narrow(size):
            return self.read_columns(region, result)
        run, _, starts = self.places(region)
        view = bytes_of(result)
        for k, start in enumerate(starts):
            self.opened.read_at(view[k * run * itemsize : (k + 1) * run * itemsize], self.offset + start * itemsize)
        return result

    def span(self) -> int:
        return min(SPAN, current().bytes // 16)

    def is_narrow(self, size: tuple[int, ...]) -> bool:
        """Whether a region has short runs that lie close together: whole rows are read faster then."""
        row = self.shape[-1] * self.itemsize
        return (
            size[-1] < self.shape[-1]
            and size[-1] * self.itemsize < RUN
            and row <= min(self.span(), 32 * size[-1] * self.itemsize)
        )

    def read_columns(self, region: Region, result: Any) -> Any:
        """A part of the last axis, cut from whole rows; rows are read `SPAN` bytes at a time."""
        *outer, last = region
        rows = max(1, self.span() // (self.shape[-1] * self.itemsize))
        for found in product(*(range(each.start, each.stop) for each in outer[:-1])):
            place = tuple(slice(k, k + 1) for k in found)
            target = tuple(k - each.start for k, each in zip(found, outer[:-1], strict=True))
            for start in range(outer[-1].start, outer[-1].stop, rows):
                stop = min(start + rows, outer[-1].stop)
                span = self.read((*place, slice(start, stop), slice(0, self.shape[-1])))
                part = slice(start - outer[-1].start, stop - outer[-1].start)
                result[(*target, part)] = span[(*(0 for _ in found), slice(None), last)]
        return result

    def write(self, region: Region, values: Any) -> None:
        """Put an array of the same shape into a region."""
        size = lengths(region)
        if 0 in size:
            return
        if type(values) is not array or values.dtype != self.dtype or not values.flags.c_contiguous:
            values = np().ascontiguousarray(values).astype(self.dtype)
            values = np().ascontiguousarray(values)
        run, _, starts = self.places(region)
        view, itemsize = bytes_of(values), self.itemsize
        for k, start in enumerate(starts):
            self.opened.write_at(view[k * run * itemsize : (k + 1) * run * itemsize], self.offset + start * itemsize)


class Held(large):
    """Values in memory: an array, or anything that gives NumPy's arrays for keys, such as variables of h5py and
    netCDF4."""

    def __init__(self, source: Any, name: str = "") -> None:
        self.source, self.name = source, name
        in_memory = type(source) is array
        dtype = source.dtype if in_memory else np().dtype(source.dtype)
        self.setup(tuple(source.shape), dtype, (), dtype.itemsize * (1 if in_memory else 2))
        chunks = getattr(source, "chunks", None)
        if isinstance(chunks, tuple) and len(chunks) == self.ndim:
            self.chunks = tuple(max(1, int(each)) for each in chunks)

    def told(self) -> tuple[Any, ...]:
        if type(self.source) is not array:
            return (self.name or repr(self.source), self.shape, str(self.dtype))
        content = np().ascontiguousarray(self.source)
        import hashlib

        digest = hashlib.sha256(content.to_numpy().tobytes()).hexdigest()
        return (self.shape, str(self.dtype), digest)

    def read(self, region: Region) -> Any:
        if type(self.source) is array:
            return self.source[region] if self.ndim else self.source
        return np().asarray(self.source[region])


def writing(mode: str, where: str) -> bool:
    """Whether a mode lets elements be assigned."""
    if mode not in ("r", "r+"):
        raise OceanValueError(f'{where}(): the mode is "r" or "r+", got {mode!r}')
    return mode == "r+"


def open_npy(path: Any, writable: bool = False) -> large:
    """The array of a .npy file, as it lies there."""
    name = os.fsdecode(path)
    opened = Opened(name, writable)
    head = os.pread(opened.file, npy.LONGEST_HEADER + 12, 0)
    import io

    desc, offset = npy.read_header(io.BytesIO(head).read, name)
    if desc.dtype is CHALF:
        raise OceanTypeError(f"{name}: complex half is not computed by blocks; ocean.load() reads the file")
    dtype = exact_dtype(desc.dtype)
    if desc.swapped:
        dtype = dtype.newbyteorder()
    shape = tuple(desc.size)
    if layout_fortran(head):
        return transposed(FileArray(opened, offset, shape[::-1], dtype))
    return FileArray(opened, offset, shape, dtype)


def layout_fortran(head: bytes) -> bool:
    """Whether a header says that the elements are in column-major order."""
    text = head[: head.index(b"\n") + 1] if b"\n" in head else head
    return b"'fortran_order': True" in text


def transposed(source: large) -> large:
    from .large import FUNCTIONS

    return FUNCTIONS["transpose"](source) if source.ndim > 1 else source


def new_file(path: str, size: int) -> Opened:
    """A new file of a size, whose room on the disk is taken at once: a disk that is too small is noticed before
    anything is computed."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
    opened = Opened(path, True)
    try:
        if size:
            os.posix_fallocate(opened.file, 0, size)
    except OSError as error:
        os.unlink(path)
        raise OSError(error.errno, f"{error.strerror}, there is no room for {size:,} bytes", path) from error
    return opened

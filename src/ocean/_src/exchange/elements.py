"""Elements to and from files: contiguous tensors without a copy, others piece by piece."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any, BinaryIO
from ocean._src.core.functions.buffers import memory_on
from ocean._src.core.objects.description import description, layout_is_fortran, make_description
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import make_empty, memory_of, on_memory, tensor

from .progress import Progress

PIECE = 1 << 24
CHUNK = 1 << 26


def damaged(name: str, why: str) -> OceanValueError:
    """The error for a file whose content contradicts its header."""
    return OceanValueError(f"{name} cannot be loaded: {why}")


PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"RIFF")


def reader_of(head: bytes, face: str) -> str:
    """What reads a file that begins with some bytes, for users of a face ("np" or "ocean")."""
    made = "np.asarray" if face == "np" else "ocean.asTensor"
    if head.startswith(PICTURES) and head[8:12] != b"WAVE":
        inner = "PIL.Image.open(name)" if face == "np" else "numpy.asarray(PIL.Image.open(name))"
        return f"it is a picture: Pillow reads it, {made}({inner}), and show(name) writes one"
    if head.startswith(b"RIFF"):
        return f"it is a sound: SciPy reads it, rate, samples = scipy.io.wavfile.read(name); {made}(samples)"
    if head.startswith(b"\x89HDF"):
        return f"it is an HDF5 file: h5py reads it, {made}(h5py.File(name)[key][...])"
    if head and all(each in b"0123456789+-.,;eEnaNAiIfF \t\r\n#" for each in head):
        text = "np.loadtxt(name)" if face == "np" else "ocean.asTensor(numpy.loadtxt(name))"
        return f"it looks like text: {text} reads numbers"
    raw = "np.fromfile(name, dtype)" if face == "np" else "ocean.asTensor(numpy.memmap(name, dtype))"
    return f"{raw} reads raw bytes"


# --- Out ---------------------------------------------------------------------------------------------------------


def pieces(source: tensor, order: str, swapped: bool = False) -> Iterator[memoryview]:
    """The bytes of all elements in column-major ('F') or row-major ('C') order and in the given byte order."""
    yield from in_columns(source if order == "F" else source.reverseAxes(), swapped)


def in_columns(source: tensor, swapped: bool) -> Iterator[memoryview]:
    desc, nbytes = source._layout, source.nelem * source.elemsize
    if not nbytes:
        return
    if source.device.host and layout_is_fortran(desc) and (desc.swapped == swapped or desc.dtype.size == 1):
        whole = memoryview(memory_of(source))[source.offset : source.offset + nbytes]
        for start in range(0, nbytes, CHUNK):
            yield whole[start : start + CHUNK]
    elif nbytes <= PIECE:
        copy = make_empty(make_description(source.dtype, source.size, "F", cpu, swapped))
        copy.copy(source)
        yield memoryview(memory_of(copy))[:nbytes]
    else:
        last = source.ndims - 1
        length = source.size[last]
        count = max(1, PIECE * length // nbytes)
        for start in range(0, length, count):
            part = source.slice(last, start, min(count, length - start))
            yield from in_columns(part.squeeze(last) if count == 1 else part, swapped)


def write_pieces(file: Any, parts: Iterator[memoryview], progress: Progress) -> None:
    for part in parts:
        file.write(part)
        progress.advance(len(part))


# --- In ----------------------------------------------------------------------------------------------------------


class Source:
    """An open file that tensors are loaded from: read into new memory, or memory-mapped."""

    def __init__(self, file: BinaryIO, name: str, mapped: bool) -> None:
        self.file, self.name = file, name
        self.size = os.fstat(file.fileno()).st_size
        self.progress = Progress(f"loading {name}", self.size)
        self.view = None
        if mapped and self.size:
            self.view = memoryview(mmap.mmap(file.fileno(), self.size, access=mmap.ACCESS_READ))

    def bytes_at(self, offset: int, count: int) -> bytes:
        """Bytes of the file; fewer at its end."""
        return os.pread(self.file.fileno(), count, offset)

    def tensor_at(self, desc: description, offset: int) -> tensor:
        """The tensor with elements in the file from `offset` on, contiguous in the order of a description."""
        nbytes = desc.nelem * desc.dtype.size
        if not 0 <= offset <= self.size or nbytes > self.size - offset:
            raise damaged(self.name, f"it has {max(0, self.size - offset)} bytes for {nbytes} bytes of elements")
        if self.view is not None:
            memory = memory_on(self.view[offset : offset + nbytes], desc.dtype, desc.swapped)
            return on_memory(memory, 0, desc.with_byte_order(False))
        result = make_empty(desc)
        target = memoryview(memory_of(result))
        done = 0
        while done < nbytes:
            count = os.preadv(self.file.fileno(), [target[done : min(nbytes, done + CHUNK)]], offset + done)
            if not count:
                raise damaged(self.name, "it became shorter while it was read")
            done += count
            self.progress.advance(count)
        return result

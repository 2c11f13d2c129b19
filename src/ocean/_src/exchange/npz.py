"""The .npz format: a zip archive of .npy files, one per name, like `numpy.savez` writes it.

Members are not compressed, and begin at multiples of 64 bytes, so that they can be memory-mapped.
"""

from __future__ import annotations

import struct
import zipfile
import zlib

from ocean._src.base.errors import OceanError
from ocean._src.base.hints import Any, cast
from ocean._src.core.objects.tensor import make_empty, memory_of, tensor

from . import npy
from .elements import Source, damaged
from .progress import Progress

ALIGNMENT = 64
PADDING = 0xD935  # the id of the extra field that zip tools use to align members
LOCAL_HEADER, ZIP64_FIELD = 30, 20
CHUNK = 1 << 20
MOST_INFLATION = 1032  # the limit of the deflate format
TROUBLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError, OSError, KeyError)


def write(file: Any, data: dict[str, tensor], progress: Progress) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, source in data.items():
            info = zipfile.ZipInfo(f"{name}.npy")
            info.external_attr = 0o644 << 16
            begin = file.tell() + LOCAL_HEADER + len(info.filename.encode()) + ZIP64_FIELD + 4
            fill = -begin % ALIGNMENT
            info.extra = struct.pack("<HH", PADDING, fill) + bytes(fill)
            with archive.open(info, "w", force_zip64=True) as member:
                npy.write(member, source, progress)


def read(source: Source) -> dict[str, tensor]:
    try:
        with zipfile.ZipFile(source.file) as archive:
            members = archive.infolist()
            if sum(each.compress_size for each in members) > source.size:
                raise damaged(source.name, "its members claim more bytes than it has")
            result: dict[str, tensor] = {}
            for info in members:
                name = info.filename.removesuffix(".npy")
                if name == info.filename or name in result:
                    raise damaged(
                        source.name, f"its member {info.filename[:80]!r} is not an array with a name of its own"
                    )
                result[name] = read_member(source, archive, info)
            return result
    except OceanError:
        raise
    except TROUBLE as error:
        raise damaged(source.name, f"it is not a valid archive ({str(error)[:120]})") from error


def read_member(source: Source, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> tensor:
    label = f"{source.name}, member {info.filename[:80]!r}"
    stored = info.compress_type == zipfile.ZIP_STORED
    if info.flag_bits & 1 or not (stored or info.compress_type == zipfile.ZIP_DEFLATED):
        raise damaged(label, "it is encrypted or compressed in an unknown way")
    if info.file_size > info.compress_size * (1 if stored else MOST_INFLATION):
        raise damaged(label, f"it claims {info.file_size} bytes in {info.compress_size}")
    with cast(zipfile.ZipExtFile, archive.open(info)) as member:
        desc, start = npy.read_header(member.read, label)
        npy.check_length(label, desc, info.file_size - start)
        if stored and source.view is not None:
            return source.tensor_at(desc, data_offset(source, info) + start)
        result = make_empty(desc)
        target = memoryview(memory_of(result))
        done, nbytes = 0, info.file_size - start
        while done < nbytes:
            count = member.readinto(target[done : min(nbytes, done + CHUNK)])
            if not count:
                raise damaged(label, "it ends too early")
            done += count
            source.progress.advance(count)
        member.read(1)  # at the end, zipfile compares the checksum
        return result


def data_offset(source: Source, info: zipfile.ZipInfo) -> int:
    """The offset of the bytes of a stored member."""
    name, extra = struct.unpack("<HH", source.bytes_at(info.header_offset + 26, 4))
    return info.header_offset + LOCAL_HEADER + int(name) + int(extra)

"""Arrays in files, as NumPy writes and reads them, on the memory of arrays where that is possible."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import later, numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import CHALF, computing_of
from ocean._src.core.objects.memory import refuse_trace
from ocean._src.core.objects.tensor import unlabelled
from ocean._src.exchange.elements import reader_of
from ocean._src.exchange.files import written
from ocean._src.exchange.progress import Progress

from .numpy_fallback import back, host
from .printing import NAMES
from .unwrap import default_device, in_order_of, inner, only_columns, read_device, read_dtype

__all__ = [
    "fromfile", "fromstring", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed",
]  # fmt: skip

in_numpy = later("ocean._src.exchange.numpy")
npy = later("ocean._src.exchange.npy")

COMPRESSED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
"""The modules that write compressed texts, by the suffix of the file name."""


AT_ONCE = 1 << 16
"""The number of elements that are written as one text."""


def values_of(value: Any) -> Any:
    return numpy.asarray(host(value))


def stored_values(value: Any) -> Any:
    """The same in the dtype and byte order of an array; the dtype is one of ml_dtypes where NumPy has none, and those
    have no byte order."""
    if type(value) is not array:
        return values_of(value)
    if inner(value).dtype in in_numpy.TO_NUMPY:
        return value.to_numpy()
    source = unlabelled(inner(value)).reverseAxes()
    in_numpy.exact_dtype(source.dtype)
    found = in_numpy.to_numpy(source.replicate() if source.byteswapped else source)
    return found.view([("real", "<f2"), ("imag", "<f2")]) if source.dtype is CHALF else found  # as exchange/npy.py


def read_values(found: Any, where: Any, header: Callable[[], Any]) -> array:
    """An array that NumPy has read. Of dtypes that it lacks it forgets the name and the byte order, which are in the
    header of the file: `header()` opens it once more."""
    if found.dtype.kind == "V":
        with header() as stream:
            desc, _ = npy.read_header(stream.read, "the file")
        words = found if found.dtype.names else found.view("u2")
        found = (words.byteswap() if desc.swapped else words).view(in_numpy.exact_dtype(desc.dtype))
    result: array = back(found, where)
    return result


@contextmanager
def header_of(file: Any, begin: int | None) -> Iterator[Any]:
    """A file from where NumPy began to read it."""
    if begin is None:
        with open(file, "rb") as stream:
            yield stream
        return
    end = file.tell()
    file.seek(begin)
    try:
        yield file
    finally:
        file.seek(end)


def save(file: Any, arr: Any, allow_pickle: bool = False) -> None:
    """Write an array into a .npy file."""
    source = inner(arr)
    with written(file, ".npy") as stream, Progress("saving an array", source.nelem * source.elemsize) as progress:
        npy.write(stream, unlabelled(source).reverseAxes(), progress, "F" if only_columns(source) else "C")


def tofile(values: Any, file: Any, sep: str, format: str) -> None:
    """Write the elements in row-major order into a file, as bytes or as text."""
    if sep and isinstance(file, io.TextIOBase):
        file.writelines(texts_of(values, sep, format))
        return
    with written(file) as stream:
        if not sep:
            stream.write(numpy.ascontiguousarray(values).reshape(-1).view(numpy.uint8).data)
            return
        stream.writelines(each.encode() for each in texts_of(values, sep, format))


def texts_of(values: Any, sep: str, format: str) -> Iterator[str]:
    """The text of elements in row-major order, in parts."""
    for start in range(0, values.size, AT_ONCE):
        items = values.flat[start : start + AT_ONCE].tolist()
        yield sep * bool(start) + sep.join(format % (each,) if format else str(each) for each in items)


def savez(file: Any, *args: Any, **kwds: Any) -> None:
    """Write several arrays into a .npz file."""
    save_several(numpy.savez, file, args, kwds)


def savez_compressed(file: Any, *args: Any, **kwds: Any) -> None:
    """Write several arrays into a compressed .npz file."""
    save_several(numpy.savez_compressed, file, args, kwds)


def save_several(function: Any, file: Any, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    values, others = [stored_values(each) for each in args], {key: stored_values(each) for key, each in named.items()}
    with written(file, ".npz") as stream:
        function(stream, *values, **others)


def write_array(fp: Any, array: Any, version: Any = None, allow_pickle: bool = True, pickle_kwargs: Any = None) -> None:
    """Write an array into an open file, in the format of .npy files."""
    import_module("numpy.lib.format").write_array(fp, stored_values(array), version, allow_pickle, pickle_kwargs)


def read_array(
    fp: Any, allow_pickle: bool = False, pickle_kwargs: Any = None, *, max_header_size: int = 10000
) -> array:
    """The array of an open file in the format of .npy files. Objects are never loaded."""
    begin = fp.tell() if hasattr(fp, "tell") else None
    found = import_module("numpy.lib.format").read_array(fp, False, pickle_kwargs, max_header_size=max_header_size)
    return read_values(found, default_device(), lambda: header_of(fp, begin))


class Members:
    """The arrays of a .npz file as attributes, which are read on access."""

    def __init__(self, archive: Archive) -> None:
        self.__dict__["archive"] = archive

    def __getattr__(self, name: str) -> array:
        try:
            return self.__dict__["archive"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return self.__dict__["archive"].files  # type: ignore[no-any-return]


class Archive(Mapping[str, array]):
    """The arrays of a .npz file by their names; each is read on access."""

    def __init__(self, source: Any, where: Any) -> None:
        self.source, self.where = source, where

    @property
    def files(self) -> list[str]:
        """The names."""
        return list(self.source.files)

    def __getitem__(self, key: str) -> array:
        found, zipped = self.source[key], self.source.zip
        if type(found) is bytes:
            return found  # type: ignore[return-value]  # a member that is no array
        name = key if key in zipped.namelist() else f"{key}.npy"
        return read_values(found, self.where, lambda: zipped.open(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.source.files)

    def __len__(self) -> int:
        return len(self.source.files)

    @property
    def zip(self) -> Any:
        """The file as Python's `ZipFile`."""
        return self.source.zip

    @property
    def fid(self) -> Any:
        """The file that was opened, or None."""
        return self.source.fid

    @property
    def f(self) -> Members:
        """The arrays as attributes."""
        return Members(self)

    def __repr__(self) -> str:
        return repr(self.source)

    def close(self) -> None:
        """Close the file."""
        self.source.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def load(
    file: Any, mmap_mode: Any = None, allow_pickle: bool = False, fix_imports: bool = True, encoding: Any = "ASCII",
    *, max_header_size: int = 10000, device: Any = None,
) -> Any:  # fmt: skip
    """The array of a .npy file, or those of a .npz file by their names. Objects are never loaded, not
    with `allow_pickle` either."""
    refuse_trace("a file")
    begin = file.tell() if hasattr(file, "tell") else None
    try:
        found = numpy.load(file, mmap_mode, False, fix_imports, encoding, max_header_size=max_header_size)
    except ValueError as error:
        advice = other_format(file, begin)
        if allow_pickle and not advice and "pickle" in str(error):
            advice = "the file holds pickled Python objects, which ocean.numpy never loads; numpy.load loads them"
        if not advice:
            raise
        raise OceanValueError(f"load(): {advice}") from error
    where = read_device(device) or default_device()
    if not isinstance(found, numpy.ndarray):
        return Archive(found, where)
    return read_values(found, where, lambda: header_of(file, begin))


def other_format(file: Any, begin: int | None) -> str:
    """What to use for a file that is not one of NumPy's; nothing for those that are."""
    with header_of(file, begin) as stream:
        head = stream.read(16)
    if head.startswith((b"\x93NUMPY", b"PK\x03\x04", b"PK\x05\x06", b"\x80")):  # the last one is a pickle
        return ""
    return f"the file is no .npy or .npz file; {reader_of(head, 'np')}"


def savetxt(
    fname: Any, X: Any, fmt: Any = "%.18e", delimiter: str = " ", newline: str = "\n", header: str = "",
    footer: str = "", comments: str = "# ", encoding: str | None = None,
) -> None:  # fmt: skip
    """Write a vector or a matrix as text, compressed where the name ends in .gz, .bz2 or .xz."""
    values = values_of(X)
    options: Any = (fmt, delimiter, newline, header, footer, comments, encoding)
    if hasattr(fname, "write"):
        numpy.savetxt(fname, values, *options)
        return
    packed = COMPRESSED.get(os.path.splitext(os.fsdecode(fname))[1])
    with (
        written(fname) as stream,
        import_module(packed).open(stream, "wb") if packed else nullcontext(stream) as binary,
    ):
        text = io.TextIOWrapper(binary, encoding=encoding)
        try:
            numpy.savetxt(text, values, *options)
        finally:
            text.detach()


def loadtxt(fname: Any, *given: Any, device: Any = None, **named: Any) -> array:
    """An array from a text file."""
    return read_text("loadtxt", fname, given, named, device)


def genfromtxt(fname: Any, *given: Any, device: Any = None, **named: Any) -> array:
    """An array from a text file, in which values may be missing."""
    return read_text("genfromtxt", fname, given, named, device)


def read_text(name: str, fname: Any, given: tuple[Any, ...], named: dict[str, Any], device: Any) -> array:
    refuse_trace("a file")
    if named.get("usemask"):
        raise OceanTypeError(f"{name}(): usemask gives a masked array, which Ocean lacks: use masks for missing values")
    if given:
        named["dtype"], given = given[0], given[1:]
    if "dtype" in named and named["dtype"] is not None:
        kind = read_dtype(named["dtype"])
        if kind is not None and kind not in in_numpy.TO_NUMPY:  # NumPy reads the dtype that computes it
            named["dtype"] = NAMES[computing_of(kind)]
            return read_text(name, fname, given, named, device).astype(kind)
        named["dtype"] = None if kind is None else NAMES[kind]
    result: array = back(getattr(numpy, name)(fname, *given, **named), read_device(device) or default_device())
    return result


def fromfile(file: Any, dtype: Any = float, count: int = -1, sep: str = "", offset: int = 0) -> array:
    """A vector from the bytes, or from the text, of a file."""
    refuse_trace("a file")
    kind = read_dtype(dtype)
    assert kind is not None
    if isinstance(file, (io.BytesIO, io.StringIO)):
        raise OSError(f"fromfile() reads files of the system, got {shown(file)}; frombuffer() reads bytes")
    if sep and kind not in in_numpy.TO_NUMPY:
        return fromfile(file, computing_of(kind), count, sep, offset).astype(kind)
    named = in_numpy.exact_dtype(kind) if sep else in_order_of(dtype, in_numpy.exact_dtype(kind))  # texts have no order
    result: array = back(numpy.fromfile(file, named, count, sep, offset), default_device())
    return result


@ruled("refuse")
def fromstring(string: str, dtype: Any = float, count: int = -1, *, sep: str = "") -> array:
    """A vector from numbers in text, with a separator between them."""
    kind = read_dtype(dtype)
    assert kind is not None
    if not sep:
        raise OceanValueError("fromstring() reads text, and needs its separator as sep; frombuffer() reads bytes")
    if kind not in in_numpy.TO_NUMPY:
        return fromstring(string, computing_of(kind), count, sep=sep).astype(kind)
    result: array = back(numpy.fromstring(string, NAMES[kind], count, sep=sep), default_device())
    return result

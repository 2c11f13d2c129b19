"""The .safetensors format: the length of a header, the header in JSON, then the elements of all tensors, row-major.

The format has neither complex half nor complex double: they are written as pairs, along a last dimension of 2, and
the metadata record their dtypes. The metadata also record the axes of tensors.
"""

from __future__ import annotations

import json

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.axes import axis, axis_of, class_of
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.dtypes import DTYPE_LIST, dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor

from .elements import Source, damaged, pieces, write_pieces
from .progress import Progress

LONGEST_HEADER = 100_000_000
ALIGNMENT = 64
NAMES = {each: row.safetensors for row, each in zip(TABLE, DTYPE_LIST, strict=True)}
PAIRS = {each.spelling: each for each, name in NAMES.items() if not name}
KINDS = {name: each for each, name in NAMES.items() if name}
METADATA, OURS, AXES = "__metadata__", "ocean", "ocean.axes"


def write(file: Any, data: dict[str, tensor], progress: Progress) -> None:
    if METADATA in data:
        raise OceanValueError(f"The name {METADATA!r} is reserved in .safetensors files")
    header: dict[str, Any] = {}
    pairs = {name: source.dtype.spelling for name, source in data.items() if source.dtype.spelling in PAIRS}
    axes = {name: [axis_entry(each) for each in source.axes] for name, source in data.items() if source.axes}
    metadata = {OURS: json.dumps(pairs)} if pairs else {}
    if axes:
        metadata[AXES] = json.dumps(axes, ensure_ascii=False)
    if metadata:
        header[METADATA] = metadata
    places = {}
    end = 0
    in_file = sorted(data, key=lambda name: -data[name].elemsize)  # so that all of them are aligned
    for name in in_file:
        source = data[name]
        places[name] = [end, end + source.nelem * source.elemsize]
        end = places[name][1]
    for name, source in data.items():
        paired = name in pairs
        header[name] = {
            "dtype": NAMES[source.dtype.basetype if paired else source.dtype],
            "shape": [*source.size, 2] if paired else list(source.size),
            "data_offsets": places[name],
        }
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    if len(text) > LONGEST_HEADER:
        raise OceanValueError(f"The header of a .safetensors file has at most {LONGEST_HEADER} bytes, got {len(text)}")
    file.write(len(text).to_bytes(8, "little") + text)
    for name in in_file:
        write_pieces(file, pieces(data[name], "C"), progress)


def read(source: Source) -> dict[str, tensor]:
    header, start = read_header(source)
    metadata = header.pop(METADATA, {})
    pairs, axes = read_pairs(source.name, metadata), read_all_axes(source.name, metadata)
    spans = []
    found: dict[str, tuple[description, int]] = {}
    for name, entry in header.items():
        desc, begin, end = read_entry(f"{source.name}, tensor {name[:80]!r},", entry, pairs.get(name))
        if name in axes:
            try:
                desc = desc.with_axes(axes[name])
            except OceanError as error:
                raise damaged(source.name, f"its metadata give a tensor axes that do not fit: {error}") from None
        found[name] = (desc, start + begin)
        spans.append((begin, end))
    place = 0
    for begin, end in sorted(spans):
        if begin != place:
            raise damaged(source.name, "its tensors overlap or leave gaps")
        place = end
    if place != source.size - start:
        raise damaged(source.name, f"it has {source.size - start} bytes of elements, where its header promises {place}")
    return {name: source.tensor_at(desc, offset) for name, (desc, offset) in found.items()}


def read_header(source: Source) -> tuple[dict[str, Any], int]:
    """The header, and the offset of the elements."""
    length = int.from_bytes(source.bytes_at(0, 8), "little")
    if source.size < 8 or length > source.size - 8 or length > LONGEST_HEADER:
        raise damaged(source.name, f"its header claims {length} bytes, and the file has {source.size}")
    text = source.bytes_at(8, length)
    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=unique) if text[:1] == b"{" else None
    except (ValueError, RecursionError) as error:
        raise damaged(source.name, f"its header is invalid JSON ({str(error)[:80]})") from None
    if not isinstance(header, dict):
        raise damaged(source.name, "its header is not a JSON object")
    return header, 8 + length


def unique(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(entries)
    if len(result) != len(entries):
        raise ValueError("a name occurs twice")
    return result


def read_pairs(name: str, metadata: Any) -> dict[str, dtype]:
    """The tensors that are stored as pairs of real parts."""
    try:
        return {key: PAIRS[each] for key, each in json.loads(metadata.get(OURS, "{}")).items()}
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        raise damaged(name, "its metadata is invalid") from None


def axis_entry(each: axis) -> dict[str, Any]:
    """An axis as JSON: all that makes it equal again in another process."""
    state: Any = each.__reduce__()[1]
    cls, key, name, length, offset, parts, rows = state
    entry = {"name": name, "length": length, "offset": offset, "key": key.hex()}
    entry |= {"class": cls.key.hex(), "className": cls.name}
    entry |= {"parts": [axis_entry(part) for part in parts]} if parts else {}
    return entry | ({"rows": True} if rows else {})


def read_axis(entry: Any) -> axis:
    texts = entry["name"], entry["className"]
    numbers = entry["length"], entry["offset"]
    if not all(each is None or isinstance(each, str) for each in texts) or not all(type(n) is int for n in numbers):
        raise TypeError
    parts = tuple(read_axis(part) for part in entry.get("parts", ()))
    if numbers[0] < 0 or abs(numbers[1]) >= 1 << 31:
        raise ValueError
    cls = class_of(bytes.fromhex(entry["class"]), texts[1])
    return axis_of(cls, bytes.fromhex(entry["key"]), texts[0], *numbers, parts, entry.get("rows") is True)


def read_all_axes(name: str, metadata: Any) -> dict[str, tuple[axis, ...]]:
    """The axes of the tensors that have some."""
    try:
        given = json.loads(metadata.get(AXES, "{}"))
        return {key: tuple(read_axis(each) for each in entries) for key, entries in given.items()}
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError):
        raise damaged(name, "the axes in its metadata are invalid") from None


def read_entry(label: str, entry: Any, pair: dtype | None) -> tuple[description, int, int]:
    """The description of a tensor, and the begin and end of its elements, relative to the first of all."""
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise damaged(label, "its entry in the header is incomplete")
    shape, offsets, name = entry["shape"], entry["data_offsets"], entry["dtype"]
    if not all(isinstance(each, list) and all(type(n) is int and n >= 0 for n in each) for each in (shape, offsets)):
        raise damaged(label, "its shape or place is not a list of numbers")
    if not isinstance(name, str) or name not in KINDS:
        raise OceanTypeError(f"{label} has elements of {str(name)[:40]!r}, for which there is no dtype")
    kind = KINDS[name]
    if pair is not None:
        if kind is not pair.basetype or not shape or shape.pop() != 2:
            raise damaged(label, "it is not made of pairs as the metadata say")
        kind = pair
    try:
        desc = make_description(kind, shape, "C", cpu)
    except OceanError as error:
        raise damaged(label, f"its shape is not possible: {error}") from None
    if len(offsets) != 2 or offsets[1] - offsets[0] != desc.nelem * kind.size:
        raise damaged(label, f"its place in the file does not fit {desc.nelem} elements of dtype {kind.name}")
    return desc, offsets[0], offsets[1]

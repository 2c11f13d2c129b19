"""Results in files: large arrays are written block by block, under the final name only when all is there.

The blocks go into `name.part`, and what is done into `name.part.log`. A program that was stopped goes on where it was
when it runs once more with the same expression of the same files.
"""

from __future__ import annotations

import json
import math
import os
import time
from contextlib import suppress

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.memory import cpu
from ocean._src.exchange import npy

from .blocks import block_shape, elements_at_once, lengths, loop, regions
from .elementwise import Elementwise, wrapped
from .large import FUNCTIONS, large, np
from .sources import FileArray, Held, Opened, new_file
from .views import normal_keys

SYNC = 5.0
"""Seconds between two lines in the log; each line waits until the blocks are on the disk."""


def header_of(shape: tuple[int, ...], dtype: Any) -> bytes:
    """The beginning of a .npy file for a row-major array."""
    native = np().dtype(dtype)
    swapped = not native.isnative
    kind = np().empty((0,), native.newbyteorder("=") if swapped else native)
    from ocean._src.array.unwrap import inner

    return npy.write_header(make_description(inner(kind).dtype, shape, "C", cpu, swapped), False)


def create(path: Any, shape: Any, dtype: Any = "float64") -> large:
    """A new .npy file whose elements are zero.

    Parameters
    ----------
    path : str or path
        Where; what is there is replaced.
    shape : int or tuple of int
        The shape.
    dtype : dtype, optional
        The dtype.

    Returns
    -------
    large array
        It can be written: ``a[...] = expression``.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> a = ocean.files.create(os.path.join(folder.name, "a.npy"), (2, 3), "float32")
    >>> a[:, 1] = 5
    >>> a.load()
    array([[0., 5., 0.],
           [0., 5., 0.]], dtype=float32)
    >>> del a
    >>> folder.cleanup()
    """
    name = os.fsdecode(path)
    size = (int(shape),) if not isinstance(shape, (tuple, list)) else tuple(int(each) for each in shape)
    dtype = np().dtype(dtype)
    header = header_of(size, dtype)
    new_file(name + ".part", len(header) + math.prod(size) * dtype.itemsize).write_at(memoryview(header), 0)
    os.replace(name + ".part", name)
    return FileArray(Opened(name, True), len(header), size, dtype)


def save(path: Any, a: Any, resume: bool = True) -> None:
    """Compute a large array by blocks and write it into a .npy file.

    The file gets its name when all is there. Until then it is `path.part`, beside a log of the blocks that are done:
    if the program is stopped, the same call goes on where it was.

    Parameters
    ----------
    path : str or path
        The file.
    a : large array or array_like
        What to write.
    resume : bool, optional
        Whether to go on with what an earlier run left.

    Examples
    --------
    >>> import os, tempfile
    >>> import ocean.numpy as np
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "squares.npy")
    >>> ocean.files.save(path, ocean.files.asLarge(np.arange(5.0)) ** 2)
    >>> np.load(path)
    array([ 0.,  1.,  4.,  9., 16.])
    >>> folder.cleanup()
    """
    source = as_node(a)
    name = os.fsdecode(path)
    held = {each.opened.path for each in source.walk() if isinstance(each, FileArray)}
    if os.path.abspath(name) + ".part" in held:
        raise OceanValueError(f"save(): {name}.part is one of the operands")
    header = header_of(source.shape, source.dtype)
    block = source.block(source.itemsize * 2)
    token = source.token()
    opened, block, done, log = begin(name, source, header, block, token, resume)
    target = FileArray(opened, len(header), source.shape, source.dtype)
    places = list(regions(source.shape, block, source.order))
    todo = [k for k in range(len(places)) if k not in done]
    fresh: list[int] = []
    last = time.monotonic()
    try:
        size = sum(math.prod(lengths(places[k])) for k in todo)
        work = loop(
            (places[k] for k in todo), source.settled, f"writing {os.path.basename(name)}", size, source.itemsize
        )
        for k, (region, values) in zip(todo, work, strict=True):
            target.write(region, values)
            del values
            fresh.append(k)
            if time.monotonic() - last > SYNC:
                note(opened, log, fresh)
                last = time.monotonic()
    except BaseException:
        with suppress(OSError):
            note(opened, log, fresh)
        raise
    os.fsync(opened.file)
    os.replace(name + ".part", name)
    with suppress(FileNotFoundError):
        os.unlink(name + ".part.log")


def as_node(a: Any) -> large:
    return a if isinstance(a, large) else Held(np().asarray(a))


def begin(
    name: str, source: large, header: bytes, block: tuple[int, ...], token: str, resume: bool
) -> tuple[Opened, tuple[int, ...], set[int], str]:
    """The file to write, the shape of its blocks, those that are done, and the log."""
    part, log = name + ".part", name + ".part.log"
    size = len(header) + source.nbytes
    if resume and os.path.exists(part):
        with suppress(FileNotFoundError, ValueError, KeyError, TypeError, IndexError):
            with open(log, encoding="utf-8") as file:
                lines = [json.loads(line) for line in file if line.endswith("\n")]
            shape = tuple(int(each) for each in lines[0]["block"])
            fits = math.prod(shape) <= max(math.prod(block), 1)
            if lines[0]["token"] == token and len(shape) == source.ndim and min(shape, default=1) > 0 and fits:
                opened = Opened(part, True)
                opened.needs(size)
                return opened, shape, {int(k) for line in lines[1:] for k in line["done"]}, log
    opened = new_file(part, size)
    opened.write_at(memoryview(header), 0)
    with open(log, "w", encoding="utf-8") as file:
        file.write(json.dumps({"token": token, "block": block}) + "\n")
    return opened, block, set(), log


def note(opened: Opened, log: str, fresh: list[int]) -> None:
    """Write down what is done, when it is on the disk."""
    if not fresh:
        return
    os.fdatasync(opened.file)
    with open(log, "a", encoding="utf-8") as file:
        file.write(json.dumps({"done": fresh}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.clear()


# --- Assignment ----------------------------------------------------------------------------------------------------


def setitem(target: large, key: Any, value: Any) -> None:
    """Write values into a part of what can be written."""
    if not target.writes:
        raise OceanTypeError(f'{target!r} cannot be written; ocean.files.open(path, "r+") and create() give what can')
    keys = normal_keys(target, key)
    if any(each is not None and each[0].step != 1 for each in keys):
        raise OceanTypeError("large arrays are written by slices with a step of 1")
    shape = tuple(len(each[0]) for each in keys if each is not None and not each[1])
    begin_at = [each[0].start for each in keys if each is not None]
    full = tuple(len(each[0]) for each in keys if each is not None)
    node = wrapped(value)
    if not isinstance(node, large):
        node = Held(np().asarray(node)) if not isinstance(node, array) else Held(node)
    check_aliases(target, node, full == target.shape)
    node = FUNCTIONS["broadcast_to"](node, shape) if node.shape != shape else node
    dropped = tuple(k for k, each in enumerate([e for e in keys if e is not None]) if each[1])
    node = FUNCTIONS["expand_dims"](node, dropped) if dropped else node
    order = target.order
    block = block_shape(full, elements_at_once(node.cost, 2 * target.itemsize + node.itemsize), order, target.chunks)
    for region, values in loop(regions(full, block, order), node.settled, "writing", node.size, node.itemsize):
        place = tuple(slice(each.start + b, each.stop + b) for each, b in zip(region, begin_at, strict=True))
        target.write(place, values.astype(target.dtype))  # type: ignore[attr-defined]
        del values


def check_aliases(target: large, node: large, all_of_it: bool) -> None:
    """An error if an expression reads what the assignment has written before."""
    files = {each.opened.path for each in target.walk() if isinstance(each, FileArray)}
    stack = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, FileArray) and each.opened.path in files:
            raise OceanValueError(
                f"{each.opened.path} would be read after it was written; use the same array in an elementwise "
                "expression of its whole, or save under another name"
            )
        if isinstance(each, Elementwise) and all_of_it:
            stack += [one for one in each.parents if one is not target]
        else:
            stack += each.parents


FUNCTIONS["setitem"] = setitem

"""`python -m ocean kernels`: lists compiled kernels in packs and in the cache, and makes packs."""

from __future__ import annotations

import argparse
import os
import stat
import sys
import time
from collections import Counter
from typing import NamedTuple

from ocean._src.kernels import cache
from ocean._src.kernels.dtypes import SIZES
from ocean._src.kernels.llvm import compiler, loader, pack

PAUSE = 30.0
"""A pause of this many seconds between new kernels in the cache counts as the end of a program."""


class Entry(NamedTuple):
    """A kernel in the cache: when it was compiled, its size in bytes, and its file name."""

    time: float
    size: int
    name: str

    @property
    def note(self) -> str:
        """What it does, read from its object code."""
        try:
            code = cache.read(bytes.fromhex(self.name), used=False)
            if code is None:
                return "(damaged, or others could have written it: not used)"
            found = loader.source_name(code[compiler.WHOLE.size :])
        except (ValueError, loader.Unloadable):
            found = ""
        return "(not named)" if found in ("", "<string>") else found


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ocean kernels",
        description="Kernels are machine code. The pack has those of everyday calls and comes with the package; others "
        "are compiled when they are first needed, which takes some milliseconds each, and kept in the cache. "
        "OCEAN_LOG=kernels tells what a program compiles while it runs.",
    )
    parser.add_argument("--list", action="store_true", help="name every kernel")
    parser.add_argument("--make", nargs="*", metavar="target", help="make the pack: for this machine (native, the "
                        "default), or for x86-64-v2, x86-64-v3, x86-64-v4")  # fmt: skip
    options = parser.parse_args(words)
    if options.make is not None:
        return made(options.make)
    try:
        print("\n".join([*report_packs(options.list), "", *report_cache(options.list)]))
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def made(targets: list[str]) -> int:
    from ocean._src.commands import packing

    if len(pack.targets_in(" ".join(targets))) < len(targets):
        print(f"There is no such target. There are {', '.join(pack.TARGETS)}.", file=sys.stderr)
        return 2
    return packing.start(targets)


def report_packs(everything: bool) -> list[str]:
    """The report about packs."""
    wanted = os.environ.get("OCEAN_PACK", "")
    if wanted and not pack.candidates(wanted):
        return ["Pack: none is used, because OCEAN_PACK is off"]
    there = [path for path in pack.candidates(wanted) if os.path.exists(path)]
    if not there:
        return ["Pack: none; python -m ocean kernels --make makes one"]
    lines, used = [], False
    for path in there:
        try:
            found = pack.Pack(path)
            notes = found.notes()
            try:
                found.check()
                state, used = ("not used: there is a better one" if used else "used"), True
            except pack.Unusable as error:
                state = f"not used: {error}"
            count, target, version = (found.facts[each] for each in ("kernels", "target", "LLVM"))
            about = f"{count} kernels for {target}, {amount(found.size)}, made by LLVM {version}"
            lines += [f"Pack: {about}", f"  {path}", f"  {state}"]
            if everything:
                lines += [f"  {note}" for note in sorted(notes)]
            else:
                lines += [f"  {text}" for text in summary(notes)]
        except (pack.Damaged, pack.Unusable, OSError, ValueError, LookupError) as error:
            lines += [f"Pack: {path}", f"  not used: {error}; python -m ocean kernels --make makes a new one"]
    return lines


def report_cache(everything: bool) -> list[str]:
    """The report about the cache."""
    folder = cache.directory()
    if folder is None:
        return ["Cache: none, because OCEAN_CACHE is off"]
    entries = sorted(entries_in(folder))
    if not entries:
        return ["Cache: no kernels", f"  {folder}", "  Nothing had to be compiled so far, or it was removed."]
    total = sum(each.size for each in entries)
    lines = [f"Cache: {kernels(len(entries))}, {amount(total)} of at most {amount(cache.limit())}", f"  {folder}"]
    if everything:
        return [*lines, *(f"  {moment(each.time)}  {each.note}" for each in entries)]
    last = last_run(entries)
    lines.append(f"  The last program that compiled kernels, {ago(last[-1].time)}, compiled {kernels(len(last))}:")
    lines += [f"    {each.note}" for each in last[:SHOWN]]
    if len(last) > SHOWN:
        lines.append(f"    and {len(last) - SHOWN} more; --list names all")
    return lines


SHOWN = 12
"""The count of kernels that are named, unless all are requested."""


def summary(notes: list[str]) -> list[str]:
    """The count of kernels for each operation."""
    found = Counter(operation(note) for note in notes)
    most = ", ".join(f"{name} {count}" for name, count in found.most_common(SHOWN))
    return [f"{most} and {len(found) - SHOWN} other operations; --list names all" if len(found) > SHOWN else most]


def operation(note: str) -> str:
    """The last step of a kernel, or its reduction."""
    words = note.partition(":")[0].split(", ")[-1].split(" ")
    return " ".join(words[:-1] if words[-1] in SIZES and len(words) > 1 else words)


def entries_in(folder: str) -> list[Entry]:
    found = []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    for name in names:
        try:
            status = os.stat(os.path.join(folder, name), follow_symlinks=False)
            if not name.startswith(".") and stat.S_ISREG(status.st_mode):
                found.append(Entry(status.st_mtime, status.st_size, name))
        except OSError:
            continue
    return found


def last_run(entries: list[Entry]) -> list[Entry]:
    """The newest entries, back to the last pause."""
    last = [entries[-1]]
    for each in reversed(entries[:-1]):
        if last[0].time - each.time > PAUSE:
            break
        last.insert(0, each)
    return last


def kernels(count: int) -> str:
    return f"{count} kernel{'' if count == 1 else 's'}"


def amount(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 1 << 20 else f"{size / 2**10:.0f} kB"


def ago(moment: float) -> str:
    seconds = max(0.0, time.time() - moment)
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= length or unit == "second":
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    raise AssertionError


def moment(when: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(when))

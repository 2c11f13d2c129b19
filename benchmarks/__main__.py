"""`python -m benchmarks [row ...]`: measure, print a table of times and ratios, and write it as JSON or as a plot.

`python -m benchmarks small [row ...]` measures everyday calls on small operands, `python -m benchmarks fused [row ...]`
lazy expressions and fused functions, `python -m benchmarks families [row ...]` sorting, statistics and the like,
`python -m benchmarks arrays [row ...]` the everyday calls of `ocean.numpy` beside NumPy's, `python -m benchmarks axes
[row ...]` tensors with axes, `python -m benchmarks shapes [row ...]` calls whose sizes change, `python -m benchmarks
gpu [row ...]` the first OpenCL device, `python -m benchmarks cold [row ...]` short scripts in fresh processes, `python
-m benchmarks scale [row ...]` data larger than a bound, `python -m benchmarks
programs [row ...]` whole programs of plain NumPy, `python -m benchmarks gradients [row ...]` gradients beside PyTorch,
JAX and autograd. `python -m benchmarks against FOLDER small|arrays|fused [row ...]` compares this checkout with another
one, built in place in FOLDER.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from types import ModuleType
from typing import Any

from . import against, arrays, axes, cold, families, fused, gpu, gradients, scale, shapes, small, whole
from .indexing import ROWS as INDEXING
from .indexing import limits
from .mathematics import ROWS as MATHEMATICS
from .measure import Library, import_times, kernel_times, load, measure
from .multiply import ROWS as MULTIPLY
from .operations import ROWS as OPERATIONS
from .rows import ROWS as FOUNDATION
from .rows import Row

MISSED, MET = "missed", ""
ROWS = [*FOUNDATION, *OPERATIONS, *MULTIPLY, *MATHEMATICS, *INDEXING]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "rows",
        nargs="*",
        help="only rows whose names contain one of these (also: import, kernel, exchange); first `small`, `fused`, "
        "`families`, `arrays`, `axes`, `shapes`, `gpu`, `cold`, `programs`, `gradients` or `scale`: of another table",
    )
    parser.add_argument("--quick", action="store_true", help="a rough answer in a quarter of the time")
    parser.add_argument("--threads", type=int, metavar="N", help="threads of every library (default: what Ocean takes)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the measurements as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the ratios as a picture")
    parser.add_argument("--targets", action="store_true", help="show what each row is to reach, for developers")
    parser.add_argument("--peers", action="store_true", help="`programs`: beside Numba and JAX, at two sizes")
    parser.add_argument("--full", action="store_true", help="`scale`: Dask's workers have 1 GB each")
    parser.add_argument("--list", action="store_true", help="show the names of the rows and stop")
    return parser.parse_args()


def seconds(value: float | None) -> str:
    """A time in the unit that suits it."""
    if value is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.{0 if value >= 100 * size else 1 if value >= 10 * size else 2}f} {unit}"
    return f"{value * 1e9:.0f} ns"


def progress(text: str) -> None:
    """One line that overwrites itself, for people only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def result_of(row: Row, times: dict[str, float]) -> dict[str, Any]:
    peers = {name: time for name, time in times.items() if name != "ocean"}
    best = min(peers, key=lambda name: peers[name])
    ratio = peers[best] / times["ocean"]
    return {
        "name": row.name,
        "seconds": times,
        "best_peer": best,
        "ratio": ratio,
        "target": row.target,
        "met": ratio >= row.target,
    }


def print_row(result: dict[str, Any], libraries: dict[str, Library], targets: bool) -> None:
    times = "".join(f"{seconds(result['seconds'].get(name)):>10}" for name in libraries)
    target = f"{result['target']:>8.1f}  {MET if result['met'] else MISSED}" if targets else ""
    print(f"{result['name']:<36}{times}{result['ratio']:>8.2f}{target}".rstrip(), flush=True)


def print_summary(results: list[dict[str, Any]], targets: bool) -> None:
    mean = geometric_mean(each["ratio"] for each in results)
    faster = sum(each["ratio"] >= 1 for each in results)
    print("ratio: the time of the fastest other library / Ocean's")
    print(f"Ocean is the fastest in {faster} of {len(results)} rows; geometric mean of the ratios {mean:.2f}")
    if targets:
        print(f"{sum(each['met'] for each in results)} of {len(results)} rows reach their target")
        if all(each["name"] in {row.name for row in small.ROWS} for each in results):
            print(f"target of the geometric mean: {small.GOAL}")
    names = {row.name for row in MATHEMATICS}
    if ratios := [each["ratio"] for each in results if each["name"] in names]:
        print(f"geometric mean of the ratios of functions of one operand: {geometric_mean(ratios):.1f}")
    print()


def once_per_process(wanted: Callable[[str], bool], quick: bool, targets: bool) -> list[dict[str, Any]]:
    """Times that have a limit of their own: importing, and the first call of a kernel."""
    lines: list[dict[str, Any]] = []
    if wanted("import"):
        progress("import …")
        times = import_times(5 if quick else 15)
        name = f"import ocean (numpy {seconds(times['numpy'])})"
        lines.append({"name": name, "seconds": times["ocean"], "limit": 1.5 * times["numpy"]})
    if wanted("kernel"):
        progress("kernels …")
        times = kernel_times()
        lines.append({"name": "first call, new kernel", "seconds": times["new"], "limit": 0.020})
        lines.append({"name": "first call, longest new kernel", "seconds": times["longest"], "limit": 0.020})
        lines.append({"name": "first call, kernel on disk", "seconds": times["stored"], "limit": 0.001})
    if wanted("exchange"):
        progress("arrays and files …")
        lines += limits(quick)
    progress("")
    for line in lines:
        mark = MET if line["seconds"] <= line["limit"] else MISSED
        limit = f"   at most {seconds(line['limit'])}  {mark}" if targets else ""
        print(f"{line['name']:<36}{seconds(line['seconds']):>10}{limit}".rstrip())
    return lines


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def plot(results: list[dict[str, Any]], file: Path, title: str, targets: bool) -> None:
    """A bar for each row from 1 to its ratio, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.36 * len(results)), layout="constrained")
    places, ratios = range(len(results)), [each["ratio"] for each in results]
    colours = ["#2a7fb8" if ratio >= 1 else "#c9a227" for ratio in ratios]
    axes.barh(places, [ratio - 1 for ratio in ratios], left=1, color=colours, height=0.62)
    if targets:
        marks = [each["target"] for each in results]
        axes.scatter(marks, places, marker="|", s=170, color="#d1495b", label="to reach", zorder=3)
        axes.legend(loc="lower right", fontsize=8)
    axes.axvline(1, color="black", linewidth=1)
    for place, each in zip(places, results, strict=True):
        text = f"  {each['ratio']:.2f} ({each['best_peer']})"
        axes.annotate(text, (max(each["ratio"], each["target"] * targets), place), va="center", fontsize=8)
    low, high = min([0.5, *(0.8 * ratio for ratio in ratios)]), 2.5 * max([1.0, *ratios])
    ticks = [tick for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if low <= tick <= high]
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_yticks(places, [each["name"] for each in results])
    axes.invert_yaxis()
    axes.set_xlabel("best peer's time / Ocean's time (right of 1: Ocean is faster)")
    axes.set_title(title, fontsize=10)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(file, dpi=150)


def run_files(table: ModuleType, options: argparse.Namespace) -> None:
    """Rows that are files: scripts in processes of their own, for which nothing is loaded here, or whole programs."""
    words = options.rows[1:]
    rows = [name for name in table.names() if not words or any(word.lower() in name.lower() for word in words)]
    if options.list:
        print("\n".join(table.names()))
        return
    if not rows:
        sys.exit(f"no row has a name that contains {' or '.join(words)}; see --list")
    if (busy := os.getloadavg()[0]) > 0.5:
        print(f"The machine is busy (load {busy:.1f}): the times will come out too long.\n")
    print(f"{processor()}, Python {platform.python_version()}\n")
    if table is scale:
        scale.full = options.full
    run = table.main_peers if options.peers else table.main
    results = run(rows, options.quick, options.targets, progress)
    if options.json:
        options.json.write_text(json.dumps({"rows": results}, indent=2) + "\n", encoding="utf-8")
        print(f"wrote {options.json}")
    if options.plot and table is scale:
        scale.scale_dask.plot(results, options.plot)
        print(f"wrote {options.plot}")


def main() -> None:
    options = arguments()
    if options.threads is not None and options.threads < 1:
        sys.exit(f"--threads: expected at least 1, got {options.threads}")
    if options.rows[:1] == ["gpu"]:
        gpu.main(options.rows[1:])
        return
    if options.rows[:1] == ["against"]:
        against.main(options.rows[1:], options.quick)
        return
    files = {"cold": cold, "programs": whole, "gradients": gradients, "scale": scale}
    of_files = files.get(options.rows[0] if options.rows else "")
    if options.peers and of_files is not whole:
        sys.exit("--peers: only `python -m benchmarks programs` has programs of peers")
    if of_files is not None:
        run_files(of_files, options)
        return
    fusing, of_arrays = options.rows[:1] == ["fused"], options.rows[:1] == ["arrays"]
    everyday = of_arrays or options.rows[:1] == ["small"]
    tables = {"small": small.ROWS, "fused": fused.ROWS, "families": families.ROWS, "arrays": arrays.ROWS}
    tables |= {"axes": axes.ROWS, "shapes": shapes.ROWS}
    changing = options.rows[:1] == ["shapes"]
    named = bool(options.rows) and options.rows[0] in tables
    table, words = (tables[options.rows[0]], options.rows[1:]) if named else (ROWS, options.rows)
    others = () if named else ("import", "kernel", "exchange")
    if changing:
        others = tuple(shapes.LIMITS)

    def wanted(name: str) -> bool:
        return not words or any(word.lower() in name.lower() for word in words)

    rows = [row for row in table if wanted(row.name)]
    if options.list:
        print("\n".join([*(row.name for row in table), *others]))
        return
    if not rows and not any(map(wanted, others)):
        sys.exit(f"no row has a name that contains {' or '.join(words)}; see --list")

    if (busy := os.getloadavg()[0]) > 0.5:
        print(f"The machine is busy (load {busy:.1f}): large rows will come out too slow, for some more than others.\n")
    progress("loading libraries …")
    libraries, threads = load(options.threads)
    sys.modules["ocean"].setDeferring(False)  # rows time single calls; whole programs are timed as they are
    if of_arrays:
        libraries = {"ocean": arrays.library(), "numpy": libraries["numpy"]}
    elif everyday:
        libraries = {name: libraries[name] for name in small.PEERS if name in libraries}
    if fusing:
        libraries["eager"] = libraries["ocean"]
    if named and table is axes.ROWS:
        libraries = axes.libraries(libraries)
    if changing:
        libraries = shapes.libraries(libraries)
    progress("")
    aliases = ("eager", "plain", "again")
    versions = {name: library.version for name, library in libraries.items() if name not in aliases}
    title = f"{processor()}, {threads} thread{'s' if threads > 1 else ''}, Python {platform.python_version()}"
    print(f"{title}\n{', '.join(f'{name} {version}' for name, version in versions.items())}\n")

    results = []
    if everyday:
        print(f"{small.INPUTS}\n")
    if changing and rows:
        shapes.print_header(libraries, options.targets)
    elif rows:
        target = f"{'target':>8}" if options.targets else ""
        print(f"{'best of many':<36}{''.join(f'{name:>10}' for name in libraries)}{'ratio':>8}{target}")
    for number, row in enumerate(rows, 1):
        progress(f"{number}/{len(rows)} {row.name} …")
        if changing:
            times = shapes.measure(row, libraries, options.quick)
            progress("")
            results.append(shapes.result_of(row, times))
            shapes.print_row(results[-1], libraries, options.targets, seconds)
            continue
        budget = (0.1 if options.quick else 0.4) if everyday else (0.5 if options.quick else 2.5)
        times = measure(row, libraries, budget, 1 if options.quick or everyday else 4)
        progress("")
        results.append(result_of(row, times))
        print_row(results[-1], libraries, options.targets)
        if everyday and not of_arrays:
            print(f"    {small.expressions(row)}")
    if rows:
        (shapes.print_summary if changing else print_summary)(results, options.targets)
    if changing:
        lines = []
        for name, limit in shapes.LIMITS.items():
            if not wanted(name):
                continue
            if line := shapes.in_a_process(limit, options.quick):
                lines.append(line)
                shapes.print_limit(line, options.targets, seconds)
            else:
                print(f"{name}: there is no OpenCL device that builds programs")
    elif fusing:
        lines = fused.print_memory(rows, libraries["ocean"])
        if wanted("distances"):
            fused.print_cdist(libraries)
    else:
        lines = [] if named else once_per_process(wanted, options.quick, options.targets)

    if options.json:
        report = {"machine": title, "threads": threads, "versions": versions, "rows": results, "once": lines}
        options.json.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"wrote {options.json}")
    if options.plot and results:
        plot(results, options.plot, f"{title}, {'each size once' if changing else 'best of many'}", options.targets)
        print(f"wrote {options.plot}")


if __name__ == "__main__":
    main()

"""`python -m benchmarks against FOLDER small|arrays|fused [row ...]`: this checkout beside another one, in turns.

FOLDER is a checkout of another version, built in place (`python setup.py build_ext --inplace`). Each version has two
processes that stay alive. The four take turns within each row, in changing order, so that whatever disturbs the machine
disturbs all alike. The rows and what they run are this checkout's. A ratio below 1 is a row that this version does more
slowly. `noise` is how far the two processes of one version differ: a ratio that is nearer to 1 than that says nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import geometric_mean
from typing import Any

LIMIT = 0.95
"""Below this ratio, a row counts as slower."""
HERE = Path(__file__).resolve().parents[1]
TABLES = ("small", "arrays", "fused")


class Version:
    """A process with one version, which answers the number of a row by the best time that it has seen so far."""

    def __init__(self, source: Path, table: str) -> None:
        kernels = str(source / "build" / "kernels")  # other versions may store kernels in another way
        environment = {**os.environ, "PYTHONPATH": f"{source / 'src'}{os.pathsep}{HERE}", "OCEAN_CACHE_DIR": kernels}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.against", table],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=HERE,
        )
        found, expected = Path(self.read()), source / "src" / "ocean" / "__init__.py"
        if found.resolve() != expected.resolve():
            sys.exit(f"expected a checkout that is built in place at {source}, but `import ocean` gives {found}")

    def read(self) -> str:
        assert self.process.stdout is not None
        if not (line := self.process.stdout.readline()):
            sys.exit(f"a process ended: code {self.process.wait()}")
        return line.strip()

    def turn(self, number: int) -> float | str:
        """Seconds of the best repetition so far; a text: why this version cannot do the row."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        answer = self.read()
        return answer[2:] if answer.startswith("! ") else float(answer)


def rows_of(table: str) -> list[Any]:
    from . import arrays, fused, small

    return {"small": small.ROWS, "arrays": arrays.ROWS, "fused": fused.ROWS}[table]


def serve(table: str) -> None:
    """What a process of one version does: read the number of a row, take a turn, write the best time so far."""
    import ocean

    from . import arrays
    from .measure import Contestant, ours

    print(ocean.__file__, flush=True)
    if hasattr(ocean, "setDeferring"):
        ocean.setDeferring(False)  # rows time single calls
    rows, library = rows_of(table), arrays.library() if table == "arrays" else ours()
    known: dict[int, Contestant | str] = {}
    for line in sys.stdin:
        number = int(line)
        if number not in known:
            known.clear()  # the memory of one row at a time
            try:
                known[number] = Contestant(library, rows[number].inputs(), rows[number].statements["ocean"])
            except Exception as error:
                known[number] = "! " + " ".join(repr(error).split())
        contestant = known[number]
        if isinstance(contestant, Contestant):
            contestant.turn()
            print(contestant.best, flush=True)
        else:
            print(contestant, flush=True)


def best_times(versions: list[Version], number: int, rounds: int) -> list[float] | str:
    """The best time of each process; a text: why one cannot do the row."""
    best: list[float] = [0.0] * len(versions)
    for turn in range(rounds):
        order = range(len(versions))
        for which in order if turn % 2 == 0 else reversed(order):
            answer = versions[which].turn(number)
            if isinstance(answer, str):
                return f"{'this version' if which % 2 else 'the other version'}: {answer}"
            best[which] = answer
    return best


def main(words: list[str], quick: bool) -> None:
    if len(words) < 2 or words[1] not in TABLES:
        sys.exit(f"expected: python -m benchmarks against FOLDER {'|'.join(TABLES)} [row ...]")
    folder, table, names = Path(words[0]).resolve(), words[1], words[2:]
    rows = rows_of(table)
    wanted = [at for at, row in enumerate(rows) if not names or any(name.lower() in row.name.lower() for name in names)]
    if not wanted:
        sys.exit(f"no row has a name that contains {' or '.join(names)}; see `python -m benchmarks {table} --list`")
    versions = [Version(source, table) for source in (folder, HERE, folder, HERE)]
    ratios: dict[str, tuple[float, float]] = {}
    print(f"{'best of many':<44}{'other':>12}{'this':>12}{'ratio':>8}{'noise':>8}")
    for number in wanted:
        best = best_times(versions, number, 5 if quick else 15)
        if isinstance(best, str):
            print(f"{rows[number].name:<44}  left out; {best}", flush=True)
            continue
        theirs, ours = best[0::2], best[1::2]
        ratio, noise = min(theirs) / min(ours), max(max(each) / min(each) for each in (theirs, ours)) - 1
        ratios[rows[number].name] = ratio, noise
        times = "".join(f"{min(each) * 1e9:>9,.0f} ns" for each in (theirs, ours))
        print(f"{rows[number].name:<44}{times}{ratio:>8.2f}{noise:>8.0%}", flush=True)
    print("ratio: the time of the other version / the time of this one")
    if ratios:
        slower = sorted((ratio, noise, name) for name, (ratio, noise) in ratios.items() if ratio < LIMIT)
        mean = geometric_mean(ratio for ratio, _ in ratios.values())
        print(f"{len(slower)} of {len(ratios)} rows are below {LIMIT}; geometric mean {mean:.3f}")
        for ratio, noise, name in slower:
            print(f"  {ratio:.2f}  {name}{'  (within the noise)' if ratio * (1 + noise) >= LIMIT else ''}")


if __name__ == "__main__":
    serve(sys.argv[1])

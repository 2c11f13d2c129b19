"""Run the first column of docs/coming-from-matlab.md with GNU Octave, and write the results to tests/data/matlab.json:
`python tools/make_matlab.py` (Debian: `apt-get install octave`)."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "coming-from-matlab.md"
RESULTS = ROOT / "tests" / "data" / "matlab.json"
VARIABLES = {
    "A": "[4 1 2 0.5; 1 5 0.25 3; 2 0.5 6 1; 0.125 3 1 7]",
    "B": "[1 2 3 4; 4 3 2 1; 2 2 8 0.5; 1 7 2 5]",
    "S": "[4 1 2 0; 1 5 0 3; 2 0 6 1; 0 3 1 7]",
    "v": "[3; 1; 2]",
    "w": "[2; 7; 1; 4]",
    "P": "reshape(1:24, 2, 3, 4)",
    "z": "[1 + 2i; -3i; 2]",
}


def rows() -> list[tuple[str, str]]:
    """The pairs of expressions in the tables of the page."""
    found = re.findall(r"^\| `(.*)` \| `(.*)` \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return [(left.replace("\\|", "|"), right.replace("\\|", "|")) for left, right in found]


def program(expressions: list[str]) -> str:
    """An Octave program that prints a line of JSON for each variable and each expression."""
    lines = [f"{name} = {value};" for name, value in VARIABLES.items()]
    for each in (*VARIABLES, *expressions):
        lines += [
            f"x = {each};",
            "disp(jsonencode(struct('size', size(x), 're', {num2cell(double(real(x(:))))}, "
            "'im', {num2cell(double(imag(x(:))))})));",
        ]
    return "\n".join(lines)


def main() -> None:
    expressions = [left for left, _ in rows()]
    text = program(expressions)
    printed = subprocess.run(
        ["octave-cli", "--norc", "--quiet"], input=text, capture_output=True, text=True, check=False
    )
    found = [json.loads(line) for line in printed.stdout.splitlines() if line.startswith("{")]
    names = [*VARIABLES, *expressions]
    if len(found) != len(names):  # its exit status says nothing: some builds fail while they end
        raise SystemExit(f"{names[len(found)]}\n{printed.stderr}")
    results = dict(zip(names, found, strict=True))
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in results.items())
    RESULTS.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    print(f"{len(expressions)} expressions")


if __name__ == "__main__":
    main()

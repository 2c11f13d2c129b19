"""The help of a row after its first line: it is made from the row when `help` asks for it."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.core.objects.dtypes import DOUBLE, DTYPE_LIST, INT8, common, dtype
from ocean._src.ops.table import Row, typing_of

LETTERS = "ABCD"
GROUPS = {
    "bool": [kind for kind in DTYPE_LIST if not kind.isnumber],
    "an integer dtype": [kind for kind in DTYPE_LIST if kind.isnumber and not kind.isfloat],
    "a real floating dtype": [kind for kind in DTYPE_LIST if kind.isfloat and not kind.iscomplex],
    "a complex dtype": [kind for kind in DTYPE_LIST if kind.iscomplex],
}
MODES = (
    "mode '-' does not check that, 'w' warns, 'e' raises an error, 'c' computes with complex numbers; unless given, it "
    "is that of `setDefaultMathMode`."
)


def details(row: Row) -> str:
    """The dtype of the result, the domain and its modes, the optional result, and operators and other names."""
    result = LETTERS[row.arity]
    lines = [result_dtypes(row)]
    if row.arity > 1 and takes_common(row):
        lines.append("Operands of different dtypes are cast to their common dtype; their sizes are broadcast.")
    if row.domain is not None:
        lines.append(f"Real elements must be {row.domain.requirement}: {MODES}")
    lines.append(f"{result}, if given, takes the result, cast to its dtype; a real one discards imaginary parts.")
    if row.operator:
        lines.append(f"The operator: {operator(row)}.")
    if row.numpy:
        lines.append(f"numpy.{row.numpy} of tensors does the same.")
    import textwrap

    return "\n\n" + "\n".join(textwrap.fill(line, 100) for line in lines)


def operator(row: Row) -> str:
    return row.operator.replace("x", "A") if row.arity == 1 else f"A {row.operator} B"


def result_dtypes(row: Row) -> str:
    given: dict[dtype, list[dtype]] = {}
    refused: list[dtype] = []
    same: list[dtype] = []
    for kind in DTYPE_LIST:
        try:
            result = typing_of(row, (kind,) * row.arity).result
        except OceanTypeError:
            refused.append(kind)
            continue
        (same if result is kind else given.setdefault(result, [])).append(kind)
    if list(given) == same:  # the same for all
        same = []
    operands = "A" if row.arity == 1 else "the operands"
    parts = []
    if same:
        parts.append(f"has the dtype of {operands}" + (f" if that is {listed(same)}" if given else ""))
    for result, kinds in given.items():
        only = len(given) == 1 and not same
        parts.append(f"is {result.name}" + ("" if only else f" for {listed(kinds)}"))
    text = f"The result {', and '.join(parts)}."
    return text + (f" There is none for {listed(refused)}." if refused else "")


def listed(kinds: list[dtype]) -> str:
    """Dtypes in words; a complete group by its name."""
    names: list[str] = []
    for word, group in GROUPS.items():
        names += [word] if set(group) <= set(kinds) else [kind.name for kind in kinds if kind in group]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def takes_common(row: Row) -> bool:
    """Whether operands of different dtypes are cast to their common dtype."""
    try:
        return set(typing_of(row, (INT8,) * (row.arity - 1) + (DOUBLE,)).operands) == {common(INT8, DOUBLE)}
    except OceanTypeError:
        return False

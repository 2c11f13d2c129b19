"""Public functions made from the rows of the operation table: `ocean.add(A, B [,C])` and its siblings."""

from __future__ import annotations

from typing import Any

from ocean.core import tensor as core
from ocean.core.tensor import tensor
from ocean.ops.calls import general
from ocean.ops.dispatch import OPERATIONS
from ocean.ops.table import ROWS, Row


def signature(row: Row) -> str:
    operands = ", ".join("ABC"[: row.arity])
    mode = " [,mode]" if row.domain else ""
    return f"{row.name}({operands}{mode} [,{'ABCD'[row.arity]}])"


def function_for(row: Row) -> core.function:
    def any_arguments(*args: Any, **named: Any) -> Any:
        return general(row.name, *args, **named)

    return core.make_function(OPERATIONS[row.name], row.name, f"{signature(row)}: {row.doc}", any_arguments)


FUNCTIONS = {name: function_for(row) for name, row in ROWS.items() if row.public}


def _conj(self: tensor) -> tensor:
    """The complex conjugate."""
    return core.call(OPERATIONS["conj"], (self,))


_conj.__name__ = "conj"
tensor.conj = _conj

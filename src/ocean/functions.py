"""Public functions made from the rows of the operation table: `ocean.add(A, B [,C])` and its siblings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean.core import tensor as core
from ocean.core.arguments import method
from ocean.core.errors import OceanTypeError
from ocean.core.tensor import tensor
from ocean.create import to_operand
from ocean.ops.dispatch import OPERATIONS
from ocean.ops.table import ROWS

PUBLIC = ("add", "subtract", "scale", "divide", "square", "conj")


def function_for(name: str) -> Callable[..., Any]:
    """The public function of a row: operands, then an optional result tensor."""
    row, operation = ROWS[name], OPERATIONS[name]
    operands = ", ".join("AB"[: row.arity])

    def function(*args: Any) -> Any:
        if not row.arity <= len(args) <= row.arity + 1:
            raise OceanTypeError(f"{name}() takes {operands} and an optional result, got {len(args)} arguments")
        result = args[row.arity] if len(args) > row.arity else None
        if result is not None and not isinstance(result, tensor):
            raise OceanTypeError(f"{name}(): the result must be a tensor, got {type(result).__name__}")
        return core.call(operation, tuple(map(to_operand, args[: row.arity])), result)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}({operands} [,{'ABC'[row.arity]}]): {row.doc}"
    return function


add = function_for("add")
subtract = function_for("subtract")
scale = function_for("scale")
divide = function_for("divide")
square = function_for("square")
conj = function_for("conj")


def _conj(self: tensor) -> tensor:
    """The complex conjugate."""
    return core.call(OPERATIONS["conj"], (self,))


_conj.__name__ = "conj"
method(tensor)(_conj)

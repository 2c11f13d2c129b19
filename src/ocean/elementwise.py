"""The public elementwise functions, made from the rows of the operation table: `ocean.add(A, B [,C])` and siblings.

Here is what happens to arguments that do not go straight to a plan: conversion of operands, math modes, and the rules
of scalars.
"""

from __future__ import annotations

import math
from typing import Any

from ocean.core import tensor as core
from ocean.core.dtypes import common, dtype, new_scalar, scalar, weak_dtype
from ocean.core.errors import OceanTypeError, OceanValueError
from ocean.core.settings import settings
from ocean.core.tensor import tensor
from ocean.create import to_operand
from ocean.exchange.registry import import_scalar
from ocean.kernels import Program, Step
from ocean.ops.dispatch import OPERATIONS, typing_of
from ocean.ops.reductions import reduce_program
from ocean.ops.table import BOOL, CDOUBLE, CFLOAT, CHALF, DOUBLE, FLOAT, HALF, INT64, ROWS, UINT64, Row, violation
from ocean.warn import warn

MODES = ("-", "w", "e", "c")
DISCARDS = "Casting complex intermediate value to real output discards the imaginary part"


def general(name: str, *args: Any, **named: Any) -> Any:
    """f(A [,B [,C]] [,mode] [,result]): whatever the arguments are."""
    row = ROWS[name]
    operands, mode, result = parse(row, args, named)
    numbers = [to_operand(each) for each in operands]
    if name == "where":
        numbers[1:] = choices(numbers[1:])
    if not any(isinstance(each, tensor) for each in numbers):
        if result is not None:
            number = call_scalars(row, numbers, mode)
            return core.call(OPERATIONS["copy"], (number,), result)
        return call_scalars(row, numbers, mode)
    if row.domain is not None and mode != "-":
        return checked(row, numbers, mode, result)
    return core.call(OPERATIONS[name], tuple(numbers), result)


def choices(operands: list[Any]) -> list[Any]:
    """The two choices of `where`: a Python number takes its dtype beside the other choice, not beside the condition."""
    if not any(isinstance(each, tensor) for each in operands):
        return [typed(each) for each in operands]
    return [strong(each, operands) for each in operands]


def parse(row: Row, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Any], str, tensor | None]:
    """Operands, math mode and result from positional arguments, told apart by type, and keywords."""
    letters = "ABCD"
    operands = list(args[: row.arity])
    rest = list(args[row.arity :])
    for letter in letters[len(operands) : row.arity]:
        if letter in named:
            operands.append(named.pop(letter))
    if len(operands) < row.arity:
        raise OceanTypeError(f"{row.name}() takes {', '.join(letters[: row.arity])}, got {len(operands)} operands")
    mode = named.pop("mode", None)
    result = named.pop(letters[row.arity], None)
    if named:
        raise OceanTypeError(f"{row.name}() got an unexpected keyword argument '{min(named)}'")
    for each in rest:
        if isinstance(each, str) and mode is None and row.domain is not None:
            mode = each
        elif (isinstance(each, tensor) or each is None) and result is None:
            result = each
        else:
            expected = "a math mode and a result tensor" if row.domain else "a result tensor"
            raise OceanTypeError(f"{row.name}(): unexpected argument {each!r}; after the operands come {expected}")
    if result is not None and not isinstance(result, tensor):
        raise OceanTypeError(f"{row.name}(): the result must be a tensor, got {type(result).__name__}")
    mode = settings.math_mode if mode is None else mode
    if mode not in MODES:
        raise OceanValueError(f"{row.name}(): expected math mode '-', 'w', 'e' or 'c', got {mode!r}")
    return operands, mode, result


# --- Domains -----------------------------------------------------------------------------------------------------


def outside(row: Row, operands: list[Any]) -> bool:
    """Whether any element is outside the domain of a row: one pass over the operands."""
    dtypes = [each.dtype for each in operands]
    typing = typing_of(row, tuple(dtypes))
    if typing.computing.iscomplex:
        return False
    steps = [Step("cast", kind.spelling, (k,)) for k, kind in enumerate(typing.operands)]
    count = len(operands)
    steps.append(Step(violation(row.name), typing.computing.spelling, tuple(range(count, 2 * count))))
    program = Program(tuple(kind.spelling for kind in dtypes), tuple(steps), (2 * count,), "any")
    return bool(reduce_program(program, operands))


def strong(value: Any, beside: list[Any]) -> Any:
    """A Python number as the scalar that it is beside the tensors of an operation."""
    if isinstance(value, (tensor, scalar)):
        return value
    reference = next(each for each in beside if isinstance(each, tensor)).dtype
    return new_scalar(common(weak_dtype(value, reference), reference), value)


def checked(row: Row, operands: list[Any], mode: str, result: tensor | None) -> Any:
    """Run a row with a domain in a math mode that checks it."""
    assert row.domain is not None
    operands = [strong(each, operands) for each in operands]
    operation = OPERATIONS[row.name]
    if outside(row, operands):
        if mode == "e":
            raise OceanValueError(row.domain.tensor_message())
        if mode == "w":
            warn(row.domain.tensor_message())
        else:
            first = as_complex(row, operands)
            if result is not None and not result.dtype.iscomplex:
                warn(DISCARDS)
            return core.call(operation, (first, *operands[1:]), result)
    return core.call(operation, tuple(operands), result)


def as_complex(row: Row, operands: list[Any]) -> Any:
    """The first operand in the complex dtype of what the row computes in."""
    kind = typing_of(row, tuple(each.dtype for each in operands)).computing
    return COMPLEX_OF[kind](operands[0])


COMPLEX_OF: dict[dtype, dtype] = {HALF: CHALF, FLOAT: CFLOAT, DOUBLE: CDOUBLE}


# --- Scalars -----------------------------------------------------------------------------------------------------


def typed(value: Any) -> scalar:
    """A Python number in the dtype that it has by itself."""
    if isinstance(value, scalar):
        return value
    if isinstance(value, bool):
        return new_scalar(BOOL, value)
    if isinstance(value, int):
        return new_scalar(UINT64 if value >= 1 << 63 else INT64, value)
    return new_scalar(DOUBLE if isinstance(value, float) else CDOUBLE, value)


def call_scalars(row: Row, operands: list[Any], mode: str = "-") -> scalar:
    """A row on scalars only: the domain is always checked, and types are converted as the scalar cast mode says."""
    numbers = [typed(each) for each in operands]
    level = settings.scalar_cast_mode
    first = numbers[0]
    if row.name == "negative" and level == 0 and not first.dtype.issigned and first.dtype.isnumber:
        raise OceanTypeError(f"Scalar negation is not supported for type {first.dtype.name}")
    if row.name == "power" and not any(each.dtype.isfloat for each in numbers) and first.dtype.isnumber:
        numbers[0] = first = new_scalar(INT64 if first.dtype.issigned else UINT64, first)
    if row.domain is not None and outside(row, numbers):
        if mode == "e":
            raise OceanValueError(row.domain.scalar_message())
        if level == 2 or mode == "c":
            numbers[0] = as_complex(row, numbers)
        elif level == 1:
            warn(row.domain.scalar_message())
    result: scalar = core.call(OPERATIONS[row.name], tuple(numbers))
    if level == 0 and row.arity == 1 and result.dtype.isfloat and not first.dtype.isfloat:
        value = result.asPython()
        return new_scalar(first.dtype, value if math.isfinite(value) else 0)
    return result


def binary_operator(name: str) -> Any:
    row = ROWS[name]

    def operator(self: scalar, other: Any) -> Any:
        number = scalar_operand(other)
        return number if number is NotImplemented else call_scalars(row, [self, number])

    def reflected(self: scalar, other: Any) -> Any:
        number = scalar_operand(other)
        return number if number is NotImplemented else call_scalars(row, [number, self])

    return operator, reflected


def scalar_operand(value: Any) -> Any:
    """What stands beside a scalar in an operator: a number; tensors do the operation themselves."""
    if isinstance(value, scalar) or type(value) in (bool, int, float, complex):
        return value
    if isinstance(value, tensor):
        return NotImplemented
    number = import_scalar(value)
    return NotImplemented if number is None else number


SCALAR_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "scale", "matmul": "scale", "truediv": "divide", "floordiv": "floorDivide",
    "mod": "mod", "pow": "power", "and": "bitwiseAnd", "or": "bitwiseOr", "xor": "bitwiseXor",
    "lshift": "bitshiftLeft", "rshift": "bitshiftRight",
}  # fmt: skip

for _operator, _name in SCALAR_OPERATORS.items():
    _forward, _reflected = binary_operator(_name)
    setattr(scalar, f"__{_operator}__", _forward)
    setattr(scalar, f"__r{_operator}__", _reflected)

for _operator, _name in {"neg": "negative", "abs": "absolute", "invert": "bitwiseNot"}.items():
    setattr(scalar, f"__{_operator}__", lambda self, row=ROWS[_name]: call_scalars(row, [self]))
scalar.__pos__ = lambda self: self


# --- Public functions --------------------------------------------------------------------------------------------


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


# --- Closeness ---------------------------------------------------------------------------------------------------


def isclose(A: Any, B: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    """isclose(A, B [,rtol] [,atol] [,equal_nan]): whether |A - B| <= atol + rtol * |B|; infinities must be equal."""
    first, second = to_operand(A), to_operand(B)
    finite = FUNCTIONS["logicalAnd"](FUNCTIONS["isfinite"](first), FUNCTIONS["isfinite"](second))
    distance = FUNCTIONS["absolute"](FUNCTIONS["subtract"](as_signed(first), as_signed(second)))
    near = FUNCTIONS["lessEqual"](distance, FUNCTIONS["add"](FUNCTIONS["scale"](FUNCTIONS["absolute"](second), rtol), atol))
    same = FUNCTIONS["equal"](first, second)
    result = FUNCTIONS["logicalOr"](FUNCTIONS["logicalAnd"](finite, near), same)
    if equal_nan:
        result = FUNCTIONS["logicalOr"](
            result, FUNCTIONS["logicalAnd"](FUNCTIONS["isnan"](first), FUNCTIONS["isnan"](second))
        )
    return result


def as_signed(value: Any) -> Any:
    """Unsigned integers and bool as double, so that differences cannot wrap."""
    if isinstance(value, (tensor, scalar)) and not value.dtype.isfloat:
        return DOUBLE(value)
    return value


def allclose(A: Any, B: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """allclose(A, B [,rtol] [,atol] [,equal_nan]): whether `isclose` holds for all elements."""
    close = isclose(A, B, rtol, atol, equal_nan)
    return bool(reduce_program(Program(("bool",), (), (0,), "all"), [close]))

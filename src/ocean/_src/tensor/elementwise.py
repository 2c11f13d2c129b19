"""The public elementwise functions, made from the rows of the operation table: `ocean.add(A, B [,C])` and siblings.

This is the fallback for arguments that the fast path does not take: it converts operands, and has the math modes and
the rules of scalars.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import argument, beside, lazy_operand, maybe_scalar
from ocean._src.core.call.settings import settings
from ocean._src.core.call.warn import warn
from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import BOOL, CDOUBLE, DOUBLE, common, complex_of, dtype, scalar
from ocean._src.core.objects.rtensor import apply, rtensor
from ocean._src.core.objects.tensor import call_numbers, call_operation, launch_by, make_operation, tensor
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels import Program
from ocean._src.ops.dispatch import OPERATIONS, plan_program, run_program
from ocean._src.ops.reductions import reduce_program
from ocean._src.ops.row_help import LETTERS, details
from ocean._src.ops.table import ROWS, Row, typing_of, violation
from ocean._src.ops.writer import Writer

MODES = ("-", "w", "e", "c")
DISCARDS = "Casting complex intermediate value to real output discards the imaginary part"


def general(name: str, first: Any, second: Any, result: tensor | None = None) -> Any:
    """Run an operator whose domain is checked."""
    return run(ROWS[name], [first, second], None, result)


def taken(value: Any, function: str, name: str) -> Any:
    """Convert an argument of a function to an operand; an r-tensor stays one."""
    lazy = lazy_operand(value)
    return argument(value, function, name) if lazy is None else lazy


def run(row: Row, given: Sequence[Any], mode: str | None, result: tensor | None) -> Any:
    """Run a row on anything, in a math mode (None: the default one)."""
    name = row.name
    if mode is not None and mode not in MODES:
        raise OceanValueError(f"{name}(): expected math mode '-', 'w', 'e' or 'c', got {shown(mode)}")
    operands = [taken(each, name, letter) for letter, each in zip(LETTERS, given, strict=False)]
    if any(isinstance(each, rtensor) for each in operands):
        lazy = apply(OPERATIONS[name], tuple(operands), mode or "")
        return lazy if result is None else lazy.into(result)
    if not any(isinstance(each, tensor) for each in operands):
        number = call_numbers(OPERATIONS[name], tuple(operands), mode)
        return number if result is None else call_operation(OPERATIONS["copy"], (number,), result)
    mode = settings.math_mode if mode is None else mode
    if row.domain is not None and mode != "-":
        return checked(row, operands, mode, result)
    return call_operation(OPERATIONS[name], tuple(operands), result)


# --- Domains -----------------------------------------------------------------------------------------------------


@cache
def domain_program(row: Row, dtypes: tuple[dtype, ...], fold: tuple[str, ...] = ()) -> Program:
    """The program that finds elements outside the domain of a row; with the fold `any`, whether there are any."""
    w = Writer(dtypes)
    return w.program(w.outside(row.name, *w.inputs), reduction=fold)


def plan_outside(row: Row, operands: tuple[description, ...]) -> Plan:
    return plan_program(domain_program(row, tuple(each.dtype for each in operands)), operands, BOOL, None)


for _row in ROWS.values():
    if _row.domain is not None:
        OPERATIONS[_row.name].outside = make_operation(
            violation(_row.name), _row.arity, lambda inputs, result, _, row=_row: plan_outside(row, inputs)
        )


def outside(row: Row, operands: Sequence[tensor | scalar]) -> bool:
    """Whether any element is outside the domain of a row, in one pass. Complex numbers never are."""
    dtypes = tuple(each.dtype for each in operands)
    if any(kind.iscomplex for kind in dtypes):
        return False
    return bool(reduce_program(domain_program(row, dtypes, ("any",)), operands))


def checked(row: Row, operands: list[Any], mode: str, result: tensor | None) -> Any:
    """Run a row with a domain in a math mode that checks it."""
    assert row.domain is not None
    reference = next(each for each in operands if isinstance(each, tensor)).dtype
    given = [beside(each, reference) for each in operands]
    if outside(row, given):
        message = row.domain.tensor_message()
        if mode == "e":
            raise OceanValueError(message)
        if mode == "w":
            warn(message)
        else:
            operands = as_complex(row, given)
            if result is not None and not result.dtype.iscomplex:
                warn(DISCARDS)
    return call_operation(OPERATIONS[row.name], tuple(operands), result)


def as_complex(row: Row, operands: list[Any]) -> list[Any]:
    """The operands in the complex partner of the dtype in which the row computes."""
    kind = complex_of(typing_of(row, tuple(each.dtype for each in operands)).computing)
    return [kind(each) for each in operands]


# --- Scalars -----------------------------------------------------------------------------------------------------


def numbers_outside(name: str, numbers: list[scalar], mode: str) -> scalar:
    """Run a row on scalars outside its domain, in a math mode."""
    row = ROWS[name]
    assert row.domain is not None
    if mode == "e":
        raise OceanValueError(row.domain.scalar_message())
    if mode == "w":
        warn(row.domain.scalar_message())
        return call_numbers(OPERATIONS[name], tuple(numbers), "-")
    return call_numbers(OPERATIONS[name], tuple(as_complex(row, numbers)))


# --- Public functions --------------------------------------------------------------------------------------------


def function_for(row: Row) -> Any:
    arity, letter = row.arity, LETTERS[row.arity]
    mode = " [,mode]" if row.domain else ""

    def any_arguments(*values: Any) -> Any:
        return run(row, values[:arity], values[arity] if row.domain else None, values[-1])

    any_arguments.__doc__ = row.doc
    text = f"{row.name}({', '.join(LETTERS[:arity])}{mode} [,{letter}])"
    kinds: dict[str, Any] = {"mode": "str", letter: "tensor"}
    made: Any = public(text, **kinds)(any_arguments)
    made.__details__ = partial(details, row)
    return launch_by(made, OPERATIONS[row.name], True)


FUNCTIONS = {name: function_for(row) for name, row in ROWS.items() if row.public}


@method(tensor)
def conj(self: tensor) -> Any:
    """The complex conjugate.

    Returns
    -------
    tensor
        The conjugates; of real numbers the tensor itself.

    Examples
    --------
    >>> ocean.asTensor([1+2j,3-1j]).conj()
       1 - 2j    3 + 1j
    <tensor.complex-double of size 2 on cpu>
    """
    return call_operation(OPERATIONS["conj"], (self,))


# --- Closeness ---------------------------------------------------------------------------------------------------


@cache
def closeness(
    kinds: tuple[dtype, ...], equal_nan: bool, fold: tuple[str, ...] = (), weak: tuple[bool, bool] | None = None
) -> Program:
    """|A - B| <= atol + rtol * |B| for finite B, or A = B; the inputs are A, B, rtol, atol. In double precision, or as
    in NumPy: each step in the dtype of its operands, and `weak` says which tolerances are Python numbers."""
    w = Writer(kinds)
    a, b, rtol, atol = w.inputs
    if weak is None:
        computing = CDOUBLE if a.dtype.iscomplex or b.dtype.iscomplex else DOUBLE
        a, b = a.cast(computing), b.cast(computing)
    b = b.cast(b.dtype if b.dtype.isfloat else DOUBLE)
    size = abs(b)
    if weak is not None:
        rtol, atol = (each.cast(size.dtype) if light else each for each, light in zip((rtol, atol), weak, strict=True))
    wide = common(a.dtype, b.dtype)
    a, other = a.cast(wide), b.cast(wide)
    close = (abs(a - other) <= size * rtol + atol) & b.row("isfinite") | (a == other)
    if equal_nan:
        close = close | a.row("isnan") & b.row("isnan")
    return w.program(close, reduction=fold)


def close_operands(function: str, A: Any, B: Any, rtol: Any, atol: Any) -> list[Any]:
    operands = [argument(A, function, "A"), argument(B, function, "B")]
    for name, value in (("rtol", rtol), ("atol", atol)):
        if type(value) is not float:
            number = maybe_scalar(value)
            if number is None or number.dtype.iscomplex:
                raise OceanTypeError(f"{function}(): {name} must be a real number, got {shown(value)}")
            value = DOUBLE(number)
        operands.append(value)
    return [beside(each, None) for each in operands]


def isclose(A: Any, B: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> Any:
    """isclose(A, B [,rtol] [,atol] [,equal_nan]): whether |A - B| <= atol + rtol * |B|; infinities must be equal."""
    operands = close_operands("isclose", A, B, rtol, atol)
    return run_program(closeness(tuple(each.dtype for each in operands), bool(equal_nan)), operands)


def allclose(A: Any, B: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    """allclose(A, B [,rtol] [,atol] [,equal_nan]): whether `isclose` holds for all elements."""
    operands = close_operands("allclose", A, B, rtol, atol)
    program = closeness(tuple(each.dtype for each in operands), bool(equal_nan), ("all",))
    return bool(reduce_program(program, operands))

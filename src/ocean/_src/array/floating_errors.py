"""Floating-point errors: `np.errstate`, `np.seterr`, and the checks of operations while a program asks for them.

The settings are NumPy's own, so that functions that NumPy computes heed them, too. What is set through `ocean.numpy` is
heeded by all other operations: NumPy does each once more, on copies on the host, and tells which errors occur.
Operations that NumPy has not (evaluations of lazy arrays) are judged by their operands and results.
"""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable
from contextvars import Token
from functools import wraps

import numpy

from ocean._src.base.hints import Any
from ocean._src.core.call.floating_errors import HEEDED, KINDS
from ocean._src.core.call.warn import warn_outside
from ocean._src.core.host.scan import EXTRA_AXIS
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.tensor import AXES, axes_in, operation, set_checks, tensor, unwatched
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.scans import OPERATIONS as SCANS

from .unwrap import wrap

DIVIDE, OVER, UNDER, INVALID = (1 << k for k in range(4))
TEXTS = ("divide by zero", "overflow", "underflow", "invalid value")
DEFAULT = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}

ACTIVE = 0
"""The number of contexts in which something is heeded."""
LOCK = threading.Lock()

# --- Settings ------------------------------------------------------------------------------------------------------


def heeded(given: dict[str, str | None]) -> int:
    """The kinds that are heeded after a program has set some; those with None keep what they had."""
    bits = HEEDED.get()
    for k, kind in enumerate(KINDS):
        mode = given[kind] if given[kind] is not None else given["all"]
        if mode is not None:
            bits = bits & ~(1 << k) if mode == "ignore" else bits | 1 << k
    return bits


def activate(change: int) -> None:
    """Count the contexts in which something is heeded; with the first one, operations are checked."""
    global ACTIVE
    with LOCK:
        ACTIVE += change
        if change:
            set_checks(*((before, after) if ACTIVE else (None, None)))


def seterr(
    all: str | None = None, divide: str | None = None, over: str | None = None, under: str | None = None,
    invalid: str | None = None,
) -> dict[str, str]:  # fmt: skip
    """Set how floating-point errors are handled in this thread: "ignore", "warn", "raise", "call", "print" or "log".

    The former settings, given back, end all checks that the program has not asked for.
    """
    given = {"all": all, "divide": divide, "over": over, "under": under, "invalid": invalid}
    former: Any = numpy.seterr(**given)  # type: ignore[arg-type]
    started = {kind: given[kind] for kind in KINDS} == DEFAULT
    bits = 0 if started else heeded(given)
    activate((bits != 0) - (HEEDED.get() != 0))
    HEEDED.set(bits)
    return dict(former)


class errstate(numpy.errstate):
    """errstate(all=, divide=, over=, under=, invalid=, call=): how floating-point errors are handled in a block or a
    decorated function."""

    __slots__ = ("_given", "_options", "_set")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._given = given
        self._options: dict[str, str | None] = {kind: given.get(kind) for kind in ("all", *KINDS)}
        self._set: Token[int] | None = None

    def __enter__(self) -> None:
        super().__enter__()
        bits = heeded(self._options)
        change = (bits != 0) - (HEEDED.get() != 0)
        self._set = HEEDED.set(bits)
        activate(change)

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)  # type: ignore[arg-type]
        assert self._set is not None
        ended = HEEDED.get()  # a `seterr` in the block may have set others
        HEEDED.reset(self._set)
        activate((HEEDED.get() != 0) - (ended != 0))

    def __call__(self, function: Callable[..., Any]) -> Any:
        @wraps(function)
        def inside(*args: Any, **named: Any) -> Any:
            with errstate(**self._given):
                return function(*args, **named)

        return inside


# --- Checks --------------------------------------------------------------------------------------------------------

PRODUCT = OPERATIONS["multiply"]
COPY = OPERATIONS["copy"]
REDUCTIONS = {"stdev": "std"}
"""Reductions with another name than NumPy's."""


def before(name: str, op: operation, inputs: list[Any], out: tensor | None, extra: int) -> Any:
    """The name of an operation and its errors as far as NumPy can tell them, or its operands; None if nothing is heeded
    here."""
    if not HEEDED.get():
        return None
    try:
        found = flags_of(name, op, inputs, out, extra)
    except (TypeError, ValueError, ArithmeticError):  # NumPy has no such operation
        found = None
    if found is None and any(isinstance(each, tensor) and each.dtype.isfloat for each in inputs):
        return name.removeprefix("numpy "), [numpy.array(seen(each)) for each in inputs]
    return found


def after(found: tuple[str, Any], result: Any) -> None:
    name, flags = found
    report(name, look(flags, seen(result)) if isinstance(flags, list) else flags)


def flags_of(name: str, op: operation, inputs: list[Any], out: tensor | None, extra: int) -> tuple[str, int] | None:
    if op is COPY:
        if out is None or not isinstance(inputs[0], tensor) or inputs[0].dtype is out.dtype:
            return name, 0
        return "cast", errors(seen(inputs[0]).astype, seen(out).dtype)
    if op.weak:
        return name, errors(getattr(numpy, name), *map(seen, inputs))
    if op is PRODUCT and not extra:
        return "matmul", errors(numpy.matmul, seen(inputs[1]), seen(inputs[0]))
    source = inputs[0]
    if op is SCANS.get(name):
        return "accumulate", errors(getattr(numpy, name), seen(source), source.ndims - 1 - (extra & EXTRA_AXIS))
    if op.fits == AXES:
        title = name.removeprefix("numpy ")
        function = getattr(numpy, REDUCTIONS.get(title, title))
        axes = tuple(source.ndims - 1 - axis for axis in axes_in(extra, source.ndims))
        options = {"ddof": float(inputs[1])} if len(inputs) > 1 else {}
        return "reduce", errors(lambda: function(seen(source), axis=axes, **options))
    return None


def seen(value: Any) -> Any:
    """An operand as NumPy's: an array on the host, or a number."""
    if isinstance(value, tensor):
        return numpy.asarray(wrap(value).to_device("cpu"))
    return numpy.asarray(value)[()] if isinstance(value, scalar) else value


def errors(function: Callable[..., Any], *given: Any) -> int:
    """The errors of a call, as bits."""
    found = 0

    def note(_: str, flags: int) -> None:
        nonlocal found
        found |= flags

    with numpy.errstate(all="call", call=note), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function(*given)
    return found


def checked(
    name: str, given: Any, where: Any, dtype: Any, casting: str, run: Callable[..., Any], *arguments: Any
) -> Any:
    """Run an elementwise function with options, which NumPy checks with the same options."""
    operands = [seen(inner_field(each)) if isinstance(each, array) else each for each in given]
    options: dict[str, Any] = {"casting": casting} if dtype is None else {"casting": casting, "dtype": dtype}
    options["where"] = where if where is True else seen(inner_field(where)) if isinstance(where, array) else where
    flags = errors(lambda: getattr(numpy, name)(*operands, **options))
    result = unwatched(run, *arguments)
    report(name, flags)
    return result


def look(operands: list[Any], result: Any) -> int:
    """The errors that operands and result tell of: new NaN, and new infinities, by a pole if an operand has a zero."""
    if numpy.asarray(result).dtype.kind not in "fcV":
        return 0

    def any_of(question: Any) -> bool:
        return any(bool(numpy.any(question(each))) for each in operands)

    flags = 0
    if numpy.isnan(result).any() and not any_of(numpy.isnan):
        flags |= INVALID
    if numpy.isinf(result).any() and not any_of(numpy.isinf):
        flags |= DIVIDE if any_of(lambda each: numpy.equal(each, 0)) else OVER
    return flags


def report(name: str, flags: int) -> None:
    """Handle errors as the program has set it."""
    flags &= HEEDED.get()
    if not flags:
        return
    modes: Any = numpy.geterr()
    for k, (kind, text) in enumerate(zip(KINDS, TEXTS, strict=True)):
        if flags >> k & 1:
            handle(modes[kind], text, f"{text} encountered in {name}", flags)


def handle(mode: str, text: str, message: str, flags: int) -> None:
    if mode == "raise":
        raise FloatingPointError(message)
    if mode == "warn":
        warn_outside(message)
    elif mode == "print":
        sys.stdout.write(f"Warning: {message}\n")
    elif mode in ("call", "log"):
        told: Any = numpy.geterrcall()
        if told is None:
            raise NameError(f"python callback specified for {message} but no function found.")
        told(text, flags) if mode == "call" else told.write(f"Warning: {message}\n")

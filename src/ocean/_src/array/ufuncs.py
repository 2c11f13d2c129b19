"""The fallbacks of the elementwise functions of `ocean.numpy`, made from the rows: lists and foreign arrays, lazy
arrays, `out`, `where`, `dtype`, and integer powers."""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.axes.labels import lined_up
from ocean._src.base.errors import CHANGED, OceanTypeError, OceanValueError, Untraceable, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.floating_errors import watching
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.call.settings import settings
from ocean._src.core.functions.array_functions import make_ufunc
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array, replace_inner, simple_power, view_field
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import (
    BOOL,
    DOUBLE,
    UINT64,
    array_dtype,
    common,
    complex_of,
    dtype,
    floating_of,
    new_scalar,
    scalar,
)
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import apply, is_constant, labelled, lazy_tensor, needs_value, rtensor, strong
from ocean._src.core.objects.tensor import call_operation, numpy_scalar, tensor
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.lazy.rtensor import cast
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.numpy_rows import ARRAY_OPERATIONS, FUNCTIONS, check_cast, common_size, exactly, mixed_signs
from ocean._src.ops.table import ROWS, typing_of

from .gather_views import Mapped
from .unwrap import (
    NUMBERS,
    check_condition,
    check_order,
    default_device,
    device_of,
    inner,
    is_lazy,
    new_inner,
    only_columns,
    operand,
    operands_together,
    ordered,
    read_dtype,
    wrap,
)

# --- Running -----------------------------------------------------------------------------------------------------


def operands_of(name: str, given: tuple[Any, ...]) -> list[Any]:
    """The operands of a function; without an array among them, numbers are arrays."""
    found = operands_together(given)
    for each, value in zip(found, given, strict=True):
        if each is NotImplemented:
            raise OceanTypeError(f"{name}() takes arrays and numbers, got {type(value).__name__}")
    return placed(found)


def placed(found: list[Any]) -> list[Any]:
    if not any(isinstance(each, (tensor, rtensor)) and not is_weak(each) for each in found):
        known = next((each.dtype for each in found if isinstance(each, scalar)), None)
        for k, each in enumerate(found):
            if is_weak(each):
                if known is None:  # the result of a function, unlike that of an operator, is not a Python number
                    if each.whole is not None:
                        needs_value()
                    found[k] = strong(each)
            elif known is None or isinstance(each, scalar):
                number = scalar_tensor(each if isinstance(each, scalar) else own_number(each))
                found[k] = converted(number, None, default_device())
    return found


def own_number(value: Any) -> scalar:
    from ocean._src.core.objects.dtypes import python_dtype

    return new_scalar(python_dtype(value), value)


def run(name: str, found: list[Any], out: tensor | None = None) -> Any:
    """Run a function on inner tensors, r-tensors, scalars and Python numbers; None if the result is in `out`."""
    if name == "power":
        if is_weak(found[1]) and found[1].whole is not None:
            needs_value()
        name = power_of(found)
    if any(isinstance(each, rtensor) for each in found):
        result = lazily(name, found)
        if out is None:
            return result
        check_cast(name, result.dtype, out.dtype)
        return result.into(out)
    return call_operation(ARRAY_OPERATIONS[name], tuple(found), out)


def reference_of(found: list[Any]) -> dtype | None:
    """The common dtype of the operands that are not Python numbers."""
    kinds = [each.dtype for each in found if isinstance(each, (tensor, rtensor, scalar)) and not is_weak(each)]
    return common(*kinds) if kinds else None


def is_weak(value: Any) -> bool:
    """Whether an r-tensor stands for a Python number in a trace."""
    return isinstance(value, rtensor) and value.weak


def lazily(name: str, found: list[Any]) -> rtensor:
    """The r-tensor of a function: its row on the operands, with the dtypes that numbers take beside the others."""
    if any(isinstance(each, (tensor, rtensor)) and each.axes is not None for each in found):
        plain, axes = lined_up(found, True)
        return labelled(lazily(name, plain), axes)
    entry = ROWS[FUNCTIONS[name].row]
    conditions, reference = entry.conditions, reference_of(found[entry.conditions :])
    if reference is None and any(map(is_weak, found)):
        weak: rtensor = apply(OPERATIONS[entry.name], tuple(found), "-" if entry.domain else "")
        return weak
    values = [
        typed(each, None if k < conditions else reference, FUNCTIONS[name].numbers) for k, each in enumerate(found)
    ]
    if not (settings.auto_typecast and settings.auto_broadcast):
        values = without_settings(name, values)
    kinds = tuple(each.dtype for each in values)
    if mixed_signs(entry.name, kinds):
        found_by: rtensor = exactly(entry.name, values, unsigned, lambda row, *given: apply(OPERATIONS[row], given))
        return found_by
    alone = entry.arity == 2 and not any(isinstance(each, rtensor) and each.number for each in values)
    if alone:
        values = [plain_if_simple(given, each, reference) for given, each in zip(found, values, strict=True)]
        if name == "power" and isinstance(values[1], scalar):
            values = known_power(found, values)
    result: rtensor = apply(OPERATIONS[entry.name], tuple(values), "-" if entry.domain else "")
    return result


def without_settings(name: str, values: list[Any]) -> list[Any]:
    """Operands in their final dtypes, sizes and devices, because settings of tensors could forbid conversions."""
    kinds = tuple(each.dtype for each in values)
    row = ROWS[FUNCTIONS[name].row]
    wanted = kinds if mixed_signs(row.name, kinds) else row.types(kinds).operands
    sizes = [each.size for each in values if not isinstance(each, scalar)]
    size = common_size(tuple(make_description(BOOL, each, "F", cpu) for each in sizes))
    result = []
    for each, kind in zip(values, wanted, strict=True):
        if isinstance(each, scalar):
            result.append(new_scalar(kind, each.asPython()))
        else:
            lazy = cast(each if isinstance(each, rtensor) else lazy_tensor(each), kind, None)
            result.append(lazy if lazy.size == size else lazy.broadcastTo(size))
    return result


def plain_if_simple(given: Any, value: Any, reference: Any) -> Any:
    """The Python number itself if it takes the same dtype beside the other operand: some become constants."""
    plain = type(given) in (int, float) and isinstance(value, scalar) and value.dtype is reference
    return given if plain and is_constant(given) else value


def unsigned(value: Any) -> Any:
    if isinstance(value, rtensor):
        return cast(value, UINT64, None)
    return UINT64(value)


def typed(value: Any, reference: dtype | None, numbers: int = 1) -> Any:
    """A Python number as the scalar that it is beside operands of a dtype."""
    if is_weak(value) and value.whole is not None and reference is not None:
        same = typed(value.whole, reference, numbers)  # an integer of the same class
        if same.dtype is DOUBLE and not reference.isfloat and numbers == 2:
            return same  # all of its class are out of range
        return cast(strong(value), same.dtype, None)
    if is_weak(value) and reference is not None:
        return cast(strong(value), weak_dtype(1j if value.dtype.iscomplex else 1.0, reference), None)
    if isinstance(value, (tensor, rtensor, scalar)):
        return value
    if reference is None:
        return own_number(value)
    return numpy_scalar(value, reference, numbers)


# --- Powers: Python numbers are special as exponents --------------------------------------------------------------

MOST_SHORT = 1 << 15
"""Exponents below it take the row for short ones."""


def power_of(found: list[Any]) -> str:
    """The function for a power: refuses negative powers of integers, and has faster rows for small ones."""
    exponent = found[1]
    kinds = [each.dtype for each in found if isinstance(each, (tensor, rtensor, scalar))]
    if common(*kinds).isfloat or any(isinstance(each, (float, complex)) for each in found):
        return "power"
    for each in found:
        typed(each, reference_of(found))  # raises if the dtype does not hold it
    if any(isinstance(each, tensor) and not each.nelem for each in found):
        return "power"  # without elements
    if isinstance(exponent, tensor):
        from ocean._src.ops.reductions import reduce_together

        low, high = (int(each) for each in reduce_together(("minimum", "maximum"), exponent))
    elif isinstance(exponent, rtensor):
        return "power"
    else:
        low = high = int(exponent)
    if low < 0:
        raise OceanValueError("Integers to negative integer powers are not allowed.")
    if isinstance(exponent, int) and exponent in (2, 3) and type(exponent) is int:
        return "power"
    return "short power" if high < MOST_SHORT else "power"


def known_power(found: list[Any], values: list[Any]) -> list[Any]:
    """A power that has a row of its own, such as 0.5, of a base in the dtype of the exponent."""
    base, exponent = values
    known = type(found[1]) in (int, float) and any(found[1] == each for each, _ in ROWS["power"].constants)
    if known and isinstance(base, rtensor) and exponent.dtype is not base.dtype:
        return [cast(base, common(base.dtype, exponent.dtype), None), found[1]]
    return values


def simplest(name: str, found: list[Any]) -> tuple[str, list[Any]]:
    """The function of one operand that replaces a power with a constant, else the function itself."""
    if name != "power" or type(found[1]) not in (int, float) or not found[0].dtype.iscomplex:
        return name, found
    simple = simple_power(found[1])
    return (name, found) if simple is None else (simple, found[:1])


# --- Any arguments -----------------------------------------------------------------------------------------------


def out_of(name: str, out: Any) -> array | None:
    """The given result, alone or in a tuple."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise OceanValueError(f"{name}(): the out tuple must have one entry, got {len(out)}")
        out = out[0]
        if out is Ellipsis:
            raise OceanTypeError(f"{name}(): an ellipsis is `out=...`, not an entry of a tuple")
    if out is Ellipsis:
        return None  # NumPy then gives an array in the place of a number, as all results are here
    if type(out) is not array and hasattr(out, "__array_interface__") and hasattr(out, "flags"):
        if not out.flags.writeable:
            raise OceanValueError(f"{name}(): the output array is read-only")
        return wrap(inner(out))  # NumPy's array, by its memory
    if out is not None and (type(out) is not array or not isinstance(view_field(out), tensor)):
        raise OceanTypeError(
            f"{name}(): out must be an array that is neither lazy nor a mapped view, got {type(out).__name__}"
        )
    return out


def call(name: str, given: tuple[Any, ...], out: Any = None) -> array:
    """Call a function of arrays, numbers and lists, by its fast path if there is one."""
    found: array = SHORT[name](*given) if out is None else SHORT[name](*given, out=out)
    return found


def call_any(
    name: str, given: tuple[Any, ...], out: Any = None, where: Any = True, dtype: Any = None,
    casting: str = "same_kind", order: Any = "K",
) -> array:  # fmt: skip
    """Call a function with any arguments."""
    order = check_order(order, "K")
    if order != "K" and out is None:
        return apply_order(call_any(name, given, out, where, dtype, casting), order, given)
    target = out_of(name, out)
    kind = read_dtype(dtype)
    if kind is not None and len(given) > 1 and all(type(each) in NUMBERS for each in given):
        for each in given:
            check_number(name, each, kind, casting)
        given = tuple(typed(each, kind) for each in given)  # as they are beside such an array
    found = operands_of(name, given)
    device_of((*given, where))
    logical = name.startswith("logical_")  # operands are asked for their truth, which no rule forbids
    mixed = logical and len({getattr(each, "dtype", None) for each in found}) > 1
    if casting == "no" and not mixed and any(isinstance(each, tensor) and each.byteswapped for each in found):
        raise OceanTypeError(f"{name}(): the rule 'no' allows no operand in another byte order")
    if casting != "same_kind" and kind is None and not logical:
        check_operands(name, found, casting)
    if kind is not None or where is not True or casting != "same_kind":
        if watching():
            from .floating_errors import checked

            result: array = checked(
                name, given, where, dtype, casting, in_steps, name, found, target, where, kind, casting
            )
            return result
        return in_steps(name, found, target, where, kind, casting)
    if target is None:
        return wrap(run(name, found))
    run(name, found, inner(target))
    return target


def check_number(name: str, value: Any, kind: dtype, casting: str) -> None:
    """Refuse a Python number with a point in a dtype of integers, or in a shorter one if the rule allows no cast."""
    own = own_number(value).dtype
    if own.isfloat:
        check_cast(name, own, kind, casting if casting in ("no", "equiv", "unsafe") else "same_kind", "input")


def apply_order(found: array, order: str, given: Sequence[Any]) -> array:
    """A new result in a memory order: "A" is column-major if all operands are."""
    if order == "A":
        columns = all(type(each) is not array or only_columns(inner(each)) for each in given)
        order = "F" if columns and any(type(each) is array for each in given) else "C"
    return found if is_lazy(found) else wrap(ordered(inner(found), order))


def former_name(name: str, signature: Any, named: dict[str, Any]) -> Any:
    """`sig` is another name of `signature`."""
    for other in named.keys() - {"sig"}:
        raise OceanTypeError(f"{name}() got an unexpected keyword argument {other!r}")
    if signature is not None:
        raise OceanTypeError(f"{name}(): cannot specify both 'sig' and 'signature'")
    return named["sig"]


def in_signature(
    name: str, given: tuple[Any, ...], signature: Any, dtype: Any, casting: str
) -> tuple[tuple[Any, ...], Any]:
    """The operands in the dtypes of a signature, such as "dd->d" or a tuple of dtypes, and the dtype of the result."""
    if dtype is not None:
        raise OceanTypeError(f"{name}(): cannot specify both 'signature' and 'dtype'")
    count = len(given)
    if isinstance(signature, bytes):
        signature = signature.decode("ascii")
    if isinstance(signature, str):
        before, arrow, after = signature.partition("->")
        if (arrow or len(signature) > 1) and (len(before), len(after)) != (count, 1):
            raise OceanValueError(f"{name}(): the signature must have {count} codes, -> and one, got {signature!r}")
        parts: tuple[Any, ...] = (*before, *after)
    elif isinstance(signature, tuple):
        if len(signature) not in (1, count + 1):
            raise OceanValueError(f"{name}(): the signature must have {count + 1} dtypes, got {shown(signature)}")
        parts = signature
    else:
        raise OceanTypeError(f"{name}(): the signature must be a string or a tuple of dtypes, got {shown(signature)}")
    if len(parts) == 1:
        raise OceanTypeError(f"{name}(): use dtype, or a signature for operands and result, got {shown(signature)}")
    if len(parts) != count + 1:
        raise OceanValueError(f"{name}(): the signature must have {count + 1} dtypes, got {shown(signature)}")
    try:
        *kinds, result = (read_dtype(each) for each in parts)
    except OceanTypeError as error:
        if isinstance(signature, str) and not signature.replace("->", "").isalnum():
            raise OceanValueError(f"{name}(): {error}") from None
        raise
    check_loop(name, (*kinds, result), signature)
    cast_given = []
    for value, kind in zip(given, kinds, strict=True):
        if kind is not None and type(value) in NUMBERS:
            own = own_number(value)
            fits = not own.dtype.isfloat or kind.isfloat
            check_cast(name, own.dtype, kind, casting if not fits else "unsafe", "input")
            value = (
                typed(value, kind) if fits else new_scalar(kind, wrap(converted(scalar_tensor(own), kind, None)).item())
            )
        elif kind is not None:
            found = inner(value)
            check_cast(name, found.dtype, kind, casting, "input")
            value = wrap(converted(found, kind, None))
        cast_given.append(value)
    known = tuple(each for each in kinds if each is not None)
    if result is None or (len(known) == count and gives(name, known) is result):
        return tuple(cast_given), None
    return tuple(cast_given), result


def types_of(name: str) -> list[str]:
    """Those of NumPy's function for the dtypes that are here; `where` and others are no ufuncs there."""
    return [each for each in getattr(getattr(numpy, name, None), "types", ()) if not set(each) & set("gGOmM")]


def check_loop(name: str, kinds: tuple[Any, ...], signature: Any) -> None:
    """Refuse a signature that is none of NumPy's loops, if it has dtypes of NumPy's only."""
    loops, codes = types_of(name), [None if each is None else array_dtype(each) for each in kinds]
    if loops and all(each is None or getattr(each, "char", "?") in "".join(loops) for each in codes):
        for loop in loops:
            pairs = zip(codes, loop.replace("->", ""), strict=True)
            if all(each is None or each == numpy.dtype(code) for each, code in pairs):
                return
        raise OceanTypeError(f"No loop matching the specified signature {shown(signature)} was found for ufunc {name}")


def gives(name: str, kinds: tuple[dtype, ...]) -> dtype | None:
    """The dtype of the result for operands of these dtypes, or None."""
    try:
        return typing_of(ROWS[FUNCTIONS[name].row], kinds).result
    except OceanTypeError:
        return None


def operands_giving(name: str, found: list[Any], kind: dtype, casting: str) -> list[Any]:
    """The operands with which a function gives a dtype: unchanged, in that dtype, or in its complex partner."""
    reference = reference_of(found)
    natural = tuple(
        each.dtype if isinstance(each, (rtensor, scalar)) else weak_dtype(each, reference or kind) for each in found
    )
    if gives(name, natural) is kind:
        if casting != "same_kind":
            check_operands(name, found, casting)
        return found
    wanted = complex_of(floating_of(kind)) if any(each.iscomplex for each in natural) else kind
    if gives(name, (wanted,) * len(found)) is not kind:
        raise OceanTypeError(f"No loop matching the specified signature and casting was found for ufunc {name}")
    result = []
    for each in found:
        number = not isinstance(each, (rtensor, scalar))
        if number and casting != "unsafe":
            check_cast(name, weak_dtype(each, wanted), wanted, what="input")
            each = typed(each, wanted)
        elif not number:
            check_cast(name, each.dtype, wanted, casting, "input")
        result.append(cast(each, wanted, None) if isinstance(each, rtensor) else wanted(each))
    return result


FEW = 4096
"""Fewer elements are computed step by step: recording one pass takes longer."""


def is_small(found: list[Any]) -> bool:
    return all(each.nelem < FEW and each.axes is None for each in found if isinstance(each, tensor))


def check_operands(name: str, found: list[Any], casting: str) -> None:
    """Refuse casts of operands to the computing dtype that a rule forbids."""
    row = ROWS[FUNCTIONS[name].row]
    reference = reference_of(found[row.conditions :])
    assert reference is not None  # numbers alone are arrays here
    kinds = tuple(each.dtype if hasattr(each, "dtype") else weak_dtype(each, reference) for each in found)
    if not mixed_signs(row.name, kinds):
        for place, (each, wanted) in enumerate(zip(found, row.types(kinds).operands, strict=True)):
            if hasattr(each, "dtype") and place >= row.conditions:
                check_cast(name, each.dtype, wanted, casting, f"input {place}")


def in_steps(name: str, found: list[Any], target: array | None, where: Any, kind: dtype | None, casting: str) -> array:
    """A function in a given dtype, or only where a condition holds: one pass over lazy arrays."""
    check_condition(where)
    eager = not any(isinstance(each, rtensor) for each in found)
    if eager and kind is None and target is None and type(where) is array and not is_lazy(where) and is_small(found):
        small = wrap(run(name, found))
        return call("where", (where, small, small._dtype.basetype(0)))
    steps = [lazy_tensor(each, True) if isinstance(each, tensor) else each for each in found]
    if kind is not None:
        steps = operands_giving(name, steps, kind, "unsafe" if name.startswith("logical_") else casting)
    if name == "power" and eager and where is True and (kind is None or not kind.isfloat):
        # this refuses negative powers; powers of lazy arrays are not known
        power_of(found if kind is None else [new_scalar(kind, 0), found[1]])
    result = run(name, steps)
    if target is not None:
        check_cast(name, result.dtype, target._dtype, casting)
        result = cast(result, target._dtype, None)  # so that elements that stay are never cast
    if where is not True:
        former = scalar_tensor(new_scalar(result.dtype, 0)) if target is None else inner(target)
        result = lazily("where", [operand(where), result, former])
    if target is not None:
        result.into(inner(target))
        return target
    return wrap(result.eval() if eager else result)


# --- Functions ---------------------------------------------------------------------------------------------------

PARAMETERS = {1: ("x",), 2: ("x1", "x2"), 3: ("x1", "x2", "x3")}
SIGNATURES: dict[str, tuple[str, ...]] = {"where": ("condition", "x", "y"), "angle": ("z",)}


def general_for(name: str) -> Any:
    arity = ROWS[FUNCTIONS[name].row].arity

    def general(
        *given: Any, out: Any = None, where: Any = True, casting: str = "same_kind", order: Any = "K",
        dtype: Any = None, subok: bool = True, signature: Any = None, **former: Any,
    ) -> Any:  # fmt: skip
        if former:
            signature = former_name(name, signature, former)
        if len(given) == arity + 1 and out is None:
            given, out = given[:arity], given[arity]
            if out is Ellipsis:
                raise OceanTypeError(f"{name}(): out=... is only allowed as a keyword argument")
        if len(given) != arity:
            raise OceanTypeError(f"{name}() takes {arity} operand{'s' * (arity > 1)}, got {len(given)}")
        if signature is not None:
            given, dtype = in_signature(name, given, signature, dtype, casting)
        return call_any(name, given, out, where, dtype, casting, order)

    def signed() -> Any:
        """The signature, made on demand."""
        import inspect

        names = SIGNATURES.get(name, PARAMETERS[arity])
        before = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_ONLY) for each in names]
        after = [each for each in inspect.signature(general).parameters.values() if each.kind is each.KEYWORD_ONLY]
        return inspect.Signature([*before, *after])

    general.__doc__ = ROWS[FUNCTIONS[name].row].doc
    general.__name__ = general.__qualname__ = name
    general.signed = signed  # type: ignore[attr-defined]
    return general


SHORT: dict[str, Any] = {
    name: make_ufunc(ARRAY_OPERATIONS[name], general_for(name), name, name == "power") for name in FUNCTIONS
}  # fmt: skip
"""All functions that are one operation. The others are private, or are part of a function with more arguments."""
SHORT |= {title: SHORT[name] for name, entry in FUNCTIONS.items() for title in entry.names}
UFUNCS = {title: SHORT[title] for name, entry in FUNCTIONS.items() if entry.public for title in (name, *entry.names)}


# --- Operators ---------------------------------------------------------------------------------------------------


def operate(name: str, *given: Any) -> Any:
    """The fallback of operators."""
    check_faces(given)
    found = operands_together(given)
    if any(each is NotImplemented for each in found):
        return unequal(name, given)
    return wrap(run(*simplest(name, found)))


def unequal(name: str, given: tuple[Any, ...]) -> Any:
    """The result of a comparison with an object that is not like an array: no element equals None or a text; other
    objects decide themselves."""
    if name not in ("equal", "not_equal") or not any(each is None or isinstance(each, (str, bytes)) for each in given):
        return NotImplemented
    source = next(each for each in given if isinstance(each, array))
    result = new_inner(BOOL, source.shape, source.device)
    result.fill(name == "not_equal")
    return wrap(result)


def check_faces(given: tuple[Any, ...]) -> None:
    """Refuse operators between tensors and arrays, because they have different meanings. A stand-in for a number in a
    trace is neither."""
    if any(isinstance(each, tensor) or (isinstance(each, rtensor) and not each.number) for each in given):
        raise OceanTypeError(
            "An operator between a tensor and an array could mean that of either: convert one of them, with "
            "ocean.asTensor(array) or ocean.numpy.asarray(tensor)"
        )


def into(name: str, target: array, value: Any) -> Any:
    """The fallback of in-place operators. A lazy array is replaced by another."""
    check_faces((value,))
    found = operands_together((target, value))
    if found[1] is NotImplemented:
        return NotImplemented
    if isinstance(view_field(target), Mapped):
        found[0] = view_field(target).values()
        name, found = simplest(name, found)
        run(name, found, found[0])
        view_field(target).write(found[0])
        return target
    name, found = simplest(name, found)
    if isinstance(found[0], rtensor):
        made = run(name, found)
        if found[0].trace is None:
            return wrap(made)
        found[0].trace.change(view_field(target))
        if made.dtype is not found[0].dtype or made.size != found[0].size:
            raise Untraceable(CHANGED)  # converts, or raises an error
        replace_inner(target, made)
        return target
    run(name, found, found[0])
    return target

"""Objects with a say in functions of arrays: Python subclasses of arrays, and objects with `__array_ufunc__`,
`__array_function__` or `__array_wrap__`.

Compiled code knows arrays by their exact class, and calls `override` where an argument has a say. Functions compute
with plain arrays on the same elements, and results become those of the class with the highest `__array_priority__`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from types import FunctionType

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.arguments import HAVE_SAY, anybody_says, set_say
from ocean._src.core.call.callables import asking, function, set_override, ufunc
from ocean._src.core.call.callables import method as array_method
from ocean._src.core.call.operands import SCALAR_TYPES, TENSOR_TYPES
from ocean._src.core.objects.array import array, install, make_instance, plain_array, replace_inner, view_field
from ocean._src.core.objects.dtypes import scalar, set_subclass_factory
from ocean._src.exchange.registry import numpy_class

from . import matmul, ufuncs
from .create import of_buffer
from .methods import as_tensor
from .sorting import sort
from .unwrap import along, is_no_value

LISTS = frozenset((
    "block", "broadcast_arrays", "choose", "column_stack", "concatenate", "dstack", "einsum", "einsum_path",
    "histogram2d", "histogramdd", "hstack", "ix_", "lexsort", "meshgrid", "multi_dot", "piecewise", "select", "stack",
    "unstack", "vstack",
))  # fmt: skip
"""Functions that take arrays in lists."""
MAKING = frozenset((
    "arange", "array", "asanyarray", "asarray", "ascontiguousarray", "asfortranarray", "empty", "eye", "frombuffer",
    "fromfile", "fromfunction", "fromiter", "fromstring", "full", "genfromtxt", "identity", "loadtxt", "ones",
    "require", "tri", "zeros",
))  # fmt: skip
"""Functions that make arrays: only the argument `like` has a say."""
SILENT = frozenset(("fuse", "lazy"))
"""Functions that ask nobody."""
METHODS = frozenset((
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "clip", "compress", "cumprod", "cumsum",
    "diagonal", "max", "mean", "min", "nonzero", "prod", "ptp", "put", "ravel", "repeat", "reshape", "round",
    "searchsorted", "squeeze", "std", "sum", "swapaxes", "take", "trace", "transpose", "var",
))  # fmt: skip
"""Functions that call the method of an object that is no array of NumPy's class itself."""
KEPT = frozenset((
    "angle", "append", "apply_along_axis", "apply_over_axes", "around", "array_split", "astype", "atleast_1d",
    "atleast_2d", "atleast_3d", "average", "broadcast_arrays", "broadcast_to", "cholesky", "column_stack",
    "concatenate", "copy", "cov", "cross", "cumulative_prod", "cumulative_sum", "delete", "det", "diag", "diagflat",
    "diff", "divmod", "dot", "dsplit", "dstack", "ediff1d", "eig", "eigh", "eigvals", "eigvalsh", "empty_like",
    "expand_dims", "extract", "fix", "flip", "fliplr", "flipud", "frexp", "full_like", "geomspace", "gradient",
    "hsplit", "hstack", "i0", "imag", "inner", "insert", "inv", "isclose", "kron", "ldexp", "linspace", "logspace",
    "lstsq", "matmul", "matrix_power", "matrix_transpose", "matvec", "median", "modf", "moveaxis", "nan_to_num",
    "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmedian", "nanmin", "nanpercentile",
    "nanprod", "nanquantile", "nanstd", "nansum", "nanvar", "ones_like", "outer", "pad", "partition", "percentile",
    "permute_dims", "piecewise", "pinv", "qr", "quantile", "real", "real_if_close", "resize", "rint", "roll",
    "rollaxis", "rot90", "select", "sinc", "slogdet", "solve", "sort", "split", "squeeze", "stack", "svd",
    "take_along_axis", "tensordot", "tensorinv", "tensorsolve", "tile", "trapezoid", "tril", "triu", "unique",
    "unwrap",
    "vander", "vecdot", "vecmat", "vsplit", "vstack", "zeros_like",
))  # fmt: skip
"""Functions whose results have the class of their arguments."""
JOINING = frozenset(("block", "column_stack", "concatenate", "dstack", "hstack", "stack", "vstack"))
"""Functions whose results have the class of an argument with a priority above that of arrays."""
REDUCTIONS = frozenset(("all", "any", "max", "min", "prod", "sum"))
"""Functions that give `axis` and `out` to methods, as NumPy does."""
PLAIN = frozenset(("nonzero", "searchsorted"))
"""Methods whose results are places, which have no class of their own."""
WHOLE = frozenset(("dump", "dumps", "view"))
"""Methods that take arrays of subclasses as they are."""
VIEWS = frozenset(("as_strided", "broadcast_arrays", "broadcast_to", "sliding_window_view"))
"""Functions whose results are plain, unless `subok` says so."""


# --- Who has a say -------------------------------------------------------------------------------------------------

PROTOCOLS = ("__array_ufunc__", "__array_function__", "__array_wrap__", "__array_priority__")


def says(cls: type) -> bool:
    """Whether objects of a class have a say. Tensors of other packages are data."""
    if issubclass(cls, array):
        return cls is not array
    if numpy_class("generic", cls) or numpy_class("ndarray", cls) or hasattr(cls, "__dlpack__"):
        return any(of_class(cls, name) for name in PROTOCOLS[:2]) if numpy_class("ndarray", cls) else False
    return any(hasattr(cls, name) for name in PROTOCOLS)


def of_class(cls: type, name: str) -> Any:
    """The protocol method of a class, unless it is that of arrays, of NumPy's or of ours."""
    found = getattr(cls, name, None)
    if found is not None and numpy_class("ndarray", cls):
        import numpy

        return None if found is getattr(numpy.ndarray, name, None) else found
    return None if found is getattr(array, name, None) else found


set_say(says)
HAVE_SAY.update({array: False, scalar: False})


def overloaded(values: Iterable[Any], name: str) -> list[Any]:
    """The objects whose class has a protocol method of its own: one for each class, subclasses before their classes."""
    found: list[Any] = []
    for each in values:
        cls = type(each)
        if not anybody_says((each,)) or cls in map(type, found):
            continue
        if of_class(cls, name) is not None or (hasattr(cls, name) and getattr(cls, name) is None):
            place = next((k for k, other in enumerate(found) if issubclass(cls, type(other))), len(found))
            found.insert(place, each)
    return found


def inside(values: Iterable[Any], deep: bool = True) -> list[Any]:
    """The arguments, and those in lists and tuples among them."""
    found: list[Any] = []
    for each in values:
        if type(each) in (list, tuple):
            found += inside(each, False) if deep else each
        else:
            found.append(each)
    return found


def priority(value: Any) -> float:
    """`__array_priority__`; that of arrays, which tells NumPy to leave operators to them, counts as NumPy's 0."""
    found = getattr(type(value), "__array_priority__", None)
    if found is None or found is array.__array_priority__:
        return 0.0 if isinstance(value, array) else -1000000.0
    try:
        return float(found)
    except (TypeError, ValueError):
        return 0.0


# --- Subclasses ----------------------------------------------------------------------------------------------------


def as_class(cls: type, source: array, parent: Any = None) -> Any:
    """An instance of a subclass on the elements of an array, finished by its `__array_finalize__`."""
    if cls is array:
        return source
    made = make_instance(cls, source)
    finish = getattr(cls, "__array_finalize__", None)
    if finish is not None:
        if not callable(finish):
            raise OceanTypeError(f"{cls.__name__}.__array_finalize__ is not callable: {shown(finish)}")
        finish(made, parent)
    return made


def kept(source: array, result: Any) -> Any:
    """A result in the class of an array."""
    return as_class(type(source), result, source) if type(result) is array else result


def row(source: array, key: Any) -> Any:
    """`source[key]` of a subclass; single elements are plain."""
    if isinstance(key, array):
        key = plain_array(key)
    elif type(key) is tuple:
        key = tuple(plain_array(each) if isinstance(each, array) else each for each in key)
    found = plain_array(source)[key]
    parts = key if type(key) is tuple else (key,)
    return kept(source, found) if found.ndim or any(each is Ellipsis for each in parts) else found


def new_subclass(cls: type, *args: Any, **named: Any) -> Any:
    """What `np.ndarray.__new__(subclass, shape, ...)` gives."""
    return as_class(cls, of_buffer(*args, **named), None)


set_subclass_factory(array, new_subclass)


@method(array)
def __array_finalize__(self: array, /, obj: Any) -> None:
    """Called for each new array of a subclass, with the array that it was made from, or None."""


@method(array)
def __array_wrap__(self: array, /, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """A result of an elementwise function in the class of this array."""
    if not isinstance(array, plain_class):
        raise OceanTypeError(f"__array_wrap__() takes an array, got {shown(array)}")
    return array if type(array) is type(self) else as_class(type(self), plain_array(array), self)


plain_class = array


def __init_subclass__(cls: Any, /, **named: Any) -> None:
    TENSOR_TYPES[cls], SCALAR_TYPES[cls] = as_tensor, None


attach(array, __init_subclass__=classmethod(__init_subclass__))


# --- Calls ---------------------------------------------------------------------------------------------------------


class Plain:
    """Arguments with plain arrays in the place of those of subclasses, and the way back."""

    def __init__(self) -> None:
        self.given: dict[int, tuple[array, Any]] = {}

    def out(self, value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(self.out, value))
        if type(value) is dict:
            return {name: self.out(each) for name, each in value.items()}
        if type(value) is array or not isinstance(value, array):
            return value
        made = plain_array(value)
        self.given[id(made)] = made, value
        return made

    def back(self, found: Any, wrap: Callable[[Any], Any] | None) -> Any:
        if type(found) is array:
            if id(found) in self.given:
                return self.given[id(found)][1]
            return found if wrap is None else wrap(found)
        if isinstance(found, tuple):
            each = [self.back(one, wrap) for one in found]
            return type(found)(each) if type(found) is tuple else type(found)(*each)
        return [self.back(one, wrap) for one in found] if type(found) is list else found


def wrapper(values: Iterable[Any]) -> Any:
    """The object among arguments whose class results get: the first one of the highest priority."""
    best, highest = None, 0.0
    for each in values:
        if type(each) is not array and anybody_says((each,)) and hasattr(type(each), "__array_wrap__"):
            found = priority(each) if hasattr(type(each), "__array_priority__") else 0.0
            if best is None or found > highest:
                best, highest = each, found
    if best is not None and any(type(each) is array and highest < 0 for each in values):
        return None
    return best


def wrapped_by(owner: Any, found: Any, context: Any = None) -> Any:
    """A result, given to `__array_wrap__` of an object."""
    wrap = owner.__array_wrap__
    try:
        return wrap(found, context, not found.ndim)
    except TypeError as error:
        if "argument" not in str(error):
            raise
    warnings.warn(
        "__array_wrap__ must accept context and return_scalar arguments (positionally) in the future.",
        DeprecationWarning,
        stacklevel=3,
    )
    try:
        return wrap(found, context)
    except TypeError:
        return wrap(found)


def override(called: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function with arguments that have a say."""
    if called.asked == 3:
        return make_like(called, args, {**named}, named["like"])
    if type(called) is ufunc or (not isinstance(called, array_method) and hasattr(called, "nin")):
        return call_ufunc(called, "__call__", args, named)
    if args and type(args[0]) is ufunc:
        return call_ufunc(args[0], called.__name__, args[1:], named)
    if isinstance(called, array_method):
        return call_method(called, args, named)
    relevant = inside((*args, *named.values()))
    if called.__name__ == "histogram2d" and type(named.get("bins")) is list and len(named["bins"]) == 1:
        relevant = inside(args)  # as in NumPy, which takes one element for the number of bins
    asked = overloaded(relevant, "__array_function__")
    if asked:
        types = tuple(dict.fromkeys(
            type(each) for each in relevant if type(each) is array or hasattr(type(each), "__array_function__")
        ))  # fmt: skip
        for each in asked:
            found = each.__array_function__(called, types, args, named)
            if found is not NotImplemented:
                return found
        raise OceanTypeError(
            f"no implementation found for '{called.__module__}.{called.__name__}' on types that implement "
            f"__array_function__: {[*map(type, asked)]}"
        )
    return call_function(called, args, named)


def make_like(called: Any, args: tuple[Any, ...], named: dict[str, Any], like: Any) -> Any:
    """Call a function that makes an array of the class of another object."""
    del named["like"]
    if like is None or type(like) is array:
        return called(*args, **named)
    called.__signature__.bind(*args, **named)  # raises a TypeError for arguments that it does not have
    if not hasattr(type(like), "__array_function__"):
        raise OceanTypeError(
            "The `like` argument must be an array-like that implements the `__array_function__` protocol."
        )
    found = like.__array_function__(called, (type(like),), args, named)
    if found is NotImplemented:
        raise OceanTypeError(f"no implementation found for '{called.__name__}' with like={type(like).__name__}")
    return found


set_override(override)


def call_function(called: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function that nobody overrides."""
    name = called.__name__
    if name in METHODS and args and type(args[0]) is not array and not numpy_class("ndarray", type(args[0])):
        own = getattr(args[0], name, None)
        if own is not None:
            if name in REDUCTIONS and len(args) == 1:
                named = {"axis": None, "out": None, **named}
            if name == "squeeze" and named.get("axis", 0) is None:
                named = {}
            return own(*args[1:], **named)
    if name == "median" and args and isinstance(args[0], array) and type(args[0]).mean is not array.mean:
        return median_of(*args, **named)
    plain = Plain()
    by_rows = name == "apply_along_axis"
    found = called.general(*args, **named) if by_rows else called.general(*plain.out(args), **plain.out(named))
    if name == "broadcast_arrays":
        return tuple(
            as_class(type(each), one, each) if named.get("subok") and isinstance(each, array) else one
            for each, one in zip(args, found, strict=True)
        )
    keeps = named.get("subok", name not in VIEWS) and (name in KEPT or name in VIEWS or "keeps" in vars(called))
    owner = wrapper(inside((*args, *named.values()))) if keeps else None
    if name in JOINING and owner is not None and priority(owner) <= 0:
        owner = None
    return plain.back(found, None if owner is None else lambda each: wrapped_by(owner, each))


def median_of(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    """The median of a class with a `mean` of its own, which the elements in the middle are given to."""
    plain = plain_array(a)
    if not isinstance(axis, int):
        plain, axis = plain.ravel(), 0
    ordered, n = sort(plain, axis), plain.shape[axis]
    middle = as_class(type(a), ordered[along(axis, slice((n - 1) // 2, n // 2 + 1))], a)
    return middle.mean(axis, out=out)


def call_method(called: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a method of arrays: results are those of the class of the array."""
    if not args or not isinstance(args[0], array):
        raise OceanTypeError(f"{called.__qualname__}() is a method of arrays, and needs one as its first argument")
    self, plain = args[0], Plain()
    if called.__name__ in WHOLE:
        return called.general(*args, **named)
    given = plain.out(args)
    before = view_field(given[0])
    found = called.general(*given, **plain.out(named))
    if view_field(given[0]) is not before:
        replace_inner(self, view_field(given[0]))
    return plain.back(found, None if called.__name__ in PLAIN else lambda each: kept(self, each))


def outputs(called: Any, how: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The operands of a call and its keywords, with results in a tuple, as `__array_ufunc__` is given them."""
    named = dict(named)
    names = PARAMETERS.get(how)
    positional = False
    nin, nout = called.nin, called.nout if how == "__call__" else 1
    if "sig" in named and "signature" in named:
        raise OceanTypeError("cannot specify both 'sig' and 'signature'")
    if how in ("outer", "at"):
        if not (nin if how == "outer" else 2) <= len(args) <= (nin if how == "outer" else nin + 1):
            raise OceanTypeError(f"{called.__name__}.{how}() takes {nin} operands, got {len(args)} arguments")
        return args, named
    if names is None:
        if not nin <= len(args) <= nin + nout:
            raise OceanTypeError(f"{called.__name__}() takes from {nin} to {nin + nout} arguments, got {len(args)}")
        if named.keys() - KEYWORDS:
            raise OceanTypeError(f"{called.__name__}() has no keyword {min(named.keys() - KEYWORDS)!r}")
        if len(args) > nin:
            if "out" in named:
                raise OceanTypeError("cannot specify 'out' as both a positional and keyword argument")
            args, named["out"], positional = args[:nin], args[nin:], True
    else:
        for name, value in zip(names, args[1:], strict=False):
            if name in named:
                raise OceanTypeError(f"argument for {how}() given by name ({name!r}) and position")
            named[name] = value
        args = args[:1]
        if how == "reduceat" and "indices" in named:
            args = (*args, named.pop("indices"))
    if "sig" in named:
        named["signature"] = named.pop("sig")
    if is_no_value(named.get("initial")):
        del named["initial"]
    if named.get("out") is Ellipsis and not positional:
        del named["out"]
    if "out" in named:
        out = named.pop("out")
        if nout > 1 and not isinstance(out, tuple):
            raise OceanTypeError(f"{called.__name__}(): out must be a tuple of {nout} arrays")
        results = out if isinstance(out, tuple) else (out,)
        if len(results) > nout or not results or (nout > len(results) and not positional):
            raise OceanValueError(f"{called.__name__}(): the out tuple must have {nout} entries, got {len(results)}")
        results += (None,) * (nout - len(results))
        if any(each is not None for each in results):
            named["out"] = results
    return args, named


KEYWORDS = frozenset((
    "out", "where", "casting", "order", "dtype", "subok", "signature", "sig", "axes", "axis", "keepdims",
))  # fmt: skip
"""The keywords of elementwise functions and of products."""
PARAMETERS = {
    "reduce": ("axis", "dtype", "out", "keepdims", "initial", "where"), "accumulate": ("axis", "dtype", "out"),
    "reduceat": ("indices", "axis", "dtype", "out"),
}  # fmt: skip


def call_ufunc(called: Any, how: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call an elementwise function, or a method of it, with operands that have a say."""
    inputs, options = outputs(called, how, args, named)
    asked = overloaded((*inputs, *options.get("out", ()), options.get("where")), "__array_ufunc__")
    for each in asked:
        if type(each).__array_ufunc__ is None:
            raise OceanTypeError(f"operand '{type(each).__name__}' does not support ufuncs (__array_ufunc__=None)")
    for each in asked:
        found = each.__array_ufunc__(called, how, *inputs, **options)
        if found is not NotImplemented:
            return found
    if asked:
        raise OceanTypeError(
            f"operand type(s) all returned NotImplemented from __array_ufunc__({called!r}, {how!r}, ...): "
            f"{', '.join(repr(type(each).__name__) for each in asked)}"
        )
    return default_ufunc(called, how, inputs, options)


def default_ufunc(called: Any, how: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Compute with plain arrays, and give results to `__array_wrap__`."""
    plain = Plain()
    given, named = plain.out(inputs), plain.out(options)
    out = named.get("out", ())
    if len(out) == 1:
        named["out"] = out[0]
    for each in out:
        if each is not None and type(each) is not array and not numpy_class("ndarray", type(each)):
            raise OceanTypeError("return arrays must be of ArrayType")
    subok = named.pop("subok", True)
    if how == "__call__":
        found = called.general(*given, **named)
    else:
        found = getattr(type(called), how).general(called, *given, **named)
    if not subok:
        return plain.back(found, None)
    operands = (*inputs, *options.get("out", ()))
    owner = wrapper(inputs)

    def wrapped(each: Any, place: int) -> Any:
        """A result in its class: that of a given one, or of the operands."""
        target = options["out"][place] if len(options.get("out", ())) > place else None
        context = (called, operands, place) if how == "__call__" else None
        if target is not None:
            own = isinstance(target, array) and type(target) is not array and of_class(type(target), "__array_wrap__")
            return wrapped_by(target, target, context) if own else plain.back(each, None)
        return plain.back(each, None if owner is None else lambda one: wrapped_by(owner, one, context))

    if isinstance(found, tuple):
        return tuple(wrapped(each, place) for place, each in enumerate(found))
    return wrapped(found, 0)


def own_ufunc(self: array, called: Any, how: str, *inputs: Any, **options: Any) -> Any:
    """`__array_ufunc__` of arrays, for functions of ours."""
    if not isinstance(how, str) or not hasattr(called, "nin"):
        raise OceanTypeError("__array_ufunc__() takes a function, the name of its method, and operands")
    if overloaded((*inputs, *options.get("out", ()), options.get("where")), "__array_ufunc__"):
        return NotImplemented
    return default_ufunc(called, how, inputs, options)


def own_function(self: array, called: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """`__array_function__` of arrays, for functions of ours."""
    if not isinstance(args, tuple) or not isinstance(options, dict):
        raise OceanTypeError("__array_function__: args must be a tuple and kwargs a dictionary")
    for each in types:
        if not issubclass(each, array) and of_class(each, "__array_function__") is not None:
            return NotImplemented
    return called(*args, **options) if called.asked == 3 else call_function(called, args, options)


# --- Operators -----------------------------------------------------------------------------------------------------


def defers(self: Any, other: Any, inplace: bool = False) -> bool:
    """Whether an operator of an array is left to the other operand."""
    if other is None or type(other) is type(self) or not anybody_says((other,)):
        return False
    if hasattr(type(other), "__array_ufunc__"):
        return not inplace and type(other).__array_ufunc__ is None
    if not inplace and isinstance(other, type(self)):
        return False
    return priority(self) < priority(other)


def operate(name: str, *given: Any) -> Any:
    """The fallback of operators."""
    if not anybody_says(given):
        return ufuncs.operate(name, *given)
    if len(given) == 2 and isinstance(given[0], array) and defers(*given):
        return NotImplemented
    if overloaded(given, "__array_ufunc__"):
        return ufuncs.SHORT[name](*given)
    return called_plainly(lambda *plain: ufuncs.operate(name, *plain), given, (ufuncs.SHORT[name], given, 0))


def called_plainly(call: Any, given: tuple[Any, ...], context: Any) -> Any:
    """What a call with plain operands gives, in the class of the operands."""
    owner, plain = wrapper(given), Plain()
    return plain.back(call(*plain.out(given)), None if owner is None else lambda each: wrapped_by(owner, each, context))


def into(name: str, target: array, value: Any) -> Any:
    """The fallback of in-place operators."""
    if not anybody_says((target, value)):
        return ufuncs.into(name, target, value)
    return NotImplemented if defers(target, value, True) else ufuncs.SHORT[name](target, value, out=(target,))


def multiply(a: Any, b: Any) -> Any:
    """The fallback of `@`."""
    if not anybody_says((a, b)):
        return matmul.operator(a, b)
    return NotImplemented if isinstance(a, array) and defers(a, b) else matmul.matmul(a, b)


install({}, kept=kept, row=row, operate=operate, into=into, matmul=multiply)


# --- Functions that ask ----------------------------------------------------------------------------------------------


def ask_in(cls: type) -> None:
    """Let the methods of a class ask arguments that have a say."""
    for each in vars(cls).values():
        if isinstance(each, function):
            each.asked = 1


def ask(names: dict[str, Any], which: Iterable[str] | None = None) -> None:
    """Let the functions of a module, or those that are named, ask arguments that have a say."""
    for name in [*names] if which is None else which:
        each = names[name]
        if name in MAKING and isinstance(each, FunctionType):
            names[name] = each = asking(each)
        if isinstance(each, function) and name not in SILENT:
            each.asked = 3 if each.__name__ in MAKING else 2 if each.__name__ in LISTS else 1

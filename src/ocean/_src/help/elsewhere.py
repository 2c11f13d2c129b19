"""Advice for names of NumPy and PyTorch that Ocean spells differently: the AttributeError says what to use.

The module has a `__getattr__`. Tensors do not, because it would slow down every attribute; instead each name is a
member of the class that raises the error.
"""

from __future__ import annotations

from collections.abc import Mapping

from ocean._src.base.classes import attach
from ocean._src.base.errors import unknown_name
from ocean._src.base.hints import Any, NoReturn
from ocean._src.core.objects.tensor import tensor

FUNCTIONS = {
    # dtypes
    "float16": "use ocean.half",
    "float32": "use ocean.float, which has 32 bits",
    "float64": "use ocean.double; ocean.float has 32 bits",
    "single": "use ocean.float",
    "complex32": "use ocean.chalf",
    "complex64": "use ocean.cfloat",
    "complex128": "use ocean.cdouble",
    "complex": "use ocean.cdouble",
    "bool_": "use ocean.bool",
    "int": "use ocean.int64",
    "int_": "use ocean.int64",
    "intp": "use ocean.int64",
    "long": "use ocean.int64",
    "short": "use ocean.int16",
    "byte": "use ocean.int8",
    "ubyte": "use ocean.uint8",
    "uint": "use ocean.uint64",
    "finfo": "a dtype knows its limits: ocean.double.eps, ocean.double.min, ocean.double.max",
    "iinfo": "a dtype knows its limits: ocean.int8.min, ocean.int8.max",
    # making tensors
    "array": 'use ocean.asTensor(data); inner lists are columns, and ocean.asTensor(data, "R") reads rows',
    "asarray": 'use ocean.asTensor(data); inner lists are columns, and ocean.asTensor(data, "R") reads rows',
    "as_tensor": "use ocean.asTensor(data)",
    "from_numpy": "use ocean.asTensor(array), which shares its memory",
    "frombuffer": "use ocean.asTensor(memoryview(buffer)), which shares its memory",
    "fromfile": "map the file: ocean.asTensor(np.memmap(name, dtype)), or ocean.load(name) for .npy files",
    "memmap": "use ocean.load(name, mmap=True), or ocean.asTensor(np.memmap(name, dtype)) for raw files",
    "from_dlpack": "use ocean.fromDLPack(object)",
    "ndarray": "use ocean.tensor",
    "Tensor": "use ocean.tensor",
    "empty": "use ocean.tensor(size)",
    "empty_like": "use ocean.tensorLike(t)",
    "zeros_like": "use ocean.zerosLike(t)",
    "ones_like": "use ocean.onesLike(t)",
    "full_like": "use ocean.fullLike(t, value)",
    "identity": "use ocean.eye(rows)",
    "newaxis": "use None, as in t[:, None]",
    "rand": "use ocean.random.uniform(size)",
    "randn": "use ocean.random.normal(size)",
    "randint": "use ocean.random.integers(size, low, high)",
    "randperm": "use ocean.random.permutation(count)",
    "manual_seed": "use ocean.random.seed(seed)",
    "copy": "use t.clone()",
    "savez": "use ocean.save(name, tensors), with a dict of tensors by name",
    # elements
    "abs": "use ocean.absolute(A), or Python's abs(t)",
    "true_divide": "use ocean.trueDivide(A, B)",
    "floor_divide": "use ocean.floorDivide(A, B) or A // B",
    "pow": "use ocean.power(A, B) or A ** B",
    "float_power": "use ocean.power(A, B) or A ** B",
    "conjugate": "use ocean.conj(A)",
    "rint": "use ocean.round(A)",
    "fix": "use ocean.trunc(A)",
    "invert": "use ocean.bitwiseNot(A) or ~A",
    "bitwise_not": "use ocean.bitwiseNot(A) or ~A",
    "bitwise_and": "use ocean.bitwiseAnd(A, B) or A & B",
    "bitwise_or": "use ocean.bitwiseOr(A, B) or A | B",
    "bitwise_xor": "use ocean.bitwiseXor(A, B) or A ^ B",
    "left_shift": "use ocean.bitshiftLeft(A, B) or A << B",
    "right_shift": "use ocean.bitshiftRight(A, B) or A >> B",
    "logical_and": "use ocean.logicalAnd(A, B)",
    "logical_or": "use ocean.logicalOr(A, B)",
    "logical_xor": "use ocean.logicalXor(A, B)",
    "logical_not": "use ocean.logicalNot(A)",
    "not_equal": "use ocean.notEqual(A, B) or A != B",
    "less_equal": "use ocean.lessEqual(A, B) or A <= B",
    "greater_equal": "use ocean.greaterEqual(A, B) or A >= B",
    "asin": "use ocean.arcsin(A)",
    "acos": "use ocean.arccos(A)",
    "atan": "use ocean.arctan(A)",
    "atan2": "use ocean.arctan2(A, B)",
    "asinh": "use ocean.arcsinh(A)",
    "acosh": "use ocean.arccosh(A)",
    "atanh": "use ocean.arctanh(A)",
    "degrees": "use ocean.rad2deg(A)",
    "radians": "use ocean.deg2rad(A)",
    "array_equal": "use ocean.all(A == B)",
    # reductions
    "amax": "use ocean.maximum(A, axes); ocean.max(A, B) takes two operands",
    "amin": "use ocean.minimum(A, axes); ocean.min(A, B) takes two operands",
    "nanmax": "use ocean.maximum(A), which leaves out NaN",
    "nanmin": "use ocean.minimum(A), which leaves out NaN",
    "nansum": "use ocean.sumNaN(A)",
    "nanprod": "use ocean.prodNaN(A)",
    "std": "use ocean.stdev(A)",
    "nanmean": "use ocean.meanNaN(A)",
    "nanvar": "use ocean.varNaN(A)",
    "nanstd": "use ocean.stdevNaN(A)",
    "nanmedian": "use ocean.medianNaN(A)",
    "nanquantile": "use ocean.quantileNaN(A, q)",
    "percentile": "use ocean.quantile(A, q / 100)",
    "histc": "use ocean.histogram(A, bins)",
    # products
    "matmul": "use A * B, or ocean.multiply(A, B); A @ B multiplies elements",
    "mm": "use A * B, or ocean.multiply(A, B); A @ B multiplies elements",
    "bmm": "use A * B; dimensions from the third on number the matrices",
    "vdot": "use ocean.sum(ocean.conj(v) @ w)",
    "inner": "use ocean.sum(v @ w)",
    "einsum": "there is no such function; NumPy computes it on the same memory: np.einsum('ij,jk', A, B)",
    # shapes
    "reshape": "use t.reshape(size); elements count down the columns",
    "ravel": "use t.flatten()",
    "flatten": "use t.flatten()",
    "transpose": "use t.T, or t.permuteAxes(order) for more dimensions",
    "permute": "use t.permuteAxes(order)",
    "swapaxes": "use t.swapAxes(axis1, axis2)",
    "expand_dims": "use t.unsqueeze(axis)",
    "unsqueeze": "use t.unsqueeze(axis)",
    "squeeze": "use t.squeeze()",
    "broadcast_to": "use t.broadcastTo(size)",
    "concat": "use ocean.concatenate(tensors, axis) or ocean.merge(tensors, axis)",
    "cat": "use ocean.concatenate(tensors, axis) or ocean.merge(tensors, axis)",
    "split": "use t.split(axis, parts)",
    "diagonal": "use t.diag()",
    # the library
    "set_num_threads": "use ocean.setNumThreads(count)",
    "get_num_threads": "use ocean.getNumThreads()",
    "set_printoptions": "use ocean.setDisplayWidth(characters) and ocean.setDisplayPrecision(digits)",
    "is_tensor": "use isinstance(object, ocean.tensor)",
    "relu": "use ocean.max(x, 0), the larger of two, element by element",
    "sigmoid": "use 1 / (1 + ocean.exp(-x)); @ocean.fuse makes it one pass",
    "jit": "use ocean.fuse",
    "ma": "use a mask, as in t[mask] or ocean.where(mask, a, b), or NaN with ocean.sumNaN and others",
    "matrix": "use tensors of two dimensions; A * B is the product of matrices",
    "numel": "use t.nelem",
    "cuda": "use ocean.gpu, the list of OpenCL devices; ocean.devices() names all devices",
    "no_grad": "call the function itself: only ocean.grad(f) records; ocean.stop_gradient(x) is x without one",
}
"""The advice for `ocean.name`."""

FUNCTION_OF = (
    "clip", "round", "sqrt", "exp", "log", "sin", "cos", "tanh", "square", "sign", "floor", "ceil", "where", "isnan",
    "isfinite",
)  # fmt: skip
"""Methods in other libraries that are functions of the same name here."""

METHODS = {
    "astype": "call the dtype: ocean.double(t), or ocean.cast(t, dtype)",
    "to": "call the dtype or the device: ocean.double(t), ocean.cpu(t)",
    "type": "call the dtype: ocean.double(t)",
    "double": "call the dtype: ocean.double(t)",
    "float": "call the dtype: ocean.float(t)",
    "half": "call the dtype: ocean.half(t)",
    "int": "call the dtype: ocean.int32(t)",
    "long": "call the dtype: ocean.int64(t)",
    "bool": "call the dtype: ocean.bool(t)",
    "cpu": "call the device: ocean.cpu(t)",
    "cuda": "call the device: ocean.gpu[0](t); ocean.devices() names the devices",
    "tolist": 'use t.asPython(); its inner lists are columns, and those of t.asPython("C") the last dimension',
    "item": "use t.asScalar(), or float(t)",
    "numpy": "use t.to_numpy(), which shares the memory",
    "tobytes": "use t.asContiguous().storage, or bytes(memoryview(t))",
    "tofile": "use ocean.save(name, t)",
    **{name: f"use ocean.{name}(t)" for name in FUNCTION_OF},
    "relu": "use ocean.max(t, 0)",
    "abs": "use abs(t) or ocean.absolute(t)",
    "std": "use t.stdev()",
    "pow": "use t ** exponent",
    "dot": "use t * A for matrices, ocean.sum(t @ v) for vectors, and ocean.dot for tensors with axes",
    "matmul": "use t * A; t @ A multiplies elements",
    "mm": "use t * A; t @ A multiplies elements",
    "mul": "use t @ A; t * A multiplies matrices",
    "trace": "use ocean.trace(t)",
    "view": "use t.reshape(size), or ocean.tensor(t.storage, size, dtype) to read the bytes as another dtype",
    "permute": "use t.permuteAxes(order)",
    "swapaxes": "use t.swapAxes(axis1, axis2)",
    "expand": "use t.broadcastTo(size)",
    "expand_as": "use t.broadcastLike(other)",
    "chunk": "use t.split(axis, parts)",
    "narrow": "use t.slice(axis, start, length)",
    "diagonal": "use t.diag()",
    "conjugate": "use t.conj()",
    "contiguous": "use t.asContiguous()",
    "is_contiguous": "use t.isContiguous()",
    "flags": "ask t.readonly, t.isContiguous(), t.isFortran() or t.isAligned()",
    "newbyteorder": "set t.byteswapped, or let t.byteswap() swap the bytes as well",
    "base": "use t.storage",
    "numel": "use t.nelem",
    "dim": "use t.ndims",
    "element_size": "use t.elemsize",
    "data_ptr": "use t.ptr",
    "fill_": "use t.fill(value)",
    "zero_": "use t.zero()",
    "copy_": "use t.copy(source)",
    "add_": "use t += value",
    "mul_": "use t @= value",
    "masked_fill": "use t[mask] = value",
    "masked_select": "use t[mask]",
    "index_select": "use t.take(indices, axis)",
    "histc": "use ocean.histogram(t, bins)",
    "grad": "use ocean.grad(f)(t): functions are differentiated",
    "requires_grad": "use ocean.grad(f)(t): functions are differentiated",
    "backward": "use ocean.grad(f)(t): functions are differentiated",
}
"""The advice for `t.name` of a tensor."""

ARRAY_METHODS = {
    "to": "use a.astype(dtype), or a.to_device('gpu0')",
    "cuda": "use a.to_device('gpu0'); ocean.devices() names the devices",
    "cpu": "use a.to_device('cpu')",
    "numpy": "use a.to_numpy(), which shares the memory",
    "double": "use a.astype(np.float64)",
    "float": "use a.astype(np.float32)",
    "half": "use a.astype(np.float16)",
    "long": "use a.astype(np.int64)",
    "numel": "use a.size",
    "dim": "use a.ndim",
    "permute": "use a.transpose(axes)",
    "unsqueeze": "use np.expand_dims(a, axis), or a[None]",
    "expand": "use np.broadcast_to(a, shape)",
    "detach": "use np.stop_gradient(a) in a function that np.grad differentiates",
    "clone": "use a.copy()",
    "relu": "use np.maximum(a, 0)",
    "backward": "use np.grad(f)(a): functions are differentiated",
    "grad": "use np.grad(f)(a): functions are differentiated",
    "requires_grad": "use np.grad(f)(a): functions are differentiated",
    "abs": "use abs(a) or np.abs(a)",
    **{name: f"use np.{name}(a)" for name in ("exp", "log", "sqrt", "sin", "cos", "tanh", "median")},
}
"""The advice for `a.name` of an array."""


def attribute_error(text: str, name: str) -> AttributeError:
    return AttributeError(text, name=name, obj=None)  # with an object, Python would suggest similar names


def missing(name: str) -> NoReturn:
    """Raise the error for a name that the module does not have, with advice."""
    text = f"module 'ocean' has no attribute '{name}'"
    if name in FUNCTIONS:
        raise attribute_error(f"{text}; {FUNCTIONS[name]}", name)
    raise unknown_name("ocean", name)


class Elsewhere:
    """A member that raises an AttributeError with advice."""

    def __init__(self, owner: str, name: str, advice: str) -> None:
        self.owner, self.name, self.advice = owner, name, advice

    def __get__(self, instance: Any, owner: Any = None) -> NoReturn:
        raise attribute_error(f"'{self.owner}' has no attribute '{self.name}'; {self.advice}", self.name)

    def __repr__(self) -> str:
        return f"<not here: {self.advice}>"


def members(self: Any) -> list[str]:
    """The members of a tensor or an array without the advice."""
    hidden = {name for cls in type(self).__mro__ for name, value in vars(cls).items() if isinstance(value, Elsewhere)}
    return [name for name in object.__dir__(self) if name not in hidden]


def install(cls: type = tensor, advice: Mapping[str, str] = METHODS) -> None:
    """Called once for a class, after it has all its members."""
    owner = f"{cls.__module__}.{cls.__name__}"
    attach(cls, __dir__=members)
    known = {*dir(cls)}
    attach(cls, **{name: Elsewhere(owner, name, text) for name, text in advice.items() if name not in known})

"""Large arrays: what lies in files and stores, and expressions of that, read block by block.

A node knows its shape and dtype, and computes any region of itself (`read`). Nothing is computed before somebody asks
for values: a reduction, a file to write, `load`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator

from ocean._src.base.errors import OceanIndexError, OceanTypeError
from ocean._src.base.hints import Any, ClassVar
from ocean._src.base.later import namespace, numpy
from ocean._src.core.objects.array import array

from .blocks import Region, block_shape, elements_at_once, loop, regions, whole
from .budget import check_fits, current

FUNCTIONS: dict[str, Any] = {}
"""The functions of `ocean.numpy` and NumPy that large arrays have, by name; the other files fill it."""
UFUNCS: dict[str, Any] = {}
"""What a ufunc makes, by the name of its method: `__call__`, `reduce`, `accumulate`."""


def np() -> Any:
    """The functions of arrays."""
    return namespace("ocean.numpy")


class large:
    """An array that is computed by blocks, from a file, a store or an expression of these.

    It has the operators, functions and many methods of arrays. Elementwise functions, views and joins give another
    large array; reductions give arrays in memory. `load` computes it, `ocean.files.save` writes it into a file.
    """

    shape: tuple[int, ...]
    dtype: Any
    cost: int
    """Bytes for each element while a region is computed, its own included."""
    order: tuple[int, ...]
    """The axes from the slowest to the fastest to read."""
    chunks: tuple[int, ...]
    """What is read at once."""
    parents: tuple[large, ...] = ()

    __array_priority__ = 1000.0
    writes: ClassVar[bool] = False

    def setup(self, shape: tuple[int, ...], dtype: Any, parents: tuple[large, ...], cost: int) -> None:
        self.shape, self.dtype, self.parents, self.cost = shape, dtype, parents, cost
        self.order, self.chunks = tuple(range(len(shape))), (1,) * len(shape)

    def read(self, region: Region) -> Any:
        """An array with the elements of a region."""
        raise NotImplementedError

    def told(self) -> tuple[Any, ...]:
        """What identifies the node, beside its parents."""
        raise NotImplementedError

    # --- What arrays have ------------------------------------------------------------------------------------------

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The bytes of an element."""
        return int(self.dtype.itemsize)

    @property
    def nbytes(self) -> int:
        """The bytes of all elements, if they were in memory."""
        return self.size * self.itemsize

    @property
    def T(self) -> large:
        """The axes in reverse order."""
        return FUNCTIONS["transpose"](self)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        if not self.shape:
            raise OceanTypeError("a 0-d array has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no axes"
        return f"<large array of {self.dtype}, {size}: {self.nbytes:,} bytes, computed by blocks>"

    def __iter__(self) -> Iterator[large]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> large:
        return FUNCTIONS["getitem"](self, key)  # type: ignore[no-any-return]

    def __setitem__(self, key: Any, value: Any) -> None:
        FUNCTIONS["setitem"](self, key, value)

    def load(self) -> Any:
        """Compute all elements.

        Returns
        -------
        ocean.numpy.ndarray
            An array in memory. Within `ocean.memory` it takes at most half of the bound.
        """
        check_fits(self.nbytes, "the array", "ocean.files.save() writes it into a file instead")
        result = np().empty(self.shape, self.dtype)
        for region, block in self.blocks("loading"):
            result[region] = block
        return result

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        found = numpy.asarray(self.load())
        return found if dtype is None else found.astype(dtype)

    def item(self) -> Any:
        """The only element as a Python number."""
        return self.load().item()

    def __float__(self) -> float:
        return float(self.load())

    def __int__(self) -> int:
        return int(self.load())

    def __bool__(self) -> bool:
        return bool(self.load())

    # --- Blocks ----------------------------------------------------------------------------------------------------

    def block(self, kept: int, uncut: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The shape of blocks under the bound, for a loop that holds on to `kept` bytes for each element."""
        return block_shape(self.shape, elements_at_once(self.cost, kept), self.order, self.chunks, uncut)

    def blocks(self, task: str, kept: int = 0, uncut: tuple[int, ...] = ()) -> Iterator[tuple[Region, Any]]:
        """The blocks with their places. The loop that takes them holds on to a block, and to `kept` more bytes for each
        element of it."""
        places = regions(self.shape, self.block(self.itemsize + kept, uncut), self.order)
        return loop(places, self.settled, task, self.size, self.itemsize)

    def settled(self, region: Region) -> Any:
        """A region whose elements are there: nothing deferred is left for another thread."""
        found = self.read(region)
        if type(found) is array:
            plain: Any = found
            memoryview(plain) if plain.dtype.kind in "biufc" and plain.dtype.isnative else plain.copy()
        return found

    def whole(self) -> Region:
        return whole(self.shape)

    def walk(self) -> Iterator[large]:
        """The node and all that it is computed from."""
        seen: set[int] = set()
        stack: list[large] = [self]
        while stack:
            each = stack.pop()
            if id(each) not in seen:
                seen.add(id(each))
                yield each
                stack += each.parents

    def token(self) -> str:
        """A digest of what is computed: equal for the same expression of the same files."""
        digests: dict[int, str] = {}

        def digest(node: large) -> str:
            if id(node) not in digests:
                text = repr((type(node).__name__, node.told(), [digest(each) for each in node.parents]))
                digests[id(node)] = hashlib.sha256(text.encode()).hexdigest()
            return digests[id(node)]

        return digest(self)

    # --- Protocols -------------------------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method not in UFUNCS:
            raise OceanTypeError(
                f"{ufunc.__name__}.{method} is not computed by blocks; load() gives an array in memory"
            )
        options = {key: value for key, value in options.items() if value is not None or key == "axis"}
        return UFUNCS[method](ufunc, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, named: Any) -> Any:
        name = function.__name__
        if name not in FUNCTIONS:
            raise OceanTypeError(f"{name}() is not computed by blocks; load() gives an array in memory, if it fits")
        return FUNCTIONS[name](*args, **named)

    def __array_namespace__(self, api_version: Any = None) -> Any:
        return np()


def operator(name: str, swapped: bool) -> Any:
    def call(self: large, other: Any) -> Any:
        operands = (other, self) if swapped else (self, other)
        return self.__array_ufunc__(getattr(np(), name), "__call__", *operands)

    return call


def single(name: str) -> Any:
    return lambda self: self.__array_ufunc__(getattr(np(), name), "__call__", self)


def member(name: str) -> Any:
    def call(self: large, *args: Any, **named: Any) -> Any:
        return FUNCTIONS[name](self, *args, **named)

    call.__name__ = name
    call.__doc__ = f"`numpy.{name}` of this array."
    return call


OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "power", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or",
    "xor": "bitwise_xor", "lshift": "left_shift", "rshift": "right_shift",
}  # fmt: skip
COMPARISONS = {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal",
}  # fmt: skip
for _key, _name in OPERATORS.items():
    setattr(large, f"__{_key}__", operator(_name, False))
    setattr(large, f"__r{_key}__", operator(_name, True))
for _key, _name in COMPARISONS.items():
    setattr(large, f"__{_key}__", operator(_name, False))
for _key, _name in {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}.items():
    setattr(large, f"__{_key}__", single(_name))
large.__hash__ = object.__hash__  # type: ignore[method-assign]
METHODS = (
    "sum", "prod", "min", "max", "any", "all", "mean", "var", "std", "argmin", "argmax", "cumsum", "cumprod",
    "transpose", "reshape", "ravel", "squeeze", "astype", "round", "clip", "dot", "sort", "count_nonzero",
)  # fmt: skip
for _name in METHODS:
    if _name != "sort":
        setattr(large, _name, member(_name))


def bound_text() -> str:
    return f"the bound of {current().bytes:,} bytes (`ocean.memory`)"


def axis_of(axis: Any, ndim: int) -> int:
    """An axis counted from the front."""
    k = int(axis)
    if not -ndim <= k < ndim:
        raise OceanIndexError(f"axis {k} is out of bounds for an array of {ndim} axes")
    return k % ndim


def axes_of(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes that an argument names; None means all of them."""
    if axis is None:
        return tuple(range(ndim))
    found = tuple(axis_of(each, ndim) for each in (axis if isinstance(axis, (tuple, list)) else (axis,)))
    if len(set(found)) != len(found):
        raise OceanIndexError(f"an axis is named twice: {axis}")
    return found


def refuse(named: dict[str, Any], where: str) -> None:
    """An error about options that are not computed by blocks; those that say nothing are fine."""
    left = [key for key, value in named.items() if value is not None and type(value).__name__ != "_NoValueType"]
    if left:
        raise OceanTypeError(f"{where}() by blocks does not take {', '.join(left)}")

"""Methods and functions of r-tensors: `ocean.lazy`, constants and indices, views, and evaluation."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import TYPE_CHECKING, Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import OTHER_OPERATORS, tensor_of
from ocean._src.core.call.settings import settings
from ocean._src.core.functions.create import arange, full
from ocean._src.core.objects.axes import lengths, read_axes
from ocean._src.core.objects.description import checked_axis, integers, make_description, size_text
from ocean._src.core.objects.description import common_size as broadcast_size
from ocean._src.core.objects.dtypes import INT64, common, dtype, scalar
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import (
    apply,
    derived,
    expression,
    fold,
    labelled,
    lazy,
    lazy_tensor,
    leaf,
    make_expression,
    make_rtensor,
    operands_of,
    rtensor,
)
from ocean._src.core.objects.tensor import (
    at_most,
    inner_description,
    item,
    make_empty,
    make_view,
    memory_of,
    placeholder,
    plan_of,
    relabelled,
    tensor,
)
from ocean._src.exchange.registry import set_lazy
from ocean._src.help.elsewhere import METHODS, attribute_error
from ocean._src.ops import expressions
from ocean._src.ops.axes import holds_axes
from ocean._src.ops.dispatch import OPERATIONS, common_size
from ocean._src.ops.expressions import Gathered, description_of
from ocean._src.ops.table import ROWS, row
from ocean._src.ops.table import magnitude as real_part
from ocean._src.tensor.elementwise import FUNCTIONS
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS
from ocean._src.tensor.shape import give_views
from ocean._src.text.drawable import kind_name
from ocean._src.text.format import footer, format_tensor, summarize
from ocean._src.text.show import corners

if TYPE_CHECKING:
    from ocean._src.lazy.explain import Explanation


def lazily(self: tensor, strict: bool = False) -> rtensor:
    """The r-tensor of this tensor; see `ocean.lazy`.

    Parameters
    ----------
    strict : bool, optional
        Raise an error if something cannot be fused.

    Returns
    -------
    rtensor
        It records operations.

    Examples
    --------
    >>> (ocean.asTensor([1,2,3]).lazy() * 2).eval()
       2   4   6
    <tensor.int64 of size 3 on cpu>
    """
    return lazy_tensor(self, strict)


attach(tensor, lazy=lazily)


def constant(size: Any, value: Any, dtype: dtype | None = None, device: device | None = None) -> rtensor:
    """constant(size, value [,dtype] [,device]): an r-tensor that is the same everywhere; it stores one number.

    >>> ocean.constant([2,3], 1.5)
    (:,:)
       1.5   1.5   1.5
       1.5   1.5   1.5
    <tensor.double of size 2x3 on cpu (lazy)>
    """
    single = full([], value, *(each for each in (dtype, device) if each is not None))
    return labelled(lazy_tensor(single.broadcastTo(integers(lengths(size), "size"))), read_axes(size))


def indices(size: Any, axis: Any = 0) -> rtensor:
    """indices(size [,axis]): an r-tensor of the indices along an axis, of dtype int64.

    >>> ocean.indices([2,3], 1)
    (:,:)
       0   1   2
       0   1   2
    <tensor.int64 of size 2x3 on cpu (lazy)>
    """
    axes, sizes = read_axes(size), integers(lengths(size), "size")
    along = checked_axis(axis, len(sizes), axes)
    return labelled(indices_on(sizes, along), axes)


def indices_on(size: tuple[int, ...], axis: int, where: device | None = None) -> rtensor:
    row = arange(size[axis]).reshape(*(n if k == axis else 1 for k, n in enumerate(size)))
    return lazy_tensor((row if where is None else where(row)).broadcastTo(size))


# --- Views: the same expression over views of the operands --------------------------------------------------------


def mapped(self: rtensor, change: Callable[[tensor], tensor]) -> rtensor:
    """Apply a view to all operands."""
    self, size = with_tensor_operand(self), self.size
    operands: list[Any] = []
    for each in operands_of(self):
        if isinstance(each, scalar):
            operands.append(each)
        elif isinstance(each, Gathered):
            operands.append(Gathered(change(spread(each.base, size)), change(spread(each.offsets, size))))
        else:
            operands.append(change(spread(each, size)))
    new = next(each.size for each in operands if not isinstance(each, scalar))
    return make_rtensor(self.expression, tuple(operands), new, self.trace, self.number and not new)


def with_tensor_operand(self: rtensor) -> rtensor:
    """The same r-tensor, with a tensor among its operands: views of an argument that is a number need one."""
    alone = self.trace is not None and all(isinstance(each, scalar) for each in operands_of(self))
    return self.trace.stored(self) if alone else self


def spread(source: tensor, size: tuple[int, ...]) -> tensor:
    return source if source.size == size else source.broadcastTo(size)


def offsets_of(source: tensor) -> tensor:
    """The offsets in bytes of all elements, relative to the first."""
    total = full([1] * source.ndims, 0, INT64) if source.ndims else full([], 0, INT64)
    for axis, (length, stride) in enumerate(zip(source.size, source.strides, strict=True)):
        along = arange(length).reshape(*(length if k == axis else 1 for k in range(source.ndims)))
        total = FUNCTIONS["add"](total, FUNCTIONS["scale"](along, stride))
    return spread(total, source.size)


def first_element(source: tensor, size: tuple[int, ...]) -> tensor:
    """The first element of a tensor, broadcast to a size."""
    for axis in range(source.ndims):
        source = source.slice(axis, 0)
    while source.ndims:
        source = source.squeeze(0)
    return source.broadcastTo(size)


def repeats(source: tensor) -> bool:
    """Whether a tensor is one element, broadcast."""
    return not any(stride for n, stride in zip(source.size, source.strides, strict=True) if n > 1)


def gather_by(source: tensor | Gathered, pick: Callable[[tensor], tensor]) -> Any:
    """An operand whose elements are picked by `pick`: a gather by offsets."""
    base, given = (source.base, source.offsets) if isinstance(source, Gathered) else (source, None)
    offsets = pick(offsets_of(base))
    if given is None and repeats(base) and base.nelem:
        return first_element(base, offsets.size)
    if base.nelem == 0 or offsets.nelem == 0:  # nothing to gather
        return full(offsets.size, 0, base.dtype, base.device)
    if given is not None:
        offsets = FUNCTIONS["add"](offsets, pick(cpu(given)))
    return Gathered(first_element(base, offsets.size), base.device(offsets))


def reshaped(self: rtensor, size: tuple[int, ...]) -> rtensor:
    """Reshape in column-major order; operands whose strides do not allow that become gathers."""
    self = with_tensor_operand(self)
    operands: list[Any] = []
    for each in operands_of(self):
        if isinstance(each, scalar):
            operands.append(each)
            continue
        parts = [spread(part, self.size) for part in expressions.opened([each])]
        views: list[Any] = [reshaped_view(part, size) for part in parts]
        if all(view is not None for view in views):
            operands.append(views[0] if len(views) == 1 else Gathered(*views))
        else:
            whole = parts[0] if len(parts) == 1 else Gathered(*parts)
            operands.append(gather_by(whole, lambda part: part.reshape(size)))
    return make_rtensor(self.expression, tuple(operands), size, self.trace)


def reshaped_view(source: tensor, size: tuple[int, ...]) -> tensor | None:
    found = inner_description(source).reshape(size)
    return None if found is None else make_view(source, *found)


def probe(size: tuple[int, ...]) -> tensor:
    """A tensor of a size that takes no memory, to find out what a view does to sizes."""
    return full([], 0, INT64).broadcastTo(size)


BY_AXES: dict[str, Callable[..., Any]] = {}
"""Views and indexing of r-tensors with axes; the module of axes fills it in."""


def set_axes(view: Callable[..., Any], getitem: Callable[..., Any]) -> None:
    """Called once by the module of axes."""
    BY_AXES.update(view=view, getitem=getitem)


def view(self: rtensor, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> rtensor:
    """The view that the method of tensors with this name gives."""
    made = view_of(self, name, args, named)
    return made if self.trace is None else self.trace.view(self, made)


def view_of(self: rtensor, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> rtensor:
    if named.get("inplace") or (args and args[-1] is True):
        raise OceanTypeError(f"{name}(): an r-tensor cannot be changed in place")
    if self.axes is not None or (name in ("broadcastTo", "reshape") and holds_axes((*args, *named.values()))):
        return BY_AXES["view"](self, name, args, named)  # type: ignore[no-any-return]
    if name in ("real", "imag"):
        return part(self, name)
    if name == "flatten":
        order = next((each for each in (*args, *named.values()) if isinstance(each, str)), "F")
        made = probe(self.size).flatten(*args, **named)  # checks the arguments
        return reshaped(self.reverseAxes() if order in "Cc" else self, made.size)
    if name == "ravel":
        probe(self.size).ravel(*args, **named)  # checks the arguments
        return view_of(self, "flatten", (*args, *named.values()), {})
    if name == "ctranspose":
        return conj(view_of(self, "transpose", args, named))
    if name == "reshape":
        return reshaped(self, probe(self.size).reshape(*args, **named).size)
    return mapped(self, lambda each: getattr(each, name)(*args, **named))


row("realPart", 1, real_part, real=lambda b, x: x, complex=lambda b, x: x.re,
    result=lambda kind: kind.removeprefix("c"), public=False)  # fmt: skip
row("imagPart", 1, real_part, complex=lambda b, x: x.im,
    result=lambda kind: kind.removeprefix("c"), public=False)  # fmt: skip


def part(self: rtensor, name: str) -> rtensor:
    """The real or imaginary parts."""
    what = self.expression
    if not what.dtype.iscomplex:
        return self if name == "real" else constant(self.size, 0, what.dtype, self.device)
    if what.name == "" and not isinstance(operands_of(self)[0], (scalar, Gathered)):
        return lazy_tensor(getattr(operands_of(self)[0], name), what.strict, self.trace)
    slots = tuple(range(len(what.inputs)))
    return derived(self, interned(f"{name}Part", what.dtype.basetype, what, slots))


def interned(name: str, kind: dtype, what: expression, slots: tuple[int, ...]) -> expression:
    """An expression with one part, interned."""
    key = (name, kind, what)
    if key not in PARTS:
        if len(PARTS) > 4096:
            PARTS.clear()
        parts, inputs = ((what, slots),), what.inputs
        if name == "load":
            parts = ((leaf(kind), (0,)), (what, tuple(slot + 1 for slot in slots)))  # type: ignore[assignment]
            inputs = (kind, *what.inputs)
        PARTS[key] = make_expression(name, kind, parts, inputs, "", what.strict)
    return PARTS[key]


def loaded(base: tensor, offsets: rtensor, trace: Any = None) -> rtensor:
    """Gather elements of a tensor, at the byte offsets in an r-tensor of int64."""
    what = offsets.expression
    operands = (first_element(base, offsets.size), *operands_of(offsets))
    found = interned("load", base.dtype, what, tuple(range(len(what.inputs))))
    return make_rtensor(found, operands, offsets.size, trace or offsets.trace)


PARTS: dict[Any, expression] = {}


def cast(self: rtensor, kind: dtype | None, where: device | None) -> Any:
    """A cast is a step of the expression; a copy to another device evaluates it."""
    what = self.expression
    if kind is not None and kind is not what.dtype:
        self = derived(self, interned("cast", kind, what, tuple(range(len(what.inputs)))))
    return self if where is None or where is self.device else where(evaluated(self))


def conj(self: rtensor) -> rtensor:
    """The complex conjugate."""
    return apply(OPERATIONS["conj"], (self,)) if self.dtype.iscomplex else self


# --- Indexing ----------------------------------------------------------------------------------------------------


def getitem(self: rtensor, key: Any) -> Any:
    """An r-tensor of the picked elements; a single element is computed alone."""
    if self.axes is not None:
        return BY_AXES["getitem"](self, key)
    shown = probe(self.size)
    picked = shown[key]
    if isinstance(picked, scalar):
        parts = key if isinstance(key, tuple) else (key,)
        one = mapped(self, lambda each: each[(*parts, None)].squeeze(0))
        if self.trace is None:
            return item(evaluated(one))
        return make_rtensor(one.expression, operands_of(one), (), self.trace, True)  # stands for a scalar
    if memory_of(picked) is memory_of(shown):
        if self.trace is None:
            return mapped(self, lambda each: each[key])
        source = self.trace.whole_of(self, prod(picked.size))
        return self.trace.view(self, mapped(source, lambda each: each[key]))
    line = along_one_axis(key, self.size, picked.size)
    if line is None:
        return gathered(self, lambda part: part[key])
    self = with_tensor_operand(self)
    operands = tuple(
        each if isinstance(each, scalar) else gather_along(whole(each, self.size), *line)
        for each in operands_of(self)
    )
    return make_rtensor(self.expression, operands, picked.size, self.trace)


def gathered(self: rtensor, pick: Callable[[tensor], tensor]) -> rtensor:
    """An r-tensor with gathered operands; `pick` takes a tensor of its size, and gives elements of it."""
    self = with_tensor_operand(self)
    operands = tuple(
        each if isinstance(each, scalar) else gather_by(whole(each, self.size), pick) for each in operands_of(self)
    )
    return make_rtensor(self.expression, operands, pick(probe(self.size)).size, self.trace)


def along_one_axis(key: Any, size: tuple[int, ...], picked: tuple[int, ...]) -> tuple[int, tensor] | None:
    """The axis and the indices of a key that picks by a list, a vector or a mask along one axis and takes all of the
    others."""
    parts = key if isinstance(key, tuple) else (key,)
    lists = [place for place, each in enumerate(parts) if not isinstance(each, slice)]
    if len(lists) != 1 or any(each != slice(None) for each in parts if isinstance(each, slice)):
        return None
    axis, given = lists[0], parts[lists[0]]
    if not isinstance(given, (list, tensor)) or tensor_of(given).ndims != 1 or axis >= len(size):
        return None
    places = arange(size[axis])[given]
    expected = (*size[:axis], places.nelem, *size[axis + 1 :])
    return (axis, places) if places.nelem and expected == picked and 0 not in size else None


def gather_along(source: tensor | Gathered, axis: int, places: tensor) -> Any:
    """An operand gathered along one axis: its offsets vary along that axis only."""
    base, given = (source.base, source.offsets) if isinstance(source, Gathered) else (source, None)
    size = (*base.size[:axis], places.nelem, *base.size[axis + 1 :])
    if given is None and repeats(base):
        return base.slice(axis, 0).broadcastTo(size)
    along = tuple(places.nelem if k == axis else 1 for k in range(base.ndims))
    offsets = FUNCTIONS["scale"](places, base.strides[axis]).reshape(along)
    if given is not None:
        offsets = FUNCTIONS["add"](offsets, cpu(given)[(slice(None),) * axis + (places,)])
    return Gathered(base.slice(axis, 0).broadcastTo(size), spread(base.device(offsets), size))


def whole(each: Any, size: tuple[int, ...]) -> Any:
    if isinstance(each, Gathered):
        return Gathered(spread(each.base, size), spread(each.offsets, size))
    return spread(each, size)


# --- Values ------------------------------------------------------------------------------------------------------


def evaluated(self: rtensor) -> tensor:
    """A new tensor with the values."""
    return self.eval()


@public("copy([order] [,threads]) -> tensor", rtensor, order="str", threads="int")
def copy(self: rtensor, order: str | None, threads: int | None) -> tensor:
    """a new tensor with the values, in column-major order ("F"), row-major order ("C" or "R"), or as it comes."""
    if order is None:
        return self.eval(threads)
    if order not in ("F", "f", "C", "c", "R", "r"):
        raise OceanValueError(f"copy(): expected order 'F', 'C' or 'R', got {order!r}")
    result = make_empty(
        make_description(self.dtype, self.size, "F" if order in "Ff" else "C", self.device).with_axes(self.axes)
    )
    at_most(threads, self.into, result)
    return result


def where_it_is(self: rtensor) -> device:
    """The device of the first tensor among the operands."""
    return next((each.device for each in operands_of(self) if not isinstance(each, scalar)), cpu)


def text(self: rtensor) -> str:
    if self.trace is not None:
        return f"<tensor.{self.dtype.name} of size {size_text(self.size)} on {self.device.name} (traced)>"
    footer_text, self = footer_of(self), labelled(self, None)
    kept = summarize(self.size)
    shown = evaluated(self) if kept is None else corners(self, kept)
    elided = tuple(len(each) < n for each, n in zip(kept or (), self.size, strict=False))
    return format_tensor(
        shown.flatten().asPython(), shown.size, kind_name(self.dtype), footer_text, settings.display_width,
        elided=elided,
    )  # fmt: skip


def formatted(self: rtensor, how: str) -> str:
    return format(evaluated(self), how) if how else text(self)


def footer_of(self: rtensor) -> str:
    """The last line of a printed r-tensor."""
    return footer("tensor", self.dtype.name, self.axes or self.size, self.device.name, lazy=True)


CHANGING = {
    "fill", "zero", "put", "put_along_axis", "assign", "resize", "swap", "sort", "partition", "byteswap", "dealloc",
    "detach", "fillNaN", "sync", "byteswapped", "scatterAdd",
}  # fmt: skip
"""Methods that change a tensor: on an r-tensor, the changed values would be lost."""
LAYOUT = {"strides", "storage", "stream", "offset", "ptr", "obj", "refcount", "description", "data"}
"""Attributes that only a tensor with storage has."""

DESCRIBED = {"shape", "ndim", "nbytes", "itemsize", "elemsize", "isEmpty", "isScalar", "isReal", "isComplex"}
"""Attributes that size and dtype determine."""


def attribute(self: rtensor, name: str) -> Any:
    """Look up a method of tensors that r-tensors do not have: it evaluates first."""
    if name.startswith("_") or name in LAYOUT or not hasattr(tensor, name):
        hint = ": it has no storage; evaluate it first: eval()" if name in LAYOUT else ""
        if name in METHODS:
            hint = f"; {METHODS[name]}"
        raise attribute_error(f"An r-tensor has no attribute {name!r}{hint}", name)
    if name in DESCRIBED:
        return getattr(placeholder(make_description(self.dtype, self.size, "F", self.device)), name)
    if name in CHANGING:
        raise OceanTypeError(f"{name}(): an r-tensor cannot be changed; evaluate it first: eval()")
    return getattr(evaluated(self), name)


def values_of(name: str) -> Callable[..., Any]:
    def of_values(self: rtensor, *args: Any, **named: Any) -> Any:
        return getattr(evaluated(self), name)(*args, **named)

    return of_values


def flattened(what: expression) -> list[Any]:
    """An expression as plain data: a list of nodes, each after its parts."""
    order = list(dict.fromkeys(node[0] for node in expressions.sort_nodes(expressions.root_of(what))))
    numbers = {each: number for number, each in enumerate(order)}
    return [
        (
            each.name, each.dtype, each.inputs, each.mode, each.strict,
            tuple((numbers.get(part, part), rest) for part, rest in each.parts),
        )
        for each in order
    ]  # fmt: skip


def unflattened(nodes: list[Any]) -> expression:
    made: list[expression] = []
    for name, kind, inputs, mode, strict, parts in nodes:
        if name not in ROWS and name not in ("", "cast"):
            raise OceanValueError(f"The pickle of an r-tensor is damaged: there is no operation {name!r}")
        read = tuple((made[part] if isinstance(part, int) else part, rest) for part, rest in parts)
        made.append(make_expression(name, kind, read, inputs, mode, strict) if name else leaf(kind, strict))
    return made[-1]


def rebuilt(operands: tuple[Any, ...], nodes: list[Any], size: tuple[int, ...], axes: Any = None) -> rtensor:
    what = unflattened(nodes)
    if tuple(each.dtype for each in operands) != what.inputs:
        raise OceanValueError("The pickle of an r-tensor is damaged: its operands are not those of its expression")
    fits = broadcast_size({each.size: None for each in operands if isinstance(each, tensor) and each.ndims})
    if fits != tuple(size):
        raise OceanValueError("The pickle of an r-tensor is damaged: its size is not that of its operands")
    make_description(what.dtype, size, "F", cpu).with_axes(axes)  # checks them
    return make_rtensor(what, operands, size, axes=axes)


def reduced(self: rtensor) -> tuple[Any, ...]:
    if self.trace is not None:
        self.trace.refuse("pickling an r-tensor")
    given = operands_of(self)
    labels = () if self.axes is None else (self.axes,)
    if expressions.prepared(self.expression, given).bases:  # a pickle has the operands, but not the memory around them
        plain = evaluated(labelled(self, None))
        return rebuilt, ((plain,), flattened(leaf(self.dtype)), self.size, *labels)
    operands = tuple(expressions.values_of(each) if isinstance(each, Gathered) else each for each in given)
    return rebuilt, (operands, flattened(self.expression), self.size, *labels)


def explain(self: rtensor) -> Explanation:
    """What evaluating the r-tensor does: programs, loops, bytes moved and temporaries."""
    from ocean._src.lazy.explain import Explanation, bytes_of, planned_pass

    operands = operands_of(self)
    ready = expressions.prepared(self.expression, operands)
    stored: dict[Any, Any] = dict(enumerate(operands))
    names: dict[Any, str] = {slot: f"operand{slot}" for slot in range(len(operands))}
    passes, temporaries = [], []
    for number, (segment, operation, program) in enumerate(
        zip(ready.segments, ready.operations, ready.programs, strict=True)
    ):
        inputs = tuple(map(description_of, expressions.opened(stored[each] for each in segment.inputs)))
        plan = plan_of(operation, inputs)
        last = number == len(ready.segments) - 1
        stored[segment.node] = placeholder(plan.result)
        names[segment.node] = "result" if last else f"stored{number}"
        reads = [names[each] for each in segment.inputs]
        passes.append(planned_pass("elementwise", str(program), plan, 1, reads, [names[segment.node]]))
        stored_at_once = bytes_of(plan.result) if ready.checks else min(bytes_of(plan.result), expressions.BLOCK_BYTES)
        temporaries += [] if last else [stored_at_once]
    return Explanation("r-tensor", tuple(passes), tuple(temporaries))


def call(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function or reduction that has r-tensors among its arguments."""
    if len(args) == 1 and not named and name in REDUCTIONS:
        found = fold(name, args[0], 0)
        if found is not None:
            return found
    function: Any = FUNCTIONS.get(name) or REDUCTIONS[name]
    return function.general(*function.takes.parse(*args, **named))


attach(
    rtensor,
    device=property(where_it_is, doc="The device of the operands."),
    T=property(lambda self: view(self, "transpose", (), {}), doc="The transpose."),
    H=property(lambda self: view(self, "ctranspose", (), {}), doc="The conjugate transpose."),
    footer=property(footer_of, doc="The last line of the printed r-tensor."),
    view=view, cast=cast, conj=conj, explain=explain, call=staticmethod(call), lazy=lambda self: self,
    __getitem__=getitem, __getattr__=attribute, __repr__=text, __str__=text, __reduce__=reduced,
    __format__=formatted,
    **{name: values_of(name) for name in (
        "__bool__", "__int__", "__float__", "__complex__", "__index__", "__round__",
        "__iter__", "__reversed__", "__contains__", "__array__",
        "__dlpack__", "__dlpack_device__",
    )},
)  # fmt: skip


# --- Products ----------------------------------------------------------------------------------------------------


def product(a: Any, b: Any) -> Any:
    """`*` with an r-tensor: a row times a column is a sum; other products evaluate first."""
    if type(a) in OTHER_OPERATORS or type(b) in OTHER_OPERATORS:
        return NotImplemented
    trace = next((each.trace for each in (a, b) if isinstance(each, rtensor) and each.trace is not None), None)
    if not isinstance(a, (rtensor, tensor)):
        a = tensor_of(a)
    if not isinstance(b, (rtensor, tensor)):
        b = tensor_of(b)
    if a.axes is not None or b.axes is not None:
        looks = [make_description(each.dtype, each.size, "F", cpu).with_axes(each.axes) for each in (a, b)]
        axes = plan_of(OPERATIONS["multiply"], tuple(looks)).result.axes
        found = product(*(labelled(lazy(each), None) for each in (a, b)))
        return labelled(found, axes) if isinstance(found, rtensor) else relabelled(found, axes)
    if min(a.ndims, b.ndims) == 0:
        scaled = apply(OPERATIONS["scale"], (a, b))
        # a number times a 1x1 matrix is a matrix product: its result is one element without dimensions
        return scaled.reshape([]) if scaled.size in ((1,), (1, 1)) else scaled
    kind = common(a.dtype, b.dtype)
    if a.ndims == 2 and a.size[0] == 1 and b.ndims == 1 and a.size[1] == b.size[0] and kind.isfloat:
        terms = apply(OPERATIONS["scale"], (lazy(a)[0], b))
        return REDUCTIONS["sum"](terms, 0, True)
    if trace is not None:
        return trace.product(a, b)
    return (evaluated(a) if isinstance(a, rtensor) else a) * (evaluated(b) if isinstance(b, rtensor) else b)


HOOKS = {
    "lazy": lazy_tensor,
    "lazy_product": product,
    "lazy_size": common_size,
    "lazy_mode": expressions.checking,
    "lazy_make": expressions.make,
    "lazy_run": expressions.run,
    "lazy_cast": lambda self, kind: cast(self, kind, None),
}
"""Functions that the compiled code calls."""
set_lazy(rtensor)
give_views(rtensor)

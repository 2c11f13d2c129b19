"""Descriptions of tensors before they exist: dtype, shape, and the layout if it is known.

A description is the core's description (dtype, size, strides, byte order, device) with an offset. If the layout is
open, it holds the core's column-major description instead, which has the dtype and the size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import TYPE_CHECKING, Any, Protocol, SupportsIndex
from ocean._src.base.records import Record
from ocean._src.core.call.arguments import device_by_name
from ocean._src.core.call.settings import need_device
from ocean._src.core.objects.axes import as_axes, axes_text, axis
from ocean._src.core.objects.description import description, integer, integers, make_description, size_text
from ocean._src.core.objects.dtypes import dtype, find_dtype
from ocean._src.core.objects.memory import cpu, device, new_storage, stream
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import on_storage, tensor

if TYPE_CHECKING:
    from ocean._src.core.objects.description import Integers

# Inside the class, these names are properties.
DType = dtype
Device = device
CoreDescription = description

BLOCK_ALIGNMENT = 64
"""New storage is aligned to this."""


class Layout(Record):
    """Where the elements are: strides and offset from the start of the storage, in elements.

    Where these are no whole numbers of elements, they are in units of `unitsize` bytes.
    """

    strides: tuple[int, ...]
    offset: int = 0
    unitsize: int | None = None

    def __repr__(self) -> str:
        unit = "" if self.unitsize is None else f", unitsize={self.unitsize}"
        return f"Layout({self.strides}, offset={self.offset}{unit})"


class HasStrides(Protocol):
    """What a layout can be given by: strides and offset in elements."""

    @property
    def strides(self) -> Any: ...
    @property
    def offset(self) -> Any: ...


class BasicTensorDescription:
    """A tensor by its dtype and shape and, if it is known, its layout.

    `layout` is "F" (column-major), "C" (row-major), "R" (row-major matrices), an object with strides and offset in
    elements, or None: open. `allocated` are the sizes for which there is room, at least the shape; `alignment`, in
    bytes, makes room for every column (row, in order "C") to begin at a multiple of it. `read_only` is True for an
    r-tensor, whose elements cannot be set.
    """

    __slots__ = ("_alignment", "_allocated", "_core", "_offset", "_open", "_read_only")

    _core: CoreDescription
    _offset: int
    _open: bool
    _read_only: bool
    _allocated: tuple[int, ...] | None
    _alignment: int | None

    def __init__(
        self,
        dtype: DType,
        shape: Integers,
        layout: HasStrides | str | None = None,
        read_only: bool = False,
        *,
        allocated: Integers | None = None,
        alignment: SupportsIndex | None = None,
        device: Device | None = None,
        byteswapped: bool = False,
    ) -> None:
        kind = find_dtype(dtype)
        if kind is None:
            raise OceanTypeError(f"The dtype of a description must be a dtype, got {shown(dtype)}")
        if device is None:
            device = need_device()
        elif isinstance(device, str):
            device = device_by_name(device)
        elif not isinstance(device, Device):
            raise OceanTypeError(f"The device of a description must be a device, got {shown(device)}")
        sizes = integers(shape, "shape")
        self._read_only = bool(read_only)
        self._allocated = None if allocated is None else checked_room(integers(allocated, "allocated size"), sizes)
        self._alignment = None if alignment is None else checked_alignment(alignment)
        self._open = layout is None
        self._offset = 0
        if layout is None or isinstance(layout, str):
            if layout is not None:
                self._allocated = aligned(self._allocated or sizes, layout, kind, self._alignment)
            room = make_description(kind, self._allocated or sizes, layout, device, byteswapped)
            self._core = make_description(kind, sizes, None if self._open else room.strides, device, byteswapped)
            return
        strides, self._offset, unit = read_layout(layout, kind)
        self._core = make_description(kind, sizes, strides, device, byteswapped, unit)
        check_offset(self._core, self._offset)
        check_alignment(self._core, self._offset, self._alignment)

    @property
    def axes(self) -> tuple[axis, ...] | None:
        """The axes of the dimensions, if they have some."""
        return self._core.axes

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._core.dtype

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self._core.ndims

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each dimension."""
        return self._core.size

    @property
    def read_only(self) -> bool:
        """True for an r-tensor, False for an l-tensor."""
        return self._read_only

    @property
    def layout(self) -> Layout | None:
        """Strides and offset, if known."""
        if self._open:
            return None
        unit, numbers = self.dtype.size, (*self._core.strides, self._offset)
        if any(number % unit for number in numbers):
            return Layout(self._core.strides, self._offset, 1)
        return Layout(tuple(number // unit for number in numbers[:-1]), self._offset // unit)

    @property
    def allocated(self) -> tuple[int, ...] | None:
        """The sizes for which there is room, if they are known."""
        return self._allocated

    @property
    def alignment(self) -> int | None:
        """Columns begin at multiples of this number of bytes; None: no alignment is asked for."""
        return self._alignment

    @property
    def device(self) -> Device:
        """The device on which a tensor is allocated."""
        return self._core.device

    @property
    def byteswapped(self) -> bool:
        """Whether the elements are in the other byte order than the machine's."""
        return bool(self._core.swapped)

    @property
    def _layout(self) -> CoreDescription:
        """The core's description; column-major if the layout is open."""
        return self._core

    def linearIndex(self, index: Integers) -> int:
        """Where the element with an index is in memory, in elements: the offset, and the strides times the index."""
        places, layout = integers(index, "index"), self.layout
        if layout is None:
            raise OceanValueError("The layout is open, so that elements have no place yet; see withLayout")
        if len(places) != self.rank or not all(0 <= k < n for k, n in zip(places, self.shape, strict=True)):
            raise OceanIndexError(f"The index {places} is outside the shape {self.shape}")
        return layout.offset + sum(k * stride for k, stride in zip(places, layout.strides, strict=True))

    def withLayout(
        self,
        layout: HasStrides | str | None,
        *,
        allocated: Integers | None = None,
        alignment: SupportsIndex | None = None,
    ) -> BasicTensorDescription:
        """The description with another layout; sizes and alignment that are known already count unless given."""
        result = BasicTensorDescription(
            self.dtype, self.shape, layout, self._read_only,
            allocated=self._allocated if allocated is None else allocated,
            alignment=self._alignment if alignment is None else alignment,
            device=self.device, byteswapped=self.byteswapped,
        )  # fmt: skip
        return with_axes(result, self.axes)

    def view(self, *tensors: tensor | rtensor) -> tensor | rtensor:
        """The view of a tensor that is described by the base (of several tensors, where there are several bases).

        Views that are not strided, and views of r-tensors, are r-tensors.
        """
        for each in tensors:
            if not isinstance(each, (tensor, rtensor)):
                raise OceanTypeError(f"view() takes tensors, got {type(each).__name__}")
        if len(tensors) != self._inputs():
            raise OceanTypeError(f"view() takes {self._inputs()} tensors here, got {len(tensors)}")
        result = self._applied(iter(tensors))
        if self._read_only and isinstance(result, tensor):
            result.readonly = True
        return result

    def _inputs(self) -> int:
        """The count of base tensors."""
        return 1

    def _applied(self, tensors: Iterator[tensor | rtensor]) -> tensor | rtensor:
        """The described tensor, in a new object, made from the next of the given tensors."""
        found = +next(tensors)
        if found.dtype is not self.dtype or found.size != self.shape:
            raise OceanValueError(
                f"Expected a tensor of dtype {self.dtype.name} and size {size_text(self.shape)}, "
                f"got {found.dtype.name} and {size_text(found.size)}"
            )
        if isinstance(found, tensor) and not self._open and places(found._layout) != places(self._core):
            raise OceanValueError(
                f"Expected a tensor with strides {self._core.strides} in bytes, got {found.strides}; "
                "a description with an open layout takes any"
            )
        return found

    def _allocate(self, where: Device | None, line: stream | None) -> tensor:
        """A new, uninitialised tensor."""
        if where is None:
            where = self.device if line is None else line.device
        desc = self._core.on_device(where)
        room = make_description(self.dtype, self._allocated or self.shape, desc.strides, where)
        nbytes = self._offset + max(room.high, desc.high)
        storage = new_storage(nbytes, None, where, line)
        if nbytes % self.dtype.size == 0:
            storage.dtype = self.dtype
        return on_storage(storage, self._offset, desc)

    # equality, copies, text

    def _key(self) -> tuple[Any, ...]:
        if self._open:
            return (self._core, self._read_only, self._allocated, self._alignment)
        return (self._core, self._read_only, self._offset)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.dtype, self.shape, self.layout, self._read_only, self._allocated, self._alignment,
                          self.device, self.byteswapped, *(() if self.axes is None else (self.axes,)))  # fmt: skip

    def _repr_html_(self) -> str:
        from ocean._src.text.html import facts

        layout = "open" if self.layout is None else f"strides {self.layout.strides}, offset {self.layout.offset}"
        rows: list[tuple[str, Any]] = [("dtype", self.dtype.spelling), ("shape", self.shape), ("layout", layout)]
        rows += [("axes", axes_text(self.axes))] if self.axes is not None else []
        rows += [("byte order", "swapped")] if self.byteswapped else []
        rows += [("device", self.device.name), ("read-only", "yes" if self.read_only else "no")]
        return facts(type(self).__name__, rows)

    def __repr__(self) -> str:
        parts = [f"ocean.{self.dtype.spelling}", str(self.shape)] if self.axes is None else [
            f"({', '.join(map(repr, self.axes))}{',' * (self.rank == 1)})", f"ocean.{self.dtype.spelling}"
        ]  # fmt: skip
        if not self._open:
            parts.append(repr(self.layout))
        parts += ["read_only=True"] * self._read_only
        if self._allocated not in (None, self.shape):
            parts.append(f"allocated={self._allocated}")
        if self._alignment is not None:
            parts.append(f"alignment={self._alignment}")
        if self.device is not cpu:
            parts.append(f"device={self.device.name}")
        parts += ["byteswapped=True"] * self.byteswapped
        return f"{type(self).__name__}({', '.join(parts)})"


class TensorDescription(BasicTensorDescription):
    """A tensor by its axes, from which its shape comes, and its dtype; the rest is as in BasicTensorDescription.

    >>> H, W = ocean.axis(2, "H"), ocean.axis(3, "W")
    >>> d = ocean.descriptions.TensorDescription((H, W), ocean.float)
    >>> d.shape, ocean.tensor(d).axes
    ((2, 3), (H:2, W:3))
    """

    __slots__ = ()

    def __init__(
        self,
        axes: Any,
        dtype: DType,
        layout: HasStrides | str | None = None,
        read_only: bool = False,
        *,
        allocated: Integers | None = None,
        alignment: SupportsIndex | None = None,
        device: Device | None = None,
        byteswapped: bool = False,
    ) -> None:
        found = as_axes((axes,) if isinstance(axes, axis) else axes)
        super().__init__(
            dtype, [each.length for each in found or ()], layout, read_only, allocated=allocated, alignment=alignment,
            device=device, byteswapped=byteswapped,
        )  # fmt: skip
        self._core = self._core.with_axes(found)


def with_axes(self: BasicTensorDescription, axes: tuple[axis, ...] | None) -> BasicTensorDescription:
    """The same description with axes."""
    if axes is None:
        return self
    result = TensorDescription.__new__(TensorDescription)
    for name in BasicTensorDescription.__slots__:
        setattr(result, name, getattr(self, name))
    result._core = self._core.with_axes(axes)
    return result


def restored(kind: dtype, shape: Any, layout: Any, read_only: bool, allocated: Any, alignment: Any, where: device,
             swapped: bool, axes: Any = None) -> BasicTensorDescription:  # fmt: skip
    """Rebuild a description from a pickle."""
    found = BasicTensorDescription(
        kind, shape, layout, read_only, allocated=allocated, alignment=alignment, device=where, byteswapped=swapped
    )
    return with_axes(found, axes)


# --- Layouts -----------------------------------------------------------------------------------------------------


def checked_room(allocated: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    if len(allocated) != len(shape) or any(room < n for room, n in zip(allocated, shape, strict=True)):
        raise OceanValueError(f"The allocated sizes must be at least the shape {shape}, got {allocated}")
    return allocated


def checked_alignment(alignment: SupportsIndex) -> int:
    unit = integer(alignment, "alignment")
    if not 1 <= unit <= BLOCK_ALIGNMENT or unit & (unit - 1):
        raise OceanValueError(f"The alignment must be a power of two from 1 to {BLOCK_ALIGNMENT} bytes, got {unit}")
    return unit


def aligned(sizes: tuple[int, ...], order: str, kind: dtype, alignment: int | None) -> tuple[int, ...]:
    """Sizes with the fastest one rounded up to a multiple of an alignment in bytes."""
    if alignment is None or not sizes:
        return sizes
    unit = alignment // math.gcd(alignment, kind.size)
    fastest = {"C": len(sizes) - 1, "R": min(1, len(sizes) - 1)}.get(order.upper(), 0)
    return tuple(-(-n // unit) * unit if axis == fastest else n for axis, n in enumerate(sizes))


def read_layout(layout: Any, kind: dtype) -> tuple[tuple[int, ...], int, int]:
    """Strides in units, the offset in bytes, and the unit in bytes, of a layout that is given as an object."""
    if isinstance(layout, tensor):
        raise OceanTypeError("A tensor has strides in bytes; its layout is tensor.description.layout")
    if not hasattr(layout, "strides") or not hasattr(layout, "offset"):
        raise OceanTypeError(
            f"A layout must be 'F', 'C', an object with strides and offset in elements, or None, got {shown(layout)}"
        )
    given = getattr(layout, "unitsize", None)
    unit = kind.size if given is None else integer(given, "unit size")
    return integers(layout.strides, "stride"), integer(layout.offset, "offset") * unit, unit


def check_offset(desc: CoreDescription, offset: int) -> None:
    if offset + desc.low < 0 or offset + desc.high >= 1 << 63:
        raise OceanValueError(
            f"Elements at strides {desc.strides} from offset {offset} in bytes reach outside of any storage"
        )


def check_alignment(desc: CoreDescription, offset: int, alignment: int | None) -> None:
    """Check that all strides but the smallest are multiples of an alignment."""
    strides = sorted(abs(stride) for stride, n in zip(desc.strides, desc.size, strict=True) if n > 1)
    if alignment is not None and any(number % alignment for number in (offset, *strides[1:])):
        raise OceanValueError(
            f"The strides {desc.strides} and the offset {offset} in bytes are not aligned to {alignment} bytes"
        )


def places(desc: CoreDescription) -> tuple[int, ...]:
    """The strides that matter: none without elements, and not those of dimensions of length one."""
    return tuple(stride for stride, n in zip(desc.strides, desc.size, strict=True) if n > 1) if desc.nelem else ()


def described(self: tensor) -> BasicTensorDescription:
    """Size, strides and offset in elements, dtype, byte order and device: an `ocean.descriptions` object."""
    own = +self  # a copy that no other thread can change
    cls = BasicTensorDescription if own.axes is None else TensorDescription
    result = cls.__new__(cls)
    result._core, result._offset, result._read_only, result._open = own._layout, own.offset, own.readonly, False
    result._allocated = result._alignment = None
    return result


def described_lazily(self: rtensor) -> BasicTensorDescription:
    """Size, dtype and device: an `ocean.descriptions` object without a layout, and read-only."""
    return with_axes(BasicTensorDescription(self.dtype, self.size, None, True, device=self.device), self.axes)


attach(tensor, description=property(described, doc=described.__doc__))
attach(rtensor, description=property(described_lazily, doc=described_lazily.__doc__))

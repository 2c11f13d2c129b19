"""Mapped views: views of gathered elements that strides cannot describe; they can be assigned to.

`a.map(indices)`, and `reshape` and `ravel` in column-major order give them. Such an array
has a `Mapped` in place of its inner tensor; functions that compute take its values.
"""

from __future__ import annotations

from math import prod

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.functions.create import arange
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import INT64, dtype
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import at_most, make_empty, tensor

from .unwrap import wrap


class Mapped:
    """The elements of a tensor at places, which are numbered in column-major order. Without places: all elements in
    column-major order, in another size and with the dimensions in another order."""

    def __init__(
        self, base: tensor, size: tuple[int, ...], places: tensor | None = None, axes: tuple[int, ...] | None = None
    ) -> None:
        self.base, self.inside, self.places = base if base.ndims else base.reshape(1), size, places
        self.axes = tuple(range(len(size))) if axes is None else axes
        self.size = size if places is not None else tuple(size[each] for each in self.axes)
        self.found = places

    @property
    def ndims(self) -> int:
        return len(self.size)

    @property
    def nelem(self) -> int:
        return prod(self.size)

    @property
    def dtype(self) -> dtype:
        return self.base.dtype

    @property
    def device(self) -> device:
        return self.base.device

    @property
    def real(self) -> Mapped:
        return Mapped(self.base.real, self.inside, self.places, self.axes)

    @property
    def imag(self) -> Mapped:
        return Mapped(self.base.imag, self.inside, self.places, self.axes)

    # elements

    def values(self) -> tensor:
        """The current elements, in a new tensor."""
        if self.places is None:
            return self.base.replicate().reshape(self.inside).permuteAxes(self.axes)
        if not self.nelem:
            return make_empty(make_description(self.dtype, self.size, "F", self.device))
        found: tensor = self.base[self.key()].reshape(self.size)
        return found

    def eval(self, threads: int | None = None) -> tensor:
        """The current elements, read-only because writes would not change the base."""
        found: tensor = self.values() if threads is None else at_most(threads, self.values)
        found.readonly = True
        return found

    def write(self, value: tensor) -> None:
        """Assign elements; they must have the size of the view."""
        if not self.nelem:
            return
        if self.places is None:
            back = [self.axes.index(each) for each in range(len(self.axes))]
            self.base.assign(value.permuteAxes(back).reshape(self.base.size))
        else:
            self.base[self.key()] = value.reshape(self.nelem)

    def indices(self) -> tensor:
        """The places of all elements."""
        if self.found is None:
            self.found = cpu(arange(prod(self.inside))).reshape(self.inside).permuteAxes(self.axes)
        return self.found

    def key(self) -> tensor:
        """The indices of the places, a column for each; a vector if the base is one."""
        places, size = self.indices().reshape(self.nelem), self.base.size
        if len(size) == 1:
            return places
        result = make_empty(make_description(INT64, (len(size), self.nelem), "F", cpu))
        for axis, length in enumerate(size):
            result[axis] = places % length
            places = places // length
        return result

    # views

    def permuteAxes(self, order: Any) -> Mapped:
        if self.places is not None:
            return self.changed(self.places.permuteAxes(order))
        return Mapped(self.base, self.inside, None, tuple(self.axes[each] for each in order))

    def reverseAxes(self) -> Mapped:
        return self.permuteAxes(range(self.ndims - 1, -1, -1))

    def swapAxes(self, first: int, second: int) -> Mapped:
        order = list(range(self.ndims))
        order[first], order[second] = order[second], order[first]
        return self.permuteAxes(order)

    def flipAxis(self, axis: int) -> Mapped:
        return self.changed(self.indices().flipAxis(axis))

    def slice(self, axis: int, first: int, count: int) -> Mapped:
        return self.changed(self.indices().slice(axis, first, count))

    def reshape(self, size: tuple[int, ...]) -> Mapped:
        return self.changed(self.indices().reshape(size))

    def changed(self, places: tensor) -> Mapped:
        return Mapped(self.base, places.size, places)

    def at(self, key: Any) -> Mapped:
        """The mapped view of any key of the array."""
        return self.changed(inner_field(wrap(self.indices())[key]))


def mapped_at(self: array, key: Any) -> array:
    """The mapped view of any key; a lazy array for a lazy array."""
    found = view_field(self)
    if isinstance(found, Mapped):
        return wrap(found.at(key))
    if isinstance(found, rtensor):
        return self[key]
    if found.axes is not None:
        raise OceanValueError("A mapped view has no axes; take it of withoutAxes()")
    whole = Mapped(found, found.size)
    return wrap(whole.at(key))

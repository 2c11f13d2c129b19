"""The flags of arrays: contiguity, alignment, and whether they can be written."""

from __future__ import annotations

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.functions.assign import is_whole
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.description import layout_is_fortran
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor

from .unwrap import inner

SHORT = {
    "C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned",
    "CONTIGUOUS": "c_contiguous", "FORTRAN": "f_contiguous", "B": "behaved", "CA": "carray", "FA": "farray",
}  # fmt: skip
"""Other names of flags."""
BITS = {"c_contiguous": 1, "f_contiguous": 2, "owndata": 4, "aligned": 0x100, "writeable": 0x400}


class Flags:
    """What NumPy's arrays say of their memory: `a.flags.c_contiguous`, `a.flags["WRITEABLE"]`."""

    NAMES = ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned", "writebackifcopy")

    def __init__(self, of: array) -> None:
        self._of = of
        field = view_field(of)
        self._stored = isinstance(field, tensor)
        if isinstance(field, rtensor) and field.trace is not None:
            field.trace.refuse("the flags of an array")

    @property
    def c_contiguous(self) -> bool:
        return self._stored and bool(layout_is_fortran(inner(self._of)._layout))

    @property
    def f_contiguous(self) -> bool:
        return self._stored and bool(layout_is_fortran(inner(self._of).reverseAxes()._layout))

    contiguous = c_contiguous

    fortran = f_contiguous

    @property
    def fnc(self) -> bool:
        return self.f_contiguous and not self.c_contiguous

    @property
    def forc(self) -> bool:
        return self.f_contiguous or self.c_contiguous

    @property
    def owndata(self) -> bool:
        return self._stored and is_whole(inner(self._of))  # storage owns the memory, and arrays share it

    @property
    def writeable(self) -> bool:
        return self._stored and not inner(self._of).readonly

    @writeable.setter
    def writeable(self, value: bool) -> None:
        if not self._stored:
            raise OceanValueError("Lazy arrays and mapped views have no memory of their own; evaluate it first: eval()")
        inner(self._of).readonly = not value

    @property
    def aligned(self) -> bool:
        if not self._stored:
            return True
        found = inner(self._of)
        return all(each % found.dtype.basetype.size == 0 for each in (found.ptr, *found.strides))

    @property
    def writebackifcopy(self) -> bool:
        return False

    @property
    def behaved(self) -> bool:
        return self.aligned and self.writeable

    @property
    def carray(self) -> bool:
        return self.behaved and self.c_contiguous

    @property
    def farray(self) -> bool:
        return self.behaved and self.fnc

    @property
    def num(self) -> int:
        """The flags as bits of NumPy's number."""
        return sum(bit for name, bit in BITS.items() if getattr(self, name))

    def __eq__(self, other: Any) -> bool:
        return self.num == other.num if hasattr(other, "num") else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, name: str) -> bool:
        found = SHORT.get(name, name.lower()) if isinstance(name, str) else ""
        if found not in (*self.NAMES, "behaved", "carray", "farray", "fnc", "forc"):
            raise KeyError("Unknown flag")
        return bool(getattr(self, found))

    def __setitem__(self, name: str, value: bool) -> None:
        if SHORT.get(name, name.lower()) != "writeable":
            raise KeyError(f"The flag {name} cannot be set")
        self.writeable = value

    def __repr__(self) -> str:
        return "\n".join(f"  {name.upper()} : {getattr(self, name)}" for name in self.NAMES)


def _flags(self: array) -> Any:
    """What NumPy's arrays say of their memory: row-major, column-major, writeable, aligned."""
    return Flags(self)


attach(array, flags=property(_flags))

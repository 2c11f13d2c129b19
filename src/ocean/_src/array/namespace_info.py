"""The queries of the array API standard: devices, dtypes, capabilities."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.dtypes import CDOUBLE, DOUBLE, DTYPE_LIST, INT64, array_dtype, computing_of
from ocean._src.core.objects.memory import device

from .dtypes import isdtype
from .printing import NAMES
from .unwrap import default_device as current
from .unwrap import read_device


class __array_namespace_info__:
    """The devices and dtypes of this namespace."""

    def capabilities(self) -> dict[str, Any]:
        """What is possible: boolean indexing, shapes that depend on data, and the most axes."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": MAX_DIMS}

    def default_device(self) -> device:
        """Where new arrays are."""
        return current()

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of arrays unless others are given."""
        read_device(device)
        kinds = {"real floating": DOUBLE, "complex floating": CDOUBLE, "integral": INT64, "indexing": INT64}
        return {name: array_dtype(each) for name, each in kinds.items()}

    def devices(self) -> tuple[device, ...]:
        """All devices."""
        from ocean._src.tensor.devices import devices

        return tuple(devices())

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The standard's dtypes, all or those of a kind, by their names, without those that are only stored."""
        read_device(device)
        known = {NAMES[each]: array_dtype(each) for each in DTYPE_LIST if computing_of(each) is each}
        return known if kind is None else {name: each for name, each in known.items() if isdtype(each, kind)}

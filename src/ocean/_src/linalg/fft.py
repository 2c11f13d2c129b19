"""Fourier transforms: NumPy's FFT, or SciPy's on several threads if that is installed and pays.

A tensor is seen mirrored, as an array whose last dimension is the tensor's first; a *convention* counts axes from
one end or the other. Below, axes and lists of axes and lengths are NumPy's.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanIndexError, OceanMemoryError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any, Protocol
from ocean._src.base.later import numpy as np
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import as_scalar
from ocean._src.core.host.linalg.fourier import transformed
from ocean._src.core.objects.description import integer, integers
from ocean._src.core.objects.dtypes import find_dtype
from ocean._src.core.objects.tensor import getNumThreads, tensor
from ocean._src.tensor.rearrange import roll

from .conventions import COMPUTED_IN, Face, array_of, stored, tensor_on
from .lapack import check_name

NORMS = ("backward", "ortho", "forward")
REAL = {"rfft": "fft", "rfft2": "fft2", "rfftn": "fftn", "ihfft": "ifft"}
"""Transforms of real numbers, and their complex counterparts."""
HALVED = {"irfft", "irfft2", "irfftn", "hfft"}
"""Transforms of half a spectrum, whose result is about twice as long."""
SHORT = {"fft", "ifft", "rfft", "irfft"}
"""Transforms with a fast path for all points along the contiguous axis."""
PASSING = ("None in s: -1 is the length of an axis", "s without axes: give both")
MANY = 1 << 16
"""Transforms of at least this many elements may run on several threads."""


@functools.cache
def scipy_fft() -> Any:
    """SciPy's module, or None if it is not installed."""
    try:
        import scipy.fft
    except ImportError:
        return None
    return scipy.fft


def library(array: Any, axes: Sequence[int]) -> tuple[Any, dict[str, Any]]:
    """The module that computes a transform, and its options: several lines can be split among threads."""
    if array.ndim > 1 and getNumThreads() > 1 and len(set(axes)) == len(axes):
        found = scipy_fft()
        if found is not None:
            return found, {"workers": getNumThreads()}
    return np.fft, {}


def transform(face: Face, name: str, x: Any, lengths: Any, axes: Any, norm: Any, many: bool, out: Any = None) -> Any:
    """Transform an operand of a convention; `axes`, or one axis, follow the convention."""
    source = face.opened(x, name, "x")
    kind = source.dtype
    if name in REAL and kind.iscomplex:
        raise OceanTypeError(f"{name}(): expected real elements, got dtype {kind.name}; use {REAL[name]}")
    if norm is not None:
        check_name(name, "norm", norm, NORMS)
    points: Any
    place: Any
    points, place = (several if many else single)(face, name, source, lengths, axes)
    if many and not place:
        return face.given(out, face.closed(source, source), name)
    wide = COMPUTED_IN[kind]
    array = array_of(source, wide).T
    for axis in place if many else (place,):
        if not array.shape[axis]:  # pad an empty axis with a zero: NumPy does not pad it correctly
            array = np.zeros((*array.shape[:axis], 1, *array.shape[axis + 1 :]), array.dtype)
    module, options = library(array, place if many else ()) if array.size >= MANY else (np.fft, {})
    try:
        found = getattr(module, name)(array, points, place, norm, **options)
    except MemoryError:
        raise OceanMemoryError(f"{name}(): there is not enough memory for {face.sizes([source])}") from None
    return face.given(out, face.closed(tensor_on(found.T, stored(kind)), source), name)


def single(face: Face, name: str, source: tensor, length: Any, axis: Any) -> tuple[int, int]:
    """The count of points and NumPy's axis of a transform along one axis."""
    ndims = source.ndims
    inner = face.axis(axis, ndims)
    if length is not None:
        count = integer(length, "n")
    else:
        count = source.size[inner] if name not in HALVED else 2 * (source.size[inner] - 1)
    if count < 1:
        raise no_points(face, name, source, count)
    return count, ndims - 1 - inner


def no_points(face: Face, name: str, source: tensor, count: int) -> OceanValueError:
    return OceanValueError(f"{name}(): a transform needs at least one point, got {count} for {face.sizes([source])}")


def several(face: Face, name: str, source: tensor, lengths: Any, axes: Any) -> tuple[list[int], list[int]]:
    """The counts of points and the axes of a transform along several axes, in NumPy's order. A count of -1 is the
    length of an axis, None what it would be without `s`."""
    ndims, size = source.ndims, source.size[::-1]
    given = None if lengths is None else read_counts(face, lengths)
    if face.turned and given is not None and (axes is None or None in given):
        warnings.warn(f"{name}(): NumPy will refuse {PASSING[axes is None]}", DeprecationWarning, stacklevel=4)
    if axes is None:
        places = list(range(ndims))[0 if given is None else max(0, ndims - len(given)) :]
    else:
        places = [ndims - 1 - face.axis(each, ndims) for each in face.numpy_order(integers(axes, "axes"))]
    if given is not None and len(given) != len(places):
        raise OceanValueError(f"{name}(): expected as many lengths as axes, got {len(given)} and {len(places)}")
    if not places and (name in REAL or name in HALVED):
        raise OceanIndexError(f"{name}(): there is no axis to transform, got {face.sizes([source])}")
    counts = [size[place] for place in places]
    if name in HALVED and (given is None or given[-1] is None):
        counts[-1] = 2 * (counts[-1] - 1)
    for k, each in enumerate(given or ()):
        if each is not None and each != -1:
            counts[k] = each
    for count in counts:
        if count < 1:
            raise no_points(face, name, source, count)
    return counts, places


def read_counts(face: Face, lengths: Any) -> list[int | None]:
    """The numbers of points along axes, in NumPy's order."""
    if isinstance(lengths, (list, tuple)) and None in lengths:
        return [None if each is None else integer(each, "n") for each in face.numpy_order(tuple(lengths))]
    return [integer(each, "n") for each in face.numpy_order(integers(lengths, "s"))]


# --- The functions of a convention -------------------------------------------------------------------------------


class Line(Protocol):
    """A transform along one axis."""

    def __call__(
        self, x: Any, /, n: Any = None, axis: int = ..., norm: str | None = "backward", out: Any = None
    ) -> Any: ...


class Block(Protocol):
    """A transform along several axes."""

    def __call__(
        self, x: Any, /, s: Any = None, axes: Any = ..., norm: str | None = "backward", out: Any = None
    ) -> Any: ...


class Shift(Protocol):
    """A function that moves the zero frequency."""

    def __call__(self, x: Any, /, axes: Any = None) -> Any: ...


def line(face: Face, name: str) -> Line:
    """A transform along one axis, by default the first one of a tensor."""

    near, short = face.near, name in SHORT

    def function(x: Any, /, n: Any = None, axis: int = 0, norm: str | None = "backward", out: Any = None) -> Any:
        if short and n is None and axis == near and norm == "backward" and out is None:
            source = face.opened(x, name, "x")
            found = transformed(source, name) if source.nelem < MANY else None
            if found is not None:
                return face.closed(found, source)
        return transform(face, name, x, n, axis, norm, False, out)

    function.__defaults__ = None, near, "backward", None
    return ruled("along(axis)")(named(function, name, face))  # type: ignore[no-any-return]


def block(face: Face, name: str) -> Block:
    """A transform along several axes, by default all, or the first two of a tensor."""

    def function(x: Any, /, s: Any = None, axes: Any = None, norm: str | None = "backward", out: Any = None) -> Any:
        return transform(face, name, x, s, axes, norm, True, out)

    function.__defaults__ = None, face.plane if name.endswith("2") else None, "backward", None
    return ruled("along(axes)")(named(function, name, face))  # type: ignore[no-any-return]


def shift(face: Face, name: str) -> Shift:
    """Move the zero frequency to the middle, or back."""

    def function(x: Any, /, axes: Any = None) -> Any:
        source = face.opened(x, name, "x")
        given = range(source.ndims) if axes is None else integers(axes, "axes")
        places = [face.axis(each, source.ndims) for each in given]
        if not places:
            return face.closed(source.clone(), source)
        steps = [source.size[place] // 2 for place in places]
        return face.closed(roll(source, steps if name == "fftshift" else [-step for step in steps], places), source)

    return ruled("along(axes)")(named(function, name, face))  # type: ignore[no-any-return]


def frequencies(face: Face, name: str) -> Callable[..., Any]:
    """The frequencies of a transform."""

    def function(n: Any, /, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
        count = integer(n, "n")
        if count < 1:
            raise OceanValueError(f"{name}(): a transform needs at least one point, got {count}")
        step = as_scalar(d, name).asPython()
        if isinstance(step, complex) or step == 0:
            raise OceanValueError(f"{name}(): the distance d must be a real number and not zero, got {shown(d)}")
        found = face.made(tensor_on(getattr(np.fft, name)(count, float(step))), dtype, device)
        kind = find_dtype(found.dtype)
        if kind is None or not kind.isfloat or kind.iscomplex:
            raise OceanValueError(f"{name}(): expected a real floating dtype, got {found.dtype.name}")
        return found

    return named(function, name, face)  # type: ignore[no-any-return]


def named(function: Any, name: str, face: Face) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__ = DOCS[name].format(first=face.first, last=face.last), f"{face.module}.fft"
    return function


SCALES = (
    'The norm "backward" divides the inverse by the number of points, "forward" the transform, "ortho" both by a root.'
)
DOCS = {
    "fft": f"""The discrete Fourier transform along an axis, of n points: the rest is left out, or zeros are added.

    {SCALES}""",
    "ifft": "The inverse of `fft`.",
    "rfft": "The first half (n // 2 + 1 points) of the transform of real numbers; the rest is its mirror image.",
    "irfft": "The inverse of `rfft`: n real numbers, by default 2 (m - 1) from m.",
    "hfft": "The transform, which is real, of the first half of what has conjugates at mirrored places.",
    "ihfft": "The inverse of `hfft`.",
    "fftn": f"""The transform along several axes, by default all; s are the numbers of points along each.

    If s is given without axes, it is for the {{first}} ones. {SCALES}""",
    "ifftn": "The inverse of `fftn`.",
    "rfftn": "The transform of real numbers along several axes; the {last} given one has only n // 2 + 1 points.",
    "irfftn": "The inverse of `rfftn`.",
    "fft2": "The transform along two axes, by default the {first} two.",
    "ifft2": "The inverse of `fft2`.",
    "rfft2": "The transform of real numbers along two axes; the {last} given one has only n // 2 + 1 points.",
    "irfft2": "The inverse of `rfft2`.",
    "fftshift": "The frequency zero moved to the middle, along axes or along all.",
    "ifftshift": "The inverse of `fftshift`.",
    "fftfreq": "The frequencies of `fft` for n points at the distance d, in cycles per unit of d.",
    "rfftfreq": "The frequencies of `rfft` for n points at the distance d, in cycles per unit of d.",
}

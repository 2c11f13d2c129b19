"""Conventions: how operands become NumPy arrays in NumPy's layout, without a copy, and how results are converted back.

NumPy has matrices in the last two dimensions, Ocean in the first two. A tensor of size (m, n, a, b) is seen as an
array of shape (b, a, m, n). Anything else is mirrored: size (n, a, b) is shape (b, a, n).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanMemoryError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any, ParamSpec, TypeVar, cast
from ocean._src.base.later import numpy as np
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import argument, tensor_of
from ocean._src.core.call.settings import settings
from ocean._src.core.functions.buffers import tensor_from_array
from ocean._src.core.functions.copies import cast as copied_as
from ocean._src.core.host.linalg.matmul import names_in_blas
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.description import checked_axis, size_text
from ocean._src.core.objects.dtypes import DOUBLE, DTYPE_LIST, common, complex_of, computing_of, dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import item, tensor
from ocean._src.ops.dispatch import check_types, common_size

Given = ParamSpec("Given")
Gives = TypeVar("Gives")

COMPUTED_IN: dict[dtype, dtype] = {each: computing_of(each) if each.isfloat else DOUBLE for each in DTYPE_LIST}
"""The dtype in which LAPACK and FFT compute."""


def linalg_error(text: str) -> Exception:
    """The error of linear algebra, whose class is also NumPy's; this loads NumPy."""
    from .errors import LinAlgError

    return LinAlgError(text)


class Face:
    """The convention of tensors: matrices in the first two dimensions."""

    module, first, last = "ocean", "first", "first"
    near: int = 0
    plane: tuple[int, int] = (0, 1)
    """The axis of contiguous elements, and the two axes of matrices."""
    turned = False
    """Whether the first dimension of the tensor that holds an operand counts the columns of matrices."""

    def opened(self, value: Any, name: str, title: str) -> tensor:
        """The tensor that holds an operand."""
        return value if type(value) is tensor else tensor_of(argument(value, name, title))

    def together(self, given: Sequence[Any]) -> None:
        """Check the devices of two operands."""

    def batch(self, sources: Sequence[tensor]) -> None:
        """Check that batches of matrices can be broadcast."""
        common_size(*(each.size[2:] for each in sources if each.ndims > 1))

    def kind(self, sources: Sequence[tensor]) -> dtype:
        """The common dtype."""
        kinds = tuple(each.dtype for each in sources)
        found = common(*kinds)
        check_types(kinds, (found,) * len(kinds))
        return found

    def matrices(self, array: Any) -> Any:
        """Permute an array, in the order of the tensor's dimensions, so that matrices are in the last two."""
        ndim = array.ndim
        return array if ndim < 3 else array.transpose(*range(ndim - 1, 1, -1), 0, 1)

    def from_matrices(self, array: Any) -> Any:
        ndim = array.ndim
        return array if ndim < 3 else array.transpose(ndim - 2, ndim - 1, *range(ndim - 3, -1, -1))

    def sizes(self, sources: Sequence[tensor]) -> str:
        """The sizes of operands for a message."""
        return "size " + " and ".join(size_text(each.size) for each in sources)

    def numpy_order(self, axes: tuple[int, ...]) -> tuple[int, ...]:
        """Axes, or numbers that belong to axes, in NumPy's order."""
        return axes[::-1]

    def axis(self, axis: Any, ndims: int) -> int:
        """The axis of the tensor; the axis of the mirrored array has the same distance from the other end."""
        return checked_axis(axis, ndims)

    def made(self, result: tensor, kind: Any, where: Any) -> Any:
        """A new result, in a dtype and on a device if these are given."""
        result = result if kind is None else copied_as(result, kind)
        where = settings.device if where is None else where
        return result if where is None else where(result)

    def held(self, value: Any) -> Any:
        """The tensor that is an operand; None for other values."""
        return value if type(value) is tensor else None

    def closed(self, result: tensor, source: tensor) -> Any:
        """The result on the device of the operand; a single number becomes a scalar."""
        return sent_to(result, source) if result.ndims else item(result)

    def given(self, out: Any, result: Any, name: str) -> Any:
        """A result, or `out` after the result was written into it."""
        if out is None:
            return result
        if type(out) is not tensor:
            raise OceanTypeError(f"{name}(): out must be a tensor, got {type(out).__name__}")
        if out.size != getattr(result, "size", ()):
            raise OceanValueError(f"{name}(): out has size {size_text(out.size)}, expected {size_text(result.size)}")
        out[...] = result
        return out


TENSORS = Face()


def on_host(source: tensor, kind: dtype) -> tensor:
    """A tensor of a dtype on the host: itself, or a copy."""
    if source.dtype is not kind:
        source = kind(source)
    return source if source.device.host else cpu(source)


def array_of(source: tensor, kind: dtype) -> Any:
    """A NumPy array on the memory of a tensor, or of a copy if the dtype or the device differs."""
    return np.asarray(on_host(source, kind))


def stored(kind: dtype) -> dtype | None:
    """The dtype of operands to which results return, if it is only stored; else None."""
    return kind if kind.isfloat and computing_of(kind) is not kind else None


def narrowed(found: tensor, narrow: dtype | None) -> tensor:
    """Cast floating results for operands of a dtype that is only stored back to it, or to its complex partner."""
    if narrow is None or not found.dtype.isfloat:
        return found
    return (complex_of(narrow) if found.dtype.iscomplex else narrow.basetype)(found)


def tensor_on(array: Any, narrow: dtype | None = None) -> tensor:
    """A tensor on the memory of a NumPy array, cast back to a dtype that is only stored."""
    found = tensor_from_array(array if type(array) is np.ndarray else np.asarray(array))
    assert found is not None
    return narrowed(found, narrow)


def gives(
    kinds: str, rule: str, alone: str = "", fast_path: Callable[..., Any] | None = None
) -> Callable[[Callable[Given, Gives]], Callable[Given, Gives]]:
    """Declare the results of a function of NumPy arrays: matrices (M), vectors or numbers (V), or like its second
    operand (B); `rule`: its axis rule; `alone`: its only result if an option asks for just one; `fast_path`: a function
    that calls LAPACK without NumPy.

    The fast path is called without options. If it returns None, the function itself is called.
    """

    def mark(body: Callable[Given, Gives]) -> Callable[Given, Gives]:
        vars(body).update(gives=kinds, rule=rule, alone=alone or kinds[:1], fast_path=fast_path)
        return body

    return mark


def of(face: Face, body: Callable[Given, Gives]) -> Callable[Given, Gives]:
    """Turn a function of NumPy arrays into a function for a convention; its positional-only arguments are the
    operands."""
    name, kinds, alone, fast_path = body.__name__, *(vars(body)[each] for each in ("gives", "alone", "fast_path"))
    call = cast(Any, body)
    code = call.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    count, tolerant = code.co_posonlyargcount, "rtol" in parameters
    titles, others = parameters[:count], parameters[count : code.co_argcount]
    opened, matrices, closed, turned = face.opened, face.matrices, face.closed, face.turned
    from_matrices = face.from_matrices

    def returned(array: Any, what: str, source: tensor, narrow: dtype | None) -> Any:
        """Convert a result of NumPy."""
        found = tensor_on(from_matrices(array) if what == "M" else array.T, narrow)
        return closed(found, source)

    def finished(found: Any, source: tensor, narrow: dtype | None) -> Any:
        """A result of the fast path, or a named tuple of them."""
        if type(found) is tensor:
            return closed(narrowed(found, narrow), source)
        return type(found)(*(closed(narrowed(each, narrow), source) for each in found))

    @functools.wraps(body)
    def function(*args: Given.args, **options: Given.kwargs) -> Gives:
        if fast_path is not None and len(args) == count and not options:
            held = [face.held(each) for each in args]
            if held[0] is not None and held[-1] is not None:  # there are one or two
                quick = fast_path(*held, turned)
                if type(quick) is tensor:
                    return closed(quick, held[0])  # type: ignore[no-any-return]
                if quick is not None:
                    return cast("Gives", finished(quick, held[0], None))
        if len(args) < count:
            return body(*args, **options)  # it raises the error for missing operands
        first = opened(args[0], name, titles[0])
        sources, kind, shapes = [first], first.dtype, kinds
        if count == 2:
            face.together(args[:2])
            second = opened(args[1], name, titles[1])
            sources.append(second)
            if first.ndims > 2 or second.ndims > 2:
                face.batch(sources)
            if second.dtype is not kind:
                kind = face.kind(sources)
            shapes = kinds.replace("B", "M" if second.ndims > 1 else "V")
        wide = COMPUTED_IN[kind]
        narrow, extra = stored(kind), args[count:]
        given = [on_host(first, wide)] if count == 1 else [on_host(each, wide) for each in sources]
        if fast_path is not None and not options and not extra:
            found = fast_path(*given, turned)
            if found is not None:
                return cast("Gives", finished(found, first, narrow))
        names_in_blas()  # from now on, our setting limits its threads
        arrays = [matrices(np.asarray(given[0]))]
        if count == 2:
            arrays.append(matrices(np.asarray(given[1])))
        if tolerant:
            if len(extra) <= len(others):
                options.update(zip(others, extra, strict=False))
                extra = ()
            set_tolerances(face, name, options, kind, arrays[0])
        try:
            found = call(*arrays, *extra, **options)
        except np.linalg.LinAlgError as error:
            text = str(error)
            text = text if text[:2].isupper() else f"{text[:1].lower()}{text[1:]}"
            raise linalg_error(f"{name}(): {text}; got {face.sizes(sources)}") from None
        except MemoryError:
            raise OceanMemoryError(f"{name}(): there is not enough memory for {face.sizes(sources)}") from None
        if not isinstance(found, tuple):
            what = alone if alone != "B" else shapes[0]
            return cast("Gives", returned(found, what, first, narrow))
        parts = [returned(each, what, first, narrow) for each, what in zip(found, shapes, strict=True)]
        return cast("Gives", type(found)(*parts))

    function.__module__ = f"{face.module}.linalg"
    return ruled(vars(body)["rule"])(function)


def set_tolerances(face: Face, name: str, options: dict[str, Any], kind: dtype, matrices: Any) -> None:
    """Convert tolerances to numbers or arrays; the default of `rtol` is eps times the larger side of the matrices."""
    for each in ("rtol", "rcond", "tol"):
        if options.get(each) is not None:
            if each != "rtol" and options.get("rtol") is not None:
                raise OceanValueError(f"{name}(): `{each}` and `rtol` can't be both set.")
            options[each] = array_of(face.opened(options[each], name, each), DOUBLE).T
    if options.get("rtol") is None:
        eps = float(kind.basetype.eps if kind.isfloat else DOUBLE.eps)
        options["rtol"] = max(matrices.shape[-2:], default=0) * eps

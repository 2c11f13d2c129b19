"""Products of matrices that are large arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any

from .blocks import Region, block_shape, elements_at_once, loop, regions
from .budget import current, inside
from .elementwise import wrapped
from .large import FUNCTIONS, large, np, refuse


class Product(large):
    """A product of two matrices. A region of it reads rows of the first and columns of the second by parts."""

    def __init__(self, a: large, b: large) -> None:
        dtype = np().matmul(np().ones((1, 1), a.dtype), np().ones((1, 1), b.dtype)).dtype
        self.setup((a.shape[0], b.shape[1]), dtype, (a, b), 6 * dtype.itemsize)
        self.order = (0, 1)

    def told(self) -> tuple[Any, ...]:
        return (self.shape, str(self.dtype))

    def read(self, region: Region) -> Any:
        a, b = self.parents
        rows, columns = region
        height, width, depth = rows.stop - rows.start, columns.stop - columns.start, a.shape[1]
        with inside(3):
            # a step holds `step` columns of the one factor and rows of the other, and the next ones
            cost = height * (a.cost + 2 * a.itemsize) + width * (b.cost + 2 * b.itemsize)
            step = max(1, min(depth, current().bytes // max(1, cost)))
            result: Any = None
            for start in range(0, depth, step):
                part = slice(start, min(start + step, depth))
                product = np().matmul(a.read((rows, part)), b.read((part, columns)))
                result = product if result is None else result + product
        return np().zeros((height, width), self.dtype) if result is None else result


def matmul(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> Any:
    """`numpy.matmul` of matrices and vectors."""
    refuse({"out": out, **options}, "matmul")
    a, b = wrapped(x1), wrapped(x2)
    if not isinstance(a, large) or not isinstance(b, large) or not 0 < a.ndim < 3 or not 0 < b.ndim < 3:
        raise OceanTypeError("matmul() by blocks takes matrices and vectors")
    if a.shape[-1] != b.shape[0]:
        raise OceanValueError(f"matmul(): {a.shape[-1]} columns beside {b.shape[0]} rows")
    key: tuple[Any, ...] = (slice(None), slice(None))
    left = a if a.ndim == 2 else a[None, :]
    right = b if b.ndim == 2 else b[:, None]
    found = small_product(left, right)
    if a.ndim == 1:
        key = (0, *key[1:])
    if b.ndim == 1:
        key = (*key[:-1], 0)
    if found is not None:
        return found[key]
    node = Product(left, right)
    return node if a.ndim == b.ndim == 2 else node[key]


def small_product(a: large, b: large) -> Any:
    """A product that fits into a part of the bound, whose factors are read along their long axis once; None if it is
    too large, or no sum over a long axis."""
    depth = a.shape[1]
    dtype = np().matmul(np().ones((1, 1), a.dtype), np().ones((1, 1), b.dtype)).dtype
    height, width = a.shape[0], b.shape[1]
    if depth < 4 * max(height, width) or height * width * dtype.itemsize * 4 > current().bytes // 4:
        return None
    per = a.cost * height + b.cost * width
    step = max(1, elements_at_once(per, 2 * (height * a.itemsize + width * b.itemsize)))
    places = regions((depth,), block_shape((depth,), step, (0,), (1,)), (0,))

    def read(region: Region) -> Any:
        first = a.settled((slice(0, height), region[0]))
        return first, b.settled((region[0], slice(0, width)))

    result = np().zeros((height, width), dtype)
    for _, (x, y) in loop(places, read, "matmul", depth, height * a.itemsize + width * b.itemsize):
        result = result + np().matmul(x, y)
        del x, y
    return result


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """`numpy.dot` of matrices and vectors."""
    return matmul(a, b, out)


FUNCTIONS.update(matmul=matmul, dot=dot)

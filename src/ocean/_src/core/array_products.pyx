# cython: auto_pickle=False
"""Products of two arrays that are vectors or matrices of one dtype, straight to the launch; all others take the longer
way, to functions of Python with the same names."""

from ocean._src.core.array cimport held, quick_product
from ocean._src.core.tensor cimport tensor

cdef dict GENERAL = {}


def set_general(**functions):
    """Called once: the functions that take all arguments."""
    GENERAL.update(functions)


def longer_ways():
    """The functions that take all arguments, by name."""
    return GENERAL


cdef object of_vectors(object a, object b, bint conjugates):
    """The product of two vectors, of real numbers if the first ones are conjugated; None for others."""
    cdef tensor first = held(a), second = held(b)
    if (first is None or second is None or first.desc.ndims != 1 or second.desc.ndims != 1
            or (conjugates and first.desc.dtype.iscomplex)):
        return None
    return quick_product(a, b)


def matmul(x1, x2, /, out=None, *, dtype=None):
    """The matrix product; a vector on the left is a row, one on the right a column, and more axes number matrices."""
    found = quick_product(x1, x2) if out is None and dtype is None else None
    return GENERAL["matmul"](x1, x2, out, dtype=dtype) if found is None else found


def dot(a, b, out=None):
    """The product over the last axis of the first and the second last of the second; with numbers, elementwise.

    Of arrays with axes it is `ocean.dot`: axes of the first are contracted with those of the second whose offset is one
    higher.
    """
    cdef tensor second = held(b)
    found = quick_product(a, b) if out is None and second is not None and second.desc.ndims <= 2 else None
    return GENERAL["dot"](a, b, out) if found is None else found


def inner(a, b, /):
    """The products over the last axes of both; with numbers, elementwise."""
    found = of_vectors(a, b, False)
    return GENERAL["inner"](a, b) if found is None else found


def vdot(a, b, /):
    """The sum of products of all elements, the first ones conjugate."""
    found = of_vectors(a, b, True)
    return GENERAL["vdot"](a, b) if found is None else found


def vecdot(x1, x2, /, *, axis=-1):
    """The sums of products of vectors along an axis of both, the first ones conjugate."""
    found = of_vectors(x1, x2, True) if axis == -1 else None
    return GENERAL["vecdot"](x1, x2, axis=axis) if found is None else found

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

from ocean._src.core.objects.deferred cimport DEFERRED_FROM, pending
from ocean._src.core.objects.description cimport description
from ocean._src.core.objects.tensor cimport operation, tensor


cdef class array:
    cdef object inner       # a tensor with the dimensions in reverse order, an r-tensor, a mapped view or a
                            # pending result; or a dtype:
    cdef char number[16]    # the dtype of this number, which has no memory
    cdef object __weakref__


cdef dict HOOKS             # Python functions; see `install`
cdef array wrap(object inner)
cdef tensor inner_of(object value)
cdef tensor held(object value)
cdef object operand_of(object value)
cdef object deferred(operation op, int count, PyObject** values)
cdef object lazy_operand(object value)
cdef bint apart(object first, object second) noexcept
cdef bint whole(object value)
cdef operation power_of(operation op, object first, object second)
cdef bint holds_axis(object shape)
cdef int quick_shape(object shape, int64_t* n) except -2
cdef int read_shape(object shape, int64_t* n, int64_t nelem, object size) except -1
cdef int set_all(array self, object value) except -1
cdef object quick_product(object a, object b)

cdef extern from *:
    """
    /* Whether only the stack of the calling frame holds an object that was passed on without new references. */
    static inline int is_temporary(PyObject *self) {
    #if PY_VERSION_HEX >= 0x030E0000
        return PyUnstable_Object_IsUniqueReferencedTemporary(self);
    #else
        return Py_REFCNT(self) == 1;
    #endif
    }
    """
    bint is_temporary(PyObject*) noexcept


cdef inline bint may_wait(object value) noexcept:
    """Whether an operand has enough elements to defer an operation."""
    if type(value) is not array:
        return False
    if type((<array>value).inner) is tensor:
        return (<tensor>(<array>value).inner).desc.nelem >= DEFERRED_FROM
    return type((<array>value).inner) is pending


cdef inline bint may_grow(object a, object b) noexcept:
    """Whether two smaller operands have a broadcast result with enough elements to defer an operation."""
    cdef description first, second
    cdef int64_t nelem = 1
    cdef int k
    if (type(a) is not array or type(b) is not array or type((<array>a).inner) is not tensor
            or type((<array>b).inner) is not tensor):
        return False
    first, second = (<tensor>(<array>a).inner).desc, (<tensor>(<array>b).inner).desc
    if first is second or first.nelem * second.nelem < DEFERRED_FROM:
        return False
    for k in range(max(first.ndims, second.ndims)):
        nelem *= max(first.n[k] if k < first.ndims else 1, second.n[k] if k < second.ndims else 1)
    return nelem >= DEFERRED_FROM

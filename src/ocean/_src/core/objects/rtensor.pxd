from libc.stdint cimport int64_t

from ocean._src.core.objects.description cimport FEW_DIMS, MAX_DIMS, description
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.tensor cimport operation, tensor


cdef class expression:
    cdef readonly str name
    cdef readonly dtype dtype
    cdef readonly tuple parts
    cdef readonly tuple inputs
    cdef readonly str mode
    cdef readonly bint strict
    cdef readonly bint checked      # whether anything in it checks a domain
    cdef public operation run       # evaluates it; None if it is not known yet, or if it needs several programs
    cdef public dict programs       # how it is evaluated, by the slots of gathered operands


cdef class rtensor:
    cdef expression what
    cdef tuple operands
    cdef object trace
    cdef bint number                # stands for a scalar: Python numbers beside it keep their own dtype
    cdef int weak                   # stands for a Python number: the smallest dtype of its kind that holds it, or 0
    cdef object whole               # stands for a Python integer: one with the same dtype beside any other; or None
    cdef int ndims
    cdef int64_t* n                 # in `few`, or in memory of its own
    cdef int64_t few[FEW_DIMS]
    cdef object axes                # of the dimensions, or None; operands are permuted and have no axes


cpdef bint is_constant(object value) except -1
cdef tensor own_locked(tensor self)
cdef bint same_operand(object first, object second)
cdef rtensor sized_rtensor(expression what, tuple operands, description desc)
cdef object known_of_arrays(operation op, object a, object b)
cdef int learn_of_arrays(operation op, object a, object b, object made) except -1
cpdef object fold(str name, rtensor self, int64_t extra)
cpdef rtensor lazy_tensor(tensor source, bint strict=*, object trace=*, bint number=*)

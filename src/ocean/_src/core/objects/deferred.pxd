from libc.stdint cimport int64_t, uint64_t

from ocean._src.core.objects.description cimport description
from ocean._src.core.objects.memory cimport link
from ocean._src.core.objects.rtensor cimport expression, rtensor
from ocean._src.core.objects.tensor cimport operation, tensor

cdef enum:
    MOST_GIVEN = 3                  # operands of a deferred operation


cdef class step:
    cdef readonly expression what   # over the operands of the call, in the order `source`
    cdef int count                  # of inputs of the expression
    cdef int source[MOST_GIVEN]     # the operand of the call that each input is


cdef class pending:
    cdef operation op
    cdef step step
    cdef object first, second, third    # the operands: tensors, pending results, scalars and Python numbers
    cdef readonly description desc      # of the result
    cdef tensor done                # the result, once it is computed
    cdef link links[MOST_GIVEN]     # in the lists of readers of the operands
    cdef link* readers              # the pending results that have this one as an operand
    cdef int steps                  # operations in its expression, at most
    cdef int leaves                 # operands of its expression, at most
    cdef uint64_t hashed            # of its expression
    cdef link age                   # in the list of all pending results, the oldest first


cdef int64_t DEFERRED_FROM          # elements from which operations are deferred; see `set_deferring`
cdef pending defer(operation op, int count, object first, object second, object third)
cdef void fuse_at_once(int change) noexcept
cdef tensor settle(pending self)
cdef rtensor lazy_of(pending self, list merged)
cdef bint still_pending(pending self, list merged) noexcept
cdef bint into(pending self, tensor target) except -1
cdef bint into_itself(pending self, tensor target) except -1

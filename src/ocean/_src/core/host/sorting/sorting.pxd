from libc.stdint cimport int64_t

from ocean._src.core.objects.tensor cimport tensor

cdef tensor vector(int64_t count)
cdef int64_t* numbers(tensor self) noexcept
cpdef tensor sent_to(tensor result, tensor source)

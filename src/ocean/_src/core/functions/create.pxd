from libc.stdint cimport int64_t

from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device
from ocean._src.core.objects.tensor cimport tensor

cdef tensor cleared(tensor self)
cdef tensor filled(tensor self, object value)
cdef tensor with_ones(tensor self, int64_t index)
cdef tensor with_diagonal(tensor vector, dtype kind, device where, int64_t index)
cdef tensor integer_range(int64_t start, int64_t stop, int64_t step)
cdef tensor points(double first, double last, int64_t count, bint endpoint)


from libc.stdint cimport int64_t

from ocean._src.core.objects.tensor cimport tensor

cdef tensor with_size(tensor view, int ndims, const int64_t* n)

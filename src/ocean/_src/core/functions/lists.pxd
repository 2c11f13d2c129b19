from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device
from ocean._src.core.objects.tensor cimport tensor

cdef tensor read_lists(object data, int order, dtype kind, device where, bint cast=*, bint checked=*)
cpdef int check_number(object value, dtype kind) except -1
cdef object write_lists(tensor self, int order)
cdef int read_order(object order, str what) except -1

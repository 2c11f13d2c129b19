from cpython.ref cimport PyObject

from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device
from ocean._src.core.objects.tensor cimport tensor

cpdef tensor converted(tensor source, dtype kind, device where, bint deep=*)
cdef tensor permuted_copy(tensor source, int order)
cdef object ensured(PyObject* obj, dtype kind, device where, PyObject* inplace)

from ocean._src.core.objects.dtypes cimport dtype, scalar
from ocean._src.core.objects.tensor cimport tensor

cpdef object import_tensor(object value)
cpdef object lazy_operand(object value)
cpdef object import_scalar(object value)
cpdef object beside(object value, dtype reference)
cdef object scalar_of(object value)
cdef scalar number_of(object value, str function)
cpdef object operand(object value)
cpdef object to_operand(object value)
cpdef object argument(object value, str function, str name)
cpdef object number_argument(object value, str function, str name)
cpdef tensor tensor_of(object value)
cpdef tensor scalar_tensor(scalar number)

from ocean._src.core.objects.tensor cimport tensor


cdef bint sum_of_products(tensor first, tensor second, char* into) except -1

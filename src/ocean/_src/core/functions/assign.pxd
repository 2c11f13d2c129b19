from ocean._src.core.objects.tensor cimport tensor

cdef tensor ordered_copy(tensor self, object order, object threads)

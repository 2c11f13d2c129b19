from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device
from ocean._src.core.objects.tensor cimport tensor

cpdef tensor join(list pieces, object axis, dtype kind=*, device where=*)
cpdef tensor stacked(list pieces, object axis, dtype kind=*, device where=*)

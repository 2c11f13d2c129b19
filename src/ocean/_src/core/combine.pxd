from ocean._src.core.dtypes cimport dtype
from ocean._src.core.memory cimport device
from ocean._src.core.tensor cimport tensor

cpdef tensor join(list pieces, object axis, dtype kind=*, device where=*)
cpdef tensor stacked(list pieces, object axis)

# cython: auto_pickle=False
"""The fast path of Fourier transforms along the first dimension: it calls the private functions behind `numpy.fft`.

The result is None if NumPy lacks such a function, or if the elements are not contiguous or have another dtype or
device. The fallback calls the public function.
"""

from libc.stdint cimport int64_t

from ocean._src.base.numpy_private import part

from ocean._src.core.objects.description cimport MAX_DIMS, axes_reversed, description, fortran, is_fortran
from ocean._src.core.objects.dtypes cimport CDOUBLE, CFLOAT, DOUBLE, FLOAT, kind_of
from ocean._src.core.objects.memory cimport CPU
from ocean._src.core.objects.tensor cimport is_native, new_tensor, new_view, tensor

cdef dict FUNCTIONS = None
cdef object AS_ARRAY = None


cdef dict functions():
    global FUNCTIONS, AS_ARRAY
    if FUNCTIONS is None:
        import numpy

        AS_ARRAY = numpy.asarray
        found = part("numpy.fft._pocketfft_umath")
        FUNCTIONS = {name: getattr(found, name, None) for name in ("fft", "ifft", "rfft_n_even", "rfft_n_odd", "irfft")}
    return FUNCTIONS


cdef object as_numpy(tensor self):
    """The tensor as a NumPy array, whose last dimension is the tensor's first."""
    if self.desc.ndims > 1:
        self = new_view(self.mem, self.start, axes_reversed(self.desc), self.locked)
    return AS_ARRAY(self)


def transformed(tensor source not None, str name not None):
    """The transform `fft`, `ifft`, `rfft` or `irfft` of all points along the first dimension."""
    cdef description desc = source.desc
    cdef int code = desc.dtype.code
    cdef int64_t n[MAX_DIMS]
    cdef int64_t points
    cdef int k
    cdef tensor result
    cdef bint wide = code == DOUBLE or code == CDOUBLE
    if (desc.ndims == 0 or desc.nelem == 0 or desc.device is not CPU or not is_native(source)
            or not (wide or code == FLOAT or code == CFLOAT) or desc.axes is not None or not is_fortran(desc)):
        return None
    for k in range(desc.ndims):
        n[k] = desc.n[k]
    points = n[0]
    if name == "rfft":
        if desc.dtype.iscomplex:
            return None
        function = functions()["rfft_n_odd" if points % 2 else "rfft_n_even"]
        n[0] = points // 2 + 1
    else:
        function = functions()[name]
    if name == "irfft":
        points = n[0] = 2 * (points - 1)
        code = DOUBLE if wide else FLOAT
    else:
        code = CDOUBLE if wide else CFLOAT
    if function is None or points < 1:
        return None
    result = new_tensor(fortran(kind_of(code), CPU, desc.ndims, n), None)
    function(as_numpy(source), 1.0 / points if name[0] == "i" else 1.0, as_numpy(result))
    return result

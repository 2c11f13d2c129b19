from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact

include "dtype_codes.pxi"

# Python's operators, in the order of SYMBOLS; the first six are numbered as Python numbers comparisons
cdef enum:
    LESS
    LESS_EQUAL
    EQUAL
    NOT_EQUAL
    GREATER
    GREATER_EQUAL
    ADD
    SUBTRACT
    SCALE
    DIVIDE
    FLOOR_DIVIDE
    MOD
    POWER
    BITWISE_AND
    BITWISE_OR
    BITWISE_XOR
    SHIFT_LEFT
    SHIFT_RIGHT
    NEGATIVE
    ABSOLUTE
    INVERT
    OPERATORS


cdef class scalar


cdef class dtype:
    cdef void* call                 # its vectorcall; set by the module `create`
    cdef readonly int code
    cdef readonly str name
    cdef readonly str spelling
    cdef readonly int size
    cdef readonly int nbits
    cdef readonly int alignment     # of elements in memory, in bytes; a complex number is two real ones
    cdef readonly bint isnumber, isinteger, issigned, isfloat, iscomplex
    cdef dtype real_kind, complex_kind  # the dtypes of the parts, and of complex numbers with such parts
    cdef scalar _limit(self, int which)


cdef class scalar:
    cdef dtype _dtype
    cdef char data[16]
    cdef scalar _part(self, int which)


cdef inline bint is_number(object value):
    """Exactly a Python number: NumPy's float64 is a float too, but it is strongly typed."""
    return PyFloat_CheckExact(value) or PyLong_CheckExact(value) or PyBool_Check(value) or PyComplex_CheckExact(value)


cdef inline bint is_scalar(object value):
    """A Python number or a typed scalar."""
    return type(value) is scalar or is_number(value)


cdef dtype kind_of(int code)
cpdef dtype find_dtype(object value)
cpdef dtype find_array_dtype(object value)
cpdef object array_dtype(dtype kind, bint swapped=*)
cdef int pack(int code, object value, char* data) except -1
cdef object unpack(int code, const char* data)
cdef scalar make_scalar(dtype kind)
cdef int strong_code(object value) except -1
cdef int weak_code(object value, int reference) except -1
cdef int common_code(int first, int second) noexcept
cdef int float_for(int code)
cdef int weak_common(int weak, int reference) noexcept
cdef object compare_values(scalar self, object other, int relation)

ctypedef object (*operator_fn)(int, object, object)
cdef operator_fn OPERATE        # runs an operator between a scalar and anything; set by the module `tensor`
ctypedef scalar (*scalar_fn)(object)
cdef scalar_fn READ_SCALAR      # reads a scalar, or a number of any package; set by the module `operands`

from cpython.ref cimport PyObject

cdef extern from "parameters.h":
    enum:
        MOST_SLOTS

# kinds of arguments; a value may have several kinds
cdef enum:
    BOOLEAN = 1
    INTEGER = 2
    REAL = 4
    COMPLEX = 8
    STRING = 16
    SEQUENCE = 32           # list, tuple, range
    ITERABLE = 64           # anything else that can be iterated
    DTYPE = 128
    DEVICE = 256
    STREAM = 512
    STORAGE = 1024
    TENSOR = 2048
    SCALAR = 4096
    NOTHING = 8192          # None
    OTHER = 16384
    ANYTHING = 32767


cdef class signature:
    cdef readonly str name, text, returns
    cdef readonly tuple names
    cdef readonly dict aliases, defaults
    cdef tuple words                    # the kinds of each slot in words
    cdef int count, required, leading   # the number of slots, of required ones, and of leading required ones
    cdef int ordered                    # slots up to the last required one
    cdef unsigned int kinds[MOST_SLOTS]
    cdef int parent[MOST_SLOTS]         # the slot that must be given by position before this one, or -1
    cdef int partner[MOST_SLOTS]        # the slot in the same brackets that must follow, or -1
    cdef bint needed[MOST_SLOTS]
    cdef bint bound                     # the first slot is self
    cdef bint takes_dtype
    cdef bint takes_device
    cdef PyObject* owner                # its class
    cdef int simple                     # the number of arguments that need no parser; -1: always parse
    cdef int dtype_slot                 # the slot of a dtype that follows them, or -1
    cdef object read(self, PyObject** args, Py_ssize_t count, PyObject* names, PyObject** values)
    cdef unsigned int next_slot(self, PyObject** values, unsigned int passed) noexcept
    cdef int find_slot(self, unsigned int kind, PyObject** rest, Py_ssize_t count, PyObject** values,
                       unsigned int named, unsigned int passed) except -2
    cdef bint followed(self, int i, PyObject** args, Py_ssize_t count, PyObject** values) except -1
    cdef bint enough(self, PyObject** args, Py_ssize_t count, int cursor, int left) except -1
    cdef object read_named(self, PyObject** args, PyObject* names, PyObject** values)
    cdef int find(self, object name) except -1
    cdef str advice(self)
    cdef object wrong(self, int i, object value)
    cdef object unexpected(self, object value, PyObject** values)


ctypedef bint (*axes_fn)(PyObject*) noexcept

cdef axes_fn TENSOR_HAS_AXES        # set by the modules of these classes
cdef axes_fn LAZY_HAS_AXES
cdef axes_fn ARRAY_HAS_AXES
cdef PyObject* LAZY_CLASS
cdef PyObject* ARRAY_CLASS
cdef bint any_axes(PyObject** args, Py_ssize_t count) noexcept
cdef bint has_say(object value) except -1


cdef unsigned int kind_of_value(PyObject* value) except 0

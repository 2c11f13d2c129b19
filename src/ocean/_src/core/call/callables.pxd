from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t

from ocean._src.core.call.arguments cimport signature

cdef extern from "parameters.h":
    ctypedef struct parameters:
        int count, ahead, hidden, several
        PyObject** name
        PyObject** otherwise
    PyObject* call_with_values(
        void* run, const parameters*, PyObject** args, Py_ssize_t given, PyObject* names) noexcept

ctypedef object (*body_fn)(PyObject** values)
ctypedef PyObject* (*vectorcall_fn)(PyObject* self, PyObject** args, size_t count, PyObject* names) noexcept


cdef class fast_path:
    cdef void* run                      # object (object, ...): an argument for each name
    cdef readonly tuple names


cdef class function:
    cdef vectorcall_fn call             # what a call runs; the other fields are data for it
    cdef readonly object general        # the fallback in Python, which takes all arguments, or None
    cdef readonly str rule              # what becomes of axes, as `axes/apply.py` reads it; None: it knows them
    cdef readonly signature takes       # reads the arguments for both halves; None: Python reads them
    cdef body_fn compiled               # the compiled half behind a signature
    cdef readonly fast_path fast        # the compiled half of a function whose arguments Python reads
    cdef readonly object op             # the operation that a call launches
    cdef int ahead                      # reductions of arrays: positional arguments of the fast path
    cdef bint several                   # and whether an axis may be several
    cdef public bint makes              # makes arrays from their shapes or elements; see `record_call`
    cdef bint guarded                   # elementwise functions of arrays: integers are checked first
    cdef public int asked               # functions of arrays: who has a say (see `somebody_asks`)
    cdef object cls                     # the class that the first argument of a method must have, or None
    cdef str text                       # the docstring behind the signature
    cdef tuple kept                     # keeps alive the names and defaults of `general`
    cdef parameters filled              # these, for the fast path
    cdef dict __dict__


cdef class method(function):
    pass


cdef class ufunc(function):
    pass


cdef class fusion(method):
    cdef object untraced                # untraced(args, named): any arguments
    cdef readonly dict traces           # by arguments: the guards of values from outside, which hold the traces
    cdef public object owner            # explains, compiles and describes
    cdef public uint64_t whole          # a bit for each argument: integers are operands
    cdef public bint exact              # floats are constants: the function may look at their types or texts
    cdef public bint writes             # it changes arrays: it is not traced, and its operations are deferred
    cdef Py_ssize_t arity               # positional arguments that the fast path takes; -1: none


cdef fast_path fast(str names, void* run)
cdef function compiled(str text, str doc, body_fn body, type cls=*, dict kinds=*, str under=*, str rule=*)
cdef function new_function(type cls)
cdef function describe(function self, object general, str name, type cls)
cdef object record_call(function self, PyObject** args, Py_ssize_t count, PyObject* names)
cdef tuple read_parameters(object python, parameters* into)
cdef object call_general(object self, PyObject** args, size_t count, PyObject* names)
cdef object call_parsed(object self, PyObject** args, size_t count, PyObject* names)
cdef int call_through(type cls, Py_ssize_t offset, bint is_method=*) except -1


cdef inline object given(PyObject* value):
    """The value of an argument, or None where there is none."""
    return None if value == NULL else <object>value

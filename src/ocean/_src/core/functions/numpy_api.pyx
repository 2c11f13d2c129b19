"""NumPy's conversion in C, as other compiled packages call it: what asks for memory to write to gets a copy of ours.

f2py (`scipy.linalg.lapack`) converts arguments by `PyArray_FromAny`, and takes what it gets from anything but
`numpy.ndarray` for a copy of its own that it may write to. NumPy gives it the memory of any buffer. So the two
functions in the table through which compiled packages reach NumPy are called with one flag more for tensors and
arrays: copy. Calls that write results back into their argument, or that refuse a copy, are left as they are.
`numpy.asarray` does not go through the table.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer

from ocean._src.core.objects.array cimport array
from ocean._src.core.objects.tensor cimport tensor

cdef extern from *:
    """
    #include <unistd.h>
    enum { FROM_ANY = 69, CHECK_FROM_ANY = 108 };  /* places in the table, which NumPy's binary interface fixes */
    enum { ENSURE_COPY = 0x20, WRITEABLE = 0x400, WRITE_BACK = 0x2000, NO_COPY = 0x4000 };
    typedef PyObject *(*conversion)(PyObject *, void *, int, int, int, PyObject *);
    static conversion from_any, check_from_any;
    static PyTypeObject *our_array, *our_tensor;

    static int flags_for(PyObject *value, int flags) {
        if ((flags & (WRITEABLE | WRITE_BACK | NO_COPY)) == WRITEABLE
            && (PyObject_TypeCheck(value, our_array) || PyObject_TypeCheck(value, our_tensor)))
            flags |= ENSURE_COPY;
        return flags;
    }
    static PyObject *our_from_any(PyObject *value, void *kind, int low, int high, int flags, PyObject *context) {
        return from_any(value, kind, low, high, flags_for(value, flags), context);
    }
    static PyObject *our_check_from_any(PyObject *value, void *kind, int low, int high, int flags, PyObject *context) {
        return check_from_any(value, kind, low, high, flags_for(value, flags), context);
    }

    /* Write an entry of the table. The kernel writes it, because it refuses memory that is read-only. */
    static int put(void **place, void *value) {
        int ends[2], done;
        if (pipe(ends) != 0) return 0;
        done = write(ends[1], &value, sizeof value) == sizeof value
            && read(ends[0], place, sizeof value) == sizeof value;
        close(ends[0]);
        close(ends[1]);
        return done;
    }
    static int guard(void **table, void *arrays, void *tensors) {
        if (table[FROM_ANY] == (void *)our_from_any) return 1;
        our_array = (PyTypeObject *)arrays;
        our_tensor = (PyTypeObject *)tensors;
        from_any = (conversion)table[FROM_ANY];
        check_from_any = (conversion)table[CHECK_FROM_ANY];
        return put(table + FROM_ANY, (void *)our_from_any) && put(table + CHECK_FROM_ANY, (void *)our_check_from_any);
    }
    """
    bint guard(void**, void*, void*)


def guard_arguments(table) -> bool:
    """Have NumPy's table of C functions copy our memory for those who write to it; whether that is so now."""
    return guard(<void**>PyCapsule_GetPointer(table, NULL), <void*>array, <void*>tensor)

"""The module `ocean` finds its names by one look into its dictionary.

Python does so by itself for modules without a `__getattr__`; this one has one, for the names of other packages.
"""

from types import ModuleType

cdef extern from *:
    """
    static PyObject *namespace_get(PyObject *self, PyObject *name) {
        PyObject *found = PyDict_GetItemWithError(
            *(PyObject **)((char *)self + PyModule_Type.tp_dictoffset), name);
        if (found) { Py_INCREF(found); return found; }
        return PyErr_Occurred() ? NULL : PyModule_Type.tp_getattro(self, name);
    }
    static void set_getter(PyObject *cls) {
        ((PyTypeObject *)cls)->tp_getattro = namespace_get;
        PyType_Modified((PyTypeObject *)cls);
    }
    """
    void set_getter(object cls) noexcept


class namespace(ModuleType):
    """A module with a quick way to its names."""


def open_namespace(module not None):
    """Let a module look into its dictionary first."""
    module.__class__ = namespace


set_getter(namespace)

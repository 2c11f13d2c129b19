"""Public modules find their names by one lookup in their dictionary; `ocean` makes its docstring on demand.

Python does the former for modules without a `__getattr__`. These have one, for names that are loaded later, and for
names of other packages.
"""

import copyreg
from importlib import import_module
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


cdef object WRITE = None, DOC = None


class quick(ModuleType):
    """A module whose names are found by one lookup."""


class namespace(ModuleType):
    # the same, with a docstring that is made on demand

    @property
    def __doc__(self):
        return WRITE(DOC)


def open_namespace(module not None, write not None):
    """Make a module look into its dictionary first; `write(text)` makes its docstring from that of the file."""
    global WRITE, DOC
    WRITE, DOC = write, vars(module).pop("__doc__")
    module.__class__ = namespace


def open_names(module not None):
    """Make a module look into its dictionary first."""
    module.__class__ = quick


def by_name(module not None):
    """A module in a pickle is its name. Functions of programs are sent to other processes with the modules they use."""
    return import_module, (module.__name__,)


copyreg.pickle(quick, by_name)
copyreg.pickle(namespace, by_name)
set_getter(quick)
set_getter(namespace)

# cython: auto_pickle=False
"""Guards: the values from outside that a trace depends on, read again and compared on each call.

A value is found from another one: a name in the globals of a function, a cell of its closure, an attribute, an item.
Its role says what is compared: the identity, the type or the value. A tensor or number is part of the key instead, and
a tensor becomes an operand: a name bound to another tensor of the same description needs no new trace.
`ocean._src.lazy.guards` finds the values.
"""

from cpython.dict cimport PyDict_GetItem
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.object cimport PyTypeObject
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

cimport cython

import builtins

from ocean._src.core.objects.array cimport array, held
from ocean._src.core.objects.dtypes cimport scalar
from ocean._src.core.objects.rtensor cimport own_locked
from ocean._src.core.objects.tensor cimport effective, tensor

cdef extern from *:
    bint PyFunction_Check(PyObject*) noexcept
    PyObject* PyTuple_GET_ITEM(PyObject*, Py_ssize_t) noexcept
    PyObject* Py_True
    PyObject* PyFunction_GET_CODE(PyObject*) noexcept
    PyObject* PyFunction_GET_GLOBALS(PyObject*) noexcept
    PyObject* PyFunction_GET_CLOSURE(PyObject*) noexcept
    PyObject* PyFunction_GET_DEFAULTS(PyObject*) noexcept
    PyObject* PyFunction_GET_KW_DEFAULTS(PyObject*) noexcept
    PyObject* PyCell_GET(PyObject*) noexcept
    PyObject* PyTuple_GET_ITEM(PyObject*, Py_ssize_t) noexcept
    Py_ssize_t PyTuple_GET_SIZE(PyObject*) noexcept
    PyObject* PyModule_GetDict(object) noexcept
    PyObject* _PyType_Lookup(PyTypeObject*, object) noexcept

ABSENT = type("absent", (), {"__repr__": lambda self: "nothing"})()
"""The value of a missing name, attribute or item."""

PLAIN = frozenset((bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, slice, scalar))
"""The types of values that are part of a key."""

cdef object NOTHING = ABSENT
cdef dict BUILTINS = builtins.__dict__

# how a value is found from its parent
HOWS = ("root", "fixed", "global", "cell", "defaults", "keywords", "module", "type", "member", "attribute", "item",
        "keys", "length", "set")
cdef enum:
    ROOT, FIXED, GLOBAL, CELL, POSITIONAL, KEYWORDS, MODULE, TYPE, MEMBER, ATTRIBUTE, ITEM, KEYS, LENGTH, SET

# what is compared
ROLES = ("same", "kind", "code", "equal", "alias", "shown", "foreign", "value", "pinned")
cdef enum:
    SAME, KIND, CODE, EQUAL, ALIAS, SHOWN, FOREIGN, VALUE, PINNED


cdef extern from *:
    """
    #if PY_VERSION_HEX < 0x030C0000
    /* rises with every change of a dictionary, and no two dictionaries share one */
    static uint64_t dict_version(PyObject* d) { return ((PyDictObject*)d)->ma_version_tag; }
    #else
    static uint64_t dict_version(PyObject* d) { return 0; }
    #endif
    """
    uint64_t dict_version(PyObject*) noexcept


@cython.final
cdef class guard:
    """One value: how it is found, and what is compared."""
    cdef int how, role
    cdef Py_ssize_t parent, place
    cdef object name, expected
    cdef object owner               # the parent, if that is always the same object
    cdef object space               # the dictionary in which a name is looked up, if that is always the same
    cdef uint64_t version           # of the dictionary at the last successful comparison


cdef inline object borrowed(PyObject* found):
    return NOTHING if found == NULL else <object>found


cdef object looked_up(guard g, object parent):
    """The value of a guard, from its parent, or ABSENT."""
    cdef PyObject* at = <PyObject*>parent
    cdef PyObject* found
    if g.how == GLOBAL:
        found = PyDict_GetItem(<dict>PyFunction_GET_GLOBALS(at), g.name)
        return borrowed(found if found != NULL else PyDict_GetItem(BUILTINS, g.name))
    if g.how == FIXED:
        return g.name
    if g.how == CELL:
        at = PyFunction_GET_CLOSURE(at)
        if at == NULL or g.place >= PyTuple_GET_SIZE(at):
            return NOTHING
        return borrowed(PyCell_GET(PyTuple_GET_ITEM(at, g.place)))
    if g.how == POSITIONAL:
        return borrowed(PyFunction_GET_DEFAULTS(at))
    if g.how == KEYWORDS:
        return borrowed(PyFunction_GET_KW_DEFAULTS(at))
    if g.how == MODULE:
        return borrowed(PyDict_GetItem(<dict>PyModule_GetDict(parent), g.name))
    if g.how == TYPE:
        return type(parent)
    if g.how == MEMBER:
        return borrowed(_PyType_Lookup(<PyTypeObject*>parent, g.name))
    try:
        if g.how == ATTRIBUTE:
            return getattr(parent, g.name, NOTHING)
        if g.how == ITEM:
            return parent[g.name]
        if g.how == KEYS:
            return tuple(parent)
        if g.how == LENGTH:
            return len(parent)
        return frozenset(parent)
    except (LookupError, TypeError, AttributeError, RuntimeError):  # another thread may change it
        return NOTHING


cdef bint compared(guard g, object value, list values) except -1:
    cdef PyObject* at
    cdef PyObject* expected
    if g.role == SAME:
        return value is g.expected
    if g.role == KIND:
        return type(value) is g.expected
    if g.role == CODE:
        at, expected = <PyObject*>value, <PyObject*>g.expected
        return (PyFunction_Check(at) and PyFunction_GET_CODE(at) == PyTuple_GET_ITEM(expected, 0)
                and PyFunction_GET_GLOBALS(at) == PyTuple_GET_ITEM(expected, 1)
                and (PyFunction_GET_DEFAULTS(at) != NULL) == (PyTuple_GET_ITEM(expected, 2) == Py_True)
                and (PyFunction_GET_KW_DEFAULTS(at) != NULL) == (PyTuple_GET_ITEM(expected, 3) == Py_True))
    if g.role == EQUAL:
        return value is g.expected or bool(value == g.expected)
    return value is values[<Py_ssize_t>g.expected]      # ALIAS


cdef object contents(object value):
    """The contents of an array of another package, which computes with it during the trace: a change needs a new
    trace."""
    if type(value) in (bytearray, memoryview):
        return bytes(value)
    import numpy

    value = numpy.asarray(value)
    return value.shape, value.dtype.str, value.tobytes()


cdef int add_value(list key, object value) except -1:
    """Add a number, string or similar value to a key: its type, and all that distinguishes it from others."""
    cdef int64_t bits
    cdef double number
    if PyFloat_CheckExact(value):
        number = PyFloat_AS_DOUBLE(value)
        memcpy(&bits, &number, 8)                       # zeros have signs
        key.append((float, bits))
    elif type(value) is complex:
        key.append((complex, repr(value)))
    elif type(value) is scalar:
        key.append(((<scalar>value)._dtype, (<scalar>value).data[:(<scalar>value)._dtype.size]))
    elif type(value) is slice:                          # slices have no hash
        key.append((slice, repr(value)))
    else:
        key.append((type(value), value))
    return 0


cdef class guards:
    """The values from outside that traces with the same structure depend on."""

    cdef bint still(self) except -1:
        """Whether all values are unchanged; only for guards without moving values."""
        cdef guard g
        cdef int k
        cdef bint known = self.spaces >= 0
        for k in range(self.spaces):
            if self.version[k] != dict_version(self.space[k]):
                known = False
                break
        for g in self.rest if known else self.steps:
            if not compared(g, g.owner if g.how == ROOT else looked_up(g, g.owner), None):
                return False
        if not known:
            for k in range(self.spaces):
                self.version[k] = dict_version(self.space[k])
        return True

    cdef int watch(self, object space) except -1:
        """Note a dictionary in which a name is looked up."""
        cdef int k
        for k in range(self.spaces):
            if self.space[k] == <PyObject*>space:
                return 0
        if self.spaces >= 0 and self.spaces < SPACES:
            self.space[self.spaces] = <PyObject*>space
            self.spaces += 1
        else:
            self.spaces = -1
        return 0

    cdef bint fits(self, list roots, list key, list tensors, list values) except -1:
        """Whether all values are unchanged. Adds numbers and descriptions to the key, and private objects for tensors
        to `tensors`. `values` gets the values, beginning with the roots, unless it is None."""
        cdef guard g
        cdef tensor t
        cdef object value
        if self.moving:
            values += roots
        for g in self.steps:
            if g.space is not None and g.version == dict_version(<PyObject*>g.space):
                if self.moving:
                    values.append(g.expected)
                continue
            if g.how == ROOT:
                value = roots[g.place]
            else:
                value = looked_up(g, g.owner if g.owner is not None else values[g.parent])
            if g.role <= ALIAS:
                if not compared(g, value, values):
                    return False
                if g.space is not None:
                    g.version = dict_version(<PyObject*>g.space)
            elif g.role == SHOWN:
                if type(value) is not g.expected:
                    return False
                key.append(repr(value))
            elif g.role == FOREIGN:
                if value is not g.expected:
                    return False
                key.append(contents(value))
            else:
                t = <tensor>value if type(value) is tensor else held(value)
                if t is None:
                    if type(value) not in PLAIN:
                        return False
                    add_value(key, value)
                else:
                    t = own_locked(t)
                    key.append(type(value))
                    key.append(effective(t))
                    if g.role == PINNED:                # it shares memory with another tensor
                        key.append((<size_t><PyObject*>t.mem, t.start))
                    tensors.append(t)
            if self.moving:
                values.append(value)
        return True

    cdef object fixed(self, Py_ssize_t number):
        """The value with a number if it is always the same object, else None."""
        cdef guard g
        if number < self.roots:
            return None
        g = self.steps[number - self.roots]
        if g.role == SAME:
            return g.expected
        return self.fixed_roots.get(g.place) if g.how == ROOT else None

    cpdef bint same_as(self, guards other):
        """Whether both compare the same values."""
        cdef guard a, b
        if len(self.steps) != len(other.steps):
            return False
        for a, b in zip(self.steps, other.steps):
            if (a.how != b.how or a.role != b.role or a.parent != b.parent or a.place != b.place
                    or type(a.name) is not type(b.name) or a.name is not b.name and not bool(a.name == b.name)):
                return False
            if a.expected is not b.expected and not (
                    a.role in (CODE, EQUAL, ALIAS) and bool(a.expected == b.expected)):
                return False
        return True


def make_guards(list steps not None, list labels not None, list roots=[], fixed=()):
    """Guards from (how, parent, name, role, expected): the number of the parent among roots and values. `fixed` are the
    places of roots that are always the same object."""
    cdef guards self = guards.__new__(guards)
    cdef guard g
    self.table, self.steps, self.rest, self.labels = {}, [], [], labels
    self.roots, self.fixed_roots = len(roots), {place: roots[place] for place in fixed}
    for how, parent, name, role, expected in steps:
        g = guard.__new__(guard)
        g.how, g.role = HOWS.index(how), ROLES.index(role)
        g.parent, g.name, g.expected = parent, name, expected
        g.place = name if how in ("root", "cell") else 0
        g.owner = self.fixed(parent)
        if g.how == ROOT and g.place in self.fixed_roots:
            g.owner = self.fixed_roots[g.place]
        elif g.owner is None or g.role >= ALIAS:
            self.moving = True
        if g.role == SAME and dict_version(<PyObject*>BUILTINS):
            if g.how == MODULE and g.owner is not None:
                g.space = g.owner.__dict__
            elif g.how == GLOBAL:
                space = (<guard>self.steps[parent - self.roots]).expected[1]    # the role of a function is its code
                g.space = space if g.name in space else None
        self.steps.append(g)
        if g.space is None:
            self.rest.append(g)
        else:
            self.watch(g.space)
    return self


def read_guards(guards self not None, list roots not None):
    """(the key of the values, the tensors among them, the values); None if a value has changed."""
    cdef list key = [], tensors = [], values = []
    return (tuple(key), tensors, values) if self.fits(roots, key, tensors, values) else None


def value_key(value):
    """The key of a number, string or similar value."""
    cdef list key = []
    add_value(key, value)
    return key[0]

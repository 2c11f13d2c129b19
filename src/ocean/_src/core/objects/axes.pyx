# cython: auto_pickle=False
"""Axes: what the dimensions of tensors mean.

An axis has a length, a name, a class and an offset. Axes and the tuples of them in descriptions are interned: equal
axes are one object, and two tensors have the same axes if their tuples are one object. The axes of views are cached.
"""

from cpython.dict cimport PyDict_Next
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

cimport cython

from _blake2 import blake2b     # not from hashlib, which loads OpenSSL
import os
from weakref import WeakValueDictionary

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, integer_text, shown

cdef extern from *:
    Py_ssize_t Py_REFCNT(PyObject*)

cdef object CLASSES = WeakValueDictionary()     # by key


# --- The table of axes -------------------------------------------------------------------------------------------
# Slices of new lengths make new axes, so the table is in C: chains of axes with their hashes. Each axis removes itself
# from the table with its last reference.

cdef PyObject** BUCKETS = NULL
cdef uint64_t BUCKET_COUNT = 0      # a power of two
cdef uint64_t AXIS_COUNT = 0


cdef inline uint64_t hash_axis(axisClass cls, bytes key, int64_t length, int64_t offset) noexcept:
    cdef uint64_t h = <uint64_t><PyObject*>cls >> 4, first
    memcpy(&first, <const char*>key, sizeof(first))     # keys have 16 random bytes
    h = (h ^ first) * 0x9E3779B97F4A7C15u + <uint64_t>length
    h = (h ^ h >> 29) * 0xC2B2AE3D27D4EB4Fu + <uint64_t>offset
    return h ^ h >> 32


cdef axis find_known(uint64_t hashed, axisClass cls, bytes key, object name, int64_t length, int64_t offset):
    cdef PyObject* each = BUCKETS[hashed & (BUCKET_COUNT - 1)] if BUCKET_COUNT else NULL
    cdef axis found
    while each != NULL:
        found = <axis>each
        if (found.hashed == hashed and found.length == length and found.offset == offset and found.axisClass is cls
                and (found.name is name or found.name == name) and found.key == key):
            return found
        each = found.chain
    return None


cdef int enter(axis self) except -1:
    global AXIS_COUNT
    if AXIS_COUNT >= BUCKET_COUNT:
        grow_table()
    self.chain = BUCKETS[self.hashed & (BUCKET_COUNT - 1)]
    BUCKETS[self.hashed & (BUCKET_COUNT - 1)] = <PyObject*>self
    AXIS_COUNT += 1
    return 0


cdef int grow_table() except -1:
    global BUCKETS, BUCKET_COUNT
    cdef uint64_t count = max(<uint64_t>256, 2 * BUCKET_COUNT), k
    cdef PyObject** larger = <PyObject**>calloc(count, sizeof(PyObject*))
    cdef PyObject* each
    cdef PyObject* after
    if larger == NULL:
        raise MemoryError
    for k in range(BUCKET_COUNT):
        each = BUCKETS[k]
        while each != NULL:
            after = (<axis>each).chain
            (<axis>each).chain = larger[(<axis>each).hashed & (count - 1)]
            larger[(<axis>each).hashed & (count - 1)] = each
            each = after
    free(BUCKETS)
    BUCKETS, BUCKET_COUNT = larger, count
    return 0


cdef void leave(axis self) noexcept:
    global AXIS_COUNT
    cdef PyObject** place = &BUCKETS[self.hashed & (BUCKET_COUNT - 1)] if BUCKET_COUNT else NULL
    while place != NULL and place[0] != NULL:
        if place[0] == <PyObject*>self:
            place[0] = self.chain
            AXIS_COUNT -= 1
            return
        place = &(<axis>place[0]).chain


# --- Classes and axes --------------------------------------------------------------------------------------------

@cython.final
cdef class axisClass:
    """axisClass([name]): what several axes have in common, such as "height", whatever their lengths.

    >>> height = ocean.axisClass("height")
    >>> ocean.axis(32, "H", height).axisClass is height
    True
    """

    def __repr__(self):
        return f"<axisClass {self.name}>" if self.name is not None else "<axisClass>"

    def __reduce__(self):
        return class_of, (self.key, self.name)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


@cython.final
@cython.no_gc
cdef class axis:
    """axis(length [,name] [,axisClass]): what a dimension of tensors means.

    Axes compare by identity, not by name. Operations match the dimensions of tensors that have the same axis, or
    else axes of the same class, length and offset. Without a class it has one of its own. `H - 1` and `H + 1` are
    related axes with another offset; `ocean.dot` contracts an axis with the one whose offset is one higher.

    >>> H = ocean.axis(32, "H")
    >>> H, H - 1, (H - 1) + 1 == H
    (H:32, H-1:32, True)
    """

    def __dealloc__(self):
        leave(self)

    def __add__(self, offset):
        return shifted(self, offset, 1)

    def __sub__(self, offset):
        return shifted(self, offset, -1)

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return <Py_ssize_t>(<uint64_t><PyObject*>self >> 4)

    def __lt__(self, other):
        return ordered(self, other, "<") and self.offset < (<axis>other).offset

    def __le__(self, other):
        return ordered(self, other, "<=") and self.offset <= (<axis>other).offset

    def __gt__(self, other):
        return ordered(self, other, ">") and self.offset > (<axis>other).offset

    def __ge__(self, other):
        return ordered(self, other, ">=") and self.offset >= (<axis>other).offset

    def __repr__(self):
        return f"{name_of(self)}:{self.length}"

    def __reduce__(self):
        return axis_of, (self.axisClass, self.key, self.name, self.length, self.offset, self.inside, bool(self.rows))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def parts(self):
        """Of a product: the axes that it was flattened from, in the order of the size of a tensor, or of the shape of
        an array."""
        return self.inside[::-1] if self.rows else self.inside


cdef object read_name(object name):
    if name is not None and not isinstance(name, str):
        raise OceanTypeError(f"The name of an axis must be a str, got {shown(name)}")
    return name


cdef int64_t read_length(object length) except -1:
    try:
        length = length.__index__()
    except (AttributeError, TypeError):
        raise OceanTypeError(f"axis(): the length must be an integer, got {shown(length)}"
                             f"{'; it comes before the name' if isinstance(length, str) else ''}") from None
    if not 0 <= length < 1 << 62:
        raise OceanValueError(f"axis(): the length must be nonnegative and fit 62 bits, got {integer_text(length)}")
    return length


def make_class(name=None):
    """A new class of axes."""
    return class_of(os.urandom(16), read_name(name))


def make_axis(length, name=None, axisClass=None):
    """A new axis."""
    cdef int64_t number = read_length(length)
    if axisClass is None:
        axisClass = make_class(name)
    elif not is_class(axisClass):
        raise OceanTypeError(f"axis(): axisClass must be an axisClass, got {shown(axisClass)}")
    return axis_of(axisClass, os.urandom(16), read_name(name), number, 0)


cdef bint is_class(object value):
    return type(value) is axisClass


def class_of(bytes key not None, name):
    """The class with a key."""
    cdef axisClass self = CLASSES.get(key)
    if self is None:
        self = axisClass.__new__(axisClass)
        self.name, self.key = name, key
        CLASSES[key] = self
    return self


def axis_of(axisClass cls not None, bytes key not None, name, int64_t length, int64_t offset, tuple parts=(),
            bint rows=False):
    """The interned axis with these properties."""
    return interned(cls, key, name, length, offset, parts, rows)


cdef axis interned(axisClass cls, bytes key, object name, int64_t length, int64_t offset, tuple parts, bint rows):
    cdef uint64_t hashed
    cdef axis self
    if len(key) < 8:
        raise OceanValueError(f"The key of an axis has at least 8 bytes, got {len(key)}")
    hashed = hash_axis(cls, key, length, offset)
    self = find_known(hashed, cls, key, name, length, offset)
    if self is None:
        self = axis.__new__(axis)
        self.length, self.offset, self.name, self.axisClass, self.key = length, offset, name, cls, key
        self.inside, self.rows, self.hashed = parts, rows, hashed
        enter(self)
    return self


cdef axis shifted(axis self, object by, int sign):
    if type(by) is not int or not -(1 << 31) < by < 1 << 31:
        raise OceanTypeError(f"An integer can be added to the offset of an axis, got {shown(by)}")
    return axis_of(self.axisClass, self.key, self.name, self.length, self.offset + sign * <int64_t>by, self.inside,
                   self.rows)


cdef bint ordered(axis self, object other, str sign) except -1:
    """Check that two axes are ordered: they differ in their offsets only."""
    if type(other) is not axis:
        raise OceanTypeError(f"'{sign}' compares axes, got {shown(other)}")
    if (<axis>other).key != self.key or (<axis>other).length != self.length or (<axis>other).name != self.name:
        raise OceanTypeError(f"'{sign}': the axes {self!r} and {other!r} are unrelated, so that neither is the smaller")
    return True


def name_of(axis self not None):
    """The displayed name of an axis: its name or that of its class, and its offset."""
    name = self.name if self.name is not None else self.axisClass.name
    return f"{'axis' if name is None else name}{f'{self.offset:+d}' if self.offset else ''}"


cpdef axis resized(axis self, int64_t length):
    """The same axis with another length: that of a slice."""
    if length == self.length:
        return self
    return interned(self.axisClass, self.key, self.name, length, self.offset, self.inside, self.rows)


def renamed(axis self not None, name):
    """The same axis with another name."""
    return axis_of(self.axisClass, self.key, read_name(name), self.length, self.offset, self.inside, self.rows)


def is_axis(value):
    return type(value) is axis


def compound(tuple parts, str sign, int64_t length, bint rows=False):
    """The axis made from several axes: the same object for the same parts. A product remembers its parts.

    The first part is the fastest. With `rows` its name lists the parts in the order of arrays, from the last to the
    first; the class is the same.
    """
    cdef axis each
    cdef object digest = blake2b(sign.encode(), digest_size=16), classes = digest.copy()
    cdef int64_t offset = (<axis>parts[0]).offset
    for each in parts:
        digest.update(repr((each.key, each.length, each.offset - offset)).encode())
        classes.update(repr((each.axisClass.key, each.offset - offset)).encode())
    name = sign.join([name_of(each - offset) for each in (reversed(parts) if rows else parts)])
    cls = class_of(classes.digest(), name)
    if any([each.name is None for each in parts]):      # the class shows the name of each part that has one
        name = None
    return axis_of(cls, digest.digest(), name, length, offset,
                   tuple([each - each.offset for each in parts]) if sign == "*" else (), rows)


cdef axis diagonal_axis(axis first, axis second, int64_t length):
    """The axis of a diagonal: H for H and H-1, else a compound axis of both."""
    if first.key == second.key and first.axisClass is second.axisClass:
        return resized(first, length)
    return compound((first, second), "=", length)


def parts_of(axis self not None):
    """The axes that an axis was flattened from, the fastest first; () if it was not flattened, or was sliced since."""
    cdef axis each
    cdef object length = 1
    for each in self.inside:
        length *= each.length
    return tuple([each + self.offset for each in self.inside]) if self.inside and length == self.length else ()


# --- Tuples of axes ----------------------------------------------------------------------------------------------

cdef dict TUPLES = {}               # the tuples that descriptions have
cdef Py_ssize_t PURGE_AT = 1 << 12


cdef object canonical(tuple axes):
    """The interned tuple of axes; None for an empty one."""
    found = TUPLES.get(axes)
    if found is not None:
        return found
    if not axes:
        return None
    check_distinct(axes)
    if len(TUPLES) >= PURGE_AT:
        forget_derived()
        purge()
    return TUPLES.setdefault(axes, axes)        # another thread may have added it


cdef purge():
    """Drop the tuples that no description holds."""
    global PURGE_AT
    cdef PyObject* name
    cdef PyObject* value
    cdef Py_ssize_t position = 0
    cdef list unused = []
    while PyDict_Next(TUPLES, &position, &name, &value):
        if Py_REFCNT(value) == 2:       # as the name and as the value
            unused.append(<object>value)
    while unused:
        each = unused.pop()
        if Py_REFCNT(<PyObject*>each) == 3:     # freeing may run other threads: check again
            del TUPLES[each]
    PURGE_AT = max(1 << 12, 2 * len(TUPLES))


def as_axes(axes):
    """Check axes, and give their interned tuple; None for an empty one."""
    cdef tuple given = tuple(axes)
    for each in given:
        if type(each) is not axis:
            hint = f"; ocean.axis(length, {shown(each)}) makes one" if isinstance(each, str) else ""
            raise OceanTypeError(f"Expected an axis for each dimension, got {shown(each)}{hint}")
    return canonical(given)


cdef int check_distinct(tuple axes) except -1:
    cdef Py_ssize_t i
    if len(axes) > MAX_DIMS:
        raise OceanValueError(f"A tensor has at most {MAX_DIMS} dimensions, got {len(axes)} axes")
    for i in range(len(axes)):
        if axes[i] in axes[:i]:
            raise OceanValueError(f"The axis {axes[i]!r} appears twice in {axes_text(axes)}")
    return 0


def axes_text(axes):
    """Axes as text for people."""
    return " x ".join(map(repr, axes)) if axes else "none"


cdef object axes_in_size(object size):
    """The axes that are given instead of a size; None if there are none."""
    cdef Py_ssize_t found = 0
    if type(size) is axis:
        return canonical((size,))
    if type(size) is not list and type(size) is not tuple:
        return None
    for each in size:
        found += type(each) is axis
    if not found:
        return None
    if found < len(size):
        raise OceanTypeError(f"Expected an axis for every dimension or an integer for every one, got {shown(size)}")
    return canonical(tuple(size))


def read_axes(size):
    """The axes that are given instead of a size; None if there are none."""
    return axes_in_size(size)


def lengths(size):
    """A size with the lengths of axes."""
    axes = axes_in_size(size)
    return size if axes is None else tuple([each.length for each in axes])


cdef int find_named(object axes, str name) except -1:
    """Where the axis with a name is; only one may have it."""
    cdef list found
    if axes is None:
        raise OceanIndexError(f"The tensor has no axes, so that there is no {shown(name)}; withAxes gives it some")
    found = [k for k, each in enumerate(<tuple>axes) if name_of(each) == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise OceanIndexError(f"Several axes of {axes_text(axes)} have the name {shown(name)}")
    raise OceanIndexError(f"There is no axis named {shown(name)} among {axes_text(axes)}")


cdef int find_axis(object axes, axis wanted) except -1:
    """Where an axis is among axes: itself, or the only one of its class and offset."""
    cdef Py_ssize_t k
    cdef int place = -1, found = 0
    cdef axis each
    if axes is None:
        raise OceanIndexError(f"The tensor has no axes, so that there is no {wanted!r}; withAxes gives it some")
    for k in range(len(<tuple>axes)):
        each = <axis>(<tuple>axes)[k]
        if each is wanted:
            return k
        if each.axisClass is wanted.axisClass and each.offset == wanted.offset:
            place = k
            found += 1
    if found == 1:
        return place
    if found:
        raise OceanIndexError(f"Several axes of {axes_text(axes)} may be meant by {wanted!r}: they have its class")
    other = "; the axis of that name is another one, and of another class" if repr(wanted) in map(repr, axes) else ""
    raise OceanIndexError(f"There is no axis {wanted!r} among {axes_text(axes)}{other}")


def place_of(axes, axis wanted not None):
    """Where an axis is among axes: itself, or the only one of its class and offset."""
    return find_axis(axes, wanted)


# --- Axes of views -----------------------------------------------------------------------------------------------

cdef enum:
    REMEMBERED = 1024


cdef struct derivation:
    PyObject* source
    PyObject* result
    int ndims                       # -1: transposed
    int places[FEW_DIMS]
    int64_t n[FEW_DIMS]


cdef derivation DERIVED[REMEMBERED]


cdef forget_derived():
    cdef int k
    for k in range(REMEMBERED):
        replace(&DERIVED[k], NULL, NULL)


cdef int replace(derivation* place, PyObject* source, PyObject* result) except -1:
    """Store other objects in a place of the cache. It is consistent before anything is freed, which may run
    finalizers."""
    cdef PyObject* former_source = place.source
    cdef PyObject* former_result = place.result
    place.source, place.result = source, result
    if source != NULL:
        Py_INCREF(<object>source)
        Py_INCREF(<object>result)
    if former_source != NULL:
        Py_DECREF(<object>former_source)
        Py_DECREF(<object>former_result)
    return 0


cdef inline derivation* slot_of(object axes, int ndims, const int* places, const int64_t* n) noexcept:
    cdef uint64_t h = (<uint64_t><PyObject*>axes >> 4) * 31 + <uint64_t>ndims
    cdef int k
    for k in range(ndims):
        h = (h * 0x9E3779B97F4A7C15u + <uint64_t>n[k]) * 0xC2B2AE3D27D4EB4Fu + <uint64_t>places[k]
    h *= 0x9E3779B97F4A7C15u
    return &DERIVED[h >> 54]        # 10 bits


cdef object remembered(derivation* place, object axes, int ndims, const int* places, const int64_t* n, object result):
    cdef int k
    if ndims > FEW_DIMS:
        return result
    place.ndims = ndims
    for k in range(ndims):
        place.places[k] = places[k]
        place.n[k] = n[k]
    replace(place, <PyObject*>axes, <PyObject*>result)
    return result


cdef object derived_axes(object axes, int ndims, const int* places, const int64_t* n):
    """The axes of a view: axis k is the former axis at places[k], with another length.

    A place of p + SEVERAL_AXES * count is a selection from `count` axes, the first at p; DIAGONAL is the diagonal of
    the first two; -1 is a dimension without an axis.
    """
    cdef derivation* place = slot_of(axes, ndims, places, n)
    cdef int k, first
    cdef list found
    if place.source == <PyObject*>axes and place.ndims == ndims:
        for k in range(ndims):
            if place.places[k] != places[k] or place.n[k] != n[k]:
                break
        else:
            return <object>place.result
    found = []
    for k in range(ndims):
        if places[k] == DIAGONAL:
            found.append(diagonal_axis(axes[0], axes[1], n[k]))
        elif places[k] < 0:
            raise OceanValueError("A new dimension would have no axis: broadcasting to axes adds some, "
                                  "t.broadcastTo(axes) or np.broadcast_to(a, axes), and withoutAxes() drops all")
        elif places[k] >= SEVERAL_AXES:
            first = places[k] % SEVERAL_AXES
            found.append(compound(axes[first:first + places[k] // SEVERAL_AXES], "&", n[k]))
        else:
            found.append(resized(<axis>axes[places[k]], n[k]))
    return remembered(place, axes, ndims, places, n, canonical(tuple(found)))


cdef object transposed_axes(object axes):
    """Every offset k becomes -1 - k."""
    cdef derivation* place = slot_of(axes, -1, NULL, NULL)
    cdef axis each
    if place.source == <PyObject*>axes and place.ndims == -1:
        return <object>place.result
    found = [axis_of(each.axisClass, each.key, each.name, each.length, -1 - each.offset, each.inside, each.rows)
             for each in axes]
    return remembered(place, axes, -1, NULL, NULL, canonical(tuple(found)))


publish(axisClass, "ocean.axisClass", make_class)
publish(axis, "ocean.axis", make_axis)

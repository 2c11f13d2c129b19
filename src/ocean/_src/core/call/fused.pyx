# cython: auto_pickle=False
"""Fused functions: a trace records what a function does with arguments of certain descriptions, and runs again.

A call reads its arguments into a key, finds the trace of that key in a table, and runs its passes.
`ocean._src.lazy.fuse` makes traces that are not in the table.
"""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.dict cimport PyDict_GetItem, PyDict_GetItemWithError, PyDict_Next
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport INT64_MAX, int64_t, uint64_t
from libc.string cimport memcpy

cimport cython

from types import FunctionType

from ocean._src.base.errors import OceanError, OceanValueError

from ocean._src.core.call.callables cimport function, fusion, given, new_function, record_call, vectorcall_fn
from ocean._src.core.objects.array cimport array, held, wrap
from ocean._src.core.objects.description cimport FEW_DIMS, description, other_byte_order
from ocean._src.core.objects.dtypes cimport DOUBLE, DTYPES, TRAITS, dtype, kind_of, make_scalar, pack, scalar, weak_code
from ocean._src.core.call.guards cimport add_value, guards
from ocean._src.core.objects.deferred cimport fuse_at_once, pending
from ocean._src.core.objects.rtensor cimport own_locked
from ocean._src.core.objects.memory cimport RECORDERS, TRACERS, memory, queue, touched
from ocean._src.core.objects.tensor cimport (
    DEFAULT_DEVICE, DEFAULT_DTYPE, GENERATION, MAX_OPERANDS, WATCHED, effective, launch, new_tensor, new_view, operand,
    operation, plan, tensor)

cdef extern from *:
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    PyObject* Py_None
    PyObject* PyFunction_GET_CODE(PyObject*) noexcept
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    unsigned long long PyLong_AsUnsignedLongLongMask(object) except? 18446744073709551615u


# --- Traces ------------------------------------------------------------------------------------------------------

cdef enum:
    ARGUMENT        # a view of an argument: the offset of its element 0
    STORED          # a value that an earlier pass stored
    CAPTURED        # a tensor from outside
    NUMBER          # an argument that is a number or scalar
    FIXED           # a scalar


@cython.final
cdef class step:
    """A pass over operands: a plan, or a Python function that takes the operands and gives the results."""
    cdef readonly plan plan
    cdef readonly object call
    cdef readonly tuple results         # descriptions of the values that it stores
    cdef readonly tuple places          # their places among the stored values
    cdef readonly tuple sources         # of its operands: (kind, place, offset, description) or (kind, object)
    cdef readonly object note           # for people
    cdef int kind[MAX_OPERANDS]
    cdef int place[MAX_OPERANDS]
    cdef Py_ssize_t offset[MAX_OPERANDS]


def make_step(plan p, call, tuple results, tuple places, tuple sources, note=None):
    """A pass; sources are ("argument", place, offset, description), ("stored", place, offset, description),
    ("captured", tensor, description), ("number", place, dtype), ("fixed", scalar)."""
    cdef step self = step.__new__(step)
    cdef int k = 0
    if call is None and len(results) + len(sources) > MAX_OPERANDS:
        raise OceanValueError(f"A pass has at most {MAX_OPERANDS} operands")
    self.plan, self.call, self.results, self.places, self.sources, self.note = p, call, results, places, sources, note
    if call is not None:
        return self
    for each in sources:
        self.kind[k] = ("argument", "stored", "captured", "number", "fixed").index(each[0])
        if self.kind[k] <= STORED:
            self.place[k] = each[1]
            self.offset[k] = each[2]
        elif self.kind[k] == NUMBER:
            self.place[k] = each[1]
        k += 1
    return self


@cython.final
cdef class traced:
    """A trace: the passes of a fused function for arguments of certain descriptions, and how the result is made from
    stored values. `only` is the place of the only result if that is a tensor, else -1."""
    cdef readonly list steps
    cdef readonly int count             # of stored values
    cdef readonly int only
    cdef readonly object finish         # finish(stored, outside): the result; `outside` are the values of the guards
    cdef readonly object keeps          # keeps the objects of the key alive
    cdef bint wraps                     # the only result is an array
    cdef public object unsized          # the trace for any sizes, or None


def make_traced(list steps, int count, int only, finish, keeps, bint wraps=False):
    cdef traced self = traced.__new__(traced)
    self.steps, self.count, self.only, self.finish, self.keeps = steps, count, only, finish, keeps
    self.wraps = wraps
    return self


# --- Traces for any sizes ------------------------------------------------------------------------------------------

@cython.final
cdef class unsized_step:
    """An operation on arguments, stored values, numbers, tensors and scalars of a trace."""
    cdef operation op
    cdef int64_t extra
    cdef int stored                     # the place of its result
    cdef bint kept                      # the result is part of that of the function, and may be large
    cdef tuple sources                  # like those of a step
    cdef int count
    cdef int kind[MAX_OPERANDS]
    cdef int place[MAX_OPERANDS]


@cython.final
cdef class unsized:
    """A trace for any sizes: the operations of a fused function for arguments of certain dtypes and numbers of
    dimensions, which are fitted to sizes. The other fields are as in `traced`."""
    cdef list steps
    cdef int count
    cdef int only
    cdef object finish
    cdef object keeps
    cdef bint wraps


def make_unsized(list steps not None, int count, int only, finish, keeps, bint wraps, int64_t most):
    """A trace for any sizes. Steps are (operation, extra, place of the result, whether the function returns it,
    sources); intermediate values have at most `most` bytes."""
    cdef unsized self = unsized.__new__(unsized)
    cdef unsized_step each
    cdef int k
    global MOST_BYTES
    MOST_BYTES = most
    self.steps, self.count, self.only, self.finish, self.keeps, self.wraps = [], count, only, finish, keeps, wraps
    for op, extra, place, kept, sources in steps:
        each = unsized_step.__new__(unsized_step)
        each.op, each.extra, each.stored, each.kept, each.sources = op, extra, place, kept, sources
        each.count = len(sources)
        if each.count >= MAX_OPERANDS:
            return None
        for k in range(each.count):
            each.kind[k] = ("argument", "stored", "captured", "number", "fixed").index(sources[k][0])
            if each.kind[k] in (ARGUMENT, STORED, NUMBER):
                each.place[k] = sources[k][1]
        self.steps.append(each)
    return self


cdef int64_t MOST_BYTES = 1 << 18


cdef object run_unsized(unsized self, list arguments, list outside):
    """Run the operations; NotImplemented if an intermediate value is too large."""
    cdef PyObject* values[MAX_OPERANDS]
    cdef list stored = [None] * self.count, numbers = None
    cdef unsized_step each
    cdef tensor found
    cdef int k
    for each in self.steps:
        for k in range(each.count):
            if each.kind[k] == ARGUMENT:
                values[k] = <PyObject*>arguments[each.place[k]]
            elif each.kind[k] == STORED:
                values[k] = <PyObject*>stored[each.place[k]]
            elif each.kind[k] == NUMBER:
                value = arguments[each.place[k]]
                if type(value) is not scalar:
                    value = number_as(value, <dtype>(<tuple>each.sources[k])[2])
                    if numbers is None:
                        numbers = []
                    numbers.append(value)           # alive until the operation has run
                values[k] = <PyObject*>value
            else:
                values[k] = <PyObject*>(<tuple>each.sources[k])[1]
        found = launch(each.op, each.count, values, None, each.extra, False)
        if not each.kept and found.desc.nelem * found.desc.dtype.size > MOST_BYTES:
            return NotImplemented
        stored[each.stored] = found
    if self.only >= 0:
        return wrap(stored[self.only]) if self.wraps else stored[self.only]
    return self.finish(stored, [] if outside is None else outside)


def run_for_sizes(unsized self not None, list arguments, list outside):
    """Run a trace for any sizes, called from Python; NotImplemented if an intermediate value is too large."""
    return run_unsized(self, arguments, outside)


cdef enum:
    SIZES = 13              # the limit of different lengths in a call, besides zero and one
    SIZE_BITS = 4


cdef str ANY_SIZE = "any size"


cdef list class_key(list key):
    """A key for any sizes: it has the dtypes, byte orders, devices and numbers of dimensions of descriptions, and which
    lengths are zero, one or equal to each other. None if there is no such key."""
    cdef int64_t lengths[SIZES]
    cdef list result = [ANY_SIZE]
    cdef description desc
    cdef int64_t code
    cdef int known = 0, d, k
    cdef bint any_description = False
    for value in key:
        if type(value) is not description:
            result.append(value)
            continue
        desc = <description>value
        if desc.axes is not None or not desc.device.host or desc.ndims > FEW_DIMS:
            return None
        any_description = True
        code = desc.dtype.code | desc.swapped << 6 | desc.ndims << 8
        for d in range(desc.ndims):
            if desc.n[d] < 2:
                k = desc.n[d]
            else:
                k = 0
                while k < known and lengths[k] != desc.n[d]:
                    k += 1
                if k == known:
                    if known == SIZES:
                        return None
                    lengths[known] = desc.n[d]
                    known += 1
                k += 2
            code |= <int64_t>k << 16 + SIZE_BITS * d
        result.append(code)
    return result if any_description else None


def key_for_sizes(list key not None):
    """The key of a trace for any sizes, or None; see `class_key`."""
    return class_key(key)


cdef int place_argument(object value, operand* into) except -1:
    """Place an argument that is a number."""
    into.mem = NULL
    into.number = into.buffer
    if type(value) is scalar:
        memcpy(into.buffer, (<scalar>value).data, 16)   # another thread may change the scalar
        return 0
    if PyFloat_CheckExact(value):
        (<double*>into.buffer)[0] = value
    elif PyLong_CheckExact(value):
        (<uint64_t*>into.buffer)[0] = PyLong_AsUnsignedLongLongMask(value)
    else:
        (<double*>into.buffer)[0] = value.real
        (<double*>into.buffer)[1] = value.imag
    return 0


cdef object value_of(step self, int k, list arguments, list stored):
    """An operand as a tensor or scalar, for a Python function."""
    cdef tuple source = self.sources[k]
    cdef tensor base
    cdef description desc
    if source[0] == "captured" or source[0] == "fixed":
        return source[1]
    if source[0] == "number":
        value = arguments[source[1]]
        return value if type(value) is scalar else number_as(value, source[2])
    base = <tensor?>(arguments[source[1]] if source[0] == "argument" else stored[source[1]])
    desc = <description?>source[3]
    if base.mem.swapped:
        desc = other_byte_order(desc)
    return new_view(base.mem, base.start + <Py_ssize_t>source[2], desc, True)


cdef scalar number_as(object value, dtype kind):
    cdef scalar result = make_scalar(kind)
    pack(kind.code, value, result.data)
    return result


cdef object run_traced(traced self, list arguments, list outside):
    """Run the passes. The arguments are private objects, so that no other thread changes them."""
    cdef operand at[MAX_OPERANDS]
    cdef list stored = [None] * self.count
    cdef step each
    cdef tensor t
    cdef queue line = None
    cdef int k, j, results
    for value in arguments:
        if type(value) is tensor:
            if TRACERS:                     # a traced function calls this one with tensors from outside
                touched((<tensor>value).mem)
            elif line is None:
                line = (<tensor>value).mem.queue
                break
    for each in self.steps:
        if each.call is not None:
            values = [value_of(each, k, arguments, stored) for k in range(len(each.sources))]
            for k, value in enumerate(each.call(*values)):
                stored[<int>each.places[k]] = value
            continue
        results = len(each.results)
        for k in range(results):
            t = new_tensor(<description>each.results[k], line)
            stored[<int>each.places[k]] = t
            at[k].mem, at[k].offset, at[k].desc = <PyObject*>t.mem, t.start, <PyObject*>t.desc
        for j in range(len(each.sources)):
            k = results + j
            if each.kind[j] >= NUMBER:
                if each.kind[j] == NUMBER:
                    place_argument(arguments[each.place[j]], &at[k])
                else:
                    place_argument((<tuple>each.sources[j])[1], &at[k])
                continue
            if each.kind[j] == ARGUMENT:
                t = <tensor>arguments[each.place[j]]
            elif each.kind[j] == STORED:
                t = <tensor>stored[each.place[j]]
            else:
                t = <tensor>(<tuple>each.sources[j])[1]
                if effective(t) is not (<tuple>each.sources[j])[2]:
                    raise OceanError("The byte order of a tensor that a fused function uses has changed")
            at[k].mem = <PyObject*>t.mem
            at[k].offset = t.start + (each.offset[j] if each.kind[j] != CAPTURED else 0)
            at[k].desc = <PyObject*>t.desc
        each.plan.run(at)
    if self.only >= 0:
        return wrap(stored[self.only]) if self.wraps else stored[self.only]
    return self.finish(stored, [] if outside is None else outside)


def run_trace(traced self not None, list arguments, list outside):
    """Run the passes on arguments with the descriptions of the trace, called from Python."""
    return run_traced(self, arguments, outside)


def weak_class(value):
    """The smallest floating dtype that holds a float or complex number."""
    return kind_of(weak_code(value, DOUBLE))


# --- Calls -------------------------------------------------------------------------------------------------------

# Python integers that take the same dtype beside every dtype, in both conventions, form a class: they share a trace.

cdef int64_t[4 * DTYPES] LARGEST    # of each class
cdef int CLASSES                    # the last one is that of integers that need uint64


cdef list largest_of_classes():
    """The integers after which the smallest dtype changes: limits of integer dtypes, and of exact integers in floating
    dtypes."""
    cdef int code
    cdef int64_t most
    found = {-1, (1 << 31) - 2, INT64_MAX}          # the largest int32 counts as int64
    for code in range(DTYPES):
        if TRAITS[code].is_integer and TRAITS[code].bits < 64:
            most = (<int64_t>1 << (TRAITS[code].bits - TRAITS[code].is_signed)) - 1
            found |= {most, -most - 2} if TRAITS[code].is_signed else {most}
        elif TRAITS[code].is_float and TRAITS[code].real_code != DOUBLE:
            most = <int64_t>2 << TRAITS[code].digits
            found |= {most, -most - 1}
    return sorted(found)


for CLASSES, _largest in enumerate(largest_of_classes(), 1):
    LARGEST[CLASSES - 1] = _largest
CLASSES += 1
cdef list CLASS_NAMES = [("integers of class", each) for each in range(CLASSES)]


cdef int class_number(object value) except -2:
    """The class of a Python integer, or -1."""
    cdef int overflow = 0, k
    cdef int64_t small = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow:
        return CLASSES - 1 if overflow > 0 and value < 1 << 64 else -1
    for k in range(CLASSES - 1):
        if small <= LARGEST[k]:
            return k
    return -1


def class_of(value):
    """The representative integer of the class of an integer, or None."""
    cdef int k = class_number(value)
    return None if k < 0 else (1 << 64) - 1 if k == CLASSES - 1 else LARGEST[k] if k else -(1 << 63)


cdef enum:
    UNKNOWN, READ, FUNCTION


cdef int add_argument(list key, list arguments, object value, bint whole=False, bint exact=False) except -1:
    """Add an argument, and its part of the key of a trace; UNKNOWN if its type is not known here.

    The key has the description of tensors and arrays, the smallest dtype that holds floats and complex numbers, the
    dtype of scalars, and the values of integers, strings, bools and None. A function is a root of the guards.
    """
    if type(value) is tensor:
        value = own_locked(<tensor>value)
        key.append(effective(<tensor>value))
    elif held(value) is not None:
        value = own_locked(held(value))
        key.append(array)
        key.append(effective(<tensor>value))
    elif PyFloat_CheckExact(value) or PyComplex_CheckExact(value):
        if exact:
            add_value(key, value)
        else:
            key.append(kind_of(weak_code(value, DOUBLE)))
    elif type(value) is scalar:
        key.append(((<scalar>value)._dtype,))
    elif whole and PyLong_CheckExact(value) and class_number(value) >= 0:
        key.append(CLASS_NAMES[class_number(value)])
    elif PyLong_CheckExact(value) or value is None or type(value) is str or PyBool_Check(value):
        key.append((type(value), value))
    elif type(value) is description:
        key.append(value)
    elif type(value) is FunctionType:
        key.append(FunctionType)
        arguments.append(value)
        return FUNCTION
    else:
        return UNKNOWN
    arguments.append(value)
    return READ


def read_argument(list key not None, list arguments not None, list roots not None, value, bint whole, bint exact):
    """Add an argument, and its part of the key of a trace; False if its type is not known here. With `whole`, integers
    are operands; with `exact`, floats are constants."""
    cdef int how = add_argument(key, arguments, value, whole, exact)
    if how == FUNCTION:
        roots.append(value)
    return how != UNKNOWN


cdef dict SETTINGS = {}             # (generation, default dtype, default device) -> a number
cdef object SETTING = None          # the number of the current ones
cdef int64_t SEEN = -1
cdef PyObject* SEEN_DTYPE = NULL    # only compared
cdef PyObject* SEEN_DEVICE = NULL


cdef inline object settings_number():
    """The number of the current settings, for keys of traces."""
    if (SEEN == GENERATION and SEEN_DTYPE == <PyObject*>DEFAULT_DTYPE
            and SEEN_DEVICE == <PyObject*>DEFAULT_DEVICE):
        return SETTING
    return count_settings()


cdef object count_settings():
    global SETTING, SEEN, SEEN_DTYPE, SEEN_DEVICE
    SEEN, SEEN_DTYPE, SEEN_DEVICE = GENERATION, <PyObject*>DEFAULT_DTYPE, <PyObject*>DEFAULT_DEVICE
    SETTING = SETTINGS.setdefault((SEEN, DEFAULT_DTYPE, DEFAULT_DEVICE), len(SETTINGS))
    return SETTING


def settings_key():
    """The beginning of a key: the settings on which a trace depends."""
    return [settings_number()]


def make_fused(python, untraced, Py_ssize_t arity, owner):
    """A fused function of `arity` arguments (-1: none on the fast path; -2 - n: n or more); `untraced(args, named)` is
    the fallback for calls without a known trace."""
    cdef fusion self = <fusion>new_function(fusion)
    self.call, self.general, self.untraced = <vectorcall_fn><void*>call_fused, python, untraced
    self.arity, self.owner, self.traces = arity, owner, {}
    for name in ("__module__", "__name__", "__qualname__", "__annotations__"):
        if hasattr(python, name):
            setattr(self, name, getattr(python, name))
    vars(self).update(getattr(python, "__dict__", ()))
    return self


EAGER = type("eager", (), {"__repr__": lambda self: "a function that cannot be traced"})()
"""The entry of a function that cannot be traced."""


cdef object find_trace(fusion f, list key, list arguments, list roots, PyObject** outside):
    """The trace for arguments and values from outside, or None. Tensors from outside become arguments; `outside`
    becomes a list of all values if a trace may need them. `roots` may be None if the function is the only one."""
    cdef PyObject* found = PyDict_GetItemWithError(f.traces, tuple(key))
    cdef guards each
    cdef list tensors, values
    cdef Py_ssize_t place
    outside[0] = NULL
    if found == NULL:
        return None
    for each in <list>found:
        if not each.moving:
            place = 0
            if each.still() and PyDict_Next(each.table, &place, NULL, &found):    # the only key is ()
                return <object>found
            continue
        key, tensors, values = [], [], []
        if roots is None:
            roots = [f.general]
        if each.fits(roots, key, tensors, values):
            found = PyDict_GetItem(each.table, tuple(key))
            if found != NULL:
                arguments += tensors
                Py_INCREF(values)
                outside[0] = <PyObject*>values
                return <object>found
    return None


cdef inline list taken(PyObject* outside):
    """The list of values from outside; the caller takes over the reference."""
    cdef list values
    if outside == NULL:
        return None
    values = <list>outside
    Py_DECREF(values)
    return values


def known_trace(fusion f not None, list key not None, list arguments not None, list roots not None,
                list outside not None):
    """The trace for arguments and values from outside, or None; see `find_trace`."""
    cdef PyObject* values
    found = find_trace(f, key, arguments, roots, &values)
    if values != NULL:
        outside += taken(values)
    return found


cdef bint are_usual(PyObject** args, Py_ssize_t count) noexcept:
    """Whether arguments are arrays with elements, numbers and text, which a function takes as they are."""
    cdef Py_ssize_t k
    for k in range(count):
        kind = type(<object>args[k])
        if kind is array:
            if type((<array>args[k]).inner) is not tensor and type((<array>args[k]).inner) is not pending:
                return False
        elif kind is not int and kind is not float and kind is not bool and kind is not str and args[k] != Py_None:
            return False
    return True


cdef object deferring(object python, PyObject** args, size_t flags, PyObject* names):
    """Call a function; its expressions get kernels at once."""
    fuse_at_once(1)
    try:
        return PyObject_Vectorcall(python, args, flags, names)
    finally:
        fuse_at_once(-1)


def call_writer(python, tuple args not None, dict named not None):
    """Call a function that changes arrays; its expressions get kernels at once."""
    fuse_at_once(1)
    try:
        return python(*args, **named)
    finally:
        fuse_at_once(-1)


cdef object call_fused(object self, PyObject** args, size_t flags, PyObject* names):
    """The fast path: tensors, floats, scalars, and values that are part of the key."""
    cdef fusion f = <fusion>self
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), k
    cdef int how
    cdef list key, arguments, roots = None
    cdef PyObject* outside
    if RECORDERS:
        found = record_call(f, args, count, names)
        if found is not NotImplemented:
            return found
    if f.writes and are_usual(args, count + (0 if names == NULL else len(<tuple>names))):
        return deferring(f.general, args, flags, names)
    if names == NULL and (count == f.arity or -2 - count <= f.arity < -1 and count <= 64) and not WATCHED & 2:
        key, arguments = [settings_number()], []
        for k in range(count):
            how = add_argument(key, arguments, <object>args[k], f.whole >> k & 1, f.exact)
            if how == UNKNOWN:
                break
            if how == FUNCTION:
                roots = [f.general] if roots is None else roots
                roots.append(<object>args[k])
        else:
            found = find_trace(f, key, arguments, roots, &outside)
            values = taken(outside)
            if type(found) is traced:
                return run_traced(<traced>found, arguments, values)
            key = class_key(key) if found is None else None
            if key is not None:
                found = find_trace(f, key, arguments, roots, &outside)
                values = taken(outside)
                if type(found) is unsized:
                    result = run_unsized(<unsized>found, arguments, values)
                    if result is not NotImplemented:
                        return result
    given = tuple([<object>args[k] for k in range(count)])
    named = {} if names == NULL else {
        (<tuple>names)[k]: <object>args[count + k] for k in range(len(<tuple>names))}
    return f.untraced(given, named)


# --- Calls with a function ---------------------------------------------------------------------------------------

cdef enum:
    FUNCTIONS = 512         # the limit of functions
    CALLS = 4               # the limit of calls of each


@cython.final
cdef class recalled:
    """A call with a tensor and a Python function, and the resulting call of a fused function."""
    cdef tuple given                # the arguments after the function
    cdef fusion does
    cdef list arguments, key        # of the fused function, between the tensor and the function
    cdef object code                # kept alive, because it is known by its identity

    cdef bint fits(self, PyObject** values) except -1:
        cdef Py_ssize_t k
        cdef object value, known
        for k in range(len(self.given)):
            value, known = given(values[2 + k]), self.given[k]
            if value is not known and not (PyLong_CheckExact(value) and PyLong_CheckExact(known) and value == known):
                return False
        return True


cdef dict RECALLED = {}     # by the identity of the code, which the entries keep alive


def keep_call(tuple called not None, fusion did not None, list arguments not None):
    """Remember a call of a function that goes by `recall_calls`, and the call of a fused function that it came to."""
    cdef recalled one = recalled.__new__(recalled)
    cdef list others
    if type(called[0]) is not tensor or type(called[1]) is not FunctionType:
        return
    one.given, one.does, one.arguments, one.code = called[2:], did, arguments, called[1].__code__
    one.key, others = [], []
    for value in arguments:
        add_argument(one.key, others, value)
    one.key.append(FunctionType)
    if id(one.code) not in RECALLED and len(RECALLED) >= FUNCTIONS:
        del RECALLED[next(iter(RECALLED))]
    others = RECALLED.setdefault(id(one.code), [])
    del others[CALLS - 1:]
    others.insert(0, one)


cdef object run_recalled(PyObject** values):
    """The fast path of a public function whose first arguments are a tensor and a Python function: a repeated call goes
    to the fused function directly."""
    cdef PyObject* found
    cdef recalled each
    cdef list key, arguments, roots
    cdef PyObject* outside
    if type(<object>values[0]) is tensor and type(<object>values[1]) is FunctionType:
        found = PyDict_GetItem(RECALLED, <size_t>PyFunction_GET_CODE(values[1]))
        if found != NULL:
            for each in <list>found:
                if each.fits(values):
                    key, arguments = [settings_number()], []
                    add_argument(key, arguments, <object>values[0])
                    key += each.key
                    arguments += each.arguments
                    arguments.append(<object>values[1])
                    roots = [each.does.general, <object>values[1]]
                    made = find_trace(each.does, key, arguments, roots, &outside)
                    outer = taken(outside)
                    if type(made) is traced:
                        return run_traced(<traced>made, arguments, outer)
                    break
    return NotImplemented


def recall_calls(*functions):
    """Let public functions remember their calls: all of one half in Python."""
    cdef function each
    for each in functions:
        each.compiled = run_recalled

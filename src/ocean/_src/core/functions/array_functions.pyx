# cython: auto_pickle=False
"""The functions of `ocean.numpy` that are one operation: elementwise functions and reductions, alone and as methods.

The fast path takes arrays, numbers, lists of numbers and arrays of other packages, with a result, an axis or
`keepdims`. The fallback for all other arguments is a Python function, `general`.
"""

from cpython.bool cimport PyBool_Check
from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t

from ocean._src.core.call.operands import SCALAR_TYPES
from ocean._src.core.objects.tensor import KEEPDIMS, SOME

from ocean._src.core.objects.deferred cimport lazy_of, pending, still_pending
from ocean._src.core.objects.description cimport FEW_DIMS, description, is_fortran, quick_axis, same_size
from ocean._src.core.call.callables cimport (
    call_general, describe, fast, function, method, new_function, read_parameters, ufunc, vectorcall_fn)
from ocean._src.core.objects.array cimport (
    apart, array, deferred, held, is_temporary, lazy_operand, may_grow, may_wait, operand_of, power_of, whole, wrap)
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.axes cimport find_axis, find_named
from ocean._src.core.objects.rtensor cimport fold, known_of_arrays, learn_of_arrays, rtensor
from ocean._src.core.objects.memory cimport CPU
from ocean._src.core.objects.tensor cimport DEFAULT_DEVICE, launch, operation, tensor

cdef extern from *:
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    PyObject* Py_None

cdef enum:
    MOST_ARGUMENTS = 4


cdef object call_ufunc(object self, PyObject** args, size_t flags, PyObject* names):
    """The fast path of an elementwise function: arrays and numbers."""
    cdef function f = <function>self
    cdef operation op = <operation>f.op
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef PyObject* values[MOST_ARGUMENTS]
    cdef int held_values = 0, arrays = 0, arity = op.arity, k
    cdef tensor out = None
    cdef object value, target = None
    if op.arity > MOST_ARGUMENTS:
        return call_general(self, args, flags, names)
    if names == NULL and count == op.arity + 1:
        target = <object>args[op.arity]
    elif names != NULL and count == op.arity and len(<tuple>names) == 1 and (<tuple>names)[0] == "out":
        target = <object>args[count]
    elif names != NULL or count != op.arity:
        return call_general(self, args, flags, names)
    if target is not None:
        out = held(target)
        if out is None:
            return call_general(self, args, flags, names)
    elif arity <= 3 and not f.guarded:
        for k in range(arity):
            if may_wait(<object>args[k]) or (k and may_grow(<object>args[k - 1], <object>args[k])):
                value = deferred(op, arity, args)
                if value is not None:
                    return value
                break
    try:
        for k in range(op.arity):
            value = operand_of(<object>args[k])
            if value is None or (k > 0 and apart(<object>values[0], value)):
                break
            arrays += type(value) is tensor
            Py_INCREF(value)
            values[k] = <PyObject*>value
            held_values += 1
        else:
            # without an array, too, the result is an array: a number on the default device
            if arrays or (out is None and DEFAULT_DEVICE is CPU and not f.guarded):
                if f.guarded and whole(<object>values[0]):
                    op = power_of(op, <object>values[0], <object>values[1])
                if op is not None:
                    value = launch(op, arity, values, out, 0, False)
                    return wrap(value) if out is None else target
    except OverflowError:               # an integer out of bounds: the fallback raises, or has another rule
        pass
    finally:
        for k in range(held_values):
            Py_DECREF(<object>values[k])
    if names == NULL and target is None and arity <= 2 and not f.guarded:
        return call_lazily(f, args, flags)
    return call_general(self, args, flags, names)


cdef object call_lazily(function f, PyObject** args, size_t flags):
    """A function of one or two operands without a launch: with a lazy array it is recorded."""
    cdef operation op = <operation>f.op
    cdef object first = lazy_operand(<object>args[0]), second = None, found
    cdef bint short = first is not None
    if op.arity == 2:
        second = lazy_operand(<object>args[1])
        short = short and second is not None
    if short:
        found = known_of_arrays(op, first, second)
        if found is not None:
            return wrap(found)
    found = call_general(f, args, flags, NULL)
    if short and type(found) is array:
        learn_of_arrays(op, first, second, (<array>found).inner)
    return found


cdef int64_t ALL_AXES = 0, SOME_AXES = SOME, KEPT_AXES = KEEPDIMS


cdef int64_t axis_bit(object axis, int ndims) except -2:
    """The bit of the tensor's axis for an axis of its array; 0 for the fallback."""
    cdef int found = quick_axis(axis, ndims)
    return 0 if found < 0 else <int64_t>1 << (ndims - 1 - found)


cdef int64_t axes_bits(PyObject* axis, int ndims, bint several) except -2:
    """The bits of one axis or several, or of all of them (None); 0 for the fallback."""
    cdef int64_t found = 0, bit
    if axis == Py_None:
        return ((<int64_t>1) << ndims) - 1
    if type(<object>axis) is not tuple or not several:
        return axis_bit(<object>axis, ndims)
    for each in <tuple>axis:
        bit = axis_bit(each, ndims)
        if bit == 0 or found & bit:
            return 0
        found |= bit
    return found


cdef int64_t labelled_bit(object axes, object wanted) except -2:
    """The bit of an axis of a tensor, or of the one with a name; 0 if the tensor does not have it."""
    try:
        return <int64_t>1 << (find_named(axes, wanted) if type(wanted) is str else find_axis(axes, <axis_type>wanted))
    except IndexError:
        return 0


cdef rtensor foldable(object value):
    """The r-tensor of a lazy array on the host that has elements, and no axes; None for the fallback."""
    cdef rtensor self
    cdef int k
    if type(value) is not array or type((<array>value).inner) is not rtensor:
        return None
    self = <rtensor>(<array>value).inner
    if self.axes is not None or self.trace is not None or self.ndims == 0:
        return None
    for k in range(self.ndims):
        if self.n[k] == 0:
            return None
    for each in self.operands:
        if type(each) is tensor:
            return self if (<tensor>each).desc.device is CPU else None
    return None


cdef rtensor reducible(PyObject* self, list merged):
    """The r-tensor of the pending result of a temporary array, to reduce it in the same pass; None if it must be
    computed first. All operands are in the order of the result, so that its elements are reduced in the same order."""
    cdef rtensor found
    cdef description desc
    cdef tensor each
    if not is_temporary(self):      # before anything here takes a reference to it
        return None
    desc = (<pending>(<array>self).inner).desc
    found = lazy_of(<pending>(<array>self).inner, merged) if desc.ndims else None
    if found is None:
        return None
    for value in found.operands:
        if type(value) is tensor:
            each = <tensor>value
            if not same_size(each.desc, desc) or not is_fortran(each.desc):
                return None
    return found


cdef bint is_unchanged(PyObject* self, list merged) noexcept:
    """Whether no other thread has computed the pending result of an array, or those merged with it."""
    return type((<array>self).inner) is pending and still_pending(<pending>(<array>self).inner, merged)


cdef object reduced_lazily(object self, rtensor lazy, PyObject** args, size_t flags, PyObject* names):
    """Reduce an r-tensor in the place of the first argument. The fallback compiles it, and caches it for `fold`."""
    cdef PyObject* given[2 * MOST_ARGUMENTS]
    cdef object first = wrap(lazy)
    cdef Py_ssize_t k, count = PyVectorcall_NARGS(flags) + (0 if names == NULL else len(<tuple>names))
    for k in range(count):
        given[k] = args[k]
    given[0] = <PyObject*>first
    return call_general(self, given, count if names == NULL else PyVectorcall_NARGS(flags), names)


cdef object call_reduction(object self, PyObject** args, size_t flags, PyObject* names):
    """The fast path of a reduction, `f(a, axis=None, ...)`: an array, with axes and `keepdims`."""
    cdef function f = <function>self
    cdef operation op = <operation>f.op
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), k
    cdef int64_t bits, extra = ALL_AXES
    cdef bint direct = 0 < count <= f.ahead, keep = False, waiting = False
    cdef PyObject* axis = args[1] if count == 2 else Py_None
    cdef tensor inner = None
    cdef rtensor lazy = None
    cdef list merged = None
    cdef int ndims = 0
    cdef PyObject* value
    if direct:
        if type(<object>args[0]) is array and type((<array>args[0]).inner) is pending:
            merged = []
            lazy = reducible(args[0], merged)
        if lazy is None:
            inner = held(<object>args[0])
        if inner is None and type(<object>args[0]) is list:
            found = operand_of(<object>args[0])
            inner = found if type(found) is tensor else None
        if inner is None:
            waiting = lazy is not None
            if not waiting:
                lazy = foldable(<object>args[0])
            direct = lazy is not None
            ndims = lazy.ndims if direct else 0
        else:
            direct = inner.desc.nelem != 0
            ndims = inner.desc.ndims
    if direct and names != NULL:
        for k in range(len(<tuple>names)):
            name = (<tuple>names)[k]
            value = args[count + k]
            if name == "axis" and count == 1:
                axis = value
            elif name == "keepdims" and PyBool_Check(<object>value):
                keep = <object>value is True
            elif value == Py_None and (name == "out" or name == "dtype" or name == "initial") and name in f.kept[0]:
                pass
            else:
                direct = False
    if direct and ndims > FEW_DIMS and (keep or axis != Py_None):
        direct = False
    if direct and (keep or axis != Py_None):
        if inner is not None and inner.desc.axes is not None and type(<object>axis) in (axis_type, str):
            bits = labelled_bit(inner.desc.axes, <object>axis)
        else:
            bits = axes_bits(axis, ndims, f.several)
        direct = bits != 0
        if keep or bits != (<int64_t>1 << ndims) - 1:
            extra = SOME_AXES | bits | (KEPT_AXES if keep else 0)
    if direct and inner is None:
        found = fold(op.name, lazy, extra)
        if found is not None:
            found = wrap(found)
        elif waiting and count + (0 if names == NULL else len(<tuple>names)) <= MOST_ARGUMENTS:
            found = reduced_lazily(self, lazy, args, flags, names)
        if found is not None and (not waiting or is_unchanged(args[0], merged)):
            return found
    elif direct:
        value = <PyObject*>inner
        return wrap(launch(op, 1, &value, None, extra, extra == ALL_AXES and inner.desc.device is CPU))
    return call_general(self, args, flags, names)


# --- NumPy's elementwise functions ---------------------------------------------------------------------------------

NATIVE = {}             # NumPy's function -> that of `ocean.numpy`, once the fallback has called it
cdef dict KNOWN = NATIVE, SCALARS = SCALAR_TYPES


cdef object call_array_ufunc(object self, PyObject** args, size_t flags, PyObject* names):
    """The fast path of `__array_ufunc__(self, ufunc, method, *inputs)`: a call with one or two operands of known
    classes, and nothing else."""
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), k
    cdef PyObject* found
    if names == NULL and 4 <= count <= 5 and <object>args[2] == "__call__":
        found = PyDict_GetItem(KNOWN, <object>args[1])
        for k in range(3, count):
            if found != NULL and type(<object>args[k]) is not array and (
                    PyDict_GetItem(SCALARS, type(<object>args[k])) == NULL):
                found = NULL
        if found != NULL:
            try:
                return PyObject_Vectorcall(<object>found, args + 3, count - 3, NULL)
            except TypeError:           # the fallback finds out whether NumPy takes these operands
                pass
    return call_general(self, args, flags, names)


# --- Making them -------------------------------------------------------------------------------------------------

def make_ufunc(operation op not None, general, str name, bint guarded=False):
    """An elementwise function; `general` is the fallback, which checks integers if it is `guarded`."""
    cdef function self = new_function(ufunc)
    self.call, self.op, self.guarded = <vectorcall_fn><void*>call_ufunc, op, guarded
    return describe(self, general, name, None)


def make_ufunc_method(operation op not None, general, str name):
    """An elementwise function as a method of arrays; `general` is the fallback."""
    cdef function self = new_function(method)
    self.call, self.op = <vectorcall_fn><void*>call_ufunc, op
    return describe(self, general, name, array)


def make_array_ufunc(general):
    """The method `__array_ufunc__` of arrays; `general` is the fallback."""
    cdef function self = new_function(method)
    self.call = <vectorcall_fn><void*>call_array_ufunc
    return describe(self, general, "__array_ufunc__", array)


def make_reduction(operation op not None, general, str name, str rule=None, int ahead=2, bint several=True):
    """A reduction; `general` is the fallback. The first `ahead` of its arguments can be given by position: the
    array and the axis, or (1) only the array. `several`: it takes several axes. `attach` makes it a method."""
    cdef function self = new_function(function)
    self.call, self.op, self.rule = <vectorcall_fn><void*>call_reduction, op, rule
    self.ahead, self.several, self.kept = ahead, several, read_parameters(general, &self.filled)
    return describe(self, general, name, None)

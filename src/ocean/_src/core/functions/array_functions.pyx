# cython: auto_pickle=False
"""The functions of `ocean.numpy` that are one operation: elementwise functions and reductions, alone and as methods.

The fast path takes arrays, numbers, lists of numbers and arrays of other packages, with a result, an axis or
`keepdims`. The fallback for all other arguments is a Python function, `general`.
"""

from cpython.bool cimport PyBool_Check
from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint64_t

from ocean._src.core.call.operands import SCALAR_TYPES
from ocean._src.core.objects.tensor import KEEPDIMS, SOME

from ocean._src.core.objects.deferred cimport lazy_of, pending, still_pending
from ocean._src.core.objects.description cimport description, fortran, is_fortran, quick_axis, same_size
from ocean._src.core.objects.dtypes cimport ADD, DOUBLE, GREATER, INT64, LESS, OPERATORS, SCALE
from ocean._src.core.call.callables cimport (
    call_general, describe, fast, function, method, new_function, read_parameters, ufunc, vectorcall_fn)
from ocean._src.core.objects.array cimport (
    apart, array, deferred, held, is_temporary, lazy_operand, may_wait, operand_of, power_of, whole, wrap)
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.axes cimport find_axis
from ocean._src.core.objects.rtensor cimport fold, known_of_arrays, learn_of_arrays, rtensor
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.objects.tensor cimport (
    DEFAULT_DEVICE, address, check_writable, is_native, launch, new_tensor, operation, share_bytes, tensor)

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
            if may_wait(<object>args[k]):
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


cdef int64_t labelled_bit(object axes, axis_type wanted) except -2:
    """The bit of an axis of a tensor; 0 if the tensor does not have it."""
    try:
        return <int64_t>1 << find_axis(axes, wanted)
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
    if direct and (keep or axis != Py_None):
        if type(<object>axis) is axis_type and inner is not None and inner.desc.axes is not None:
            bits = labelled_bit(inner.desc.axes, <axis_type><object>axis)
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


# --- Folds at indices ----------------------------------------------------------------------------------------------

ctypedef fused real_or_whole:
    double
    int64_t

cdef dict FOLDS = {"add": ADD, "multiply": SCALE, "minimum": LESS, "maximum": GREATER}


cdef inline real_or_whole folded(int how, real_or_whole a, real_or_whole b) noexcept nogil:
    """Two numbers folded: integers wrap, and NaN is the smallest and the largest of all."""
    if how == ADD or how == SCALE:
        if real_or_whole is double:
            return a + b if how == ADD else a * b
        else:
            return <int64_t>(<uint64_t>a + <uint64_t>b if how == ADD else <uint64_t>a * <uint64_t>b)
    return b if (b < a if how == LESS else b > a) or b != b else a


cdef void fold_at(int how, real_or_whole* target, int64_t step, int64_t length, const int64_t* index, int64_t between,
                  const real_or_whole* values, int64_t apart, int64_t count) noexcept nogil:
    cdef int64_t i, k
    for i in range(count):
        k = index[i * between]
        k = step * (k + length if k < 0 else k)
        target[k] = folded(how, target[k], values[i * apart])


cdef real_or_whole fold_part(int how, const real_or_whole* data, int64_t step, int64_t count) noexcept nogil:
    """Fold a part; long sums in halves, for accuracy."""
    cdef int64_t i
    cdef real_or_whole result = data[0]
    if how == ADD and count > 128:
        return folded(how, fold_part(how, data, step, count // 2),
                      fold_part(how, data + count // 2 * step, step, count - count // 2))
    for i in range(1, count):
        result = folded(how, result, data[i * step])
    return result


cdef void fold_parts(int how, const real_or_whole* data, int64_t step, int64_t length, const int64_t* index,
                     int64_t between, int64_t count, real_or_whole* out) noexcept nogil:
    cdef int64_t i, first, last
    for i in range(count):
        first = index[i * between]
        last = index[(i + 1) * between] if i + 1 < count else length
        out[i] = fold_part(how, data + first * step, step, last - first if last > first else 1)


cdef tensor vector_of(object value, int code):
    """The tensor of an array that is a vector of int64 or double on the host (code -1: one of them); else None."""
    cdef tensor found = held(value)
    if found is None or found.desc.ndims != 1 or found.desc.device is not CPU or found.desc.axes is not None or (
            not is_native(found) or (<int64_t>address(found) | found.desc.s[0]) & 7):
        return None
    if found.desc.dtype.code != INT64 and (found.desc.dtype.code != DOUBLE or code == INT64):
        return None
    touch(found.mem)
    return found if code < 0 or found.desc.dtype.code == code else None


cdef bint within(tensor index, int64_t length, bint negative) noexcept:
    """Whether all indices are in range."""
    cdef const int64_t* data = <const int64_t*>address(index)
    cdef int64_t i, step = index.desc.s[0] // 8
    for i in range(index.desc.n[0]):
        if not (-length if negative else 0) <= data[i * step] < length:
            return False
    return True


cdef int fold_of(object self) except -1:
    """The code of the fold of an elementwise function; `OPERATORS` for the fallback."""
    cdef PyObject* found = NULL
    if type(self) is ufunc and (<function>self).op is not None:
        found = PyDict_GetItem(FOLDS, (<operation>(<function>self).op).name)
    return OPERATORS if found == NULL else <object>found


cdef object at_body(object self, object a, object indices, object b):
    cdef tensor target = vector_of(a, -1), index = vector_of(indices, INT64), values = None
    cdef int how = fold_of(self)
    cdef int64_t count, apart = 0, whole
    cdef double real
    cdef const char* data
    if how == OPERATORS or target is None or index is None:
        return NotImplemented
    count = index.desc.n[0]
    if type(b) is float and target.desc.dtype.code == DOUBLE:
        real = b
        data = <const char*>&real
    elif type(b) is int and target.desc.dtype.code == INT64 and -(1 << 62) < b < 1 << 62:
        whole = b
        data = <const char*>&whole
    else:
        values = vector_of(b, target.desc.dtype.code)
        if values is None or values.desc.n[0] != count or share_bytes(target, values):
            return NotImplemented
        data, apart = address(values), values.desc.s[0] // 8
    if target.locked or target.mem.readonly or share_bytes(target, index) or not within(index, target.desc.n[0], True):
        return NotImplemented
    check_writable(target)
    if target.desc.dtype.code == DOUBLE:
        fold_at(how, <double*>address(target), target.desc.s[0] // 8, target.desc.n[0], <int64_t*>address(index),
                index.desc.s[0] // 8, <const double*>data, apart, count)
    else:
        fold_at(how, <int64_t*>address(target), target.desc.s[0] // 8, target.desc.n[0], <int64_t*>address(index),
                index.desc.s[0] // 8, <const int64_t*>data, apart, count)
    return None


cdef object reduceat_body(object self, object array, object indices, object axis, object dtype, object out):
    cdef tensor source = vector_of(array, -1), index = vector_of(indices, INT64), result
    cdef int how = fold_of(self)
    if how == OPERATORS or source is None or index is None or (axis != 0 and axis != -1) or dtype is not None or (
            out is not None or not index.desc.n[0] or not within(index, source.desc.n[0], False)):
        return NotImplemented
    result = new_tensor(fortran(source.desc.dtype, CPU, 1, index.desc.n), None)
    if source.desc.dtype.code == DOUBLE:
        fold_parts(how, <const double*>address(source), source.desc.s[0] // 8, source.desc.n[0],
                   <int64_t*>address(index), index.desc.s[0] // 8, index.desc.n[0], <double*>address(result))
    else:
        fold_parts(how, <const int64_t*>address(source), source.desc.s[0] // 8, source.desc.n[0],
                   <int64_t*>address(index), index.desc.s[0] // 8, index.desc.n[0], <int64_t*>address(result))
    return wrap(result)


at = fast("self a indices b", <void*>at_body)
reduceat = fast("self array indices axis dtype out", <void*>reduceat_body)


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

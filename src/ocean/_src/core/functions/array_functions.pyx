# cython: auto_pickle=False
"""The functions of `ocean.numpy` that are one operation: elementwise functions and reductions, alone and as methods.

Arguments that are arrays, numbers, lists of numbers or arrays of other packages, with a result, an axis or `keepdims`,
go straight to the launch; all other forms go to a function of Python, `general`.
"""

from cpython.bool cimport PyBool_Check
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t

cimport cython


from ocean._src.base.later import namespace
from ocean._src.core.objects.dtypes import publish
from ocean._src.core.objects.tensor import KEEPDIMS, SOME

cimport ocean._src.core.objects.tensor as hot
from ocean._src.core.call.arguments cimport call_through, vectorcall_fn
from ocean._src.core.objects.array cimport apart, array, held, lazy_operand, operand_of, whole, wrap
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.axes cimport find_axis
from ocean._src.core.objects.rtensor cimport fold, known_of_arrays, learn_of_arrays, rtensor
from ocean._src.core.objects.memory cimport CPU
from ocean._src.core.objects.tensor cimport launch, operation, tensor

cdef extern from *:
    bint PyLong_CheckExactBorrowed "PyLong_CheckExact"(PyObject*) noexcept
    long long PyLong_AsLongLongAndOverflow(PyObject*, int*) except? -1
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyVectorcall_Call(object, object, object)
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    object PyMethod_New(object, object)
    PyObject* Py_None

cdef enum:
    MOST_ARGUMENTS = 4


cdef class ufunc:
    """An elementwise function of arrays. Arrays and numbers go straight to the plan, the rest to Python."""
    cdef vectorcall_fn call         # what calls it
    cdef readonly operation op
    cdef readonly object general    # takes all forms of the arguments
    cdef readonly str title
    cdef bint guarded               # a power: of integers it is checked first
    cdef int ahead                  # arguments that a reduction takes by position: the array, and perhaps the axis
    cdef frozenset named            # what the general function of a reduction calls its arguments
    cdef bint several               # a reduction takes several axes as well as one

    @property
    def __name__(self):
        return self.title

    @property
    def __qualname__(self):
        return self.title

    @property
    def __doc__(self):
        return self.general.__doc__

    @property
    def __signature__(self):
        from inspect import signature

        made = getattr(self.general, "signed", None)    # which says it when somebody asks
        return signature(self.general) if made is None else made()

    @property
    def nin(self):
        """The number of operands."""
        return self.op.arity

    @property
    def nout(self):
        """The number of results."""
        return 1

    def __repr__(self):
        return f"<ufunc '{self.title}'>"

    def __reduce__(self):
        return function_named, (self.title,)

    def __call__(self, *args, **named):
        return PyVectorcall_Call(self, args, named)


cdef object call_ufunc(object self, PyObject** args, size_t flags, PyObject* names):
    cdef ufunc f = <ufunc>self
    cdef operation op = f.op
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef PyObject* values[MOST_ARGUMENTS]
    cdef int held_values = 0, arrays = 0, k
    cdef tensor out = None
    cdef object value, target = None
    if op.arity > MOST_ARGUMENTS:
        return PyObject_Vectorcall(f.general, args, flags, names)
    if names == NULL and count == op.arity + 1:
        target = <object>args[op.arity]
    elif names != NULL and count == op.arity and len(<tuple>names) == 1 and (<tuple>names)[0] == "out":
        target = <object>args[count]
    elif names != NULL or count != op.arity:
        return PyObject_Vectorcall(f.general, args, flags, names)
    if target is not None:
        out = held(target)
        if out is None:
            return PyObject_Vectorcall(f.general, args, flags, names)
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
            # without an array, the result is one all the same: a number on the default device
            if arrays or (out is None and hot.DEFAULT_DEVICE is CPU and not f.guarded):
                if not (f.guarded and whole(<object>values[0]) and whole(<object>values[1])):
                    value = launch(op, op.arity, values, out, 0, False)
                    return wrap(value) if out is None else target
    except OverflowError:               # an integer beyond the dtype: an error of the general way, too, or no bound
        pass
    finally:
        for k in range(held_values):
            Py_DECREF(<object>values[k])
    if names == NULL and target is None and op.arity <= 2 and not f.guarded:
        return call_lazily(f, args, flags)
    return PyObject_Vectorcall(f.general, args, flags, names)


cdef object call_lazily(ufunc f, PyObject** args, size_t flags):
    """A function of one or two operands that does not go to the launch. With a lazy array it is written down."""
    cdef object first = lazy_operand(<object>args[0]), second = None, found
    cdef bint short = first is not None
    if f.op.arity == 2:
        second = lazy_operand(<object>args[1])
        short = short and second is not None
    if short:
        found = known_of_arrays(f.op, first, second)
        if found is not None:
            return wrap(found)
    found = PyObject_Vectorcall(f.general, args, flags, NULL)
    if short and type(found) is array:
        learn_of_arrays(f.op, first, second, (<array>found).inner)
    return found


cdef class reducer(ufunc):
    """A reduction of arrays: `f(a, axis=None, ...)`. An array goes straight to the plan, with axes and `keepdims`."""

    @property
    def __doc__(self):              # each cdef class defines `__doc__` again
        return self.general.__doc__

    def __repr__(self):
        return f"<function '{self.title}'>"


cdef int64_t ALL_AXES = 0, SOME_AXES = SOME, KEPT_AXES = KEEPDIMS


cdef int64_t axis_bit(PyObject* axis, int ndims) except -2:
    """The bit of the tensor's axis that an axis of its array is; 0 for anything that takes longer."""
    cdef int overflow = 0
    cdef int64_t number
    if not PyLong_CheckExactBorrowed(axis):
        return 0
    number = PyLong_AsLongLongAndOverflow(axis, &overflow)
    if number < 0:
        number += ndims
    return <int64_t>1 << (ndims - 1 - number) if not overflow and 0 <= number < ndims else 0


cdef int64_t axes_bits(PyObject* axis, int ndims, bint several) except -2:
    """The bits of one axis or several, or of all of them (None); 0 for anything that takes longer."""
    cdef int64_t found = 0, bit
    if axis == Py_None:
        return ((<int64_t>1) << ndims) - 1
    if type(<object>axis) is not tuple or not several:
        return axis_bit(axis, ndims)
    for each in <tuple>axis:
        bit = axis_bit(<PyObject*>each, ndims)
        if bit == 0 or found & bit:
            return 0
        found |= bit
    return found


cdef int64_t labelled_bit(object axes, axis_type wanted) except -2:
    """The bit of an axis among those of a tensor; 0 if it is none of them."""
    try:
        return <int64_t>1 << find_axis(axes, wanted)
    except IndexError:
        return 0


cdef rtensor foldable(object value):
    """The r-tensor of a lazy array on the host that has elements, and no axes; None for everything else."""
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


cdef object call_reducer(object self, PyObject** args, size_t flags, PyObject* names):
    cdef ufunc f = <ufunc>self
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), k
    cdef int64_t bits, extra = ALL_AXES
    cdef bint direct = 0 < count <= f.ahead, keep = False
    cdef PyObject* axis = args[1] if count == 2 else Py_None
    cdef tensor inner = None
    cdef rtensor lazy = None
    cdef int ndims = 0
    cdef PyObject* value
    if direct:
        inner = held(<object>args[0])
        if inner is None and type(<object>args[0]) is list:
            found = operand_of(<object>args[0])
            inner = found if type(found) is tensor else None
        if inner is None:
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
            elif value == Py_None and (name == "out" or name == "dtype" or name == "initial") and name in f.named:
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
        found = fold(f.op.name, lazy, extra)
        if found is not None:
            return wrap(found)
    elif direct:
        value = <PyObject*>inner
        return wrap(launch(f.op, 1, &value, None, extra, extra == ALL_AXES and inner.desc.device is CPU))
    return PyObject_Vectorcall(f.general, args, flags, names)


# --- Methods -----------------------------------------------------------------------------------------------------

@cython.final
cdef class ufunc_method(ufunc):
    """An elementwise function as a method of arrays."""

    @property
    def __doc__(self):
        return self.general.__doc__

    @property
    def __qualname__(self):
        return f"ndarray.{self.title}"

    def __get__(self, instance, owner):
        return self if instance is None else PyMethod_New(self, instance)

    def __repr__(self):
        return f"<function '{self.title}'>"

    def __reduce__(self):
        return getattr, (array, self.title)


@cython.final
cdef class reducer_method(reducer):
    """A reduction as a method of arrays."""

    @property
    def __doc__(self):
        return self.general.__doc__

    @property
    def __qualname__(self):
        return f"ndarray.{self.title}"

    def __get__(self, instance, owner):
        return self if instance is None else PyMethod_New(self, instance)

    def __reduce__(self):
        return getattr, (array, self.title)


# --- Making them -------------------------------------------------------------------------------------------------

cdef dict FUNCTIONS = {}


cdef ufunc describe_function(ufunc self, operation op, general, str title, bint guarded=False, int ahead=2,
                            bint several=True):
    cdef bint elementwise = type(self) is ufunc or type(self) is ufunc_method
    self.call = <vectorcall_fn><void*>(call_ufunc if elementwise else call_reducer)
    self.op = op
    self.title = title
    self.general = general
    self.guarded = guarded
    self.ahead = ahead
    self.several = several
    code = getattr(getattr(general, "__wrapped__", general), "__code__", None)
    self.named = frozenset(() if code is None else code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])
    if type(self) is ufunc or type(self) is reducer:
        FUNCTIONS[title] = self
    return self


def make_ufunc(operation op not None, general, str title, bint guarded=False):
    """An elementwise function; `general` takes all forms of its arguments."""
    return describe_function(ufunc.__new__(ufunc), op, general, title, guarded)


def make_ufunc_method(operation op not None, general, str title):
    """An elementwise function as a method; `general` takes all forms of its arguments."""
    return describe_function(ufunc_method.__new__(ufunc_method), op, general, title)


def make_reducer(operation op not None, general, str title, int ahead=2, bint several=True):
    """A reduction; `general` takes all forms of its arguments, of which the first `ahead` can be given by position: the
    array and the axis, or (1) only the array. `several`: of axes, too."""
    return describe_function(reducer.__new__(reducer), op, general, title, False, ahead, several)


def make_reducer_method(operation op not None, general, str title, bint several=True):
    """A reduction as a method; `general` takes all forms of its arguments. `several`: of axes, too."""
    return describe_function(reducer_method.__new__(reducer_method), op, general, title, False, 2, several)


def function_named(str name):
    """The public function of that name (for pickling)."""
    namespace("ocean.numpy")    # makes them: a process that reads a pickle may not have needed it yet
    return FUNCTIONS[name]


cdef ufunc _sample = ufunc.__new__(ufunc)
cdef Py_ssize_t _place = <char*>&_sample.call - <char*><PyObject*>_sample
for _class in (ufunc, reducer):
    call_through(_class, _place)
for _class in (ufunc_method, reducer_method):
    call_through(_class, _place, True)
for _class in (ufunc, reducer, ufunc_method, reducer_method):
    publish(_class, f"ocean.numpy.{_class.__name__}")

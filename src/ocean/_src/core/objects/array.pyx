# cython: auto_pickle=False
"""The class `array` of `ocean.numpy`: NumPy's conventions over the tensors of the core.

An array has one field: a tensor (for a lazy array an r-tensor; a pending result; or a mapped view) with the dimensions
of the array in reverse order. So rows are columns, padding on the left is padding on the right, and axis k is axis
ndim-1-k of the tensor. Functions here unwrap arrays, launch an operation, and wrap the result; the layers below do not
know arrays.

A number from iterating over a vector, or from a function of numbers, is stored in the array itself. It gets memory and
a tensor when more than its value is needed (`field`). So does the pending result of a deferred operation.
"""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_Check, PyFloat_CheckExact
from cpython.long cimport PyLong_Check, PyLong_CheckExact
from cpython.number cimport PyNumber_Index
from cpython.object cimport PyTypeObject, destructor
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport fabs, isfinite
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cimport cython

import sys

from ocean._src.base.errors import no_text
from ocean._src.core.objects.deferred import expression_of
from ocean._src.core.objects.dtypes import SYMBOLS, instance, publish
from ocean._src.base.errors import (
    OceanElementError, OceanError, OceanTypeError, OceanValueError, shown)
from ocean._src.core.objects.tensor import item

cimport ocean._src.core.call.arguments as arguments
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_reversed, axes_swapped, broadcast_to, derive, derive_from, description, fortran, read_int,
    reshaped, reversed_size, same_size, size_of, strides_of, transposed, without_axes)
from ocean._src.core.objects.dtypes cimport (
    ABSOLUTE, ADD, BITWISE_AND, BITWISE_OR, BITWISE_XOR, BOOL, DIVIDE, DOUBLE, EQUAL, FLOAT, FLOOR_DIVIDE,
    GREATER, GREATER_EQUAL, INT64, INVERT, LESS, LESS_EQUAL, MOD, NEGATIVE, OPERATORS, POWER, SCALE, SHIFT_LEFT,
    SHIFT_RIGHT, SUBTRACT, array_dtype, dtype, is_number, is_scalar, kind_of, make_scalar, pack, scalar, unpack)
from ocean._src.core.objects.deferred cimport DEFERRED_FROM, defer, into, into_itself, pending, settle
from ocean._src.core.objects.rtensor cimport known_of_arrays, learn_of_arrays
from ocean._src.core.host.indexing.indexing cimport read_view, selection
from ocean._src.core.host.linalg.matmul cimport sum_of_products
from ocean._src.core.functions.lists cimport check_number, read_lists
from ocean._src.core.objects.memory cimport CPU, RECORDERS, before_write, touch
from ocean._src.core.call.operands cimport import_scalar, import_tensor, scalar_tensor
from ocean._src.core.objects.tensor cimport (
    ARRAY, DEFAULT_DEVICE, GETITEM, LAZY, SETITEM, WATCHED, address, check_unlocked, copied, copy_to, is_native, launch,
    new_tensor, new_view, operation, tensor)
from ocean._src.core.objects.recorded cimport RECORD, recorded

cdef extern from "freed.h":
    ctypedef struct freed_t:
        int count
    bint freed_keep(freed_t*, PyObject*) noexcept
    object freed_take(freed_t*)

cdef extern from *:
    """
    /* Python itself calls the `__del__` of a subclass, so that arrays need not look for one when they go. */
    #undef CYTHON_USE_TP_FINALIZE
    #define CYTHON_USE_TP_FINALIZE 0
    static inline void set_type(PyObject *self, PyObject *cls) { Py_SET_TYPE(self, (PyTypeObject *)cls); }
    static inline int of_heap_type(PyObject *self) { return PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_HEAPTYPE); }
    static inline int has_weak_references(PyObject *self) {
        return *(PyObject **)((char *)self + Py_TYPE(self)->tp_weaklistoffset) != NULL;
    }
    """
    bint has_weak_references(PyObject*) noexcept
    bint of_heap_type(PyObject*) noexcept
    PyTypeObject* Py_TYPE(PyObject*) noexcept
    void set_type(PyObject*, PyObject*) noexcept
    Py_ssize_t Py_REFCNT(PyObject*) noexcept
    bint PySlice_Check(PyObject*) noexcept
    bint PyIndex_Check(object) noexcept
    bint PySequence_Check(object) noexcept
    bint PyLong_CheckExactBorrowed "PyLong_CheckExact"(PyObject*) noexcept
    long long PyLong_AsLongLongAndOverflow(PyObject*, int*) noexcept    # an exact integer gives no other error

cdef dict HOOKS = {}
cdef PyObject* OPERATION[OPERATORS]     # the operation of each operator; borrowed from COMPILED
cdef dict COMPILED = {}
cdef object NDARRAY = None              # NumPy's class, once NumPy is loaded
cdef dict MODULES = sys.modules


def install(dict operators, **hooks):
    """Called once, with the operation of each operator, and the fallbacks that compiled code calls:

    inner(value): the reversed tensor of anything like an array; elements(value, dtype): the reversed tensor of a list
    whose numbers must fit a dtype; operate(name, a, b): an operator with any operands; power(a, b): `**`;
    into(name, a, b): an in-place operator; matmul(a, b): `@`; getitem(a, key), setitem(a, key, value): any key;
    reshaped(a, shape): reshape an array with axes; beside(source, target): a tensor without axes, permuted to the axes
    of another; text(a): repr; kept(a, result): a result in the class of a, a Python subclass; row(a, key): `a[key]` of
    one.
    """
    cdef int k
    HOOKS.update(hooks)
    COMPILED.update(operators)
    for k in range(OPERATORS):
        OPERATION[k] = <PyObject*>COMPILED[SYMBOLS[k]]


# --- The array object --------------------------------------------------------------------------------------------

@cython.no_gc
@cython.c_api_binop_methods(True)
cdef class array:
    """An array with NumPy's conventions: row-major, elementwise operators, broadcasting from the last axis.

    `array(object, dtype=None, *, copy=True, order='K', ndmin=0, device=None)` makes one from nested lists, numbers,
    NumPy arrays and everything else that is like an array.
    """

    __array_priority__ = 1500.0

    # what it is

    @property
    def shape(self):
        """The length along each axis; can be set where no copy is needed."""
        return reversed_size((<tensor>self.inner).desc) if type(self.inner) is tensor else shape_of(self)

    @shape.setter
    def shape(self, value):
        cdef int64_t n[MAX_DIMS]
        cdef tensor source = eager(self)
        cdef int ndims
        cdef description desc
        if source.desc.axes is not None:
            self.inner = eager(HOOKS["reshaped"](self, value))
            return
        ndims = read_shape(value, n, source.desc.nelem, size_of(source.desc))
        desc = reshaped(source.desc, ndims, n)
        if desc is None:
            raise AttributeError("There is no view of this shape; use reshape(), which copies")
        self.inner = new_view(source.mem, source.start, desc, source.locked)

    @shape.deleter
    def shape(self):
        raise AttributeError("The shape of an array cannot be deleted")

    @property
    def size(self):
        """The number of elements."""
        cdef description desc = known_description(self)
        return field(self).nelem if desc is None else desc.nelem

    @property
    def ndim(self):
        """The number of axes."""
        cdef description desc = known_description(self)
        return field(self).ndims if desc is None else desc.ndims

    @property
    def axes(self):
        """What each dimension means, a tuple of `ocean.axis`; None if they have no axes."""
        axes = axes_of(self)
        return None if axes is None else (<tuple>axes)[::-1]

    @property
    def strides(self):
        """The distance in bytes between neighbours along each axis."""
        return strides_of(eager(self).desc)[::-1]

    @strides.setter
    def strides(self, value):
        HOOKS["set_strides"](self, value)

    @strides.deleter
    def strides(self):
        raise AttributeError("The strides of an array cannot be deleted")

    @property
    def dtype(self):
        """NumPy's dtype of the elements, in their byte order."""
        if type(self.inner) is tensor:
            return array_dtype((<tensor>self.inner).desc.dtype, not is_native(<tensor>self.inner))
        return array_dtype(kind_in(self), False)

    @dtype.setter
    def dtype(self, value):
        HOOKS["set_dtype"](self, value)

    @dtype.deleter
    def dtype(self):
        raise AttributeError("The dtype of an array cannot be deleted")

    @property
    def _dtype(self):
        """Ocean's dtype of the elements, for the modules above."""
        return kind_in(self)

    @property
    def device(self):
        cdef description desc = known_description(self)
        return field(self).device if desc is None else desc.device

    @property
    def itemsize(self):
        """The size of an element in bytes."""
        return kind_in(self).size

    @property
    def nbytes(self):
        """The size of all elements in bytes."""
        cdef description desc = known_description(self)
        if desc is not None:
            return desc.nelem * desc.dtype.size
        return self.size * kind_in(self).size

    # views

    @property
    def T(self):
        """The transpose: a view with the axes in reverse order. Where dimensions have axes, their order stays, and
        every offset k becomes -1 - k."""
        cdef tensor source
        if type(field(self)) is not tensor:
            return wrap(self.inner.reverseAxes() if axes_of(self) is None else self.inner.T)
        source = <tensor>self.inner
        return kept(self, wrap(new_view(source.mem, source.start, axes_reversed(source.desc) if source.desc.axes is None
                                        else transposed(source.desc), source.locked)))

    @property
    def mT(self):
        """The transposed matrices: a view with the last two axes exchanged."""
        cdef tensor source
        if self.ndim < 2:
            raise OceanValueError(f"mT needs at least two axes, got {self.ndim}")
        if type(self.inner) is not tensor:
            return wrap(self.inner.swapAxes(0, 1))
        source = <tensor>self.inner
        return kept(self, wrap(new_view(source.mem, source.start, axes_swapped(source.desc, 0, 1), source.locked)))

    @property
    def real(self):
        """A view of the real parts; the array itself if it has no others."""
        if type(self.inner) is tensor and not (<tensor>self.inner).desc.dtype.iscomplex:
            return self
        return kept(self, wrap(field(self).real))

    @real.setter
    def real(self, value):
        set_all(wrap(field(self).real), value)

    @real.deleter
    def real(self):
        raise AttributeError("The real part of an array cannot be deleted")

    @property
    def imag(self):
        """A view of the imaginary parts; read-only zeros for real dtypes."""
        return kept(self, wrap(field(self).imag))

    @imag.setter
    def imag(self, value):
        if not kind_in(self).iscomplex:
            raise OceanTypeError("The array has no imaginary part to set")
        set_all(wrap(field(self).imag), value)

    @imag.deleter
    def imag(self):
        raise AttributeError("The imaginary part of an array cannot be deleted")

    # elements

    def __getitem__(self, key):
        cdef selection sel
        cdef tensor source
        if type(self) is not array:
            return HOOKS["row"](self, key)
        if type(field(self)) is tensor:
            source = <tensor>self.inner
            if read_view(source.desc, key, True, &sel):
                return wrap(view_at(source, &sel)) if sel.ndims or has_gap(key) else element_at(source, &sel)
            plain = plain_key(key)
            if plain is not None:
                return self[plain]
            if source.desc.axes is None:
                picked = quick_item(source, key)
                if picked is not None:
                    return wrap(picked)
        return HOOKS["getitem"](self, key)

    def __setitem__(self, key, value):
        cdef selection sel
        cdef tensor source
        if RECORDERS and type(value) is recorded:
            RECORD["setitem"](self, key, value)
            return
        if type(field(self)) is not tensor:
            HOOKS["setitem"](self, key, value)
            return
        source = <tensor>self.inner
        check_unlocked(source)
        if key is Ellipsis and source.desc.ndims:
            assign(source, value)
        elif read_view(source.desc, key, True, &sel):
            if sel.ndims == 0:
                if write_number(source, sel.offset, value):
                    return
                if not is_number(value) and not has_gap(key):
                    assign(view_at(source, &sel), one_value(value, source.desc.dtype))
                    return
            assign(view_at(source, &sel), value)    # `value` is never rebound: see `is_temporary`
        elif plain_key(key) is not None:
            self[plain_key(key)] = value
        elif source.desc.axes is not None or not quick_fill(source, key, value):
            HOOKS["setitem"](self, key, value)

    def __delitem__(self, key):
        raise OceanTypeError("The elements of an array cannot be deleted")

    def __len__(self):
        if type(self.inner) is tensor and (<tensor>self.inner).desc.length >= 0:
            return (<tensor>self.inner).desc.length
        return length_of(self)

    def __iter__(self):
        if type(self) is not array and self.ndim:
            return iter([self[k] for k in range(len(self))])
        return rows_of(eager(self))

    def __contains__(self, value):
        return bool((self == value).any())

    def __bool__(self):
        if <PyObject*>self.inner == <PyObject*>FLAG:
            return self.number[0] != 0
        if self.size != 1:
            raise OceanValueError(f"The truth of an array with {self.size} elements is ambiguous; use any() or all()")
        return bool(only(self))

    def __int__(self):
        return int(alone(self))

    def __float__(self):
        value = alone(self)
        if PyComplex_CheckExact(value):
            raise OceanTypeError("A complex number has no float; use real")
        return float(value)

    def __complex__(self, /):
        return complex(alone(self))

    def __index__(self):
        if self.ndim or kind_in(self).isfloat:
            raise OceanTypeError("Only 0-d arrays of integers can be an index")
        if not kind_in(self).isnumber:
            raise OceanTypeError("An array of bool is no integer index")
        return only(self)

    def item(self, /, *index):
        """The only element, or the element at an index, as a Python number.

        Parameters
        ----------
        *index : int or tuple of int, optional
            Which element: one position in row-major order, or an index for each axis.

        Returns
        -------
        number
            The element as a Python number.

        Examples
        --------
        >>> np.array([[1, 2], [3, 4]]).item(1, 0)
        3
        """
        cdef selection sel
        cdef tensor source
        if not index:
            if type(self.inner) is tensor and (<tensor>self.inner).desc.nelem != 1:
                raise OceanValueError(f"Only arrays with one element are numbers; this one has {self.size}")
            return only(self)
        if type(self.inner) is tensor and len(<tuple>index) == (<tensor>self.inner).desc.ndims:
            source = <tensor>self.inner
            if source.desc.axes is None and read_view(source.desc, index, True, &sel) and sel.ndims == 0:
                return only(wrap(view_at(source, &sel)))
        if len(index) == 1 and isinstance(index[0], tuple):
            index = index[0]
        for each in index:
            if not hasattr(each, "__index__"):
                raise OceanTypeError(f"item() takes integers, got {shown(each)}")
        if len(index) not in (1, self.ndim):
            raise OceanValueError(f"item(): incorrect number of indices for array, expected {self.ndim}, got "
                                  f"{len(index)}")
        return only(self.ravel()[index[0]] if len(index) == 1 and self.ndim != 1 else self[index])

    # operators: the array may be either operand

    def __add__(a, b):
        return operate(ADD, a, b)

    def __iadd__(self, other):
        return operate_inplace(ADD, self, other)

    def __sub__(a, b):
        return operate(SUBTRACT, a, b)

    def __isub__(self, other):
        return operate_inplace(SUBTRACT, self, other)

    def __mul__(a, b):
        found = operate(SCALE, a, b)
        return no_text(a, b) if found is NotImplemented else found

    def __imul__(self, other):
        found = operate_inplace(SCALE, self, other)
        return no_text(self, other) if found is NotImplemented else found

    def __truediv__(a, b):
        return operate(DIVIDE, a, b)

    def __itruediv__(self, other):
        return operate_inplace(DIVIDE, self, other)

    def __floordiv__(a, b):
        return operate(FLOOR_DIVIDE, a, b)

    def __ifloordiv__(self, other):
        return operate_inplace(FLOOR_DIVIDE, self, other)

    def __mod__(a, b):
        return operate(MOD, a, b)

    def __imod__(self, other):
        return operate_inplace(MOD, self, other)

    def __divmod__(a, b):
        quotient = operate(FLOOR_DIVIDE, a, b)
        return quotient if quotient is NotImplemented else (quotient, operate(MOD, a, b))

    def __pow__(a, b, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of arrays has no modulo")
        return operate(POWER, a, b)

    def __ipow__(self, other):
        return operate_inplace(POWER, self, other)

    def __and__(a, b):
        return operate(BITWISE_AND, a, b)

    def __iand__(self, other):
        return operate_inplace(BITWISE_AND, self, other)

    def __or__(a, b):
        return operate(BITWISE_OR, a, b)

    def __ior__(self, other):
        return operate_inplace(BITWISE_OR, self, other)

    def __xor__(a, b):
        return operate(BITWISE_XOR, a, b)

    def __ixor__(self, other):
        return operate_inplace(BITWISE_XOR, self, other)

    def __lshift__(a, b):
        return operate(SHIFT_LEFT, a, b)

    def __ilshift__(self, other):
        return operate_inplace(SHIFT_LEFT, self, other)

    def __rshift__(a, b):
        return operate(SHIFT_RIGHT, a, b)

    def __irshift__(self, other):
        return operate_inplace(SHIFT_RIGHT, self, other)

    def __matmul__(a, b):
        found = quick_product(a, b)
        return HOOKS["matmul"](a, b) if found is None else found

    def __imatmul__(self, other):
        result = HOOKS["matmul"](self, other)
        if result is not NotImplemented:
            if self.axes is None and result.axes is None and result.shape != self.shape:
                raise OceanValueError(f"@=: the product has shape {result.shape}, the array has {self.shape}")
            HOOKS["check_cast"]("matmul", kind_in(<array?>result), kind_in(self))
            set_all(self, result)
        return result if result is NotImplemented else self

    def __neg__(self):
        return operate1(NEGATIVE, self)

    def __pos__(self):
        return HOOKS["positive"](self)

    def __abs__(self):
        return operate1(ABSOLUTE, self)

    def __invert__(self):
        return operate1(INVERT, self)

    def __richcmp__(self, other, int relation):
        if <PyObject*>self.inner == <PyObject*>REAL and type(other) is array and (      # sorting in Python
                <PyObject*>(<array>other).inner == <PyObject*>REAL) and not WATCHED & 2:
            return compared(relation, (<double*>self.number)[0], (<double*>(<array>other).number)[0])
        return operate(relation, self, other)

    def __hash__(self):
        # a 0-d array takes the place of NumPy's scalars, which can be keys of a dictionary
        if type(self.inner) is LAZY or self.ndim:
            raise OceanTypeError("unhashable type: 'ocean.numpy.ndarray'")
        return hash(only(self))

    def __repr__(self):
        return HOOKS["text"](self, True)

    def __str__(self):
        return HOOKS["text"](self, False)


# --- For compiled modules and the modules above --------------------------------------------------------------------

cdef freed_t FREED          # arrays; their fields are as those of new ones


cdef inline array new_array():
    """An array without anything in it."""
    return <array>freed_take(&FREED) if FREED.count else array.__new__(array)


cdef destructor FREE = (<PyTypeObject*>array).tp_dealloc


cdef void free(PyObject* self) noexcept:
    """Free an array, or an instance of a subclass."""
    if Py_TYPE(self) != <PyTypeObject*>array or has_weak_references(self):
        FREE(self)
        return
    (<array>self).inner = None          # this may run other code
    if not freed_keep(&FREED, self):
        FREE(self)


(<PyTypeObject*>array).tp_dealloc = <destructor>free


cdef array wrap(object inner):
    """The array of a tensor with reversed dimensions, of an r-tensor, or of a scalar."""
    cdef array self = new_array()
    if type(inner) is scalar:
        memcpy(self.number, (<scalar>inner).data, 16)
        self.inner = (<scalar>inner)._dtype
    else:
        self.inner = inner
    return self


cdef tensor inner_of(object value):
    """The tensor with reversed dimensions of anything like an array; the tensor of an array is not copied."""
    if type(value) is array or isinstance(value, array):
        return eager(<array>value)
    return <tensor?>HOOKS["inner"](value)


cdef inline object kept(array self, array result):
    """A result in the class of an array: Python subclasses keep it."""
    return result if type(self) is array else HOOKS["kept"](self, result)


def plain_array(array self not None):
    """An array on the same elements, of the class itself for one of a subclass."""
    return self if type(self) is array else wrap(field(self))


def make_instance(type cls not None, array source not None):
    """An instance of a subclass on the elements of an array."""
    cdef array self = <array?>instance(cls, array)
    self.inner = field(source)
    return self


def as_array(value):
    """Convert anything to an array; an array is returned unchanged."""
    return value if type(value) is array else wrap(inner_of(value))


def make_array(inner not None):
    """The array of a tensor with reversed dimensions, or of an r-tensor."""
    return wrap(inner)


cdef inline object field(array self):
    """The tensor, r-tensor or mapped view of an array; a number gets memory first, and a pending result is computed."""
    if type(self.inner) is dtype:
        self.inner = scalar_tensor(number_in(self))
    elif type(self.inner) is pending:
        settle_array(self)
    return self.inner


cdef int settle_array(array self) except -1:
    """Compute the pending result of an array."""
    cdef pending source = <pending>self.inner
    cdef tensor result = settle(source)
    if <PyObject*>self.inner == <PyObject*>source:      # no other thread has replaced it
        self.inner = new_view(result.mem, result.start, result.desc, False)
    return 0


cdef inline description known_description(array self):
    """The description of an array of a tensor or of a pending result; else None."""
    if type(self.inner) is tensor:
        return (<tensor>self.inner).desc
    return (<pending>self.inner).desc if type(self.inner) is pending else None


cdef inline dtype kind_in(array self):
    """The dtype of the elements."""
    cdef description desc = known_description(self)
    if desc is not None:
        return desc.dtype
    return <dtype>self.inner if type(self.inner) is dtype else <dtype?>self.inner.dtype


cdef scalar number_in(array self):
    """The number of an array without memory."""
    cdef scalar result = make_scalar(<dtype>self.inner)
    memcpy(result.data, self.number, 16)
    return result


cdef tensor held(object value):
    """The tensor of an array with its elements in memory; None for anything else."""
    if type(value) is array and type(field(<array>value)) is tensor:
        return <tensor>(<array>value).inner
    return None


def inner_field(array self not None):
    """The tensor with reversed dimensions of an array; the r-tensor of a lazy array; the read-only values of a gather
    view."""
    found = field(self)
    return found if type(found) is tensor or type(found) is LAZY else found.eval()


def view_field(array self not None):
    """The tensor, r-tensor or mapped view of an array: all of them have views."""
    return field(self)


def become_recorded(array self not None, state not None):
    """Turn an array into a recorded one in place: elements that depend on a differentiated argument were assigned to
    it. All names of the array then stand for the recorded one. Both classes have the same fields."""
    self.inner = state
    set_type(<PyObject*>self, <PyObject*>recorded)


def become_array(recorded self not None, array value not None):
    """Turn a recorded array back into an array with the elements of another one."""
    self.inner = field(value)
    set_type(<PyObject*>self, <PyObject*>array)


def writes_to(array self not None):
    """How often the memory of an array was written; -1 if it has none, or others can write to it without asking."""
    cdef tensor source = held(self)
    if source is None:
        return -1
    return source.mem.writes if source.mem.owner else -1


def same_memory(array a not None, array b not None):
    """Whether two arrays are views of one memory."""
    cdef tensor first = held(a), second = held(b)
    return first is not None and second is not None and first.mem is second.mem


def sharers(array self not None):
    """The number of tensors and storage objects that use the memory of an array."""
    cdef tensor source = held(self)
    return 0 if source is None else Py_REFCNT(<PyObject*>source.mem)


def replace_inner(array self not None, inner not None):
    """Give an array another tensor."""
    self.inner = inner


cdef inline tensor eager(array self):
    found = field(self)
    return <tensor>found if type(found) is tensor else <tensor?>found.eval()


cdef object axes_of(array self):
    """The axes of the inner tensor, or None."""
    if type(self.inner) is tensor:
        return (<tensor>self.inner).desc.axes
    return self.inner.axes if type(self.inner) is LAZY else None


cdef tuple shape_of(array self):
    if type(self.inner) is pending:
        return reversed_size((<pending>self.inner).desc)
    if type(field(self)) is tensor:
        return reversed_size((<tensor>self.inner).desc)
    return self.inner.size[::-1]


cdef Py_ssize_t length_of(array self) except -1:
    cdef tuple shape = shape_of(self)
    if not shape:
        raise OceanTypeError("A 0-d array has no length")
    return shape[0]


cdef object alone(array self):
    """The element of a 0-d array as a Python number; refuses others, also those of one element, like
    NumPy."""
    if type(self.inner) is not dtype and self.ndim:
        raise OceanTypeError(f"only 0-dimensional arrays can be converted to Python scalars, got shape {self.shape}; "
                             "item() gives the only element")
    return only(self)


cdef object only(array self):
    """The only element as a Python number."""
    cdef tensor source
    cdef char number[16]
    if type(self.inner) is dtype:
        return unpack((<dtype>self.inner).code, self.number)
    source = eager(self)
    if source.desc.nelem != 1:
        raise OceanElementError(f"Only arrays with one element are numbers; this one has {source.desc.nelem}")
    touch(source.mem)
    if source.desc.device.host and is_native(source):
        memcpy(number, address(source), source.desc.dtype.size)
        return unpack(source.desc.dtype.code, number)
    return item(source).asPython()


cdef int quick_shape(object shape, int64_t* n) except -2:
    """Read a shape of Python integers as a reversed size, and return its length; -1 for anything else."""
    cdef Py_ssize_t ndims, k
    cdef int overflow = 0
    cdef PyObject* each
    if PyLong_CheckExact(shape):
        n[0] = PyLong_AsLongLongAndOverflow(<PyObject*>shape, &overflow)
        return -1 if overflow else 1
    if type(shape) is not tuple and type(shape) is not list:
        return -1
    ndims = len(shape)
    if ndims > MAX_DIMS:
        return -1
    for k in range(ndims):
        each = <PyObject*>((<tuple>shape)[k] if type(shape) is tuple else (<list>shape)[k])
        if not PyLong_CheckExactBorrowed(each):
            return -1
        n[ndims - 1 - k] = PyLong_AsLongLongAndOverflow(each, &overflow)
        if overflow:
            return -1
    return ndims


cdef int read_shape(object shape, int64_t* n, int64_t nelem, object size) except -1:
    """Read a shape, in which one length may be -1, as a reversed size."""
    cdef int ndims = quick_shape(shape, n), k, place = -1
    cdef int64_t product = 1        # at most 2^62, and -1 beyond
    cdef bint empty = False
    if ndims < 0:
        if holds_axis(shape):
            raise OceanTypeError(
                f"Expected an axis for every dimension or an integer for every one, got {shown(shape)}")
        if not isinstance(shape, (tuple, list)):
            shape = tuple(shape) if hasattr(shape, "__iter__") and getattr(shape, "ndim", 1) else (shape,)
        ndims = len(shape)
        if ndims > MAX_DIMS:
            raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {ndims}")
        for k in range(ndims):
            if type(shape[k]) is bool:
                raise OceanTypeError(f"A shape has integers, got {shape_text(shape)}")
            n[ndims - 1 - k] = read_int(shape[k], "shape")
    for k in range(ndims):
        if n[k] == -1 and place < 0:
            place = k
        elif n[k] < 0:
            raise OceanValueError(f"A shape has lengths of at least 0 and at most one -1, got {shape_text(shape)}")
        elif n[k] == 0:
            empty = True
        elif product > 0:
            product = product * n[k] if n[k] <= (<int64_t>1 << 62) // product else -1
    if empty:
        product = 0
    if place >= 0 and product > 0 and nelem % product == 0:
        n[place] = nelem // product
    elif place >= 0 or product != nelem:
        raise OceanValueError(
            f"cannot reshape array of size {nelem} (shape {size[::-1]}) into shape {shape_text(shape)}")
    return ndims


cdef str shape_text(object shape):
    return str(tuple(shape) if isinstance(shape, (tuple, list)) else (shape,))


cdef bint holds_axis(object shape):
    """Whether axes are given instead of a shape."""
    return axis_within(shape, MAX_DIMS)


cdef bint axis_within(object shape, int depth):
    """Whether something is an axis, or has one in nested lists of at most that depth."""
    if type(shape) is axis_type:
        return True
    if depth and (type(shape) is tuple or type(shape) is list):
        for each in shape:
            if axis_within(each, depth - 1):
                return True
    return False


# --- Operators ---------------------------------------------------------------------------------------------------

cdef object operand_of(object value):
    """An operand as a tensor, scalar or Python number; None for the fallback."""
    if type(value) is array:
        if type((<array>value).inner) is tensor:
            return (<array>value).inner
        if type((<array>value).inner) is dtype:
            return number_in(<array>value)
        return (<array>value).inner if type(field(<array>value)) is tensor else None
    if <PyObject*>Py_TYPE(<PyObject*>value) == NUMPY_DOUBLE:
        return double_scalar(PyFloat_AS_DOUBLE(value))
    return value if is_scalar(value) else foreign(value)


cdef PyObject* NUMPY_DOUBLE = NULL      # NumPy's class of doubles, once one was an operand


cdef inline scalar double_scalar(double number):
    cdef scalar result = make_scalar(REAL)
    (<double*>result.data)[0] = number
    return result


cdef object foreign(object value):
    """The tensor or scalar of lists of Python numbers, and of other packages' arrays and numbers; else None, also for
    objects that have a say."""
    if type(value) is list:
        return read_lists(value, 0, None, None) if DEFAULT_DEVICE is CPU else None
    if value is None or type(value) is tensor or type(value) is LAZY:
        return None
    global NUMPY_DOUBLE
    found = import_scalar(value)
    if type(found) is scalar and (<scalar>found)._dtype is REAL and PyFloat_Check(value) and (
            not of_heap_type(<PyObject*>value)):
        NUMPY_DOUBLE = <PyObject*>Py_TYPE(<PyObject*>value)     # a static type, which is never freed
    if found is None:
        if type(value) is not ndarray_class() and arguments.has_say(value):
            return None
        found = import_tensor(value)
    if type(found) is tensor:
        found = new_view(
            (<tensor>found).mem, (<tensor>found).start, axes_reversed(without_axes((<tensor>found).desc)),
            (<tensor>found).locked)
    return found


cdef bint whole(object value):
    """Whether an operand has integers or bool: its powers do, too."""
    if type(value) is tensor:
        return not (<tensor>value).desc.dtype.isfloat
    if type(value) is scalar:
        return not (<scalar>value)._dtype.isfloat
    return PyLong_CheckExact(value) or PyBool_Check(value)


cdef operation power_of(operation op, object first, object second):
    """The operation of a power; None for a power of integers, which the fallback checks."""
    cdef int overflow = 0
    cdef int64_t exponent
    if not (whole(first) and whole(second)):
        return op
    if type(first) is tensor and PyLong_CheckExact(second):
        exponent = PyLong_AsLongLongAndOverflow(<PyObject*>second, &overflow)
        if not overflow and 0 <= exponent < 128:
            if exponent == 2 or exponent == 3:
                return op
            return <operation>COMPILED["short **"]
    return None


def simple_power(exponent):
    """The function that NumPy calls for `**` of a complex number and a constant, which differs from the power at zeros
    and infinities; None if NumPy calls the power."""
    if PyLong_CheckExact(exponent):
        if exponent == 2 or exponent == -1:
            return "square" if exponent == 2 else "reciprocal"
    elif PyFloat_CheckExact(exponent) and exponent == 0.5:
        return "sqrt"
    return None


cdef operation complex_power_of(object first, object second):
    """The operation of one operand that replaces a complex power with a constant exponent, or None."""
    if type(first) is tensor:
        if not (<tensor>first).desc.dtype.iscomplex:
            return None
    elif type(first) is not scalar or not (<scalar>first)._dtype.iscomplex:
        return None
    name = simple_power(second)
    return None if name is None else <operation>COMPILED[name]


cdef dtype REAL = kind_of(DOUBLE), SINGLE = kind_of(FLOAT), FLAG = kind_of(BOOL)
cdef PyObject* LAST = NULL              # the last bool that was made


cdef inline array truth(bint holds):
    """A 0-d array of a bool. It reuses the last one if nobody else holds it, as in a loop."""
    if LAST != NULL and LAST.ob_refcnt == 1 and <PyObject*>(<array>LAST).inner == <PyObject*>FLAG:
        (<array>LAST).number[0] = holds
        return <array>LAST
    return new_truth(holds)


cdef array new_truth(bint holds):
    global LAST
    cdef array result
    cdef PyObject* former
    result = new_array()
    result.inner = FLAG
    result.number[0] = holds
    Py_INCREF(result)
    former, LAST = LAST, <PyObject*>result
    if former != NULL:
        Py_DECREF(<object>former)
    return result


ctypedef fused real_or_whole:
    double
    int64_t


cdef inline array compared(int which, real_or_whole a, real_or_whole b):
    return truth(a < b if which == LESS else a > b if which == GREATER else a <= b if which == LESS_EQUAL
                 else a >= b if which == GREATER_EQUAL else (a == b) == (which == EQUAL))


cdef inline PyObject* number_kind(object a, object b) noexcept:
    """The dtype of two arrays without memory, or of one beside something else; NULL if it is not the same."""
    cdef PyObject* kind
    if type(a) is array:
        kind = <PyObject*>(<array>a).inner
        if type(b) is array and kind != <PyObject*>(<array>b).inner:
            return NULL
    elif type(b) is array:
        kind = <PyObject*>(<array>b).inner
    else:
        return NULL
    return kind if type(<object>kind) is dtype else NULL


cdef bint read_real(dtype kind, object value, double* number) noexcept:
    """Read the number of an array of dtype double or float, or a Python number beside it; False for the fallback."""
    cdef int overflow = 0
    cdef int64_t whole
    if type(value) is array:
        number[0] = (<double*>(<array>value).number)[0] if kind is REAL else (<float*>(<array>value).number)[0]
        return True
    if PyFloat_CheckExact(value) or (kind is REAL and PyFloat_Check(value)):    # NumPy's double is a subclass
        number[0] = PyFloat_AS_DOUBLE(value)
    elif PyLong_CheckExact(value):
        whole = PyLong_AsLongLongAndOverflow(<PyObject*>value, &overflow)
        if overflow or not -(1LL << 53) <= whole <= 1LL << 53:
            return False
        number[0] = whole
    else:
        return False
    if kind is not REAL:
        number[0] = <float>number[0]
        return isfinite(number[0])
    return True


cdef bint read_whole(dtype kind, object value, int64_t* number) noexcept:
    """Read the number of an array of an integer dtype, or a Python integer that it holds; False for the fallback."""
    cdef const char* data
    cdef int overflow = 0
    if type(value) is array:
        data = (<array>value).number
        if kind.size == 8:
            number[0] = (<int64_t*>data)[0]
        elif kind.size == 4:
            number[0] = <int64_t>(<int32_t*>data)[0] if kind.issigned else <int64_t>(<uint32_t*>data)[0]
        elif kind.size == 2:
            number[0] = <int64_t>(<int16_t*>data)[0] if kind.issigned else <int64_t>(<uint16_t*>data)[0]
        else:
            number[0] = <int64_t>(<int8_t*>data)[0] if kind.issigned else <int64_t>(<uint8_t*>data)[0]
        return True
    if not PyLong_CheckExact(value):
        return False
    number[0] = PyLong_AsLongLongAndOverflow(<PyObject*>value, &overflow)
    if overflow or kind.nbits == 64:
        return not overflow
    if kind.issigned:
        return -(1LL << (kind.nbits - 1)) <= number[0] < 1LL << (kind.nbits - 1)
    return 0 <= number[0] < 1LL << kind.nbits


cdef inline double real_result(int which, double x, double y) noexcept:
    return x + y if which == ADD else x - y if which == SUBTRACT else x * y if which == SCALE else x / y


cdef inline array of_reals(int which, double x, double y):
    """A comparison, sum, difference, product or quotient of two doubles."""
    cdef array result
    if which <= GREATER_EQUAL:
        return compared(which, x, y)
    result = new_array()
    result.inner = REAL
    (<double*>result.number)[0] = real_result(which, x, y)
    return result


cdef array of_numbers(int which, dtype kind, object a, object b):
    """A comparison, sum, difference, product or quotient of arrays without memory of one dtype, or of one beside a
    Python number; None for the fallback. It has the bits of kernels: double rounds to the same float, integers wrap."""
    cdef double x, y
    cdef int64_t m, n
    cdef array result
    if kind is REAL or kind is SINGLE:
        if not read_real(kind, a, &x) or not read_real(kind, b, &y):
            return None
        if kind is REAL or which <= GREATER_EQUAL:
            return of_reals(which, x, y)
        result = new_array()
        (<float*>result.number)[0] = <float>real_result(which, x, y)
    else:
        if which == DIVIDE or not kind.isinteger or (kind.nbits == 64 and not kind.issigned) or (
                not read_whole(kind, a, &m) or not read_whole(kind, b, &n)):
            return None
        if which <= GREATER_EQUAL:
            return compared(which, m, n)
        result = new_array()
        (<uint64_t*>result.number)[0] = (
            <uint64_t>m + <uint64_t>n if which == ADD else <uint64_t>m - <uint64_t>n if which == SUBTRACT
            else <uint64_t>m * <uint64_t>n)
    result.inner = kind
    return result


cdef object operate(int which, object a, object b):
    cdef PyObject* kind
    if which <= DIVIDE and not WATCHED & 2:
        if type(a) is type(b) and <PyObject*>(<array>a).inner == <PyObject*>REAL and (     # sums in Python
                <PyObject*>(<array>b).inner == <PyObject*>REAL):
            return of_reals(which, (<double*>(<array>a).number)[0], (<double*>(<array>b).number)[0])
        kind = number_kind(a, b)
        if kind != NULL:
            found = of_numbers(which, <dtype>kind, a, b)
            if found is not None:
                return found
    return operate_on(which, a, b)


cdef bint apart(object first, object second) noexcept:
    """Whether operands are on two devices."""
    return (type(first) is tensor and type(second) is tensor
            and (<tensor>first).desc.device is not (<tensor>second).desc.device)


cdef object operate_lazily(operation op, object a, object b, bint alone):
    """An operator of one or two operands without a launch: with a lazy array it is recorded."""
    cdef object first = lazy_operand(a), second = lazy_operand(b), found
    cdef bint short = first is not None and (alone or second is not None)
    if short and op is <object>OPERATION[POWER] and not is_number(second):
        short = False                   # the fallback checks powers of integers
    if short:
        found = known_of_arrays(op, first, second)
        if found is not None:
            return wrap(found)
    found = HOOKS["operate"](op.name, a) if alone else HOOKS["operate"](op.name, a, b)
    if short and type(found) is array:
        learn_of_arrays(op, first, second, (<array>found).inner)
    return found


cdef object lazy_operand(object value):
    """The r-tensor or tensor of an array, or a Python number; None for anything else."""
    if type(value) is array:
        return (<array>value).inner if type(field(<array>value)) is tensor or (
            type((<array>value).inner) is LAZY) else None
    return value if is_number(value) else None


# --- Deferred operations -------------------------------------------------------------------------------------------

cdef object deferrable(object value):
    """An operand of a deferred operation: a tensor, pending result, scalar or Python number; None for anything else."""
    if type(value) is array:
        if type((<array>value).inner) is dtype:
            return number_in(<array>value)
        return (<array>value).inner if type((<array>value).inner) is tensor or (
            type((<array>value).inner) is pending) else None
    return value if is_scalar(value) else None


cdef object deferred(operation op, int count, PyObject** values):
    """The array of a deferred operation; None if it must be computed now."""
    cdef object first = deferrable(<object>values[0]), second = None, third = None
    cdef pending result
    if count > 1:
        second = deferrable(<object>values[1])
    if count > 2:
        third = deferrable(<object>values[2])
    if first is None or (count > 1 and second is None) or (count > 2 and third is None):
        return None
    result = defer(op, count, first, second, third)
    return None if result is None else wrap(result)


cdef object deferred_operator(int which, object a, object b):
    """`deferred` of an operator. Most powers of integers are checked; some complex ones have their own functions."""
    cdef PyObject* values[2]
    cdef description desc
    values[0], values[1] = <PyObject*>a, <PyObject*>b
    if which == POWER:
        if type(a) is not array or not is_number(b):
            return None
        desc = known_description(<array>a)
        if desc is None:
            return None
        if desc.dtype.iscomplex:
            name = simple_power(b)
            return None if name is None else deferred(<operation>COMPILED[name], 1, values)
        if not desc.dtype.isfloat and (desc.dtype is FLAG or not (PyLong_CheckExact(b) and (b == 2 or b == 3))):
            return None
    return deferred(<operation>OPERATION[which], 2, values)


cdef bint deferred_inplace(operation op, tensor target, array other) except -1:
    """Compute an in-place operator together with the pending result of a temporary array; False if it was not."""
    cdef pending result
    if not is_temporary(<PyObject*>other) or not same_size((<pending>other.inner).desc, target.desc):
        return False
    result = defer(op, 2, target, other.inner, None)
    if result is None or result.desc.dtype is not target.desc.dtype:
        return False
    other.inner = FLAG              # nobody sees it any more: only the result holds its operand
    if not into_itself(result, target):
        copy_to(settle(result), target)
    return True


def pending_expression(array self not None):
    """The r-tensor of the pending result of an array; None if the array has its elements."""
    return expression_of(self.inner) if type(self.inner) is pending else None


cdef inline bint few_alike(object a, object b) noexcept:
    """Whether two arrays have the same description and so few elements that nothing is deferred."""
    if type(a) is not array or type(b) is not array or type((<array>a).inner) is not tensor or (
            type((<array>b).inner) is not tensor):
        return False
    return <PyObject*>(<tensor>(<array>a).inner).desc == <PyObject*>(<tensor>(<array>b).inner).desc and (
        (<tensor>(<array>a).inner).desc.nelem < DEFERRED_FROM)


cdef object operate_on(int which, object a, object b):
    cdef PyObject* values[2]
    cdef operation simple, op = <operation>OPERATION[which]
    cdef object first, second
    if not few_alike(a, b) and (may_wait(a) or may_wait(b) or may_grow(a, b)):
        first = deferred_operator(which, a, b)
        if first is not None:
            return first
    first, second = operand_of(a), operand_of(b)
    if first is None or second is None or apart(first, second):
        return operate_lazily(op, a, b, False)
    values[0], values[1] = <PyObject*>first, <PyObject*>second
    if which == POWER:
        simple = complex_power_of(first, second)
        if simple is not None:
            return wrap(launch(simple, 1, values, None, 0, False))
        op = power_of(op, first, second)
        if op is None:
            return HOOKS["operate"]("power", a, b)
    return wrap(launch(op, 2, values, None, 0, False))


cdef object operate_inplace(int which, array self, object other):
    cdef PyObject* values[2]
    cdef operation simple, op = <operation>OPERATION[which]
    cdef object first, second
    cdef PyObject* kind = number_kind(self, other)
    cdef array found
    if kind != NULL and which <= DIVIDE and not WATCHED & 2:
        found = of_numbers(which, <dtype>kind, self, other)
        if found is not None:
            memcpy(self.number, found.number, 16)
            return self
    first = held(self)
    if type(other) is array and type((<array>other).inner) is pending and first is not None and which != POWER and (
            deferred_inplace(op, <tensor>first, <array>other)):
        return self
    second = operand_of(other)
    if first is None or second is None or apart(first, second):
        if RECORDERS and type(other) is recorded:
            return RECORD["inplace"](SYMBOLS[which], self, other)
        return HOOKS["into"](op.name, self, other)
    values[0], values[1] = <PyObject*>first, <PyObject*>second
    if which == POWER:
        simple = complex_power_of(first, second)
        if simple is not None:
            launch(simple, 1, values, <tensor>first, 0, False)
            return self
        op = power_of(op, first, second)
        if op is None:
            return HOOKS["into"]("power", self, other)
    launch(op, 2, values, <tensor>first, 0, False)
    return self


cdef object operate1(int which, array self):
    cdef PyObject* value
    cdef operation op = <operation>OPERATION[which]
    cdef object first
    cdef array found
    cdef double x
    if which != INVERT and self.inner is REAL:
        found = new_array()
        found.inner = REAL
        x = (<double*>self.number)[0]
        (<double*>found.number)[0] = -x if which == NEGATIVE else fabs(x)
        return found
    if may_wait(self):
        value = <PyObject*>self
        first = deferred(op, 1, &value)
        if first is not None:
            return first
    first = operand_of(self)
    if first is None:
        return operate_lazily(op, self, None, True)
    value = <PyObject*>first
    return wrap(launch(op, 1, &value, None, 0, False))


cdef object quick_product(object a, object b):
    """The product of two matrices or vectors of the same dtype, or of two equally long collections of matrices; None
    for the fallback. A vector on the left is a row, one on the right a column."""
    cdef PyObject* values[2]
    cdef tensor left = held(a), right = held(b), result
    cdef int64_t n[2]
    cdef char number[16]
    cdef int ndims = 0, k
    cdef bint row, column
    if left is None or right is None or left.desc.dtype is not right.desc.dtype or (
            left.desc.device is not right.desc.device) or not left.desc.nelem or not right.desc.nelem or (
            left.desc.axes is not None or right.desc.axes is not None) or not left.desc.ndims or not right.desc.ndims:
        return None
    if left.desc.ndims > 2 or right.desc.ndims > 2:
        if left.desc.ndims != right.desc.ndims or left.desc.n[0] != right.desc.n[1]:
            return None
        for k in range(2, left.desc.ndims):
            if left.desc.n[k] != right.desc.n[k]:
                return None
        values[0], values[1] = <PyObject*>right, <PyObject*>left
        return wrap(launch(<operation>COMPILED["product"], 2, values, None, 0, False))
    row, column = left.desc.ndims == 1, right.desc.ndims == 1
    if left.desc.n[0] != right.desc.n[0 if column else 1]:
        return None
    if row and column and sum_of_products(right, left, number):
        return number_at(left.desc.dtype, number)
    if row:
        n[0], n[1] = left.desc.n[0], 1
        left = shaped(left, 2, n)
    if column:
        n[0], n[1] = 1, right.desc.n[0]
        right = shaped(right, 2, n)
    values[0], values[1] = <PyObject*>right, <PyObject*>left
    result = <tensor>launch(<operation>COMPILED["product"], 2, values, None, 0, False)
    if not row and not column:
        return wrap(result)
    if row and column and result.desc.device is CPU:
        return number_at(result.desc.dtype, address(result))
    if not column:
        n[ndims] = result.desc.n[0]
        ndims += 1
    if not row:
        n[ndims] = result.desc.n[1]
        ndims += 1
    return wrap(shaped(result, ndims, n))


cdef inline tensor shaped(tensor source, int ndims, const int64_t* n):
    """A view with dimensions of length one added or dropped."""
    return new_view(source.mem, source.start, reshaped(source.desc, ndims, n), source.locked)


# --- Integers, slices, None and an ellipsis between brackets -------------------------------------------------------

cdef inline tensor view_at(tensor source, selection* sel):
    return new_view(source.mem, source.start + sel.offset,
                    derive_from(source.desc, sel.ndims, sel.n, sel.s, sel.places), source.locked)


cdef int assign(tensor target, object value) except -1:
    """Store a value, cast and broadcast, in a tensor."""
    cdef tensor source
    if is_scalar(value):
        if is_number(value):
            check_number(value, target.desc.dtype)
        return copy_to(value, target)
    if type(value) is array and type((<array>value).inner) is LAZY and (
            (<array>value).inner.size == size_of(target.desc)):
        (<array>value).inner.into(target)
        return 0
    if type(value) is array and type((<array>value).inner) is pending and assign_pending(target, <array>value):
        return 0
    source = eager(<array>value) if type(value) is array else elements_of(value, target)
    if source is target:
        return 0
    if target.desc.axes is not None and source.desc.axes is not None and source.desc is not target.desc:
        source = HOOKS["beside"](source, target)
        target = new_view(target.mem, target.start, without_axes(target.desc), target.locked)
    else:
        source = fitted(source, target.desc)
    if source.desc.dtype.iscomplex and not target.desc.dtype.iscomplex:
        HOOKS["discards"](source.desc.dtype, target.desc.dtype)
    if source.mem is target.mem and source.start == target.start and source.desc is target.desc:
        return 0                    # an in-place operator has written the value already
    return copy_to(source, target)


cdef bint assign_pending(tensor target, array value) except -1:
    """Compute a pending result into a tensor of its size, if nobody else holds the array; False if it was not."""
    cdef pending source = <pending>value.inner
    if not is_temporary(<PyObject*>value) or target.desc.axes is not None or not same_size(source.desc, target.desc):
        return False
    if not into(source, target):
        return False
    value.inner = FLAG              # nobody sees it any more
    return True


cdef tensor elements_of(object value, tensor target):
    """The tensor of a value that is assigned; numbers in lists must fit the dtype of the target."""
    cdef tensor source
    if type(value) is not list and type(value) is not tuple and type(value) is not range:
        return inner_of(value)
    source = read_lists(value, 0, target.desc.dtype, None, False, True)
    if source is None:
        source = HOOKS["elements"](value, target.desc.dtype)
    if source.desc.ndims > target.desc.ndims:
        raise sequence_error(source.desc, target.desc.ndims)
    return source


cdef object one_value(object value, dtype kind):
    """A value for one element of a dtype, which must have no axes. A number of NumPy must fit integers."""
    cdef description desc
    if type(value) is array:
        if type((<array>value).inner) is dtype:
            return number_in(<array>value)
        if type(field(<array>value)) is not tensor:
            return value
        desc = (<tensor>(<array>value).inner).desc
    elif is_scalar(value):
        return value
    else:
        if kind.isinteger and type(import_scalar(value)) is scalar:
            check_number(value.item(), kind)
        value = wrap(inner_of(value))
        desc = (<tensor>(<array>value).inner).desc
    if desc.ndims:
        raise sequence_error(desc, 0)
    return value


cdef object sequence_error(description source, int ndims):
    return OceanElementError(f"setting an array element with a sequence: could not broadcast input array from shape "
                             f"{reversed_size(source)} into {'a number' if ndims == 0 else f'{ndims} axes'}")


cdef tensor fitted(tensor source, description target):
    """A tensor broadcast to the size of another; leading axes of length one are dropped if necessary."""
    cdef int ndims = source.desc.ndims, k
    cdef description desc = source.desc
    if desc is target:
        return source
    desc = without_axes(desc)
    while ndims > target.ndims and desc.n[ndims - 1] == 1:
        ndims -= 1
    for k in range(ndims):
        if ndims > target.ndims or (desc.n[k] != target.n[k] and desc.n[k] != 1):
            raise OceanValueError(f"could not broadcast input array from shape {reversed_size(desc)} into shape "
                                  f"{reversed_size(target)}")
    if ndims != desc.ndims:
        desc = derive(desc, ndims, desc.n, desc.s)
    return new_view(source.mem, source.start, broadcast_to(desc, target.ndims, target.n, 0), source.locked)


cdef int set_all(array self, object value) except -1:
    if type(field(self)) is not tensor:
        HOOKS["setitem"](self, Ellipsis, value)
        return 0
    check_unlocked(<tensor>self.inner)
    return assign(<tensor>self.inner, value)


def store(array self not None, value):
    """Store a value, cast and broadcast, in an array."""
    set_all(self, value)


# --- Fast paths of lists and masks ---------------------------------------------------------------------------------

cdef inline object ndarray_class():
    """NumPy's class of arrays; None if NumPy is not loaded."""
    global NDARRAY
    if NDARRAY is None:
        NDARRAY = getattr(MODULES.get("numpy"), "ndarray", None)
    return NDARRAY


cdef object list_of(object key):
    """A list of indices for a tensor: a vector of integers (also NumPy's), or a list of Python integers; else None."""
    cdef tensor found = held(key)
    cdef int64_t count, i
    cdef int overflow = 0
    if found is not None:
        return found if found.desc.ndims == 1 and found.desc.dtype.isinteger and found.desc.axes is None else None
    if type(key) is list and key:
        count = len(<list>key)
        found = new_tensor(fortran(kind_of(INT64), CPU, 1, &count), None)
        for i in range(count):
            if not PyLong_CheckExact((<list>key)[i]):
                return None
            (<int64_t*>address(found))[i] = PyLong_AsLongLongAndOverflow(<PyObject*>(<list>key)[i], &overflow)
            if overflow:
                return None                     # the fallback raises NumPy's error
        return found
    if type(key) is ndarray_class():
        source = import_tensor(key)
        if type(source) is tensor:
            found = <tensor>source
            return found if found.desc.ndims == 1 and found.desc.dtype.isinteger else None
    return None


cdef object mask_of(tensor source, object key):
    """A mask of all elements, else None."""
    cdef tensor found = held(key)
    if found is not None:
        if (found.desc.dtype.code == BOOL and found.desc.ndims and same_size(found.desc, source.desc)
                and found.desc.axes is None):
            return found
    return None


cdef object mask_of_rows(tensor source, object key):
    """A mask of the first axis, else None."""
    cdef tensor found = held(key)
    if found is not None:
        if (found.desc.dtype.code == BOOL and found.desc.ndims == 1 and found.desc.axes is None
                and found.desc.n[0] == source.desc.n[source.desc.ndims - 1]):
            return found
    return None


cdef object one_list(tensor source, object key):
    """The key for a tensor of one list of indices, alone or among slices; None for the fallback."""
    cdef int ndims = source.desc.ndims, lists = 0, gaps = 0
    cdef list parts
    if type(key) is not tuple:
        picks = list_of(key) if ndims else None
        if picks is None and ndims > 1:
            picks = mask_of_rows(source, key)
        return picks if picks is None or ndims == 1 else (Ellipsis, picks)
    parts = []
    for each in <tuple>key:
        if each is Ellipsis:
            gaps += 1
        elif not PySlice_Check(<PyObject*>each):
            each = list_of(each)
            lists += 1
            if each is None:
                return None
        parts.append(each)
    if lists != 1 or gaps > 1 or len(parts) - gaps > ndims:
        return None
    if gaps == 0 and len(parts) < ndims:
        parts.append(Ellipsis)
    parts.reverse()
    return parts[0] if ndims == 1 and len(parts) == 1 else tuple(parts)


cdef inline object plain_integer(object part):
    """The Python integer of an array without memory, or of another package's integer; else None."""
    if type(part) is array:
        if type((<array>part).inner) is not dtype or not (<dtype>(<array>part).inner).isinteger:
            return None
        return unpack((<dtype>(<array>part).inner).code, (<array>part).number)
    if not PyIndex_Check(part) or PyLong_Check(part) or PySequence_Check(part) or type(part) is scalar:
        return None
    try:
        return PyNumber_Index(part)
    except TypeError:                           # NumPy's bool has no index
        return None


cdef object plain_key(object key):
    """A key with a Python integer for each integer that is something else; None if it has no such integers."""
    cdef list parts = None
    cdef Py_ssize_t k
    if type(key) is not tuple:
        return plain_integer(key)
    for k in range(len(<tuple>key)):
        found = plain_integer((<tuple>key)[k])
        if found is not None:
            if parts is None:
                parts = list(key)
            parts[k] = found
    return None if parts is None else tuple(parts)


cdef object quick_item(tensor source, object key):
    """Gather by a mask of all elements, or by one list of indices; None for the fallback."""
    picks = mask_of(source, key)
    if picks is not None:
        return GETITEM(source, picks)
    picks = one_list(source, key)
    try:
        if picks is not None:
            return GETITEM(source, picks)
        return quick_elements(source, <tuple>key) if type(key) is tuple else quick_table(source, key)
    except IndexError:                          # the fallback raises NumPy's error
        return None


cdef object quick_table(tensor source, object key):
    """Gather along the first axis by an array of indices with several axes; None for the fallback."""
    cdef tensor index = held(key), picked
    cdef description rows, line, desc = source.desc     # kept: another thread may change arrays
    cdef int64_t n[MAX_DIMS]
    cdef int kept = desc.ndims - 1, k
    if index is None or kept < 0:
        return None
    rows = index.desc
    if rows.ndims < 2 or not rows.dtype.isinteger or rows.axes is not None or kept + rows.ndims > MAX_DIMS:
        return None
    line = reshaped(rows, 1, &rows.nelem)
    if line is None:
        index = copied(index, fortran(rows.dtype, rows.device, rows.ndims, rows.n))
        line = fortran(rows.dtype, rows.device, 1, &rows.nelem)
    flat = new_view(index.mem, index.start, line, True)
    picked = GETITEM(source, flat if kept == 0 else (Ellipsis, flat))
    for k in range(kept + rows.ndims):
        n[k] = desc.n[k] if k < kept else rows.n[k - kept]
    line = reshaped(picked.desc, kept + rows.ndims, n)
    return None if line is None else new_view(picked.mem, picked.start, line, False)


cdef inline bint has_gap(object key) except -1:
    """Whether a key has an Ellipsis: the result is a view, even of one element."""
    if type(key) is not tuple:
        return key is Ellipsis
    for part in <tuple>key:
        if part is Ellipsis:
            return True
    return False


cdef array element_at(tensor source, selection* sel):
    """A single element: an array with its own value, like a scalar of NumPy."""
    cdef description desc = source.desc
    touch(source.mem)
    if desc.device is CPU and desc.swapped == source.mem.swapped:
        return number_at(desc.dtype, address(source) + sel.offset)
    return wrap(copied(view_at(source, sel), fortran(desc.dtype, desc.device, 0, desc.n)))


cdef inline array number_at(dtype kind, const char* place):
    cdef array result = new_array()
    result.inner = kind
    memcpy(result.number, place, kind.size)
    if kind is FLAG:
        result.number[0] = result.number[0] != 0
    return result


cdef object quick_elements(tensor source, tuple key):
    """Gather by one vector of int64 on the host for each axis; None for the fallback."""
    cdef description desc = source.desc, line, each_desc
    cdef int ndims = desc.ndims, k
    cdef int64_t count = -1, i, value
    cdef int64_t n[2]
    cdef tensor each, places
    cdef int64_t* out
    cdef list indices = []                      # other threads may change arrays
    if len(key) != ndims or ndims < 2:
        return None
    for part in key:
        each = held(part)
        if each is None:
            return None
        each_desc = each.desc
        if (each_desc.ndims != 1 or each_desc.dtype.code != INT64 or not each_desc.device.host
                or not is_native(each) or (count >= 0 and each_desc.n[0] != count)):
            return None
        count = each_desc.n[0]
        touch(each.mem)
        indices.append(new_view(each.mem, each.start, each_desc, True))
    line = reshaped(desc, 1, &desc.nelem)       # None: there is no such view, and columns of indices are needed
    n[0], n[1] = ndims, count
    places = new_tensor(
        fortran(kind_of(INT64), CPU, 2, n) if line is None else fortran(kind_of(INT64), CPU, 1, &count), None)
    out = <int64_t*>(address(places))
    for k in range(ndims):
        each = <tensor>indices[k]
        for i in range(count):
            memcpy(&value, address(each) + i * each.desc.s[0], 8)
            if value < 0:
                value += desc.n[ndims - 1 - k]
            if <uint64_t>value >= <uint64_t>desc.n[ndims - 1 - k]:
                return None                     # the fallback raises NumPy's error
            if line is None:
                out[i * ndims + ndims - 1 - k] = value
            else:
                out[i] = value if k == 0 else out[i] * desc.n[ndims - 1 - k] + value
    if line is None:
        return GETITEM(source, places)
    return GETITEM(new_view(source.mem, source.start, line, source.locked), places)


cdef bint quick_fill(tensor source, object key, object value) except -1:
    """Set the elements of a mask, or of one list of indices, to a number; or the elements of a mask, or of a list in a
    vector, to a vector of the same length."""
    cdef tensor values
    picks = mask_of(source, key)
    if is_number(value):
        if picks is None:
            picks = one_list(source, key)
        if picks is None:
            return False
        check_number(value, source.desc.dtype)
    else:
        values = held(value)
        if values is None:
            return False
        if (values.desc.ndims != 1 or values.desc.axes is not None
                or values.desc.device is not source.desc.device
                or (values.desc.dtype.iscomplex and not source.desc.dtype.iscomplex)):
            return False
        if picks is None:
            picks = list_of(key) if source.desc.ndims == 1 else None
            if picks is None or len(picks) != values.desc.n[0]:
                return False
        elif values.desc.dtype is not source.desc.dtype:
            return False
        value = values
    try:
        SETITEM(source, picks, value)
    except (IndexError, ValueError):            # nothing is written; the fallback broadcasts, or raises NumPy's error
        return False
    return True


cdef bint write_number(tensor source, int64_t offset, object value) except -1:
    """Set one element on the host to a Python number, or to a number of the same dtype."""
    cdef char number[16]
    cdef const char* data = number
    cdef dtype kind = source.desc.dtype
    if not source.desc.device.host or not is_native(source):
        return False
    if is_number(value):
        check_number(value, kind)
        pack(kind.code, value, number)
    elif type(value) is array:
        if (<array>value).inner is not kind:
            return False
        data = (<array>value).number
    elif kind is REAL and PyFloat_Check(value):         # NumPy's double is a subclass
        (<double*>number)[0] = PyFloat_AS_DOUBLE(value)
    else:
        return False
    touch(source.mem)
    before_write(source.mem)
    memcpy(address(source) + offset, data, kind.size)
    return True


# --- Iteration ---------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
cdef class array_rows:
    """Iterates over the first axis of an array: views of its rows, the numbers of a vector."""
    cdef tensor base
    cdef bint numbers               # a vector whose bytes can be read directly
    cdef description row
    cdef int64_t position, count

    def __iter__(self):
        return self

    def __length_hint__(self):
        return self.count - self.position

    def __next__(self):
        cdef int64_t offset = self.position * self.base.desc.s[self.row.ndims]
        if self.position >= self.count:
            raise StopIteration
        self.position += 1
        if self.numbers:
            touch(self.base.mem)
            return number_at(self.base.desc.dtype, address(self.base) + offset)
        return wrap(new_view(self.base.mem, self.base.start + offset, self.row, self.base.locked))


cdef int THE_FIRST[MAX_DIMS]

for _place in range(MAX_DIMS):
    THE_FIRST[_place] = _place


cdef array_rows rows_of(tensor source):
    cdef array_rows result
    cdef description desc = source.desc
    if desc.ndims == 0:
        raise OceanTypeError("iteration over a 0-d array")
    result = array_rows.__new__(array_rows)
    result.base = new_view(source.mem, source.start, desc, source.locked)
    result.count = desc.length
    result.numbers = desc.ndims == 1 and desc.device is CPU and desc.swapped == source.mem.swapped
    result.row = derive_from(desc, desc.ndims - 1, desc.n, desc.s, THE_FIRST)
    return result


cdef bint has_axes(PyObject* self) noexcept:
    cdef PyObject* inner = <PyObject*>(<array>self).inner
    if type(<object>inner) is tensor:
        return (<tensor>inner).desc.axes is not None
    return arguments.any_axes(&inner, 1)


arguments.ARRAY_HAS_AXES = has_axes
arguments.ARRAY_CLASS = <PyObject*>array
ARRAY = array
publish(array, "ocean.numpy.ndarray")
publish(array_rows, "ocean.numpy.array_rows")

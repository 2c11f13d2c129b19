# cython: auto_pickle=False
"""r-tensors: tensors whose elements are computed when they are asked for.

An r-tensor is an expression (how an element is computed) over operands: tensors and scalars as they were when it was
built. Expressions are interned: the same operations on operands of the same dtypes give one object, which keeps its
programs. To build one again costs a lookup for each operation; `ops/expressions` makes those that are not in the table.
Broadcasting commutes with elementwise operations, so an expression has no sizes.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.bool cimport PyBool_Check
from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyTypeObject, destructor
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

cimport cython

from ocean._src.core.objects.axes import as_axes
from ocean._src.core.objects.dtypes import publish
from ocean._src.core.objects.memory import refuse_trace
from ocean._src.base.errors import CHANGED, OceanError, OceanTypeError, OceanValueError
from ocean._src.core.objects.tensor import at_most

cimport ocean._src.core.call.arguments as arguments
from ocean._src.core.objects.description cimport FEW_DIMS, MAX_DIMS, description, with_axes, without_axes
from ocean._src.core.objects.dtypes cimport (
    ABSOLUTE, ADD, BITWISE_AND, BITWISE_OR, BITWISE_XOR, CDOUBLE, DIVIDE, DOUBLE, DTYPES, FLOOR_DIVIDE, INT64, INVERT,
    MOD, NEGATIVE, POWER, SCALE, SHIFT_LEFT, SHIFT_RIGHT, SUBTRACT, TRAITS, UINT64, common_code, dtype, is_number,
    kind_of, make_scalar, pack, scalar, strong_code, weak_code, weak_common)
from ocean._src.core.call.callables cimport compiled
from ocean._src.core.objects.memory cimport device, touch
from ocean._src.core.call.operands cimport scalar_tensor, tensor_of
from ocean._src.core.objects.tensor cimport (
    CALL_LAZY, CHECKING, GENERATION, HOOKS, MAX_OPERANDS, launch, new_view, operation, operator_operation, tensor)

cdef extern from *:
    PyTypeObject* Py_TYPE(object) noexcept


# --- Expressions -------------------------------------------------------------------------------------------------

@cython.final
cdef class expression:
    """How an element is computed from elements of operands.

    `name` is that of a row; "" for the operand itself, and "cast". A part is (expression, slots), where slots are its
    operands among those of the whole expression, or a constant (dtype, number). `inputs` are the dtypes of the
    operands. `mode` is the math mode that checks the domain of the row on evaluation, or "". With `strict`, halves are
    rounded after each step. `ops/expressions` sets the other fields.
    """


cdef expression new_expression(str name, dtype kind, tuple parts, tuple inputs, str mode, bint strict):
    cdef expression self = expression.__new__(expression)
    self.name, self.dtype, self.parts, self.inputs, self.mode, self.strict = name, kind, parts, inputs, mode, strict
    self.checked = mode != ""
    for part in parts:
        if type(part[0]) is expression:
            self.checked = self.checked or (<expression>part[0]).checked
    return self


def make_expression(str name, dtype kind, tuple parts, tuple inputs, str mode="", bint strict=False):
    return new_expression(name, kind, parts, inputs, mode, strict)


cdef PyObject* LEAVES[2][DTYPES]
cdef list KEPT = []


cdef make_leaves():
    cdef expression leaf
    cdef int strict, code
    for strict in range(2):
        for code in range(DTYPES):
            leaf = new_expression("", kind_of(code), (), (kind_of(code),), "", strict)
            KEPT.append(leaf)
            LEAVES[strict][code] = <PyObject*>leaf


def leaf(dtype kind not None, bint strict=False):
    """The expression of an operand itself."""
    return <expression>LEAVES[strict][kind.code]


cdef dict KNOWN = {}                # (operation, expressions, slots) -> expression
cdef dict FOLDS = {}                # (reduction, expression) -> (operation, how often it takes the operands)
cdef int64_t SEEN = -1              # the generation of the settings with which these were filled
cdef enum:
    MOST = 1 << 14


cdef inline int renew() except -1:
    """Clear the tables if the settings have changed."""
    global SEEN
    cdef int k
    if SEEN != GENERATION or len(KNOWN) > MOST:
        SEEN = GENERATION
        KNOWN.clear()
        FOLDS.clear()
        for k in range(PLACES):
            OPERATED[k].op = NULL
            KEPT_OPERATED[k] = None
    return 0


cdef inline object known(object key):
    """The expression of a key, or None."""
    cdef PyObject* found
    renew()
    found = PyDict_GetItemWithError(KNOWN, key)
    return None if found == NULL else <object>found


# A cache for one and two operands, compared by pointers: an operation on expressions and numbers has one place.

cdef enum:
    PLACES = 2048


cdef struct operated:
    PyObject* op
    PyObject* first                 # an expression, or the type of a number
    PyObject* second                # the same, or NULL
    int64_t detail                  # the slots of the second's operands, or the bits of the number
    PyObject* found


cdef operated OPERATED[PLACES]
cdef list KEPT_OPERATED = [None] * PLACES       # holds the objects that a place points to


cdef inline operated* place_of(operation op, PyObject* first, PyObject* second, int64_t detail) noexcept:
    cdef size_t h = (<size_t><PyObject*>op >> 4) * 31 + (<size_t>first >> 4)
    h = (h * 0x9E3779B97F4A7C15u + (<size_t>second >> 4)) * 0x9E3779B97F4A7C15u + <size_t>detail
    h *= 0x9E3779B97F4A7C15u
    return &OPERATED[h >> 53]       # 11 bits


cdef inline PyObject* recalled(operation op, PyObject* first, PyObject* second, int64_t detail) except? NULL:
    """The expression of an operation, or NULL."""
    cdef operated* place = place_of(op, first, second, detail)
    if SEEN != GENERATION:
        renew()
    if (place.op == <PyObject*>op and place.first == first and place.second == second and place.detail == detail):
        return place.found
    return NULL


cdef int recall(operation op, PyObject* first, PyObject* second, int64_t detail, expression what) except -1:
    cdef operated* place = place_of(op, first, second, detail)
    # made first, and the former dropped last: both may run finalizers, which must find consistent places
    cdef tuple kept = (op, <object>first, None if second == NULL else <object>second, what)
    former = KEPT_OPERATED[place - OPERATED]
    place.op, place.first, place.second, place.detail = <PyObject*>op, first, second, detail
    place.found = <PyObject*>what
    KEPT_OPERATED[place - OPERATED] = kept
    return 0


cdef inline int64_t bits_of(object value) except? -1:
    """The bits that distinguish a simple number from others of its type."""
    cdef double number
    cdef int64_t bits
    if not PyFloat_CheckExact(value):
        return value
    number = value
    memcpy(&bits, &number, 8)
    return bits


# --- r-tensors ---------------------------------------------------------------------------------------------------

@cython.final
@cython.freelist(64)
@cython.c_api_binop_methods(True)
cdef class rtensor:
    """A tensor that computes its elements when they are asked for, made by `ocean.lazy` and by operations on others.

    It has a size, a dtype and a device, but no storage. `eval()` gives a tensor with its values.
    """

    __array_priority__ = 2000.0

    @property
    def size(self):
        """The size along each dimension."""
        cdef int k
        if self.trace is not None:
            self.trace.size_read()
        return tuple([self.n[k] for k in range(self.ndims)])

    @property
    def axes(self):
        """The axes of the dimensions, a tuple; None if they have none."""
        return self.axes

    @property
    def ndims(self):
        return self.ndims

    @property
    def nelem(self):
        """The number of elements."""
        cdef int64_t total = 1
        cdef int k
        if self.trace is not None:
            self.trace.size_read()
        for k in range(self.ndims):
            total *= self.n[k]
        return total

    @property
    def dtype(self):
        return self.what.dtype

    @property
    def expression(self):
        """How an element is computed."""
        return self.what

    @property
    def trace(self):
        """The trace that it belongs to, or None."""
        return self.trace

    @property
    def number(self):
        """Whether it stands for a scalar in a trace."""
        return bool(self.number)

    @property
    def weak(self):
        """Whether it stands for a Python number in a trace."""
        return self.weak != 0

    @property
    def whole(self):
        """For a Python integer in a trace: an integer that takes the same dtype beside any other. Else None."""
        return self.whole

    @property
    def readonly(self):
        """True: nothing can be assigned to an r-tensor."""
        return True

    def __len__(self):
        if self.ndims == 0:
            raise OceanTypeError("A tensor without dimensions has no length")
        if self.trace is not None:
            self.trace.size_read()
        return self.n[0]

    def __add__(a, b):
        return operate(ADD, a, b)

    def __sub__(a, b):
        return operate(SUBTRACT, a, b)

    def __matmul__(a, b):
        return operate(SCALE, a, b)

    def __truediv__(a, b):
        return operate(DIVIDE, a, b)

    def __floordiv__(a, b):
        return operate(FLOOR_DIVIDE, a, b)

    def __mod__(a, b):
        return operate(MOD, a, b)

    def __and__(a, b):
        return operate(BITWISE_AND, a, b)

    def __or__(a, b):
        return operate(BITWISE_OR, a, b)

    def __xor__(a, b):
        return operate(BITWISE_XOR, a, b)

    def __lshift__(a, b):
        return operate(SHIFT_LEFT, a, b)

    def __rshift__(a, b):
        return operate(SHIFT_RIGHT, a, b)

    def __pow__(a, b, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of tensors has no modulo")
        return operate(POWER, a, b)

    def __mul__(a, b):
        if scales(a) or scales(b):
            return operate(SCALE, a, b)
        return HOOKS["lazy_product"](a, b)

    def __iadd__(self, other):
        return replaced(self)

    def __isub__(self, other):
        return replaced(self)

    def __imatmul__(self, other):
        return replaced(self)

    def __itruediv__(self, other):
        return replaced(self)

    def __ifloordiv__(self, other):
        return replaced(self)

    def __imod__(self, other):
        return replaced(self)

    def __iand__(self, other):
        return replaced(self)

    def __ior__(self, other):
        return replaced(self)

    def __ixor__(self, other):
        return replaced(self)

    def __ilshift__(self, other):
        return replaced(self)

    def __irshift__(self, other):
        return replaced(self)

    def __imul__(self, other):
        return replaced(self)

    def __ipow__(self, other, modulo):
        return replaced(self)

    def __neg__(self):
        return apply1(operator_operation(NEGATIVE), self)

    def __pos__(self):
        return self

    def __abs__(self):
        return apply1(operator_operation(ABSOLUTE), self)

    def __invert__(self):
        return apply1(operator_operation(INVERT), self)

    def __richcmp__(self, other, int relation):
        return operate(relation, self, other)

    __hash__ = None

    def __setitem__(self, key, value):
        raise OceanTypeError("The elements of an r-tensor are computed, so that nothing can be assigned to them; "
                             "evaluate it first: eval()")

    def __delitem__(self, key):
        raise OceanTypeError("The elements of a tensor cannot be deleted")

    def eval(self, threads=None):
        """A new tensor with the values, computed in one pass with at most `threads` threads."""
        if threads is not None:
            return at_most(threads, self.eval)
        result = evaluate(self, None)
        return result if type(result) is tensor else scalar_tensor(<scalar>result)

    def into(self, tensor target not None):
        """Write the values into a tensor, whatever its dtype, byte order and strides."""
        evaluate(self, target)


cdef inline bint scales(object value):
    """Whether a factor is a number: of Python, a scalar, or a stand-in for one in a trace."""
    return is_number(value) or type(value) is scalar or (type(value) is rtensor and (<rtensor>value).number)


cdef rtensor new_rtensor(expression what, tuple operands, object trace, bint number):
    cdef rtensor self = rtensor.__new__(rtensor)
    self.what, self.operands, self.trace, self.number = what, operands, trace, number
    self.n = self.few
    return self


cdef inline int set_size(rtensor self, int ndims, const int64_t* n) except -1:
    """Set the size of a new r-tensor."""
    if ndims > FEW_DIMS:
        self.n = <int64_t*>malloc(ndims * sizeof(int64_t))
        if self.n == NULL:
            raise MemoryError
    self.ndims = ndims
    memcpy(self.n, n, ndims * sizeof(int64_t))
    return 0


cdef rtensor sized_rtensor(expression what, tuple operands, description desc):
    """An r-tensor without axes, of the size of a description."""
    cdef rtensor self = new_rtensor(what, operands, None, False)
    set_size(self, desc.ndims, desc.n)
    return self


def operands_of(rtensor self not None):
    """The operands of an r-tensor: tensors and scalars. In a trace some of them have no memory."""
    return self.operands


def make_rtensor(expression what not None, tuple operands not None, size, trace=None, bint number=False, int weak=0,
                 axes=None):
    """Make an r-tensor; its operands, which have no axes, are broadcast to the size."""
    cdef rtensor self = new_rtensor(what, operands, trace, number)
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = 0
    self.weak = weak
    self.axes = axes if axes is None else as_axes(axes)
    if len(size) > MAX_DIMS:
        raise OceanValueError(f"A tensor has at most {MAX_DIMS} dimensions, got {len(size)}")
    for each in size:
        n[ndims] = each
        ndims += 1
    set_size(self, ndims, n)
    return self


def whole_number(expression what not None, scalar holder not None, trace not None, whole not None):
    """The r-tensor that stands for a Python integer in a trace."""
    cdef rtensor self = make_rtensor(what, (holder,), (), trace, True, DOUBLE)
    self.whole = whole
    return self


cpdef int needs_value() except -1:
    """Stop a trace that needs the value of a Python integer: the integer becomes a constant of the trace."""
    raise OceanTypeError("The value of an integer is needed while a function is traced")


cpdef rtensor lazy_tensor(tensor source, bint strict=False, object trace=None, bint number=False):
    """The r-tensor of a tensor as it is now."""
    cdef rtensor self
    if source is None:
        raise OceanTypeError("Expected a tensor, got None")
    self = new_rtensor(<expression>LEAVES[strict][source.desc.dtype.code], (own_plain(source),), trace, number)
    self.axes = source.desc.axes
    set_size(self, source.desc.ndims, source.desc.n)
    return self


cdef tensor own_locked(tensor self):
    """A private object for the same tensor."""
    return new_view(self.mem, self.start, self.desc, True)


cdef inline tensor own_plain(tensor self):
    """A private object for the same tensor without axes, as expressions take it."""
    return new_view(self.mem, self.start, without_axes(self.desc), True)


def labelled(rtensor self not None, axes):
    """The r-tensor with other axes, or (None) without axes."""
    cdef rtensor result = new_rtensor(self.what, self.operands, self.trace, self.number)
    result.weak, result.axes = self.weak, None if axes is None else as_axes(axes)
    set_size(result, self.ndims, self.n)
    return result


cdef object lazy_body(PyObject** v):
    if type(<object>v[0]) is rtensor:
        return <object>v[0]
    return lazy_tensor(tensor_of(<object>v[0]), v[1] != NULL and <object>v[1] is True)


lazy = compiled("lazy(x [,strict=False]) -> rtensor", """the r-tensor of a tensor, which records operations.

Evaluating (`eval`, assignment, a reduction) then runs all of them in one pass, without temporaries. Elements of x that
change before that are seen. With `strict`, half precision is rounded after each operation.

>>> a = ocean.asTensor([1.0,2.0,3.0])
>>> r = ocean.lazy(a) @ a + 1
>>> r
    2    5   10
<tensor.double of size 3 on cpu (lazy)>
>>> ocean.sum(r)
17""", lazy_body, None, {"strict": "bool"})


cdef object replaced(rtensor self):
    """For in-place operators: another r-tensor takes the place of this one, unless it is an argument of a fused
    function, which would not change."""
    if self.trace is not None and self.what.name == "":
        refuse_trace(CHANGED)
    return NotImplemented


# --- Building ----------------------------------------------------------------------------------------------------

cdef destructor FREE = (<PyTypeObject*>rtensor).tp_dealloc


cdef void free_rtensor(PyObject* self) noexcept:
    """Free an r-tensor. Cython's `__dealloc__` would be slower: it saves and restores the current exception."""
    if (<rtensor>self).n != (<rtensor>self).few:
        free((<rtensor>self).n)
        (<rtensor>self).n = NULL
    FREE(self)


(<PyTypeObject*>rtensor).tp_dealloc = <destructor>free_rtensor


cpdef bint is_constant(object value) except -1:
    """Whether a number becomes a constant of the program. Few do; others are operands, so that a new value needs no new
    kernel."""
    if PyBool_Check(value):
        return True
    if PyLong_CheckExact(value):
        return -16 <= value <= 16
    return (PyFloat_CheckExact(value) and -16.0 <= <double>value <= 16.0
            and <double>value * 2 == <int>(<double>value * 2))


cdef scalar number_beside(object value, int reference):
    """A Python number as a scalar: beside a dtype, or (-1) in its own dtype."""
    cdef int code = strong_code(value) if reference < 0 else common_code(weak_code(value, reference), reference)
    cdef scalar result = make_scalar(kind_of(code))
    pack(code, value, result.data)
    return result


cdef scalar count_of(object value):
    """A Python number beside counts (uint64), which stay counts."""
    cdef scalar result = make_scalar(kind_of(UINT64))
    pack(UINT64, value, result.data)
    return result


cdef scalar copied_scalar(scalar source):
    cdef scalar result = make_scalar(source._dtype)
    memcpy(result.data, source.data, 16)
    return result


cdef bytes constant_key(scalar value):
    cdef char key[17]
    key[0] = value._dtype.code
    memcpy(key + 1, value.data, value._dtype.size)
    return PyBytes_FromStringAndSize(key, 1 + value._dtype.size)


cdef bint same_operand(object first, object second):
    cdef tensor one, other
    if first is second:
        return True
    if type(first) is tensor and type(second) is tensor:
        one, other = <tensor>first, <tensor>second
        return one.mem is other.mem and one.start == other.start and one.desc is other.desc
    return False


cdef class building:
    """The common operands, size and trace of the parts of an operation."""
    cdef list operands
    cdef tuple first                # the operands of the first part, if there are no others
    cdef object trace
    cdef bint number, strict
    cdef int ndims
    cdef int64_t n[MAX_DIMS]
    cdef bint sized

    cdef bytes add(self, tuple given):
        """Add the operands of another part; returns their slots."""
        cdef unsigned short slots[256]
        cdef Py_ssize_t k, j
        if self.operands is None:
            self.operands = list(self.first)
        if len(given) > 256:
            return self.add_many(given)
        if len(self.operands) > 65000:
            raise OceanError(f"An r-tensor has at most 65000 operands, got {len(self.operands)}; evaluate a part of it")
        for k in range(len(given)):
            each = given[k]
            for j in range(len(self.operands)):
                if same_operand(self.operands[j], each):
                    break
            else:
                j = len(self.operands)
                self.operands.append(each)
            slots[k] = j
        return PyBytes_FromStringAndSize(<char*>slots, 2 * len(given))

    cdef bytes add_many(self, tuple given):
        return b"".join([self.add(given[k:k + 256]) for k in range(0, len(given), 256)])

    cdef int fit(self, int ndims, const int64_t* n) except -1:
        """Broadcast another size with the common size."""
        cdef int k
        if not self.sized:
            self.sized = True
            self.ndims = ndims
            memcpy(self.n, n, ndims * sizeof(int64_t))
        elif ndims == 0 or (ndims == self.ndims and memcmp(n, self.n, ndims * 8) == 0):
            pass
        elif self.ndims == 0:
            self.ndims = ndims
            memcpy(self.n, n, ndims * sizeof(int64_t))
        else:
            wanted = HOOKS["lazy_size"](
                tuple([self.n[k] for k in range(self.ndims)]), tuple([n[k] for k in range(ndims)]))
            self.ndims = len(wanted)
            for k in range(self.ndims):
                self.n[k] = wanted[k]
        return 0


cdef rtensor apply1(operation op, rtensor a):
    cdef rtensor result
    cdef expression what                # held: a new r-tensor may run finalizers, which drop it from its place
    cdef PyObject* found
    if a.whole is not None:
        needs_value()
    if op.checked and CHECKING:
        return combine(op, (a,), "")
    found = recalled(op, <PyObject*>a.what, NULL, 0)
    if found != NULL:
        what = <expression>found
        return like(a, what, a.operands)
    result = combine(op, (a,), "")
    recall(op, <PyObject*>a.what, NULL, 0, result.what)
    return result


cdef inline rtensor like(rtensor a, expression what, tuple operands):
    """An r-tensor of the same size."""
    cdef rtensor result = new_rtensor(what, operands, a.trace, a.number)
    result.weak = weak_as(a.weak, what.dtype.code)
    result.axes = a.axes
    set_size(result, a.ndims, a.n)
    return result


cdef inline int weak_as(int weak, int code):
    """The smallest dtype that holds a result of Python numbers, computed in double; 0 for other results."""
    if weak == 0 or (code != DOUBLE and code != CDOUBLE):
        return 0
    return TRAITS[weak].real_code if code == DOUBLE else TRAITS[weak].complex_code


cdef tuple short_key(object a, object b, PyObject** one, PyObject** other, int64_t* detail):
    """The cache key of an operation on two operands, one of them an r-tensor, and the operands of its expression. None:
    the sizes differ and neither is a simple number, or a trace is made."""
    cdef rtensor first, second
    cdef tuple operands, others
    cdef tensor t
    cdef Py_ssize_t k, j, place
    detail[0] = 0
    if type(a) is rtensor and is_number(b) and (<rtensor>a).trace is None and is_constant(b):
        first = <rtensor>a
        one[0], other[0], detail[0] = <PyObject*>first.what, <PyObject*>Py_TYPE(b), bits_of(b)
        return first.operands
    if type(b) is rtensor and is_number(a) and (<rtensor>b).trace is None and is_constant(a):
        first = <rtensor>b
        one[0], other[0], detail[0] = <PyObject*>Py_TYPE(a), <PyObject*>first.what, bits_of(a)
        return first.operands
    if type(a) is not rtensor or (<rtensor>a).trace is not None or (type(b) is not rtensor and type(b) is not tensor):
        return None
    first = <rtensor>a
    operands = first.operands
    one[0] = <PyObject*>first.what
    if type(b) is rtensor:
        second = <rtensor>b
        if (second.trace is not None or second.ndims != first.ndims or len(operands) > 24
                or second.axes is not first.axes
                or memcmp(first.n, second.n, first.ndims * 8) != 0 or len(second.operands) > 8):
            return None
        others = second.operands
        other[0] = <PyObject*>second.what
        if others is operands:
            detail[0] = -1
            return operands
        place = len(operands)
        for k in range(len(others)):
            for j in range(len(operands)):
                if same_operand(operands[j], others[k]):
                    detail[0] = detail[0] << 5 | j
                    break
            else:
                detail[0] = detail[0] << 5 | place
                place += 1
        return operands if place == len(operands) else operands + new_ones(operands, others)
    t = <tensor>b
    if (t.desc.ndims != first.ndims or memcmp(first.n, t.desc.n, first.ndims * 8) != 0
            or t.desc.axes is not first.axes):
        return None
    if t.desc.axes is not None:
        t = own_plain(t)
    other[0] = LEAVES[first.what.strict][t.desc.dtype.code]
    for k in range(len(operands)):
        if same_operand(operands[k], t):
            detail[0] = k
            return operands
    detail[0] = len(operands)
    return operands + (own_locked(t),)


cdef object apply2(operation op, object a, object b):
    """An operation on two operands, one of them an r-tensor: the fast path if the cache has its expression."""
    cdef rtensor result
    cdef expression what
    cdef tuple operands
    cdef PyObject* one
    cdef PyObject* other
    cdef PyObject* found
    cdef int64_t detail
    if op.checked and CHECKING:
        return combine(op, (a, b), "")
    operands = short_key(a, b, &one, &other, &detail)
    if operands is None:
        return combine(op, (a, b), "")
    found = recalled(op, one, other, detail)
    if found != NULL:
        what = <expression>found
        return like(<rtensor>a if type(a) is rtensor else <rtensor>b, what, operands)
    result = combine(op, (a, b), "")
    recall(op, one, other, detail, result.what)
    return result


# Python functions, which know NumPy's dtypes, record operations of arrays. Their expressions are cached by the same
# keys.

cdef tuple key_of_arrays(operation op, object a, object b, PyObject** one, PyObject** other, int64_t* detail):
    """`short_key` for an operation of arrays on one (b is None) or two operands, without axes and on one device."""
    cdef rtensor first
    cdef tuple operands
    cdef Py_ssize_t k
    cdef device where = None
    if b is None:
        if type(a) is not rtensor or (<rtensor>a).trace is not None or (<rtensor>a).axes is not None:
            return None
        one[0], other[0], detail[0] = <PyObject*>(<rtensor>a).what, NULL, 0
        return (<rtensor>a).operands
    if type(a) is not rtensor and type(b) is not rtensor:
        return None
    operands = short_key(a, b, one, other, detail)
    if operands is None:
        return None
    first = <rtensor>a if type(a) is rtensor else <rtensor>b
    if first.axes is not None:
        return None
    for k in range(len(operands)):
        if type(operands[k]) is tensor:
            if where is not None and (<tensor>operands[k]).desc.device is not where:
                return None
            where = (<tensor>operands[k]).desc.device
        elif type(operands[k]) is not scalar:
            return None
    return operands


cdef object known_of_arrays(operation op, object a, object b):
    """The r-tensor of an operation of arrays, from the cache; None if it is not there."""
    cdef expression what
    cdef tuple operands
    cdef PyObject* one
    cdef PyObject* other
    cdef PyObject* found
    cdef int64_t detail
    operands = key_of_arrays(op, a, b, &one, &other, &detail)
    if operands is None:
        return None
    found = recalled(op, one, other, detail)
    if found == NULL:
        return None
    what = <expression>found
    return like(<rtensor>a if type(a) is rtensor else <rtensor>b, what, operands)


cdef int learn_of_arrays(operation op, object a, object b, object made) except -1:
    """Cache the expression of an operation of arrays, if it has no other operands than these."""
    cdef tuple operands
    cdef PyObject* one
    cdef PyObject* other
    cdef int64_t detail
    cdef rtensor result, first
    cdef Py_ssize_t k
    if type(made) is not rtensor:
        return 0
    result = <rtensor>made
    operands = key_of_arrays(op, a, b, &one, &other, &detail)
    if operands is None or result.trace is not None or result.axes is not None or (
            len(result.operands) != len(operands)):
        return 0
    first = <rtensor>a if type(a) is rtensor else <rtensor>b
    if result.ndims != first.ndims or memcmp(result.n, first.n, first.ndims * 8) != 0:
        return 0
    for k in range(len(operands)):
        if not same_operand(operands[k], result.operands[k]):
            return 0
    return recall(op, one, other, detail, result.what)


cdef tuple new_ones(tuple operands, tuple others):
    """Those of `others` that are not among the operands."""
    cdef list new = []
    for each in others:
        for one in operands:
            if same_operand(one, each):
                break
        else:
            new.append(each)
    return tuple(new)


cdef object operate(int which, object a, object b):
    """A binary operator with an r-tensor among its operands."""
    if type(a) is not rtensor and type(a) is not tensor and type(a) is not scalar and not is_number(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if type(b) is not rtensor and type(b) is not tensor and type(b) is not scalar and not is_number(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    return apply2(operator_operation(which), a, b)


cdef rtensor combine(operation op, tuple values, str mode):
    """The r-tensor of a row on r-tensors, tensors, scalars and Python numbers, in a math mode ("": the default one)."""
    cdef building shared = building.__new__(building)
    cdef list key = [op], parts = []
    cdef int reference = -1
    cdef rtensor lazy, result
    cdef tensor t
    cdef expression what
    cdef scalar number
    cdef Py_ssize_t k
    cdef int weak = 0
    cdef bint plain = True          # only Python numbers and their stand-ins
    cdef int code
    cdef bint natural = False       # beside counts, which have their own dtype without a trace
    for value in values:
        if (type(value) is rtensor and (<rtensor>value).axes is not None
                or type(value) is tensor and (<tensor>value).desc.axes is not None):
            return HOOKS["lazy_axes"](op, values, mode)
    shared.number = True
    if op.checked:
        mode = HOOKS["lazy_mode"](op.name, mode)
        key.append(mode)
    for value in values:
        if type(value) is rtensor:
            lazy = <rtensor>value
            plain = plain and lazy.weak
            if lazy.whole is not None and (op.constants or op.narrow or op.conditions):
                needs_value()
            if lazy.weak:
                code = TRAITS[lazy.weak].real_code
                weak = common_code(weak, code) if weak else code
            shared.strict = shared.strict or lazy.what.strict
            shared.number = shared.number and lazy.number
            natural = natural or lazy.what.dtype.code == UINT64
            if lazy.trace is not None:
                if shared.trace is not None and shared.trace is not lazy.trace:
                    raise OceanValueError("r-tensors of two traces cannot be combined")
                shared.trace = lazy.trace
        elif type(value) is tensor:
            shared.number = plain = False
        elif type(value) is scalar:
            plain = False
            natural = natural or (<scalar>value)._dtype.code == UINT64
    if not shared.number:
        natural = False
        for value in values[op.conditions:]:
            if type(value) is rtensor and (not (<rtensor>value).number):
                reference = (<rtensor>value).what.dtype.code
                break
            if type(value) is tensor:
                reference = (<tensor>value).desc.dtype.code
                break
    for k, value in enumerate(values):
        if type(value) is rtensor:
            lazy = <rtensor>value
            if lazy.whole is not None:
                if plain or reference < 0:
                    needs_value()
                code = common_code(weak_code(lazy.whole, reference), reference)
                lazy = HOOKS["lazy_cast"](strong(lazy), kind_of(code))
            elif lazy.weak and not plain:
                lazy = HOOKS["lazy_cast"](lazy, kind_of(weak_common(lazy.weak, reference) if reference >= 0 else (
                    lazy.what.dtype.code)))
            shared.fit(lazy.ndims, lazy.n)
            join(shared, key, parts, lazy.what, lazy.operands)
        elif type(value) is tensor:
            t = own_locked(<tensor>value)
            shared.fit(t.desc.ndims, t.desc.n)
            join(shared, key, parts, <expression>LEAVES[shared.strict][t.desc.dtype.code], (t,))
        else:
            constant = False
            if type(value) is scalar:
                number = copied_scalar(<scalar>value)
            else:
                number = number_beside(value, reference if k >= op.conditions else -1)
                if natural and number._dtype.code == INT64 and value >= 0:
                    number = count_of(value)
                constant = is_constant(value)
            if constant:
                key.append(constant_key(number))
                parts.append(number)
            else:
                if shared.trace is not None:        # equal numbers are one operand
                    number = shared.trace.equal.setdefault((number._dtype, number.data[:16]), number)
                join(shared, key, parts, <expression>LEAVES[shared.strict][number._dtype.code], (number,))
    found = known(tuple(key))
    if found is None:
        what = HOOKS["lazy_make"](op.name, parts, mode, shared.strict, shared_operands(shared))
        KNOWN[tuple(key)] = what
    else:
        what = <expression>found
    result = new_rtensor(what, shared_operands(shared), shared.trace, shared.number)
    result.weak = weak_as(weak, what.dtype.code) if plain else 0
    set_size(result, shared.ndims, shared.n)
    return result


cpdef rtensor strong(rtensor self):
    """A stand-in for a Python number, as one for a scalar of its dtype."""
    return make_rtensor(self.what, self.operands, (), self.trace, True)


cdef tuple shared_operands(building shared):
    return shared.first if shared.operands is None else tuple(shared.operands)


cdef int join(building shared, list key, list parts, expression what, tuple operands) except -1:
    """Add a part."""
    key.append(what)
    if shared.first is None:
        shared.first = operands
        parts.append((what, None))
        return 0
    slots = shared.add(operands)
    key.append(slots)
    parts.append((what, slots))
    return 0


def apply(operation op not None, tuple values not None, str mode=""):
    """The r-tensor of a row on r-tensors, tensors, scalars and Python numbers, in a math mode ("": the default one)."""
    return combine(op, values, mode)


def derived(rtensor self not None, expression what not None):
    """An r-tensor of another expression over the same operands."""
    cdef rtensor result = new_rtensor(what, self.operands, self.trace, self.number)
    result.axes = self.axes
    set_size(result, self.ndims, self.n)
    return result


# --- Evaluation --------------------------------------------------------------------------------------------------

cdef object evaluate(rtensor self, tensor out):
    """The values as a new tensor, or written into a given one."""
    cdef PyObject* values[MAX_OPERANDS]
    cdef Py_ssize_t k, count = len(self.operands)
    cdef operation op = self.what.run
    cdef tensor result
    if out is not None:
        touch(out.mem)
    if self.axes is not None or (out is not None and out.desc.axes is not None):
        if out is not None:
            HOOKS["lazy_into"](self, out)
            return None
        result = <tensor>evaluate(labelled(self, None), None)
        result.desc = with_axes(result.desc, self.axes)
        return result
    if op is None or self.trace is not None:
        return HOOKS["lazy_run"](self, out)
    for k in range(count):
        values[k] = <PyObject*>self.operands[k]
        if type(<object>values[k]) is not tensor and type(<object>values[k]) is not scalar:
            return HOOKS["lazy_run"](self, out)
    return launch(op, count, values, out, 0, False)


def run(rtensor self not None, tensor out=None):
    """The values as a new tensor, or written into a given one."""
    return evaluate(self, out)


def remember_fold(str name not None, expression what not None, operation op not None, int times):
    """Cache the operation of a reduction of an expression, which takes the operands `times` times."""
    renew()
    FOLDS[name, what] = (op, times)


cpdef object fold(str name, rtensor self, int64_t extra):
    """A reduction of an r-tensor without axes, a scalar for a full reduction; None if its operation is not cached."""
    cdef PyObject* values[MAX_OPERANDS]
    cdef Py_ssize_t k, count = len(self.operands)
    cdef int times, turn
    if self.axes is not None or self.trace is not None:
        return None
    renew()
    found = FOLDS.get((name, self.what))
    if found is None:
        return None
    op, times = <tuple>found
    for k in range(count):
        if type(self.operands[k]) is not tensor and type(self.operands[k]) is not scalar:
            return None
        for turn in range(times):
            values[turn * count + k] = <PyObject*>self.operands[k]
    return launch(<operation>op, count * times, values, None, extra, extra == 0)


cdef object call_lazy(operation op, Py_ssize_t count, PyObject** args):
    """A row on operands, at least one of them an r-tensor; NotImplemented for the fallback."""
    cdef Py_ssize_t k
    if count != op.arity:
        return NotImplemented
    for k in range(count):
        if (type(<object>args[k]) is not rtensor and type(<object>args[k]) is not tensor
                and type(<object>args[k]) is not scalar and not is_number(<object>args[k])):
            return NotImplemented
    if count == 1:
        return apply1(op, <rtensor>args[0])
    if count == 2:
        return apply2(op, <object>args[0], <object>args[1])
    return combine(op, tuple([<object>args[k] for k in range(count)]), "")


CALL_LAZY = call_lazy
make_leaves()
publish(rtensor, "ocean.rtensor")


cdef bint has_axes(PyObject* self) noexcept:
    return (<rtensor>self).axes is not None


arguments.LAZY_HAS_AXES = has_axes
arguments.LAZY_CLASS = <PyObject*>rtensor

"""The dtypes, their promotion, and typed scalars. Compiled code knows a dtype by a small code."""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_Check, PyComplex_ImagAsDouble, PyComplex_RealAsDouble
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_Check, PyFloat_CheckExact
from cpython.long cimport PyLong_Check, PyLong_CheckExact
from cpython.ref cimport Py_INCREF, PyObject
from libc.math cimport fabs, isfinite, ldexp
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

import math
import sys

from ocean._src.base.dtype_table import TABLE as _TABLE
from ocean._src.base.errors import OceanOverflowError, OceanTypeError, OceanValueError, integer_text

cimport cython

cdef extern from "numbers.h":
    double short_to_double(int, uint16_t) noexcept nogil
    uint16_t double_to_short(int, double) noexcept nogil
    int32_t double_to_int32(double) noexcept nogil
    int64_t double_to_int64(double) noexcept nogil
    uint64_t double_to_uint64(double) noexcept nogil

cdef extern from *:
    """
    static PyObject *factories;   /* type -> callable that makes an instance, or None */
    static PyObject *makers;      /* type -> callable that makes an instance of a Python subclass, given first */
    static PyObject *originals;   /* type -> address of the constructor that Cython made */
    static PyObject *last_type, *last_factory;  /* of the last call (borrowed) */
    static PyObject *construct(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
        PyObject *factory = PyDict_GetItem(factories, (PyObject *)type);
        if (factory && factory != Py_None) return PyObject_Call(factory, args, kwargs);
        if (!factory && makers)                 /* a Python subclass */
            for (PyTypeObject *base = type->tp_base; base; base = base->tp_base) {
                PyObject *maker = PyDict_GetItem(makers, (PyObject *)base);
                if (maker) {
                    PyObject *made = PyTuple_New(PyTuple_GET_SIZE(args) + 1), *found = NULL;
                    if (!made) return NULL;
                    Py_INCREF(type);
                    PyTuple_SET_ITEM(made, 0, (PyObject *)type);
                    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(args); k++) {
                        Py_INCREF(PyTuple_GET_ITEM(args, k));
                        PyTuple_SET_ITEM(made, k + 1, PyTuple_GET_ITEM(args, k));
                    }
                    found = PyObject_Call(maker, made, kwargs);
                    Py_DECREF(made);
                    return found;
                }
            }
        PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", type->tp_name);
        return NULL;
    }
    static PyObject *construct_from(PyObject *type, PyObject *const *args, size_t count, PyObject *names) {
        if (type != last_type) {
            last_factory = PyDict_GetItem(factories, type);
            last_type = type;
        }
        if (last_factory && last_factory != Py_None) return PyObject_Vectorcall(last_factory, args, count, names);
        return construct((PyTypeObject *)type, NULL, NULL);
    }
    static int publish_type(PyObject *cls, const char *name, PyObject *factory) {
        PyTypeObject *type = (PyTypeObject *)cls;
        PyObject *address = PyLong_FromVoidPtr((void *)type->tp_new);
        if (!factories) factories = PyDict_New();
        if (!originals) originals = PyDict_New();
        if (!address || PyDict_SetItem(originals, cls, address) || PyDict_SetItem(factories, cls, factory)) return -1;
        Py_DECREF(address);
        type->tp_new = construct;
        type->tp_vectorcall = construct_from;   /* Cython's goes past tp_new */
        type->tp_name = name;
        type->tp_flags &= ~Py_TPFLAGS_IMMUTABLETYPE;
        PyType_Modified(type);
        return 0;
    }
    static int set_factory_of(PyObject *cls, PyObject *factory) {
        last_type = NULL;
        return PyDict_SetItem(factories, cls, factory);
    }
    static int set_maker_of(PyObject *cls, PyObject *maker) {
        if (!makers && !(makers = PyDict_New())) return -1;
        return PyDict_SetItem(makers, cls, maker);
    }
    static PyObject *raw_instance(PyObject *cls, PyObject *base) {
        PyObject *address = PyDict_GetItem(originals, base);
        newfunc make = (newfunc)PyLong_AsVoidPtr(address);
        PyObject *none = PyTuple_New(0), *made = make((PyTypeObject *)cls, none, NULL);
        Py_DECREF(none);
        return made;
    }
    """
    int publish_type(object cls, const char* name, object factory) except -1
    object raw_instance(object cls, object base)
    int set_factory_of(object cls, object factory) except -1
    int set_maker_of(object cls, object maker) except -1
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    long long whole_number "PyLong_AsLongLongAndOverflow" (object, int*) noexcept   # of an exact int: it cannot fail
    unsigned long long PyLong_AsUnsignedLongLong(object) except? 0


cdef dict PUBLIC_NAMES = {}
cdef list KINDS = []


cdef dtype kind_of(int code):
    return <dtype>KINDS[code]


def publish(type cls, str name, factory=None):
    """Give a compiled class its public name, the function that makes its instances, and a place for more methods.

    Compiled classes cannot inherit from Python mixins, so the packages above add their methods to the class by
    assignment: one class, no subclass to allocate on every call, and each method in the file of its subject.
    Instances come only from the factory, so that no half-made object reaches compiled code.
    """
    encoded = name.encode()
    PUBLIC_NAMES[name] = encoded  # the type keeps a pointer into it
    publish_type(cls, encoded, factory)


def set_factory(type cls, factory):
    """Set the function that makes the instances of a published class."""
    set_factory_of(cls, factory)


def set_subclass_factory(type cls, maker):
    """Set the function maker(subclass, ...) that makes the instances of Python subclasses of a published class."""
    set_maker_of(cls, maker)


def instance(type cls, type base):
    """An instance of a published class, or of a Python subclass of it, with no fields set."""
    return raw_instance(cls, base)


@cython.final
cdef class dtype:
    """A data type: call it to cast. Use the instances such as `ocean.double`; there are no others."""

    def __repr__(self):
        return f"<dtype '{self.name}'>"

    def __str__(self):
        return f"<dtype '{self.name}'>"

    def __reduce__(self):
        return self.spelling

    def __eq__(self, other):
        """Whether it is the same dtype, also under another package's name for it: "float32", numpy.float32, float."""
        if type(other) is dtype or other is None:
            return self is other
        if type(other) is scalar_type:
            return self is (<scalar_type>other).of
        try:
            found = find_dtype(other)
            if found is None and type(other) is str:
                found = NUMPY_DTYPE(other)
        except (TypeError, ValueError, SyntaxError):    # another byte order, or an unknown dtype
            found = None
        return NotImplemented if found is None else found is self

    def __hash__(self):
        return HASHES[self.code]

    @property
    def itemsize(self):
        """The size of an element in bytes."""
        return self.size

    @property
    def kind(self):
        """NumPy's letter for bool, unsigned and signed integers, floating and complex numbers."""
        return KIND_LETTERS[_TABLE[self.code].group]

    @property
    def dtype(self):
        """The dtype of NumPy; by this name NumPy finds it."""
        found = TO_NUMPY_DTYPE(self)
        if found is None:
            raise AttributeError(f"NumPy has no dtype for {self.name} (ml_dtypes has one, which is not installed)")
        return found

    @property
    def basetype(self):
        """The dtype of the real part."""
        return self.real_kind

    @property
    def min(self):
        """The smallest value as a scalar (for complex types the smallest real part)."""
        return self._limit(0)

    @property
    def max(self):
        """The largest value as a scalar (for complex types the largest real part)."""
        return self._limit(1)

    @property
    def eps(self):
        """The distance between 1 and the next larger value."""
        return self._limit(2)

    cdef scalar _limit(self, int which):
        cdef scalar result = make_scalar(self)
        cdef object one = 1, bits = self.nbits  # Python integers: 64 bits are not enough
        if self.isfloat:
            value = 2.0 ** -TRAITS[self.code].digits if which == 2 else LARGEST[self.code] * (1 if which else -1)
        elif self.code == BOOL:
            value = which != 0
        elif which == 2:
            value = 1
        elif self.issigned:
            value = (one << (bits - 1)) - 1 if which else -(one << (bits - 1))
        else:
            value = (one << bits) - 1 if which else 0
        pack(self.code, value, result.data)
        return result


cdef Py_hash_t[DTYPES] HASHES
cdef int _code
for _code in range(DTYPES):
    HASHES[_code] = hash(("ocean.dtype", _code))

cdef dict KIND_LETTERS = {"boolean": "b", "unsigned": "u", "signed": "i", "floating": "f", "complex": "c"}


cdef double LARGEST[DTYPES]     # the largest finite number of a floating dtype (of a part)
for _code in range(DTYPES):
    if TRAITS[_code].is_float:
        LARGEST[_code] = ldexp(2 - ldexp(1, -<int>TRAITS[_code].digits), (1 << (TRAITS[_code].exponent - 1)) - 1)


cdef dtype new_dtype(int code, row):
    cdef dtype self = dtype.__new__(dtype)
    cdef dtype_traits traits = TRAITS[code]
    self.code = code
    self.spelling = row.spelling
    self.name = row.name
    self.size = traits.size
    self.nbits = traits.bits
    self.alignment = TRAITS[traits.real_code].size
    self.isnumber = code != BOOL
    self.isinteger = traits.is_integer
    self.issigned = traits.is_signed
    self.isfloat = traits.is_float
    self.iscomplex = traits.is_complex
    KINDS.append(self)
    return self


if [row.spelling for row in _TABLE] != [TRAITS[_code].spelling.decode() for _code in range(DTYPES)]:
    raise ImportError("dtypes.h is not that of the table: run tools/make_dtypes.py, and build anew")
DTYPE_LIST = tuple([new_dtype(code, row) for code, row in enumerate(_TABLE)])
cdef dtype _each
for _each in DTYPE_LIST:
    _each.real_kind = kind_of(TRAITS[_each.code].real_code)
    _each.complex_kind = kind_of(TRAITS[_each.code].complex_code) if _each.isfloat else None

globals().update({each.spelling.upper(): each for each in DTYPE_LIST})  # by name, for Python


def complex_of(dtype kind not None):
    """The dtype of complex numbers with parts of a floating dtype, or with parts that hold it."""
    return kind.complex_kind


def computing_of(dtype kind not None):
    """The dtype in which kernels compute: itself, except for storage-only dtypes."""
    return kind_of(TRAITS[kind.code].computing_code)


# --- Dtypes by other names ---------------------------------------------------------------------------------------

cdef str sized_name(dtype kind):
    """What NumPy calls a dtype, with its number of bits."""
    return _TABLE[kind.code].numpy


@cython.final
cdef class scalar_type:
    """A dtype that NumPy lacks, by its name in `ocean.numpy`. It counts as a dtype everywhere. A call makes scalars
    from numbers, and arrays from anything else."""

    cdef readonly dtype of

    def __repr__(self):
        return repr(self.of)

    @property
    def __class__(self):
        return dtype                # for isinstance

    def __reduce__(self):
        return sized_name(self.of)

    def __eq__(self, other):
        return self.of == other

    def __hash__(self):
        return HASHES[self.of.code]

    def __getattr__(self, name):
        return getattr(self.of, name)

    def __call__(self, *args, **named):
        if len(args) == 1 and not named and is_scalar(args[0]):
            return self.of(args[0])
        return MAKE_ARRAY(self.of, *args, **named)

    @property
    def __name__(self):
        return sized_name(self.of)

    @property
    def __module__(self):
        return "ocean.numpy"


cdef object MAKE_ARRAY = None


def set_array_maker(function):
    """Called once: `function(dtype, value)` is the result of a call of a dtype that NumPy lacks."""
    global MAKE_ARRAY
    MAKE_ARRAY = function


cdef dict NAMED = {name: each for each in DTYPE_LIST for name in (each.spelling, each.name, sized_name(each))}
NAMED.update({float: kind_of(DOUBLE), int: kind_of(INT64), complex: kind_of(CDOUBLE), bool: kind_of(BOOL)})
cdef object NUMPY_DTYPE = None, TO_NUMPY_DTYPE = None
cdef list AS_NUMPY = [None] * (2 * DTYPES)      # the dtypes of arrays, in the byte order of the processor and the other
cdef dict OF_NUMPY = {}             # NumPy's dtypes that have been found
cdef dict NUMPY_CLASSES = {}        # and their classes: only instances of these are looked up


def set_numpy_dtypes(function, back):
    """Called once: `function` gives the dtype for one of NumPy's dtypes or scalar types, None for anything else; `back`
    gives NumPy's dtype for one of ours, None if NumPy and ml_dtypes lack it."""
    global NUMPY_DTYPE, TO_NUMPY_DTYPE
    NUMPY_DTYPE, TO_NUMPY_DTYPE = function, back


cpdef object array_dtype(dtype kind, bint swapped=False):
    """The dtype of arrays with elements of one of ours, in a byte order: NumPy's. The first call loads NumPy."""
    found = AS_NUMPY[2 * kind.code + swapped]
    return new_array_dtype(kind, swapped) if found is None else found


cdef object new_array_dtype(dtype kind, bint swapped):
    cdef scalar_type own
    found = TO_NUMPY_DTYPE(kind)
    if found is None:
        own = scalar_type.__new__(scalar_type)
        own.of = kind
        AS_NUMPY[2 * kind.code] = AS_NUMPY[2 * kind.code + 1] = own
    else:
        AS_NUMPY[2 * kind.code], AS_NUMPY[2 * kind.code + 1] = found, found.newbyteorder()
    return AS_NUMPY[2 * kind.code + swapped]


cdef PyObject* KNOWN[64]            # NumPy's dtypes and types, and Python's, in the order of their first use
cdef int KNOWN_CODES[64]
cdef int KNOWN_COUNT = 0


cdef inline dtype known_dtype(object value):
    """The dtype of one of ours, or of an object that was found before; else None."""
    cdef int k
    if type(value) is dtype:
        return <dtype>value
    for k in range(KNOWN_COUNT):
        if KNOWN[k] == <PyObject*>value:
            return kind_of(KNOWN_CODES[k])
    return None


cpdef dtype find_dtype(object value):
    """The dtype that a name, a type of Python's numbers, or a dtype or scalar type of NumPy's stands for; else None."""
    cdef dtype found = known_dtype(value)
    return new_found(value) if found is None else found


cdef dtype new_found(object value):
    global KNOWN_COUNT
    if type(value) is scalar_type:
        return (<scalar_type>value).of
    if type(value) is str:
        return NAMED.get(value)
    found = OF_NUMPY.get(value) if type(value) in NUMPY_CLASSES else NAMED.get(value) if type(value) is type else None
    if found is None:
        module = getattr(value if isinstance(value, type) else type(value), "__module__", None)
        if type(module) is not str or module.split(".")[0] not in ("numpy", "ml_dtypes"):
            return None
        found = NUMPY_DTYPE(value)
        if found is None:
            return None
    if not isinstance(value, type):
        if value in OF_NUMPY:
            return found
        OF_NUMPY[value], NUMPY_CLASSES[type(value)] = found, None
    if KNOWN_COUNT < 64:
        Py_INCREF(value)
        KNOWN[KNOWN_COUNT], KNOWN_CODES[KNOWN_COUNT] = <PyObject*>value, (<dtype>found).code
        KNOWN_COUNT += 1
    return found


cdef str NATIVE_ORDER = "<" if sys.byteorder == "little" else ">"


cdef dict codes_of_numpy():
    """The dtypes by the codes that NumPy has for them, in the byte order of the processor."""
    cdef dict found = {"b1": kind_of(BOOL), "?": kind_of(BOOL), "e": kind_of(HALF), "f": kind_of(FLOAT),
                       "d": kind_of(DOUBLE), "F": kind_of(CFLOAT), "D": kind_of(CDOUBLE)}
    for each in DTYPE_LIST:
        if each.isnumber and _TABLE[each.code].letter:   # what NumPy has
            code = f"{each.kind}{each.size}"
            found.update({code: each, f"={code}": each, f"{NATIVE_ORDER}{code}": each})
    for code, size in (("b", 1), ("h", sizeof(short)), ("i", sizeof(int)), ("l", sizeof(long)), ("q", 8)):
        found[code], found[code.upper()] = found[f"i{size}"], found[f"u{size}"]
    return found


cdef dict ARRAY_NAMED = {**codes_of_numpy(), **NAMED, "float": kind_of(DOUBLE)}


cpdef dtype find_array_dtype(object value):
    """`find_dtype` by NumPy's names and codes: "float" has 64 bits there. None for dtypes in the other byte order."""
    cdef dtype found
    if type(value) is str:
        return <dtype>ARRAY_NAMED.get(value)
    found = known_dtype(value)
    return found_or_none(value) if found is None else found


cdef dtype found_or_none(object value):
    try:
        return new_found(value)
    except OceanTypeError:
        return None


# --- Promotion ---------------------------------------------------------------------------------------------------

cdef int COMMON[DTYPES][DTYPES]


cdef int common_code(int first, int second) noexcept:
    return COMMON[first][second]


cdef int float_for(int code):
    """The smallest floating type that holds every value of an integer type (64 bits: double, the closest)."""
    if TRAITS[code].is_float:
        return code
    if TRAITS[code].bits <= 8:
        return HALF
    return FLOAT if TRAITS[code].bits == 16 else DOUBLE


cdef bint holds(int code, int other) noexcept:
    """Whether a floating type holds every value of another one."""
    return TRAITS[code].digits >= TRAITS[other].digits and TRAITS[code].exponent >= TRAITS[other].exponent


cdef int integer_for(bint signed, int bits):
    """The integer type of a size; double if there is no such type."""
    cdef int code
    for code in range(DTYPES):
        if TRAITS[code].is_integer and TRAITS[code].is_signed == signed and TRAITS[code].bits == bits:
            return code
    return DOUBLE


cdef int promote(int first, int second):
    """The smallest type that holds the values of two."""
    cdef int real
    cdef dtype_traits one = TRAITS[first], other = TRAITS[second]
    if first == second or second == BOOL:
        return first
    if first == BOOL:
        return second
    if one.is_complex or other.is_complex:
        return TRAITS[promote(one.real_code, other.real_code)].complex_code
    if one.is_float or other.is_float:
        if one.is_integer or other.is_integer:
            real = second if one.is_integer else first
            if is_short(real) and TRAITS[real].exponent == TRAITS[FLOAT].exponent:
                return real                 # its range is that of every integer: it stays, as in JAX and PyTorch
        first, second = float_for(first), float_for(second)
        return first if holds(first, second) else second if holds(second, first) else FLOAT
    if one.is_signed == other.is_signed:
        return first if one.bits > other.bits else second
    if one.is_signed:
        return promote(second, first)
    # unsigned with signed: the smallest signed type that holds both, or double
    return second if other.bits > one.bits else integer_for(True, 2 * one.bits)


cdef int _first, _second
for _first in range(DTYPES):
    for _second in range(DTYPES):
        COMMON[_first][_second] = promote(_first, _second)


def floating_of(dtype kind not None):
    """The smallest floating type that holds every value of a type (integers of 64 bits: double, the closest)."""
    return kind_of(float_for(kind.code))


def common(dtype first not None, *others):
    """The smallest dtype that holds the values of all the given ones (64-bit integers with floats give double)."""
    cdef int code = first.code
    if len(others) > 1:  # floating dtypes first: they may hold two kinds of integers without a larger integer
        for other in others:
            if (<dtype?>other).isfloat:
                code = COMMON[code][(<dtype>other).code] if TRAITS[code].is_float else (<dtype>other).code
        code = COMMON[code][first.code]
    for other in others:
        code = COMMON[code][(<dtype?>other).code]
    return kind_of(code)


cdef int strong_code(object value) except -1:
    """The dtype that a Python number has by itself."""
    cdef int overflow = 0
    if PyFloat_Check(value):
        return DOUBLE
    if PyBool_Check(value):
        return BOOL
    if PyLong_Check(value):
        PyLong_AsLongLongAndOverflow(value, &overflow)
        if overflow == 0:
            return INT64
        if overflow < 0 or value >= 1 << 64:
            raise OceanOverflowError(f"The integer {integer_text(value)} does not fit 64 bits")
        return UINT64
    if PyComplex_Check(value):
        return CDOUBLE
    raise OceanTypeError(f"Expected a number, got {type(value).__name__}")


def python_dtype(value):
    """The dtype that a Python number has by itself."""
    return kind_of(strong_code(value))


cdef int weak_code(object value, int reference) except -1:
    """The dtype that a Python number takes beside a tensor of the reference dtype: the smallest of the fitting kind."""
    cdef double magnitude
    cdef int overflow = 0, code
    cdef long long small
    if PyBool_Check(value):
        return BOOL
    if PyFloat_Check(value):
        magnitude = fabs(PyFloat_AS_DOUBLE(value))
        return weak_float(magnitude, reference)
    if PyLong_Check(value):
        small = PyLong_AsLongLongAndOverflow(value, &overflow)
        if TRAITS[reference].is_float:
            if overflow:
                try:
                    float(value)
                except OverflowError:
                    raise OceanValueError(f"The integer {integer_text(value)} does not fit dtype double") from None
                return DOUBLE
            code = short_float(reference)
            return code if exact(small, code) else FLOAT if exact(small, FLOAT) else DOUBLE
        if overflow:
            if overflow < 0 or value >= 1 << 64:
                raise OceanValueError(
                    f"The integer {integer_text(value)} does not fit any integer type (at most 64 bits)")
            return UINT64
        if small >= 0 and not TRAITS[reference].is_signed:
            return UINT8 if small < 1 << 8 else UINT16 if small < 1 << 16 else UINT32 if small < 1LL << 32 else UINT64
        # the largest int32 counts as int64, as in the original
        return (INT8 if -128 <= small <= 127 else INT16 if -32768 <= small <= 32767
                else INT32 if -2147483648LL <= small < 2147483647LL else INT64)
    if PyComplex_Check(value):
        code = weak_float(fabs(PyComplex_RealAsDouble(value)), reference)
        code = common_code(code, weak_float(fabs(PyComplex_ImagAsDouble(value)), reference))
        return TRAITS[code].complex_code
    raise OceanTypeError(f"Expected a number, got {type(value).__name__}")


cdef inline bint is_short(int code) noexcept:
    """Whether a floating type is storage-only: kernels compute it in a larger one."""
    return TRAITS[code].is_float and TRAITS[code].computing_code != code


cdef inline int short_float(int reference) noexcept:
    """The smallest floating type that a Python number takes beside a reference."""
    return TRAITS[reference].real_code if is_short(reference) else HALF


cdef inline bint exact(long long value, int code) noexcept:
    """Whether a floating type holds all integers up to this one."""
    cdef long long most = 2LL << TRAITS[code].digits
    return -most <= value <= most


cdef int weak_float(double magnitude, int reference) noexcept:
    cdef int code = short_float(reference)
    if magnitude < LARGEST[code] or not isfinite(magnitude) or (
            TRAITS[code].exponent == TRAITS[FLOAT].exponent and magnitude <= LARGEST[FLOAT]):
        return code
    return FLOAT if magnitude <= LARGEST[FLOAT] else DOUBLE


cdef int weak_common(int weak, int reference) noexcept:
    """The dtype, beside a reference, of a result of Python numbers that fits the floating type `weak`."""
    if is_short(reference) and TRAITS[weak].exponent <= TRAITS[reference].exponent:
        weak = TRAITS[TRAITS[reference].real_code].complex_code if TRAITS[weak].is_complex else reference
    return common_code(weak, reference)


def weak_dtype(value, dtype reference not None):
    """The dtype that a Python number takes in an operation with a tensor of the reference dtype."""
    return kind_of(weak_code(value, reference.code))


# --- Values ------------------------------------------------------------------------------------------------------

cdef int pack(int code, object value, char* data) except -1:
    """Write a Python number, or a scalar, at data in the native form of a dtype, cast as the kernels cast."""
    cdef double real, imag = 0
    cdef int overflow = 0
    cdef long long integer
    cdef uint64_t bits
    if type(value) is scalar:
        value = unpack((<scalar>value)._dtype.code, (<scalar>value).data)
    if PyLong_Check(value):  # also bool
        if TRAITS[code].is_float:
            try:
                real = value if TRAITS[code].digits == TRAITS[DOUBLE].digits else odd_double(value)
            except OverflowError:
                raise OceanOverflowError(
                    f"The integer {integer_text(value)} does not fit dtype {kind_of(code).name}") from None
        else:
            integer = PyLong_AsLongLongAndOverflow(value, &overflow)
            if overflow:
                if overflow < 0 or value >= 1 << 64:
                    raise OceanOverflowError(
                        f"The integer {integer_text(value)} does not fit dtype {kind_of(code).name} or any other")
                bits = PyLong_AsUnsignedLongLong(value)
            else:
                bits = <uint64_t>integer
            if code == BOOL:
                data[0] = bits != 0
            else:
                memcpy(data, &bits, kind_of(code).size)  # little-endian: wraps to the narrower type
            return 0
    elif PyFloat_Check(value):
        real = PyFloat_AS_DOUBLE(value)
    elif PyComplex_Check(value):
        real = PyComplex_RealAsDouble(value)
        imag = PyComplex_ImagAsDouble(value)
    else:
        raise OceanTypeError(f"Expected a number, got {type(value).__name__}")
    store(code, real, imag, data)
    return 0


cdef double odd_double(object value) except? -1:
    """An integer as a double, for rounding to fewer digits: a last bit that is set stands for those that do not fit, so
    that it is rounded once."""
    cdef int overflow = 0
    cdef long long integer = PyLong_AsLongLongAndOverflow(value, &overflow)
    if not overflow and -(1LL << 53) <= integer <= 1LL << 53:
        return <double>integer
    count = value.bit_length() - 53
    kept = abs(value) >> count
    if kept << count != abs(value):
        kept |= 1
    return math.ldexp(kept if value > 0 else -kept, count)


cdef void store(int code, double real, double imag, char* data) noexcept:
    if code == BOOL:
        data[0] = real != 0 or imag != 0
    elif code == UINT8 or code == INT8:
        (<int8_t*>data)[0] = <int8_t>double_to_int32(real)
    elif code == UINT16 or code == INT16:
        (<int16_t*>data)[0] = <int16_t>double_to_int32(real)
    elif code == INT32:
        (<int32_t*>data)[0] = double_to_int32(real)
    elif code == UINT32:
        (<uint32_t*>data)[0] = <uint32_t>double_to_int64(real)
    elif code == INT64:
        (<int64_t*>data)[0] = double_to_int64(real)
    elif code == UINT64:
        (<uint64_t*>data)[0] = double_to_uint64(real)
    elif code == FLOAT:
        (<float*>data)[0] = <float>real
    elif code == DOUBLE:
        (<double*>data)[0] = real
    elif code == CFLOAT:
        (<float*>data)[0] = <float>real
        (<float*>data)[1] = <float>imag
    elif code == CDOUBLE:
        (<double*>data)[0] = real
        (<double*>data)[1] = imag
    else:
        (<uint16_t*>data)[0] = double_to_short(code, real)
        if TRAITS[code].is_complex:
            (<uint16_t*>data)[1] = double_to_short(code, imag)


cdef object unpack(int code, const char* data):
    """The Python number at data, which is aligned and in native byte order."""
    if code == BOOL:
        return data[0] != 0
    if code == UINT8:
        return (<uint8_t*>data)[0]
    if code == UINT16:
        return (<uint16_t*>data)[0]
    if code == UINT32:
        return (<uint32_t*>data)[0]
    if code == UINT64:
        return (<uint64_t*>data)[0]
    if code == INT8:
        return (<int8_t*>data)[0]
    if code == INT16:
        return (<int16_t*>data)[0]
    if code == INT32:
        return (<int32_t*>data)[0]
    if code == INT64:
        return (<int64_t*>data)[0]
    if code == FLOAT:
        return <double>(<float*>data)[0]
    if code == DOUBLE:
        return (<double*>data)[0]
    if code == CFLOAT:
        return complex((<float*>data)[0], (<float*>data)[1])
    if code == CDOUBLE:
        return complex((<double*>data)[0], (<double*>data)[1])
    if TRAITS[code].is_complex:
        return complex(short_to_double(code, (<uint16_t*>data)[0]), short_to_double(code, (<uint16_t*>data)[1]))
    return short_to_double(code, (<uint16_t*>data)[0])


# --- Scalars -----------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.freelist(64)
@cython.c_api_binop_methods(True)
cdef class scalar:
    """A single typed number: `ocean.int8(3)`, or `scalar([value] [,dtype])`."""

    __array_priority__ = 1000.0

    @property
    def dtype(self):
        return self._dtype

    @property
    def elemsize(self):
        """Size in bytes."""
        return self._dtype.size

    @property
    def real(self):
        """The real part, a new scalar. Setting it makes the scalar complex."""
        return self._part(0)

    @real.setter
    def real(self, value):
        set_part(self, 0, value)

    @property
    def imag(self):
        """The imaginary part, a new scalar; zero for real dtypes. Setting it makes the scalar complex."""
        return self._part(1)

    @imag.setter
    def imag(self, value):
        set_part(self, 1, value)

    cdef scalar _part(self, int which):
        cdef dtype base = self._dtype.real_kind
        cdef scalar result = make_scalar(base)
        if self._dtype.iscomplex:
            memcpy(result.data, self.data + which * base.size, base.size)
        elif which == 0:
            memcpy(result.data, self.data, 16)
        return result

    def asPython(self):
        """The value as a Python bool, int, float or complex."""
        return unpack(self._dtype.code, self.data)

    def __bool__(self):
        return bool(unpack(self._dtype.code, self.data))

    def __complex__(self):
        return complex(unpack(self._dtype.code, self.data))

    def __float__(self):
        if self._dtype is not REAL:
            return real_value(self)
        return (<double*>self.data)[0]

    def __int__(self):
        value = unpack(self._dtype.code, self.data)
        return int(value.real if self._dtype.iscomplex else value)

    def __index__(self):
        if self._dtype.isfloat:
            raise OceanTypeError(f"A scalar of dtype {self._dtype.name} cannot be used as an index")
        return int(unpack(self._dtype.code, self.data))

    def __hash__(self):
        return hash(unpack(self._dtype.code, self.data))

    def __format__(self, str specification):
        value = unpack(self._dtype.code, self.data)
        return format(value, specification) if specification else str(self)

    def __reduce__(self):
        return new_scalar, (self._dtype, unpack(self._dtype.code, self.data))

    def __richcmp__(self, other, int relation):
        cdef number x, y
        if type(other) is scalar and self._dtype is REAL and (<scalar>other)._dtype is REAL:
            return compare((<double*>self.data)[0], (<double*>(<scalar>other).data)[0], relation)
        cdef int first = read_number(self, &x), second = read_number(other, &y)
        if first == INT64 and second == INT64:
            return compare(x.whole, y.whole, relation)
        if first >= 0 and second >= 0 and as_real(first, &x) and as_real(second, &y):
            return compare(x.real, y.real, relation)
        return compare_values(self, other, relation)

    # Operators: the scalar may be either operand

    def __add__(a, b):
        return binary(ADD, a, b)

    def __sub__(a, b):
        return binary(SUBTRACT, a, b)

    def __mul__(a, b):
        return binary(SCALE, a, b)

    def __matmul__(a, b):
        return binary(SCALE, a, b)

    def __truediv__(a, b):
        return binary(DIVIDE, a, b)

    def __floordiv__(a, b):
        return binary(FLOOR_DIVIDE, a, b)

    def __mod__(a, b):
        return binary(MOD, a, b)

    def __divmod__(a, b):
        return a // b, a % b

    def __pow__(a, b, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of scalars has no modulo")
        return OPERATE(POWER, a, b)

    def __and__(a, b):
        return binary(BITWISE_AND, a, b)

    def __or__(a, b):
        return binary(BITWISE_OR, a, b)

    def __xor__(a, b):
        return binary(BITWISE_XOR, a, b)

    def __lshift__(a, b):
        return OPERATE(SHIFT_LEFT, a, b)

    def __rshift__(a, b):
        return OPERATE(SHIFT_RIGHT, a, b)

    def __neg__(self):
        cdef number x
        cdef int kind = read_number(self, &x)
        if kind == DOUBLE:
            return real_scalar(-x.real)
        if kind == FLOAT:
            return float_scalar(-<float>x.real)
        if kind == INT64:
            return whole_scalar(-<uint64_t>x.whole)
        return OPERATE(NEGATIVE, self, None)

    def __pos__(self):
        return new_scalar(self._dtype, self)    # a new object, because parts can be assigned

    def __abs__(self):
        cdef number x
        cdef int kind = read_number(self, &x)
        if kind == DOUBLE:
            return real_scalar(fabs(x.real))
        if kind == FLOAT:
            return float_scalar(<float>fabs(x.real))
        if kind == INT64:
            return whole_scalar(-<uint64_t>x.whole if x.whole < 0 else x.whole)
        return OPERATE(ABSOLUTE, self, None)

    def __invert__(self):
        cdef number x
        if read_number(self, &x) == INT64:
            return whole_scalar(~x.whole)
        return OPERATE(INVERT, self, None)

    def __floor__(self):
        return math.floor(unpack(self._dtype.code, self.data))

    def __ceil__(self):
        return math.ceil(unpack(self._dtype.code, self.data))

    def __trunc__(self):
        return math.trunc(unpack(self._dtype.code, self.data))

    def __round__(self, ndigits=None):
        if ndigits is not None:
            ndigits = min(max(ndigits, -400), 400)      # more change nothing, but Python would compute 10**-ndigits
        return round(unpack(self._dtype.code, self.data), ndigits)


# --- Operators of scalars ----------------------------------------------------------------------------------------
#
# Operators of float, double and int64 (the default dtype and those of Python's numbers) are computed here, with the
# same bits as kernels; all others launch an operation.

SYMBOLS = (
    "<", "<=", "==", "!=", ">", ">=", "+", "-", "@", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "-x", "abs(x)",
    "~x",
)
"""Python's operators in the order of their codes."""

cdef union number:
    double real
    int64_t whole

ctypedef fused real_or_whole:
    double
    int64_t

ctypedef fused floating:
    float
    double

cdef bint MIXING = True         # whether dtypes are cast automatically


def set_mixing(bint value):
    """Set whether dtypes are cast automatically."""
    global MIXING
    MIXING = value


cdef object no_operator(int which, object a, object b):
    raise OceanTypeError("Scalars cannot be computed with before the module tensor is loaded")


OPERATE = no_operator


cdef inline int read_number(object value, number* into) noexcept:
    """Read a scalar or Python number of dtype float (as double), double or int64; returns the code of the dtype, -1 for
    others."""
    cdef int code, overflow = 0
    if type(value) is scalar:
        code = (<scalar>value)._dtype.code
        if code == FLOAT:
            into.real = (<float*>(<scalar>value).data)[0]
            return FLOAT
        memcpy(into, (<scalar>value).data, 8)
        return code if code == DOUBLE or code == INT64 else -1
    if PyFloat_CheckExact(value):
        into.real = PyFloat_AS_DOUBLE(value)
        return DOUBLE
    if PyLong_CheckExact(value):
        into.whole = whole_number(value, &overflow)
        return -1 if overflow else INT64
    return -1


cdef inline bint as_real(int code, number* value) noexcept:
    """Convert a number to double; False for an integer that double does not hold exactly."""
    cdef int64_t whole = value.whole
    if code != INT64:
        return True
    value.real = <double>whole
    return -(1LL << 53) <= whole <= 1LL << 53


cdef inline object compare(real_or_whole x, real_or_whole y, int relation):
    if relation == LESS:
        return x < y
    if relation == LESS_EQUAL:
        return x <= y
    if relation == EQUAL:
        return x == y
    if relation == NOT_EQUAL:
        return x != y
    return x > y if relation == GREATER else x >= y


cdef double real_value(scalar self) except? -1:
    value = unpack(self._dtype.code, self.data)
    return value.real if self._dtype.iscomplex else value


cdef inline scalar real_scalar(double value):
    cdef scalar result = make_scalar(REAL)
    memcpy(result.data, &value, 8)
    return result


cdef inline scalar float_scalar(float value):
    cdef scalar result = make_scalar(SINGLE)
    memcpy(result.data, &value, 4)
    return result


cdef inline scalar whole_scalar(uint64_t value):
    cdef scalar result = make_scalar(WHOLE)
    memcpy(result.data, &value, 8)
    return result


cdef object binary(int which, object a, object b):
    """A binary operator with at least one scalar."""
    cdef number x, y
    cdef int first = read_number(a, &x), second = read_number(b, &y)
    if first == INT64 and second == INT64:
        return whole_binary(which, x.whole, y.whole)
    if first < 0 or second < 0 or which > DIVIDE or (first != second and not MIXING):
        return OPERATE(which, a, b)
    if first == FLOAT and second == FLOAT:
        return float_scalar(real_binary[float](which, <float>x.real, <float>y.real))
    as_real(first, &x)
    as_real(second, &y)
    return real_scalar(real_binary[double](which, x.real, y.real))


cdef inline floating real_binary(int which, floating x, floating y) noexcept:
    if which == ADD:
        return x + y
    if which == SUBTRACT:
        return x - y
    return x * y if which == SCALE else x / y


cdef object whole_binary(int which, int64_t x, int64_t y):
    """Integers wrap; division rounds down, and division by zero gives 0."""
    cdef int64_t quotient, rest
    if which == ADD:
        return whole_scalar(<uint64_t>x + <uint64_t>y)
    if which == SUBTRACT:
        return whole_scalar(<uint64_t>x - <uint64_t>y)
    if which == SCALE:
        return whole_scalar(<uint64_t>x * <uint64_t>y)
    if which == BITWISE_AND:
        return whole_scalar(x & y)
    if which == BITWISE_OR:
        return whole_scalar(x | y)
    if which == BITWISE_XOR:
        return whole_scalar(x ^ y)
    if y == 0:
        return whole_scalar(0)
    if y == -1:  # dividing the smallest number by -1 traps
        return whole_scalar(0 if which == MOD else -<uint64_t>x)
    quotient, rest = x // y, x % y  # as in C: towards zero
    if rest and (rest < 0) != (y < 0):
        quotient, rest = quotient - 1, rest + y
    return whole_scalar(rest if which == MOD else quotient)


cdef object compare_values(scalar self, object other, int relation):
    """Compare by value, whatever the dtypes; complex numbers by real part, then by imaginary part."""
    left = unpack(self._dtype.code, self.data)
    if type(other) is scalar:
        right = unpack((<scalar>other)._dtype.code, (<scalar>other).data)
    elif isinstance(other, (bool, int, float, complex)):
        right = other
    else:
        return OPERATE(relation, self, other)
    if relation == EQUAL:
        return left == right
    if relation == NOT_EQUAL:
        return left != right
    if isinstance(left, complex) or isinstance(right, complex):
        left, right = complex(left), complex(right)
        left, right = (left.real, left.imag), (right.real, right.imag)
    if relation == LESS:
        return left < right
    if relation == LESS_EQUAL:
        return left <= right
    return left > right if relation == GREATER else left >= right


cdef dtype SINGLE = kind_of(FLOAT), REAL = kind_of(DOUBLE), WHOLE = kind_of(INT64)


cdef scalar make_scalar(dtype kind):
    cdef scalar self = scalar.__new__(scalar)       # its bytes are zero
    self._dtype = kind
    return self


def new_scalar(dtype kind not None, value):
    """A scalar of the dtype from a Python number or another scalar, cast as the kernels cast."""
    cdef scalar self = make_scalar(kind)
    pack(kind.code, value, self.data)
    return self


def set_scalar(scalar self not None, dtype kind not None):
    """Change a scalar's dtype in place, casting its value."""
    value = unpack(self._dtype.code, self.data)
    memset(self.data, 0, 16)
    pack(kind.code, value, self.data)
    self._dtype = kind


cdef int set_part(scalar self, int which, object value) except -1:
    """Set the real (0) or imaginary (1) part in place; the dtype becomes the complex one that holds both."""
    cdef scalar number = READ_SCALAR(value)
    cdef int code = number._dtype.code
    if number._dtype.iscomplex:
        raise OceanTypeError(f"Cannot assign a complex scalar to the {'imaginary' if which else 'real'} part")
    code = common_code(self._dtype.code, code if number._dtype.isfloat else DOUBLE)
    parts = [self.real.asPython(), self.imag.asPython()]
    parts[which] = number.asPython()
    whole = complex(parts[0], parts[1])
    self._dtype = kind_of(TRAITS[code].complex_code)
    store(self._dtype.code, whole.real, whole.imag, self.data)
    return 0


cdef scalar no_reader(object value):
    raise OceanTypeError("The parts of scalars cannot be set before the module operands is loaded")


READ_SCALAR = no_reader


publish(dtype, "ocean.dtype")
publish(scalar, "ocean.scalar")
publish(scalar_type, "ocean.numpy.scalar_type")

"""Operands: tensors, typed scalars, Python numbers, and anything like a tensor.

Types of other packages are looked up in two tables, which the registry of foreign types fills when it meets them.
"""

from cpython.dict cimport PyDict_GetItem
from cpython.bool cimport PyBool_Check
from cpython.number cimport PyNumber_Index
from cpython.ref cimport PyObject
from libc.string cimport memcpy

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown

from ocean._src.core.objects cimport dtypes
from ocean._src.core.objects.description cimport fortran
from ocean._src.core.objects.dtypes cimport (
    DOUBLE, common_code, dtype, is_number, is_scalar, kind_of, make_scalar, pack, scalar, strong_code, weak_code)
from ocean._src.core.functions.lists cimport read_lists
from ocean._src.core.objects.memory cimport CPU, device, storage
from ocean._src.core.objects.tensor cimport LAZY, address, new_tensor, tensor
from ocean._src.core.objects.tensor import item

# type -> the function that imports its objects, or None if they are not tensors (not scalars); for a class of NumPy's
# numbers the dtype
cdef tuple PLAIN = (bool, int, float, complex, list, tuple, range, str, bytes, dict, set, type(None), slice, type(...))
TENSOR_TYPES = dict.fromkeys((*PLAIN, tensor, storage, scalar, dtype, device))
SCALAR_TYPES = dict.fromkeys((*PLAIN, tensor, storage, scalar, dtype, device))
# classes like tensors whose operators have another meaning, each with the function that gives the r-tensor of a traced
# object, and None for an object with values
OTHER_OPERATORS = {}
cdef dict TENSORS = TENSOR_TYPES, SCALARS = SCALAR_TYPES
cdef dict OTHERS = OTHER_OPERATORS
cdef dict FOREIGN = {}


def set_foreign(tensors, scalars, values):
    """Called once: the functions that import tensors and scalars of types that are not in the tables, and the one that
    reads iterables."""
    FOREIGN.update(tensors=tensors, scalars=scalars, values=values)


cpdef object import_tensor(object value):
    """A foreign tensor as an Ocean tensor on the same memory; None for anything else."""
    cdef PyObject* road = PyDict_GetItem(TENSORS, type(value))
    if road != NULL:
        if <object>road is None:
            return None
        found = (<object>road)(value)
        if found is not None:
            return found
    return FOREIGN["tensors"](value)


cpdef object import_scalar(object value):
    """A typed scalar of another package as an Ocean scalar, or None."""
    cdef PyObject* road = PyDict_GetItem(SCALARS, type(value))
    if road == NULL:
        return FOREIGN["scalars"](value)
    if type(<object>road) is dtype:
        return numpy_number(value, <dtype>road)
    return None if <object>road is None else (<object>road)(value)


cdef scalar numpy_number(object value, dtype kind):
    """A number of NumPy as a scalar of the dtype of its class."""
    cdef scalar result = make_scalar(kind)
    if kind.code == DOUBLE:
        (<double*>result.data)[0] = value
    elif kind.isinteger:
        pack(kind.code, PyNumber_Index(value), result.data)
    elif kind.iscomplex:
        pack(kind.code, complex(value), result.data)
    else:
        pack(kind.code, float(value) if kind.isfloat else bool(value), result.data)
    return result


def plain_number(value):
    """The exact Python number in a subclass of one (an enumeration member, for example)."""
    if PyBool_Check(value):
        return value
    return int(value) if isinstance(value, int) else float(value) if isinstance(value, float) else complex(value)


cdef scalar typed(object value, int code):
    cdef scalar result = make_scalar(kind_of(code))
    pack(code, value, result.data)
    return result


cpdef object beside(object value, dtype reference):
    """A Python number as a scalar: of the dtype that it takes beside the reference dtype, or (None) of its own dtype.
    Other values unchanged."""
    if not is_number(value):
        return value
    if reference is None:
        return typed(value, strong_code(value))
    return typed(value, common_code(weak_code(value, reference.code), reference.code))


cdef object scalar_of(object value):
    """A scalar from a scalar, a number of Python or of another package, or a tensor of one element; else None."""
    if type(value) is scalar:
        return value
    if is_number(value):
        return typed(value, strong_code(value))
    found = import_scalar(value)
    if found is not None:
        return found
    if isinstance(value, (int, float, complex)):
        value = plain_number(value)
        return typed(value, strong_code(value))
    if type(value) is tensor and (<tensor>value).desc.nelem == 1:
        return item(value)
    return None


def maybe_scalar(value):
    """A scalar from a scalar, a number of Python or of another package, or a tensor of one element; else None."""
    return scalar_of(value)


cdef scalar number_of(object value, str function):
    cdef object entry = value
    cdef int depth
    for depth in range(64):                     # a list with one entry counts as the entry
        if not isinstance(entry, (list, tuple)) or len(entry) != 1:
            break
        entry = entry[0]
    found = scalar_of(entry)
    if found is None:
        raise OceanTypeError(f"{function}(): expected a number or scalar, got {type(value).__name__}")
    return <scalar>found


def as_scalar(value, str function):
    """A scalar, also from a list with one entry; the error names the function that was called."""
    return number_of(value, function)


cdef scalar read_scalar(object value):
    """A scalar from a scalar or a number, but not from a tensor."""
    found = None if type(value) is tensor else scalar_of(value)
    if found is None:
        raise OceanTypeError(f"Expected a real number or scalar, got {type(value).__name__}")
    return <scalar>found


dtypes.READ_SCALAR = read_scalar


cpdef object operand(object value):
    """The operand of an operator from a value that is neither tensor nor number: a tensor, scalar or NotImplemented.

    NotImplemented lets lazy tensors, and arrays with NumPy's conventions, run their own operators.
    """
    if (LAZY is not None and type(value) is LAZY) or type(value) in OTHERS:
        return NotImplemented
    if type(value) is list or type(value) is tuple:
        return tensor_of(value)
    found = import_scalar(value)
    if found is not None:
        return found
    if isinstance(value, (int, float, complex)):
        return plain_number(value)
    if value is None or isinstance(value, (str, bytes, dict, set)):
        return NotImplemented
    found = import_tensor(value)
    if found is not None:
        return found
    return tensor_of(value) if isinstance(value, (list, tuple, range, storage)) else NotImplemented


cpdef object lazy_operand(object value):
    """The r-tensor of a lazy operand, also of a traced array; else None."""
    cdef PyObject* road
    if LAZY is not None and type(value) is LAZY:
        return value
    road = PyDict_GetItem(OTHERS, type(value))
    return None if road == NULL else (<object>road)(value)


cpdef object to_operand(object value):
    """Convert anything like a tensor to a tensor, scalar or Python number."""
    if type(value) is tensor or is_scalar(value):
        return value
    found = operand(value)
    return tensor_of(value) if found is NotImplemented else found


cpdef object argument(object value, str function, str name):
    """An argument of a function as a tensor, scalar or Python number; the error names both."""
    if type(value) is tensor or is_scalar(value):
        return value
    try:
        return to_operand(value)
    except OceanTypeError as error:
        if "is traced by" in str(error):
            raise
        reason = "" if str(error).startswith("Invalid data type") else f": {error}"
        raise OceanTypeError(
            f"{function}(): {name} must be a tensor, a number or like a tensor, got {shown(value)}{reason}") from None


cpdef object number_argument(object value, str function, str name):
    """An argument of a function as a scalar or Python number; the error names both."""
    cdef object found = argument(value, function, name)
    if type(found) is not tensor:
        return found
    if (<tensor>found).desc.nelem != 1:
        raise OceanValueError(f"{function}(): {name} must be a single number, got {shown(value)}")
    return item(found)


cpdef tensor tensor_of(object value):
    """Convert anything like a tensor to a tensor; a tensor is returned unchanged."""
    cdef tensor result
    cdef scalar number
    if type(value) is tensor:
        return <tensor>value
    result = read_lists(value, 0, None, None)
    if result is not None:
        return result
    if type(value) is storage:
        return value.asTensor()
    found = import_tensor(value)
    if found is None:
        found = scalar_of(value)
        if found is not None:
            return scalar_tensor(<scalar>found)
        found = FOREIGN["values"](value)
    return <tensor?>found


cpdef tensor scalar_tensor(scalar number):
    """A scalar as a tensor without dimensions, on the host."""
    cdef tensor result = new_tensor(fortran(number._dtype, CPU, 0, NULL), None)
    memcpy(address(result), number.data, number._dtype.size)
    return result

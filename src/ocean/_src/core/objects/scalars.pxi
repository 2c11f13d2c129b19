# Part of tensor.pyx, which names everything that is used here. Operations on scalars and Python numbers only: a launch
# without memory to hold, by the rules of the scalar cast mode.

cdef int CAST_MODE = 2          # the scalar cast mode
cdef enum:
    UNCHECKED = 45              # the math mode "-" as a character
    CASTS = 99                  # "c"
    WARNS = 119                 # "w"


cdef inline bint numbers_only(tuple given, PyObject** values):
    """Whether all arguments are scalars and Python numbers; stores their addresses."""
    cdef Py_ssize_t k
    for k in range(len(given)):
        values[k] = tuple_item(<PyObject*>given, k)
        if not is_scalar(<object>values[k]):
            return False
    return True


cdef object launch_numbers(operation op, int count, PyObject** values, int mode):
    """Run an operation on scalars and Python numbers. `mode` is the character of a math mode; 0: that of the cast
    mode."""
    cdef operand at[MAX_OPERANDS]
    cdef bint complex_operand = False, natural = False
    cdef char outside[16]
    cdef scalar result
    cdef dtype kind, first = None
    cdef plan p
    cdef int k
    if count >= MAX_OPERANDS:
        raise OceanError(f"{op.name} has at most {MAX_OPERANDS - 1} operands, got {count}")
    at[0].mem = NULL
    for k in range(count):
        natural = natural or (
            type(<object>values[k]) is scalar and (<scalar>values[k])._dtype.code == UINT64)
    for k in range(1, count + 1):
        at[k].mem = NULL
        place_number(<object>values[k - 1], -1, &at[k])
        if natural and at[k].desc == SCALARS[INT64] and is_natural(<object>values[k - 1]):
            at[k].desc = SCALARS[UINT64]        # counts, and results computed from them, stay counts
        kind = (<description>at[k].desc).dtype
        complex_operand = complex_operand or kind.iscomplex
        if k == 1:
            first = kind
    if op.narrow and count == 2:
        check_narrow(op, <object>values[1], first.code)
    if op is <object>OPERATION[POWER] and first.isnumber and not first.isfloat and not kind.isfloat:
        widen(&at[1], first)
    if mode == 0:
        mode = UNCHECKED if CAST_MODE == 0 else WARNS if CAST_MODE == 1 else CASTS
    if op.outside is not None and mode != UNCHECKED and not complex_operand:
        p = plan_numbers(op.outside, count, at, 0)
        at[0].number = outside
        p.run(at)
        if outside[0]:
            return HOOKS["outside"](op.name, [number_at(&at[k]) for k in range(1, count + 1)], chr(mode))
    if op is <object>OPERATION[NEGATIVE] and not first.issigned:
        if CAST_MODE == 0 and first.isnumber:
            raise OceanTypeError(f"Scalar negation is not supported for type {first.name}")
        if CAST_MODE and first.code == BOOL:
            at[1].desc = SCALARS[UINT8]         # a number: -True is -1
    p = plan_numbers(op, count, at, known_constant(op, <object>values[count - 1]) if op.constants else 0)
    result = make_scalar(p.result.dtype)
    at[0].number = result.data
    p.run(at)
    if CAST_MODE == 0 and count == 1 and p.result.dtype.isfloat and not first.isfloat:
        value = unpack(p.result.dtype.code, result.data)
        return new_scalar(first, value if math.isfinite(value) else 0)
    return result


cdef inline plan plan_numbers(operation op, int count, operand* at, int64_t extra):
    """The plan of an operation on numbers; see `launch`."""
    cdef int64_t key = extra | GENERATION << EXTRA_BITS
    cdef uint64_t hashed = hash_call(op, count, at + 1, NULL, key)
    cdef PyObject* found = lookup(op, count, at + 1, NULL, key, hashed)
    cdef plan p
    cdef int k
    if found != NULL:
        return <plan>found
    p = op.planner(tuple([<object>at[k].desc for k in range(1, count + 1)]), None, extra)
    remember(op, count, at + 1, NULL, key, hashed, p)
    return p


cdef inline bint is_natural(object value):
    """Whether a value is a Python integer that is not negative."""
    return PyLong_CheckExact(value) and value >= 0


cdef int widen(operand* self, dtype kind) except -1:
    """Convert the base of an integer power to 64 bits."""
    cdef int code = INT64 if kind.issigned else UINT64
    value = unpack(kind.code, self.number)
    pack(code, value, self.buffer)
    self.number = self.buffer
    self.desc = SCALARS[code]
    return 0


cdef scalar number_at(operand* self):
    """The number of an operand as a scalar."""
    cdef scalar result = make_scalar((<description>self.desc).dtype)
    memcpy(result.data, self.number, result._dtype.size)
    return result


cdef object operate_scalars(int which, object a, object b):
    """An operator between a scalar and anything; tensors and arrays have their own operators."""
    cdef operation op = <operation>OPERATION[which]
    cdef PyObject* values[2]
    if op.arity == 1:
        values[0] = <PyObject*>a
        return launch_numbers(op, 1, values, 0)
    if type(a) is tensor or type(b) is tensor or type(a) is ARRAY or type(b) is ARRAY:
        return NotImplemented
    if not is_scalar(a):
        a = HOOKS["operand"](a)
    if not is_scalar(b):
        b = HOOKS["operand"](b)
    if a is NotImplemented or b is NotImplemented:
        return NotImplemented
    if type(a) is tensor or type(b) is tensor:
        return operate(which, a, b)
    if which <= GREATER_EQUAL:
        return compare_values(a, b, which)
    values[0] = <PyObject*>a
    values[1] = <PyObject*>b
    return launch_numbers(op, 2, values, 0)


def call_numbers(operation op not None, tuple numbers, str mode=None):
    """Run an operation on scalars and Python numbers only, by the rules of scalars; gives a scalar."""
    cdef PyObject* values[MAX_OPERANDS]
    check_operands(op, numbers)
    if not numbers_only(numbers, values):
        raise OceanTypeError(f"{op.name} takes numbers here, not tensors")
    return launch_numbers(op, len(numbers), values, 0 if mode is None else ord(mode))


def set_cast_mode(int mode):
    """Set the scalar cast mode."""
    global CAST_MODE
    CAST_MODE = mode

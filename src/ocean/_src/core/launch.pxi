# Part of tensor.pyx. The path of a call: operands are placed, the plan is found or made, the kernel runs.

cdef list SCALARS = []      # the descriptions of scalars, by dtype code


cdef description scalar_description(int code):
    cdef int i
    if not SCALARS:
        for i in range(DTYPES):
            SCALARS.append(describe(kind_of(i), CPU, False, 0, NULL, NULL))
    return <description>SCALARS[code]


cdef inline int strong_code(object value) except -1:
    """The dtype of a Python number in operations without a tensor."""
    if PyBool_Check(value):
        return BOOL
    if isinstance(value, int):
        return UINT64 if value >= 1 << 63 else INT64
    return DOUBLE if isinstance(value, float) else CDOUBLE


cdef inline bint is_number(object value):
    """Exactly a Python number: NumPy's float64 is a float too, but it is strongly typed."""
    return PyFloat_CheckExact(value) or PyLong_CheckExact(value) or PyBool_Check(value) or PyComplex_CheckExact(value)


cdef struct operand:
    PyObject* desc       # borrowed: a tensor's, or one of SCALARS
    char* data
    char buffer[16]


cdef int place(object value, int reference, operand* into) except -1:
    """Describe an operand. A Python number takes the smallest dtype that fits it beside the reference dtype, combined
    with that (reference -1: the dtype that it has by itself)."""
    cdef tensor t
    cdef int code
    cdef description desc
    if type(value) is tensor:
        t = <tensor>value
        desc = effective(t)
        into.desc = <PyObject*>desc
        into.data = t.mem.data + t.start
    elif type(value) is scalar:
        desc = scalar_description((<scalar>value)._dtype.code)
        into.desc = <PyObject*>desc
        into.data = (<scalar>value).data
    else:
        code = strong_code(value) if reference < 0 else common_code(weak_code(value, reference), reference)
        desc = scalar_description(code)
        pack(code, value, into.buffer)
        into.desc = <PyObject*>desc
        into.data = into.buffer
    return 0


cdef bint conflict(description result, char* target, description source, char* data) except -1:
    """Whether writing the result would change elements of the source that are still to be read."""
    if (target + result.high <= data + source.low or data + source.high <= target + result.low
            or result.nelem == 0 or source.nelem == 0):
        return False
    if (target == data and result.ndims == source.ndims and result.dtype.size == source.dtype.size
            and memcmp(result.n, source.n, result.ndims * 8) == 0 and memcmp(result.s, source.s, result.ndims * 8) == 0):
        return False
    return overlap(result, <Py_ssize_t>target, source, <Py_ssize_t>data)


# --- Running -----------------------------------------------------------------------------------------------------

cdef object apply(operation op, int count, object a, object b, object c, tensor out, bint want_scalar=False):
    """Run an operation on tensors, scalars and Python numbers; the result is new unless `out` is given."""
    cdef operand places[4]
    cdef description first, second = None, third = None, target = None
    cdef PyObject* found
    cdef plan p
    cdef int reference = -1, k
    cdef bint tensors = type(a) is tensor or type(b) is tensor or type(c) is tensor
    cdef tensor result
    cdef scalar number
    cdef char* base[LOOP_OPERANDS]
    # while the kernel runs without the lock, another thread may give a tensor other memory: hold on to this one
    cdef memory held_a = None, held_b = None, held_c = None, held_out = None
    if type(a) is tensor:
        reference = (<tensor>a).desc.dtype.code
        held_a = (<tensor>a).mem
    if count > 1 and type(b) is tensor:
        held_b = (<tensor>b).mem
        if reference < 0:
            reference = (<tensor>b).desc.dtype.code
    if count > 2 and type(c) is tensor:
        held_c = (<tensor>c).mem
        if reference < 0:
            reference = (<tensor>c).desc.dtype.code
    place(a, reference, &places[0])
    first = <description>places[0].desc
    if count > 1:
        place(b, reference, &places[1])
        second = <description>places[1].desc
    if count > 2:
        place(c, reference, &places[2])
        third = <description>places[2].desc
    if out is not None:
        if out.locked or out.mem.readonly:
            raise OceanValueError("The destination tensor is read-only")
        target = effective(out)
        held_out = out.mem
        places[3].data = out.mem.data + out.start
        for k in range(count):
            if conflict(target, places[3].data, <description>places[k].desc, places[k].data):
                return apply(op, count, detached(a, out), detached(b, out), detached(c, out), out)
    found = lookup(op, first, second, third, target)
    if found != NULL:
        p = <plan>found
    else:
        p = op.planner((first, second, third)[:count], target)
        remember(op, first, second, third, target, p)
    for k in range(count):
        base[1 + k] = places[k].data
    if out is not None:
        base[0] = places[3].data
        run(p, base)
        return None
    if not tensors or want_scalar:
        number = make_scalar(p.result.dtype)
        base[0] = number.data
        run(p, base)
        return number
    result = make(allocate(p.result.device, p.nbytes, p.result.dtype, None), p.first, p.result, False)
    base[0] = result.mem.data + p.first
    run(p, base)
    return result


cdef int run(plan p, char** base) except -1:
    cdef loop_t* loop = p.loop
    if loop == NULL:
        return run_fold(p, base)
    if loop.nelem < 8192:
        loop_run(loop, base)
    else:
        with nogil:
            loop_run(loop, base)
    return 0


cdef int run_fold(plan p, char** base) except -1:
    """Reduce into accumulators, then make the result from them (or reduce into the result itself)."""
    cdef memory accumulators
    cdef char* final[2]
    if p.then is None:
        return fold(p.fold, base)
    accumulators = allocate(p.accumulators.device, p.accumulators.high - p.accumulators.low, p.accumulators.dtype, None)
    final[0] = base[0]
    base[0] = accumulators.data
    fold(p.fold, base)
    final[1] = accumulators.data
    run(p.then, final)
    return 0


cdef int fold(fold_t* loops, char** base) except -1:
    cdef int status
    if loops.nelem < 8192:
        status = fold_run(loops, base)
    else:
        with nogil:
            status = fold_run(loops, base)
    if status:
        raise OceanMemoryError("There is no room for the partial results of a reduction")
    return 0


def run_plan(plan p not None, operands):
    """Run a plan on tensors and scalars given in its order: the result, then the inputs. For programs of many steps.

    The caller has made sure that the result does not overlap the inputs.
    """
    cdef char* base[LOOP_OPERANDS]
    cdef int k = 0
    cdef list given = list(operands), held = []
    cdef description expected
    if len(given) != len(p.operands):
        raise OceanValueError(f"Expected {len(p.operands)} operands, got {len(given)}")
    for each in given:
        expected = p.operands[k]
        if type(each) is tensor:
            base[k] = checked_start(<tensor>each, expected)
            held.append((<tensor>each).mem)
        elif type(each) is scalar:
            if (<scalar>each)._dtype is not expected.dtype or expected.low or expected.high > 16 or expected.swapped:
                raise OceanTypeError(f"Expected an operand of dtype {expected.dtype.name}, got {(<scalar>each)._dtype.name}")
            base[k] = (<scalar>each).data
        else:
            raise OceanTypeError(f"Expected tensors and scalars, got {type(each).__name__}")
        k += 1
    run(p, base)


cdef char* checked_start(tensor self, description expected) except NULL:
    """The address of a tensor's first element, if everything that a plan touches from there on is inside the storage."""
    if self.desc.dtype is not expected.dtype or effective(self).swapped != expected.swapped:
        raise OceanTypeError(f"Expected an operand of dtype {expected.dtype.name}, got {effective(self)!r}")
    if self.start + expected.low < 0 or self.start + expected.high > self.mem.nbytes:
        raise OceanValueError(f"The operand {self.desc!r} is smaller than the plan expects")
    return self.mem.data + self.start


cdef object detached(object value, tensor out):
    """The operand itself, or a copy of it where it shares memory with the result."""
    cdef tensor t
    if type(value) is not tensor:
        return value
    t = <tensor>value
    if conflict(effective(out), out.mem.data + out.start, effective(t), t.mem.data + t.start):
        return apply(COPY, 1, t, None, None, None)
    return value


cdef inline bint plain(object value):
    return type(value) is tensor or type(value) is scalar or is_number(value)


cdef object operate(operation op, object a, object b):
    """A binary operator: tensors, scalars and Python numbers directly, anything tensor-like after conversion."""
    if not plain(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not plain(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    if op.checked and CHECKING:
        return HOOKS["general"](op.name, a, b)
    return apply(op, 2, a, b, None, None)


cdef object operate_inplace(operation op, tensor self, object other):
    if not plain(other):
        other = HOOKS["operand"](other)
        if other is NotImplemented:
            return other
    if op.checked and CHECKING:
        HOOKS["general"](op.name, self, other, self)
    else:
        apply(op, 2, self, other, None, self)
    return self


cdef object multiply(object a, object b):
    """`*`: the product of collections of matrices; with a number it scales."""
    if type(a) is tensor and (is_number(b) or type(b) is scalar):
        return apply(SCALE, 2, a, b, None, None)
    if type(b) is tensor and (is_number(a) or type(a) is scalar):
        return apply(SCALE, 2, a, b, None, None)
    if not plain(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not plain(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    return HOOKS["multiply"](a, b)


def call_scalar(operation op not None, tensor source not None):
    """Run an operation whose result is a single element, as a scalar."""
    return apply(op, 1, source, None, None, None, True)


def call(operation op not None, tuple inputs, out=None):
    """Run an operation on tensors, scalars and Python numbers; returns the result, or None when `out` is given."""
    cdef int count = len(inputs)
    if count != op.arity:
        raise OceanTypeError(f"{op.name} takes {op.arity} operand{'s' if op.arity != 1 else ''}, got {count}")
    for each in inputs:
        if not plain(each):
            raise OceanTypeError(f"{op.name} takes tensors and numbers, got {type(each).__name__}")
    return apply(op, count, inputs[0], inputs[1] if count > 1 else None, inputs[2] if count > 2 else None, out)


cdef class function:
    """The public function of a row: `f(A [,B] [,mode] [,C])`. Tensors go straight to the plan, the rest to Python."""
    cdef operation op
    cdef object general
    cdef readonly str title, text

    @property
    def __name__(self):
        return self.title

    @property
    def __qualname__(self):
        return self.title

    @property
    def __doc__(self):
        return self.text

    def __get__(self, instance, owner):
        return self                 # with this, help() shows the text of the function and not that of the class

    def __repr__(self):
        return f"<ocean function {self.title}>"

    def __reduce__(self):
        return function_named, (self.title,)

    def __call__(self, *args, **named):
        cdef operation op = self.op
        cdef Py_ssize_t count = len(args)
        if not named and not (op.checked and CHECKING) and count >= op.arity and type(args[0]) is tensor:
            if op.arity == 1:
                if count == 1:
                    return apply(op, 1, args[0], None, None, None)
                if count == 2 and type(args[1]) is tensor:
                    return apply(op, 1, args[0], None, None, <tensor>args[1])
            elif op.arity == 2 and (type(args[1]) is tensor or is_number(args[1])):
                if count == 2:
                    return apply(op, 2, args[0], args[1], None, None)
                if count == 3 and type(args[2]) is tensor:
                    return apply(op, 2, args[0], args[1], None, <tensor>args[2])
        return self.general(*args, **named)


@cython.final
cdef class reduction(function):
    """The public function of a reduction: `f(A [,axes [,keepdims] [,B]])`. A lone tensor goes straight to the plan."""

    @property
    def __doc__(self):              # every class has one of its own
        return self.text

    def __call__(self, *args, **named):
        if len(args) == 1 and not named and type(args[0]) is tensor:
            return apply(self.op, 1, args[0], None, None, None, True)
        return self.general(*args, **named)


cdef function describe_function(function self, operation op, str name, str doc, general):
    self.op = op
    self.title = name
    self.text = doc
    self.general = general
    FUNCTIONS[name] = self
    return self


def make_function(operation op not None, str name, str doc, general):
    """The public function of a row; `general` takes all forms of its arguments."""
    return describe_function(function.__new__(function), op, name, doc, general)


def make_reduction(operation op not None, str name, str doc, general):
    """The public function of a reduction; `general` takes all forms of its arguments."""
    return describe_function(reduction.__new__(reduction), op, name, doc, general)


def function_named(str name):
    """The public function of that name (for pickling)."""
    return FUNCTIONS[name]


# --- Threads -----------------------------------------------------------------------------------------------------

cdef int THREADS = 1


cdef void in_threads(task_fn fn, void* context, int64_t count) noexcept nogil:
    """Run tasks 0 to count - 1 on the pool, for other compiled modules."""
    pool_run(fn, context, count)


def setNumThreads(count):
    """Set how many threads large operations use (at least 1, at most 64)."""
    global THREADS
    count = integer(count, "number of threads")
    if not 1 <= count <= 64:
        raise OceanValueError(f"Expected between 1 and 64 threads, got {integer_text(count)}")
    THREADS = count
    with nogil:
        pool_resize(THREADS)


def getNumThreads():
    """How many threads large operations use."""
    return THREADS


cdef start_threads():
    global THREADS
    asked = os.environ.get("OCEAN_NUM_THREADS", "")
    THREADS = int(asked) if asked.isdigit() and 1 <= int(asked) <= 64 else min(64, len(os.sched_getaffinity(0)))
    pool_start(THREADS)

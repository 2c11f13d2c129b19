# Part of tensor.pyx, which names everything that is used here. The path of every call: it places and holds operands,
# checks devices, read-only results and overlaps, finds or makes the plan, and runs it.

cdef PyObject* SCALARS[DTYPES]      # the descriptions of scalars, by dtype code


cdef describe_scalars():
    cdef description desc
    cdef int64_t none[1]
    cdef int code
    for code in range(DTYPES):
        desc = describe(kind_of(code), CPU, False, 0, none, none)
        Py_INCREF(desc)
        SCALARS[code] = <PyObject*>desc


# --- Operands ----------------------------------------------------------------------------------------------------

cdef inline int hold(tensor self, operand* into) except -1:
    """Place a tensor, and hold its memory and description: other threads, and finalizers that run when a description is
    made, may replace them."""
    cdef memory mem = self.mem
    cdef description desc = self.desc
    into.offset = self.start
    if mem.swapped:
        desc = other_byte_order(desc)
    Py_INCREF(mem)
    Py_INCREF(desc)
    into.mem = <PyObject*>mem
    into.desc = <PyObject*>desc
    return 0


cdef inline void release(operand* self) noexcept:
    if self.mem != NULL:
        Py_DECREF(<object>self.mem)
        Py_DECREF(<object>self.desc)


cdef int check_narrow(operation op, object value, int first) except -1:
    """Warn if a Python integer loses bits because an operation on integers converts it."""
    if PyLong_CheckExact(value) and not TRAITS[first].is_float and not (
            -(1 << (op.narrow - 1)) <= value < 1 << (op.narrow - 1)):
        HOOKS["warn"](f"An integer that is the second operand of {op.name} does not fit int{op.narrow}, to which it is "
                      "converted")
    return 0


cdef inline bint is_whole(object base, int exponent):
    """Whether the power of a Python integer base is one of integers, which has 64 bits."""
    return PyLong_CheckExact(base) and TRAITS[exponent].is_integer


cdef inline int place_number(object value, int reference, operand* into) except -1:
    """Place a scalar or Python number. A Python number takes the common dtype of the reference and the smallest dtype
    that holds it beside the reference; reference -1: its own dtype."""
    cdef int code
    if type(value) is scalar:
        memcpy(into.buffer, (<scalar>value).data, 16)   # another thread may change the scalar
        into.number = into.buffer
        code = (<scalar>value)._dtype.code
    elif reference < 0 and PyFloat_CheckExact(value):
        (<double*>into.buffer)[0] = value
        into.number = into.buffer
        code = DOUBLE
    else:
        code = strong_code(value) if reference < 0 else common_code(weak_code(value, reference), reference)
        pack(code, value, into.buffer)
        into.number = into.buffer
    into.desc = SCALARS[code]
    return 0


cdef inline int numpy_kind(object value, int reference) noexcept:
    """The dtype that a Python number has in NumPy beside others of a common dtype, by its kind alone."""
    if PyBool_Check(value):
        return BOOL
    if PyFloat_CheckExact(value):
        return reference if TRAITS[reference].is_float else DOUBLE
    if not PyLong_CheckExact(value):
        return TRAITS[reference].complex_code if TRAITS[reference].is_float else CDOUBLE
    return INT64 if reference == BOOL else reference


cdef int numpy_code(object value, int reference, int numbers) except -1:
    """`numpy_kind` of an operand: checks the range of integers, or widens the dtype by the rule `numbers`."""
    cdef int code = numpy_kind(value, reference)
    if numbers == WIDE_NUMBERS and TRAITS[code].is_float:
        return CDOUBLE if TRAITS[code].is_complex else DOUBLE
    if not TRAITS[code].is_integer or fits(value, kind_of(code)):
        return code
    if numbers == FLOATING_NUMBERS:
        return float_for(code)
    if numbers >= DOUBLE_NUMBERS or (numbers == COMPARED_NUMBERS and reference != BOOL):
        return DOUBLE
    raise out_of_bounds(value, kind_of(code).name)


def numpy_dtype(value, dtype reference not None):
    """The dtype of a Python number beside arrays of a common dtype."""
    return kind_of(numpy_kind(value, reference.code))


def numpy_scalar(value, dtype reference not None, int numbers=WEAK_NUMBERS):
    """A Python number as the scalar that an operation reads beside arrays of a common dtype."""
    cdef operand placed
    cdef scalar result
    place_weak(value, reference.code, numbers, &placed)
    result = make_scalar((<description>placed.desc).dtype)
    memcpy(result.data, placed.buffer, 16)
    return result


cdef bint fits(object value, dtype kind) except -1:
    """Whether an integer dtype holds a Python integer."""
    cdef int overflow = 0
    cdef int64_t small = PyLong_AsLongAndOverflow(value, &overflow)
    if overflow:
        return kind.code == UINT64 and 0 < value < 1 << 64
    if kind.issigned:
        return kind.nbits == 64 or -(<int64_t>1 << (kind.nbits - 1)) <= small < <int64_t>1 << (kind.nbits - 1)
    return small >= 0 and (kind.nbits == 64 or small < <int64_t>1 << kind.nbits)


cdef int place_weak(object value, int reference, int numbers, operand* into) except -1:
    """Place a scalar or Python number as NumPy does. An integer that is out of range is compared as an infinity."""
    cdef int code
    if type(value) is scalar or reference < 0:
        return place_number(value, -1, into)
    code = numpy_code(value, reference, numbers)
    if numbers == COMPARED_NUMBERS and code == DOUBLE and not TRAITS[reference].is_float and PyLong_CheckExact(value):
        value = math.inf if value > 0 else -math.inf
    elif TRAITS[code].is_float and PyLong_CheckExact(value):
        value = float(value)                    # OverflowError if no double is that large
    pack(code, value, into.buffer)
    into.number = into.buffer
    into.desc = SCALARS[code]
    return 0


cdef int common_reference(operation op, int count, PyObject** values, operand* at) noexcept:
    """The common dtype of the operands that are neither conditions nor Python numbers, or -1."""
    cdef int reference = -1, k, code
    for k in range(op.conditions + 1, count + 1):
        if at[k].mem != NULL:
            code = (<description>at[k].desc).dtype.code
        elif type(<object>values[k - 1]) is scalar:
            code = (<scalar>values[k - 1])._dtype.code
        else:
            continue
        reference = code if reference < 0 else common_code(reference, code)
    return reference


cdef bint overlapping(operand* first, operand* second) except -1:
    """Whether two operands share bytes."""
    cdef description one = <description>first.desc, other = <description>second.desc
    cdef Py_ssize_t start, begin
    if first.mem == NULL or second.mem == NULL or one.device is not other.device:
        return False
    start, begin = first.offset, second.offset
    if one.device.host:
        start += <Py_ssize_t>(<memory>first.mem).data
        begin += <Py_ssize_t>(<memory>second.mem).data
    elif first.mem != second.mem:
        return False
    if start + one.high <= begin + other.low or begin + other.high <= start + one.low:
        return False
    return overlap(one, start, other, begin)


cdef inline bint same_elements(operand* first, operand* second) noexcept:
    """Whether two operands are the same elements at the same indices."""
    cdef description one = <description>first.desc, other = <description>second.desc
    return (first.mem == second.mem and first.offset == second.offset and one.ndims == other.ndims
            and one.dtype.size == other.dtype.size and one.axes is other.axes
            and memcmp(one.n, other.n, one.ndims * 8) == 0
            and memcmp(one.s, other.s, one.ndims * 8) == 0)


cdef inline bint conflicting(operation op, operand* result, operand* source) except -1:
    """Whether writing the result would change elements of the source before they are read."""
    if result.mem == NULL or source.mem == NULL:
        return False
    if op.elementwise and same_elements(result, source):
        return False
    return overlapping(result, source)


cpdef bint share_bytes(tensor first, tensor second) except -1:
    """Whether two tensors share bytes."""
    cdef operand one, other
    hold(first, &one)
    try:
        hold(second, &other)
        try:
            return overlapping(&one, &other)
        finally:
            release(&other)
    finally:
        release(&one)


cdef int check_unlocked(tensor self) except -1:
    """Refuse a read-only destination."""
    if self.locked or self.mem.readonly:
        raise OceanValueError("The destination tensor is read-only")
    return 0


cdef int check_writable(tensor self) except -1:
    """Refuse a read-only destination, and prepare its memory to be written."""
    check_unlocked(self)
    return before_write(self.mem)


# --- The launch --------------------------------------------------------------------------------------------------

cdef object launch(operation op, int count, PyObject** values, tensor out, int64_t extra, bint want_scalar):
    """Run an operation on tensors, scalars and Python numbers; the result is new unless `out` is given.

    The work is done on the device of the first tensor, else of the result. `extra` is for the planner. `want_scalar`:
    the result has one element, and becomes a scalar.
    """
    cdef operand at[MAX_OPERANDS]
    cdef int placed = 0, reference = -1, first = 0, k
    cdef bint mixed = False, apart = False, alone
    cdef int64_t known
    cdef uint64_t hashed
    cdef PyObject* found
    cdef plan p
    cdef device where = None
    if WATCHED and not WATCHING:
        return watched(op, count, values, out, extra, want_scalar)
    if count >= MAX_OPERANDS:
        raise OceanError(f"{op.name} has at most {MAX_OPERANDS - 1} operands, got {count}")
    if op.constants and count == op.arity and type(<object>values[0]) is tensor:
        known = known_constant(op, <object>values[count - 1])
        if known:
            extra |= known
            count -= 1
    at[0].mem = NULL
    try:
        while placed < count:
            k = placed + 1
            at[k].mem = NULL
            if type(<object>values[placed]) is tensor:
                hold(<tensor>values[placed], &at[k])
                if reference < 0 and k > op.conditions:
                    reference = (<description>at[k].desc).dtype.code
                if first == 0:
                    first = k
                    where = (<description>at[k].desc).device
                elif (<description>at[k].desc).device is not where:
                    mixed = True
            placed = k
        if op.narrow and count == 2 and reference >= 0:
            check_narrow(op, <object>values[1], reference)
        if op.weak:
            reference = common_reference(op, count, values, at)
        for k in range(1, count + 1):
            if at[k].mem == NULL and op.weak:
                place_weak(<object>values[k - 1], -1 if k <= op.conditions else reference, op.weak, &at[k])
            elif at[k].mem == NULL:
                alone = k <= op.conditions or (
                    k == 1 and op is <object>OPERATION[POWER] and is_whole(<object>values[0], reference))
                place_number(<object>values[k - 1], -1 if alone else reference, &at[k])
        if out is not None:
            check_writable(out)
            hold(out, &at[0])
            if where is None:
                where = (<description>at[0].desc).device
            elif (<description>at[0].desc).device is not where:
                apart = True
            for k in range(1, count + 1):
                apart = apart or conflicting(op, &at[0], &at[k])
        if TRACERS:
            for k in range(count + 1):
                if at[k].mem != NULL:
                    touched(<memory>at[k].mem)
        if mixed:
            return launch_mixed(op, count, values, out, extra, want_scalar, where)
        if apart:
            return launch_apart(op, count, values, out, extra, where)
        extra |= GENERATION << EXTRA_BITS
        hashed = hash_call(op, count, &at[1], NULL if out is None else at[0].desc, extra)
        found = lookup(op, count, &at[1], NULL if out is None else at[0].desc, extra, hashed)
        if found == NULL:
            return LAUNCH_NEW(op, count, at, first, out, extra, hashed, want_scalar, where)
        p = <plan>found                 # held: other calls, in it or in other threads, may drop it from the table
        return carry_out(p, None, NULL, p.result, at, first, out, want_scalar, where)
    finally:
        for k in range(placed + 1):
            release(&at[k])


cdef object PROFILE = None          # see `set_profile`
cdef object BEFORE = None           # see `set_checks`
cdef object AFTER = None


def set_profile(hook):
    """Call hook(name, bytes, seconds) after each launch, with the bytes that its operands and its result have; None
    ends it."""
    global PROFILE, WATCHED
    former, PROFILE = PROFILE, hook
    WATCHED = (PROFILE is not None) + 2 * (BEFORE is not None)
    return former


def set_checks(before, after):
    """Call before(name, operation, inputs, result, extra) before each launch and, if it gives something, after(that,
    result) after it; None ends it. Operations are not deferred meanwhile."""
    global BEFORE, AFTER, WATCHED
    BEFORE, AFTER = before, after
    WATCHED = (PROFILE is not None) + 2 * (BEFORE is not None)


cdef int watch(int off) noexcept:
    """Whether launches of this thread are not watched; returns the former value."""
    global WATCHING
    cdef int former = WATCHING
    WATCHING = off
    return former


cdef object watched(operation op, int count, PyObject** values, tensor out, int64_t extra, bint want_scalar):
    """A launch with hooks. Launches within it belong to it."""
    cdef int k
    if PROFILE is not None:
        return profiled(op, count, values, out, extra, want_scalar)
    watch(1)
    try:
        found = None
        if BEFORE is not None:
            found = BEFORE(op.name, op, [<object>values[k] for k in range(count)], out, extra)
        result = launch(op, count, values, out, extra, want_scalar)
        if found is not None:
            AFTER(found, result if out is None else out)
        return result
    finally:
        watch(0)


def unwatched(function, *args):
    """Call a function whose launches are not watched."""
    cdef int former = watch(1)
    try:
        return function(*args)
    finally:
        watch(former)


cdef object profiled(operation op, int count, PyObject** values, tensor out, int64_t extra, bint want_scalar):
    """A launch with a hook. Launches within it belong to it."""
    cdef int64_t nbytes = bytes_in(<PyObject*>out)
    cdef int k
    hook = set_profile(None)
    start = time.perf_counter()
    try:
        result = launch(op, count, values, out, extra, want_scalar)
    finally:
        set_profile(hook)
    for k in range(count):
        nbytes += bytes_in(values[k])
    hook(op.name, nbytes + bytes_in(<PyObject*>result), time.perf_counter() - start)
    return result


cdef int64_t bytes_in(PyObject* value) noexcept:
    if type(<object>value) is not tensor:
        return 0
    return (<tensor>value).desc.nelem * (<tensor>value).desc.dtype.size


cdef inline object carry_out(plan p, family kind, void* given, description wanted, operand* at, int first, tensor out,
                             bint want_scalar, device where):
    """Run a plan, or a family that was fitted to the operands, into a given result or a new one."""
    cdef tensor result
    cdef scalar number
    if out is not None:
        if p is not None:
            p.run(at)
        else:
            kind.run(given, at)
        return None
    if first == 0 or (want_scalar and where.host):
        number = make_scalar(wanted.dtype)
        at[0].number = number.data
        if p is not None:
            p.run(at)
        else:
            kind.run(given, at)
        return number
    result = make(
        allocate(where, wanted.high - wanted.low, wanted.dtype, (<memory>at[first].mem).queue), -wanted.low, wanted,
        False)
    result.mem.made = wanted
    hold(result, &at[0])
    if p is not None:
        p.run(at)
    else:
        kind.run(given, at)
    return item(result) if want_scalar else result


cdef inline bint serves(operation op, object kind):
    """Whether a family serves all calls of its class. It may serve only its plan: a product of certain sizes may be
    elementwise."""
    return kind is not None and (<family>kind).serves == (FITS_AXES if op.fits == FITS_ALL else op.fits)


cdef object launch_new(operation op, int count, operand* at, int first, tensor out, int64_t extra, uint64_t hashed,
                       bint want_scalar, device where):
    """A call without a cached plan: fit the family of the operation, or ask the planner."""
    cdef int64_t given[ROOM]
    cdef class_key key
    cdef PyObject* found = NULL
    cdef description target = None if out is None else <description>at[0].desc, result
    cdef int64_t flags = extra & ((<int64_t>1 << EXTRA_BITS) - 1)
    cdef uint64_t class_hash = 0
    cdef bint fits = op.fits and where is not None
    cdef family kind
    cdef plan p
    cdef int k
    for k in range(out is None, count + 1):
        if (<description>at[k].desc).ndims > FEW_DIMS:
            fits = False                # `planned` of kernels/jobs.py coalesces dimensions
    if fits:
        class_hash = class_of(op, where, count, &at[1], <PyObject*>target if out is not None else NULL, extra, &key)
        found = family_of(&key, class_hash)
        if found != NULL:
            kind = <family>found
            result = kind.fit(op, count, at, target, flags, given)
            if result is not None:
                if is_frequent(hashed):
                    p = kind.keep(result, count, at, given)
                    remember(op, count, &at[1], NULL if out is None else at[0].desc, extra, hashed, p)
                return carry_out(None, kind, given, result, at, first, out, want_scalar, where)
    p = planned(op, tuple([<object>at[k].desc for k in range(1, count + 1)]), target, flags)
    if fits and found == NULL and serves(op, p.family):
        remember_family(&key, class_hash, <family>p.family)
    remember(op, count, &at[1], NULL if out is None else at[0].desc, extra, hashed, p)
    return carry_out(p, None, NULL, p.result, at, first, out, want_scalar, where)


cdef object (*LAUNCH_NEW)(operation, int, operand*, int, tensor, int64_t, uint64_t, bint, device)
LAUNCH_NEW = launch_new                  # inlined, it would slow down calls with a cached plan


cdef plan planned(operation op, tuple inputs, description result, int64_t extra):
    """A new plan. Planners do not know axes: operands with axes are first permuted to common ones."""
    cdef description each
    if result is not None and result.axes is not None:
        return HOOKS["line_up"](op.axes, op.name, op.planner, inputs, result, extra)
    for each in inputs:
        if each.axes is not None:
            return HOOKS["line_up"](op.axes, op.name, op.planner, inputs, result, extra)
    return op.planner(inputs, result, extra)


cdef object launch_list(operation op, list values, tensor out, int64_t extra, bint want_scalar):
    cdef PyObject* given[MAX_OPERANDS]
    cdef int k, count = len(values)
    if count >= MAX_OPERANDS:
        raise OceanError(f"{op.name} has at most {MAX_OPERANDS - 1} operands, got {count}")
    for k in range(count):
        given[k] = <PyObject*>values[k]
    return launch(op, count, given, out, extra, want_scalar)


cdef object launch_mixed(operation op, int count, PyObject** values, tensor out, int64_t extra, bint want_scalar,
                         device where):
    """Operands on several devices: copy the others to the device of the first tensor. Arrays are not moved."""
    cdef list moved = []
    cdef int k
    if op.weak:
        raise OceanValueError(
            f"Arrays on {where.name!r} and another device are not combined: bring one of them to the other's device, "
            f"as with a.to_device({where.name!r})")
    if not HOOKS["settings"].auto_typecast:
        raise OceanTypeError("Tensor device mismatch (automatic type casting is disabled)")
    for k in range(count):
        value = <object>values[k]
        moved.append(brought(<tensor>value, where) if type(value) is tensor else value)
    return launch_list(op, moved, out, extra, want_scalar)


cdef object launch_apart(operation op, int count, PyObject** values, tensor out, int64_t extra, device where):
    """The result is on another device, or overlaps an operand: compute into new memory, then copy."""
    cdef tensor beside
    if op is COPY and type(<object>values[0]) is tensor and out.desc.device is not where:
        transfer(<tensor>values[0], out)
        return None
    beside = new_like(out.desc, where)
    if op.accumulates:
        copy_to(out, beside)
    launch(op, count, values, beside, extra, False)
    copy_to(beside, out)
    return None


# --- Copies ------------------------------------------------------------------------------------------------------

cdef inline queue queue_of(memory mem, device where):
    """The queue of a memory, if it is on a device."""
    return mem.queue if mem.device is where else None


cdef int copy_to(object source, tensor out) except -1:
    """Copy a tensor or number into a tensor, casting and broadcasting, on any devices."""
    cdef PyObject* value = <PyObject*>source
    launch(COPY, 1, &value, out, 0, False)
    return 0


cdef enum:
    MEMCPY_BYTES = 1 << 14               # smaller copies need no plan

cdef tensor copied(tensor source, description desc):
    """A new tensor with the elements of another."""
    cdef tensor result = new_tensor(desc, queue_of(source.mem, desc.device))
    cdef int64_t nbytes = desc.high - desc.low
    if (source.desc is desc and not source.mem.swapped and desc.device.host and nbytes <= MEMCPY_BYTES
            and nbytes == desc.nelem * desc.dtype.size and desc.dtype.code != BOOL):    # kernels make bools 0 or 1
        touch(source.mem)
        memcpy(result.mem.data, address(source) + desc.low, nbytes)
    else:
        copy_to(source, result)
    return result


cdef tensor new_like(description self, device where):
    """A new column-major tensor on a device, with strides of zero where a description has them."""
    cdef description few = without_repeats(without_axes(self)), dense = fortran(self.dtype, where, few.ndims, few.n)
    return make(new_tensor(dense, None).mem, 0, axes_as(broadcast_to(dense, self.ndims, self.n, 0), self), False)


cdef tensor brought(tensor source, object where):
    """The tensor itself, or a column-major copy in native byte order if it is on another device."""
    cdef tensor result
    if source.desc.device is where:
        return source
    result = new_like(source.desc, <device?>where)
    copy_to(source, result)
    return result


cdef int transfer(tensor source, tensor out) except -1:
    """Copy between devices: cast and pack on the source's device, move bytes, unpack on the result's. Elements that
    strides of zero repeat are moved once."""
    cdef description few
    if source.desc.axes is not None or out.desc.axes is not None:
        source, out = HOOKS["lined_up"](source, out)
    few = without_repeats(source.desc)
    cdef description wanted = fortran(out.desc.dtype, source.desc.device, few.ndims, few.n)
    cdef tensor dense = make(source.mem, source.start, few, True), there = out
    if effective(dense) is not wanted:
        dense = copied(dense, wanted)
    wanted = fortran(out.desc.dtype, out.desc.device, few.ndims, few.n)
    if effective(out) is not wanted:
        there = new_tensor(wanted, out.mem.queue)
    move_bytes(there.mem, there.start, dense.mem, dense.start, wanted.nelem * wanted.dtype.size)
    if there is not out:
        copy_to(make(there.mem, 0, broadcast_to(wanted, few.ndims, source.desc.n, 0), True), out)
    return 0


cdef description without_repeats(description self):
    """Length one along all dimensions with a stride of zero."""
    cdef int64_t n[MAX_DIMS]
    cdef int k
    for k in range(self.ndims):
        n[k] = 1 if self.s[k] == 0 and self.n[k] > 1 else self.n[k]
    return derive(self, self.ndims, n, self.s)


def item(tensor self not None):
    """The only element of a tensor as a scalar."""
    cdef scalar result
    cdef tensor source = self
    if self.desc.nelem != 1:
        raise OceanValueError(
            f"Only tensors with a single element are scalars; this one has {self.desc.nelem} elements")
    touch(self.mem)
    if not self.desc.device.host or not is_native(self):
        source = copied(
            make(self.mem, self.start, without_axes(self.desc), True),
            fortran(self.desc.dtype, CPU, self.desc.ndims, self.desc.n))
    result = make_scalar(source.desc.dtype)
    memcpy(result.data, address(source), source.desc.dtype.size)
    if source.desc.dtype.code == BOOL:
        result.data[0] = result.data[0] != 0
    return result


# --- Operators ---------------------------------------------------------------------------------------------------

cdef inline bint is_operand(object value):
    return type(value) is tensor or is_scalar(value)


cdef inline object apply1(PyObject* op, object a):
    cdef PyObject* value = <PyObject*>a
    return launch(<operation>op, 1, &value, None, 0, False)


cdef inline object apply2(operation op, object a, object b, tensor out):
    cdef PyObject* values[2]
    values[0] = <PyObject*>a
    values[1] = <PyObject*>b
    return launch(op, 2, values, out, 0, False)


cdef object operate(int which, object a, object b):
    """A binary operator: tensors, scalars and Python numbers directly, anything tensor-like after conversion."""
    cdef operation op = <operation>OPERATION[which]
    if not is_operand(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not is_operand(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    if op.checked and CHECKING:
        return HOOKS["general"](op.name, a, b)
    return apply2(op, a, b, None)


cdef object operate_inplace(int which, tensor self, object other):
    cdef operation op = <operation>OPERATION[which]
    if not is_operand(other):
        if type(other) is LAZY:
            LAZY.call(op.name, (self, other), {}).into(self)
            return self
        other = HOOKS["operand"](other)
        if other is NotImplemented:
            return other
    if op.checked and CHECKING:
        HOOKS["general"](op.name, self, other, self)
    else:
        apply2(op, self, other, self)
    return self


cdef object multiply(object a, object b):
    """`*`: the product of collections of matrices; with a number it scales."""
    if not is_operand(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not is_operand(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    return apply2(MULTIPLY if type(a) is tensor and type(b) is tensor else <operation>OPERATION[SCALE], a, b, None)


# --- Calls from Python -------------------------------------------------------------------------------------------

def call_operation(operation op not None, tuple inputs, out=None, int64_t extra=0):
    """Run an operation on tensors, scalars and Python numbers; returns the result, or None when `out` is given."""
    check_operands(op, inputs)
    return launch_list(op, list(inputs), out, extra, False)


def call_scalar(operation op not None, *inputs):
    """Run an operation whose result is a single element, as a scalar."""
    check_operands(op, inputs)
    return launch_list(op, list(inputs), None, 0, True)


cdef int check_operands(operation op, tuple inputs) except -1:
    if len(inputs) != op.arity:
        raise OceanTypeError(f"{op.name} takes {op.arity} operand{'s' if op.arity != 1 else ''}, got {len(inputs)}")
    for each in inputs:
        if not is_operand(each):
            raise OceanTypeError(f"{op.name} takes tensors and numbers, got {type(each).__name__}")
    return 0


def run_plan(plan p not None, operands):
    """Run a plan on tensors and scalars: the result, then the inputs. For devices that run plans of another device, and
    for tests.

    The caller ensures that the result does not overlap the inputs.
    """
    cdef operand at[MAX_OPERANDS]
    cdef list given = list(operands)
    cdef description expected
    cdef int placed = 0
    if len(given) != len(p.operands):
        raise OceanValueError(f"Expected {len(p.operands)} operands, got {len(given)}")
    try:
        for each in given:
            expected = p.operands[placed]
            at[placed].mem = NULL
            placed += 1
            if type(each) is tensor:
                hold(<tensor>each, &at[placed - 1])
                check_reach(&at[placed - 1], expected)
            elif type(each) is scalar:
                if ((<scalar>each)._dtype is not expected.dtype or expected.low or expected.high > 16
                        or expected.swapped):
                    raise OceanTypeError(
                        f"Expected an operand of dtype {expected.dtype.name}, got {(<scalar>each)._dtype.name}")
                at[placed - 1].number = (<scalar>each).data
            else:
                raise OceanTypeError(f"Expected tensors and scalars, got {type(each).__name__}")
        p.run(at)
    finally:
        for k in range(placed):
            release(&at[k])


cdef int check_reach(operand* self, description expected) except -1:
    """Check that all elements of an operand that a plan touches are inside its memory."""
    cdef description desc = <description>self.desc
    cdef memory mem = <memory>self.mem
    if desc.dtype is not expected.dtype or desc.swapped != expected.swapped or desc.device is not expected.device:
        raise OceanTypeError(f"Expected an operand like {expected!r}, got {desc!r}")
    if self.offset + expected.low < 0 or self.offset + expected.high > mem.nbytes:
        raise OceanValueError(f"The operand {desc!r} is smaller than the plan expects")
    return 0


cdef object call_function(object self, PyObject** args, size_t flags, PyObject* names):
    """`f(A [,B] [,mode] [,C])` of a row. The fast path takes tensors, scalars and Python numbers, and a result."""
    cdef operation op = <operation>(<function>self).op
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef int k, tensors = 0
    if names == NULL and (count == op.arity or (count == op.arity + 1 and type(<object>args[count - 1]) is tensor)):
        for k in range(op.arity):
            if type(<object>args[k]) is tensor:
                tensors += 1
            elif not is_scalar(<object>args[k]):
                break
        else:
            if tensors == 0 and count == op.arity:
                return launch_numbers(op, count, args, 0)
            if tensors and not (op.checked and CHECKING):
                return launch(op, op.arity, args, None if count == op.arity else <tensor>args[op.arity], 0, False)
    return call_otherwise(<function>self, args, flags, names, True)


cdef object call_otherwise(function f, PyObject** args, size_t flags, PyObject* names, bint elementwise):
    """The fallback of calls that the fast path does not take."""
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), k
    cdef Py_ssize_t all_count = count + (0 if names == NULL else len(<tuple>names))
    if LAZY is not None:
        for k in range(all_count):
            if type(<object>args[k]) is LAZY:
                if names == NULL and elementwise and CALL_LAZY != NULL:
                    result = CALL_LAZY(<operation>f.op, count, args)
                    if result is not NotImplemented:
                        return result
                given = tuple([<object>args[k] for k in range(count)])
                named = {(<tuple>names)[k - count]: <object>args[k] for k in range(count, all_count)}
                return LAZY.call(f.__name__, given, named)
    return call_parsed(f, args, flags, names)


cdef object call_reduction(object self, PyObject** args, size_t flags, PyObject* names):
    """`f(A [,axes [,keepdims] [,B]])` of a reduction. The fast path takes a tensor, alone or with one axis."""
    cdef operation op = <operation>(<function>self).op
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), axis
    cdef int64_t extra
    cdef int ndims, overflow = 0
    if names == NULL and count and type(<object>args[0]) is tensor:
        if count == 1:
            return launch(op, 1, args, None, 0, True)
        if count <= 3 and PyLong_CheckExact(<object>args[1]) and (count == 2 or PyBool_Check(<object>args[2])):
            ndims = (<tensor>args[0]).desc.ndims
            axis = PyLong_AsLongAndOverflow(<object>args[1], &overflow)
            if axis < 0:
                axis += ndims
            if not overflow and 0 <= axis < ndims:
                extra = axis_extra(axis)
                if count == 3 and <object>args[2] is True:
                    extra |= EXTRA_KEEPDIMS
                return launch(op, 1, args, None, extra, False)
        elif count <= 3 and type(<object>args[1]) is axis_type and (count == 2 or PyBool_Check(<object>args[2])):
            extra = axis_extra(axis_in((<tensor>args[0]).desc, <object>args[1]))
            if count == 3 and <object>args[2] is True:
                extra |= EXTRA_KEEPDIMS
            return launch(op, 1, args, None, extra, False)
    return call_otherwise(<function>self, args, flags, names, False)


def launch_by(function self not None, operation op not None, bint elementwise):
    """Let a public function launch an operation where its arguments are simple: one operand or several, element by
    element, or one that is reduced."""
    self.op = op
    self.call = <vectorcall_fn><void*>(call_function if elementwise else call_reduction)
    if type(self) is function:
        FUNCTIONS[self.__name__] = self
    return self


def function_named(str name):
    """The public function of a row."""
    return FUNCTIONS[name]


# --- Threads -----------------------------------------------------------------------------------------------------

cdef int THREADS = 1


cdef void in_threads(task_fn fn, void* context, int64_t count) noexcept nogil:
    """Run tasks 0 to count - 1 on the pool, for other compiled modules."""
    pool_run(fn, context, count)


cdef int read_threads(count) except -1:
    count = integer(count, "number of threads")
    if not 1 <= count <= 64:
        raise OceanValueError(f"Expected between 1 and 64 threads, got {integer_text(count)}")
    return count


cdef list THREADS_CHANGED = []      # called with the number of threads when it is set


def when_threads_change(function):
    """Call a function with the number of threads whenever it is set."""
    THREADS_CHANGED.append(function)


def setNumThreads(count):
    """Set the number of threads of large operations (1 to 64). It also limits BLAS, which other packages may share.

    Parameters
    ----------
    count : int
        The number of threads.

    Examples
    --------
    >>> ocean.setNumThreads(ocean.getNumThreads())
    """
    global THREADS
    THREADS = read_threads(count)
    with nogil:
        pool_resize(THREADS)
    for function in THREADS_CHANGED:
        function(THREADS)


def at_most(threads, function, *args):
    """Call a function with at most `threads` threads for the work of this thread. None: the number that is set."""
    cdef int former
    if threads is None:
        return function(*args)
    former = pool_bound(read_threads(threads))
    try:
        return function(*args)
    finally:
        pool_bound(former)


class threads:
    """threads(count): `with ocean.threads(1):` limits the threads of the operations that this thread calls.

    Other threads of the program keep theirs. BLAS is limited for the whole process meanwhile. The values of results do
    not depend on the number of threads.

    >>> with ocean.threads(1):
    ...     print(ocean.sum(ocean.ones([3])))
    3
    """

    def __init__(self, count):
        self.count = read_threads(count)
        self.former = []

    def __enter__(self):
        self.former.append(pool_bound(self.count))
        for function in THREADS_CHANGED:
            function(min(self.count, THREADS))
        return self

    def __exit__(self, *error):
        pool_bound(self.former.pop())
        for function in THREADS_CHANGED:
            function(THREADS)


def getNumThreads():
    """The number of threads of large operations, also of BLAS.

    Returns
    -------
    int
        The number of threads.

    Examples
    --------
    >>> ocean.getNumThreads() >= 1
    True
    """
    return THREADS


cdef start_threads():
    global THREADS
    asked = os.environ.get("OCEAN_NUM_THREADS") or os.environ.get("OMP_NUM_THREADS", "")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    THREADS = int(asked) if asked.isdigit() and 1 <= int(asked) <= 64 else min(64, cores)
    pool_start(THREADS)
    global pool_ask
    pool_ask = ask_to_stop

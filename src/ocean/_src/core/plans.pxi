# Part of tensor.pyx, which imports everything used here. Operations and plans: how an operation runs on operands with
# certain descriptions, and the one cache of plans.

@cython.final
cdef class operation:
    """An operation for the hot path: a name, a number of operands, and a planner."""


cdef enum:
    EXTRA_REAL = 1 << 8
    OWN_NUMBERS = 0             # Python numbers are what Ocean says
    WEAK_NUMBERS = 1            # ... what NumPy says
    COMPARED_NUMBERS = 2        # the same, and integers out of range are compared as what they are
    FLOATING_NUMBERS = 3        # the same, and integers out of range are floating numbers, in which it computes
    DOUBLE_NUMBERS = 4          # the same, and these are doubles

REAL = EXTRA_REAL


def make_operation(str name, int arity, planner, bint checked=False, bint elementwise=True, bint accumulates=False,
                   constants=(), int conditions=0, int numbers=0, str axes=None):
    """planner(inputs: tuple of descriptions, result: description or None, extra: int) -> plan.

    `extra` is what the plan depends on besides descriptions (the axes of a reduction, the flags of a product).
    `checked`: it has a domain. `elementwise`: the result may be one of the inputs. `accumulates`: it reads the result.
    `constants`: Python numbers for which there is another plan if the last operand is one of them. `extra` is then its
    place among them, from 1 on, and REAL if it is a float. Beside tensors it is not among the inputs.
    `conditions`: so many operands in front are conditions, beside which Python numbers take no dtype.
    `numbers`: 0, a Python number takes the smallest dtype that fits it, combined with that of the first tensor; 1, it
    takes the common dtype of all others or the default one of its kind, as NumPy says; 2, the same for comparisons; 3
    and 4, the same for operations that compute in floating numbers, or in double where all operands are integers.
    The settings of tensors do not count for an operation with NumPy's numbers.
    `axes`: what operands with axes mean to it, a rule of `ops/axes`; "elementwise" if it is that, or "rows" with
    NumPy's numbers: its operands are the tensors of arrays.
    """
    cdef operation self = operation.__new__(operation)
    self.name = name
    self.arity = arity
    self.planner = planner
    self.checked = checked
    self.elementwise = elementwise
    self.accumulates = accumulates
    self.conditions = conditions
    self.weak = numbers
    self.axes = axes if axes is not None or not elementwise else "rows" if numbers else "elementwise"
    if len(constants) > MAX_CONSTANTS:
        raise OceanError(f"An operation has at most {MAX_CONSTANTS} constants, got {len(constants)}")
    for each in constants:
        self.constant[self.constants] = each
        self.constants += 1
    return self


cdef inline int64_t known_constant(operation op, object value) except -1:
    """Which of an operation's constants a Python number is, as `extra` says it; 0: none."""
    cdef bint real = PyFloat_CheckExact(value)
    cdef int k, overflow = 0
    cdef double number
    if real:
        number = value
    elif PyLong_CheckExact(value):
        number = PyLong_AsLongAndOverflow(value, &overflow)
    else:
        return 0
    for k in range(op.constants):
        if op.constant[k] == number and not overflow:
            return (k + 1) | (EXTRA_REAL if real else 0)
    return 0


# --- Plans -------------------------------------------------------------------------------------------------------

cdef class plan:
    """How an operation runs on operands with certain descriptions. What runs it is its class."""

    cdef int run(self, operand* at) except -1:
        raise NotImplementedError


cdef int describe_plan(plan self, tuple operands, device where) except -1:
    """Set the descriptions of the operands, the result first. Numbers are on the host, all others where it runs."""
    cdef description each
    if len(operands) > MAX_OPERANDS:
        raise OceanError(f"A program has at most {MAX_OPERANDS} operands, got {len(operands)}")
    for each in operands:
        if each.device is not where and not each.device.host:
            raise OceanValueError(f"A plan of device {where.name} cannot have operands on device {each.device.name}")
    self.operands = operands
    self.result = operands[0]
    self.nbytes = self.result.high - self.result.low
    self.first = -self.result.low
    return 0


@cython.final
cdef class device_plan(plan):
    """A plan of a device that is not the host, which runs it. `work` is the device's own."""
    cdef readonly device device
    cdef readonly object work

    cdef int run(self, operand* at) except -1:
        cdef list operands = []
        cdef description desc
        cdef int k
        if self.result.nelem == 0:
            return 0
        for k in range(len(self.operands)):
            desc = <description>self.operands[k]
            if at[k].mem == NULL:
                operands.append(at[k].number[:desc.dtype.size])
            else:                       # without elements the first one may be anywhere
                operands.append((<object>at[k].mem, at[k].offset if desc.nelem else 0))
        self.device.launch(self, operands)
        return 0


def make_device_plan(device where not None, tuple operands not None, work):
    """A plan that `where.launch(plan, operands)` runs; operands are (memory, offset), or the bytes of a number."""
    cdef device_plan self = device_plan.__new__(device_plan)
    describe_plan(self, operands, where)
    self.device = where
    self.work = work
    return self


cdef int read_loops(object dims, int first, int operands, int64_t* n, int64_t (*stride)[LOOP_OPERANDS]) except -1:
    """Read loops with the strides of operands from `first` on."""
    cdef int d = 0, k
    for length, strides in dims:
        n[d] = length
        for k in range(first, operands):
            stride[d][k] = strides[k - first]
        d += 1
    return d


@cython.final
cdef class elementwise_plan(plan):
    """A kernel over loops on the host."""
    cdef loop_t loop
    cdef readonly int results
    cdef readonly object kernel

    cdef int run(self, operand* at) except -1:
        cdef char* base[LOOP_OPERANDS]
        cdef int k
        for k in range(self.loop.operands - self.loop.indexed):
            base[k] = host_address(&at[k])
        if self.loop.indexed:
            base[self.loop.operands - 1] = NULL         # the index begins at 0
        if self.loop.nelem < UNLOCKED:
            loop_run(&self.loop, base)
        else:
            with nogil:
                may_stop()
                loop_run(&self.loop, base)
            check_stop()
        return 0

    @property
    def loops(self):
        """The loops as ((length, strides), ...) from the innermost on, for tests and for people."""
        cdef int d, k
        return tuple([(self.loop.n[d], tuple([self.loop.stride[d][k] for k in range(self.loop.operands)]))
                      for d in range(self.loop.dims)])

    @property
    def tiled(self):
        return bool(self.loop.tiled)


def loop_plan(tuple operands, kernel, streamed, dims, shifts, bint tiled, int64_t cost, int results=1):
    """A plan that runs a kernel over loops; dims: ((length, strides of all operands), ...) from the innermost on.

    Operands are the descriptions of the results, then of the inputs. `streamed` is a kernel with nontemporal stores, or
    None; it is used where the result is aligned for it. `cost` is the time of an element relative to an addition. One
    operand more in the loops than there are descriptions is the index.
    """
    cdef elementwise_plan self = elementwise_plan.__new__(elementwise_plan)
    cdef int k
    describe_plan(self, operands, CPU)
    self.kernel = kernel
    self.results = results
    self.loop.results = results
    self.loop.operands = len(shifts)
    self.loop.indexed = len(shifts) > len(operands)
    for k in range(self.loop.operands):
        self.loop.shift[k] = shifts[k]
    self.loop.dims = read_loops(dims, 0, self.loop.operands, self.loop.n, self.loop.stride)
    self.loop.tiled = tiled
    self.loop.whole = max([each.whole for each in (kernel, streamed) if each is not None], default=1)
    for k, format in enumerate(kernel.formats if kernel is not None else ()):
        if k < len(operands):
            self.loop.size[k] = 0 if format.access == "uniform" else (<description>operands[k]).dtype.size
    if self.loop.whole > LOOP_WHOLE:
        raise OceanError(f"Kernels have vectors of at most {LOOP_WHOLE} elements, got {self.loop.whole}")
    self.loop.fn = <kernel_fn><size_t>(kernel.address if kernel is not None else 0)
    self.loop.streamed = <kernel_fn><size_t>(streamed.address if streamed is not None else 0)
    loop_finish(&self.loop, cost)
    return self


# `extra` of a reduction over some axes: a bit for each axis, whether they are kept with length one, and that there are
# axes at all; 0 is a reduction over everything
cdef enum:
    EXTRA_KEEPDIMS = 1 << 8
    EXTRA_SOME = 1 << 9

KEEPDIMS, SOME = EXTRA_KEEPDIMS, EXTRA_SOME
STREAMS = FOLD_STREAMS    # read streams of the kernels of reductions


@cython.final
cdef class finish:
    """What makes a result of a reduction: a plan, and where its inputs are. These are the numbers of accumulators, then
    the count of elements that each of them folds, then the inputs of the reduction."""
    cdef readonly plan plan
    cdef int count
    cdef int sources[LOOP_OPERANDS]


cdef enum:
    FEW_BYTES = 1024        # accumulators that fit the stack


@cython.final
cdef class reduction_plan(plan):
    """A fold over loops on the host, and what makes the results from the accumulators."""
    cdef fold_t fold
    cdef readonly int results
    cdef int inputs
    cdef int sources[LOOP_OPERANDS]     # which input of the plan each input of the fold is
    cdef readonly object kernel
    cdef readonly tuple accumulators    # descriptions of the numbers of accumulators
    cdef readonly list finishes         # for each result; none: it is the accumulators
    cdef readonly list packs            # (which input, the plan that copies it to where the fold reads it)

    cdef int run(self, operand* at) except -1:
        cdef char* base[LOOP_OPERANDS]
        cdef int k, m = self.fold.numbers
        cdef char small[FEW_BYTES]
        cdef char* accumulators = small
        cdef memory many
        cdef list copies = None         # holds memory until the fold has run
        for k in range(self.inputs):
            base[m + k] = host_address(&at[self.results + self.sources[k]])
        if self.packs is not None:
            copies = []
            for k, how in self.packs:
                many = pack_input(<plan>how, &at[self.results + k])
                base[m + k] = many.data
                copies.append(many)
        if self.finishes is None:
            base[0] = host_address(&at[0])
        else:
            if self.fold.bytes * self.fold.results > FEW_BYTES:
                many = allocate(CPU, self.fold.bytes * self.fold.results, self.result.dtype, None)
                accumulators = many.data
            for k in range(m):
                base[k] = accumulators + self.fold.before[k] * self.fold.results
        if self.fold.nelem < UNLOCKED:
            k = fold_run(&self.fold, base)
        else:
            with nogil:
                may_stop()
                k = fold_run(&self.fold, base)
            check_stop()
        if k:
            raise OceanMemoryError("There is not enough memory for the partial results of a reduction")
        if self.finishes is not None:
            for k in range(self.results):
                self.make(<finish>self.finishes[k], &at[k], at, accumulators)
        return 0

    cdef int make(self, finish how, operand* result, operand* at, char* accumulators) except -1:
        """Make a result from the accumulators."""
        cdef operand given[LOOP_OPERANDS]
        cdef int k, source, m = self.fold.numbers
        given[0] = result[0]
        for k in range(how.count):
            source = how.sources[k]
            if source > m:
                given[1 + k] = at[self.results + source - m - 1]
                continue
            given[1 + k].mem = NULL
            if source == m:
                given[1 + k].number = <char*>&self.fold.count
            else:
                given[1 + k].number = accumulators + self.fold.before[source] * self.fold.results
        return how.plan.run(given)


cdef memory pack_input(plan how, operand* source):
    """A copy of an input, in memory of its own."""
    cdef operand at[2]
    cdef memory result = allocate(CPU, how.nbytes, how.result.dtype, None)
    at[0].mem, at[0].offset, at[0].desc = <PyObject*>result, 0, <PyObject*>how.result
    at[1] = source[0]
    how.run(at)
    return result


def fold_plan(tuple operands, int results, tuple accumulators, tuple kernels, kept, reduced, shifts, sources,
              bint run, bint indexed, initial, finishes, int lanes, int chain, bint together, packs=()):
    """A plan that reduces. Operands are the descriptions of the results, then of the inputs.

    `accumulators` are the descriptions of the numbers of the accumulators, and `initial` what these start with.
    `kernels` fold, merge, fold long contiguous inputs in several streams, and fold several rows at once; the last two
    may be None. `kept` and `reduced` are loops as in `loop_plan` with
    the strides of the inputs of the kernels, and of the index if `indexed`; `sources` tells which of the inputs each of
    those is. `finishes` are (plan, its sources) for each result, see `finish`. None: the result is the only number.
    `lanes`, a power of two, is the vector width of the kernel, and `chain` how many elements a lane folds before it is
    merged. `together`: the kernel folds all rows at once. `packs` are (input, plan): such an input is copied first, and
    the loops run over the copy.
    """
    cdef reduction_plan self = reduction_plan.__new__(reduction_plan)
    cdef finish how
    cdef int k, numbers = len(accumulators)
    describe_plan(self, operands, CPU)
    if numbers > FOLD_NUMBERS or numbers + len(shifts) > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands and {FOLD_NUMBERS} accumulators")
    self.kernel = kernels[:2]
    self.accumulators = accumulators
    self.packs = list(packs) or None
    self.results = results
    self.inputs = len(sources)
    for k in range(self.inputs):
        self.sources[k] = sources[k]
    self.fold.numbers = numbers
    self.fold.operands = numbers + len(shifts)
    for k in range(len(shifts)):
        self.fold.shift[numbers + k] = shifts[k]
    self.fold.kept = read_loops(kept, numbers, self.fold.operands, self.fold.nk, self.fold.sk)
    self.fold.reduced = read_loops(reduced, numbers, self.fold.operands, self.fold.nr, self.fold.sr)
    self.fold.run = run
    self.fold.indexed = indexed
    self.fold.lanes = lanes
    self.fold.chain = chain
    self.fold.whole = together
    for k in range(numbers):
        self.fold.size[k] = (<description>accumulators[k]).dtype.size
        pack((<description>accumulators[k]).dtype.code, initial[k], self.fold.initial[k])
    fold, merge, streams, abreast = [each.address if each is not None else 0 for each in kernels]
    self.fold.fold = <kernel_fn><size_t>fold
    self.fold.merge = <kernel_fn><size_t>merge
    self.fold.streams = <kernel_fn><size_t>streams
    self.fold.abreast = <kernel_fn><size_t>abreast
    if finishes is not None:
        self.finishes = []
        for then, given in finishes:
            how = finish.__new__(finish)
            how.plan = then
            how.count = len(given)
            for k in range(how.count):
                how.sources[k] = given[k]
            self.finishes.append(how)
    fold_finish(&self.fold)
    return self


# --- The table of plans: (operation, descriptions of operands and result, extra) -> plan ----------------------------

cdef enum:
    SLOTS = 8192
    EXTRA_BITS = 40
    INLINE = 3                      # inputs that a slot compares itself


cdef struct slot:
    PyObject* op
    int64_t extra
    PyObject* result
    PyObject* inputs[INLINE]
    PyObject* found                 # the plan
    PyObject* keys                  # (operation, result, inputs ...): keeps what the slot is found by


cdef slot TABLE[SLOTS]
cdef int USED = 0
GENERATION = 0                      # part of the key: plans made under other settings are not found


cdef inline size_t plan_slot(operation op, int count, operand* inputs, PyObject* result, int64_t extra) noexcept:
    cdef size_t h = (<size_t><PyObject*>op >> 4) * 31 + <size_t>extra
    cdef int k
    for k in range(count):
        h = h * 0x9E3779B97F4A7C15u + (<size_t>inputs[k].desc >> 4)
    h = h * 0x9E3779B97F4A7C15u + (<size_t>result >> 4)
    return (h ^ (h >> 29)) & (SLOTS - 1)


cdef inline PyObject* lookup(operation op, int count, operand* inputs, PyObject* result, int64_t extra) noexcept:
    cdef size_t i = plan_slot(op, count, inputs, result, extra)
    cdef slot* place
    cdef int k
    while TABLE[i].found != NULL:
        place = &TABLE[i]
        i = (i + 1) & (SLOTS - 1)
        if place.op != <PyObject*>op or place.result != result or place.extra != extra:
            continue
        for k in range(count):
            if (place.inputs[k] if k < INLINE else tuple_item(place.keys, k + 2)) != inputs[k].desc:
                break
        else:
            return place.found
    return NULL


cdef int remember(operation op, int count, operand* inputs, PyObject* result, int64_t extra, plan found) except -1:
    global USED
    cdef slot* place
    cdef size_t i
    cdef int k
    cdef tuple keys = (op, None if result == NULL else <object>result, *[<object>inputs[k].desc for k in range(count)])
    if USED >= SLOTS // 2:
        forget_plans()
    i = plan_slot(op, count, inputs, result, extra)
    while TABLE[i].found != NULL:
        i = (i + 1) & (SLOTS - 1)
    place = &TABLE[i]
    place.op = <PyObject*>op
    place.extra = extra
    place.result = result
    for k in range(min(count, INLINE)):
        place.inputs[k] = inputs[k].desc
    Py_INCREF(keys)
    place.keys = <PyObject*>keys
    Py_INCREF(found)
    place.found = <PyObject*>found
    USED += 1
    return 0


def forget_plans():
    """Drop all cached plans: the table is full, or the kernels have changed.

    The table is emptied at once, with nothing that Python allocates: the garbage collector could run finalizers, and
    other threads, that use it.
    """
    global USED
    cdef slot* dropped = <slot*>malloc(sizeof(TABLE))
    cdef size_t i
    if dropped == NULL:
        raise MemoryError
    memcpy(dropped, TABLE, sizeof(TABLE))
    memset(TABLE, 0, sizeof(TABLE))
    USED = 0
    for i in range(SLOTS):
        if dropped[i].found != NULL:
            Py_DECREF(<object>dropped[i].found)
            Py_DECREF(<object>dropped[i].keys)
    free_bytes(dropped)


def settings_changed(bint checking):
    """Settings that plans depend on have changed; `checking`: the default math mode checks domains."""
    global GENERATION, CHECKING
    GENERATION += 1
    CHECKING = checking

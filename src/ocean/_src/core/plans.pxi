# Part of tensor.pyx. Operations and plans: how an operation runs on operands with certain descriptions, and the
# table in which plans are found by the identity of the descriptions.

@cython.final
cdef class operation:
    """A row of the operation table as the hot path knows it: a name, a number of operands, and its planner."""
    cdef readonly str name
    cdef readonly int arity
    cdef bint checked           # has a domain, which math modes other than '-' check
    cdef object planner


def make_operation(str name, int arity, planner, bint checked=False):
    """planner(inputs: tuple of descriptions, result: description or None) -> plan"""
    cdef operation self = operation.__new__(operation)
    self.name = name
    self.arity = arity
    self.planner = planner
    self.checked = checked
    return self


@cython.final
cdef class plan:
    """How an operation runs on operands with certain descriptions."""
    cdef loop_t* loop
    cdef fold_t* fold
    cdef readonly description result
    cdef readonly object kernel
    cdef readonly description accumulators
    cdef readonly plan then          # what finishes a reduction: accumulators -> result
    cdef Py_ssize_t nbytes, first
    cdef tuple keys
    cdef tuple operands              # what each operand looks like: the result, then the inputs

    def __dealloc__(self):
        free(self.loop)
        free(self.fold)

    @property
    def loops(self):
        """The loops as ((length, strides), ...) from the innermost on, for tests and for people."""
        cdef int d, k
        if self.loop == NULL:
            return None
        return tuple([(self.loop.n[d], tuple([self.loop.stride[d][k] for k in range(self.loop.operands)]))
                      for d in range(self.loop.dims)])

    @property
    def tiled(self):
        return self.loop != NULL and bool(self.loop.tiled)


cdef int read_loops(object dims, int operands, int64_t* n, int64_t (*stride)[LOOP_OPERANDS]) except -1:
    cdef int d = 0, k
    for length, strides in dims:
        n[d] = length
        for k in range(operands):
            stride[d][k] = strides[k]
        d += 1
    return d


cdef plan new_plan(description result, object kernel, tuple operands):
    cdef plan self = plan.__new__(plan)
    self.result = result
    self.kernel = kernel
    self.operands = operands
    if result is not None:
        self.nbytes = result.high - result.low
        self.first = -result.low
    return self


def loop_plan(tuple operands, kernel, streamed, dims, shifts, bint tiled, int64_t cost):
    """A plan that runs a kernel over loops; dims: ((length, strides of all operands), ...) from the innermost on.

    Operands are the descriptions of the result, then of the inputs. `streamed` is a kernel that writes past the caches,
    or None; it is used where the result is aligned for it. `cost` tells how much longer than an addition an element
    takes.
    """
    cdef plan self = new_plan(operands[0], kernel, operands)
    cdef int k
    if len(shifts) > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands, got {len(shifts)}")
    self.loop = <loop_t*>calloc(1, sizeof(loop_t))
    if self.loop == NULL:
        raise OceanMemoryError("There is no room for a plan")
    self.loop.operands = len(shifts)
    for k in range(self.loop.operands):
        self.loop.shift[k] = shifts[k]
    self.loop.dims = read_loops(dims, self.loop.operands, self.loop.n, self.loop.stride)
    self.loop.tiled = tiled
    self.loop.whole = max([each.whole for each in (kernel, streamed) if each is not None], default=1)
    for k, format in enumerate(kernel.formats if kernel is not None else ()):
        self.loop.size[k] = 0 if format.access == "uniform" else (<description>operands[k]).dtype.size
    if self.loop.whole > LOOP_WHOLE:
        raise OceanError(f"Kernels have vectors of at most {LOOP_WHOLE} elements, got {self.loop.whole}")
    self.loop.fn = <kernel_fn><size_t>(kernel.address if kernel is not None else 0)
    self.loop.streamed = <kernel_fn><size_t>(streamed.address if streamed is not None else 0)
    loop_finish(self.loop, cost)
    return self


STREAMS = FOLD_STREAMS    # places at which the kernels of reductions read at once


def fold_plan(tuple operands, description accumulators not None, fold, streams, abreast, merge, kept, reduced, shifts, bint run, initial,
              plan then, int lanes):
    """A plan that reduces: `kept` and `reduced` are loops as in `loop_plan`, operand 0 is the accumulator.

    `streams` is a kernel that reads long contiguous inputs in several places at once, `abreast` one that reduces several
    rows at once; or None.
    `initial` is what an accumulator starts with; `then` makes the result from the accumulators (None: they are it);
    `lanes`, a power of two, is how many elements the kernel folds side by side.
    """
    cdef plan self = new_plan(operands[0], (fold, merge), operands)
    cdef int k
    if len(shifts) > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands, got {len(shifts)}")
    self.fold = <fold_t*>calloc(1, sizeof(fold_t))
    if self.fold == NULL:
        raise OceanMemoryError("There is no room for a plan")
    self.fold.operands = len(shifts)
    for k in range(self.fold.operands):
        self.fold.shift[k] = shifts[k]
    self.fold.kept = read_loops(kept, self.fold.operands, self.fold.nk, self.fold.sk)
    self.fold.reduced = read_loops(reduced, self.fold.operands, self.fold.nr, self.fold.sr)
    self.fold.run = run
    self.fold.lanes = lanes
    self.fold.size = accumulators.dtype.size
    self.fold.fold = <kernel_fn><size_t>fold.address
    self.fold.streams = <kernel_fn><size_t>(streams.address if streams is not None else 0)
    self.fold.abreast = <kernel_fn><size_t>(abreast.address if abreast is not None else 0)
    self.fold.merge = <kernel_fn><size_t>merge.address
    self.accumulators = accumulators
    self.then = then
    pack(accumulators.dtype.code, initial, self.fold.initial)
    fold_finish(self.fold)
    return self


# --- The table of plans: (operation, descriptions of operands and result) -> plan -----------------------------------

cdef enum:
    SLOTS = 8192


cdef struct slot:
    PyObject* op
    PyObject* first
    PyObject* second
    PyObject* third
    PyObject* result
    PyObject* found


cdef slot TABLE[SLOTS]
cdef int USED = 0


cdef extern from *:
    """
    static inline size_t mixed(void *op, void *first, void *second, void *third, void *result) {
        size_t h = ((size_t)op >> 4) * 31 + ((size_t)first >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)second >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)third >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)result >> 4);
        return (h ^ (h >> 29)) & 8191;
    }
    """
    size_t mixed(void*, void*, void*, void*, void*) noexcept nogil


cdef inline PyObject* lookup(operation op, description first, description second, description third,
                             description result) noexcept:
    cdef size_t i = mixed(<void*>op, <void*>first, <void*>second, <void*>third, <void*>result)
    while TABLE[i].found != NULL:
        if (TABLE[i].first == <PyObject*>first and TABLE[i].second == <PyObject*>second and TABLE[i].op == <PyObject*>op
                and TABLE[i].result == <PyObject*>result and TABLE[i].third == <PyObject*>third):
            return TABLE[i].found
        i = (i + 1) & (SLOTS - 1)
    return NULL


cdef remember(operation op, description first, description second, description third, description result, plan found):
    global USED
    cdef size_t i
    if USED >= SLOTS // 2:
        forget_plans()
    i = mixed(<void*>op, <void*>first, <void*>second, <void*>third, <void*>result)
    while TABLE[i].found != NULL:
        i = (i + 1) & (SLOTS - 1)
    if found.keys is not None:  # the planner gave a plan that another key holds already
        found.keys = (found.keys, op, first, second, third, result)
    else:
        found.keys = (op, first, second, third, result)
    TABLE[i] = slot(<PyObject*>op, <PyObject*>first, <PyObject*>second, <PyObject*>third, <PyObject*>result, <PyObject*>found)
    Py_INCREF(found)
    USED += 1


def forget_plans():
    """Drop all remembered plans (settings that plans depend on have changed, or the table is full)."""
    global USED
    cdef list found = []
    cdef size_t i
    for i in range(SLOTS):
        if TABLE[i].found != NULL:
            found.append(<object>TABLE[i].found)
            Py_DECREF(<object>TABLE[i].found)
    memset(TABLE, 0, sizeof(TABLE))
    USED = 0

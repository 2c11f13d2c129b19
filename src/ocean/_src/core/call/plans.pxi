# Part of tensor.pyx, which imports everything used here. Operations, plans, and the caches of plans and families.

@cython.final
cdef class operation:
    """An operation: a name, a number of operands, and a planner."""


cdef enum:
    EXTRA_REAL = 1 << 8
    OWN_NUMBERS = 0             # Python numbers by the rules of tensors
    WEAK_NUMBERS = 1            # ... by the rules of NumPy
    COMPARED_NUMBERS = 2        # ... and integers out of range are compared by value
    FLOATING_NUMBERS = 3        # ... and integers out of range become floating numbers, in which it computes
    DOUBLE_NUMBERS = 4          # ... which are doubles
    WIDE_NUMBERS = 5            # ... and so do floats: it always computes in double

REAL = EXTRA_REAL


def make_operation(str name, int arity, planner, bint checked=False, bint elementwise=True, bint accumulates=False,
                   constants=(), int conditions=0, int numbers=0, str axes=None, int fits=0, bint ordered=False,
                   bint doubled=False, bint dense=False):
    """planner(inputs: tuple of descriptions, result: description or None, extra: int) -> plan.

    `extra` is what the plan depends on besides descriptions (the axes of a reduction, the flags of a product).
    `checked`: it has a domain. `elementwise`: the result may be one of the inputs. `accumulates`: it reads the result.
    `constants`: Python numbers for which there is another plan if the last operand is one of them. `extra` is then its
    place among them, from 1 on, and REAL if it is a float. Beside tensors it is not among the inputs. `conditions`: the
    number of leading operands that do not count for the dtype of Python numbers. `numbers`: 0, a Python number takes
    the common dtype of the first tensor and the smallest dtype that holds it; 1, it takes the common dtype of all
    others or the default one of its kind, as in NumPy; 2, the same for comparisons; 3 and 4, the same for operations
    that compute in floating numbers, or in double if all operands are integers; 5, the same for operations that always
    compute in double. The settings of tensors do not count for an operation with NumPy's numbers. `axes`: the rule of
    `ops/axes` for operands with axes; by default "elementwise" if it is that, or "rows" with NumPy's numbers: its
    operands are the tensors of arrays. `fits`: plans for operands of the same dtypes and byte orders differ in their
    loops only, which are fitted to sizes without the planner: ELEMENTS, operands are broadcast together; AXES, they are
    reduced over the axes in `extra`; EVERYTHING, over all of them. `ordered`: computed values are folded in the memory
    order in which they would be stored. `doubled`: operands are given twice, the second time for their first element
    along the axes. `dense`: new results are column-major, whatever the operands are.
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
    self.fits, self.ordered, self.doubled, self.dense = fits, ordered, doubled, dense
    if len(constants) > MAX_CONSTANTS:
        raise OceanError(f"An operation has at most {MAX_CONSTANTS} constants, got {len(constants)}")
    for each in constants:
        self.constant[self.constants] = each
        self.constants += 1
    return self


cdef inline int64_t known_constant(operation op, object value) except -1:
    """The place of a Python number among an operation's constants, as in `extra`; 0: it is not there."""
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
    """How an operation runs on operands with certain descriptions; subclasses run it."""

    cdef int run(self, operand* at) except -1:
        raise NotImplementedError


cdef int describe_plan(plan self, tuple operands, device where) except -1:
    """Set the descriptions of the operands, the result first. Numbers are on the host, all others on its device."""
    cdef description each
    if len(operands) > MAX_OPERANDS:
        raise OceanError(f"A program has at most {MAX_OPERANDS} operands, got {len(operands)}")
    for each in operands:
        if each.device is not where and not each.device.host:
            raise OceanValueError(f"A plan of device {where.name} cannot have operands on device {each.device.name}")
    self.operands = operands
    self.result = operands[0]
    return 0


@cython.final
cdef class device_plan(plan):
    """A plan that a device other than the host runs. `work` is the device's own object."""
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
            else:                       # without elements the address of the first may be invalid
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


@cython.final
cdef class elementwise_plan(plan):
    """A kernel over loops on the host."""
    cdef loop_t loop
    cdef readonly int results
    cdef readonly object kernel

    cdef int run(self, operand* at) except -1:
        return run_loop(&self.loop, at)

    @property
    def loops(self):
        """The loops as ((length, strides), ...) from the innermost on, for tests and for people."""
        cdef int d, k
        return tuple([(self.loop.n[d], tuple([self.loop.stride[d][k] for k in range(self.loop.operands)]))
                      for d in range(self.loop.dims)])

    @property
    def tiled(self):
        return bool(self.loop.tiled)


# `extra` of a reduction over some axes: a bit for each axis, KEEPDIMS if they are kept with length one, and SOME; 0 is
# a full reduction. Axes beyond the first FEW_DIMS have no bit: MANY, and from MANY_SHIFT on the place in AXES_KNOWN.
cdef enum:
    EXTRA_KEEPDIMS = 1 << 8
    EXTRA_SOME = 1 << 9
    EXTRA_BACKWARDS = 1 << 10
    EXTRA_MANY = 1 << 11
    MANY_SHIFT = 12

KEEPDIMS, SOME, BACKWARDS = EXTRA_KEEPDIMS, EXTRA_SOME, EXTRA_BACKWARDS
cdef list AXES_KNOWN = []
cdef dict AXES_PLACES = {}


cdef inline int64_t axis_extra(int axis) except -1:
    """`extra` of a reduction over one axis."""
    return EXTRA_SOME | <int64_t>1 << axis if axis < FEW_DIMS else extra_over((axis,))


def extra_over(axes):
    """`extra` of a reduction over axes."""
    cdef int64_t bits = 0
    cdef tuple given = tuple(sorted(axes))
    if given and given[len(given) - 1] >= FEW_DIMS:
        place = AXES_PLACES.get(given)
        if place is None:
            place = AXES_PLACES[given] = len(AXES_KNOWN)
            AXES_KNOWN.append(given)
        return EXTRA_SOME | EXTRA_MANY | place << MANY_SHIFT
    for axis in given:
        bits |= <int64_t>1 << axis
    return EXTRA_SOME | bits


def axes_in(int64_t extra, int ndims):
    """The axes in `extra` of a reduction of `ndims` dimensions."""
    cdef int axis
    if extra & EXTRA_MANY:
        return AXES_KNOWN[extra >> MANY_SHIFT]
    return tuple([axis for axis in range(ndims) if not extra or (axis < FEW_DIMS and extra >> axis & 1)])
STREAMS = FOLD_STREAMS    # read streams of the kernels of reductions


cdef enum:
    FEW_BYTES = 1024        # accumulators that fit the stack


@cython.final
cdef class reduction_plan(plan):
    """A fold over loops on the host, and the loops that make the results from the accumulators."""
    cdef fold_t fold
    cdef loop_t* loops                  # they make the results; NULL: the accumulators are the only result
    cdef fold_family shared
    cdef readonly int results
    cdef readonly object kernel
    cdef readonly list packs            # (number of an input, the plan that copies it for the fold)

    def __dealloc__(self):
        free_bytes(self.loops)

    @property
    def finished(self):
        """Whether the results are made from accumulators."""
        return self.loops != NULL

    cdef int run(self, operand* at) except -1:
        cdef char small[FEW_BYTES]
        cdef char* accumulators = small
        cdef memory many
        cdef int k
        if self.loops == NULL:
            accumulators = NULL
        elif self.fold.bytes * self.fold.results > FEW_BYTES:
            many = allocate(CPU, self.fold.bytes * self.fold.results, self.result.dtype, None)
            accumulators = many.data
        run_fold(&self.fold, self.results, self.shared.shape.inputs, self.shared.shape.sources, at, accumulators,
                 self.packs)
        if self.loops != NULL:
            for k in range(self.results):
                finish_fold(&self.fold, <finishing>self.shared.finishes[k], &self.loops[k], self.results, &at[k], at,
                            accumulators)
        return 0


cdef memory pack_input(plan how, operand* source):
    """A copy of an input in new memory."""
    cdef operand at[2]
    cdef memory result = allocate(CPU, how.result.high - how.result.low, how.result.dtype, None)
    at[0].mem, at[0].offset, at[0].desc = <PyObject*>result, 0, <PyObject*>how.result
    at[1] = source[0]
    how.run(at)
    return result


# --- Plans of operands with more dimensions than loops ------------------------------------------------------------

@cython.final
cdef class nested_plan(plan):
    """A plan that is run again and again, with its operands moved along further loops."""
    cdef readonly plan inner
    cdef int dims
    cdef int64_t* loops                 # of each loop, the length and the stride of each operand

    def __dealloc__(self):
        free_bytes(self.loops)

    cdef int run(self, operand* at) except -1:
        cdef operand moved[MAX_OPERANDS]
        cdef int64_t index[MAX_DIMS]
        cdef int64_t* row
        cdef int k, d, count = len(self.operands)
        for k in range(count):
            moved[k] = at[k]
            if at[k].mem == NULL and at[k].number == at[k].buffer:
                moved[k].number = moved[k].buffer
        for d in range(self.dims):
            index[d] = 0
            if self.loops[d * (1 + count)] == 0:
                return 0
        while True:
            self.inner.run(moved)
            for d in range(self.dims):
                row = &self.loops[d * (1 + count)]
                index[d] += 1
                for k in range(count):
                    moved[k].offset += row[1 + k]
                if index[d] < row[0]:
                    break
                for k in range(count):
                    moved[k].offset -= row[0] * row[1 + k]
                index[d] = 0
            else:
                return 0
            PyErr_CheckSignals()


def make_nested_plan(plan inner not None, tuple operands not None, loops):
    """The plan of operands for which `inner` is run along loops: (length, strides of the operands), the fastest
    first."""
    cdef nested_plan self = nested_plan.__new__(nested_plan)
    cdef int d, k, count = len(operands)
    describe_plan(self, operands, (<description>operands[0]).device)
    self.inner = inner
    self.dims = len(loops)
    self.loops = <int64_t*>malloc((self.dims * (1 + count) + 1) * sizeof(int64_t))
    if self.loops == NULL:
        raise MemoryError
    for d in range(self.dims):
        length, strides = loops[d]
        self.loops[d * (1 + count)] = length
        for k in range(count):
            self.loops[d * (1 + count) + 1 + k] = strides[k]
    return self


@cython.final
cdef class packed_plan(plan):
    """A plan that runs on copies of operands."""
    cdef readonly plan inner
    cdef readonly list packs            # (number of an input, the plan that copies it)
    cdef readonly list unpacks          # (number of a result, the plan that copies it back)

    cdef int run(self, operand* at) except -1:
        cdef operand given[MAX_OPERANDS]
        cdef operand two[2]
        cdef list copies = []           # holds memory until the plan has run
        cdef device where = self.result.device
        cdef memory many
        cdef description desc
        cdef int k
        for k in range(len(self.operands)):
            given[k] = at[k]
            if at[k].mem == NULL and at[k].number == at[k].buffer:
                given[k].number = given[k].buffer
        for place, (k, how) in enumerate([*self.unpacks, *self.packs]):
            desc = <description>(<plan>how).operands[1 if place < len(self.unpacks) else 0]
            many = allocate(where, desc.high, desc.dtype, (<memory>at[k].mem).queue)
            copies.append(many)
            given[k].mem, given[k].offset, given[k].desc = <PyObject*>many, 0, <PyObject*>desc
            if place >= len(self.unpacks):
                two[0], two[1] = given[k], at[k]
                (<plan>how).run(two)
        self.inner.run(given)
        for k, how in self.unpacks:
            two[0], two[1] = at[k], given[k]
            (<plan>how).run(two)
        return 0


def make_packed_plan(plan inner not None, tuple operands not None, list packs not None, list unpacks not None):
    """The plan of operands that are copied for `inner`: (number of an input, its plan), and back: (number of a result,
    its plan). Copies are dense."""
    cdef packed_plan self = packed_plan.__new__(packed_plan)
    describe_plan(self, operands, (<description>operands[0]).device)
    self.inner, self.packs, self.unpacks = inner, packs, unpacks
    return self


# --- The table of plans: (operation, descriptions of operands and result, extra) -> plan ----------------------------
# A repeated call needs no fitting. A key has WAYS places; if all are taken, a new plan replaces one of them.

cdef enum:
    SLOTS = 4096
    WAYS = 4
    EXTRA_BITS = 40
    INLINE = 3                      # the number of inputs that a slot compares directly


cdef struct slot:
    PyObject* op
    int64_t extra
    PyObject* result
    PyObject* inputs[INLINE]
    PyObject* found                 # the plan
    PyObject* keys                  # (operation, result, inputs ...): keeps the objects of the key alive


cdef slot TABLE[SLOTS]
cdef uint64_t SEEN[SLOTS]           # hashes of calls, with a count in the last two bits
cdef uint32_t TURN = 0
GENERATION = 0                      # part of the key: plans of other settings are not found


cdef inline uint64_t hash_call(operation op, int count, operand* inputs, PyObject* result, int64_t extra) noexcept:
    cdef uint64_t h = (<uint64_t><PyObject*>op >> 4) * 31 + <uint64_t>extra
    cdef int k
    for k in range(count):
        h = h * 0x9E3779B97F4A7C15u + (<uint64_t>inputs[k].desc >> 4)
    h = h * 0x9E3779B97F4A7C15u + (<uint64_t>result >> 4)
    return h ^ (h >> 29)


cdef inline PyObject* lookup(operation op, int count, operand* inputs, PyObject* result, int64_t extra,
                             uint64_t hashed) noexcept:
    cdef slot* place = &TABLE[hashed & (SLOTS - WAYS)]
    cdef int k, way
    for way in range(WAYS):
        if place.op == <PyObject*>op and place.result == result and place.extra == extra:
            for k in range(count):
                if (place.inputs[k] if k < INLINE else tuple_item(place.keys, k + 2)) != inputs[k].desc:
                    break
            else:
                return place.found
        place += 1
    return NULL


cdef int remember(operation op, int count, operand* inputs, PyObject* result, int64_t extra, uint64_t hashed,
                  plan found) except -1:
    global TURN
    cdef slot* place = &TABLE[hashed & (SLOTS - WAYS)]
    cdef slot former
    cdef int k, way
    cdef tuple keys = (op, None if result == NULL else <object>result, *[<object>inputs[k].desc for k in range(count)])
    for way in range(WAYS):
        if place[way].found == NULL:
            place += way
            break
    else:
        place += TURN % WAYS
        TURN += 1
    former = place[0]
    place.op = <PyObject*>op
    place.extra = extra
    place.result = result
    for k in range(min(count, INLINE)):
        place.inputs[k] = inputs[k].desc
    Py_INCREF(keys)
    place.keys = <PyObject*>keys
    Py_INCREF(found)
    place.found = <PyObject*>found
    if former.found != NULL:                # may run other code: the table is whole again
        Py_DECREF(<object>former.found)
        Py_DECREF(<object>former.keys)
    return 0


cdef inline bint is_frequent(uint64_t hashed) noexcept:
    """Whether a call has occurred several times, as far as is known. Only then its plan is kept, so that sizes that do
    not recur take no places."""
    cdef uint64_t* place = &SEEN[(hashed >> 20) & (SLOTS - 1)]
    if place[0] >> 2 != hashed >> 2:
        place[0] = hashed & ~<uint64_t>3
    elif place[0] & 3 == 2:
        return True
    else:
        place[0] += 1
    return False


# --- The table of families: (operation, device, dtypes and byte orders, extra) -> family -----------------------------

cdef enum:
    CLASSES = 4096
    KIND_BITS = 6                   # a dtype and a byte order; all bits: a new result
    KINDS_IN_WORD = 10
    KIND_WORDS = 4


cdef struct class_key:
    PyObject* op
    PyObject* where                 # the device, which its families keep alive
    int64_t extra
    uint64_t kinds[KIND_WORDS]


cdef struct class_slot:
    class_key key
    PyObject* found                 # the family


cdef class_slot CLASS_TABLE[CLASSES]


cdef uint64_t class_of(operation op, device where, int count, operand* inputs, PyObject* result, int64_t extra,
                       class_key* key) noexcept:
    """The key of a family, and its hash."""
    cdef uint64_t h, kind
    cdef int k
    memset(key, 0, sizeof(class_key))
    key.op = <PyObject*>op
    key.where = <PyObject*>where
    key.extra = extra
    for k in range(count + 1):
        if k == 0 and result == NULL:
            kind = (1 << KIND_BITS) - 1
        else:
            desc = result if k == 0 else inputs[k - 1].desc
            kind = 2 * (<description>desc).dtype.code + (<description>desc).swapped
        key.kinds[k // KINDS_IN_WORD] |= kind << KIND_BITS * (k % KINDS_IN_WORD)
    h = ((<uint64_t>key.op >> 4) * 31 + (<uint64_t>key.where >> 4)) * 31 + <uint64_t>extra + count
    for k in range(KIND_WORDS):
        h = h * 0x9E3779B97F4A7C15u + key.kinds[k]
    return h ^ (h >> 29)


cdef PyObject* family_of(class_key* key, uint64_t hashed) noexcept:
    cdef class_slot* place = &CLASS_TABLE[hashed & (CLASSES - WAYS)]
    cdef int way
    for way in range(WAYS):
        if memcmp(&place[way].key, key, sizeof(class_key)) == 0:
            return place[way].found
    return NULL


cdef int remember_family(class_key* key, uint64_t hashed, family found) except -1:
    global TURN
    cdef class_slot* place = &CLASS_TABLE[hashed & (CLASSES - WAYS)]
    cdef class_slot former
    cdef int way
    for way in range(WAYS):
        if place[way].found == NULL:
            place += way
            break
    else:
        place += TURN % WAYS
        TURN += 1
    former = place[0]
    place.key = key[0]
    place.found = <PyObject*>found
    Py_INCREF(found)
    Py_INCREF(<object>key.op)
    if former.found != NULL:                # may run other code: the table is whole again
        Py_DECREF(<object>former.found)
        Py_DECREF(<object>former.key.op)
    return 0


cdef list FORGOTTEN = []            # functions that are called when plans are dropped


def when_plans_are_forgotten(function):
    """Call a function whenever plans are dropped: it drops the families."""
    FORGOTTEN.append(function)


def forget_plans():
    """Drop all cached plans and families, because the kernels have changed.

    The tables are emptied at once, without Python allocations: the garbage collector could run finalizers, and other
    threads, that use the tables.
    """
    cdef slot* dropped = <slot*>malloc(sizeof(TABLE))
    cdef class_slot* classes = <class_slot*>malloc(sizeof(CLASS_TABLE))
    cdef size_t i
    if dropped == NULL or classes == NULL:
        raise MemoryError
    memcpy(dropped, TABLE, sizeof(TABLE))
    memcpy(classes, CLASS_TABLE, sizeof(CLASS_TABLE))
    memset(TABLE, 0, sizeof(TABLE))
    memset(CLASS_TABLE, 0, sizeof(CLASS_TABLE))
    memset(SEEN, 0, sizeof(SEEN))
    for i in range(SLOTS):
        if dropped[i].found != NULL:
            Py_DECREF(<object>dropped[i].found)
            Py_DECREF(<object>dropped[i].keys)
    for i in range(CLASSES):
        if classes[i].found != NULL:
            Py_DECREF(<object>classes[i].found)
            Py_DECREF(<object>classes[i].key.op)
    free_bytes(dropped)
    free_bytes(classes)
    for function in FORGOTTEN:
        function()


def settings_changed(bint checking, bint broadcasting):
    """Called when settings change on which plans depend; `checking`: the default math mode checks domains,
    `broadcasting`: operands of different sizes are broadcast."""
    global GENERATION, CHECKING, BROADCASTING
    GENERATION += 1
    CHECKING = checking
    BROADCASTING = broadcasting

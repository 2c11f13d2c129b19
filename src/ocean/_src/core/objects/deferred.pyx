# cython: auto_pickle=False
"""Deferred operations: the result of an elementwise operation on large arrays is pending until its values are needed.

A pending result has a description, an operation and operands: tensors, numbers, and other pending results. `settle`
computes it. Pending operands that nothing else needs are merged into one expression with it, so that one pass computes
all of them without temporaries; others are computed first. The values are those that the operations give one by one.

Memory has a list of the pending results that still have to read it, and so has a pending result. Before memory is
written (`before_write`) its readers are computed. Memory that others can write without asking is never deferred.

Other threads may write memory while a pass reads it, which they do after they have computed those of its results that
are in the list of readers. So what a pass computed does not count if one of the results merged into it was computed
meanwhile. In-place operators cannot be repeated: they merge nothing if there are other threads.

A new expression costs a compiled kernel. Until an expression has done enough work to pay for it, its operations run one
by one.
"""

from cpython.bool cimport PyBool_Check
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

cimport cython

from ocean._src.core.objects.dtypes import publish

from ocean._src.core.objects.description cimport FEW_DIMS, MAX_DIMS, description, fortran
from ocean._src.core.objects.dtypes cimport TRAITS, dtype, make_scalar, pack, scalar
from ocean._src.core.objects.memory cimport (
    CPU, SETTLE_READERS, TRACERS, before_write, link, memory, pause_trace, resume_trace)
from ocean._src.core.objects.rtensor cimport expression, is_constant, own_locked, rtensor, same_operand, sized_rtensor
from ocean._src.core.objects.tensor cimport (
    CHECKING, GENERATION, MAX_OPERANDS, WATCHED, copied, fits, launch, operation, tensor, watch)

cdef extern from *:
    """
    static inline int only_thread(void) {
        PyThreadState *first = PyInterpreterState_ThreadHead(PyInterpreterState_Get());
        return first != NULL && PyThreadState_Next(first) == NULL;
    }
    """
    Py_ssize_t Py_REFCNT(PyObject*) noexcept
    PyObject* PyTuple_GET_ITEM(tuple, Py_ssize_t) noexcept
    bint only_thread() noexcept

cdef enum:
    MOST_STEPS = 48                 # operations in an expression
    MOST_LEAVES = 24                # operands of an expression
    MOST_PENDING = 256              # pending results at a time; then the oldest is computed
    KEPT_BYTES = 1 << 20            # memory up to this size may be kept alive by any result
    MOST_BYTES = 1 << 28            # results above this size are computed at once
    MOST_COMPOSED = 4096            # expressions that are kept

cdef int64_t MOST_KEPT = 1 << 28    # bytes of all memory that pending results read; beyond, the oldest are computed
cdef int64_t KEPT = 0               # these bytes now

cdef int64_t NEVER = (<int64_t>1 << 62)
DEFERRED_FROM = NEVER
cdef int64_t FUSED_FROM = 1 << 24   # elements times operations, from which an expression gets its own kernel
cdef int AT_ONCE = 0                # calls whose expressions get kernels at once
cdef int64_t PENDING = 0            # pending results now
cdef link* OLDEST = NULL            # the list of all of them,
cdef link** NEWEST = &OLDEST        # and where its next one goes
cdef dict HOOKS = {}                # see `install`
cdef dict STEPS = {}                # (operation, operands) -> step, or None if it cannot be deferred
cdef dict COMPOSED = {}             # (step, expressions, slots) -> expression
cdef int64_t SEEN = -1              # the generation of the settings with which these were filled
cdef int64_t PASSES = 0, RESULTS = 0    # for tests and profiles: launches, and results that they computed


def install(**hooks):
    """Called once, with the Python functions `step(name, operands)`, `compose(what, given, inputs)` and `run(rtensor,
    result)`."""
    HOOKS.update(hooks)


def set_deferring(int64_t elements, int64_t work=1 << 24):
    """Defer operations whose results have at least a number of elements; 0: never. An expression gets its own kernel
    when it has done some work: elements times operations."""
    global DEFERRED_FROM, FUSED_FROM
    DEFERRED_FROM = elements if elements > 0 else NEVER
    FUSED_FROM = work


def deferring():
    """The number of elements from which operations are deferred; 0: never."""
    return 0 if DEFERRED_FROM == NEVER else DEFERRED_FROM


def passes():
    """The number of passes so far, and of results that they computed."""
    return PASSES, RESULTS


@cython.final
cdef class step:
    """An operation on operands of certain kinds, as an expression."""


def make_step(expression what not None, source):
    """A step; input k of its expression is operand `source[k]` of the call."""
    cdef step self = step.__new__(step)
    cdef int k
    self.what, self.count = what, len(source)
    for k in range(self.count):
        self.source[k] = source[k]
    return self


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class pending:
    """The result of an operation that is not computed yet."""

    def __dealloc__(self):
        unlink_all(self)
        no_longer_pending(self)


# --- Lists of readers ----------------------------------------------------------------------------------------------

cdef inline void put(link* self, link** head) noexcept:
    self.after, self.before, self.mem = head[0], head, NULL
    if head[0] != NULL:
        head[0].before = &self.after
    head[0] = self


cdef inline void put_reader(link* self, memory mem) noexcept:
    """Add a reader of a memory, which is kept alive by its readers."""
    global KEPT
    if mem.readers == NULL:
        KEPT += mem.nbytes
    put(self, &mem.readers)
    self.mem = <PyObject*>mem


cdef inline void unlink(link* self) noexcept:
    global KEPT
    if self.before != NULL:
        self.before[0] = self.after
        if self.after != NULL:
            self.after.before = self.before
        self.before = NULL
        if self.mem != NULL and (<memory>self.mem).readers == NULL:
            KEPT -= (<memory>self.mem).nbytes


cdef inline void now_pending(pending self) noexcept:
    """Add a result to the list of all."""
    global PENDING, NEWEST
    PENDING += 1
    self.age.node, self.age.after, self.age.before, self.age.mem = <PyObject*>self, NULL, NEWEST, NULL
    NEWEST[0] = &self.age
    NEWEST = &self.age.after


cdef inline void no_longer_pending(pending self) noexcept:
    global PENDING, NEWEST
    if self.age.before != NULL:
        PENDING -= 1
        if self.age.after == NULL:
            NEWEST = self.age.before
        unlink(&self.age)


cdef inline void unlink_all(pending self) noexcept:
    cdef int k
    for k in range(MOST_GIVEN):
        unlink(&self.links[k])


cdef inline int readers_of(pending self) noexcept:
    cdef link* each = self.readers
    cdef int count = 0
    while each != NULL:
        count += 1
        each = each.after
    return count


cdef inline bint is_needed(PyObject* self, int references) noexcept:
    """Whether a pending operand of one result is needed by anything else: an array, or another result. The caller holds
    `references` to it."""
    cdef int readers = readers_of(<pending>self)
    return readers != 1 or Py_REFCNT(self) != readers + references


# --- Deferring -----------------------------------------------------------------------------------------------------

cdef inline bint is_readable(tensor self, int64_t nbytes) noexcept:
    """Whether elements can be read later: nobody writes them without asking, and the result, of a number of bytes, may
    keep the memory alive."""
    cdef memory mem = self.mem
    return (mem.owner and not mem.exposed and mem.block is None and not mem.swapped and not self.desc.swapped
            and (mem.nbytes <= 4 * nbytes or mem.nbytes <= KEPT_BYTES))


cdef inline bint is_ascending(description desc) noexcept:
    """Whether strides grow with the dimensions, as those of the result will."""
    cdef int k
    cdef int64_t last = 0
    for k in range(desc.ndims):
        if desc.n[k] > 1 and desc.s[k]:
            if desc.s[k] < last or desc.s[k] < 0:
                return False
            last = desc.s[k]
    return True


cdef inline description description_of(object value):
    """The description of a tensor or pending result, else None."""
    if type(value) is tensor:
        return (<tensor>value).desc
    return (<pending>value).desc if type(value) is pending else None


cdef inline bint join(description desc, int* ndims, int64_t* n) noexcept:
    """Broadcast another size, aligned at the first dimension; False if the sizes do not match."""
    cdef int k
    for k in range(desc.ndims):
        if k >= ndims[0]:
            n[k] = desc.n[k]
        elif desc.n[k] != n[k]:
            if n[k] == 1:
                n[k] = desc.n[k]
            elif desc.n[k] != 1:
                return False
    if desc.ndims > ndims[0]:
        ndims[0] = desc.ndims
    return True


cdef inline bint is_usual(dtype kind) noexcept:
    """Whether fused operations round as single ones: narrow floats are computed in wider ones."""
    return not TRAITS[kind.code].is_float or kind.size // (1 + TRAITS[kind.code].is_complex) >= 4


cdef pending defer(operation op, int count, object first, object second, object third):
    """The pending result of an operation on tensors, pending results, scalars and Python numbers on the host; None if
    it must be computed now."""
    cdef PyObject* given[MOST_GIVEN]
    cdef int64_t n[MAX_DIMS]
    cdef int64_t nelem = 1
    cdef int ndims = 0, k, steps = 1, leaves = 0
    cdef description desc
    cdef pending self
    cdef step found
    if TRACERS or CHECKING or WATCHED & 2 or not op.elementwise or not HOOKS:
        return None
    given[0], given[1], given[2] = <PyObject*>first, <PyObject*>second, <PyObject*>third
    for k in range(count):
        desc = description_of(<object>given[k])
        if desc is None:
            leaves += 1
        elif desc.axes is not None or desc.device is not CPU or desc.ndims > FEW_DIMS or not is_usual(desc.dtype) or (
                not join(desc, &ndims, n)):
            return None
        elif type(<object>given[k]) is pending and (<pending>given[k]).done is None:
            steps += (<pending>given[k]).steps
            leaves += (<pending>given[k]).leaves
        else:
            leaves += 1
    for k in range(ndims):
        if n[k] > MOST_BYTES or nelem > MOST_BYTES:
            return None
        nelem *= n[k]
    if nelem < DEFERRED_FROM:
        return None
    found = step_of(op, count, given)
    if found is None or not is_usual(found.what.dtype):
        return None
    for k in range(count):
        if type(<object>given[k]) is tensor and not (
                is_readable(<tensor>given[k], nelem * found.what.dtype.size)
                and is_ascending((<tensor>given[k]).desc)):
            return None
    if nelem * found.what.dtype.size > MOST_BYTES:
        return None
    self = pending.__new__(pending)
    self.op, self.step = op, found
    self.desc = fortran(found.what.dtype, CPU, ndims, n)
    self.first, self.second, self.third = held_operand(first), held_operand(second), held_operand(third)
    if steps > MOST_STEPS or leaves > MOST_LEAVES:
        steps, leaves = 1, 0
        for k in range(count):
            if type(<object>given[k]) is pending:
                settle(<pending>given[k])
            leaves += 1
    self.steps, self.leaves = steps, leaves
    self.hashed = ((<uint64_t><PyObject*>found >> 4) * 31 + hash_of(first)) * 0x9E3779B97F4A7C15u
    self.hashed = ((self.hashed + hash_of(second)) * 0x9E3779B97F4A7C15u + hash_of(third)) * 0x9E3779B97F4A7C15u
    link_to(self, 0, self.first)
    link_to(self, 1, self.second)
    link_to(self, 2, self.third)
    now_pending(self)
    while PENDING > MOST_PENDING or (KEPT > MOST_KEPT and PENDING):
        settle_root(OLDEST.node)
    return self


cdef inline object held_operand(object value):
    return own_locked(<tensor>value) if type(value) is tensor else value


cdef inline void link_to(pending self, int k, object value) noexcept:
    self.links[k].node = <PyObject*>self
    if type(value) is tensor:
        put_reader(&self.links[k], (<tensor>value).mem)
    elif type(value) is pending:
        if (<pending>value).done is not None:
            put_reader(&self.links[k], (<pending>value).done.mem)
        else:
            put(&self.links[k], &(<pending>value).readers)


# The kind of an operand, for the table of steps: the dtype of an array, that of a scalar, the type of a Python number,
# or (for a few numbers, which become constants) the type and the number itself.

cdef enum:
    IS_SCALAR = 32
    IS_FLOAT = 64
    IS_INTEGER
    IS_BOOL
    IS_CONSTANT = 128
    PLACES = 1024


cdef struct known:
    PyObject* op
    uint64_t kinds                  # a byte for each operand
    int64_t bits[2]                 # of constants
    PyObject* found                 # a step, or None; borrowed from STEPS


cdef known TABLE[PLACES]


cdef inline int kind_of_operand(object value, int64_t* bits) except -1:
    """The byte of an operand; 0xff if the operation cannot be deferred."""
    cdef double number
    cdef int kind
    if type(value) is tensor:
        return (<tensor>value).desc.dtype.code
    if type(value) is pending:
        return (<pending>value).desc.dtype.code
    if type(value) is scalar:
        return IS_SCALAR + (<scalar>value)._dtype.code
    if PyFloat_CheckExact(value):
        kind = IS_FLOAT
    elif PyBool_Check(value):
        kind = IS_BOOL
    elif PyLong_CheckExact(value):
        kind = IS_INTEGER
    else:
        return 0xff
    if is_constant(value):
        number = value
        memcpy(bits, &number, 8)
        return kind + IS_CONSTANT
    return kind


cdef step step_of(operation op, int count, PyObject** given):
    """The step of an operation, or None if it cannot be deferred."""
    cdef int64_t bits[2]
    cdef int constants = 0
    cdef uint64_t kinds = 1, h
    cdef known* place
    cdef step found
    cdef int k, kind
    cdef bint numbers = False
    global SEEN
    if SEEN != GENERATION or len(STEPS) > 1 << 14:
        memset(TABLE, 0, sizeof(TABLE))
        STEPS.clear()
        COMPOSED.clear()
        SEEN = GENERATION
    bits[0] = bits[1] = 0
    for k in range(count):
        kind = kind_of_operand(<object>given[k], &bits[min(constants, 1)])
        if kind == 0xff:
            return None
        constants += kind >= IS_CONSTANT
        numbers = numbers or kind == IS_INTEGER
        kinds = kinds << 8 | <uint64_t>kind
    if count == 2 and is_same(<object>given[0], <object>given[1]):
        kinds |= <uint64_t>1 << 63
    h = (<uint64_t><PyObject*>op >> 4) * 31 + kinds
    h = (h * 0x9E3779B97F4A7C15u + <uint64_t>bits[0]) * 0x9E3779B97F4A7C15u
    h = (h + <uint64_t>bits[1]) * 0x9E3779B97F4A7C15u
    place = &TABLE[h >> 54]         # 10 bits
    if place.op != <PyObject*>op or place.kinds != kinds or place.bits[0] != bits[0] or place.bits[1] != bits[1]:
        known_step(op, count, given, kinds, bits, place)
    if place.found == <PyObject*>None:
        return None
    found = <step>place.found
    if numbers:                     # integers out of range raise an error, or have other rules
        for k in range(found.count):
            value = <object>given[found.source[k]]
            if PyLong_CheckExact(value) and not (
                    -(1 << 53) <= value <= 1 << 53 if (<dtype>found.what.inputs[k]).isfloat
                    else fits(value, found.what.inputs[k])):
                return None
    return found


cdef int known_step(operation op, int count, PyObject** given, uint64_t kinds, int64_t* bits, known* place) except -1:
    """Find or make a step, and put it into the table."""
    cdef tuple key = (op, kinds, bits[0], bits[1])
    cdef object found = STEPS.get(key, HOOKS)
    if found is HOOKS:
        found = HOOKS["step"](op.name, [described(<object>given[k]) for k in range(count)], kinds >> 63)
        STEPS[key] = found
    place.op, place.kinds, place.found = <PyObject*>op, kinds, <PyObject*>found
    place.bits[0], place.bits[1] = bits[0], bits[1]
    return 0


cdef inline bint is_same(object first, object second) noexcept:
    return first is second or (type(first) is tensor and same_operand(first, second))


cdef object described(object value):
    """What a step depends on: the dtype of an array, or the number."""
    if type(value) is tensor:
        return (<tensor>value).desc.dtype
    return (<pending>value).desc.dtype if type(value) is pending else value


# --- Expressions -----------------------------------------------------------------------------------------------------

cdef inline tuple operands_of(pending self):
    """The operands, held: another thread may compute the result meanwhile, and drop them. Its result is the one that
    counts, so that it does not matter what is computed from these then."""
    return self.first, self.second, self.third


cdef rtensor lower(pending self, list merged):
    """The r-tensor of a pending result; None if it is computed already. Pending operands that anything else needs are
    computed; the others are added to `merged`."""
    cdef tuple given = operands_of(self)
    cdef step of = self.step
    cdef list operands = [], slots = [], key = [of]
    cdef pending child
    cdef rtensor part
    cdef scalar number
    cdef bint plain = True
    cdef int k
    cdef list parts = []
    if self.done is not None:
        return None
    for k in range(of.count):
        value = given[of.source[k]]
        if type(value) is pending:
            child = <pending>value
            if child.done is None and is_needed(<PyObject*>child, 3):
                settle(child)
            part = None if child.done is not None else lower(child, merged)
            if part is None:
                value = child.done
            else:
                plain = False
                merged.append(child)
                key.append(part.what)
                parts.append(part.what)
                for each in part.operands:
                    slots.append(slot_of(operands, each))
                continue
        elif type(value) is scalar:
            number = make_scalar((<scalar>value)._dtype)
            memcpy(number.data, (<scalar>value).data, 16)
            value = number
        elif type(value) is not tensor:
            number = make_scalar(<dtype>of.what.inputs[k])
            pack(number._dtype.code, float(value) if TRAITS[number._dtype.code].is_float else value, number.data)
            value = number
        key.append(None)
        parts.append(None)
        slots.append(slot_of(operands, value))
    if plain and slots == list(range(len(slots))):
        return sized_rtensor(of.what, tuple(operands), self.desc)
    key.append(tuple(slots))
    found = COMPOSED.get(tuple(key))
    if found is None:
        if len(COMPOSED) >= MOST_COMPOSED:
            COMPOSED.pop(next(iter(COMPOSED)))      # the oldest
        found = HOOKS["compose"](of.what, parts, slots, [
            (<tensor>each).desc.dtype if type(each) is tensor else (<scalar>each)._dtype for each in operands])
        COMPOSED[tuple(key)] = found
    return sized_rtensor(<expression>found, tuple(operands), self.desc)


cdef Py_ssize_t slot_of(list operands, object value) except -1:
    """The place of an operand among others, where it is added if it is not there."""
    cdef Py_ssize_t k
    for k in range(len(operands)):
        if same_operand(operands[k], value):
            return k
    operands.append(value)
    return len(operands) - 1


cdef bint is_single(pending self) noexcept:
    """Whether no operand is pending."""
    return not (is_waiting(self.first) or is_waiting(self.second) or is_waiting(self.third))


cdef inline bint is_waiting(object value) noexcept:
    return type(value) is pending and (<pending>value).done is None


# An expression gets its own kernel when it has done enough work. Work is counted by the hash of the expression: where
# two meet, one of them gets its kernel a little early.

cdef enum:
    COUNTERS = 4096

cdef int64_t WORKED[COUNTERS]


cdef inline bint pays(pending self) noexcept:
    """Whether an expression has done enough work to get its own kernel."""
    cdef int64_t* worked = &WORKED[self.hashed >> 52]       # 12 bits
    if worked[0] < FUSED_FROM:
        worked[0] += self.desc.nelem * self.steps
    return worked[0] >= FUSED_FROM or AT_ONCE


cdef void fuse_at_once(int change) noexcept:
    """Begin (1) or end (-1) a call whose expressions get kernels at once."""
    global AT_ONCE
    AT_ONCE += change


cdef inline uint64_t hash_of(object value) noexcept:
    return (<pending>value).hashed if is_waiting(value) else 1


# --- Computing -------------------------------------------------------------------------------------------------------

cdef object evaluated(rtensor source, tensor out):
    """Compute an expression in one pass."""
    cdef PyObject* values[MAX_OPERANDS]
    cdef int k
    cdef int former
    global PASSES
    PASSES += 1
    former = watch(WATCHED & 2 != 0)    # it was deferred when nothing was checked
    try:
        if source.what.run is None:
            return HOOKS["run"](source, out)
        for k in range(len(source.operands)):
            values[k] = <PyObject*>source.operands[k]
        return launch(source.what.run, len(source.operands), values, out, 0, False)
    finally:
        watch(former)


cdef object one_by_one(pending self, tensor out):
    """Compute the operands, and then the operation alone."""
    cdef PyObject* values[MOST_GIVEN]
    cdef PyObject* operand
    cdef tuple given = operands_of(self)
    cdef list kept = []
    cdef int k, former, count = self.op.arity
    global PASSES
    if self.done is not None:
        return self.done
    for k in range(count):
        value = given[k]
        if type(value) is pending:
            value = settle(<pending>value)
        kept.append(value)
        values[k] = <PyObject*>value
    PASSES += 1
    value = None
    if out is None:
        for k in range(count):
            operand = PyTuple_GET_ITEM(given, k)    # not held by a variable: references are counted
            if type(<object>operand) is pending and is_scratch(self, operand):
                out = (<pending>operand).done
                unlink(&self.links[k])
                break
    former = watch(WATCHED & 2 != 0)
    try:
        value = launch(self.op, count, values, out, 0, False)
        return value if out is None else out
    finally:
        watch(former)


cdef bint is_scratch(pending self, PyObject* operand) noexcept:
    """Whether the result can be stored in the memory of a computed operand: nothing else needs it, and it has the same
    description. The operand is held by `self` and a tuple of the caller, its tensor by a list of the caller."""
    cdef tensor done = (<pending>operand).done

    return (done.desc is self.desc and Py_REFCNT(operand) == 2 and Py_REFCNT(<PyObject*>done) == 3
            and Py_REFCNT(<PyObject*>done.mem) == 1 and done.mem.readers != NULL and done.mem.readers.after == NULL
            and not done.mem.exposed and only_thread())


cdef tensor in_one_pass(pending self):
    """Compute a result together with its pending operands that nothing else needs."""
    cdef list merged = []
    cdef tensor result
    cdef rtensor source = lower(self, merged)
    if source is None:
        return self.done
    result = <tensor?>evaluated(source, None)
    return result if still_pending(self, merged) else in_one_pass(self)


cdef tensor settle(pending self):
    """The result, computed if it is not yet."""
    cdef tensor result
    cdef object former
    global RESULTS
    if self.done is not None:
        return self.done
    former = pause_trace() if TRACERS else 0
    try:
        if is_single(self) or not pays(self):
            result = <tensor?>one_by_one(self, None)
        else:
            result = in_one_pass(self)
        if result.desc is not self.desc:
            result = copied(result, self.desc)
    finally:
        if former:
            resume_trace(former)
    RESULTS += 1
    finish(self, result)
    return self.done


cdef int finish(pending self, tensor result) except -1:
    """Keep the result. Those that read it as an operand read its memory from now on."""
    cdef link* each
    if self.done is not None:       # another thread was faster: its result is known already
        return 0
    self.done = result
    no_longer_pending(self)
    while self.readers != NULL:
        each = self.readers
        unlink(each)
        put_reader(each, result.mem)
    let_go(self)
    return 0


cdef int let_go(pending self) except -1:
    """Drop the operands."""
    unlink_all(self)
    first, second, third = self.first, self.second, self.third
    self.first = self.second = self.third = None
    return 0


cdef int settle_readers(memory mem) except -1:
    """Compute all pending results that still have to read a memory: each with the result that it is merged into."""
    while mem.readers != NULL:
        settle_root(mem.readers.node)
    return 0


cdef int settle_root(PyObject* self) except -1:
    """Compute the result that a pending one is merged into, or itself. Only the computed one is held meanwhile: a
    result that anything else holds is not merged."""
    cdef pending root
    while (<pending>self).readers != NULL and not is_needed(self, 0):
        self = (<pending>self).readers.node
    root = <pending>self
    settle(root)
    return 0


SETTLE_READERS = settle_readers


cdef rtensor lazy_of(pending self, list merged):
    """The r-tensor of a pending result, for a pass that takes it in; None if it must be computed first. What the pass
    computes counts if `still_pending` says so."""
    return lower(self, merged) if pays(self) else None


cdef bint still_pending(pending self, list merged) noexcept:
    """Whether no other thread has computed a result, or those merged with it, since it was lowered."""
    if self.done is not None:
        return False
    for each in merged:
        if (<pending>each).done is not None:
            return False
    return True


def expression_of(pending self not None):
    """The r-tensor of a pending result, to explain it; None if it is computed."""
    return lower(self, [])


cdef int consume(pending self) except -1:
    """Take a result and its pending operands, which nothing else needs, out of all lists."""
    unlink_all(self)
    no_longer_pending(self)
    for value in operands_of(self):
        if type(value) is pending and (<pending>value).done is None:
            consume(<pending>value)
    return 0


cdef bint into(pending self, tensor target) except -1:
    """Compute a result that nothing else needs into a given tensor of its size; False if it must be computed first, as
    one that reads the tensor."""
    cdef list merged = []
    cdef rtensor source = None
    global RESULTS
    if target.desc.dtype is not self.desc.dtype:
        return False
    before_write(target.mem)
    if is_single(self) or not pays(self):
        settle_operands(self)
    else:
        source = lower(self, merged)
    if self.done is not None:
        return False
    if source is None:
        one_by_one(self, target)
    else:
        evaluated(source, target)
    if not still_pending(self, merged):
        return False
    RESULTS += 1
    consume(self)
    return True


cdef bint into_itself(pending self, tensor target) except -1:
    """Compute a result that nothing else needs, and that has a tensor of its size as an operand, into this tensor;
    False if it must be computed first."""
    cdef rtensor source
    global RESULTS
    if target.desc.dtype is not self.desc.dtype or not only_thread() or not pays(self):
        return False
    source = lower(self, [])
    if self.done is not None:
        return False
    consume(self)
    before_write(target.mem)
    RESULTS += 1
    evaluated(source, target)
    return True


cdef int settle_operands(pending self) except -1:
    for value in operands_of(self):
        if type(value) is pending:
            settle(<pending>value)
    return 0


publish(pending, "ocean.numpy.pending")

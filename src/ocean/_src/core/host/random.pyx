# cython: auto_pickle=False
"""Generators of random numbers: a key and a position, and the functions that fill tensors from them.

Every element of a result is a function of the key, the stream, the position and its index. A call reserves the
positions that its result needs, while it holds the interpreter lock.
"""

from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport PyObject
from libc.math cimport isfinite
from libc.stdint cimport int64_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy

cimport cython

import os
from operator import index as index_of

from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.core.objects.memory import refuse_trace
from ocean._src.core.call.settings import need_device, need_dtype
from ocean._src.core.objects.tensor import OTHERWISE as _OTHERWISE

from ocean._src.core.call.callables cimport compiled, given
from ocean._src.core.objects.array cimport quick_shape, wrap
from ocean._src.core.objects.axes cimport axes_in_size
from ocean._src.core.objects.description cimport (
    FEW_DIMS, MAX_DIMS, description, fortran, is_fortran, read_int, read_size,
)
from ocean._src.core.objects.dtypes cimport (
    BOOL, DOUBLE, DTYPES, INT64, UINT64, UINT8, dtype, kind_of, make_scalar, pack, scalar, unpack)
from ocean._src.core.objects.memory cimport CPU, TRACERS, device, memory
from ocean._src.core.call.stopping cimport check_stop, may_stop
from ocean._src.core.objects.tensor cimport (
    DEFAULT_DEVICE, DEFAULT_DTYPE, MAX_OPERANDS, describe_family, describe_plan, family, in_threads, launch,
    new_tensor, operand, operation, plan, task_fn, tensor)

cdef extern from *:
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef extern from "random.h" nogil:
    enum:
        DRAWS_PIECE
        SHUFFLE_BUCKETS
        SHUFFLE_SMALL
    void philox(const uint32_t* key, const uint32_t* counter, uint32_t* out) noexcept
    ctypedef double (*draw_fn)(void*, double, double) noexcept
    draw_fn DRAWS[4]
    ctypedef struct draws:
        draw_fn draw
        uint64_t key, position
        uint32_t stream
        int whole
        int64_t count
        const double* first
        const double* second
        int64_t first_step, second_step
        char* result
    void draw_piece(void*, int64_t) noexcept
    ctypedef struct buckets:
        int64_t* values
        const uint64_t* words
    void shuffle(int64_t*, int64_t, const uint64_t*) noexcept
    void shuffle_bucket(void*, int64_t) noexcept
    void fill_buckets(buckets*, int64_t*, int64_t, const uint8_t*) noexcept


cdef enum:
    UNIFORM = 0
    NORMAL = 1
    EXPONENTIAL = 2
    BERNOULLI = 3
    INTEGERS = 4
    LONG_INTEGERS = 5
    WORDS = 6
    LONG_WORDS = 7
    UNIT = 8                        # uniform from 0 to 1
    KINDS = 9
    LANES = 64
    SPAWNED = 0xFFFFFFFF            # the last word of the counters that give the keys of children


@cython.final
cdef class drawing:
    """The operation that draws the values of a distribution; operands: key, position, stream, parameters."""
    cdef operation op
    cdef int per_counter


cdef list DRAWINGS = [None] * (KINDS * DTYPES)


def set_drawing(int which, dtype kind not None, operation op not None, int per_counter):
    """Called once for each distribution and dtype of its result."""
    cdef drawing self = drawing.__new__(drawing)
    self.op = op
    self.per_counter = per_counter
    DRAWINGS[which * DTYPES + kind.code] = self


# --- Plans -------------------------------------------------------------------------------------------------------

@cython.final
cdef class blocks_plan(plan):
    """Draws whole blocks by a plan that stores all values of a counter at once, and the remainder by another plan."""
    cdef plan whole, rest
    cdef int results, inputs
    cdef int64_t count              # of whole blocks

    cdef int run(self, operand* at) except -1:
        if self.count:
            run_blocks(self.whole, at, self.results, self.inputs, self.result.dtype.size)
            move_on(at, self.results * self.count, self.count, self.result.dtype.size)
        if self.rest is not None:
            self.rest.run(at)
        return 0


cdef int run_blocks(plan whole, operand* at, int results, int inputs, int64_t size) except -1:
    """Draw whole blocks. In each block the first values of all counters come before the second values."""
    cdef operand each[MAX_OPERANDS]
    cdef int k
    for k in range(results):
        each[k] = at[0]
        each[k].offset += k * LANES * size
    for k in range(inputs):
        each[results + k] = at[1 + k]
    whole.run(each)
    return 0


cdef void move_on(operand* at, int64_t lanes, int64_t counters, int64_t size) noexcept:
    """Advance the result and the position past whole blocks."""
    at[0].offset += lanes * LANES * size
    (<uint64_t*>at[2].buffer)[0] = (<uint64_t*>at[2].number)[0] + counters * LANES
    at[2].number = at[2].buffer


cpdef int64_t whole_blocks(int64_t nelem, int64_t block) noexcept:
    """The number of blocks that are drawn whole. The remainder is never one element: that would need another kernel."""
    return nelem // block - (nelem % block == 1)


cdef struct fitted_blocks:
    int64_t count                   # of whole blocks; 0: elements are drawn one by one
    int64_t left                    # the remainder, in elements


cdef enum:
    FITTED = 16                     # bytes of this struct; the fit of `element` follows
    KNOWN_COUNTS = 256              # the limit of plans in `known`


@cython.final
cdef class blocks_family(family):
    """Draws from a distribution with several values per counter, into results of any size."""
    cdef family element             # draws elements one by one
    cdef int results, inputs
    cdef object plan_whole          # the function that plans a number of blocks
    cdef dict known                 # its plans, by number of blocks

    cdef plan whole(self, int64_t count):
        found = self.known.get(count)
        if found is None:
            found = self.plan_whole(count)
            if len(self.known) < KNOWN_COUNTS:
                self.known[count] = found
        return <plan>found

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef fitted_blocks* room = <fitted_blocks*>into
        cdef int64_t block = LANES * self.results
        cdef int k
        if out is None or count != self.inputs:
            return None
        room.count = whole_blocks(out.nelem, block)
        room.left = out.nelem - room.count * block
        if room.count < 2 or out.swapped or not is_fortran(out):
            room.count = 0
        for k in range(1, count + 1):
            if (<description>at[k].desc).ndims:
                room.count = 0
        if room.count == 0:
            return self.element.fit(op, count, at, out, extra, <char*>into + FITTED)
        if room.left and self.element.fit(
                op, count, at, fortran(out.dtype, CPU, 1, &room.left), extra, <char*>into + FITTED) is None:
            return None
        return out

    cdef int run(self, void* given, operand* at) except -1:
        cdef fitted_blocks* room = <fitted_blocks*>given
        cdef int64_t size = (<description>at[0].desc).dtype.size
        if room.count:
            run_blocks(self.whole(room.count), at, self.results, self.inputs, size)
            move_on(at, self.results * room.count, room.count, size)
        if room.left or not room.count:
            self.element.run(<char*>given + FITTED, at)
        return 0

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef fitted_blocks* room = <fitted_blocks*>given
        cdef blocks_plan kept
        cdef description rest = result if not room.count else fortran(result.dtype, CPU, 1, &room.left)
        cdef plan last = None
        cdef int k
        if room.left or not room.count:
            last = self.element.keep(rest, count, at, <char*>given + FITTED)
        if not room.count:
            return last
        kept = blocks_plan.__new__(blocks_plan)
        describe_plan(kept, (result, *[<object>at[k].desc for k in range(1, count + 1)]), CPU)
        kept.family, kept.whole, kept.rest = self, self.whole(room.count), last
        kept.results, kept.inputs, kept.count = self.results, self.inputs, room.count
        return kept


def make_blocks_plan(tuple operands not None, plan element not None, plan_whole, int results, int64_t count):
    """The plan of a draw into a contiguous result on the host, with a family for others. `element` is the plan that
    draws elements one by one: all of them, or the remainder after `count` blocks. `plan_whole(count)` plans whole
    blocks, which store `results` values of each counter."""
    cdef blocks_family kind = blocks_family.__new__(blocks_family)
    cdef blocks_plan self = blocks_plan.__new__(blocks_plan)
    describe_family(kind, None, None, _OTHERWISE)
    describe_plan(self, operands, CPU)
    kind.element, kind.plan_whole, kind.known = <family?>element.family, plan_whole, {}
    kind.results = self.results = results
    kind.inputs = self.inputs = len(operands) - 1
    self.family, self.count = kind, count
    self.whole = kind.whole(count) if count else None
    self.rest = element if element.result.nelem or not count else None
    return self


# --- Generators --------------------------------------------------------------------------------------------------

cdef scalar long_scalar(uint64_t value):
    cdef scalar self = make_scalar(kind_of(UINT64))
    (<uint64_t*>self.data)[0] = value
    return self


def key_of(seed):
    """The key of a seed: itself if it has at most 64 bits, else a digest."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    try:
        number = index_of(seed)
    except TypeError:
        raise OceanTypeError(f"The seed must be a nonnegative integer or None, got {shown(seed)}") from None
    if isinstance(seed, bool) or number < 0:
        raise OceanValueError(f"The seed must be a nonnegative integer or None, got {shown(seed)}")
    if number < 1 << 64:
        return number
    data = number.to_bytes((number.bit_length() + 7) // 8, "little")
    from hashlib import blake2b

    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


cdef class generator:
    """generator([seed]): a source of random numbers, which depend on the seed and on what has been drawn before.

    The seed is a nonnegative integer, or None for one that is different each time.

    >>> g = ocean.random.generator(42)
    >>> g.integers([5], 100).asPython() == ocean.random.generator(42).integers([5], 100).asPython()
    True
    """
    cdef uint64_t key, position
    cdef uint32_t number, children
    cdef bint unseeded                  # the key comes from the system
    cdef scalar key_scalar, stream_scalar

    cdef restart(self, uint64_t key, uint64_t position, uint32_t number, uint32_t children):
        refuse_trace("the state of a generator of random numbers")
        self.begin(key, position, number, children)

    cdef begin(self, uint64_t key, uint64_t position, uint32_t number, uint32_t children):
        self.key, self.position, self.number, self.children = key, position, number, children
        self.unseeded = False
        self.key_scalar, self.stream_scalar = long_scalar(key), long_scalar(number)

    def seed(self, seed=None):
        """Start anew from a seed, or from one that is different each time."""
        self.restart(key_of(seed), 0, 0, 0)
        self.unseeded = seed is None

    def _forked(self):
        """Start anew in a forked process, unless a seed or a state was set."""
        if self.unseeded:
            self.begin(key_of(None), 0, 0, 0)
            self.unseeded = True

    @property
    def state(self):
        """(key, position, stream, children): all that future numbers depend on."""
        return self.key, self.position, self.number, self.children

    @state.setter
    def state(self, value):
        try:
            key, position, number, children = value
            self.restart(key, position, number, children)
        except (TypeError, ValueError, OverflowError):
            raise OceanValueError(
                "The state of a generator is (key, position, stream, children): nonnegative integers of 64, 64, 32 and "
                f"32 bits, got {shown(value)}") from None

    def __reduce__(self):
        return restored, self.state

    def __repr__(self):
        return f"<random generator: key {self.key:#x}, stream {self.number}, position {self.position}>"

    def spawn(self, count):
        """spawn(count): a list of `count` generators that are independent of this one and of each other.

        The next call gives other generators.
        """
        cdef uint32_t key[2]
        cdef uint32_t counter[4]
        cdef uint32_t words[4]
        cdef generator child
        cdef list result = []
        refuse_trace("the state of a generator of random numbers")
        if not 0 <= read_int(count, "count") <= 1 << 20:
            raise OceanValueError(f"spawn(): expected a count from 0 to 1048576, got {count}")
        key[0], key[1] = <uint32_t>self.key, self.key >> 32
        counter[1], counter[2], counter[3] = 0, self.number, SPAWNED
        for _ in range(count):
            counter[0] = self.children
            self.children += 1
            philox(key, counter, words)
            child = generator.__new__(generator)
            child.restart(words[0] | <uint64_t>words[1] << 32, 0, 0, 0)
            result.append(child)
        return result

    def jump(self, count=1):
        """jump([count]): a generator that is `count` (1) times 2**64 positions ahead of this one.

        No program draws that many numbers, so its numbers differ from those of this one.
        """
        cdef generator other = generator.__new__(generator)
        if not isinstance(count, int) or not 0 <= count < 1 << 32:
            raise OceanValueError(f"jump(): expected a count from 0 to 2**32 - 1, got {shown(count)}")
        other.restart(self.key, self.position, <uint32_t>(self.number + <uint64_t>count), 0)
        return other

    def _reserve(self, int64_t counters):
        """Reserve positions; returns the key, the first position and the stream as scalars."""
        return self.key_scalar, long_scalar(take(self, counters)), self.stream_scalar


def make_generator(seed=None):
    """A generator with a seed, or with a random one."""
    cdef generator self = generator.__new__(generator)
    self.seed(seed)
    return self


def restored(key, position, number, children):
    """A generator with a given state."""
    cdef generator self = generator.__new__(generator)
    self.state = (key, position, number, children)
    return self


cdef inline uint64_t take(generator self, uint64_t counters) except? 0:
    """Reserve positions; the caller holds the interpreter lock."""
    cdef uint64_t first = self.position
    if TRACERS:
        refuse_trace("random numbers")
    self.position += counters
    return first


cdef inline uint64_t counters_for(int64_t count, int per_counter) noexcept:
    cdef int64_t block = LANES * per_counter
    return (count + block - 1) // block * LANES


# --- Drawing -----------------------------------------------------------------------------------------------------

cdef inline device device_of(PyObject* asked):
    if asked != NULL:
        return <device>asked
    return DEFAULT_DEVICE if DEFAULT_DEVICE is not None else <device?>need_device()


cdef inline dtype floating_dtype(PyObject* asked, str function):
    cdef dtype kind
    if asked != NULL:
        kind = <dtype>asked
        if not kind.isfloat or kind.iscomplex:
            raise OceanTypeError(f"{function}(): expected a real floating dtype, got {kind.name}")
        return kind
    kind = DEFAULT_DTYPE if DEFAULT_DTYPE is not None else <dtype?>need_dtype()
    return kind if kind.isfloat and not kind.iscomplex else kind_of(DOUBLE)


def floating_kind(dtype asked, str function not None):
    """The dtype of a draw of floating numbers: the given one, or the default."""
    return floating_dtype(NULL if asked is None else <PyObject*>asked, function)


cdef tensor new_result(dtype kind, object size, device where):
    cdef int64_t n[MAX_DIMS]
    if axes_in_size(size) is not None:
        return new_tensor(make_description(kind, size, None, where), None)
    return new_tensor(fortran(kind, where, read_size(size, n), n), None)


cdef tensor draw(generator self, int which, tensor out, object first, object second):
    """Fill a tensor; the parameters are scalars or tensors, or None if the distribution has fewer."""
    cdef PyObject* values[5]
    cdef drawing how = <drawing>DRAWINGS[which * DTYPES + out.desc.dtype.code]
    cdef scalar position = long_scalar(take(self, counters_for(out.desc.nelem, how.per_counter)))
    cdef int count = 3
    values[0] = <PyObject*>self.key_scalar
    values[1] = <PyObject*>position
    values[2] = <PyObject*>self.stream_scalar
    if first is not None:
        values[3] = <PyObject*>first
        count += 1
    if second is not None:
        values[4] = <PyObject*>second
        count += 1
    launch(how.op, count, values, out, 0, False)
    return out


cdef inline bint is_python_number(PyObject* value) noexcept:
    """Whether a parameter is a Python number, or not given."""
    return value == NULL or PyFloat_CheckExact(<object>value) or PyLong_CheckExact(<object>value)


cdef inline bint lazily(PyObject* value) noexcept:
    return value != NULL and <object>value is True


cdef scalar parameter(PyObject* value, double otherwise, dtype kind):
    cdef scalar self = make_scalar(kind)
    pack(kind.code, otherwise if value == NULL else <object>value, self.data)
    return self


cdef bint exists(int which, double first, double second) noexcept:
    """Whether the parameters are valid for a distribution."""
    if which == UNIFORM:
        return isfinite(second - first) and first <= second
    if which == BERNOULLI:
        return 0 <= first <= 1
    return second >= 0 if which == NORMAL else first >= 0


cdef object floating(PyObject** v, int which, str function, double first, bint single, double second):
    """The common body of distributions of floating numbers."""
    cdef int k = 3 if single else 4
    cdef dtype kind = floating_dtype(v[k], function)
    cdef scalar a, b = None
    if lazily(v[k + 2]) or not is_python_number(v[2]) or not (single or is_python_number(v[3])):
        return NotImplemented
    if which == UNIFORM and v[2] == NULL and v[3] == NULL:
        return draw(<generator>v[0], UNIT, new_result(kind, <object>v[1], device_of(v[k + 1])), None, None)
    a = parameter(v[2], first, kind)
    if not single:
        b = parameter(v[3], second, kind)
    if (v[2] != NULL or not single and v[3] != NULL) and not exists(
            which, unpack(kind.code, a.data), 0 if single else unpack(kind.code, b.data)):
        return NotImplemented
    return draw(<generator>v[0], which, new_result(kind, <object>v[1], device_of(v[k + 1])), a, b)


cdef object uniform_body(PyObject** v):
    return floating(v, UNIFORM, "uniform", 0, False, 1)


cdef object normal_body(PyObject** v):
    return floating(v, NORMAL, "normal", 0, False, 1)


cdef object exponential_body(PyObject** v):
    return floating(v, EXPONENTIAL, "exponential", 1, True, 0)


def fill(generator self not None, int which, tensor out not None, first=None, second=None):
    """Fill a tensor from a distribution whose parameters have been checked."""
    return draw(self, which, out, first, second)


cdef object integers_body(PyObject** v):
    cdef generator self = <generator>v[0]
    cdef dtype kind = <dtype>v[4] if v[4] != NULL else kind_of(INT64)
    cdef int64_t low = 0, span
    if (PyLong_CheckExact(<object>v[2]) and (v[3] == NULL or PyLong_CheckExact(<object>v[3])) and kind.code == INT64
            and not lazily(v[6])):
        start, stop = (0, <object>v[2]) if v[3] == NULL else (<object>v[2], <object>v[3])
        if -(1 << 62) < start < stop < 1 << 62:
            low, span = start, stop - start
            if span < <int64_t>1 << 32:
                return draw(self, INTEGERS, new_result(kind, <object>v[1], device_of(v[5])),
                            long_scalar(<uint64_t>low), long_scalar(span))
    return NotImplemented


cdef object bernoulli_body(PyObject** v):
    cdef dtype kind = <dtype>v[3] if v[3] != NULL else kind_of(BOOL)
    cdef scalar p
    if lazily(v[5]) or not is_python_number(v[2]):
        return NotImplemented
    p = parameter(v[2], 0, kind_of(DOUBLE))
    if not exists(BERNOULLI, unpack(DOUBLE, p.data), 0):
        return NotImplemented
    return draw(<generator>v[0], BERNOULLI, new_result(kind, <object>v[1], device_of(v[4])), p, None)


cdef dict BY_NAME = {"uniform": UNIFORM, "normal": NORMAL, "exponential": EXPONENTIAL, "integers": INTEGERS}


def draw_array(generator self not None, str name, size, tuple parameters, kind, where):
    """Draw an array from a distribution. The shape is an integer or integers, the parameters are Python numbers. None
    for the fallback: other arguments, or invalid parameters."""
    cdef int64_t n[MAX_DIMS]
    cdef double value[2]
    cdef scalar first = None, second = None
    cdef int64_t low = 0, high = 0
    cdef int which, ndims, k, count = len(parameters), overflow = 0
    found = BY_NAME.get(name)
    if found is None or type(kind) is not dtype or (where is None and DEFAULT_DEVICE is None) or count > 2:
        return None
    which = found
    ndims = quick_shape(size, n)
    if ndims < 0:
        return None
    if which == INTEGERS:
        if count != 2 or (<dtype>kind).code != INT64 or not (
                PyLong_CheckExact(parameters[0]) and PyLong_CheckExact(parameters[1])):
            return None
        low = PyLong_AsLongLongAndOverflow(parameters[0], &overflow)
        if not overflow:
            high = PyLong_AsLongLongAndOverflow(parameters[1], &overflow)
        if overflow or low >= high or <uint64_t>high - <uint64_t>low >= <uint64_t>1 << 32:
            return None
        first, second = long_scalar(low), long_scalar(<uint64_t>high - <uint64_t>low)
    else:
        if not (<dtype>kind).isfloat or (<dtype>kind).iscomplex or (count and (<dtype>kind).code != DOUBLE):
            return None
        for k in range(count):
            if not PyFloat_CheckExact(parameters[k]):
                return None
            value[k] = parameters[k]
        if count and (count != (1 if which == EXPONENTIAL else 2) or not exists(which, value[0], value[1])):
            return None
        if count == 0:
            if which == UNIFORM:
                which = UNIT
            else:
                value[0], value[1] = which == EXPONENTIAL, 1
                count = 1 if which == EXPONENTIAL else 2
        if count:
            first = real_scalar(<dtype>kind, value[0])
        if count == 2:
            second = real_scalar(<dtype>kind, value[1])
    if ndims > FEW_DIMS:
        return None
    where = DEFAULT_DEVICE if where is None else where
    return wrap(draw(self, which, new_tensor(fortran(<dtype>kind, <device?>where, ndims, n), None), first, second))


cdef scalar real_scalar(dtype kind, double value):
    cdef scalar self = make_scalar(kind)
    pack(kind.code, value, self.data)
    return self


# --- Sequences of their own --------------------------------------------------------------------------------------

def draw_each(generator self not None, int which, tensor result not None, tensor first not None,
              tensor second not None):
    """Fill a dense result of double or int64 on the host from a distribution with rejection: 0 gamma, 1 beta, 2
    poisson, 3 binomial. The parameters are dense doubles on the host: a single one, or one for each element."""
    cdef draws work
    cdef memory held = result.mem, one = first.mem, two = second.mem
    cdef int64_t pieces
    work.draw = DRAWS[which]
    work.count = result.desc.nelem
    work.key, work.position, work.stream = self.key, take(self, work.count), self.number
    work.whole = result.desc.dtype.code == INT64
    work.first = <const double*>(one.data + first.start)
    work.second = <const double*>(two.data + second.start)
    work.first_step = 0 if first.desc.nelem == 1 else 1
    work.second_step = 0 if second.desc.nelem == 1 else 1
    work.result = held.data + result.start
    pieces = (work.count + DRAWS_PIECE - 1) // DRAWS_PIECE
    with nogil:
        may_stop()
        in_threads(<task_fn>draw_piece, &work, pieces)
    check_stop()
    return result


# --- Permutations ------------------------------------------------------------------------------------------------

def permuted(generator self not None, int64_t count):
    """A vector of 0 to count - 1 in random order, on the host."""
    cdef int64_t n[1]
    cdef tensor result, words, choices
    cdef memory a, b, c
    cdef int64_t* values
    cdef buckets work
    cdef int64_t i
    n[0] = count
    result = new_tensor(fortran(kind_of(INT64), CPU, 1, n), None)
    words = draw(self, LONG_WORDS, new_tensor(fortran(kind_of(UINT64), CPU, 1, n), None), long_scalar(0),
                 long_scalar(0))
    a, b = result.mem, words.mem
    values = <int64_t*>(a.data + result.start)
    work.words = <const uint64_t*>(b.data + words.start)
    if count <= SHUFFLE_SMALL:
        with nogil:
            for i in range(count):
                values[i] = i
            shuffle(values, count, work.words)
        return result
    choices = draw(self, WORDS, new_tensor(fortran(kind_of(UINT8), CPU, 1, n), None), long_scalar(0), long_scalar(0))
    c = choices.mem
    work.values = values
    with nogil:
        fill_buckets(&work, values, count, <const uint8_t*>(c.data + choices.start))
        may_stop()
        in_threads(<task_fn>shuffle_bucket, &work, SHUFFLE_BUCKETS)
    check_stop()
    return result


# --- Methods -----------------------------------------------------------------------------------------------------

publish(generator, "ocean.random.generator", make_generator)
publish(blocks_plan, "ocean.blocks_plan")
publish(blocks_family, "ocean.blocks_family")

cdef dict PAIR = {"low": "value", "high": "value", "lazy": "bool"}

compiled("uniform(size [,low, high] [,dtype] [,device] [,lazy]) -> tensor",
         """numbers from low (0) to below high (1), equally likely; one bound is high.

The parameters may be tensors that are broadcast to the size. A lazy result is an r-tensor that computes them when they
are needed.""", uniform_body, generator, PAIR)

compiled("normal(size [,mean [,stdev]] [,dtype] [,device] [,lazy]) -> tensor",
         "normally distributed numbers with a mean (0) and a standard deviation (1).", normal_body, generator,
         {"mean": "value", "stdev": "value", "lazy": "bool"})

compiled("exponential(size [,scale] [,dtype] [,device] [,lazy]) -> tensor",
         "exponentially distributed numbers with a mean (1).", exponential_body, generator,
         {"scale": "value", "lazy": "bool"})

compiled("integers(size, low [,high] [,dtype] [,device] [,lazy]) -> tensor",
         """integers from low to below high, equally likely; with one bound, from 0 to below that.

The probabilities of two integers differ by at most one part in 2**32.""", integers_body, generator,
         {"high": "number or list or tensor", "lazy": "bool"})

compiled("bernoulli(size, p [,dtype] [,device] [,lazy]) -> tensor",
         "True with a probability; of another dtype, 1 and 0.", bernoulli_body, generator, {"lazy": "bool"})

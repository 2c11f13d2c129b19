# cython: auto_pickle=False
"""The work of OpenCL devices: queues, memory, and plans of kernel launches, by direct calls of the driver.

pyopencl finds devices, builds programs and makes buffers and queues; the functions are those of the library that it
has loaded. A stream has a `line`: an in-order command queue, taken from a pool for the first work. Work that touches
memory of another line waits, by events, for the work queued there, and later writes there wait for it. The host waits
only when it reads. One thread at a time talks to the driver: the one that holds the device's lock.

Plans are launches of kernels. Families (families.pxi) fit the launches of elementwise programs and reductions to new
sizes and strides.
"""

import os

from cpython.buffer cimport PyBUF_CONTIG, PyBUF_CONTIG_RO, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

cimport cython

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanError, OceanMemoryError

from ocean._src.core.objects.description cimport (
    FEW_DIMS, broadcast_to, description, fortran, dense_by_strides, ordered_like, self_overlap, with_axes, without_axes)
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device, memory, queue
from ocean._src.core.objects.tensor cimport (
    BROADCASTING, MAX_OPERANDS, ROOM, describe_family, describe_plan, family, joint_size, operand, operation, plan,
    variant)
from ocean._src.core.objects.tensor import AXES, ELEMENTS, EVERYTHING, KEEPDIMS

cdef int FITS_AXES = AXES, FITS_ALL = EVERYTHING        # see `make_operation`
cdef int64_t EXTRA_KEEPDIMS = KEEPDIMS

cdef extern from "nest.h" nogil:
    ctypedef struct view_t:
        int ndims
        const int64_t* n
        const int64_t* s
    ctypedef int64_t loop_row[MAX_OPERANDS]
    int64_t view_stride(const view_t*, int) noexcept
    int64_t magnitude(int64_t) noexcept
    void turn_forward(int64_t, int64_t*, int, int64_t*) noexcept
    void sort_loops(int64_t*, loop_row*, int, int) noexcept
    int merge_loops(int64_t*, loop_row*, int, int) noexcept
    int cross_loops(int64_t*, loop_row*, int, int) noexcept

# --- The driver's functions --------------------------------------------------------------------------------------

NAMES = ("clSetKernelArg", "clEnqueueNDRangeKernel", "clEnqueueReadBuffer", "clEnqueueWriteBuffer",
         "clEnqueueCopyBuffer", "clEnqueueFillBuffer", "clWaitForEvents", "clGetEventInfo", "clRetainEvent",
         "clReleaseEvent", "clFlush", "clCreateBuffer", "clReleaseMemObject")

ctypedef int (*transfer_fn)(void*, void*, unsigned int, size_t, size_t, void*, unsigned int, void**,
                            void**) noexcept nogil
ctypedef int (*object_fn)(void*) noexcept nogil


cdef struct functions:                  # in the order of NAMES
    int (*set_argument)(void*, unsigned int, size_t, const void*) noexcept nogil
    int (*launch)(void*, void*, unsigned int, const size_t*, const size_t*, const size_t*, unsigned int, void**,
                  void**) noexcept nogil
    transfer_fn read
    transfer_fn write
    int (*copy)(void*, void*, void*, size_t, size_t, size_t, unsigned int, void**, void**) noexcept nogil
    int (*fill)(void*, void*, const void*, size_t, size_t, size_t, unsigned int, void**, void**) noexcept nogil
    int (*wait)(unsigned int, void**) noexcept nogil
    int (*event_info)(void*, unsigned int, size_t, void*, size_t*) noexcept nogil
    object_fn retain
    object_fn release
    object_fn flush
    void* (*create)(void*, unsigned long, size_t, void*, int*) noexcept nogil
    object_fn release_buffer


cdef enum:
    SUCCESS = 0
    FAILED = -1                         # the status of events: failed if it is this or less
    COMPLETE = 0
    PENDING = 1                         # not complete if it is this or more
    NO_MEMORY = -4                      # the driver has no memory for a buffer
    NO_HOST_MEMORY = -6
    EVENT_STATUS = 0x11D3
    CONSTANT = 4 | 32                   # flags of a buffer: read-only, filled from the host

cdef functions CL
cdef bint FORKED = False


def use_functions(address):
    """Load the functions of a driver; `address(name)` gives the address of one."""
    cdef int k
    for k in range(len(NAMES)):
        (<size_t*>&CL)[k] = address(NAMES[k])


def forked():
    """Called in a child after a fork, where the driver has no threads."""
    global FORKED
    FORKED = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forked)


# --- Events and lines --------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class event:
    """An event of the driver."""
    cdef void* handle

    def __dealloc__(self):
        if self.handle != NULL and not FORKED:
            CL.release(self.handle)

    @property
    def done(self):
        """Whether the work is done or has failed."""
        return status(self) <= COMPLETE


cdef event new_event(void* handle):
    cdef event self = event.__new__(event)
    self.handle = handle
    return self


def event_at(size_t handle):
    """The event with a handle, which another library may have made."""
    CL.retain(<void*>handle)
    return new_event(<void*>handle)


cdef inline int status(event self) noexcept:
    cdef int found = COMPLETE
    CL.event_info(self.handle, EVENT_STATUS, sizeof(int), &found, NULL)
    return found


cdef inline bint over(event self) noexcept:
    """Whether the work is done and can be forgotten. CL_COMPLETE does not imply visibility, so it also waits."""
    return status(self) == COMPLETE and CL.wait(1, &self.handle) == SUCCESS


cdef int all_status(list events):
    """The status of all events: PENDING, FAILED or COMPLETE."""
    cdef event each
    cdef int found = COMPLETE
    for each in events:
        if status(each) > COMPLETE:
            return PENDING
        if status(each) < COMPLETE:
            found = FAILED
    return found


@cython.final
cdef class lines:
    """The command queues of a device. Idle queues are reused once their work is done."""
    cdef readonly list idle             # of (queue, events)
    cdef object new

    def __init__(self, new):
        """`new()` is a queue of pyopencl."""
        self.new = new
        self.idle = []

    cdef object take(self):
        cdef Py_ssize_t k = 0
        cdef int found
        while k < len(self.idle):
            found = all_status(self.idle[k][1])
            if found == COMPLETE:
                return self.idle.pop(k)[0]
            if found == FAILED:         # some drivers never run anything again on such a queue
                del self.idle[k]
            else:
                k += 1
        return self.new()


cdef int64_t LINES = 0


cdef enum:
    MANY = 32       # the limit of other lines that a line keeps before it drops those that are done


@cython.final
@cython.no_gc
cdef class line:
    """The work of one stream."""
    cdef lines pool
    cdef object key                     # a unique number
    cdef object queue                   # of pyopencl; None before the first work
    cdef void* handle
    cdef event last                     # of the newest work; None: it is done
    cdef readonly dict waits            # the events that the next work waits for: of other lines that touch the memory
    cdef dict writers                   # those of writers, for which readers wait, too

    def __init__(self, lines pool):
        global LINES
        LINES += 1
        self.pool = pool
        self.key = LINES
        self.waits = {}
        self.writers = {}

    def __dealloc__(self):
        if self.queue is not None:
            self.pool.idle.append((self.queue, self.events()))

    cpdef list events(self):
        """The events of all work that is not done."""
        cdef list found = list(self.waits.values())
        if self.last is not None:
            found.append(self.last)
        return found

    cdef void* open(self) except NULL:
        """The queue."""
        if self.handle == NULL:
            self.queue = self.pool.take()
            self.handle = <void*><size_t>self.queue.int_ptr
        return self.handle

    cdef int forget(self) except -1:
        """Drop the events of other lines whose work is done."""
        self.waits = {key: each for key, each in self.waits.items() if not over(<event>each)}
        self.writers = {key: each for key, each in self.writers.items() if key in self.waits}
        return 0


cdef inline line line_of(queue self):
    """The line of a stream."""
    cdef line made
    if self.work is None:
        made = line((<queues>self.device.queues).lines)
        if self.work is None:           # another thread may have set its own
            self.work = made
    return <line>self.work


# --- Commands ----------------------------------------------------------------------------------------------------

cdef struct command:
    PyObject* line                      # the line on which it is queued
    void* queue
    int count
    PyObject* others[MAX_OPERANDS]      # other lines whose memory it touches
    bint written[MAX_OPERANDS]
    unsigned int waits, room
    void** waiting                      # events
    void* few[16]
    void* made                          # its own event


cdef int begin(queues self, command* c, memory target) except -1:
    """Begin a command on the line of a memory; takes the lock of the device."""
    cdef line own = line_of(target.queue)       # the memory holds it
    start(self)
    c.line = <PyObject*>own
    c.count = 0
    c.waits = 0
    c.waiting = c.few
    c.room = sizeof(c.few) // sizeof(void*)
    return 0


cdef int end(queues self, command* c) except -1:
    if c.waiting != c.few:
        PyMem_Free(c.waiting)
    self.release()
    return 0


cdef inline void** waits_of(command* self) noexcept:
    return self.waiting if self.waits else NULL


cdef inline void touch(command* self, line other, bint written) noexcept:
    """Note that the command reads or writes memory of a line."""
    cdef int k
    if <PyObject*>other == self.line:
        return
    for k in range(self.count):
        if self.others[k] == <PyObject*>other:
            self.written[k] = self.written[k] or written
            return
    self.others[self.count] = <PyObject*>other
    self.written[self.count] = written
    self.count += 1


cdef int wait_for(command* self, event each) except -1:
    cdef void** more
    if self.waits == self.room:
        more = <void**>PyMem_Malloc(2 * self.room * sizeof(void*))
        if more == NULL:
            raise MemoryError
        memcpy(more, self.waiting, self.room * sizeof(void*))
        if self.waiting != self.few:
            PyMem_Free(self.waiting)
        self.waiting = more
        self.room *= 2
    self.waiting[self.waits] = each.handle
    self.waits += 1
    return 0


cdef int gather(queues where, command* self) except -1:
    """Collect the events that the command waits for. Their lines hold them: no other code may run until it is
    queued."""
    cdef line own = <line>self.line, other
    cdef int k
    self.queue = own.open()
    sound(where, own)
    for each in own.waits.values():
        wait_for(self, <event>each)
    for k in range(self.count):
        other = <line>self.others[k]
        if other.last is not None:
            sound(where, other)
            if over(other.last):
                other.last = None
            else:
                wait_for(self, other.last)
        for key, each in (other.waits if self.written[k] else other.writers).items():
            if key is not own.key:      # earlier work on the same line comes first anyway
                wait_for(self, <event>each)
    return 0


cdef int sound(queues where, line self) except -1:
    """Raise if the work of a line has failed, because its results are undefined."""
    if self.last is not None and status(self.last) < COMPLETE:
        failed(where, "Work that was queued before", status(self.last))
    return 0


cdef event queued(command* self):
    """Record a queued command, and flush its queue at once, so that others may wait for its event."""
    cdef line own = <line>self.line, other
    cdef event made = new_event(self.made)
    cdef int k
    CL.flush(self.queue)
    own.last = made
    if own.waits:
        own.waits.clear()
        own.writers.clear()
    for k in range(self.count):
        other = <line>self.others[k]
        other.waits[own.key] = made
        if self.written[k]:
            other.writers[own.key] = made
        if len(other.waits) > MANY:
            other.forget()
    self.waits = 0                      # later work on this line need not wait again
    return made


# --- Memory ------------------------------------------------------------------------------------------------------

cdef inline void* handle_of(memory mem) noexcept:
    return (<block>mem.block).chunk.handle


cdef enum:
    SMALLEST = 256
    LOOKED_AT = 32                      # the number of kept buffers that are searched for one of the same line


cpdef int64_t rounded(int64_t nbytes) except -1:
    """The size of the block for a number of bytes: at most a quarter more.

    >>> rounded(1), rounded(1000), rounded(10**6)
    (256, 1024, 1048576)
    """
    cdef int64_t step = SMALLEST
    if nbytes <= SMALLEST:
        return SMALLEST
    while step << 3 < nbytes:
        step <<= 1
    return (nbytes + step - 1) // step * step


@cython.final
@cython.no_gc
cdef class chunk:
    """A buffer of the driver, which is reused by one block after another."""
    cdef object buffer                  # of pyopencl
    cdef void* handle
    cdef int64_t size
    cdef line line                      # of the block that was dropped
    cdef object key                     # of the line of the last block
    cdef list events                    # the events of that line


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class block:
    """Bytes on a device; the buffer returns to the allocator with the last reference."""
    cdef chunk chunk
    cdef line line
    cdef blocks home                    # None: the buffer belongs to another library
    cdef object owner                   # is released with the block

    def __dealloc__(self):
        if self.home is not None:
            self.chunk.line = self.line
            self.home.dropped.append(self.chunk)

    @property
    def buffer(self):
        """The buffer of pyopencl."""
        return self.chunk.buffer


cdef chunk new_chunk(object buffer, int64_t size):
    cdef chunk self = chunk.__new__(chunk)
    self.buffer = buffer
    self.handle = <void*><size_t>buffer.int_ptr
    self.size = size
    return self


def borrowed_block(buffer, owner):
    """A block on a buffer of another library."""
    cdef block self = block.__new__(block)
    self.chunk = new_chunk(buffer, 0)
    self.owner = owner
    return self


@cython.final
cdef class blocks:
    """The allocator of a device: freed blocks are kept and used again.

    A block may be freed while work on it is still queued. The line of its memory orders all that work, so the same line
    may reuse the block at once, and another line waits for the events of that line.

    Any thread may drop blocks at any moment, also the garbage collector during an allocation. So dropped blocks go into
    a list, which `collect` empties under the device's lock.
    """
    cdef str name
    cdef object new
    cdef object failure
    cdef public int64_t total, largest
    cdef readonly int64_t used, kept, peak
    cdef list dropped
    cdef dict free                      # chunks by their size

    def __init__(self, str name, new, failure, int64_t total, int64_t largest):
        """`new(size)` makes a buffer of pyopencl; `failure` is the class of its error if there is no memory."""
        self.name, self.new, self.failure, self.total, self.largest = name, new, failure, total, largest
        self.dropped = []
        self.free = {}

    cdef block take(self, int64_t nbytes, line where):
        """Take a block for the work of a line."""
        cdef block self_made
        cdef chunk found
        cdef list free
        cdef Py_ssize_t k, least
        cdef int64_t size = rounded(nbytes)
        if self.dropped:
            self.collect()
        free = <list>self.free.get(size)
        if free:
            k, least = len(free) - 1, len(free) - LOOKED_AT
            while k and (<chunk>free[k]).key is not where.key:  # one of the same line needs no waiting; else the oldest
                k = k - 1 if k > least else 0
            found = <chunk>free.pop(k)
            self.kept -= size
            if found.key is not where.key:
                for each in found.events:
                    if status(<event>each) >= COMPLETE and not over(<event>each):     # failed work is over, too
                        where.waits[(found.key, id(each))] = each
            found.events = None
        else:
            found = new_chunk(self.made(nbytes, size), size)
        self.used += size
        self.peak = max(self.peak, self.used)
        self_made = block.__new__(block)
        self_made.chunk = found
        self_made.line = where
        self_made.home = self
        return self_made

    cdef object made(self, int64_t nbytes, int64_t size):
        if self.used + self.kept + size > self.total:
            self.trim()
        if size > self.largest or self.used + size > self.total:
            raise self.full(nbytes)
        try:
            return self.new(size)
        except self.failure:
            self.trim()
        try:
            return self.new(size)
        except self.failure:
            raise self.full(nbytes) from None

    cdef object full(self, int64_t nbytes):
        limit = f"; one block has at most {self.largest}" if rounded(nbytes) > self.largest else ""
        return OceanMemoryError(
            f"There is not enough memory for {nbytes} bytes on device {self.name}: {self.used} of {self.total} bytes "
            f"are in use{limit}")

    cpdef collect(self):
        """Take back the buffers of dropped blocks."""
        cdef chunk found
        while self.dropped:
            found = <chunk>self.dropped.pop()
            self.used -= found.size
            self.kept += found.size
            found.key = found.line.key
            found.events = found.line.events()
            found.line = None
            self.free.setdefault(found.size, []).append(found)

    cpdef trim(self):
        """Give all free blocks back to the driver, which keeps those that are still in use."""
        self.collect()
        self.free.clear()
        self.kept = 0


# --- Devices -----------------------------------------------------------------------------------------------------

STAGING = 1 << 26       # the default limit of a staging buffer, in bytes
MOST_STAGED = 1 << 28   # the host waits if transfers still read more bytes of staging buffers than this


@cython.final
cdef class queues:
    """All queued work of a device. As a context manager it holds the device's lock, and adds the device to errors of
    the driver."""
    cdef device device
    cdef readonly lines lines
    cdef readonly blocks blocks
    cdef readonly object lock
    cdef readonly list staging          # (buffer, event of the transfer that reads it), the oldest first
    cdef object driver                  # the module pyopencl
    cdef object context
    cdef void* context_handle
    cdef object acquire, release        # the lock's

    def __init__(self, device where not None, driver, context, found, lock):
        """`found` is the device of pyopencl."""
        self.device, self.driver, self.context = where, driver, context
        self.context_handle = <void*><size_t>context.int_ptr
        self.lines = lines(lambda: driver.CommandQueue(context, found))
        self.blocks = blocks(
            where.name, lambda size: driver.Buffer(context, driver.mem_flags.READ_WRITE, size), driver.MemoryError,
            found.global_mem_size, found.max_mem_alloc_size)
        self.lock, self.acquire, self.release = lock, lock.acquire, lock.release
        self.staging = []

    def __enter__(self):
        start(self)

    def __exit__(self, kind, error, traceback):
        self.release()
        if error is not None:
            told(self, error)

    def line(self, queue of not None):
        """The line of a stream."""
        return line_of(of)

    def allocate(self, Py_ssize_t nbytes, queue of not None):
        start(self)
        try:
            return self.blocks.take(nbytes, line_of(of))
        except Exception as error:
            told(self, error)
            raise
        finally:
            self.release()

    def fill(self, memory target not None, Py_ssize_t offset, Py_ssize_t nbytes, int byte):
        cdef command c
        cdef char pattern = <char>byte
        if nbytes == 0:
            return
        begin(self, &c, target)
        try:
            gather(self, &c)
            sent(self, "clEnqueueFillBuffer", &c, CL.fill(
                c.queue, handle_of(target), &pattern, 1, offset, nbytes, c.waits, waits_of(&c), &c.made))
        finally:
            end(self, &c)

    def read(self, memory source not None, Py_ssize_t offset, into):
        cdef command c
        cdef Py_buffer view
        cdef event made
        PyObject_GetBuffer(into, &view, PyBUF_CONTIG)
        try:
            if view.len == 0:
                return
            begin(self, &c, source)
            try:
                gather(self, &c)
                made = sent(self, "clEnqueueReadBuffer", &c, CL.read(
                    c.queue, handle_of(source), False, offset, view.len, view.buf, c.waits, waits_of(&c), &c.made))
            finally:
                end(self, &c)
            wait(self, made)
        finally:
            PyBuffer_Release(&view)

    def write(self, memory target not None, Py_ssize_t offset, source):
        """Stage the bytes, so that the host may change its own at once."""
        cdef Py_buffer view
        cdef Py_ssize_t limit = self.device.buffer_limit or <Py_ssize_t>STAGING, at = 0, nbytes
        PyObject_GetBuffer(source, &view, PyBUF_CONTIG_RO)
        try:
            while at < view.len:
                nbytes = min(limit, view.len - at)
                write_piece(self, target, offset + at, <char*>view.buf + at, nbytes)
                at += nbytes
        finally:
            PyBuffer_Release(&view)

    def copy(self, memory target not None, Py_ssize_t to, memory source not None, Py_ssize_t first, Py_ssize_t nbytes):
        """Copy bytes on the line of the target; ranges of one buffer may overlap."""
        cdef command c
        cdef block scratch
        begin(self, &c, target)
        try:
            touch(&c, line_of(source.queue), False)
            if target.block is source.block and abs(to - first) < nbytes:
                scratch = self.blocks.take(nbytes, <line>c.line)
                gather(self, &c)
                copy_bytes(self, &c, scratch.chunk.handle, 0, handle_of(source), first, nbytes)
                copy_bytes(self, &c, handle_of(target), to, scratch.chunk.handle, 0, nbytes)
            else:
                gather(self, &c)
                copy_bytes(self, &c, handle_of(target), to, handle_of(source), first, nbytes)
        except Exception as error:
            told(self, error)
            raise
        finally:
            end(self, &c)

    def synchronise(self, queue of not None):
        """Wait until all work on a stream is done."""
        cdef event each
        cdef list events
        if of.work is None:
            return
        start(self)
        events = (<line>of.work).events()
        self.release()
        for each in events:
            wait(self, each)


cdef inline int start(queues self) except -1:
    if FORKED:
        raise OceanError(
            f"Device {self.device.name} cannot be used after a fork: the driver's threads stay in the parent. Start "
            "processes with multiprocessing's 'spawn' or 'forkserver', and move tensors to the cpu to share them")
    self.acquire()
    return 0


cdef int told(queues self, error) except -1:
    """Raise an error of pyopencl as one of ours."""
    if isinstance(error, self.driver.MemoryError):
        raise out_of_memory(self, str(error)) from None
    if isinstance(error, self.driver.Error):
        raise OceanError(f"Device {self.device.name} failed: {error}") from None
    return 0


cdef out_of_memory(queues self, str text):
    """The error that the driver has no memory; frees the blocks that are kept for reuse."""
    self.blocks.trim()
    return OceanMemoryError(
        f"Device {self.device.name} ran out of memory: {self.blocks.used} of {self.blocks.total} bytes are in use "
        f"({text})")


cdef event sent(queues self, str name, command* c, int code):
    """Finish a command: record it, or raise if the driver has refused it."""
    if code != SUCCESS:
        failed(self, name, code)
    return queued(c)


cdef int failed(queues self, str name, int code) except -1:
    text = f"{name} failed: {self.driver.status_code.to_string(code)}"
    if code == NO_MEMORY or code == NO_HOST_MEMORY:
        raise out_of_memory(self, text)
    raise OceanError(f"Device {self.device.name} failed: {text}")


cdef int wait(queues self, event each) except -1:
    """Wait without holding the lock of the device; then drop staging buffers that are no longer needed."""
    cdef int code
    with nogil:
        code = CL.wait(1, &each.handle)
    if code != SUCCESS:
        failed(self, "clWaitForEvents", code)
    if len(self.staging) > self.device.buffer_count:
        start(self)
        try:
            keep_staging(self, self.device.buffer_count)
        finally:
            self.release()
    return 0


cdef int write_piece(queues self, memory target, Py_ssize_t offset, const char* piece, Py_ssize_t nbytes) except -1:
    """Queue a transfer from a staging buffer."""
    cdef command c
    cdef bytearray staged
    cdef event made
    begin(self, &c, target)
    try:
        while sum([len(each[0]) for each in self.staging]) > <Py_ssize_t>MOST_STAGED:
            made = <event>self.staging[0][1]
            self.release()
            try:
                wait(self, made)
            finally:
                self.acquire()
            keep_staging(self, 0)
        staged = staging_for(self, nbytes)
        memcpy(PyByteArray_AS_STRING(staged), piece, nbytes)
        gather(self, &c)
        made = sent(self, "clEnqueueWriteBuffer", &c, CL.write(
            c.queue, handle_of(target), False, offset, nbytes, PyByteArray_AS_STRING(staged), c.waits, waits_of(&c),
            &c.made))
        self.staging.append((staged, made))
        keep_staging(self, self.device.buffer_count)
    finally:
        end(self, &c)
    return 0


cdef bytearray staging_for(queues self, Py_ssize_t nbytes):
    """A staging buffer that no transfer reads, or a new one."""
    cdef Py_ssize_t k
    for k in range(len(self.staging)):
        if len(self.staging[k][0]) >= nbytes and status(<event>self.staging[k][1]) <= COMPLETE:
            return self.staging.pop(k)[0]
    return bytearray(nbytes)


cdef int keep_staging(queues self, Py_ssize_t most) except -1:
    """Drop surplus staging buffers, except those that transfers still read."""
    cdef Py_ssize_t k = 0, spare = len(self.staging) - most
    while spare > 0 and k < len(self.staging):
        if status(<event>self.staging[k][1]) <= COMPLETE:
            del self.staging[k]
            spare -= 1
        else:
            k += 1
    return 0


cdef int copy_bytes(queues self, command* c, void* into, Py_ssize_t to, void* of, Py_ssize_t first,
                    Py_ssize_t nbytes) except -1:
    sent(self, "clEnqueueCopyBuffer", c, CL.copy(
        c.queue, of, into, first, to, nbytes, c.waits, waits_of(c), &c.made))
    return 0


# --- Plans -------------------------------------------------------------------------------------------------------

cdef enum:
    NUMBER_BYTES = 16


cdef struct launch_t:                   # a launch without its table: see `Launch` in kernels/opencl/work.py
    void* kernel
    int pointers, numbers
    int places[MAX_OPERANDS]            # operands of the plan, or -1 - i for scratch buffer i
    int64_t shifts[MAX_OPERANDS]
    int given[MAX_OPERANDS]             # the operand of each number, or -1: a known number
    size_t items, local


cdef void* new_table(queues self, const int64_t* words, Py_ssize_t count) except NULL:
    """A small buffer with the sizes and strides for a kernel. The caller releases it, even while it is in use."""
    cdef int code = SUCCESS, attempt
    cdef void* made
    for attempt in range(2):
        made = CL.create(self.context_handle, CONSTANT, count * sizeof(int64_t), <void*>words, &code)
        if code == SUCCESS:
            return made
        self.blocks.trim()
    failed(self, "clCreateBuffer", code)


cdef enum:
    RETIRED_TABLES = 256

cdef void* RETIRED[RETIRED_TABLES]
cdef int RETIRED_LAST = 0


cdef void retire(void* table) noexcept:
    """Release a table after many later ones. At once would be safe, but then a thread of the driver would free it after
    the kernel."""
    global RETIRED_LAST
    cdef void* former = RETIRED[RETIRED_LAST]
    RETIRED[RETIRED_LAST] = table
    RETIRED_LAST = (RETIRED_LAST + 1) % RETIRED_TABLES
    if former != NULL:
        CL.release_buffer(former)


cdef int enqueue(launch_t* self, void* table, const char* known, tuple operands, operand* at, list scratch,
                 command* c) noexcept:
    """Set the arguments and queue the kernel, without Python code in between; returns the driver's status. `operands`
    are descriptions; None: those of the operands themselves."""
    cdef char arguments[MAX_OPERANDS * 8 + MAX_OPERANDS * NUMBER_BYTES]
    cdef int64_t* offsets = <int64_t*>arguments
    cdef char* bytes_ = arguments + 8 * self.pointers
    cdef PyObject* desc
    cdef void* buffer
    cdef int k, place, code
    for k in range(self.pointers):
        place = self.places[k]
        offsets[k] = self.shifts[k]
        if place < 0:
            buffer = (<block>scratch[-1 - place]).chunk.handle
        else:
            buffer = handle_of(<memory>at[place].mem)
            desc = at[place].desc if operands is None else <PyObject*>operands[place]
            if (<description>desc).nelem:       # without elements the address of the first may be invalid
                offsets[k] += at[place].offset
        code = CL.set_argument(self.kernel, k, sizeof(void*), &buffer)
        if code != SUCCESS:
            return code
    for k in range(self.numbers):
        place = self.given[k]
        if place < 0:
            memcpy(bytes_, known + k * NUMBER_BYTES, NUMBER_BYTES)
        else:
            desc = at[place].desc if operands is None else <PyObject*>operands[place]
            memset(bytes_, 0, NUMBER_BYTES)
            memcpy(bytes_, at[place].number, (<description>desc).dtype.size)
        bytes_ += NUMBER_BYTES
    code = CL.set_argument(self.kernel, self.pointers, sizeof(void*), &table)
    if code == SUCCESS:
        code = CL.set_argument(self.kernel, self.pointers + 1, bytes_ - arguments, arguments)
    if code == SUCCESS:
        code = CL.launch(c.queue, self.kernel, 1, NULL, &self.items, &self.local, c.waits, waits_of(c), &c.made)
    return code


cdef int send(queues where, launch_t* self, void* table, const char* known, tuple operands, operand* at, list scratch,
              command* c) except -1:
    cdef int code = enqueue(self, table, known, operands, at, scratch, c)
    if code == NO_MEMORY:               # some drivers allocate the memory of buffers only now
        where.blocks.trim()
        code = enqueue(self, table, known, operands, at, scratch, c)
    sent(where, "clEnqueueNDRangeKernel", c, code)
    return 0


@cython.final
cdef class kernel_launch:
    """A launch of a kernel, with its table and known numbers: see `Launch` in kernels/opencl/work.py."""
    cdef object kernel                  # of pyopencl
    cdef void* table
    cdef launch_t launch
    cdef char known[MAX_OPERANDS][NUMBER_BYTES]

    def __init__(self, queues where not None, kernel, bytes table not None, operands, shifts, numbers, size_t items,
                 size_t local):
        cdef launch_t* launch = &self.launch
        cdef int k
        if len(operands) > MAX_OPERANDS or len(numbers) > MAX_OPERANDS:
            raise OceanError(f"A kernel has at most {MAX_OPERANDS} operands")
        self.kernel = kernel
        launch.kernel = <void*><size_t>kernel.int_ptr
        launch.pointers, launch.numbers = len(operands), len(numbers)
        for k in range(launch.pointers):
            launch.places[k], launch.shifts[k] = operands[k], shifts[k]
        for k in range(launch.numbers):
            if isinstance(numbers[k], bytes):
                launch.given[k] = -1
                memcpy(self.known[k], <const char*><bytes>numbers[k], len(numbers[k]))
            else:
                launch.given[k] = numbers[k]
        launch.items, launch.local = items, local
        self.table = new_table(where, <const int64_t*><const char*>table, len(table) // sizeof(int64_t))

    def __dealloc__(self):
        if self.table != NULL and not FORKED:
            retire(self.table)


@cython.final
cdef class opencl_plan(plan):
    """A sequence of kernel launches, with scratch buffers."""
    cdef queues queues
    cdef list launches
    cdef list scratch                   # sizes in bytes
    cdef int results                    # the number of operands that are written

    cdef int run(self, operand* at) except -1:
        cdef command c
        cdef list scratch = None
        cdef kernel_launch each
        cdef int k
        if self.result.nelem == 0:
            return 0
        begin(self.queues, &c, <memory>at[0].mem)
        try:
            if self.scratch:
                scratch = [self.queues.blocks.take(size, <line>c.line) for size in self.scratch]
            for k in range(len(self.operands)):
                if at[k].mem != NULL:
                    touch(&c, line_of((<memory>at[k].mem).queue), k < self.results)
            gather(self.queues, &c)
            for each in self.launches:
                send(self.queues, &each.launch, each.table, each.known[0], self.operands, at, scratch, &c)
        except Exception as error:
            told(self.queues, error)
            raise
        finally:
            end(self.queues, &c)
        return 0


def make_opencl_plan(queues where not None, tuple operands not None, int results, launches, scratch, kind=None):
    """A plan that runs kernels; the first `results` operands are written. `kind` is its family, if there is one."""
    cdef opencl_plan self = opencl_plan.__new__(opencl_plan)
    describe_plan(self, operands, where.device)
    self.queues = where
    self.results = results
    self.launches = list(launches)
    self.scratch = list(scratch)
    self.family = kind
    return self


publish(opencl_plan, "ocean.opencl_plan")


# --- Fitting elementwise kernels to sizes ------------------------------------------------------------------------
# The kernels and their tables are those of kernels/opencl/elementwise.py.

cdef enum:
    FLAT = 0                            # kinds of kernels
    ROWS = 1
    MOST_ITEMS = 64                     # work items of a large job on a processor: several for each thread
    LEAST_ELEMENTS = 4096               # elements of such a work item, at least
    STREAMED_BYTES = 32 << 20           # bytes of results that exceed the caches
    GROUPS = 64                         # work groups of a large job for each compute unit of other devices
    TILE = 64                           # rows of a tile, if operands run in different directions
    TILE_BYTES = 1 << 12
    SMALL_GRID = 65534                  # PoCL uses the same machine code for up to these work items; see docs/gpu.md
    TABLE_WORDS = 6 + MAX_OPERANDS + (FEW_DIMS - 1) * (1 + MAX_OPERANDS)


cdef struct traits_t:                   # see `Traits` in kernels/opencl/work.py
    bint host_like
    int64_t units, local


cdef struct nest_t:                     # loops over the operands in memory, and the index
    int dims, walked, tiled, kind
    int64_t n[FEW_DIMS]
    loop_row strides[FEW_DIMS]
    int64_t shifts[MAX_OPERANDS]


cdef struct fitted_t:                   # a launch, and its table
    launch_t launch
    int words
    int64_t table[TABLE_WORDS]


cdef inline int64_t parts_of(int64_t length, int64_t part) noexcept:
    return (length + part - 1) // part


cdef void fit_nest(nest_t* self, int ndims, const int64_t* n, const view_t* views, int count, const int64_t* sizes,
                   bint indexed) noexcept:
    """The loops over operands in memory; the first is a result. There is at least one element."""
    cdef int64_t step = 1
    cdef int64_t* strides
    cdef int d, k
    self.dims, self.walked = 0, count + indexed
    memset(self.shifts, 0, sizeof(self.shifts))
    for d in range(ndims):
        if n[d] != 1:
            strides = self.strides[self.dims]
            for k in range(count):
                strides[k] = view_stride(&views[k], d)
            if indexed:
                strides[count] = step
            if strides[0]:              # an element that the result repeats is written once
                self.n[self.dims] = n[d]
                self.dims += 1
                if not indexed:         # the index goes forward already
                    turn_forward(n[d], strides, count, self.shifts)
        step *= n[d]
    sort_loops(self.n, self.strides, self.dims, self.walked)
    self.dims = merge_loops(self.n, self.strides, self.dims, self.walked)
    self.tiled = cross_loops(self.n, self.strides, self.dims, self.walked)
    self.kind = FLAT if self.dims <= 1 else ROWS
    if self.dims == 1:
        for k in range(self.walked):
            if self.strides[0][k] != (sizes[k] if k < count else 1):
                self.kind = ROWS


cdef int fill_flat(launch_t* self, int64_t* table, int64_t length, int64_t width, int64_t size,
                   traits_t* traits) noexcept:
    """Fill the table of `flat` for results of `size` bytes per element, and the sizes of the launch."""
    cdef int64_t vectors = parts_of(length, width), each = 1, far = vectors, step = 1
    if traits.host_like:
        each = far = parts_of(vectors, max(1, min(<int64_t>MOST_ITEMS, length // LEAST_ELEMENTS)))
        self.items, self.local = parts_of(vectors, each), 1
    else:
        step = min(parts_of(vectors, traits.local), GROUPS * traits.units) * traits.local
        self.items, self.local = step, traits.local
    table[0], table[1], table[2], table[3], table[4] = vectors, each, far, step, length
    table[5] = length * size >= STREAMED_BYTES
    return 6


cdef int fill_rows(launch_t* self, int64_t* table, nest_t* nest, int64_t width, traits_t* traits) noexcept:
    """Fill the table of `rows`, and the sizes of the launch: the rows of a group, and the elements of each; a range of
    rows if there are many."""
    cdef int64_t length = nest.n[0], rows = 1, block = 1, piece, pieces, items
    cdef int64_t* words = table
    cdef int d
    for d in range(1, nest.dims):
        rows *= nest.n[d]
    if nest.tiled:
        block, piece = TILE, max(width, TILE_BYTES // max(1, magnitude(nest.strides[0][0])) // width * width)
        pieces = parts_of(length, piece)
        if traits.host_like and parts_of(rows, block) * pieces > SMALL_GRID:
            block = max(block, parts_of(parts_of(rows, max(1, SMALL_GRID // pieces)), TILE) * TILE)
    elif not traits.host_like:
        piece = max(traits.local,
                    parts_of(parts_of(length * rows, GROUPS * traits.units), traits.local) * traits.local)
        if piece >= length:
            block, piece = max(1, piece // length), length
    else:
        items = max(1, min(<int64_t>MOST_ITEMS, length * rows // LEAST_ELEMENTS))
        if rows >= items:
            block, piece = parts_of(rows, items), length
        else:
            piece = parts_of(parts_of(length, parts_of(items, rows)), width) * width
    pieces = parts_of(length, piece)
    words[0], words[1], words[2], words[3], words[4], words[5] = rows, block, length, pieces, piece, nest.dims - 1
    words += 6
    memcpy(words, nest.strides[0], nest.walked * sizeof(int64_t))
    words += nest.walked
    for d in range(1, nest.dims):
        words[0] = nest.n[d]
        memcpy(words + 1, nest.strides[d], nest.walked * sizeof(int64_t))
        words += 1 + nest.walked
    self.local = 1 if traits.host_like else traits.local
    self.items = parts_of(rows, block) * pieces * self.local
    return words - table


cdef int fill_table(launch_t* self, int64_t* table, nest_t* nest, int64_t width, int64_t size,
                    traits_t* traits) noexcept:
    """Fill the table; returns its number of words."""
    if nest.kind == FLAT:
        return fill_flat(self, table, nest.n[0] if nest.dims else 1, width, size, traits)
    return fill_rows(self, table, nest, width, traits)


cdef inline void view_of(description desc, view_t* into) noexcept:
    into.ndims, into.n, into.s = desc.ndims, desc.n, desc.s


def fit_elements(operands, moving, bint indexed, int64_t width, bint host_like, int64_t units, int64_t local):
    """The launch of an elementwise kernel for operands of one size; those in `moving` are in memory. Returns (whether
    it is `flat`, the table, the shifts, work items, work items of a group)."""
    cdef view_t views[MAX_OPERANDS]
    cdef int64_t sizes[MAX_OPERANDS]
    cdef traits_t traits
    cdef nest_t nest
    cdef fitted_t made
    cdef description each, first = operands[0]
    cdef int count = 0, k
    if len(moving) + indexed > MAX_OPERANDS:
        raise OceanError(f"A kernel has at most {MAX_OPERANDS} operands")
    for place in moving:
        each = operands[place]
        view_of(each, &views[count])
        sizes[count] = each.dtype.size
        count += 1
    traits.host_like, traits.units, traits.local = host_like, units, local
    fit_nest(&nest, first.ndims, first.n, views, count, sizes, indexed)
    made.words = fill_table(&made.launch, made.table, &nest, width, sizes[0], &traits)
    return (nest.kind == FLAT, tuple([made.table[k] for k in range(made.words)]),
            tuple([nest.shifts[k] for k in range(count)]), made.launch.items, made.launch.local)


@cython.final
cdef class launch_family(family):
    """The family of an elementwise program on a device."""
    cdef queues queues
    cdef traits_t traits
    cdef int results, inputs
    cdef bint indexed
    cdef int64_t sizes[MAX_OPERANDS]    # bytes of an element of each operand
    cdef dtype gives                    # the dtype of a new result

    cdef int fit_views(self, fitted_t* into, int ndims, const int64_t* n, int64_t nelem, view_t* views,
                       uint64_t numbers, uint32_t swaps) except -1:
        """Fit to operands: the results, then the inputs. `numbers` has a bit for each operand that is a number."""
        cdef launch_t* launch = &into.launch
        cdef int64_t sizes[MAX_OPERANDS]
        cdef nest_t nest
        cdef variant* found
        cdef int k
        launch.pointers = launch.numbers = 0
        launch.kernel, launch.items, launch.local, into.words = NULL, 0, 1, 0
        if nelem == 0:
            return 0
        for k in range(self.results + self.inputs):
            if numbers >> k & 1:
                launch.given[launch.numbers] = k
                launch.numbers += 1
            else:
                launch.places[launch.pointers] = k
                sizes[launch.pointers] = self.sizes[k]
                views[launch.pointers] = views[k]
                launch.pointers += 1
        fit_nest(&nest, ndims, n, views, launch.pointers, sizes, self.indexed)
        found = self.kernel(numbers, swaps, nest.kind)
        launch.kernel = found.fn
        memcpy(launch.shifts, nest.shifts, sizeof(nest.shifts))
        into.words = fill_table(launch, into.table, &nest, found.lanes, sizes[0], &self.traits)
        return 0

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef int64_t n[FEW_DIMS]
        cdef view_t views[MAX_OPERANDS]
        cdef PyObject* leading[MAX_OPERANDS]
        cdef description each, result
        cdef object axes = None
        cdef PyObject* shared = <PyObject*>None
        cdef uint64_t numbers = 0
        cdef uint32_t swaps = 0
        cdef int ndims, leads = 0, k, d
        if count != self.inputs or self.results != 1:
            return None
        ndims = joint_size(op, count, &at[1], n, &shared)
        if ndims < 0:
            return None
        for k in range(1, count + 1):
            each = <description>at[k].desc
            if each.axes is not None:
                if axes is None:
                    axes = each.axes
                if axes is not each.axes:
                    return None
            elif each.ndims and (axes is not None or (out is not None and out.axes is not None)):
                return None
            if each.ndims == ndims and each.nelem > 1 and memcmp(each.n, n, ndims * sizeof(int64_t)) == 0:
                leading[leads] = <PyObject*>each
                leads += 1
            view_of(each, &views[k])
            numbers |= <uint64_t>(at[k].mem == NULL) << k
            swaps |= <uint32_t>each.swapped << k
        if axes is not None and leads == 0:         # one of the operands with axes is broadcast
            return None
        if out is None:
            result = ordered_like(self.gives, self.queues.device, ndims, n, leading, leads)
            if axes is not None:
                result = with_axes(result, axes)
        else:
            result = out
            if (out.axes is not axes and out.ndims) or self_overlap(out):
                return None
            if out.ndims != ndims or memcmp(out.n, n, ndims * sizeof(int64_t)):
                if ndims > out.ndims or (ndims and not (BROADCASTING or op.weak)):
                    return None
                for d in range(ndims):
                    if n[d] != out.n[d] and n[d] != 1:
                        return None
                ndims = out.ndims
                memcpy(n, out.n, ndims * sizeof(int64_t))
        view_of(result, &views[0])
        self.fit_views(<fitted_t*>into, ndims, n, result.nelem, views, numbers, swaps | result.swapped)
        return result

    cdef int run(self, void* given, operand* at) except -1:
        cdef fitted_t* fitted = <fitted_t*>given
        cdef void* table = NULL
        cdef command c
        cdef int k
        if fitted.words == 0:
            return 0
        begin(self.queues, &c, <memory>at[0].mem)
        try:
            table = new_table(self.queues, fitted.table, fitted.words)
            for k in range(self.results + self.inputs):
                if at[k].mem != NULL:
                    touch(&c, line_of((<memory>at[k].mem).queue), k < self.results)
            gather(self.queues, &c)
            send(self.queues, &fitted.launch, table, NULL, None, at, None, &c)
        except Exception as error:
            told(self.queues, error)
            raise
        finally:
            if table != NULL:
                retire(table)
            end(self.queues, &c)
        return 0

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef list operands = [without_axes(result)]
        cdef int k
        for k in range(1, count + 1):
            operands.append(broadcast_to(without_axes(<description>at[k].desc), result.ndims, result.n, 0))
        cdef plan kept = self.keep_launch(tuple(operands), <fitted_t*>given)
        kept.result = result
        return kept

    cdef opencl_plan keep_launch(self, tuple operands, fitted_t* fitted):
        cdef kernel_launch made = kernel_launch.__new__(kernel_launch)
        cdef opencl_plan result = make_opencl_plan(self.queues, operands, self.results, (), (), self)
        if fitted.words:
            made.kernel = self              # which keeps it
            made.launch = fitted.launch
            start(self.queues)
            try:
                made.table = new_table(self.queues, fitted.table, fitted.words)
            finally:
                self.queues.release()
            result.launches.append(made)
        return result

    def plan(self, tuple operands not None):
        """The plan for operands of one size: the results, which have equal strides, then the inputs. Those of the host
        are numbers."""
        cdef view_t views[MAX_OPERANDS]
        cdef fitted_t fitted
        cdef description each, first = operands[0]
        cdef uint64_t numbers = 0
        cdef uint32_t swaps = 0
        cdef int k = 0
        if len(operands) != self.results + self.inputs:
            raise OceanError(f"Expected {self.results + self.inputs} operands, got {len(operands)}")
        for each in operands:
            if each.nelem != first.nelem or each.dtype.size != self.sizes[k]:
                raise OceanError(f"Expected operands of one size for\n{self.program}")
            view_of(each, &views[k])
            numbers |= <uint64_t>each.device.host << k
            swaps |= <uint32_t>each.swapped << k
            k += 1
        self.fit_views(&fitted, first.ndims, first.n, first.nelem, views, numbers, swaps)
        return self.keep_launch(operands, &fitted)


def make_launch_family(queues where not None, program, compile, outputs, inputs, bint indexed, bint host_like,
                       int64_t units, int64_t local):
    """The family of an elementwise program on a device. `outputs` and `inputs` are dtypes.
    `compile(numbers, swaps, kind)` gives a kernel and its width; operands whose bit in `numbers` is set are numbers of
    the host, and the kind is 0 for `flat` and 1 for `rows`."""
    cdef launch_family self = launch_family.__new__(launch_family)
    cdef dtype each
    cdef int k = 0
    if len(outputs) + len(inputs) + indexed > MAX_OPERANDS:
        raise OceanError(f"A program has at most {MAX_OPERANDS} operands, got {len(outputs) + len(inputs)}")
    describe_family(self, program, compile, ELEMENTS)
    self.queues = where
    self.traits.host_like, self.traits.units, self.traits.local = host_like, units, local
    self.results, self.inputs, self.indexed = len(outputs), len(inputs), indexed
    for each in (*outputs, *inputs):
        self.sizes[k] = each.size
        k += 1
    self.gives = outputs[0]
    return self


# --- Fitting reductions to sizes ---------------------------------------------------------------------------------
# The kernels and their tables are those of kernels/opencl/reduce.py.

cdef enum:
    ALONG = 0                           # kinds of kernels: folding inputs,
    ACROSS = 1
    MERGING = 2                         # ... merging parts, from here on,
    FINISHING = 4                       # ... making results
    PART_ELEMENTS = 1 << 14             # elements of a part on a processor,
    MOST_PARTS = 1 << 12                # the limit of parts
    WHOLE_ELEMENTS = 1 << 17            # many results are not split into parts up to this number of elements
    STREAMED_ELEMENTS = 1 << 12         # pieces of at least this number of elements are read in streams
    PART_ROWS = 256                     # rows of a part, at least, if vectors go across
    FEW_ELEMENTS = 64                   # elements of a part for each work item on other devices, at most
    MOST_LAUNCHES = 6
    MOST_SCRATCH = 32
    PART_WORDS = 12 + MAX_OPERANDS + FEW_DIMS * (1 + MAX_OPERANDS)
    FOLD_WORDS = 1200


cdef struct side_t:                     # the loops that are kept, or those that are reduced
    int dims
    int64_t n[FEW_DIMS]
    loop_row strides[FEW_DIMS]


cdef struct part_t:                     # a launch that folds, and its number of parts
    bint across
    int64_t parts
    size_t items, local
    int words


cdef struct fitted_fold:
    int count, scratches
    launch_t launches[MOST_LAUNCHES]
    int starts[MOST_LAUNCHES + 1]       # of the tables
    int64_t scratch[MOST_SCRATCH]       # sizes in bytes
    char known[MAX_OPERANDS * NUMBER_BYTES]     # known numbers of the launch that makes the result
    int64_t tables[FOLD_WORDS]

assert sizeof(fitted_fold) <= ROOM * 8 and sizeof(fitted_t) <= ROOM * 8


cdef inline int64_t length_of(side_t* self, int first) noexcept:
    cdef int64_t result = 1
    cdef int d
    for d in range(first, self.dims):
        result *= self.n[d]
    return result


cdef int64_t* put_loops(int64_t* words, side_t* loops, int first, int columns) noexcept:
    cdef int d
    for d in range(first, loops.dims):
        words[0] = loops.n[d]
        memcpy(words + 1, loops.strides[d], columns * sizeof(int64_t))
        words += 1 + columns
    return words


cdef bint goes_across(side_t* kept, side_t* reduced, int columns, int64_t width) noexcept:
    """Whether vectors go along the innermost kept loop: its stride is shorter, or reduced rows do not fill vectors."""
    cdef int64_t near = 0, far = 0
    cdef int k
    if kept.dims == 0 or reduced.dims == 0:
        return kept.dims > 0
    for k in range(columns):
        near += magnitude(kept.strides[0][k])
        far += magnitude(reduced.strides[0][k])
    return near < far or (reduced.n[0] < width <= kept.n[0] and length_of(reduced, 0) <= 4 * width)


cdef void fit_along(part_t* self, int64_t* table, side_t* kept, side_t* reduced, int columns, int64_t width,
                    traits_t* traits) noexcept:
    cdef int64_t rows = length_of(reduced, 1), results = length_of(kept, 0), lanes = 1, together = 1
    cdef int64_t length = reduced.n[0] if reduced.dims else 1, elements = length * rows, part, pieces, piece, block
    cdef int outer = max(0, reduced.dims - 1)
    cdef int64_t* words = table + 12
    if elements == 0:
        outer, rows, length = 0, 0, 0
    if traits.host_like:
        part = max(<int64_t>PART_ELEMENTS, parts_of(elements, MOST_PARTS))
        if results >= MOST_ITEMS and elements <= WHOLE_ELEMENTS:
            part = max(1, elements)
        if part >= elements:
            together = max(1, min(LEAST_ELEMENTS // max(1, elements), parts_of(results, MOST_ITEMS)))
            together = max(together, parts_of(results, SMALL_GRID))
    else:
        lanes = traits.local if elements > FEW_ELEMENTS else 1
        part = max(FEW_ELEMENTS * lanes, parts_of(elements, MOST_PARTS * lanes))
    pieces = max(1, parts_of(length, part))
    piece = parts_of(parts_of(length, pieces), width) * width if length else 1
    pieces = max(1, parts_of(length, piece))
    block = max(1, part // max(1, length)) if pieces == 1 else 1
    self.across = False
    self.parts = max(1, parts_of(rows, block)) * pieces
    table[0], table[1], table[2], table[3], table[4], table[5] = kept.dims, outer, results, together, self.parts, lanes
    table[6], table[7], table[8], table[9], table[10] = rows, block, length, pieces, piece
    table[11] = traits.host_like and piece >= STREAMED_ELEMENTS
    if reduced.dims:
        memcpy(words, reduced.strides[0], columns * sizeof(int64_t))
    else:
        memset(words, 0, columns * sizeof(int64_t))
    words = put_loops(words + columns, kept, 0, columns)
    if outer:
        words = put_loops(words, reduced, 1, columns)
    self.words = words - table
    self.local = 1 if traits.host_like else traits.local
    self.items = parts_of(parts_of(results, together) * self.parts * lanes, self.local) * self.local
    self.parts *= lanes


cdef void fit_across(part_t* self, int64_t* table, side_t* kept, side_t* reduced, int columns, int64_t width,
                     traits_t* traits) noexcept:
    cdef int64_t rows = length_of(kept, 1), elements = length_of(reduced, 0), vectors = parts_of(kept.n[0], width)
    cdef int64_t units = rows * vectors, wanted = MOST_ITEMS, together = 1, block, across
    cdef int64_t* words = table + 10
    if traits.host_like:
        together = max(1, min(LEAST_ELEMENTS // max(1, elements * width), units // MOST_ITEMS))
        together = max(together, parts_of(units, SMALL_GRID))
    else:
        wanted = 8 * traits.units * traits.local
    self.across = True
    self.parts = min(parts_of(elements, PART_ROWS), parts_of(wanted, units)) if 4 * units < wanted else 1
    block = max(1, parts_of(elements, max(1, self.parts)))
    self.parts = max(1, parts_of(elements, block))
    across = parts_of(units, together)
    table[0], table[1], table[2], table[3] = kept.dims - 1, reduced.dims if elements else 0, kept.n[0], vectors
    table[4], table[5], table[6], table[7], table[8], table[9] = units, together, across, rows, elements, block
    memcpy(words, kept.strides[0], columns * sizeof(int64_t))
    words = put_loops(words + columns, kept, 1, columns)
    if elements:
        words = put_loops(words, reduced, 0, columns)
    self.words = words - table
    self.local = 1 if traits.host_like else traits.local
    self.items = parts_of(across * self.parts, self.local) * self.local


cdef void fit_part(part_t* self, int64_t* table, side_t* kept, side_t* reduced, int columns, int64_t width,
                   traits_t* traits) noexcept:
    """Fit a kernel that folds to loops with at least one result."""
    if goes_across(kept, reduced, columns, width):
        fit_across(self, table, kept, reduced, columns, width, traits)
    else:
        fit_along(self, table, kept, reduced, columns, width, traits)


cdef int read_side(side_t* self, loops, int columns) except -1:
    cdef int k
    self.dims = 0
    for each in loops:
        self.n[self.dims] = each.length
        for k in range(columns):
            self.strides[self.dims][k] = each.strides[k]
        self.dims += 1
    return 0


def fit_reduction(kept, reduced, int columns, int64_t width, bint host_like, int64_t units, int64_t local):
    """The launch of a kernel that folds loops with `columns` columns of strides: (whether it is `across`, the table,
    work items, work items of a group, the number of parts)."""
    cdef int64_t table[PART_WORDS]
    cdef side_t stay, go
    cdef part_t made
    cdef traits_t traits
    cdef int k
    if len(kept) + len(reduced) > FEW_DIMS or columns > MAX_OPERANDS:
        raise OceanError(f"A kernel has at most {MAX_OPERANDS} operands of {FEW_DIMS} dimensions")
    traits.host_like, traits.units, traits.local = host_like, units, local
    read_side(&stay, kept, columns)
    read_side(&go, reduced, columns)
    fit_part(&made, table, &stay, &go, columns, width, &traits)
    return bool(made.across), tuple([table[k] for k in range(made.words)]), made.items, made.local, made.parts


@cython.final
cdef class fold_launch_family(family):
    """A program that ends in reductions, on a device."""
    cdef queues queues
    cdef traits_t traits
    cdef int inputs, sources            # the number of inputs of the plan, and of the program
    cdef int source[MAX_OPERANDS]       # the input of the plan for each input of the program
    cdef int first                      # the one that is the first element along the axes, or -1
    cdef int parameters                 # the number of last inputs that are numbers
    cdef bint indexed, copies           # copies: the result is the first number itself
    cdef int numbers
    cdef int64_t sizes[MAX_OPERANDS]    # bytes of each number of an accumulator
    cdef int finish_count
    cdef int finish[MAX_OPERANDS]       # inputs of the result: numbers, then the count of elements, then parameters
    cdef dtype gives                    # the dtype of a new result

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef int64_t n[FEW_DIMS]
        cdef int64_t kept_n[FEW_DIMS]
        cdef int64_t kept_s[FEW_DIMS]
        cdef view_t views[MAX_OPERANDS]
        cdef description each, whole = None, result
        cdef int given = self.inputs - self.parameters, tensors = given // (1 + op.doubled), ndims, kept = 0, k, d
        cdef int64_t axes, nelem = 1
        cdef bint some = op.fits == FITS_AXES, keepdims = some and extra & EXTRA_KEEPDIMS
        cdef PyObject* shared = <PyObject*>None
        cdef uint64_t numbers = 0
        if count != self.inputs or (not some and op.fits != FITS_ALL):
            return None
        ndims = joint_size(op, tensors, &at[1], n, &shared)
        if ndims < 0:
            return None
        for d in range(ndims):
            nelem *= n[d]
        if nelem == 0:
            return None
        axes = extra & ((<int64_t>1 << FEW_DIMS) - 1) if some and extra else (<int64_t>1 << ndims) - 1
        for k in range(count):
            each = <description>at[k + 1].desc
            if each.axes is not None or each.swapped or (k >= given and at[k + 1].mem != NULL):
                return None
            if (whole is None and k < tensors and each.ndims == ndims
                    and memcmp(each.n, n, ndims * sizeof(int64_t)) == 0):
                whole = each
            view_of(each, &views[k])
            numbers |= <uint64_t>(at[k + 1].mem == NULL) << k
        for d in range(ndims):
            if keepdims or not axes >> d & 1:
                kept_n[kept] = 1 if axes >> d & 1 else n[d]
                kept_s[kept] = 0 if whole is None or whole.ndims <= d else whole.s[d]
                kept += 1
        if out is not None:
            result = out
            if (out.axes is not None or out.swapped or out.ndims != kept
                    or memcmp(out.n, kept_n, kept * sizeof(int64_t)) or self_overlap(out)):
                return None
        elif kept > 1 and whole is not None:
            result = self.lying_like(whole.dtype.size, kept, kept_n, kept_s)
        else:
            result = fortran(self.gives, self.queues.device, kept, kept_n)
        kept = 0
        for d in range(result.ndims):
            if not keepdims or not axes >> d & 1:
                kept_n[kept], kept_s[kept] = result.n[d], result.s[d]
                kept += 1
        if not self.fit_views(<fitted_fold*>into, ndims, n, views, numbers, tensors, axes, kept, kept_n, kept_s):
            return None
        return result

    cdef description lying_like(self, int64_t size, int ndims, const int64_t* n, const int64_t* s):
        """The description of a new result in the memory order of strides; column-major if these are."""
        cdef int64_t step = size
        cdef int d
        for d in range(ndims):
            if n[d] != 1:
                if s[d] != step:
                    return dense_by_strides(self.gives, self.queues.device, ndims, n, s)
                step *= n[d]
        return fortran(self.gives, self.queues.device, ndims, n)

    cdef bint fit_views(self, fitted_fold* into, int ndims, const int64_t* n, view_t* views, uint64_t numbers,
                        int firsts, int64_t axes, int results, const int64_t* result_n,
                        const int64_t* result_s) except -1:
        """Fit to the inputs of the plan, and to a result with the kept dimensions only. Inputs from `firsts` on are
        read at their first element along the axes. False: there is no room."""
        cdef side_t all_kept, kept, reduced
        cdef int64_t shifts[MAX_OPERANDS]
        cdef int64_t apart[FEW_DIMS]
        cdef int64_t count, elements
        cdef int64_t* strides
        cdef int columns[MAX_OPERANDS]
        cdef int place[FEW_DIMS]
        cdef int operands[MAX_OPERANDS]
        cdef int targets[MAX_OPERANDS]
        cdef int64_t moved[MAX_OPERANDS]
        cdef int given[MAX_OPERANDS]
        cdef int walked = 1 + self.sources + self.indexed, pointers = 0, others = 0, k, d, e, source
        cdef int64_t step = 1
        cdef bint by_result = False, folds, at_first, moving, resting, direct
        memset(shifts, 0, sizeof(shifts))
        all_kept.dims = kept.dims = reduced.dims = 0
        for d in range(ndims):
            folds = axes >> d & 1
            if folds:
                strides = reduced.strides[reduced.dims]
            else:
                strides = all_kept.strides[all_kept.dims]
            strides[0] = 0
            for k in range(self.sources):
                source = self.source[k]
                at_first = k == self.first or source >= firsts
                strides[1 + k] = 0 if folds and at_first else view_stride(&views[source], d)
            if self.indexed:
                strides[walked - 1] = step if folds else 0
            if not folds:
                all_kept.n[all_kept.dims] = n[d]
                all_kept.dims += 1
            elif n[d] != 1:
                if not self.indexed:            # the index goes forward already
                    turn_forward(n[d], strides, walked, shifts)
                reduced.n[reduced.dims] = n[d]
                reduced.dims += 1
                step *= n[d]
        sort_loops(reduced.n, reduced.strides, reduced.dims, walked)
        reduced.dims = merge_loops(reduced.n, reduced.strides, reduced.dims, walked)
        elements = length_of(&reduced, 0)
        count = length_of(&all_kept, 0)
        # accumulators take the memory order of the kept dimensions; if inputs are broadcast along some of these, they
        # have no common order, and the result decides
        for k in range(1, 1 + self.sources):
            moving = resting = False
            for d in range(all_kept.dims):
                if all_kept.n[d] > 1:
                    if all_kept.strides[d][k]:
                        moving = True
                    else:
                        resting = True
            by_result = by_result or (moving and resting)
        for d in range(all_kept.dims):
            place[d] = d
            e = d
            while e > 0 and self.before(&all_kept, place[e], place[e - 1], walked, result_s if by_result else NULL):
                place[e], place[e - 1] = place[e - 1], place[e]
                e -= 1
        step = 1
        for d in range(all_kept.dims):
            e = place[d]
            apart[e] = all_kept.strides[e][0] = step
            step *= all_kept.n[e]
            if all_kept.n[e] != 1:
                kept.n[kept.dims] = all_kept.n[e]
                memcpy(kept.strides[kept.dims], all_kept.strides[e], walked * sizeof(int64_t))
                kept.dims += 1
        kept.dims = merge_loops(kept.n, kept.strides, kept.dims, walked)
        for k in range(self.sources):
            source = self.source[k]
            if numbers >> source & 1:
                given[others] = 1 + source
                others += 1
            else:
                operands[pointers], moved[pointers], columns[pointers] = 1 + source, shifts[1 + k], 1 + k
                pointers += 1
        k = pointers
        if self.indexed:
            columns[k] = walked - 1
            k += 1
        choose(&kept, columns, k)
        choose(&reduced, columns, k)
        into.count = into.scratches = into.starts[0] = 0
        direct = self.copies
        for d in range(results):
            direct = direct and (result_n[d] == 1 or result_s[d] == apart[d] * self.sizes[0])
        for k in range(self.numbers):
            targets[k] = 0 if direct else self.new(into, self.sizes[k] * count)
        if not self.fold(into, &kept, &reduced, numbers, pointers, operands, moved, others, given, count, targets):
            return False
        return direct or self.finished(into, numbers, elements, results, result_n, result_s, apart, targets)

    cdef bint before(self, side_t* loops, int one, int other, int walked, const int64_t* by) noexcept:
        """Whether a loop comes before another, by the strides of the inputs, or else of the result."""
        cdef int k
        if by != NULL:
            return magnitude(by[one]) < magnitude(by[other])
        for k in range(1, walked):
            if magnitude(loops.strides[one][k]) != magnitude(loops.strides[other][k]):
                return magnitude(loops.strides[one][k]) < magnitude(loops.strides[other][k])
        return False

    cdef int new(self, fitted_fold* into, int64_t size) noexcept:
        """The operand number of a new scratch buffer. Beyond the limit, buffers are only counted."""
        if into.scratches < MOST_SCRATCH:
            into.scratch[into.scratches] = size
        into.scratches += 1
        return -into.scratches

    cdef launch_t* next(self, fitted_fold* into) noexcept:
        """Room for one more launch and its table, or NULL."""
        if into.count == MOST_LAUNCHES or into.starts[into.count] + PART_WORDS > FOLD_WORDS:
            return NULL
        return &into.launches[into.count]

    cdef bint fold(self, fitted_fold* into, side_t* kept, side_t* reduced, uint64_t numbers, int pointers,
                   int* operands, int64_t* moved, int others, int* given, int64_t results, int* targets) except -1:
        """Fold inputs into targets; many elements are folded in parts, which are then merged."""
        cdef int columns = pointers + self.indexed, base = ALONG, k
        cdef int whole[MAX_OPERANDS]
        cdef int64_t near, far
        cdef launch_t* launch
        cdef int64_t* table
        cdef part_t part
        while True:
            launch = self.next(into)
            if launch == NULL or self.numbers + pointers > MAX_OPERANDS:
                return False
            table = into.tables + into.starts[into.count]
            fit_part(&part, table, kept, reduced, columns, self.kernel(numbers, 0, base).lanes, &self.traits)
            launch.kernel = self.kernel(numbers, 0, base + part.across).fn
            launch.pointers, launch.numbers = self.numbers + pointers, others
            launch.items, launch.local = part.items, part.local
            for k in range(self.numbers):
                whole[k] = targets[k] if part.parts == 1 else self.new(into, part.parts * results * self.sizes[k])
                launch.places[k], launch.shifts[k] = whole[k], 0
            for k in range(pointers):
                launch.places[self.numbers + k], launch.shifts[self.numbers + k] = operands[k], moved[k]
            for k in range(others):
                launch.given[k] = given[k]
            into.count += 1
            into.starts[into.count] = into.starts[into.count - 1] + part.words
            if part.parts == 1:
                return into.scratches <= MOST_SCRATCH
            kept.dims, reduced.dims = results > 1, 1
            kept.n[0], reduced.n[0] = results, part.parts
            for k in range(self.numbers):
                near, far = self.sizes[k], self.sizes[k] * (results if part.across else part.parts)
                kept.strides[0][k], reduced.strides[0][k] = (near, far) if part.across else (far, near)
                operands[k], moved[k] = whole[k], 0
            pointers = columns = self.numbers
            others, base = 0, MERGING

    cdef bint finished(self, fitted_fold* into, uint64_t numbers, int64_t elements, int ndims, const int64_t* n,
                       const int64_t* s, int64_t* apart, int* targets) except -1:
        """Add the launch that makes the result from the numbers of accumulators."""
        cdef view_t views[MAX_OPERANDS]
        cdef int64_t strides[MAX_OPERANDS][FEW_DIMS]
        cdef int64_t sizes[MAX_OPERANDS]
        cdef launch_t* launch = self.next(into)
        cdef variant* found
        cdef nest_t nest
        cdef int k, d, source, pointers = 1
        if launch == NULL:
            return False
        launch.numbers = 0
        launch.places[0], sizes[0] = 0, self.gives.size
        views[0].ndims, views[0].n, views[0].s = ndims, n, s
        memset(into.known, 0, sizeof(into.known))
        for k in range(self.finish_count):
            source = self.finish[k]
            if source < self.numbers:
                for d in range(ndims):
                    strides[pointers][d] = apart[d] * self.sizes[source]
                views[pointers].ndims, views[pointers].n, views[pointers].s = ndims, n, strides[pointers]
                launch.places[pointers], sizes[pointers] = targets[source], self.sizes[source]
                pointers += 1
                continue
            if source == self.numbers:
                launch.given[launch.numbers] = -1
                (<double*>(into.known + NUMBER_BYTES * launch.numbers))[0] = elements
            else:
                launch.given[launch.numbers] = source - self.numbers + self.inputs - self.parameters
            launch.numbers += 1
        launch.pointers = pointers
        fit_nest(&nest, ndims, n, views, pointers, sizes, False)
        memcpy(launch.shifts, nest.shifts, sizeof(nest.shifts))
        found = self.kernel(numbers, 0, FINISHING + nest.kind)
        launch.kernel = found.fn
        into.count += 1
        into.starts[into.count] = into.starts[into.count - 1] + fill_table(
            launch, into.tables + into.starts[into.count - 1], &nest, found.lanes, sizes[0], &self.traits)
        return True

    cdef int run(self, void* given, operand* at) except -1:
        cdef fitted_fold* fitted = <fitted_fold*>given
        cdef void* tables[MOST_LAUNCHES]
        cdef command c
        cdef list scratch = []
        cdef int k, made = 0
        begin(self.queues, &c, <memory>at[0].mem)
        try:
            for k in range(fitted.count):
                tables[k] = new_table(self.queues, fitted.tables + fitted.starts[k],
                                      fitted.starts[k + 1] - fitted.starts[k])
                made += 1
            for k in range(fitted.scratches):
                scratch.append(self.queues.blocks.take(fitted.scratch[k], <line>c.line))
            for k in range(1 + self.inputs):
                if at[k].mem != NULL:
                    touch(&c, line_of((<memory>at[k].mem).queue), k == 0)
            gather(self.queues, &c)
            for k in range(fitted.count):
                send(self.queues, &fitted.launches[k], tables[k], fitted.known, None, at, scratch, &c)
        except Exception as error:
            told(self.queues, error)
            raise
        finally:
            for k in range(made):
                retire(tables[k])
            end(self.queues, &c)
        return 0

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef fitted_fold* fitted = <fitted_fold*>given
        cdef list launches = []
        cdef kernel_launch made
        cdef int k
        start(self.queues)
        try:
            for k in range(fitted.count):
                made = kernel_launch.__new__(kernel_launch)
                made.kernel = self              # which keeps it
                made.launch = fitted.launches[k]
                memcpy(made.known, fitted.known, sizeof(fitted.known))
                made.table = new_table(self.queues, fitted.tables + fitted.starts[k],
                                       fitted.starts[k + 1] - fitted.starts[k])
                launches.append(made)
        finally:
            self.queues.release()
        return make_opencl_plan(
            self.queues, (result, *[<object>at[k].desc for k in range(1, count + 1)]), 1, launches,
            [fitted.scratch[k] for k in range(fitted.scratches)], self)


cdef void choose(side_t* self, int* columns, int count) noexcept:
    """Keep some columns of strides, in this order."""
    cdef int d, k
    for d in range(self.dims):
        for k in range(count):              # columns go up
            self.strides[d][k] = self.strides[d][columns[k]]


def make_fold_launch_family(queues where not None, program, compile, int inputs, sources, int first, int parameters,
                            bint indexed, numbers, finish, bint copies, dtype gives not None, bint host_like,
                            int64_t units, int64_t local):
    """The family of a program that ends in reductions, on a device.

    The plan has `inputs` inputs; the last `parameters` of them are numbers. `sources` has the input of the plan for
    each input of the program, and `first` the one that is read at its first element along the axes (-1: none).
    `numbers` are the dtypes of the numbers of accumulators. `finish` are the inputs of the result: numbers, then the
    count of elements, then parameters; `copies`: it is the first number itself. `compile(numbers, swaps, kind)` gives a
    kernel and its width.
    """
    cdef fold_launch_family self = fold_launch_family.__new__(fold_launch_family)
    cdef dtype each
    cdef int k = 0
    if inputs >= MAX_OPERANDS or len(numbers) + 1 + len(sources) + indexed > MAX_OPERANDS:
        raise OceanError(f"A program has at most {MAX_OPERANDS} operands")
    describe_family(self, program, compile, AXES)
    self.queues = where
    self.traits.host_like, self.traits.units, self.traits.local = host_like, units, local
    self.inputs, self.first, self.parameters, self.indexed, self.copies = inputs, first, parameters, indexed, copies
    for each in numbers:
        self.sizes[self.numbers] = each.size
        self.numbers += 1
    for k in sources:
        self.source[self.sources] = k
        self.sources += 1
    for k in finish:
        self.finish[self.finish_count] = k
        self.finish_count += 1
    self.gives = gives
    return self

# cython: auto_pickle=False
"""Devices, streams and storage: where the bytes of tensors live.

A `memory` is the block itself; tensors and `storage` objects refer to it, so its reference count is the number of its
users. Blocks of the host come from the allocator; any other device returns an object that frees the block when it is
dropped.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_FillInfo, PyObject_GetBuffer
from cpython.object cimport PyTypeObject, destructor
from cpython.ref cimport PyObject
from libc.string cimport memcpy, memmove, memset

cimport cython

import threading

from ocean._src.core.objects.dtypes import instance, publish
from ocean._src.base.errors import (
    OceanBufferError, OceanMemoryError, OceanTypeError, OceanValueError, Untraceable, shown)

from ocean._src.core.objects.dtypes cimport find_dtype

from ocean._src.core.objects.dtypes cimport INT8, kind_of

cdef extern from "blocks.h":
    ctypedef struct blocks_t:
        size_t cached, limit, in_use, peak
    blocks_t blocks
    void* block_take(size_t, size_t*) noexcept
    void block_give(void*, size_t) noexcept
    void blocks_trim(size_t) noexcept

cdef extern from *:
    Py_ssize_t Py_REFCNT(PyObject*)
    const Py_ssize_t PY_SSIZE_T_MAX


# --- Devices and streams -----------------------------------------------------------------------------------------

cdef class device:
    """A place where tensors live and compute. Call it to bring a tensor, storage or value there; `device(name)` finds
    one.

    The rest of the library uses these methods of a device and nothing else. A `memory` names bytes on a device by its
    `block`, which is the device's own object.

    - `allocate(nbytes, queue)`: a new block, which frees the bytes when it is dropped;
    - `fill(memory, offset, nbytes, byte)`: set bytes;
    - `read(memory, offset, into)`, `write(memory, offset, source)`: bytes to and from a buffer of the host;
    - `copy(target, offset, source, offset, nbytes)`: bytes between memory on this device, or from a device that it
      `reaches(other)` without the host;
    - `plan(job)`: how a job (a program or product with the descriptions of its operands) runs here;
    - `launch(plan, operands)`: run such a plan on operands, each (memory, offset) or the bytes of a number;
    - `synchronise(queue)`: wait until all work on a queue is done.

    The host allocates and launches in compiled code; its `plan` is set by `ocean._src.kernels`.
    """

    supportsByteswap = True
    requiresAlignedData = False
    dlpack = None                   # the numbers of the device in DLPack, if its memory can be lent

    def __eq__(self, other):
        return self.name == other if isinstance(other, str) else self is other

    def __hash__(self):
        return hash(self.name)

    def allocate(self, nbytes, queue):
        raise missing(self, "allocate")

    def fill(self, target, offset, nbytes, byte):
        raise missing(self, "fill")

    def read(self, source, offset, into):
        raise missing(self, "read")

    def write(self, target, offset, source):
        raise missing(self, "write")

    def copy(self, target, to, source, start, nbytes):
        raise missing(self, "copy")

    def reaches(self, other):
        return False

    def plan(self, job):
        raise missing(self, "plan")

    def launch(self, plan, operands):
        raise missing(self, "launch")

    def synchronise(self, line):
        raise missing(self, "synchronise")

    def __repr__(self):
        return f"<device '{self.name}'>"

    __str__ = __repr__

    def __reduce__(self):
        return find_device, (self.name,)

    @property
    def modules(self):
        """Names of the modules available on the device."""
        return ["core"]

    @property
    def refcount(self):
        """Number of references to the device object."""
        return Py_REFCNT(<PyObject*>self)

    @property
    def bufferCount(self):
        """How many temporary buffers the device may keep (settable)."""
        return self.buffer_count

    @bufferCount.setter
    def bufferCount(self, value):
        self.buffer_count = checked_setting(self, "bufferCount", value, 1 << 31)

    @property
    def maxBufferSize(self):
        """The largest size in bytes of the device's temporary buffers; 0 is no limit (settable)."""
        return self.buffer_limit

    @maxBufferSize.setter
    def maxBufferSize(self, value):
        self.buffer_limit = checked_setting(self, "maxBufferSize", value, 1 << 63)

    @property
    def defaultStream(self):
        """The stream that new storage on this device uses; None makes a new stream for each storage."""
        return None if self.default_queue is None else wrap_stream(self.default_queue)

    @defaultStream.setter
    def defaultStream(self, value):
        cdef queue found = None
        if value is not None:
            if not isinstance(value, stream):
                raise OceanTypeError(f"The default stream must be a stream or None, got {type(value).__name__}")
            found = (<stream>value).core
            if found.device is not self:
                raise OceanValueError(
                    f"The default stream must be on device {self.name}, got a stream on {found.device.name}")
        self.default_queue = found

    def createStream(self):
        """A new stream on this device."""
        return wrap_stream(new_queue(self))

    @property
    def info(self):
        """A description of the device, for people."""
        return f"Device {self.name}"


cdef class deviceCPU(device):
    """The host processor."""

    def fill(self, memory target not None, Py_ssize_t offset, Py_ssize_t nbytes, int byte):
        before_write(target)
        memset(checked_bytes(self, target, offset, nbytes), byte, nbytes)

    def read(self, memory source not None, Py_ssize_t offset, into):
        cdef unsigned char[::1] view = into
        if view.shape[0]:
            memcpy(&view[0], checked_bytes(self, source, offset, view.shape[0]), view.shape[0])

    def write(self, memory target not None, Py_ssize_t offset, source):
        cdef const unsigned char[::1] view = source
        if view.shape[0]:
            before_write(target)
            memcpy(checked_bytes(self, target, offset, view.shape[0]), &view[0], view.shape[0])

    def copy(self, memory target not None, Py_ssize_t to, memory source not None, Py_ssize_t start, Py_ssize_t nbytes):
        before_write(target)
        memmove(checked_bytes(self, target, to, nbytes), checked_bytes(self, source, start, nbytes), nbytes)

    def synchronise(self, queue line):
        pass                        # work is complete when a call returns

    @property
    def cachedBytes(self):
        """Bytes in freed blocks that are kept for reuse."""
        return blocks.cached

    @property
    def usedBytes(self):
        """Bytes in blocks that storage holds now."""
        return blocks.in_use

    @property
    def peakBytes(self):
        """The largest value that `usedBytes` has had; assign 0 to measure from now on."""
        return blocks.peak

    @peakBytes.setter
    def peakBytes(self, value):
        if value != 0:
            raise OceanValueError(f"peakBytes can only be set to 0, got {value}")
        blocks.peak = blocks.in_use

    @property
    def cacheLimit(self):
        """How many bytes of freed blocks are kept for reuse (settable)."""
        return blocks.limit

    @cacheLimit.setter
    def cacheLimit(self, value):
        blocks.limit = checked_setting(self, "cacheLimit", value, 1 << 63)
        blocks_trim(blocks.limit)

    def emptyCache(self):
        """Give all freed blocks back to the system."""
        blocks_trim(0)


cdef char* checked_bytes(device self, memory where, Py_ssize_t offset, Py_ssize_t nbytes) except? NULL:
    """The address of bytes in memory of the host."""
    if where.device is not self:
        raise OceanValueError(f"The memory is on device {where.device.name}, expected {self.name}")
    if offset < 0 or nbytes < 0 or offset > where.nbytes or nbytes > where.nbytes - offset:
        raise OceanValueError(f"{nbytes} bytes at offset {offset} exceed a memory of {where.nbytes} bytes")
    return where.data + offset


cdef missing(device self, str name):
    return OceanTypeError(f"Device {self.name} has no method '{name}' that can be called from Python")


cdef object checked_setting(device self, str name, object value, object limit):
    """A nonnegative integer below the limit."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise OceanTypeError(f"{name} of device {self.name} must be an integer, got {shown(value)}")
    if not 0 <= value < limit:
        raise OceanValueError(f"{name} of device {self.name} must be nonnegative and less than {limit}, got {value}")
    return value


def make_device(type cls, str kind, str name, int index, bint host):
    """Make the object of a device that was found; called once for each."""
    cdef device self = <device>instance(cls, deviceCPU if host else device)
    self.type = kind
    self.name = name
    self.index = index
    self.host = host
    self.buffer_count = 3
    self.buffer_limit = 0
    self.default_queue = new_queue(self) if host else None
    DEVICES.append(self)
    return self


FINDERS = []                        # functions that search for devices; called for an unknown name


def find_device(str name):
    for each in DEVICES:
        if (<device>each).name == name:
            return each
    for search in FINDERS:
        search()
    for each in DEVICES:
        if (<device>each).name == name:
            return each
    raise OceanValueError(
        f"There is no device '{name}' here; found: {', '.join((<device>each).name for each in DEVICES)}")


def lent_device(numbers):
    """The device with these numbers in DLPack, or None."""
    for search in FINDERS:
        search()
    for each in DEVICES:
        if each.dlpack == numbers:
            return each
    return None


@cython.final
cdef class queue:
    """The queue of work on a device; on the host, work is complete when the call returns."""


cdef queue new_queue(device where):
    cdef queue self = queue.__new__(queue)
    self.device = where
    return self


@cython.final
cdef class stream:
    """A stream of work on a device: `ocean.stream(device)`."""

    @property
    def device(self):
        return self.core.device

    @property
    def refcount(self):
        """Number of stream and storage objects that use the stream."""
        return Py_REFCNT(<PyObject*>self.core)

    def sync(self):
        """Wait until all work on the stream is done."""
        synchronise(self.core)

    def __eq__(self, other):
        return isinstance(other, stream) and (<stream>other).core is self.core

    def __hash__(self):
        return hash(id(self.core))

    def __repr__(self):
        return f"<stream {hex(id(self.core))} on {self.core.device.name}>"


def new_stream(device where not None):
    return wrap_stream(new_queue(where))


cdef stream wrap_stream(queue core):
    cdef stream self = stream.__new__(stream)
    self.core = core
    return self


cdef synchronise(queue line):
    line.device.synchronise(line)


# --- Memory ------------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class memory:
    """A block of bytes on a device."""

    def __getbuffer__(self, Py_buffer* view, int flags):
        if not self.device.host:
            raise OceanBufferError(
                f"Memory on device {self.device.name} cannot be read by the host; copy it to the cpu")
        if self.readonly and flags & PyBUF_WRITABLE:
            raise OceanBufferError("The storage is read-only")
        touch(self)
        expose(self)
        PyBuffer_FillInfo(view, self, self.data, self.nbytes, self.readonly, flags & ~PyBUF_FORMAT)

    def __releasebuffer__(self, Py_buffer* view):
        self.exposed -= 1

    @property
    def stream(self):
        return wrap_stream(self.queue)


# --- Traces ------------------------------------------------------------------------------------------------------

# A traced function runs once, with stand-ins for its arguments. Values that it reads from older memory would be frozen
# into the trace, and values that it writes there would be written only once.

cdef int64_t TRACED = 0             # traces so far
TRACING = threading.local()         # .number: that of the trace in this thread, or 0


cdef int64_t traced_here() except -1:
    return getattr(TRACING, "number", 0)


def begin_trace():
    """Begin a trace in this thread; returns the argument of `end_trace`."""
    global TRACERS, TRACED
    former = traced_here()
    if not former:                  # a trace within a trace belongs to the outer one
        TRACED += 1
        TRACING.number = TRACED
        TRACING.stopped = None
        TRACERS += 1
    return former


def end_trace(int64_t former):
    """End a trace; returns the error that stopped it, or None."""
    global TRACERS
    if not former:
        TRACING.number = 0
        TRACERS -= 1
    stopped, TRACING.stopped = TRACING.stopped, None
    return stopped


def count_recorders(int change):
    """Count the functions that are being differentiated."""
    global RECORDERS
    RECORDERS += change


cdef object pause_trace():
    """Leave the trace of this thread; returns the argument of `resume_trace`."""
    former = traced_here()
    if former:
        TRACING.number = 0
    return former


cdef int resume_trace(object former) except -1:
    if former:
        TRACING.number = former
    return 0


def call_outside_trace(function, tuple args, dict named):
    """Call a function with values of its own, whatever is traced in this thread."""
    former = pause_trace()
    try:
        return function(*args, **named)
    finally:
        resume_trace(former)


cdef int touched(memory mem) except -1:
    cdef int64_t number = traced_here()
    if number and mem.born != number:
        stop_trace(Untraceable("the elements of a tensor that is not an argument", mem))
    return 0


cdef int stop_trace(error) except -1:
    TRACING.stopped = error         # callers may drop the exception, as NumPy does for buffers
    raise error


def refuse_trace(str what not None):
    """Stop a trace in this thread; called by functions whose values differ from call to call."""
    if TRACERS and traced_here():
        stop_trace(Untraceable(what))


cdef destructor FREE = (<PyTypeObject*>memory).tp_dealloc


cdef void free(PyObject* self) noexcept:
    """Free the bytes. Cython's `__dealloc__` would be slower: it saves and restores the current exception."""
    if (<memory>self).owner and (<memory>self).data != NULL and (<memory>self).block is None:
        block_give((<memory>self).data, (<memory>self).capacity)
    FREE(self)


(<PyTypeObject*>memory).tp_dealloc = <destructor>free


cdef memory allocate(device where, Py_ssize_t nbytes, dtype kind, queue line):
    cdef memory self = memory.__new__(memory)
    self.device = where
    self.dtype = kind
    self.owner = True
    self.nbytes = nbytes
    self.queue = line if line is not None else where.default_queue
    if self.queue is None:
        self.queue = new_queue(where)
    if TRACERS:
        self.born = traced_here()
    if where.host:
        self.data = <char*>block_take(nbytes, &self.capacity)
        if self.data == NULL:
            raise OceanMemoryError(f"There is not enough memory for {nbytes} bytes on device {where.name}")
    else:
        try:
            self.block = where.allocate(nbytes, self.queue)
        except OceanMemoryError:
            raise
        except MemoryError as error:
            text = f"There is not enough memory for {nbytes} bytes on device {where.name}"
            raise OceanMemoryError(f"{text}: {error}" if error.args else text) from error
    return self


def move_bytes(memory target not None, Py_ssize_t to, memory source not None, Py_ssize_t start, Py_ssize_t nbytes):
    """Copy bytes between memory on any devices."""
    cdef memory staging = source
    if nbytes == 0:
        return
    touch(source)
    touch(target)
    before_write(target)
    if target.device is source.device or target.device.reaches(source.device):
        target.device.copy(target, to, source, start, nbytes)
    elif target.device.host:
        source.device.read(source, start, memoryview(target)[to:to + nbytes])
    else:
        if not source.device.host:
            staging = allocate(CPU, nbytes, None, None)
            source.device.read(source, start, memoryview(staging))
            start = 0
        target.device.write(target, to, memoryview(staging)[start:start + nbytes])


def bytes_of(memory source not None, Py_ssize_t start, Py_ssize_t stop):
    """Bytes of memory on any device: a view on the host, else a copy."""
    if source.device.host:
        return memoryview(source)[start:stop]
    into = bytearray(stop - start)
    if into:
        source.device.read(source, start, into)
    return memoryview(into)


def memory_at(memory source not None, device where not None):
    """The memory itself, or a copy with its dtype and byte order on another device."""
    cdef memory self
    if source.device is where:
        return source
    self = allocate(where, source.nbytes, source.dtype, None)
    self.swapped = source.swapped
    move_bytes(self, 0, source, 0, source.nbytes)
    return self


cpdef memory foreign_memory(Py_ssize_t address, Py_ssize_t nbytes, bint readonly, object owner, dtype kind,
                            bint swapped):
    """A block of host memory that another object owns; the block keeps the owner alive."""
    cdef memory self = memory.__new__(memory)
    self.device = CPU
    self.queue = CPU.default_queue if CPU.default_queue is not None else new_queue(CPU)
    self.data = <char*>address
    self.nbytes = nbytes
    self.readonly = readonly
    self.swapped = swapped
    self.block = owner
    self.dtype = kind
    return self


cdef memory on_device(device where, object block, Py_ssize_t nbytes, bint readonly, dtype kind):
    """A block on a device that another object owns; `block` keeps it alive."""
    cdef memory self = memory.__new__(memory)
    self.device = where
    self.queue = where.default_queue if where.default_queue is not None else new_queue(where)
    self.nbytes = nbytes
    self.readonly = readonly
    self.block = block
    self.dtype = kind
    return self


def host_memory(bytes_like, dtype kind not None):
    """A new block on the host with a copy of the given bytes."""
    cdef const unsigned char[::1] view = bytes_like
    cdef memory self = allocate(CPU, view.shape[0], kind, None)
    if view.shape[0]:
        memcpy(self.data, &view[0], view.shape[0])
    return self


cdef storage wrap_storage(memory core):
    cdef storage self = storage.__new__(storage)
    self.core = core
    return self


@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class storage:
    """Storage: bytes on a device, with a dtype to read them by (or None: raw bytes).

    `storage([size] [,dtype] [,device] [,stream])` holds `size` elements; the contents are not set.
    """

    @property
    def size(self):
        """Size in bytes."""
        return self.core.nbytes

    @property
    def elemsize(self):
        """Size of an element in bytes."""
        return 1 if self.core.dtype is None else self.core.dtype.size

    @property
    def nelem(self):
        """Number of whole elements."""
        return self.core.nbytes // (1 if self.core.dtype is None else self.core.dtype.size)

    @property
    def capacity(self):
        """Number of whole elements that fit the block."""
        return self.nelem

    @property
    def device(self):
        return self.core.device

    @property
    def stream(self):
        return wrap_stream(self.core.queue)

    @property
    def dtype(self):
        """The dtype by which the bytes are read; None for raw bytes. Setting it leaves tensors as they are."""
        return self.core.dtype

    @dtype.setter
    def dtype(self, value):
        cdef dtype kind = find_dtype(value)
        if value is not None and kind is None:
            raise OceanTypeError(f"The dtype of storage must be a dtype or None, got {shown(value)}")
        self.core.dtype = kind

    @property
    def owner(self):
        """Whether Ocean allocated the bytes."""
        return bool(self.core.owner)

    @property
    def readonly(self):
        return bool(self.core.readonly)

    @readonly.setter
    def readonly(self, bint value):
        if not value and self.core.readonly and not self.core.owner:
            raise OceanValueError("The owner of this memory made it read-only; clone the storage to write to it")
        self.core.readonly = value

    @property
    def byteswapped(self):
        """Whether the bytes are in the other order than the machine's; setting it moves no data."""
        return bool(self.core.swapped)

    @byteswapped.setter
    def byteswapped(self, bint value):
        if value and not self.core.device.supportsByteswap:
            raise OceanValueError(f"Device {self.core.device.name} does not support byteswapped data")
        before_write(self.core)
        self.core.swapped = value

    @property
    def refcount(self):
        """Number of tensors and storage objects that use the bytes."""
        return Py_REFCNT(<PyObject*>self.core)

    @property
    def obj(self):
        """The identity of the block of bytes, as an integer."""
        return id(self.core)

    @property
    def ptr(self):
        """The address of the bytes, as an integer."""
        expose(self.core)
        return <size_t>self.core.data

    def isAligned(self):
        """Whether the address is a multiple of the element size."""
        return <size_t>self.core.data % (1 if self.core.dtype is None else self.core.dtype.alignment) == 0

    def sync(self):
        """Wait until all work on the storage is done."""
        synchronise(self.core.queue)

    def dealloc(self):
        """Let go of the bytes now; the storage becomes an empty, read-only one."""
        self.core = allocate(CPU, 0, kind_of(INT8), None)
        self.core.readonly = True

    def __eq__(self, other):
        return isinstance(other, storage) and (<storage>other).core is self.core

    def __hash__(self):
        return hash(id(self.core))

    def __copy__(self):
        return wrap_storage(self.core)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyObject_GetBuffer(self.core, view, flags)

    def __getitem__(self, key):
        return STORAGE_INDEX[0](self, key)

    def __setitem__(self, key, value):
        STORAGE_INDEX[1](self, key, value)

    def __delitem__(self, key):
        raise OceanTypeError("The elements of storage cannot be deleted")


cdef list STORAGE_INDEX = []     # set by `index/protocols.py`


def set_storage_index(getitem, setitem):
    """Called once: set the functions behind the brackets of storage."""
    STORAGE_INDEX[:] = [getitem, setitem]


def new_storage(Py_ssize_t nelem, dtype kind, device where not None, stream line=None):
    """Storage for `nelem` elements (of one byte without a dtype)."""
    cdef Py_ssize_t size = 1 if kind is None else kind.size
    if nelem < 0:
        raise OceanValueError(f"The storage size must be nonnegative, got {nelem}")
    if nelem > PY_SSIZE_T_MAX // size:
        raise OceanMemoryError(f"There is not enough memory for {nelem} elements of {size} bytes")
    if line is not None and line.core.device is not where:
        raise OceanValueError(f"The stream is on device {line.core.device.name}, expected {where.name}")
    return wrap_storage(allocate(where, nelem * size, kind, None if line is None else line.core))


def wrap_memory(memory core not None):
    """The storage object for a block."""
    return wrap_storage(core)


def replace_memory(storage target not None, storage source not None):
    """Let one storage object name the block of another (in-place changes of dtype or device)."""
    target.core = source.core


def stream_of(stream line not None):
    return line.core


DEVICES = []
publish(device, "ocean.device")
publish(deviceCPU, "ocean.deviceCPU")
publish(stream, "ocean.stream")
publish(storage, "ocean.storage")
publish(queue, "ocean.queue")
publish(memory, "ocean.memory")
CPU = make_device(deviceCPU, "CPU", "cpu", 0, True)
cpu = CPU

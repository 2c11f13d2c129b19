# cython: auto_pickle=False
"""DLPack capsules in both directions. A capsule owns its structure until a consumer takes it and renames it."""

from cpython.pycapsule cimport (
    PyCapsule_CheckExact, PyCapsule_GetName, PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New,
    PyCapsule_SetContext, PyCapsule_SetName)
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cimport cython

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanBufferError, OceanMemoryError, OceanTypeError, OceanValueError
from ocean._src.core.objects.memory import lent_device

from ocean._src.core.objects.description cimport MAX_DIMS, check_ndims, describe, description
from ocean._src.core.objects.dtypes cimport DTYPES, TRAITS, dtype, kind_of
from ocean._src.core.objects.memory cimport CPU, device, expose, foreign_memory, memory, on_device, touch
from ocean._src.core.objects.tensor cimport is_native, address, new_view, tensor

cdef extern from "dlpack.h":
    ctypedef struct DLDevice:
        int32_t device_type, device_id
    ctypedef struct DLDataType:
        uint8_t code, bits
        uint16_t lanes
    ctypedef struct DLTensor:
        void* data
        DLDevice device
        int32_t ndim
        DLDataType dtype
        int64_t* shape
        int64_t* strides
        uint64_t byte_offset
    ctypedef struct DLManagedTensor:
        DLTensor dl_tensor
        void* manager_ctx
        void (*deleter)(DLManagedTensor*) noexcept
    ctypedef struct DLPackVersion:
        uint32_t major, minor
    ctypedef struct DLManagedTensorVersioned:
        DLPackVersion version
        void* manager_ctx
        void (*deleter)(DLManagedTensorVersioned*) noexcept
        uint64_t flags
        DLTensor dl_tensor
    ctypedef struct Loan:
        pass
    Loan* dl_lend(void*, object, int) noexcept
    void dl_delete(DLManagedTensor*) noexcept
    void dl_delete_versioned(DLManagedTensorVersioned*) noexcept
    void dl_capsule_end(object) noexcept
    void dl_let_go(DLManagedTensor*, DLManagedTensorVersioned*) noexcept
    int dl_multiply_overflows(int64_t, int64_t, int64_t*) noexcept

cdef extern from *:
    ctypedef void (*capsule_destructor "PyCapsule_Destructor")(object) noexcept

cdef enum:
    READ_ONLY = 1
    IS_COPIED = 2
    DL_CPU = 1
    DL_CUDA_HOST = 3
    DL_ROCM_HOST = 11

HOST = (DL_CPU, 0)
CODE_NAMES = dict(enumerate(("int", "uint", "float", "opaque", "bfloat", "complex", "bool")))
DEVICE_NAMES = {2: "cuda", 4: "opencl", 7: "vulkan", 8: "metal", 10: "rocm", 13: "cuda managed", 14: "oneapi"}


# --- Out ---------------------------------------------------------------------------------------------------------

cdef struct lent:
    DLManagedTensor managed
    int64_t numbers[2 * MAX_DIMS]


cdef struct lent_versioned:
    DLManagedTensorVersioned managed
    int64_t numbers[2 * MAX_DIMS]


cdef DLDataType type_of(dtype kind) noexcept:
    cdef DLDataType result
    result.code = TRAITS[kind.code].dlpack
    result.bits = kind.size * 8
    result.lanes = 1
    return result


cdef int fill_tensor(DLTensor* target, int64_t* numbers, tensor source) except -1:
    cdef description desc = source.desc
    cdef int i
    touch(source.mem)
    expose(source.mem)
    memcpy(numbers, desc.n, desc.ndims * 8)
    for i in range(desc.ndims):
        numbers[MAX_DIMS + i] = desc.s[i] // desc.dtype.size
    if desc.device.host:
        target.data = address(source)
        target.byte_offset = 0
        target.device.device_type, target.device.device_id = HOST
    else:                           # the handle of the device's block
        target.data = <void*><size_t>desc.device.lend(source.mem)
        target.byte_offset = source.start
        target.device.device_type, target.device.device_id = desc.device.dlpack
    target.ndim = desc.ndims
    target.dtype = type_of(desc.dtype)
    target.shape = numbers
    target.strides = numbers + MAX_DIMS
    return 0


def obstacle(tensor source not None):
    """The reason why DLPack cannot describe a tensor, or None."""
    cdef description desc = source.desc
    cdef int i, unit = desc.dtype.alignment
    if not desc.device.host and desc.device.dlpack is None:
        return f"the tensor is on device {desc.device.name}, which DLPack does not know"
    if not is_native(source):
        return "DLPack has no byte order, and the tensor is byteswapped"
    if desc.nelem == 0:
        return None
    for i in range(desc.ndims):
        if desc.n[i] > 1 and desc.s[i] < 0:  # PyTorch would abort the process
            return f"consumers do not agree on negative strides, and stride {i} is {desc.s[i]} bytes"
        if desc.n[i] > 1 and desc.s[i] % desc.dtype.size:
            return f"DLPack counts strides in elements of {desc.dtype.size} bytes, and stride {i} is {desc.s[i]} bytes"
    if <size_t>(address(source)) % unit:
        return "DLPack needs aligned elements, and the tensor's are not"
    return None


def new_capsule(tensor source not None, bint versioned, bint copied):
    """A capsule on the memory of a tensor that DLPack can describe; the old kind has no read-only flag."""
    cdef lent* old
    cdef lent_versioned* new
    cdef Loan* loan
    if not versioned:
        old = <lent*>malloc(sizeof(lent))
        if old == NULL:
            raise OceanMemoryError("There is not enough memory for a DLPack structure")
        try:
            fill_tensor(&old.managed.dl_tensor, old.numbers, source)
        except BaseException:
            free(old)
            raise
        loan = loan_of(old, source)
        old.managed.deleter = dl_delete
        old.managed.manager_ctx = loan
        return capsule_on(&old.managed, b"dltensor", loan, source)
    new = <lent_versioned*>malloc(sizeof(lent_versioned))
    if new == NULL:
        raise OceanMemoryError("There is not enough memory for a DLPack structure")
    try:
        fill_tensor(&new.managed.dl_tensor, new.numbers, source)
    except BaseException:
        free(new)
        raise
    new.managed.version.major = 1
    new.managed.version.minor = 0
    new.managed.flags = (READ_ONLY if source.locked or source.mem.readonly else 0) | (IS_COPIED if copied else 0)
    loan = loan_of(new, source)
    new.managed.deleter = dl_delete_versioned
    new.managed.manager_ctx = loan
    return capsule_on(&new.managed, b"dltensor_versioned", loan, source)


cdef Loan* loan_of(void* structure, tensor source) except NULL:
    cdef Loan* loan = dl_lend(structure, source.mem, 1 if source.desc.device.host else 2)
    if loan == NULL:
        free(structure)
        raise OceanMemoryError("There is not enough memory for a DLPack structure")
    return loan


cdef object capsule_on(void* structure, const char* name, Loan* loan, tensor source):
    capsule = PyCapsule_New(structure, name, <capsule_destructor>dl_capsule_end)
    if not source.desc.device.host:
        PyCapsule_SetContext(capsule, loan)
    return capsule


# --- In ----------------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
cdef class borrowed:
    """A structure that was taken from a capsule; it is deleted with this object."""
    cdef DLManagedTensor* old
    cdef DLManagedTensorVersioned* new

    def __dealloc__(self):
        dl_let_go(self.old, self.new)


def tensor_from_capsule(capsule):
    """A tensor on the memory of a DLPack capsule, which this consumes."""
    cdef borrowed owner
    cdef DLTensor* source
    cdef bint readonly
    if not PyCapsule_CheckExact(capsule):
        raise OceanTypeError(f"Expected a DLPack capsule, got {type(capsule).__name__}")
    owner = borrowed.__new__(borrowed)
    if PyCapsule_IsValid(capsule, b"dltensor_versioned"):
        owner.new = <DLManagedTensorVersioned*>PyCapsule_GetPointer(capsule, b"dltensor_versioned")
        PyCapsule_SetName(capsule, b"used_dltensor_versioned")
        if owner.new.version.major > 1:
            raise OceanBufferError(
                f"DLPack version {owner.new.version.major}.{owner.new.version.minor} is newer than 1")
        source = &owner.new.dl_tensor
        readonly = owner.new.flags & READ_ONLY
    elif PyCapsule_IsValid(capsule, b"dltensor"):
        owner.old = <DLManagedTensor*>PyCapsule_GetPointer(capsule, b"dltensor")
        PyCapsule_SetName(capsule, b"used_dltensor")
        source = &owner.old.dl_tensor
        readonly = True  # the old kind has no flag, and the owner may rely on it
    else:
        name = PyCapsule_GetName(capsule)
        text = "without a name" if name == NULL else repr(name.decode("utf-8", "replace"))
        if text.startswith("'used_dltensor"):
            raise OceanValueError("The DLPack capsule has been consumed already; a capsule can be used once")
        raise OceanTypeError(f"Expected a DLPack capsule, got a capsule {text}")
    return on_dl_tensor(source, owner, readonly)


cdef tensor on_dl_tensor(DLTensor* source, borrowed owner, bint readonly):
    cdef int64_t s[MAX_DIMS]
    cdef int64_t step
    cdef int i, where = source.device.device_type
    cdef description desc
    cdef memory mem
    cdef dtype kind = kind_for(source.dtype)
    cdef device home = CPU
    if where != DL_CPU and where != DL_CUDA_HOST and where != DL_ROCM_HOST:
        home = lent_device((where, source.device.device_id))
    if home is None:
        raise OceanBufferError(f"The DLPack tensor is on device {DEVICE_NAMES.get(where, f'type {where}')} "
                               f"{source.device.device_id}, whose memory Ocean cannot use; copy it to the cpu first")
    check_ndims(source.ndim, "the tensor")
    if source.ndim and source.shape == NULL:
        raise OceanBufferError("The DLPack tensor has no shape")
    step = kind.size
    for i in range(source.ndim - 1, -1, -1):
        if source.strides != NULL:
            if dl_multiply_overflows(source.strides[i], kind.size, &s[i]):
                if source.shape[i] > 1:
                    raise OceanValueError(f"The stride {source.strides[i]} of the DLPack tensor exceeds 64 bits")
                s[i] = kind.size
        else:
            s[i] = step
            if source.shape[i] > 0 and dl_multiply_overflows(step, source.shape[i], &step):
                raise OceanValueError("The DLPack tensor exceeds 64-bit addresses")
    desc = describe(kind, home, False, source.ndim, source.shape, s)
    if source.data == NULL and desc.nelem:
        raise OceanBufferError("The DLPack tensor has no data")
    if home is not CPU:
        block, nbytes = home.borrow(<size_t>source.data, owner)
        mem = on_device(home, block, nbytes, readonly, kind)
        if <Py_ssize_t>source.byte_offset + desc.low < 0 or <Py_ssize_t>source.byte_offset + desc.high > nbytes:
            raise OceanBufferError("The DLPack tensor is larger than its buffer")
        if <Py_ssize_t>source.byte_offset % kind.alignment:
            raise OceanBufferError(f"Device {home.name} requires data to be aligned, and the DLPack tensor's are not")
        return new_view(mem, source.byte_offset, desc, False)
    mem = foreign_memory(<Py_ssize_t>source.data + <Py_ssize_t>source.byte_offset + desc.low, desc.high - desc.low,
                         readonly, owner, kind, False)
    if desc.nelem * desc.dtype.size == mem.nbytes:
        mem.made = desc
    return new_view(mem, -desc.low, desc, False)


cdef dtype kind_for(DLDataType given):
    cdef int code
    cdef dtype kind
    if given.lanes == 1:
        for code in range(DTYPES):
            kind = kind_of(code)
            if TRAITS[code].dlpack == given.code and kind.size * 8 == given.bits:
                return kind
    raise OceanTypeError("There is no dtype for DLPack elements of type "
                         f"{CODE_NAMES.get(given.code, f'code {given.code}')}{given.bits}"
                         f"{f' with {given.lanes} lanes' if given.lanes != 1 else ''}")


publish(borrowed, "ocean.borrowed")

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint32_t, uint64_t

from ocean._src.core.objects.description cimport description
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device, memory, queue

cdef enum:
    MAX_OPERANDS = 32       # the limit of a plan: the result and its inputs (LOOP_OPERANDS of loops.h)
    UNLOCKED = 8192         # from this number of elements on, the interpreter lock is released
    MAX_CONSTANTS = 4       # of an operation


cdef class tensor:
    cdef memory mem
    cdef Py_ssize_t start
    cdef description desc
    cdef bint locked
    cdef PyObject* before       # the ring of all objects for the same underlying tensor, borrowed; NULL: it is
    cdef PyObject* after        # the only one
    cdef int64_t number         # of the underlying tensor; 0 until it is needed


cdef struct operand:
    PyObject* desc          # its description, with the byte order in memory
    PyObject* mem           # the memory, or NULL for a number
    Py_ssize_t offset       # of element 0, in bytes
    char* number            # the bytes of a number
    char buffer[16]


cdef class operation:
    cdef readonly str name
    cdef readonly int arity
    cdef bint checked       # it has a domain, which math modes other than '-' check
    cdef public operation outside   # finds elements outside of the domain
    cdef bint elementwise   # each element of the result depends only on the same element of the inputs
    cdef bint accumulates   # reads the given result
    cdef int narrow         # the bits to which integers as second operand are converted; 0: not
    cdef object planner
    cdef readonly str axes  # the rule that matches operands by their axes
    cdef int constants      # the number of constants of the last operand that have their own plans
    cdef double[MAX_CONSTANTS] constant
    cdef int conditions     # the number of leading operands that do not count for the dtype of Python numbers
    cdef readonly int fits  # how plans are fitted to sizes without the planner, see `make_operation`
    cdef bint ordered, doubled, dense
    cdef readonly int weak  # how Python numbers are read beside tensors: see `numbers` of `make_operation`


cdef class plan:
    cdef readonly description result
    cdef readonly tuple operands    # the descriptions of the result and of the inputs
    cdef readonly object family     # that it was fitted from, or None
    cdef int run(self, operand* at) except -1


cdef struct variant:        # a kernel of a family
    uint64_t moves          # how operands move along the innermost loop, see nest.h
    uint32_t swaps          # a bit for each operand in the other byte order
    int kind
    int whole, lanes
    void* fn
    PyObject* kernel        # kept by the list of the family


cdef enum:
    ROOM = 2048             # words for the fit of a family


cdef class family:
    cdef readonly object program
    cdef int serves                 # the way in which it fits operations: ELEMENTS, AXES or OTHERWISE
    cdef object compile             # (moves, swaps, kind) -> (kernel, lanes)
    cdef list kernels
    cdef variant* variants
    cdef int count, room
    cdef variant* kernel(self, uint64_t moves, uint32_t swaps, int kind) except NULL
    cdef variant* add(self, uint64_t moves, uint32_t swaps, int kind) except NULL
    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into)
    cdef int run(self, void* given, operand* at) except -1
    cdef plan keep(self, description result, int count, operand* at, void* given)


cdef inline char* host_address(operand* at) noexcept:
    """The address of an operand in the memory of the host."""
    return at.number if at.mem == NULL else (<memory>at.mem).data + at.offset


ctypedef object (*getitem_fn)(tensor, object)
ctypedef int (*setitem_fn)(tensor, object, object) except -1

cdef getitem_fn GETITEM      # set by the module `indexing`
cdef setitem_fn SETITEM
cdef dict HOOKS              # Python functions; see `install`
cdef int64_t GENERATION      # of the settings that plans depend on
cdef bint BROADCASTING       # whether operands of different sizes are broadcast
cdef bint CHECKING           # whether the default math mode checks domains
cdef object ARRAY            # the class of arrays, set by the module `array`
cdef object LAZY             # the class of lazy tensors, or None; see `set_lazy`
cdef dtype DEFAULT_DTYPE     # of new tensors, or None: it must be given
cdef device DEFAULT_DEVICE
ctypedef object (*call_lazy_fn)(operation, Py_ssize_t, PyObject**)
cdef call_lazy_fn CALL_LAZY  # set by the module `lazy`
cdef operation operator_operation(int which)
cdef tensor new_view(memory mem, Py_ssize_t start, description desc, bint locked)
cdef tensor new_tensor(description desc, queue line)
cdef exchange(tensor self, tensor other)
cdef tensor same(tensor self)
cdef become(tensor self, memory mem, Py_ssize_t start, description desc)
cdef description effective(tensor self)
cdef int describe_family(family self, program, compile, int serves) except -1
cdef int joint_size(operation op, int count, operand* inputs, int64_t* n, PyObject** axes) except -2
cdef description joint_result(operation op, int count, operand* at, description out, dtype gives, int64_t* n, int* dims)
cdef int describe_plan(plan self, tuple operands, device where) except -1
cdef int WATCHED            # launches have hooks: 1 see `set_profile`, 2 `set_checks`
cdef int watch(int off) noexcept
cdef object launch(operation op, int count, PyObject** values, tensor out, int64_t extra, bint want_scalar)
cdef int copy_to(object source, tensor out) except -1
cdef bint fits(object value, dtype kind) except -1
cdef tensor copied(tensor source, description desc)
cdef tensor brought(tensor source, object where)
cpdef bint share_bytes(tensor first, tensor second) except -1
cdef int check_unlocked(tensor self) except -1
cdef int check_writable(tensor self) except -1

ctypedef void (*task_fn)(void*, int64_t) noexcept nogil
ctypedef void (*run_fn)(task_fn, void*, int64_t) noexcept nogil
cdef void in_threads(task_fn fn, void* context, int64_t count) noexcept nogil


cdef inline char* address(tensor self) noexcept:
    """The address of the first element in the memory of the host."""
    return self.mem.data + self.start


cdef inline bint is_native(tensor self) noexcept:
    """Whether the elements are in the byte order of this machine."""
    return self.desc.swapped == self.mem.swapped or self.desc.dtype.size == 1


cdef inline tensor own(tensor self):
    """A private object for the same tensor, which other threads cannot change."""
    return new_view(self.mem, self.start, self.desc, self.locked)

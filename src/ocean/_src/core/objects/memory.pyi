"""Devices, streams and storage: where the bytes of tensors live."""

# Made by tools/make_stub.py from tools/types; do not edit.

from collections.abc import Callable
from typing import Any, Final, Literal, SupportsIndex, overload

from ocean._src.core.objects.dtypes import Number, dtype, scalar
from ocean._src.core.objects.tensor import tensor

# Inside the classes these names are properties.
DType = dtype

class device:
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

    def __new__(cls, name: str | device) -> device: ...
    type: Final[str]
    name: Final[str]
    index: Final[int]
    host: Final[bool]
    supportsByteswap: bool
    requiresAlignedData: bool
    def allocate(self, nbytes: int, queue: Any) -> Any: ...
    def fill(self, target: memory, offset: int, nbytes: int, byte: int) -> None: ...
    def read(self, source: memory, offset: int, into: Any) -> None: ...
    def write(self, target: memory, offset: int, source: Any) -> None: ...
    def copy(self, target: memory, to: int, source: memory, start: int, nbytes: int) -> None: ...
    def plan(self, job: Any) -> Any: ...
    def launch(self, plan: Any, operands: list[Any]) -> None: ...
    def reaches(self, other: device) -> bool: ...
    dlpack: tuple[int, int] | None
    def synchronise(self, line: Any) -> None: ...
    @property
    def modules(self) -> list[str]:
        """Names of the modules available on the device."""
    @property
    def refcount(self) -> int:
        """Number of references to the device object."""
    @property
    def info(self) -> str:
        """A description of the device, for people."""
    @property
    def bufferCount(self) -> int:
        """How many temporary buffers the device may keep (settable)."""
    @bufferCount.setter
    def bufferCount(self, value: int) -> None: ...
    @property
    def maxBufferSize(self) -> int:
        """The largest size in bytes of the device's temporary buffers; 0 is no limit (settable)."""
    @maxBufferSize.setter
    def maxBufferSize(self, value: int) -> None: ...
    @property
    def defaultStream(self) -> stream | None:
        """The stream that new storage on this device uses; None makes a new stream for each storage."""
    @defaultStream.setter
    def defaultStream(self, value: stream | None) -> None: ...
    def createStream(self) -> stream:
        """A new stream on this device."""
    @overload
    def __call__(self, obj: tensor | storage, inplace: Literal[True]) -> None: ...
    @overload
    def __call__(self, obj: storage, inplace: Literal[False] = False) -> storage: ...
    @overload
    def __call__(self, obj: tensor | scalar | Number, inplace: Literal[False] = False) -> tensor: ...
    @overload
    def __call__(self, obj: Any, *options: Any, **named: Any) -> Any:
        """device(obj [,inplace]): an object brought to the device."""

    # attached by other modules

    def setDefault(self) -> None:
        """Make this the default device."""

class deviceCPU(device):
    """The host processor."""

    def fill(self, target: memory, offset: int, nbytes: int, byte: int) -> None: ...
    def read(self, source: memory, offset: int, into: Any) -> None: ...
    def write(self, target: memory, offset: int, source: Any) -> None: ...
    def copy(self, target: memory, to: int, source: memory, start: int, nbytes: int) -> None: ...
    def plan(self, job: Any) -> Any:
        """How a job runs on this device."""
    def synchronise(self, line: Any) -> None: ...

    @property
    def cachedBytes(self) -> int:
        """Bytes in freed blocks that are kept for reuse."""
    @property
    def usedBytes(self) -> int:
        """Bytes in blocks that storage holds now."""
    @property
    def peakBytes(self) -> int:
        """The largest value that `usedBytes` has had; assign 0 to measure from now on."""
    @peakBytes.setter
    def peakBytes(self, value: int) -> None: ...
    @property
    def cacheLimit(self) -> int:
        """How many bytes of freed blocks are kept for reuse (settable)."""
    @cacheLimit.setter
    def cacheLimit(self, value: int) -> None: ...
    def emptyCache(self) -> None:
        """Give all freed blocks back to the system."""

    # attached by other modules

    @property
    def info(self) -> str:
        """A description of the device, for people."""

class queue:
    """The queue of work on a device; on the host, work is complete when the call returns."""

    device: Final[Device]
    work: Any

class stream:
    """A stream of work on a device: `ocean.stream(device)`."""

    def __new__(cls, device: Device | None = None) -> stream: ...
    @property
    def device(self) -> device: ...
    @property
    def refcount(self) -> int:
        """Number of stream and storage objects that use the stream."""
    def sync(self) -> None:
        """Wait until all work on the stream is done."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class memory:
    """A block of bytes on a device."""

    device: Final[Device]
    nbytes: Final[int]
    block: Final[Any]
    queue: Final[Any]
    @property
    def stream(self) -> Stream: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class storage:
    """Storage: bytes on a device, with a dtype to read them by (or None: raw bytes).

    `storage([size] [,dtype] [,device] [,stream])` holds `size` elements; the contents are not set.
    """

    @overload
    def __new__(cls, size: SupportsIndex = ..., /, *options: DType | Device | Stream) -> storage: ...
    @overload
    def __new__(
        cls,
        size: SupportsIndex | None = None,
        dtype: DType | None = None,
        device: Device | None = None,
        stream: Stream | None = None,
    ) -> storage: ...
    @property
    def size(self) -> int:
        """Size in bytes."""
    @property
    def elemsize(self) -> int:
        """Size of an element in bytes."""
    @property
    def nelem(self) -> int:
        """Number of whole elements."""
    @property
    def capacity(self) -> int:
        """Number of whole elements that fit the block."""
    @property
    def device(self) -> device: ...
    @property
    def stream(self) -> stream: ...
    @property
    def dtype(self) -> DType | None:
        """The dtype by which the bytes are read; None for raw bytes. Setting it leaves tensors as they are."""
    @dtype.setter
    def dtype(self, value: DType | None) -> None: ...
    @property
    def owner(self) -> bool:
        """Whether Ocean allocated the bytes."""
    @property
    def readonly(self) -> bool: ...
    @readonly.setter
    def readonly(self, value: bool) -> None: ...
    @property
    def byteswapped(self) -> bool:
        """Whether the bytes are in the other order than the machine's; setting it moves no data."""
    @byteswapped.setter
    def byteswapped(self, value: bool) -> None: ...
    @property
    def refcount(self) -> int:
        """Number of tensors and storage objects that use the bytes."""
    @property
    def obj(self) -> int:
        """The identity of the block of bytes, as an integer."""
    @property
    def ptr(self) -> int:
        """The address of the bytes, as an integer."""
    def isAligned(self) -> bool:
        """Whether the address is a multiple of the element size."""
    def sync(self) -> None:
        """Wait until all work on the storage is done."""
    def dealloc(self) -> None:
        """Let go of the bytes now; the storage becomes an empty, read-only one."""
    def copy(self, source: Storage) -> None:
        """Copy the contents of another storage, casting if the dtypes differ."""
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> storage: ...
    def __deepcopy__(self, memo: Any) -> storage: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

    # attached by other modules

    @property
    def footer(self) -> str:
        """The last line of the printed storage."""
    def clone(self, device: Device | None = None) -> storage:
        """clone([device])

        A deep copy, on the given device; the byte order is kept on the same device.

        Parameters
        ----------
        device : device, optional
            Where the result is; by default where the operands are.
        """
    def asTensor(self) -> tensor:
        """A vector of all elements of the storage."""
    def byteswap(self) -> None:
        """Swap the bytes of all elements, and the byte-order status with them; all tensors on the storage follow."""
    def zero(self) -> None:
        """Set all bytes to zero."""
    def asPython(self) -> list[Any]:
        """The elements as a list of Python numbers."""

Device = device
Stream = stream
Storage = storage
DEVICES: list[device]
def lent_device(numbers: tuple[int, int]) -> device | None:
    """The device with these numbers in DLPack, or None."""

FINDERS: list[Callable[[], Any]]
cpu: deviceCPU

def make_device(cls: type, kind: str, name: str, index: int, host: bool) -> Any:
    """Make the object of a device that was found; called once for each."""

def find_device(name: str) -> device: ...
def new_stream(where: device) -> stream: ...
def bytes_of(source: memory, start: int, stop: int) -> memoryview:
    """Bytes of memory on any device: a view on the host, else a copy."""

def memory_at(source: memory, where: device) -> memory:
    """The memory itself, or a copy with its dtype and byte order on another device."""

def foreign_memory(
    address: int, nbytes: int, readonly: bool, owner: object, kind: dtype | None, swapped: bool
) -> memory:
    """A block of host memory that another object owns; the block keeps the owner alive."""

def host_memory(bytes_like: Any, kind: dtype) -> memory:
    """A new block on the host with a copy of the given bytes."""

def new_storage(nelem: int, kind: dtype | None, where: device, line: stream | None = None) -> storage:
    """Storage for `nelem` elements (of one byte without a dtype)."""

def wrap_memory(core: memory) -> storage:
    """The storage object for a block."""

def replace_memory(target: storage, source: storage) -> None:
    """Let one storage object name the block of another (in-place changes of dtype or device)."""

def stream_of(line: stream) -> queue: ...
def set_storage_index(getitem: Callable[..., Any], setitem: Callable[..., None]) -> None:
    """Called once: set the functions behind the brackets of storage."""

def move_bytes(target: memory, to: int, source: memory, start: int, nbytes: int) -> None:
    """Copy bytes between memory on any devices."""

def begin_trace() -> int:
    """Begin a trace in this thread; returns the argument of `end_trace`."""

def end_trace(former: int) -> Any:
    """End a trace; returns the error that stopped it, or None."""

def refuse_trace(what: str) -> None:
    """Stop a trace in this thread; called by functions whose values differ from call to call."""

def call_outside_trace(function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function with values of its own, whatever is traced in this thread."""

def count_recorders(change: int) -> None:
    """Count the functions that are being differentiated."""

"""The work of OpenCL devices: queues, memory, and plans of kernel launches, by direct calls of the driver.

pyopencl finds devices, builds programs and makes buffers and queues; the functions are those of the library that it
has loaded. A stream has a `line`: an in-order command queue, taken from a pool for the first work. Work that touches
memory of another line waits, by events, for the work queued there, and later writes there wait for it. The host waits
only when it reads. One thread at a time talks to the driver: the one that holds the device's lock.

Plans are launches of kernels. Families (families.pxi) fit the launches of elementwise programs and reductions to new
sizes and strides.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import device, memory, queue
from ocean._src.core.objects.tensor import plan

NAMES: tuple[str, ...]
STAGING: int
MOST_STAGED: int

def use_functions(address: Callable[[str], int]) -> None:
    """Load the functions of a driver; `address(name)` gives the address of one."""

def forked() -> None:
    """Called in a child after a fork, where the driver has no threads."""

class event:
    """An event of the driver."""

    @property
    def done(self) -> bool:
        """Whether the work is done or has failed."""

def event_at(handle: int) -> event:
    """The event with a handle, which another library may have made."""

class lines:
    """The command queues of a device. Idle queues are reused once their work is done."""

    idle: list[tuple[Any, list[event]]]
    def __init__(self, new: Callable[[], Any]) -> None: ...

class line:
    """The work of one stream."""

    waits: dict[Any, event]
    def __init__(self, pool: lines) -> None: ...
    def events(self) -> list[event]:
        """The events of all work that is not done."""

def rounded(nbytes: int) -> int:
    """The size of the block for a number of bytes: at most a quarter more."""

class chunk:
    """A buffer of the driver, which is reused by one block after another."""

class block:
    """Bytes on a device; the buffer returns to the allocator with the last reference."""

    @property
    def buffer(self) -> Any:
        """The buffer of pyopencl."""

def borrowed_block(buffer: Any, owner: Any) -> block:
    """A block on a buffer of another library."""

class blocks:
    """The allocator of a device: freed blocks are kept and used again."""

    total: int
    largest: int
    @property
    def used(self) -> int: ...
    @property
    def kept(self) -> int: ...
    @property
    def peak(self) -> int: ...
    def __init__(
        self, name: str, new: Callable[[int], Any], failure: type[BaseException], total: int, largest: int
    ) -> None: ...
    def collect(self) -> None:
        """Take back the buffers of dropped blocks."""

    def trim(self) -> None:
        """Give all free blocks back to the driver, which keeps those that are still in use."""

class queues:
    """All queued work of a device. As a context manager it holds the device's lock, and adds the device to errors of
    the driver."""

    lines: lines
    blocks: blocks
    lock: Any
    staging: list[tuple[bytearray, event]]
    def __init__(self, where: device, driver: Any, context: Any, found: Any, lock: Any) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None: ...
    def line(self, of: queue) -> line:
        """The line of a stream."""

    def allocate(self, nbytes: int, of: queue) -> block: ...
    def fill(self, target: memory, offset: int, nbytes: int, byte: int) -> None: ...
    def read(self, source: memory, offset: int, into: Any) -> None: ...
    def write(self, target: memory, offset: int, source: Any) -> None:
        """Stage the bytes, so that the host may change its own at once."""

    def copy(self, target: memory, to: int, source: memory, first: int, nbytes: int) -> None:
        """Copy bytes on the line of the target; ranges of one buffer may overlap."""

    def synchronise(self, of: queue) -> None:
        """Wait until all work on a stream is done."""

class kernel_launch:
    """A launch of a kernel, with its table and known numbers: see `Launch` in kernels/opencl/work.py."""

    def __init__(
        self,
        where: queues,
        kernel: Any,
        table: bytes,
        operands: Sequence[int],
        shifts: Sequence[int],
        numbers: Sequence[int | bytes],
        items: int,
        local: int,
    ) -> None: ...

class opencl_plan(plan):
    """A sequence of kernel launches, with scratch buffers."""

def make_opencl_plan(
    where: queues,
    operands: tuple[description, ...],
    results: int,
    launches: Sequence[kernel_launch],
    scratch: Sequence[int],
    kind: fold_launch_family | None = None,
) -> opencl_plan:
    """A plan that runs kernels; the first `results` operands are written. `kind` is its family, if there is one."""

def fit_elements(
    operands: Sequence[description],
    moving: Sequence[int],
    indexed: bool,
    width: int,
    host_like: bool,
    units: int,
    local: int,
) -> tuple[bool, tuple[int, ...], tuple[int, ...], int, int]:
    """The launch of an elementwise kernel for operands of one size; those in `moving` are in memory. Returns (whether
    it is `flat`, the table, the shifts, work items, work items of a group)."""

class launch_family:
    """The family of an elementwise program on a device."""

    def plan(self, operands: tuple[description, ...]) -> opencl_plan:
        """The plan for operands of one size: the results, which have equal strides, then the inputs. Those of the host
        are numbers."""

def make_launch_family(
    where: queues,
    program: Any,
    compile: Callable[[int, int, int], tuple[Any, int]],
    outputs: Sequence[dtype],
    inputs: Sequence[dtype],
    indexed: bool,
    host_like: bool,
    units: int,
    local: int,
) -> launch_family:
    """The family of a program that is run on each element by a device."""

def fit_reduction(
    kept: Sequence[Any],
    reduced: Sequence[Any],
    columns: int,
    width: int,
    host_like: bool,
    units: int,
    local: int,
) -> tuple[bool, tuple[int, ...], int, int, int]:
    """The launch of a kernel that folds loops with `columns` columns of strides: (whether it is `across`, the table,
    work items, work items of a group, the number of parts)."""

class fold_launch_family:
    """A program that ends in reductions, on a device."""

def make_fold_launch_family(
    where: queues,
    program: Any,
    compile: Callable[[int, int, int], tuple[Any, int]],
    inputs: int,
    sources: Sequence[int],
    first: int,
    parameters: int,
    indexed: bool,
    numbers: Sequence[dtype],
    finish: Sequence[int],
    copies: bool,
    gives: dtype,
    host_like: bool,
    units: int,
    local: int,
) -> fold_launch_family:
    """The family of a program that ends in reductions, on a device."""

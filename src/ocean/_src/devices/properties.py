"""The properties of GPU devices: the documented names, with the nearest meaning in OpenCL."""

from __future__ import annotations

import re
from collections.abc import Callable

from ocean._src.base.classes import attach
from ocean._src.base.hints import Any
from ocean._src.core.devices.opencl import blocks

from .device import deviceGPU, gpu

NO_LIMIT = (1 << 31) - 1
"""CUDA's value for "no limit"; OpenCL has no limit for these."""


def version_of(found: Any) -> tuple[int, int]:
    match = re.match(r"OpenCL (\d+)\.(\d+)", found.version)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def pci(found: Any, part: int) -> int:
    """The bus or the slot of a device, from its vendor's extension; 0 without one."""
    extensions = found.extensions
    try:
        if "cl_nv_device_attribute_query" in extensions:
            return int(found.pci_bus_id_nv if part == 0 else found.pci_slot_id_nv)
        if "cl_amd_device_attribute_query" in extensions:
            topology = found.topology_amd
            return int(topology.bus if part == 0 else topology.device)
    except Exception:  # the driver names an extension that it does not have
        return 0
    return 0


def warp(where: deviceGPU) -> int:
    """The count of work items that run in lockstep: what the vendor says, or the preferred multiple of work-group
    sizes."""
    found = where.opencl
    for extension, name in (("cl_nv_", "warp_size_nv"), ("cl_amd_", "wavefront_width_amd")):
        if extension in found.extensions:
            try:
                return int(getattr(found, name))
            except Exception:  # the driver names an extension that it does not have
                continue
    return max(1, where.traits.width // 4) if where.traits.host_like else 32


PROPERTIES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "deviceName": (lambda d: d.opencl.name.strip(), "The name that the driver gives the device."),
    "totalGlobalMem": (lambda d: int(d.opencl.global_mem_size), "Bytes of global memory."),
    "freeMem": (
        lambda d: counted(d).total - counted(d).used,
        "Bytes of global memory that tensors of this process leave free; OpenCL does not tell what others use.",
    ),
    "sharedMemPerBlock": (lambda d: int(d.opencl.local_mem_size), "Bytes of local memory of a work group."),
    "regsPerBlock": (
        lambda d: registers(d.opencl), "Registers of a work group, where the driver tells (NVIDIA); otherwise 0."
    ),
    "warpSize": (warp, "How many work items run in lockstep (a software device: lanes of a vector of floats)."),
    "memPitch": (lambda d: NO_LIMIT, "The largest pitch in bytes of a copy; OpenCL has no limit."),
    "maxThreadsPerBlock": (lambda d: int(d.opencl.max_work_group_size), "The largest work group."),
    "maxThreadsDim": (lambda d: list(map(int, d.opencl.max_work_item_sizes)), "The largest work group by dimension."),
    "maxGridSize": (lambda d: [NO_LIMIT] * 3, "The largest number of work groups by dimension; OpenCL has no limit."),
    "totalConstMem": (lambda d: int(d.opencl.max_constant_buffer_size), "The largest constant buffer in bytes."),
    "major": (lambda d: version_of(d.opencl)[0], "The major version of OpenCL that the device has."),
    "minor": (lambda d: version_of(d.opencl)[1], "The minor version of OpenCL that the device has."),
    "version": (lambda d: f"{d.major}.{d.minor}", "The version of OpenCL that the device has."),
    "clockRate": (lambda d: float(d.opencl.max_clock_frequency), "Clock rate in megahertz."),
    "deviceOverlap": (lambda d: not d.emulated, "Whether transfers run beside kernels."),
    "multiProcessorCount": (lambda d: int(d.opencl.max_compute_units), "The number of compute units."),
    "kernelExecTimeoutEnabled": (lambda d: False, "Whether long kernels are stopped; OpenCL does not tell."),
    "integrated": (lambda d: unified(d.opencl), "Whether the device uses the memory of the host."),
    "canMapHostMemory": (lambda d: True, "Whether buffers can be mapped by the host; in OpenCL all can."),
    "computeMode": (lambda d: "Default mode", "Who may use the device; OpenCL knows the default mode only."),
    "concurrentKernels": (lambda d: True, "Whether kernels of several streams may run at once."),
    "ECCEnabled": (lambda d: bool(d.opencl.error_correction_support), "Whether memory errors are corrected."),
    "pciBusID": (lambda d: pci(d.opencl, 0), "The PCI bus, where the driver tells; otherwise 0."),
    "pciDeviceID": (lambda d: pci(d.opencl, 1), "The PCI device, where the driver tells; otherwise 0."),
    "tccDriver": (lambda d: False, "Whether a driver for computing only is used (Windows)."),
    "cachedBytes": (lambda d: counted(d).kept, "Bytes in freed blocks that are kept for reuse."),
    "usedBytes": (lambda d: counted(d).used, "Bytes in blocks that storage holds now."),
    "peakBytes": (lambda d: counted(d).peak, "The largest value that `usedBytes` has had."),
    "platform": (lambda d: d.opencl.platform.name, "The name of the OpenCL platform that drives the device."),
    "peers": (lambda d: tuple(peers(d)), "The devices that bytes are copied from without the host."),
}  # fmt: skip


def counted(where: deviceGPU) -> blocks:
    """The blocks of a device, with dropped blocks counted as free."""
    with where.lock:
        where.queues.blocks.collect()
    return where.queues.blocks


def registers(found: Any) -> int:
    if "cl_nv_device_attribute_query" not in found.extensions:
        return 0
    return int(found.registers_per_block_nv)


def unified(found: Any) -> bool:
    try:
        return bool(found.host_unified_memory)
    except Exception:  # removed in OpenCL 3.0
        return False


def peers(where: deviceGPU) -> list[Any]:
    return [each for each in gpu if each is not where and where.reaches(each)]


def yes(value: bool) -> str:
    return "Yes" if value else "No"


def size(nbytes: int) -> str:
    return f"{nbytes >> 20}Mb" if nbytes >= 1 << 20 else f"{nbytes >> 10}kb"


def info(self: deviceGPU) -> str:
    found = self.opencl
    left = [
        ("Clockrate", f"{self.clockRate}MHz"),
        ("Total global memory", f"{size(self.totalGlobalMem)} ({size(self.freeMem)})"),
        ("Total const memory", size(self.totalConstMem)),
        ("L2 Cache size", size(int(found.global_mem_cache_size))),
        ("Largest block", size(int(found.max_mem_alloc_size))),
        ("Can map host memory", yes(self.canMapHostMemory)),
        ("Memory in use", size(self.usedBytes)),
        ("Memory kept", size(self.cachedBytes)),
        ("Double precision", yes(self.traits.fp64)),
        ("ECC enabled", yes(self.ECCEnabled)),
        ("Integrated", yes(self.integrated)),
        ("Emulated", yes(self.emulated)),
    ]
    right = [
        ("Multi-processors", self.multiProcessorCount),
        ("OpenCL version", self.version),
        ("Maximum grid size", ", ".join(map(str, self.maxGridSize))),
        ("Maximum block size", ", ".join(map(str, self.maxThreadsDim))),
        ("Threads per block", self.maxThreadsPerBlock),
        ("Warp size", self.warpSize),
        ("Shared mem per block", size(self.sharedMemPerBlock)),
        ("Vector of floats", f"{self.traits.width} bytes"),
        ("Concurrent kernels", yes(self.concurrentKernels)),
        ("PCI", f"{self.pciBusID:04X}:{self.pciDeviceID:02X}"),
        ("Platform", self.platform),
        ("Driver", found.driver_version),
    ]
    rows = [
        f"{f'{name:<19} : {value}':<46}{other:<20}: {what}"
        for (name, value), (other, what) in zip(left, right, strict=True)
    ]
    title = f"Device {self.name} - {self.deviceName}"
    names = ", ".join(each.name for each in self.peers) or "none"
    return "\n".join([title, "-" * max(len(title), 92), *rows, "", f"Peer devices: {names}"])


def trim(self: deviceGPU) -> None:
    """Give all freed blocks back to the driver."""
    with self.queues:
        self.queues.blocks.trim()


attach(
    deviceGPU,
    **{name: property(read, doc=text) for name, (read, text) in PROPERTIES.items()},
    info=property(info, doc="A description of the device, for people."),
    emptyCache=trim,
)

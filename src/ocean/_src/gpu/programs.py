"""Programs of OpenCL: built once per device and kept on disk, as the kernels of the CPU are."""

from __future__ import annotations

import sys
import threading
from typing import Any

from ocean._src.core.errors import OceanError
from ocean._src.kernels import cache as disk
from ocean._src.kernels.opencl.work import OPTIONS

PATIENCE = 1.0
"""Seconds after which a person at a terminal is told what takes so long."""


class Programs:
    """The programs of a device, by their text."""

    def __init__(self, cl: Any, context: Any, device: Any, name: str) -> None:
        self.cl, self.context, self.device, self.name = cl, context, device, name
        exact = device.single_fp_config & cl.device_fp_config.CORRECTLY_ROUNDED_DIVIDE_SQRT
        self.options = list(OPTIONS if exact else OPTIONS[:-1])
        platform = device.platform
        self.identity = [device.name, device.version, device.driver_version, platform.name, platform.version]
        self.built: dict[str, Any] = {}
        self.kernels: dict[tuple[str, str], Any] = {}

    def kernel(self, text: str, name: str) -> Any:
        """A kernel of a program. It is one object, whose arguments are set anew for each launch."""
        kernel = self.kernels.get((text, name))
        if kernel is None:
            program = self.built.get(text)
            if program is None:
                program = self.built[text] = self.program(text)
            kernel = self.kernels[text, name] = self.cl.Kernel(program, name)
        return kernel

    def program(self, text: str) -> Any:
        entry = disk.key("opencl", *self.identity, *self.options, text)
        binary = disk.read(entry)
        if binary is not None:
            try:
                return self.cl.Program(self.context, [self.device], [binary]).build(self.options, [self.device])
            except self.cl.Error:
                pass  # a driver that has changed may refuse what it once made
        program = self.build(text)
        disk.write(entry, program.get_info(self.cl.program_info.BINARIES)[0])
        return program

    def build(self, text: str) -> Any:
        timer = None
        if sys.stderr is not None and sys.stderr.isatty():
            text_for_people = f"ocean: compiling a kernel for {self.name} …"
            timer = threading.Timer(PATIENCE, print, [text_for_people], {"file": sys.stderr})
            timer.daemon = True
            timer.start()
        program = self.cl.Program(self.context, text)
        try:
            return program.build(self.options, [self.device])
        except self.cl.Error as error:
            raise OceanError(f"Device {self.name} cannot build a program:\n{build_log(error)}") from None
        finally:
            if timer is not None:
                timer.cancel()


def build_log(error: Exception) -> str:
    """What the compiler says, in at most 40 lines."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return "\n".join([*lines[:40], *([f"… {len(lines) - 40} more lines"] if len(lines) > 40 else [])])

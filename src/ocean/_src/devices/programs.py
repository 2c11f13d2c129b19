"""OpenCL programs: built once per device and kept on disk, like kernels of the CPU.

Software drivers compile a program a second time to produce its binary, which takes as long as building it. So
binaries are fetched and stored in the background, after one second without work for the device. If the process ends
before that, it stores some of them at exit.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from contextlib import suppress

from ocean._src.base.errors import OceanError
from ocean._src.base.hints import Any
from ocean._src.kernels import cache as disk
from ocean._src.kernels.opencl.work import OPTIONS

PATIENCE = 1.0
"""Seconds after which a message on the terminal explains the wait."""
QUIET = 1.0
"""Seconds without work after which binaries are stored."""
FAREWELL = 0.5
"""Seconds at exit after which no further binary is stored."""


class Programs:
    """The programs of a device, by their text."""

    def __init__(self, cl: Any, context: Any, device: Any, name: str, lock: Any) -> None:
        self.cl, self.context, self.device, self.name, self.lock = cl, context, device, name, lock
        self.unstored: list[tuple[bytes, Any]] = []
        self.keeper: threading.Thread | None = None
        self.maker = 0  # the id of the process that builds, after its first build
        self.used = 0.0
        exact = device.single_fp_config & cl.device_fp_config.CORRECTLY_ROUNDED_DIVIDE_SQRT
        self.options = list(OPTIONS if exact else OPTIONS[:-1])
        platform = device.platform
        self.identity = [device.name, device.version, device.driver_version, platform.name, platform.version]
        self.built: dict[str, Any] = {}
        self.kernels: dict[tuple[str, str], Any] = {}

    def kernel(self, text: str, name: str) -> Any:
        """A kernel of a program. It is one object; every launch sets its arguments again."""
        self.used = time.monotonic()
        kernel = self.kernels.get((text, name))
        if kernel is None:
            program = self.built.get(text)
            if program is None:
                program = self.built[text] = self.program(text)
            try:
                kernel = self.cl.Kernel(program, name)
            except self.cl.LogicError:  # PoCL keeps an incomplete program if a process ended while building it
                self.built[text] = self.build(f"{text}\n// once more\n")
                kernel = self.cl.Kernel(self.built[text], name)
            self.kernels[text, name] = kernel
        return kernel

    def program(self, text: str) -> Any:
        entry = disk.key("opencl", *self.identity, *self.options, text)
        binary = disk.read(entry)
        if binary is not None:
            try:
                return self.cl.Program(self.context, [self.device], [binary]).build(self.options, [self.device])
            except self.cl.Error:  # a changed driver may refuse its own older binary
                pass
        program = self.build(text)
        self.keep(entry, program)
        return program

    def keep(self, entry: bytes, program: Any) -> None:
        """Schedule a program for storing."""
        if not self.maker:
            self.maker = os.getpid()
            atexit.register(self.farewell)
        self.unstored.append((entry, program))
        if self.keeper is None:
            self.keeper = threading.Thread(target=self.store, name=f"ocean programs of {self.name}", daemon=True)
            self.keeper.start()

    def store(self, patience: float = QUIET) -> None:
        """Store the scheduled programs when the device is idle."""
        while True:
            while time.monotonic() - self.used < patience:
                time.sleep(patience / 4)
            with self.lock:
                if not self.store_one():
                    self.keeper = None
                    return

    def store_one(self) -> bool:
        """Store the newest scheduled program, if any."""
        if not self.unstored:
            return False
        entry, program = self.unstored.pop()
        with suppress(self.cl.Error):
            disk.write(entry, program.get_info(self.cl.program_info.BINARIES)[0])
        return True

    def farewell(self) -> None:
        """Store as much as possible in little time; a forked process leaves the driver alone."""
        end = time.monotonic() + FAREWELL
        while os.getpid() == self.maker and time.monotonic() < end:
            with self.lock:
                if not self.store_one():
                    return

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
    """The compiler's messages, at most 40 lines."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return "\n".join([*lines[:40], *([f"… {len(lines) - 40} more lines"] if len(lines) > 40 else [])])

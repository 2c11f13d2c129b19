"""The OpenCL backend: OpenCL C from programs, and what a device has to launch for a job."""

from . import elementwise
from .work import OPTIONS, Kernel, Launch, Traits, Work, work_of

__all__ = ["OPTIONS", "Kernel", "Launch", "Traits", "Work", "elementwise", "work_of"]

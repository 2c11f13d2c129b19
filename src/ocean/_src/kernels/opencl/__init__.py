"""The OpenCL backend: OpenCL C from programs, and the launches of a job."""

from . import elementwise, reduce
from .work import OPTIONS, Kernel, Launch, Traits, Work, work_of

__all__ = ["OPTIONS", "Kernel", "Launch", "Traits", "Work", "elementwise", "reduce", "work_of"]

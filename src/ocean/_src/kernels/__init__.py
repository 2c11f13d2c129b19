"""Kernels: programs of elementwise arithmetic turned into machine code, and kept."""

from .builder import Builder, Complex, Number, Value
from .compiler import Kernel, compile_kernel
from .expression import trace
from .memory import Format
from .program import ARITHMETIC, REDUCTIONS, Arithmetic, Program, Reduction, Step

__all__ = [
    "ARITHMETIC",
    "REDUCTIONS",
    "Arithmetic",
    "Builder",
    "Complex",
    "Format",
    "Kernel",
    "Number",
    "Program",
    "Reduction",
    "Step",
    "Value",
    "compile_kernel",
    "trace",
]

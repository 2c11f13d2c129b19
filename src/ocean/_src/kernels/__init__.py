"""Kernels: programs of elementwise arithmetic, which loops they run in, and machine code for them."""

from .builder import Builder, Complex, Number, Value
from .formats import Format
from .llvm.compiler import Kernel, compile_kernel
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
]

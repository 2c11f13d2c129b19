"""Kernels: programs of elementwise arithmetic, the loops they run in, and their machine code."""

from .builder import Builder, Complex, Number, Value
from .formats import Format
from .program import ARITHMETIC, REDUCTIONS, Arithmetic, Program, Reduction, Step

__all__ = [
    "ARITHMETIC",
    "REDUCTIONS",
    "Arithmetic",
    "Builder",
    "Complex",
    "Format",
    "Number",
    "Program",
    "Reduction",
    "Step",
    "Value",
]

"""Kernels: programs of elementwise arithmetic, which loops they run in, and machine code for them."""

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

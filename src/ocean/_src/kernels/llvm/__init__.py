"""Kernels of the CPU: LLVM IR written with vectors in it, machine code, and the plans that run it."""

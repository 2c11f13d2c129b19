"""The CPU backend: LLVM IR with explicit vectors, its machine code, and the plans that run it."""

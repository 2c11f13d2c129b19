"""Compiled functions: making, viewing, copying, assigning and joining tensors and arrays."""

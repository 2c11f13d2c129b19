"""Lazy evaluation: r-tensors, traces, passes and fused functions."""

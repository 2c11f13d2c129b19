"""Convolutions of tensors with axes, and their gradients."""

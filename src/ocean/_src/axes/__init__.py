"""Axes of tensors: labels, and the rule of each function for them."""

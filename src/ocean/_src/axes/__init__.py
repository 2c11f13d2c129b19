"""Axes of tensors: labels, and the rule by which each function treats them."""

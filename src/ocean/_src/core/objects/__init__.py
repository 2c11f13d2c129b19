"""The objects: dtypes, devices and memory, axes, descriptions, tensors, arrays and r-tensors."""

"""The nouns: dtypes, devices and memory, axes, descriptions, tensors, arrays and r-tensors."""

"""NumPy's conventions on top of tensors: the functions and methods of `ocean.numpy`."""

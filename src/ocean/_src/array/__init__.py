"""NumPy's conventions over the tensors of Ocean: the functions and methods of `ocean.numpy`."""

"""Help: the subjects of `help(ocean)`, and advice for names of NumPy and PyTorch."""

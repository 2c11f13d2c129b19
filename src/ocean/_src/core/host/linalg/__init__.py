"""Products on the host, and NumPy's LAPACK and FFT called without its Python code."""

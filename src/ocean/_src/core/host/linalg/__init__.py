"""Linear algebra on the host: matrix products, and NumPy's LAPACK and FFT without its Python code."""

"""Linear algebra and Fourier transforms.

What NumPy's LAPACK and FFT compute is written over NumPy arrays (`lapack.py`, `expm.py`, `fft.py`), and a *convention*
(`conventions.py`) says how the operands of a class become such arrays without a copy, and how results go back. What
Ocean computes itself (`products.py`, `norms.py`) is written over tensors.
"""

"""Linear algebra and Fourier transforms.

Functions of NumPy's LAPACK and FFT are written for NumPy arrays (`lapack.py`, `expm.py`, `fft.py`). A *convention*
(`conventions.py`) says how operands of a class become such arrays without a copy, and how results are converted
back. Functions that Ocean computes itself (`products.py`, `norms.py`) are written for tensors.
"""

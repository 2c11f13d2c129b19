"""Linear algebra and Fourier transforms.

What NumPy's LAPACK and FFT compute is written over NumPy arrays (`lapack.py`, `expm.py`, `fourier.py`), and a *face*
(`faces.py`) says how the operands of a class become such arrays without a copy, and how results go back. What Ocean
computes itself (`products.py`, `norms.py`) is written over tensors.
"""

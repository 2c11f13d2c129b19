"""Protocol methods for other packages, on tensors and arrays: NumPy's, and those of the array API standard."""

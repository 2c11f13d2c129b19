"""What tensors and arrays say to other packages by methods with agreed names: NumPy's, and the array API's."""

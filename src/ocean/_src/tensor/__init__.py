"""The functions and methods of tensors, by subject."""

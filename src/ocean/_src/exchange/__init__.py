"""Exchange with other packages: anything with the buffer or array protocol comes in, NumPy arrays go out."""

"""What `python -m ocean` does: the tour, and packs of everyday kernels."""

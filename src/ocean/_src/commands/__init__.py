"""The commands `python -m ocean` (the tour) and `python -m ocean kernels` (packs and the cache)."""

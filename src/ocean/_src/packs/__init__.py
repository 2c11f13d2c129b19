"""Packs of everyday kernels: the table of calls, the making, and `python -m ocean kernels`."""

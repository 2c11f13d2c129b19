"""Benchmarks: Ocean and its peers on the same work, in one process. Run `python -m benchmarks`."""

"""Folds at indices: the methods `at` and `reduceat` of elementwise functions."""

from ocean._src.core.call.callables import fast_path

at: fast_path
reduceat: fast_path

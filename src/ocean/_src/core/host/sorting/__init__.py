"""Sorting, selecting and searching on the host."""

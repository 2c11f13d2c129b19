"""Compiled with Cython: the objects, the path of every call, the host's engines, and compiled functions."""

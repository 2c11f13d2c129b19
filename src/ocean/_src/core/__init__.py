"""Compiled with Cython: the objects, the road of every call, the host's engines, the bodies of functions."""

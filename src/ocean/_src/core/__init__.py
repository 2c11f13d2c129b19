"""Dtypes, scalars, devices, streams, storage, descriptions and tensors: the objects, and the path every call takes."""

"""How tensors, storage and scalars look when printed."""

"""Text, tables and pictures: how tensors, storage and scalars are displayed."""

"""Queues and launches of devices other than the host."""

"""The queued work of devices that are not the host."""

"""The host's engines: loops, threads, scans and random numbers; folders below have the others."""

"""The host's engines: nests of loops and threads, scans, random numbers, and the rooms beside."""

"""The base of all rooms: errors, records, lazy imports, and members of compiled classes."""

"""Indexing on the host: keys become selections, and selections become views, gathers or scatters."""

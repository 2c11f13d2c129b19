"""Convolutions of real numbers on the host."""

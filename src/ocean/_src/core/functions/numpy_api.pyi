"""NumPy's conversion in C, as other compiled packages call it: what asks for memory to write to gets a copy of ours."""

def guard_arguments(table: object) -> bool:
    """Have NumPy's table of C functions copy our memory for those who write to it; whether that is so now."""

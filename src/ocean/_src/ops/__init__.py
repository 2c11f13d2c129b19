"""Operations: one table of rows, and how operands become plans."""

"""Operations: one table of rows, and the way from operands to plans."""

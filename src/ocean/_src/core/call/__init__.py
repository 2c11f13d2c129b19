"""The path of a call: arguments, operands, launch, plans and families; guards and fused calls; settings."""

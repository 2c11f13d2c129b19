"""Gradients: recorded arrays, the rules of functions, and `grad`, `jvp` and their siblings"""

"""Data larger than memory: arrays in files and stores that compute by blocks, and partial results of reductions"""

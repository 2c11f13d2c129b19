"""Averages, quantiles, histograms and random numbers of tensors."""

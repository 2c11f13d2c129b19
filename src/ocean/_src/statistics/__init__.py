"""Statistics of tensors: averages, quantiles, histograms, and random numbers."""

"""Statistics of measurements: averages, spread, quantiles, a histogram, correlation, outliers."""

import numpy as np

n = 5000
t = np.arange(n)
x = 20 + 5 * np.sin(t / 50) + ((t * 7919) % 1000) / 500
y = 0.5 * x + ((t * 104729) % 997) / 300
mean, spread = x.mean(), x.std(ddof=1)
low, middle, high = np.percentile(x, [25, 50, 75])
counts, edges = np.histogram(x, bins=20)
centers = (edges[:-1] + edges[1:]) / 2
mode = centers[counts.argmax()]
correlation = np.corrcoef(x, y)[0, 1]
slope = ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()
intercept = y.mean() - slope * x.mean()
residuals = y - (slope * x + intercept)
outliers = np.abs(residuals) > 1.5 * residuals.std()
days = x.reshape(50, 100)
by_day = np.column_stack([days.min(axis=1), days.mean(axis=1), days.max(axis=1)])
best = by_day[:, 1].argsort()[-3:][::-1]
z = (x - mean) / spread
skewness = (z**3).mean()
inside = np.count_nonzero((x > low) & (x < high)) / n
print(f"{mean:.6f} {spread:.6f} {low:.6f} {middle:.6f} {high:.6f} {mode:.6f}")
print(f"{correlation:.9f} {slope:.9f} {intercept:.9f} {skewness:.9f} {inside:.4f}")
print(int(outliers.sum()), best, by_day.shape)
print(np.median(by_day, axis=0).round(6))

"""Numbers from text: lines of a table are read, sorted by group, summarized and written again."""

import numpy as np

lines = [f"{k},{k % 7},{(k * 37) % 101 / 10},{(k * 53) % 89 - 40}" for k in range(400)]
values = np.array([[float(field) for field in line.split(",")] for line in lines])
number, group = values[:, 0].astype(int), values[:, 1].astype(int)
price, change = values[:, 2], values[:, 3]
names = np.unique(group)
totals = np.array([price[group == each].sum() for each in names])
largest = [int(number[group == each][change[group == each].argmax()]) for each in names]
order = np.lexsort((number, -price))
top = values[order][:5]
missing = np.where(change < -35, np.nan, change)
known = missing[~np.isnan(missing)]
filled = np.where(np.isnan(missing), known.mean(), missing)
digits = np.array([int(each) for each in "31415926535897932384626433"])
checksum = (digits * np.arange(1, len(digits) + 1)).sum() % 97
table = np.zeros((len(names), 3))
table[:, 0], table[:, 1] = names, totals
table[:, 2] = np.bincount(group, weights=filled)
text = "\n".join(" ".join(f"{each:10.3f}" for each in row) for row in table.tolist())
print(totals.round(6).tolist(), largest, checksum)
print(top[:, 0].tolist(), round(float(filled.sum()), 6))
print(text)

"""Sorting and searching: ranks, the nearest entries, sets, runs, the first and last of groups."""

import numpy as np

n = 3000
keys = (np.arange(n) * 7919) % 4001
values = np.sort(keys)
order = np.argsort(keys)
ranks = np.empty(n, dtype=int)
ranks[order] = np.arange(n)
smallest = np.partition(keys, 10)[:10]
places = np.searchsorted(values, [10, 500, 3999])
nearest = values[np.abs(values - 1234).argmin()]
unique, counts = np.unique(keys % 50, return_counts=True)
common = np.intersect1d(keys[:500], keys[500:1000] - 3)
either = np.union1d(keys[:20], keys[10:30])
contained = np.isin([1, 2, 3, 4], keys[:1500])
steps = np.diff(np.concatenate([[0], (keys > 2000).astype(int), [0]]))
starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
longest = (ends - starts).max()
matrix = keys.reshape(60, 50)
by_row = np.sort(matrix, axis=1)[:, ::-1]
first = matrix[matrix[:, 0].argsort()]
picked = np.take_along_axis(matrix, matrix.argmax(axis=1)[:, None], axis=1)
table = keys[::-1][np.argsort(keys[::-1], kind="stable")]
print(smallest.sum(), places.tolist(), int(nearest), unique.size, counts.max(), common.size, either.size)
print(contained, longest, by_row[0, :3], first[0, :3], picked.sum(), ranks[:3])
print(bool((table == values).all()), bool(np.array_equal(values[ranks], keys)))

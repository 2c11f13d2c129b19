"""Methods of arrays that do what functions do."""

from __future__ import annotations

from array_samples import sample

import ocean.numpy as np


def test_methods() -> None:
    a = sample(3, 2)
    a.put([0, 5], [9, 8])
    assert a.tolist() == [[9, 1], [2, 3], [4, 8]]
    a.sort(axis=0)
    assert a.tolist() == [[2, 1], [4, 3], [9, 8]]
    assert a.argsort(axis=None).tolist() == [1, 0, 3, 2, 5, 4] and a.round(1).tolist() == a.tolist()
    a.partition(1, axis=0)
    assert a[1].tolist() == [4, 3] and a.argpartition(1, axis=0)[1].tolist() == [1, 1]
    largest, places = np.topk(np.asarray([[3, 1, 2], [5, 9, 7]]), 2)  # along the last axis
    assert largest.tolist() == [[3, 2], [9, 7]] and places.tolist() == [[0, 2], [1, 2]]
    assert np.asarray([[3, 1], [2, 9]]).topk(1, 0, False)[0].tolist() == [[2, 1]]
    assert a.choose is not None and round(np.asarray(2.6)).item() == 3
    assert sample(3).searchsorted(v=1.5).item() == 2 and a.take(indices=[0]).tolist() == [2]

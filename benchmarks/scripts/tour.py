"""The everyday lines that the tour shows: arrays, a standardized matrix, a decomposition, a softmax."""

import numpy as np

a = np.array([[1, 2, 3], [4, 5, 6]])
shifted = a + np.array([10, 20, 30])
halves = a.T * 0.5
even = a[a % 2 == 0]
x = np.sin(np.arange(1200.0)).reshape(200, 6) + np.linspace(0, 1, 200)[:, None]
z = (x - x.mean(axis=0)) / x.std(axis=0)
q, r = x.copy(), np.zeros((6, 6))
for k in range(6):
    r[k, k] = np.sqrt((q[:, k] ** 2).sum())
    q[:, k] /= r[k, k]
    r[k, k + 1 :] = q[:, k] @ q[:, k + 1 :]
    q[:, k + 1 :] -= q[:, k : k + 1] * r[k, k + 1 :]
orthogonal = np.abs(q.T @ q - np.eye(6)).max()
y = np.exp(x @ r - (x @ r).max(axis=1, keepdims=True))
y /= y.sum(axis=1, keepdims=True)
big = x.astype(np.float32)
print(shifted)
print(halves, even, round(float(z.std()), 9), bool(orthogonal < 1e-9))
print(round(float(y.sum()), 9), big.nbytes, int(y.argmax()))

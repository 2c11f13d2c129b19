"""Linear algebra: a system of equations, least squares, eigenvalues, projections, powers of a matrix."""

import numpy as np

n = 40
i = np.arange(n)
A = 1.0 / (1 + np.abs(i[:, None] - i)) + np.eye(n)
b = np.sin(i)
x = np.linalg.solve(A, b)
residual = np.linalg.norm(A @ x - b)
inverse = np.linalg.inv(A)
determinant = np.linalg.det(A)
values = np.linalg.eigvalsh(A)
t = np.linspace(0, 1, 50)
design = np.stack([np.ones_like(t), t, t**2], axis=1)
target = 1 + 2 * t - 3 * t**2 + 0.01 * np.cos(40 * t)
coefficients = np.linalg.lstsq(design, target, rcond=None)[0]
q, r = np.linalg.qr(design)
projected = q @ (q.T @ target)
power = np.ones(n)
for _ in range(30):
    power = A @ power
    power /= np.linalg.norm(power)
largest = power @ A @ power
factor = np.linalg.cholesky(A)
blocks = np.block([[A, np.zeros((n, 2))], [np.zeros((2, n)), np.eye(2)]])
trace = np.trace(A) - values.sum()
outer = np.outer(x, x)
same = np.allclose(factor @ factor.T, A) and np.allclose(inverse @ A, np.eye(n))
print(f"{residual < 1e-10} {determinant:.4e} {largest:.6f} {values[-1]:.6f} {abs(trace) < 1e-9} {same}")
print(coefficients.round(4), f"{projected.sum():.6f}", np.abs(r).shape, blocks.shape, f"{outer.sum():.6f}")

"""A' (A x), and sums of products with a matrix and its transpose."""

SIZES = {"small": 30, "medium": 300, "large": 1500}


def inputs(n, draw):
    return {"A": draw.random((n, n)) / n, "x": draw.random(n), "y": draw.random(n)}


def run(A, x, y):
    for _ in range(10):
        z = (A @ x) @ A
        x = A @ x + A.T @ y
        y = 0.5 * y + z
    return x, y

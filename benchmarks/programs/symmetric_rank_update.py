"""C = beta C + alpha A A', one row at a time."""

SIZES = {"small": 10, "medium": 40, "large": 100}


def inputs(n, draw):
    return {"C": draw.random((n, n)), "A": draw.random((n, n)), "alpha": 1.5, "beta": 1.2}


def run(C, A, alpha, beta):
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += alpha * A[i, k] * A[: i + 1, k]
    return C

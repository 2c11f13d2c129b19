"""Prime numbers by the sieve of Eratosthenes."""

import numpy as np

SIZES = {"small": 1000, "medium": 100000, "large": 3000000}


def inputs(n, draw):
    return {"n": n}


def run(n):
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    for k in range(2, int(n**0.5) + 1):
        if prime[k]:
            prime[k * k :: k] = False
    return np.nonzero(prime)[0]

"""Heat in a cube: planes in parallel with Numba, a loop of steps with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(A, steps):
        n, m, k = A.shape
        B = A.copy()
        for _ in range(2 * steps):
            for i in prange(1, n - 1):
                for j in range(1, m - 1):
                    below, above, left, right = A[i - 1, j], A[i + 1, j], A[i, j - 1], A[i, j + 1]
                    here, out = A[i, j], B[i, j]
                    for l in range(1, k - 1):  # noqa: E741
                        around = below[l] + above[l] + left[l] + right[l] + here[l - 1] + here[l + 1]
                        out[l] = 0.125 * (around - 6.0 * here[l]) + here[l]
            A, B = B, A
        return A

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(A, steps):
        def step(_, U):
            here = U[1:-1, 1:-1, 1:-1]
            around = U[2:, 1:-1, 1:-1] + U[:-2, 1:-1, 1:-1] + U[1:-1, 2:, 1:-1] + U[1:-1, :-2, 1:-1]
            around += U[1:-1, 1:-1, 2:] + U[1:-1, 1:-1, :-2]
            return U + jnp.pad(0.125 * (around - 6.0 * here), 1)  # faster than U.at[...].add

        return jax.lax.fori_loop(0, 2 * steps, step, A)

    return run

/* Matrices of halves times a vector: converting the matrix to float would cost more than the product. Sums are floats,
   and are rounded once. All other products of halves are computed in float. */

#define HALF_TARGET __attribute__((target("avx2,fma,f16c")))
#define HALF_ROWS 512

HALF_TARGET static inline __m256 eight_halves(const uint16_t *from) {
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)from));
}

/* four vectors of partial sums, added in order */
HALF_TARGET static float half_dot(int64_t k, const uint16_t *a, const float *x) {
    __m256 sum[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    float lanes[8], total = 0;
    int64_t p = 0;
    for (; p + 32 <= k; p += 32)
        for (int v = 0; v < 4; v++)
            sum[v] = _mm256_fmadd_ps(eight_halves(a + p + 8 * v), _mm256_loadu_ps(x + p + 8 * v), sum[v]);
    _mm256_storeu_ps(lanes, _mm256_add_ps(_mm256_add_ps(sum[0], sum[1]), _mm256_add_ps(sum[2], sum[3])));
    for (int l = 0; l < 8; l++) total += lanes[l];
    for (; p < k; p++) total += _cvtsh_ss(a[p]) * x[p];
    return total;
}

/* sums += columns times x; several columns at a time, so that the sums are read and written once */
HALF_TARGET static inline __attribute__((always_inline))
void half_columns(int64_t rows, const int columns, const char *a, int64_t a1, const float *x, float *sums) {
    int64_t r = 0;
    for (; r + 8 <= rows; r += 8) {
        __m256 sum = _mm256_loadu_ps(sums + r);
        for (int j = 0; j < columns; j++)
            sum = _mm256_fmadd_ps(eight_halves((const uint16_t *)(a + j * a1) + r), _mm256_set1_ps(x[j]), sum);
        _mm256_storeu_ps(sums + r, sum);
    }
    for (; r < rows; r++)
        for (int j = 0; j < columns; j++)
            sums[r] = __builtin_fmaf(_cvtsh_ss(((const uint16_t *)(a + j * a1))[r]), x[j], sums[r]);
}

HALF_TARGET static void half_products(const product_t *w, const char *a, const char *b, char *c, int64_t sa, int64_t sb,
                                      int64_t sc, int64_t count, const void *alpha, const void *beta, char *scratch) {
    float sums[HALF_ROWS], *x = (float *)scratch;
    (void)alpha, (void)beta;  /* products with factors are computed in float */
    for (; count > 0; count--, a += sa, b += sb, c += sc) {
        for (int64_t p = 0; p < w->k; p++) x[p] = _cvtsh_ss(*(const uint16_t *)(b + p * w->b0));
        for (int64_t i = 0; i < w->m; i += HALF_ROWS) {
            const int64_t rows = w->m - i < HALF_ROWS ? w->m - i : HALF_ROWS;
            const char *from = a + i * w->a0;
            memset(sums, 0, sizeof(sums));
            if (w->a1 == 2 && (w->a0 != 2 || w->m == 1))
                for (int64_t r = 0; r < rows; r++) sums[r] = half_dot(w->k, (const uint16_t *)(from + r * w->a0), x);
            else if (w->a0 == 2) {
                int64_t p = 0;
                for (; p + 8 <= w->k; p += 8) half_columns(rows, 8, from + p * w->a1, w->a1, x + p, sums);
                for (; p < w->k; p++) half_columns(rows, 1, from + p * w->a1, w->a1, x + p, sums);
            } else
                for (int64_t p = 0; p < w->k; p++)
                    for (int64_t r = 0; r < rows; r++)
                        sums[r] += _cvtsh_ss(*(const uint16_t *)(from + r * w->a0 + p * w->a1)) * x[p];
            for (int64_t r = 0; r < rows; r++) *(uint16_t *)(c + (i + r) * w->c0) = _cvtss_sh(sums[r], 0);
        }
    }
}
#undef HALF_TARGET
#undef HALF_ROWS

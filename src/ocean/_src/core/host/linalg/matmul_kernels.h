/* Products of matrices of one element type with one set of instructions; `matmul.h` includes this for each pair.

   T        an element in memory; a struct {re, im} when FORM is COMPLEX
   E        a lane of a vector: T, its part, or a wider type in which T is computed
   LANES    lanes of a 32-byte vector; HALF of them, and a QUARTER (0 if that is less than two)
   FORM     PLAIN, WIDENED (E is not T), LOGICAL (or of ands), COMPLEX, or WIDE (64-bit integers from 32-bit products)
   VECTORS  vectors of rows in a tile; it always has COLUMNS columns of accumulators
   PAIRS    whether 32-bit numbers that fit 16 bits are multiplied in pairs of neighbours along k (0 if not defined)
   TARGET   the attribute that chooses the instructions; NAME(x) is the name of a function for this pair

   A tile is a block of the result that stays in registers while k runs. COMPLEX and WIDE take two accumulators for a
   column: a times the real and a times the imaginary part of b; the low and the crossing products of halves of 64 bits.
   Accumulators run over k in order in tiles of every shape, so all give the same bits. */

#ifndef PAIRS
#define PAIRS 0
#endif
#define PAIRED (FORM == COMPLEX || FORM == WIDE)
#define PARTS (FORM == COMPLEX ? 2 : 1)
#define ACROSS (PAIRED ? COLUMNS / 2 : COLUMNS)   /* columns of the result in a tile */
#define ROWS (VECTORS * LANES / PARTS)            /* rows of the result in a tile */
#define WIDTH ((int64_t)sizeof(T))

typedef __typeof__((E)0 + 0u) NAME(number);       /* E, but not subject to integer promotion */
typedef E NAME(vector) __attribute__((vector_size(32)));
typedef E NAME(vector_at) __attribute__((vector_size(32), aligned(sizeof(E)), may_alias));
typedef E NAME(half) __attribute__((vector_size(16)));
typedef E NAME(half_at) __attribute__((vector_size(16), aligned(sizeof(E)), may_alias));
#if QUARTER
typedef E NAME(quarter) __attribute__((vector_size(8)));
typedef E NAME(quarter_at) __attribute__((vector_size(8), aligned(sizeof(E)), may_alias));
#endif

#if FORM == COMPLEX
#define PACKED T
#define LOAD(x) (x)
#define STORE(x) (x)
#define TIMES(x, y) ((T){(x).re * (y).re - (x).im * (y).im, (x).re * (y).im + (x).im * (y).re})
#define PLUS(x, y) ((T){(x).re + (y).re, (x).im + (y).im})
#elif FORM == LOGICAL
#define PACKED E
#define LOAD(x) ((E)((x) != 0))
#define STORE(x) (x)
#define TIMES(x, y) ((T)((x) && (y)))
#define PLUS(x, y) ((T)((x) || (y)))
#else
#define PACKED E
#define LOAD(x) ((E)(x))
#define STORE(x) ((T)(x))
#define TIMES(x, y) ((T)((NAME(number))(x) * (NAME(number))(y)))
#define PLUS(x, y) ((T)((NAME(number))(x) + (NAME(number))(y)))
#endif

#if FORM == WIDE
typedef uint32_t NAME(words) __attribute__((vector_size(32)));
#define EVERYWHERE(y) ((NAME(vector)){0} + (y))
#define STEP(sum, x, y, j)                                                                                            \
    do {                                                                                                              \
        if ((j) % 2 == 0) (sum) += (NAME(vector))_mm256_mul_epu32((__m256i)(x), (__m256i)EVERYWHERE(y));              \
        else (sum) = (NAME(vector))((NAME(words))(sum) + (NAME(words))(x) * (NAME(words))EVERYWHERE(y));              \
    } while (0)
#define SETTLE(sum, vector_at, lanes, conjugated) ((sum)[0] + ((sum)[1] << 32) + ((sum)[1] >> 32 << 32))
#elif FORM == COMPLEX
/* the signs of the first accumulator's parts, and of the second's after the swap */
static const E NAME(signs)[4][2][8] = {
    {{1, 1, 1, 1, 1, 1, 1, 1}, {-1, 1, -1, 1, -1, 1, -1, 1}},
    {{1, -1, 1, -1, 1, -1, 1, -1}, {1, 1, 1, 1, 1, 1, 1, 1}},
    {{1, 1, 1, 1, 1, 1, 1, 1}, {1, -1, 1, -1, 1, -1, 1, -1}},
    {{1, -1, 1, -1, 1, -1, 1, -1}, {-1, -1, -1, -1, -1, -1, -1, -1}},
};
#define STEP(sum, x, y, j) ((sum) += (x) * (y))
#define SETTLE(sum, vector_at, lanes, conjugated)                                                                     \
    ((sum)[0] * *(const vector_at *)NAME(signs)[conjugated][0]                                                        \
     + EXCHANGED(lanes, (sum)[1]) * *(const vector_at *)NAME(signs)[conjugated][1])
#elif FORM == LOGICAL
#define STEP(sum, x, y, j) ((sum) |= (x) & (y))
#define SETTLE(sum, vector_at, lanes, conjugated) ((sum)[0])
#else
#define STEP(sum, x, y, j) ((sum) += (x) * (y))
#define SETTLE(sum, vector_at, lanes, conjugated) ((sum)[0])
#endif

/* --- Packing: blocks of a and b are copied into panels that a tile reads contiguously ----------------------------- */

/* panels of ROWS rows: for each k, a column of the panel */
TARGET static void NAME(pack_a)(const char *a, int64_t a0, int64_t a1, int64_t m, int64_t k, PACKED *out) {
    for (int64_t i = 0; i < m; i += ROWS, a += ROWS * a0, out += k * ROWS) {
        int64_t rows = m - i < ROWS ? m - i : ROWS;
        if (rows == ROWS && a0 == WIDTH) {
            for (int64_t p = 0; p < k; p++) {
                const T *from = (const T *)(a + p * a1);
                for (int r = 0; r < ROWS; r++) out[p * ROWS + r] = LOAD(from[r]);
            }
            continue;
        }
        if (rows < ROWS) memset(out, 0, k * ROWS * sizeof(PACKED));
        if (a1 == WIDTH)
            for (int64_t r = 0; r < rows; r++) {
                const T *from = (const T *)(a + r * a0);
                for (int64_t p = 0; p < k; p++) out[p * ROWS + r] = LOAD(from[p]);
            }
        else
            for (int64_t p = 0; p < k; p++)
                for (int64_t r = 0; r < rows; r++) out[p * ROWS + r] = LOAD(*(const T *)(a + r * a0 + p * a1));
    }
}

/* panels of ACROSS columns: for each k, a row of the panel */
TARGET static void NAME(pack_b)(const char *b, int64_t b0, int64_t b1, int64_t k, int64_t n, E *out) {
    for (int64_t j = 0; j < n; j += ACROSS, b += ACROSS * b1) {
        int64_t columns = n - j < ACROSS ? n - j : ACROSS;
        if (columns < ACROSS) memset(out, 0, k * COLUMNS * sizeof(E));
        for (int64_t p = 0; p < k; p++, out += COLUMNS)
            for (int64_t c = 0; c < columns; c++) {
                T x = *(const T *)(b + p * b0 + c * b1);
#if FORM == COMPLEX
                out[2 * c] = x.re;
                out[2 * c + 1] = x.im;
#elif FORM == WIDE
                out[2 * c] = x;
                out[2 * c + 1] = x << 32 | x >> 32;
#else
                out[c] = LOAD(x);
#endif
            }
    }
}

#if PAIRS
/* Like the panels above, with pairs of neighbours along k packed as int16. Returns whether all numbers fit; if not,
   `out` is incomplete. */
#define PAIR(x, y) (((x) & 0xffff) | (y) << 16)
#define ABOVE(x) (((x) + 0x8000) & 0xffff0000)    /* nonzero if x does not fit int16 */

TARGET static int NAME(pair_a)(const char *a, int64_t a0, int64_t a1, int64_t m, int64_t k, E *out) {
    for (int64_t i = 0; i < m; i += ROWS, a += ROWS * a0) {
        const int64_t rows = m - i < ROWS ? m - i : ROWS;
        NAME(vector) above_any = {0};
        E above = 0;
        for (int64_t p = 0; p < k; p += 2, out += ROWS) {
            const char *first = a + p * a1, *second = first + a1;
            const int both = p + 1 < k;
            if (rows == ROWS && a0 == WIDTH && both)
                for (int v = 0; v < VECTORS; v++) {
                    const NAME(vector) x = ((const NAME(vector_at) *)first)[v];
                    const NAME(vector) y = ((const NAME(vector_at) *)second)[v];
                    above_any |= ABOVE(x) | ABOVE(y);
                    ((NAME(vector_at) *)out)[v] = PAIR(x, y);
                }
            else
                for (int64_t r = 0; r < ROWS; r++) {
                    const E x = r < rows ? *(const T *)(first + r * a0) : 0;
                    const E y = r < rows && both ? *(const T *)(second + r * a0) : 0;
                    above |= ABOVE(x) | ABOVE(y);
                    out[r] = PAIR(x, y);
                }
        }
        if (above || !_mm256_testz_si256((__m256i)above_any, (__m256i)above_any)) return 0;
    }
    return 1;
}

TARGET static int NAME(pair_b)(const char *b, int64_t b0, int64_t b1, int64_t k, int64_t n, E *out) {
    for (int64_t j = 0; j < n; j += ACROSS, b += ACROSS * b1) {
        const int64_t columns = n - j < ACROSS ? n - j : ACROSS;
        __m256i above_any = _mm256_setzero_si256();
        E above = 0;
        int64_t p = 0;
        for (; p + 8 <= k && columns == ACROSS && b0 == WIDTH; p += 8, out += 4 * COLUMNS) {
            __m128i column[COLUMNS];
            for (int c = 0; c < COLUMNS; c++) {        /* four pairs of each column ... */
                const __m256i x = _mm256_loadu_si256((const __m256i *)(b + p * WIDTH + c * b1));
                above_any = _mm256_or_si256(above_any, (__m256i)ABOVE((NAME(vector))x));
                const __m256i pairs = _mm256_blend_epi16(x, _mm256_srli_epi64(x, 16), 0x22);
                const __m256i low = _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
                column[c] = _mm256_castsi256_si128(low);
            }
            const __m128i low = _mm_unpacklo_epi32(column[0], column[1]);
            const __m128i high = _mm_unpackhi_epi32(column[0], column[1]);
            const __m128i left = _mm_unpacklo_epi32(column[2], column[3]);
            const __m128i rest = _mm_unpackhi_epi32(column[2], column[3]);
            _mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi64(low, left));        /* ... become four rows */
            _mm_storeu_si128((__m128i *)out + 1, _mm_unpackhi_epi64(low, left));
            _mm_storeu_si128((__m128i *)out + 2, _mm_unpacklo_epi64(high, rest));
            _mm_storeu_si128((__m128i *)out + 3, _mm_unpackhi_epi64(high, rest));
        }
        for (; p + 1 < k && columns == ACROSS; p += 2, out += COLUMNS) {
            const char *first = b + p * b0, *second = first + b0;
            for (int c = 0; c < COLUMNS; c++, first += b1, second += b1) {
                const E x = *(const T *)first, y = *(const T *)second;
                above |= ABOVE(x) | ABOVE(y);
                out[c] = PAIR(x, y);
            }
        }
        for (; p < k; p += 2, out += COLUMNS)
            for (int64_t c = 0; c < COLUMNS; c++) {
                const char *first = b + p * b0 + c * b1;
                const E x = c < columns ? *(const T *)first : 0;
                const E y = c < columns && p + 1 < k ? *(const T *)(first + b0) : 0;
                above |= ABOVE(x) | ABOVE(y);
                out[c] = PAIR(x, y);
            }
        if (above || !_mm256_testz_si256(above_any, above_any)) return 0;
    }
    return 1;
}
#undef PAIR
#undef ABOVE
#endif

/* c = or += alpha times a product of panels, with or without pairs; only `rows` by `columns` of its elements exist */
TARGET static inline __attribute__((always_inline)) void NAME(any_tile)(
    const int pairs, int64_t k, const E *a, const E *b, char *c, int64_t c0, int64_t c1, int64_t rows, int64_t columns,
    const T *alpha, int add, int conjugated) {
    NAME(vector) sum[VECTORS][COLUMNS], result[ACROSS][VECTORS];
    (void)conjugated, (void)pairs;
    for (int v = 0; v < VECTORS; v++)
        for (int j = 0; j < COLUMNS; j++) sum[v][j] = (NAME(vector)){0};
#pragma GCC unroll 4
    for (int64_t p = 0; p < k; p++, a += VECTORS * LANES, b += COLUMNS) {
        NAME(vector) x[VECTORS];
        for (int v = 0; v < VECTORS; v++) x[v] = *(const NAME(vector_at) *)(a + v * LANES);
        for (int j = 0; j < COLUMNS; j++) {
            E y = b[j];
#if PAIRS
            if (pairs) {
                for (int v = 0; v < VECTORS; v++)
                    sum[v][j] += (NAME(vector))_mm256_madd_epi16((__m256i)x[v], _mm256_set1_epi32((int)y));
                continue;
            }
#endif
            for (int v = 0; v < VECTORS; v++) STEP(sum[v][j], x[v], y, j);
        }
    }
    for (int j = 0; j < ACROSS; j++)
        for (int v = 0; v < VECTORS; v++)
            result[j][v] = SETTLE(sum[v] + j * (COLUMNS / ACROSS), NAME(vector_at), LANES, conjugated);
    if (sizeof(PACKED) == sizeof(T) && rows == ROWS && columns == ACROSS && c0 == WIDTH && !alpha) {
        for (int j = 0; j < ACROSS; j++)
            for (int v = 0; v < VECTORS; v++) {
                NAME(vector_at) *at = (NAME(vector_at) *)(c + j * c1) + v;
#if FORM == LOGICAL
                if (add) result[j][v] |= (NAME(vector))(*at != 0) & 1;
#else
                if (add) result[j][v] += *at;
#endif
                *at = result[j][v];
            }
        return;
    }
    PACKED values[ACROSS][ROWS];
    memcpy(values, result, sizeof(values));
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++) {
            T *at = (T *)(c + i * c0 + j * c1), x = STORE(values[j][i]);
            if (alpha) x = TIMES(*alpha, x);
            *at = add ? PLUS(*at, x) : x;
        }
}

TARGET static void NAME(tile)(int64_t k, const E *a, const E *b, char *c, int64_t c0, int64_t c1, int64_t rows,
                              int64_t columns, const T *alpha, int add, int conjugated) {
    NAME(any_tile)(0, k, a, b, c, c0, c1, rows, columns, alpha, add, conjugated);
}

#if PAIRS
TARGET static void NAME(tile_of_pairs)(int64_t k, const E *a, const E *b, char *c, int64_t c0, int64_t c1, int64_t rows,
                                       int64_t columns, const T *alpha, int add, int conjugated) {
    NAME(any_tile)(1, k, a, b, c, c0, c1, rows, columns, alpha, add, conjugated);
}
#endif

TARGET static void NAME(blocked)(const product_t *w, const char *a, const char *b, char *c, const T *alpha, int add,
                                 char *scratch) {
    PACKED *panel_a = (PACKED *)scratch;
    E *panel_b = (E *)(scratch + w->scratch_a);
    for (int64_t j = 0; j < w->n; j += w->block_n) {
        int64_t n = w->n - j < w->block_n ? w->n - j : w->block_n;
        for (int64_t p = 0; p < w->k; p += w->block_k) {
            int64_t k = w->k - p < w->block_k ? w->k - p : w->block_k, steps = k;
            const char *from_b = b + p * w->b0 + j * w->b1;
            void (*tile)(int64_t, const E *, const E *, char *, int64_t, int64_t, int64_t, int64_t, const T *, int, int)
                = NAME(tile);
#if PAIRS
            if (NAME(pair_b)(from_b, w->b0, w->b1, k, n, panel_b)) {
                tile = NAME(tile_of_pairs);
                steps = (k + 1) / 2;
            } else
#endif
            NAME(pack_b)(from_b, w->b0, w->b1, k, n, panel_b);
            for (int64_t i = 0; i < w->m; i += w->block_m) {
                int64_t m = w->m - i < w->block_m ? w->m - i : w->block_m;
                const char *from_a = a + i * w->a0 + p * w->a1;
#if PAIRS
                if (tile != NAME(tile) && !NAME(pair_a)(from_a, w->a0, w->a1, m, k, panel_a)) {
                    NAME(pack_b)(from_b, w->b0, w->b1, k, n, panel_b);
                    tile = NAME(tile);
                    steps = k;
                }
                if (tile == NAME(tile))
#endif
                NAME(pack_a)(from_a, w->a0, w->a1, m, k, panel_a);
                for (int64_t y = 0; y < n; y += ACROSS)
                    for (int64_t x = 0; x < m; x += ROWS)
                        tile(steps, (const E *)(panel_a + x * steps), panel_b + y / ACROSS * COLUMNS * steps,
                             c + (i + x) * w->c0 + (j + y) * w->c1, w->c0, w->c1, m - x < ROWS ? m - x : ROWS,
                             n - y < ACROSS ? n - y : ACROSS, alpha, add || p, w->conjugated);
            }
        }
    }
}

/* --- Small matrices with contiguous columns: tiles read a without packing ----------------------------------------- */

#if FORM == COMPLEX || FORM == PLAIN || FORM == WIDE
#if FORM == COMPLEX
#define WHOLE SETTLE
#else
#define WHOLE(sum, vector_at, lanes, conjugated) ((sum)[0])
#endif

/* `vectors` vectors of rows by `columns` accumulators; strides in lanes */
#define DIRECT(name, vec, vec_at, lanes)                                                                              \
    TARGET static inline __attribute__((always_inline)) void name(                                                    \
        const int vectors, const int columns, int64_t k, const E *a, int64_t a1, const E *b, int64_t b0, int64_t b1,  \
        E *c, int64_t c1, int conjugated) {                                                                           \
        vec sum[VECTORS][COLUMNS], x[VECTORS];                                                                        \
        (void)conjugated;                                                                                             \
        for (int v = 0; v < vectors; v++)                                                                             \
            for (int j = 0; j < columns; j++) sum[v][j] = (vec){0};                                                   \
        for (int64_t p = 0; p < k; p++, a += a1, b += b0) {                                                           \
            for (int v = 0; v < vectors; v++) x[v] = *(const vec_at *)(a + v * lanes);                                \
            for (int j = 0; j < columns; j++) {                                                                       \
                E y = b[j / PARTS * b1 + j % PARTS];                                                                  \
                for (int v = 0; v < vectors; v++) sum[v][j] += x[v] * y;                                              \
            }                                                                                                         \
        }                                                                                                             \
        for (int j = 0; j < columns; j += PARTS)                                                                      \
            for (int v = 0; v < vectors; v++)                                                                         \
                *(vec_at *)(c + j / PARTS * c1 + v * lanes) = WHOLE(sum[v] + j, vec_at, lanes, conjugated);           \
    }

/* all columns of some rows */
#define STRIP(name, tile, vectors)                                                                                    \
    TARGET static inline void name(const product_t *w, const E *a, const E *b, E *c) {                                \
        const int64_t a1 = w->a1 / (int64_t)sizeof(E), b0 = w->b0 / (int64_t)sizeof(E);                               \
        const int64_t b1 = w->b1 / (int64_t)sizeof(E), c1 = w->c1 / (int64_t)sizeof(E), k = w->k;                     \
        const int with = w->conjugated;                                                                               \
        int64_t j = w->n;                                                                                             \
        for (; j >= COLUMNS / PARTS; j -= COLUMNS / PARTS, b += COLUMNS / PARTS * b1, c += COLUMNS / PARTS * c1)      \
            tile(vectors, COLUMNS, k, a, a1, b, b0, b1, c, c1, with);                                                 \
        if (j == 3 && PARTS == 1) tile(vectors, 3, k, a, a1, b, b0, b1, c, c1, with);                                 \
        else if (j == 2 && PARTS == 1) tile(vectors, 2, k, a, a1, b, b0, b1, c, c1, with);                            \
        else if (j == 1) tile(vectors, PARTS, k, a, a1, b, b0, b1, c, c1, with);                                      \
    }

DIRECT(NAME(tile_of_vectors), NAME(vector), NAME(vector_at), LANES)
DIRECT(NAME(tile_of_halves), NAME(half), NAME(half_at), HALF)
#if VECTORS > 2
STRIP(NAME(three_vectors), NAME(tile_of_vectors), 3)
#endif
STRIP(NAME(two_vectors), NAME(tile_of_vectors), 2)
STRIP(NAME(one_vector), NAME(tile_of_vectors), 1)
STRIP(NAME(one_half), NAME(tile_of_halves), 1)
#if QUARTER
DIRECT(NAME(tile_of_quarters), NAME(quarter), NAME(quarter_at), QUARTER)
STRIP(NAME(one_quarter), NAME(tile_of_quarters), 1)
#endif

/* Remainder rows recompute an overlapping full vector. */
TARGET static void NAME(direct)(const product_t *w, const char *from_a, const char *from_b, char *into) {
    const E *a = (const E *)from_a, *b = (const E *)from_b;
    E *c = (E *)into;
    const int64_t rows = w->m * PARTS;
    if (rows >= LANES) {
        int64_t i = 0;
#if VECTORS > 2
        for (; rows - i >= 3 * LANES; i += 3 * LANES) NAME(three_vectors)(w, a + i, b, c + i);
#endif
        for (; rows - i >= 2 * LANES; i += 2 * LANES) NAME(two_vectors)(w, a + i, b, c + i);
        if (rows - i >= LANES) {
            NAME(one_vector)(w, a + i, b, c + i);
            i += LANES;
        }
        if (i < rows) NAME(one_vector)(w, a + rows - LANES, b, c + rows - LANES);
        return;
    }
    if (rows >= HALF) {
        NAME(one_half)(w, a, b, c);
        if (rows > HALF) NAME(one_half)(w, a + rows - HALF, b, c + rows - HALF);
        return;
    }
#if QUARTER
    if (rows >= QUARTER) {
        NAME(one_quarter)(w, a, b, c);
        if (rows > QUARTER) NAME(one_quarter)(w, a + rows - QUARTER, b, c + rows - QUARTER);
        return;
    }
#endif
#if FORM != COMPLEX  /* vectors of complex numbers fit into one vector */
    for (int64_t j = 0; j < w->n; j++)
        for (int64_t i = 0; i < w->m; i++) {
            const char *x = from_a + i * WIDTH, *y = from_b + j * w->b1;
            T sum = 0;
            for (int64_t p = 0; p < w->k; p++, x += w->a1, y += w->b0)
                sum = PLUS(sum, TIMES(*(const T *)x, *(const T *)y));
            *(T *)(into + i * WIDTH + j * w->c1) = sum;
        }
#endif
}
#undef WHOLE
#undef DIRECT
#undef STRIP
#endif

/* --- A matrix times a vector ------------------------------------------------------------------------------------- */

#define LONG_COLUMN 512

/* Dot product: four vectors of partial sums, added in order. */
TARGET static T NAME(dot)(int64_t k, const T *a, const T *b) {
#if FORM == PLAIN
    NAME(vector) sum[4] = {{0}};
    int64_t p = 0;
    for (; p + 4 * LANES <= k; p += 4 * LANES)
        for (int v = 0; v < 4; v++)
            sum[v] += *(const NAME(vector_at) *)(a + p + v * LANES) * *(const NAME(vector_at) *)(b + p + v * LANES);
    sum[0] += sum[1] + (sum[2] + sum[3]);
    T total = 0;
    for (int l = 0; l < LANES; l++) total = PLUS(total, sum[0][l]);
#elif FORM == WIDE
    NAME(vector) sum[2][2] = {{{0}}};                 /* two vectors each of low and of crossing products */
    int64_t p = 0;
    for (; p + 2 * LANES <= k; p += 2 * LANES)
        for (int v = 0; v < 2; v++) {
            const NAME(vector) x = *(const NAME(vector_at) *)(a + p + v * LANES);
            const NAME(vector) y = *(const NAME(vector_at) *)(b + p + v * LANES);
            sum[v][0] += (NAME(vector))_mm256_mul_epu32((__m256i)x, (__m256i)y);
            sum[v][1] = (NAME(vector))((NAME(words))sum[v][1] + (NAME(words))x * EXCHANGED_8((NAME(words))y));
        }
    sum[0][0] = SETTLE(sum[0], NAME(vector_at), LANES, 0) + SETTLE(sum[1], NAME(vector_at), LANES, 0);
    T total = 0;
    for (int l = 0; l < LANES; l++) total += sum[0][0][l];
#else
    T total = {0};
    int64_t p = 0;
#endif
    for (; p < k; p++) total = PLUS(total, TIMES(a[p], b[p]));
    return total;
}

/* sums += columns times x; several columns at a time, so that the sums are read and written once */
TARGET static inline __attribute__((always_inline)) void NAME(columns)(const int count, int64_t rows, const char *a,
                                                                       int64_t a1, const T *x, T *sums) {
    for (int64_t r = 0; r < rows; r++) {
        T sum = sums[r];
        for (int j = 0; j < count; j++) sum = PLUS(sum, TIMES(((const T *)(a + j * a1))[r], x[j]));
        sums[r] = sum;
    }
}

TARGET static void NAME(by_vector)(const product_t *w, const char *a, const char *b, char *c, const T *alpha, int add,
                                   char *scratch) {
    T sums[LONG_COLUMN];
    const T *x = (const T *)b;
    if (w->b0 != WIDTH) {
        for (int64_t p = 0; p < w->k; p++) ((T *)scratch)[p] = *(const T *)(b + p * w->b0);
        x = (const T *)scratch;
    }
    for (int64_t i = 0; i < w->m; i += LONG_COLUMN) {
        const int64_t rows = w->m - i < LONG_COLUMN ? w->m - i : LONG_COLUMN;
        memset(sums, 0, rows * sizeof(T));
        if (w->a1 == WIDTH && (w->a0 != WIDTH || w->m == 1))
            for (int64_t r = 0; r < rows; r++) sums[r] = NAME(dot)(w->k, (const T *)(a + (i + r) * w->a0), x);
        else if (w->a0 == WIDTH) {
            int64_t p = 0;
            for (; p + 8 <= w->k; p += 8)
                NAME(columns)(8, rows, a + i * WIDTH + p * w->a1, w->a1, x + p, sums);
            for (; p < w->k; p++) NAME(columns)(1, rows, a + i * WIDTH + p * w->a1, w->a1, x + p, sums);
        } else
            for (int64_t p = 0; p < w->k; p++)
                for (int64_t r = 0; r < rows; r++)
                    sums[r] = PLUS(sums[r], TIMES(*(const T *)(a + (i + r) * w->a0 + p * w->a1), x[p]));
        for (int64_t r = 0; r < rows; r++) {
            T *at = (T *)(c + (i + r) * w->c0), sum = alpha ? TIMES(*alpha, sums[r]) : sums[r];
            *at = add ? PLUS(*at, sum) : sum;
        }
    }
}
#undef LONG_COLUMN

/* --- `count` products in a row; beta: NULL when c is not read ------------------------------------------------- */

TARGET static void NAME(products)(const product_t *w, const char *a, const char *b, char *c, int64_t sa, int64_t sb,
                                  int64_t sc, int64_t count, const void *alpha, const void *beta, char *scratch) {
    const T *scale = (const T *)alpha, *keep = (const T *)beta;
#if FORM == COMPLEX
    const int whole = keep && keep->re == 1 && keep->im == 0;
#else
    const int whole = keep && *keep == 1;
#endif
    for (; count > 0; count--, a += sa, b += sb, c += sc) {
#if FORM == COMPLEX || FORM == PLAIN || FORM == WIDE
        if (w->method == PRODUCT_DIRECT && !scale && !keep) {
            NAME(direct)(w, a, b, c);
            continue;
        }
#endif
        if (w->k == 0 || (keep && !whole))
            for (int64_t j = 0; j < w->n; j++)
                for (int64_t i = 0; i < w->m; i++) {
                    T *at = (T *)(c + i * w->c0 + j * w->c1);
                    if (!keep) memset(at, 0, sizeof(T));
                    else if (!whole) *at = TIMES(*keep, *at);
                }
        if (w->k == 0) continue;
        if (w->method == PRODUCT_VECTOR) NAME(by_vector)(w, a, b, c, scale, keep != NULL, scratch);
        else NAME(blocked)(w, a, b, c, scale, keep != NULL, scratch);
    }
}

#undef PAIRED
#undef PARTS
#undef ACROSS
#undef ROWS
#undef WIDTH
#undef PACKED
#undef LOAD
#undef STORE
#undef TIMES
#undef PLUS
#undef STEP
#undef SETTLE
#undef EVERYWHERE
#undef T
#undef E
#undef LANES
#undef HALF
#undef QUARTER
#undef FORM
#undef PAIRS
#undef VECTORS

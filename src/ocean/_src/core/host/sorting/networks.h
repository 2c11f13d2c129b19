/* Partitioning a vector and sorting a few numbers with AVX-512; quicksort.h includes this for each type of numbers. */
#define AVX512(name) JOIN(_mm512, name, SUFFIX)
#define MASK(name) JOIN(_mm512_##name, SUFFIX, mask)
#define INLINED INSTRUCTIONS static inline __attribute__((always_inline))
#define SMALL (16 * LANES)              /* numbers that a network sorts */
typedef __typeof__(AVX512(set1)(0)) NAMED(wide);
typedef struct { NAMED(wide) v[16]; } NAMED(rows);

/* Store numbers up to the pivot at `low`, and the others before `high`; returns the number of the former. Stores past
   the partition boundary land in the gap between them. */
INLINED int NAMED(pack)(NAMED(vector) numbers, KEY pivot, KEY *low, KEY *high) {
    NAMED(wide) x = (NAMED(wide))numbers;
    unsigned mask = MASK(cmple)(x, AVX512(set1)(pivot));
    int left = __builtin_popcount(mask), right = LANES - left;
    if (LANES == 8) {
        x = AVX512(permutexvar)(_mm512_load_si512(turns_512[mask & 255]), x);
        AVX512(storeu)(low, x);
        AVX512(storeu)(high - LANES, x);
    } else {
        AVX512(storeu)(low, AVX512(maskz_compress)(mask, x));
        AVX512(mask_storeu)(high - right, (1u << right) - 1, AVX512(maskz_compress)(~mask, x));
    }
    return left;
}

INLINED int64_t NAMED(find_places)(const KEY *a, int64_t n, KEY value, int64_t first, int which, int64_t *places) {
    const NAMED(wide) all = AVX512(set1)(value);
    const __m512i eight = _mm512_set1_epi64(8);
    __m512i lanes = _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(first));
    int64_t found = 0;
    for (int64_t i = 0; i < n; i += LANES) {
        unsigned used = n - i >= LANES ? ~0u : (1u << (n - i)) - 1, mask;
        NAMED(wide) x = AVX512(mask_loadu)(all, used, a + i);
        switch (which) {
        case IS_LESS: mask = MASK(cmplt)(x, all); break;
        case IS_AT_MOST: mask = MASK(cmple)(x, all); break;
        case IS_AT_LEAST: mask = MASK(cmple)(all, x); break;
        case IS_EQUAL: mask = MASK(cmpeq)(x, all); break;
        case IS_NUMBER: mask = MASK(cmpeq)(x, x); break;
        case IS_STRANGE: mask = MASK(cmpneq)(x, x); break;
        default: mask = ~MASK(cmple)(x, all);
        }
        mask &= used & (unsigned)((1ull << LANES) - 1);
        UNROLLED for (int part = 0; part < LANES; part += 8) {
            _mm512_storeu_si512(places + found, _mm512_maskz_compress_epi64(mask >> part & 255, lanes));
            found += __builtin_popcount(mask >> part & 255);
            lanes = _mm512_add_epi64(lanes, eight);
        }
    }
    return found;
}

INLINED void NAMED(exchange)(NAMED(wide) *a, NAMED(wide) *b) {
    NAMED(wide) low = AVX512(min)(*a, *b);
    *b = AVX512(max)(*b, *a);           /* equal numbers both stay: each is the second operand once */
    *a = low;
}

/* Lanes paired with those whose numbers differ in the given bits. */
INLINED NAMED(wide) NAMED(turned)(NAMED(wide) x, int bits) {
    NAMED(places) lanes;
    UNROLLED for (int k = 0; k < LANES; k++) lanes[k] = k ^ bits;
    return AVX512(permutexvar)((__m512i)lanes, x);
}

/* Sort the columns of several vectors, by the smallest known networks. */
INLINED void NAMED(sort_columns)(NAMED(wide) *v, int rows) {
#define C(i, j) NAMED(exchange)(v + i, v + j);
    if (rows == 2) C(0, 1)
    if (rows == 4) { C(0, 2) C(1, 3) C(0, 1) C(2, 3) C(1, 2) }
    if (rows == 8) {
        C(0, 2) C(1, 3) C(4, 6) C(5, 7) C(0, 4) C(1, 5) C(2, 6) C(3, 7) C(0, 1) C(2, 3) C(4, 5) C(6, 7) C(2, 4) C(3, 5)
        C(1, 4) C(3, 6) C(1, 2) C(3, 4) C(5, 6)
    }
    if (rows == 16) {
        C(0, 13) C(1, 12) C(2, 15) C(3, 14) C(4, 8) C(5, 6) C(7, 11) C(9, 10) C(0, 5) C(1, 7) C(2, 9) C(3, 4) C(6, 13)
        C(8, 14) C(10, 15) C(11, 12) C(0, 1) C(2, 3) C(4, 5) C(6, 8) C(7, 9) C(10, 11) C(12, 13) C(14, 15) C(0, 2)
        C(1, 3) C(4, 10) C(5, 11) C(6, 7) C(8, 9) C(12, 14) C(13, 15) C(1, 2) C(3, 12) C(4, 6) C(5, 7) C(8, 10) C(9, 11)
        C(13, 14) C(1, 4) C(2, 6) C(5, 8) C(7, 10) C(9, 13) C(11, 14) C(2, 4) C(3, 6) C(9, 12) C(11, 13) C(3, 5) C(6, 8)
        C(7, 9) C(10, 12) C(3, 4) C(5, 6) C(7, 8) C(9, 10) C(11, 12) C(6, 7) C(8, 9)
    }
#undef C
}

/* Bitonic merge of sorted halves of columns: reverse the second half, then compare and exchange at half the distance,
   again and again. */
INLINED void NAMED(merge_columns)(NAMED(wide) *v, int rows, int columns) {
    unsigned upper = 0;
    UNROLLED for (int k = 0; k < LANES; k++) upper |= (unsigned)((k & columns / 2) != 0) << k;
    UNROLLED for (int r = 0; r < rows / 2; r++) {
        NAMED(wide) x = v[r], y = NAMED(turned)(v[rows - 1 - r], columns - 1);
        NAMED(exchange)(&x, &y);
        v[r] = AVX512(mask_blend)(upper, x, y);
        v[rows - 1 - r] = NAMED(turned)(AVX512(mask_blend)(upper, y, x), columns - 1);
    }
    UNROLLED for (int step = columns / 4; step; step /= 2) {
        upper = 0;
        UNROLLED for (int k = 0; k < LANES; k++) upper |= (unsigned)((k & step) != 0) << k;
        UNROLLED for (int r = 0; r < rows; r++) {
            NAMED(wide) x = v[r], y = NAMED(turned)(x, step);
            v[r] = AVX512(mask_max)(AVX512(min)(x, y), upper, x, y);
        }
    }
    UNROLLED for (int step = rows / 2; step; step /= 2)
        UNROLLED for (int r = 0; r < rows; r++) if ((r & step) == 0) NAMED(exchange)(v + r, v + r + step);
}

/* Transpose: store the columns one after another. */
INLINED void NAMED(transpose)(NAMED(wide) *v, int rows) {
    NAMED(places) low, high;
    UNROLLED for (int k = 0; k < LANES; k++) low[k] = k / 2 + k % 2 * LANES, high[k] = low[k] + LANES / 2;
    UNROLLED for (int k = 1; k < rows; k *= 2) {        /* each step interleaves the halves */
        NAMED(rows) next;
        UNROLLED for (int r = 0; r < rows / 2; r++) {
            next.v[2 * r] = AVX512(permutex2var)(v[r], (__m512i)low, v[r + rows / 2]);
            next.v[2 * r + 1] = AVX512(permutex2var)(v[r], (__m512i)high, v[r + rows / 2]);
        }
        UNROLLED for (int r = 0; r < rows; r++) v[r] = next.v[r];
    }
}

INLINED void NAMED(network)(const KEY *source, int64_t n, KEY *target, int rows) {
    NAMED(rows) all;
    unsigned used[16];
    UNROLLED for (int r = 0; r < rows; r++) {
        int64_t rest = n - r * LANES;
        used[r] = rest >= LANES ? ~0u : rest <= 0 ? 0 : (1u << rest) - 1;
        all.v[r] = AVX512(mask_loadu)(AVX512(set1)(LARGEST), used[r], source + r * LANES);
    }
    NAMED(sort_columns)(all.v, rows);
    NAMED(merge_columns)(all.v, rows, 2);
    NAMED(merge_columns)(all.v, rows, 4);
    NAMED(merge_columns)(all.v, rows, 8);
    if (LANES == 16) NAMED(merge_columns)(all.v, rows, 16);
    NAMED(transpose)(all.v, rows);
    UNROLLED for (int r = 0; r < rows; r++) AVX512(mask_storeu)(target + r * LANES, used[r], all.v[r]);
}

INSTRUCTIONS static __attribute__((noinline)) void NAMED(network_16)(const KEY *source, int64_t n, KEY *target) {
    NAMED(network)(source, n, target, 16);
}
INSTRUCTIONS static void NAMED(small)(const KEY *source, int64_t n, KEY *target) {
    if (n > 8 * LANES) NAMED(network_16)(source, n, target);
    else if (n > 4 * LANES) NAMED(network)(source, n, target, 8);
    else if (n > 2 * LANES) NAMED(network)(source, n, target, 4);
    else NAMED(network)(source, n, target, 2);
}
#undef AVX512
#undef MASK
#undef INLINED

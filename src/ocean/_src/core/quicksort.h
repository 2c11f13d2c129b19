/* Sorting, dividing and selecting signed integers. Included by sorting.h for each width (BITS) and instruction set:
   INSTRUCTIONS is the attribute of its functions, NAMED(x) the name of x, WIDTH the bytes of a vector, PACK, if there
   is one, the instructions that divide a vector, and NETWORK those that sort up to SMALL keys. What lies in memory is
   keys, or numbers: KEY_OF(x) is the key of one, OF_KEY(k) the number. They move between two arrays: a division that is
   not in place needs no exchanges, and no branches. */

#if BITS == 64
#define KEY int64_t
#define LARGEST INT64_MAX
#define SMALLEST INT64_MIN
#else
#define KEY int32_t
#define LARGEST INT32_MAX
#define SMALLEST INT32_MIN
#endif
#define LANES (WIDTH / (int)sizeof(KEY))

typedef KEY NAMED(vector) __attribute__((vector_size(WIDTH), aligned(sizeof(KEY)), may_alias));

#ifdef NETWORK
#define SMALL 64                        /* keys that are sorted at once */
#define GAP LANES                       /* keys between both ends that dividing a vector may overwrite */
INSTRUCTIONS static void NAMED(small)(const KEY *source, int64_t n, KEY *target) { NETWORK(source, n, target); }
#else
#define SMALL 40
#define GAP (2 * LANES)
/* Few keys: the place of each is the number of those before it. All pairs are compared, and nothing is guessed. */
INSTRUCTIONS static void NAMED(small)(const KEY *source, int64_t n, KEY *target) {
    static const KEY numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    KEY a[SMALL + LANES], place[SMALL + LANES];
    const NAMED(vector) lane = *(const NAMED(vector) *)numbers;
    int64_t padded = (n + LANES - 1) / LANES * LANES;
    for (int64_t i = 0; i < n; i++) a[i] = KEY_OF(source[i]);
    for (int64_t i = n; i < padded; i++) a[i] = LARGEST;
    for (int64_t b = 0; b < n; b += LANES) {
        NAMED(vector) x = *(NAMED(vector) *)(a + b), r = (KEY)b - (NAMED(vector)){0}, s = {0};
        for (int64_t j = 0; j < b; j += 2) {
            r += (NAMED(vector))(a[j] > x);
            s += (NAMED(vector))(a[j + 1] > x);
        }
        for (int64_t j = 0; j < LANES; j++)
            r -= (NAMED(vector))(a[b + j] < x) | ((NAMED(vector))(a[b + j] == x) & (NAMED(vector))((KEY)j < lane));
        for (int64_t j = b + LANES; j < padded; j += 2) {
            r -= (NAMED(vector))(a[j] < x);
            s -= (NAMED(vector))(a[j + 1] < x);
        }
        *(NAMED(vector) *)(place + b) = r + s;
    }
    for (int64_t i = 0; i < n; i++) target[place[i]] = OF_KEY(a[i]);
}
#endif

/* Keys up to the pivot to the beginning of the target, the others to its end; gives the number of the former. */
INSTRUCTIONS static int64_t NAMED(divide)(const KEY *source, int64_t n, KEY pivot, KEY *target) {
    int64_t low = 0, high = n, i = 0;
#ifdef PACK
    for (; high - low >= GAP; i += LANES) {
        int left = PACK(source + i, LANES, pivot, target + low, target + high);
        low += left;
        high -= LANES - left;
    }
#endif
#ifdef NETWORK
    return low + (i < n ? PACK(source + i, (int)(n - i), pivot, target + low, target + high) : 0);
#else
    for (; i < n; i++) {
        KEY x = source[i];
        int left = KEY_OF(x) <= pivot;
        target[low] = x;
        target[high - 1] = x;
        low += left;
        high -= !left;
    }
    return low;
#endif
}

/* Sort by bytes, from the last to the first: for keys that keep dividing badly. */
static void NAMED(by_bytes)(KEY *a, KEY *b, int64_t n, int stay) {
    for (int64_t i = 0; i < n; i++) a[i] = KEY_OF(a[i]);
    for (int byte = 0; byte < (int)sizeof(KEY); byte++) {
        int64_t count[257] = {0};
        int top = byte == sizeof(KEY) - 1 ? 128 : 0;
        for (int64_t i = 0; i < n; i++) count[((a[i] >> 8 * byte & 255) ^ top) + 1]++;
        for (int k = 0; k < 256; k++) count[k + 1] += count[k];
        for (int64_t i = 0; i < n; i++) b[count[(a[i] >> 8 * byte & 255) ^ top]++] = a[i];
        KEY *other = a; a = b; b = other;
    }
    for (int64_t i = 0; i < n; i++) (stay ? a : b)[i] = OF_KEY(a[i]);
}

static inline KEY NAMED(middle)(KEY x, KEY y, KEY z) {
    KEY low = x < y ? x : y, high = x < y ? y : x;
    high = high < z ? high : z;
    return low < high ? high : low;
}

/* The middle one of some keys. */
INSTRUCTIONS static KEY NAMED(pivot)(const KEY *a, int64_t n) {
    KEY few[31];
    int64_t step = n / 9;
#define AT(place) KEY_OF(a[place])
    if (n <= 128) return NAMED(middle)(AT(n / 4), AT(n / 2), AT(n - 1 - n / 4));
    if (n <= 16384)
        return NAMED(middle)(NAMED(middle)(AT(0), AT(3 * step), AT(6 * step)),
                             NAMED(middle)(AT(step), AT(4 * step), AT(7 * step)),
                             NAMED(middle)(AT(2 * step), AT(5 * step), AT(8 * step)));
#undef AT
    for (int64_t k = 0; k < 31; k++) few[k] = a[(2 * k + 1) * (n / 62)];
    NAMED(small)(few, 31, few);
    return KEY_OF(few[15]);
}

/* Sort the keys at a; the result is there if they stay, else at b. */
INSTRUCTIONS static void NAMED(sort)(KEY *a, KEY *b, int64_t n, int stay, int depth) {
    while (n > SMALL) {
        if (depth-- == 0) { NAMED(by_bytes)(a, b, n, stay); return; }
        KEY pivot = NAMED(pivot)(a, n);
        int64_t left = NAMED(divide)(a, n, pivot, b);
        if (left == n) {                        /* the pivot is the largest: those that equal it are in their places */
            left = pivot == SMALLEST ? 0 : NAMED(divide)(a, n, pivot - 1, b);
            if (stay) for (int64_t i = left; i < n; i++) a[i] = OF_KEY(pivot);
        } else NAMED(sort)(b + left, a + left, n - left, !stay, depth);
        n = left;
        KEY *other = a; a = b; b = other;
        stay = !stay;
    }
    NAMED(small)(a, n, stay ? a : b);
}

/* A key such that the rank is just inside the smaller part. */
INSTRUCTIONS __attribute__((noinline)) static KEY NAMED(pivot_for)(const KEY *a, int64_t n, int64_t rank) {
    KEY few[512], spare[512];
    int64_t count = n > 100000 ? 511 : n > 4096 ? 63 : n > 256 ? 15 : 5, margin = count > 100 ? 20 : count / 8;
    for (int64_t k = 0; k < count; k++) few[k] = a[(int64_t)((2 * k + 1) * (double)n / (2 * count))];
    NAMED(sort)(few, spare, count, 1, 30);
    int64_t place = (int64_t)((double)rank * count / n);
    place = 2 * place < count ? place + margin : place - margin - 1;
    return KEY_OF(few[place < 0 ? 0 : place >= count ? count - 1 : place]);
}

/* Bring the keys of sorted ranks to their places, smaller ones before and larger ones after each; `base` is the rank of
   the first key. The result is at a if they stay, else at b. */
INSTRUCTIONS static void NAMED(select)(KEY *a, KEY *b, int64_t n, const int64_t *ranks, int64_t count, int64_t base,
                                       int stay, int depth) {
    while (n > SMALL && count) {
        if (depth-- == 0) { NAMED(by_bytes)(a, b, n, stay); return; }
        KEY pivot = count == 1 || ranks[count - 1] - ranks[0] < n / 64 ? NAMED(pivot_for)(a, n, ranks[0] - base)
                                                                       : NAMED(pivot)(a, n);
        int64_t left = NAMED(divide)(a, n, pivot, b), first = 0;
        int equal = left == n;
        if (equal) {
            left = pivot == SMALLEST ? 0 : NAMED(divide)(a, n, pivot - 1, b);
            if (stay) for (int64_t i = left; i < n; i++) a[i] = OF_KEY(pivot);
        }
        while (first < count && ranks[first] < base + left) first++;
        if (!equal)
            NAMED(select)(b + left, a + left, n - left, ranks + first, count - first, base + left, !stay, depth);
        n = left;
        count = first;
        KEY *other = a; a = b; b = other;
        stay = !stay;
    }
    if (n <= SMALL) NAMED(small)(a, n, stay ? a : b);
    else if (!stay) memcpy(b, a, n * sizeof(KEY));
}

/* Bring keys to a, as `select` does: the first division takes them from where they are. */
INSTRUCTIONS static void NAMED(select_from)(const void *from, void *into, void *spare, int64_t n, const int64_t *ranks,
                                            int64_t count) {
    const KEY *source = from;
    KEY *a = into, *b = spare;
    int64_t first = 0;
    if (n <= SMALL) { NAMED(small)(source, n, a); return; }
    int64_t left = NAMED(divide)(source, n, NAMED(pivot_for)(source, n, ranks[count / 2]), a);
    while (first < count && ranks[first] < left) first++;
    NAMED(select)(a, b, left, ranks, first, 0, 1, 96);
    NAMED(select)(a + left, b + left, n - left, ranks + first, count - first, left, 1, 96);
}

/* --- In threads --------------------------------------------------------------------------------------------------- */

typedef struct { KEY *a, *b; segment_t *parts; int sorting; } NAMED(work_t);

INSTRUCTIONS static void NAMED(part)(void *context, int64_t task) {
    NAMED(work_t) *work = context;
    segment_t *each = work->parts + task, *next = work->parts + SEGMENTS / 2 + task;
    KEY *a = (each->turned ? work->b : work->a) + each->start, *b = (each->turned ? work->a : work->b) + each->start;
    int64_t n = each->count;
    if (work->sorting) { NAMED(sort)(a, b, n, !each->turned, each->depth); return; }
    *next = *each;
    next->count = 0;
    if (n <= SEGMENT) return;
    KEY pivot = NAMED(pivot_for)(a, n, n / 2);
    int64_t left = NAMED(divide)(a, n, pivot, b);
    if (left == n) {
        left = pivot == SMALLEST ? 0 : NAMED(divide)(a, n, pivot - 1, b);
        if (!each->turned) for (int64_t i = left; i < n; i++) a[i] = OF_KEY(pivot);
    } else {
        next->start = each->start + left;
        next->count = n - left;
    }
    each->count = left;
    each->turned = next->turned = !each->turned;
    each->depth = --next->depth;
}

/* Divide parts until there are many, each of which is at a or (`turned`) at b, and sort them in threads, into a; gives
   whether it was stopped. */
static int NAMED(sort_parts)(run_fn run, stop_fn stop, KEY *a, KEY *b, int64_t n, segment_t *parts, int64_t count) {
    NAMED(work_t) work = {a, b, parts, 0};
    int64_t step, stopped = 0, k;
    while (!stopped && count <= SEGMENTS / 4) {         /* each round divides all parts */
        int64_t longest = 0;
        for (k = 0; k < count; k++) longest = parts[k].count > longest ? parts[k].count : longest;
        if (longest <= SEGMENT || (count >= 16 && longest <= n / 8 && n <= SEGMENTS / 8 * SEGMENT)) break;
        run(NAMED(part), &work, count);
        for (k = 0, step = count; k < step; k++)
            if (parts[SEGMENTS / 2 + k].count) parts[count++] = parts[SEGMENTS / 2 + k];
        stopped = n > INTERRUPTIBLE && stop();
    }
    work.sorting = 1;
    step = n > INTERRUPTIBLE ? 32 : count;
    for (k = 0; k < count && !stopped; k += step) {
        work.parts = parts + k;
        run(NAMED(part), &work, count - k < step ? count - k : step);
        stopped = n > INTERRUPTIBLE && stop();
    }
    return (int)stopped;
}

#ifndef NUMBERS
/* Sort many keys at a in threads; gives whether it was stopped. */
static int NAMED(sort_in_threads)(run_fn run, stop_fn stop, KEY *a, KEY *b, int64_t n) {
    segment_t *parts = malloc(SEGMENTS * sizeof(segment_t));
    if (parts == NULL) { NAMED(sort)(a, b, n, 1, 96); return 0; }
    parts[0] = (segment_t){0, n, 0, 96};
    int stopped = NAMED(sort_parts)(run, stop, a, b, n, parts, 1);
    free(parts);
    return stopped;
}
#endif

/* Sort keys into a, in threads if there is `run`: the first division takes them from where they are. */
INSTRUCTIONS static int NAMED(sort_from)(run_fn run, stop_fn stop, const void *from, void *into, void *spare,
                                         int64_t n) {
    const KEY *source = from;
    KEY *a = into, *b = spare;
    segment_t *parts = NULL;
    if (n <= SMALL) { NAMED(small)(source, n, a); return 0; }
    if (run != NULL && n >= 2 * SEGMENT) parts = malloc(SEGMENTS * sizeof(segment_t));
    int64_t left = NAMED(divide)(source, n, parts ? NAMED(pivot_for)(source, n, n / 2) : NAMED(pivot)(source, n), b);
    if (parts == NULL) {
        NAMED(sort)(b, a, left, 0, 96);
        NAMED(sort)(b + left, a + left, n - left, 0, 96);
        return 0;
    }
    parts[0] = (segment_t){0, left, 1, 96};
    parts[1] = (segment_t){left, n - left, 1, 96};
    int stopped = NAMED(sort_parts)(run, stop, a, b, n, parts, left < n ? 2 : 1);
    free(parts);
    return stopped;
}

#undef KEY
#undef LANES
#undef SMALL
#undef GAP
#undef LARGEST
#undef SMALLEST

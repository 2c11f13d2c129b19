/* Random numbers by rejection, which need an unknown number of words, and permutations. Each element has its own
   sequence of words, so that it depends on the key and its position only. */
#ifndef OCEAN_RANDOM_H
#define OCEAN_RANDOM_H
#include <math.h>
#include <stdint.h>
#include <string.h>

static inline void philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t first = (uint64_t)0xD2511F53 * c0, second = (uint64_t)0xCD9E8D57 * c2;
        c0 = (uint32_t)(second >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)second;
        c2 = (uint32_t)(first >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)first;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    out[0] = c0; out[1] = c1; out[2] = c2; out[3] = c3;
}

/* --- The sequence of one element: the last word of the counter is the position, from 1 on ----------------------------
   */

typedef struct {
    uint32_t key[2], counter[4], words[4];
    int used;
} sequence;

static inline sequence sequence_at(uint64_t key, uint64_t position, uint32_t stream) {
    sequence s = {{(uint32_t)key, (uint32_t)(key >> 32)}, {(uint32_t)position, (uint32_t)(position >> 32), stream, 0}};
    s.used = 4;
    return s;
}

static inline uint64_t next_long(sequence *s) {
    if (s->used >= 4) {
        s->counter[3]++;
        philox(s->key, s->counter, s->words);
        s->used = 0;
    }
    uint64_t low = s->words[s->used], high = s->words[s->used + 1];
    s->used += 2;
    return low | high << 32;
}

/* in the open interval (0, 1) */
static inline double next_fraction(sequence *s) { return ((double)(next_long(s) >> 12) + 0.5) * 0x1p-52; }

static inline double next_normal(sequence *s) {
    double radius = sqrt(-2 * log(next_fraction(s)));
    return radius * cos(6.283185307179586 * next_fraction(s));
}

/* ln of a gamma variate (Marsaglia and Tsang); for a shape below 1, by a power of a uniform number */
static double log_gamma_variate(sequence *s, double shape) {
    double less = 0;
    if (shape < 1) {
        less = log(next_fraction(s)) / shape;
        shape += 1;
    }
    double d = shape - 1. / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = next_normal(s), v = 1 + c * x;
        if (v <= 0) continue;
        v = v * v * v;
        double u = next_fraction(s);
        if (u < 1 - 0.0331 * x * x * x * x || log(u) < 0.5 * x * x + d * (1 - v + log(v))) return log(d * v) + less;
    }
}

static double draw_gamma(sequence *s, double shape, double scale) {
    if (shape == 0 || scale == 0) return 0;
    return scale * exp(log_gamma_variate(s, shape));
}

static double draw_beta(sequence *s, double a, double b) {
    double x = log_gamma_variate(s, a), y = log_gamma_variate(s, b);
    if (isinf(x) && isinf(y)) return next_fraction(s) * (a + b) < a;  /* tiny parameters: all at 0 and 1 */
    return x > y ? 1 / (1 + exp(y - x)) : exp(x - y) / (1 + exp(x - y));
}

/* the remainder of Stirling's series: ln(k!) - (k + 1/2) ln(k + 1) + (k + 1) - ln(2 pi) / 2 */
static double stirling_rest(double k) {
    static const double exact[] = {
        0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
        0.01387612882307075, 0.01189670994589177, 0.01041126526197209, 0.009255462182712733, 0.008330563433362871};
    if (k < 10) return exact[(int)k];
    double n = k + 1, square = n * n;
    return (1. / 12 - (1. / 360 - 1. / 1260 / square) / square) / n;
}

/* transformed rejection (Hoermann: PTRS) for large rates; products of uniform numbers for small ones */
static double draw_poisson(sequence *s, double rate, double unused) {
    if (rate == 0) return 0;
    if (rate < 10) {
        double least = exp(-rate), product = next_fraction(s), count = 0;
        while (product > least) {
            product *= next_fraction(s);
            count++;
        }
        return count;
    }
    double root = sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), vr = 0.9277 - 3.6224 / (b - 2), log_rate = log(rate);
    for (;;) {
        double u = next_fraction(s) - 0.5, v = next_fraction(s), us = 0.5 - fabs(u);
        double k = floor((2 * a / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= vr) return k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v * inverse / (a / (us * us) + b)) <= k * log_rate - rate - lgamma(k + 1)) return k;
    }
}

/* transformed rejection (Hoermann: BTRS) for large counts; waiting times (Devroye) for small ones */
static double binomial_of_small_p(sequence *s, double n, double p) {
    if (n * p < 10) {
        double q = log1p(-p), sum = 0, count = -1;
        do {
            sum += ceil(log(next_fraction(s)) / q);
            count++;
        } while (sum <= n);
        return count;
    }
    double spread = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * p;
    double c = n * p + 0.5, vr = 0.92 - 4.2 / b, r = p / (1 - p), alpha = (2.83 + 5.1 / b) * spread;
    double m = floor((n + 1) * p);
    for (;;) {
        double u = next_fraction(s) - 0.5, v = next_fraction(s), us = 0.5 - fabs(u);
        double k = floor((2 * a / us + b) * u + c);
        if (k < 0 || k > n) continue;
        if (us >= 0.07 && v <= vr) return k;
        v = log(v * alpha / (a / (us * us) + b));
        double bound = (m + 0.5) * log((m + 1) / (r * (n - m + 1))) + (n + 1) * log((n - m + 1) / (n - k + 1))
                       + (k + 0.5) * log(r * (n - k + 1) / (k + 1)) + stirling_rest(m) + stirling_rest(n - m)
                       - stirling_rest(k) - stirling_rest(n - k);
        if (v <= bound) return k;
    }
}

static double draw_binomial(sequence *s, double n, double p) {
    if (n == 0 || p == 0) return 0;
    if (p == 1) return n;
    return p <= 0.5 ? binomial_of_small_p(s, n, p) : n - binomial_of_small_p(s, n, 1 - p);
}

typedef double (*draw_fn)(sequence *, double, double);

typedef struct {
    draw_fn draw;
    uint64_t key, position;
    uint32_t stream;
    int whole;                      /* the result is int64, not double */
    int64_t count;
    const double *first, *second;   /* the parameters, with stride 0 or 1 */
    int64_t first_step, second_step;
    char *result;
} draws;

#define DRAWS_PIECE 2048

static void draw_piece(void *context, int64_t piece) {
    const draws *d = (const draws *)context;
    int64_t end = (piece + 1) * DRAWS_PIECE < d->count ? (piece + 1) * DRAWS_PIECE : d->count;
    for (int64_t i = piece * DRAWS_PIECE; i < end; i++) {
        sequence s = sequence_at(d->key, d->position + (uint64_t)i, d->stream);
        double x = d->draw(&s, d->first[i * d->first_step], d->second[i * d->second_step]);
        if (d->whole) ((int64_t *)d->result)[i] = (int64_t)x;
        else ((double *)d->result)[i] = x;
    }
}

static draw_fn const DRAWS[] = {draw_gamma, draw_beta, draw_poisson, draw_binomial};

/* --- Permutations ------------------------------------------------------------------------------------------------
   Few numbers are shuffled in place (Fisher and Yates). Many are first distributed to buckets that fit the caches, by
   bits of one word each, and then the buckets are shuffled (Rao and Sandelius). */

#define SHUFFLE_BUCKETS 256
#define SHUFFLE_SMALL (1 << 15)

/* uses one 64-bit word per number */
static void shuffle(int64_t *values, int64_t count, const uint64_t *words) {
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t j = (int64_t)(((unsigned __int128)words[i] * (uint64_t)(i + 1)) >> 64), value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}

typedef struct {
    int64_t *values;
    const uint64_t *words;
    int64_t start[SHUFFLE_BUCKETS + 1];
} buckets;

static void shuffle_bucket(void *context, int64_t k) {
    const buckets *b = (const buckets *)context;
    shuffle(b->values + b->start[k], b->start[k + 1] - b->start[k], b->words + b->start[k]);
}

/* 0 to count - 1, sorted by their buckets in `choices` */
static void fill_buckets(buckets *b, int64_t *values, int64_t count, const uint8_t *choices) {
    int64_t place[SHUFFLE_BUCKETS];
    memset(b->start, 0, sizeof(b->start));
    for (int64_t i = 0; i < count; i++) b->start[choices[i] + 1]++;
    for (int k = 0; k < SHUFFLE_BUCKETS; k++) b->start[k + 1] += b->start[k];
    memcpy(place, b->start, sizeof(place));
    for (int64_t i = 0; i < count; i++) values[place[choices[i]]++] = i;
}
#endif

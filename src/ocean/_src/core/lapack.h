/* LAPACK of the library that NumPy computes with, for matrices with any strides.
 *
 * LAPACK overwrites what it is given: each matrix is copied into a block of memory first, column by column, and what it
 * gives is copied into the result. Strides are in bytes, those of a matrix down a column and across a row.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAPACK_SOLVE, LAPACK_INVERT, LAPACK_FACTOR, LAPACK_DETERMINANT, LAPACK_LOGARITHM };
enum { LAPACK_LOOPS = 6, LAPACK_SMALL = 512 };

static struct {
    int narrow; /* integers have 32 bits */
    void *gesv[2], *getrf[2], *potrf[2]; /* of double and complex double, in which floats are computed as well */
} lapack;

static int lapack_find(const char *library, const char *prefix, const char *suffix, int narrow) {
    static const char letters[2] = {'d', 'z'};
    void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    int missing = !handle;
    for (int i = 0; i < 2 && !missing; i++) {
        char name[64];
        snprintf(name, sizeof(name), "%s%cgesv_%s", prefix, letters[i], suffix);
        missing |= !(lapack.gesv[i] = dlsym(handle, name));
        snprintf(name, sizeof(name), "%s%cgetrf_%s", prefix, letters[i], suffix);
        missing |= !(lapack.getrf[i] = dlsym(handle, name));
        snprintf(name, sizeof(name), "%s%cpotrf_%s", prefix, letters[i], suffix);
        missing |= !(lapack.potrf[i] = dlsym(handle, name));
    }
    lapack.narrow = narrow;
    return !missing;
}

#define LAPACK_CALLS(int_t)                                                                                           \
    static int64_t gesv_##int_t(int is_complex, int64_t rows, int64_t columns, void *a, void *pivots, void *b) {      \
        int_t n = (int_t)rows, count = (int_t)columns, info = 0;                                                      \
        typedef void fn(int_t *, int_t *, void *, int_t *, void *, void *, int_t *, int_t *);                         \
        ((fn *)lapack.gesv[is_complex])(&n, &count, a, &n, pivots, b, &n, &info);                                     \
        return info;                                                                                                  \
    }                                                                                                                 \
    static int64_t getrf_##int_t(int is_complex, int64_t rows, void *a, void *pivots, int *odd) {                     \
        int_t n = (int_t)rows, info = 0;                                                                              \
        typedef void fn(int_t *, int_t *, void *, int_t *, void *, int_t *);                                          \
        ((fn *)lapack.getrf[is_complex])(&n, &n, a, &n, pivots, &info);                                               \
        *odd = 0;                                                                                                     \
        for (int64_t i = 0; i < rows; i++) *odd ^= ((int_t *)pivots)[i] != i + 1;                                     \
        return info;                                                                                                  \
    }                                                                                                                 \
    static int64_t potrf_##int_t(int is_complex, int64_t rows, void *a) {                                             \
        char which = 'L';                                                                                             \
        int_t n = (int_t)rows, info = 0;                                                                              \
        typedef void fn(char *, int_t *, void *, int_t *, int_t *, size_t); /* the last: how long the text is */      \
        ((fn *)lapack.potrf[is_complex])(&which, &n, a, &n, &info, 1);                                                \
        return info;                                                                                                  \
    }

LAPACK_CALLS(int32_t)
LAPACK_CALLS(int64_t)

/* Copy a matrix to a block of doubles (or complex doubles), or from there. Elements outside may be unaligned. */
static void read_matrix(int kind, double *block, const char *at, const int64_t *strides, int64_t rows,
                        int64_t columns) {
    int parts = kind < 2 ? 1 : 2;
    for (int64_t j = 0; j < columns; j++) {
        for (int64_t i = 0; i < rows; i++, block += parts) {
            const char *from = at + i * strides[0] + j * strides[1];
            if (kind & 1) {
                memcpy(block, from, parts * sizeof(double));
            } else {
                float numbers[2];
                memcpy(numbers, from, parts * sizeof(float));
                for (int k = 0; k < parts; k++) block[k] = numbers[k];
            }
        }
    }
}

static void write_matrix(int kind, const double *block, char *at, const int64_t *strides, int64_t rows,
                         int64_t columns) {
    int parts = kind < 2 ? 1 : 2;
    for (int64_t j = 0; j < columns; j++) {
        for (int64_t i = 0; i < rows; i++, block += parts) {
            char *to = at + i * strides[0] + j * strides[1];
            if (kind & 1) {
                memcpy(to, block, parts * sizeof(double));
            } else {
                float numbers[2];
                for (int k = 0; k < parts; k++) numbers[k] = (float)block[k];
                memcpy(to, numbers, parts * sizeof(float));
            }
        }
    }
}

static void write_number(int kind, char *at, double re, double im) {
    double number[2] = {re, im};
    int64_t none[2] = {0, 0};
    write_matrix(kind, number, at, none, 1, 1);
}

/* The product of a diagonal, times a power of two that is kept apart: only the result can overflow. */
static void diagonal_product(int kind, const double *a, int64_t n, int odd, char *out) {
    double re = odd ? -1 : 1, im = 0;
    int64_t power = 0;
    for (int64_t i = 0; i < n; i++) {
        int more = 0;
        if (kind < 2) {
            re *= a[i * (n + 1)];
        } else {
            double x = a[2 * i * (n + 1)], y = a[2 * i * (n + 1) + 1], z = re * x - im * y;
            im = re * y + im * x;
            re = z;
        }
        double size = fmax(fabs(re), fabs(im));
        if (isfinite(size) && size != 0 && (size > 1e100 || size < 1e-100)) {
            frexp(size, &more);
            re = ldexp(re, -more), im = ldexp(im, -more);
        }
        power += more;
    }
    power = power > 100000 ? 100000 : power < -100000 ? -100000 : power;
    write_number(kind, out, power ? ldexp(re, (int)power) : re, power ? ldexp(im, (int)power) : im);
}

/* The sign of such a product, and the logarithm of its absolute value. */
static void diagonal_logarithm(int kind, const double *a, int64_t n, int odd, char *out, char *more) {
    double re = odd ? -1 : 1, im = 0, sum = 0;
    for (int64_t i = 0; i < n; i++) {
        if (kind < 2) {
            re = a[i * (n + 1)] < 0 ? -re : re;
            sum += log(fabs(a[i * (n + 1)]));
        } else {
            double x = a[2 * i * (n + 1)], y = a[2 * i * (n + 1) + 1], length = hypot(x, y);
            double z = (re * x - im * y) / length;
            im = (re * y + im * x) / length;
            re = z;
            sum += log(length);
        }
    }
    write_number(kind, out, re, im);
    write_number(kind & 1, more, sum, 0);
}

typedef struct {
    int what, kind; /* the kind: float, double, and the complex dtypes */
    int64_t n, columns;    /* rows and columns of matrices; columns of right hand sides */
    int64_t a[2], b[2], c[2]; /* strides of the matrices, the right hand sides and the results: down, across */
    int loops;
    int64_t count[LAPACK_LOOPS], sa[LAPACK_LOOPS], sb[LAPACK_LOOPS], sc[LAPACK_LOOPS], sd[LAPACK_LOOPS];
} lapack_t;

static int one_matrix(const lapack_t *w, const char *a, const char *b, char *c, char *d, double *work) {
    int parts = w->kind < 2 ? 1 : 2, is_complex = parts - 1, odd = 0, narrow = lapack.narrow;
    int64_t n = w->n, columns = w->columns, failed;
    double *matrix = work, *sides = matrix + n * n * parts, *pivots = sides + n * columns * parts;
    read_matrix(w->kind, matrix, a, w->a, n, n);
    if (w->what == LAPACK_SOLVE || w->what == LAPACK_INVERT) {
        if (w->what == LAPACK_SOLVE) {
            read_matrix(w->kind, sides, b, w->b, n, columns);
        } else {
            memset(sides, 0, n * n * parts * sizeof(double));
            for (int64_t i = 0; i < n; i++) sides[i * (n + 1) * parts] = 1;
        }
        failed = narrow ? gesv_int32_t(is_complex, n, columns, matrix, pivots, sides)
                        : gesv_int64_t(is_complex, n, columns, matrix, pivots, sides);
        write_matrix(w->kind, sides, c, w->c, n, columns);
        return failed != 0;
    }
    if (w->what == LAPACK_FACTOR) {
        failed = narrow ? potrf_int32_t(is_complex, n, matrix) : potrf_int64_t(is_complex, n, matrix);
        for (int64_t j = 1; j < n; j++) memset(matrix + j * n * parts, 0, j * parts * sizeof(double));
        write_matrix(w->kind, matrix, c, w->c, n, n);
        return failed != 0;
    }
    failed = narrow ? getrf_int32_t(is_complex, n, matrix, pivots, &odd)
                    : getrf_int64_t(is_complex, n, matrix, pivots, &odd);
    if (failed < 0) return 1;
    if (failed) { /* a pivot is zero */
        write_number(w->kind, c, 0, 0);
        if (w->what == LAPACK_LOGARITHM) write_number(w->kind & 1, d, -INFINITY, 0);
    } else if (w->what == LAPACK_DETERMINANT) {
        diagonal_product(w->kind, matrix, n, odd, c);
    } else {
        diagonal_logarithm(w->kind, matrix, n, odd, c, d);
    }
    return 0;
}

/* Returns 0, 1 if a matrix is singular or not positive definite, -1 if there is not enough memory. */
static int lapack_run(const lapack_t *w, const char *a, const char *b, char *c, char *d) {
    double small[LAPACK_SMALL];
    int64_t at[LAPACK_LOOPS] = {0}, bytes;
    int failed = 0, l;
    double *work = small;
    if (w->n > 1 << 20 || w->columns > 1 << 24) return -1;
    bytes = (w->n * w->n + w->n * w->columns) * 16 + w->n * 8;
    if (bytes > (int64_t)sizeof(small) && !(work = malloc(bytes))) return -1;
    do {
        failed = one_matrix(w, a, b, c, d, work);
        for (l = 0; l < w->loops; l++) {
            a += w->sa[l], b += w->sb[l], c += w->sc[l], d += w->sd[l];
            if (++at[l] < w->count[l]) break;
            a -= w->sa[l] * at[l], b -= w->sb[l] * at[l], c -= w->sc[l] * at[l], d -= w->sd[l] * at[l];
            at[l] = 0;
        }
    } while (!failed && l < w->loops);
    if (work != small) free(work);
    return failed;
}

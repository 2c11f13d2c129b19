/* LAPACK of the library that NumPy uses, for matrices with any strides.

   LAPACK works in place: each matrix is first copied into contiguous scratch, column by column, and the output is
   copied into the result. Strides are in bytes; those of a matrix are down a column and across a row. */
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAPACK_SOLVE, LAPACK_INVERT, LAPACK_FACTOR, LAPACK_DETERMINANT, LAPACK_LOGARITHM };
enum { LAPACK_LOOPS = 6, LAPACK_SMALL = 512 };

static struct {
    int narrow; /* whether integers have 32 bits */
    void *gesv[2], *getrf[2], *potrf[2]; /* for double and complex double; floats are computed in these as well */
    void *syevd, *geqrf, *orgqr, *gelsd, *gemv; /* for double */
} lapack;

static void *lapack_function(void *handle, const char *prefix, const char *which, const char *suffix) {
    char name[64];
    snprintf(name, sizeof(name), "%s%s_%s", prefix, which, suffix);
    return dlsym(handle, name);
}

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
    if (!missing) {
        missing |= !(lapack.syevd = lapack_function(handle, prefix, "dsyevd", suffix));
        missing |= !(lapack.geqrf = lapack_function(handle, prefix, "dgeqrf", suffix));
        missing |= !(lapack.orgqr = lapack_function(handle, prefix, "dorgqr", suffix));
        missing |= !(lapack.gelsd = lapack_function(handle, prefix, "dgelsd", suffix));
        missing |= !(lapack.gemv = lapack_function(handle, prefix, "dgemv", suffix));
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
    }                                                                                                                 \
    /* The following ask for the memory that they want to work in; they return -1000 if there is too little. */       \
    static int64_t syevd_##int_t(int64_t rows, double *a, double *values) {                                           \
        char none = 'N', lower = 'L';                                                                                 \
        int_t n = (int_t)rows, all = -1, numbers = -1, info = 0, few;                                                 \
        double size;                                                                                                  \
        void *work = NULL;                                                                                            \
        typedef void fn(char *, char *, int_t *, double *, int_t *, double *, double *, int_t *, int_t *, int_t *,    \
                        int_t *, size_t, size_t);                                                                     \
        fn *call = (fn *)lapack.syevd;                                                                                \
        call(&none, &lower, &n, a, &n, values, &size, &all, &few, &numbers, &info, 1, 1);                             \
        if (info) return info;                                                                                        \
        all = (int_t)size, numbers = few;                                                                             \
        if (!(work = malloc(all * sizeof(double) + numbers * sizeof(int_t)))) return -1000;                           \
        call(&none, &lower, &n, a, &n, values, work, &all, (int_t *)((double *)work + all), &numbers, &info, 1, 1);   \
        free(work);                                                                                                   \
        return info;                                                                                                  \
    }                                                                                                                 \
    static int64_t geqrf_##int_t(int64_t rows, int64_t columns, double *a, double *factors) {                         \
        int_t m = (int_t)rows, n = (int_t)columns, all = -1, info = 0;                                                \
        double size, *work;                                                                                           \
        typedef void fn(int_t *, int_t *, double *, int_t *, double *, double *, int_t *, int_t *);                   \
        ((fn *)lapack.geqrf)(&m, &n, a, &m, factors, &size, &all, &info);                                             \
        if (info) return info;                                                                                        \
        all = (int_t)size < n ? n : (int_t)size;                                                                      \
        if (!(work = malloc(all * sizeof(double)))) return -1000;                                                     \
        ((fn *)lapack.geqrf)(&m, &n, a, &m, factors, work, &all, &info);                                              \
        free(work);                                                                                                   \
        return info;                                                                                                  \
    }                                                                                                                 \
    static int64_t orgqr_##int_t(int64_t rows, int64_t columns, double *a, double *factors) {                         \
        int_t m = (int_t)rows, n = (int_t)columns, all = -1, info = 0;                                                \
        double size, *work;                                                                                           \
        typedef void fn(int_t *, int_t *, int_t *, double *, int_t *, double *, double *, int_t *, int_t *);          \
        ((fn *)lapack.orgqr)(&m, &n, &n, a, &m, factors, &size, &all, &info);                                         \
        if (info) return info;                                                                                        \
        all = (int_t)size < n ? n : (int_t)size;                                                                      \
        if (!(work = malloc(all * sizeof(double)))) return -1000;                                                     \
        ((fn *)lapack.orgqr)(&m, &n, &n, a, &m, factors, work, &all, &info);                                          \
        free(work);                                                                                                   \
        return info;                                                                                                  \
    }                                                                                                                 \
    static int64_t gelsd_##int_t(int64_t rows, int64_t columns, double *a, double *b, double *values, double limit,   \
                                 int64_t *rank) {                                                                     \
        int_t m = (int_t)rows, n = (int_t)columns, one = 1, most = m > n ? m : n, all = -1, numbers, found = 0;       \
        int_t info = 0;                                                                                               \
        double size;                                                                                                  \
        void *work;                                                                                                   \
        typedef void fn(int_t *, int_t *, int_t *, double *, int_t *, double *, int_t *, double *, double *, int_t *, \
                        double *, int_t *, int_t *, int_t *);                                                         \
        fn *call = (fn *)lapack.gelsd;                                                                                \
        call(&m, &n, &one, a, &m, b, &most, values, &limit, &found, &size, &all, &numbers, &info);                    \
        if (info) return info;                                                                                        \
        all = (int_t)size;                                                                                            \
        if (!(work = malloc(all * sizeof(double) + numbers * sizeof(int_t)))) return -1000;                           \
        call(&m, &n, &one, a, &m, b, &most, values, &limit, &found, work, &all, (int_t *)((double *)work + all),      \
             &info);                                                                                                  \
        free(work);                                                                                                   \
        *rank = found;                                                                                                \
        return info;                                                                                                  \
    }                                                                                                                 \
    /* y = A x for a matrix whose rows (or columns) lie `apart` doubles from each other. */                           \
    static void gemv_##int_t(int by_rows, int64_t rows, int64_t columns, const double *a, int64_t apart,              \
                             const double *x, double *y) {                                                            \
        char how = by_rows ? 'T' : 'N';                                                                               \
        int_t m = (int_t)(by_rows ? columns : rows), n = (int_t)(by_rows ? rows : columns), step = 1;                 \
        int_t lines = (int_t)apart;                                                                                   \
        double plus = 0, times = 1;                                                                                   \
        typedef void fn(char *, int_t *, int_t *, double *, const double *, int_t *, const double *, int_t *,         \
                        double *, double *, int_t *, size_t);                                                         \
        ((fn *)lapack.gemv)(&how, &m, &n, &times, a, &lines, x, &step, &plus, y, &step, 1);                           \
    }

LAPACK_CALLS(int32_t)
LAPACK_CALLS(int64_t)

/* Copy a matrix to or from contiguous doubles (or complex doubles). Elements outside may be unaligned. */
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

/* The product of a diagonal. Its exponent is kept separately, so that only the result can overflow. */
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
    int what, kind; /* the kind: float, double, or the complex dtypes */
    int64_t n, columns;    /* rows and columns of matrices; columns of right-hand sides */
    int64_t a[2], b[2], c[2]; /* strides of the matrices, the right-hand sides and the results: down, across */
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

/* Returns 0; 1 if a matrix is singular or not positive definite; -1 if there is not enough memory. */
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

/* One matrix of doubles, with any strides. These return 0; 1 to fall back to NumPy, which raises the error; -1 if there
   is not enough memory. */

/* The eigenvalues of a symmetric matrix; only the lower triangle is read. */
static int lapack_eigenvalues(int64_t n, const char *a, const int64_t *strides, double *values) {
    double *matrix = malloc(n * n * sizeof(double));
    int64_t failed;
    if (!matrix) return -1;
    read_matrix(1, matrix, a, strides, n, n);
    failed = lapack.narrow ? syevd_int32_t(n, matrix, values) : syevd_int64_t(n, matrix, values);
    free(matrix);
    return failed == -1000 ? -1 : failed != 0;
}

/* Reduced QR: Q has min(m, n) columns, and R has min(m, n) rows. */
static int lapack_qr(int64_t m, int64_t n, const char *a, const int64_t *strides, char *q, const int64_t *sq, char *r,
                     const int64_t *sr) {
    int64_t least = m < n ? m : n, failed;
    double zero = 0, *matrix = malloc((m * n + least) * sizeof(double)), *factors = matrix + m * n;
    if (!matrix) return -1;
    read_matrix(1, matrix, a, strides, m, n);
    failed = lapack.narrow ? geqrf_int32_t(m, n, matrix, factors) : geqrf_int64_t(m, n, matrix, factors);
    for (int64_t j = 0; j < n && !failed; j++)
        for (int64_t i = 0; i < least; i++)
            memcpy(r + i * sr[0] + j * sr[1], i > j ? &zero : matrix + j * m + i, sizeof(double));
    if (!failed)
        failed = lapack.narrow ? orgqr_int32_t(m, least, matrix, factors) : orgqr_int64_t(m, least, matrix, factors);
    if (!failed) write_matrix(1, matrix, q, sq, m, least);
    free(matrix);
    return failed == -1000 ? -1 : failed != 0;
}

/* A sum with the same order of additions as NumPy's. */
static double pairwise_sum(const double *x, int64_t n) {
    if (n < 8) {
        double sum = -0.0;
        for (int64_t i = 0; i < n; i++) sum += x[i];
        return sum;
    }
    if (n <= 128) {
        double r[8], sum;
        int64_t i;
        for (i = 0; i < 8; i++) r[i] = x[i];
        for (i = 8; i < n - n % 8; i += 8)
            for (int k = 0; k < 8; k++) r[k] += x[i + k];
        sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
        for (; i < n; i++) sum += x[i];
        return sum;
    }
    int64_t half = n / 2;
    half -= half % 8;
    return pairwise_sum(x, half) + pairwise_sum(x + half, n - half);
}

/* Least squares with one right-hand side; the rows or the columns of the matrix are contiguous. */
static int lapack_squares(int64_t m, int64_t n, const char *a, const int64_t *strides, const char *b, int64_t step,
                          double limit, double *x, double *residual, int64_t *rank, double *values) {
    int64_t most = m > n ? m : n, failed;
    int by_rows = strides[1] == sizeof(double);
    double *matrix = malloc((m * n + most + m) * sizeof(double)), *side = matrix + m * n, *rest = side + most;
    int64_t sides[2] = {step, 0};
    if (!matrix) return -1;
    memset(side, 0, most * sizeof(double));
    read_matrix(1, matrix, a, strides, m, n);
    read_matrix(1, side, b, sides, m, 1);
    failed = lapack.narrow ? gelsd_int32_t(m, n, matrix, side, values, limit, rank)
                           : gelsd_int64_t(m, n, matrix, side, values, limit, rank);
    if (!failed) {
        int64_t apart = strides[by_rows ? 0 : 1] / (int64_t)sizeof(double);
        memcpy(x, side, n * sizeof(double));
        if (lapack.narrow) gemv_int32_t(by_rows, m, n, (const double *)a, apart, x, rest);
        else gemv_int64_t(by_rows, m, n, (const double *)a, apart, x, rest);
        for (int64_t i = 0; i < m; i++) {
            double right;
            memcpy(&right, b + i * step, sizeof(double));
            rest[i] = right - rest[i];
            rest[i] *= rest[i];
        }
        *residual = pairwise_sum(rest, m);
    }
    free(matrix);
    return failed == -1000 ? -1 : failed != 0;
}

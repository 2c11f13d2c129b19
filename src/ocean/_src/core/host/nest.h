/* Nests of loops over operands, independent of kernels: reversing, sorting and coalescing them. */
#ifndef OCEAN_NEST_H
#define OCEAN_NEST_H
#include <stdint.h>
#include <string.h>

#define LOOP_DIMS 8
#define LOOP_OPERANDS 32
#define CROSSING_LENGTH 16             /* tiles pay if both loops are at least this long */

/* The layout of an operand: lengths and strides in bytes. It is broadcast along missing dimensions and those of length
   one. */
typedef struct { int ndims; const int64_t *n, *s; } view_t;

/* The movement of an operand along the innermost loop, two bits each in `moves`. */
enum { CONTIGUOUS = 0, UNIFORM = 1, STRIDED = 2, TUPLES = 3 };

static inline int64_t view_stride(const view_t *view, int d) {
    return d < view->ndims && view->n[d] != 1 ? view->s[d] : 0;
}

static inline int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

static inline uint64_t move_of(int64_t stride, int64_t size) {
    return stride == size ? CONTIGUOUS : stride ? STRIDED : UNIFORM;
}

/* Loops as rows of a table: operand k has strides[d][k]. */
typedef int64_t loop_row[LOOP_OPERANDS];

/* Reverse a loop. */
static inline void turn(int64_t length, int64_t *strides, int operands, int64_t *shift) {
    for (int k = 0; k < operands; k++) {
        shift[k] += (length - 1) * strides[k];
        strides[k] = -strides[k];
    }
}

/* Reverse a loop if the first operand that moves goes backward. */
static inline void turn_forward(int64_t length, int64_t *strides, int operands, int64_t *shift) {
    for (int k = 0; k < operands; k++)
        if (strides[k]) {
            if (strides[k] < 0) turn(length, strides, operands, shift);
            return;
        }
}

static inline void swap_loops(int64_t *n, loop_row *strides, int a, int b, int operands) {
    int64_t length = n[a];
    n[a] = n[b];
    n[b] = length;
    for (int k = 0; k < operands; k++) {
        int64_t stride = strides[a][k];
        strides[a][k] = strides[b][k];
        strides[b][k] = stride;
    }
}

/* Sort loops, innermost first: by the stride of the first operand, then of the next ones; stable. */
static inline void sort_loops(int64_t *n, loop_row *strides, int dims, int operands) {
    for (int d = 1; d < dims; d++)
        for (int e = d; e > 0; e--) {
            int k = 0;
            while (k < operands && magnitude(strides[e][k]) == magnitude(strides[e - 1][k])) k++;
            if (k == operands || magnitude(strides[e][k]) > magnitude(strides[e - 1][k])) break;
            swap_loops(n, strides, e, e - 1, operands);
        }
}

/* Coalesce neighbouring loops if all operands can walk them as one; returns the count of remaining loops. */
static inline int merge_loops(int64_t *n, loop_row *strides, int dims, int operands) {
    int last = 0;
    if (dims < 2) return dims;
    for (int d = 1; d < dims; d++) {
        int k = 0;
        while (k < operands && strides[d][k] == strides[last][k] * n[last]) k++;
        if (k == operands) {
            n[last] *= n[d];
            continue;
        }
        last++;
        if (last != d) {
            n[last] = n[d];
            memcpy(strides[last], strides[d], operands * sizeof(int64_t));
        }
    }
    return last + 1;
}

/* Make the loop with some operand's shortest stride the second one; returns whether to tile the first two. */
static inline int cross_loops(int64_t *n, loop_row *strides, int dims, int operands) {
    for (int k = 1; dims > 1 && k < operands; k++) {
        int best = 0;
        for (int d = 1; d < dims; d++) {
            int64_t stride = magnitude(strides[d][k]);
            if (stride && stride < magnitude(strides[0][k]) && (!best || stride < magnitude(strides[best][k])))
                best = d;
        }
        if (!best) continue;
        for (int d = best; d > 1; d--) swap_loops(n, strides, d, d - 1, operands);
        return n[0] >= CROSSING_LENGTH && n[1] >= CROSSING_LENGTH;
    }
    return 0;
}
#endif

/* Tiles of convolutions for one element type and one instruction set; `convolution.h` includes this for each pair.

   T, LANES   an element, and the count of elements in a vector
   MANY, SOME outputs per tile of many and of some, with MANY_WIDE and SOME_WIDE vectors of places; there are also
              tiles of one output
   TARGET     the attribute that selects the instructions; NAME(x) is the name of a function for this pair

   A tile stays in registers while products are summed: out[k][place] = sum of f[q][k] * x[offset[q] + place]. All tiles
   add in the same order, so it does not matter which of them computes an element. */

typedef T NAME(vector) __attribute__((vector_size(LANES * sizeof(T))));
typedef T NAME(vector_at) __attribute__((vector_size(LANES * sizeof(T)), aligned(sizeof(T)), may_alias));

TARGET static inline __attribute__((always_inline)) void NAME(tile)(
    const int outputs, const int vectors, int64_t count, const T *x, const int64_t *offset, const T *f, T *out,
    int64_t step, int add) {
    NAME(vector) sum[MANY][TILE_VECTORS], here[TILE_VECTORS];
#pragma GCC unroll 8
    for (int k = 0; k < outputs; k++)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) {
            sum[k][v] = (NAME(vector)){0};
            if (add) sum[k][v] = *(const NAME(vector_at) *)(out + k * step + v * LANES);
        }
    for (int64_t q = 0; q < count; q++, f += outputs) {
        const T *at = x + offset[q];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) here[v] = *(const NAME(vector_at) *)(at + v * LANES);
#pragma GCC unroll 8
        for (int k = 0; k < outputs; k++) {
            const T factor = f[k];
#pragma GCC unroll 8
            for (int v = 0; v < vectors; v++) sum[k][v] += here[v] * factor;
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < outputs; k++)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) *(NAME(vector_at) *)(out + k * step + v * LANES) = sum[k][v];
}

#define TILE(name, outputs, vectors)                                                                                  \
    TARGET static void NAME(name##_##vectors)(int64_t count, const void *x, const int64_t *offset, const void *f,     \
                                              void *out, int64_t step, int add) {                                     \
        NAME(tile)(outputs, vectors, count, (const T *)x, offset, (const T *)f, (T *)out, step, add);                 \
    }
#define TILES(name, outputs) TILE(name, outputs, 1) TILE(name, outputs, 2) TILE(name, outputs, 3)
TILES(many, MANY)
TILES(some, SOME)
TILES(one, 1)
TILE(some, SOME, 4)
TILE(some, SOME, 6)
TILE(one, 1, 4)
TILE(one, 1, 6)
TILE(one, 1, 8)

static const tiles_t NAME(tiles) = {
    LANES, {MANY, SOME, 1}, {MANY_WIDE, SOME_WIDE, TILE_VECTORS},
    {{NAME(many_1), NAME(many_1), NAME(many_2), NAME(many_3)},
     {NAME(some_1), NAME(some_1), NAME(some_2), NAME(some_3), NAME(some_4), NAME(some_6), NAME(some_6)},
     {NAME(one_1), NAME(one_1), NAME(one_2), NAME(one_3), NAME(one_4), NAME(one_6), NAME(one_6), NAME(one_8),
      NAME(one_8)}},
};
#undef TILE
#undef TILES
#undef T
#undef LANES

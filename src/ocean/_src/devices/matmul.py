"""Matrix products on OpenCL devices: a register-blocked kernel for each dtype.

On processors a work item computes blocks of C: a few vectors along the rows, times a few columns (`blocks`). On
other devices a group computes a tile of C through local memory, and each of its items a few elements (`tiles`). The
rows of A, or the columns of B, must be contiguous; other operands, and operands of another dtype, are copied first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.dtypes import DTYPE_LIST, computing_of, dtype
from ocean._src.kernels.dtypes import BY_NAME, SIZES
from ocean._src.kernels.jobs import Elementwise
from ocean._src.kernels.opencl.builder import FMA, VECTOR_MACROS
from ocean._src.kernels.opencl.memory import unaligned
from ocean._src.kernels.opencl.work import Kernel, Launch, Traits, Work, work_of
from ocean._src.kernels.program import casts
from ocean._src.ops.multiply import (
    ACCUMULATES,
    FACTORS,
    Axis,
    Loop,
    Product,
    axes_of,
    joined,
    spread,
    usable,
)

VECTORS, COLUMNS = 2, 4
"""The block of a work item: vectors along the rows, and columns."""
TILE, DEEP, SIDE = 64, 16, 16
"""A group of SIDE x SIDE items computes TILE x TILE elements, DEEP products at a time."""

TYPES = {"bool": "uchar", "float": "float", "double": "double"} | {
    each.spelling: f"u{name}"
    for each in DTYPE_LIST if each.isinteger
    for name in [{1: "char", 2: "short", 4: "int", 8: "long"}[each.size]]
}  # fmt: skip
"""The types in which numbers, or the parts of complex numbers, are computed; integers wrap."""

HEAD = """
#pragma OPENCL FP_CONTRACT OFF
{double}
typedef struct {{ long v[{arguments}]; }} product_args;
typedef {type} T;
typedef {vector} V;
#define LANES {lanes}
#define VECTORS {vectors}
#define COLUMNS {columns}
#define MULTIPLY_ADD(sum, x, y) {multiply_add}
#define MULTIPLY_ADD_VECTORS(sum, x, y) {multiply_add_vectors}
{functions}
"""

BODY = """
/* The table: blocks, blocks of an item, m, n, k, strides of op(A), op(B) and C in elements, blocks along the rows and
   along the columns, whether op(A) and op(B) are conjugated, whether there are factors, whether C is added, the number
   of loops over the collection, and for each its length and the strides of A, B and C in elements. */
enum {
    BLOCKS, CHUNK, M, N, K, A0, A1, B0, B1, C0, C1, DOWN, ACROSS, CONJ_A, CONJ_B, FACTORS, ACCUMULATES, LOOPS, REST
};

#if PARTS == 2
#define AT(pointer, place) vload2(0, (pointer) + 2 * (place))
typedef T2 E;
E times(E x, E y) { return (E)(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }
E sum_up(E sum, E x, E y) {
    return (E)(MULTIPLY_ADD(MULTIPLY_ADD(sum.x, x.x, y.x), -x.y, y.y),
               MULTIPLY_ADD(MULTIPLY_ADD(sum.y, x.x, y.y), x.y, y.x));
}
E conjugated(E x, long conj) { return conj ? (E)(x.x, -x.y) : x; }
#define ZERO ((E)(0, 0))
#define IS_ZERO(number) ((number).x == 0 && (number).y == 0)
#define PUT(value, pointer, place) vstore2(value, 0, (pointer) + 2 * (place))
#else
#if BOOLEAN
#define AT(pointer, place) ((T)((pointer)[place] != 0))
#else
#define AT(pointer, place) ((pointer)[place])
#endif
typedef T E;
E times(E x, E y) { return MULTIPLY_ADD((E)0, x, y); }
E sum_up(E sum, E x, E y) { return MULTIPLY_ADD(sum, x, y); }
E conjugated(E x, long conj) { return x; }
#define ZERO ((E)0)
#define IS_ZERO(number) ((number) == 0)
#define PUT(value, pointer, place) ((pointer)[place] = (value))
#endif

/* Where a product of the collection starts. */
void enter(__constant long *t, long number, long *a, long *b, long *c) {
    *a = *b = *c = 0;
    for (long d = 0; d < t[LOOPS]; d++) {
        __constant long *loop = t + REST + 4 * d;
        const long at = number % loop[0];
        number /= loop[0];
        *a += at * loop[1]; *b += at * loop[2]; *c += at * loop[3];
    }
}

void put(__constant long *t, __global T *c, E sum, E alpha, E beta) {
    if (t[FACTORS]) sum = IS_ZERO(alpha) ? ZERO : times(alpha, sum);
    if (t[ACCUMULATES]) {
        const E kept = times(beta, AT(c, 0));
#if BOOLEAN
        sum |= kept;
#else
        sum += kept;
#endif
    }
    PUT(sum, c, 0);
}

E one_element(__constant long *t, __global const T *a, __global const T *b) {
    E sum = ZERO;
    for (long k = 0; k < t[K]; k++)
        sum = sum_up(sum, conjugated(AT(a, k * t[A1]), t[CONJ_A]), conjugated(AT(b, k * t[B0]), t[CONJ_B]));
    return sum;
}

E factor(const product_args args, int which) {
    union { long bits[2]; T parts[16 / sizeof(T)]; } number;
    number.bits[0] = args.v[3 + 2 * which]; number.bits[1] = args.v[4 + 2 * which];
#if PARTS == 2
    return (E)(number.parts[0], number.parts[1]);
#else
    return number.parts[0];
#endif
}

"""

BLOCKS = """
__kernel void blocks(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *t,
                     const product_args args) {
    const E alpha = factor(args, 0), beta = factor(args, 1);
    const long first = get_global_id(0) * t[CHUNK], last = min(first + t[CHUNK], t[BLOCKS]);
    for (long block = first; block < last; block++) {
        const long row = block % t[DOWN] * (VECTORS * LANES), column = block / t[DOWN] % t[ACROSS] * COLUMNS;
        long start_a, start_b, start_c;
        enter(t, block / (t[DOWN] * t[ACROSS]), &start_a, &start_b, &start_c);
        __global const T *a = (__global const T *)(p1 + args.v[1]) + PARTS * (start_a + row * t[A0]);
        __global const T *b = (__global const T *)(p2 + args.v[2]) + PARTS * (start_b + column * t[B1]);
        __global T *c = (__global T *)(p0 + args.v[0]) + PARTS * (start_c + row * t[C0] + column * t[C1]);
        const long rows = min((long)(VECTORS * LANES), t[M] - row), columns = min((long)COLUMNS, t[N] - column);
        if (rows < VECTORS * LANES || t[A0] != 1) {
            for (long j = 0; j < columns; j++)
                for (long i = 0; i < rows; i++)
                    put(t, c + PARTS * (i * t[C0] + j * t[C1]),
                        one_element(t, a + PARTS * i * t[A0], b + PARTS * j * t[B1]), alpha, beta);
            continue;
        }
        V sums[PARTS][COLUMNS][VECTORS];
        for (int p = 0; p < PARTS; p++)
            for (int j = 0; j < COLUMNS; j++)
                for (int i = 0; i < VECTORS; i++) sums[p][j][i] = (V)(0);
        long steps[COLUMNS];        /* a column that is not there is the last one again */
        for (int j = 0; j < COLUMNS; j++) steps[j] = PARTS * min((long)j, columns - 1) * t[B1];
        for (long k = 0; k < t[K]; k++) {
            __global const T *from = a + PARTS * k * t[A1], *with = b + PARTS * k * t[B0];
#if PARTS == 2
            V re[VECTORS], im[VECTORS];
#pragma unroll
            for (int i = 0; i < VECTORS; i++) {
                const W pairs = LOAD_PAIRS(from + 2 * i * LANES);
                re[i] = pairs.even;
                im[i] = t[CONJ_A] ? -pairs.odd : pairs.odd;
            }
#pragma unroll
            for (int j = 0; j < COLUMNS; j++) {
                const V x = (V)(with[steps[j]]), y = (V)(t[CONJ_B] ? -with[steps[j] + 1] : with[steps[j] + 1]);
#pragma unroll
                for (int i = 0; i < VECTORS; i++) {
                    sums[0][j][i] = MULTIPLY_ADD_VECTORS(MULTIPLY_ADD_VECTORS(sums[0][j][i], re[i], x), -im[i], y);
                    sums[PARTS - 1][j][i] =
                        MULTIPLY_ADD_VECTORS(MULTIPLY_ADD_VECTORS(sums[PARTS - 1][j][i], re[i], y), im[i], x);
                }
            }
#else
            V x[VECTORS];
#pragma unroll
            for (int i = 0; i < VECTORS; i++) x[i] = LOAD(from + i * LANES);
#if BOOLEAN
            for (int i = 0; i < VECTORS; i++) x[i] = AS_V(x[i] != (V)(0)) & (V)(1);
#endif
#pragma unroll
            for (int j = 0; j < COLUMNS; j++) {
                const V y = (V)(AT(with, steps[j]));
#pragma unroll
                for (int i = 0; i < VECTORS; i++) sums[0][j][i] = MULTIPLY_ADD_VECTORS(sums[0][j][i], x[i], y);
            }
#endif
        }
        for (long j = 0; j < columns; j++)
            for (int i = 0; i < VECTORS; i++) {
                union { V whole; T lanes[LANES]; } parts[PARTS];
                for (int p = 0; p < PARTS; p++) parts[p].whole = sums[p][j][i];
                for (int lane = 0; lane < LANES; lane++) {
#if PARTS == 2
                    const E sum = (E)(parts[0].lanes[lane], parts[PARTS - 1].lanes[lane]);
#else
                    const E sum = parts[0].lanes[lane];
#endif
                    put(t, c + PARTS * ((i * LANES + lane) * t[C0] + j * t[C1]), sum, alpha, beta);
                }
            }
    }
}
"""

TILES = """
#define EACH (TILE / SIDE)

__kernel void tiles(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *t,
                    const product_args args) {
    __local E left[DEEP][TILE], right[DEEP][TILE];
    const E alpha = factor(args, 0), beta = factor(args, 1);
    const int me = get_local_id(0), x = me % SIDE, y = me / SIDE;
    const long block = get_group_id(0);
    const long row = block % t[DOWN] * TILE, column = block / t[DOWN] % t[ACROSS] * TILE;
    long start_a, start_b, start_c;
    enter(t, block / (t[DOWN] * t[ACROSS]), &start_a, &start_b, &start_c);
    __global const T *a = (__global const T *)(p1 + args.v[1]) + PARTS * start_a;
    __global const T *b = (__global const T *)(p2 + args.v[2]) + PARTS * start_b;
    __global T *c = (__global T *)(p0 + args.v[0]) + PARTS * start_c;
    E sums[EACH][EACH];
    for (int j = 0; j < EACH; j++)
        for (int i = 0; i < EACH; i++) sums[j][i] = ZERO;
    for (long deep = 0; deep < t[K]; deep += DEEP) {
        for (int e = me; e < DEEP * TILE; e += SIDE * SIDE) {
            const long i = row + e % TILE, k = deep + e / TILE, j = column + e % TILE;
            const int inside = k < t[K];
            left[e / TILE][e % TILE] = inside && i < t[M]
                ? conjugated(AT(a, i * t[A0] + k * t[A1]), t[CONJ_A]) : ZERO;
            right[e / TILE][e % TILE] = inside && j < t[N]
                ? conjugated(AT(b, k * t[B0] + j * t[B1]), t[CONJ_B]) : ZERO;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < DEEP; k++)
            for (int j = 0; j < EACH; j++)
                for (int i = 0; i < EACH; i++)
                    sums[j][i] = sum_up(sums[j][i], left[k][x + i * SIDE], right[k][y + j * SIDE]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < EACH; j++)
        for (int i = 0; i < EACH; i++) {
            const long r = row + x + i * SIDE, s = column + y + j * SIDE;
            if (r < t[M] && s < t[N]) put(t, c + PARTS * (r * t[C0] + s * t[C1]), sums[j][i], alpha, beta);
        }
}
"""


@cache
def product_text(kind: str, width: int, kernel: str) -> tuple[str, int]:
    """The kernel for a dtype with vectors of `width` bytes, and the count of lanes."""
    parts = 2 if BY_NAME[kind].iscomplex else 1
    part = BY_NAME[kind].basetype.spelling if parts == 2 else kind
    type, boolean = TYPES[part], kind == "bool"
    lanes = min(8, max(2, width // SIZES[part]))
    floating = BY_NAME[part].isfloat
    add = "fma(x, y, sum)" if floating else "((sum) | ((x) & (y)))" if boolean else "((sum) + (x) * (y))"
    vector, pairs = f"{type}{lanes}", f"{type}{2 * lanes}"
    # PoCL cannot compile its built-in fma, vload and vstore for vectors longer than a register
    functions = [VECTOR_MACROS, *([FMA.format(t=vector)] if floating else ()), *unaligned(vector, type)]
    head = HEAD.format(
        double="#pragma OPENCL EXTENSION cl_khr_fp64 : enable" if type == "double" else "",
        type=type, vector=vector, lanes=lanes, vectors=VECTORS if parts == 1 else 1, columns=COLUMNS,
        multiply_add=add, multiply_add_vectors=f"ocean_fma_{vector}(x, y, sum)" if floating else add,
        functions="\n".join([*functions, *(unaligned(pairs, type) if parts == 2 else ())]), arguments=7,
    )  # fmt: skip
    names = {
        "PARTS": parts, "BOOLEAN": int(boolean), "LOAD": f"ocean_load_{vector}", "LOAD_PAIRS": f"ocean_load_{pairs}",
        "AS_V": f"as_{vector}", "T2": f"{type}2", "W": pairs,
        "TILE": TILE, "DEEP": DEEP, "SIDE": SIDE,
    }  # fmt: skip
    return head + "".join(f"#define {name} {value}\n" for name, value in names.items()) + BODY + kernel, lanes


class Steps:
    """The launches of a product, with the copies before and after it."""

    def __init__(self, job: Product, traits: Traits) -> None:
        self.job, self.traits = job, traits
        self.launches: list[Launch] = []
        self.scratch: list[int] = []

    def room(self, kind: dtype, size: tuple[int, ...]) -> tuple[int, description]:
        """A scratch buffer for a column-major tensor: its number among operands, and its description."""
        desc = make_description(kind, size, "F", self.job.operands[0].device)
        self.scratch.append(max(1, desc.nelem * kind.size))
        return -len(self.scratch), desc

    def copy(self, target: tuple[int, description], source: tuple[int, description]) -> None:
        program = casts(source[1].dtype.spelling, target[1].dtype.spelling)
        work = work_of(Elementwise((target[1], source[1]), program), self.traits)
        places = (target[0], source[0])
        self.launches += [replace(each, operands=tuple(places[k] for k in each.operands)) for each in work.launches]

    def copied(self, source: tuple[int, description], kind: dtype) -> tuple[int, description]:
        target = self.room(kind, source[1].size)
        if source[1].nelem:
            self.copy(target, source)
        return target


@work_of.register
def product_work(job: Product, traits: Traits) -> Work:
    steps = Steps(job, traits)
    kind = computing_of(job.working)
    c, a, b, *_ = enumerate(job.operands)
    trans_a, trans_b = job.flags & 3, job.flags >> 2 & 3
    left = a if counted(a[1], kind) else steps.copied(a, kind)
    right = b if counted(b[1], kind) else steps.copied(b, kind)
    into = c if counted(c[1], kind) else steps.room(kind, c[1].size)
    accumulates = bool(job.flags & ACCUMULATES)
    if into is not c and accumulates and c[1].nelem:
        steps.copy(into, c)
    conjugated = trans_a >> 1 & 1, trans_b >> 1 & 1
    from_a, from_b, to = axes_of(left[1], trans_a), axes_of(right[1], trans_b), axes_of(into[1])
    if from_a[0].stride != kind.size and from_a[0].length > 1:
        if from_b[1].stride == kind.size or from_b[1].length == 1:
            # (op(A) op(B)) transposed is op(B) transposed times op(A) transposed
            left, right, conjugated = right, left, conjugated[::-1]
            from_a, from_b, to = turned(from_b), turned(from_a), turned(to)
        else:
            order = right_way(left[1], trans_a)
            left = steps.copied((left[0], order), kind)
            from_a = axes_of(left[1])
    rows = Loop(from_a[0].length, from_a[0].stride, 0, to[0].stride)
    columns = Loop(from_b[1].length, 0, from_b[1].stride, to[1].stride)
    matrices = [axis.length for axis in to[2:]]
    sides = (spread(each, matrices) for each in (from_a, from_b, to))
    loops = [Loop(x.length, x.stride, y.stride, z.stride) for x, y, z in zip(*sides, strict=True)]
    rows, columns, loops = joined(rows, columns, loops)
    size = kind.size
    text, lanes = product_text(kind.spelling, traits.width, BLOCKS if traits.host_like else TILES)
    high, wide = (VECTORS * lanes if not kind.iscomplex else lanes, COLUMNS) if traits.host_like else (TILE, TILE)
    down, across = -(-rows.length // high), -(-columns.length // wide)
    blocks = down * across
    for loop in loops:
        blocks *= loop.length
    chunk = max(1, blocks // (16 * traits.units)) if traits.host_like else 1
    table = [
        blocks, chunk, rows.length, columns.length, from_a[1].length, rows.a // size if rows.length > 1 else 1,
        from_a[1].stride // size, from_b[0].stride // size, columns.b // size, rows.c // size, columns.c // size,
        down, across, *conjugated, bool(job.flags & FACTORS), accumulates, len(loops),
    ]  # fmt: skip
    for loop in loops:
        table += [loop.length, loop.a // size, loop.b // size, loop.c // size]
    items, local = (-(-blocks // chunk), 1) if traits.host_like else (blocks * SIDE * SIDE, SIDE * SIDE)
    numbers: tuple[int | bytes, ...] = (3, 4) if job.flags & FACTORS else (b"", b"")
    if blocks:
        kernel = Kernel(text, "blocks" if traits.host_like else "tiles")
        operands = (into[0], left[0], right[0])
        steps.launches.append(Launch(kernel, operands, (0, 0, 0), numbers, tuple(map(int, table)), items, local))
        if into is not c:
            steps.copy(c, into)
    return Work(tuple(steps.launches), tuple(steps.scratch))


def counted(desc: description, kind: dtype) -> bool:
    """Whether an operand can be read in place. Kernels count strides in elements, but strides of complex tensors may be
    multiples of a part."""
    return usable(desc, kind) and not any(each.stride % kind.size for each in axes_of(desc) if each.length > 1)


def turned(axes: list[Axis]) -> list[Axis]:
    return [axes[1], axes[0], *axes[2:]]


def right_way(desc: description, trans: int) -> description:
    """op(A) without the conjugation, so that a copy of it has contiguous rows."""
    if not trans & 1:
        return desc
    return desc.swap_axes(0, 1)[1] if desc.ndims > 1 else desc.unsqueeze(0)[1]

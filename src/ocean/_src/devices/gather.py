"""Gathers and scatters by lists of offsets: one text serves all sizes, dtypes and counts of lists. Masks and indices
are turned into such lists."""

from __future__ import annotations

from functools import cache
from math import prod

from ocean._src.base.errors import OceanValueError
from ocean._src.core.objects.axes import FEW_DIMS
from ocean._src.core.objects.dtypes import BOOL
from ocean._src.kernels.opencl.source import DOUBLES, checked
from ocean._src.kernels.opencl.work import Kernel, Launch, Traits, Work, work_of
from ocean._src.ops.gather import Offsets, Pick, Places, ScatterAdd

LEAST = 1024
"""The smallest count of elements per work item on a processor."""
UNITS = {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong", 16: "ulong"}
"""The type that moves an element of a size in bytes, or half of it."""

HEAD = """
typedef struct {{ long v[{arguments}]; }} pick_args;

/* The place of an element among those of one operand, from the indices along the axes. The table has the number of
   elements, how many an item takes and how far apart, the number of axes, and for each axis its length, the strides of
   both operands and whether it has a list. */
long picked_offset(__constant long *axes, int n, const long *at, __global const long **lists) {{
    long place = 0;
    for (int d = 0; d < n; d++)
        place += axes[4 * d + 3] ? lists[d][at[d]] : at[d] * axes[4 * d + 1];
    return place;
}}
"""

KERNEL = """
__kernel void {name}({pointers}, __constant long *loops, const pick_args a) {{
    __global const long *lists[{dims}] = {{ {lists} }};
    const long count = loops[0], chunk = loops[1], step = loops[2];
    const int n = (int)loops[3];
    __constant long *axes = loops + 4;
    long at[{dims}];
    const long first = get_global_id(0) * chunk;
    const long end = step == 1 ? min(first + chunk, count) : count;
    for (long i = first; i < end; i += step) {{
        if (i == first || step != 1) {{
            long rest = i;
            for (int d = 0; d < n; d++) {{ at[d] = rest % axes[4 * d]; rest /= axes[4 * d]; }}
        }}
        long plain = 0;
        for (int d = 0; d < n; d++) plain += at[d] * axes[4 * d + 2];
        const long picked = picked_offset(axes, n, at, lists);
        __global {unit} *into = (__global {unit} *)(p0 + a.v[0] + {to});
        __global const {unit} *from = (__global const {unit} *)(p1 + a.v[1] + {start});
        for (int k = 0; k < {count}; k++) into[k] = from[k];
        if (step == 1)
            for (int d = 0; d < n && ++at[d] == axes[4 * d]; d++) at[d] = 0;
    }}
}}
"""


@cache
def pick_text() -> str:
    """The kernels that gather and scatter elements of each size. Axes without a list get an unused pointer."""
    lists = ", ".join(f"(__global const long *)(p{k + 2} + a.v[{k + 2}])" for k in range(FEW_DIMS))
    pointers = ", ".join(f"__global uchar *p{k}" for k in range(FEW_DIMS + 2))
    kernels = [
        KERNEL.format(
            name=f"{'scatter' if scatter else 'gather'}_{size}", pointers=pointers, lists=lists, unit=unit,
            count=-(-size // 8), dims=FEW_DIMS, to="picked" if scatter else "plain",
            start="plain" if scatter else "picked",
        )
        for size, unit in UNITS.items() for scatter in (False, True)
    ]  # fmt: skip
    return HEAD.format(arguments=FEW_DIMS + 2) + "".join(kernels)


def shared_out(traits: Traits, count: int) -> tuple[int, int, int, int]:
    """Split `count` elements among work items: the count of items, the group size, an item's first element as a
    multiple of its number, and its step."""
    if traits.host_like:
        chunk = max(LEAST, -(-count // (16 * traits.units)))
        return -(-count // chunk), 1, chunk, 1
    groups = min(-(-count // traits.local), 64 * traits.units)
    items = groups * traits.local
    return items, traits.local, 1, items


@work_of.register
def pick_work(job: Pick, traits: Traits) -> Work:
    plain = job.operands[1 if job.scatter else 0]
    count = 1
    table: list[int] = []
    lists: list[int] = []
    for n, stride, other, listed in zip(job.size, job.strides, plain.strides, job.lists, strict=True):
        count *= n
        table += [n, stride, other, int(listed)]
        lists.append(2 + sum(each >= 2 for each in lists) if listed else 0)
    lists += [0] * (FEW_DIMS - len(lists))
    # serialise if offsets repeat, so that the last write wins
    alone = job.scatter and job.repeats
    items, local, chunk, step = (1, 1, count, 1) if alone else shared_out(traits, count)
    kernel = Kernel(pick_text(), f"{'scatter' if job.scatter else 'gather'}_{plain.dtype.size}")
    loops = (count, chunk, step, len(job.size), *table)
    return Work((Launch(kernel, (0, 1, *lists), (0,) * (FEW_DIMS + 2), (), loops, items, local),))


# --- Masks -------------------------------------------------------------------------------------------------------

GROUP = 256
"""The largest work group that shares a scan."""

PLACES = """
typedef struct { long v[1]; } one_arg;
typedef struct { long v[2]; } two_args;
typedef struct { long v[3]; } three_args;

/* A walk through a chunk of a mask in column-major order. The table has the number of elements, the length of a chunk,
   the length of the list, the number of chunks, the number of axes, and for each axis its length, its stride in the
   mask and its stride in the tensor. */
#define WALK(each)                                                                          \\
    const long count = loops[0], chunk = loops[1];                                          \\
    const int n = (int)loops[4];                                                            \\
    __constant long *axes = loops + 5;                                                      \\
    const long first = get_global_id(0) * chunk, end = min(first + chunk, count);           \\
    long at[8], rest = first, m = 0, place = 0;                                             \\
    for (int d = 0; d < n; d++) {                                                           \\
        at[d] = rest % axes[3 * d];                                                         \\
        rest /= axes[3 * d];                                                                \\
        m += at[d] * axes[3 * d + 1];                                                       \\
        place += at[d] * axes[3 * d + 2];                                                   \\
    }                                                                                       \\
    for (long i = first; i < end; i++) {                                                    \\
        if (mask[m]) { each }                                                               \\
        for (int d = 0; d < n; d++) {                                                       \\
            m += axes[3 * d + 1];                                                           \\
            place += axes[3 * d + 2];                                                       \\
            if (++at[d] < axes[3 * d]) break;                                               \\
            m -= axes[3 * d] * axes[3 * d + 1];                                             \\
            place -= axes[3 * d] * axes[3 * d + 2];                                         \\
            at[d] = 0;                                                                      \\
        }                                                                                   \\
    }

/* How many elements of each chunk are set. */
__kernel void places_count(__global uchar *p0, __global uchar *p1, __constant long *loops, const two_args a) {
    __global const uchar *mask = p1 + a.v[1];
    long found = 0;
    WALK(found++;)
    if (get_global_id(0) < loops[3]) ((__global long *)p0)[get_global_id(0)] = found;
}

/* How many are set before each chunk; by one group of items. */
__kernel void places_scan(__global uchar *p0, __constant long *loops, const one_arg a) {
    __global long *starts = (__global long *)p0;
    __local long sums[256];
    const long n = loops[3], me = get_local_id(0), all = get_local_size(0), each = (n + all - 1) / all;
    const long from = min(me * each, n), to = min(from + each, n);
    long run = 0;
    for (long k = from; k < to; k++) run += starts[k];
    sums[me] = run;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {
        run = 0;
        for (long k = 0; k < all; k++) { const long sum = sums[k]; sums[k] = run; run += sum; }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    run = sums[me];
    for (long k = from; k < to; k++) { const long sum = starts[k]; starts[k] = run; run += sum; }
}

__kernel void places_write(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *loops,
                           const three_args a) {
    __global long *list = (__global long *)(p0 + a.v[0]);
    __global const uchar *mask = p2 + a.v[2];
    const long limit = loops[2];
    long next = get_global_id(0) < loops[3] ? ((__global const long *)p1)[get_global_id(0)] : limit;
    WALK(if (next < limit) list[next] = place; next++;)
}
"""


@work_of.register
def places_work(job: Places, traits: Traits) -> Work:
    found, mask = job.operands
    count = mask.nelem
    most = (16 if traits.host_like else 64 * traits.local) * traits.units
    chunk = max(LEAST if traits.host_like else 64, -(-count // most))
    chunks = -(-count // chunk)
    local = 1 if traits.host_like else traits.local
    items = -(-chunks // local) * local
    axes = [number for axis in zip(mask.size, mask.strides, job.strides, strict=True) for number in axis]
    loops = (count, chunk, found.nelem, chunks, mask.ndims, *axes)

    def launch(name: str, operands: tuple[int, ...], items: int, local: int) -> Launch:
        return Launch(Kernel(PLACES, name), operands, (0,) * len(operands), (), loops, items, local)

    group = 1 if traits.host_like else min(traits.local, GROUP)
    return Work(
        (
            launch("places_count", (-1, 1), items, local),
            launch("places_scan", (-1,), group, group),
            launch("places_write", (0, -1, 1), items, local),
        ),
        (8 * chunks,),
    )


# --- Indices -----------------------------------------------------------------------------------------------------

OFFSETS = """
typedef struct { long v[3]; } offsets_args;

/* The place of a column of indices among all elements, and its offset. The table has the number of columns, how many an
   item takes and how far apart, the number of axes, and for each axis its length and its stride. */
long placed(__constant long *axes, int n, __global const long *column, long *offset, int *outside) {
    long place = 0, all = 1;
    *offset = 0;
    for (int d = 0; d < n; d++) {
        const long length = axes[2 * d];
        long index = column[d];
        if (index < 0) index += length;
        if (index < 0 || index >= length) { *outside = 1; index = 0; }
        *offset += index * axes[2 * d + 1];
        place += index * all;
        all *= length;
    }
    return place;
}

__kernel void offsets_write(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *loops,
                            const offsets_args a) {
    __global long *list = (__global long *)(p0 + a.v[0]), *flags = (__global long *)(p1 + a.v[1]);
    __global const long *indices = (__global const long *)(p2 + a.v[2]);
    const long count = loops[0], chunk = loops[1], step = loops[2];
    const int n = (int)loops[3];
    const long first = get_global_id(0) * chunk, end = step == 1 ? min(first + chunk, count) : count;
    int outside = 0, unordered = 0;
    long offset, before;
    for (long i = first; i < end; i += step) {
        const long place = placed(loops + 4, n, indices + i * n, &offset, &outside);
        list[i] = offset;
        if (i && place <= placed(loops + 4, n, indices + (i - 1) * n, &before, &outside)) unordered = 1;
    }
    if (outside) flags[0] = 1;
    if (unordered) flags[1] = 1;
}
"""


@work_of.register
def offsets_work(job: Offsets, traits: Traits) -> Work:
    count = job.operands[0].nelem
    items, local, chunk, step = shared_out(traits, count)
    axes = [number for axis in zip(job.size, job.strides, strict=True) for number in axis]
    loops = (count, chunk, step, len(job.size), *axes)
    return Work((Launch(Kernel(OFFSETS, "offsets_write"), (0, 1, 2), (0, 0, 0), (), loops, items, local),))


# --- Scatters that add -------------------------------------------------------------------------------------------

ADD = """
typedef struct {{ long v[1]; }} add_one;
typedef struct {{ long v[2]; }} add_two;
typedef struct {{ long v[3]; }} add_three;
typedef struct {{ long v[4]; }} add_four;

/* Indices are sorted with their positions, stably, so that the values of an element are added in their order, whatever
   the number of items. A word has an index in its upper half, and a position in its lower half. The table has: count,
   shift of a digit, chunk, chunks, part, parts, columns, strides of indices, target and values along the axis, and for
   each other axis its length and both strides. */
__kernel void add_start(__global uchar *p0, __global uchar *p1, __constant long *loops, const add_two a) {{
    __global ulong *words = (__global ulong *)(p0 + a.v[0]);
    const long first = get_global_id(0) * loops[2], end = min(first + loops[2], loops[0]);
    for (long i = first; i < end; i++)
        words[i] = (ulong)*(__global const long *)(p1 + a.v[1] + i * loops[7]) << 32 | (ulong)i;
}}

/* How many words of each chunk have each digit. */
__kernel void add_count(__global uchar *p0, __global uchar *p1, __constant long *loops, const add_two a) {{
    __global uint *counts = (__global uint *)(p0 + a.v[0]);
    __global const ulong *words = (__global const ulong *)(p1 + a.v[1]);
    const long c = get_global_id(0), chunks = loops[3];
    if (c >= chunks) return;
    for (int d = 0; d < 256; d++) counts[d * chunks + c] = 0;
    for (long i = c * loops[2]; i < min((c + 1) * loops[2], loops[0]); i++)
        counts[(words[i] >> loops[1] & 255) * chunks + c]++;
}}

/* How many words come before those; by one group of items. */
__kernel void add_scan(__global uchar *p0, __constant long *loops, const add_one a) {{
    __global uint *counts = (__global uint *)(p0 + a.v[0]);
    __local uint sums[256];
    const long n = 256 * loops[3], me = get_local_id(0), all = get_local_size(0), each = (n + all - 1) / all;
    const long from = min(me * each, n), to = min(from + each, n);
    uint run = 0;
    for (long k = from; k < to; k++) run += counts[k];
    sums[me] = run;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {{
        run = 0;
        for (long k = 0; k < all; k++) {{ const uint sum = sums[k]; sums[k] = run; run += sum; }}
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    run = sums[me];
    for (long k = from; k < to; k++) {{ const uint sum = counts[k]; counts[k] = run; run += sum; }}
}}

__kernel void add_move(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *loops,
                       const add_three a) {{
    __global ulong *into = (__global ulong *)(p0 + a.v[0]);
    __global const ulong *words = (__global const ulong *)(p1 + a.v[1]);
    __global uint *counts = (__global uint *)(p2 + a.v[2]);
    const long c = get_global_id(0), chunks = loops[3];
    if (c >= chunks) return;
    for (long i = c * loops[2]; i < min((c + 1) * loops[2], loops[0]); i++)
        into[counts[(words[i] >> loops[1] & 255) * chunks + c]++] = words[i];
}}

/* Where a column begins in the target and in the values. */
void add_column(__constant long *loops, long column, long *to, long *from) {{
    *to = *from = 0;
    for (__constant long *axis = loops + 11; axis < loops + 11 + 3 * loops[10]; axis += 3) {{
        *to += column % axis[0] * axis[1];
        *from += column % axis[0] * axis[2];
        column /= axis[0];
    }}
}}

/* The sums of a part of the words, for one column. What the part before has begun goes into `heads`. */
__kernel void add_sum_{name}(__global uchar *p0, __global uchar *p1, __global uchar *p2, __global uchar *p3,
                             __constant long *loops, const add_four a) {{
    __global const ulong *words = (__global const ulong *)(p2 + a.v[2]);
    __global {type} *heads = (__global {type} *)(p3 + a.v[3]);
    const long item = get_global_id(0), columns = loops[6], part = item / columns;
    if (part >= loops[5]) return;
    long to, from;
    add_column(loops, item % columns, &to, &from);
    const long first = part * loops[4], end = min(first + loops[4], loops[0]);
    for (long i = first; i < end;) {{
        const ulong place = words[i] >> 32;
        const int begun = i == first && i && words[i - 1] >> 32 == place;
        __global {type} *at = begun ? heads + item : (__global {type} *)(p0 + a.v[0] + to + (long)place * loops[8]);
        {type} sum = begun ? 0 : *at;
        do {{
            const {type} value =
                *(__global const {type} *)(p1 + a.v[1] + from + (long)(words[i] & 0xffffffffUL) * loops[9]);
            sum = {sum};
        }} while (++i < end && words[i] >> 32 == place);
        *at = sum;
    }}
}}

/* Add what parts have found of elements that parts before them have begun, in the order of the parts. */
__kernel void add_merge_{name}(__global uchar *p0, __global uchar *p1, __global uchar *p2, __constant long *loops,
                               const add_three a) {{
    __global const ulong *words = (__global const ulong *)(p1 + a.v[1]);
    __global const {type} *heads = (__global const {type} *)(p2 + a.v[2]);
    const long item = get_global_id(0), columns = loops[6], part = item / columns, size = loops[4];
    if (part >= loops[5] || part == 0) return;
    const ulong place = words[part * size] >> 32;
    if (words[part * size - 1] >> 32 != place) return;
    if (part > 1 && words[(part - 1) * size] >> 32 == place && words[(part - 1) * size - 1] >> 32 == place) return;
    long to, from;
    add_column(loops, item % columns, &to, &from);
    __global {type} *at = (__global {type} *)(p0 + a.v[0] + to + (long)place * loops[8]);
    {type} sum = *at;
    for (long q = part; q < loops[5] && words[q * size] >> 32 == place; q++) {{
        const {type} value = heads[q * columns + item % columns];
        sum = {sum};
    }}
    *at = sum;
}}
"""
PLUS, OR = "({type})(sum + value)", "({type})((sum != 0) | (value != 0))"


@work_of.register
def scatter_add_work(job: ScatterAdd, traits: Traits) -> Work:
    target, values, indices = job.operands
    count, length = indices.nelem, target.size[job.axis]
    if max(count, length) >> 31:
        raise OceanValueError(f"scatterAdd(): at most {1 << 31} values and places on device {target.device.name}")
    parts_of = 2 if target.dtype.iscomplex else 1  # the parts of complex numbers are columns
    size = target.dtype.size // parts_of
    kind = target.dtype.basetype if parts_of == 2 else target.dtype
    name = kind.spelling if kind.isfloat else {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}[size]
    others = [k for k in range(target.ndims) if k != job.axis]
    axes = [(target.size[k], target.strides[k], values.strides[k]) for k in others]
    axes += [(2, size, size)] if parts_of == 2 else []
    columns = prod(n for n, _, _ in axes)
    most = (16 if traits.host_like else 16 * traits.local) * traits.units
    chunk = max(LEAST if traits.host_like else 256, -(-count // most))
    chunks = -(-count // chunk)
    part = max(256, -(-count // 4096))  # by the count only: so are the bits
    parts = -(-count // part)
    local = 1 if traits.host_like else traits.local
    group = 1 if traits.host_like else min(traits.local, GROUP)
    total = (PLUS if kind is not BOOL else OR).format(type=name)
    suffix = kind.spelling if kind is BOOL else name
    text = checked((DOUBLES if name == "double" else "") + ADD.format(name=suffix, type=name, sum=total), traits)

    def launch(kernel: str, operands: tuple[int, ...], items: int, shift: int = 0, local: int = local) -> Launch:
        loops = (
            count, shift, chunk, chunks, part, parts, columns, indices.strides[0], target.strides[job.axis],
            values.strides[job.axis], len(axes), *(number for axis in axes for number in axis),
        )  # fmt: skip
        words = (0,) * len(operands)
        return Launch(Kernel(text, kernel), operands, words, (), loops, -(-items // local) * local, local)

    launches = [launch("add_start", (-1, 2), chunks)]
    here, there = -1, -2
    for shift in range(32, 32 + max(length - 1, 0).bit_length(), 8):
        launches += [
            launch("add_count", (-3, here), chunks, shift),
            launch("add_scan", (-3,), group, 0, group),
            launch("add_move", (there, here, -3), chunks, shift),
        ]
        here, there = there, here
    launches.append(launch(f"add_sum_{suffix}", (0, 1, here, -4), parts * columns))
    if parts > 1:
        launches.append(launch(f"add_merge_{suffix}", (0, here, -4), parts * columns))
    return Work(tuple(launches), (8 * count, 8 * count, 1024 * chunks, size * parts * columns))

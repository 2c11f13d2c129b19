"""Random calls of every function of `ocean.numpy`, compared with NumPy: values, dtypes, shapes, errors, what shares memory
with what, and what is written to operands.

A call is a template such as `sum(X, axis=AXES, out=OUT)`: words in capitals are drawn (`WORDS`), arguments with a name may
be left out, and `<clip wrap>` is one of these texts. What is drawn is text, too: the case that is printed is a program.
"""

from __future__ import annotations

import operator
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy

import ocean
import ocean.numpy as onp

KINDS = "?bBhHiIlLefdFD"
BINARY = "{name}(X, Y, out=OUT, where=MASK, dtype=DTYPE, casting=CASTING)"
COMPARISON = "{name}(X, Y, out=OUT, dtype=DTYPE, casting=CASTING)"  # with where= NumPy 2.4 itself damages memory
UNARY = "{name}(X, out=OUT, where=MASK, dtype=DTYPE, casting=CASTING)"
COMPARISONS = ("less", "less_equal", "equal", "not_equal", "greater", "greater_equal")
PRODUCTS = ("matmul", "vecdot", "matvec", "vecmat")

TEMPLATES = """
add.reduce(X, axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
multiply.reduce(X, axis=AXES, dtype=DTYPE, keepdims=BOOL, initial=NUMBER, where=MASK)
maximum.reduce(X, axis=AXES, keepdims=BOOL, initial=NUMBER, where=MASK)
minimum.reduce(X, axis=AXES, out=OUT)
logical_and.reduce(X, axis=AXES, keepdims=BOOL)
logical_or.reduce(X, axis=AXES, out=OUT, where=MASK)
bitwise_and.reduce(I, axis=AXES)
subtract.reduce(X, axis=AXIS)
add.accumulate(T, axis=AXIS, dtype=DTYPE, out=OUT)
multiply.accumulate(T, axis=AXIS, dtype=DTYPE)
maximum.accumulate(T, axis=AXIS)
subtract.accumulate(T, axis=AXIS)
add.reduceat(T, PLACES, axis=AXIS, dtype=DTYPE)
add.outer(X, X, out=OUT, dtype=DTYPE)
multiply.outer(X, V)
less.outer(X, V)
add.at(A, PLACES, NUMBER) or A
maximum.at(A, PLACES, Y) or A
negative.at(A, PLACES) or A
all(X, axis=AXES, out=OUT, keepdims=BOOL, where=MASK)
any(X, axis=AXES, out=OUT, keepdims=BOOL, where=MASK)
max(X, axis=AXES, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
min(X, axis=AXES, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
amax(X, axis=AXES, keepdims=BOOL)
amin(X, AXES)
sum(X, axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
prod(X, axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
mean(X, axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL, where=MASK)
std(X, axis=AXES, dtype=DTYPE, out=OUT, ddof=COUNT, keepdims=BOOL, where=MASK)
var(X, axis=AXES, dtype=DTYPE, out=OUT, ddof=COUNT, keepdims=BOOL, where=MASK)
ptp(X, axis=AXES, out=OUT, keepdims=BOOL)
argmax(X, axis=AXIS, out=OUT, keepdims=BOOL)
argmin(X, axis=AXIS, out=OUT, keepdims=BOOL)
count_nonzero(X, axis=AXES, keepdims=BOOL)
average(X, axis=AXES, keepdims=BOOL)
average(X, axis=AXIS, weights=WEIGHTS, returned=BOOL, keepdims=BOOL)
median(X, axis=AXES, keepdims=BOOL)
median(X, axis=AXES, out=OUT)
quantile(X, QUANTILES, axis=AXES, keepdims=BOOL, method=<linear lower higher nearest midpoint hazen weibull>)
percentile(X, PERCENT, axis=AXES, keepdims=BOOL)
nansum(X, axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
nanprod(X, axis=AXES, dtype=DTYPE, keepdims=BOOL)
nanmean(X, axis=AXES, dtype=DTYPE, keepdims=BOOL, where=MASK)
nanstd(X, axis=AXES, ddof=COUNT, keepdims=BOOL)
nanvar(X, axis=AXES, ddof=COUNT, keepdims=BOOL, where=MASK)
nanmax(X, axis=AXES, out=OUT, keepdims=BOOL, initial=NUMBER, where=MASK)
nanmin(X, axis=AXES, keepdims=BOOL, initial=NUMBER)
nanargmax(X, axis=AXIS, keepdims=BOOL)
nanargmin(X, axis=AXIS, keepdims=BOOL)
nanmedian(X, axis=AXES, keepdims=BOOL)
nanquantile(X, QUANTILES, axis=AXES, keepdims=BOOL)
nanpercentile(X, PERCENT, axis=AXES)
cumsum(X, axis=AXIS, dtype=DTYPE, out=OUT)
cumprod(X, axis=AXIS, dtype=DTYPE, out=OUT)
nancumsum(X, axis=AXIS, dtype=DTYPE)
nancumprod(X, axis=AXIS)
cumulative_sum(X, axis=AXIS, dtype=DTYPE, include_initial=BOOL)
cumulative_prod(X, axis=AXIS, dtype=DTYPE, include_initial=BOOL)
diff(T, n=COUNT, axis=AXIS, prepend=NUMBER, append=NUMBER)
ediff1d(X, to_end=NUMBER, to_begin=NUMBER)
gradient(T, axis=AXES)
gradient(T, NUMBER, axis=AXIS, edge_order=ORDER)
trapezoid(T, dx=NUMBER, axis=AXIS)
unwrap(F, axis=AXIS, discont=NUMBER)
cov(M, rowvar=BOOL, bias=BOOL, ddof=COUNT)
cov(V, V)
corrcoef(M, rowvar=BOOL)
bincount(PLACES, weights=WEIGHTS, minlength=COUNT)
histogram(F, bins=POSITIVE, density=BOOL)
histogram(F, bins=[-1, 0, 0.5, 3])
histogram_bin_edges(F, bins=POSITIVE)
histogram2d(FV, FV, bins=POSITIVE)
histogramdd(FM, bins=POSITIVE)
digitize(X, [-1, 0, 2], right=BOOL)
convolve(V, V, mode=<full same valid>)
correlate(V, V, mode=<full same valid>)
interp(X, [-2, 0, 1, 3], [1, 5, 2, 3], left=NUMBER, right=NUMBER, period=NUMBER)
clip(X, NUMBER, NUMBER, out=OUT)
clip(X, Y, Y)
clip(X, min=NUMBER, max=NUMBER, dtype=DTYPE)
round(X, decimals=DIGITS, out=OUT)
around(X, decimals=DIGITS)
fix(X, out=OUT)
where(X, Y, Y)
where(X)
nan_to_num(X, copy=BOOL, nan=NUMBER, posinf=NUMBER, neginf=NUMBER)
real(X)
imag(X)
angle(X, deg=BOOL)
isclose(X, Y, equal_nan=BOOL)
allclose(X, Y, equal_nan=BOOL)
array_equal(X, Y, equal_nan=BOOL)
array_equiv(X, Y)
isneginf(F, out=OUT)
isposinf(F, out=OUT)
isreal(X)
iscomplex(X)
iscomplexobj(X)
isrealobj(X)
isscalar(X)
iterable(X)
isfortran(A)
real_if_close(X)
sinc(X)
i0(F)
append(X, X, axis=AXIS)
concatenate([X, Y], axis=AXIS, dtype=DTYPE, casting=CASTING, out=OUT)
concat((A, A), axis=AXIS)
stack([X, SAME], axis=AXIS, dtype=DTYPE, casting=CASTING, out=OUT)
stack(A, axis=AXIS)
vstack([X, SAME], dtype=DTYPE, casting=CASTING)
hstack([X, SAME], dtype=DTYPE, casting=CASTING)
dstack([X, SAME])
column_stack([X, SAME])
block([X, SAME])
block([[X, SAME], [SAME, SAME]])
split(T, COUNT, axis=AXIS)
split(T, [1, 2], axis=AXIS)
array_split(T, COUNT, axis=AXIS)
hsplit(T, COUNT)
vsplit(T, COUNT)
dsplit(T, COUNT)
unstack(T, axis=AXIS)
delete(X, INDEX, axis=AXIS)
delete(X, PLACES, axis=AXIS)
delete(X, SLICE, axis=AXIS)
insert(X, INDEX, NUMBER, axis=AXIS)
insert(X, PLACES, NUMBER, axis=AXIS)
trim_zeros(V, trim=<fb f b>)
resize(X, SHAPE)
reshape(X, RESHAPED, order=ORDERS)
ravel(X, order=ORDERS)
transpose(X, PERMUTED)
permute_dims(X, PERMUTED)
matrix_transpose(X)
swapaxes(X, AXIS, AXIS)
moveaxis(X, AXIS, AXIS)
rollaxis(X, AXIS, start=COUNT)
expand_dims(X, AXES)
squeeze(X, axis=AXES)
flip(X, axis=AXES)
flipud(X)
fliplr(X)
rot90(X, k=INTEGER, axes=AXES)
roll(X, INTEGER, axis=AXES)
roll(X, PAIR, axis=AXES)
repeat(X, COUNT, axis=AXIS)
repeat(X, COUNTS, axis=AXIS)
tile(X, COUNTS)
pad(X, COUNT, mode=<constant edge reflect symmetric wrap>)
pad(X, PAIR, mode=<constant edge reflect symmetric wrap linear_ramp maximum mean median minimum>)
pad(X, PAIR, constant_values=NUMBER)
atleast_1d(X)
atleast_2d(X, Y)
atleast_3d(X)
broadcast_to(X, SHAPE)
broadcast_arrays(X, Y)
broadcast_shapes(SHAPE, SHAPE)
copy(X, order=ORDERS)
array(X, dtype=DTYPE, copy=BOOL, order=ORDERS, ndmin=COUNT)
asarray(X, dtype=DTYPE, order=ORDERS, copy=BOOL)
asanyarray(X, dtype=DTYPE, order=ORDERS)
ascontiguousarray(X, dtype=DTYPE)
asfortranarray(X, dtype=DTYPE)
asarray_chkfinite(X)
require(X, dtype=DTYPE, requirements=DEMANDS)
astype(A, DTYPE, copy=BOOL)
empty_like(X, dtype=DTYPE, shape=SHAPE).shape
zeros_like(X, dtype=DTYPE, order=ORDERS, shape=SHAPE)
ones_like(X, dtype=DTYPE, shape=SHAPE)
full_like(X, NUMBER, dtype=DTYPE, shape=SHAPE)
empty(SHAPE, dtype=DTYPE).shape
zeros(SHAPE, dtype=DTYPE, order=ORDERS)
ones(SHAPE, dtype=DTYPE)
full(SHAPE, X, dtype=DTYPE)
arange(NUMBER, dtype=DTYPE)
arange(NUMBER, NUMBER, NUMBER, dtype=DTYPE)
linspace(X, Y, num=COUNT, endpoint=BOOL, retstep=BOOL, dtype=DTYPE, axis=AXIS)
logspace(NUMBER, NUMBER, num=COUNT, endpoint=BOOL, base=POSITIVE, dtype=DTYPE)
geomspace(POSITIVE, POSITIVE, num=COUNT, endpoint=BOOL, dtype=DTYPE)
eye(COUNT, M=COUNT, k=INTEGER, dtype=DTYPE, order=ORDERS)
identity(COUNT, dtype=DTYPE)
tri(COUNT, M=COUNT, k=INTEGER, dtype=DTYPE)
tril(X, k=INTEGER)
triu(X, k=INTEGER)
diag(X, k=INTEGER)
diagflat(X, k=INTEGER)
diagonal(T, offset=INTEGER, axis1=AXIS, axis2=AXIS)
trace(T, offset=INTEGER, axis1=AXIS, axis2=AXIS, dtype=DTYPE, out=OUT)
vander(V, N=COUNT, increasing=BOOL)
meshgrid(X, X, indexing=<xy ij>, sparse=BOOL, copy=BOOL)
indices(SHAPE, dtype=DTYPE, sparse=BOOL)
fromiter([NUMBER, NUMBER], DTYPE, count=COUNT)
fromfunction(lambda *each: sum(each), SHAPE, dtype=DTYPE)
frombuffer(b'abcdefgh', dtype=DTYPE, count=INTEGER, offset=COUNT)
fromstring('1 2 3', dtype=DTYPE, count=INTEGER, sep!=' ')
from_dlpack(A)
sort(X, axis=AXIS, kind=<stable quicksort>)
argsort(X, axis=AXIS, stable!=True)
sort_complex(X)
partition(T, 0)[..., :1]
argpartition(V, 0)[:1].shape
lexsort((V, V), axis=AXIS)
searchsorted(SORTED, X, side=<left right>)
unique(X, return_index=BOOL, return_inverse=BOOL, return_counts=BOOL, axis=AXIS, equal_nan=BOOL)
unique_all(X)
unique_counts(X)
unique_inverse(X)
sort(unique_values(X))
isin(X, X, invert=BOOL, assume_unique=False)
union1d(X, X)
intersect1d(X, X, return_indices=BOOL)
setdiff1d(X, X)
setxor1d(X, X)
nonzero(X)
argwhere(X)
flatnonzero(X)
extract(X, Y)
take(X, PLACES, axis=AXIS, mode=<wrap clip raise>, out=OUT)
take(X, INDEX, axis=AXIS, mode=<wrap clip raise>)
take_along_axis(T, ALONG, axis=AXIS)
compress(MASK, X, axis=AXIS, out=OUT)
choose(PLACES, [X, X], mode=<wrap clip raise>)
select([MASK, MASK], [X, Y], default=NUMBER)
piecewise(A, [MASK], [NUMBER, NUMBER])
put(A, PLACES, X, mode=<wrap clip raise>) or A
put_along_axis(A, ALONG, NUMBER, axis=AXIS) or A
putmask(A, MASK, X) or A
place(A, MASK, X) or A
fill_diagonal(A, X, wrap=BOOL) or A
copyto(A, Y, casting=CASTING, where=MASK) or A
ix_(PLACES, PLACES)
unravel_index(PLACES, SHAPE, order=CORF)
ravel_multi_index((PLACES, PLACES), (3, 4), mode=<wrap clip raise>, order=CORF)
diag_indices(COUNT, ndim=COUNT)
diag_indices_from(M)
tril_indices(COUNT, k=INTEGER, m=COUNT)
triu_indices(COUNT, k=INTEGER, m=COUNT)
tril_indices_from(M, k=INTEGER)
triu_indices_from(M, k=INTEGER)
mask_indices(COUNT, np.triu, k=INTEGER)
apply_along_axis(np.sum, AXIS, T)
apply_along_axis(lambda line: line[:2], AXIS, T)
apply_over_axes(np.sum, T, AXES)
vectorize(lambda x, y: x + y)(X, Y)
dot(X, Y, out=OUT)
dot(S, SV)
inner(X, Y)
inner(V, V)
outer(X, X, out=OUT)
vdot(X, SAME)
vecdot(T, SAME, axis=AXIS, out=OUT)
matmul(X, Y)
matmul(S, SAME, out=OUT, dtype=DTYPE)
matmul(S, SV)
matvec(S, SV, out=OUT)
vecmat(SV, SM)
tensordot(X, SAME, axes=COUNT)
tensordot(X, SAME, axes=([0], [0]))
einsum('ij,jk->ik', S2, S2)
einsum('ij->ji', M)
einsum('ii', S2, dtype=DTYPE)
einsum('...i->...', X, out=OUT)
einsum('...i,...i', X, SAME)
einsum('i,j->ij', V, V)
kron(X, X)
cross(THREE, THREE, axis=AXIS)
poly(V)
polyadd(V, V)
polysub(V, V)
polymul(V, V)
polyder(V, COUNT)
polyint(V, COUNT)
polyval(V, X)
packbits(I, axis=AXIS, bitorder=<big little>)
unpackbits(U, axis=AXIS, bitorder=<big little>)
can_cast(DTYPE, DTYPE, casting=CASTING)
result_type(X, Y)
result_type(DTYPE, X)
promote_types(DTYPE, DTYPE)
common_type(A, A)
min_scalar_type(X)
shape(X)
size(X, axis=AXIS)
ndim(X)
shares_memory(A, A)
base_repr(INTEGER, base=POSITIVE)
binary_repr(INTEGER, width=COUNT)
array2string(A)
array_repr(A)
array_str(A)
bartlett(COUNT)
blackman(COUNT)
hamming(COUNT)
hanning(COUNT)
kaiser(COUNT, NUMBER)
lib.stride_tricks.sliding_window_view(T, COUNT, axis=AXIS)
linalg.norm(X, ord=NORMS, axis=AXES, keepdims=BOOL)
linalg.vector_norm(X, axis=AXES, keepdims=BOOL, ord=NORMS)
linalg.matrix_norm(X, keepdims=BOOL, ord=NORMS)
linalg.det(S)
linalg.slogdet(S)
linalg.inv(REGULAR)
linalg.pinv(REGULAR)
linalg.solve(REGULAR, SV)
linalg.lstsq(REGULAR, SV)
linalg.matrix_power(REGULAR, INTEGER)
linalg.matrix_rank(REGULAR)
linalg.cond(REGULAR)
linalg.cholesky(DEFINITE, upper=BOOL)
linalg.eigvalsh(DEFINITE)
linalg.eigh(DEFINITE)[0]
linalg.svd(REGULAR, compute_uv=False)
linalg.svdvals(REGULAR)
linalg.svd(REGULAR, full_matrices=BOOL)[1]
linalg.qr(REGULAR, mode=<reduced r>)
linalg.trace(S, offset=INTEGER, dtype=DTYPE)
linalg.diagonal(S, offset=INTEGER)
linalg.matrix_transpose(X)
linalg.multi_dot([S2, S2, S2])
linalg.outer(V, V)
linalg.vecdot(T, SAME, axis=AXIS)
linalg.matmul(S, SAME)
linalg.cross(THREE, THREE, axis=AXIS)
linalg.tensordot(X, SAME, axes=COUNT)
linalg.tensorsolve(REGULAR, SV)
fft.fft(T, n=POSITIVE, axis=AXIS, norm=<ortho forward backward>)
fft.ifft(T, n=POSITIVE, axis=AXIS, norm=<ortho forward backward>, out=OUT)
fft.rfft(F, n=POSITIVE, axis=AXIS, norm=<ortho forward backward>)
fft.irfft(T, n=POSITIVE, axis=AXIS)
fft.hfft(T, n=POSITIVE, axis=AXIS)
fft.ihfft(F, n=POSITIVE, axis=AXIS)
fft.fft2(X, s=PAIR, axes=AXES)
fft.ifft2(X, axes=AXES)
fft.fftn(X, axes=AXES, norm=<ortho forward backward>)
fft.ifftn(X, axes=AXES)
fft.rfft2(F, axes=AXES)
fft.irfft2(T, axes=AXES)
fft.rfftn(F, axes=AXES)
fft.irfftn(T, axes=AXES)
fft.fftshift(X, axes=AXES)
fft.ifftshift(X, axes=AXES)
fft.fftfreq(COUNT, d=NUMBER)
fft.rfftfreq(COUNT, d=NUMBER)
A.all(axis=AXES, out=OUT, keepdims=BOOL)
A.any(axis=AXES, keepdims=BOOL)
A.sum(axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL)
A.prod(axis=AXES, dtype=DTYPE, keepdims=BOOL)
A.mean(axis=AXES, dtype=DTYPE, out=OUT, keepdims=BOOL)
A.std(axis=AXES, ddof=COUNT, keepdims=BOOL)
A.var(axis=AXES, ddof=COUNT, keepdims=BOOL)
A.max(axis=AXES, out=OUT, keepdims=BOOL, initial=NUMBER)
A.min(axis=AXES, keepdims=BOOL)
A.argmax(axis=AXIS, out=OUT, keepdims=BOOL)
A.argmin(axis=AXIS, keepdims=BOOL)
A.cumsum(axis=AXIS, dtype=DTYPE, out=OUT)
A.cumprod(axis=AXIS)
A.clip(min=NUMBER, max=NUMBER, out=OUT)
A.round(decimals=DIGITS, out=OUT)
A.astype(DTYPE, order=ORDERS, casting=CASTING, copy=BOOL)
A.copy(order=ORDERS)
A.flatten(order=ORDERS)
A.ravel(order=ORDERS)
A.reshape(RESHAPED, order=ORDERS)
A.transpose(PERMUTED)
A.swapaxes(AXIS, AXIS)
A.squeeze(axis=AXES)
A.diagonal(offset=INTEGER)
A.trace(offset=INTEGER, dtype=DTYPE)
A.repeat(COUNT, axis=AXIS)
A.take(PLACES, axis=AXIS, mode=<wrap clip raise>)
A.put(PLACES, X) or A
A.compress(MASK, axis=AXIS)
SMALL.choose([X, X], mode=<wrap clip raise>)
SORTED.searchsorted(X)
A.nonzero()
A.sort(axis=AXIS) or A
A.argsort(axis=AXIS, kind!='stable')
(lambda x: x.partition(0) or x[..., :1])(A.copy())
A.dot(Y)
A.fill(NUMBER) or A
A.resize(SHAPE, refcheck=False) or A
A.item(INDEX)
A.item()
A.tolist()
A.tobytes(order=ORDERS)
A.byteswap()
A.conj()
A.conjugate()
A.view(DTYPE)
A.real
A.imag
A.T
A.mT
A.flat[INDEX]
A.flat[SLICE]
A.nbytes
A.itemsize
A.shape
A.size
A.ndim
len(A)
bool(A)
int(A)
float(A)
complex(A)
list(A)
operator.index(A)
round(A)
abs(A)
A[KEY]
operator.setitem(A, KEY, NUMBER) or A
operator.setitem(A, KEY, Y) or A
operator.setitem(A, KEY, A[KEY]) or A
NUMBER in A
A + Y
A - Y
A * Y
A / Y
A // Y
A % Y
A ** Y
A & Y
A | Y
A ^ Y
A << Y
A >> Y
A @ SAME
A == Y
A != Y
A < Y
A >= Y
divmod(A, Y)
NUMBER + A
NUMBER - A
NUMBER / A
NUMBER ** A
NUMBER % A
NUMBER // A
NUMBER < A
SCALAR + A
A * SCALAR
SCALAR < A
-A
+A
~A
operator.iadd(A, Y)
operator.isub(A, Y)
operator.imul(A, Y)
operator.itruediv(A, Y)
operator.ifloordiv(A, Y)
operator.imod(A, Y)
operator.ipow(A, Y)
operator.iand(A, Y)
operator.ior(A, Y)
operator.ixor(A, Y)
operator.ilshift(A, Y)
operator.imatmul(S, SAME)
operator.iadd(A, A[..., ::-1])
operator.imul(A, A.T)
add(A[..., :-1], 1, out=A[..., 1:])
emath.sqrt(X)
emath.log(X)
emath.power(X, Y)
emath.arccos(X)
"""


# --- What is drawn -----------------------------------------------------------------------------------------------


def every_second(a: Any) -> Any:
    """The same elements with gaps between them."""
    large = numpy.zeros([2 * n for n in a.shape], a.dtype)
    large[tuple([slice(None, None, 2)] * a.ndim)] = a
    return large[tuple([slice(None, None, 2)] * a.ndim)] if a.ndim else large


def backwards(a: Any) -> Any:
    key = tuple([slice(None, None, -1)] * a.ndim)
    return a[key].copy()[key] if a.ndim else a


def columns_first(a: Any) -> Any:
    return numpy.array(a, order="F")


def swapped(a: Any) -> Any:
    return a.astype(a.dtype.newbyteorder(">"))


def odd(a: Any) -> Any:
    """At an odd address."""
    memory = bytearray(a.nbytes + 1)
    memory[1:] = a.tobytes()
    return numpy.frombuffer(memory, a.dtype, a.size, 1).reshape(a.shape) if a.size else a


def fixed(a: Any) -> Any:
    a.setflags(write=False)
    return a


def repeated(a: Any) -> Any:
    """The first element along the last axis again and again, without memory."""
    return numpy.broadcast_to(a[..., :1].copy(), a.shape) if a.size and a.ndim else a


LAYOUTS = {each.__name__: each for each in (every_second, backwards, columns_first, swapped, odd, fixed, repeated)}
SHAPES = [(), (0,), (1,), (2,), (3,), (5,), (1, 3), (3, 1), (2, 3), (3, 3), (0, 2), (2, 0), (2, 1, 3), (2, 3, 2), (1, 1), (2, 2, 1, 2), (17,)]
SCOPE: dict[str, Any] = {"numpy": numpy, "nan": float("nan"), "inf": float("inf"), "operator": operator, **LAYOUTS}


def text_of(values: Any) -> str:
    """The text of a number or of nested lists, also of infinite parts."""
    if isinstance(values, list):
        return f"[{', '.join(map(text_of, values))}]"
    return f"complex({values.real!r}, {values.imag!r})" if isinstance(values, complex) else repr(values)


class Draw:
    """One call in the making: operands have names, and what later arguments look like depends on the first array."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.operands: dict[str, str] = {}
        self.shape: tuple[int, ...] | None = None
        self.special = pick.random() < 0.3
        self.kinds = pick.choices(KINDS, k=pick.choice([1, 2, 2, 3]))
        self.dot = pick.choice([1, 2, 3])

    def value(self, kind: str) -> Any:
        pick = self.pick
        if kind == "?":
            return pick.random() < 0.5
        if kind in "bBhHiIlLqQ":
            limits = numpy.iinfo(kind)
            if self.special and pick.random() < 0.2:
                return pick.choice([limits.min, limits.max, limits.max // 2 + 1])
            return pick.randint(0 if limits.min == 0 else -4, 5)
        if kind in "efd":
            if self.special and pick.random() < 0.25:
                return pick.choice([float("nan"), float("inf"), -float("inf"), -0.0])
            return pick.randint(-16, 16) / 4
        return complex(self.value("f"), self.value("f"))

    def array(self, shape: tuple[int, ...], kind: str | None = None, layout: bool = True) -> str:
        """A name for a new array; its text is a call of `numpy.array`."""
        kind = kind or self.pick.choice(self.kinds)
        values = numpy.array([self.value(kind) for _ in range(int(numpy.prod(shape)))], kind).reshape(shape)
        text = f"numpy.array({text_of(values.tolist())}, {values.dtype.name!r})"
        if values.size == 0:
            text = f"numpy.zeros({shape}, {values.dtype.name!r})"
        if layout and self.pick.random() < 0.4:
            text = f"{self.pick.choice(list(LAYOUTS))}({text})"
        if self.shape is None:
            self.shape = shape
        return self.named(text)

    def named(self, text: str) -> str:
        name = "abcdefghijk"[len(self.operands)]
        self.operands[name] = text
        return name

    def like(self, shape: tuple[int, ...], kind: str | None = None) -> str:
        """An array, or a list or a number with such values."""
        chance = self.pick.random()
        kind = kind or self.pick.choice(self.kinds)
        if chance < 0.72:
            return self.array(shape, kind)
        if self.shape is None:
            self.shape = shape if chance < 0.82 else ()
        if chance < 0.82:
            values = [self.value(kind) for _ in range(int(numpy.prod(shape)))]
            return self.named(text_of(numpy.array(values).reshape(shape).tolist()))
        return self.scalar(kind) if chance < 0.9 else self.number()

    def scalar(self, kind: str | None = None) -> str:
        kind = kind or self.pick.choice(self.kinds)
        return self.named(f"numpy.{numpy.dtype(kind).type.__name__}({text_of(self.value(kind))})")

    def number(self) -> str:
        pick = self.pick
        if self.special and pick.random() < 0.2:
            return pick.choice(["300", "-1", "2**40", "2**63", "-2**63", "2**64", "nan", "inf", "-inf", "True", "1e300", "-0.0"])
        return pick.choice(["0", "1", "2", "3", "-1", "-2", "0.5", "-1.5", "2.0", "True", "False", "1j", "5"])

    def other(self) -> tuple[int, ...]:
        """A shape beside that of the first array: usually one that fits."""
        shape = self.shape or ()
        match self.pick.randrange(9):
            case 0:
                return ()
            case 1:
                return tuple(1 if self.pick.random() < 0.5 else n for n in shape)
            case 2:
                return shape[self.pick.randint(0, len(shape)) :]
            case 3:
                return (2, *shape) if len(shape) < 4 else shape
            case 4 if self.pick.random() < 0.4:
                return self.pick.choice(SHAPES)
            case _:
                return shape

    def axis(self) -> str:
        n = len(self.shape or ())
        chance = self.pick.random()
        if chance < 0.08:
            return "None"
        if chance < 0.16:
            return str(self.pick.choice([n, -n - 1, n + 1, 40]))
        if chance < 0.2:
            return self.pick.choice(["1.0", "'0'", "()"])
        if chance < 0.24:
            return f"numpy.int64({self.pick.randint(-n, max(n - 1, 0))})"
        return str(self.pick.randint(-n, max(n - 1, 0)))

    def axes(self) -> str:
        n = len(self.shape or ())
        if self.pick.random() < 0.55 or not n:
            return self.axis()
        chosen = [self.pick.choice([k, k - n]) for k in self.pick.sample(range(n), self.pick.randint(0, n))]
        if self.pick.random() < 0.07:
            chosen.append(self.pick.choice([*chosen, n]))
        return repr(tuple(chosen))

    def dtype(self) -> str:
        return repr(numpy.dtype(self.pick.choice(KINDS)).name)

    def key(self) -> str:
        parts = []
        for n in (self.shape or ())[: self.pick.randint(0, 4)]:
            parts.append(self.pick.choice([
                str(self.pick.randint(-n - (self.pick.random() < 0.1), max(n - 1, 0))), self.slice(), self.slice(), "None", "...",
                repr([self.pick.randint(-n, max(n - 1, 0)) for _ in range(self.pick.randint(0, 3))]),
                repr([self.pick.random() < 0.5 for _ in range(n)]), "True" if self.pick.random() < 0.2 else ":",
            ]))  # fmt: skip
        if self.pick.random() < 0.1:
            return self.named(f"numpy.array({[self.pick.random() < 0.5 for _ in range(int(numpy.prod(self.shape or ())))]}).reshape({self.shape})")
        text = ", ".join(parts) or "..."
        return self.named(f"numpy.s_[{text}]")

    def slice(self) -> str:
        ends = [self.pick.choice(["", "", "0", "1", "2", "-1", "-2", "9"]) for _ in range(2)]
        return f"{ends[0]}:{ends[1]}:{self.pick.choice(['', '', '1', '2', '-1', '-2'])}"

    def places(self) -> str:
        """Integers; most are places in the first array."""
        limit = max(1, int(numpy.prod(self.shape or (1,))) if self.pick.random() < 0.3 else min(self.shape or (3,), default=3))
        few = [self.pick.randint(-(limit if self.pick.random() < 0.3 else 0), limit - 1) for _ in range(self.pick.randint(0, 4))]
        if self.pick.random() < 0.05:
            few.append(99)
        if self.pick.random() < 0.5 and min(few, default=0) >= 0:
            return self.named(f"numpy.array({few}, {self.pick.choice(['int64', 'int64', 'int8', 'uint8', 'int32', 'uint64'])!r})")
        return repr(few)

    def mask(self) -> str:
        shape = self.other()
        if self.pick.random() < 0.1:
            return self.pick.choice(["True", "False"])
        values = numpy.array([self.pick.random() < 0.6 for _ in range(int(numpy.prod(shape)))], bool).reshape(shape)
        text = f"numpy.array({values.tolist()!r}, bool)" if values.size else f"numpy.zeros({shape}, bool)"
        return self.named(text)

    def along(self) -> str:
        shape = self.shape or ()
        limit = max(1, min(shape, default=1))
        values = numpy.array([self.pick.randrange(limit) for _ in range(int(numpy.prod(shape)))], "int64").reshape(shape)
        return self.named(f"numpy.array({values.tolist()!r}, 'int64').reshape({shape})")

    def matrix(self, extra: str) -> str:
        """A matrix far from singular."""
        n = self.dot
        values = numpy.array([[self.pick.randint(-3, 3) / 2 + (9 if i == j else 0) for j in range(n)] for i in range(n)])
        values = (values + values.T) / 2 if extra == "symmetric" else values
        kind = self.pick.choice("fdFDli")
        self.shape = (n, n)
        return self.named(f"numpy.array({text_of(values.astype(kind).tolist())}, {numpy.dtype(kind).name!r})")


def integers(*choices: Any) -> Callable[[Draw], str]:
    return lambda c: str(c.pick.choice(choices))


def of_kinds(kinds: str, least: int = 0) -> Callable[[Draw], str]:
    shapes = [each for each in SHAPES if len(each) >= least]
    return lambda c: c.array(c.pick.choice(shapes), c.pick.choice(kinds))


WORDS: dict[str, Callable[[Draw], str]] = {
    "X": lambda c: c.like(c.pick.choice(SHAPES) if c.shape is None or c.pick.random() < 0.5 else c.shape),
    "A": lambda c: c.array(c.pick.choice(SHAPES)),
    "T": lambda c: c.array(c.pick.choice([each for each in SHAPES if each])),
    "Y": lambda c: c.like(c.other()),
    "SAME": lambda c: c.array(c.shape or ()),
    "V": lambda c: c.like(c.pick.choice([(0,), (1,), (2,), (3,), (5,)])),
    "M": lambda c: c.array(c.pick.choice([(2, 3), (3, 3), (1, 3), (3, 1), (0, 2), (2, 0), (1, 1)])),
    "S": lambda c: c.array(c.pick.choice([(c.dot, c.dot), (2, c.dot, c.dot)])),
    "S2": lambda c: c.array((c.dot, c.dot)),
    "SV": lambda c: c.array((c.dot,)),
    "SM": lambda c: c.array((c.dot, 2)),
    "REGULAR": lambda c: c.matrix(""),
    "DEFINITE": lambda c: c.matrix("symmetric"),
    "I": of_kinds("bBhHiIlL?"), "U": of_kinds("B"), "F": of_kinds("efd", 1), "FM": lambda c: c.array((5, 2), "d"),
    "FV": lambda c: c.array((5,), c.pick.choice("fd")),
    "THREE": lambda c: c.array(c.pick.choice([(3,), (2, 3), (2,), (3, 3)])),
    "SORTED": lambda c: c.named(f"numpy.array([0, 1, 1, 1, 4, 4], {c.dtype()})"),
    "SMALL": lambda c: c.named(f"numpy.array({[c.pick.randint(-1, 2) for _ in range(c.pick.randint(0, 4))]}, 'int64')"),
    "WEIGHTS": lambda c: c.array(c.shape or (), c.pick.choice("dfli")),
    "AXIS": Draw.axis, "AXES": Draw.axes, "DTYPE": Draw.dtype, "NUMBER": Draw.number, "SCALAR": Draw.scalar, "KEY": Draw.key,
    "SLICE": lambda c: f"numpy.s_[{c.slice()}]", "PLACES": Draw.places, "MASK": Draw.mask, "ALONG": Draw.along,
    "BOOL": integers(True, False), "COUNT": integers(0, 1, 2, 2, 3, 4, -1), "POSITIVE": integers(1, 2, 3, 5, 0),
    "INTEGER": integers(-2, -1, 0, 1, 2, 3), "INDEX": integers(-2, -1, 0, 0, 1, 2, 9), "DIGITS": integers(-1, 0, 0, 1, 2),
    "ORDER": integers(1, 2), "PAIR": integers((1, 2), (0, 1), [2, 0]), "ORDERS": lambda c: repr(c.pick.choice("CFAKC")),
    "CORF": lambda c: repr(c.pick.choice("CF")), "DEMANDS": lambda c: repr(c.pick.choice("CFAW")),
    "COUNTS": lambda c: repr([c.pick.randint(0, 3) for _ in range(c.pick.choice([1, 2, *(c.shape or (1,))[:1]]))]),
    "CASTING": lambda c: repr(c.pick.choice(["no", "equiv", "safe", "same_kind", "unsafe"])),
    "QUANTILES": integers(0, 1, 0.5, 0.3, [0.2, 0.7], [], 1.5), "PERCENT": integers(0, 100, 50, 30, [20, 70], -5),
    "SHAPE": lambda c: repr(c.pick.choice(SHAPES)) if c.pick.random() < 0.5 else repr(c.other()),
    "RESHAPED": lambda c: c.pick.choice([repr(c.shape), "-1", "(-1, 1)", "(1, -1)", "(-1, 2)", repr((c.shape or ())[::-1])]),
    "PERMUTED": lambda c: repr(tuple(c.pick.sample(range(len(c.shape or ())), len(c.shape or ())))) if c.pick.random() < 0.9 else "(0, 0)",
    "NORMS": lambda c: c.pick.choice(["1", "2", "inf", "-inf", "0", "3", "-1", "'fro'", "None"]),
}  # fmt: skip
ELEMENTWISE_CALL = re.compile(r"\w+\(X(, Y)?, out=OUT, where=MASK, dtype")
WORD = re.compile(r"\b[A-Z][A-Z0-9]*\b")
OWN_CAPITALS = ("T", "M", "N")
"""Words that are also names of arguments and members."""


def elementwise() -> Iterator[str]:
    """Templates of NumPy's elementwise functions."""
    for name in dir(onp):
        theirs = getattr(numpy, name, None)
        if isinstance(theirs, numpy.ufunc) and name not in PRODUCTS:
            kind = UNARY if theirs.nin == 1 else COMPARISON if name in COMPARISONS else BINARY
            yield kind.format(name=name)


def all_templates() -> list[str]:
    return [*elementwise(), *TEMPLATES.strip().splitlines()]


class Case(NamedTuple):
    """A call: the operands with their texts, the arguments with and without a name, and what is around them."""

    head: str
    arguments: tuple[str, ...]
    tail: str
    operands: dict[str, str]

    @property
    def call(self) -> str:
        return f"{self.head}{', '.join(self.arguments)}{self.tail}"

    def program(self) -> str:
        used = [(name, text) for name, text in self.operands.items() if re.search(rf"\b{name}\b", self.call)]
        return "\n".join([*(f"{name} = np.asarray({text})" if "numpy.array" in text or "zeros" in text else f"{name} = {text}" for name, text in used), self.call])


def parted(template: str) -> tuple[str, list[str], str]:
    """The text before the arguments of the first call, these arguments, and the text after them."""
    begin = template.find("(")
    if begin < 0 or not re.match(r"[\w.]+\(", template):
        return template, [], ""
    depth, start, parts = 0, begin + 1, []
    for place in range(begin, len(template)):
        letter = template[place]
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 or (depth == 1 and letter == ","):
            parts.append(template[start:place].strip())
            start = place + 1
        if depth == 0:
            return template[: begin + 1], [each for each in parts if each], template[place:]
    raise AssertionError(template)


def draw(template: str, pick: random.Random) -> Case:
    c = Draw(pick)
    named: dict[str, str] = {}

    def drawn(match: re.Match[str]) -> str:
        word, after = match.group(), match.string[match.end() :]
        before = match.string[: match.start()]
        if (after.startswith("=") and not after.startswith("==")) or before.endswith(".") or word == "OUT":
            return word
        if word == "A":  # the same in all places, unless it is a list of arrays
            if word not in named or re.search(r"\bA, A\b", template):
                named[word] = WORDS[word](c)
            return named[word]
        return WORDS[word](c)

    def filled(text: str) -> str:
        text = re.sub(r"<([a-z_ A-Z]+)>", lambda match: repr(pick.choice(match.group(1).split())), text) if "=<" in text else text
        return WORD.sub(drawn, text)

    head, arguments, tail = parted(template)
    head = filled(head)
    kept = [each.replace("!=", "=") for each in arguments if not re.match(r"\w+=[^=]", each) or pick.random() < 0.35]
    arguments = [filled(each) for each in kept]
    tail = filled(tail)
    if not head.startswith(("operator.", "len(", "bool(", "int(", "float(", "complex(", "list(")) and re.match(r"[a-z_]\w+[.\w]*\(", head):
        head = "np." + head if not re.match(r"[a-k]\.", head) and not head.startswith(("round(a", "abs(a")) else head
    case = Case(head, tuple(arguments), tail, c.operands)
    if "out=OUT" in template and any(each.startswith("where=") for each in arguments) and ELEMENTWISE_CALL.match(template):
        arguments = [*(each for each in arguments if each != "out=OUT"), "out=OUT"]  # elements that are left out have no value else
        case = case._replace(arguments=tuple(arguments))
    return with_out(case, c) if "out=OUT" in arguments else case


def with_out(case: Case, c: Draw) -> Case:
    """The case with a given result of the right shape and dtype, or sometimes of another."""
    free = case._replace(arguments=tuple(each for each in case.arguments if not each.startswith(("out=", "where="))))
    result = run(free, numpy).result
    if isinstance(result, tuple):
        return case._replace(arguments=tuple(each for each in case.arguments if not each.startswith(("out=", "where="))))
    shape, kind = (result.shape, result.dtype.char) if isinstance(result, (numpy.ndarray, numpy.generic)) else ((2,), "d")
    if c.pick.random() < 0.3 or kind not in KINDS:
        kind = c.pick.choice(KINDS)
    if c.pick.random() < 0.07 and not re.search(r"accumulate|cumsum|cumprod", case.head):  # NumPy writes beyond the end of these
        shape = c.pick.choice(SHAPES)
    name = c.array(shape, kind)
    return case._replace(arguments=tuple(f"out={name}" if each == "out=OUT" else each for each in case.arguments), operands=c.operands)


# --- Comparing ---------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a call gave, or its error, and the operands after it."""

    result: Any
    operands: dict[str, Any]


def run(case: Case, library: Any) -> Outcome:
    with numpy.errstate(all="ignore"):
        operands = {name: eval(text, dict(SCOPE)) for name, text in case.operands.items()}
        if library is onp:
            operands = {name: each if not isinstance(each, numpy.ndarray) else onp.asarray(each) for name, each in operands.items()}
        try:
            return Outcome(eval(case.call, {**SCOPE, "np": library, **operands}), operands)
        except Exception as error:
            return Outcome(error, operands)


def host(value: Any) -> Any:
    return numpy.asarray(value) if isinstance(value, onp.ndarray) else value


TOLERANCE = {"e": 4e-3, "f": 1e-5, "d": 1e-12, "F": 1e-5, "D": 1e-12}


MOST_TOLD = 100
"""The most elements that a message shows of those that differ; arrays may have millions."""


class Differs(AssertionError):
    """Ours is not NumPy's."""


def same_values(got: Any, want: Any, rough: float) -> None:
    """Compare arrays; what is told are the elements that differ, and no others."""
    if got.shape != want.shape:
        raise Differs(f"shape {got.shape} instead of {want.shape}")
    if got.dtype.newbyteorder("=") != want.dtype.newbyteorder("="):
        raise Differs(f"dtype {got.dtype} instead of {want.dtype}")
    if want.dtype.kind == "b":  # bytes of other packages may be neither 0 nor 1
        equal = numpy.not_equal(got.view("u1"), 0) == numpy.not_equal(want.view("u1"), 0)
    elif want.dtype.kind not in "fc":
        equal = got == want
    else:
        tolerance = min(0.01, rough * TOLERANCE[want.dtype.char])
        finite = numpy.isfinite(want)
        scale = float(numpy.max(numpy.abs(want), initial=1, where=finite)) if rough > 1 else 1.0
        equal = numpy.isclose(got, want, tolerance, tolerance * scale, equal_nan=True)
        if want.dtype.kind == "c":  # which part of an infinite number is NaN differs between libraries
            equal |= ~finite & ~numpy.isfinite(got)
    if not numpy.all(equal):
        wrong = ~numpy.asarray(equal)
        ours, theirs = got[wrong][:MOST_TOLD], want[wrong][:MOST_TOLD]
        infinite = "infinite " if want.dtype.kind == "c" and not (numpy.isfinite(ours) & numpy.isfinite(theirs)).any() else ""
        raise Differs(f"{infinite}values {ours.tolist()} instead of {theirs.tolist()}")


def same(got: Any, want: Any, rough: float, halves: bool = False) -> None:
    """Compare results: where NumPy has an array or a scalar there is an array, where halves stay halves one of them."""
    if isinstance(want, (tuple, list)):
        if not isinstance(got, (tuple, list)) or len(got) != len(want):
            raise Differs(f"{got!r} instead of {want!r}")
        for one, other in zip(got, want, strict=True):
            same(one, other, rough, halves)
    elif isinstance(want, (numpy.ndarray, numpy.generic)):
        if not isinstance(got, onp.ndarray):
            raise Differs(f"{type(got)} instead of an array: {got!r}")
        if got.dtype == ocean.chalf:  # which NumPy has not: it takes complex64 or complex128 there
            got, want, rough = got.astype("complex64"), numpy.asarray(want).astype("complex64"), 1000.0
        elif got.dtype == ocean.half and want.dtype == numpy.float32 and halves:
            want = want.astype("float16")
        same_values(host(got), numpy.asarray(want), rough)
    elif isinstance(want, (numpy.dtype, type)):
        if got not in (numpy.dtype(want), numpy.dtype(want).newbyteorder("=")) and got != ocean.chalf:
            raise Differs(f"{got} instead of {want}")
    elif type(got) is not type(want) or not (got == want or (got != got and want != want)):
        raise Differs(f"{got!r} instead of {want!r}")


def arrays_in(value: Any) -> list[Any]:
    if isinstance(value, (tuple, list)):
        return [one for each in value for one in arrays_in(each)]
    return [value] if isinstance(value, (numpy.ndarray, onp.ndarray)) else []


SEVERAL = r"\b(out|dtype|casting|where|axis\d?|axes)\b|put|place|choose|fft|axes?\(|split|piecewise|copyto|insert|\.at\(|multi_index|moveaxis|operator\.|tensordot|tri[lu]|fromiter|matmul|cross|nan_to_num|arange|gradient|fill_diagonal"
"""Calls in which several arguments may be wrong: either error is told."""
CLASSES = (TypeError, OverflowError, IndexError, ValueError)
"""Errors that people catch; others of NumPy are accidents."""


def compare(case: Case, ours: Outcome, theirs: Outcome) -> None:
    rough = 1000.0 if re.match(ROUNDED, case.head) else 1.0
    if "unsupported in linalg" in str(theirs.result):  # halves, which are taken here: as NumPy computes them as floats
        operands = {name: text.replace("float16", "float32") for name, text in case.operands.items()}
        theirs = theirs._replace(result=run(case._replace(operands=operands), numpy).result)
    if "out=" in case.call:  # a result in a wider dtype than that of the function has more of its digits
        rough = 1e10 if re.search("float16|int8|bool", case.program()) else 1e8
    if isinstance(theirs.result, Exception):
        if not isinstance(ours.result, Exception):
            raise Differs(f"no error, but {ours.result!r}; NumPy: {theirs.result!r}")
        kinds = [each for each in CLASSES if isinstance(theirs.result, each)]
        several = re.search(SEVERAL, case.call)
        if kinds and not several and not isinstance(ours.result, tuple(kinds)):
            raise Differs(f"the error is {ours.result!r} instead of {theirs.result!r}")
    elif isinstance(ours.result, Exception):
        raise Differs(f"refused: {ours.result!r}; NumPy: {theirs.result!r}")
    else:
        same(ours.result, theirs.result, rough, halves=re.match(r"np\.(linalg|fft)\.", case.head) is not None)
    for name, want in theirs.operands.items():
        if isinstance(want, numpy.ndarray) and not isinstance(theirs.result, Exception):
            try:
                same_values(host(ours.operands[name]), want, rough)
            except Differs as error:
                raise Differs(f"after the call {name} has {error}") from None
    if not isinstance(theirs.result, Exception):
        shared(ours, theirs, rough)


def shared(ours: Outcome, theirs: Outcome, rough: float) -> None:
    """Results share memory with operands as in NumPy, and write through."""
    got, want = arrays_in(ours.result), arrays_in(theirs.result)
    for place, (one, other) in enumerate(zip(got, want, strict=False)):
        for name, operand in theirs.operands.items():
            if not isinstance(operand, numpy.ndarray) or not other.size:
                continue
            wanted = numpy.shares_memory(other, operand)
            if onp.shares_memory(one, ours.operands[name]) != wanted:
                raise Differs(f"result {place} {'shares no' if wanted else 'shares'} memory with {name}")
            if wanted and one is not ours.operands[name]:
                if other.flags.writeable != one.flags.writeable:
                    raise Differs(f"result {place} can {'not ' * other.flags.writeable}be written to")
                if other.flags.writeable:
                    one[...] = 1
                    other[...] = 1
                    same_values(host(ours.operands[name]), operand, rough)


DIFFERENCES = [
    # what docs/numpy.md says
    (r"//|floor_div|ifloordiv|divmod", r"values \[(-?inf|-?0\.0|\(-?(0|inf)\+0j\)|, )+\] instead of \[(nan|-1\.0|\((-1|nan)\+0j\)|, )+\]$", "quotients of infinities, also of numbers that a dtype does not hold"),
    (r"inf[\s\S]*(floor_divide|divmod)\(.*casting='unsafe'", r"values", "the same, cast to integers"),
    (r"reciprocal\(", r"values \[0(\.0|j|, 0)*\] instead of", "of an integer 0"),
    (r"swapped.*\n.*(array_repr|tobytes|view)", r"instead|other order", "a dtype has no byte order: texts and bytes are native"),
    (r"(complex|1j)[\s\S]*(clip|pow|\*\*|sign|exp|log|sqrt|square|reciprocal|divide|/|multiply|prod|sinh?\(|cosh?\(|tanh?\(|dot|inner|outer|mat|einsum|kron|cross|linalg|fft|poly|vander|convolve|correlate|mean|average|interp|gradient|trapezoid|cov|corrcoef|unwrap|sinc)", r"infinite values", "products and functions of complex infinities"),
    (r"(?=[\s\S]*(inf|nan|1e300|2\*\*6|\d{10}|logspace|casting='unsafe'))[\s\S]*(uint(32|64)|2\*\*63)", r"values ([\d\[\], ]*\d{10}[\d\[\], ]* instead of [\d\[\], ]+|[\d\[\], ]+ instead of [\d\[\], ]*\d{10}[\d\[\], ]*)$", "casts of what unsigned integers do not hold"),
    (r"(inf|nan)[\s\S]*dtype='uint(32|64)'.*out=", r"values", "the same before they are cast to the dtype of a given result"),
    (r"(inf|nan|e\+19)[\s\S]*dtype='uint(32|64)', casting='unsafe'", r"values [\d\[\], ]+ instead of [\d\[\], ]+$", "the same in functions of what is cast"),
    (r"(deg|rad|exp|log|pow|sqrt|cbrt|sin|cos|tan|hypot)\w*\(.*casting='unsafe'", r"values [-\d\[\], ]+ instead of [-\d\[\], ]+$", "casts of what is rounded"),
    (r"complex[\s\S]*inf[\s\S]*nanarg(max|min)\(", r"values", "NumPy puts an infinity in the place of complex NaN, and finds that"),
    (r"nan[\s\S]*unique\w*\(", r"values [\d\[\], ]+ instead of [\d\[\], ]+$", "the order of NaN, which are not equal to each other"),
    (r"1e300|inf|nan|-\d|2\*\*6|1j|complex", r"no error[\s\S]*(OverflowError|int\(\) argument|float\(\) argument|cannot convert float)", "floating numbers that integers do not hold are cast"),
    (r"2\*\*64|18446744073709551616|arange\(.*2\*\*63", r"refused|the error|no error", "integers of more than 64 bits are objects in NumPy"),
    (r"np\.tile|expand_dims", r"at most 8|has at most", "arrays have at most eight axes"),
    # less than NumPy
    (r"(complex|1j)[\s\S]*dtype='(u?int|bool|float)", r"refused: OceanTypeError\(.No loop", "complex numbers in a real dtype"),
    (r"select\(", r"OverflowError", "a default that the dtype does not hold"),
    (r"gradient\(.*1j", r"refused", "complex steps"),
    (r"round\(.*out=", r"refused: OceanValueError", "a result without axes for an array of one element"),
    (r"np\.\w+\((-?[\d.ej*]+|-?inf|nan|True|False|[a-c]), (-?[\d.ej*]+|-?inf|nan|True|False|[a-c]), .*casting='(no|equiv)'", r"refused: OceanTypeError\(.Cannot cast ufunc '\w+' input \d from (int64|uint64|double|bool|complex-double) to", "Python numbers alone, which are arrays"),
    (r"(nextafter|where)\(", r"refused: .*out of bounds", "a number that the dtype of the other operand does not hold"),
    (r"outer\(.*out=", r"refused", "a result of another shape"),
    (r"matmul\(.*out=", r"refused: OceanValueError\(.matmul\(\): out has shape", "a result with fewer axes of length one"),
    (r"arange\(.*(inf|1e300)", r"refused", "infinite steps"),
    (r"apply_over_axes", r"refused: AxisError", "axes beyond the first one: NumPy takes the others"),
    (r"out=", r"refused: OceanTypeError\(.Cannot cast ufunc '\w+' output", "a given result has a dtype of the same kind; NumPy's reductions cast as they like"),
    (r"concatenate\(.*axis=None", r"refused: (OceanOverflowError\(.Python integer|OceanTypeError\(.Cannot cast array data from int64 to uint)", "an integer that the dtype does not hold, which NumPy cuts"),
    (r"dtype=", r"refused: OceanTypeError\(.(mean|var|std)\(\) gives floating", "averages in integers"),
    (r"1j|complex", r"refused: OceanTypeError\(.A complex number cannot be stored", "NumPy drops imaginary parts, with a warning"),
    (r"tensordot.*axes=-", r"refused", "NumPy takes a negative number of axes for none"),
    (r"(vecdot|ldexp|frexp|modf|divmod|ifft|matvec|vecmat|isneginf|isposinf|clip)\(", r"refused: (Ocean)?TypeError.*(keyword|no) argument", "arguments that few functions have"),
    (r"(argsort|compress|repeat|squeeze|take|partition|cumulative_\w+|lexsort|pad|std|var|mean|reduce|a?min|a?max|prod|sum|insert|delete)\(", r"refused: (AxisError\(-?\d+, 0\)|OceanValueError\(.For arrays which have more)", "NumPy takes numbers for arrays of one axis there"),
    (r"(zeros|\[\])[\s\S]*repeat\(|repeat\(.*\[\]", r"refused: OceanValueError\(.repeats may not", "any count of nothing"),
    (r"np\.insert\(", r"refused: OceanIndexError\(.index out of bounds", "NumPy does not look whether several places are there"),
    (r"1j", r"refused: OceanTypeError\(.arange", "arange of complex numbers"),
    (r"fft", r"no axis to transform|at least one point|counted from the end|r?fftfreq", "transforms of nothing and along no axes"),
    (r"\.at\(", r"refused: OceanValueError\(.(The array is read-only|.*copy)", "computed by NumPy on the memory of the array, which must be whole; NumPy writes to what is read-only"),
    (r"vector_norm\(.*None|norm\(.*('|1\.0)", r"refused", "an order of None, an axis that is a text"),
    (r"axis=\(\)", r"refused: OceanValueError\(.Reduction axes list", "norms and quantiles along no axes"),
    (r"(choose|take|ravel_multi_index)\(", r"refused: Ocean(Value|Index)Error\(.(invalid entry|index -?\d+ is out of).*NumPy: array\(\[\]", "NumPy does not look whether places are there where nothing is taken"),
    (r"einsum\(.*out=", r"refused: OceanValueError\(.einsum\(\): out has shape", "a result that the sums are broadcast to"),
    (r"piecewise\(", r"refused: OceanIndexError\(.piecewise\(\): a condition has shape \([\d, ]*\b0\b", "a condition of no elements for an array of others"),
    (r"bool[\s\S]*(quantile|percentile)\(", r"refused: .*(between bool|no element to choose).*NumPy: (np\.float64\(nan|array\(\[(\]|\[*nan))", "quantiles of bool, where NumPy gives NaN for nothing"),
    (r"linalg\.cross", r"counted from the end", "the axis of arrays with different numbers of axes"),
    (r"zeros\(\([\d, ]*0[\d, ]*\)[\s\S]*compress\(", r"refused: OceanIndexError\(.index", "NumPy checks no index if nothing is picked"),
    (r"array_equiv\(.*2\*\*\d\d", r"^False instead", "integers of more than 64 bits are objects for NumPy"),
    (r"clip\(", r"refused: OceanOverflowError", "numbers that are clipped, and limits of more than 64 bits"),
    (r"\.resize\(", r"refused: OceanValueError\(.resize\(\): the array is read-only", "resizing what is read-only"),
    (r"copyto", r"refused: OceanTypeError\(.Cannot cast", "numbers are arrays of their dtype"),
    (r"gradient\(", r"which bool does not", "of bool along no axes"),
    (r"np\.dot\(.*out=", r"refused: OceanValueError\(.dot\(\): out", "of numbers, where NumPy multiplies"),
    # more than NumPy
    (r"\((.*, )?(True|False|-?\d+(\.\d+)?|1e300|-?2\*\*\d+|1j|-?inf|nan), .*casting='|= (True|False|-?\d\S*|-?inf|nan|complex\(.*\))\n[\s\S]*casting='", r"no error", "Python numbers are cast by every rule"),
    (r"\bresult_type\(", r"no error|instead of \[\]", "lists are arrays; NumPy reads them as a dtype"),
    (r"(int|float|complex)\(a\)", r"no error", "arrays of one element are numbers, as they were in NumPy before 2.4"),
    (r"fft", r"no error[\s\S]*(not enough values|object is not iterable)", "an axis may be a number, and an array have no axes"),
    (r"from_dlpack\(", r"no error", "arrays of ours of any byte order"),
    (r"\.resize\(", r"no error[\s\S]*(references|single-segment|own its data)", "memory is not counted"),
    (r"(putmask|place|put|put_along_axis|fill_diagonal)\(", r"no error[\s\S]*read-only", "read-only arrays are refused where something is written"),
    (r"(select|putmask|place|put|choose)\(", r"no error[\s\S]*Cannot cast (array data|scalar)", "indices and values of any kind, by the rule of the function"),
    (r"bool[\s\S]*setitem", r"refused: OceanElementError", "NumPy asks an array of one for its truth"),
    (r"\[\]|False[\s\S]*setitem", r"no error.*[\s\S]*index -?\d is out of bounds for axis", "an index beside a mask or a list that names nothing"),
    (r"= numpy\.\w+\([\s\S]*setitem", r"no error[\s\S]*OverflowError\(.Python integer", "typed numbers are cast as arrays are (docs/numpy.md)"),
    (r"copyto\(.*where=", r"no error[\s\S]*could not broadcast where mask", "a condition with more axes of length one"),
    (r"= (-?[\d.]+|True|False|-?inf|nan|complex\(.*\))\n[\s\S]*copyto\(.*casting='(no|equiv)'|copyto\(\w, ([-\d]|inf|nan|True|False).*casting='(no|equiv)'", r"no error[\s\S]*under the casting rule|no error[\s\S]*Cannot cast", "Python numbers are cast by every rule"),
    (r"average\(", r"no error, but \(?array\(\[\].*division by zero", "averages of nothing"),
    (r"clip\(\w*(, dtype='bool')?\)", r"no error[\s\S]*'positive'", "bool without limits"),
    (r"nan_to_num\(", r"no error[\s\S]*Unable to avoid copy", "numbers, which are not written to"),
    (r"(choose|ravel_multi_index)\(", r"no error[\s\S]*Cannot cast array data", "indices of any integers, and empty lists"),
    (r"pad\(", r"no error, but array\(\S[\s\S]*can't contain negative", "a number has no side on which something is missing"),
    (r"np\.dot\(.*out=", r"no error[\s\S]*output array is not acceptable", "results of any layout"),
    (r"swapped[\s\S]*copy=False", r"no error[\s\S]*Unable to avoid copy", "a dtype has no byte order: nothing is to be copied"),
    (r"\.clip\(.*out=", r"no error[\s\S]*'positive'", "bool without limits"),
    (r"(around|round)\(", r"no error[\s\S]*(same_kind|invalid output shape)", "bool, and a result that elements are broadcast to"),
    (r"(absolute|abs)\(", r"no error[\s\S]*'absolute'>, 'same_kind', dtype\('>?c", "the dtype of a result, of complex numbers"),
    (r"(linspace|moveaxis|rollaxis|swapaxes)\(", r"no error[\s\S]*('NoneType'|no attribute 'ndim'|`source` and `destination`)", "an axis of None, or of no axes"),
    (r"roll\(.*axis=\(\)|logspace\(.*2\*\*6", r"no error", "along no axes; powers that are infinite"),
    (r"linspace\(.*num=[01].*retstep", r"instead of nan", "the step between no points"),
    (r"vander\(.*=-1|np\.insert\(", r"no error", "a negative number of columns gives no columns; indices of any integers"),
    (r"\[b\]", r"no error, but array\(\[\].*is out of bounds for axis \d with size 0", "an index beside a mask that names nothing"),
    (r"median\(.*axis=\(\)", r"no error, but array\(\[\].*cannot reshape", "along no axes, of no elements"),
    (r"(imag|real|isreal|iscomplex|trim_zeros)\(", r"^array\([\s\S]*instead of", "functions of numbers and lists give arrays"),
    # what is shared, and what is not
    (r"broadcast_arrays|meshgrid", r"be written to", "elements that share memory cannot be written"),
    (r"ravel\(.*['\"][FA]", r"shares memory", "views where NumPy copies (docs/numpy.md)"),
    (r"swapped[\s\S]*casting='no'", r"no error", "a dtype has no byte order"),
    (r"swapped[\s\S]*(dtype=|astype)", r"shares memory", "a dtype has no byte order: nothing is to be copied"),
    (r"np\.diag\(|matrix_power|polyint|polyder", r"shares no memory", "copies, where NumPy gives a view that is read-only, or the array itself"),
    # accidents of NumPy
    (r"(max|min|maximum\.reduce|minimum\.reduce)\(.*out=", r"values", "elements are cast to the dtype of a given result first"),
    (r"float16[\s\S]*(isclose|allclose)\(.*(2\*\*|1e300)", r"instead of", "numbers that half does not hold are infinite there"),
    (r"\d{10}[\s\S]*float16[\s\S]*(sum|prod|reduce|accumulate|cumsum|cumprod|trace|mean)\(.*out=", r"values|after", "elements are cast to the dtype of a given result first, which half does not hold"),
    (r"setitem\(", r"refused: OceanValueError\(.shape mismatch: value array of shape \([\d, ]*\b0\b.*indexing result of shape \([\d, ]*\b0\b", "values of no elements fit every place of none"),
    (r"inf[\s\S]*pow(er)?\(\w+, 0\.5", r"values", "the square root of -infinity is NaN in NumPy; the array API standard has infinity for the power"),
    (r"\d{5}[\s\S]*float16[\s\S]*(std|var)\(.*out=", r"values[\s\S]*inf", "sums in the dtype of a given result, which half does not hold"),
    (r"(around|round)\(.*decimals=-\d.*out=", r"values", "tens in the dtype of a given result"),
    (r"= -?\d{19,20}\n[\s\S]*np\.\w+\(([-\d]+|True|False|\w), \w[,)]|= -?\d{19,20}\n[\s\S]*np\.\w+\(\w, ([-\d]+|True|False)[,)]", r"(no error|the error is OceanTypeError)[\s\S]*too large to convert to C long", "two Python integers, and int64 does not hold one of them"),
    (r"setitem\(a, \w+, a\[", r"values|after", "with masks and lists NumPy reads elements that it has written before"),
    (r"(prod|multiply\.reduce)\(.*initial=(0|False|-0\.0)", r"values \S*nan\S* instead of \S*0", "the initial value comes last here: infinity times 0"),
    (r"\d{19}[\s\S]*union1d\(", r"^dtype", "Python integers of 64 bits, which NumPy cuts"),
    (r"repeated\([\s\S]*inf[\s\S]*einsum\(", r"values[\s\S]*(nan|inf)", "a repeated element is multiplied with the sum of the others, which hides infinities that cancel"),
    (r"(complex[\s\S]*(abs|absolute)\(|(abs|absolute)\(1j).*dtype='float.*casting='unsafe'", r"values|after", "imaginary parts are dropped first"),
    (r"\((-?\d+, -?2\*\*63|-?2\*\*63, -?\d+)", r"the error is OceanTypeError", "an int64 and a uint64 without a common integer"),
    (r"float16[\s\S]*gradient", r"values[\s\S]*(nan|inf)", "steps that half does not hold"),
    (r"(quantile|percentile)\(", r"no error[\s\S]*IndexError", "quantiles of nothing are NaN"),
    (r"(quantile|percentile)\(", r"the error is Ocean(Type|Value)Error\(.\w+\(\): (there are no num|a tensor of size)", "the same of bool"),
    (r"(zeros|\[\])[\s\S]*nan(quantile|percentile)\(", r"^shape \([\d, ]*\) instead of", "NumPy gives quantiles of nothing another shape"),
    (r"zeros[\s\S]*(quantile|percentile)\(|\bnan\b[\s\S]*nan(quantile|percentile)\(", r"^dtype float64 instead of", "NumPy gives quantiles of nothing the dtype of the array"),
    (r"(complex[\s\S]*|1j.*)(std|var|mean)\(.*dtype='float|(std|var|mean)\(1j.*dtype='float", r"values", "averages of complex numbers in a real dtype"),
    (r"nan(max|min)\(.*initial=", r"values[\s\S]*nan|values 0j instead of 0j", "the initial value beside NaN alone"),
    (r"(\b(64|127|128|255)\b|\d{5})[\s\S]*(quantile|percentile)\(", r"^values", "NumPy's differences of integers overflow"),
    (r"(std|var|mean)\(.*float16", r"values[\s\S]*(nan|inf)", "sums that half does not hold"),
    (r"inf[\s\S]*(quantile|percentile)\(|(quantile|percentile)\(-?inf", r"values \[[^\]]*\] instead of \[nan(, nan)*\]$", "between infinities"),
    (r"zeros[\s\S]*(irfft|hfft)", r"values", "NumPy leaves memory as it was where nothing is transformed"),
    (r"(around|round)\(.*-\d", r"values [-\d\[\], ]+ instead", "integers near the limits of a dtype, rounded up"),
    (r"(pow|power)\(.*(dtype|where)=", r"no error|negative integer powers", "exponents that are negative after a cast, or where nothing is computed"),
    (r"pow(er)?\(", r"refused: .*negative integer powers.*NumPy: array\(\[\]", "negative exponents where nothing is computed"),
    (r"columns_first[\s\S]*resize\(", r"values", "NumPy changes the order of elements of these"),
    (r"einsum.*out=|initial=.*out=|out=.*initial=", r"values|after|out of bounds|refused: OceanOverflowError\(.cannot convert", "NumPy computes in the dtype of a given result"),
    (r"ptp\(2\*\*63", r"no error", "a number of more than 63 bits, which is a double in some places"),
    (r"(zeros|\[\])[\s\S]*(std|var)\(.*ddof=-1", r"values \[(nan|\(nan\+0j\)|, )+\] instead of \[(0\.0|0j|, )+\]$", "the variance of nothing is NaN, whatever is taken from its count"),
    (r"zeros\([\s\S]*(cov|corrcoef)\(", r"^dtype complex128 instead of float64", "of no variables NumPy forgets the dtype"),
    (r"= \[+\][\s\S]*(dot|inner)\(", r"^dtype (float64|complex128) instead of", "NumPy gives an empty list the dtype of the other operand"),
    (r"float16[\s\S]*emath\.power", r"^dtype complex64 instead of complex128", "half is complex half there"),
    (r"complex[\s\S]*nan(std|var)\(", r"values \[inf(, inf)*\] instead of \[nan(, nan)*\]$", "squares of complex infinities"),
    (r"float16[\s\S]*(add\.reduce|sum)\(.*initial=|(add\.reduce|sum)\(.*float16.*initial=", r"values \[nan\] instead of \[-?inf\]", "the initial value comes last: a sum that half does not hold beside an infinity"),
    (r"\d{5}[\s\S]*(cumprod|cumsum|accumulate|cumulative_\w+)\(.*float16", r"values", "half is cumulated in float (docs/numpy.md)"),
    (r"float16[\s\S]*(cumprod|cumsum|accumulate|cumulative_\w+)\(|(cumprod|cumsum|accumulate|cumulative_\w+)\(.*float16", r"values[\s\S]*(inf|nan)", "half is cumulated in float, so that what follows an infinity may be finite (docs/numpy.md)"),
    (r"2\*\*6", r"^dtype|^shape", "the dtype of numbers of more than 63 bits, and lengths that they give"),
    (r"\d{19}[\s\S]*(average|mean|std|var|trapezoid|gradient|cov|corrcoef|polyval|interp)\(", r"^values", "what is left of a few bits"),
    (r"\d{19}[\s\S]*sum\(.*dtype='(float|complex)", r"^values", "the same"),
    (r"\d{10}[\s\S]*(sum|mean)\(.*dtype='(float(16|32)|complex64)", r"^values", "the same in a float, whose sums differ by their order"),
    (r"\d{10}[\s\S]*(std|var)\(.*dtype='float(16|32)", r"^values", "NumPy subtracts the mean, which is rounded to the given dtype, in another dtype"),
    (r"complex[\s\S]*nan[\s\S]*(setxor1d|union1d|setdiff1d|intersect1d|unique\w*)\(", r"^shape|^values", "which complex NaN are one element"),
    (r"swapped[\s\S]*lexsort", r"values", "NumPy's order of byteswapped numbers"),
    (r"(inf|nan)[\s\S]*(inner|dot)\(", r"values[\s\S]*nan", "NumPy's products with the number 0 are 0"),
    (
        r"(?=[\s\S]*inf)(?=[\s\S]*\b0\.5\b)[\s\S]*(\*\*|pow)", r"values \[inf(, inf)*\] instead of \[nan(, nan)*\]$",
        "NumPy's powers are roots where the exponent is 0.5 for all elements",
    ),
    (r"float16[\s\S]*mean\(.*out=", r"values[\s\S]*inf", "NumPy keeps the sum in the half of the result, where it is infinite"),
    (r"(every_second|backwards|columns_first)[\s\S]*(isnan|isinf|isfinite|signbit)\(.*out=", r"values", "NumPy 2.4 writes some of these to the wrong places of results with gaps"),
    (r"logspace\(.*(nan|inf|base=0)", r"values", "one point whose end is NaN; infinities as integers"),
    (r"arange\(.*(2\*\*|1e300|inf).*float16", r"values", "steps that half does not hold"),
    (r"arange\(.*dtype='uint", r"refused", "limits beyond a dtype"),
    (r"complex[\s\S]*(nan|inf)[\s\S]*expm1\(|nan(max|min)\(.*1j", r"values", "of complex NaN and infinities"),
    (r"ptp\(.*out=", r"values|no error|refused: OceanTypeError\(.ptp\(\) subtracts, which bool", "the difference in the dtype of a given result"),
    (r"bool'[\s\S]*\*\* 2", r"^dtype", "NumPy's squares of bool are int8, its other powers int64"),
    (r"(nan|-0\.0)[\s\S]*unique\(.*axis", r"^values", "the order of lines with NaN or both zeros"),
    (r"arange\(.*(1e300|inf|2\*\*6)", r"no error", "a length that NumPy does not count"),
    (r"np\.clip\((-?\d|-?inf|nan)|= (-?\S+|complex\(.*\))\n[\s\S]*np\.clip\(a", r"dtype|instead|refused: OceanOverflowError", "a number that is clipped is a number"),
]
"""What is known to be different, by the program and by what is said about it, and why."""

ROUNDED = r"np\.(linalg|fft|poly|kron|corrcoef|cov|einsum|std|var|nanstd|nanvar|quantile|percentile|trapezoid|gradient|histogram)"


def check(case: Case) -> str | None:
    """What is different, or None."""
    theirs, ours = run(case, numpy), run(case, onp)
    try:
        compare(case, ours, theirs)
    except Differs as error:
        why = str(error)
        return None if any(re.search(call, case.program()) and re.search(said, why) for call, said, _ in DIFFERENCES) else why
    return None


def shrink(case: Case, why: str) -> tuple[Case, str]:
    """The same kind of difference with fewer arguments and plainer operands."""
    kind = re.split(r"[:\d(\[]", why)[0]

    def candidates(case: Case) -> Iterator[Case]:
        for place, argument in enumerate(case.arguments):
            if re.match(r"\w+=", argument):
                yield case._replace(arguments=case.arguments[:place] + case.arguments[place + 1 :])
        for name, text in case.operands.items():
            inside = re.fullmatch(r"(\w+)\((numpy\..*)\)", text)
            if inside and inside.group(1) in LAYOUTS:
                yield case._replace(operands={**case.operands, name: inside.group(2)})

    progress = True
    while progress:
        progress = False
        for smaller in candidates(case):
            found = check(smaller)
            if found and re.split(r"[:\d(\[]", found)[0] == kind:
                case, why, progress = smaller, found, True
                break
    return case, why


TABLE = all_templates()
ENDLESS = r"\b(pow|power)\(.*, 2\*\*64\b"
"""NumPy computes these powers with Python's integers, which takes longer than anybody waits."""


def numpy_call(pick: random.Random) -> None:
    """Draw a call and compare it; what fails is told as the shortest program that was found."""
    case = draw(pick.choice(TABLE), pick)
    if re.search(ENDLESS, case.call):
        return
    why = check(case)
    if why:
        case, why = shrink(case, why)
        raise AssertionError(f"{why}\n{case.program()}")

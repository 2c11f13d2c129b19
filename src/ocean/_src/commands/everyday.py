"""Everyday calls: the table of calls whose kernels go into packs (`packing.py`).

Functions are called with operands of everyday dtypes that are contiguous, numbers, or strided. Combinations that a
function does not take are skipped. All calls use the public functions of both conventions, so that the table says
nothing about programs and formats: the planners decide these.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial

import ocean
import ocean.numpy as np
from ocean._src.base.hints import Any

from . import tour

KINDS = {"bool": "bool", "int32": "int32", "int64": "int64", "uint8": "uint8", "float": "float32", "double": "float64",
         "cdouble": "complex128"}  # fmt: skip
"""The everyday dtypes, and their names in NumPy."""
OTHERS = {"int8": "int8", "int16": "int16", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
          "half": "float16", "cfloat": "complex64"}  # fmt: skip
"""Dtypes that are copied, cast, and used in arithmetic only with numbers and themselves."""
SPELLINGS = KINDS | OTHERS
NUMBERS: dict[str, tuple[Any, ...]] = {
    "bool": (True,), "int32": (3, 2.5), "int64": (3, 2.5), "uint8": (3, 300, 2.5), "float": (2.5,), "double": (2.5,),
    "cdouble": (2.5, 1j), **{name: (2.5,) if name in ("half", "cfloat") else (3,) for name in OTHERS},
}  # fmt: skip
"""The Python numbers that are combined with each dtype."""
MIXED = (
    ("int64", "double"), ("int32", "double"), ("float", "double"), ("bool", "double"), ("uint8", "double"),
    ("bool", "int64"), ("int32", "int64"), ("uint8", "int64"), ("uint8", "float"), ("float", "int64"),
    ("double", "cdouble"),
)  # fmt: skip
"""Pairs of dtypes in arithmetic and comparisons, in either order."""
LISTED = (("int8", "double"), ("int8", "float"), ("int8", "int64"), ("int8", "int32"))
"""Further pairs for tensors: the numbers in a list have the smallest dtype that holds them."""
SWAPPED = "int16 int32 int64 float double cdouble"
"""Dtypes in files from machines with the other byte order."""

TENSOR_ARITHMETIC = "add subtract scale divide power min max equal notEqual less lessEqual greater greaterEqual"
TENSOR_BINARY = (
    "trueDivide floorDivide mod fmin fmax bitwiseAnd bitwiseOr bitwiseXor logicalAnd logicalOr logicalXor hypot arctan2"
)
TENSOR_UNARY = (
    "reciprocal conj negative absolute sign ceil floor trunc round square bitwiseNot logicalNot isinf isnan isfinite "
    "sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p deg2rad rad2deg"
)
TENSOR_REDUCTIONS = (
    "any all allFinite anyInf anyNaN nnz sum sumAbs prod minimum maximum minimumAbs maximumAbs argmin argmax ptp mean "
    "var stdev norm norm1 normInf"
)
ARRAY_ARITHMETIC = (
    "add subtract multiply divide power minimum maximum equal not_equal less less_equal greater greater_equal"
)
ARRAY_BINARY = (
    "floor_divide remainder fmin fmax bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and logical_or "
    "logical_xor hypot arctan2"
)
ARRAY_UNARY = (
    "reciprocal conjugate negative absolute sign ceil floor trunc rint square invert logical_not isinf isnan isfinite "
    "sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p deg2rad rad2deg "
    "angle sinc signbit real imag nan_to_num"
)
ARRAY_REDUCTIONS = (
    "any all count_nonzero sum prod min max argmin argmax ptp mean var std nansum nanmean nanmin nanmax nanvar nanstd "
    "linalg.norm"
)
TENSOR_SCANS = "cumsum cumprod"
ARRAY_SCANS = "cumsum cumprod maximum.accumulate minimum.accumulate"
SEVERAL = "sum mean min max minimum maximum any all"
"""Reductions that are often taken over a few columns or rows."""
CHECKED = "sqrt log log2 log10 log1p arcsin arccos"
"""Functions of tensors that check the domain of their elements in some modes."""
HUGE_UNARY = "sqrt exp log absolute negative square sin cos"

LARGE = 1 << 18
"""From this count of elements on, reductions read several streams at once."""
HUGE = 32 << 20
"""From this size in bytes on, results bypass the caches."""
LONG, FEW, SOME = 300, (2, 3, 4), (5, 6, 7, 8)
"""The sides of matrices: long, few rows, some rows."""

Call = Callable[[], object]


def calls() -> Iterator[Call]:
    """All everyday calls. Their results are not read: stand-ins for kernels compute nothing."""
    for face in (tensors, arrays):
        yield from binary(face)
        yield from unary(face)
        yield from choices(face)
        yield from copies(face)
        yield from reductions(face)


class Face:
    """One of the two conventions: how to make operands and call functions."""

    def __init__(self, module: Any, arithmetic: str, others: str, unary: str, reductions: str) -> None:
        self.module = module
        self.arithmetic, self.others = arithmetic.split(), others.split()
        self.unary, self.reductions = unary.split(), reductions.split()

    def function(self, name: str) -> Callable[..., Any]:
        found = self.module
        for part in name.split("."):
            found = getattr(found, part)
        given: Callable[..., Any] = found
        return given

    def dtype(self, name: str) -> Any:
        return SPELLINGS[name] if self.module is np else getattr(ocean, name)

    def vector(self, dtype: str, count: int = 48, strided: bool = False) -> Any:
        """A vector, contiguous or strided."""
        if strided:
            return self.vector(dtype, 2 * count)[::2]
        return self.module.zeros(count if self.module is np else [count], self.dtype(dtype))

    def matrix(self, dtype: str, rows: int, columns: int) -> Any:
        """A contiguous matrix: columns first for tensors, rows first for arrays."""
        return self.module.zeros((columns, rows) if self.module is np else [rows, columns], self.dtype(dtype))

    def into(self, function: Callable[..., Any], operands: tuple[Any, ...], result: Any) -> Any:
        return function(*operands, out=result) if self.module is np else function(*operands, result)

    def into_gaps(self, function: Callable[..., Any], *operands: Any) -> None:
        """The call with a strided result."""
        kind = BY_NAME.get(function(*operands).dtype.name)
        if kind is not None:
            self.into(function, operands, self.vector(kind, strided=True))

    def into_first(self, function: Callable[..., Any], *operands: Any) -> None:
        """The call that stores the result in its first operand."""
        self.into(function, operands, operands[0])


BY_NAME = {getattr(ocean, name).name: name for name in KINDS} | {spelling: name for name, spelling in KINDS.items()}
tensors = Face(ocean, TENSOR_ARITHMETIC, TENSOR_BINARY, TENSOR_UNARY, TENSOR_REDUCTIONS)
arrays = Face(np, ARRAY_ARITHMETIC, ARRAY_BINARY, ARRAY_UNARY, ARRAY_REDUCTIONS)


def binary(face: Face) -> Iterator[Call]:
    for name in face.arithmetic + face.others:
        function, common = face.function(name), name in face.arithmetic
        for dtype in KINDS:
            plain, strided, lone = face.vector(dtype), face.vector(dtype, strided=True), face.vector(dtype, 1)
            for x, y in itertools.product((plain, strided), repeat=2):
                yield partial(function, x, y)
                if x is y is strided or (common and x is not y):
                    yield partial(face.into_gaps, function, x, y)
            for x, number in itertools.product((plain, strided), NUMBERS[dtype]):
                yield partial(function, x, number)
                yield partial(function, number, x)
                if x is strided or common:
                    yield partial(face.into_gaps, function, x, number)
            yield partial(function, plain, lone)
            yield partial(function, lone, plain)
        if "power" in name:
            for dtype, number, gaps in itertools.product([*KINDS][1:], (2, 3, -1, 0.5, 2.0), (False, True)):
                x = face.vector(dtype, strided=gaps)
                yield partial(face.into_gaps if gaps else partial, function, x, number)
                yield partial(function, x, number)
        if common:
            yield from mixed(face, function)
            for dtype in ("float", "double", "int64"):
                huge = face.vector(dtype, HUGE // 4)
                yield partial(function, huge, huge)
                yield partial(function, huge, NUMBERS[dtype][0])


def mixed(face: Face, function: Callable[..., Any]) -> Iterator[Call]:
    """Operands of different dtypes, and of less common dtypes."""
    pairs = MIXED + LISTED if face is tensors else MIXED
    for one, other in (*pairs, *(pair[::-1] for pair in pairs)):
        x, y, lone = face.vector(one), face.vector(other), face.vector(other, 1)
        for operands in ((x, y), (x, lone), (lone, x)):
            yield partial(function, *operands)
        yield partial(face.into_first, function, x, y)
    for dtype in OTHERS:
        x = face.vector(dtype)
        for operands in ((x, x), (x, NUMBERS[dtype][0]), (NUMBERS[dtype][0], x)):
            yield partial(function, *operands)
    for dtype in SWAPPED.split() if face is tensors else ():
        x, y = swapped(dtype), face.vector(dtype)
        for operands in ((x, x), (x, y), (y, x), (x, NUMBERS[dtype][0])):
            yield partial(function, *operands)


def swapped(dtype: str) -> Any:
    """A vector with its bytes in the other order."""
    found = tensors.vector(dtype)
    found.byteswapped = True
    return found


def unary(face: Face) -> Iterator[Call]:
    for name in face.unary:
        function = face.function(name)
        for dtype in KINDS:
            plain, strided = face.vector(dtype), face.vector(dtype, strided=True)
            yield partial(function, plain)
            yield partial(face.into_gaps, function, strided)
        for dtype in ("float", "double") if name in HUGE_UNARY.split() else ():
            yield partial(function, face.vector(dtype, HUGE // 4))
    for name, dtype, mode in itertools.product(CHECKED.split() if face is tensors else (), KINDS, "wec"):
        yield partial(face.function(name), face.vector(dtype), mode)


def choices(face: Face) -> Iterator[Call]:
    """where and clip."""
    flags, where, clip = face.vector("bool"), face.function("where"), face.function("clip")
    for dtype in KINDS:
        plain, strided, number = face.vector(dtype), face.vector(dtype, strided=True), NUMBERS[dtype][0]
        for x, y in itertools.product((plain, strided, number), repeat=2):
            yield partial(where, flags, x, y)
        yield partial(clip, plain, number, number)
        yield partial(face.into_gaps, clip, strided, number, number)
        yield partial(clip, plain, plain, plain)
    for dtype, number, gaps in itertools.product(("double", "float", "int64", "uint8"), (0, 1.5), (False, True)):
        x = face.vector(dtype, strided=gaps)
        yield partial(where, flags, x, number)
        yield partial(where, flags, number, x)
        yield partial(clip, x, number, number)
    yield partial(where, flags, 1, 0)
    yield partial(where, flags, 1.0, 0.0)


def copies(face: Face) -> Iterator[Call]:
    """Copies, casts and fills between contiguous and strided operands; and byteswapped data."""
    for source, target in itertools.product(SPELLINGS, repeat=2):
        if source != target and source in OTHERS and target in OTHERS:
            continue
        for gaps, into in itertools.product((False, True), repeat=2):
            x, y = face.vector(source, strided=gaps), face.vector(target, strided=into)
            if face is arrays:
                yield partial(np.copyto, y, x, casting="unsafe")
                yield partial(x.astype, face.dtype(target))
            else:
                yield partial(y.copy, x)
                yield partial(ocean.cast, x, face.dtype(target))
        for into in (False, True):
            yield partial(assign, face.vector(target, strided=into), face.vector(source, 1))
    for dtype in SPELLINGS:
        for gaps in (False, True):
            x = face.vector(dtype, strided=gaps)
            for number in NUMBERS[dtype]:
                yield partial(assign, x, number)
            yield x.copy if face is arrays else x.clone
    for dtype in SWAPPED.split() if face is tensors else ():
        for gaps in (False, True):
            x, y = swapped(dtype), face.vector(dtype, strided=gaps)
            yield partial(y.copy, x)
            yield partial(x.copy, y)
    for dtype in KINDS:
        square, huge = face.matrix(dtype, 48, 48), face.vector(dtype, HUGE // 4)
        yield partial(face.function("add"), square, square.T)
        yield partial(assign, square, square.T)
        yield square.T.copy if face is arrays else square.T.clone
        yield huge.copy if face is arrays else huge.clone


def assign(x: Any, value: Any) -> None:
    x[:] = value


def reductions(face: Face) -> Iterator[Call]:
    for name in face.reductions:
        function = face.function(name)
        for dtype in KINDS:
            for x in (face.vector(dtype), face.vector(dtype, strided=True), face.vector(dtype, LARGE)):
                yield partial(function, x)
            matrices = [face.matrix(dtype, LONG, LONG), face.matrix(dtype, LARGE // 256, 1024)]
            matrices.append(matrices[0][:200, 10:90])
            for few in FEW:
                matrices += [face.matrix(dtype, few, 48), face.matrix(dtype, 48, few)]
            if name in SEVERAL.split() and dtype in ("double", "int64", "float", "bool"):
                for some in SOME:
                    matrices += [face.matrix(dtype, some, 48), face.matrix(dtype, 48, some)]
            for matrix in matrices:
                yield partial(function, matrix)
                for axis in (0, 1):
                    yield from along(face, name, function, matrix, axis)
    for name in (ARRAY_SCANS if face is arrays else TENSOR_SCANS).split():
        function = face.function(name)
        for dtype in KINDS:
            for x in (face.vector(dtype), face.vector(dtype, strided=True), face.vector(dtype, 5000)):
                yield partial(function, x)
            for matrix in (face.matrix(dtype, LONG, LONG), face.matrix(dtype, FEW[-1], LONG)):
                for axis in (0, 1):
                    yield partial(function, matrix, axis)


def along(face: Face, name: str, function: Callable[..., Any], matrix: Any, axis: int) -> Iterator[Call]:
    if name == "linalg.norm":
        yield partial(function, matrix, axis=axis)
    elif name != "norm":
        yield partial(function, matrix, axis)
    if name in ("var", "std", "stdev"):
        yield partial(function, matrix, ddof=1)
        yield partial(function, matrix, axis, ddof=1)


SAMPLES = """
a = np.arange(12.0).reshape(3, 4); b = a + 1; v = np.arange(24.0); n = np.arange(10); f = np.arange(6, dtype=np.float32)
np.linspace(0, 1, 11); np.linspace(0, 1, 50).astype(np.float32); np.logspace(0, 2, 5); np.arange(0, 1, 0.1)
np.eye(4); np.identity(3); np.full((3, 4), 2.5); np.ones((3, 4)); np.zeros_like(a); np.tri(4)
np.array([[1, 2], [3, 4]]); np.array([1.5, 2.5]); np.array([True, False]); np.array([1, 2.5, 3j])
str(a), str(n), str(a > 2), repr(a), repr(n * 1j), repr(f)
np.isclose(a, b); np.allclose(a, b); np.array_equal(a, b); np.allclose(a, 1.0)
np.median(v); np.median(a, axis=0); np.percentile(v, 30); np.quantile(v, [0.1, 0.9]); np.average(v, weights=v)
np.histogram(v, 5); np.bincount(n); np.digitize(v, [3.0, 6.0]); np.unique(n); np.sort(v); np.argsort(v)
np.interp(v, v, v); np.diff(v); np.gradient(v); np.trapezoid(v); np.convolve(v, f); np.cross(a[:, :3], b[:, :3])
np.cov(a); np.corrcoef(a); np.linalg.norm(a); np.linalg.norm(a, axis=1); np.outer(v, v); np.kron(a, b); a @ b.T; v @ v
np.inner(v, v); np.dot(a, b.T); np.trace(a); np.einsum("ij,ij->i", a, b); np.einsum("ij,jk", a, b.T)
np.meshgrid(n, n); np.triu(a); np.tril(a); np.roll(v, 2); np.pad(a, 1); np.repeat(v, 2); np.tile(v, 2); np.flip(v) + v
np.where(a > 2); np.nonzero(n); np.argwhere(n > 2); a[a > 2]; n[n % 2 == 0]; a[[0, 2]]; np.take(v, [1, 2])
np.concatenate([a, b]); np.stack([a, b]); np.hstack([a, b]); np.vstack([a, b]); np.column_stack([v, v])
np.round(v, 2); np.round(f, 1); np.round(a[:, 1], 2); np.around(a); np.divmod(n, 3); np.divmod(v, 2.0); np.modf(v)
np.frexp(v); np.ldexp(v, n[:1]); np.nanmedian(v); np.nancumsum(v); np.diff(v, 2); np.diff(n, 2); np.diff(a, axis=0)
np.unwrap(v); np.polyval([1.0, 2.0, 3.0], v); np.clip(v, 2, 5)
np.fft.fft(v); np.fft.rfft(v); np.fft.fftfreq(8); np.fft.ifft(v * 1j); abs(np.fft.fft(v)) ** 2; np.angle(np.fft.fft(v))
(a - a.mean(axis=0)) / a.std(axis=0); (v - v.min()) / (v.max() - v.min()); np.exp(-v ** 2 / 2) / np.sqrt(2 * np.pi)
np.exp(1j * v); (v + 1j * v).real; (v + 1j * v).imag; np.abs(v + 1j * v); 1 / (1 + np.exp(-v)); np.log(v + 1) * 2
np.random.seed(1); np.random.rand(10); np.random.randn(10); np.random.randint(0, 10, 20); np.random.normal(0, 1, 10)
g = np.random.default_rng(1); g.random(10); g.standard_normal(10); g.integers(0, 10, 20); g.normal(0, 1, (3, 4))
g.random(9999); g.standard_normal(9999); g.integers(0, 10, 9999); g.normal(0, 1, 9999); g.uniform(0, 1, 9999)
g.uniform(0, 1, 10); g.choice(v, 5); g.permutation(v); g.shuffle(v); g.exponential(1.0, 10); g.random(10, np.float32)
g.random(9999, np.float32); g.standard_normal(9999, np.float32); g.exponential(1, 9999); g.integers(0, 9, 9999, "u1")
a += 1; a *= 2; a /= 3; a -= b; n += 1; n *= 2; n //= 2; n %= 5; f *= 2; a **= 2; a[0] = 1; a[:, 1] = 2; a[a > 3] = 0
t = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R"); s = ocean.cast(t, ocean.double); t + [10, 20]; s * s.T; s.T @ 0.5
u = ocean.arange(7); w = ocean.linspace(0, 1, 20); p = ocean.lazy(w)
ocean.eye(4); ocean.ones([3, 4]); ocean.full([3, 4], 2.5); str(s)
ocean.median(w); ocean.quantile(w, 0.3); ocean.sort(w); ocean.argsort(w); ocean.histogram(w, 5); ocean.unique(u)
ocean.allclose(w, w); ocean.isclose(w, w); ocean.cov(s); ocean.corrcoef(s); ocean.outer(w, w); w[w > 0.5]
ocean.random.normal([10], ocean.double); ocean.random.uniform([10]); ocean.random.integers(0, 9, [10]); str(u), str(w)
ocean.random.normal([9999], ocean.double); ocean.random.uniform([9999]); ocean.random.normal([9999]); ocean.diff(w)
ocean.round(w, 2); ocean.divmod(u, 3); ocean.modf(w); ocean.frexp(w); ocean.sum((p - 1) ** 2); (p * 2).sum()
(w - ocean.mean(w)) / ocean.stdev(w); ocean.exp(-w @ w); s /= 2; s += 1; s[0] = 5; w -= ocean.mean(w); ocean.norm(w)
((p - 1) ** 2).eval(); (p * 2 + 1).eval(); ((p - 1) / 2).eval(); ocean.meshgrid(w, w); ocean.norm(s)
""".strip().splitlines()
"""Statements that run once, with real kernels."""


def run_samples() -> list[str]:
    """Run the samples and the tour; return those that failed."""
    import contextlib
    import io

    names: dict[str, Any] = {"np": np, "ocean": ocean}
    failed = []
    for statement in [each for line in SAMPLES for each in line.split("; ")]:
        try:
            exec(statement, names)
        except Exception as error:
            failed.append(f"{statement}: {error}")
    with contextlib.redirect_stdout(io.StringIO()):
        tour.main(["--quick"])
    return failed

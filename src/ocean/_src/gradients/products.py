"""The rules of products, linear algebra and Fourier transforms."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.recorded import recorded
from ocean._src.lazy.barriers import barrier, in_trace

from .elementwise import shape_of, unbroadcast
from .rules import RULES, axes_in, axis_in, complex_of, rule, rules, square_of, written
from .shapes import as_arrayish
from .tape import np, plain, stripped, value_of


def mT(x: Any) -> Any:
    return np().swapaxes(x, -1, -2)


# --- Products -----------------------------------------------------------------------------------------------------


@rules("matmul", "linalg.matmul", linear=True)
def _matmul(i: int, g: Any, y: Any, a: Any, b: Any, **named: Any) -> Any:
    a_shape, b_shape = shape_of(a), shape_of(b)
    left = np().reshape(a, (1, *a_shape)) if len(a_shape) == 1 else a
    right = np().reshape(b, (*b_shape, 1)) if len(b_shape) == 1 else b
    if len(a_shape) == 1:
        g = np().expand_dims(g, -1 if len(b_shape) == 1 else -2)
    if len(b_shape) == 1:
        g = np().expand_dims(g, -1)
    found = np().matmul(g, mT(right)) if i == 0 else np().matmul(mT(left), g)
    return np().reshape(unbroadcast(found, left if i == 0 else right), a_shape if i == 0 else b_shape)


def letters(*used: str) -> str:
    return "".join(each for each in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" if each not in "".join(used))


def explicit(text: str, operands: Any) -> tuple[list[str], str]:
    """The subscripts of each operand and of the result, without ellipses and with the result's."""
    text = text.replace(" ", "")
    before, arrow, after = text.partition("->")
    parts = before.split(",")
    free = letters(text)
    most = 0
    expanded = []
    for part, operand in zip(parts, operands, strict=True):
        hidden = len(shape_of(operand)) - len(part.replace("...", "")) if "..." in part else 0
        most = max(most, hidden)
        expanded.append((part, hidden))
    dots = free[:most]
    inputs = [part.replace("...", dots[most - hidden :] if hidden else "") for part, hidden in expanded]
    if arrow:
        result = after.replace("...", dots)
    else:
        every = "".join(parts).replace("...", "")
        result = dots + "".join(sorted({each for each in every if every.count(each) == 1}))
    return inputs, result


@rules("einsum", linear=True)
def _einsum(i: int, g: Any, y: Any, subscripts: Any, *operands: Any, **named: Any) -> Any:
    inputs, result = explicit(subscripts, operands)
    k = i - 1
    mine, others = inputs[k], [each for j, each in enumerate(inputs) if j != k]
    rest = [each for j, each in enumerate(operands) if j != k]
    shape = shape_of(operands[k])
    distinct = "".join(dict.fromkeys(mine))
    known = set(result).union(*others) if others else set(result)
    wanted = "".join(each for each in distinct if each in known)
    lengths = dict(zip(mine, shape, strict=True))
    found = np().einsum(",".join([result, *others]) + "->" + wanted, g, *rest)
    # a label of length one that others broadcast
    over = tuple(j for j, each in enumerate(wanted) if lengths[each] == 1 and shape_of(found)[j] != 1)
    found = np().sum(found, axis=over, keepdims=True) if over else found
    if wanted != distinct:  # labels that this operand alone has were summed over
        found = np().reshape(found, tuple(lengths[each] if each in wanted else 1 for each in distinct))
        found = np().broadcast_to(found, tuple(lengths[each] for each in distinct))
    if distinct == mine:
        return found
    masks = np().ones(shape)
    grid = np().indices(shape)
    for each in set(mine):
        places = [j for j, label in enumerate(mine) if label == each]
        for j in places[1:]:
            masks = masks * (grid[places[0]] == grid[j])
    spots = [1] * len(mine)
    for j, label in enumerate(mine):
        if mine.index(label) == j:
            spots[j] = shape[j]
    order = [distinct.index(label) for j, label in enumerate(mine) if mine.index(label) == j]
    laid = np().reshape(np().transpose(found, order), tuple(spots))
    return np().broadcast_to(laid, shape) * masks.astype(plain(value_of(g))._dtype)


def einsum_call(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Subscripts that are given as numbers become letters."""
    if not isinstance(args[0], str):
        operands, lists = list(args[0::2]), list(args[1::2])
        result = None
        if len(args) % 2:
            result, operands = operands[-1], operands[:-1]
        symbols = letters()

        def text(part: Any) -> str:
            return "".join("..." if each is Ellipsis else symbols[each] for each in part)

        joined = ",".join(map(text, lists)) + ("" if result is None else "->" + text(result))
        args = (joined, *operands)
    named = {key: value for key, value in named.items() if key == "out"}
    args = (args[0], *map(as_arrayish, args[1:]))
    return EINSUM(function, args, named)


EINSUM = RULES["einsum"]
RULES["einsum"] = einsum_call


@written("dot")
def _dot(a: Any, b: Any, out: Any = None) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    if not shape_of(a) or not shape_of(b):
        return a * b
    if len(shape_of(b)) == 1 or len(shape_of(a)) <= 2 >= len(shape_of(b)):
        return np().matmul(a, b)
    return np().tensordot(a, b, axes=((-1,), (-2,)))


@written("inner")
def _inner(a: Any, b: Any) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    if not shape_of(a) or not shape_of(b):
        return a * b
    return np().tensordot(a, b, axes=((-1,), (-1,)))


@written("vdot")
def _vdot(a: Any, b: Any) -> Any:
    return np().matmul(np().ravel(np().conj(as_arrayish(a))), np().ravel(as_arrayish(b)))


@written("vecdot", "linalg.vecdot")
def _vecdot(x1: Any, x2: Any, *, axis: Any = -1, **more: Any) -> Any:
    return np().sum(np().conj(as_arrayish(x1)) * x2, axis=axis)


@written("matvec")
def _matvec(x1: Any, x2: Any, **more: Any) -> Any:
    return np().matmul(x1, as_arrayish(x2)[..., None])[..., 0]


@written("vecmat")
def _vecmat(x1: Any, x2: Any, **more: Any) -> Any:
    return np().matmul(np().conj(as_arrayish(x1))[..., None, :], x2)[..., 0, :]


@written("outer", "linalg.outer")
def _outer(a: Any, b: Any, out: Any = None) -> Any:
    return np().ravel(as_arrayish(a))[:, None] * np().ravel(as_arrayish(b))[None, :]


@written("tensordot", "linalg.tensordot")
def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    if isinstance(axes, int):
        first, second = tuple(range(len(shape_of(a)) - axes, len(shape_of(a)))), tuple(range(axes))
    else:
        first, second = axes_in(axes[0], a), axes_in(axes[1], b)
    free_a = [k for k in range(len(shape_of(a))) if k not in first]
    free_b = [k for k in range(len(shape_of(b))) if k not in second]
    count = 1
    for k in first:
        count *= shape_of(a)[k]
    rows, columns = tuple(shape_of(a)[k] for k in free_a), tuple(shape_of(b)[k] for k in free_b)
    left = np().reshape(np().transpose(a, (*free_a, *first)), (size_of(rows), count))
    right = np().reshape(np().transpose(b, (*second, *free_b)), (count, size_of(columns)))
    return np().reshape(np().matmul(left, right), (*rows, *columns))


def size_of(shape: tuple[int, ...]) -> int:
    total = 1
    for n in shape:
        total *= n
    return total


@written("kron")
def _kron(a: Any, b: Any) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    count = max(len(shape_of(a)), len(shape_of(b)))
    x = (1,) * (count - len(shape_of(a))) + shape_of(a)
    y = (1,) * (count - len(shape_of(b))) + shape_of(b)
    left = np().reshape(a, tuple(n for k in x for n in (k, 1)))
    right = np().reshape(b, tuple(n for k in y for n in (1, k)))
    return np().reshape(left * right, tuple(m * n for m, n in zip(x, y, strict=True)))


@written("cross", "linalg.cross")
def _cross(a: Any, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None) -> Any:
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a, b = np().moveaxis(as_arrayish(a), axisa, -1), np().moveaxis(as_arrayish(b), axisb, -1)
    if shape_of(a)[-1] == 2 and shape_of(b)[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    x = [a[..., k] if k < shape_of(a)[-1] else 0 for k in range(3)]
    y = [b[..., k] if k < shape_of(b)[-1] else 0 for k in range(3)]
    parts = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    return np().moveaxis(np().stack(np().broadcast_arrays(*parts), axis=-1), -1, axisc)


@written("trace", "linalg.trace")
def _trace(a: Any, offset: int = 0, axis1: Any = None, axis2: Any = None, dtype: Any = None, out: Any = None) -> Any:
    one, two = (0, 1) if axis1 is None else (axis1, axis2)
    return np().sum(np().diagonal(a, offset, one, two), axis=-1)


written("linalg.trace")(lambda x, *, offset=0, dtype=None: np().sum(np().diagonal(x, offset, -2, -1), axis=-1))


@rules("convolve", linear=True)
def _convolve(i: int, g: Any, y: Any, a: Any, v: Any, mode: str = "full") -> Any:
    n, m = shape_of(a)[0], shape_of(v)[0]
    total, length = n + m - 1, shape_of(g)[0]
    start = 0 if mode == "full" else (total - length) // 2
    whole = np().pad(g, (start, total - length - start))
    other = np().flip(v if i == 0 else a)
    return np().convolve(whole, other, "valid") if (m if i == 0 else n) <= total else None


@written("correlate")
def _correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    a, v = as_arrayish(a), as_arrayish(v)
    if shape_of(a)[0] < shape_of(v)[0]:
        return np().flip(np().conj(_correlate(v, a, mode)))
    return np().convolve(a, np().flip(np().conj(v)), mode)


@written("linalg.multi_dot")
def _multi_dot(arrays: Any, out: Any = None) -> Any:
    found = as_arrayish(arrays[0])
    for each in arrays[1:]:
        found = np().dot(found, each)
    return found


@written("linalg.matrix_power")
def _matrix_power(a: Any, n: int) -> Any:
    if n == 0:
        return a * 0 + np().eye(shape_of(a)[-1])
    base = np().linalg.inv(a) if n < 0 else a
    found: Any = None
    for bit in bin(abs(n))[2:]:
        found = None if found is None else np().matmul(found, found)
        if bit == "1":
            found = base if found is None else np().matmul(found, base)
    return found


# --- Linear algebra -----------------------------------------------------------------------------------------------


def conj(x: Any) -> Any:
    return np().conj(x) if complex_of(x) else x


def H(x: Any) -> Any:
    return conj(mT(x))


@rule("linalg.inv")
def _inv(g: Any, y: Any, a: Any) -> Any:
    return -np().matmul(mT(y), np().matmul(g, mT(y)))


@rules("linalg.solve")
def _solve(i: int, g: Any, y: Any, a: Any, b: Any) -> Any:
    vector = len(shape_of(b)) == 1
    column = g[..., None] if vector else g
    back = np().linalg.solve(mT(a), column)
    if i == 1:
        return unbroadcast(back[..., 0] if vector else back, b)
    found = -np().matmul(back, mT(y[..., None] if vector else y))
    return unbroadcast(found, a)


@rule("linalg.det")
def _det(g: Any, y: Any, a: Any) -> Any:
    if not in_trace(stripped(y)):
        if bool(np().any(stripped(y) == 0)):
            return g[..., None, None] * cofactors(a)
    elif not any(type(each) is recorded for each in (g, y, a)):
        return barrier("det", _det, (g, y, a), {})
    return (g * y)[..., None, None] * mT(np().linalg.inv(a))


def cofactors(a: Any) -> Any:
    """The derivatives of a determinant by the elements, for singular matrices: from its singular values."""
    u, s, vh = np().linalg.svd(stripped(a))
    n = shape_of(s)[-1]
    others = np().stack(
        [np().prod(np().concatenate([s[..., :k], s[..., k + 1 :]], axis=-1), axis=-1) for k in range(n)], axis=-1
    )
    sign = np().linalg.det(u) * np().linalg.det(vh)
    return sign[..., None, None] * conj(np().matmul(u * others[..., None, :], vh))


@rule("linalg.slogdet")
def _slogdet(g: Any, y: Any, a: Any) -> Any:
    """Real matrices: the sign is constant. Complex ones: d sign = i sign Im(trace(a^-1 da))."""
    back = mT(np().linalg.inv(a))
    found = g[1][..., None, None] * back
    if complex_of(a):
        turned = np().imag(g[0] * y[0])
        found = found + (1j * turned)[..., None, None] * back
    return found


def lower_half(x: Any) -> Any:
    """The lower triangle, with half of the diagonal."""
    n = shape_of(x)[-1]
    mask = np().tril(np().ones((n, n))) - 0.5 * np().eye(n)
    return x * mask.astype(plain(value_of(x))._dtype)


@rule("linalg.cholesky")
def _cholesky(g: Any, y: Any, a: Any, *, upper: bool = False) -> Any:
    """Of A = L L^H, where A is taken to be Hermitian."""
    factor, g = (H(y), H(conj_pair(g))) if upper else (y, conj_pair(g))
    inner = lower_half(np().matmul(H(factor), g))
    inner = (inner + H(inner)) / 2
    middle = np().linalg.solve(H(factor), inner)
    found = H(np().linalg.solve(H(factor), H(middle)))
    return conj_pair((found + H(found)) / 2)


def conj_pair(g: Any) -> Any:
    """Gradients pair with changes as Re(g t); the formulas of factors are written for Re(conj(g) t)."""
    return conj(g)


@rule("linalg.eigh")
def _eigh(g: Any, y: Any, a: Any, UPLO: str = "L") -> Any:
    w, v = y[0], y[1]
    gv = conj_pair(g[1])
    gaps = w[..., None, :] - w[..., :, None]
    n = shape_of(w)[-1]
    same = np().eye(n)
    factor = (1 - same) / (gaps + same)
    inner = np().matmul(H(v), gv) * factor + g[0][..., None, :] * same
    found = np().matmul(v, np().matmul(inner, H(v)))
    return conj_pair((found + H(found)) / 2)


@rule("linalg.eigvalsh")
def _eigvalsh(g: Any, y: Any, a: Any, UPLO: str = "L") -> Any:
    v = np().linalg.eigh(a, UPLO)[1]
    return conj_pair(np().matmul(v * g[..., None, :], H(v)))


@written("linalg.svd")
def _svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    if not compute_uv:
        return np().linalg.svdvals(a)
    if full_matrices and shape_of(a)[-1] != shape_of(a)[-2]:
        raise OceanTypeError("svd() has a derivative with full_matrices=False: the other vectors are arbitrary")
    return SVD(np().linalg.svd, (a,), {"full_matrices": False})


@rule("thin svd")
def _thin_svd(g: Any, y: Any, a: Any, full_matrices: bool = False) -> Any:
    u, s, vh = y
    gu, gs, gv = conj_pair(g[0]), g[1], H(conj_pair(g[2]))
    v = H(vh)
    n = shape_of(s)[-1]
    same = np().eye(n)
    squares = s * s
    gaps = squares[..., None, :] - squares[..., :, None]
    factor = (1 - same) / (gaps + same)
    across = s[..., None, :]
    down = s[..., :, None]
    left = np().matmul(H(u), gu)
    right = np().matmul(H(v), gv)
    inner = factor * (left - H(left)) * across + down * (factor * (right - H(right)))
    inner = inner + gs[..., None, :] * same
    if complex_of(a):
        inner = inner + same * (1j * np().imag(np().sum(left * same, axis=-1))[..., None, :] / across)
    found = np().matmul(np().matmul(u, inner), vh)
    rows, columns = shape_of(a)[-2:]
    if rows > n:
        rest = gu / across
        found = found + np().matmul(rest - np().matmul(u, np().matmul(H(u), rest)), vh)
    if columns > n:
        rest = gv / across
        found = found + np().matmul(u, H(rest - np().matmul(v, np().matmul(H(v), rest))))
    return conj_pair(found)


SVD = RULES.pop("thin svd")


@rule("linalg.svdvals")
def _svdvals(g: Any, y: Any, x: Any) -> Any:
    u, _, vh = np().linalg.svd(x, full_matrices=False)
    return conj_pair(np().matmul(u * g[..., None, :], vh))


@written("linalg.qr")
def _qr(a: Any, mode: str = "reduced") -> Any:
    rows, columns = shape_of(a)[-2:]
    if mode == "r":
        return np().linalg.qr(a)[1]
    if mode not in ("reduced", "complete") or (mode == "complete" and rows > columns):
        raise OceanTypeError(f"qr() has no derivative for mode={mode!r}")
    if rows < columns:  # the factor of the first columns, and what it makes of the others
        q, r = np().linalg.qr(a[..., :, :rows])
        rest = np().matmul(H(q), a[..., :, rows:])
        whole = np().concatenate([r, rest], axis=-1)
        return type(np().linalg.qr(stripped(a)))(q, whole)
    return QR(np().linalg.qr, (a,), {})


@rule("thin qr")
def _thin_qr(g: Any, y: Any, a: Any) -> Any:
    q, r = y
    gq, gr = conj_pair(g[0]), conj_pair(g[1])
    m = np().matmul(r, H(gr)) - np().matmul(H(gq), q)
    below = np().tril(np().ones((shape_of(r)[-1],) * 2), -1).astype(plain(value_of(m))._dtype)
    lower = m * below
    diagonal = m * np().eye(shape_of(r)[-1]).astype(plain(value_of(m))._dtype)
    symmetric = lower + H(lower) + (np().real(diagonal) if complex_of(m) else diagonal)
    right = gq + np().matmul(q, symmetric)
    return conj_pair(H(np().linalg.solve(r, H(right))))


QR = RULES.pop("thin qr")


@written("linalg.pinv")
def _pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """For matrices of full rank, from the inverse of a^H a or a a^H."""
    rows, columns = shape_of(a)[-2:]
    if rows >= columns:
        return np().linalg.solve(np().matmul(H(a), a), H(a))
    return H(np().linalg.solve(np().matmul(a, H(a)), a))


@written("linalg.lstsq")
def _lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    plain_result = np().linalg.lstsq(stripped(a), stripped(b), rcond)
    x = np().matmul(np().linalg.pinv(a), b)
    rest = np().matmul(a, x) - b
    residuals = np().sum(square_of(rest), axis=0) if shape_of(plain_result[1])[:1] != (0,) else plain_result[1]
    if len(shape_of(b)) == 1 and shape_of(plain_result[1]) == (1,):
        residuals = np().reshape(residuals, (1,))
    return type(plain_result)(x, residuals, plain_result[2], np().linalg.svdvals(a))


@rule("linalg.expm")
def _expm(g: Any, y: Any, a: Any) -> Any:
    """The corner of the exponential of a matrix of four blocks."""
    n = shape_of(a)[-1]
    t = mT(a)
    top = np().concatenate([t, g], axis=-1)
    bottom = np().concatenate([t * 0, t], axis=-1)
    return np().linalg.expm(np().concatenate([top, bottom], axis=-2))[..., :n, n:]


def length_of(x: Any, axis: Any, keepdims: bool) -> Any:
    """The Euclidean length; its gradient is zero where it is zero."""
    squares = np().sum(square_of(x), axis=axis, keepdims=keepdims)
    zero = stripped(squares) == 0
    return np().where(zero, 0, np().sqrt(np().where(zero, 1, squares)))


def vector_length(x: Any, order: Any, axis: Any, keepdims: bool) -> Any:
    if order is None or order == 2:
        return length_of(x, axis, keepdims)
    if order == np().inf:
        return np().max(np().abs(x), axis=axis, keepdims=keepdims)
    if order == -np().inf:
        return np().min(np().abs(x), axis=axis, keepdims=keepdims)
    if order == 0:
        return np().sum((x != 0).astype("float64"), axis=axis, keepdims=keepdims)
    if order == 1:
        return np().sum(np().abs(x), axis=axis, keepdims=keepdims)
    return np().sum(np().abs(x) ** order, axis=axis, keepdims=keepdims) ** (1 / order)


def matrix_length(x: Any, order: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    if order is None or order == "fro":
        return length_of(x, axes, keepdims)
    row, column = axes
    if order in (1, -1, np().inf, -np().inf):
        inner, outer = (row, column) if abs(order) == 1 else (column, row)
        sums = np().sum(np().abs(x), axis=inner, keepdims=True)
        found = (np().max if order > 0 else np().min)(sums, axis=outer, keepdims=True)
        return found if keepdims else np().squeeze(found, axis=axes)
    values = np().linalg.svdvals(np().moveaxis(x, axes, (-2, -1)))
    found = np().sum(values, axis=-1) if order == "nuc" else (np().max if order > 0 else np().min)(values, axis=-1)
    if keepdims:
        shape = tuple(1 if k in axes else n for k, n in enumerate(shape_of(x)))
        found = np().reshape(found, shape)
    return found


@written("linalg.norm")
def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    if axis is None and ord is None:
        return length_of(x, None, keepdims)
    over = axes_in(axis, x)
    if len(over) == 1:
        return vector_length(x, ord, over[0], keepdims)
    return matrix_length(x, ord, over, keepdims)


@written("linalg.vector_norm")
def _vector_norm(x: Any, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    return vector_length(x, ord, axis, keepdims)


@written("linalg.matrix_norm")
def _matrix_norm(x: Any, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    ndim = len(shape_of(x))
    return matrix_length(x, ord, (ndim - 2, ndim - 1), keepdims)


@written("linalg.cond")
def _cond(x: Any, p: Any = None) -> Any:
    if p is None or p in (2, -2):
        values = np().linalg.svdvals(x)
        return values[..., 0] / values[..., -1] if p != -2 else values[..., -1] / values[..., 0]
    axes = (len(shape_of(x)) - 2, len(shape_of(x)) - 1)
    return matrix_length(x, p, axes, False) * matrix_length(np().linalg.inv(x), p, axes, False)


@written("linalg.tensorinv")
def _tensorinv(a: Any, ind: int = 2) -> Any:
    first, rest = shape_of(a)[:ind], shape_of(a)[ind:]
    return np().reshape(np().linalg.inv(np().reshape(a, (size_of(first), size_of(rest)))), (*rest, *first))


@written("linalg.tensorsolve")
def _tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    a, b = as_arrayish(a), as_arrayish(b)
    if axes is not None:
        order = [k for k in range(len(shape_of(a))) if k not in axes] + list(axes)
        a = np().transpose(a, order)
    rest = shape_of(a)[len(shape_of(b)) :]
    matrix = np().reshape(a, (size_of(shape_of(b)), size_of(rest)))
    return np().reshape(np().linalg.solve(matrix, np().ravel(b)), rest)


# --- Fourier transforms -------------------------------------------------------------------------------------------


def fitted(x: Any, n: int, axis: int) -> Any:
    """The first n elements along an axis; zeros behind those that there are."""
    have = shape_of(x)[axis]
    if have == n:
        return x
    if have > n:
        return x[(slice(None),) * axis + (slice(n),)]
    return np().pad(x, [(0, n - have if k == axis else 0) for k in range(len(shape_of(x)))])


def transform(name: str) -> None:
    @rule(f"fft.{name}", linear=True)
    def pull(g: Any, y: Any, a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> Any:
        k = axis_in(axis, a)
        return fitted(getattr(np().fft, name)(g, axis=k, norm=norm), shape_of(a)[k], k)


transform("fft")
transform("ifft")


@rule("fft.rfft", linear=True)
def _rfft(g: Any, y: Any, a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> Any:
    k = axis_in(axis, a)
    n = shape_of(a)[k] if n is None else n
    return fitted(np().real(np().fft.fft(fitted(g, n, k), axis=k, norm=norm)), shape_of(a)[k], k)


@rule("fft.irfft", linear=True)
def _irfft(g: Any, y: Any, a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> Any:
    k = axis_in(axis, a)
    n = 2 * (shape_of(a)[k] - 1) if n is None else n
    scale = {"ortho": n**-0.5, "forward": 1.0}.get(norm or "", 1 / n)
    count = n // 2 + 1
    weights = np().full(count, 2.0)
    weights[0] = 1.0
    if n % 2 == 0:
        weights[-1] = 1.0
    shape = [1] * len(shape_of(a))
    shape[k] = count
    found = np().conj(np().fft.rfft(g, axis=k)) * (weights * scale).reshape(shape)
    return fitted(found, shape_of(a)[k], k)


OPPOSITE = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


@written("fft.hfft")
def _hfft(a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> Any:
    return np().fft.irfft(np().conj(a), n, axis, norm=OPPOSITE[norm])


@written("fft.ihfft")
def _ihfft(a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> Any:
    return np().conj(np().fft.rfft(a, n, axis, norm=OPPOSITE[norm]))


def several(name: str, last: str, others: str, default: Any) -> None:
    """A transform along several axes: the last by one function, those before it by another."""

    def run(a: Any, s: Any = None, axes: Any = default, norm: Any = None, out: Any = None) -> Any:
        count = len(shape_of(a)) if axes is None and s is None else len(s) if axes is None else len(axes)
        over = [k % len(shape_of(a)) for k in (range(-count, 0) if axes is None else axes)]
        sizes = list(s) if s is not None else [None] * len(over)
        sizes = [None if n == -1 else n for n in sizes]
        steps = list(zip(over, sizes, strict=True))
        inverse = last.startswith("i")
        for k, n in steps[:-1] if inverse and last != others else []:
            a = getattr(np().fft, others)(a, n, k, norm)
        a = getattr(np().fft, last)(a, sizes[-1], over[-1], norm)
        for k, n in reversed(steps[:-1]) if not (inverse and last != others) else []:
            a = getattr(np().fft, others)(a, n, k, norm)
        return a

    written(f"fft.{name}")(run)


for _name, _last, _others in (
    ("fft", "fft", "fft"),
    ("ifft", "ifft", "ifft"),
    ("rfft", "rfft", "fft"),
    ("irfft", "irfft", "ifft"),
):
    several(f"{_name}n", _last, _others, None)
    several(f"{_name}2", _last, _others, (-2, -1))

"""No function of the library silently loses axes or gives them to the wrong dimensions.

Every public function and method of tensors is called with tensors that have axes and with the same ones without. Either
it refuses axes with an error that names `withoutAxes`; or the values are the same, and dimensions have the axes that
their lengths tell (all lengths differ), unless its documentation says that it drops axes.
"""

from __future__ import annotations

import inspect
from types import MethodType, ModuleType
from typing import Any

import layouts
import numpy as np
import pytest

import ocean
import ocean.numpy as numpy_face
from ocean import OceanError
from ocean._src.axes.apply import RULES, read_rule
from ocean._src.core.call.callables import function

H, W, N = ocean.axis(3, "H"), ocean.axis(4, "W"), ocean.axis(2, "N")
REFUSED = "withoutAxes|withAxes|axes"

DROPS = set(
    [
        "find",
        "nonzero",
        "argwhere",
        "flatnonzero",
        "unique",
        "intersect1d",
        "union1d",
        "setdiff1d",
        "histogram",
        "histogram2d",
        "bincount",
        "searchsorted",
        "lexsort",
        "cov",
        "corrcoef",
        "put",
        "asPython",
        "to_numpy",
        "data",
        "convertTo",
        "traverse",
        "save",
        "load",
        "show",
        "allInRange",
        "allGE",
        "allGT",
        "allLE",
        "allLT",
        "allclose",
        "checkOverlap",
        "checkSelfOverlap",
        "where",
    ]
)
"""Functions whose results have no axes: what they give are not dimensions of the tensor. `where` alone is `find`."""

NOT_ABOUT_TENSORS = set(
    [
        "arange",
        "axes",
        "linspace",
        "devices",
        "fuse",
        "checkpoint",
        "elementwise_grad",
        "grad",
        "hessian",
        "hvp",
        "jacobian",
        "jvp",
        "stop_gradient",
        "value_and_grad",
        "vjp",
        "fromDLPack",
        "load",
        "registerType",
        "zeros",
        "ones",
        "full",
        "eye",
        "constant",
        "indices",
        "lazy_class",
        "fftfreq",
        "rfftfreq",
        "meshgrid",
    ]
)


class Case:
    """Tensors with axes, or the same without: what calls take."""

    def __init__(self, labelled: bool, dtype: Any = ocean.double) -> None:
        self.labelled, self.dtype = labelled, dtype
        self.h, self.w, self.n = (H, W, N) if labelled else (0, 1, 2)
        self.x = self.make(0, H, W)
        self.y = self.make(5, W, H) if labelled else self.make(5, W, H).swapAxes(0, 1).copy()
        self.v = self.make(3, H)
        self.cube = self.make(1, H, W, N)

    def make(self, start: int, *axes: Any) -> Any:
        size = [each.length for each in axes]
        count = int(np.prod(size))
        values = ((np.arange(count) * 7 + start) % 11 + 1.0).reshape(size)
        made = self.dtype(ocean.asTensor(values, device=layouts.device))
        return made.withAxes(*axes) if self.labelled else made

    def empty(self, kind: Any, *axes: Any) -> Any:
        size = [each.length for each in axes]
        return ocean.zeros(list(axes) if self.labelled else size, kind)


FUNCTIONS: dict[str, Any] = {
    "allGE": lambda c: ocean.allGE(c.x, 0), "allGT": lambda c: ocean.allGT(c.x, 0),
    "allLE": lambda c: ocean.allLE(c.x, 0), "allLT": lambda c: ocean.allLT(c.x, 0),
    "allInRange": lambda c: ocean.allInRange(c.x, 0, 20), "allclose": lambda c: ocean.allclose(c.x, c.y),
    "argpartition": lambda c: ocean.argpartition(c.x, 1, c.w), "argsort": lambda c: ocean.argsort(c.x, c.w),
    "argwhere": lambda c: ocean.argwhere(c.x), "asTensor": lambda c: ocean.asTensor(c.x, ocean.float),
    "average": lambda c: ocean.average(c.x, c.w, weights=c.y), "bincount": lambda c: ocean.bincount(ocean.int64(c.v)),
    "block": lambda c: ocean.block([[c.x, c.x]]), "cast": lambda c: ocean.cast(c.x, ocean.float),
    "checkOverlap": lambda c: ocean.checkOverlap(c.x, c.y), "checkSelfOverlap": lambda c: ocean.checkSelfOverlap(c.x),
    "concatenate": lambda c: ocean.concatenate([c.x, c.y], c.w), "corrcoef": lambda c: ocean.corrcoef(c.x),
    "cov": lambda c: ocean.cov(c.x), "cross": lambda c: ocean.cross(c.x, c.y, c.h),
    "diff": lambda c: ocean.diff(c.x, 1, c.w), "diff2": lambda c: ocean.diff2(c.x, c.w),
    "digitize": lambda c: ocean.digitize(c.x, [1.0, 5.0]), "divmod": lambda c: ocean.divmod(c.x, c.y),
    "dot": lambda c: ocean.dot(c.x.T, c.y) if c.labelled else ocean.sum(c.x @ c.y),
    "dstack": lambda c: ocean.dstack([c.x, c.x]), "ensure": lambda c: ocean.ensure(c.x, ocean.int32),
    "find": lambda c: ocean.find(c.x), "flatnonzero": lambda c: ocean.flatnonzero(c.x), "flip": lambda c: ocean.flip(c.x, c.w),
    "frexp": lambda c: ocean.frexp(c.x), "fullLike": lambda c: ocean.fullLike(c.x, 3),
    "gemm": lambda c: ocean.gemm(2.0, c.x, c.make(2, W, N)), "gradient": lambda c: ocean.gradient(c.x, 1.0, c.w),
    "histogram": lambda c: ocean.histogram(c.x, 3), "histogram2d": lambda c: ocean.histogram2d(c.v, c.v, 3),
    "hsplit": lambda c: ocean.hsplit(c.x, 2), "hstack": lambda c: ocean.hstack([c.x, c.x]),
    "intersect1d": lambda c: ocean.intersect1d(c.x, c.v), "isclose": lambda c: ocean.isclose(c.x, c.y),
    "isin": lambda c: ocean.isin(c.x, c.v), "kron": lambda c: ocean.kron(c.x, c.x), "lazy": lambda c: ocean.lazy(c.x),
    "lexsort": lambda c: ocean.lexsort([c.v, c.v]), "median": lambda c: ocean.median(c.x, c.w),
    "medianNaN": lambda c: ocean.medianNaN(c.x, c.w), "merge": lambda c: ocean.merge([c.x, c.y], c.w),
    "modf": lambda c: ocean.modf(c.x), "moveaxis": lambda c: ocean.moveaxis(c.cube, c.n, 0),
    "moving_average": lambda c: ocean.moving_average(c.x, c.w, [0.5, 0.5]),
    "moving_mean": lambda c: ocean.moving_mean(c.x, c.w, 2), "multiply": lambda c: ocean.multiply(c.x, c.make(2, W, N)),
    "nan_to_num": lambda c: ocean.nan_to_num(c.x), "nonzero": lambda c: ocean.nonzero(c.x),
    "norm": lambda c: ocean.norm(c.x, 3, c.w), "normNaN": lambda c: ocean.normNaN(c.x, 3, c.w),
    "onesLike": lambda c: ocean.onesLike(c.x), "outer": lambda c: ocean.outer(c.v, c.make(2, W)),
    "pad": lambda c: ocean.pad(c.x, [[1, 0], [0, 2]]), "partition": lambda c: ocean.partition(c.x, 1, c.w),
    "put": lambda c: [ocean.put(c.x, [1, 2], [5.0, 6.0]), c.x][1], "quantile": lambda c: ocean.quantile(c.x, 0.3, c.w),
    "put_along_axis": lambda c: [
        ocean.put_along_axis(c.x, ocean.argmax(c.x, c.w, True), 0.0, c.w), c.x][1],
    "scatterAdd": lambda c: [ocean.scatterAdd(c.x, [1, 1], 5.0), c.x][1],
    "quantileNaN": lambda c: ocean.quantileNaN(c.x, [0.2, 0.3], c.w),
    "reduce_binary": lambda c: ocean.reduce_binary(c.x, lambda a, b: a + b, c.w),
    "reduce_range": lambda c: ocean.reduce_range(c.x, ocean.mean, c.w, True), "repeat": lambda c: ocean.repeat(c.x, 2, c.w),
    "roll": lambda c: ocean.roll(c.x, 1, c.w), "rot90": lambda c: ocean.rot90(c.x), "round": lambda c: ocean.round(c.x, 1),
    "save": None, "searchsorted": lambda c: ocean.searchsorted([1.0, 4.0, 9.0], c.x),
    "setdiff1d": lambda c: ocean.setdiff1d(c.x, c.v), "slide": lambda c: ocean.slide(c.x, ocean.mean, c.w, 2),
    "sort": lambda c: ocean.sort(c.x, c.w), "stack": lambda c: ocean.stack([c.x, c.y], N if c.labelled else 0),
    "take": lambda c: ocean.take(c.x, [2, 0], c.w),
    "take_along_axis": lambda c: ocean.take_along_axis(c.x, ocean.argsort(c.x, c.w), c.w),
    "tensorLike": lambda c: ocean.tensorLike(c.x).size, "tile": lambda c: ocean.tile(c.x, [2, 3]),
    "topk": lambda c: ocean.topk(c.x, 2, c.w), "trace": lambda c: ocean.trace(c.x),
    "transform": lambda c: [ocean.transform(c.x, lambda line: line - ocean.mean(line), c.w), c.x][1],
    "tril": lambda c: ocean.tril(c.x), "triu": lambda c: ocean.triu(c.x), "union1d": lambda c: ocean.union1d(c.x, c.v),
    "unique": lambda c: ocean.unique(c.x), "vsplit": lambda c: ocean.vsplit(c.x, 3), "vstack": lambda c: ocean.vstack([c.x, c.x]),
    "where": lambda c: ocean.where(c.x > 3), "zerosLike": lambda c: ocean.zerosLike(c.x), "diag": lambda c: ocean.diag(c.v),
    **dict.fromkeys(("convolution", "convolutionGradData", "convolutionGradFilters", "fromXarray", "toXarray")),
    **{name: (lambda c, name=name: getattr(ocean, name)(c.x, c.w))
       for name in ("cummax", "cummin", "cumprod", "cumprodNaN", "cumsum", "cumsumNaN")},
}  # fmt: skip
"""How each is called; None for those that have tests of their own with axes."""

METHODS: dict[str, Any] = {
    "permuteAxes": lambda c: c.cube.permuteAxes([c.n, c.h, c.w]), "swapAxes": lambda c: c.cube.swapAxes(c.h, c.n),
    "reverseAxes": lambda c: c.cube.reverseAxes(), "reverseAxes2": lambda c: c.cube.reverseAxes2(),
    "transpose": None, "ctranspose": None, "flipAxis": lambda c: c.x.flipAxis(c.w), "flipud": lambda c: c.x.flipud(),
    "fliplr": lambda c: c.x.fliplr(), "slice": lambda c: c.x.slice(c.w, 1, 2), "diag": lambda c: c.cube.diag(),
    "squeeze": lambda c: c.x.slice(c.w, 1, 1).squeeze(), "unsqueeze": lambda c: c.x.unsqueeze(0),
    "broadcastTo": lambda c: c.x.broadcastTo([H, W, N] if c.labelled else [3, 4, 2]), "flatten": lambda c: c.x.flatten(),
    "ravel": lambda c: c.x.ravel(), "reshape": lambda c: c.x.reshape(2, 6), "resize": lambda c: c.x.resize(2, 2),
    "reshapeLike": lambda c: c.x.reshapeLike(ocean.zeros([2, 6])),
    "broadcastLike": lambda c: c.x.broadcastLike(c.cube), "assign": lambda c: [c.x.assign(c.y), c.x][1],
    "eval": lambda c: c.x.slice(c.w, 1, 2).eval(), "clone": lambda c: c.x.clone(), "replicate": lambda c: c.x.replicate(),
    "copy": lambda c: c.x.copy(), "fill": lambda c: [c.x.fill(3), c.x][1], "zero": lambda c: [c.x.zero(), c.x][1],
    "asPython": lambda c: c.x.asPython(), "asContiguous": lambda c: c.x.swapAxes(0, 1).asContiguous(),
    "norm": lambda c: c.x.norm(1, c.w), "swap": None, "data": lambda c: c.x.copy().data(), "traverse": lambda c: list(c.x.traverse()),
    "conj": lambda c: c.x.conj(), "isEmpty": lambda c: c.x.isEmpty(), "lazy": lambda c: c.x.lazy(),
    "fillNaN": lambda c: [c.x.fillNaN(0), c.x][1], "shallowCopy": lambda c: c.x.shallowCopy(), "sync": lambda c: c.x.sync(),
    "detach": lambda c: [c.x.detach(), c.x][1], "dealloc": None, "asScalar": lambda c: c.v.slice(c.h, 1, 1).asScalar(),
    "byteswap": lambda c: [c.x.byteswap(), c.x.byteswap(), c.x][2], "withAxes": None, "withoutAxes": None, "renameAxis": None,
    "convertTo": lambda c: c.x.convertTo("numpy"), "to_numpy": lambda c: c.x.to_numpy(), "show": lambda c: c.x.show() and None,
    "slide": lambda c: c.x.slide(ocean.mean, c.w, 2), "split": lambda c: c.x.split(c.w, 2),
    "tile": lambda c: c.x.tile([2, 3]), "repeat": lambda c: c.x.repeat([1, 2, 1, 2], c.w), "roll": lambda c: c.x.roll(1, c.w),
    "take": lambda c: c.x.take([2, 0], c.w), "put": lambda c: [c.x.put([1, 2], [5.0, 6.0]), c.x][1],
    "find": lambda c: c.x.find(), "nonzero": lambda c: c.x.nonzero(), "flip": lambda c: c.x.flip([c.w, c.h]),
    "rot90": lambda c: c.x.rot90(), "moveaxis": lambda c: c.cube.moveaxis(c.n, 0),
    "sort": lambda c: [c.x.sort(c.w), c.x][1], "argsort": lambda c: c.x.argsort(c.w),
    "partition": lambda c: [c.x.partition(1, c.w), ocean.sort(c.x, c.w)][1], "argpartition": lambda c: c.x.argpartition(1, c.w),
    "topk": lambda c: c.x.topk(2, c.w), "unique": lambda c: c.x.unique(), "searchsorted": lambda c: c.v.searchsorted(2.0),
    "take_along_axis": lambda c: c.x.take_along_axis(c.x.argsort(c.w), c.w), "average": lambda c: c.x.average(c.w),
    "put_along_axis": lambda c: [c.x.put_along_axis(c.x.argmax(c.w, True), 0.0, c.w), c.x][1],
    "scatterAdd": lambda c: [c.x.scatterAdd([1, 1], 5.0), c.x][1],
    "median": lambda c: c.x.median(c.w), "medianNaN": lambda c: c.x.medianNaN(c.w, True),
    "quantile": lambda c: c.x.quantile(0.4, c.w), "quantileNaN": lambda c: c.x.quantileNaN(0.4, c.w),
    "reduce_range": lambda c: c.x.reduce_range(ocean.mean, c.w),
    "reduce_binary": lambda c: c.x.reduce_binary(lambda a, b: a + b, c.w),
    "transform": lambda c: [c.x.transform(lambda line: line - ocean.mean(line), c.w), c.x][1],
    "diff": lambda c: c.x.diff(1, c.w), "diff2": lambda c: c.x.diff2(c.w), "gradient": lambda c: c.x.gradient(1.0, c.w),
    "moving_mean": lambda c: c.x.moving_mean(c.w, 2), "moving_average": lambda c: c.x.moving_average(c.w, [0.5, 0.5]),
    "cov": lambda c: c.x.cov(), "corrcoef": lambda c: c.x.corrcoef(), "histogram": lambda c: c.x.histogram(3),
    "digitize": lambda c: c.x.digitize([1.0, 5.0]), "bincount": lambda c: ocean.int64(c.v).bincount(),
    "isin": lambda c: c.x.isin(c.v), "intersect1d": lambda c: c.x.intersect1d(c.v), "union1d": lambda c: c.x.union1d(c.v),
    "setdiff1d": lambda c: c.x.setdiff1d(c.v), "argwhere": lambda c: c.x.argwhere(), "flatnonzero": lambda c: c.x.flatnonzero(),
    "pad": lambda c: c.x.pad([[1, 0], [0, 2]]), "cross": lambda c: c.x.cross(c.y, c.h), "tril": lambda c: c.x.tril(),
    "triu": lambda c: c.x.triu(), "outer": lambda c: c.v.outer(c.v),
    "kron": lambda c: c.x.kron(c.x), "vsplit": lambda c: c.x.vsplit(3), "hsplit": lambda c: c.x.hsplit(2),
    "T": None, "H": None, "real": lambda c: c.x.real, "imag": lambda c: c.x.imag, "description": lambda c: c.x.description.shape,
    "view": None, "cast": None, "explain": lambda c: c.x.lazy().explain() and None, "call": None, "into": None,
    **{name: (lambda c, name=name: getattr(c.x, name)())
       for name in ("isScalar", "isReal", "isComplex", "isContiguous", "isLinear", "isFortran", "isAligned", "isSelfOverlapping")},
    **{name: (lambda c, name=name: getattr(c.x, name)(c.w))
       for name in ("cummax", "cummin", "cumprod", "cumprodNaN", "cumsum", "cumsumNaN")},
}  # fmt: skip

OTHER_LENGTHS = set(
    [
        "diff",
        "diff2",
        "slide",
        "split",
        "slice",
        "squeeze",
        "eval",
        "topk",
        "take",
        "moving_mean",
        "moving_average",
        "pad",
    ]
)
"""Functions that give a dimension another length, which may be that of another axis."""

PROPERTIES = set(
    [
        "size",
        "strides",
        "ndims",
        "nelem",
        "axes",
        "dtype",
        "device",
        "elemsize",
        "shape",
        "ndim",
        "itemsize",
        "nbytes",
        "offset",
        "storage",
        "stream",
        "ptr",
        "obj",
        "refcount",
        "readonly",
        "byteswapped",
        "footer",
        "expression",
        "trace",
        "number",
        "weak",
        "whole",
    ]
)


def functions() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dir(ocean):
        value = getattr(ocean, name)
        if name.startswith(("_", "get", "set")) and name != "setdiff1d":
            continue
        if isinstance(value, (type, ModuleType)) or not callable(value) or name in NOT_ABOUT_TENSORS:
            continue
        if isinstance(value, (ocean.dtype, ocean.device)):
            found[name] = lambda c, value=value: value(c.x) if value is not ocean.bool else value(c.x > 3)
        elif name in ocean._src.ops.table.ROWS and name not in FUNCTIONS:
            found[name] = lambda c, name=name: elementwise(name, c)
        elif name in ocean._src.tensor.reduce.FUNCTIONS or name == "count_nonzero":
            found[name] = lambda c, value=value: value(c.x, c.w)
        else:
            assert name in FUNCTIONS, f"say here what ocean.{name} makes of axes"
            found[name] = FUNCTIONS[name]
    return found


INTEGERS = (
    "bitshiftLeft",
    "bitshiftRight",
    "bitwiseAnd",
    "bitwiseNot",
    "bitwiseOr",
    "bitwiseXor",
    "gcd",
    "lcm",
    "ldexp",
)


def elementwise(name: str, case: Case) -> Any:
    """A row with as many operands as it takes, the second in another order."""
    row = ocean._src.ops.table.ROWS[name]
    operands = [case.x, case.y, case.y][: row.arity]
    if name in INTEGERS:
        operands = [ocean.int32(each) for each in operands]
    if name in ("arccos", "arcsin", "arctanh"):
        operands = [each / 20 for each in operands]
    return getattr(ocean, name)(*operands)


def methods(cls: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in vars(cls).items():
        if name.startswith("_") or name in PROPERTIES or type(value).__name__ == "Elsewhere":
            continue
        if name in ocean._src.tensor.reduce.METHODS:
            found[name] = lambda c, name=name: getattr(c.x, name)(c.w)
        else:
            assert name in METHODS, f"say here what tensor.{name} makes of axes"
            found[name] = METHODS[name]
    return found


def flat(result: Any) -> list[Any]:
    """Every tensor, number or array of a result."""
    if isinstance(result, (list, tuple)):
        return [one for each in result for one in flat(each)]
    return [result.eval() if isinstance(result, ocean.rtensor) else result]


def compare(name: str, call: Any, lazily: bool = False) -> None:
    labelled, plain = Case(True), Case(False)
    if lazily:
        for case in (labelled, plain):
            case.x, case.y, case.cube, case.v = (each.lazy() + 0.0 for each in (case.x, case.y, case.cube, case.v))
    ocean.random.seed(5)
    try:
        found = call(labelled)
    except OceanError as error:
        text = str(error)
        if "withoutAxes" in text or "stack(" in text or (lazily and "r-tensor" in text):
            return
        raise AssertionError(f"{name}: an error that does not name withoutAxes: {text}") from error
    ocean.random.seed(5)
    expected = call(plain)
    assert type(found) is type(expected), name
    for one, other in zip(flat(found), flat(expected), strict=True):
        check(name, one, other)


def check(name: str, found: Any, expected: Any) -> None:
    if not isinstance(found, ocean.tensor):
        np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))
        return
    assert expected.axes is None and found.size == expected.size and found.dtype is expected.dtype, name
    wide = ocean.cdouble if found.dtype.iscomplex else found.dtype
    np.testing.assert_allclose(wide(found).to_numpy(), wide(expected).to_numpy())
    if found.axes is None:
        assert not found.ndims or name in DROPS, f"{name} loses axes"
        return
    for axis in found.axes:
        for known in (H, W, N):
            if axis.axisClass is known.axisClass and axis.length in (3, 4, 2):
                fits = axis.length in (known.length, 1) or name in OTHER_LENGTHS
                assert fits, f"{name} gives {axis} to another dimension"


@pytest.mark.parametrize("name", [name for name, call in functions().items() if call is not None])
def test_functions(name: str) -> None:
    compare(name, functions()[name])


@pytest.mark.parametrize("name", [name for name, call in functions().items() if call is not None])
def test_functions_of_lazy_tensors(name: str) -> None:
    if name in ("put", "transform", "put_along_axis", "scatterAdd", "checkOverlap", "checkSelfOverlap", "gpu"):
        return
    compare(name, functions()[name], True)


@pytest.mark.parametrize("name", [name for name, call in methods(ocean.tensor).items() if call is not None])
def test_methods(name: str) -> None:
    compare(name, methods(ocean.tensor)[name])


@pytest.mark.parametrize("name", [name for name, call in methods(ocean.rtensor).items() if call is not None])
def test_methods_of_lazy_tensors(name: str) -> None:
    if name in ("explain", "lazy"):
        return
    compare(name, methods(ocean.rtensor)[name], True)


@pytest.mark.parametrize("name", [name for name in dir(ocean.fft) if not name.startswith("_") and "freq" not in name])
def test_transforms(name: str) -> None:
    function = getattr(ocean.fft, name)
    if name.endswith(("2", "n", "shift")):
        compare("diff", lambda c: function(c.cube))
    else:
        compare("diff", lambda c: function(c.x, None, c.w))


LINEAR: dict[str, Any] = {
    "matrix_power": lambda f, m: f(m["square"], 3),
    "solve": lambda f, m: f(m["square"], m["side"]),
    "lstsq": lambda f, m: f(m["flat"], m["side"]),
    "matmul": lambda f, m: f(m["square"], m["side"]),
    "multi_dot": lambda f, m: f([m["square"], m["square"], m["side"]]),
    "outer": lambda f, m: f(m["line"], m["other"]),
    "tensordot": lambda f, m: f(m["square"], m["side"], 1),
    "vecdot": lambda f, m: f(m["many"], m["many"]),
    "cross": lambda f, m: f(m["flat"], m["flat"]),
    **{name: lambda f, m: f(m["square"]) for name in ("cholesky", "expm")},
}


@pytest.mark.parametrize("name", [name for name in dir(ocean.linalg) if name[0].islower()])
def test_linear_algebra(name: str) -> None:
    K, F = ocean.axis(3, "K"), ocean.axis(3, "F")
    axes = {
        "square": (H, H - 1),
        "map": (K, F - 1),
        "many": (H, H - 1, N),
        "flat": (H, W),
        "side": (H, N),
        "line": (H,),
        "other": (W,),
    }
    rng = np.random.default_rng(3)
    plain: dict[str, Any] = {}
    for each, mine in axes.items():
        data = rng.random([one.length for one in mine]) / 5
        if each in ("square", "map", "many"):
            data = data + np.eye(3)[(...,) + (None,) * (data.ndim - 2)]
        plain[each] = ocean.asTensor((data + data.swapaxes(0, 1)) if each == "square" else data, device=layouts.device)
    labelled = {each: value.withAxes(*axes[each]) for each, value in plain.items()}
    function = getattr(ocean.linalg, name)
    calls = [LINEAR[name]] if name in LINEAR else [lambda f, m: f(m["map"]), lambda f, m: f(m["many"])]
    for call in calls:
        found, expected = call(function, labelled), call(function, plain)
        assert type(found) is type(expected)
        for one, other in zip(flat(found), flat(expected), strict=True):
            if isinstance(one, ocean.tensor):
                assert one.axes is not None and other.axes is None and one.size == other.size
                np.testing.assert_array_equal(one.to_numpy(), other.to_numpy())
            else:
                assert one == other


DRAWS: dict[str, Any] = {
    "uniform": (), "normal": (), "exponential": (), "integers": (5,), "bernoulli": (0.5,), "gamma": (2.0,), "beta": (1.0, 2.0),
    "poisson": (3.0,), "binomial": (5, 0.5), **dict.fromkeys(("permutation", "shuffle", "choice", "seed", "spawn", "default", "generator")),
}  # fmt: skip
"""What each distribution takes after the size; None for those that are called below, or take no tensors."""


def test_random_numbers() -> None:
    for name in dir(ocean.random):
        if not name.startswith("_") and DRAWS[name] is not None:
            compare(
                name, lambda c, name=name: getattr(ocean.random, name)([H, W] if c.labelled else [3, 4], *DRAWS[name])
            )
    compare("normal", lambda c: ocean.random.normal([H, W] if c.labelled else [3, 4], c.y, 2.0))
    compare("poisson", lambda c: ocean.random.poisson([H, W] if c.labelled else [3, 4], c.y))
    compare("permutation", lambda c: ocean.random.permutation(c.x, c.w))
    compare("shuffle", lambda c: [ocean.random.shuffle(c.x, c.w), c.x][1])
    with pytest.raises(OceanError, match="withoutAxes"):
        ocean.random.choice(Case(True).x, 3)


OPERATORS: dict[str, Any] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "@": lambda a, b: a @ b, "/": lambda a, b: a / b, "//": lambda a, b: a // b,
    "%": lambda a, b: a % b, "**": lambda a, b: a**b, "<": lambda a, b: a < b, "==": lambda a, b: a == b,
    "&": lambda a, b: (a > 2) & (b > 2), "|": lambda a, b: (a > 2) | (b > 2), "^": lambda a, b: (a > 2) ^ (b > 2),
    "<<": lambda a, b: ocean.int32(a) << ocean.int32(b), ">>": lambda a, b: ocean.int32(a) >> ocean.int32(b),
    "neg": lambda a, b: -a, "pos": lambda a, b: +a, "abs": lambda a, b: abs(a), "~": lambda a, b: ~(a > 2),
    "+=": lambda a, b: a.__iadd__(b), "@=": lambda a, b: a.__imatmul__(b), "**=": lambda a, b: a.__ipow__(b),
    "*=": lambda a, b: a.__imul__(b),
}  # fmt: skip


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name: str) -> None:
    compare(name, lambda c: OPERATORS[name](c.x, c.y))
    compare(name, lambda c: OPERATORS[name](c.x, 2))


def test_text_of_tensors_with_axes() -> None:
    case = Case(True)
    assert "H:3 x W:4" in repr(case.x) and "H:3 x W:4" in str(case.x.lazy())
    assert "<" in case.x._repr_html_() and "<" in case.x.lazy()._repr_html_()
    large = ocean.zeros([ocean.axis(200, "A"), ocean.axis(300, "B")])
    assert repr(large).endswith(large.footer) and "A:200 x B:300" in large.footer


def test_files_and_other_packages_see_plain_tensors(tmp_path: Any) -> None:
    x = Case(True).x
    path = str(tmp_path / "x.npy")
    ocean.save(path, ocean.cpu(x))
    assert ocean.load(path).axes is None
    if x.device.host:
        assert type(np.add(x, 1)) is ocean.tensor and np.sum(x) == Case(False).x.sum()
        assert np.sort(x, 1).axes is None
        assert ocean.fromDLPack(x).axes is None


# --- Each function declares a rule, or has a reason not to ---------------------------------------------------------

REASONS = {
    "they differentiate functions, and gradients have the axes of their arguments": """
        checkpoint elementwise_grad grad hessian hvp jacobian jvp stop_gradient value_and_grad vjp
    """,
    "it has no tensors among its arguments": """
        axes devices registerType getAutoBroadcast getAutoTypecast getBufferCount getDefaultDType getDefaultDevice getDeferring setDeferring
        getDefaultMathMode getDisplayPrecision getDisplayWidth getExportTypes getImportTypes getMaxBufferSize getNumThreads
        getScalarCastMode getStrictAxes getWarningMode setAutoBroadcast setAutoTypecast setBufferCount setDefaultDType
        setDefaultDevice setDefaultMathMode setDisplayPrecision setDisplayWidth setMaxBufferSize setNumThreads
        setScalarCastMode setStrictAxes setWarningMode load fuse fftfreq rfftfreq bartlett blackman hamming hanning kaiser
        base_repr binary_repr broadcast broadcast_shapes frombuffer fromfile genfromtxt loadtxt printoptions get_printoptions
        set_printoptions geterr geterrcall seterr seterrcall isdtype issubdtype resolve_dtypes typename mintypecode diag_indices mask_indices tril_indices triu_indices tri vectorize
        default_rng seed spawn jump bytes drawn_by_numpy
    """,
    "it makes tensors of a size, which may be axes, or of values": """
        arange linspace eye identity zeros ones empty full constant indices fromfunction fromiter from_dlpack fromDLPack
        fromXarray unravel_index ravel_multi_index ix_ rand randint randn random_sample ranf sample random uniform normal
        exponential integers bernoulli gamma beta poisson binomial draw from_uniform standard_normal standard_exponential
        standard_gamma standard_cauchy lognormal chisquare negative_binomial laplace logistic gumbel rayleigh weibull pareto
        power geometric triangular
    """,
    "its result is like the argument, axes included, or gets the axes that it names": """
        tensorLike zerosLike onesLike fullLike zeros_like ones_like empty_like full_like asTensor array asarray asanyarray
        cast ensure astype copy clone replicate shallowCopy detach lazy eval asContiguous byteswap conj conjugate angle real
        imag withAxes withoutAxes renameAxis to_device move
    """,
    "it is a view of core, whose description has axes": """
        broadcastTo broadcastLike broadcast_to diag diagonal flatten ravel flipAxis fliplr flipud permuteAxes permute_dims
        reshape reshapeLike reverseAxes reverseAxes2 slice squeeze unsqueeze swapAxes swapaxes transpose ctranspose
        matrix_transpose view
    """,
    "it aligns axes itself, as operations and products do": """
        multiply gemm dot matmul convolution convolutionGradData convolutionGradFilters where isclose norm normNaN assign
        copyto swap into all any argmax argmin count_nonzero max
        maximum mean meanNaN min minimum prod prodNaN ptp stdev stdevNaN sum sumNaN sumSquares var varNaN
    """,
    "what it gives has no dimensions of the argument": """
        allGE allGT allInRange allLE allLT allclose checkOverlap checkSelfOverlap isAligned isComplex isContiguous isEmpty
        isFortran isLinear isReal isScalar isSelfOverlapping iscomplexobj isrealobj isfortran isscalar iterable
        may_share_memory shares_memory shape size ndim can_cast promote_types result_type asScalar asPython item tolist
        as_integer_ratio bit_count is_integer
        tobytes data convertTo to_numpy toXarray array2string array_repr array_str explain call traverse
    """,
    "it writes elements, or a file": "fill zero fillNaN dealloc sync resize save savetxt savez savez_compressed tofile",
}
"""Why functions and methods have no axis rule."""


def spaces() -> dict[str, dict[str, Any]]:
    """The public functions of each module, and the methods of each class."""
    modules = (
        ocean,
        ocean.linalg,
        ocean.fft,
        ocean.random,
        numpy_face,
        numpy_face.linalg,
        numpy_face.fft,
        numpy_face.random,
    )
    classes = (
        ocean.tensor,
        ocean.rtensor,
        ocean.random.generator,
        numpy_face.ndarray,
        numpy_face.random.Generator,
        numpy_face.ufunc,
    )
    found = {each.__name__: {name: getattr(each, name) for name in dir(each)} for each in modules}
    found |= {each.__name__: dict(vars(each)) for each in classes}
    return {
        space: {name: each for name, each in names.items() if is_public(name, each)} for space, names in found.items()
    }


def is_public(name: str, value: Any) -> bool:
    other = isinstance(value, (type, ModuleType, MethodType, ocean.dtype, ocean.device))
    return callable(value) and not other and not name.startswith("_")


SPACES = spaces()


@pytest.mark.host_only("it reads declarations")
def test_each_function_has_a_rule_or_a_reason() -> None:
    listed = [name for names in REASONS.values() for name in names.split()]
    assert len(listed) == len(set(listed)), "one reason is enough"
    without = {
        name for names in SPACES.values() for name, each in names.items()
        if not isinstance(each, function) or (each.rule is None and each.op is None)
    }  # fmt: skip
    assert without - set(listed) == set(), "declare a rule where the function is defined, or give a reason here"
    assert set(listed) - without == set(), "they have a rule, or are gone: take them off the list"


@pytest.mark.host_only("it reads declarations")
def test_declarations() -> None:
    used = set()
    for names in SPACES.values():
        for name, each in names.items():
            if not isinstance(each, function) or each.rule in (None, "refuse"):
                continue
            rule, dimensions = read_rule(each.rule)
            used.add(rule)
            parameters = set(inspect.signature(each).parameters)
            assert parameters.issuperset(dimensions), name
            assert parameters & {"axis", "axes"} <= set(dimensions), f"{name} has a dimension that is not declared"
    assert used == set(RULES.values()), "a rule that no function has"

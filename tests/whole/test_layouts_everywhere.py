"""Every public function of both faces gives the same for every layout of its operands: byteswapped, with gaps, backwards,
at odd addresses, repeated without memory, read-only.

Each call is made with plain operands, and again with one operand in another layout. Results have the same values, dtypes
and shapes; operands have the same values after both calls; what lies between the elements of an operand, and one that is
read-only, keeps its bytes. Results that are given (`out`) are in other layouts, too.

The calls are those of `numpy_calls` and of `axes.test_apply`, and those below. The ordinary run takes some of the
operands, layouts and dtypes, others on every device; OCEAN_TEST_LAYOUTS=all takes all.
"""

from __future__ import annotations

import inspect
import os
import re
import types
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import axes.test_apply as tensors
import layouts
import numpy
import numpy_calls
import pytest

import ocean
import ocean.numpy as np

EVERYTHING = os.environ.get("OCEAN_TEST_LAYOUTS") == "all"


def chosen(*what: Any, one_of: int) -> bool:
    """Whether the ordinary run takes a case."""
    return EVERYTHING or not zlib.crc32(repr((*what, layouts.device.name)).encode()) % one_of


# --- Layouts -----------------------------------------------------------------------------------------------------


def repeating(values: Any) -> Any:
    """Values that repeat the first one along the last dimension."""
    return numpy.broadcast_to(values[..., :1], values.shape) if values.ndim else values


def strides_of(values: Any, kind: ocean.dtype, gap: int = 1) -> list[int]:
    return layouts.fortran(values.shape, kind.size, gap)


Laid = Callable[[Any, ocean.dtype], ocean.tensor]
LAYOUTS: dict[str, Laid] = {
    "plain": lambda values, kind: layouts.place(values, kind, strides_of(values, kind)).tensor,
    "byteswapped": lambda values, kind: layouts.place(values, kind, strides_of(values, kind), swapped=True).tensor,
    "gaps": lambda values, kind: layouts.place(values, kind, strides_of(values, kind, 2), kind.size).tensor,
    "backwards": lambda values, kind: layouts.place(values, kind, [-each for each in strides_of(values, kind)]).tensor,
    "odd": lambda values, kind: layouts.place(values, kind, layouts.fortran(values.shape, kind.size + 1), 1).tensor,
    "rows first": lambda values, kind: layouts.place(
        values, kind, layouts.fortran(values.shape[::-1], kind.size)[::-1], swapped=True
    ).tensor,
    "repeated": lambda values, kind: layouts.place(
        values, kind, [*layouts.fortran(values.shape[:-1], kind.size), 0][: values.ndim]
    ).tensor,
    "read-only": lambda values, kind: read_only(layouts.place(values, kind, strides_of(values, kind)).tensor),
}  # fmt: skip
GIVEN = ("byteswapped", "gaps", "backwards", "odd", "rows first")
"""Layouts of results, in which each element has bytes of its own."""


def read_only(tensor: ocean.tensor) -> ocean.tensor:
    tensor.readonly = True
    return tensor


# --- Comparing ---------------------------------------------------------------------------------------------------


def parts(result: Any) -> list[Any]:
    """Every tensor, array, number and text of a result."""
    if isinstance(result, (list, tuple)):
        return [one for each in result for one in parts(each)]
    if isinstance(result, types.GeneratorType):
        return parts(list(result))
    if isinstance(result, ocean.rtensor):
        return [result.eval()]
    if isinstance(result, np.ndarray):
        return [ocean.asTensor(result.eval())]
    return [result]


def same(what: str, got: Any, wanted: Any) -> None:
    got, wanted = parts(got), parts(wanted)
    assert len(got) == len(wanted), what
    for one, other in zip(got, wanted, strict=True):
        assert type(one) is type(other), f"{what}: {type(one)} instead of {type(other)}"
        if not isinstance(one, ocean.tensor):
            if not callable(one) and type(one) is not ocean.storage and not hasattr(one, "__next__"):
                numpy.testing.assert_equal(one, other, what) if not isinstance(one, ocean.scalar) else near(
                    what, numpy.asarray(one.asPython()), numpy.asarray(other.asPython()), one.dtype)  # fmt: skip
            continue
        assert one.size == other.size and one.dtype is other.dtype, f"{what}: {one.footer} instead of {other.footer}"
        assert one.device is other.device, what
        near(what, layouts.read(one), layouts.read(other), one.dtype)


def near(what: str, got: Any, wanted: Any, kind: ocean.dtype) -> None:
    if not kind.isfloat:
        numpy.testing.assert_array_equal(got, wanted, what)
        return
    rough = 64 * float(kind.basetype.eps)
    scale = float(numpy.max(numpy.abs(wanted), initial=1, where=numpy.isfinite(wanted)))
    numpy.testing.assert_allclose(got, wanted, rough, rough * scale, err_msg=what)


class Outcome:
    """What a call gave, or its error, and the operands after it."""

    def __init__(self, call: Callable[[], Any], operands: dict[str, ocean.tensor]) -> None:
        self.operands = operands
        self.around = {name: around(each) for name, each in operands.items()}
        self.bytes = {name: layouts.memory(each.storage) for name, each in operands.items()}
        ocean.random.seed(5)
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                self.result = call()
            except Exception as error:
                self.result = error

    def wrote(self, name: str) -> bool:
        return bool((layouts.memory(self.operands[name].storage) != self.bytes[name]).any())


def around(tensor: ocean.tensor) -> Any:
    return layouts.surroundings(tensor) if tensor.nelem else None


def compare(what: str, name: str, layout: str, plain: Outcome, other: Outcome) -> None:
    """The call with an operand in another layout does what the plain one does."""
    for each, tensor in other.operands.items():
        if tensor.storage.size and other.around[each] is not None:
            assert (around(tensor) == other.around[each]).all(), f"{what} writes beside the elements of {each}"
    if layout == "read-only":
        assert not other.wrote(name), f"{what} writes to what is read-only"
    refused = isinstance(other.result, Exception) and re.search("read-only|Zero-stride|overlaps", str(other.result))
    if (layout == "read-only" and refused) or (layout == "repeated" and (refused or plain.wrote(name))):
        return  # elements that cannot be written, or that share memory
    if isinstance(plain.result, Exception):
        assert isinstance(other.result, Exception), f"{what}: no error, but for plain operands {plain.result!r}"
        return
    if isinstance(other.result, Exception):
        said = re.search("aligned|byteswap|other order|neighbours|mapped|contiguous", str(other.result))
        assert said, f"{what}: {other.result!r}"
        return
    same(what, other.result, plain.result)
    for each, tensor in other.operands.items():
        if layout != "read-only" or each != name:
            near(f"{what}: {each} after it", layouts.read(tensor), layouts.read(plain.operands[each]), tensor.dtype)


def walk(
    title: str, values: dict[str, tuple[Any, ocean.dtype]], call: Callable[[dict[str, ocean.tensor]], Any], one_of: int,
    names: Any = LAYOUTS, which: Any = None,
) -> None:  # fmt: skip
    """Make a call with plain operands, and with each operand in each layout."""
    for name in values if which is None else which:
        for layout in names:
            if layout == "plain" or not chosen(title, name, layout, one_of=one_of):
                continue
            given = {**values, name: (repeating(values[name][0]), values[name][1])} if layout == "repeated" else values
            outcomes = []
            for used in ("plain", layout):
                laid = {
                    each: LAYOUTS[used if each == name else "plain"](numpy.array(array), kind) for each, (array, kind) in given.items()
                }
                outcomes.append(Outcome(lambda laid=laid: call(laid), laid))
            compare(f"{title}, {name} {layout}", name, layout, *outcomes)


# --- Tensors -----------------------------------------------------------------------------------------------------

KINDS = [ocean.double, ocean.int32, ocean.half, ocean.cfloat, ocean.uint8, ocean.float, ocean.int64, ocean.bool]
W, N = tensors.W, tensors.N


class Case(tensors.Case):
    """The material of the calls of tensors, given as they are."""

    def __init__(self, kind: ocean.dtype, given: dict[str, ocean.tensor]) -> None:
        self.labelled, self.dtype = False, kind
        self.h, self.w, self.n = 0, 1, 2
        self.x, self.y, self.v, self.cube = (given[each] for each in ("x", "y", "v", "cube"))


def material(kind: ocean.dtype) -> dict[str, tuple[Any, ocean.dtype]]:
    made = tensors.Case(False, kind)
    return {name: (layouts.read(getattr(made, name)), kind) for name in ("x", "y", "v", "cube")}


CALLS: dict[str, Any] = {
    "convolution": lambda c: ocean.convolution(c.cube.unsqueeze(3), c.x.slice(0, 0, 2).slice(1, 0, 2).unsqueeze(2).unsqueeze(3)),
    "transpose": lambda c: c.x.transpose(), "ctranspose": lambda c: c.x.ctranspose(), "T": lambda c: c.x.T, "H": lambda c: c.x.H,
    "+": lambda c: c.x + c.y, "*": lambda c: c.x * c.y.T, "+=": lambda c: c.x.__iadd__(c.y), "@": lambda c: c.x @ c.v,
    "key": lambda c: c.x[1:, ::2], "list": lambda c: c.x[[2, 0]], "mask": lambda c: c.x[c.y > 3], "set": lambda c: c.x.__setitem__(slice(1, 3), 5),
    "set mask": lambda c: c.x.__setitem__(c.y > 3, 1), "set list": lambda c: c.x.__setitem__([0, 2], c.y[[1, 0]]),
    "cast": lambda c: [kind(c.x) for kind in KINDS], "text": lambda c: str(ocean.double(c.x) if not c.x.dtype.iscomplex else 0)[:40].split("<")[0],
    **{f"fft.{name}": (lambda c, name=name: getattr(ocean.fft, name)(c.cube)) for name in dir(ocean.fft)
       if not name.startswith("_") and "freq" not in name},
}  # fmt: skip
"""Calls of what has no call in `axes.test_apply`."""

SKIPPED = {
    "storage": "storage is not a value", "detach": "a copy of an operand, which says nothing about layouts", "lazy": "compared when it is evaluated",
    "byteswap": "swaps the operand itself", "shallowCopy": "a view", "ensure": "a view where nothing is to be done", "show": "prints",
    "checkOverlap": "about memory", "checkSelfOverlap": "about memory", "isContiguous": "about layouts", "isLinear": "about layouts",
    "isFortran": "about layouts", "isAligned": "about layouts", "isSelfOverlapping": "about layouts", "explain": "about layouts",
    "data": "elements in storage", "description": "about layouts", "traverse": "goes along memory", "resize": "replaces memory",
    "convertTo": "keeps the byte order", "to_numpy": "keeps the byte order", "argpartition": "any order of equal elements",
    "sync": "about devices",
}  # fmt: skip
"""Names that are not walked, and why."""


def tensor_calls() -> dict[str, Any]:
    found = {name: call for name, call in tensors.functions().items() if call is not None and name not in SKIPPED}
    for name, call in tensors.methods(ocean.tensor).items():
        if call is not None and name not in SKIPPED:
            found[f".{name}"] = call
    return {**found, **CALLS}


@pytest.mark.parametrize("name", tensor_calls())
def test_tensors(name: str) -> None:
    call = tensor_calls()[name]
    for place, kind in enumerate(KINDS):
        if chosen(name, one_of=1) and (EVERYTHING or place == zlib.crc32(repr((name, layouts.device.name)).encode()) % len(KINDS) or place == 0):
            walk(f"{name} of {kind.name}", material(kind), lambda laid, kind=kind: call(Case(kind, laid)), 3)


SIZES: dict[str, dict[str, tuple[int, ...]]] = {
    "0-d": {"x": (), "y": (), "v": (), "cube": ()},
    "empty": {"x": (3, 0), "y": (3, 0), "v": (0,), "cube": (3, 0, 2)},
}
"""Sizes of the operands besides those of `material`. Most calls are errors for some of them: for every layout, then."""


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("name", tensor_calls())
def test_tensors_of_few_elements(name: str, shape: str) -> None:
    call = tensor_calls()[name]
    for place, kind in enumerate(KINDS):
        if EVERYTHING or place == zlib.crc32(repr((name, shape, layouts.device.name)).encode()) % len(KINDS):
            values = {each: (numpy.full(size, 3), kind) for each, size in SIZES[shape].items()}
            walk(f"{name} of {kind.name}, {shape}", values, lambda laid, kind=kind: call(Case(kind, laid)), 4)


# --- Linear algebra and random numbers of tensors ----------------------------------------------------------------

L, R = ocean.linalg, ocean.random
MATERIAL: dict[str, Any] = {
    "s": numpy.array([[9, 1, 2], [1, 7, 3], [2, 3, 8]]), "t": numpy.array([[5, 2, 0, 1], [1, 6, 3, 2], [0, 4, 7, 1]]),
    "v": numpy.array([1, 2, 3]), "n": numpy.array([4, 2, 3]), "c": numpy.arange(18).reshape(3, 3, 2) % 7 + 10 * numpy.eye(3)[:, :, None],
}
LINEAR: dict[str, Any] = {
    "solve": lambda s, v, c: [L.solve(s, v), L.solve(c, s)], "lstsq": lambda t, v: L.lstsq(t, v), "outer": lambda v, t: L.outer(v, t[0]),
    "matmul": lambda s, t, c, v: [L.matmul(s, t), L.matmul(c, s), L.matmul(s, v)], "multi_dot": lambda s, t, v: L.multi_dot([s, t, t.T, v]),
    "vecdot": lambda v, s: [L.vecdot(v, v), L.vecdot(s, v.unsqueeze(1))], "cross": lambda v, s: L.cross(s, s.T),
    "tensordot": lambda s, t: [L.tensordot(s, s), L.tensordot(s, t, 1)], "matrix_power": lambda s, c: [L.matrix_power(c, 2), L.matrix_power(s, -1)],
    "eigvals": lambda s: L.eigvals(s), "eig": lambda s: L.eig(s), "norm": lambda s, v: [L.norm(s), L.norm(v, 3), L.norm(s, 1)],
    "vector_norm": lambda v, t: [L.vector_norm(v), L.vector_norm(t, 0, ord=1)], "cholesky": lambda s: [L.cholesky(s), L.cholesky(s, upper=True)],
    **{name: (lambda s, c, name=name: [getattr(L, name)(s), getattr(L, name)(c)]) for name in (
        "inv", "det", "slogdet", "pinv", "qr", "svd", "svdvals", "eigh", "eigvalsh", "cond", "matrix_rank", "matrix_norm", "diagonal", "trace",
        "matrix_transpose", "expm")},
}  # fmt: skip
DRAWN: dict[str, Any] = {
    "uniform": lambda v: R.uniform([3], v, v + 1), "normal": lambda v, s: R.normal([3, 3], s, v), "exponential": lambda v: R.exponential([3], v),
    "integers": lambda n: R.integers([3], n, n + 5), "bernoulli": lambda v: R.bernoulli([3], v / 4), "gamma": lambda v: R.gamma([3], v, v),
    "beta": lambda v: R.beta([3], v, v), "poisson": lambda v: R.poisson([3], v), "binomial": lambda n, v: R.binomial([3], n, v / 4),
    "choice": lambda v, t: [R.choice(v, [4]), R.choice(t, [5], axis=1), R.choice(v, [2], True, v / 6)],
    "permutation": lambda v, t: [R.permutation(v), R.permutation(t, 1)], "shuffle": lambda t, v: [R.shuffle(t, 1), R.shuffle(v), t, v],
}  # fmt: skip
FIXED = {"seed": "takes no tensors", "spawn": "takes no tensors"}


def face_calls() -> dict[str, Any]:
    return {**{f"linalg.{name}": call for name, call in LINEAR.items()}, **{f"random.{name}": call for name, call in DRAWN.items()}}


@pytest.mark.parametrize("shape", ["plain", *SIZES])
@pytest.mark.parametrize("name", face_calls())
def test_linear_algebra_and_random_numbers(name: str, shape: str) -> None:
    call = face_calls()[name]
    used = inspect.signature(call).parameters
    for place, kind in enumerate(KINDS):
        if not EVERYTHING and place and place != zlib.crc32(repr((name, shape, layouts.device.name)).encode()) % len(KINDS):
            continue
        values = {
            each: (shaped(MATERIAL[each], shape), ocean.int64 if each == "n" else kind) for each in MATERIAL if each in used
        }

        def made(laid: dict[str, ocean.tensor]) -> Any:
            return call(**laid)

        if shape == "plain" and kind is ocean.double:
            made({each: LAYOUTS["plain"](*given) for each, given in values.items()})  # a call that works, to begin with
        walk(f"{name} of {kind.name}, {shape}", values, made, 2 if shape == "plain" else 4)


def shaped(values: Any, shape: str) -> Any:
    """Values as they are, the first of them, or none."""
    if shape == "plain" or not values.ndim:
        return values
    return values.ravel()[0].reshape(()) if shape == "0-d" else values[..., :0]


@pytest.mark.host_only("names are on no device")
def test_every_name_of_tensors_is_walked() -> None:
    for space, calls in ((ocean.linalg, LINEAR), (ocean.random, DRAWN)):
        names = [each for each in dir(space) if not each.startswith("_") and callable(getattr(space, each))]
        for name in names:
            if not isinstance(getattr(space, name), type) and name not in FIXED and name != "default":
                assert name in calls, f"no call of {space.__name__}.{name}"


ROWS = [name for name, row in ocean._src.ops.table.ROWS.items() if name in dir(ocean) and row.arity < 3]


@pytest.mark.parametrize("name", ROWS)
def test_given_tensors(name: str) -> None:
    """Elementwise functions into results in other layouts."""
    row = ocean._src.ops.table.ROWS[name]
    for kind in (ocean.double, ocean.int16, ocean.cfloat):
        values = {each: material(kind)[each] for each in ("x", "y")[: row.arity]}
        plain = Outcome(lambda values=values: getattr(ocean, name)(*(LAYOUTS["plain"](*each) for each in values.values())), {})
        if not isinstance(plain.result, ocean.tensor):
            continue
        values["B"] = (numpy.zeros(plain.result.size), plain.result.dtype)

        def call(laid: dict[str, ocean.tensor]) -> Any:
            return getattr(ocean, name)(*(each for each in laid.values()))

        walk(f"{name} of {kind.name}", values, call, 2, GIVEN, ["B"])


# --- Arrays ------------------------------------------------------------------------------------------------------

MORE = """
    moving_mean(A,1,2) moving_average(A,1,w[:2])
    asanyarray(A) asarray_chkfinite(A) ascontiguousarray(A) asfortranarray(A) from_dlpack(A) isfortran(A).__class__ in1d(i,j) lazy(A).eval()
    require(A,'f4') reduce_binary(A,np.add,1) reduce_range(A,np.mean,1) slide(A,np.mean,1,2) stdev(A) topk(A,2,1)[0] transform(S,np.cumsum,1)or(S)
    vectorize(lambda*x:x[0]+1)(A) linalg.expm(S) identity(3,'f4') fromiter(v,'f4') empty_like(A).shape frompyfunc(lambda*x:x[0]+1,1,1)(A)
    emath.sqrt(A) emath.log(A) emath.log2(A) emath.log10(A) emath.logn(2,B) emath.power(A,2) emath.arccos(A) emath.arcsin(A) emath.arctanh(A)
    random.normal(v,B[:,0]) random.uniform(v,v_positive) random.exponential(v_positive) random.gamma(v_positive,v_positive) random.beta(v_positive,v_positive)
    random.binomial(j,0.5) random.poisson(v_positive) random.permutation(v) random.choice(v,4) random.shuffle(A)or(A) random.chisquare(v_positive)
    random.dirichlet(v_positive) random.f(v_positive,v_positive) random.geometric(0.5,size=3) random.gumbel(v) random.laplace(v) random.logistic(v)
    random.lognormal(v) random.multinomial(5,[0.2,0.8]) random.multivariate_normal(v,S) random.negative_binomial(j+1,0.5) random.pareto(v_positive)
    random.noncentral_chisquare(v_positive,v_positive) random.noncentral_f(v_positive,v_positive,v_positive) random.power(v_positive)
    random.rayleigh(v_positive) random.standard_gamma(v_positive) random.standard_t(v_positive) random.triangular(v,v+1,v+2) random.wald(v_positive,v_positive)
    random.weibull(v_positive) random.vonmises(v,v_positive) random.zipf(v_positive+1) random.randint(0,j+1) random.logseries(F[0]*F[0])
    random.hypergeometric(j,j,0) random.multivariate_hypergeometric(j,2)
"""  # fmt: skip
METHODS = """
    A.sum() A.sum(axis=0) A.prod(axis=1) A.mean() A.var(axis=0) A.std() A.stdev(axis=1) A.min() A.max(axis=0) A.ptp() A.all() A.any(axis=1)
    A.argmin() A.argmax(axis=1) A.copy() A.astype('f4') A.fill(3)or(A) A.tolist() A.reshape(4,3) A.reshape(2,6,order='F') A.transpose()
    T.transpose(1,0,2) A.ravel() A.ravel('F') k.squeeze() A.swapaxes(0,1) A.diagonal() A.flatten() A.flatten('F') np.frombuffer(A.tobytes(),A.dtype) np.frombuffer(A.tobytes('F'),A.dtype)
    z.conj() z.conjugate() A.clip(0,1) A.eval() w.sort()or(w) A.sort(axis=0)or(A) A.argsort() A.round(1) A.nonzero() A.compress([1,0,1],axis=0)
    A.cumsum() A.cumsum(axis=1) A.cumprod(axis=0) A.trace() A.dot(C) w_sorted.searchsorted(v) A.take([1,2]) A.put([0,5],9)or(A) j.choose([v,v,v])
    A.repeat(2) A.median() A.topk(2,1)[0] A.item(5) A.view('int64') z.real z.imag A.T A.mT A.flat[3] A.flat[1:9:2] list(A.flat) A.assign(B)or(A)
    A.equal(B) A.less(B) A.map(np.sum) A.slide(np.mean,1,2) A.reduce_range(np.mean,1) A.reduce_binary(np.add,1) S.transform(np.cumsum,1)or(S)
    A.byteswap() A.dumps().__class__ A.shape A.size A.ndim A.nbytes A.itemsize A.dtype.kind len(A) list(A) A.to_device('cpu').__class__
    A+B A-w A*B A/B A//B A%B B**A B**2 A@C i&u i|s i^i u<<1 i>>1 A==B A<w -A +A abs(A) ~i divmod(A,B) A.__iadd__(B) A.__imul__(w) i.__iand__(u)
    A[1] A[1,2] A[:,::-1] A[[2,0]] A[m] A[...,None] A[j,j] A[:,[1,0]] A.__setitem__(1,w)or(A) A.__setitem__(m,7)or(A) A.__setitem__((j,j),v)or(A)
    A.__setitem__(slice(1,3),B[:2])or(A) A.__contains__(5) w.__setitem__(slice(1,None),w[:-1])or(w) add(A[:,:-1],1,out=A[:,1:])
"""
LEFT_OUT = {
    **dict.fromkeys(("checkpoint", "custom_jvp", "custom_vjp", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp", "stop_gradient",
                     "value_and_grad", "vjp"), "differentiates functions: tests/gradients"),
    **dict.fromkeys(("bartlett", "blackman", "hamming", "hanning", "kaiser", "base_repr", "binary_repr", "broadcast_shapes", "constant",
                     "arange", "array", "asarray", "diag_indices", "empty", "eye", "full", "zeros", "format_float_positional", "format_float_scientific", "frombuffer", "fromfunction",
                     "fromstring", "indices", "ones", "tri", "tril_indices", "triu_indices", "mask_indices", "fft.fftfreq", "fft.rfftfreq",
                     "random.bytes", "random.default_rng", "random.rand", "random.randn", "random.random", "random.random_sample",
                     "random.ranf", "random.sample", "random.seed", "random.standard_cauchy", "random.standard_exponential",
                     "random.standard_normal"), "takes no arrays, or only takes them over"),
    **dict.fromkeys(("broadcast", "finfo", "isdtype", "issubdtype", "mintypecode", "typename", "promote_types", "get_printoptions", "printoptions", "set_printoptions", "geterr", "geterrcall", "seterr", "seterrcall"),
                    "about dtypes and settings"),
    **dict.fromkeys(("fromfile", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed"),
                    "files: tests/exchange/test_files.py writes every layout"),
    **dict.fromkeys(("convolution", "convolutionGradData", "convolutionGradFilters"), "tests/convolution/test_api.py has every layout"),
    "fuse": "makes functions of others",
}  # fmt: skip
"""Names of `ocean.numpy` that are not walked, and why."""
NOT_CALLED = {
    "common_type", "can_cast", "min_scalar_type", "result_type", "shares_memory", "may_share_memory", "argpartition", "array2string",
    "array_repr", "array_str", "apply_over_axes", "einsum_path",
}  # fmt: skip
"""Functions of `numpy_calls` that are about dtypes, memory or text, or give elements in any order."""


def array_calls() -> list[str]:
    own = [f"np.{call}" for call in (*numpy_calls.CALLS, *MORE.split()) if numpy_calls.name_of(call) not in NOT_CALLED]
    own = [call for call in own if "like=" not in call and "out=np." not in call]
    return own + [f"np.{call}" if call.startswith("add(") else call for call in METHODS.split()]


VALUES = {name: (values, next(kind for kind, own in layouts.NUMPY.items() if own == values.dtype and kind is not ocean.chalf))
          for name, values in numpy_calls.operands().items()}  # fmt: skip


def evaluated(call: str, laid: dict[str, ocean.tensor]) -> Any:
    np.random.seed(3)
    return eval(call, {"np": np, **{name: np.asarray(each) for name, each in laid.items()}})


def used_by(call: str) -> dict[str, Any]:
    return {name: VALUES[name] for name in VALUES if re.search(rf"(?<![.\w'\"=]){name}\b(?!=[^=])", call)}


@pytest.mark.parametrize("call", array_calls())
def test_arrays(call: str) -> None:
    walk(call, used_by(call), lambda laid: evaluated(call, laid), 3)


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("call", array_calls())
def test_arrays_of_few_elements(call: str, shape: str) -> None:
    values = {name: (shaped(each, shape), kind) for name, (each, kind) in used_by(call).items()}
    walk(f"{call}, {shape}", values, lambda laid: evaluated(call, laid), 8)


def with_out() -> Iterator[str]:
    """Calls of functions that take a result."""
    for call in array_calls():
        name = re.match(r"np\.([\w.]+)\(", call)
        if name and name[1] == "dot":
            continue  # as in NumPy, a given result is contiguous
        if name and call.endswith(")") and "out=" not in call and "or(" not in call:
            function: Any = np
            for part in name.group(1).split("."):
                function = getattr(function, part)
            try:
                taken = "out" in inspect.signature(function).parameters
            except (TypeError, ValueError):
                taken = False
            if taken or isinstance(function, np.ufunc):
                yield call


@pytest.mark.parametrize("call", sorted(set(with_out())))
def test_given_arrays(call: str) -> None:
    values = used_by(call)
    plain = Outcome(lambda: evaluated(call, {name: LAYOUTS["plain"](*each) for name, each in values.items()}), {}).result
    if not isinstance(plain, np.ndarray):
        return
    values = {**values, "OUT": (numpy.zeros(plain.shape), ocean.dtype(plain.dtype))}
    walk(f"{call[:-1]},out=OUT)", values, lambda laid: evaluated(f"{call[:-1]},out=OUT)", laid), 2, GIVEN, ["OUT"])


@pytest.mark.host_only("names are on no device")
def test_every_name_is_walked() -> None:
    """A new public function gets a call, or a reason why it has none."""
    text = " ".join(array_calls())
    spaces = (("", np), ("fft.", np.fft), ("linalg.", np.linalg), ("random.", np.random), ("emath.", np.emath))
    for prefix, space in spaces:
        for name in dir(space):
            value = getattr(space, name)
            if name.startswith("_") or not callable(value) or isinstance(value, (type, types.ModuleType, ocean.dtype)):
                continue
            called = re.search(rf"np\.{re.escape(prefix + name)}[.(]", text)
            assert called or prefix + name in LEFT_OUT or name in NOT_CALLED, f"no call of ocean.numpy.{prefix}{name}"
    for name in LEFT_OUT:
        assert hasattr(np, name.split(".")[0]), name

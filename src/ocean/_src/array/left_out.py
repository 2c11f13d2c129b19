"""Names of NumPy that `ocean.numpy` leaves out on purpose: the AttributeError says why. docs/numpy.md lists them."""

from __future__ import annotations

from ocean._src.base.errors import unknown_name

KINDS: dict[str, tuple[str, str]] = {
    "dates": (
        "busday_count busday_offset busdaycalendar datetime64 datetime_as_string datetime_data is_busday isnat "
        "timedelta64",
        "Ocean has no dates",
    ),
    "text and objects": (
        "bytes_ char character flexible fromregex object_ rec recarray record str_ strings void ScalarType sctypeDict "
        "dtypes",
        "Ocean has dtypes of numbers only",
    ),
    "long numbers": (
        "clongdouble complex256 float128 longdouble",
        "the longest dtypes are float64 and complex128",
    ),
    "matrices": (
        "asmatrix bmat matrix",
        "use arrays of two axes, with @ for products; np.block puts a matrix together from blocks",
    ),
    "masked arrays": (
        "ma",
        "use a mask, as in a[mask], np.where(mask, a, b) or np.sum(a, where=mask), or NaN with np.nansum and others",
    ),
    "mapped files": (
        "memmap",
        "use np.load(name, mmap_mode='r') for .npy files, and np.asarray(numpy.memmap(name, dtype)) for raw ones",
    ),
    "iterators": (
        "flatiter nditer nested_iters",
        "use a.flat, np.ndindex, np.ndenumerate, np.broadcast_arrays or np.broadcast_shapes",
    ),
    "parts of NumPy itself": (
        "core ctypeslib f2py get_include getbufsize info setbufsize show_config show_runtime test typing",
        "it is about NumPy itself: use numpy",
    ),
}
"""By kind: the names, and the message for them."""
LEFT_OUT = {name: advice for names, advice in KINDS.values() for name in names.split()}
RANDOM = {
    **dict.fromkeys(
        ("BitGenerator", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence", "RandomState",
         "get_bit_generator", "set_bit_generator"),
        "np.random.default_rng(seed) makes a generator, whose numbers are Philox's; spawn() makes independent ones",
    ),
    **dict.fromkeys(("get_state", "set_state"), "use ocean.random.generator(seed).state"),
    "random_integers": "use np.random.randint(low, high + 1, size)",
}  # fmt: skip
"""Names of `numpy.random` that ours leaves out, and the message for each."""
FORMER = {
    "float_": "float64", "complex_": "complex128", "product": "prod", "cumproduct": "cumprod", "alltrue": "all",
    "sometrue": "any", "trapz": "trapezoid", "Inf": "inf", "NaN": "nan", "infty": "inf", "round_": "round",
    "msort": "sort(a, axis=0)", "asfarray": "asarray(a, float)",
}  # fmt: skip
"""Names that NumPy has removed, and their successors."""

ELSEWHERE = {
    "relu": "use np.maximum(x, 0)",
    "sigmoid": "use 1 / (1 + np.exp(-x)); @np.fuse makes it one pass",
    "softmax": "use np.exp(x - np.max(x, axis, keepdims=True)), divided by its sum along the axis",
    "tensor": "use np.array",
    "Tensor": "use np.ndarray",
    "cat": "use np.concatenate",
    "clone": "use np.copy",
    "from_numpy": "use np.asarray, which shares the memory",
    "no_grad": "only np.grad(f) records; call f itself",
    "cuda": "give a device by name: np.zeros(3, device='gpu0'), a.to_device('gpu0')",
    "jit": "use np.fuse",
    "vmap": "use np.vectorize or np.fuse",
    "device": "use ocean.device",
}
"""Names of PyTorch and JAX, and what to use."""


def unknown(module: str, name: str) -> AttributeError:
    """The error for a name that `ocean.numpy` or one of its modules does not have."""
    text = f"module '{module}' has no attribute '{name}'"
    if module == "ocean.numpy" and name in LEFT_OUT:
        return AttributeError(f"{text}; {LEFT_OUT[name]}", name=name, obj=None)
    if module == "ocean.numpy.random" and name in RANDOM:
        return AttributeError(f"{text}; {RANDOM[name]}", name=name, obj=None)
    if module == "ocean.numpy" and name in FORMER:
        return AttributeError(f"{text}; use np.{FORMER[name]}", name=name, obj=None)
    if module == "ocean.numpy" and name in ELSEWHERE:
        return AttributeError(f"{text}; {ELSEWHERE[name]}", name=name, obj=None)
    return unknown_name(module, name)

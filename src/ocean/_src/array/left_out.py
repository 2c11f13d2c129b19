"""Names of NumPy that `ocean.numpy` leaves out on purpose: the AttributeError says why. docs/numpy.md lists them."""

from __future__ import annotations

import sys
from typing import Any

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
    "other arrays": (
        "asmatrix bmat ma matrix memmap",
        "use arrays of two axes for matrices, masks for missing values (a[mask], np.where, np.nansum), "
        "ocean.load(name, mmap=True) for files",
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


def unknown(module: str, name: str) -> AttributeError:
    """The error for a name that `ocean.numpy` or one of its modules does not have."""
    text = f"module '{module}' has no attribute '{name}'"
    place: Any = sys.modules[module]
    if module == "ocean.numpy" and name in LEFT_OUT:
        return AttributeError(f"{text}; {LEFT_OUT[name]}", name=name, obj=None)
    if module == "ocean.numpy.random" and name in RANDOM:
        return AttributeError(f"{text}; {RANDOM[name]}", name=name, obj=None)
    if module == "ocean.numpy" and name in FORMER:
        return AttributeError(f"{text}; use np.{FORMER[name]}", name=name, obj=None)
    if name.startswith("_"):
        return AttributeError(text, name=name, obj=place)
    import difflib

    near = difflib.get_close_matches(name, dir(place), 1, 0.75)
    # with the object, Python adds a guess when it prints an uncaught error
    return AttributeError(f"{text}; did you mean '{near[0]}'?" if near else text, name=name, obj=None)

"""The table of axis rules for functions of tensors and arrays, and how they are installed.

Functions that are not listed here refuse tensors with axes; the error names `withoutAxes`. So no function drops axes
silently.
"""

from __future__ import annotations

import re
from typing import Any

from ocean._src.axes.matrix_rules import OF_ARRAYS, OF_TENSORS, PRODUCTS, outer
from ocean._src.axes.rules import (
    Rule,
    along,
    by_name,
    diagonals,
    drop,
    elementwise,
    first,
    joined,
    reduced,
    refuse,
    stacked,
    views,
)
from ocean._src.core.call.callables import function, guard
from ocean._src.core.host.random import generator
from ocean._src.core.objects.array import array
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.tensor.reduce import METHODS

NATIVE = """
    tensor arange linspace zeros ones full tensorLike zerosLike onesLike fullLike asTensor eye ensure cast lazy
    where constant indices allclose isclose multiply gemm norm normNaN allGE allGT allLE allLT allInRange
    checkOverlap checkSelfOverlap dot convolution convolutionGradData convolutionGradFilters fuse permuteAxes
    swapAxes reverseAxes reverseAxes2 transpose ctranspose flipAxis fliplr flipud slice diag squeeze unsqueeze
    broadcastTo flatten ravel reshape resize withAxes withoutAxes renameAxis assign copy clone replicate eval
    asContiguous fill zero data swap traverse asPython asScalar byteswap conj convertTo dealloc detach fillNaN
    shallowCopy sync to_numpy isAligned isComplex isContiguous isEmpty isFortran isLinear isReal isScalar
    isSelfOverlapping save load fromDLPack fromXarray toXarray into explain call view broadcastLike reshapeLike
    uniform normal exponential integers bernoulli gamma beta poisson binomial seed spawn jump
"""
"""Functions and methods that know axes, or ignore them."""
KNOWING = frozenset(NATIVE.split())

RULES: dict[Rule, str] = {
    along: """argpartition argsort cummax cummin cumprod cumprodNaN cumsum cumsumNaN diff diff2 partition sort topk
        tril triu slide moving_mean transform pad roll tile take_along_axis put_along_axis fft ifft rfft irfft
        hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftshift ifftshift nan_to_num round cross
        permutation shuffle""",
    first: "isin digitize take repeat moving_average gradient",
    views: "flip moveaxis rot90 split trace",
    elementwise: "divmod frexp modf",
    reduced: "median medianNaN average reduce_range reduce_binary quantile quantileNaN",
    drop: """find nonzero argwhere flatnonzero unique intersect1d union1d setdiff1d histogram histogram2d bincount
        searchsorted lexsort cov corrcoef put show""",
    joined: "concatenate merge",
    stacked: "stack",
    outer: "outer",
}
RULE_OF = by_name(RULES)


ARRAYS_NATIVE = """
    array asarray asanyarray zeros ones empty full zeros_like ones_like empty_like full_like eye identity arange
    linspace from_dlpack reshape ravel flatten transpose permute_dims matrix_transpose swapaxes
    squeeze diagonal copyto dot matmul convolution convolutionGradData
    convolutionGradFilters broadcast_to fuse lazy constant
    shape ndim size dim iscomplexobj isrealobj isfortran isscalar iterable result_type can_cast promote_types isdtype
    issubdtype finfo iinfo array2string array_repr array_str may_share_memory shares_memory save savetxt savez
    savez_compressed load loadtxt genfromtxt fromfile frombuffer fromiter fromfunction vectorize broadcast_shapes ix_
    set_printoptions get_printoptions printoptions seterr geterr errstate bartlett blackman hamming hanning kaiser tri
    diag_indices mask_indices tril_indices triu_indices indices unravel_index ravel_multi_index withAxes withoutAxes
    renameAxis fill item tolist tobytes tofile to_device to_numpy show explain eval copy astype conj conjugate angle
    assign swap traverse traverse_order_adapter data real imag clip equal not_equal less less_equal greater
    greater_equal move spawn draw from_uniform random uniform standard_normal normal lognormal exponential
    standard_exponential gamma standard_gamma chisquare beta poisson binomial negative_binomial laplace logistic
    gumbel rayleigh weibull pareto power standard_cauchy geometric triangular integers bytes fftfreq rfftfreq
"""
"""Functions and methods of arrays that know axes, or ignore them."""
ARRAYS_KNOWING = frozenset(ARRAYS_NATIVE.split())

ARRAY_RULES: dict[Rule, str] = {
    along: """argpartition argsort partition sort topk cumprod cumsum cumulative_prod cumulative_sum nancumprod
        nancumsum diff tril triu pad roll take_along_axis put_along_axis nan_to_num round around flip fliplr flipud tile
        unwrap sinc i0 real_if_close spacing isreal iscomplex slide transform trim_zeros cross ascontiguousarray
        asfortranarray require append insert putmask place array_equal array_equiv fft ifft rfft irfft hfft ihfft fft2
        ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftshift ifftshift permutation permuted shuffle ediff1d byteswap""",
    first: "isin digitize take repeat gradient delete interp",
    views: "moveaxis rollaxis rot90 split array_split hsplit vsplit dsplit unstack trace",
    diagonals: "diag",
    elementwise: "divmod frexp modf ldexp isclose allclose broadcast_arrays",
    reduced: """nanmax nanmin nanmean nanstd nanvar nanargmax nanargmin median nanmedian quantile
        percentile nanquantile nanpercentile average trapezoid reduce_range reduce_binary norm vector_norm""",
    drop: """nonzero argwhere flatnonzero unique unique_all unique_counts unique_inverse unique_values intersect1d
        union1d setdiff1d setxor1d in1d histogram histogram2d histogramdd histogram_bin_edges bincount searchsorted
        lexsort cov corrcoef put fill_diagonal""",
    joined: "concatenate concat",
    stacked: "stack",
}
ARRAY_RULE_OF = by_name(PRODUCTS, OF_ARRAYS, ARRAY_RULES)
MATRIX_RULE_OF = by_name(PRODUCTS, OF_TENSORS)


def give_array_rules(namespace: dict[str, Any], prefix: str = "") -> None:
    """Install the rules for all functions of a module of arrays, or of a class, that do not know axes. `prefix` and the
    name are their qualified name for pickles."""
    for name, member in list(namespace.items()):
        if not name.startswith("_") and name not in ARRAYS_KNOWING and without_rule(member):
            namespace[name] = given = guard(member, ARRAY_RULE_OF.get(name, refuse), binds=bool(prefix))
            if given is not member:
                given.__module__, given.__qualname__ = namespace["__module__" if prefix else "__name__"], prefix + name


def give_rules(namespace: dict[str, Any]) -> None:
    """Install the rules for all functions of a module that do not know axes."""
    for name, member in list(namespace.items()):
        if takes_rule(name, member):
            namespace[name] = guard(member, RULE_OF.get(name, refuse))


def give_matrix_rules(namespace: dict[str, Any]) -> None:
    """Install the rules for all functions of linear algebra on tensors."""
    for name, member in list(namespace.items()):
        if not name.startswith("_") and callable(member) and not isinstance(member, (type, function)):
            namespace[name] = given = guard(member, MATRIX_RULE_OF.get(name, refuse))
            if given is not member:
                given.__module__ = namespace["__name__"]  # where pickles look it up


def give_methods_rules() -> None:
    """Install the rules for all methods of tensors that do not know axes."""
    for cls in (tensor, rtensor, generator):
        for name, member in list(vars(cls).items()):
            if takes_rule(name, member):
                given = guard(member, RULE_OF.get(name, refuse), binds=True)
                if given is not member:
                    given.__qualname__ = f"{cls.__name__}.{name}"  # its name in pickles
                    setattr(cls, name, given)


def give_array_methods_rules(cls: type = array) -> None:
    """Install the rules for all methods of arrays, or of a class that takes arrays, that do not know axes."""
    members = {**vars(cls), "__module__": cls.__module__}
    give_array_rules(members, f"{cls.__name__}.")
    for name, member in members.items():
        if vars(cls).get(name) is not member:
            setattr(cls, name, member)


FUNCTION_TYPES = ("function", "cython_function_or_method", "builtin_function_or_method")
SETTING = re.compile(r"_|(get|set)[A-Z]|registerType|devices")


def without_rule(member: Any) -> bool:
    """Whether a member is a function that has no rule yet."""
    if isinstance(member, function):
        return member.rule is None and member.op is None
    return type(member).__name__ in FUNCTION_TYPES


def takes_rule(name: str, member: Any) -> bool:
    """Whether a member is a Python function, or a function with a signature, that needs a rule."""
    if name in KNOWING or name in METHODS or SETTING.match(name) or isinstance(member, type):
        return False
    if isinstance(member, function):
        return member.takes is not None and member.op is None
    return type(member).__name__ in FUNCTION_TYPES and hasattr(member, "__code__")

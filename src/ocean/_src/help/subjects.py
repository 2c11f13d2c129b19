"""The text of `help(ocean)`: the public names by subject."""

from __future__ import annotations

from collections.abc import Iterable

from ocean._src.base.dtype_table import TABLE
from ocean._src.ops.reductions import ROWS as REDUCTIONS
from ocean._src.ops.table import ROWS

HELP = "help(ocean.name) says more about each of these, and help(ocean.tensor) about the methods of tensors."
GROUPS = {
    "Making tensors": "tensor zeros ones full eye diag arange linspace asTensor tensorLike zerosLike onesLike fullLike "
    "indices constant",
    "Dtypes, which cast when they are called": " ".join(row.spelling for row in TABLE),
    "Converting": "cast ensure scalar fromDLPack fromXarray toXarray registerType getImportTypes getExportTypes",
    "Files": "save load",
    "Arithmetic": "add subtract scale divide trueDivide floorDivide mod remainder fmod divmod fma fdim power square "
    "reciprocal negative absolute fabs sign conj gcd lcm",
    "Rounding": "ceil floor trunc round",
    "Minimum and maximum": "min max fmin fmax clip",
    "Bits": "bitwiseAnd bitwiseOr bitwiseXor bitwiseNot bitshiftLeft bitshiftRight",
    "Logic and comparison": "logicalAnd logicalOr logicalXor logicalNot equal notEqual less lessEqual greater "
    "greaterEqual isclose where",
    "Kinds of numbers": "isinf isnan isfinite isposinf isneginf signbit nan_to_num",
    "Roots, powers, logarithms": "sqrt cbrt hypot exp exp2 exp10 expm1 log log2 log10 log1p logaddexp",
    "Angles": "sin cos tan arcsin arccos arctan arctan2 angle deg2rad rad2deg sinc",
    "Hyperbolic functions": "sinh cosh tanh arcsinh arccosh arctanh",
    "Special functions": "erf gamma lgamma heaviside copysign nextafter frexp ldexp modf",
    "Axes": "axes axis axisClass dot getStrictAxes setStrictAxes",
    "Products": "multiply gemm convolution convolutionGradData convolutionGradFilters",
    "Sums and averages": "sum sumAbs prod sumNaN sumAbsNaN prodNaN mean average var stdev meanNaN varNaN stdevNaN cov "
    "corrcoef moving_mean moving_average",
    "Cumulative functions, differences": "cumsum cumprod cummax cummin cumsumNaN cumprodNaN diff diff2 gradient",
    "User-defined functions": "reduce_binary reduce_range slide transform",
    "Extremes": "minimum maximum minimumAbs maximumAbs ptp argmin argmax",
    "Norms and counts": "norm normNaN norm1 norm2 normInf nnz nnzNaN",
    "Questions about all elements": "any all allFinite anyInf anyNaN allLT allLE allGT allGE allInRange allclose",
    "Sorting": "sort argsort partition argpartition topk lexsort",
    "Order statistics": "median medianNaN quantile quantileNaN",
    "Searching": "searchsorted unique isin intersect1d union1d setdiff1d argwhere count_nonzero flatnonzero",
    "Histograms": "histogram histogram2d bincount digitize",
    "Indexing, joining, repeating": "index find nonzero take put merge concatenate stack tile repeat roll "
    "vstack hstack dstack block vsplit hsplit take_along_axis put_along_axis scatterAdd",
    "Padding, rearranging": "pad flip rot90 moveaxis meshgrid tril triu trace outer kron cross",
    "Linear algebra, Fourier transforms": "linalg fft",
    "Random numbers": "random",
    "Lazy expressions": "lazy fuse",
    "Gradients": "grad value_and_grad elementwise_grad vjp jvp jacobian hessian hvp checkpoint stop_gradient "
    "custom_vjp custom_jvp testing",
    "Tensors before they exist": "descriptions",
    "Memory": "storage checkOverlap checkSelfOverlap",
    "Devices and threads": "cpu gpu device deviceCPU deviceGPU stream devices getBufferCount setBufferCount "
    "getMaxBufferSize setMaxBufferSize getNumThreads setNumThreads",
    "Settings": "getDefaultDType setDefaultDType getDefaultDevice setDefaultDevice getAutoBroadcast setAutoBroadcast "
    "getDeferring setDeferring "
    "getAutoTypecast setAutoTypecast getDefaultMathMode setDefaultMathMode getScalarCastMode setScalarCastMode "
    "getWarningMode setWarningMode getDisplayWidth setDisplayWidth getDisplayPrecision setDisplayPrecision",
    "Numbers": "e pi inf nan true false dtype",
    "Errors": "OceanError OceanValueError OceanTypeError OceanIndexError OceanOverflowError OceanElementError "
              "OceanMemoryError OceanBufferError",
}
"""The public names by subject. A row that is missing here has the subject of the row before it in its table; other
names that are missing are listed last."""


def text(before: str | None, public: Iterable[str]) -> str:
    """The docstring of the package: its own text, and the public names by subject."""
    left = set(public)
    lines = []
    for title, words in with_rows().items():
        names = [name for name in words if name in left]
        left -= set(names)
        lines += paragraph(title, names)
    return "\n".join([f"{before or ''}\n{HELP}\n", *lines, *paragraph("More", sorted(left))])


def with_rows() -> dict[str, list[str]]:
    """The groups, with all rows in them."""
    groups = {title: words.split() for title, words in GROUPS.items()}
    subject = {name: title for title, names in groups.items() for name in names}
    for table in (ROWS, REDUCTIONS):
        before = ""
        for name, row in table.items():
            if name not in subject and row.public and before:
                names = groups[subject[before]]
                names.insert(names.index(before) + 1, name)
                subject[name] = subject[before]
            before = name if name in subject else before
    return groups


def paragraph(title: str, names: list[str]) -> list[str]:
    import textwrap

    lines = textwrap.wrap("  ".join(names), 76, initial_indent="    ", subsequent_indent="    ")
    return [title, *lines, ""] if names else []

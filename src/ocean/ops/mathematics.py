"""Rows of mathematical functions: roots, exponentials, logarithms, trigonometry; real and complex.

Real functions call the vector library of the platform; complex ones are written over the real ones, with the branch
cuts and special values of C99.
"""

from __future__ import annotations

from ocean.kernels.builder import Builder, Complex, Value

from .table import Domain, floating, row


def negative(b: Builder, x: Value) -> Value:
    return b.lt(x, b.const(x.kind, 0))


def complex_exp(b: Builder, x: Complex) -> Complex:
    scale = b.call("exp", x.re.kind, x.re)
    return Complex(b.mul(scale, b.call("cos", x.im.kind, x.im)), b.mul(scale, b.call("sin", x.im.kind, x.im)))


def complex_log(b: Builder, x: Complex) -> Complex:
    from .arithmetic import hypot

    return Complex(b.call("log", x.re.kind, hypot(b, x.re, x.im)), b.call("atan2", x.re.kind, x.im, x.re))


row(
    "sqrt", 1, floating, "The square root.",
    real=lambda b, x: b.sqrt(x), domain=Domain("nonnegative", "square-root", negative), cost=4,
)  # fmt: skip
row("exp", 1, floating, "e to the power x.", real=lambda b, x: b.call("exp", x.kind, x), complex=complex_exp, cost=8)

for _n,_c in dict(cbrt="cbrt",sin="sin",cos="cos",tan="tan",sinh="sinh",cosh="cosh",tanh="tanh",arcsin="asin",arccos="acos",arctan="atan",arcsinh="asinh",arccosh="acosh",arctanh="atanh",exp2="exp2",exp10="exp10",expm1="expm1",log="log",log2="log2",log10="log10",log1p="log1p",erf="erff",lgamma="lgamma",gamma="tgamma").items():
    row(_n, 1, floating, "", real=lambda b, x, _c=_c: b.call("erf" if _c=="erff" and x.kind=="double" else _c, x.kind, x), cost=8)

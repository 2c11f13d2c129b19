"""Calls of NumPy's own functions, for every class that takes the place of an array: what is here is run with NumPy's arrays
and with objects of the class, and must give the same values, dtypes and shapes.

A call is an expression over the names of `operands`; a function that writes its first argument returns None, so that
`or A` after it compares what was written. There are no operators in it, because those have meanings of their own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

ELEMENTWISE = """
    absolute(A) absolute(z) abs(i) arccos(F) arccosh(B) arcsin(F) arcsinh(A) arctan(f) arctanh(F) acos(F) acosh(B) asin(F)
    asinh(A) atan(A) atanh(F) cbrt(A) ceil(A) conj(z) conjugate(z) cos(A) cosh(f) deg2rad(A) degrees(A) exp(A) exp2(f)
    expm1(A) fabs(A) floor(A) frexp(A) invert(i) invert(m) bitwise_invert(u) bitwise_not(i) bitwise_count(u) isfinite(N)
    isinf(N) isnan(N) log(B) log10(B) log1p(B) log2(B) logical_not(i) modf(A) negative(A) positive(A) rad2deg(A) radians(A)
    reciprocal(B) rint(A) sign(A) sign(z) signbit(A) sin(A) sinh(A) spacing(A) sqrt(B) sqrt(u) square(A) tan(A) tanh(h)
    trunc(A)
    add(A,B) add(A,w) add(u,s) add(i,1) add(u,2.5) add(T,A) add(A,[1,2,3,4]) add(v,E) subtract(A,w) multiply(A,B) multiply(A,w)
    multiply(u,f) matmul(A,C) matmul(A,w) matmul(T,C) divide(i,2) divide(A,B) true_divide(u,2) floor_divide(A,B)
    floor_divide(i,2) remainder(A,B) mod(i,3) fmod(A,B) divmod(A,B) power(B,A) power(i,2) pow(B,2) float_power(u,2)
    arctan2(A,B) atan2(A,B) copysign(B,A) fmax(N,A) fmin(N,A) maximum(A,B) maximum(A,w) minimum(A,0) gcd(i,6) lcm(u,4)
    heaviside(A,0.5) hypot(A,w) ldexp(A,3) left_shift(u,1) bitwise_left_shift(u,1) right_shift(u,1) bitwise_right_shift(i,1)
    logaddexp(A,B) logaddexp2(A,B) logical_and(m,i) logical_or(m,i) logical_xor(m,i) nextafter(A,B) bitwise_and(i,3)
    bitwise_or(u,s) bitwise_xor(m,m) equal(A,B) equal(i,i) not_equal(A,w) less(A,B) less_equal(u,3) greater(A,0)
    greater_equal(i,u) vecdot(A,B) matvec(A,w) vecmat(v,A)
    add.reduce(A) add.reduce(A,axis=1) add.accumulate(A) add.reduceat(w,[0,2]) maximum.reduce(A,axis=None)
    add(A,B,dtype='complex128') add(A,B,where=[True,False,True,False],out=np.zeros((3,4))) sqrt(B,out=np.zeros((3,4)))
"""
REDUCING = """
    all(m) all(m,axis=0) any(m) amax(A) amin(A,axis=0) argmax(A) argmax(A,axis=1) argmin(A,axis=0) average(A)
    average(A,axis=0,weights=v) average(A,weights=B,returned=True) bincount(j) bincount(j,weights=v) corrcoef(A) count_nonzero(m)
    count_nonzero(i,axis=0) cov(A) cov(v,v) cumprod(A) cumprod(A,axis=0) cumsum(A) cumsum(u,axis=1) cumulative_prod(v)
    cumulative_sum(A,axis=1) diff(A) diff(A,2,axis=1) ediff1d(A) gradient(A) gradient(A,2.0,axis=0) histogram(A)
    histogram(A,bins=4,range=(0,1)) histogram2d(v,j) histogramdd(A) histogram_bin_edges(A) max(A) max(A,axis=0,keepdims=True)
    max(N,initial=9) mean(A) mean(u) mean(h,axis=0) mean(A,axis=(0,1)) median(A) median(A,axis=0) min(A) min(i,axis=1) nanargmax(N,axis=0)
    nanargmin(N,axis=1) nancumprod(N) nancumsum(N,axis=0) nanmax(N) nanmean(N) nanmean(N,axis=1) nanmedian(N) nanmin(N)
    nanpercentile(N,30) nanprod(N) nanquantile(N,[0.2,0.5]) nanstd(N) nansum(N) nansum(N,axis=0) nanvar(N) percentile(A,40)
    percentile(A,[10,90],axis=0) prod(B) prod(i,axis=0) ptp(A) ptp(A,axis=1) quantile(A,0.3) quantile(A,[0.3,0.6],axis=1) std(A)
    std(A,axis=0,ddof=1) sum(A) sum(u) sum(A,axis=0) sum(A,axis=-1,keepdims=True) sum(m) sum(A,where=m) sum(A,axis=0,out=w)
    sum(A,dtype='float32') trapezoid(A) trapezoid(w,dx=0.5) var(A) var(f,axis=1) trace(A) trace(T,axis1=1,axis2=2)
"""
SHAPING = """
    append(v,w) append(A,B,axis=0) array_split(w,3) array_split(A,2,axis=1) atleast_1d(v) atleast_2d(v) atleast_2d(v,A)
    atleast_3d(A) block([[A,B],[B,A]]) block([v,w]) broadcast_arrays(A,w) broadcast_to(w,(3,4))
    column_stack([v,v]) concat([A,B])
    concatenate([A,B]) concatenate((A,f),axis=1) concatenate([v,w]) concatenate([A,B],axis=None) copy(A) delete(w,1)
    delete(A,[0,2],axis=1) diag(v) diag(A) diag(A,1) diagflat(v) diagonal(A) diagonal(T,axis1=1,axis2=2) dsplit(T,2) dstack([A,B])
    expand_dims(A,0) expand_dims(v,(0,2)) flip(A) flip(A,1) fliplr(A) flipud(A) hsplit(A,2) hstack([A,B]) hstack((v,w))
    insert(w,1,9) insert(A,1,v,axis=1) kron(A,v) matrix_transpose(T) meshgrid(v,w) meshgrid(v,w,indexing='ij') moveaxis(T,0,2)
    pad(A,1) pad(w,(1,2),mode='edge') permute_dims(T,(2,0,1)) ravel(A) ravel(A,order='F') repeat(A,2) repeat(A,[1,2,3],axis=0)
    reshape(A,(4,3)) reshape(A,-1) reshape(A,(2,6),order='F') resize(A,(2,8)) roll(A,1) roll(A,1,axis=0) rollaxis(T,2) rot90(A)
    row_stack([v,v]) split(A,2,axis=1) split(w,[1,3]) squeeze(k) squeeze(k,axis=1) stack([A,B]) stack([v,v],axis=1)
    swapaxes(T,0,2) tile(v,2) tile(A,(2,1)) transpose(A) transpose(T,(1,0,2)) tril(A) tril(T,-1) triu(A) trim_zeros(Z)
    unstack(A) unstack(A,axis=1) vander(v) vsplit(A,3) vstack([A,B]) vstack((w,w))
    full_like(A,3) full_like(A,2,dtype='int16') ones_like(A) zeros_like(T) zeros_like(A,shape=(2,2)) array([1,2],like=A)
    zeros(3,like=A) arange(3,like=A) eye(2,like=A) full(2,7.0,like=A) asarray([1.5],like=A)
"""
CHOOSING = """
    argpartition(w,2) argsort(A) argsort(A,axis=0) argsort(w,kind='stable') argwhere(m) choose(j,[v,v,v]) clip(A,0,1)
    clip(A,-1,None) clip(A,min=0,max=w) compress([True,False,True],A,axis=0) digitize(A,[0,1]) extract(m,A) flatnonzero(m)
    interp(v,w_sorted,w) intersect1d(i,u) isin(i,[1,2]) isin(i,j) ix_(j,j) lexsort((v,j)) nonzero(m)
    partition(w,1) partition(A,1,axis=0) piecewise(w,[[True,False,True,False]],[1,2]) ravel_multi_index((j,j),(3,4))
    searchsorted(w_sorted,v) searchsorted(w_sorted,1.0,side='right') select([m],[A],0) setdiff1d(i,j) setxor1d(i,j) sort(A)
    sort(A,axis=None) sort(A,axis=0) sort(z) sort_complex(z) take(w,j) take(A,[0,2],axis=1) take(A,j)
    take_along_axis(A,indices,axis=1) tril_indices_from(S) triu_indices_from(S) diag_indices_from(S) union1d(i,j) unique(i)
    unique(i,return_counts=True,return_inverse=True) unique_all(i) unique_counts(i) unique_inverse(i) unique_values(i)
    unravel_index(j,(3,4)) where(m,A,B) where(m,A,0) where(m) where(A,w,1.5)
    copyto(A,B)or(A) copyto(A,1,where=m)or(A) fill_diagonal(S,5)or(S) place(A,m,[1,2])or(A) put(A,[0,5],[9,8])or(A) putmask(A,m,B)or(A)
    put_along_axis(A,indices,7,axis=1)or(A)
"""
MAKING_NUMBERS = """
    allclose(A,B) angle(z) angle(z,deg=True) apply_along_axis(np.sum,0,A) apply_along_axis(np.cumsum,1,A)
    apply_over_axes(np.sum,T,[0,2]) around(A,1) array_equal(A,A) array_equiv(A,B) array2string(A) array_repr(A) array_str(v)
    astype(A,np.float32) can_cast(u,'f4') common_type(A,f) convolve(v,w) correlate(v,w,'full') cross(v,v) cross(A_three,v)
    dot(A,C) dot(v,v) dot(A,w) dot(A,2) einsum('ij,kj->ik',A,B) einsum('ij->j',A) einsum('ij,j',A,w) einsum_path('ij,jk',A,C) fix(A)
    geomspace(v_positive,100,5) i0(A) imag(z) imag(A) inner(A,B) inner(v,v) isclose(A,B) iscomplex(z) iscomplexobj(z) isneginf(N)
    isposinf(N) isreal(z) isrealobj(A) linspace(v,9,4) logspace(v,2,3) may_share_memory(A,A) min_scalar_type(u) nan_to_num(N)
    nan_to_num(N,nan=1.0,posinf=5) ndim(T) outer(v,w) packbits(m) packbits(u,axis=0) poly(v) polyadd(v,w) polyder(w) polydiv(w,[1.0,2.0])
    polyfit(w_sorted,w,2) polyint(v) polymul(v,w) polysub(v,w) polyval(v,w) real(z) real(A) real_if_close(z_real) result_type(u,s)
    result_type(A,f) roots(v) round(A) round(A,1) shape(A) shares_memory(A,A) sinc(A) size(A) size(A,1) tensordot(A,C,1)
    tensordot(A,B,([0,1],[0,1])) unpackbits(u) unwrap(v) vdot(v,v) vdot(z,z)
    iterable(A) lib.stride_tricks.sliding_window_view(w,2) isscalar(A)
    linalg.cholesky(S) linalg.cond(S) linalg.cross(v,v) linalg.det(S) linalg.diagonal(T) linalg.eig(S) linalg.eigh(S)
    linalg.eigvals(S) linalg.eigvalsh(S) linalg.inv(S) linalg.lstsq(A,v) linalg.matmul(A,C) linalg.matrix_norm(T)
    linalg.matrix_power(S,3) linalg.matrix_rank(A) linalg.matrix_transpose(T) linalg.multi_dot([A,C,A]) linalg.norm(A)
    linalg.norm(A,axis=0) linalg.norm(A,'nuc') linalg.outer(v,w) linalg.pinv(A) linalg.qr(A) linalg.qr(A,mode='r') linalg.slogdet(S)
    linalg.solve(S,v) linalg.svd(A) linalg.svd(A,compute_uv=False) linalg.svdvals(A) linalg.tensordot(A,C,axes=1)
    linalg.tensorinv(S,ind=1) linalg.tensorsolve(S,v) linalg.trace(T) linalg.vecdot(A,B) linalg.vector_norm(A)
    linalg.vector_norm(A,axis=1,ord=1)
    fft.fft(A) fft.fft(A,axis=0) fft.fft(z,6) fft.fft2(A) fft.fftn(T) fft.fftshift(A) fft.hfft(z) fft.ifft(z) fft.ifft2(z)
    fft.ifftn(z) fft.ifftshift(w) fft.ihfft(w) fft.irfft(z) fft.irfft2(z) fft.irfftn(z) fft.rfft(f) fft.rfft2(A) fft.rfftn(T)
"""
GROUPS = (ELEMENTWISE, REDUCING, SHAPING, CHOOSING, MAKING_NUMBERS)
CALLS = [call for group in GROUPS for call in group.split()]

ANY_ORDER = {"argpartition", "unique_values"}  # NumPy does not say in which order their elements come


def name_of(call: str) -> str:
    """The function that is called: `linalg.svd`, `add.reduce`."""
    return call.split("(")[0]


def known(call: str) -> bool:
    """Whether this version of NumPy has the function."""
    place: Any = np
    for part in name_of(call).split("."):
        if not hasattr(place, part):
            return False
        place = getattr(place, part)
    return True


def operands() -> dict[str, np.ndarray]:
    """New arrays for the names in the calls."""
    random = np.random.default_rng(14)
    A, B, C = random.standard_normal((3, 4)), random.uniform(1, 3, (3, 4)), random.standard_normal((4, 3))
    N, z = A.copy(), A + 1j * B
    N[0, 1], N[2, 3], N[1, 0] = np.nan, np.inf, -np.inf
    return {
        "A": A, "B": B, "C": C, "N": N, "F": random.uniform(-0.9, 0.9, (3, 4)), "E": np.array(2.5), "S": C.T @ C + np.eye(3),
        "T": random.standard_normal((2, 3, 4)).astype("f4"), "Z": np.array([0, 0, 1.0, 2, 0]), "f": A.astype("f4"),
        "h": A.astype("f2"), "i": random.integers(-9, 9, (3, 4)), "s": random.integers(0, 9, (3, 4)).astype("i1"),
        "u": random.integers(0, 9, (3, 4)).astype("u1"), "m": A > 0, "z": z, "z_real": A + 0j, "v": random.standard_normal(3),
        "v_positive": random.uniform(1, 2, 3), "w": random.standard_normal(4), "w_sorted": np.sort(random.standard_normal(4)),
        "j": np.array([2, 0, 1]), "k": random.standard_normal((3, 1)), "A_three": random.standard_normal((4, 3)),
        "indices": np.argsort(A, axis=1),
    }  # fmt: skip


def evaluate(call: str, names: dict[str, Any]) -> Any:
    """The value of a call with these operands."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return eval(f"np.{call}", {"np": np, **names})


def compare(
    got: Any, wanted: Any, kind: type, array_of: Callable[[Any], np.ndarray], own: bool = False, near: bool = False
) -> None:
    """Where NumPy's result has an array there is one of the class; everything else is what NumPy gives.

    With `near` the class has such functions itself: named tuples may have another class, and floating numbers may
    differ by rounding. With `own` numbers are arrays too.
    """
    near = near or own
    if isinstance(wanted, (tuple, list)):
        assert near or type(got) is type(wanted)
        assert isinstance(got, tuple if isinstance(wanted, tuple) else list) and len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            compare(one, other, kind, array_of, own, near)
        return
    if isinstance(wanted, np.ndarray if not own else (np.ndarray, np.generic)):
        assert type(got) is kind, f"{type(got)} instead of {kind}"
        got, wanted = array_of(got), wanted if array_of is not np.sort else np.sort(wanted)
    else:
        assert type(got) is type(wanted), f"{type(got)} instead of {type(wanted)}"
    if isinstance(wanted, (np.ndarray, np.generic)):
        assert np.dtype(got.dtype).newbyteorder("=") == wanted.dtype.newbyteorder("=") and got.shape == wanted.shape
        if near and wanted.dtype.kind in "fc":
            distance = 16 * np.finfo(wanted.dtype).eps
            np.testing.assert_allclose(got, wanted, distance, distance * max(1, np.max(abs(wanted), initial=1, where=np.isfinite(wanted))))
            return
        np.testing.assert_array_equal(got, wanted)
    else:
        assert got == wanted


def check(
    call: str, make: Callable[[np.ndarray], Any], kind: type, array_of: Callable[[Any], np.ndarray], own: bool = False,
    near: bool = False,
) -> None:
    """Run a call with NumPy's arrays and with what `make` makes of them."""
    wanted = evaluate(call, operands())
    got = evaluate(call, {name: make(array) for name, array in operands().items()})
    if "out=np." in call:  # an array that was given comes back
        kind, array_of = np.ndarray, np.asarray
    compare(got, wanted, kind, array_of, own, near)

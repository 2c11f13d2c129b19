"""Calls of SciPy's functions with arrays, beside the same calls with NumPy's: run with SCIPY_ARRAY_API=1 in a process of its
own, because SciPy reads that variable once. Prints a line for each call, with what went wrong or the class of the result.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import numpy as np
import scipy
import scipy.signal

import ocean.numpy as onp

CALLS = """
    signal.fftconvolve(v, k)
    signal.convolve(v, k, mode='same')
    signal.correlate(v, w)
    signal.oaconvolve(v, k)
    signal.hilbert(v)
    signal.detrend(v)
    signal.resample(v, 32)
    signal.lfilter(k, k + 1, v)
    signal.savgol_filter(v, 7, 2)
    signal.welch(v, nperseg=16)
    signal.periodogram(v)
    signal.medfilt(v, 3)
    signal.wiener(v, 3)
    signal.decimate(v, 2)
    signal.upfirdn(k, v)
    signal.freqz(k)
    signal.find_peaks(v)
    signal.convolve2d(im, K)
    signal.cspline1d(v)
    signal.envelope(v)
    signal.resample_poly(v, 1, 2)
    signal.vectorstrength(u, 1.0)
    stats.zscore(v)
    stats.skew(v)
    stats.kurtosis(v)
    stats.ttest_ind(v, w)
    stats.ttest_1samp(v, 0.0)
    stats.pearsonr(v, w)
    stats.describe(v)
    stats.gmean(u)
    stats.hmean(u)
    stats.pmean(u, 2)
    stats.sem(v)
    stats.moment(v, 3)
    stats.entropy(u)
    stats.variation(u)
    stats.kstat(v, 2)
    stats.normaltest(v)
    stats.jarque_bera(v)
    stats.skewtest(v)
    stats.kurtosistest(v)
    stats.chisquare(u)
    stats.power_divergence(u)
    stats.directional_stats(p+1)
    stats.tmean(v)
    stats.tvar(v)
    stats.tmin(v)
    stats.tstd(v)
    stats.rankdata(v)
    stats.trim_mean(v, .1)
    stats.iqr(v)
    stats.trimboth(v, .1)
    stats.circmean(v)
    stats.circvar(v)
    stats.bartlett(v, w)
    stats.f_oneway(v, w)
    stats.levene(v, w)
    stats.mannwhitneyu(v, w)
    stats.wilcoxon(v)
    stats.spearmanr(v, w)
    stats.kendalltau(v, w)
    stats.linregress(v, w)
    stats.combine_pvalues(u)
    stats.false_discovery_control(u)
    stats.gstd(u)
    stats.lmoment(v)
    stats.differential_entropy(v)
    stats.boxcox_llf(.5, u)
    linalg.inv(M)
    linalg.det(M)
    linalg.solve(M, b)
    linalg.svd(M)
    linalg.svdvals(M)
    linalg.eigh(S)
    linalg.eigvalsh(S)
    linalg.eig(M)
    linalg.cholesky(S)
    linalg.qr(M)
    linalg.lu(M)
    linalg.lu_factor(M)
    linalg.pinv(M)
    linalg.expm(M)
    linalg.norm(M)
    linalg.lstsq(M, b)
    linalg.solve_triangular(S, b)
    linalg.cho_factor(S)
    linalg.null_space(M)
    linalg.orth(M)
    linalg.schur(M)
    linalg.block_diag(M, S)
    linalg.toeplitz(b)
    linalg.circulant(b)
    linalg.hankel(b)
    linalg.subspace_angles(M, S)
    ndimage.gaussian_filter(im, 1.0)
    ndimage.uniform_filter(im, 3)
    ndimage.median_filter(im, 3)
    ndimage.sobel(im)
    ndimage.convolve(im, K)
    ndimage.correlate1d(im, k)
    ndimage.label(im > 0)
    ndimage.binary_dilation(im > 0)
    ndimage.distance_transform_edt(im > 0)
    ndimage.zoom(im, 2)
    ndimage.rotate(im, 30)
    ndimage.shift(im, 1)
    ndimage.center_of_mass(im)
    ndimage.maximum_filter(im, 3)
    ndimage.grey_erosion(im, 3)
    ndimage.laplace(im)
    ndimage.sum(im)
    ndimage.maximum_position(im)
    ndimage.spline_filter(im)
    special.erf(v)
    special.gammaln(u)
    special.gamma(u)
    special.expit(v)
    special.logit(u)
    special.ndtr(v)
    special.ndtri(u)
    special.i0(v)
    special.i0e(v)
    special.i1(v)
    special.xlogy(u, u)
    special.rel_entr(u, u)
    special.betainc(u, u, u)
    special.gammainc(u, u)
    special.gammaincc(u, u)
    special.log_ndtr(v)
    special.entr(u)
    special.logsumexp(v)
    special.softmax(v)
    special.log_softmax(v)
    special.digamma(u)
    special.erfc(v)
    special.beta(u, u)
    special.betaln(u, u)
    special.stdtr(u, v)
    special.chdtr(u, u)
    special.binom(u, u)
    special.jv(1, u)
    special.xlog1py(u, u)
    special.polygamma(1, u)
    special.zeta(u+1.5)
    special.multigammaln(u+5, 2)
    special.huber(u, v)
    integrate.trapezoid(v)
    integrate.simpson(v)
    integrate.cumulative_trapezoid(v)
    integrate.cumulative_simpson(v)
    integrate.romb(v[:33])
    integrate.quad_vec(lambda t: t * v, 0, 1)
    integrate.solve_ivp(lambda t, y: -y, (0, 1), b).y
    integrate.tanhsinh(lambda t: t ** 2, v * 0, u)
    integrate.cubature(lambda t: t[:, 0] * t[:, 1], x[:2], x[4:6] * 3).estimate
    integrate.nsum(lambda t: 1 / t ** 2, i, i + 5).sum
    optimize.approx_fprime(b, lambda t: (t ** 2).sum())
    optimize.rosen(b)
    optimize.rosen_der(b)
    optimize.rosen_hess(b)
    optimize.nnls(M, b)
    optimize.linear_sum_assignment(M)
    fft.fft(v)
    fft.rfft(v)
    fft.dct(v)
    fft.fftshift(v)
    fft.fht(u, .1, .5)
    fft.ifftn(im)
    fft.irfft(v)
    fft.dst(v)
    interpolate.RegularGridInterpolator((x,), x ** 2)(u)
    interpolate.RBFInterpolator(x[:, None], x ** 2)(u[:, None])
    interpolate.CubicSpline(x, x ** 2)(u)
    interpolate.PchipInterpolator(x, x ** 2)(u)
    interpolate.make_interp_spline(x, x ** 2)(u)
    optimize.minimize(lambda t: ((t - 1) ** 2).sum(), b).x
    optimize.root(lambda t: t ** 2 - 2, b ** 2 + 1).x
    optimize.least_squares(lambda t: t - 2, b).x
    signal.sosfilt(sos, v)
    ndimage.map_coordinates(im, places)
    differentiate.derivative(lambda t: t ** 2, v).df
    optimize.elementwise.find_root(lambda t: t ** 2 - 0.5, (x * 0, x + 1)).x
    spatial.distance.cdist(p, p)
    cluster.vq.whiten(p)
    cluster.vq.vq(p, p[:2])
    cluster.vq.kmeans2(p, p[:2], minit='matrix')
    cluster.hierarchy.linkage(p)
    cluster.hierarchy.fcluster(scipy.cluster.hierarchy.linkage(p), 2, 'maxclust')
    spatial.distance.pdist(p)
    spatial.distance.euclidean(k, k + 1)
    spatial.KDTree(p).query(p)
    spatial.ConvexHull(p).volume
    spatial.distance_matrix(p, p)
    spatial.transform.Rotation.from_rotvec(k).as_matrix()
    signal.sosfiltfilt(sos, v)
    signal.filtfilt(k, k + 1, v)
    signal.coherence(v, w, nperseg=16)
    signal.stft(v, nperseg=16)
    signal.sepfir2d(im, k, k)
    signal.czt(v)
    stats.wasserstein_distance(v, w)
    stats.norm.cdf(v)
    stats.multivariate_normal.pdf(p, mean=[0, 0])
    linalg.lu_factor(places)
    linalg.schur(places)
    linalg.sqrtm(places)
    linalg.null_space(K)
    linalg.polar(places)
    ndimage.rotate(im, 30.0)
    ndimage.generic_filter(im, lambda a: a.max(), 3)
    ndimage.fourier_gaussian(im, 1.0)
    special.jv(1.0, u)
    special.betainc(2.0, 3.0, x)
    special.airy(v)
    optimize.curve_fit(lambda t, a, b: a * t + b, x, x * 2 + 1)
    optimize.nnls(K, k)
    optimize.linear_sum_assignment(K)
    optimize.elementwise.find_root(lambda t: t - 0.3, (x[:-1] * 0, x[:-1] * 0 + 1)).x
    integrate.solve_ivp(lambda t, y: -y, (0, 1), k).y
    integrate.quad_vec(lambda t: t * k, 0, 1)
    differentiate.derivative(lambda t: t**2, x).df
    fft.dctn(im)
    fft.fht(u, 0.1, 0.0)
    interpolate.PchipInterpolator(x, x**2)(x[1:3])
    interpolate.RBFInterpolator(p, p[:, 0])(p)
    sparse.csr_array(K).toarray()
"""
for name in ("cluster.hierarchy", "cluster.vq", "differentiate", "optimize.elementwise", "spatial.distance", "spatial.transform"):
    importlib.import_module(f"scipy.{name}")


def operands() -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    M = random.standard_normal((5, 5))
    return {
        "v": random.standard_normal(64), "w": random.standard_normal(64), "u": random.uniform(0.1, 0.9, 64), "M": M,
        "S": M @ M.T + 5 * np.eye(5), "im": random.standard_normal((12, 10)), "b": random.standard_normal(5),
        "k": np.array([0.25, 0.5, 0.25]), "x": np.linspace(0, 1, 11), "p": np.array([[0.0, 0], [1, 2], [3, 1], [4, 4]]),
        "i": np.array([1, 2, 3, 4]), "K": np.ones((3, 3)) / 9, "sos": scipy.signal.butter(3, 0.2, output="sos"),
        "places": np.array([[1.0, 2.0], [3.0, 4.0]]),
    }  # fmt: skip


def parts(value: Any) -> list[Any]:
    return [each for one in value for each in parts(one)] if isinstance(value, (tuple, list)) else [value]


def main() -> int:
    warnings.simplefilter("ignore")
    failures = 0
    for call in filter(None, map(str.strip, CALLS.split("\n"))):
        try:
            wanted = parts(eval(f"scipy.{call}", {"scipy": scipy, **operands()}))
            given = {name: onp.asarray(each) for name, each in operands().items()}
            got = parts(eval(f"scipy.{call}", {"scipy": scipy, **given}))
            for one, other in zip(got, wanted, strict=True):
                if isinstance(other, (np.ndarray, np.generic, float)):
                    np.testing.assert_allclose(np.asarray(one), other, 1e-9, 1e-9)
            print("ok", call, type(got[0]).__module__)
        except Exception as error:
            failures += 1
            print("failed", call, type(error).__name__, str(error)[:300].replace("\n", " "))
    return failures


if __name__ == "__main__":
    sys.exit(min(main(), 100))

"""Calls of scikit-learn with arrays, beside the same calls with NumPy's; run with SCIPY_ARRAY_API=1, which scikit-learn asks
for. Prints a line for each, with what went wrong or the class of the result."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import sklearn
from sklearn import metrics, model_selection, preprocessing
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as LDA
from sklearn.linear_model import LogisticRegression, Ridge, RidgeCV
from sklearn.metrics import pairwise
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import GaussianNB

import ocean.numpy as onp

NAMES = {
    "PCA": PCA, "LDA": LDA, "Ridge": Ridge, "RidgeCV": RidgeCV, "GaussianNB": GaussianNB, "metrics": metrics, "np": np,
    "pairwise": pairwise, "pre": preprocessing, "ms": model_selection, "GaussianMixture": GaussianMixture, "abs": abs,
    "LogisticRegression": LogisticRegression,
}  # fmt: skip
CALLS = """
    abs(PCA(2, svd_solver="full").fit_transform(X))
    abs(PCA(2, svd_solver="covariance_eigh").fit(X).components_)
    PCA(2, svd_solver="full").fit(X).explained_variance_ratio_
    LDA(solver="svd").fit(X, y).predict(X)
    LDA(solver="svd").fit(X, y).predict_proba(X)
    Ridge(solver="svd").fit(X, z).coef_
    Ridge(solver="svd").fit(X, z).predict(X)
    RidgeCV().fit(X, z).coef_
    GaussianNB().fit(X, y).predict_proba(X)
    GaussianMixture(2, init_params="random", random_state=0).fit(X).means_
    LogisticRegression().fit(X, y).predict(X)
    pre.StandardScaler().fit_transform(X)
    pre.MinMaxScaler().fit_transform(X)
    pre.MaxAbsScaler().fit_transform(X)
    pre.Normalizer().fit_transform(X)
    pre.Binarizer().fit_transform(X)
    pre.PolynomialFeatures(2).fit_transform(X)
    pre.LabelEncoder().fit_transform(y)
    metrics.accuracy_score(y, q)
    metrics.zero_one_loss(y, q)
    metrics.f1_score(y, q)
    metrics.precision_score(y, q)
    metrics.confusion_matrix(y, q)
    metrics.roc_auc_score(y, z)
    metrics.mean_squared_error(z, z + 1)
    metrics.mean_absolute_error(z, z * 2)
    metrics.r2_score(z, z * 2)
    metrics.explained_variance_score(z, z * 2)
    pairwise.euclidean_distances(X)
    pairwise.cosine_similarity(X)
    pairwise.rbf_kernel(X)
    pairwise.polynomial_kernel(X)
    pairwise.manhattan_distances(X)
    pairwise.chi2_kernel(abs(X))
    ms.train_test_split(X, y, random_state=0)[0]
    ms.cross_val_predict(LDA(solver="svd"), X, y)
    ms.cross_val_score(Ridge(solver="svd"), X, z)
    ms.GridSearchCV(Ridge(solver="svd"), {"alpha": [0.1, 1.0]}).fit(X, z).best_estimator_.coef_
"""


def main() -> int:
    warnings.simplefilter("ignore")
    sklearn.set_config(array_api_dispatch=True)
    X = np.random.default_rng(0).standard_normal((30, 4))
    given = {"X": X, "y": (X[:, 0] + X[:, 1] > 0) * 1, "z": X @ np.array([1.0, 2, 3, 4]) + 0.1, "q": (X[:, 2] > 0) * 1}
    failures = 0
    for call in filter(None, map(str.strip, CALLS.split("\n"))):
        try:
            wanted = eval(call, {**NAMES, **given})
            got = eval(call, {**NAMES, **{name: onp.asarray(each) for name, each in given.items()}})
            np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), 1e-6, 1e-8)
            print("ok", call, type(got).__module__)
        except Exception as error:
            failures += 1
            print("failed", call, type(error).__name__, str(error)[:300].replace("\n", " "))
    return failures


if __name__ == "__main__":
    sys.exit(min(main(), 100))

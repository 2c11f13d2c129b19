"""scikit-learn's default estimators, fitted: what each predicts, transforms, or has learned."""

from __future__ import annotations

import inspect
from typing import Any

from sklearn.utils import all_estimators


def is_default(cls: type) -> bool:
    """Whether all parameters of an estimator have defaults."""
    given = [each for each in inspect.signature(cls).parameters.values() if each.default is each.empty]
    return not [each for each in given if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


FOUND = {name: cls for name, cls in all_estimators(type_filter=["classifier", "regressor", "transformer", "cluster"])}
ESTIMATORS = [name for name, cls in FOUND.items() if is_default(cls)]


def fitted(name: str, X: Any, Y: Any) -> Any:
    """What an estimator gives for the samples that it was fitted with."""
    model = FOUND[name]()
    settings = model.get_params()
    if "random_state" in settings:
        model.set_params(random_state=0)
    if "n_estimators" in settings:
        model.set_params(n_estimators=5)
    model.fit(X, Y)
    for method in ("predict_proba", "predict", "transform", "fit_predict"):
        if hasattr(model, method):
            return getattr(model, method)(X)
    return model.labels_

"""scikit-learn: with dispatch on, estimators without support of the standard take and give arrays.

scikit-learn marks estimators that compute by the functions of any namespace (`array_api_support`). The others would
meet arrays of ours beside NumPy's arrays of their own, which scikit-learn refuses. So they are called with NumPy's
arrays on the same memory, and what they give is an array again. Estimators of other packages are left as they are.
"""

from __future__ import annotations

import inspect
from functools import wraps

import numpy
from sklearn import base, get_config
from sklearn.utils import get_tags

from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.objects.array import array
from ocean._src.exchange.numpy import FROM_NUMPY

SAMPLES = {"X", "Xt", "X_new", "y", "Y"}
"""Parameters of the methods that are given arrays."""
DONE: set[type] = set()


def computes_by_numpy(model: Any, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Whether an estimator is given arrays of the host that it does not support."""
    found = [each for each in (*given, *named.values()) if isinstance(each, array)]
    if not found or not get_config()["array_api_dispatch"] or type(model).__name__.startswith("_"):
        return False  # private classes belong to others, which may support arrays
    return all(each.device.host for each in found) and not get_tags(model).array_api_support


def theirs(value: Any) -> Any:
    return numpy.asarray(value) if isinstance(value, array) else value


def ours(value: Any) -> Any:
    """Arrays of numbers as ours, also those in a tuple."""
    if isinstance(value, tuple):
        return tuple(map(ours, value))
    if type(value) is numpy.ndarray and value.dtype.newbyteorder("=") in FROM_NUMPY:
        return namespace("ocean.numpy").asarray(value)
    return value


def by_numpy(method: Any) -> Any:
    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        if not computes_by_numpy(self, given, named):
            return method(self, *given, **named)
        return ours(method(self, *map(theirs, given), **{name: theirs(each) for name, each in named.items()}))

    return call


def adapt(cls: type) -> None:
    """Have the methods of a class of scikit-learn compute by NumPy."""
    for each in cls.__mro__:
        if each in DONE or not each.__module__.startswith("sklearn."):
            continue
        DONE.add(each)
        for name, method in list(vars(each).items()):
            descriptor = hasattr(method, "fn") and hasattr(method, "check")  # a method that not all instances have
            function = method.fn if descriptor else method
            if name.startswith("_") or not inspect.isfunction(function):
                continue
            if not SAMPLES & inspect.signature(function).parameters.keys():
                continue
            if descriptor:
                method.fn = by_numpy(function)
            else:
                setattr(each, name, by_numpy(function))


def adapt_all(cls: type) -> None:
    adapt(cls)
    found: list[type] = cls.__subclasses__()
    for each in found:
        adapt_all(each)


def install() -> None:
    """Adapt the estimators that there are, and those that will be."""

    def follow(cls: Any, /, **options: Any) -> None:
        super(base.BaseEstimator, cls).__init_subclass__(**options)
        adapt(cls)

    estimator: Any = base.BaseEstimator
    estimator.__init_subclass__ = classmethod(follow)
    adapt_all(estimator)

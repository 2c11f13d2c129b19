"""Checks for tests: derivatives against finite differences."""

from ocean._src.base.classes import publish_in as _publish_in
from ocean._src.gradients.checks import check_grads

__all__ = ["check_grads"]

_publish_in(__name__, globals())

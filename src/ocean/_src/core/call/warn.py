"""Warnings about domains and lost parts, shown according to the warning mode."""

from __future__ import annotations

import sys
import warnings

from ocean._src.core.call.settings import settings

SHOWN: set[str] = set()
"""The messages that mode 1 has shown."""


def warn(message: str) -> None:
    """Show a warning at the first line outside the package: never (mode 0), once (mode 1) or always (mode 2)."""
    if settings.warning_mode == 0 or (settings.warning_mode == 1 and message in SHOWN):
        return
    warn_outside(message)
    SHOWN.add(message)  # not reached if the user turns warnings into errors


def warn_outside(message: str) -> None:
    """Show a warning at the first line outside the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "ocean":
        frame = frame.f_back
        level += 1
    warnings.warn(message, RuntimeWarning, stacklevel=level)

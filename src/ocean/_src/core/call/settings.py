"""Settings: the defaults that users can change, in one place."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ocean._src.base.errors import OceanTypeError, OceanValueError, noted, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.arguments import device_by_name
from ocean._src.core.objects import deferred, dtypes, memory, tensor
from ocean._src.core.objects.description import size_text

DEFAULT_PRECISION = 5
"""The decimals that printed numbers have at most."""


DEFERRED_FROM = 16384
"""Operations on arrays are deferred from this number of elements on: a pass over fewer takes less time than that."""


class Settings:
    """The settings; `settings` is the only instance."""

    def __init__(self) -> None:
        self.dtype: dtypes.dtype | None = dtypes.FLOAT
        self.device: memory.device | None = memory.cpu
        self.auto_typecast = True
        self.auto_broadcast = True
        self.strict_axes = False
        self.math_mode = "-"
        self.warning_mode = 1
        self.scalar_cast_mode = 2
        self.display_width = 120
        self.display_precision = DEFAULT_PRECISION

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


settings = Settings()
tensor.set_defaults(settings.dtype, settings.device)


def deferred_from(text: str) -> int:
    """The number of elements that OCEAN_DEFER gives: a number, or a word."""
    if text.lower() in ("", "on", "yes", "true"):
        return DEFERRED_FROM
    if text.lower() in ("off", "no", "false"):
        return 0
    if not text.isdecimal():
        raise OceanValueError(f"OCEAN_DEFER is on, off or a number of elements, got {text!r}")
    return int(text)


deferred.set_deferring(deferred_from(os.environ.get("OCEAN_DEFER", "")))


def need_dtype() -> dtypes.dtype:
    """The default dtype, or an error when it is not set."""
    if settings.dtype is None:
        raise OceanValueError("No dtype is given and there is no default dtype; see setDefaultDType")
    return settings.dtype


def need_device() -> memory.device:
    """The default device, or an error when it is not set."""
    if settings.device is None:
        raise OceanValueError("No device is given and there is no default device; see setDefaultDevice")
    return settings.device


def need_broadcast(*sizes: Sequence[int], problem: str = "Tensor size mismatch") -> None:
    """Refuse different sizes if automatic broadcasting is disabled."""
    if not settings.auto_broadcast:
        message = f"{problem} (automatic broadcasting of tensor dimensions is disabled)"
        raise noted(OceanValueError(message), f"The sizes are {' and '.join(map(size_text, sizes))}.")


def getDefaultDType() -> dtypes.dtype | None:
    """The dtype of new tensors and storage when none is given (None: it must be given)."""
    return settings.dtype


def setDefaultDType(dtype: Any) -> None:
    """Set the dtype of new tensors and storage when none is given."""
    kind = dtypes.find_dtype(dtype)
    if dtype is not None and kind is None:
        raise OceanTypeError(f"Expected a dtype or None, got {shown(dtype)}")
    settings.dtype = kind
    tensor.set_defaults(kind, settings.device)


def getDefaultDevice() -> memory.device | None:
    """The device of new tensors and storage when none is given (None: it must be given)."""
    return settings.device


def setDefaultDevice(device: memory.device | str | None) -> None:
    """Set the device of new tensors and storage when none is given; a device may be given by its name."""
    if isinstance(device, str):
        device = device_by_name(device)
    if device is not None and not isinstance(device, memory.device):
        raise OceanTypeError(f"Expected a device, its name or None, got {shown(device)}")
    settings.device = device
    tensor.set_defaults(settings.dtype, device)


def plans_depend() -> None:
    """Tell compiled code that a setting has changed on which plans depend."""
    tensor.settings_changed(settings.math_mode != "-", settings.auto_broadcast)


def getAutoTypecast() -> bool:
    """Whether operands of different dtypes or devices are cast automatically."""
    return settings.auto_typecast


def setAutoTypecast(flag: bool) -> None:
    """Set whether operands of different dtypes or devices are cast automatically."""
    settings.auto_typecast = bool(flag)
    dtypes.set_mixing(settings.auto_typecast)
    plans_depend()


def getAutoBroadcast() -> bool:
    """Whether operands of different sizes are broadcast automatically."""
    return settings.auto_broadcast


def setAutoBroadcast(flag: bool) -> None:
    """Set whether operands of different sizes are broadcast automatically; scalars always are."""
    settings.auto_broadcast = bool(flag)
    plans_depend()


def getDeferring() -> bool:
    """Whether elementwise operations on large arrays of `ocean.numpy` are deferred until their values are needed."""
    return deferred.deferring() > 0


def setDeferring(flag: bool) -> None:
    """Set whether elementwise operations on large arrays of `ocean.numpy` are deferred until their values are needed.

    Large means at least 16,384 elements. Deferred operations run together, in one pass once they have a kernel. Values,
    dtypes, shapes and errors are the same. The environment variable OCEAN_DEFER=0 switches it off from the start.
    """
    deferred.set_deferring(DEFERRED_FROM if flag else 0)


def getStrictAxes() -> bool:
    """Whether operands must have all axes that others have."""
    return settings.strict_axes


def setStrictAxes(flag: bool) -> None:
    """Set whether an operand that lacks axes of others is refused: broadcastTo(axes) adds them; scalars always fit."""
    settings.strict_axes = bool(flag)
    plans_depend()


def getDefaultMathMode() -> str:
    """The math mode of functions with a restricted domain: '-', 'w', 'e' or 'c'."""
    return settings.math_mode


def setDefaultMathMode(mode: str) -> None:
    """Set the math mode: '-' ignore, 'w' warn, 'e' raise an error, 'c' cast to complex."""
    if not isinstance(mode, str) or mode not in ("-", "w", "e", "c"):
        raise OceanValueError(f"Expected math mode '-', 'w', 'e' or 'c', got {shown(mode)}")
    settings.math_mode = mode
    plans_depend()


def getWarningMode() -> int:
    """0: no warnings, 1: each warning once, 2: all warnings."""
    return settings.warning_mode


def setWarningMode(mode: int) -> None:
    """Set which warnings are shown: 0 none, 1 each once, 2 all."""
    if not hasattr(mode, "__index__") or int(mode) not in (0, 1, 2):
        raise OceanValueError(f"Expected warning mode 0, 1 or 2, got {shown(mode)}")
    settings.warning_mode = int(mode)


def getScalarCastMode() -> int:
    """0: scalars are not cast, 1: to integer or double if needed, 2: also to complex."""
    return settings.scalar_cast_mode


def setScalarCastMode(mode: int) -> None:
    """Set how scalar operations cast: 0 not at all, 1 to integer or double if needed, 2 also to complex."""
    if not hasattr(mode, "__index__") or int(mode) not in (0, 1, 2):
        raise OceanValueError(f"Expected scalar cast mode 0, 1 or 2, got {shown(mode)}")
    settings.scalar_cast_mode = int(mode)
    tensor.set_cast_mode(int(mode))


def getDisplayWidth() -> int:
    """The number of characters in a line of printed tensors."""
    return settings.display_width


def setDisplayWidth(width: int) -> None:
    """Set the number of characters in a line of printed tensors."""
    if not isinstance(width, int) or isinstance(width, bool) or width < 1:
        raise OceanValueError(f"Expected a display width of at least 1 character, got {shown(width)}")
    settings.display_width = width


def getDisplayPrecision() -> int:
    """The number of decimals that printed numbers have at most."""
    return settings.display_precision


def setDisplayPrecision(digits: int | None = None) -> None:
    """Set the number of decimals that printed numbers have at most (1 to 17); without a number, the default of 5.

    >>> ocean.setDisplayPrecision(10)
    >>> ocean.double(ocean.pi)
    3.1415926536
    >>> ocean.setDisplayPrecision()
    >>> ocean.double(ocean.pi)
    3.14159
    """
    digits = DEFAULT_PRECISION if digits is None else digits
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= 17:
        raise OceanValueError(f"Expected a display precision of 1 to 17 decimals, got {digits!r}")
    settings.display_precision = digits

"""DLPack in both directions, and through it PyTorch and JAX: tensors share memory across packages."""

from __future__ import annotations

from contextlib import suppress

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanBufferError, OceanError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.functions.dlpack import HOST, new_capsule, obstacle, tensor_from_capsule
from ocean._src.core.objects import memory
from ocean._src.core.objects.dtypes import CHALF
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor

# --- Out ---------------------------------------------------------------------------------------------------------


@method(tensor)
def __dlpack_device__(self: tensor) -> tuple[int, int]:
    """The device in DLPack's numbers."""
    if self.device.host:
        return HOST
    if self.device.dlpack is None:
        raise OceanBufferError(f"DLPack has no number for device {self.device.name}; copy the tensor to the cpu")
    return self.device.dlpack


@method(tensor)
def __dlpack__(
    self: tensor,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """A DLPack capsule on the tensor's memory, or on a copy of it when `copy` is True.

    Without `max_version` it is one of the old kind, which cannot say that a tensor is read-only.
    """
    if stream is not None:
        raise OceanValueError(
            f"Tensors on {self.device.name} have no DLPack stream: their work is done before they are lent; "
            f"expected None, got {shown(stream)}"
        )
    if dl_device is not None and tuple(dl_device) == self.device.dlpack:
        dl_device = None  # it is there already
    if dl_device is not None and tuple(dl_device) != HOST:
        raise OceanBufferError(
            f"A tensor on {self.device.name} cannot go to DLPack device {dl_device}; expected {HOST}"
        )
    versioned = max_version is not None and max_version[0] >= 1
    if copy:
        return new_capsule(self.replicate(self.device if dl_device is None else cpu), versioned, True)
    if not self.device.host and dl_device is not None and copy is None:
        return new_capsule(self.clone(cpu), versioned, True)
    reason = obstacle(self)
    if reason is None and self.readonly and not versioned:
        reason = "a capsule without a version cannot say that the tensor is read-only (ask with max_version=(1, 0))"
    if reason is not None:
        raise OceanBufferError(f"The tensor cannot be shared through DLPack: {reason}; a copy can (copy=True)")
    return new_capsule(self, versioned, False)


def to_dlpack(source: tensor, deepcopy: bool = False) -> Any:
    """A versioned capsule; of a copy, if DLPack cannot describe the tensor."""
    copy = deepcopy or obstacle(source) is not None
    return new_capsule(source.replicate(cpu) if copy else source, True, copy)


def to_torch(source: tensor, deepcopy: bool = False) -> Any:
    """A PyTorch tensor; on a copy if the tensor is read-only, because PyTorch would write to it."""
    import torch.utils.dlpack

    shared = not deepcopy and source.device.host and not source.readonly and obstacle(source) is None
    return torch.utils.dlpack.from_dlpack(source if shared else source.replicate(cpu))


def to_jax(source: tensor, deepcopy: bool = False) -> Any:
    """A JAX array; on the same memory if JAX supports the layout, else on a copy."""
    import jax.numpy

    from .numpy import to_numpy

    if source.dtype is CHALF:
        raise OceanTypeError("JAX has no complex half; cast to ocean.cfloat first")
    result = None
    if not deepcopy and source.device.host and not source.readonly and obstacle(source) is None:
        with suppress(RuntimeError, ValueError):  # a layout or dtype that JAX does not support
            result = jax.numpy.from_dlpack(source)
    if result is None:
        result = jax.numpy.array(to_numpy(source.replicate(cpu)))
    if result.dtype.itemsize != source.elemsize:
        raise OceanTypeError(f"JAX keeps dtype {source.dtype.name} only with jax_enable_x64; set it, or cast first")
    return result


# --- In ----------------------------------------------------------------------------------------------------------


def fromDLPack(source: Any, device: memory.device | None = None, copy: bool | None = None) -> tensor:
    """fromDLPack(object [,device] [,copy]): a tensor on the memory of an object with `__dlpack__`, or of a capsule.

    The memory is copied when `copy` is True or the device differs; with `copy=False` that is an error. Memory that its
    owner declares read-only, or about which a capsule of the old kind says nothing, is read-only.
    """
    if device is not None and not isinstance(device, memory.device):
        raise OceanTypeError(f"fromDLPack(): expected a device, got {shown(device)}")
    if copy is not None and not isinstance(copy, bool):
        raise OceanTypeError(f"fromDLPack(): copy must be True, False or None, got {shown(copy)}")
    result = tensor_from_capsule(capsule_of(source) if hasattr(source, "__dlpack__") else source)
    elsewhere = device is not None and device is not result.device
    if device is not None and elsewhere and copy is False:
        raise OceanValueError(f"fromDLPack(): going to device {device.name!r} needs a copy")
    return result.clone(device) if copy or elsewhere else result


def capsule_of(source: Any) -> Any:
    """Ask for a versioned capsule; fall back to any capsule for objects that do not know versions."""
    try:
        try:
            return source.__dlpack__(max_version=(1, 0))
        except TypeError:
            return source.__dlpack__()
    except OceanError:
        raise
    except (BufferError, RuntimeError, ValueError, TypeError) as error:
        raise OceanBufferError(f"The {type(source).__name__} does not share its memory: {error}") from error

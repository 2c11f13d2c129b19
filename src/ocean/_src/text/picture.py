"""Pictures of tensors without other packages: elements become pixels, and pixels become PNG."""

from __future__ import annotations

import base64
import os
import struct
import zlib
from math import isfinite, prod

import numpy as np

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.objects.description import size_text

from .drawable import Drawable

LARGEST = 2048
"""Of a longer dimension, only every second, third, … element is drawn."""
PIXELS = 1 << 26
NAN = (196, 0, 196)


class Picture:
    """A picture that notebooks show; `save(name)` writes it, and `data` are its bytes."""

    def __init__(self, width: int, height: int, format: str, pixels: Any = None, svg: str = "") -> None:
        self.width, self.height, self.format = width, height, format
        self._pixels, self._svg = pixels, svg

    def png(self) -> bytes:
        if self._pixels is None:
            raise OceanValueError("A picture of a layout is drawn as SVG; save it under a name that ends in .svg")
        return encoded(self._pixels)

    def svg(self) -> str:
        if self._svg:
            return self._svg
        inside = base64.b64encode(self.png()).decode("ascii")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}"><image width="{self.width}" height="{self.height}" '
            f'style="image-rendering:pixelated" href="data:image/png;base64,{inside}"/></svg>\n'
        )

    @property
    def data(self) -> bytes:
        """What is in a file of the picture."""
        return self.as_format(self.format)

    def as_format(self, format: str) -> bytes:
        return self.png() if format == "png" else self.svg().encode("utf-8")

    def save(self, file: Any) -> None:
        """Write the picture to a file by name, whose ending says the format, or to an open one."""
        from ocean._src.exchange.files import written  # imported here, because it needs tensors, unlike this module

        data = self.data if hasattr(file, "write") else self.as_format(named_format(file) or self.format)
        with written(file) as stream:
            stream.write(data)

    def _repr_png_(self) -> bytes | None:
        return self.png() if self.format == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.format == "svg" else None

    def __repr__(self) -> str:
        return f"<picture of {self.width}x{self.height} pixels ({self.format}); save(name) writes it>"


def named_format(file: Any) -> str:
    """The format for the suffix of a file's name."""
    if not isinstance(file, (str, os.PathLike)):
        raise OceanTypeError(f"The file of a picture is a name or an open file, not {type(file).__name__}")
    ending = os.path.splitext(os.fspath(file))[1].lower()
    if ending not in (".png", ".svg"):
        raise OceanValueError(f"The name of a picture ends in .png or .svg, got {shown(os.fspath(file))}")
    return ending[1:]


def format_of(kind: Any, format: Any, file: Any) -> str:
    """The requested format, by name or by the suffix of the file."""
    kinds = {"image": ("png", "svg"), "layout": ("svg",)}
    if kind not in kinds:
        raise OceanValueError(f"show(): kind is 'image' or 'layout', got {shown(kind)}")
    if format is None:
        format = kinds[kind][0] if file is None or hasattr(file, "write") else named_format(file)
    if format not in kinds[kind]:
        raise OceanValueError(f"show(): the format of kind={kind!r} is {' or '.join(kinds[kind])}, got {shown(format)}")
    return str(format)


def saved(picture: Picture, file: Any) -> Picture:
    if file is not None:
        picture.save(file)
    return picture


# --- Pixels ------------------------------------------------------------------------------------------------------


def image(source: Drawable, scale: Any, limits: Any, format: str) -> Picture:
    """The picture of a matrix, or of colours along the third dimension."""
    size = source.size
    colours = len(size) == 3 and size[2] in (3, 4)
    if len(size) != 2 and not colours:
        raise OceanValueError(
            "show(): a picture has two dimensions, or a third of size 3 or 4 for colours, got size "
            f"{size_text(size)}; show a part, or reshape"
        )
    if 0 in size:
        raise OceanValueError(f"show(): there is nothing to see of size {size_text(size)}")
    if colours and source.kind == "complex":
        raise OceanTypeError("show(): colours are real numbers, and not complex ones")
    bounds = read_limits(limits)
    steps = [-(-length // LARGEST) for length in size[:2]]
    part = (*(slice(0, length, step) for length, step in zip(size, steps, strict=False)), *[slice(0, None)] * colours)
    values = source.fetch(part)
    pixels = in_colours(values, bounds) if colours else in_levels(values, source.kind, bounds)
    times = read_scale(scale, pixels.shape)
    pixels = pixels.repeat(times, 0).repeat(times, 1)
    return Picture(pixels.shape[1], pixels.shape[0], format, pixels)


def read_scale(scale: Any, shape: tuple[int, ...]) -> int:
    longest = max(shape[:2])
    if scale is None:
        return max(1, min(64, 256 // longest))
    if isinstance(scale, bool) or not hasattr(scale, "__index__") or scale.__index__() < 1:
        raise OceanValueError(f"show(): scale is a positive number of pixels for an element, got {shown(scale)}")
    times: int = scale.__index__()
    if prod(shape[:2]) * times * times > PIXELS:
        raise OceanValueError(f"show(): a picture of {shape[1] * times}x{shape[0] * times} pixels is too large")
    return times


def read_limits(limits: Any) -> tuple[float, float] | None:
    if limits is None:
        return None
    try:
        low, high = map(float, limits)
    except (TypeError, ValueError):
        raise OceanTypeError(f"show(): range is (low, high), got {shown(limits)}") from None
    if not (isfinite(low) and isfinite(high) and low < high):
        raise OceanValueError(f"show(): range goes from a number to a larger one, got {shown(limits)}")
    return low, high


def in_colours(values: Any, bounds: tuple[float, float] | None) -> Any:
    """Pixels with three or four channels. Floating-point colours range from 0 to 1, integers over their dtype."""
    kind = values.dtype.kind
    if bounds is None:
        bounds = (0.0, 1.0) if kind in "bf" else (0.0, float(np.iinfo(values.dtype).max))
    numbers = values.astype(np.float64)
    unknown = np.isnan(numbers).any(2)
    pixels = to_bytes((numbers - bounds[0]) / (bounds[1] - bounds[0]))
    pixels[unknown] = (*NAN, 255)[: values.shape[2]]
    return pixels


def in_levels(values: Any, kind: str, bounds: tuple[float, float] | None) -> Any:
    """Pixels of a matrix: grey, or coloured if there are signs or angles."""
    if kind == "complex":
        return by_angle(values.astype(np.complex128), bounds)
    numbers = values.astype(np.float64)
    unknown = np.isnan(numbers)
    if bounds is None:
        bounds = (0.0, 1.0) if kind == "bool" else limits_of(numbers)
    low, high = bounds
    if low < 0:
        far = max(-low, high)
        places = np.clip(np.nan_to_num(numbers / far, nan=0.0), -1, 1)
        pixels = SIGNED[np.rint(places * 255).astype(np.int64) + 255]
    else:
        pixels = to_bytes((numbers - low) / (high - low) if high > low else np.sign(numbers - low) / 2 + 0.5)
        if not unknown.any():
            return pixels
        pixels = pixels[:, :, None].repeat(3, 2)
    pixels[unknown] = NAN
    return pixels


def limits_of(numbers: Any) -> tuple[float, float]:
    """The smallest and the largest finite number; (0, 0) if there are no finite ones."""
    finite = numbers[np.isfinite(numbers)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def to_bytes(levels: Any) -> Any:
    """Numbers from 0 to 1 as bytes; others are clipped, and NaN becomes 0."""
    return np.rint(np.clip(np.nan_to_num(levels, nan=0.0, posinf=1.0, neginf=0.0), 0, 1) * 255).astype(np.uint8)


# --- Colours -----------------------------------------------------------------------------------------------------


def from_oklab(light: Any, first: Any, second: Any) -> Any:
    """Colours in the space Oklab, where equal steps look equal, as bytes of sRGB along a new last dimension."""
    long = (light + 0.3963377774 * first + 0.2158037573 * second) ** 3
    middle = (light - 0.1055613458 * first - 0.0638541728 * second) ** 3
    short = (light - 0.0894841775 * first - 1.2914855480 * second) ** 3
    linear = np.stack(
        [
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
        ],
        -1,
    )
    linear = np.clip(linear, 0, 1)
    return to_bytes(np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055))


def signed_colours() -> Any:
    """511 colours from deep blue for -1 through white for 0 to deep red for 1, equally light on both sides."""
    places = np.linspace(-1, 1, 511)
    far = np.abs(places)
    strength = 0.19 * np.sin(np.minimum(far, 1) * np.pi * 0.62)
    angle = np.where(places < 0, np.radians(258), np.radians(28))
    return from_oklab(0.985 - 0.6 * far, strength * np.cos(angle), strength * np.sin(angle))


SIGNED = signed_colours()


def by_angle(values: Any, bounds: tuple[float, float] | None) -> Any:
    """Complex numbers: the angle is the hue, and the larger the magnitude the lighter; zero is black."""
    sizes = np.abs(values)
    low, high = bounds or (0.0, limits_of(sizes)[1])
    unknown = np.isnan(values)
    with np.errstate(invalid="ignore"):
        levels = (sizes - low) / (high - low) if high > low else sizes * 0
        angle = np.angle(values)
    levels = np.clip(np.nan_to_num(levels, nan=0.0, posinf=1.0), 0, 1)
    angle = np.nan_to_num(angle)
    strength = 0.13 * levels
    pixels = from_oklab(0.78 * levels, strength * np.cos(angle), strength * np.sin(angle))
    pixels[unknown] = NAN
    return pixels


# --- PNG -----------------------------------------------------------------------------------------------------------


def encoded(pixels: Any) -> bytes:
    """Encode a PNG with 8 bits per channel from bytes by row and column, and by channel if there are three or four."""
    height, width = pixels.shape[:2]
    colour = {2: 0, 3: 2, 4: 6}[2 if pixels.ndim == 2 else pixels.shape[2]]
    rows = np.zeros((height, 1 + pixels[0].size), np.uint8)  # each row begins with its filter type, 0
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in chunks)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

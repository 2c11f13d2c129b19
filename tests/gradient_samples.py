"""Samples of arguments for tests of gradients, from short texts such as `R3x4` (see tests/data/gradient_cases.txt)."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

import numpy

import ocean
import ocean.numpy as np

DATA = Path(__file__).resolve().parent / "data"
SAMPLE = re.compile(r"(-?)([RPUCS])(\d+(?:x\d+)*)(?:\*(\d+))?")


def drawn(text: str, chance: Any) -> Any:
    """NumPy's array of a sample. Elements are away from zero, where many functions have a kink."""
    match = SAMPLE.fullmatch(text)
    assert match, text
    sign, letter, lengths, factor = match.groups()
    shape = tuple(map(int, lengths.split("x")))
    if letter == "S":
        root = chance.standard_normal((shape[0], shape[0]))
        made = root @ root.T + shape[0] * numpy.eye(shape[0])
    elif letter == "C":
        made = chance.standard_normal(shape) + 1j * chance.standard_normal(shape)
    elif letter == "R":
        made = chance.standard_normal(shape)
        made = made + 0.1 * numpy.sign(made)
    else:
        made = chance.uniform(*((0.2, 0.9) if letter == "P" else (1.2, 2.5)), shape)
    return (-made if sign else made) * int(factor or 1)


def read_cases() -> list[tuple[str, tuple[str, ...]]]:
    """Each case: an expression of x and y, and the samples of these."""
    found = []
    for line in (DATA / "gradient_cases.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            text, samples = line.rsplit("   ", 1)
            found.append((text, tuple(samples.split())))
    return found


CASES = read_cases()
FIRST_TENSOR = next(k for k, (text, _) in enumerate(CASES) if text.startswith("ocean."))
LAST_TENSOR = max(k for k, (text, _) in enumerate(CASES) if "ocean." in text)


def is_tensor_case(number: int) -> bool:
    return FIRST_TENSOR <= number <= LAST_TENSOR


def function_of(text: str) -> Any:
    return eval(f"lambda x, y=None: {text}", {"np": np, "ocean": ocean})


def arguments(text: str, samples: tuple[str, ...]) -> tuple[Any, ...]:
    """Arrays, or tensors if the expression has functions of `ocean` or methods of tensors."""
    chance = numpy.random.default_rng(zlib.crc32(text.encode()))
    made = [drawn(each, chance) for each in samples]
    return tuple(np.array(each) for each in made)


def tensors(text: str, samples: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(ocean.asTensor(each) for each in arguments(text, samples))

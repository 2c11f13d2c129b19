"""A cyclic redundancy check, bit by bit."""

import numpy as np

SIZES = {"small": 50, "medium": 300, "large": 1500}


def inputs(n, draw):
    return {"data": draw.integers(0, 256, n).astype(np.uint8)}


def run(data):
    crc = 0xFFFF
    for b in data:
        current = 0xFF & int(b)
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if (crc & 1) ^ (current & 1) else crc >> 1
            current >>= 1
    crc = ~crc & 0xFFFF
    return (crc << 8) | ((crc >> 8) & 0xFF)

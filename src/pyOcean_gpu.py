"""The core module for GPUs, under the name that the documents use; importing it searches for devices."""

import ocean
from ocean import *  # noqa: F403

gpu, deviceGPU = ocean.gpu, ocean.deviceGPU

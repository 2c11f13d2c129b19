"""The core module on the CPU, under the name that the documents use."""

from ocean import *  # noqa: F403

"""The core module on the CPU, under another name that the documents use."""

import sys

import pyOcean_core

sys.modules[__name__] = pyOcean_core

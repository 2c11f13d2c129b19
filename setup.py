"""Compile the hot path (src/ocean/_src/core/*.pyx) with Cython, and then, with what was built, the pack of everyday
kernels; everything else is plain Python."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = Path("src/ocean/_src/core")
COMPILER = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
FLAGS = os.environ.get("OCEAN_BUILD_FLAGS", "").split()     # after ours, so that they count
STORES = "-mmemset-strategy=unrolled_loop:256:noalign,libcall:-1:noalign"
"""New objects are cleared by a few stores; for x86, GCC would take `rep stos`, which begins slowly."""


class build(build_ext):
    """Say in one sentence that a compiler is missing, instead of a page of build output."""

    def run(self):
        if not shutil.which(COMPILER[0]):
            sys.exit(f"ocean-tensor needs a C compiler to build its core, and there is no '{COMPILER[0]}' here "
                     "(on Debian: apt-get install gcc).")
        super().run()
        if not self.inplace and not self.editable_mode:
            make_pack(Path(self.build_lib).resolve())


def make_pack(built: Path) -> None:
    """Compile everyday kernels with the package that was built: for this machine, or for the targets in OCEAN_PACK.

    The package works without them, so that nothing that goes wrong here stops the build.
    """
    folder, targets = built / "ocean/_src/kernels/packs", os.environ.get("OCEAN_PACK", "").replace(",", " ").split()
    shutil.rmtree(folder, ignore_errors=True)
    if targets == ["off"]:
        return
    # a build in isolation finds its requirements by PYTHONPATH, too
    path = os.pathsep.join(filter(None, (str(built), os.environ.get("PYTHONPATH"))))
    settings = {"OCEAN_PACK": "off", "OCEAN_CACHE": "off", "OCEAN_GPU": "off", "OCEAN_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "ocean._src.packing", "--folder", str(folder), *targets]
    try:
        subprocess.run(command, cwd=built, env={**os.environ, **settings, "PYTHONPATH": path}, check=True, timeout=900)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"The package is built without a pack of kernels, which are compiled when they are first needed: {error}",
              file=sys.stderr)


def accepts(flag: str) -> bool:
    """Whether the compiler has a flag."""
    probe = [*COMPILER, "-Werror", flag, "-x", "c", "-c", "-o", os.devnull, "-"]
    try:
        return subprocess.run(probe, input=b"", capture_output=True).returncode == 0
    except OSError:
        return False


def included(source: Path) -> set[Path]:
    """The headers and .pxi files that a source includes, directly or not; Cython itself follows `cimport`."""
    names = re.findall(r'^\s*(?:cdef extern from|include|#\s*include)\s+"([^"]+)"', source.read_text(), re.MULTILINE)
    found = {source.parent / name for name in names if (source.parent / name).exists()} - {source}
    return found.union(*map(included, found)) if found else found


# two builds in one checkout at the same time would write the same files
Path("build").mkdir(exist_ok=True)
lock = open("build/.lock", "w")  # noqa: SIM115  held until the process ends
fcntl.flock(lock, fcntl.LOCK_EX)

OPTIONAL = [STORES] if accepts(STORES) else []
extensions = [
    Extension(
        f"ocean._src.core.{name}",
        [str(CORE / f"{name}.pyx")],
        depends=sorted(map(str, included(CORE / f"{name}.pyx"))),
        extra_compile_args=["-O3", "-fno-math-errno", "-fno-plt", "-pthread", *OPTIONAL, *FLAGS],
        extra_link_args=["-pthread", *FLAGS],
    )
    for name in ("stopping", "dtypes", "memory", "arguments", "axes", "description", "tensor", "buffers", "dlpack",
                 "indexing", "matmul", "views", "assign", "combine", "lists", "operands", "copies", "convolution",
                 "create", "lazy", "guards", "fused", "scan", "sorting", "searching", "opencl", "random", "array",
                 "array_views", "array_functions", "array_create", "array_products", "namespace", "lapack", "fourier")
]

setup(
    cmdclass={"build_ext": build},
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        nthreads=2,
        compiler_directives={
            "language_level": 3,
            "cdivision": True,
            "initializedcheck": False,
            "binding": True,
            "embedsignature": True,
        },
    ),
)

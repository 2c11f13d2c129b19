"""Compile the hot path (src/ocean/_src/core/*.pyx) with Cython; everything else is plain Python."""

import fcntl
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = Path("src/ocean/_src/core")
FLAGS = os.environ.get("OCEAN_BUILD_FLAGS", "").split()     # after ours, so that they count


class build(build_ext):
    """Say in one sentence that a compiler is missing, instead of a page of build output."""

    def run(self):
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if not shutil.which(compiler.split()[0]):
            sys.exit(f"ocean-tensor needs a C compiler to build its core, and there is no '{compiler.split()[0]}' here "
                     "(on Debian: apt-get install gcc).")
        super().run()


# two builds in one checkout at the same time would write the same files
Path("build").mkdir(exist_ok=True)
lock = open("build/.lock", "w")  # noqa: SIM115  held until the process ends
fcntl.flock(lock, fcntl.LOCK_EX)

extensions = [
    Extension(
        f"ocean._src.core.{name}",
        [str(CORE / f"{name}.pyx")],
        depends=[str(path) for path in [*CORE.glob("*.h"), *CORE.glob("*.pxd"), *CORE.glob("*.pxi")]],
        extra_compile_args=["-O3", "-fno-math-errno", "-fno-plt", "-pthread", *FLAGS],
        extra_link_args=["-pthread", *FLAGS],
    )
    for name in ("dtypes", "memory", "arguments", "description", "tensor", "buffers", "dlpack", "indexing", "matmul",
                 "views", "assign", "combine", "lists", "operands", "copies", "create", "lazy", "scan", "sorting",
                 "random")
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

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
    command = [sys.executable, "-m", "ocean._src.commands.packing", "--folder", str(folder), *targets]
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


HEADERS = sorted({each.parent for each in CORE.rglob("*.h")})
"""The folders in which headers are."""


def included(source: Path) -> set[Path]:
    """The headers and .pxi files that a source includes, directly or not; Cython itself follows `cimport`."""
    names = re.findall(r'^\s*(?:cdef extern from|include|#\s*include)\s+"([^"]+)"', source.read_text(), re.MULTILINE)
    places = [(folder / name).resolve() for name in names for folder in (source.parent, *HEADERS)]
    found = {each for each in places if each.exists()} - {source.resolve()}
    return found.union(*map(included, found)) if found else found


# two builds in one checkout at the same time would write the same files
Path("build").mkdir(exist_ok=True)
lock = open("build/.lock", "w")  # noqa: SIM115  held until the process ends
fcntl.flock(lock, fcntl.LOCK_EX)

OPTIONAL = [STORES] if accepts(STORES) else []
SOURCES = sorted(CORE.rglob("*.pyx"))
extensions = [
    Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [str(source)],
        depends=sorted(map(str, included(source))),
        include_dirs=list(map(str, HEADERS)),
        extra_compile_args=["-O3", "-fno-math-errno", "-fno-plt", "-pthread", *OPTIONAL, *FLAGS],
        extra_link_args=["-pthread", *FLAGS],
    )
    for source in SOURCES
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

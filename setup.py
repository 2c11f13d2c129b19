"""Compile the hot path (src/ocean/_src/core/**/*.pyx) with Cython, and then, with what was built, the pack of everyday
kernels; everything else is plain Python.

`python setup.py build_ext --inplace` builds in a checkout, and only what has changed (CONTRIBUTING.md). The build uses
all cores, or OCEAN_BUILD_JOBS processes, and writes to `build` only. `pip install -v .` shows its progress.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.egg_info import egg_info
from setuptools.modified import newer_group

CORE = Path("src/ocean/_src/core")
WRITTEN = Path("build/cython")
FOLDERS = sorted({path.parent for ending in ("h", "pxi") for path in CORE.rglob(f"*.{ending}")})
"""Where headers and .pxi files are looked for."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
JOBS = int(os.environ.get("OCEAN_BUILD_JOBS") or CORES)
COMPILER = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
FLAGS = os.environ.get("OCEAN_BUILD_FLAGS", "").split()  # after ours, so that they count
STORES = "-mmemset-strategy=unrolled_loop:256:noalign,libcall:-1:noalign"
"""New objects are cleared by a few stores; for x86, GCC would take `rep stos`, which begins slowly."""
ALIGNED = "-falign-functions=64"
"""Functions begin with a cache line: else short calls are up to a fifth faster or slower from one build to the next."""
BEGIN = time.monotonic()
HEADERS = Path(sysconfig.get_paths()["include"])


def tell(text: str) -> None:
    sys.stdout.write(f"build: {time.monotonic() - BEGIN:4.0f} s  {text}\n")  # whole, because threads write
    sys.stdout.flush()


# --- What is compiled --------------------------------------------------------------------------------------------


def included(source: Path) -> set[Path]:
    """The headers and .pxi files that a source includes, directly or not; Cython itself follows `cimport`."""
    names = re.findall(r'^\s*(?:cdef extern from|include|#\s*include)\s+"([^"]+)"', source.read_text(), re.MULTILINE)
    found = {path for name in names if (path := find(name, source.parent))} - {source}
    return found.union(*map(included, found)) if found else found


def find(name: str, beside: Path) -> Path | None:
    """The file that a source means by a name, where the compiler would look for it; None if it is not ours."""
    places = (Path(os.path.normpath(folder / name)) for folder in (beside, *FOLDERS))
    return next((path for path in places if path.exists()), None)


def extensions() -> list[Extension]:
    """One for each .pyx file, named by its path."""
    # Python asks for debug information, which takes a third of the compiler's time and most of the files
    optional = [flag for flag in ("-fno-plt", STORES) if accepts(flag)]  # not every compiler has them
    flags = ["-O3", "-g0", ALIGNED, "-fno-math-errno", "-pthread", *optional, *FLAGS]
    return [
        Extension(
            ".".join(source.relative_to("src").with_suffix("").parts),
            [str(source)],
            depends=sorted(map(str, included(source))),
            include_dirs=list(map(str, FOLDERS)),
            extra_compile_args=flags,
            extra_link_args=["-pthread", *FLAGS],
        )
        for source in sorted(CORE.rglob("*.pyx"))
    ]


def missing() -> str:
    """What the build needs and does not find, in one sentence; otherwise it would fail with a page of output."""
    if not shutil.which(COMPILER[0]):
        return f"a C compiler, and there is no '{COMPILER[0]}' here (on Debian: apt-get install gcc)."
    if not (HEADERS / "Python.h").exists():
        return f"Python's headers, and there is no Python.h in {HEADERS} (on Debian: apt-get install python3-dev)."
    return ""


def accepts(flag: str) -> bool:
    """Whether the compiler has a flag."""
    probe = [*COMPILER, "-Werror", flag, "-x", "c", "-c", "-o", os.devnull, "-"]
    try:
        return subprocess.run(probe, input=b"", capture_output=True).returncode == 0
    except OSError:
        return False


# --- How -----------------------------------------------------------------------------------------------------------


class build(build_ext):
    """Write C, compile it on all cores, and make the pack."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or JOBS
        if self.inplace:  # pip would take a new folder each time, and build everything
            self.build_lib, self.build_temp = "build/inplace", "build/inplace-temp"

    def run(self):
        if lacks := missing():
            sys.exit(f"To build from source, ocean-tensor needs {lacks}")
        super().run()
        if not self.inplace:
            make_pack(Path(self.build_lib).resolve(), self.parallel)

    def build_extensions(self):
        tell(f"Cython: {len(self.extensions)} modules, {self.parallel} at a time")
        write_c(self.extensions, self.parallel)
        everything, self.extensions = self.extensions, list(filter(self.outdated, self.extensions))
        # the longest come first, so that no core is left alone with one of them in the end
        self.extensions.sort(key=lambda each: -sum(map(os.path.getsize, each.sources + each.depends)))
        tell(f"C compiler: {len(self.extensions)} of {len(everything)} modules, {self.parallel} at a time")
        self.done = 0
        super().build_extensions()
        self.extensions = everything

    def outdated(self, extension):
        sources = extension.sources + extension.depends
        return self.force or newer_group(sources, self.get_ext_fullpath(extension.name))

    def build_extension(self, extension):
        super().build_extension(extension)
        self.done += 1
        tell(f"{self.done} of {len(self.extensions)} modules: {extension.name}")


class metadata(egg_info):
    """The package's metadata, in `build`."""

    def initialize_options(self):
        super().initialize_options()
        Path("build").mkdir(exist_ok=True)
        self.egg_base = "build"


def write_c(modules: list[Extension], processes: int) -> None:
    """Let Cython write the C files that are not there yet, or older than what they come from."""
    from Cython.Build import cythonize

    # Cython copies headers there, and the compiler would still find the copy of one that has moved
    for copy in WRITTEN.rglob("*.h"):
        if not Path(copy.relative_to(WRITTEN)).exists():
            copy.unlink()
    made = cythonize(
        modules,
        build_dir=str(WRITTEN),
        nthreads=processes,
        include_path=list(map(str, FOLDERS)),
        compiler_directives={
            "language_level": 3,
            "cdivision": True,
            "initializedcheck": False,
            "binding": True,
            "embedsignature": True,
        },
    )
    found = {each.name: each for each in made}
    for each in modules:
        each.sources = found[each.name].sources
        each.depends = sorted({*each.depends, *found[each.name].depends})  # Cython follows `cimport`, too


def make_pack(built: Path, processes: int) -> None:
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
    environment = {**os.environ, **settings, "PYTHONPATH": path}
    command = [sys.executable, "-m", "ocean._src.commands.packing", "--folder", str(folder)]
    command += ["--processes", str(processes), *targets]
    try:
        subprocess.run(command, cwd=built, env=environment, check=True, timeout=900)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        print(
            f"The package is built without a pack of kernels, which are compiled when they are first needed: {error}",
            file=sys.stderr,
        )


def lock() -> object:
    """Wait for another build in this checkout, because both would write the same files; keep what this returns."""
    try:
        import fcntl
    except ImportError:  # Windows; there a user has to see to it
        return None
    Path("build").mkdir(exist_ok=True)
    file = open("build/.lock", "w")  # noqa: SIM115  open until the process ends
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


if __name__ == "__main__":
    held = lock()
    setup(cmdclass={"build_ext": build, "egg_info": metadata}, ext_modules=extensions())

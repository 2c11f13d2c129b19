"""What `import ocean` and `import ocean.numpy` leave for later, and that all names are there all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.host_only("it starts processes")


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", ["ocean", "ocean.numpy"])
def test_what_is_not_loaded(name: str) -> None:
    left_out = {"numpy", "llvmlite", "pickle", "difflib", "platform", "textwrap", "tempfile", "importlib.metadata"}
    left_out |= {"inspect", "dataclasses", "pathlib", "secrets", "hashlib", "ast", "typing", "re", "enum"}
    left_out |= {f"ocean._src.{each}" for each in ("convolution", "devices", "linalg")}
    left_out |= {f"ocean._src.lazy.{each}" for each in ("fuse", "trace", "passes", "explain")}
    assert set(run(f"import sys, {name}; print(*sys.modules)").split()) & left_out == set()


def test_everyday_calls_need_no_numpy() -> None:
    run(
        "import sys, ocean.numpy as np\n"
        "a = np.arange(12.0).reshape(3, 4)\n"
        "b = np.sqrt(a * 2 + 1)[1:, ::2].sum(axis=0) - a[a > 3][:2]\n"
        "assert len(b.tolist()) == 2 and a[[0, 2]].shape == (2, 4) and float(a.mean()) == 5.5\n"
        "assert 'numpy' not in sys.modules\n"
        "import numpy\n"  # which is known from then on
        "assert a[numpy.array([0, 2])].shape == (2, 4) and np.asarray(numpy.ones(3)).shape == (3,)"
    )


def test_random_numbers_need_no_numpy() -> None:
    run(
        "import sys, ocean.numpy as np\n"
        "g = np.random.default_rng(7)\n"
        "g.random((2, 3)), g.normal(10, 2, 4), g.integers(1, 7, size=5), g.choice([-1, 1], size=6), g.permutation(5)\n"
        "assert 'numpy' not in sys.modules"
    )


def test_linear_algebra_of_one_matrix_needs_no_numpy() -> None:
    run(
        "import sys, ocean.numpy as np\n"
        "a, b = np.eye(3) + 1, np.arange(3.0)\n"
        "np.linalg.solve(a, b), np.linalg.inv(a), np.linalg.det(a), np.linalg.cholesky(a), np.linalg.norm(a)\n"
        "np.linalg.eigvalsh(a), np.linalg.qr(a), np.linalg.lstsq(a, b, rcond=None)\n"
        "assert not {'numpy', 'inspect'} & set(sys.modules)"
    )


def test_names_that_are_loaded_later() -> None:
    run(
        "import sys, ocean.numpy as np\n"
        "assert {'errstate', 'polyfit', 'linalg'} <= set(dir(np)) and 'polyfit' in np.__all__\n"
        "assert not {'linalg', '_sys'} & set(np.__all__)\n"
        "from ocean.numpy import *\n"
        "assert roots is np.roots and np.roots.__module__ == 'ocean.numpy'\n"
        "import pickle; assert pickle.loads(pickle.dumps(np.kaiser)) is np.kaiser"
    )


def test_a_module_that_is_loaded_later_by_several_threads() -> None:
    """All of them see a whole module."""
    run(
        "import sys, threading, ocean.numpy as np\n"
        "start, found = threading.Barrier(8), []\n"
        "def use():\n"
        "    start.wait()\n"
        "    found.append((repr(np.ones(2) / 3), np.polyfit([0, 1, 2], [1, 2, 3], 1).tolist(), np.linalg.inv(np.eye(2))[0, 0]))\n"
        "threads = [threading.Thread(target=use) for _ in range(8)]\n"
        "assert 'numpy' not in sys.modules\n"
        "for each in threads: each.start()\n"
        "for each in threads: each.join()\n"
        "assert len(found) == 8 and len({each[0] for each in found}) == 1, found"
    )


def test_text_without_numpy() -> None:
    """Arrays print the same before and after NumPy is loaded."""
    code = (
        "import sys, ocean.numpy as np\n"
        "line = np.arange(12.0)\n"
        "given = [line, line / 3, line * 1e7, line - 5, np.exp(line * 9 - 50), line.reshape(3, 4) / 7, line > 3, np.array(2.5),\n"
        "         np.array(True), np.arange(5) - 2, np.arange(2000), np.ones((60, 50)), np.zeros((0, 3)), np.array([]),\n"
        "         np.arange(24).reshape(2, 3, 4), np.array([1.5, np.nan, -np.inf]), np.array([np.nan]), -line * 0,\n"
        "         np.array([1e-324, 5e-324, 1e300]), np.array([99999999.12345678, 0.5]), line[3], line.astype('int8'),\n"
        "         np.lazy(line) * 2, np.array([[[-1e-7]]]), np.arange(40) * 123456789]\n"
        "def texts(): return [f(each) for each in given for f in (str, repr)]\n"
        "first = texts(); assert 'numpy' not in sys.modules\n"
        "import numpy; assert texts() == first\n"
    )
    run(code)


def test_blas_is_found_without_numpy() -> None:
    """It is the one that NumPy uses when it is loaded later."""
    run(
        "import sys, ocean.numpy as np\n"
        "a = np.linspace(0, 1, 90000).reshape(300, 300)\n"
        "first = (a @ a).tolist(); assert 'numpy' not in sys.modules\n"
        "from ocean._src.core.host.linalg.matmul import find_blas, names_in_blas, threads_of_blas\n"
        "found, threads = names_in_blas(), threads_of_blas()\n"
        "import numpy\n"
        "assert (a @ a).tolist() == first\n"
        "if found is not None:\n"
        "    assert len({line.split()[-1] for line in open('/proc/self/maps') if 'openblas' in line}) <= 1\n"
        "    assert find_blas() and names_in_blas()[1:] == found[1:] and threads_of_blas() == threads\n"
    )


def test_a_loaded_module_takes_its_place() -> None:
    run(
        "import sys, ocean.numpy as np\n"
        "from ocean._src.base import later; from ocean._src.array import unwrap, numpy_fallback\n"
        "held = unwrap.numpy; assert type(held) is later.later and 'loaded when it is needed' in repr(held)\n"
        "held.ndarray\n"
        "import numpy; assert unwrap.numpy is numpy_fallback.numpy is later.numpy is numpy and held.ndarray is numpy.ndarray\n"
        "import ocean._src.array.random as late; assert late.numpy is numpy"
    )

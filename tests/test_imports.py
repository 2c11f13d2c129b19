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
    left_out = {"numpy", "llvmlite"}
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

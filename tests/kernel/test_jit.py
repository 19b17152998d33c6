"""Cached kernels: used again, dropped when anything they call changes, plain without the JIT."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

KERNEL = """
from numba import types
from numba.extending import register_jitable
from behave.kernel.jit import FLOATS_IN, FLOATS_OUT, kernel
from called import formula

register_jitable(formula)

@kernel(types.void(FLOATS_IN, FLOATS_OUT))
def work(given, out):
    for i in range(given.shape[0]):
        out[i] = formula(given[i])
"""
MAIN = """
import numpy as np
from kernels import formula, work
given = np.array([2.0])
given.flags.writeable = False
out = np.zeros(1)
work(given, out)
loaded = sum(work.stats.cache_hits.values()) if hasattr(work, "stats") else "plain"
if loaded != "plain":
    import sys
    tables = "numba.np.arraymath" in sys.modules  # what only compiling needs
    import numba
    fresh = numba.njit(lambda x: formula(x) + np.sqrt(x))  # compiling still works afterwards
    assert fresh(4.0) == formula(4.0) + 2.0
    loaded = f"{loaded}-{'with' if tables else 'without'}-tables"
print(out[0], loaded)
"""


def run(folder, **environment):
    done = subprocess.run(
        [sys.executable, "-c", MAIN],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": str(folder / "cache"),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_kernel_is_cached_and_dropped_when_what_it_calls_changes(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNEL)
    (tmp_path / "called.py").write_text("def formula(x):\n    return x + 1.0\n")
    assert run(tmp_path) == ["3.0", "0-with-tables"]
    assert run(tmp_path) == ["3.0", "1-without-tables"]
    (tmp_path / "called.py").write_text("def formula(x):\n    return x + 5.0\n")
    assert run(tmp_path) == ["7.0", "0-with-tables"]
    assert run(tmp_path, NUMBA_DISABLE_JIT="1") == ["7.0", "plain"]

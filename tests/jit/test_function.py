"""Calls, kept code, and what is told while code is made."""

import os
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from behave.jit.folder import CodeFolder, code_folder
from behave.jit.function import Compiled, compiled, noticing
from behave.jit.kinds import FLOAT, INT, Array, Tuple

ROOT = Path(__file__).resolve().parents[2]
ROW = Array(FLOAT, 1)
READ = Array(FLOAT, 1, writable=False)


def scale(given, factor, counts, out):
    """Doubles, and counts."""
    for i in range(given.shape[0]):
        out[i] = given[i] * factor + counts[0][i]


def made():
    return Compiled(scale, [READ, FLOAT, Tuple((Array(INT, 1),)), ROW])


def arguments():
    given = np.array([1.0, 2.0])
    given.flags.writeable = False
    return [given, 3.0, (np.array([10, 20]),), np.zeros(2)]


def test_it_is_called_as_a_function():
    work, given = made(), arguments()
    work(*given)
    assert given[3].tolist() == [13.0, 26.0]
    assert (work.__name__, work.__doc__) == ("scale", scale.__doc__)
    given[1] = np.int64(2)  # what counts as a float
    work(*given)
    assert given[3].tolist() == [12.0, 24.0]


@pytest.mark.parametrize(
    ("place", "value", "error", "message"),
    [
        (0, np.zeros(2, np.float32), TypeError, r"scale: given is not read-only float\[:\]"),
        (0, np.zeros((2, 2)), TypeError, "scale: given is not"),
        (0, np.zeros(2, np.int64), TypeError, "scale: given is not"),
        (0, np.zeros(2, ">f8"), TypeError, "scale: given is not"),
        (0, np.zeros(4)[::2], (ValueError, BufferError), "contiguous"),
        (0, [1.0], TypeError, "list"),
        (1, "x", TypeError, "real number|float"),
        (2, (np.zeros(2),), TypeError, "scale: counts is not"),
        (2, (), TypeError, "scale: counts is not"),
        (2, 5, SystemError, "internal"),
        (3, arguments()[0], (ValueError, BufferError), "read-only"),
    ],
)
def test_a_wrong_argument_is_refused_and_nothing_is_held(place, value, error, message):
    work, given = made(), arguments()
    given[place] = value
    free = sys.getrefcount(given[3])
    for _ in range(100):
        with pytest.raises(error, match=message):
            work(*given)
    assert sys.getrefcount(given[3]) < free + 20


def test_a_wrong_number_of_arguments_is_refused():
    with pytest.raises(TypeError, match="scale takes 4 arguments"):
        made()(1, 2)


def test_calls_leave_nothing_behind():
    work, given = made(), arguments()
    work(*given)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(5000):
        work(*given)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2000
    assert sys.getrefcount(given[3]) < 100


def test_code_is_kept_and_loaded(tmp_path):
    heard = []
    with noticing(lambda name, kept: heard.append((name, kept))):
        assert made().load() is False
        assert made().load() is True
    assert heard == [("scale", None), ("scale", True)]
    (file,) = (tmp_path / "kept" / "behave").iterdir()
    file.write_bytes(file.read_bytes()[:-1])  # cut short: it counts as not there
    assert made().load() is False
    assert made().load() is True


TEXT = """
from other import called, LIMIT
import other
def work(out):
    out[0] = called(1.0) + LIMIT + other.FURTHER
"""
OTHER = """
def deeper(x: float) -> float:
    return x * {factor}
def called(x: float) -> float:
    return deeper(x)
LIMIT = {limit}
FURTHER = {further}
UNUSED = {unused}
"""


def test_code_is_dropped_when_anything_it_reaches_changes(module, tmp_path):
    def keys(**values):
        known = {"factor": 1.0, "limit": 2, "further": 3, "unused": 4, **values}
        (tmp_path / "other.py").write_text(OTHER.format(**known))
        sys.modules.pop("other", None)
        sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
        try:
            return Compiled(module(TEXT).work, [ROW])
        finally:
            sys.dont_write_bytecode = before

    def word(**values):
        work = keys(**values)
        work.function.__module__ = "same"
        return work.key()

    plain = word()
    assert word() == plain
    assert word(unused=5) == plain
    assert len({plain, word(factor=2.0), word(limit=9), word(further=8)}) == 4


def test_a_folder_that_cannot_be_written_keeps_nothing_and_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path / "file"))
    heard, given = [], arguments()
    with noticing(lambda name, kept: heard.append(kept)):
        for _ in range(2):
            made()(*given)
    assert heard == [None, False] * 2
    assert given[3].tolist() == [13.0, 26.0]


def test_the_folder_is_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path / "a"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "b"))
    assert code_folder() == tmp_path / "a" / "behave"
    monkeypatch.delenv("BEH_CACHE_DIR")
    assert code_folder() == tmp_path / "b" / "behave"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert code_folder().name in ("__pycache__", "behave")


def test_the_folder_keeps_only_so_much(tmp_path, monkeypatch):
    monkeypatch.setattr("behave.jit.folder.MOST_FILES", 3)
    folder = CodeFolder(tmp_path / "few")
    for k in range(5):
        assert folder.write(f"k{k}", bytes([k]))
        os.utime(tmp_path / "few" / f"k{k}.code", (k, k))
    assert [folder.read(f"k{k}") for k in range(5)] == [None, None, b"\2", b"\3", b"\4"]


@pytest.mark.parametrize("name", ["BEH_PLAIN", "NUMBA_DISABLE_JIT"])
def test_it_stays_plain_where_asked(name, monkeypatch):
    monkeypatch.setenv(name, "1")
    assert compiled(ROW)(scale) is scale
    monkeypatch.setenv(name, "0")
    assert isinstance(compiled(ROW)(scale), Compiled)


def test_threads_load_it_once():
    script = (
        "import threading, numpy as np\n"
        "from tests.jit.test_function import made, arguments\n"
        "from behave.jit.function import noticing\n"
        "work, given, heard = made(), [arguments() for _ in range(4)], []\n"
        "def run(each):\n"
        "    with noticing(lambda name, kept: heard.append(kept)): work(*each)\n"
        "threads = [threading.Thread(target=run, args=(each,)) for each in given]\n"
        "for t in threads: t.start()\n"
        "for t in threads: t.join()\n"
        "print(heard, [g[3].tolist() for g in given].count([13.0, 26.0]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split("] ") == ["[None, True", "4\n"], done.stderr


def counted(given):
    total = 0
    for i in range(given.shape[0]):
        if given[i] > 0.0:
            total += 1
    return total


def first(given):
    return given[0]


def begins(given):
    return given[0] > 0.0


@pytest.mark.parametrize(("function", "right"), [(counted, 2), (first, -1.0), (begins, False)])
def test_it_gives_a_number(function, right):
    found = Compiled(function, [READ])(np.array([-1.0, 2.0, 3.0]))
    assert (found, type(found)) == (right, type(right))


def busy(many: int, out: Any) -> None:
    for i in range(many):
        out[i & 63] += 1.0


def test_other_threads_run_meanwhile():
    many, shared = 100_000_000, np.zeros(64)
    work = Compiled(busy, [INT, ROW])
    work.load()
    thread, seen = threading.Thread(target=work, args=(many, shared)), set()
    thread.start()
    while thread.is_alive():
        seen.add(shared.sum())
    assert any(0.0 < count < many for count in seen)


def roomy(count: int, out: Any) -> None:
    room = np.empty(count)
    room[0] = 1.0
    out[0] = room[0]


def test_no_room_is_an_error():
    work, out = Compiled(roomy, [INT, ROW]), np.zeros(1)
    with pytest.raises(MemoryError):
        work(2**61, out)
    assert out[0] == 0.0
    work(3, out)
    assert out[0] == 1.0

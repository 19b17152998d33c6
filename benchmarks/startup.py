"""What starting costs: ``beh lint`` and text to first tick, as whole processes and inside one.

``python benchmarks/startup.py``. Times of processes are processor time, so that other work on the
machine counts for little. The first run on a machine is one with an empty folder of kept code.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.resources import behaviors_path  # noqa: E402

FILE = behaviors_path() / "interaction.beh"
SCENE = "corridor"


def process(name: str, *words: str, repeat: int, cold: bool = False) -> Result:
    """The processor time of a whole Python process with these arguments.

    ``cold``: nothing compiled is there from before; else a run that does not count comes first.
    """
    with tempfile.TemporaryDirectory() as kept:
        samples = []
        for number in range(repeat + (not cold)):
            folder = str(Path(kept) / str(number)) if cold else kept
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, *words],
                cwd=ROOT,
                env={**os.environ, "BEH_CACHE_DIR": folder},
                check=True,
                capture_output=True,
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            samples.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return Result(name, tuple(samples[-repeat:]))


def inside(repeat: int) -> list[Result]:
    """Time each stage from text to the first tick in one process that is warm."""
    from behave.cli.files import UseReader
    from behave.pipeline import check
    from behave.runtime.state import initial
    from behave.runtime.tick import tick
    from behave.scenario.build import build
    from behave.source import Source

    text = FILE.read_text(encoding="utf-8")
    stages: dict[str, list[float]] = {
        "in process: check and compile": [],
        "in process: build the scene": [],
        "in process: first tick": [],
        "in process: text to first tick": [],
    }
    for _ in range(repeat + 1):
        start = perf_counter()
        source = Source(str(FILE), text)
        program = check(source, UseReader(source)).program
        assert program is not None
        checked = perf_counter()
        model = build(program, SCENE, dt=1 / 60)
        state = initial(model)
        built = perf_counter()
        tick(model, state, model.script.sample(0, model.dt))
        end = perf_counter()
        times = (checked - start, built - checked, end - built, end - start)
        for samples, seconds in zip(stages.values(), times, strict=True):
            samples.append(seconds)
    return [Result(name, tuple(samples[1:])) for name, samples in stages.items()]


def main() -> None:
    """Measure and print."""
    flags = arguments(__doc__ or "").parse_args()
    repeat = flags.repeat
    run = ("-m", "behave", "run", str(FILE), "--scene", SCENE, "--ticks", "1")
    results = [
        process("process: python alone", "-c", "pass", repeat=repeat),
        process("process: beh lint", "-m", "behave", "lint", str(FILE), repeat=repeat),
        process("process: beh run, one tick", *run, repeat=repeat),
        process("process: the same, nothing kept", *run, repeat=min(repeat, 2), cold=True),
        *inside(repeat),
    ]
    show(results, flags.json)


if __name__ == "__main__":
    main()

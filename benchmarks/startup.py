"""What starting costs: ``beh lint`` and text to first tick, as whole processes and inside one.

``python benchmarks/startup.py``; the kernels' cache is filled by a run that does not count.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, measure, show  # noqa: E402

from behave.resources import behaviors_path  # noqa: E402

FILE = behaviors_path() / "interaction.beh"
SCENE = "corridor"


def process(name: str, *words: str, repeat: int) -> Result:
    """Time a whole Python process with these arguments."""

    def run() -> None:
        subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True)

    return measure(name, run, repeat)


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
        *inside(repeat),
    ]
    show(results, flags.json)


if __name__ == "__main__":
    main()

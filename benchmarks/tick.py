"""What a tick of the agent of each shipped behavior costs, whole and by phase, in milliseconds.

``python benchmarks/tick.py``; each sample is the mean over one run of a scene. Samples of the
scenes are taken in turn, so that a noisy machine is as noisy to each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.cli.files import UseReader, read_source  # noqa: E402
from behave.pipeline import check  # noqa: E402
from behave.resources import behaviors_path  # noqa: E402
from behave.runtime import tick as tick_module  # noqa: E402
from behave.runtime.model import Model  # noqa: E402
from behave.runtime.state import initial  # noqa: E402
from behave.runtime.trace import line  # noqa: E402
from behave.scenario.build import build  # noqa: E402

# Phase → functions of behave.runtime.tick that do its work.
PHASES = {
    "sense (input, sensors, zones)": ("sample", "sense"),
    "decide and act (events, memory, turns)": ("happenings", "handle", "remember", "take_turns"),
    "pose (gait, motion, constraints)": ("pose",),
}


SCENES = (("interaction", "corridor"), ("cover", "blocks"), ("guardian", "hills"))
"""What is measured: the first scene of each shipped behavior."""


def built(file: str, scene: str, dt: float) -> Model:
    """A scene of a shipped behavior."""
    source, _ = read_source(str(behaviors_path() / f"{file}.beh"))
    program = check(source, UseReader(source)).program
    assert program is not None
    return build(program, scene, dt=dt)


def run(model: Model, count: int) -> float:
    """Mean seconds a tick over one run."""
    state = initial(model)
    inputs = [model.script.sample(number, model.dt) for number in range(count)]
    start = perf_counter()
    for given in inputs:
        tick_module.tick(model, state, given)
    return (perf_counter() - start) / count


def by_phase(model: Model, count: int) -> dict[str, float]:
    """Mean seconds a tick spent in each phase; the timers' own cost falls to the rest."""
    spent = dict.fromkeys(PHASES, 0.0)

    def timed(function: Callable[..., Any], phase: str) -> Callable[..., Any]:
        def wrapper(*given: Any) -> Any:
            start = perf_counter()
            try:
                return function(*given)
            finally:
                spent[phase] += perf_counter() - start

        return wrapper

    names = {name: phase for phase, named in PHASES.items() for name in named}
    before = {name: getattr(tick_module, name) for name in names}
    try:
        for name, phase in names.items():
            setattr(tick_module, name, timed(before[name], phase))
        run(model, count)
    finally:
        for name, function in before.items():
            setattr(tick_module, name, function)
    return {phase: seconds / count for phase, seconds in spent.items()}


def traced(model: Model, count: int) -> float:
    """Mean seconds a tick with its trace line made."""
    state = initial(model)
    start = perf_counter()
    for number in range(count):
        record = tick_module.tick(model, state, model.script.sample(number, model.dt))
        line(model, state, record)
    return (perf_counter() - start) / count


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--ticks", type=int, default=600, help="ticks a sample (default 600)")
    flags = parser.parse_args()
    count = flags.ticks
    models = {file: built(file, scene, 1 / 60) for file, scene in SCENES}
    for model in models.values():
        run(model, 60)  # warm
    whole: dict[str, list[float]] = {file: [] for file in models}
    phases: dict[str, list[dict[str, float]]] = {file: [] for file in models}
    with_trace: dict[str, list[float]] = {file: [] for file in models}
    for _ in range(flags.repeat):
        for file, model in models.items():
            whole[file].append(run(model, count))
            phases[file].append(by_phase(model, count))
            with_trace[file].append(traced(model, count))
    results = []
    for file in models:
        results.append(Result(f"{file}: a tick, everything included", tuple(whole[file])))
        results += [Result(f"  {n}", tuple(p[n] for p in phases[file])) for n in PHASES]
        results.append(Result("  with its trace line", tuple(with_trace[file])))
    show(results, flags.json)
    for file in models:
        median = sorted(whole[file])[len(whole[file]) // 2]
        print(f"{file}: {1 / median:,.0f} ticks a second; {median * 60:.1%} of real time at 60 Hz")


if __name__ == "__main__":
    main()

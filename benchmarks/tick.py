"""What a tick of the shipped interaction agent costs, whole and by phase, in milliseconds.

``python benchmarks/tick.py``; each sample is the mean over one run of the corridor scene.
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


def corridor(dt: float) -> Model:
    """The scene that is measured."""
    source, _ = read_source(str(behaviors_path() / "interaction.beh"))
    program = check(source, UseReader(source)).program
    assert program is not None
    return build(program, "corridor", dt=dt)


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
    model, count = corridor(1 / 60), flags.ticks
    run(model, 60)  # warm
    whole = tuple(run(model, count) for _ in range(flags.repeat))
    phases = [by_phase(model, count) for _ in range(flags.repeat)]
    results = [Result("a tick, everything included", whole)]
    results += [Result(f"  {name}", tuple(p[name] for p in phases)) for name in PHASES]
    with_trace = tuple(traced(model, count) for _ in range(flags.repeat))
    results.append(Result("a tick with its trace line", with_trace))
    show(results, flags.json)
    median = results[0].median
    print(f"{1 / median:,.0f} ticks a second; {median * 60:.1%} of real time at 60 Hz")


if __name__ == "__main__":
    main()

"""What a tick of each shipped behavior costs, whole and by phase, in milliseconds.

``python benchmarks/tick.py``; each sample is the mean over one run of a scene. Samples of the
scenes are taken in turn, so that a noisy machine is as noisy to each; the least one says most
where other work shares the processor. Times are the processor time of the one thread, waiting not
counted. ``docs/performance.md`` says what the phases do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.cli.files import UseReader, read_source  # noqa: E402
from behave.native.compiling import Native  # noqa: E402
from behave.native.engine import WELL  # noqa: E402
from behave.pipeline import check  # noqa: E402
from behave.resources import behaviors_path  # noqa: E402
from behave.runtime import tick as tick_module  # noqa: E402
from behave.runtime.model import Model  # noqa: E402
from behave.runtime.state import initial  # noqa: E402
from behave.runtime.trace import line  # noqa: E402
from behave.scenario.build import build  # noqa: E402
from behave.source import Source  # noqa: E402

# Phase → functions of behave.runtime.tick that do its work; what is left is the rest.
PHASES = {
    "sense": ("sense",),
    "turns": ("_turn",),
    "pose": ("pose",),
}
REST = "rest"
DT = 1.0 / 60.0

SCENES = (("interaction", "corridor"), ("cover", "blocks"), ("guardian", "hills"))
"""What is measured: the first scene of each shipped behavior."""

CROWD = 16
"""How many guardians the last row has."""


def built(file: str, scene: str, dt: float, native: Native | None = None) -> Model:
    """A scene of a shipped behavior."""
    source, _ = read_source(str(behaviors_path() / f"{file}.beh"))
    return _build(source, scene, dt, native)


def crowd(count: int, dt: float, native: Native | None = None) -> Model:
    """The scene ``hills`` with ``count`` guardians, all after the one target.

    They stand four in a row, so many metres apart that their legs have room, and all see it.
    """
    source, _ = read_source(str(behaviors_path() / "guardian.beh"))
    start = source.text.index("scene hills {")
    alone = source.text[start : source.text.index("\n}", start)]
    boss = next(text for text in alone.splitlines() if text.split()[:2] == ["hexapod", "boss"])
    more = [
        boss.replace("boss", f"boss{number}").replace(
            "at (0 m, 0 m, 0 m)",
            f"at ({16 * (number % 4) - 24} m, 0 m, {16 * (number // 4) - 24} m)",
        )
        for number in range(count)
    ]
    more = [f"{text}, sight: 100 m, give_up: 1000 m" for text in more]
    scene = alone.replace("scene hills", "scene crowd").replace(boss, "\n".join(more))
    text = f"{source.text}\n{scene}\n}}\n"
    return _build(Source(source.name, text), "crowd", dt, native)


def _build(source: Source, scene: str, dt: float, native: Native | None) -> Model:
    checked = check(source, UseReader(source))
    assert checked.program is not None, [finding.message for finding in checked.errors]
    return build(checked.program, scene, dt=dt, native=native)


def run(model: Model, count: int) -> float:
    """Mean seconds a tick over one run."""
    state = initial(model)
    inputs = [model.script.sample(number, model.dt) for number in range(count)]
    start = thread_time()
    for given in inputs:
        tick_module.tick(model, state, given)
    return (thread_time() - start) / count


def by_phase(model: Model, count: int) -> dict[str, float]:
    """Mean seconds a tick spent in each phase; the timers' own cost falls to the rest."""
    spent = dict.fromkeys(PHASES, 0.0)

    def timed(function: Callable[..., Any], phase: str) -> Callable[..., Any]:
        def wrapper(*given: Any) -> Any:
            start = thread_time()
            try:
                return function(*given)
            finally:
                spent[phase] += thread_time() - start

        return wrapper

    names = {name: phase for phase, named in PHASES.items() for name in named}
    before = {name: getattr(tick_module, name) for name in names}
    try:
        for name, phase in names.items():
            setattr(tick_module, name, timed(before[name], phase))
        whole = run(model, count)
    finally:
        for name, function in before.items():
            setattr(tick_module, name, function)
    found = {phase: seconds / count for phase, seconds in spent.items()}
    return {**found, REST: whole - sum(found.values())}


def traced(model: Model, count: int) -> float:
    """Mean seconds a tick with its trace line made."""
    state = initial(model)
    start = thread_time()
    for number in range(count):
        record = tick_module.tick(model, state, model.script.sample(number, model.dt))
        line(model, state, record)
    return (thread_time() - start) / count


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--ticks", type=int, default=600, help="ticks a sample (default 600)")
    parser.add_argument("--reference", action="store_true", help="decide without machine code")
    flags = parser.parse_args()
    native = None if flags.reference else Native(level=WELL)
    crowded = f"{CROWD} guardians"
    models = {file: built(file, scene, DT, native) for file, scene in SCENES}
    models[crowded] = crowd(CROWD, DT, native)
    counts = {name: max(flags.ticks // (4 if name == crowded else 1), 1) for name in models}
    for model in models.values():
        run(model, 60)  # warm
    whole: dict[str, list[float]] = {name: [] for name in models}
    phases: dict[str, list[dict[str, float]]] = {name: [] for name in models}
    with_trace: dict[str, list[float]] = {name: [] for name in models}
    for _ in range(flags.repeat):
        for name, model in models.items():
            whole[name].append(run(model, counts[name]))
            phases[name].append(by_phase(model, counts[name]))
            with_trace[name].append(traced(model, counts[name]))
    results = []
    for name in models:
        results.append(Result(f"{name}: a tick, everything included", tuple(whole[name])))
        parts = (*PHASES, REST)
        results += [Result(f"  {name}: {n}", tuple(p[n] for p in phases[name])) for n in parts]
        results.append(Result(f"  {name}: with its trace line", tuple(with_trace[name])))
    show(results, flags.json)
    for name, samples in whole.items():
        print(f"{name}: at best {min(samples) / DT:.1%} of a core at 60 Hz")


if __name__ == "__main__":
    main()

"""What machine code costs: to make, and for the turns of one agent, per shipped behavior.

``python benchmarks/native.py``. Making is in milliseconds: the text of the module, then code made
quickly and code made well. Turns are in nanoseconds an agent and tick, over states along a run of
the scene: by the reference; by code for one agent, called from Python for one after the other; and
by lanes, the same states in random order, so that neighbours differ. Times are the processor time
of the thread; the least sample says most where other work shares the processor.

Last, one agent at each of 25 moments of the run, called from Python again and again, events, memory
and turns in one call: of each moment the least, beside a call of Python's own ``hash``.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import arguments, versions  # noqa: E402
from tick import DT, SCENES, built  # noqa: E402

from behave.crowd.block import lanes_of  # noqa: E402
from behave.native.crowd import Crowd  # noqa: E402
from behave.native.engine import QUICK, WELL, Code, compiled, host  # noqa: E402
from behave.native.lanes import Lanes  # noqa: E402
from behave.native.module import Module, write_module  # noqa: E402
from behave.native.packs import put  # noqa: E402
from behave.native.step import Step  # noqa: E402
from behave.runtime.compiled import CompiledBehavior  # noqa: E402
from behave.runtime.frame import Frame  # noqa: E402
from behave.runtime.state import initial  # noqa: E402
from behave.runtime.tick import tick  # noqa: E402
from behave.runtime.turns import take_turns  # noqa: E402

LANES = lanes_of(host()[1])
"""What a crowd has on this processor."""

MANY = 1024
"""Agents of a crowd."""

AT_MOMENTS = "a step of one agent, again"


MOMENTS, CALLS, ROUNDS = 25, 200, 40
"""Of one agent called from Python: states, calls of a sample, samples."""


def timed(action: Callable[[], object]) -> float:
    """The thread's seconds for an action."""
    start = thread_time()
    action()
    return thread_time() - start


def along(file: str, scene: str, count: int) -> tuple[CompiledBehavior, np.ndarray]:
    """The first agent's behavior, and its row after each of some ticks of a scene."""
    model = built(file, scene, DT)
    state = initial(model)
    rows = []
    for number in range(count):
        tick(model, state, model.script.sample(number, DT))
        rows.append(state.rows[0][0].copy())
    return model.groups[0].compiled, np.array(rows)


def by_reference(own: CompiledBehavior, rows: np.ndarray) -> float:
    """Seconds a turn."""
    count = len(rows)
    states = rows.copy()
    draws = np.zeros((count, own.random_places), np.int64)
    entered = np.zeros((count, own.state_count), bool)
    frames = [Frame(states[n], DT, draws[n], 1) for n in range(count)]
    for frame in frames:
        frame.memo = own.scope.shared.fresh()

    def turns() -> None:
        with np.errstate(all="ignore"):
            for number, frame in enumerate(frames):
                take_turns(own, frame, entered[number], (), lambda *_: "")

    return timed(turns) / count


def by_one(own: CompiledBehavior, module: Module, code: Code, rows: np.ndarray) -> float:
    """Seconds a turn, with the call from Python."""
    count = len(rows)
    step = Step(own, [1] * count)
    step.use(module, code)
    states = rows.copy()
    draws = np.zeros((count, own.random_places), np.int64)
    bound = step.bind(states, draws, np.zeros((count, own.state_count), bool))
    call, addresses = step.turns_code, bound.addresses
    assert call is not None

    def turns() -> None:
        for address in addresses:
            call(address)

    turns()
    states[:] = rows
    return timed(turns) / count


def at_moments(own: CompiledBehavior, module: Module, code: Code, rows: np.ndarray) -> list[float]:
    """Seconds a step of one agent, the least at each of 25 moments; last, a call of ``hash``."""
    picked = rows[np.linspace(0, len(rows) - 1, MOMENTS).astype(np.int64)]
    states = picked.copy()
    step = Step(own, [1] * MOMENTS)
    step.use(module, code)
    draws = np.zeros((MOMENTS, own.random_places), np.int64)
    bound = step.bind(states, draws, np.zeros((MOMENTS, own.state_count), bool))
    least = [1.0] * (MOMENTS + 1)

    def calls(function: Callable[[int], int], address: int) -> float:
        start = thread_time()
        for _ in range(CALLS):
            function(address)
        return (thread_time() - start) / CALLS

    for _ in range(ROUNDS):
        for number, address in enumerate(bound.addresses):
            states[number] = picked[number]
            least[number] = min(least[number], calls(step.step_code, address))
            least[MOMENTS] = min(least[MOMENTS], calls(hash, address))
    return least


def by_lanes(own: CompiledBehavior, code: Code, rows: np.ndarray) -> float:
    """Seconds an agent, of a crowd of which each is at some moment of the run."""
    crowd = Crowd(own, [1] * MANY, LANES)
    run = crowd.function(code, "turns")
    mixed = rows[np.random.default_rng(0).integers(0, len(rows), MANY)].T
    put(crowd.rows, mixed, slice(None))
    run(0, MANY)
    put(crowd.rows, mixed, slice(None))
    return timed(lambda: run(0, MANY)) / MANY


def measured(file: str, scene: str, ticks: int, repeat: int) -> dict[str, list[float]]:
    """Seconds by what was measured."""
    own, rows = along(file, scene, ticks)
    behavior = own.behavior
    module = write_module(behavior, DT, Lanes())
    wide = compiled(write_module(behavior, DT, LANES).text, WELL)
    quick, well = compiled(module.text, QUICK), compiled(module.text, WELL)
    found: dict[str, list[float]] = {AT_MOMENTS: at_moments(own, module, well, rows)}
    for number in range(repeat):
        samples = {
            "the module's text": timed(lambda: write_module(behavior, DT, Lanes())),
            "quick code": timed(lambda: compiled(module.text, QUICK)),
            "turns: reference": by_reference(own, rows),
            "turns: one agent, quick": by_one(own, module, quick, rows),
            "turns: one agent, well": by_one(own, module, well, rows),
            f"turns: {LANES.count} lanes, well": by_lanes(own, wide, rows),
        }
        if number < 2:
            samples["good code"] = timed(lambda: compiled(module.text, WELL))
        for name, seconds in samples.items():
            found.setdefault(name, []).append(seconds)
    return found


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--ticks", type=int, default=400, help="ticks of a run (default 400)")
    flags = parser.parse_args()
    every = {}
    for file, scene in SCENES:
        every[file] = measured(file, scene, flags.ticks, flags.repeat)
        *moments, empty = every[file].pop(AT_MOMENTS)
        print(f"{file} ({scene}){'':20}      median       least")
        for name, samples in every[file].items():
            scale, unit = (1e9, "ns") if name.startswith("turns") else (1e3, "ms")
            numbers = (statistics.median(samples) * scale, min(samples) * scale)
            print(f"  {name:32}" + "  ".join(f"{number:9.0f} {unit}" for number in numbers))
        spread = (min(moments), statistics.mean(moments), max(moments), empty)
        least, mean, most, call = (f"{1e9 * number:.0f}" for number in spread)
        print(f"  {AT_MOMENTS:32}{mean:>9} ns, {least} to {most}; `hash` {call} ns")
        every[file][AT_MOMENTS] = [*moments, empty]
    print(", ".join(f"{name} {number}" for name, number in versions().items()))
    if flags.json is not None:
        text = json.dumps({"versions": versions(), "seconds": every}, indent=2)
        Path(flags.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

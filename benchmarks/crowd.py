"""What a crowd's tick is made of: ``python benchmarks/crowd.py``.

Parts of a tick of crowds of the shipped walkers and of a rig of arms alone, among walls, in
nanoseconds of the processor an agent and tick, one thread; the rest is what stands between them.
``beh bench`` measures whole ticks and how they grow.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import arguments, versions  # noqa: E402

from behave.cli.bench import SETTLED, WALLS, crowd_beside  # noqa: E402
from behave.cli.bench_scenes import arms, walkers  # noqa: E402
from behave.crowd import Crowd, group  # noqa: E402
from behave.crowd.group import Group  # noqa: E402

AGENTS = 4_000


class Clock:
    """Counts what a function takes whenever it is called."""

    def __init__(self, run: Callable[..., Any]) -> None:
        self.run, self.seconds = run, 0.0

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        start = thread_time()
        result = self.run(*given)
        self.seconds += thread_time() - start
        return result


def clocked(crowd: Crowd) -> dict[str, list[Clock]]:
    """Put clocks on the parts of a crowd's tick."""
    clocks: dict[str, list[Clock]] = {}

    def put(name: str, owner: Any, attribute: str) -> None:
        made = Clock(getattr(owner, attribute))
        setattr(owner, attribute, made)
        clocks.setdefault(name, []).append(made)

    put("zones: who is in them", group, "meet")
    put("sensors: what they find", group, "answer")
    put("pose", group, "pose")
    put("grid and colliders", crowd.surroundings, "begin")
    own: Group
    for own in crowd.groups:
        put("inputs, by machine code", own, "inputs_code")
        put("zones: where they stand, by machine code", own, "zones_code")
        put("events, memory, turns, by machine code", own, "step_code")
        put("words up and down", own, "_up")
        put("words up and down", own, "_down")
    return clocks


def measured(crowd: Crowd, repeat: int) -> dict[str, list[float]]:
    """Seconds a tick by part."""
    kept = {name: getattr(group, name) for name in ("meet", "answer", "pose")}
    clocks = clocked(crowd)
    found: dict[str, list[float]] = {}
    for _ in range(repeat):
        for each in (clock for many in clocks.values() for clock in many):
            each.seconds = 0.0
        start = thread_time()
        crowd.tick()
        whole = thread_time() - start
        parts = {name: sum(c.seconds for c in many) for name, many in clocks.items()}
        for name, seconds in (*parts.items(), ("rest", whole - sum(parts.values()))):
            found.setdefault(name, []).append(seconds)
        found.setdefault("whole", []).append(whole)
    for name, run in kept.items():
        setattr(group, name, run)
    return found


def main() -> None:
    """Measure and print."""
    flags = arguments(__doc__ or "").parse_args()
    every = {}
    for name, model in (("arms", arms(WALLS)), ("walkers", walkers(WALLS))):
        crowd = crowd_beside(model, WALLS, AGENTS, SETTLED if name == "arms" else 30)
        crowd.close()
        every[name] = measured(crowd, flags.repeat)
        print(f"{name}, {AGENTS} agents{'':26}median      least")
        for part, samples in every[name].items():
            scale = 1e9 / AGENTS
            middle, least = statistics.median(samples) * scale, min(samples) * scale
            print(f"  {part:<42}{middle:>8,.0f} ns {least:>8,.0f} ns")
    print(", ".join(f"{name} {number}" for name, number in versions().items()))
    if flags.json is not None:
        text = json.dumps({"versions": versions(), "seconds": every}, indent=2)
        Path(flags.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

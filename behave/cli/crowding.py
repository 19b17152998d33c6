"""A scene run with a crowd: how many agents are in which state, and which transitions fired."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import click
import numpy as np

from behave.cli import files
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.memory import available
from behave.jit.folder import CodeFolder, code_folder
from behave.runtime.compiled import CompiledMachine
from behave.runtime.model import Model
from behave.runtime.probe import Probe
from behave.runtime.trace import dumps, line

with compile_notice():
    from behave.crowd import Crowd, NoRoomError, spread, watch
    from behave.native.engine import CannotCompile
    from behave.native.machines import arrows_of
    from behave.native.values import NotNative
    from behave.scenario.build import SceneError

ANYWHERE = "any state"


@dataclass
class Summary:
    """What became of a crowd: by behavior, machine and state how many are there now, and at most
    at once; and how often each transition fired."""

    agents: int
    states: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    most: dict[tuple[str, str, str], int] = field(default_factory=dict)
    fired: dict[tuple[str, str, str, str, str], int] = field(default_factory=dict)

    def add(self, crowd: Crowd) -> None:
        """Take in one tick."""
        self.states = crowd.states()
        for behavior, machines in self.states.items():
            for machine, paths in machines.items():
                for path, count in paths.items():
                    key = (behavior, machine, path)
                    self.most[key] = max(self.most.get(key, 0), count)
        counts = iter(crowd.fired())
        for group in crowd.groups:
            for own in group.compiled.machines:
                self._count(group.compiled.behavior.name, own, next(counts).tolist())

    def _count(self, behavior: str, own: CompiledMachine, counts: list[int]) -> None:
        """Take in how often each transition of a machine fired."""
        for (source, number, _), times in zip(arrows_of(own.machine), counts, strict=True):
            owner = own if source < 0 else own.states[source]
            arrow = owner.transitions[number]
            start = ANYWHERE if source < 0 else own.states[source].state.path
            end = own.states[arrow.transition.target].state.path
            key = (behavior, own.machine.name, start, end, arrow.where)
            self.fired[key] = self.fired.get(key, 0) + times

    def show(self) -> None:
        """Print tables."""
        for behavior, machines in self.states.items():
            for machine, paths in machines.items():
                named = behavior if machine == behavior else f"{behavior}.{machine}"
                click.echo(f"\n{named:<34}{'now':>10}{'share':>9}{'at most':>10}")
                whole = max(sum(paths.values()), 1)
                for path, count in paths.items():
                    most = self.most[behavior, machine, path]
                    click.echo(f"  {path:<32}{count:>10}{100 * count / whole:>8.1f}%{most:>10}")
                for (b, m, start, end, where), times in self.fired.items():
                    if (b, m) == (behavior, machine) and times:
                        click.echo(f"  {start + ' → ' + end:<42}{times:>10} ×  {where}")

    def to_json(self, head: dict[str, object]) -> str:
        """The same as one JSON object."""
        fired = [
            {"behavior": b, "machine": m, "from": start, "to": end, "where": where, "times": n}
            for (b, m, start, end, where), n in self.fired.items()
        ]
        states = [
            {"behavior": b, "machine": m, "state": path, "now": self.states[b][m][path], "most": n}
            for (b, m, path), n in self.most.items()
        ]
        whole = {**head, "agents": self.agents, "states": states, "transitions": fired}
        return json.dumps(whole, ensure_ascii=False, indent=2)


def crowd_over(model: Model, agents: int) -> Crowd:
    """A crowd over a scene; raises `CannotRun` where there cannot be one."""
    store = CodeFolder(code_folder())
    try:
        return spread(model, agents, store=store, available=available)
    except (SceneError, NoRoomError) as problem:
        raise CannotRun(str(problem)) from None
    except NotNative as problem:
        raise CannotRun(f"a crowd needs machine code, which cannot say {problem}") from None
    except CannotCompile as problem:
        raise CannotRun(f"a crowd needs machine code: {problem}") from None


def run_crowd(
    model: Model,
    agents: int,
    count: int,
    traced: Sequence[int],
    probes: Sequence[Probe],
    trace: str | None,
) -> Summary:
    """Run a crowd for ``count`` ticks, writing the trace of the agents ``traced`` as it comes."""
    missing = [number for number in traced if number >= agents]
    if missing:
        raise CannotRun(f"--trace-agent {missing[0]}: agents are numbered from 0 to {agents - 1}")
    crowd = crowd_over(model, agents)
    summary = Summary(agents)
    seen = None if trace is None else watch(crowd, traced or range(min(agents, 1)))
    out = None if trace is None else files.LineFile(trace)
    try:
        summary.add(crowd)
        for _ in range(count):
            crowd.tick()
            summary.add(crowd)
            if seen is not None and out is not None:
                own, state = seen.shown()
                with np.errstate(all="ignore"):
                    out.write(dumps(line(own, state, seen.record(), probes)))
    finally:
        crowd.close()
        if out is not None:
            out.close()
    return summary

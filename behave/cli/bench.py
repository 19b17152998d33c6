"""``beh bench``: what crowds and single agents cost on this machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial

import click
import numpy as np

from behave.cli import exits, files, measuring
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.measuring import Measured
from behave.cli.memory import available
from behave.jit.folder import CodeFolder, code_folder
from behave.resources import behaviors_path

with compile_notice():
    from behave.cli.bench_peers import measure_peers
    from behave.cli.bench_scenes import arms, beside, walkers
    from behave.crowd import Crowd, NoRoomError
    from behave.crowd.room import bytes_of
    from behave.native.compiling import Native
    from behave.native.engine import WELL
    from behave.native.packs import agent_of
    from behave.runtime.model import Model

WALLS = 200
SETTLED = 130
"""Ticks after which agents are in all states."""

CALLS = 2000
TICKS = 5
"""Ticks of a sample of growth: the same for all sizes, so that all are at the same moment."""

CHECKED = 64
"""Agents whose states are compared between one agent's code and the lanes'."""


@click.command("bench")
@click.option("--full", is_flag=True, help="All sizes, and other engines: takes some minutes.")
@click.option("--json", "json_path", metavar="FILE", help="Write every sample to FILE.")
@click.option("--repeat", type=click.IntRange(1, 99), default=5, help="Samples (5).")
def command(full: bool, json_path: str | None, repeat: int) -> int:
    """Measure what crowds and single agents cost on this machine.

    Everything of a table is measured in turn, round by round. Times are the processor's, of all
    threads together; where other work shares it the least says most. With --full other state
    machines for Python are installed into an environment that is thrown away.
    """
    if json_path is not None:
        files.check_writable(json_path)
    parts: dict[str, list[Measured]] = {}
    more: dict[str, object] = {}
    try:
        _deciding(parts, repeat, (1_000, 100_000))
        _ticks(parts, repeat, 100_000 if full else 10_000)
        _growth(parts, repeat, (1_000, 10_000, 100_000, 1_000_000)[: 4 if full else 2])
        _colliders(parts, repeat, (10, 100, 1_000, 10_000)[: 4 if full else 3])
    except NoRoomError as problem:
        raise CannotRun(str(problem)) from None
    more["bytes"] = _memory()
    parts["start"] = _start(repeat)
    measuring.show("text to first tick, a process of its own", parts["start"])
    if full:
        more["peers"] = measure_peers()
    said = ", ".join(f"{name} {number}" for name, number in measuring.versions().items())
    click.echo(f"\n{said}")
    if json_path is not None:
        out = files.LineFile(json_path)
        out.write(measuring.to_json(dict(parts), more))
        out.close()
    return exits.CLEAN


def crowd_beside(model: Model, walls: int, agents: int, ticks: int = SETTLED) -> Crowd:
    """A crowd beside walls, after some ticks."""
    crowd = Crowd(model, store=CodeFolder(code_folder()), available=available)
    crowd.populate(np.zeros(agents, np.int64), beside(walls, agents))
    for _ in range(ticks):
        crowd.tick()
    return crowd


def _deciding(parts: dict[str, list[Measured]], repeat: int, sizes: tuple[int, ...]) -> None:
    """Events, memory and turns alone, in lanes and for one agent called from Python."""
    model = arms(WALLS)
    found = []
    for agents in sizes:
        crowd = crowd_beside(model, WALLS, agents)
        _check_equal(crowd)
        again = max(1, 20_000 // agents)
        found.append(Measured(f"{agents:,} agents", "agent", agents * again, _steps(crowd, again)))
    crowd = crowd_beside(model, WALLS, CHECKED)
    found.append(Measured("one agent, from Python", "tick", CALLS, _calls(crowd)))
    found.append(Measured("the same, its inputs given", "tick", CALLS, _calls(crowd, True)))
    found.append(Measured("a call of Python's own `hash`", "call", CALLS, _empty_calls))
    measuring.in_turn(found, repeat)
    measuring.show("interaction, decide + act", found)
    parts["decide and act"] = found


def _steps(crowd: Crowd, times: int) -> Callable[[], None]:
    (group,) = crowd.groups
    bound = []
    for block in group.blocks:
        scratch = group.scratch_for(block)
        bound.append((scratch, scratch.bind(block), block.whole))

    def run() -> None:
        for _ in range(times):
            for _, context, whole in bound:
                group.step_code(context, 0, whole)

    return run


def _empty_calls() -> None:
    """What calling costs alone, in the same loop."""
    call, address = hash, 1 << 46
    for _ in range(CALLS):
        call(address)


def _calls(crowd: Crowd, inputs: bool = False) -> Callable[[], None]:
    """One agent's code called again and again: ``perceive`` and ``turns`` in one, and before them
    inputs: which way it walks, and a key held and tapped."""
    own = crowd.groups[0].compiled
    step = Native(CodeFolder(code_folder()), level=WELL, patience=None).step(own, (0,))
    if step is None:
        raise CannotRun("no machine code for the benchmark's behavior")
    rows = crowd[CHECKED // 2].row[np.newaxis].copy()
    draws = np.zeros((1, own.random_places), np.int64)
    bound = step.bind(rows, draws, np.zeros((1, own.state_count), bool))
    call, (address,) = step.step_code, bound.addresses
    tick = step.of_agent(bound, 0)

    def run() -> None:
        if inputs:
            for _ in range(CALLS):
                tick(0.0, 1.0, 0.0, 0.0, 0.0)
            return
        for _ in range(CALLS):
            call(address)
        assert bound.rows is rows

    return run


def _check_equal(crowd: Crowd) -> None:
    """One tick's events, memory and turns by one agent's code and by lanes: the same bits."""
    (group,) = crowd.groups
    own, layout = group.compiled, group.layout
    some = range(min(CHECKED, len(crowd)))
    step = Native(CodeFolder(code_folder()), level=WELL, patience=None).step(own, [0] * len(some))
    if step is None:
        raise CannotRun("no machine code for the benchmark's behavior")
    rows = np.stack([crowd[number].row for number in some])
    entered = np.zeros((len(some), own.state_count), bool)
    for number in some:
        agent = crowd[number]
        entered[number] = agent_of(agent.block.entered, agent.place)
    bound = step.bind(rows, np.zeros((len(some), own.random_places), np.int64), entered)
    for address in bound.addresses:
        step.step_code(address)
    for block in group.blocks:
        scratch = group.scratch_for(block)
        group.step_code(scratch.bind(block), 0, block.whole)
    words = np.flatnonzero(layout.lane >= 0)
    for number in some:
        agent = crowd[number]
        lanes = agent_of(agent.block.lanes, agent.place)[layout.lane[words]]
        if lanes.tobytes() != rows[number, words].tobytes():
            raise CannotRun(f"agent {number} is not the same in lanes and on its own")


def _ticks(parts: dict[str, list[Measured]], repeat: int, agents: int) -> None:
    """Whole ticks: with arms alone, and of shipped walkers."""
    few = max(agents // 10, 1)
    made = (
        (f"sense, decide, act, arms: {agents:,}", arms(WALLS), agents),
        (f"shipped walkers: {few:,}", walkers(WALLS), few),
    )
    found = []
    for name, model, count in made:
        crowd = crowd_beside(model, WALLS, count)
        found.append(Measured(name, "agent", count, crowd.tick))
    measuring.in_turn(found, repeat)
    measuring.show(f"a whole tick, {WALLS} walls", found)
    parts["whole ticks"] = found


def _growth(parts: dict[str, list[Measured]], repeat: int, sizes: tuple[int, ...]) -> None:
    model = arms(WALLS)
    found = []
    for agents in sizes:
        crowd = crowd_beside(model, WALLS, agents, 5)
        run = partial(_ticking, crowd, TICKS)
        found.append(Measured(f"{agents:,} agents with arms", "agent", agents * TICKS, run))
    measuring.in_turn(found, max(repeat // 2, 1))
    measuring.show("growth with the agents, a whole tick", found)
    parts["growth"] = found


def _ticking(crowd: Crowd, ticks: int) -> None:
    for _ in range(ticks):
        crowd.tick()


def _colliders(parts: dict[str, list[Measured]], repeat: int, sizes: tuple[int, ...]) -> None:
    found = []
    agents = 2_000
    for walls in sizes:
        crowd = crowd_beside(arms(walls), walls, agents, 5)
        run = partial(_ticking, crowd, TICKS)
        name = f"{walls:,} walls, {agents:,} agents"
        found.append(Measured(name, "agent", agents * TICKS, run))
    measuring.in_turn(found, repeat)
    measuring.show("growth with the colliders, a whole tick", found)
    parts["colliders"] = found


def _memory() -> dict[str, float]:
    found: dict[str, float] = {}
    for name, model in (("arms", arms(1)), ("walker", walkers(1))):
        own = bytes_of(crowd_beside(model, 1, 1, 0).groups[0])
        found |= {
            f"{name}: state and inputs": own.state,
            f"{name}: what a tick leaves, lists, numbers": own.kept,
            f"{name}: rig": own.rig,
            f"{name}: its capsule in the world": own.world,
        }
    click.echo("\nmemory, bytes an agent")
    for name, number in found.items():
        click.echo(f"  {name:<46}{number:>8,.0f}")
    return found


def _start(repeat: int) -> list[Measured]:
    file = str(behaviors_path() / "interaction.beh")
    line = [sys.executable, "-m", "behave", "run", file, "--scene", "corridor", "--ticks", "1"]

    def run() -> None:
        subprocess.run(line, check=True, capture_output=True)

    found = [Measured("beh run --ticks 1, caches warm", "start", 1, run)]
    measuring.in_turn(found, max(repeat // 2, 1))
    return found

"""``beh why``: at a time, why each transition out of the active states fires or does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from behave.cli import exits
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.simulation import DEFAULT_DT, machine_code, prepare
from behave.cli.values import TickLength, Time, nearest_tick
from behave.diagnostics.suggest import closest
from behave.runtime.closest import Key, Near, key_of, near_now, nearest, told_nearest
from behave.runtime.model import Model
from behave.runtime.state import State, initial
from behave.runtime.tick import before_turns, tick
from behave.runtime.why import Arrow, arrows, explain, outgoing, render


@click.command("why")
@click.argument("file", metavar="FILE")
@click.option("--scene", metavar="S", help="The scene to run; the file's first if left out.")
@click.option("--at", "seconds", type=Time(), required=True, help="The time to look at: 3.2s.")
@click.option("--to", "target", metavar="STATE", help="Only transitions to this state.")
@click.option("--agent", metavar="A", help="The agent to ask; the scene's first if left out.")
@click.option("--dt", type=TickLength(), default=DEFAULT_DT, help="Length of a tick: 1/60, 20ms.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME.PARAM=VALUE", help="A param, with its unit."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="The seed of random.")
@click.option("--reference", is_flag=True, help="Run up to that time without machine code.")
@compile_notice()
def command(
    file: str,
    scene: str | None,
    seconds: float,
    target: str | None,
    agent: str | None,
    dt: float,
    settings: tuple[str, ...],
    seed: int,
    reference: bool,
) -> int:
    """Show why transitions of FILE fire or do not at a time, operand by operand.

    The transitions are those out of the states active then, in the order they are tried; the
    values are what the tick that begins at that time sees, and below them stands when the
    transition fired or came nearest to it before. With --to, also those out of states
    that are not active.
    """
    count = nearest_tick(seconds, dt)
    native = None if reference else machine_code()
    model = prepare(file, scene, dt, seed, settings, native).model
    name = _agent_named(model, agent)
    if target is not None:
        _check_target(model, name, target)
    state = initial(model)
    best: dict[Key, Near] = {}
    for _ in range(count):
        inputs = model.script.sample(state.tick, model.dt)
        best = nearest(best, near_now(model, state, name, inputs, best))
        tick(model, state, inputs)
    click.echo("\n".join(_report(model, state, name, target, best)))
    return exits.CLEAN


def _agent_named(model: Model, agent: str | None) -> str:
    """The agent asked for, or the first; raises `CannotRun` and lists them otherwise."""
    names = list(model.agents)
    if not names:
        raise CannotRun(f"scene {model.scene.name} has no agent")
    if agent is None:
        return names[0]
    if agent not in names:
        raise CannotRun(f"there is no agent `{agent}`; the scene has: {', '.join(names)}")
    return agent


def _check_target(model: Model, agent: str, target: str) -> None:
    machines = model.group_of(agent).behavior.machines
    paths = [state.path for machine in machines for state in machine.states]
    if not any(_names(path, target) for path in paths):
        near = closest(target, [*paths, *(path.rpartition(".")[2] for path in paths)])
        hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(paths)}"
        raise CannotRun(f"there is no state `{target}`; {hint}")


def _names(path: str, written: str) -> bool:
    """Whether ``Search`` or ``Engaged.Search`` names the state ``Engaged.Search``."""
    return path == written or path.endswith(f".{written}")


def _report(
    model: Model, state: State, agent: str, target: str | None, best: Mapping[Key, Near]
) -> Iterator[str]:
    inputs = model.script.sample(state.tick, model.dt)
    ahead, events = before_turns(model, state, inputs)
    now = {
        machine.machine.name: machine.states[int(_word(model, ahead, agent, machine.active))]
        for machine in model.group_of(agent).compiled.machines
    }
    where = ", ".join(f"{name}: {active.state.path}" for name, active in now.items())
    yield f"{agent} at {state.tick * model.dt:.3f} s (tick {state.tick}), {where}"
    live = outgoing(model, ahead, agent)
    shown = (
        live
        if target is None
        else tuple(a for a in arrows(model, agent) if _names(a.target, target))
    )
    if not shown:
        yield "" if target is None else f"no transition leads to {target}"
    fired: set[str] = set()
    for arrow in shown:
        tree = explain(model, ahead, agent, arrow, events[agent])
        fires = arrow in live and tree.holds is True and arrow.machine not in fired
        if fires:
            fired.add(arrow.machine)
        yield ""
        yield _head(arrow, arrow in live) + ("  fires now" if fires else "")
        yield from ("  " + line for line in render(tree).splitlines())
        told = told_nearest(best.get(key_of(arrow)), model.dt)
        if told:
            yield f"  {told}"


def _word(model: Model, state: State, agent: str, offset: int) -> float:
    place = model.places[agent]
    return float(state.rows[place.group][place.row, offset])


def _head(arrow: Arrow, live: bool) -> str:
    source = arrow.source or arrow.machine
    left = "" if live else " (its state is not active)"
    return f"{source} -> {arrow.target}{left}  {arrow.where}"

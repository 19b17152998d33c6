"""``beh run``: run a scene and print what each machine did when, and why."""

from __future__ import annotations

from collections.abc import Sequence

import click

from behave.cli import exits, files, timeline
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.findings import expression_of, in_one_line
from behave.cli.simulation import DEFAULT_DT, Prepared, machine_code, prepare, script_seconds, ticks
from behave.cli.values import MOST_TICKS, TickLength, Time, tick_count
from behave.ir.program import Node
from behave.runtime.model import Model
from behave.runtime.probe import Probe
from behave.runtime.state import initial
from behave.runtime.trace import dumps, line

MOST_AGENTS = 10_000_000


@click.command("run")
@click.argument("file", metavar="FILE")
@click.option("--scene", metavar="S", help="The scene to run; the file's first if left out.")
@click.option("--ticks", "count", type=click.IntRange(1, MOST_TICKS), help="How many ticks.")
@click.option("--for", "seconds", type=Time(positive=True), help="How long, such as 20s.")
@click.option("--dt", type=TickLength(), default=DEFAULT_DT, help="Length of a tick: 1/60, 20ms.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME.PARAM=VALUE", help="A param, with its unit."
)
@click.option(
    "--probe", "expressions", multiple=True, metavar="EXPR", help="An expression to show."
)
@click.option("--trace", metavar="FILE", help="Write one JSON object a line and tick; - prints.")
@click.option("--json", "as_json", is_flag=True, help="Print the timeline as JSON.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="The seed of random.")
@click.option("--reference", is_flag=True, help="Decide without machine code.")
@click.option(
    "--agents",
    type=click.IntRange(0, MOST_AGENTS),
    help="Run a crowd: so many agents, spread over the scene.",
)
@click.option(
    "--trace-agent",
    "traced",
    type=click.IntRange(0),
    multiple=True,
    metavar="NUMBER",
    help="An agent of a crowd to trace; 0 if left out.",
)
@compile_notice()
def command(
    file: str,
    scene: str | None,
    count: int | None,
    seconds: float | None,
    dt: float,
    settings: tuple[str, ...],
    expressions: tuple[str, ...],
    trace: str | None,
    as_json: bool,
    seed: int,
    reference: bool,
    agents: int | None,
    traced: tuple[int, ...],
) -> int:
    """Run a scene of FILE and print the timeline of its states.

    Without --ticks or --for it runs as long as the scene's script and two seconds more, at
    least ten seconds. The same run prints and writes the same bytes every time.

    With --agents there are so many in the scene: its own first, then more like them in turn
    on a lattice around where they start, apart from each other and outside colliders. What
    is printed is how many are in which state, and how often each transition fired.
    """
    if agents is None and traced:
        raise click.UsageError("--trace-agent is for a crowd; give --agents too")
    if agents is not None and reference:
        raise click.UsageError("--agents runs by machine code; leave out --reference")
    if agents is not None and expressions and trace is None:
        raise click.UsageError("with --agents --probe goes into a trace; give --trace too")
    if count is not None and seconds is not None:
        raise click.UsageError("--ticks and --for both say how long; give one of them")
    if trace == "-" and as_json:
        raise click.UsageError("--trace - and --json both print; give --trace a file")
    if trace not in (None, "-"):
        files.check_writable(str(trace))
    if seconds is not None:
        count = tick_count(seconds, dt)
    alone = not reference and agents is None
    prepared = prepare(file, scene, dt, seed, settings, machine_code() if alone else None)
    if count is None:
        count = tick_count(max(10.0, script_seconds(prepared.model) + 2.0), dt)
    probes = compiled_probes(prepared, expressions)
    if agents is not None:
        return _crowd(prepared, agents, count, traced, probes, trace, as_json)
    seen = run_and_trace(prepared.model, count, probes, trace)
    if as_json:
        click.echo(timeline.to_json(seen, _head(prepared, count)))
    elif trace != "-":
        click.echo(_title(prepared, count))
        timeline.show(seen, expressions)
    return exits.CLEAN


def _crowd(
    prepared: Prepared,
    agents: int,
    count: int,
    traced: Sequence[int],
    probes: Sequence[Probe],
    trace: str | None,
    as_json: bool,
) -> int:
    from behave.cli.crowding import run_crowd  # only a crowd needs what it imports

    summary = run_crowd(prepared.model, agents, count, traced, probes, trace)
    if as_json:
        click.echo(summary.to_json(_head(prepared, count)))
    elif trace != "-":
        click.echo(f"{_title(prepared, count)} · {agents} agents")
        summary.show()
    return exits.CLEAN


def run_and_trace(
    model: Model, count: int, probes: Sequence[Probe], trace: str | None
) -> timeline.Timeline:
    """Run ``count`` ticks, writing the trace as they come, and give the timeline."""
    seen = timeline.Timeline()
    state = initial(model)
    out = None if trace is None else files.LineFile(trace)
    try:
        for record in ticks(model, state, count):
            values: dict[str, dict[str, object]] = {}
            if out is not None or probes:
                entry = line(model, state, record, probes)
                values = {name: agent["probes"] for name, agent in entry["agents"].items()}
                if out is not None:
                    out.write(dumps(entry))
            seen.add(record, values)
    finally:
        if out is not None:
            out.close()
    return seen


def compiled_probes(prepared: Prepared, expressions: Sequence[str]) -> list[Probe]:
    """Each expression compiled for every behavior of the scene it fits.

    Raises `CannotRun` for one that fits none; the message is that of the first behavior.
    """
    behaviors = dict.fromkeys(group.behavior.name for group in prepared.model.groups)
    probes = []
    for text in expressions:
        nodes: dict[str, Node] = {}
        said: list[str] = []
        for behavior in behaviors:
            node, problems = expression_of(prepared.checked, behavior, text)
            if node is not None:
                nodes[behavior] = node
            else:
                said.append(in_one_line(problems))
        if not nodes:
            why = said[0] if said else "the scene has no agent"
            agent, dot, rest = text.strip().partition(".")
            if dot and agent in prepared.model.agents:
                why = f"it is asked of each agent by itself: leave `{agent}.` out, `{rest}`"
            raise CannotRun(f"--probe {text!r}: {why}")
        probes.append(Probe(text, nodes))
    return probes


def _head(prepared: Prepared, count: int) -> dict[str, object]:
    model = prepared.model
    return {
        "file": prepared.path,
        "scene": model.scene.name,
        "dt": model.dt,
        "ticks": count,
        "seed": model.seed,
    }


def _title(prepared: Prepared, count: int) -> str:
    model = prepared.model
    return (
        f"{prepared.path} · scene {model.scene.name} · {count} ticks of "
        f"{1e3 * model.dt:.4g} ms ({count * model.dt:.4g} s)"
    )

"""``beh report``: a run as one page with its states, timeline, curves and pictures."""

from __future__ import annotations

import click

import behave
from behave.cli import exits, files
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.run import compiled_probes
from behave.cli.simulation import DEFAULT_DT, Prepared, machine_code, prepare, script_seconds
from behave.cli.values import TickLength, Time, tick_count
from behave.runtime.model import Model
from viewer.capture import CaptureError, Take, pictures
from viewer.report.log import RunLog, Wanted, run_log, weights
from viewer.report.page import Shown, page

SIZE = (640, 360)
LEAST, MOST = 10.0, 60.0  # seconds of a run whose length is not given
LONGEST = 600.0


@click.command("report")
@click.argument("file", metavar="FILE")
@click.option("--scene", metavar="S", help="The scene to run; the file's first if left out.")
@click.option("-o", "--output", "out", metavar="PAGE", required=True, help="Where to: run.html.")
@click.option("--for", "seconds", type=Time(positive=True), help="How long, such as 20s.")
@click.option("--agent", metavar="A", help="The agent to tell of; the scene's first if left out.")
@click.option(
    "--plot", "expressions", multiple=True, metavar="EXPR", help="A curve; weights if left out."
)
@click.option(
    "--pictures", "count", type=click.IntRange(0, 48), default=6, help="How many; 0 for none."
)
@click.option("--soft", is_flag=True, help="Draw without OpenGL.")
@click.option("--dt", type=TickLength(), default=DEFAULT_DT, help="Length of a tick: 1/60, 20ms.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME.PARAM=VALUE", help="A param, with its unit."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="The seed of random.")
@click.option("--reference", is_flag=True, help="Decide without machine code.")
@compile_notice()
def command(
    file: str,
    scene: str | None,
    out: str,
    seconds: float | None,
    agent: str | None,
    expressions: tuple[str, ...],
    count: int,
    soft: bool,
    dt: float,
    settings: tuple[str, ...],
    seed: int,
    reference: bool,
) -> int:
    """Run a scene of FILE and write what happened as one HTML page.

    The page has the state graph with what fired, a timeline, curves and pictures, and needs
    nothing else: no network, no script. Without --for it runs as long as the scene's script and
    two seconds more, from 10 to 60 seconds. The same run writes the same page.
    """
    files.check_writable(out)
    if seconds is not None and seconds > LONGEST:
        raise click.UsageError(f"a report tells of {LONGEST:g} s at most")
    prepared = prepare(file, scene, dt, seed, settings, None if reference else machine_code())
    model = prepared.model
    name = _agent(model, agent)
    if seconds is None:
        seconds = min(max(LEAST, script_seconds(model) + 2.0), MOST)
    wanted = _wanted(prepared, name, expressions)
    log = run_log(model, name, tick_count(seconds, dt), wanted)
    text = page(log, _shown(log, count, soft), prepared.path, behave.__version__)
    files.write_text(out, text)
    click.echo(f"wrote {out}")
    return exits.CLEAN


def _agent(model: Model, agent: str | None) -> str:
    names = list(model.agents)
    if not names:
        raise CannotRun(f"scene {model.scene.name} has no agent to tell of")
    if agent is not None and agent not in names:
        raise CannotRun(f"there is no agent `{agent}`; the scene has: {', '.join(names)}")
    return agent or names[0]


def _wanted(prepared: Prepared, agent: str, expressions: tuple[str, ...]) -> list[Wanted]:
    """The plots asked for; the weights where none are. Raises `CannotRun` for what fits not."""
    behavior = prepared.model.group_of(agent).behavior.name
    found = []
    for probe in compiled_probes(prepared, expressions):
        if behavior not in probe.nodes:
            raise CannotRun(f"--plot {probe.text!r} says nothing of {agent}, which is a {behavior}")
        found.append(Wanted(probe.text, ((probe.text, probe.nodes[behavior]),)))
    return found or [weights(prepared.model, agent)]


def _shown(log: RunLog, count: int, soft: bool) -> list[Shown]:
    """Pictures at equal times, the middle of each part of the run."""
    times = [(k + 0.5) * log.seconds / count for k in range(count)]
    if not times:
        return []
    take = Take(size=SIZE, agent=log.agent, soft=soft)
    try:
        taken = pictures(log.model, times, take)
    except CaptureError as problem:
        raise CannotRun(str(problem)) from None
    return [Shown(time, pixels) for time, pixels in zip(times, taken, strict=True)]

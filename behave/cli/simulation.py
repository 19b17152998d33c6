"""From a file and flags to a model that runs, and the ticks of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from behave.cli.exits import CannotRun
from behave.cli.files import read_picture
from behave.cli.findings import checked_to_run
from behave.cli.settings import settings_of
from behave.collector import collector_off
from behave.diagnostics.suggest import closest
from behave.ir.program import Program, Scene
from behave.jit.folder import CodeFolder, code_folder
from behave.native.compiling import Native
from behave.pipeline import Checked
from behave.runtime.model import Model
from behave.runtime.record import TickRecord
from behave.runtime.state import State
from behave.runtime.tick import tick
from behave.scenario.build import SceneError, build
from behave.scenario.overrides import OverrideValue
from behave.scenario.script import Script

DEFAULT_DT = 1.0 / 60.0


@dataclass(frozen=True)
class Prepared:
    """A checked file with one of its scenes built."""

    path: str
    checked: Checked
    program: Program
    model: Model
    overrides: dict[str, OverrideValue]
    native: Native | None = None


def machine_code(at_once: bool = True) -> Native:
    """What compiles behaviors for a command; it keeps what it has made for the next one.

    Without ``at_once`` a thread makes the code while the reference goes on.
    """
    return Native(CodeFolder(code_folder()), at_once=at_once, tell=_without)


def _without(problem: str) -> None:
    click.echo(f"beh: no machine code on this host ({problem}); running without it", err=True)


@collector_off()
def prepare(
    path: str,
    scene: str | None,
    dt: float,
    seed: int,
    settings: Sequence[str],
    native: Native | None = None,
) -> Prepared:
    """Check a file and build a scene of it; raises `CannotRun` for a wrong scene or setting.

    With ``native`` machine code decides and acts.
    """
    checked, program = checked_to_run(path)
    declared = scene_named(program, path, scene)
    overrides = settings_of(checked, program, declared, settings)
    try:
        model = build(
            program,
            declared.name,
            dt=dt,
            seed=seed,
            overrides=overrides,
            pictures=read_picture,
            native=native,
        )
    except SceneError as problem:
        raise CannotRun(str(problem)) from None
    return Prepared(path, checked, program, model, overrides, native)


def scene_named(program: Program, path: str, scene: str | None) -> Scene:
    """The scene asked for, or the file's first; raises `CannotRun` and lists them otherwise."""
    scenes = {entry.name: entry for entry in program.scenes}
    names = list(scenes)
    if not names:
        raise CannotRun(f"{path} has no scene to run; write `scene NAME {{ … }}` in it")
    if scene is None:
        if len(names) > 1:
            others = ", ".join(names[1:])
            click.echo(f"beh: running scene {names[0]}; there is also: {others}", err=True)
        return scenes[names[0]]
    if scene not in scenes:
        near = closest(scene, names)
        hint = f"; did you mean `{near}`? It has" if near else "; it has"
        raise CannotRun(f"{path} has no scene `{scene}`{hint}: {', '.join(names)}")
    return scenes[scene]


def ticks(model: Model, state: State, count: int) -> Iterator[TickRecord]:
    """Run ``count`` ticks with the scene's script; ``state`` changes as they come."""
    for _ in range(count):
        yield tick(model, state, model.script.sample(state.tick, model.dt))


def script_seconds(model: Model) -> float:
    """When the last thing the scene's script does is over, in seconds."""
    times = [tick * model.dt for tick in model.removals]
    if isinstance(model.script, Script):
        for step in model.script.steps:
            times += [step.start] if step.end in (None, float("inf")) else [float(step.end or 0.0)]
    return max(times, default=0.0)

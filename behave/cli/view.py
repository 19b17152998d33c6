"""``beh view``: watch a scene in a window, or take pictures of it."""

from __future__ import annotations

import math
import re
import sys
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

import viewer
from behave.cli import exits, files
from behave.cli.compiling import compile_notice
from behave.cli.exits import CannotRun
from behave.cli.findings import check_again
from behave.cli.lsp import ProjectFiles
from behave.cli.memory import available
from behave.cli.simulation import DEFAULT_DT, Prepared, machine_code, prepare
from behave.cli.values import Size, TickLength, Time
from behave.jit.folder import CodeFolder, code_folder
from behave.runtime.model import Model
from viewer.camera import VIEWS
from viewer.capture import CaptureError, Take, record, sheet, shot
from viewer.playback import Playback, PlayError
from viewer.scene.options import Gizmos, gizmos_of
from viewer.session import Loaded, Session

LONGEST_RECORDING = 600.0
MOST_SEEN = 20_000  # agents of a crowd: each has its bones in every picture
CROWD_AT = 6.0  # seconds: by then a crowd is on its way
LARGE = (1280, 720)
MOVING_SIZES = {".mp4": LARGE}  # every picture of the other formats is stored nearly whole
MOVING_SIZE = (640, 360)


@dataclass(frozen=True)
class Pictures:
    """Pictures to take: a still at a time, a moving one and a sheet for a while from that time."""

    shot: str | None
    record: str | None
    at: float
    seconds: float
    sheet: str | None = None
    fps: float = 20.0

    @property
    def any(self) -> bool:
        """Whether there is anything to take."""
        return any(path is not None for path in (self.shot, self.record, self.sheet))


class Orbit(click.ParamType):
    """Where the camera stands: ``YAW,PITCH`` in degrees and, if wished, its distance in metres."""

    name = "YAW,PITCH[,M]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float, float | None]:
        """Yaw and pitch in radians, metres or None."""
        if isinstance(value, tuple):
            return value
        number = r"\s*([+-]?[0-9]{1,4}(?:\.[0-9]{1,6})?)\s*"
        match = re.fullmatch(rf"{number}(?:deg)?,{number}(?:deg)?(?:,{number}m?)?\s*", str(value))
        if match is None:
            self.fail(f"expected degrees and metres such as 150,20,4, got {value!r}", param, ctx)
        pitch, far = float(match[2]), None if match[3] is None else float(match[3])
        if not -12.0 <= pitch <= 89.0:
            self.fail(f"the pitch is from -12 to 89 degrees, got {match[2]}", param, ctx)
        if far is not None and not 0.25 <= far <= 120.0:
            self.fail(f"the distance is from 0.25 to 120 m, got {match[3]}", param, ctx)
        return math.radians(float(match[1])), math.radians(pitch), far


class Marks(click.ParamType):
    """Which marks are drawn: ``none``, ``all``, ``rays,legs`` or ``-labels,+details``."""

    name = "none|all|LIST"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Gizmos:
        """The switches."""
        if isinstance(value, Gizmos):
            return value
        try:
            return gizmos_of(str(value))
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


class Instance(click.ParamType):
    """One of a machine array: ``leg[2]``."""

    name = "MACHINE[N]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The array's name and the position in it."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*(\w+)\[([0-9]{1,3})\]\s*", str(value))
        if match is None:
            self.fail(f"expected one of a machine array such as leg[2], got {value!r}", param, ctx)
        return match[1], int(match[2])


@click.command("view")
@click.argument("file", metavar="FILE")
@click.option("--scene", metavar="S", help="The scene to show; the file's first if left out.")
@click.option(
    "--headless", is_flag=True, help="Open no window; goes with --shot, --record or --sheet."
)
@click.option("--shot", "still", metavar="PICTURE", help="Write a picture (.png, .jpg, .webp).")
@click.option("--at", type=Time(), help="When to start or take the picture: 3.2s.")
@click.option("--record", "moving", metavar="FILE", help="Write .gif, .webp, .apng or .mp4.")
@click.option("--sheet", "sheet_path", metavar="PICTURE", help="Write 12 moments as one picture.")
@click.option("--for", "seconds", type=Time(positive=True), default=5.0, help="How long: 4s.")
@click.option(
    "--fps", type=click.FloatRange(1.0, 120.0), default=20.0, help="Pictures a second of --record."
)
@click.option("--size", type=Size(), help="Width and height: 960x540.")
@click.option(
    "--view", "angle", type=click.Choice(list(VIEWS)), default="three-quarter", help="From where."
)
@click.option("--orbit", type=Orbit(), help="From where, in degrees around it: 150,20 or 150,20,4.")
@click.option(
    "--agent", metavar="A", help="The agent to follow; else the first that decides anything."
)
@click.option("--gizmos", type=Marks(), default=Gizmos(), help="Marks: rays,legs or -labels.")
@click.option("--pick", type=Instance(), help="Tell all of one leg of several: leg[2].")
@click.option("--panels", is_flag=True, help="Draw the panels into pictures.")
@click.option("--soft", is_flag=True, help="Draw without OpenGL.")
@click.option("--dt", type=TickLength(), default=DEFAULT_DT, help="Length of a tick: 1/60, 20ms.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME.PARAM=VALUE", help="A param, with its unit."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="The seed of random.")
@click.option("--reference", is_flag=True, help="Decide without machine code.")
@click.option(
    "--agents",
    "many",
    type=click.IntRange(0, MOST_SEEN),
    help="Show a crowd: so many agents, spread over the scene.",
)
@compile_notice()
def command(
    file: str,
    scene: str | None,
    headless: bool,
    still: str | None,
    at: float | None,
    moving: str | None,
    sheet_path: str | None,
    seconds: float,
    fps: float,
    size: tuple[int, int] | None,
    angle: str,
    orbit: tuple[float, float, float | None] | None,
    agent: str | None,
    gizmos: Gizmos,
    pick: tuple[str, int] | None,
    panels: bool,
    soft: bool,
    dt: float,
    settings: tuple[str, ...],
    seed: int,
    reference: bool,
    many: int | None,
) -> int:
    """Show a scene of FILE in a window; saving the file reloads it at once.

    --shot writes a picture of the scene --at a time, --record a moving one --for a while from
    that time on, --sheet twelve moments of that while side by side; none opens a window. A
    window starts --at a time. F1 shows its keys.

    With --agents there are so many in the scene, spread as `beh run --agents` does; the scene's
    own do what its script says, the others walk ways of their own. A still picture is of the
    seventh second then, and of all of them, or of --agent.
    """
    if many is not None and reference:
        raise click.UsageError("--agents runs by machine code; leave out --reference")
    if at is None:
        at = CROWD_AT if many is not None and still is not None else 0.0
    pictures = Pictures(still, moving, at, seconds, sheet_path, fps)
    _check_flags(pictures, headless, soft)
    native = None if reference or many is not None else machine_code(at_once=pictures.any)
    prepared = prepare(file, scene, dt, seed, settings, native)
    play = Playback if many is None else crowd_player(many)
    if agent is not None and many is None and agent not in prepared.model.agents:
        names = ", ".join(prepared.model.agents)
        raise CannotRun(f"there is no agent `{agent}`; the scene has: {names}")
    yaw, pitch, far = orbit or (None, None, None)
    picked = {} if pick is None else _picked(prepared.model, pick)
    take = Take(size=size or LARGE, view=angle, agent=agent, distance=far, yaw=yaw, pitch=pitch,
                gizmos=gizmos, picked=picked, panels=panels, soft=soft, play=play)  # fmt: skip
    if pictures.any:
        take_pictures(prepared.model, pictures, take, moving_size=size)
        return exits.CLEAN
    try:
        open_window(prepared, size, at, play)
    except viewer.WindowError as problem:
        raise CannotRun(f"{problem}; --shot, --record and --sheet need no window") from None
    return exits.CLEAN


def _picked(model: Model, pick: tuple[str, int]) -> dict[str, int]:
    """The instance asked for, where some agent's behavior has it; else `CannotRun`."""
    machines = [m for group in model.groups for m in group.behavior.machines if m.family]
    if f"{pick[0]}[{pick[1]}]" not in [machine.name for machine in machines]:
        arrays = ", ".join(dict.fromkeys(machine.family for machine in machines)) or "none"
        raise CannotRun(f"there is no `{pick[0]}[{pick[1]}]`; machine arrays: {arrays}")
    return dict([pick])


def _check_flags(pictures: Pictures, headless: bool, soft: bool) -> None:
    if not pictures.any and (headless or soft):
        flag = "--headless" if headless else "--soft"
        raise click.UsageError(
            f"{flag} opens no window: say what to write with --shot, --record or --sheet"
        )
    if pictures.seconds > LONGEST_RECORDING or pictures.at > 3600.0:
        raise click.UsageError("pictures are taken within the first hour, for 600 s at most")
    for path in (pictures.shot, pictures.record, pictures.sheet):
        if path is not None:
            files.check_writable(path)


def take_pictures(
    model: Model, pictures: Pictures, take: Take, moving_size: tuple[int, int] | None = None
) -> None:
    """Write the pictures asked for and say where; raises `CannotRun` where that fails. A moving
    one is of ``moving_size``, or of what suits its format."""
    try:
        if pictures.shot is not None:
            shot(model, pictures.shot, pictures.at, take)
            click.echo(f"wrote {pictures.shot}")
        if pictures.record is not None:
            tell = _progress() if sys.stderr.isatty() else None
            start, length = pictures.at, pictures.seconds
            suited = MOVING_SIZES.get(Path(pictures.record).suffix.lower(), MOVING_SIZE)
            film = replace(take, size=moving_size or suited)
            count = record(
                model, pictures.record, length, film, start=start, fps=pictures.fps, progress=tell
            )
            click.echo(f"wrote {pictures.record} ({count} pictures)")
        if pictures.sheet is not None:
            count = sheet(model, pictures.sheet, pictures.seconds, take, start=pictures.at)
            click.echo(f"wrote {pictures.sheet} ({count} moments)")
    except (CaptureError, PlayError) as problem:
        raise CannotRun(str(problem)) from None


def crowd_player(many: int) -> Callable[[Model], Playback]:
    """What runs a scene with a crowd of so many."""
    from viewer.crowd.making import CrowdPlan  # only a crowd needs what it imports
    from viewer.crowd.playback import CrowdPlayback

    plan = CrowdPlan(many, CodeFolder(code_folder()), available)
    return partial(CrowdPlayback, plan=plan)


def _progress() -> Callable[[int, int], None]:
    """A line on the terminal that counts up and tells how long it will take."""
    began = clock.perf_counter()

    def tell(done: int, count: int) -> None:
        left = (clock.perf_counter() - began) / done * (count - done)
        told = f"{left:.0f} s left " if done < count else "packing them"
        click.echo(f"\r{done} of {count} pictures, {told}", nl=done == count, err=True)

    return tell


def open_window(
    prepared: Prepared,
    size: tuple[int, int] | None,
    at: float = 0.0,
    play: Callable[[Model], Playback] = Playback,
) -> None:
    """Show a scene in a window of a size, or as it was left, until that is closed; ``play`` makes
    what runs it.

    Raises ``WindowError`` where there can be none.
    """
    model = prepared.model
    session = Session(
        prepared.path,
        lambda: check_again(prepared.path),
        model.scene.name,
        model.dt,
        model.seed,
        dict(prepared.overrides),
        files.read_picture,
        prepared.native,
        ProjectFiles(),
        play,
    )
    checked = prepared.checked
    sources = tuple(source.name for source in checked.sources)
    loaded = Loaded(prepared.program, model, checked.diagnostics, sources, checked=checked)
    try:
        viewer.open_window(session, loaded, size, at)
    except PlayError as problem:
        raise CannotRun(str(problem)) from None

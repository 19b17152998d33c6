"""A session: which file and scene is looked at, and how it becomes a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.ir.program import Program
from behave.lsp.documents import Disk
from behave.native.compiling import Native
from behave.pipeline import Checked
from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport
from behave.scenario.build import SceneError, build
from behave.scenario.land import Pictures, no_pictures
from viewer.playback import Playback


@dataclass(frozen=True)
class Loaded:
    """What loading gave: a model where there are no errors, and all that was found.

    ``files`` are the paths read, for watching; ``problem`` says in one line why there is no
    model where that is no diagnostic (no scene, an unknown override).
    """

    program: Program | None
    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    problem: str = ""
    checked: Checked | None = None  # what expressions typed into the window are read with

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that keep it from running."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


@dataclass
class Session:
    """What is looked at. ``check`` reads the file and all it uses anew and checks them.

    ``scene`` None is the file's first; ``overrides`` map ``behavior.param`` to a value;
    ``pictures`` reads those of heightfields; with ``native`` machine code decides and acts;
    ``disk`` is what the editor's checks are lent, without it files can be looked at only;
    ``play`` makes what runs a model.
    """

    path: str
    check: Callable[[], Checked]
    scene: str | None = None
    dt: float = 1.0 / 60.0
    seed: int = 0
    overrides: dict[str, Any] = field(default_factory=dict)
    pictures: Pictures = no_pictures
    native: Native | None = None
    disk: Disk | None = None
    play: Callable[[Model], Playback] = Playback

    def load(self) -> Loaded:
        """Read, check and build; never raises for anything in the files."""
        checked = self.check()
        files = tuple(source.name for source in checked.sources)
        if checked.program is None:
            return Loaded(None, None, checked.diagnostics, files)
        model, problem = self.build(checked.program)
        return Loaded(checked.program, model, checked.diagnostics, files, problem, checked)

    def build(self, program: Program) -> tuple[Model | None, str]:
        """The scene of a program as a model, or why there is none."""
        names = [scene.name for scene in program.scenes]
        if not names:
            return None, f"{self.path} has no scene to show"
        name = self.scene or names[0]
        if name not in names:
            return None, f"there is no scene {name!r}; the file has {', '.join(names)}"
        overrides: Mapping[str, Any] = self.overrides
        try:
            made = build(
                program,
                name,
                dt=self.dt,
                seed=self.seed,
                overrides=overrides,
                pictures=self.pictures,
                native=self.native,
            )
            return made, ""
        except SceneError as error:
            return None, str(error)


def session_of(model: Model) -> tuple[Session, Loaded]:
    """A session over a model that is there already; it cannot be loaded again."""
    program = model.program
    path = model.scene.span.source.name

    def check() -> Checked:
        raise RuntimeError("this session has no file to read")

    return Session(path, check, model.scene.name, model.dt, model.seed), Loaded(
        program, model, (), (), ""
    )


def told_report(report: ReloadReport) -> str:
    """What a reload lost, found new or changed, in a few words."""
    parts = []
    for word, names in (
        ("gone", report.vanished),
        ("new", report.added),
        ("changed", report.changed),
    ):
        if names:
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            parts.append(f"; {word}: {', '.join(names[:3])}{more}")
    return "".join(parts) or "; everything kept"

"""What the viewer shows of a session: the moment, its marks, the last run, and curves."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace

from behave.diagnostics.diagnostic import Diagnostic
from behave.ir.program import BehaviorProgram
from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport
from viewer.camera import Camera
from viewer.chosen import driven_agent, first_agent
from viewer.closest import ClosestSoFar
from viewer.controls import USUAL, Controls
from viewer.draw_list import WHOLE, Area, DrawList, Label
from viewer.editing.editor import Editor
from viewer.gamepad import Gamepads
from viewer.keyboard import Keyboard
from viewer.playback import Playback
from viewer.plots import Curve, Plots
from viewer.recording import Recording
from viewer.remembered import Remembered
from viewer.scene.build import Stage, draw_state, stage_of
from viewer.scene.ghost import Ghost, ghost_of
from viewer.scene.options import NO_GIZMOS, Gizmos
from viewer.session import Loaded, Session
from viewer.switches import Switches
from viewer.watch import Watch

MESSAGE_SECONDS = 4.0


@dataclass
class Showing:
    """A session being looked at: its state, and what a picture of it shows."""

    session: Session
    loaded: Loaded
    playback: Playback
    stage: Stage
    camera: Camera
    agent: str
    gizmos: Gizmos = field(default_factory=Gizmos)
    kept_gizmos: Gizmos = field(default_factory=Gizmos)  # those that come back
    follow: bool = True
    live: bool = False
    device: str = "keyboard"  # what took over last
    has_focus: bool = True  # of the window: without it no pad is heeded
    quit: bool = False
    picture_asked: bool = False
    recording: Recording | None = None
    switches: Switches = field(default_factory=Switches)
    controls: Controls = USUAL
    keyboard: Keyboard = field(default_factory=Keyboard)
    gamepads: Gamepads = field(default_factory=Gamepads)
    watch: Watch = field(default_factory=Watch)
    editor: Editor = field(default_factory=lambda: Editor(""))
    closest: ClosestSoFar = field(default_factory=ClosestSoFar)
    message: str = ""
    report: ReloadReport | None = None
    ghost: Ghost | None = None
    plots: Plots = field(default_factory=Plots)
    _message_left: float = 0.0

    # ---- what is shown ---------------------------------------------------------------

    @property
    def model(self) -> Model:
        """The model of the moment shown: the last good one, or in the past that of then."""
        return self.playback.model

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the last reading of the file found."""
        return self.loaded.diagnostics

    @property
    def broken(self) -> bool:
        """Whether the file on disk cannot run, so that an older version does."""
        return self.loaded.model is None

    @property
    def behavior(self) -> BehaviorProgram | None:
        """The behavior of the agent followed; None in a scene without agents."""
        return self.model.group_of(self.agent).behavior if self.agent else None

    @property
    def listening(self) -> BehaviorProgram | None:
        """The behavior of the agent that keys and a pad drive; None in a scene without agents."""
        agent = driven_agent(self.model, self.agent)
        return self.model.group_of(agent).behavior if agent else None

    @property
    def driver(self) -> str:
        """What gives the inputs: ``script``, ``keyboard`` or ``gamepad``."""
        return self.device if self.live else "script"

    def frame(
        self,
        labels: tuple[Label, ...] = (),
        area: Area = WHOLE,
        size: tuple[int, int] | None = None,
    ) -> DrawList:
        """The draw list of the moment; labels of the world stay within ``area``. ``size`` is the
        picture's in pixels, where it is known. In a crowd an agent has its marks while it is
        followed."""
        shown = self.playback.shown()
        sound = self.camera.sound()
        if sound is not self.camera:
            self.camera = sound
            self.say("the camera had gone astray")
        if self.stage.model is not self.model:
            self.staged()
        return draw_state(
            self.stage,
            shown,
            self.camera,
            self.gizmos if self.follow or not self.playback.crowded else NO_GIZMOS,
            labels,
            area,
            self.switches.instances,
            self._ghost(),
            size,
            self.agent,
        )

    def _ghost(self) -> Ghost | None:
        """The run before the last restart at the time shown."""
        past = self.playback.ghost
        if past is None or not self.switches.ghost:
            return None
        moment = past.at(self.playback.cursor)
        self.ghost = ghost_of(moment.model, moment.state, self.ghost)
        return self.ghost

    def plot(self, text: str) -> bool:
        """Plot an expression or a slot, or no longer; says why where that cannot be."""
        problem = self.plots.toggle(text, self.playback.newest, self.agent, self.loaded.checked)
        if problem:
            self.say(problem)
        return not problem

    def curves(self) -> list[Curve]:
        """The curves of the texts plotted, as far as they fit the agent followed."""
        return self.plots.curves(self.playback.newest, self.agent, self.loaded.checked)

    def recall(self, before: Remembered) -> None:
        """Mark, plot and open what was, as far as it still fits."""
        known = {each.name for each in fields(Gizmos)}
        self.gizmos = replace(self.gizmos, **{k: on for k, on in before.gizmos if k in known})
        self.switches.panels, self.switches.ghost = before.panels, before.ghost
        self.switches.source_wide = before.source_wide
        for text in before.plots:
            self.plots.toggle(text, self.playback.newest, self.agent, self.loaded.checked)

    def remembered(self, size: tuple[int, int], layout: str) -> Remembered:
        """What is to be remembered of a window of a size with its panels' layout."""
        return Remembered(
            *size,
            panels=self.switches.panels,
            ghost=self.switches.ghost,
            gizmos=tuple(asdict(self.gizmos).items()),
            plots=tuple(self.plots.texts),
            layout=layout,
            source_wide=self.switches.source_wide,
        )

    def weights(self) -> list[Curve]:
        """The curves of all weights of the agent followed."""
        slots = self.behavior.slots if self.behavior is not None else ()
        paths = [slot.path for slot in slots if slot.path.endswith(".weight")]
        return self.plots.curves_of(paths, self.playback.newest, self.agent, self.loaded.checked)

    def say(self, text: str) -> None:
        """Show a line for some seconds."""
        self.message, self._message_left = text, MESSAGE_SECONDS

    def staged(self) -> None:
        """Prepare the model of the moment for drawing, and follow somebody who is there."""
        self.stage = stage_of(self.model, self.playback.state, self.stage)
        if self.agent not in self.model.places:
            self.agent = first_agent(self.model)

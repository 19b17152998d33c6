"""The desk: everything the viewer's window shows and does, without a window.

It joins a session (the file), a playback (the run), a camera and the switches; the window
passes it time, keys and mouse, and draws what ``frame`` gives.
"""

from __future__ import annotations

from dataclasses import dataclass

from behave.runtime.inputs import Inputs
from behave.runtime.state import State
from viewer.bindings import Devices, bound_keys, drives, inputs_of
from viewer.chosen import driven_agent, first_agent
from viewer.editing.editor import Editor
from viewer.filing import Filing
from viewer.film import CaptureError
from viewer.following import usual_camera
from viewer.framing import over_land
from viewer.keyboard import key_name
from viewer.picking import everyone
from viewer.playback import Playback
from viewer.recording import recording_of
from viewer.scene.build import stage_of
from viewer.scene.instances import next_pick
from viewer.scene.options import NO_GIZMOS
from viewer.session import Loaded, Session

VIEW_COMMANDS = {"front": "front", "side": "side", "top": "top", "free": "three-quarter"}


@dataclass
class Desk(Filing):
    """A session being looked at and worked with. Make one with ``open_desk``."""

    # ---- time ------------------------------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """Let wall time pass: watch the file, run what is due, follow, fade the message."""
        if self.recording is not None:
            return  # time stands still: the recording shows one moment after the other
        if self.watch.changed(seconds):
            self.reload()
        self.editor.pass_time(seconds)
        self._heed_pad()
        self.playback.advance(seconds)
        if self.follow and self.agent:
            self._follow(seconds)
        self.camera = over_land(self.model, self.playback.state, self.camera)
        self._message_left -= seconds
        if self._message_left <= 0.0:
            self.message = ""

    def live_inputs(self, tick: int) -> Inputs | None:
        """What keys and a pad give the agent they drive, once they have taken over."""
        behavior = self.listening
        if not self.live or behavior is None:
            return None
        keyboard = self.keyboard
        pad = self.gamepads.current if self.has_focus else None
        devices = Devices(keyboard.down, keyboard.tapped, pad)
        values = inputs_of(behavior, devices, self.camera.ahead)
        self._ticked()
        return {driven_agent(self.model, self.agent): values}

    # ---- input -----------------------------------------------------------------------

    def key_down(self, key: str) -> bool:
        """A key (``W``, ``SPACE``) went down; whether it drives the character."""
        key = self.controls.key(key)
        if self.listening is None or key_name(key) not in bound_keys(self.listening):
            return False
        self.keyboard.press(key)
        self._take_over("keyboard")
        return True

    def key_up(self, key: str) -> None:
        """A key came up."""
        self.keyboard.release(self.controls.key(key))

    def lost_focus(self) -> None:
        """The window is not looked at any more: no key is held, no pad is heeded."""
        self.has_focus = False
        self.keyboard.release_all()
        self.gamepads.ticked()

    def _heed_pad(self) -> None:
        """Let a pad that is used take over, and a button pressed on it end a pause."""
        pad = self.gamepads.current
        behavior = self.listening
        if pad is None or behavior is None:
            return
        if not self.has_focus:
            self.gamepads.ticked()  # what is pressed meanwhile is meant for another program
            return
        if drives(behavior, pad):
            if not self.live or pad.tapped:
                self._take_over("gamepad")
        elif not self.live:
            self.gamepads.ticked()  # what the character does not listen to waits for nothing

    def _take_over(self, device: str) -> None:
        if not self.live:
            self.live = True
            self.say(f"the {device} drives; I gives it back to the script")
        self.device = device
        self.playback.play()

    def _ticked(self) -> None:
        self.keyboard.ticked()
        self.gamepads.ticked()

    def command(self, name: str) -> None:
        """Do one of ``COMMANDS`` (those that are not held or dragged)."""
        if name in VIEW_COMMANDS:
            self._look_from(VIEW_COMMANDS[name])
        else:
            getattr(self, f"_do_{name}")()

    def _do_pause(self) -> None:
        if self.playback.playing:
            self.playback.pause()
        else:
            self.playback.play()

    def _do_step(self) -> None:
        self.playback.step(1)

    def _do_step_back(self) -> None:
        self.playback.step(-1)

    def _do_slower(self) -> None:
        self.playback.faster(-1)
        self.say(f"speed {self.playback.speed:g}x")

    def _do_faster(self) -> None:
        self.playback.faster(1)
        self.say(f"speed {self.playback.speed:g}x")

    def _do_restart(self) -> None:
        self.live = False
        self.playback.restart()
        self._do_home()

    def _do_loop(self) -> None:
        self.playback.toggle_loop()
        self._say_loop()

    def _do_loop_from(self) -> None:
        self.playback.loop_from()
        self._say_loop()

    def _do_loop_to(self) -> None:
        self.playback.loop_to()
        self._say_loop()

    def _say_loop(self) -> None:
        loop, dt = self.playback.loop, self.model.dt
        if self.playback.looping and loop is not None:
            self.say(f"loop from {loop[0] * dt:.3f} s to {loop[1] * dt:.3f} s")
        else:
            self.say("no loop")

    def _do_ghost(self) -> None:
        self.switches.ghost = not self.switches.ghost
        self.say("the last run is shown" if self.switches.ghost else "the last run is hidden")

    def _do_script(self) -> None:
        self.live = False
        self._ticked()
        self.say("the script drives")

    def _do_reload(self) -> None:
        self.reload()

    def _do_scenes(self) -> None:
        self.switches.scenes = not self.switches.scenes

    def _do_next_scene(self) -> None:
        names = self.scene_names()
        if len(names) > 1:
            self.choose_scene(names[(names.index(self.model.scene.name) + 1) % len(names)])

    def _do_follow(self) -> None:
        self.follow = not self.follow
        self.say("following" if self.follow else "not following")

    def _do_gizmos(self) -> None:
        self.switches.gizmos = not self.switches.gizmos

    def _do_marks(self) -> None:
        """All marks off, or as they were."""
        off = self.gizmos == NO_GIZMOS
        self.gizmos, self.kept_gizmos = (self.kept_gizmos if off else NO_GIZMOS), self.gizmos
        self.say("marks on" if off else "marks off")

    def _do_pick(self) -> None:
        self.switches.instances = next_pick(self.behavior, self.switches.instances)
        told = ", ".join(f"{name}[{k}]" for name, k in self.switches.instances.items())
        self.say(f"picked: {told or 'none'}")

    def _do_panels(self) -> None:
        self.switches.panels = not self.switches.panels

    def _do_graph(self) -> None:
        self.switches.graph = not self.switches.graph
        self.switches.panels = True

    def _do_picture(self) -> None:
        self.picture_asked = True

    def _do_record(self) -> None:
        """Choose in what to record; while that goes on, stop it."""
        if self.recording is not None:
            self.end_recording()
        else:
            self.switches.record = not self.switches.record

    def record(self, path: str) -> None:
        """Begin to record into a file; the window then draws picture by picture."""
        self.switches.record = False
        try:
            self.recording = recording_of(self.playback, path)
        except CaptureError as problem:
            self.say(str(problem))
            return
        self.playback.pause()
        self.seek_recording()

    def seek_recording(self) -> None:
        """Show the moment of the next picture, and look where it has gone to."""
        if self.recording is None or self.recording.finished:
            return
        self.playback.show_between(self.recording.times[self.recording.done])
        if self.follow and self.agent:
            self._follow(0.0 if self.recording.done == 0 else 1.0 / self.recording.film.fps)

    def end_recording(self) -> None:
        """Write what was recorded, and go back to where it was looked at before."""
        if self.recording is None:
            return
        recording, self.recording = self.recording, None
        try:
            self.say(recording.end())
        except CaptureError as problem:
            self.say(str(problem))
        self.playback.seek_tick(recording.back)

    def _do_help(self) -> None:
        self.switches.help = not self.switches.help

    def _do_quit(self) -> None:
        """Close what is open; with nothing open, the window."""
        if self.recording is not None:
            self.end_recording()
            return
        menus = ("unsaved", "help", "gizmos", "scenes", "record")
        open_ones = [n for n in menus if getattr(self.switches, n)]
        for name in open_ones:
            setattr(self.switches, name, False)
        if not open_ones:
            self.close()


def open_desk(session: Session, loaded: Loaded) -> Desk:
    """A desk for a session that has loaded well (``loaded.model`` is there).

    Raises ``PlayError``.
    """
    assert loaded.model is not None
    return desk_for(session, loaded, session.play(loaded.model))


def desk_for(session: Session, loaded: Loaded, playback: Playback) -> Desk:
    """A desk over a playback that is there already."""
    state: State = playback.state
    agent = first_agent(playback.model)
    camera = usual_camera(playback.model, state, agent, "three-quarter")
    stage = stage_of(playback.model, state)
    desk = Desk(session, loaded, playback, stage, camera, agent)
    desk.editor = Editor(session.path, session.disk)
    desk.watch.set_files(loaded.files)
    playback.live = desk.live_inputs
    if playback.crowded:
        desk.camera, desk.follow = everyone(playback.model, state, camera), False
        kept = playback.history.capacity * playback.model.dt
        desk.say(f"{len(playback.agents)} agents; the last {kept:.1f} s of them are kept, "
                 f"in {playback.limit >> 20} MB")  # fmt: skip
    return desk

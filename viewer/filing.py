"""What the desk does with files: scenes, params, reloading, editing and saving."""

from __future__ import annotations

import os
import time as clock
from dataclasses import replace
from typing import Any

from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport
from viewer.following import Following
from viewer.playback import PlayError
from viewer.rewrite import overridden_files, write_overrides
from viewer.session import told_report


class Filing(Following):
    """A session being looked at, and its files."""

    def scene_names(self) -> list[str]:
        """The scenes of the program that runs."""
        return [scene.name for scene in self.playback.newest.program.scenes]

    def choose_scene(self, name: str) -> None:
        """Start another scene of the program that runs."""
        self.session.scene = name
        model, problem = self.session.build(self.playback.newest.program)
        if model is None:
            self.say(problem)
            return
        self._start(model)
        self.say(f"scene {name}")

    def set_param(self, owner: str, name: str, value: Any) -> None:
        """Give a param another value from now on; the run goes on with it."""
        if self._refused():
            return
        before = dict(self.session.overrides)
        self.session.overrides[f"{owner}.{name}"] = value
        model, problem = self.session.build(self.playback.newest.program)
        if model is None:
            self.session.overrides = before
            self.say(problem)
            return
        self._carry(model)

    def reset_param(self, owner: str, name: str) -> None:
        """Give one param the file's value again."""
        if self._refused():
            return
        kept = self.session.overrides.pop(f"{owner}.{name}", None)
        model, problem = self.session.build(self.playback.newest.program)
        if model is None:
            self.session.overrides[f"{owner}.{name}"] = kept
            self.say(problem)
            return
        self._carry(model)

    def reset_params(self) -> None:
        """Give all params the file's values again."""
        if self._refused():
            return
        self.session.overrides.clear()
        model, problem = self.session.build(self.playback.newest.program)
        if model is None:
            self.say(problem)
            return
        self._carry(model)

    def _refused(self) -> bool:
        """Whether params cannot be changed while it runs; says so."""
        if self.playback.crowded:
            self.say("a crowd keeps the params it began with; change the file, or give --set")
        return self.playback.crowded

    def write_params(self) -> None:
        """Write changed params into the file, each in the unit it has there."""
        program, overrides = self.playback.newest.program, self.session.overrides
        paths = {os.path.abspath(name) for name in overridden_files(program, overrides)}
        edited = [text.name for text in self.editor.unsaved if text.path in paths]
        if edited:
            self.say(f"{edited[0]} has edits that are not saved; save or revert them first")
            return
        self.say(write_overrides(program, overrides))

    def reload(self, show: bool = True) -> None:
        """Read the file again. A good one goes on with the state, by name; a broken one leaves
        what runs alone, and its first error is brought into sight (``show``)."""
        started = clock.perf_counter()
        self.watch.seen()  # what is saved from now on is another change
        self.editor.look()
        before, self.loaded = self.loaded, self.session.load()
        self.watch.set_files(self.loaded.files or (self.session.path,))
        if self.loaded.model is None:
            self.loaded = replace(self.loaded, checked=before.checked)  # of what goes on
            errors = len(self.loaded.errors)
            problem = self.loaded.problem or f"{errors} error{'s' if errors != 1 else ''}"
            self.say(f"{problem}; the last good version goes on")
            if show:
                self._show_first_error()
            return
        try:
            self.report = self._carry(self.loaded.model)
        except PlayError as problem:
            self.say(f"{problem}; the last good version goes on")
            return
        took = (clock.perf_counter() - started) * 1000
        told = "; the crowd starts again" if self.playback.crowded else told_report(self.report)
        self.say(f"reloaded in {took:.0f} ms{told}")

    def _show_first_error(self) -> None:
        for diagnostic in self.loaded.errors:
            self.show_source(diagnostic.span.source.name, diagnostic.span.line)
            return

    def show_source(self, name: str, line: int) -> None:
        """Bring a line of a file into the source panel."""
        self.switches.source_name, self.switches.source_line = name, line
        self.switches.source_asked = 3  # until its size and scroll place have settled

    def _carry(self, model: Model) -> ReloadReport:
        report = self.playback.replace_model(model)
        self.staged()
        return report

    # ---- the editor ------------------------------------------------------------------

    def _do_save(self) -> None:
        """Save what was edited, and go on with it."""
        texts = self.editor.unsaved
        if not texts:
            self.say("nothing to save")
            return
        problem = self.editor.save(texts)
        if problem:
            self.say(problem)
            return
        self.reload(show=False)  # who types goes on typing where they are

    def _do_source(self) -> None:
        self.switches.source_wide = not self.switches.source_wide
        self.switches.panels, self.switches.graph = True, False
        self.switches.source_asked = max(self.switches.source_asked, 1)

    def save_over(self) -> None:
        """Save the edits though the disk has other texts by now."""
        for text in self.editor.contested:
            text.keep_mine()
        self._do_save()

    def take_outside(self) -> None:
        """Give up edits for what another program has saved."""
        self.editor.revert(self.editor.contested)
        self.reload()

    def close(self, discard: bool = False) -> None:
        """Close the window; edits that are not saved are asked about, unless to be given up."""
        if self.editor.unsaved and not discard:
            self.switches.unsaved = True
            return
        self.quit = True

    def save_and_close(self) -> None:
        """Save what was edited and close the window; stay where it cannot be saved."""
        self._do_save()
        self.switches.unsaved = False
        if not self.editor.unsaved:
            self.quit = True

    # ---- inside ----------------------------------------------------------------------

    def _start(self, model: Model) -> None:
        before = self.playback
        speed, playing, live = before.speed, before.playing, before.live
        try:
            self.playback = self.session.play(model)
        except PlayError as problem:
            self.say(str(problem))
            return
        before.close()
        self.playback.live = live
        self.playback.speed, self.playback.playing = speed, playing
        self.live = False
        self.staged()
        self._do_everyone() if self.playback.crowded else self._do_home()

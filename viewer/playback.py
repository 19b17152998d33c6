"""Playback: a model run at fixed ticks, its past, and a clock. No window and no GL.

Drawing never steps: ``advance`` takes the seconds that passed and runs as many ticks as are
due; ``shown`` gives the state between the last two for the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport, carry
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from viewer.history import DEFAULT_BYTES, History, Moment
from viewer.interpolate import Between
from viewer.weight import models_bytes

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MOST_TICKS = 24  # in one call of ``advance``: a slow machine falls behind, it does not freeze

MOST_CHANGES = 200  # models of one run that are remembered: a slider makes many


class PlayError(Exception):
    """A model cannot be run as asked; the text says why in one line."""


MOST_MODELS = 32 * 2**20  # bytes of models before the past that is kept

Live = Callable[[int], Inputs | None]
"""The inputs a device gives for a tick (agents it drives), or None: the script has them all."""


class Playback:
    """One run of a model with a cursor in its past.

    ``cursor`` is the tick of the state shown; at ``history.last`` play runs new ticks, before
    it play repeats what happened, until a live input makes another future. Another model (a
    changed file or param) takes over at the cursor and leaves the past as it was.
    """

    def __init__(self, model: Model, limit: int = DEFAULT_BYTES) -> None:
        self.newest = model  # what new ticks are run with
        self.limit = limit
        self.live: Live | None = None
        self.playing = True
        self.speed = 1.0
        self.loop: tuple[int, int] | None = None  # ticks between which it goes round
        self.looping = False
        self.ghost: History | None = None  # the run before the last restart
        self.most_ticks = MOST_TICKS
        self._start()

    def _first_moment(self) -> Moment:
        """The moment a run begins with."""
        return Moment(initial(self.newest), None, None, self.newest)

    def _start(self) -> None:
        self._base = self._first_moment()
        self._inputs: list[Inputs] = []  # of every tick since the base, and what ran it changed
        self._changes: dict[int, Model] = {}
        self.history = History(self._base_again(), self.limit)
        self.cursor = self._base.state.tick
        self._due = 0.0
        self._still_share: float | None = None  # between two ticks while standing still
        self._driven = False  # whether the newest tick had a device's inputs
        self._between = (self.newest, Between(self.newest))

    def _base_again(self) -> Moment:
        return replace(self._base, state=self._base.state.copy())

    # ---- whom --------------------------------------------------------------------------

    crowded = False
    """Whether it runs a crowd, whose state tells all of one agent only."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of all agents."""
        return tuple(self.model.places)

    def follow(self, agent: str) -> bool:
        """Tell all of an agent from now on; False where there is none of that name."""
        return agent in self.model.places

    def close(self) -> None:
        """Give back what it holds."""

    # ---- time ------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        """The model of the state shown; an older one where the file was changed since."""
        return self.moment.model

    @property
    def time(self) -> float:
        """Seconds since the start of the state shown."""
        return self.cursor * self.model.dt

    @property
    def moment(self) -> Moment:
        """The moment at the cursor: the state of the last whole tick shown."""
        return self.history.at(self.cursor)

    @property
    def state(self) -> State:
        """The state of the last whole tick shown; not to be changed."""
        return self.moment.state

    def advance(self, seconds: float) -> int:
        """Let time pass; returns how many ticks were run or repeated."""
        if not self.playing:
            return 0
        self._due += max(seconds, 0.0) * self.speed / self.model.dt
        count = min(int(self._due), self.most_ticks)
        for _ in range(count):
            if self.looping and self.loop is not None and self.cursor >= self.loop[1]:
                due = self._due
                self.seek_tick(self.loop[0])
                self._due = due
            else:
                self._forward()
        self._due = min(self._due - count, 1.0 - 1e-9)
        return count

    def shown(self) -> State:
        """The state to draw: between the last tick and the one before, by the time due."""
        share = self._still_share if not self.playing else min(max(self._due, 0.0), 1.0)
        if share is None or self.cursor <= self.history.first:
            return self.state
        before = self.history.at(self.cursor - 1)
        if before.model is not self.model:
            return self.state
        return self._mixed(before.state, self.state, share)

    def step(self, count: int = 1) -> None:
        """Pause, and go whole ticks ahead (or back, for a negative count)."""
        self.pause()
        if count < 0:
            self.seek_tick(self.cursor + count)
            return
        for _ in range(count):
            self._forward()

    def pause(self) -> None:
        """Stand still on a whole tick."""
        self.playing = False
        self._due = 0.0

    def play(self) -> None:
        """Go on."""
        self.playing = True

    def faster(self, steps: int) -> None:
        """Change the speed along ``SPEEDS``."""
        nearest = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - self.speed))
        self.speed = SPEEDS[min(max(nearest + steps, 0), len(SPEEDS) - 1)]

    def seek(self, seconds: float) -> None:
        """Show the state at a time since the start, to the nearest tick."""
        self.seek_tick(round(seconds / self.model.dt))

    def seek_tick(self, number: int) -> None:
        """Show the state before tick ``number`` runs: from the past, or by running on.

        What history has dropped is run again from the start with the inputs it had.
        """
        number = max(number, self._base.state.tick)
        if number < self.history.first:
            self._run_again(number)
        while self.history.last < number:
            self.cursor = self.history.last
            self._forward()
        self.cursor = number
        self._due = 0.0
        self._still_share = None

    def state_at(self, seconds: float) -> State:
        """The state at any time since the start, between ticks where it falls between."""
        exact = seconds / self.model.dt
        before = int(exact + 1e-6)
        share = exact - before
        if share < 1e-6:
            self.seek_tick(before)
            return self.state
        self.seek_tick(before + 1)
        return self._mixed(self.history.at(before).state, self.state, share)

    def show_between(self, seconds: float) -> None:
        """Stand at any time since the start, between two ticks where it falls between."""
        exact = seconds / self.model.dt
        after = max(int(exact + 1.0 - 1e-6), self._base.state.tick)
        self.seek_tick(after)
        share = exact - (after - 1)
        self._still_share = share if share < 1.0 - 1e-6 else None

    def restart(self) -> None:
        """Back to the start of the scene; the run until now is kept to compare with."""
        if self.history.last > self.history.first:
            self.ghost = self.history
        self._start()

    # ---- a range to go round ---------------------------------------------------------

    def loop_from(self) -> None:
        """Let the range begin at the cursor, and go round."""
        end = self.loop[1] if self.loop is not None else self.history.last
        self.loop = (self.cursor, max(end, self.cursor + 1))
        self.looping = True

    def loop_to(self) -> None:
        """Let the range end at the cursor, and go round."""
        start = self.loop[0] if self.loop is not None else self.history.first
        self.loop = (min(start, self.cursor - 1), self.cursor) if self.cursor > 0 else None
        self.looping = self.loop is not None

    def toggle_loop(self) -> None:
        """Go round, or not; without a range through all of history."""
        self.looping = not self.looping
        if self.looping and self.loop is None:
            self.loop = (self.history.first, max(self.history.last, self.history.first + 1))

    # ---- reload ----------------------------------------------------------------------

    def replace_model(self, model: Model) -> ReloadReport:
        """Go on from the cursor with another model, carrying the state by name; tells what
        could not be. The past stays as it was, what came after the cursor is dropped."""
        self.newest = model
        self._forget_from(self.cursor)
        heavy = models_bytes([*self._changes.values(), self._base.model], model)
        if len(self._changes) >= MOST_CHANGES or heavy > MOST_MODELS:
            self._forget_before(self.history.first)
        self._changes[self.cursor] = model
        self._due = 0.0
        return self._adopt(model)

    def inputs_ahead(self) -> Inputs:
        """The inputs the next tick will see, as far as they are known: recorded or scripted."""
        place = self.cursor - self._base.state.tick
        if place < len(self._inputs):
            return self._inputs[place]
        latest = self._inputs[-1] if self._inputs and self._driven else {}
        return {**self.model.script.sample(self.cursor, self.model.dt), **latest}

    # ---- inside ----------------------------------------------------------------------

    def _mixed(self, before: State, after: State, share: float) -> State:
        if self._between[0] is not self.model:
            self._between = (self.model, Between(self.model))
        return self._between[1](before, after, share)

    def _adopt(self, model: Model) -> ReloadReport:
        """Let the newest moment be one of another model."""
        last = self.history.at(self.history.last)
        state, report = carry(last.model, last.state, model)
        self.history.replace_last(replace(last, state=state, model=model))
        return report

    def _forward(self) -> None:
        """One tick: repeated from the past where it is there and nothing new is pressed."""
        live = self.live(self.cursor) if self.live is not None else None
        if live is None and self.cursor < self.history.last:
            self.cursor += 1
            return
        if live is not None:
            self._forget_from(self.cursor)
        place = self.cursor - self._base.state.tick
        if place < len(self._inputs):  # history had dropped it
            inputs = self._inputs[place]
        else:
            if self.history.at(self.history.last).model is not self.newest:
                self.replace_model(self.newest)
            inputs = self.newest.script.sample(self.cursor, self.newest.dt)
            self._driven = live is not None
            if live is not None:
                inputs = {**inputs, **live}
            self._inputs.append(inputs)
        self._run(inputs)
        self.cursor += 1

    def _run(self, inputs: Inputs) -> None:
        last = self.history.at(self.history.last)
        state = last.state.copy()
        record = tick(last.model, state, inputs)
        self.history.append(Moment(state, record, inputs, last.model))
        changed = self._changes.get(state.tick)
        if changed is not None:
            self._adopt(changed)

    def _forget_from(self, number: int) -> None:
        """Drop what came after a tick: the future is about to become another one."""
        self.history.forget_after(number)
        del self._inputs[number - self._base.state.tick :]
        self._changes = {at: model for at, model in self._changes.items() if at <= number}

    def _forget_before(self, number: int) -> None:
        """Let the run begin at a tick that history holds."""
        del self._inputs[: number - self._base.state.tick]
        self._base = self.history.at(number)
        self._changes = {at: model for at, model in self._changes.items() if at > number}

    def _run_again(self, number: int) -> None:
        """Rebuild history up to ``number`` from the base; the same inputs give the same bytes."""
        self.history = History(self._base_again(), self.limit)
        changed = self._changes.get(self._base.state.tick)
        if changed is not None:
            self._adopt(changed)
        for inputs in self._inputs[: number - self._base.state.tick]:
            self._run(inputs)
        self.cursor = self.history.last

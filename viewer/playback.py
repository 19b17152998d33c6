"""Playback: a model run at fixed ticks, its past, and a clock. No window and no GL.

Drawing never steps: ``advance`` takes the seconds that passed and runs as many ticks as are
due; ``shown`` gives the state between the last two for the picture.
"""

from __future__ import annotations

from collections.abc import Callable

from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport, carry
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from viewer.history import DEFAULT_BYTES, History, Moment
from viewer.interpolate import Between

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MOST_TICKS = 24  # in one call of ``advance``: a slow machine falls behind, it does not freeze

Live = Callable[[int], Inputs | None]
"""The inputs a device gives for a tick (agents it drives), or None: the script has them all."""


class Playback:
    """One run of a model with a cursor in its past.

    ``cursor`` is the tick of the state shown; at ``history.last`` play runs new ticks, before
    it play repeats what happened, until a live input makes another future.
    """

    def __init__(self, model: Model, limit: int = DEFAULT_BYTES) -> None:
        self.model = model
        self.limit = limit
        self.live: Live | None = None
        self.playing = True
        self.speed = 1.0
        self._start(initial(model))

    def _start(self, state: State) -> None:
        self._base = state.copy()
        self._inputs: list[Inputs] = []
        self.history = History(Moment(state.copy(), None, None), self.limit)
        self.cursor = state.tick
        self._due = 0.0
        self._driven = False  # whether the newest tick had a device's inputs
        self._between = Between(self.model)

    # ---- time ------------------------------------------------------------------------

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
        count = min(int(self._due), MOST_TICKS)
        for _ in range(count):
            self._forward()
        self._due = min(self._due - count, 1.0 - 1e-9)
        return count

    def shown(self) -> State:
        """The state to draw: between the last tick and the one before, by the time due."""
        if not self.playing or self.cursor <= self.history.first:
            return self.state
        before = self.history.at(self.cursor - 1).state
        return self._between(before, self.state, min(max(self._due, 0.0), 1.0))

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
        number = max(number, self._base.tick)
        if number < self.history.first:
            self._run_again(number)
        while self.history.last < number:
            self.cursor = self.history.last
            self._forward()
        self.cursor = number
        self._due = 0.0

    def state_at(self, seconds: float) -> State:
        """The state at any time since the start, between ticks where it falls between."""
        exact = seconds / self.model.dt
        before = int(exact + 1e-6)
        share = exact - before
        if share < 1e-6:
            self.seek_tick(before)
            return self.state
        self.seek_tick(before + 1)
        return self._between(self.history.at(before).state, self.state, share)

    def restart(self) -> None:
        """Back to the start of the scene; the past is forgotten."""
        self._start(initial(self.model))

    # ---- reload ----------------------------------------------------------------------

    def replace_model(self, model: Model) -> ReloadReport:
        """Go on with another model, carrying the state by name; tells what could not be."""
        state, report = carry(self.model, self.state, model)
        self.model = model
        self._start(state)
        return report

    def inputs_ahead(self) -> Inputs:
        """The inputs the next tick will see, as far as they are known: recorded or scripted."""
        if self.cursor < self.history.last:
            recorded = self.history.at(self.cursor + 1).inputs
            if recorded is not None:
                return recorded
        latest = self._inputs[-1] if self._inputs and self._driven else {}
        return {**self.model.script.sample(self.cursor, self.model.dt), **latest}

    # ---- inside ----------------------------------------------------------------------

    def _forward(self) -> None:
        """One tick: repeated from the past where it is there and nothing new is pressed."""
        live = self.live(self.cursor) if self.live is not None else None
        if self.cursor < self.history.last and live is None:
            self.cursor += 1
            return
        if self.cursor < self.history.last:
            self.history.forget_after(self.cursor)
            del self._inputs[self.cursor - self._base.tick :]
        inputs = self.model.script.sample(self.cursor, self.model.dt)
        self._driven = live is not None
        if live is not None:
            inputs = {**inputs, **live}
        self._run(inputs)
        self.cursor += 1

    def _run(self, inputs: Inputs) -> None:
        state = self.history.at(self.history.last).state.copy()
        record = tick(self.model, state, inputs)
        self._inputs.append(inputs)
        self.history.append(Moment(state, record, inputs))

    def _run_again(self, number: int) -> None:
        """Rebuild history up to ``number`` from the base; the same inputs give the same bytes."""
        known = self._inputs[: number - self._base.tick]
        self._inputs = []
        self.history = History(Moment(self._base.copy(), None, None), self.limit)
        for inputs in known:
            self._run(inputs)
        self.cursor = self.history.last

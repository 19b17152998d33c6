"""Playback of a crowd: all agents run together, one is followed with everything it senses.

The past holds how all agents stood and the whole state of the one followed. Whoever goes back
beyond it, or another way from within it, waits until the crowd has come there again from the last
checkpoint: the same inputs give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping

from behave.crowd import watch
from behave.crowd.watching import snapshot
from behave.runtime.inputs import Inputs, InputValue
from behave.runtime.model import Model
from behave.runtime.record import TickRecord
from behave.runtime.reload import ReloadReport
from behave.runtime.state import State
from viewer.chosen import decides
from viewer.crowd.casts import castings_of, stand
from viewer.crowd.checkpoints import Checkpoints, restore
from viewer.crowd.making import Asking, CrowdPlan, kinds_of
from viewer.crowd.state import CrowdState, mixed
from viewer.history import History, Moment
from viewer.playback import MOST_TICKS, Playback

CROWD_BYTES = 256 * 2**20
"""What the past of a crowd may take: six seconds of a thousand people."""

AT_ONCE = 3000
"""Agents run in one call of ``advance``, about: a window must go on answering."""

NOTHING_DROPPED = ReloadReport((), (), ())


class CrowdPlayback(Playback):
    """One run of a crowd over a scene with a cursor in its past.

    ``model`` and ``state`` are those of the agent followed, alone in the crowd's world; the
    state holds the poses of all. ``follow`` looks at another one.

    Raises ``PlayError`` where there cannot be one.
    """

    crowded = True

    def __init__(self, model: Model, plan: CrowdPlan, limit: int = CROWD_BYTES) -> None:
        self.plan, self.whole = plan, model
        self.crowd, ways = plan.make(model)
        self.castings = castings_of(self.crowd)
        self.asking = Asking(self.crowd, ways, kinds_of(self.crowd))
        self.checkpoints = Checkpoints()
        self.number = self._first()
        self._look()
        super().__init__(self._alone, limit)
        self.most_ticks = max(1, min(MOST_TICKS, AT_ONCE // max(plan.count, 1)))

    # ---- looking -----------------------------------------------------------------------

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of all agents, by number."""
        return tuple(self.crowd.name(number) for number in range(self.plan.count))

    def follow(self, agent: str) -> bool:
        """Look at another agent from the moment at the cursor on; what it did before is run
        again where the cursor goes there. False for one there is not."""
        number = self._number_of(agent)
        if number < 0:
            return False
        if number != self.number:
            self._come_to(self.cursor)
            self.number = number
            self._look()
            self.newest = self._alone
            self.history = History(self._now(None, None), self.limit)
        return True

    def _number_of(self, agent: str) -> int:
        kinds = self.crowd.kinds
        if agent in kinds:
            number = kinds.index(agent)
        else:
            digits = agent.rpartition("[")[2].rstrip("]")
            number = int(digits) if digits.isdecimal() else -1
        return number if number in self.crowd and self.crowd.name(number) == agent else -1

    def _first(self) -> int:
        """The first agent that decides anything, or else the first; -1 in an empty crowd."""
        deciding = (n for n in range(len(self.crowd.kinds)) if n in self.crowd
                    and decides(self.crowd[n].group.compiled.behavior))  # fmt: skip
        return next(deciding, 0 if self.plan.count else -1)

    def _look(self) -> None:
        """Watch the agent followed from now on."""
        watched = [] if self.number < 0 else [self.number]
        self._watch = watch(self.crowd, watched)
        self._alone, _ = snapshot(self.crowd, [self.crowd[n] for n in watched])
        self._followed = next(
            (
                (group, int((casting.cast.numbers == self.number).argmax()))
                for group, casting in enumerate(self.castings)
                if (casting.cast.numbers == self.number).any()
            ),
            (-1, -1),
        )

    def _now(self, record: TickRecord | None, inputs: Inputs | None) -> Moment:
        """The crowd as it is."""
        watched = [] if self.number < 0 else [self.crowd[self.number]]
        _, own = snapshot(self.crowd, watched)
        stand(self.crowd, own.position)
        lists = (own.rows, own.zones, own.entered, own.draws)
        world = (own.alive, own.position, own.rotation)
        casts = tuple(casting.cast for casting in self.castings)
        poses = tuple(casting.poses() for casting in self.castings)
        state = CrowdState(own.tick, *lists, *world, casts, poses, self._followed)
        return Moment(state, record, inputs, self._alone)

    # ---- time --------------------------------------------------------------------------

    def restart(self) -> None:
        """Back to the start; the agent's run until now is kept to compare with."""
        if self.history.last > self.history.first:
            self.ghost = self.history
        self.checkpoints.forget_after(0)
        self._start()

    def replace_model(self, model: Model) -> ReloadReport:
        """Start again with another model: a crowd's agents are not carried over."""
        if model is not self._alone:
            crowd, ways = self.plan.make(model)
            self.crowd.close()
            self.whole, self.crowd = model, crowd
            self.asking = Asking(crowd, ways, kinds_of(crowd))
            self.castings, self.checkpoints = castings_of(crowd), Checkpoints()
            self.number = self.number if self.number in crowd else self._first()
            self._look()
            self.newest = self._alone
            self._start()
        return NOTHING_DROPPED

    def inputs_ahead(self) -> Inputs:
        """The inputs the next tick gives the agent followed."""
        if self.number < 0:
            return {}
        name = self.crowd.name(self.number)
        given = self.asking.of(self.cursor, self.number)
        place = self.cursor - self._base.state.tick
        live = self._inputs[place] if place < len(self._inputs) else {}
        return {name: {**given, **live.get(name, {})}}

    def close(self) -> None:
        """End the crowd's threads."""
        self.crowd.close()

    # ---- inside ------------------------------------------------------------------------

    def _first_moment(self) -> Moment:
        if self.checkpoints.kept:
            restore(self.crowd, self.checkpoints.before(0))
        self.checkpoints.note(self.crowd)
        return self._now(None, None)

    def _mixed(self, before: State, after: State, share: float) -> State:
        own = super()._mixed(before, after, share)
        if not (isinstance(before, CrowdState) and isinstance(after, CrowdState)):
            return own
        return after.with_poses(own, mixed(before.poses, after.poses, share))

    def _forward(self) -> None:
        """One tick: repeated from the past where it is there and nothing new is pressed."""
        live = self.live(self.cursor) if self.live is not None else None
        if live is None and self.cursor < self.history.last:
            self.cursor += 1
            return
        if live is not None:
            self._forget_from(self.cursor)
            self.checkpoints.forget_after(self.cursor)
        place = self.cursor - self._base.state.tick
        if place >= len(self._inputs):
            self._driven = live is not None
            self._inputs.append(live or {})
        self._come_to(self.cursor)
        self._run(self._inputs[place])
        self.cursor += 1

    def _run(self, inputs: Inputs) -> None:
        """One tick of the crowd, kept."""
        record, given = self._tick(inputs)
        self.history.append(self._now(record, given))

    def _tick(self, inputs: Inputs) -> tuple[TickRecord | None, Inputs]:
        tick = self.crowd.tick_number
        number, live = self._driving(inputs)
        self.crowd.tick(None, self.asking.each(tick, number, live))
        self.checkpoints.note(self.crowd)
        if self.number < 0:
            return None, {}
        given: dict[str, InputValue] = self.asking.of(tick, self.number)
        if number == self.number:
            given |= live
        return self._watch.record(), {self.crowd.name(self.number): given}

    def _driving(self, inputs: Inputs) -> tuple[int, Mapping[str, InputValue]]:
        """Which agent a device drives in a tick's inputs, and what it gives; -1 for none."""
        for name, values in inputs.items():
            return self._number_of(name), values
        return -1, {}

    def _come_to(self, number: int) -> None:
        """Let the crowd be as before tick ``number``, which has been run."""
        if self.crowd.tick_number > number:
            restore(self.crowd, self.checkpoints.before(number))
        while self.crowd.tick_number < number:
            self._tick(self._inputs[self.crowd.tick_number - self._base.state.tick])

    def _run_again(self, number: int) -> None:
        """Rebuild history up to ``number`` from the checkpoint before it."""
        start = self.checkpoints.before(max(number - 1, 0))
        restore(self.crowd, start)
        self.history = History(self._now(None, None), self.limit)
        while self.crowd.tick_number < number:
            self._run(self._inputs[self.crowd.tick_number - self._base.state.tick])
        self.cursor = self.history.last

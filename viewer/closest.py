"""When each transition of the agent followed came nearest to firing, over the history kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.runtime.closest import Key, Near, near_now, nearest
from behave.runtime.state import State
from viewer.playback import Playback


@dataclass
class ClosestSoFar:
    """Follows a playback's history, some ticks a call; forgets when the past becomes another."""

    best: dict[Key, Near] = field(default_factory=dict)
    _agent: str = ""
    _seen: State | None = None  # the last moment that was looked at

    def follow(self, playback: Playback, agent: str, most: int | None = None) -> None:
        """Look at the ticks that are new, at most ``most`` of them."""
        history = playback.history
        known = self._seen is not None and history.at(self._seen.tick).state is self._seen
        if agent != self._agent or not known:
            self.best, self._seen, self._agent = {}, None, agent
        first = history.first if self._seen is None else self._seen.tick + 1
        last = history.last if most is None else min(history.last, first + most)
        for tick in range(first, last):
            moment, after = history.at(tick), history.at(tick + 1)
            if after.inputs is not None and agent in moment.model.places:
                now = near_now(moment.model, moment.state, agent, after.inputs, self.best)
                self.best = nearest(self.best, now)
            self._seen = moment.state

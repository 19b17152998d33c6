"""The past of a run: exact states of the last ticks in bounded memory."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.runtime.record import TickRecord
from behave.runtime.state import State
from viewer.weight import models_bytes

DEFAULT_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Moment:
    """A state, and how it came about: the record and inputs of the tick before (None at first),
    and the model it belongs to."""

    state: State
    record: TickRecord | None
    inputs: Inputs | None
    model: Model


class History:
    """Moments of consecutive ticks, the oldest dropped beyond ``limit`` bytes.

    States are kept whole, so going back is exact. Moments are not to be changed. Models that
    are kept for moments before a reload count as well.
    """

    def __init__(self, first: Moment, limit: int = DEFAULT_BYTES) -> None:
        self.limit = limit
        self._moments: deque[Moment] = deque([first])
        self._models: dict[int, tuple[Model, int]] = {}  # and in how many moments each is
        self._models_size = 0
        self._count(first.model, 1)
        self._each = sum(array.nbytes for array in first.state.arrays()) + 2048

    @property
    def capacity(self) -> int:
        """How many moments fit (at least 2)."""
        return max(2, (self.limit - self._models_size) // self._each)

    @property
    def size(self) -> int:
        """Bytes the kept states take, about, and the models that no longer run."""
        return len(self._moments) * self._each + self._models_size

    @property
    def first(self) -> int:
        """Tick of the oldest moment kept."""
        return self._moments[0].state.tick

    @property
    def last(self) -> int:
        """Tick of the newest moment."""
        return self._moments[-1].state.tick

    def at(self, tick: int) -> Moment:
        """The moment before ``tick`` runs; the nearest kept one where that is out of range."""
        position = min(max(tick, self.first), self.last) - self.first
        return self._moments[position]

    def append(self, moment: Moment) -> None:
        """Add the next tick's moment."""
        self._moments.append(moment)
        self._count(moment.model, 1)
        while len(self._moments) > self.capacity:
            self._count(self._moments.popleft().model, -1)

    def replace_last(self, moment: Moment) -> None:
        """Put another moment of the same tick in the newest one's place."""
        before, self._moments[-1] = self._moments[-1], moment
        self._count(moment.model, 1)
        self._count(before.model, -1)

    def forget_after(self, tick: int) -> None:
        """Drop what comes after ``tick``: the future is about to become another one."""
        while self.last > max(tick, self.first):
            self._count(self._moments.pop().model, -1)

    def _count(self, model: Model, more: int) -> None:
        """A model is in one moment more or less; what models keep follows."""
        known, times = self._models.get(id(model), (model, 0))
        if times + more > 0:
            self._models[id(model)] = (known, times + more)
        else:
            self._models.pop(id(model), None)
        if times == 0 or times + more == 0:  # another set of models
            newest = self._moments[-1].model
            self._models_size = models_bytes((each for each, _ in self._models.values()), newest)

    def spans(self, agent: str, machine: str) -> list[tuple[int, int, str]]:
        """Lanes of a timeline: (first tick, tick after, state path) of a machine, in order."""
        lanes: list[tuple[int, int, str]] = []
        for moment in self._moments:
            record = moment.record
            if record is None or agent not in record.agents:
                continue
            path = record.agents[agent].states.get(machine, "")
            if lanes and lanes[-1][2] == path and lanes[-1][1] == record.tick:
                lanes[-1] = (lanes[-1][0], record.tick + 1, path)
            else:
                lanes.append((record.tick, record.tick + 1, path))
        return lanes

    def records(self) -> list[TickRecord]:
        """The records kept, oldest first."""
        return [moment.record for moment in self._moments if moment.record is not None]

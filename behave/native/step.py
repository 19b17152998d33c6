"""What a tick calls instead of the reference: machine code over the agents of one group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from behave.native.calling import agent_function, function_of
from behave.native.code import ARGUMENTS
from behave.native.engine import Code
from behave.native.events import ZONE_HAPPENINGS, awaited
from behave.native.inputs import given_columns
from behave.native.machines import arrows_of
from behave.native.module import MOST_NOTES, Module, round_name
from behave.native.sensing import columns
from behave.runtime.asking import Asked
from behave.runtime.compiled import CompiledBehavior, CompiledMachine, CompiledTransition
from behave.runtime.events import Happening, ZoneChanges, happenings
from behave.runtime.frame import Frame
from behave.runtime.record import Fired
from behave.runtime.rounds import rounds
from behave.runtime.turns import Explain


@dataclass(frozen=True, slots=True)
class Bound:
    """The arrays of a state that contexts point into, and the contexts' addresses by row.

    ``heard`` u1[N,E], ``zones`` i4[N,Z·3] and ``skipped`` i4[N,…] are of each agent, ``fired``
    i4[M] and ``before`` f8[M,W] of the agent that has its turns; ``contexts`` i8[N,…].
    """

    rows: np.ndarray
    draws: np.ndarray
    entered: np.ndarray
    addresses: tuple[int, ...]
    contexts: np.ndarray
    keys: np.ndarray
    heard: np.ndarray
    zones: np.ndarray
    skipped: np.ndarray
    fired: np.ndarray
    before: np.ndarray
    asked: np.ndarray
    ready: np.ndarray

    def fits(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> bool:
        """Whether the contexts point into these arrays."""
        return self.rows is rows and self.draws is draws and self.entered is entered


class Step:
    """One behavior at one tick length as machine code, for the agents with some random keys.

    After ``left`` turns ``out_of_patience`` is called, once.
    """

    def __init__(self, compiled: CompiledBehavior, keys: Sequence[int]) -> None:
        self.compiled = compiled
        self.skips: tuple[str, ...] = ()
        self.keys = np.array(keys, np.uint64)
        self.arrows = tuple(_arrows(machine) for machine in compiled.machines)
        self.events = len(awaited(compiled.behavior))
        self.columns = columns(compiled.behavior)
        self.width = sum(end - start for each in self.columns for start, end in each.values())
        given = max((end for _, end in given_columns(compiled.behavior)), default=0)
        self.asked = max(self.width, given, 1)
        self.rounds = rounds(compiled.behavior)
        self.ask_codes: list[Callable[[int], int]] = []
        self.bound: Bound | None = None
        self.left = -1
        self.out_of_patience: Callable[[], None] = lambda: None
        self.perceive_code: Callable[[int], int]
        self.turns_code: Callable[[int], int] | None = None
        self.step_code: Callable[[int], int]
        self.code: Code

    def use(self, module: Module, code: Code) -> None:
        """From now on run this code of a module; it may be called from any thread."""
        self.skips = module.skips
        numbers = range(len(self.rounds))
        self.ask_codes = [function_of(code, round_name(number)) for number in numbers]
        self.perceive_code = function_of(code, "perceive")
        self.step_code = function_of(code, "step")
        self.code = code
        self.turns_code = function_of(code, "turns")

    def is_ready(self) -> bool:
        """Whether there is code to run."""
        return self.turns_code is not None

    def bind(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> Bound:
        """Contexts for the agents of some arrays of a state; those of the last ones are kept."""
        bound = self.bound
        if bound is not None and bound.fits(rows, draws, entered):
            return bound
        bound = self.bound = self._bind(rows, draws, entered)
        return bound

    def _bind(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> Bound:
        behavior = self.compiled.behavior
        count, width, machines = len(rows), behavior.width, len(behavior.machines)
        arrays: dict[str, np.ndarray] = {
            "row": rows,
            "draws": draws,
            "keys": self.keys,
            "entered": entered,
            "heard": np.zeros((count, max(self.events, 1)), np.uint8),
            "zones": np.zeros((count, max(len(behavior.zones) * 3, 1)), np.int32),
            "skipped": np.empty((count, MOST_NOTES + 1), np.int32),
            "asked": np.zeros((count, self.asked), np.float64),
            "ready": np.zeros((count, max(len(behavior.sensors), 1)), np.uint8),
        }
        for array in arrays.values():
            assert array.flags.c_contiguous
        arrays["skipped"][:, 0] = 0
        shared: dict[str, np.ndarray] = {
            "fired": np.zeros(max(machines, 1), np.int32),
            "before": np.empty((max(machines, 1), width), np.float64),
        }
        contexts = np.zeros((count, len(ARGUMENTS)), np.int64)
        for name, array in arrays.items():
            starts = array.ctypes.data + np.arange(count) * array.strides[0]
            contexts[:, ARGUMENTS.index(name)] = starts
        for name, array in shared.items():
            contexts[:, ARGUMENTS.index(name)] = array.ctypes.data
        first, step = contexts.ctypes.data, contexts.strides[0]
        return Bound(
            rows,
            draws,
            entered,
            tuple(first + number * step for number in range(count)),
            contexts,
            self.keys,
            arrays["heard"],
            arrays["zones"],
            arrays["skipped"],
            shared["fired"],
            shared["before"],
            arrays["asked"],
            arrays["ready"],
        )

    def of_agent(self, bound: Bound, row: int) -> Callable[..., int]:
        """Inputs, events, memory and turns of one agent as a function of what is given for its
        inputs: of each in declared order its numbers (``inputs.given_columns``). It gives how
        many transitions fired and actions were skipped.

        It goes on with the code there is now, on the rows there are now.
        """
        return agent_function(self.code, "step", bound.addresses[row], bound)

    def ask(self, bound: Bound, number: int) -> tuple[list[tuple[int, int]], Asked]:
        """Which sensors of a round ask for which agents, and with what."""
        call = self.ask_codes[number]
        for address in bound.addresses:
            call(address)
        return asking(self.rounds[number], self.columns, bound.ready, bound.asked)

    # ---- a tick --------------------------------------------------------------------------

    def perceive(
        self, bound: Bound, frames: Sequence[Frame], changes: ZoneChanges
    ) -> list[list[Happening]]:
        """Events and Remember of all agents; what each has heard, as the reference has it."""
        if changes.enter.size:
            counts = (changes.enter, changes.stay, changes.exit)
            for place, flags in enumerate(counts):
                bound.zones[:, place :: len(ZONE_HAPPENINGS)] = flags.sum(2)
        found: list[list[Happening]] = []
        for row, frame in enumerate(frames):
            if self.perceive_code(bound.addresses[row]):
                self._note_skipped(bound, row, frame)
            heard = bound.heard[row].any()
            found.append(
                happenings(self.compiled, frame, changes, row, delivered=True) if heard else []
            )
        return found

    def turns(self, bound: Bound, row: int, frame: Frame, explain: Explain) -> list[Fired]:
        """All turns of one agent."""
        self.left -= 1
        if not self.left:
            self.out_of_patience()
        assert self.turns_code is not None
        if not self.turns_code(bound.addresses[row]):
            return []
        self._note_skipped(bound, row, frame)
        fired = bound.fired.tolist()
        numbers = range(len(self.compiled.machines))
        return [self._fired(bound, n, fired[n], frame, explain) for n in numbers if fired[n]]

    def _note_skipped(self, bound: Bound, row: int, frame: Frame) -> None:
        """Give the frame the texts of what was skipped in this tick so far."""
        skipped = bound.skipped[row]
        count = int(skipped[0])
        if count:
            frame.skipped[:] = [self.skips[site] for site in skipped[1 : count + 1].tolist()]

    def _fired(
        self, bound: Bound, number: int, arrow: int, frame: Frame, explain: Explain
    ) -> Fired:
        """What the reference says of a transition, from the row as its guard saw it."""
        machine = self.compiled.machines[number]
        chosen = self.arrows[number][arrow - 1]
        seen = Frame(bound.before[number].copy(), frame.dt, frame.draws, frame.key, frame.others)
        states = machine.states
        return Fired(
            machine.machine.name,
            states[int(seen.words[machine.active])].state.path,
            states[int(frame.words[machine.active])].state.path,
            states[chosen.transition.target].state.path,
            explain(machine, chosen, seen),
            chosen.where,
            chosen.source,
            chosen.number,
        )


def asking(
    members: Sequence[int],
    places: Sequence[dict[str, tuple[int, int]]],
    ready: np.ndarray,
    asked: np.ndarray,
) -> tuple[list[tuple[int, int]], Asked]:
    """Sensor and row of each question of a round, and their arguments.

    ``ready`` u1[N,S] and ``asked`` f8[N,…] are what native code has left of all agents.
    """
    if len(ready) == 1:
        flags = ready[0].tolist()
        pairs = [(n, 0) for n in members if flags[n]]
    else:
        pairs = [(n, row) for n in members for row in ready[:, n].nonzero()[0].tolist()]
    rows = list(range(len(pairs)))
    if not pairs or not places[members[0]]:
        return pairs, Asked(rows, {})
    spans = {n: _span(places[n]) for n in members}
    if len(pairs) == 1:
        ((number, row),) = pairs
        block = asked[row : row + 1, slice(*spans[number])]
    else:
        block = np.array([asked[row, slice(*spans[n])] for n, row in pairs], np.float64)
    first = spans[members[0]][0]
    named = places[members[0]].items()
    return pairs, Asked(rows, {n: _column(block, s - first, e - first) for n, (s, e) in named})


def _span(places: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Where a sensor's columns begin and end: they follow each other."""
    ends = list(places.values())
    return ends[0][0], ends[-1][1]


def _column(block: np.ndarray, start: int, end: int) -> np.ndarray:
    """One argument of all questions: numbers as f8[N], wider ones as f8[N,width]."""
    if end - start == 1:
        return np.ascontiguousarray(block[:, start])
    return np.ascontiguousarray(block[:, start:end])


def _arrows(machine: CompiledMachine) -> tuple[CompiledTransition, ...]:
    """A machine's transitions by the numbers native code gives them."""
    found = []
    for source, number, _ in arrows_of(machine.machine):
        owner = machine if source < 0 else machine.states[source]
        found.append(owner.transitions[number])
    return tuple(found)

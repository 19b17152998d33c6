"""The State: everything that changes during a run, as plain arrays.

Copying a state and ticking the copy gives the same bytes as ticking the original; nothing the
run depends on lives elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from behave.rig.rig import bind
from behave.runtime.frame import Frame
from behave.runtime.model import Model, layout_digest
from behave.runtime.slots import clear, is_storable, writer
from behave.runtime.turns import enter_initial, set_back

MAGIC = b"BEHSTATE"
VERSION = 1


class StateError(ValueError):
    """Bytes that are not a state of this model; the message says what differs."""


@dataclass(eq=False)
class State:
    """Everything that changes. Lists have one array per agent group.

    ``tick``: the tick to run next. ``rows`` f8[N,W]; ``zones`` bool[N,Z,C] who was inside at
    the last tick; ``entered`` bool[N,S] states entered since memory last advanced (S over all
    machines); ``draws`` int64[N,P] how often each random place has drawn; ``alive`` bool[C],
    ``position`` f8[C,3] and ``rotation`` f8[C,4] of the colliders.
    """

    tick: int
    rows: list[np.ndarray]
    zones: list[np.ndarray]
    entered: list[np.ndarray]
    draws: list[np.ndarray]
    alive: np.ndarray
    position: np.ndarray
    rotation: np.ndarray

    def copy(self) -> State:
        """An independent copy."""
        return State(
            self.tick,
            [array.copy() for array in self.rows],
            [array.copy() for array in self.zones],
            [array.copy() for array in self.entered],
            [array.copy() for array in self.draws],
            self.alive.copy(),
            self.position.copy(),
            self.rotation.copy(),
        )

    def arrays(self) -> list[np.ndarray]:
        """All arrays in a fixed order."""
        lists = [self.rows, self.zones, self.entered, self.draws]
        return [a for group in lists for a in group] + [self.alive, self.position, self.rotation]

    def digest(self) -> str:
        """SHA-256 over the tick and every byte of every array."""
        digest = hashlib.sha256(str(self.tick).encode())
        for array in self.arrays():
            digest.update(_bytes(array))
        return digest.hexdigest()

    def to_bytes(self, model: Model) -> bytes:
        """The state as bytes that name their version and the layout they fit."""
        head = {"version": VERSION, "layout": layout_digest(model), "tick": self.tick}
        head_bytes = json.dumps(head, sort_keys=True).encode()
        body = b"".join(_bytes(array) for array in self.arrays())
        return MAGIC + len(head_bytes).to_bytes(4, "little") + head_bytes + body

    @staticmethod
    def from_bytes(data: bytes, model: Model) -> State:
        """Read what ``to_bytes`` wrote; StateError where it does not fit ``model``."""
        head, body = _split(data)
        if head.get("version") != VERSION:
            raise StateError(f"saved by version {head.get('version')}, this is version {VERSION}")
        if head.get("layout") != layout_digest(model):
            raise StateError(
                "saved with another layout: the behaviors, agents or colliders of "
                f"scene {model.scene.name} have changed since"
            )
        state = blank(model)
        tick = head.get("tick")
        if not isinstance(tick, int) or tick < 0:
            raise StateError("the saved state names no tick")
        state.tick = tick
        position = 0
        for array in state.arrays():
            size = array.nbytes
            if position + size > len(body):
                raise StateError("the saved state is cut short")
            flat = np.frombuffer(body[position : position + size], array.dtype.newbyteorder("<"))
            array[...] = flat.reshape(array.shape)
            position += size
        if position != len(body):
            raise StateError("the saved state is longer than it should be")
        return state


def _bytes(array: np.ndarray) -> bytes:
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()


def _split(data: bytes) -> tuple[dict[str, object], bytes]:
    start = len(MAGIC) + 4
    if data[: len(MAGIC)] != MAGIC or len(data) < start:
        raise StateError("not a saved state")
    size = int.from_bytes(data[len(MAGIC) : start], "little")
    try:
        head = json.loads(data[start : start + size].decode())
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise StateError("the saved state's head cannot be read") from None
    if not isinstance(head, dict):
        raise StateError("the saved state's head cannot be read")
    return head, data[start + size :]


def blank(model: Model) -> State:
    """A state with params filled in and everything else at rest (0, absent)."""
    colliders = len(model.colliders.names)
    groups = model.groups
    return State(
        0,
        [group.template.copy() for group in groups],
        [
            np.zeros((len(group.names), len(group.behavior.zones), colliders), bool)
            for group in groups
        ],
        [np.zeros((len(group.names), group.compiled.state_count), bool) for group in groups],
        [np.zeros((len(group.names), group.compiled.random_places), np.int64) for group in groups],
        np.array(model.colliders.alive, bool),
        np.array(model.colliders.position, np.float64),
        np.array(model.colliders.rotation, np.float64),
    )


def initial(model: Model, quiet: Collection[str] = ()) -> State:
    """The state before tick 0.

    Bind pose and rest values; then initial values in declared order; then each machine's
    initial states are entered (their ``on enter`` runs, outer to inner); timers 0, memory
    fresh, sensors absent, no transition. Machines named in ``quiet`` run no enter actions.
    """
    state = blank(model)
    with np.errstate(all="ignore"):
        for number, group in enumerate(model.groups):
            bind(group.rig, state.rows[number], group.at, group.heading)
            for row in range(len(group.names)):
                frame = frame_of(model, state, number, row)
                _set_initials(model, number, frame)
                enter_initial(group.compiled, frame, state.entered[number][row], quiet)
    return state


def _set_initials(model: Model, group: int, frame: Frame) -> None:
    compiled = model.groups[group].compiled
    slots = compiled.behavior.slots
    for sensor in compiled.sensors:
        sensor.clear(frame.words)
    for machine in compiled.machines:
        for state in machine.states:
            if state.last >= 0:
                frame.words[state.last] = -1.0
    set_back(compiled, frame)
    for start, evaluate in compiled.initials:
        value = None if evaluate is None else evaluate(frame)
        slot = slots[start.slot]
        if value is None or not is_storable(value):
            clear(frame.words, slot)
        else:
            writer(slot)(frame, value)
    for cell in compiled.memory:
        cell.restart(frame)


def frame_of(model: Model, state: State, group: int, row: int) -> Frame:
    """The frame of one agent, over the state's own memory."""
    agents = model.groups[group]
    return Frame(
        state.rows[group][row],
        model.dt,
        state.draws[group][row],
        agents.keys[row],
    )


def frames_by_name(model: Model, state: State) -> dict[str, Frame]:
    """A frame per agent by name; each can read the others (for tests)."""
    frames = {
        name: frame_of(model, state, place.group, place.row) for name, place in model.places.items()
    }
    for frame in frames.values():
        frame.others = frames
    return frames

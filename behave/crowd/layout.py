"""Where the words of an agent of a crowd are kept.

A word is in up to two places: a *lane word* among those machine code reads and writes, in packs of
agents (``native.packs``), and a *body word* in the agent's own row for the rig. A word that is the
same for every agent and never changes is in neither: it is written into the code, and kept once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from behave.ir.program import BehaviorProgram
from behave.ir.values import Group, Slot
from behave.native.lanes import Lanes
from behave.native.module import Module, write_beginning, write_module
from behave.native.sizes import rows_of_arrays
from behave.record import replace

BODY = (Group.RIG, Group.INPUT)
"""What the rig may read and write."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The places of a behavior's words, for agents some of whose words are the same.

    ``lane`` and ``body`` int64[W] give by a word's offset its lane word and its body word, -1 for
    none; ``lanes`` and ``bodies`` are how many there are, and of those lane words ``own`` are no
    rig's. ``down`` and ``up`` int64[P,2] pair a lane word with its body word, where machine code
    writes it, and where it reads it. A rig that is posed in lanes has lane words only: ``held``
    are those, none for other rigs. ``rows`` are the rows of each array (``native.sizes``).
    ``code`` and ``beginning`` are the machine code's texts; ``moved`` is the behavior with its
    slots at their lane words, ``rig`` at their body words.
    """

    behavior: BehaviorProgram
    moved: BehaviorProgram
    rig: BehaviorProgram
    lane: np.ndarray
    body: np.ndarray
    lanes: int
    own: int
    bodies: int
    down: np.ndarray
    up: np.ndarray
    held: np.ndarray
    rows: Mapping[str, int]
    code: Module
    beginning: Module


def lay_out(
    behavior: BehaviorProgram,
    dt: float,
    template: np.ndarray,
    varying: frozenset[int],
    lanes: Lanes,
    held: bool,
) -> Layout:
    """The layout for agents whose rows before they are made are ``template`` f8[W] but for the
    words ``varying``, and whose rig is posed in lanes or not.

    Raises ``native.values.NotNative`` for a behavior machine code cannot say.
    """
    code = write_module(behavior, dt, lanes, crowd=True)
    beginning = write_beginning(behavior, dt, lanes, {})
    slots = behavior.slots
    read, written = code.loaded | beginning.loaded, code.stored | beginning.stored
    answered = _answered(behavior)
    bodies = frozenset(_words(slot for slot in slots if slot.group in BODY))
    changing = written | answered | bodies | varying
    lane_words = _whole(slots, ((read | written | answered) & changing))
    lane_words |= _whole(slots, varying)
    if held:
        lane_words |= bodies
    in_rows = frozenset[int]() if held else bodies
    lane = _numbered(_by_use(slots, lane_words, code.stepping), behavior.width)
    body = _numbered(sorted(in_rows), behavior.width)
    constants = {word: float(template[word]) for word in range(behavior.width) if lane[word] < 0}
    moved, offsets = _moved(behavior, lane, len(lane_words))
    moved_constants = {offsets[word]: value for word, value in constants.items()}
    both = sorted(lane_words & in_rows)
    rig_read = frozenset(_whole(slots, read))
    return Layout(
        behavior,
        moved,
        replace(behavior, slots=tuple(_body_slot(slot, lane if held else body) for slot in slots)),
        lane,
        body,
        len(lane_words),
        len(lane_words - frozenset(_words(s for s in slots if s.group is Group.RIG))),
        len(in_rows),
        _pairs([word for word in both if word in written], lane, body),
        _pairs([word for word in both if word in rig_read], lane, body),
        lane[sorted(bodies)] if held else np.zeros(0, np.int64),
        rows_of_arrays(behavior, len(lane_words)),
        write_module(moved, dt, lanes, True, moved_constants),
        write_beginning(moved, dt, lanes, moved_constants),
    )


def _words(slots: Iterable[Slot]) -> set[int]:
    """All words of some slots."""
    found: set[int] = set()
    for slot in slots:
        found.update(range(slot.offset, slot.offset + slot.width))
        if slot.presence >= 0:
            found.add(slot.presence)
    return found


def _whole(slots: Iterable[Slot], words: frozenset[int]) -> set[int]:
    """Some words with all others of their slots: a slot is kept in one piece."""
    found = set(words)
    for slot in slots:
        own = _words((slot,))
        if own & words:
            found |= own
    return found


def _by_use(slots: Iterable[Slot], words: set[int], stepping: frozenset[int]) -> list[int]:
    """The words in the order of their offsets, but those of slots a step uses before all others:
    what is used together lies together."""
    first = _whole(slots, stepping) & words
    return sorted(first) + sorted(words - first)


def _answered(behavior: BehaviorProgram) -> frozenset[int]:
    """The words sensing writes."""
    slots = behavior.slots
    found = set()
    for sensor in behavior.sensors:
        reading = sensor.reading
        found |= _words(slots[number] for _, number in reading.fields)
        found |= _words(slots[n] for n in (reading.exists, reading.collider) if n >= 0)
    return frozenset(found)


def _numbered(words: list[int], width: int) -> np.ndarray:
    places = np.full(width, -1, np.int64)
    places[words] = np.arange(len(words))
    return places


def _pairs(words: list[int], lane: np.ndarray, body: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(np.stack((lane[words], body[words]), axis=1).reshape(-1, 2))


def _moved(
    behavior: BehaviorProgram, lane: np.ndarray, count: int
) -> tuple[BehaviorProgram, list[int]]:
    """The behavior with its words at their lane words, those without one after all others."""
    rest = iter(range(count, behavior.width))
    offsets = [int(word) if word >= 0 else next(rest) for word in lane]

    def slot(one: Slot) -> Slot:
        presence = offsets[one.presence] if one.presence >= 0 else -1
        return replace(one, offset=offsets[one.offset], presence=presence)

    slots = tuple(slot(one) for one in behavior.slots)
    return replace(behavior, slots=slots, width=count), offsets


def _body_slot(slot: Slot, body: np.ndarray) -> Slot:
    """A slot where the rig finds it; at -1 where it has none."""
    presence = int(body[slot.presence]) if slot.presence >= 0 else -1
    return replace(slot, offset=int(body[slot.offset]), presence=presence)

"""Expressions of a Program and the places they read and write."""

from __future__ import annotations

from enum import Enum

from behave.ir.ops import Op
from behave.kinds import Kind
from behave.record import Record
from behave.source import Span


class Node(Record, identity=True):
    """One operation with its arguments. Trees may share nodes; identity is the node itself.

    ``span`` is the text it came from (for explanations), None for what lowering added.
    """

    op: Op
    args: tuple[Node, ...]
    kind: Kind
    data: object = None
    span: Span | None = None


class Group(Enum):
    """What a slot is for; says who writes it."""

    PARAM = "param"  # written when an agent is made (file, scene, --set, slider)
    VARIABLE = "variable"  # written by actions
    INPUT = "input"  # written by the Input phase
    READING = "reading"  # written by the Sense phase
    CLOCK = "clock"  # timers and active states, written by the Turns phase
    MEMORY = "memory"  # written by the Remember phase
    RIG = "rig"  # root, bones, constraints: written by actions and by the Pose phase


class Slot(Record):
    """A place in an agent's state vector.

    ``path`` is its name for traces, probes and reload (``side``, ``contact.point``,
    ``arm[left].weight``). ``presence`` is the offset of a 0/1 word, or -1: never absent.
    ``hidden`` slots are kept out of traces.
    """

    path: str
    kind: Kind
    offset: int
    width: int
    group: Group
    presence: int = -1
    hidden: bool = False
    unit: str = ""
    doc: str = ""
    span: Span | None = None


class StateRef(Record):
    """A state of a machine, by position in ``BehaviorProgram.machines`` and ``Machine.states``."""

    machine: int
    state: int


class Store(Record):
    """Write ``value`` (in which ``NEW`` is the value assigned) to ``slots[index]``."""

    slots: tuple[int, ...]
    index: Node | None
    value: Node


class Place(Record):
    """Something that can be read and written: a variable, or a part of the rig.

    A derived place (``arm[s].target.local``) reads an expression and writes through one or
    more stores. ``text`` is how the author wrote it.
    """

    kind: Kind
    read: Node
    stores: tuple[Store, ...]
    text: str
